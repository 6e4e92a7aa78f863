//! From a failure to its explanation: templates per category, filled only with what was read from the text.
//!
//! A template whose placeholder is not known is not used, so nothing is claimed that the evidence does not show.

mod android;
mod compose;
mod confidence;
mod following;
mod gradle;
mod java;
mod kotlin;
mod meaning;
mod module;
mod named;
mod notes;
mod owner;
pub mod reason;
mod runtime;
mod said;
mod setting;
mod test_runs;
mod unknown;
pub mod wiki;
mod xml;

pub use confidence::ground;
pub(crate) use following::following;
pub use meaning::Meaning;

use crate::fingerprint::{fingerprint, relative};
use crate::model::analysis::{Engine, Verdict};
use crate::model::change::ProjectPlace;
use crate::model::failure::{Failure, Role, file_name};
use crate::parse::Parsed;
use crate::{Analysis, Category, facts, template};
use owner::CodeOwner;
use unknown::Speaker;

/// A failure explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// One to three sentences.
    pub root_cause: String,
    /// What to do, most useful first.
    pub fixes: Vec<String>,
    /// Documentation.
    pub link: Option<&'static str>,
}

const TABLES: &[&[Meaning]] = &[
    kotlin::MEANINGS,
    java::MEANINGS,
    test_runs::MEANINGS,
    gradle::MEANINGS,
    android::MEANINGS,
    xml::MEANINGS,
    runtime::MEANINGS,
    compose::MEANINGS,
];

/// Templates of a category; `None` where only the tool's own message is shown.
pub fn meaning(category: Category) -> Option<&'static Meaning> {
    TABLES.iter().flat_map(|table| table.iter()).find(|meaning| meaning.category == category)
}

/// Explains one failure: by the words of the rule or row that recognised it, else by its category's templates; what nobody
/// recognised is said to be unknown.
pub fn explain(failure: &Failure) -> Explanation {
    // The place that people name beside a failure shows whose it is, too.
    let owner = CodeOwner::of(failure);
    let failure = failure.as_read();
    let failure = failure.as_ref();
    let meaning = meaning(failure.category);
    let speaker = unknown::speaker(failure);
    // A file of a library is no place at which anybody begins.
    let foreign = matches!(owner, CodeOwner::Frame(_)) || failure.details.contains_key("library_place");
    let unplaced = foreign.then(|| Failure { file: None, line: None, ..failure.clone() });
    let shown = unplaced.as_ref().unwrap_or(failure);
    let mut root_cause = template::with_location(shown, &cause(shown, meaning, speaker));
    if let Some(whose) = owner.sentence(failure) {
        notes::end_sentence(&mut root_cause);
        root_cause.push_str(&whose);
    }
    setting::fit_cause(failure, &mut root_cause);
    let (mut fixes, known) = steps(shown, meaning, speaker, &owner);
    owner.direct(failure, known, &mut fixes);
    if !notes::evidence::is_told(failure) {
        notes::add(failure, owner.is_editable(), &mut root_cause, &mut fixes);
    }
    fixes.iter_mut().for_each(|fix| in_module(failure, fix));
    if unknown::is_unknown(failure)
        && let Some(similar) = unknown::similar(failure)
    {
        fixes.insert(fixes.len().min(1), similar);
    }
    setting::fit(failure, owner.is_in_other_module(), &mut fixes);
    module::tell(failure, &mut root_cause, &fixes);
    Explanation { root_cause, fixes, link: meaning.and_then(|meaning| meaning.link) }
}

fn cause(failure: &Failure, meaning: Option<&Meaning>, speaker: Option<Speaker>) -> String {
    if let Some(shown) = notes::evidence::cause(failure) {
        return shown;
    }
    let causes = meaning.map_or(&[][..], |meaning| meaning.causes);
    let own = failure.wording.as_ref().filter(|wording| !wording.cause.is_empty());
    let own = own.and_then(|wording| {
        template::fill(&wording.cause, failure).or_else(|| template::fill_without_place(&wording.cause, failure))
    });
    let named = own.is_some();
    let cause = own
        .or_else(|| unknown::cause(speaker?, failure))
        .or_else(|| template::first(causes, failure))
        .unwrap_or_else(|| plain(failure));
    match failure.category {
        Category::TestFailure if named => test_runs::introduce(failure, cause),
        _ if failure.details.contains_key("known") => quoting(failure, cause),
        _ => cause,
    }
}

/// Lets a command that is written for the usual module run in the one whose task failed.
fn in_module(failure: &Failure, fix: &mut String) {
    const USUAL: &str = "./gradlew :app:";
    let Some((module, _)) = failure.task.as_deref().and_then(|task| task.rsplit_once(':')) else { return };
    if module != ":app" && fix.contains(USUAL) && !module.contains(' ') {
        let colon = if module.is_empty() { "" } else { ":" };
        *fix = fix.replace(USUAL, &format!("./gradlew {module}{colon}"));
    }
}

/// The steps, and whether they are a rule's or row's for just this failure.
fn steps(
    failure: &Failure,
    meaning: Option<&Meaning>,
    speaker: Option<Speaker>,
    owner: &CodeOwner,
) -> (Vec<String>, bool) {
    if let Some(shown) = notes::evidence::steps(failure) {
        return (shown, true);
    }
    let own: Vec<&String> = failure.wording.iter().flat_map(|wording| &wording.fixes).collect();
    let mut fixes: Vec<String> = own.iter().filter_map(|fix| template::fill(fix, failure)).collect();
    if fixes.is_empty() && owner.is_called_by_own() {
        fixes = own.iter().filter_map(|fix| template::fill_without_place(fix, failure)).collect();
    }
    fixes.dedup_by(|later, earlier| is_said_by(earlier, later));
    if !fixes.is_empty() {
        return (fixes, true);
    }
    let told = failure.exception.is_some() || matches!(speaker, Some(Speaker::Gradle | Speaker::Program));
    let said = told.then(|| said::step(failure)).flatten();
    if let Some(speaker) = speaker {
        return (said.into_iter().chain(unknown::steps(speaker, failure)).collect(), false);
    }
    let said = said.filter(|_| UNSPECIFIC.contains(&failure.category));
    let general = meaning.map_or(&[][..], |meaning| meaning.fixes);
    let general = general.iter().filter_map(|wordings| template::first(wordings, failure));
    (said.into_iter().chain(general).collect(), false)
}

/// Categories that say no more than which class of exception was thrown.
const UNSPECIFIC: &[Category] = &[
    Category::Other,
    Category::RuntimeIllegalState,
    Category::RuntimeIllegalArgument,
    Category::RuntimeIoNetwork,
    Category::SpringStartup,
];

/// Words with which a step and its form without a place begin and end alike.
const ALIKE: usize = 3;

/// Whether a step is another one without its place: `Check for -1 at Main.kt:3 before …` and `Check for -1 before …`.
fn is_said_by(earlier: &str, later: &str) -> bool {
    let count = |text: &str| text.split(' ').count();
    count(later) > 2 * ALIKE
        && count(earlier) >= count(later)
        && earlier.split(' ').zip(later.split(' ')).take(ALIKE).all(|(one, other)| one == other)
        && earlier.rsplit(' ').zip(later.rsplit(' ')).take(ALIKE).all(|(one, other)| one == other)
}

/// Longest quotation of a tool's message behind a cause, in characters.
const QUOTED: usize = 140;

/// Beginnings of messages that only lead to what a rule has matched below.
const HEADLINES: &[&str] = &[
    "A problem occurred ",
    "A failure occurred ",
    "Execution failed for ",
    "Could not resolve all ",
    "Failed to apply plugin ",
    "Script compilation error",
];

/// The cause of a known failure with the tool's own message, by which its reader recognises it, unless it has that.
fn quoting(failure: &Failure, cause: String) -> String {
    // `java.lang.RuntimeException`
    let class = failure.message.trim().trim_end_matches(':');
    let bare = class.ends_with("Exception") && !class.contains([' ', '/', ':']);
    let headline = bare || HEADLINES.iter().any(|start| failure.message.starts_with(start));
    let said =
        failure.details.get("said").filter(|said| headline && !said.starts_with('*')).unwrap_or(&failure.message);
    let line = said.lines().next().unwrap_or_default().trim_start_matches(['>', '^', ' ', '\t']);
    let message = line.strip_prefix("Caused by: ").unwrap_or(line).trim().trim_end_matches(['.', ':']);
    let start: String = message.chars().take(40).collect();
    // A frame of asterisks around the words says nothing.
    if !message.contains(char::is_alphanumeric) || cause.contains(&start) {
        return cause;
    }
    format!("{cause} The log says: “{}”.", template::beginning(message, QUOTED))
}

/// The tool's own message.
fn plain(failure: &Failure) -> String {
    let message = failure.message.trim();
    match &failure.exception {
        Some(class) if !message.contains(class.as_str()) => format!("{class}: {message}"),
        _ if message.is_empty() => failure.category.title().to_owned(),
        _ => message.to_owned(),
    }
}

/// How sure it is that nothing failed in a text with lines that look like errors and that no reader recognised.
const UNREAD: f64 = 0.5;

/// The rules' answer for a text. `project` is its root directory; files under it become relative.
pub fn analyze(parsed: Parsed, project: Option<&str>) -> Analysis {
    let mut errors = parsed.failures;
    if let Some(project) = project {
        for failure in &mut errors {
            make_relative(failure, project);
        }
    }
    errors.iter_mut().filter(|failure| failure.role != Role::Consequence).for_each(|failure| {
        facts::complete(failure);
        facts::names::unexplained(failure);
    });
    facts::together::tell(&mut errors);
    let Some(primary) = errors.first() else {
        // Lines that nobody could read may be one.
        let confidence = if parsed.leftovers.is_empty() { 1.0 } else { UNREAD };
        return Analysis { confidence, ..Analysis::none() };
    };
    let Explanation { mut root_cause, mut fixes, .. } = explain(primary);
    root_cause.push_str(&following(&errors));
    let telling = test_runs::telling(&errors);
    if let Some(step) = telling.and_then(|at| test_runs::begin_with(&errors[at], explain(&errors[at]).fixes.first())) {
        fixes.insert(0, step);
    }
    let others = independent(&errors, &fixes, telling);
    fixes.extend(others);
    let confidence = confidence::confidence(primary, &errors, parsed.leftovers.len());
    let fingerprint = Some(fingerprint(primary));
    let act_at = ProjectPlace::to_act(primary);
    errors.iter_mut().for_each(named::complete);
    errors.iter_mut().for_each(unknown::kind::complete);
    Analysis {
        outcome: Verdict::Failure,
        fingerprint,
        root_cause: Some(root_cause),
        fix_guidelines: fixes,
        confidence,
        engine: Engine::Rules,
        act_at,
        errors,
        ..Analysis::none()
    }
}

/// Most independent failures that get a step of their own.
const INDEPENDENT: usize = 2;

/// The cause without what changes between builds: the line number and the number of other failures.
pub(crate) fn cause_alone(analysis: &Analysis) -> Option<String> {
    let cause = analysis.root_cause.as_deref()?;
    let cause = cause.strip_suffix(following(&analysis.errors).as_str()).unwrap_or(cause);
    let primary = analysis.primary()?;
    let rest = cause.strip_prefix(template::with_location(primary, "").as_str());
    Some(rest.unwrap_or(cause).to_owned())
}

/// Steps for the failures that remain when the root is fixed, those first from which most follow. `told` are the steps for
/// the root: what is mended by the first of them needs none of its own. `telling` is the failed test that has one already.
/// Where there are more failures, their places follow.
fn independent(errors: &[Failure], told: &[String], telling: Option<usize>) -> Vec<String> {
    let others = errors.iter().enumerate().skip(1).filter(|(_, failure)| failure.role == Role::Independent);
    let mut known: Vec<(usize, &Failure)> =
        others.filter(|(_, failure)| failure.category != Category::GradleTaskFailed).collect();
    let sizes = sizes(errors);
    known.sort_by_key(|(at, _)| std::cmp::Reverse(sizes[*at]));
    let mut spoken: Vec<&Failure> = errors.first().into_iter().chain(telling.map(|at| &errors[at])).collect();
    known.retain(|(at, failure)| {
        let told = spoken.iter().any(|one| is_same_known(one, failure)) || test_runs::is_told(&spoken, failure);
        let new = Some(*at) != telling && !told;
        spoken.extend(Some(*failure).filter(|_| new));
        new
    });
    let mut steps: Vec<String> = Vec::new();
    let mut mended: Vec<String> =
        errors.first().zip(told.first()).map(|(root, fix)| shape(fix, root)).into_iter().collect();
    let (mut same, mut rest) = (Vec::new(), Vec::new());
    for (_, failure) in known {
        let Explanation { root_cause, fixes, .. } = explain(failure);
        let cause = module::untold(&root_cause, failure, errors.first()).trim_end_matches('.');
        match fixes.into_iter().next() {
            Some(fix) if mended.contains(&shape(&fix, failure)) => {
                same.push(brief(failure, import_of(&fix).is_some().then_some(fix.as_str())));
            }
            fix if steps.len() == INDEPENDENT => rest.push(brief(failure, fix.as_deref())),
            Some(fix) => {
                steps.push(format!("Then: {cause}. {fix}"));
                mended.push(shape(&fix, failure));
            }
            None => steps.push(format!("Then: {cause}.")),
        }
    }
    steps.extend(listed("In the same way", same.into_iter().flatten().collect()));
    steps.extend(listed("Also, each for itself", rest.into_iter().flatten().collect()));
    steps
}

/// A step without the failure's own name and place: the same for two failures that are mended alike.
fn shape(fix: &str, failure: &Failure) -> String {
    let mut shape = fix.to_owned();
    if let Some(symbol) = failure.symbol.as_deref().filter(|symbol| symbol.len() > 1) {
        shape = shape.replace(symbol, "{symbol}");
    }
    if let Some(property) = failure.details.get("property") {
        shape = shape.replace(property.as_str(), "{property}");
    }
    if let Some(file) = failure.file.as_deref().map(file_name) {
        shape = shape.replace(file, "{name}");
    }
    match failure.line {
        Some(line) => shape.replace(&format!("line {line} "), "line "),
        None => shape,
    }
}

/// Whether one known failure was recognised in both, about the same name.
fn is_same_known(one: &Failure, other: &Failure) -> bool {
    let known = |failure: &Failure| failure.details.get("known").cloned();
    known(one).is_some() && known(one) == known(other) && one.symbol == other.symbol
}

/// Most failures that are listed by place and message alone.
const LISTED: usize = 6;

/// Longest message in that list, in characters.
const BRIEF: usize = 90;

/// Longest step that is told with it, in characters.
const SHORT_STEP: usize = 80;

/// Place and message of a failure that gets no step of its own, with what to do if that is short.
fn brief(failure: &Failure, fix: Option<&str>) -> Option<String> {
    let import = fix.and_then(import_of);
    let fix = import.as_deref().or(fix);
    failure.file.as_ref()?;
    let line = failure.message.lines().next().unwrap_or_default().trim_end_matches(['.', ':']);
    let symbol = failure.symbol.as_deref().filter(|symbol| !line.contains(symbol));
    let line = symbol.map_or_else(|| line.to_owned(), |symbol| format!("{line}: `{symbol}`"));
    let line = line.as_str();
    let fix =
        fix.filter(|fix| fix.chars().count() <= SHORT_STEP).map(|fix| format!(" ({})", fix.trim_end_matches('.')));
    Some(template::with_location(failure, &format!("{}{}", template::beginning(line, BRIEF), fix.unwrap_or_default())))
}

/// The import that a step begins with, without the file, which the list names: "`import com.example.Shelf`".
fn import_of(fix: &str) -> Option<String> {
    let import = fix.strip_prefix("Add `import ")?.split('`').next()?;
    Some(format!("`import {import}`"))
}

/// One step for several failures.
fn listed(head: &str, failures: Vec<String>) -> Option<String> {
    let more = match failures.len().saturating_sub(LISTED) {
        0 => String::new(),
        many => format!("; and {many} more"),
    };
    let shown: Vec<String> = failures.into_iter().take(LISTED).collect();
    (!shown.is_empty()).then(|| format!("{head}: {}{more}.", shown.join("; ")))
}

/// How many failures follow from each one.
fn sizes(errors: &[Failure]) -> Vec<usize> {
    let mut sizes = vec![0; errors.len()];
    let explained = errors.iter().filter_map(|failure| failure.explained_by).filter(|by| !by.again);
    let by = explained.filter_map(|by| usize::try_from(by.failure).ok());
    by.for_each(|cause| sizes.get_mut(cause).into_iter().for_each(|size| *size += 1));
    sizes
}

fn make_relative(failure: &mut Failure, project: &str) {
    for path in failure.file.iter_mut().chain(failure.details.get_mut("other_file")) {
        if let Some(short) = relative(path, project) {
            *path = short;
        }
    }
}

/// What tests read: cause and steps of a text's first failure.
#[cfg(test)]
pub fn told(log: &str) -> String {
    let told = explain(&crate::parse::parse(log).failures[0]);
    format!("{} {}", told.root_cause, told.fixes.join(" "))
}

/// The same of the whole analysis, with what the tables know; ` / ` stands before each step.
#[cfg(test)]
pub fn answer(log: &str) -> String {
    let analysis = analyze(crate::parse::parse(log), None);
    format!("{} / {}", analysis.root_cause.unwrap_or_default(), analysis.fix_guidelines.join(" / "))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{TABLES, explain};
    use crate::model::failure::{Failure, Language};
    use crate::{Category, template};

    #[test]
    fn a_category_is_explained_once_and_always() {
        let mut seen = HashSet::new();
        for meaning in TABLES.iter().flat_map(|table| table.iter()) {
            assert!(seen.insert(meaning.category), "{} twice", meaning.category);
            let bare = Failure::new(meaning.category, Language::Unknown, "what the tool said");
            assert!(
                template::first(meaning.causes, &bare).is_some(),
                "{}: no wording without details",
                meaning.category
            );
            assert!(!explain(&bare).fixes.is_empty(), "{}: no fix without details", meaning.category);
        }
    }

    #[test]
    fn what_follows_is_counted_and_what_does_not_gets_a_step() {
        let error = |name: &str, file: &str| format!("e: file:///p/{file}.kt:1:1 Unresolved reference '{name}'.\n");
        let text = [error("first", "A"), error("first", "B"), error("second", "A")].concat();
        let analysis = super::analyze(crate::parse::parse(&text), None);
        assert!(analysis.root_cause.is_some_and(|cause| cause.ends_with("The same error occurs once more.")));
        let then: Vec<&String> = analysis.fix_guidelines.iter().filter(|fix| fix.starts_with("Then: ")).collect();
        assert!(then.len() == 1 && then[0].contains("second"), "{then:?}");
    }

    #[test]
    fn only_what_follows_from_the_root_is_counted() {
        let text = "e: file:///p/A.kt:5:9 Unresolved reference 'style'.\ne: file:///p/B.kt:5:9 Unresolved reference 'style'.\n\
            e: file:///p/C.kt:8:9 Unresolved reference 'Entry'.\ne: file:///p/C.kt:9:9 Cannot infer type for this parameter. Specify it explicitly.\n";
        let analysis = super::analyze(crate::parse::parse(text), None);
        let cause = analysis.root_cause.clone().unwrap_or_default();
        assert!(cause.ends_with(" The same error occurs once more."), "{cause}");
        assert_eq!(analysis.errors.len(), 4, "all are listed");
        let shown = crate::render::text(&analysis, false);
        let last = "The same error stands at B.kt:5. 1 failure follows from the others: C.kt:9";
        assert!(shown.contains(last), "{shown}");
        let mut older = analysis;
        older.errors.iter_mut().for_each(|failure| failure.explained_by = None);
        assert_eq!(super::following(&older.errors), " 2 more errors follow from it.", "as older versions said");
    }

    #[test]
    fn a_meaning_holds_where_the_place_is_not_shown() {
        let said = super::told(
            "android.view.ViewRootImpl$CalledFromWrongThreadException: Only the original thread that created a view hierarchy can touch its views.\n\tat android.view.ViewRootImpl.checkThread(ViewRootImpl.java:7753)\n",
        );
        assert!(said.contains("A view is touched from a background thread; views"), "{said}");
        assert!(said.contains("Run the line on the main thread"), "{said}");
    }

    #[test]
    fn unknown_placeholders_are_never_shown() {
        for category in Category::ALL {
            let explanation = explain(&Failure::new(*category, Language::Unknown, "what the tool said"));
            let all = explanation.fixes.iter().chain([&explanation.root_cause]);
            assert!(all.into_iter().all(|text| !text.contains("{}")), "{category}");
        }
    }
}
