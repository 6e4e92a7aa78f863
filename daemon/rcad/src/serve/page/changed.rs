//! The change that broke the build, as a patch, and what else changed since the project was green.

use maud::{Markup, html};
use rcad_core::{Analysis, render};

use super::elements::code;

/// Lines of a patch on the page.
const LINES: usize = 200;

/// The patch, below the steps.
pub(super) fn patch(analysis: &Analysis) -> Markup {
    let Some(patch) = &analysis.patch else { return html! {} };
    html! {
        h2 { "Suggested patch" }
        (diff(&patch.diff))
    }
}

/// A unified diff.
pub(super) fn diff(text: &str) -> Markup {
    let class = |line: &str| match line.chars().next() {
        Some('-') if !line.starts_with("---") => "gone",
        Some('+') if !line.starts_with("+++") => "new",
        Some('@' | '-' | '+') => "head",
        _ => "same",
    };
    html! { pre.patch { @for line in text.lines().take(LINES) { span class=(class(line)) { (line) "\n" } } } }
}

/// What else changed.
pub(super) fn others(analysis: &Analysis) -> Markup {
    let Some((heading, lines)) = render::other_changes(analysis) else { return html! {} };
    html! {
        h2 { (code(&heading)) }
        ul { @for line in lines { li { (code(&line)) } } }
    }
}
