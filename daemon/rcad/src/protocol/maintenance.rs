//! What the daemon answers about the memory as a whole: statistics, feedback, pruning, deleting.

pub use rcad_store::{DamagedRow, FeedbackResult, Pruned, Statistics, Vote, VoteTarget};
use serde::{Deserialize, Serialize};

/// An RCA was deleted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Deleted {
    /// Its whole id.
    pub id: String,
    /// Its cause in one line.
    pub line: String,
}

/// Everything was deleted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cleared {
    /// RCAs that there were.
    pub cleared: u64,
}

/// What a prune has done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PruneReport {
    /// What it did.
    #[serde(flatten)]
    pub pruned: Pruned,
    /// It only told what it would do.
    pub dry_run: bool,
    /// Milliseconds that it took.
    pub duration_ms: f64,
}

/// What is stored, how good it is, and how fast the daemon works.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Of the store.
    pub store: Statistics,
    /// Unix milliseconds of the last prune.
    pub pruned_ms: Option<u64>,
    /// Of the answers in memory.
    pub cache: CacheStats,
    /// Each stage of the line, in its order.
    pub performance: Vec<Timing>,
}

/// How often the answers in memory had what was asked for, since the daemon started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CacheStats {
    /// Questions answered from memory.
    pub hits: u64,
    /// Questions not answered from it.
    pub misses: u64,
    /// Hits of all questions, 0 to 1; nothing before the first question.
    pub hit_rate: Option<f64>,
    /// Answers in it now.
    pub entries: u64,
}

/// How long a stage of the line, or a tool, took since the daemon started; percentiles are within 5 %.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// `total`, `capture`, `parse`, `recall`, `reason`, `store`, `prompt` or `model`; `tool read_file` for a tool of the agent.
    pub stage: String,
    /// How often it ran.
    pub count: u64,
    /// Milliseconds.
    pub mean_ms: f64,
    /// Milliseconds that half of the runs stayed below.
    pub p50_ms: f64,
    /// Milliseconds that nine of ten stayed below.
    pub p90_ms: f64,
    /// Milliseconds that 99 of 100 stayed below.
    pub p99_ms: f64,
}
