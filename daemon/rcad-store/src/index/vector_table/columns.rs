//! All rows in memory, a column a field, and which of them a filter admits. Touches no file.

use std::collections::HashMap;

use rcad_core::Category;
use rcad_core::model::analysis::Engine;
use rcad_core::model::failure::Language;
use sha2::{Digest, Sha256};

use super::vector::{QuantizedRef, QuantizedVector, QueryVector};
use crate::{DIMENSIONS, Filters, Rca};

/// What is known of an RCA without opening the store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VectorRow {
    /// Its id as a number.
    pub id: u64,
    /// [`text_key`] of the text that is embedded for it.
    pub passage: u64,
    /// [`category_key`] of the primary failure; 0 without one.
    pub category: u32,
    /// [`language_code`] of the primary failure; 0 without one.
    pub language: u8,
    /// [`engine_code`].
    pub engine: u8,
    /// [`text_key`] of the project's directory; 0 without one.
    pub project: u64,
    /// [`text_key`] of the project's name; 0 without one.
    pub project_name: u64,
    /// Unix milliseconds.
    pub last_seen_ms: u64,
    /// 0 to 1.
    pub confidence: f64,
    /// 0 to 1.
    pub quality: f64,
}

impl VectorRow {
    /// The row of an RCA whose id is `id` as a number.
    pub fn of(id: u64, rca: &Rca, passage: &str) -> VectorRow {
        let primary = rca.analysis.primary();
        VectorRow {
            id,
            passage: text_key(passage),
            category: primary.map_or(0, |failure| category_key(failure.category)),
            language: primary.map_or(0, |failure| language_code(failure.language)),
            engine: engine_code(rca.analysis.engine),
            project: rca.project.as_deref().map_or(0, text_key),
            project_name: rca.project_name.as_deref().map_or(0, text_key),
            last_seen_ms: rca.last_seen_ms,
            confidence: rca.analysis.confidence,
            quality: rca.quality,
        }
    }
}

/// `Filters` as keys and codes; admits what [`Filters::admits`] does.
pub struct RowFilter {
    category: Option<u32>,
    language: Option<u8>,
    engine: Option<u8>,
    project: Option<u64>,
    since_ms: u64,
    min_confidence: f64,
    min_quality: f64,
}

impl RowFilter {
    pub fn new(filters: &Filters) -> RowFilter {
        RowFilter {
            category: filters.category.map(category_key),
            language: filters.language.map(language_code),
            engine: filters.engine.map(engine_code),
            project: filters.project.as_deref().map(text_key),
            since_ms: filters.since_ms.unwrap_or(0),
            min_confidence: filters.min_confidence.unwrap_or(f64::NEG_INFINITY),
            min_quality: filters.min_quality.unwrap_or(f64::NEG_INFINITY),
        }
    }

    #[inline(always)]
    fn admits(&self, row: &VectorRow) -> bool {
        self.category.is_none_or(|category| category == row.category)
            && self.language.is_none_or(|language| language == row.language)
            && self.engine.is_none_or(|engine| engine == row.engine)
            && self.project.is_none_or(|project| project == row.project || project == row.project_name)
            && row.last_seen_ms >= self.since_ms
            && row.confidence >= self.min_confidence
            && row.quality >= self.min_quality
    }
}

/// VectorTable and vectors side by side; index `i` of each is the same RCA.
#[derive(Default)]
pub struct VectorColumns {
    rows: Vec<VectorRow>,
    /// 0 where there is no vector.
    scales: Vec<f32>,
    codes: Vec<[i8; DIMENSIONS]>,
    index_of: HashMap<u64, usize>,
}

impl VectorColumns {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn vectors(&self) -> usize {
        self.scales.iter().filter(|scale| **scale > 0.0).count()
    }

    pub fn ids(&self) -> impl Iterator<Item = u64> {
        self.rows.iter().map(|row| row.id)
    }

    /// Ids of rows that have no vector and could have one.
    pub fn without_vector(&self) -> impl Iterator<Item = u64> {
        let empty = text_key("");
        let bare =
            self.rows.iter().zip(&self.scales).filter(move |(row, scale)| **scale == 0.0 && row.passage != empty);
        bare.map(|(row, _)| row.id)
    }

    pub fn get(&self, id: u64) -> Option<(&VectorRow, Option<QuantizedRef<'_>>)> {
        let index = *self.index_of.get(&id)?;
        let scale = self.scales[index];
        Some((&self.rows[index], (scale > 0.0).then(|| (scale, &self.codes[index]))))
    }

    /// Replaces the row of the same RCA, or appends it.
    pub fn put(&mut self, row: VectorRow, quantized: Option<&QuantizedVector>) {
        let index = *self.index_of.entry(row.id).or_insert(self.rows.len());
        if index == self.rows.len() {
            self.rows.push(row);
            self.scales.push(0.0);
            self.codes.push([0; DIMENSIONS]);
        }
        self.rows[index] = row;
        self.scales[index] = quantized.map_or(0.0, |quantized| quantized.scale);
        self.codes[index] = quantized.map_or([0; DIMENSIONS], |quantized| quantized.codes);
    }

    /// Whether it was there. The last row takes its place.
    pub fn remove(&mut self, id: u64) -> bool {
        let Some(index) = self.index_of.remove(&id) else { return false };
        self.rows.swap_remove(index);
        self.scales.swap_remove(index);
        self.codes.swap_remove(index);
        if let Some(moved) = self.rows.get(index) {
            self.index_of.insert(moved.id, index);
        }
        true
    }

    /// Gives back memory that was taken for growing.
    pub fn shrink(&mut self) {
        self.rows.shrink_to_fit();
        self.scales.shrink_to_fit();
        self.codes.shrink_to_fit();
        self.index_of.shrink_to_fit();
    }

    pub fn drop_vectors(&mut self) {
        self.scales.fill(0.0);
    }

    /// Every filter row that has a vector, with its cosine.
    #[inline(always)]
    pub fn scan(&self, query: &QueryVector, filter: &RowFilter, mut found: impl FnMut(u64, f32)) {
        for ((row, &scale), codes) in self.rows.iter().zip(&self.scales).zip(&self.codes) {
            if scale > 0.0 && filter.admits(row) {
                found(row.id, query.cosine(scale, codes));
            }
        }
    }
}

/// 64 bits of a text's SHA-256. That two of a million texts share them has a chance of 1 in 10 million.
pub fn text_key(text: &str) -> u64 {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(8).fold(0, |key, byte| key << 8 | u64::from(*byte))
}

/// FNV-1a of the category's id, which unlike its index in the list never changes.
pub fn category_key(category: Category) -> u32 {
    category.id().bytes().fold(0x811c_9dc5, |key, byte| (key ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn language_code(language: Language) -> u8 {
    match language {
        Language::Kotlin => 1,
        Language::Java => 2,
        Language::Gradle => 3,
        Language::Xml => 4,
        Language::Native => 5,
        Language::Unknown => 6,
    }
}

fn engine_code(engine: Engine) -> u8 {
    match engine {
        Engine::Rules => 1,
        Engine::Memory => 2,
        Engine::Agent => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_category_has_a_key_of_its_own() {
        let keys: std::collections::HashSet<u32> = Category::ALL.iter().map(|one| category_key(*one)).collect();
        assert_eq!(keys.len(), Category::ALL.len());
        assert!(!keys.contains(&0));
    }
}
