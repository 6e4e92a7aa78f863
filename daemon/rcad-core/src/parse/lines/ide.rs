//! Layouts of IDE consoles and of Markdown around a line.

use super::super::pattern::Pattern;

/// `Error:(20, 5) error: cannot find symbol class Basket`, `Error:(26, 0) Gradle DSL method not found: 'x()'`
static PLACE: Pattern = Pattern::new(
    r"^(?:Error|error|ERROR): ?\((?P<line>[0-9]+), (?P<column>[0-9]+)\) (?:Gradle: |java: |Kotlin: )?(?P<rest>.+)$",
);

/// `/p/src/Main.java`, `Information:…` no; the line above that names the file
static FILE: Pattern = Pattern::new(r"^(?P<file>[^\s:]*(?:[A-Za-z]:[\\/])?[^\s:]*\.(?:java|kts?|xml|gradle))$");

/// What an IDE's console said at a place.
pub struct Placed {
    /// In the layout of the tool that said it, where the file is known; else only what it said.
    pub line: String,
    /// 1-based line in the file; 0 where the message is about the whole file.
    pub at: (u32, u32),
}

/// Reads `Error:(20, 5) …`; `above` is the line before, which may name the file.
pub fn placed(line: &str, above: &str) -> Option<Placed> {
    let found = line.get(..6)?.eq_ignore_ascii_case("error:").then(|| PLACE.captures(line))??;
    let at = (found["line"].parse().ok()?, found["column"].parse().ok()?);
    let said = found["rest"].trim_start_matches("error: ").trim_start_matches("e: ");
    let file = FILE.captures(above.trim()).map(|found| found["file"].to_owned());
    let line = match file {
        Some(file) if file.ends_with(".kt") => format!("e: {file}: ({}, {}): {said}", at.0, at.1),
        Some(file) if !file.ends_with(".gradle") => format!("{file}:{}: error: {said}", at.0),
        _ if found["rest"].starts_with("error: ") => format!("error: {said}"),
        _ => said.to_owned(),
    };
    Some(Placed { line, at })
}

/// The line without the marks of Markdown's code and lists (`` 1. `e: …` ``) and of an IDE's console (`Error:Cause: …`).
pub fn unmarked(line: &str) -> &str {
    let mut rest = line;
    if rest.contains('`') {
        let item =
            rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '-', '*', ' ']);
        if let Some(code) = item.strip_prefix('`').filter(|code| !code.starts_with('`')) {
            rest = code.trim_end().strip_suffix('`').unwrap_or(code);
        }
    }
    match rest.strip_prefix("Error:") {
        Some(said) if said.starts_with(|c: char| c.is_ascii_uppercase()) => said,
        _ => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::{placed, unmarked};

    #[test]
    fn a_place_is_put_where_the_tool_puts_it() {
        let line = |line: &str, above: &str| placed(line, above).map(|placed| placed.line);
        let java = "/home/dev/app/src/Main.java";
        assert_eq!(line("Error:(2, 5) error: no", java).as_deref(), Some("/home/dev/app/src/Main.java:2: error: no"));
        assert_eq!(
            line("Error:(2, 5) Unresolved", "C:\\p\\A.kt").as_deref(),
            Some("e: C:\\p\\A.kt: (2, 5): Unresolved")
        );
        assert_eq!(line("Error:(2, 5) error: no", "Information:x").as_deref(), Some("error: no"));
        assert_eq!(line("Error:(26, 0) Could not find method a()", "").as_deref(), Some("Could not find method a()"));
        assert_eq!(line("Error: (no) a", ""), None);
    }

    #[test]
    fn marks_go() {
        assert_eq!(unmarked("1. `e: /p/A.kt: (1, 2): no`"), "e: /p/A.kt: (1, 2): no");
        assert_eq!(unmarked("`/p/A.kt"), "/p/A.kt");
        assert_eq!(unmarked("Error:Execution failed for task ':a'."), "Execution failed for task ':a'.");
        for plain in ["Error: no", "```", "cannot access `x`", "- a `b`", "* What went wrong:"] {
            assert_eq!(unmarked(plain), plain);
        }
    }
}
