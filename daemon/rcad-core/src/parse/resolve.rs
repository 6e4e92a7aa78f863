//! What the readers took, made into an answer: duplicates dropped, each failure's role and task, what nobody recognised.

pub(super) mod leftovers;
pub(super) mod outcome;
pub(super) mod roles;
mod tasks;
pub mod trace;
