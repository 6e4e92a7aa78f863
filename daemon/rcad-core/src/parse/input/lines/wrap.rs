//! Lines that a narrow terminal broke: found by their length, joined again.

mod pieces;
mod refusal;
mod sentences;
mod soft;
mod unfinished;

use std::borrow::Cow;

use super::{prefix, prose};
use crate::parse::input::logcat;
use crate::pattern::Pattern;
use pieces::{continues, is_header, is_start, is_whole, length, splits_a_word};
use sentences::is_inside_a_sentence;
use soft::Page;

/// Narrower texts are not broken by a terminal but short by nature.
const NARROWEST: usize = 20;

/// Below this width a text must show many breaks: short lines are often of one length by chance.
const NARROW: usize = 60;

/// Breaks in the middle of a word that must be there, all different, before a text counts as broken.
const FULL_LINES: usize = 2;

/// The same for a narrow text, and for one of which only a part was broken.
const FULL_LINES_NARROW: usize = 6;

/// The same for a text into which PowerShell wrote: it breaks what goes to standard error, and says so.
const FULL_LINES_SHELL: usize = 3;

/// Of the full lines of a text whose short lines were filled up, this share at least ends in several spaces, in percent.
const FILLED: usize = 20;

/// Widths that terminals have from the start; at these a break between two words counts as well.
const USUAL: &[usize] = &[80, 100, 120, 132];

/// Of the lines that follow a full one, this share at least must look like the rest of it, in percent.
const CONTINUED: usize = 75;

/// Of all lines, this share at most may be longer than the width (remarks around the paste), in percent.
const LONGER: usize = 2;

/// Most lines of a text in which one full line says how wide it is.
const SHORT: usize = 100;

/// Pieces that are joined into one line at most.
const PIECES: usize = 80;

/// Spaces before a line that continues the one above.
const HANGING: std::ops::RangeInclusive<usize> = 2..=8;

/// Longest line of a message that was broken to fit a page, in characters.
const BROKEN_PAGE: usize = 100;

/// Characters by which a line is shorter when a user's name in it was replaced.
const REPLACED: usize = 16;

/// `java.util.ArrayList.get(ArrayList.java:3) at`: a frame behind an `at` that stands on the line above
static FRAME: Pattern = Pattern::new(r"^ ?[A-Za-z_$][A-Za-z0-9_$.]+\([^() ]*\)(?: at)?$");

/// `/p/A.java:29:`, `/p/values.xml:`, `/p/main.xml:40: error: `
static PLACE: Pattern = Pattern::new(r"\.(?:(?:java|kts?|xml):[0-9]+:|(?:xml|png|webp|jpg):)(?: error:)? ?$");

/// How the lines of a text were broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// After how many characters.
    columns: usize,
    /// Shorter lines were filled with spaces, so that a space at the end says that the line ends.
    padded: bool,
}

impl Width {
    fn fills(self, line: &str) -> bool {
        length(line) == self.columns && !(self.padded && line.ends_with(' '))
    }

    /// Whether the first word of `next` had no room on this line, which a shell then broke between two words.
    fn is_short_of_room(self, line: &str, next: &str) -> bool {
        let word = next.split_whitespace().next().map_or(0, length);
        !self.padded && line.ends_with(' ') && length(line) + word >= self.columns && !next.starts_with(' ')
    }

    /// Whether a line with a path is only a little shorter, ends inside a word, and goes on below: names in it were
    /// replaced by shorter ones before it was shown to others.
    fn nearly_fills(self, line: &str, next: &str) -> bool {
        let length = length(line);
        let spaced = next.starts_with(' ') && next[1..].starts_with(|c: char| c.is_ascii_lowercase());
        (self.columns.saturating_sub(REPLACED)..self.columns).contains(&length)
            && line.contains(['/', '\\'])
            && (splits_a_word([line, next]) || spaced)
    }

    fn breaks(self) -> usize {
        if self.columns < NARROW { FULL_LINES_NARROW } else { FULL_LINES }
    }
}

/// Where the lines of a text were broken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Broken {
    /// In the middle of words.
    width: Option<Width>,
    /// Between words.
    page: Option<Page>,
}

impl Broken {
    /// How the lines of a text were broken. `shell`: PowerShell says that it broke some.
    pub fn of(lines: &[Cow<'_, str>], shell: bool) -> Broken {
        let width = width(lines, shell);
        // The spaces that PowerShell leaves at the end of a line say more than the lengths.
        let spaced = |width: &Width| lines.windows(2).any(|pair| width.is_short_of_room(&pair[0], &pair[1]));
        if shell && width.as_ref().is_some_and(spaced) {
            return Broken { width, page: None };
        }
        let Some(page) = soft::page(lines) else { return Broken { width, page: None } };
        let columns = width.map_or(page.columns(), |width| width.columns);
        // Between words few lines are full; a line that is broken inside a word always is.
        let (before, full) = page.breaks(lines, columns);
        if before == 0 && full >= FULL_LINES {
            return Broken { width: width.or(Some(Width { columns, padded: false })), page: None };
        }
        if width.is_none() || before > full || before > 0 && full < FULL_LINES {
            return Broken { width: None, page: Some(page) };
        }
        Broken { width, page: None }
    }
}

/// Whether a shell whose window has so many columns cut a word at the end of the line.
pub fn cuts(columns: usize, line: &str, next: &str) -> bool {
    Page::of(columns).cuts(line, next)
}

/// Whether a name, a path or its place goes on in the next line.
pub fn cuts_place(line: &str, next: &str) -> bool {
    unfinished::is_cut(line, next)
}

/// Whether a name in quotation marks goes on in the next line.
pub fn cuts_name(line: &str, next: &str) -> bool {
    unfinished::cuts_name(line, next)
}

/// How the lines of a text were broken in the middle of words; `None` when they were not.
fn width(lines: &[Cow<'_, str>], shell: bool) -> Option<Width> {
    let measured = lines.iter().enumerate().map(|(index, line)| (length(line), index));
    let mut sorted: Vec<(usize, usize)> = measured.filter(|(length, _)| *length >= NARROWEST).collect();
    sorted.sort_unstable();
    // Lines of one length each, so that all widths together look at every line once.
    let mut groups: Vec<&[(usize, usize)]> = sorted.chunk_by(|one, other| one.0 == other.0).collect();
    let mut longer = 0;
    for group in groups.iter().rev() {
        let width = Width { columns: group[0].0, padded: is_padded(lines, group) };
        if group.len() >= FULL_LINES && is_width(lines, group, width, width.breaks()) {
            return Some(width);
        }
        if longer == 0 && is_usual(lines, group, width) {
            return Some(width);
        }
        longer += group.len();
        if longer * 100 > lines.len() * LONGER {
            break;
        }
    }
    // Only a part of the text may have been broken; then it must be plain.
    groups.sort_by_key(|group| group.len());
    let breaks = if shell { FULL_LINES_SHELL } else { FULL_LINES_NARROW };
    let plain = groups.iter().rev().take(3).filter(|group| group.len() >= breaks);
    plain
        .map(|group| (group, Width { columns: group[0].0, padded: false }))
        .find(|(group, width)| is_width(lines, group, *width, breaks))
        .map(|(_, width)| width)
}

/// Whether the longest lines are as wide as a terminal and each of them goes on in the next one, inside a word.
fn is_usual(lines: &[Cow<'_, str>], group: &[(usize, usize)], width: Width) -> bool {
    let goes_on = |index: usize| match lines.get(index..index + 2) {
        Some([line, next]) => splits_a_word([line, next]) && soft::may_go_on(line, next) && !next.starts_with(' '),
        _ => false,
    };
    USUAL.contains(&width.columns)
        && !width.padded
        && (group.len() > 1 || lines.len() <= SHORT)
        && group.iter().all(|(_, index)| goes_on(*index))
}

/// Whether short lines were filled with spaces up to the width of the lines in `group`.
fn is_padded(lines: &[Cow<'_, str>], group: &[(usize, usize)]) -> bool {
    let filled = group.iter().filter(|(_, index)| lines[*index].ends_with("  ")).count();
    group.len() * 2 > lines.len() && filled * 100 >= group.len() * FILLED
}

/// Whether enough lines of this width, `breaks` different ones, go on in the next line. `group` holds the indices of the
/// lines that have it.
fn is_width(lines: &[Cow<'_, str>], group: &[(usize, usize)], width: Width, breaks: usize) -> bool {
    let (mut followed, mut continued) = (0, 0);
    let mut different: Vec<[&str; 2]> = Vec::new();
    let pairs = group.iter().filter(|(_, index)| !is_whole(lines, *index));
    let pairs = pairs.filter_map(|(_, index)| lines.get(*index..index + 2));
    for pair in pairs.filter(|pair| !(width.padded && pair[0].ends_with(' '))) {
        followed += 1;
        if continues(&pair[1]) {
            continued += 1;
            let pair = [pair[0].as_ref(), pair[1].as_ref()];
            // In Android's log every line has a prefix; one without is the rest of the line above.
            let counts = USUAL.contains(&width.columns) || splits_a_word(pair) || logcat::entry(pair[0]).is_some();
            if counts && different.len() < breaks && !different.contains(&pair) {
                different.push(pair);
            }
        }
    }
    different.len() >= breaks && continued * 100 >= followed * CONTINUED
}

/// `/p/A.java:29:` and `error: cannot find symbol`, or a long line that ends in a space before a small letter: broken between
/// two words, by an editor.
fn is_soft(line: &str, next: &str) -> bool {
    let next_starts = |test: fn(char) -> bool| next.starts_with(test);
    let marked = ["error: ", "warning: ", "Error: ", "AAPT: "].iter().any(|mark| next.starts_with(mark));
    let place = marked && line.trim_end().ends_with(':') && PLACE.is_match(line);
    place
        || is_inside_a_sentence(line, next)
        || line.ends_with(" at") && FRAME.is_match(next)
        || line.ends_with(' ')
            && line.len() >= NARROW
            && next_starts(|c| c.is_ascii_lowercase())
            && continues(next)
            && !line.trim_end().ends_with(['.', ':'])
}

/// `e: /p/A.kt:15:5 'public' function exposes` and `   its 'internal' parameter type`: a compiler's message that somebody broke
/// to fit a page, each further line with an indent.
fn hangs(line: &str, next: &str) -> bool {
    let indent = next.len() - next.trim_start_matches(' ').len();
    let rest = &next[indent..];
    HANGING.contains(&indent)
        && length(line) < BROKEN_PAGE
        && !line.trim_end().ends_with(['.', ':', ')', '{'])
        && rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '\'')
        && !rest.starts_with("at ")
        && !is_start(next)
}

/// The line at `index` with the pieces that were broken off it, and how many lines that are.
pub fn joined<'l>(lines: &'l [Cow<'_, str>], index: usize, broken: Broken) -> (Cow<'l, str>, usize) {
    let Broken { width, page } = broken;
    let first = lines[index].as_ref();
    let short = width.is_none();
    let between_words = |line: &str, next: &str| {
        if width.is_some_and(|width| width.fills(line)) {
            return false;
        }
        unfinished::says_the_rest(line, next)
            || unfinished::is_cut(line, next)
            || unfinished::is_lints(line, next)
            || unfinished::is_open(line) && soft::may_go_on(line, next)
            || short && is_prose(lines, line, next)
            || page.is_some_and(|page| page.goes_on(line, next))
    };
    let is_broken = |at: usize| {
        if lines.get(at + 1).is_none_or(|next| is_header(next)) || is_whole(lines, at) {
            return false;
        }
        lines.get(at + 1).is_some_and(|next| is_soft(&lines[at], next) || between_words(&lines[at], next))
            || width.is_some_and(|width| {
                let next = lines.get(at + 1).filter(|next| continues(next));
                let line = &lines[at];
                next.is_some_and(|next| {
                    width.fills(line) || width.is_short_of_room(line, next) || width.nearly_fills(line, next)
                })
            })
    };
    if first.starts_with("e: ") && lines.get(index + 1).is_some_and(|next| hangs(first, next)) {
        return hanging(lines, index);
    }
    if let Some((whole, taken)) = refusal::joined(lines, index) {
        return (Cow::Owned(whole), taken);
    }
    if !is_broken(index) {
        return (Cow::Borrowed(first), 1);
    }
    let mut whole = first.to_owned();
    let mut taken = 1;
    while taken < PIECES && is_broken(index + taken - 1) {
        if whole.ends_with(':')
            && PLACE.is_match(&whole)
            && lines[index + taken].starts_with(|c: char| c.is_ascii_alphabetic())
        {
            whole.push(' ');
        }
        let last = &lines[index + taken - 1];
        let is_cut = unfinished::is_cut(last, &lines[index + taken]) || cuts_name(last, &lines[index + taken]);
        if is_cut || page.is_some_and(|page| page.cuts(last, &lines[index + taken])) {
            whole.push_str(&lines[index + taken]);
            taken += 1;
            continue;
        }
        if is_inside_a_sentence(&whole, &lines[index + taken]) || between_words(last, &lines[index + taken]) {
            whole.truncate(whole.trim_end().len());
            whole.push(' ');
            whole.push_str(prefix::strip_prefixes(&lines[index + taken]).trim_start());
            taken += 1;
            continue;
        }
        if whole.ends_with(" at") && !lines[index + taken].starts_with(' ') {
            whole.push(' ');
        }
        whole.push_str(&lines[index + taken]);
        taken += 1;
    }
    (Cow::Owned(whole), taken)
}

/// Whether a short paste breaks a sentence here.
fn is_prose(lines: &[Cow<'_, str>], line: &str, next: &str) -> bool {
    lines.len() <= prose::SHORT && prose::goes_on(line, next)
}

/// The message that begins at `index`, with the indented lines below it.
fn hanging<'l>(lines: &'l [Cow<'_, str>], index: usize) -> (Cow<'l, str>, usize) {
    let (mut whole, mut taken) = (lines[index].trim_end().to_owned(), 1);
    while let Some(next) = lines.get(index + taken).filter(|next| hangs(&lines[index + taken - 1], next)) {
        // A path is broken behind a slash.
        whole.push_str(if whole.ends_with(['/', '\\']) { "" } else { " " });
        whole.push_str(next.trim());
        taken += 1;
    }
    (Cow::Owned(whole), taken)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{Broken, joined, width};

    #[test]
    fn messages_of_one_length_are_not_broken() {
        let path = "C:\\Users\\dev\\AndroidStudioProjects\\shop\\app\\src\\main\\java\\com\\example\\Shelf.java";
        let text: String =
            (113..130).map(|line| format!("{path}:{line}: error: class, interface, or enum expected\n")).collect();
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        assert_eq!(width(&lines, false), None);
        let text: String = (10..30)
            .map(|line| format!("/p/shop/Shelf.java:{line}: error: package com.oak.rack does not exist\nimport com.oak.rack.R{line};\n                   ^\n"))
            .collect();
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        let broken = Broken::of(&lines, false);
        assert!((0..lines.len()).all(|at| joined(&lines, at, broken).1 == 1));
    }

    #[test]
    fn findings_of_one_length_are_not_broken() {
        let whole = |text: &str| {
            let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
            let broken = Broken::of(&lines, false);
            (0..lines.len()).all(|index| joined(&lines, index, broken).1 == 1)
        };
        let path = r"C:\dev\shop\src\main\java\com\example\Shelf.java";
        let found = |line: u32, said: &str| format!("{path}:{line}:\t{said}\n");
        let same: String = (11..40).map(|line| found(line, "SystemPrintln:\tSystem.out.println is used")).collect();
        assert!(whole(&format!("{same}{}", found(41, "EmptyCatchBlock:\tAvoid empty catch blocks"))));
        let bug = |line: u32| format!("M D NP_NULL: Possible null in a.B.open{line}()  At Shelf.java:[line {line}]\n");
        assert!(whole(&(10..30).map(bug).collect::<String>()));
    }

    #[test]
    fn a_message_that_was_broken_with_an_indent_is_one() {
        let text = "e: .../shelf/src/main/kotlin/\n   Basket.kt:15:5 'public' function exposes\n   its 'internal' parameter type 'Shelf'.\n> Task :shelf:compileKotlin FAILED";
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        let whole = "e: .../shelf/src/main/kotlin/Basket.kt:15:5 'public' function exposes its 'internal' parameter type 'Shelf'.";
        assert_eq!(joined(&lines, 0, Broken::default()), (Cow::Borrowed(whole), 3));
        let source: Vec<Cow<'_, str>> =
            "e: /p/A.kt:1:2 no value passed.\n    val a = b()\n        ^".lines().map(Cow::Borrowed).collect();
        assert_eq!(joined(&source, 0, Broken::default()).1, 1);
    }

    fn broken(text: &str, at: usize) -> Vec<Cow<'static, str>> {
        let mut out = Vec::new();
        for line in text.lines() {
            let letters: Vec<char> = line.chars().collect();
            out.extend(letters.chunks(at).map(|part| Cow::Owned(part.iter().collect::<String>())));
        }
        out
    }

    const LONG: &str = "e: file:///home/dev/projects/basket/app/src/main/java/com/example/basket/checkout/PaymentForm.kt:12:9 Unresolved reference: a\n\
        e: file:///home/dev/projects/basket/app/src/main/java/com/example/basket/checkout/OtherForm.kt:13:9 Unresolved reference: b\n\
        FAILURE: Build failed with an exception.";

    #[test]
    fn broken_lines_are_joined() {
        for at in [72, 80, 100] {
            let lines = broken(LONG, at);
            let found = width(&lines, false);
            assert_eq!(found.map(|width| width.columns), Some(at));
            let (line, taken) = joined(&lines, 0, Broken { width: found, page: None });
            assert_eq!((line.as_ref(), taken), (LONG.lines().next().unwrap_or(""), 2));
        }
    }

    #[test]
    fn a_shell_breaks_between_words() {
        let text = "FAILURE: Build completed \nwith 2 failures.\n\n* What went wrong:\nExecution failed for task ':a\npp:mergeDebugResources'.\n\
            > A failure occurred while \nexecuting com.example.build.g\nradle.internal.res.ParseLibra\nryResourcesTask$ParseResource\n\
            sRunnable\n   > Failed to parse XML \nfile 'C:\\Users\\devel\\AndroidS\ntudioProjects\\Basket\\app\\src\\\nmain\\res\\layout\\b.xml'\n";
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        let found = width(&lines, false);
        assert_eq!(found.map(|width| width.columns), Some(29));
        let whole = |index: usize| joined(&lines, index, Broken { width: found, page: None }).0.into_owned();
        assert_eq!(whole(0), "FAILURE: Build completed with 2 failures.");
        assert_eq!(whole(4), "Execution failed for task ':app:mergeDebugResources'.");
        let file = "   > Failed to parse XML file 'C:\\Users\\devel\\AndroidStudioProjects\\Basket\\app\\src\\main\\res\\layout\\b.xml'";
        assert_eq!(whole(11), file);
    }

    #[test]
    fn a_text_full_of_broken_frames_is_not_one_filled_with_spaces() {
        let frame = "\tat com.example.basket.shelves.Shelf.put(Shelf.kt:12)\n";
        let frames: String = (0..20).map(|nth| frame.replace("put", &format!("put{nth}More"))).collect();
        let text = format!("e: /p/Shelves.kts:42:16: \nExpecting '}}'\n{}", broken(&frames, 28).join("\n"));
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        let found = width(&lines, false);
        assert_eq!(found.map(|width| width.columns), Some(28));
        assert_eq!(joined(&lines, 0, Broken { width: found, page: None }).0, "e: /p/Shelves.kts:42:16: Expecting '}'");
    }

    #[test]
    fn powershell_breaks_a_few_lines_of_many() {
        let text = "A line that is longer than those that the shell has broken\n* What went wrong:\nconfiguring root project 'FRC\n\
            -Basket'.\n   > Could not resolve edu.wp\ni.first:Basket:2026.2.1.\n         root project : > edu\n.wpi.first.Basket\n";
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        assert_eq!(width(&lines, false), None);
        let found = width(&lines, true);
        assert_eq!(joined(&lines, 2, Broken { width: found, page: None }).0, "configuring root project 'FRC-Basket'.");
        assert_eq!(joined(&lines, 0, Broken { width: found, page: None }).1, 1);
    }

    #[test]
    fn a_line_whose_names_were_replaced_is_joined_as_well() {
        let mut lines = broken(LONG, 80);
        let (line, rest) = (lines[0].replace("projects", "p"), lines[1].clone());
        assert!(line.len() < 80);
        lines.extend([Cow::Owned(line), rest]);
        let found = width(&lines, false);
        assert_eq!(joined(&lines, lines.len() - 2, Broken { width: found, page: None }).1, 2);
    }

    #[test]
    fn frames_behind_the_at_of_the_line_above_are_joined() {
        let text = "java.lang.IllegalStateException at\n com.example.Basket.add(Basket.java:3) at\n com.example.Main.main(Main.java:1)";
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        assert_eq!(joined(&lines, 0, Broken::default()).1, 3);
    }

    #[test]
    fn a_sentence_that_tools_print_in_one_line_is_joined() {
        for (text, whole) in [
            (
                "/p/a.xml:3: error: No\n    resource found that matches the given name 'x'.",
                "/p/a.xml:3: error: No resource found that matches the given name 'x'.",
            ),
            (
                "Class 'A' is not abstract and does not implement\nabstract member x",
                "Class 'A' is not abstract and does not implement abstract member x",
            ),
            ("* What went\nwrong:", "* What went wrong:"),
        ] {
            let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
            assert_eq!(joined(&lines, 0, Broken::default()).0, whole);
        }
        for text in ["error: No\nresources", "he has already\nbeen", "tell it to\nfind: no"] {
            let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
            assert_eq!(joined(&lines, 0, Broken::default()).1, 1, "{text}");
        }
    }

    #[test]
    fn long_lines_of_equal_length_are_left_alone() {
        let lines: Vec<Cow<'_, str>> = LONG.lines().map(Cow::Borrowed).collect();
        assert_eq!(width(&lines, false), None);
        let frame = format!("    at com.example.{}(Basket.java:1)", "x".repeat(60));
        let frames: Vec<Cow<'_, str>> = vec![Cow::Owned(frame); 5];
        assert_eq!(width(&frames, false), None);
    }
}
