//! Keeps RCAs and the builds they came from in one redb file, which alone is the truth; words and vectors that are derived
//! from it answer searches. Synchronous; knows no network, no Gradle, no clock.
#![forbid(unsafe_code)]

mod agent;
mod cache;
mod contract;
mod embed;
mod error;
mod feedback;
mod filters;
mod format;
mod gradle_log;
mod index;
mod merge;
mod model_tokens;
mod presentation;
mod prune;
mod put;
mod quality;
mod records;
mod resolution;
mod statistics;
mod store;
mod transfer;
mod vote_effect;
mod votes;

pub use cache::{AnswerCache, CacheCounts, CacheKey, CachedAnswer};
pub use contract::{LIMIT, Record, RecordError, SimilarRecord};
pub use embed::{DIMENSIONS, EmbedError, Embedder, StockEmbedder};
pub use error::StoreError;
pub use feedback::{About, FeedbackResult, FeedbackStatistics, Multipliers, Word};
pub use filters::Filters;
pub use gradle_log::LogPosition;
pub use index::{Highlighter, Hit, Index, IndexState, Query, analysis_passage, query_passage, rca_passage};
pub use merge::Decided;
pub use model_tokens::{ModelTokens, TokensError};
pub use prune::{Judgement, PruneRule, Pruned, Reason};
pub use put::Put;
pub use quality::{Distribution, Grades, QualityMetrics, quality};
pub use records::{Build, Feedback, Origins, Rca, Resolution, SentRequest, StoredJob};
pub use resolution::Open;
pub use statistics::{Statistics, Week};
pub use store::damaged::DamagedRow;
pub use store::size::Trimmed;
pub use store::verify::Verified;
pub use store::{Change, Counts, Lookup, Store};
pub use transfer::{BadLine, Export, FORMAT as EXPORT_FORMAT, Imported};
pub use votes::{agent_standing, standing};
