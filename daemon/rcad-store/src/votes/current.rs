//! Which of the votes on an RCA counts now: the one on the answer that it has now. Only reads.

use rcad_core::Analysis;
use rcad_core::agent::overlay;
use rcad_core::model::answer::Answer;
use sha2::{Digest, Sha256};

use crate::records::{Rca, VoteRecord};

/// The vote on the answer that the RCA has now.
pub fn current_vote(rca: &Rca) -> Option<&VoteRecord> {
    if rca.feedback.is_empty() {
        return None;
    }
    let answer = answer_key(&rca.analysis);
    rca.feedback.iter().find(|vote| vote.answer == answer)
}

/// The vote on the agent's newest answer.
pub fn current_agent_vote(rca: &Rca) -> Option<&VoteRecord> {
    let answer = rca.agent.as_deref().filter(|_| !rca.feedback.is_empty())?;
    let key = agent_answer_key(answer);
    rca.feedback.iter().find(|vote| vote.answer == key)
}

/// Key of an agent's answer; the same text by the rules has another.
pub(crate) fn agent_answer_key(answer: &Answer) -> String {
    format!("agent:{}", cause_key(&overlay::headline_cause(answer)))
}

/// Key of an answer: the first sentence of its cause, without numbers. The rest of the cause counts the build's other
/// errors, and the fixes name locations.
pub(crate) fn answer_key(analysis: &Analysis) -> String {
    cause_key(analysis.root_cause.as_deref().unwrap_or_default())
}

/// The same for a cause alone.
pub(crate) fn cause_key(cause: &str) -> String {
    let first = cause.split_once(". ").map_or(cause, |(first, _)| first).trim_end_matches('.');
    let mut hash = Sha256::new();
    for part in first.split(|c: char| c.is_ascii_digit()).filter(|part| !part.is_empty()) {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex::encode(&hash.finalize()[..8])
}
