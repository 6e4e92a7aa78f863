//! Mistakes of models. The same mistake is stored once with a count, and is less relevant the longer ago it was made.

use std::cmp::Ordering;

use rcad_core::Category;
use rcad_core::agent::lesson::{Lesson, Refuted};
use sha2::{Digest, Sha256};

use crate::format::encode;
use crate::store::rows::{all, has_row, read};
use crate::store::tables::LESSONS;
use crate::{Store, StoreError};

/// Most mistakes that are kept.
const KEPT: usize = 200;
/// Milliseconds in which a mistake's relevance halves.
const HALVED_MS: f64 = 30.0 * 86_400_000.0;

impl Store {
    /// Stores a mistake made with an RCA, or counts it where the same one (model, category and text) is stored. Beyond 200
    /// the least relevant are deleted. It is ignored where the RCA was deleted: it may quote code.
    pub fn learn(&self, rca: &str, lesson: &Lesson) -> Result<(), StoreError> {
        let key = key(lesson);
        let txn = self.db.begin_write()?;
        if !has_row(&txn, rca)? {
            return Ok(txn.abort()?);
        }
        {
            let mut table = txn.open_table(LESSONS)?;
            let learnt = match read(&table, &key)? {
                Some(before) => again(&before, lesson),
                None => Lesson { times: lesson.times.max(1), ..lesson.clone() },
            };
            table.insert(key.as_str(), encode(&learnt)?.as_slice())?;
            let mut all: Vec<(String, Lesson)> = all(&table)?;
            // The new one stays, else 200 frequent ones would block it.
            all.retain(|(other, _)| *other != key);
            all.sort_by(|(_, one), (_, other)| by_relevance(one, other, lesson.last_ms));
            for (forgotten, _) in all.iter().skip(KEPT - 1) {
                table.remove(forgotten.as_str())?;
            }
        }
        txn.commit()?;
        Ok(())
    }

    /// At most `limit` mistakes made with failures of this category: this model's first, the most relevant first.
    pub fn lessons(
        &self,
        model: &str,
        category: Category,
        limit: usize,
        now_ms: u64,
    ) -> Result<Vec<Lesson>, StoreError> {
        let rows = all::<Lesson>(&self.db.begin_read()?.open_table(LESSONS)?)?;
        let mut all: Vec<Lesson> = rows.into_iter().map(|(_, lesson)| lesson).collect();
        all.retain(|lesson| lesson.category == category);
        let other_model = |lesson: &Lesson| lesson.model != model;
        all.sort_by(|one, other| {
            other_model(one).cmp(&other_model(other)).then_with(|| by_relevance(one, other, now_ms))
        });
        all.truncate(limit);
        Ok(all)
    }

    /// Deletes a model's mistakes; how many there were.
    pub fn forget_lessons(&self, model: &str) -> Result<u64, StoreError> {
        let txn = self.db.begin_write()?;
        let mut gone = 0;
        {
            let mut table = txn.open_table(LESSONS)?;
            for (key, _) in all::<Lesson>(&table)?.iter().filter(|(_, lesson)| lesson.model == model) {
                table.remove(key.as_str())?;
                gone += 1;
            }
        }
        txn.commit()?;
        Ok(gone)
    }
}

/// Key of a mistake: its model, category and text without case, punctuation and numbers, since lines move.
fn key(lesson: &Lesson) -> String {
    let mut hash = Sha256::new();
    hash.update(lesson.model.as_bytes());
    hash.update([0]);
    hash.update(lesson.category.id().as_bytes());
    let words = lesson.mistake.split(|c: char| !c.is_alphanumeric());
    for word in words.filter(|word| word.chars().any(char::is_alphabetic)) {
        hash.update([0]);
        hash.update(word.to_lowercase().as_bytes());
    }
    hex::encode(&hash.finalize()[..8])
}

/// Merges a repeated mistake: the newer text; refuted by a person where it was once.
fn again(before: &Lesson, now: &Lesson) -> Lesson {
    let later = if now.last_ms >= before.last_ms { now } else { before };
    let by_person = [before, now].iter().any(|lesson| lesson.refuted == Refuted::ByPerson);
    Lesson {
        refuted: if by_person { Refuted::ByPerson } else { Refuted::ByEvidence },
        times: before.times.saturating_add(now.times.max(1)),
        ..later.clone()
    }
}

/// Its count, halved for every 30 days since it was last made.
fn relevance(lesson: &Lesson, now_ms: u64) -> f64 {
    let age = now_ms.saturating_sub(lesson.last_ms) as f64;
    f64::from(lesson.times) * 0.5_f64.powf(age / HALVED_MS)
}

/// Order by relevance, highest first.
fn by_relevance(one: &Lesson, other: &Lesson, now_ms: u64) -> Ordering {
    relevance(other, now_ms).total_cmp(&relevance(one, now_ms)).then_with(|| other.last_ms.cmp(&one.last_ms))
}
