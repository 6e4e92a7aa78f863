//! The job of explaining one failure, as a state machine: [`Job::handle`] takes what happened and says what is to be done.
//! Persisted by the program after each event and before the effects, so it can go on from any state. Never waits, never
//! asks a model itself and can't go round in circles: each request counts against [`Limits::steps`].

mod asking;
mod calls;
mod ending;
mod reading;
mod spent;
pub mod trouble;
mod window;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use self::spent::{Called, Counted, First, Phase, Spent, Tries};
use super::answer::Draft;
use super::confidence::Weights;
use super::grounding::Checked;
use super::model::{Call, Message, Model, Reply, Request, Trouble, Way};
use super::prompt::{self, Opening};
use super::tools::Observed;
use super::trace;
use crate::model::answer::{Answer, Dropped, Step, StepKind, Style};
use crate::model::environment::Environment;

/// Bounds of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Times that the model is asked at most.
    pub steps: u32,
    /// Milliseconds that a job may take at most, waiting for a model that is loaded included.
    pub time_ms: u64,
    /// Times that a job is begun at most: it is begun again when the daemon was killed in the middle of it.
    pub attempts: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 10, time_ms: 90_000, attempts: 3 }
    }
}

/// What a job is begun with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begin {
    /// The model that is asked.
    pub model: Model,
    /// How it is asked.
    pub way: Way,
    /// What it is told first.
    pub opening: Opening,
    /// Tokens of prompt and answer together.
    pub context_tokens: u32,
    /// Tokens of an answer at most.
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
    pub limits: Limits,
}

/// Where a job is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum State {
    /// Nothing was asked yet.
    Ready,
    /// The model is asked.
    Asking,
    /// A tool is at work.
    Calling {
        /// The call.
        call: Call,
        /// Calls of the same reply that come after it.
        rest: Vec<Call>,
    },
    /// A draft is held against the evidence.
    Checking {
        /// The draft.
        draft: Draft,
    },
    /// It has ended.
    Ended,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The program begins with it, or takes it up again after a restart.
    Begun,
    /// The model has answered.
    Replied(Box<Reply>),
    /// The model could not be asked; retries and other models were tried already.
    Failed(Trouble),
    /// Another model is asked from now on.
    Moved(Box<Begin>),
    /// The tool has answered.
    Observed(Observed),
    /// The draft was held against the evidence.
    Checked(Checked),
    /// Somebody has stopped it.
    Cancelled,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ask the model; answered by [`Event::Replied`] or [`Event::Failed`].
    Ask(Box<Request>),
    /// Run a tool; answered by [`Event::Observed`].
    Call(Call),
    /// Hold the draft against the evidence; answered by [`Event::Checked`].
    Check(Draft),
    /// Show a step to whoever watches.
    Tell(Step),
    /// Keep the answer; the job has ended.
    End(Box<Answer>),
}

/// Version of what [`Job`] serialises to. Raise it when a stored job must not go on any more although it still reads: a field
/// means something else. A stored job that does not read starts anew by itself.
pub const STATE_VERSION: u32 = 1;

/// One job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Where it is.
    pub state: State,
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// Steps that were shown.
    pub steps: Vec<Step>,
    /// How often it was begun.
    pub attempts: u32,
    begin: Begin,
    /// Of the first model: another one gets no more.
    limits: Limits,
    prompt_version: u32,
    phase: Phase,
    /// Tools are no longer offered.
    bare: bool,
    /// It is no longer let think.
    quiet: bool,
    tries: Tries,
    spent: Spent,
    called: Vec<Called>,
    tools_used: BTreeMap<String, u32>,
    counted: Option<Counted>,
    first: Option<Box<First>>,
    /// See [`Job::refuted`].
    refuted: Vec<Dropped>,
    warnings: Vec<String>,
    /// Calls of the current reply that were too many.
    too_many: usize,
    /// With [`State::Ended`]: a kill between the end and its storing must not lose it.
    answer: Option<Box<Answer>>,
}

/// Warnings that are kept: who reads twenty has been warned.
const MOST_WARNINGS: usize = 20;

/// What one event is handled with.
struct Turn<'w> {
    now_ms: u64,
    weights: &'w Weights,
    effects: Vec<Effect>,
}

impl Job {
    /// A job that nothing was done for yet.
    pub fn new(begin: Begin) -> Job {
        Job {
            state: State::Ready,
            messages: begin.opening.messages.clone(),
            steps: Vec::new(),
            attempts: 0,
            limits: begin.limits,
            prompt_version: prompt::VERSION,
            phase: Phase::first(begin.way),
            bare: false,
            quiet: false,
            tries: Tries::default(),
            spent: Spent::default(),
            called: Vec::new(),
            tools_used: BTreeMap::new(),
            counted: None,
            first: None,
            refuted: Vec::new(),
            warnings: begin.opening.warnings.clone(),
            too_many: 0,
            answer: None,
            begin,
        }
    }

    /// The model that is asked.
    pub fn model(&self) -> &Model {
        &self.begin.model
    }

    /// What it was begun, or last moved, with.
    pub fn begin(&self) -> &Begin {
        &self.begin
    }

    /// All that the model has said and the evidence has refuted, corrected afterwards or not: its mistakes.
    pub fn refuted(&self) -> &[Dropped] {
        &self.refuted
    }

    /// Milliseconds of [`Limits::time_ms`] that are left at this Unix time; time in which no daemon ran does not count.
    pub fn time_left_ms(&self, now_ms: u64) -> u64 {
        let running = self.spent.at_ms.map_or(0, |at_ms| now_ms.saturating_sub(at_ms));
        self.limits.time_ms.saturating_sub(self.spent.ms.saturating_add(running))
    }

    /// Takes an event that happened at this Unix time in milliseconds. An event that does not fit the state changes nothing.
    pub fn handle(&mut self, event: Event, now_ms: u64, weights: &Weights) -> Vec<Effect> {
        let fits = match (&self.state, &event) {
            (State::Ended, Event::Begun) => {
                return self.answer.iter().map(|answer| Effect::End(answer.clone())).collect();
            }
            (State::Ended, _) => false,
            (_, Event::Begun | Event::Moved(_) | Event::Cancelled) => true,
            (State::Asking, Event::Replied(_) | Event::Failed(_)) => true,
            (State::Calling { .. }, Event::Observed(_)) => true,
            (State::Checking { .. }, Event::Checked(_)) => true,
            _ => false,
        };
        if !fits {
            return Vec::new();
        }
        if let (Some(at_ms), false) = (self.spent.at_ms, event == Event::Begun) {
            self.spent.ms = self.spent.ms.saturating_add(now_ms.saturating_sub(at_ms));
            self.spent.at_ms = Some(now_ms);
        }
        let mut turn = Turn { now_ms, weights, effects: Vec::new() };
        match event {
            Event::Begun => self.begun(&mut turn),
            Event::Moved(begin) => self.moved(*begin, &mut turn),
            Event::Cancelled => self.cancelled(&mut turn),
            Event::Replied(reply) => self.replied(*reply, &mut turn),
            Event::Failed(trouble) => self.failed(&trouble, &mut turn),
            Event::Observed(observed) => self.observed(&observed, &mut turn),
            Event::Checked(checked) => self.checked(checked, &mut turn),
        }
        turn.effects
    }

    fn begun(&mut self, turn: &mut Turn<'_>) {
        self.spent.at_ms = Some(turn.now_ms);
        self.attempts += 1;
        let (attempt, most) = (self.attempts, self.limits.attempts);
        if attempt > most {
            let times = if most == 1 { "once".to_owned() } else { format!("{most} times") };
            return self
                .give_up(turn, format!("it was begun {times} and the daemon ended each time before it was done"));
        }
        if self.state == State::Ready {
            let how = if self.begin.way == Way::Tools { "may call tools" } else { "is asked once, with all evidence" };
            self.tell(turn, StepKind::Started, format!("{} {how}", self.begin.model.name));
            self.tell_cut(turn);
            return self.go_on(turn);
        }
        self.tell(
            turn,
            StepKind::Started,
            format!("goes on after a restart of the daemon (attempt {attempt} of {most})"),
        );
        turn.effects.push(match &self.state {
            State::Calling { call, .. } => Effect::Call(call.clone()),
            State::Checking { draft } => Effect::Check(draft.clone()),
            State::Ready | State::Asking | State::Ended => Effect::Ask(Box::new(self.request())),
        });
    }

    /// The conversation starts anew, counted on; but what stands of an answer is not given up for it.
    fn moved(&mut self, begin: Begin, turn: &mut Turn<'_>) {
        if self.first.as_ref().is_some_and(|first| !first.checked.cause.is_empty()) {
            return self.run_out(turn, "the model does not answer any more".to_owned());
        }
        let instead = format!("{} does not answer; {} is asked instead", self.begin.model.name, begin.model.name);
        let seen = Job::new(begin);
        self.messages = seen.messages;
        self.begin = seen.begin;
        self.phase = seen.phase;
        self.tries = Tries { seed: self.tries.seed, ..Tries::default() };
        (self.bare, self.quiet, self.too_many) = (false, false, 0);
        (self.counted, self.first) = (None, None);
        self.called.clear();
        self.refuted.clear();
        for warning in seen.warnings {
            self.warn(warning);
        }
        if self.state == State::Ready {
            return;
        }
        self.tell(turn, StepKind::Error, instead);
        self.tell_cut(turn);
        self.go_on(turn);
    }

    fn tell_cut(&mut self, turn: &mut Turn<'_>) {
        if !self.begin.opening.cut.is_empty() {
            let cut = self.begin.opening.cut.join("; ");
            self.tell(turn, StepKind::Started, format!("left out to fit the window: {cut}"));
        }
    }

    fn tell(&mut self, turn: &mut Turn<'_>, kind: StepKind, text: impl AsRef<str>) {
        let before = self.steps.last().map_or(0.0, |step| step.progress);
        let step = Step {
            kind,
            iteration: self.spent.iterations,
            text: trace::shorten(text.as_ref()),
            progress: self.progress().max(before),
            at_ms: turn.now_ms,
        };
        self.steps.push(step.clone());
        turn.effects.push(Effect::Tell(step));
    }

    fn warn(&mut self, warning: String) {
        if self.warnings.len() < MOST_WARNINGS && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Share of the job that is done, to the third decimal: investigating takes most of it, as far as it goes.
    fn progress(&self) -> f64 {
        let done = f64::from(self.spent.iterations.saturating_sub(1)) / f64::from(self.limits.steps.max(1));
        let share = match (&self.state, self.phase) {
            (State::Ready, _) => 0.0,
            (State::Ended, _) => 1.0,
            (State::Checking { .. }, _) | (_, Phase::Correcting) => 0.9,
            (_, Phase::Concluding) if self.begin.way == Way::Straight => 0.2,
            (_, Phase::Concluding) => 0.75,
            (_, Phase::Investigating) => 0.05 + 0.65 * done.min(1.0),
        };
        (share * 1000.0).round() / 1000.0
    }
}
