//! What libraries have that builds of this machine have downloaded.

use serde::{Deserialize, Serialize};

/// Knows the libraries in the caches of the build tool; the caller has the index.
pub trait LibraryIndex {
    /// Every class, function and property of this simple name, and of this owner where one is given, in each library that has
    /// it. Never waits.
    fn homes(&self, simple: &str, owner: Option<&str>) -> Vec<LibraryHome>;
}

/// A name that others can use, and the library that has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LibraryHome {
    /// The name.
    pub name: LibraryName,
    /// `group:artifact`
    pub module: String,
    /// The version that has it; others may have it, too.
    pub version: String,
}

/// A class, function or property of a library.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LibraryName {
    /// Its package, with the classes around it: `a.b.Basket`.
    pub owner: String,
    /// Simple name.
    pub simple: String,
    /// What it is.
    pub kind: LibraryNameKind,
}

/// What a name of a library stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LibraryNameKind {
    /// A class, interface, object, annotation or type alias.
    Class,
    /// A top-level function of Kotlin.
    Function,
    /// A top-level property of Kotlin.
    Property,
    /// A function or property of Kotlin that is called on an object of another class.
    Extension,
}

impl LibraryName {
    /// The name in full, as it is imported.
    pub fn qualified(&self) -> String {
        if self.owner.is_empty() { self.simple.clone() } else { format!("{}.{}", self.owner, self.simple) }
    }
}
