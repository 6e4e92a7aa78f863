//! The worker that unloads the embedding model when nobody has used it for a while. Sleeps while it is not loaded.

use anyhow::Result;

use super::supervise::{Woken, Work};
use crate::line::embedding::Embedding;
use crate::platform::fault;

/// Looks whenever somebody gives the model back, until the worker is to end.
pub fn run(work: &Work, embedding: &Embedding) -> Result<()> {
    loop {
        work.activity.begin("unloading the embedding model");
        fault::point("embedding", "");
        let left = embedding.unload_after_rest();
        if work.wait(left, embedding.returned()) == Woken::Stop {
            return Ok(());
        }
    }
}
