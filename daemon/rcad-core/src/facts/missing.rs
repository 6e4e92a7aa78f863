//! What the tables say of a name that cannot be found: its library, what replaced it, what generates it.

mod build_config;
mod generated;
pub mod imports;
mod main_script;
pub mod place;
mod platform;
mod processor;
mod react;
mod test_sources;
mod views;
mod visible;

pub use self::views::is_view_id;
use super::libraries::{self, PluginPackage};
use super::{names, origin, script_names};
use crate::{Category, Failure};

/// Adds what is known of the name that a failure is about.
pub fn tell(failure: &mut Failure) {
    if resource(failure) {
        return;
    }
    if failure.category == Category::ManifestClassNotFound
        && let Some(class) = failure.symbol.clone()
    {
        of_plugin(failure, &class);
        return;
    }
    if let Some(class) = react::known_class(failure)
        && of_plugin(failure, &class)
    {
        return;
    }
    visible::tell(failure);
    processor::tell(failure);
    let decided = |failure: &mut Failure, name: &str| {
        main_script::tell(failure, name)
            || test_sources::tell(failure, name)
            || platform::tell(failure)
            || views::tell(failure)
            || generated::tell(failure)
            || build_config::tell(failure)
            || react::tell(failure)
    };
    if let Some(name) = unresolved(failure).filter(|name| !decided(failure, name)) {
        library(failure, &name);
        between_versions(failure);
    }
}

/// `void com.example.BasketKt$add$1.invoke(java.lang.Throwable)`: the class without what the compiler made inside of it.
fn referring_class(user: &str) -> Option<&str> {
    let method = user.split('(').next()?.split_whitespace().last()?;
    let class = method.rsplit_once('.')?.0;
    class.split('$').next().filter(|class| class.contains('.'))
}

/// Words a class that R8 misses by the versions of its library that have it: no dependency is missing then.
fn between_versions(failure: &mut Failure) {
    let has = |key: &str| failure.details.contains_key(key);
    if failure.category != Category::AgpR8MissingClass || has("known") || has("now") {
        return;
    }
    let Some(user) = failure.first_detail(&["user"]) else { return };
    let Some(class) = referring_class(&user).map(str::to_owned) else { return };
    let (gone, came) = (has("gone_with") && has("gone_after"), has("came_with") && has("came_after"));
    if !has("artifact") || !gone && !came {
        return;
    }
    failure.details.insert("user_class".to_owned(), class);
    if gone {
        failure.say("R8 does not find the class `{symbol}`, to which `{user_class}` refers: `{artifact}` {gone_after} still has it, {gone_with} no longer does. What refers to it is made for the older one.",
            &[
                "Update the library that `{user_class}` belongs to, to a release made for `{artifact}` {gone_with}; until there is one keep the older: `implementation(\"{artifact}\") {{ version {{ strictly(\"{gone_after}\") }} }}`.",
                "`-dontwarn {symbol}` only hides it: where that code runs, it fails with a NoClassDefFoundError.",
            ],
        );
    } else {
        failure.say("R8 does not find the class `{symbol}`, to which `{user_class}` refers: `{artifact}` {came_after} does not have it yet, {came_with} does. What refers to it is made for the newer one.",
            &[
                "Raise `{artifact}` to {came_with} or newer, or take an older release of the library that `{user_class}` belongs to.",
                "`-dontwarn {symbol}` only hides it: where that code runs, it fails with a NoClassDefFoundError.",
            ],
        );
    }
}

/// The name that cannot be found, as fully as it is known, for failures that are about one.
fn unresolved(failure: &Failure) -> Option<String> {
    use Category as C;
    match failure.category {
        C::KotlinUnresolvedReference | C::JavaCannotFindSymbol | C::KotlinMissingSupertype => {
            let full = failure.first_detail(&["import", "package", "decoded", "own_import"]);
            full.or_else(|| failure.symbol.clone().filter(|_| !names::is_unknown_segment(failure)))
        }
        // What a known failure says of R8's classes is not that a library is missing.
        C::AgpR8MissingClass if failure.details.contains_key("known") => None,
        C::RuntimeNoClassDef | C::AgpR8MissingClass | C::XmlClassNotFound | C::XmlInflation => failure.symbol.clone(),
        C::XmlResourceNotFound | C::GradleDependencyNotFound | C::GradlePluginNotFound => failure.symbol.clone(),
        // A library refers to it, which is to be exchanged itself.
        C::JavaOther if failure.details.contains_key("old_support") => None,
        C::JavaOther => failure.first_detail(&["class_missing"]).or_else(|| failure.symbol.clone()),
        C::GradleUnknownPropertyOrMethod | C::GradleScriptCompile | C::GradleVersionIncompatible => {
            failure.symbol.clone()
        }
        C::XmlAttributeNotFound => failure.symbol.as_ref().map(|name| {
            let android = if name.contains("android:") { "android:" } else { "" };
            format!("{android}attr/{}", plain_attribute(name))
        }),
        _ => None,
    }
}

/// Whether the name that is not found may be a generated class's.
fn about_class(category: Category) -> bool {
    use Category as C;
    let categories =
        [C::KotlinUnresolvedReference, C::JavaCannotFindSymbol, C::KotlinMissingSupertype, C::RuntimeNoClassDef];
    categories.contains(&category)
}

/// Adds the library whose resources have names that begin like the one that is missing, unless a rule knows the failure.
fn resource(failure: &mut Failure) -> bool {
    use Category as C;
    let about = [C::XmlResourceNotFound, C::KotlinUnresolvedReference, C::JavaCannotFindSymbol];
    let name = failure.symbol.as_deref().map(plain_attribute).unwrap_or_default();
    // javac shows whether it is looked for in `R`.
    let elsewhere = failure.category == C::JavaCannotFindSymbol && !failure.details.contains_key("resource_kind");
    let told = ["known", "declared_artifact"].iter().any(|key| failure.details.contains_key(*key)) || elsewhere;
    let Some(family) = libraries::resource_family(name).filter(|_| about.contains(&failure.category) && !told) else {
        return false;
    };
    failure.details.insert("resource_library".to_owned(), family.library.to_owned());
    failure.details.extend(family.package.map(|package| ("resource_package".to_owned(), package.to_owned())));
    true
}

/// `layout_behavior` for `app:layout_behavior`, `attr/layout_behavior` and `com.example:attr/layout_behavior`.
fn plain_attribute(name: &str) -> &str {
    name.rsplit(['/', ':']).next().unwrap_or(name)
}

/// The name without the mark that Android itself is meant to have it.
fn of_android(name: &str) -> Option<&str> {
    name.trim_start_matches(['@', '?', '*']).strip_prefix("android:")
}

fn library(failure: &mut Failure, name: &str) {
    let framework = of_android(name).and_then(|plain| match plain.contains('/') {
        true => libraries::framework_since(plain),
        false => ["style", "attr"].iter().find_map(|kind| libraries::framework_since(&format!("{kind}/{plain}"))),
    });
    if let Some(api) = framework {
        for key in ["framework_since", "min_compile_sdk"] {
            failure.details.entry(key.to_owned()).or_insert_with(|| api.to_owned());
        }
        return;
    }
    if failure.details.contains_key("declared_artifact") {
        return; // The project has looked and found that it is not the library that is missing.
    }
    let mut add = |key: &str, value: String| {
        failure.details.entry(key.to_owned()).or_insert(value);
    };
    if let Some(artifact) = libraries::moved_artifact(name) {
        add("moved_artifact", artifact.to_owned());
        return;
    }
    // What has words of its own does not lack the library.
    let told = failure.wording.is_some() && failure.category == Category::XmlResourceNotFound;
    if let Some(artifact) = libraries::home_of_resource(name).filter(|_| !told) {
        add("artifact", artifact.to_owned());
        if let Some(since) = libraries::resource_since(name) {
            add("artifact_since", since.to_owned());
        }
        return;
    }
    if let Some((by, instead)) = libraries::removed(name).filter(|(by, _)| may_be_removed(by, name, failure.category)) {
        // A rule for just this failure says it in its own words.
        if !failure.details.contains_key("known") {
            failure.details.entry("removed_by".to_owned()).or_insert_with(|| by.to_owned());
            failure.details.entry("instead".to_owned()).or_insert_with(|| instead.to_owned());
        }
        return;
    }
    if let Some((jdk, artifact)) = libraries::gone_from_jdk(name) {
        add("gone_in_jdk", jdk.to_owned());
        add("artifact", artifact.to_owned());
        return;
    }
    if let Some(api) = libraries::api_without_desugaring(name) {
        add("desugared_below", api.to_owned());
        return;
    }
    if let Some((by, how)) = libraries::generator(name).filter(|_| about_class(failure.category)) {
        failure.details.entry("generator".to_owned()).or_insert_with(|| by.to_owned());
        failure.details.entry("generate".to_owned()).or_insert_with(|| how.to_owned());
        return;
    }
    if !member(failure, name) && !of_plugin(failure, name) {
        of_library(failure, name);
    }
}

/// The one plugin among the names that Gradle removed; the others are configurations and functions of scripts.
const REMOVED_PLUGIN: &str = "maven";

/// Whether a name that `by` removed can be meant here: Gradle's are words that packages and repositories have, too.
fn may_be_removed(by: &str, name: &str, category: Category) -> bool {
    use Category as C;
    if !by.starts_with("Gradle ") {
        return true;
    }
    let whole = !name.contains(['.', '/', '$']);
    whole
        && match category {
            C::GradlePluginNotFound => name == REMOVED_PLUGIN,
            C::GradleScriptCompile | C::GradleUnknownPropertyOrMethod => name != REMOVED_PLUGIN,
            _ => false,
        }
}

/// Words what a package of npm or pub.dev brings and the app does not have.
fn of_plugin(failure: &mut Failure, name: &str) -> bool {
    use Category as C;
    let plain = name.trim_end_matches(".*").replace('/', ".");
    if failure.details.contains_key("known") {
        return false;
    }
    let Some(plugin) = libraries::plugin(&plain) else { return of_plugins_vendor(failure, &plain) };
    failure.details.insert("missing_name".to_owned(), plain);
    failure.details.insert("brought_by".to_owned(), plugin.name().to_owned());
    // `:react-native-community_netinfo`, as React Native's Gradle plugin calls the module of a package with a scope.
    failure.details.insert("plugin_module".to_owned(), plugin.name().trim_start_matches('@').replace('/', "_"));
    let (cause, fixes) = match (plugin, failure.category) {
        (PluginPackage::Npm(_), C::JavaCannotFindSymbol | C::KotlinUnresolvedReference) => NPM_AT_COMPILE_TIME,
        (PluginPackage::Pub(_), C::JavaCannotFindSymbol | C::KotlinUnresolvedReference) => PUB_AT_COMPILE_TIME,
        (PluginPackage::Npm(_), C::RuntimeNoClassDef | C::AgpR8MissingClass | C::ManifestClassNotFound) => {
            NPM_AT_RUN_TIME
        }
        (PluginPackage::Pub(_), C::RuntimeNoClassDef | C::AgpR8MissingClass | C::ManifestClassNotFound) => {
            PUB_AT_RUN_TIME
        }
        _ => return false,
    };
    failure.say(cause, fixes);
    true
}

/// Most plugins of one vendor that are named.
const VENDOR: usize = 4;

/// Words an import of which only the beginning is known that the plugins of one vendor have in common, `com.ryanheise`.
fn of_plugins_vendor(failure: &mut Failure, package: &str) -> bool {
    let plugins = libraries::plugins_below(package);
    let kotlin = failure.category == Category::KotlinUnresolvedReference && package.contains('.');
    if !kotlin || plugins.is_empty() || plugins.len() > VENDOR {
        return false;
    }
    let names: Vec<String> = plugins.iter().map(|plugin| format!("`{}`", plugin.name())).collect();
    let flutter = plugins.iter().all(|plugin| matches!(plugin, PluginPackage::Pub(_)));
    if !flutter && plugins.iter().any(|plugin| matches!(plugin, PluginPackage::Pub(_))) {
        return false;
    }
    failure.details.insert("missing_name".to_owned(), package.to_owned());
    failure.details.insert("brought_by".to_owned(), names.join(", "));
    let (cause, fixes) = if flutter { PUB_OF_VENDOR } else { NPM_OF_VENDOR };
    failure.say(cause, fixes);
    true
}

const PUB_OF_VENDOR: PluginWords = (
    "By its column, line {line} is probably the import of `{missing_name}…`, a package of Flutter plugins ({brought_by}), and this module does not compile against the one that is meant: it is not in pubspec.yaml (any more), or its module did not build.",
    &[
        "See that the plugin which line {line} of `{name}` imports stands in pubspec.yaml ({brought_by}; else `flutter pub add …`), run `flutter clean` and `flutter pub get`, and build again.",
        "If it stays, look for an earlier error of the plugin's own module, or hold the import against the installed version.",
    ],
);

const NPM_OF_VENDOR: PluginWords = (
    "By its column, line {line} is probably the import of `{missing_name}…`, a package of npm's ({brought_by}), whose Android part is not on this module's compile class path: it is not installed or not linked.",
    &[
        "See that the package which line {line} of `{name}` imports stands in package.json ({brought_by}; else `npm install …`), run `npm install`, and build again.",
        "If the app links by itself (React Native 0.60 and newer, Expo, Capacitor), remove the import and what uses it from the app's code, unless the README asks for it.",
    ],
);

/// What is said of a plugin that is not there: a cause and its steps.
type PluginWords = (&'static str, &'static [&'static str]);

const NPM_AT_COMPILE_TIME: PluginWords = (
    "`{missing_name}` is of the npm package `{brought_by}`, whose Android part is not on this module's compile class path: it is not installed or not linked, or the installed version has other Java packages.",
    &[
        "Run `npm install {brought_by}` (or `yarn add`) and build again. React Native 0.60 and newer links it by itself: then remove its import and its `new …Package()` from the app's code, unless its README asks for them.",
        "If it is linked by hand: `include ':{plugin_module}'` with its `projectDir` in settings.gradle, and `implementation project(':{plugin_module}')` in the app's build.gradle.",
        "If it was just upgraded, hold the import against the README of the installed version: packages and classes were renamed between major versions.",
    ],
);

const PUB_AT_COMPILE_TIME: PluginWords = (
    "`{missing_name}` is of the Flutter plugin `{brought_by}`, which this module does not compile against: it is not in pubspec.yaml (any more), its module did not build, or the installed version has no such class.",
    &[
        "See that `{brought_by}` stands in pubspec.yaml (else `flutter pub add {brought_by}`); then `flutter clean` and `flutter pub get`, which write the list of plugins anew, and build again; in code of your own hold the import against the installed version of `{brought_by}`.",
        "If it stays, look for an earlier error of the plugin's own module (`:{brought_by}`), and take a version of the plugin that is made for your Flutter (`flutter pub upgrade {brought_by}`).",
    ],
);

const NPM_AT_RUN_TIME: PluginWords = (
    "The class `{missing_name}` is of the npm package `{brought_by}` and is not in the app: its Android part is not linked, the installed version does not have this class (any more), or R8 removed it.",
    &[
        "Look whether the class exists in `node_modules/{brought_by}/android`: if not, change the code that names it to what the README of the installed version says, or install the version that has it.",
        "If it exists, let the package be linked (it must be a dependency in the app's own package.json), and build anew: `cd android && ./gradlew clean`.",
        "If only the minified build fails, keep it: `-keep class {missing_name} {{ *; }}`.",
    ],
);

const PUB_AT_RUN_TIME: PluginWords = (
    "The class `{missing_name}` is of the Flutter plugin `{brought_by}` and is not in the app: the plugin is not in pubspec.yaml (any more), the installed version does not have this class, or R8 removed it.",
    &[
        "See that `{brought_by}` stands in pubspec.yaml (else `flutter pub add {brought_by}`), run `flutter clean` and `flutter pub get`, and install the app anew; if AndroidManifest.xml or your own code names the class, hold the name against the installed version of `{brought_by}`.",
        "If only the minified build fails, keep it: `-keep class {missing_name} {{ *; }}`.",
    ],
);

/// Adds the library of a class, function or package.
fn of_library(failure: &mut Failure, name: &str) {
    let moved = libraries::moved_name(name);
    // What is being inflated is there; something that it uses is not.
    let there = failure.category == Category::XmlInflation && moved.is_none();
    let simple = !name.contains(['.', '/']);
    let curated = if simple { libraries::home(name) } else { None };
    if simple && curated.is_none() && failure.category == Category::KotlinUnresolvedReference {
        names::describe(failure);
    }
    // A known failure says in its own words what to do.
    let told = there || names::is_explained(failure) || failure.details.contains_key("known");
    let full = curated.map(|home| home.qualified);
    if moved.is_none() && !told && is_class_missing(failure) && origin::tell(failure, full.as_deref().unwrap_or(name)) {
        return;
    }
    let mut add = |key: &str, value: String| {
        failure.details.entry(key.to_owned()).or_insert(value);
    };
    if let Some(home) = libraries::home(moved.as_deref().unwrap_or(name)).filter(|_| !there) {
        add(if libraries::is_package(&home.qualified) { "its_package" } else { "qualified" }, home.qualified);
        add(if moved.is_some() { "moved_artifact" } else { "artifact" }, home.artifact.to_owned());
    }
    if let Some(moved) = moved {
        add("moved_to", moved);
    }
}

/// Whether a class, function or package of code is what is not found.
fn is_class_missing(failure: &Failure) -> bool {
    use Category as C;
    match failure.category {
        C::JavaOther => failure.details.contains_key("class_missing"),
        category => {
            about_class(category)
                || [C::AgpR8MissingClass, C::XmlClassNotFound, C::XmlInflation, C::GradleVersionIncompatible]
                    .contains(&category)
        }
    }
}

/// Adds what is known of a missing member of a class; `false` where it is no member that is missing.
fn member(failure: &mut Failure, name: &str) -> bool {
    let thrown = failure.exception.as_deref().unwrap_or_default();
    let lacks =
        ["NoSuchMethodError", "NoSuchFieldError", "AbstractMethodError"].iter().any(|end| thrown.ends_with(end));
    let plain = name.split('(').next().unwrap_or(name).to_owned();
    if matches!(failure.category, Category::GradleUnknownPropertyOrMethod | Category::GradleScriptCompile) {
        script_names::tell(failure);
        return true;
    }
    // A known failure says in its own words what to do.
    if failure.details.contains_key("known") && lacks {
        return true;
    }
    if let Some(class) =
        failure.first_detail(&["member_of"]).filter(|_| failure.category == Category::JavaCannotFindSymbol)
    {
        origin::tell_member(failure, &class, &plain);
        return true;
    }
    let last = plain.rsplit('.').next().unwrap_or_default();
    let is_member = last.starts_with(|letter: char| letter.is_lowercase());
    let unfit = failure.category == Category::GradleVersionIncompatible && is_member;
    if !lacks && !unfit {
        return false;
    }
    let owner = failure.first_detail(&["owner", "declarer"]);
    match plain.rsplit_once('.') {
        Some((class, member)) => origin::tell_member(failure, class, member),
        None => origin::tell_member(failure, &owner.unwrap_or_default(), &plain),
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn what_gradle_removed_is_the_whole_name_in_a_script() {
        let line = |source: &str, name: &str| {
            answer(&format!(
                "* What went wrong:\nScript compilation error:\n\n  Line 40: {source}\n           ^ Unresolved reference: {name}\n\n1 error\n"
            ))
        };
        assert!(line("compile(\"com.example:shelf:1.0\")", "compile").contains("removed by Gradle 7"));
        let repository = line("maven(\"https://maven.example.com\")", "maven");
        assert!(!repository.contains("removed by"), "{repository}");
        assert!(repository.contains("repositories"), "{repository}");
        let plugin = answer("* What went wrong:\nPlugin with id 'maven' not found.\n");
        assert!(plugin.contains("maven-publish"), "{plugin}");
        let trace = "Exception in thread \"main\" java.lang.NoClassDefFoundError: runtime/ShelfKt\n\tat com.example.MainKt.main(Main.kt:22)\n";
        assert!(!answer(trace).contains("Gradle 7"), "{}", answer(trace));
    }

    #[test]
    fn a_missing_class_names_the_plugin_that_brings_it() {
        let missing = |package: &str| {
            answer(&format!(
                "> Task :app:compileDebugJavaWithJavac FAILED\n/p/android/app/src/main/java/com/example/Basket.java:9: error: package {package} does not exist\nimport {package}.Oak;\n                            ^\n1 error\n"
            ))
        };
        let npm = missing("com.reactnativecommunity.netinfo");
        assert!(npm.contains("npm install @react-native-community/netinfo"), "{npm}");
        assert!(npm.contains("project(':react-native-community_netinfo')"), "{npm}");
        assert!(missing("com.tekartik.sqflite").contains("the Flutter plugin `sqflite`"));
        assert!(!missing("com.example.shelf").contains("npm"));
        let vendor = answer(
            "e: file:///w/Till.kt:5:12 Unresolved reference 'ryanheise'.\n> Task :app:compileDebugKotlin FAILED\n",
        );
        assert!(vendor.contains("`audio_service`") && vendor.contains("pubspec.yaml"), "{vendor}");
        let in_manifest = answer(
            "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 7\njava.lang.RuntimeException: Unable to instantiate activity ComponentInfo{com.example.basket/com.ryanheise.audioservice.AudioServiceActivity}: java.lang.ClassNotFoundException: Didn't find class \"com.ryanheise.audioservice.AudioServiceActivity\" on path: DexPathList[[zip file \"/data/app/base.apk\"]]\n\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3)\n",
        );
        assert!(in_manifest.contains("the Flutter plugin `audio_service`"), "{in_manifest}");
        let at_run_time = answer(
            "java.lang.NoClassDefFoundError: Failed resolution of: Lcom/swmansion/gesturehandler/react/Shelf;\n\tat com.example.basket.MainActivity.open(MainActivity.java:31)\n",
        );
        assert!(at_run_time.contains("node_modules/react-native-gesture-handler/android"), "{at_run_time}");
    }
}
