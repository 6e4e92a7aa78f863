//! When the user's apps were installed, started and shown, as their devices told; the newest of it.

use rcad_core::device::AppEventKind;
use redb::{ReadableTable, ReadableTableMetadata};

use crate::store::tables::APP_EVENTS;
use crate::{Store, StoreError};

/// Events that are kept.
const MOST: u64 = 5_000;
/// Milliseconds within which several parts of a system tell of the same event; a log that is read again is compared with
/// another reading of the device's clock.
const SAME_MS: u64 = 10_000;

/// Something that happened to an app on a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppEvent {
    /// Unix milliseconds, by this machine's clock.
    pub at_ms: u64,
    /// The device's serial number.
    pub device: String,
    /// The device's model, where known.
    pub model: Option<String>,
    /// The app.
    pub package: String,
    /// What happened.
    pub kind: AppEventKind,
}

impl Store {
    /// Adds what is not known yet, in one transaction, and deletes the oldest beyond the newest 5,000.
    pub fn add_app_events(&self, events: &[AppEvent]) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        {
            let mut table = txn.open_table(APP_EVENTS)?;
            for event in events {
                if !is_known(&table, event)? {
                    let what = what(&event.kind);
                    let key = (event.at_ms, event.device.as_str(), event.package.as_str(), what.as_str());
                    table.insert(key, event.model.as_deref().unwrap_or_default())?;
                }
            }
            while table.len()? > MOST {
                table.pop_first()?;
            }
        }
        txn.commit()?;
        Ok(())
    }

    /// What happened to this app since this Unix time in milliseconds, oldest first.
    pub fn app_events_since(&self, package: &str, since_ms: u64) -> Result<Vec<AppEvent>, StoreError> {
        let table = self.db.begin_read()?.open_table(APP_EVENTS)?;
        let mut found = Vec::new();
        for row in table.range((since_ms, "", "", "")..)? {
            let (key, model) = row?;
            let (at_ms, device, app, what) = key.value();
            if let (true, Some(kind)) = (app == package, kind(what)) {
                let model = Some(model.value()).filter(|model| !model.is_empty()).map(str::to_owned);
                found.push(AppEvent { at_ms, device: device.to_owned(), model, package: app.to_owned(), kind });
            }
        }
        Ok(found)
    }
}

/// Whether it was told before. A screen, which comes and goes, only if nothing else happened to the app in between.
fn is_known(
    table: &impl ReadableTable<(u64, &'static str, &'static str, &'static str), &'static str>,
    event: &AppEvent,
) -> Result<bool, StoreError> {
    let is_screen = matches!(event.kind, AppEventKind::Shown { .. });
    let until_ms = if is_screen { event.at_ms } else { event.at_ms.saturating_add(SAME_MS) };
    let from = (event.at_ms.saturating_sub(SAME_MS), "", "", "");
    for row in table.range(from..(until_ms.saturating_add(1), "", "", ""))?.rev() {
        let (key, _) = row?;
        let (_, device, package, told) = key.value();
        let Some(kind) = kind(told).filter(|_| device == event.device && package == event.package) else { continue };
        if kind == event.kind {
            return Ok(true);
        }
        if is_screen {
            break;
        }
    }
    Ok(false)
}

/// `installed`, `started 4242`, `shown com.example.app.MainActivity`
fn what(kind: &AppEventKind) -> String {
    match kind {
        AppEventKind::Installed => "installed".to_owned(),
        AppEventKind::Started { pid } => format!("started {pid}"),
        AppEventKind::Shown { activity } => format!("shown {activity}"),
    }
}

fn kind(what: &str) -> Option<AppEventKind> {
    match what.split_once(' ') {
        None if what == "installed" => Some(AppEventKind::Installed),
        Some(("started", pid)) => Some(AppEventKind::Started { pid: pid.parse().ok()? }),
        Some(("shown", activity)) => Some(AppEventKind::Shown { activity: activity.to_owned() }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{AppEvent, AppEventKind, MOST};
    use crate::Store;
    use crate::store::tables::APP_EVENTS;

    const APP: &str = "com.example.books";

    fn event(at_ms: u64, kind: AppEventKind) -> AppEvent {
        let model = Some("Pixel 8".to_owned());
        AppEvent { at_ms, device: "emulator-5554".into(), model, package: APP.into(), kind }
    }

    fn shown(at_ms: u64, activity: &str) -> AppEvent {
        event(at_ms, AppEventKind::Shown { activity: activity.into() })
    }

    fn started(at_ms: u64, pid: u32) -> AppEvent {
        event(at_ms, AppEventKind::Started { pid })
    }

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("rca.redb")).unwrap();
        (dir, store)
    }

    #[test]
    fn what_is_told_twice_is_stored_once() {
        let (_dir, store) = store();
        let events = [
            event(100_000, AppEventKind::Installed),
            started(101_000, 42),
            shown(102_000, "a.Main"),
            shown(103_000, "a.Shelf"),
            shown(104_000, "a.Main"),
        ];
        let told_again = [event(102_500, AppEventKind::Installed), started(101_003, 42), shown(104_350, "a.Main")];
        store.add_app_events(&events).unwrap();
        store.add_app_events(&told_again).unwrap();
        // The log is read again.
        store.add_app_events(&events).unwrap();
        let elsewhere = AppEvent { device: "R58M".into(), model: None, ..started(101_000, 42) };
        store.add_app_events(std::slice::from_ref(&elsewhere)).unwrap();
        let later = [started(105_000, 43), shown(105_200, "a.Main"), event(300_000, AppEventKind::Installed)];
        store.add_app_events(&later).unwrap();
        let mut wanted = events.to_vec();
        wanted.insert(1, elsewhere);
        wanted.extend(later);
        assert_eq!(store.app_events_since(APP, 0).unwrap(), wanted);
        assert_eq!(store.app_events_since(APP, 105_000).unwrap().len(), 3);
        assert_eq!(store.app_events_since("com.example.other", 0).unwrap(), []);
    }

    #[test]
    fn the_newest_are_kept() {
        let (_dir, store) = store();
        let all: Vec<AppEvent> = (0..MOST + 7).map(|n| started(n * 60_000, n as u32)).collect();
        store.add_app_events(&all).unwrap();
        assert_eq!(store.app_events_since(APP, 0).unwrap(), all[7..]);
    }

    #[test]
    fn a_store_from_before_there_were_any_gets_the_table_when_it_is_opened() {
        let (dir, store) = store();
        let txn = store.db.begin_write().unwrap();
        txn.delete_table(APP_EVENTS).unwrap();
        txn.commit().unwrap();
        let identity = store.identity().unwrap();
        drop(store);
        let store = Store::open(&dir.path().join("rca.redb")).unwrap();
        store.add_app_events(&[started(1, 42)]).unwrap();
        assert_eq!((store.app_events_since(APP, 0).unwrap().len(), store.identity().unwrap()), (1, identity));
    }
}
