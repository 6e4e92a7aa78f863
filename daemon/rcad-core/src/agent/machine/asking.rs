//! When the model is asked again and for what: each request goes through [`Job::ask`], which counts it and ends the job
//! when there may be no more.

use super::spent::Phase;
use super::{Effect, Job, State, Turn};
use crate::agent::model::{Request, Way};
use crate::agent::prompt;
use crate::model::answer::StepKind;

impl Job {
    /// Investigates further, or asks for the answer when that is all there is room for.
    pub(super) fn go_on(&mut self, turn: &mut Turn<'_>) {
        if self.phase != Phase::Investigating {
            return self.ask(turn);
        }
        match self.must_conclude(turn.now_ms) {
            Some(why) => self.conclude(turn, why),
            None => self.ask(turn),
        }
    }

    /// Why there is to be no further look, if so. What is left must hold the concluding request.
    pub(super) fn must_conclude(&self, now_ms: u64) -> Option<&'static str> {
        if self.bare {
            return Some("it is asked without tools");
        }
        if self.spent.iterations + 1 >= self.limits.steps {
            return Some("only one request is left");
        }
        let left = self.time_left_ms(now_ms);
        // A round as slow as the slowest so far and the conclusion, which is one more.
        if left <= self.limits.time_ms / 5 || left < self.spent.slowest_ms.saturating_mul(2) {
            return Some("the time is nearly up");
        }
        (self.room() < super::window::LEAST_ROOM).then_some("the window is nearly full")
    }

    /// Asks for the answer, in the schema.
    pub(super) fn conclude(&mut self, turn: &mut Turn<'_>, why: &str) {
        self.phase = Phase::Concluding;
        self.tell(turn, StepKind::Synthesis, format!("asks for the answer: {why}"));
        self.messages.push(prompt::conclude(self.begin.style));
        self.make_room(turn);
        self.ask(turn);
    }

    /// Asks for the answer with nothing but the opening: no tools, no results.
    pub(super) fn conclude_straight(&mut self, turn: &mut Turn<'_>, why: &str) {
        self.bare = true;
        self.quiet = true;
        self.messages.truncate(self.begin.opening.messages.len());
        self.counted = None;
        self.conclude(turn, why);
    }

    /// Asks the model, if it may still be asked.
    pub(super) fn ask(&mut self, turn: &mut Turn<'_>) {
        if let Some(why) = self.exhausted(turn.now_ms) {
            return self.run_out(turn, why);
        }
        self.state = State::Asking;
        self.spent.iterations += 1;
        let what = match self.phase {
            Phase::Investigating => "what it wants to look at",
            Phase::Concluding => "its answer",
            Phase::Correcting => "its answer without what does not stand",
        };
        let (time, most) = (self.spent.iterations, self.limits.steps);
        self.tell(turn, StepKind::Iteration, format!("asks the model for {what} (request {time} of at most {most})"));
        turn.effects.push(Effect::Ask(Box::new(self.request())));
    }

    /// Why the model can't be asked once more, if so; in words for people.
    pub(super) fn exhausted(&self, now_ms: u64) -> Option<String> {
        let (steps, seconds) = (self.limits.steps, self.limits.time_ms / 1000);
        if self.spent.iterations >= steps {
            return Some(format!(
                "the model was asked {steps} times without an answer that holds (setting `agent_steps`)"
            ));
        }
        let up = self.time_left_ms(now_ms) == 0;
        up.then(|| format!("{seconds} seconds were not enough for this model (setting `agent_seconds`)"))
    }

    /// The request of the current state; the same one again after a restart.
    ///
    /// The concluding request has the schema and still offers the tools: a server renders them into the start of the prompt,
    /// so that leaving them out would have it read the whole conversation again. A model that does not think can't call them
    /// there, since the schema wins; one that thinks is told not to.
    pub(super) fn request(&self) -> Request {
        let investigating = self.phase == Phase::Investigating;
        Request {
            messages: self.messages.clone(),
            tools: self.offers_tools(),
            schema: (!investigating).then(|| prompt::answer_schema(self.begin.style)),
            context_tokens: self.begin.context_tokens,
            answer_tokens: self.begin.answer_tokens,
            think: investigating && self.begin.model.ability.thinks && !self.quiet,
            seed: self.tries.seed,
        }
    }

    pub(super) fn offers_tools(&self) -> bool {
        self.begin.way == Way::Tools && !self.bare
    }
}
