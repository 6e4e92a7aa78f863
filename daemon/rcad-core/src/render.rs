//! An analysis for people, as text, as Markdown, as one line; for programs as SARIF; and how it came about. Decides nothing.

mod sarif;
mod steps;

use std::fmt::Write;

use crate::Analysis;
use crate::failure::{Failure, Role};

pub use sarif::sarif;
pub use steps::steps;

/// Columns that text is wrapped to.
const WIDTH: usize = 100;

/// Longest one-liner, in characters.
const ONE_LINE: usize = 160;

/// How many of the other failures are listed.
const OTHERS: usize = 10;

/// Most lines that one line of evidence may take on the terminal.
const EVIDENCE: usize = 4;

const NOTHING: &str = "No failure found.";

/// For a terminal: the cause, where, evidence, fixes, other failures, confidence.
pub fn text(analysis: &Analysis, colour: bool) -> String {
    let paint =
        |code: &str, text: &str| if colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() };
    let Some(primary) = analysis.primary() else { return format!("{NOTHING}\n") };
    let mut out = String::new();
    let cause = analysis.root_cause.as_deref().unwrap_or(&primary.message);
    for line in wrap(cause, WIDTH) {
        push(&mut out, &paint("1", &line));
    }
    push(&mut out, &format!("  {}", paint("36", &place(primary))));
    if !primary.evidence.is_empty() {
        push(&mut out, "");
        let digits = primary.evidence.iter().map(|one| one.line.to_string().len()).max().unwrap_or(1);
        for one in &primary.evidence {
            let number = paint("2", &format!("{:>digits$} |", one.line));
            let mut lead = format!("  {number} ");
            for piece in pieces(&shown(&one.text), WIDTH - digits - 5) {
                push(&mut out, &format!("{lead}{piece}"));
                lead = " ".repeat(digits + 5);
            }
        }
    }
    if !analysis.fix_guidelines.is_empty() {
        push(&mut out, "");
        push(&mut out, &paint("1", "What to do"));
        for (number, fix) in analysis.fix_guidelines.iter().enumerate() {
            for (nth, line) in wrap(fix, WIDTH - 5).iter().enumerate() {
                let lead = if nth == 0 { format!("  {}.", number + 1) } else { "    ".to_owned() };
                push(&mut out, &format!("{lead} {line}"));
            }
        }
    }
    let others = others(analysis);
    if !others.is_empty() {
        push(&mut out, "");
        push(&mut out, &paint("1", "Also"));
        for line in others {
            push(&mut out, &format!("  {}", cut(&line, WIDTH - 2)));
        }
    }
    push(&mut out, "");
    push(&mut out, &paint("2", &footer(analysis, primary)));
    out
}

/// For an issue, a chat or a web page.
pub fn markdown(analysis: &Analysis) -> String {
    let Some(primary) = analysis.primary() else { return format!("{NOTHING}\n") };
    let mut out = String::new();
    push(&mut out, &format!("**{}**", analysis.root_cause.as_deref().unwrap_or(&primary.message)));
    push(&mut out, "");
    push(&mut out, &code(&place(primary)));
    if !primary.evidence.is_empty() {
        push(&mut out, "");
        // A fence longer than any in the evidence, so that the evidence cannot end it.
        let fence =
            "`".repeat(primary.evidence.iter().map(|one| longest_ticks(&one.text)).max().unwrap_or(0).max(2) + 1);
        push(&mut out, &format!("{fence}text"));
        for one in &primary.evidence {
            push(&mut out, &format!("{}: {}", one.line, shown(&one.text)));
        }
        push(&mut out, &fence);
    }
    if !analysis.fix_guidelines.is_empty() {
        push(&mut out, "");
        for (number, fix) in analysis.fix_guidelines.iter().enumerate() {
            push(&mut out, &format!("{}. {fix}", number + 1));
        }
    }
    let others = others(analysis);
    if !others.is_empty() {
        push(&mut out, "");
        push(&mut out, "Also:");
        push(&mut out, "");
        for line in others {
            push(&mut out, &format!("- {}", code(&line)));
        }
    }
    push(&mut out, "");
    push(&mut out, &format!("_{}_", footer(analysis, primary)));
    out
}

/// For a notification and for lists: the cause without line breaks, 160 characters at most.
pub fn one_line(analysis: &Analysis) -> String {
    let Some(primary) = analysis.primary() else { return NOTHING.to_owned() };
    let cause = analysis.root_cause.as_deref().unwrap_or(&primary.message);
    cut(&shown(cause).split_whitespace().collect::<Vec<_>>().join(" "), ONE_LINE)
}

/// `src/main/kotlin/Main.kt:2:16  :app:compileKotlin`, as far as known.
fn place(failure: &Failure) -> String {
    let mut out = String::new();
    if let Some(file) = &failure.file {
        out.push_str(file);
        for number in [failure.line, failure.column].into_iter().flatten() {
            let _ = write!(out, ":{number}");
        }
    }
    if let Some(task) = &failure.task {
        let _ = write!(out, "{}task {task}", if out.is_empty() { "" } else { ", " });
    }
    if out.is_empty() { failure.category.title().to_owned() } else { shown(&out) }
}

fn others(analysis: &Analysis) -> Vec<String> {
    let rest = analysis.errors.get(1..).unwrap_or(&[]);
    let mut out: Vec<String> = rest
        .iter()
        .take(OTHERS)
        .map(|failure| {
            let follows = if failure.role == Role::Consequence { " (follows from it)" } else { "" };
            let place = place(failure);
            let words = shown(failure.message.lines().next().unwrap_or(""));
            format!("{place}: {words}{follows}")
        })
        .collect();
    if rest.len() > OTHERS {
        out.push(format!("… and {} more", rest.len() - OTHERS));
    }
    out
}

fn footer(analysis: &Analysis, primary: &Failure) -> String {
    format!("{} · confidence {:.0} %", primary.category, analysis.confidence * 100.0)
}

fn push(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

/// Control characters would move the terminal's cursor or recolour it.
fn shown(text: &str) -> String {
    text.trim_end().chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut out = Vec::new();
    let mut line = String::new();
    for word in shown(text).split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            out.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        out.push(line);
    }
    out
}

/// A line of evidence as it stands in the log, in pieces that fit; a path with the message behind it is often longer.
fn pieces(text: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().take(EVIDENCE * width).collect();
    let mut pieces: Vec<String> = letters.chunks(width).map(|piece| piece.iter().collect()).collect();
    if text.chars().count() > letters.len() {
        pieces.push("…".to_owned());
    }
    if pieces.is_empty() {
        pieces.push(String::new());
    }
    pieces
}

fn longest_ticks(text: &str) -> usize {
    text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}

/// Inline code of any text, one line.
fn code(text: &str) -> String {
    let ticks = "`".repeat(longest_ticks(text) + 1);
    let pad = if ticks.len() > 1 { " " } else { "" };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

#[cfg(test)]
mod tests {
    use super::{ONE_LINE, WIDTH, markdown, one_line, text};
    use crate::Analysis;
    use crate::explain::analyze;
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
        assert!(shown.contains("src/A.kt:3:5"));
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
    }
}
