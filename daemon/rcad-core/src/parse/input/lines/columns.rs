//! Android's log as it looks without its dates and numbers: `E WM-WorkerWrapper: …`, `WM-WorkerWrapper  com.example  E  …`.
//! One such line may be anything; where all of a text look so, each is written as `E/WM-WorkerWrapper: …`.

use std::borrow::Cow;

use crate::pattern::Pattern;

/// `E BasketRepo: no`, `E  BasketRepo : no`
static LETTERED: Pattern = Pattern::new(
    r"^\s*(?P<level>[VDIWEFA]) {1,2}(?P<tag>[A-Za-z][A-Za-z0-9_.$@\[\]-]{0,60}) {0,24}:(?: (?P<rest>.*))?$",
);

/// `BasketRepo              com.example.basket     E  no`
static COLUMNS: Pattern = Pattern::new(concat!(
    r"^\s*(?P<tag>[A-Za-z][A-Za-z0-9_.$@\[\]-]{0,60}) +(?:pid-[0-9]+|[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+(?::[A-Za-z0-9_]+)?)",
    r" +(?P<level>[VDIWEFA])(?: {1,2}(?P<rest>\S.*|\s+at .*))?$",
));

/// ` AndroidRuntime  E  no`, and below it `                 E      at a.B.c(B.java:1)`, also without the space in front: a tag
/// that is shown once
static ONCE: Pattern = Pattern::new(
    r"^(?:\s*(?P<tag>[A-Za-z][A-Za-z0-9_.$@\[\]-]{0,60}) {2,}| {8,}|)(?P<level>[VDIWEFA]) {2}(?P<rest>\S.*| +at .*)$",
);

/// `E  a.b.ShelfException: no`: Android Studio's compact view, which shows no tags
static COMPACT: Pattern = Pattern::new(r"^(?P<level>[VDIWEFA]) {2}(?P<rest>\S.*|\s+at .*)$");

/// `E  a.b.ShelfException: no`: what two blanks behind a letter need to be a log
static THROWN: Pattern = Pattern::new(
    r"^[WEFA] {2}(?:FATAL EXCEPTION: |Caused by: |(?:[a-z][a-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error)(?:: |$))",
);

/// The time of the lines of a log that has none.
const NO_TIME: &str = "00:00:00.000";

/// `    at a.B.c(B.java:1)`, what stands below a line of the log that was broken
static BELOW: Pattern = Pattern::new(r"^(?:\s|at |Caused by: |\.\.\. [0-9]+ more)");

/// Lines that are looked at.
const SAMPLE: usize = 400;

/// Share of the lines that must look so, those that begin with white space aside, in percent.
const MOST: usize = 60;

/// The lines, in the layout of `logcat -v tag`; `None` where the text is something else.
pub fn tagged<'l>(lines: &[Cow<'l, str>]) -> Option<Vec<Cow<'l, str>>> {
    if !sample(lines).any(may_fit) {
        return None;
    }
    if let Some(written) = tagged_once(lines).or_else(|| compact(lines)) {
        return Some(written);
    }
    let layout = [&LETTERED, &COLUMNS].into_iter().find(|layout| {
        fitting(lines, layout).is_some_and(|fits| fits > 1 || sample(lines).any(|line| is_named(layout, line)))
    })?;
    Some(lines.iter().map(|line| written(layout, line).map_or_else(|| line.clone(), Cow::Owned)).collect())
}

fn sample<'a>(lines: &'a [Cow<'_, str>]) -> impl Iterator<Item = &'a str> {
    lines.iter().map(AsRef::as_ref).filter(|line: &&str| !line.trim().is_empty()).take(SAMPLE)
}

/// How many lines have the layout, where most have it.
fn fitting(lines: &[Cow<'_, str>], layout: &Pattern) -> Option<usize> {
    let fits = sample(lines).filter(|line| layout.is_match(line)).count();
    let counts = sample(lines).filter(|line| layout.is_match(line) || !BELOW.is_match(line)).count();
    (fits > 0 && fits * 100 >= counts * MOST).then_some(fits)
}

/// Whether a level stands alone in the line: few lines have one, and the patterns cost more.
fn may_fit(line: &str) -> bool {
    let letters = line.trim_start().as_bytes();
    let is_level = |letter: &u8| b"VDIWEFA".contains(letter);
    let alone = |at: usize| {
        is_level(&letters[at]) && letters[at - 1] == b' ' && letters.get(at + 1).is_none_or(|next| *next == b' ')
    };
    letters.first().is_some_and(is_level) && letters.get(1) == Some(&b' ') || (1..letters.len().min(140)).any(alone)
}

/// The same where Android Studio shows a tag only in the first of its lines.
fn tagged_once<'l>(lines: &[Cow<'l, str>]) -> Option<Vec<Cow<'l, str>>> {
    let untagged = |line: &str| ONCE.captures(line).is_some_and(|found| found.name("tag").is_none());
    let fits = sample(lines).filter(|line| ONCE.is_match(line)).count();
    if fits < 2 || fits * 100 < sample(lines).count() * MOST || !sample(lines).any(untagged) {
        return None;
    }
    let mut tag = String::new();
    let written = |line: &Cow<'l, str>| {
        let Some(found) = ONCE.captures(line) else { return line.clone() };
        if let Some(named) = found.name("tag") {
            named.as_str().clone_into(&mut tag);
        }
        if tag.is_empty() {
            return line.clone();
        }
        Cow::Owned(format!("{}/{tag}: {}", &found["level"], &found["rest"]))
    };
    Some(lines.iter().map(written).collect())
}

/// The lines of Android Studio's compact view, in the layout that it has with the time.
fn compact<'l>(lines: &[Cow<'l, str>]) -> Option<Vec<Cow<'l, str>>> {
    fitting(lines, &COMPACT).filter(|_| sample(lines).any(|line| THROWN.is_match(line)))?;
    let written = |line: &Cow<'l, str>| match COMPACT.captures(line) {
        Some(found) => Cow::Owned(format!("{NO_TIME}  {}  {}", &found["level"], &found["rest"])),
        None => line.clone(),
    };
    Some(lines.iter().map(written).collect())
}

/// Whether the tag is no word of a sentence.
fn is_named(layout: &Pattern, line: &str) -> bool {
    let capital = |tag: &str| tag.chars().skip(1).any(|letter| letter.is_ascii_uppercase() || "-_.".contains(letter));
    layout.captures(line).is_some_and(|found| capital(&found["tag"]))
}

fn written(layout: &Pattern, line: &str) -> Option<String> {
    let found = layout.captures(line)?;
    let rest = found.name("rest").map_or("", |rest| rest.as_str());
    Some(format!("{}/{}: {rest}", &found["level"], &found["tag"]))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::tagged;

    fn written(text: &str) -> Option<String> {
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        tagged(&lines).map(|lines| lines.join("\n"))
    }

    #[test]
    fn a_log_without_dates_is_written_with_its_slashes() {
        for (text, wanted) in [
            (
                "E BasketRepo: no\n    at a.B.c(B.java:1)\nW libc    : none",
                "E/BasketRepo: no\n    at a.B.c(B.java:1)\nW/libc: none",
            ),
            ("E WM-Basket: java.lang.Error", "E/WM-Basket: java.lang.Error"),
            (
                "Basket  com.example.basket  E  no\nBasket  com.example.basket  E  \tat a.B.c(B.java:1)",
                "E/Basket: no\nE/Basket: \tat a.B.c(B.java:1)",
            ),
            (
                " BasketRepo  E  no\n             E      at a.B.c(B.java:1)",
                "E/BasketRepo: no\nE/BasketRepo:     at a.B.c(B.java:1)",
            ),
            (
                "BasketRepo  D  yes\nE  no\nE      at a.B.c(B.java:1)",
                "D/BasketRepo: yes\nE/BasketRepo: no\nE/BasketRepo:     at a.B.c(B.java:1)",
            ),
            (
                "E  a.b.ShelfException: no\n\tat a.B.c(B.java:1)",
                "00:00:00.000  E  a.b.ShelfException: no\n\tat a.B.c(B.java:1)",
            ),
        ] {
            assert_eq!(written(text).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn other_texts_stay() {
        for text in [
            "I think: no",
            "E: no\nW: none",
            "A Shelf: no\nplain\nplain",
            "e: /p/A.kt: (1, 2): no",
            "see com.example.basket E",
            "plan  A  first\nplain\nplain",
            "            E  one\nplain\nplain",
            "A  plan of a.b.Shelf\nB  another",
        ] {
            assert_eq!(written(text), None, "{text}");
        }
    }
}
