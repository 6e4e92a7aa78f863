//! What stands in a trace in the place of frames that somebody left out.

use crate::parse::input::lines::Lines;

/// Words by which people say that they left frames out.
const LEFT_OUT: &[&str] = &["snip", "snipped", "cut", "omitted", "truncated", "skipped", "shortened"];

/// Words of such a remark at most.
const REMARK: usize = 5;

/// `....`, `[...]`, `<snip>`, `// … more frames`, `[truncated]`: in the place of frames that somebody left out.
pub fn is_left_out(text: &str) -> bool {
    let bare = text.trim_start_matches(['/', '#']).trim();
    let inner = bare.trim_matches(['[', ']', '(', ')', '<', '>', '-', ' ']);
    if inner.contains([':', '=', '(', '/', '@', '$']) || inner.split_whitespace().count() > REMARK {
        return false;
    }
    let bracketed = inner.len() < bare.len();
    let dotted = inner.starts_with("...") || inner.ends_with("...") || inner.contains('…');
    let said = |word: &str| LEFT_OUT.contains(&word.to_ascii_lowercase().as_str());
    dotted || if bracketed { inner.split_whitespace().any(said) } else { LEFT_OUT.contains(&inner) }
}

/// Whether a cause follows at once: what stands before it, in the place of frames, ends no trace.
pub fn is_before_a_cause(lines: &Lines, at: usize) -> bool {
    let next = lines.following(at).map_or("", |next| lines.get(next));
    let text = lines.get(at);
    next.trim_start().starts_with("Caused by: ") && !text.contains("xception") && !text.contains("rror")
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn frames_that_somebody_left_out_end_no_trace() {
        for mark in ["....", "[...]", "…", "<snip>", "// ... more frames", "[truncated]", "……", "(frames omitted)"]
        {
            let log = format!(
                "org.gradle.api.tasks.TaskExecutionException: Execution failed for task ':shelve'.\n        {mark}\nCaused by: org.gradle.api.GradleException: Failed to run\n        at com.example.tool.ShelveTask.start(ShelveTask.java:211)\n        {mark}\nCaused by: java.lang.IllegalStateException: no shelf in 'basket'\n        at com.example.tool.ShelveTask.find(ShelveTask.java:564)\n"
            );
            let failures = parse(&log).failures;
            let [root] = &failures[..] else { panic!("{mark}: {failures:?}") };
            assert_eq!((root.line, root.task.as_deref()), (Some(564), Some(":shelve")), "{mark}");
        }
    }

    #[test]
    fn whatever_stands_before_a_cause_ends_no_trace() {
        let log = |between: &str| {
            format!(
                "java.lang.RuntimeException: no till\n    at com.example.Till.open(Till.java:7)\n    {between}\nCaused by: java.lang.IllegalStateException: no key\n    at com.example.Key.turn(Key.java:9)\n"
            )
        };
        for between in ["und so weiter", "(17 more)", "I left some out here"] {
            let failures = parse(&log(between)).failures;
            let [root] = &failures[..] else { panic!("{between}: {failures:?}") };
            assert!(root.message.contains("no key"), "{between}: {root:?}");
        }
    }
}
