//! Ties by declarations: what the compiler misses, may not use, or finds with other parameters, is what changed.

use super::given::{ChangedProject, FoundTies, ReadFailure, simple};
use super::places::same_file;
use crate::Category as C;
use crate::changes::whole_word::has_word;
use crate::code::signature::property_of;
use crate::model::change::{Change, ChangeKind as K, ChangeSubject as S};
use crate::project::is_build_source;

/// Adds the changed declarations that a compiler's error is about.
pub(super) fn tie(read: &ReadFailure<'_>, project: &ChangedProject<'_>, found: &mut FoundTies) {
    if !is_compile_error(read.failure.category) {
        return;
    }
    // Below `@Override` stand the lines that it is about.
    let line = if read.line.trim_start().starts_with('@') { read.lines(3) } else { read.line.clone() };
    let about = About { read, line, project };
    let tied: Vec<(&Change, u8, String)> = project
        .changes
        .iter()
        .filter(|change| is_code(change.subject) && is_seen(change, read.failure.category))
        .filter_map(|change| about.tied(change).map(|(weight, why)| (change, weight, why)))
        .collect();
    if is_missing(read.failure.category) && read.failure.file.as_deref().is_some_and(|file| file.ends_with(".java")) {
        for hunk in project.hunks.iter().filter(|hunk| hides_from_java(hunk, read.symbol, project)) {
            found.add(hunk, 95, true, format!("Java saw `{}` by this annotation", read.symbol));
        }
    }
    let best = tied.iter().map(|(_, weight, _)| *weight).max().unwrap_or(0);
    let same_best = tied.iter().filter(|(_, weight, _)| *weight == best).count();
    for (change, weight, why) in tied {
        // Of two declarations of one name the text around must tell which one is meant.
        let owner = change.owner.as_deref().map(simple).unwrap_or_default();
        let named = has_word(&about.line, owner) || has_word(&read.said, owner);
        let weight = if same_best > 1 && named { weight + 2 } else { weight };
        found.add(change, weight, same_best == 1 || named, why);
    }
}

struct About<'f> {
    read: &'f ReadFailure<'f>,
    /// The failing line, or several.
    line: String,
    project: &'f ChangedProject<'f>,
}

impl About<'_> {
    /// How strongly this change is tied, and by what.
    fn tied(&self, change: &Change) -> Option<(u8, String)> {
        let name = if change.subject == S::Import { simple(&change.name) } else { change.name.as_str() };
        let (failure, symbol) = (self.read.failure, self.read.symbol);
        let is_symbol = name == symbol;
        let quoted = has_word(&self.read.said, name);
        let on_line = has_word(&self.line, name);
        let here = failure.file.as_deref().is_some_and(|file| same_file(&change.file, file));
        match (change.kind, change.subject) {
            (K::Removed, S::Import) if here => {
                let used = is_symbol || on_line || quoted;
                used.then(|| (if is_symbol { 95 } else { 82 }, format!("`{name}` is used here and no longer imported")))
            }
            (_, S::Import) => None,
            (K::Removed | K::Renamed | K::Moved, _) if is_symbol && is_missing(failure.category) => {
                Some((94, format!("`{name}` is what the compiler misses")))
            }
            (K::Removed | K::Renamed | K::Hidden, _) if self.is_read_by(change) => {
                Some((94, format!("`{name}` is what `{symbol}` is in the other language")))
            }
            (K::Moved, _) if self.names_package(change) => {
                Some((93, "the failing line still uses the old package".to_owned()))
            }
            (K::Removed | K::Renamed | K::Moved, _) if on_line || quoted => {
                Some((if quoted { 86 } else { 81 }, format!("the failing code uses `{name}`")))
            }
            (K::Renamed, _) if change.after.as_deref() == Some(symbol) => {
                Some((85, format!("the message is about the new name `{symbol}`")))
            }
            (K::Hidden, _) if is_symbol || quoted || on_line => {
                Some((if is_symbol || quoted { 94 } else { 80 }, format!("the failing code uses `{name}`")))
            }
            (K::Signature, S::Class) if on_line && self.is_about_modifier(change) => {
                Some((95, format!("the failing line extends `{name}`")))
            }
            (K::Signature, _) if is_symbol || quoted => Some((92, format!("the message is about `{name}`"))),
            (K::Signature, _) if on_line => Some((84, format!("the failing line uses `{name}`"))),
            (K::Signature, S::Constructor | S::Class) if self.names_owner(change) => {
                Some((83, "the failing line makes one of it".to_owned()))
            }
            (K::Edited, _) if failure.category == C::KotlinDeprecatedError && quoted && is_deprecated(change) => {
                Some((94, format!("`{name}` is deprecated now")))
            }
            (K::Added, _) if here && change.holds(&change.file, failure.line.unwrap_or(0)) => None,
            (K::Added, _) if self.lacks_a_member() && (is_symbol || quoted) => {
                Some((93, format!("the message asks for `{name}`")))
            }
            (K::Added, _) if failure.category == C::KotlinRedeclaration && (is_symbol || quoted) => {
                Some((93, format!("`{name}` is declared twice now")))
            }
            (K::Added, S::Property | S::Class) if self.lacks_a_case() => {
                let family = self.family(change)?;
                Some((88, format!("the cases of `{family}` are listed here")))
            }
            (K::Added, S::Constructor) if self.names_owner(change) => {
                Some((88, "the failing line makes one of it".to_owned()))
            }
            _ => None,
        }
    }

    /// Whether a Java getter or setter is what Kotlin misses as a property, or a Kotlin property what Java misses as these.
    fn is_read_by(&self, change: &Change) -> bool {
        let failure = self.read.failure;
        // Scripts read as Kotlin does.
        let in_kotlin = failure.file.as_deref().is_some_and(|file| !file.ends_with(".java"));
        let is_lost = is_missing(failure.category) || failure.category == C::KotlinVisibility;
        let (accessor, property) = match change.file.ends_with(".java") {
            true if in_kotlin => (change.name.as_str(), self.read.symbol),
            false if !in_kotlin => (self.read.symbol, change.name.as_str()),
            _ => return false,
        };
        is_lost && property_of(accessor).is_some_and(|read| read == property)
    }

    /// `import a.Book` or `package a does not exist` for what moved from `a`.
    fn names_package(&self, change: &Change) -> bool {
        let Some(before) = change.before.as_deref() else { return false };
        let package = before.rsplit_once('.').map_or("", |(package, _)| package);
        self.line.contains(before)
            || (!package.is_empty()
                && self.read.failure.message.contains(package)
                && has_word(&self.line, &change.name))
    }

    /// Whether the failing line names the class that has this constructor, or is of this class.
    fn names_owner(&self, change: &Change) -> bool {
        let class = if change.subject == S::Constructor { change.owner.as_deref() } else { Some(change.name.as_str()) };
        class.map(simple).is_some_and(|class| has_word(&self.line, class) || has_word(&self.read.said, class))
    }

    /// Whether the message is about a word that the head of a class got or lost.
    fn is_about_modifier(&self, change: &Change) -> bool {
        let has = |text: &Option<String>, word: &str| text.as_deref().is_some_and(|text| has_word(text, word));
        let differs = |word: &&str| has(&change.before, word) != has(&change.after, word);
        let said = &self.read.failure.message;
        MODIFIERS.iter().filter(|word| differs(word)).any(|word| has_word(said, word) || *word == "interface")
    }

    /// A `when` or `switch` that has no branch for something.
    fn lacks_a_case(&self) -> bool {
        let failure = self.read.failure;
        failure.category == C::KotlinWhenExhaustive
            || failure.message.contains("does not cover all possible input values")
    }

    /// Members that a class must have now, cases that a `when` must have.
    fn lacks_a_member(&self) -> bool {
        let failure = self.read.failure;
        failure.category == C::KotlinAbstractNotImplemented
            || failure.message.contains("does not override abstract method")
            || self.lacks_a_case()
    }

    /// The enum or sealed class that a new case is of, if the failing file names it or another of its cases.
    fn family(&self, change: &Change) -> Option<String> {
        let named = |name: &str| has_word(&self.read.text, name) || has_word(&self.read.said, name);
        let Some(owner) = change.owner.as_deref() else {
            // `data object Full : State`, `record Full() implements State`
            let signature = change.after.as_deref()?;
            let above = [" : ", " implements ", " extends "].iter().find_map(|word| signature.split_once(word))?.1;
            let mut names = above.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            return names.find(|name| !name.is_empty() && named(name)).map(str::to_owned);
        };
        let is_sibling = || {
            let text = self.project.files.read(&change.file)?;
            let cases = self.project.reader.read(&change.file, &text)?.declared;
            let mut others = cases.iter().filter(|one| one.owner.as_deref() == Some(owner) && one.name != change.name);
            others.find(|one| has_word(&self.read.text, &one.name)).map(|_| ())
        };
        (named(simple(owner)) || is_sibling().is_some()).then(|| simple(owner).to_owned())
    }
}

/// Words of a class's head that decide who may extend it.
const MODIFIERS: &[&str] = &["sealed", "final", "open", "abstract", "interface"];

/// Whether what is there now begins with the mark of something deprecated.
fn is_deprecated(change: &Change) -> bool {
    change.after.as_deref().is_some_and(|text| text.trim_start().starts_with("@Deprecated"))
}

/// Whether `@JvmStatic`, `@JvmField` or the like was taken from what Java misses, which stands in its place now.
fn hides_from_java(hunk: &Change, symbol: &str, project: &ChangedProject<'_>) -> bool {
    let gone = hunk.before.as_deref().unwrap_or_default().trim();
    let is_annotation = hunk.kind == K::Removed && gone.starts_with("@Jvm") && !gone.contains('\n');
    let at = hunk.line.and_then(|line| usize::try_from(line).ok()?.checked_sub(1)).filter(|_| is_annotation);
    let text = at.and_then(|at| Some((at, project.files.read(&hunk.file)?)));
    text.is_some_and(|(at, text)| text.lines().nth(at).is_some_and(|line| has_word(line, symbol)))
}

fn is_code(subject: S) -> bool {
    matches!(subject, S::Class | S::Function | S::Constructor | S::Property | S::Typealias | S::Package | S::Import)
}

/// Errors that say that a name is not there, or not as it is used.
fn is_missing(category: C) -> bool {
    matches!(
        category,
        C::KotlinUnresolvedReference | C::JavaCannotFindSymbol | C::KotlinMissingSupertype | C::JavaOther
    ) || is_of_script(category)
}

/// Whether the failing code sees a changed declaration: a script sees the build's own sources alone.
fn is_seen(change: &Change, category: C) -> bool {
    !is_of_script(category) || is_build_source(&change.file)
}

fn is_of_script(category: C) -> bool {
    matches!(category, C::GradleScriptCompile | C::GradleUnknownPropertyOrMethod | C::GradlePluginNotFound)
}

fn is_compile_error(category: C) -> bool {
    let id = category.id();
    is_of_script(category)
        || id.starts_with("kotlin_")
        || id.starts_with("java_")
        || id.starts_with("compose_")
        || category == C::KaptKsp
        || matches!(category, C::XmlClassNotFound | C::ManifestClassNotFound | C::RuntimeNoClassDef)
}
