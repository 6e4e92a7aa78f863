//! Has the server fetch a model, and tells how far it is. The server downloads; nothing but the model's name leaves us.
//! Dropping the future stops it; what was fetched is kept by the server, and the next pull goes on from there.

use std::time::Duration;

use rcad_core::agent::model::ModelError;

use super::answer::{JsonLines, garbled};
use super::server_error::ServerError;
use super::wire::{self, PullLine};
use super::{Server, Timeouts};

/// Checking the sum of twenty gigabytes says nothing for minutes.
const PULL_TIMEOUTS: Timeouts = Timeouts { first: Duration::from_secs(60), next: Duration::from_secs(600) };

/// How far a pull is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PullProgress {
    /// What it does, in the server's words: `pulling manifest`, `pulling 4c27e0f5b5ad`, `verifying sha256 digest` …
    pub doing: String,
    /// Bytes of this file that are there.
    pub completed: u64,
    /// Bytes of this file; 0 for what is no file.
    pub total: u64,
}

impl Server {
    /// Has the server fetch a model. [`ModelError::ModelNotFound`] when there is none of that name.
    pub async fn pull(&self, model: &str, progress: &mut (dyn FnMut(PullProgress) + Send)) -> Result<(), ModelError> {
        let mut stream = self.ask("api/pull", wire::model_body(model, true), PULL_TIMEOUTS).await?;
        let mut lines = JsonLines::default();
        let mut done = false;
        while let Some(bytes) = stream.next().await? {
            lines.push(&bytes)?;
            while let Some(line) = lines.next::<PullLine>()? {
                done |= take(line, model, progress)?;
            }
        }
        if let Some(line) = lines.last::<PullLine>().map_err(|_| ModelError::Crashed)? {
            done |= take(line, model, progress)?;
        }
        if done { Ok(()) } else { Err(ModelError::Crashed) }
    }
}

/// Whether it is the line that says that all is there.
fn take(line: PullLine, model: &str, progress: &mut (dyn FnMut(PullProgress) + Send)) -> Result<bool, ModelError> {
    if let Some(error) = &line.error {
        return Err(ServerError::of(error).in_a_pull(model));
    }
    let Some(doing) = line.status else { return Err(garbled("a line that is no progress of a pull".into())) };
    let done = doing == "success";
    progress(PullProgress {
        doing,
        completed: line.completed.unwrap_or_default(),
        total: line.total.unwrap_or_default(),
    });
    Ok(done)
}
