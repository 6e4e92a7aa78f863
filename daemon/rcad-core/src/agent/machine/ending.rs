//! Ends a job with an answer.

use super::{Effect, EventContext, Job, JobState};
use crate::agent::answer::Draft;
use crate::agent::confidence;
use crate::agent::grounding::CheckedDraft;
use crate::model::answer::{Answer, Ending, Factors, StepKind};

impl Job {
    /// Ends with what the check left of a draft: an answer, or unsure.
    pub(super) fn finish(&mut self, context: &mut EventContext<'_>, draft: &Draft, checked: CheckedDraft) {
        let factors = Factors {
            model: rounded(f64::from(draft.confidence.min(100)) / 100.0),
            verified: rounded(checked.share()),
            known: rounded(self.start.known),
            simple: rounded(self.start.simple),
            contained: rounded(confidence::contained(&checked.fixes)),
        };
        let confidence = rounded(factors.confidence(context.weights));
        let ending = if draft.cause.is_empty() {
            Ending::Unsure { why: "the model says that the evidence does not show the cause".to_owned() }
        } else if checked.cause.is_empty() {
            Ending::Unsure { why: "the evidence shows nothing of what the model says about the cause".to_owned() }
        } else if confidence < confidence::MEDIUM {
            Ending::Unsure { why: format!("the confidence is only {:.0} %", confidence * 100.0) }
        } else {
            Ending::Answered
        };
        let answer = Answer {
            cause: checked.cause,
            fixes: checked.fixes,
            dropped: checked.dropped,
            teaching: draft.teaching.clone(),
            confidence,
            factors,
            ..self.empty_answer(ending)
        };
        self.end(context, answer);
    }

    /// Ends without a usable answer.
    pub(super) fn unsure(&mut self, context: &mut EventContext<'_>, why: String) {
        self.end(context, self.empty_answer(Ending::Unsure { why }));
    }

    /// Ends because the model could not be asked; the rules' answer stays.
    pub(super) fn give_up(&mut self, context: &mut EventContext<'_>, why: String) {
        self.end(context, self.empty_answer(Ending::GaveUp { why }));
    }

    /// Ends because no further request is possible: with the first draft where there is one, else gives up.
    pub(super) fn end_early(&mut self, context: &mut EventContext<'_>, why: String) {
        match self.first.take() {
            Some(first) => self.finish(context, &first.draft, first.checked),
            None => self.give_up(context, why),
        }
    }

    pub(super) fn cancelled(&mut self, context: &mut EventContext<'_>) {
        self.end(context, self.empty_answer(Ending::Cancelled));
    }

    fn end(&mut self, context: &mut EventContext<'_>, mut answer: Answer) {
        self.state = JobState::Ended;
        let (kind, text) = match &answer.ending {
            Ending::Answered => (StepKind::Complete, format!("answered, confidence {:.2}", answer.confidence)),
            Ending::Unsure { why } => (StepKind::Complete, format!("not sure: {why}")),
            Ending::GaveUp { why } => (StepKind::Error, format!("given up, the rules' answer stands: {why}")),
            Ending::Cancelled => (StepKind::Error, "stopped".to_owned()),
        };
        self.emit(context, kind, text);
        answer.made_ms = context.now_ms;
        answer.steps = self.steps.clone();
        self.answer = Some(Box::new(answer.clone()));
        context.effects.push(Effect::End(Box::new(answer)));
    }

    /// An answer without content, with model, usage and warnings.
    fn empty_answer(&self, ending: Ending) -> Answer {
        Answer {
            ending,
            model: Some(self.start.model.name_and_digest()),
            elsewhere: None,
            prompt_version: self.prompt_version,
            style: self.start.style,
            environment: self.start.environment.clone(),
            cause: Vec::new(),
            fixes: Vec::new(),
            teaching: None,
            dropped: Vec::new(),
            warnings: self.warnings.clone(),
            confidence: 0.0,
            factors: Factors::default(),
            iterations: self.usage.iterations,
            tools_used: self.tools_used.clone(),
            prompt_tokens: self.usage.prompt_tokens,
            longest_prompt_tokens: self.usage.longest_prompt_tokens,
            answer_tokens: self.usage.answer_tokens,
            took_ms: self.usage.ms,
            made_ms: 0,
            steps: Vec::new(),
        }
    }
}

/// To three decimals, so that it is the same after it was stored and read.
fn rounded(share: f64) -> f64 {
    (share.clamp(0.0, 1.0) * 1000.0).round() / 1000.0
}
