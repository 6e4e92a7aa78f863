//! Why a text got no vector.

use std::path::PathBuf;

/// Why a text got no vector.
#[derive(Debug)]
pub enum EmbedError {
    /// The model's files are not there; the path is where they are looked for.
    Missing(PathBuf),
    /// They are there and can't be used.
    Unusable(String),
}

impl std::fmt::Display for EmbedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EmbedError::Missing(dir) => write!(f, "the embedding model is not in {}", dir.display()),
            EmbedError::Unusable(why) => write!(f, "the embedding model can't be used: {why}"),
        }
    }
}

impl std::error::Error for EmbedError {}
