//! What a name is that a build script uses and Gradle does not know there: an alias of the version catalog, a class
//! without its import, or a name of another block.

use super::blocks::{self, ScriptBlock};
use super::origin;
use super::published::{self, NameKind, PublishedName, java};
use crate::Category;
use crate::model::failure::{BY_RECEIVER, Failure};
use crate::pattern::Pattern;

/// Most blocks that an answer names.
const MOST: usize = 3;

/// `("https://maven.example.com")`, `(url = uri("https://maven.example.com"))`
static ADDRESS: Pattern = Pattern::new(r#"^\((?:url = )?(?:uri\()?"(?:https?|file):/"#);

/// `("com.example:shelf:1.0")`, `(platform("com.example:shelf-bom:1.0"))`, `(project(":shelf"))`, `(libs.shelf)`
static DEPENDENCY: Pattern = Pattern::new(
    r#"^\((?:(?:enforcedPlatform|platform)\()?(?:project\(":|libs\.|kotlin\("|"[A-Za-z0-9_.$-]+:[A-Za-z0-9_.$-]+)"#,
);

/// Packages of Java that scripts name in full.
const JAVA_PACKAGES: &[&str] = &["util", "io", "net", "nio", "time", "text", "security"];

/// Classes of one word that scripts use, which the table of Java's classes leaves out.
const SHORT_CLASSES: &[(&str, &str)] = &[
    ("Base64", "java.util.Base64"),
    ("Date", "java.util.Date"),
    ("Duration", "java.time.Duration"),
    ("Instant", "java.time.Instant"),
    ("Locale", "java.util.Locale"),
    ("Properties", "java.util.Properties"),
    ("URI", "java.net.URI"),
    ("URL", "java.net.URL"),
    ("UUID", "java.util.UUID"),
];

/// Adds what is known of the name, and words for it.
pub fn tell(failure: &mut Failure) {
    let Some(name) = failure.symbol.as_deref().map(|name| name.split('(').next().unwrap_or(name).to_owned()) else {
        return;
    };
    // A known failure says in its own words what to do.
    if failure.details.contains_key("known") || name.is_empty() {
        return;
    }
    let compiled = failure.category == Category::GradleScriptCompile;
    let reason = failure.details.get("reason").unwrap_or(&failure.message);
    if compiled && !reason.contains("nresolved reference") {
        return;
    }
    let source = failure.details.get("source_line").cloned().unwrap_or_default();
    if compiled && (alias(failure, &source, &name) || java_package(failure, &source, &name)) {
        return;
    }
    if class(failure, &name, compiled) {
        return;
    }
    let type_of_owner = failure.first_detail(&["host_class", "type"]).unwrap_or_default();
    if compiled || type_of_owner.contains('.') {
        origin::tell_script_member(failure, &type_of_owner, &name);
    }
    if repository(failure, &source, &name) || compiled && configuration(failure, &source, &name) {
        return;
    }
    let told = failure.details.contains_key(BY_RECEIVER) || failure.message.contains("extra properties extension");
    if failure.details.contains_key("tool_gone_with") || told || in_block(failure, &name) {
        return;
    }
    if compiled {
        by_use(failure, &source, &name);
    }
}

/// The names joined by dots around a name: `libs.compose.ui` for `ui` in `implementation(libs.compose.ui)`.
fn chain<'a>(source: &'a str, name: &str) -> &'a str {
    let Some(at) = source.find(name) else { return "" };
    let outside = |letter: char| !(letter.is_ascii_alphanumeric() || letter == '_' || letter == '.');
    let start = source[..at].rfind(outside).map_or(0, |before| before + 1);
    let end = source[at..].find(outside).map_or(source.len(), |behind| at + behind);
    source[start..end].trim_end_matches('.')
}

/// A name below `libs`, which is there itself.
fn alias(failure: &mut Failure, source: &str, name: &str) -> bool {
    if name == "libs" {
        return false;
    }
    let Some(alias) = chain(source, name).strip_prefix("libs.").map(|alias| alias.trim_end_matches(".get")) else {
        return false;
    };
    let sections = ["plugins", "versions", "bundles"];
    let (section, rest) = match alias.split_once('.').filter(|(first, _)| sections.contains(first)) {
        Some(found) => found,
        None => ("libraries", alias),
    };
    let (written, section) = (rest.replace('.', "-"), section.to_owned());
    failure.symbol = Some(format!("libs.{alias}"));
    failure.details.insert("alias".to_owned(), written);
    failure.details.insert("catalogue_section".to_owned(), section);
    failure.say(
        "The Kotlin build script does not compile: the version catalog has no `{symbol}`, which `{source_line}` uses. The alias is missing in `gradle/libs.versions.toml`, or written differently there.",
        &[
            "Add `{alias}` to `[{catalogue_section}]` in `gradle/libs.versions.toml`, or correct `{symbol}` on line {line} of `{name}`: `-` and `_` of an alias are `.` in the script (`compose-ui` is `libs.compose.ui`).",
        ],
    );
    true
}

/// `java.util.Properties()`: `java` is the Java plugin's extension there.
fn java_package(failure: &mut Failure, source: &str, name: &str) -> bool {
    let full = chain(source, name);
    if !JAVA_PACKAGES.contains(&name) || !full.starts_with("java.") {
        return false;
    }
    let class = full.rsplit('.').next().unwrap_or(full).to_owned();
    failure.details.insert("java_import".to_owned(), full.to_owned());
    failure.details.insert("java_class".to_owned(), class);
    failure.say(
        "The Kotlin build script does not compile: in a project with a Java, Kotlin or Android plugin `java` is the plugin's extension, so `{java_import}` in `{source_line}` is looked for in that.",
        &["Add `import {java_import}` at the top of `{name}` and write `{java_class}` on line {line}."],
    );
    true
}

/// A class that the script does not import, or that a part of the build no longer has.
fn class(failure: &mut Failure, name: &str, compiled: bool) -> bool {
    if !name.starts_with(|letter: char| letter.is_uppercase()) || !name.contains(|letter: char| letter.is_lowercase()) {
        return false;
    }
    let short = SHORT_CLASSES.iter().find(|(simple, _)| *simple == name).map(|(_, full)| (*full).to_owned());
    let all = published::published(name);
    let classes: Vec<&PublishedName> = all.iter().filter(|one| one.kind == NameKind::Class).collect();
    let of_tools: Vec<String> =
        classes.iter().map(|one| one.qualified()).filter(|full| origin::is_of_build(full)).collect();
    let full = match (short.or_else(|| java::full_name(name)), of_tools.as_slice()) {
        (Some(java), []) => java,
        (None, [one]) => one.clone(),
        _ => return false,
    };
    if origin::is_of_build(&full) {
        origin::tell(failure, &full);
    }
    failure.details.insert("class_of_script".to_owned(), full);
    let cause = if compiled {
        "The build script does not compile: it uses the class `{symbol}` (`{class_of_script}`), which it does not import or does not have on its class path."
    } else {
        "The build script uses `{symbol}`, which is neither a property nor a class that the script imports. Gradle asks {owner} for a property of that name last; the class of that name is `{class_of_script}`."
    };
    failure.say(cause, &["Add `import {class_of_script}` at the top of `{name}`."]);
    true
}

/// What a script calls `name` with: `("com.example:shelf:1.0") }` of `dependencies { basket("com.example:shelf:1.0") }`.
fn arguments<'a>(source: &'a str, name: &str) -> Option<&'a str> {
    let at = source.find(&format!("{name}("))?;
    let inside = source[..at].ends_with(|letter: char| letter.is_alphanumeric() || "._\"'".contains(letter));
    (!inside).then(|| &source[at + name.len()..])
}

/// `maven("https://…")`: a repository, outside of the block that has it.
fn repository(failure: &mut Failure, source: &str, name: &str) -> bool {
    if name != "maven" || !arguments(source, name).is_some_and(|given| ADDRESS.is_match(given)) {
        return false;
    }
    failure.say(
        "The build script calls `{symbol}` with an address (`{source_line}`), which adds a repository, and does so where there are none: it stands outside of `repositories {{ }}`.",
        &["Move line {line} of `{name}` into `repositories {{ }}` (of `dependencyResolutionManagement`, `pluginManagement` or the project); if it seems to stand there, a brace above it closes the block too early."],
    );
    true
}

/// `implementation("com.example:shelf:1.0")`: a configuration that the script has no accessor of.
fn configuration(failure: &mut Failure, source: &str, name: &str) -> bool {
    if !arguments(source, name).is_some_and(|given| DEPENDENCY.is_match(given)) {
        return false;
    }
    failure.say(
        "The build script declares a dependency in the configuration `{symbol}` (`{source_line}`), which is not known there: Kotlin scripts know by name only the configurations of the plugins in their own `plugins {{ }}` block, and inside of `dependencies {{ }}`.",
        &[
            "If another plugin or block of this script is unresolved as well, put that right first: `{symbol}` follows from it. Apply the plugin that makes `{symbol}` (Java's, Kotlin's or Android's) in this script's `plugins {{ }}` block.",
            "In a script that is applied by `apply(from = …)`, or where the plugin is applied otherwise, write the name in quotes: `\"{symbol}\"(…)`.",
        ],
    );
    true
}

/// A name that stands in another block than where it is used.
fn in_block(failure: &mut Failure, name: &str) -> bool {
    let found = blocks::blocks_of(name);
    let owner = failure.details.get("owner").cloned().unwrap_or_default();
    let is_there = |block: &ScriptBlock| owner == format!("extension '{}'", block.path) || block.path.is_empty();
    // Gradle has found a name like it.
    let misspelt = failure.details.contains_key("candidates");
    // What stands behind something else in its line is a member of that.
    let is_member = failure.details.get("source_line").is_some_and(|source| !source.starts_with(name));
    if found.is_empty() || misspelt || is_member || blocks::opens_block(name) || found.iter().any(is_there) {
        return false;
    }
    let mut add = |key: &str, value: String| failure.details.entry(key.to_owned()).or_insert(value).clone();
    let shown: Vec<String> = found.iter().take(MOST).map(ScriptBlock::shown).collect();
    add("stands_in", shown.join(" or "));
    let of_one = found.iter().take(MOST).all(|block| block.tool() == found[0].tool());
    let whose = if of_one { format!(", of {}", found[0].tool()) } else { String::new() };
    add("stands_where", format!("{}{whose}", shown.join(" or ")));
    if let Some((with, without)) =
        found[0].until().filter(|_| found.iter().all(|block| block.until() == found[0].until()))
    {
        add("api_of", found[0].tool());
        add("tool_gone_after", with.to_owned());
        add("tool_gone_with", without.to_owned());
        failure.say("The build script uses `{symbol}`, which stood in {stands_in}.", &[]);
        return true;
    }
    let cause = if failure.details.contains_key("source_line") {
        "The build script uses `{symbol}` (`{source_line}`) where it is not known. The name stands in {stands_where}."
    } else {
        "The build script uses `{symbol}` where it is not known. The name stands in {stands_where}."
    };
    failure.say(
        cause,
        &[
            "Move line {line} of `{name}` into {stands_in}; if it seems to stand there, a brace above it closes the block too early.",
            "If it does stand there, the plugin that has the block is not applied to this project above that line, or is of a version without `{symbol}`: see the `plugins {{ }}` block of this script.",
        ],
    );
    true
}

/// Words by what the line does with the name: it sets it, opens a block, calls it.
fn by_use(failure: &mut Failure, source: &str, name: &str) {
    let Some(at) = source.find(name) else { return };
    let (before, after) = (source[..at].trim_end(), source[at + name.len()..].trim_start());
    if name == "libs" || before.ends_with('.') || before.contains('"') || before.starts_with("import") {
        return;
    }
    let shown = "The Kotlin build script does not compile: `{symbol}` is an unresolved reference in `{source_line}`";
    if after.starts_with('=') && !after.starts_with("==") && before.is_empty() {
        return failure.say(
            &format!("{shown}: nothing of that name can be set in this block."),
            &["Check the spelling of `{symbol}` at line {line}, and whether it was renamed or moved to another block in this version of the plugin."],
        );
    }
    if after.starts_with('{') && before.is_empty() {
        failure.say(
            &format!("{shown}: there is no block of that name, because the plugin that brings it is not applied in this script's `plugins {{{{ }}}}` block, or it stands inside another block now."),
            &["Apply the plugin that brings `{symbol} {{ }}` in this script's `plugins {{ }}` block (for a plugin that is applied otherwise, `configure<…Extension> {{ }}` in its place), or correct the name at line {line}."],
        );
    }
}

#[cfg(test)]
mod tests {
    use super::tell;
    use crate::model::failure::Language;
    use crate::{Category, Failure};

    /// What is told of a name that a Kotlin script uses in this line.
    fn compiled(name: &str, source: &str) -> Failure {
        let message = format!("Unresolved reference: {name}");
        let mut failure = Failure::new(Category::GradleScriptCompile, Language::Gradle, &message);
        failure.symbol = Some(name.to_owned());
        failure.details.insert("source_line".to_owned(), source.to_owned());
        tell(&mut failure);
        failure
    }

    /// What is told of a property that an object of a Groovy script does not have.
    fn asked(name: &str, owner: &str, class: &str) -> Failure {
        let mut failure = Failure::new(Category::GradleUnknownPropertyOrMethod, Language::Gradle, "words");
        failure.symbol = Some(name.to_owned());
        failure.details.insert("owner".to_owned(), owner.to_owned());
        failure.details.insert("type".to_owned(), class.to_owned());
        tell(&mut failure);
        failure
    }

    fn detail<'a>(failure: &'a Failure, key: &str) -> &'a str {
        failure.details.get(key).map_or("", String::as_str)
    }

    const PROJECT: &str = "org.gradle.api.Project";

    #[test]
    fn a_name_leads_to_its_block() {
        for failure in [compiled("compileSdk", "compileSdk = 34"), asked("compileSdk", "project ':app'", PROJECT)] {
            assert_eq!(detail(&failure, "stands_in"), "`android { … }`");
        }
        let version = compiled("versionCode", "versionCode = 3");
        assert!(detail(&version, "stands_in").starts_with("`android { defaultConfig { … } }`"), "{version:?}");
        for (name, source) in [("shelfDepth", "shelfDepth = 3"), ("compileSdk", "val sdk = shelf.compileSdk")] {
            assert_eq!(detail(&compiled(name, source), "stands_in"), "", "{source}");
        }
        let inside =
            asked("compileSdk", "extension 'android'", "com.android.build.gradle.internal.dsl.BaseAppModuleExtension");
        assert_eq!(detail(&inside, "stands_in"), "", "it stands there already");
    }

    #[test]
    fn an_alias_of_the_catalogue_is_told_as_it_is_written_there() {
        let library = compiled("shelf", "implementation(libs.basket.shelf)");
        assert_eq!((detail(&library, "alias"), detail(&library, "catalogue_section")), ("basket-shelf", "libraries"));
        let plugin = compiled("basket", "alias(libs.plugins.basket) apply false");
        assert_eq!((detail(&plugin, "alias"), detail(&plugin, "catalogue_section")), ("basket", "plugins"));
        assert_eq!(detail(&compiled("libs", "implementation(libs.basket)"), "alias"), "");
        assert_eq!(detail(&compiled("shelf", "implementation(basket.shelf)"), "alias"), "");
    }

    #[test]
    fn a_class_of_java_or_of_the_build_needs_its_import() {
        let properties = compiled("Properties", "val secrets = Properties()");
        assert_eq!(detail(&properties, "class_of_script"), "java.util.Properties");
        let gone = asked("VersionNumber", "project ':app'", PROJECT);
        assert_eq!(detail(&gone, "class_of_script"), "org.gradle.util.VersionNumber");
        assert!(detail(&gone, "tool_gone_with").starts_with('9'), "{gone:?}");
        assert_eq!(detail(&compiled("util", "val now = java.util.Date()"), "java_import"), "java.util.Date");
        assert_eq!(detail(&compiled("util", "val now = shelf.util.Date()"), "java_import"), "");
        assert_eq!(detail(&compiled("ShelfPlugin", "apply<ShelfPlugin>()"), "class_of_script"), "");
    }

    #[test]
    fn a_call_with_a_coordinate_is_a_configuration() {
        let cause = |name: &str, source: &str| compiled(name, source).wording.map(|words| words.cause.to_string());
        for source in
            ["implementation(\"com.example:shelf:1.0\")", "dependencies { implementation(project(\":shelf\")) }"]
        {
            let said = cause("implementation", source).unwrap_or_default();
            assert!(said.contains("in the configuration"), "{source}: {said}");
        }
        let block = cause("implementation", "implementation = JvmImplementation.J9").unwrap_or_default();
        assert!(!block.contains("in the configuration"), "{block}");
        let address = cause("google", "google(\"https://maven.example.com\")").unwrap_or_default();
        assert!(!address.contains("in the configuration"), "{address}");
    }

    #[test]
    fn what_gradle_dropped_of_scripts_themselves_is_told() {
        let exec = compiled("exec", "exec { commandLine(\"ls\") }");
        assert!(detail(&exec, "tool_gone_with").starts_with('9'), "{exec:?}");
        assert_eq!(detail(&compiled("from", "from(shelf)"), "tool_came_with"), "", "a name that many objects have");
    }
}
