//! Reads one device's log and submits the crashes of the user's apps. Reads on while a crash is being stored; how far it has
//! read is stored only when no crash is open, so that none is lost when the daemon is killed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rcad_core::Report;
use rcad_core::device::{DeviceEvent, EventReader};
use rcad_core::model::device::AppRun;
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::parse::input::logcat::Entry;
use rcad_store::Build;
use tokio::sync::{oneshot, watch};
use tokio::time::{sleep, timeout};

use super::app_events::{AppEventBatch, LoggingDevice, TOGETHER};
use super::connections::{ConnectionClaim, Connections};
use super::drop_box;
use super::outbox::Outbox;
use crate::device::adb::{Adb, AdbError};
use crate::device::facts::{DeviceFacts, InstalledApp};
use crate::device::log::{self, DeviceLog};
use crate::line::shared::Shared;
use crate::platform::fault;
use crate::platform::time::now_ms;

/// A crash is complete when nothing comes for so long.
const SILENCE: Duration = Duration::from_millis(300);
/// Between two attempts to read the log of a device that is attached.
const AGAIN: Duration = Duration::from_secs(1);
/// How long a crash that was cut off waits for its device.
const PATIENCE: Duration = Duration::from_secs(10);
/// Between two times at which it is stored how far the log is read.
const SETTLE: Duration = Duration::from_secs(60);
/// How often the device is asked for more of a crash: it writes its reports a moment after the log.
const ASKED: u32 = 3;
/// Milliseconds after a crash within which the system logs that it happened.
const SAME_CRASH_MS: u64 = 10_000;
/// Stored crashes that are looked at for it.
const MOST_STORED: usize = 200;

/// Reads one device's log.
pub struct Follower {
    shared: Arc<Shared>,
    adb: Adb,
    serial: String,
    /// What it is called in the store; empty before it is followed.
    name: String,
    /// Whether the device takes commands.
    online: watch::Receiver<bool>,
    log: DeviceLog,
    reader: EventReader,
    facts: DeviceFacts,
    outbox: Outbox,
    app_events: AppEventBatch,
    /// When it was stored how far the log is read; nothing when that is due.
    settled: Option<Instant>,
}

impl Follower {
    /// Reads nothing yet.
    pub fn new(shared: Arc<Shared>, adb: Adb, serial: &str, online: watch::Receiver<bool>) -> Follower {
        Follower {
            log: DeviceLog::new(serial, None),
            serial: serial.to_owned(),
            name: String::new(),
            outbox: Outbox::new(shared.clone()),
            reader: EventReader::default(),
            app_events: AppEventBatch::default(),
            facts: DeviceFacts::default(),
            settled: None,
            shared,
            adb,
            online,
        }
    }

    /// Reads until the device is gone, or until another connection to it takes over.
    pub async fn run(mut self, connections: &Connections<Follower>) {
        let mut apps = self.shared.apps.subscribe();
        loop {
            if !*self.online.borrow() {
                let serial = self.serial.clone();
                let Some(same) = connections.hand_over(&serial, self) else { return };
                self = same;
                if !self.came_back().await {
                    break;
                }
            }
            // Without an app to look for, the log is not read at all.
            let has_apps = !apps.borrow().is_empty();
            if !has_apps && apps.changed().await.is_ok() {
                continue;
            }
            let ended = match DeviceFacts::ask(&self.adb, &self.serial).await {
                Ok(facts) => match connections.claim(facts.identity.as_deref(), &self.serial) {
                    ConnectionClaim::Own => self.read(facts).await,
                    ConnectionClaim::Waiting { other, left } => {
                        self = self.inherit(&other, left).await;
                        continue;
                    }
                },
                Err(error) => Err(error),
            };
            let problem = ended.err().map(|error| error.to_string());
            self.shared.devices.change(&self.serial, |device| {
                device.reading = false;
                device.problem = problem;
            });
            self.outbox.wait(sleep(AGAIN)).await;
        }
        let cut_off = self.reader.finish();
        self.submit(cut_off).await;
        self.outbox.drain().await;
        self.settle().await;
    }

    /// Waits until the other connection to the same device ends, and goes on where that has stopped.
    async fn inherit(mut self, other: &str, left: oneshot::Receiver<Follower>) -> Follower {
        self.shared.devices.change(&self.serial, |device| {
            device.reading = false;
            device.problem = Some(format!("the same device as {other}"));
        });
        let mut online = self.online.clone();
        let left = tokio::select! {
            left = left => left,
            _ = online.wait_for(|online| !online) => return self,
        };
        let Ok(mut heir) = left else { return self };
        heir.log.move_to(&self.serial);
        heir.serial = std::mem::take(&mut self.serial);
        heir.online = self.online;
        heir
    }

    /// Waits for a device that is gone; a crash that was cut off comes whole when it is back.
    async fn came_back(&mut self) -> bool {
        let limit = if self.reader.is_open() { PATIENCE } else { AGAIN };
        let mut online = self.online.clone();
        matches!(self.outbox.wait(timeout(limit, online.wait_for(|online| *online))).await, Ok(Ok(_)))
    }

    /// Reads the log until the connection ends.
    async fn read(&mut self, facts: DeviceFacts) -> Result<(), AdbError> {
        for (pid, name) in &facts.processes {
            self.reader.processes().insert(*pid, name);
        }
        self.begin(&facts);
        self.facts = facts;
        if self.settled.is_none() {
            self.settle().await; // Before the first line, which may be that of a crash.
        }
        self.log.connect(&self.adb).await?;
        self.shared.devices.change(&self.serial, |device| {
            device.reading = true;
            device.problem = None;
        });
        loop {
            let mut crashes = Vec::new();
            let limit = self.limit();
            let (reader, app_events, mut dropped) = (&mut self.reader, &mut self.app_events, 0);
            let apps = self.shared.apps.now();
            let device = LoggingDevice { serial: &self.serial, name: &self.name, facts: &self.facts, apps: &apps };
            let mut take = |line: &str| {
                let (entry, ended) = reader.line(line);
                if let Some(entry) = entry {
                    dropped += dropped_lines(&entry);
                    app_events.take(&entry, line, reader, &device);
                }
                crashes.extend(ended);
            };
            let read = self.log.read(&self.adb, &mut take);
            let more = match self.outbox.wait(timeout(limit, read)).await {
                Ok(more) => more?,
                Err(_) => {
                    crashes.extend(self.reader.silence());
                    true
                }
            };
            fault::point("device", &self.serial);
            if dropped > 0 {
                self.shared.devices.change(&self.serial, |device| device.dropped += dropped);
            }
            self.submit(crashes).await;
            if !more {
                return Ok(());
            }
            if self.app_events.is_due() {
                self.store_app_events().await;
            }
            if self.settled.is_none_or(|settled| settled.elapsed() >= SETTLE) {
                self.settle().await;
            }
        }
    }

    /// Goes on where the log of this device was left, whatever connection it had then, or begins now.
    fn begin(&mut self, facts: &DeviceFacts) {
        if self.name.is_empty() {
            self.name = facts.name(&self.serial).to_owned();
            let store = &self.shared.store;
            let left = store.device_log(&self.name).and_then(|left| match left {
                Some(_) => Ok(left),
                None => store.device_log(&self.serial),
            });
            match left {
                Ok(left) => left.iter().for_each(|time| self.log.begin(time)),
                Err(error) => tracing::warn!(device = self.serial, %error, "cannot read how far its log was read"),
            }
        }
        if let Some(now) = facts.clock.now() {
            self.log.begin(now);
        }
    }

    /// How long the next line is waited for at most.
    fn limit(&self) -> Duration {
        if self.reader.is_open() || self.settled.is_none() {
            SILENCE
        } else if self.app_events.is_empty() {
            SETTLE
        } else {
            TOGETHER
        }
    }

    async fn store_app_events(&mut self) {
        let apps = self.shared.apps.now();
        let device = LoggingDevice { serial: &self.serial, name: &self.name, facts: &self.facts, apps: &apps };
        self.app_events.store(&self.adb, &self.shared, &device).await;
    }

    /// Submits the crashes of the user's apps; of what is only a notice nobody is told.
    async fn submit(&mut self, events: Vec<DeviceEvent>) {
        let apps = self.shared.apps.now();
        for mut crash in events.into_iter().filter(|event| event.crash) {
            if let Some(project) = apps.get(crash.package()).filter(|_| !self.is_stored(&crash)) {
                self.complete(&mut crash).await;
                let report = self.report(crash, project).await;
                self.outbox.push(report, &self.serial);
                self.settled = None;
            }
        }
    }

    /// Whether a line that only says that an app crashed is of a crash which was stored before the daemon was restarted.
    fn is_stored(&self, crash: &DeviceEvent) -> bool {
        let Some(at_ms) = self.time_of(crash).filter(|_| crash.summary) else { return false };
        let end = format!("-{}", crash.pid);
        let same = |build: &Build| {
            build.app.as_ref().is_some_and(|app| app.device == self.name && app.process == crash.process)
        };
        let since = self.shared.store.builds_since(at_ms.saturating_sub(SAME_CRASH_MS), MOST_STORED);
        since.unwrap_or_default().iter().any(|(id, build)| id.ends_with(&end) && same(build))
    }

    /// When a crash happened, in Unix milliseconds by this machine's clock.
    fn time_of(&self, crash: &DeviceEvent) -> Option<u64> {
        let time = crash.text.lines().find_map(log::time_and_zone)?;
        self.facts.clock.unix_ms(time)
    }

    /// Adds what the device keeps of a crash beside its log, if it has any.
    async fn complete(&mut self, crash: &mut DeviceEvent) {
        let Some(tag) = drop_box::tag(crash) else { return };
        let clock = &self.facts.clock;
        let at_ms = self.time_of(crash);
        for asked in 1..=ASKED {
            let found = drop_box::complete(crash, tag, at_ms.unwrap_or_default(), &self.adb, &self.serial, clock).await;
            if asked == ASKED || !matches!(found, Ok(false)) {
                return;
            }
            self.outbox.wait(sleep(AGAIN)).await;
        }
    }

    async fn report(&self, crash: DeviceEvent, project: &str) -> Report {
        let clock = &self.facts.clock;
        let installed = InstalledApp::ask(&self.adb, &self.serial, crash.package(), clock).await.unwrap_or_default();
        let time = crash.text.lines().find_map(log::time_and_zone).unwrap_or_default();
        let app = AppRun {
            package: crash.package().to_owned(),
            process: crash.process.clone(),
            device: self.name.clone(),
            model: self.facts.model.clone(),
            api: self.facts.api,
            version: installed.version,
            installed_ms: installed.installed_ms,
            mapping: None,
            unmapped: None,
        };
        Report {
            id: format!("device-{}-{}-{}", self.name, time.replace(' ', "_"), crash.pid),
            origin: Origin::Device,
            outcome: Outcome::Failed,
            project: Some(project.to_owned()).filter(|project| !project.is_empty()),
            tasks: Vec::new(),
            environment: Environment::default(),
            started_ms: None,
            ended_ms: self.time_of(&crash).unwrap_or_else(now_ms),
            app: Some(app),
            raw: None,
            text: crash.text,
        }
    }

    /// Stores how far the log is read, unless a crash before that is not stored yet.
    async fn settle(&mut self) {
        if self.log.last_time().is_empty() || self.reader.is_open() || !self.outbox.is_empty() {
            return;
        }
        self.store_app_events().await;
        let time = self.log.last_time();
        if let Err(error) = self.shared.store.settle_device_log(&self.name, time) {
            tracing::warn!(device = self.serial, %error, "cannot store how far its log is read");
        }
        self.settled = Some(Instant::now());
    }
}

/// Lines that this entry says were dropped: `uid=10123(com.example.app) expire 42 lines`.
fn dropped_lines(entry: &Entry<'_>) -> u64 {
    if !matches!(entry.tag, "chatty" | "logd") {
        return 0;
    }
    let number = entry.rest.split_once(" expire ").and_then(|(_, rest)| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).unwrap_or_default()
}
