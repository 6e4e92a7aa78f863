//! What projects declare, on disk.

use serde::{Deserialize, Serialize};

/// `ProjectDeclarations`, by the project's root directory.
#[derive(Serialize, Deserialize)]
pub(crate) struct ProjectDeclarationsV1 {
    pub(crate) at_ms: u64,
    pub(crate) all: Vec<DeclaredV1>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct DeclaredV1 {
    pub(crate) kind: DeclaredKindV1,
    pub(crate) module: String,
    pub(crate) name: String,
    pub(crate) value: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeclaredKindV1 {
    Minify,
    ShrinkResources,
    ShrinkerRules,
    Dependency,
    Plugin,
    Level,
    Tool,
    Property,
    Permission,
    Component,
    Attribute,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct DeclaredChangeV1 {
    pub(crate) kind: DeclaredKindV1,
    pub(crate) module: String,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) after: Option<String>,
}
