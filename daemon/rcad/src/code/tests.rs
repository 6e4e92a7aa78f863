//! The code index on texts and on real directories.

mod broken;
mod project;
mod syntax;
