//! What is not said in a setting: what holds for another one only.

use super::clauses;
use super::context::Setting;
use crate::pattern::Pattern;

/// `for Flutter: …`, `in an Expo project …`, `React Native: …`: a part of a step that is for one framework.
static OF_FRAMEWORK: Pattern = Pattern::new(
    r"^(?:[Oo]r )?(?:(?:[Ii]n|[Ff]or|[Ww]ith|[Aa]) (?:an? )?(?P<of>Flutter|React Native|Expo|Cordova|Capacitor|Unity|Godot)\b|(?P<named>Flutter|React Native|Expo|Cordova|Capacitor|Unity|Godot)(?: project| app)?: )",
);

/// `in Android Studio: Settings > …`, `IDE: Gradle JDK`
static OF_IDE: Pattern =
    Pattern::new(r"^(?:[Oo]r )?(?:in (?:the|an) (?:IDE|ide)|In (?:the|an) IDE|(?:[Ii]n )?Android Studio|IDE\b)");

/// Settings whose Gradle no Android Studio starts.
const WITHOUT_IDE: &[&str] = &["Unity", "Godot", "Buildozer", ".NET for Android", "Cordova"];

/// `in an Android module …`, `on Android …`, `If only the minified …`: a part that holds for Android alone.
static OF_ANDROID: Pattern = Pattern::new(
    r"^(?:[Oo]r |[Aa]nd )?(?:[Oo]n|[Ii]n|[Ff]or|[Ii]f|[Ww]ith) (?:an? |the |only the )?(?:Android|AGP|R8|ProGuard|minified|release build fails)",
);

/// What is said of Android within a part, and what is said in its place.
const ASIDES: &[(&str, &str)] = &[
    (", keep it in R8's rules, and check that it supports this platform and Android version", ""),
    ("`viewModelScope.launch { ", "`scope.launch { "),
    (", `lifecycleScope.launch`, `LaunchedEffect` in Compose", ", or `runBlocking { … }` in `main` and in tests"),
    (" (R, BuildConfig, a binding, an annotation processor's class)", " (by an annotation processor or another tool)"),
    (
        "; if it is in another module or library, use that one's `R`, for `R` holds only a module's own resources by default since AGP 8",
        "",
    ),
    (
        " on `viewModelScope`, `lifecycleScope`, or in Compose on that of `rememberCoroutineScope()`",
        " on the scope of the class or server that it belongs to",
    ),
    (" (`-Xmx`, on Android `largeHeap`)", " (`-Xmx`)"),
    ("in Android Studio or IntelliJ", "in IntelliJ"),
    ("in Android Studio", "in the IDE"),
    ("In Android Studio", "In the IDE"),
];

/// The same in code that several platforms share.
const SHARED: &[(&str, &str)] = &[
    (", `lifecycleScope.launch`, `LaunchedEffect` in Compose", " or a scope of your own, `LaunchedEffect` in Compose"),
    (
        " on `viewModelScope`, `lifecycleScope`, or in Compose",
        " on `viewModelScope`, a scope of your own, or in Compose",
    ),
];

/// What stops a daemon that a machine of a single build does not have.
const STOPPING: &[&str] = &[", then `./gradlew --stop`", "; stop the old daemons with `./gradlew --stop`"];

/// `If \`shelf\` is a Flutter or React Native package, upgrade it`: what is done about a module that is not the reader's own.
static OF_PACKAGE: Pattern = Pattern::new(
    r"^If (?:the module|`[^`]+`|it) (?:belongs to|is) (?:an? )?(?:Flutter|React Native|Cordova|Capacitor|plugin)\b",
);

/// `If \`:shelf\` is a Flutter or React Native package, upgrade that package: …`
static UPGRADED: Pattern =
    Pattern::new(r"^If (?P<name>`[^`]+`) is an? [^,;.]+(?:, [^,;.]+)?, upgrade (?:that package|it)(?P<rest>(?s:.*))$");

/// Puts first what is for a package's module, or leaves it out where the app itself failed.
fn by_module(setting: &Setting, steps: &mut Vec<String>) {
    let Some(at) = steps.iter().position(|step| OF_PACKAGE.is_match(step)).filter(|_| steps.len() > 1) else { return };
    if setting.of_package {
        steps[..=at].rotate_right(1);
        // Nobody need ask whether it is one.
        if let Some(found) = UPGRADED.captures(&steps[0]) {
            steps[0] = format!("Upgrade the package {}{}", &found["name"], &found["rest"]);
            steps.retain(|step| !step.starts_with("If it is your own module, "));
        }
    } else if setting.project.is_some() && !setting.in_module {
        steps.remove(at);
    }
}

/// Leaves out of the steps what is for another setting.
pub fn fit(setting: &Setting, steps: &mut Vec<String>) {
    if setting.plain || setting.common {
        let asides = if setting.plain { ASIDES } else { SHARED };
        for step in steps.iter_mut() {
            asides.iter().for_each(|(aside, instead)| *step = step.replace(aside, instead));
        }
    }
    if setting.machine.is_some() {
        for step in steps.iter_mut() {
            STOPPING.iter().for_each(|stop| *step = step.replace(stop, ""));
        }
    }
    by_module(setting, steps);
    let is_others = |part: &str| is_of_others(setting, part);
    // A step that is for others as a whole goes, if another one remains.
    if steps.iter().any(|step| !is_others(step)) {
        steps.retain(|step| !is_others(step) || clauses::without(step, is_others) != *step);
    }
    steps.iter_mut().for_each(|step| *step = clauses::without(step, is_others));
}

/// Whether a part of a step is for another setting.
fn is_of_others(setting: &Setting, part: &str) -> bool {
    let framework = || {
        let found = OF_FRAMEWORK.captures(part)?;
        let name = found.name("of").or_else(|| found.name("named"))?.as_str();
        // An Expo app is a React Native app.
        // A machine's log without a framework's signs is of none.
        Some(Some(name) != setting.project && !(name == "React Native" && setting.project == Some("Expo")))
    };
    framework().unwrap_or(false)
        || (setting.machine.is_some() || setting.project.is_some_and(|name| WITHOUT_IDE.contains(&name)))
            && OF_IDE.is_match(part)
        || setting.plain && OF_ANDROID.is_match(part)
}
