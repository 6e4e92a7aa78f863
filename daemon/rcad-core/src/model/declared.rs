//! What a project declares that decides how its apps run, and how that changed between two builds.

use serde::{Deserialize, Serialize};

/// Something that build files or manifests declare.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Declared {
    /// What it is.
    pub kind: DeclaredKind,
    /// Path of the module, `:app`; empty for the whole project.
    pub module: String,
    /// Its name: `com.squareup.okhttp3:okhttp`, `targetSdk`, `android.permission.CAMERA`.
    pub name: String,
    /// Its value: a version, a number, `true`; empty where there is nothing but the name.
    pub value: String,
}

/// What is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeclaredKind {
    /// Whether a build type is minified; the name is the build type's.
    Minify,
    /// Whether a build type's resources are shrunk; the name is the build type's.
    ShrinkResources,
    /// A file of rules for R8; the value tells its content from others.
    ShrinkerRules,
    /// A dependency, with its version.
    Dependency,
    /// A plugin of Gradle, with its version.
    Plugin,
    /// `minSdk`, `targetSdk`, `compileSdk`, or a level of Java.
    Level,
    /// A tool, such as Kotlin, with its version.
    Tool,
    /// A property or a named version, with its value.
    Property,
    /// A permission in a manifest.
    Permission,
    /// A component in a manifest: `activity .MainActivity`.
    Component,
    /// An attribute of a manifest's application: `android:allowBackup`.
    Attribute,
}

/// How a declaration changed from one build to the next.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DeclaredChange {
    /// What changed.
    pub kind: DeclaredKind,
    /// Path of the module, `:app`; empty for the whole project.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub module: String,
    /// Its name.
    pub name: String,
    /// Its value before; nothing where it was not declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Its value now; nothing where it is not declared any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}
