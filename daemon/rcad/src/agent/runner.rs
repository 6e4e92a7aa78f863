//! Runs the queued jobs one by one. Independent of the line: a missing or failing model changes nothing else.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use rcad_core::Report;
use rcad_core::agent::machine::errors::describe;
use rcad_core::agent::model::{ChatModel, ModelError};
use rcad_core::agent::prompt;
use rcad_core::model::answer::{Answer, Ending};
use rcad_store::{Rca, StoredJob};

use super::perform::{JobContext, perform};
use super::prewarm::Prewarm;
use super::queue::{NextJob, TakenJob};
use super::requests::is_final;
use super::route::{Candidate, Route};
use super::{AgentContext, candidates, gather, job_start, lessons, tool_setup};
use crate::agent::ollama::Server;
use crate::platform::fault;
use crate::platform::health::Activity;
use crate::platform::stage_times::{Stage, record, timed};
use crate::platform::stop::StopSignal;
use crate::platform::time::now_ms;

/// Runs jobs as they come; returns only errors. If it is dropped, the running job continues at the next start.
pub async fn run(agent: &Arc<AgentContext>, activity: &Activity) -> Result<()> {
    agent.queue.give_up_abandoned()?;
    loop {
        activity.start("looking for a job");
        fault::point("agent", "");
        match agent.queue.take(Instant::now(), now_ms())? {
            NextJob::Job(taken) => {
                activity.start(&format!("the explanation of {}", taken.job.rca));
                // Not reached after a panic; the job is given up then.
                run_job(agent, *taken, activity).await.inspect_err(|_| agent.queue.release())?;
            }
            NextJob::Empty if agent.with_prewarm(Prewarm::take_due) => load_model(agent).await,
            NextJob::Empty => {
                agent.counters.forget();
                activity.end();
                agent.queue.wait().await;
            }
            NextJob::Later(wait) => {
                activity.end();
                tokio::select! {
                    () = agent.queue.wait() => {}
                    () = tokio::time::sleep(wait) => {}
                }
            }
        }
    }
}

/// Loads the next candidate into memory before it is asked.
async fn load_model(agent: &AgentContext) {
    let found = candidates::candidates(&agent.shared.store, &agent.shared.config, None).await;
    let Some(Candidate { server, model }) = found.ok().and_then(|candidates| candidates.into_iter().next()) else {
        return;
    };
    match server.load(&model.name, candidates::window(&agent.shared.config, &model.ability)).await {
        Ok(()) => tracing::debug!(model = model.name, "is in memory before it is asked"),
        Err(error) => {
            tracing::info!(model = model.name, ?error, "could not be loaded before it is asked");
            if error == ModelError::OutOfMemory {
                agent.with_prewarm(Prewarm::disable);
            }
        }
    }
}

/// Runs one job to its end, or puts it on hold.
async fn run_job(agent: &Arc<AgentContext>, taken: TakenJob, activity: &Activity) -> Result<()> {
    let TakenJob { mut job, cancelled } = taken;
    let (store, queue, id) = (&agent.shared.store, &agent.queue, job.rca.clone());
    let rca = store.get(&id)?;
    let report = rca.as_ref().map(|rca| store.report(&rca.last_report)).transpose()?.flatten();
    let (Some(rca), Some(report)) = (rca, report) else {
        return Ok(queue.give_up(&id, "the log of this failure is not kept any more")?);
    };
    let found = tokio::select! {
        found = candidates::candidates(store, &agent.shared.config, job.model.as_deref()) => found,
        () = cancelled.requested() => return Ok(queue.end(&id, None, Ending::Cancelled, 0.0)?),
    };
    let candidates = match found {
        Ok(candidates) if !candidates.is_empty() => candidates,
        Ok(_) => {
            let why = "no model that can be asked is installed; `rcad model list` says more";
            queue.hold(&job, why, false, Instant::now());
            return Ok(());
        }
        Err(error) => {
            let why = describe(&error, job.model.as_deref().unwrap_or("the model"));
            let absent = candidates::is_unreachable(&error);
            if job.model.is_some() && !absent {
                return Ok(queue.give_up(&id, &why)?);
            }
            queue.hold(&job, &why, absent, Instant::now());
            return Ok(());
        }
    };
    let first = &candidates[0].model;
    let style = job.style.unwrap_or(agent.shared.config.agent.style);
    if !job.asked && job.job.is_none() && rca.agent_answer_is_current(&first.name_and_digest(), prompt::VERSION, style)
    {
        let standing = rca.agent.as_ref().map_or(0.0, |answer| answer.confidence);
        return Ok(queue.end(&id, None, Ending::Answered, standing)?);
    }
    let answer = explain(agent, (&rca, &report), &mut job, candidates, (&cancelled, activity)).await?;
    agent.with_prewarm(|prewarm| prewarm.used(Instant::now()));
    match answer {
        Some(answer) => store_answer(agent, &rca, &mut job, answer),
        None => {
            queue.hold(&job, "the models failed too often lately and rest for a while", false, Instant::now());
            Ok(())
        }
    }
}

/// Stores the answer of a finished job.
fn store_answer(agent: &AgentContext, rca: &Rca, job: &mut StoredJob, mut answer: Answer) -> Result<()> {
    answer.elsewhere = job.server.take().filter(|server| Server::new(server).is_ok_and(|server| !server.is_here()));
    lessons::learn(&agent.shared.store, rca, job)?;
    // An earlier answer is worth more than a failed new attempt.
    let keeps = !is_final(&answer) && rca.agent.as_deref().is_some_and(is_final);
    agent.queue.end(&rca.id, Some(&answer).filter(|_| !keeps), answer.ending.clone(), answer.confidence)?;
    agent.shared.search.wake();
    Ok(())
}

/// Asks models about one failure. Returns nothing if none can be asked now.
async fn explain(
    agent: &Arc<AgentContext>,
    (rca, report): (&Rca, &Report),
    job: &mut StoredJob,
    mut candidates: Vec<Candidate>,
    (cancelled, activity): (&StopSignal, &Activity),
) -> Result<Option<Answer>> {
    let started = Instant::now();
    let toolbox = tool_setup::toolbox(agent, Some(rca), None)?;
    let root = toolbox.root.clone();
    let code = root.as_ref().map(|root| agent.code.of(root)).unwrap_or_default();
    let style = job.style.unwrap_or(agent.shared.config.agent.style);
    let lessons = lessons::of(&agent.shared.store, rca, &candidates)?;
    let question = {
        let files = root.as_ref().and_then(|root| crate::line::project::open(root, job_start::GATHER_TIMEOUT));
        timed(Stage::Prompt, || gather::gather(&rca.analysis, report, &code, files.as_deref(), lessons, style))
    };
    let start =
        |model: &ChatModel| job_start::job_start(&agent.shared.config, &question, model, &*agent.counters.of(model));
    let evidence = || gather::evidence(&question, report, &code, root.as_deref());
    if let Some(start) = &job.job {
        candidates.sort_by_key(|candidate| candidate.model.digest != start.model().digest);
    }
    let context = JobContext {
        store: &agent.shared.store,
        route: Route::new(candidates, agent.circuits.clone()),
        toolbox,
        evidence: &evidence,
        events: &agent.events,
        weights: job_start::weights(&agent.shared.config),
        start: &start,
        cancelled,
        progress: &|| activity.start(&format!("the explanation of {}", rca.id)),
        waited: Duration::ZERO,
    };
    let (answer, waited) = perform(job, context).await?;
    record(Stage::Agent, started.elapsed().saturating_sub(waited));
    Ok(answer)
}

#[cfg(test)]
mod tests;
