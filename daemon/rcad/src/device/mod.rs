//! Android devices at this machine.

pub mod adb;
pub mod board;
pub mod bug_report;
pub mod facts;
pub mod log;
