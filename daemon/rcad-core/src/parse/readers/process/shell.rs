//! Reads what shells say of a program that they do not find, or may not run.

use super::brought::BROUGHT;
use crate::Category;
use crate::model::failure::{Failure, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::parse::reader::ReaderMatch;
use crate::pattern::Pattern;

/// `adb: command not found`, `./run.sh: line 17: adb: command not found`, `sh: 1: node: not found`,
/// `/usr/bin/env: 'python': No such file or directory`
static UNIX: Pattern = Pattern::new(concat!(
    r"^(?:-?(?P<script>[A-Za-z0-9_./~-]+): (?:(?:line )?(?P<line>[0-9]+): )?(?:[A-Za-z0-9_.~-]*/[A-Za-z0-9_./-]+: )?)?",
    r"(?:(?P<missing>[A-Za-z][A-Za-z0-9_.+-]*): command not found",
    r"|(?P<missing2>[A-Za-z/][A-Za-z0-9_/.+-]*): not found|'?(?P<missing3>[A-Za-z][A-Za-z0-9_.+-]*)'?: No such file or directory)$",
));

/// `zsh: command not found: adb`, `fish: Unknown command: adb`, `Command 'adb' not found, but can be installed with:`
static NAMED_LAST: Pattern = Pattern::new(
    r"^(?:(?:zsh|fish|bash): )?(?:command not found|Unknown command): (?P<missing>[A-Za-z][A-Za-z0-9_.+-]*)$|^Command '(?P<missing2>[A-Za-z][A-Za-z0-9_.+-]*)' not found, but can be",
);

/// `'adb' is not recognized as an internal or external command,`, `adb : The term 'adb' is not recognized as the name of a cmdlet`
static WINDOWS: Pattern = Pattern::new(
    r"^(?:[^:]{1,80} : )?(?:The term )?'?(?P<missing>[A-Za-z][A-Za-z0-9_.+-]*)'? is not recognized as (?:an internal or external command|(?:the|a) name of a cmdlet)",
);

/// `zsh: permission denied: ./gradlew`
static DENIED: Pattern = Pattern::new(r"^(?:zsh|fish|bash): [Pp]ermission denied: (?P<missing>\./gradlew)$");

/// Programs that run what stands in a script's first line or in a command, and so name what is missing.
const RUNNERS: &[&str] = &["sh", "bash", "zsh", "ash", "dash", "env", "fish"];

/// Whether such a line says it, and of what.
pub fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at).trim();
    if DENIED.is_match(line) {
        return found(lines, at, denied(line));
    }
    let windows = WINDOWS.captures(line);
    let unix = UNIX.captures(line).filter(|found| is_shells(found));
    let named = NAMED_LAST.captures(line).or(windows).or(unix)?;
    let missing = ["missing", "missing2", "missing3"].iter().find_map(|name| named.name(name))?.as_str();
    if missing.trim_end_matches(".bat") == "gradlew" {
        // Windows looks into the current directory, and has rules of its own.
        return if line.contains("recognized as") { None } else { found(lines, at, uncalled(line)) };
    }
    let mut failure = Failure::new(Category::GradleExternalProcess, Language::Unknown, line);
    failure.symbol = Some(missing.to_owned());
    let script = named.name("script").map(|script| script.as_str()).filter(|script| !is_runner(script));
    failure.file = script.map(str::to_owned);
    failure.line = named.name("line").filter(|_| script.is_some()).and_then(|line| line.as_str().parse().ok());
    let gradles = is_gradles(lines);
    failure.wording = Some(wording(gradles, missing, script.is_some()));
    if !gradles {
        failure.category = Category::Other;
    }
    let mut found = found(lines, at, failure)?;
    // Gradle names the program that began with such a line, and whose it is.
    found.headline = gradles && named.name("missing3").is_some();
    Some(found)
}

fn found(lines: &Lines, at: usize, mut failure: Failure) -> Option<ReaderMatch> {
    failure.evidence.push(lines.evidence(at));
    Some(ReaderMatch { failure, lines: 1, headline: false })
}

fn is_runner(script: &str) -> bool {
    RUNNERS.contains(&script.rsplit('/').next().unwrap_or(script))
}

/// Whether a line with `not found` or `No such file or directory` is a shell's: a page or a file may be missed in the same words.
fn is_shells(found: &crate::pattern::Captures<'_>) -> bool {
    let script = found.name("script").map_or("", |script| script.as_str());
    let numbered = found.name("line").is_some();
    let by_env = found.name("missing3").is_some();
    match (found.name("missing").is_some(), by_env) {
        (true, _) => true,
        (_, true) => script.rsplit('/').next() == Some("env"),
        _ => is_runner(script) || numbered && script.contains(['/', '.']),
    }
}

/// Whether a build of Gradle's failed in the text.
fn is_gradles(lines: &Lines) -> bool {
    let failed = |line: &str| line.starts_with("FAILURE: Build ") || line.starts_with("Execution failed for task ");
    !lines.failed_tasks().is_empty() || (0..lines.len()).any(|at| failed(lines.get(at)))
}

/// What a shell says of a path, it says also of a file that is there and cannot be started.
fn of_path() -> Wording {
    Wording {
        cause: "The shell starts `{symbol}` by its path, and it is not there, or what it needs to start is not: the interpreter of its first line, the loader of its binary.".to_owned(),
        fixes: vec![
            "See with `ls -l {symbol}` whether it is there. If not, correct the setting or variable from which this path is made (a directory of a tool for this machine, often `…/bin` of another installation), or install the tool there.".to_owned(),
            "If it is there, look at `file {symbol}`: a script with Windows line ends (`sed -i 's/\\r$//'`), or a binary for another system (glibc on Alpine or Android, another processor).".to_owned(),
        ],
    }
}

fn wording(gradles: bool, missing: &str, in_script: bool) -> Wording {
    if missing.starts_with('/') {
        return of_path();
    }
    let who = match (gradles, in_script) {
        (true, _) => "The task runs the program `{symbol}`, which is not found on the `PATH` of the Gradle daemon",
        (false, true) => "The script `{name}` calls the program `{symbol}`, which is not found on the `PATH`",
        (false, false) => "The shell finds no program `{symbol}` on its `PATH`",
    };
    let brought = BROUGHT.iter().find(|brought| brought.names.contains(&missing.trim_end_matches(".exe")));
    let part_of = brought.map_or(String::new(), |brought| format!(" (it is part of {})", brought.part_of));
    let step =
        brought.map_or("Install `{symbol}`, or put the directory that has it on the `PATH`.", |brought| brought.step);
    let mut fixes = vec![step.to_owned()];
    if gradles {
        fixes.push("A daemon that an IDE started has the IDE's `PATH`, not the shell's: stop it (`./gradlew --stop`) and start the build, or the IDE, from a terminal that finds `{symbol}`.".to_owned());
    }
    Wording { cause: format!("{who}{part_of}."), fixes }
}

/// A call of the wrapper that the shell refuses.
fn of_wrapper(line: &str, cause: &str, step: &str) -> Failure {
    let mut failure = Failure::new(Category::GradleWrapper, Language::Unknown, line);
    failure.symbol = Some("gradlew".to_owned());
    failure.wording = Some(Wording { cause: cause.to_owned(), fixes: vec![step.to_owned()] });
    failure
}

fn uncalled(line: &str) -> Failure {
    of_wrapper(
        line,
        "The shell looks for `{symbol}` on its `PATH` only, and the wrapper script lies in the project's directory.",
        "Call it with its path, `./gradlew`, in the project's root directory (in Flutter, React Native and Capacitor projects: `android/`).",
    )
}

fn denied(line: &str) -> Failure {
    of_wrapper(
        line,
        "The wrapper script `{symbol}` may not be executed: permission denied.",
        "Make it executable, in version control as well: `chmod +x gradlew && git update-index --chmod=+x gradlew`.",
    )
}

#[cfg(test)]
mod tests {
    use crate::Category as C;
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn a_program_that_a_shell_does_not_find_is_named_with_what_brings_it() {
        for (line, missing, brings) in [
            ("adb: command not found", "adb", "platform-tools"),
            ("zsh: command not found: java", "java", "JAVA_HOME"),
            ("fish: Unknown command: flutter", "flutter", "Flutter SDK"),
            ("./run.sh: line 17: sdkmanager: command not found", "sdkmanager", "cmdline-tools"),
            ("/bin/sh: 1: node: not found", "node", "Node.js"),
            ("./gradlew: 12: ./gradlew: uname: not found", "uname", "PATH"),
            ("/bin/sh: 1: /opt/shelf/bin/oakdeploy: not found", "/opt/shelf/bin/oakdeploy", "ls -l"),
            ("/usr/bin/env: 'python': No such file or directory", "python", "python3"),
            ("env: node: No such file or directory", "node", "Node.js"),
            ("'adb' is not recognized as an internal or external command,", "adb", "platform-tools"),
            (
                "adb : The term 'adb' is not recognized as the name of a cmdlet, function, script file",
                "adb",
                "platform-tools",
            ),
            ("Command 'keytool' not found, but can be installed with:", "keytool", "JDK"),
        ] {
            let failures = parse(line).failures;
            assert_eq!(failures.len(), 1, "{line}");
            assert_eq!((failures[0].category, failures[0].symbol.as_deref()), (C::Other, Some(missing)), "{line}");
            assert!(explain(&failures[0]).fixes.concat().contains(brings), "{line}");
        }
        let placed = &parse("./run.sh: line 17: adb: command not found").failures[0];
        assert_eq!((placed.file.as_deref(), placed.line), (Some("./run.sh"), Some(17)));
        let task = "> Task :app:bundle FAILED\nsh: 1: node: not found\n\nFAILURE: Build failed with an exception.\n";
        assert_eq!(parse(task).failures[0].category, C::GradleExternalProcess);
        assert_eq!(parse("zsh: command not found: gradlew").failures[0].category, C::GradleWrapper);
        assert_eq!(parse("zsh: permission denied: ./gradlew").failures[0].category, C::GradleWrapper);
    }

    #[test]
    fn what_else_is_not_found_is_no_program() {
        for line in [
            "page: not found",
            "shelf.txt: No such file or directory",
            "w: Shelf: not found",
            "I said: command not found",
        ] {
            assert!(
                parse(line)
                    .failures
                    .iter()
                    .all(|failure| failure.wording.as_ref().is_none_or(|wording| !wording.cause.contains("PATH"))),
                "{line}"
            );
        }
    }
}
