//! The page of all failures: by text, by project and state, with everything in the address.

use maud::{Markup, html};
use rcad_core::Category;
use serde::Deserialize;

use super::document;
use super::elements::{code, name_of};
use crate::platform::time::{ago, parse};
use crate::platform::words::many;
use crate::protocol::RcaSummary;
use crate::serve::links::rca_path;

/// What the address asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Wanted {
    /// Words, names, a phrase.
    pub q: String,
    /// Root directory.
    pub project: String,
    /// Category id.
    pub category: String,
    /// `red` or `green`; else both.
    pub state: String,
}

/// What was found.
#[derive(Default)]
pub struct Results {
    /// The best or newest first.
    pub found: Vec<RcaSummary>,
    /// Root directories of the projects that have failures.
    pub projects: Vec<String>,
    /// Category ids that have failures.
    pub categories: Vec<String>,
    /// Limitations or what is wrong with the question, in words.
    pub notes: Vec<String>,
}

impl Wanted {
    /// Whether a failure is in the wanted state, project and category.
    pub fn takes(&self, one: &RcaSummary) -> bool {
        let is_project = self.project.is_empty() || one.project.as_deref() == Some(self.project.as_str());
        let is_category = self.category.is_empty() || one.category == self.category;
        let is_state = match self.state.as_str() {
            "red" => one.green_again.is_none(),
            "green" => one.green_again.is_some(),
            _ => true,
        };
        is_project && is_category && is_state
    }
}

/// The page.
pub fn results(wanted: &Wanted, results: &Results, now_ms: u64) -> String {
    let body = html! {
        h1 { "Failures" }
        (search_box(&wanted.q, &[
            select("project", "All projects", &wanted.project, results.projects.iter().map(|root| (root.as_str(), name_of(root)))),
            select("category", "All causes", &wanted.category, results.categories.iter().map(|id| (id.as_str(), title(id)))),
            select("state", "Red and green", &wanted.state, [("red", "Red"), ("green", "Green again")].into_iter()),
        ]))
        div #results aria-live="polite" {
            @for note in &results.notes { p.meta { (code(note)) } }
            @if results.found.is_empty() { p.calm { "No failure is like this." } }
            @else {
                p.meta { (many(results.found.len() as u64, "failure")) }
                ul.found { @for one in &results.found { li { (row(one, now_ms)) } } }
            }
        }
    };
    document("Failures – rcad", &body)
}

/// The field to search, with more `choices` beside it.
pub(super) fn search_box(text: &str, choices: &[Markup]) -> Markup {
    html! {
        form.search role="search" action="/search" method="get" {
            input type="search" name="q" value=(text) aria-label="Search failures" placeholder="Search: a name, a phrase, a message" autocomplete="off";
            @for choice in choices { (choice) }
            button type="submit" { "Search" }
        }
    }
}

fn select<'a>(name: &str, all: &str, chosen: &str, options: impl Iterator<Item = (&'a str, &'a str)>) -> Markup {
    html! {
        select name=(name) aria-label=(all) {
            option value="" { (all) }
            @for (value, words) in options { option value=(value) selected[value == chosen] { (words) } }
        }
    }
}

fn title(id: &str) -> &str {
    Category::from_id(id).map_or(id, |category| category.title())
}

fn row(one: &RcaSummary, now_ms: u64) -> Markup {
    let when = |text: &str| parse(text).map_or_else(String::new, |then| ago(then, now_ms));
    html! {
        a href=(rca_path(&one.id)) { (code(&one.line)) }
        br;
        span.meta {
            (name_of(one.project.as_deref().unwrap_or_default()))
            " · " span title=(one.last_seen) { (when(&one.last_seen)) }
            @if one.occurrences > 1 { " · " (many(one.occurrences, "time")) }
        }
        @if let Some(green) = &one.green_again {
            " · " span.green title=(green.at) { (code(&green.in_words(when))) }
        }
    }
}

#[cfg(test)]
mod tests {
    use rcad_core::model::analysis::Engine;

    use super::*;
    use crate::protocol::memory::GreenAgain;

    fn one(project: &str, category: &str, is_green: bool) -> RcaSummary {
        RcaSummary {
            id: "0123456789ab".into(),
            fingerprint: None,
            occurrences: 1,
            first_seen: "2026-01-01T00:00:00Z".into(),
            last_seen: "2026-01-01T00:00:00Z".into(),
            project: Some(project.into()),
            category: category.into(),
            line: "a <script>".into(),
            engine: Engine::Rules,
            confidence: 0.5,
            root_cause: None,
            page: String::new(),
            green_again: is_green.then(|| GreenAgain { at: "2026-01-01T00:00:00Z".into(), by: None }),
        }
    }

    #[test]
    fn the_address_chooses_and_what_is_found_is_text() {
        let all = [one("/a", "java_other", false), one("/b", "java_other", true), one("/a", "aapt_link", true)];
        let count = |wanted: Wanted| all.iter().filter(|one| wanted.takes(one)).count();
        assert_eq!(count(Wanted::default()), 3);
        assert_eq!(count(Wanted { state: "red".into(), ..Wanted::default() }), 1);
        assert_eq!(count(Wanted { project: "/a".into(), state: "green".into(), ..Wanted::default() }), 1);
        assert_eq!(count(Wanted { category: "java_other".into(), ..Wanted::default() }), 2);
        let found = Results { found: all.to_vec(), projects: vec!["/a\"><b>".into()], ..Results::default() };
        let page = results(&Wanted { q: "\"><i>".into(), ..Wanted::default() }, &found, 0);
        assert!(page.contains("a &lt;script&gt;") && !page.contains("<b>") && !page.contains("<i>"), "{page}");
    }
}
