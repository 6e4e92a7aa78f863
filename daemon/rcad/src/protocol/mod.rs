//! What the daemon and its clients say to each other: HTTP with JSON on the loopback address, below `/api/v1`.
//!
//! | request | answer |
//! |---|---|
//! | `GET status` | [`Status`] |
//! | `GET rcas?limit=N` | [`Summary`] list, newest first |
//! | `GET search?text=…&category=…` | [`search::SearchReply`] for a [`search::SearchQuery`]; 400 for an unknown name |
//! | `GET rcas/ID` | [`Detail`]; 404 for an unknown id, 409 for an ambiguous prefix |
//! | `GET rcas/ID/why` | [`memory::MatchExplanation`] it was matched |
//! | `POST rcas/ID/merge/OTHER` | [`memory::Decision`]; 422 where the two can't be one |
//! | `POST rcas/ID/split/OTHER` | [`memory::Decision`] that takes it back, or keeps the two apart |
//! | `GET rcas/ID/steps` | server-sent events, [`agent::JobEvent`] each: what was seen of the model's work so far, then what comes; ends with it |
//! | `POST rcas/ID/explain` | [`agent::ExplainReply`] for an [`agent::ExplainRequest`]: a model is asked |
//! | `DELETE rcas/ID/explain` | [`agent::StopReply`] |
//! | `GET rcas/ID/audit` | [`agent::AuditReply`]: the bytes that were sent to models |
//! | `POST reports` | [`SubmitReply`] for a [`SubmittedBuild`], stored unless the hook has told of that build |
//! | `GET stats` | [`maintenance::Stats`] |
//! | `GET models` | [`models::AgentModels`]: the models that the agent may ask, and what is known of them |
//! | `POST models/probe` | the same after the model of a [`models::Probe`] was asked what it can do; 502 where it did not answer |
//! | `POST models` | nothing; files of a model have come and are used from now on |
//! | `GET export?project=P` | JSON lines: a first one, each RCA with its builds and reports, each other build, a last one |
//! | `POST import?first=N` | [`transfer::ImportReply`] for lines of an export, the first of which is its Nth |
//! | `GET verify` | [`transfer::VerifyReply`], after reading every record |
//! | `POST stop` | nothing; the daemon ends |
//! | `GET events` | server-sent events, [`StoredBuild`] each |
//!
//! A refused request gets its status code and `{"success": false, "error": {"code", "message"}}`: [`RequestError`]. Its
//! codes are `INVALID_PARAMETERS`, `NOT_FOUND`, `AMBIGUOUS_ID`, `ALREADY_EXISTS`, `NO_RESULTS`, `DB_CONNECTION_FAILED`,
//! `INTERNAL_ERROR`, and outside of the contract `NOT_MERGEABLE`, `MODEL_ERROR`, `STOPPING`, `FORBIDDEN` and `UNAUTHORIZED`.
//! An ID may be a prefix or `last`, as everywhere.
//!
//! The operations of the contract answer `{"success": true, "data": …}`.
//!
//! | request | data |
//! |---|---|
//! | `POST records` | the [`rcad_store::RcaRecord`] that was added; the body has its fields |
//! | `GET records/ID` | the record |
//! | `PATCH records/ID` | the record after the change; the body has the fields to change |
//! | `DELETE records/ID` | [`maintenance::Deleted`] |
//! | `DELETE records` | [`maintenance::Cleared`] |
//! | `DELETE records/damaged` | [`maintenance::DamagedRow`] list: what could not be decoded and is deleted |
//! | `GET records/similar?text=…&language=…&error_type=…&project=…&min_confidence=…&min_quality_score=…&limit=5` | records that read alike, best first, with `similarity` (cosine); `NO_RESULTS` where there are none |
//! | `GET records/stats` | [`maintenance::Statistics`] |
//! | `GET records/health` | what is there and how it is |
//! | `POST records/ID/feedback` | [`maintenance::FeedbackResult`] for `{"word": "up" or "down", "note", "about"}`; `about` is `agent` for the model's answer, `rules` for the other one, nothing for the one that leads |
//! | `GET records/ID/judgement` | its quality, and whether it is to `keep`, `prune` or `flag` |
//! | `POST prune` | [`maintenance::PruneReport`] for `{"dry_run"}` |
//!
//! Each needs `Authorization: Bearer TOKEN` with the token of `daemon.json`.

pub mod agent;
pub mod maintenance;
pub mod memory;
pub mod models;
pub mod search;
pub mod transfer;

use rcad_core::Analysis;
use rcad_core::model::analysis::Engine;
use rcad_core::model::environment::Environment;
use serde::{Deserialize, Serialize};

/// First line that a starting daemon prints to who started it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handshake {
    /// It answers at this address.
    Ready(String),
    /// It could not start.
    Failed(String),
}

/// How the daemon is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Status {
    /// Version of the daemon.
    pub version: String,
    /// Process id.
    pub pid: u32,
    /// `127.0.0.1:port`.
    pub address: String,
    /// Unix milliseconds.
    pub started_ms: u64,
    /// Records that wait in the spool.
    pub waiting: u64,
    /// Records that could not be read.
    pub bad: u64,
    /// Failed records that the scripts dropped because the spool was full.
    pub dropped_failed: u64,
    /// Green records, likewise.
    pub dropped_ok: u64,
    /// Stored RCAs.
    pub rcas: u64,
    /// Builds seen, green ones too.
    pub builds: u64,
    /// Link to the list of RCAs.
    pub page: String,
    /// How far the search index is.
    #[serde(default)]
    pub index: IndexStatus,
    /// What does not work as it should, in words; empty when all is well.
    pub health: Vec<String>,
    /// What had to go so that the store stays below `store.max_mb`, since it was made.
    #[serde(default)]
    pub trimmed: transfer::TrimmedCounts,
    /// The newest RCA.
    pub last: Option<Summary>,
    /// The model that finds by meaning.
    #[serde(default)]
    pub embedding: EmbeddingStatus,
    /// What the agent does.
    #[serde(default)]
    pub agent: agent::AgentStatus,
}

/// The search index, which is built from what is stored.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct IndexStatus {
    /// Whether it is open; it is a moment after the start.
    pub opened: bool,
    /// RCAs that are found by words.
    pub words: u64,
    /// RCAs that are found by meaning.
    pub meaning: u64,
    /// RCAs that have changed and are not taken in yet.
    pub behind: u64,
    /// Why it is being built again.
    pub problem: Option<String>,
}

/// The embedding model, which is optional: without it everything is found by its words.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct EmbeddingStatus {
    /// Its name; empty in the answer of an older daemon.
    pub name: String,
    /// How it is.
    pub state: EmbeddingState,
    /// Directory in which its files are looked for.
    pub dir: String,
    /// What is wrong with each of its files, in words; empty when all is well.
    pub faults: Vec<String>,
}

/// How the embedding model is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmbeddingState {
    /// An older daemon does not say.
    #[default]
    Unknown,
    /// Files are not there.
    Missing,
    /// Files are not as they should be.
    Damaged,
    /// On disk; it is loaded when it is needed.
    #[serde(rename = "resting")]
    Unloaded,
    /// In memory.
    Loaded,
}

/// One RCA in a list.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// 12 hex digits.
    pub id: String,
    /// `v1:…`.
    pub fingerprint: Option<String>,
    /// Failed builds that ended in it.
    pub occurrences: u64,
    /// RFC 3339, UTC.
    pub first_seen: String,
    /// RFC 3339, UTC.
    pub last_seen: String,
    /// Root directory of the project.
    pub project: Option<String>,
    /// Category id of the primary failure.
    pub category: String,
    /// Root cause, whole.
    pub root_cause: Option<String>,
    /// Who wrote it.
    pub engine: Engine,
    /// 0 to 1.
    pub confidence: f64,
    /// The cause in one line.
    pub line: String,
    /// Link to its page.
    pub page: String,
}

impl Summary {
    /// As much of the id as people like to type; should two begin alike, the daemon names both.
    pub fn short_id(&self) -> &str {
        self.id.get(..6).unwrap_or(&self.id)
    }
}

/// One RCA whole.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Detail {
    /// As in a list.
    pub summary: Summary,
    /// Versions told by the newest build.
    pub environment: Environment,
    /// The answer.
    pub analysis: Analysis,
}

/// A log to be diagnosed and stored, from `rcad run`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SubmittedBuild {
    /// Names the build; the same one again changes nothing.
    pub id: String,
    /// The whole output.
    pub text: String,
    /// Directory in which it ran.
    pub project: Option<String>,
    /// The command's words.
    pub command: Vec<String>,
    /// Unix milliseconds.
    pub started_ms: u64,
    /// Unix milliseconds.
    pub ended_ms: u64,
}

/// Answer to a [`SubmittedBuild`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SubmitReply {
    /// The RCA; nothing where no failure was found.
    pub detail: Option<Detail>,
}

/// A build was stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredBuild {
    /// The report's id; for a spooled record its file name.
    pub report: String,
    /// The RCA it ended in, for a failed build.
    pub rca: Option<String>,
    /// Failed builds that ended in it.
    pub occurrences: u64,
}

/// The body of an operation of the contract, or of a request that was refused: data or an error.
#[derive(Clone, Debug, Deserialize)]
pub struct Envelope<T> {
    /// What was asked for.
    pub data: Option<T>,
    /// Why it was refused.
    pub error: Option<RequestError>,
}

/// Why a request was refused.
#[derive(Clone, Debug, Deserialize)]
pub struct RequestError {
    /// One of the codes above.
    pub code: String,
    /// What failed, on what.
    pub message: String,
}
