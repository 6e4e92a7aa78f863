//! Small patches as unified diffs: the new name at each use, or the lines as they were.

use std::collections::BTreeMap;

use similar::TextDiff;

use super::link::given::ChangedProject;
use crate::model::change::{Change, ChangeKind as K, ChangeSubject as S, Patch, ProjectPlace};

/// Most lines that a patch puts back.
const LINES: usize = 4;
/// Most uses that a patch changes.
const USES: usize = 40;
/// Most letters by which a line with a slip differs from what it was.
const SLIP: usize = 3;

/// The patch for this change; `failing` are the places where the tools report it.
pub(super) fn patch(change: &Change, failing: &[ProjectPlace], project: &ChangedProject<'_>) -> Option<Patch> {
    match (change.kind, change.subject) {
        (K::Renamed, S::Statement | S::Plugin | S::Dependency | S::Module | S::Setting) => restore(change, project),
        (K::Renamed, S::Constructor) => None,
        (K::Renamed, _) => rename(change, failing, project),
        (K::Moved, S::Class | S::Typealias | S::Function | S::Property) => import(change, failing, project),
        (K::Removed, S::Import) => add_import(change, project),
        (K::Hidden, _) => restore(change, project),
        (
            K::Removed | K::Value,
            S::Dependency
            | S::Plugin
            | S::Module
            | S::Statement
            | S::Setting
            | S::CatalogueEntry
            | S::Tool
            | S::Manifest,
        ) => restore(change, project),
        (_, S::Lines) if is_slip(change) => restore(change, project),
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
    diff(&[(change.file.as_str(), after.to_owned(), restored)], Vec::new())
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
    let fits = |place: &ProjectPlace| may_use(change.subject, &place.file);
    let uses: Vec<ProjectPlace> = forms.iter().flat_map(|(old, _)| (project.uses)(old)).filter(fits).collect();
    let own = is_declared_elsewhere(change, &uses, project);
    for place in uses {
        if places.contains(&place) || change.holds(&place.file, place.line.unwrap_or(0)) {
            continue;
        }
        if own || places.len() >= USES { also.push(place) } else { places.push(place) }
    }
    let mut texts: BTreeMap<String, (String, String)> = BTreeMap::new();
    for place in &places {
        let Some(line) = place.line else { continue };
        let Some(entry) = entry(&mut texts, &place.file, project) else { continue };
        entry.1 = on_line(&entry.1, line, &forms);
    }
    let files: Vec<(&str, String, String)> =
        texts.iter().map(|(path, (old, new))| (path.as_str(), old.clone(), new.clone())).collect();
    diff(&files, also)
}

/// Whether a file of this kind can use what changed: a method's name in a build script is another's.
fn may_use(subject: S, path: &str) -> bool {
    let end = path.rsplit_once('.').map_or("", |(_, end)| end);
    match subject {
        S::Resource => matches!(end, "xml" | "kt" | "java"),
        S::CatalogueEntry => matches!(end, "kts" | "gradle"),
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
        code.is_some_and(|code| code.declared.iter().any(|one| one.name == change.name))
    })
}

fn entry<'t>(
    texts: &'t mut BTreeMap<String, (String, String)>,
    file: &str,
    project: &ChangedProject<'_>,
) -> Option<&'t mut (String, String)> {
    if !texts.contains_key(file) {
        let text = project.files.read(file)?;
        texts.insert(file.to_owned(), (text.clone(), text));
    }
    texts.get_mut(file)
}

/// The text with whole words replaced in one line.
fn on_line(text: &str, line: u32, forms: &[(String, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, one) in text.split_inclusive('\n').enumerate() {
        if at + 1 == line as usize {
            out.push_str(&forms.iter().fold(one.to_owned(), |one, (old, new)| replaced(&one, old, new)));
        } else {
            out.push_str(one);
        }
    }
    out
}

fn replaced(text: &str, old: &str, new: &str) -> String {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let (mut out, mut last) = (String::new(), 0);
    for (at, _) in text.match_indices(old) {
        let whole = !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + old.len()..].chars().next());
        if whole {
            out.push_str(&text[last..at]);
            out.push_str(new);
            last = at + old.len();
        }
    }
    out + &text[last..]
}

/// The new package in the imports of what moved.
fn import(change: &Change, failing: &[ProjectPlace], project: &ChangedProject<'_>) -> Option<Patch> {
    let (old, new) = (change.before.as_deref()?, change.after.as_deref()?);
    let mut texts: BTreeMap<String, (String, String)> = BTreeMap::new();
    let uses = (project.uses)(old);
    let places = failing.iter().chain(&uses);
    for place in places {
        let Some(entry) = entry(&mut texts, &place.file, project) else { continue };
        let lines = entry.1.split_inclusive('\n');
        entry.1 = lines
            .map(|line| if line.contains("import ") { replaced(line, old, new) } else { line.to_owned() })
            .collect();
    }
    let files: Vec<(&str, String, String)> =
        texts.iter().map(|(path, (old, new))| (path.as_str(), old.clone(), new.clone())).collect();
    diff(&files, Vec::new())
}

fn add_import(change: &Change, project: &ChangedProject<'_>) -> Option<Patch> {
    restore(change, project)
}

/// A unified diff of texts before and after; nothing without a difference.
fn diff(files: &[(&str, String, String)], also: Vec<ProjectPlace>) -> Option<Patch> {
    let mut text = String::new();
    for (path, old, new) in files.iter().filter(|(_, old, new)| old != new) {
        let diff = TextDiff::from_lines(old.as_str(), new.as_str());
        text.push_str(
            &diff.unified_diff().context_radius(3).header(&format!("a/{path}"), &format!("b/{path}")).to_string(),
        );
    }
    (!text.is_empty()).then_some(Patch { diff: text, also })
}
