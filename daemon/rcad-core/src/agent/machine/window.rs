//! Keeps the conversation within the context window: counts tokens by the server's last count and an estimate of what came
//! since, cuts long results and removes the oldest ones. Never touches the opening, which was fitted before.

use serde_json::{Value, json};

use super::{EventContext, Job};
use crate::agent::budget::{EstimatedTokens, TokenCounter};
use crate::agent::model::{ChatRole, Message};
use crate::agent::prompt::turns;
use crate::agent::tools;
use crate::model::answer::StepKind;

/// Tokens that must be left for another tool call.
pub(super) const LEAST_ROOM: u32 = 256;

/// Tokens reserved for the concluding messages.
const CONCLUSION: u32 = 300;

/// Tokens that a server's template adds to a message.
const TEMPLATE: u32 = 8;

/// Fewest bytes of a result that can be removed; the note in place of a removed one is shorter.
const LEAST_RESULT: usize = 200;

impl Job {
    /// Tokens of the next prompt, estimated upwards.
    pub fn prompt_tokens(&self) -> u32 {
        let counter = EstimatedTokens::of(&self.start.model.ability);
        let (from, token_count) = match self.token_count {
            Some(token_count) => (token_count.messages, token_count.tokens),
            None if self.offers_tools() => (0, counter.count(&tools::schemas().to_string())),
            None => (0, 0),
        };
        let since = self.messages.get(from..).unwrap_or_default().iter();
        since.fold(token_count, |sum, message| sum.saturating_add(tokens_of(message, &counter)))
    }

    /// Tokens that are left for tools' results after the answer and the concluding messages.
    pub(super) fn room(&self) -> u32 {
        let reserved = self.start.answer_tokens.saturating_add(CONCLUSION);
        self.start.context_tokens.saturating_sub(reserved).saturating_sub(self.prompt_tokens())
    }

    /// A result cut to half of the room, with kept and total characters where it was cut.
    pub(super) fn fitted(&self, result: Value) -> (Value, Option<(usize, usize)>) {
        let per_token = EstimatedTokens::of(&self.start.model.ability).characters_per_token;
        let most = (f64::from(self.room() / 2) * per_token) as usize;
        let text = result.to_string();
        let length = text.chars().count();
        if length <= most {
            return (result, None);
        }
        let kept: String = text.chars().take(most).collect();
        (json!({"part": kept, "note": turns::shortened(most, length)}), Some((most, length)))
    }

    /// Removes tools' results, the oldest first, until the prompt and its answer fit.
    pub(super) fn evict_results(&mut self, context: &mut EventContext<'_>) {
        let mut forgotten = 0;
        while self.prompt_tokens().saturating_add(self.start.answer_tokens) > self.start.context_tokens {
            if self.forget(1) == 0 {
                break;
            }
            forgotten += 1;
        }
        if forgotten > 0 {
            self.emit(
                context,
                StepKind::Error,
                format!("{forgotten} of the oldest results are removed to fit the window"),
            );
        }
    }

    /// Replaces the oldest results, at most `most`, by a note; how many were replaced.
    pub(super) fn forget(&mut self, most: usize) -> usize {
        let results = self.messages.iter_mut().filter(|message| is_result(message)).take(most);
        let mut forgotten = 0;
        for message in results {
            let name = message.answers.as_ref().map_or("a tool", |answers| &answers.name);
            message.content = turns::forgotten(name);
            forgotten += 1;
        }
        if forgotten > 0 {
            self.token_count = None;
        }
        forgotten
    }

    /// How many results can be removed.
    pub(super) fn results(&self) -> usize {
        self.messages.iter().filter(|message| is_result(message)).count()
    }
}

fn is_result(message: &Message) -> bool {
    message.role == ChatRole::Tool && message.content.len() > LEAST_RESULT
}

fn tokens_of(message: &Message, counter: &dyn TokenCounter) -> u32 {
    let texts = counter.count(&message.content).saturating_add(counter.count(&message.thinking));
    let calls = message.calls.iter().map(|call| counter.count(&call.name) + counter.count(&call.arguments.to_string()));
    calls.fold(texts, u32::saturating_add).saturating_add(TEMPLATE)
}
