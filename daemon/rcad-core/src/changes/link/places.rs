//! Ties by place: the failing line is among the lines that changed, or stands right below them.

use super::given::{ChangeTie, ChangedProject, FoundTies, ReadFailure};
use crate::Category;
use crate::changes::whole_word::has_word;
use crate::model::change::{Change, ChangeKind};
use crate::model::failure::Failure;

/// Adds the changed lines that hold the failing line, or that a syntax error below them points back to.
pub(super) fn tie(read: &ReadFailure<'_>, project: &ChangedProject<'_>, found: &mut FoundTies) {
    let (failure, symbol) = (read.failure, read.symbol);
    let Some(file) = failure.file.as_deref() else { return };
    let here: Vec<&Change> = project.hunks.iter().filter(|hunk| same_file(&hunk.file, file)).collect();
    let Some(line) = failure.line else {
        if let [only] = here[..] {
            found.add(only, 82, project.is_whole, format!("it is the only change in {file}"));
        }
        return;
    };
    if let Some(hunk) = here.iter().find(|hunk| hunk.kind != ChangeKind::Removed && hunk.holds(&hunk.file, line)) {
        let is_new = !has_word(hunk.before.as_deref().unwrap_or_default(), symbol);
        let weight = if is_new || failure.is_syntax() { 96 } else { 88 };
        return found.add(hunk, weight, true, "the failing line is one of those that changed");
    }
    // Of a merged file the line is another.
    let named = format!("name=\"{symbol}\"");
    if let Some(hunk) = here.iter().find(|hunk| hunk.after.as_deref().is_some_and(|text| text.contains(&named)))
        && !symbol.is_empty()
    {
        return found.add(hunk, 94, true, format!("`{symbol}` is in the lines that changed"));
    }
    // What was taken away there, such as a bracket, an import or an annotation.
    if let Some(hunk) = here.iter().find(|hunk| {
        let text = hunk.before.as_deref().unwrap_or_default();
        has_word(text, symbol) && !has_word(hunk.after.as_deref().unwrap_or_default(), symbol)
    }) {
        return found.add(hunk, 86, true, format!("`{symbol}` was in the lines that changed in the same file"));
    }
    if failure.is_syntax() {
        let above = here.iter().rev().find(|hunk| hunk.line.is_some_and(|at| at <= line.saturating_add(1)));
        if let Some(hunk) = above.or(here.first()) {
            let certain = here.len() == 1;
            found.add(hunk, 84, certain, "it is the nearest change above the failing line");
        }
    } else if let [only] = here[..] {
        found.add(only, 70, false, "it is the only change in the failing file");
    }
}

/// Where nothing is tied: the only file that changed at all, if it can have to do with such a failure.
pub(super) fn only_one(errors: &[Failure], project: &ChangedProject<'_>) -> Option<ChangeTie> {
    let [only] = project.pairs else { return None };
    if !may_matter(&only.path, errors.first()?.category) {
        return None;
    }
    let change = match project.hunks {
        [only] => only.clone(),
        _ => project.changes.first().or(project.hunks.first())?.clone(),
    };
    let why = "nothing else changed in the project".to_owned();
    Some(ChangeTie { change, failure: 0, weight: 60, why, certain: false })
}

/// Whether a change of this file can make a build fail in this way.
fn may_matter(path: &str, category: Category) -> bool {
    let id = category.id();
    let is = |starts: &[&str]| starts.iter().any(|start| id.starts_with(start));
    let end = path.rsplit_once('.').map_or("", |(_, end)| end);
    let compiled = is(&["kotlin_", "java_", "compose_", "kapt_", "test_", "lint_"]);
    match end {
        "gradle" | "kts" | "toml" | "properties" => {
            compiled || is(&["gradle_", "agp_", "manifest_", "xml_", "aapt_"]) || category == Category::Other
        }
        "kt" | "java" => compiled,
        "xml" => compiled || is(&["xml_", "aapt_", "manifest_", "databinding"]),
        _ => false,
    }
}

/// Whether a failure's file is this file of the project; a trace has its name only.
pub(super) fn same_file(path: &str, named: &str) -> bool {
    path == named || path.ends_with(&format!("/{named}")) || named.ends_with(&format!("/{path}"))
}
