//! The versions of a build: from the capture, else declared by the project, else from the log, else unknown.

use super::build;
use super::contents::ProjectContents;
use crate::model::environment::Environment;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `com.example:basket:1.0`, with a version
static COORDINATE: Pattern =
    Pattern::new(r"^(?P<module>[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+):(?P<version>[0-9][A-Za-z0-9_.+-]*)$");

/// The environment of the failure's build. Declared versions come before those of the log, which often names
/// only the release that a compiler belongs to (`compiler version 1.9.0` for 1.9.24).
pub(super) fn of_failure(project: &ProjectContents, captured: &Environment, failure: Option<&Failure>) -> Environment {
    let dependency = failure.and_then(|failure| named(project, failure));
    let environment = of_build(project, captured, None);
    let declared_value = |known: Option<String>, name: &str| known.or_else(|| failure?.details.get(name).cloned());
    Environment {
        gradle: declared_value(environment.gradle, "gradle_version"),
        agp: declared_value(environment.agp, "agp_version"),
        kotlin: declared_value(environment.kotlin, "kotlin_version"),
        compose: declared_value(environment.compose, "compose_compiler_version"),
        dependency: captured.dependency.clone().or(dependency),
        ..environment
    }
}

/// The environment of a build that did not fail. `dependency` is the one whose version is asked for, `group:name:…`.
pub(super) fn of_build(project: &ProjectContents, captured: &Environment, dependency: Option<&str>) -> Environment {
    let versions = &project.build().versions;
    let declared = |known: &Option<String>, name: &str| {
        let declared_value =
            versions.iter().find(|(of, _)| *of == name).map(|(_, declared_value)| declared_value.text.clone());
        known.clone().or(declared_value)
    };
    Environment {
        gradle: declared(&captured.gradle, "gradle_version"),
        agp: declared(&captured.agp, "agp_version"),
        kotlin: declared(&captured.kotlin, "kotlin_version"),
        compose: declared(&captured.compose, "compose_compiler_version"),
        dependency: dependency.and_then(|coordinate| declared_anywhere(project, coordinate)),
        ..captured.clone()
    }
}

/// The dependency that the failure is about, with its version.
fn named(project: &ProjectContents, failure: &Failure) -> Option<String> {
    if let Some(symbol) = failure.symbol.as_deref().filter(|symbol| COORDINATE.is_match(symbol)) {
        return Some(symbol.to_owned());
    }
    declared_anywhere(project, failure.details.get("declared_artifact")?)
}

/// `group:name:version` as one of the modules declares it, in place or by the catalogue.
fn declared_anywhere(project: &ProjectContents, coordinate: &str) -> Option<String> {
    let mut parts = coordinate.split(':');
    let module = format!("{}:{}", parts.next()?, parts.next()?);
    let dirs = project.build().modules.iter().map(|module| module.dir.as_str());
    let declared_value =
        dirs.chain([""]).find_map(|dir| build::dependency(project.files, project.build(), dir, &module))?.text;
    let quoted = declared_value.split(['"', '\'']).find(|part| part.strip_prefix(module.as_str()).is_some());
    match quoted {
        Some(whole) => COORDINATE.is_match(whole).then(|| whole.to_owned()),
        None => {
            let alias = project.build().aliases.iter().find(|alias| alias.module.as_ref() == Some(&module))?;
            Some(format!("{module}:{}", alias.version.as_deref()?))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::FileMap;
    use super::super::{environment, survey};
    use crate::Category;
    use crate::code::CodeSources;
    use crate::model::environment::Environment;
    use crate::model::failure::{Failure, Language};

    fn map() -> FileMap {
        FileMap::of(&[
            ("settings.gradle", "include ':app'\n"),
            ("gradle/wrapper/gradle-wrapper.properties", "distributionUrl=https\\://x/gradle-8.2.1-bin.zip\n"),
            ("build.gradle", "plugins {\n  id 'com.android.application' version '8.1.4'\n}\n"),
            (
                "app/build.gradle",
                "dependencies {\n  implementation 'com.example:basket:1.0'\n  implementation libs.okhttp\n  implementation \"com.example:shelf:$v\"\n}\n",
            ),
            (
                "gradle/libs.versions.toml",
                "[versions]\nok = \"4.12.0\"\n[libraries]\nokhttp = { module = \"com.squareup.okhttp3:okhttp\", version.ref = \"ok\" }\n",
            ),
        ])
    }

    fn failure(symbol: &str) -> Failure {
        let mut failure = Failure::new(Category::GradleDependencyNotFound, Language::Gradle, "not found");
        failure.symbol = Some(symbol.to_owned());
        failure.details.insert("kotlin_version".into(), "1.9.0".into());
        failure.details.insert("agp_version".into(), "8.1.0".into());
        failure
    }

    #[test]
    fn what_was_told_comes_first_then_what_is_declared_then_the_log() {
        let captured =
            Environment { gradle: Some("8.5".into()), java: Some("17.0.15".into()), ..Environment::default() };
        let found = survey(&map(), CodeSources::default(), None, &mut [failure("com.example:basket:1.0")], &captured);
        assert_eq!(found.gradle.as_deref(), Some("8.5"));
        assert_eq!(found.agp.as_deref(), Some("8.1.4"));
        assert_eq!(found.kotlin.as_deref(), Some("1.9.0"));
        assert_eq!((found.java.as_deref(), found.compose.as_deref()), (Some("17.0.15"), None));
        assert_eq!(found.dependency.as_deref(), Some("com.example:basket:1.0"));
        let found = survey(&map(), CodeSources::default(), None, &mut [failure("basket")], &Environment::default());
        assert_eq!((found.gradle.as_deref(), found.dependency), (Some("8.2.1"), None));
    }

    #[test]
    fn a_dependency_is_asked_for_by_its_module() {
        let found = |coordinate| environment(&map(), &Environment::default(), Some(coordinate)).dependency;
        assert_eq!(found("com.example:basket:0.9").as_deref(), Some("com.example:basket:1.0"));
        assert_eq!(found("com.squareup.okhttp3:okhttp:4.9").as_deref(), Some("com.squareup.okhttp3:okhttp:4.12.0"));
        assert_eq!((found("com.example:shelf:1"), found("com.example:other:1"), found("odd")), (None, None, None));
    }
}
