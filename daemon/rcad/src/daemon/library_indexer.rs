//! The worker that keeps the index of libraries up to date: some minutes after the start, and after builds, which may have
//! downloaded more.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::supervise::{Woken, WorkerContext};
use crate::install::hook;
use crate::line::shared::Shared;
use crate::platform::fault;
use crate::protocol::StoredBuild;

/// Time between the start, or a build, and the update: also the least time between two updates.
const PAUSE: Duration = Duration::from_secs(300);
/// How much longer it rests than it works, so that a build has the processor.
const REST: u32 = 4;
/// Longest rest at a time.
const LONGEST_REST: Duration = Duration::from_secs(10);

/// Updates the index after builds, until the stop is requested.
pub fn run(work: &WorkerContext, shared: &Shared) -> Result<()> {
    let mut stored = shared.stored.subscribe();
    loop {
        work.activity.start("waiting for builds");
        fault::point("libraries", "");
        if work.wait(Some(fault::rest("libraries", PAUSE)), std::future::pending::<()>()) == Woken::Stop {
            return Ok(());
        }
        if shared.libraries.is_kept() {
            update(work, shared);
        }
        if work.wait(None, built(&mut stored)) == Woken::Stop {
            return Ok(());
        }
    }
}

/// Waits for a build that was stored since the last time.
async fn built(stored: &mut Receiver<StoredBuild>) {
    if let Err(RecvError::Closed) = stored.recv().await {
        std::future::pending::<()>().await;
    }
    // One update is for all of them.
    while stored.try_recv().is_ok() {}
}

fn update(work: &WorkerContext, shared: &Shared) {
    const WHAT: &str = "reading the libraries in Gradle's caches";
    work.activity.start(WHAT);
    let mut begun = Instant::now();
    let mut rest = || {
        let pause = (begun.elapsed() * REST).min(LONGEST_REST);
        let goes_on = work.wait(Some(pause), std::future::pending::<()>()) != Woken::Stop;
        work.activity.start(WHAT);
        begun = Instant::now();
        goes_on
    };
    let done = shared.libraries.update(&gradle_homes(shared), &mut rest);
    if done != Default::default() {
        let (read, damaged, large, gone) = (done.read, done.damaged, done.large, done.gone);
        tracing::info!(read, damaged, large, gone, full = done.is_full, "updated the index of libraries");
    }
}

/// The Gradle user homes of captured builds; the usual one where no hook is installed.
fn gradle_homes(shared: &Shared) -> Vec<PathBuf> {
    let homes = hook::gradle_homes(&shared.home);
    if homes.is_empty() { hook::default_gradle_home().into_iter().collect() } else { homes }
}
