//! How sure the rules' answer is: by what recognised the message, and by what the log shows of it.

use super::unknown::{self, Speaker};
use super::{meaning, notes};
use crate::Category as C;
use crate::model::failure::{Failure, Role};
use crate::rules::RuleSet;

/// Categories whose general words only say where to look.
const VAGUE: &[C] = &[
    C::AaptCompile,
    C::AaptLink,
    C::AgpDexMerge,
    C::AgpNdkCmake,
    C::Databinding,
    C::GradleExternalProcess,
    C::GradleScriptCompile,
    C::GradleScriptEvaluation,
    C::JavaOther,
    C::KaptKsp,
    C::KotlinCoroutine,
    C::KotlinInternalCompilerError,
    C::KotlinSyntax,
    C::ManifestMerger,
    C::ManifestOther,
    C::NativeCrash,
    C::Other,
    C::RuntimeIllegalArgument,
    C::RuntimeIllegalState,
    C::RuntimeIoNetwork,
    C::RuntimeNpe,
    C::RuntimeSecurity,
    C::XmlInflation,
];

/// Beginnings of messages that only say that something failed.
const HEADLINES: &[&str] = &[
    "A failure occurred while executing",
    "Compilation failed",
    "Execution failed for task",
    "The build failed; no line",
];

/// Percent for what only a sign shows.
const DOUBTFUL: i32 = 40;

/// Percent for a message that has words of its own and neither place nor symbol. Read strictly, of 34 such answers on logs
/// that nobody had seen 20 were right, and of 10 by a template 8.
const OWN_WORDS: i32 = 65;

/// Percent for what a catalogue of a tool's messages says: true, and no more than that.
const CATALOGUED: i32 = 75;

/// Percent for a known failure with the thread in which it was solved; of 14 such answers 10 were right.
const LEARNT: i32 = 80;

/// The row of Gradle's own headline.
const HEADLINE_ROW: &str = "Execution failed for task";

/// Confidence of the rules, 0 to 1. `leftovers` is how many lines look like an error and were not read.
pub fn confidence(primary: &Failure, errors: &[Failure], leftovers: usize) -> f64 {
    let mut percent = base(primary);
    // Unmatched lines may have a better cause, and other causes may matter more.
    percent -= if leftovers > 0 { 5 } else { 0 };
    let is_rival = |other: &&Failure| other.role == Role::Independent && other.category != primary.category;
    percent -= if errors.iter().skip(1).any(|other| is_rival(&other)) { 5 } else { 0 };
    f64::from(percent) / 100.0
}

/// Percent for one failure.
fn base(failure: &Failure) -> i32 {
    let placed = failure.file.is_some();
    let shown = i32::from(placed) + i32::from(failure.symbol.is_some());
    if failure.details.contains_key("doubtful") {
        return DOUBTFUL;
    }
    if let Some(known) = by_rule(failure) {
        return known;
    }
    if is_headline(failure) {
        return if placed { 40 } else { 30 };
    }
    match unknown::speaker(failure) {
        Some(Speaker::Exception | Speaker::Kotlin | Speaker::Java) if placed => return 45,
        Some(Speaker::Gradle | Speaker::Exception) => return 40,
        Some(_) => return 35,
        None => (),
    }
    let words = failure.wording.as_ref();
    match words {
        Some(words) if !words.cause.is_empty() => OWN_WORDS + 5 * shown,
        None | Some(_) if meaning(failure.category).is_none() => 50,
        _ if VAGUE.contains(&failure.category) && words.is_none_or(|words| words.fixes.is_empty()) => 50 + 2 * shown,
        _ => 55 + 5 * shown,
    }
}

/// For a known failure of the rule files: more for one whose conditions held, and for a user's own.
fn by_rule(failure: &Failure) -> Option<i32> {
    let name = failure.rule.as_deref()?;
    if !failure.details.contains_key("known") {
        return None;
    }
    if !notes::is_learnt(failure) {
        return Some(CATALOGUED);
    }
    let conditions = RuleSet::built_in().named(name).is_none_or(|rule| !rule.conditions().is_empty());
    Some(if conditions { LEARNT + 5 } else { LEARNT })
}

/// Whether only the headline of something that failed was read.
fn is_headline(failure: &Failure) -> bool {
    let begins = HEADLINES.iter().any(|start| failure.message.starts_with(start));
    let row = failure.rule.as_deref().is_some_and(|rule| rule.starts_with(HEADLINE_ROW));
    let silent = failure.category == C::GradleTaskFailed && failure.rule.is_none();
    let command = failure.category == C::GradleTaskFailed && failure.wording.is_none();
    let said = failure.details.contains_key("reason") && !failure.details.contains_key("command") && !begins;
    (begins || row || silent || command) && !said
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    fn percent(text: &str) -> f64 {
        (analyze(parse(text), None).confidence * 100.0).round()
    }

    #[test]
    fn what_is_known_better_is_surer() {
        let own_words = percent(
            "e: file:///p/Basket.kt:3:5 'when' expression must be exhaustive. Add the 'FULL' branch or an 'else' branch.",
        );
        let template = percent("e: file:///p/Basket.kt:3:5 Unresolved reference 'shelf'.");
        let unknown = percent("e: file:///p/Basket.kt:3:5 Shelves of this kind cannot be stacked.");
        let headline = percent("> Task :app:stackShelves FAILED\n\nBUILD FAILED in 1s");
        assert!(
            own_words >= template && template > unknown && unknown > headline,
            "{own_words} {template} {unknown} {headline}"
        );
        assert!(own_words >= 75.0 && unknown <= 45.0 && headline <= 40.0, "{own_words} {unknown} {headline}");
    }

    #[test]
    fn another_cause_beside_it_makes_it_less_sure() {
        let one = "e: file:///p/Basket.kt:3:5 Unresolved reference 'shelf'.\n";
        let other = "e: file:///p/Clip.kt:9:1 Val cannot be reassigned.\n";
        assert!(percent(&[one, other].concat()) < percent(one));
    }
}
