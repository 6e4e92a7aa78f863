//! Sources that are not the reader's own: plugins of Flutter, packages of npm, downloaded and compiled with the app.

use std::sync::LazyLock;

use regex::Regex;

use crate::Category;
use crate::failure::Failure;

/// `…/hosted/pub.dev/name-1.2.3/…`, `…/.pub-cache/git/name-0f3a…/…`, `…/node_modules/@scope/name/…`
static OWNER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:hosted[/\\][^/\\]+[/\\](?P<pub>[A-Za-z0-9_]+)-(?P<version>[0-9][^/\\]*)|\.?[Pp]ub-[Cc]ache[/\\]git[/\\](?P<git>[A-Za-z0-9_]+?)-[0-9a-f]{7,}",
        r"|(?:^|.*[/\\])node_modules[/\\](?P<npm>(?:@[^/\\]+[/\\])?[^/\\@]+))[/\\]",
    ))
    .ok()
});

/// Whose source a file is.
struct Owner {
    kind: &'static str,
    name: String,
    version: String,
    upgrade: String,
}

/// The sentence and the step that a failure in somebody else's source needs; nothing for one's own.
pub fn add(failure: &Failure, cause: &mut String, fixes: &mut Vec<String>) {
    let Some(owner) = failure.file.as_deref().and_then(owner) else { return };
    let Owner { kind, name, version, upgrade } = owner;
    cause.push_str(&format!(" The source belongs to the {kind} `{name}`{version}, not to your own code."));
    let step = match failure.category {
        Category::KotlinRedeclaration => format!(
            "Two versions of `{name}`, or its source directory twice, are compiled together: remove the duplicate from the caches and the generated plugin list (`flutter clean`, then {upgrade}), and build again."
        ),
        Category::XmlMalformed | Category::TestFailure => return,
        _ => format!(
            "Upgrade `{name}` ({upgrade}) to a version made for the Kotlin, SDK (`compileSdk`) and framework versions in use: this one is incompatible with them, because what it uses was changed or removed; or keep the versions that it was written for."
        ),
    };
    fixes.insert(fixes.len().min(1), step);
}

fn owner(file: &str) -> Option<Owner> {
    let found = OWNER.as_ref()?.captures(file)?;
    let text = |group: &str| found.name(group).map(|text| text.as_str().replace('\\', "/"));
    if let Some(name) = text("npm") {
        let upgrade = format!("`npm install {name}@latest`");
        return Some(Owner { kind: "npm package", name, version: String::new(), upgrade });
    }
    let name = text("pub").or_else(|| text("git"))?;
    let upgrade = format!("`flutter pub upgrade {name}`, or a higher version in pubspec.yaml");
    let version = text("version").map_or_else(String::new, |version| format!(" {version}"));
    Some(Owner { kind: "Flutter plugin", name, version, upgrade })
}

#[cfg(test)]
mod tests {
    use super::owner;

    #[test]
    fn downloaded_sources_have_an_owner() {
        for (file, name, version) in [
            ("/home/dev/.pub-cache/hosted/pub.dev/basket_view-2.0.1/android/src/A.kt", "basket_view", " 2.0.1"),
            (
                r"C:\Users\dev\AppData\Local\Pub\Cache\hosted\pub.dartlang.org\basket-1.0.1+3\android\A.kt",
                "basket",
                " 1.0.1+3",
            ),
            ("/home/dev/.pub-cache/git/basket_view-0f3a9c1d/android/A.kt", "basket_view", ""),
            ("/p/node_modules/@example/basket/android/A.java", "@example/basket", ""),
            ("/p/node_modules/a/node_modules/basket/android/A.java", "basket", ""),
        ] {
            let owner = owner(file).expect(file);
            assert_eq!((owner.name.as_str(), owner.version.as_str()), (name, version), "{file}");
        }
        for file in ["/p/app/src/main/kotlin/A.kt", "/p/hosted/A.kt", "A.kt"] {
            assert!(owner(file).is_none(), "{file}");
        }
    }
}
