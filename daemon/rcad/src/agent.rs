//! Runs the agent: takes failures whose rules' answer is stored, gathers the evidence, asks a model, keeps what it answers
//! beside the rules' answer. The thinking about it is core's; nothing here delays or changes the line.

pub mod begin;
pub mod boundary;
pub mod counter;
pub mod gather;
pub mod models;
pub mod perform;
pub mod probe;
pub mod route;
pub mod watch;
