//! Text to failures. Readers never fail: odd text becomes leftovers, not errors.
//!
//! One reader a tool, all of one shape ([`Reader`]), in one table ([`READERS`]). A single Aho-Corasick pass finds the
//! lines that hold a reader's anchor; only those lines are looked at more closely.

mod custom;
pub mod lines;
mod logcat;
mod outcome;
pub mod pattern;
mod roles;
pub mod sieve;
pub mod trace;

mod aapt2;
mod anr;
mod databinding;
mod gradle;
mod javac;
mod junit;
mod kotlinc;
mod manifest_merger;
mod names;
mod native_build;
mod process;
mod processors;
mod r8;
mod stack_trace;
mod tombstone;

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::failure::{Failure, Role};
use crate::rules::Rules;
use lines::Lines;
use pattern::Pattern;
use sieve::{Kept, Sieve};
use trace::Trace;

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
        self.reader.tool == "stack trace"
    }
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
    let taken = custom::read(lines, rules, read_all(lines));
    let leftovers = leftovers(lines, &taken);
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

static ANCHORS: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::new(READERS.iter().flat_map(|reader| reader.anchors)).ok());

/// For each line a bit set of the readers that have an anchor in it.
fn anchored(lines: &Lines) -> Vec<u32> {
    let mut masks = vec![0u32; lines.len()];
    let Some(anchors) = ANCHORS.as_ref() else { return masks };
    let owner: Vec<usize> =
        READERS.iter().enumerate().flat_map(|(index, reader)| reader.anchors.iter().map(move |_| index)).collect();
    let mut line = 0;
    for hit in anchors.find_overlapping_iter(lines.text()) {
        while lines.end(line) < hit.end() {
            line += 1;
        }
        masks[line] |= 1 << owner[hit.pattern().as_usize()];
    }
    masks
}

fn read_all(lines: &Lines) -> Vec<Taken> {
    let mut taken: Vec<Taken> = Vec::new();
    let mut free = 0;
    let mut free_for_frames = 0;
    for (start, mask) in anchored(lines).into_iter().enumerate() {
        if mask == 0 || start < free {
            continue;
        }
        for (index, reader) in READERS.iter().enumerate() {
            if mask & (1 << index) == 0 || (reader.frame && start < free_for_frames) {
                continue;
            }
            let Some(mut found) = (reader.read)(lines, start) else { continue };
            if let (None, Some((line, column))) = (found.failure.line, lines.place(start)) {
                found.failure.line = Some(line).filter(|line| *line > 0);
                found.failure.column = Some(column).filter(|column| *column > 0);
            }
            let one = Taken { found, reader, start, id: taken.len() };
            if reader.frame {
                free_for_frames = one.end();
            } else {
                free = one.end();
            }
            taken.push(one);
            break;
        }
        if taken.len() >= FAILURES {
            break;
        }
    }
    taken
}

/// `Something went wrong: …` in the words that most tools use
static SUSPICIOUS: Pattern = Pattern::new(r"(?i)(?:^|[^a-z])(?:error|exception|fatal|failed|failure)(?:[^a-z]|$)");

/// `BUILD FAILED in 2s`, `> Task :a FAILED`, `FAILURE: Build failed with an exception.`, `2 errors`, `3 tests completed, 2 failed`, `\tat …`
static EXPECTED: Pattern = Pattern::new(
    r"^(?:BUILD FAILED|> Task :|:[^ ]+ FAILED$|FAILURE: |[0-9]+ errors?$|[0-9]+ tests? completed|[0-9]+: Task failed|\s*at |\* |> Run with|w: |warning: )",
);

/// Indices of lines that look like an error and that nobody took.
fn leftovers(lines: &Lines, taken: &[Taken]) -> Vec<usize> {
    let mut out = Vec::new();
    let mut next = taken.iter().peekable();
    let mut covered = 0;
    for index in 0..lines.len() {
        while let Some(one) = next.next_if(|one| one.start <= index) {
            covered = covered.max(one.end());
        }
        let line = lines.get(index);
        if index >= covered && SUSPICIOUS.is_match(line) && !EXPECTED.is_match(line) {
            out.push(index);
            if out.len() == LEFTOVERS {
                break;
            }
        }
    }
    out
}
