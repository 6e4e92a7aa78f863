//! The layouts in which javac's messages reach a log.

use super::super::lines::Lines;
use super::super::pattern::Pattern;

/// The first line of a message.
pub struct Head<'t> {
    /// Path as printed; absent for wrong options.
    pub file: Option<&'t str>,
    /// 1-based.
    pub line: Option<u32>,
    /// Behind `error: `.
    pub message: &'t str,
}

/// `/p/a b/A.java:3: error: cannot find symbol`, in javac's own languages; the position is absent for wrong options
static ERROR: Pattern =
    Pattern::new(r#"^(?:(?P<file>[^"<>|;]+\.java):(?P<line>[0-9]+): )?(?:error|错误|エラー|Fehler): (?P<message>.+)$"#);

/// `/p/A.java:3:`, with `error: …` on the next line
static PLACE: Pattern = Pattern::new(r#"^(?P<file>[^"<>|;]+\.java):(?P<line>[0-9]+):$"#);

/// What may stand before a path on its line: `…details.`, `    ^`, another program's sentence.
static GLUE: Pattern = Pattern::new(r"^.*[^A-Za-z](?P<drive>[A-Z]:\\)|^.*?[.^](?P<root>/)|^.*[0-9](?P<late>[A-Z]:\\)");

/// Whether a line is the first of a message.
pub fn begins(line: &str) -> bool {
    ERROR.is_match(line)
}

/// Reads the first line of a message.
pub fn head(lines: &Lines, at: usize) -> Option<Head<'_>> {
    let line = bare(lines.get(at));
    let line =
        ["e: ", "error: "].iter().find_map(|mark| line.strip_prefix(mark).filter(|rest| begins(rest))).unwrap_or(line);
    let found = ERROR.captures(line)?;
    let message = found.name("message")?.as_str();
    if let Some(file) = found.name("file") {
        return Some(Head { file: Some(unglue(file.as_str())), line: found["line"].parse().ok(), message });
    }
    let above = at.checked_sub(1).and_then(|above| PLACE.captures(bare(lines.get(above))));
    let place = above.as_ref().and_then(|found| Some((found.name("file")?.as_str(), found["line"].parse().ok()?)));
    let (file, line) = place.unzip();
    Some(Head { file, line, message })
}

/// The line without a code span around it.
fn bare(line: &str) -> &str {
    line.trim().trim_start_matches('`').trim_end_matches('`')
}

/// A sentence without line end, or a caret, may stand before the path.
fn unglue(file: &str) -> &str {
    let Some(found) = GLUE.captures(file) else { return file };
    let start =
        ["drive", "root", "late"].into_iter().find_map(|group| found.name(group)).map_or(0, |path| path.start());
    let before = &file[..start];
    let sentence = before.trim().is_empty() || before.trim() == "^" || before.contains(' ');
    if sentence { &file[start..] } else { file }
}

#[cfg(test)]
mod tests {
    use super::unglue;

    #[test]
    fn what_is_glued_to_the_path_goes() {
        for (glued, path) in [
            ("Note: Recompile with -Xlint for details./p/A.java", "/p/A.java"),
            (r"ANTLR 4.5 does not match 4.7.1C:\p\A.java", r"C:\p\A.java"),
            (r"^C:\p\A.java", r"C:\p\A.java"),
            ("/p/A.java", "/p/A.java"),
            (r"C:\p q\A.java", r"C:\p q\A.java"),
            ("../p/A.java", "../p/A.java"),
            ("/p/v1.2/.x/A.java", "/p/v1.2/.x/A.java"),
        ] {
            assert_eq!(unglue(glued), path, "{glued}");
        }
    }
}
