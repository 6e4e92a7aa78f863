//! A command in the log that changed a file before the build read it: where a build script of others is edited by `sed` or a
//! patch, the script as it is kept is healthy, and the edit is what to correct.

use crate::Category;
use crate::model::failure::{ExplainedBy, Failure, Role, file_name};
use crate::parse::input::lines::Lines;
use crate::pattern::{AnyOf, Pattern};

/// `sed -i -e '/shelf/d' ../build.gradle.kts`, `perl -pi -e 's/a/b/' build.gradle`, in a recipe or behind a prompt
static EDIT: Pattern = Pattern::new(
    r"(?P<edit>(?:\bsed (?:-[A-Za-z]+ )*(?:-i|--in-place)|\bperl -[a-z]*pi?[a-z]*i?) ?[^\n]*?(?:\.(?:gradle|kts|properties|xml|toml|pro|java|kt)\b)[^\n]*)",
);

/// What every such command and message has in it: looked for in all lines above the failure, where patterns would cost more.
static EDITORS: AnyOf = AnyOf::new(&["sed ", "perl ", "patching file "]);

/// `patching file app/build.gradle`, as `patch` says
static PATCHED: Pattern = Pattern::new(r"^(?P<edit>patching file '?(?P<file>[^\s']+)'?)");

/// Longest command that is quoted, in characters.
const QUOTED: usize = 120;

/// What an edit of a text can break.
fn may_follow(failure: &Failure) -> bool {
    let id = failure.category.id();
    matches!(
        failure.category,
        Category::GradleScriptCompile | Category::GradleScriptEvaluation | Category::GradleUnknownPropertyOrMethod
    ) || ["kotlin_", "java_", "xml_"].iter().any(|start| id.starts_with(start))
}

/// Tells the first failure which command above it edited its file.
pub fn note(lines: &Lines, failures: &mut [Failure]) {
    let Some(first) = failures.first_mut().filter(|first| may_follow(first)) else { return };
    let Some(name) = first.file.as_deref().map(file_name).map(str::to_owned) else { return };
    let Some(until) = lines.first_of(&first.evidence) else { return };
    let edits = |line: &str| {
        if !EDITORS.is_in(line) {
            return None;
        }
        if let Some(found) = PATCHED.captures(line) {
            return (file_name(&found["file"]) == name).then(|| found["edit"].to_owned());
        }
        let found = EDIT.captures(line)?;
        let named = found["edit"].split_whitespace().any(|word| file_name(word.trim_matches(['\'', '"', ';'])) == name);
        named.then(|| found["edit"].to_owned())
    };
    if !EDITORS.is_in(&lines.text()[..lines.end(until)]) {
        return;
    }
    let Some(edit) = (0..until).rev().find_map(|at| edits(lines.get(at))) else { return };
    first.details.insert("edited_by".to_owned(), edit.trim().chars().take(QUOTED).collect());
    // What is wrong elsewhere in the file is as likely the edit's work.
    for other in failures.iter_mut().skip(1) {
        if other.file.as_deref().map(file_name) == Some(&name) && other.role == Role::Independent {
            other.role = Role::Consequence;
            other.explained_by = Some(ExplainedBy { failure: 0, again: false });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    const SCRIPT: &str = "e: file:///home/dev/shelf/build.gradle.kts:49:20: Unresolved reference: ShelfCompile\n\nFAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/home/dev/shelf/build.gradle.kts' line: 49\n\n* What went wrong:\nScript compilation error:\n\n  Line 49:     tasks.withType<ShelfCompile> {\n                              ^ Unresolved reference: ShelfCompile\n\n1 error\n";

    #[test]
    fn the_command_that_edited_the_file_is_told_first() {
        let answer = |edit: &str| analyze(parse(&format!("{edit}\n> Configure project :\n{SCRIPT}")), None);
        for edit in [
            "    prebuild: sed -i -e '/oak/d' -e '/pine/d' ../build.gradle.kts ../settings.gradle.kts",
            "+ perl -pi -e 's/oak/pine/' build.gradle.kts",
            "patching file build.gradle.kts",
        ] {
            let analysis = answer(edit);
            assert!(
                analysis.root_cause.as_deref().unwrap_or("").contains("changed"),
                "{edit}: {:?}",
                analysis.root_cause
            );
            assert!(analysis.fix_guidelines[0].contains("narrow"), "{:?}", analysis.fix_guidelines);
        }
        for edit in ["sed -i '/oak/d' other.gradle.kts", "sed -n '/oak/p' build.gradle.kts"] {
            let analysis = answer(edit);
            assert!(!analysis.root_cause.as_deref().unwrap_or("").contains("changed"), "{edit}");
        }
    }
}
