//! Reads `am_crash` of the events buffer: class, message and place of an exception in one line, without its trace.

use super::trace::{Section, StackTrace};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::Pattern;

/// The table's row.
pub const READER: Reader =
    Reader { kind: ReaderKind::CrashEvent, anchors: &["Exception,", "Error,"], frame: false, read };

/// `[4242,0,com.example.app,550026820,java.lang.NullPointerException,no book,Shelf.kt,7]`, from Android 13 on with a `,0` more
static EVENT: Pattern = Pattern::new(concat!(
    r"^\[[0-9]+,[0-9]+,(?P<process>[A-Za-z0-9_.:]+),-?[0-9]+,(?P<class>[A-Za-z0-9_.$]+),(?P<message>.*?)",
    r"(?:,(?P<file>[A-Za-z0-9_$]+\.(?:kt|java)),(?P<line>-?[0-9]+)|,(?:NULL|unknown|Unknown Source|SourceFile|NativeMethod)?,-?[0-9]+)(?:,[0-9])?\]$",
));

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    if lines.source(at).is_none_or(|source| source.tag != "am_crash") {
        return None;
    }
    let found = EVENT.captures(lines.get(at).trim())?;
    let message = Some(found["message"].to_owned()).filter(|message| message != "NULL").unwrap_or_default();
    let section = Section { index: at, class: found["class"].to_owned(), message, frames: Vec::new() };
    let trace = StackTrace::of(section, true, 1);
    let mut read = super::judge(lines, at, trace)?;
    read.failure.process = Some(found["process"].to_owned());
    read.failure.file = found.name("file").map(|file| file.as_str().to_owned());
    read.failure.line = found.name("line").and_then(|line| line.as_str().parse().ok());
    // The trace says more, where it is there.
    read.headline = true;
    Some(read)
}
