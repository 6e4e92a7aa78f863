//! What is derived from the RCAs so that they are found by words and by meaning. Can be deleted at any time.

mod fuse;
mod highlight;
mod lock;
mod passage;
mod rows;
mod sealed;
mod sought;
mod tokens;
mod words;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use tantivy::TantivyError;

use crate::{EmbedError, Embedder, Filters, Store, StoreError};
pub use highlight::Highlighter;
pub use passage::{of_analysis as analysis_passage, of_query as query_passage, of_rca as rca_passage};
use rows::{Rows, id_number, id_text};
use sought::Sought;
use words::{View, Words};

/// Changes that are read at a time.
const PAGE: usize = 100;
/// Changes after which what was taken in is made durable and searchable, when there are many.
const COMMIT: u64 = 4_000;
/// RCAs that are embedded at a time.
const EMBED: usize = 32;
/// Hits by words and by meaning that are fused, at least.
const FUSED: usize = 50;

/// Makes a vector for each text, as [`Embedder::embed`] does.
type Embed<'e> = dyn Fn(&[&str]) -> Result<Vec<Vec<f32>>, EmbedError> + 'e;

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Query<'q> {
    /// Words, names, quoted phrases or a whole message.
    pub text: &'q str,
    /// The text's vector; without it the words alone are looked for.
    pub vector: Option<&'q [f32]>,
    /// What must hold of a hit.
    pub filters: &'q Filters,
    /// At most so many hits.
    pub limit: usize,
}

/// An RCA that was found, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its id.
    pub id: String,
    /// Fused from both scores; only good for ordering one query's hits.
    pub score: f64,
    /// BM25 score of the words, where any stand in it.
    pub words: Option<f32>,
    /// Cosine of the vectors, where both are known; 1 is the same text.
    pub meaning: Option<f32>,
}

/// How far the index is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexState {
    /// Whether it was opened yet; before that nothing is found.
    pub opened: bool,
    /// RCAs that are found by words.
    pub documents: u64,
    /// RCAs that have a vector.
    pub vectors: u64,
    /// Changes of the store that are not in it yet.
    pub behind: u64,
    /// What was wrong with it when it was opened, in words; until it is built again.
    pub problem: Option<String>,
}

/// Words and vectors of all RCAs; may be shared by threads. Searches do not wait for what is being taken in.
pub struct Index {
    dir: PathBuf,
    /// Whoever changes the index holds this.
    words: Mutex<Option<Words>>,
    view: RwLock<Option<View>>,
    rows: RwLock<Option<Rows>>,
    state: Mutex<IndexState>,
    /// A search has failed: what is on the disk must be looked at again.
    suspect: AtomicBool,
}

impl Index {
    /// The index in `dir`, or to be made there. Touches no file: [`Index::catch_up`] opens it, and what is missing, damaged,
    /// of another version or another store is thrown away then and built again.
    pub fn open(dir: &Path) -> Index {
        Index {
            dir: dir.to_owned(),
            words: Mutex::default(),
            view: RwLock::default(),
            rows: RwLock::default(),
            state: Mutex::default(),
            suspect: AtomicBool::new(false),
        }
    }

    /// Takes in what has changed in the store since. `embedder`, where given, makes the missing vectors. `progress` gets
    /// how many changes (then: vectors) are done and how many there are, and stops the work by returning false; what is done
    /// stays. After an error the index is checked and, where need be, built again by the next call.
    pub fn catch_up(
        &self,
        store: &Store,
        embedder: Option<&Embedder>,
        progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<(), StoreError> {
        let Some(embedder) = embedder else { return self.take_in(store, None, progress) };
        match embedder.identity() {
            Ok(model) => self.take_in(store, Some((model, &|texts| embedder.embed(texts))), progress),
            // The words do not need it.
            Err(error) => self.take_in(store, None, progress).and(Err(unembedded(error))),
        }
    }

    /// The same with vectors from elsewhere than the model, to measure and test with.
    #[doc(hidden)]
    pub fn catch_up_with(&self, store: &Store, embed: &Embed<'_>) -> Result<(), StoreError> {
        self.take_in(store, Some(([0; 32], embed)), &|_, _| true)
    }

    fn take_in(
        &self,
        store: &Store,
        model: Option<([u8; 32], &Embed<'_>)>,
        progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<(), StoreError> {
        let mut kept = lock(&self.words);
        // Taken out while it is changed: after an error, or a panic, it is not there and is opened and checked again.
        let before = if self.suspect.swap(false, Ordering::Relaxed) { None } else { kept.take() };
        let mut words = match before {
            Some(words) => words,
            None => self.opened(store)?,
        };
        let all = self.take_changes(&mut words, store, progress)?;
        let change = words.change();
        *kept = Some(words);
        match model {
            Some((model, embed)) if all => {
                self.change_rows(|rows| {
                    rows.use_model(model);
                    Ok(())
                })?;
                self.embed(store, embed, change, progress)
            }
            _ => Ok(()),
        }
    }

    /// The best hits, best first. By words alone where the query has no vector. Nothing before the index is open.
    pub fn search(&self, query: &Query<'_>) -> Result<Vec<Hit>, StoreError> {
        let depth = if query.vector.is_some() { query.limit.max(FUSED) } else { query.limit };
        let sought = Sought::read(query.text);
        let by_words = match self.view.read().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(view) => view.search(&sought, query.filters, depth),
            None => Ok(Vec::new()),
        };
        let by_words = by_words.map_err(|error| {
            self.suspect.store(true, Ordering::Relaxed);
            failed(error)
        })?;
        let rows = self.rows.read().unwrap_or_else(PoisonError::into_inner);
        let (Some(vector), Some(rows)) = (query.vector, rows.as_ref()) else {
            let hit = |(id, score): (u64, f32)| Hit {
                id: id_text(id),
                score: score.into(),
                words: Some(score),
                meaning: None,
            };
            return Ok(by_words.into_iter().map(hit).collect());
        };
        let by_meaning = rows.nearest(vector, query.filters, depth);
        let fused = fuse::fuse(&by_words, &by_meaning, rows.cosines(vector), query.limit);
        let hit =
            |hit: fuse::Fused| Hit { id: id_text(hit.id), score: hit.score, words: hit.words, meaning: hit.meaning };
        Ok(fused.into_iter().map(hit).collect())
    }

    /// Directories and names of all projects that a filter may name, sorted.
    pub fn projects(&self) -> Result<Vec<String>, StoreError> {
        match self.view.read().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(view) => view.projects().map_err(failed),
            None => Ok(Vec::new()),
        }
    }

    /// How far it is.
    pub fn state(&self) -> IndexState {
        lock(&self.state).clone()
    }

    /// Opens both parts, or makes those anew that can't be used.
    fn opened(&self, store: &Store) -> Result<Words, StoreError> {
        let (identity, last) = (store.identity()?, store.last_change()?);
        let mut problems = Vec::new();
        let dir = self.dir.join("words");
        let opened = match Words::open(&dir, identity) {
            Ok(words) if words.change() <= last => words,
            unusable => {
                if dir.exists() {
                    problems.push(unusable.err().unwrap_or_else(|| "the words are ahead of the store".to_owned()));
                }
                // Until the new one is there the old one must not be read: its files go.
                *self.view.write().unwrap_or_else(PoisonError::into_inner) = None;
                clear(&dir)?;
                Words::create(&dir, identity).map_err(failed)?
            }
        };
        let (mut rows, problem) = Rows::open(&self.dir.join("rows"), identity);
        problems.extend(problem);
        if rows.up_to() > last {
            rows.start_over();
            problems.push("the rows are ahead of the store".to_owned());
        }
        *self.rows.write().unwrap_or_else(PoisonError::into_inner) = Some(rows);
        let behind = store.changes_after(self.up_to(&opened))?;
        self.show(&opened, behind);
        let mut state = lock(&self.state);
        state.opened = true;
        state.problem = (!problems.is_empty()).then(|| problems.join("; "));
        Ok(opened)
    }

    /// The store's last change that is in both parts.
    fn up_to(&self, words: &Words) -> u64 {
        let rows = self.rows.read().unwrap_or_else(PoisonError::into_inner);
        words.change().min(rows.as_ref().map_or(0, Rows::up_to))
    }

    /// Takes in every change. Whether it came to the end.
    fn take_changes(
        &self,
        words: &mut Words,
        store: &Store,
        progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<bool, StoreError> {
        let mut from = self.up_to(words);
        let total = store.changes_after(from)?;
        if total == 0 {
            self.show(words, 0);
            return Ok(true);
        }
        let (mut done, mut uncommitted, mut going) = (0, 0, true);
        let mut writing = words.write().map_err(failed)?;
        while going {
            let changes = store.changes_since(from, PAGE)?;
            let Some(last) = changes.last().map(|change| change.number) else { break };
            for change in &changes {
                let Some(id) = id_number(&change.id) else { continue };
                match &change.rca {
                    Some(rca) => writing.put(id, rca).map_err(failed)?,
                    None => writing.remove(id),
                }
            }
            self.change_rows(|rows| {
                for change in &changes {
                    match (&change.rca, id_number(&change.id)) {
                        (Some(rca), _) => rows.put(rca, &passage::of_rca(rca)),
                        (None, Some(id)) => rows.remove(id),
                        (None, None) => {}
                    }
                }
                Ok(())
            })?;
            from = last;
            done += changes.len() as u64;
            uncommitted += changes.len() as u64;
            going = progress(done, total.max(done));
            if uncommitted >= COMMIT || !going {
                self.commit(&mut writing, from)?;
                uncommitted = 0;
                self.show(writing.words(), total.saturating_sub(done));
            }
        }
        if uncommitted > 0 {
            self.commit(&mut writing, from)?;
        }
        writing.close().map_err(failed)?;
        self.show(words, if going { 0 } else { total.saturating_sub(done) });
        Ok(going)
    }

    fn commit(&self, writing: &mut words::Writing<'_>, change: u64) -> Result<(), StoreError> {
        writing.commit(change).map_err(failed)?;
        self.change_rows(|rows| rows.commit(change))
    }

    /// Makes vectors for the RCAs that have none.
    fn embed(
        &self,
        store: &Store,
        embed: &Embed<'_>,
        change: u64,
        progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<(), StoreError> {
        let missing = self.change_rows(|rows| Ok(rows.without_vector(usize::MAX)))?;
        let total = missing.len() as u64;
        let mut done = 0;
        for ids in missing.chunks(EMBED) {
            let mut texts = Vec::with_capacity(ids.len());
            for &id in ids {
                if let Some(rca) = store.get(&id_text(id))? {
                    texts.push((id, passage::of_rca(&rca)));
                }
            }
            let passages: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
            let vectors = embed(&passages).map_err(unembedded)?;
            self.change_rows(|rows| {
                for ((id, text), vector) in texts.iter().zip(&vectors) {
                    rows.set_vector(*id, text, vector);
                }
                rows.commit(change)
            })?;
            done += ids.len() as u64;
            lock(&self.state).vectors = self.vectors();
            if !progress(done, total) {
                break;
            }
        }
        Ok(())
    }

    fn change_rows<T>(&self, change: impl FnOnce(&mut Rows) -> io::Result<T>) -> Result<T, StoreError> {
        let mut rows = self.rows.write().unwrap_or_else(PoisonError::into_inner);
        let rows = rows.as_mut().ok_or_else(|| StoreError::Index("the rows are not open".to_owned()))?;
        change(rows).map_err(|e| StoreError::Index(format!("its rows can't be written: {e}")))
    }

    fn vectors(&self) -> u64 {
        let rows = self.rows.read().unwrap_or_else(PoisonError::into_inner);
        rows.as_ref().map_or(0, |rows| rows.counts().1)
    }

    /// Makes what is committed visible.
    fn show(&self, words: &Words, behind: u64) {
        let vectors = self.vectors();
        *self.view.write().unwrap_or_else(PoisonError::into_inner) = Some(words.view());
        let mut state = lock(&self.state);
        let problem = state.problem.take().filter(|_| behind > 0);
        *state = IndexState { opened: true, documents: words.documents(), vectors, behind, problem };
    }
}

fn unembedded(error: EmbedError) -> StoreError {
    StoreError::Index(error.to_string())
}

fn failed(error: TantivyError) -> StoreError {
    StoreError::Index(error.to_string())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the directory, empty.
fn clear(dir: &Path) -> Result<(), StoreError> {
    let removed = match fs::remove_dir_all(dir) {
        // Something else than a directory stands there.
        Err(e) if e.kind() == io::ErrorKind::NotADirectory => fs::remove_file(dir),
        removed => removed,
    };
    match removed {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e.into()),
        _ => Ok(fs::create_dir_all(dir)?),
    }
}
