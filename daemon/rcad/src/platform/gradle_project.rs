//! Whether a directory is the root of a Gradle project.

use std::path::Path;

/// The scripts, one of which every Gradle project has.
const SCRIPTS: &[&str] = &["settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts"];

/// Whether a Gradle project begins at `dir`.
pub fn is_root(dir: &Path) -> bool {
    SCRIPTS.iter().any(|script| dir.join(script).is_file())
}
