//! Readers and their matches. Knows no tool's messages.

use super::input::lines::Lines;
use crate::model::failure::Failure;

/// Which tool's messages a reader reads.
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
    JvmCrash,
    AppCode,
    Kill,
    Startup,
    CrashEvent,
    StackTrace,
    Sentence,
    CustomRule,
    KnownFailure,
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
            ReaderKind::JvmCrash => "JVM crash",
            ReaderKind::AppCode => "app code",
            ReaderKind::Kill => "kill",
            ReaderKind::Startup => "startup report",
            ReaderKind::CrashEvent => "crash event",
            ReaderKind::StackTrace => "stack trace",
            ReaderKind::Sentence => "sentence",
            ReaderKind::CustomRule => "custom rule",
            ReaderKind::KnownFailure => "known failure",
        }
    }

    /// Whether it reads what only a build prints, and no device.
    pub fn is_of_builds(self) -> bool {
        use ReaderKind as K;
        matches!(
            self,
            K::DataBinding
                | K::Kotlinc
                | K::Javac
                | K::Lint
                | K::ManifestMerger
                | K::NativeBuild
                | K::Aapt2
                | K::R8
                | K::Gradle
                | K::AndroidPlugin
        )
    }
}

/// A reader's match: a failure and its lines, from the anchored one on.
pub struct ReaderMatch {
    /// The failure; its role is decided later.
    pub failure: Failure,
    /// Number of lines that it covers, at least 1.
    pub lines: usize,
    /// It says only *that* something failed (`Compilation failed; see the compiler error output`); a failure that says why
    /// replaces it.
    pub headline: bool,
}

/// Reads one tool's messages.
pub struct Reader {
    /// Whose messages it reads.
    pub kind: ReaderKind,
    /// Literals, one of which occurs in every line at which this reader can start.
    pub anchors: &'static [&'static str],
    /// Its lines may contain other tools' messages, so other readers read them too.
    pub frame: bool,
    /// Looks at the anchored line (0-based index) and its neighbours.
    pub read: fn(&Lines, usize) -> Option<ReaderMatch>,
}

/// A match with its location.
pub struct TakenFailure {
    pub found: ReaderMatch,
    pub reader: &'static Reader,
    /// Index of the anchored line.
    pub start: usize,
    /// Its number among all matches.
    pub id: usize,
}

impl TakenFailure {
    /// Index of the line after the last one that belongs to it.
    pub fn end(&self) -> usize {
        self.start + self.found.lines.max(1)
    }

    /// Whether it may contain other tools' messages.
    pub fn is_frame(&self) -> bool {
        self.reader.frame
    }

    /// Whether a user's rule matched.
    pub fn is_custom(&self) -> bool {
        self.reader.kind == ReaderKind::CustomRule
    }

    /// Whether only a rule matched.
    pub fn is_rule(&self) -> bool {
        matches!(self.reader.kind, ReaderKind::CustomRule | ReaderKind::KnownFailure)
    }

    /// Whether it is a stack trace.
    pub fn is_trace(&self) -> bool {
        self.reader.kind == ReaderKind::StackTrace
    }
}

/// Most failures that are read; a log with a thousand errors has its root among the first.
pub const FAILURES: usize = 500;
