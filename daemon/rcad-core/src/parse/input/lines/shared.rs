//! What nearly all lines of a text begin with, whatever it is, found by counting: line numbers, a clock, words that a CI
//! system or a log collector repeats. Taken off one after another.

use std::borrow::Cow;

use super::page::markdown;
use super::prefix;
use crate::parse::input::logcat;
use crate::pattern::Pattern;

/// `  12: `, `12. `, ` 12 | `, `12\t`, `12  `, `12)`: a line's number, and what stands behind it
static NUMBER: Pattern = Pattern::new(r"^ *(?P<number>[0-9]{1,6})(?P<mark>: ?|\. |\) | +[|│] ?|\t| |$)");

/// `[12.345s] `, `+12s `, `[1700000000123] `: seconds since the start, or since 1970
static SECONDS: Pattern = Pattern::new(r"^(?:\[ *[0-9]+(?:\.[0-9]+)?m?s?\]|\+[0-9]+(?:\.[0-9]+)?m?s)(?: |\t|$)");

/// `10:14:07 AM `, `[10:14:07] :\t `, `[10:14:07]W:\t `, `2026-06-02T10:14:07.123Z `, `2026-06-02 10:14:07 WARNING `, `06/02/2026 10:14:07 `
static CLOCK: Pattern = Pattern::new(concat!(
    r"^\[?(?:[0-9]{2,4}[-/.][0-9]{2}[-/.][0-9]{2,4}[T ])?[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?",
    r"(?: ?[AP]M)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?\]?(?:[ A-Z]?:(?:[ \t]|$)\s?| |\t|$)(?:##\[[a-z]+\])?",
    // Python's loggers pad the level to eight columns.
    r"(?:WARNING(?: |$)|(?:ERROR|DEBUG)(?: {3}|$)|INFO(?: {4}|$))?",
));

/// `32:FAILURE: …`, `33-* Try:`, `build.log:32:…`: what `grep -n` with context prints before a line, with gaps
static GREP: Pattern = Pattern::new(
    r"^(?:[A-Za-z0-9_./\\-]+\.(?:log|txt|out|md)[:-])?(?P<number>[0-9]{1,7})[:-](?:[^0-9]|[0-9]+ (?:actionable|errors?|warnings?|tests?|problems?)\b|$)",
);

/// The line between two of its groups.
const GAP: &str = "--";

/// Lines that are looked at.
const SAMPLE: usize = 400;

/// Fewer lines show no habit.
const FEWEST: usize = 4;

/// Share of the lines that have a clock or a number, in percent.
const MOST: usize = 80;

/// Share of the lines that begin with the same words, in percent.
const NEARLY_ALL: usize = 90;

/// Longest repeated words, in bytes.
const LONGEST: usize = 80;

/// What a tool's own lines begin with, however many there are.
const OWN: &[&str] =
    &["at", "e:", "w:", "i:", "v:", ">", "*", "-", "#", "...", "Caused", "error:", "warning:", "ERROR:"];

/// What stands before the lines.
#[derive(Debug, PartialEq, Eq)]
pub enum CommonStart {
    /// A running number.
    Numbers,
    /// The time of day.
    Clock,
    /// Seconds.
    Seconds,
    /// A running number with gaps: lines that somebody searched for.
    Searched,
    /// The same words.
    Words(String),
}

impl CommonStart {
    /// What most lines begin with; `None` for a plain text, and for Android's log, whose prefixes say something.
    pub fn of(lines: &[Cow<'_, str>]) -> Option<CommonStart> {
        let sample: Vec<&str> =
            lines.iter().map(AsRef::as_ref).filter(|line| !line.trim().is_empty()).take(SAMPLE).collect();
        let is_logcat = || sample.iter().filter(|line| logcat::entry(line).is_some()).count() * 2 > sample.len();
        if is_searched(&sample) && !is_logcat() {
            return Some(CommonStart::Searched);
        }
        let digits = |line: &&&str| line.trim_start_matches([' ', '[', '+']).starts_with(|c: char| c.is_ascii_digit());
        if sample.iter().filter(digits).count() * 100 >= sample.len() * MOST && !sample.is_empty() {
            if is_logcat() {
                return None;
            }
            if let Some(counted) = CommonStart::counted(&sample) {
                return Some(counted);
            }
        }
        let words = (sample.len() >= FEWEST).then(|| words(&sample)).flatten()?;
        (!is_logcat()).then(|| CommonStart::Words(words.to_owned()))
    }

    /// A clock says it of a single line, too; numbers must go on.
    fn counted(sample: &[&str]) -> Option<CommonStart> {
        let most = |count: usize| count * 100 >= sample.len() * MOST;
        // Gradle's log at its lowest level has prefixes that say something, too.
        let is_gradles = |line: &&str| CLOCK.end(line).is_some_and(|end| prefix::is_leveled(&line[end..]));
        if sample.iter().any(is_gradles) {
            return None;
        }
        let clocks = sample.iter().filter(|line| CLOCK.is_match(line)).count();
        if clocks == sample.len() || sample.len() >= FEWEST && most(clocks) {
            return Some(CommonStart::Clock);
        }
        let seconds = sample.iter().filter(|line| SECONDS.is_match(line)).count();
        if sample.len() >= FEWEST && most(seconds) {
            return Some(CommonStart::Seconds);
        }
        let numbers: Vec<Option<u32>> = sample.iter().map(|line| number(line)).collect();
        let goes_on = |pair: &&[Option<u32>]| matches!(pair, [Some(one), Some(next)] if next > one && next - one <= 3);
        let going_on = numbers.windows(2).filter(goes_on).count();
        (sample.len() >= FEWEST && most(going_on + 1)).then_some(CommonStart::Numbers)
    }

    /// The line without it.
    pub fn stripped<'l>(&self, line: Cow<'l, str>) -> Cow<'l, str> {
        let end = match self {
            CommonStart::Clock => CLOCK.end(&line),
            CommonStart::Seconds => SECONDS.end(&line),
            CommonStart::Numbers => NUMBER.end(&line),
            CommonStart::Searched if line == GAP => Some(GAP.len()),
            CommonStart::Searched => searched(&line).map(|(_, end)| end),
            CommonStart::Words(words) => match line.strip_prefix(words.as_str()) {
                Some(_) => Some(words.len()),
                // Of an empty line the blank at its end is gone.
                None => (line.trim_end() == words.trim_end()).then_some(line.len()),
            },
        };
        match (end, line) {
            (None | Some(0), line) => line,
            (Some(end), Cow::Borrowed(line)) => Cow::Borrowed(&line[end..]),
            (Some(end), Cow::Owned(line)) => Cow::Owned(line[end..].to_owned()),
        }
    }
}

/// The number of a line that was searched for, and where it ends.
fn searched(line: &str) -> Option<(u32, usize)> {
    let found = GREP.captures(line)?;
    let number = found.name("number")?;
    Some((number.as_str().parse().ok()?, number.end() + 1))
}

/// Whether the lines are what `grep -n` printed: numbers that only rise, and a mark behind each.
fn is_searched(sample: &[&str]) -> bool {
    let shown: Vec<&str> = sample.iter().copied().filter(|line| *line != GAP).collect();
    if shown.iter().take(FEWEST).all(|line| searched(line).is_none()) {
        return false;
    }
    let numbers: Vec<u32> = shown.iter().filter_map(|line| searched(line)).map(|(number, _)| number).collect();
    let rising = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    // Two lines show it as well where a tool's own mark stands behind the number.
    let marked = || shown.iter().all(|line| searched(line).is_some_and(|(_, end)| is_mark(&line[end..])));
    let enough = if numbers.len() < FEWEST { numbers.len() > 1 && marked() } else { true };
    // `3: text` is a plain number.
    let spaced = shown
        .iter()
        .filter_map(|line| Some(&line[searched(line)?.1..]))
        .all(|rest| rest.is_empty() || rest.starts_with(' '));
    rising && enough && !spaced && numbers.len() * 100 >= shown.len() * MOST
}

fn is_mark(rest: &str) -> bool {
    rest.is_empty()
        || ["e: ", "w: ", "> ", "* ", "FAILURE: ", "BUILD ", "error: ", "/"].iter().any(|mark| rest.starts_with(mark))
}

fn number(line: &str) -> Option<u32> {
    NUMBER.captures(line)?["number"].parse().ok()
}

/// The longest run of whole words that nearly all lines begin with and that no tool writes.
fn words<'l>(sample: &[&'l str]) -> Option<&'l str> {
    // The middle line has it, or most have not.
    let pattern = sample[sample.len() / 2];
    let ends = pattern.char_indices().take_while(|(at, _)| *at < LONGEST).filter(|(_, letter)| *letter == ' ');
    let has = |line: &&&str, words: &str| line.starts_with(words) || line.trim_end() == words.trim_end();
    let common =
        |words: &&str| sample.iter().filter(|line| has(line, words)).count() * 100 >= sample.len() * NEARLY_ALL;
    let closed = |words: &&str| words.matches(['[', '(']).count() == words.matches([']', ')']).count();
    let words = ends.map(|(at, _)| &pattern[..=at]).take_while(common).filter(closed).last()?;
    let first = words.split_whitespace().next()?;
    let marked = words.contains(['[', ']', '|', '/', '{', '}']) || words.contains(|c: char| c.is_ascii_digit());
    let is_path = first.starts_with('/') && first != "//" || first.contains(":/") || first.contains(":\\");
    // `stdout F ` of containers' logs
    let marked = marked || matches!(first, "stdout" | "stderr");
    let kept = OWN.contains(&first) || first.starts_with('#') || is_path || !marked || markdown::is_in(words);
    (!kept).then_some(words)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::CommonStart;

    const LOG: &str = "> Task :app:compileJava FAILED\n/p/A.java:1: error: no\n\nFAILURE: Build failed with an exception.\n\n\
        * What went wrong:\nExecution failed for task ':app:compileJava'.\n> Compilation failed";

    fn stripped(text: &str) -> String {
        let mut lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        for _ in 0..3 {
            let Some(shared) = CommonStart::of(&lines) else { break };
            lines = lines.into_iter().map(|line| shared.stripped(line)).collect();
        }
        lines.join("\n")
    }

    #[test]
    fn what_all_lines_begin_with_goes() {
        let each = |prefix: fn(usize) -> String| -> String {
            LOG.lines().enumerate().map(|(index, line)| format!("{}{line}\n", prefix(index))).collect()
        };
        for text in [
            each(|index| format!("{}: ", index + 1)),
            each(|index| format!("{:4} | ", index + 8)),
            each(|index| format!("{:6}\t", index + 1)),
            each(|index| format!("10:14:{index:02} AM ")),
            each(|index| format!("[10:14:{index:02}]W:\t [Step 1/3] ")),
            each(|index| format!("2026-06-02T10:14:{index:02}.123456Z 01O ")),
            each(|_| "pod/builder-0 builder ".to_owned()),
            each(|index| format!("[{index}.{index:03}s] ")),
            each(|index| format!("+{index}s ")),
            each(|index| format!("[1700000000{index:03}] ")),
            each(|index| format!("2026-06-02T10:14:{index:02}.123456789Z stdout F ")),
            each(|index| format!("{}:", index * 7 + 3)),
            each(|index| format!("{}{}", index * index + 12, if index % 2 == 0 { ':' } else { '-' })),
            each(|index| format!("logs/build.log:{}:", index + 90)),
        ] {
            assert_eq!(stripped(text.trim_end()), LOG, "{text}");
        }
    }

    #[test]
    fn groups_of_lines_that_were_searched_for_are_apart() {
        let text = "12:> Task :app:lint FAILED\n--\n31-\n32:* What went wrong:\n33-> no\n--\n90-3 actionable tasks: 3 executed";
        assert_eq!(
            stripped(text),
            "> Task :app:lint FAILED\n\n\n* What went wrong:\n> no\n\n3 actionable tasks: 3 executed"
        );
        assert_eq!(stripped("2308:e: no\n2310:e: none"), "e: no\ne: none");
    }

    #[test]
    fn what_tools_repeat_stays() {
        let frames = "a.B: no\n\tat a.B.c(B.java:1)\n\tat a.B.d(B.java:2)\n\tat a.B.e(B.java:3)\n".repeat(3);
        let classes = "Duplicate class a.B found in x\n".repeat(6);
        let native = "#00 pc 1234  /system/lib/a.so\n".repeat(6);
        let logcat = "06-02 10:14:07.311  4242  4242 E Basket: no\n".repeat(6);
        let counts = "1 error\n2 errors\n12 warnings\nno more\n".to_owned();
        let places = "12:5  error  no\n14:9  error  none\n15:1  warning  no\n20:3  error  x\n".to_owned();
        let few = "12: none\n13: no\n".to_owned();
        for text in [LOG, &frames, &classes, &native, &logcat, &counts, &places, &few] {
            assert_eq!(stripped(text.trim_end()), text.trim_end());
        }
    }
}
