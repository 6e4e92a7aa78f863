//! Requests to the model. Each goes through [`Job::ask`], which counts it and ends the job when the limits are reached.

use super::spent::Phase;
use super::{Effect, EventContext, Job, JobState};
use crate::agent::model::{JobMode, Request};
use crate::agent::prompt;
use crate::model::answer::StepKind;

impl Job {
    /// Investigates further, or asks for the answer when the limits allow no more.
    pub(super) fn proceed(&mut self, context: &mut EventContext<'_>) {
        if self.phase != Phase::Investigating {
            return self.ask(context);
        }
        match self.must_conclude(context.now_ms) {
            Some(why) => self.conclude(context, why),
            None => self.ask(context),
        }
    }

    /// Why the investigation must end, if so: what is left of the limits is needed for the concluding request.
    pub(super) fn must_conclude(&self, now_ms: u64) -> Option<&'static str> {
        if self.no_tools {
            return Some("it is asked without tools");
        }
        if self.usage.iterations + 1 >= self.limits.steps {
            return Some("only one request is left");
        }
        let left = self.time_left_ms(now_ms);
        // Time for a request as slow as the slowest so far, and for the conclusion.
        if left <= self.limits.time_ms / 5 || left < self.usage.slowest_ms.saturating_mul(2) {
            return Some("the time is nearly up");
        }
        (self.room() < super::window::LEAST_ROOM).then_some("the window is nearly full")
    }

    /// Asks for the answer, in the schema.
    pub(super) fn conclude(&mut self, context: &mut EventContext<'_>, why: &str) {
        self.phase = Phase::Concluding;
        self.emit(context, StepKind::Synthesis, format!("asks for the answer: {why}"));
        self.messages.push(prompt::conclude(self.start.style));
        self.evict_results(context);
        self.ask(context);
    }

    /// Asks for the answer with the opening alone: no tools, no results.
    pub(super) fn conclude_without_tools(&mut self, context: &mut EventContext<'_>, why: &str) {
        self.no_tools = true;
        self.no_thinking = true;
        self.messages.truncate(self.start.opening.messages.len());
        self.token_count = None;
        self.conclude(context, why);
    }

    /// Requests a reply, or ends the job when the limits are reached.
    pub(super) fn ask(&mut self, context: &mut EventContext<'_>) {
        if let Some(why) = self.exhausted(context.now_ms) {
            return self.end_early(context, why);
        }
        self.state = JobState::Asking;
        self.usage.iterations += 1;
        let what = match self.phase {
            Phase::Investigating => "what it wants to look at",
            Phase::Concluding => "its answer",
            Phase::Correcting => "its answer without what does not stand",
        };
        let (time, most) = (self.usage.iterations, self.limits.steps);
        self.emit(
            context,
            StepKind::Iteration,
            format!("asks the model for {what} (request {time} of at most {most})"),
        );
        context.effects.push(Effect::Ask(Box::new(self.request())));
    }

    /// Which limit is reached, if any, for people.
    pub(super) fn exhausted(&self, now_ms: u64) -> Option<String> {
        let (steps, seconds) = (self.limits.steps, self.limits.time_ms / 1000);
        if self.usage.iterations >= steps {
            return Some(format!(
                "the model was asked {steps} times without an answer that holds (setting `agent.steps`)"
            ));
        }
        let up = self.time_left_ms(now_ms) == 0;
        up.then(|| format!("{seconds} seconds were not enough for this model (setting `agent.seconds`)"))
    }

    /// The request of the current state; the same one again after a restart.
    ///
    /// The concluding request has the schema and still offers the tools: a server renders them into the start of the
    /// prompt, so that leaving them out would make it read the whole conversation again. The schema keeps a model that
    /// does not think from calling them; one that thinks is told not to.
    pub(super) fn request(&self) -> Request {
        let investigating = self.phase == Phase::Investigating;
        Request {
            messages: self.messages.clone(),
            tools: self.offers_tools(),
            schema: (!investigating).then(|| prompt::answer_schema(self.start.style)),
            context_tokens: self.start.context_tokens,
            answer_tokens: self.start.answer_tokens,
            think: investigating && self.start.model.ability.thinks && !self.no_thinking,
            seed: self.retries.seed,
        }
    }

    pub(super) fn offers_tools(&self) -> bool {
        self.start.mode == JobMode::ToolLoop && !self.no_tools
    }
}
