//! The home page: what is red now, what became green, how it goes, and what happened last.

mod plots;
pub mod trends;

use maud::{Markup, html};
use rcad_core::project::overview::changes::in_words;
use rcad_core::render;
use rcad_store::{OpenFailure, Rca};

use self::trends::Trends;
use super::document;
use super::elements::{code, moment, name_of};
use super::results::search_box;
use crate::line::resolve::green_again;
use crate::platform::words::many;
use crate::protocol::devices::DevicesStatus;
use crate::protocol::timeline::{TimelineEvent, TimelineKind};
use crate::serve::links::rca_path;

/// Open failures of one project that are shown; the others are counted.
const OF_A_PROJECT: usize = 3;

/// What the home page shows.
pub struct HomePage<'h> {
    /// Failures that are open, the newest first.
    pub open: &'h [OpenFailure],
    /// Failures that became green again, the newest first.
    pub green: &'h [Rca],
    /// What happened last, the oldest first.
    pub events: &'h [TimelineEvent],
    /// How it goes.
    pub trends: &'h Trends,
    /// Devices and the apps that are watched there.
    pub devices: &'h DevicesStatus,
    /// Stored failures.
    pub stored: u64,
}

/// The page.
pub fn home(home: &HomePage<'_>, now_ms: u64) -> String {
    let body = html! {
        h1 { "Your builds" }
        (search_box("", &[]))
        @if home.stored == 0 && home.events.is_empty() {
            p.meta { (code("Nothing has failed yet. The next failing `./gradlew` build shows up here.")) }
        } @else {
            (red(home.open, now_ms))
            (green(home.green, now_ms))
            (plots::figures(home.trends))
            (devices(home.devices))
            (recent(home.events, now_ms))
            p { a href="/search" { "All " (many(home.stored, "failure")) } }
        }
    };
    document("rcad", &body)
}

fn red(open: &[OpenFailure], now_ms: u64) -> Markup {
    let mut projects: Vec<(&str, Vec<&OpenFailure>)> = Vec::new();
    for one in open {
        let root = one.rca.project.as_deref().unwrap_or_default();
        match projects.iter_mut().find(|(known, _)| *known == root) {
            Some((_, all)) => all.push(one),
            None => projects.push((root, vec![one])),
        }
    }
    html! {
        h2 { "Red now" }
        @if projects.is_empty() { p.calm { "No build is red." } }
        @for (root, all) in &projects {
            section.red aria-label=(name_of(root)) {
                h3 title=(root) { (name_of(root)) }
                ul {
                    @for one in all.iter().take(OF_A_PROJECT) { li { (failure(&one.rca, &one.build.tasks, now_ms)) } }
                    @if all.len() > OF_A_PROJECT { li.meta { (all.len() - OF_A_PROJECT) " more" } }
                }
            }
        }
    }
}

fn failure(rca: &Rca, tasks: &[String], now_ms: u64) -> Markup {
    html! {
        a href=(rca_path(&rca.id)) { (code(&render::one_line(&rca.shown()))) }
        br;
        span.meta {
            (moment(rca.last_seen_ms, now_ms))
            @if !tasks.is_empty() { " · " code { (tasks.join(" ")) } }
            @if rca.occurrences > 1 { " · " (many(rca.occurrences, "time")) }
        }
    }
}

fn green(all: &[Rca], now_ms: u64) -> Markup {
    html! {
        @if !all.is_empty() {
            h2 { "Green again" }
            ul.green-again {
                @for rca in all {
                    @if let (Some(resolved), Some(green)) = (rca.resolved(), green_again(rca)) {
                        li {
                            span.meta { (rca.project_name.as_deref().unwrap_or("–")) " · " (moment(resolved.green_ms, now_ms)) }
                            @if let Some(by) = &green.by { " " span.green { (code(by)) } }
                            br;
                            a href=(rca_path(&rca.id)) { (code(&render::one_line(&rca.shown()))) }
                        }
                    }
                }
            }
        }
    }
}

fn devices(status: &DevicesStatus) -> Markup {
    html! {
        @if status.watched && !status.devices.is_empty() {
            h2 { "Devices" }
            ul {
                @for device in &status.devices {
                    li {
                        (device.model.as_deref().unwrap_or(&device.serial))
                        " " span.meta {
                            @if let Some(problem) = &device.problem { (problem) }
                            @else if device.reading { "watched" }
                            @else { (device.state) }
                            @if device.crashes > 0 { " · " (many(device.crashes, "crash")) " since the start" }
                        }
                    }
                }
            }
        }
    }
}

fn recent(events: &[TimelineEvent], now_ms: u64) -> Markup {
    html! {
        @if !events.is_empty() {
            h2 { "Last builds and crashes" }
            div.wide {
                table {
                    tr { th { "When" } th { "Project" } th { "What" } th { "Result" } }
                    @for event in events.iter().rev() {
                        tr {
                            td.t { (moment(event.at_ms, now_ms)) }
                            td { (name_of(event.project.as_deref().unwrap_or_default())) }
                            td.t { (subject(event)) }
                            td { (result(event)) }
                        }
                    }
                }
            }
        }
    }
}

fn subject(event: &TimelineEvent) -> Markup {
    html! {
        @if let (Some(package), Some(device)) = (&event.package, &event.device) { code { (package) } " on " (device) }
        @else { code { (event.tasks.join(" ")) } }
    }
}

fn result(event: &TimelineEvent) -> Markup {
    let (class, word) = match event.kind {
        TimelineKind::Built => ("green", "green"),
        TimelineKind::Failed => ("bad", "red"),
        TimelineKind::Crashed => ("bad", "crashed"),
        TimelineKind::Ended => ("meta", "stopped"),
        TimelineKind::Installed => ("meta", "installed"),
        TimelineKind::Started => ("meta", "started"),
    };
    html! {
        span class=(class) { (word) }
        @if let Some(cause) = &event.cause {
            ": "
            @if let Some(rca) = &event.rca { a href=(rca_path(rca)) { (code(cause)) } }
            @else { (code(cause)) }
        }
        @else if let Some(changes) = in_words(&event.changes) { span.meta { "; " (changes) } }
    }
}
