//! What is asked and told about memories: why failures were matched, and a person's decisions. Only shapes.

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
    /// What the fingerprint is of: name and value; parts that are empty are left out.
    pub parts: Vec<(String, String)>,
    /// What was remembered when it was last seen; nothing for the first time.
    pub memory: Option<PastFailure>,
    /// Versions of the newest build with those of the one remembered; of the newest alone for the first time.
    pub environment: Vec<VersionComparison>,
    /// Others that were recalled, with their scores.
    pub similar: Vec<Similar>,
    /// Words alike from here on are shown as similar, 0 to 1.
    pub words_threshold: f64,
    /// The same for the cosine of their meaning.
    pub meaning_threshold: f64,
    /// RCAs that a person has merged with it.
    pub merged: Vec<RcaRef>,
    /// RCAs that a person has split from it.
    pub apart: Vec<RcaRef>,
    /// A person's word on its answer: right or wrong.
    pub word: Option<bool>,
    /// Every time that its tasks were green again, oldest first.
    pub went_away: Vec<ResolutionSummary>,
}

/// Another RCA by name.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RcaRef {
    /// 12 hex digits.
    pub id: String,
    /// Its cause in one line; nothing when it is no longer stored.
    pub line: Option<String>,
}

/// What a person's decision about two failures has done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The one.
    pub one: RcaRef,
    /// The other.
    pub other: RcaRef,
    /// Whether anything is otherwise than before.
    pub changed: bool,
}
