//! What is derived from the RCAs so that they are found by words and by meaning. Can be deleted at any time.

#[allow(dead_code)] // Until the index calls it.
mod fuse;
#[allow(dead_code)] // Until the index calls it.
mod passage;
#[allow(dead_code)] // Until the index calls it.
mod rows;

use std::path::Path;

use crate::{Embedder, Filters, Store, StoreError};

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
    /// Fused from both ranks; only good for ordering one query's hits.
    pub score: f64,
    /// BM25 score of the words, where any stand in it.
    pub words: Option<f32>,
    /// Cosine of the vectors, where both are known; 1 is the same text.
    pub meaning: Option<f32>,
}

/// How far the index is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexState {
    /// RCAs that are found by words.
    pub documents: u64,
    /// RCAs that have a vector.
    pub vectors: u64,
    /// Changes of the store that are not in it yet.
    pub behind: u64,
    /// What was wrong with it when it was opened, in words; it is rebuilt then.
    pub problem: Option<String>,
}

/// Words and vectors of all RCAs; may be shared by threads.
pub struct Index {}

impl Index {
    /// Opens what is in `dir`. What is missing, damaged or of another version is thrown away and built again by
    /// [`Index::catch_up`].
    pub fn open(dir: &Path) -> Index {
        let _ = dir;
        Index {}
    }

    /// Takes in what has changed in the store since. `embedder`, where given, makes the missing vectors. `progress` gets
    /// how many changes are done and how many there are, and stops the work by returning false; what is done stays.
    pub fn catch_up(
        &self,
        store: &Store,
        embedder: Option<&Embedder>,
        progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<(), StoreError> {
        let _ = (store, embedder, progress);
        Ok(())
    }

    /// The best hits, best first.
    pub fn search(&self, query: &Query<'_>) -> Result<Vec<Hit>, StoreError> {
        let _ = query;
        Ok(Vec::new())
    }

    /// How far it is.
    pub fn state(&self) -> IndexState {
        IndexState::default()
    }
}
