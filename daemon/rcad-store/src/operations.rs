//! What is done to stored failures, each operation in transactions of its own: a build is put, an answer voted on, two
//! failures merged or split, a failure resolved, old ones pruned; what
//! a project declares is compared with the build before.

pub(crate) mod declared;
pub(crate) mod feedback;
pub(crate) mod merge;
pub(crate) mod prune;
pub(crate) mod put;
pub(crate) mod resolution;
