//! A frame of a stack trace, in the forms that the virtual machine, loggers, consoles and crash reporters give it.

use super::files::{simple, with_package};
use super::origin::{self, ClassOrigin};
use crate::parse::input::lines::frame_forms::sentence::{FrameName, words};
use crate::pattern::Pattern;

/// `    at app//com.example.Main.run(Main.kt:12)`, `at a.B.c (B.java:3)`, `at void a.B.c(int) (B.java:3)`, `4 a.B.c(B.java:3)`, `at ...B.c(B.java:3)`
static FRAME: Pattern = Pattern::new(concat!(
    r"^\s*(?P<at>at |- at )?(?:[0-9]+:? +)?(?:[A-Za-z0-9_.$\[\]]+ )?(?:[^ (/]*/+)*(?:\.{2,3}|…\.?)?",
    r"(?P<class>[A-Za-z_$][^ (]*)\.(?P<method>[^. (]*)(?:\([^()]*\))? ?\((?P<where>[^()]*)\)",
));

/// `at a.B.c`, of a minified build `at a.b.c.d.e`: the rest of a frame
static BARE_FRAME: Pattern = Pattern::new(concat!(
    r"^\s*at (?P<class>(?:[a-z_][A-Za-z0-9_]*\.)+[A-Z][^ (.]*|(?:[a-z_][A-Za-z0-9_]*\.){3,}[a-z_][A-Za-z0-9_]*)",
    r"\.(?P<method>[^. (]+)$",
));

/// `at a.b.C...`: a frame that was cut after its class
static CUT_FRAME: Pattern =
    Pattern::new(r"^\s*at (?P<class>(?:[a-z_][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*)(?:\.\.\.|…)$");

/// `at Main.kt:12`, `Main.kt:12 - a.b.Main.run`, `at Main.kt:12 — startForeground()`: a place first, or alone
static PLACE_FIRST: Pattern = Pattern::new(concat!(
    r"^\s*(?:at (?P<file>[A-Za-z0-9_]+(?:\.[a-z]+)?\.(?:kt|java)):(?P<line>[0-9]+)(?:[ ,]|$)",
    r"|(?:at |[0-9]+\.? +)?(?P<named>[A-Za-z0-9_]+\.(?:kt|java)):(?P<row>[0-9]+) - (?P<class>(?:[a-z_][A-Za-z0-9_]*\.)+[A-Z][^ (.]*)\.(?P<method>[^. (]+))",
));

/// `Padding.kt:483            PaddingElement.<init>`, `Basket.kt:91  show-AFY4PWA`, `Home.kt:547  Home lambda`: columns of
/// stores' consoles and crash reporters
static COLUMNS: Pattern = Pattern::new(concat!(
    r"^\s*(?P<file>[A-Za-z0-9_]+(?:\.[a-z]+)?\.(?:kt|java)):(?P<line>[0-9]+)(?: {2,}|\t+)",
    r"(?:(?P<class>[A-Za-z_$][A-Za-z0-9_.$]*)\.)?(?P<method>[A-Za-z_$<][A-Za-z0-9_$<>-]*)(?: lambda)?(?:\(\))?\s*$",
));

/// `Basket.java` of a frame whose line a shrinker took away
static FILE: Pattern = Pattern::new(r"^[A-Za-z0-9_]+\.(?:kt|java)$");

/// `Main.kt:12`, with all lines of a statement `Main.kt:12-14`
static PLACE: Pattern = Pattern::new(r"^(?P<file>[^:/()\s]+\.[a-z]+):(?P<line>[0-9]+)(?:-[0-9]+)?$");

/// One line `at …`.
pub struct Frame {
    /// Its line's index.
    pub index: usize,
    /// With its package.
    pub class: String,
    /// As printed.
    pub method: String,
    /// File name and line, where the frame has them.
    pub place: Option<(String, u32)>,
    /// The file's name where the frame has no line.
    pub file: Option<String>,
    /// Where its class comes from, as far as the trace says.
    pub origin: ClassOrigin,
}

/// A frame, or nothing.
pub fn frame(line: &str, index: usize) -> Option<Frame> {
    let mut frame = usual(line, index).or_else(|| other(line, index))?;
    if is_inlined(&frame) {
        frame.place = None;
    }
    Some(frame)
}

/// Whether the place is that of a function which the compiler copied into the class:
/// `a.GridKt$Grid$1$$inlined$items$default$3.invoke(LazyDsl.kt:426)`.
fn is_inlined(frame: &Frame) -> bool {
    let Some((file, _)) = &frame.place else { return false };
    let outer = simple(&frame.class).split('$').next().unwrap_or_default();
    frame.class.contains("$$inlined$") && file.split('.').next() != Some(outer.strip_suffix("Kt").unwrap_or(outer))
}

/// A frame in any other form than the usual one.
fn other(line: &str, index: usize) -> Option<Frame> {
    if let Some((name, place)) = sentence(line) {
        let (class, method) = (name.class.to_owned(), name.method.to_owned());
        return Some(Frame { index, class, method, place: Some(place), file: None, origin: origin::said(line) });
    }
    if let Some(found) = FRAME.captures(line) {
        let place = PLACE.captures(found["where"].trim());
        // Line 0 is nobody's: `Version.fakeStackEntry(Version_9.5.28.java:0)`.
        let place = place.and_then(|place| Some((place["file"].to_owned(), place["line"].parse().ok()?)));
        let place = place.filter(|(_, line)| *line > 0);
        let known = matches!(found["where"].trim(), "Native Method" | "Unknown Source");
        if found.name("at").is_some() || known || place.is_some() {
            let file = FILE.is_match(found["where"].trim()).then(|| found["where"].trim().to_owned());
            // A page takes `<init>` for a mark of its own.
            let method = if found["method"].is_empty() { "<init>" } else { &found["method"] };
            let (class, method) = (found["class"].to_owned(), method.to_owned());
            // `at Iterable.lastWhere(dart:core)`
            let class = if found["where"].starts_with("dart:") { format!("io.flutter.{class}") } else { class };
            let class = with_package(class, place.as_ref().map(|(file, _)| file.as_str()).or(file.as_deref()));
            return Some(Frame { index, class, method, place, file, origin: origin::said(line) });
        }
    }
    if let Some(found) = COLUMNS.captures(line) {
        let file = found["file"].to_owned();
        let class = found.name("class").map_or(file.split('.').next().unwrap_or(&file), |class| class.as_str());
        let (class, method) = (with_package(class.to_owned(), Some(&file)), found["method"].to_owned());
        let place = Some((file, found["line"].parse().ok()?));
        return Some(Frame { index, class, method, place, file: None, origin: ClassOrigin::Unsaid });
    }
    if let Some(found) = PLACE_FIRST.captures(line) {
        let text =
            |one: &str, other: &str| found.name(one).or_else(|| found.name(other)).map_or("", |text| text.as_str());
        let file = text("file", "named");
        let class = found.name("class").map_or(file.split('.').next().unwrap_or(file), |class| class.as_str());
        let place = Some((file.to_owned(), text("line", "row").parse().ok()?));
        let class = with_package(class.to_owned(), Some(file));
        let method = text("method", "method").to_owned();
        return Some(Frame { index, class, method, place, file: None, origin: ClassOrigin::Unsaid });
    }
    let found = BARE_FRAME.captures(line).or_else(|| CUT_FRAME.captures(line))?;
    let method = found.name("method").map_or("", |method| method.as_str()).to_owned();
    let class = found["class"].to_owned();
    Some(Frame { index, class, method, place: None, file: None, origin: ClassOrigin::Unsaid })
}

/// `at a.B.c(B.java:3)`, the form of nearly all frames, which is read without a pattern.
fn usual(line: &str, index: usize) -> Option<Frame> {
    let (name, place) = line.trim().strip_prefix("at ")?.strip_suffix(')')?.split_once('(')?;
    let (class, method) = name.rsplit_once('.')?;
    let is_name = |letter: u8| letter.is_ascii_alphanumeric() || b"_$.<>-".contains(&letter);
    let named = class.contains('.') && class.starts_with(|first: char| first.is_ascii_alphabetic());
    let file_and_line = || {
        let (file, number) = place.split_once(':')?;
        let is_file = FILE.is_match(file) && number.starts_with(|first: char| first.is_ascii_digit());
        Some((file.to_owned(), number.parse().ok().filter(|number| is_file && *number > 0)?))
    };
    if method.is_empty() || !named || !name.bytes().all(is_name) {
        return None;
    }
    let place = match place {
        "Native Method" | "Unknown Source" => None,
        _ => Some(file_and_line()?),
    };
    let (class, method) = (class.to_owned(), method.to_owned());
    Some(Frame { index, class, method, place, file: None, origin: ClassOrigin::Unsaid })
}

/// `at app//a.BTest.adds up, and stays(BTest.kt:17)`, `at a.BTest$no oak (yet)$1.invokeSuspend(BTest.kt:9) [main/:?]`: a
/// function whose name is a sentence, as those of tests, or a lambda in it; its name and place.
fn sentence(line: &str) -> Option<(FrameName<'_>, (String, u32))> {
    let text = line.trim();
    let text = text.strip_prefix("- ").unwrap_or(text).strip_prefix("at ")?;
    let end = text.rfind(')')?;
    let tail = text[end + 1..].trim_start();
    if !tail.is_empty() && !tail.starts_with("~[") && !tail.starts_with('[') {
        return None;
    }
    let open = text[..end].rfind('(')?;
    let place = PLACE.captures(&text[open + 1..end])?;
    let place = (place["file"].to_owned(), place["line"].parse().ok().filter(|line| *line > 0)?);
    Some((words(&text[..open], &place.0)?, place))
}

#[cfg(test)]
mod tests {
    use super::frame;

    #[test]
    fn a_copied_function_s_place_is_not_its_caller_s() {
        let place = |line: &str| frame(line, 0).and_then(|frame| frame.place);
        assert_eq!(place("\tat a.b.GridKt$Grid$1$$inlined$items$default$3.invoke(LazyDsl.kt:426)"), None);
        for line in
            ["\tat a.b.GridKt$Grid$1$$inlined$items$1.invoke(Grid.kt:7)", "\tat a.b.GridKt$Grid$1.invoke(Grid.kt:7)"]
        {
            assert_eq!(place(line), Some(("Grid.kt".to_owned(), 7)), "{line}");
        }
    }

    #[test]
    fn names_that_are_sentences_are_read() {
        let read = |line: &str| {
            frame(line, 0).map(|frame| (frame.class, frame.method, frame.place.map_or(0, |(_, line)| line)))
        };
        let of = |class: &str, method: &str| Some((class.to_owned(), method.to_owned(), 7));
        for (line, class, method) in [
            (
                "\tat a.b.ShelfTest.puts an oak, then a pine(ShelfTest.kt:7)",
                "a.b.ShelfTest",
                "puts an oak, then a pine",
            ),
            (
                "    at app//a.b.ShelfTest$given no oak then a shelf$1.invokeSuspend(ShelfTest.kt:7)",
                "a.b.ShelfTest$given no oak then a shelf$1",
                "invokeSuspend",
            ),
            (
                "\tat a.b.ShelfTest$put(oak) returns it$1.invoke(ShelfTest.kt:7)",
                "a.b.ShelfTest$put(oak) returns it$1",
                "invoke",
            ),
            (
                "at a.b.ShelfTest$größer als 3 - oder nicht$1.invoke(ShelfTest.kt:7) ~[main/:?]",
                "a.b.ShelfTest$größer als 3 - oder nicht$1",
                "invoke",
            ),
            ("at a.b.ShelfTest$isn't it$1.invoke (ShelfTest.kt:7)", "a.b.ShelfTest$isn't it$1", "invoke"),
            ("\tat a.b.架子Test.放 架子(架子Test.kt:7)", "a.b.架子Test", "放 架子"),
            ("at void a.b.Shelf.put(int, a.Oak) (Shelf.java:7)", "a.b.Shelf", "put"),
        ] {
            assert_eq!(read(line), of(class, method), "{line}");
        }
        for line in [
            "at a.b.Shelf, see the page. Then go on (Other.kt:7)",
            "at the shelf. It stands there (Other.kt:7)",
            "at a.b.Shelf.put an oak (Other.kt:7)",
            "a.b.ShelfTest$given no oak$1.invokeSuspend(ShelfTest.kt:7)",
        ] {
            assert_eq!(read(line).filter(|(class, ..)| class.contains("Shelf")), None, "{line}");
        }
    }
}
