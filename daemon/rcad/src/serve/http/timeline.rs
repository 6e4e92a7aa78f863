//! `GET timeline`: builds, installed apps and crashes in the order of time.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use rcad_core::model::report::Outcome;
use rcad_core::render;
use rcad_store::{Build, Store, StoreError};
use serde::Deserialize;

use super::HttpContext;
use super::error::HttpError;
use super::reply::{blocking, limit};
use crate::line::crashes::{changes_of, made_by};
use crate::protocol::timeline::{TimelineEvent, TimelineKind};

#[derive(Deserialize)]
pub struct TimelineQuery {
    /// Unix milliseconds.
    since: Option<u64>,
    limit: Option<usize>,
}

/// `GET timeline`
pub async fn timeline(
    State(context): State<Arc<HttpContext>>,
    query: Result<Query<TimelineQuery>, QueryRejection>,
) -> Result<Json<Vec<TimelineEvent>>, HttpError> {
    let Query(query) = query.map_err(|e| HttpError::parameters(e.body_text()))?;
    let limit = limit(query.limit)?;
    blocking(&context, move |context| Ok(Json(read(context, query.since.unwrap_or_default(), limit)?))).await
}

/// The newest events, oldest first.
fn read(context: &HttpContext, since_ms: u64, limit: usize) -> Result<Vec<TimelineEvent>, StoreError> {
    let store = &context.shared.store;
    let mut events = Vec::new();
    let (mut installed, mut changed) = (BTreeSet::new(), HashMap::new());
    for (_, build) in store.builds_since(since_ms, limit)? {
        let mut event = event(store, &build)?;
        if let Some((report, made)) = made_by(store, &build)? {
            // The crashes of one build have the same answer, and finding it takes many rows.
            let changes = match changed.entry((event.package.clone(), report)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(changes_of(store, &build, &made)?),
            };
            event.built_ms = Some(made.ended_ms);
            event.changes.clone_from(changes);
        }
        if let Some(app) = &build.app
            && let Some(at_ms) = app.installed_ms.filter(|at_ms| *at_ms >= since_ms)
            && installed.insert((app.device.clone(), app.package.clone(), at_ms))
        {
            let changes = Vec::new();
            let install = TimelineEvent {
                at_ms,
                kind: TimelineKind::Installed,
                rca: None,
                cause: None,
                changes,
                ..event.clone()
            };
            events.push(install);
        }
        events.push(event);
    }
    events.sort_by_key(|event| (event.at_ms, event.kind));
    Ok(events)
}

fn event(store: &Store, build: &Build) -> Result<TimelineEvent, StoreError> {
    let rca = build.rca.as_ref().map(|id| store.get(id)).transpose()?.flatten();
    let kind = match (&build.app, build.outcome) {
        (Some(_), _) => TimelineKind::Crashed,
        (None, Outcome::Ok) => TimelineKind::Built,
        (None, Outcome::Failed) => TimelineKind::Failed,
        (None, Outcome::Cancelled | Outcome::Unknown) => TimelineKind::Ended,
    };
    let app = build.app.as_ref();
    Ok(TimelineEvent {
        at_ms: build.ended_ms,
        kind,
        project: build.project.clone(),
        tasks: build.tasks.clone(),
        package: app.map(|app| app.package.clone()),
        device: app.map(|app| app.model.clone().unwrap_or_else(|| app.device.clone())),
        version: app.and_then(|app| app.version.clone()),
        cause: rca.as_ref().map(|rca| render::one_line(&rca.shown())),
        rca: rca.map(|rca| rca.id),
        built_ms: None,
        changes: build.changes.clone(),
    })
}
