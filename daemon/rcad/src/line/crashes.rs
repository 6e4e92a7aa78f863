//! Which build made the app that crashed, and what changed in it. Only times tell, so it claims no more than they show.

mod not_seen;

use rcad_core::model::declared::DeclaredChange;
use rcad_core::model::report::Outcome;
use rcad_core::project::overview::changes::joined;
use rcad_store::{Build, Store, StoreError};

use crate::protocol::devices::NotSeenSince;

/// Builds that are looked at, from the newest on.
const MOST: usize = 500;
/// A build's record is written a moment after the app was installed (`installDebug`).
const INSTALLED_DURING_MS: u64 = 60_000;
/// How long an app ran before its crash at most, for its start to be found.
const LONGEST_RUN_MS: u64 = 24 * 3_600_000;

/// The build that made the app of this crash: the one during which it was installed, or the last green one of the project
/// before that; before the crash, where the device does not tell when it was installed.
pub fn made_by(store: &Store, crash: &Build) -> Result<Option<(String, Build)>, StoreError> {
    let Some(app) = &crash.app else { return Ok(None) };
    let made = |build: &Build| is_green(build, crash.project.as_ref());
    match app.installed_ms {
        Some(installed_ms) => installed_by(store, installed_ms, crash.ended_ms, made),
        None => store.build_before(crash.ended_ms, MOST, made),
    }
}

/// The build that installed an app then, or the last one before; of those that ended before `until_ms`.
fn installed_by(
    store: &Store,
    installed_ms: u64,
    until_ms: u64,
    made: impl Fn(&Build) -> bool,
) -> Result<Option<(String, Build)>, StoreError> {
    let until_ms = installed_ms.saturating_add(INSTALLED_DURING_MS).min(until_ms);
    let began_before = |build: &Build| build.started_ms.is_some_and(|started| started <= installed_ms);
    store.build_before(until_ms, MOST, |build| made(build) && (build.ended_ms <= installed_ms || began_before(build)))
}

/// What was seen of the crashed app since, where it did not crash again although a later build was used in the same way.
pub fn not_seen_since(store: &Store, crash: &Build) -> Result<Option<NotSeenSince>, StoreError> {
    let Some(app) = &crash.app else { return Ok(None) };
    let events = store.app_events_since(&app.package, crash.ended_ms.saturating_sub(LONGEST_RUN_MS))?;
    let Some(mut seen) = not_seen::not_seen(app, crash.ended_ms, &events) else { return Ok(None) };
    let made = |build: &Build| build.ended_ms > crash.ended_ms && is_green(build, crash.project.as_ref());
    seen.built_ms = installed_by(store, seen.installed_ms, u64::MAX, made)?.map(|(_, build)| build.ended_ms);
    Ok(Some(seen))
}

/// What the projects' declarations changed between the app that was installed before and the one that crashed, which `made`
/// has made. Where no crash of an earlier app is stored: since the last build of the same tasks.
pub fn changes_of(store: &Store, crash: &Build, made: &Build) -> Result<Vec<DeclaredChange>, StoreError> {
    let Some(app) = &crash.app else { return Ok(Vec::new()) };
    let earlier = |build: &Build| {
        build.app.as_ref().is_some_and(|before| before.package == app.package && before.installed_ms < app.installed_ms)
    };
    let before = match store.build_before(crash.ended_ms, MOST, earlier)? {
        Some((_, crash)) => made_by(store, &crash)?,
        None => store.build_before(made.ended_ms, MOST, |build| {
            is_green(build, made.project.as_ref()) && build.tasks == made.tasks
        })?,
    };
    let since_ms = before.map_or(made.ended_ms, |(_, build)| build.ended_ms + 1);
    let mut builds = store.builds_since(since_ms, MOST)?;
    builds.retain(|(_, build)| build.ended_ms <= made.ended_ms && build.project == made.project);
    builds.reverse();
    Ok(joined(builds.iter().map(|(_, build)| build.changes.as_slice())))
}

fn is_green(build: &Build, project: Option<&String>) -> bool {
    build.app.is_none() && build.outcome == Outcome::Ok && build.project.is_some() && build.project.as_ref() == project
}
