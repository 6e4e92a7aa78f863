//! Regular expressions as constants, and tables of them that classify a message. Knows no tool.
//!
//! Convention of all patterns: `[0-9]` and explicit classes instead of `\d` and `\w`, whose Unicode tables cost memory.

use std::sync::OnceLock;

use regex::{Captures, Regex};

use crate::Category;
use crate::failure::{Failure, Framework};

/// A regular expression, compiled when it is first used. One that does not compile never matches; a test forbids it.
pub struct Pattern {
    source: &'static str,
    regex: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// A pattern of this source.
    pub const fn new(source: &'static str) -> Pattern {
        Pattern { source, regex: OnceLock::new() }
    }

    fn regex(&self) -> Option<&Regex> {
        self.regex.get_or_init(|| Regex::new(self.source).ok()).as_ref()
    }

    /// The groups of the first match.
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.regex()?.captures(text)
    }

    /// Whether it matches anywhere.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text))
    }

    /// Where the first match ends.
    pub fn end(&self, text: &str) -> Option<usize> {
        self.regex()?.find(text).map(|found| found.end())
    }
}

/// A table: messages that match a row's pattern are of its category; the first row that matches counts. Named groups
/// become the failure's details under their names, but `symbol`, `message`, `task`, `file`, `line` and `column` its fields.
pub struct Rules {
    rows: &'static [(Category, &'static str)],
    /// Filled row by row, when a row is first tried.
    regexes: OnceLock<Vec<OnceLock<Option<Regex>>>>,
}

impl Rules {
    /// A table of these rows.
    pub const fn new(rows: &'static [(Category, &'static str)]) -> Rules {
        Rules { rows, regexes: OnceLock::new() }
    }

    fn iter(&self) -> impl Iterator<Item = (Category, &Regex)> {
        let regexes = self.regexes.get_or_init(|| self.rows.iter().map(|_| OnceLock::new()).collect());
        self.rows.iter().zip(regexes).filter_map(|((category, source), cell)| {
            cell.get_or_init(|| Regex::new(source).ok()).as_ref().map(|regex| (*category, regex))
        })
    }
}

/// Finds the first row that matches `text`, fills the failure from it, and returns the match's start in bytes.
pub fn classify(rules: &Rules, text: &str, failure: &mut Failure) -> Option<usize> {
    for (category, regex) in rules.iter() {
        let Some(found) = regex.captures(text) else { continue };
        failure.category = category;
        failure.framework = framework(category);
        for name in regex.capture_names().flatten() {
            if let Some(value) = found.name(name) {
                set(failure, name, value.as_str());
            }
        }
        return found.get(0).map(|all| all.start());
    }
    None
}

fn set(failure: &mut Failure, name: &str, value: &str) {
    let value = value.trim();
    if value.is_empty() {
        return;
    }
    match name {
        "symbol" => failure.symbol = Some(value.to_owned()),
        "line" => failure.line = value.parse().ok(),
        "column" => failure.column = value.parse().ok(),
        "message" => failure.message = value.to_owned(),
        "task" => failure.task = Some(value.to_owned()),
        "file" => failure.file = Some(value.to_owned()),
        _ => {
            failure.details.insert(name.to_owned(), value.to_owned());
        }
    }
}

/// The framework a category belongs to.
pub fn framework(category: Category) -> Framework {
    let id = category.id();
    let android = ["agp_", "xml_", "aapt_", "manifest_", "databinding", "anr", "native_crash"];
    if id.starts_with("compose_") {
        Framework::Compose
    } else if android.iter().any(|start| id.starts_with(start)) {
        Framework::Android
    } else {
        Framework::None
    }
}

/// Fails the test when a row of the table does not compile, or yields a category that nobody explains.
#[cfg(test)]
pub fn assert_sound(rules: &Rules) {
    for (category, source) in rules.rows {
        assert!(Regex::new(source).is_ok(), "{category}: {source}");
        assert!(crate::explain::meaning(*category).is_some(), "{category} is not explained");
    }
}
