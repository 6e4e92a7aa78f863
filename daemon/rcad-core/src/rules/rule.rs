//! A valid rule, and the error of an invalid one.

use regex::Regex;

use crate::model::failure::{Failure, Language, Wording};
use crate::{Category, pattern};

/// A user's rule.
#[derive(Clone, Debug)]
pub struct UserRule {
    /// Its name.
    pub name: String,
    /// Category of the lines that it matches.
    pub category: Category,
    /// 1-based line of the file at which it starts.
    pub line: u32,
    /// Test lines that it must match.
    pub matches: Vec<String>,
    /// Test lines that it must not match.
    pub not: Vec<String>,
    pub(super) regex: Regex,
    pub(super) wording: Wording,
    /// Texts, one of which occurs in every line that matches.
    pub(super) literals: Vec<String>,
}

/// Why a rule, or a whole file, is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// 1-based line of the file.
    pub line: u32,
    /// The rule's name, where it is known.
    pub rule: Option<String>,
    /// What is wrong, and what is allowed.
    pub why: String,
}

impl UserRule {
    /// The failure of a line that it matches.
    pub(super) fn read(&self, line: &str) -> Option<Failure> {
        let found = self.regex.captures(line)?;
        let mut failure = Failure::new(self.category, language(self.category), line.trim());
        failure.framework = pattern::framework(self.category);
        failure.wording = Some(self.wording.clone());
        failure.rule = Some(self.name.clone().into());
        for name in self.regex.capture_names().flatten() {
            if let Some(value) = found.name(name) {
                pattern::set(&mut failure, name, value.as_str());
            }
        }
        Some(failure)
    }
}

/// The usual language of a category.
fn language(category: Category) -> Language {
    match category.id().split('_').next().unwrap_or_default() {
        "kotlin" | "compose" => Language::Kotlin,
        "java" => Language::Java,
        "gradle" | "agp" => Language::Gradle,
        "xml" | "aapt" | "manifest" | "databinding" => Language::Xml,
        "native" => Language::Native,
        _ => Language::Unknown,
    }
}
