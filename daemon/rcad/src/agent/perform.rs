//! Performs one job: does what the machine asks for and tells it what happened. The job is stored before each effect, so a
//! daemon that is killed goes on from there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rcad_core::agent::budget::{Estimate, Tokens};
use rcad_core::agent::confidence::Weights;
use rcad_core::agent::grounding::{self, Evidence};
use rcad_core::agent::machine::{Begin, Effect, Event, Job};
use rcad_core::agent::model::{Call, Model, Request, Trouble};
use rcad_core::agent::redact::Redaction;
use rcad_core::agent::tools::{Code, Observed, ToolError};
use rcad_core::model::answer::Answer;
use rcad_store::{SentRequest, Store, StoreError, StoredJob};

use super::boundary;
use super::job_events::JobEvents;
use super::route::Route;
use crate::agent::ollama::StreamChunk;
use crate::agent::tools::Toolbox;
use crate::platform::stage_times::{Stage, record};
use crate::platform::stop::Stop;
use crate::platform::time::now_ms;
use crate::protocol::agent::Seen;

/// What a job is performed with.
pub struct JobContext<'c> {
    /// Where it is stored, and its answer.
    pub store: &'c Store,
    /// The models to ask.
    pub route: Route,
    /// The tools.
    pub toolbox: Arc<Toolbox>,
    /// Opens what answers are held against, as it is then.
    pub evidence: &'c dyn Fn() -> Box<dyn Evidence + 'c>,
    /// Who is shown the steps.
    pub events: &'c JobEvents,
    /// What the confidence is made of.
    pub weights: Weights,
    /// Begins a job, or begins it again with another model.
    pub begin: &'c dyn Fn(&Model) -> Begin,
    /// Cancels the job once it is requested.
    pub cancelled: &'c Stop,
    /// Called whenever the job has come further.
    pub progress: &'c dyn Fn(),
    /// Time that was spent waiting for models.
    pub waited: Duration,
}

/// Takes a job to its end, and tells how much of the time was the models'. Nothing when none can be asked now; then the job
/// waits.
pub async fn perform(
    stored: &mut StoredJob,
    mut context: JobContext<'_>,
) -> Result<(Option<Answer>, Duration), StoreError> {
    let Some(first) = context.route.current().cloned() else { return Ok((None, Duration::ZERO)) };
    let mut job = match stored.job.take() {
        // It goes on with the model that it has spoken with, or begins anew with another one; both count as an attempt.
        Some(job) if job.model().digest == first.model.digest => job,
        before => {
            let mut job = Job::new((context.begin)(&first.model));
            job.attempts = before.map_or(0, |before| before.attempts);
            job
        }
    };
    stored.server = Some(first.server.address().to_owned());
    let mut events = vec![Event::Begun];
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
                Effect::Tell(step) => context.events.tell(&stored.rca, Seen::Step(step)),
                Effect::Ask(request) => events.push(ask(&request, stored, &mut context, until).await?),
                Effect::Call(call) => events.push(run(&call, &context, &mut stored.redaction).await),
                Effect::Check(draft) => events.push(Event::Checked(grounding::check(&draft, &*(context.evidence)()))),
                Effect::End(answer) => return Ok((Some(*answer), context.waited)),
            }
        }
        if events.is_empty() {
            // The machine always asks for something or ends; should it not, the job must not hang for ever.
            tracing::error!(rca = stored.rca, "agent job made no progress; cancelling");
            events.push(Event::Cancelled);
        }
    }
}

/// Asks the model; when it can't be asked, the next one is.
async fn ask(
    request: &Request,
    stored: &mut StoredJob,
    context: &mut JobContext<'_>,
    until: Instant,
) -> Result<Event, StoreError> {
    let Some(candidate) = context.route.current().cloned() else {
        return Ok(Event::Failed(Trouble::Refused { what: "no model is left to ask".to_owned() }));
    };
    let before = stored.redaction.clone();
    let body = boundary::outgoing(&candidate.model, request, &mut stored.redaction);
    let prompt_tokens = Estimate::of(&candidate.model.ability).count(&String::from_utf8_lossy(&body));
    if stored.redaction != before {
        // What its placeholders stand for must outlive a kill as the job does, which is stored already.
        context.store.put_job(stored)?;
    }
    let server = candidate.server.address().to_owned();
    let sent = SentRequest { at_ms: now_ms(), server, body: String::from_utf8_lossy(&body).into_owned() };
    if !context.store.put_sent(&stored.rca, &sent)? {
        tracing::info!(rca = stored.rca, "its failure was deleted; the model is not asked");
        return Ok(Event::Cancelled);
    }
    let (events, rca, redaction) = (context.events, stored.rca.clone(), stored.redaction.clone());
    let mut heard = move |heard: StreamChunk<'_>| {
        let (thinking, text) = match heard {
            StreamChunk::Thinking(text) => (true, text),
            StreamChunk::Saying(text) => (false, text),
        };
        events.tell(&rca, Seen::Text { thinking, text: redaction.reveal(text) });
    };
    let asked = Instant::now();
    let answered = tokio::select! {
        biased;
        () = context.cancelled.requested() => return Ok(Event::Cancelled),
        answered = context.route.ask(&body, prompt_tokens, until, &mut heard) => answered,
    };
    record(Stage::Model, asked.elapsed());
    context.waited += asked.elapsed();
    Ok(match answered {
        Ok(reply) => Event::Replied(Box::new(boundary::incoming(reply, &mut stored.redaction))),
        // What the machine has an answer to, with this model.
        Err(trouble @ (Trouble::TooLong { .. } | Trouble::Garbled { .. })) => Event::Failed(trouble),
        Err(trouble) => match context.route.give_up() {
            Some(next) => {
                tracing::info!(?trouble, next = next.model.name, "another model is asked");
                stored.server = Some(next.server.address().to_owned());
                Event::Moved(Box::new((context.begin)(&next.model)))
            }
            None => Event::Failed(trouble),
        },
    })
}

async fn run(call: &Call, context: &JobContext<'_>, redaction: &mut Redaction) -> Event {
    let (toolbox, call) = (context.toolbox.clone(), call.clone());
    let running = tokio::task::spawn_blocking(move || toolbox.call(&call));
    let panicked = |_| Observed::Err(ToolError::new(Code::InternalError, "the tool panicked"));
    tokio::select! {
        observed = running => Event::Observed(boundary::observed(observed.unwrap_or_else(panicked), redaction)),
        () = context.cancelled.requested() => Event::Cancelled,
    }
}
