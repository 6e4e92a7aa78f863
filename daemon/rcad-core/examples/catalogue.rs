//! Holds the tools' catalogues of messages against the rules: JSON lines of `testdata/catalogues/list` on stdin; what is known of
//! each tool's messages on stdout, with `--list` each message that has no words of its own.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::{env, fmt};

use rcad_core::Category;
use rcad_core::model::failure::Failure;
use rcad_core::parse::parse;
use serde_json::Value;

/// How many messages of a tool are known, and how well.
#[derive(Default)]
struct Known {
    messages: usize,
    recognised: usize,
    /// Messages that print a name, and those of them whose name becomes the symbol.
    names: usize,
    symbols: usize,
    worded: usize,
}

impl fmt::Display for Known {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let without = self.messages - self.worded;
        write!(
            to,
            "{} messages, {} recognised, {} of {} with a symbol, {} with own words, {without} without",
            self.messages, self.recognised, self.symbols, self.names, self.worded
        )
    }
}

fn main() -> io::Result<()> {
    let list = env::args().any(|argument| argument == "--list");
    let mut tools: BTreeMap<String, Known> = BTreeMap::new();
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let [tool, id, text] = ["tool", "id", "text"].map(|key| message[key].as_str().unwrap_or(""));
        let failure = read(tool, text);
        // What is said of a message that nobody knows is said of any.
        let of_any = read(tool, "Xyzzy plugh").and_then(|failure| failure.wording);
        let wording = failure.as_ref().and_then(|failure| failure.wording.as_ref());
        let worded = wording.is_some_and(|own| of_any.as_ref().is_none_or(|any| any.cause != own.cause));
        let known = tools.entry(tool.to_owned()).or_default();
        let recognised = worded || failure.as_ref().is_some_and(|one| !plain(tool).contains(&one.category));
        known.messages += 1;
        known.recognised += usize::from(recognised);
        known.worded += usize::from(worded);
        if message["names"].as_array().is_some_and(|names| !names.is_empty()) {
            known.names += 1;
            known.symbols += usize::from(failure.as_ref().is_some_and(|failure| failure.symbol.is_some()));
        }
        if list && !worded {
            let category = failure.map_or("none", |failure| failure.category.id());
            println!("{tool}\t{category}\t{id}\t{}", text.replace('\n', "\\n"));
        }
    }
    for (tool, known) in tools.iter().filter(|_| !list) {
        println!("{tool}: {known}");
    }
    Ok(())
}

/// Categories of failures of which nothing is known but that the tool reports them.
fn plain(tool: &str) -> &'static [Category] {
    match kind(tool) {
        "javac" | "dagger" | "hilt" => &[Category::JavaOther, Category::KaptKsp],
        "manifest" => &[Category::ManifestMerger],
        "r8" => &[Category::AgpR8MissingClass, Category::Other],
        "aaptcompiler" => &[Category::AaptCompile],
        "agp" | "gradle" => &[Category::GradleTaskFailed, Category::GradleScriptEvaluation, Category::Other],
        _ => &[Category::Other],
    }
}

/// The first word of a tool's name; Kotlin's Gradle plugin is none of its compilers.
fn kind(tool: &str) -> &str {
    if tool.starts_with("kotlin-gradle") { "kgp" } else { tool.split('-').next().unwrap_or(tool) }
}

/// What is read of the message where the tool prints it.
fn read(tool: &str, text: &str) -> Option<Failure> {
    let log = match kind(tool) {
        "javac" | "dagger" | "hilt" => {
            format!("/home/dev/basket/Main.java:3: error: {text}\n    total();\n    ^\n1 error\n")
        }
        "manifest" => format!("/home/dev/basket/app/src/main/AndroidManifest.xml:5:5-9:19 Error:\n\t{text}\n"),
        "r8" => format!("ERROR: R8: {text}\n"),
        "aaptcompiler" => format!("/home/dev/basket/app/src/main/res/values/strings.xml:3: error: {text}.\n"),
        "kgp" => format!("e: ❌ {text}\nThe basket has no shelf.\nSolution: Please give it one.\n"),
        "agp" | "gradle" => format!(
            "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nA problem occurred configuring project ':app'.\n> {}\n\n\
             * Try:\n> Run with --stacktrace option to get the stack trace.\n\nBUILD FAILED in 2s\n",
            text.replace('\n', "\n  ")
        ),
        _ => format!("e: file:///home/dev/basket/Main.kt:3:5 {text}\n"),
    };
    parse(&log).failures.into_iter().next()
}
