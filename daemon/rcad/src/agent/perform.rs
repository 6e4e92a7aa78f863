//! Performs one job: executes the effects of its machine and feeds back the events. The job is stored before each
//! effect, so that a killed daemon continues it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rcad_core::agent::budget::{EstimatedTokens, TokenCounter};
use rcad_core::agent::confidence::FactorWeights;
use rcad_core::agent::grounding::{self, EvidenceSource};
use rcad_core::agent::machine::{Effect, Job, JobStart, MachineEvent};
use rcad_core::agent::model::{ChatModel, ModelError, Request, ToolCall};
use rcad_core::agent::redact::Redaction;
use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use rcad_core::model::answer::Answer;
use rcad_store::{SentRequest, Store, StoreError, StoredJob};

use super::boundary;
use super::job_events::JobEvents;
use super::route::Route;
use crate::agent::ollama::StreamChunk;
use crate::agent::tools::Toolbox;
use crate::platform::stage_times::{Stage, record};
use crate::platform::stop::StopSignal;
use crate::platform::time::now_ms;
use crate::protocol::agent::JobEvent;

/// Everything that a job needs.
pub struct JobContext<'c> {
    /// Stores the job and its requests.
    pub store: &'c Store,
    /// The models to ask.
    pub route: Route,
    /// The tools.
    pub toolbox: Arc<Toolbox>,
    /// Opens the current evidence for checking an answer.
    pub evidence: &'c dyn Fn() -> Box<dyn EvidenceSource + 'c>,
    /// Receives the steps.
    pub events: &'c JobEvents,
    /// Weights of the confidence's factors.
    pub weights: FactorWeights,
    /// The start of a job with a model; used again when another model takes over.
    pub start: &'c dyn Fn(&ChatModel) -> JobStart,
    /// Cancels the job.
    pub cancelled: &'c StopSignal,
    /// Called on each progress of the job.
    pub progress: &'c dyn Fn(),
    /// Time spent waiting for models.
    pub waited: Duration,
}

/// Runs a job to its end; also returns the time spent waiting for models. Returns no answer if no model can be asked
/// now; the job then stays queued.
pub async fn perform(
    stored: &mut StoredJob,
    mut context: JobContext<'_>,
) -> Result<(Option<Answer>, Duration), StoreError> {
    let Some(first) = context.route.current().cloned() else { return Ok((None, Duration::ZERO)) };
    let mut job = match stored.job.take() {
        // Continue with the same model, or start anew with another; both count as an attempt.
        Some(job) if job.model().digest == first.model.digest => job,
        before => {
            let mut job = Job::new((context.start)(&first.model));
            job.attempts = before.map_or(0, |before| before.attempts);
            job
        }
    };
    stored.server = Some(first.server.address().to_owned());
    let mut events = vec![MachineEvent::Started];
    let mut effects = Vec::new();
    loop {
        for event in events.drain(..) {
            effects.extend(job.handle(event, now_ms(), &context.weights));
        }
        (context.progress)();
        let until = Instant::now() + Duration::from_millis(job.time_left_ms(now_ms()));
        stored.job = Some(job.clone());
        context.store.put_job(stored)?;
        for effect in effects.drain(..) {
            match effect {
                Effect::Emit(step) => context.events.emit(&stored.rca, JobEvent::Step(step)),
                Effect::Ask(request) => events.push(ask(&request, stored, &mut context, until).await?),
                Effect::Call(call) => events.push(run(&call, &context, &mut stored.redaction).await),
                Effect::Check(draft) => {
                    events.push(MachineEvent::Checked(grounding::check(&draft, &*(context.evidence)())))
                }
                Effect::End(answer) => return Ok((Some(*answer), context.waited)),
            }
        }
        if events.is_empty() {
            // The machine must request an effect or end. If it does neither, cancel the job instead of hanging.
            tracing::error!(rca = stored.rca, "agent job made no progress; cancelling");
            events.push(MachineEvent::Cancelled);
        }
    }
}

/// Asks the model; moves on to the next one if it can't be asked.
async fn ask(
    request: &Request,
    stored: &mut StoredJob,
    context: &mut JobContext<'_>,
    until: Instant,
) -> Result<MachineEvent, StoreError> {
    let Some(candidate) = context.route.current().cloned() else {
        return Ok(MachineEvent::Failed(ModelError::Rejected { what: "no model is left to ask".to_owned() }));
    };
    let before = stored.redaction.clone();
    let body = boundary::outgoing(&candidate.model, request, &mut stored.redaction);
    let prompt_tokens = EstimatedTokens::of(&candidate.model.ability).count(&String::from_utf8_lossy(&body));
    if stored.redaction != before {
        // Store new placeholders before they are sent, so that they survive a kill.
        context.store.put_job(stored)?;
    }
    let server = candidate.server.address().to_owned();
    let sent = SentRequest { at_ms: now_ms(), server, body: String::from_utf8_lossy(&body).into_owned() };
    if !context.store.put_sent(&stored.rca, &sent)? {
        tracing::info!(rca = stored.rca, "its failure was deleted; the model is not asked");
        return Ok(MachineEvent::Cancelled);
    }
    let (events, rca, redaction) = (context.events, stored.rca.clone(), stored.redaction.clone());
    let mut on_chunk = move |on_chunk: StreamChunk<'_>| {
        let (thinking, text) = match on_chunk {
            StreamChunk::Thinking(text) => (true, text),
            StreamChunk::Saying(text) => (false, text),
        };
        events.emit(&rca, JobEvent::Text { thinking, text: redaction.reveal(text) });
    };
    let asked = Instant::now();
    let answered = tokio::select! {
        biased;
        () = context.cancelled.requested() => return Ok(MachineEvent::Cancelled),
        answered = context.route.ask(&body, prompt_tokens, until, &mut on_chunk) => answered,
    };
    record(Stage::Model, asked.elapsed());
    context.waited += asked.elapsed();
    Ok(match answered {
        Ok(reply) => MachineEvent::Replied(Box::new(boundary::incoming(reply, &mut stored.redaction))),
        // The machine handles these with the same model.
        Err(error @ (ModelError::PromptTooLong { .. } | ModelError::MalformedReply { .. })) => {
            MachineEvent::Failed(error)
        }
        Err(error) => match context.route.give_up() {
            Some(next) => {
                tracing::info!(?error, next = next.model.name, "another model is asked");
                stored.server = Some(next.server.address().to_owned());
                MachineEvent::ModelChanged(Box::new((context.start)(&next.model)))
            }
            None => MachineEvent::Failed(error),
        },
    })
}

async fn run(call: &ToolCall, context: &JobContext<'_>, redaction: &mut Redaction) -> MachineEvent {
    let (toolbox, call) = (context.toolbox.clone(), call.clone());
    let running = tokio::task::spawn_blocking(move || toolbox.call(&call));
    let panicked = |_| ToolResult::Err(ToolError::new(ToolErrorCode::InternalError, "the tool panicked"));
    tokio::select! {
        observed = running => MachineEvent::Observed(boundary::observed(observed.unwrap_or_else(panicked), redaction)),
        () = context.cancelled.requested() => MachineEvent::Cancelled,
    }
}
