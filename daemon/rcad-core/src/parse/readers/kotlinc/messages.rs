//! The Kotlin compilers' messages, K1's and K2's wording side by side, as data; the first match wins. Before them come the
//! messages that a library's opt-in marker gives the compiler to print (`opt_in.rs`).

mod calls;
mod classes;
mod compose;
mod multiplatform;
mod names;
pub mod opt_in;
mod options;
mod syntax;
mod types;
mod versions;

use crate::model::failure::Failure;
use crate::pattern::{Rules, classify};

pub use options::{BARE, CRASHES};

/// Messages after a position, in the order in which they are tried.
pub static PLACED: &[&Rules] = &[
    &compose::RULES,
    &multiplatform::RULES,
    &names::RULES,
    &types::RULES,
    &calls::RULES,
    &classes::RULES,
    &versions::RULES,
    &syntax::RULES,
];

/// Fills the failure from the first row of all tables that matches.
pub fn classify_placed(message: &str, failure: &mut Failure) -> bool {
    PLACED.iter().any(|table| classify(table, message, failure).is_some())
}
