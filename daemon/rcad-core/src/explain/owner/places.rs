//! Places of files that are not the reader's: what a path shows. Data only.

use super::kinds::GeneratedKind::{self, ByVersion, Copied, Made, Merged};

/// A place whose files a tool writes.
pub struct GeneratedPlace {
    /// What a path there has, with `/` and before it.
    pub part: &'static str,
    /// What writes the file.
    pub by: &'static str,
    /// What to do.
    pub step: &'static str,
    /// What other steps are about.
    pub kind: GeneratedKind,
}

const fn made(part: &'static str, by: &'static str, step: &'static str) -> GeneratedPlace {
    GeneratedPlace { part, by, step, kind: Made }
}

const fn copied(part: &'static str, by: &'static str, step: &'static str) -> GeneratedPlace {
    GeneratedPlace { part, by, step, kind: Copied }
}

const fn merged(part: &'static str, by: &'static str, step: &'static str) -> GeneratedPlace {
    GeneratedPlace { part, by, step, kind: Merged }
}

const fn of_tool(part: &'static str, by: &'static str, step: &'static str) -> GeneratedPlace {
    GeneratedPlace { part, by, step, kind: ByVersion }
}

const OF_NET: &str = "Change what the .NET build makes it from: AndroidManifest.xml in Properties or Platforms/Android, the attributes in the C# code (`[Application]`, `[Activity]`), or the NuGet package that brings it; then delete `bin` and `obj`.";
const OF_NDK: &str = "Let the native code and the NDK fit each other: set `ndkVersion` to the release that the code or framework was made for, or correct the file of yours that the lines `In file included from` name.";
const OF_UNITY: &str = "Change it in the Unity project, which writes this directory anew at each build: the template in Assets/Plugins/Android (Player Settings > Publishing Settings > Build), or the plugin there that brings the file.";
const OF_MERGED_RESOURCES: &str = "Find the file that this one was merged from and change that: search the name that the message has (where it has none, look at what was changed last) in your own `res` directories; if it is not there, a library brings it, of which another version is to be taken (`merger.xml` beside the merged file names the source of each resource).";
const OF_MERGED_MANIFEST: &str = "Find the manifest that the element comes from (`build/outputs/logs/manifest-merger-<variant>-report.txt` says it, or the tab “Merged Manifest” in Android Studio): change it there if it is yours; if it is a library's, override it in your own manifest (`tools:replace`, `tools:node=\"remove\"`) or take another version of the library.";

/// Files and directories that tools write. The first that fits counts.
pub static GENERATED: &[GeneratedPlace] = &[
    made(
        "/GeneratedPluginRegistrant.",
        "Flutter writes it from the plugins of pubspec.yaml",
        "Do not edit it: run `flutter clean` and `flutter pub get`, and build again. If it stays, the plugin whose class is missing has no Android code in this build: look for an earlier error of its own module, or whether it is only a `dev_dependency`.",
    ),
    made(
        "/Android-autolinking.cmake",
        "React Native's autolinking writes it from the packages of package.json",
        "Do not edit it: its directories are what the packages' code generation makes, so let that run first (`./gradlew generateCodegenArtifactsFromSchema`), after a clean install of the packages and without the directories `.cxx` and `build`.",
    ),
    made(
        "/PackageList.java",
        "React Native's autolinking writes it from the packages of package.json",
        "Do not edit it: install the packages again, delete `android/build` and `android/app/build`, and build; if it stays, the package that it names does not fit this React Native.",
    ),
    made(
        "/.dart_tool/",
        "Flutter or a Dart generator writes it from the project",
        "Do not edit it: run `flutter clean`, `flutter pub get` and, where sources are generated, `dart run build_runner build --delete-conflicting-outputs`; if it stays, correct what it is generated from.",
    ),
    made(
        "/.android/Flutter/",
        "Flutter writes it from the module's pubspec.yaml",
        "Do not edit it: `flutter clean` and `flutter pub get` in the Flutter module write it anew; its versions are those of the Flutter SDK.",
    ),
    copied(
        "/capacitor-cordova-android-plugins/",
        "Capacitor writes it from the Cordova plugins of package.json",
        "Take another version of the Cordova plugin whose file it is (`npm outdated` shows newer ones), then `npx cap sync android`, which writes this directory anew.",
    ),
    made(
        "/capacitor.build.gradle",
        "Capacitor writes it from the plugins of package.json",
        "Do not edit it: bring the Capacitor packages to one release (`npm install @capacitor/core @capacitor/android @capacitor/cli`, each with the same version), then `npx cap sync android` writes it anew.",
    ),
    copied("/obj/Debug/", "the .NET build writes it", OF_NET),
    copied("/obj/Release/", "the .NET build writes it", OF_NET),
    copied(
        "/generated/res/createBundle",
        "React Native copies it from the pictures that the JavaScript code uses",
        "Correct the picture that it is copied from: its name is the path below the project with `_` for `/`.",
    ),
    copied("/Library/Bee/Android/", "Unity writes it from the project and its plugins", OF_UNITY),
    copied("/Temp/gradleOut/", "Unity writes it from the project and its plugins", OF_UNITY),
    copied(
        "/.buildozer/",
        "buildozer writes it from buildozer.spec and its recipes",
        "Change what buildozer makes it from (buildozer.spec, `p4a.local_recipes`, a `p4a.hook`), run `buildozer android clean`, and build again; or take another release of python-for-android (`p4a.branch`).",
    ),
    copied(
        "/stripped.dir/",
        "data binding writes it from the layout of the same name",
        "Correct the layout of this name in `res/layout` of your module, or, if it is not there, take another version of the library that has it.",
    ),
    merged("/merged.dir/", "the build merges it from resource files", OF_MERGED_RESOURCES),
    merged("/intermediates/res/merged/", "the build merges it from resource files", OF_MERGED_RESOURCES),
    merged("/intermediates/merged_res/", "the build merges it from resource files", OF_MERGED_RESOURCES),
    merged(
        "/intermediates/merged_manifest",
        "the build merges it from your and the libraries' manifests",
        OF_MERGED_MANIFEST,
    ),
    merged(
        "/intermediates/packaged_manifests/",
        "the build merges it from your and the libraries' manifests",
        OF_MERGED_MANIFEST,
    ),
    merged(
        "/intermediates/bundle_manifest/",
        "the build merges it from your and the libraries' manifests",
        OF_MERGED_MANIFEST,
    ),
    merged(
        "/intermediates/manifests/full/",
        "the build merges it from your and the libraries' manifests",
        OF_MERGED_MANIFEST,
    ),
];

/// What Cordova makes of the project's config.xml, and the end of its name.
pub static CORDOVA_CONFIG: GeneratedPlace = copied(
    "/res/xml/config.xml",
    "Cordova writes it from the project's config.xml and the plugins",
    "Correct the Cordova project's own config.xml (or the plugin.xml that adds the line), then `cordova prepare`.",
);

/// Cordova's own module, and what it writes beside it.
pub const CORDOVA_LIBRARY: &str = "/platforms/android/CordovaLib/";

/// What Cordova writes.
pub static OF_CORDOVA: GeneratedPlace = copied(
    "/platforms/android/",
    "Cordova writes it from config.xml and the plugins",
    "Change what Cordova makes it from: the plugin whose file it is (`cordova plugin rm` and `cordova plugin add <name>@<another version>`), or config.xml (`<edit-config>`, `<config-file>`, `<preference>`); what is written into `platforms/android` itself is lost when the platform is added again.",
);

/// A part of a path, the tool whose own source is there, and what to do.
pub static TOOLS: &[(&str, &str, &str)] = &[
    (
        "/flutter_tools/gradle/",
        "Flutter's Gradle plugin",
        "Bring Flutter, Gradle and the Android Gradle plugin to versions that fit each other: raise the wrapper (`distributionUrl` in gradle/wrapper/gradle-wrapper.properties) and the plugin to what this Flutter asks for, or change Flutter's version.",
    ),
    (
        "/flutter/packages/",
        "the Flutter SDK",
        "Bring the Flutter SDK and the project's packages to versions that fit each other (`flutter upgrade`, `flutter pub upgrade`), or repair the SDK: `git status` in its directory shows whether its sources were changed.",
    ),
    (
        "/node_modules/react-native/ReactAndroid/",
        "React Native",
        "Let React Native, its Gradle plugin, Kotlin and the NDK be of the versions that its template of this release has; delete `node_modules` and install again if its files may be damaged.",
    ),
    (
        "/node_modules/@capacitor/android/",
        "Capacitor",
        "Bring the Capacitor packages to one release that fits the Android Gradle plugin and JDK of this project (`npm install @capacitor/core @capacitor/android @capacitor/cli`, each with the same version), then `npx cap sync android`.",
    ),
    (
        CORDOVA_LIBRARY,
        "cordova-android",
        "Let cordova-android fit the JDK, Gradle and SDK: take another release of the platform (`cordova platform rm android`, `cordova platform add android@latest`); it writes this directory anew.",
    ),
    (
        "/sources/android-",
        "the Android SDK (the sources of its platform)",
        "Look at what your own code passes to this part of Android; the SDK's sources are only there to be read. If the lines do not fit what happens, the device has another Android than these sources: see `compileSdk` and the device's API level.",
    ),
    ("/toolchains/llvm/prebuilt/", "the Android NDK", OF_NDK),
    ("/sources/cxx-stl/", "the Android NDK", OF_NDK),
    ("/sources/android/native_app_glue/", "the Android NDK", OF_NDK),
];

/// What to do about a file that some step of the build has written.
pub const OF_GENERATOR: &str = "Correct what the file is generated from, or the generator's version, and build again; changes in the file itself are lost.";

/// Directories of what builds generate: also `/build/generatedAntlr/`.
pub const GENERATED_DIRECTORIES: &[&str] =
    &["/build/generated", "/build/tmp/kapt3/classes/", "/generated/ap_generated_sources/"];

/// Generators by a part of such a directory's path, in small letters.
pub static GENERATORS: &[GeneratedPlace] = &[
    of_tool(
        "/proto",
        "protoc writes it from the .proto files",
        "Bring `protoc`, its Java and Kotlin generators (`protobuf { … }` in the build script) and the protobuf runtime to one release that fits this Kotlin, or change the `.proto` file; changes in the generated file itself are lost.",
    ),
    of_tool(
        "antlr",
        "ANTLR writes it from a grammar",
        "Bring the ANTLR tool and its runtime to one release that fits this compiler, or change what the message names in the grammar (`.g4`): a rule whose name is that of a member of ANTLR's own classes needs another name. Changes in the generated file itself are lost.",
    ),
    of_tool(
        "openapi",
        "the OpenAPI generator writes it from the API's description",
        "Raise the OpenAPI generator, set its options (`library`, `configOptions`) for this code's libraries, or change the API's description; changes in the generated file itself are lost.",
    ),
    of_tool(
        "/apollo",
        "Apollo writes it from the GraphQL schema and operations",
        "Bring Apollo's Gradle plugin and runtime to one release, or change the `.graphql` files; changes in the generated file itself are lost.",
    ),
    of_tool(
        "/sqldelight",
        "SQLDelight writes it from the .sq files",
        "Bring SQLDelight's Gradle plugin and runtime to one release, or change the `.sq` files; changes in the generated file itself are lost.",
    ),
    made(
        "/aidl",
        "the build writes it from the .aidl file of the same name",
        "Correct the `.aidl` file of this name (its package, imports and types); changes in the generated file itself are lost.",
    ),
    made(
        "/buildconfig/",
        "the Android Gradle plugin writes it from the build script",
        "Correct the `buildConfigField` (or the id or version) in the module's build script that the line shows: the value stands there as code, so a text needs quotation marks within the quotation marks, `\"\\\"text\\\"\"`. Changes in the generated file itself are lost.",
    ),
    made(
        "/res/resvalues/",
        "the Android Gradle plugin writes it from `resValue` of the build script",
        "Correct the `resValue` in the module's build script, or the resource of the same name in `res/values`: one of the two is to go. Changes in the generated file itself are lost.",
    ),
    made(
        "google-services",
        "the Google services plugin writes it from google-services.json",
        "Take the file google-services.json of this application id anew from the Firebase console; a resource of yours with the same name needs another one. Changes in the generated file itself are lost.",
    ),
    made(
        "/renderscript",
        "the build writes it from RenderScript's .rs files",
        "Correct the `.rs` file that it is made from, or take RenderScript out: the Android Gradle plugin no longer supports it from 9 on.",
    ),
];
