//! What a model may answer ([`Draft`], with the JSON schema that it is held to) and what became of it ([`Answer`]).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::confidence::Factors;
use super::question::Style;
use super::trace::Step;
use crate::report::Environment;

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

/// A model's answer as it wrote it, of the right shape and nothing more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The cause, a sentence each; empty when it does not know.
    pub cause: Vec<Claim>,
    /// What to do, most useful first.
    pub fixes: Vec<Fix>,
    /// How sure it says that it is, 0 to 100.
    pub confidence: u8,
    /// For [`Style::Teach`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teaching: Option<Teaching>,
}

/// Something of a draft that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
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
    /// [`super::prompt::VERSION`] that it was asked with.
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
    pub dropped: Vec<Dropped>,
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
    pub steps: Vec<Step>,
}
