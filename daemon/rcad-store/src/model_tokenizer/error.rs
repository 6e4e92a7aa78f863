//! Why there is no tokenizer to count with.

/// Why there is no tokenizer to count with.
#[derive(Debug)]
pub enum TokenizerError {
    /// The kind of the model's tokenizer is not supported.
    Other(String),
    /// The file can't be read, or is malformed.
    Unreadable(String),
}

impl std::fmt::Display for TokenizerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TokenizerError::Other(kind) => write!(f, "the model cuts texts in a way that is not known here: `{kind}`"),
            TokenizerError::Unreadable(why) => write!(f, "the model's file does not read: {why}"),
        }
    }
}

impl std::error::Error for TokenizerError {}
