//! Raw text to lines: what to keep of a long text, and what to take off each line before a reader sees it.

pub mod lines;
pub mod logcat;
pub mod rows;
pub mod sieve;
