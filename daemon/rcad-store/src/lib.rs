//! Keeps RCAs and the builds they came from in one redb file, which alone is the truth; words and vectors that are derived
//! from it answer searches. Synchronous; knows no network, no Gradle, no clock.
#![forbid(unsafe_code)]

mod cache;
mod embed;
mod error;
mod filters;
mod gradle_log;
mod index;
mod merge;
mod records;
mod resolution;
mod search;
#[doc(hidden)]
pub mod specimens;
mod store;

pub use cache::{AnswerCache, CacheCounts, CacheKey, CachedAnswer};
pub use embed::{DIMENSIONS, EmbedError, Embedder, StockEmbedder};
pub use error::StoreError;
pub use filters::Filters;
pub use gradle_log::LogPosition;
pub use index::{Hit, Index, IndexState, Query};
pub use merge::Decided;
pub use records::{Build, Feedback, Rca};
pub use resolution::{Open, Resolution};
pub use store::{Change, Counts, Lookup, Put, Store};
