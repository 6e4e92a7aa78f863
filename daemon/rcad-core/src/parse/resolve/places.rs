//! The place that somebody names who writes about a failure: ``**Location**: `Shelf.kt:145:45` ``; and the place that is none
//! for the reader, in a library.

use std::collections::BTreeSet;

use crate::model::failure::{FILE_BY_WORDS, Failure};
use crate::parse::input::lines::Lines;
use crate::parse::readers::stack_trace::own;
use crate::pattern::Pattern;

/// `app/src/Shelf.kt:145`, `Shelf.kt:145:45`, `core/Shelf.kt:525-526`, not in a frame's parentheses
static PLACE: Pattern = Pattern::new(
    r"(?:^|[\s`*'\x22])(?P<file>(?:[A-Za-z]:)?[A-Za-z0-9_.\-/\\]*[A-Za-z0-9_\-]\.(?:java|kts?|xml|gradle|dart|cs|cpp)):(?P<line>[1-9][0-9]{0,4})\b",
);

/// Lines of a text in which a place that is named is where it failed.
const SHORT: usize = 30;

/// Gives what failed the one place that a short text names, where no reader found any and no trace has one.
pub fn from_words(lines: &Lines, failures: &mut [Failure]) {
    let [first] = failures else { return };
    let elsewhere = first.details.contains_key("crate");
    if first.file.is_some() || first.exception.is_some() || elsewhere || lines.len() > SHORT {
        return;
    }
    let mut named: BTreeSet<(String, u32)> = BTreeSet::new();
    for at in (0..lines.len()).filter(|at| !is_warning(lines.get(*at))) {
        let mut rest = lines.get(at);
        while let Some(found) = PLACE.captures(rest).filter(|_| !rest.trim_start().starts_with("at ")) {
            named.extend(found["line"].parse().ok().map(|line| (found["file"].to_owned(), line)));
            rest = found.get(0).map_or("", |all| &rest[all.end()..]);
        }
    }
    if let [(file, line)] = Vec::from_iter(named).as_slice() {
        first.file = Some(file.clone());
        first.line = Some(*line);
        first.details.insert(FILE_BY_WORDS.to_owned(), "yes".to_owned());
    }
}

/// Drops a place in a library whose sources are not built with the app: nobody can open that line. Last of all, since until
/// then it tells failures apart.
pub fn drop_published(failure: &mut Failure) {
    let library = failure.details.get("library_place").and_then(|place| place.rsplit_once('.'));
    let published = library.is_some_and(|(class, _)| !own::is_built_along(class));
    // As a frame has it; a path is from elsewhere.
    let of_frame = |file: &String| !file.contains('/') && (file.ends_with(".java") || file.ends_with(".kt"));
    if published && failure.file.as_ref().is_some_and(of_frame) {
        (failure.file, failure.line) = (None, None);
    }
}

/// Whether a tool warns in this line: `w: …`, `warning: …`, KSP's `[ksp] …` without `e: ` before it.
fn is_warning(line: &str) -> bool {
    let line = line.trim_start().trim_start_matches("* ");
    ["w: ", "warning: ", "[ksp] "].iter().any(|mark| line.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn the_only_place_that_a_paste_names_is_the_failures() {
        let place = |text: &str| {
            let failure = parse(text).failures.remove(0);
            (failure.file, failure.line)
        };
        let error = "**Description**: `Overload resolution ambiguity between candidates: fun a(): Int fun a(): Long`";
        let there = (Some("Shelf.kt".to_owned()), Some(145));
        assert_eq!(place(&format!("{error}\n**Location**: `Shelf.kt:145:45`")), there);
        assert_eq!(place(&format!("{error}\n`Shelf.kt:145:45` or `Basket.kt:3`")), (None, None));
        assert_eq!(place(&format!("{error}\n[ksp] /p/Shelf.kt:7: Schema export")), (None, None));
        assert_eq!(place(&format!("{error}\nsee Shelf.kt")), (None, None));
    }
}
