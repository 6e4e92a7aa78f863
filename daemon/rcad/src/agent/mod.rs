//! Runs the agent: takes failures whose rules' answer is stored, gathers the evidence, asks a model, keeps what it answers
//! beside the rules' answer. The thinking about it is core's; nothing here delays or changes the line.

pub mod begin;
pub mod boundary;
pub mod code;
pub mod counter;
pub mod gather;
pub mod models;
pub mod ollama;
pub mod perform;
pub mod probe;
pub mod route;
pub mod tools;
pub mod watch;
