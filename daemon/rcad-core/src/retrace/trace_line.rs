//! A line of a trace taken apart: what stands before, the names, what stands behind.

use crate::parse::input::logcat;
use crate::pattern::Pattern;

/// What precedes a mapping's id in the place of a frame's source file.
pub const ID_MARK: &str = "r8-map-id-";

/// `    at a.b.c(SourceFile:12)`, `  at b.run(Unknown Source:2)`, `at a.b.<init>(r8-map-id-d67f28:7) ~[app.jar]`
static FRAME: Pattern = Pattern::new(concat!(
    r"^(?P<head>\s*)at (?P<class>[^\s()/:]+)\.(?P<method>[^\s().:]+)",
    r"\((?P<file>[^():]*)(?::(?P<line>[0-9]{1,9}))?\)(?P<tail>.*)$",
));

/// `a.b: no Emma`, `Caused by: a.b`, `    Suppressed: a.b: x`, `Exception in thread "main" b: x`
static THROWN: Pattern = Pattern::new(concat!(
    "^(?P<head>\\s*(?P<mark>Exception in thread \"[^\"]*\" |Caused by: |Suppressed: |\\[CIRCULAR REFERENCE: ?|Wrapped by: )?)",
    r"(?P<class>[^\s()/:;,\]]+)(?P<rest>(?:: .*|:|\])?)$",
));

/// A line of a log.
pub enum TraceLine<'t> {
    /// A frame.
    Frame(FrameLine<'t>),
    /// What may be an exception's first line.
    Thrown(ThrownLine<'t>),
    /// `Process: com.example.app, PID: 4242`, below which an exception begins.
    Process(&'t str),
    /// Anything else.
    Other(&'t str),
}

/// A frame as logged.
pub struct FrameLine<'t> {
    /// The whole line.
    pub line: &'t str,
    /// What stands before `at`.
    pub head: &'t str,
    /// As logged, with its package.
    pub class: &'t str,
    /// As logged.
    pub method: &'t str,
    /// What stands for the source file.
    pub file: &'t str,
    /// 0 where there is none.
    pub number: usize,
    /// What stands behind the parenthesis.
    pub tail: &'t str,
}

/// What may be an exception's first line.
pub struct ThrownLine<'t> {
    /// The whole line.
    pub line: &'t str,
    /// What stands before the class.
    pub head: &'t str,
    /// As logged, with its package.
    pub class: &'t str,
    /// What stands behind the class.
    pub rest: &'t str,
    /// Whether `Caused by: ` or the like stands before the class.
    marked: bool,
}

impl FrameLine<'_> {
    /// Whether what stands for the source file is what R8 and ProGuard put there.
    pub fn is_of_minified(&self) -> bool {
        self.file.starts_with(ID_MARK) || self.file == "SourceFile"
    }
}

impl ThrownLine<'_> {
    /// Whether the line alone shows that a class stands there.
    pub fn is_certain(&self) -> bool {
        self.marked || self.class.contains('.')
    }
}

/// Takes a line apart, with or without the prefix of Android's log.
pub fn read(line: &str) -> TraceLine<'_> {
    let body = logcat::entry(line).map_or(line, |entry| entry.rest);
    // In some formats more follows; such a line is left as it is.
    let Some(prefix) = line.strip_suffix(body) else { return TraceLine::Other(line) };
    if body.starts_with("Process: ") {
        return TraceLine::Process(line);
    }
    if let Some(found) = FRAME.captures(body) {
        let text = |name: &str| found.name(name).map_or("", |text| text.as_str());
        return TraceLine::Frame(FrameLine {
            line,
            head: &line[..prefix.len() + text("head").len()],
            class: text("class"),
            method: text("method"),
            file: text("file"),
            number: text("line").parse().unwrap_or_default(),
            tail: text("tail"),
        });
    }
    match THROWN.captures(body) {
        Some(found) => {
            let text = |name: &str| found.name(name).map_or("", |text| text.as_str());
            TraceLine::Thrown(ThrownLine {
                line,
                head: &line[..prefix.len() + text("head").len()],
                class: text("class"),
                rest: text("rest"),
                marked: found.name("mark").is_some(),
            })
        }
        None => TraceLine::Other(line),
    }
}
