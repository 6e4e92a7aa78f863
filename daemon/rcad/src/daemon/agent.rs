//! The agent's thread: takes the jobs that are stored, one after the other, the newest failure first. Beside the line, never in
//! it: without a model, or when one fails, nothing else changes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::Result;
use rcad_core::Report;
use rcad_core::agent::lesson::{Lesson, Refuted};
use rcad_core::agent::machine::trouble::told;
use rcad_core::agent::model::{Model, Trouble};
use rcad_core::agent::prompt;
use rcad_core::agent::redact::Redaction;
use rcad_core::model::answer::{Answer, Ending};
use rcad_store::{Rca, StoreError, StoredJob};
use tokio::sync::Notify;

use super::{App, toolbox};
use crate::agent::counter::Counters;
use crate::agent::ollama::Server;
use crate::agent::perform::{Means, perform};
use crate::agent::route::warmth::Warmth;
use crate::agent::route::{Candidate, Circuits, Route};
use crate::agent::{begin, gather, models};
use crate::platform::config::{self, Config};
use crate::platform::stage_times::{Stage, record, timed};
use crate::platform::time::now_ms;
use crate::protocol::agent::{Explain, Queued, Seen, Working};

/// Jobs that wait, at most; the oldest failures go first.
const WAITING: usize = 20;

/// A failure that nobody could be asked about for so long is not asked about any more.
const STALE_MS: u64 = 24 * 3_600_000;

/// While jobs wait for a model, it is looked for so often.
const LOOK: Duration = Duration::from_secs(60);

/// Mistakes that are put before a question.
const LESSONS: usize = 3;

/// What others ask of the agent's thread.
pub struct Agent {
    circuits: Arc<Circuits>,
    counters: Counters,
    /// Something is to be looked at.
    woken: Notify,
    /// The thread is to end.
    stopping: Notify,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The RCA whose job runs, and what ends that job.
    running: Option<(String, Arc<Notify>)>,
    /// Why jobs wait, in words for people.
    waiting_for: Option<String>,
    /// That is so since no server is there; then only who has asked for an answer hears of it.
    absent: bool,
    /// When loading a model before it is asked is worth it.
    warmth: Warmth,
    /// It is now.
    warm: bool,
}

impl Agent {
    /// With nothing to do yet.
    pub fn new(config: &Config) -> Agent {
        Agent {
            circuits: Arc::new(Circuits::new(config)),
            counters: Counters::new(),
            woken: Notify::new(),
            stopping: Notify::new(),
            state: Mutex::default(),
        }
    }

    /// Queues the job of a failure that was just stored, durable when this returns; nothing where the settings say so or the
    /// answer that is there still stands.
    pub fn failed(&self, app: &App, rca: &str) -> Result<(), StoreError> {
        if app.config.agent == config::Agent::Off {
            return Ok(());
        }
        let Some(rca) = app.store.get(rca)? else { return Ok(()) };
        {
            let mut state = self.state();
            state.warm |= state.warmth.failed(rca.project.as_deref().unwrap_or_default(), Instant::now());
        }
        if now_ms().saturating_sub(rca.last_seen_ms) < STALE_MS
            && !app.store.jobs()?.iter().any(|job| job.rca == rca.id)
        {
            self.queue(app, &rca, Explain::default())?;
        }
        Ok(())
    }

    /// Queues the job that a person asks for, before all others, and says what it waits for.
    pub async fn asked(&self, app: &App, rca: &Rca, how: Explain) -> Result<Queued, StoreError> {
        let look = models::look(&app.store, &app.config).await;
        if let Some(model) = how.model.as_deref().filter(|model| !look.models.is_empty() && !look.has(model)) {
            let why = told(&Trouble::Missing { model: model.to_owned() }, model);
            return Ok(Queued { rca: rca.id.clone(), queued: false, why });
        }
        let queued = self.explain(app, rca, how)?;
        match look.troubles.first().filter(|_| queued.queued && look.models.is_empty()) {
            Some((_, trouble)) => Ok(Queued { why: told(trouble, "the model"), ..queued }),
            None => Ok(queued),
        }
    }

    fn explain(&self, app: &App, rca: &Rca, how: Explain) -> Result<Queued, StoreError> {
        let queued = |queued, why: &str| Queued { rca: rca.id.clone(), queued, why: why.to_owned() };
        if app.store.jobs()?.iter().any(|job| job.rca == rca.id && job.job.is_some()) {
            return Ok(queued(true, "a model is at work on it already"));
        }
        if rca.agent.as_deref().is_some_and(is_word) && !how.again && how.model.is_none() && how.style.is_none() {
            return Ok(queued(false, "a model has answered already; ask with --again for another answer"));
        }
        self.queue(app, rca, Explain { again: true, ..how })?;
        Ok(queued(true, "a model is asked as soon as it is free"))
    }

    fn queue(&self, app: &App, rca: &Rca, how: Explain) -> Result<(), StoreError> {
        app.store.put_job(&StoredJob {
            v: 1,
            rca: rca.id.clone(),
            fingerprint: rca.analysis.fingerprint.clone().unwrap_or_default(),
            queued_ms: if how.again { now_ms() } else { rca.last_seen_ms },
            asked: how.again,
            model: how.model,
            style: how.style,
            job: None,
            server: None,
            redaction: Redaction::new(std::env::var("HOME").ok().as_deref()),
        })?;
        self.woken.notify_one();
        Ok(())
    }

    /// Ends the job of an RCA, running or waiting. Whether there was one.
    pub fn cancel(&self, app: &App, rca: &str) -> Result<bool, StoreError> {
        if let Some((running, cancelled)) = &self.state().running
            && running == rca
        {
            cancelled.notify_one();
            return Ok(true);
        }
        let waits = app.store.jobs()?.iter().any(|job| job.rca == rca);
        if waits {
            app.store.end_job(rca, None)?;
        }
        Ok(waits)
    }

    /// What it does, for `status`.
    pub fn told(&self, app: &App) -> Result<Working, StoreError> {
        let jobs = app.store.jobs()?;
        let state = self.state();
        let absent = state.absent && !jobs.iter().any(|job| job.asked);
        let jobs = if absent { 0 } else { jobs.len() };
        let running = state.running.as_ref().map(|(rca, _)| rca.clone());
        let waiting = jobs.saturating_sub(usize::from(running.is_some()));
        Ok(Working { running, waiting, waiting_for: state.waiting_for.clone().filter(|_| waiting > 0) })
    }

    /// Ends the thread. The job in hand is stored and goes on at the next start.
    pub fn end(&self) {
        self.stopping.notify_one();
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the thread.
pub fn start(app: Arc<App>) -> Result<JoinHandle<()>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let thread = std::thread::Builder::new().name("agent".into());
    Ok(thread.spawn(move || {
        // A panic in one analysis ends that one alone.
        while catch_unwind(AssertUnwindSafe(|| runtime.block_on(until_stopped(&app)))).is_err() {
            let running = app.agent.state().running.take();
            let Some((rca, _)) = running else { continue };
            tracing::error!(rca, "the agent panicked; its job is given up, the rules' answer stands");
            let _ = app.store.end_job(&rca, None); // Else the job is begun again and ends by its attempts.
            app.watch
                .tell(&rca, Seen::Ended { how: gave_up("a mistake of rcad's; its log says more"), confidence: 0.0 });
        }
        runtime.shutdown_background();
    })?)
}

async fn until_stopped(app: &Arc<App>) {
    tokio::select! {
        () = work(app) => {}
        () = app.agent.stopping.notified() => {}
    }
}

async fn work(app: &Arc<App>) {
    loop {
        let worked = take_one(app).await;
        let problem = worked.as_ref().err().map(|e| format!("the agent can't work: {e:#}"));
        app.report_health("agent", problem);
        match worked {
            Ok(Took::One) => {}
            Ok(Took::Nothing) if std::mem::take(&mut app.agent.state().warm) => warm(app).await,
            Ok(Took::Nothing) => {
                app.agent.counters.forget();
                app.agent.woken.notified().await;
            }
            Ok(Took::NoModel) | Err(_) => {
                tokio::select! {
                    () = app.agent.woken.notified() => {}
                    () = tokio::time::sleep(LOOK) => {}
                }
            }
        }
    }
}

/// Builds fail often: the model that would be asked next is loaded, so that the next question finds it in memory.
async fn warm(app: &App) {
    let found = models::candidates(&app.store, &app.config, None).await;
    let Some(Candidate { server, model }) = found.ok().and_then(|candidates| candidates.into_iter().next()) else {
        return;
    };
    match server.load(&model.name, models::window(&app.config, &model.ability)).await {
        Ok(()) => tracing::debug!(model = model.name, "is in memory before it is asked"),
        Err(trouble) => {
            tracing::info!(model = model.name, ?trouble, "could not be loaded before it is asked");
            if trouble == Trouble::OutOfMemory {
                app.agent.state().warmth.is_too_large();
            }
        }
    }
}

fn gave_up(why: &str) -> Ending {
    Ending::GaveUp { why: why.to_owned() }
}

/// What became of looking for a job.
enum Took {
    /// One was taken to its end.
    One,
    /// None waits.
    Nothing,
    /// Some wait, and no model can be asked.
    NoModel,
}

async fn take_one(app: &Arc<App>) -> Result<Took> {
    let mut jobs = app.store.jobs()?;
    let oldest = now_ms().saturating_sub(STALE_MS);
    for stale in jobs.extract_if(.., |job| job.queued_ms < oldest && job.model.is_none()) {
        app.store.end_job(&stale.rca, None)?;
    }
    while jobs.len() > WAITING {
        jobs.pop().map(|oldest| app.store.end_job(&oldest.rca, None)).transpose()?;
    }
    let Some(mut job) = jobs.into_iter().next() else { return Ok(Took::Nothing) };
    let rca = app.store.get(&job.rca)?;
    let report = rca.as_ref().map(|rca| app.store.report(&rca.last_report)).transpose()?.flatten();
    let (Some(rca), Some(report)) = (rca, report) else {
        return end_without(app, &job.rca, "the log of this failure is not kept any more");
    };
    let candidates = match models::candidates(&app.store, &app.config, job.model.as_deref()).await {
        Ok(candidates) if !candidates.is_empty() => candidates,
        Ok(_) => return Ok(no_model(app, "no model that can be asked is installed; `rcad model list` says more")),
        Err(trouble) => {
            let why = told(&trouble, job.model.as_deref().unwrap_or("the model"));
            // A wish that can't be met must not keep the others waiting.
            if job.model.is_some() && !matches!(trouble, Trouble::Absent { .. }) {
                return end_without(app, &rca.id, &why);
            }
            app.agent.state().absent = matches!(trouble, Trouble::Absent { .. });
            return Ok(no_model(app, &why));
        }
    };
    (app.agent.state().waiting_for, app.agent.state().absent) = (None, false);
    let first = &candidates[0].model;
    let style = job.style.unwrap_or(app.config.agent_style);
    if !job.asked && job.job.is_none() && rca.agent_answer_stands(&first.name_and_digest(), prompt::VERSION, style) {
        app.store.end_job(&rca.id, None)?;
        return Ok(Took::One);
    }
    let cancelled = Arc::new(Notify::new());
    app.agent.state().running = Some((job.rca.clone(), cancelled.clone()));
    let answer = explain(app, (&rca, &report), &mut job, candidates, &cancelled).await;
    {
        let mut state = app.agent.state();
        state.running = None;
        state.warm = false;
        state.warmth.used(Instant::now());
    }
    let Some(mut answer) = answer? else {
        return Ok(no_model(app, "the models failed too often lately and rest for a while"));
    };
    answer.elsewhere = job.server.take().filter(|server| Server::new(server).is_ok_and(|server| !server.is_here()));
    learn(app, &rca, &job)?;
    // What was answered before is worth more than that it could not be answered again.
    let keeps = !is_word(&answer) && rca.agent.as_deref().is_some_and(is_word);
    app.store.end_job(&rca.id, Some(&answer).filter(|_| !keeps))?;
    app.changed();
    app.watch.tell(&rca.id, Seen::Ended { how: answer.ending.clone(), confidence: answer.confidence });
    Ok(Took::One)
}

/// Whether the model has come to a word, be it that it does not know.
fn is_word(answer: &Answer) -> bool {
    matches!(answer.ending, Ending::Answered | Ending::Unsure { .. })
}

/// Ends a job that can't be begun; what was answered before stays.
fn end_without(app: &App, rca: &str, why: &str) -> Result<Took> {
    app.store.end_job(rca, None)?;
    app.watch.tell(rca, Seen::Ended { how: gave_up(why), confidence: 0.0 });
    Ok(Took::One)
}

fn no_model(app: &App, why: &str) -> Took {
    app.agent.state().waiting_for = Some(why.to_owned());
    Took::NoModel
}

/// Takes one job to its end.
async fn explain(
    app: &Arc<App>,
    (rca, report): (&Rca, &Report),
    job: &mut StoredJob,
    mut candidates: Vec<Candidate>,
    cancelled: &Notify,
) -> Result<Option<Answer>> {
    let began = Instant::now();
    let toolbox = toolbox::of(app, Some(rca), None)?;
    let root = toolbox.root.clone();
    let code = root.as_ref().map(|root| app.code.of(root)).unwrap_or_default();
    let style = job.style.unwrap_or(app.config.agent_style);
    let lessons = lessons(app, rca, &candidates)?;
    let question = {
        let files = root.as_ref().and_then(|root| crate::line::project::open(root, begin::GATHERING));
        timed(Stage::Prompt, || gather::gather(&rca.analysis, report, &code, files.as_deref(), lessons, style))
    };
    let begun = |model: &Model| begin::begin(&app.config, &question, model, &*app.agent.counters.of(model));
    let evidence = || gather::evidence(&question, report, &code, root.as_deref());
    if let Some(begun) = &job.job {
        candidates.sort_by_key(|candidate| candidate.model.digest != begun.model().digest);
    }
    let means = Means {
        store: &app.store,
        route: Route::new(candidates, app.agent.circuits.clone()),
        toolbox,
        evidence: &evidence,
        watch: &app.watch,
        weights: begin::weights(&app.config),
        begin: &begun,
        cancelled,
        waited: Duration::ZERO,
    };
    let (answer, waited) = perform(job, means).await?;
    record(Stage::Agent, began.elapsed().saturating_sub(waited));
    Ok(answer)
}

fn lessons(app: &App, rca: &Rca, candidates: &[Candidate]) -> Result<Vec<Lesson>> {
    let (Some(primary), Some(first)) = (rca.analysis.primary(), candidates.first()) else { return Ok(Vec::new()) };
    Ok(app.store.lessons(&first.model.name, primary.category, LESSONS, now_ms())?)
}

/// Remembers what the evidence has refuted, without secrets.
fn learn(app: &App, rca: &Rca, job: &StoredJob) -> Result<()> {
    let (Some(primary), Some(done)) = (rca.analysis.primary(), &job.job) else { return Ok(()) };
    let mut redaction = job.redaction.clone();
    for refuted in done.refuted() {
        app.store.learn(&Lesson {
            model: done.model().name.clone(),
            category: primary.category,
            mistake: redaction.hide(&refuted.why),
            refuted: Refuted::ByEvidence,
            times: 1,
            last_ms: now_ms(),
        })?;
    }
    Ok(())
}
