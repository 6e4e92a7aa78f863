//! Core through its public functions: recorded logs, message catalogues, properties of any text, prompts, and the rules
//! of the repository's layout.

#![allow(clippy::unwrap_used)] // A test's helpers may unwrap as the tests do.

mod agent_machine;
mod corpus;
mod evidence;
mod fuzz;
mod golden;
mod harmless;
mod known;
mod logcat;
mod messages;
mod prompts;
mod properties;
mod quiet;
mod retrace;
mod rules;
mod settings;
mod shapes;
mod sieve;
mod table;
mod tidy;
