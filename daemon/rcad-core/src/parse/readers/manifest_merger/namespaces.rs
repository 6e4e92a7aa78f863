//! Who can change a namespace that is there twice: that of a library is its maintainers', only a module's is the reader's.

use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `com.example:basket:1.0`
static ARTIFACT: Pattern =
    Pattern::new(r"^\[?(?P<group>[A-Za-z0-9_.-]+):(?P<name>[A-Za-z0-9_.-]+):(?P<version>[A-Za-z0-9_.+-]+)\]?$");

/// Where AGP's check can be switched off for a while.
const FOR_NOW: &str = "Until then `android.uniquePackageNames=false` in gradle.properties lets the build go on where the Android Gradle plugin has this check on by default (from 9.0 on).";

/// Names the libraries and the modules that have the same namespace, each with what can be done about it.
pub fn tell(failure: &mut Failure) {
    let shared = matches!(failure.category, Category::AgpNamespace | Category::ManifestMerger);
    let Some(modules) = failure.details.get("modules").filter(|_| shared).cloned() else { return };
    let all: Vec<&str> = modules.split(',').map(str::trim).filter(|one| !one.is_empty()).collect();
    let libraries: Vec<&str> = all.iter().copied().filter(|one| ARTIFACT.is_match(one)).collect();
    let own: Vec<&str> = all.iter().copied().filter(|one| one.starts_with(':')).collect();
    if libraries.is_empty() || libraries.len() + own.len() != all.len() {
        return;
    }
    let name = libraries.last().and_then(|last| ARTIFACT.captures(last)).map(|found| found["name"].to_owned());
    failure.details.insert("libraries".to_owned(), shown(&libraries));
    failure.details.insert("artifact_name".to_owned(), name.unwrap_or_default());
    if own.is_empty() {
        failure.say(
            "The namespace (package name) `{symbol}` is not unique: the libraries {libraries} both have it. They are not your own, so you cannot give them another one.",
            &[
                "See who brings them (`./gradlew :app:dependencies`, or `dependencyInsight --dependency {artifact_name}`) and keep one: two artifacts of the same library (an old and a new name, a debug and a release one) are not needed together, so remove the other or `exclude` it from the dependency that brings it.",
                "If both are needed, upgrade them to versions that have namespaces of their own.",
                FOR_NOW,
            ],
        );
    } else {
        failure.details.insert("own_modules".to_owned(), shown(&own));
        failure.say(
            "The namespace (package name) `{symbol}` is not unique: {own_modules} of this build and {libraries} have it. Each module and library needs one of its own.",
            &[
                "Give {own_modules} another `namespace` in the `android` block of its build file (that of the library cannot be changed).",
                "If the module is the library's own source, use one of the two: the module, or the dependency on `{artifact_name}`.",
                "If it is the module of a Flutter or React Native package that repeats its SDK's namespace, upgrade that package.",
                FOR_NOW,
            ],
        );
    }
}

/// ``a`, `b` and `c``
fn shown(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.trim_matches(['[', ']']))).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    fn answer(modules: &str) -> String {
        let text = format!(
            "/p/app/src/main/AndroidManifest.xml Error:\n\tNamespace 'com.example.basket' is used in multiple modules and/or libraries: {modules}. Please ensure that all modules and libraries have a unique namespace.\n"
        );
        crate::explain::answer(&text)
    }

    #[test]
    fn only_an_own_module_gets_another_namespace() {
        let both = answer("com.example:basket-android:1.0, com.example:basket-debug:1.0");
        assert!(both.contains("--dependency basket-debug") && both.contains("uniquePackageNames"), "{both}");
        assert!(!both.contains("`android` block"), "{both}");
        let mixed = answer("com.example:basket:1.0, :basket");
        assert!(
            mixed.contains("Give `:basket` another `namespace`") && mixed.contains("uniquePackageNames"),
            "{mixed}"
        );
        let alone = "Namespace 'com.example.basket' is used in multiple modules and/or libraries: :basket, com.example:basket:1.0. Please ensure that all modules and libraries have a unique namespace.";
        assert_eq!(parse(alone).failures[0].file, None, "no place is said");
        let own = answer(":basket, :app");
        assert!(own.contains("all but one of :basket, :app"), "{own}");
    }

    #[test]
    fn a_modules_min_sdk_can_be_lowered() {
        let line = |library: &str| {
            let text = format!(
                "> Manifest merger failed : uses-sdk:minSdkVersion 21 cannot be smaller than version 24 declared in library [{library}] /p/AndroidManifest.xml as the library might be using APIs not available in 21\n"
            );
            analyze(parse(&text), None).fix_guidelines.join(" / ")
        };
        assert!(line(":basket").contains("lower the `minSdk`") && !line(":basket").contains("older version"));
        assert!(line("com.example:basket:1.0").contains("older version"));
    }
}
