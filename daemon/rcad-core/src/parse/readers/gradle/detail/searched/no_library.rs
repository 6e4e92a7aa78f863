//! Gradle plugins that a module asks for as if they were libraries: nothing gives those a version there.

use super::super::elsewhere::is_of_script;
use crate::model::failure::Failure;

/// Parts of the names of projects that compile build logic, where a plugin is a library.
const BUILD_LOGIC: &[&str] = &["buildsrc", "build-src", "logic", "convention", "plugin"];

/// Whether an artifact is by its name a Gradle plugin.
fn is_plugin(group: &str, name: &str) -> bool {
    let ends = ["-gradle-plugin", ".gradle.plugin"].iter().any(|end| name.ends_with(end));
    ends || name == "gradle-plugin" || group == "com.android.tools.build" && name == "gradle"
}

/// Words the failure of a module that asks for a plugin without a version.
pub fn read(text: &str, failure: &mut Failure) {
    let symbol = failure.symbol.clone().unwrap_or_default();
    let mut parts = symbol.split(':');
    let (Some(group), Some(name), None) = (parts.next(), parts.next(), parts.next()) else { return };
    let required = text.split_once("Required by:").map_or("", |(_, below)| below).to_lowercase();
    let asker = required.trim_start().lines().next().unwrap_or("");
    let of_logic = BUILD_LOGIC.iter().any(|part| asker.contains(part));
    let of_script = is_of_script(failure) || text.contains("configuration 'classpath'");
    if !is_plugin(group, name) || of_logic || of_script {
        return;
    }
    // A marker's group is the plugin's id.
    let id = if name.ends_with(".gradle.plugin") { group } else { "…" };
    let apply = format!(
        "Take it out of `dependencies` and apply the plugin: `plugins {{{{ id(\"{id}\") version \"…\" }}}}` at the head of the build file (older: `classpath(\"{{symbol}}:…\")` in `buildscript {{{{ dependencies }}}}`, then `apply plugin:`)."
    );
    failure.say("`{symbol}` is by its name a Gradle plugin, and the build file asks for it among the module's `dependencies`, without a version: it belongs to the build itself, not to what the module compiles with, so no BOM or plugin gives it a version there.",
        &[
            &apply,
            "If the module is to compile against it (build logic of your own), write its version: `implementation(\"{symbol}:<version>\")`.",
        ],
    );
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn cause(coordinate: &str, configuration: &str, project: &str) -> String {
        let log = format!(
            "* What went wrong:\nExecution failed for task ':compileJava'.\n> Could not resolve all files for configuration '{configuration}'.\n   > Could not find {coordinate}.\n     Required by:\n         project {project}\n"
        );
        explain(&parse(&log).failures[0]).root_cause
    }

    #[test]
    fn a_plugin_is_no_library_of_a_module() {
        for plugin in ["org.example.till:till-gradle-plugin:", "org.example.till:org.example.till.gradle.plugin:"] {
            assert!(cause(plugin, ":compileClasspath", ":").contains("a Gradle plugin"), "{plugin}");
            assert!(cause(plugin, ":till:compileClasspath", ":till").contains("a Gradle plugin"), "{plugin}");
            assert!(!cause(plugin, ":build-logic:compileClasspath", ":build-logic").contains("a Gradle plugin"));
            assert!(!cause(plugin, "classpath", ":").contains("a Gradle plugin"));
            let versioned = format!("{plugin}1.0");
            assert!(!cause(&versioned, ":compileClasspath", ":").contains("a Gradle plugin"));
        }
        assert!(!cause("org.example.till:till-core:", ":compileClasspath", ":").contains("a Gradle plugin"));
    }
}
