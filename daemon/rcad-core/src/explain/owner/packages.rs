//! Packages by the paths of their files, and how another version of each kind is had.

use super::kinds::SourcePackage;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// One way in which a path names a package.
struct PathForm {
    /// With the group `name`, and `version` where the path has it; matched against the path with `/`.
    pattern: Pattern,
    kind: PackageKind,
}

const fn form(kind: PackageKind, pattern: &'static str) -> PathForm {
    PathForm { pattern: Pattern::new(pattern), kind }
}

/// Whose registry a package is from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PackageKind {
    Npm,
    Pub,
    Library,
    Cordova,
    Nuget,
    Unity,
    Fetched,
}

/// The forms. The first that matches counts.
static FORMS: [PathForm; 11] = [
    // `…/hosted/pub.dev/shelf_view-1.2.3/…`
    form(PackageKind::Pub, r"/hosted/[^/]+/(?P<name>[A-Za-z0-9_]+)-(?P<version>[0-9][^/]*)/"),
    // `…/.pub-cache/git/shelf_view-0f3a9c1d/…`
    form(PackageKind::Pub, r"/\.?[Pp]ub-[Cc]ache/git/(?P<name>[A-Za-z0-9_]+?)-[0-9a-f]{7,}"),
    // `…/.symlinks/plugins/shelf_view/android/…`
    form(PackageKind::Pub, r"/\.(?:plugin_)?symlinks/(?:plugins/)?(?P<name>[A-Za-z0-9_]+)/"),
    // `…/transforms-3/0f3a…/transformed/jetified-shelf-1.2.3/res/…`, `…/files-1.1/shelf-1.2.3.aar/0f3a…/res/…`
    form(
        PackageKind::Library,
        r"/(?:transformed|files-[0-9.]+(?:/[0-9a-f]{8,})?)/(?:jetified-)?(?P<name>[A-Za-z0-9_.-]+?)-(?P<version>[0-9][A-Za-z0-9.+-]*?)(?:\.aar)?/",
    ),
    // `…/modules-2/files-2.1/com.example/shelf/1.2.3/0f3a…/shelf-1.2.3-sources.jar!/…`
    form(
        PackageKind::Library,
        r"/modules-2/files-2\.1/(?P<name>[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+)/(?P<version>[0-9][^/]*)/",
    ),
    // `…/node_modules/.pnpm/shelf-view@1.2.3_react@18.2.0/node_modules/shelf-view/…`
    form(
        PackageKind::Npm,
        r"/\.pnpm/[^/]*?@(?P<version>[0-9][0-9A-Za-z.-]*)[^/]*/node_modules/(?P<name>(?:@[^/]+/)?[^/@]+)/",
    ),
    // `…/node_modules/@scope/shelf-view/…`, the last one of the path
    form(PackageKind::Npm, r"(?:^|.*)/node_modules/(?P<name>(?:@[^/]+/)?[^/@]+)/"),
    // `…/plugins/cordova-plugin-shelf/src/android/…`
    form(PackageKind::Cordova, r"/plugins/(?P<name>(?:@[^/]+/)?[a-z0-9.-]*(?:cordova|phonegap)[a-z0-9.-]*)/"),
    // `…/.nuget/packages/xamarin.shelf/1.2.3/…`
    form(PackageKind::Nuget, r"/\.nuget/packages/(?P<name>[^/]+)/(?P<version>[0-9][^/]*)/"),
    // `…/Library/PackageCache/com.example.shelf@1.2.3/…`
    form(PackageKind::Unity, r"/Library/PackageCache/(?P<name>[^/@]+)@(?P<version>[^/]+)/"),
    // `…/.cxx/Debug/1a2b3c/arm64-v8a/_deps/shelf-src/…`
    form(PackageKind::Fetched, r"/_deps/(?P<name>[A-Za-z0-9_.-]+)-src/"),
];

/// The package that a file is of; `path` has `/` and begins with it.
pub fn of_path(path: &str, failure: &Failure) -> Option<SourcePackage> {
    let (found, kind) = FORMS.iter().find_map(|form| Some((form.pattern.captures(path)?, form.kind)))?;
    let text = |group: &str| found.name(group).map(|text| text.as_str());
    let name = text("name")?.replace('/', if kind == PackageKind::Library { ":" } else { "/" });
    let version = text("version").map_or_else(String::new, |version| format!(" {version}"));
    Some(match kind {
        PackageKind::Pub => of_pub(&name, version),
        PackageKind::Npm => of_npm(&name, version, failure),
        PackageKind::Cordova => of_cordova(&name),
        PackageKind::Library => of_library(name, version, failure),
        PackageKind::Nuget => {
            let upgrade = format!("`dotnet add package {name}` with `--version`, newer or older");
            SourcePackage { kind: "NuGet package", name, version, upgrade }
        }
        PackageKind::Unity => {
            let upgrade = "Window > Package Manager, or its line in Packages/manifest.json".to_owned();
            SourcePackage { kind: "Unity package", name, version, upgrade }
        }
        PackageKind::Fetched => {
            let upgrade = "the `GIT_TAG` or URL of its `FetchContent_Declare`".to_owned();
            SourcePackage { kind: "library", name, version, upgrade }
        }
    })
}

/// A package of pub.dev. The part for one platform, `shelf_android`, comes with `shelf`, which is what pubspec.yaml names.
pub fn of_pub(name: &str, version: String) -> SourcePackage {
    let named = name.strip_suffix("_android").unwrap_or(name);
    let upgrade = format!("`flutter pub upgrade {named}`, or a higher version in pubspec.yaml");
    SourcePackage { kind: "Flutter plugin", name: name.to_owned(), version, upgrade }
}

/// A plugin of Cordova.
pub fn of_cordova(name: &str) -> SourcePackage {
    let upgrade = format!("`cordova plugin remove {name}`, then `cordova plugin add {name}@latest`");
    SourcePackage { kind: "Cordova plugin", name: name.to_owned(), version: String::new(), upgrade }
}

/// A package of npm: what it must fit depends on what the project is.
pub fn of_npm(name: &str, version: String, failure: &Failure) -> SourcePackage {
    let project = failure.details.get("project_kind").map_or("", String::as_str);
    let capacitor = project == "Capacitor" || name.contains("capacitor");
    let upgrade = match project {
        _ if name.starts_with("expo") || name.starts_with("@expo/") => "`npx expo install --fix`".to_owned(),
        "Expo" => format!("`npx expo install --fix`, or `npx expo install {name}` for the release that fits the SDK"),
        _ if capacitor => format!("`npm install {name}@latest`, then `npx cap sync android`"),
        _ if name.contains("cordova") => of_cordova(name).upgrade,
        _ => format!("`npm install {name}@latest`, or one made for your React Native"),
    };
    SourcePackage { kind: "npm package", name: name.to_owned(), version, upgrade }
}

/// A library from Gradle's caches; its path may lack the group, which the log may have.
fn of_library(name: String, version: String, failure: &Failure) -> SourcePackage {
    let end = format!(":{name}:{}", version.trim());
    let group = failure.evidence.iter().map(|line| line.text.as_str()).find_map(|line| {
        let before = &line[..line.find(&end)?];
        let from = before.rfind(|letter: char| !letter.is_ascii_alphanumeric() && !"._-".contains(letter));
        let group = &before[from.map_or(0, |at| at + 1)..];
        (group.len() > 1).then(|| group.to_owned())
    });
    let name = match group {
        Some(group) if !name.contains(':') => format!("{group}:{name}"),
        _ => name,
    };
    let upgrade = format!("in `dependencies`; `./gradlew dependencyInsight --dependency {name}` shows who asks for it");
    SourcePackage { kind: "library", name, version, upgrade }
}

#[cfg(test)]
mod tests {
    use super::of_path;
    use crate::model::failure::{Evidence, Language};
    use crate::{Category, Failure};

    fn failure() -> Failure {
        Failure::new(Category::KotlinOverload, Language::Kotlin, "words")
    }

    #[test]
    fn downloaded_sources_have_an_owner() {
        for (file, name, version) in [
            ("/home/dev/.pub-cache/hosted/pub.dev/basket_view-2.0.1/android/src/A.kt", "basket_view", " 2.0.1"),
            (
                "/C:/Users/dev/AppData/Local/Pub/Cache/hosted/pub.dartlang.org/basket-1.0.1+3/android/A.kt",
                "basket",
                " 1.0.1+3",
            ),
            ("/home/dev/.pub-cache/git/basket_view-0f3a9c1d/android/A.kt", "basket_view", ""),
            ("/p/.android/plugins/.symlinks/plugins/basket_view/android/A.kt", "basket_view", ""),
            ("/p/node_modules/@example/basket/android/A.java", "@example/basket", ""),
            ("/p/node_modules/a/node_modules/basket/android/A.java", "basket", ""),
            ("/p/node_modules/.pnpm/basket@1.2.3_react@18.2.0/node_modules/basket/android/A.java", "basket", " 1.2.3"),
            (
                "/g/caches/transforms-3/5d1f00aa/transformed/jetified-basket-view-1.7.0-rc01/res/values/values.xml",
                "basket-view",
                " 1.7.0-rc01",
            ),
            ("/g/caches/transforms-1/files-1.1/basket-v7-27.0.1.aar/0a0cdf826e5f/res/a.xml", "basket-v7", " 27.0.1"),
            ("/g/caches/transforms-2/files-2.1/440c0d5adabe/basket-1.0.8/res/values/values.xml", "basket", " 1.0.8"),
            (
                "/g/caches/modules-2/files-2.1/com.example/basket/1.0/0a1b/basket-1.0-sources.jar!/A.kt",
                "com.example:basket",
                " 1.0",
            ),
            ("/p/plugins/cordova-plugin-basket/src/android/A.java", "cordova-plugin-basket", ""),
            ("/h/.nuget/packages/example.basket/1.2.0/a.xml", "example.basket", " 1.2.0"),
            ("/p/app/.cxx/Debug/1a2b/x86/_deps/basket-src/a.h", "basket", ""),
        ] {
            let package = of_path(file, &failure()).expect(file);
            assert_eq!((package.name.as_str(), package.version.as_str()), (name, version), "{file}");
        }
        for file in [
            "/p/app/src/main/kotlin/A.kt",
            "/p/hosted/A.kt",
            "/p/hosted/shelf/basket-1.kt",
            "/A.kt",
            "/p/transformed/kotlin-stdlib-2.2.0.jar",
            "/p/transformed/kotlin-stdlib/A.kt",
            "/p/plugins/basket/src/A.java",
            "/p/build-logic/plugins/src/main/kotlin/A.kt",
        ] {
            assert_eq!(of_path(file, &failure()), None, "{file}");
        }
    }

    #[test]
    fn the_log_may_have_the_group() {
        let mut failure = failure();
        let text =
            "[com.example.shop:basket:1.2.3] /g/transformed/basket-1.2.3/AndroidManifest.xml Warning:".to_owned();
        failure.evidence.push(Evidence { line: 1, text });
        let name = |failure: &Failure| of_path("/g/transformed/basket-1.2.3/A.xml", failure).map(|found| found.name);
        assert_eq!(name(&failure).as_deref(), Some("com.example.shop:basket"));
        assert_eq!(name(&self::failure()).as_deref(), Some("basket"));
    }

    #[test]
    fn another_version_is_had_in_the_project_s_way() {
        let upgrade = |name: &str, project: &str| {
            let mut failure = failure();
            failure.details.insert("project_kind".to_owned(), project.to_owned());
            of_path(&format!("/p/node_modules/{name}/a.kt"), &failure).map_or(String::new(), |found| found.upgrade)
        };
        assert!(upgrade("expo-basket", "").contains("expo install --fix"));
        assert!(upgrade("basket", "Expo").contains("npx expo install basket"));
        assert!(upgrade("@example/capacitor-basket", "").contains("cap sync"));
        assert!(!upgrade("basket", "Cordova").contains("cap sync"));
    }
}
