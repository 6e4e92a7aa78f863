//! The attributes of variants of which several fit, or none: the one that decides, and what it stands for.

use super::platforms;
use super::words::put;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Gradle's own attributes that have no dot in their names; a dimension of flavours has none either.
const GRADLES: &[&str] = &["artifactType", "usage", "category", "libraryelements", "docstype", "status", "bundling"];

/// `Found tier 'free' but wasn't required.`, `Provides attribute 'tier' with value 'free' but the consumer didn't ask for it`
static UNASKED: Pattern = Pattern::new(
    r"(?:Found (?P<attribute>[^\s']+) '(?P<value>[^']*)' but wasn't required|Provides attribute '(?P<attribute2>[^']+)' with value '(?P<value2>[^']*)' but the consumer didn't ask)",
);

/// `The only attribute distinguishing these variants is 'tier'. … - Value: 'free' selects variant: 'freeDebugApiElements'`
static DISTINGUISHING: Pattern = Pattern::new(
    r"attribute distinguishing these variants is '(?P<attribute>[^']+)'(?s:.{0,200}?)(?:Value: '(?P<value>[^']+)' selects)?",
);

/// `Required org.gradle.usage 'java-api' and found compatible value 'java-api'.`
static ASKED: Pattern = Pattern::new(r"(?:Required [^\n]* and found |was configured to find )");

/// `  - freeDebugApiElements`, `  + paidDebugApiElements`, `  - Configuration 'jvm-api'`
static CANDIDATE: Pattern = Pattern::new(
    r"^\s*[-+*] +(?:Configuration |Variant )?'?(?P<name>[A-Za-z0-9_][A-Za-z0-9_.-]*)'?(?::| capability [^\n]*)?$",
);

/// `of category 'verification'`, `category 'documentation'`
static CATEGORY: Pattern =
    Pattern::new(r"(?:component of category|attribute 'org\.gradle\.category' with value) '(?P<category>[^']+)'");

/// `attribute 'tier' with value 'free'`
static WITH_VALUE: Pattern = Pattern::new(r"attribute '(?P<attribute>[^']+)' with value '(?P<value>[^']+)'");

/// Candidates that are named.
const NAMED: usize = 4;

/// Words the failure by its attributes.
pub fn read(text: &str, failure: &mut Failure) {
    let several = ["hoose between the", "several available matching variants"].iter().any(|words| text.contains(words));
    if several { ambiguous(text, failure) } else { missing(text, failure) }
}

/// The name of a flavours' dimension, if the attribute is one.
fn dimension(attribute: &str) -> Option<&str> {
    let name = attribute.strip_prefix("com.android.build.api.attributes.ProductFlavor:").unwrap_or(attribute);
    let own = !name.contains('.') && !name.contains("Attr") && !GRADLES.contains(&name);
    own.then_some(name)
}

/// What an attribute stands for.
fn kind(attribute: &str) -> &'static str {
    match attribute {
        _ if attribute.ends_with("BuildTypeAttr") => "the build type",
        "org.jetbrains.kotlin.platform.type" => "the Kotlin platform",
        "org.gradle.usage" => "the usage (API or run time)",
        "org.gradle.jvm.version" => "the Java version",
        "org.gradle.category" => "the kind of component",
        "org.gradle.libraryelements" => "the form (jar, classes, resources)",
        "org.gradle.jvm.environment" => "the environment (Android or JVM)",
        _ => "an attribute",
    }
}

/// The candidates below the sentence, each once.
fn candidates(text: &str) -> Vec<String> {
    let below =
        text.lines().skip_while(|line| !line.contains("hoose between the") && !line.contains("several available"));
    let mut names: Vec<String> = Vec::new();
    for line in below.skip(1) {
        if line.contains("match the consumer") || line.trim().is_empty() {
            break;
        }
        let Some(found) = CANDIDATE.captures(line) else { continue };
        if !names.iter().any(|name| *name == found["name"]) {
            names.push(found["name"].to_owned());
        }
    }
    names
}

fn ambiguous(text: &str, failure: &mut Failure) {
    let names = candidates(text);
    if names.len() > 1 {
        let more = if names.len() > NAMED { " and others" } else { "" };
        let shown: Vec<String> = names.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
        put(failure, "variants", shown.join(", ") + more);
    }
    let mut unasked: Vec<(String, Vec<String>)> = Vec::new();
    for found in text.lines().filter_map(|line| UNASKED.captures(line)) {
        let get = |name: &str, other: &str| {
            found.name(name).or_else(|| found.name(other)).map_or("", |text| text.as_str()).to_owned()
        };
        let (attribute, value) = (get("attribute", "attribute2"), get("value", "value2"));
        match unasked.iter_mut().find(|(known, _)| *known == attribute) {
            Some((_, values)) if !values.contains(&value) => values.push(value),
            Some(_) => (),
            None => unasked.push((attribute, vec![value])),
        }
    }
    if let Some(found) = DISTINGUISHING.captures(text) {
        let value = found.name("value").map(|value| value.as_str().to_owned());
        unasked.insert(0, (found["attribute"].to_owned(), value.into_iter().collect()));
    }
    // Other builds may have attributes of such names too.
    let android = ["com.android", "Debug", "Release"].iter().any(|word| text.contains(word));
    if let Some((flavours, values)) = unasked.iter().find_map(|(name, values)| Some((dimension(name)?, values)))
        && android
    {
        return flavoured(flavours, values, failure);
    }
    if !failure.details.contains_key("variants") {
        return;
    }
    if platforms::between_android_and_jvm(&names, failure) {
        return;
    }
    let differs = unasked.iter().find(|(_, values)| values.len() > 1);
    // What a variant lacks of what is required shows that something is asked for.
    let asks = ASKED.is_match(text) || text.contains("but no value provided");
    if !asks && !unasked.is_empty() {
        return asks_for_nothing(failure);
    }
    if unasked.iter().any(|(name, _)| name.ends_with(".BuildTypeAttr")) && differs.is_none() {
        return asks_for_no_build_type(failure);
    }
    let Some((attribute, values)) = differs else {
        return failure.say("Several variants of `{symbol}` fit what is asked for (ambiguous), and no attribute decides between them: {variants}.",
            &[
                "Let `{configuration}` ask for one of them: set the attribute in which they differ (`attributes {{ … }}`), or depend on one of them by its capability; `./gradlew dependencyInsight` shows their attributes.",
                "Let the one who asks set the attribute in which they differ; `./gradlew dependencyInsight` shows their attributes.",
            ],
        );
    };
    put(failure, "attribute", attribute);
    put(failure, "attribute_kind", kind(attribute));
    put(failure, "values", values.join(", "));
    failure.say("Several variants of `{symbol}` fit what is asked for (ambiguous): {variants}. They differ in {attribute_kind}, `{attribute}` ({values}), which the one who asks does not set.",
        &[
            "Let the configuration that asks set `{attribute}` to one of {values} (`attributes {{ … }}`), or apply the plugin there that sets it for its configurations; a task that resolves every configuration must leave those out that are not meant for it.",
        ],
    );
}

fn flavoured(dimension: &str, values: &[String], failure: &mut Failure) {
    put(failure, "dimension", dimension);
    let Some(first) = values.first() else { return };
    put(failure, "flavour", first);
    if !failure.details.contains_key("variants") {
        put(failure, "variants", values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", "));
    }
    failure.say("Several variants of `{symbol}` fit what is asked for (ambiguous): {variants}. It has product flavours in the dimension `{dimension}` (such as `{flavour}`), and what depends on it has none, so Gradle cannot choose.",
        &[
            "In the module that depends on it say which to take: `defaultConfig {{ missingDimensionStrategy(\"{dimension}\", \"{flavour}\") }}`.",
            "Or declare the same dimension and flavours there, so that each flavour takes its own.",
        ],
    );
}

/// A configuration of a Java project's kind in an Android module, as tools for Java resolve it.
fn asks_for_no_build_type(failure: &mut Failure) {
    failure.say("Several variants of `{symbol}` fit (ambiguous): {variants}. `{configuration}` asks for no build type, as the configurations of Java projects do; a tool that is made for those resolves it, and an Android library offers one variant for each build type.",
        &[
            "Run the tool's task for one variant, if it has one (such as `…Debug` in place of `…Main`), or give it the class path of a variant (`debugCompileClasspath`); tools for Java projects often take a release or a plugin of their own for Android modules.",
            "Or let `{configuration}` ask for one: set the attribute `com.android.build.api.attributes.BuildTypeAttr` on it.",
        ],
    );
}

/// A configuration without any attributes, as old plugins make them.
fn asks_for_nothing(failure: &mut Failure) {
    let of = failure.details.get("configuration").cloned().unwrap_or_default();
    let name = of.rsplit(':').next().unwrap_or("");
    let kapt = name.to_lowercase().contains("kapt");
    let cause = "Several variants of `{symbol}` fit (ambiguous), since `{configuration}` asks for no attributes at all: {variants}.";
    if kapt {
        return failure.say(&format!(
                "{cause} The configuration is made by Kotlin's annotation processing plugin (kapt), so it is a fault of that version."
            ),
            &[
                "Raise the Kotlin Gradle plugin; until then switch off what makes the configuration: `kapt.incremental.apt=false` in gradle.properties.",
            ],
        );
    }
    if of.is_empty() {
        return;
    }
    failure.say(cause,
        &[
            "If the configuration is your own, give it attributes (`attributes {{ attribute(Usage.USAGE_ATTRIBUTE, …) }}`) or let it extend one that has them; if a plugin makes it, update that plugin. A task that resolves every configuration must leave it out.",
        ],
    );
}

/// `:shelf:core`: the directory that Gradle takes for it where nothing else is said.
fn without_any(failure: &mut Failure) {
    let Some(path) = failure.symbol.as_deref().and_then(|symbol| symbol.strip_prefix("project :")) else { return };
    put(failure, "module_directory", path.replace(':', "/"));
    let Some(wording) = failure.wording.as_mut() else { return };
    if let Some(step) = wording.fixes.first_mut() {
        *step = step.replace(
            "the directory of `{symbol}`",
            "the directory of `{symbol}` (`{module_directory}/`, unless `projectDir` says otherwise)",
        );
    }
}

/// `this component declares a library and the consumer needed a platform`
fn of_kind(text: &str, failure: &mut Failure) -> bool {
    let says = |has: &str, asked: &str| {
        text.contains(&format!("declares a {has} and the consumer needed a {asked}"))
            || text.contains(&format!("of category '{has}'")) && text.contains(&format!("required '{asked}'"))
    };
    if says("library", "platform") {
        failure.say("`{symbol}` is asked for as a platform (a BOM, by `platform(…)`), and what is published under that name is an ordinary library.",
            &[
                "Drop `platform(…)` and depend on it directly, or write the coordinate of the BOM, if there is one (it mostly ends in `-bom`).",
                "If `{symbol}` is your own BOM, publish it with the plugin `java-platform` (`from(components[\"javaPlatform\"])`), not as an Android or Java library.",
            ],
        );
        return true;
    }
    if says("platform", "library") {
        failure.say("`{symbol}` is a platform (a BOM: versions only, no code), and it is asked for as a library.",
            &["Wrap it: `implementation(platform(\"{symbol}\"))` (Groovy the same), and declare the libraries that are wanted beside it, without a version."],
        );
        return true;
    }
    false
}

/// `attribute 'com.android.build.api.attributes.BuildTypeAttr' with value 'debug'`
static BUILD_TYPE: Pattern = Pattern::new(r"attributes\.BuildTypeAttr' with value '(?P<value>[^']+)'");

/// The build type that is asked for, where the variants that are listed have only others: a module without such a flavour
/// is no hindrance, one without the build type is.
fn build_type(text: &str, asked: &str, failure: &mut Failure) -> bool {
    let Some(wanted) = BUILD_TYPE.captures(asked).map(|found| found["value"].to_owned()) else { return false };
    let mut offered: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| *line != asked) {
        let Some(found) = BUILD_TYPE.captures(line) else { continue };
        if !offered.iter().any(|known| *known == found["value"]) {
            offered.push(found["value"].to_owned());
        }
    }
    if offered.is_empty() || offered.contains(&wanted) {
        return false;
    }
    let fallback = if offered.iter().any(|one| one == "release") { "release" } else { offered[0].as_str() };
    put(failure, "fallback", fallback);
    put(failure, "build_type", wanted);
    put(failure, "offered", offered.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", "));
    failure.say("No variant of `{symbol}` fits: the build type `{build_type}` is asked for, and the variants that are listed there have {offered} only.",
        &[
            "In the module that depends on it say what to use in its place: `buildTypes {{ getByName(\"{build_type}\") {{ matchingFallbacks += listOf(\"{fallback}\") }} }}` (Groovy: `{build_type} {{ matchingFallbacks = ['{fallback}'] }}`).",
            "Or declare the build type `{build_type}` in `{symbol}` too, for several modules best in a convention plugin.",
        ],
    );
    true
}

/// No variant has what is asked for.
fn missing(text: &str, failure: &mut Failure) {
    let asked = text.lines().find(|line| line.contains("was configured to find")).unwrap_or(text);
    if failure.details.contains_key("none") {
        return without_any(failure);
    }
    if of_kind(text, failure) || platforms::read(text, asked, failure) {
        return;
    }
    let category = CATEGORY.captures(asked).map(|found| found["category"].to_owned());
    if category.as_deref() == Some("verification") {
        return failure.say("No matching variant of `{symbol}`: `{configuration}` asks for results of tests or coverage (category `verification`), which a library does not have. Such a configuration is made by the plugins for joint reports (jacoco-report-aggregation, test-report-aggregation), and only they may resolve it.",
            &[
                "Leave these configurations out where every configuration is resolved: `configurations.matching {{ it.isCanBeResolved && !it.name.endsWith(\"ExecutionData\") && !it.name.endsWith(\"Results\") }}`, or resolve them with a lenient artifact view.",
            ],
        );
    }
    if build_type(text, asked, failure) {
        return;
    }
    let gradles = failure.details.get("dimension").is_some_and(|name| GRADLES.contains(&name.as_str()));
    if !gradles {
        return;
    }
    failure.details.remove("dimension");
    failure.details.remove("flavour");
    failure.wording = None;
    let mut rest = asked;
    while let Some(found) = WITH_VALUE.captures(rest) {
        if let Some(flavours) = dimension(&found["attribute"]) {
            put(failure, "dimension", flavours);
            put(failure, "flavour", &found["value"]);
            return failure.say("No variant of `{symbol}` fits: the app asks for the flavour `{flavour}` of the dimension `{dimension}` besides its build type, and no variant there offers both.",
                &[
                    "Declare the dimension `{dimension}` with the flavour `{flavour}`, and the same build types, in `{symbol}`.",
                    "Or say what to use in its place: `missingDimensionStrategy(\"{dimension}\", \"…\")` in the app's `defaultConfig` or flavour.",
                ],
            );
        }
        rest = &rest[found.get(0).map_or(rest.len(), |all| all.end())..];
    }
    if let Some(category) = category {
        put(failure, "required", category);
    }
}
