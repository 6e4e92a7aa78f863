//! What to do about a finding: by its check, by the tool that found it, by the file that it is in. Data, and its use.

use crate::facts::table::{ANDROID, cell, rows};
use crate::model::failure::{Failure, Wording, escaped};
use crate::pattern::Pattern;

/// What the words of a finding may have that its step names: the name in the step, how it stands there.
const VALUES: &[(&str, &Pattern)] = &[
    ("api", &API),
    ("permission", &PERMISSION),
    ("newer", &NEWER),
    ("called", &CALLED),
    ("marker", &MARKER),
    ("allowed", &ALLOWED),
    ("named", &NAMED),
];

// `Call requires API level 26 (current min is 21)`, `Attribute `justificationMode` is only used in API level 26 and higher`
static API: Pattern = Pattern::new(r"(?:requires|used in) API level (?P<value>[0-9]+)");
// `Missing permissions required by LocationManager.getX: android.permission.ACCESS_FINE_LOCATION`
static PERMISSION: Pattern = Pattern::new(r"(?P<value>[a-z]+(?:\.[a-z]+)*\.permission\.[A-Z_]+)");
// `A newer version of com.example:shelf than 1.0 is available: 1.2`
static NEWER: Pattern = Pattern::new(r"is available: (?P<value>[0-9][A-Za-z0-9.+-]*)");
// `Overriding method should call `super.onStop``
static CALLED: Pattern = Pattern::new(r"should call `?super\.(?P<value>[a-zA-Z]+)");
// `… annotated with @OptIn(markerClass = com.example.Unstable.class)`, `… {com.example.Unstable.class}`
static MARKER: Pattern = Pattern::new(r"markerClass = \{?(?P<value>[A-Za-z0-9_.]+?)(?:\.class|\}|\)|,)");
// `Must be one of: View.VISIBLE, View.GONE`, `Expected resource of type drawable`
static ALLOWED: Pattern = Pattern::new(
    r"(?:Must be one or more of|Must be one of|one of): (?P<value>[A-Za-z0-9_.]+(?:, [A-Za-z0-9_.]+)*?)(?:, but (?:could be|was) |[^A-Za-z0-9_., ]|\.?$)|Expected (?P<value2>(?:a )?resource of type [a-z]+)",
);
// `Must be one of: View.VISIBLE, View.GONE, but could be Shelf.OPEN`
static PASSED: Pattern = Pattern::new(r", but could be (?P<value>[A-Za-z0-9_.]+(?:, [A-Za-z0-9_.]+)*?)\.?$");
// `"basket_total" is not translated in "de" (German)`
static NAMED: Pattern = Pattern::new(r#"["`“](?P<value>[A-Za-z0-9_.]+)["`”]"#);

/// The first step for a check of Android lint, with the values that the finding's words have.
fn of_check(check: &str, failure: &Failure) -> Option<String> {
    let reason = failure.details.get("reason").map_or("", String::as_str);
    let value = |name: &str| {
        let (_, pattern) = VALUES.iter().find(|(of, _)| *of == name)?;
        let found = pattern.captures(reason)?;
        let value = found.name("value").or_else(|| found.name("value2"))?;
        Some(escaped(value.as_str()))
    };
    let placed = failure.line.is_some() && failure.file.is_some();
    let row = rows(&ANDROID, "lint_checks").iter().find(|row| cell(row, 0) == Some(check))?;
    let valued = cell(row, 2).zip(cell(row, 3));
    let valued = valued.and_then(|(name, step)| Some(step.replace(&format!("{{{name}}}"), &value(name)?)));
    let step = valued.or_else(|| cell(row, 1).map(str::to_owned))?;
    Some(if placed { step } else { without_place(&step) })
}

/// A step for a finding whose place is not known.
fn without_place(step: &str) -> String {
    const PLACE: &str = "line {line} of `{name}`";
    step.replace(&format!(" at {PLACE}"), "").replace(PLACE, "the place that lint names")
}

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
    (
        "detekt",
        "detekt fails the build as soon as there are more findings than `maxIssues` in detekt.yml allows (0 unless it is set); findings that are known may be recorded in a baseline: `./gradlew detektBaseline`.",
    ),
    ("ktlint", "Most of its findings it corrects itself: `./gradlew ktlintFormat` (Kotlinter: `formatKotlin`)."),
];

/// Words a finding.
pub fn word(failure: &mut Failure) {
    let (Some(tool), Some(check)) = (failure.details.get("tool").cloned(), failure.symbol.clone()) else { return };
    let file = failure.file.clone().unwrap_or_default();
    let count = failure.details.get("count").and_then(|count| count.parse::<u32>().ok()).is_some_and(|count| count > 1);
    let mut cause = "{tool} reports `{symbol}`: {reason}.".to_owned();
    let reason = failure.details.get("reason").cloned().unwrap_or_default();
    if let Some(passed) = PASSED.captures(&reason)
        && let Some(allowed) =
            ALLOWED.captures(&reason).and_then(|found| Some(found.name("value")?.as_str().to_owned()))
    {
        failure.details.insert("passed".to_owned(), passed["value"].to_owned());
        failure.details.insert("allowed".to_owned(), allowed);
        cause =
            "{tool} reports `{symbol}`: the value that is passed could be {passed}; allowed are {allowed}.".to_owned();
    }
    if count {
        cause.push_str(" It is one of {count} findings");
        cause.push_str(if failure.details.contains_key("kinds") { ": {kinds}." } else { "." });
    }
    let mut fixes = Vec::new();
    if let Some(library) = library(&file) {
        failure.details.insert("ignored_path".to_owned(), format!("**/{library}*/**"));
        fixes.push("It is found in a library's classes, which you can't correct: ignore it there by lint.xml in the project's root: `<lint><issue id=\"{symbol}\"><ignore path=\"{ignored_path}\"/></issue></lint>`.".to_owned());
        fixes.push("Or take another version of that library; if the check is your own or a library's, let it look at sources only.".to_owned());
    } else {
        fixes.extend(of_check(&check, failure).filter(|_| tool == "Android lint"));
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
    use super::{VALUES, library, of_check};
    use crate::facts::table::{ANDROID, rows};
    use crate::model::failure::Language;
    use crate::{Category, Failure};

    #[test]
    fn libraries_are_known_by_the_caches_paths() {
        let aar = "/home/dev/.gradle/caches/transforms-1/files-1.1/basket-view-1.2.aar/0a1b/jars/classes.jar!/com/example/A.class";
        assert_eq!(library(aar), Some("basket-view"));
        let new = "/home/dev/.gradle/caches/8.5/transforms/0a1b/transformed/jetified-shelf-2.0/jars/classes.jar!/com/example/A.class";
        assert_eq!(library(new), Some("shelf"));
        assert_eq!(library("/home/dev/shop/src/main/java/A.java"), None);
        assert_eq!(library("/home/dev/shop/build/classes/A.class"), None);
    }

    #[test]
    fn a_check_has_a_step_of_its_own_with_the_values_of_its_words() {
        let step = |check: &str, reason: &str| {
            let mut failure = Failure::new(Category::LintFailure, Language::Unknown, reason);
            failure.details.insert("reason".to_owned(), reason.to_owned());
            of_check(check, &failure).unwrap_or_default()
        };
        let call = "Call requires API level 26 (current min is 21): `android.shelf.Shelf#open`";
        assert!(step("NewApi", call).contains("SDK_INT >= 26") && step("NewApi", "words").contains("SDK_INT >= …"));
        let missing = "Missing permissions required by Shelf.open: android.permission.CAMERA";
        assert!(step("MissingPermission", missing).contains("`android.permission.CAMERA`"));
        let opt_in = "This declaration is opt-in and its usage should be marked with `@com.example.Unstable` or `@OptIn(markerClass = com.example.Unstable.class)`";
        assert!(
            step("UnsafeOptInUsageError", opt_in).contains("{com.example.Unstable.class}")
                || step("UnsafeOptInUsageError", opt_in).contains("markerClass = com.example.Unstable.class")
        );
        for more in ["", ", but could be Basket.FULL, Basket.EMPTY"] {
            let said = step("WrongConstant", &format!("Must be one of: Shelf.OPEN, Shelf.SHUT{more}"));
            assert!(said.contains("Shelf.OPEN, Shelf.SHUT") && !said.contains("could be"), "{said}");
        }
        assert!(step("MissingTranslation", "\"total\" is not translated in \"de\" (German)").contains("`total`"));
        assert_eq!(step("ShelfCheck", call), "");
    }

    #[test]
    fn steps_name_only_values_that_are_known() {
        for row in rows(&ANDROID, "lint_checks") {
            for (step, value) in [(&row[1], ""), (&row[3], row[2].as_str())] {
                let named: String = step.replace("{{", "").replace("}}", "");
                for name in named.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
                    let place = ["line", "name"].contains(&name);
                    assert!(place || name == value && VALUES.iter().any(|(of, _)| *of == name), "{row:?}");
                }
            }
            assert!(row[2].is_empty() == row[3].is_empty(), "{row:?}");
        }
    }
}
