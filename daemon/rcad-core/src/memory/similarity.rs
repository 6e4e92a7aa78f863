//! How similar two failures are, by the words of their messages alone.

use std::collections::BTreeSet;

use crate::Analysis;

/// 0 to 1: the Dice coefficient of the word sets of both primary failures (twice the common words by the sum of both).
/// Words are those of message and symbol, split at case, dots and marks, without numbers.
pub fn similarity(one: &Analysis, other: &Analysis) -> f64 {
    let (one, other) = (words(one), words(other));
    if one.is_empty() || other.is_empty() {
        return 0.0;
    }
    let shared = one.intersection(&other).count();
    2.0 * shared as f64 / (one.len() + other.len()) as f64
}

fn words(analysis: &Analysis) -> BTreeSet<String> {
    let Some(primary) = analysis.primary() else { return BTreeSet::new() };
    let text = format!("{} {}", primary.message, primary.symbol.as_deref().unwrap_or_default());
    let mut all = BTreeSet::new();
    let mut word = String::new();
    let mut lower = false;
    for letter in text.chars().chain([' ']) {
        let ends = !letter.is_alphanumeric() || (letter.is_uppercase() && lower);
        if ends && !word.is_empty() {
            let whole = std::mem::take(&mut word);
            if whole.chars().any(char::is_alphabetic) {
                all.insert(whole.to_lowercase());
            }
        }
        if letter.is_alphanumeric() {
            word.push(letter);
        }
        lower = letter.is_lowercase();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::similarity;
    use crate::Analysis;
    use crate::explain::analyze;
    use crate::parse::parse;

    fn said(text: &str) -> Analysis {
        analyze(parse(text), None)
    }

    #[test]
    fn the_same_words_are_one_and_none_shared_is_none() {
        let one = said("e: file:///p/src/A.kt:3:5 Unresolved reference: basketTotal\n");
        assert!((similarity(&one, &one) - 1.0).abs() < f64::EPSILON);
        let near = said("e: file:///p/src/B.kt:9:5 Unresolved reference: basketSum\n");
        let far = said("e: file:///p/src/B.kt:9:5 Expecting an element\n");
        let (near, far) = (similarity(&one, &near), similarity(&one, &far));
        assert!(near > 0.7 && near < 1.0 && far < 0.2, "{near} {far}");
        assert!(similarity(&one, &Analysis::none()) < f64::EPSILON);
    }
}
