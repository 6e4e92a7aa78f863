//! The pages that links open.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use rcad_store::{Rca, StoreError, Vote};
use serde::Deserialize;

use super::error::HttpError;
use super::rcas::{crash, summary};
use super::reply::{blocking, find};
use super::{HttpContext, agent, feedback, search as index_search, status, timeline};
use crate::platform::stage_times::{Stage, timings};
use crate::platform::time::now_ms;
use crate::protocol::RcaSummary;
use crate::protocol::search::SearchQuery;
use crate::serve::links::rca_path;
use crate::serve::page;
use crate::serve::page::home::HomePage;
use crate::serve::page::home::trends::{Trends, since};
use crate::serve::page::results::{Results, Wanted};

/// Failures that are read for the lists.
const LISTED: usize = 200;

/// Open failures on the home page, of all projects.
const OPEN: usize = 30;

/// Failures that became green again, and builds and crashes, on the home page.
const GREEN: usize = 5;
const RECENT: usize = 12;

/// Builds that the trends count.
const COUNTED: usize = 5_000;

/// `GET /`
pub async fn home(State(context): State<Arc<HttpContext>>) -> Result<Html<String>, HttpError> {
    blocking(&context, |context| {
        let now = now_ms();
        let store = &context.shared.store;
        let open = store.all_open(OPEN)?;
        let mut green: Vec<Rca> = store.list(LISTED)?.into_iter().filter(|rca| !rca.is_open()).collect();
        green.sort_by_key(|rca| std::cmp::Reverse(rca.resolved().map(|one| one.green_ms)));
        green.truncate(GREEN);
        let shown = HomePage {
            open: &open,
            green: &green,
            events: &timeline::read(context, 0, RECENT)?,
            trends: &trends(context, now)?,
            devices: &status::devices(context),
            stored: store.counts()?.rcas,
        };
        Ok(Html(page::home::home(&shown, now)))
    })
    .await
}

fn trends(context: &HttpContext, now_ms: u64) -> Result<Trends, StoreError> {
    let store = &context.shared.store;
    let builds = store.builds_since(since(now_ms), COUNTED)?;
    let mut rcas = HashMap::new();
    for id in builds.iter().filter_map(|(_, build)| build.rca.as_ref()) {
        if !rcas.contains_key(id)
            && let Some(rca) = store.get(id)?
        {
            rcas.insert(id.clone(), rca);
        }
    }
    let answer = timings().into_iter().find(|timing| timing.stage == Stage::Total.name());
    Ok(Trends { answer, ..Trends::of(&builds, &rcas, now_ms) })
}

/// `GET /search`
pub async fn search(
    State(context): State<Arc<HttpContext>>,
    query: Result<Query<Wanted>, QueryRejection>,
) -> Result<Html<String>, HttpError> {
    let Query(wanted) = query.map_err(|e| HttpError::parameters(e.body_text()))?;
    let newest = blocking(&context, |context| {
        Ok(context.shared.store.list(LISTED)?.iter().map(|rca| summary(context, rca)).collect::<Vec<_>>())
    });
    let newest: Vec<RcaSummary> = newest.await?;
    let of =
        |name: fn(&RcaSummary) -> Option<&String>| newest.iter().filter_map(name).cloned().collect::<BTreeSet<_>>();
    let projects = of(|one| one.project.as_ref()).into_iter().collect();
    let categories = of(|one| Some(&one.category)).into_iter().collect();
    let mut results = Results { projects, categories, ..Results::default() };
    if wanted.q.trim().is_empty() {
        results.found = newest;
    } else {
        let query = SearchQuery { text: wanted.q.clone(), limit: Some(LISTED), ..SearchQuery::default() };
        let reply = index_search::reply(&context, query).await?;
        results.notes = reply.notes;
        results.found = reply.hits.into_iter().map(|hit| hit.summary).collect();
    }
    results.found.retain(|one| wanted.takes(one));
    Ok(Html(page::results::results(&wanted, &results, now_ms())))
}

/// `GET /rca/ID`
pub async fn rca(State(context): State<Arc<HttpContext>>, Path(id): Path<String>) -> Result<Html<String>, HttpError> {
    blocking(&context, move |context| {
        let rca = find(context, &id)?;
        let store = &context.shared.store;
        let report = store.report(&rca.last_report)?;
        let at_work = agent::at_work(context, &rca.id)?;
        let crash = crash(context, &rca, || report.as_ref().map(|report| report.text.clone()));
        let (sent, form_token) = (store.sent(&rca.id)?.len(), context.links.form_token());
        let (report, crash) = (report.as_ref(), crash.as_ref());
        let shown = page::ShownRca { rca: &rca, report, crash, sent, form_token: &form_token };
        Ok(Html(page::rca(shown, at_work.as_deref(), now_ms())))
    })
    .await
}

/// `GET /rca/ID/log`: what was captured, as plain text.
pub async fn log(State(context): State<Arc<HttpContext>>, Path(id): Path<String>) -> Result<Response, HttpError> {
    blocking(&context, move |context| {
        let report = context.shared.store.report(&find(context, &id)?.last_report)?;
        let report = report.ok_or_else(|| HttpError::not_found("its log is not kept any more"))?;
        Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], report.text).into_response())
    })
    .await
}

/// `GET /rca/ID/audit`: what was sent to models.
pub async fn audit(State(context): State<Arc<HttpContext>>, Path(id): Path<String>) -> Result<Html<String>, HttpError> {
    blocking(&context, move |context| {
        let rca = find(context, &id)?;
        Ok(Html(page::sent::sent(&rca, &context.shared.store.sent(&rca.id)?, now_ms())))
    })
    .await
}

/// The form that rates an answer.
#[derive(Deserialize)]
pub struct Rating {
    token: String,
    word: Vote,
    #[serde(default)]
    note: String,
}

/// `POST /rca/ID/rating`: a vote of a page's form.
pub async fn rate(
    State(context): State<Arc<HttpContext>>,
    Path(id): Path<String>,
    given: Result<Form<Rating>, FormRejection>,
) -> Result<Redirect, HttpError> {
    let Form(Rating { token, word, note }) = given.map_err(|e| HttpError::parameters(e.body_text()))?;
    if !context.links.is_form_token(&token) {
        return Err(HttpError::new(StatusCode::FORBIDDEN, "FORBIDDEN", "the form is not one of this page"));
    }
    if note.len() > feedback::NOTE {
        return Err(HttpError::parameters(format!("the note is longer than {} bytes", feedback::NOTE)));
    }
    let rated = blocking(&context, move |context| {
        let note = Some(note.trim()).filter(|note| !note.is_empty());
        feedback::rate(context, &id, word, note, None)
    });
    Ok(Redirect::to(&format!("{}#rating", rca_path(&rated.await?.rca_id))))
}
