//! Votes on answers: their effect on the confidence, and how long they count.
//!
//! An answer has one vote. Repeating it changes only the note; the opposite vote replaces it, and the confidence is
//! computed from the answer's own again. A vote stays in force while later builds end in the same answer, whatever the
//! numbers in it (lines, counts). When the text of the answer changes, its own confidence counts, and the vote applies
//! again if the old answer comes back.

mod agent;

use serde::{Deserialize, Serialize};

use crate::cache::AnswerCache;
use crate::records::VoteRecord;
use crate::votes::current::answer_key;
use crate::votes::effect::apply;
use crate::{Rca, Store, StoreError};

/// Factors and bounds of a vote's effect on the confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multipliers {
    /// For an answer that helped.
    pub up: f64,
    /// For one that did not.
    pub down: f64,
    /// A vote raises no confidence above this.
    pub ceiling: f64,
    /// A vote lowers no confidence below this.
    pub floor: f64,
}

impl Default for Multipliers {
    fn default() -> Multipliers {
        Multipliers { up: 1.2, down: 0.5, ceiling: 1.0, floor: 0.1 }
    }
}

/// Effect of a vote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeedbackResult {
    /// The RCA.
    pub rca_id: String,
    /// Whether it helped.
    #[serde(rename = "type")]
    pub vote: Vote,
    /// Before it, 0 to 1.
    pub previous_confidence: f64,
    /// After it, 0 to 1.
    pub new_confidence: f64,
    /// After it, 0 to 1.
    pub quality_score: f64,
    /// Whether a cached answer was evicted.
    pub cache_dropped: bool,
    /// Unix milliseconds.
    pub at_ms: u64,
    /// The answer had the same vote before; the confidence stays.
    pub repeated: bool,
    /// Which answer it was about.
    #[serde(default)]
    pub about: VoteTarget,
}

/// Which answer of an RCA a vote is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoteTarget {
    /// The rules' or a memory's, which every RCA has.
    #[default]
    Rules,
    /// The agent's.
    Agent,
}

/// A person's vote on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Vote {
    /// It helped.
    Up,
    /// It did not.
    Down,
}

/// Statistics of all votes; replaced votes do not count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FeedbackStatistics {
    /// All of them.
    pub total: u64,
    /// Positive votes.
    pub up: u64,
    /// Negative votes.
    pub down: u64,
    /// Share of positive votes, 0 to 1; nothing without votes.
    pub success_rate: Option<f64>,
    /// Mean rise of the confidence by an `up`; nothing without one.
    pub mean_boost: Option<f64>,
    /// Mean fall of the confidence by a `down`; nothing without one.
    pub mean_reduction: Option<f64>,
}

impl Store {
    /// Stores a vote on the answer, given at this Unix time in milliseconds, durable when this returns. Nothing for an
    /// unknown id.
    pub fn feedback(
        &self,
        id: &str,
        vote: Vote,
        note: Option<&str>,
        at_ms: u64,
        multipliers: &Multipliers,
        cache: &AnswerCache,
    ) -> Result<Option<FeedbackResult>, StoreError> {
        let given = GivenVote { vote, note, at_ms, multipliers };
        let Some((rca, result)) = self.cast_vote(id, VoteTarget::Rules, &given, cast)? else { return Ok(None) };
        // After the commit, so that the next cache miss reads the changed store.
        let cache_dropped = match vote {
            Vote::Down => cache.drop_rca(id),
            Vote::Up => {
                cache.renew_confidence(id, rca.analysis.confidence);
                false
            }
        };
        Ok(Some(FeedbackResult { cache_dropped, ..result }))
    }

    /// Stores a vote; the RCA with it, and the result. Nothing for an unknown id, and where `cast` finds no such answer.
    fn cast_vote(
        &self,
        id: &str,
        about: VoteTarget,
        given: &GivenVote<'_>,
        cast: impl FnOnce(&mut Rca, &GivenVote<'_>) -> Option<(f64, f64, bool)>,
    ) -> Result<Option<(Rca, FeedbackResult)>, StoreError> {
        let mut moved = None;
        let changed = self.change_rca(id, |rca| moved = cast(rca, given))?;
        let (Some(rca), Some((previous, new, repeated))) = (changed, moved) else { return Ok(None) };
        let result = FeedbackResult {
            rca_id: rca.id.clone(),
            vote: given.vote,
            previous_confidence: previous,
            new_confidence: new,
            quality_score: rca.quality,
            cache_dropped: false,
            at_ms: given.at_ms,
            repeated,
            about,
        };
        Ok(Some((rca, result)))
    }
}

/// A vote as a person gives it.
struct GivenVote<'a> {
    vote: Vote,
    note: Option<&'a str>,
    /// Unix milliseconds.
    at_ms: u64,
    multipliers: &'a Multipliers,
}

/// Votes on the answer, which every RCA has; the confidence before and after, and whether the vote was repeated.
fn cast(rca: &mut Rca, given: &GivenVote<'_>) -> Option<(f64, f64, bool)> {
    let previous = rca.analysis.confidence;
    let own = rca.own_confidence.unwrap_or(previous);
    let repeated = replace_vote(rca, answer_key(&rca.analysis), own, given);
    rca.user_validated = given.vote == Vote::Up;
    apply(rca);
    Some((previous, rca.analysis.confidence, repeated))
}

/// Replaces the vote on the answer with this key, whose own confidence is `own`; whether the vote was repeated.
fn replace_vote(rca: &mut Rca, answer: String, own: f64, given: &GivenVote<'_>) -> bool {
    let (up, at_ms, multipliers) = (given.vote == Vote::Up, given.at_ms, given.multipliers);
    let before = rca.feedback.iter().position(|vote| vote.answer == answer).map(|at| rca.feedback.remove(at));
    let repeated = before.as_ref().is_some_and(|vote| vote.up == up);
    let mut record = match before {
        Some(record) if repeated => record,
        _ => {
            let (multiplier, bound) =
                if up { (multipliers.up, multipliers.ceiling) } else { (multipliers.down, multipliers.floor) };
            let record = VoteRecord { up, note: None, at_ms, answer, multiplier, bound, before: own, after: own };
            VoteRecord { after: record.apply_to(own), ..record }
        }
    };
    record.at_ms = at_ms;
    record.note = given.note.map(str::to_owned).or(record.note);
    rca.feedback.push(record);
    rca.updated_ms = at_ms;
    repeated
}

/// Counts the votes of one RCA after the other.
#[derive(Default)]
pub(crate) struct FeedbackCount {
    up: (u64, f64),
    down: (u64, f64),
}

impl FeedbackCount {
    pub(crate) fn add(&mut self, rca: &Rca) {
        for record in &rca.feedback {
            let (count, moved) = if record.up { &mut self.up } else { &mut self.down };
            *count += 1;
            *moved += (record.after - record.before).abs();
        }
    }

    pub(crate) fn finish(self) -> FeedbackStatistics {
        let mean = |(count, sum): (u64, f64)| (count > 0).then(|| sum / count as f64);
        let total = self.up.0 + self.down.0;
        FeedbackStatistics {
            total,
            up: self.up.0,
            down: self.down.0,
            success_rate: (total > 0).then(|| self.up.0 as f64 / total as f64),
            mean_boost: mean(self.up),
            mean_reduction: mean(self.down),
        }
    }
}
