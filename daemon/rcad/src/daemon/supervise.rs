//! Runs the daemon's workers, each on a thread of its own and all of one shape. A worker that panics or fails is logged, shown
//! in `status` and started again after a pause that doubles; all end on the one stop request.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rcad_core::times;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use super::panic_hook;
use crate::platform::fault;
use crate::platform::health::{Activity, Health};
use crate::platform::stop::StopSignal;

/// Delay before a worker's first restart; it doubles with each failure.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// After running this long without a failure, a worker starts with the first delay again.
const STABLE_AFTER: Duration = Duration::from_secs(600);
/// How long `status` reports a restart.
const RESTART_SHOWN_FOR: Duration = Duration::from_secs(3600);

/// A worker's name and limits.
#[derive(Clone, Copy, Debug)]
pub struct WorkerSpec {
    /// Its name in the log, in `status` and as its thread's name.
    pub name: &'static str,
    /// What people miss while it does not run.
    pub meanwhile: &'static str,
    /// Without progress for this long it is reported as stuck.
    pub limit: Duration,
}

/// What a running worker gets.
pub struct WorkerContext {
    /// The request to stop.
    pub stop: StopSignal,
    /// What it is working on; it updates this with every task.
    pub activity: Arc<Activity>,
    runtime: Runtime,
}

/// Why a wait has ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Woken<T> {
    /// The event has happened.
    By(T),
    /// The time limit was reached.
    Timeout,
    /// The stop was requested.
    Stop,
}

impl WorkerContext {
    /// A context without a supervisor, for tests.
    #[cfg(test)]
    pub fn alone() -> WorkerContext {
        let activity = Health::default().watch("test", "nothing", STABLE_AFTER);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        WorkerContext { stop: StopSignal::default(), activity, runtime }
    }

    /// Waits for `event`, at most for `limit`, and not beyond a stop request.
    pub fn wait<T>(&self, limit: Option<Duration>, event: impl Future<Output = T>) -> Woken<T> {
        self.activity.end();
        self.runtime.block_on(async {
            let timeout = async {
                match limit {
                    Some(limit) => tokio::time::sleep(limit).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                () = self.stop.requested() => Woken::Stop,
                event = event => Woken::By(event),
                () = timeout => Woken::Timeout,
            }
        })
    }
}

/// The workers of one daemon.
pub struct Supervisor {
    health: Arc<Health>,
    stop: StopSignal,
    running: Vec<RunningWorker>,
}

struct RunningWorker {
    worker: WorkerSpec,
    activity: Arc<Activity>,
    /// Closed when the thread ends.
    ended: oneshot::Receiver<()>,
}

impl Supervisor {
    /// Without workers.
    pub fn new(health: Arc<Health>, stop: StopSignal) -> Supervisor {
        Supervisor { health, stop, running: Vec::new() }
    }

    /// Starts a worker. `run` should return only when the stop is requested; any other end is a failure, after which it
    /// is called again.
    pub fn spawn(
        &mut self,
        worker: WorkerSpec,
        run: impl FnMut(&WorkerContext) -> Result<()> + Send + 'static,
    ) -> Result<()> {
        let activity = self.health.watch(worker.name, worker.meanwhile, fault::limit(worker.limit));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let work = WorkerContext { stop: self.stop.clone(), activity: activity.clone(), runtime };
        let (alive, ended) = oneshot::channel::<()>();
        let health = self.health.clone();
        let thread = std::thread::Builder::new().name(worker.name.into());
        thread
            .spawn(move || {
                keep_running(worker, run, &work, &health);
                // Don't wait for its tools and tasks.
                work.runtime.shutdown_background();
                drop(alive);
            })
            .with_context(|| format!("cannot start the thread of {}", worker.name))?;
        self.running.push(RunningWorker { worker, activity, ended });
        Ok(())
    }

    /// Waits until all workers have ended, at most until `deadline`. Returns the remaining ones, with what they are
    /// working on.
    pub async fn ended(self, deadline: tokio::time::Instant) -> Vec<String> {
        let mut left = Vec::new();
        for RunningWorker { worker, activity, ended } in self.running {
            if tokio::time::timeout_at(deadline, ended).await.is_err() {
                let what = activity.current().unwrap_or_else(|| "something".to_owned());
                left.push(format!("{} (busy with {what})", worker.name));
            }
        }
        left
    }
}

fn keep_running(
    worker: WorkerSpec,
    mut run: impl FnMut(&WorkerContext) -> Result<()>,
    work: &WorkerContext,
    health: &Health,
) {
    let (name, meanwhile) = (worker.name, worker.meanwhile);
    let (mut pause, mut failures) = (FIRST_PAUSE, 0_u32);
    loop {
        let begin = Instant::now();
        let why = match catch_unwind(AssertUnwindSafe(|| run(work))) {
            Ok(_) if work.stop.is_requested() => return,
            Ok(Ok(())) => "it ended by itself".to_owned(),
            Ok(Err(error)) => format!("{error:#}"),
            Err(panic) => format!("it panicked: {}", panic_hook::text(&*panic)),
        };
        if begin.elapsed() >= STABLE_AFTER {
            (pause, failures) = (FIRST_PAUSE, 0);
        }
        failures += 1;
        let seconds = pause.as_secs_f64();
        tracing::error!(worker = name, failures, "{why}; it is started again in {seconds} s");
        health.set(
            name,
            Some(format!("{name} has failed ({why}) and is started again in {seconds} s; until then {meanwhile}")),
        );
        if work.wait(Some(pause), std::future::pending::<()>()) == Woken::Stop {
            return;
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
        let times = times(failures);
        health.note(
            name,
            format!("{name} has failed {times} and was started again ({why}); rcad.log says where"),
            RESTART_SHOWN_FOR,
        );
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const WORKER: WorkerSpec =
        WorkerSpec { name: "test", meanwhile: "nothing is tested", limit: Duration::from_secs(60) };

    fn supervisor() -> (Supervisor, Arc<Health>, StopSignal) {
        let (health, stop) = (Arc::<Health>::default(), StopSignal::default());
        (Supervisor::new(health.clone(), stop.clone()), health, stop)
    }

    async fn stopped(supervisor: Supervisor, stop: &StopSignal, limit: Duration) -> Vec<String> {
        stop.request();
        supervisor.ended(tokio::time::Instant::now() + limit).await
    }

    #[tokio::test]
    async fn a_worker_that_panics_is_started_again_and_said() {
        let (mut supervisor, health, stop) = supervisor();
        let (sender, receiver) = mpsc::channel();
        let mut runs = 0;
        supervisor
            .spawn(WORKER, move |work| {
                runs += 1;
                assert!(runs > 1, "the first run's fault");
                sender.send(()).unwrap();
                work.wait(None, std::future::pending::<()>());
                Ok(())
            })
            .unwrap();
        receiver.recv_timeout(Duration::from_secs(60)).unwrap();
        let expected =
            "test has failed once and was started again (it panicked: the first run's fault); rcad.log says where";
        assert_eq!(health.problems(), [expected]);
        assert!(stopped(supervisor, &stop, Duration::from_secs(60)).await.is_empty());
    }

    #[tokio::test]
    async fn a_worker_that_always_fails_is_tried_again_and_ends_all_the_same() {
        let (mut supervisor, health, stop) = supervisor();
        let (sender, receiver) = mpsc::channel();
        supervisor
            .spawn(WORKER, move |_| {
                sender.send(()).unwrap();
                anyhow::bail!("no disk")
            })
            .unwrap();
        for _ in 0..3 {
            receiver.recv_timeout(Duration::from_secs(60)).unwrap();
        }
        // Between the third run and its report the note on the second one stands.
        let problems = health.problems().join("\n");
        assert!(problems.starts_with("test has failed") && problems.contains("no disk"), "{problems}");
        assert!(stopped(supervisor, &stop, Duration::from_secs(60)).await.is_empty());
    }

    #[tokio::test]
    async fn one_that_hangs_is_named_at_the_deadline() {
        let (mut supervisor, _, stop) = supervisor();
        let (hold, held) = mpsc::channel::<()>();
        let (sender, receiver) = mpsc::channel();
        supervisor
            .spawn(WORKER, move |work| {
                work.activity.start("a long task");
                sender.send(()).unwrap();
                let _ = held.recv();
                Ok(())
            })
            .unwrap();
        receiver.recv_timeout(Duration::from_secs(60)).unwrap();
        assert_eq!(stopped(supervisor, &stop, Duration::from_millis(20)).await, ["test (busy with a long task)"]);
        drop(hold);
    }
}
