//! Text to failures. Readers never fail: odd text becomes leftovers, not errors.
//!
//! One reader a tool, all of one shape ([`Reader`]), in one table ([`READERS`]). A single Aho-Corasick pass finds the
//! lines that hold a reader's anchor; only those lines are looked at more closely.

pub mod input;
mod readers;
pub mod resolve;

use std::collections::VecDeque;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use crate::model::failure::{Failure, Role};
use crate::rules::Rules;
use input::lines::Lines;
use input::sieve::{self, Kept, Sieve};
use readers::{
    aapt2, anr, custom, databinding, gradle, javac, junit, kotlinc, lint, manifest_merger, native_build, process, r8,
    stack_trace, tombstone,
};
use resolve::trace::Trace;
use resolve::{leftovers, outcome, roles};

/// What a reader took: a failure, and how many lines from the anchored one belong to it (at least 1).
pub struct Found {
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
    /// The tool, as shown to people, e.g. `kotlinc`.
    pub tool: &'static str,
    /// Literals, one of which stands in every line at which this reader can start.
    pub anchors: &'static [&'static str],
    /// Its lines are a frame in which other tools' messages may stand, so that other readers look at them as well.
    pub frame: bool,
    /// Looks at the anchored line (0-based index) and its neighbours.
    pub read: fn(&Lines, usize) -> Option<Found>,
}

/// All readers. Where two could take the same line the earlier one does.
pub const READERS: &[Reader] = &[
    databinding::READER,
    kotlinc::READER,
    javac::READER,
    lint::READER,
    manifest_merger::READER,
    native_build::READER,
    aapt2::READER,
    r8::READER,
    junit::READER,
    gradle::READER,
    gradle::ANDROID,
    process::READER,
    anr::READER,
    tombstone::READER,
    stack_trace::READER,
    stack_trace::sentence::READER,
];

/// What the readers made of a text.
#[derive(Debug, Default)]
pub struct Parsed {
    /// Distinct failures, the primary one first, each with its role.
    pub failures: Vec<Failure>,
    /// Lines that look like an error and that no reader recognised, 1-based, at most [`LEFTOVERS`].
    pub leftovers: Vec<u32>,
    /// How the failures were read.
    pub trace: Trace,
}

/// How many leftover lines are kept.
pub const LEFTOVERS: usize = 50;

/// How many failures are read; the log of a build that breaks a thousand files has its root among the first.
const FAILURES: usize = 500;

/// A reader that looked at more lines than this and found nothing is not asked again in the first half of them; else a log
/// full of its anchors would take it as long as their square.
const FAR: usize = 200;

/// A failure with where it stands.
struct Taken {
    found: Found,
    reader: &'static Reader,
    /// Index of the anchored line.
    start: usize,
    /// Its number among all that was taken.
    id: usize,
}

impl Taken {
    fn end(&self) -> usize {
        self.start + self.found.lines.max(1)
    }

    fn is_frame(&self) -> bool {
        self.reader.frame
    }

    fn is_custom(&self) -> bool {
        self.reader.tool == custom::TOOL
    }

    fn is_trace(&self) -> bool {
        is_trace(self.reader)
    }
}

fn is_trace(reader: &Reader) -> bool {
    reader.tool == "stack trace"
}

/// Reads every failure out of a text.
pub fn parse(text: &str) -> Parsed {
    parse_with(text, Rules::none())
}

/// The same, with a user's own rules before all others.
pub fn parse_with(text: &str, rules: &Rules) -> Parsed {
    if text.len() <= sieve::WHOLE {
        return parse_lines(&Lines::new(text), rules);
    }
    let mut sieve = Sieve::new(rules);
    sieve.push(text.as_bytes());
    parse_kept(&sieve.finish(), rules)
}

/// Reads every failure out of what was kept of a text.
pub fn parse_kept(kept: &Kept, rules: &Rules) -> Parsed {
    parse_lines(&Lines::numbered(&kept.text, kept.numbers.as_deref()), rules)
}

fn parse_lines(lines: &Lines, rules: &Rules) -> Parsed {
    let masks = anchored(lines);
    let taken = custom::read(lines, rules, read_all(lines, &masks));
    let leftovers = leftovers::find(lines, &taken, |index| masks[index] & SUSPECT != 0);
    let (mut failures, trace) = roles::decide(lines, taken);
    if failures.is_empty()
        && let Some(mut failure) = outcome::unexplained(lines, &leftovers)
    {
        failure.role = Role::Root;
        failures.push(failure);
    }
    let leftovers = leftovers.into_iter().map(|index| lines.number(index)).collect();
    Parsed { failures, leftovers, trace }
}

/// The bit of lines that look like an error to people; those of the readers are below it.
const SUSPECT: u32 = 1 << 31;

/// What is looked for in a text, and the bit of each.
type Anchors = LazyLock<Option<(AhoCorasick, Vec<u32>)>>;

/// For the first texts.
static ANCHORS: Anchors = LazyLock::new(|| anchors(AhoCorasickKind::ContiguousNFA));

/// Twice as fast, and takes 9 ms and 3 MB to build.
static QUICK_ANCHORS: Anchors = LazyLock::new(|| anchors(AhoCorasickKind::DFA));

/// How many bytes were searched so far, and after how many the quicker automaton pays.
static SEARCHED: AtomicUsize = AtomicUsize::new(0);
const MANY: usize = 8 << 20;

fn anchors(kind: AhoCorasickKind) -> Option<(AhoCorasick, Vec<u32>)> {
    let readers = READERS.iter().enumerate();
    let anchors = readers.flat_map(|(index, reader)| reader.anchors.iter().map(move |anchor| (*anchor, 1 << index)));
    let (texts, bits): (Vec<&str>, Vec<u32>) =
        anchors.chain(leftovers::WORDS.iter().map(|word| (*word, SUSPECT))).unzip();
    Some((AhoCorasick::builder().kind(Some(kind)).build(texts).ok()?, bits))
}

/// The bits of readers of frames.
static FRAMES: LazyLock<u32> = LazyLock::new(|| {
    READERS.iter().enumerate().filter(|(_, reader)| reader.frame).fold(0, |bits, (index, _)| bits | 1 << index)
});

/// For each line a bit set of the readers that have an anchor in it.
fn anchored(lines: &Lines) -> Vec<u32> {
    let mut masks = vec![0u32; lines.len()];
    let searched = SEARCHED.fetch_add(lines.text().len(), Ordering::Relaxed);
    let anchors = if searched < MANY { &ANCHORS } else { &QUICK_ANCHORS };
    let Some((anchors, bits)) = anchors.as_ref() else { return masks };
    let mut line = 0;
    for hit in anchors.find_overlapping_iter(lines.text()) {
        while lines.end(line) < hit.end() {
            line += 1;
        }
        masks[line] |= bits[hit.pattern().as_usize()];
    }
    masks
}

/// Of more than [`FAILURES`] the ones in the middle go: the root is among the first, or among the last of a log that began
/// with what somebody else logged. Gradle's blocks are read wherever they stand.
fn read_all(lines: &Lines, masks: &[u32]) -> Vec<Taken> {
    let (mut first, mut last) = (Vec::new(), VecDeque::new());
    let mut free = 0;
    let mut free_for_frames = 0;
    // What a tool threw may hold its own message.
    let mut end_of_trace = 0;
    let mut quiet = vec![0; READERS.len()];
    let late = masks.iter().rposition(late()).unwrap_or(0);
    for (start, mask) in masks.iter().enumerate() {
        if mask & !SUSPECT == 0 || start < free {
            continue;
        }
        let passed = first.len() >= FAILURES / 2 && start < late;
        let mask = if passed { mask & *FRAMES } else { *mask };
        let able = |reader: &Reader| match reader.frame {
            true => start >= free_for_frames.max(end_of_trace),
            false => start >= end_of_trace || !(is_trace(reader) || reader.tool == stack_trace::sentence::READER.tool),
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

/// Asked line by line from the end: whether enough lines with an anchor stand from there on to make up the last failures.
fn late() -> impl FnMut(&u32) -> bool {
    let mut anchored = 0;
    move |mask| {
        anchored += usize::from(mask & !SUSPECT != 0);
        anchored > 4 * FAILURES
    }
}

/// What the first reader that can makes of the line.
fn read_one(
    lines: &Lines,
    start: usize,
    mask: u32,
    quiet: &mut [usize],
    able: impl Fn(&Reader) -> bool,
) -> Option<Taken> {
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
    // Tools print 0 where they mean the whole file.
    found.failure.line = found.failure.line.filter(|line| *line > 0);
    found.failure.column = found.failure.column.filter(|column| *column > 0);
    Some(Taken { found, reader, start, id: 0 })
}
