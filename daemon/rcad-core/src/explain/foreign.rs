//! Failures in downloaded sources that are compiled with the app: Flutter plugins, npm packages, libraries' resources.

use std::sync::LazyLock;

use regex::Regex;

use crate::Category;
use crate::model::failure::Failure;

/// `…/hosted/pub.dev/name-1.2.3/…`, `…/.pub-cache/git/name-0f3a…/…`, `…/node_modules/@scope/name/…`,
/// `…/transforms-3/0f3a…/transformed/jetified-name-1.2.3/res/…`, `…/transforms-1/files-1.1/name-1.2.3.aar/0f3a…/res/…`
static OWNER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:hosted[/\\][^/\\]+[/\\](?P<pub>[A-Za-z0-9_]+)-(?P<version>[0-9][^/\\]*)|\.?[Pp]ub-[Cc]ache[/\\]git[/\\](?P<git>[A-Za-z0-9_]+?)-[0-9a-f]{7,}",
        r"|(?:transformed|files-[0-9.]+(?:[/\\][0-9a-f]{8,})?)[/\\](?:jetified-)?(?P<aar>[A-Za-z0-9_.-]+?)-(?P<release>[0-9][A-Za-z0-9.+-]*?)(?:\.aar)?",
        r"|(?:^|.*[/\\])node_modules[/\\](?P<npm>(?:@[^/\\]+[/\\])?[^/\\@]+))[/\\]",
    ))
    .ok()
});

/// The package that a source file belongs to.
struct PackageOwner {
    kind: &'static str,
    name: String,
    version: String,
    upgrade: String,
}

/// Adds a sentence and a step for a failure in a downloaded source.
pub fn add(failure: &Failure, cause: &mut String, fixes: &mut Vec<String>) {
    let Some(file) = failure.file.as_deref() else {
        // A compiler's message without a place: the task says at least whose code it is.
        if let Some(task) = failure.task.as_deref().filter(|_| failure.category.id().starts_with("kotlin_")) {
            cause.push_str(&format!(" It comes from task `{task}`."));
        }
        return;
    };
    if file.replace('\\', "/").contains("/build/generated/") && failure.category == Category::KotlinSyntax {
        cause.push_str(" The file is generated: the generator wrote what is not valid.");
        fixes.insert(0, "Correct what the file is generated from, or the generator's version, and build again; changes in the file itself are lost.".to_owned());
    }
    let Some(owner) = owner(file) else { return };
    let PackageOwner { kind, name, version, upgrade } = owner;
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

fn owner(file: &str) -> Option<PackageOwner> {
    let found = OWNER.as_ref()?.captures(file)?;
    let text = |group: &str| found.name(group).map(|text| text.as_str().replace('\\', "/"));
    if let Some(name) = text("npm") {
        let upgrade = format!("`npm install {name}@latest`");
        return Some(PackageOwner { kind: "npm package", name, version: String::new(), upgrade });
    }
    if let (Some(name), Some(version)) = (text("aar"), text("release")) {
        let upgrade =
            format!("in `dependencies`; `./gradlew dependencyInsight --dependency {name}` shows who asks for it");
        return Some(PackageOwner { kind: "library", name, version: format!(" {version}"), upgrade });
    }
    let name = text("pub").or_else(|| text("git"))?;
    let upgrade = format!("`flutter pub upgrade {name}`, or a higher version in pubspec.yaml");
    let version = text("version").map_or_else(String::new, |version| format!(" {version}"));
    Some(PackageOwner { kind: "Flutter plugin", name, version, upgrade })
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
            (
                "/g/caches/transforms-3/5d1f00aa/transformed/jetified-basket-view-1.7.0-rc01/res/values/values.xml",
                "basket-view",
                " 1.7.0-rc01",
            ),
            (
                r"C:\g\caches\transforms-1\files-1.1\basket-v7-27.0.1.aar\0a0cdf826e5f\res\values-v26\values-v26.xml",
                "basket-v7",
                " 27.0.1",
            ),
            ("/g/caches/transforms-2/files-2.1/440c0d5adabe/basket-1.0.8/res/values/values.xml", "basket", " 1.0.8"),
        ] {
            let owner = owner(file).expect(file);
            assert_eq!((owner.name.as_str(), owner.version.as_str()), (name, version), "{file}");
        }
        for file in ["/p/app/src/main/kotlin/A.kt", "/p/hosted/A.kt", "A.kt", "/p/transformed/kotlin-stdlib-2.2.0.jar"]
        {
            assert!(owner(file).is_none(), "{file}");
        }
    }
}
