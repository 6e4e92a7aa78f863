//! `GET records/similar`: the contract's `search_similar`, over the same index.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use rcad_core::Category;
use rcad_store::{Filters, LIMIT};
use serde_json::{Value, json};

use crate::protocol::search::SearchMode;
use crate::serve::http::HttpContext;
use crate::serve::http::envelope::{EnvelopeResult, answer};
use crate::serve::http::error::HttpError;
use crate::serve::http::search::vector;

/// Most records in one answer.
const MOST: usize = 100;
const PARAMETERS: &str = "text, language, error_type, project, min_confidence, min_quality_score, limit";

/// `GET records/similar`
pub async fn similar(
    State(context): State<Arc<HttpContext>>,
    given: Result<Query<HashMap<String, String>>, QueryRejection>,
) -> EnvelopeResult {
    let Query(given) = given.map_err(|e| HttpError::parameters(e.body_text()))?;
    let asked = SimilarQuery::read(&given)?;
    let mut notes = Vec::new();
    // Without a vector the text search still answers; the notes say so.
    let vector = vector(&context, &asked.text, SearchMode::Hybrid, &mut notes).await.unwrap_or_default();
    answer(context, move |context| {
        let (index, filters) = (&context.shared.search.index, &asked.filters);
        let found = context.shared.store.search_similar(index, &asked.text, vector.as_deref(), filters, asked.limit)?;
        let state = index.state();
        if !state.opened || state.behind > 0 {
            notes.push(format!("the index is being built: {} records are in it", state.documents));
        }
        if found.is_empty() {
            let why = notes.iter().map(|note| format!("; {note}")).collect::<String>();
            return Err(HttpError::no_results(format!(
                "none of {} records is like that{why}",
                context.shared.store.counts()?.rcas
            )));
        }
        Ok(json!({"query": asked.text, "results": found, "total_found": found.len(), "notes": notes}))
    })
    .await
}

struct SimilarQuery {
    text: String,
    filters: Filters,
    limit: usize,
}

impl SimilarQuery {
    fn read(given: &HashMap<String, String>) -> Result<SimilarQuery, HttpError> {
        let known: Vec<&str> = PARAMETERS.split(", ").collect();
        if let Some(name) = given.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(HttpError::parameters(format!("`{name}` is no parameter\nhint: there are {PARAMETERS}")));
        }
        let text = given.get("text").map(|text| text.trim()).filter(|text| !text.is_empty());
        let text = text.ok_or_else(|| HttpError::parameters("`text` is missing: what is looked for"))?.to_owned();
        let bad = |name: &str, what: &str| HttpError::parameters(format!("`{name}` {what}"));
        let share = |name: &str| match number::<f64>(given, name)? {
            Some(share) if !(0.0..=1.0).contains(&share) => Err(bad(name, "must be a number from 0 to 1")),
            share => Ok(share),
        };
        let category = given.get("error_type").map(|id| Category::from_id(id).ok_or(id));
        let language = given.get("language").map(|name| serde_json::from_value(Value::String(name.clone())));
        let limit = number(given, "limit")?.unwrap_or(LIMIT);
        if !(1..=MOST).contains(&limit) {
            return Err(bad("limit", &format!("must be from 1 to {MOST}")));
        }
        let filters = Filters {
            category: category.transpose().map_err(|id| bad("error_type", &format!("is no category: {id}")))?,
            language: language
                .transpose()
                .map_err(|_| bad("language", "must be kotlin, java, gradle, xml, native or unknown"))?,
            project: given.get("project").cloned(),
            min_confidence: share("min_confidence")?,
            min_quality: share("min_quality_score")?,
            ..Filters::default()
        };
        Ok(SimilarQuery { text, filters, limit })
    }
}

fn number<T: FromStr>(given: &HashMap<String, String>, name: &str) -> Result<Option<T>, HttpError> {
    let value = given.get(name).map(|text| text.parse::<T>());
    value.transpose().map_err(|_| HttpError::parameters(format!("`{name}` must be a number")))
}
