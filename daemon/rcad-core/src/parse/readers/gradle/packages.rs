//! Modules that are packages: what React Native, Expo, Capacitor, Cordova and Flutter include into the build under the
//! package's name. Who reads the log cannot edit them.

use std::cell::LazyCell;

use crate::model::failure::{BY_WORDS, Failure, SYMBOL_BY_WORDS};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `:react-native-svg:compileDebugKotlin`: the task of a module right below the root.
static TASK: Pattern = Pattern::new(r"^:(?P<module>[A-Za-z0-9_.-]+):[A-Za-z0-9_.\[\]-]+$");

/// `project ':react-native-svg'`, `:react-native-svg`
static PROJECT: Pattern = Pattern::new(r"^(?:project )?'?:(?P<module>[A-Za-z0-9_.-]+)'?$");

/// `react-native-async-storage_async-storage` of `@react-native-async-storage/async-storage`
static SCOPED: Pattern = Pattern::new(r"^(?P<scope>[a-z0-9.-]+)_(?P<name>[a-z0-9][a-z0-9._-]*)$");

/// `device_info_plus`
static SNAKE: Pattern = Pattern::new(r"^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$");

/// Modules of the frameworks themselves.
const OWN: &[&str] = &[
    "flutter",
    "include_flutter",
    "capacitor-android",
    "capacitor-cordova-android-plugins",
    "react-native-gradle-plugin",
    "react-native-codegen",
];

/// What begins the names of packages, and of which kind they are.
const BEGINNINGS: &[(&str, &str)] = &[
    ("capacitor-", "Capacitor plugin"),
    ("cordova-plugin-", "Cordova plugin"),
    ("expo-", "npm package"),
    ("unimodules-", "npm package"),
];

/// Words of logs in which Flutter builds.
const FLUTTER: &[&str] =
    &["Running Gradle task '", "Gradle task assemble", "Gradle task bundle", "flutter", "pubspec", "Flutter"];

/// The same of React Native and Expo.
const NATIVE: &[&str] =
    &["node_modules", "react-native", "ReactNative", "com.facebook.react", "expo-", "Expo ", "eas build"];

/// Names the package of each failure's module.
pub fn note(lines: &Lines, failures: &mut [Failure]) {
    let says = |words: &[&str]| (0..lines.len()).any(|at| words.iter().any(|word| lines.get(at).contains(word)));
    let (flutter, native) = (LazyCell::new(|| says(FLUTTER)), LazyCell::new(|| says(NATIVE)));
    for failure in failures {
        let Some(module) = module(failure).filter(|module| !OWN.contains(&module.as_str())) else { continue };
        let Some((kind, name)) = package(&module, || *flutter, || *native) else { continue };
        failure.details.insert("package_module".to_owned(), format!(":{module}"));
        failure.details.insert("package_kind".to_owned(), kind.to_owned());
        if failure.symbol.is_none() {
            failure.symbol = Some(name.clone());
            failure.details.insert(SYMBOL_BY_WORDS.to_owned(), BY_WORDS.to_owned());
        }
        failure.details.insert("package_name".to_owned(), name);
    }
}

/// The module in which it failed, as far as a task or a project says.
fn module(failure: &Failure) -> Option<String> {
    let task = failure.task.as_deref().and_then(|task| TASK.captures(task));
    let project = || {
        let named = ["project", "owner", "module"].iter().filter_map(|name| failure.details.get(*name));
        named.chain(&failure.symbol).find_map(|name| PROJECT.captures(name))
    };
    task.or_else(project).map(|found| found["module"].to_owned())
}

/// Kind and name of the package that includes itself as `module`, in a build of Flutter or of React Native.
fn package(module: &str, flutter: impl Fn() -> bool, native: impl Fn() -> bool) -> Option<(&'static str, String)> {
    if let Some((_, kind)) = BEGINNINGS.iter().find(|(start, _)| module.starts_with(start)) {
        return Some((kind, module.to_owned()));
    }
    if module.contains("-capacitor-") {
        return Some(("Capacitor plugin", module.to_owned()));
    }
    if let Some(found) =
        SCOPED.captures(module).filter(|found| found["scope"].contains('-') || found["name"].contains('-'))
    {
        let native = module.contains("react-native") || native();
        return native.then(|| ("npm package", format!("@{}/{}", &found["scope"], &found["name"])));
    }
    if module.contains("react-native") {
        return Some(("npm package", module.to_owned()));
    }
    let flutter = SNAKE.is_match(module) && (module.contains("flutter") || flutter());
    flutter.then(|| ("Flutter plugin", module.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::package;

    #[test]
    fn modules_are_packages_by_their_names() {
        let of =
            |module: &str, says: bool| package(module, || says, || says).map(|(kind, name)| format!("{kind} {name}"));
        for (module, says, expected) in [
            ("react-native-svg", false, Some("npm package react-native-svg")),
            ("react-native-shelf_basket", false, Some("npm package @react-native-shelf/basket")),
            ("example_flash-list", true, Some("npm package @example/flash-list")),
            ("example_flash-list", false, None),
            ("expo-shelf", false, Some("npm package expo-shelf")),
            ("capacitor-shelf", false, Some("Capacitor plugin capacitor-shelf")),
            ("example-capacitor-shelf", false, Some("Capacitor plugin example-capacitor-shelf")),
            ("shelf_info_plus", true, Some("Flutter plugin shelf_info_plus")),
            ("flutter_shelf", false, Some("Flutter plugin flutter_shelf")),
            ("feature_shelf", false, None),
            ("app", true, None),
            ("core-data", true, None),
        ] {
            assert_eq!(of(module, says).as_deref(), expected, "{module}");
        }
    }
}
