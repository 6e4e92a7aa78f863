//! The code index of a project: what its Kotlin and Java files declare and use, read with tree-sitter. Kept in memory
//! for the projects in use, within limits. Reads only source files below the project, follows no links, writes nothing.

mod cache;
pub mod callers;
mod declaration;
mod declarations;
mod draft;
mod grammar;
mod index;
mod java;
mod kotlin;
mod lines;
mod node;
mod outline;
mod reader;
mod refresh;
mod signature;
#[cfg(test)]
mod tests;
mod tree;
mod walk;

pub use cache::CodeIndexes;
pub use declaration::{Declaration, DeclarationKind, Import};
pub use declarations::DeclarationReader;
pub use index::{CodeIndex, read};
