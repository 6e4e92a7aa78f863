//! An RCA as it is shown and judged: its answer with the overlays. Changes nothing that is stored.

use rcad_core::Analysis;
use rcad_core::agent::overlay::{self, Overlay};
use rcad_core::model::analysis::Engine;
use rcad_core::model::answer::{Answer, Style};

use crate::records::Rca;
use crate::votes::current::current_agent_vote;

impl Rca {
    /// The answer as it is shown; see [`rcad_core::agent::overlay`].
    pub fn shown(&self) -> Analysis {
        let vote = current_agent_vote(self);
        let own = self.agent.as_ref().map_or(0.0, |answer| answer.confidence);
        let overlay = Overlay {
            now: &self.environment,
            validated: self.user_validated,
            agent: self.agent.as_deref(),
            right: vote.map(|vote| vote.up),
            confidence: vote.map_or(own, |vote| vote.apply_to(own)),
            validated_answer: self.validated_answer.as_deref(),
        };
        let mut shown = overlay::apply(&self.analysis, overlay);
        // The record was added by another program's agent.
        if self.analysis.engine == Engine::Agent {
            shown.model.clone_from(&self.origins.model);
            shown.iterations = Some(self.origins.iterations);
        }
        shown
    }

    /// Whether the agent's answer is still valid: for the versions of the newest build, by this model (name and digest,
    /// as in an answer), with these prompts, in this style or a fuller one, and not voted down.
    pub fn agent_answer_is_current(&self, model: &str, prompt_version: u32, style: Style) -> bool {
        let right = current_agent_vote(self).map(|word| word.up);
        let stands =
            |answer: &Answer| overlay::is_current(answer, right, &self.environment, model, prompt_version, style);
        self.agent.as_deref().is_some_and(stands)
    }

    /// Whether it has an answer that a person validated; such a record is never pruned.
    pub fn is_precious(&self) -> bool {
        self.user_validated || self.validated_answer.is_some() || current_agent_vote(self).is_some_and(|word| word.up)
    }
}
