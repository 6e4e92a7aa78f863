//! From ties to what is told: suspects, the sentence, the first steps, the place to act, the patch.

use super::link::given::{ChangeTie, ChangedProject};
use super::link::strongest_ties;
use super::{patch, words};
use crate::model::change::{Baseline, Change, ChangeKind as K, ChangeSubject as S, ProjectPlace, Reason, Suspect};
use crate::model::failure::Failure;

/// The reason for a build's failures; nothing where no change is tied to them.
pub fn reason(errors: &[Failure], project: &ChangedProject<'_>, baseline: &Baseline) -> Option<Reason> {
    let ties = strongest_ties(errors, project);
    let best = ties.first()?;
    let failure = errors.get(best.failure)?;
    let failing = failing_places(errors, best);
    let at = shown_place(failure).map(|place| words::place(&place.file, place.line));
    let since = words::since(baseline);
    let happened = format!("{}{}", capitalised(&words::happened(&best.change)), words::origin(&best.change));
    let mut cause = format!("{happened} {since}.");
    let mut steps = Vec::new();
    let package_line = package_line(&best.change, project).filter(|_| best.certain);
    let patch = match &package_line {
        Some(place) => patch::restored_at(place, project),
        None => best.certain.then(|| patch::patch(&best.change, &failing, project)).flatten(),
    };
    if let Some(place) = &package_line {
        let old =
            best.change.before.as_deref().and_then(|name| name.rsplit_once('.')).map_or("", |(package, _)| package);
        let at = words::place(&place.file, place.line);
        cause.push_str(&format!(" The file stands where it was; its `package` line is what changed ({at})."));
        steps.push(format!(
            "Write `package {old}` again at {at}, or move the file and import it by its new name where it is used."
        ));
    } else if best.certain {
        let is_inside = failure.file.as_deref() == Some(best.change.file.as_str()) && best.change.subject != S::Import;
        let is_lost_setting = best.change.subject == S::Setting && best.change.kind == K::Removed;
        let reading = || is_lost_setting.then(|| capitalised(&best.why));
        let consequence = words::consequence(&best.change, at.as_deref()).filter(|_| !is_inside).or_else(reading);
        if let Some(consequence) = consequence {
            cause.push_str(&format!(" {consequence}."));
        }
        steps.push(words::step(&best.change, at.as_deref()));
        if let Some(patch) = &patch
            && !patch.also.is_empty()
        {
            steps.push(also(&best.change, &patch.also));
        }
    } else {
        cause = format!("{happened} {since}; {}.", best.why);
    }
    let act_at = Some(package_line.unwrap_or_else(|| act_at(failure, best)));
    let suspects =
        ties.iter().map(|tie| Suspect { change: tie.change.clone(), why: tie.why.clone(), certain: tie.certain });
    Some(Reason { suspects: suspects.collect(), cause, steps, act_at, patch })
}

/// The failing place as people are told it: of a file that the build made, the one of the project behind it.
fn shown_place(failure: &Failure) -> Option<ProjectPlace> {
    let file = failure.file.clone()?;
    if failure.details.contains_key("implemented_at") {
        return ProjectPlace::to_act(failure);
    }
    // `com.example.app-mergeDebugResources-2:/values/values.xml` is a merged file, too.
    if file.contains("/build/") || file.contains(":/values") {
        return ProjectPlace::to_act(failure).filter(|place| !place.file.contains("/build/"));
    }
    failure.line.map(|line| ProjectPlace { file, line: Some(line) })
}

/// The `package` line of a file that stands where it was, for what it declares that is in another package by that.
fn package_line(change: &Change, project: &ChangedProject<'_>) -> Option<ProjectPlace> {
    let (package, _) = change.before.as_deref().filter(|_| change.kind == K::Moved)?.rsplit_once('.')?;
    let pair = project.pairs.iter().find(|pair| pair.path == change.file)?;
    let (before, after) = (pair.before.as_deref()?, pair.after.as_deref()?);
    let (dir, _) = change.file.rsplit_once('/')?;
    let is_package = |line: &str| line.trim_start().starts_with("package ");
    let old = before.lines().find(|line| is_package(line))?;
    let at = after.lines().position(is_package)?;
    let is_changed = after.lines().nth(at) != Some(old);
    (is_changed && format!("/{dir}").ends_with(&format!("/{}", package.replace('.', "/"))))
        .then(|| ProjectPlace { file: change.file.clone(), line: u32::try_from(at + 1).ok() })
}

/// Where the tools report what the tie's failure is about.
fn failing_places(errors: &[Failure], best: &ChangeTie) -> Vec<ProjectPlace> {
    let symbol = errors.get(best.failure).and_then(|failure| failure.symbol.as_deref());
    let same =
        errors.iter().enumerate().filter(|(at, failure)| *at == best.failure || failure.symbol.as_deref() == symbol);
    let mut all: Vec<ProjectPlace> = same
        .filter_map(|(_, failure)| Some(ProjectPlace { file: failure.file.clone()?, line: Some(failure.line?) }))
        .collect();
    all.sort();
    all.dedup();
    all
}

/// The failing place, where the change is right and its use is not; else the change.
fn act_at(failure: &Failure, best: &ChangeTie) -> ProjectPlace {
    let change = &best.change;
    let failing = || ProjectPlace::to_act(failure);
    let there = ProjectPlace { file: change.file.clone(), line: change.line };
    let in_code =
        matches!(change.subject, S::Class | S::Function | S::Constructor | S::Property | S::Typealias | S::Resource);
    if !best.certain {
        return failing().unwrap_or(there);
    }
    // Of what is gone from the failing file there is no line to act on; of a lost brace the compiler knows none either.
    let is_gone = change.kind == K::Removed || change.subject == S::Lines && change.after.is_none();
    let is_here = failure.file.as_deref() == Some(change.file.as_str()) && !failure.is_syntax();
    match (change.subject, change.kind) {
        (S::Lines | S::Import, _) if is_gone && is_here => failing().unwrap_or(there),
        (S::Lines, _) => match failing() {
            Some(place) if change.holds(&place.file, place.line.unwrap_or(0)) => place,
            _ => there,
        },
        (_, K::Edited) => there,
        (S::CatalogueEntry, K::Renamed | K::Removed) => failing().unwrap_or(there),
        _ if in_code => failing().unwrap_or(there),
        _ => there,
    }
}

fn also(change: &Change, places: &[ProjectPlace]) -> String {
    let shown: Vec<String> = places.iter().take(3).map(|one| words::place(&one.file, one.line)).collect();
    let more = if places.len() > shown.len() { ", …" } else { "" };
    format!("`{}` also stands at {}{more}; look whether it is the same one.", change.name, shown.join(", "))
}

/// `The dependency` of `the dependency`, `In` of `in`; a path stays as it is.
fn capitalised(text: &str) -> String {
    let begin = [("the ", "The "), ("in ", "In ")].into_iter().find(|(word, _)| text.starts_with(word));
    begin.map_or_else(|| text.to_owned(), |(word, capital)| format!("{capital}{}", &text[word.len()..]))
}
