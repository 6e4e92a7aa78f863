//! The pure part of rcad: text in, explained failures out.
//!
//! Nothing here does IO, reads a clock, spawns or waits; the same text always gives the same answer.
#![forbid(unsafe_code)]

pub mod agent;
pub mod changes;
pub mod code;
pub mod device;
pub mod explain;
pub mod facts;
pub mod fingerprint;
pub mod memory;
pub mod model;
pub mod parse;
pub mod pattern;
pub mod project;
pub mod render;
pub mod retrace;
pub mod rules;
mod template;

pub use model::analysis::Analysis;
pub use model::category::Category;
pub use model::failure::Failure;
pub use model::report::Report;
pub use template::times;
