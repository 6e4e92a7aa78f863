//! The versions that a build ran with.

use serde::{Deserialize, Serialize};

/// Versions that the build ran with, from the capture or the project; absent where neither has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Environment {
    /// Gradle, e.g. `8.2.1`.
    pub gradle: Option<String>,
    /// The JVM that ran Gradle, e.g. `17.0.15`.
    pub java: Option<String>,
    /// Operating system as the JVM names it, e.g. `Linux`.
    pub os: Option<String>,
    /// The Android Gradle plugin, e.g. `8.1.4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agp: Option<String>,
    /// The Kotlin plugin, e.g. `2.2.21`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kotlin: Option<String>,
    /// The Compose compiler, e.g. `1.5.14`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compose: Option<String>,
    /// The dependency that the failure is about, with its version, e.g. `androidx.core:core-ktx:1.12.0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dependency: Option<String>,
}
