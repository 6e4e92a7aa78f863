//! The worker that unloads the idle embedding model. Sleeps while it is not loaded.

use anyhow::Result;

use super::supervise::{Woken, WorkerContext};
use crate::line::embedding::Embedding;
use crate::platform::fault;

/// Checks whenever the model is released, until the stop is requested.
pub fn run(work: &WorkerContext, embedding: &Embedding) -> Result<()> {
    loop {
        work.activity.start("unloading the embedding model");
        fault::point("embedding", "");
        let left = embedding.unload_if_idle();
        if work.wait(left, embedding.released()) == Woken::Stop {
            return Ok(());
        }
    }
}
