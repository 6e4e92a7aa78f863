//! One reader per tool, with the tables of its messages.

mod aapt2;
pub mod anr;
pub mod app_code;
pub(super) mod custom;
mod databinding;
pub(super) mod gradle;
pub(super) mod headings;
pub mod javac;
pub(super) mod junit;
mod kills;
pub mod kotlinc;
pub(super) mod lint;
mod manifest_merger;
mod names;
mod native_build;
mod process;
pub(super) mod processors;
pub mod r8;
pub(super) mod stack_trace;
mod tombstone;

use super::reader::Reader;

/// All readers. Where two could take the same line the earlier one does.
pub static READERS: &[Reader] = &[
    databinding::READER,
    kotlinc::plugin::READER,
    kotlinc::READER,
    javac::READER,
    lint::READER,
    manifest_merger::READER,
    native_build::READER,
    aapt2::READER,
    r8::READER,
    junit::READER,
    gradle::insight::READER,
    gradle::READER,
    gradle::ANDROID,
    process::READER,
    anr::READER,
    tombstone::READER,
    stack_trace::jvm_crash::READER,
    app_code::READER,
    app_code::rust::READER,
    app_code::mono::READER,
    kills::READER,
    stack_trace::startup::READER,
    stack_trace::event::READER,
    stack_trace::READER,
    stack_trace::sentence::READER,
];

/// Scanning a text gives each reader one bit of 32; the highest one marks suspicious lines.
const _: () = assert!(READERS.len() < 31);
