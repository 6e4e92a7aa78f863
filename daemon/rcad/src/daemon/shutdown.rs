//! Ends the daemon on a signal or `POST stop`, within seconds, whatever streams are open.

use std::future::IntoFuture;
use std::time::Duration;

use anyhow::Result;
use axum::Router;
use tokio::net::TcpListener;

use crate::platform::stop::StopSignal;

/// Time for requests in progress; streams end at once.
const REQUESTS_TIMEOUT: Duration = Duration::from_secs(2);
/// Time for workers to finish their current work. `rcad stop` waits 10 s for everything.
pub const WORKERS_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for remaining threads after that.
pub const LEFTOVERS_TIMEOUT: Duration = Duration::from_secs(1);

/// Answers requests until a signal arrives or the stop is requested.
pub async fn serve(listener: TcpListener, router: Router, stop: &StopSignal) -> Result<()> {
    let graceful = stop.clone();
    let serving = axum::serve(listener, router).with_graceful_shutdown(async move { graceful.requested().await });
    let mut serving = std::pin::pin!(serving.into_future());
    tokio::select! {
        served = &mut serving => return Ok(served?),
        signal = signal() => signal?,
        () = stop.requested() => {}
    }
    stop.request();
    match tokio::time::timeout(REQUESTS_TIMEOUT, serving).await {
        Ok(served) => served?,
        Err(_) => tracing::warn!("requests that were still being answered are broken off"),
    }
    Ok(())
}

#[cfg(unix)]
async fn signal() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    // Ignore the end of a terminal session.
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
