//! What a failed task or program itself printed: where Gradle says only that it failed, the line of its output that says
//! why, whoever printed it.

mod name;
mod place;
mod region;
mod score;
mod steps;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::{tasks, wrappers};
use crate::Category as C;
use crate::model::failure::{BY_WORDS, Failure, SYMBOL_BY_WORDS, Wording, file_name};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{ReaderKind, TakenFailure};
use crate::parse::readers::headings;
use crate::pattern::Pattern;

/// Wordings that send the reader to another part of the log.
const NOT_HERE: &str = "not in this ";

/// Lines that a message without words of its own goes on in: `error during build:`, `ERROR in ./src/Shelf.tsx 3:0-30`
static HEAD: Pattern =
    Pattern::new(r"(?::|\bERROR in \S+(?: [0-9:-]+)?|^\W*(?i:error in [^:]{1,60}|(?:syntax |type )?error|fatal)\W*)$");

/// Lines that head each other.
const HEADS: usize = 3;

/// A frame of characters around a message.
static BORDER: Pattern = Pattern::new(r"^(?:[*│┃║>#]\s+)+");

/// Longest line that is quoted, in characters.
const QUOTED: usize = 300;

/// A line of a tool's output that says why it failed.
struct Said {
    /// Its index.
    at: usize,
    /// Its words, with those of the next line where it only heads that.
    text: String,
}

/// Gives the failures of which Gradle says only that something failed the line that says why. Where another reader has read
/// that line, its failure takes the place of Gradle's block.
pub fn tell(lines: &Lines, mut taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    place_known(lines, &mut taken);
    taken.iter_mut().for_each(|one| {
        goal(lines, one);
        npm(lines, one);
    });
    let is_block = |one: &TakenFailure| one.is_frame() && headings::is_heading(lines.get(one.start));
    let blocks: Vec<usize> = taken.iter().filter(|one| is_block(one)).map(|one| one.start).collect();
    let mut told: HashSet<usize> = HashSet::new();
    for index in 0..taken.len() {
        name_block(lines, &mut taken[index]);
        let one = &taken[index];
        if !one.is_frame() || !one.found.headline || !is_open(&one.found.failure) {
            continue;
        }
        let block = region::block(lines, one.start, one.end());
        let elsewhere = leads_elsewhere(&one.found.failure);
        let said = if elsewhere { search(lines, one, &block, &blocks) } else { None };
        let reader = said.as_ref().and_then(|said| reader_of(&taken, index, said.at));
        match (said, reader) {
            (Some(_), Some(other)) if !taken[other].is_frame() => {
                let task = taken[index].found.failure.task.clone().unwrap_or_default();
                // A file of another module is another task's.
                if tasks::lies_in(&task, &taken[other]) {
                    give_task(&mut taken, index, other);
                    told.insert(taken[index].id);
                }
            }
            (Some(said), other) => {
                told.extend(other.map(|other| taken[other].id));
                quote(lines, said, &mut taken[index].found.failure);
            }
            (None, _) if elsewhere => trace(&mut taken[index].found.failure),
            (None, _) => complete(lines, &block, &mut taken[index].found.failure),
        }
    }
    taken.retain(|one| !told.contains(&one.id));
    taken
}

/// `[ERROR] Failed to execute goal org.example:exec-maven-plugin:3.1.0:exec (gen) on project shelf: …`
static GOAL: Pattern = Pattern::new(r"Failed to execute goal (?P<goal>[^\s:]+:[^\s:]+:[^\s:]+:[^\s:]+)");

/// Where Maven says only that a plugin's program failed, the line of its output that says why.
fn goal(lines: &Lines, one: &mut TakenFailure) {
    let known = one.reader.kind == ReaderKind::KnownFailure || one.is_trace();
    let said = one.found.failure.details.get("said").filter(|_| one.is_trace()).cloned();
    let line = said.as_deref().unwrap_or(lines.get(one.start));
    let Some(found) = GOAL.captures(line).filter(|_| known && score::leads_elsewhere(line)) else { return };
    let begin = (0..one.start).rev().find(|at| lines.get(*at).starts_with("[INFO] --- ")).map_or(0, |at| at + 1);
    let own = |at: &usize| {
        let line = lines.get(*at);
        !line.trim().is_empty() && !score::leads_elsewhere(line) && !line.contains("org.apache.")
    };
    let printed: Vec<usize> = (begin.max(one.start.saturating_sub(region::ABOVE))..one.start).filter(own).collect();
    let Some(said) = score::best(lines, &printed, false).map(|at| whole(lines, at)) else { return };
    let goal = found["goal"].to_owned();
    let failure = &mut one.found.failure;
    failure.details.insert("goal".to_owned(), goal);
    quote(lines, said, failure);
    failure.category = C::GradleExternalProcess;
    failure.wording = Some(Wording::new(
        "What Maven's goal `{goal}` runs fails with: “{said_by_program}”.",
        &[
            "Correct {name}, line {line}, as the message says.",
            "Correct what it says; `mvn -e -X` shows the command with its arguments, to run it by hand.",
        ],
    ));
}

/// Lines of npm's report below its code.
const REPORT: usize = 25;

/// Shorter lines of a report only head the next one.
const SHORT: usize = 40;

/// What npm's report says below `npm error code ERESOLVE`.
fn npm(lines: &Lines, one: &mut TakenFailure) {
    let Some((mark, _)) = lines.get(one.start).split_once(" code ").filter(|(mark, _)| mark.starts_with("npm ")) else {
        return;
    };
    let said = |at: usize| lines.get(at).strip_prefix(mark).map(str::trim).filter(|said| !said.is_empty());
    let report: Vec<usize> = (one.start + 1..(one.start + REPORT).min(lines.len()))
        .take_while(|at| lines.get(*at).starts_with(mark))
        .filter(|at| said(*at).is_some())
        .collect();
    let points = |at: usize| said(at).and_then(score::points).unwrap_or(0);
    let most = report.iter().map(|at| points(*at)).max().filter(|most| *most >= score::TELLING);
    let Some(place) = report.iter().position(|at| Some(points(*at)) == most) else { return };
    let text = |place: usize| report.get(place).and_then(|at| said(*at)).unwrap_or("");
    let goes_on = text(place).len() < SHORT && !text(place + 1).is_empty();
    let whole = if goes_on { format!("{}; {}", text(place), text(place + 1)) } else { text(place).to_owned() };
    let failure = &mut one.found.failure;
    failure.evidence.push(lines.evidence(report[place]));
    failure.details.insert("said_by_program".to_owned(), whole);
    // What a rule knows of it says more.
    let known = failure.details.contains_key("known");
    if let Some(wording) = failure.wording.as_mut().filter(|_| !known) {
        "npm, which the build runs, fails with `{symbol}`: “{said_by_program}”.".clone_into(&mut wording.cause);
    }
}

/// Gives a block of a kind that is known, and names nothing, the first name in marks in its sentences.
fn name_block(lines: &Lines, one: &mut TakenFailure) {
    if !one.is_frame() || one.found.headline || one.found.failure.symbol.is_some() {
        return;
    }
    let block = region::block(lines, one.start, one.end());
    // The task's or project's own, and Gradle's words for both, are in every block.
    let own = |name: &str| name.starts_with(':') || one.found.failure.task.as_deref() == Some(name);
    let file = one.found.failure.file.as_deref().map(file_name);
    let is_file = |name: &str| file == Some(file_name(name));
    let sentences = block.iter().map(|at| lines.get(*at)).filter(|line| !line.starts_with("A problem occurred "));
    let named = sentences.filter_map(name::quoted).find(|name| !own(name) && !is_file(name) && name.len() > 1);
    if let Some(name) = named {
        one.found.failure.symbol = Some(without_directories(name));
        one.found.failure.details.insert(SYMBOL_BY_WORDS.to_owned(), BY_WORDS.to_owned());
    }
}

/// An absolute path's last part; any other name as it is.
fn without_directories(name: String) -> String {
    let is_path = name.starts_with('/') || name.get(1..3).is_some_and(|drive| matches!(drive, ":\\" | ":/"));
    if is_path { file_name(&name).to_owned() } else { name }
}

/// The other match that the line at `at` belongs to.
fn reader_of(taken: &[TakenFailure], index: usize, at: usize) -> Option<usize> {
    let has = |one: &TakenFailure| {
        if one.is_frame() { one.start == at && one.found.headline } else { (one.start..one.end()).contains(&at) }
    };
    taken.iter().enumerate().find(|(other, one)| *other != index && has(one)).map(|(other, _)| other)
}

/// What a reader read of the output of the block's task failed in that task.
fn give_task(taken: &mut [TakenFailure], block: usize, other: usize) {
    let task = taken[block].found.failure.task.clone();
    let line = taken[block].found.failure.evidence.first().cloned();
    let failure = &mut taken[other].found.failure;
    if failure.task.is_none() {
        failure.task = task;
        failure.evidence.extend(line);
    }
}

/// Gives what only a rule or a program's reader knows the place that its line is about.
fn place_known(lines: &Lines, taken: &mut [TakenFailure]) {
    for one in taken.iter_mut() {
        let failure = &one.found.failure;
        if failure.file.is_some() || failure.process.is_some() || lines.source(one.start).is_some() {
            continue;
        }
        let known = matches!(one.reader.kind, ReaderKind::KnownFailure | ReaderKind::Process);
        let found = if known {
            place::of_message(lines, one.start, &words(lines, one.start))
        } else if one.is_trace() {
            place::of_thrown(lines, one.start, &failure.message)
        } else if one.is_frame() && failure.details.contains_key("known") {
            let at = (one.start..one.end()).find(|at| lines.get(*at).trim_end().ends_with(failure.message.trim_end()));
            at.and_then(|at| place::of_message(lines, at, lines.get(at))).filter(|place| place.line.is_some())
        } else {
            None
        };
        if let Some(place) = found {
            (one.found.failure.file, one.found.failure.line) = (Some(place.file), place.line);
        }
    }
}

/// Whether nothing that is known explains it.
fn is_open(failure: &Failure) -> bool {
    let cause = failure.wording.as_ref().map_or("", |wording| wording.cause.as_str());
    let plain = matches!(
        failure.category,
        C::GradleTaskFailed
            | C::GradleExternalProcess
            | C::Other
            | C::JavaOther
            | C::KaptKsp
            | C::LintFailure
            | C::AgpNdkCmake
            | C::GradleScriptEvaluation
    );
    plain && (cause.is_empty() || cause.contains(NOT_HERE))
}

/// Whether what Gradle says leads to another line.
fn leads_elsewhere(failure: &Failure) -> bool {
    let has = |name: &str| failure.details.contains_key(name);
    let reason = failure.details.get("reason").map_or(failure.message.as_str(), String::as_str);
    has("command") && has("exit")
        || failure.wording.is_some()
        || reason.is_empty()
        || reason.lines().next().is_some_and(|line| line.trim_end().ends_with(':'))
        || reason.starts_with("Execution failed for task")
        || score::leads_elsewhere(reason)
}

/// The line that says why: in the rest of the block, in what the task printed, below the build's end.
fn search(lines: &Lines, one: &TakenFailure, block: &[usize], blocks: &[usize]) -> Option<Said> {
    let (failure, start) = (&one.found.failure, one.start);
    let first =
        block.iter().position(|at| lines.get(*at).trim_start().starts_with("> ")).map_or(block.len(), |at| at + 1);
    let rest: Vec<usize> = block[first.min(block.len())..].to_vec();
    let heads = block.get(first.wrapping_sub(1)).is_some_and(|at| lines.get(*at).trim_end().ends_with(':'));
    let in_block = score::best(lines, &rest, false).or_else(|| rest.first().copied().filter(|_| heads));
    let printed = region::printed(lines, failure.task.as_deref(), start, blocks);
    let above = score::best(lines, &printed.lines, printed.sure && printed.lines.len() <= region::FEW);
    let below = || score::best(lines, &region::below(lines, start, blocks), false);
    let points = |at: usize| score::points(lines.get(at)).unwrap_or(0);
    let at = match (in_block, above) {
        (Some(block), Some(above)) if points(above) > points(block) => above,
        (Some(block), _) => block,
        (None, Some(above)) => above,
        (None, None) => below()?,
    };
    Some(whole(lines, at))
}

/// The line that says why in a text without Gradle's block: below the header of the task that failed last, else anywhere
/// above the line `failed`, which says that it did.
pub fn without_block(lines: &Lines, failed: usize) -> Option<usize> {
    let task = lines.failed_tasks().last().map(String::as_str);
    let filled = |index: &usize| !lines.get(*index).trim().is_empty() && !wrappers::is_stated(lines.get(*index));
    let own = |index: &usize| {
        task.is_some() && lines.task_above(*index) == task && !lines.get(*index).starts_with("FAILURE: ")
    };
    let printed: Vec<usize> = (0..lines.len()).filter(own).filter(filled).collect();
    let few = printed.len() <= region::FEW;
    let above = || {
        let above: Vec<usize> = (failed.saturating_sub(region::ABOVE)..failed).filter(filled).collect();
        score::best(lines, &above, false)
    };
    score::best(lines, &printed, few).or_else(above)
}

/// The words of the line at `at`, with those of the line that it heads.
pub fn words(lines: &Lines, at: usize) -> String {
    whole(lines, at).text
}

/// The line, with those that it heads.
fn whole(lines: &Lines, at: usize) -> Said {
    let mut text = unframed(lines.get(at)).to_owned();
    let mut last = at;
    for _ in 0..HEADS {
        let next = (last + 1..(last + 4).min(lines.len())).find(|index| !lines.get(*index).trim().is_empty());
        let Some(next) = next.filter(|next| HEAD.is_match(&text) && !lines.get(*next).trim().starts_with("at ")) else {
            break;
        };
        text.push(' ');
        text.push_str(unframed(lines.get(next)));
        last = next;
    }
    Said { at, text }
}

/// The line without a frame around it.
fn unframed(line: &str) -> &str {
    let line = line.trim();
    let line = BORDER.end(line).map_or(line, |end| &line[end..]);
    ["*", "│", "┃", "║"]
        .iter()
        .find_map(|mark| line.strip_suffix(mark).filter(|rest| rest.ends_with(' ')))
        .unwrap_or(line)
        .trim_end()
}

/// The words of a line without the mark that says that it is an error.
fn quote(lines: &Lines, said: Said, failure: &mut Failure) {
    let text: String = said.text.chars().take(QUOTED).collect();
    failure.evidence.push(lines.evidence(said.at));
    failure.details.insert("said_by_program".to_owned(), text.trim_end_matches('.').to_owned());
    failure.details.remove("reason");
    let scripts = failure.file.is_some();
    locate(lines, said.at, &said.text, failure);
    let evaluated = failure.task.is_none() && failure.details.contains_key("project");
    if !evaluated || !failure.details.contains_key("command") {
        name(&said.text, failure);
    }
    failure.message = text;
    failure.rule = None;
    let runs = match (&failure.task, failure.details.contains_key("project")) {
        (Some(_), _) => "which `{task}` runs, ",
        (None, true) => "which a build script runs while {project} is configured, ",
        (None, false) => "which the build runs, ",
    };
    let has = |name: &str| failure.details.contains_key(name);
    let program = has("command") && has("exit");
    let cause = if program {
        format!("`{{command}}`, {runs}fails with: “{{said_by_program}}” (exit code {{exit}}).")
    } else if failure.task.is_some() {
        "The task `{task}` fails with: “{said_by_program}”.".to_owned()
    } else {
        "The build fails with: “{said_by_program}”.".to_owned()
    };
    if program && failure.category == C::GradleTaskFailed {
        failure.category = if evaluated { C::GradleScriptEvaluation } else { C::GradleExternalProcess };
    }
    let fixes = steps::of(failure, program, !scripts);
    failure.wording = Some(Wording { cause, fixes });
}

/// What the lowest exception of the trace says, where Gradle's own sentence says nothing.
fn trace(failure: &mut Failure) {
    let Some(thrown) = failure.details.get("root_exception").cloned() else { return };
    if failure.wording.is_some() || failure.task.is_none() || failure.message.contains(&thrown) {
        return;
    }
    name(&thrown, failure);
    failure.details.insert("reason".to_owned(), thrown);
}

/// Takes the place and the name out of a block whose sentence says why itself.
fn complete(lines: &Lines, block: &[usize], failure: &mut Failure) {
    // A bare sentence is read when all is explained.
    let Some(reason) = failure.details.get("reason").cloned() else { return };
    let unnamed = failure.symbol.is_none() || failure.symbol == failure.task;
    if unnamed && failure.wording.is_none() {
        name(&reason, failure);
    }
    if failure.file.is_none() {
        let at = block.iter().copied().find(|at| lines.get(*at).trim_start().starts_with("> "));
        let placed =
            block.iter().copied().filter(|index| Some(*index) >= at).find(|index| place::is_in(lines.get(*index)));
        if let Some(at) = placed {
            locate(lines, at, lines.get(at), failure);
        }
    }
}

/// Gives the failure the place that a line is about.
pub fn locate(lines: &Lines, at: usize, text: &str, failure: &mut Failure) {
    if failure.file.is_some() && failure.line.is_some() {
        return;
    }
    if let Some(place) = place::of_message(lines, at, text) {
        (failure.file, failure.line) = (Some(place.file), place.line);
    }
}

/// Gives the failure the name that a line is about, in place of the program's or the task's.
pub fn name(text: &str, failure: &mut Failure) {
    let Some(name) = name::named(text) else { return };
    let is_file = failure.file.as_deref().is_some_and(|file| file == name);
    failure.symbol = Some(if is_file { file_name(&name).to_owned() } else { without_directories(name) });
    failure.details.insert(SYMBOL_BY_WORDS.to_owned(), BY_WORDS.to_owned());
}
