//! Votes on the agent's answer. They are stored with those on the RCA's other answers, under a key of their own. The
//! agent's own confidence stays as it was stored.

use rcad_core::Category;
use rcad_core::agent::lesson::{Lesson, Refuted};

use super::{FeedbackResult, GivenVote, Multipliers, Vote, VoteTarget, replace_vote};
use crate::votes::current::{agent_answer_key, current_agent_vote};
use crate::votes::quality::quality;
use crate::{Rca, Store, StoreError};

impl Store {
    /// Stores a vote on the agent's answer, given at this Unix time in milliseconds, durable when this returns. Nothing
    /// for an unknown id, and where the agent names no cause. An answer that is voted down becomes a lesson for its
    /// model.
    pub fn feedback_on_agent(
        &self,
        id: &str,
        vote: Vote,
        note: Option<&str>,
        at_ms: u64,
        multipliers: &Multipliers,
    ) -> Result<Option<FeedbackResult>, StoreError> {
        let given = GivenVote { vote, note, at_ms, multipliers };
        let Some((rca, result)) = self.cast_vote(id, VoteTarget::Agent, &given, cast)? else { return Ok(None) };
        if vote == Vote::Down
            && !result.repeated
            && let Some(lesson) = lesson(&rca, note, at_ms)
        {
            self.learn(&rca.id, &lesson)?;
        }
        Ok(Some(result))
    }
}

/// Votes on the agent's answer, if it names a cause; the confidence before and after, and whether the vote was repeated.
fn cast(rca: &mut Rca, given: &GivenVote<'_>) -> Option<(f64, f64, bool)> {
    let answer = rca.agent.as_deref().filter(|answer| !answer.cause.is_empty())?;
    let (key, own) = (agent_answer_key(answer), answer.confidence);
    let moved = |rca: &Rca| current_agent_vote(rca).map_or(own, |vote| vote.apply_to(own));
    let previous = moved(rca);
    let repeated = replace_vote(rca, key, own, given);
    rca.quality = quality(rca);
    Some((previous, moved(rca), repeated))
}

fn lesson(rca: &Rca, note: Option<&str>, at_ms: u64) -> Option<Lesson> {
    let answer = rca.agent.as_deref()?;
    let statement = answer.cause.first()?.text.trim();
    // The prompt adds who found it wrong.
    let mistake = match note.map(str::trim).filter(|note| !note.is_empty()) {
        Some(note) => format!("\"{statement}\", answered by: {note}"),
        None => statement.to_owned(),
    };
    let model = answer.model.as_deref()?.split('@').next().unwrap_or_default().to_owned();
    let category = rca.analysis.primary().map_or(Category::Other, |primary| primary.category);
    Some(Lesson { model, category, mistake, refuted: Refuted::ByPerson, times: 1, last_ms: at_ms })
}
