//! Whole prompts as they are sent, in `testdata/agent/prompts/`: a change of a word is seen in a diff.
//!
//! `RCAD_BLESS=1 cargo test -p rcad-core --test it prompts` rewrites them; then raise `prompt::VERSION` and put the new sum here.

use std::fmt::Write;
use std::path::Path;

use rcad_core::agent::budget::{Budget, EstimatedTokens};
use rcad_core::agent::lesson::{Lesson, Refuted};
use rcad_core::agent::model::JobMode;
use rcad_core::agent::prompt;
use rcad_core::agent::question::{Question, Snippet, SnippetKind};
use rcad_core::explain::analyze;
use rcad_core::model::answer::{DroppedClaim, Style};
use rcad_core::model::environment::Environment;
use rcad_core::parse::parse;
use rcad_core::{Analysis, Category};
use serde_json::json;
use sha2::{Digest, Sha256};

/// Of all words at [`prompt::VERSION`]. They differ: raise the version, since answers to other words are other answers.
const WORDS: (u32, &str) = (2, "535f6843c9ad8106");

const LOG: &str = "\
> Task :compileKotlin FAILED
e: file:///p/src/main/kotlin/kitchen/Recipe.kt:10:42 Argument type mismatch: actual type is 'String', but 'Int' was expected.

FAILURE: Build failed with an exception.
";

fn question(style: Style) -> Question {
    let piece = |kind, file: Option<&str>, from, text: &str, focus| Snippet {
        kind,
        file: file.map(str::to_owned),
        from,
        lines: text.lines().map(str::to_owned).collect(),
        focus,
    };
    let recipe = "data class Recipe(val title: String, val portions: Int)\n\n// For the first course.\nfun soup() = Recipe(\"Soup\", \"four\")";
    Question {
        analysis: analyze(parse(LOG), Some("/p")),
        environment: Environment {
            gradle: Some("8.2.1".into()),
            kotlin: Some("2.2.21".into()),
            ..Environment::default()
        },
        pieces: vec![
            piece(SnippetKind::Failing, Some("src/main/kotlin/kitchen/Recipe.kt"), 7, recipe, Some(10)),
            piece(SnippetKind::Log, None, 1, LOG, Some(2)),
            piece(SnippetKind::Signature, Some("src/main/kotlin/kitchen/Course.kt"), 3, "enum class Course", None),
            piece(SnippetKind::Build, Some("build.gradle"), 2, "id 'org.jetbrains.kotlin.jvm' version '2.2.21'", None),
            piece(
                SnippetKind::Memory,
                Some("memory"),
                1,
                "The same in another project; green again when line 9 changed",
                None,
            ),
        ],
        lessons: vec![Lesson {
            model: "m".into(),
            category: Category::KotlinTypeMismatch,
            mistake: "It named `Int.parse`, which Kotlin does not have".into(),
            refuted: Refuted::ByEvidence,
            times: 2,
            last_ms: 0,
        }],
        style,
    }
}

fn opening(mode: JobMode, style: Style) -> String {
    let budget = Budget { context_tokens: 16_384, prompt_tokens: 6_000, answer_tokens: 1_200 };
    let opening = prompt::opening(&question(style), mode, &budget, &EstimatedTokens { characters_per_token: 3.0 });
    let mut out = String::new();
    for message in &opening.messages {
        writeln!(out, "==== {:?}\n{}", message.role, message.content).unwrap();
    }
    writeln!(out, "==== cut {:?}\n==== warnings {:?}", opening.cut, opening.warnings).unwrap();
    out
}

/// What is said after the opening, and the schemas.
fn later() -> String {
    let dropped = [DroppedClaim {
        text: "`x` is null.".into(),
        why: "line 3 of A.kt is `val y`, it does not contain `x`".into(),
    }];
    let mut out = String::new();
    for style in [Style::Brief, Style::Teach] {
        writeln!(out, "==== conclude\n{}\n{}", prompt::conclude(style).content, prompt::answer_schema(style)).unwrap();
    }
    writeln!(out, "==== send back\n{}", prompt::send_back(&dropped).content).unwrap();
    let result = json!({"success": true, "data": {"filePath": "A.kt", "content": "val y = 1"}});
    writeln!(out, "==== tool\n{}", prompt::tool_result("read_file", &result)).unwrap();
    out
}

fn whole() -> Vec<(&'static str, String)> {
    vec![
        ("brief.txt", opening(JobMode::SingleShot, Style::Brief)),
        ("teach.txt", opening(JobMode::SingleShot, Style::Teach)),
        ("tools.txt", opening(JobMode::ToolLoop, Style::Brief)),
        ("later.txt", later()),
    ]
}

#[test]
fn prompts_are_as_they_were_reviewed() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/agent/prompts");
    let mut wrong = Vec::new();
    for (name, got) in whole() {
        let path = dir.join(name);
        if std::env::var_os("RCAD_BLESS").is_some() {
            std::fs::create_dir_all(&dir).unwrap();
            std::fs::write(&path, got).unwrap();
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(got.as_str()) {
            wrong.push(format!("{}:\n{got}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{} prompts differ; got\n\n{}", wrong.len(), wrong.join("\n"));
}

/// Every example is a part of the words, too: one is shown for each category.
#[test]
fn other_words_are_another_version() {
    let mut all = Sha256::new();
    for (_, text) in whole() {
        all.update(text);
    }
    for category in Category::ALL {
        for style in [Style::Brief, Style::Teach] {
            let mut asked = question(style);
            let failure = asked.analysis.errors.first_mut().unwrap();
            failure.category = *category;
            asked.pieces.clear();
            let budget = Budget { context_tokens: 16_384, prompt_tokens: 6_000, answer_tokens: 1_200 };
            let counter = EstimatedTokens { characters_per_token: 3.0 };
            all.update(&prompt::opening(&asked, JobMode::SingleShot, &budget, &counter).messages[0].content);
        }
    }
    let sum = hex::encode(&all.finalize()[..8]);
    assert_eq!((prompt::VERSION, sum.as_str()), WORDS);
}

/// Beside it: the sum is of words, not of what a build says, so an empty analysis is asked about as well.
#[test]
fn a_failure_of_which_nothing_is_known_can_be_asked_about() {
    let asked = Question {
        analysis: Analysis::none(),
        environment: Environment::default(),
        pieces: Vec::new(),
        lessons: Vec::new(),
        style: Style::Brief,
    };
    let budget = Budget { context_tokens: 4_096, prompt_tokens: 3_000, answer_tokens: 800 };
    let opening = prompt::opening(&asked, JobMode::SingleShot, &budget, &EstimatedTokens { characters_per_token: 3.0 });
    assert_eq!((opening.messages.len(), opening.cut, opening.warnings), (2, Vec::new(), Vec::new()));
}
