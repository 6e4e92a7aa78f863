//! How sure the rules' answer is: by what recognised the message, and by what the log shows of it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

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

/// The row of Gradle's own headline.
const HEADLINE_ROW: &str = "Execution failed for task";

/// How often answers were right, by ground; fitted by `testdata/calibrate`.
const TABLE: &str = include_str!("confidence.toml");

/// How many answers of a ground were looked at.
#[derive(serde::Deserialize)]
struct FittedRow {
    right: u32,
    of: u32,
}

static FITTED: LazyLock<BTreeMap<String, FittedRow>> = LazyLock::new(|| toml::from_str(TABLE).unwrap_or_default());

/// How often answers on this ground are right, 0 to 1: (right + 1) / (all + 2), which few cases leave near a half.
pub fn fitted(ground: &str) -> f64 {
    let row = FITTED.get(ground).map_or((0, 0), |row| (row.right, row.of));
    let share = f64::from(row.0 + 1) / f64::from(row.1 + 2);
    (share * 100.0).round() / 100.0
}

/// Confidence of the rules, 0 to 1. `leftovers` is how many lines look like an error and were not read.
pub fn confidence(primary: &Failure, errors: &[Failure], leftovers: usize) -> f64 {
    let mut less = 0;
    // Unmatched lines may have a better cause, and other causes may matter more.
    less += if leftovers > 0 { 5 } else { 0 };
    let is_rival = |other: &&Failure| other.role == Role::Independent && other.category != primary.category;
    less += if errors.iter().skip(1).any(|other| is_rival(&other)) { 5 } else { 0 };
    let percent = (fitted(ground(primary)) * 100.0).round() - f64::from(less);
    percent.max(1.0) / 100.0
}

/// What the rules' answer about a failure rests on: a row of `confidence.toml`.
pub fn ground(failure: &Failure) -> &'static str {
    let placed = failure.file.is_some();
    let shown = usize::from(placed) + usize::from(failure.symbol.is_some());
    if failure.details.contains_key("doubtful") {
        return "doubtful";
    }
    if notes::evidence::is_told(failure) {
        return "evidence";
    }
    if let Some(known) = by_rule(failure) {
        return known;
    }
    if is_headline(failure) {
        return if placed { "headline_placed" } else { "headline" };
    }
    match unknown::speaker(failure) {
        Some(Speaker::Exception | Speaker::Kotlin | Speaker::Java) if placed => return "unknown_placed",
        Some(Speaker::Gradle | Speaker::Exception) => return "unknown_gradle",
        Some(_) => return "unknown",
        None => (),
    }
    let words = failure.wording.as_ref();
    match words {
        Some(words) if !words.cause.is_empty() => ["own_words_0", "own_words_1", "own_words_2"][shown],
        None | Some(_) if meaning(failure.category).is_none() => "no_meaning",
        _ if VAGUE.contains(&failure.category) && words.is_none_or(|words| words.fixes.is_empty()) => {
            ["vague_0", "vague_1", "vague_2"][shown]
        }
        _ => ["template_0", "template_1", "template_2"][shown],
    }
}

/// For a known failure of the rule files: more for one whose conditions held, and for a user's own.
fn by_rule(failure: &Failure) -> Option<&'static str> {
    let name = failure.rule.as_deref()?;
    if !failure.details.contains_key("known") {
        return None;
    }
    if !notes::is_learnt(failure) {
        return Some("catalogued");
    }
    let conditions = RuleSet::built_in().named(name).is_none_or(|rule| !rule.conditions().is_empty());
    Some(if conditions { "learnt_checked" } else { "learnt" })
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
    fn the_table_has_every_ground_and_no_other() {
        let source = include_str!("confidence.rs").split("#[cfg(test)]").next().unwrap_or_default();
        let used = |ground: &str| source.contains(&format!("\"{ground}\"")) || ground.starts_with("change_");
        assert!(super::FITTED.len() > 20, "the table is read");
        for (ground, row) in super::FITTED.iter() {
            assert!(used(ground) && row.right <= row.of, "{ground}");
        }
        for ground in
            ["doubtful", "evidence", "learnt", "headline", "unknown", "own_words_2", "template_1", "change_certain"]
        {
            assert!(super::FITTED.contains_key(ground), "{ground}");
        }
    }

    #[test]
    fn another_cause_beside_it_makes_it_less_sure() {
        let one = "e: file:///p/Basket.kt:3:5 Unresolved reference 'shelf'.\n";
        let other = "e: file:///p/Clip.kt:9:1 Val cannot be reassigned.\n";
        assert!(percent(&[one, other].concat()) < percent(one));
    }
}
