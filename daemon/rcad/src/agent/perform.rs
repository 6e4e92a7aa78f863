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
use tokio::sync::Notify;

use super::boundary;
use super::route::Route;
use super::watch::Watch;
use crate::agent::ollama::Heard;
use crate::agent::tools::Toolbox;
use crate::platform::stage_times::{Stage, record};
use crate::platform::time::now_ms;
use crate::protocol::agent::Seen;

/// What a job is performed with.
pub struct Means<'m> {
    /// Where it is stored, and its answer.
    pub store: &'m Store,
    /// The models to ask.
    pub route: Route,
    /// The tools.
    pub toolbox: Arc<Toolbox>,
    /// Opens what answers are held against, as it is then.
    pub evidence: &'m dyn Fn() -> Box<dyn Evidence + 'm>,
    /// Who is shown the steps.
    pub watch: &'m Watch,
    /// What the confidence is made of.
    pub weights: Weights,
    /// Begins a job, or begins it again with another model.
    pub begin: &'m dyn Fn(&Model) -> Begin,
    /// Ends the job.
    pub cancelled: &'m Notify,
    /// Time that was spent waiting for models.
    pub waited: Duration,
}

/// Takes a job to its end, and tells how much of the time was the models'. Nothing when none can be asked now; then the job
/// waits.
pub async fn perform(stored: &mut StoredJob, mut means: Means<'_>) -> Result<(Option<Answer>, Duration), StoreError> {
    let Some(first) = means.route.current().cloned() else { return Ok((None, Duration::ZERO)) };
    let mut job = match stored.job.take() {
        // It goes on with the model that it has spoken with, or begins anew with another one; both count as an attempt.
        Some(job) if job.model().digest == first.model.digest => job,
        before => {
            let mut job = Job::new((means.begin)(&first.model));
            job.attempts = before.map_or(0, |before| before.attempts);
            job
        }
    };
    stored.server = Some(first.server.address().to_owned());
    let mut events = vec![Event::Begun];
    let mut effects = Vec::new();
    loop {
        for event in events.drain(..) {
            effects.extend(job.handle(event, now_ms(), &means.weights));
        }
        let until = Instant::now() + Duration::from_millis(job.time_left_ms(now_ms()));
        stored.job = Some(job.clone());
        means.store.put_job(stored)?;
        for effect in effects.drain(..) {
            match effect {
                Effect::Tell(step) => means.watch.tell(&stored.rca, Seen::Step(step)),
                Effect::Ask(request) => events.push(ask(&request, stored, &mut means, until).await?),
                Effect::Call(call) => events.push(run(&call, &means, &mut stored.redaction).await),
                Effect::Check(draft) => events.push(Event::Checked(grounding::check(&draft, &*(means.evidence)()))),
                Effect::End(answer) => return Ok((Some(*answer), means.waited)),
            }
        }
        if events.is_empty() {
            // The machine always asks for something or ends; should it not, the job must not hang for ever.
            tracing::error!(rca = stored.rca, "the agent's job stands still and is given up");
            events.push(Event::Cancelled);
        }
    }
}

/// Asks the model; when it can't be asked, the next one is.
async fn ask(
    request: &Request,
    stored: &mut StoredJob,
    means: &mut Means<'_>,
    until: Instant,
) -> Result<Event, StoreError> {
    let Some(candidate) = means.route.current().cloned() else {
        return Ok(Event::Failed(Trouble::Refused { what: "no model is left to ask".to_owned() }));
    };
    let before = stored.redaction.clone();
    let body = boundary::outgoing(&candidate.model, request, &mut stored.redaction);
    let prompt_tokens = Estimate::of(&candidate.model.ability).count(&String::from_utf8_lossy(&body));
    if stored.redaction != before {
        // What its placeholders stand for must outlive a kill as the job does, which is stored already.
        means.store.put_job(stored)?;
    }
    let server = candidate.server.address().to_owned();
    let sent = SentRequest { at_ms: now_ms(), server, body: String::from_utf8_lossy(&body).into_owned() };
    means.store.put_sent(&stored.rca, &sent)?;
    let (watch, rca, redaction) = (means.watch, stored.rca.clone(), stored.redaction.clone());
    let mut heard = move |heard: Heard<'_>| {
        let (thinking, text) = match heard {
            Heard::Thinking(text) => (true, text),
            Heard::Saying(text) => (false, text),
        };
        watch.tell(&rca, Seen::Text { thinking, text: redaction.reveal(text) });
    };
    let asked = Instant::now();
    let answered = tokio::select! {
        answered = means.route.ask(&body, prompt_tokens, until, &mut heard) => answered,
        () = means.cancelled.notified() => return Ok(Event::Cancelled),
    };
    record(Stage::Model, asked.elapsed());
    means.waited += asked.elapsed();
    Ok(match answered {
        Ok(reply) => Event::Replied(Box::new(boundary::incoming(reply, &mut stored.redaction))),
        // What the machine has an answer to, with this model.
        Err(trouble @ (Trouble::TooLong { .. } | Trouble::Garbled { .. })) => Event::Failed(trouble),
        Err(trouble) => match means.route.give_up() {
            Some(next) => {
                tracing::info!(?trouble, next = next.model.name, "another model is asked");
                stored.server = Some(next.server.address().to_owned());
                Event::Moved(Box::new((means.begin)(&next.model)))
            }
            None => Event::Failed(trouble),
        },
    })
}

async fn run(call: &Call, means: &Means<'_>, redaction: &mut Redaction) -> Event {
    let (toolbox, call) = (means.toolbox.clone(), call.clone());
    let running = tokio::task::spawn_blocking(move || toolbox.call(&call));
    let panicked = |_| Observed::Err(ToolError::new(Code::InternalError, "the tool panicked"));
    tokio::select! {
        observed = running => Event::Observed(boundary::observed(observed.unwrap_or_else(panicked), redaction)),
        () = means.cancelled.notified() => Event::Cancelled,
    }
}
