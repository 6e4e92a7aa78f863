//! Answers of the last day, in memory in front of the store. Never the only place in which anything is kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rcad_core::Analysis;
use rcad_core::model::environment::Environment;
use serde::{Deserialize, Serialize};

/// Everything that an answer depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheKey {
    /// Of the primary failure.
    pub fingerprint: String,
    /// Versions of the build.
    pub environment: Environment,
    /// The model, with its digest; nothing for the rules alone.
    pub model: Option<String>,
    /// Version of the model's prompt; 0 without a model.
    pub prompt_version: u32,
}

/// An answer in the cache.
#[derive(Clone, Debug, PartialEq)]
pub struct CachedAnswer {
    /// Its RCA.
    pub rca: String,
    /// The answer.
    pub analysis: Analysis,
}

/// Hits and misses since the cache was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CacheCounts {
    /// Look-ups that found an answer.
    pub hits: u64,
    /// Look-ups that did not.
    pub misses: u64,
    /// Answers in it now, including expired ones that are not yet evicted.
    pub entries: u64,
}

impl CacheCounts {
    /// Share of hits, 0 to 1; nothing before the first look-up.
    pub fn hit_rate(&self) -> Option<f64> {
        let asked = self.hits + self.misses;
        (asked > 0).then(|| self.hits as f64 / asked as f64)
    }
}

/// The cache; may be shared by threads. An answer is evicted when it is too old, when it is the least recently used of a
/// full cache, and when [`AnswerCache::drop_rca`] is called for its RCA.
pub struct AnswerCache {
    capacity: usize,
    max_age_ms: u64,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    entries: HashMap<Key, CacheEntry>,
    /// Counts uses; the entry with the lowest number is the least recently used.
    turn: u64,
    hits: u64,
    misses: u64,
}

/// Every field of [`CacheKey`] and of its environment, in their order.
type Key = ([Option<String>; 9], u32);

struct CacheEntry {
    answer: Arc<CachedAnswer>,
    stored_ms: u64,
    used: u64,
}

impl AnswerCache {
    /// A cache of at most `capacity` answers, each for `max_age_ms` milliseconds; with 0 for either it stays empty.
    pub fn new(capacity: usize, max_age_ms: u64) -> AnswerCache {
        AnswerCache { capacity, max_age_ms, inner: Mutex::default() }
    }

    /// The cached answer, unless it is too old at this Unix time in milliseconds.
    pub fn get(&self, key: &CacheKey, now_ms: u64) -> Option<Arc<CachedAnswer>> {
        let mut inner = self.lock();
        let key = flat(key);
        inner.turn += 1;
        let turn = inner.turn;
        let found = match inner.entries.get_mut(&key) {
            // An answer from the future means that the clock was set back: its age is unknown.
            Some(entry) if now_ms.checked_sub(entry.stored_ms).is_some_and(|age| age < self.max_age_ms) => {
                entry.used = turn;
                Some(entry.answer.clone())
            }
            Some(_) => {
                inner.entries.remove(&key);
                None
            }
            None => None,
        };
        match found {
            Some(_) => inner.hits += 1,
            None => inner.misses += 1,
        }
        found
    }

    /// Caches an answer, made at this Unix time in milliseconds, in place of an older one.
    pub fn put(&self, key: &CacheKey, answer: CachedAnswer, now_ms: u64) {
        if self.capacity == 0 || self.max_age_ms == 0 {
            return;
        }
        let mut inner = self.lock();
        let key = flat(key);
        if inner.entries.len() >= self.capacity && !inner.entries.contains_key(&key) {
            // A scan of a few hundred entries, once a failed build.
            let unused = inner.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone());
            unused.and_then(|unused| inner.entries.remove(&unused));
        }
        inner.turn += 1;
        let entry = CacheEntry { answer: Arc::new(answer), stored_ms: now_ms, used: inner.turn };
        inner.entries.insert(key, entry);
    }

    /// Evicts every answer of this RCA; whether there was one.
    pub fn drop_rca(&self, rca: &str) -> bool {
        let mut inner = self.lock();
        let before = inner.entries.len();
        inner.entries.retain(|_, entry| entry.answer.rca != rca);
        inner.entries.len() < before
    }

    /// Sets the confidence of this RCA's answers.
    pub fn renew_confidence(&self, rca: &str, confidence: f64) {
        for entry in self.lock().entries.values_mut().filter(|entry| entry.answer.rca == rca) {
            Arc::make_mut(&mut entry.answer).analysis.confidence = confidence;
        }
    }

    /// Evicts everything.
    pub fn clear(&self) {
        self.lock().entries.clear();
    }

    /// Its counts.
    pub fn counts(&self) -> CacheCounts {
        let inner = self.lock();
        CacheCounts { hits: inner.hits, misses: inner.misses, entries: inner.entries.len() as u64 }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // No update can panic halfway, so a poisoned cache is still valid.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn flat(key: &CacheKey) -> Key {
    // By name, so that a field that is added to the environment is not forgotten here.
    let Environment { gradle, java, os, agp, kotlin, compose, dependency } = &key.environment;
    let fingerprint = Some(key.fingerprint.clone());
    let texts = [Some(gradle), Some(java), Some(os), Some(agp), Some(kotlin), Some(compose), Some(dependency)];
    let [gradle, java, os, agp, kotlin, compose, dependency] = texts.map(|text| text.cloned().flatten());
    ([fingerprint, gradle, java, os, agp, kotlin, compose, dependency, key.model.clone()], key.prompt_version)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 86_400_000;

    fn key(fingerprint: &str) -> CacheKey {
        CacheKey {
            fingerprint: fingerprint.into(),
            environment: Environment { gradle: Some("8.2.1".into()), ..Environment::default() },
            model: None,
            prompt_version: 0,
        }
    }

    fn answer(rca: &str) -> CachedAnswer {
        CachedAnswer { rca: rca.into(), analysis: Analysis::none() }
    }

    #[test]
    fn only_the_whole_key_finds_an_answer() {
        let cache = AnswerCache::new(9, DAY);
        cache.put(&key("v1:a"), answer("one"), 5);
        assert_eq!(cache.get(&key("v1:a"), 5).unwrap().rca, "one");
        let mut kotlin = key("v1:a");
        kotlin.environment.kotlin = Some("8.2.1".into());
        let mut swapped = key("v1:a");
        swapped.environment.java = swapped.environment.gradle.take();
        let model = CacheKey { model: Some("m".into()), ..key("v1:a") };
        let prompt = CacheKey { prompt_version: 1, ..key("v1:a") };
        for other in [key("v1:b"), kotlin, swapped, model, prompt] {
            assert!(cache.get(&other, 5).is_none(), "{other:?}");
        }
        let counts = cache.counts();
        assert_eq!(counts, CacheCounts { hits: 1, misses: 5, entries: 1 });
        assert_eq!(counts.hit_rate(), Some(1.0 / 6.0));
        assert_eq!(AnswerCache::new(9, DAY).counts().hit_rate(), None);
    }

    #[test]
    fn an_answer_ends_with_its_day() {
        let cache = AnswerCache::new(9, DAY);
        cache.put(&key("v1:a"), answer("one"), 1_000);
        assert!(cache.get(&key("v1:a"), 1_000 + DAY - 1).is_some(), "being asked for does not renew it");
        assert!(cache.get(&key("v1:a"), 1_000 + DAY).is_none());
        assert_eq!(cache.counts().entries, 0);
        cache.put(&key("v1:a"), answer("one"), 1_000);
        assert!(cache.get(&key("v1:a"), 999).is_none(), "the clock was set back");
    }

    #[test]
    fn the_longest_unused_goes_first() {
        let cache = AnswerCache::new(2, DAY);
        cache.put(&key("v1:a"), answer("one"), 1);
        cache.put(&key("v1:b"), answer("two"), 2);
        cache.get(&key("v1:a"), 3);
        cache.put(&key("v1:b"), answer("two"), 3); // Known: nothing has to go for it.
        cache.get(&key("v1:a"), 3);
        cache.put(&key("v1:c"), answer("three"), 4);
        let there = ["v1:a", "v1:b", "v1:c"].map(|name| cache.get(&key(name), 5).is_some());
        assert_eq!(there, [true, false, true]);
        let none = AnswerCache::new(0, DAY);
        none.put(&key("v1:a"), answer("one"), 1);
        assert_eq!(none.counts().entries, 0);
    }

    #[test]
    fn the_answers_of_an_rca_are_dropped_with_it_and_no_others() {
        let cache = AnswerCache::new(9, DAY);
        let mut drifted = key("v1:a");
        drifted.environment.gradle = Some("9.0".into());
        cache.put(&key("v1:a"), answer("one"), 1);
        cache.put(&drifted, answer("one"), 1);
        cache.put(&key("v1:b"), answer("two"), 1);
        assert!(cache.drop_rca("one") && !cache.drop_rca("one"));
        assert!(cache.get(&key("v1:a"), 1).is_none() && cache.get(&drifted, 1).is_none());
        assert!(cache.get(&key("v1:b"), 1).is_some());
        cache.clear();
        assert_eq!(cache.counts().entries, 0);
    }
}
