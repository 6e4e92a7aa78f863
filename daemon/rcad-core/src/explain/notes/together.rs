//! Sentences on what other failures of the log, or steps of its build, say of a name that is missing.

use super::note::{NAMES, NoteTemplate};
use crate::Category as C;

/// The most useful first.
pub const NOTES: &[NoteTemplate] = &[
    NoteTemplate {
        detail: "edited_by",
        about: &[],
        cause: "Before the build, this changed {name}: `{edited_by}`. Names that the file used to import or declare are missing where it took their lines out, so the file as it is kept may be healthy.",
        fix: "Compare {name} with its state before that step (`git diff`), and narrow what the step matches or replaces; imports and plugin lines are deleted by a pattern that is meant for another line.",
    },
    NoteTemplate {
        detail: "renamed_case",
        about: NAMES,
        cause: "The `when` at {when_place} lacks a branch for `{renamed_case}`: probably `{symbol}` is called that now.",
        fix: "If it was renamed, write `{renamed_case}` in place of `{symbol}`.",
    },
    NoteTemplate {
        detail: "missed_there",
        about: NAMES,
        cause: "{missed_in}, which should declare it by its name, misses {missed_there} itself: probably its `package` line is not the package that its neighbours and importers take it for.",
        fix: "Compare the `package` line of {missed_in} with its directory and with the imports of `{symbol}`.",
    },
    NoteTemplate {
        detail: "missing_beside",
        about: NAMES,
        cause: "Imports that end at the same column, so probably of the same package, fail for {missing_beside} as well: what declares that package is probably not there, or the names were changed.",
        fix: "Look first whether the file that declares `{symbol}` and {missing_beside} is there, with the `package` line that is imported; if another module or a library has it, whether this module's build file depends on that (`implementation(project(\":…\"))`).",
    },
    NoteTemplate {
        detail: "missing_of_package",
        about: NAMES,
        cause: "Missing as well, of the same package: {missing_of_package}; what declares that package is probably not there, or the names were changed.",
        fix: "Look first whether the file that declares `{symbol}` and {missing_of_package} is there, with the `package` line that is imported; if another module or a library has it, whether this module's build file depends on that (`implementation(project(\":…\"))`).",
    },
    NoteTemplate {
        detail: "missing_packages",
        about: NAMES,
        cause: "Missing as well, and by their names packages of the same library: {missing_packages}; this module's build file probably lacks one dependency for all of them.",
        fix: "",
    },
    NoteTemplate {
        detail: "missing_in_same_files",
        about: NAMES,
        cause: "The same files miss {missing_in_same_files} as well: probably one file or package that declares them is not there or was renamed.",
        fix: "Look first whether the file that declares `{symbol}` and {missing_in_same_files} is there, with the `package` line that it had; if another module has it, whether this module's build file depends on that.",
    },
    NoteTemplate { detail: "icons_too", about: NAMES, cause: "Icons of the same library: {icons_too}.", fix: "" },
    NoteTemplate {
        detail: "as_new",
        about: &[C::KotlinMetadataVersion],
        cause: "The same holds for {as_new}.",
        fix: "",
    },
];
