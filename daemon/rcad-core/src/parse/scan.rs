//! The readers at the lines that hold their anchors, and their matches.

use std::collections::VecDeque;
use std::sync::LazyLock;

use super::input::lines::Lines;
use super::reader::{FAILURES, Reader, ReaderKind, TakenFailure};
use super::readers::READERS;
use super::words::SUSPECT;

/// A reader that searched more lines than this in vain is skipped in the first half of them; else a log full of its anchors
/// would take quadratic time.
const FAR: usize = 200;

/// The bits of readers of frames.
static FRAMES: LazyLock<u32> = LazyLock::new(|| {
    READERS.iter().enumerate().filter(|(_, reader)| reader.frame).fold(0, |bits, (index, _)| bits | 1 << index)
});

/// Of more than [`FAILURES`] those in the middle are dropped: the root is among the first, or among the last of a log that
/// starts with other output. Gradle's blocks are always read.
pub fn read_all(lines: &Lines, masks: &[u32]) -> Vec<TakenFailure> {
    let (mut first, mut last) = (Vec::new(), VecDeque::new());
    let mut free = 0;
    let mut free_for_frames = 0;
    // An exception may contain the tool's own message.
    let mut end_of_trace = 0;
    let mut quiet = vec![0; READERS.len()];
    let late = masks.iter().rposition(late()).unwrap_or(0);
    for (start, mask) in masks.iter().enumerate() {
        if mask & !SUSPECT == 0 || start < free {
            continue;
        }
        let passed = first.len() >= FAILURES / 2 && start < late;
        let mask = if passed { mask & *FRAMES } else { *mask };
        let logged = lines.is_logged(start);
        let able = |reader: &Reader| match reader.frame {
            _ if logged && reader.kind.is_of_builds() => false,
            true => start >= free_for_frames.max(end_of_trace),
            false => start >= end_of_trace || !matches!(reader.kind, ReaderKind::StackTrace | ReaderKind::Sentence),
        };
        let Some(one) = read_one(lines, start, mask, &mut quiet, able) else { continue };
        if one.is_frame() {
            free_for_frames = one.end();
        } else if one.is_trace() {
            end_of_trace = one.end();
        } else {
            free = one.end();
        }
        if first.len() < FAILURES / 2 {
            first.push(one);
        } else {
            last.push_back(one);
        }
        if last.len() > FAILURES / 2 {
            last.pop_front();
        }
    }
    first.extend(last);
    first
}

/// Called line by line from the end: whether enough anchored lines follow for the last failures.
fn late() -> impl FnMut(&u32) -> bool {
    let mut anchored = 0;
    move |mask| {
        anchored += usize::from(mask & !SUSPECT != 0);
        anchored > 4 * FAILURES
    }
}

/// The first reader's match at the line.
fn read_one(
    lines: &Lines,
    start: usize,
    mask: u32,
    quiet: &mut [usize],
    able: impl Fn(&Reader) -> bool,
) -> Option<TakenFailure> {
    let readers = READERS.iter().zip(quiet).enumerate();
    let mut able =
        readers.filter(|(index, (reader, quiet))| mask & (1 << index) != 0 && start >= **quiet && able(reader));
    let (reader, mut found) = able.find_map(|(_, (reader, quiet))| {
        let looked = lines.looked();
        let found = (reader.read)(lines, start);
        let looked = lines.looked() - looked;
        if found.is_none() && looked > FAR {
            *quiet = start + looked / 2;
        }
        Some((reader, found?))
    })?;
    if let (None, Some((line, column))) = (found.failure.line, lines.place(start)) {
        (found.failure.line, found.failure.column) = (Some(line), Some(column));
    }
    if found.failure.evidence.is_empty() {
        found.failure.evidence.push(lines.evidence(start));
    }
    // Tools print 0 where they mean the whole file.
    found.failure.line = found.failure.line.filter(|line| *line > 0);
    found.failure.column = found.failure.column.filter(|column| *column > 0);
    Some(TakenFailure { found, reader, start, id: 0 })
}
