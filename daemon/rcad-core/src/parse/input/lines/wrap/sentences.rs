//! Sentences that tools print in one line, wherever a mail program or a narrow window broke them.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::parse::input::lines::prefix;

/// The sentences, or their beginnings and ends.
const SENTENCES: &[&str] = &[
    "Error retrieving parent for item: No resource found that matches the given name",
    "No resource found that matches the given name",
    "No resource identifier found for attribute",
    "has already been defined",
    "Manifest merger failed",
    "cannot be smaller than version",
    "Could not find method",
    "Could not get unknown property",
    "Could not resolve all files for configuration",
    "Could not resolve all dependencies for configuration",
    "A problem occurred evaluating",
    "A problem occurred configuring",
    "Execution failed for task",
    "What went wrong:",
    "was compiled with an incompatible version of Kotlin",
    "does not implement abstract member",
    "does not implement abstract base class member",
    "is not abstract and does not override abstract method",
    "None of the following functions can be called with the arguments supplied",
    "cannot be provided without an @Inject constructor",
    "Cannot find the setter for attribute",
    "Duplicate class",
    "found in modules",
    "is defined multiple times",
    "Unable to start activity ComponentInfo",
    "Unable to instantiate activity ComponentInfo",
    "Attempt to invoke virtual method",
    "Attempt to invoke interface method",
    "on a null object reference",
    "cannot be cast to",
    "has not been initialized",
    "have you declared this activity in your AndroidManifest.xml",
    "Binary XML file line",
    "Error inflating class",
    "Didn't find class",
    "Android Gradle plugin requires Java 11 to run. You are currently using Java",
    "Android Gradle plugin requires Java 17 to run. You are currently using Java",
    "Android resource linking failed",
    "An exception occurred applying plugin request",
    "A failure occurred while executing",
    "Could not determine the dependencies of task",
    "Could not resolve all artifacts for configuration",
    "Failed to apply plugin",
    "invalid source release",
    "invalid target release",
    "SDK location not found. Define a valid SDK location with an ANDROID_HOME environment variable or by setting the sdk.dir path in your project's local properties file at",
    "Inconsistent JVM-target compatibility detected for tasks",
    "Unsupported class file major version",
    "A problem occurred starting process",
    "finished with non-zero exit value",
    "Process completed with exit code",
];

/// Two neighbouring words of these sentences, with the sentence and the end of the first of them.
type Pairs = HashMap<(&'static str, &'static str), Vec<(&'static str, usize)>>;

static PAIRS: LazyLock<Pairs> = LazyLock::new(|| {
    let mut pairs = Pairs::new();
    for sentence in SENTENCES {
        for (end, _) in sentence.match_indices(' ') {
            let last = sentence[..end].rsplit(' ').next().unwrap_or_default();
            let first = sentence[end + 1..].split(' ').next().unwrap_or_default();
            pairs.entry((last, first)).or_default().push((sentence, end));
        }
    }
    pairs
});

/// Where the rest of a sentence that the line begins stands on the next one.
pub fn is_inside_a_sentence(line: &str, next: &str) -> bool {
    let line = line.trim_end();
    let word = |letter: char| letter.is_ascii_alphabetic() || matches!(letter, '@' | '\'' | ':');
    if !line.ends_with(word) {
        return false;
    }
    let next = prefix::strip_prefixes(next).trim_start();
    let last = line.rsplit(' ').next().unwrap_or(line);
    let first = next.split(' ').next().unwrap_or(next);
    let Some(broken) = PAIRS.get(&(last, first)) else { return false };
    broken.iter().any(|(sentence, end)| {
        let (left, right) = sentence.split_at(*end);
        line.strip_suffix(left).is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric()))
            && next.starts_with(right.trim_start())
    })
}
