//! Effect of votes on an RCA: the answer's confidence, whether it is validated, and the quality; also when a build renews
//! the answer.

use rcad_core::model::analysis::{AnswerText, Engine, ValidatedAnswer};

use crate::records::Rca;
use crate::votes::current::{answer_key, cause_key, current_vote};
use crate::votes::quality::quality;

/// Carries votes over when a build has renewed the RCA.
pub(crate) fn carry_over(before: &Rca, renewed: &mut Rca) {
    let same_answer = answer_key(&before.analysis) == answer_key(&renewed.analysis);
    // The confidence of a recalled answer may include the vote already.
    let recalled = same_answer && renewed.analysis.engine == Engine::Memory;
    if recalled {
        renewed.origins = before.origins.clone();
    }
    renewed.own_confidence = before.own_confidence.filter(|_| recalled);
    renewed.user_validated = same_answer && before.user_validated;
    if before.user_validated && !same_answer {
        // The rules say something else, or the versions have changed: keep the validated answer.
        let (words, engine) = (AnswerText::of(&before.analysis), before.analysis.engine);
        let right = ValidatedAnswer { words, engine, environment: before.environment.clone(), differs: Vec::new() };
        renewed.validated_answer = Some(Box::new(right));
    }
    let now = answer_key(&renewed.analysis);
    renewed.validated_answer.take_if(|right| cause_key(right.words.root_cause.as_deref().unwrap_or_default()) == now);
    apply(renewed);
}

/// Computes confidence, validation and quality from the current vote. Called after every change of an RCA's answer.
pub(crate) fn apply(rca: &mut Rca) {
    let own = rca.own_confidence.take().unwrap_or(rca.analysis.confidence);
    rca.analysis.confidence = own;
    if let Some((up, moved)) = current_vote(rca).map(|said| (said.up, said.apply_to(own))) {
        rca.own_confidence = Some(own);
        rca.analysis.confidence = moved;
        rca.user_validated = up;
    }
    rca.quality = quality(rca);
}
