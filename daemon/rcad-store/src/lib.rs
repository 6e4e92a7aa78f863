//! Keeps RCAs and the builds they came from in one redb file. Synchronous; knows no network, no Gradle, no clock.
#![forbid(unsafe_code)]

mod error;
mod gradle_log;
mod records;
mod search;
mod store;

pub use error::StoreError;
pub use gradle_log::LogPosition;
pub use records::{Build, Rca};
pub use store::{Counts, Lookup, Put, Store};
