//! When the user's apps were installed, started and shown, on the way from a device's log to the store: some seconds of it
//! at once.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rcad_core::device::{AppEventKind, EventReader};
use rcad_core::parse::input::logcat::Entry;
use rcad_store::AppEvent;

use crate::device::adb::Adb;
use crate::device::facts::{DeviceFacts, InstalledApp};
use crate::device::log;
use crate::line::own_apps::AppProjects;
use crate::line::shared::Shared;

/// How long an event waits for others. A kill loses none: the log is read again from before them.
pub const TOGETHER: Duration = Duration::from_secs(3);

/// Events that are not stored yet.
#[derive(Default)]
pub struct AppEventBatch {
    waiting: Vec<AppEvent>,
    since: Option<Instant>,
}

impl AppEventBatch {
    /// Takes what this entry of a line tells of one of the user's apps.
    pub fn take(&mut self, entry: &Entry<'_>, line: &str, reader: &EventReader, from: &LoggingDevice<'_>) {
        let Some((package, kind)) = reader.app_event(entry).filter(|(package, _)| from.apps.contains_key(*package))
        else {
            return;
        };
        if let Some(at_ms) = log::time_and_zone(line).and_then(|time| from.facts.clock.unix_ms(time)) {
            self.waiting.push(from.event(at_ms, package, kind));
            self.since.get_or_insert_with(Instant::now);
        }
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether the first has waited long enough.
    pub fn is_due(&self) -> bool {
        self.since.is_some_and(|since| since.elapsed() >= TOGETHER)
    }

    /// Stores what waits, with the installation of each app that was started: not every Android logs that.
    pub async fn store(&mut self, adb: &Adb, shared: &Shared, from: &LoggingDevice<'_>) {
        let mut events = std::mem::take(&mut self.waiting);
        self.since = None;
        if events.is_empty() {
            return;
        }
        let started = |event: &&AppEvent| matches!(event.kind, AppEventKind::Started { .. });
        let packages: BTreeSet<String> = events.iter().filter(started).map(|event| event.package.clone()).collect();
        for package in packages {
            let app = InstalledApp::ask(adb, from.serial, &package, &from.facts.clock).await.unwrap_or_default();
            events.extend(app.installed_ms.map(|at_ms| from.event(at_ms, &package, AppEventKind::Installed)));
        }
        if let Err(error) = shared.store.add_app_events(&events) {
            tracing::warn!(device = from.serial, %error, "cannot store what happened to apps");
        }
    }
}

/// Of which device a log is, and which apps are the user's.
pub struct LoggingDevice<'d> {
    /// Its serial number for adb.
    pub serial: &'d str,
    /// What it is called in the store.
    pub name: &'d str,
    /// What it says of itself.
    pub facts: &'d DeviceFacts,
    /// The user's apps.
    pub apps: &'d AppProjects,
}

impl LoggingDevice<'_> {
    fn event(&self, at_ms: u64, package: &str, kind: AppEventKind) -> AppEvent {
        let (device, model) = (self.name.to_owned(), self.facts.model.clone());
        AppEvent { at_ms, device, model, package: package.to_owned(), kind }
    }
}
