//! Whether a crash did not come again although a later build of the app was used in the same way. It says what was seen, never
//! that the crash is fixed.

use rcad_core::device::AppEventKind;
use rcad_core::model::device::AppRun;
use rcad_store::AppEvent;

use crate::protocol::devices::NotSeenSince;

/// What was seen of the app since it was installed anew after its last crash at `crashed_ms`; nothing where the crash came
/// before rcad saw how the app was used, or where it was not used in the same way since. `events` are those of the app,
/// oldest first.
///
/// In the same way: the screen that was shown last before the crash was shown again; where the app had shown none, it has
/// shown one since.
pub fn not_seen(app: &AppRun, crashed_ms: u64, events: &[AppEvent]) -> Option<NotSeenSince> {
    let (before, after) = events.split_at(events.partition_point(|event| event.at_ms <= crashed_ms));
    let run = before.iter().rposition(|event| event.device == app.device && is_start(event))?;
    let last = before[run..].iter().rev().filter(|event| event.device == app.device).find_map(screen);
    let installed = after.iter().position(|event| event.kind == AppEventKind::Installed)?;
    let since = &after[installed..];
    let is_on_it = |event: &&AppEvent| is_updated(since, event);
    let starts = since.iter().filter(is_on_it).filter(|event| is_start(event)).count();
    let is_wanted = |shown: &&str| last.is_none_or(|last| last == *shown);
    let shown = since.iter().filter(is_on_it).filter_map(screen).filter(is_wanted).count();
    (starts > 0 && shown > 0).then(|| NotSeenSince {
        installed_ms: after[installed].at_ms,
        built_ms: None,
        starts,
        screen: last.map(str::to_owned),
        shown: last.map_or(0, |_| shown),
    })
}

/// Whether the event's device had the app installed anew before.
fn is_updated(since: &[AppEvent], event: &AppEvent) -> bool {
    let mut before = since.iter().take_while(|other| other.at_ms <= event.at_ms);
    before.any(|other| other.device == event.device && other.kind == AppEventKind::Installed)
}

fn is_start(event: &AppEvent) -> bool {
    matches!(event.kind, AppEventKind::Started { .. })
}

fn screen(event: &AppEvent) -> Option<&str> {
    match &event.kind {
        AppEventKind::Shown { activity } => Some(activity),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CRASHED_MS: u64 = 1_000;

    fn event(at_ms: u64, device: &str, what: &str) -> AppEvent {
        let kind = match what {
            "installed" => AppEventKind::Installed,
            "started" => AppEventKind::Started { pid: 1 },
            activity => AppEventKind::Shown { activity: activity.to_owned() },
        };
        AppEvent { at_ms, device: device.into(), model: None, package: "a.b".into(), kind }
    }

    /// What is said of a crash on device `one`, of these events on it.
    fn told(events: &[(u64, &str)]) -> Option<(usize, Option<String>, usize)> {
        told_of(&events.iter().map(|(at, what)| event(*at, "one", what)).collect::<Vec<_>>())
    }

    fn told_of(events: &[AppEvent]) -> Option<(usize, Option<String>, usize)> {
        let app = AppRun { device: "one".into(), ..AppRun::default() };
        not_seen(&app, CRASHED_MS, events).map(|seen| (seen.starts, seen.screen, seen.shown))
    }

    #[test]
    fn a_later_build_that_showed_the_same_screen_counts() {
        let shelf = || Some("Shelf".to_owned());
        let used = [
            (800, "started"),
            (850, "Main"),
            (900, "Shelf"),
            (2_000, "installed"),
            (2_100, "started"),
            (2_200, "Shelf"),
        ];
        assert_eq!(told(&used), Some((1, shelf(), 1)));
        assert_eq!(told(&used[..5]), None, "the screen was not shown");
        assert_eq!(told(&[used[0], used[1], used[2], used[4], used[5]]), None, "the same app");
        assert_eq!(told(&used[3..]), None, "nobody saw how it was used before");
        let other = [(800, "started"), (900, "Shelf"), (2_000, "installed"), (2_100, "started"), (2_200, "Main")];
        assert_eq!(told(&other), None, "another screen");
    }

    #[test]
    fn a_crash_before_any_screen_is_compared_with_a_start_that_shows_one() {
        let before = (700, "Shelf"); // Of the run before.
        let failing = [before, (800, "started"), (2_000, "installed"), (2_100, "started")];
        assert_eq!(told(&failing), None);
        assert_eq!(told(&[&failing[..], &[(2_200, "Main")]].concat()), Some((1, None, 0)));
    }

    #[test]
    fn only_devices_with_the_new_build_count() {
        let used =
            [(800, "one", "started"), (900, "one", "Shelf"), (2_000, "two", "installed"), (2_100, "one", "started")];
        let mut events: Vec<AppEvent> = used.iter().map(|(at, device, what)| event(*at, device, what)).collect();
        events.push(event(2_200, "one", "Shelf"));
        assert_eq!(told_of(&events), None, "the old build was used");
        events.extend([event(2_300, "two", "started"), event(2_400, "two", "Shelf")]);
        assert_eq!(told_of(&events), Some((1, Some("Shelf".into()), 1)));
    }
}
