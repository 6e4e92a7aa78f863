//! Whose a source file is, by its path: downloaded packages, parts of tools, generated files.

use std::sync::LazyLock;

use regex::Regex;

use super::kinds::{CodeOwner, SourcePackage};

/// `…/hosted/pub.dev/name-1.2.3/…`, `…/.pub-cache/git/name-0f3a…/…`, `…/node_modules/@scope/name/…`,
/// `…/transforms-3/0f3a…/transformed/jetified-name-1.2.3/res/…`, `…/transforms-1/files-1.1/name-1.2.3.aar/0f3a…/res/…`
static PACKAGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:hosted[/\\][^/\\]+[/\\](?P<pub>[A-Za-z0-9_]+)-(?P<version>[0-9][^/\\]*)|\.?[Pp]ub-[Cc]ache[/\\]git[/\\](?P<git>[A-Za-z0-9_]+?)-[0-9a-f]{7,}",
        r"|(?:transformed|files-[0-9.]+(?:[/\\][0-9a-f]{8,})?)[/\\](?:jetified-)?(?P<aar>[A-Za-z0-9_.-]+?)-(?P<release>[0-9][A-Za-z0-9.+-]*?)(?:\.aar)?",
        r"|(?:^|.*[/\\])node_modules[/\\](?P<npm>(?:@[^/\\]+[/\\])?[^/\\@]+))[/\\]",
    ))
    .ok()
});

/// What a part of a path says: the part, with `/`; what writes or owns the file; what to do. The first that fits counts.
const GENERATED: &[(&str, &str, &str)] = &[
    (
        "/GeneratedPluginRegistrant.",
        "Flutter writes it from the plugins of pubspec.yaml",
        "Do not edit it: run `flutter clean` and `flutter pub get`, and build again. If it stays, the plugin whose class is missing has no Android code in this build: look for an earlier error of its own module, or whether it is only a `dev_dependency`.",
    ),
    (
        "/Android-autolinking.cmake",
        "React Native's autolinking writes it from the packages of package.json",
        "Do not edit it: its directories are what the packages' code generation makes, so let that run first (`./gradlew generateCodegenArtifactsFromSchema`), after a clean install of the packages and without the directories `.cxx` and `build`.",
    ),
    (
        "/PackageList.java",
        "React Native's autolinking writes it from the packages of package.json",
        "Do not edit it: install the packages again, delete `android/build` and `android/app/build`, and build; if it stays, the package that it names does not fit this React Native.",
    ),
];

/// The same of tools' own sources.
const TOOLS: &[(&str, &str, &str)] = &[
    (
        "/flutter_tools/gradle/",
        "Flutter's Gradle plugin",
        "Bring Flutter, Gradle and the Android Gradle plugin to versions that fit each other: raise the wrapper (`distributionUrl` in gradle/wrapper/gradle-wrapper.properties) and the plugin to what this Flutter asks for, or change Flutter's version.",
    ),
    (
        "/flutter/packages/",
        "the Flutter SDK",
        "Bring the Flutter SDK and the project's packages to versions that fit each other (`flutter upgrade`, `flutter pub upgrade`), or repair the SDK: `git status` in its directory shows whether its sources were changed.",
    ),
    (
        "/node_modules/react-native/ReactAndroid/",
        "React Native",
        "Let React Native, its Gradle plugin, Kotlin and the NDK be of the versions that its template of this release has; delete `node_modules` and install again if its files may be damaged.",
    ),
];

/// What to do about a file that some step of the build has written.
pub const OF_GENERATOR: &str = "Correct what the file is generated from, or the generator's version, and build again; changes in the file itself are lost.";

/// Directories of what builds generate: also `/build/generatedAntlr/`.
const GENERATED_DIRECTORIES: &[&str] =
    &["/build/generated", "/build/tmp/kapt3/classes/", "/generated/ap_generated_sources/"];

/// Generators by a part of such a directory's path, in small letters; what writes the file, and what to do.
const GENERATORS: &[(&str, &str, &str)] = &[
    (
        "/proto",
        "protoc writes it from the .proto files",
        "Bring `protoc`, its Java and Kotlin generators (`protobuf { … }` in the build script) and the protobuf runtime to one release that fits this Kotlin, or change the `.proto` file; changes in the generated file itself are lost.",
    ),
    (
        "antlr",
        "ANTLR writes it from a grammar",
        "Bring the ANTLR tool and its runtime to one release that fits this compiler, or change what the message names in the grammar (`.g4`): a rule whose name is that of a member of ANTLR's own classes needs another name. Changes in the generated file itself are lost.",
    ),
    (
        "openapi",
        "the OpenAPI generator writes it from the API's description",
        "Raise the OpenAPI generator, set its options (`library`, `configOptions`) for this code's libraries, or change the API's description; changes in the generated file itself are lost.",
    ),
    (
        "/apollo",
        "Apollo writes it from the GraphQL schema and operations",
        "Bring Apollo's Gradle plugin and runtime to one release, or change the `.graphql` files; changes in the generated file itself are lost.",
    ),
    (
        "/sqldelight",
        "SQLDelight writes it from the .sq files",
        "Bring SQLDelight's Gradle plugin and runtime to one release, or change the `.sq` files; changes in the generated file itself are lost.",
    ),
];

/// Whether a step is about what generates a file.
pub fn is_of_generator(step: &str) -> bool {
    step == OF_GENERATOR || GENERATORS.iter().any(|(.., of)| step == *of)
}

/// The owner of the file; `None` for the reader's own, and where the path says nothing.
pub fn owner(file: &str) -> Option<CodeOwner> {
    let path = format!("/{}", file.replace('\\', "/"));
    let find =
        |table: &'static [(&str, &'static str, &'static str)]| table.iter().find(|(part, ..)| path.contains(part));
    if let Some((_, by, step)) = find(GENERATED) {
        return Some(CodeOwner::Generated(by, step));
    }
    if let Some((_, name, step)) = find(TOOLS) {
        return Some(CodeOwner::Tool(name, step));
    }
    if let Some(package) = package(file) {
        return Some(CodeOwner::Package(package));
    }
    let below = GENERATED_DIRECTORIES.iter().find_map(|part| Some(&path[path.find(part)?..]))?.to_ascii_lowercase();
    let known = GENERATORS.iter().find(|(part, ..)| below.contains(part));
    Some(known.map_or(CodeOwner::Generated("a processor or a task of the build writes it", OF_GENERATOR), |of| {
        CodeOwner::Generated(of.1, of.2)
    }))
}

fn package(file: &str) -> Option<SourcePackage> {
    let found = PACKAGE.as_ref()?.captures(file)?;
    let text = |group: &str| found.name(group).map(|text| text.as_str().replace('\\', "/"));
    if let Some(name) = text("npm") {
        let upgrade = if name.starts_with("expo") {
            "`npx expo install --fix`".to_owned()
        } else {
            format!("`npm install {name}@latest`, or one made for your React Native")
        };
        return Some(SourcePackage { kind: "npm package", name, version: String::new(), upgrade });
    }
    if let (Some(name), Some(version)) = (text("aar"), text("release")) {
        let upgrade =
            format!("in `dependencies`; `./gradlew dependencyInsight --dependency {name}` shows who asks for it");
        return Some(SourcePackage { kind: "library", name, version: format!(" {version}"), upgrade });
    }
    let name = text("pub").or_else(|| text("git"))?;
    let upgrade = format!("`flutter pub upgrade {name}`, or a higher version in pubspec.yaml");
    let version = text("version").map_or_else(String::new, |version| format!(" {version}"));
    Some(SourcePackage { kind: "Flutter plugin", name, version, upgrade })
}

#[cfg(test)]
mod tests {
    use super::{CodeOwner, owner, package};

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
            let package = package(file).expect(file);
            assert_eq!((package.name.as_str(), package.version.as_str()), (name, version), "{file}");
        }
        for file in ["/p/app/src/main/kotlin/A.kt", "/p/hosted/A.kt", "A.kt", "/p/transformed/kotlin-stdlib-2.2.0.jar"]
        {
            assert!(owner(file).is_none(), "{file}");
        }
    }

    #[test]
    fn what_tools_write_or_bring_is_theirs() {
        let kind = |file: &str| match owner(file) {
            Some(CodeOwner::Generated(by, _)) => by,
            Some(CodeOwner::Tool(name, _)) => name,
            _ => "",
        };
        assert!(kind("GeneratedPluginRegistrant.java").starts_with("Flutter"));
        assert_eq!(kind("/opt/flutter/packages/flutter_tools/gradle/src/main/kotlin/P.kt"), "Flutter's Gradle plugin");
        assert_eq!(
            kind("C:\\p\\app\\build\\generated\\ksp\\debug\\A.kt"),
            "a processor or a task of the build writes it"
        );
        assert_eq!(kind("/p/build/generatedAntlr/com/example/ShelfParser.kt"), "ANTLR writes it from a grammar");
        assert_eq!(
            kind("/p/build/generated/source/proto/main/kotlin/ShelfKt.kt"),
            "protoc writes it from the .proto files"
        );
        assert_eq!(kind("/p/build/shelves/Shelf.kt"), "", "a directory that is called so");
        assert_eq!(kind("/p/app/src/main/java/MyPackageList.java"), "", "a name that only ends so");
        assert_eq!(kind("/p/app/build/tmp/kapt3/stubs/debug/A.java"), "", "a stub is the reader's own source");
    }
}
