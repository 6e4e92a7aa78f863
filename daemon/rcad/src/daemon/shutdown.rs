//! How the daemon ends: on a signal or `POST stop`, within seconds, whatever streams are open.

use std::future::IntoFuture;
use std::time::Duration;

use anyhow::Result;
use axum::Router;
use tokio::net::TcpListener;

use crate::platform::stop::Stop;

/// Requests that are being answered may take so long; streams end at once.
const ANSWERS: Duration = Duration::from_secs(2);
/// Workers may take so long for what they have in hand. `rcad stop` waits 10 s for all of it.
pub const WORKERS: Duration = Duration::from_secs(5);
/// What still works for a request may take so long after that.
pub const REST: Duration = Duration::from_secs(1);

/// Answers requests until a signal comes or the stop is requested.
pub async fn serve(listener: TcpListener, router: Router, stop: &Stop) -> Result<()> {
    let graceful = stop.clone();
    let serving = axum::serve(listener, router).with_graceful_shutdown(async move { graceful.requested().await });
    let mut serving = std::pin::pin!(serving.into_future());
    tokio::select! {
        served = &mut serving => return Ok(served?),
        signal = signal() => signal?,
        () = stop.requested() => {}
    }
    stop.request();
    match tokio::time::timeout(ANSWERS, serving).await {
        Ok(served) => served?,
        Err(_) => tracing::warn!("requests that were still being answered are broken off"),
    }
    Ok(())
}

#[cfg(unix)]
async fn signal() -> std::io::Result<()> {
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
async fn signal() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
