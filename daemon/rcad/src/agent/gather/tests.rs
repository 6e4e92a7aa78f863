//! Evidence gathered from projects on disk and from recorded logs.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rcad_core::agent::budget::{Budget, EstimatedTokens, TokenCounter};
use rcad_core::agent::model::JobMode;
use rcad_core::agent::prompt::opening;
use rcad_core::agent::question::{Question, SnippetKind};
use rcad_core::model::answer::Style;
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::parse::parse;
use rcad_core::{Analysis, Report};

use super::{evidence, gather};
use crate::code::{CodeIndex, CodeIndexes};
use crate::line::{project, reason};

const BASKET: &str = "package shop\n\nimport shop.price.Price\nimport java.util.UUID\n\nclass Basket(val items: List<Price>) {\n    val id = 3\n\n    fun total(): Price {\n        return items.sumOf(\"all\")\n    }\n}\n";
const PRICE: &str = "package shop.price\n\nclass Price(val cents: Int) {\n    fun plus(other: Price): Price = Price(cents + other.cents)\n}\n";
const BUILD: &str = "plugins {\n    id 'org.jetbrains.kotlin.jvm' version '2.2.21'\n}\nrepositories { mavenCentral() }\ndependencies {\n    implementation 'org.meadow:bees:2.4'\n}\nstorePassword = 'x'\n";

fn shop() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("settings.gradle", "rootProject.name = 'shop'\n"),
        ("build.gradle", BUILD),
        (
            "gradle/libs.versions.toml",
            "[versions]\nroom = \"2.6.1\"\n[libraries]\nroom = { module = \"androidx.room:room-ktx\", version.ref = \"room\" }\n",
        ),
        ("local.properties", "key=hidden\n"),
        ("src/main/kotlin/shop/Basket.kt", BASKET),
        ("src/main/kotlin/shop/price/Price.kt", PRICE),
    ] {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    dir
}

fn report(root: Option<&Path>, text: &str) -> Report {
    Report {
        id: "1".into(),
        origin: Origin::Hook,
        outcome: Outcome::Failed,
        text: text.into(),
        project: root.map(|root| root.to_string_lossy().into_owned()),
        tasks: Vec::new(),
        environment: Environment::default(),
        started_ms: None,
        ended_ms: 1,
        app: None,
        raw: None,
    }
}

/// The question about a log, as the daemon would ask it.
pub(super) fn ask(root: Option<&Path>, log: &str) -> (Question, Report, Arc<CodeIndex>) {
    let mut report = report(root, log);
    let analysis = match reason::explain(&report, None, parse(log)) {
        Some((analysis, environment)) => {
            report.environment = environment;
            analysis
        }
        None => Analysis::none(),
    };
    let files = root.and_then(|root| project::open(root, Duration::from_secs(60)));
    let code = root.map(|root| CodeIndexes::default().of(root)).unwrap_or_default();
    let question = gather(&analysis, &report, &code, files.as_deref(), Vec::new(), Style::Brief);
    (question, report, code)
}

fn of(question: &Question, kind: SnippetKind) -> String {
    let pieces = question.pieces.iter().filter(|piece| piece.kind == kind);
    let line = |piece: &rcad_core::agent::question::Snippet, n: usize| {
        format!("{}:{}: {}\n", piece.file.as_deref().unwrap_or("log"), piece.from as usize + n, piece.lines[n])
    };
    pieces.flat_map(|piece| (0..piece.lines.len()).map(move |n| line(piece, n))).collect()
}

#[test]
fn the_failing_place_its_log_and_its_build_files_are_gathered() {
    let dir = shop();
    let file = dir.path().join("src/main/kotlin/shop/Basket.kt");
    let log = format!(
        "> Task :compileKotlin FAILED\ne: file://{}:10:22 Unresolved reference 'sumOf'.\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':compileKotlin'.\n\n* Try:\n> Run with --info\n",
        file.display()
    );
    let (question, ..) = ask(Some(dir.path()), &log);
    let failing = of(&question, SnippetKind::Failing);
    assert!(failing.contains("src/main/kotlin/shop/Basket.kt:10:         return items.sumOf(\"all\")"), "{failing}");
    assert!(failing.contains("Basket.kt:1: package shop") && failing.contains("Basket.kt:3: import shop.price.Price"));
    assert_eq!(question.pieces[0].focus, Some(10));
    let told = of(&question, SnippetKind::Log);
    assert!(told.contains("log:2: e: file://") && told.contains("log:7: Execution failed"), "{told}");
    assert!(!told.contains("--info"), "what to try is no evidence: {told}");
    let build = of(&question, SnippetKind::Build);
    assert!(build.contains("build.gradle:6:     implementation 'org.meadow:bees:2.4'"), "{build}");
    assert!(!build.contains("storePassword") && !build.contains("hidden"), "{build}");
}

#[test]
fn what_the_failing_code_uses_is_shown_as_it_stands() {
    let dir = shop();
    let file = dir.path().join("src/main/kotlin/shop/Basket.kt");
    let log = format!("e: file://{}:10:22 Unresolved reference 'sumOf'.\n", file.display());
    let (question, ..) = ask(Some(dir.path()), &log);
    let used = of(&question, SnippetKind::Signature);
    assert!(used.contains("src/main/kotlin/shop/price/Price.kt:3: class Price(val cents: Int) {"), "{used}");
    assert!(used.contains("Price.kt:4:     fun plus(other: Price): Price"), "a type's members too: {used}");
    assert!(!used.contains("fun total()"), "the failing place is shown already: {used}");
}

#[test]
fn a_stack_trace_leads_to_the_projects_own_code() {
    let dir = shop();
    let log = "BasketTest > totals() FAILED\n    java.lang.IllegalStateException: all\n        at java.base/java.util.List.of(List.java:3)\n        at shop.Basket.total(Basket.kt:10)\n        at shop.price.Price.plus(Price.kt:4)\n        at org.junit.Assert.fail(Assert.java:9)\n\n1 test completed, 1 failed\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':test'.\n";
    let (question, ..) = ask(Some(dir.path()), log);
    let failing = of(&question, SnippetKind::Failing);
    assert!(failing.contains("Basket.kt:10:") && failing.contains("Price.kt:4:"), "{failing}");
    assert!(!failing.contains("List.java") && !failing.contains("Assert.java"), "{failing}");
}

#[test]
fn without_a_project_there_is_the_log() {
    let (question, ..) = ask(None, "e: file:///p/src/A.kt:3:5 Unresolved reference: x\n");
    assert!(of(&question, SnippetKind::Log).contains("Unresolved reference: x"));
    assert!(question.pieces.iter().all(|piece| piece.kind == SnippetKind::Log));
    let (question, ..) = ask(None, "nothing that is known\nat all\n");
    assert!(of(&question, SnippetKind::Log).contains("log:2: at all"), "the end of the log stands for it");
    assert_eq!(ask(None, "").0.pieces, Vec::new());
}

#[test]
fn what_the_project_and_the_tables_know_is_known() {
    let dir = shop();
    let (question, report, code) = ask(Some(dir.path()), "e: file:///p/src/A.kt:3:5 Unresolved reference: x\n");
    let held = evidence(&question, &report, &code, Some(dir.path()));
    for known in ["org.meadow:bees", "org.meadow:bees:2.4", "androidx.room:room-ktx:2.6.1", "androidx.core:core-ktx"] {
        assert!(held.knows(known), "{known}");
    }
    for unknown in
        ["org.meadow:bees:2.5", "org.meadow:bee", "meadow:bees", "androidx.room:room-ktx:9.9.9", "", ":", "a:../../.."]
    {
        assert!(!held.knows(unknown), "{unknown}");
    }
    assert!(held.has_file("build.gradle") && held.has_file("src/main/kotlin/shop/Basket.kt"));
    assert!(!held.has_file("src/main/kotlin/shop") && !held.has_file("src/Other.kt") && !held.has_file("../x"));
    assert_eq!(held.file_line("build.gradle", 6).as_deref(), Some("    implementation 'org.meadow:bees:2.4'"));
    assert_eq!((held.file_line("build.gradle", 0), held.file_line("local.properties", 1)), (None, None));
    for (name, is_there) in [
        ("x", true),
        ("A.kt", true),
        ("build.gradle", true),
        ("2.4", true),
        ("2.5", false),
        ("bee", false),
        ("", false),
    ] {
        assert_eq!(held.mentions(name), is_there, "{name}");
    }
    assert_eq!((held.log_line(1).is_some(), held.log_line(0), held.log_line(9)), (true, None, None));
}

#[test]
fn a_coordinate_that_no_repository_has_is_not_known_by_being_asked_for() {
    let dir = shop();
    let log = "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':compileKotlin'.\n> Could not resolve all files for configuration ':compileClasspath'.\n   > Could not find org.meadow:bees:2.4.\n     Required by:\n         project :\n";
    let (question, report, code) = ask(Some(dir.path()), log);
    assert_eq!(question.analysis.errors[0].symbol.as_deref(), Some("org.meadow:bees:2.4"));
    let held = evidence(&question, &report, &code, Some(dir.path()));
    assert!(!held.knows("org.meadow:bees:2.4") && held.knows("org.meadow:bees"));
    assert!(of(&question, SnippetKind::Build).contains("build.gradle:4: repositories { mavenCentral() }"));
}

/// Estimated tokens of the first prompt, if nothing is cut.
fn prompt_tokens(root: Option<&Path>, log: &str) -> u32 {
    let counter = EstimatedTokens { characters_per_token: 3.0 };
    let wanted = Budget { context_tokens: 32_768, prompt_tokens: 30_000, answer_tokens: 1_200 };
    let (question, ..) = ask(root, log);
    let opened = opening(&question, JobMode::SingleShot, &wanted, &counter);
    opened.messages.iter().map(|message| counter.count(&message.content)).sum()
}

/// The printed line and its 90th percentile.
fn told(what: &str, mut tokens: Vec<u32>) -> u32 {
    tokens.sort_unstable();
    let at = |percent: usize| tokens[(tokens.len() - 1) * percent / 100];
    println!("{} {what}: p50 {}, p90 {}, max {} tokens (3 characters each)", tokens.len(), at(50), at(90), at(100));
    at(90)
}

fn texts(dir: &str, end: &str) -> Vec<String> {
    let mut dirs = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(dir)];
    let mut texts = Vec::new();
    while let Some(dir) = dirs.pop() {
        for path in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                dirs.push(path);
            } else if path.extension().is_some_and(|ending| ending == end) {
                texts.push(String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned());
            }
        }
    }
    texts
}

/// `cargo test -p rcad --lib prompts_of -- --nocapture` prints both lines. The logs have no project, the graded
/// failures have small ones.
#[test]
fn prompts_of_recorded_logs_and_graded_failures_are_short() {
    let logs: Vec<u32> = texts("testdata/parse", "log").iter().map(|log| prompt_tokens(None, log)).collect();
    assert!(logs.len() > 100 && told("logs of tools", logs) <= 3_000);
    let mut graded = Vec::new();
    for family in texts("models/graded", "toml") {
        let family: toml::Table = family.parse().unwrap();
        for case in family["case"].as_array().unwrap() {
            let dir = tempfile::tempdir().unwrap();
            fs::write(dir.path().join("settings.gradle"), "").unwrap();
            for (path, text) in case["files"].as_table().into_iter().flatten() {
                let path = dir.path().join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text.as_str().unwrap()).unwrap();
            }
            let log = case["log"].as_str().unwrap().replace("/home/dev/app", &dir.path().to_string_lossy());
            graded.push(prompt_tokens(Some(dir.path()), &log));
        }
    }
    assert!(graded.len() > 40 && told("graded failures", graded) <= 3_000);
}
