//! The steps for what a program said: by its place, by words that mean the same whoever says them.

use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `cannot create regular file '../libs/a.aar': No such file or directory`
static NO_DIRECTORY: Pattern = Pattern::new(
    r"cannot (?:create|move|copy)[^\n']*['‘](?P<path>[^'’\n]+)[/\\][^'’/\\\n]+['’][^\n]*: No such file or directory",
);

/// What such lines mean: words, and the step.
const STEPS: &[(&str, &str)] = &[
    (
        "not a git repository",
        "Build in a clone with its `.git` directory (not in a downloaded archive; in Docker copy `.git` as well), or let the script do without git.",
    ),
    (
        "detected dubious ownership",
        "Tell git that the directory is yours: `git config --global --add safe.directory '*'` in the container, or change its owner.",
    ),
    (
        "ermission denied",
        "Make the file that it names executable or readable for the user that builds (`chmod +x`, also in version control: `git update-index --chmod=+x`).",
    ),
    (
        "Exec format error",
        "The program is made for another processor or has no `#!` line: install the one for this machine.",
    ),
    (
        "command not found",
        "Install the program that it names, or put it on the `PATH` of the Gradle daemon (`./gradlew --stop` after a change).",
    ),
    ("Connection refused", "Start the server that it wants to reach, or correct host and port: nothing listens there."),
];

/// The steps of a failure with the detail `said_by_program`; `placed` where its file is the one that the program refuses.
pub fn of(failure: &mut Failure, program: bool, placed: bool) -> Vec<String> {
    let said = failure.details.get("said_by_program").cloned().unwrap_or_default();
    let mut steps = Vec::new();
    if let Some(found) = NO_DIRECTORY.captures(&said) {
        failure.details.insert("parent".to_owned(), found["path"].to_owned());
        steps.push("Create the directory before the command runs: `mkdir -p {parent}` (relative to the directory in which it runs).".to_owned());
    } else if let Some((_, step)) = STEPS.iter().find(|(words, _)| said.contains(words)) {
        steps.push((*step).to_owned());
    }
    if failure.file.is_some() && placed {
        let place = if failure.line.is_some() { "line {line} of `{name}`" } else { "`{name}`" };
        steps.push(format!("Correct {place} as the message says; if that file is generated or a package's, what generates it or the package's version."));
    }
    let by_hand = if program {
        "Run `{command}` by hand with the same arguments, in the directory in which the task runs it, to see all of its output; Gradle fails only because of it."
    } else {
        "Correct what it says; `./gradlew {task} --info` shows all that the task printed."
    };
    steps.push(by_hand.to_owned());
    steps
}
