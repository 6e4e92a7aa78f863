//! Counts tokens where a model's own tokenizer is not at hand.

use crate::agent::model::Ability;

/// Counts tokens.
pub trait TokenCounter {
    /// Tokens of a text; an estimate is rather too high than too low.
    fn count(&self, text: &str) -> u32;
}

/// By characters: what is used where a model's own tokenizer is not at hand.
#[derive(Clone, Copy, Debug)]
pub struct EstimatedTokens {
    /// Characters that a token stands for.
    pub characters_per_token: f64,
}

/// Characters a token that are not believed, neither more nor fewer: a server may have counted something else.
const BELIEVED: (f64, f64) = (1.0, 6.0);

impl EstimatedTokens {
    /// As counted by the server for this model, else a cautious guess for code.
    pub fn of(ability: &Ability) -> EstimatedTokens {
        let counted = ability.characters_per_token.filter(|counted| counted.is_finite());
        EstimatedTokens { characters_per_token: counted.map_or(3.0, |counted| counted.clamp(BELIEVED.0, BELIEVED.1)) }
    }
}

impl TokenCounter for EstimatedTokens {
    /// Characters beyond ASCII are counted as a token each: what was calibrated on code does not hold for them.
    fn count(&self, text: &str) -> u32 {
        let (all, ascii) =
            text.chars().fold((0u64, 0u64), |(all, ascii), c| (all + 1, ascii + u64::from(c.is_ascii())));
        ((ascii as f64 / self.characters_per_token).ceil() as u64 + (all - ascii)).min(u64::from(u32::MAX)) as u32
    }
}
