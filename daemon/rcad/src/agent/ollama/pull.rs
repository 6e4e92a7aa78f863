//! Has the server download a model and reports the progress. The server downloads; only the model's name leaves this
//! machine. Dropping the future stops it; the server keeps what it has and resumes at the next pull.

use std::time::Duration;

use rcad_core::agent::model::ModelError;

use super::answer::{JsonLines, garbled};
use super::server_error::ServerError;
use super::wire::{self, PullLine};
use super::{Server, Timeouts};

/// Verifying the checksum of twenty gigabytes takes minutes without any output.
const PULL_TIMEOUTS: Timeouts = Timeouts { first: Duration::from_secs(60), next: Duration::from_secs(600) };

/// Progress of a pull.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PullProgress {
    /// The server's status: `pulling manifest`, `pulling 4c27e0f5b5ad`, `verifying sha256 digest` …
    pub doing: String,
    /// Downloaded bytes of this file.
    pub completed: u64,
    /// Bytes of this file; 0 for steps without a file.
    pub total: u64,
}

impl Server {
    /// Has the server download a model. Fails with [`ModelError::ModelNotFound`] if there is none of this name.
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

/// Reports a line of progress. Returns whether it is the last one.
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
