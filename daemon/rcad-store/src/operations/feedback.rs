//! A person's vote on an answer: what it does to the confidence, and how long it counts.
//!
//! A vote is about one answer and there is one vote an answer: saying the same again changes nothing but the note, saying the
//! opposite takes the place of what was said, and the confidence is then counted from the answer's own, as if the first vote
//! had never been. A later build that ends in the same answer leaves the vote in force, whatever the numbers in it (lines,
//! counts) are by then. When the answer changes its words, nobody has judged the new one: its own confidence counts, and the
//! old vote waits for the old answer to come back.

mod agent;

use serde::{Deserialize, Serialize};

use crate::cache::AnswerCache;
use crate::records::VoteRecord;
use crate::votes::current::answer_key;
use crate::votes::effect::apply;
use crate::{Rca, Store, StoreError};

/// What a vote does to a confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multipliers {
    /// For an answer that helped.
    pub up: f64,
    /// For one that did not.
    pub down: f64,
    /// A vote lifts no confidence above this.
    pub ceiling: f64,
    /// A vote lowers no confidence below this.
    pub floor: f64,
}

impl Default for Multipliers {
    fn default() -> Multipliers {
        Multipliers { up: 1.2, down: 0.5, ceiling: 1.0, floor: 0.1 }
    }
}

/// What a vote has done.
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
    /// Whether an answer in memory was thrown out for it.
    pub cache_dropped: bool,
    /// Unix milliseconds.
    pub at_ms: u64,
    /// It had been said of this answer before; the confidence stays.
    pub repeated: bool,
    /// Which answer it was about.
    #[serde(default)]
    pub about: VoteTarget,
}

/// Which of the two answers that an RCA may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoteTarget {
    /// The rules' or a memory's, which every RCA has.
    #[default]
    Rules,
    /// The agent's beside it.
    Agent,
}

/// What a person says of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Vote {
    /// It helped.
    Up,
    /// It did not.
    Down,
}

/// All words on the answers that are stored; a vote that was taken back is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FeedbackStatistics {
    /// All of them.
    pub total: u64,
    /// That an answer helped.
    pub up: u64,
    /// That one did not.
    pub down: u64,
    /// Share of those that helped, 0 to 1; nothing while there is no vote.
    pub success_rate: Option<f64>,
    /// By how much an `up` raised the confidence, on average; nothing while there is none.
    pub mean_boost: Option<f64>,
    /// By how much a `down` lowered it, on average; nothing while there is none.
    pub mean_reduction: Option<f64>,
}

impl Store {
    /// Takes a person's vote, said at this Unix time in milliseconds, durable when this returns. Nothing for an unknown id.
    pub fn feedback(
        &self,
        id: &str,
        vote: Vote,
        note: Option<&str>,
        at_ms: u64,
        multipliers: &Multipliers,
        cache: &AnswerCache,
    ) -> Result<Option<FeedbackResult>, StoreError> {
        let mut said = None;
        let changed = self.change_rca(id, |rca| said = Some(say(rca, vote, note, at_ms, multipliers)))?;
        let (Some(rca), Some((previous, repeated))) = (changed, said) else { return Ok(None) };
        // After the commit: whoever misses the cache next finds the store as it is now.
        let cache_dropped = match vote {
            Vote::Down => cache.drop_rca(id),
            Vote::Up => {
                cache.renew_confidence(id, rca.analysis.confidence);
                false
            }
        };
        Ok(Some(FeedbackResult {
            rca_id: rca.id,
            vote,
            previous_confidence: previous,
            new_confidence: rca.analysis.confidence,
            quality_score: rca.quality,
            cache_dropped,
            at_ms,
            repeated,
            about: VoteTarget::Rules,
        }))
    }
}

/// The confidence before, and whether the same had been said.
fn say(rca: &mut Rca, vote: Vote, note: Option<&str>, at_ms: u64, multipliers: &Multipliers) -> (f64, bool) {
    let previous = rca.analysis.confidence;
    let own = rca.own_confidence.unwrap_or(previous);
    let repeated = take(rca, answer_key(&rca.analysis), own, vote, note, at_ms, multipliers);
    rca.user_validated = vote == Vote::Up;
    apply(rca);
    (previous, repeated)
}

/// Puts a vote on the answer with this key, whose own confidence is `own`, in place of the one before; whether that said the
/// same.
fn take(
    rca: &mut Rca,
    answer: String,
    own: f64,
    vote: Vote,
    note: Option<&str>,
    at_ms: u64,
    multipliers: &Multipliers,
) -> bool {
    let up = vote == Vote::Up;
    let before = rca.feedback.iter().position(|said| said.answer == answer).map(|at| rca.feedback.remove(at));
    let repeated = before.as_ref().is_some_and(|said| said.up == up);
    let mut said = match before {
        Some(said) if repeated => said,
        _ => {
            let (multiplier, bound) =
                if up { (multipliers.up, multipliers.ceiling) } else { (multipliers.down, multipliers.floor) };
            let said = VoteRecord { up, note: None, at_ms, answer, multiplier, bound, before: own, after: own };
            VoteRecord { after: said.moves(own), ..said }
        }
    };
    said.at_ms = at_ms;
    said.note = note.map(str::to_owned).or(said.note);
    rca.feedback.push(said);
    rca.updated_ms = at_ms;
    repeated
}

/// Counts words one RCA after the other.
#[derive(Default)]
pub(crate) struct FeedbackCount {
    up: (u64, f64),
    down: (u64, f64),
}

impl FeedbackCount {
    pub(crate) fn add(&mut self, rca: &Rca) {
        for said in &rca.feedback {
            let (count, moved) = if said.up { &mut self.up } else { &mut self.down };
            *count += 1;
            *moved += (said.after - said.before).abs();
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
