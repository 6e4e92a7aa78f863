//! Frames and errors of a compiler that crashed, by which it is told whose fault that is.

use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `    at androidx.room.processor.DaoProcessor.process(DaoProcessor.kt:115)`
pub static FRAME: Pattern = Pattern::new(r"^\s*at (?:[^ (]*/)?(?P<class>(?:[a-z_][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_]*)");

/// Packages whose frames do not show which plugin crashed.
pub const FRAMES_OF_OTHERS: &[&str] = &[
    "java.",
    "javax.",
    "jdk.",
    "kotlin.",
    "sun.",
    "com.sun.",
    "com.google.devtools.ksp.",
    "org.jetbrains.",
    "org.gradle.",
    "ksp.",
];

/// What the machine throws where code was compiled against other classes than it runs with.
const LINKAGE: &[&str] = &[
    "NoSuchMethodError",
    "NoClassDefFoundError",
    "AbstractMethodError",
    "NoSuchFieldError",
    "IncompatibleClassChangeError",
    "ClassCastException",
];

/// Whether the crash is such an error.
pub fn is_linkage(failure: &Failure) -> bool {
    failure.exception.as_deref().is_some_and(|class| LINKAGE.iter().any(|end| class.ends_with(end)))
}
