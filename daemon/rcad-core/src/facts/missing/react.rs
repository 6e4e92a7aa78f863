//! Names of React Native that say by themselves what the project lacks.

use super::place::{self, SourcePlace};
use crate::facts::table::{LIBRARIES, value};
use crate::model::failure::file_name;
use crate::{Category, Failure};

/// Says of such a name what is missing. Whether it is one.
pub fn tell(failure: &mut Failure) -> bool {
    let told = failure.details.contains_key("known") || failure.wording.is_some();
    if !told && package_class(failure) {
        return true;
    }
    if failure.category != Category::JavaCannotFindSymbol || told {
        return false;
    }
    match (failure.symbol.as_deref(), place::of(failure)) {
        (Some("PackageList"), SourcePlace::Own) => failure.say(
            "`PackageList` is written by React Native's autolinking while the app is built, and it was not: android/app/build.gradle does not call the autolinking (left out in an upgrade by hand).",
            &[
                "React Native 0.60 to 0.74: `apply from: file(\"../../node_modules/@react-native-community/cli-platform-android/native_modules.gradle\"); applyNativeModulesAppBuildGradle(project)` at the end of android/app/build.gradle, and in android/settings.gradle the same file with `applyNativeModulesSettingsGradle(settings)`.",
                "From 0.75 on: `react {{ autolinkLibrariesWithApp() }}` in android/app/build.gradle, and `extensions.configure(com.facebook.react.ReactSettingsExtension) {{ ex -> ex.autolinkLibrariesFromCommand() }}` in android/settings.gradle.",
                "Then `npm install` (the CLI's package must be there) and build; do not commit the generated class.",
            ],
        ),
        (Some("isBlockingSynchronousMethod"), SourcePlace::Npm) => place::say_of_package(
            failure,
            "The package is compiled against a React Native that is too old for it: its annotation `ReactMethod` has no `{symbol}` yet. Usually Gradle took 0.20.1, the last `com.facebook.react:react-native` on Maven Central, because the repository in node_modules is not declared.",
            &[
                "Before React Native 0.71: add `maven {{ url \"$rootDir/../node_modules/react-native/android\" }}` to `allprojects {{ repositories {{ … }} }}` of android/build.gradle, before Maven Central; `./gradlew {in_module}:dependencies` shows which react-native is taken.",
                "If the react-native of package.json itself is that old, upgrade it, or take an older release of the package.",
            ],
        ),
        _ => return false,
    }
    true
}

/// The full name of a class by which a known npm package is added to an app by hand.
pub fn known_class(failure: &Failure) -> Option<String> {
    let class = failure.symbol.as_deref().filter(|_| is_in_application(failure))?;
    let package = value(&LIBRARIES, "react_packages", class)?;
    Some(format!("{package}.{class}"))
}

/// Whether it is about a class that is not found in the app's `MainApplication`.
fn is_in_application(failure: &Failure) -> bool {
    let class = matches!(failure.category, Category::JavaCannotFindSymbol | Category::KotlinUnresolvedReference);
    class && file_name(failure.file.as_deref().unwrap_or_default()).starts_with("MainApplication.")
}

/// Says of a class that the app's `MainApplication` adds by hand which npm package is not linked. Whether it is one.
fn package_class(failure: &mut Failure) -> bool {
    let Some(symbol) = failure.symbol.clone().filter(|_| is_in_application(failure)) else { return false };
    if !symbol.ends_with("Package") || symbol.len() <= "Package".len() || symbol.contains('.') {
        return false;
    }
    failure.say(
        "`{symbol}` is by its name the class by which an npm package is added to a React Native app, and the app does not compile against that package: it is not installed, not linked, or the import is missing in `{name}`.",
        &[
            "Find the package (`grep -rl \"class {symbol}\" node_modules --include=*.java --include=*.kt`) and install it if it is not there. React Native 0.60 and newer links it by itself: then remove the `new {symbol}()` and its import, unless the README asks for them.",
            "If it is linked by hand: `include ':<package>'` with its `projectDir` in settings.gradle, `implementation project(':<package>')` in android/app/build.gradle, and the import in `{name}`.",
        ],
    );
    true
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn a_folder_of_windows_that_begins_with_n_is_no_break() {
        let log = "F:\\oak\\basket\\node_modules\\react-native-shelf\\android\\src\\main\\java\\com\\shelf\\ShelfModule.java:209: error: cannot find symbol\n     @ReactMethod(isBlockingSynchronousMethod = true)\n                 ^\n  symbol:   method isBlockingSynchronousMethod()\n  location: @interface ReactMethod\n";
        let cause = analyze(parse(log), None).root_cause.unwrap_or_default();
        assert!(cause.contains("npm package `react-native-shelf`") && cause.contains("0.20.1"), "{cause}");
    }

    #[test]
    fn a_class_that_is_added_by_hand_names_its_package() {
        let told = |class: &str, file: &str| {
            crate::explain::answer(&format!(
                "/p/android/app/src/main/java/com/basket/{file}.java:31: error: cannot find symbol\n            packages.add(new {class}());\n                             ^\n  symbol:   class {class}\n  location: class {file}\n"
            ))
        };
        let known = told("VectorIconsPackage", "MainApplication");
        assert!(known.contains("npm install react-native-vector-icons"), "{known}");
        let other = told("ShelfTillPackage", "MainApplication");
        assert!(
            other.contains("class ShelfTillPackage\\\" node_modules")
                || other.contains("class ShelfTillPackage\" node_modules"),
            "{other}"
        );
        assert!(!told("ShelfTillPackage", "Till").contains("npm"), "another class");
    }

    #[test]
    fn a_list_of_packages_that_was_not_written_asks_for_the_autolinking() {
        let log = "/p/android/app/src/main/java/com/basket/MainApplication.java:6: error: cannot find symbol\nimport com.facebook.react.PackageList;\n                         ^\n  symbol:   class PackageList\n  location: package com.facebook.react\n";
        let analysis = analyze(parse(log), None);
        assert!(analysis.fix_guidelines[0].contains("native_modules.gradle"), "{:?}", analysis.fix_guidelines);
        let other = analyze(parse(&log.replace("PackageList", "ShelfList")), None);
        assert!(!other.fix_guidelines[0].contains("native_modules.gradle"));
    }
}
