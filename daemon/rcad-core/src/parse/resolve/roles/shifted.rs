//! Calls whose arguments stand one place too early: the last parameter gets none, and arguments before it have the type of
//! their neighbour.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::reader::TakenFailure;

/// How compilers begin to say that an argument is not of its parameter's type.
const MISFITS: &[&str] = &[
    "Null can",
    "Argument type mismatch",
    "Type mismatch",
    "The integer literal does not",
    "The floating-point literal does not",
];

/// Tells a call whose last parameter gets no value why that is, where arguments before it in its line don't fit either.
pub fn tell(taken: &mut [TakenFailure]) {
    for at in 0..taken.len() {
        let failure = &taken[at].found.failure;
        let lacks = failure.category == Category::KotlinOverload && failure.message.starts_with("No value passed for");
        if !lacks || failure.symbol.is_none() || failure.line.is_none() {
            continue;
        }
        if !taken.iter().any(|one| is_before(&one.found.failure, failure)) {
            continue;
        }
        let failure = &mut taken[at].found.failure;
        failure.say(
            "The call at line {line} of `{name}` no longer fits its declaration: the parameter `{symbol}` gets no value, and an argument before it in this line is not of the type that is expected in its place. Usually a parameter was added before that one, so that the arguments stand one place too early; `{symbol}` is then only the last one.",
            &[
                "Hold the call against the declaration, and pass the parameter that was added in its place; with named arguments (`{symbol} = …`) the others keep theirs.",
                "If the new parameter has a sensible default, declare it last with that: then older calls stay right.",
            ],
        );
    }
}

/// Whether a failure is about an argument that stands before the place where another one is missing.
fn is_before(failure: &Failure, lacking: &Failure) -> bool {
    (&failure.file, failure.line) == (&lacking.file, lacking.line)
        && failure.column < lacking.column
        && MISFITS.iter().any(|start| failure.message.starts_with(start))
}

#[cfg(test)]
mod tests {
    use crate::explain::told;

    #[test]
    fn arguments_that_stand_one_place_too_early_are_told() {
        let lacks = "e: file:///p/src/test/kotlin/TillTest.kt:12:65 No value passed for parameter 'openedAt'.\n";
        let misfit =
            "e: file:///p/src/test/kotlin/TillTest.kt:12:38 Null cannot be a value of a non-null type 'String'.\n";
        let other = "e: file:///p/src/test/kotlin/TillTest.kt:12:44 Argument type mismatch: actual type is 'Long?', but 'String' was expected.\n";
        let words = told(&format!("{misfit}{other}{lacks}"));
        assert!(words.contains("an argument before it") && words.contains("named arguments"), "{words}");
        let elsewhere = misfit.replace(":12:", ":14:");
        assert!(!told(&format!("{lacks}{elsewhere}")).contains("place too early"));
        let behind = misfit.replace(":38 ", ":80 ");
        assert!(!told(&format!("{lacks}{behind}")).contains("place too early"));
    }
}
