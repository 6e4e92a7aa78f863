//! Backslashes that an editor of Markdown puts before what would be a mark (`login\_page.dart`, `\* What went wrong:`). The
//! folders of Windows stand behind a backslash too, so they are undone only where a line of the text proves that they are
//! Markdown's, and in no word that is such a path.

use std::borrow::Cow;

use memchr::memchr_iter;

use crate::pattern::Pattern;

/// What Markdown gives a meaning.
const MARKS: &[u8] = b"_*[]()<>#~+-=!|`";

/// `\* What went wrong:`, `\> Task :app:lint`, `\# name`: a mark that would begin a list, a quotation or a headline.
static BEGUN: Pattern = Pattern::new(r"^\s*(?:> ?)*\\[*>#+-] +[A-Za-z:]");

/// The same in a line that holds the whole block: ` \* Try: > Run with`
static SECTION: Pattern = Pattern::new(r"(?:^|\s)\\\* (?:What went wrong|Try|Where|Exception is|Get more help)\b");

/// ` \[ERROR\] `, `Plugin \[id: 'com.example.shelf'\] `; a regular expression stands in quotation marks.
static BRACKETS: Pattern = Pattern::new(r"(?:^|[\s(])\\\[(?:[A-Z][A-Za-z0-9 _-]*|id: '[^\[\]]*)\\\](?:[\s.:,)]|$)");

/// `lib/shelf/oak\_page.dart`, `target\_of\_till`
static NAME: Pattern =
    Pattern::new(r"(?:[A-Za-z0-9.-]/[^\s\\]*[A-Za-z0-9]\\_[A-Za-z0-9]|[A-Za-z0-9]\\_[A-Za-z0-9]+\\_[A-Za-z0-9])");

/// The text without them; as it was where nothing proves them.
pub fn undone(raw: Cow<'_, str>) -> Cow<'_, str> {
    if !has_any(&raw) || !raw.split('\n').any(|line| has_any(line) && is_markdown(line)) {
        return raw;
    }
    let lines: Vec<Cow<'_, str>> = raw.split('\n').map(plain).collect();
    Cow::Owned(lines.join("\n"))
}

/// Whether a mark stands behind a backslash.
fn has_any(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr_iter(b'\\', bytes).any(|at| bytes.get(at + 1).is_some_and(|next| MARKS.contains(next)))
}

/// Whether only Markdown writes such a line.
fn is_markdown(line: &str) -> bool {
    let named = |word: &str| word.contains("\\_") && !is_path(word) && NAME.is_match(word);
    BEGUN.is_match(line) || SECTION.is_match(line) || BRACKETS.is_match(line) || line.split(' ').any(named)
}

/// The line without them.
fn plain(line: &str) -> Cow<'_, str> {
    if !has_any(line) {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len());
    let mut in_path = false;
    for word in line.split_inclusive([' ', '\t']) {
        // `C:\Program Files\_shelf` is one path in two words.
        in_path = word.contains('\\') && (in_path || is_path(word)) && !is_doubled(word);
        if in_path { out.push_str(word) } else { unescape(word, &mut out) }
    }
    Cow::Owned(out)
}

/// Whether the word is a path of Windows, or has an escape that is none of Markdown: `C:\shelf`, `shelf\oak.kt`, `\t`
fn is_path(word: &str) -> bool {
    let bytes = word.as_bytes();
    let drive = |at: usize| at > 1 && bytes[at - 1] == b':' && bytes[at - 2].is_ascii_alphabetic();
    memchr_iter(b'\\', bytes).any(|at| drive(at) || bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric))
}

/// Whether each backslash of a path has one of its own, as Markdown writes it: `C:\\shelf\\oak\_page`
fn is_doubled(word: &str) -> bool {
    let bytes = word.as_bytes();
    let before = |at: usize| bytes[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
    let plain = |at: &usize| *at > 0 && bytes[at - 1] == b'\\' && bytes[*at].is_ascii_alphanumeric();
    word.contains("\\\\") && (0..bytes.len()).filter(plain).all(|at| before(at) % 2 == 0)
}

fn unescape(word: &str, out: &mut String) {
    let mut rest = word;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let next = rest.as_bytes().get(at + 1).filter(|next| **next == b'\\' || MARKS.contains(next));
        match next {
            Some(next) => out.push(char::from(*next)),
            None => out.push('\\'),
        }
        rest = &rest[at + 1 + usize::from(next.is_some())..];
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::undone;

    #[test]
    fn what_markdown_escaped_is_plain_again() {
        for (text, wanted) in [
            (
                r"lib/shelf/oak\_page.dart:4:8: Error: no 'till\_page.dart'",
                "lib/shelf/oak_page.dart:4:8: Error: no 'till_page.dart'",
            ),
            (r"Target kernel\_of\_lamp failed", "Target kernel_of_lamp failed"),
            ("\\* What went wrong:\n\\> no \\[OAK\\] in shelf\\_a", "* What went wrong:\n> no [OAK] in shelf_a"),
            (r"no shelf. \* Try: 'C:\\lamp\\my\_app\\oak.bat'", r"no shelf. * Try: 'C:\lamp\my_app\oak.bat'"),
            (
                r"Plugin \[id: 'com.example.oak\_shelf'\] was not found",
                "Plugin [id: 'com.example.oak_shelf'] was not found",
            ),
            (r"\[ERROR\] shelf\_size is no \<number\>", "[ERROR] shelf_size is no <number>"),
        ] {
            assert_eq!(undone(Cow::Borrowed(text)), wanted);
        }
    }

    #[test]
    fn a_log_s_files_have_their_names() {
        let log = r"lib/shelf/oak\_page.dart:4:8: Error: Couldn't find constructor 'Till'. \* What went wrong: Execution failed";
        assert_eq!(crate::parse::parse(log).failures.remove(0).file.as_deref(), Some("lib/shelf/oak_page.dart"));
    }

    #[test]
    fn paths_of_windows_and_patterns_stay() {
        for text in [
            r"C:\shop\_oak\_till\lamp_page.dart:4:8: Error: no",
            r"lib\_oak.dart:4:8: Error: no",
            r"D:\Program Files\_shelf\_oak\_till",
            r#"val pattern = Regex("\[OAK\] \(.*\)")"#,
            r"find . \( -name oak \)",
            r"C:\shop/android\_oak\_till/a.kt",
        ] {
            assert_eq!(undone(Cow::Borrowed(text)), text);
        }
        let text = "* What went wrong:\n\\* Try:\nC:\\shop\\_oak\\lamp.kt C:\\my shop\\_till";
        assert!(undone(Cow::Borrowed(text)).ends_with(r"C:\shop\_oak\lamp.kt C:\my shop\_till"));
    }
}
