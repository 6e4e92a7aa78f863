//! All texts that are sent to a model; nothing else writes any. What comes from a build is always enclosed by
//! [`super::delimiter`].

mod examples;
mod schema;
pub mod turns;
mod words;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::budget::{self, Budget, Candidates, FittedEvidence, TokenCounter};
use super::delimiter::{delimit, injected_instructions};
use super::lesson::{Lesson, Refuted};
use super::model::{ChatRole, JobMode, Message};
use super::question::{Question, Snippet, SnippetKind};
use super::tools;
use crate::model::answer::{DroppedClaim, Style};
use crate::model::environment::Environment;

pub use schema::answer_schema;

/// Raised with every change of a text that may change an answer; part of the cache's key.
pub const VERSION: u32 = 2;

/// Most tokens that a server's template adds to a message.
const MESSAGE: u32 = 12;

/// Percent of the prompt that the evidence gets before an example is added.
const EVIDENCE_FIRST: u32 = 40;

/// Most characters of a sentence from a build, a lesson or an answer.
const SENTENCE: usize = 400;

/// Most characters of a tool's result; a longer one is cut with a note.
const TOOL_RESULT: usize = 8_000;

/// Most lessons in a prompt.
const LESSONS: usize = 3;

/// Most injected instructions that people are warned of.
const WARNINGS: usize = 8;

/// The first messages of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// System and user.
    pub messages: Vec<Message>,
    /// What was left out of the evidence, for the trace.
    pub cut: Vec<String>,
    /// Injected instructions in the evidence, for people.
    pub warnings: Vec<String>,
}

/// Optional parts of an opening; the last is left out first when there is little room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PromptExtras {
    /// None.
    Nothing,
    /// The rules' answer.
    Rules,
    /// Also lessons.
    Lessons,
    /// Also an example.
    All,
}

/// The opening for a question, within the budget, which includes the tools' descriptions that the server adds. Below some
/// 600 tokens the fixed texts alone do not fit: then it has no evidence, and the server rejects it as too long.
pub fn opening(question: &Question, mode: JobMode, budget: &Budget, counter: &dyn TokenCounter) -> Opening {
    let room = budget.prompt_tokens.saturating_sub(tools_tokens(mode, counter));
    let mut extras = PromptExtras::All;
    loop {
        let bare = messages(question, mode, extras, &[]);
        let taken = count(&bare, counter);
        let wanted = room / 100 * EVIDENCE_FIRST;
        let less = match extras {
            PromptExtras::All => PromptExtras::Lessons,
            PromptExtras::Lessons => PromptExtras::Rules,
            PromptExtras::Rules | PromptExtras::Nothing => PromptExtras::Nothing,
        };
        let enough = room.saturating_sub(taken) >= wanted;
        if enough || extras == PromptExtras::Nothing {
            let (fitted, messages) = fill(question, mode, extras, room, taken, counter);
            let mut cut = fitted.cut;
            if extras < PromptExtras::Lessons && !question.lessons.is_empty() {
                cut.push("lessons of before left out".to_owned());
            }
            return Opening { messages, cut, warnings: warnings(question, &fitted.pieces) };
        }
        extras = less;
    }
}

/// Fills the room that the bare messages leave with evidence.
fn fill(
    question: &Question,
    mode: JobMode,
    extras: PromptExtras,
    room: u32,
    bare: u32,
    counter: &dyn TokenCounter,
) -> (FittedEvidence, Vec<Message>) {
    let candidates = Candidates::of(question);
    let mut free = room.saturating_sub(bare);
    loop {
        let fitted = candidates.fit(free, counter);
        let messages = messages(question, mode, extras, &fitted.pieces);
        let over = count(&messages, counter).saturating_sub(room);
        if over == 0 || fitted.pieces.is_empty() {
            return (fitted, messages);
        }
        // Headings differ in size, so one step may not be enough.
        free = free.saturating_sub(over.max(8));
    }
}

/// Tokens of messages as a server counts them.
fn count(messages: &[Message], counter: &dyn TokenCounter) -> u32 {
    messages.iter().map(|message| counter.count(&message.content).saturating_add(MESSAGE)).fold(0, u32::saturating_add)
}

/// Tokens of the tools' descriptions, which the server's template puts into the prompt.
fn tools_tokens(mode: JobMode, counter: &dyn TokenCounter) -> u32 {
    if mode == JobMode::ToolLoop { counter.count(&tools::schemas().to_string()) } else { 0 }
}

fn messages(question: &Question, mode: JobMode, extras: PromptExtras, pieces: &[Snippet]) -> Vec<Message> {
    vec![
        Message::text(ChatRole::System, system(question, mode, extras)),
        Message::text(ChatRole::User, user(question, extras, pieces)),
    ]
}

/// Fixed text comes first, so that a server can cache the beginning of the prompt.
fn system(question: &Question, mode: JobMode, extras: PromptExtras) -> String {
    let mut out = words::ROLE.to_owned();
    if mode == JobMode::ToolLoop {
        out.push_str(words::TOOLS);
    }
    out.push_str(words::ANSWER);
    out.push_str(&schema::shape(question.style));
    if question.style == Style::Teach {
        out.push_str(words::TEACH);
    }
    if extras == PromptExtras::All {
        out.push_str(words::EXAMPLE);
        out.push_str(&examples::shown(question.analysis.primary().map(|failure| failure.category), question.style));
    }
    out
}

fn user(question: &Question, extras: PromptExtras, pieces: &[Snippet]) -> String {
    let mut out = words::FAILED.to_owned();
    out.push_str(&delimit("the error", &error(question, extras)));
    for some in pieces.chunk_by(|a, b| a.kind == b.kind) {
        let label = some.first().map_or("", |piece| words::label(piece.kind));
        out.push_str(&delimit(label, &budget::shown(some)));
    }
    if extras >= PromptExtras::Lessons && !question.lessons.is_empty() {
        out.push_str(words::LESSONS);
        let lessons: String = question.lessons.iter().take(LESSONS).map(lesson).collect();
        out.push_str(&delimit("mistakes", &lessons));
    }
    out.push_str(words::ASK);
    out
}

/// The rules' description of the error.
fn error(question: &Question, extras: PromptExtras) -> String {
    let mut out = String::new();
    let mut add = |name: &str, value: &str| {
        if !value.is_empty() {
            out.push_str(&format!("{name}: {}\n", one_line(value)));
        }
    };
    if let Some(failure) = question.analysis.primary() {
        add("kind", &format!("{} ({})", failure.category.id(), failure.category.title()));
        add("message", &failure.message);
        if let Some(file) = &failure.file {
            add("place", &failure.line.map_or_else(|| file.clone(), |line| format!("{file}:{line}")));
        }
        add("task", failure.task.as_deref().unwrap_or_default());
    }
    add("versions", &versions(&question.environment));
    if extras >= PromptExtras::Rules {
        add("rules without a model say", question.analysis.root_cause.as_deref().unwrap_or_default());
        for step in question.analysis.fix_guidelines.iter().take(2) {
            add("they advise", step);
        }
    }
    out
}

fn versions(environment: &Environment) -> String {
    let known = [
        ("Gradle", &environment.gradle),
        ("JDK", &environment.java),
        ("Android Gradle plugin", &environment.agp),
        ("Kotlin", &environment.kotlin),
        ("Compose compiler", &environment.compose),
        ("dependency", &environment.dependency),
    ];
    let listed = known.iter().filter_map(|(name, version)| version.as_ref().map(|version| format!("{name} {version}")));
    listed.collect::<Vec<String>>().join(", ")
}

/// `- … (the evidence did not show it; 3 times)`
fn lesson(lesson: &Lesson) -> String {
    let how = match lesson.refuted {
        Refuted::ByEvidence => "the evidence did not show it",
        Refuted::ByPerson => "a person said that it is wrong",
    };
    let times = if lesson.times > 1 { format!("; {} times", lesson.times) } else { String::new() };
    format!("- {} ({how}{times})\n", one_line(&lesson.mistake))
}

/// Asks for the final answer after tools were used, or when no more may be used.
pub fn conclude(style: Style) -> Message {
    Message::text(ChatRole::User, format!("{}{}", words::CONCLUDE, schema::shape(style)))
}

/// Sends back what the evidence does not show, once.
pub fn send_back(dropped: &[DroppedClaim]) -> Message {
    let parts: String =
        dropped.iter().take(8).map(|one| format!("- {}\n  {}\n", one_line(&one.text), one_line(&one.why))).collect();
    Message::text(
        ChatRole::User,
        format!("{}{}{}", words::SENT_BACK, delimit("parts and reasons", &parts), words::AGAIN),
    )
}

/// A tool's result, enclosed as data.
pub fn tool_result(name: &str, result: &Value) -> String {
    let text = result.to_string();
    let shown = match text.char_indices().nth(TOOL_RESULT) {
        Some((end, _)) => format!("{}… (cut: {} characters in all)", &text[..end], text.chars().count()),
        None => text,
    };
    delimit(&format!("result of {name}"), &shown)
}

/// A text on one line, shortened, so that it can't continue as something else.
fn one_line(text: &str) -> String {
    // Only the beginning of a very long text is read.
    let end = text.char_indices().nth(4 * SENTENCE).map_or(text.len(), |(end, _)| end);
    let words: Vec<&str> = text[..end].split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(SENTENCE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Injected instructions in the shown evidence, with their location.
fn warnings(question: &Question, pieces: &[Snippet]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for piece in pieces {
        let place = piece.file.as_deref().unwrap_or("log");
        for instruction in injected_instructions(&piece.lines.join("\n")) {
            let (line, words) = numbered(&instruction, piece.from);
            let place = if piece.kind == SnippetKind::Memory { "memory".to_owned() } else { format!("{place}:{line}") };
            found.push(format!("{place} reads like a command to the model: {words}"));
        }
    }
    let known = error(question, PromptExtras::Rules);
    let lessons: String = question.lessons.iter().take(LESSONS).map(lesson).collect();
    for (place, text) in [("the error's message", known), ("a lesson", lessons)] {
        for instruction in injected_instructions(&text) {
            let (_, words) = numbered(&instruction, 1);
            if !found.iter().any(|one| one.contains(words)) {
                found.push(format!("{place} reads like a command to the model: {words}"));
            }
        }
    }
    found.truncate(WARNINGS);
    found
}

/// `line 3: words` of a text that begins at line `from`.
fn numbered(instruction: &str, from: u32) -> (u32, &str) {
    let parts = instruction.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
    match parts.and_then(|(line, words)| Some((line.parse::<u32>().ok()?, words))) {
        Some((line, words)) => (from.saturating_add(line.saturating_sub(1)), words),
        None => (from, instruction),
    }
}

#[cfg(test)]
mod tests;
