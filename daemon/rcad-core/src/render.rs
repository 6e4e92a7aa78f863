//! Renders an analysis as text, Markdown, one line or SARIF, and the steps that led to it. Decides nothing.

pub mod agent;
mod changed;
mod layout;
mod memory;
mod sarif;
mod steps;
mod trace;

use crate::Analysis;
use crate::explain::following;
use crate::model::analysis::Engine;
use crate::model::failure::{Evidence, Failure, Role};

use layout::{WIDTH, code, cut, longest_ticks, push, shown, wrap};

pub use changed::others as other_changes;
pub use memory::{moment, sentences};
pub use sarif::sarif;
pub use steps::steps;
pub use trace::{TraceRow, trace};

/// Longest one-liner, in characters.
const ONE_LINE: usize = 160;

/// Most other failures that are listed.
const OTHERS: usize = 10;

/// Characters of each that are shown.
const OTHER: usize = 180;

/// Most consequences whose location is listed.
const FOLLOWING: usize = 5;

/// Columns by which a line of evidence may be indented.
const DEEPEST: usize = 4;

/// What stands for a tab.
const TAB: &str = "    ";

/// Most lines that one line of evidence may take on the terminal.
const EVIDENCE: usize = 4;

/// Most lines that nobody recognised which are shown below the answer that nothing failed.
const UNREAD: usize = 3;

const NOTHING: &str = "No failure found.";

/// For a terminal: the cause, where, evidence, fixes, other failures, confidence.
pub fn text(analysis: &Analysis, colour: bool) -> String {
    let paint =
        |code: &str, text: &str| if colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() };
    let Some(primary) = analysis.primary() else { return format!("{NOTHING}\n") };
    let mut out = String::new();
    let cause = analysis.root_cause.as_deref().unwrap_or(&primary.message);
    let follow = consequences(analysis);
    // What follows is told below, with its places.
    let own = follow.as_ref().and_then(|_| cause.strip_suffix(following(&analysis.errors).as_str())).unwrap_or(cause);
    for line in wrap(own, WIDTH) {
        push(&mut out, &paint("1", &line));
    }
    // The cause begins with the file's name and line.
    if let Some(location) = location(primary).filter(|location| !cause.starts_with(location.as_str())) {
        push(&mut out, &format!("  {}", paint("36", &location)));
    }
    if let Some(place) = changed::place(analysis) {
        push(&mut out, &format!("  {}", paint("36", &place)));
    }
    if !primary.evidence.is_empty() {
        push(&mut out, "");
        push(&mut out, &format!("  {}", paint("36", "Log")));
        numbered(&mut out, &evidence(&primary.evidence), &paint);
    }
    if let Some(file) = source_file(primary) {
        push(&mut out, "");
        push(&mut out, &format!("  {}", paint("36", &file)));
        source_lines(&mut out, &excerpt(&primary.source), primary.line, &paint);
    }
    guidelines(&mut out, &analysis.fix_guidelines, &paint);
    changed::text(&mut out, analysis, WIDTH, &paint);
    if let Some(thread) = discussed(primary) {
        push(&mut out, &format!("  {}", paint("2", &format!("Discussed at {thread}"))));
    }
    let others = others(analysis);
    if !others.is_empty() {
        push(&mut out, "");
        push(&mut out, &paint("1", "Besides"));
        for line in others {
            let pieces = wrap(&cut(&line, OTHER), WIDTH - 4);
            for (nth, piece) in pieces.iter().enumerate() {
                push(&mut out, &format!("{}{piece}", if nth == 0 { "  " } else { "    " }));
            }
        }
    }
    if let Some(follow) = follow {
        push(&mut out, "");
        wrap(&follow, WIDTH).iter().for_each(|line| push(&mut out, line));
    }
    memory::text(&mut out, analysis, WIDTH, &paint);
    agent::text(&mut out, analysis, WIDTH, &paint);
    push(&mut out, "");
    push(&mut out, &paint("2", &footer(analysis, primary)));
    out
}

/// For a terminal, below the answer that nothing failed: lines that look like errors and that no reader recognised, with
/// their numbers.
pub fn unread(leftovers: &[(u32, String)]) -> String {
    let mut out = String::new();
    if leftovers.is_empty() {
        return out;
    }
    let lines =
        if leftovers.len() == 1 { "A line looks".to_owned() } else { format!("{} lines look", leftovers.len()) };
    push(&mut out, &format!("{lines} like an error that rcad does not know:"));
    numbered(&mut out, &leftovers[..leftovers.len().min(UNREAD)], &|_, text| text.to_owned());
    out
}

/// The steps, with numbers where there are several.
fn guidelines(out: &mut String, fixes: &[String], paint: &dyn Fn(&str, &str) -> String) {
    if fixes.is_empty() {
        return;
    }
    push(out, "");
    push(out, &paint("1", "What to do"));
    for (number, fix) in fixes.iter().enumerate() {
        let first = if fixes.len() == 1 { "  ".to_owned() } else { format!("  {}. ", number + 1) };
        let (mut lead, rest) = (first.clone(), " ".repeat(first.len()));
        for line in wrap(fix, WIDTH - first.len()) {
            push(out, &format!("{lead}{line}"));
            lead.clone_from(&rest);
        }
    }
}

/// Lines of source code with their numbers, the failing one marked; cut, since a broken line is another program.
fn source_lines(out: &mut String, lines: &[(u32, String)], failing: Option<u32>, paint: &dyn Fn(&str, &str) -> String) {
    let digits = lines.last().map_or(1, |(last, _)| last.to_string().len());
    for (line, text) in lines {
        let mark = if failing == Some(*line) { ">" } else { " " };
        let number = paint("2", &format!("{line:>digits$} |"));
        push(out, &format!("{mark} {number} {}", cut(text, WIDTH - digits - 5)));
    }
}

/// Lines with their numbers.
fn numbered(out: &mut String, lines: &[(u32, String)], paint: &dyn Fn(&str, &str) -> String) {
    let digits = lines.last().map_or(1, |(last, _)| last.to_string().len());
    for (line, text) in lines {
        let number = paint("2", &format!("{line:>digits$} |"));
        let mut lead = format!("  {number} ");
        for piece in pieces(text, WIDTH - digits - 5) {
            push(out, &format!("{lead}{piece}"));
            lead = " ".repeat(digits + 5);
        }
    }
}

/// As Markdown.
pub fn markdown(analysis: &Analysis) -> String {
    let Some(primary) = analysis.primary() else { return format!("{NOTHING}\n") };
    let mut out = String::new();
    push(&mut out, &format!("**{}**", analysis.root_cause.as_deref().unwrap_or(&primary.message)));
    if let Some(location) = location(primary) {
        push(&mut out, "");
        push(&mut out, &code(&location));
    }
    if let Some(place) = changed::place(analysis) {
        push(&mut out, "");
        push(&mut out, &code(&place));
    }
    fenced(&mut out, &evidence(&primary.evidence));
    if let Some(file) = source_file(primary) {
        push(&mut out, "");
        push(&mut out, &format!("{}:", code(&file)));
        fenced(&mut out, &excerpt(&primary.source));
    }
    if !analysis.fix_guidelines.is_empty() {
        push(&mut out, "");
        for (number, fix) in analysis.fix_guidelines.iter().enumerate() {
            push(&mut out, &format!("{}. {fix}", number + 1));
        }
    }
    changed::markdown(&mut out, analysis);
    if let Some(thread) = discussed(primary) {
        push(&mut out, &format!("\nDiscussed at <{thread}>"));
    }
    let others = others(analysis);
    if !others.is_empty() {
        push(&mut out, "");
        push(&mut out, "Besides:");
        push(&mut out, "");
        for line in others {
            push(&mut out, &format!("- {}", code(&line)));
        }
    }
    if let Some(follow) = consequences(analysis) {
        push(&mut out, "");
        push(&mut out, &follow);
    }
    memory::markdown(&mut out, analysis);
    agent::markdown(&mut out, analysis);
    push(&mut out, "");
    push(&mut out, &format!("_{}_", footer(analysis, primary)));
    out
}

/// The public thread in which a known failure was resolved.
pub fn discussed(failure: &Failure) -> Option<&str> {
    failure.details.get("learnt").map(String::as_str).filter(|thread| thread.starts_with("https://"))
}

/// Lines in a code block whose fence is longer than any in them.
fn fenced(out: &mut String, lines: &[(u32, String)]) {
    if lines.is_empty() {
        return;
    }
    push(out, "");
    let fence = "`".repeat(lines.iter().map(|(_, text)| longest_ticks(text)).max().unwrap_or(0).max(2) + 1);
    push(out, &format!("{fence}text"));
    lines.iter().for_each(|(line, text)| push(out, &format!("{line}: {text}")));
    push(out, &fence);
}

/// The project's file that the source lines are from.
fn source_file(failure: &Failure) -> Option<String> {
    failure.details.get("source_file").filter(|_| !failure.source.is_empty()).map(|file| shown(file))
}

/// For a notification and for lists: the cause without line breaks, 160 characters at most.
pub fn one_line(analysis: &Analysis) -> String {
    let Some(primary) = analysis.primary() else { return NOTHING.to_owned() };
    let cause = analysis.root_cause.as_deref().unwrap_or(&primary.message);
    cut(&shown(cause).split_whitespace().collect::<Vec<_>>().join(" "), ONE_LINE)
}

/// `src/main/kotlin/Main.kt:2:16, task :app:compileKotlin`, as far as known.
fn location(failure: &Failure) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(file) = &failure.file {
        let numbers = [failure.line, failure.column].into_iter().flatten();
        parts.push(numbers.fold(file.clone(), |location, number| format!("{location}:{number}")));
    }
    parts.extend(failure.task.as_ref().map(|task| format!("task {task}")));
    parts.extend(failure.process.as_ref().map(|process| format!("process {process}")));
    (!parts.is_empty()).then(|| shown(&parts.join(", ")))
}

/// Lines in order, without their common indentation.
fn evidence(lines: &[Evidence]) -> Vec<(u32, String)> {
    let mut lines: Vec<(u32, String)> = lines.iter().map(|one| (one.line, shown(&one.text))).collect();
    lines.sort_by_key(|(line, _)| *line);
    lines.dedup();
    // The task is named beside the place.
    let says_task = |(_, text): &(u32, String)| text.trim_start().starts_with("Execution failed for task '");
    if !lines.iter().all(says_task) {
        lines.retain(|line| !says_task(line));
    }
    unindent(&mut lines, DEEPEST);
    lines
}

/// Lines of source code, as they are nested.
fn excerpt(lines: &[Evidence]) -> Vec<(u32, String)> {
    let mut lines: Vec<(u32, String)> =
        lines.iter().map(|one| (one.line, shown(&one.text.replace('\t', TAB)))).collect();
    unindent(&mut lines, usize::MAX);
    lines
}

/// Takes off the indentation that all have, and what is deeper than that by more than `deepest`.
fn unindent(lines: &mut [(u32, String)], deepest: usize) {
    let indent = |text: &str| text.len() - text.trim_start().len();
    let filled = lines.iter().filter(|(_, text)| !text.is_empty());
    let shared = filled.map(|(_, text)| indent(text)).min().unwrap_or(0);
    for (_, text) in lines {
        let own = indent(text).saturating_sub(shared).min(deepest);
        *text = format!("{}{}", " ".repeat(own), text.trim_start());
    }
}

/// `Main.kt:12` or `:app:test`: enough to tell failures apart.
fn short_location(failure: &Failure) -> String {
    let name = failure.file.as_deref().map(|file| file.rsplit(['/', '\\']).next().unwrap_or(file));
    match (name, failure.line) {
        (Some(name), Some(line)) => format!("{name}:{line}"),
        (Some(name), None) => name.to_owned(),
        (None, _) => failure.task.clone().unwrap_or_else(|| failure.category.title().to_owned()),
    }
}

/// Independent failures, a line each, without those that a step mentions.
fn others(analysis: &Analysis) -> Vec<String> {
    let told = |failure: &Failure| {
        let begin = format!("Then: {}:", short_location(failure));
        analysis.fix_guidelines.iter().any(|fix| fix.starts_with(&begin))
    };
    let rest = analysis.errors.iter().skip(1).filter(|failure| failure.role != Role::Consequence && !told(failure));
    let line = |failure: &Failure| {
        format!("{}: {}", shown(&short_location(failure)), shown(failure.message.lines().next().unwrap_or("")))
    };
    let mut out: Vec<String> = rest.clone().take(OTHERS).map(line).collect();
    let more = rest.count().saturating_sub(OTHERS);
    if more > 0 {
        out.push(format!("… and {more} more with causes of their own"));
    }
    out
}

/// `The same error at Main.kt:12, Shelf.kt:4. 3 more failures follow from it: …`; what belongs to others comes last.
fn consequences(analysis: &Analysis) -> Option<String> {
    let follow = analysis.errors.iter().filter(|one| one.role == Role::Consequence);
    let (mut again, mut from_root, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for one in follow {
        match one.explained_by {
            // Without a file it stands nowhere that could be told.
            Some(by) if by.failure == 0 && by.again => again.extend(one.file.is_some().then_some(one)),
            Some(by) if by.failure > 0 => rest.push(one),
            _ => from_root.push(one),
        }
    }
    let failures = |count: usize| if count == 1 { "failure follows" } else { "failures follow" };
    let mut out = Vec::new();
    if !again.is_empty() {
        out.push(format!("The same error stands at {}", places(&again)));
    }
    if !from_root.is_empty() {
        let count = from_root.len();
        out.push(format!("{count} more {} from it: {}", failures(count), places(&from_root)));
    }
    if !rest.is_empty() {
        let count = rest.len();
        out.push(format!("{count} {} from the others: {}", failures(count), places(&rest)));
    }
    (!out.is_empty()).then(|| out.join(". "))
}

/// Where the failures are, as many as fit.
fn places(failures: &[&Failure]) -> String {
    let mut places: Vec<String> = failures.iter().map(|one| shown(&short_location(one))).collect();
    places.dedup();
    let more = places.len() > FOLLOWING;
    places.truncate(FOLLOWING);
    format!("{}{}", places.join(", "), if more { ", …" } else { "" })
}

fn footer(analysis: &Analysis, primary: &Failure) -> String {
    let by = match (analysis.engine, &analysis.model) {
        (Engine::Memory, _) => " · from memory".to_owned(),
        (Engine::Agent, Some(model)) => format!(" · by a model, {}", shown(&agent::model(model))),
        (Engine::Agent, None) => " · by a model".to_owned(),
        (Engine::Rules, _) => String::new(),
    };
    format!("Confidence in the cause {:.0} %{by} · {}", analysis.confidence * 100.0, primary.category)
}

/// Breaks a line of evidence to the width, between words or parts of paths where possible.
fn pieces(text: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let (mut out, mut from) = (Vec::new(), 0);
    while letters.len() - from > width && out.len() + 1 < EVIDENCE {
        let line = &letters[from..from + width];
        let end = line.iter().rposition(|letter| " /\\,;:($".contains(*letter)).filter(|at| *at >= width / 2);
        let end = from + end.map_or(width, |at| at + 1);
        out.push(letters[from..end].iter().collect());
        from = end;
    }
    let rest: String = letters[from..].iter().collect();
    out.push(cut(&rest, width));
    out
}

#[cfg(test)]
mod tests {
    use super::{ONE_LINE, WIDTH, markdown, one_line, text, unread};
    use crate::Analysis;
    use crate::explain::analyze;
    use crate::model::failure::Evidence;
    use crate::parse::parse;

    fn analysis() -> Analysis {
        let words = "long words ".repeat(40);
        let log = format!(
            "e: file:///p/src/A.kt:3:5 Type mismatch: inferred type is A but B was expected\n\n\n\
            e: file:///p/src/B.kt:9:1 Expecting ``` {words}\u{1b}]0;x\u{7}\n"
        );
        analyze(parse(&log), Some("/p"))
    }

    #[test]
    fn text_fits_the_terminal_and_moves_no_cursor() {
        let shown = text(&analysis(), false);
        assert!(shown.lines().all(|line| line.chars().count() <= WIDTH), "{shown}");
        assert!(shown.lines().next().unwrap_or("").starts_with("B.kt:9: "), "{shown}");
        assert!(!shown.contains(|letter: char| letter.is_control() && letter != '\n'));
        assert!(shown.contains("A.kt:3"), "{shown}");
    }

    #[test]
    fn the_projects_own_lines_are_shown_apart() {
        let mut analysis = analysis();
        let primary = &mut analysis.errors[0];
        primary.source = vec![Evidence { line: 3, text: "val a = ````".to_owned() }];
        assert!(!text(&analysis, false).contains("val a"), "without its file");
        analysis.errors[0].details.insert("source_file".to_owned(), "src/A.kt".to_owned());
        assert!(text(&analysis, false).contains("\n  src/A.kt\n  3 | val a = ````\n"), "{}", text(&analysis, false));
        assert!(markdown(&analysis).contains("`src/A.kt`:\n\n`````text\n3: val a = ````\n`````\n"));
    }

    #[test]
    fn source_keeps_its_nesting_above_and_below_empty_lines() {
        let mut analysis = analysis();
        let lines = ["", "\tint all() {", "\t\tif (a) {", "\t\t\tb();", "\t}"];
        let line = |(text, line): (&&str, u32)| Evidence { line, text: (*text).to_owned() };
        analysis.errors[0].source = lines.iter().zip(7..).map(line).collect();
        analysis.errors[0].details.insert("source_file".to_owned(), "src/A.java".to_owned());
        let wanted = "   7 |\n   8 | int all() {\n>  9 |     if (a) {\n  10 |         b();\n  11 | }\n";
        assert!(text(&analysis, false).contains(wanted), "{}", text(&analysis, false));
    }

    #[test]
    fn colour_changes_no_words() {
        let plain = text(&analysis(), false);
        let mut coloured = text(&analysis(), true);
        assert!(coloured.contains("\u{1b}[1m"));
        for code in ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[36m"] {
            coloured = coloured.replace(code, "");
        }
        assert_eq!(coloured, plain);
    }

    #[test]
    fn evidence_cannot_end_its_fence() {
        assert!(markdown(&analysis()).contains("\n````text\n"));
    }

    #[test]
    fn one_line_is_short_and_one() {
        let line = one_line(&analysis());
        assert!(line.chars().count() <= ONE_LINE && !line.contains('\n'), "{line}");
        assert_eq!(one_line(&Analysis::none()), "No failure found.");
        assert_eq!(unread(&[]), "");
        let lines: Vec<(u32, String)> = (1..5).map(|number| (number, "error".to_owned())).collect();
        assert_eq!(
            unread(&lines),
            "4 lines look like an error that rcad does not know:\n  1 | error\n  2 | error\n  3 | error\n"
        );
    }

    #[test]
    fn the_same_error_stands_only_where_a_file_is() {
        let mut analysis = analysis();
        let mut again = analysis.errors[0].clone();
        again.role = super::Role::Consequence;
        again.explained_by = Some(crate::model::failure::ExplainedBy { failure: 0, again: true });
        let mut nowhere = again.clone();
        nowhere.file = None;
        analysis.errors.push(nowhere);
        assert!(!text(&analysis, false).contains("The same error stands at"));
        analysis.errors.push(again);
        assert!(text(&analysis, false).contains("The same error stands at B.kt:9"), "{}", text(&analysis, false));
    }
}
