//! Keeps the conversation within the window: counts it by what the server counted and an estimate of what came since, cuts
//! results that are too long and forgets the oldest ones. The opening is never touched; it was fitted before.

use serde_json::{Value, json};

use super::{Job, Turn};
use crate::agent::budget::{Estimate, Tokens};
use crate::agent::model::{Message, Role};
use crate::agent::prompt::turns;
use crate::agent::tools;
use crate::model::answer::StepKind;

/// Tokens of the window that must be left for another look at something.
pub(super) const LEAST_ROOM: u32 = 256;

/// Tokens of the demand for the answer, of its repetition and of what a template puts around them.
const DEMAND: u32 = 300;

/// Tokens that a template puts around a message.
const AROUND: u32 = 8;

/// A result that was removed is not counted as one that can be.
const LEAST_RESULT: usize = 200;

impl Job {
    /// Tokens of the next prompt, rather too many than too few.
    pub fn prompt_tokens(&self) -> u32 {
        let counter = Estimate::of(&self.begin.model.ability);
        let (from, counted) = match self.counted {
            Some(counted) => (counted.messages, counted.tokens),
            None if self.offers_tools() => (0, counter.count(&tools::schemas().to_string())),
            None => (0, 0),
        };
        let since = self.messages.get(from..).unwrap_or_default().iter();
        since.fold(counted, |sum, message| sum.saturating_add(tokens_of(message, &counter)))
    }

    /// Tokens that are left for tools' results when the answer and the demand for it have theirs.
    pub(super) fn room(&self) -> u32 {
        let reserved = self.begin.answer_tokens.saturating_add(DEMAND);
        self.begin.context_tokens.saturating_sub(reserved).saturating_sub(self.prompt_tokens())
    }

    /// A result of which at most half of the room is taken, with how many of how many characters were kept if it was cut.
    pub(super) fn fitted(&self, result: Value) -> (Value, Option<(usize, usize)>) {
        let per_token = Estimate::of(&self.begin.model.ability).characters_per_token;
        let most = (f64::from(self.room() / 2) * per_token) as usize;
        let text = result.to_string();
        let length = text.chars().count();
        if length <= most {
            return (result, None);
        }
        let kept: String = text.chars().take(most).collect();
        (json!({"part": kept, "note": turns::shortened(most, length)}), Some((most, length)))
    }

    /// Forgets tools' results, the oldest first, until the prompt and its answer fit.
    pub(super) fn make_room(&mut self, turn: &mut Turn<'_>) {
        let mut forgotten = 0;
        while self.prompt_tokens().saturating_add(self.begin.answer_tokens) > self.begin.context_tokens {
            if self.forget(1) == 0 {
                break;
            }
            forgotten += 1;
        }
        if forgotten > 0 {
            self.tell(
                turn,
                StepKind::Error,
                format!("{forgotten} of the oldest results are removed to fit the window"),
            );
        }
    }

    /// Replaces so many tools' results, the oldest first, by a line; how many there were.
    pub(super) fn forget(&mut self, most: usize) -> usize {
        let results = self.messages.iter_mut().filter(|message| is_result(message)).take(most);
        let mut forgotten = 0;
        for message in results {
            let name = message.answers.as_ref().map_or("a tool", |answers| &answers.name);
            message.content = turns::forgotten(name);
            forgotten += 1;
        }
        if forgotten > 0 {
            self.counted = None;
        }
        forgotten
    }

    /// How many results could be forgotten.
    pub(super) fn results(&self) -> usize {
        self.messages.iter().filter(|message| is_result(message)).count()
    }
}

fn is_result(message: &Message) -> bool {
    message.role == Role::Tool && message.content.len() > LEAST_RESULT
}

fn tokens_of(message: &Message, counter: &dyn Tokens) -> u32 {
    let texts = counter.count(&message.content).saturating_add(counter.count(&message.thinking));
    let calls = message.calls.iter().map(|call| counter.count(&call.name) + counter.count(&call.arguments.to_string()));
    calls.fold(texts, u32::saturating_add).saturating_add(AROUND)
}
