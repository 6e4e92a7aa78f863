//! Stores RCAs and the builds that they came from in one redb file, and derives the search index from it. Synchronous;
//! knows no network, no Gradle, no clock.
#![forbid(unsafe_code)]

mod agent;
mod api;
mod builds;
mod cache;
mod devices;
mod embed;
mod error;
mod filters;
mod format;
mod index;
mod model_tokenizer;
mod operations;
mod presentation;
mod records;
mod snapshots;
mod statistics;
mod store;
mod transfer;
mod votes;

pub use api::{LIMIT, RcaRecord, RecordError, SimilarRecord};
pub use cache::{AnswerCache, CacheCounts, CacheKey, CachedAnswer};
pub use devices::app_events::AppEvent;
pub use embed::{DIMENSIONS, EmbedError, Embedder};
pub use error::StoreError;
pub use filters::Filters;
pub use format::export::FORMAT as EXPORT_FORMAT;
pub use index::libraries::{LibraryStore, LibraryWriter};
pub use index::{Highlighter, Index, IndexState, Query, SearchHit, analysis_passage, query_passage, rca_passage};
pub use model_tokenizer::{ModelTokenizer, TokenizerError};
pub use operations::feedback::{FeedbackResult, FeedbackStatistics, Multipliers, Vote, VoteTarget};
pub use operations::merge::MergeOutcome;
pub use operations::prune::{PruneReason, PruneRule, PruneVerdict, Pruned};
pub use operations::put::PutOutcome;
pub use operations::resolution::OpenFailure;
pub use records::{Build, FixSearch, Origins, OwnApp, ProjectDeclarations};
pub use records::{Rca, Resolution, SentRequest, StoredJob, VoteRecord};
pub use snapshots::records::{
    DifferingFile, FailedSnapshot, SameFilesQuery, Snapshot, SnapshotFile, SnapshotFit, SnapshotQuery, TextHash,
};
pub use snapshots::{SnapshotStore, SnapshotWriter};
pub use statistics::{Statistics, Week};
pub use store::barred::BarredThread;
pub use store::damaged::DamagedRow;
pub use store::derived::DerivedFile;
pub use store::gradle_log::LogPosition;
pub use store::size::TrimReport;
pub use store::verify::VerifyReport;
pub use store::{Counts, Lookup, RcaChange, Store};
pub use transfer::{ExportLines, ImportReport, RejectedLine};
pub use votes::current::{current_agent_vote, current_vote};
pub use votes::quality::{Distribution, Grades, QualityMetrics, quality};
