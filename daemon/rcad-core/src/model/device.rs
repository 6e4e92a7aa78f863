//! An app's process on an Android device.

use serde::{Deserialize, Serialize};

/// Which app ran, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppRun {
    /// The application's id, such as `com.example.books`.
    pub package: String,
    /// The process, such as `com.example.books:sync`.
    pub process: String,
    /// Serial number of the device, such as `emulator-5554`.
    pub device: String,
    /// Model of the device, such as `Pixel 8`, where known.
    pub model: Option<String>,
    /// API level of its Android, where known.
    pub api: Option<u32>,
    /// `versionName` of the installed app, where known.
    pub version: Option<String>,
    /// Unix milliseconds at which the app was installed or replaced, by this machine's clock, where known.
    pub installed_ms: Option<u64>,
    /// Id of the mapping by which the trace was made readable, where the build was minified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mapping: Option<String>,
    /// Why the trace of a minified build was left as logged, as a sentence's end: `no mapping of … is kept`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmapped: Option<String>,
}
