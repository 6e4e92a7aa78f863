//! The data that everything else reads and makes: no logic beyond what its own fields say.

pub mod analysis;
pub mod answer;
pub mod category;
pub mod change;
pub mod declared;
pub mod device;
pub mod environment;
pub mod failure;
pub mod memory;
pub mod report;
