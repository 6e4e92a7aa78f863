//! What the agent says of a failure: its answer, what the answer rests on, and the steps that led to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::environment::Environment;

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// Cause and fix.
    #[default]
    Brief,
    /// Also the concept behind it, how to find such a mistake oneself, and a small exercise.
    Teach,
}

/// Where a sentence was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cite {
    /// Path relative to the project; `log` for the build's log.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// Words that stand there.
    pub quote: String,
}

/// A sentence of the cause with what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The sentence.
    pub text: String,
    /// What shows it; at least one.
    pub cites: Vec<Cite>,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// In one sentence.
    pub text: String,
    /// The file to change, relative to the project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// It names a coordinate or version that neither the project, its caches nor our tables know.
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

/// Something of a draft that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DroppedClaim {
    /// What the model said.
    pub text: String,
    /// Why it is left out, in words for the model and for people.
    pub why: String,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "ending")]
pub enum Ending {
    /// With an answer that the evidence shows.
    Answered,
    /// It does not know: nothing of it, or too little, is shown by the evidence.
    Unsure {
        /// Why, in words for people.
        why: String,
    },
    /// It could not be asked to the end; the rules' answer stands.
    GaveUp {
        /// Why, in words for people, with what can be done.
        why: String,
    },
    /// A person or a newer build has stopped it.
    Cancelled,
}

/// What the agent has to say of a failure. Stored beside the rules' answer, never in its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// How it ended.
    pub ending: Ending,
    /// The model's name and digest, `qwen3:8b@sha256:…`; nothing where none could be asked.
    pub model: Option<String>,
    /// Address of the server, where it is not on this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<String>,
    /// `agent::prompt::VERSION` that it was asked with.
    pub prompt_version: u32,
    /// How it is written.
    pub style: Style,
    /// Versions of the build that it is about.
    pub environment: Environment,
    /// What the evidence shows of the cause.
    pub cause: Vec<Claim>,
    /// What to do.
    pub fixes: Vec<Fix>,
    /// For [`Style::Teach`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teaching: Option<Teaching>,
    /// What was left out, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<DroppedClaim>,
    /// What looks like an attempt to command the model (in a log, a source, a tool's result or its own calls), for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// 0 to 1.
    pub confidence: f64,
    /// What the confidence is made of.
    pub factors: Factors,
    /// How often the model was asked.
    pub iterations: u32,
    /// Tools that were called, with how often.
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
    /// What was done, step by step.
    pub steps: Vec<AgentStep>,
}

/// What a confidence is made of, 0 to 1 each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Factors {
    /// The model's own.
    pub model: f64,
    /// Share of what it said that the evidence shows; 1 after a build that went green.
    pub verified: f64,
    /// How well it agrees with the rules and with failures that are known.
    pub known: f64,
    /// 1 for a simple failure, lower the more is involved.
    pub simple: f64,
    /// 1 for a change of one file, lower the further the change reaches: see [`contained`].
    pub contained: f64,
}

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// The job begins, or goes on after the daemon was restarted.
    Started,
    /// The model is asked.
    Iteration,
    /// What the model thought.
    Thought,
    /// A tool is called.
    Action,
    /// What the tool answered.
    Observation,
    /// The tool could not answer.
    ToolError,
    /// The answer is put together and checked.
    Synthesis,
    /// The job has ended with an answer, or with saying that it does not know.
    Complete,
    /// Something did not work; the job goes on or has ended, as the text says.
    Error,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentStep {
    /// What it is.
    pub kind: StepKind,
    /// 1-based number of the time that the model was asked; 0 before.
    pub iteration: u32,
    /// In words for people.
    pub text: String,
    /// Share of the job that is done, 0 to 1; never falls.
    pub progress: f64,
    /// Unix milliseconds.
    pub at_ms: u64,
}
