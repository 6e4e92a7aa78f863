//! Texts to vectors by all-MiniLM-L6-v2, computed here by candle. Loads nothing until the first text comes.

mod attention;
mod error;
mod gelu;
mod identity;
mod lanes;
mod linear;
mod minilm;
mod model;
mod pieces;
mod product;
mod weights;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

pub use error::EmbedError;
pub use minilm::DIMENSIONS;

use minilm::{WEIGHTS, WORDS};
use model::Model;

/// The model; may be shared by threads.
pub struct Embedder {
    dir: PathBuf,
    loaded: Mutex<Option<Arc<Model>>>,
}

impl Embedder {
    /// The model whose files are in `dir`, or will be.
    pub fn new(dir: &Path) -> Embedder {
        Embedder { dir: dir.to_owned(), loaded: Mutex::new(None) }
    }

    /// A vector of length 1 for each text, in their order. Loads the model when it is not loaded.
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        if texts.is_empty() { Ok(Vec::new()) } else { self.model()?.embed(texts) }
    }

    /// Number of a text's word pieces that count, the two marks at its ends included. Loads the model when it is not
    /// loaded.
    pub fn pieces(&self, text: &str) -> Result<usize, EmbedError> {
        self.model()?.pieces(text)
    }

    /// Whether its files are there.
    pub fn is_present(&self) -> bool {
        [WEIGHTS, WORDS].iter().all(|file| self.dir.join(file).is_file())
    }

    /// Tells it from other models: vectors of different ones can't be compared. Loads nothing.
    pub fn identity(&self) -> Result<[u8; 32], EmbedError> {
        if self.is_present() { identity::identity(&self.dir) } else { Err(EmbedError::Missing(self.dir.clone())) }
    }

    /// Whether it is in memory or being loaded. Never waits.
    pub fn is_loaded(&self) -> bool {
        match self.loaded.try_lock() {
            Ok(loaded) => loaded.is_some(),
            Err(TryLockError::Poisoned(loaded)) => loaded.into_inner().is_some(),
            Err(TryLockError::WouldBlock) => true,
        }
    }

    /// Takes it out of memory, or as soon as the texts that are being embedded are done; the next text loads it again.
    pub fn unload(&self) {
        *self.lock() = None;
    }

    /// A load in progress, until the result is dropped; for tests.
    #[doc(hidden)]
    pub fn loading(&self) -> impl Sized {
        self.lock()
    }

    /// The model, loaded by the first who needs it while the others wait.
    fn model(&self) -> Result<Arc<Model>, EmbedError> {
        let mut loaded = self.lock();
        if let Some(model) = &*loaded {
            return Ok(Arc::clone(model));
        }
        if !self.is_present() {
            return Err(EmbedError::Missing(self.dir.clone()));
        }
        let model = Arc::new(Model::load(&self.dir)?);
        *loaded = Some(Arc::clone(&model));
        Ok(model)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Model>>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
