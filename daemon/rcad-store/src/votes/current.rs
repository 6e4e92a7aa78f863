//! Which of the votes on an RCA counts now: the one on the answer that it has now. Only reads.

use rcad_core::Analysis;
use rcad_core::agent::overlay;
use rcad_core::model::answer::Answer;
use sha2::{Digest, Sha256};

use crate::records::{Rca, VoteRecord};

/// The word on the answer that the RCA has now.
pub fn current_vote(rca: &Rca) -> Option<&VoteRecord> {
    if rca.feedback.is_empty() {
        return None;
    }
    let answer = answer_key(&rca.analysis);
    rca.feedback.iter().find(|said| said.answer == answer)
}

/// The word on the answer that the agent has given last.
pub fn current_agent_vote(rca: &Rca) -> Option<&VoteRecord> {
    let answer = rca.agent.as_deref().filter(|_| !rca.feedback.is_empty())?;
    let key = agent_answer_key(answer);
    rca.feedback.iter().find(|said| said.answer == key)
}

/// Names an answer of the agent's, apart from the same words by the rules.
pub(crate) fn agent_answer_key(answer: &Answer) -> String {
    format!("agent:{}", words_key(&overlay::headline_cause(answer)))
}

/// Names an answer by what it says: the first sentence of the cause, without its numbers. What follows it counts the other
/// errors of that build; the fixes name places.
pub(crate) fn answer_key(analysis: &Analysis) -> String {
    words_key(analysis.root_cause.as_deref().unwrap_or_default())
}

/// The same for the words alone.
pub(crate) fn words_key(cause: &str) -> String {
    let first = cause.split_once(". ").map_or(cause, |(first, _)| first).trim_end_matches('.');
    let mut hash = Sha256::new();
    for part in first.split(|c: char| c.is_ascii_digit()).filter(|part| !part.is_empty()) {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex::encode(&hash.finalize()[..8])
}
