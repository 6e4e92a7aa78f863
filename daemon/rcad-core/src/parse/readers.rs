//! One reader a tool, and the tables of messages that it knows.

pub(super) mod aapt2;
pub(super) mod anr;
pub(super) mod custom;
pub(super) mod databinding;
pub(super) mod gradle;
pub(super) mod javac;
pub(super) mod junit;
pub(super) mod kotlinc;
pub(super) mod lint;
pub(super) mod manifest_merger;
mod names;
pub(super) mod native_build;
pub(super) mod process;
pub(super) mod processors;
pub(super) mod r8;
pub(super) mod stack_trace;
pub(super) mod tombstone;
