//! What a tool is, as data: its parameters, what it answers and the codes of its errors.

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

impl Code {
    /// As it is written: `FILE_NOT_FOUND`.
    pub fn name(self) -> &'static str {
        match self {
            Code::InvalidParameters => "INVALID_PARAMETERS",
            Code::ToolTimeout => "TOOL_TIMEOUT",
            Code::InternalError => "INTERNAL_ERROR",
            Code::FileNotFound => "FILE_NOT_FOUND",
            Code::PermissionDenied => "PERMISSION_DENIED",
            Code::BinaryFile => "BINARY_FILE",
            Code::TooLarge => "TOO_LARGE",
            Code::LineOutOfRange => "LINE_OUT_OF_RANGE",
            Code::FunctionNotFound => "FUNCTION_NOT_FOUND",
            Code::LspUnavailable => "LSP_UNAVAILABLE",
            Code::Timeout => "TIMEOUT",
            Code::DbConnectionFailed => "DB_CONNECTION_FAILED",
            Code::EmbeddingFailed => "EMBEDDING_FAILED",
            Code::NoResults => "NO_RESULTS",
            Code::RateLimitExceeded => "RATE_LIMIT_EXCEEDED",
            Code::ApiError => "API_ERROR",
            Code::NoActiveEditor => "NO_ACTIVE_EDITOR",
            Code::NoDiagnostics => "NO_DIAGNOSTICS",
        }
    }
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
    /// Any of these words, as a list or with commas; becomes a list.
    AnyOf(&'static [&'static str]),
    /// The name of a [`crate::Category`].
    Category,
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
    /// What its data holds, for the reference page.
    pub data: &'static str,
    /// Codes that it may answer with, besides [`ANY_TOOL`].
    pub codes: &'static [Code],
    /// Whether its arguments may be sent to another machine. Such a tool never gets a secret in them.
    pub uses_network: bool,
}

/// Codes that every tool may answer with.
pub const ANY_TOOL: &[Code] = &[Code::InvalidParameters, Code::ToolTimeout, Code::InternalError];
