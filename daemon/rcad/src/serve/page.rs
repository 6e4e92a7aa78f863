//! The pages: one RCA, and the list of all. Plain HTML without external resources. A small script shows the agent's
//! progress; every page is complete without it.

mod agent;
mod changed;
mod elements;
mod remembered;

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
use super::links::Links;
use crate::line::resolve::green_again;
use crate::platform::time::{ago, parse, rfc3339};
use crate::protocol::agent::JobEvent;
use crate::protocol::devices::{CrashDetail, MadeBy};

const STYLE: &str = include_str!("page.css");
/// Lines of the log on a page; the whole log may have a megabyte.
const LOG_LINES: usize = 2000;

/// The `Content-Security-Policy`. Style and script are the same on every page and allowed by their hashes; a nonce
/// would also allow injected code beside them.
pub fn policy() -> &'static str {
    static POLICY: LazyLock<String> = LazyLock::new(|| {
        format!(
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; connect-src 'self'; img-src data:; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            hash(STYLE),
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
}

/// The page of one RCA. `at_work` has the events so far of a running or waiting job.
pub fn rca(shown: ShownRca, at_work: Option<&[JobEvent]>, links: &Links, now_ms: u64) -> String {
    let ShownRca { rca, report, crash } = shown;
    let analysis = &rca.shown();
    let title = analysis.primary().map_or("Failure", |primary| primary.category.title());
    let project = rca.project_name.as_deref().unwrap_or("Gradle build");
    let body = html! {
        header { a href=(links.list()) { "All failures" } span { "rcad · " (rca.id) } }
        h1 { (code(title)) }
        (meta(rca, project, crash.map(|crash| &crash.app), now_ms))
        @if let Some(build) = crash.and_then(|crash| crash.build.as_ref()) { (made_by(build, now_ms)) }
        @if let Some(seen) = crash.and_then(|crash| crash.not_seen_since.as_ref()) {
            p.meta { (seen.in_words(|then| ago(then, now_ms))) }
        }
        div #lead {
            @if let Some(cause) = &analysis.root_cause { p.cause { (code(cause)) } }
            (remembered::seen_before(rca, links, now_ms))
            @if !analysis.fix_guidelines.is_empty() { h2 { "What to do" } (fixes(&analysis.fix_guidelines)) }
            (changed::patch(analysis))
            @if let Some(thread) = analysis.primary().and_then(render::discussed) {
                p.meta { "Discussed at " a href=(thread) rel="noreferrer" { (thread) } }
            }
            (confidence(analysis))
            (agent::other_answers(analysis))
        }
        (agent::section(analysis, at_work, now_ms))
        @if let Some(primary) = analysis.primary() { (evidence(primary)) (source(primary)) }
        @if let Some(crash) = crash { (trace(crash)) }
        (changed::others(analysis))
        (others(&analysis.errors))
        (remembered::similar(analysis, links))
        @if let Some(report) = report { (log(report)) }
        @if agent::is_live(at_work) { script { (PreEscaped(agent::SCRIPT)) } }
    };
    document(&format!("{title} – {project}"), &body)
}

/// The list of RCAs, newest first; `link` returns the link of each.
pub fn list(rcas: &[Rca], link: impl Fn(&str) -> String, now_ms: u64) -> String {
    if rcas.is_empty() {
        let text = "Nothing has failed yet. The next failing `./gradlew` build shows up here.";
        return document("rcad", &html! { h1 { "Failures" } p.meta { (code(text)) } });
    }
    let body = html! {
        h1 { "Failures" }
        table {
            tr { th { "Last seen" } th { "Project" } th { "Cause" } th { "Times" } }
            @for rca in rcas {
                tr {
                    td.t title=(rfc3339(rca.last_seen_ms)) { (ago(rca.last_seen_ms, now_ms)) }
                    td { (rca.project_name.as_deref().unwrap_or("–")) }
                    td {
                        a href=(link(&rca.id)) { (render::one_line(&rca.shown())) }
                        @if let Some(green) = green_again(rca) {
                            br;
                            span.green title=(green.at) {
                                (code(&green.in_words(|at| parse(at).map_or_else(String::new, |then| ago(then, now_ms)))))
                            }
                        }
                    }
                    td.n { (rca.occurrences) }
                }
            }
        }
    };
    document("rcad", &body)
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
    html! { span.n { (number) } (text) "\n" }
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

fn log(report: &Report) -> Markup {
    let total = report.text.lines().count();
    let skipped = total.saturating_sub(LOG_LINES);
    html! {
        details {
            summary {
                "What was captured"
                @if skipped > 0 { ", the last " (LOG_LINES) " of " (total) " lines" }
                @else { ", " (total) " lines" }
            }
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
            }
            body { main { (body) } }
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
