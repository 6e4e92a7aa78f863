//! The search index: full text and vectors, derived from the RCAs. Can be deleted at any time; it is then built again.

mod fuse;
mod highlight;
pub(crate) mod libraries;
mod lock;
mod parsed_query;
mod passage;
mod sealed;
mod text_index;
mod tokens;
mod vector_table;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use tantivy::TantivyError;

use crate::{EmbedError, Embedder, Filters, Store, StoreError};
pub use highlight::Highlighter;
use parsed_query::ParsedQuery;
pub use passage::{of_analysis as analysis_passage, of_query as query_passage, of_rca as rca_passage};
use text_index::{TextIndex, TextSearcher};
use vector_table::{VectorTable, id_number, id_text};

/// Changes read at a time.
const PAGE: usize = 100;
/// A long catch-up commits after this many changes.
const COMMIT: u64 = 4_000;
/// RCAs embedded at a time.
const EMBED: usize = 32;
/// Fewest hits of each kind, by words and by meaning, that are fused.
const FUSED: usize = 50;

/// Makes a vector for each text, as [`Embedder::embed`] does.
type Embed<'e> = dyn Fn(&[&str]) -> Result<Vec<Vec<f32>>, EmbedError> + 'e;

/// A search.
#[derive(Clone, Debug)]
pub struct Query<'q> {
    /// Words, names, quoted phrases or a whole message.
    pub text: &'q str,
    /// The text's vector; without it only words are compared.
    pub vector: Option<&'q [f32]>,
    /// Which RCAs may be found.
    pub filters: &'q Filters,
    /// Most hits.
    pub limit: usize,
}

/// A found RCA.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchHit {
    /// Its id.
    pub id: String,
    /// Fused from both scores; only good for ordering one query's hits.
    pub score: f64,
    /// BM25 score, where it has words of the text.
    pub words: Option<f32>,
    /// Cosine of the vectors, where both are known; 1 is the same text.
    pub meaning: Option<f32>,
}

/// State of the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexState {
    /// Whether it is open; before that nothing is found.
    pub opened: bool,
    /// RCAs in the text index.
    pub documents: u64,
    /// RCAs that have a vector.
    pub vectors: u64,
    /// Changes of the store that are not indexed yet.
    pub behind: u64,
    /// What was wrong with it when it was opened; cleared once it is built again.
    pub problem: Option<String>,
}

/// Full text and vectors of all RCAs; may be shared by threads. Searches do not wait for embedding.
pub struct Index {
    dir: PathBuf,
    /// Locked while the index is changed.
    text: Mutex<Option<TextIndex>>,
    searcher: RwLock<Option<TextSearcher>>,
    vectors: RwLock<Option<VectorTable>>,
    state: Mutex<IndexState>,
    /// A search has failed: the files must be checked again.
    suspect: AtomicBool,
}

impl Index {
    /// The index in `dir`. Touches no file: [`Index::catch_up`] opens it, and builds anew what is missing, damaged, of
    /// another version or of another store.
    pub fn open(dir: &Path) -> Index {
        Index {
            dir: dir.to_owned(),
            text: Mutex::default(),
            searcher: RwLock::default(),
            vectors: RwLock::default(),
            state: Mutex::default(),
            suspect: AtomicBool::new(false),
        }
    }

    /// Indexes what has changed in the store since the last call. `embedder`, where given, makes the missing vectors.
    /// `progress` gets how many changes (then: vectors) are done and how many there are, and stops the work by returning
    /// false; what is done stays. After an error the next call checks the index and builds it again where needed.
    pub fn catch_up(
        &self,
        store: &Store,
        embedder: Option<&Embedder>,
        progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<(), StoreError> {
        let Some(embedder) = embedder else { return self.update(store, None, progress) };
        match embedder.identity() {
            Ok(model) => self.update(store, Some((model, &|texts| embedder.embed(texts))), progress),
            // The text index does not need the model.
            Err(error) => self.update(store, None, progress).and(Err(unembedded(error))),
        }
    }

    /// The same with vectors from elsewhere than the model, to measure and test with.
    #[doc(hidden)]
    pub fn catch_up_with(&self, store: &Store, embed: &Embed<'_>) -> Result<(), StoreError> {
        self.update(store, Some(([0; 32], embed)), &|_, _| true)
    }

    fn update(
        &self,
        store: &Store,
        model: Option<([u8; 32], &Embed<'_>)>,
        progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<(), StoreError> {
        let mut kept = lock(&self.text);
        // Taken out while it is changed, so that after an error or a panic it is opened and checked again.
        let before = if self.suspect.swap(false, Ordering::Relaxed) { None } else { kept.take() };
        let mut text = match before {
            Some(text) => text,
            None => self.opened(store)?,
        };
        let all = self.take_changes(&mut text, store, progress)?;
        let change = text.change();
        *kept = Some(text);
        match model {
            Some((model, embed)) if all => {
                self.change_vectors(|vectors| {
                    vectors.use_model(model);
                    Ok(())
                })?;
                self.embed(store, embed, change, progress)
            }
            _ => Ok(()),
        }
    }

    /// The best hits, best first; by words alone where the query has no vector. Empty before the index is open.
    pub fn search(&self, query: &Query<'_>) -> Result<Vec<SearchHit>, StoreError> {
        let depth = if query.vector.is_some() { query.limit.max(FUSED) } else { query.limit };
        let parsed = ParsedQuery::parse(query.text);
        let by_words = match self.searcher.read().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(searcher) => searcher.search(&parsed, query.filters, depth),
            None => Ok(Vec::new()),
        };
        let by_words = by_words.map_err(|error| {
            self.suspect.store(true, Ordering::Relaxed);
            failed(error)
        })?;
        let vectors = self.vectors.read().unwrap_or_else(PoisonError::into_inner);
        let (Some(vector), Some(vectors)) = (query.vector, vectors.as_ref()) else {
            let hit = |(id, score): (u64, f32)| SearchHit {
                id: id_text(id),
                score: score.into(),
                words: Some(score),
                meaning: None,
            };
            return Ok(by_words.into_iter().map(hit).collect());
        };
        let by_meaning = vectors.nearest(vector, query.filters, depth);
        let fused = fuse::fuse(&by_words, &by_meaning, vectors.cosines(vector), query.limit);
        let hit = |hit: fuse::Fused| SearchHit {
            id: id_text(hit.id),
            score: hit.score,
            words: hit.words,
            meaning: hit.meaning,
        };
        Ok(fused.into_iter().map(hit).collect())
    }

    /// Directories and names of all projects that a filter may name, sorted.
    pub fn projects(&self) -> Result<Vec<String>, StoreError> {
        match self.searcher.read().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(searcher) => searcher.projects().map_err(failed),
            None => Ok(Vec::new()),
        }
    }

    /// Its state.
    pub fn state(&self) -> IndexState {
        lock(&self.state).clone()
    }

    /// Opens both parts and makes anew what can't be used.
    fn opened(&self, store: &Store) -> Result<TextIndex, StoreError> {
        let (identity, last) = (store.identity()?, store.last_change()?);
        let mut problems = Vec::new();
        let dir = self.dir.join("words");
        let opened = match TextIndex::open(&dir, identity) {
            Ok(text) if text.change() <= last => text,
            unusable => {
                if dir.exists() {
                    problems.push(unusable.err().unwrap_or_else(|| "the text index is ahead of the store".to_owned()));
                }
                // The old files go, so no search may use them until the new index is there.
                *self.searcher.write().unwrap_or_else(PoisonError::into_inner) = None;
                clear(&dir)?;
                TextIndex::create(&dir, identity).map_err(failed)?
            }
        };
        let (mut vectors, problem) = VectorTable::open(&self.dir.join("rows"), identity);
        problems.extend(problem);
        if vectors.up_to() > last {
            vectors.start_over();
            problems.push("the vectors are ahead of the store".to_owned());
        }
        *self.vectors.write().unwrap_or_else(PoisonError::into_inner) = Some(vectors);
        let behind = store.changes_after(self.up_to(&opened))?;
        self.show(&opened, behind);
        let mut state = lock(&self.state);
        state.opened = true;
        state.problem = (!problems.is_empty()).then(|| problems.join("; "));
        Ok(opened)
    }

    /// Number of the store's last change that both parts hold.
    fn up_to(&self, text: &TextIndex) -> u64 {
        let vectors = self.vectors.read().unwrap_or_else(PoisonError::into_inner);
        text.change().min(vectors.as_ref().map_or(0, VectorTable::up_to))
    }

    /// Indexes every change; whether `progress` let it finish.
    fn take_changes(
        &self,
        text: &mut TextIndex,
        store: &Store,
        progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<bool, StoreError> {
        let mut from = self.up_to(text);
        let total = store.changes_after(from)?;
        if total == 0 {
            self.show(text, 0);
            return Ok(true);
        }
        let (mut done, mut uncommitted, mut going) = (0, 0, true);
        let mut writer = text.write().map_err(failed)?;
        while going {
            let changes = store.changes_since(from, PAGE)?;
            let Some(last) = changes.last().map(|change| change.number) else { break };
            for change in &changes {
                let Some(id) = id_number(&change.id) else { continue };
                match &change.rca {
                    Some(rca) => writer.put(id, rca).map_err(failed)?,
                    None => writer.remove(id),
                }
            }
            self.change_vectors(|vectors| {
                for change in &changes {
                    match (&change.rca, id_number(&change.id)) {
                        (Some(rca), _) => vectors.put(rca, &passage::of_rca(rca)),
                        (None, Some(id)) => vectors.remove(id),
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
                self.commit(&mut writer, from)?;
                uncommitted = 0;
                self.show(writer.index(), total.saturating_sub(done));
            }
        }
        if uncommitted > 0 {
            self.commit(&mut writer, from)?;
        }
        writer.close().map_err(failed)?;
        self.show(text, if going { 0 } else { total.saturating_sub(done) });
        Ok(going)
    }

    fn commit(&self, writer: &mut text_index::TextWriter<'_>, change: u64) -> Result<(), StoreError> {
        writer.commit(change).map_err(failed)?;
        self.change_vectors(|vectors| vectors.commit(change))
    }

    /// Embeds the RCAs that have no vector.
    fn embed(
        &self,
        store: &Store,
        embed: &Embed<'_>,
        change: u64,
        progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<(), StoreError> {
        let missing = self.change_vectors(|vectors| Ok(vectors.without_vector(usize::MAX)))?;
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
            let computed = embed(&passages).map_err(unembedded)?;
            self.change_vectors(|vectors| {
                for ((id, text), vector) in texts.iter().zip(&computed) {
                    vectors.set_vector(*id, text, vector);
                }
                vectors.commit(change)
            })?;
            done += ids.len() as u64;
            lock(&self.state).vectors = self.vector_count();
            if !progress(done, total) {
                break;
            }
        }
        Ok(())
    }

    fn change_vectors<T>(&self, change: impl FnOnce(&mut VectorTable) -> io::Result<T>) -> Result<T, StoreError> {
        let mut vectors = self.vectors.write().unwrap_or_else(PoisonError::into_inner);
        let vectors = vectors.as_mut().ok_or_else(|| StoreError::Index("the vectors are not open".to_owned()))?;
        change(vectors).map_err(|e| StoreError::Index(format!("its vectors can't be written: {e}")))
    }

    fn vector_count(&self) -> u64 {
        let vectors = self.vectors.read().unwrap_or_else(PoisonError::into_inner);
        vectors.as_ref().map_or(0, |vectors| vectors.counts().1)
    }

    /// Lets searches see what is committed.
    fn show(&self, text: &TextIndex, behind: u64) {
        let vectors = self.vector_count();
        *self.searcher.write().unwrap_or_else(PoisonError::into_inner) = Some(text.searcher());
        let mut state = lock(&self.state);
        let problem = state.problem.take().filter(|_| behind > 0);
        *state = IndexState { opened: true, documents: text.documents(), vectors, behind, problem };
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
        // A file of that name.
        Err(e) if e.kind() == io::ErrorKind::NotADirectory => fs::remove_file(dir),
        removed => removed,
    };
    match removed {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e.into()),
        _ => Ok(fs::create_dir_all(dir)?),
    }
}
