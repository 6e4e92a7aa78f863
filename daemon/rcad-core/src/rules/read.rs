//! Parses a rule file; each rule is checked by itself.

use regex::{Regex, RegexBuilder};
use toml::de::{DeTable, DeValue};

use super::rule::{RuleError, UserRule};
use crate::model::failure::Wording;
use crate::{Category, pattern, template};

/// Most bytes of a file.
const FILE: usize = 256 << 10;

/// Most bytes of a pattern.
const PATTERN: usize = 4 << 10;

/// Most bytes of a compiled pattern; `(a{1000}){1000}` takes more.
const COMPILED: usize = 512 << 10;

/// The keys of a rule.
const KEYS: &[&str] = &["name", "pattern", "category", "cause", "fixes", "matches", "not"];

/// Placeholders that need no group of the pattern.
const ALWAYS: &[&str] = &["message", "task"];

/// Parses a file into its valid rules and the errors of the others.
pub fn read(text: &str) -> (Vec<UserRule>, Vec<RuleError>) {
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
    let (mut rules, mut refused): (Vec<UserRule>, Vec<RuleError>) = (Vec::new(), Vec::new());
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

fn rule(text: &str, line: u32, table: &DeTable<'_>, before: &[UserRule]) -> Result<UserRule, RuleError> {
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
    let (regex, literals) = entry.pattern()?;
    let groups: Vec<&str> = regex.capture_names().flatten().collect();
    let cause = entry.string("cause")?;
    entry.check_placeholders("cause", &cause, &groups)?;
    let fixes = entry.strings("fixes")?;
    for fix in &fixes {
        entry.check_placeholders("fixes", fix, &groups)?;
    }
    let (matches, not) = (entry.strings("matches")?, entry.strings("not")?);
    Ok(UserRule { name, category, line, matches, not, regex, wording: Wording { cause, fixes }, literals })
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

    fn pattern(&self) -> Result<(Regex, Vec<String>), RuleError> {
        let source = self.string("pattern")?;
        let refuse = |why: &str| self.error("pattern", why);
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
        let literals = pattern::literals(&source).unwrap_or_default();
        let literals: Vec<String> = literals.into_iter().filter_map(|text| String::from_utf8(text).ok()).collect();
        if literals.is_empty() {
            let why = "needs at least three letters that stand in every line that it matches (letters under `(?i)` do not count)";
            return Err(refuse(why));
        }
        Ok((regex, literals))
    }

    fn check_placeholders(&self, key: &str, template: &str, groups: &[&str]) -> Result<(), RuleError> {
        let Some(names) = template::placeholders(template) else {
            return Err(self.error(key, "has a `{` without `}`"));
        };
        let mut known: Vec<&str> = groups.iter().chain(ALWAYS).copied().collect();
        if groups.contains(&"file") {
            known.push("name");
        }
        let Some(name) = names.into_iter().find(|name| !known.contains(name)) else { return Ok(()) };
        Err(self.error(key, &format!("uses {{{name}}}, which the pattern does not capture{}", hint(name, &known))))
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
