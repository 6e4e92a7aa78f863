//! What requests are answered from.

use std::sync::Arc;

use crate::agent::AgentContext;
use crate::line::shared::Shared;
use crate::platform::stop::Stop;
use crate::serve::links::Links;

/// The parts of the daemon that requests read or wake.
pub struct HttpContext {
    pub shared: Arc<Shared>,
    pub agent: Arc<AgentContext>,
    pub links: Arc<Links>,
    /// Ends the daemon, and with it every stream.
    pub stop: Stop,
    /// Unix milliseconds.
    pub started_ms: u64,
}
