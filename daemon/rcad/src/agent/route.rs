//! Which model is asked, on which server, and what is tried when it does not answer: retries, circuit, the next model.

use rcad_core::agent::model::Model;

use crate::ollama::Server;

/// A model on a server.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Where it is.
    pub server: Server,
    /// Which it is and what it can do.
    pub model: Model,
}
