//! The next step after each kind of reply and of error.

use super::calls::MOST_CALLS;
use super::spent::{FirstDraft, Phase, TokenCount};
use super::{Effect, EventContext, Job, JobState};
use crate::agent::answer::{self, Draft};
use crate::agent::grounding::CheckedDraft;
use crate::agent::model::{ChatRole, Message, ModelError, Reply};
use crate::agent::prompt::{self, turns};
use crate::model::answer::StepKind;

/// Most characters of a token. A reply is cut at this many times the tokens that it may have.
const CHARACTERS_PER_TOKEN: usize = 12;

impl Job {
    pub(super) fn on_reply(&mut self, reply: Reply, context: &mut EventContext<'_>) {
        let estimate = self.prompt_tokens();
        let spent = &mut self.usage;
        spent.prompt_tokens = spent.prompt_tokens.saturating_add(reply.prompt_tokens);
        spent.longest_prompt_tokens = spent.longest_prompt_tokens.max(reply.prompt_tokens);
        spent.answer_tokens = spent.answer_tokens.saturating_add(reply.answer_tokens);
        spent.slowest_ms = spent.slowest_ms.max(reply.took_ms.saturating_sub(reply.load_ms));
        if reply.prompt_tokens > 0 && reply.prompt_tokens < estimate / 3 {
            let read = reply.prompt_tokens;
            let text =
                format!("the server says that it read {read} tokens of about {estimate}: it may have cut the prompt");
            self.emit(context, StepKind::Error, text);
        }
        let thought = if reply.calls.is_empty() { reply.thinking.clone() } else { thoughts(&reply) };
        if !thought.trim().is_empty() {
            self.emit(context, StepKind::Thought, thought);
        }
        match self.phase {
            Phase::Investigating => self.on_investigation(reply, context),
            Phase::Concluding | Phase::Correcting => self.on_conclusion(&reply, context),
        }
    }

    /// Runs calls, checks an answer, ends the investigation after a text, and asks once more after an empty reply.
    fn on_investigation(&mut self, mut reply: Reply, context: &mut EventContext<'_>) {
        if reply.calls.is_empty() && reply.content.trim().is_empty() {
            return self.empty(&reply, context);
        }
        if reply.calls.is_empty() {
            let answer = answer::parse(&reply.content, self.start.style);
            if let (Ok(draft), false) = (answer, reply.cut)
                && !draft.cause.is_empty()
            {
                return self.check(&reply, draft, context);
            }
            self.emit(context, StepKind::Thought, &reply.content);
            self.put_reply(&reply);
            return self.conclude(context, "the model calls no tool");
        }
        self.dropped_calls = reply.calls.len().saturating_sub(MOST_CALLS);
        reply.calls.truncate(MOST_CALLS);
        if self.dropped_calls > 0 {
            let text =
                format!("{} calls too many in one reply: only the first {MOST_CALLS} are run", self.dropped_calls);
            self.emit(context, StepKind::Error, text);
        }
        self.put_reply(&reply);
        self.run(reply.calls, context);
    }

    /// Also what a server makes of a call to a tool that there is not.
    fn empty(&mut self, reply: &Reply, context: &mut EventContext<'_>) {
        self.emit(context, StepKind::Error, "the model said nothing");
        if self.retries.empty > 0 {
            return self.conclude(context, "it said nothing twice");
        }
        self.retries.empty += 1;
        self.retries.seed += 1;
        // It used all its tokens for thinking.
        self.no_thinking |= reply.cut;
        self.messages.push(Message::text(ChatRole::User, turns::say_something()));
        self.proceed(context);
    }

    fn on_conclusion(&mut self, reply: &Reply, context: &mut EventContext<'_>) {
        match answer::parse(&reply.content, self.start.style) {
            _ if reply.cut => self.on_unreadable("it was longer than an answer may be and was cut".to_owned(), context),
            Ok(draft) => self.check(reply, draft, context),
            Err(wrong) => self.on_unreadable(wrong, context),
        }
    }

    /// Asks once more, for a shorter answer, after one that can't be read; a correction that can't be read ends the job.
    fn on_unreadable(&mut self, wrong: String, context: &mut EventContext<'_>) {
        self.emit(context, StepKind::Error, format!("the answer can't be read: {wrong}"));
        if self.phase == Phase::Correcting {
            return self.end_early(context, wrong);
        }
        if self.retries.unread > 0 || self.exhausted(context.now_ms).is_some() {
            return self.unsure(context, format!("the model's answer could not be read: {wrong}"));
        }
        self.retries.unread += 1;
        self.retries.seed += 1;
        self.messages.push(Message::text(ChatRole::User, turns::answer_again(&wrong)));
        self.evict_results(context);
        self.ask(context);
    }

    fn check(&mut self, reply: &Reply, draft: Draft, context: &mut EventContext<'_>) {
        self.put_reply(&Reply { calls: Vec::new(), ..reply.clone() });
        self.state = JobState::Checking { draft: draft.clone() };
        let (sentences, fixes) = (draft.cause.len(), draft.fixes.len());
        let text = format!("holds the answer against the evidence ({sentences} sentences of a cause, {fixes} fixes)");
        self.emit(context, StepKind::Synthesis, text);
        context.effects.push(Effect::Check(draft));
    }

    /// Sends back once what the evidence does not show.
    pub(super) fn checked(&mut self, checked: CheckedDraft, context: &mut EventContext<'_>) {
        let JobState::Checking { draft } = std::mem::replace(&mut self.state, JobState::Asking) else { return };
        let new = checked.dropped.iter().filter(|dropped| !self.refuted.contains(dropped)).cloned().collect::<Vec<_>>();
        self.refuted.extend(new);
        let fits =
            self.exhausted(context.now_ms).is_none() && self.time_left_ms(context.now_ms) > self.usage.slowest_ms;
        if self.phase == Phase::Correcting || checked.dropped.is_empty() || draft.cause.is_empty() || !fits {
            return self.finish(context, &draft, checked);
        }
        let text = format!("sends back what the evidence does not show: {}", checked.dropped[0].why);
        self.emit(context, StepKind::Synthesis, text);
        self.phase = Phase::Correcting;
        self.messages.push(prompt::send_back(&checked.dropped));
        self.first = Some(Box::new(FirstDraft { draft, checked }));
        self.evict_results(context);
        self.ask(context);
    }

    /// Handles a failed request: keeps a checked draft, else retries without tools or with a shorter prompt.
    pub(super) fn failed(&mut self, error: &ModelError, context: &mut EventContext<'_>) {
        let why = super::errors::describe(error, &self.start.model.name);
        self.emit(context, StepKind::Error, &why);
        if self.first.is_some() || self.exhausted(context.now_ms).is_some() {
            return self.end_early(context, why);
        }
        match error {
            ModelError::PromptTooLong { .. } => self.too_long(why, context),
            ModelError::MalformedReply { .. } if self.retries.garbled == 0 => {
                self.retries.garbled += 1;
                self.retries.seed += 1;
                self.proceed(context);
            }
            ModelError::MalformedReply { .. } | ModelError::Unsupported { .. } if self.offers_tools() => {
                self.conclude_without_tools(context, "it is asked without tools");
            }
            _ => self.end_early(context, why),
        }
    }

    /// Removes the older half of the results, then all of them, then everything but the opening.
    fn too_long(&mut self, why: String, context: &mut EventContext<'_>) {
        let results = self.results();
        self.retries.too_long += 1;
        match self.retries.too_long {
            1 | 2 if results > 0 => {
                let most = if self.retries.too_long == 1 { results.div_ceil(2) } else { results };
                let forgotten = self.forget(most);
                self.emit(
                    context,
                    StepKind::Error,
                    format!("{forgotten} of the oldest results are removed to fit the window"),
                );
                self.proceed(context);
            }
            _ if self.offers_tools() => self.conclude_without_tools(context, "the window is too small for more"),
            _ => self.end_early(context, why),
        }
    }

    fn put_reply(&mut self, reply: &Reply) {
        let most = (self.start.answer_tokens as usize).saturating_mul(CHARACTERS_PER_TOKEN);
        let clip = |text: &str| text.chars().take(most).collect::<String>();
        let message = Message {
            thinking: clip(&reply.thinking),
            calls: reply.calls.clone(),
            ..Message::text(ChatRole::Assistant, clip(&reply.content))
        };
        self.messages.push(message);
        if reply.prompt_tokens > 0 {
            let tokens = reply.prompt_tokens.saturating_add(reply.answer_tokens);
            self.token_count = Some(TokenCount { messages: self.messages.len(), tokens });
        }
    }
}

/// What the model thought and wrote before its calls.
fn thoughts(reply: &Reply) -> String {
    format!("{} {}", reply.thinking, reply.content)
}
