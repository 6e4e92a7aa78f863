//! A valid rule, and the error of an invalid one.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use super::condition::{Comparison, Conditions};
use super::derived::{Choice, named};
use super::other_words::plain_pattern;
use super::owner::Owner;
use crate::facts::surroundings;
use crate::model::failure::{Failure, Language, Wording, file_name};
use crate::pattern::{Captures, LazyRegex};
use crate::{Category, pattern, template};

/// A known failure: what proves it in a log, what it means and what helps.
pub struct FailureRule {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Category of the failures that it matches.
    pub category: Category,
    /// 1-based line of the file at which it starts.
    pub line: u32,
    /// Whose code or setting is at fault, where the rule says so.
    pub owner: Option<Owner>,
    /// From which versions to which it is known, for people.
    pub versions: Cow<'static, str>,
    /// Address of the thread that it was learnt from; may be empty.
    pub learnt: Cow<'static, str>,
    /// Whether its line is a failure where nothing else says that something failed.
    pub alone: bool,
    /// Test texts that it must match.
    pub matches: Vec<String>,
    /// Test texts that it must not match.
    pub not: Vec<String>,
    pub(super) pattern: LazyRegex,
    /// The pattern for texts in other words, made when it is first needed.
    pub(super) plain_pattern: OnceLock<LazyRegex>,
    pub(super) conditions: Conditions,
    /// What `{choice}` stands for, by the symbol.
    pub(super) choices: Vec<Choice>,
    /// Wordings of the cause: the first whose placeholders are known is used.
    pub(super) causes: Vec<Cow<'static, str>>,
    /// Steps, each with its wordings.
    pub(super) fixes: Vec<Vec<Cow<'static, str>>>,
    /// Texts, one of which occurs in every line that matches.
    pub(super) literals: Vec<Cow<'static, str>>,
}

impl fmt::Debug for FailureRule {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "FailureRule({})", self.name)
    }
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

impl FailureRule {
    /// The groups of the line that it matches; its conditions are not looked at.
    pub fn captures<'t>(&self, line: &'t str) -> Option<Captures<'t>> {
        self.pattern.captures(line)
    }

    /// The pattern for texts in other words.
    pub(super) fn plain_pattern(&self) -> &LazyRegex {
        self.plain_pattern.get_or_init(|| LazyRegex::of(Cow::Owned(plain_pattern(self.pattern.source()))))
    }

    /// What must hold around a line that matches.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// The first step that needs nothing but what is known of the failure.
    pub fn first_fix(&self, failure: &Failure) -> Option<String> {
        self.fixes.iter().flatten().find_map(|wording| template::fill(wording, failure))
    }

    /// Length in bytes of the fixed text that it needs, and how many conditions it has: how much a match of it says.
    pub fn weight(&self) -> usize {
        self.literals.iter().map(|text| text.len()).min().unwrap_or(0) + 20 * self.conditions.len()
    }

    /// Whether the log was written where the failure is not known, by the rule's `versions`: the name of what differs, as in
    /// `facts/surroundings.rs`.
    pub fn ruled_out(&self, values: &[(String, String)]) -> Option<&'static str> {
        let shown = |name: &str| values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        // `kapt of Kotlin 1.x on JDK 16+`
        let inner = [" on ", " with "].iter().flat_map(|word| self.versions.match_indices(word));
        let inner = inner
            .map(|(at, _)| &self.versions[at + 1..])
            .filter(|rest| IN_GENERAL.iter().any(|words| rest.contains(words)));
        [self.versions.as_ref()].into_iter().chain(inner).find_map(|phrase| surroundings::ruled_out(phrase, shown))
    }

    /// Whether the values named by its comparisons compare as they must.
    pub fn compares(&self, values: &[(String, String)]) -> bool {
        self.conditions.when.iter().all(|one: &Comparison| one.holds(values))
    }

    /// Says of a failure that a reader read what the rule knows: category and words. What the reader took for the symbol
    /// and the place stays, unless it took the failure for something else, or only a frame of a library's for want of one of
    /// the app's.
    pub fn refine(&self, values: &[(String, String)], failure: &mut Failure) {
        let says_more = !CATCH_ALLS.contains(&self.category) && !OCCASIONS.contains(&failure.category);
        let category = if is_catch_all(failure) || says_more { self.category } else { failure.category };
        let other = failure.category != category;
        let named = named(values, &self.choices);
        let foreign = failure.details.contains_key("foreign_frame");
        let placed = foreign && named.iter().any(|(name, value)| name == "file" && has_ending(value));
        for (name, value) in named.iter().filter(|(name, _)| FIELDS.contains(&name.as_str())) {
            let known = match name.as_str() {
                "symbol" if is_phrase(value) && is_function(failure) => true,
                "symbol" => {
                    (is_telling(failure) && !is_resource_file(failure)
                        || failure.symbol.is_some() && is_nameless(value))
                        && !other
                        && !placed
                }
                "task" => failure.task.is_some(),
                // A directory is no place in a file.
                "file" => failure.file.is_some() && !placed || !has_ending(value),
                _ => failure.line.is_some() && !placed || failure.file.is_none(),
            };
            if !known {
                pattern::set(failure, name, value);
            }
        }
        if placed {
            // The line was one of the library's file.
            failure.line = failure.line.filter(|_| named.iter().any(|(name, _)| name == "line"));
            failure.details.remove("foreign_frame");
            failure.details.remove("library_place");
        }
        failure.category = category;
        forget_library_place(failure);
        self.explain(&named, failure);
    }

    /// The failure of a line that no reader recognised, or for which this rule replaces the reader.
    pub fn failure(&self, values: &[(String, String)], line: &str) -> Failure {
        let mut failure = Failure::new(self.category, language(self.category), line.trim());
        let named = named(values, &self.choices);
        for (name, value) in &named {
            pattern::set(&mut failure, name, value);
        }
        self.explain(&named, &mut failure);
        failure
    }

    fn explain(&self, values: &[(String, String)], failure: &mut Failure) {
        failure.framework = pattern::framework(failure.category);
        let shown = values.iter().filter(|(name, _)| name.starts_with(surroundings::START));
        failure.details.extend(shown.cloned());
        failure.rule = Some(self.name.clone());
        if let Some(owner) = self.owner {
            failure.details.insert("fault_of".to_owned(), owner.id().to_owned());
        }
        if !self.learnt.is_empty() {
            failure.details.insert("learnt".to_owned(), self.learnt.clone().into_owned());
        }
        // A wording about a name is for a name that somebody gave, not for the exception's, and for the name that the rule
        // means, if it says where that stands.
        let unnamed = !values.iter().any(|(name, _)| name == "symbol")
            && (!is_telling(failure) || self.pattern.source().contains("(?P<symbol"));
        let without = unnamed.then(|| Failure { symbol: None, ..failure.clone() });
        let read = without.as_ref().unwrap_or(failure);
        let known = |wordings: &[Cow<'static, str>]| {
            let mut filled = wordings.iter().map(|wording| template::fill_from(wording, values));
            let known = filled.clone().find(|wording| template::fill(wording, read).is_some());
            // The task may become known later.
            known.or_else(|| filled.next_back())
        };
        let fixes = self.fixes.iter().filter_map(|wordings| known(wordings)).collect();
        failure.wording = Some(Wording { cause: known(&self.causes).unwrap_or_default(), fixes });
    }
}

/// What follows a version from which on, or up to which, something holds.
const IN_GENERAL: &[&str] = &["+", " and later", " and newer", " and older", " and below"];

/// Where the start of a Spring program is explained, a place in Spring's own code is none to look at.
fn forget_library_place(failure: &mut Failure) {
    let code = |file: &String| file.ends_with(".java") || file.ends_with(".kt");
    if failure.category == Category::SpringStartup
        && !failure.details.contains_key("at")
        && failure.file.as_ref().is_some_and(code)
    {
        (failure.file, failure.line) = (None, None);
    }
}

/// Categories of what nobody has filed: a reader gives them to what it has no row for, a rule to what fits no other. One that
/// says more stays, and a rule's own takes the place of a reader's.
const CATCH_ALLS: &[Category] = &[
    Category::Other,
    Category::GradleTaskFailed,
    Category::GradleExternalProcess,
    Category::GradleScriptEvaluation,
    Category::JavaOther,
    Category::RuntimeIllegalState,
    Category::RuntimeIllegalArgument,
];

/// Categories that tell on which occasion something failed; a rule tells why.
const OCCASIONS: &[Category] = &[Category::GradleScriptCompile, Category::TestFailure, Category::SpringStartup];

/// Categories that readers of one tool give to whatever it says, also to a message for which they have no row.
const TOOLS: &[Category] =
    &[Category::AgpR8MissingClass, Category::AaptCompile, Category::AaptLink, Category::ManifestMerger];

/// Whether the reader only knew who speaks.
fn is_catch_all(failure: &Failure) -> bool {
    let unread = failure.wording.is_none() && (!is_telling(failure) || is_resource_file(failure));
    CATCH_ALLS.contains(&failure.category) || unread && TOOLS.contains(&failure.category)
}

/// Whether the symbol is only the name of the resource's file, for want of another.
fn is_resource_file(failure: &Failure) -> bool {
    let (Some(symbol), Some(file)) = (&failure.symbol, &failure.file) else { return false };
    failure.category == Category::AaptCompile && file_name(file) == symbol
}

/// Fields that a rule may fill.
const FIELDS: &[&str] = &["symbol", "file", "line", "column", "task"];

/// Whether the failure's symbol says more than where it was seen: a number, the build's own project or task, the thrown
/// class and a library's frame give way to what a rule names.
fn is_telling(failure: &Failure) -> bool {
    let Some(symbol) = &failure.symbol else { return false };
    let is = |key: &str| failure.details.get(key).is_some_and(|value| value == symbol);
    let foreign = !failure.details.contains_key("at") && is("top");
    // Where a program begins is never what is wrong.
    let begins = is("at") && symbol.ends_with(".main");
    !(is_nameless(symbol)
        || begins
        || ["thrown", "owner", "project"].into_iter().any(is)
        || foreign
        || failure.task.as_ref() == Some(symbol))
}

/// `Module with the Main dispatcher`: words of a message, which say less than a function in the trace.
fn is_phrase(symbol: &str) -> bool {
    symbol.trim().contains(' ')
}

/// Whether the symbol is a function in the trace: the app's, or the first of a library.
fn is_function(failure: &Failure) -> bool {
    let is = |key: &str| failure.details.contains_key(key) && failure.details.get(key) == failure.symbol.as_ref();
    is("at") || is("top")
}

/// `65`, `1.8`, `$`: no name.
fn is_nameless(symbol: &str) -> bool {
    !symbol.contains(char::is_alphabetic)
}

/// Whether a path ends in a file's name with an ending, `…/Main.kt`.
fn has_ending(path: &str) -> bool {
    let name = path.trim().rsplit(['/', '\\']).next().unwrap_or_default();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    (1..=10).contains(&ending.len())
        && ending.bytes().all(|c| c.is_ascii_alphanumeric())
        && !ending.starts_with(|c: char| c.is_ascii_digit())
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
