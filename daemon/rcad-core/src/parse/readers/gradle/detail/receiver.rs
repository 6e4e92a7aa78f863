//! On what object a script asks for a name that is not there: a variant of the Android plugin, the extension of the
//! other kind of Android module, a project whose tasks come later, a text that is called.

use super::words::put;
use crate::model::failure::{BY_RECEIVER, Failure};
use crate::pattern::Pattern;

/// Tasks that variants gave directly; each has a provider since AGP 3.3.
const VARIANT_TASKS: &[&str] = &[
    "aidlCompile",
    "assemble",
    "checkManifest",
    "connectedInstrumentTest",
    "generateBuildConfig",
    "install",
    "javaCompile",
    "mergeAssets",
    "mergeResources",
    "packageApplication",
    "packageLibrary",
    "preBuild",
    "processJavaResources",
    "processManifest",
    "processResources",
    "uninstall",
];

/// What only one kind of Android module has.
const OF_APPS: &[&str] = &["applicationVariants", "applicationId", "dynamicFeatures", "assetPacks", "bundle"];
const OF_LIBRARIES: &[&str] = &["libraryVariants", "consumerProguardFiles"];

/// What the Java plugin brings to a project, and what an Android module has in its place.
const OF_JAVA: &[(&str, &str)] = &[
    ("sourceSets", "`android.sourceSets` (with `java.srcDirs`)"),
    ("classes", "a variant's tasks, such as `compileDebugSources`"),
    ("compileJava", "a variant's task, such as `compileDebugJavaWithJavac`"),
    ("jar", "the archive of a variant, such as `bundleReleaseAar`"),
    ("javadoc", "a `Javadoc` task of your own that takes `android.sourceSets.main.java.srcDirs`"),
];

/// `assembleRelease`, `bundleReleaseJsAndAssets`, `configureNdkBuildDebug`
static VARIANT_TASK: Pattern = Pattern::new(
    r"^(?:assemble|bundle|compile|merge|process|package|generate|configure|install|connected|lint|test|kapt|ksp|pre|publish|sign|minify|strip|validate|externalNativeBuild|create|upload|map|copy)[A-Z][A-Za-z0-9]*(?:Debug|Release)|^(?:assemble|bundle|install|pre|compile|lint|package)(?:Debug|Release)",
);

/// Words the failure by the object, if that tells; whether it does.
pub fn read(failure: &mut Failure) -> bool {
    let name = failure.symbol.clone().unwrap_or_default();
    let class = failure.details.get("type").or_else(|| failure.details.get("owner")).cloned().unwrap_or_default();
    let told = on_catalogue(&name, &class, failure)
        || on_variant(&name, &class, failure)
        || on_wrong_module(&name, &class, failure)
        || on_project(&name, failure)
        || on_text(&name, &class, failure);
    if told {
        put(failure, BY_RECEIVER, "yes");
    }
    told
}

/// `org.gradle.accessors.dm.LibrariesForLibs$AndroidxCoreLibraryAccessors`: the catalogue, and the part of it.
static CATALOGUE: Pattern = Pattern::new(
    r"accessors\.dm\.LibrariesFor(?P<catalogue>[A-Za-z0-9]+?)(?:InPluginsBlock)?(?:\$(?P<part>[A-Za-z0-9]*?)(?P<kind>Library|Version|Bundle|Plugin)Accessors)?(?:_Decorated)?$",
);

/// An alias that the version catalog does not have.
fn on_catalogue(name: &str, class: &str, failure: &mut Failure) -> bool {
    let Some(found) = CATALOGUE.captures(class) else { return false };
    let kind = found.name("kind").map_or("Library", |kind| kind.as_str());
    let section = match kind {
        "Version" => "versions",
        "Bundle" => "bundles",
        "Plugin" => "plugins",
        _ => "libraries",
    };
    let part = found.name("part").map_or("", |part| part.as_str());
    let mut accessor = lower_first(&found["catalogue"]);
    if section != "libraries" {
        accessor = format!("{accessor}.{section}");
    }
    let mut alias = String::new();
    for letter in part.chars() {
        if letter.is_ascii_uppercase() && !alias.is_empty() {
            alias.push('-');
        }
        alias.push(letter.to_ascii_lowercase());
    }
    let alias = if alias.is_empty() { name.to_owned() } else { format!("{alias}-{name}") };
    put(failure, "accessor", format!("{accessor}.{}", alias.replace('-', ".")));
    put(failure, "alias", alias);
    put(failure, "catalogue_section", section);
    failure.say("The version catalog has no `{accessor}`, which the script uses: the alias is missing in gradle/libs.versions.toml, or written differently there.",
        &["Add `{alias}` to `[{catalogue_section}]` in gradle/libs.versions.toml, or correct the name in the script: `-` and `_` of an alias are `.` there, and an alias that begins like another one is reached below it."],
    );
    true
}

/// Whether the class is one of the old variant API: `com.android.build.gradle.internal.api.LibraryVariantImpl`.
fn is_variant(class: &str) -> bool {
    class.starts_with("com.android.build.gradle.") && class.contains(".api.") && class.contains("Variant")
}

fn on_variant(name: &str, class: &str, failure: &mut Failure) -> bool {
    if !is_variant(class) {
        return false;
    }
    let getter = name.strip_prefix("get").filter(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()));
    let plain = getter.map_or_else(|| name.to_owned(), lower_first);
    put(failure, "variant_class", class.rsplit('.').next().unwrap_or(class).trim_end_matches("_Decorated"));
    if let Some(old) = plain.strip_suffix("Provider").filter(|old| VARIANT_TASKS.contains(old)) {
        put(failure, "old_name", old);
        failure.say("The script uses `{symbol}` of a variant (`{variant_class}`), which the Android Gradle plugin (AGP) has since 3.3; this project's AGP is older.",
            &[
                "Raise AGP to 3.3 or later, with the Gradle wrapper that it needs (4.10.1 or later).",
                "If AGP has to stay: in a script of your own write `{old_name}`; of a package take the last release that is made for this AGP.",
            ],
        );
        return true;
    }
    if VARIANT_TASKS.contains(&plain.as_str()) {
        put(failure, "provider", format!("{plain}Provider"));
        failure.say("The script takes the task `{symbol}` of a variant (`{variant_class}`) directly. Since 3.3 the Android Gradle plugin (AGP) gives it as a provider, and the AGP of this build has dropped the old name.",
            &[
                "Write `{provider}` in its place: `variant.{provider}.configure {{ … }}`, or `variant.{provider}.get()` where the task itself is needed.",
                "If the script is a package's or plugin's, take its release for this AGP.",
            ],
        );
        return true;
    }
    failure.say("The script uses `{symbol}` of a variant (`{variant_class}`), and the old variant API of the Android Gradle plugin (AGP) in this build has nothing of that name: the script is made for another AGP.",
        &[
            "Line {line} of `{name}` stands in `applicationVariants.all {{ … }}` or `libraryVariants.all {{ … }}`: replace `{symbol}` by what this AGP has there, or write the block with `androidComponents {{ onVariants {{ … }} }}`.",
            "Look in the build scripts for `applicationVariants.all` or `libraryVariants.all` with `{symbol}` (`--stacktrace` shows the script and line), and replace it by what this AGP has, or write the block with `androidComponents {{ onVariants {{ … }} }}`.",
        ][usize::from(failure.line.is_none())..][..1],
    );
    true
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_lowercase().to_string() + letters.as_str())
}

/// A script for apps in a library, or the other way round.
fn on_wrong_module(name: &str, class: &str, failure: &mut Failure) -> bool {
    if !class.starts_with("com.android.build.") {
        return false;
    }
    let simple = class.rsplit('.').next().unwrap_or(class);
    let library = simple.starts_with("LibraryExtension");
    let app =
        ["AppExtension", "BaseAppModuleExtension", "ApplicationExtension"].iter().any(|one| simple.starts_with(one));
    if library && OF_APPS.contains(&name) {
        failure.say("`{symbol}` exists only in the `android` block of an app (plugin `com.android.application`); this module applies `com.android.library`, and the script or plugin that asks for it is made for apps.",
            &[
                "In a script that both kinds use write `libraryVariants` for a library: `android.hasProperty(\"applicationVariants\") ? android.applicationVariants : android.libraryVariants`.",
                "Apply that script or plugin only in the app's module (or make this module an app, `com.android.application`).",
            ][usize::from(name != "applicationVariants")..],
        );
        return true;
    }
    if app && OF_LIBRARIES.contains(&name) {
        failure.say("`{symbol}` exists only in the `android` block of a library (plugin `com.android.library`); this module applies `com.android.application`.",
            &["Apply the script or plugin that asks for it only in library modules; in an app the variants are `applicationVariants`, and R8's rules are `proguardFiles`."],
        );
        return true;
    }
    false
}

/// A task of a variant, a part of the Java plugin or a class, asked for as a property of the project.
fn on_project(name: &str, failure: &mut Failure) -> bool {
    let owner = failure.details.get("owner").map_or("", String::as_str);
    if !failure.details.contains_key("property")
        || !(owner.starts_with("project '") || owner.starts_with("root project '"))
    {
        return false;
    }
    if VARIANT_TASK.is_match(name) {
        let cause = "The script names the task `{symbol}` as a property of {owner}, and there is no such task at that moment: the Android plugin makes the tasks of variants after the script has run to its end.";
        let per_abi = name.starts_with("configureNdkBuild") || name.starts_with("configureCMake");
        let more = if per_abi {
            " Besides, newer versions of the plugin make one of these for each ABI, called `{symbol}[arm64-v8a]` and so on."
        } else {
            ""
        };
        let task = if per_abi { "it.name.startsWith(\"{symbol}\")" } else { "it.name == \"{symbol}\"" };
        failure.say(&format!("{cause}{more}"),
            &[
                &format!("Configure it when it comes: `tasks.matching {{{{ {task} }}}}.configureEach {{{{ dependsOn(…) }}}}` in place of `{{symbol}}.dependsOn …`."),
                "If it never comes, it is called otherwise in this build (flavours, another version of the plugin): `./gradlew tasks --all` lists the names.",
            ],
        );
        return true;
    }
    if let Some((_, android)) = OF_JAVA.iter().find(|(known, _)| *known == name) {
        failure.say("`{symbol}` is made by the Java plugin, and {owner} does not apply that above the line that asks for it; an Android module never has it.",
            &[
                &format!("In an Android module use {android} in its place."),
                "In a Java or Kotlin module apply the plugin first: `plugins {{ id(\"java-library\") }}` or `kotlin(\"jvm\")`; in the root script's `subprojects {{ }}` put the lines into `plugins.withId(\"java\") {{ … }}`.",
            ],
        );
        return true;
    }
    let class =
        name.starts_with(|first: char| first.is_ascii_uppercase()) && name.contains(|c: char| c.is_ascii_lowercase());
    if class {
        failure.say("By its capital letter `{symbol}` is a class or object that the script does not find, so Groovy asks {owner} for a property of that name: an object of buildSrc (such as `buildSrc/src/main/kotlin/{symbol}.kt`), a map that another script sets in `ext`, or a class without its import.",
            &[
                "See where `{symbol}` is declared. In buildSrc: that directory must be in the build that runs, with a build file; in a script: `apply from:` must stand above the line; a class of a plugin needs its `import` and the plugin on this script's class path.",
            ],
        );
    }
    class
}

/// `implementation "com.example:basket:1.0" { … }`: Groovy calls the text.
fn on_text(name: &str, class: &str, failure: &mut Failure) -> bool {
    let kinds =
        ["java.lang.String", "org.codehaus.groovy.runtime.GStringImpl", "java.lang.Integer", "java.lang.Boolean"];
    if name != "call" || !kinds.contains(&class) {
        return false;
    }
    let kind = class.rsplit('.').next().unwrap_or(class).trim_end_matches("Impl").to_owned();
    put(failure, "value_kind", kind);
    failure.say("In the script something in parentheses or braces stands directly behind a value ({value_kind}), so Groovy takes the value for a function and calls it. As a rule the parentheses of the call before it are missing, as in `implementation 'com.example:basket:1.0' {{ … }}`.",
        &[
            "Put the value into the parentheses of its call: `implementation('com.example:basket:1.0') {{ exclude group: '…' }}`; of two values in one line end the first with a new line or a comma.",
        ],
    );
    true
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    /// The cause that is said of a sentence of Gradle's below a script's block.
    fn cause(sentence: &str) -> String {
        let log = format!(
            "* Where:\nBuild file '/w/shelf/app/build.gradle' line: 12\n\n* What went wrong:\nA problem occurred evaluating project ':app'.\n> {sentence}\n"
        );
        parse(&log).failures[0].wording.clone().map(|wording| wording.cause).unwrap_or_default()
    }

    #[test]
    fn variants_have_providers() {
        let of = |name: &str| {
            cause(&format!(
                "Could not get unknown property '{name}' for object of type com.android.build.gradle.internal.api.LibraryVariantImpl."
            ))
        };
        assert!(of("mergeResources").contains("has dropped the old name"));
        assert!(of("getJavaCompileProvider").contains("this project's AGP is older"));
        assert!(of("shelfDepth").contains("made for another AGP"));
    }

    #[test]
    fn apps_and_libraries_differ() {
        let of = |name: &str, class: &str| {
            cause(&format!(
                "Could not get unknown property '{name}' for object of type com.android.build.gradle.{class}."
            ))
        };
        assert!(of("applicationVariants", "LibraryExtension").contains("only in the `android` block of an app"));
        assert!(of("libraryVariants", "internal.dsl.BaseAppModuleExtension").contains("of a library"));
        assert!(!of("compileSdk", "LibraryExtension").contains("only in"));
    }

    #[test]
    fn a_projects_missing_names_are_told_by_their_form() {
        let of = |name: &str| {
            cause(&format!(
                "Could not get unknown property '{name}' for project ':app' of type org.gradle.api.Project."
            ))
        };
        assert!(of("assembleRelease").contains("after the script has run"));
        assert!(of("configureNdkBuildDebug").contains("for each ABI"));
        assert!(of("sourceSets").contains("Java plugin"));
        assert!(of("Shelves").contains("capital letter"));
        assert!(!of("shelfDepth").contains("capital letter"));
    }

    #[test]
    fn a_catalogue_lacks_an_alias() {
        let log = "A problem occurred evaluating project ':app'.\n> Could not get unknown property 'tiles' for extension 'libs' of type org.gradle.accessors.dm.LibrariesForLibs$AndroidxShelfLibraryAccessors.\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.details.get("alias").map(String::as_str), Some("androidx-shelf-tiles"), "{failure:?}");
        assert_eq!(failure.details.get("accessor").map(String::as_str), Some("libs.androidx.shelf.tiles"));
    }

    #[test]
    fn a_text_is_no_function() {
        let said = cause(
            "No signature of method: java.lang.String.call() is applicable for argument types: (build_1a$_run_closure2) values: [build_1a$_run_closure2@5a]",
        );
        assert!(said.contains("takes the value for a function"), "{said}");
    }
}
