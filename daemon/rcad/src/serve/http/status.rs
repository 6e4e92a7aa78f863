//! `GET status`: the state of the daemon and its parts. Always answers, whatever is broken.

use std::sync::Arc;
use std::time::SystemTime;

use axum::Json;
use axum::extract::State;
use rcad_store::StoreError;

use super::HttpContext;
use super::error::HttpError;
use super::rcas::summary;
use super::reply::blocking;
use super::transfer::trimmed;
use crate::install::hook;
use crate::platform::time::{DAY_MS, now_ms};
use crate::protocol::devices::DevicesStatus;
use crate::protocol::{IndexStatus, Status};

/// `GET status`
pub async fn status(State(context): State<Arc<HttpContext>>) -> Result<Json<Status>, HttpError> {
    blocking(&context, |context| Ok(Json(read(context)))).await
}

fn read(context: &HttpContext) -> Status {
    let mut health = health(context);
    let crashes_today = known(context.shared.store.crashes_since(now_ms().saturating_sub(DAY_MS)), &mut health);
    let counts =
        known(context.shared.store.counts().map(|counts| (counts.rcas, counts.builds, counts.crashes)), &mut health);
    let last = known(context.shared.store.list(1), &mut health).pop();
    let red = known(context.shared.store.newest_open(), &mut health);
    let (dropped_failed, dropped_ok) = context.shared.spool.dropped();
    Status {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        pid: std::process::id(),
        address: context.links.address().to_owned(),
        started_ms: context.started_ms,
        waiting: context.shared.spool.waiting().map_or(0, |files| files.len() as u64),
        bad: context.shared.spool.bad().map_or(0, |files| files.len() as u64),
        dropped_failed,
        dropped_ok,
        rcas: counts.0,
        builds: counts.1,
        crashes: counts.2,
        page: context.links.home(),
        index: index(context),
        trimmed: known(trimmed(&context.shared.store), &mut health),
        last: last.map(|rca| summary(context, &rca)),
        red: red.map(|rca| summary(context, &rca)),
        embedding: context.shared.embedding.status(),
        agent: known(context.agent.queue.working(), &mut health),
        devices: DevicesStatus { crashes_today, ..devices(context) },
        health,
    }
}

/// The devices, and the apps that are watched there.
pub fn devices(context: &HttpContext) -> DevicesStatus {
    let mut apps: Vec<String> = context.shared.apps.now().keys().cloned().collect();
    apps.sort();
    DevicesStatus { watched: context.shared.config.devices.watch, apps, ..context.shared.devices.status() }
}

/// The store's value; if it can't be read, the default, with a problem added to the health.
fn known<T: Default>(read: Result<T, StoreError>, health: &mut Vec<String>) -> T {
    read.unwrap_or_else(|error| {
        let problem = format!("the store can't be read: {error}\nhint: rcad doctor");
        if !health.contains(&problem) {
            health.push(problem);
        }
        T::default()
    })
}

fn index(context: &HttpContext) -> IndexStatus {
    let state = context.shared.search.index.state();
    let (words, meaning) = (state.documents, state.vectors);
    IndexStatus { opened: state.opened, words, meaning, behind: state.behind, problem: state.problem }
}

/// All current problems, a sentence each.
pub fn health(context: &HttpContext) -> Vec<String> {
    let mut health = context.shared.health.problems();
    for gradle_home in hook::gradle_homes(&context.shared.home) {
        match hook::check(&context.shared.home, &gradle_home) {
            Ok(hook::HookState::Installed) => {}
            Ok(_) => health.push(format!(
                "the hook in {} is missing or damaged; `rcad setup` puts it back",
                gradle_home.display()
            )),
            Err(e) => health.push(format!("the hook in {} can't be checked: {e:#}", gradle_home.display())),
        }
    }
    health.extend(context.shared.embedding.problem());
    if context.shared.spool.dropped_lately(SystemTime::now()) {
        let (failed, _) = context.shared.spool.dropped();
        health
            .push(format!("{failed} failed builds were dropped because the spool was full while the daemon was away"));
    }
    health
}
