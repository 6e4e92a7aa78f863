//! From the readers' matches to the failures of a text: drops duplicates, assigns roles and tasks, and finds unmatched
//! lines.

pub(super) mod answers;
pub(super) mod edits;
pub(super) mod generators;
pub(super) mod leftovers;
pub(super) mod outcome;
pub(super) mod output;
pub(super) mod places;
pub(super) mod roles;
pub(super) mod setting;
pub(super) mod tasks;
pub(super) mod test_run;
pub mod trace;
mod unsaid;
mod wrappers;
