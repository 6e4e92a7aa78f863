//! What a reader is, and what it takes from a text. Knows no tool's messages.

use super::input::lines::Lines;
use crate::model::failure::Failure;

/// Whose messages a reader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ReaderKind {
    DataBinding,
    Kotlinc,
    Javac,
    Lint,
    ManifestMerger,
    NativeBuild,
    Aapt2,
    R8,
    Junit,
    Gradle,
    AndroidPlugin,
    Process,
    Anr,
    Tombstone,
    StackTrace,
    Sentence,
    CustomRule,
}

impl ReaderKind {
    /// The tool's name, as people see it.
    pub fn name(self) -> &'static str {
        match self {
            ReaderKind::DataBinding => "data binding",
            ReaderKind::Kotlinc => "kotlinc",
            ReaderKind::Javac => "javac",
            ReaderKind::Lint => "lint",
            ReaderKind::ManifestMerger => "manifest merger",
            ReaderKind::NativeBuild => "native build",
            ReaderKind::Aapt2 => "aapt2",
            ReaderKind::R8 => "r8",
            ReaderKind::Junit => "junit",
            ReaderKind::Gradle => "gradle",
            ReaderKind::AndroidPlugin => "android plugin",
            ReaderKind::Process => "process",
            ReaderKind::Anr => "anr",
            ReaderKind::Tombstone => "tombstone",
            ReaderKind::StackTrace => "stack trace",
            ReaderKind::Sentence => "sentence",
            ReaderKind::CustomRule => "custom rule",
        }
    }
}

/// What a reader took: a failure, and how many lines from the anchored one belong to it (at least 1).
pub struct ReaderMatch {
    /// The failure; its role is decided later.
    pub failure: Failure,
    /// Lines that are explained by it.
    pub lines: usize,
    /// It says only *that* something failed (`Compilation failed; see the compiler error output`): whatever says why
    /// takes its place.
    pub headline: bool,
}

/// Reads one tool's messages.
pub struct Reader {
    /// Whose messages it reads.
    pub kind: ReaderKind,
    /// Literals, one of which stands in every line at which this reader can start.
    pub anchors: &'static [&'static str],
    /// Its lines are a frame in which other tools' messages may stand, so that other readers look at them as well.
    pub frame: bool,
    /// Looks at the anchored line (0-based index) and its neighbours.
    pub read: fn(&Lines, usize) -> Option<ReaderMatch>,
}

/// A failure with where it stands.
pub struct TakenFailure {
    pub found: ReaderMatch,
    pub reader: &'static Reader,
    /// Index of the anchored line.
    pub start: usize,
    /// Its number among all that was taken.
    pub id: usize,
}

impl TakenFailure {
    /// Index of the line after the last one that belongs to it.
    pub fn end(&self) -> usize {
        self.start + self.found.lines.max(1)
    }

    /// Other tools' messages may stand inside it.
    pub fn is_frame(&self) -> bool {
        self.reader.frame
    }

    /// A user's own rule read it.
    pub fn is_custom(&self) -> bool {
        self.reader.kind == ReaderKind::CustomRule
    }

    /// It is a stack trace.
    pub fn is_trace(&self) -> bool {
        self.reader.kind == ReaderKind::StackTrace
    }
}

/// How many failures are read; the log of a build that breaks a thousand files has its root among the first.
pub const FAILURES: usize = 500;
