//! An RCA as it is shown and judged: with all that stands beside its answer. Changes nothing that is kept.

use rcad_core::Analysis;
use rcad_core::agent::overlay::{self, Overlay};
use rcad_core::model::analysis::Engine;
use rcad_core::model::answer::{Answer, Style};

use crate::records::Rca;
use crate::votes::current::current_agent_vote;

impl Rca {
    /// The answer as it is shown, with all that stands beside it; see [`rcad_core::agent::overlay`].
    pub fn shown(&self) -> Analysis {
        let word = current_agent_vote(self);
        let own = self.agent.as_ref().map_or(0.0, |answer| answer.confidence);
        let beside = Overlay {
            now: &self.environment,
            validated: self.user_validated,
            agent: self.agent.as_deref(),
            right: word.map(|said| said.up),
            confidence: word.map_or(own, |said| said.moves(own)),
            validated_answer: self.validated_answer.as_deref(),
        };
        let mut shown = overlay::apply(&self.analysis, beside);
        // Another program's agent has told of itself when it added the record.
        if self.analysis.engine == Engine::Agent {
            shown.model.clone_from(&self.origins.model);
            shown.iterations = Some(self.origins.iterations);
        }
        shown
    }

    /// Whether what the agent said of this failure needs no asking again: for the versions of its newest build, by this model
    /// (name and digest, as in an answer), with these prompts, in this style or a fuller one, and nobody has called it wrong.
    pub fn agent_answer_stands(&self, model: &str, prompt_version: u32, style: Style) -> bool {
        let right = current_agent_vote(self).map(|word| word.up);
        let stands =
            |answer: &Answer| overlay::is_current(answer, right, &self.environment, model, prompt_version, style);
        self.agent.as_deref().is_some_and(stands)
    }

    /// Whether a person has found an answer right that is here; such a record is never pruned.
    pub fn is_precious(&self) -> bool {
        self.user_validated || self.validated_answer.is_some() || current_agent_vote(self).is_some_and(|word| word.up)
    }
}
