//! The store's records as the program sees them; `format` has the types on disk.

use rcad_core::agent::machine::Job;
use rcad_core::agent::redact::Redaction;
use rcad_core::model::analysis::ValidatedAnswer;
use rcad_core::model::answer::{Answer, Style};
use rcad_core::model::declared::{Declared, DeclaredChange};
use rcad_core::model::device::AppRun;
use rcad_core::model::environment::Environment;
use rcad_core::model::memory::{CodeChange, ObservedFix, VersionComparison};
use rcad_core::model::report::Outcome;
use rcad_core::{Analysis, Report};

/// Version of RCAs and builds on disk.
pub const VERSION: u32 = 2;

/// A stored root cause analysis: one a fingerprint and project.
#[derive(Clone, Debug, PartialEq)]
pub struct Rca {
    /// Record version.
    pub v: u32,
    /// 12 hex digits.
    pub id: String,
    /// Root directory of the project, where known.
    pub project: Option<String>,
    /// Last part of it, for people.
    pub project_name: Option<String>,
    /// Failed builds that ended in it.
    pub occurrences: u64,
    /// Unix milliseconds.
    pub first_seen_ms: u64,
    /// Unix milliseconds.
    pub last_seen_ms: u64,
    /// The newest report that ended in it.
    pub last_report: String,
    /// Unix milliseconds at which it was last announced on the desktop.
    pub announced_ms: Option<u64>,
    /// Versions from the newest report.
    pub environment: Environment,
    /// The answer for the newest report; its `id` is this record's.
    pub analysis: Analysis,
    /// Whether a person validated the answer.
    pub user_validated: bool,
    /// How much the record is worth keeping, 0 to 1; see `quality`.
    pub quality: f64,
    /// Ids of its stored reports, in the order in which they were put.
    pub reports: Vec<String>,
    /// Votes on the answers it has had, one per answer, oldest first.
    pub feedback: Vec<VoteRecord>,
    /// The answer's own confidence, where a vote has changed the analysis'.
    pub own_confidence: Option<f64>,
    /// Unix milliseconds at which a person or a program last changed it; 0 for never.
    pub updated_ms: u64,
    /// Origins of the answer that an analysis does not have.
    pub origins: Origins,
    /// Fingerprints of failures that a person has declared the same as this one (`rcad merge`).
    pub merged: Vec<String>,
    /// Ids of RCAs that a person has declared another failure (`rcad split`).
    pub split_from: Vec<String>,
    /// When its tasks succeeded again, oldest first. It is open while the newest is older than `last_seen_ms`.
    pub resolutions: Vec<Resolution>,
    /// The agent's answer, kept in addition to `analysis`.
    pub agent: Option<Box<Answer>>,
    /// The newest answer with another text that a person validated before a later build replaced it.
    pub validated_answer: Option<Box<ValidatedAnswer>>,
}

impl Rca {
    /// Whether its tasks have not succeeded since it was last seen.
    pub fn is_open(&self) -> bool {
        self.resolved().is_none()
    }

    /// When its tasks succeeded since it was last seen; nothing while they have not.
    pub fn resolved(&self) -> Option<&Resolution> {
        self.resolutions.last().filter(|newest| newest.green_ms >= self.last_seen_ms)
    }
}

/// A stored vote on an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct VoteRecord {
    /// Whether it helped.
    pub up: bool,
    /// The person's note.
    pub note: Option<String>,
    /// Unix milliseconds.
    pub at_ms: u64,
    /// Key of the answer; see `votes`.
    pub answer: String,
    /// Factor on the confidence as long as the RCA has that answer.
    pub multiplier: f64,
    /// Up: the confidence rises to this at most. Down: it falls to this at most.
    pub bound: f64,
    /// Confidence before the vote, 0 to 1.
    pub before: f64,
    /// Confidence after it, 0 to 1.
    pub after: f64,
}

impl VoteRecord {
    /// An answer's own confidence after this vote. A confidence that is beyond the bound already stays.
    pub(crate) fn apply_to(&self, own: f64) -> f64 {
        let moved = own * self.multiplier;
        if self.up { moved.min(self.bound).max(own) } else { moved.max(self.bound).min(own) }
    }
}

/// Origins of an answer, and what the program that added it sent along.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// Name and digest of the model that wrote it.
    pub model: Option<String>,
    /// Tools that the model called.
    pub tool_calls_made: u32,
    /// Steps that it took.
    pub iterations: u32,
    /// Code around the location.
    pub code_context: Option<String>,
    /// The exception's frames.
    pub stack_trace: Option<String>,
    /// What a person said when it was checked.
    pub validation_feedback: Option<String>,
}

/// A build, successful ones too, or a crash of an app.
#[derive(Clone, Debug, PartialEq)]
pub struct Build {
    /// Record version.
    pub v: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// Unix milliseconds; the start where it is known.
    pub started_ms: Option<u64>,
    /// Unix milliseconds.
    pub ended_ms: u64,
    /// Root directory of the project.
    pub project: Option<String>,
    /// Tasks that were asked for.
    pub tasks: Vec<String>,
    /// Versions from the capture.
    pub environment: Environment,
    /// The RCA it ended in, for a failed one.
    pub rca: Option<String>,
    /// For a crash in place of a build: the app that crashed.
    pub app: Option<AppRun>,
    /// For a successful build: what its project declares otherwise than at the successful build before.
    pub changes: Vec<DeclaredChange>,
}

impl Build {
    /// The record of a report's build.
    pub fn of(report: &Report, rca: Option<&str>) -> Build {
        Build {
            v: VERSION,
            outcome: report.outcome,
            started_ms: report.started_ms,
            ended_ms: report.ended_ms,
            project: report.project.clone(),
            tasks: report.tasks.clone(),
            environment: report.environment.clone(),
            rca: rca.map(str::to_owned),
            app: report.app.clone(),
            changes: Vec::new(),
        }
    }
}

/// A failed build's tasks succeeded later.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    /// The last failed build before, Unix milliseconds.
    pub failed_ms: u64,
    /// The successful build, Unix milliseconds.
    pub green_ms: u64,
    /// Versions that differed between the two.
    pub versions: Vec<VersionComparison>,
    /// How the failing code changed; nothing where it could not be read.
    pub change: Option<CodeChange>,
    /// What differed in the project's files. It is added once the green state is kept; nothing where one of the two is not.
    pub fix: Option<ObservedFix>,
    /// What is left to do for that; nothing once it is done.
    pub search: Option<FixSearch>,
}

/// A search for what made a failure green again that has not been finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixSearch {
    /// Id of the successful build's report.
    pub green: String,
    /// How often it was begun.
    pub begun: u32,
}

/// A build with the id of its report.
pub(crate) struct NamedBuild {
    pub(crate) id: String,
    pub(crate) build: Build,
}

/// A stored job, one per RCA.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredJob {
    /// The RCA that it is about.
    pub rca: String,
    /// Of its primary failure; a fingerprint is queued once.
    pub fingerprint: String,
    /// Unix milliseconds at which the failure was last seen: the newest is next.
    pub queued_ms: u64,
    /// The model that a person asked for by name.
    pub model: Option<String>,
    /// A person requested it, even if there is an answer.
    pub asked: bool,
    /// The requested style.
    pub style: Option<Style>,
    /// State of the started job; nothing before its start, or where the stored state can't be decoded.
    pub job: Option<Job>,
    /// Address of the server, once one was chosen.
    pub server: Option<String>,
    /// The values of its placeholders.
    pub redaction: Redaction,
}

/// A request as it was sent to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentRequest {
    /// Unix milliseconds.
    pub at_ms: u64,
    /// Address of the server.
    pub server: String,
    /// The body, byte for byte; it is JSON and so UTF-8.
    pub body: String,
}

/// A project that builds an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnApp {
    /// Root directory of the project that has built it last.
    pub project: String,
    /// Unix milliseconds at which that build ended.
    pub built_ms: u64,
}

/// What a project declared at its newest successful build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectDeclarations {
    /// Unix milliseconds at which that build ended.
    pub at_ms: u64,
    /// All of it, in order.
    pub all: Vec<Declared>,
}
