//! Names of Android itself that only a newer SDK platform has than the one that the module is compiled against.

use super::place::{self, SourcePlace};
use crate::facts::table::{ANDROID, cell, rows};
use crate::{Category, Failure};

const FOR_NPM: &[&str] = &[
    "Raise `compileSdkVersion` to {android_level} or higher in the `ext` block of android/build.gradle, which most packages read.",
    "If that is high enough already, the package sets a `compileSdk` of its own: upgrade the package that the path names.",
];

const FOR_PUB: &[&str] = &[
    "Upgrade the package that the path names: it sets `compileSdk` in its own android/build.gradle, and newer releases set a higher one.",
    "Until then raise it from outside, in android/build.gradle above the line with `evaluationDependsOn`: `subprojects {{ afterEvaluate {{ if (it.hasProperty(\"android\")) it.android.compileSdkVersion({android_level}) }} }}`.",
];

/// Names that in an app's own code are as often a library's.
const AMBIGUOUS: &[&str] = &["FileUtils"];

/// Says from which API level on Android has a name that a compiler does not find. Whether it is such a name.
pub fn tell(failure: &mut Failure) -> bool {
    let about = matches!(failure.category, Category::KotlinUnresolvedReference | Category::JavaCannotFindSymbol);
    if !about || failure.details.contains_key("known") || failure.wording.is_some() {
        return false;
    }
    let Some(symbol) = failure.symbol.as_deref() else { return false };
    let simple = symbol.rsplit('.').next().unwrap_or(symbol);
    let row = rows(&ANDROID, "android_names").iter().find(|row| row.first().is_some_and(|name| *name == simple));
    let Some((name, level)) = row.and_then(|row| Some((cell(row, 1)?, cell(row, 2)?))) else { return false };
    let place = place::of(failure);
    let elsewhere = matches!(place, SourcePlace::Npm | SourcePlace::Pub);
    if AMBIGUOUS.contains(&simple) && !elsewhere {
        return false;
    }
    failure.details.insert("android_name".to_owned(), name.to_owned());
    failure.details.insert("android_level".to_owned(), level.to_owned());
    match place {
        place @ (SourcePlace::Npm | SourcePlace::Pub) => place::say_of_package(
            failure,
            "`{android_name}` came to Android with API level {android_level}, and this package's module is compiled against an older SDK platform (`compileSdk`).",
            if place == SourcePlace::Npm { FOR_NPM } else { FOR_PUB },
        ),
        SourcePlace::Test | SourcePlace::Own => own(failure, name),
    }
    true
}

/// Words it for the project's own code, where the import may be at fault as well.
fn own(failure: &mut Failure, name: &str) {
    const RAISE: &str = "Set `compileSdk` to {android_level} or higher in this module's build file; `minSdk` may stay.";
    if name.starts_with("android.Manifest.") {
        failure.say(
            "`{android_name}` exists from API level {android_level} on: this module's `compileSdk` is lower, or `Manifest` is imported from the app's own package in place of Android's.",
            &[RAISE, "If it is as high already, write `import android.Manifest` at the head of {name} in place of the import of your own `Manifest`."],
        );
    } else if name.rsplit('.').nth(1).is_some_and(|owner| owner.starts_with(|letter: char| letter.is_lowercase())) {
        failure.say(
            "`{android_name}` exists from API level {android_level} on: this module's `compileSdk` is lower, or its import is missing.",
            &[RAISE, "If it is as high already, add `import {android_name}` at the head of {name}."],
        );
    } else {
        failure.say(
            "`{android_name}` exists from API level {android_level} on: this module's `compileSdk` is lower, or it is asked of an object that is none of Android's.",
            &[RAISE],
        );
    }
}

#[cfg(test)]
mod tests {
    fn answer(file: &str, symbol: &str) -> String {
        let log =
            format!("> Task :shelf:compileDebugKotlin FAILED\ne: file://{file}:42:17 Unresolved reference: {symbol}\n");
        crate::explain::answer(&log)
    }

    #[test]
    fn a_name_of_a_newer_platform_asks_for_a_higher_compile_sdk() {
        let own = answer("/p/app/src/main/java/com/example/shelf/Shelf.kt", "POST_NOTIFICATIONS");
        assert!(own.contains("API level 33") && own.contains("import android.Manifest"), "{own}");
        let npm = answer("/p/node_modules/react-native-shelf/android/src/main/java/a/Shelf.kt", "RECEIVER_EXPORTED");
        assert!(npm.contains("/ Raise `compileSdkVersion` to 33") && !npm.contains("For a patch"), "{npm}");
        let package = "/p/.pub-cache/hosted/pub.dev/shelf_view-1.2.0/android/src/main/kotlin/a/Shelf.kt";
        let plugin = answer(package, "currentWindowMetrics");
        assert!(
            plugin.contains("/ Upgrade `shelf_view` 1.2.0") && plugin.contains("compileSdkVersion(30)"),
            "{plugin}"
        );
        assert!(!answer("/p/app/src/main/java/a/Shelf.kt", "shelfMetrics").contains("API level"));
    }
}
