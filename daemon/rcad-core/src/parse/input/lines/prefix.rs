//! What consoles, CI systems and wrappers put before a line.

use std::borrow::Cow;

use super::page::{self, markdown};
use crate::pattern::Pattern;

/// How many prefixes may stand before each other (`2026-…Z [stdout] ##[error]…`).
const PREFIXES: usize = 4;

/// `2026-11-22T18:14:40.712+0800 `, `[2026-11-22T18:14:40.712Z] `, `[18:14:40]: `, `[stdout] `, `##[error]`, `[   +12 ms] `,
/// `[        ] `
static PREFIX: Pattern = Pattern::new(concat!(
    r"^(?:\[?(?:task )?[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?\]? ",
    r"|\[?[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?\]?:? ",
    r"|\[(?:stdout|stderr|exec|gradle|android)\] ?",
    r"|##\[(?:error|warning|debug)\]|::error(?: [^:]*)?::",
    r"|\[ *\+? *[0-9]+ ms\] |\[ {7,9}\] )",
));

/// ` [:app:compileKotlin] `, `[Gradle failure report] `, `[Step 1/2] ` of TeamCity; `_bk;t=1700000000123` of Buildkite
static BLOCK: Pattern =
    Pattern::new(r"^(?:\s*\[(?::[A-Za-z0-9:_-]+|Gradle failure report|Step [0-9]+/[0-9]+)\] ?|_bk;t=[0-9]{10,16})");

/// `UATHelper: Packaging (Android (ASTC)): LogWindows: `, `PackagingResults: `: what Unreal puts before what its packaging said
static PACKAGING: Pattern = Pattern::new(
    r"^(?:UATHelper: (?:Error: |Warning: )?(?:Packaging|Cooking) \([^:]{1,40}\): (?:Log[A-Za-z]+: )?|PackagingResults: )",
);

/// What stands behind `Error: ` where a page shows a line that it marks as an error: it has a mark of its own.
const MARKED_ERRORS: &[&str] = &["e: ", "FAILURE: ", "> ", "* What went wrong", "Execution failed for task "];

/// `[ERROR] [org.gradle.internal.buildevents.BuildExceptionReporter] FAILURE: …` of `--debug` and of the daemon's log
static LEVEL: Pattern = Pattern::new(r"^\[(DEBUG|INFO|LIFECYCLE|QUIET|WARN|ERROR)\] \[[A-Za-z0-9_.$]+\] ?");

/// `[capacitor]  `, `[RUN_GRADLEW] `, `app_1  | `, `npm ERR! `, `remote: `, `mobile:build: `, `> `, `│ `: what a program that runs
/// Gradle, or a quotation, puts before every line. The mark is what all lines share.
static WRAPPER: Pattern = Pattern::new(concat!(
    r"^\s*(?P<mark>\[[A-Za-z][A-Za-z0-9_@/ .:-]*\]|[A-Za-z0-9_.@/-]+ +\||npm ERR!|ERR!|remote:|@?[a-z][a-z0-9_./-]*:[a-z][a-z0-9:_-]*:",
    r"|[VDIWEF]/flutter *\( *[0-9]+\): |> ▸|>{1,3}|//|#|[│|┃▸›•*-])(?: |$)",
));

/// `#15 45.23 `, `45.23 `: docker's build steps; `build\tRun Gradle\t`: the steps of GitHub's command line
static STEP: Pattern =
    Pattern::new(r"^(?:(?:#[0-9]+ )?[0-9]+\.[0-9]{1,3} |#[0-9]+ [0-9]+\.[0-9]+$|[^\t]{1,60}\t[^\t]{1,80}\t)");

/// Set aside in place of Docker's steps.
pub const DOCKER_STEP: &str = "#docker build step";

/// Lines that are looked at to find what all of them begin with.
const SAMPLE: usize = 400;

/// Share of the lines that begin with a wrapper's mark, in percent.
const MARKED: usize = 70;

/// Fewer lines show no habit.
const FEWEST: usize = 4;

/// Marks that no tool writes before all of its lines.
const FEW_MARKS: &[&str] = &["#", "//", "│", "┃", "▸", "›", "•", "*", "-"];

/// What Gradle never writes behind a `> ` of its own: `e: x`, `/p/a.xml:3: error: x`, `error: x`, `a.B.XException`
static UNQUOTED: Pattern = Pattern::new(
    r"^>{1,3} (?:[ew]: |error: |\S+:[0-9]+: error: |\S+\.kts?:[0-9]+:[0-9]+: |Caused by: |at [a-z]|FATAL EXCEPTION)",
);

/// What a web page makes of characters that logs have, and XML in a log does not.
const ENTITIES: &[&str] = &["&gt; ", "&lt;init&gt;", "&#39;", "&#x27;", "&#34;", "&quot;"];

/// What stands before every line of a text, and is taken off before anything else is.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wrapper {
    /// The mark that nearly all lines share.
    mark: String,
    /// Lines begin with the step that printed them.
    steps: bool,
    /// Those steps are Docker's, `#15 45.23 `.
    docker: bool,
    /// Columns of white space that all lines begin with, after the mark.
    indent: usize,
    /// The text came out of a web page: `&gt; Task :app:compileJava`.
    entities: bool,
    /// The text has links and bold words.
    markdown: bool,
}

impl Wrapper {
    /// The mark that nearly all lines share; empty where they share none.
    pub fn mark(&self) -> &str {
        &self.mark
    }

    /// What is said for Docker's build steps, whose numbers differ from line to line; empty for any other text.
    pub fn runner(&self) -> &'static str {
        if self.docker { DOCKER_STEP } else { "" }
    }

    /// Finds what the lines of a text have in common.
    pub fn of(lines: &[Cow<'_, str>]) -> Wrapper {
        let sample: Vec<&str> =
            lines.iter().map(AsRef::as_ref).filter(|line| !line.trim().is_empty()).take(SAMPLE).collect();
        let most = |count: usize| sample.len() >= FEWEST && count * 100 >= sample.len() * MARKED;
        let mut marks: Vec<(&str, usize)> = Vec::new();
        // Gradle's own headers are no quotation, however many there are.
        let quotable = |line: &&&str| !line.starts_with("> Task :") && !line.starts_with("> Configure project ");
        for line in sample.iter().filter(quotable) {
            let Some(found) = WRAPPER.captures(line) else { continue };
            let mark = found.name("mark").map_or("", |mark| mark.as_str());
            match marks.iter_mut().find(|(known, _)| *known == mark) {
                Some((_, count)) => *count += 1,
                None => marks.push((mark, 1)),
            }
        }
        // Comments and frames of a chat say it of two lines, too, if it is all of them.
        let unquoted = || sample.iter().any(|line| line.starts_with('>') && UNQUOTED.is_match(line));
        let few = |mark: &str, count: usize| {
            count > 1 && count == sample.len() && (FEW_MARKS.contains(&mark) || mark.starts_with('>') && unquoted())
        };
        // A quotation's bar, whose first line was copied without it; a table has one at the end of its lines, too.
        let table = || sample.iter().any(|line| line.trim_end().ends_with('|'));
        let quoted = |mark: &str, count: usize| mark == "|" && count > 1 && count + 1 >= sample.len() && !table();
        let few = |mark: &str, count: usize| few(mark, count) || quoted(mark, count);
        let mark =
            marks.into_iter().max_by_key(|(_, count)| *count).filter(|(mark, count)| most(*count) || few(mark, *count));
        // A list of errors copied out of Visual Studio has tabs of its own, and so have PMD's findings.
        let severity = |cell: &str| ["Error", "Warning", "Message", "Severity"].iter().any(|word| cell.ends_with(word));
        let placed =
            |cell: &str| cell.strip_suffix(':').is_some_and(|path| path.ends_with(|c: char| c.is_ascii_digit()));
        let listed = |line: &&str| line.split_once('\t').is_some_and(|(cell, _)| severity(cell) || placed(cell));
        let may_step = |line: &str| line.contains('\t') || line.starts_with(|c: char| c.is_ascii_digit() || c == '#');
        let steps = sample.iter().filter(|line| may_step(line) && STEP.is_match(line) && !listed(line)).count();
        // `#15 45.23 `, two tabs: these say it of a single line, too.
        let told = |line: &&str| line.starts_with('#') || line.matches('\t').count() > 1 && !line.starts_with('\t');
        let steps = most(steps) || steps > 0 && steps == sample.len() && sample.iter().all(told);
        let entities =
            sample.iter().any(|line| line.contains('&') && ENTITIES.iter().any(|entity| line.contains(entity)));
        let mark = mark.map_or_else(String::new, |(mark, _)| mark.to_owned());
        let markdown = sample.iter().any(|line| markdown::is_in(line));
        let docker = steps && sample.iter().any(|line| line.starts_with('#'));
        let mut wrapper = Wrapper { mark, steps, docker, indent: 0, entities, markdown };
        wrapper.indent = wrapper.indent_of(lines);
        wrapper
    }

    /// The white space that all lines have in common.
    fn indent_of(&self, lines: &[Cow<'_, str>]) -> usize {
        let mut least = usize::MAX;
        for line in lines.iter().filter(|line| !line.trim().is_empty()) {
            let line = self.unmarked(line);
            if !line.trim().is_empty() {
                least = least.min(line.len() - line.trim_start().len());
            }
            if least == 0 {
                break;
            }
        }
        if least == usize::MAX { 0 } else { least }
    }

    /// The line without it.
    pub fn stripped<'l>(&self, line: Cow<'l, str>) -> Cow<'l, str> {
        match line {
            Cow::Borrowed(line) => self.strip(line),
            Cow::Owned(line) => Cow::Owned(self.strip(&line).into_owned()),
        }
    }

    fn strip<'l>(&self, line: &'l str) -> Cow<'l, str> {
        let rest = self.unmarked(line);
        let rest = rest.get(self.indent.min(rest.len() - rest.trim_start().len())..).unwrap_or(rest);
        if self.entities && rest.contains('&') {
            return Cow::Owned(page::ends::without_entities(rest));
        }
        if self.markdown { markdown::plain(rest) } else { Cow::Borrowed(rest) }
    }

    fn unmarked<'l>(&self, line: &'l str) -> &'l str {
        let mut rest = line;
        if self.steps {
            rest = STEP.end(rest).map_or(rest, |end| &rest[end..]);
        }
        if !self.mark.is_empty() {
            let marked = rest.trim_start().strip_prefix(self.mark.as_str());
            rest = marked.map_or(rest, |rest| rest.strip_prefix(' ').unwrap_or(rest));
        }
        rest
    }
}

/// Whether a line of Gradle's own log begins here, behind its time.
pub fn is_leveled(line: &str) -> bool {
    LEVEL.is_match(line)
}

/// Whether it is what a log may tell of a failure that ends before Gradle's own sentence: that a server refused a request, and
/// which task made that. Something that is not there (404) is looked for elsewhere.
fn tells(line: &str) -> bool {
    line.contains("] Failed to get resource: ") && !line.contains(" 404 ")
        || line.contains("] Finished executing task ':")
}

/// `1>C:\p\Shelf.cs(3,4): error …`: what one project of a Visual Studio solution said.
fn of_solution(line: &str) -> Option<&str> {
    let said = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = (1..=2).contains(&(line.len() - said.len()));
    let said = said.strip_prefix('>').filter(|_| numbered)?;
    (said.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')).then_some(said)
}

/// The line without time stamps, levels and marks of CI systems; empty where a logger only chats.
pub fn strip_prefixes(line: &str) -> &str {
    // A comma is what is left of a list that somebody's tool made of the lines.
    let listed = line.strip_prefix(',').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let mut rest = listed.unwrap_or(line);
    for _ in 0..PREFIXES {
        if rest.starts_with([' ', '[', '_'])
            && let Some(end) = BLOCK.end(rest)
        {
            rest = &rest[end..];
            continue;
        }
        if let Some(said) = rest.strip_prefix("Error: ")
            && MARKED_ERRORS.iter().any(|mark| said.starts_with(mark))
        {
            rest = said;
        }
        if rest.starts_with(['P', 'U'])
            && let Some(end) = PACKAGING.end(rest)
        {
            rest = &rest[end..];
            continue;
        }
        rest = of_solution(rest).unwrap_or(rest);
        if !rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '[' | '#' | ':')) {
            break;
        }
        if let Some(found) = LEVEL.captures(rest) {
            let chatter = matches!(found.get(1).map(|level| level.as_str()), Some("DEBUG" | "INFO")) && !tells(rest);
            rest = if chatter { "" } else { &rest[found.get(0).map_or(0, |all| all.end())..] };
        } else if let Some(end) = PREFIX.end(rest) {
            rest = &rest[end..];
        } else {
            break;
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{Wrapper, strip_prefixes};

    const LOG: &str = "> Task :app:compileJava FAILED\n/p/A.java:1: error: no\n\nFAILURE: Build failed with an exception.\n\n\
        * What went wrong:\nExecution failed for task ':app:compileJava'.\n> Compilation failed";

    fn unwrapped(text: &str) -> String {
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        let wrapper = Wrapper::of(&lines);
        lines.iter().map(|line| wrapper.strip(line).into_owned()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_quotations_bar_goes_though_the_first_line_has_none() {
        let text = "* What went wrong:\n| Execution failed for task ':shelve'.\n| > no room";
        assert_eq!(unwrapped(text), "* What went wrong:\nExecution failed for task ':shelve'.\n> no room");
        let table = "a shelf:\n| oak | 3 |\n| ash | 4 |";
        assert_eq!(unwrapped(table), table);
    }

    #[test]
    fn what_stands_before_every_line_goes() {
        for mark in [
            "[capacitor] ",
            "npm ERR! ",
            "app_1  | ",
            "> ",
            "#12 3.456 ",
            "mobile:build: ",
            "remote: ",
            "[Gradle Run] ",
        ] {
            let wrapped: String = LOG.lines().map(|line| format!("{mark}{line}\n")).collect();
            assert_eq!(unwrapped(wrapped.trim_end()), LOG, "{mark}");
        }
        let page = LOG.replace('>', "&gt;").replace('\'', "&#39;");
        assert_eq!(unwrapped(&page), LOG);
    }

    #[test]
    fn what_an_ides_packaging_puts_before_a_line_goes() {
        for (line, said) in [
            ("UATHelper: Packaging (Android (ASTC)): ERROR: no shelf", "ERROR: no shelf"),
            ("UATHelper: Error: Packaging (Android): LogShelf: Error: no oak", "Error: no oak"),
            ("PackagingResults: Error: cannot find symbol", "Error: cannot find symbol"),
            ("1>C:\\p\\Shelf.cs(3,4): error CS0246: no", "C:\\p\\Shelf.cs(3,4): error CS0246: no"),
            ("3 > 2", "3 > 2"),
            ("PackagingOptions: none", "PackagingOptions: none"),
        ] {
            assert_eq!(strip_prefixes(line), said);
        }
    }

    #[test]
    fn two_lines_of_a_comment_are_enough() {
        assert_eq!(unwrapped("# Execution failed for task ':a'.\n# > no"), "Execution failed for task ':a'.\n> no");
        let gradles = "> Could not resolve a.b:c:1.\n> Required by:";
        assert_eq!(unwrapped(gradles), gradles);
    }

    #[test]
    fn a_plain_log_stays_as_it_is() {
        assert_eq!(unwrapped(LOG), LOG);
        let tasks = "> Task :a\n> Task :b\n> Task :c\n> Task :d FAILED\ne: x\nerror\nFAILURE\n";
        assert_eq!(unwrapped(tasks), tasks.trim_end());
    }
}
