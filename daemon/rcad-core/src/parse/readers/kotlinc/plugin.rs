//! Reads what Kotlin's Gradle plugin says of a build's configuration: a title, what is wrong, and the plugin's own remedy.

use crate::Category;
use crate::model::failure::{Failure, Language, Wording, escaped};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::parse::readers::gradle;
use crate::parse::readers::headings::is_heading;
use crate::pattern::{Pattern, Rules, classify, rule};

/// The table's row.
pub const READER: Reader =
    Reader { kind: ReaderKind::Kotlinc, anchors: &["❌ ", "⛔ ", " | ERROR] ", " | FATAL] "], frame: false, read };

/// `e: ❌ No Kotlin Targets Declared` ends no build by itself, `⛔ …` below `* What went wrong:` does;
/// `e: [NoKotlinTargetsDeclared | ERROR] Please …` until Kotlin 2.1, without a title.
static BEGINS: Pattern = Pattern::new(
    r"^[\s>]*(?:(?:e|error): ❌ (?P<error>\S.*?)|⛔ (?P<fatal>\S.*?)|(?:(?:e|error): )?\[(?P<symbol>[A-Za-z0-9]+) \| (?:ERROR|FATAL)\] (?P<said>\S.*?))\s*$",
);

/// Titles of what Gradle's reader knows by its sentence, with more of its values.
const KNOWN_BY_GRADLE: &[&str] = &["Inconsistent JVM Target"];

/// What leads to documentation, and what follows in a log.
static ENDS: Pattern = Pattern::new(
    r"^\s*(?:Learn more|Read more|See https?:|See the |#diagnostic-end|#stacktrace|Stacktrace:|\* |> |[ew]: |FAILURE: |BUILD |warning: |error: )",
);

/// `Solution:`, `Solution: Please …`, `Solutions:`
static SOLUTION: Pattern = Pattern::new(r"^\s*Solutions?:\s*(?P<text>.*)$");

/// Lines of one diagnostic; some show a whole build script.
const LINES: usize = 60;

/// Characters of what is told of a diagnostic and of its remedy.
const LONGEST: usize = 280;

static TITLES: Rules = Rules::new(&[
    rule(
        Category::GradleVersionIncompatible,
        r"Version Incompatible with|API Version Mismatch|Incompatible Gradle Version|Not Compatible with Gradle|Versions Incompatible|Requires Gradle",
    ),
    rule(
        Category::GradlePluginNotFound,
        r"^Missing Android Gradle Plugin|requires one of the Android Gradle plugins|Plugin Not Applied",
    ),
    rule(Category::GradleCircularDependency, r"^Circular dependsOn|[Cc]ircular dependsOn hierarchy"),
    rule(Category::GradleDependencyNotFound, r"Dependencies Resolution Failure|Dependency Does Not Exist"),
    rule(Category::GradleScriptEvaluation, r"`(?P<symbol>[A-Za-z0-9]+\(\))` Kotlin Target Already Declared"),
    rule(Category::GradleScriptEvaluation, r"(?:Target|Variant|Publication|Property) '(?P<symbol>[^'\s]+)'"),
    rule(Category::GradleScriptEvaluation, r"(?P<symbol>`?[a-z][A-Za-z]+(?:\(\))?`?) (?:Option|Used|in Kotlin)"),
    rule(Category::GradleScriptEvaluation, r""),
]);

/// Names that what is wrong prints.
static NAMED: Pattern =
    Pattern::new(r"(?:['`]|source sets: )(?P<symbol>[A-Za-z:][^'`\s]{2,80})(?:(?: \([^)]*\))?['`]| -> )");

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let found = BEGINS.captures(lines.get(at))?;
    // Apps decorate their own lines with such marks as well.
    let ends_build = || at > 0 && is_heading(lines.get(at - 1)) || lines.get(at).trim_start().starts_with('>');
    if found.name("fatal").is_some() && !ends_build() {
        return None;
    }
    let title = found.name("error").or_else(|| found.name("fatal")).map_or("", |title| title.as_str());
    if KNOWN_BY_GRADLE.iter().any(|known| title.starts_with(known)) {
        return None;
    }
    let first = found.name("said").map(|said| said.as_str());
    let parts = PluginReport::below(lines, at, first);
    let message = if parts.said.is_empty() { title } else { &parts.said };
    let mut failure = Failure::new(Category::GradleScriptEvaluation, Language::Gradle, message);
    classify(&TITLES, if title.is_empty() { message } else { title }, &mut failure);
    let named = || NAMED.captures(message).map(|named| named["symbol"].to_owned());
    failure.symbol = failure.symbol.or_else(named).or_else(|| found.name("symbol").map(|id| id.as_str().to_owned()));
    failure.wording = Some(words(title, message, &parts.solution));
    if let Some((index, file, line)) = gradle::script_above(lines, at) {
        (failure.file, failure.line) = (Some(file), line);
        failure.evidence.push(lines.evidence(index));
    }
    failure.evidence.extend((at..parts.end).take(3).map(|index| lines.evidence(index)));
    Some(ReaderMatch { failure, lines: parts.end - at, headline: false })
}

/// The cause in the plugin's words, and its own remedy as the step.
fn words(title: &str, message: &str, solution: &str) -> Wording {
    let subject = if title.is_empty() || title == message { String::new() } else { format!(" ({})", escaped(title)) };
    let cause = format!("Kotlin's Gradle plugin refuses the build's configuration{subject}: {}", escaped(message));
    let step = match solution {
        "" => "Correct that in the build script of the project that `> Configure project` names above it.".to_owned(),
        solution => format!("The plugin says what helps: “{}”", escaped(solution)),
    };
    Wording { cause, fixes: vec![step] }
}

/// What is wrong, the remedy, and the line after both.
struct PluginReport {
    said: String,
    solution: String,
    end: usize,
}

impl PluginReport {
    /// Of the lines below the title at `at`, `said` being what stands behind it.
    fn below(lines: &Lines, at: usize, said: Option<&str>) -> PluginReport {
        let mut parts = PluginReport { said: said.unwrap_or("").to_owned(), solution: String::new(), end: at + 1 };
        let (mut in_code, mut in_solution) = (false, false);
        for index in at + 1..(at + LINES).min(lines.len()) {
            let line = lines.get(index).trim();
            if ENDS.is_match(line) {
                break;
            }
            let (text, solves) = match SOLUTION.captures(line) {
                Some(found) => (found.name("text").map_or("", |text| text.as_str()), true),
                None => (line, in_solution),
            };
            in_solution = solves;
            // A script that is shown as an example goes up to the remedy.
            in_code = !solves && (in_code || text.ends_with('{') || text == "```");
            let to = if solves { &mut parts.solution } else { &mut parts.said };
            let full = to.len() + text.len() > LONGEST;
            // Behind an empty line only the remedy belongs to it.
            if solves && (full || text.is_empty() && !to.is_empty()) {
                break;
            }
            if !text.is_empty() && !full && !in_code {
                to.push_str(if to.is_empty() { "" } else { " " });
                to.push_str(text.trim_start_matches(['•', ' ']));
                parts.end = index + 1;
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::TITLES;
    use crate::Category;
    use crate::model::failure::Failure;
    use crate::parse::parse;
    use crate::pattern::assert_sound;

    #[test]
    fn tables_compile() {
        assert_sound(&TITLES);
    }

    fn read(log: &str) -> Vec<Failure> {
        parse(log).failures
    }

    fn wording(failure: &Failure) -> (String, Vec<String>) {
        failure.wording.clone().map(|wording| (wording.cause, wording.fixes)).unwrap_or_default()
    }

    #[test]
    fn what_ends_the_build_is_told_with_its_script_and_its_remedy() {
        let failures = read(
            "* Where:\nBuild file '/home/dev/basket/build.gradle.kts' line: 7\n\n* What went wrong:\n⛔ Missing Android Gradle Plugin\n\
             The Android target requires a 'Android Gradle Plugin' to be applied to the project.\n```\nplugins {\n    id(\"com.android.library\")\n}\n```\n\
             Solution: Please apply the Android Gradle Plugin to the project.\n> java.lang.Throwable (no error message)\n\n* Try:\n> Run with --stacktrace\n\nBUILD FAILED in 3s\n",
        );
        let [failure] = &failures[..] else { panic!("{failures:?}") };
        assert_eq!(failure.category, Category::GradlePluginNotFound);
        assert_eq!(failure.line, Some(7));
        let (cause, fixes) = wording(failure);
        assert!(cause.ends_with("(Missing Android Gradle Plugin): The Android target requires a 'Android Gradle Plugin' to be applied to the project."), "{cause}");
        assert_eq!(fixes, ["The plugin says what helps: “Please apply the Android Gradle Plugin to the project.”"]);
    }

    #[test]
    fn what_is_reported_before_the_build_fails_is_the_root() {
        let log = "> Configure project :basket\ne: ❌ `jvm()` Kotlin Target Already Declared\nDeclaring multiple Kotlin Targets of the same type is not supported.\n\
            Solution:\nPlease remove the duplicate target declaration.\nSee https://kotl.in/declaring-multiple-targets for more details.\n\n\
            FAILURE: Build failed with an exception.\n\n* What went wrong:\nCould not determine the dependencies of task ':basket:compileKotlinJvm'.\n> It has two jars.\n";
        let failures = read(log);
        assert_eq!(failures[0].symbol.as_deref(), Some("jvm()"));
        assert_eq!(failures[0].message, "Declaring multiple Kotlin Targets of the same type is not supported.");
        assert!(wording(&failures[0]).1[0].contains("remove the duplicate target"));
    }

    #[test]
    fn marks_of_an_app_are_none_of_the_plugins() {
        assert_eq!(read("I/Shelf: ⛔ closed\nI/Shelf: 📚 open again\nI/Shelf: ❌ not now\n"), []);
    }

    #[test]
    fn warnings_are_no_failures() {
        let log = "w: ⚠️ JS Environment Not Selected\nPlease choose a JavaScript environment.\nSolution:\nPlease choose one.\n\nBUILD SUCCESSFUL in 2s\n";
        assert_eq!(read(log), []);
    }

    #[test]
    fn the_older_form_has_an_id_for_a_title() {
        let failures = read("e: [BasketSourceSetError | ERROR] The source set 'basketMain' has no target.\n");
        assert_eq!(failures[0].symbol.as_deref(), Some("basketMain"));
        assert!(wording(&failures[0]).0.ends_with("configuration: The source set 'basketMain' has no target."));
    }
}
