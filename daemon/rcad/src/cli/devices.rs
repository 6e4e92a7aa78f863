//! Devices and crashes in words: the lines of `rcad status`, and where an app crashed.

use rcad_core::project::overview::changes::in_words;
use rcad_core::render::{self, TraceRow};

use super::output::{colours, plain};
use crate::platform::time::ago;
use crate::platform::words::many;
use crate::protocol::devices::{CrashDetail, DeviceStatus, DevicesStatus};

/// Most packages that are named.
const MOST_APPS: usize = 4;

/// The lines, each with its end; none without devices and apps.
pub fn describe(devices: &DevicesStatus) -> String {
    if !devices.watched || (devices.devices.is_empty() && devices.apps.is_empty()) {
        return String::new();
    }
    let all: Vec<String> = devices.devices.iter().map(|device| line(device, !devices.apps.is_empty())).collect();
    let all = match (all.is_empty(), devices.server) {
        (false, _) => all.join("\n           "),
        (true, true) => "none attached".to_owned(),
        (true, false) => "no adb server runs; waiting for one".to_owned(),
    };
    let more = devices.apps.len().saturating_sub(MOST_APPS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let apps: Vec<&str> = devices.apps.iter().take(MOST_APPS).map(String::as_str).collect();
    let apps = if apps.is_empty() {
        String::new()
    } else {
        format!("  apps     {}{more}{}\n", apps.join(", "), today(devices))
    };
    format!("  devices  {all}\n{apps}")
}

/// `Pixel 8 (emulator-5554), API level 34, version 1.2, built 5 min ago by assembleDebug`
pub fn crash(crash: &CrashDetail, when: impl Fn(&str) -> String) -> String {
    let app = &crash.app;
    let device = app.model.as_ref().map_or_else(|| app.device.clone(), |model| format!("{model} ({})", app.device));
    let mut parts = vec![device];
    parts.extend(app.api.map(|api| format!("API level {api}")));
    parts.extend(app.version.as_ref().map(|version| format!("version {version}")));
    parts.extend(crash.build.as_ref().map(|build| match build.tasks.is_empty() {
        true => format!("built {}", when(&build.ended)),
        false => format!("built {} by {}", when(&build.ended), build.tasks.join(" ")),
    }));
    parts.extend(app.mapping.as_ref().map(|id| format!("names by mapping {}", id.get(..7).unwrap_or(id))));
    parts.extend(app.unmapped.as_ref().map(|why| format!("names as logged: {why}")));
    parts.join(", ")
}

/// Prints the lines of a crash with the user's own frames marked; nothing where none is the user's.
pub fn print_trace(text: &str, process: &str) {
    let (rows, colour) = (render::trace(text, process), colours());
    if rows.is_empty() {
        return;
    }
    let row = |row: &TraceRow| {
        let (mark, colour_code, text) = match row {
            TraceRow::Text(text) => (" ", "0", text),
            TraceRow::Own(text) => (">", "1", text),
            TraceRow::Other(text) | TraceRow::Folded(text) => (" ", "2", text),
        };
        let indent =
            if text.starts_with(char::is_whitespace) || matches!(row, TraceRow::Folded(_)) { "    " } else { "" };
        let line = format!("{mark} {indent}{}", plain(text.trim_start()));
        if colour { format!("\u{1b}[{colour_code}m{line}\u{1b}[0m\n") } else { format!("{line}\n") }
    };
    let lines: String = rows.iter().map(row).collect();
    print!("\n{lines}");
}

/// `That build switched on minify for release in :app.`; nothing where nothing is known to have changed.
pub fn changes(crash: &CrashDetail) -> Option<String> {
    let changes = in_words(&crash.build.as_ref()?.changes)?;
    Some(format!("That build {changes}."))
}

/// `Not seen since the build of 5 min ago: started once, ShelfActivity shown once.`
pub fn not_seen(crash: &CrashDetail, now_ms: u64) -> Option<String> {
    let seen = crash.not_seen_since.as_ref()?;
    Some(format!("{}.", seen.in_words(|then| ago(then, now_ms))))
}

fn today(devices: &DevicesStatus) -> String {
    match devices.crashes_today {
        0 => String::new(),
        number => format!("; {} in 24 hours", many(number, "crash")),
    }
}

fn line(device: &DeviceStatus, has_apps: bool) -> String {
    let name = match &device.model {
        Some(model) => format!("{} ({model})", device.serial),
        None => device.serial.clone(),
    };
    let what = match (&device.problem, device.state.as_str()) {
        (_, "unauthorized") => "unauthorized; allow USB debugging on its screen".to_owned(),
        (Some(problem), "device") => problem.replace('\n', " "),
        (None, "device") if device.reading => "watched for crashes".to_owned(),
        (None, "device") if !has_apps => "waiting for a build of an app".to_owned(),
        (None, "device") => "connecting".to_owned(),
        (_, state) => state.to_owned(),
    };
    let counted = [(device.dropped, "lines dropped by the device"), (device.lost, "crashes not stored")];
    let counted: String =
        counted.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!(", {number} {what}")).collect();
    format!("{name}: {what}{counted}")
}

#[cfg(test)]
mod tests {
    use rcad_core::model::device::AppRun;

    use super::*;
    use crate::protocol::devices::MadeBy;

    #[test]
    fn devices_and_apps_are_described() {
        let device = |serial: &str, state: &str| DeviceStatus {
            serial: serial.to_owned(),
            state: state.to_owned(),
            ..DeviceStatus::default()
        };
        let mut status = DevicesStatus { watched: true, server: true, ..DevicesStatus::default() };
        assert_eq!(describe(&status), "");
        let model = Some("Pixel_8".to_owned());
        status.devices = vec![
            DeviceStatus { model, reading: true, dropped: 12, ..device("emulator-5554", "device") },
            device("R58M", "unauthorized"),
        ];
        status.apps = (1..=6).map(|n| format!("com.example.app{n}")).collect();
        status.crashes_today = 2;
        assert_eq!(
            describe(&status),
            "  devices  emulator-5554 (Pixel_8): watched for crashes, 12 lines dropped by the device\n           \
             R58M: unauthorized; allow USB debugging on its screen\n  \
             apps     com.example.app1, com.example.app2, com.example.app3, com.example.app4 and 2 more; \
             2 crashes in 24 hours\n"
        );
        status.devices.clear();
        assert!(describe(&status).starts_with("  devices  none attached\n"));
        assert_eq!(describe(&DevicesStatus { watched: false, ..status }), "");
    }

    #[test]
    fn a_crash_names_its_device_and_its_build() {
        let app = AppRun {
            device: "emulator-5554".into(),
            model: Some("Pixel 8".into()),
            api: Some(34),
            version: Some("1.2".into()),
            mapping: Some("0123456789ab".into()),
            ..AppRun::default()
        };
        let made_by = MadeBy {
            report: "1".into(),
            ended: "then".into(),
            tasks: vec!["installRelease".into()],
            changes: Vec::new(),
        };
        let told =
            crash(&CrashDetail { app, build: Some(made_by), text: String::new(), not_seen_since: None }, |time| {
                format!("at {time}")
            });
        let expected = "Pixel 8 (emulator-5554), API level 34, version 1.2, built at then by installRelease, \
                        names by mapping 0123456";
        assert_eq!(told, expected);
        let unmapped =
            AppRun { device: "R58M".into(), unmapped: Some("no mapping is kept".into()), ..AppRun::default() };
        let told = crash(
            &CrashDetail { app: unmapped, build: None, text: String::new(), not_seen_since: None },
            str::to_owned,
        );
        assert_eq!(told, "R58M, names as logged: no mapping is kept");
    }
}
