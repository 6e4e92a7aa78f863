//! One rule that was accepted, and one that was refused.

use regex::Regex;

use crate::model::failure::{Failure, Language, Wording};
use crate::{Category, pattern};

/// One rule that was accepted.
#[derive(Clone, Debug)]
pub struct UserRule {
    /// What its author calls it.
    pub name: String,
    /// What a line that it matches is.
    pub category: Category,
    /// 1-based line of the file at which it begins.
    pub line: u32,
    /// Lines that its author says it matches.
    pub matches: Vec<String>,
    /// Lines that its author says it does not match.
    pub not: Vec<String>,
    pub(super) regex: Regex,
    pub(super) wording: Wording,
    /// Texts one of which stands in every line that matches.
    pub(super) literals: Vec<String>,
}

/// Why a rule, or a whole file, is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// 1-based line of the file.
    pub line: u32,
    /// The rule's name, where it is known.
    pub rule: Option<String>,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl UserRule {
    /// The failure that it makes of a line; nothing where it does not match.
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

/// What most things of a category are written in.
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
