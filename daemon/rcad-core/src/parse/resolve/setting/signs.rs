//! What shows in which setting something failed: lines that only its tools print, and paths, tasks and classes that only it
//! has. Data only.

use Seen::{Anywhere, Begins, Own};

use crate::parse::input::lines::DOCKER_STEP;

/// Where a text must stand to be a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// At the beginning of a line: a tool's own line.
    Begins,
    /// Anywhere: nobody else writes it.
    Anywhere,
    /// In what failed itself: its file, task, lines or frames. Elsewhere others may mention it.
    Own,
}

/// Texts that show a setting.
pub struct SettingSign {
    /// The setting.
    pub setting: &'static str,
    /// Where they must stand.
    pub seen: Seen,
    /// The texts.
    pub texts: &'static [&'static str],
}

const fn sign(setting: &'static str, seen: Seen, texts: &'static [&'static str]) -> SettingSign {
    SettingSign { setting, seen, texts }
}

/// The project of which Gradle is no part, unless a plugin starts it.
pub const MAVEN: &str = "Maven";

/// What builds the app, or is built.
pub const PROJECTS: &[SettingSign] = &[
    sign(
        "Flutter",
        Begins,
        &[
            "Running Gradle task '",
            "Launching lib/",
            "Launching lib\\",
            "Gradle task assemble",
            "Gradle task bundle",
            "Exception: Gradle task assemble",
            "Exception: Gradle task bundle",
            "> Configure project :flutter_plugin_android_lifecycle",
            "> Task :app:compileFlutterBuild",
            "Target kernel_snapshot failed",
            "Downloading Web SDK...",
        ],
    ),
    sign(
        "Flutter",
        Anywhere,
        &["─ Flutter Fix ─", "Building with sound null safety", "-c log.showSignature=false log -n 1"],
    ),
    sign(
        "Flutter",
        Own,
        &[
            ".pub-cache/",
            "\\Pub\\Cache\\",
            "/hosted/pub.",
            "\\hosted\\pub.",
            "flutter_tools/gradle",
            "flutter_tools\\gradle",
            ":compileFlutterBuild",
            "io.flutter.",
            "flutter_assets",
            "/flutter.gradle",
            "\\flutter.gradle",
        ],
    ),
    sign(
        "React Native",
        Begins,
        &[
            "error Failed to install the app",
            "info Installing the app",
            "info Running jetifier",
            "info Opening the app on Android",
            "JS server already running",
            "Could not install the app on the device",
            "> Task :app:generateAutolinkingPackageList",
            "> Task :app:createBundle",
            "> Task :react-native-",
            "> Configure project :react-native-",
            "> Task :gradle-plugin:settings-plugin:",
        ],
    ),
    sign("React Native", Anywhere, &["-PreactNativeDevServerPort", "react-native run-android"]),
    sign(
        "React Native",
        Own,
        &[
            "node_modules/react-native",
            "node_modules\\react-native",
            "node_modules/@react-native",
            "node_modules\\@react-native",
            "com.facebook.react.",
            ":react-native-",
            "ReactNativeJS",
        ],
    ),
    sign(
        "Expo",
        Begins,
        &[
            "› Building app",
            "> Configure project :expo",
            "> Task :expo",
            "Using expo modules",
            "Error: Gradle build failed with unknown error. See logs for the",
            "[RUN_GRADLEW]",
        ],
    ),
    sign(
        "Expo",
        Anywhere,
        &[
            "/home/expo/workingdir/",
            "expo run:android",
            "android/gradlew exited with non-zero code",
            "node_modules/@expo/cli/build/",
            "eas build ",
        ],
    ),
    sign(
        "Expo",
        Own,
        &[
            "node_modules/expo",
            "node_modules\\expo",
            "node_modules/@expo",
            "expo.modules.",
            ":expo-",
            ":expo:",
            "project ':expo",
        ],
    ),
    sign(
        "Cordova",
        Begins,
        &[
            "> Configure project :CordovaLib",
            "> Task :CordovaLib:",
            "Checking Java JDK and Android SDK versions",
            "Subproject Path: CordovaLib",
            "cordova build",
        ],
    ),
    sign(
        "Cordova",
        Anywhere,
        &["cdvBuildDebug", "cdvBuildRelease", "ionic cordova ", "cordova build android", "cordova run android"],
    ),
    sign(
        "Cordova",
        Own,
        &[
            "platforms/android/",
            "platforms\\android\\",
            ":CordovaLib:",
            "org.apache.cordova.",
            "project ':CordovaLib",
            "[:CordovaLib]",
        ],
    ),
    sign(
        "Capacitor",
        Begins,
        &[
            "> Task :capacitor-",
            "> Configure project :capacitor-",
            "✖ Running Gradle build",
            "× Running Gradle build",
            "[capacitor]",
            "✔ Copying web assets",
            "✔ Updating Android plugins",
        ],
    ),
    sign("Capacitor", Anywhere, &["ionic capacitor ", "npx cap run android", "npx cap build android"]),
    sign(
        "Capacitor",
        Own,
        &[
            "node_modules/@capacitor",
            "node_modules\\@capacitor",
            "com.getcapacitor.",
            "capacitor.settings.gradle",
            ":capacitor-",
            "-capacitor-",
            "project ':capacitor-",
        ],
    ),
    sign(
        "Unity",
        Begins,
        &[
            "CommandInvokationFailure:",
            "UnityEditor.",
            "Build completed with a result of 'Failed'",
            "> Task :unityLibrary:",
            "> Configure project :unityLibrary",
            "> Configure project :launcher",
        ],
    ),
    sign(
        "Unity",
        Anywhere,
        &[
            "PlaybackEngines/AndroidPlayer",
            "PlaybackEngines\\AndroidPlayer",
            "Library/Bee/Android",
            "Library\\Bee\\Android",
            "Temp/gradleOut",
            "Temp\\gradleOut",
        ],
    ),
    sign(
        "Unity",
        Own,
        &[":unityLibrary:", "/unityLibrary/", "\\unityLibrary\\", "com.unity3d.player.", "libil2cpp.so", "libunity.so"],
    ),
    sign(
        ".NET for Android",
        Anywhere,
        &[
            "Xamarin.Android.Common",
            "Xamarin.Android.Javac",
            "Xamarin.Android.D8",
            "Microsoft.Android.Sdk.",
            ".csproj]",
            "error XA",
            "java.exe error JAVA0000",
            "java error JAVA0000",
            ".nuget/packages/xamarin.",
            ".nuget\\packages\\xamarin.",
            "-android/lp/",
            "-android\\lp\\",
        ],
    ),
    sign(
        ".NET for Android",
        Own,
        &["mono.android.", "libmonosgen", "libmonodroid", "Xamarin.Android.", "error APT", "error AMM", "error JAVAC"],
    ),
    sign(
        "Godot",
        Begins,
        &["Godot Engine v", "editor/export/editor_export_platform.h", "Building Android Project (gradle)"],
    ),
    sign("Godot", Own, &["org.godotengine.", "libgodot_android.so", "generateGodotTemplate"]),
    sign(
        "Buildozer",
        Begins,
        &["# Buildozer failed to execute", "# Check configuration tokens", "Buildozer failed to execute"],
    ),
    sign(
        "Buildozer",
        Anywhere,
        &["pythonforandroid.toolchain", "-> running gradlew", "/gradlew failed!", ".buildozer/android/"],
    ),
    sign("Buildozer", Own, &["org.kivy.android."]),
    sign("Minecraft mod", Begins, &["Fabric Loom:", "Architectury Loom:"]),
    sign(
        "Minecraft mod",
        Own,
        &[
            "fabric-loom",
            "net.fabricmc",
            "net.minecraftforge",
            "net.neoforged",
            "net.minecraft.",
            "dev.architectury",
            "ForgeGradle",
        ],
    ),
    sign(
        "IntelliJ plugin",
        Begins,
        &["> Task :patchPluginXml", "> Task :instrumentCode", "> Task :runIde", "> Task :buildSearchableOptions"],
    ),
    sign(
        "IntelliJ plugin",
        Own,
        &["org.jetbrains.intellij", ":runIde", ":patchPluginXml", ":buildSearchableOptions", ":verifyPlugin"],
    ),
    sign(
        "Multiplatform",
        Begins,
        &[
            "> Task :shared:compileKotlinIos",
            "> Task :composeApp:compileKotlinIos",
            "> Task :shared:compileCommonMainKotlinMetadata",
            "> Task :composeApp:compileCommonMainKotlinMetadata",
        ],
    ),
    sign(
        "Multiplatform",
        Own,
        &[
            "KotlinMetadata",
            ":compileKotlinDesktop",
            ":compileKotlinWasmJs",
            "FrameworkIos",
            "iosArm64",
            "iosSimulatorArm64",
            "/src/commonTest/",
            "/src/desktopMain/",
            "/src/jvmMain/",
            "/src/nativeMain/",
            "/src/jsMain/",
            ":compileKotlinIos",
            "/src/commonMain/",
            "/src/iosMain/",
            "/src/androidMain/",
            "/src/wasmJsMain/",
        ],
    ),
    sign(
        MAVEN,
        Begins,
        &[
            "[ERROR] Failed to execute goal",
            "Failed to execute goal ",
            "[INFO] BUILD FAILURE",
            "[INFO] Scanning for projects",
            "[INFO] Reactor Summary",
            "[ERROR] COMPILATION ERROR",
        ],
    ),
];

/// Of two settings that are both seen, the one that contains the other.
pub const CONTAINED: &[(&str, &str)] = &[("Expo", "React Native"), ("Capacitor", "Cordova")];

/// The machine that ran it, where that is nobody's desk.
pub const MACHINES: &[SettingSign] = &[
    sign("EAS Build", Anywhere, &["/home/expo/workingdir/", "/Users/expo/workingdir/"]),
    sign(
        "Docker",
        Begins,
        &[
            DOCKER_STEP,
            "ERROR: failed to solve",
            "executor failed running",
            "The command '/bin/sh -c ",
            "failed to solve: process",
        ],
    ),
    sign("JitPack", Anywhere, &["/home/jitpack/build"]),
    sign(
        "Heroku",
        Begins,
        &[
            "-----> Gradle app detected",
            "-----> Executing Gradle",
            "-----> Executing ./gradlew",
            "remote: -----> Gradle",
        ],
    ),
    sign("Azure Pipelines", Anywhere, &["/home/vsts/work/", "/Users/runner/work/1/", "D:\\a\\1\\s\\", "D:/a/1/s/"]),
    sign(
        "GitHub Actions",
        Anywhere,
        &["/home/runner/work/", "/Users/runner/work/", "D:/a/_temp", "D:\\a\\_temp", "gradle/actions: "],
    ),
    sign("GitHub Actions", Begins, &["Error: Process completed with exit code", "Process completed with exit code"]),
    sign(
        "GitLab CI",
        Begins,
        &[
            "ERROR: Job failed: exit",
            "Cleaning up project directory and file based variables",
            "Running with gitlab-runner",
        ],
    ),
    sign("GitLab CI", Own, &["'/builds/", " /builds/", "file:///builds/", "(/builds/"]),
    sign("Jenkins", Anywhere, &["/var/lib/jenkins/", "/var/jenkins_home/", "/jenkins/workspace/"]),
    sign("Jenkins", Begins, &["Finished: FAILURE", "[Pipeline] "]),
    sign("CircleCI", Anywhere, &["/home/circleci/"]),
    sign("CircleCI", Begins, &["Exited with code exit status"]),
    sign("Bitrise", Anywhere, &["/bitrise/src", "/bitrise/deploy"]),
    sign("Codemagic", Anywhere, &["/Users/builder/clone", "/home/builder/clone"]),
    sign("Travis CI", Anywhere, &["/home/travis/build/"]),
];

/// What only Android's builds and devices print: with it, it is no plain JVM project.
pub const ANDROID_ONLY: &[&str] = &[
    "com.android.",
    "AndroidManifest",
    "AndroidRuntime",
    "DexPathList",
    "androidx.",
    "android.app.",
    "android.os.",
    "compileDebug",
    "compileRelease",
    "assembleDebug",
    "assembleRelease",
    "Android SDK",
    "-android",
    "/android/",
];
