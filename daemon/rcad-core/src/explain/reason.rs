//! Puts the change that broke a build before what the tools say of it.

use super::confidence::fitted;
use super::following::following;
use super::notes::end_sentence;
use crate::changes::words::since;
use crate::model::change::{Baseline, BaselineKind, Change, ChangeKind, ChangeSubject, Reason, SameFiles};
use crate::template::times;
use crate::{Analysis, Category};

/// Other changes that are listed at most.
const OTHERS: usize = 40;
/// Beginnings of the steps that are about other failures than the root.
const ABOUT_OTHERS: &[&str] = &["Then: ", "In the same way", "Also, each for itself"];

/// Adds to an analysis what the project is compared with, what changed, and the reason if there is one.
pub fn give(analysis: &mut Analysis, baseline: Baseline, changes: &[Change], reason: Option<Reason>) {
    let other = other_than_files(&baseline, analysis);
    analysis.baseline = Some(baseline);
    let told = reason.as_ref().map(|reason| reason.suspects.as_slice()).unwrap_or_default();
    let is_told = |change: &&Change| {
        told.iter().any(|suspect| suspect.change == **change || is_renamed_with(change, &suspect.change))
    };
    analysis.changes = changes.iter().filter(|change| !is_told(change)).take(OTHERS).cloned().collect();
    let Some(reason) = reason else {
        if let (Some(other), Some(cause)) = (other, analysis.root_cause.as_mut()) {
            end_sentence(cause);
            cause.push_str(&other);
        }
        return;
    };
    let Some(first) = reason.suspects.first() else { return };
    let cause = analysis.root_cause.take().unwrap_or_default();
    let follows = following(&analysis.errors);
    let own = cause.strip_suffix(follows.as_str()).unwrap_or(&cause);
    analysis.root_cause = Some(match says_all(&first.change, first.certain) {
        true => format!("{}{follows}", reason.cause),
        false => format!("{} {}{follows}", reason.cause, telling_sentence(own)),
    });
    if first.certain {
        let (others, mut own): (Vec<String>, Vec<String>) = std::mem::take(&mut analysis.fix_guidelines)
            .into_iter()
            .partition(|step| ABOUT_OTHERS.iter().any(|start| step.starts_with(start)));
        // With a patch or a test there is nothing that the tool's words add.
        let is_told =
            reason.patch.is_some() || analysis.errors.first().is_some_and(|one| one.category == Category::TestFailure);
        own.truncate(usize::from(!is_told && !says_all(&first.change, true)));
        analysis.fix_guidelines = reason.steps.into_iter().chain(own).chain(others).collect();
        analysis.confidence = fitted("change_certain");
    } else {
        analysis.confidence = fitted("change_likely");
    }
    analysis.suspects = reason.suspects;
    analysis.act_at = reason.act_at;
    analysis.patch = reason.patch;
}

/// Whether a constructor has another name because its class has.
fn is_renamed_with(change: &Change, class: &Change) -> bool {
    class.subject == ChangeSubject::Class
        && class.kind == ChangeKind::Renamed
        && change.subject == ChangeSubject::Constructor
        && change.file == class.file
        && (change.name == class.name || Some(&change.name) == class.after.as_ref())
}

/// What else there is, where no file of the project has changed: versions, or chance. Says nothing of a build of other tasks,
/// which may never have been green.
fn other_than_files(baseline: &Baseline, analysis: &Analysis) -> Option<String> {
    if !baseline.unchanged || baseline.kind != BaselineKind::GreenBuild {
        return None;
    }
    let since = since(baseline);
    let is_test = analysis.primary().is_some_and(|failure| failure.category == Category::TestFailure);
    let how_often = baseline.same_files.and_then(how_often).unwrap_or_default();
    Some(match baseline.versions.as_slice() {
        [] if is_test => format!(
            "No source, script or resource of the project has changed {since}, so the test may be flaky: it may depend on time, order, chance or the machine.{how_often}"
        ),
        [] => format!(
            "No source, script or resource of the project has changed {since}: what differs is outside of it, as the network, a repository, a changing version or the machine.{how_often}"
        ),
        versions => format!(
            "No source, script or resource of the project has changed {since}, but the build ran with {}.",
            versions.join(" and ")
        ),
    })
}

/// How often builds with these files have passed and failed; nothing of one of each, which is said already.
fn how_often(same: SameFiles) -> Option<String> {
    let passed = times(same.passed);
    Some(match (same.passed, same.failed) {
        (0, _) | (_, 0) | (1, 1) => return None,
        (_, 1) => {
            format!(" With these same files the build passed {passed} before, and failed now for the first time.")
        }
        (_, failed) => {
            let same_failure = match same.same_failure {
                1 => ", but not in this way before".to_owned(),
                all if all == failed => ", each time in this way".to_owned(),
                some => format!(", {} in this way", times(some)),
            };
            let failed = times(failed);
            format!(
                " With these same files the build has passed {passed} and failed {failed} (this one included){same_failure}."
            )
        }
    })
}

/// Whether a name that is gone or hidden says it all, so that the tool's own words add nothing.
fn says_all(change: &Change, certain: bool) -> bool {
    certain
        && match change.subject {
            ChangeSubject::Lines | ChangeSubject::Plugin => false,
            _ => matches!(
                change.kind,
                ChangeKind::Removed | ChangeKind::Renamed | ChangeKind::Moved | ChangeKind::Hidden
            ),
        }
}

/// The first sentence, or the one that has the warning behind an error which says only that there are some.
fn telling_sentence(text: &str) -> &str {
    first_sentence(text.find(WARNING).map_or(text, |at| &text[at..]))
}

/// How the sentence begins that has the warning.
const WARNING: &str = "The first warning is";

/// The text up to its first full stop that ends a sentence.
fn first_sentence(text: &str) -> &str {
    let end = text.match_indices(['.', '!', '?']).map(|(at, _)| at).find(|at| {
        let rest = &text[at + 1..];
        rest.is_empty()
            || rest.starts_with(' ') && rest[1..].starts_with(|c: char| c.is_uppercase() || c == '`' || c == '“')
    });
    end.map_or(text, |end| &text[..=end]).trim_end()
}
