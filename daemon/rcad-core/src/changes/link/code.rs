//! Ties by declarations: what the compiler misses, may not use, or finds with other parameters, is what changed.

use super::given::{ChangedProject, FoundTies, failing_file, failing_line, has_word, said, simple};
use super::places::same_file;
use crate::Category as C;
use crate::model::change::{Change, ChangeKind as K, ChangeSubject as S};
use crate::model::failure::Failure;

/// Adds the changed declarations that a compiler's error is about.
pub(super) fn tie(failure: &Failure, project: &ChangedProject<'_>, found: &mut FoundTies) {
    if !is_compile_error(failure.category) {
        return;
    }
    let about = About {
        symbol: failure.symbol.as_deref().map(simple).unwrap_or_default(),
        line: lines_of(failure, project),
        text: failing_file(failure, project).and_then(|file| project.files.read(&file)).unwrap_or_default(),
        said: said(failure),
        failure,
    };
    let tied: Vec<(&Change, u8, String)> = project
        .changes
        .iter()
        .filter(|change| is_code(change.subject))
        .filter_map(|change| about.tied(change).map(|(weight, why)| (change, weight, why)))
        .collect();
    let best = tied.iter().map(|(_, weight, _)| *weight).max().unwrap_or(0);
    let same_best = tied.iter().filter(|(_, weight, _)| *weight == best).count();
    for (change, weight, why) in tied {
        // Of two declarations of one name the text around must tell which one is meant.
        let owner = change.owner.as_deref().map(simple).unwrap_or_default();
        let named = has_word(&about.line, owner) || has_word(&about.said, owner);
        let weight = if same_best > 1 && named { weight + 2 } else { weight };
        found.add(change, weight, same_best == 1 || named, why);
    }
}

/// The failing line; below `@Override`, with the lines that it is about.
fn lines_of(failure: &Failure, project: &ChangedProject<'_>) -> String {
    let line = failing_line(failure, project);
    if !line.trim_start().starts_with('@') {
        return line;
    }
    let Some(text) = failure.file.as_deref().and_then(|file| project.files.read(file)) else { return line };
    let from = failure.line.unwrap_or(1).saturating_sub(1) as usize;
    text.lines().skip(from).take(3).collect::<Vec<_>>().join("\n")
}

struct About<'f> {
    symbol: &'f str,
    line: String,
    /// The failing file.
    text: String,
    said: String,
    failure: &'f Failure,
}

impl About<'_> {
    /// How strongly this change is tied, and by what.
    fn tied(&self, change: &Change) -> Option<(u8, String)> {
        let name = if change.subject == S::Import { simple(&change.name) } else { change.name.as_str() };
        let is_symbol = name == self.symbol;
        let quoted = has_word(&self.said, name);
        let on_line = has_word(&self.line, name);
        let here = self.failure.file.as_deref().is_some_and(|file| same_file(&change.file, file));
        match (change.kind, change.subject) {
            (K::Removed, S::Import) if here => {
                let used = is_symbol || on_line || quoted;
                used.then(|| (if is_symbol { 95 } else { 82 }, format!("`{name}` is used here and no longer imported")))
            }
            (_, S::Import) => None,
            (K::Removed | K::Renamed | K::Moved, _) if is_symbol && is_missing(self.failure.category) => {
                Some((94, format!("`{name}` is what the compiler misses")))
            }
            (K::Moved, _) if self.names_package(change) => {
                Some((93, "the failing line still uses the old package".to_owned()))
            }
            (K::Removed | K::Renamed | K::Moved, _) if on_line || quoted => {
                Some((if quoted { 86 } else { 81 }, format!("the failing code uses `{name}`")))
            }
            (K::Renamed, _) if change.after.as_deref() == Some(self.symbol) => {
                Some((85, format!("the message is about the new name `{}`", self.symbol)))
            }
            (K::Hidden, _) if is_symbol || quoted || on_line => {
                Some((if is_symbol || quoted { 94 } else { 80 }, format!("the failing code uses `{name}`")))
            }
            (K::Signature, _) if is_symbol || quoted => Some((92, format!("the message is about `{name}`"))),
            (K::Signature, _) if on_line => Some((84, format!("the failing line uses `{name}`"))),
            (K::Signature, S::Constructor | S::Class) if self.names_owner(change) => {
                Some((83, "the failing line makes one of it".to_owned()))
            }
            (K::Added, _) if self.is_demanded(change) && (is_symbol || quoted) => {
                Some((93, format!("the message asks for `{name}`")))
            }
            (K::Added, _) if self.failure.category == C::KotlinRedeclaration && (is_symbol || quoted) => {
                Some((93, format!("`{name}` is declared twice now")))
            }
            (K::Added, S::Property | S::Class) if self.lacks_a_case() && self.uses_owner(change) => Some((
                88,
                format!("the cases of `{}` are listed here", simple(change.owner.as_deref().unwrap_or_default())),
            )),
            (K::Added, S::Constructor) if self.names_owner(change) => {
                Some((88, "the failing line makes one of it".to_owned()))
            }
            _ => None,
        }
    }

    /// `import a.Book` or `package a does not exist` for what moved from `a`.
    fn names_package(&self, change: &Change) -> bool {
        let Some(before) = change.before.as_deref() else { return false };
        let package = before.rsplit_once('.').map_or("", |(package, _)| package);
        self.line.contains(before)
            || (!package.is_empty() && self.failure.message.contains(package) && has_word(&self.line, &change.name))
    }

    /// Whether the failing line names the class that has this constructor, or is of this class.
    fn names_owner(&self, change: &Change) -> bool {
        let class = if change.subject == S::Constructor { change.owner.as_deref() } else { Some(change.name.as_str()) };
        class.map(simple).is_some_and(|class| has_word(&self.line, class) || has_word(&self.said, class))
    }

    /// A `when` or `switch` that has no branch for something.
    fn lacks_a_case(&self) -> bool {
        self.failure.category == C::KotlinWhenExhaustive
            || self.failure.message.contains("does not cover all possible input values")
    }

    /// Whether the failing file names the enum or sealed class that this case is of; cases may be imported by themselves.
    fn uses_owner(&self, change: &Change) -> bool {
        let owner = change.owner.as_deref().map(simple).unwrap_or_default();
        owner.is_empty() || has_word(&self.text, owner) || has_word(&self.said, owner) || !self.text.is_empty()
    }

    /// Members that a class must have now, cases that a `when` must have.
    fn is_demanded(&self, _change: &Change) -> bool {
        let message = self.failure.message.as_str();
        matches!(self.failure.category, C::KotlinAbstractNotImplemented | C::KotlinWhenExhaustive)
            || message.contains("does not override abstract method")
            || message.contains("does not cover all possible input values")
    }
}

fn is_code(subject: S) -> bool {
    matches!(subject, S::Class | S::Function | S::Constructor | S::Property | S::Typealias | S::Package | S::Import)
}

/// Errors that say that a name is not there, or not as it is used.
fn is_missing(category: C) -> bool {
    matches!(
        category,
        C::KotlinUnresolvedReference | C::JavaCannotFindSymbol | C::KotlinMissingSupertype | C::JavaOther
    )
}

fn is_compile_error(category: C) -> bool {
    let id = category.id();
    id.starts_with("kotlin_")
        || id.starts_with("java_")
        || id.starts_with("compose_")
        || category == C::KaptKsp
        || matches!(
            category,
            C::GradleScriptCompile | C::XmlClassNotFound | C::ManifestClassNotFound | C::RuntimeNoClassDef
        )
}
