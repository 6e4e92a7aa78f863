//! A line that is damaged as a whole, as by two imports that were glued together: many errors of the parser on it.

use super::layout;
use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;

/// Lines below the first error in which the others are looked for.
const NEAR: usize = 60;

/// Errors on one line that a brace too many further up does not explain.
const MANY: usize = 3;

/// Says so of the parser's first error on such a line.
pub fn tell(lines: &Lines, at: usize, file: &str, failure: &mut Failure) {
    let top_level = |message: &str| message.contains("Expecting a top level declaration");
    if failure.category != Category::KotlinSyntax || !top_level(&failure.message) {
        return;
    }
    let Some(line) = failure.line else { return };
    let below = (at + 1..(at + NEAR).min(lines.len())).filter_map(|index| {
        let rest = layout::bare(lines.get(index)).strip_prefix("e: ")?;
        layout::marked(rest).filter(|placed| placed.file == file)
    });
    let (mut here, mut elsewhere, mut of_import) = (1, 0, false);
    for placed in below {
        let is_here = placed.place.0 == Some(line);
        here += usize::from(is_here && top_level(placed.message));
        elsewhere += usize::from(!is_here && top_level(placed.message));
        of_import |= is_here && placed.message.contains("mports are only allowed");
    }
    if elsewhere > 0 || here < MANY && !of_import {
        return;
    }
    let glued = if of_import {
        " An `import` stands in the middle of it, so probably two imports, or an import and something else, were glued together."
    } else {
        ""
    };
    failure.say(
        &format!("All of the parser's errors are on line {{line}}, which is damaged as a whole.{glued}"),
        &["Look at line {line} of `{name}` and restore it: each `import` and each declaration on a line of its own, without the rest of a merge or a search and replace; compare it with the last version (`git diff`)."],
    );
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    fn cause(places: &[(u32, u32)]) -> String {
        let error = |(line, column): &(u32, u32)| {
            format!("e: file:///p/Shelf.kt:{line}:{column} Expecting a top level declaration\n")
        };
        let log: String = places.iter().map(error).collect();
        parse(&log).failures.remove(0).wording.map(|wording| wording.cause).unwrap_or_default()
    }

    #[test]
    fn many_errors_on_one_line_are_the_lines_own() {
        assert!(cause(&[(7, 5), (7, 9), (7, 12)]).contains("damaged as a whole"));
        assert!(!cause(&[(7, 5), (8, 1), (9, 1)]).contains("damaged"), "a brace too many");
        assert!(!cause(&[(7, 5)]).contains("damaged"));
    }
}
