//! What changed in a project, on disk.

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct BaselineV1 {
    pub(crate) kind: BaselineKindV1,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) age_seconds: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) branch: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) arrived: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) versions: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unchanged: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) same_files: Option<SameFilesV1>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct SameFilesV1 {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) same_failure: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BaselineKindV1 {
    GreenBuild,
    OtherGreenBuild,
    GitHead,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ProjectChangeV1 {
    pub(crate) kind: ProjectChangeKindV1,
    pub(crate) subject: ChangeSubjectV1,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) after: Option<String>,
    pub(crate) file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) end_line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) commit: Option<CommitV1>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) uncommitted: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProjectChangeKindV1 {
    Added,
    Removed,
    Renamed,
    Moved,
    Hidden,
    Signature,
    Value,
    Edited,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChangeSubjectV1 {
    Class,
    Function,
    Constructor,
    Property,
    Typealias,
    Package,
    Import,
    Resource,
    Manifest,
    Dependency,
    Plugin,
    CatalogueEntry,
    Setting,
    Module,
    Statement,
    Tool,
    File,
    Lines,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct CommitV1 {
    pub(crate) hash: String,
    pub(crate) author: String,
    pub(crate) date: String,
    pub(crate) subject: String,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct SuspectV1 {
    pub(crate) change: ProjectChangeV1,
    pub(crate) why: String,
    pub(crate) certain: bool,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct PlaceV1 {
    pub(crate) file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct PatchV1 {
    pub(crate) diff: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) also: Vec<PlaceV1>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ObservedFixV1 {
    pub(crate) tied: bool,
    pub(crate) files: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) changes: Vec<ProjectChangeV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) diff: Option<String>,
}
