//! Keeps RCAs and the builds they came from in one redb file, which alone is the truth; words and vectors that are derived
//! from it answer searches. Synchronous; knows no network, no Gradle, no clock.
#![forbid(unsafe_code)]

mod agent;
mod api;
mod cache;
mod embed;
mod error;
mod filters;
mod format;
mod gradle_log;
mod index;
mod model_tokens;
mod operations;
mod presentation;
mod records;
mod statistics;
mod store;
mod transfer;
mod votes;

pub use api::{LIMIT, Record, RecordError, SimilarRecord};
pub use cache::{AnswerCache, CacheCounts, CacheKey, CachedAnswer};
pub use embed::{DIMENSIONS, EmbedError, Embedder, StockEmbedder};
pub use error::StoreError;
pub use filters::Filters;
pub use format::export::FORMAT as EXPORT_FORMAT;
pub use gradle_log::LogPosition;
pub use index::{Highlighter, Hit, Index, IndexState, Query, analysis_passage, query_passage, rca_passage};
pub use model_tokens::{ModelTokens, TokensError};
pub use operations::feedback::{About, FeedbackResult, FeedbackStatistics, Multipliers, Word};
pub use operations::merge::Decided;
pub use operations::prune::{Judgement, PruneRule, Pruned, Reason};
pub use operations::put::Put;
pub use operations::resolution::Open;
pub use records::{Build, Feedback, Origins, Rca, Resolution, SentRequest, StoredJob};
pub use statistics::{Statistics, Week};
pub use store::damaged::DamagedRow;
pub use store::size::Trimmed;
pub use store::verify::Verified;
pub use store::{Change, Counts, Lookup, Store};
pub use transfer::{BadLine, Export, Imported};
pub use votes::current::{agent_standing, standing};
pub use votes::quality::{Distribution, Grades, QualityMetrics, quality};
