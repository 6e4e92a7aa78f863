//! The embedding model as the parts of the daemon share it: loaded at its first use, unloaded when it was idle for a while.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rcad_store::Embedder;
use tokio::sync::Notify;

use crate::install::embedding_files::{self, EMBEDDING, FilesState, PinnedModel};
use crate::platform::config::Config;
use crate::platform::home::Home;
use crate::protocol::{EmbeddingState, EmbeddingStatus};

/// The embedding model of a daemon.
pub struct Embedding {
    embedder: Embedder,
    model: PinnedModel,
    dir: PathBuf,
    idle_limit: Duration,
    usage: Mutex<GuardCount>,
    released: Notify,
}

struct GuardCount {
    guards: u32,
    last: Instant,
}

/// Access to the model. It is not unloaded while a guard exists.
pub struct EmbeddingGuard<'a> {
    embedding: &'a Embedding,
}

impl Embedding {
    /// The model in the directory of the settings, whether or not its files are there.
    pub fn new(home: &Home, config: &Config) -> anyhow::Result<Embedding> {
        let model = embedding_files::named(EMBEDDING)?;
        let dir = model.dir(home, config);
        let idle_limit = Duration::from_secs(config.embedding.rest_minutes.saturating_mul(60));
        Ok(Embedding::of(model, &dir, idle_limit))
    }

    fn of(model: PinnedModel, dir: &Path, idle_limit: Duration) -> Embedding {
        let usage = GuardCount { guards: 0, last: Instant::now() };
        let embedder = Embedder::new(dir);
        Embedding {
            embedder,
            model,
            dir: dir.to_owned(),
            idle_limit,
            usage: Mutex::new(usage),
            released: Notify::new(),
        }
    }

    /// Acquires the model; its first text loads it. Returns nothing while its files are missing, which is checked each time.
    pub fn acquire(&self) -> Option<EmbeddingGuard<'_>> {
        if FilesState::of(&self.model.quick_check(&self.dir)) != FilesState::Present {
            return None;
        }
        self.usage().guards += 1;
        Some(EmbeddingGuard { embedding: self })
    }

    /// Its state, for `status`. Checks only names and lengths of its files.
    pub fn status(&self) -> EmbeddingStatus {
        let faults = self.model.quick_check(&self.dir);
        let state = match FilesState::of(&faults) {
            FilesState::Missing => EmbeddingState::Missing,
            FilesState::Damaged => EmbeddingState::Damaged,
            FilesState::Present if self.embedder.is_loaded() => EmbeddingState::Loaded,
            FilesState::Present => EmbeddingState::Unloaded,
        };
        let dir = self.dir.display().to_string();
        EmbeddingStatus {
            name: self.model.name.clone(),
            state,
            dir,
            faults: embedding_files::describe_faults(&self.model, &faults),
        }
    }

    /// Describes damaged files; a missing model is no problem.
    pub fn problem(&self) -> Option<String> {
        let status = self.status();
        let damaged = status.state == EmbeddingState::Damaged;
        damaged.then(|| {
            format!("the embedding model can't be used: {}; {}", status.faults.join(", "), embedding_files::HOW)
        })
    }

    /// Unloads the model, since its files have changed.
    pub fn files_changed(&self) {
        self.embedder.unload();
    }

    /// Unloads the model if it was idle for as long as the settings allow. Returns the time left until then; nothing while it
    /// is in use or not loaded.
    pub fn unload_if_idle(&self) -> Option<Duration> {
        let usage = self.usage();
        match idle_step(usage.guards, self.embedder.is_loaded(), usage.last.elapsed(), self.idle_limit) {
            IdleStep::Sleep => None,
            IdleStep::Wait(left) => Some(left),
            IdleStep::Unload => {
                self.embedder.unload();
                tracing::info!(model = self.model.name, "unloaded after being idle");
                None
            }
        }
    }

    /// Waits until a guard is dropped. For one waiter at a time.
    pub async fn released(&self) {
        self.released.notified().await;
    }

    fn usage(&self) -> MutexGuard<'_, GuardCount> {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What to do with an idle model.
#[derive(Debug, PartialEq, Eq)]
enum IdleStep {
    /// Wait until a guard is dropped.
    Sleep,
    /// Wait for this time.
    Wait(Duration),
    /// Unload it.
    Unload,
}

fn idle_step(guards: u32, is_loaded: bool, idle: Duration, idle_limit: Duration) -> IdleStep {
    if guards > 0 || !is_loaded {
        IdleStep::Sleep
    } else if idle < idle_limit {
        IdleStep::Wait(idle_limit - idle)
    } else {
        IdleStep::Unload
    }
}

impl Deref for EmbeddingGuard<'_> {
    type Target = Embedder;

    fn deref(&self) -> &Embedder {
        &self.embedding.embedder
    }
}

impl Drop for EmbeddingGuard<'_> {
    fn drop(&mut self) {
        let mut usage = self.embedding.usage();
        usage.guards -= 1;
        usage.last = Instant::now();
        drop(usage);
        self.embedding.released.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use super::*;

    #[test]
    fn only_a_loaded_model_that_is_idle_for_long_is_unloaded() {
        let minutes = |n: u64| Duration::from_secs(60 * n);
        assert_eq!(idle_step(0, true, minutes(5), minutes(5)), IdleStep::Unload);
        assert_eq!(idle_step(0, true, Duration::ZERO, Duration::ZERO), IdleStep::Unload, "at once");
        assert_eq!(idle_step(0, true, minutes(2), minutes(5)), IdleStep::Wait(minutes(3)));
        assert_eq!(idle_step(1, true, minutes(9), minutes(5)), IdleStep::Sleep, "somebody has it");
        assert_eq!(idle_step(0, false, minutes(9), minutes(5)), IdleStep::Sleep, "no timer without a model");
    }

    /// A model whose files are three bytes each, in this directory.
    fn small(dir: &Path) -> Embedding {
        let mut model = embedding_files::named(EMBEDDING).unwrap();
        model.files.iter_mut().for_each(|file| file.bytes = 3);
        Embedding::of(model, dir, Duration::ZERO)
    }

    /// Who uses the model, and how.
    type EmbeddingUse = (&'static str, fn(&Embedding));

    #[test]
    fn nobody_waits_for_a_load_in_progress_but_who_needs_the_model() {
        let dir = tempfile::tempdir().unwrap();
        for file in ["model.safetensors", "tokenizer.json"] {
            std::fs::write(dir.path().join(file), "abc").unwrap();
        }
        let embedding = Arc::new(small(dir.path()));
        // As whoever needs it: acquired first, then loaded.
        let guard = embedding.acquire().unwrap();
        let _loading = guard.loading();
        let uses: [EmbeddingUse; 4] = [
            ("the worker that unloads it", |embedding| assert_eq!(embedding.unload_if_idle(), None)),
            ("status", |embedding| assert_eq!(embedding.status().state, EmbeddingState::Loaded)),
            ("health", |embedding| assert_eq!(embedding.problem(), None)),
            ("who acquires it, too", |embedding| assert!(embedding.acquire().is_some())),
        ];
        for (who, does) in uses {
            let (embedding, (done, is_done)) = (embedding.clone(), mpsc::channel());
            std::thread::spawn(move || {
                does(&embedding);
                done.send(()).unwrap();
            });
            is_done.recv_timeout(Duration::from_secs(30)).unwrap_or_else(|e| panic!("{who}: {e}"));
        }
    }

    #[test]
    fn it_is_acquired_where_its_files_are_and_released() {
        let dir = tempfile::tempdir().unwrap();
        let embedding = small(dir.path());
        assert!(embedding.acquire().is_none());
        assert_eq!((embedding.status().state, embedding.status().faults.len()), (EmbeddingState::Missing, 2));
        std::fs::write(dir.path().join("model.safetensors"), "abc").unwrap();
        std::fs::write(dir.path().join("tokenizer.json"), "ab").unwrap();
        assert!(embedding.acquire().is_none() && embedding.problem().is_some());
        std::fs::write(dir.path().join("tokenizer.json"), "abc").unwrap();
        assert_eq!((embedding.status().state, embedding.problem()), (EmbeddingState::Unloaded, None));
        let (one, two) = (embedding.acquire(), embedding.acquire());
        assert!(one.is_some() && two.is_some());
        assert_eq!(embedding.status().state, EmbeddingState::Unloaded, "who acquires it does not load it yet");
        drop(one);
        assert_eq!(embedding.usage().guards, 1);
        drop(two);
        assert_eq!(embedding.usage().guards, 0);
    }
}
