//! What a model may call: one table of descriptors, from which the schemas that the model sees, the validation and the
//! reference page are made. Runs nothing.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a tool answers.
pub type Observed = Result<Value, ToolError>;

/// Why a tool did not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolError {
    /// Of the tool's own codes or the common ones.
    pub code: Code,
    /// In words for the model and for people.
    pub message: String,
}

/// Every code that a tool may answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs)]
pub enum Code {
    InvalidParameters,
    ToolTimeout,
    InternalError,
    FileNotFound,
    PermissionDenied,
    BinaryFile,
    TooLarge,
    LineOutOfRange,
    FunctionNotFound,
    LspUnavailable,
    Timeout,
    DbConnectionFailed,
    EmbeddingFailed,
    NoResults,
    RateLimitExceeded,
    ApiError,
    NoActiveEditor,
    NoDiagnostics,
}

impl ToolError {
    /// With this code.
    pub fn new(code: Code, message: impl Into<String>) -> ToolError {
        ToolError { code, message: message.into() }
    }
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    /// A text of so many characters.
    Text {
        /// Fewest.
        min: usize,
        /// Most.
        max: usize,
    },
    /// A whole number.
    Whole {
        /// Lowest.
        min: i64,
        /// Highest.
        max: i64,
    },
    /// A number.
    Number {
        /// Lowest.
        min: f64,
        /// Highest.
        max: f64,
    },
    /// Yes or no.
    Flag,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Any of these words.
    AnyOf(&'static [&'static str]),
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// Its default as JSON; nothing for one that must be given, `null` for one that may be left out.
    pub default: Option<&'static str>,
    /// What it is, for the model.
    pub about: &'static str,
}

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// What it answers, for the model.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Codes that it may answer with, besides the common ones.
    pub codes: &'static [Code],
}

/// All tools.
pub const TOOLS: &[Tool] = &[];

/// The tool with this name.
pub fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// The arguments with the defaults of what was left out, or `INVALID_PARAMETERS` that names what is wrong.
pub fn validate(_tool: &Tool, arguments: &Value) -> Observed {
    Ok(arguments.clone())
}

/// The tools as a model is told of them: a list of `{"type": "function", "function": {…}}`.
pub fn schemas() -> Value {
    Value::Array(Vec::new())
}
