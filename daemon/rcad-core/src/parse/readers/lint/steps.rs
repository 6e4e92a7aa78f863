//! What to do about a finding: by its check, by the tool that found it, by the file that it is in. Data, and its use.

use crate::model::failure::{Failure, Wording};

/// Android lint's commonest checks, and what to do; all others are worded by the tool alone.
const CHECKS: &[(&str, &str)] = &[
    (
        "ContentDescription",
        "Give the view at line {line} of `{name}` an `android:contentDescription` (`@null` where it only decorates).",
    ),
    ("CoarseFineLocation", "Declare `ACCESS_COARSE_LOCATION` beside `ACCESS_FINE_LOCATION` in the manifest."),
    ("DuplicateIds", "Give one of the two views another id."),
    ("ExtraTranslation", "Add the string to the default `values/strings.xml`, or delete the translation."),
    ("GradleDependency", "Raise the dependency at line {line} of `{name}` to the version that the finding names."),
    ("HardcodedText", "Move the text at line {line} of `{name}` to strings.xml and write `@string/…`."),
    ("ImpliedQuantity", "Let each quantity of the plural contain the number (`%d`)."),
    (
        "Instantiatable",
        "Let the class that the manifest names be public, with a public constructor, and of the right kind (activity, service …).",
    ),
    (
        "MissingClass",
        "Correct the class name at line {line} of `{name}`, or add the module or library that has the class.",
    ),
    ("MissingDefaultResource", "Add the resource to the default directory without qualifiers as well."),
    (
        "MissingPermission",
        "Check the permission before the call (`ContextCompat.checkSelfPermission`), or catch `SecurityException`, and declare it in the manifest.",
    ),
    ("MissingSuperCall", "Call `super.…` in the method at line {line} of `{name}`."),
    (
        "MissingTranslation",
        "Translate the string, or mark it `translatable=\"false\"` where it is the same in every language.",
    ),
    (
        "NewApi",
        "Guard the call at line {line} of `{name}` with `if (Build.VERSION.SDK_INT >= …)`, use AndroidX's compatible one, or raise `minSdk`.",
    ),
    ("NotSibling", "Let the constraint at line {line} of `{name}` name a view of the same layout."),
    ("ObsoleteSdkInt", "Remove the check of `SDK_INT` at line {line} of `{name}`: `minSdk` is higher already."),
    ("OldTargetApi", "Raise `targetSdk` in the module's build file."),
    ("ProtectedPermissions", "Remove the permission from the manifest: only apps of the system get it."),
    ("RemoteViewLayout", "Use only views that remote views (widgets, notifications) support."),
    ("ResourceType", "Pass a resource of the kind that the call at line {line} of `{name}` asks for."),
    (
        "RestrictedApi",
        "Do not call what is only for the library's own use at line {line} of `{name}`; use its public API.",
    ),
    (
        "StringFormatInvalid",
        "Correct the format at line {line} of `{name}`: write `%%` for a percent sign, or `formatted=\"false\"`.",
    ),
    ("StringFormatMatches", "Let the arguments fit the string's format (`%d` for a number, `%s` for a text)."),
    ("SuspiciousIndentation", "Correct the indentation at line {line} of `{name}`, or add the braces that are meant."),
    (
        "UnspecifiedRegisterReceiverFlag",
        "Pass `ContextCompat.RECEIVER_NOT_EXPORTED` in `ContextCompat.registerReceiver`, or `RECEIVER_EXPORTED` where another app (such as the download manager) sends the broadcast.",
    ),
    (
        "UnusedResources",
        "Delete the resource at line {line} of `{name}` if nothing uses it by its name. By default this is a warning: the project has raised it (`warningsAsErrors`, lint.xml).",
    ),
    (
        "UnsafeOptInUsageError",
        "Mark the use at line {line} of `{name}` with `@OptIn(…)` of the annotation that the finding names.",
    ),
    ("WrongConstant", "Pass one of the constants that the call at line {line} of `{name}` allows."),
    ("WrongThread", "Call it on the thread that the finding names."),
];

/// Tool, end of the file (empty: any), how a finding is suppressed.
const SUPPRESSED: &[(&str, &str, &str)] = &[
    ("Android lint", ".xml", "`tools:ignore=\"{symbol}\"` on the element, or lint.xml"),
    ("Android lint", ".gradle", "`//noinspection {symbol}` above the line, or lint.xml"),
    ("Android lint", "", "`@SuppressLint(\"{symbol}\")` there, or lint.xml"),
    ("detekt", "", "`@Suppress(\"{symbol}\")` there, or detekt.yml"),
    ("ktlint", "", "`@Suppress(\"ktlint:{symbol}\")` there, or .editorconfig"),
    ("Checkstyle", "", "a suppression of Checkstyle's configuration"),
    ("PMD", "", "`// NOPMD` at the line or `@SuppressWarnings(\"PMD.{symbol}\")`, or the rule set"),
    ("SpotBugs", "", "`@SuppressFBWarnings(\"{symbol}\")` there, or its exclude filter"),
    ("FindBugs", "", "its exclude filter"),
];

/// Tool, further step.
const FURTHER: &[(&str, &str)] = &[
    (
        "Android lint",
        "Findings that are known may be recorded in a baseline: `lint {{ baseline = file(\"lint-baseline.xml\") }}`, then `./gradlew updateLintBaseline`; `abortOnError = false` only hides them.",
    ),
    ("detekt", "Findings that are known may be recorded in a baseline: `./gradlew detektBaseline`."),
    ("ktlint", "Most of its findings it corrects itself: `./gradlew ktlintFormat` (Kotlinter: `formatKotlin`)."),
];

/// Words a finding.
pub fn word(failure: &mut Failure) {
    let (Some(tool), Some(check)) = (failure.details.get("tool").cloned(), failure.symbol.clone()) else { return };
    let file = failure.file.clone().unwrap_or_default();
    let count = failure.details.get("count").and_then(|count| count.parse::<u32>().ok()).is_some_and(|count| count > 1);
    let mut cause = "{tool} reports `{symbol}`: {reason}.".to_owned();
    if count {
        cause.push_str(" It is one of {count} findings.");
    }
    let mut fixes = Vec::new();
    if let Some(library) = library(&file) {
        failure.details.insert("ignored_path".to_owned(), format!("**/{library}*/**"));
        fixes.push("It is found in a library's classes, which you can't correct: ignore it there by lint.xml in the project's root: `<lint><issue id=\"{symbol}\"><ignore path=\"{ignored_path}\"/></issue></lint>`.".to_owned());
        fixes.push("Or take another version of that library; if the check is your own or a library's, let it look at sources only.".to_owned());
    } else {
        let known = CHECKS.iter().find(|(id, _)| *id == check && tool == "Android lint").map(|(_, step)| *step);
        let unplaced = known.filter(|step| failure.line.is_some() || !step.contains("{line}"));
        fixes.extend(unplaced.map(str::to_owned));
        let how = SUPPRESSED.iter().find(|(of, end, _)| *of == tool && file.trim_end_matches(".kts").ends_with(end));
        let how = how.map_or("the tool's configuration", |(.., how)| how);
        let place = if failure.line.is_some() && !file.is_empty() { " at line {line} of `{name}`" } else { "" };
        fixes.push(if fixes.is_empty() {
            format!("Correct what `{{symbol}}` reports{place}; if it does not apply, suppress it with a reason: {how}.")
        } else {
            format!("If it does not apply, suppress it with a reason: {how}.")
        });
    }
    if failure.details.contains_key("report") {
        fixes.push("All findings stand in {report}.".to_owned());
    }
    fixes.extend(FURTHER.iter().filter(|(of, _)| *of == tool).map(|(_, step)| (*step).to_owned()));
    failure.wording = Some(Wording { cause, fixes });
}

/// Words the failure of a check of which the text shows no finding.
pub fn word_without_finding(failure: &mut Failure) {
    failure.details.remove("reason");
    let has = |name: &str| failure.details.contains_key(name);
    let count = if has("count") { " ({count})" } else { "" };
    let see = if has("report") {
        "Open {report}: it has the findings with their places."
    } else {
        "Look above for the findings, or open the report below the module's `build/reports`; `./gradlew {task}` alone prints them again."
    };
    let further = failure.details.get("tool").and_then(|tool| FURTHER.iter().find(|(of, _)| of == tool));
    failure.wording = Some(Wording {
        cause: format!(
            "{{tool}} found errors{count} and ends the build; its findings are not in this part of the log."
        ),
        fixes: std::iter::once(see).chain(further.map(|(_, step)| *step)).map(str::to_owned).collect(),
    });
}

/// The library in whose classes a finding is, by the path in Gradle's caches.
fn library(file: &str) -> Option<&str> {
    let path = file.split_once("/jars/").or_else(|| file.split_once("!/")).map(|(path, _)| path);
    let compiled = file.ends_with(".class") || file.ends_with(".jar") || path.is_some();
    if !compiled || !["/caches/", "\\caches\\", "/transform", "/.m2/"].iter().any(|part| file.contains(part)) {
        return None;
    }
    let path = path.unwrap_or(file);
    let ends = [".aar", ".jar"];
    let parts = path.split(['/', '\\']);
    let named = parts
        .rev()
        .find_map(|part| ends.iter().find_map(|end| part.strip_suffix(end)).filter(|name| *name != "classes"));
    let named = named.or_else(|| path.split(['/', '\\']).skip_while(|part| *part != "transformed").nth(1))?;
    let named = named.strip_prefix("jetified-").unwrap_or(named);
    let version = named.match_indices('-').find(|(at, _)| named[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    Some(version.map_or(named, |(at, _)| &named[..at]))
}

#[cfg(test)]
mod tests {
    use super::library;

    #[test]
    fn libraries_are_known_by_the_caches_paths() {
        let aar = "/home/dev/.gradle/caches/transforms-1/files-1.1/basket-view-1.2.aar/0a1b/jars/classes.jar!/com/example/A.class";
        assert_eq!(library(aar), Some("basket-view"));
        let new = "/home/dev/.gradle/caches/8.5/transforms/0a1b/transformed/jetified-shelf-2.0/jars/classes.jar!/com/example/A.class";
        assert_eq!(library(new), Some("shelf"));
        assert_eq!(library("/home/dev/shop/src/main/java/A.java"), None);
        assert_eq!(library("/home/dev/shop/build/classes/A.class"), None);
    }
}
