//! The dependencies, plugins, modules and other statements of a build script.

use super::dependency::{besides, is_configuration, targets};
use super::spelling::{canonical, cut, shown, strings, without_brackets};
use crate::changes::secrets::mentions_secret;
use crate::changes::things::NamedThing;
use crate::model::change::ChangeSubject;
use crate::project::overview::statements::{ScriptStatement, statements};

/// Words before the name of what a statement declares.
const DECLARING: &[&str] =
    &["val", "var", "def", "fun", "task", "String", "final", "const", "private", "internal", "class", "int", "boolean"];
/// Functions whose first argument is the name of the block behind them.
const NAMING: &[&str] = &["getByName", "named", "create", "register", "maybeCreate", "sourceSet"];

/// What a script says.
#[derive(Debug, Default)]
pub(super) struct ReadScript {
    /// In order of the lines.
    pub(super) things: Vec<NamedThing>,
    /// The headers of blocks, in order of the lines.
    pub(super) headers: Vec<BlockHeader>,
}

/// What stands before a block.
#[derive(Clone, Debug)]
pub(super) struct BlockHeader {
    /// The name of the block.
    pub(super) name: String,
    /// Names of the blocks around it, with dots between.
    pub(super) owner: String,
    /// How many these are.
    pub(super) depth: usize,
    /// Its first word.
    pub(super) word: String,
    /// What stands behind it, in one spelling.
    pub(super) arguments: String,
    /// 1-based.
    pub(super) line: u32,
}

/// Reads a script, of the settings or of a project.
pub(super) fn read(text: &str, settings: bool) -> ReadScript {
    let mut script = ReadScript::default();
    let mut path: Vec<String> = Vec::new();
    statements(text, &mut |statement| {
        path.truncate(statement.blocks.len());
        let words = StatementWords::of(statement.text);
        let owner = path.join(".");
        let before = script.things.len();
        if let Some(words) = &words {
            add(&mut script.things, statement, words, &path, &owner, settings);
        }
        if statement.opens {
            let named = script.things.get(before).filter(|thing| thing.subject == ChangeSubject::Dependency);
            let name = named.map_or_else(|| block_name(words.as_ref()), |thing| thing.name.clone());
            if let (Some(words), None) = (words, named) {
                let (word, arguments) = (words.word.clone(), words.canonical.clone());
                let header = (name.clone(), owner, path.len(), word, arguments, statement.from);
                let (name, owner, depth, word, arguments, line) = header;
                script.headers.push(BlockHeader { name, owner, depth, word, arguments, line });
            }
            path.push(name);
        }
    });
    script
}

/// A statement's first word, the name that it gives something, and what stands behind.
struct StatementWords<'s> {
    /// Words before the name: `val`.
    before: &'s str,
    word: String,
    rest: &'s str,
    /// The rest in one spelling, without the brackets of a call.
    canonical: String,
}

impl<'s> StatementWords<'s> {
    /// Nothing for brackets that stand alone.
    fn of(text: &'s str) -> Option<StatementWords<'s>> {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-' | '@');
        let mut at = 0;
        loop {
            let rest = &text[at..];
            let quote = rest.chars().next().filter(|c| matches!(c, '`' | '"' | '\''));
            let (word, behind) = match quote {
                Some(quote) => rest[1..].split_once(quote)?,
                None => rest.split_at(rest.find(|c| !part(c)).unwrap_or(rest.len())),
            };
            if DECLARING.contains(&word) && behind.starts_with(' ') {
                at = text.len() - behind.trim_start().len();
                continue;
            }
            if !word.contains(char::is_alphanumeric) {
                return None;
            }
            let behind = behind.trim();
            let canonical = canonical(without_brackets(behind));
            return Some(StatementWords { before: text[..at].trim(), word: word.to_owned(), rest: behind, canonical });
        }
    }
}

/// `release` of `release`, `getByName("release")` and `val release by creating`, `tasks.stamp` of
/// `tasks.register<Copy>("stamp")`.
fn block_name(words: Option<&StatementWords>) -> String {
    let Some(words) = words else { return String::new() };
    let (before, function) = words.word.rsplit_once('.').unwrap_or(("", &words.word));
    let named = strings(words.rest).first().filter(|_| NAMING.contains(&function)).map(|(_, name)| *name);
    match named {
        Some(name) if before.is_empty() => name.to_owned(),
        Some(name) => format!("{before}.{name}"),
        None => words.word.clone(),
    }
}

/// Adds what a statement says.
fn add(
    all: &mut Vec<NamedThing>,
    statement: &ScriptStatement,
    words: &StatementWords,
    path: &[String],
    owner: &str,
    settings: bool,
) {
    let inside = path.last().map_or("", |name| name.rsplit('.').next().unwrap_or(name));
    let from = all.len();
    let depends = inside == "dependencies" || (inside == "constraints" && owner.contains("dependencies"));
    if depends && words.before.is_empty() && !words.rest.starts_with('=') {
        dependencies(all, words);
    }
    let plugins = inside == "plugins" || words.word == "apply";
    if all.len() == from && plugins {
        all.extend(plugin(words));
    }
    let modules = settings || matches!(words.word.as_str(), "includeBuild");
    if all.len() == from && modules {
        module(all, words);
    }
    if all.len() == from && !statement.opens {
        all.push(other(statement.text, words));
    }
    for thing in &mut all[from..] {
        owner.clone_into(&mut thing.owner);
        // A name that stands in a later line of the statement.
        let offset = statement.text.get(..offset_in(statement.text, words.rest) + at(thing)).unwrap_or_default();
        let below = u32::try_from(offset.matches('\n').count()).unwrap_or_default();
        (thing.line, thing.end_line) = (statement.from + below, statement.to.max(statement.from + below));
        if thing.text.is_empty() {
            thing.text = cut(statement.text);
        }
    }
}

/// Where a part of a text begins in it.
fn offset_in(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len())
}

/// Where the thing stands in its statement's arguments, which its line holds until it is placed.
fn at(thing: &NamedThing) -> usize {
    usize::try_from(thing.line).unwrap_or_default()
}

fn dependencies(all: &mut Vec<NamedThing>, words: &StatementWords) {
    let (mut word, mut rest) = (words.word.clone(), words.rest);
    let strings = strings(rest);
    // `add("kspAndroid", libs.room.compiler)`
    if word == "add"
        && let Some((at, configuration)) = strings.first()
        && let Some((_, behind)) = rest[at + configuration.len()..].split_once(',')
    {
        (*configuration).clone_into(&mut word);
        rest = behind.trim().trim_end_matches(')');
    }
    for target in targets(rest) {
        let line = u32::try_from(offset_in(words.rest, rest) + target.at).unwrap_or_default();
        let mut thing = NamedThing::new(ChangeSubject::Dependency, &target.name, "", line);
        thing.canonical = format!("{word} {} {}", target.version, besides(rest, &target));
        thing.known = is_configuration(&word);
        thing.detail.clone_from(&word);
        thing.text.clone_from(&word);
        thing.arguments.clone_from(&words.canonical);
        thing.parts = vec![word.clone(), target.version];
        thing.word.clone_from(&word);
        all.push(thing);
    }
}

/// `id("x") version "y" apply false`, `kotlin("jvm")`, `alias(libs.plugins.x)`, `apply plugin: 'x'`, `` `java-library` ``
fn plugin(words: &StatementWords) -> Option<NamedThing> {
    let strings = strings(words.rest);
    let first = strings.first().map(|(_, text)| *text);
    let name = match words.word.as_str() {
        "id" => first?.to_owned(),
        "kotlin" => format!("org.jetbrains.kotlin.{}", first?),
        "alias" => {
            let path = words.rest.trim_start_matches('(').trim_start();
            path[..path.find(|c: char| !(c.is_alphanumeric() || "_.".contains(c))).unwrap_or(path.len())].to_owned()
        }
        "apply" if words.canonical.starts_with("plugin") => first?.to_owned(),
        // The accessors of Gradle's own plugins.
        word if words.rest.is_empty() && !word.contains('.') => word.to_owned(),
        _ => return None,
    };
    let version = words.rest.split_once("version").map_or("", |(_, behind)| behind);
    let behind = offset_in(words.rest, version);
    let version = strings.iter().find(|(at, _)| !version.is_empty() && *at > behind).map_or("", |(_, text)| text);
    let mut thing = NamedThing::new(ChangeSubject::Plugin, &name, version, 0);
    let applied = if words.canonical.ends_with("apply false") || words.canonical.ends_with("apply(false)") {
        "apply false"
    } else {
        ""
    };
    thing.canonical = format!("{version} {applied}");
    // Told where nothing but `apply false` changed.
    thing.text = if applied.is_empty() { version.to_owned() } else { format!("{version} {applied}").trim().to_owned() };
    thing.arguments.clone_from(&words.canonical);
    thing.word.clone_from(&words.word);
    Some(thing)
}

/// `include ':a', ':b'`, `includeBuild("x")`, `project(':a').projectDir = file('x')`
fn module(all: &mut Vec<NamedThing>, words: &StatementWords) {
    let strings = strings(words.rest);
    let path = |text: &str| format!(":{}", text.trim_start_matches(':').trim_end_matches('/'));
    let one = |name: String, at: usize| {
        let mut thing = NamedThing::new(ChangeSubject::Module, &name, "", u32::try_from(at).unwrap_or_default());
        thing.arguments.clone_from(&words.canonical);
        thing.word.clone_from(&words.word);
        thing.canonical.clone_from(&words.word);
        thing
    };
    match words.word.as_str() {
        "include" => all.extend(strings.iter().map(|(at, text)| one(path(text), *at))),
        "includeBuild" => all.extend(strings.first().map(|(at, text)| one((*text).to_owned(), *at))),
        "project" => {
            let Some((_, dir)) = words.rest.split_once(".projectDir") else { return };
            let Some((_, name)) = strings.first() else { return };
            let mut thing = one(path(name), 0);
            "projectDir".clone_into(&mut thing.detail);
            let dir = strings
                .last()
                .filter(|_| dir.contains(['"', '\'']))
                .map_or_else(|| shown(dir), |(_, dir)| (*dir).to_owned());
            thing.parts = vec![dir];
            thing.text.clone_from(&thing.parts[0]);
            thing.canonical.clone_from(&words.canonical);
            all.push(thing);
        }
        _ => {}
    }
}

/// Any other statement.
fn other(text: &str, words: &StatementWords) -> NamedThing {
    let mut name = words.word.as_str();
    let mut rest = words.rest;
    // `extra["x"] = "y"`, `set("x", "y")`
    let last = name.rsplit('.').next().unwrap_or(name);
    let by_key = (matches!(last, "extra" | "ext") && rest.starts_with('[')) || (last == "set" && rest.starts_with('('));
    if by_key && let Some((at, key)) = strings(rest).first() {
        name = key;
        let behind = rest[at + key.len() + 1..].trim_start_matches(|c: char| c.is_whitespace() || "],".contains(c));
        rest = if last == "set" { behind.strip_suffix(')').unwrap_or(behind) } else { behind };
    }
    let assigned = rest.strip_prefix('=').filter(|behind| !behind.starts_with('='));
    let value = shown(rest);
    let mut thing = NamedThing::new(ChangeSubject::Statement, name, &value, 0);
    thing.arguments = canonical(without_brackets(assigned.unwrap_or(rest).trim()));
    thing.canonical = format!("{} {} {}", words.before, if assigned.is_some() { "=" } else { "" }, thing.arguments);
    // `buildConfigField "String", "HOST", "a"` is told apart by all but its last argument.
    thing.detail = thing.arguments.rfind([',', '=']).map_or(String::new(), |at| thing.arguments[..at].to_owned());
    thing.secret = mentions_secret(text);
    thing.text = String::new();
    thing
}
