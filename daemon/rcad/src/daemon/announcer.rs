//! The worker that shows notifications and records that it has.

use std::sync::Arc;

use anyhow::Result;
use tokio::sync::mpsc::UnboundedReceiver;

use super::supervise::{Woken, WorkerContext};
use crate::line::announcement::Announcement;
use crate::line::shared::Shared;
use crate::platform::fault;
use crate::platform::time::now_ms;
use crate::serve::links::Links;
use crate::serve::notification::{self, AnnouncementLog};

/// What the worker uses.
pub struct AnnouncerContext {
    pub shared: Arc<Shared>,
    pub links: Arc<Links>,
    pub inbox: UnboundedReceiver<Announcement>,
    /// Announcements since the daemon's start.
    pub announced: AnnouncementLog,
}

/// Shows announcements until the stop is requested.
pub fn run(work: &WorkerContext, context: &mut AnnouncerContext) -> Result<()> {
    loop {
        match work.wait(None, context.inbox.recv()) {
            Woken::By(Some(announcement)) => {
                work.activity.start("showing a notification");
                fault::point("announcer", "");
                if work.wait(None, context.announce(&announcement)) == Woken::Stop {
                    return Ok(());
                }
            }
            Woken::By(None) | Woken::Timeout => anyhow::bail!("nobody can announce anything any more"),
            Woken::Stop => return Ok(()),
        }
    }
}

impl AnnouncerContext {
    async fn announce(&mut self, announcement: &Announcement) {
        let before = self.shared.store.get(&announcement.rca).ok().flatten().and_then(|rca| rca.announced_ms);
        let now = now_ms();
        if !self.shared.config.notify || !self.announced.is_due(announcement, before, now) {
            return;
        }
        let result = notification::show(announcement, self.links.rca(&announcement.rca)).await;
        match &result {
            Ok(()) => {
                if let Err(e) = self.shared.store.set_announced(&announcement.rca, now) {
                    tracing::warn!(error = %e, "cannot remember an announcement");
                }
            }
            Err(e) => tracing::warn!(error = format!("{e:#}"), "not announced"),
        }
        self.shared.health.set(
            "notification",
            result.err().map(|e| format!("the last failure could not be announced ({e}); rcad open last shows it")),
        );
    }
}
