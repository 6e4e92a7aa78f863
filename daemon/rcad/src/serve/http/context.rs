//! The data that requests use.

use std::sync::Arc;

use crate::agent::AgentContext;
use crate::line::shared::Shared;
use crate::platform::stop::StopSignal;
use crate::serve::links::Links;

/// The parts of the daemon that requests use.
pub struct HttpContext {
    pub shared: Arc<Shared>,
    pub agent: Arc<AgentContext>,
    pub links: Arc<Links>,
    /// Stops the daemon, and with it every stream.
    pub stop: StopSignal,
    /// Unix milliseconds.
    pub started_ms: u64,
}
