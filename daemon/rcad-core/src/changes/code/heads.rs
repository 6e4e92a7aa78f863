//! The head of a declaration: how widely it is seen, and what of it matters to its users.

use super::pairing::PlacedDeclaration;

/// How widely something is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Visibility {
    Private,
    Protected,
    /// Kotlin's `internal`, Java's package.
    Internal,
    Public,
}

/// What the users of a declaration depend on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) visibility: Visibility,
    /// The signature without annotations and visibility.
    pub(super) text: String,
}

/// Kotlin's words that end the modifiers of a declaration.
const KEYWORDS: &[&str] = &["class", "interface", "object", "fun", "val", "var", "typealias", "constructor"];

impl Head {
    pub(super) fn of(found: &PlacedDeclaration<'_>) -> Head {
        let java = found.file.path.ends_with(".java");
        let mut visibility = if java { Visibility::Internal } else { Visibility::Public };
        let (mut words, mut is_before_name) = (Vec::new(), true);
        for word in found.one.signature.split(' ') {
            // What stands in brackets belongs to parameters.
            is_before_name &= !word.contains('(') && word != found.one.name && !KEYWORDS.contains(&word);
            match word {
                _ if !is_before_name => words.push(word),
                "public" => visibility = Visibility::Public,
                "internal" => visibility = Visibility::Internal,
                "protected" => visibility = Visibility::Protected,
                "private" => visibility = Visibility::Private,
                _ if word.starts_with('@') => {}
                _ => words.push(word),
            }
        }
        // What an interface or an enum declares is public without a word.
        if java && visibility == Visibility::Internal && found.is_in_interface() {
            visibility = Visibility::Public;
        }
        Head { visibility, text: words.join(" ") }
    }
}
