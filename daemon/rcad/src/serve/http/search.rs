//! `GET search` and `GET libraries`: look things up in the indexes of failures and of libraries. Change nothing.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use rcad_core::Category;
use rcad_core::code::libraries::{LibraryHome, LibraryIndex};
use rcad_core::model::analysis::Engine;
use rcad_core::model::failure::Language;
use rcad_store::{Filters, Highlighter, Rca, query_passage};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::HttpContext;
use super::error::HttpError;
use super::rcas::summary;
use super::reply::{blocking, limit};
use crate::install::embedding_files;
use crate::platform::time::{self, now_ms};
use crate::protocol::search::{HitDetail, SearchMode, SearchQuery, SearchReply};

/// Time limit for loading the model. Without it the text search answers, and the next search has the model.
const LOAD_TIMEOUT: Duration = Duration::from_millis(300);

/// `GET search`
pub async fn search(
    State(context): State<Arc<HttpContext>>,
    query: Result<Query<SearchQuery>, QueryRejection>,
) -> Result<Json<SearchReply>, HttpError> {
    let Query(query) = query.map_err(|e| HttpError::parameters(e.body_text()))?;
    reply(&context, query).await.map(Json)
}

/// The failures that a query finds.
pub async fn reply(context: &Arc<HttpContext>, query: SearchQuery) -> Result<SearchReply, HttpError> {
    let filters = filters(&query).map_err(HttpError::parameters)?;
    if query.text.trim().is_empty() {
        return Err(HttpError::parameters("there is no text to look for"));
    }
    let limit = limit(query.limit)?;
    let mode = query.mode.unwrap_or_default();
    let mut notes = Vec::new();
    let vector = if mode == SearchMode::Words { None } else { vector(context, &query.text, mode, &mut notes).await? };
    // The index is memory-mapped, so reading may block.
    blocking(context, move |context| find(context, &query, (&filters, limit), vector.as_deref(), notes)).await
}

#[derive(Deserialize)]
pub struct LibraryQuery {
    /// Simple name.
    name: String,
    /// Its package, with the classes around it.
    owner: Option<String>,
}

/// `GET libraries`
pub async fn libraries(
    State(context): State<Arc<HttpContext>>,
    query: Result<Query<LibraryQuery>, QueryRejection>,
) -> Result<Json<Vec<LibraryHome>>, HttpError> {
    let Query(query) = query.map_err(|e| HttpError::parameters(e.body_text()))?;
    let homes =
        move |context: &Arc<HttpContext>| Ok(context.shared.libraries.homes(&query.name, query.owner.as_deref()));
    blocking(&context, homes).await.map(Json)
}

fn find(
    context: &HttpContext,
    query: &SearchQuery,
    (filters, limit): (&Filters, usize),
    vector: Option<&[f32]>,
    mut notes: Vec<String>,
) -> Result<SearchReply, HttpError> {
    let index = &context.shared.search.index;
    let state = index.state();
    let stored = context.shared.store.counts()?.rcas;
    if !state.opened {
        notes.push("the index is not open yet".to_owned());
    } else if state.behind > 0 {
        let (done, why) = (state.documents.min(stored), state.problem.map(|why| format!(" ({why})")));
        notes.push(format!("the index is being built{}: {done} of {stored}", why.unwrap_or_default()));
    } else if let Some(name) = &filters.project {
        known_project(name, &index.projects()?)?;
    }
    let text = if query.mode == Some(SearchMode::Meaning) { "" } else { &query.text };
    let hits = index.search(&rcad_store::Query { text, vector, filters, limit })?;
    let highlighter = Highlighter::new(text);
    let mut found = SearchReply {
        hits: Vec::new(),
        stored,
        with_words: state.documents,
        with_meaning: if vector.is_some() { state.vectors } else { 0 },
        notes,
    };
    for hit in hits {
        // Skip RCAs that were deleted since the index was updated.
        if let Some(rca) = context.shared.store.get(&hit.id)? {
            found.hits.push(hit_detail(context, &rca, &hit, &highlighter));
        }
    }
    Ok(found)
}

fn hit_detail(context: &HttpContext, rca: &Rca, hit: &rcad_store::SearchHit, highlighter: &Highlighter) -> HitDetail {
    let summary = summary(context, rca);
    let message = rca.analysis.primary().map(|failure| failure.message.clone());
    let texts =
        [("line", Some(&summary.line)), ("root_cause", summary.root_cause.as_ref()), ("message", message.as_ref())];
    let mut highlights = BTreeMap::new();
    for (name, text) in texts {
        let ranges = text.map(|text| highlighter.ranges(text)).unwrap_or_default();
        if !ranges.is_empty() {
            highlights.insert(name.to_owned(), ranges.into_iter().map(|range| (range.start, range.end)).collect());
        }
    }
    let found_by = if hit.words.is_some() { highlighter.found_by(rca) } else { Vec::new() };
    let (score, words, meaning) = (hit.score, hit.words, hit.meaning);
    HitDetail { summary, message, score, words, meaning, found_by, highlights }
}

/// The text's vector, if the model is available in time; otherwise adds a note.
pub(super) async fn vector(
    context: &Arc<HttpContext>,
    text: &str,
    mode: SearchMode,
    notes: &mut Vec<String>,
) -> Result<Option<Vec<f32>>, HttpError> {
    let text = query_passage(text);
    let embedding = context.shared.embedding.clone();
    let embedding = tokio::task::spawn_blocking(move || Some(embedding.acquire()?.embed(&[&text])));
    let answer = if mode == SearchMode::Meaning {
        embedding.await
    } else {
        match tokio::time::timeout(LOAD_TIMEOUT, embedding).await {
            Ok(answer) => answer,
            Err(_) => {
                notes.push("by words alone: the embedding model is still being loaded".to_owned());
                return Ok(None);
            }
        }
    };
    let why = match answer {
        Ok(Some(Ok(mut vectors))) => return Ok(vectors.pop()),
        Ok(None) => format!("the embedding model is not here\nhint: {}", embedding_files::HOW),
        Ok(Some(Err(e))) => e.to_string(),
        Err(_) => "the embedding model panicked".to_owned(),
    };
    if mode == SearchMode::Meaning {
        return Err(HttpError::parameters(format!("can't look by meaning: {why}")));
    }
    // Not reported here: `status` reports a missing model.
    if !matches!(context.shared.embedding.status().state, crate::protocol::EmbeddingState::Missing) {
        notes.push(format!("by words alone: {why}"));
    }
    Ok(None)
}

fn filters(query: &SearchQuery) -> Result<Filters, String> {
    let categories = Category::ALL.iter().map(|category| category.id());
    let category = query
        .category
        .as_deref()
        .map(|name| Category::from_id(name).ok_or_else(|| unknown("category", name, categories)));
    let least = query.min_confidence.map(|least| match least {
        0.0..=1.0 => Ok(least),
        _ => Err(format!("`min_confidence` is {least}, not between 0 and 1")),
    });
    let since = query.since.as_deref().map(|since| {
        let hint = "`since` is given as 12h, 7d, 2w, 2026-01-31 or 2026-01-31T08:00:00Z";
        time::since(since, now_ms()).ok_or_else(|| format!("`{since}` is no time\nhint: {hint}"))
    });
    Ok(Filters {
        category: category.transpose()?,
        language: named::<Language>(
            "language",
            query.language.as_deref(),
            &["kotlin", "java", "gradle", "xml", "native", "unknown"],
        )?,
        project: query.project.clone(),
        engine: named::<Engine>("engine", query.engine.as_deref(), &["rules", "memory", "agent"])?,
        since_ms: since.transpose()?,
        min_confidence: least.transpose()?,
        min_quality: None,
    })
}

/// A value by its name in analyses.
fn named<T: DeserializeOwned>(kind: &str, name: Option<&str>, all: &[&str]) -> Result<Option<T>, String> {
    let Some(name) = name else { return Ok(None) };
    let value = serde_json::from_value(Value::String(name.to_owned()));
    value.map(Some).map_err(|_| unknown(kind, name, all.iter().copied()))
}

fn known_project(name: &str, all: &[String]) -> Result<(), HttpError> {
    if all.is_empty() || all.iter().any(|project| project == name) {
        return Ok(());
    }
    let short = |project: &String| project.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let names: std::collections::BTreeSet<String> = all.iter().map(short).collect();
    Err(HttpError::parameters(unknown("project", name, names.iter().map(String::as_str))))
}

fn unknown<'a>(kind: &str, name: &str, all: impl Iterator<Item = &'a str> + Clone) -> String {
    let nearest = all.clone().map(|other| (strsim::damerau_levenshtein(name, other), other)).min();
    // A name that contains the given one counts as near, too, e.g. for the end of a long id.
    let holding = all.clone().find(|other| name.len() > 2 && other.contains(name));
    let hint = match (holding, nearest) {
        (Some(other), _) => format!("did you mean `{other}`?"),
        (None, Some((distance, other))) if distance * 2 <= name.len() => format!("did you mean `{other}`?"),
        _ => {
            let some: Vec<&str> = all.take(60).collect();
            format!("there are {}", some.join(", "))
        }
    };
    format!("unknown {kind} `{name}`\nhint: {hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_refused_with_the_nearest() {
        let of = |query: SearchQuery| filters(&query).unwrap_err();
        let category = |name: &str| of(SearchQuery { category: Some(name.into()), ..SearchQuery::default() });
        assert!(category("kotlin_type_mismach").ends_with("did you mean `kotlin_type_mismatch`?"));
        assert!(category("cannot_find_symbol").ends_with("did you mean `java_cannot_find_symbol`?"));
        assert!(category("zzzzz").contains("there are kotlin_unresolved_reference, "));
        let error = of(SearchQuery { engine: Some("rule".into()), ..SearchQuery::default() });
        assert_eq!(error, "unknown engine `rule`\nhint: did you mean `rules`?");
        let error = of(SearchQuery { language: Some("cobol".into()), ..SearchQuery::default() });
        assert!(error.contains("there are kotlin, java"), "{error}");
        assert!(of(SearchQuery { since: Some("soon".into()), ..SearchQuery::default() }).contains("7d"));
        for least in [-0.1, 1.1, f64::NAN] {
            of(SearchQuery { min_confidence: Some(least), ..SearchQuery::default() });
        }
    }

    #[test]
    fn every_name_that_an_analysis_has_is_known() {
        let query = |language: &str, engine: &str| SearchQuery {
            category: Some("kotlin_type_mismatch".into()),
            language: Some(language.into()),
            engine: Some(engine.into()),
            min_confidence: Some(0.5),
            ..SearchQuery::default()
        };
        let given = filters(&query("xml", "agent")).unwrap();
        assert_eq!((given.language, given.engine), (Some(Language::Xml), Some(Engine::Agent)));
        assert_eq!(given.category, Some(Category::KotlinTypeMismatch));
    }
}
