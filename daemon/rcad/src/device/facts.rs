//! What a device says of itself: its Android, its clock, its processes, an app that is installed on it.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};

use super::adb::{Adb, AdbError};
use super::log;
use crate::platform::time::now_ms;

/// Prints all that [`DeviceFacts`] holds. Before Android 8 `ps -A` lists nothing and the plain one everything.
const COMMAND: &str = "getprop ro.build.version.sdk; getprop ro.product.model; getprop ro.serialno; \
    cat /proc/sys/kernel/random/boot_id 2>/dev/null || echo; date '+%s %z %Y-%m-%d %H:%M:%S'; ps -A -o PID,NAME; ps";
/// Serial numbers that makers have left as they were.
const SHARED_SERIALS: &[&str] = &["unknown", "0123456789ABCDEF", "0123456789abcdef", "1234567890ABCDEF", "0"];
/// Length of the number that a kernel gives to each of its starts.
const BOOT_ID: usize = "00000000-0000-0000-0000-000000000000".len();
/// Seconds by which two clocks may differ and count as equal: the device tells whole seconds, a moment later.
const SAME_CLOCK_S: i64 = 3;

/// A device, as it was when it was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceFacts {
    /// API level of its Android.
    pub api: Option<u32>,
    /// Its model, such as `Pixel 8`.
    pub model: Option<String>,
    /// Its own serial number, where it has one that others don't.
    pub own_serial: Option<String>,
    /// The same over each connection to it, until it is started again; another for each device, emulators too.
    pub identity: Option<String>,
    /// Its clock.
    pub clock: DeviceClock,
    /// Ids and names of its processes.
    pub processes: Vec<(u32, String)>,
}

/// How a device's times become this machine's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceClock {
    /// Seconds that this machine's clock is ahead.
    ahead_s: i64,
    /// Seconds east of Greenwich.
    zone_s: i32,
    /// The year, for logs that don't show it.
    year: i16,
    /// What it showed when it was asked, as logs show it: `2026-11-22 10:00:00.000`.
    now: Option<String>,
}

/// An app that is installed on a device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstalledApp {
    /// Its `versionName`.
    pub version: Option<String>,
    /// Unix milliseconds, by this machine's clock, at which it was installed or replaced.
    pub installed_ms: Option<u64>,
}

impl DeviceFacts {
    /// Asks a device.
    pub async fn ask(adb: &Adb, serial: &str) -> Result<DeviceFacts, AdbError> {
        Ok(facts(&adb.output(serial, COMMAND).await?, (now_ms() / 1000) as i64))
    }

    /// What the device is called in the store: the same over each connection, and after it was started again, where it has
    /// a serial number of its own.
    pub fn name<'n>(&'n self, serial: &'n str) -> &'n str {
        let own = self.own_serial.as_deref().filter(|_| !serial.starts_with("emulator-"));
        own.unwrap_or(serial)
    }
}

fn facts(output: &str, now_s: i64) -> DeviceFacts {
    let mut lines = output.lines().map(str::trim);
    let mut next = || lines.next().unwrap_or_default();
    let (api, model, own_serial) = (next().parse().ok(), next().to_owned(), next());
    // Containers on one machine share its start, emulators of one kind their serial number.
    let identity = Some(next()).filter(|boot| boot.len() == BOOT_ID && !own_serial.is_empty());
    let date = next();
    let clock = DeviceClock::read(date, now_s);
    DeviceFacts {
        api,
        model: Some(model).filter(|m| !m.is_empty()),
        identity: identity.map(|boot| format!("{own_serial} {boot}")),
        own_serial: Some(own_serial).filter(|serial| is_own(serial)).map(str::to_owned),
        clock,
        processes: lines.filter_map(process).collect(),
    }
}

/// Whether a serial number is one that only this device has.
fn is_own(serial: &str) -> bool {
    !serial.is_empty() && !serial.starts_with("EMULATOR") && !SHARED_SERIALS.contains(&serial)
}

/// `4242 com.example.app`, or with more columns `u0_a123 4242 600 … S com.example.app`.
fn process(line: &str) -> Option<(u32, String)> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (pid, name) = match words[..] {
        [pid, name] => (pid, name),
        [_, pid, _, _, _, _, _, .., name] => (pid, name),
        _ => return None,
    };
    Some((pid.parse().ok()?, name.to_owned()))
}

impl DeviceClock {
    /// Reads `1763805600 +0100 2026-11-22 11:00:00`.
    fn read(date: &str, now_s: i64) -> DeviceClock {
        let mut words = date.split_ascii_whitespace();
        let mut next = || words.next().unwrap_or_default();
        let ahead_s = next().parse::<i64>().map_or(0, |device| now_s - device);
        let zone_s = zone(next()).unwrap_or_default();
        let this_year = || Timestamp::from_second(now_s).map_or(1970, |now| now.to_zoned(TimeZone::UTC).year());
        let (date, time) = (next(), next());
        let year = date.split('-').next().and_then(|year| year.parse().ok()).unwrap_or_else(this_year);
        let now = format!("{date} {time}.000");
        let now = log::time(&now).is_some().then_some(now);
        DeviceClock { ahead_s: if ahead_s.abs() <= SAME_CLOCK_S { 0 } else { ahead_s }, zone_s, year, now }
    }

    /// What it showed when it was asked, as logs show it: `2026-11-22 10:00:00.000`.
    pub fn now(&self) -> Option<&str> {
        self.now.as_deref()
    }

    /// Unix milliseconds, by this machine's clock, of a time such as `2026-11-22 10:00:00.123 +0100`, which may lack its
    /// zone, its year and its fraction.
    pub fn unix_ms(&self, stamp: &str) -> Option<u64> {
        let (date, rest) = stamp.split_once(' ')?;
        let (time, given) = rest.split_once(' ').unwrap_or((rest, ""));
        let date = if date.len() == "11-22".len() { format!("{:04}-{date}", self.year) } else { date.to_owned() };
        let civil: DateTime = format!("{date}T{time}").parse().ok()?;
        let offset = Offset::from_seconds(zone(given).unwrap_or(self.zone_s)).ok()?;
        let ms = offset.to_timestamp(civil).ok()?.as_millisecond() + self.ahead_s * 1000;
        u64::try_from(ms).ok()
    }
}

/// Seconds of `+0530`.
fn zone(text: &str) -> Option<i32> {
    let (sign, digits) = text.split_at_checked(1)?;
    let number: i32 = digits.parse().ok().filter(|_| digits.len() == 4)?;
    let seconds = (number / 100 * 60 + number % 100) * 60;
    match sign {
        "+" => Some(seconds),
        "-" => Some(-seconds),
        _ => None,
    }
}

impl InstalledApp {
    /// Asks the device's package manager.
    pub async fn ask(adb: &Adb, serial: &str, package: &str, clock: &DeviceClock) -> Result<InstalledApp, AdbError> {
        // Packages are made of letters, digits, `_` and `.`; a shell must see nothing else.
        if !package.bytes().all(|b| b.is_ascii_alphanumeric() || b"._".contains(&b)) {
            return Ok(InstalledApp::default());
        }
        let output =
            adb.output(serial, &format!("dumpsys package {package} | grep -E 'versionName=|lastUpdateTime='")).await?;
        Ok(installed(&output, clock))
    }
}

fn installed(output: &str, clock: &DeviceClock) -> InstalledApp {
    let value = |name: &str| output.lines().find_map(|line| line.trim().strip_prefix(name)).map(str::trim);
    InstalledApp {
        version: value("versionName=").map(str::to_owned),
        installed_ms: value("lastUpdateTime=").and_then(|time| clock.unix_ms(time)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_S: i64 = 1_763_805_600; // 2025-11-22 10:00:00 UTC

    #[test]
    fn a_device_tells_its_android_clock_and_processes() {
        let new = "34\nPixel 8\nR58M\n1f0c3a52-8a5f-4c1b-9d59-2f4f6d2b7a11\n1763805600 +0100 2025-11-22 11:00:00\n  PID NAME\n    1 init\n 4242 com.example.books:sync\n\
                   USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\nshell 99 98 1 2 0 0 R ps\n";
        let found = facts(new, NOW_S + 2);
        assert_eq!((found.api, found.model.as_deref()), (Some(34), Some("Pixel 8")));
        assert!(found.processes.contains(&(4242, "com.example.books:sync".into())), "{found:?}");
        assert_eq!(
            found.clock,
            DeviceClock { ahead_s: 0, zone_s: 3600, year: 2025, now: Some("2025-11-22 11:00:00.000".into()) }
        );
        assert_eq!(found.identity.as_deref(), Some("R58M 1f0c3a52-8a5f-4c1b-9d59-2f4f6d2b7a11"));
        assert_eq!((found.name("192.168.1.7:5555"), found.name("emulator-5554")), ("R58M", "emulator-5554"));
        let old = "22\n\nEMULATOR34X1\n\n1763802000 +0000 2025-11-22 09:00:00\nUSER     PID   PPID  VSIZE  RSS     WCHAN    PC        NAME\n\
                   u0_a52    1234  80   1234 567 ffffffff b6f2c5cc S com.example.books\n";
        let found = facts(old, NOW_S);
        assert_eq!((found.model.as_deref(), found.clock.ahead_s), (None, 3600));
        assert_eq!(found.processes, [(1234, "com.example.books".to_owned())]);
        assert_eq!((found.name("localhost:5555"), found.identity.as_deref()), ("localhost:5555", None));
        assert_eq!(facts("", NOW_S).clock.year, 2025);
    }

    #[test]
    fn times_of_all_layouts_become_this_machines() {
        let clock = DeviceClock { ahead_s: 0, zone_s: 3600, year: 2025, now: None };
        let ms = Some(NOW_S as u64 * 1000 + 123);
        assert_eq!(clock.unix_ms("2025-11-22 10:00:00.123 +0000"), ms);
        assert_eq!(clock.unix_ms("2025-11-22 15:30:00.123 +0530"), ms);
        assert_eq!(clock.unix_ms("2025-11-22 04:00:00.123 -0600"), ms);
        assert_eq!(clock.unix_ms("11-22 11:00:00.123"), ms);
        assert_eq!(DeviceClock { ahead_s: -60, ..clock.clone() }.unix_ms("11-22 11:01:00.123"), ms);
        for nonsense in ["", "soon", "2025-13-22 10:00:00.123", "11-22 99:00:00", "1969-01-01 00:00:00 +0000"] {
            assert_eq!(clock.unix_ms(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn the_package_manager_tells_version_and_time() {
        let clock = DeviceClock { ahead_s: 0, zone_s: 0, year: 2025, now: None };
        let found = installed("    versionName=1.2-debug\n    lastUpdateTime=2025-11-22 10:00:00\n", &clock);
        assert_eq!(found, InstalledApp { version: Some("1.2-debug".into()), installed_ms: Some(NOW_S as u64 * 1000) });
        assert_eq!(installed("Unable to find package: x", &clock), InstalledApp::default());
    }
}
