//! Limits the time of a tool call, the number of calls at a time and the size of a result.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use serde_json::{Value, json};

/// Largest result for a model, in bytes of JSON.
pub const LARGEST: usize = 8_000;

/// Threads of tools at a time, including calls that timed out and still run.
const THREADS: usize = 8;

/// Bytes that a shortened text keeps at least.
const SHORTEST: usize = 120;

/// The slots of this process.
static SLOTS: Slots = Slots { taken: AtomicUsize::new(0) };

thread_local! {
    static UNTIL: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Whether the tool in this thread should stop and return what it has. Loops and walks check this.
pub fn time_is_up() -> bool {
    time_left().is_zero()
}

/// Time left for the tool in this thread; a day where no tool runs.
pub fn time_left() -> Duration {
    let until = UNTIL.get();
    until.map_or(Duration::from_secs(86_400), |until| until.saturating_duration_since(Instant::now()))
}

/// [`THREADS`] slots.
struct Slots {
    taken: AtomicUsize,
}

/// One of them, released on drop.
struct Slot {
    slots: &'static Slots,
}

impl Slots {
    fn take(&'static self) -> Option<Slot> {
        let taken = self.taken.fetch_update(Ordering::AcqRel, Ordering::Acquire, |n| (n < THREADS).then_some(n + 1));
        taken.ok().map(|_| Slot { slots: self })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.taken.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Runs a tool in a thread and waits at most `most`. The tool's own limit is a fifth shorter, so that one that checks it
/// can still answer. A panic or a timeout becomes an error.
pub fn run(name: &'static str, most: Duration, tool: impl FnOnce() -> ToolResult + Send + 'static) -> ToolResult {
    run_in(&SLOTS, name, most, tool)
}

fn run_in(
    slots: &'static Slots,
    name: &'static str,
    most: Duration,
    tool: impl FnOnce() -> ToolResult + Send + 'static,
) -> ToolResult {
    let late = |why: String| ToolError::new(ToolErrorCode::ToolTimeout, why);
    let slot =
        slots.take().ok_or_else(|| late(format!("{name} was not started: {THREADS} earlier calls still run")))?;
    let (sender, receiver) = mpsc::sync_channel(1);
    let spawned = std::thread::Builder::new().name(format!("tool {name}")).spawn(move || {
        UNTIL.set(Some(Instant::now() + most.mul_f64(0.8)));
        let observed = catch_unwind(AssertUnwindSafe(tool)).unwrap_or_else(|_| {
            tracing::error!(tool = name, "panicked");
            Err(ToolError::new(ToolErrorCode::InternalError, format!("{name} failed: it panicked; the log has more")))
        });
        drop(slot);
        // The caller may have given up.
        let _ = sender.send(observed);
    });
    spawned.map_err(|e| ToolError::new(ToolErrorCode::InternalError, format!("{name} was not started: {e}")))?;
    receiver
        .recv_timeout(most)
        .unwrap_or_else(|_| Err(late(format!("{name} took more than {} s; ask for less", most.as_secs_f64()))))
}

/// The result, cut to [`LARGEST`] bytes of JSON if it is longer; its `note` then says so.
pub fn fit(mut data: Value) -> Value {
    let whole = size(&data);
    if whole <= LARGEST {
        return data;
    }
    let aim = LARGEST - 200;
    // Each round shortens the largest part; the number of rounds is bounded in any case.
    for _ in 0..400 {
        let over = size(&data).saturating_sub(aim);
        if over == 0 || !cut(&mut data, over) {
            break;
        }
    }
    let note = format!("cut: {whole} bytes are more than fit; ask for less");
    match &mut data {
        Value::Object(map) => {
            map.insert("note".to_owned(), Value::String(note.clone()));
        }
        other => {
            let cut = other.take();
            *other = json!({"data": cut, "note": note});
        }
    }
    // Very many small parts can't be shortened.
    if size(&data) <= LARGEST { data } else { json!({"note": note}) }
}

/// Removes about `over` bytes from the largest part. Returns false if nothing can be removed.
fn cut(value: &mut Value, over: usize) -> bool {
    match value {
        Value::String(text) => shorten(text, over),
        Value::Array(all) => {
            let sizes: Vec<usize> = all.iter().map(size).collect();
            let Some((at, largest)) = sizes.iter().copied().enumerate().max_by_key(|(_, size)| *size) else {
                return false;
            };
            // Shorten an item that makes up most of the list, else drop the last items.
            if largest * 2 > sizes.iter().sum() && cut(&mut all[at], over) {
                return true;
            }
            let mut gone = 0;
            while gone < over && all.len() > 1 {
                gone += all.pop().map_or(0, |one| size(&one) + 1);
            }
            gone > 0
        }
        Value::Object(map) => {
            let largest = map.values_mut().max_by_key(|one| size(one));
            largest.is_some_and(|one| cut(one, over))
        }
        _ => false,
    }
}

fn shorten(text: &mut String, over: usize) -> bool {
    if text.len() <= SHORTEST {
        return false;
    }
    // Its JSON is longer than the text because of escapes, so scale what to remove.
    let share = over.saturating_mul(text.len()) / size_of_text(text).max(1) + 1;
    let mut keep = text.len().saturating_sub(share).clamp(SHORTEST - '…'.len_utf8(), text.len() - '…'.len_utf8() - 1);
    while !text.is_char_boundary(keep) {
        keep -= 1;
    }
    text.truncate(keep);
    text.push('…');
    true
}

fn size_of_text(text: &str) -> usize {
    serde_json::to_string(text).map_or(text.len(), |json| json.len())
}

/// Bytes of its JSON.
pub fn size(value: &Value) -> usize {
    value.to_string().len()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    use rcad_core::agent::tools::ToolErrorCode;
    use serde_json::{Value, json};

    use super::{LARGEST, Slots, THREADS, fit, run, run_in, size, time_is_up, time_left};

    /// Slots that no other test uses.
    static OWN: Slots = Slots { taken: AtomicUsize::new(0) };

    #[test]
    fn a_tool_ends_well_or_by_panic_or_by_time() {
        assert_eq!(run("a", Duration::from_secs(60), || Ok(json!(1))), Ok(json!(1)));
        assert_eq!(
            run("b", Duration::from_secs(60), || panic!("on purpose")).unwrap_err().code,
            ToolErrorCode::InternalError
        );
        let begin = Instant::now();
        let (stop, stopped) = mpsc::channel::<()>();
        let late = run("c", Duration::from_millis(50), move || {
            let _ = stopped.recv();
            Ok(Value::Null)
        });
        assert_eq!(late.unwrap_err().code, ToolErrorCode::ToolTimeout);
        assert!(begin.elapsed() < Duration::from_secs(30));
        drop(stop);
        // One that looks at the clock answers in time with what it has.
        let looked = run("d", Duration::from_secs(1), || {
            assert!(time_left() < Duration::from_secs(1));
            while !time_is_up() {
                std::thread::yield_now();
            }
            Ok(json!("some"))
        });
        assert_eq!(looked, Ok(json!("some")));
        assert!(!time_is_up(), "no tool runs here");
    }

    #[test]
    fn threads_do_not_pile_up() {
        let mut stops = Vec::new();
        let mut stuck = || {
            let (stop, stopped) = mpsc::channel::<()>();
            stops.push(stop);
            run_in(&OWN, "stuck", Duration::from_millis(1), move || {
                let _ = stopped.recv();
                Ok(Value::Null)
            })
        };
        let refused =
            (0..=2 * THREADS).map(|_| stuck().unwrap_err()).filter(|e| e.message.contains("not started")).count();
        assert!(refused > THREADS, "only {refused} were refused");
        drop(stops);
        let begin = Instant::now();
        while run_in(&OWN, "free", Duration::from_secs(60), || Ok(json!(1))).is_err() {
            assert!(begin.elapsed() < Duration::from_secs(60), "their places are not given back");
            std::thread::yield_now();
        }
    }

    #[test]
    fn results_are_cut_from_their_largest_part_and_say_so() {
        let small = json!({"a": "x".repeat(7_000)});
        assert_eq!(fit(small.clone()), small);
        let line = "é\n\"".repeat(50);
        for large in [
            json!({"filePath": "a.kt", "content": "é\n".repeat(60_000)}),
            json!({"filePath": "a.kt", "matches": vec![json!({"line": 1, "text": line}); 5_000]}),
            json!({"filePath": "a.kt", "all": [{"name": "x".repeat(90_000)}, {"name": "y"}]}),
            json!({"filePath": "a.kt", "deep": [[[vec!["z".repeat(200); 300]]]]}),
            json!({"filePath": "a.kt", "numbers": (0..40_000).collect::<Vec<u32>>()}),
        ] {
            let cut = fit(large.clone());
            assert!(size(&cut) <= LARGEST, "{} of {}", size(&cut), size(&large));
            assert!(size(&cut) > LARGEST / 2, "no more than needed goes: {}", size(&cut));
            assert_eq!(cut["filePath"], "a.kt");
            assert!(cut["note"].as_str().unwrap().contains(&size(&large).to_string()));
        }
        let many: serde_json::Map<String, Value> = (0..3_000).map(|n| (n.to_string(), json!(n))).collect();
        assert!(size(&fit(Value::Object(many))) <= LARGEST, "nothing in it can be cut");
        assert!(size(&fit(json!("x".repeat(20_000)))) <= LARGEST);
    }
}
