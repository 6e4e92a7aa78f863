//! Opens what the daemon needs: takes the lock, reads the settings, opens the store, listens.

use std::fs::{OpenOptions, TryLockError};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use rcad_store::{Store, StoreError};
use tokio::net::TcpListener;

use crate::install::hook;
use crate::platform::config::Config;
use crate::platform::daemon_file::{self, DaemonFile};
use crate::platform::home::{Home, replace};
use crate::platform::start_failure;

const LOCK_TRIES: u32 = 20;

/// What is open.
pub struct Opened {
    pub home: Home,
    pub config: Config,
    pub store: Store,
    pub listener: TcpListener,
    /// `127.0.0.1:port`.
    pub address: String,
    pub token: String,
}

/// Opens everything and tells clients where to find it.
pub async fn open() -> Result<Opened> {
    let home = Home::find()?;
    home.create()?;
    lock(&home)?;
    let config = Config::load(&home)?;
    let before = daemon_file::read(&home);
    let store = open_store(&home)?;
    let listener = listen(&config, before.as_ref()).await?;
    let address = listener.local_addr()?.to_string();
    let token = introduce(&home, &address, before)?;
    repair_hooks(&home);
    Ok(Opened { home, config, store, listener, address, token })
}

/// Opens the store. Why it can't be opened is remembered for `rcad status`; builds wait in the spool meanwhile.
fn open_store(home: &Home) -> Result<Store> {
    let path = home.store();
    let path = path.display();
    let opened = Store::open(&home.store()).map_err(|error| match error {
        StoreError::Newer(_) => anyhow!(
            "cannot open {path}: {error}\nhint: install that version again, or move {path} away to start with an empty store"
        ),
        error => anyhow::Error::new(error).context(format!("cannot open {path}")),
    });
    match &opened {
        Ok(_) => start_failure::forget(home),
        Err(error) => start_failure::note(home, &format!("{error:#}")),
    }
    opened
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

fn repair_hooks(home: &Home) {
    for gradle_home in hook::repair(home) {
        tracing::warn!(gradle_home = %gradle_home.display(), "the hook was damaged or of another version; written again");
    }
}

/// One daemon a state directory. The lock goes with the process, however it ends, and not before: a worker that hangs at the
/// end may still use the store.
fn lock(home: &Home) -> Result<()> {
    let path = home.lock();
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = file.with_context(|| format!("cannot open {}", path.display()))?;
    // `rcad stop` looks whether the lock is free by taking it for a moment; that must not look like a daemon.
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => {
                std::mem::forget(file);
                return Ok(());
            }
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
