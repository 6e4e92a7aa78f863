//! The worker that watches Android devices: follows the adb server's list and reads the log of each device in a task of its
//! own. Starts no adb server, unless a setting says so.

mod app_events;
mod connections;
mod drop_box;
mod follower;
mod outbox;

use std::collections::HashMap;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use rcad_core::times;
use tokio::sync::watch;
use tokio::task::{Id, JoinError, JoinSet, LocalSet};
use tokio::time::sleep;

use connections::Connections;
use follower::Follower;

use super::supervise::{Woken, WorkerContext};
use crate::device::adb::{Adb, AdbError, Device, DeviceTracker};
use crate::line::shared::Shared;

/// Between two looks for an adb server.
const LOOK_AGAIN: Duration = Duration::from_secs(3);
/// Delay before a device's task is started again after it failed; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// How long `status` reports that.
const FAILURE_SHOWN_FOR: Duration = Duration::from_secs(3600);

/// Watches devices until the stop is requested.
pub fn run(work: &WorkerContext, shared: &Arc<Shared>) -> Result<()> {
    if !shared.config.devices.watch {
        return match work.wait(None, std::future::pending::<()>()) {
            Woken::Stop => Ok(()),
            Woken::By(()) | Woken::Timeout => anyhow::bail!("it waits for nothing else"),
        };
    }
    let mut watcher = DeviceWatcher {
        shared: shared.clone(),
        adb: Adb::find(),
        tasks: HashMap::new(),
        running: JoinSet::new(),
        connections: Rc::default(),
    };
    let local = LocalSet::new();
    match work.wait(None, local.run_until(watcher.run())) {
        Woken::Stop => Ok(()),
        Woken::By(()) | Woken::Timeout => anyhow::bail!("it ended by itself"),
    }
}

struct DeviceWatcher {
    shared: Arc<Shared>,
    adb: Adb,
    /// By serial number.
    tasks: HashMap<String, DeviceTask>,
    running: JoinSet<()>,
    connections: Rc<Connections<Follower>>,
}

struct DeviceTask {
    id: Option<Id>,
    /// Whether the device takes commands.
    online: watch::Sender<bool>,
    failures: u32,
}

impl DeviceWatcher {
    async fn run(&mut self) {
        loop {
            let problem = match self.adb.track().await {
                Ok(tracker) => {
                    self.shared.devices.set_server(true);
                    self.follow(tracker).await
                }
                Err(AdbError::NoServer(_)) => {
                    self.start_server().await;
                    None
                }
                Err(error) => Some(format!("{error}; no device is watched")),
            };
            self.shared.devices.set_server(false);
            self.shared.health.set("adb", problem);
            self.take_list(&[]);
            self.wait(sleep(LOOK_AGAIN)).await;
        }
    }

    /// Follows the list until the connection ends; a problem, unless the server has ended.
    async fn follow(&mut self, mut tracker: DeviceTracker) -> Option<String> {
        loop {
            match self.wait(tracker.next()).await {
                Ok(list) => {
                    self.shared.health.set("adb", None);
                    self.take_list(&list);
                }
                Err(AdbError::Broken(_)) => return None,
                Err(error) => return Some(format!("{error}; no device is watched")),
            }
        }
    }

    /// Waits for `event`; meanwhile tasks that end are looked after.
    async fn wait<T>(&mut self, event: impl Future<Output = T>) -> T {
        let mut event = std::pin::pin!(event);
        loop {
            tokio::select! {
                happened = &mut event => return happened,
                Some(ended) = self.running.join_next_with_id() => self.ended(ended),
            }
        }
    }

    fn take_list(&mut self, list: &[Device]) {
        self.shared.devices.set_list(list);
        for (serial, task) in &self.tasks {
            let online = list.iter().any(|device| device.serial == *serial && device.is_online());
            task.online.send_if_modified(|before| std::mem::replace(before, online) != online);
        }
        for device in list.iter().filter(|device| device.is_online()) {
            if self.tasks.get(&device.serial).is_none_or(|task| task.id.is_none()) {
                self.spawn(&device.serial, Duration::ZERO);
            }
        }
    }

    fn spawn(&mut self, serial: &str, pause: Duration) {
        let task = self.tasks.entry(serial.to_owned()).or_insert_with(|| DeviceTask {
            id: None,
            online: watch::Sender::new(true),
            failures: 0,
        });
        let follower = Follower::new(self.shared.clone(), self.adb.clone(), serial, task.online.subscribe());
        let connections = self.connections.clone();
        let running = self.running.spawn_local(async move {
            sleep(pause).await;
            follower.run(&connections).await;
        });
        task.id = Some(running.id());
    }

    /// A task has ended: its device is gone, or it panicked and is started again.
    fn ended(&mut self, ended: Result<(Id, ()), JoinError>) {
        let (id, panic) = match ended {
            Ok((id, ())) => (id, None),
            Err(error) => (error.id(), error.is_panic().then(|| error.into_panic())),
        };
        let Some((serial, task)) = self.tasks.iter_mut().find(|(_, task)| task.id == Some(id)) else { return };
        let serial = serial.clone();
        task.id = None;
        self.connections.end(&serial);
        if panic.is_none() {
            if !*task.online.borrow() {
                self.tasks.remove(&serial);
                return;
            }
            return self.spawn(&serial, FIRST_PAUSE);
        }
        task.failures += 1;
        let pause = FIRST_PAUSE.saturating_mul(1 << task.failures.min(16).saturating_sub(1)).min(LONGEST_PAUSE);
        let times = times(task.failures);
        let text = format!("reading the log of {serial} has failed {times} and is started again; rcad.log says where");
        tracing::error!(device = serial, "{text}");
        self.shared.health.note("devices", text, FAILURE_SHOWN_FOR);
        self.spawn(&serial, pause);
    }

    /// Starts an adb server, if the user wants that.
    async fn start_server(&self) {
        if !self.shared.config.devices.start_server {
            return;
        }
        let run = || Command::new("adb").arg("start-server").stdin(Stdio::null()).stdout(Stdio::null()).status();
        let problem = match tokio::task::spawn_blocking(run).await {
            Ok(Ok(status)) if status.success() => None,
            Ok(Ok(status)) => Some(format!("adb start-server failed: {status}")),
            Ok(Err(error)) => Some(format!("cannot run adb start-server: {error}")),
            Err(error) => Some(format!("adb start-server: {error}")),
        };
        self.shared.health.set("adb server", problem);
    }
}
