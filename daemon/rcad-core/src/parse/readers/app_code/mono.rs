//! Reads what .NET's runtime on Android (Mono: Xamarin, MAUI, .NET for Android) logs of an exception that nobody caught.

use super::messages::UNITY;
use crate::Category;
use crate::model::failure::{Failure, Framework, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, Rules, classify, rule};

/// The table's row.
pub const READER: Reader =
    Reader { kind: ReaderKind::AppCode, anchors: &["[ERROR] FATAL UNHANDLED EXCEPTION: "], frame: false, read };

/// `[ERROR] FATAL UNHANDLED EXCEPTION: System.NullReferenceException: Object reference not set`
static HEAD: Pattern = Pattern::new(r"^\[ERROR\] FATAL UNHANDLED EXCEPTION: (?P<thrown>.+)$");

/// `System.IO.IOException: no shelf`, `Oak.ShelfException`
static THROWN: Pattern =
    Pattern::new(r"^(?P<class>(?:[A-Za-z_][A-Za-z0-9_+`]*\.)*[A-Za-z_][A-Za-z0-9_+`]*)(?:: (?P<message>.*))?$");

/// `  at Oak.Tree.Refit (int,Oak.Node&) [0x000ac] in <0d97…>:0`, `   at Oak.Shelf.Fill(Int32 count) in /p/Shelf.cs:line 41`
static FRAME: Pattern = Pattern::new(concat!(
    r"^\s*at (?:\(wrapper [^)]*\) )?(?P<symbol>[A-Za-z_<][^ (]*[.:][^ (]+) ?\(",
    r"(?:.* in (?P<file>[^<>]+?\.cs):(?:line )?(?P<line>[0-9]+))?",
));

/// `Oak.Shelf+<Load>d__4.MoveNext`, `Oak.Shelf/<>c__DisplayClass3_0.<Load>b__0`: what the compiler makes of `Oak.Shelf.Load`
static MADE: Pattern = Pattern::new(r"^(?P<class>[^+/<]+)[+/].*?<(?P<method>[A-Za-z_][A-Za-z0-9_]*)>");

/// Beginnings of the names of what the app did not write.
const PLATFORM: &[&str] = &[
    "System.",
    "Microsoft.",
    "Mono.",
    "Xamarin.",
    "Android.",
    "AndroidX.",
    "Java.",
    "Javax.",
    "Google.Android.",
    "Interop",
    "Internal.",
];

/// Exceptions of .NET that Unity's table does not have.
static DOTNET: Rules = Rules::new(&[
    rule(Category::RuntimeNoClassDef, r"^System\.IO\.FileNotFoundException: Could not load file or assembly"),
    rule(Category::RuntimeSecurity, r"^System\.(?:UnauthorizedAccess|Security\.Security)Exception"),
    rule(Category::RuntimeIoNetwork, r"^System\.(?:Net|IO)\.[A-Za-z.]+Exception"),
]);

/// Lines of a trace that are looked at; one of a recursion is long.
const LONGEST: usize = 2_000;

/// So many equal frames of a recursion name its function.
const REPEATED: usize = 2;

/// A frame: function, place.
struct ManagedFrame {
    symbol: String,
    place: Option<(String, u32)>,
    index: usize,
}

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let head = HEAD.captures(lines.get(at).trim())?;
    let mut thrown = head["thrown"].to_owned();
    let (mut frames, mut last, mut index) = (Vec::new(), at, at);
    for _ in 0..LONGEST {
        let Some(next) = lines.following(index).filter(|next| is_of(lines, at, *next)) else { break };
        index = next;
        let line = lines.get(index).trim();
        if let Some(inner) = line.strip_prefix("---> ") {
            thrown = format!("{thrown} ---> {inner}");
        } else if let Some(frame) = frame(line, index) {
            frames.push(frame);
        } else if HEAD.is_match(line) || !frames.is_empty() && !line.starts_with("---") {
            break;
        }
        last = index;
    }
    // The innermost is the reason.
    let thrown = thrown.rsplit(" ---> ").next().unwrap_or(&thrown).trim_end_matches(')');
    let found = THROWN.captures(thrown)?;
    let message = found.name("message").map_or(thrown, |message| message.as_str());
    let mut failure = Failure::new(Category::RuntimeIllegalState, Language::Unknown, message);
    classify(&DOTNET, thrown, &mut failure).or_else(|| classify(&UNITY, thrown, &mut failure));
    message.clone_into(&mut failure.message);
    failure.framework = Framework::Android;
    failure.wording = None;
    failure.exception = Some(found["class"].to_owned());
    failure.details.insert("thrown".to_owned(), found["class"].to_owned());
    failure.evidence.push(lines.evidence(at));
    tell(&frames, lines, &mut failure);
    Some(ReaderMatch { failure, lines: last + 1 - at, headline: false })
}

/// Whether a line is of the same report: of the same process and tag, where the log shows them.
fn is_of(lines: &Lines, at: usize, index: usize) -> bool {
    match (lines.source(at), lines.source(index)) {
        (Some(first), Some(other)) => first.pid == other.pid && first.tag == other.tag,
        (None, None) => true,
        _ => false,
    }
}

fn frame(line: &str, index: usize) -> Option<ManagedFrame> {
    let found = FRAME.captures(line)?;
    let place = || Some((found.name("file")?.as_str().to_owned(), found.name("line")?.as_str().parse().ok()?));
    let symbol = match MADE.captures(&found["symbol"]) {
        Some(made) => format!("{}.{}", &made["class"], &made["method"]),
        None => found["symbol"].to_owned(),
    };
    Some(ManagedFrame { symbol, place: place(), index })
}

/// Where it was thrown, in whose code, and what to do.
fn tell(frames: &[ManagedFrame], lines: &Lines, failure: &mut Failure) {
    let is_own = |frame: &&ManagedFrame| !PLATFORM.iter().any(|start| frame.symbol.starts_with(start));
    let overflow = failure.category == Category::RuntimeStackOverflow;
    let times = |frame: &ManagedFrame| frames.iter().filter(|other| other.symbol == frame.symbol).count();
    let repeated = frames.iter().rev().max_by_key(|frame| times(frame)).filter(|frame| times(frame) >= REPEATED);
    let own = frames.iter().find(is_own);
    let Some(frame) = repeated.filter(|_| overflow).or(own).or(frames.first()) else {
        failure.symbol = failure.symbol.take().or_else(|| failure.exception.clone());
        failure.say("C# code threw {thrown}, and nobody caught it: {message}.", &[LOOK_ABOVE]);
        return;
    };
    failure.symbol = failure.symbol.take().or_else(|| Some(frame.symbol.clone()));
    failure.details.insert("at".to_owned(), frame.symbol.clone());
    failure.evidence.push(lines.evidence(frame.index));
    if let Some((file, line)) = &frame.place {
        (failure.file, failure.line) = (Some(file.clone()), Some(*line));
    }
    if overflow {
        failure.details.insert("repeats".to_owned(), times(frame).to_string());
        failure.say(
            "A recursion through `{at}` ({repeats} of the frames in the log) does not end, until the stack overflows ({thrown}).",
            &[RECURSION, "If `{at}` is a library's, look for this overflow among its issues and update it."],
        );
        return;
    }
    let first = match (&frame.place, is_own(&frame)) {
        (Some(_), _) => {
            "Look at {name}:{line}, and at what is used there before: it is null, disposed, missing or out of range ({thrown})."
        }
        (None, true) => "Look at `{at}` and at what it gets; a Debug build prints file and line of each frame.",
        (None, false) => LOOK_ABOVE,
    };
    failure.say(
        "C# code threw {thrown} in `{at}`, and nobody caught it: {message}.",
        &[first, "Catch it where it may happen in normal use; what nobody catches ends the app, and a native crash (SIGABRT) below is only its consequence."],
    );
}

const LOOK_ABOVE: &str = "No frame of your own namespace is in the trace: look at what the app did right before (tags `mono-rt`, `DOTNET`, `MonoDroid`), and at tasks and callbacks that you gave to the library; a Debug build shows more.";
const RECURSION: &str = "Look at what `{at}` is given: data that leads back to itself (a circle among objects, a tree that is damaged or changed by another thread meanwhile), or a property or event that triggers itself. Give the recursion an end, or check that data before the call.";

#[cfg(test)]
mod tests {
    use super::DOTNET;
    use crate::explain::explain;
    use crate::model::failure::Failure;
    use crate::parse::parse;
    use crate::{Category, pattern::assert_sound};

    fn log(lines: &[&str]) -> String {
        lines.iter().map(|line| format!("08-23 16:57:03.892 15309 15336 F mono-rt : {line}\n")).collect()
    }

    fn read(lines: &[&str]) -> Failure {
        let all = parse(&log(lines)).failures;
        assert_eq!(all.len(), 1, "{all:?}");
        all.into_iter().next().expect("a failure")
    }

    #[test]
    fn a_recursion_is_named_by_the_function_that_repeats() {
        let again = "  at Oak.Trees.Tree.Refit (int,Oak.Node&,Oak.Trees.Tree/Context&) [0x000ac] in <0d9769be64bd48cab94dde3f1a3c9a11>:0";
        let mut lines = vec![
            "[ERROR] FATAL UNHANDLED EXCEPTION: System.StackOverflowException: The requested operation caused a stack overflow.",
        ];
        lines.extend(["  at Oak.Apples.Count (int) [0x00001] in <0d9769be64bd48cab94dde3f1a3c9a11>:0"]);
        lines.extend([again; 40]);
        let failure = read(&lines);
        assert_eq!(failure.category, Category::RuntimeStackOverflow);
        assert_eq!(failure.symbol.as_deref(), Some("Oak.Trees.Tree.Refit"));
        assert!(explain(&failure).root_cause.contains("`Oak.Trees.Tree.Refit` (40 of the frames"));
    }

    #[test]
    fn exceptions_are_filed_by_their_class_and_placed_in_own_code() {
        for (thrown, frames, category, symbol, line) in [
            (
                "System.NullReferenceException: Object reference not set to an instance of an object.",
                "   at Oak.Shelf.Fill(Int32 count) in /p/Oak/Shelf.cs:line 41",
                Category::RuntimeNpe,
                "Oak.Shelf.Fill",
                Some(41),
            ),
            (
                "System.InvalidOperationException: Sequence contains no elements",
                "  at Oak.Shelf+<First>d__4.MoveNext () [0x0000b] in <0d9769be64bd48cab94dde3f1a3c9a11>:0",
                Category::RuntimeIllegalState,
                "Oak.Shelf.First",
                None,
            ),
            (
                "System.AggregateException: One or more errors occurred. ---> System.Net.Http.HttpRequestException: no host",
                "  at Oak.Shelf.Load () [0x0000b] in /p/Oak/Shelf.cs:7",
                Category::RuntimeIoNetwork,
                "Oak.Shelf.Load",
                Some(7),
            ),
            ("Oak.PearException: no pear", "", Category::RuntimeIllegalState, "Oak.PearException", None),
        ] {
            let head = format!("[ERROR] FATAL UNHANDLED EXCEPTION: {thrown}");
            let failure = read(
                &[&head, "  at System.Linq.Oak.Throw () [0x0000b] in <0d97>:0", frames]
                    [..if frames.is_empty() { 1 } else { 3 }],
            );
            assert_eq!(
                (failure.category, failure.symbol.as_deref(), failure.line),
                (category, Some(symbol), line),
                "{thrown}"
            );
        }
    }

    #[test]
    fn the_signal_below_is_only_the_consequence() {
        let log = format!(
            "{}08-23 16:57:03.990 15309 15336 F libc    : Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 15336 (oak), pid 15309 (com.example.basket)\n",
            log(&[
                "[ERROR] FATAL UNHANDLED EXCEPTION: System.ArgumentException: no oak",
                "  at Oak.Shelf.Fill () [0x00001] in /p/Oak/Shelf.cs:41"
            ])
        );
        let answer = crate::explain::analyze(parse(&log), None);
        assert_eq!(answer.errors[0].category, Category::RuntimeIllegalArgument, "{answer:?}");
    }

    #[test]
    fn the_table_is_sound() {
        assert_sound(&DOTNET);
    }
}
