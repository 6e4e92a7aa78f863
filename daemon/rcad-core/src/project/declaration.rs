//! A declared value with its location, and which tool's version a plugin or an artifact has.

/// A declared value with its location, `gradle/libs.versions.toml:3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredValue {
    /// The value: a version, a name.
    pub text: String,
    /// Path and line.
    pub location: String,
}

/// The tool whose version is that of this plugin.
pub fn tool_of_plugin(id: &str) -> Option<&'static str> {
    match id {
        "com.google.devtools.ksp" => Some("ksp_version"),
        "org.jetbrains.kotlin.jvm" | "org.jetbrains.kotlin.android" | "org.jetbrains.kotlin.multiplatform" => {
            Some("kotlin_version")
        }
        _ if id.starts_with("com.android.") => Some("agp_version"),
        _ => None,
    }
}

/// The tool whose version is that of this artifact.
pub fn tool_of_module(group: &str, name: &str) -> Option<&'static str> {
    match (group, name) {
        ("com.android.tools.build", "gradle") => Some("agp_version"),
        ("org.jetbrains.kotlin", "kotlin-gradle-plugin") => Some("kotlin_version"),
        ("com.google.devtools.ksp", "symbol-processing-gradle-plugin") => Some("ksp_version"),
        ("androidx.compose.compiler", "compiler") => Some("compose_compiler_version"),
        _ => None,
    }
}
