//! Votes on answers: which one counts now, what it does to its RCA, and the quality that follows from it. Pure: never
//! touches the store.

pub(crate) mod current;
pub(crate) mod effect;
pub(crate) mod quality;
