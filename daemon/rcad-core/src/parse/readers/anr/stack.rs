//! The main thread's stack alone, without the line that names the thread, as people copy it from the Play Console.

use crate::parse::input::lines::Lines;
use crate::parse::reader::ReaderMatch;
use crate::parse::readers::stack_trace::trace::frame;

/// Where the stack of each app's main thread ends.
const MAIN: &str = "android.app.ActivityThread.main";

/// What the line that names a thread has, and what only whole reports and crashes have.
const OF_OTHERS: &[&str] = &["prio=", "tid=", "Exception", "BUILD SUCCESSFUL"];

/// Frames in a row that are a stack's.
const FEWEST: usize = 3;

/// Reads such a stack, where it shows that the thread waits, and the lines with one that names the thread; nothing where other
/// lines are the most.
pub fn read(lines: &Lines) -> Option<(Lines, ReaderMatch)> {
    let text = lines.text();
    let state = if text.contains("- waiting to lock <") {
        "Blocked"
    } else if text.contains("- waiting on <") {
        "Waiting"
    } else {
        return None;
    };
    if OF_OTHERS.iter().any(|part| text.contains(part)) || !text.contains(MAIN) {
        return None;
    }
    let belongs = |at: &usize| {
        let line = lines.get(*at).trim_start();
        line.starts_with("- ") || frame(line, *at).is_some()
    };
    let stack: Vec<usize> = lines.filled(0..lines.len()).filter(belongs).collect();
    let first = *stack.first()?;
    if stack.len() < FEWEST || stack.len() * 2 < lines.filled(0..lines.len()).count() {
        return None;
    }
    let head = format!("\"main\" tid=1 {state}");
    let named: Vec<&str> = std::iter::once(head.as_str()).chain(stack.iter().map(|at| lines.get(*at))).collect();
    let numbers: Vec<u32> = std::iter::once(first).chain(stack.iter().copied()).map(|at| lines.number(at)).collect();
    let named = Lines::numbered(&named.join("\n"), Some(&numbers));
    let mut found = super::read(&named, 0)?;
    found.failure.evidence.retain(|line| line.text != head);
    found.failure.message = lines.get(first).trim().to_owned();
    Some((named, found))
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    const STACK: &str = "  at java.lang.Object.wait! (Native method)\n- waiting on <0x0a12> (a java.lang.Object)\n  at com.example.shelf.Store.load (Store.kt:12)\n  at android.os.Looper.loop (Looper.java:175)\n  at android.app.ActivityThread.main (ActivityThread.java:5430)\n";

    #[test]
    fn a_main_thread_that_waits_is_one_that_does_not_respond() {
        let failure = parse(&format!("The console shows this:\n\n{STACK}")).failures.remove(0);
        let place = (failure.category, failure.file.as_deref(), failure.line);
        assert_eq!(place, (Category::Anr, Some("Store.kt"), Some(12)));
        let told = crate::explain::answer(STACK);
        assert!(told.contains("Store.load"), "{told}");
    }

    #[test]
    fn what_rules_know_of_its_frames_is_told() {
        let waits = "java.util.concurrent.CountDownLatch.await (CountDownLatch.java:203)\n  at ".repeat(12);
        let stack = STACK.replace(
            "com.example.shelf.Store.load (Store.kt:12)",
            &format!("{waits}android.app.QueuedWork.waitToFinish (QueuedWork.java:88)"),
        );
        assert!(crate::explain::answer(&stack).contains("`QueuedWork.waitToFinish`"));
    }

    #[test]
    fn other_threads_and_stacks_that_run_are_none() {
        let worker = STACK.replace("android.app.ActivityThread.main (ActivityThread", "java.lang.Thread.run (Thread");
        assert!(parse(&worker).failures.iter().all(|one| one.category != Category::Anr));
        let runs = STACK.replace("- waiting on <0x0a12> (a java.lang.Object)\n", "");
        assert!(parse(&runs).failures.iter().all(|one| one.category != Category::Anr));
    }
}
