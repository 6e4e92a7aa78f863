//! Crashes in apps that are written in another language than the trace: no frame of theirs is in it.

use crate::Category as C;
use crate::facts::libraries;
use crate::model::failure::Failure;

/// Of a setting: what its apps are written in, whose code such a trace shows, and how that is updated.
struct Bridge {
    setting: &'static str,
    language: &'static str,
    code: &'static str,
    update: &'static str,
}

const BRIDGES: &[Bridge] = &[
    Bridge {
        setting: "Flutter",
        language: "Dart",
        code: "a plugin or of Flutter's engine",
        update: "update the plugin (`flutter pub outdated` shows newer ones)",
    },
    Bridge {
        setting: "React Native",
        language: "JavaScript",
        code: "a native module or of React Native",
        update: "update the package (`npm outdated` shows newer ones)",
    },
    Bridge {
        setting: "Expo",
        language: "JavaScript",
        code: "a native module or of React Native",
        update: "bring the packages to the versions for the SDK (`npx expo install --fix`)",
    },
    Bridge {
        setting: "Cordova",
        language: "JavaScript",
        code: "a plugin or of cordova-android",
        update: "update the plugin (`cordova plugin rm` and `add`)",
    },
    Bridge {
        setting: "Capacitor",
        language: "JavaScript",
        code: "a plugin or of Capacitor",
        update: "update the plugin, then `npx cap sync android`",
    },
    Bridge {
        setting: "Unity",
        language: "C#",
        code: "a plugin or of Unity",
        update: "update the plugin, or Unity within its release line",
    },
    Bridge {
        setting: "Godot",
        language: "GDScript or C#",
        code: "a plugin or of Godot",
        update: "update the plugin or Godot",
    },
    Bridge {
        setting: "Buildozer",
        language: "Python",
        code: "python-for-android, Kivy or a library",
        update: "build anew with newer ones (`buildozer android clean`)",
    },
];

/// Puts first what is done about native code that the reader has not written, unless a rule for it knows better.
pub fn fit(setting: Option<&str>, failure: &Failure, steps: &mut Vec<String>) {
    let Some(bridge) = BRIDGES.iter().find(|bridge| Some(bridge.setting) == setting) else { return };
    let foreign = failure.details.contains_key("foreign_frame") && failure.category.id().starts_with("runtime_");
    let known =
        failure.details.contains_key("known") && failure.details.get("fault_of").is_none_or(|owner| owner != "own");
    // A library that cannot be loaded is missing or does not fit, whatever calls it.
    let elsewhere = [C::RuntimeJavascript, C::RuntimeUnsatisfiedLink].contains(&failure.category);
    if !foreign || known || elsewhere {
        return;
    }
    let Bridge { language, code, update, .. } = bridge;
    let package = package(failure);
    let is_told = |name: &String| steps.iter().any(|step| step.contains(&format!("`{name}`")));
    if package.as_ref().is_some_and(is_told) {
        return;
    }
    let step = match package {
        Some(package) => format!(
            "The trace is code of the package `{package}`, which your {language} calls: {update}, and look at what the {language} gave it just before."
        ),
        None => format!(
            "The trace is code of {code}, which your {language} calls: {update} that its package names belong to, and look at what the {language} did just before."
        ),
    };
    // A rule's own steps are more than this, and those that say what the library is to be given, or who lists a class.
    let told = ["known", "maker", "lister"].iter().any(|detail| failure.details.contains_key(*detail));
    let at = if told { steps.len() } else { 0 };
    steps.insert(at, step);
}

/// Packages that stand between the others and the app.
const CORES: &[&str] = &["@capacitor/android", "expo-modules-core"];

/// The package of npm or pub.dev whose class fails: `expo-camera` of `expo.modules.camera.…`.
fn package(failure: &Failure) -> Option<String> {
    let frames = ["library_place", "foreign_frame", "foreign_caller"];
    let classes = || frames.iter().filter_map(|detail| failure.details.get(*detail));
    let known = classes().filter_map(|class| libraries::plugin(class)).map(|plugin| plugin.name());
    let named = known.filter(|name| !CORES.contains(name)).map(str::to_owned).next();
    let of_expo = |class: &String| class.strip_prefix("expo.modules.")?.split('.').next().map(str::to_owned);
    let others = || classes().filter_map(of_expo).find(|name| name != "kotlin" && name != "core");
    named.or_else(|| others().map(|name| format!("expo-{name}")))
}
