//! Nests of which D8 misses a class file: whose build output it is.

use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `> Transform classes.jar (project :oak:shelf) with DexingNoClasspathTransform`
static DEXED: Pattern =
    Pattern::new(r"^> Transform .* \(project (?P<module>:[^)\s]*?(?P<name>[^:)\s]+))\) with Dexing");

/// Lines above the message in which the transformation is named; other tasks print between.
const ABOVE: usize = 100;

/// What to look for where a clean build has not helped.
const STAYS: &str = "If it is missing after a clean build too, something leaves it out: an exclusion where the jar is packed, or a plugin that changes class files.";

/// Tells the failure whose output has the nest, and how that is built anew.
pub fn complete(lines: &Lines, at: usize, failure: &mut Failure) {
    if !failure.details.contains_key("compiled") {
        return;
    }
    let file = failure.file.as_deref().unwrap_or("").replace('\\', "/");
    let mut above = (at.saturating_sub(ABOVE)..at).rev().filter_map(|index| DEXED.captures(lines.get(index)));
    let module = above.find(|found| file.contains(&format!("/{}/", &found["name"])));
    let first = if let Some(module) = module {
        failure.details.insert("nest_module".to_owned(), module["module"].to_owned());
        "Build that module clean: `./gradlew {nest_module}:clean`, then the build again. If its output lies outside of the project, delete that directory."
    } else if file.contains("/.gradle/") || file.contains("/caches/") {
        "The file is a library's in Gradle's caches: delete it there, then build with `--refresh-dependencies`; or take another version of the library."
    } else {
        "Build the module of `{compiled}` clean: `./gradlew clean`, or delete its build directory, then the build again."
    };
    if let Some(wording) = &mut failure.wording {
        wording.fixes = vec![first.to_owned(), STAYS.to_owned()];
    }
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    const SAID: &str = "Compilation of classes a.Shelf, a.Shelf$1 requires its nest mates a.Shelf$1$1, a.Shelf$2 (unavailable) to be on program or class path.";

    #[test]
    fn a_missing_nest_mate_is_named_whatever_stands_before_the_message() {
        let host = "Class a.Shelf requires its nest host a.Shelf$1$1 to be on program or class path.";
        for said in [SAID, host] {
            for origin in [
                "D8: ",
                "ERROR: D8: ",
                "ERROR: /p/oak/build/classes.jar: D8: ",
                "ERROR: /p/oak/build/classes.jar:a/Shelf.class: D8: ",
                r"C:\p\oak\build\classes.jar:a/Shelf.class: R8: ",
                "",
            ] {
                let failure = parse(&format!("{origin}{said}\n")).failures.remove(0);
                assert_eq!(
                    (failure.category, failure.symbol.as_deref(), failure.details["compiled"].as_str()),
                    (Category::AgpDexMerge, Some("a.Shelf$1$1"), "a.Shelf"),
                    "{origin}{said}"
                );
            }
        }
    }

    #[test]
    fn the_module_whose_output_is_stale_is_built_clean() {
        let step = |project: &str| {
            let log = format!(
                "> Transform classes.jar (project {project}) with DexingNoClasspathTransform\n\n> Task :app:preBuild UP-TO-DATE\n\
                 ERROR: /p/shop/oak/build/classes.jar: D8: {SAID}\n"
            );
            parse(&log).failures.remove(0).wording.map(|wording| wording.fixes[0].clone()).unwrap_or_default()
        };
        assert!(step(":shop:oak").contains("{nest_module}:clean"));
        assert!(!step(":elm").contains("{nest_module}"));
    }

    #[test]
    fn the_same_nest_in_a_jar_and_in_a_directory_is_one_failure_of_the_task_that_needs_both() {
        let said = |file: &str| format!("ERROR: /p/oak/build/{file}: D8: {SAID}\n");
        let log = format!(
            "{}{}\n> Task :app:mergeDebugGlobalSynthetics FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n\
             Execution failed for task ':app:mergeDebugGlobalSynthetics'.\n> Could not resolve all files for configuration ':app:debugRuntimeClasspath'.\n   \
             > Failed to transform classes.jar (project :oak) to match attributes {{artifactType=android-dex}}.\n      \
             > Execution failed for DexingNoClasspathTransform: /p/oak/build/classes.jar.\n         > Error while dexing.\n\nBUILD FAILED in 1m\n",
            said("classes.jar"),
            said("dir/a/Shelf.class")
        );
        let failures = parse(&log).failures;
        assert_eq!(failures.len(), 1, "{failures:?}");
        assert_eq!(failures[0].task.as_deref(), Some(":app:mergeDebugGlobalSynthetics"));
        assert_eq!(failures[0].symbol.as_deref(), Some("a.Shelf$1$1"));
    }

    #[test]
    fn what_d8_says_is_about_dexing() {
        let category = |log: &str| parse(log).failures.first().map(|failure| failure.category);
        assert_eq!(category("ERROR: /p/oak.jar: D8: Invalid shelf at 3\n"), Some(Category::AgpDexMerge));
        assert_eq!(category("ERROR: R8: Missing class a.Shelf\n"), Some(Category::AgpR8MissingClass));
    }
}
