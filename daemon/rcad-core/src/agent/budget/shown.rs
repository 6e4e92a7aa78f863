//! How evidence is written in a prompt: each file's name, then its lines with their numbers, so that they can be cited.

use super::super::question::Snippet;

/// What stands before the lines of a file.
pub fn heading(file: Option<&str>) -> String {
    // A path is one line, whatever the file is called.
    let name: String = file.unwrap_or("log").chars().filter(|c| !c.is_control()).collect();
    format!("{name}:\n")
}

/// One line with its number: no line of evidence can be taken for a heading.
pub fn line(number: u32, text: &str) -> String {
    format!("{number}| {text}\n")
}

/// Pieces one after the other; between lines that do not follow each other stands `…`.
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
