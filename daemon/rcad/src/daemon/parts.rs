//! The parts of the daemon, and the contexts of workers and requests.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::mpsc;

use super::announcer::AnnouncerContext;
use super::capture::CaptureContext;
use crate::agent::AgentContext;
use crate::line::announcement::Announcement;
use crate::line::shared::Shared;
use crate::platform::stop::StopSignal;
use crate::platform::time::now_ms;
use crate::serve::http::HttpContext;
use crate::serve::links::Links;
use crate::serve::notification::AnnouncementLog;

/// The parts of one daemon.
pub struct Parts {
    pub stop: StopSignal,
    pub shared: Arc<Shared>,
    pub agent: Arc<AgentContext>,
    links: Arc<Links>,
}

impl Parts {
    /// The parts of a daemon that is starting.
    pub fn new(shared: Shared, links: Links) -> Parts {
        let shared = Arc::new(shared);
        let agent = Arc::new(AgentContext::new(shared.clone()));
        Parts { stop: StopSignal::default(), shared, agent, links: Arc::new(links) }
    }

    /// The context of requests.
    pub fn http(&self) -> HttpContext {
        HttpContext {
            shared: self.shared.clone(),
            agent: self.agent.clone(),
            links: self.links.clone(),
            stop: self.stop.clone(),
            started_ms: now_ms(),
        }
    }

    /// The context of the capture worker.
    pub fn capture(&self, announce: mpsc::UnboundedSender<Announcement>) -> CaptureContext {
        CaptureContext { shared: self.shared.clone(), agent: self.agent.clone(), announce, started: Instant::now() }
    }

    /// The context of the worker that shows notifications.
    pub fn announcer(&self, inbox: mpsc::UnboundedReceiver<Announcement>) -> AnnouncerContext {
        AnnouncerContext {
            announced: AnnouncementLog::new(self.shared.config.notify_again_minutes),
            shared: self.shared.clone(),
            links: self.links.clone(),
            inbox,
        }
    }
}
