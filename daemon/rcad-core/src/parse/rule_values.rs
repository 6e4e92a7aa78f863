//! Whether a rule matches a line with what stands around it, and what it captures there.

use crate::parse::input::lines::Lines;
use crate::pattern::{Captures, LazyRegex};
use crate::rules::FailureRule;

/// Lines above and below a match in which its conditions are looked for, besides frames: the cause of a long trace may
/// stand hundreds of frames below its headline.
const NEAR: usize = 60;

/// The same with frames.
const NEAR_WITH_FRAMES: usize = 400;

/// Frames below a match that count as the top ones.
const FRAMES: usize = 12;

/// Captured values by name.
pub type Values = Vec<(String, String)>;

/// What the rule captures, if its pattern matches the text and its conditions hold around the line.
pub fn values(rule: &FailureRule, lines: &Lines, at: usize, text: &str) -> Option<Values> {
    let mut values = Values::new();
    keep(&mut values, &rule.captures(text)?);
    around(rule, lines, at, values)
}

/// What the rule captured, with what it captures around the line, if its conditions hold there.
pub fn around(rule: &FailureRule, lines: &Lines, at: usize, mut values: Values) -> Option<Values> {
    let conditions = rule.conditions();
    let above = || near(lines, (at.saturating_sub(NEAR_WITH_FRAMES)..at).rev());
    let below = || near(lines, at + 1..(at + 1 + NEAR_WITH_FRAMES).min(lines.len()));
    let frames = || below().filter(|at| is_frame(lines, *at)).take(FRAMES);
    for pattern in &conditions.above {
        keep(&mut values, &first(pattern, lines, above())?);
    }
    for pattern in &conditions.below {
        keep(&mut values, &first(pattern, lines, below())?);
    }
    for pattern in &conditions.frames {
        keep(&mut values, &first(pattern, lines, frames())?);
    }
    let around = || above().chain([at]).chain(below());
    for pattern in &conditions.nearby {
        if let Some(found) = first(pattern, lines, below().chain(above())) {
            keep(&mut values, &found);
        }
    }
    values.extend(lines.surroundings().iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    let against = conditions.without.iter().any(|pattern| around().any(|at| pattern.is_match(lines.get(at))));
    // What Android or a JDK refuses it does not refuse before; other tools may say the same in more versions than are known.
    let elsewhere = matches!(rule.ruled_out(&values), Some("on_jdk" | "on_android"));
    (!against && !elsewhere && rule.compares(&values)).then_some(values)
}

/// Those of the lines up to the last of [`NEAR`] that are no frames.
fn near(lines: &Lines, among: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let mut others = 0;
    among.take_while(move |at| {
        others += usize::from(!is_frame(lines, *at));
        others <= NEAR
    })
}

fn is_frame(lines: &Lines, at: usize) -> bool {
    lines.get(at).trim_start().starts_with("at ")
}

/// The first of the lines that the pattern matches.
fn first<'l>(pattern: &LazyRegex, lines: &'l Lines, mut among: impl Iterator<Item = usize>) -> Option<Captures<'l>> {
    among.find_map(|at| pattern.captures(lines.get(at)))
}

/// Keeps the named groups whose names are new.
fn keep(values: &mut Values, found: &Captures<'_>) {
    for (name, value) in found.named() {
        if !values.iter().any(|(known, _)| known == name) {
            values.push((name.to_owned(), value.as_str().to_owned()));
        }
    }
}
