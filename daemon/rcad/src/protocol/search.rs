//! What is found by words and meaning. Only shapes; the search itself is the store's.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Summary;

/// What is looked for: the query of `GET search`. Names are given as text, so that the daemon can say which is the nearest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchQuery {
    /// Words, names, quoted phrases, or a whole message.
    pub text: String,
    /// Category id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// As in an analysis, e.g. `kotlin`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Root directory or name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Last seen so lately (`12h`, `7d`, `2w`) or on this day (UTC) or at this time (RFC 3339) or later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// `rules`, `memory` or `agent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_confidence: Option<f64>,
    /// At most so many hits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// How to look; `hybrid` where it is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<SearchMode>,
}

/// How to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum SearchMode {
    /// By words, and by meaning where the embedding model is there
    #[default]
    Hybrid,
    /// By words alone
    Words,
    /// By meaning alone
    Meaning,
}

/// What was found, and in what.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SearchReply {
    /// Best first.
    pub hits: Vec<HitDetail>,
    /// Stored RCAs.
    pub stored: u64,
    /// Of them, those that could be found by words.
    pub with_words: u64,
    /// Of them, those that could be found by meaning; 0 when it was not looked for meaning.
    pub with_meaning: u64,
    /// What was not as asked, in words: the index is being built, the model is not there.
    pub notes: Vec<String>,
}

/// An RCA that was found, and how.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HitDetail {
    /// As in a list.
    #[serde(flatten)]
    pub summary: Summary,
    /// The primary failure's message.
    pub message: Option<String>,
    /// Only good for comparing hits of one search.
    pub score: f64,
    /// BM25 score, where words were found.
    pub words: Option<f32>,
    /// Cosine, where both texts have a vector.
    pub meaning: Option<f32>,
    /// The query's words that stand in it, as they were typed.
    pub found_by: Vec<String>,
    /// Where they stand in `line`, `root_cause` and `message`: pairs of bytes, from and to.
    pub highlights: BTreeMap<String, Vec<(usize, usize)>>,
}
