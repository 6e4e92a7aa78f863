//! The layouts in which javac's messages reach a log.

use std::borrow::Cow;

use super::messages;
use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::input::lines::Lines;
use crate::pattern::{Pattern, classify};

/// The first line of a message.
pub struct MessageHeader<'t> {
    /// Path as printed; absent for wrong options.
    pub file: Option<&'t str>,
    /// 1-based.
    pub line: Option<u32>,
    /// Behind `error: `, joined where the paste broke it.
    pub message: Cow<'t, str>,
    /// Lines that it takes.
    pub lines: usize,
}

/// `/p/a b/A.java:3: error: cannot find symbol`, in javac's own languages, also where their letters were lost on the way;
/// the position is absent for wrong options
static ERROR: Pattern = Pattern::new(
    r#"^(?:(?P<file>(?:<[A-Za-z_]+>)?[^"<>|;]+\.java):(?P<line>[0-9]+): )?(?:error|错误|錯誤|エラー|오류|Fehler|[Ee]rreur|[Оо]шибка|[Ee]rrore|[Ee]rro|\x{fffd}+) ?:(?: (?P<message>.+))?$"#,
);

/// `/p/A.java:3: cannot find symbol`, Maven's `[ERROR] /p/A.java:[3,5] cannot find symbol`, `Line 3: error: …`, `error: A is not abstract …`: javac up to 6, and pastes without a place,
/// in words that only javac has
static WORDS: Pattern = Pattern::new(concat!(
    r#"^(?:(?:\[ERROR\] )?(?P<file>(?:<[A-Za-z_]+>)?[^"<>|;]+\.java):(?:(?P<line>[0-9]+): |\[(?P<maven>[0-9]+),[0-9]+\] (?:error: )?)|Line (?P<at>[0-9]+): error: |error: )?(?P<message>"#,
    r"cannot find symbol(?:,? (?:class|interface|variable|method) [A-Za-z0-9_.$]+(?:\([^)]*\))?)?|package [a-z][A-Za-z0-9_.]* does not exist|(?:程序包) ?[A-Za-z0-9_.]+ ?不存在|[A-Za-z0-9_.]+(?:\([^)]*\))? is not public in [A-Za-z0-9_.]+; cannot be accessed from outside package",
    r"|(?:<anonymous [^>]+>|[A-Za-z0-9_.]+) is not abstract and does not override abstract method.*|incompatible types: .+ cannot be converted to .+|incompatible types$",
    r"|method does not override or implement a method from a supertype|unreported exception [A-Za-z0-9_.]+; must be caught.*|non-static (?:method|variable) .+ cannot be referenced from a static context",
    r"|(?:method|constructor) .+ in (?:class|interface|enum|record) .+ cannot be applied to given types;?|no suitable (?:method|constructor) found for .+|[A-Za-z0-9_(),.]+ has (?:private|protected) access in [A-Za-z0-9_.]+",
    r"|reference to [A-Za-z0-9_]+ is ambiguous.*|(?:variable|method|class) .+ is already defined in .+|duplicate class: [A-Za-z0-9_.]+|variable [A-Za-z0-9_]+ might not have been initialized",
    r"|class [A-Za-z0-9_]+ is public, should be declared in a file named .+|reached end of file while parsing|missing return statement|Bad service configuration file, or exception thrown while constructing Processor object.*|bad class file: .+|cannot access (?:[a-z][a-z0-9_]*\.)*[A-Z][A-Za-z0-9_.$]*)$",
));

/// Maven's `[ERROR] /p/A.java:[3,5] …`, whatever it says
static MAVEN: Pattern = Pattern::new(
    r#"^(?P<mark>\[ERROR\] +)?(?P<file>[^"<>|;]+\.java):\[(?P<line>[0-9]+),[0-9]+\] (?:error: |错误: ?)?(?P<message>\S.*)$"#,
);

/// `/p/A.java:3:`, with `error: …` on the next line
static PLACE: Pattern = Pattern::new(r#"^(?P<file>[^"<>|;]+\.java):(?P<line>[0-9]+):$"#);

/// `/p/A.java:14: java: ';' expected`, `java: package lombok does not exist`: an IDE's Build window, whose warnings look the same
static IN_IDE: Pattern =
    Pattern::new(r#"^(?:(?P<file>[^"<>|;]+\.java):(?:(?P<line>[0-9]+):)? )?java: (?P<message>\S.*)$"#);

/// Matches a path behind something else on its line: `…details.`, `    ^`, another program's sentence.
static GLUE: Pattern = Pattern::new(r"^.*[^A-Za-z](?P<drive>[A-Z]:\\)|^.*?[.^](?P<root>/)|^.*[0-9](?P<late>[A-Z]:\\)");

/// Whether a line is the first of a message.
pub fn begins(line: &str) -> bool {
    ERROR.is_match(line) || MAVEN.is_match(line)
}

/// Reads the first line of a message.
pub fn head(lines: &Lines, at: usize) -> Option<MessageHeader<'_>> {
    let line = bare(lines.get(at));
    let line = ["e: ", "error: ", "> ", "java: "]
        .iter()
        .find_map(|mark| line.strip_prefix(mark).filter(|rest| begins(rest)))
        .unwrap_or(line);
    if let Some(message) = line.strip_prefix("[ERROR] ").filter(|message| OF_OPTIONS.is_match(message)) {
        return Some(MessageHeader { file: None, line: None, message: Cow::Borrowed(message), lines: 1 });
    }
    let Some(found) = ERROR.captures(line) else {
        return worded(line).or_else(|| maven(lines, at, line)).or_else(|| in_ide(line));
    };
    let below = lines.get(at + 1).trim();
    let (message, count) = match found.name("message").map(|message| message.as_str()) {
        Some(message) => whole(lines, at, line, message),
        None if below.is_empty() => return None,
        None => (Cow::Borrowed(below), 2),
    };
    let message = match without_source(&message) {
        said if said.len() < message.len() => Cow::Owned(said.to_owned()),
        _ => message,
    };
    if let Some(file) = found.name("file") {
        return Some(MessageHeader {
            file: Some(unglue(file.as_str())),
            line: found["line"].parse().ok(),
            message,
            lines: count,
        });
    }
    let above = at.checked_sub(1).and_then(|above| PLACE.captures(bare(lines.get(above))));
    let place = above.as_ref().and_then(|found| Some((found.name("file")?.as_str(), found["line"].parse().ok()?)));
    let (file, line) = place.unzip();
    Some(MessageHeader { file, line, message, lines: count })
}

/// A message that is known by its words alone.
fn worded(line: &str) -> Option<MessageHeader<'_>> {
    let found = WORDS.captures(line)?;
    Some(MessageHeader {
        file: found.name("file").map(|file| unglue(file.as_str())),
        line: ["line", "maven", "at"]
            .into_iter()
            .find_map(|group| found.name(group))
            .and_then(|line| line.as_str().parse().ok()),
        message: Cow::Borrowed(found.name("message")?.as_str()),
        lines: 1,
    })
}

/// A message as Maven prints it; where the mark was taken off, below what says that these are errors.
fn maven<'t>(lines: &Lines, at: usize, line: &'t str) -> Option<MessageHeader<'t>> {
    let found = MAVEN.captures(line)?;
    let says = |index| SAID.iter().any(|said| lines.get(index).contains(said));
    if found.name("mark").is_none() && !(at.saturating_sub(ABOVE)..at).any(says) {
        return None;
    }
    Some(MessageHeader {
        file: Some(unglue(found.name("file")?.as_str())),
        line: found["line"].parse().ok(),
        message: Cow::Borrowed(found.name("message")?.as_str()),
        lines: 1,
    })
}

/// A known message as an IDE shows it.
fn in_ide(line: &str) -> Option<MessageHeader<'_>> {
    let found = IN_IDE.captures(line)?;
    let message = found.name("message")?.as_str();
    let placed = found.name("file").is_some();
    let mut nobody = Failure::new(Category::JavaOther, Language::Java, message);
    let known = is_worded(message) || placed && classify(&messages::RULES, message, &mut nobody).is_some();
    // Without a place the reader knows wrong options by their words.
    (known || !placed).then(|| MessageHeader {
        file: found.name("file").map(|file| file.as_str()),
        line: found.name("line").and_then(|line| line.as_str().parse().ok()),
        message: Cow::Borrowed(message),
        lines: 1,
    })
}

/// `Source option 5 is no longer supported. Use 7 or later.`, `invalid target release: 17`, behind Maven's mark
static OF_OPTIONS: Pattern = Pattern::new(
    r"^(?:(?:Source|Target) option \S+ is no longer supported\.|invalid (?:source|target) release:? |release version \S+ not supported|无效的(?:源|目标)发行版|不支持发行版本)",
);

/// Whether a line begins with javac's mark in another language than English, and source line and caret stand below it.
pub fn is_foreign(lines: &Lines, at: usize) -> bool {
    const MARKS: &[&str] = &["错误", "錯誤", "エラー", "오류", "Fehler", "rreur", "шибка", "rrore"];
    let head = bare(lines.get(at));
    let pointed = (at + 1..(at + 4).min(lines.len())).any(|index| lines.get(index).trim() == "^");
    pointed
        && MARKS.iter().any(|mark| {
            head.starts_with(mark) || head.char_indices().nth(1).is_some_and(|(end, _)| head[end..].starts_with(mark))
        })
}

/// What Maven says above its list of errors.
const SAID: &[&str] = &["COMPILATION ERROR", "Compilation failure"];

/// Lines above a message in which it is looked for.
const ABOVE: usize = 40;

/// Whether javac says this without a place, too.
pub fn is_worded(message: &str) -> bool {
    WORDS.is_match(message)
}

/// The message with its rest from the next line: javac puts the source line and the caret below, so a caret that is one
/// line late tells of a break; and some messages cannot end where they do.
fn whole<'t>(lines: &'t Lines, at: usize, line: &str, message: &'t str) -> (Cow<'t, str>, usize) {
    const OPEN: &[&str] = &[" abstract method", " cannot be converted to", " cannot be", " cannot find", " found for"];
    let caret = |index: usize| lines.get(index).trim() == "^";
    let below = lines.get(at + 1).trim_end();
    let open = OPEN.iter().any(|end| message.ends_with(end));
    let late = caret(at + 3) && !caret(at + 2) && !below.trim_start().starts_with("symbol:");
    if below.trim().is_empty() || caret(at + 1) || begins(below) || !(open || late) {
        return (Cow::Borrowed(message), 1);
    }
    // A terminal breaks long lines anywhere, a shell between words.
    let inside = line.len() >= LONG && message.ends_with(char::is_alphanumeric) && !open;
    let space = if inside || below.starts_with(' ') && !open { "" } else { " " };
    (Cow::Owned(format!("{message}{space}{}", below.trim_start_matches(|c| open && c == ' '))), 2)
}

/// Lines that are longer may have been broken inside a word.
const LONG: usize = 100;

/// `    method ByteBuffer.get(int) is not applicable`: one of the functions that the call does not fit
static CANDIDATE: Pattern =
    Pattern::new(r"^\s+method (?P<class>[A-Z][A-Za-z0-9]*)\.[A-Za-z0-9_]+\([^)]*\) is not applicable");

/// The class of a function that a call does not fit.
pub fn candidate(line: &str) -> Option<String> {
    Some(CANDIDATE.captures(line)?["class"].to_owned())
}

/// Blanks that no message of javac's own has between its words, and every source line has before its first one.
const INDENT: &str = "    ";

/// The message without the source line that a shell has put behind it: `…cannot be converted to Shelf        Shelf one = all();`
fn without_source(message: &str) -> &str {
    let Some((said, source)) = message.split_once(INDENT) else { return message };
    // In a narrow console the source line is broken anywhere; javac's translations have no such blanks either.
    let code = source.trim_end().ends_with([';', '{', '}', ')', ',', '(']) || !said.is_ascii();
    // A processor's `[Dagger/MissingBinding] …` lists its bindings so.
    if code && !said.trim().is_empty() && !said.starts_with('[') { said.trim_end() } else { message }
}

/// The line without a code span around it.
fn bare(line: &str) -> &str {
    line.trim().trim_start_matches('`').trim_end_matches('`')
}

/// A sentence without line end, or a caret, may come before the path.
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
    use super::{unglue, without_source};

    #[test]
    fn a_message_ends_where_its_source_line_begins() {
        let said = "incompatible types: String cannot be converted to ArrayList<Shelf>";
        for source in ["        ArrayList<com.example.Shelf> all = oak.open(name);", "    for (Shelf one : all) {"] {
            assert_eq!(without_source(&format!("{said}{source}")), said);
        }
        assert_eq!(
            without_source("シンボルを見つけられません            assertShelf(one instanceof Sta"),
            "シンボルを見つけられません"
        );
        for whole in [said, "[Dagger/Oak] Shelf is missing    it is needed at a.Basket(shelf)", "no    column of oak"] {
            assert_eq!(without_source(whole), whole);
        }
        let log = format!("/p/A.java:3: error: {said}        ArrayList<Shelf> all = oak.open(name); \n1 error\n");
        assert_eq!(crate::parse::parse(&log).failures[0].message, said);
    }

    #[test]
    fn an_ide_shows_errors_and_warnings_alike() {
        let places = |text: &str| -> Vec<_> {
            crate::parse::parse(text).failures.into_iter().map(|one| (one.file, one.line)).collect()
        };
        let file = || Some("/home/dev/oak/Shelf.java".to_owned());
        let below = |said: &str| places(&format!("/home/dev/oak/Shelf.java:14:9\njava: {said}\n"));
        for said in ["cannot find symbol", "';' expected", "error: cannot find symbol"] {
            assert_eq!(below(said), [(file(), Some(14))], "{said}");
        }
        assert_eq!(below("open() in com.example.Shelf has been deprecated"), []);
        assert_eq!(places("java: package com.oak does not exist\n"), [(None, None)]);
        assert_eq!(places("java: /usr/bin/java /usr/share/java\n"), []);
    }

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
