//! What the categories of the Android Gradle plugin and of the manifest mean. Data only.

use super::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::AgpSdkLocation,
        causes: &["The Android SDK is not found: neither `ANDROID_HOME` nor `sdk.dir` in local.properties names it."],
        fixes: &[&[
            "Write `sdk.dir=/path/to/Android/Sdk` to local.properties in the project's root, or set `ANDROID_HOME`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpSdkLicense,
        causes: &["Licences of Android SDK packages are not accepted, so they are not installed."],
        fixes: &[&["Run `sdkmanager --licenses` and accept them."]],
        link: None,
    },
    Meaning {
        category: Category::AgpNamespace,
        causes: &["The module has no `namespace`, which this Android Gradle plugin requires."],
        fixes: &[
            &[
                "Add `namespace '…'` to the `android` block of {file}.",
                "Add `namespace '…'` to the `android` block of the module's build file; the value is the old `package` of its manifest.",
            ],
            &["If the module is a library's, update that library."],
        ],
        link: None,
    },
    Meaning {
        category: Category::AgpCompileSdk,
        causes: &[
            "`{symbol}` must be compiled against API {required} (Android {android_for_compile_sdk}) or later, but `compileSdk` is lower.",
            "`{symbol}` must be compiled against API {required} or later, but `compileSdk` is lower.",
            "The SDK platform `{symbol}` is not installed.",
            "compileSdk, minSdk or targetSdk does not fit: {message}.",
        ],
        fixes: &[&[
            "Set `compileSdk` to {required} or more (which the Android Gradle plugin supports from {agp_for_compile_sdk} on), or use an older version of `{symbol}`.",
            "Set `compileSdk` to {required} or more, or use an older version of `{symbol}`.",
            "Install the platform with the SDK manager, or change `compileSdk`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpDexLimit,
        causes: &["The app has more than 65,536 methods, which one dex file cannot hold."],
        fixes: &[
            &["Set `minSdk` to 21 or more, or `multiDexEnabled true`."],
            &["Remove unused libraries, or shrink with R8."],
        ],
        link: Some("https://developer.android.com/build/multidex"),
    },
    Meaning {
        category: Category::AgpDesugaring,
        causes: &[
            "{feature} need API {required}, or desugaring, which is not switched on.",
            "Java 8 features are used without desugaring: {message}.",
        ],
        fixes: &[
            &[
                "Set `compileOptions {{ sourceCompatibility JavaVersion.VERSION_1_8; targetCompatibility JavaVersion.VERSION_1_8 }}` or later in the `android` block.",
            ],
            &["Or raise `minSdk` to {required}."],
        ],
        link: Some("https://developer.android.com/studio/write/java8-support"),
    },
    Meaning {
        category: Category::AgpBuildConfig,
        causes: &["The build script declares BuildConfig fields, but the feature `buildConfig` is off."],
        fixes: &[&["Add `buildFeatures {{ buildConfig true }}` to the `android` block."]],
        link: None,
    },
    Meaning {
        category: Category::AgpPackaging,
        causes: &["Several inputs contain the file `{symbol}`.", "Duplicate files would be packaged: {message}."],
        fixes: &[&[
            "Add `packaging {{ resources {{ excludes += '{symbol}' }} }}` to the `android` block.",
            "Exclude the file, or pick the first, in the `packaging` block.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpGoogleServices,
        causes: &[
            "google-services.json has no client for the package `{symbol}`.",
            "google-services.json is missing in the module.",
        ],
        fixes: &[&[
            "Add the app `{symbol}` in the Firebase console and download the file again, or correct `applicationId`.",
            "Download google-services.json from the Firebase console into the module's directory.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpSigning,
        causes: &[
            "The keystore `{symbol}` does not exist.",
            "The key `{key}` cannot be read from the keystore.",
            "The package cannot be signed: {message}.",
        ],
        fixes: &[&[
            "Correct `storeFile` in `signingConfigs`; a relative path counts from the module.",
            "Check store password, key alias and key password in `signingConfigs`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpNdkCmake,
        causes: &["The native build failed: {message}."],
        fixes: &[&[
            "Install the NDK and CMake versions that the module asks for; look at the first error in the native output.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AgpR8MissingClass,
        causes: &[
            "R8 does not find the class `{symbol}`, which the code refers to.",
            "R8 does not find classes that the code refers to: {message}.",
        ],
        fixes: &[&[
            "Add the dependency `{artifact}`, which has `{symbol}`, or `-dontwarn {symbol}` if it is never used at run time.",
            "Add the library that contains `{symbol}`, or `-dontwarn {symbol}` if it is never used at run time.",
            "Take over the rules that R8 wrote to `missing_rules.txt`, or add the missing library.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ManifestExported,
        causes: &[
            "`{symbol}` has an intent filter but no `android:exported`, which apps for Android 12 and later need.",
            "`android:exported` is missing or wrong: {message}.",
        ],
        fixes: &[&[
            "Set `android:exported=\"true\"` or `\"false\"` on `{symbol}` in the manifest.",
            "Set `android:exported` on every component that has an intent filter.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ManifestMerger,
        causes: &["The manifests cannot be merged: {why}", "The manifests cannot be merged: {message}."],
        fixes: &[&[
            "Open the \"Merged Manifest\" view, or add `tools:replace`/`tools:node` to the element that the message names.",
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
];
