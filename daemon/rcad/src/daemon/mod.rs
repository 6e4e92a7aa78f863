//! The daemon: takes the lock, opens the store, listens, and runs the worker until it is told to stop.
//!
//! Everything is wired here and nowhere else; what is done with a capture stands in `pipeline`.

pub mod agent;
pub mod embedding;
pub mod indexer;
pub mod room;
pub mod toolbox;
pub mod upkeep;
pub mod watch;
pub mod worker;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use rcad_store::{AnswerCache, Store};
use tokio::net::TcpListener;
use tokio::sync::{Notify, broadcast};

use crate::agent::code::CodeIndexes;
use crate::agent::watch::Watch;
use crate::install::hook;
use crate::line::ingest::spool::Spool;
use crate::platform::config::Config;
use crate::platform::daemon_file;
use crate::platform::daemon_file::DaemonFile;
use crate::platform::home::{Home, replace};
use crate::platform::time::now_ms;
use crate::protocol::{Handshake, Stored};
use crate::serve::links::Links;
use crate::serve::{self, http};
use agent::Agent;
use embedding::Embedding;
use indexer::Indexer;
use worker::Event;

const LOCK_TRIES: u32 = 20;
const HOUR_MS: u64 = 3_600_000;

/// What all parts of the daemon share.
pub struct App {
    pub home: Home,
    pub store: Store,
    /// Answers of the last day, in front of the store.
    pub cache: AnswerCache,
    pub config: Config,
    pub spool: Spool,
    pub links: Links,
    /// Words and meaning of what is stored.
    pub indexer: Indexer,
    /// Lends the embedding model.
    pub embedding: Arc<Embedding>,
    /// Indexes of the code of projects in use.
    pub code: Arc<CodeIndexes>,
    /// Asks local models, beside the line.
    pub agent: Agent,
    pub started_ms: u64,
    /// What does not work, by the part that noticed; empty when all is well.
    pub health: Mutex<Vec<(&'static str, String)>>,
    pub worker: mpsc::Sender<Event>,
    pub stored: broadcast::Sender<Stored>,
    /// What is seen of the agent's jobs.
    pub watch: Watch,
    pub stop: Notify,
}

impl App {
    /// Says that RCAs were changed otherwise than by a build.
    pub fn changed(&self) {
        self.indexer.wake();
    }

    /// Says that a part does not work, in words for people; nothing takes it back.
    pub fn report_health(&self, part: &'static str, problem: Option<String>) {
        let mut health = self.health.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        health.retain(|(other, _)| *other != part);
        health.extend(problem.map(|problem| (part, problem)));
    }
}

/// Runs the daemon in this process. With `handshake`, the first line on stdout tells whoever started it how it went.
pub fn run(handshake: bool) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(serve(handshake));
    if let (Err(error), true) = (&result, handshake) {
        shake_hands(&Handshake::Failed(format!("{error:#}")));
    }
    // What still works with the store ends here; only then may another daemon think that it is free.
    drop(runtime);
    result.map(drop)
}

/// Gives the lock, to be held until nothing uses the store any more.
async fn serve(handshake: bool) -> Result<File> {
    let home = Home::find()?;
    home.create()?;
    let lock = lock(&home)?;
    let config = Config::load(&home)?;
    let before = daemon_file::read(&home);
    let store = Store::open(&home.store()).with_context(|| format!("cannot open {}", home.store().display()))?;
    let listener = listen(&config, before.as_ref()).await?;
    let address = listener.local_addr()?.to_string();
    let token = introduce(&home, &address, before)?;

    let (events, inbox) = mpsc::channel();
    let (stored, _) = broadcast::channel(256);
    let app = Arc::new(App {
        spool: Spool::new(home.spool()),
        links: Links::new(&address, &token),
        embedding: Arc::new(Embedding::new(&home, &config)?),
        indexer: Indexer::new(&home),
        code: Arc::default(),
        agent: Agent::new(&config),
        started_ms: now_ms(),
        health: Mutex::default(),
        worker: events.clone(),
        stored,
        watch: Watch::default(),
        stop: Notify::new(),
        store,
        cache: AnswerCache::new(config.cache_answers, config.cache_hours.saturating_mul(HOUR_MS)),
        config,
        home,
    });
    mend_hooks(&app.home);
    let (announce, announcements) = tokio::sync::mpsc::unbounded_channel();
    let teller = tokio::spawn(announce_all(app.clone(), announcements));
    let pruner = tokio::spawn(upkeep::prune_daily(app.clone()));
    let room = tokio::spawn(room::keep(app.clone()));
    let worker = worker::start(app.clone(), inbox, announce)?;
    let indexing = indexer::start(app.clone())?;
    let asking = agent::start(app.clone())?;
    let resting = app.embedding.unload_after_rest()?;
    tracing::info!(address, "ready");
    if handshake {
        shake_hands(&Handshake::Ready(address));
    }

    let stop = app.clone();
    let serving = axum::serve(listener, http::router(app.clone()))
        .with_graceful_shutdown(async move { stop.stop.notified().await });
    tokio::select! {
        served = serving => served?,
        signal = stop_signal() => signal?,
    }
    let _ = events.send(Event::Stop);
    // The worker ends after the record it has in hand, so a stop never tears one.
    joined(worker).await?;
    app.agent.end();
    app.indexer.end();
    app.embedding.end();
    for thread in [asking, indexing, resting] {
        joined(thread).await?;
    }
    for task in [teller, pruner, room] {
        task.abort();
    }
    room::compact(&app);
    tracing::info!("stopped");
    Ok(lock)
}

/// Writes the daemon's file, and gives the token in it: the one of last time, so that yesterday's links open.
fn introduce(home: &Home, address: &str, before: Option<DaemonFile>) -> Result<String> {
    let token = match before {
        Some(before) if before.token.len() == 64 => before.token,
        _ => new_token()?,
    };
    let file = DaemonFile { address: address.to_owned(), pid: std::process::id(), token: token.clone() };
    replace(&home.daemon_json(), &serde_json::to_vec_pretty(&file)?, 0o600).context("cannot write daemon.json")?;
    Ok(token)
}

async fn joined(thread: JoinHandle<()>) -> Result<()> {
    let name = thread.thread().name().unwrap_or("a thread").to_owned();
    tokio::task::spawn_blocking(move || thread.join()).await?.map_err(|_| anyhow!("{name} panicked"))
}

fn mend_hooks(home: &Home) {
    for gradle_home in hook::mend(home) {
        tracing::warn!(gradle_home = %gradle_home.display(), "the hook was damaged or of another version; written again");
    }
}

/// One daemon a state directory. The lock goes with the process, however it ends.
fn lock(home: &Home) -> Result<File> {
    let path = home.lock();
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = file.with_context(|| format!("cannot open {}", path.display()))?;
    // `rcad stop` looks whether the lock is free by taking it for a moment; that must not look like a daemon.
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            Err(TryLockError::Error(e)) => return Err(e).with_context(|| format!("cannot lock {}", path.display())),
        }
    }
    bail!("another rcad daemon runs on {}", home.root().display())
}

/// The configured port, else the one of last time, else any.
async fn listen(config: &Config, before: Option<&DaemonFile>) -> Result<TcpListener> {
    if config.port != 0 {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, config.port));
        let listener = TcpListener::bind(address).await;
        return listener
            .with_context(|| format!("cannot listen on {address}\nhint: set another `port` in config.toml"));
    }
    let last = before.and_then(|before| before.address.parse::<SocketAddr>().ok()).filter(|a| a.ip().is_loopback());
    if let Some(last) = last
        && let Ok(listener) = TcpListener::bind(last).await
    {
        return Ok(listener);
    }
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("cannot listen on 127.0.0.1")
}

/// 64 hex digits out of the system's random source.
fn new_token() -> Result<String> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(|e| anyhow!("no random numbers: {e}"))?;
    Ok(hex::encode(bytes))
}

fn shake_hands(handshake: &Handshake) {
    let line = serde_json::to_string(handshake).unwrap_or_default();
    let mut out = std::io::stdout();
    // Whoever started us may have gone; that is no reason to end.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

async fn announce_all(app: Arc<App>, mut inbox: tokio::sync::mpsc::UnboundedReceiver<serve::Announcement>) {
    let mut announced = serve::notification::Announced::new(app.config.notify_again_minutes);
    while let Some(announcement) = inbox.recv().await {
        let before = app.store.get(&announcement.rca).ok().flatten().and_then(|rca| rca.announced_ms);
        let now = now_ms();
        if !app.config.notify || !announced.is_due(&announcement, before, now) {
            continue;
        }
        let shown = serve::notification::show(&announcement, app.links.rca(&announcement.rca)).await;
        match &shown {
            Ok(()) => {
                if let Err(e) = app.store.set_announced(&announcement.rca, now) {
                    tracing::warn!(error = %e, "cannot remember an announcement");
                }
            }
            Err(e) => tracing::warn!(error = format!("{e:#}"), "not announced"),
        }
        app.report_health(
            "notification",
            shown.err().map(|e| format!("the last failure could not be announced ({e}); rcad open last shows it")),
        );
    }
}

#[cfg(unix)]
async fn stop_signal() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    // A closing terminal is no reason to end.
    let _hangup = signal(SignalKind::hangup())?;
    tokio::select! {
        _ = terminate.recv() => Ok(()),
        interrupt = tokio::signal::ctrl_c() => interrupt,
    }
}

#[cfg(not(unix))]
async fn stop_signal() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
