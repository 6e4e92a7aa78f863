//! The embedding model as the parts of the daemon share it: lent to whoever needs it, unloaded after a rest.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rcad_store::Embedder;
use tokio::sync::Notify;

use crate::install::embedding_files::{self, EMBEDDING, Model, State};
use crate::platform::config::Config;
use crate::platform::home::Home;
use crate::protocol::{Embedding as Told, EmbeddingState};

/// The model of one daemon.
pub struct Embedding {
    embedder: Embedder,
    model: Model,
    dir: PathBuf,
    rest: Duration,
    used: Mutex<Used>,
    returned: Notify,
}

struct Used {
    borrowers: u32,
    last: Instant,
}

/// The model while somebody uses it; it is not unloaded meanwhile.
pub struct Lent<'a> {
    embedding: &'a Embedding,
}

impl Embedding {
    /// The model whose files are, or will be, where the settings say.
    pub fn new(home: &Home, config: &Config) -> anyhow::Result<Embedding> {
        let model = embedding_files::named(EMBEDDING)?;
        let dir = model.dir(home, config);
        let rest = Duration::from_secs(config.embedding_rest_minutes.saturating_mul(60));
        Ok(Embedding::of(model, &dir, rest))
    }

    fn of(model: Model, dir: &Path, rest: Duration) -> Embedding {
        let used = Used { borrowers: 0, last: Instant::now() };
        let embedder = Embedder::new(dir);
        Embedding { embedder, model, dir: dir.to_owned(), rest, used: Mutex::new(used), returned: Notify::new() }
    }

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
            // Who has it may be loading it, and `is_loaded` would wait for the end of that.
            State::Present if self.used().borrowers > 0 || self.embedder.is_loaded() => EmbeddingState::Loaded,
            State::Present => EmbeddingState::Resting,
        };
        let dir = self.dir.display().to_string();
        Told { name: self.model.name.clone(), state, dir, faults: embedding_files::tell(&self.model, &faults) }
    }

    /// What does not work as it should, in words; a model that is not there is no fault.
    pub fn problem(&self) -> Option<String> {
        let told = self.told();
        let damaged = told.state == EmbeddingState::Damaged;
        damaged
            .then(|| format!("the embedding model can't be used: {}; {}", told.faults.join(", "), embedding_files::HOW))
    }

    /// Forgets what is loaded, for the files on the disk are others now.
    pub fn renew(&self) {
        self.embedder.unload();
    }

    /// Unloads the model where nobody has used it for as long as is set. How long there is to wait until then; nothing where
    /// somebody has it or it is not loaded.
    pub fn unload_after_rest(&self) -> Option<Duration> {
        let used = self.used();
        // Who has it may be loading it; only without borrowers nobody does.
        match next(used.borrowers, || self.embedder.is_loaded(), used.last.elapsed(), self.rest) {
            Next::Sleep => None,
            Next::Wait(left) => Some(left),
            Next::Unload => {
                self.embedder.unload();
                tracing::info!(model = self.model.name, "unloaded after a rest");
                None
            }
        }
    }

    /// Waits until somebody gives the model back. For one at a time.
    pub async fn returned(&self) {
        self.returned.notified().await;
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is to be done with an idle model.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    /// Nothing until somebody gives the model back.
    Sleep,
    /// Nothing for so long.
    Wait(Duration),
    /// Unload it.
    Unload,
}

fn next(borrowers: u32, is_loaded: impl FnOnce() -> bool, idle: Duration, rest: Duration) -> Next {
    if borrowers > 0 || !is_loaded() {
        Next::Sleep
    } else if idle < rest {
        Next::Wait(rest - idle)
    } else {
        Next::Unload
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
        self.embedding.returned.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_loaded_and_at_rest_for_long_is_unloaded() {
        let minutes = |n: u64| Duration::from_secs(60 * n);
        assert_eq!(next(0, || true, minutes(5), minutes(5)), Next::Unload);
        assert_eq!(next(0, || true, Duration::ZERO, Duration::ZERO), Next::Unload, "at once");
        assert_eq!(next(0, || true, minutes(2), minutes(5)), Next::Wait(minutes(3)));
        let loading = || -> bool { panic!("asking would wait for the end of loading") };
        assert_eq!(next(1, loading, minutes(9), minutes(5)), Next::Sleep, "somebody has it");
        assert_eq!(next(0, || false, minutes(9), minutes(5)), Next::Sleep, "no timer without a model");
    }

    #[test]
    fn it_is_lent_where_its_files_are_and_comes_back() {
        let dir = tempfile::tempdir().unwrap();
        let mut model = embedding_files::named(EMBEDDING).unwrap();
        model.files.iter_mut().for_each(|file| file.bytes = 3);
        let embedding = Embedding::of(model, dir.path(), Duration::ZERO);
        assert!(embedding.lend().is_none());
        assert_eq!((embedding.told().state, embedding.told().faults.len()), (EmbeddingState::Missing, 2));
        std::fs::write(dir.path().join("model.safetensors"), "abc").unwrap();
        std::fs::write(dir.path().join("tokenizer.json"), "ab").unwrap();
        assert!(embedding.lend().is_none() && embedding.problem().is_some());
        std::fs::write(dir.path().join("tokenizer.json"), "abc").unwrap();
        assert_eq!((embedding.told().state, embedding.problem()), (EmbeddingState::Resting, None));
        let (one, two) = (embedding.lend(), embedding.lend());
        assert!(one.is_some() && two.is_some());
        drop(one);
        assert_eq!(embedding.used().borrowers, 1);
        drop(two);
        assert_eq!(embedding.used().borrowers, 0);
    }
}
