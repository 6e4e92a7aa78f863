//! Small patches as unified diffs: the new name at each use, or the lines as they were.

use std::collections::BTreeMap;

use similar::TextDiff;

use super::link::given::ChangedProject;
use super::whole_word::{positions, replaced};
use crate::code::signature::property_of;
use crate::model::change::{Change, ChangeKind as K, ChangeSubject as S, Patch, ProjectPlace};
use crate::project::{is_build_source, is_secret_line};

/// Most lines that a patch puts back.
const LINES: usize = 4;
/// Most uses that a patch changes.
const USES: usize = 40;
/// Most letters by which a line with a slip differs from what it was.
const SLIP: usize = 3;

/// The patch for this change; `failing` are the places where the tools report it.
pub(super) fn patch(change: &Change, failing: &[ProjectPlace], project: &ChangedProject<'_>) -> Option<Patch> {
    let in_script = matches!(change.subject, S::Statement | S::Plugin | S::Dependency | S::Module | S::Setting);
    match (change.kind, change.subject) {
        (K::Hidden, _) | (K::Removed, S::Import) => restore(change, project),
        (K::Renamed | K::Removed | K::Value, _) if in_script => restore(change, project),
        (K::Removed | K::Value, S::CatalogueEntry | S::Tool | S::Manifest) => restore(change, project),
        (K::Edited | K::Value, S::Function | S::Constructor | S::Property | S::Class) => restore(change, project),
        (_, S::Lines) if is_slip(change) => restore(change, project),
        (K::Renamed, S::Constructor | S::Lines) => None,
        (K::Renamed, _) => rename(change, failing, project),
        (K::Moved, S::Class | S::Typealias | S::Function | S::Property) => import(change, failing, project),
        _ => None,
    }
}

/// Whether changed lines look like a slip: little differs, or little was lost.
fn is_slip(change: &Change) -> bool {
    let lines = |text: &Option<String>| text.as_deref().unwrap_or_default().lines().count();
    if lines(&change.before) > LINES || lines(&change.after) > LINES {
        return false;
    }
    match (change.before.as_deref(), change.after.as_deref()) {
        (Some(before), Some(after)) => strsim::osa_distance(before, after) <= SLIP,
        (Some(before), None) => before.trim().len() <= LINES * 20,
        _ => false,
    }
}

/// The changed lines at this place as they were.
pub(super) fn restored_at(place: &ProjectPlace, project: &ChangedProject<'_>) -> Option<Patch> {
    let line = place.line?;
    let hunk = project.hunks.iter().find(|hunk| hunk.holds(&place.file, line))?;
    restore(hunk, project)
}

/// The lines around the change as they were.
fn restore(change: &Change, project: &ChangedProject<'_>) -> Option<Patch> {
    let pair = project.pairs.iter().find(|pair| pair.path == change.file)?;
    let (before, after) = (pair.before.as_deref()?, pair.after.as_deref()?);
    let line = change.line?;
    let near = |hunk: &&Change| {
        let from = hunk.line.unwrap_or(0);
        let end = hunk.end_line.unwrap_or(from).max(from);
        hunk.file == change.file && (from.saturating_sub(1)..=end.saturating_add(1)).contains(&line)
    };
    let mut hunks = project.hunks.iter().filter(|hunk| hunk.line == change.line && hunk.file == change.file);
    let hunk = hunks.next().or_else(|| project.hunks.iter().find(near))?;
    let count = |text: &Option<String>| text.as_deref().map_or(0, |text| text.lines().count());
    if count(&hunk.before) > LINES || count(&hunk.after) > LINES {
        return None;
    }
    let restored = with_hunk_undone(before, after, hunk.line?)?;
    diff([(change.file.as_str(), after, restored.as_str())], Vec::new())
}

/// The text now with the lines of one hunk as they were.
fn with_hunk_undone(before: &str, after: &str, line: u32) -> Option<String> {
    let diff = TextDiff::from_lines(before, after);
    let (mut text, mut undone) = (String::new(), false);
    for group in diff.grouped_ops(usize::MAX / 4) {
        for op in group {
            let this = op.new_range().start as u32 + 1 == line && !matches!(op, similar::DiffOp::Equal { .. });
            let (old, new) = (op.old_range(), op.new_range());
            undone |= this;
            let slices = if this {
                diff.iter_old_slices().skip(old.start).take(old.len()).collect::<Vec<_>>()
            } else {
                diff.iter_new_slices().skip(new.start).take(new.len()).collect()
            };
            slices.into_iter().for_each(|slice| text.push_str(slice));
        }
    }
    undone.then_some(text)
}

/// The new name where the tools report the old one, and wherever else it is used if nothing else is called so.
fn rename(change: &Change, failing: &[ProjectPlace], project: &ChangedProject<'_>) -> Option<Patch> {
    let (old, new) = (change.name.as_str(), change.after.as_deref()?);
    if failing.is_empty() {
        return None; // No use of the old name is what failed.
    }
    let forms: Vec<(String, String)> = match change.subject {
        S::Resource => {
            let ((kind, old), (new_kind, new)) =
                (old.split_once('/')?, new.split_once('/').unwrap_or((old.split_once('/')?.0, new)));
            let code = |name: &str| name.replace('.', "_");
            vec![
                (format!("{kind}/{old}"), format!("{new_kind}/{new}")),
                (format!("R.{kind}.{}", code(old)), format!("R.{new_kind}.{}", code(new))),
            ]
        }
        _ => vec![(old.to_owned(), new.to_owned())],
    };
    let mut places: Vec<ProjectPlace> = failing.to_vec();
    let mut also = Vec::new();
    let fits = |place: &ProjectPlace| may_use(change, &place.file) && may_call(change, place, project);
    let uses: Vec<ProjectPlace> = forms.iter().flat_map(|(old, _)| (project.uses)(old)).filter(fits).collect();
    let own = is_declared_elsewhere(change, &uses, project);
    for place in uses {
        if places.contains(&place) || change.holds(&place.file, place.line.unwrap_or(0)) {
            continue;
        }
        if own || places.len() >= USES { also.push(place) } else { places.push(place) }
    }
    let mut texts = EditedTexts::default();
    // The property that a getter is to Kotlin.
    let read = property_of(old).zip(property_of(new));
    for place in &places {
        let Some(line) = place.line else { continue };
        let read = read.iter().filter(|_| failing.contains(place) && !place.file.ends_with(".java"));
        let forms: Vec<&(String, String)> = forms.iter().chain(read).collect();
        texts.edit(&place.file, project, |number, text| {
            if number == line {
                forms.iter().fold(text.to_owned(), |text, (old, new)| replaced(&text, old, new))
            } else {
                text.to_owned()
            }
        });
    }
    texts.patch(also)
}

/// Whether a file of this kind can use what changed: a method's name in a build script is another's, unless the build
/// itself declares it.
fn may_use(change: &Change, path: &str) -> bool {
    let end = path.rsplit_once('.').map_or("", |(_, end)| end);
    match change.subject {
        S::Resource => matches!(end, "xml" | "kt" | "java"),
        S::CatalogueEntry => matches!(end, "kts" | "gradle"),
        S::Class if is_build_source(&change.file) => matches!(end, "kt" | "java" | "kts" | "gradle"),
        _ => matches!(end, "kt" | "java"),
    }
}

/// Whether something else in the files that use the name is still called so.
fn is_declared_elsewhere(change: &Change, uses: &[ProjectPlace], project: &ChangedProject<'_>) -> bool {
    if change.subject == S::Resource || change.subject == S::CatalogueEntry {
        return false;
    }
    let mut files: Vec<&str> = uses.iter().map(|place| place.file.as_str()).collect();
    files.dedup();
    files.into_iter().any(|file| {
        let code = project.files.read(file).and_then(|text| project.reader.read(file, &text));
        // What could not be read in time may declare it.
        code.is_none_or(|code| code.declared.iter().any(|one| one.name == change.name))
    })
}

/// Texts of files as they are, and as they are to be.
#[derive(Default)]
struct EditedTexts(BTreeMap<String, (String, String)>);

impl EditedTexts {
    /// Puts another line in place of each; lines are numbered from 1 and have their ends.
    fn edit(&mut self, file: &str, project: &ChangedProject<'_>, edited: impl Fn(u32, &str) -> String) {
        if !self.0.contains_key(file) {
            let Some(text) = project.files.read(file) else { return };
            self.0.insert(file.to_owned(), (text.clone(), text));
        }
        if let Some((_, text)) = self.0.get_mut(file) {
            *text = (1..).zip(text.split_inclusive('\n')).map(|(number, line)| edited(number, line)).collect();
        }
    }

    /// Adds an import behind those that sort before it, else below the package.
    fn import(&mut self, file: &str, name: &str, project: &ChangedProject<'_>) {
        let Some(text) = project.files.read(file) else { return };
        let end = if file.ends_with(".java") { ";" } else { "" };
        let line = format!("import {name}{end}");
        let known = self.0.get(file).map_or(text.as_str(), |(_, text)| text);
        if known.lines().any(|one| one.trim() == line) {
            return;
        }
        let imports: Vec<(usize, &str)> =
            text.lines().enumerate().filter(|(_, one)| one.starts_with("import ")).collect();
        let after = imports.iter().rev().find(|(_, one)| *one < line.as_str()).or(imports.first()).map(|(at, _)| *at);
        let package = text.lines().position(|one| one.starts_with("package "));
        let is_first = after.is_some_and(|at| text.lines().nth(at).is_some_and(|one| one > line.as_str()));
        let (at, added) = match (after, package) {
            (Some(at), _) if is_first => (at, format!("{line}\n")),
            (Some(at), _) => (at + 1, format!("{line}\n")),
            (None, Some(at)) => (at + 1, format!("\n{line}\n")),
            (None, None) => (0, format!("{line}\n\n")),
        };
        let lines = text.split_inclusive('\n').enumerate();
        let edited: String =
            lines.map(|(nth, one)| if nth == at { format!("{added}{one}") } else { one.to_owned() }).collect();
        self.0.insert(file.to_owned(), (text, edited));
    }

    fn patch(&self, also: Vec<ProjectPlace>) -> Option<Patch> {
        diff(self.0.iter().map(|(path, (old, new))| (path.as_str(), old.as_str(), new.as_str())), also)
    }
}

/// Java's methods are called or referred to; a field of the same name is none.
fn may_call(change: &Change, place: &ProjectPlace, project: &ChangedProject<'_>) -> bool {
    if change.subject != S::Function || !place.file.ends_with(".java") {
        return true;
    }
    let text = project.files.read(&place.file).unwrap_or_default();
    let line = place.line.and_then(|line| text.lines().nth(line.saturating_sub(1) as usize)).unwrap_or_default();
    let name = change.name.as_str();
    let is_called =
        |at: usize| line[at + name.len()..].trim_start().starts_with('(') || line[..at].trim_end().ends_with("::");
    positions(line, name).any(is_called)
}

/// The new package in the imports of what moved.
fn import(change: &Change, failing: &[ProjectPlace], project: &ChangedProject<'_>) -> Option<Patch> {
    let (old, new) = (change.before.as_deref()?, change.after.as_deref()?);
    let mut texts = EditedTexts::default();
    let simple = new.rsplit('.').next().unwrap_or(new);
    let neighbours: Vec<ProjectPlace> =
        (project.uses)(simple).into_iter().filter(|place| place.file != change.file).collect();
    for place in failing.iter().chain(&(project.uses)(old)).chain(&neighbours) {
        if may_use(change, &place.file) && is_neighbour(&place.file, old, project) {
            texts.import(&place.file, new, project);
        }
        texts.edit(&place.file, project, |_, line| {
            if line.contains("import ") { replaced(line, old, new) } else { line.to_owned() }
        });
    }
    texts.patch(Vec::new())
}

/// Whether a file is of the package that something left, and so used it without an import.
fn is_neighbour(file: &str, old: &str, project: &ChangedProject<'_>) -> bool {
    let Some((package, _)) = old.rsplit_once('.') else { return false };
    let text = project.files.read(file).unwrap_or_default();
    let is_package =
        |line: &str| line.trim().strip_prefix("package ").is_some_and(|name| name.trim_end_matches(';') == package);
    text.lines().take(40).any(is_package)
}

/// A unified diff of texts before and after; nothing without a difference, or where it would tell a secret.
fn diff<'t>(files: impl IntoIterator<Item = (&'t str, &'t str, &'t str)>, also: Vec<ProjectPlace>) -> Option<Patch> {
    let mut text = String::new();
    for (path, old, new) in files.into_iter().filter(|(_, old, new)| old != new) {
        let diff = TextDiff::from_lines(old, new);
        let one = diff.unified_diff().context_radius(3).header(&format!("a/{path}"), &format!("b/{path}")).to_string();
        if one.lines().any(|line| is_secret_line(path, line)) {
            return None;
        }
        text.push_str(&one);
    }
    (!text.is_empty()).then_some(Patch { diff: text, also })
}
