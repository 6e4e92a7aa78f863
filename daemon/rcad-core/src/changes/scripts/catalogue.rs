//! The entries of a version catalog. Read line by line, so that one that is half typed is compared too.

use toml::{Table, Value};

use super::spelling::{canonical, cut, shown};
use crate::changes::texts::TextPair;
use crate::changes::things::{self, NamedThing};
use crate::model::change::{Change, ChangeSubject};
use crate::project::catalogue::{id, module};

/// Most lines of a list; where more follow, its bracket is missing.
const JOINED: usize = 200;

/// Adds the entries that changed.
pub(super) fn compare(file: &str, texts: &TextPair, all: &mut Vec<Change>) {
    let (mut before, mut after) = (read(&texts.before), read(&texts.after));
    // Only what may have changed is read closely.
    let key = |thing: &NamedThing| (thing.name.clone(), thing.canonical.clone());
    let old: std::collections::HashSet<_> = before.iter().map(key).collect();
    let new: std::collections::HashSet<_> = after.iter().map(key).collect();
    before.retain(|one| !new.contains(&key(one)));
    after.retain(|one| !old.contains(&key(one)));
    before.iter_mut().chain(&mut after).for_each(describe);
    things::compare(file, texts, &before, &after, all);
}

/// The entries in order of the lines; the owner is the section.
fn read(text: &str) -> Vec<NamedThing> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut all, mut section, mut table) = (Vec::<NamedThing>::new(), "", None);
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let from = at;
        at += 1;
        let line = without_comment(line);
        if let Some(name) = line.strip_prefix('[') {
            let name = name.trim_end_matches(']').trim();
            // `[libraries.room]`
            (section, table) = name.split_once('.').map_or((name, None), |(section, entry)| (section, Some(entry)));
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let mut value = value.trim().to_owned();
        while open(&value) && at < lines.len().min(from + JOINED) && !begins(lines[at]) {
            value.push(' ');
            value.push_str(without_comment(lines[at]));
            at += 1;
        }
        let key = key.trim().trim_matches(['"', '\'']);
        let (entry, field) = match table {
            Some(entry) => (entry, Some(key)),
            None => key.split_once('.').map_or((key, None), |(entry, field)| (entry, Some(field.trim()))),
        };
        if let Some(field) = field {
            value = format!("{field} = {value}");
        }
        let (number, end) = (line_number(from), line_number(at - 1));
        let name = accessor(section, entry);
        match all.last_mut().filter(|last| field.is_some() && last.name == name) {
            // The fields of an entry that has a line for each.
            Some(last) => {
                last.text = format!("{}, {value}", last.text);
                last.end_line = end;
                last.canonical = canonical(&last.text);
            }
            None => {
                let mut thing = NamedThing::new(ChangeSubject::CatalogueEntry, &name, &value, number);
                section.clone_into(&mut thing.owner);
                thing.canonical = canonical(&value);
                thing.end_line = end;
                all.push(thing);
            }
        }
    }
    all
}

fn line_number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX - 1) + 1
}

/// `libs.room.runtime`, `libs.versions.room`
fn accessor(section: &str, alias: &str) -> String {
    let alias = alias.trim().trim_matches(['"', '\'']).replace(['-', '_'], ".");
    if section == "libraries" { format!("libs.{alias}") } else { format!("libs.{section}.{alias}") }
}

/// Whether a list or table is not closed yet.
fn open(value: &str) -> bool {
    let (mut depth, mut quote) = (0_i32, None);
    for c in value.chars() {
        match (quote, c) {
            (Some(end), _) if c == end => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth -= 1,
            _ => {}
        }
    }
    depth > 0
}

/// Whether a line begins an entry or a section, so that what is open before it is not closed.
fn begins(line: &str) -> bool {
    let key = line.split_once('=').map(|(key, _)| key.trim());
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    line.trim_start().starts_with('[') || key.is_some_and(|key| !key.is_empty() && key.chars().all(plain))
}

/// The line without its comment, trimmed.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(end), _) if c == end => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => return line[..at].trim(),
            _ => {}
        }
    }
    line.trim()
}

/// Puts what an entry says in order: the module and version of a library, whatever the form.
fn describe(thing: &mut NamedThing) {
    let text = std::mem::take(&mut thing.text);
    let fields = if thing.arguments.starts_with(['"', '\'', '[', '{']) {
        format!("v = {text}")
    } else {
        format!("v = {{ {text} }}")
    };
    let value = fields.parse::<Table>().ok().and_then(|mut table| table.remove("v"));
    let plain = |value: &Value| value.as_str().map(str::to_owned);
    let parts: Option<Vec<String>> = value.as_ref().and_then(|value| match thing.owner.as_str() {
        "libraries" => Some(vec![module(value)?, version(value, 2)]),
        "plugins" => Some(vec![id(value)?, version(value, 1)]),
        "bundles" => {
            let names = value.as_array()?.iter().map(|one| one.as_str().unwrap_or_default().to_owned());
            Some(vec![names.collect::<Vec<_>>().join(", ")])
        }
        _ => plain(value).map(|value| vec![value]),
    });
    let rest = value.map_or_else(|| canonical(&text), |value| rest(&value));
    thing.parts = parts.unwrap_or_else(|| vec![shown(&text)]);
    thing.text = cut(&thing.parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" "));
    thing.canonical = format!("{} {rest}", thing.parts.join(" "));
    thing.arguments.clone_from(&thing.canonical);
}

/// The version, or the name of the one that an entry refers to; the part at `at` of an entry in one string.
fn version(value: &Value, at: usize) -> String {
    if let Some(whole) = value.as_str() {
        return whole.split(':').nth(at).unwrap_or_default().to_owned();
    }
    let Some(version) = value.get("version") else { return String::new() };
    let reference = version.get("ref").and_then(Value::as_str);
    if let Some(version) = reference.or(version.as_str()) {
        return version.to_owned();
    }
    // `{ strictly = "[1.7, 1.8[", prefer = "1.7.25" }`
    let fields = version.as_table().into_iter().flatten();
    fields.map(|(name, value)| format!("{name} {}", value.as_str().unwrap_or_default())).collect::<Vec<_>>().join(", ")
}

/// What decides besides module and version, and in which way the version is given.
fn rest(value: &Value) -> String {
    let refers = value.get("version").is_some_and(|version| version.get("ref").is_some());
    if refers { "ref".to_owned() } else { String::new() }
}
