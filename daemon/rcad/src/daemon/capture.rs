//! The worker that takes every build through the line, one after the other: records in the spool, builds in Gradle's
//! logs, builds of `rcad run`. Woken by events, and every half minute.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Result, bail};
use rcad_core::Report;
use rcad_core::code::libraries::LibraryIndex;
use rcad_core::model::report::Outcome;
use rcad_store::StoreError;
use tokio::sync::mpsc;

use super::fs_watcher::Watches;
use super::gradle_logs::{EndedBuilds, GradleLogs, forget_deleted, real};
use super::supervise::{Woken, WorkerContext};
use crate::agent::AgentContext;
use crate::install::hook;
use crate::line::announcement::Announcement;
use crate::line::changes;
use crate::line::inbox::{Submission, WakeReason};
use crate::line::ingest::attempts::{AttemptVerdict, Attempts};
use crate::line::ingest::spool::SpoolEntry;
use crate::line::ingest::{Capture, ScriptPosition};
use crate::line::pipeline::{self, CaptureResult};
use crate::line::project;
use crate::line::recall::RecallInputs;
use crate::line::rule_files::{LoadedRules, RuleBook};
use crate::line::shared::Shared;
use crate::platform::fault;
use crate::platform::stage_times::{Stage, timed};
use crate::platform::time::now_ms;
use crate::protocol::StoredBuild;

/// How often the spool and the logs are checked without any event, since file events can be lost.
const TICK: Duration = Duration::from_secs(30);
/// The same on systems without file events.
const TICK_UNWATCHED: Duration = Duration::from_secs(2);

/// Gradle's daemon logs the end of a build shortly after the client has ended. A submission waits this long for it;
/// meanwhile the log is checked every [`LOG_LOOK`].
const LOG_END: Duration = Duration::from_secs(1);
const LOG_LOOK: Duration = Duration::from_millis(50);

/// Newest failures that are searched for the one a command has just ended in; other builds may fail at the same time.
const RECENT_FAILURES: usize = 50;
/// How long `status` reports that a build was put aside.
const BAD_SHOWN_FOR: Duration = Duration::from_secs(7 * 24 * 3600);

/// What the worker uses.
pub struct CaptureContext {
    pub shared: Arc<Shared>,
    pub agent: Arc<AgentContext>,
    /// To the worker that shows notifications.
    pub announce: mpsc::UnboundedSender<Announcement>,
    /// When the daemon was started.
    pub started: Instant,
}

/// Work that is not done yet. It survives a failure of the worker.
pub struct Inbox {
    wakes: mpsc::UnboundedReceiver<WakeReason>,
    /// Submissions that wait for the end of their build in Gradle's log, each with its deadline.
    submitted: VecDeque<(Submission, Instant)>,
}

impl Inbox {
    /// An empty inbox.
    pub fn new(wakes: mpsc::UnboundedReceiver<WakeReason>) -> Inbox {
        Inbox { wakes, submitted: VecDeque::new() }
    }
}

/// Takes builds until the stop is requested; finishes the current one first.
pub fn run(work: &WorkerContext, context: &CaptureContext, inbox: &mut Inbox) -> Result<()> {
    let watches = Watches::new(context.shared.home.spool(), context.shared.waker.clone());
    let problem = watches.as_ref().err().map(|e| format!("no file events ({e}); looking every 2 s instead"));
    context.shared.health.set("file events", problem);
    let tick = if watches.is_ok() { TICK } else { TICK_UNWATCHED };
    let line = CaptureLine { context, work, rules: RuleBook::default(), project: None };
    let mut worker = CaptureWorker { line, watches: watches.ok(), logs: GradleLogs::default() };
    work.activity.start("looking for what made failures green again");
    changes::add_missed_fixes(&context.shared.snapshots, &context.shared.store);
    worker.tick();
    loop {
        let limit = if inbox.submitted.is_empty() { tick } else { LOG_LOOK };
        let woken = work.wait(Some(limit), inbox.wakes.recv());
        work.activity.start("looking for new builds");
        match woken {
            Woken::By(Some(WakeReason::Spool)) => worker.line.empty_spool(),
            Woken::By(Some(WakeReason::GradleLogs)) => {
                worker.line.empty_spool();
                worker.read_gradle_logs();
                worker.renew_watches();
            }
            Woken::By(Some(WakeReason::Submit(submission))) => {
                inbox.submitted.push_back((*submission, Instant::now() + LOG_END));
            }
            Woken::By(Some(WakeReason::Crash(crash))) => worker.line.take_crash(*crash),
            Woken::Timeout if inbox.submitted.is_empty() => worker.tick(),
            Woken::Timeout => {}
            Woken::By(None) => bail!("nobody can wake it any more"),
            Woken::Stop => return Ok(()),
        }
        worker.answer_submissions(&mut inbox.submitted);
    }
}

struct CaptureWorker<'c> {
    line: CaptureLine<'c>,
    watches: Option<Watches>,
    logs: GradleLogs,
}

impl CaptureWorker<'_> {
    fn tick(&mut self) {
        let context = self.line.context;
        let made = context.shared.home.create(); // Somebody may have deleted the spool.
        context.shared.health.set("state directory", made.err().map(|e| format!("{e:#}")));
        self.line.renew_rules();
        self.renew_watches();
        self.line.empty_spool();
        self.read_gradle_logs();
        if let Err(e) = context.shared.spool.sweep(SystemTime::now()) {
            tracing::debug!(error = %e, "cannot sweep the spool");
        }
    }

    fn renew_watches(&mut self) {
        let Some(watches) = &mut self.watches else { return };
        let context = self.line.context;
        let problem = watches.renew(&context.shared.home.spool(), &hook::gradle_homes(&context.shared.home)).err();
        let problem = problem.map(|e| format!("cannot watch everything ({e}); looking every 30 s"));
        context.shared.health.set("file events", problem);
    }

    /// Stores the failed builds of Gradle's logs that no script has reported.
    fn read_gradle_logs(&mut self) {
        let context = self.line.context;
        let line = &mut self.line;
        let read =
            self.logs.read(&context.shared.home, &context.shared.store, &mut |ended| line.take_log_builds(ended));
        let problem = match read {
            Err(e) => Some(format!("cannot read Gradle's logs: {e}")),
            Ok(()) => {
                forget_deleted(&context.shared.store).err().map(|e| format!("cannot forget Gradle's deleted logs: {e}"))
            }
        };
        context.shared.health.set("gradle logs", problem);
    }

    /// Stores the submissions that no script and no log has reported and no log can report any more. The others keep
    /// waiting; records are taken meanwhile.
    fn answer_submissions(&mut self, submitted: &mut VecDeque<(Submission, Instant)>) {
        if submitted.is_empty() {
            return;
        }
        // A script writes its record before the command ends, so the record has arrived by now.
        self.line.empty_spool();
        self.read_gradle_logs();
        let building = self.logs.is_building();
        let (now, mut later) = (Instant::now(), VecDeque::new());
        while let Some((submission, until)) = submitted.pop_front() {
            if building && now < until {
                later.push_back((submission, until));
                continue;
            }
            match self.line.stored_during(&submission.report) {
                Ok(None) => self.line.take_submission(submission),
                // The client may have gone.
                stored => drop(submission.answer.send(stored.map_err(|e| e.to_string()))),
            }
        }
        *submitted = later;
    }
}

/// The line with its state between builds.
struct CaptureLine<'c> {
    context: &'c CaptureContext,
    work: &'c WorkerContext,
    rules: RuleBook,
    /// Project of the last capture, whose rules are kept up to date.
    project: Option<PathBuf>,
}

impl CaptureLine<'_> {
    /// The user's current rules.
    fn renew_rules(&mut self) -> Arc<LoadedRules> {
        let loaded = self.rules.of(&self.context.shared.home, self.project.as_deref());
        self.context.shared.health.set("rules", refused(&loaded));
        loaded
    }

    /// Takes every waiting record through the line. A record that can't be stored stays in the spool.
    fn empty_spool(&mut self) {
        let health = &self.context.shared.health;
        let waiting = match self.context.shared.spool.waiting() {
            Ok(waiting) => waiting,
            Err(e) => return health.set("spool", Some(format!("cannot read the spool: {e}"))),
        };
        health.set("spool", None);
        for path in waiting {
            if self.work.stop.is_requested() {
                return;
            }
            if let Err(problem) = self.take_record(&path) {
                // The next record would fail in the same way; the next tick tries again.
                return health.set("store", Some(problem));
            }
            health.set("store", None);
        }
    }

    fn take_record(&mut self, path: &Path) -> Result<(), String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let spool = &self.context.shared.spool;
        let attempts = spool.attempts(&name);
        match attempts.verdict(self.context.started.elapsed()) {
            AttemptVerdict::Try => {}
            AttemptVerdict::Later => return Ok(()),
            AttemptVerdict::GiveUp(why) => {
                spool.reject(path, why.clone()).map_err(|e| format!("cannot move {name} to spool/bad: {e}"))?;
                self.put_aside(&name, &why, &attempts);
                return Ok(());
            }
        }
        let attempt = self.attempt(&name, &attempts, |line| {
            match timed(Stage::Capture, || line.context.shared.spool.read(path)) {
                Ok(SpoolEntry::Good(capture)) => line.take(*capture).map(|_| ()).map_err(|e| e.to_string()),
                Ok(SpoolEntry::Bad(why)) => {
                    tracing::warn!(file = %path.display(), why, "not a record; kept in spool/bad");
                    Ok(())
                }
                Ok(SpoolEntry::Gone) => Ok(()),
                Err(e) => Err(format!("cannot read {}: {e}", path.display())),
            }
        });
        attempt.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Tries one build and counts the attempt, so that a panic or a crash of the daemon is remembered.
    fn attempt<T>(
        &mut self,
        name: &str,
        attempts: &Attempts,
        take: impl FnOnce(&mut Self) -> T,
    ) -> std::thread::Result<T> {
        self.work.activity.start(name);
        attempts.started();
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            fault::point("capture", name);
            take(self)
        }));
        match attempt {
            Ok(_) => attempts.clear(),
            Err(_) => attempts.panicked(),
        }
        attempt
    }

    fn put_aside(&self, name: &str, why: &str, attempts: &Attempts) {
        attempts.clear();
        tracing::error!(build = name, why, "put aside in spool/bad");
        let text =
            format!("a build could not be analysed and was put aside in spool/bad: {name} ({why}); rcad.log says more");
        self.context.shared.health.note("put aside", text, BAD_SHOWN_FOR);
    }

    /// Takes failed builds of a log that no script has reported.
    fn take_log_builds(&mut self, ended: EndedBuilds<'_>) -> Result<(), StoreError> {
        // A script writes its record before Gradle writes the end marker, so the record has arrived by now.
        self.empty_spool();
        let log = ended.log;
        for window in ended.windows {
            let failed = window.outcome == Outcome::Failed;
            if !failed || self.context.shared.store.is_reported(&log.path(), window.from, window.to)? {
                continue;
            }
            let position = Some(ScriptPosition { path: log.path(), offset: window.to });
            let report = log.report(window, now_ms(), ended.daemon_died);
            self.take_or_put_aside(report, position)?;
        }
        Ok(())
    }

    /// A build is submitted only once, so one whose analysis panics is put aside at once.
    fn take_submission(&mut self, submission: Submission) {
        let Submission { report, answer } = submission;
        let (id, attempts, copy) = (report.id.clone(), self.context.shared.spool.attempts(&report.id), report.clone());
        match self.attempt(&id, &attempts, |line| line.take(Capture { report, spooled: None, position: None })) {
            Ok(done) => drop(answer.send(done.map(|done| done.put.rca).map_err(|e| e.to_string()))),
            Err(panic) => {
                self.keep_bad(&copy);
                self.put_aside(&id, "its analysis failed", &attempts);
                let _ =
                    answer.send(Err("the analysis failed; the output is kept in spool/bad, rcad.log says more".into()));
                resume_unwind(panic);
            }
        }
    }

    /// A crash that brings the worker down is submitted again: its answer is dropped with the panic.
    fn take_crash(&mut self, crash: Submission) {
        let Submission { report, answer } = crash;
        let done = self.take_or_put_aside(report, None);
        let problem = done.as_ref().err().map(ToString::to_string);
        self.context.shared.health.set("store", problem);
        let _ = answer.send(done.map(|done| done.and_then(|done| done.put.rca)).map_err(|e| e.to_string()));
    }

    /// Takes a report that has no file, or puts it aside where earlier attempts have failed; nothing then.
    fn take_or_put_aside(
        &mut self,
        report: Report,
        position: Option<ScriptPosition>,
    ) -> Result<Option<CaptureResult>, StoreError> {
        let (id, attempts) = (report.id.clone(), self.context.shared.spool.attempts(&report.id));
        if let AttemptVerdict::GiveUp(why) = attempts.verdict(self.context.started.elapsed()) {
            self.keep_bad(&report);
            self.put_aside(&id, &why, &attempts);
            return Ok(None);
        }
        let attempt = self.attempt(&id, &attempts, |line| line.take(Capture { report, spooled: None, position }));
        attempt.unwrap_or_else(|panic| resume_unwind(panic)).map(Some)
    }

    fn keep_bad(&self, report: &Report) {
        if let Err(e) = self.context.shared.spool.keep_bad(report) {
            tracing::error!(build = report.id, error = %e, "cannot be kept in spool/bad");
        }
    }

    /// The newest failure seen in this report's directory, or in a project around it, while its command ran.
    fn stored_during(&self, report: &Report) -> Result<Option<String>, StoreError> {
        let Some(here) = report.project.as_ref().map(|project| real(Path::new(project))) else { return Ok(None) };
        let started_ms = report.started_ms.unwrap_or(report.ended_ms);
        let seen = self.context.shared.store.list(RECENT_FAILURES)?;
        let stored = seen.into_iter().take_while(|rca| rca.last_seen_ms >= started_ms);
        let mut stored =
            stored.filter(|rca| rca.project.as_ref().is_some_and(|at| here.starts_with(real(Path::new(at)))));
        Ok(stored.next().map(|rca| rca.id))
    }

    /// Takes one capture through the line, queues its job, removes its file and announces it.
    fn take(&mut self, mut capture: Capture) -> Result<CaptureResult, StoreError> {
        let context = self.context;
        let (report, spooled) = (capture.report.id.clone(), capture.spooled.clone());
        let built = capture.report.project.clone().filter(|_| capture.report.app.is_none());
        let ended = built.is_some().then(|| {
            // Its text is of no more use, and not copied.
            let text = std::mem::take(&mut capture.report.text);
            let ended = capture.report.clone();
            capture.report.text = text;
            ended
        });
        self.project = capture.report.project.as_ref().map(PathBuf::from);
        let loaded = self.renew_rules();
        let sources = RecallInputs {
            store: &context.shared.store,
            cache: &context.shared.cache,
            index: Some(&context.shared.search.index),
            vector: &|text| context.shared.embedding.acquire()?.embed(&[text]).ok()?.pop(),
        };
        let shared = &context.shared;
        let done = timed(Stage::Total, || {
            let libraries = Some(&shared.libraries as &dyn LibraryIndex);
            pipeline::run(capture, &sources, &loaded.rules, &shared.mappings, &shared.snapshots, libraries)
        })?;
        if let Some(rca) = &done.explain
            && let Err(e) = context.agent.explain_failure(rca)
        {
            tracing::warn!(rca, error = %e, "no model is asked about this failure: its job can't be stored");
        }
        if let Some(path) = spooled
            && let Err(e) = std::fs::remove_file(&path)
        {
            tracing::warn!(file = %path.display(), error = %e, "stored, but its file can't be removed");
        }
        let news = StoredBuild { report: report.clone(), rca: done.put.rca.clone(), occurrences: done.put.occurrences };
        context.shared.search.wake();
        tracing::info!(report = news.report, rca = news.rca, repeated = done.put.repeated, "stored");
        if !done.put.repeated {
            let _ = context.shared.stored.send(news); // Usually there are no listeners.
        }
        if let Some(announcement) = &done.announcement {
            let _ = context.announce.send(announcement.clone());
        }
        if let (Some(root), Some(ended)) = (&built, &ended) {
            self.learn(Path::new(root), ended, &done);
        }
        Ok(done)
    }

    /// Takes note of what the project holds after this build of it: its apps, what it declares, its files where it is green
    /// or has never been, what in them has resolved failures, its mappings.
    fn learn(&self, root: &Path, ended: &Report, done: &CaptureResult) {
        let shared = &self.context.shared;
        let (after, name) = (project::after_build(root), root.to_string_lossy());
        let learned = shared.apps.learn(&after.apps, &name, ended.ended_ms, &shared.store);
        let problem =
            learned.err().map(|e| format!("the apps of {name} can't be stored ({e}); their crashes are missed"));
        shared.health.set("apps", problem);
        let is_green = ended.outcome == Outcome::Ok;
        if let (Some(declared), true) = (&after.declared, is_green)
            && let Err(error) = shared.store.add_declared(&ended.id, &name, ended.ended_ms, declared)
        {
            tracing::warn!(project = %name, %error, "what changed in this build can't be stored");
        }
        if is_green {
            changes::remember_green(root, ended, &shared.snapshots);
            changes::add_fixes(&done.resolved, root, ended, &shared.snapshots, &shared.store);
        } else if ended.outcome == Outcome::Failed {
            changes::remember_failed(root, ended, done.fingerprint.as_deref(), &shared.snapshots);
        }
        // Last, since packing a large one takes a second.
        shared.mappings.keep(root, &after.mappings);
    }
}

/// Describes refused rules of the user.
fn refused(loaded: &LoadedRules) -> Option<String> {
    let problems = loaded.problems();
    let first = problems.first()?;
    let more = if problems.len() > 1 { format!(" (and {} more)", problems.len() - 1) } else { String::new() };
    Some(format!("a rule is refused, {first}{more}"))
}

#[cfg(test)]
mod tests;
