//! Android devices at this machine.

pub mod adb;
