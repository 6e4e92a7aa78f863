//! Faults that tests inject into debug builds with `RCAD_FAULT`; release builds have none of this.
//!
//! `RCAD_FAULT=capture@1-1-7:panic;agent:hang` makes the point `capture` panic whenever its detail holds `1-1-7`, and the
//! point `agent` never return. Actions: `panic`, `panic-once`, `hang`, `abort`; `hurry` cuts a worker's
//! rests short.

use std::time::Duration;

/// A rest that a test cuts short.
const HURRY: Duration = Duration::from_millis(200);

/// The time after which a worker counts as stuck; zero if a test makes one hang.
pub fn limit(limit: Duration) -> Duration {
    let hangs = cfg!(debug_assertions) && std::env::var("RCAD_FAULT").is_ok_and(|faults| faults.contains(":hang"));
    if hangs { Duration::ZERO } else { limit }
}

/// How long a worker rests; a moment if a test hurries it.
pub fn rest(worker: &str, usual: Duration) -> Duration {
    let hurries = |faults: String| faults.contains(&format!("{worker}:hurry"));
    if cfg!(debug_assertions) && std::env::var("RCAD_FAULT").is_ok_and(hurries) { HURRY } else { usual }
}

/// A point where a fault may be injected; `detail` says what is being worked on.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub fn point(_name: &str, _detail: &str) {}

/// A point where a fault may be injected; `detail` says what is being worked on.
#[cfg(debug_assertions)]
pub fn point(name: &str, detail: &str) {
    let Ok(faults) = std::env::var("RCAD_FAULT") else { return };
    if let Some(action) = action(&faults, name, detail) {
        perform(action, name);
    }
}

#[cfg(debug_assertions)]
fn action<'f>(faults: &'f str, name: &str, detail: &str) -> Option<&'f str> {
    faults.split(';').filter_map(|fault| fault.split_once(':')).find_map(|(point, action)| {
        let (at, only) = point.split_once('@').unwrap_or((point, ""));
        (at == name && detail.contains(only)).then_some(action)
    })
}

#[cfg(debug_assertions)]
fn perform(action: &str, name: &str) {
    use std::collections::HashSet;
    use std::sync::{Mutex, PoisonError};
    static DONE: Mutex<Option<HashSet<String>>> = Mutex::new(None);
    match action {
        "panic" => panic!("a test's fault in {name}"),
        "panic-once" => {
            let first = {
                let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
                done.get_or_insert_default().insert(name.to_owned())
            };
            assert!(!first, "a test's fault in {name}");
        }
        "abort" => std::process::abort(),
        "hang" => loop {
            std::thread::park();
        },
        _ => {}
    }
}

#[cfg(test)]
#[cfg(debug_assertions)]
mod tests {
    use super::action;

    #[test]
    fn a_fault_is_for_its_point_and_detail_alone() {
        let faults = "capture@poison:panic;agent:hang";
        assert_eq!(action(faults, "capture", "1-poison.failed.json"), Some("panic"));
        assert_eq!(action(faults, "capture", "2.failed.json"), None);
        assert_eq!(action(faults, "agent", ""), Some("hang"));
        assert_eq!(action("", "agent", ""), None);
    }
}
