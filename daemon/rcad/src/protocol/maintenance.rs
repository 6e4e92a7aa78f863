//! Messages about the whole store: statistics, deleting, pruning.

pub use rcad_store::{DamagedRow, FeedbackResult, Pruned, Statistics, Vote, VoteTarget};
use serde::{Deserialize, Serialize};

/// An RCA was deleted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeleteReply {
    /// Its whole id.
    pub id: String,
    /// Its cause in one line.
    pub line: String,
}

/// Everything was deleted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClearReply {
    /// RCAs that there were.
    pub cleared: u64,
}

/// The result of a prune.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PruneReport {
    /// What was deleted and kept.
    #[serde(flatten)]
    pub pruned: Pruned,
    /// Whether it only reported what it would do.
    pub dry_run: bool,
    /// Milliseconds that it took.
    pub duration_ms: f64,
}

/// Statistics of the store and the daemon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Of the store.
    pub store: Statistics,
    /// Unix milliseconds of the last prune.
    pub pruned_ms: Option<u64>,
    /// Of the cache of recalled answers.
    pub cache: CacheStats,
    /// Each stage of the line, in its order.
    pub performance: Vec<Timing>,
}

/// Use of the cache of recalled answers since the daemon's start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CacheStats {
    /// Lookups that found an answer.
    pub hits: u64,
    /// Lookups that found none.
    pub misses: u64,
    /// Share of lookups that found an answer, 0 to 1; nothing before the first.
    pub hit_rate: Option<f64>,
    /// Answers in it now.
    pub entries: u64,
}

/// Durations of a stage of the line, or of a tool, since the daemon's start; percentiles are within 5 %.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// `total`, `capture`, `parse`, `recall`, `reason`, `store`, `prompt` or `model`; `tool read_file` for a tool of the agent.
    pub stage: String,
    /// How often it ran.
    pub count: u64,
    /// Milliseconds.
    pub mean_ms: f64,
    /// Median, in milliseconds.
    pub p50_ms: f64,
    /// 90th percentile, in milliseconds.
    pub p90_ms: f64,
    /// 99th percentile, in milliseconds.
    pub p99_ms: f64,
}
