//! The data that everything else reads and makes: no logic beyond what its own fields say.

pub mod analysis;
pub mod category;
pub mod failure;
pub mod report;
