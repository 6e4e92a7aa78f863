//! The daemon: opens what it needs, starts its workers, answers requests until it is told to stop.
//!
//! All wiring is here; `line/pipeline.rs` has the stages of a capture.

mod announcer;
mod capture;
mod devices;
mod fs_watcher;
mod gradle_logs;
mod indexer;
mod library_indexer;
mod maintenance;
mod model_unloader;
mod open;
mod panic_hook;
mod parts;
mod shutdown;
mod supervise;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use rcad_store::BarredThread;
use tokio::sync::mpsc;
use tokio::time;

use crate::agent::runner;
use crate::line::inbox::WakeReason;
use crate::line::shared::Shared;
use crate::platform::{allocator, priority};
use crate::protocol::Handshake;
use crate::serve::http;
use crate::serve::links::Links;
use capture::Inbox;
use open::Opened;
use parts::Parts;
use supervise::{Supervisor, Woken, WorkerSpec};

const CAPTURE: WorkerSpec = worker("capture", "builds wait in the spool", 60);
const INDEXER: WorkerSpec = worker("search index", "searches miss the newest failures", 300);
const AGENT: WorkerSpec = worker("agent", "no model is asked", 900);
const LIBRARIES: WorkerSpec = worker("library index", "names of new libraries are not known", 300);
const MODEL_UNLOADER: WorkerSpec = worker("embedding model", "it stays in memory", 60);
const MAINTENANCE: WorkerSpec = worker("maintenance", "old records are kept", 300);
const DEVICES: WorkerSpec = worker("devices", "crashes on devices are not seen", 60);
const ANNOUNCER: WorkerSpec = worker("notifications", "none is shown", 60);

const fn worker(name: &'static str, meanwhile: &'static str, limit: u64) -> WorkerSpec {
    WorkerSpec { name, meanwhile, limit: Duration::from_secs(limit) }
}

/// Runs the daemon in this process. With `handshake`, the first line on stdout reports whether the start succeeded.
pub fn run(handshake: bool) -> Result<()> {
    allocator::limit();
    priority::lower();
    panic_hook::install();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(serve(handshake));
    if let (Err(error), true) = (&result, handshake) {
        shake_hands(&Handshake::Failed(format!("{error:#}")));
    }
    runtime.shutdown_timeout(shutdown::LEFTOVERS_TIMEOUT);
    result
}

async fn serve(handshake: bool) -> Result<()> {
    let Opened { home, config, store, listener, address, token } = open::open().await?;
    let (waker, wakes) = mpsc::unbounded_channel();
    let parts = Parts::new(Shared::new(home, config, store, waker)?, Links::new(&address, &token));
    let mut workers = Supervisor::new(parts.shared.health.clone(), parts.stop.clone());
    start(&mut workers, &parts, wakes)?;
    tracing::info!(address, "ready");
    if handshake {
        shake_hands(&Handshake::Ready(address));
    }
    // This thread answers all requests.
    let barred = BarredThread::here();
    shutdown::serve(listener, http::router(Arc::new(parts.http())), &parts.stop).await?;
    let left = workers.ended(time::Instant::now() + shutdown::WORKERS_TIMEOUT).await;
    drop(barred);
    if left.is_empty() {
        maintenance::compact(&parts.shared.store);
        tracing::info!("stopped");
    } else {
        tracing::error!("stopped without waiting any longer for {}", left.join(", "));
    }
    Ok(())
}

/// Starts all workers.
fn start(workers: &mut Supervisor, parts: &Parts, wakes: mpsc::UnboundedReceiver<WakeReason>) -> Result<()> {
    let (announce, announcements) = mpsc::unbounded_channel();
    let mut context = parts.announcer(announcements);
    workers.spawn(ANNOUNCER, move |work| announcer::run(work, &mut context))?;
    let context = parts.shared.clone();
    workers.spawn(INDEXER, move |work| indexer::run(work, &context))?;
    let context = parts.shared.clone();
    workers.spawn(LIBRARIES, move |work| library_indexer::run(work, &context))?;
    let context = parts.agent.clone();
    workers.spawn(AGENT, move |work| match work.wait(None, runner::run(&context, &work.activity)) {
        Woken::By(ended) => ended,
        Woken::Stop | Woken::Timeout => Ok(()),
    })?;
    let context = parts.shared.embedding.clone();
    workers.spawn(MODEL_UNLOADER, move |work| model_unloader::run(work, &context))?;
    let context = parts.shared.clone();
    workers.spawn(MAINTENANCE, move |work| maintenance::run(work, &context))?;
    let context = parts.shared.clone();
    workers.spawn(DEVICES, move |work| devices::run(work, &context))?;
    let (context, mut inbox) = (parts.capture(announce), Inbox::new(wakes));
    workers.spawn(CAPTURE, move |work| capture::run(work, &context, &mut inbox))
}

fn shake_hands(handshake: &Handshake) {
    let line = serde_json::to_string(handshake).unwrap_or_default();
    let mut out = std::io::stdout();
    // Ignore a closed stdout: the parent may have exited.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
