//! What the programs that run a build say when it has failed. Says nothing of why.

use crate::pattern::Pattern;

/// Their last words: Flutter, Cordova, Docker, Unity, CI servers, fastlane,
/// buildozer, Qt, sbt, F-Droid.
static STATED: Pattern = Pattern::new(concat!(
    r"Gradle task (?P<task>[A-Za-z:]+) failed with exit code [0-9]+",
    r"|(?:^|: |\s)Command failed(?: with exit code [1-9][0-9]*|: (?:\./)?gradlew)|^\W*Error code [0-9]+ for command: ",
    r"|did not complete successfully: exit code: [0-9]+|returned a non-zero code: [0-9]+|^(?:Rethrow as )?(?:UnityEditor\.)?[A-Za-z.]*InvokationFailure: |GradleInvokationException: ",
    r"|^(?:\[!\] |##\[error\])?(?:Error: )?Process completed with exit code [1-9]|^ERROR: Job failed|^Finished: FAILURE$|^Build step '[^']+' marked build as failure",
    r"|^Gradle build failed with unknown error\. See logs for the|^error Failed to install the app|^Error: The process '[^']*gradlew?(?:\.bat)?' failed with exit code|TaskExecutionLogger\] > Task (?P<task2>:\S+) FAILED$",
    r"|fastlane finished with errors$|^(?:# )?Buildozer failed to execute the last command|^Building the android package failed!|^\[error\] Total time: |Could not build app [A-Za-z0-9_.]+: Error |Command (?:\./)?gradlew(?:\.bat)? failed with exit code [1-9]",
));

/// Whether a program that ran the build says in this line that it failed.
pub fn is_stated(line: &str) -> bool {
    STATED.is_match(line)
}

/// The task that such a line names.
pub fn stated_task(line: &str) -> Option<String> {
    let found = STATED.captures(line)?;
    Some(found.name("task").or_else(|| found.name("task2"))?.as_str().to_owned())
}
