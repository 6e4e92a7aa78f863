//! What pages, mails and people do to a log that they paste: it loses its indent, stands between sentences, is quoted or
//! spaced. What is wrong stays the same. The shares are those that hold today; a change may only raise them.

use crate::properties::{each_line, unchanged_by};

/// Whether a text has enough lines to show a habit.
fn shows(text: &str) -> bool {
    text.lines().filter(|line| !line.trim().is_empty()).count() >= 4
}

fn changed(change: impl Fn(&str) -> String) -> impl Fn(&str) -> Option<String> {
    move |text| shows(text).then(|| change(text))
}

fn lines(change: impl Fn(&str) -> String) -> impl Fn(&str) -> Option<String> {
    changed(move |text| each_line(text, |line| format!("{}\n", change(line))))
}

#[test]
fn white_space_that_is_lost_or_added() {
    unchanged_by("no indent", 98, lines(|line| line.trim().to_owned()));
    unchanged_by("an empty line below each", 99, changed(|text| text.replace('\n', "\n\n")));
    unchanged_by("blanks at the ends", 99, lines(|line| format!("{line}   ")));
}

#[test]
fn typographic_quotes() {
    unchanged_by("single", 98, changed(|text| paired(text, '\'', '‘', '’')));
    unchanged_by("double", 98, changed(|text| paired(text, '"', '“', '”')));
}

/// Each line with every other mark opening and closing.
fn paired(text: &str, mark: char, open: char, close: char) -> String {
    each_line(text, |line| {
        let mut opens = false;
        let letters = line.chars().map(|letter| {
            opens ^= letter == mark;
            if letter != mark {
                letter
            } else if opens {
                open
            } else {
                close
            }
        });
        format!("{}\n", letters.collect::<String>())
    })
}

#[test]
fn quoted_within_a_longer_text() {
    for (mark, least) in [("> ", 98), ("// ", 98), (" * ", 97), ("# ", 97)] {
        let within = move |text: &str| {
            let quoted = each_line(text, |line| format!("{mark}{line}\n"));
            format!("Since Monday it does not work any more.\nWe changed nothing:\n\n{quoted}\nDoes anybody know?\n")
        };
        unchanged_by(&format!("`{mark}` between sentences"), least, changed(within));
    }
}

#[test]
fn between_sentences() {
    let told =
        |text: &str| format!("Since Monday it does not work.\nThis is what I see:\n\n{text}\n\nI tried to clean it.\n");
    unchanged_by("between sentences", 99, changed(told));
    let fenced = |text: &str| format!("### Log\n```shell\n{text}\n```\n### What I want\nThat it works.\n");
    unchanged_by("between fences", 99, changed(fenced));
}
