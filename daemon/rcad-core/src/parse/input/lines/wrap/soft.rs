//! Lines that an editor, a mail program or a page broke between two words: no line is longer than the page is wide, and the
//! first word of the next line had no room on the one before.

use std::borrow::Cow;

use super::pieces::{continues, is_header, is_start, length, splits_a_word};
use super::unfinished::{is_bracketed, is_cut, is_open, says_the_rest};
use crate::parse::input::lines::prose;
use crate::pattern::Pattern;
use crate::rules::is_word;

/// Narrowest and widest page.
const WIDTHS: std::ops::RangeInclusive<usize> = 24..=200;

/// Narrower pages must show more, since short lines are short by nature.
const NARROW: usize = 50;

/// Longer lines that a text may have all the same: what somebody wrote around it.
const LONGER: usize = 2;

/// Of all lines, this share may be longer, in percent.
const LONGER_SHARE: usize = 3;

/// Places at which a sentence certainly goes on, before other lines are joined as well.
const CERTAIN: usize = 1;

/// The same for a narrow page.
const CERTAIN_NARROW: usize = 3;

/// Of the lines whose next word had no room, this share at least must go on, in percent.
const CONTINUED: usize = 50;

/// What begins a line of its own besides what [`continues`] knows: `/p/A.java:3: error`, `error: no`, `- a.b:c:1`, `2. Task`, `^`, `| a |`,
/// `com.example.Shelf.get(Shelf.java:4)`, `a.b.XException: no`, `symbol: class A`, `collect2: error: no`, `:shop:link FAILED`
static OWN: Pattern = Pattern::new(concat!(
    r"^(?:[^ ]+\.(?:java|kts?|xml|gradle|c|cc|cpp|h):[0-9]+:(?:[0-9]+:)?(?: (?:error|warning|note)|$)|(?:[A-Za-z]:)?[/\\][^ ]+\.(?:java|kts?):[0-9]+:[0-9]+:? |(?:error|warning|note|ERROR|Error|Warning|Note|WARNING|INFO|symbol|location|required|found|reason|Process|Task|Required by) ?:",
    r"|[-+*#|^]|[0-9]+[.)] |[0-9]+ (?:errors?|warnings?|tests?|actionable) |\.\.\. |~+$",
    r"|[A-Za-z0-9_$.<>]+ ?\((?:[^() ]*|Native Method|Unknown Source)\)$|(?:kotlin\.|(?:[a-z][a-z0-9_]*\.){2,})[A-Z][A-Za-z0-9_$]*(?:Exception|Error)(?::|$| at )|at [A-Za-z_$][^ ]* ?\(",
    r"|[A-Za-z0-9_+.-]{1,40}: (?:(?:fatal )?error:|warning:|\*\*\* )|:[A-Za-z0-9_.:-]+ (?:FAILED|UP-TO-DATE|NO-SOURCE)$",
    r"|(?:ninja|g?make|cmake|clang|ld|sh|bash|npm|adb|java|[Kk]otlin)(?:\[[0-9]+\])?: |Execution failed for task|A problem occurred|FATAL EXCEPTION|Exception in thread|Run with --|Suppressed: )",
));

/// Characters by which a line may be longer than the page seems to be.
const NEARLY: usize = 3;

/// How wide the page was, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    columns: usize,
}

impl Page {
    /// One that is so wide.
    pub fn of(columns: usize) -> Page {
        Page { columns }
    }

    /// Whether `next` is the rest of `line`.
    pub fn goes_on(self, line: &str, next: &str) -> bool {
        self.cuts(line, next) || self.has_no_room(line, next) && may_go_on(line, next)
    }

    /// After how many characters lines were broken.
    pub fn columns(self) -> usize {
        self.columns
    }

    /// Whether the line is full because a word that is longer than the page was cut at its end; shorter ones go to the next line.
    pub fn cuts(self, line: &str, next: &str) -> bool {
        let (last, first) = (line.rsplit(' ').next().unwrap_or(line), next.split(' ').next().unwrap_or(next));
        // Paths below each other may be of one length.
        let another = first.starts_with(['/', '\\']) && first.matches(['/', '\\']).count() > 2 && !line.contains(' ');
        (self.columns..self.columns + NEARLY).contains(&length(line))
            && (splits_a_word([line, next]) || next.starts_with(':'))
            && length(last) + length(first) > self.columns
            && !another
            && !is_start(next)
    }

    /// How many lines go on though they end before the last column or with a word, and how many different ones end in the
    /// last column, without those at whose end a long word was cut.
    pub fn breaks(self, lines: &[Cow<'_, str>], columns: usize) -> (usize, usize) {
        let (mut before, mut full) = (0, Vec::new());
        for pair in lines.windows(2) {
            let (line, next) = (pair[0].as_ref(), pair[1].as_ref());
            if length(line) == columns {
                if !may_go_on(line, next) || self.cuts(line, next) {
                    continue;
                }
                if is_between_words(line, next) {
                    before += 1;
                } else if !full.contains(&[line, next]) {
                    full.push([line, next]);
                }
            } else if self.has_no_room(line, next) && is_certain(line, next) {
                before += 1;
            }
        }
        (before, full.len())
    }

    fn has_no_room(self, line: &str, next: &str) -> bool {
        Room::of(line, next).is_none_for(self.columns)
    }
}

/// How much room a line takes, with and without the first word of the next one.
#[derive(Clone, Copy)]
struct Room {
    line: usize,
    with_next: usize,
    /// The line has a space between two words.
    broken: bool,
}

impl Room {
    fn of(line: &str, next: &str) -> Room {
        let line = line.trim_end();
        let word = next.split_ascii_whitespace().next().map_or(0, length);
        let columns = length(line);
        Room { line: columns, with_next: columns + 1 + word, broken: line.trim_start().contains(' ') }
    }

    /// Whether the next line's first word has none on a page of so many columns.
    fn is_none_for(self, columns: usize) -> bool {
        self.line > 0 && self.line <= columns && self.with_next > columns
    }
}

/// How wide the page was; `None` where nothing shows that one broke the lines.
pub fn page(lines: &[Cow<'_, str>]) -> Option<Page> {
    let next = |index: usize| lines.get(index + 1).map_or("", |next| next.as_ref());
    let rooms: Vec<Room> = lines.iter().enumerate().map(|(index, line)| Room::of(line, next(index))).collect();
    let mut lengths: Vec<usize> = rooms.iter().filter(|room| room.broken).map(|room| room.line).collect();
    let most = LONGER.max(lengths.len() * LONGER_SHARE / 100) + 1;
    if lengths.len() > most {
        lengths.select_nth_unstable_by(most, |one, other| other.cmp(one));
        lengths.truncate(most);
    }
    lengths.sort_unstable();
    let mut last = 0;
    for (longer, columns) in lengths.into_iter().rev().enumerate() {
        if columns != last && WIDTHS.contains(&columns) && is_page(lines, &rooms, columns, longer) {
            return Some(Page { columns });
        }
        last = columns;
    }
    None
}

fn is_page(lines: &[Cow<'_, str>], rooms: &[Room], columns: usize, longer: usize) -> bool {
    let filled = |next: &str| !next.trim().is_empty();
    let full = || {
        let pairs = lines.windows(2).zip(rooms).filter(|(_, room)| room.is_none_for(columns));
        pairs.map(|(pair, room)| (pair[0].as_ref(), pair[1].as_ref(), room.broken)).filter(move |pair| filled(pair.1))
    };
    let mut certain: Vec<&str> = Vec::new();
    for (line, next, _) in full() {
        if (is_certain(line, next) || Page::of(columns).cuts(line, next)) && !certain.contains(&next) {
            certain.push(next);
        }
    }
    let least = if columns < NARROW { CERTAIN_NARROW } else { CERTAIN };
    if certain.len() < least + longer {
        return false;
    }
    // A path or a frame alone is as long as it is.
    let broken = || full().filter(|(_, _, broken)| *broken);
    let continued = broken().filter(|(line, next, _)| may_go_on(line, next) || says_the_rest(line, next)).count();
    continued * 100 >= broken().count() * CONTINUED
}

/// Whether a line ends with a word and the next one begins with another: together they are none.
fn is_between_words(line: &str, next: &str) -> bool {
    let small = |letter: char| letter.is_ascii_lowercase();
    let last = &line[line.trim_end_matches(small).len()..];
    let first = &next[..next.len() - next.trim_start_matches(small).len()];
    is_word(last) && is_word(first) && !is_word(&format!("{last}{first}"))
}

/// Whether nothing says that `next` is a line of its own.
pub fn may_go_on(line: &str, next: &str) -> bool {
    let line = line.trim_end();
    let header = line.starts_with("> Task :") || line.starts_with("> Configure project ");
    let indent = next.len() - next.trim_start().len();
    let heading = line.starts_with("* ") && line.ends_with(':') || line.ends_with(" FAILED");
    let sentence = line.ends_with(['.', '!', '?', ';', '{', '}']) && next.starts_with(|c: char| c.is_ascii_uppercase());
    indent < 2 && !heading && !header && !sentence && continues(next) && !OWN.is_match(next.trim_start())
}

/// Whether the line ends in the middle of a sentence and the next one does not begin one.
fn is_certain(line: &str, next: &str) -> bool {
    !is_header(next)
        && (says_the_rest(line, next) || is_cut(line, next) || is_amid(line, next) && may_go_on(line, next))
}

/// Whether the line ends amid a sentence, or a bracket, and the next one begins amid one.
fn is_amid(line: &str, next: &str) -> bool {
    let line = line.trim_end();
    let spaced = line.trim_start().contains(' ');
    let quoted = next.starts_with('\'') && line.ends_with(|letter: char| letter.is_ascii_lowercase() || letter == ':');
    let bracket =
        next.starts_with('(') && !line.contains(": error: ") && line.ends_with(|letter: char| letter.is_alphanumeric());
    if spaced && (quoted || bracket) || is_open(line) || is_bracketed(line, next) {
        return true;
    }
    let inside = line.ends_with(|letter: char| letter.is_alphanumeric() || ",'>])-".contains(letter));
    let word = next.split_whitespace().next().unwrap_or_default();
    let lower = word.starts_with(|letter: char| letter.is_ascii_lowercase());
    // A word that was cut: `incompatible types: Read` and `ableArray cannot be`.
    let cut =
        line.contains(".java:") && word.contains(|letter: char| letter.is_ascii_uppercase()) && !word.contains('.');
    inside && !cut && lower && !prose::OWN.contains(&word) && spaced
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::page;

    fn columns(text: &str) -> Option<usize> {
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        page(&lines).map(super::Page::columns)
    }

    const BROKEN: &str = "> Could not resolve all of the shelves that stand in the\n\
        room, for the door was locked and nobody had a key to\n\
        com.example.shop:door:1.0.\n\
        > Task :shop:lock FAILED";

    #[test]
    fn a_page_is_as_wide_as_its_longest_line() {
        assert_eq!(columns(BROKEN), Some(56));
    }

    #[test]
    fn what_begins_a_line_of_its_own_does_not_go_on() {
        let lines: Vec<Cow<'_, str>> = BROKEN.lines().map(Cow::Borrowed).collect();
        let page = page(&lines).expect("a page");
        let full = &BROKEN[..56];
        assert!(page.goes_on(full, "room, for the door"));
        for next in [
            "",
            "> Could not resolve a door",
            "e: file:///p/A.kt:1:2 no",
            "at com.example.Shelf.put(Shelf.kt:1)",
            "com.example.Shelf.put (Shelf.kt:1)",
            "/p/A.java:3: error: no",
            "Kotlin: Type mismatch",
            "kotlin.NoWhenBranchMatchedException",
            "/p/A.java:3:",
            "/p/A.kt:3:7: Missing newline after \"(\"",
            "ninja: build stopped: subcommand failed.",
            "error: no shelf",
            "symbol: class Shelf",
            "- com.example:door:1.0",
            "    val shelf = 1",
            "06-02 10:14:07.123  7  7 E Shelf: no",
        ] {
            assert!(!page.goes_on(full, next), "{next}");
        }
        assert!(
            !page.goes_on(
                "* What went wrong, in short and in a single sentence now:",
                "com.example.shop.door is locked"
            )
        );
        assert!(!page.goes_on("short", "room"));
    }

    #[test]
    fn other_texts_have_no_width() {
        for text in [
            "e: file:///p/shop/src/main/kotlin/A.kt:1:2 Unresolved reference 'oak'.\ne: file:///p/shop/src/main/kotlin/B.kt:1:2 no",
            "/p/shop/src/main/java/com/example/Shelf.java:12: error: cannot find symbol\n    shelf.put(oak);\n         ^\n  symbol: class Oak",
            "    at com.example.shop.shelves.ShelfOfTheRoom.put(ShelfOfTheRoom.kt:12)\n    at com.example.Main.main(Main.kt:1)",
            "a shelf\nof oak",
        ] {
            assert_eq!(columns(text), None, "{text}");
        }
    }
}
