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

impl Head {
    pub(super) fn of(found: &PlacedDeclaration<'_>) -> Head {
        let java = found.file.path.ends_with(".java");
        let mut visibility = if java { Visibility::Internal } else { Visibility::Public };
        let mut words = Vec::new();
        for word in found.one.signature.split(' ') {
            match word {
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
