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
    /// Its lines, names mapped back where the build was minified.
    pub text: String,
    /// Where it did not come again although a later build was used in the same way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_seen_since: Option<NotSeenSince>,
}

/// What was seen of an app since its last crash, without that crash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotSeenSince {
    /// Unix milliseconds at which the app was installed anew.
    pub installed_ms: u64,
    /// Unix milliseconds at which the build ended that was installed then, as far as times tell.
    pub built_ms: Option<u64>,
    /// How often it was started since.
    pub starts: usize,
    /// The screen that was shown last before the crash, by its activity's class; nothing for a crash before any screen.
    pub screen: Option<String>,
    /// How often that screen was shown since.
    pub shown: usize,
}

impl NotSeenSince {
    /// `Not seen since the build of 5 min ago: started 3 times, ShelfActivity shown twice`; `ago` says when a time was.
    pub fn in_words(&self, ago: impl Fn(u64) -> String) -> String {
        let times = |number: usize| match number {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            _ => format!("{number} times"),
        };
        let what = match self.built_ms {
            Some(built_ms) => format!("the build of {}", ago(built_ms)),
            None => format!("the app was installed {}", ago(self.installed_ms)),
        };
        let screen = self.screen.as_ref().map(|class| class.rsplit('.').next().unwrap_or(class));
        let screen = screen.map_or(String::new(), |name| format!(", {name} shown {}", times(self.shown)));
        format!("Not seen since {what}: started {}{screen}", times(self.starts))
    }
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

#[cfg(test)]
mod tests {
    use super::NotSeenSince;

    #[test]
    fn what_was_seen_since_is_said_with_its_numbers() {
        let seen = NotSeenSince {
            installed_ms: 7,
            built_ms: Some(5),
            starts: 3,
            screen: Some("com.example.books.Shelf".into()),
            shown: 2,
        };
        let ago = |ms| format!("{ms} min ago");
        assert_eq!(seen.in_words(ago), "Not seen since the build of 5 min ago: started 3 times, Shelf shown twice");
        let seen = NotSeenSince { built_ms: None, starts: 1, screen: None, shown: 0, ..seen };
        assert_eq!(seen.in_words(ago), "Not seen since the app was installed 7 min ago: started once");
    }
}
