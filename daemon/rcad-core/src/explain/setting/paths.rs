//! Files and commands as they are called in a setting.

/// Of a setting: where its Gradle project is, its app module, how a task of it is run.
struct GradleHome {
    setting: &'static str,
    /// The directory of the wrapper and the settings file, with `/` behind.
    root: &'static str,
    /// That of the app's build file.
    app: &'static str,
    /// That of its manifest and resources, below it.
    sources: &'static str,
    /// What stands for `` `./gradlew ``.
    command: &'static str,
    /// Whether a tool writes the files there anew, so that nobody edits them.
    generated: bool,
}

/// A Gradle project in `android/`, as most tools lay it.
const ANDROID: GradleHome = GradleHome {
    setting: "",
    root: "android/",
    app: "android/app/",
    sources: "src/main/",
    command: "`cd android && ./gradlew ",
    generated: false,
};

/// Settings whose Gradle project is not the root of what the reader has before them.
const HOMES: &[GradleHome] = &[
    GradleHome { setting: "Flutter", ..ANDROID },
    GradleHome { setting: "React Native", ..ANDROID },
    GradleHome { setting: "Expo", generated: true, ..ANDROID },
    GradleHome { setting: "Capacitor", ..ANDROID },
    GradleHome {
        setting: "Godot",
        root: "android/build/",
        app: "android/build/",
        sources: "",
        command: "`cd android/build && ./gradlew ",
        generated: false,
    },
    GradleHome {
        setting: "Cordova",
        root: "platforms/android/",
        app: "platforms/android/app/",
        sources: "src/main/",
        command: "`cd platforms/android && ./gradlew ",
        generated: true,
    },
    GradleHome {
        setting: "Buildozer",
        root: ".buildozer/android/platform/build-*/dists/*/",
        app: ".buildozer/android/platform/build-*/dists/*/",
        sources: "src/main/",
        command: "`cd .buildozer/android/platform/build-*/dists/* && ./gradlew ",
        generated: true,
    },
];

/// Files of the Gradle project's root, and of the app module; whether these are among its sources.
const OF_ROOT: &[&str] = &[
    "gradle/wrapper/gradle-wrapper.properties",
    "gradle/libs.versions.toml",
    "gradle.properties",
    "local.properties",
    "settings.gradle",
];
const OF_APP: &[(&str, bool)] =
    &[("proguard-rules.pro", false), ("AndroidManifest.xml", true), ("res/", true), ("google-services.json", false)];

/// What goes before a name that is part of a longer one.
const LONGER: &[char] = &['/', '\\', '~', '_', '-', '.', '>', '}', ':', '%', '*'];

/// Whether the setting's files are called in a step by their own paths.
pub fn is_told(setting: &str, step: &str) -> bool {
    let home = HOMES.iter().find(|home| home.setting == setting && !home.generated);
    home.is_some() && OF_APP.iter().any(|(file, _)| step.contains(file))
}

/// Calls files and commands in a step by their paths from the project's root.
pub fn fit(setting: &str, step: &mut String) {
    if setting == "Unity" {
        *step = step.replace("`./gradlew ", "`gradle ");
        return;
    }
    let Some(home) = HOMES.iter().find(|home| home.setting == setting) else { return };
    if !home.generated {
        OF_ROOT.iter().for_each(|file| prefix(step, file, home.root));
        for (file, is_source) in OF_APP {
            prefix(step, file, &format!("{}{}", home.app, if *is_source { home.sources } else { "" }));
        }
    }
    if setting == "Flutter" {
        *step = step.replace(" build/outputs/", " build/app/outputs/");
    }
    if !step.contains("cd android") {
        *step = step.replace("`./gradlew ", home.command);
    }
}

/// Puts `before` before each `name` that stands alone.
fn prefix(step: &mut String, name: &str, before: &str) {
    let mut from = 0;
    while let Some(found) = step[from..].find(name) {
        let at = from + found;
        let alone = !step[..at].ends_with(|last: char| last.is_alphanumeric() || LONGER.contains(&last));
        if alone {
            step.insert_str(at, before);
        }
        from = at + name.len() + if alone { before.len() } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn files_are_called_from_the_projects_root() {
        let fitted = |setting: &str, step: &str| {
            let mut step = step.to_owned();
            fit(setting, &mut step);
            step
        };
        for (setting, step, expected) in [
            (
                "Flutter",
                "In gradle.properties, then `./gradlew --stop`.",
                "In android/gradle.properties, then `cd android && ./gradlew --stop`.",
            ),
            ("Flutter", "In ~/.gradle/gradle.properties.", "In ~/.gradle/gradle.properties."),
            ("Capacitor", "In AndroidManifest.xml.", "In android/app/src/main/AndroidManifest.xml."),
            ("Cordova", "In `gradle.properties`.", "In `gradle.properties`."),
            ("Godot", "In `gradle.properties`.", "In `android/build/gradle.properties`."),
            ("Flutter", "In app/build/merged/AndroidManifest.xml.", "In app/build/merged/AndroidManifest.xml."),
            ("JVM", "In gradle.properties.", "In gradle.properties."),
        ] {
            assert_eq!(fitted(setting, step), expected);
        }
    }
}
