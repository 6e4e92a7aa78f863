//! How a job ends, and the answer that is made of it.

use super::{Effect, Job, State, Turn};
use crate::agent::answer::Draft;
use crate::agent::confidence;
use crate::agent::grounding::Checked;
use crate::model::answer::{Answer, Ending, Factors, StepKind};

impl Job {
    /// With what stands of a draft: an answer, or not sure.
    pub(super) fn finish(&mut self, turn: &mut Turn<'_>, draft: &Draft, checked: Checked) {
        let factors = Factors {
            model: rounded(f64::from(draft.confidence.min(100)) / 100.0),
            verified: rounded(checked.share()),
            known: rounded(self.begin.known),
            simple: rounded(self.begin.simple),
            contained: rounded(confidence::contained(&checked.fixes)),
        };
        let confidence = rounded(factors.confidence(turn.weights));
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
            ..self.nothing(ending)
        };
        self.end(turn, answer);
    }

    /// Without an answer that could be read.
    pub(super) fn unsure(&mut self, turn: &mut Turn<'_>, why: String) {
        self.end(turn, self.nothing(Ending::Unsure { why }));
    }

    /// The rules' answer stands.
    pub(super) fn give_up(&mut self, turn: &mut Turn<'_>, why: String) {
        self.end(turn, self.nothing(Ending::GaveUp { why }));
    }

    /// The model can't be asked again: what stands of a first answer is the answer, else it is given up.
    pub(super) fn run_out(&mut self, turn: &mut Turn<'_>, why: String) {
        match self.first.take() {
            Some(first) => self.finish(turn, &first.draft, first.checked),
            None => self.give_up(turn, why),
        }
    }

    pub(super) fn cancelled(&mut self, turn: &mut Turn<'_>) {
        self.end(turn, self.nothing(Ending::Cancelled));
    }

    fn end(&mut self, turn: &mut Turn<'_>, mut answer: Answer) {
        self.state = State::Ended;
        let (kind, told) = match &answer.ending {
            Ending::Answered => (StepKind::Complete, format!("answered, confidence {:.2}", answer.confidence)),
            Ending::Unsure { why } => (StepKind::Complete, format!("not sure: {why}")),
            Ending::GaveUp { why } => (StepKind::Error, format!("given up, the rules' answer stands: {why}")),
            Ending::Cancelled => (StepKind::Error, "stopped".to_owned()),
        };
        self.tell(turn, kind, told);
        answer.made_ms = turn.now_ms;
        answer.steps = self.steps.clone();
        self.answer = Some(Box::new(answer.clone()));
        turn.effects.push(Effect::End(Box::new(answer)));
    }

    /// An answer that says nothing, with all that is known of how it came about.
    fn nothing(&self, ending: Ending) -> Answer {
        Answer {
            ending,
            model: Some(self.begin.model.name_and_digest()),
            elsewhere: None,
            prompt_version: self.prompt_version,
            style: self.begin.style,
            environment: self.begin.environment.clone(),
            cause: Vec::new(),
            fixes: Vec::new(),
            teaching: None,
            dropped: Vec::new(),
            warnings: self.warnings.clone(),
            confidence: 0.0,
            factors: Factors::default(),
            iterations: self.spent.iterations,
            tools_used: self.tools_used.clone(),
            prompt_tokens: self.spent.prompt_tokens,
            longest_prompt_tokens: self.spent.longest_prompt_tokens,
            answer_tokens: self.spent.answer_tokens,
            took_ms: self.spent.ms,
            made_ms: 0,
            steps: Vec::new(),
        }
    }
}

/// To the third decimal: it is not known better, and is the same after it was stored and read.
fn rounded(share: f64) -> f64 {
    (share.clamp(0.0, 1.0) * 1000.0).round() / 1000.0
}
