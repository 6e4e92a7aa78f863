//! Every word that we say to a model. Nothing else in the program speaks to one.

pub mod turns;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::Dropped;
use super::budget::{Budget, Tokens};
use super::model::{Message, Role, Way};
use super::question::{Question, Style};

/// Raised with every change of a word that may change an answer; a part of the cache's key.
pub const VERSION: u32 = 1;

/// The first messages of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// System and user.
    pub messages: Vec<Message>,
    /// What was left out of the evidence, in words for the trace.
    pub cut: Vec<String>,
    /// What in the evidence reads like a command to the model, in words for people.
    pub warnings: Vec<String>,
}

/// The opening for a question, within the budget.
pub fn opening(question: &Question, _way: Way, _budget: &Budget, _counter: &dyn Tokens) -> Opening {
    let cause = question.analysis.root_cause.clone().unwrap_or_default();
    Opening { messages: vec![Message::text(Role::User, cause)], cut: Vec::new(), warnings: Vec::new() }
}

/// The schema that an answer must keep to, for `format`.
pub fn answer_schema(_style: Style) -> Value {
    Value::Null
}

/// Asks for the final answer after tools were used, or when no more may be used.
pub fn conclude(_style: Style) -> Message {
    Message::text(Role::User, "")
}

/// Sends back what the evidence does not show, once.
pub fn send_back(_dropped: &[Dropped]) -> Message {
    Message::text(Role::User, "")
}

/// A tool's result, fenced as data.
pub fn tool_result(_name: &str, result: &Value) -> String {
    result.to_string()
}
