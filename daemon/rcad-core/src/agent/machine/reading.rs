//! What a model said, and why it did not: each kind of reply and of trouble has its next step here.

use super::calls::MOST_CALLS;
use super::spent::{Counted, First, Phase};
use super::{Effect, Job, State, Turn};
use crate::agent::answer::{self, Draft};
use crate::agent::grounding::Checked;
use crate::agent::model::{Message, Reply, Role, Trouble};
use crate::agent::prompt::{self, turns};
use crate::model::answer::StepKind;

/// Characters of a token at most, in what a model wrote: a server that does not keep to the number of tokens is cut.
const CHARACTERS_PER_TOKEN: usize = 12;

impl Job {
    pub(super) fn replied(&mut self, reply: Reply, turn: &mut Turn<'_>) {
        let estimate = self.prompt_tokens();
        let spent = &mut self.spent;
        spent.prompt_tokens = spent.prompt_tokens.saturating_add(reply.prompt_tokens);
        spent.longest_prompt_tokens = spent.longest_prompt_tokens.max(reply.prompt_tokens);
        spent.answer_tokens = spent.answer_tokens.saturating_add(reply.answer_tokens);
        spent.slowest_ms = spent.slowest_ms.max(reply.took_ms.saturating_sub(reply.load_ms));
        if reply.prompt_tokens > 0 && reply.prompt_tokens < estimate / 3 {
            let read = reply.prompt_tokens;
            let told =
                format!("the server says that it read {read} tokens of about {estimate}: it may have cut the prompt");
            self.tell(turn, StepKind::Error, told);
        }
        let thought = if reply.calls.is_empty() { reply.thinking.clone() } else { said(&reply) };
        if !thought.trim().is_empty() {
            self.tell(turn, StepKind::Thought, thought);
        }
        match self.phase {
            Phase::Investigating => self.investigated(reply, turn),
            Phase::Concluding | Phase::Correcting => self.concluded(&reply, turn),
        }
    }

    /// Calls are run; an answer is checked; a text ends the investigation; nothing at all is asked for again once.
    fn investigated(&mut self, mut reply: Reply, turn: &mut Turn<'_>) {
        if reply.calls.is_empty() && reply.content.trim().is_empty() {
            return self.empty(&reply, turn);
        }
        if reply.calls.is_empty() {
            let answer = answer::parse(&reply.content, self.begin.style);
            if let (Ok(draft), false) = (answer, reply.cut)
                && !draft.cause.is_empty()
            {
                return self.check(&reply, draft, turn);
            }
            self.tell(turn, StepKind::Thought, &reply.content);
            self.put_reply(&reply);
            return self.conclude(turn, "the model calls no tool");
        }
        self.too_many = reply.calls.len().saturating_sub(MOST_CALLS);
        reply.calls.truncate(MOST_CALLS);
        if self.too_many > 0 {
            let told = format!("{} calls too many in one reply: only the first {MOST_CALLS} are run", self.too_many);
            self.tell(turn, StepKind::Error, told);
        }
        self.put_reply(&reply);
        self.run(reply.calls, turn);
    }

    /// Also what a server makes of a call to a tool that there is not.
    fn empty(&mut self, reply: &Reply, turn: &mut Turn<'_>) {
        self.tell(turn, StepKind::Error, "the model said nothing");
        if self.tries.empty > 0 {
            return self.conclude(turn, "it said nothing twice");
        }
        self.tries.empty += 1;
        self.tries.seed += 1;
        // It has thought until there was no room to speak.
        self.quiet |= reply.cut;
        self.messages.push(Message::text(Role::User, turns::say_something()));
        self.go_on(turn);
    }

    fn concluded(&mut self, reply: &Reply, turn: &mut Turn<'_>) {
        match answer::parse(&reply.content, self.begin.style) {
            _ if reply.cut => self.unread("it was longer than an answer may be and was cut".to_owned(), turn),
            Ok(draft) => self.check(reply, draft, turn),
            Err(wrong) => self.unread(wrong, turn),
        }
    }

    /// An answer that is none: asked for again once, shorter. What stood of the first one is enough then.
    fn unread(&mut self, wrong: String, turn: &mut Turn<'_>) {
        self.tell(turn, StepKind::Error, format!("the answer can't be read: {wrong}"));
        if self.phase == Phase::Correcting {
            return self.run_out(turn, wrong);
        }
        if self.tries.unread > 0 || self.exhausted(turn.now_ms).is_some() {
            return self.unsure(turn, format!("the model's answer could not be read: {wrong}"));
        }
        self.tries.unread += 1;
        self.tries.seed += 1;
        self.messages.push(Message::text(Role::User, turns::answer_again(&wrong)));
        self.make_room(turn);
        self.ask(turn);
    }

    fn check(&mut self, reply: &Reply, draft: Draft, turn: &mut Turn<'_>) {
        self.put_reply(&Reply { calls: Vec::new(), ..reply.clone() });
        self.state = State::Checking { draft: draft.clone() };
        let (sentences, fixes) = (draft.cause.len(), draft.fixes.len());
        let told = format!("holds the answer against the evidence ({sentences} sentences of a cause, {fixes} fixes)");
        self.tell(turn, StepKind::Synthesis, told);
        turn.effects.push(Effect::Check(draft));
    }

    /// What does not stand is sent back once.
    pub(super) fn checked(&mut self, checked: Checked, turn: &mut Turn<'_>) {
        let State::Checking { draft } = std::mem::replace(&mut self.state, State::Asking) else { return };
        let new = checked.dropped.iter().filter(|dropped| !self.refuted.contains(dropped)).cloned().collect::<Vec<_>>();
        self.refuted.extend(new);
        let fits = self.exhausted(turn.now_ms).is_none() && self.time_left_ms(turn.now_ms) > self.spent.slowest_ms;
        if self.phase == Phase::Correcting || checked.dropped.is_empty() || draft.cause.is_empty() || !fits {
            return self.finish(turn, &draft, checked);
        }
        let told = format!("sends back what the evidence does not show: {}", checked.dropped[0].why);
        self.tell(turn, StepKind::Synthesis, told);
        self.phase = Phase::Correcting;
        self.messages.push(prompt::send_back(&checked.dropped));
        self.first = Some(Box::new(First { draft, checked }));
        self.make_room(turn);
        self.ask(turn);
    }

    /// The model could not be asked. What stands of an answer is kept; else what may help is tried, each thing once or twice.
    pub(super) fn failed(&mut self, trouble: &Trouble, turn: &mut Turn<'_>) {
        let why = super::trouble::told(trouble, &self.begin.model.name);
        self.tell(turn, StepKind::Error, &why);
        if self.first.is_some() || self.exhausted(turn.now_ms).is_some() {
            return self.run_out(turn, why);
        }
        match trouble {
            Trouble::TooLong { .. } => self.too_long(why, turn),
            Trouble::Garbled { .. } if self.tries.garbled == 0 => {
                self.tries.garbled += 1;
                self.tries.seed += 1;
                self.go_on(turn);
            }
            Trouble::Garbled { .. } | Trouble::Unable { .. } if self.offers_tools() => {
                self.conclude_straight(turn, "it is asked without tools");
            }
            _ => self.run_out(turn, why),
        }
    }

    /// The older half of the results goes, then all of them, then everything but the opening.
    fn too_long(&mut self, why: String, turn: &mut Turn<'_>) {
        let results = self.results();
        self.tries.too_long += 1;
        match self.tries.too_long {
            1 | 2 if results > 0 => {
                let most = if self.tries.too_long == 1 { results.div_ceil(2) } else { results };
                let forgotten = self.forget(most);
                self.tell(
                    turn,
                    StepKind::Error,
                    format!("{forgotten} of the oldest results are removed to fit the window"),
                );
                self.go_on(turn);
            }
            _ if self.offers_tools() => self.conclude_straight(turn, "the window is too small for more"),
            _ => self.run_out(turn, why),
        }
    }

    fn put_reply(&mut self, reply: &Reply) {
        let most = (self.begin.answer_tokens as usize).saturating_mul(CHARACTERS_PER_TOKEN);
        let clip = |text: &str| text.chars().take(most).collect::<String>();
        let message = Message {
            thinking: clip(&reply.thinking),
            calls: reply.calls.clone(),
            ..Message::text(Role::Assistant, clip(&reply.content))
        };
        self.messages.push(message);
        if reply.prompt_tokens > 0 {
            let tokens = reply.prompt_tokens.saturating_add(reply.answer_tokens);
            self.counted = Some(Counted { messages: self.messages.len(), tokens });
        }
    }
}

/// What it thought and said before it called tools.
fn said(reply: &Reply) -> String {
    format!("{} {}", reply.thinking, reply.content)
}
