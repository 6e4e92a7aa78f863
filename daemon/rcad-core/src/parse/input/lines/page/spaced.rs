//! White space that trackers, mail programs and consoles add to what is pasted: an empty line below every line, blanks at
//! the end of every line.

use std::borrow::Cow;

/// Fewer lines show no habit.
const FEWEST: usize = 3;

/// Of so many lines one may stand directly below another.
const ONE_OF: usize = 40;

/// The lines, and their numbers, without these empty ones; those that the text had of its own stay.
pub fn closed<'l>(lines: Vec<Cow<'l, str>>, numbers: Vec<u32>) -> (Vec<Cow<'l, str>>, Vec<u32>) {
    if !is_spaced(&lines) {
        return (lines, numbers);
    }
    let (mut out, mut kept) = (Vec::with_capacity(lines.len()), Vec::with_capacity(lines.len()));
    let mut empty = 0;
    for (line, number) in lines.into_iter().zip(numbers) {
        empty = if line.trim().is_empty() { empty + 1 } else { 0 };
        // Of an empty line of its own there are three: it, and one below each of its neighbours.
        if empty == 0 || empty > 1 && empty % 2 == 1 {
            out.push(line);
            kept.push(number);
        }
    }
    (out, kept)
}

/// Share of the lines that have them, in percent.
const MOST: usize = 80;

/// Takes off blanks at the ends of lines, where nearly all lines have several. They stay where they fill the lines up to
/// one width, which then tells where lines were broken, as one blank does.
pub fn trim(lines: &mut [Cow<'_, str>]) {
    let filled = || lines.iter().filter(|line| !line.trim().is_empty());
    let ended = filled().filter(|line| line.ends_with("  ") || line.ends_with('\t')).count();
    let width = filled().map(|line| line.len()).max();
    let padded = filled().filter(|line| Some(line.len()) == width).count();
    let count = filled().count();
    if ended == 0 || ended * 100 < count * MOST || count > 1 && padded * 2 > count {
        return;
    }
    for line in lines {
        *line = match std::mem::take(line) {
            Cow::Borrowed(line) => Cow::Borrowed(line.trim_end()),
            Cow::Owned(line) => Cow::Owned(line.trim_end().to_owned()),
        };
    }
}

fn is_spaced(lines: &[Cow<'_, str>]) -> bool {
    let filled = |line: &Cow<'_, str>| !line.trim().is_empty();
    let count = lines.iter().filter(|line| filled(line)).count();
    let close = lines.windows(2).filter(|pair| filled(&pair[0]) && filled(&pair[1])).count();
    count >= FEWEST && close * ONE_OF <= count
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{closed, trim};

    fn lines(text: &str) -> (Vec<Cow<'_, str>>, Vec<u32>) {
        let lines: Vec<Cow<'_, str>> = text.split('\n').map(Cow::Borrowed).collect();
        let numbers = (1..).take(lines.len()).collect();
        closed(lines, numbers)
    }

    #[test]
    fn every_other_empty_line_goes() {
        let (text, numbers) = lines("a\n\nb\n\n\n\nc\n\nd\n");
        assert_eq!(text, ["a", "b", "", "c", "d"]);
        assert_eq!(numbers, [1, 3, 6, 7, 9]);
    }

    #[test]
    fn a_text_with_paragraphs_stays() {
        for text in ["a\nb\n\nc\n\nd", "a\n\nb", "a\n\nb\n\nc\nd\n\ne"] {
            assert_eq!(lines(text).0.join("\n"), text);
        }
    }

    #[test]
    fn blanks_at_the_ends_of_lines_go_unless_they_fill_a_width() {
        let trimmed = |text: &'static str| {
            let mut lines: Vec<Cow<'_, str>> = text.split('\n').map(Cow::Borrowed).collect();
            trim(&mut lines);
            lines.join("\n")
        };
        assert_eq!(trimmed("a shelf   \nb   \n\nc  "), "a shelf\nb\n\nc");
        for text in ["a   \nbc  \nbcde", "a shelf is \nof oak ", "a\nb"] {
            assert_eq!(trimmed(text), text);
        }
    }
}
