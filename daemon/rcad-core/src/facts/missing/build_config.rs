//! Fields of the class `BuildConfig` that javac does not find in it.

use super::place::{self, SourcePlace};
use crate::{Category, Failure};

/// Fields that only an application's `BuildConfig` has.
const OF_APPLICATIONS: &[&str] = &["APPLICATION_ID", "VERSION_CODE", "VERSION_NAME"];

/// Fields that every one has: without them it is another class of that name.
const OF_ALL: &[&str] = &["BUILD_TYPE", "DEBUG"];

/// Says why `BuildConfig` has no such field. Whether that is what is missing.
pub fn tell(failure: &mut Failure) -> bool {
    let of_class = failure.details.get("member_of").is_some_and(|class| class == "BuildConfig");
    if failure.category != Category::JavaCannotFindSymbol || !of_class || failure.details.contains_key("known") {
        return false;
    }
    let Some(symbol) = failure.symbol.as_deref() else { return false };
    let is_field = symbol.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_');
    if !is_field || OF_ALL.contains(&symbol) {
        return false;
    }
    let of_applications = OF_APPLICATIONS.contains(&symbol);
    match place::of(failure) {
        SourcePlace::Npm | SourcePlace::Pub if of_applications => place::say_of_package(
            failure,
            "The package reads `BuildConfig.{symbol}` of its own module. Since AGP 4.1 only applications get that field: the `BuildConfig` of a library has no version any more.",
            &[
                "Upgrade the package that the path names; releases of after 2020 declare the field themselves or do without.",
                "Until there is one, patch its android/build.gradle: `buildConfigField \"String\", \"{symbol}\", \"\\\"<version>\\\"\"` in `defaultConfig` (for VERSION_CODE `\"int\"` and a number), and `buildFeatures {{ buildConfig true }}` with AGP 8.",
            ],
        ),
        SourcePlace::Npm | SourcePlace::Pub => return false,
        SourcePlace::Own | SourcePlace::Test if of_applications => failure.say(
            "`BuildConfig.{symbol}` is generated for application modules only (since AGP 4.1 a library's `BuildConfig` has no version, and its id is called `LIBRARY_PACKAGE_NAME`): {name} lies in a library module, or imports the `BuildConfig` of one.",
            &[
                "In an app module import its own class: `import <namespace of the app>.BuildConfig;`.",
                "In a library hand the value in from the app, read it from `getPackageManager().getPackageInfo(getPackageName(), 0)`, or declare it: `buildConfigField(\"String\", \"{symbol}\", \"\\\"…\\\"\")` in its `defaultConfig` (AGP 8: with `buildFeatures {{ buildConfig true }}`).",
            ],
        ),
        SourcePlace::Own | SourcePlace::Test => failure.say(
            "The `BuildConfig` that {name} sees has no field `{symbol}`: no `buildConfigField` declares it for the variant that is compiled here, or the class that is imported is another module's.",
            &[
                "Declare it in the module of {name}: `buildConfigField(\"String\", \"{symbol}\", \"\\\"…\\\"\")` in `defaultConfig`, or in every build type and flavour; where the value comes from local.properties or the environment, see that it is there on this machine.",
                "If it is declared, look at the import of `BuildConfig` in {name}: it must be that of the module's own `namespace`; then build once with `clean`.",
            ],
        ),
    }
    true
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_field_of_build_config_is_told_by_whose_it_would_be() {
        let answer = |file: &str, field: &str| {
            let log = format!(
                "{file}:31: error: cannot find symbol\n    return BuildConfig.{field};\n                      ^\n  symbol:   variable {field}\n  location: class BuildConfig\n"
            );
            crate::explain::answer(&log)
        };
        let own = "/p/core/src/main/java/com/example/shelf/Agent.java";
        assert!(answer(own, "VERSION_NAME").contains("application modules only"));
        assert!(answer(own, "SHELF_KEY").contains("Declare it in the module of Agent.java"));
        let npm = answer("/p/node_modules/react-native-shelf/android/src/main/java/a/Shelf.java", "VERSION_NAME");
        assert!(npm.contains("/ Upgrade `react-native-shelf`") && !npm.contains("For a patch"), "{npm}");
    }
}
