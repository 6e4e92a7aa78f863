//! The desktop notification, by the freedesktop service on Linux and the notification centre on macOS.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use notify_rust::{Hint, Notification, Urgency};
use tokio::task::AbortHandle;

use crate::line::announcement::Announcement;
use crate::platform::browser::open_link;

/// A build that ended earlier than this (its record waited in the spool) is not announced.
const MAX_AGE_MS: u64 = 10 * 60 * 1000;
/// How long an announcement is remembered here at least; the store remembers the last of each failure.
const KEPT_MS: u64 = 24 * 3_600_000;
/// Time limit for the notification service.
const SERVICE_TIMEOUT: Duration = Duration::from_secs(3);
/// Most notifications that wait for a click. Each holds a connection to the session bus until it is dismissed,
/// and some desktops keep notifications for days. The link in the text of an older one still works.
const CLICKABLE: usize = 8;

static CLICKS: Mutex<ClickTasks> = Mutex::new(ClickTasks { waiting: VecDeque::new() });

/// Tasks that wait for a click, oldest first.
struct ClickTasks {
    waiting: VecDeque<AbortHandle>,
}

impl ClickTasks {
    /// Adds a task and cancels the oldest if there are too many.
    fn add(&mut self, task: AbortHandle) {
        self.waiting.retain(|task| !task.is_finished());
        self.waiting.push_back(task);
        if self.waiting.len() > CLICKABLE {
            self.waiting.pop_front().iter().for_each(AbortHandle::abort);
        }
    }
}

/// Past announcements, so that the same failure is not announced again at once.
#[derive(Debug)]
pub struct AnnouncementLog {
    again_ms: u64,
    last: HashMap<String, u64>,
}

impl AnnouncementLog {
    /// An empty log; the same failure is announced again after `again_minutes`.
    pub fn new(again_minutes: u64) -> AnnouncementLog {
        AnnouncementLog { again_ms: again_minutes.saturating_mul(60_000), last: HashMap::new() }
    }

    /// Whether to show this now (Unix milliseconds); if so, records it. `before` is the time of its announcement by an
    /// earlier run of the daemon.
    pub fn is_due(&mut self, announcement: &Announcement, before: Option<u64>, now_ms: u64) -> bool {
        let last = self.last.get(&announcement.rca).copied().or(before);
        let recent = last.is_some_and(|last| match announcement.built_ms {
            Some(built_ms) => last >= built_ms,
            None => now_ms.saturating_sub(last) < self.again_ms,
        });
        let stale = now_ms.saturating_sub(announcement.ended_ms) > MAX_AGE_MS;
        if recent || stale {
            return false;
        }
        self.last.retain(|_, last| now_ms.saturating_sub(*last) < self.again_ms.max(KEPT_MS));
        self.last.insert(announcement.rca.clone(), now_ms);
        true
    }
}

/// Shows it. The link is in the text (most services make it clickable); a click on the notification opens it, too.
pub async fn show(announcement: &Announcement, link: String) -> Result<()> {
    let mut notification = Notification::new();
    notification.appname("rcad").summary(&announcement.title).body(&format!("{}\n{link}", escape(&announcement.cause)));
    #[cfg(all(unix, not(target_os = "macos")))]
    notification
        .action("default", "Open")
        .hint(Hint::Category("build.failed".to_owned()))
        .hint(Hint::DesktopEntry("rcad".to_owned()))
        .urgency(Urgency::Normal);
    let result = tokio::time::timeout(SERVICE_TIMEOUT, notification.show_async());
    let handle =
        result.await.context("the notification service does not answer")?.context("no notification service")?;
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        let click = tokio::spawn(async move {
            handle
                .wait_for_action_async(|action| {
                    if action.is_default_action() {
                        let _ = open_link(&link);
                    }
                })
                .await;
        });
        CLICKS.lock().unwrap_or_else(PoisonError::into_inner).add(click.abort_handle());
    }
    Ok(())
}

/// Name and version of the service, for `rcad doctor`. Blocks for at most a few seconds.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn service() -> Result<String> {
    let info = notify_rust::get_server_information().context("no notification service on the session bus")?;
    Ok(format!("{} {}", info.name, info.version))
}

/// The notification centre always exists.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub fn service() -> Result<String> {
    Ok("the system's".to_owned())
}

/// Escapes text of a log, since a notification's body may contain markup.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announcement(rca: &str, ended_ms: u64) -> Announcement {
        Announcement { rca: rca.into(), title: String::new(), cause: String::new(), ended_ms, built_ms: None }
    }

    #[test]
    fn the_same_failure_is_announced_once_in_ten_minutes() {
        let mut announced = AnnouncementLog::new(10);
        let minute = 60_000;
        assert!(announced.is_due(&announcement("a", 100 * minute), None, 100 * minute));
        assert!(!announced.is_due(&announcement("a", 109 * minute), None, 109 * minute));
        assert!(announced.is_due(&announcement("b", 109 * minute), None, 109 * minute), "another failure");
        assert!(announced.is_due(&announcement("a", 110 * minute), None, 110 * minute), "ten minutes are over");
    }

    #[test]
    fn a_crash_is_announced_once_a_build() {
        let mut announced = AnnouncementLog::new(10);
        let (minute, day) = (60_000, 24 * 3_600_000);
        let crash = |at, built| Announcement { built_ms: Some(built), ..announcement("a", at) };
        assert!(announced.is_due(&crash(5 * minute, 4 * minute), None, 5 * minute));
        assert!(!announced.is_due(&crash(60 * minute, 4 * minute), Some(5 * minute), 60 * minute), "the same build");
        assert!(!announced.is_due(&crash(3 * day, 4 * minute), Some(5 * minute), 3 * day), "days later, too");
        assert!(announced.is_due(&crash(3 * day + 2, 3 * day + 1), Some(5 * minute), 3 * day + 2), "a new build");
    }

    #[test]
    fn what_an_earlier_daemon_announced_counts() {
        let mut announced = AnnouncementLog::new(10);
        assert!(!announced.is_due(&announcement("a", 2_000), Some(1_000), 2_000));
    }

    #[test]
    fn only_the_newest_notifications_wait_for_a_click() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut clicks = ClickTasks { waiting: VecDeque::new() };
            let mut waiting = Vec::new();
            for _ in 0..3 * CLICKABLE {
                let task = tokio::spawn(std::future::pending::<()>());
                clicks.add(task.abort_handle());
                waiting.push(task);
            }
            assert_eq!(clicks.waiting.len(), CLICKABLE);
            let (oldest, newest) = waiting.split_at(2 * CLICKABLE);
            while !oldest.iter().all(|task| task.is_finished()) {
                tokio::task::yield_now().await;
            }
            assert!(newest.iter().all(|task| !task.is_finished()));
        });
    }

    #[test]
    fn a_record_that_waited_for_long_is_not_announced() {
        assert!(!AnnouncementLog::new(10).is_due(&announcement("a", 0), None, MAX_AGE_MS + 1));
    }
}
