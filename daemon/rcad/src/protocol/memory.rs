//! Messages about matching failures, and a person's decisions to merge or split them.

use rcad_core::model::analysis::{PastFailure, Similar};
use rcad_core::model::memory::{ResolutionSummary, VersionComparison};
use serde::{Deserialize, Serialize};

/// Why a failure was matched with others, or was not.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchExplanation {
    /// 12 hex digits.
    pub id: String,
    /// `v1:…`.
    pub fingerprint: Option<String>,
    /// The parts of the fingerprint, by name; empty ones are left out.
    pub parts: Vec<(String, String)>,
    /// What was recalled when it was last seen; nothing for the first time.
    pub memory: Option<PastFailure>,
    /// Versions of the newest build compared with those of the recalled failure; alone for the first time.
    pub environment: Vec<VersionComparison>,
    /// Similar failures that were recalled, with their scores.
    pub similar: Vec<Similar>,
    /// Similarity of words from which a failure is shown as similar, 0 to 1.
    pub words_threshold: f64,
    /// The same for the cosine of the vectors.
    pub meaning_threshold: f64,
    /// RCAs that a person has merged with it.
    pub merged: Vec<RcaRef>,
    /// RCAs that a person has split from it.
    pub apart: Vec<RcaRef>,
    /// A person's vote on its answer: right or wrong.
    pub word: Option<bool>,
    /// Every green build of its tasks, oldest first.
    #[serde(rename = "went_away")]
    pub resolutions: Vec<ResolutionSummary>,
}

/// The tasks of a failure have succeeded since it was last seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GreenAgain {
    /// RFC 3339, UTC: when the green build ended.
    pub at: String,
    /// By what, in words, as far as something is seen to have to do with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

impl GreenAgain {
    /// `` green again 3 min ago: `pages()` was renamed to `pageCount()` in Book.java:16 ``; `ago` says when a time was.
    pub fn in_words(&self, ago: impl Fn(&str) -> String) -> String {
        let by = self.by.as_ref().map(|by| format!(": {by}")).unwrap_or_default();
        format!("green again {}{by}", ago(&self.at))
    }
}

/// A reference to another RCA.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RcaRef {
    /// 12 hex digits.
    pub id: String,
    /// Its cause in one line; nothing when it is no longer stored.
    pub line: Option<String>,
}

/// The result of a decision to merge or split.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MergeDecision {
    /// The one.
    pub one: RcaRef,
    /// The other.
    pub other: RcaRef,
    /// Whether the decision changed anything.
    pub changed: bool,
}
