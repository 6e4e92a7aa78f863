//! Finds earlier failures: the same one by its fingerprint, else similar ones. Changes nothing.

use std::cmp::Reverse;

use rcad_core::memory::similarity::similarity;
use rcad_core::memory::{Judgement, PastAnswer, can_merge, judge};
use rcad_core::model::analysis::{Engine, PastFailure, Similar};
use rcad_core::model::environment::Environment;
use rcad_core::model::memory::ResolutionSummary;
use rcad_core::{Analysis, Report, render};
use rcad_store::{
    AnswerCache, CacheKey, CachedAnswer, Filters, Index, Query, Rca, Store, StoreError, analysis_passage, current_vote,
};

use crate::line::resolve::resolution_summary;
use crate::platform::time::rfc3339;

/// Another failure of the same category is shown as similar from this share of common words, see [`similarity`] …
///
/// Chosen by reading pairs out of all cases of `testdata/messages` (690 fingerprints, 3,730 pairs within a category), some
/// nine of each band: from 0.75 of the words on, and from a cosine of 0.85 on, eight of nine were worth showing; between 0.80
/// and 0.85 six of nine; below (words 0.65 to 0.75, cosine 0.75 to 0.80) four or fewer, mostly short messages that share
/// their template.
pub const SIMILAR_WORDS: f64 = 0.75;

/// … or from this cosine of their vectors.
pub const SIMILAR_MEANING: f64 = 0.8;

/// Similar failures that are shown.
const SHOWN: usize = 5;

/// Hits of the index that are compared.
const LOOKED_AT: usize = 20;

/// Where earlier failures are looked up.
pub struct RecallInputs<'s> {
    /// The store, which is authoritative.
    pub store: &'s Store,
    /// Answers of the last day.
    pub cache: &'s AnswerCache,
    /// The search index; it may lag behind or be closed.
    pub index: Option<&'s Index>,
    /// Computes a text's vector, if the embedding model is available.
    pub vector: &'s dyn Fn(&str) -> Option<Vec<f32>>,
}

/// Earlier failures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedFailure {
    /// RCAs of the same failure: this project's, then others', then those that a person has merged with it; newest
    /// first in each group.
    pub same: Vec<Rca>,
    /// Similar failures, best first. Searched only without any of the same, or taken from the cache.
    pub similar: Vec<Similar>,
}

/// Finds earlier failures like the one that the rules have answered.
pub fn recall(from: &RecallInputs<'_>, report: &Report, fresh: &Analysis) -> Result<RecordedFailure, StoreError> {
    if let Some(past) = cached(from, report, fresh)? {
        return Ok(past);
    }
    let same = same(from, report, fresh)?;
    let similar = if same.is_empty() { similar(from, fresh)? } else { Vec::new() };
    Ok(RecordedFailure { same, similar })
}

/// Key of the line's answer. It has no model, since the line asks none.
pub fn cache_key(fresh: &Analysis, environment: &Environment) -> Option<CacheKey> {
    let fingerprint = fresh.fingerprint.clone()?;
    Some(CacheKey { fingerprint, environment: environment.clone(), model: None, prompt_version: 0 })
}

/// What was recalled for the same key in this project within the last day: the first candidate and the similar
/// failures.
fn cached(from: &RecallInputs<'_>, report: &Report, fresh: &Analysis) -> Result<Option<RecordedFailure>, StoreError> {
    let Some(key) = cache_key(fresh, &report.environment) else { return Ok(None) };
    let Some(cached) = from.cache.get(&key, report.ended_ms) else { return Ok(None) };
    let Some(rca) = from.store.get(&cached.rca)?.filter(|rca| rca.project == report.project && !voted_down(rca)) else {
        return Ok(None);
    };
    let mut similar = Vec::new();
    for one in &cached.analysis.similar {
        if from.store.get(&one.id)?.is_some() {
            similar.push(one.clone());
        }
    }
    let mut all = vec![rca];
    if all[0].resolutions.is_empty() {
        // Another clone may know how it is resolved.
        let others = same(from, report, fresh)?.into_iter().filter(|other| other.id != cached.rca);
        all.extend(others);
        similar.retain(|one: &Similar| !all.iter().any(|other| other.id == one.id));
    }
    Ok(Some(RecordedFailure { same: all, similar }))
}

fn same(from: &RecallInputs<'_>, report: &Report, fresh: &Analysis) -> Result<Vec<Rca>, StoreError> {
    let (Some(key), Some(primary)) = (cache_key(fresh, &report.environment), fresh.primary()) else {
        return Ok(Vec::new());
    };
    let mut all = from.store.remembered(&key.fingerprint)?;
    let own = all.iter().find(|rca| is_own(rca, report, &key.fingerprint));
    let apart = own.map(|rca| rca.split_from.clone()).unwrap_or_default();
    all.retain(|rca| {
        let one = rca.analysis.primary().is_some_and(|other| can_merge(primary, other).is_ok());
        one && !apart.contains(&rca.id)
    });
    all.sort_by_key(|rca| {
        let merged = rca.analysis.fingerprint.as_deref() != Some(key.fingerprint.as_str());
        (merged, rca.project != report.project, Reverse(rca.last_seen_ms))
    });
    Ok(all)
}

fn is_own(rca: &Rca, report: &Report, fingerprint: &str) -> bool {
    rca.project == report.project && rca.analysis.fingerprint.as_deref() == Some(fingerprint)
}

/// Similar failures of the same category. The index only proposes candidates; their texts are then compared.
fn similar(from: &RecallInputs<'_>, fresh: &Analysis) -> Result<Vec<Similar>, StoreError> {
    let (Some(primary), Some(index)) = (fresh.primary(), from.index) else { return Ok(Vec::new()) };
    let text = format!("{} {}", primary.message, primary.symbol.as_deref().unwrap_or_default());
    let vector = (from.vector)(&analysis_passage(fresh));
    let filters = Filters { category: Some(primary.category), ..Filters::default() };
    let query = Query { text: &text, vector: vector.as_deref(), filters: &filters, limit: LOOKED_AT };
    let hits = match index.search(&query) {
        Ok(hits) => hits,
        Err(error) => {
            // The index is derived and may be damaged; explain the failure without it.
            tracing::warn!(%error, "nothing similar could be looked for");
            return Ok(Vec::new());
        }
    };
    let mut found = Vec::new();
    for hit in hits {
        let Some(rca) = from.store.get(&hit.id)? else { continue };
        let meaning = hit.meaning.map(f64::from);
        if let Some(similar) = like(fresh, &rca, meaning) {
            found.push(similar);
        }
    }
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    found.truncate(SHOWN);
    Ok(found)
}

/// The RCA as a similar failure, if its words or meaning are similar enough. The score is the higher of the two.
fn like(fresh: &Analysis, rca: &Rca, meaning: Option<f64>) -> Option<Similar> {
    let category = rca.analysis.primary().map(|primary| primary.category);
    let words = similarity(fresh, &rca.analysis);
    let close = words >= SIMILAR_WORDS || meaning.is_some_and(|cosine| cosine >= SIMILAR_MEANING);
    if !close || category != fresh.primary().map(|primary| primary.category) {
        return None;
    }
    let why = match meaning {
        Some(cosine) => format!("same category, words {words:.2} and meaning {cosine:.2} alike"),
        None => format!("same category, words {words:.2} alike"),
    };
    let score = (meaning.unwrap_or(0.0).max(words) * 100.0).round() / 100.0;
    Some(Similar { score, words: Some(words), meaning, ..named(rca, score, why) })
}

fn named(rca: &Rca, score: f64, why: String) -> Similar {
    Similar {
        id: rca.id.clone(),
        score,
        why: vec![why],
        category: rca.analysis.primary().map(|primary| primary.category),
        cause: Some(render::one_line(&rca.shown())),
        project: rca.project.clone(),
        words: None,
        meaning: None,
    }
}

/// The rules' answer with the recalled failures, or the recalled answer if it may replace it.
pub fn remember(fresh: Analysis, report: &Report, past: RecordedFailure) -> Analysis {
    let judged: Vec<Judgement> = past.same.iter().map(|rca| judgement(&fresh, report, rca)).collect();
    // An answer that a person has voted down is not used, wherever it is stored.
    let wrong: Vec<Option<&str>> =
        past.same.iter().filter(|rca| voted_down(rca)).map(|rca| rca.analysis.root_cause.as_deref()).collect();
    let may = |at: &usize| judged[*at].answers && !wrong.contains(&past.same[*at].analysis.root_cause.as_deref());
    let chosen = (0..judged.len()).find(may);
    let Some(rca) = past.same.get(chosen.unwrap_or(0)) else { return Analysis { similar: past.similar, ..fresh } };
    let judged = &judged[chosen.unwrap_or(0)];
    let resolution = last_resolution(rca, &past.same);
    let memory = PastFailure { resolution, ..memory(rca, report, &fresh, judged) };
    let elsewhere = past.same.iter().filter(|other| other.id != rca.id);
    let elsewhere = elsewhere.map(|other| named(other, 1.0, matched(other, report, &fresh)));
    let similar = elsewhere.chain(past.similar).collect();
    let words = &rca.analysis;
    match (chosen, judged.keeps_text) {
        (Some(_), true) => Analysis {
            root_cause: words.root_cause.clone(),
            fix_guidelines: words.fix_guidelines.clone(),
            confidence: words.confidence,
            engine: Engine::Memory,
            memory: Some(memory),
            similar,
            ..fresh
        },
        (Some(_), false) => Analysis { engine: Engine::Memory, memory: Some(memory), similar, ..fresh },
        (None, _) => Analysis { memory: Some(memory), similar, ..fresh },
    }
}

/// Caches an answer for a day.
pub fn keep(cache: &AnswerCache, report: &Report, analysis: &Analysis, rca: &str) {
    if let Some(key) = cache_key(analysis, &report.environment) {
        let answer = CachedAnswer { rca: rca.to_owned(), analysis: analysis.clone() };
        cache.put(&key, answer, report.ended_ms);
    }
}

fn judgement(fresh: &Analysis, report: &Report, rca: &Rca) -> Judgement {
    let remembered = PastAnswer {
        analysis: &rca.analysis,
        environment: &rca.environment,
        validated: rca.user_validated,
        voted_down: voted_down(rca),
    };
    judge(fresh, &report.environment, remembered)
}

/// Whether a person has voted down its current answer.
fn voted_down(rca: &Rca) -> bool {
    current_vote(rca).is_some_and(|word| !word.up)
}

fn memory(rca: &Rca, report: &Report, fresh: &Analysis, judged: &Judgement) -> PastFailure {
    let remembered =
        PastAnswer { analysis: &rca.analysis, environment: &rca.environment, validated: false, voted_down: false };
    PastFailure {
        id: rca.id.clone(),
        engine: remembered.engine(),
        first_seen: rfc3339(rca.first_seen_ms),
        last_seen: rfc3339(rca.last_seen_ms),
        occurrences: rca.occurrences,
        project: rca.project.clone(),
        why: vec![matched(rca, report, fresh), judged.why.clone()],
        environment: judged.environment.clone(),
        environment_diff: judged.environment_diff(),
        resolution: None,
    }
}

/// How the failure was resolved the last time: in its own project, else wherever it was resolved the latest.
fn last_resolution(own: &Rca, same: &[Rca]) -> Option<ResolutionSummary> {
    if let Some(newest) = own.resolutions.last() {
        return Some(resolution_summary(newest));
    }
    let (rca, newest) =
        same.iter().filter_map(|rca| Some((rca, rca.resolutions.last()?))).max_by_key(|(_, newest)| newest.green_ms)?;
    let project = rca.project.clone().filter(|project| Some(project) != own.project.as_ref());
    Some(ResolutionSummary { project, ..resolution_summary(newest) })
}

/// How it was matched, for people.
fn matched(rca: &Rca, report: &Report, fresh: &Analysis) -> String {
    let fingerprint = fresh.fingerprint.as_deref().unwrap_or_default();
    match (rca.analysis.fingerprint.as_deref() == Some(fingerprint), rca.project == report.project) {
        (true, true) => format!("same fingerprint {fingerprint} in this project"),
        (true, false) => format!("same fingerprint {fingerprint} in another project"),
        (false, _) => format!("a person has merged {} with it", rca.id),
    }
}
