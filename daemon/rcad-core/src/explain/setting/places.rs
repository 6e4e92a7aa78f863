//! Where each setting keeps what a step changes. Data only.

use super::subjects::Subject::{
    self, Agp, BuildFile, CompileSdk, Dependencies, Gradle, Jdk, Kotlin, Manifest, Memory, MinSdk, Ndk, Properties,
    Repositories, Resources, Rules, TargetSdk,
};

/// Where a setting keeps things.
pub struct SettingPlaces {
    /// The setting, as the parser names it.
    pub setting: &'static str,
    /// How a sentence on it begins.
    pub intro: &'static str,
    /// Words of steps that are written for this setting already.
    pub known_by: &'static [&'static str],
    /// Of each subject its place; of several wordings the first whose `{value}` is known.
    pub places: &'static [(Subject, &'static [&'static str])],
}

/// What stands before a setting's name where something is said for it; a mention among others is none.
const FRAMED: &[&str] = &["in ", "In ", "in a ", "In a ", "in an ", "In an ", "for ", "For ", "with ", "With "];

impl SettingPlaces {
    /// Whether a step is written for the setting already: it names a file or command of it, or says that it is for it.
    pub fn knows(&self, step: &str) -> bool {
        let name = self.setting;
        let is_for = |at: usize| {
            FRAMED.iter().any(|before| step[..at].ends_with(before))
                || [":", " project", " app", "'s "].iter().any(|after| step[at + name.len()..].starts_with(after))
        };
        self.known_by.iter().any(|word| step.contains(word)) || step.match_indices(name).any(|(at, _)| is_for(at))
    }
}

/// The projects.
pub static PROJECTS: &[SettingPlaces] = &[
    SettingPlaces {
        setting: "Flutter",
        intro: "In a Flutter app",
        known_by: &["flutter ", "pubspec", " android/", "`android/"],
        places: &[
            (
                Agp,
                &[
                    "in android/settings.gradle(.kts), at `com.android.application` (older apps: the `classpath` in android/build.gradle)",
                ],
            ),
            (
                Kotlin,
                &[
                    "in android/settings.gradle(.kts), at `org.jetbrains.kotlin.android` (older apps: `ext.kotlin_version` in android/build.gradle)",
                ],
            ),
            (CompileSdk, &["in android/app/build.gradle(.kts), in place of `flutter.compileSdkVersion`"]),
            (MinSdk, &["in `defaultConfig` of android/app/build.gradle(.kts), in place of `flutter.minSdkVersion`"]),
            (
                TargetSdk,
                &["in `defaultConfig` of android/app/build.gradle(.kts), in place of `flutter.targetSdkVersion`"],
            ),
            (Ndk, &["in android/app/build.gradle(.kts), in place of `flutter.ndkVersion`"]),
            (
                Jdk,
                &[
                    "by `flutter config --jdk-dir=<directory of JDK {value}>`; without it Flutter takes Android Studio's JDK, else that of `JAVA_HOME` (`flutter doctor -v` shows which)",
                    "by `flutter config --jdk-dir=<directory of the JDK>`; `flutter doctor -v` shows which one is used",
                ],
            ),
            (Manifest, &["in android/app/src/main/AndroidManifest.xml"]),
            (BuildFile, &["in android/app/build.gradle(.kts)"]),
            (
                Repositories,
                &["in `allprojects` of android/build.gradle(.kts), for plugins in android/settings.gradle(.kts)"],
            ),
            (
                Dependencies,
                &[
                    "in android/app/build.gradle(.kts), unless a plugin of pubspec.yaml brings it: then by that plugin's version",
                ],
            ),
        ],
    },
    SettingPlaces {
        setting: "React Native",
        intro: "In a React Native app",
        known_by: &[" android/", "`android/", "npx "],
        places: &[
            (
                Agp,
                &[
                    "with a newer React Native, whose Gradle plugin brings it, or by a version at `com.android.tools.build:gradle` in android/build.gradle",
                ],
            ),
            (Kotlin, &["by `kotlinVersion` in the `ext` block of android/build.gradle"]),
            (CompileSdk, &["by `compileSdkVersion` in the `ext` block of android/build.gradle"]),
            (MinSdk, &["by `minSdkVersion` in the `ext` block of android/build.gradle"]),
            (TargetSdk, &["by `targetSdkVersion` in the `ext` block of android/build.gradle"]),
            (Ndk, &["by `ndkVersion` in the `ext` block of android/build.gradle"]),
            (Jdk, &["by `JAVA_HOME` in the shell that runs `npx react-native` (`npx react-native doctor` checks it)"]),
            (Manifest, &["in android/app/src/main/AndroidManifest.xml"]),
            (BuildFile, &["in android/app/build.gradle"]),
            (Repositories, &["in `allprojects` of android/build.gradle"]),
            (
                Dependencies,
                &[
                    "in android/app/build.gradle, unless a package of package.json brings it: then by that package's version",
                ],
            ),
        ],
    },
    SettingPlaces {
        setting: "Expo",
        intro: "In an Expo app",
        known_by: &["app.json", "expo-build-properties", "npx expo", "eas "],
        places: &[
            (
                Agp,
                &[
                    "with a newer Expo SDK, whose React Native brings it (for the SDK at hand `npx expo install --fix` brings packages that fit)",
                ],
            ),
            (Gradle, &["with a newer Expo SDK, whose wrapper `npx expo prebuild --clean` writes into `android/`"]),
            (
                Kotlin,
                &[
                    "by `android.kotlinVersion` of the plugin `expo-build-properties` in app.json (if a package is too new for the SDK, `npx expo install --fix` is enough), then `npx expo prebuild --clean`",
                ],
            ),
            (
                CompileSdk,
                &[
                    "by `android.compileSdkVersion` of the plugin `expo-build-properties` in app.json, then `npx expo prebuild --clean`, which writes `android/`",
                ],
            ),
            (
                MinSdk,
                &[
                    "by `android.minSdkVersion` of the plugin `expo-build-properties` in app.json, then `npx expo prebuild --clean`, which writes `android/`",
                ],
            ),
            (
                TargetSdk,
                &[
                    "by `android.targetSdkVersion` of the plugin `expo-build-properties` in app.json, then `npx expo prebuild --clean`, which writes `android/`",
                ],
            ),
            (
                Rules,
                &[
                    "by `android.extraProguardRules` of the plugin `expo-build-properties` in app.json, for `npx expo prebuild` writes `android/` anew",
                ],
            ),
            (Repositories, &["by `android.extraMavenRepos` of the plugin `expo-build-properties` in app.json"]),
            (
                Manifest,
                &[
                    "by app.json (`android.permissions`, `android.intentFilters`) or a config plugin (`withAndroidManifest`), for `npx expo prebuild` writes the manifest anew",
                ],
            ),
            (
                Memory,
                &[
                    "in ~/.gradle/gradle.properties, for EAS by a config plugin (`withGradleProperties`), for `npx expo prebuild` writes android/gradle.properties anew",
                ],
            ),
            (
                Properties,
                &[
                    "by a config plugin (`withGradleProperties`), for `npx expo prebuild` writes android/gradle.properties anew",
                ],
            ),
            (Jdk, &["by `JAVA_HOME` in the shell that runs `npx expo`, on EAS by `image` of the profile in eas.json"]),
            (
                BuildFile,
                &[
                    "by a config plugin (`withAppBuildGradle`; `expo-build-properties` knows some of it, such as `packagingOptions`)",
                ],
            ),
            (
                Dependencies,
                &[
                    "by the package of package.json that brings it (`npx expo install --fix` brings versions that fit the SDK), for `npx expo prebuild` writes android/app/build.gradle anew",
                ],
            ),
            (Resources, &["by app.json or a config plugin, for `npx expo prebuild` writes `android/` anew"]),
        ],
    },
    SettingPlaces {
        setting: "Cordova",
        intro: "In a Cordova app",
        known_by: &["cordova ", "cordova-android", "config.xml"],
        places: &[
            (
                Agp,
                &[
                    "by `<preference name=\"AndroidGradlePluginVersion\" value=\"{value}\" />` in config.xml, better with a newer cordova-android (`cordova platform rm android`, `cordova platform add android@latest`)",
                    "with a newer cordova-android (`cordova platform rm android`, `cordova platform add android@latest`), or by the preference `AndroidGradlePluginVersion` in config.xml",
                ],
            ),
            (
                Gradle,
                &[
                    "by `<preference name=\"GradleVersion\" … />` in config.xml, better with a newer cordova-android (`cordova platform rm android`, `cordova platform add android@latest`)",
                ],
            ),
            (Kotlin, &["by the preference `GradlePluginKotlinVersion` in config.xml"]),
            (
                CompileSdk,
                &[
                    "by `<preference name=\"android-compileSdkVersion\" value=\"{value}\" />` in config.xml (cordova-android 11 and older: `android-targetSdkVersion` sets it too)",
                    "by the preference `android-compileSdkVersion` in config.xml",
                ],
            ),
            (
                MinSdk,
                &[
                    "by `<preference name=\"android-minSdkVersion\" value=\"{value}\" />` in config.xml",
                    "by the preference `android-minSdkVersion` in config.xml",
                ],
            ),
            (
                TargetSdk,
                &[
                    "by `<preference name=\"android-targetSdkVersion\" value=\"{value}\" />` in config.xml",
                    "by the preference `android-targetSdkVersion` in config.xml",
                ],
            ),
            (
                Manifest,
                &[
                    "by `<edit-config>` or `<config-file>` with `target=\"AndroidManifest.xml\"` in config.xml, for Cordova writes the manifest anew",
                ],
            ),
            (Memory, &["in ~/.gradle/gradle.properties, for Cordova writes platforms/android anew"]),
            (Properties, &["in ~/.gradle/gradle.properties, for Cordova writes platforms/android anew"]),
            (Jdk, &["by `JAVA_HOME` (or `CORDOVA_JAVA_HOME`); `cordova requirements android` shows what is found"]),
            (
                BuildFile,
                &[
                    "in a build-extras.gradle that a hook or plugin copies to platforms/android/app, for Cordova writes build.gradle anew",
                ],
            ),
            (
                Dependencies,
                &[
                    "by the plugin that brings it (`cordova plugin rm` and `add` another version), or a `<framework src=\"…\" />` in config.xml, for Cordova writes build.gradle anew",
                ],
            ),
            (
                Repositories,
                &[
                    "in a build-extras.gradle, or by a newer version of the plugin that needs it, for Cordova writes build.gradle anew",
                ],
            ),
            (Resources, &["by `<resource-file>` in config.xml, for Cordova writes platforms/android anew"]),
        ],
    },
    SettingPlaces {
        setting: "Capacitor",
        intro: "In a Capacitor app",
        known_by: &[" android/", "`android/", "npx cap"],
        places: &[
            (Agp, &["at `com.android.tools.build:gradle` in android/build.gradle"]),
            (Kotlin, &["by `kotlin_version` in android/variables.gradle or android/build.gradle"]),
            (CompileSdk, &["by `compileSdkVersion` in android/variables.gradle"]),
            (MinSdk, &["by `minSdkVersion` in android/variables.gradle"]),
            (TargetSdk, &["by `targetSdkVersion` in android/variables.gradle"]),
            (Jdk, &["by `JAVA_HOME` in the shell that runs `npx cap`, in Android Studio its Gradle JDK"]),
            (Manifest, &["in android/app/src/main/AndroidManifest.xml"]),
            (BuildFile, &["in android/app/build.gradle"]),
            (Repositories, &["in `allprojects` of android/build.gradle"]),
            (
                Dependencies,
                &[
                    "in android/app/build.gradle, unless a plugin of package.json brings it: then by that plugin's version and `npx cap sync android`",
                ],
            ),
        ],
    },
    SettingPlaces {
        setting: "Unity",
        intro: "In Unity",
        known_by: &["Assets/", "Player Settings", "Template.gradle", "Android Resolver", "External Tools"],
        places: &[
            (
                Agp,
                &[
                    "in baseProjectTemplate.gradle (Player Settings > Publishing Settings > Custom Base Gradle Template), better by a newer Unity, which brings it with its Gradle",
                ],
            ),
            (Gradle, &["in Preferences > External Tools > Android, with “Gradle Installed with Unity” switched off"]),
            (
                Kotlin,
                &[
                    "in baseProjectTemplate.gradle (Player Settings > Publishing Settings > Custom Base Gradle Template)",
                ],
            ),
            (
                CompileSdk,
                &[
                    "by the Target API Level in Player Settings > Other Settings, or in launcherTemplate.gradle and mainTemplate.gradle (Publishing Settings), with that platform in the SDK of Preferences > External Tools",
                ],
            ),
            (MinSdk, &["by Minimum API Level in Player Settings > Other Settings"]),
            (TargetSdk, &["by Target API Level in Player Settings > Other Settings"]),
            (Jdk, &["in Preferences > External Tools > JDK (each Unity release brings the one that it was made for)"]),
            (
                Memory,
                &[
                    "in gradleTemplate.properties (Player Settings > Publishing Settings > Custom Gradle Properties Template)",
                ],
            ),
            (
                Properties,
                &[
                    "in gradleTemplate.properties (Player Settings > Publishing Settings > Custom Gradle Properties Template)",
                ],
            ),
            (Ndk, &["in Preferences > External Tools > NDK (each Unity release brings the one that it was made for)"]),
            (
                Manifest,
                &[
                    "in Assets/Plugins/Android/AndroidManifest.xml (Publishing Settings > Custom Main Manifest), or LauncherManifest.xml beside it",
                ],
            ),
            (Rules, &["in Assets/Plugins/Android/proguard-user.txt (Publishing Settings > Custom Proguard File)"]),
            (
                BuildFile,
                &[
                    "in Assets/Plugins/Android/launcherTemplate.gradle or mainTemplate.gradle (Player Settings > Publishing Settings)",
                ],
            ),
            (
                Dependencies,
                &[
                    "in mainTemplate.gradle, or the `*Dependencies.xml` of the package that brings it (Assets > External Dependency Manager > Android Resolver > Force Resolve); look also for .aar and .jar files in Assets/Plugins/Android",
                ],
            ),
            (
                Repositories,
                &["in settingsTemplate.gradle or baseProjectTemplate.gradle (Player Settings > Publishing Settings)"],
            ),
            (
                Resources,
                &[
                    "in an .androidlib folder or .aar in Assets/Plugins/Android, for Unity writes the Gradle project anew",
                ],
            ),
        ],
    },
    SettingPlaces {
        setting: ".NET for Android",
        intro: "In a .NET app",
        known_by: &[".csproj", "NuGet", "dotnet", "Xamarin", "MAUI"],
        places: &[
            (
                CompileSdk,
                &[
                    "by the platform of `TargetFramework` in the .csproj (`net9.0-android{value}`)",
                    "by the platform of `TargetFramework` in the .csproj",
                ],
            ),
            (MinSdk, &["by `SupportedOSPlatformVersion` in the .csproj"]),
            (TargetSdk, &["by `TargetPlatformVersion` in the .csproj"]),
            (Jdk, &["with `-p:JavaSdkDirectory=…`, in Visual Studio Tools > Options > Xamarin > Android Settings"]),
            (Memory, &["by `JavaMaximumHeapSize` in the .csproj"]),
            (
                Manifest,
                &[
                    "in Platforms/Android/AndroidManifest.xml, for components by attributes of the class (`[Activity(Exported = true)]`)",
                ],
            ),
            (Rules, &["in a file with the build action `ProguardConfiguration`"]),
            (
                Dependencies,
                &[
                    "by the NuGet packages of the .csproj: bring all `Xamarin.AndroidX.*` and `Xamarin.Google.*` to releases of one time (`dotnet list package --include-transitive` shows them)",
                ],
            ),
            (BuildFile, &["by a property of the .csproj"]),
            (Resources, &["in Platforms/Android/Resources, with the build action `AndroidResource`"]),
        ],
    },
    SettingPlaces {
        setting: "Godot",
        intro: "In Godot",
        known_by: &[" android/build", "`android/build", "export preset", "Editor Settings"],
        places: &[
            (
                Agp,
                &[
                    "in android/build/config.gradle (`androidGradlePlugin`), better with a newer Godot: Project > Install Android Build Template",
                ],
            ),
            (
                Gradle,
                &[
                    "in android/build/gradle/wrapper/gradle-wrapper.properties, better with a newer Godot: Project > Install Android Build Template",
                ],
            ),
            (Kotlin, &["in android/build/config.gradle (`kotlinVersion`)"]),
            (CompileSdk, &["in android/build/config.gradle (`compileSdk`)"]),
            (MinSdk, &["by Gradle Build > Min SDK of the export preset"]),
            (TargetSdk, &["by Gradle Build > Target SDK of the export preset"]),
            (Jdk, &["in Editor Settings > Export > Android > Java SDK Path (Godot 4 wants JDK 17)"]),
            (Manifest, &["by the export preset's permissions, or in android/build/AndroidManifest.xml"]),
            (Dependencies, &["in android/build/build.gradle, or by the plugin in addons/ that brings it"]),
            (BuildFile, &["in android/build/build.gradle"]),
        ],
    },
    SettingPlaces {
        setting: "Buildozer",
        intro: "With Buildozer",
        known_by: &["buildozer.spec", "buildozer android", "Buildozer", "p4a", "python-for-android"],
        places: &[
            (
                Agp,
                &[
                    "with a newer python-for-android, whose template sets it (`p4a.branch` in buildozer.spec), then `buildozer android clean`",
                ],
            ),
            (
                Gradle,
                &[
                    "with a newer python-for-android, whose template sets it (`p4a.branch` in buildozer.spec), then `buildozer android clean`",
                ],
            ),
            (
                CompileSdk,
                &[
                    "by `android.api = {value}` in buildozer.spec, then `buildozer android clean`",
                    "by `android.api` in buildozer.spec",
                ],
            ),
            (TargetSdk, &["by `android.api = {value}` in buildozer.spec", "by `android.api` in buildozer.spec"]),
            (MinSdk, &["by `android.minapi = {value}` in buildozer.spec", "by `android.minapi` in buildozer.spec"]),
            (Jdk, &["by `JAVA_HOME` in the shell that runs buildozer"]),
            (Memory, &["in ~/.gradle/gradle.properties, for buildozer writes the Gradle project anew"]),
            (Properties, &["in ~/.gradle/gradle.properties, for buildozer writes the Gradle project anew"]),
            (
                Manifest,
                &[
                    "by `android.permissions`, `android.extra_manifest_xml` or `android.extra_manifest_application_arguments` in buildozer.spec",
                ],
            ),
            (Dependencies, &["by `android.gradle_dependencies` in buildozer.spec"]),
            (Repositories, &["by `android.add_gradle_repositories` in buildozer.spec"]),
            (
                BuildFile,
                &["by `android.add_packaging_options`, `android.add_compile_options` and the like in buildozer.spec"],
            ),
            (Ndk, &["by `android.ndk` in buildozer.spec"]),
        ],
    },
    SettingPlaces {
        setting: "Multiplatform",
        intro: "In a multiplatform project",
        known_by: &["commonMain", "androidMain", "sourceSets", "source set"],
        places: &[(
            Dependencies,
            &[
                "in `kotlin { sourceSets { … } }`, in `dependencies` of the source set that uses it (`commonMain` only if it has an artifact for every target)",
            ],
        )],
    },
    SettingPlaces {
        setting: "Maven",
        intro: "In Maven",
        known_by: &["pom.xml", "POM", "mvn ", "<dependency"],
        places: &[
            (Dependencies, &["by a `<dependency>` in pom.xml"]),
            (Kotlin, &["by `kotlin.version` in pom.xml"]),
            (Repositories, &["by a `<repository>` in pom.xml"]),
        ],
    },
];
