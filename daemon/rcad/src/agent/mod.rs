//! Runs the agent: takes failures that the rules have answered, gathers evidence, asks a model and stores its answer
//! beside the rules' answer. The logic is in core. Nothing here delays or changes the line.

pub mod boundary;
pub mod candidates;
mod context;
pub mod counter;
pub mod gather;
pub mod job_events;
pub mod job_start;
pub mod lessons;
pub mod ollama;
pub mod perform;
pub mod prewarm;
pub mod probe;
pub mod queue;
pub mod requests;
pub mod route;
pub mod runner;
pub mod tool_setup;
pub mod tools;

pub use context::AgentContext;
