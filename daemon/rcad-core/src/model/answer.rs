//! The agent's answer, the evidence that it cites, and the steps that led to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::environment::Environment;

/// Style of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// Cause and fix.
    #[default]
    Brief,
    /// Also the concept, how to find such a mistake, and a small exercise.
    Teach,
}

/// Reference to a line of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cite {
    /// Path relative to the project; `log` for the build's log.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// A quote of the line.
    pub quote: String,
}

/// A sentence of the cause with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The sentence.
    pub text: String,
    /// At least one.
    pub cites: Vec<Cite>,
}

/// A fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// In one sentence.
    pub text: String,
    /// The file to change, relative to the project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// It names a coordinate or version that is unknown to the project, its caches and rcad's tables.
    #[serde(default)]
    pub unverified: bool,
}

/// What a teaching answer adds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Teaching {
    /// The concept behind the error.
    pub concept: String,
    /// What the mistake was.
    pub mistake: String,
    /// How to find such a mistake oneself.
    pub find_it: String,
    /// A small exercise.
    pub exercise: String,
}

/// A claim or fix of a draft that was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DroppedClaim {
    /// The model's text.
    pub text: String,
    /// Why it was rejected, for the model and for people.
    pub why: String,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "ending")]
pub enum Ending {
    /// With an answer that the evidence supports.
    Answered,
    /// Without one: the evidence supports nothing, or too little, of what the model said.
    Unsure {
        /// Why, for people.
        why: String,
    },
    /// The model could not be used; the rules' answer stays.
    GaveUp {
        /// Why, for people, with what can be done.
        why: String,
    },
    /// A person or a newer build stopped it.
    Cancelled,
}

/// The agent's answer. Stored in addition to the rules' answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// How it ended.
    pub ending: Ending,
    /// The model's name and digest, `qwen3:8b@sha256:…`; nothing without a model.
    pub model: Option<String>,
    /// Address of the server, where it is not on this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<String>,
    /// `agent::prompt::VERSION` of its prompts.
    pub prompt_version: u32,
    /// Its style.
    pub style: Style,
    /// Versions of its build.
    pub environment: Environment,
    /// Sentences of the cause that the evidence supports.
    pub cause: Vec<Claim>,
    /// What to do.
    pub fixes: Vec<Fix>,
    /// For [`Style::Teach`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teaching: Option<Teaching>,
    /// What was rejected, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<DroppedClaim>,
    /// Injected instructions that were found (in a log, a source, a tool's result or the model's calls), for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// 0 to 1.
    pub confidence: f64,
    /// Factors of the confidence.
    pub factors: Factors,
    /// Requests to the model.
    pub iterations: u32,
    /// Number of calls by tool.
    pub tools_used: BTreeMap<String, u32>,
    /// Tokens of all prompts.
    pub prompt_tokens: u32,
    /// Tokens of the longest prompt.
    pub longest_prompt_tokens: u32,
    /// Tokens of all answers.
    pub answer_tokens: u32,
    /// Milliseconds in all.
    pub took_ms: u64,
    /// Unix milliseconds at which it was made.
    pub made_ms: u64,
    /// The steps of the job.
    pub steps: Vec<AgentStep>,
}

/// Factors of a confidence, 0 to 1 each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Factors {
    /// The model's own.
    pub model: f64,
    /// Share of its statements that the evidence supports; 1 after a successful build.
    pub verified: f64,
    /// How well the failure is known.
    pub known: f64,
    /// 1 for a simple failure, lower for more complex ones.
    pub simple: f64,
    /// 1 for a change of one file, lower for more.
    pub contained: f64,
}

/// Kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// The job starts, or resumes after a restart of the daemon.
    Started,
    /// A request to the model.
    Iteration,
    /// The model's thinking.
    Thought,
    /// A tool call.
    Action,
    /// The tool's result.
    Observation,
    /// The tool's error.
    ToolError,
    /// The answer is composed and checked.
    Synthesis,
    /// The job has ended with an answer, or unsure.
    Complete,
    /// An error; the text says whether the job continues.
    Error,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentStep {
    /// Its kind.
    pub kind: StepKind,
    /// 1-based number of the request; 0 before the first.
    pub iteration: u32,
    /// For people.
    pub text: String,
    /// Progress of the job, 0 to 1; never decreases.
    pub progress: f64,
    /// Unix milliseconds.
    pub at_ms: u64,
}
