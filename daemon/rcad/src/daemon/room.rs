//! Keeps the store's file below its size: looks now and then, and cuts off what is free when the daemon ends.

use std::sync::Arc;
use std::time::Duration;

use super::App;

/// Between two looks. Most of them only ask how long the file is.
const LOOK: Duration = Duration::from_secs(600);

/// Makes room as long as it is polled.
pub async fn keep(app: Arc<App>) {
    loop {
        let app = app.clone();
        // A panic in there ends that look; the next one tries again.
        let _ = tokio::task::spawn_blocking(move || make_room(&app)).await;
        tokio::time::sleep(LOOK).await;
    }
}

fn make_room(app: &App) {
    let gone = app.store.keep_below(app.config.store_max_mb.saturating_mul(1 << 20));
    let problem = gone.as_ref().err().map(|e| format!("the store can't be kept below store_max_mb: {e}"));
    app.report_health("room", problem);
    if let Ok(gone) = gone
        && gone != rcad_store::Trimmed::default()
    {
        tracing::info!(reports = gone.reports, builds = gone.builds, rcas = gone.rcas, "made room");
        app.changed();
    }
}

/// When nobody writes any more.
pub fn compact(app: &App) {
    match app.store.compact() {
        Ok(true) => tracing::info!("the store's file was compacted"),
        Ok(false) => {}
        Err(e) => tracing::warn!(error = %e, "the store's file was not compacted"),
    }
}
