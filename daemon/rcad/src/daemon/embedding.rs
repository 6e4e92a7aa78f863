//! The embedding model's life in the daemon: lent to whoever needs it, out of memory again after a rest. Never wakes while
//! it is not loaded.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rcad_store::Embedder;

use crate::config::Config;
use crate::home::Home;
use crate::models::{self, EMBEDDING, Model, State};
use crate::protocol::{Embedding as Told, EmbeddingState};

/// The model of one daemon.
pub struct Embedding {
    embedder: Embedder,
    model: Model,
    dir: PathBuf,
    rest: Duration,
    used: Mutex<Used>,
    changed: Condvar,
}

struct Used {
    borrowers: u32,
    last: Instant,
    ended: bool,
}

/// The model while somebody uses it; it is not unloaded meanwhile.
#[allow(dead_code)] // Until the indexer borrows it.
pub struct Lent<'a> {
    embedding: &'a Embedding,
}

impl Embedding {
    /// The model whose files are, or will be, where the settings say.
    pub fn new(home: &Home, config: &Config) -> anyhow::Result<Embedding> {
        let model = models::named(EMBEDDING)?;
        let dir = model.dir(home, config);
        let rest = Duration::from_secs(config.embedding_rest_minutes.saturating_mul(60));
        Ok(Embedding::of(model, &dir, rest))
    }

    fn of(model: Model, dir: &Path, rest: Duration) -> Embedding {
        let used = Used { borrowers: 0, last: Instant::now(), ended: false };
        let embedder = Embedder::new(dir);
        Embedding { embedder, model, dir: dir.to_owned(), rest, used: Mutex::new(used), changed: Condvar::new() }
    }

    #[allow(dead_code)] // Until the indexer borrows it.
    /// The model, to be used now; it is loaded with the first text. Nothing where its files are not there, which is looked
    /// up each time: files that arrive are noticed.
    pub fn lend(&self) -> Option<Lent<'_>> {
        if State::of(&self.model.glance(&self.dir)) != State::Present {
            return None;
        }
        self.used().borrowers += 1;
        Some(Lent { embedding: self })
    }

    /// How it is, for `status`. Looks at names and lengths of its files only.
    pub fn told(&self) -> Told {
        let faults = self.model.glance(&self.dir);
        let state = match State::of(&faults) {
            State::Missing => EmbeddingState::Missing,
            State::Damaged => EmbeddingState::Damaged,
            State::Present if self.embedder.is_loaded() => EmbeddingState::Loaded,
            State::Present => EmbeddingState::Resting,
        };
        let dir = self.dir.display().to_string();
        Told { name: self.model.name.clone(), state, dir, faults: models::tell(&self.model, &faults) }
    }

    /// What does not work as it should, in words; a model that is not there is no fault.
    pub fn problem(&self) -> Option<String> {
        let told = self.told();
        let damaged = told.state == EmbeddingState::Damaged;
        damaged.then(|| format!("the embedding model can't be used: {}; {}", told.faults.join(", "), models::HOW))
    }

    /// Forgets what is loaded, for the files on the disk are others now.
    pub fn renew(&self) {
        self.embedder.unload();
    }

    /// Unloads the model whenever nobody has used it for as long as is set. The thread ends after [`Embedding::end`].
    pub fn unload_after_rest(self: &Arc<Self>) -> std::io::Result<JoinHandle<()>> {
        let embedding = self.clone();
        std::thread::Builder::new().name("model-rest".into()).spawn(move || embedding.watch())
    }

    /// Ends the thread.
    pub fn end(&self) {
        self.used().ended = true;
        self.changed.notify_all();
    }

    fn watch(&self) {
        let mut used = self.used();
        while !used.ended {
            let idle = used.last.elapsed();
            if used.borrowers > 0 || !self.embedder.is_loaded() {
                used = self.changed.wait(used).unwrap_or_else(PoisonError::into_inner);
            } else if idle < self.rest {
                let left = self.changed.wait_timeout(used, self.rest - idle);
                used = left.unwrap_or_else(PoisonError::into_inner).0;
            } else {
                self.embedder.unload();
                tracing::info!(model = self.model.name, "unloaded after a rest");
                used = self.changed.wait(used).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Deref for Lent<'_> {
    type Target = Embedder;

    fn deref(&self) -> &Embedder {
        &self.embedding.embedder
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut used = self.embedding.used();
        used.borrowers -= 1;
        used.last = Instant::now();
        drop(used);
        self.embedding.changed.notify_all();
    }
}
