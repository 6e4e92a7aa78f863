//! A report and its build on disk.

use serde::{Deserialize, Serialize};

use super::declared::DeclaredChangeV1;

/// `rcad_core::Report`.
#[derive(Serialize, Deserialize)]
pub(crate) struct ReportV1 {
    pub(crate) id: String,
    pub(crate) origin: OriginV1,
    pub(crate) outcome: OutcomeV1,
    pub(crate) text: String,
    pub(crate) project: Option<String>,
    pub(crate) tasks: Vec<String>,
    pub(crate) environment: EnvironmentV1,
    pub(crate) started_ms: Option<u64>,
    pub(crate) ended_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) app: Option<AppRunV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) raw: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OriginV1 {
    Hook,
    GradleLog,
    Run,
    File,
    Device,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OutcomeV1 {
    Ok,
    Failed,
    Cancelled,
    Unknown,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct EnvironmentV1 {
    pub(crate) gradle: Option<String>,
    pub(crate) java: Option<String>,
    pub(crate) os: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) agp: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kotlin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) compose: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dependency: Option<String>,
}

/// `Build`; version 1 is the same.
#[derive(Serialize, Deserialize)]
pub(crate) struct BuildV2 {
    pub(crate) v: u32,
    pub(crate) outcome: OutcomeV1,
    pub(crate) started_ms: Option<u64>,
    pub(crate) ended_ms: u64,
    pub(crate) project: Option<String>,
    pub(crate) tasks: Vec<String>,
    pub(crate) environment: EnvironmentV1,
    pub(crate) rca: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) app: Option<AppRunV1>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) changes: Vec<DeclaredChangeV1>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct AppRunV1 {
    pub(crate) package: String,
    pub(crate) process: String,
    pub(crate) device: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) api: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) installed_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mapping: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) unmapped: Option<String>,
}

/// `OwnApp`, by its package.
#[derive(Serialize, Deserialize)]
pub(crate) struct OwnAppV1 {
    pub(crate) project: String,
    pub(crate) built_ms: u64,
}
