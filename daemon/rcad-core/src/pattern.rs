//! Regular expressions as constants, and tables of them that classify a message. Knows no tool.
//!
//! Convention of all patterns: `[0-9]` and explicit classes instead of `\d` and `\w`, whose Unicode tables cost memory.

mod any_of;
pub mod gram;
mod lazy_regex;
mod many;
pub mod needed;

use std::sync::OnceLock;

use memchr::memmem::Finder;
use regex_syntax::hir::{Hir, HirKind};

use crate::Category;
use crate::model::failure::{Failure, Framework, Wording};
pub use any_of::AnyOf;
pub use lazy_regex::{Captures, LazyRegex, Match};
pub use many::ManyTexts;
use needed::{SHORTEST, needed, shortest};

/// A regular expression, compiled when it may match for the first time. One that does not compile never matches; a test
/// forbids it.
pub struct Pattern {
    source: &'static str,
    /// Searchers for what it needs in order to match.
    needed: OnceLock<Option<Vec<Finder<'static>>>>,
    regex: LazyRegex,
}

impl Pattern {
    /// A pattern of this source.
    pub const fn new(source: &'static str) -> Pattern {
        Pattern { source, needed: OnceLock::new(), regex: LazyRegex::new(source) }
    }

    /// Whether `text` holds what the pattern needs, if it needs anything.
    fn may_match(&self, text: &str) -> bool {
        if self.regex.is_full() {
            return true;
        }
        let finder = |text: String| Finder::new(&text).into_owned();
        let needed =
            self.needed.get_or_init(|| needed(self.source).map(|texts| texts.into_iter().map(finder).collect()));
        needed.as_ref().is_none_or(|needed| needed.iter().any(|finder| finder.find(text.as_bytes()).is_some()))
    }

    /// The groups of the first match.
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.may_match(text).then(|| self.regex.captures(text))?
    }

    /// The named groups of the first match with what they hold.
    pub fn named<'t>(&self, text: &'t str) -> Vec<(String, &'t str)> {
        self.captures(text)
            .map(|found| found.named().map(|(name, value)| (name.to_owned(), value.as_str())).collect())
            .unwrap_or_default()
    }

    /// Whether it matches anywhere.
    pub fn is_match(&self, text: &str) -> bool {
        self.may_match(text) && self.regex.is_match(text)
    }

    /// Where the first match starts and ends.
    pub fn find(&self, text: &str) -> Option<(usize, usize)> {
        self.may_match(text).then(|| self.regex.find(text))?
    }

    /// Where the first match ends.
    pub fn end(&self, text: &str) -> Option<usize> {
        Some(self.find(text)?.1)
    }
}

/// One row of a table: a message that matches is of the category.
pub struct Rule {
    category: Category,
    source: &'static str,
    cause: &'static str,
    fixes: &'static [&'static str],
}

/// A row that is explained by its category's words.
pub const fn rule(category: Category, source: &'static str) -> Rule {
    Rule { category, source, cause: "", fixes: &[] }
}

impl Rule {
    /// The cause in this row's own words, a template as in `explain`; used where all its placeholders are known.
    pub const fn means(self, cause: &'static str) -> Rule {
        Rule { cause, ..self }
    }

    /// This row's own steps, templates as in `explain`; those of which all placeholders are known replace the category's.
    pub const fn fix(self, fixes: &'static [&'static str]) -> Rule {
        Rule { fixes, ..self }
    }

    fn wording(&self) -> Option<Wording> {
        let own = !self.cause.is_empty() || !self.fixes.is_empty();
        own.then(|| Wording::new(self.cause, self.fixes))
    }
}

/// A table: the first row that matches counts. Named groups become the failure's details under their names, but `symbol`,
/// `message`, `task`, `file`, `line` and `column` its fields.
pub struct Rules {
    rows: &'static [Rule],
    ready: OnceLock<Ready>,
}

/// What is derived from the rows when a table is first used: text that a row needs in order to match, so that only few
/// rows are compiled and tried.
struct Ready {
    regexes: Vec<LazyRegex>,
    literals: ManyTexts,
    /// The row of each literal.
    owners: Vec<usize>,
    /// Rows without a literal, which are always tried.
    always: Vec<usize>,
}

impl Rules {
    /// A table of these rows.
    pub const fn new(rows: &'static [Rule]) -> Rules {
        Rules { rows, ready: OnceLock::new() }
    }

    fn ready(&self) -> &Ready {
        self.ready.get_or_init(|| {
            let (mut texts, mut owners, mut always) = (Vec::new(), Vec::new(), Vec::new());
            for (index, row) in self.rows.iter().enumerate() {
                match needed(row.source) {
                    Some(found) => found.into_iter().for_each(|text| {
                        texts.push(text);
                        owners.push(index);
                    }),
                    None => always.push(index),
                }
            }
            let regexes = self.rows.iter().map(|row| LazyRegex::new(row.source)).collect();
            let literals = ManyTexts::new(texts.iter().map(String::as_str));
            Ready { regexes, literals, owners, always }
        })
    }

    /// The rows that may match `text`, in their order.
    fn candidates(&self, text: &str) -> Vec<usize> {
        let ready = self.ready();
        let mut found = ready.always.clone();
        found.extend(ready.literals.find_iter(text.as_bytes()).map(|(_, literal)| ready.owners[literal]));
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Finds the first row that matches `text`, fills the failure from it, and returns the match's start in bytes.
pub fn classify(rules: &Rules, text: &str, failure: &mut Failure) -> Option<usize> {
    for index in rules.candidates(text) {
        let Some(found) = rules.ready().regexes[index].captures(text) else { continue };
        let row = &rules.rows[index];
        failure.category = row.category;
        failure.framework = framework(row.category);
        failure.wording = row.wording();
        failure.rule = Some(row.source.into());
        for (name, value) in found.named() {
            // `symbol2` is the symbol of another branch of the pattern.
            set(failure, name.trim_end_matches(|c: char| c.is_ascii_digit()), value.as_str());
        }
        return found.get(0).map(|all| all.start());
    }
    None
}

/// Texts one of which is in everything that the pattern matches, found by parsing it; `None` where there is none of use.
pub fn literals(source: &str) -> Option<Vec<Vec<u8>>> {
    parsed(&regex_syntax::parse(source).ok()?).filter(|texts| shortest(texts) >= SHORTEST)
}

fn parsed(hir: &Hir) -> Option<Vec<Vec<u8>>> {
    match hir.kind() {
        HirKind::Literal(literal) => Some(vec![literal.0.to_vec()]),
        HirKind::Capture(capture) => parsed(&capture.sub),
        HirKind::Repetition(repetition) if repetition.min > 0 => parsed(&repetition.sub),
        HirKind::Concat(parts) => parts.iter().filter_map(parsed).max_by_key(|texts| shortest(texts)),
        HirKind::Alternation(parts) => {
            let all: Option<Vec<_>> = parts.iter().map(parsed).collect();
            all.map(|lists| lists.concat())
        }
        _ => None,
    }
}

/// Puts what a group called `name` captured where it belongs.
pub fn set(failure: &mut Failure, name: &str, value: &str) {
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

/// Takes the place out of groups called `file`, `line` and `column`; without a file there is none.
pub fn place(failure: &mut Failure, found: &Captures<'_>) {
    let number = |name: &str| found.name(name).and_then(|text| text.as_str().parse().ok());
    if let Some(file) = found.name("file") {
        failure.file = Some(file.as_str().trim().to_owned());
        (failure.line, failure.column) = (number("line"), number("column"));
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
    for row in rules.rows {
        let Rule { category, source, cause, .. } = row;
        assert!(regex::Regex::new(source).is_ok(), "{category}: {source}");
        let explained = crate::explain::meaning(*category).is_some() || !cause.is_empty();
        assert!(explained, "{category} is not explained");
    }
}

#[cfg(test)]
mod tests {
    use super::{Rules, classify, literals, rule};
    use crate::Category;
    use crate::model::failure::{Failure, Language};

    fn text(source: &str) -> Option<Vec<String>> {
        literals(source).map(|all| all.into_iter().map(|text| String::from_utf8_lossy(&text).into_owned()).collect())
    }

    #[test]
    fn a_row_is_found_by_the_longest_text_that_it_needs() {
        assert_eq!(text(r"^a(?P<x>[^ ]+) was not found"), Some(vec![" was not found".to_owned()]));
        assert_eq!(text(r"(?:Cannot|Could not) x"), Some(vec!["Cannot".to_owned(), "Could not".to_owned()]));
        assert_eq!(text(r"(?:ab|)cdef?"), Some(vec!["cde".to_owned()]));
        assert_eq!(text(r"[a-z]+ x"), None);
        assert_eq!(text(r"(?:some words)?[0-9]"), None);
    }

    #[test]
    fn the_first_row_counts_whether_it_has_a_literal_or_not() {
        static RULES: Rules = Rules::new(&[
            rule(Category::Anr, r"^[0-9]+$"),
            rule(Category::NativeCrash, r"signal (?P<symbol>SIG[A-Z]+)").means("{symbol}!").fix(&["look"]),
            rule(Category::Other, r"signal"),
        ]);
        let read = |text: &str| {
            let mut failure = Failure::new(Category::Other, Language::Unknown, text);
            classify(&RULES, text, &mut failure).map(|at| (at, failure))
        };
        let (at, failure) = read("a signal SIGSEGV").expect("a row matches");
        assert_eq!((at, failure.category, failure.symbol.as_deref()), (2, Category::NativeCrash, Some("SIGSEGV")));
        assert_eq!(failure.wording.expect("the row has words").cause, "{symbol}!");
        assert_eq!(read("signal").map(|(_, failure)| failure.category), Some(Category::Other));
        assert_eq!(read("42").map(|(_, failure)| failure.category), Some(Category::Anr));
        assert!(read("nothing").is_none());
    }
}
