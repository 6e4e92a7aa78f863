//! The records that the store keeps, as the program sees them. What lies on disk stands in `format`.

use rcad_core::agent::machine::Job;
use rcad_core::agent::redact::Redaction;
use rcad_core::model::analysis::ValidatedAnswer;
use rcad_core::model::answer::{Answer, Style};
use rcad_core::model::environment::Environment;
use rcad_core::model::memory::{CodeChange, VersionComparison};
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
    /// Versions told by the newest report.
    pub environment: Environment,
    /// The answer for the newest report; its `id` is this record's.
    pub analysis: Analysis,
    /// Whether a person has said that the answer is right.
    pub user_validated: bool,
    /// How much the record is worth keeping, 0 to 1; see `quality`.
    pub quality: f64,
    /// Ids of the reports that ended in it and are kept, in the order in which they were put.
    pub reports: Vec<String>,
    /// What people said of the answers it has had, one word an answer, oldest first.
    pub feedback: Vec<VoteRecord>,
    /// The confidence of who wrote the answer, where a person's word has changed the analysis' own.
    pub own_confidence: Option<f64>,
    /// Unix milliseconds at which a person or a program last changed it; 0 for never.
    pub updated_ms: u64,
    /// How the answer came about, as far as an analysis does not say it.
    pub origins: Origins,
    /// Fingerprints of failures that a person has declared the same as this one (`rcad merge`).
    pub merged: Vec<String>,
    /// Ids of RCAs that a person has declared to be something else (`rcad split`).
    pub split_from: Vec<String>,
    /// When its tasks were green again, oldest first. It is open while the newest is older than `last_seen_ms`.
    pub resolutions: Vec<Resolution>,
    /// What the agent has to say of it; stands beside the answer, whatever later builds make of that.
    pub agent: Option<Box<Answer>>,
    /// The newest answer with other words that a person found right before a later build took its place.
    pub validated_answer: Option<Box<ValidatedAnswer>>,
}

impl Rca {
    /// Whether its tasks were not green since it was last seen.
    pub fn is_open(&self) -> bool {
        self.resolutions.last().is_none_or(|newest| newest.green_ms < self.last_seen_ms)
    }
}

/// A person's word on an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct VoteRecord {
    /// Whether it helped.
    pub up: bool,
    /// In the person's own words.
    pub note: Option<String>,
    /// Unix milliseconds.
    pub at_ms: u64,
    /// Which answer it was about; see `feedback`.
    pub answer: String,
    /// What the confidence is multiplied with as long as that answer stands.
    pub multiplier: f64,
    /// Up: the confidence rises to this at most. Down: it falls to this at most.
    pub bound: f64,
    /// Confidence before the word, 0 to 1.
    pub before: f64,
    /// Confidence after it, 0 to 1.
    pub after: f64,
}

impl VoteRecord {
    /// What the word makes of an answer's own confidence. It only ever moves it its own way: one that is beyond the bound
    /// already stays.
    pub(crate) fn moves(&self, own: f64) -> f64 {
        let moved = own * self.multiplier;
        if self.up { moved.min(self.bound).max(own) } else { moved.max(self.bound).min(own) }
    }
}

/// How an answer came about, and what a program that added it told besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// Name and digest of the model that wrote it.
    pub model: Option<String>,
    /// Tools that the model called.
    pub tool_calls_made: u32,
    /// Steps that it took.
    pub iterations: u32,
    /// Code around the place.
    pub code_context: Option<String>,
    /// The exception's frames.
    pub stack_trace: Option<String>,
    /// What somebody said when it was checked.
    pub validation_feedback: Option<String>,
}

/// A build that was seen, green ones too.
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
    /// Versions told by the capture.
    pub environment: Environment,
    /// The RCA it ended in, for a failed one.
    pub rca: Option<String>,
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
        }
    }
}

/// That the tasks of a failed build were green later.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    /// The last failed build before, Unix milliseconds.
    pub failed_ms: u64,
    /// The green build, Unix milliseconds.
    pub green_ms: u64,
    /// Versions that differed between the two.
    pub versions: Vec<VersionComparison>,
    /// What became of the failing place; nothing where it could not be looked at.
    pub change: Option<CodeChange>,
}

/// A build with the id of its report.
pub(crate) struct NamedBuild {
    pub(crate) id: String,
    pub(crate) build: Build,
}

/// A job that is kept, one an RCA.
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
    /// A person asked for it, whatever is there already.
    pub asked: bool,
    /// How a person wants the answer written.
    pub style: Option<Style>,
    /// How far it is; nothing while it was not begun, or where what was kept of that does not read any more.
    pub job: Option<Job>,
    /// Address of the server that is asked, once one was chosen.
    pub server: Option<String>,
    /// What its placeholders stand for.
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
