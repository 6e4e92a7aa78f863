//! What changed in a project since a state that is known to be good, and which of it broke the build.

use serde::{Deserialize, Serialize};

use super::failure::Failure;

/// The state that a project is compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Baseline {
    /// What it is.
    pub kind: BaselineKind,
    /// RFC 3339, UTC: when the green build ended; nothing for git.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Seconds from the green build to the failed one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_seconds: Option<u64>,
    /// Branch of the green build, where it is another one now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The commits that came since, for people: `3 commits came by a pull`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrived: Option<String>,
    /// Versions that the build ran with and that were others then: `JDK 21.0.1 instead of 17.0.9`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// Whether all of the project's files that are compared are the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unchanged: bool,
    /// How builds of the same tasks with the same files have ended; nothing where a file has changed or it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_files: Option<SameFiles>,
}

/// How builds of the same tasks with the same files have ended, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SameFiles {
    /// Builds that have passed.
    pub passed: u32,
    /// Builds that have failed, this one included.
    pub failed: u32,
    /// Those of them in which the same failed, this one included.
    pub same_failure: u32,
}

/// What a project is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BaselineKind {
    /// The last green build of the same project, branch and tasks.
    GreenBuild,
    /// The last green build of the same project, on another branch or of other tasks.
    OtherGreenBuild,
    /// Git's `HEAD`, where no green build is known.
    GitHead,
}

/// A file in both states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePair {
    /// Path in the project.
    pub path: String,
    /// Its text in the good state; nothing where it was not there.
    pub before: Option<String>,
    /// Its text now; nothing where it is not there.
    pub after: Option<String>,
}

/// One thing that differs from the baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// How it changed.
    pub kind: ChangeKind,
    /// What kind of thing it is.
    pub subject: ChangeSubject,
    /// Its name before, or now if it is new: `pageCount`, `color/primary`, `androidx.room:room-runtime`, a path.
    pub name: String,
    /// What it belongs to: a class (`Book`), a block of a script (`android.defaultConfig`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Signature, value or text before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// New name of what was renamed; new package or file of what was moved; else signature, value or text now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The project's file where it is now, or was.
    pub file: String,
    /// 1-based line there; of what is gone, the line that stands in its place now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Last line of what changed there, for changed lines and declarations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The commit that brought it; nothing while it is not committed, or where git is not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<CommitSummary>,
    /// Whether git says that it is not committed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncommitted: bool,
}

/// How something changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It has another name.
    Renamed,
    /// It is in another package, class or file.
    Moved,
    /// Fewer places may use it: `private`, `internal`, `protected`.
    Hidden,
    /// Its parameters, type, supertypes or modifiers changed.
    Signature,
    /// Its value or version changed.
    Value,
    /// Its text changed: a function's body, lines of a file.
    Edited,
}

/// What kind of thing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeSubject {
    /// A class, interface, object or enum.
    Class,
    /// A function or method.
    Function,
    /// A constructor.
    Constructor,
    /// A property, field or enum entry.
    Property,
    /// A type alias.
    Typealias,
    /// The package of a file.
    Package,
    /// An import.
    Import,
    /// A resource or id: `string/title`, `id/list`, `layout/main`.
    Resource,
    /// An entry of a manifest.
    Manifest,
    /// A dependency in a script; the name is a coordinate, a project path or an alias.
    Dependency,
    /// A plugin in a script.
    Plugin,
    /// An entry of a version catalog: `libs.room.runtime`, `libs.plugins.ksp`, `libs.versions.room`.
    CatalogueEntry,
    /// A property of `gradle.properties` or another properties file.
    Setting,
    /// A module of the settings: `:core`.
    Module,
    /// A statement of a build script that is none of the above; the name is its first word.
    Statement,
    /// A version of Gradle's wrapper, of the JDK.
    Tool,
    /// A whole file.
    File,
    /// Lines of a file of which nothing better is known.
    Lines,
}

/// A commit in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitSummary {
    /// Abbreviated hash.
    pub hash: String,
    /// Its author's name.
    pub author: String,
    /// RFC 3339.
    pub date: String,
    /// First line of its message.
    pub subject: String,
}

/// A change that is tied to the failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspect {
    /// The change.
    pub change: Change,
    /// What ties it to the failure, for people.
    pub why: String,
    /// Whether it is the reason by what is seen; else it is likely.
    pub certain: bool,
}

/// A file and a line of the project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ProjectPlace {
    /// Path in the project.
    pub file: String,
    /// 1-based.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// A change to make.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch {
    /// A unified diff with paths in the project.
    pub diff: String,
    /// Other uses of the old name that will fail next, which the diff does not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<ProjectPlace>,
}

/// Why a build broke, by what changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// What is tied to the failure, the strongest first.
    pub suspects: Vec<Suspect>,
    /// What is said of the first of them: the reason, and how the failure follows from it.
    pub cause: String,
    /// What to do about it.
    pub steps: Vec<String>,
    /// Where to do it.
    pub act_at: Option<ProjectPlace>,
    /// How to do it.
    pub patch: Option<Patch>,
}

impl Baseline {
    /// One of which only the kind is known.
    pub fn new(kind: BaselineKind) -> Baseline {
        Baseline {
            kind,
            at: None,
            age_seconds: None,
            branch: None,
            arrived: None,
            versions: Vec::new(),
            unchanged: false,
            same_files: None,
        }
    }
}

impl ProjectPlace {
    /// Where to act on a failure: where the project shows that it is to be mended, else where the tool reports it.
    pub fn to_act(failure: &Failure) -> Option<ProjectPlace> {
        let shown = failure.details.get("act_file").cloned().map(|file| {
            let line = failure.details.get("act_line").and_then(|line| line.parse().ok());
            ProjectPlace { file, line }
        });
        // A trace has only the file's name; the project's path is known where its lines were found.
        let file = failure.details.get("source_file").or(failure.file.as_ref());
        shown.or_else(|| Some(ProjectPlace { file: file?.clone(), line: Some(failure.line?) }))
    }
}

impl Change {
    /// A change with only what every change has.
    pub fn new(kind: ChangeKind, subject: ChangeSubject, name: impl Into<String>, file: impl Into<String>) -> Change {
        Change {
            kind,
            subject,
            name: name.into(),
            owner: None,
            before: None,
            after: None,
            file: file.into(),
            line: None,
            end_line: None,
            commit: None,
            uncommitted: false,
        }
    }

    /// Whether a line of a file is in what changed.
    pub fn holds(&self, file: &str, line: u32) -> bool {
        self.file == file && self.line.is_some_and(|from| (from..=self.end_line.unwrap_or(from)).contains(&line))
    }
}
