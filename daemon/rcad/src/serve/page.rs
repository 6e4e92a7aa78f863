//! The pages: home, all failures, one failure. Plain HTML without external resources. Small scripts follow the model's work
//! and add comfort; every page is complete without them.

mod agent;
mod changed;
mod elements;
pub mod home;
mod rating;
mod remembered;
pub mod results;
pub mod sent;

use std::sync::LazyLock;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use rcad_core::memory::environment::versions;
use rcad_core::model::analysis::Engine;
use rcad_core::model::device::AppRun;
use rcad_core::model::failure::{Failure, Role};
use rcad_core::project::overview::changes::in_words;
use rcad_core::render::TraceRow;
use rcad_core::{Analysis, Report, render};
use rcad_store::Rca;
use sha2::{Digest, Sha256};

use self::elements::{bar, code, fixes, moment};
use super::links::rca_path;
use crate::platform::time::{ago, parse};
use crate::platform::url::percent_encode;
use crate::protocol::agent::JobEvent;
use crate::protocol::devices::{CrashDetail, MadeBy};

const STYLE: &str = include_str!("page.css");
/// Comfort: theme, copying, filtering the log, searching while one types.
const SCRIPT: &str = include_str!("page/page.js");
/// Lines of the log on a page; the whole log may have a megabyte.
const LOG_LINES: usize = 2000;

/// The `Content-Security-Policy`. Style and script are the same on every page and allowed by their hashes; a nonce
/// would also allow injected code beside them.
pub fn policy() -> &'static str {
    static POLICY: LazyLock<String> = LazyLock::new(|| {
        format!(
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}' 'sha256-{}'; connect-src 'self'; \
             img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            hash(STYLE),
            hash(SCRIPT),
            hash(agent::SCRIPT)
        )
    });
    &POLICY
}

/// SHA-256 in base64.
fn hash(text: &str) -> String {
    BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()))
}

/// What the page of one RCA shows.
#[derive(Clone, Copy)]
pub struct ShownRca<'r> {
    /// The record.
    pub rca: &'r Rca,
    /// Its newest report, as far as it is kept.
    pub report: Option<&'r Report>,
    /// Its newest crash, for a failure at run time.
    pub crash: Option<&'r CrashDetail>,
    /// Requests that were sent to models about it.
    pub sent: usize,
    /// What its forms send along.
    pub form_token: &'r str,
}

/// The page of one RCA. `at_work` has the events so far of a running or waiting job.
pub fn rca(shown: ShownRca, at_work: Option<&[JobEvent]>, now_ms: u64) -> String {
    let ShownRca { rca, report, crash, sent, form_token } = shown;
    let analysis = &rca.shown();
    let title = analysis.primary().map_or("Failure", |primary| primary.category.title());
    let project = rca.project_name.as_deref().unwrap_or("Gradle build");
    let body = html! {
        h1 { (code(title)) }
        (meta(rca, project, crash.map(|crash| &crash.app), now_ms))
        @if let Some(build) = crash.and_then(|crash| crash.build.as_ref()) { (made_by(build, now_ms)) }
        @if let Some(seen) = crash.and_then(|crash| crash.not_seen_since.as_ref()) {
            p.meta { (seen.in_words(|then| ago(then, now_ms))) }
        }
        div #lead {
            @if let Some(cause) = &analysis.root_cause { p.cause { (code(cause)) } }
            (editor_links(rca, analysis))
            (remembered::seen_before(rca, now_ms))
            @if !analysis.fix_guidelines.is_empty() { h2 { "What to do" } (fixes(&analysis.fix_guidelines)) }
            (changed::patch(analysis))
            @if let Some(thread) = analysis.primary().and_then(render::discussed) {
                p.meta { "Discussed at " a href=(thread) rel="noreferrer" { (thread) } }
            }
            (confidence(analysis))
            (agent::other_answers(analysis))
        }
        (rating::form(rca, form_token))
        (agent::section(analysis, at_work, now_ms))
        @if let Some(primary) = analysis.primary() { (evidence(primary)) (source(primary)) }
        @if let Some(crash) = crash { (trace(crash)) }
        (changed::others(analysis))
        (others(&analysis.errors))
        (remembered::similar(analysis))
        @if let Some(report) = report { (log(rca, report)) }
        p.meta.about {
            "Failure " code { (rca.id) }
            @if sent > 0 { " · " a href=(format!("{}/audit", rca_path(&rca.id))) { "What was sent to a model" } }
        }
        @if agent::is_live(at_work) { script { (PreEscaped(agent::SCRIPT)) } }
    };
    document(&format!("{title} – {project}"), &body)
}

/// A page with a message.
pub fn message(text: &str) -> String {
    document("rcad", &html! { h1 { "rcad" } p { (code(text)) } })
}

fn meta(rca: &Rca, project: &str, app: Option<&AppRun>, now_ms: u64) -> Markup {
    let task = rca.analysis.primary().and_then(|primary| primary.task.as_deref());
    html! {
        p.meta {
            span title=(rca.project.as_deref().unwrap_or("")) { (project) }
            @if let Some(task) = task { " · " code { (task) } }
            " · " (moment(rca.last_seen_ms, now_ms))
            @if rca.occurrences > 1 {
                " · seen " (rca.occurrences) " times, first " (moment(rca.first_seen_ms, now_ms))
            }
            @if let Some(green) = rca.resolved() { " · green again " (moment(green.green_ms, now_ms)) }
            @if let Some(app) = app {
                " · " (app.process) " on " (app.model.as_ref().unwrap_or(&app.device))
                @if let Some(api) = app.api { ", API level " (api) }
                @if let Some(version) = &app.version { ", version " (version) }
            }
            @for version in versions(&rca.environment) { " · " (version) }
        }
    }
}

/// Links that open the place to act in an editor, by the addresses that these register.
fn editor_links(rca: &Rca, analysis: &Analysis) -> Markup {
    let act = analysis.act_at.as_ref().map(|act| (act.file.clone(), act.line));
    let failing = || {
        let failure = analysis.primary()?;
        Some((failure.details.get("source_file").cloned()?, failure.line))
    };
    let (Some(root), Some((file, line))) = (rca.project.as_deref(), act.or_else(failing)) else { return html! {} };
    let path: String = format!("{root}/{file}").split('/').map(percent_encode).collect::<Vec<_>>().join("/");
    let line = line.unwrap_or(1);
    html! {
        p.meta.editors {
            "Open " code { (file) ":" (line) } " in "
            a href=(format!("vscode://file{path}:{line}")) { "VS Code" } " · "
            a href=(format!("idea://open?file={path}&line={line}")) { "IntelliJ IDEA" }
        }
    }
}

/// The lines of a crash, where they say whose the frames are.
fn trace(crash: &CrashDetail) -> Markup {
    let rows = render::trace(&crash.text, &crash.app.process);
    html! {
        @if !rows.is_empty() {
            h2 { "Trace, your frames marked" }
            pre.trace {
                @for row in &rows {
                    @match row {
                        TraceRow::Text(text) => { (text) "\n" }
                        TraceRow::Own(text) => { mark { (text) } "\n" }
                        TraceRow::Other(text) => { span.meta { (text) } "\n" }
                        TraceRow::Folded(text) => { span.meta { "\t" (text) } "\n" }
                    }
                }
            }
        }
    }
}

/// The build of an app that crashed, and what changed in it.
fn made_by(build: &MadeBy, now_ms: u64) -> Markup {
    html! {
        p.meta {
            "Built " (parse(&build.ended).map_or_else(|| build.ended.clone(), |ended| ago(ended, now_ms)))
            @if !build.tasks.is_empty() { " by " code { (build.tasks.join(" ")) } }
            @if let Some(changes) = in_words(&build.changes) { "; that build " (changes) }
        }
    }
}

fn evidence(failure: &Failure) -> Markup {
    let place = place(failure);
    html! {
        @if !failure.evidence.is_empty() {
            h2 { "Where this was read" @if let Some(place) = place { " – " code { (place) } } }
            pre { @for line in &failure.evidence { (numbered(line.line, &line.text)) } }
        }
    }
}

/// File and line, as far as they are known.
fn place(failure: &Failure) -> Option<String> {
    let file = failure.file.as_ref()?;
    Some(failure.line.map_or_else(|| file.clone(), |line| format!("{file}:{line}")))
}

fn source(failure: &Failure) -> Markup {
    let file = failure.details.get("source_file").filter(|_| !failure.source.is_empty());
    html! {
        @if let Some(file) = file {
            h2 { "In the project – " code { (file) } }
            pre { @for line in &failure.source { (numbered(line.line, &line.text)) } }
        }
    }
}

/// A line with its number.
fn numbered(number: u32, text: &str) -> Markup {
    html! { span.line { span.n { (number) } span { (text) "\n" } } }
}

fn others(errors: &[Failure]) -> Markup {
    let role = |failure: &Failure| match failure.role {
        Role::Root => "also",
        Role::Consequence if failure.explained_by.is_some_and(|by| by.again) => "the same again",
        Role::Consequence if failure.explained_by.is_some_and(|by| by.failure > 0) => "follows from another",
        Role::Consequence => "follows from it",
        Role::Independent => "on its own",
    };
    html! {
        @if errors.len() > 1 {
            h2 { "Other failures of this build" }
            ul {
                @for failure in &errors[1..] {
                    li {
                        @if let Some(place) = place(failure) { code { (place) } " " }
                        (first_line(&failure.message)) " " span.meta { "(" (role(failure)) ")" }
                    }
                }
            }
        }
    }
}

fn confidence(analysis: &Analysis) -> Markup {
    let value = analysis.confidence;
    let by = match (analysis.engine, &analysis.memory) {
        (Engine::Rules, _) => "by rules, without a model",
        (Engine::Memory, Some(memory)) if memory.engine == Engine::Agent => "from memory; a model had written it",
        (Engine::Memory, _) => "from memory, without a model",
        (Engine::Agent, _) => "by a model",
    };
    let word = match (value, analysis.engine) {
        (high, _) if high >= 0.8 => "high",
        (medium, _) if medium >= 0.5 => "medium",
        (_, Engine::Agent) => "low",
        _ => "low: the log does not say enough",
    };
    html! { p.meta.confidence { "Confidence" (bar(value)) "(" (word) ") · " (by) } }
}

fn log(rca: &Rca, report: &Report) -> Markup {
    let total = report.text.lines().count();
    let skipped = total.saturating_sub(LOG_LINES);
    html! {
        details.log {
            summary {
                "What was captured"
                @if skipped > 0 { ", the last " (LOG_LINES) " of " (total) " lines" }
                @else { ", " (total) " lines" }
            }
            p.meta { a href=(format!("{}/log", rca_path(&rca.id))) { "All of it as plain text" } }
            pre { @for (number, line) in (1..).zip(report.text.lines()).skip(skipped) { (numbered(number, line)) } }
        }
    }
}

fn document(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
                script { (PreEscaped(SCRIPT)) }
            }
            body {
                header {
                    nav aria-label="Pages" {
                        a href="/" { "rcad" }
                        a href="/search" { "All failures" }
                    }
                }
                main { (body) }
            }
        }
    };
    page.into_string()
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_out_of_a_log_is_never_markup() {
        assert!(message("</p><script>alert(1)</script>").contains("&lt;script&gt;"));
    }

    #[test]
    fn the_policy_allows_the_style_and_the_script_as_they_are_on_the_page() {
        assert_eq!(hash(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert!(message("").contains(&format!("<style>{STYLE}</style>")));
    }
}
