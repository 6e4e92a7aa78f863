//! The part of an RCA's page that tells what is remembered: when it was seen, what differs since, what was green after, and
//! what is like it. Shows, decides nothing.

use rcad_core::Analysis;
use rcad_core::memory::environment::words;
use rcad_core::model::analysis::{Memory, Similar};
use rcad_core::model::memory::{Agreement, Change, WentAway};
use rcad_store::Rca;

use super::{code, escape};
use crate::line::resolve::went_away;
use crate::platform::time::{ago, parse};
use crate::serve::links::Links;

/// When it was seen before; nothing for the first time. What was green after it is the newest, also after this build.
pub(super) fn seen_before(rca: &Rca, links: &Links, now_ms: u64) -> String {
    let memory = rca.analysis.memory.as_ref();
    let newest = rca.resolutions.last().filter(|newest| newest.green_ms > rca.last_seen_ms);
    let open = newest.map(went_away);
    let mut items = String::new();
    if let Some(memory) = memory {
        items.push_str(&times(memory, rca, links, now_ms));
        for apart in memory.environment.iter().filter(|one| one.agreement != Agreement::Same) {
            let class = if apart.agreement == Agreement::Differs { "differs" } else { "unknown" };
            items.push_str(&format!("<li class=\"{class}\">{}</li>", escape(&words(apart))));
        }
    }
    let earlier = memory.and_then(|memory| memory.went_away.as_ref());
    for gone in [earlier, open.as_ref()].into_iter().flatten() {
        items.push_str(&green_again(gone, now_ms));
    }
    if items.is_empty() {
        return items;
    }
    let heading = if memory.is_some() { "Seen before" } else { "Green again" };
    format!("<h2>{heading}</h2><ul class=\"memory\">{items}</ul>")
}

fn times(memory: &Memory, rca: &Rca, links: &Links, now_ms: u64) -> String {
    let when = |time: &str| {
        let words = parse(time).map_or_else(|| time.to_owned(), |then| ago(then, now_ms));
        format!("<span title=\"{}\">{}</span>", escape(time), escape(&words))
    };
    let often = match memory.occurrences {
        1 => format!("once before this build, {}", when(&memory.last_seen)),
        n => {
            format!("{n} times before this build, first {}, last {}", when(&memory.first_seen), when(&memory.last_seen))
        }
    };
    let place = memory
        .project
        .as_deref()
        .filter(|_| memory.id != rca.id)
        .map(|project| format!(" in <a href=\"{}\">{}</a>", escape(&links.rca(&memory.id)), escape(project)));
    format!("<li>{often}{}</li>", place.unwrap_or_default())
}

fn green_again(gone: &WentAway, now_ms: u64) -> String {
    let when = parse(&gone.at).map_or_else(String::new, |then| format!(" ({})", ago(then, now_ms)));
    let hunk = gone.change.as_ref().map(hunk).unwrap_or_default();
    format!(
        "<li>{}<span class=\"meta\" title=\"{}\">{when}</span>{hunk}</li>",
        escape(&gone.sentence()),
        escape(&gone.at)
    )
}

fn hunk(change: &Change) -> String {
    let indent = |text: &str| text.len() - text.trim_start().len();
    let least = change.before.iter().chain(&change.after).map(|one| indent(&one.text)).min().unwrap_or(0);
    let line = |class: &str, number: u32, text: &str| {
        format!(
            "<span class=\"{class}\"><span class=\"n\">{number}</span>{}</span>",
            escape(text.get(least..).unwrap_or(text))
        )
    };
    let mut lines: String = change.before.iter().map(|one| line("del", one.line, &one.text)).collect();
    lines.extend(change.after.iter().map(|one| line("add", one.line, &one.text)));
    if lines.is_empty() { lines } else { format!("<pre class=\"diff\">{lines}</pre>") }
}

/// The same failure elsewhere, and those that are only like it.
pub(super) fn similar(analysis: &Analysis, links: &Links) -> String {
    let (same, like): (Vec<&Similar>, Vec<&Similar>) = analysis.similar.iter().partition(|one| one.is_same());
    let mut out = String::new();
    for (heading, similar) in [("The same mistake elsewhere", same), ("Similar, but another failure", like)] {
        if similar.is_empty() {
            continue;
        }
        let rows: String = similar.iter().map(|one| row(one, links)).collect();
        out.push_str(&format!("<h2>{heading}</h2><ul>{rows}</ul>"));
    }
    out
}

fn row(one: &Similar, links: &Links) -> String {
    let cause = one.cause.as_deref().unwrap_or(&one.id);
    // Where it is says more than that its fingerprint is the same, which the heading tells.
    let notes = if one.is_same() { one.project.iter().cloned().collect() } else { one.why.clone() };
    format!(
        "<li><a href=\"{}\">{}</a> <span class=\"meta\">{}</span></li>",
        escape(&links.rca(&one.id)),
        code(cause),
        escape(&notes.join(" · "))
    )
}
