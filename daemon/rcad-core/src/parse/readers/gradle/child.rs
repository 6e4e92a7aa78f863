//! What a program that the build runs said before it ended with an error: its own line above Gradle's block.

use crate::Category as C;
use crate::model::failure::{Failure, Wording};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Lines above a block in which the program's words are looked for.
const ABOVE: usize = 40;

/// `cp: cannot create regular file 'a/b': No such file or directory`, `fatal: not a git repository`, `Error: Cannot find …`,
/// `make: *** No rule to make target 'all'.  Stop.`, `ModuleNotFoundError: No module named 'basket'`,
/// `src/cart.tsx(12,9): error TS2322: Type …`, `lib/a.js:3:5: error: …`, `Target kernel_snapshot failed: …`, `npm ERR! code E404`
static SAID: Pattern = Pattern::new(concat!(
    r"^\s*(?P<said>(?:(?:/[A-Za-z0-9_./-]+/)?(?:\./)?[a-z][A-Za-z0-9_.+-]*(?: line [0-9]+|: line [0-9]+)?: (?:cannot |can't |error: |fatal: |unable to |[^\n]*(?:No such file or directory|[Pp]ermission denied|Operation not permitted|not found|is not recognized|Text file busy|Exec format error))[^\n]*",
    r"|(?:fatal|FATAL|[Ee]rror|ERROR): \S[^\n]*",
    r"|[^\s:()]+\.[A-Za-z]{1,5}(?:\([0-9]+,[0-9]+\)|:[0-9]+(?::[0-9]+)?) ?(?::|-)? (?:fatal )?error:? [^\n]+|Target [a-z_]+ failed: [^\n]+",
    r"|(?:npm|pnpm|yarn) (?:ERR!|error) [^\n]+|(?:✘|✖|×) ?(?:\[ERROR\])? ?\S[^\n]+|\[(?:ERROR|error|!)\] \S[^\n]+|ERR_[A-Z_]+ [^\n]+|error\[[A-Z0-9]+\]: [^\n]+",
    r"|(?:thread '[^']*' panicked at|panic:|Unhandled exception:|Uncaught) [^\n]+",
    r"|make(?:\[[0-9]+\])?: \*\*\* [^\n]+",
    r"|(?:[A-Za-z]+\.)*[A-Z][A-Za-z]*(?:Error|Exception): \S[^\n]*))$",
));

/// `src/cart.tsx(12,9): error`, `lib/a.js:3:5: error`
static PLACE: Pattern = Pattern::new(r"^(?P<file>[^\s:()]+\.[A-Za-z]{1,5})[:(](?P<line>[0-9]+)[:,)]");

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
        "Permission denied",
        "Make the file that `{said}` names executable or readable for the user that builds (`chmod +x`, also in version control: `git update-index --chmod=+x`).",
    ),
    (
        "permission denied",
        "Make the file that `{said}` names executable or readable for the user that builds (`chmod +x`, also in version control: `git update-index --chmod=+x`).",
    ),
    (
        "Exec format error",
        "The program is made for another processor or has no `#!` line: install the one for this machine.",
    ),
    (
        "not found",
        "Install the program that “{said}” names, or put it on the `PATH` of the Gradle daemon (`./gradlew --stop` after a change).",
    ),
];

/// Adds to the failure of a program what the program said above the block at `block`.
pub fn said_above(lines: &Lines, block: usize, failure: &mut Failure) {
    let about = [C::GradleTaskFailed, C::GradleExternalProcess].contains(&failure.category);
    if !about || !failure.details.contains_key("command") || !failure.details.contains_key("exit") {
        return;
    }
    let boundary = |index: &usize| {
        let line = lines.get(*index);
        line.starts_with("> Task :") || line.starts_with("BUILD ") || line.starts_with("=====")
    };
    let above = (block.saturating_sub(ABOVE)..block).rev().take_while(|index| !boundary(index));
    // What comes later mostly follows from the first.
    let found =
        above.filter_map(|index| Some((index, SAID.captures(lines.get(index))?["said"].trim().to_owned()))).last();
    let evaluated = failure.task.is_none() && failure.details.contains_key("project");
    let runs = if evaluated { "that a build script runs while {project} is configured" } else { "that the build runs" };
    let runs = if failure.task.is_some() { "that `{task}` runs" } else { runs };
    let Some((at, said)) = found else {
        if evaluated {
            failure.wording = Some(Wording {
                cause: format!(
                    "The command `{{command}}` {runs} ended with exit code {{exit}}. What it printed says more."
                ),
                fixes: Vec::new(),
            });
        }
        return;
    };
    failure.evidence.push(lines.evidence(at));
    failure.details.insert("said_by_program".to_owned(), said.trim_end_matches('.').to_owned());
    let mut fixes = Vec::new();
    if let Some(found) = PLACE.captures(&said).filter(|_| failure.task.is_some()) {
        failure.file = Some(found["file"].to_owned());
        failure.line = found["line"].parse().ok();
    }
    if let Some(found) = NO_DIRECTORY.captures(&said) {
        failure.details.insert("parent".to_owned(), found["path"].to_owned());
        fixes.push("Create the directory before the command runs: `mkdir -p {parent}` (relative to the directory in which `{command}` runs).".to_owned());
    } else if let Some((_, step)) = STEPS.iter().find(|(words, _)| said.contains(words)) {
        fixes.push(step.replace("{said}", "{said_by_program}"));
    }
    fixes.push("Correct what it says, and run `{command}` by hand with the same arguments to see all of its output; Gradle fails only because of it.".to_owned());
    failure.wording = Some(Wording {
        cause: format!(
            "The command `{{command}}` {runs} ended with exit code {{exit}}. It says: “{{said_by_program}}”."
        ),
        fixes,
    });
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn the_programs_own_error_is_named_with_its_place() {
        let log = |said: &str| {
            format!(
                "> Task :web:bundle FAILED\n{said}\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':web:bundle'.\n> Process 'command 'shelve'' finished with non-zero exit value 2\n"
            )
        };
        for (said, file, line) in [
            (
                "src/cart.tsx(12,9): error TS2322: Type 'string' is not assignable to type 'number'.",
                Some("src/cart.tsx"),
                Some(12),
            ),
            ("Target basket_bundle failed: Error: Unable to read file: /p/basket.ttf", None, None),
            ("pnpm ERR! no such basket", None, None),
            ("✘ [ERROR] Could not resolve \"./basket\"", None, None),
        ] {
            let root = parse(&log(said)).failures.remove(0);
            assert_eq!((root.file.as_deref(), root.line), (file, line), "{said}");
            assert!(root.details.contains_key("said_by_program"), "{said}: {root:?}");
        }
    }
}
