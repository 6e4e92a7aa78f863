//! Messages of `GET search`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::RcaSummary;

/// The query of `GET search`. Names are texts, so that the daemon can suggest the nearest for an unknown one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchQuery {
    /// Words, names, quoted phrases, or a whole message.
    pub text: String,
    /// Category id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// As in analyses, e.g. `kotlin`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Root directory or name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Last seen since: a relative time (`12h`, `7d`, `2w`), a day (UTC) or an RFC 3339 time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// `rules`, `memory` or `agent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_confidence: Option<f64>,
    /// Most hits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// How to search; default `hybrid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<SearchMode>,
}

/// How to search.
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

/// The result of a search.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SearchReply {
    /// Best first.
    pub hits: Vec<HitDetail>,
    /// Stored RCAs.
    pub stored: u64,
    /// RCAs that could be found by text.
    pub with_words: u64,
    /// RCAs that could be found by meaning; 0 if it was not used.
    pub with_meaning: u64,
    /// Limitations, in words: the index is being built, the model is missing.
    pub notes: Vec<String>,
}

/// An RCA in the result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HitDetail {
    /// As in a list.
    #[serde(flatten)]
    pub summary: RcaSummary,
    /// The primary failure's message.
    pub message: Option<String>,
    /// Comparable only within one search.
    pub score: f64,
    /// BM25 score, if words matched.
    pub words: Option<f32>,
    /// Cosine, if both texts have a vector.
    pub meaning: Option<f32>,
    /// Words of the query that it contains, as typed.
    pub found_by: Vec<String>,
    /// Their positions in `line`, `root_cause` and `message`: byte ranges.
    pub highlights: BTreeMap<String, Vec<(usize, usize)>>,
}
