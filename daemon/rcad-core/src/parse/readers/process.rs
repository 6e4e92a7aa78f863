//! Reads what the other languages' compilers and programs say that a Gradle task runs: Dart, JavaScript, protoc, shells.

mod brought;
mod dart;
mod shell;

use crate::Category;
use crate::model::failure::{Failure, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, Rules, classify, place, rule};

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::Process,
    anchors: &[
        ".dart:",
        ".proto:",
        ".js:",
        ".ts:",
        ".tsx:",
        ".jsx:",
        "Cannot find module '",
        "Unable to resolve module",
        "command not found",
        ": not found",
        "Unknown command: ",
        "is not recognized as ",
        ": No such file or directory",
        "ermission denied: ./gradlew",
        "' not found, but can be installed with",
        "program not found or is not executable",
        "No module named '",
        "SyntaxError: ",
        "TypeError: ",
        "ReferenceError: ",
        "RangeError: ",
        "ADD failed: ",
        "COPY failed: ",
        "npm ERR! code ",
        "npm error code ",
        "gradlew: ",
        "sh\\r",
        "sh^M",
        ": org.gradle.wrapper.GradleWrapperMain",
        " org.gradle.wrapper.GradleWrapperMain",
    ],
    frame: false,
    read,
};

/// `lib/main.dart:14:10: Error: Field 'a' …`, `basket.proto:12:3: "Item" is not defined.`, `src/App.tsx:3:5 - error TS2304: …`
static PLACED: Pattern = Pattern::new(concat!(
    r"^\s*(?:file://)?(?P<file>(?:[A-Za-z]:)?[^\s:()]+\.(?:dart|proto|jsx?|tsx?)):(?P<line>[0-9]+):(?P<column>[0-9]+)(?:: | - )",
    r"(?:(?P<mark>[Ee]rror)(?: [A-Z]+[0-9]+)?: )?(?P<message>\S.*)$",
));

/// `SyntaxError: /p/App.js: Unexpected token (12:3)`
static BABEL: Pattern = Pattern::new(
    r"(?:^|\s)(?P<kind>[A-Z][A-Za-z]*Error): (?P<file>[^\s:]*(?:[A-Za-z]:)?[^\s:]+\.(?:jsx?|tsx?)): (?P<message>.+?) \((?P<line>[0-9]+):(?P<column>[0-9]+)\)",
);

/// `> 22 |   require("./specs/Basket")`: the line in a frame of source below a message, its colours' escapes perhaps lost.
static MARKED: Pattern = Pattern::new(r"^(?:\[[0-9]+m|\s)*>(?:\[[0-9]+m|\s)*(?P<line>[0-9]+) \|");

/// Lines below a message in which such a frame is looked for.
const FRAME: usize = 25;

/// `TypeError: paths is not iterable`, where Node.js ends with a trace of its own files
static THROWN: Pattern = Pattern::new(
    r"^(?:Uncaught )?(?P<kind>(?:Syntax|Type|Reference|Range)Error)(?: \[(?P<code>[A-Z_]+)\])?: (?P<message>\S.*)$",
);

/// `    at Object.<anonymous> (/p/scripts/bundle.js:33:34)`
static FRAME_OF_NODE: Pattern =
    Pattern::new(r"^\s+at (?:.*\()?(?P<file>(?:[A-Za-z]:)?[^():]+\.[cm]?[jt]s):(?P<line>[0-9]+):[0-9]+\)?$");

/// Lines of such a trace.
const NODES: usize = 12;

/// Dart's messages about statements outside of a function, or an unmatched brace.
static BRACES: Pattern = Pattern::new(
    r"^(?:Can't have modifier '|Function-typed parameters can't specify|Expected a (?:function body|declaration|class member|method, getter)|A function body must be provided|Can't find '[})\]]' to match|Variables must be declared using|Expected an? identifier, but got '[})\];]|Unexpected token '[})\];]|Expected '[})\]]' before|Setters, getters and methods must have)",
);

/// The name that a message is about: `Field '_path' should …`, `"Item" is not defined`
static QUOTED: Pattern = Pattern::new(r#"(?:^|[\s(\[:=,])['"`](?P<symbol>[^'"`]+)['"`]"#);

static PROGRAMS: Rules = Rules::new(&[
    // Error: Unable to resolve module ./specs/Basket from /p/src/index.ts: …
    rule(
        Category::GradleExternalProcess,
        r"Unable to resolve module `?'?(?P<symbol>[^\s`']+)'?`? from `?'?(?P<file>[^\s`':]+(?::[^\s`':]+)?)",
    )
    .means("The JavaScript bundler cannot resolve the module `{symbol}` that `{name}` imports, so the task that runs it fails.")
    .fix(&[
        "Install the package that has `{symbol}` (`npm install`), or correct the path of the import in `{name}`.",
        "Then clear the bundler's cache (`npx react-native start --reset-cache`).",
    ]),
    // `Cannot find module '/p/node_modules/shelf/bin/cli.js'`
    rule(
        Category::GradleExternalProcess,
        r"Cannot find module '(?P<path>(?P<file>[^']*[/\\]node_modules[/\\](?P<symbol>(?:@[^'/\\]+[/\\])?[^'/\\]+)[/\\][^']*))'",
    )
    .means("Node.js, which the task runs, does not find `{path}`: the npm package `{symbol}` is not installed there, or this release of it has no such file.")
    .fix(&[
        "Install it in the directory of package.json: `npm install` (`yarn`) if `{symbol}` is listed there, else `npm install {symbol}`; then run Gradle again.",
        "If `{symbol}` is not to be used (any more), remove the path from what starts it: `cliPath`, `cliFile`, `bundleCommand` or `extraPackagerArgs` of the `react` block in android/app/build.gradle, a script of package.json.",
    ]),
    rule(Category::GradleExternalProcess, r"Cannot find module '(?P<symbol>[^']+)'")
        .means("Node.js, which the task runs, does not find the module `{symbol}`.")
        .fix(&[
            "Install it: `npm install` (or `yarn`) in the directory of `package.json`; then run Gradle again.",
            "If `{symbol}` was moved or removed by an update, correct the script or build file that requires it.",
        ]),
    // Docker's, before BuildKit: `ADD failed: stat /var/lib/docker/tmp/…/shelf.jar: no such file or directory`
    rule(
        Category::GradleExternalProcess,
        r"^(?:ADD|COPY) failed: (?:file not found in build context[^:]*: )?(?:stat )?(?P<path>(?:[^:\n]*/)?(?P<symbol>[^:/\n]+)): (?P<why>no such file or directory|file does not exist)",
    )
    .means("Docker, which the build runs, finds no `{symbol}` to copy into the image ({why}): it is not below the directory that is sent as build context, was not built before, or has another name.")
    .fix(&["Let the task that builds `{symbol}` run before, copy it into the build context, and compare its name with the `ADD` or `COPY` of the Dockerfile and with .dockerignore."]),
    rule(Category::GradleExternalProcess, r"^npm (?:ERR!|error) code (?P<symbol>E[A-Z0-9_]+)")
        .means("npm, which the build runs, failed with `{symbol}`; its next lines say on what.")
        .fix(&["Run the same `npm` command by hand in the directory of package.json and correct what `{symbol}` names (ERESOLVE: versions that do not fit; ENOENT: a missing file; E404: no such package; EACCES: permissions)."]),
    rule(Category::GradleExternalProcess, r"No module named '(?P<symbol>[^']+)'")
        .means("The Python program that the task runs does not find the module `{symbol}`.")
        .fix(&["Install it for the Python that the build uses: `python3 -m pip install {symbol}`."]),
    rule(
        Category::GradleExternalProcess,
        r"(?P<symbol>[A-Za-z0-9_.-]+): program not found or is not executable",
    )
    .means("The code generator plugin `{symbol}` cannot be run: it is not there, or not for this machine.")
    .fix(&[
        "Declare `{symbol}` with its artifact in the `protobuf {{ plugins {{ … }} }}` block, or install it on the `PATH`.",
        "On another processor (Apple silicon) add the classifier that fits, such as `:osx-x86_64`.",
    ]),
    // `/bin/sh: 1: ./gradlew: not found`: the script is not there, or its first line names no program (`sh\r`).
    rule(
        Category::GradleWrapper,
        r"^(?:.*?[ /](?:sh|bash|zsh|ash|env|dash)(?:: line [0-9]+|: [0-9]+)?: )(?P<symbol>(?:[A-Za-z0-9_./-]*/)?gradlew?): (?P<why>(?:command )?not found|No such file or directory)",
    )
    .means("The wrapper script `{symbol}` cannot be run ({why}): it is not in the directory in which the command ran, or has Windows line ends, so that the program in its first line is not found.")
    .fix(&[
        "Check that `{symbol}` is in that directory (in a Docker build: copied there before, and not kept out by `.dockerignore`); the wrapper's script is called `gradlew`.",
        "If it is, give it Unix line ends: `*.sh` and `gradlew text eol=lf` in .gitattributes, or `sed -i 's/\\r$//' gradlew`.",
    ]),
    rule(Category::GradleWrapper, r"^(?:.*[ /](?:sh|bash|zsh|ash|dash)(?:: line [0-9]+|: [0-9]+)?: )(?P<symbol>(?:[A-Za-z0-9_./-]*/)?gradlew): Permission denied")
        .means("The wrapper script `{symbol}` may not be executed: permission denied.")
        .fix(&["Make it executable, in version control as well: `chmod +x gradlew && git update-index --chmod=+x gradlew`; in a Dockerfile `RUN chmod +x gradlew` before it."]),
    // `/usr/bin/env: ‘sh\r’: No such file or directory`
    rule(Category::GradleWrapper, r"env: [‘'\x22]?(?P<shell>sh|bash)(?:\\r|\^M)[’'\x22]?: No such file or directory|bad interpreter: [^\n]*?(?P<shell2>sh|bash)(?:\\r|\^M)")
        .means("A script, as a rule `gradlew`, has Windows line ends (CRLF), so the system looks for a program `{shell}\\r`, which does not exist.")
        .fix(&["Give `gradlew` Unix line ends: `gradlew text eol=lf` in .gitattributes and check it out again, or `sed -i 's/\\r$//' gradlew` (in a Dockerfile before it is run)."]),
    // The launcher of a JVM in another language: `错误: 找不到或无法加载主类 org.gradle.wrapper.GradleWrapperMain`
    rule(
        Category::GradleWrapper,
        r"^\W*(?:错误|錯誤|エラー|오류|Fehler|Erreur|Ошибка|Errore|Erro|Error|Hata|Błąd|Chyba)\s?[:：][^-\n]*?(?P<symbol>org\.gradle\.wrapper\.GradleWrapperMain)",
    )
    .means("The Gradle wrapper is incomplete: `{symbol}` cannot be loaded, so gradle/wrapper/gradle-wrapper.jar is missing or damaged."),
]);

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at).trim();
    if let Some(missing) = shell::read(lines, at) {
        return Some(missing);
    }
    let mut failure = Failure::new(Category::GradleExternalProcess, Language::Unknown, line);
    if let Some(found) = PLACED.captures(line) {
        // protoc marks no errors, but it marks warnings.
        let unmarked = found.name("mark").is_none();
        if unmarked && !found["file"].ends_with(".proto") || found["message"].to_lowercase().starts_with("warning") {
            return None;
        }
        refused(&mut failure, &found);
        dart::unimported(lines, at, &mut failure);
    } else if let Some(found) = BABEL.captures(line) {
        refused(&mut failure, &found);
        failure.exception = Some(found["kind"].to_owned());
    } else if let Some(found) = THROWN.captures(line) {
        thrown(lines, at, &mut failure)?;
        failure.message = line.to_owned();
        failure.exception = Some(found["kind"].to_owned());
        failure.symbol = QUOTED.captures(line).map(|found| found["symbol"].to_owned());
    } else {
        classify(&PROGRAMS, line, &mut failure)?;
        failure.message = line.to_owned();
        if failure.file.is_some() && failure.line.is_none() {
            let below = at + 1..(at + FRAME).min(lines.len());
            let marked = below.filter_map(|index| MARKED.captures(lines.get(index))).next();
            failure.line = marked.and_then(|found| found["line"].parse().ok());
        }
    }
    failure.evidence.push(lines.evidence(at));
    Some(ReaderMatch { failure, lines: 1 + of_npm(lines, at), headline: false })
}

/// What npm puts before each line of an error: since 10 without the mark.
const NPM: &[&str] = &["npm ERR!", "npm error"];

/// The lines below npm's code that say what the code is about.
fn of_npm(lines: &Lines, at: usize) -> usize {
    let is_npms = |index: usize| NPM.iter().any(|mark| lines.get(index).trim_start().starts_with(mark));
    (at..lines.len()).take_while(|index| is_npms(*index)).count().saturating_sub(1)
}

/// A program of Node.js that nobody caught an error in: its trace ends in Node's own files.
fn thrown(lines: &Lines, at: usize, failure: &mut Failure) -> Option<()> {
    let mut own = None;
    let mut nodes = false;
    for line in (at + 1..(at + NODES).min(lines.len()))
        .map(|index| lines.get(index))
        .take_while(|line| line.trim_start().starts_with("at "))
    {
        nodes |= line.contains("node:internal") || line.contains("internal/modules/") || line.contains("(module.js:");
        let frame = FRAME_OF_NODE.captures(line).filter(|found| !found["file"].contains("internal/"));
        own = own.or_else(|| frame.map(|found| (found["file"].to_owned(), found["line"].parse().ok())));
    }
    if !nodes {
        return None;
    }
    (failure.file, failure.line) = own.map_or((None, None), |(file, line)| (Some(file), line));
    failure.wording = Some(Wording {
        cause: "The Node.js program that the build runs ends with an error: {message}.".to_owned(),
        fixes: vec!["Run the same command by hand and correct what the error names; if the script is a package's, check that package's version and that of Node.js (`node --version`) fit each other.".to_owned()],
    });
    Some(())
}

fn refused(failure: &mut Failure, found: &crate::pattern::Captures<'_>) {
    place(failure, found);
    failure.message = found["message"].trim().to_owned();
    failure.symbol = QUOTED.captures(&found["message"]).map(|found| found["symbol"].to_owned());
    failure.details.insert("program".to_owned(), program(&found["file"]).to_owned());
    if BRACES.is_match(&failure.message) {
        failure.wording = Some(Wording {
            cause: "{program}, which the task runs, refuses `{name}` at line {line}, a syntax error: {message}. Braces do not match, or a statement stands outside of a function: a `}}` above is missing or one too many.".to_owned(),
            fixes: vec!["Match the braces above line {line} of `{name}` (let the editor format the file), or put the statement into a function; the Gradle task fails only because of it.".to_owned()],
        });
        return;
    }
    failure.wording = Some(Wording {
        cause: "{program}, which the task runs, refuses `{name}` at line {line}: {message}.".to_owned(),
        fixes: vec!["Correct line {line} of `{name}`; nothing is wrong with the Gradle task itself.".to_owned()],
    });
}

/// Who compiles such a file.
fn program(file: &str) -> &'static str {
    match file.rsplit('.').next() {
        Some("dart") => "The Dart compiler",
        Some("proto") => "protoc",
        Some("ts" | "tsx") => "The TypeScript compiler",
        _ => "The JavaScript bundler",
    }
}

#[cfg(test)]
mod tests {
    use super::PROGRAMS;
    use crate::explain::explain;
    use crate::parse::parse;
    use crate::pattern::assert_sound;

    #[test]
    fn tables_compile() {
        assert_sound(&PROGRAMS);
    }

    #[test]
    fn a_program_that_a_task_runs_says_why_it_failed() {
        let block = "\n> Task :app:compileFlutterBuildRelease FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n\
            Execution failed for task ':app:compileFlutterBuildRelease'.\n\
            > Process 'command '/opt/flutter/bin/flutter'' finished with non-zero exit value 1\n\nBUILD FAILED in 7s\n";
        for (line_of_tool, file, line, symbol) in [
            (
                "lib/basket.dart:14:10: Error: Field '_total' should be initialized.",
                Some("lib/basket.dart"),
                Some(14),
                "_total",
            ),
            ("basket.proto:12:3: \"Item\" is not defined.", Some("basket.proto"), Some(12), "Item"),
            ("SyntaxError: /p/src/App.js: Unexpected token 'x' (12:3)", Some("/p/src/App.js"), Some(12), "x"),
            ("Error: Cannot find module '@basket/core'", None, None, "@basket/core"),
            ("/bin/sh: 1: node: not found", None, None, "node"),
        ] {
            let parsed = parse(&format!("{line_of_tool}\n{block}"));
            assert_eq!(parsed.failures.len(), 1, "{line_of_tool}: {:?}", parsed.failures);
            let root = &parsed.failures[0];
            assert_eq!(
                (root.file.as_deref(), root.line, root.symbol.as_deref()),
                (file, line, Some(symbol)),
                "{line_of_tool}"
            );
            assert_eq!(root.task.as_deref(), Some(":app:compileFlutterBuildRelease"), "{line_of_tool}");
            assert!(explain(root).root_cause.contains(symbol), "{line_of_tool}");
        }
    }

    #[test]
    fn what_npm_says_below_its_code_is_known() {
        let log = |said: &str| {
            format!(
                "npm error code EUSAGE\nnpm error\nnpm error {said}\nnpm error\nnpm error Missing: oak@1.0.0 from lock file\n"
            )
        };
        let known = |said: &str| parse(&log(said)).failures.remove(0).details.remove("known");
        let said = "`npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync.";
        assert_eq!(known(said).as_deref(), Some("npm-lock-out-of-sync"));
        assert_ne!(known("no such thing").as_deref(), Some("npm-lock-out-of-sync"));
    }

    #[test]
    fn warnings_and_prose_are_no_failure() {
        for line_of_tool in [
            "lib/a.dart:1:2: Warning: x",
            "a.proto:1:1: warning: Import b.proto is unused.",
            "see App.js:1:2: here",
            "page: not found",
        ] {
            assert!(parse(line_of_tool).failures.is_empty(), "{line_of_tool}");
        }
    }
}
