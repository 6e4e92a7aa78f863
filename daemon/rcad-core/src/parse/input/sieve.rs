//! Long texts in little memory: bytes in as they come, out what readers may need of them, each line with its number in the
//! original.
//!
//! A text of up to [`WHOLE`] bytes is kept as it is. Of a longer one these lines are kept: its first and last ones, those in
//! which a reader can start with their neighbours, headers of tasks above them, Gradle's result lines. Every other line
//! is only counted. Of what is kept more than twice [`HALF`] the middle goes.

use std::sync::{Arc, OnceLock};

use super::lines::LONGEST;
use crate::pattern::ManyTexts;

/// Bytes up to which a text is kept whole.
pub const WHOLE: usize = 1 << 20;

/// What is kept of the beginning of a longer one, in bytes; twice as much at most of its end.
const HALF: usize = 8 << 20;

/// Lines at either end of a text that are always kept.
const ENDS: usize = 200;

/// Bytes that are then looked at together; they fit into the processor's cache.
const BLOCK: usize = 192 << 10;

/// Bytes that are held back because they may be the last lines.
const RESERVE: usize = 64 << 10;

/// Bytes behind the ones looked at in which lines before a hit are found.
const BEHIND: usize = 8 << 10;

/// Bytes of a line that are waited for its end; the rest of a longer one is passed over.
const ENDLESS: usize = 64 << 10;

/// How much a hit says about its line, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hit {
    /// A task's header: kept only above what is kept for other reasons.
    Header,
    /// Worth keeping alone.
    Line,
    /// A word that stands in many lines which are no failures.
    Word,
    /// What a tool writes where a reader can start.
    Anchor,
}

impl Hit {
    /// Lines that are kept before and after it.
    fn neighbours(self) -> (usize, usize) {
        match self {
            Hit::Header | Hit::Line => (0, 0),
            Hit::Word => (4, 12),
            Hit::Anchor => (8, 60),
        }
    }
}

/// Lines that start like this belong to what stands above them; they do not use up a hit's lines, up to [`CONTINUED`].
const CONTINUATIONS: &[&[u8]] = &[b" ", b"\t", b"at ", b"Caused by: ", b"> ", b"#"];

/// Lines below one hit that are kept at most.
const CONTINUED: usize = 2_000;

/// What is looked for besides the readers' anchors. The words are those of `SUSPICIOUS`: lines that nobody may understand.
const MARKS: &[(&str, Hit)] = &[
    ("> Task :", Hit::Header),
    ("\n:", Hit::Header),
    ("BUILD SUCCESSFUL", Hit::Line),
    ("BUILD FAILED", Hit::Anchor),
    ("FAILURE: Build ", Hit::Anchor),
    ("\tat ", Hit::Line),
    ("    at ", Hit::Line),
    ("error", Hit::Line),
    ("ERROR", Hit::Line),
    ("exception", Hit::Line),
    ("fatal", Hit::Line),
    ("FATAL", Hit::Line),
    ("failed", Hit::Line),
    ("FAILED", Hit::Line),
    ("failure", Hit::Line),
];

/// What Gradle prints behind the path of a task that did not fail.
const RESULTS: &[&[u8]] = &[b" UP-TO-DATE", b" FROM-CACHE", b" NO-SOURCE", b" SKIPPED"];

/// What is looked for, and how much each says.
pub struct Marks {
    texts: Vec<String>,
    hits: Vec<Hit>,
    /// Built for the first long text.
    finder: OnceLock<ManyTexts>,
}

impl Marks {
    /// `anchors` are texts one of which stands in every line at which a reader can start.
    pub fn new<'a>(anchors: impl Iterator<Item = &'a str>) -> Marks {
        let mut texts: Vec<String> = MARKS.iter().map(|(text, _)| (*text).to_owned()).collect();
        let mut hits: Vec<Hit> = MARKS.iter().map(|(_, hit)| *hit).collect();
        for anchor in anchors {
            let word = anchor.bytes().all(|byte| byte.is_ascii_alphabetic());
            texts.push(anchor.to_owned());
            hits.push(if word { Hit::Word } else { Hit::Anchor });
        }
        Marks { texts, hits, finder: OnceLock::new() }
    }

    fn finder(&self) -> &ManyTexts {
        self.finder.get_or_init(|| ManyTexts::new(self.texts.iter().map(String::as_str)))
    }

    /// Where a hit in the next line that has one ends, and what it is. The line end before belongs to a mark.
    fn next(&self, bytes: &[u8], from: usize) -> Option<(usize, Hit)> {
        let from = from.saturating_sub(1);
        let (hit, text) = self.finder().find_iter(&bytes[from..]).next()?;
        Some((from + hit.end, self.hits[text]))
    }

    /// The hit in `line` that says most. The byte before a line counts as a line's end.
    fn best(&self, line: &[u8]) -> Option<Hit> {
        let hits = self.finder().find_iter(line);
        hits.filter(|(hit, _)| !within_a_word(line, hit.start, hit.end)).map(|(_, text)| self.hits[text]).max()
    }
}

/// Whether a short anchor such as `e: ` is the end of a word: `Note: `. A path behind it says that it is not: Gradle 4 glues
/// its headers to the line that follows, `:compileKotline: /p/Main.kt`.
fn within_a_word(line: &[u8], start: usize, end: usize) -> bool {
    let short = end - start <= 3 && line[start].is_ascii_lowercase();
    let inside = start > 0 && line[start - 1].is_ascii_alphanumeric();
    short && inside && !matches!(line.get(end), Some(b'/' | b'f'))
}

/// Kept lines, each ended by `\n`, with their numbers in the original.
#[derive(Default)]
struct Part {
    bytes: Vec<u8>,
    numbers: Vec<u32>,
}

impl Part {
    /// With what a line costs besides its bytes.
    fn is_full(&self) -> bool {
        self.bytes.len() + self.numbers.len() * 64 >= HALF
    }
}

/// A text, or what was kept of it.
#[derive(Debug, Default)]
pub struct Kept {
    /// The lines; an empty one stands where lines were left out.
    pub text: String,
    /// Of each line its 1-based number in the original; none when every line was kept.
    pub numbers: Option<Vec<u32>>,
    /// How many lines the original has.
    pub lines: u32,
}

impl Kept {
    /// The line with this number in the original; empty where it was not kept.
    pub fn line(&self, number: u32) -> &str {
        let index = match &self.numbers {
            // Where lines were left out an empty one has the number of the last of them.
            Some(numbers) => numbers.binary_search(&number).ok(),
            None => usize::try_from(number).ok().and_then(|number| number.checked_sub(1)),
        };
        index.and_then(|index| self.text.split('\n').nth(index)).unwrap_or_default()
    }
}

/// Where a line is: what a hit in it ends at, or a copy with its number once its bytes are gone.
enum Header {
    Pending(usize),
    Copied(Vec<u8>, u32),
}

/// Takes bytes as they come and keeps what readers may need.
pub struct Sieve {
    marks: Arc<Marks>,
    /// What is not decided yet, and [`BEHIND`] it.
    pending: Vec<u8>,
    /// Up to here hits were looked for; always the start of a line.
    at: usize,
    /// Number of the line at `at`.
    number: u32,
    /// Up to here lines were kept.
    kept_to: usize,
    /// Lines that the last hit still wants, and how many continuations it may have.
    owed: usize,
    continued: usize,
    /// The last header of a task that was not kept.
    header: Option<Header>,
    /// In the rest of a line without end.
    passing: bool,
    first: Part,
    /// The end in two parts, so that the older one can go.
    late: [Part; 2],
    sieved: bool,
}

impl Sieve {
    /// One that keeps the lines around these marks.
    pub fn new(marks: Arc<Marks>) -> Sieve {
        Sieve {
            marks,
            pending: Vec::new(),
            at: 0,
            number: 1,
            kept_to: 0,
            owed: ENDS,
            continued: 0,
            header: None,
            passing: false,
            first: Part::default(),
            late: [Part::default(), Part::default()],
            sieved: false,
        }
    }

    /// The next bytes of the text.
    pub fn push(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (some, rest) = bytes.split_at(bytes.len().min(WHOLE));
            self.take(some);
            bytes = rest;
        }
    }

    fn take(&mut self, mut bytes: &[u8]) {
        if self.passing {
            let Some(end) = memchr::memchr(b'\n', bytes) else { return };
            bytes = &bytes[end..];
            self.passing = false;
        }
        self.pending.extend_from_slice(bytes);
        let last = memchr::memrchr(b'\n', &self.pending).map_or(0, |end| end + 1);
        if self.pending.len() - last > ENDLESS {
            self.pending.truncate(last + ENDLESS);
            self.passing = true;
        }
        if self.pending.len() > if self.sieved { BLOCK } else { WHOLE } + RESERVE {
            self.sieved = true;
            let end = self.pending.len() - RESERVE;
            let end = memchr::memrchr(b'\n', &self.pending[..end]).map_or(0, |end| end + 1);
            self.decide(end);
            self.forget();
        }
    }

    /// Looks at the lines up to `end`, which is the start of a line.
    fn decide(&mut self, end: usize) {
        let mut next = self.marks.next(&self.pending[..end], self.at);
        while self.at < end {
            if self.owed == 0 {
                // Most lines of a long log are headers of tasks: only the last one before what is kept counts.
                while let Some((hit, Hit::Header)) = next {
                    self.header = Some(Header::Pending(hit));
                    let from = hit + task_and_result(&self.pending[hit..end]);
                    next = self.marks.next(&self.pending[..end], from);
                }
                let start = next.map_or(end, |(hit, _)| self.line_start(hit));
                self.pass_over(start.max(self.at));
                if next.is_none() {
                    break;
                }
            }
            let line_end = memchr::memchr(b'\n', &self.pending[self.at..end]).map_or(end, |found| self.at + found + 1);
            if next.is_some_and(|(hit, _)| hit <= line_end) {
                self.decide_hit(line_end);
                next = self.marks.next(&self.pending[..end], line_end);
            } else {
                self.keep_owed(line_end);
            }
            self.at = line_end;
            self.number += 1;
        }
    }

    /// Start of the line in which a hit ends.
    fn line_start(&self, hit: usize) -> usize {
        memchr::memrchr(b'\n', &self.pending[..hit - 1]).map_or(0, |found| found + 1)
    }

    /// Counts the lines up to `to`.
    fn pass_over(&mut self, to: usize) {
        self.number = self.number.saturating_add(lines_in(&self.pending[self.at..to]));
        self.at = to;
    }

    fn decide_hit(&mut self, end: usize) {
        let start = self.at.saturating_sub(1);
        match self.marks.best(&self.pending[start..end]) {
            None if self.owed > 0 => self.keep_owed(end),
            None => {}
            Some(Hit::Header) if self.owed == 0 => self.header = Some(Header::Pending(self.at + 2)),
            Some(hit) => {
                let (before, after) = hit.neighbours();
                self.keep_before(before);
                self.keep(self.at, end, self.number);
                if after > 0 {
                    (self.owed, self.continued) = (self.owed.max(after), CONTINUED);
                } else {
                    self.owed = self.owed.saturating_sub(1);
                }
            }
        }
    }

    /// The last header of a task that was not kept, with its number. Lines are counted up to `at`.
    fn take_header(&mut self) -> Option<(Vec<u8>, u32)> {
        match self.header.take()? {
            Header::Copied(line, number) => Some((line, number)),
            Header::Pending(hit) => {
                let start = self.line_start(hit);
                let line = &self.pending[start..];
                let line = &line[..memchr::memchr(b'\n', line).map_or(line.len(), |end| end + 1)];
                let below = lines_in(self.pending.get(start..self.at)?);
                Some((line[..line.len().min(LONGEST)].to_vec(), self.number.saturating_sub(below)))
            }
        }
    }

    fn keep_owed(&mut self, end: usize) {
        let line = &self.pending[self.at..end];
        if self.continued > 0 && CONTINUATIONS.iter().any(|start| line.starts_with(start)) {
            self.continued -= 1;
        } else {
            self.owed -= 1;
        }
        self.keep(self.at, end, self.number);
    }

    /// Keeps up to `count` lines before the one at hand, and the header of the task above them.
    fn keep_before(&mut self, count: usize) {
        let mut starts = vec![self.at];
        while starts.len() <= count && starts[starts.len() - 1] > self.kept_to {
            let line = starts[starts.len() - 1];
            starts
                .push(memchr::memrchr(b'\n', &self.pending[..line - 1]).map_or(0, |found| found + 1).max(self.kept_to));
        }
        let first = self.number - u32::try_from(starts.len() - 1).unwrap_or(0);
        if let Some((header, number)) = self.take_header()
            && number < first
        {
            self.append(&header, number);
        }
        for (number, pair) in (first..).zip(starts.iter().rev().zip(starts.iter().rev().skip(1))) {
            self.keep(*pair.0, *pair.1, number);
        }
    }

    fn keep(&mut self, start: usize, end: usize, number: u32) {
        let pending = std::mem::take(&mut self.pending);
        self.append(&pending[start..end], number);
        self.pending = pending;
        self.kept_to = end;
    }

    fn append(&mut self, line: &[u8], number: u32) {
        let full = self.first.is_full();
        if full && self.late[1].is_full() {
            self.late.swap(0, 1);
            self.late[1].bytes.clear();
            self.late[1].numbers.clear();
        }
        let part = if full { &mut self.late[1] } else { &mut self.first };
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        part.bytes.extend_from_slice(&line[..line.len().min(LONGEST)]);
        part.bytes.push(b'\n');
        part.numbers.push(number);
    }

    /// Drops what was decided, but for a few lines that may be wanted before the next hit.
    fn forget(&mut self) {
        self.header = self.take_header().map(|(line, number)| Header::Copied(line, number));
        let behind = self.at.saturating_sub(BEHIND);
        let behind = memchr::memrchr(b'\n', &self.pending[..behind]).map_or(0, |end| end + 1);
        self.pending.drain(..behind);
        self.at -= behind;
        self.kept_to = self.kept_to.saturating_sub(behind);
    }

    /// The end of the text: what was kept of it.
    pub fn finish(mut self) -> Kept {
        let pending = &self.pending;
        if !self.sieved {
            let lines = memchr::memchr_iter(b'\n', pending).count() + usize::from(!pending.ends_with(b"\n"));
            let lines = u32::try_from(lines).unwrap_or(u32::MAX);
            return Kept { text: text(self.pending), numbers: None, lines };
        }
        let last = memchr::memrchr_iter(b'\n', pending).nth(ENDS).map_or(0, |end| end + 1);
        self.decide(last);
        self.keep_before(0);
        self.owed = self.owed.max(ENDS + 1);
        self.decide(self.pending.len());
        Kept { lines: self.number - 1, ..self.join() }
    }

    /// The parts as one text, with an empty line where lines were left out.
    fn join(self) -> Kept {
        let (mut bytes, mut numbers, mut last) = (Vec::new(), Vec::new(), 0);
        for part in [self.first].into_iter().chain(self.late) {
            let mut rest = part.bytes.as_slice();
            for number in part.numbers {
                let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
                if number > last + 1 {
                    bytes.push(b'\n');
                    numbers.push(number - 1);
                }
                bytes.extend_from_slice(&rest[..end]);
                numbers.push(number);
                (rest, last) = (&rest[end..], number);
            }
        }
        Kept { text: text(bytes), numbers: Some(numbers), lines: 0 }
    }
}

/// Bytes of a task's path and a result that is no failure, at the end of a header: nothing in them is looked for.
fn task_and_result(bytes: &[u8]) -> usize {
    let end = memchr::memchr(b'\n', bytes).unwrap_or(bytes.len());
    let line = bytes[..end].trim_ascii_end();
    let path = memchr::memchr(b' ', line).unwrap_or(line.len());
    if path == line.len() || RESULTS.contains(&&line[path..]) { end } else { 0 }
}

fn lines_in(bytes: &[u8]) -> u32 {
    u32::try_from(memchr::memchr_iter(b'\n', bytes).count()).unwrap_or(u32::MAX)
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
