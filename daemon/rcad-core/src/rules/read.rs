//! Parses a rule file; each rule is checked by itself.

use std::borrow::Cow;

use regex::RegexBuilder;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::condition::{Comparison, Conditions};
use super::derived::{CHOICE, Choice, java_name};
use super::owner::Owner;
use super::rule::{FailureRule, RuleError};
use crate::pattern::LazyRegex;
use crate::{Category, pattern, template};

/// Most bytes of a file.
const FILE: usize = 512 << 10;

/// Most bytes of a pattern.
const PATTERN: usize = 4 << 10;

/// Most bytes of a compiled pattern; `(a{1000}){1000}` takes more.
const COMPILED: usize = 512 << 10;

/// The keys of a rule.
const KEYS: &[&str] = &[
    "name", "pattern", "category", "cause", "fixes", "owner", "versions", "learnt", "alone", "above", "below",
    "frames", "without", "nearby", "when", "choices", "matches", "not",
];

/// Placeholders that need no group of the pattern.
const ALWAYS: &[&str] = &[
    "message",
    "task",
    "task_name",
    "in_module",
    "symbol",
    "file",
    "name",
    "line",
    "at",
    "caller",
    "component",
    "component_class",
    "differs",
    "family",
    "family_package",
    "linked",
    "linked_sibling",
    "linker",
    "linker_at",
    "linker_library",
    "thread",
];

/// Parses a file into its valid rules and the errors of the others.
pub fn read(text: &str) -> (Vec<FailureRule>, Vec<RuleError>) {
    let file = |line: u32, why: String| (Vec::new(), vec![RuleError { line, rule: None, why }]);
    if text.len() > FILE {
        return file(1, format!("{} bytes are more than {FILE}", text.len()));
    }
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            return file(line_at(text, at), error.message().trim_end().to_owned());
        }
    };
    let (mut rules, mut refused): (Vec<FailureRule>, Vec<RuleError>) = (Vec::new(), Vec::new());
    for (key, value) in table {
        let line = line_at(text, key.span().start);
        match (key.into_inner().as_ref(), value.into_inner()) {
            ("rule", DeValue::Array(entries)) => {
                for entry in entries {
                    let line = line_at(text, entry.span().start);
                    match entry.into_inner() {
                        DeValue::Table(table) => match rule(text, line, &table, &rules) {
                            Ok(rule) => rules.push(rule),
                            Err(one) => refused.push(one),
                        },
                        _ => refused.push(RuleError { line, rule: None, why: "a rule is a table, `[[rule]]`".into() }),
                    }
                }
            }
            ("rule", _) => refused.push(RuleError { line, rule: None, why: "rules are written `[[rule]]`".into() }),
            (other, _) => {
                refused.push(RuleError {
                    line,
                    rule: None,
                    why: format!("`{other}` is no part of a rule file; `[[rule]]` is"),
                });
            }
        }
    }
    (rules, refused)
}

fn line_at(text: &str, at: usize) -> u32 {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    u32::try_from(before.iter().filter(|byte| **byte == b'\n').count() + 1).unwrap_or(u32::MAX)
}

/// A rule's table while it is checked.
struct RuleTable<'t> {
    text: &'t str,
    line: u32,
    table: &'t DeTable<'t>,
    name: Option<String>,
}

fn rule(text: &str, line: u32, table: &DeTable<'_>, before: &[FailureRule]) -> Result<FailureRule, RuleError> {
    let mut entry = RuleTable { text, line, table, name: None };
    let name = entry.string("name")?.trim().to_owned();
    if name.is_empty() {
        return Err(entry.error("name", "is empty"));
    }
    entry.name = Some(name.clone());
    if let Some(other) = before.iter().find(|rule| rule.name == name) {
        return Err(entry.error("name", &format!("is also that of the rule in line {}", other.line)));
    }
    entry.check_keys()?;
    let category = entry.category()?;
    let (pattern, literals) = entry.pattern()?;
    let conditions = entry.conditions()?;
    let sources = conditions.patterns().chain([&pattern]);
    let mut groups: Vec<String> = sources.flat_map(|regex| groups(regex.source())).collect();
    let choices = entry.choices(&groups)?;
    groups.extend((!choices.is_empty()).then(|| CHOICE.to_owned()));
    let causes = entry.wordings("cause")?;
    let fixes = entry.fixes()?;
    for (key, wording) in
        causes.iter().map(|cause| ("cause", cause)).chain(fixes.iter().flatten().map(|fix| ("fixes", fix)))
    {
        entry.check_placeholders(key, wording, &groups)?;
    }
    let is_known = |one: &&Comparison| one.is_of_surroundings() || groups.iter().any(|group| group == one.left());
    if let Some(one) = conditions.when.iter().find(|one| !is_known(one)) {
        return Err(entry.error("when", &format!("compares `{}`, which no pattern captures", one.left())));
    }
    Ok(FailureRule {
        name: name.into(),
        category,
        line,
        owner: entry.owner()?,
        versions: entry.optional("versions")?.into(),
        learnt: entry.optional("learnt")?.into(),
        alone: entry.flag("alone")?,
        matches: entry.strings("matches")?,
        not: entry.strings("not")?,
        pattern,
        plain_pattern: std::sync::OnceLock::new(),
        conditions,
        choices,
        causes,
        fixes,
        literals,
    })
}

/// The names of a pattern's groups; those of `symbol2`, another branch's `symbol`, without their digits; and the names of
/// what is derived from them.
fn groups(source: &str) -> Vec<String> {
    let regex = regex::Regex::new(source).ok();
    let names: Vec<String> =
        regex.iter().flat_map(|regex| regex.capture_names().flatten().map(str::to_owned)).collect();
    let short = names.iter().map(|name| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned());
    let java = names.iter().filter_map(|name| java_name(name));
    short.chain(java).chain(names.clone()).collect()
}

impl RuleTable<'_> {
    /// An error at `key`, or at the start of the rule where the key is absent.
    fn error(&self, key: &str, why: &str) -> RuleError {
        let place = self.table.iter().find(|(known, _)| known.get_ref() == key);
        let line = place.map_or(self.line, |(known, _)| line_at(self.text, known.span().start));
        RuleError { line, rule: self.name.clone(), why: format!("`{key}` {why}") }
    }

    fn string(&self, key: &str) -> Result<String, RuleError> {
        match self.table.get(key).map(|value| value.get_ref()) {
            Some(DeValue::String(text)) => Ok(text.clone().into_owned()),
            Some(_) => Err(self.error(key, "must be a string")),
            None => Err(self.error(key, "is missing")),
        }
    }

    fn strings(&self, key: &str) -> Result<Vec<String>, RuleError> {
        let Some(value) = self.table.get(key) else { return Ok(Vec::new()) };
        let DeValue::Array(entries) = value.get_ref() else {
            return Err(self.error(key, "must be a list of strings"));
        };
        let strings = entries.iter().map(|one| match one.get_ref() {
            DeValue::String(text) => Ok(text.clone().into_owned()),
            _ => Err(self.error(key, "must hold strings only")),
        });
        strings.collect()
    }

    fn check_keys(&self) -> Result<(), RuleError> {
        let unknown = self.table.keys().map(|key| key.get_ref().as_ref()).find(|key| !KEYS.contains(key));
        let Some(key) = unknown else { return Ok(()) };
        Err(self.error(key, &format!("is no key of a rule{}", hint(key, KEYS))))
    }

    fn category(&self) -> Result<Category, RuleError> {
        let id = self.string("category")?;
        let ids: Vec<&str> = Category::ALL.iter().map(|category| category.id()).collect();
        Category::from_id(&id)
            .ok_or_else(|| self.error("category", &format!("names no category, `{id}`{}", hint(&id, &ids))))
    }

    /// A string that may be absent.
    fn optional(&self, key: &str) -> Result<String, RuleError> {
        if self.table.get(key).is_none() { Ok(String::new()) } else { self.string(key) }
    }

    fn flag(&self, key: &str) -> Result<bool, RuleError> {
        match self.table.get(key).map(|value| value.get_ref()) {
            None => Ok(false),
            Some(DeValue::Boolean(flag)) => Ok(*flag),
            Some(_) => Err(self.error(key, "must be `true` or `false`")),
        }
    }

    fn owner(&self) -> Result<Option<Owner>, RuleError> {
        let id = self.optional("owner")?;
        if id.is_empty() {
            return Ok(None);
        }
        let ids: Vec<&str> = Owner::ALL.iter().map(|owner| owner.id()).collect();
        let refuse = || self.error("owner", &format!("names no owner, `{id}`{}", hint(&id, &ids)));
        Owner::from_id(&id).map(Some).ok_or_else(refuse)
    }

    /// A string, or a list of strings.
    fn wordings(&self, key: &str) -> Result<Vec<Cow<'static, str>>, RuleError> {
        let value = self.table.get(key).ok_or_else(|| self.error(key, "is missing"))?;
        wordings(value.get_ref()).ok_or_else(|| self.error(key, "must be a string, or a list of strings"))
    }

    fn fixes(&self) -> Result<Vec<Vec<Cow<'static, str>>>, RuleError> {
        let Some(value) = self.table.get("fixes") else { return Ok(Vec::new()) };
        let refuse = || self.error("fixes", "must be a list of strings, or of lists of strings");
        let DeValue::Array(entries) = value.get_ref() else { return Err(refuse()) };
        entries.iter().map(|one| wordings(one.get_ref()).ok_or_else(refuse)).collect()
    }

    fn conditions(&self) -> Result<Conditions, RuleError> {
        let patterns = |key: &str| -> Result<Vec<LazyRegex>, RuleError> {
            self.strings(key)?.into_iter().map(|source| self.regex(key, source)).collect()
        };
        let compare = |text: &String| {
            let why = format!("is no comparison, `{text}`; write `name >= 1.2`");
            Comparison::parse(text).ok_or_else(|| self.error("when", &why))
        };
        Ok(Conditions {
            above: patterns("above")?,
            below: patterns("below")?,
            frames: patterns("frames")?,
            without: patterns("without")?,
            nearby: patterns("nearby")?,
            when: self.strings("when")?.iter().map(compare).collect::<Result<_, _>>()?,
        })
    }

    /// A pattern that is no expensive one.
    fn regex(&self, key: &str, source: String) -> Result<LazyRegex, RuleError> {
        let refuse = |why: &str| self.error(key, why);
        if source.len() > PATTERN {
            return Err(refuse(&format!("has {} bytes, more than {PATTERN}", source.len())));
        }
        let regex = RegexBuilder::new(&source).size_limit(COMPILED).dfa_size_limit(COMPILED).build();
        let regex = regex.map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => refuse("is too large when compiled; shorten its repetitions"),
            other => refuse(&format!("is no regular expression: {}", last_line(&other.to_string()))),
        })?;
        if regex.is_match("") {
            return Err(refuse("matches an empty line, and so every line"));
        }
        Ok(LazyRegex::of(source.into()))
    }

    /// What `{choice}` stands for, by what the group `symbol` captured.
    fn choices(&self, groups: &[String]) -> Result<Vec<Choice>, RuleError> {
        let Some(value) = self.table.get("choices") else { return Ok(Vec::new()) };
        if !groups.iter().any(|group| group == "symbol") {
            return Err(self.error("choices", "needs a group `symbol`, by which it chooses"));
        }
        let refuse = || self.error("choices", "must be a table of strings, `{ old = \"new\" }`");
        let DeValue::Table(table) = value.get_ref() else { return Err(refuse()) };
        let one = |(key, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| match value.get_ref() {
            DeValue::String(text) => Ok((key.get_ref().to_string().into(), text.to_string().into())),
            _ => Err(refuse()),
        };
        table.iter().map(one).collect()
    }

    fn pattern(&self) -> Result<(LazyRegex, Vec<Cow<'static, str>>), RuleError> {
        let source = self.string("pattern")?;
        let literals = pattern::literals(&source).unwrap_or_default();
        let regex = self.regex("pattern", source)?;
        let literals: Vec<Cow<'static, str>> =
            literals.into_iter().filter_map(|text| Some(String::from_utf8(text).ok()?.into())).collect();
        if literals.is_empty() {
            let why = "needs at least three letters that stand in every line that it matches (letters under `(?i)` do not count)";
            return Err(self.error("pattern", why));
        }
        Ok((regex, literals))
    }

    fn check_placeholders(&self, key: &str, template: &str, groups: &[String]) -> Result<(), RuleError> {
        let Some(names) = template::placeholders(template) else {
            return Err(self.error(key, "has a `{` without `}`"));
        };
        let mut known: Vec<&str> = groups.iter().map(String::as_str).chain(ALWAYS.iter().copied()).collect();
        if known.contains(&"file") {
            known.push("name");
        }
        let Some(name) = names.into_iter().find(|name| !known.contains(name)) else { return Ok(()) };
        Err(self.error(key, &format!("uses {{{name}}}, which the pattern does not capture{}", hint(name, &known))))
    }
}

/// A string or a list of strings.
fn wordings(value: &DeValue<'_>) -> Option<Vec<Cow<'static, str>>> {
    let one = |value: &DeValue<'_>| match value {
        DeValue::String(text) => Some(Cow::Owned(text.clone().into_owned())),
        _ => None,
    };
    match value {
        DeValue::Array(entries) if !entries.is_empty() => entries.iter().map(|entry| one(entry.get_ref())).collect(),
        other => one(other).map(|text| vec![text]),
    }
}

/// The last line of a regex error; the others draw its position.
fn last_line(error: &str) -> &str {
    let line = error.lines().last().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line)
}

fn hint(name: &str, known: &[&str]) -> String {
    let best = known.iter().map(|one| (strsim::damerau_levenshtein(name, one), one)).min();
    match best {
        Some((distance, one)) if distance * 3 <= name.len().max(6) => format!("; did you mean `{one}`?"),
        _ if known.len() <= 12 => format!("; there are {}", known.join(", ")),
        _ => String::new(),
    }
}
