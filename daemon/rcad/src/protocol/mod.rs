//! The protocol between the daemon and its clients: HTTP with JSON on the loopback address, below `/api/v1`.
//!
//! | request | answer |
//! |---|---|
//! | `GET status` | [`Status`] |
//! | `GET rcas?limit=N` | [`RcaSummary`] list, newest first |
//! | `GET search?text=…&category=…` | [`search::SearchReply`] for a [`search::SearchQuery`]; 400 for an unknown name |
//! | `GET rcas/ID` | [`RcaDetail`]; 404 for an unknown id, 409 for an ambiguous prefix |
//! | `GET rcas/ID/why` | [`memory::MatchExplanation`] |
//! | `POST rcas/ID/merge/OTHER` | [`memory::MergeDecision`]; 422 if the two can't be merged |
//! | `POST rcas/ID/split/OTHER` | [`memory::MergeDecision`]: undoes a merge, or keeps the two apart |
//! | `GET rcas/ID/steps` | server-sent events, [`agent::JobEvent`] each: past and new events of the job; ends with it |
//! | `POST rcas/ID/explain` | [`agent::ExplainReply`] for an [`agent::ExplainRequest`] |
//! | `DELETE rcas/ID/explain` | [`agent::StopReply`] |
//! | `GET rcas/ID/audit` | [`agent::AuditReply`]: the exact requests sent to models |
//! | `POST reports` | [`SubmitReply`] for a [`SubmittedBuild`], which is stored unless the hook has reported it |
//! | `GET timeline?since=MS&limit=N` | [`timeline::TimelineEvent`] list, oldest first: builds, installed apps, crashes |
//! | `GET libraries?name=N&owner=O` | [`rcad_core::code::libraries::LibraryHome`] list: the libraries in Gradle's caches that have a name |
//! | `GET stats` | [`maintenance::Stats`] |
//! | `GET models` | [`models::AgentModels`]: the models that the agent may ask |
//! | `POST models/probe` | the same after probing the model of a [`models::ProbeRequest`]; 502 if it did not answer |
//! | `POST models` | nothing; reports new files of the embedding model |
//! | `GET export?project=P` | JSON lines: a header, each RCA with its builds and reports, each other build, a trailer |
//! | `POST import?first=N` | [`transfer::ImportReply`] for lines of an export, beginning with its Nth |
//! | `GET verify` | [`transfer::VerifyReply`] after reading every record |
//! | `POST stop` | nothing; stops the daemon |
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
//! | `DELETE records/ID` | [`maintenance::DeleteReply`] |
//! | `DELETE records` | [`maintenance::ClearReply`] |
//! | `DELETE records/damaged` | [`maintenance::DamagedRow`] list: what could not be decoded and is deleted |
//! | `GET records/similar?text=…&language=…&error_type=…&project=…&min_confidence=…&min_quality_score=…&limit=5` | records that read alike, best first, with `similarity` (cosine); `NO_RESULTS` where there are none |
//! | `GET records/stats` | [`maintenance::Statistics`] |
//! | `GET records/health` | the health of the store and the index |
//! | `POST records/ID/feedback` | [`maintenance::FeedbackResult`] for `{"word": "up" or "down", "note", "about"}`; `about` is `agent` for the model's answer, `rules` for the other one, nothing for the one that leads |
//! | `GET records/ID/judgement` | its quality, and whether it is to `keep`, `prune` or `flag` |
//! | `POST prune` | [`maintenance::PruneReport`] for `{"dry_run"}` |
//!
//! Each needs `Authorization: Bearer TOKEN` with the token of `daemon.json`.

pub mod agent;
pub mod devices;
pub mod maintenance;
pub mod memory;
pub mod models;
pub mod search;
pub mod timeline;
pub mod transfer;

use rcad_core::Analysis;
use rcad_core::model::analysis::Engine;
use rcad_core::model::environment::Environment;
use serde::{Deserialize, Serialize};

/// First line on stdout of a starting daemon, for the process that started it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handshake {
    /// It answers at this address.
    Ready(String),
    /// The start failed.
    Failed(String),
}

/// State of the daemon.
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
    /// Records that can't be read.
    pub bad: u64,
    /// Failed records that the scripts dropped because the spool was full.
    pub dropped_failed: u64,
    /// Green records, likewise.
    pub dropped_ok: u64,
    /// Stored RCAs.
    pub rcas: u64,
    /// Builds seen, green ones too.
    pub builds: u64,
    /// Crashes of apps on devices.
    #[serde(default)]
    pub crashes: u64,
    /// Link to the list of RCAs.
    pub page: String,
    /// State of the search index.
    #[serde(default)]
    pub index: IndexStatus,
    /// Current problems, in words; empty when all is well.
    pub health: Vec<String>,
    /// Records removed so far to keep the store below `store.max_mb`.
    #[serde(default)]
    pub trimmed: transfer::TrimmedCounts,
    /// The newest RCA, also one whose tasks are green again.
    pub last: Option<RcaSummary>,
    /// The newest failed build whose tasks have not succeeded since.
    #[serde(default)]
    pub red: Option<RcaSummary>,
    /// The embedding model.
    #[serde(default)]
    pub embedding: EmbeddingStatus,
    /// State of the agent.
    #[serde(default)]
    pub agent: agent::AgentStatus,
    /// Android devices.
    #[serde(default)]
    pub devices: devices::DevicesStatus,
}

/// State of the search index, which is derived from the store.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct IndexStatus {
    /// Whether it is open, which takes a moment after the start.
    pub opened: bool,
    /// RCAs in the text index.
    pub words: u64,
    /// RCAs with a vector.
    pub meaning: u64,
    /// Changed RCAs that are not indexed yet.
    pub behind: u64,
    /// Why it is being rebuilt.
    pub problem: Option<String>,
}

/// State of the embedding model. It is optional: without it search uses text only.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct EmbeddingStatus {
    /// Its name; empty in the answer of an older daemon.
    pub name: String,
    /// Its state.
    pub state: EmbeddingState,
    /// Directory of its files.
    pub dir: String,
    /// Problems with its files, in words; empty when all is well.
    pub faults: Vec<String>,
}

/// State of an embedding model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmbeddingState {
    /// An older daemon does not report it.
    #[default]
    Unknown,
    /// Files are not there.
    Missing,
    /// Files have the wrong content.
    Damaged,
    /// On disk; loaded when needed.
    #[serde(rename = "resting")]
    Unloaded,
    /// In memory.
    Loaded,
}

/// One RCA in a list.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RcaSummary {
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
    /// Its author.
    pub engine: Engine,
    /// 0 to 1.
    pub confidence: f64,
    /// The cause in one line.
    pub line: String,
    /// Link to its page.
    pub page: String,
    /// When and by what its tasks succeeded again; nothing while they have not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub green_again: Option<memory::GreenAgain>,
}

impl RcaSummary {
    /// A short prefix of the id. If two RCAs share it, the daemon names both.
    pub fn short_id(&self) -> &str {
        self.id.get(..6).unwrap_or(&self.id)
    }
}

/// One RCA whole.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RcaDetail {
    /// As in a list.
    pub summary: RcaSummary,
    /// Versions of the newest build.
    pub environment: Environment,
    /// The answer.
    pub analysis: Analysis,
    /// The newest crash, for a failure at run time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crash: Option<devices::CrashDetail>,
}

/// A failed build of `rcad run`, to be diagnosed and stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SubmittedBuild {
    /// Identifies the build; submitting it again changes nothing.
    pub id: String,
    /// The whole output.
    pub text: String,
    /// Directory in which it ran.
    pub project: Option<String>,
    /// The command with its arguments.
    pub command: Vec<String>,
    /// Unix milliseconds.
    pub started_ms: u64,
    /// Unix milliseconds.
    pub ended_ms: u64,
}

/// Answer to a [`SubmittedBuild`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SubmitReply {
    /// The RCA; nothing if no failure was found.
    pub detail: Option<RcaDetail>,
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

/// The body of a contract operation's reply, or of a refusal: data or an error.
#[derive(Clone, Debug, Deserialize)]
pub struct Envelope<T> {
    /// The result.
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
