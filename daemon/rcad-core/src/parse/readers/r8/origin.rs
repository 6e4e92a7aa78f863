//! The library in which R8 or D8 met what it refuses: the lines around its message name the file.

use crate::Category as C;
use crate::model::failure::{Failure, Wording};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Lines around a message in which the file is named.
const AROUND: usize = 15;

/// `origin: /g/caches/…/basket-1.0.jar:com/example/A.class`, `Failed to process /g/caches/…/basket-1.0.jar`
static ORIGIN: Pattern = Pattern::new(
    r"(?:[Oo]rigin: |Failed to process |Error while dexing )(?P<path>(?:[A-Za-z]:)?[^\s,:]+\.(?:jar|aar|dex|class))",
);

/// `…/files-2.1/com.example/basket/1.0/…`
static COORDINATE: Pattern = Pattern::new(
    r"files-2\.1[/\\](?P<group>[A-Za-z0-9_.-]+)[/\\](?P<name>[A-Za-z0-9_.-]+)[/\\](?P<version>[^/\\]+)[/\\]",
);

/// `…/transformed/jetified-basket-1.0/jars/classes.jar`, `…/0a1b/basket-1.0-runtime.jar`
static CACHED: Pattern = Pattern::new(
    r"[/\\](?:jetified-)?(?P<name>[A-Za-z0-9_.-]*?[A-Za-z])-(?P<version>[0-9][A-Za-z0-9.+]*(?:-(?:alpha|beta|rc|android|jre|M)[0-9]*)?)(?:-runtime|-api)?(?:\.jar|\.aar|[/\\]jars|[/\\]classes)",
);

/// The library of a file in Gradle's caches.
fn library(path: &str) -> Option<String> {
    if let Some(found) = COORDINATE.captures(path) {
        return Some(format!("{}:{}:{}", &found["group"], &found["name"], &found["version"]));
    }
    let cached = ["/caches/", "\\caches\\", "/.m2/", "/transforms"].iter().any(|part| path.contains(part));
    let found = CACHED.captures(path).filter(|_| cached)?;
    Some(format!("{} {}", &found["name"], &found["version"]))
}

/// Names the library in failures of R8 and D8.
pub fn note(lines: &Lines, failures: &mut [Failure]) {
    for failure in failures.iter_mut().filter(|failure| [C::AgpDexMerge, C::AgpDesugaring].contains(&failure.category))
    {
        let Some(at) = lines.first_of(&failure.evidence) else { continue };
        let around = at.saturating_sub(AROUND)..(at + AROUND).min(lines.len());
        let named = around.filter_map(|index| library(&ORIGIN.captures(lines.get(index))?["path"])).next();
        let Some(named) = named.filter(|_| !failure.details.contains_key("first")) else { continue };
        failure.details.insert("origin_library".to_owned(), named);
        if failure.details.contains_key("unwritable") {
            failure.wording = Some(Wording {
                cause: "D8 cannot write the name `{symbol}` of a class in the library {origin_library} to a dex file for this minSdk: names with spaces need API 30.".to_owned(),
                fixes: vec![
                    "Take another version of {origin_library}, and of all artifacts of its group alike; its release notes or issues say which has no such names.".to_owned(),
                    "Or raise `minSdk` to 30.".to_owned(),
                ],
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::library;

    #[test]
    fn libraries_are_read_from_the_caches_paths() {
        for (path, expected) in [
            ("/g/caches/modules-2/files-2.1/com.example/basket/1.0/0a1b/basket-1.0.jar", "com.example:basket:1.0"),
            ("/g/caches/transforms-4/0a1b/transformed/jetified-basket-view-2.1.0-runtime.jar", "basket-view 2.1.0"),
            ("/g/caches/8.5/transforms/0a1b/transformed/shelf-3.0/jars/classes.jar", "shelf 3.0"),
        ] {
            assert_eq!(library(path).as_deref(), Some(expected), "{path}");
        }
        assert_eq!(library("/home/dev/shop/app/build/tmp/kotlin-classes/debug/A.class"), None);
    }
}
