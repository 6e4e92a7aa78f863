//! The rules whose words are nearest to a message: by the cosine of the two sets of words, each word weighing as much as it
//! is rare among the rules (squared inverse document frequency).

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::built_in::{RULE_WORDS, RULES, WORDS};
use super::vocabulary;

/// A rule and how near it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Its place among the built-in rules.
    pub rule: usize,
    /// 0 where no word is common, 1 where all are.
    pub similarity: f64,
}

/// Words that a rule must have in common with the message: two may be chance.
const COMMON: usize = 3;

/// What each of [`WORDS`] weighs.
static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| WORDS.iter().map(|(_, rules)| weight_of(*rules)).collect());

/// What a word weighs that so many rules have.
fn weight_of(rules: u16) -> f64 {
    let all = u32::try_from(RULES.len()).unwrap_or(u32::MAX);
    (f64::from(all) / f64::from(rules)).ln().powi(2)
}

/// The nearest built-in rules, the nearest first, not more than `count`.
pub fn nearest(text: &str, count: usize) -> Vec<Near> {
    let mut has = vec![false; WORDS.len()];
    // Nothing is rarer than what no rule has: it says that the message is about something else.
    let mut asked = 0.0;
    for word in vocabulary::words(text).collect::<BTreeSet<String>>() {
        match WORDS.binary_search_by(|(known, _)| (*known).cmp(word.as_str())) {
            Ok(at) => {
                has[at] = true;
                asked += WEIGHTS[at];
            }
            Err(_) => asked += weight_of(1),
        }
    }
    if has.iter().filter(|has| **has).count() < COMMON {
        return Vec::new();
    }
    let weight = |word: u16| WEIGHTS[usize::from(word)];
    let near = |(rule, words): (usize, &&[u16])| {
        let common = || words.iter().filter(|word| has[usize::from(**word)]);
        common().nth(COMMON - 1)?;
        let sum: f64 = common().map(|word| weight(*word)).sum();
        let all: f64 = words.iter().map(|word| weight(*word)).sum();
        Some(Near { rule, similarity: sum / (asked * all).sqrt() })
    };
    let mut found: Vec<Near> = RULE_WORDS.iter().enumerate().filter_map(near).collect();
    found.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
    found.truncate(count);
    found
}

/// The words of a built-in rule.
#[cfg(test)]
pub fn words_of(rule: usize) -> String {
    RULE_WORDS[rule].iter().map(|word| WORDS[usize::from(*word)].0).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use crate::rules::RuleSet;
    use crate::rules::vocabulary::pattern_words;

    #[test]
    fn a_pattern_has_the_words_that_it_matches() {
        let words = pattern_words(r"^Cannot (?P<symbol>[^ )]+) [Ss]helf\sfor (?:open|close) it");
        assert_eq!(words, ["cannot", "helf", "open", "close"]);
    }

    #[test]
    fn other_words_for_a_known_failure_are_near_it() {
        let near = nearest("The wrapper could not unzip the downloaded distribution: error in opening zip file", 3);
        assert!(near[0].similarity >= near[2].similarity && near[0].similarity <= 1.0, "{near:?}");
        let names: Vec<&str> = near.iter().map(|near| RuleSet::built_in().get(near.rule).name.as_ref()).collect();
        assert!(names.iter().any(|name| name.contains("wrapper")), "{names:?}");
        assert!(nearest("qwert zuiop", 3).is_empty());
    }
}
