//! The memory's part of an RCA's page: earlier occurrences, differences of the environment, resolutions and similar
//! failures.

use maud::{Markup, html};
use rcad_core::Analysis;
use rcad_core::memory::environment::describe;
use rcad_core::model::analysis::{PastFailure, Similar};
use rcad_core::model::memory::{Agreement, CodeChange, ResolutionSummary};
use rcad_store::Rca;

use super::changed;
use super::elements::code;
use crate::line::resolve::resolution_summary;
use crate::platform::time::{ago, parse};
use crate::serve::links::rca_path;

/// Earlier occurrences; nothing for the first one. The newest resolution is shown, also one after this build.
pub(super) fn seen_before(rca: &Rca, now_ms: u64) -> Markup {
    let memory = rca.analysis.memory.as_ref();
    let newest = rca.resolved().map(resolution_summary);
    let earlier = memory.and_then(|memory| memory.resolution.as_ref());
    let heading = if memory.is_some() { "Seen before" } else { "Green again" };
    html! {
        @if memory.is_some() || newest.is_some() {
            h2 { (heading) }
            ul.memory {
                @if let Some(memory) = memory { (times(memory, rca, now_ms)) (differences(memory)) }
                @if let Some(gone) = earlier { (green_again(gone, &gone.sentence(), now_ms)) }
                @if let Some(gone) = &newest { (green_again(gone, &gone.newest_sentence(), now_ms)) }
            }
        }
    }
}

fn differences(memory: &PastFailure) -> Markup {
    html! {
        @for apart in memory.environment.iter().filter(|one| one.agreement != Agreement::Same) {
            @let class = if apart.agreement == Agreement::Differs { "differs" } else { "unknown" };
            li class=(class) { (describe(apart)) }
        }
    }
}

fn times(memory: &PastFailure, rca: &Rca, now_ms: u64) -> Markup {
    let when = |time: &str| {
        let words = parse(time).map_or_else(|| time.to_owned(), |then| ago(then, now_ms));
        html! { span title=(time) { (words) } }
    };
    let elsewhere = memory.project.as_deref().filter(|_| memory.id != rca.id);
    html! {
        li {
            @if memory.occurrences == 1 { "once before this build, " (when(&memory.last_seen)) }
            @else {
                (memory.occurrences) " times before this build, first " (when(&memory.first_seen))
                ", last " (when(&memory.last_seen))
            }
            @if let Some(project) = elsewhere { " in " a href=(rca_path(&memory.id)) { (project) } }
        }
    }
}

fn green_again(gone: &ResolutionSummary, sentence: &str, now_ms: u64) -> Markup {
    let diff = gone.fix.as_ref().and_then(|fix| fix.diff.as_ref());
    html! {
        li {
            (code(sentence))
            span.meta title=(gone.at) { @if let Some(then) = parse(&gone.at) { " (" (ago(then, now_ms)) ")" } }
            @if let Some(diff) = diff { (changed::diff(diff)) }
            @else if let Some(change) = &gone.change { (hunk(change)) }
        }
    }
}

fn hunk(change: &CodeChange) -> Markup {
    let indent = |text: &str| text.len() - text.trim_start().len();
    let least = change.before.iter().chain(&change.after).map(|one| indent(&one.text)).min().unwrap_or(0);
    let lines = [("del", &change.before), ("add", &change.after)];
    html! {
        @if !change.before.is_empty() || !change.after.is_empty() {
            pre.diff {
                @for (class, one) in lines.into_iter().flat_map(|(class, all)| all.iter().map(move |one| (class, one))) {
                    span class=(class) { span.n { (one.line) } (one.text.get(least..).unwrap_or(&one.text)) }
                }
            }
        }
    }
}

/// The same failure in other projects, and similar ones.
pub(super) fn similar(analysis: &Analysis) -> Markup {
    let (same, like): (Vec<&Similar>, Vec<&Similar>) = analysis.similar.iter().partition(|one| one.is_same());
    html! {
        @for (heading, similar) in [("The same mistake elsewhere", same), ("Similar, but another failure", like)] {
            @if !similar.is_empty() {
                h2 { (heading) }
                ul { @for one in similar { (row(one)) } }
            }
        }
    }
}

fn row(one: &Similar) -> Markup {
    let cause = one.cause.as_deref().unwrap_or(&one.id);
    // The heading already says that the fingerprint is the same; show the project.
    let notes = if one.is_same() { one.project.iter().cloned().collect() } else { one.why.clone() };
    html! { li { a href=(rca_path(&one.id)) { (code(cause)) } " " span.meta { (notes.join(" · ")) } } }
}
