//! Removes what has no information for a model: comments, blank lines, unused imports, frames of tools, the middle of long
//! texts. A line keeps its number, and its text but for an `…`, so that it can be cited and quoted.

use std::collections::HashSet;

use super::super::question::Snippet;

/// Longest text in quotes that is shown whole, in characters.
const LITERAL: usize = 48;

/// How much of a longer one is shown.
const LITERAL_HEAD: usize = 32;

/// Beginnings of stack frames that are the tool's or the platform's own.
const FOREIGN_FRAMES: &[&str] = &[
    "at org.gradle.",
    "at java.base/",
    "at java.util.",
    "at java.lang.",
    "at jdk.internal.",
    "at sun.reflect.",
    "at worker.org.gradle.",
    "at com.android.internal.",
    "at org.junit.",
    "at org.jetbrains.kotlin.",
    "at com.intellij.",
];

/// How a file's comments are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Syntax {
    /// `//` and `/* */`, which nest in Kotlin.
    Slashes,
    /// `#` at the beginning of a line.
    Hash,
    /// `<!-- -->`
    Markup,
    /// The log.
    Log,
    /// Not known: nothing is a comment.
    Plain,
}

/// State of the scan at the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    Code,
    Comment {
        depth: u32,
    },
    /// `"""` or `'''`
    LongText {
        quote: char,
    },
}

/// The remaining lines of a snippet with their numbers. Required lines (`must`) stay as they are; `used` has the words that
/// occur in the file's snippets.
pub fn compress(piece: &Snippet, must: &dyn Fn(u32) -> bool, used: &HashSet<&str>) -> Vec<(u32, String)> {
    let syntax = syntax(piece.file.as_deref());
    let mut inside = begins(syntax, &piece.lines);
    let mut kept: Vec<(u32, String)> = Vec::new();
    for (number, line) in numbered(piece) {
        let left = match syntax {
            Syntax::Slashes => slashes(line, &mut inside),
            Syntax::Markup => markup(line, &mut inside),
            Syntax::Hash => {
                if line.trim_start().starts_with('#') {
                    String::new()
                } else {
                    line.clone()
                }
            }
            Syntax::Log | Syntax::Plain => line.clone(),
        };
        if must(number) {
            kept.push((number, line.trim_end().to_owned()));
            continue;
        }
        let repeated = syntax == Syntax::Log && kept.last().is_some_and(|(_, last)| *last == left.trim_end());
        let noise = match syntax {
            Syntax::Log => FOREIGN_FRAMES.iter().any(|frame| left.trim_start().starts_with(frame)),
            Syntax::Slashes => imported(&left).is_some_and(|name| !is_used(name, used)),
            _ => false,
        };
        if !left.trim().is_empty() && !repeated && !noise {
            kept.push((number, left.trim_end().to_owned()));
        }
    }
    kept
}

/// The lines of a piece with their numbers.
pub fn numbered(piece: &Snippet) -> impl Iterator<Item = (u32, &String)> {
    (0u32..).map(|n| piece.from.saturating_add(n)).zip(&piece.lines)
}

/// The words of lines that are no imports.
pub fn words<'l>(lines: &'l [String], into: &mut HashSet<&'l str>) {
    for line in lines.iter().filter(|line| imported(line).is_none()) {
        into.extend(line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()));
    }
}

fn syntax(file: Option<&str>) -> Syntax {
    let Some(file) = file else { return Syntax::Log };
    match file.rsplit('.').next().unwrap_or_default() {
        "kt" | "kts" | "java" | "gradle" | "groovy" | "aidl" => Syntax::Slashes,
        "properties" | "toml" | "pro" | "cfg" | "yml" | "yaml" => Syntax::Hash,
        "xml" => Syntax::Markup,
        _ => Syntax::Plain,
    }
}

/// A piece may begin in the middle of a comment: then the first mark in it ends one.
fn begins(syntax: Syntax, lines: &[String]) -> Inside {
    let (open, close) = match syntax {
        Syntax::Slashes => ("/*", "*/"),
        Syntax::Markup => ("<!--", "-->"),
        _ => return Inside::Code,
    };
    for line in lines {
        match (line.find(close), line.find(open)) {
            (Some(end), Some(begin)) if begin <= end => return Inside::Code,
            // `".*/"` in a text ends nothing.
            (Some(end), _) if line[..end].contains(['"', '\'']) => return Inside::Code,
            (Some(_), _) => return Inside::Comment { depth: 1 },
            (None, Some(_)) => return Inside::Code,
            (None, None) => {}
        }
    }
    Inside::Code
}

/// The name that an import brings; nothing for another line and for `.*`, which may bring anything.
fn imported(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("import ")?.trim().trim_end_matches(';');
    let rest = rest.strip_prefix("static ").unwrap_or(rest);
    let name = rest.rsplit_once(" as ").map_or_else(|| rest.rsplit('.').next().unwrap_or(rest), |(_, alias)| alias);
    (name != "*").then(|| name.trim())
}

/// `getValue` and its like are used by a `by` or an operator, without their name.
fn is_used(name: &str, used: &HashSet<&str>) -> bool {
    used.contains(name) || (matches!(name, "getValue" | "setValue" | "provideDelegate") && used.contains("by"))
}

/// A line without the comment that ends it, and with long texts shortened; a comment with code behind it stays.
fn slashes(line: &str, inside: &mut Inside) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    let (mut commented, mut whole) = (false, false);
    while let Some(first) = rest.chars().next() {
        match *inside {
            Inside::Comment { depth } => {
                let step = if rest.starts_with("*/") {
                    *inside = if depth > 1 { Inside::Comment { depth: depth - 1 } } else { Inside::Code };
                    2
                } else if rest.starts_with("/*") {
                    *inside = Inside::Comment { depth: depth.saturating_add(1) };
                    2
                } else {
                    first.len_utf8()
                };
                rest = &rest[step..];
            }
            Inside::LongText { quote } => {
                let close = if quote == '"' { "\"\"\"" } else { "'''" };
                let end = rest.find(close).map(|at| at + close.len());
                shorten(&rest[..end.unwrap_or(rest.len())], &mut out);
                rest = &rest[end.unwrap_or(rest.len())..];
                if end.is_some() {
                    *inside = Inside::Code;
                }
            }
            Inside::Code if rest.starts_with("//") => break,
            Inside::Code if rest.starts_with("/*") => {
                *inside = Inside::Comment { depth: 1 };
                commented |= !out.trim().is_empty();
                rest = &rest[2..];
            }
            Inside::Code if rest.starts_with("\"\"\"") || rest.starts_with("'''") => {
                *inside = Inside::LongText { quote: first };
                out.push_str(&rest[..3]);
                rest = &rest[3..];
            }
            Inside::Code if first == '"' || first == '\'' => {
                let end = text_end(rest, first);
                shorten(&rest[..end], &mut out);
                rest = &rest[end..];
            }
            Inside::Code => {
                // Code behind a comment: a quote of the line must hold, so it stays as it is.
                whole |= commented && !first.is_whitespace();
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    if whole { line.to_owned() } else { out }
}

/// Byte behind the quote that ends a text, or the line's end.
fn text_end(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

fn shorten(text: &str, out: &mut String) {
    if text.chars().count() <= LITERAL {
        return out.push_str(text);
    }
    out.extend(text.chars().take(LITERAL_HEAD));
    out.push('…');
    let last = text.chars().last().filter(|last| matches!(last, '"' | '\''));
    out.extend(last);
}

/// A line without comments at its ends.
fn markup(line: &str, inside: &mut Inside) -> String {
    let mut rest = line;
    if matches!(inside, Inside::Comment { .. }) {
        let Some(end) = rest.find("-->") else { return String::new() };
        *inside = Inside::Code;
        rest = &rest[end + 3..];
    }
    let Some(begin) = rest.rfind("<!--") else { return rest.to_owned() };
    match rest[begin..].find("-->") {
        None => *inside = Inside::Comment { depth: 1 },
        Some(end) if !rest[begin + end + 3..].trim().is_empty() => return rest.to_owned(),
        Some(_) => {}
    }
    rest[..begin].to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{compress, words};
    use crate::agent::question::{Snippet, SnippetKind};

    fn left(file: Option<&str>, text: &str) -> Vec<String> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut used = HashSet::new();
        words(&lines, &mut used);
        let piece = Snippet {
            kind: SnippetKind::Failing,
            file: file.map(str::to_owned),
            from: 10,
            lines: lines.clone(),
            focus: None,
        };
        compress(&piece, &|line| line == 10, &used).into_iter().map(|(line, text)| format!("{line}|{text}")).collect()
    }

    #[test]
    fn comments_and_blank_lines_go_and_numbers_stay() {
        let text = "first\n\n/**\n * A basket.\n */\nclass Basket { // open\n    /* one */\n    val url = \"https://x/*y\"\n  \n}\n";
        assert_eq!(
            left(Some("a/Basket.kt"), text),
            ["10|first", "15|class Basket {", "17|    val url = \"https://x/*y\"", "19|}"]
        );
    }

    #[test]
    fn a_line_that_must_be_shown_is_not_touched() {
        assert_eq!(left(Some("A.kt"), "val a = 1 // why\nval b = 2 // why"), ["10|val a = 1 // why", "11|val b = 2"]);
    }

    #[test]
    fn a_piece_may_begin_or_end_in_a_comment() {
        assert_eq!(
            left(Some("A.java"), "class A {\n * old words\n */\nint b; /* from here\n on"),
            ["10|class A {", "13|int b;"]
        );
        assert_eq!(left(Some("A.kt"), "x\nval all = listOf(\n    *items\n)").len(), 4, "a spread is no comment");
        assert_eq!(left(Some("A.kt"), "x\nval glob = \"src/**/\"\nval b = 1").len(), 3, "a mark in a text");
    }

    #[test]
    fn kotlin_comments_nest_and_code_behind_one_is_kept_whole() {
        assert_eq!(left(Some("A.kt"), "x\n/* a /* b */ c */\nval d = 1"), ["10|x", "12|val d = 1"]);
        assert_eq!(left(Some("A.kt"), "x\nf(1 /* one */, 2)\nval d = 1").len(), 3);
        assert_eq!(left(Some("A.kt"), "x\nf(1 /* one */, 2)")[1], "11|f(1 /* one */, 2)");
    }

    #[test]
    fn imports_that_nothing_uses_go() {
        let text = "x\nimport a.b.Used\nimport a.b.Idle\nimport a.c.*\nimport a.Old as New\nimport a.getValue\nval b by Used(New)";
        assert_eq!(
            left(Some("A.kt"), text),
            [
                "10|x",
                "11|import a.b.Used",
                "13|import a.c.*",
                "14|import a.Old as New",
                "15|import a.getValue",
                "16|val b by Used(New)"
            ]
        );
        assert_eq!(left(Some("A.java"), "x\nimport static a.B.idle;\nimport a.List;\nList b;").len(), 3);
    }

    #[test]
    fn long_texts_lose_their_middle() {
        let long = "y".repeat(200);
        let lines =
            left(Some("A.kt"), &format!("x\nval a = \"{long}\" + \"short\"\nval b = \"\"\"\n{long}\n\"\"\".trim()"));
        assert!(lines[1].ends_with("y…\" + \"short\"") && lines[1].chars().count() < 70, "{}", lines[1]);
        assert!(lines[3].ends_with("y…"), "{}", lines[3]);
        assert_eq!(lines[4], "14|\"\"\".trim()");
    }

    #[test]
    fn other_files_have_other_comments() {
        assert_eq!(left(Some("a/b.toml"), "x\n# c\nkotlin = \"1\" # d"), ["10|x", "12|kotlin = \"1\" # d"]);
        assert_eq!(
            left(Some("a/b.xml"), "<a>\n<!-- c\n d -->\n<b/> <!-- e -->\n<!-- f --> <g/>"),
            ["10|<a>", "13|<b/>", "14|<!-- f --> <g/>"]
        );
        assert_eq!(left(Some("a/README"), "x\n# c\n// d").len(), 3, "not known: nothing is a comment");
    }

    #[test]
    fn frames_of_tools_and_repeated_lines_of_a_log_go() {
        let log = "x\n\tat org.gradle.internal.Run.go(Run.java:3)\n\tat shop.Basket.add(Basket.kt:4)\nw: a\nw: a\n// no comment";
        assert_eq!(left(None, log), ["10|x", "12|\tat shop.Basket.add(Basket.kt:4)", "13|w: a", "15|// no comment"]);
    }
}
