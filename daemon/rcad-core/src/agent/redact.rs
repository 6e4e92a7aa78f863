//! Redaction: secrets become placeholders before a request to a model, and are revealed in its answer. Works on plain text,
//! before it becomes JSON. Never changes the number of lines, which cites refer to.
//!
//! In a job, the evidence and each tool's result are redacted before they are sent, and the model's answer is revealed
//! *before* it is checked against the evidence, which is not redacted. What was revealed is redacted again before it is
//! sent again.

mod rules;
mod values;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use aho_corasick::{AhoCorasickBuilder, MatchKind};
use regex::{Captures, Regex};
use serde::{Deserialize, Serialize};

use rules::{RULES, RedactionRule, SecretKind};

/// The secrets of one job and their placeholders; the same secret always has the same one.
///
/// Text that looks like a placeholder before that one was assigned stays as it is, and that placeholder is never assigned.
///
/// The fields are public only to be stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Redaction {
    /// Secret by placeholder.
    pub secrets: BTreeMap<String, String>,
    /// Text that looks like a placeholder but is none.
    pub foreign: BTreeSet<String>,
    /// The user's home directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
}

/// Most passes over a text.
const TURNS: usize = 8;

/// `<SECRET_1>`, `<HOME>`
static PLACEHOLDER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"<(?:(?:SECRET|EMAIL|USER|HOME)_[0-9]+|HOME)>").ok());

/// All rules as one expression; group `n + 1` is rule `n`'s. Existing placeholders come first.
static ALL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let rules: Vec<String> = RULES.iter().map(|rule| format!("(?:{})", rule.pattern)).collect();
    Regex::new(&rules.join("|")).ok()
});

impl Redaction {
    /// For a user with this home directory.
    pub fn new(home: Option<&str>) -> Redaction {
        let home = home.map(|home| home.trim_end_matches(['/', '\\'])).filter(|home| home.len() >= 4);
        Redaction { home: home.map(str::to_owned), ..Redaction::default() }
    }

    /// The text with placeholders for its secrets. Idempotent.
    pub fn hide(&mut self, text: &str) -> String {
        let (Some(all), Some(placeholder)) = (&*ALL, &*PLACEHOLDER) else {
            // A test compiles the patterns; if they failed, nothing would be sent.
            return text.lines().map(|_| "<SECRET>\n").collect();
        };
        let foreign = placeholder.find_iter(text).map(|found| found.as_str());
        let foreign: Vec<String> =
            foreign.filter(|found| !self.secrets.contains_key(*found)).map(str::to_owned).collect();
        self.foreign.extend(foreign);
        let mut hiding =
            Hiding { known: self.secrets.iter().map(|(p, s)| (s.clone(), p.clone())).collect(), redaction: self };
        let mut hidden = text.to_owned();
        // Hiding one secret may make another match; repeat until nothing changes.
        for _ in 0..TURNS {
            let next = hiding.home(&hidden);
            let next = hiding.secrets(&next, all);
            let next = hiding.again(next);
            if next == hidden {
                break;
            }
            hidden = next;
        }
        hidden
    }

    /// The text with its secrets in place of the placeholders; for people, never to be sent.
    pub fn reveal(&self, text: &str) -> String {
        let Some(placeholder) = &*PLACEHOLDER else { return text.to_owned() };
        let secret = |found: &Captures<'_>| {
            let written = found.get(0).map_or("", |found| found.as_str());
            self.secrets.get(written).map_or(written, String::as_str).to_owned()
        };
        placeholder.replace_all(text, secret).into_owned()
    }
}

/// Redaction of one text.
struct Hiding<'r> {
    redaction: &'r mut Redaction,
    /// Placeholder by secret.
    known: HashMap<String, String>,
}

impl Hiding<'_> {
    /// The text without the home directory. `/home/ann` is not in `/home/annabel`.
    fn home(&mut self, text: &str) -> String {
        let Some(home) = self.redaction.home.clone().filter(|home| text.contains(home.as_str())) else {
            return text.to_owned();
        };
        let (mut hidden, mut rest) = (String::with_capacity(text.len()), text);
        while let Some(at) = rest.find(&home) {
            let behind = &rest[at + home.len()..];
            let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
            hidden.push_str(&rest[..at]);
            if behind.starts_with(goes_on) {
                hidden.push_str(&home);
            } else {
                hidden.push_str(&self.placeholder(SecretKind::Home, &home));
            }
            rest = behind;
        }
        hidden + rest
    }

    /// The text without what the rules find.
    fn secrets(&mut self, text: &str, all: &Regex) -> String {
        let (mut hidden, mut copied, mut from) = (String::with_capacity(text.len()), 0, 0);
        while let Some(found) = all.captures_at(text, from) {
            let Some((rule, whole, value)) = matched(&found) else { break };
            let place = values::RuleMatch { text, whole: whole.range(), value: value.range() };
            let spans = (rule.spans)(&place);
            // Within a match that a rule rejects another rule may match: an address in a call's arguments.
            let inside = value.start().max(whole.start() + 1);
            from = spans.last().map_or(inside, |last| last.end.max(whole.start() + 1));
            for span in spans.iter().filter(|span| !span.is_empty()) {
                hidden.push_str(&text[copied..span.start]);
                hidden.push_str(&self.placeholder(rule.kind, &text[span.clone()]));
                copied = span.end;
            }
            while !text.is_char_boundary(from) {
                from += 1;
            }
            if from >= text.len() {
                break;
            }
        }
        hidden.push_str(&text[copied..]);
        hidden
    }

    /// The text without secrets that were found elsewhere, such as a property's password in a command. Only those that
    /// are no words: the default password `android` occurs in half of all lines.
    fn again(&self, text: String) -> String {
        let sure = |(secret, placeholder): &(&String, &String)| {
            placeholder.starts_with("<SECRET_") && values::is_unmistakable(secret)
        };
        let (secrets, placeholders): (Vec<_>, Vec<_>) = self.known.iter().filter(sure).unzip();
        let finder = AhoCorasickBuilder::new().match_kind(MatchKind::LeftmostLongest).build(&secrets);
        let Some(finder) = finder.ok().filter(|_| !secrets.is_empty()) else { return text };
        let (mut hidden, mut copied) = (String::with_capacity(text.len()), 0);
        for found in finder.find_iter(&text) {
            let goes_on = |c: char| c.is_alphanumeric();
            if text[..found.start()].ends_with(goes_on) || text[found.end()..].starts_with(goes_on) {
                continue;
            }
            hidden.push_str(&text[copied..found.start()]);
            hidden.push_str(placeholders[found.pattern().as_usize()]);
            copied = found.end();
        }
        hidden.push_str(&text[copied..]);
        hidden
    }

    /// The placeholder of a secret, assigned on first use.
    fn placeholder(&mut self, kind: SecretKind, secret: &str) -> String {
        if let Some(known) = self.known.get(secret) {
            return known.clone();
        }
        let name = match kind {
            SecretKind::Secret => "SECRET",
            SecretKind::Email => "EMAIL",
            SecretKind::User => "USER",
            SecretKind::Home => "HOME",
        };
        let first = (kind == SecretKind::Home).then(|| "<HOME>".to_owned());
        let given = self.redaction.secrets.keys().filter(|given| given[1..].starts_with(name)).count();
        let numbered = (given + 1..).map(|number| format!("<{name}_{number}>"));
        let free = |name: &String| !self.redaction.secrets.contains_key(name) && !self.redaction.foreign.contains(name);
        let placeholder = first.into_iter().chain(numbered).find(free).unwrap_or_default();
        self.redaction.secrets.insert(placeholder.clone(), secret.to_owned());
        self.known.insert(secret.to_owned(), placeholder.clone());
        placeholder
    }
}

/// The rule that matched, the whole match and the part that it hides.
fn matched<'t>(found: &Captures<'t>) -> Option<(&'static RedactionRule, regex::Match<'t>, regex::Match<'t>)> {
    let (rule, value) = RULES.iter().enumerate().find_map(|(n, rule)| Some((rule, found.get(n + 1)?)))?;
    Some((rule, found.get(0)?, value))
}

#[cfg(test)]
mod tests;
