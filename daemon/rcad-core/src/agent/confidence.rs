//! The confidence of an agent's answer: the weighted mean of five factors.

use std::collections::BTreeSet;

use crate::model::answer::{Factors, Fix};

/// Least confidence of an answer; below, it is unsure.
pub const MEDIUM: f64 = 0.5;

/// Least confidence that is called high.
pub const HIGH: f64 = 0.8;

/// [`Factors::contained`] of these fixes: `2 / (1 + files)`, where `files` is how many different files they name: 1 for
/// one, 0.67 for two, 0.5 for three. 0.5 where no fix names a file, since its reach is unknown; 0 where there is no fix.
pub fn contained(fixes: &[Fix]) -> f64 {
    let files: BTreeSet<&str> = fixes.iter().filter_map(|fix| fix.file.as_deref()).collect();
    match (fixes.is_empty(), files.len()) {
        (true, _) => 0.0,
        (false, 0) => 0.5,
        (false, files) => 2.0 / (1.0 + files as f64),
    }
}

/// Weight of each factor; divided by their sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FactorWeights {
    /// For [`Factors::model`].
    pub model: f64,
    /// For [`Factors::verified`].
    pub verified: f64,
    /// For [`Factors::known`].
    pub known: f64,
    /// For [`Factors::simple`].
    pub simple: f64,
    /// For [`Factors::contained`].
    pub contained: f64,
}

impl Default for FactorWeights {
    fn default() -> FactorWeights {
        FactorWeights { model: 0.30, verified: 0.25, known: 0.25, simple: 0.10, contained: 0.10 }
    }
}

impl Factors {
    /// The weighted mean, 0 to 1; 0 when all weights are 0.
    pub fn confidence(&self, weights: &FactorWeights) -> f64 {
        let pairs = [
            (self.model, weights.model),
            (self.verified, weights.verified),
            (self.known, weights.known),
            (self.simple, weights.simple),
            (self.contained, weights.contained),
        ];
        let weight: f64 = pairs.iter().map(|(_, weight)| weight).sum();
        if weight <= 0.0 {
            return 0.0;
        }
        (pairs.iter().map(|(factor, weight)| factor.clamp(0.0, 1.0) * weight).sum::<f64>() / weight).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{FactorWeights, Fix, contained};
    use crate::model::answer::Factors;

    #[test]
    fn factors_count_by_their_weights() {
        let all = Factors { model: 1.0, verified: 1.0, known: 1.0, simple: 1.0, contained: 1.0 };
        assert!((all.confidence(&FactorWeights::default()) - 1.0).abs() < 1e-9);
        let talk = Factors { model: 1.0, ..Factors::default() };
        assert!(
            (talk.confidence(&FactorWeights::default()) - 0.3).abs() < 1e-9,
            "a model's own word alone is not enough"
        );
        let none = FactorWeights { model: 0.0, verified: 0.0, known: 0.0, simple: 0.0, contained: 0.0 };
        assert!(all.confidence(&none).abs() < 1e-9);
    }

    #[test]
    fn the_more_files_a_change_touches_the_less_it_is_contained() {
        let of = |files: &[Option<&str>]| {
            let fix = |file: &Option<&str>| Fix { text: "x".into(), file: file.map(str::to_owned), unverified: false };
            (contained(&files.iter().map(fix).collect::<Vec<_>>()) * 100.0).round()
        };
        assert_eq!(of(&[Some("a.kt")]), 100.0);
        assert_eq!(of(&[Some("a.kt"), Some("a.kt"), None]), 100.0, "the same file counts once");
        assert_eq!(of(&[Some("a.kt"), Some("b.kt")]), 67.0);
        assert_eq!(of(&[Some("a.kt"), Some("b.kt"), Some("c.kt")]), 50.0);
        assert_eq!(of(&[None]), 50.0, "it may reach anywhere");
        assert_eq!(of(&[]), 0.0);
    }
}
