//! The evidence that answers are checked against: the log, the project's files, the names in both, and coordinates
//! known to the project, its lock files, Gradle's caches and the shipped tables. Reads only file names in Gradle's
//! homes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rcad_core::Report;
use rcad_core::agent::grounding::{EvidenceSource, has_word_in_lowercase};
use rcad_core::agent::question::Question;
use rcad_core::facts::table::{ANDROID, LIBRARIES, Tables, VERSIONS};
use rcad_core::project::overview::Overview;
use rcad_core::project::{self, Files};

use crate::agent::tools::android_build::{cached, gradle_homes};
use crate::code::CodeIndex;
use crate::line::project::NoFiles;

/// Time limit for reading the project in one check.
const TIME: Duration = Duration::from_millis(500);

/// The evidence of one failure.
struct ProjectEvidence {
    log: Vec<String>,
    /// The log and everything that the model was given, as one text in lower case.
    searched: String,
    /// A coordinate that no repository has. That the project names it does not count.
    refused: Option<String>,
    code: Arc<CodeIndex>,
    files: Box<dyn Files>,
    gradle_homes: Vec<PathBuf>,
}

/// The evidence for checking an answer. Create it when the answer has arrived, since its time limit starts now.
pub fn evidence(
    question: &Question,
    report: &Report,
    code: &Arc<CodeIndex>,
    root: Option<&Path>,
) -> Box<dyn EvidenceSource> {
    Box::new(ProjectEvidence::of(question, report, code, root, gradle_homes()))
}

impl ProjectEvidence {
    fn of(
        question: &Question,
        report: &Report,
        code: &Arc<CodeIndex>,
        root: Option<&Path>,
        gradle_homes: Vec<PathBuf>,
    ) -> ProjectEvidence {
        let analysis = &question.analysis;
        let mut texts: Vec<&str> = question.pieces.iter().flat_map(|piece| &piece.lines).map(String::as_str).collect();
        texts.extend(question.pieces.iter().filter_map(|piece| piece.file.as_deref()));
        texts.extend(analysis.root_cause.as_deref());
        texts.extend(analysis.fix_guidelines.iter().map(String::as_str));
        texts.extend(analysis.errors.iter().map(|failure| failure.message.as_str()));
        let environment = &question.environment;
        let versions = [
            &environment.gradle,
            &environment.java,
            &environment.agp,
            &environment.kotlin,
            &environment.compose,
            &environment.dependency,
        ];
        texts.extend(versions.into_iter().flatten().map(String::as_str));
        let refused =
            analysis.primary().filter(|failure| failure.category == rcad_core::Category::GradleDependencyNotFound);
        texts.push(&report.text);
        ProjectEvidence {
            log: report.text.lines().map(str::to_owned).collect(),
            searched: texts.join("\n").to_lowercase(),
            refused: refused.and_then(|failure| failure.symbol.clone()),
            code: code.clone(),
            files: root.and_then(|root| crate::line::project::open(root, TIME)).unwrap_or_else(|| Box::new(NoFiles)),
            gradle_homes,
        }
    }
}

impl EvidenceSource for ProjectEvidence {
    fn log_line(&self, line: u32) -> Option<String> {
        self.log.get(line.checked_sub(1)? as usize).cloned()
    }

    fn file_line(&self, path: &str, line: u32) -> Option<String> {
        let text = self.files.read(path)?;
        let line = text.lines().nth(line.checked_sub(1)? as usize)?;
        Some(project::shown_line(path, line))
    }

    fn has_file(&self, path: &str) -> bool {
        let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
        self.files.list(dir).iter().any(|entry| !entry.directory && entry.name == name)
    }

    fn knows(&self, coordinate: &str) -> bool {
        let mut parts = coordinate.split(':');
        let (Some(group), Some(name)) = (parts.next(), parts.next()) else { return false };
        let version = parts.next().filter(|version| !version.is_empty());
        if group.is_empty() || name.is_empty() || self.refused.as_deref() == Some(coordinate) {
            return false;
        }
        let cached = cached(&self.gradle_homes, group, name);
        let is_cached = version.map_or(!cached.is_empty(), |version| cached.iter().any(|one| one == version));
        is_cached || is_in_tables(group, name, version) || self.declares(group, name, version)
    }

    fn mentions(&self, name: &str) -> bool {
        let simple = name.trim_end_matches("()").rsplit('.').next().unwrap_or(name);
        // `1.2` does not match in `1.2.3`.
        has_word_in_lowercase(&self.searched, name)
            || !self.code.definitions(simple, 1).is_empty()
            || !self.code.references(simple, 1).is_empty()
            || self.has_file(name)
    }
}

impl ProjectEvidence {
    /// Whether build files, the catalogue or lock files name it, in this version if one is given.
    fn declares(&self, group: &str, name: &str, version: Option<&str>) -> bool {
        let module = format!("{group}:{name}");
        let overview = Overview::of(&*self.files);
        let declarations = overview.declared(&module);
        match version {
            None => !declarations.is_empty() || !overview.known(&module).is_empty(),
            Some(version) => {
                let whole = format!("{module}:{version}");
                declarations.iter().any(|declaration| holds(&declaration.text, &whole))
                    || overview.known(&module).iter().any(|known| known.version == version)
            }
        }
    }
}

/// Whether a shipped table has the artifact. The tables name versions only where no other works.
fn is_in_tables(group: &str, name: &str, version: Option<&str>) -> bool {
    let module = format!("{group}:{name}");
    let is_it = |cell: &String| match (cell.strip_prefix(module.as_str()), version) {
        (Some(""), None) => true,
        (Some(rest), None) => rest.starts_with(':'),
        (Some(rest), Some(version)) => rest.strip_prefix(':') == Some(version),
        (None, _) => false,
    };
    let any = |tables: &Tables| tables.values().flat_map(|table| &table.rows).flatten().any(is_it);
    any(&LIBRARIES) || any(&ANDROID) || any(&VERSIONS)
}

/// Whether a text contains these words as whole words.
fn holds(text: &str, words: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    !words.is_empty()
        && text.match_indices(words).any(|(at, _)| {
            let before = text[..at].chars().next_back().is_some_and(part) && words.starts_with(part);
            let behind = text[at + words.len()..].chars().next().is_some_and(part) && words.ends_with(part);
            !before && !behind
        })
}

#[cfg(test)]
mod tests {
    use super::{EvidenceSource, ProjectEvidence};
    use crate::agent::gather::tests::ask;

    #[test]
    fn the_log_is_made_lower_case_once_and_not_for_each_name() {
        let (question, report, code) = ask(None, "e: file:///p/src/A.kt:3:5 Unresolved reference: Name\n");
        let mut held = ProjectEvidence::of(&question, &report, &code, None, Vec::new());
        assert!(held.mentions("nAMe"));
        held.searched = "NAME".to_owned();
        assert!(!held.mentions("name"), "no other text is searched, and this one as it is");
    }
}
