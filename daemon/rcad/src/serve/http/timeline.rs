//! `GET timeline`: builds, installed and started apps and crashes in the order of time.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use rcad_core::device::AppEventKind;
use rcad_core::model::device::AppRun;
use rcad_core::model::report::Outcome;
use rcad_core::render;
use rcad_store::{AppEvent, Build, Store, StoreError};
use serde::Deserialize;

use super::HttpContext;
use super::error::HttpError;
use super::reply::{blocking, limit};
use crate::line::crashes::{changes_of, made_by};
use crate::protocol::timeline::{TimelineEvent, TimelineKind};

/// Milliseconds by which two reports of one installation differ at most.
const SAME_INSTALL_MS: u64 = 10_000;

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
pub fn read(context: &HttpContext, since_ms: u64, limit: usize) -> Result<Vec<TimelineEvent>, StoreError> {
    let store = &context.shared.store;
    let told = told(context, since_ms)?;
    let mut events: Vec<TimelineEvent> = told.iter().filter_map(|(app, project)| of_app(app, project)).collect();
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
            && !told.iter().any(|(event, _)| is_install_of(event, app, at_ms))
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
    events.drain(..events.len().saturating_sub(limit));
    Ok(events)
}

/// What devices told of the user's apps, with the project of each.
fn told(context: &HttpContext, since_ms: u64) -> Result<Vec<(AppEvent, String)>, StoreError> {
    let mut told = Vec::new();
    for (package, project) in context.shared.apps.now().iter() {
        let events = context.shared.store.app_events_since(package, since_ms)?;
        told.extend(events.into_iter().map(|event| (event, project.clone())));
    }
    Ok(told)
}

/// Whether this is the installation that the package manager told of after a crash, with its time in seconds.
fn is_install_of(event: &AppEvent, app: &AppRun, at_ms: u64) -> bool {
    let same = event.device == app.device && event.package == app.package;
    event.kind == AppEventKind::Installed && same && event.at_ms.abs_diff(at_ms) <= SAME_INSTALL_MS
}

fn of_app(app: &AppEvent, project: &str) -> Option<TimelineEvent> {
    let kind = match app.kind {
        AppEventKind::Installed => TimelineKind::Installed,
        AppEventKind::Started { .. } => TimelineKind::Started,
        AppEventKind::Shown { .. } => return None,
    };
    Some(TimelineEvent {
        at_ms: app.at_ms,
        kind,
        project: Some(project.to_owned()).filter(|project| !project.is_empty()),
        tasks: Vec::new(),
        package: Some(app.package.clone()),
        device: Some(app.model.clone().unwrap_or_else(|| app.device.clone())),
        version: None,
        rca: None,
        cause: None,
        built_ms: None,
        changes: Vec::new(),
    })
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
