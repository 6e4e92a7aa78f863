//! What a vote does to its RCA: to the answer's confidence, whether it is validated, and the quality; and what becomes of it
//! when a build renews the answer.

use rcad_core::model::analysis::{AnswerText, Engine, ValidatedAnswer};

use crate::records::Rca;
use crate::votes::current::{answer_key, current_vote, words_key};
use crate::votes::quality::quality;

/// Takes over what people said when a build has renewed the RCA.
pub(crate) fn carry_over(before: &Rca, renewed: &mut Rca) {
    let same_answer = answer_key(&before.analysis) == answer_key(&renewed.analysis);
    // Given again out of memory, its confidence may hold the word already.
    let recalled = same_answer && renewed.analysis.engine == Engine::Memory;
    if recalled {
        renewed.origins = before.origins.clone();
    }
    renewed.own_confidence = before.own_confidence.filter(|_| recalled);
    renewed.user_validated = same_answer && before.user_validated;
    if before.user_validated && !same_answer {
        // The rules say something else, or the versions have changed: what somebody found right stays readable.
        let (words, engine) = (AnswerText::of(&before.analysis), before.analysis.engine);
        let right = ValidatedAnswer { words, engine, environment: before.environment.clone(), differs: Vec::new() };
        renewed.validated_answer = Some(Box::new(right));
    }
    let now = answer_key(&renewed.analysis);
    renewed.validated_answer.take_if(|right| words_key(right.words.root_cause.as_deref().unwrap_or_default()) == now);
    apply(renewed);
}

/// Counts confidence, validation and quality from the word in force. Every change of an RCA's answer ends here.
pub(crate) fn apply(rca: &mut Rca) {
    let own = rca.own_confidence.take().unwrap_or(rca.analysis.confidence);
    rca.analysis.confidence = own;
    if let Some((up, moved)) = current_vote(rca).map(|said| (said.up, said.moves(own))) {
        rca.own_confidence = Some(own);
        rca.analysis.confidence = moved;
        rca.user_validated = up;
    }
    rca.quality = quality(rca);
}
