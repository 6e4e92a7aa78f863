//! The part of an RCA's page that shows the agent: its work while it lasts, then what it says, with what each sentence rests
//! on. The model's text is hostile until it is escaped; nothing here lets any of it become markup or a link.

use rcad_core::Analysis;
use rcad_core::model::analysis::{FoundRight, Standing, Words};
use rcad_core::model::answer::{Answer, Claim, Dropped, Fix, Step, StepKind};
use rcad_core::render::agent as words;

use super::{code, escape};
use crate::platform::time::{ago, rfc3339};
use crate::protocol::agent::Seen;

/// Shows a job while it works; see the file.
pub(super) const SCRIPT: &str = include_str!("agent.js");

/// The agent's part; empty where no model was asked and none is at work. `at_work` is what was seen of a job so far.
pub(super) fn section(analysis: &Analysis, at_work: Option<&[Seen]>, now_ms: u64) -> String {
    let standing = analysis.agent_standing.clone().unwrap_or_default();
    let work = at_work.map(work).unwrap_or_default();
    let said = analysis.agent.as_deref().map(|answer| said(answer, &standing, now_ms)).unwrap_or_default();
    let live = if is_live(at_work) { " data-live" } else { "" };
    // The place is there in any case, for an answer that comes while the page is open.
    if work.is_empty() && said.is_empty() {
        return "<section id=\"agent\"></section>".to_owned();
    }
    format!("<section id=\"agent\"{live}><h2>{}</h2>{work}{said}</section>", words::HEADING)
}

/// Whether a job is at work or will be as soon as its turn comes: then the page follows it.
pub(super) fn is_live(at_work: Option<&[Seen]>) -> bool {
    at_work.is_some_and(|seen| !matches!(seen.last(), Some(Seen::Waiting { why: Some(_) })))
}

/// What the rules say, where the agent's words lead; and what a person once found right.
pub(super) fn other_words(analysis: &Analysis) -> String {
    let mut out = String::new();
    if let Some(rules) = &analysis.rules {
        out.push_str(&format!("<h2>What the rules say</h2><div class=\"card\">{}</div>", plain(rules)));
    }
    if let Some(right) = analysis.found_right.as_deref() {
        out.push_str(&found_right(right));
    }
    out
}

fn found_right(right: &FoundRight) -> String {
    let heading = escape(&words::found_right_heading(right));
    format!("<h2>{heading}</h2><div class=\"card\">{}</div>", plain(&right.words))
}

fn plain(words: &Words) -> String {
    let cause = code(words.root_cause.as_deref().unwrap_or("Nothing."));
    let fixes: String = words.fix_guidelines.iter().map(|fix| format!("<li>{}</li>", code(fix))).collect();
    let fixes = if fixes.is_empty() { fixes } else { format!("<ol>{fixes}</ol>") };
    format!("<p>{cause}</p>{fixes}")
}

/// A job at work. The script goes on from here; without one this is how it was when the page was loaded.
fn work(seen: &[Seen]) -> String {
    if let Some(Seen::Waiting { why: Some(why) }) = seen.last() {
        return format!("<p class=\"meta\">No model is asked yet: {}.</p>", code(why.trim_end_matches('.')));
    }
    let steps = seen.iter().filter_map(|seen| if let Seen::Step(step) = seen { Some(step) } else { None });
    let steps: Vec<&Step> = steps.collect();
    let progress = steps.last().map_or(0.0, |step| step.progress);
    let state = match steps.last() {
        None => "It waits for its turn.",
        Some(step) => state(step.kind),
    };
    let rows: String = steps.into_iter().map(row).collect();
    let text = match seen.last() {
        Some(Seen::Text { text, .. }) => escape(text),
        _ => String::new(),
    };
    format!(
        "<div class=\"work card\"><p class=\"state\"><span>{state}</span><progress max=\"1\" value=\"{progress:.2}\"></progress></p>\
         <ol class=\"steps\">{rows}</ol><pre class=\"stream\">{text}</pre>\
         <noscript><p class=\"meta\">Load the page again to see how far it is.</p></noscript></div>"
    )
}

/// What goes on after a step of this kind. The script has the same words.
fn state(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Started => "It begins.",
        StepKind::Action => "A tool is at work.",
        StepKind::Synthesis => "The answer is held against the evidence.",
        StepKind::Complete => "It has ended.",
        StepKind::Iteration | StepKind::Thought | StepKind::Observation | StepKind::ToolError | StepKind::Error => {
            "The model is at work."
        }
    }
}

fn row(step: &Step) -> String {
    let kind = kind(step.kind);
    format!("<li class=\"{kind}\"><b>{kind}</b> <span>{}</span></li>", escape(&step.text))
}

/// As in the events.
fn kind(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Started => "started",
        StepKind::Iteration => "iteration",
        StepKind::Thought => "thought",
        StepKind::Action => "action",
        StepKind::Observation => "observation",
        StepKind::ToolError => "tool_error",
        StepKind::Synthesis => "synthesis",
        StepKind::Complete => "complete",
        StepKind::Error => "error",
    }
}

fn said(answer: &Answer, standing: &Standing, now_ms: u64) -> String {
    let mut out = String::new();
    if !answer.warnings.is_empty() {
        let rows: String = answer.warnings.iter().map(|warning| format!("<li>{}</li>", escape(warning))).collect();
        out.push_str(&format!(
            "<div class=\"warning\"><b>Something in the evidence reads like a command to the model, or the model asked for what \
             it must not have. Nothing of that was done; read its answer with care.</b><ul>{rows}</ul></div>"
        ));
    }
    if answer.elsewhere.is_some() {
        out.push_str(&format!("<p class=\"warning\"><b>{}</b></p>", escape(&words::place(answer))));
    }
    let body = body(answer, standing);
    match standing.right {
        Some(false) => out.push_str(&format!(
            "<details><summary>A person has said that this answer is wrong.</summary>{body}</details>"
        )),
        Some(true) => out.push_str(&format!("<p class=\"right\">A person has said that this is right.</p>{body}")),
        None => out.push_str(&body),
    }
    out.push_str(&about(answer, now_ms));
    out
}

fn body(answer: &Answer, standing: &Standing) -> String {
    let mut out = String::new();
    if !standing.differs.is_empty() {
        let differs = escape(&standing.differs.join("; "));
        out.push_str(&format!("<p class=\"older\">About an older build: {differs}.</p>"));
    }
    if let Some((word, why)) = words::ending(answer) {
        out.push_str(&format!("<p class=\"unsure\"><b>{word}</b> {}</p>", code(&why)));
    }
    if !answer.cause.is_empty() {
        let rows: String = answer.cause.iter().map(claim).collect();
        out.push_str(&format!("<ul class=\"claims\">{rows}</ul>"));
    }
    if !answer.fixes.is_empty() && !standing.headline {
        let rows: String = answer.fixes.iter().map(fix).collect();
        out.push_str(&format!("<h3>What it would do</h3><ol>{rows}</ol>"));
    }
    for (heading, text) in answer.teaching.iter().flat_map(words::teaching) {
        out.push_str(&format!("<h3>{heading}</h3><p>{}</p>", code(text)));
    }
    out.push_str(&left_out(&answer.dropped));
    out
}

fn claim(claim: &Claim) -> String {
    let cites: String = claim
        .cites
        .iter()
        .map(|cite| format!("<li><code>{}</code> <q>{}</q></li>", escape(&words::cited(cite)), escape(&cite.quote)))
        .collect();
    format!("<li>{}<ul class=\"cites\">{cites}</ul></li>", code(&claim.text))
}

fn fix(fix: &Fix) -> String {
    let file = fix.file.as_deref().filter(|file| !fix.text.contains(*file));
    let file = file.map(|file| format!(" <code>{}</code>", escape(file))).unwrap_or_default();
    let mark = if fix.unverified { format!(" <b class=\"mark\">{}</b>", words::UNVERIFIED) } else { String::new() };
    format!("<li>{}{file}{mark}</li>", code(&fix.text))
}

fn left_out(dropped: &[Dropped]) -> String {
    let row = |one: &Dropped| format!("<li>{} <span class=\"meta\">{}</span></li>", code(&one.text), code(&one.why));
    let rows: String = dropped.iter().map(row).collect();
    let head = match dropped.len() {
        0 => return String::new(),
        1 => "One thing that it said is left out".to_owned(),
        n => format!("{n} things that it said are left out"),
    };
    format!("<details><summary>{head}</summary><ul>{rows}</ul></details>")
}

/// Who said it, where, at what expense, how sure, and step by step.
fn about(answer: &Answer, now_ms: u64) -> String {
    let mut parts: Vec<String> = words::about(answer).iter().map(|part| escape(part)).collect();
    parts.push(format!("<span title=\"{}\">{}</span>", rfc3339(answer.made_ms), ago(answer.made_ms, now_ms)));
    let mut out = format!("<p class=\"meta\">{}</p>", parts.join(" · "));
    if !answer.cause.is_empty() {
        let factors: String = words::factors(answer).iter().map(|factor| format!("<li>{factor}</li>")).collect();
        out.push_str(&format!(
            "<details><summary>Confidence{}{}</summary><ul>{factors}</ul></details>",
            super::bar(answer.confidence),
            words::level(answer.confidence)
        ));
    }
    if !answer.steps.is_empty() {
        let rows: String = answer.steps.iter().map(row).collect();
        out.push_str(&format!(
            "<details><summary>What it did, step by step</summary><ol class=\"steps\">{rows}</ol></details>"
        ));
    }
    out
}
