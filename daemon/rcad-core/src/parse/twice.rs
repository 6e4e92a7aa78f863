//! A Kotlin file that is compiled twice: its declarations conflict with themselves, each at one place only, or with those of
//! the same package in another version.

use std::collections::{BTreeMap, BTreeSet};

use crate::Category;
use crate::model::failure::{Failure, file_name};
use crate::parse::reader::TakenFailure;
use crate::pattern::Pattern;

/// `…/shelf_view-1.2.0/android/src/…`
static VERSIONED: Pattern = Pattern::new(r"[/\\](?P<name>[A-Za-z0-9_]+)-(?P<version>[0-9]+\.[0-9][^/\\]*)[/\\]");

/// So many declarations of one file that conflict with themselves are no accident.
const SEVERAL: usize = 2;

fn is_twice(failure: &Failure) -> bool {
    failure.category == Category::KotlinRedeclaration && !failure.message.contains("same JVM signature")
}

/// Says of such declarations why they are there twice.
pub fn note(taken: &mut [TakenFailure]) {
    let declared = || taken.iter().map(|one| &one.found.failure).filter(|failure| is_twice(failure));
    let mut places: BTreeMap<String, BTreeSet<(String, Option<u32>)>> = BTreeMap::new();
    let mut symbols: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut classes: BTreeSet<String> = BTreeSet::new();
    for failure in declared() {
        let (Some(file), Some(symbol)) = (&failure.file, &failure.symbol) else { continue };
        places.entry(symbol.clone()).or_default().insert((file.clone(), failure.line));
        symbols.entry(file.clone()).or_default().insert(symbol.clone());
        if !failure.message.starts_with("Conflicting overloads") {
            classes.insert(file.clone());
        }
        if let Some(found) = VERSIONED.captures(file) {
            versions.entry(found["name"].to_owned()).or_default().insert(found["version"].to_owned());
        }
    }
    versions.retain(|_, versions| versions.len() > 1);
    let once = |symbol: &String| places.get(symbol).is_some_and(|places| places.len() == 1);
    symbols.retain(|_, symbols| symbols.len() >= SEVERAL && symbols.iter().all(once));
    for failure in taken.iter_mut().map(|one| &mut one.found.failure).filter(|failure| is_twice(failure)) {
        let file = failure.file.clone().unwrap_or_default();
        let package = VERSIONED.captures(&file).map(|found| found["name"].to_owned());
        if let Some((name, found)) = package.and_then(|name| versions.get_key_value(&name)) {
            two_versions(name, found, failure);
        } else if symbols.contains_key(&file) {
            // Kotlin 1 names the files of both declarations.
            let named = |words: &str| failure.message.matches(words).count();
            if classes.contains(&file) || named(" in file ") > 0 && named(" in file ") == named(&in_this(&file)) {
                itself(&file, failure);
            } else if named(" in file ") == 0 {
                elsewhere(&file, failure);
            }
        }
    }
}

fn in_this(file: &str) -> String {
    format!(" in file {}", file_name(file))
}

fn two_versions(name: &str, versions: &BTreeSet<String>, failure: &mut Failure) {
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    failure.details.insert("twice_package".to_owned(), name.to_owned());
    failure.details.insert("twice_versions".to_owned(), versions.join(" and "));
    failure.say(
        "Two versions of `{twice_package}` are compiled together ({twice_versions}), so each of its declarations, `{symbol}` among them, is there twice: the compiler's caches or the generated list of plugins still have the old one.",
        &["Delete what was built (`flutter clean`, else `./gradlew clean` and the `build` directories), stop the daemons (`./gradlew --stop`), and build again; only one version may be in the lock file."],
    );
}

/// Functions alone may have a second copy anywhere in their package.
fn elsewhere(file: &str, failure: &mut Failure) {
    failure.details.insert("twice_in".to_owned(), file_name(file).to_owned());
    failure.say(
        "`{symbol}` and other functions of `{twice_in}` are declared a second time with the same parameters (conflicting overloads), in a place that the log does not name: usually a copy of them in another file of the same package, left by a merge or a move. If that is this file itself, it is compiled twice.",
        &[
            "Search the module, and what it generates, for `fun {symbol}` or `.{symbol}(`, and delete one of the two copies, or rename it; calls that are ambiguous because of it need no change.",
            "If there is one only, the directory of `{twice_in}` is listed twice (`sourceSets`, `srcDirs`).",
        ],
    );
}

fn itself(file: &str, failure: &mut Failure) {
    failure.details.insert("compiled_twice".to_owned(), file_name(file).to_owned());
    failure.say(
        "The declarations of `{compiled_twice}`, `{symbol}` among them, conflict with themselves: the file is compiled twice. Its directory is registered twice (a `srcDirs += 'src/main/kotlin'` beside Kotlin's own source set, which newer Android Gradle and Kotlin plugins read by themselves), or the same sources lie in a second place (a copy below `java/`, a generated one).",
        &["Delete the line of `sourceSets` that adds `src/main/kotlin` (`main.java.srcDirs += …`) from the build script of the module, or the second copy of `{compiled_twice}`; the declarations themselves are right."],
    );
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn told(lines: &[(&str, u32, &str)]) -> (String, String) {
        let log: String = lines
            .iter()
            .map(|(path, line, name)| {
                format!("e: file:///home/dev/hosted/pub.dev/{path}:{line}:11 Conflicting declarations:\nval {name}: String\n")
            })
            .collect();
        let told = explain(&parse(&log).failures[0]);
        (told.root_cause, told.fixes.join(" "))
    }

    #[test]
    fn a_file_that_conflicts_with_itself_is_compiled_twice() {
        let file = "shelf_view-1.1.0/android/src/main/kotlin/Shelf.kt";
        let (cause, fixes) = told(&[(file, 39, "OAK"), (file, 40, "PINE")]);
        assert!(cause.contains("compiled twice") && fixes.contains("srcDirs"), "{cause} {fixes}");
        assert!(fixes.starts_with("Upgrade `shelf_view`"), "{fixes}");
        let (cause, _) = told(&[(file, 39, "OAK"), (file, 44, "OAK")]);
        assert!(!cause.contains("compiled twice"), "{cause}");
        let other = "shelf_view-1.1.0/android/src/main/kotlin/Board.kt";
        let (cause, _) = told(&[(file, 39, "OAK"), (file, 40, "PINE"), (other, 4, "OAK"), (other, 5, "PINE")]);
        assert!(!cause.contains("compiled twice"), "{cause}");
    }

    #[test]
    fn functions_that_are_there_twice_may_be_a_copy() {
        let log: String = [("shelve", 40), ("unshelve", 48)]
            .iter()
            .map(|(name, line)| {
                format!("e: file:///p/core/src/main/java/Shelf.kt:{line}:9 Conflicting overloads:\nfun Book.{name}(): Unit\n")
            })
            .collect();
        let told = explain(&parse(&log).failures[0]);
        let fixes = told.fixes.join(" ");
        let both = |file: &str| {
            log.replace("Conflicting overloads:\n", "Conflicting overloads: ")
                .replace("(): Unit\n", &format!("(): Unit defined in com.oak in file Shelf.kt, fun shelve(): Unit defined in com.oak in file {file}\n"))
        };
        let of = |log: &str| explain(&parse(log).failures[0]).root_cause;
        assert!(of(&both("Shelf.kt")).contains("compiled twice"), "{}", both("Shelf.kt"));
        assert!(!of(&both("Rack.kt")).contains("does not name") && !of(&both("Rack.kt")).contains("compiled twice"));
        assert!(told.root_cause.contains("does not name") && fixes.contains("`.shelve(`"), "{told:?}");
    }

    #[test]
    fn two_versions_of_a_package_are_named() {
        let of = |version: &str| format!("shelf_view-{version}/android/src/main/kotlin/Shelf.kt");
        let (cause, fixes) = told(&[(&of("1.1.0"), 39, "OAK"), (&of("1.2.0"), 39, "OAK")]);
        assert!(cause.contains("1.1.0 and 1.2.0"), "{cause}");
        assert!(fixes.contains("flutter clean"), "{fixes}");
    }
}
