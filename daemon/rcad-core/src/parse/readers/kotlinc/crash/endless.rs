//! A compiler that calls itself without end, which no stack is deep enough for; unlike one that walks sources that are nested
//! deeply, whose frames repeat as well.

use std::ops::Range;

use super::frames::FRAME;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;

/// Frames that are looked at.
const FRAMES: usize = 80;

/// Most frames of one turn.
const TURN: usize = 16;

/// Parts of the names of what walks the sources, or the code that is made of them.
const WALKS: &[&str] =
    &["visit", "accept", "Visitor", "ransform", "xpression", "ower", "odegen", "arser", "psi.", "lexer.", "generate"];

/// Names the circle of a stack overflow whose top frames turn in one that walks no sources.
pub fn tell(lines: &Lines, below: Range<usize>, failure: &mut Failure) {
    if !failure.message.contains("StackOverflowError") {
        return;
    }
    let frames: Vec<&str> =
        below.map(|at| lines.get(at).trim()).filter(|line| FRAME.is_match(line)).take(FRAMES).collect();
    let Some(turn) = turn(&frames) else { return };
    if turn.iter().any(|frame| WALKS.iter().any(|part| frame.contains(part))) {
        return;
    }
    let mut functions: Vec<&str> = Vec::new();
    for function in turn.iter().rev().filter_map(|frame| function(frame)) {
        if !functions.contains(&function) {
            functions.push(function);
        }
    }
    let circle: Vec<String> = functions.iter().take(4).map(|function| format!("`{function}`")).collect();
    failure.details.insert("compiler_circle".to_owned(), circle.join(" → "));
    failure.say(
        "The Kotlin compiler calls itself without end, until its stack overflows: its own functions {compiler_circle} follow one another again and again, and none of them walks through the sources. That is a fault of the compiler, which some declaration or call sets off (often a generic type with a bound on itself, a wildcard, or an annotation that changes types); more stack does not help.",
        &[
            "Use another Kotlin version (first the newest of the line), and report it with the code that sets it off (https://kotl.in/issue).",
            "To find that code, take back what was changed last, or take out files by halves; then give its type explicitly, split the chain of calls, or take off the annotation or wildcard.",
        ],
    );
}

/// The frames of one turn: from the first frame that comes again up to where it does.
fn turn<'f>(frames: &'f [&'f str]) -> Option<&'f [&'f str]> {
    (0..frames.len()).find_map(|from| {
        let again = frames.iter().skip(from + 1).take(TURN).position(|frame| *frame == frames[from])?;
        Some(&frames[from..=from + again])
    })
}

/// `Substitutor.substitute` of `at org.jetbrains.kotlin.a.Substitutor.substitute(Substitutor.kt:42)`
fn function(frame: &str) -> Option<&str> {
    let (name, _) = frame.split_once('(')?;
    let (owner, _) = name.rsplit_once('.')?;
    Some(&name[owner.rfind('.')? + 1..])
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    fn said(turn: &[&str]) -> String {
        let frames: String = turn.iter().map(|frame| format!("    at org.jetbrains.kotlin.{frame}\n")).collect();
        answer(&format!(
            "e: java.lang.StackOverflowError\n    at org.jetbrains.kotlin.fir.Top.a(Top.kt:1)\n{frames}{frames}"
        ))
    }

    #[test]
    fn a_circle_of_the_compilers_own_is_its_fault() {
        let types = said(&[
            "fir.types.Shelf.pick(Shelf.kt:9)",
            "fir.types.Shelf.fill(Shelf.kt:4)",
            "fir.types.Lamp.of(Lamp.kt:7)",
        ]);
        assert!(types.contains("`Lamp.of` → `Shelf.fill` → `Shelf.pick`") && !types.contains("Xss"), "{types}");
        let nested = said(&[
            "psi.KtBinaryExpression.accept(KtBinaryExpression.java:35)",
            "psi.KtVisitor.visit(KtVisitor.java:9)",
        ]);
        assert!(nested.contains("Xss") && !nested.contains("without end"), "{nested}");
        let once =
            answer("e: java.lang.StackOverflowError\n    at org.jetbrains.kotlin.fir.types.Shelf.pick(Shelf.kt:9)\n");
        assert!(once.contains("Xss"), "{once}");
    }
}
