//! What tests and benchmarks share: made-up failed builds, Kotlin projects and repositories, Android devices on the wire, Ollama servers
//! with scripted models, and the embedding model as candle-transformers computes it. A development dependency only; nothing
//! of it is in the `rcad` binary.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used)] // A test that cannot go on has failed.

pub mod adb_device;
mod adb_old_server;
mod adb_server;
pub mod failed_builds;
pub mod git;
pub mod kotlin_project;
pub mod ollama;
pub mod stock_embedder;

pub use adb_device::{AdbDevice, BrokenMessage};
pub use adb_old_server::OldAdbServer;
pub use adb_server::AdbServer;
pub use failed_builds::FailedBuilds;
pub use stock_embedder::StockEmbedder;
