//! The one thread that takes captures through the line, one after the other, woken by events or every half minute.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use rcad_core::Report;
use rcad_core::model::report::Outcome;
use rcad_store::{LogPosition, StoreError};
use tokio::sync::{mpsc::UnboundedSender, oneshot};

use super::App;
use super::watch::Watches;
use crate::install::hook;
use crate::line::ingest::gradle_log::{self, GradleLog, Window};
use crate::line::ingest::spool::Record;
use crate::line::ingest::{Capture, ToldAt};
use crate::line::pipeline::{self, Done};
use crate::line::recall::{Sources, Thresholds};
use crate::line::rule_files::{Loaded, RuleBook};
use crate::platform::stage_times::{Stage, timed};
use crate::platform::time::now_ms;
use crate::protocol::Stored;
use crate::serve::Announcement;

/// What wakes the worker.
pub enum Event {
    /// Something came into the spool.
    Spool,
    /// A Gradle daemon turned busy or idle.
    GradleLogs,
    /// A failed build that ran under our eyes, to be stored now unless a script or Gradle's log has told it. The answer, the
    /// RCA that it ended in, goes to who waits for it.
    Submit(Box<Report>, oneshot::Sender<Result<Option<String>, StoreError>>),
    /// Time to end.
    Stop,
}

/// Without any event the spool and the logs are looked at this often: file events can be lost.
const TICK: Duration = Duration::from_secs(30);
/// The same where the system gives no file events at all.
const TICK_UNWATCHED: Duration = Duration::from_secs(2);

/// So many of the newest failures are looked through for the one that a command has just ended in: other builds may fail
/// beside it.
const LATELY: usize = 50;

struct Worker {
    app: Arc<App>,
    announce: UnboundedSender<Announcement>,
    watches: Option<Watches>,
    logs: HashMap<PathBuf, GradleLog>,
    rules: RuleBook,
    /// The project of the last capture, whose rules are looked after.
    project: Option<PathBuf>,
}

/// Starts the worker's thread.
pub fn start(
    app: Arc<App>,
    inbox: Receiver<Event>,
    announce: UnboundedSender<Announcement>,
) -> std::io::Result<JoinHandle<()>> {
    let watches = Watches::new(app.home.spool(), app.worker.clone());
    let problem = watches.as_ref().err().map(|e| format!("no file events ({e}); looking every 2 s instead"));
    app.report_health("watch", problem);
    let mut worker = Worker {
        app,
        announce,
        watches: watches.ok(),
        logs: HashMap::new(),
        rules: RuleBook::default(),
        project: None,
    };
    std::thread::Builder::new().name("worker".into()).spawn(move || worker.run(&inbox))
}

impl Worker {
    fn run(&mut self, inbox: &Receiver<Event>) {
        self.tick();
        let tick = if self.watches.is_some() { TICK } else { TICK_UNWATCHED };
        loop {
            match inbox.recv_timeout(tick) {
                Ok(Event::Spool) => self.empty_spool(),
                Ok(Event::GradleLogs) => {
                    self.empty_spool();
                    self.read_gradle_logs();
                    self.renew_watches();
                }
                Ok(Event::Submit(report, answer)) => {
                    let _ = answer.send(self.submit(*report)); // Whoever asked may be gone; the result is stored.
                }
                Ok(Event::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => self.tick(),
            }
        }
    }

    fn tick(&mut self) {
        let made = self.app.home.create(); // Somebody may have deleted the spool.
        self.app.report_health("spool", made.err().map(|e| format!("{e:#}")));
        self.renew_rules();
        self.renew_watches();
        self.empty_spool();
        self.read_gradle_logs();
        if let Err(e) = self.app.spool.sweep(SystemTime::now()) {
            tracing::debug!(error = %e, "cannot sweep the spool");
        }
    }

    fn renew_watches(&mut self) {
        let gradle_homes = hook::gradle_homes(&self.app.home);
        let Some(watches) = &mut self.watches else { return };
        let problem = watches.renew(&self.app.home.spool(), &gradle_homes).err();
        self.app.report_health("watch", problem.map(|e| format!("cannot watch everything ({e}); looking every 30 s")));
    }

    /// The user's rules as their files are now.
    fn renew_rules(&mut self) -> Arc<Loaded> {
        let loaded = self.rules.of(&self.app.home, self.project.as_deref());
        self.app.report_health("rules", refused(&loaded));
        loaded
    }

    /// Takes every waiting record through the line. One that can't be stored now stays where it is.
    fn empty_spool(&mut self) {
        let waiting = match self.app.spool.waiting() {
            Ok(waiting) => waiting,
            Err(e) => return self.app.report_health("spool", Some(format!("cannot read the spool: {e}"))),
        };
        for path in waiting {
            let taken = match timed(Stage::Capture, || self.app.spool.read(&path)) {
                Ok(Record::Good(capture)) => self.take(*capture).map(|_| ()).map_err(|e| e.to_string()),
                Ok(Record::Bad(why)) => {
                    tracing::warn!(file = %path.display(), why, "not a record; kept in spool/bad");
                    Ok(())
                }
                Ok(Record::Gone) => Ok(()),
                Err(e) => Err(format!("cannot read {}: {e}", path.display())),
            };
            if let Err(problem) = taken {
                // The next would fail alike; all are tried again at the next tick.
                return self.app.report_health("store", Some(problem));
            }
            self.app.report_health("store", None);
        }
    }

    /// A script writes its record before the command ends, so what it told is in the spool by now or was taken from it.
    fn submit(&mut self, report: Report) -> Result<Option<String>, StoreError> {
        self.empty_spool();
        self.read_logs_to_their_end();
        if let Some(rca) = self.told_during(&report)? {
            return Ok(Some(rca));
        }
        Ok(self.take(Capture { report, spooled: None, told: None })?.put.rca)
    }

    /// Gradle's daemon writes the end of a build into its log a moment after the client has ended.
    fn read_logs_to_their_end(&mut self) {
        for _ in 0..20 {
            self.read_gradle_logs();
            if !self.logs.values().any(GradleLog::is_building) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The newest failure that was seen in this report's directory, or in a project around it, while its command ran.
    fn told_during(&self, report: &Report) -> Result<Option<String>, StoreError> {
        let Some(here) = report.project.as_ref().map(|project| real(Path::new(project))) else { return Ok(None) };
        let started_ms = report.started_ms.unwrap_or(report.ended_ms);
        let seen = self.app.store.list(LATELY)?;
        let told = seen.into_iter().take_while(|rca| rca.last_seen_ms >= started_ms);
        let mut told = told.filter(|rca| rca.project.as_ref().is_some_and(|at| here.starts_with(real(Path::new(at)))));
        Ok(told.next().map(|rca| rca.id))
    }

    /// One capture through the line, then its file away and the news out.
    fn take(&mut self, capture: Capture) -> Result<Done, StoreError> {
        let (report, spooled) = (capture.report.id.clone(), capture.spooled.clone());
        self.project = capture.report.project.as_ref().map(PathBuf::from);
        let loaded = self.renew_rules();
        let sources = Sources {
            store: &self.app.store,
            cache: &self.app.cache,
            index: Some(&self.app.indexer.index),
            vector: &|text| self.app.embedding.lend()?.embed(&[text]).ok()?.pop(),
            thresholds: Thresholds { words: self.app.config.similar_words, meaning: self.app.config.similar_meaning },
        };
        let done = timed(Stage::Total, || pipeline::run(capture, &sources, &loaded.rules))?;
        if let Some(rca) = &done.put.rca
            && let Err(e) = self.app.agent.failed(&self.app, rca)
        {
            tracing::warn!(rca, error = %e, "no model is asked about this failure: its job can't be stored");
        }
        if let Some(path) = spooled
            && let Err(e) = std::fs::remove_file(&path)
        {
            tracing::warn!(file = %path.display(), error = %e, "stored, but its file can't be removed");
        }
        let news = Stored { report, rca: done.put.rca.clone(), occurrences: done.put.occurrences };
        self.app.indexer.wake();
        tracing::info!(report = news.report, rca = news.rca, repeated = done.put.repeated, "stored");
        if !done.put.repeated {
            let _ = self.app.stored.send(news); // Nobody listens most of the time.
        }
        if let Some(announcement) = &done.announcement {
            let _ = self.announce.send(announcement.clone());
        }
        Ok(done)
    }

    /// Reports the failed builds of Gradle's logs that no script told of.
    fn read_gradle_logs(&mut self) {
        for gradle_home in hook::gradle_homes(&self.app.home) {
            if let Err(e) = self.read_logs_of(&gradle_home) {
                self.app.report_health("gradle logs", Some(format!("cannot read Gradle's logs: {e}")));
                return;
            }
        }
        self.logs.retain(|path, _| path.exists());
        let forgotten = self.forget_deleted_logs().err();
        self.app.report_health("gradle logs", forgotten.map(|e| format!("cannot forget Gradle's deleted logs: {e}")));
    }

    /// Gradle deletes its logs after a while, and a pid comes again: a new log of that name begins anew.
    fn forget_deleted_logs(&self) -> Result<(), StoreError> {
        let is_there = |path: &str| Path::new(path).exists();
        if self.app.store.log_cursors()?.iter().all(|at| is_there(&at.path)) {
            return Ok(());
        }
        self.app.store.forget_logs(is_there)
    }

    fn read_logs_of(&mut self, gradle_home: &Path) -> Result<(), StoreError> {
        // Gradle takes its home without symbolic links, so the scripts tell of logs there.
        let gradle_home = real(gradle_home);
        let gradle_home = gradle_home.as_path();
        // What a Gradle home's logs held before rcad came is history: only what is appended from then on counts.
        // The cursor of the Gradle home itself marks it as known; its log directory may not be there yet.
        let known = gradle_home.to_string_lossy().into_owned();
        let new_home = self.app.store.log_cursor(&known)?.is_none();
        for path in gradle_log::logs(gradle_home) {
            if !self.logs.contains_key(&path) {
                let name = path.to_string_lossy();
                let offset = match self.app.store.log_cursor(&name)? {
                    Some(offset) => offset,
                    None if new_home => std::fs::metadata(&path).map_or(0, |m| m.len()),
                    None => 0,
                };
                if new_home {
                    self.app.store.settle_log(&LogPosition { path: name.into_owned(), offset })?;
                }
                let Some(log) = GradleLog::new(&path, offset) else { continue };
                self.logs.insert(path.clone(), log);
            }
            if let Some(mut log) = self.logs.remove(&path) {
                // On an error the log is forgotten here and read again from where the store says that it is settled.
                self.read_log(&mut log)?;
                self.logs.insert(path, log);
            }
        }
        if new_home {
            self.app.store.settle_log(&LogPosition { path: known, offset: 0 })?;
        }
        Ok(())
    }

    fn read_log(&mut self, log: &mut GradleLog) -> Result<(), StoreError> {
        let before = log.settled();
        // Asked before the log is read: a daemon that ends its build and exits in between has written its end mark.
        let dead = !is_alive(log.pid());
        let windows = match log.read_on() {
            Ok(windows) => windows,
            Err(e) => {
                tracing::debug!(log = log.path(), error = %e, "cannot read a Gradle log");
                return Ok(());
            }
        };
        if !windows.is_empty() {
            // A script writes its record before Gradle writes the end marker; what it told is in the spool by now.
            self.empty_spool();
        }
        for window in windows {
            self.report_window(log, window, false)?;
        }
        if log.is_building() && dead {
            // What the log holds now is all there will ever be.
            if let Some(window) = log.abandon() {
                self.report_window(log, window, true)?;
            }
        }
        if log.settled() != before {
            self.app.store.settle_log(&LogPosition { path: log.path(), offset: log.settled() })?;
        }
        Ok(())
    }

    fn report_window(&mut self, log: &GradleLog, window: Window, daemon_died: bool) -> Result<(), StoreError> {
        if window.outcome != Outcome::Failed || self.app.store.log_told(&log.path(), window.from, window.to)? {
            return Ok(());
        }
        let told = Some(ToldAt { path: log.path(), offset: window.to });
        let report = log.report(window, now_ms(), daemon_died);
        self.take(Capture { report, spooled: None, told })?;
        Ok(())
    }
}

/// The path without symbolic links, or as it is where it can't be followed.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// What is wrong with a user's own rules, in words for people.
fn refused(loaded: &Loaded) -> Option<String> {
    let problems = loaded.problems();
    let first = problems.first()?;
    let more = if problems.len() > 1 { format!(" (and {} more)", problems.len() - 1) } else { String::new() };
    Some(format!("a rule is refused, {first}{more}"))
}

/// Whether the process lives. A pid that another process has got since looks alive; then its window waits.
#[cfg(unix)]
fn is_alive(pid: u32) -> bool {
    // A dead process that nobody has waited for still has its pid.
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    if stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('Z')) {
        return false;
    }
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    // Not permitted means that it is there.
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}
