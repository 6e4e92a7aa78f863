//! Formats evidence for a prompt: each file's name, then its numbered lines, so that they can be cited.

use super::super::question::Snippet;

/// Heading of a file's lines.
pub fn heading(file: Option<&str>) -> String {
    // A file's name may have line breaks.
    let name: String = file.unwrap_or("log").chars().filter(|c| !c.is_control()).collect();
    format!("{name}:\n")
}

/// A line with its number, so that it can't look like a heading.
pub fn line(number: u32, text: &str) -> String {
    format!("{number}| {text}\n")
}

/// Formats snippets; a gap between lines of a file becomes `…`.
pub fn shown(pieces: &[Snippet]) -> String {
    let mut out = String::new();
    let mut last: Option<&Snippet> = None;
    for piece in pieces {
        match last {
            Some(last) if last.file == piece.file => out.push_str("…\n"),
            _ => out.push_str(&heading(piece.file.as_deref())),
        }
        for (number, text) in super::compress::numbered(piece) {
            out.push_str(&line(number, text));
        }
        last = Some(piece);
    }
    out
}
