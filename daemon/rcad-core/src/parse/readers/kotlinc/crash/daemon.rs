//! Why a compilation in the Kotlin daemon failed: what Gradle says first is often nothing (`null`); the causes below tell.

use super::super::messages;
use super::LOOKED_AT;
use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::{Pattern, classify};

/// `Caused by: java.lang.OutOfMemoryError: Java heap space`
static CAUSE: Pattern =
    Pattern::new(r"^\s*Caused by: (?P<cause>(?:[a-z_][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:: .+)?)$");

/// Takes the deepest cause below the message for the reason.
pub fn tell(lines: &Lines, at: usize, failure: &mut Failure) {
    if !failure.message.starts_with("Daemon compilation failed") {
        return;
    }
    let below = (at + 1..(at + LOOKED_AT).min(lines.len())).map(|index| (index, lines.get(index)));
    let below = below.take_while(|(_, line)| !line.starts_with("e: ") && !line.starts_with("FAILURE: "));
    let last = below.filter_map(|(index, line)| Some((index, CAUSE.captures(line)?["cause"].to_owned()))).last();
    let Some((index, cause)) = last else {
        if failure.details.get("reason").is_some_and(|reason| reason == "null") {
            failure.say(
                "The Kotlin daemon, which compiles in a process of its own, broke off without a reason; the trace below this line with its `Caused by:` lines is not in this text. Usually its caches for incremental compilation are damaged (after a build that was broken off, or with project and sources on two drives).",
                &[
                    "Run `./gradlew --stop`, delete the `build` folders, and build again.",
                    "If it comes back, set `kotlin.incremental=false` in gradle.properties, and read the last `Caused by:` of the whole log.",
                ],
            );
        }
        return;
    };
    failure.evidence.push(lines.evidence(index));
    failure.details.insert("reason".to_owned(), cause.clone());
    failure.details.insert("root_exception".to_owned(), cause.clone());
    let category = failure.category;
    if classify(&messages::CRASHES, &cause, failure).is_none() || failure.wording.is_none() {
        failure.category = category;
        failure.say(
            "The Kotlin daemon, which compiles in a process of its own, broke off with {root_exception}.",
            &[
                "Run `./gradlew --stop`, delete this module's `build` folder, and build again: damaged caches of an earlier build are the usual reason.",
                "If it stays, compile in Gradle's own process to see the compiler's full message: `kotlin.compiler.execution.strategy=in-process` in gradle.properties.",
            ],
        );
    }
    if failure.category == Category::GradleJdkIncompatible && !failure.details.contains_key("major") {
        failure.category = category;
    }
}

#[cfg(test)]
mod tests {
    fn told(cause: &str) -> String {
        let log = format!(
            "e: Daemon compilation failed: null\njava.lang.Exception\n\tat org.jetbrains.kotlin.daemon.common.CompileService.get(CompileService.kt:69)\n{cause}"
        );
        crate::explain::told(&log)
    }

    #[test]
    fn the_deepest_cause_tells() {
        let heap = told(
            "Caused by: java.lang.AssertionError: a\n\tat a.B.c(B.kt:1)\nCaused by: java.lang.OutOfMemoryError: GC overhead limit exceeded\n",
        );
        assert!(heap.contains("ran out of memory") && heap.contains("kotlin.daemon.jvmargs"), "{heap}");
        let other = told("Caused by: java.lang.IllegalArgumentException: no shelf\n");
        assert!(other.contains("IllegalArgumentException: no shelf"), "{other}");
        let none = told("");
        assert!(none.contains("without a reason"), "{none}");
    }
}
