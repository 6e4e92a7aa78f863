//! Android devices in the answer to `GET status`.

use rcad_core::model::declared::DeclaredChange;
use rcad_core::model::device::AppRun;
use serde::{Deserialize, Serialize};

/// The adb server and its devices.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DevicesStatus {
    /// Whether devices are watched at all; a setting.
    pub watched: bool,
    /// Whether an adb server answers.
    pub server: bool,
    /// The attached devices.
    pub devices: Vec<DeviceStatus>,
    /// Packages of the user's apps, whose crashes are stored.
    pub apps: Vec<String>,
    /// Crashes of these in the last 24 hours.
    pub crashes_today: u64,
}

/// A device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceStatus {
    /// Its name for adb, such as `emulator-5554`.
    pub serial: String,
    /// Its model, such as `Pixel_8`, where known.
    pub model: Option<String>,
    /// `device`, `offline`, `unauthorized` and others of adb's.
    pub state: String,
    /// Whether its log is read.
    pub reading: bool,
    /// Crashes of the user's apps that were stored since the daemon's start.
    pub crashes: u64,
    /// Crashes that could not be stored because too many came at once.
    pub lost: u64,
    /// Lines that the device reports as dropped before they could be read.
    pub dropped: u64,
    /// Why its log is not read, in words.
    pub problem: Option<String>,
}

/// Where an app crashed, and what build it came from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CrashDetail {
    /// The app and the device.
    pub app: AppRun,
    /// The build that made the installed app, as far as times tell.
    pub build: Option<MadeBy>,
}

/// The build that made an app.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MadeBy {
    /// Id of its report.
    pub report: String,
    /// RFC 3339.
    pub ended: String,
    /// Tasks that were asked for.
    pub tasks: Vec<String>,
    /// What the project's declarations changed since the app that was installed before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<DeclaredChange>,
}
