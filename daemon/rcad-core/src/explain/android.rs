//! What the categories of the Android Gradle plugin and of the manifest mean. Data only.

use super::meaning::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::AgpSdkLocation,
        causes: &[
            "The Android SDK is not found (SDK location): neither `ANDROID_HOME` nor `sdk.dir` in local.properties names it.",
        ],
        fixes: &[&[
            "Write `sdk.dir=/path/to/Android/Sdk` to local.properties in the project's root, or set the environment variable `ANDROID_HOME`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpSdkLicense,
        causes: &["Licences of Android SDK packages are not accepted, so they are not installed."],
        fixes: &[&["Run `sdkmanager --licenses` and accept them, then build again."]],
        link: None,
    },
    Meaning {
        category: Category::AgpNamespace,
        causes: &[
            "The module {symbol} sets no `namespace` in {file}, which Android Gradle plugin 8 and later require.",
            "The module has no `namespace` (package name of its R class), which this Android Gradle plugin requires.",
        ],
        fixes: &[
            &[
                "Add `namespace = \"…\"` to the `android` block of {file}.",
                "Add `namespace = \"…\"` to the `android` block of the module's build.gradle; the value is the old `package` of its manifest.",
            ],
            &["If the module is a library's, update that library."],
        ],
        link: None,
    },
    Meaning {
        category: Category::AgpCompileSdk,
        causes: &[
            "`{symbol}` must be compiled against API {min_compile_sdk} or later, but `compileSdk` is {found}.",
            "`{symbol}` must be compiled against API {min_compile_sdk} or later, but `compileSdk` is lower.",
            "compileSdk, minSdk or targetSdk does not fit: {message}.",
        ],
        fixes: &[
            &[
                "Set `compileSdk` to {min_compile_sdk} or higher, or use an older version of `{symbol}`.",
                "Install the SDK platform, or change `compileSdk` in the module's build file.",
            ],
            &["`compileSdk` {min_compile_sdk} needs Android Gradle plugin {agp_for_compile_sdk} or later."],
        ],
        link: None,
    },
    Meaning {
        category: Category::AgpDexLimit,
        causes: &[
            "The app and its libraries have more than 65,536 methods (64K), which one dex file cannot hold, and multidex is not enabled.",
        ],
        fixes: &[
            &[
                "Set `minSdk` (minSdkVersion) to 21 or higher, where multidex is built in, or set `multiDexEnabled true` and add `androidx.multidex:multidex`.",
            ],
            &["Or remove libraries that are not needed, or shrink with R8."],
        ],
        link: Some("https://developer.android.com/build/multidex"),
    },
    Meaning {
        category: Category::AgpDesugaring,
        causes: &[
            "{feature} need API {min_sdk}, or desugaring, which is not enabled.",
            "Java 8 or newer features are used without desugaring: {message}.",
        ],
        fixes: &[
            &[
                "Set `compileOptions {{ sourceCompatibility JavaVersion.VERSION_1_8; targetCompatibility JavaVersion.VERSION_1_8 }}` or later in the `android` block of every module.",
            ],
            &["Or raise `minSdk` to {min_sdk}."],
        ],
        link: Some("https://developer.android.com/studio/write/java8-support"),
    },
    Meaning {
        category: Category::AgpBuildConfig,
        causes: &[
            "{symbol} needs a build feature that is disabled in this module: {message}.",
            "A build feature is disabled that the module uses: {message}.",
        ],
        fixes: &[&[
            "Enable it in the `android` block: `buildFeatures {{ buildConfig = true }}` (likewise `aidl`, `resValues`, `viewBinding` …).",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpPackaging,
        causes: &[
            "Several inputs contain the file `{symbol}` (duplicate), of which the APK can hold one.",
            "Several libraries contain the file `{path}` (duplicate), of which the APK can hold one.",
            "The app could not be packaged: {message}.",
        ],
        fixes: &[&[
            "Add `packaging {{ resources {{ excludes += \"{symbol}\" }} }}` (before plugin 8 `packagingOptions {{ exclude '{symbol}' }}`) to the `android` block, or `pickFirsts` to keep one.",
            "Add `packagingOptions {{ exclude '{path}' }}` to the `android` block, or `pickFirst` to keep one.",
            "If the message names a file that several inputs have, exclude it, or pick the first, in the `packaging` (`packagingOptions`) block.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpGoogleServices,
        causes: &[
            "google-services.json has no client for the package name `{symbol}` (the variant's applicationId).",
            "google-services.json is missing in the module, or is not what the Google services plugin expects: {message}.",
        ],
        fixes: &[&[
            "Add an app with the package name `{symbol}` to the Firebase project and download google-services.json again, or correct `applicationId` (and `applicationIdSuffix`); a build type or flavour can have a file of its own in src/<variant>/.",
            "Download google-services.json from the Firebase console into the module's directory.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpSigning,
        causes: &[
            "The key `{symbol}` of the keystore {keystore} cannot be used: {message}.",
            "The package cannot be signed: {message}. The keystore, its password or the key's alias and password are wrong.",
        ],
        fixes: &[&[
            "Check `storeFile`, `storePassword`, `keyAlias` and `keyPassword` in `signingConfigs`; `keytool -list -v -keystore <the keystore>` shows whether the password and alias are right.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpNdkCmake,
        causes: &[
            "The native build (NDK, CMake) failed at `{symbol}`: {message}.",
            "The native build (NDK, CMake) failed: {message}.",
        ],
        fixes: &[
            &[
                "Correct {name} at line {line}.",
                "Look at the first `error:` in the native output (C/C++, CMake, ld); everything below follows from it.",
            ],
            &[
                "If the source belongs to a library (node_modules, pub cache), its version and the NDK, CMake or C++ standard do not fit each other: update the library or set `ndkVersion` to the one it was made for.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::AgpR8MissingClass,
        causes: &[
            "R8 does not find the class `{symbol}`, which the code refers to: the library that contains it is missing.",
            "R8 (ProGuard) fails: {message}.",
        ],
        fixes: &[&[
            "Add the dependency that contains `{symbol}`, or `-dontwarn {symbol}` to proguard-rules.pro if it is never used at run time.",
            "Look at what the message names: a class that is missing needs its library (or R8's rules from missing_rules.txt, if it is never used), a file that cannot be read a clean build.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ManifestExported,
        causes: &[
            "The <{element}> `{symbol}` has an intent filter but does not set `android:exported`; apps that target Android 12 (targetSdk 31) or higher must set it explicitly.",
            "`{symbol}` has an intent filter but does not set `android:exported`; apps that target Android 12 (targetSdk 31) or higher must set it explicitly.",
            "A component with an intent filter does not set `android:exported`, which apps that target Android 12 (targetSdk 31) or higher must set explicitly.",
        ],
        fixes: &[
            &[
                "Set `android:exported=\"true\"` on <{element}> `{symbol}` in AndroidManifest.xml if other apps or the launcher start it, else `\"false\"`.",
                "Set `android:exported=\"true\"` on `{symbol}` in AndroidManifest.xml if other apps or the launcher start it, else `\"false\"`.",
                "Set `android:exported` on every activity, service and receiver that has an intent filter.",
            ],
            &[
                "If `{symbol}` is a library's: update the library, or declare the same <{element}> in your manifest with `android:exported` and `tools:node=\"merge\"`.",
                "If the component is a library's, update that library; the merged manifest shows which.",
            ],
        ],
        link: Some("https://developer.android.com/guide/topics/manifest/activity-element#exported"),
    },
    Meaning {
        category: Category::ManifestMerger,
        causes: &[
            "The manifests cannot be merged because of `{symbol}`: {message}.",
            "The manifests cannot be merged: {why}",
            "The manifests cannot be merged: {message}.",
        ],
        fixes: &[&[
            "Open the \"Merged Manifest\" tab of AndroidManifest.xml in Android Studio, or run the task with `--info`; correct the element that the message names, or mark it with `tools:replace` or `tools:node`.",
        ]],
        link: Some("https://developer.android.com/build/manage-manifests"),
    },
    Meaning {
        category: Category::ManifestActivityNotDeclared,
        causes: &[
            "The component `{symbol}` is not declared in the manifest.",
            "A component is not declared in the manifest: {message}.",
        ],
        fixes: &[&["Declare `{symbol}` in AndroidManifest.xml.", "Declare the component in AndroidManifest.xml."]],
        link: None,
    },
    Meaning {
        category: Category::ManifestPermission,
        causes: &[
            "The permission `{symbol}` is missing or was not granted.",
            "A permission is missing or was not granted: {message}.",
        ],
        fixes: &[&[
            "Declare `{symbol}` in AndroidManifest.xml, and ask for it at run time if it is a dangerous one.",
            "Declare the permission and ask for it at run time.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpDexMerge,
        causes: &[
            "`{symbol}` is in both {both} (defined multiple times): these two are alternatives with the same classes, and only one of them may be there. Keep {kept}.",
            "The class `{symbol}` is in {same_namespace}, both of this build (defined multiple times). The Android Gradle plugin makes it for each module in its `namespace`, so both modules have the same one.",
            "The class `{symbol}` is in {own_modules}, both of this build, so it would be in the app twice (defined multiple times): both compile or generate it.",
            "The class `{symbol}` is in the app twice (defined multiple times), though both copies are of the same library, {same_library}: either Gradle's cache of transformed libraries is stale, or the library comes in under two names (such as once more as a local file).",
            "The class `{symbol}` is in both {forks} (defined multiple times). One artifact name in two groups is a library and its fork, or its older name; bringing them to one version changes nothing, one of the two must go.",
            "The class `{symbol}` is in {two_versions}, two versions of one library (defined multiple times).",
            "The class `{symbol}` is in both {places} (defined multiple times).",
            "The class `{symbol}` is defined multiple times, in {first} and in {second}.",
            "The dex file cannot be made: the class `{symbol}` is the reason ({message}).",
            "D8 cannot make the dex files: {message}.",
        ],
        fixes: &[&[
            "Exclude `{goes}` where it comes from: `exclude(group = \"{goes_group}\", module = \"{goes}\")` on that dependency, or once for all: `configurations.all {{ exclude(group = \"{goes_group}\", module = \"{goes}\") }}`.",
            "Set another `namespace` in the `android` block of one of them ({same_namespace}), and correct the imports of its `R` and `BuildConfig`.",
            "Let only one of the modules ({own_modules}) have `{symbol}`: remove the second copy of the source, give each module a `namespace` of its own, or switch off the generator (annotation processor, compiler plugin) in one of them.",
            "Stop the daemons (`./gradlew --stop`), delete `transforms-*` below `~/.gradle/caches` and the `build` directories, and build again; if it stays, look for {same_library} under two names with `./gradlew :app:dependencies`, also as `files(…)`.",
            "Use only one of them: usually a published copy of the module `{published_copy}` comes in beside the module itself. `./gradlew :app:dependencies` shows who brings it; exclude it there, or put the module in its place: `configurations.all {{ resolutionStrategy.dependencySubstitution {{ substitute(module(\"<group>:{published_copy}\")).using(project(\":{published_copy}\")) }} }}`.",
            "Keep one: `configurations.all {{ exclude(group = \"{fork_group}\") }}` if the other has all that is used, or let one stand for the other: `configurations.all {{ resolutionStrategy.dependencySubstitution {{ substitute(module(\"{fork_out}\")).using(module(\"{fork_in}\")) }} }}`; better upgrade the libraries that bring them to versions that use the same one.",
            "Bring both to one version of the library: {two_versions}; `./gradlew :app:dependencies` shows who asks for which.",
            "Find who brings this duplicate with `./gradlew :app:dependencies`; use one version of the library everywhere, or exclude one ({places}): `exclude(group = …, module = …)` on the dependency.",
            "Find who brings {first} and who {second}: `./gradlew :app:dependencies`, and the files in `libs`; remove one of them, or exclude it: `exclude(group = …, module = …)`.",
            "Look at the last `Caused by` or the lines that begin with `ERROR:` for the class and the library it comes from; then try `./gradlew clean`, and a newer Android Gradle plugin if a library was compiled for a newer Java.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ManifestOther,
        causes: &["The manifest is wrong at `{symbol}`: {message}.", "The manifest is wrong: {message}."],
        fixes: &[&["Correct {name} at line {line}.", "Correct what the message names in AndroidManifest.xml."]],
        link: None,
    },
    Meaning {
        category: Category::ManifestClassNotFound,
        causes: &[
            "The manifest names the class `{symbol}`, which is not found in the APK: it was not compiled into it, renamed, moved to another package, removed, or taken out by R8.",
            "The manifest names a class that is not in the APK: {message}.",
        ],
        fixes: &[
            &[
                "Look for `{symbol}` in the sources. If it is there under exactly this name, it is not compiled: Kotlin files without the Kotlin plugin, a folder outside of the source sets, another variant. If not, correct `android:name` in AndroidManifest.xml, or add the library that has it.",
                "Check `android:name` in AndroidManifest.xml against the class's package and name.",
            ],
            &["If only the release build fails, keep the class in proguard-rules.pro; then build clean."],
        ],
        link: None,
    },
];
