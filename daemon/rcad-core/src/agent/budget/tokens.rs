//! Counting tokens, and an estimate where a model's tokenizer is not available.

use crate::agent::model::Ability;

/// Counts tokens.
pub trait TokenCounter {
    /// Tokens of a text; an estimate is rather too high than too low.
    fn count(&self, text: &str) -> u32;
}

/// Estimates by characters.
#[derive(Clone, Copy, Debug)]
pub struct EstimatedTokens {
    /// Characters per token.
    pub characters_per_token: f64,
}

/// Plausible characters per token; a server may count something else.
const PLAUSIBLE: (f64, f64) = (1.0, 6.0);

impl EstimatedTokens {
    /// As counted by the server for this model, else a cautious guess for code.
    pub fn of(ability: &Ability) -> EstimatedTokens {
        let counted = ability.characters_per_token.filter(|counted| counted.is_finite());
        EstimatedTokens { characters_per_token: counted.map_or(3.0, |counted| counted.clamp(PLAUSIBLE.0, PLAUSIBLE.1)) }
    }
}

impl TokenCounter for EstimatedTokens {
    /// Counts each character beyond ASCII as a token, since the calibration is on code.
    fn count(&self, text: &str) -> u32 {
        let (all, ascii) =
            text.chars().fold((0u64, 0u64), |(all, ascii), c| (all + 1, ascii + u64::from(c.is_ascii())));
        ((ascii as f64 / self.characters_per_token).ceil() as u64 + (all - ascii)).min(u64::from(u32::MAX)) as u32
    }
}
