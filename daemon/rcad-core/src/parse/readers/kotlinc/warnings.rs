//! Warnings that are errors, because the compiler was told so.

use super::layout::{self, decode};
use crate::model::failure::{Failure, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Lines above the error "warnings found and -Werror specified" that are searched for warnings.
const WARNED: usize = 60;

/// javac counts at the end: `1 error`
static COUNTED: Pattern = Pattern::new(r"^[0-9]+ errors?$");

/// Gives javac's own words to what both compilers say, where the count below shows that it was javac.
pub fn of_javac(lines: &Lines, at: usize, failure: &mut Failure) {
    let counted = at + 1 < lines.len() && COUNTED.is_match(lines.get(at + 1));
    if failure.symbol.as_deref() != Some("-Werror") || !counted {
        return;
    }
    failure.language = Language::Java;
    failure.wording = Some(Wording {
        cause: "javac found warnings, and warnings are treated as errors here (`-Werror`).".to_owned(),
        fixes: vec![
            "Fix the warnings that are listed above, or remove `-Werror` from javac's arguments (Gradle `options.compilerArgs`, Maven `compilerArgs` of maven-compiler-plugin).".to_owned(),
        ],
    });
}

/// The place and the words of the first warning that is an error here.
pub fn place(lines: &Lines, at: usize, failure: &mut Failure) {
    let Some(mut warning) = warning_above(lines, at) else { return };
    if let Some(placed) = layout::marked(&warning) {
        failure.file = Some(decode(placed.file));
        (failure.line, failure.column) = placed.place;
        warning = placed.message.to_owned();
    }
    failure.details.insert("warning".to_owned(), warning);
}

/// The first of the warnings that are errors here.
pub fn warning_above(lines: &Lines, at: usize) -> Option<String> {
    let warned = |index| lines.get(index).split_once("w: ").or_else(|| lines.get(index).split_once("warning: "));
    (at.saturating_sub(WARNED)..at)
        .filter_map(warned)
        .find(|(before, _)| before.is_empty() || before.ends_with(": "))
        .map(|(_, sentence)| sentence.trim_end_matches('.').to_owned())
}
