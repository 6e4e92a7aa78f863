//! The crate from outside. One program, so that its dependencies are linked once. (The embedding's tests stand apart.)
#![allow(clippy::unwrap_used)] // A test's helpers may unwrap as the tests do.

/// A moment to kill a process at, the same for the same seed.
mod delays;
/// What is derived from the store for searching.
mod index;
/// The store itself.
mod store;
