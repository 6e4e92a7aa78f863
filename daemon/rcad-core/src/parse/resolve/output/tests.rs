//! What many tools print before their task fails, and what must be read of it.

use crate::Category as C;
use crate::model::failure::Failure;
use crate::parse::parse;

/// What a tool prints, the words that its failure quotes, the file, the line and the name.
type Printed = (&'static str, &'static str, Option<&'static str>, Option<u32>, Option<&'static str>);

/// The forms in which tools print, whoever they are.
const FORMS: &[Printed] = &[
    ("./basket.go:12:5: undefined: Item", "undefined: Item", Some("./basket.go"), Some(12), Some("Item")),
    ("basket.shf(12,3): E0012: unknown key 'hight'", "unknown key", Some("basket.shf"), Some(12), Some("hight")),
    ("basket.yml: line 12: unknown key `hight`", "unknown key", Some("basket.yml"), Some(12), Some("hight")),
    (
        "Error in /p/basket.yml on line 12: unknown key hight\nUsage: shelve [options]",
        "unknown key",
        Some("/p/basket.yml"),
        Some(12),
        Some("hight"),
    ),
    (
        "[shelve] ERR! basket.yml: key \"hight\" is not allowed (line 12)",
        "not allowed",
        Some("basket.yml"),
        Some(12),
        Some("hight"),
    ),
    (
        "ERROR in ./src/Shelf.tsx 3:0-30\nModule not found: Error: Can't resolve './Basket' in '/p/src'\n @ ./src/index.tsx 2:0-28",
        "Can't resolve",
        Some("./src/Shelf.tsx"),
        Some(3),
        Some("./Basket"),
    ),
    (
        "✘ [ERROR] Could not resolve \"./basket\"\n\n    src/main.ts:1:22:\n      1 │ import {Basket} from \"./basket\"\n        ╵    ~~~~\n\n1 error",
        "Could not resolve",
        Some("src/main.ts"),
        Some(1),
        Some("./basket"),
    ),
    (
        "Error: Undefined variable.\n   ╷\n12 │   color: $ink;\n   ╵\n  src/shelf.scss 12:10  root stylesheet",
        "Undefined variable",
        Some("src/shelf.scss"),
        Some(12),
        None,
    ),
    (
        "/p/web/cart.ts\n  12:9  error    'total' is never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
        "never used",
        Some("/p/web/cart.ts"),
        Some(12),
        Some("total"),
    ),
    (
        "Traceback (most recent call last):\n  File \"/p/gen.py\", line 9, in main\n    home = os.environ[\"SHELF\"]\n  File \"/usr/lib/python3.10/os.py\", line 679, in __getitem__\n    raise KeyError(key) from None\nKeyError: 'SHELF'",
        "KeyError",
        Some("/p/gen.py"),
        Some(9),
        Some("SHELF"),
    ),
    (
        "╷\n│ Error: Reference to undeclared resource\n│ \n│   on main.tf line 12, in resource \"a\" \"b\":\n╵",
        "undeclared resource",
        Some("main.tf"),
        Some(12),
        None,
    ),
    (
        "/p/stamp.sh: line 12: VERSION: unbound variable",
        "unbound variable",
        Some("/p/stamp.sh"),
        Some(12),
        Some("VERSION"),
    ),
    (
        "tar: basket.tgz: Cannot open: No such file or directory\ntar: Error is not recoverable: exiting now",
        "Cannot open",
        None,
        None,
        Some("basket.tgz"),
    ),
    (
        "13:02:03.123 [main] INFO  a.Main - Reading\n13:02:03.456 [main] ERROR a.Main - Cannot resolve type 'Item' in basket.yml:12",
        "Cannot resolve type",
        Some("basket.yml"),
        Some(12),
        Some("Item"),
    ),
    (
        "error during build:\n[vite]: Rollup failed to resolve import \"lodash-es\" from \"/p/src/main.ts\".",
        "failed to resolve import",
        Some("/p/src/main.ts"),
        None,
        Some("lodash-es"),
    ),
    (
        "[ant:xjc] [ERROR] src-resolve: Cannot resolve the name 'tns:item' to a type.\n[ant:xjc]   line 12 of file:/p/basket.xsd",
        "Cannot resolve the name",
        Some("/p/basket.xsd"),
        Some(12),
        Some("tns:item"),
    ),
    (
        "--- FAIL: TestTotal (0.00s)\n    basket_test.go:17: got 3, want 4\nFAIL",
        "TestTotal",
        Some("basket_test.go"),
        Some(17),
        Some("TestTotal"),
    ),
    ("shelf oak: ok\nshelf elm: 2 books too many\nwarning: shelf ash is old", "2 books too many", None, None, None),
    ("reading 12 shelves\nShelf 7 stands on its head", "stands on its head", None, None, None),
];

const BLOCK: &str = "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:shelve'.\n> Process 'command 'shelve'' finished with non-zero exit value 2\n\n* Try:\n> Run with --info or --debug option to get more log output.\n\nBUILD FAILED in 2s\n";

fn root(log: &str) -> Failure {
    parse(log).failures.into_iter().next().unwrap_or_else(|| panic!("nothing failed in {log}"))
}

/// What the cause quotes.
fn quoted(failure: &Failure) -> &str {
    let said = failure.details.get("said_by_program").or_else(|| failure.details.get("reason"));
    said.unwrap_or(&failure.message)
}

fn check(log: &str, printed: &Printed) {
    let (_, words, file, line, symbol) = printed;
    let root = root(log);
    let told = (root.file.as_deref(), root.line);
    assert_eq!(told, (*file, *line), "{log}\n{root:?}");
    if symbol.is_some() {
        assert_eq!(root.symbol.as_deref(), *symbol, "{log}\n{root:?}");
    }
    assert!(root.message.contains(words) && quoted(&root).contains(words), "{log}\n{root:?}");
    assert_eq!(root.task.as_deref(), Some(":app:shelve"), "{log}");
}

#[test]
fn the_line_that_says_why_is_found_whoever_prints_it() {
    for printed in FORMS {
        let said = printed.0;
        check(&format!("> Task :app:a UP-TO-DATE\n> Task :app:shelve FAILED\n{said}\n{BLOCK}"), printed);
        let other = "> Task :room:b\nw: /p/Room.kt:3:5 Parameter 'x' is never used\n";
        check(
            &format!("> Task :app:shelve\n{said}\n\n{other}\n> Task :app:shelve FAILED\n> Task :room:c\n{BLOCK}"),
            printed,
        );
    }
    // Without Gradle's block.
    for printed in &FORMS[..5] {
        check(&format!("> Task :app:shelve FAILED\n{}\n", printed.0), printed);
    }
}

#[test]
fn each_of_several_tasks_has_its_own_line() {
    let block = |number: u32, task: &str| {
        format!(
            "{number}: Task failed with an exception.\n-----------\n* What went wrong:\nExecution failed for task '{task}'.\n> Process 'command 'shelve'' finished with non-zero exit value 2\n\n* Try:\n> Run with --scan\n==============================================================================\n\n"
        )
    };
    let log = format!(
        "> Task :a:check FAILED\noak.yml:12: unknown key 'hight'\n\n> Task :b:check FAILED\nelm.yml:7: unknown key 'widht'\n\nFAILURE: Build completed with 2 failures.\n\n{}{}BUILD FAILED in 2s\n",
        block(1, ":a:check"),
        block(2, ":b:check")
    );
    let told: Vec<_> = parse(&log).failures.into_iter().map(|one| (one.task, one.file, one.line)).collect();
    let expected = |task: &str, file: &str, line| (Some(task.to_owned()), Some(file.to_owned()), Some(line));
    assert_eq!(told, [expected(":a:check", "oak.yml", 12), expected(":b:check", "elm.yml", 7)]);
}

#[test]
fn what_gradles_own_sentence_leads_to_is_read() {
    let block = |sentence: &str| {
        format!(
            "\n* What went wrong:\nExecution failed for task ':app:shelve'.\n{sentence}\n\n* Try:\n> Run with --scan\n"
        )
    };
    for (printed, sentence, words, file, line) in [
        (
            "/p/Shelf.sq: (12, 7): No column found with name total",
            "> Generation failed; see the generator error output for details.",
            "No column found",
            Some("/p/Shelf.sq"),
            Some(12),
        ),
        (
            "a.b:c:1.0\n - ERROR: SPDX identifier 'GPL-3.0-only' is NOT allowed",
            "> Artifacts failed validation. See output above.",
            "GPL-3.0-only",
            None,
            None,
        ),
        (
            "error(56): Shelf.g4:12:3: reference to undefined rule: item",
            "> There were 1 errors during grammar generation",
            "undefined rule",
            Some("Shelf.g4"),
            Some(12),
        ),
        (
            "",
            "> Translations are incomplete:\n\n  values-de/strings.xml: basket_title",
            "basket_title",
            Some("values-de/strings.xml"),
            None,
        ),
        (
            "",
            "> Validation of 3 shelves found problems:\n   - oak: height must be positive (oak.yml:12)",
            "height must be positive",
            Some("oak.yml"),
            Some(12),
        ),
    ] {
        let root = root(&format!("> Task :app:shelve FAILED\n{printed}\n{}", block(sentence)));
        assert!(quoted(&root).contains(words), "{sentence}: {root:?}");
        assert_eq!((root.file.as_deref(), root.line), (file, line), "{sentence}: {root:?}");
    }
}

#[test]
fn what_says_nothing_is_not_quoted() {
    for said in
        ["", "warning: the shelf is old", "> Task :app:other", "<=====--------> 41% EXECUTING [12s]", "Done in 3.2s"]
    {
        let log = format!("> Task :app:shelve FAILED\n{said}\n{BLOCK}");
        let root = root(&log);
        assert!(!root.message.contains("EXECUTING") && !root.message.contains("Task :app:other"), "{said}: {root:?}");
        assert_eq!((root.symbol.as_deref(), root.file), (Some("shelve"), None), "{said}");
    }
    // Another task's output is not this one's.
    let log = format!("> Task :room:b\nerror: no room in oak.yml:3\n\n> Task :app:shelve FAILED\n{BLOCK}");
    assert_eq!(root(&log).file, None);
    // Nor is that of a build before.
    let log = format!("oak.yml:3: error: no room\n\nBUILD SUCCESSFUL in 2s\n{BLOCK}");
    assert_eq!(root(&log).file, None);
    // What says why itself stays.
    let log = "oak.yml:3: error: no room\n\n* What went wrong:\nExecution failed for task ':app:shelve'.\n> The oak is ill.\n";
    let own = root(log);
    assert!(own.file.is_none() && quoted(&own).contains("The oak is ill"), "{own:?}");
}

#[test]
fn a_program_that_maven_runs_says_why_itself() {
    let goal = "[ERROR] Failed to execute goal org.example:exec-maven-plugin:3.1.0:exec (gen) on project shelf:";
    let log = |said: &str, end: &str| {
        format!("[INFO] --- exec:3.1.0:exec (gen) @ shelf ---\n{said}\n[INFO] BUILD FAILURE\n{goal} {end}\n")
    };
    let told = root(&log(
        "oak.yml:12: unknown key 'hight'",
        "Command execution failed.: Process exited with an error: 2 (Exit value: 2)",
    ));
    assert_eq!((told.file.as_deref(), told.line, told.symbol.as_deref()), (Some("oak.yml"), Some(12), Some("hight")));
    let own = root(&log("oak.yml:12: unknown key 'hight'", "The parameter 'oak' is missing"));
    assert_eq!(own.file, None);
}

#[test]
fn npms_report_says_on_what_it_failed() {
    let told = |report: &str| quoted(&root(&format!("> Task :app:shelve FAILED\n{report}\n{BLOCK}"))).to_owned();
    let missing = "npm error code E404\nnpm error 404 Not Found - GET https://registry.example/@shelf%2foak\nnpm error 404\nnpm error 404  '@shelf/oak@^2.0.0' is not in this registry.";
    assert!(told(missing).contains("'@shelf/oak@^2.0.0' is not in this registry"), "{}", told(missing));
    let clash =
        "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE could not resolve\nnpm ERR!\nnpm ERR! While resolving: oak-ui@2.1.0";
    assert!(told(clash).contains("While resolving: oak-ui@2.1.0"), "{}", told(clash));
    let silent = "npm ERR! code ELIFECYCLE\nnpm ERR! errno 1";
    assert!(!told(silent).contains("errno"), "{}", told(silent));
}

#[test]
fn a_program_that_says_why_is_an_external_process() {
    let with = |said: &str| root(&format!("> Task :app:shelve FAILED\n{said}\n{BLOCK}")).category;
    assert_eq!(with("fatal: no shelf"), C::GradleExternalProcess);
    assert_eq!(with(""), C::GradleTaskFailed);
}

#[test]
fn what_gradle_counts_is_no_reason() {
    let log = "oak.yml:3: error: no room\n> Task :app:shelve FAILED\n[Incubating] Problems report is available at: file:///w/build/reports/problems/problems-report.html\n7 actionable tasks: 7 executed\n\n";
    assert_eq!(quoted(&root(&format!("{log}{BLOCK}"))), "oak.yml:3: error: no room");
}

#[test]
fn what_gradle_counts_and_a_shell_echoes_says_not_why() {
    let log = |around: &str| {
        format!(
            "PM 8:06:17: Executing 'build'...\n\n> Task :kaptKotlin FAILED\n{around}\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':kaptKotlin'.\n> A failure occurred while executing com.example.Lamp$Action\n   > java.lang.reflect.InvocationTargetException (no error message)\n\nBUILD FAILED in 1s\nPM 8:06:19: Execution finished 'build'.\n"
        )
    };
    for around in [
        "4 actionable tasks: 2 executed, 2 up-to-date",
        "1 actionable task: 1 executed",
        "C:\\till>exit /b 1",
        "PS C:\\till> .\\gradlew build",
        "[Incubating] Problems report is available at: file:///p/build/reports/problems/problems-report.html",
    ] {
        assert!(!root(&log(around)).details.contains_key("said_by_program"), "{around}");
    }
    let told = root(&log("error: no room in the till"));
    assert!(quoted(&told).contains("no room"), "{told:?}");
}

#[test]
fn what_dart_shows_beside_an_error_is_no_error() {
    let log = "If you are the author of a plugin, please migrate your plugin to the Kotlin that is built in by this guide: https://docs.example/for-authors\nlib/till.dart:13:48: Error: Too few positional arguments: 3 required, 1 given.\n    Lamp.light(\n              ^\n/C:/Users/dev/AppData/Local/Pub/Cache/hosted/pub.dev/lamp-3.0.6/lib/lamp.dart:87:35: Context: Found this candidate, but the arguments don't match.\n  static Lamp light(String oak,\n              ^^^^^\nTarget kernel_snapshot_program failed: Exception\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileFlutterBuildDebug'.\n> Process 'command 'C:\\flutter\\bin\\flutter.bat'' finished with non-zero exit value 1\n";
    let root = root(log);
    assert_eq!((root.file.as_deref(), root.line), (Some("lib/till.dart"), Some(13)), "{root:?}");
}
