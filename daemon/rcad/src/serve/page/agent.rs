//! The agent's part of an RCA's page: its progress, then its answer with the evidence for each sentence. The model's
//! text is untrusted and always escaped; none of it becomes markup or a link.

use maud::{Markup, html};
use rcad_core::Analysis;
use rcad_core::model::analysis::{AgentAnswerStatus, AnswerText};
use rcad_core::model::answer::{AgentStep, Answer, Claim, DroppedClaim, Fix, StepKind};
use rcad_core::render::agent as words;

use super::elements::{bar, code, fixes, moment};
use crate::protocol::agent::JobEvent;

/// Shows the progress of a job.
pub(super) const SCRIPT: &str = include_str!("agent.js");

/// The agent's section; empty without an answer or a job. `at_work` has the job's events so far.
pub(super) fn section(analysis: &Analysis, at_work: Option<&[JobEvent]>, now_ms: u64) -> Markup {
    let standing = analysis.agent_status.clone().unwrap_or_default();
    let answer = analysis.agent.as_deref();
    html! {
        // Always there, for an answer that arrives while the page is open.
        @if at_work.is_none() && answer.is_none() { section #agent {} }
        @else {
            section #agent data-live[is_live(at_work)] {
                h2 { (words::HEADING) }
                @if let Some(events) = at_work { (work(events)) }
                @if let Some(answer) = answer { (answered(answer, &standing, now_ms)) }
            }
        }
    }
}

/// Whether a job is running or queued, so that the page follows it.
pub(super) fn is_live(at_work: Option<&[JobEvent]>) -> bool {
    at_work.is_some_and(|events| !matches!(events.last(), Some(JobEvent::Waiting { why: Some(_) })))
}

/// The rules' answer, if the agent's leads; and the answer that a person once validated.
pub(super) fn other_answers(analysis: &Analysis) -> Markup {
    html! {
        @if let Some(rules) = &analysis.rules { h2 { "What the rules say" } (plain(rules)) }
        @if let Some(right) = analysis.validated_answer.as_deref() {
            h2 { (words::validated_answer_heading(right)) }
            (plain(&right.words))
        }
    }
}

fn plain(words: &AnswerText) -> Markup {
    html! {
        div.card {
            p { (code(words.root_cause.as_deref().unwrap_or("Nothing."))) }
            @if !words.fix_guidelines.is_empty() { (fixes(&words.fix_guidelines)) }
        }
    }
}

/// A job in progress. The script updates it; without the script it shows the state at loading.
fn work(events: &[JobEvent]) -> Markup {
    if let Some(JobEvent::Waiting { why: Some(why) }) = events.last() {
        return html! { p.meta { "No model is asked yet: " (code(why.trim_end_matches('.'))) "." } };
    }
    let steps = events.iter().filter_map(|event| if let JobEvent::Step(step) = event { Some(step) } else { None });
    let steps: Vec<&AgentStep> = steps.collect();
    let progress = steps.last().map_or(0.0, |step| step.progress);
    let state = match steps.last() {
        None => "It waits for its turn.",
        Some(step) => state(step.kind),
    };
    let text = match events.last() {
        Some(JobEvent::Text { text, .. }) => text.as_str(),
        _ => "",
    };
    html! {
        div.work.card {
            p.state { span { (state) } progress max="1" value=(format!("{progress:.2}")) {} }
            ol.steps { @for step in steps { (row(step)) } }
            pre.stream { (text) }
            noscript { p.meta { "Load the page again to see how far it is." } }
        }
    }
}

/// What happens after a step of this kind. The script has the same texts.
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

fn row(step: &AgentStep) -> Markup {
    let kind = kind(step.kind);
    html! { li class=(kind) { b { (kind) } " " span { (step.text) } } }
}

/// Its name in events.
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

fn answered(answer: &Answer, standing: &AgentAnswerStatus, now_ms: u64) -> Markup {
    let body = body(answer, standing);
    html! {
        @if !answer.warnings.is_empty() {
            div.warning {
                b {
                    "Something in the evidence reads like a command to the model, or the model asked for what it must not \
                     have. Nothing of that was done; read its answer with care."
                }
                ul { @for warning in &answer.warnings { li { (warning) } } }
            }
        }
        @if answer.elsewhere.is_some() { p.warning { b { (words::location(answer)) } } }
        @match standing.right {
            Some(false) => details { summary { "A person has said that this answer is wrong." } (body) },
            Some(true) => { p.right { "A person has said that this is right." } (body) },
            None => (body),
        }
        (about(answer, now_ms))
    }
}

fn body(answer: &Answer, standing: &AgentAnswerStatus) -> Markup {
    html! {
        @if !standing.differs.is_empty() {
            p.older { "About an older build: " (standing.differs.join("; ")) "." }
        }
        @if let Some((word, why)) = words::ending(answer) { p.unsure { b { (word) } " " (code(&why)) } }
        @if !answer.cause.is_empty() { ul.claims { @for one in &answer.cause { (claim(one)) } } }
        @if !answer.fixes.is_empty() && !standing.headline {
            h3 { "What it would do" }
            ol { @for one in &answer.fixes { (fix(one)) } }
        }
        @for (heading, text) in answer.teaching.iter().flat_map(words::teaching) {
            h3 { (heading) }
            p { (code(text)) }
        }
        (left_out(&answer.dropped))
    }
}

fn claim(claim: &Claim) -> Markup {
    html! {
        li {
            (code(&claim.text))
            ul.cites { @for cite in &claim.cites { li { code { (words::cited(cite)) } " " q { (cite.quote) } } } }
        }
    }
}

fn fix(fix: &Fix) -> Markup {
    let file = fix.file.as_deref().filter(|file| !fix.text.contains(*file));
    html! {
        li {
            (code(&fix.text))
            @if let Some(file) = file { " " code { (file) } }
            @if fix.unverified { " " b.mark { (words::UNVERIFIED) } }
        }
    }
}

fn left_out(dropped: &[DroppedClaim]) -> Markup {
    html! {
        @if !dropped.is_empty() {
            details {
                summary {
                    @if dropped.len() == 1 { "One thing that it said is left out" }
                    @else { (dropped.len()) " things that it said are left out" }
                }
                ul { @for one in dropped { li { (code(&one.text)) " " span.meta { (code(&one.why)) } } } }
            }
        }
    }
}

/// Model, cost, confidence and steps of the answer.
fn about(answer: &Answer, now_ms: u64) -> Markup {
    html! {
        p.meta {
            @for part in words::about(answer) { (part) " · " }
            (moment(answer.made_ms, now_ms))
        }
        @if !answer.cause.is_empty() {
            details {
                summary { "Confidence" (bar(answer.confidence)) (words::level(answer.confidence)) }
                ul { @for factor in words::factors(answer) { li { (factor) } } }
            }
        }
        @if !answer.steps.is_empty() {
            details {
                summary { "What it did, step by step" }
                ol.steps { @for step in &answer.steps { (row(step)) } }
            }
        }
    }
}
