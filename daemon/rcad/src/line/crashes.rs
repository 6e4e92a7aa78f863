//! Which build made the app that crashed. Only times tell, so it claims no more than they show.

use rcad_core::model::report::Outcome;
use rcad_store::{Build, Store, StoreError};

/// Builds that are looked at, from the newest on.
const MOST: usize = 500;
/// A build's record is written a moment after the app was installed (`installDebug`).
const INSTALLED_DURING_MS: u64 = 60_000;

/// The build that made the app of this crash: the one during which it was installed, or the last green one of the project
/// before that; before the crash, where the device does not tell when it was installed.
pub fn made_by(store: &Store, crash: &Build) -> Result<Option<(String, Build)>, StoreError> {
    let Some(app) = &crash.app else { return Ok(None) };
    let made = |build: &Build| {
        build.app.is_none() && build.outcome == Outcome::Ok && build.project.is_some() && build.project == crash.project
    };
    let Some(installed_ms) = app.installed_ms else { return store.build_before(crash.ended_ms, MOST, made) };
    let until_ms = installed_ms.saturating_add(INSTALLED_DURING_MS).min(crash.ended_ms);
    let began_before = |build: &Build| build.started_ms.is_some_and(|started| started <= installed_ms);
    store.build_before(until_ms, MOST, |build| made(build) && (build.ended_ms <= installed_ms || began_before(build)))
}
