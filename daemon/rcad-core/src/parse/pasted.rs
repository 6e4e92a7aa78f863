//! A few lines that somebody pastes by themselves: what they ask about failed, though nothing around it says so. What a
//! whole log only mentions is then a failure: a warning's exception, a message behind words of the app's own.

use super::input::lines::{Lines, Source};
use super::known;
use super::readers::{
    app_code, gradle, kotlinc,
    stack_trace::{classless, survived},
};
use super::resolve::{outcome, roles};
use super::scan::read_all;
use super::words::FoundWords;
use crate::model::failure::{Failure, Role};
use crate::pattern::Pattern;
use crate::rules::RuleSet;

/// Most lines of a paste, empty ones aside.
const LINES: usize = 20;

/// What ends or goes on well: `BUILD SUCCESSFUL in 3s`, `> Task :app:preBuild UP-TO-DATE`, `w: …`, `Note: …`, `[main/INFO]`,
/// `The Daemon will expire after the build …`
static FINE: Pattern = Pattern::new(
    r"[\[/ ](?:INFO|DEBUG|TRACE)[\] ]|^(?:BUILD SUCCESSFUL|> Task :\S+(?: [A-EG-Z][A-Z-]*)?$|[wi]: |\s*(?:[Nn]ote|NOTE|[Ww]arning|WARNING|INFO|info|DEBUG)\b)|\b(?:[Nn]o|0) (?:errors?|failures?)\b|^[0-9]+ warnings?$|^.{0,200} Warning:$|The Daemon will expire after the build ",
);

/// `a.b.XException: y` behind other words, ``could not save: a.b.XException: y``, ``fails with `a.b.XException: y` ``,
/// `WARN … Resolved [a.b.XException: y]`, `I get Exception in thread "main" a.b.XException: y`
static THROWN: Pattern = Pattern::new(
    r"^.{1,180}?(?:[:>(=] ?| `|Resolved \[|Exception in thread \x22[^\x22]*\x22 )(?P<thrown>(?:[a-z][a-z0-9_]*\.){2,}[A-Z][A-Za-z0-9_$]*(?:Exception|Error): .+)$",
);

/// `the build stops with a.b.XException`: an exception without a message, in a sentence
static STOPPED: Pattern = Pattern::new(
    r"^.{1,120}?\b(?:fail(?:s|ed|ing)?|stop(?:s|ped)?|crash(?:es|ed)?|abort(?:s|ed)?|end(?:s|ed)?|exit(?:s|ed)?|dies|died) (?:with|on|by|because of|due to)(?: an?)?:? `?(?P<thrown>(?:[a-z][a-z0-9_]*\.){2,}[A-Z][A-Za-z0-9_$]*(?:Exception|Error))[`.]*$",
);

/// `Sync failed: x`, `Error: y`, `Could not find or load main class a.B`, `Cause: unable to find z`, `Shelving oak failed. Error: …`,
/// `An error occurred while …`, `Command a failed with exit code 1`
static SAYS: Pattern = Pattern::new(concat!(
    r"^\W*(?:(?:[Cc]ause|[Rr]eason|CAUSE|REASON) ?: )?(?:",
    r"(?:[A-Za-z][A-Za-z'-]* ){0,5}(?:[Ff]ailed|FAILED|[Ee]rror|ERROR|[Ff]ailure|FAILURE|[Dd]enied|[Cc]rash(?:ed)?|[Aa]borted) ?(?::|with |to |for |because |while |in |at |due )",
    r"|(?:[Cc]ould not|[Cc]annot|[Cc]an't|[Uu]nable to|[Nn]o such|[Mm]issing|[Ii]nvalid|[Dd]uplicate|[Uu]nresolved|[Uu]nsupported|[Ii]ncompatible|[Ii]llegal|[Uu]nknown|[Uu]nexpected|[Uu]ndefined) [a-z'`]",
    r"|(?:FATAL|[Ff]atal|[Ee]rror|ERROR)(?: |: ?)\S|E: ",
    r"|.{1,80} (?:[Ff]ailed|FAILED)\. (?:Error|Reason|Cause): |(?:An?|The following) (?:[a-z]+ )?errors? (?:has |have )?occurr?ed\b|Command .{1,120} failed with (?:a nonzero )?exit code",
    r"|(?:[A-Za-z0-9_.]+\.)?[A-Z][A-Za-z0-9]+(?:Exception|Error)(?::|$)",
    r")",
));

/// Source code, a row of a table, a heading: `pub crash: Crash,`, `// failed`, `| failed | no |`, `# Errors`
static CODE: Pattern =
    Pattern::new(r"^\s*(?://|[|@#\x22*]|pub |for |if |fn |let |fun |val |var |class |import )|[,;{(|]\s*$");

/// Reads such lines with fewer doubts: as if they were nobody's log, from where an exception is named, by what is known
/// alone, as a message without its exception; else the line that says that something failed is one that nobody knows.
/// Nothing where the text is longer, or says that it went well.
pub fn read(lines: &Lines, known: &RuleSet) -> Vec<Failure> {
    if is_one_trace(lines) {
        return doubtless(&each(lines, |line| line.trim_start().to_owned()), known);
    }
    if !is_pasted(lines) {
        return Vec::new();
    }
    let plain = each(lines, |line| bare(line).to_owned());
    let quoted = each(lines, |line| said(line).replace('`', "'"));
    let whole = joined(&plain);
    let forms = [&plain, &quoted, &whole];
    let failures = forms.into_iter().map(|lines| doubtless(lines, known)).find(|found| !found.is_empty());
    failures.unwrap_or_else(|| {
        let located = filled(lines).find_map(|at| known::worded(lines, at, kotlinc::located(lines, at)?, known));
        let classless = located.or_else(|| filled(&plain).find_map(|at| classless::read(&plain, at)));
        let gradles =
            || [&plain, &quoted].into_iter().find_map(|lines| filled(lines).find_map(|at| gradle::alone(lines, at)));
        let listed = || filled(lines).find_map(|at| app_code::listed(lines, at));
        let said =
            classless.or_else(gradles).or_else(listed).or_else(|| unknown(&joined(lines))).or_else(|| unknown(lines));
        said.map(|failure| Failure { role: Role::Root, ..failure }).into_iter().collect()
    })
}

/// `a.b.XException: y`, the first line of a trace
static HEAD: Pattern = Pattern::new(r"^\s*(?:[a-z][a-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error)(?:: |:?\s*$)");

/// Whether all there is, is a trace and the line with which an app logs it, as less than an error: it is what somebody asks
/// about. What is logged as an error is judged by who logs it.
fn is_one_trace(lines: &Lines) -> bool {
    let less = |source: &Source| matches!(source.priority, 'V' | 'D' | 'I' | 'W');
    let logged = filled(lines).find_map(|at| lines.source(at));
    if !logged.is_some_and(|source| less(source) && !survived::SYSTEM_TAGS.contains(&source.tag.as_str())) {
        return false;
    }
    let mut heads = 0;
    let mut others = 0;
    for at in filled(lines) {
        let line = lines.get(at);
        if HEAD.is_match(line) {
            heads += 1;
        } else if !survived::is_part(line.trim_start()) {
            others += 1;
        }
        if heads > 1 || others > 1 {
            return false;
        }
    }
    heads == 1 && filled(lines).count() > FRAMES
}

/// Lines of a trace of a few frames.
const FRAMES: usize = 4;

/// The lines as `made` makes them, with their numbers.
fn each(lines: &Lines, made: impl Fn(&str) -> String) -> Lines {
    let numbers: Vec<u32> = (0..lines.len()).map(|at| lines.number(at)).collect();
    let text: Vec<String> = (0..lines.len()).map(|at| made(lines.get(at))).collect();
    Lines::numbered(&text.join("\n"), Some(&numbers))
}

/// The lines, each that ends with a colon together with what it heads: `KeytoolException: Failed to read the key:`, and why
/// below.
fn joined(lines: &Lines) -> Lines {
    let (mut text, mut numbers) = (Vec::<String>::new(), Vec::new());
    let mut heads = false;
    for at in filled(lines) {
        let line = lines.get(at);
        match text.last_mut().filter(|_| heads) {
            Some(head) => *head = format!("{} {}", head.trim_end(), line.trim_start()),
            None => {
                text.push(line.to_owned());
                numbers.push(lines.number(at));
            }
        }
        heads = line.trim_end().ends_with(':') && !line.trim_start().starts_with(['*', '#', '-']);
    }
    Lines::numbered(&text.join("\n"), Some(&numbers))
}

/// What readers or rules recognise as if these lines were all there is.
fn doubtless(lines: &Lines, known: &RuleSet) -> Vec<Failure> {
    let mut taken = known::refine(lines, read_all(lines, &FoundWords::of(lines).masks), known);
    if taken.is_empty() {
        taken = known::recognised(lines, known);
    }
    roles::decide(lines, taken).0
}

/// Tags under which Android and its libraries log errors that no user notices.
const CHATTER: &[&str] = &[
    "ActivityThread",
    "Adreno",
    "BufferQueueProducer",
    "chromium",
    "EGL_emulation",
    "FirebaseInstanceId",
    "FirebaseRemoteConfig",
    "GED",
    "gralloc",
    "gralloc4",
    "libEGL",
    "memtrack",
    "OpenGLRenderer",
    "Parcel",
    "SELinux",
    "System",
    "ViewRootImpl",
];

fn is_chatter(lines: &Lines, at: usize) -> bool {
    lines.source(at).is_some_and(|source| CHATTER.contains(&source.tag.as_str()) || source.tag.starts_with("cr_"))
}

fn unknown(lines: &Lines) -> Option<Failure> {
    let says = |line: &str| SAYS.is_match(line) && !CODE.is_match(line) && !line.trim_end().ends_with(" ERROR :");
    let at = filled(lines).find(|at| says(lines.get(*at)))?;
    Some(outcome::unknown(lines, at))
}

fn filled(lines: &Lines) -> impl Iterator<Item = usize> {
    lines.filled(0..lines.len())
}

/// Of a device's log only one line is a paste: more of them show what was survived.
fn is_pasted(lines: &Lines) -> bool {
    let most = if filled(lines).any(|at| lines.source(at).is_some()) { 1 } else { LINES };
    let few = filled(lines).take(most + 1).count() <= most;
    few && !filled(lines).any(|at| is_fine(lines, at)) && !filled(lines).all(|at| is_chatter(lines, at))
}

fn is_fine(lines: &Lines, at: usize) -> bool {
    survived::is_of_broker(lines, at)
        || lines.source(at).is_some_and(|source| matches!(source.priority, 'V' | 'D' | 'I'))
        || FINE.is_match(lines.get(at))
}

/// `The next one is: ERROR: a.xml:8: AAPT: error: no`
static SAID_BY_TOOL: Pattern = Pattern::new(concat!(
    r"^.*?\S \S+[:.;>]\*{0,2} [\x22'`(“]?(?P<said>(?:e: |ERROR:|error:|Error:|FAILURE: |FATAL EXCEPTION: |Caused by: |Execution failed for task |Manifest merger failed",
    r"|Could not (?:find|resolve|get|determine|create) |A problem occurred |Unresolved reference|Type mismatch|Module was compiled with an incompatible",
    r"|Cannot fit requested classes|Unsupported class file major|Minimum supported Gradle version|SDK location not found|No matching variant of ).*)$",
));

/// A sentence in marks of code or of a quotation.
static CODE_SPAN: Pattern =
    Pattern::new(r"(?:`|“|(?:^|[\s:])\x22)(?P<said>[A-Za-z][^`\x22“”]* [^`\x22“”]{10,})[`\x22”]");

/// A sentence in quotation marks that has names in marks of code, in the cell of a table or behind a place.
static QUOTED: Pattern = Pattern::new(
    r"(?:^|[\s:|])[\x22“](?P<said>[A-Z][^\x22“”]* [^\x22“”]*`[^\x22“”`]+`[^\x22“”]*)[\x22”](?:$|[\s.,;|×])",
);

/// `### Error: Expression 'a' …`, `- **Message**: no`
static LABEL: Pattern =
    Pattern::new(r"^[\s#>*-]*\**(?i:error|message|problem|cause|log|output)\**:\**\s+(?P<said>\S.*)$");

/// What a tool said, out of a sentence about it.
fn said(line: &str) -> &str {
    let line = LABEL.captures(line).and_then(|found| found.name("said")).map_or(line, |said| said.as_str());
    if let Some(quoted) = QUOTED.captures(line).and_then(|found| found.name("said")) {
        return quoted.as_str();
    }
    let line = code_span(line).unwrap_or(line);
    SAID_BY_TOOL.captures(line).and_then(|found| found.name("said")).map_or(line, |said| said.as_str())
}

/// The sentence in marks of code; of several the longest that begins as a message does.
fn code_span(line: &str) -> Option<&str> {
    let mut spans = Vec::new();
    let mut rest = line;
    while let Some(found) = CODE_SPAN.captures(rest) {
        let Some(said) = found.name("said") else { break };
        spans.push(said.as_str());
        rest = rest.get(said.end() + 1..).unwrap_or("");
    }
    let first = spans.first().copied();
    let begins = |span: &&str| span.starts_with(|letter: char| letter.is_ascii_uppercase());
    spans.into_iter().filter(begins).max_by_key(|span| span.len()).or(first)
}

/// What a comment, a quotation or a list puts before a line.
const MARKS: &[&str] = &["//", "> ", "* ", "# ", "| ", "• ", "▸ "];

/// The line without such a mark, and without what the app says before an exception.
fn bare(line: &str) -> &str {
    let marked = MARKS.iter().find_map(|mark| line.trim_start().strip_prefix(mark));
    let line = marked.map_or(line, str::trim_start);
    let thrown = THROWN.captures(line).or_else(|| STOPPED.captures(line)).and_then(|found| found.name("thrown"));
    let thrown = thrown.filter(|_| !line.trim_start().starts_with("at ")).map_or(line, |thrown| thrown.as_str());
    // What Spring resolved stands in brackets.
    let closed = thrown.strip_suffix(']').filter(|_| thrown.matches(']').count() > thrown.matches('[').count());
    let thrown = closed.unwrap_or(thrown);
    // In marks of code it ends with them.
    let coded = line[..line.find(thrown).unwrap_or(0)].ends_with('`');
    thrown.split_once('`').map_or(thrown, |(code, rest)| if coded || rest.len() < 3 { code } else { thrown })
}

#[cfg(test)]
mod tests {
    use crate::Category as C;
    use crate::parse::parse;

    fn categories(text: &str) -> Vec<C> {
        parse(text).failures.iter().map(|failure| failure.category).collect()
    }

    #[test]
    fn who_quotes_a_thread_that_ended_asks_about_it() {
        for before in ["I get ", "**You:** ", "You: "] {
            let text = format!("{before}Exception in thread \"main\" java.lang.IllegalArgumentException: kein Regal 7");
            assert_eq!(categories(&text), [C::RuntimeIllegalArgument], "{before}");
        }
    }

    #[test]
    fn a_logged_trace_that_is_all_there_is_failed() {
        let head = "2026-06-02 21:29:02.142 4242-4242 Shelf            com.example.shelf          D  It is shut: ";
        let frames: String =
            (1..6).map(|at| format!("      \tat com.google.firebase.Oak.open{at}(Oak.java:{at})\n")).collect();
        let trace = format!("{head}\n      com.google.firebase.OakException: INTERNAL: no oak\n{frames}");
        assert_eq!(categories(&trace), [C::Other]);
        let goes_on = "2026-06-02 21:29:02.143 4242-4242 Basket           com.example.shelf          D  open\n";
        assert_eq!(categories(&format!("{trace}{}", goes_on.repeat(8))), []);
    }

    #[test]
    fn a_warning_that_is_all_there_is_failed() {
        let text =
            "W BasketRepo: could not load: java.net.UnknownHostException: Unable to resolve host \"shop.example\"";
        assert_eq!(categories(text), [C::RuntimeIoNetwork]);
        assert_eq!(categories("Saving failed: The coroutine scope left the composition"), [C::KotlinCoroutine]);
        assert_eq!(categories("Basket sync failed: shelf 7 is gone"), [C::Other]);
        let told = "**Entry**: the next one is: ERROR: /p/a.xml:8: AAPT: error: resource attr/shelf (aka a.b:attr/shelf) not found.";
        assert_eq!(categories(told), [C::XmlResourceNotFound]);
        let bare = "in merging:\n4 files found with path 'META-INF/DEPENDENCIES' from inputs:\n - a:b:1\n - c:d:2";
        assert_eq!(categories(bare), [C::AgpPackaging]);
        let headed = "The workflow fails with:\nKeytoolException: Failed to read key from store \"shop.jks\":\nTag number over 30 is not supported";
        assert_eq!(categories(headed), [C::AgpSigning]);
        let quoted = "The shelf test fails with\n`java.lang.IllegalArgumentException: no shelf 7`.";
        assert_eq!(categories(quoted), [C::RuntimeIllegalArgument]);
        let several = "Here `val shelf: Basket of books` for `Shelf(books = books)` does not compile: `Argument type mismatch: actual type is 'Shelf', but 'Basket' was expected.`";
        assert_eq!(categories(several), [C::KotlinTypeMismatch]);
        let row = "| 1 | `app/Shelf.kt:31` | \"Only safe (?.) or non-null asserted (!!.) calls are allowed on a nullable receiver of type `Oak?`\" ×2 | no |";
        assert_eq!(categories(row), [C::KotlinNullSafety]);
        let resolved = "2024-01-01 10:00:00.000  WARN 7 --- [nio-8080-exec-1] .w.s.m.s.DefaultHandlerExceptionResolver : Resolved [org.example.web.ShelfException: no shelf 7]";
        assert_eq!(categories(resolved), [C::Other]);
        let stopped = "since then the build stops with com.example.shelf.ShelfException\nBuild failed";
        assert_eq!(categories(stopped), [C::Other]);
        for said in [
            "Shelving of oak failed. Error: Command C:\\My Oak\\shelve.bat failed with exit code 1",
            "An error occurred while the basket was filled.",
        ] {
            assert_eq!(categories(said), [C::Other], "{said}");
        }
        let commented = "//Exception in thread \"main\" java.lang.IllegalArgumentException: no shelf 7";
        assert_eq!(categories(commented), [C::RuntimeIllegalArgument]);
    }

    #[test]
    fn what_went_well_or_is_a_long_log_did_not() {
        for text in [
            "> Task :app:compileJava\nerror count: 0 errors",
            "w: Basket failed: never",
            "/// Error: where the basket is\npub error: BasketError,\n",
            "| Error: no basket | 404 |",
            "E/Shelf( 3458): could not open trace\nE/Shelf( 3458): could not open trace",
            "I/Shelf( 3458): error: none",
            "E/OpenGLRenderer: Unable to match the desired swap behavior.",
        ] {
            assert_eq!(categories(text), [], "{text}");
        }
    }
}
