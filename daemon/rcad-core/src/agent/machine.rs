//! The job of explaining one failure, as a state machine: [`Job::handle`] takes what happened and says what is to be done.
//! Persisted by the program after each event, so it can go on from any state.

use serde::{Deserialize, Serialize};

use super::answer::{Answer, Draft};
use super::confidence::Weights;
use super::grounding::Checked;
use super::model::{Call, Message, Model, Reply, Request, Trouble, Way};
use super::prompt::Opening;
use super::question::Style;
use super::tools::Observed;
use super::trace::Step;
use crate::report::Environment;

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
#[derive(Clone, Debug, PartialEq)]
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
    /// See [`super::confidence::Factors::known`].
    pub known: f64,
    /// See [`super::confidence::Factors::simple`].
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
}

impl Job {
    /// A job that nothing was done for yet.
    pub fn new(begin: Begin) -> Job {
        Job { state: State::Ready, messages: begin.opening.messages, steps: Vec::new(), attempts: 0 }
    }

    /// Takes an event that happened at this Unix time in milliseconds. An event that does not fit the state changes nothing.
    pub fn handle(&mut self, _event: Event, _now_ms: u64, _weights: &Weights) -> Vec<Effect> {
        Vec::new()
    }
}
