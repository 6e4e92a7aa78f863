//! The job of explaining one failure, as a state machine: [`Job::handle`] takes an event and returns effects. The program
//! stores the job after each event and before it performs the effects, so a job can resume from any state. Does no IO, and
//! always ends: each request counts against [`JobLimits::steps`].

mod asking;
mod calls;
mod ending;
pub mod errors;
mod reading;
mod spent;
mod window;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use self::spent::{CallCount, FirstDraft, Phase, RetryCounts, TokenCount, Usage};
use super::answer::Draft;
use super::confidence::FactorWeights;
use super::grounding::CheckedDraft;
use super::model::{ChatModel, JobMode, Message, ModelError, Reply, Request, ToolCall};
use super::prompt::{self, Opening};
use super::tools::ToolResult;
use super::trace;
use crate::model::answer::{AgentStep, Answer, DroppedClaim, StepKind, Style};
use crate::model::environment::Environment;
use crate::template::times;

/// Bounds of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobLimits {
    /// Most requests to the model.
    pub steps: u32,
    /// Most milliseconds that a job may take, loading the model included.
    pub time_ms: u64,
    /// Most starts of a job: one that was interrupted with the daemon starts again.
    pub attempts: u32,
}

impl Default for JobLimits {
    fn default() -> JobLimits {
        JobLimits { steps: 10, time_ms: 90_000, attempts: 3 }
    }
}

/// Input of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobStart {
    /// The model that is asked.
    pub model: ChatModel,
    /// How it is asked.
    #[serde(rename = "way")]
    pub mode: JobMode,
    /// The first messages.
    pub opening: Opening,
    /// Tokens of prompt and answer together.
    pub context_tokens: u32,
    /// Most tokens of an answer.
    pub answer_tokens: u32,
    /// How the answer is to be written.
    pub style: Style,
    /// Versions of the build.
    pub environment: Environment,
    /// See [`crate::model::answer::Factors::known`].
    pub known: f64,
    /// See [`crate::model::answer::Factors::simple`].
    pub simple: f64,
    /// Bounds.
    pub limits: JobLimits,
}

/// State of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum JobState {
    /// Nothing has been requested.
    Ready,
    /// A request to the model is open.
    Asking,
    /// A tool is running.
    Calling {
        /// The call.
        call: ToolCall,
        /// Calls of the same reply that come after it.
        rest: Vec<ToolCall>,
    },
    /// A draft is being checked against the evidence.
    Checking {
        /// The draft.
        draft: Draft,
    },
    /// It has ended.
    Ended,
}

/// What happened, for [`Job::handle`].
#[derive(Clone, Debug, PartialEq)]
pub enum MachineEvent {
    /// The program starts the job, or resumes it after a restart.
    Started,
    /// The model has answered.
    Replied(Box<Reply>),
    /// The request failed; retries and other models were tried already.
    Failed(ModelError),
    /// Another model is asked from now on.
    ModelChanged(Box<JobStart>),
    /// The tool has answered.
    Observed(ToolResult),
    /// The draft was checked against the evidence.
    Checked(CheckedDraft),
    /// A person stopped the job.
    Cancelled,
}

/// What the program must do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ask the model; answered by [`MachineEvent::Replied`] or [`MachineEvent::Failed`].
    Ask(Box<Request>),
    /// Run a tool; answered by [`MachineEvent::Observed`].
    Call(ToolCall),
    /// Check the draft against the evidence; answered by [`MachineEvent::Checked`].
    Check(Draft),
    /// Publish a step to those who follow the job.
    Emit(AgentStep),
    /// Store the answer; the job has ended.
    End(Box<Answer>),
}

/// Version of the serialised [`Job`]. Raise it when a field changes its meaning but still deserialises. A stored job that
/// does not deserialise starts again by itself.
pub const STATE_VERSION: u32 = 1;

/// One job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Its state.
    pub state: JobState,
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// Steps that were shown.
    pub steps: Vec<AgentStep>,
    /// How often it was started.
    pub attempts: u32,
    #[serde(rename = "begin")]
    start: JobStart,
    /// Those of the first model; a later model gets no more.
    limits: JobLimits,
    prompt_version: u32,
    phase: Phase,
    /// Tools are no longer offered.
    #[serde(rename = "bare")]
    no_tools: bool,
    /// Thinking is disabled.
    #[serde(rename = "quiet")]
    no_thinking: bool,
    #[serde(rename = "tries")]
    retries: RetryCounts,
    #[serde(rename = "spent")]
    usage: Usage,
    #[serde(rename = "called")]
    calls_made: Vec<CallCount>,
    tools_used: BTreeMap<String, u32>,
    #[serde(rename = "counted")]
    token_count: Option<TokenCount>,
    first: Option<Box<FirstDraft>>,
    /// See [`Job::refuted`].
    refuted: Vec<DroppedClaim>,
    warnings: Vec<String>,
    /// Calls of the current reply that were over the limit.
    #[serde(rename = "too_many")]
    dropped_calls: usize,
    /// Set with [`JobState::Ended`], so that a kill before it is stored does not lose it.
    answer: Option<Box<Answer>>,
}

/// Most warnings that are kept.
const MOST_WARNINGS: usize = 20;

/// Time, weights and effects of one event.
struct EventContext<'w> {
    now_ms: u64,
    weights: &'w FactorWeights,
    effects: Vec<Effect>,
}

impl Job {
    /// A job that has not started.
    pub fn new(start: JobStart) -> Job {
        Job {
            state: JobState::Ready,
            messages: start.opening.messages.clone(),
            steps: Vec::new(),
            attempts: 0,
            limits: start.limits,
            prompt_version: prompt::VERSION,
            phase: Phase::first(start.mode),
            no_tools: false,
            no_thinking: false,
            retries: RetryCounts::default(),
            usage: Usage::default(),
            calls_made: Vec::new(),
            tools_used: BTreeMap::new(),
            token_count: None,
            first: None,
            refuted: Vec::new(),
            warnings: start.opening.warnings.clone(),
            dropped_calls: 0,
            answer: None,
            start,
        }
    }

    /// The model that is asked.
    pub fn model(&self) -> &ChatModel {
        &self.start.model
    }

    /// Its input, that of the current model.
    pub fn start(&self) -> &JobStart {
        &self.start
    }

    /// Everything that the model said and the evidence refuted, whether corrected later or not.
    pub fn refuted(&self) -> &[DroppedClaim] {
        &self.refuted
    }

    /// Milliseconds of [`JobLimits::time_ms`] that are left at this Unix time; time without a running daemon does not
    /// count.
    pub fn time_left_ms(&self, now_ms: u64) -> u64 {
        let running = self.usage.at_ms.map_or(0, |at_ms| now_ms.saturating_sub(at_ms));
        self.limits.time_ms.saturating_sub(self.usage.ms.saturating_add(running))
    }

    /// Handles an event that happened at this Unix time in milliseconds. An event that does not fit the state is ignored.
    pub fn handle(&mut self, event: MachineEvent, now_ms: u64, weights: &FactorWeights) -> Vec<Effect> {
        let fits = match (&self.state, &event) {
            (JobState::Ended, MachineEvent::Started) => {
                return self.answer.iter().map(|answer| Effect::End(answer.clone())).collect();
            }
            (JobState::Ended, _) => false,
            (_, MachineEvent::Started | MachineEvent::ModelChanged(_) | MachineEvent::Cancelled) => true,
            (JobState::Asking, MachineEvent::Replied(_) | MachineEvent::Failed(_)) => true,
            (JobState::Calling { .. }, MachineEvent::Observed(_)) => true,
            (JobState::Checking { .. }, MachineEvent::Checked(_)) => true,
            _ => false,
        };
        if !fits {
            return Vec::new();
        }
        if let (Some(at_ms), false) = (self.usage.at_ms, event == MachineEvent::Started) {
            self.usage.ms = self.usage.ms.saturating_add(now_ms.saturating_sub(at_ms));
            self.usage.at_ms = Some(now_ms);
        }
        let mut context = EventContext { now_ms, weights, effects: Vec::new() };
        match event {
            MachineEvent::Started => self.on_start(&mut context),
            MachineEvent::ModelChanged(start) => self.on_model_change(*start, &mut context),
            MachineEvent::Cancelled => self.cancelled(&mut context),
            MachineEvent::Replied(reply) => self.on_reply(*reply, &mut context),
            MachineEvent::Failed(error) => self.failed(&error, &mut context),
            MachineEvent::Observed(observed) => self.observed(&observed, &mut context),
            MachineEvent::Checked(checked) => self.checked(checked, &mut context),
        }
        context.effects
    }

    fn on_start(&mut self, context: &mut EventContext<'_>) {
        self.usage.at_ms = Some(context.now_ms);
        self.attempts += 1;
        let (attempt, most) = (self.attempts, self.limits.attempts);
        if attempt > most {
            let times = times(most);
            return self
                .give_up(context, format!("it was begun {times} and the daemon ended each time before it was done"));
        }
        if self.state == JobState::Ready {
            let how = if self.start.mode == JobMode::ToolLoop {
                "may call tools"
            } else {
                "is asked once, with all evidence"
            };
            self.emit(context, StepKind::Started, format!("{} {how}", self.start.model.name));
            self.emit_cut(context);
            return self.proceed(context);
        }
        self.emit(
            context,
            StepKind::Started,
            format!("goes on after a restart of the daemon (attempt {attempt} of {most})"),
        );
        context.effects.push(match &self.state {
            JobState::Calling { call, .. } => Effect::Call(call.clone()),
            JobState::Checking { draft } => Effect::Check(draft.clone()),
            JobState::Ready | JobState::Asking | JobState::Ended => Effect::Ask(Box::new(self.request())),
        });
    }

    /// Starts the conversation again with another model; usage counts on. A checked draft is kept as the answer instead.
    fn on_model_change(&mut self, start: JobStart, context: &mut EventContext<'_>) {
        if self.first.as_ref().is_some_and(|first| !first.checked.cause.is_empty()) {
            return self.end_early(context, "the model does not answer any more".to_owned());
        }
        let instead = format!("{} does not answer; {} is asked instead", self.start.model.name, start.model.name);
        let fresh = Job::new(start);
        self.messages = fresh.messages;
        self.start = fresh.start;
        self.phase = fresh.phase;
        self.retries = RetryCounts { seed: self.retries.seed, ..RetryCounts::default() };
        (self.no_tools, self.no_thinking, self.dropped_calls) = (false, false, 0);
        (self.token_count, self.first) = (None, None);
        self.calls_made.clear();
        self.refuted.clear();
        for warning in fresh.warnings {
            self.warn(warning);
        }
        if self.state == JobState::Ready {
            return;
        }
        self.emit(context, StepKind::Error, instead);
        self.emit_cut(context);
        self.proceed(context);
    }

    fn emit_cut(&mut self, context: &mut EventContext<'_>) {
        if !self.start.opening.cut.is_empty() {
            let cut = self.start.opening.cut.join("; ");
            self.emit(context, StepKind::Started, format!("left out to fit the window: {cut}"));
        }
    }

    fn emit(&mut self, context: &mut EventContext<'_>, kind: StepKind, text: impl AsRef<str>) {
        let before = self.steps.last().map_or(0.0, |step| step.progress);
        let step = AgentStep {
            kind,
            iteration: self.usage.iterations,
            text: trace::shorten(text.as_ref()),
            progress: self.progress().max(before),
            at_ms: context.now_ms,
        };
        self.steps.push(step.clone());
        context.effects.push(Effect::Emit(step));
    }

    fn warn(&mut self, warning: String) {
        if self.warnings.len() < MOST_WARNINGS && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Progress of the job, 0 to 1, rounded to three decimals; investigating counts for most of it.
    fn progress(&self) -> f64 {
        let done = f64::from(self.usage.iterations.saturating_sub(1)) / f64::from(self.limits.steps.max(1));
        let share = match (&self.state, self.phase) {
            (JobState::Ready, _) => 0.0,
            (JobState::Ended, _) => 1.0,
            (JobState::Checking { .. }, _) | (_, Phase::Correcting) => 0.9,
            (_, Phase::Concluding) if self.start.mode == JobMode::SingleShot => 0.2,
            (_, Phase::Concluding) => 0.75,
            (_, Phase::Investigating) => 0.05 + 0.65 * done.min(1.0),
        };
        (share * 1000.0).round() / 1000.0
    }
}
