//! The pure part of rcad: text in, explained failures out.
//!
//! Nothing here does IO, reads a clock, spawns or waits; the same text always gives the same answer.
#![forbid(unsafe_code)]

pub mod agent;
pub mod analysis;
pub mod category;
pub mod explain;
pub mod facts;
pub mod failure;
pub mod fingerprint;
pub mod memory;
pub mod parse;
pub mod project;
pub mod render;
pub mod report;
pub mod rules;

pub use analysis::Analysis;
pub use category::Category;
pub use failure::Failure;
pub use report::Report;
