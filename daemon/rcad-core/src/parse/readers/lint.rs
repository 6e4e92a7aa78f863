//! Reads what checks of the source found: Android lint by its own lines, other tools' (detekt, ktlint, Checkstyle, PMD,
//! SpotBugs) where a task of theirs has failed. Their formats alone look like any warning.

mod compose;
mod kinds;
mod steps;
mod whole;

use crate::Category;
use crate::model::failure::{Failure, Framework, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, Rules, classify, rule};

/// The table's row.
pub const READER: Reader = Reader { kind: ReaderKind::Lint, anchors: &[": Error: "], frame: false, read };

/// `/p/res/mipmap-v26: Error: This folder … [ObsoleteSdkInt]`, `/p/AndroidManifest.xml:28: Error: You must … [CoarseFineLocation]`, `…/classes.jar!/a/B.class: Error: … [X from a.jar]`
static ANDROID: Pattern = Pattern::new(
    r"^\s*(?P<file>(?:[A-Za-z]:)?[^:\s][^:]*(?:\.[A-Za-z]+|[/\\](?:anim|color|drawable|font|layout|menu|mipmap|raw|values|xml)[A-Za-z0-9+-]*))(?::(?P<line>[0-9]+))?: Error: (?P<reason>.+?)\.? \[(?P<symbol>[A-Z][A-Za-z]+)(?: from [^\]]+)?\]$",
);

/// Findings, one a row.
static FINDINGS: Rules = Rules::new(&[
    // `/p/Basket.kt:12:9: The function add is too long (70). [LongMethod]`
    rule(
        Category::LintFailure,
        r"^(?P<file>(?:[A-Za-z]:)?[^\s:][^:\n]*\.kts?):(?P<line>[0-9]+):(?P<column>[0-9]+): (?P<reason>[^\n]+?)\.? \[(?P<symbol>[A-Z][A-Za-z0-9]+)\]\s*$",
    ),
    // `	LongMethod - 70/60 - [add] at /p/Basket.kt:12:9`
    rule(
        Category::LintFailure,
        r"^\s*(?P<symbol>[A-Z][A-Za-z0-9]+) - (?P<reason>[^\n]*\[[^\]\n]+\]) at (?P<file>[^\n]+?\.kts?):(?P<line>[0-9]+):(?P<column>[0-9]+)",
    ),
    // `/p/Basket.kt:1:1: Wildcard import (standard:no-wildcard-imports)`, `/p/Basket.kt:1:1 Wildcard import (…)`
    rule(
        Category::LintFailure,
        r"^(?P<file>(?:[A-Za-z]:)?[^\s:][^:\n]*\.kts?):(?P<line>[0-9]+):(?P<column>[0-9]+):? (?P<reason>[^\n]+?) \((?P<symbol>(?:[a-z]+:)?[a-z]+(?:-[a-z]+)*)\)\s*$",
    ),
    // the same without a rule's name, from ktlint before 0.48
    rule(
        Category::LintFailure,
        r"^(?P<file>(?:[A-Za-z]:)?[^\s:][^:\n]*\.kts?):(?P<line>[0-9]+):(?P<column>[0-9]+) (?P<reason>[A-Z][^\n]+?)\s*$",
    ),
    // `[ant:checkstyle] [ERROR] /p/Basket.java:3:1: Missing a Javadoc comment. [MissingJavadocMethod]`
    rule(
        Category::LintFailure,
        r"^(?:\[ant:checkstyle\] )?\[(?:ERROR|error|WARN|warn)\] (?P<file>[^\n]+?\.[a-z]+):(?P<line>[0-9]+)(?::(?P<column>[0-9]+))?: (?P<reason>[^\n]+?)\.? \[(?P<symbol>[A-Z][A-Za-z]+)\]",
    ),
    // `/p/Basket.java:10:	UnusedPrivateField:	Avoid unused private fields such as 'sum'.`
    rule(
        Category::LintFailure,
        r"^(?P<file>(?:[A-Za-z]:)?[^\s:][^:\n]*\.java):(?P<line>[0-9]+):\s+(?P<symbol>[A-Z][A-Za-z]+):\s+(?P<reason>[^\n]+?)\.?\s*$",
    ),
    // `M D NP_NULL_ON_SOME_PATH: Possible null pointer dereference of x in a.B.c()  At B.java:[line 12]`
    rule(
        Category::LintFailure,
        r"^[HML] [A-Z] (?P<symbol>[A-Z][A-Z_]+): (?P<reason>[^\n]+?) +At (?P<file>[A-Za-z0-9_$]+\.[a-z]+):\[lines? (?P<line>[0-9]+)",
    ),
]);

/// Tasks of such tools have one of these in their names.
const TOOLS: &[(&str, &str)] = &[
    ("detekt", "detekt"),
    ("ktlint", "ktlint"),
    ("lintkotlin", "ktlint"),
    ("spotless", "Spotless"),
    ("checkstyle", "Checkstyle"),
    ("pmd", "PMD"),
    ("spotbugs", "SpotBugs"),
    ("findbugs", "FindBugs"),
    ("lint", "Android lint"),
];

/// Lines above a block in which its task's findings are looked for.
const ABOVE: usize = 600;

/// Lines below the header of a task that has failed and has no block.
const BELOW: usize = 200;

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let found = ANDROID.captures(lines.get(at))?;
    let mut failure = Failure::new(Category::LintFailure, Language::Unknown, &found["reason"]);
    failure.file = Some(found["file"].to_owned());
    failure.line = found.name("line").and_then(|line| line.as_str().parse().ok());
    failure.symbol = Some(found["symbol"].to_owned());
    failure.details.insert("reason".to_owned(), found["reason"].to_owned());
    failure.details.insert("tool".to_owned(), "Android lint".to_owned());
    failure.language = language(&found["file"]);
    failure.evidence.push(lines.evidence(at));
    steps::word(&mut failure);
    name_compose(&mut failure);
    Some(ReaderMatch { failure, lines: 1, headline: false })
}

/// The tool whose task this is.
fn tool(task: &str) -> Option<&'static str> {
    let name = task.rsplit(':').next().unwrap_or("").to_lowercase();
    TOOLS.iter().find(|(word, _)| name.contains(word)).map(|(_, tool)| *tool)
}

/// The first finding of the checks that failed where Gradle prints no block for them: of those of the code before those of
/// its tests. `failed` is the line that says that the last one failed.
pub fn first_finding(lines: &Lines, failed: usize, failure: &Failure) -> Option<Failure> {
    let of_tests = |task: &str| task.rsplit(':').next().unwrap_or("").contains("Test");
    // What failed last may be no check; then its output says more.
    lines.failed_tasks().last().and_then(|task| tool(task))?;
    let mut tasks: Vec<&String> = lines.failed_tasks().iter().filter(|task| tool(task).is_some()).collect();
    tasks.sort_by_key(|task| of_tests(task));
    tasks.into_iter().find_map(|task| {
        let mut one = Failure { task: Some(task.clone()), ..failure.clone() };
        finding_above(lines, failed, &mut one).then_some(one)
    })
}

/// Completes the failure of a check's task by the first finding above its block at `block`, or around its header there.
/// `false` where the task is no check, or shows none.
pub fn finding_above(lines: &Lines, block: usize, failure: &mut Failure) -> bool {
    let failed = lines.failed_tasks().last();
    let task = failure.task.clone().or_else(|| failed.cloned()).unwrap_or_default();
    let Some(tool) = tool(&task) else { return false };
    if failure.category == Category::LintFailure && failure.symbol.is_none() {
        failure.symbol = Some(tool.to_owned());
    }
    let headed = super::headings::is_heading(lines.get(block));
    let to = if headed { block } else { (block + BELOW).min(lines.len()) };
    let own = |index: &usize| lines.task_above(*index).is_none_or(|above| above == task);
    let mut finding = Failure { symbol: None, ..failure.clone() };
    // `: Error: ` is Android lint's word for how grave it is, no rule's name.
    let at = (block.saturating_sub(ABOVE)..to)
        .filter(|index| own(index) && !lines.get(*index).contains(": Error: "))
        .find(|index| classify(&FINDINGS, &whole::finding(lines, *index), &mut finding).is_some());
    note_report(lines, block, failure);
    if at.is_none() && tool == "Android lint" && wrapped(lines, block, failure) {
        return true;
    }
    let Some(at) = at else {
        if failure.category == Category::LintFailure && failure.wording.is_none() && tool != "Spotless" {
            failure.details.insert("tool".to_owned(), tool.to_owned());
            steps::word_without_finding(failure);
        }
        return false;
    };
    for name in ["count", "report"] {
        finding.details.extend(failure.details.remove_entry(name));
    }
    *failure = finding;
    failure.message = lines.get(at).trim().to_owned();
    failure.details.insert("tool".to_owned(), tool.to_owned());
    failure.language = language(failure.file.as_deref().unwrap_or(""));
    failure.evidence.insert(0, lines.evidence(at));
    failure.details.extend(kinds::above(lines, to).map(|kinds| ("kinds".to_owned(), kinds)));
    steps::word(failure);
    name_compose(failure);
    true
}

/// `See the report at: file:///p/main.html`, `Wrote HTML report to file:///p/lint.html`, `… report is located at:`
static REPORT: Pattern = Pattern::new(
    r"(?:[Ww]rote (?:HTML|text) report to|report at:|report is located at:|reports? (?:is )?available at:?)\s*(?P<report>[^\s,]*)",
);

/// `2 PMD rule violations were found`, `Lint found 3 errors, 30 warnings`, `Analysis failed with 4 weighted issues`
static COUNT: Pattern = Pattern::new(
    r"(?:(?P<count>[0-9]+) (?:PMD|CodeNarc) rule violations|Lint found (?P<count2>[0-9]+) errors?|failed with (?P<count3>[0-9]+) (?:weighted )?issues)",
);

/// Lines around a block's beginning that name the report and the number of findings.
const AROUND: usize = 30;

fn note_report(lines: &Lines, block: usize, failure: &mut Failure) {
    for index in block.saturating_sub(AROUND)..(block + AROUND).min(lines.len()) {
        let line = lines.get(index);
        if let Some(found) = COUNT.captures(line) {
            let count = ["count", "count2", "count3"].iter().find_map(|name| found.name(name));
            failure
                .details
                .entry("count".to_owned())
                .or_insert_with(|| count.map_or("", |count| count.as_str()).to_owned());
        }
        let Some(found) = REPORT.captures(line) else { continue };
        // A path of its own line may be broken again.
        let below: String = (index + 1..(index + 3).min(lines.len()))
            .map(|index| lines.get(index).trim())
            .take_while(|line| !line.is_empty() && !line.contains(' '))
            .collect();
        let report = if found["report"].is_empty() { below } else { found["report"].to_owned() };
        if !report.is_empty() {
            failure.details.entry("report".to_owned()).or_insert(report);
        }
    }
}

/// `… registered for com.example.STARTED [UnspecifiedRegisterReceiverFlag]`, the end of a finding that a narrow window broke
static ENDING: Pattern =
    Pattern::new(r"^(?P<reason>[^\n]*\S)?\s*\[(?P<symbol>[A-Z][a-z]+[A-Z][A-Za-z]+)(?: from [^\]]+)?\]$");

/// Lines that one finding may take.
const WRAPPED: usize = 4;

/// Completes lint's failure by a finding whose lines were broken or whose beginning was cut off.
fn wrapped(lines: &Lines, block: usize, failure: &mut Failure) -> bool {
    let around = block.saturating_sub(AROUND)..(block + AROUND).min(lines.len());
    let Some((at, found)) = around.filter_map(|index| Some((index, ENDING.captures(lines.get(index))?))).next() else {
        return false;
    };
    let ends = |line: &str| {
        line.trim().is_empty() || line.starts_with("> ") || line.ends_with(']') || line.contains(" report ")
    };
    let mut first = at;
    while first > 0 && at - first < WRAPPED && !ends(lines.get(first - 1)) {
        first -= 1;
        if lines.get(first).contains(": Error: ") {
            break;
        }
    }
    let whole: Vec<&str> = (first..=at).map(|index| lines.get(index).trim()).collect();
    let whole = whole.join(" ");
    let reason = whole.rsplit_once('[').map_or("", |(reason, _)| reason).trim().trim_end_matches('.');
    failure.category = Category::LintFailure;
    failure.symbol = Some(found["symbol"].to_owned());
    failure.details.insert("tool".to_owned(), "Android lint".to_owned());
    failure.details.insert("reason".to_owned(), reason.to_owned());
    if let Some(placed) = ANDROID.captures(&whole) {
        failure.details.insert("reason".to_owned(), placed["reason"].to_owned());
        failure.file = Some(placed["file"].to_owned());
        failure.line = placed.name("line").and_then(|line| line.as_str().parse().ok());
    }
    failure.message = whole;
    failure.language = language(failure.file.as_deref().unwrap_or(""));
    failure.evidence.insert(0, lines.evidence(at));
    steps::word(failure);
    name_compose(failure);
    true
}

/// A check of Compose code finds what Compose's categories are about.
fn name_compose(failure: &mut Failure) {
    let check = failure.symbol.as_deref().map(|symbol| symbol.rsplit(':').next().unwrap_or(symbol));
    if let Some(category) = check.and_then(compose::category) {
        failure.category = category;
        failure.framework = Framework::Compose;
        // What a CompositionLocal's own words name is the local, not a check.
        let local = category == Category::ComposeCompositionLocal;
        failure.wording = Some(Wording {
            cause: "{tool} reports `{symbol}`: {reason}.".to_owned(),
            fixes: local
                .then(|| "Correct what `{symbol}` reports at line {line} of `{name}`.".to_owned())
                .into_iter()
                .collect(),
        });
    }
}

fn language(file: &str) -> Language {
    match file.rsplit('.').next().unwrap_or("") {
        "kt" | "kts" => Language::Kotlin,
        "java" | "class" => Language::Java,
        "xml" => Language::Xml,
        "gradle" => Language::Gradle,
        _ => Language::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;
    use crate::pattern::assert_sound;

    #[test]
    fn the_table_compiles() {
        assert_sound(&super::FINDINGS);
    }

    #[test]
    fn a_checks_finding_above_its_block_is_the_cause() {
        let block = |tool: &str, line: &str| {
            format!(
                "> Task :app:{tool} FAILED\n{line}\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n\
                 Execution failed for task ':app:{tool}'.\n> Analysis failed.\n\nBUILD FAILED in 1s\n"
            )
        };
        for (tool, line, symbol) in [
            ("detekt", "/p/Basket.kt:12:9: The function add is too long. [LongMethod]", "LongMethod"),
            ("detekt", "\tLongMethod - 70/60 - [add] at /p/Basket.kt:12:9", "LongMethod"),
            (
                "ktlintMainSourceSetCheck",
                "/p/Basket.kt:12:1 Wildcard import (no-wildcard-imports)",
                "no-wildcard-imports",
            ),
            (
                "checkstyleMain",
                "[ant:checkstyle] [ERROR] /p/Basket.java:12: Missing a Javadoc comment. [JavadocMethod]",
                "JavadocMethod",
            ),
            ("pmdMain", "/p/Basket.java:12:\tUnusedPrivateField:\tAvoid unused private fields.", "UnusedPrivateField"),
            ("spotbugsMain", "M D NP_NULL: Possible null in a.B.c()  At Basket.java:[line 12]", "NP_NULL"),
        ] {
            let root = &parse(&block(tool, line)).failures[0];
            assert_eq!(
                (root.category, root.symbol.as_deref(), root.line),
                (Category::LintFailure, Some(symbol), Some(12)),
                "{line}"
            );
        }
        let kotlin = block("compileKotlin", "/p/Basket.kt:12:9: The function add is too long. [LongMethod]");
        assert_ne!(parse(&kotlin).failures[0].category, Category::LintFailure);
    }

    #[test]
    fn the_first_finding_of_the_code_is_the_cause_where_several_checks_fail() {
        let check = |task: &str, tree: &str| {
            let found =
                |line: u32, said: &str| format!("/p/shop/src/{tree}/java/com/example/Shelf.java:{line}:\t{said}\n");
            let same: String = (11..30).map(|line| found(line, "SystemPrintln:\tSystem.out.println is used")).collect();
            let first = found(10, "EmptyCatchBlock:\tAvoid empty catch blocks");
            format!("> Task :{task}\n{first}{same}\n> Task :{task} FAILED\n\n")
        };
        let (main, test) = (check("pmdMain", "main"), check("pmdTest", "test"));
        for log in [format!("{main}{test}"), format!("{test}{main}")] {
            let root = parse(&format!("{log}7 actionable tasks: 7 executed\n")).failures.remove(0);
            let file = root.file.unwrap_or_default();
            assert_eq!((root.task.as_deref(), root.symbol.as_deref()), (Some(":pmdMain"), Some("EmptyCatchBlock")));
            assert!(file.contains("/main/") && root.line == Some(10), "{file}");
        }
    }

    #[test]
    fn a_finding_of_android_lint_that_is_printed_twice_is_one() {
        let found =
            "/p/Shelf.java:7: Error: Must be one of: Shelf.OPEN, Shelf.SHUT, but could be Basket.FULL [WrongConstant]";
        let code = "        put(Basket.FULL);\n            ~~~~~~~~~~~\n";
        let log = format!(
            "> Task :app:lintReportDebug\nLint found 1 error. First failure:\n{found}\n{code}\n> Task :app:lintDebug FAILED\nLint found 1 error. First failure:\n\n{found}\n{code}\n\
             FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:lintDebug'.\n> Lint found errors in the project; aborting build.\n\n  {found}\n  {code}\n"
        );
        let failures = parse(&log).failures;
        assert_eq!(failures.iter().map(|one| one.symbol.as_deref()).collect::<Vec<_>>(), [Some("WrongConstant")]);
        let cause = crate::explain::explain(&failures[0]).root_cause;
        assert!(cause.contains("could be Basket.FULL; allowed are Shelf.OPEN, Shelf.SHUT"), "{cause}");
    }

    #[test]
    fn android_lints_line_needs_its_issue() {
        let first = |text: &str| parse(text).failures.first().map(|failure| failure.category);
        assert_eq!(first("/p/A.kt:3: Error: Missing permission. [MissingPermission]\n"), Some(Category::LintFailure));
        assert_ne!(first("/p/A.kt:3: Error: Missing permission\n"), Some(Category::LintFailure));
    }
}
