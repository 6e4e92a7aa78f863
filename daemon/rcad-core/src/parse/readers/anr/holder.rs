//! The thread that holds the lock for which the main thread waits: what it does meanwhile, where the same traces show it.

use super::super::stack_trace::{own, trace};
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `"pool-2-thread-1" prio=5 tid=24 Native`, `"Binder:300_4" daemon prio=5 tid=24 Blocked`, `"worker" tid=24 Waiting`
static THREAD: Pattern =
    Pattern::new(r#"^\s*"(?P<name>[^"]+)" (?:daemon )?(?:prio=[0-9]+ )?tid=(?P<tid>[0-9]+) (?P<state>[A-Za-z_]+)"#);

/// `- waiting to lock <0x0434f83d> (a java.lang.Object) held by thread 49`
pub static LOCK: Pattern = Pattern::new(
    r"- waiting to lock <[^>]*>(?: \((?:a )?(?P<lock>[^)]+)\))? held by (?:thread |threadid=|tid=)(?P<holder>[0-9]+)(?: \((?P<name>[^)]*)\))?",
);

/// Lines below the main thread in which the other threads are looked for.
const TRACES: usize = 20_000;

/// Lines of one thread.
const FRAMES: usize = 120;

/// Tells what the thread does whose number is known. `package` is the prefix of the app's classes.
pub fn tell(lines: &Lines, from: usize, package: Option<&str>, failure: &mut Failure) {
    let holder = failure.details.get("holder").cloned().unwrap_or_default();
    let Some(number) = holder.split(' ').next().filter(|number| !number.is_empty()) else { return };
    let end = lines.len().min(from + TRACES);
    let is_it = |index: &usize| THREAD.captures(lines.get(*index)).is_some_and(|found| &found["tid"] == number);
    let Some(head) = (from..end).find(is_it) else { return };
    let mut tell = |name: &str, value: String| failure.details.insert(name.to_owned(), value);
    if let Some(found) = THREAD.captures(lines.get(head)) {
        tell("holder_name", found["name"].to_owned());
    }
    let mut frames = Vec::new();
    for index in head + 1..end.min(head + FRAMES) {
        let line = lines.get(index).trim();
        if line.is_empty() || line.starts_with('"') {
            break;
        }
        if let Some(found) = LOCK.captures(line).filter(|_| frames.len() <= 2) {
            let by = found["holder"].to_owned();
            tell(if by == "1" { "deadlock" } else { "holder_waits" }, by);
        }
        frames.extend(trace::frame(line, index));
    }
    let placed = || frames.iter().enumerate().filter(|(_, frame)| frame.place.is_some());
    let own = placed().find(|(_, frame)| own::is_own_frame(frame, package));
    let Some((at, frame)) = own.or_else(|| placed().find(|(_, frame)| !waits(frame))) else { return };
    tell("holder_at", own::name(frame));
    if let Some((file, line)) = &frame.place {
        tell("holder_place", format!("{file}:{line}"));
    }
    if let Some(called) = at.checked_sub(1).and_then(|above| frames.get(above)) {
        tell("holder_api", own::name(called));
    }
    failure.evidence.push(lines.evidence(frame.index));
}

/// Whether a function only waits; its caller shows for what.
pub fn waits(frame: &trace::Frame) -> bool {
    let waiting = ["java.util.concurrent.", "sun.misc.Unsafe", "jdk.internal.misc.Unsafe"];
    waiting.iter().any(|start| frame.class.starts_with(start))
        || matches!(
            frame.method.trim_end_matches(['!', '$']),
            "wait" | "sleep" | "join" | "park" | "parkFor" | "parkUntil"
        )
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    const MAIN: &str = "\"main\" prio=5 tid=1 Blocked\n  at com.example.basket.Shelf.load(Shelf.kt:50)\n\
        \x20 - waiting to lock <0x0d1f> (a com.example.basket.Shelf) held by thread 24\n  at com.example.basket.Main.onResume(Main.kt:8)\n\n";

    fn told(other: &str) -> (String, String) {
        let told = explain(&parse(&format!("{MAIN}{other}")).failures[0]);
        (told.root_cause, told.fixes[0].clone())
    }

    #[test]
    fn what_the_holder_of_the_lock_does_is_told() {
        let (cause, fix) = told(
            "\"pool-2-thread-1\" daemon prio=5 tid=24 Native\n  at java.net.SocketInputStream.socketRead0(Native method)\n\
            \x20 at com.example.basket.Sync.pull(Sync.kt:33)\n  - locked <0x0d1f> (a com.example.basket.Shelf)\n",
        );
        assert!(cause.contains("thread 24 (`pool-2-thread-1`)") && cause.contains("`Sync.pull`"), "{cause}");
        assert!(fix.contains("Sync.kt:33") && fix.contains("SocketInputStream.socketRead0"), "{fix}");
    }

    #[test]
    fn two_threads_that_wait_for_each_other_are_a_deadlock() {
        let (cause, _) = told(
            "\"sync\" prio=5 tid=24 Blocked\n  at com.example.basket.Sync.pull(Sync.kt:33)\n\
            \x20 - waiting to lock <0x01> (a com.example.basket.Main) held by thread 1\n",
        );
        assert!(cause.contains("a deadlock"), "{cause}");
        assert!(told("").1.starts_with("Look at thread 24"), "the traces do not show it");
    }
}
