//! Names that a script which `kotlin` runs alone, `basket.main.kts`, does not find: it has no build file, its head names its
//! dependencies.

use crate::facts::libraries;
use crate::{Category, Failure};

/// Annotations of such scripts, which nobody imports.
const ANNOTATIONS: &[&str] = &["DependsOn", "Repository", "Import", "CompilerOptions"];

/// Words the name; `false` where the file is another kind.
pub fn tell(failure: &mut Failure, name: &str) -> bool {
    let script = failure.file.as_deref().is_some_and(|file| file.ends_with(".main.kts"));
    if !script || failure.category != Category::KotlinUnresolvedReference || failure.details.contains_key("known") {
        return false;
    }
    if ANNOTATIONS.contains(&name) {
        failure.say(
            "The reference `{symbol}` is unresolved: it is an annotation of scripts whose names end in `.main.kts`, which are known only where `kotlin` runs the script as such a one.",
            &["Run it by `kotlin {name}` (or `kotlinc -script {name}` with kotlin-main-kts.jar on the class path) of a whole installation of the compiler, and let the name of the file end in `.main.kts`."],
        );
        return true;
    }
    // A name alone may be anybody's.
    let imported = name.contains('.') || failure.details.contains_key("in_import");
    if let Some(home) = libraries::home(name).filter(|_| imported) {
        failure.details.insert("artifact".to_owned(), home.artifact.to_owned());
        failure.say(
            "The reference `{symbol}` is unresolved: the script imports it, and the library that has it, `{artifact}`, is not among the script's dependencies, or could not be loaded.",
            &["Write `@file:DependsOn(\"{artifact}:<version>\")` at the head of `{name}`. If it stands there, look above for `could not resolve`: then the version or the repository (`@file:Repository(\"…\")`) is wrong."],
        );
        return true;
    }
    failure.say(
        "The reference `{symbol}` is unresolved: nothing of this name is declared or imported in the script, or the library that has it is not among the script's dependencies.",
        &["Declare or import `{symbol}` in `{name}`; a library is named at the script's head by `@file:DependsOn(\"group:artifact:version\")`."],
    );
    true
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn a_script_without_a_build_has_its_dependencies_at_its_head() {
        let import = answer("basket.main.kts:5:8: error: unresolved reference: okhttp3\n");
        assert!(import.contains("@file:DependsOn(\"com.squareup.okhttp3:okhttp"), "{import}");
        assert!(!import.contains("build file"), "{import}");
        let annotation = answer("basket.main.kts:1:1: error: unresolved reference: DependsOn\n");
        assert!(!annotation.contains("spring"), "{annotation}");
        let other = answer("Basket.kt:5:8: error: unresolved reference: okhttp3\n");
        assert!(other.contains("build file") && !other.contains("@file:"), "{other}");
    }
}
