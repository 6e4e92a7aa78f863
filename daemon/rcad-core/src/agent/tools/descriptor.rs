//! Descriptors of tools: parameters, results and error codes.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Result of a tool.
pub type ToolResult = Result<Value, ToolError>;

/// Error of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolError {
    /// Of the tool's own codes or the common ones.
    pub code: ToolErrorCode,
    /// For the model and for people.
    pub message: String,
}

/// Error codes of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs)]
pub enum ToolErrorCode {
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

impl ToolErrorCode {
    /// As it is written: `FILE_NOT_FOUND`.
    pub fn name(self) -> &'static str {
        match self {
            ToolErrorCode::InvalidParameters => "INVALID_PARAMETERS",
            ToolErrorCode::ToolTimeout => "TOOL_TIMEOUT",
            ToolErrorCode::InternalError => "INTERNAL_ERROR",
            ToolErrorCode::FileNotFound => "FILE_NOT_FOUND",
            ToolErrorCode::PermissionDenied => "PERMISSION_DENIED",
            ToolErrorCode::BinaryFile => "BINARY_FILE",
            ToolErrorCode::TooLarge => "TOO_LARGE",
            ToolErrorCode::LineOutOfRange => "LINE_OUT_OF_RANGE",
            ToolErrorCode::FunctionNotFound => "FUNCTION_NOT_FOUND",
            ToolErrorCode::LspUnavailable => "LSP_UNAVAILABLE",
            ToolErrorCode::Timeout => "TIMEOUT",
            ToolErrorCode::DbConnectionFailed => "DB_CONNECTION_FAILED",
            ToolErrorCode::EmbeddingFailed => "EMBEDDING_FAILED",
            ToolErrorCode::NoResults => "NO_RESULTS",
            ToolErrorCode::RateLimitExceeded => "RATE_LIMIT_EXCEEDED",
            ToolErrorCode::ApiError => "API_ERROR",
            ToolErrorCode::NoActiveEditor => "NO_ACTIVE_EDITOR",
            ToolErrorCode::NoDiagnostics => "NO_DIAGNOSTICS",
        }
    }
}

impl ToolError {
    /// With this code.
    pub fn new(code: ToolErrorCode, message: impl Into<String>) -> ToolError {
        ToolError { code, message: message.into() }
    }
}

/// Type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterType {
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
    /// Its type.
    pub takes: ParameterType,
    /// Its default as JSON; nothing for one that must be given, `null` for one that may be left out.
    pub default: Option<&'static str>,
    /// Description for the model.
    pub about: &'static str,
}

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToolDescriptor {
    /// Its name.
    pub name: &'static str,
    /// Description for the model.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Fields of its result, for the reference page.
    pub data: &'static str,
    /// Its error codes, besides [`ANY_TOOL`].
    pub codes: &'static [ToolErrorCode],
    /// Whether its arguments may be sent to another machine; then secrets are never revealed in them.
    pub uses_network: bool,
}

/// Error codes of every tool.
pub const ANY_TOOL: &[ToolErrorCode] =
    &[ToolErrorCode::InvalidParameters, ToolErrorCode::ToolTimeout, ToolErrorCode::InternalError];
