//! Messages of the Android Gradle plugin, matched against a whole block or an exception's message. Data only; the
//! first match wins, so the narrow ones come before the wide ones.

pub mod demands;
mod native_libraries;
mod packaged;

use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::{Pattern, Rules, rule};

/// Beginnings of sentences that may be pasted alone.
pub const ANCHORS: &[&str] = &[
    "SDK location not found",
    "Namespace not specified",
    "Failed to find target with hash string",
    "Failed to find Build Tools revision",
    "No installed build tools found",
    "Failed to find CMake",
    "Could not create an instance of type com.android.build.",
    "Installation failed due to: 'INSTALL_",
    "Failed to install the following ",
    "You have not accepted the license agreements",
    "No matching client found for package name",
    "License for package ",
    "Entry name '",
    "File google-services.json is missing",
    "Keystore file ",
    "Failed to read key ",
    "NDK not configured",
    "No version of NDK matched",
    "[CXX",
    "More than one file was found with OS independent path",
    "Duplicate files ",
    "Duplicate class ",
    "Android resource linking failed",
    "Android resource compilation failed",
    "Resource compilation failed",
    "Manifest merger failed",
    "Failure [INSTALL_",
    "INSTALL_",
    "App requires Multidex support",
    "No Android SDK found",
    "An issue was found when checking AAR metadata",
    "issues were found when checking AAR metadata",
    "The minCompileSdk (",
    "Dependency '",
    "Namespace '",
    "The SDK directory ",
    "SigningConfig \"",
    "No toolchains found in the NDK",
    "adb: failed to install ",
    "Configuration `:",
    "The plugin ",
    "One or more plugins require a higher Android SDK version",
    "In <declare-styleable> ",
    "Build Type '",
    "Product Flavor '",
    "defaultConfig contains custom ",
];

/// `Failed to process /p/okhttp-3.14.0.jar`, `Failed to transform okhttp-3.14.0.jar (com.squareup…) to match`
static LIBRARY: Pattern = Pattern::new(
    r"(?:Failed to (?:process|transform)|Error while dexing) (?:[^\n]*[/\\])?(?:jetified-)?(?P<library>[^/\\\s]+\.(?:jar|aar))",
);

/// `A problem occurred configuring project ':app'.`, the last of several
static PROJECT: Pattern = Pattern::new(r"(?s).*configuring project '(?P<project>[^']+)'");

/// The directory of the module that a build file configures, without `android` and a version
static MODULE: Pattern =
    Pattern::new(r"[/\\](?P<module>[^/\\]+?)(?:-[0-9][^/\\]*)?(?:[/\\]android)?[/\\]build\.gradle(?:\.kts)?$");

/// Takes from the whole text what no single sentence has: the library that could not be dexed, the file that a
/// message is always about.
pub fn complete(text: &str, failure: &mut Failure) {
    if failure.category == Category::AgpSdkLicense
        && let Some(found) = PROJECT.captures(text)
    {
        failure.details.insert("project".to_owned(), found["project"].to_owned());
    }
    match failure.category {
        Category::AgpDesugaring | Category::AgpDexMerge => {
            if let Some(found) = LIBRARY.captures(text) {
                let library = found["library"].to_owned();
                if failure.category == Category::AgpDesugaring || failure.symbol.is_none() {
                    let member = failure.symbol.replace(library.clone());
                    failure.details.extend(member.map(|member| ("member".to_owned(), member)));
                }
                failure.details.insert("library".to_owned(), library);
            }
        }
        Category::ManifestExported => {
            failure.file.get_or_insert_with(|| "AndroidManifest.xml".to_owned());
        }
        Category::AgpNamespace if failure.symbol.is_none() => {
            // `…/pub.dev/scanner-4.4.4/android/build.gradle`
            failure.symbol =
                failure.file.as_deref().and_then(|file| MODULE.captures(file)).map(|found| found["module"].to_owned());
        }
        Category::AgpGoogleServices => {
            failure.file.get_or_insert_with(|| "google-services.json".to_owned());
            failure.symbol.get_or_insert_with(|| "google-services.json".to_owned());
        }
        Category::AgpPackaging => {
            let path = failure.symbol.clone().or_else(|| failure.details.get("path").cloned());
            failure.symbol = path.clone();
            failure.file = failure.file.take().or(path);
            native_libraries::tell(text, failure);
            packaged::tell(failure);
        }
        _ => {}
    }
}

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    rule(Category::GradleExternalProcess, r"A problem occurred starting process 'command '(?P<file>[^'\n]*build-tools[\\/](?P<version>[^\\/'\n]+)[\\/](?P<symbol>aapt2?|aidl|dx|zipalign|llvm-rs-cc|bcc_compat)(?:\.exe|\.bat)?)''")
        .means("`{symbol}` of the build tools {version} cannot be started: {file} is missing, damaged or not executable. Build tools before 23 are 32-bit programs on Linux, which a 64-bit system without 32-bit libraries cannot run.")
        .fix(&[
            "Run {file} by hand to see what the system says of it.",
            "Install that version again (`sdkmanager \"build-tools;{version}\"`), or let `buildToolsVersion` name a newer one.",
            "For old ones on 64-bit Debian and Ubuntu: `dpkg --add-architecture i386`, then install `libc6:i386`, `libstdc++6:i386` and `zlib1g:i386`.",
        ]),
    // SDK, licences, platforms, build tools.
    rule(
        Category::AgpSdkLocation,
        r"SDK location not found\.(?:[^\n]*\n){0,2}?[^\n]*?(?:file at|file in) '(?P<file>[^'\n]+)'",
    )
    .means("The Android SDK is not found (SDK location not found): neither the environment variable `ANDROID_HOME` nor `sdk.dir` in local.properties names it.")
    .fix(SDK_LOCATION),
    rule(Category::AgpSdkLocation, r"SDK location not found|No Android SDK found|ANDROID_HOME is not set|Failed to find '?ANDROID_HOME'? environment").fix(SDK_LOCATION),
    rule(Category::AgpSdkLocation, r"The SDK directory '(?P<symbol>[^'\n]+)' does not exist")
        .means("The Android SDK directory `{symbol}`, named in local.properties or `ANDROID_HOME`, does not exist.")
        .fix(SDK_LOCATION),
    rule(Category::AgpSdkLocation, r"The SDK directory is not writable \((?P<symbol>[^)\n]+)\)")
        .means("The build wants to install SDK components, but the Android SDK directory {symbol} is not writable.")
        .fix(&["Make {symbol} writable for the user that builds, or install the missing components there with `sdkmanager` first."]),
    rule(
        Category::AgpSdkLocation,
        r"Several environment variables and/or system properties contain different paths to the SDK",
    )
    .means("`ANDROID_HOME`, `ANDROID_SDK_ROOT` and `sdk.dir` name different Android SDKs.")
    .fix(&["Keep one of them, or give all of them the same path."]),
    rule(
        Category::AgpSdkLicense,
        r"as some licen[cs]es have not been accepted\.?:?\s+(?:(?:patcher;|tools |emulator |platform-tools )[^\n]*\n\s*)*(?P<symbol>[a-z][a-z-]*(?:;[A-Za-z0-9._-]+)+) ",
    )
    .means("The build needs {symbol}, which is not installed, and the licence of that Android SDK package has not been accepted.")
    .fix(LICENCE),
    rule(
        Category::AgpSdkLicense,
        r"(?:as some licen[cs]es have not been accepted|You have not accepted the license agreements of the following SDK components)\.?:?\s+\[?(?P<symbol>[^\n,\]]+)",
    )
    .means("The build needs {symbol}, which is not installed, and the licence of that Android SDK package has not been accepted.")
    .fix(LICENCE),
    rule(Category::AgpSdkLicense, r"License for package (?P<symbol>[^\n]+?) not accepted")
        .means("The build needs {symbol}, which is not installed, and its licence has not been accepted.")
        .fix(LICENCE),
    rule(Category::AgpSdkLicense, r"licen[cs]es? (?:have|has) not been accepted|not accepted the license agreements").fix(LICENCE),
    rule(Category::AgpCompileSdk, r"[Ff]ailed to find target with hash string '?(?P<symbol>[^' \n]+)'?(?: in: (?P<sdk>[^\n]+))?")
        .means("The module compiles against `{symbol}` (`compileSdk`), but that SDK platform is not installed in {sdk}.")
        .fix(&[
            "Install it: `sdkmanager \"platforms;{symbol}\"`, or in Android Studio's SDK manager.",
            "Or set `compileSdk` to a platform that is installed.",
            "The module that asks for it is that of the task `{task}`; if it is a plugin's or a library's, use a version of it for your SDK.",
        ]),
    rule(Category::AgpCompileSdk, r"(?:Failed to find Platform SDK with path:|failed to find target) (?P<symbol>[^\s]+)")
        .means("The SDK platform `{symbol}`, against which the module compiles (`compileSdk`), is not installed.")
        .fix(&["Install `{symbol}` with `sdkmanager` or Android Studio's SDK manager, or change `compileSdk`."]),
    rule(Category::AgpSdkLocation, r"(?:[Ff]ailed to find Build Tools revision|[Pp]lease install the Android build tools version) (?P<symbol>[0-9][^\s]*[0-9])")
        .means("The Android SDK Build-Tools {symbol} are not installed.")
        .fix(&["Run `sdkmanager \"build-tools;{symbol}\"`, or remove `buildToolsVersion` so that the plugin's own default is used."]),
    rule(
        Category::AgpSdkLocation,
        r"(?:Installed Build Tools revision (?P<symbol>\S+) is corrupted|Build-tool (?P<version>\S+) (?:is missing|has corrupt) (?P<part>\S+))",
    )
    .means("The Android SDK Build-Tools {symbol} are incomplete or corrupted.")
    .fix(&["Remove and install them again with the SDK manager; Build-Tools 31 and later have no dx, older Android Gradle plugins need `buildToolsVersion \"30.0.3\"`."]),
    rule(
        Category::AgpSdkLocation,
        r"The SDK Build Tools revision \((?P<symbol>[^)]+)\) is too low for project '(?P<project>[^']+)'\. Minimum required is (?P<required>[0-9.]+)",
    )
    .means("`buildToolsVersion` {symbol} of {project} is too low; at least {required} is required.")
    .fix(&["Remove `buildToolsVersion`, or set it to {required} or later."]),
    rule(
        Category::AgpSdkLocation,
        r"(?:Failed to install the following SDK components:|The following SDK components were not installed:)\s+\[?(?P<symbol>[^\n,\]]+)",
    )
    .means("The Android SDK component {symbol} is missing and could not be installed.")
    .fix(&["Install it with `sdkmanager` or Android Studio's SDK manager; check the network, the licences and that the SDK directory is writable."]),
    rule(
        Category::AgpCompileSdk,
        r"compileSdk(?:Version)? (?:version )?is not (?:specified|set)|android\.compileSdkVersion is missing|does not specify `compileSdk`",
    )
    .means("The module sets no `compileSdk`.")
    .fix(&["Add `compileSdk` to the `android` block of the module's build file, e.g. `compileSdk = 35`."]),
    // Metadata of libraries.
    rule(
        Category::AgpCompileSdk,
        r"Dependency '(?P<symbol>[^']+)' requires libraries and applications that\s+depend on it to compile against version (?P<min_compile_sdk>[0-9.]+) or later of the\s+Android APIs\.\s+(?P<module>:\S*) is currently compiled against (?P<found>\S+[^.\s])",
    )
    .means("The dependency `{symbol}` must be compiled against API {min_compile_sdk} or later (its AAR metadata says so), but {module} is compiled against {found}.")
    .fix(COMPILE_SDK),
    rule(
        Category::AgpCompileSdk,
        r"Dependency '(?P<symbol>[^']+)' requires libraries and applications that\s+depend on it to compile against (?:version|codename|an SDK with an extension level of)\s+['\x22]?(?P<min_compile_sdk>[A-Za-z0-9.]+)",
    )
    .means("The dependency `{symbol}` must be compiled against API {min_compile_sdk} or later; the module's `compileSdk` is lower.")
    .fix(COMPILE_SDK),
    rule(
        Category::AgpCompileSdk,
        r"The minCompileSdk \((?P<min_compile_sdk>[^)]+)\) specified in a\s+dependency's AAR metadata \([^)]*\)\s+is greater than this module's compileSdkVersion \((?P<found>[^)]+)\)\.\s+Dependency: (?P<symbol>[^\s]+[^.\s])",
    )
    .means("The dependency `{symbol}` must be compiled against API {min_compile_sdk} or later, but the module's `compileSdk` is {found}.")
    .fix(COMPILE_SDK),
    rule(
        Category::AgpCompileSdk,
        r"The minAndroidGradlePluginVersion \((?P<min_agp>[^)]+)\) specified in a\s+dependency's AAR metadata \([^)]*\)\s+is greater than the Android Gradle plugin version \((?P<agp_version>[^)]+)\)[^:]*?Dependency: (?P<symbol>[^\s]+[^.\s])",
    )
    .means("The dependency `{symbol}` requires Android Gradle plugin {min_agp} or later; this build uses {agp_version}.")
    .fix(NEWER_AGP),
    rule(
        Category::AgpCompileSdk,
        r"Dependency '(?P<symbol>[^']+)' requires Android Gradle plugin (?P<min_agp>\S+) or higher\.\s+This build currently uses Android Gradle plugin (?P<agp_version>[0-9][^\s]*[0-9])",
    )
    .means("The dependency `{symbol}` requires Android Gradle plugin {min_agp} or higher (its AAR metadata says so); this build uses {agp_version}.")
    .fix(NEWER_AGP),
    rule(
        Category::AgpDesugaring,
        r"Dependency '(?P<symbol>[^']+)' requires core library desugaring to be enabled\s+for (?P<module>\S+[^.\s])",
    )
    .means("The dependency `{symbol}` uses newer Java APIs and requires core library desugaring, which is not enabled for {module}.")
    .fix(CORE_LIBRARY),
    rule(
        Category::AgpDesugaring,
        r"Dependency '(?P<symbol>[^']+)' requires desugar_jdk_libs (?P<what>version|flavor) to be\s+(?:at least\s+)?(?P<required>\S+)",
    )
    .means("The dependency `{symbol}` requires `desugar_jdk_libs` {what} {required} or above for core library desugaring.")
    .fix(&["Set `coreLibraryDesugaring 'com.android.tools:desugar_jdk_libs:{required}'` or later in `dependencies`."]),
    rule(Category::AgpDesugaring, r"task '(?P<of>:[^']+):[A-Za-z0-9]+'[^\n]*\n\s*> (?P<symbol>coreLibraryDesugaring) configuration contains no dependencies")
        .means("Core library desugaring is enabled in `{of}`, but the `coreLibraryDesugaring` configuration there contains no dependency.")
        .fix(&["Add `coreLibraryDesugaring(\"com.android.tools:desugar_jdk_libs:2.1.5\")` to the `dependencies` of `{of}`, or take `coreLibraryDesugaringEnabled` out of its `compileOptions` if it needs no newer Java classes."]),
    rule(Category::AgpDesugaring, r"(?P<symbol>coreLibraryDesugaring) configuration contains no dependencies")
        .means("Core library desugaring is enabled, but the `coreLibraryDesugaring` configuration contains no dependency.")
        .fix(&["Add `coreLibraryDesugaring(\"com.android.tools:desugar_jdk_libs:2.1.5\")` to the `dependencies` of the module that enables it, or take `coreLibraryDesugaringEnabled` out of its `compileOptions` if it needs no newer Java classes."]),
    rule(Category::AgpCompileSdk, r"The AAR metadata for dependency '(?P<symbol>[^']+)'|Dependency '(?P<dependency>[^']+)' has an aar(?:Format|Metadata)Version")
        .means("The AAR metadata of `{symbol}` cannot be used: {message}.")
        .fix(&["Use another version of `{symbol}`, or a newer Android Gradle plugin."]),
    rule(Category::AgpCompileSdk, r"INSTALL_FAILED_OLDER_SDK[^\n]*?#(?P<min_sdk>[0-9]+) \(current version is #(?P<found>[0-9]+)\)")
        .means("The device runs API {found}, but the app's minSdk is {min_sdk}.")
        .fix(&["Use a device with API {min_sdk} or later, or lower `minSdk`."]),
    rule(
        Category::AgpCompileSdk,
        r"The plugin (?P<symbol>\S+) requires a higher Android SDK version\.(?:[^\n]*\n){1,4}?[^\n]*minSdk(?:Version)? ?=? ?(?P<min_sdk>[0-9]+)",
    )
    .means("The Flutter plugin {symbol} needs minSdkVersion {min_sdk}; the app's minSdkVersion is lower.")
    .fix(&["Set `minSdkVersion {min_sdk}` (Kotlin DSL: `minSdk = {min_sdk}`) in `defaultConfig` of android/app/build.gradle, or use an older version of {symbol}."]),
    rule(
        Category::AgpCompileSdk,
        r"(?:The plugin (?P<symbol>\S+) requires|One or more plugins require) a higher Android SDK version(?:[^\n]*\n){1,4}?[^\n]*compileSdk(?:Version)? ?=? ?(?P<min_compile_sdk>[0-9]+)",
    )
    .means("Flutter plugins must be compiled against API {min_compile_sdk} or later, but the app's `compileSdk` is lower.")
    .fix(&["Set `compileSdk = {min_compile_sdk}` in the `android` block of android/app/build.gradle."]),
    // Namespace.
    rule(
        Category::AgpNamespace,
        r"(?:project '(?P<symbol>[^']+)'[^\n]*\n(?:[^\n]*\n)*?)?[^\n]*Namespace not specified\. (?:Please s|S)pecify a namespace in the module's build[^\n]*? file:?\s+(?P<file>\S+\.gradle(?:\.kts)?)",
    )
    .means("The module {symbol} sets no `namespace` in {file}, which Android Gradle plugin 8 and later require.")
    .fix(&[
        "Add `namespace = \"…\"` to the `android` block of {file}; the value is the `package` of the module's AndroidManifest.xml, which is then removed there.",
        "If {symbol} is a library or plugin from node_modules or the pub cache, update it to a version that declares a namespace.",
    ]),
    rule(
        Category::AgpNamespace,
        r"project '(?P<symbol>[^']+)'[^\n]*\n(?:[^\n]*\n)*?[^\n]*[Nn]amespace not specified",
    )
    .means("The module {symbol} sets no `namespace` in its build.gradle, which Android Gradle plugin 8 and later require.")
    .fix(&[
        "Add `namespace = \"…\"` to the `android` block of the build.gradle of {symbol}; the value is the `package` of its AndroidManifest.xml, which is then removed there.",
        "If {symbol} is a library or plugin that you don't own, update it.",
    ]),
    rule(Category::AgpNamespace, r"[Nn]amespace not specified"),
    rule(Category::AgpNamespace, r"Namespace '(?P<symbol>[^']+)' is not a valid Java package name(?: as '(?P<part>[^']*)' is not a valid Java identifier)?")
        .means("The namespace `{symbol}` is not a valid Java package name.")
        .fix(&["Set `namespace` to names with dots between, each of letters, digits and `_`, none a Java keyword or starting with a digit."]),
    rule(Category::AgpNamespace, r"Namespace '(?P<symbol>[^']+)' is used in multiple modules"),
    rule(Category::AgpNamespace, r"A library uses the same package as this project: (?P<symbol>\S+)|More than one library with package name '(?P<package>[^']+)'")
        .means("Two modules have the same package name `{symbol}`.")
        .fix(&["Give one of the modules another `namespace` (or `package` in its manifest)."]),
    rule(Category::AgpNamespace, r"Cannot read packageName from (?P<file>[^\n]+\.xml)")
        .means("The module has neither a `namespace` nor a `package` in {file}.")
        .fix(&["Set `namespace` in the `android` block of the module's build file, or `package` on `<manifest>` with older plugins."]),
    // Features.
    rule(
        Category::AgpBuildConfig,
        r"(?P<where>(?:Build Type|Product Flavor) ?)?'?(?P<symbol>[^' \n]+)'? contains custom (?P<what>BuildConfig fields|resource values), but the feature is disabled",
    )
    .means("`{symbol}` declares custom {what}, but that build feature (buildConfig, resValues) is disabled; Android Gradle plugin 8 and later switch it off by default.")
    .fix(&["Add `buildFeatures {{ buildConfig = true }}` (for resource values `resValues = true`) to the `android` block, or `android.defaults.buildfeatures.buildconfig=true` to gradle.properties."]),
    rule(Category::AgpBuildConfig, r"(?P<symbol>[a-zA-Z]+) support is disabled via buildFeatures")
        .means("The build feature `{symbol}` is disabled but used.")
        .fix(&["Add `buildFeatures {{ {symbol} = true }}` to the `android` block of the module's build file."]),
    rule(Category::AgpBuildConfig, r"do not support adding (?P<symbol>BuildConfig fields|resValue)"),
    // Packaging.
    rule(
        Category::AgpPackaging,
        r"(?P<count>[0-9]+) files found with path '(?P<symbol>[^']+)'(?: from inputs:\s+- (?P<first>[^\n]+)\n\s*- (?P<second>[^\n]+)(?:\n\s*- (?P<third>[^\n]+))?)?",
    )
    .means("{count} inputs contain the file `{symbol}`, of which the APK can hold one: {places}.")
    .fix(PACKAGING),
    rule(Category::AgpPackaging, r"[Mm]ore than one file was found with OS independent path '(?P<symbol>[^']+)'").fix(PACKAGING),
    rule(
        Category::AgpPackaging,
        r"Duplicate files (?:copied in APK|during packaging of APK [^\n]*\s+Path in archive:) (?P<symbol>[^\s]+)\s+(?:File|Origin) ?1: (?P<first>[^\n]+)\n\s*(?:File|Origin) ?2: (?P<second>[^\n]+)",
    )
    .means("Two libraries contain the file `{symbol}` (duplicate), of which the APK can hold one: {places}.")
    .fix(PACKAGING),
    rule(
        Category::AgpPackaging,
        r"Duplicate files (?:copied in APK (?P<symbol>[^\s]+)|during packaging of APK [^\n]*\s+Path in archive: (?P<path>[^\s]+))",
    )
    .fix(PACKAGING),
    rule(Category::AgpPackaging, r"(?:Found duplicate file for APK: |will contain entries with the same path, '|Entry name '|Cannot add (?:another entry|path) ')(?P<symbol>[^\s']+)").fix(PACKAGING),
    // Signing.
    rule(
        Category::AgpSigning,
        r#"Failed to read key (?P<symbol>\S+) from store "(?P<file>(?P<keystore>[^"]+))": (?P<why>[^\n]*(?:password|padded|recover)[^\n]*)"#,
    )
    .means("The key `{symbol}` cannot be read from the keystore {keystore}: the store password, the key password or the alias in the signing config is wrong or empty ({why}).")
    .fix(KEY),
    rule(
        Category::AgpSigning,
        r#"Failed to read key (?P<symbol>\S+) from store "(?P<file>(?P<keystore>[^"]+))": No key with alias '[^']+' found"#,
    )
    .means("The keystore {keystore} holds no key with the alias `{symbol}`.")
    .fix(&["List the aliases with `keytool -list -keystore {keystore}` and correct `keyAlias` in `signingConfigs`."]),
    rule(
        Category::AgpSigning,
        r#"Failed to read key (?P<symbol>\S+) from store "(?P<file>(?P<keystore>[^"]+))": (?P<why>[^\n]+)"#,
    )
    .means("The key `{symbol}` cannot be read from the keystore {keystore}: {why}.")
    .fix(KEY),
    rule(
        Category::AgpSigning,
        r"Keystore file '?(?P<file>[^'\n]+?)'? not found for signing config '(?P<symbol>[^'\n]+)'",
    )
    .means("The keystore file {file} of the signing config `{symbol}` is not found: it does not exist there.")
    .fix(&[
        "Correct `storeFile` in `signingConfigs.{symbol}`; a relative path counts from the module's directory (`rootProject.file(…)` from the root).",
        "On CI restore the keystore from its secret before the build; a debug keystore is made with `keytool -genkeypair -v -keystore debug.keystore -alias androiddebugkey -storepass android -keypass android -keyalg RSA`.",
    ]),
    rule(Category::AgpSigning, r"Keystore file not set for signing config (?P<symbol>\S+)|SigningConfig \x22(?P<config>[^\x22]+)\x22 is missing required property \x22(?P<property>[^\x22]+)\x22")
        .means("The signing config is incomplete: {message}.")
        .fix(&["Set `storeFile`, `storePassword`, `keyAlias` and `keyPassword` in `signingConfigs`; check that the properties they are read from (gradle.properties, environment) are there."]),
    rule(
        Category::AgpSigning,
        r"(?:Keystore was tampered with, or password was incorrect|keystore password was incorrect|Cannot recover key|Given final block not properly padded|Invalid keystore format|Signing config is specified but incomplete|SigningConfig is not defined|V4 signing enabled, but v2 and v3|Unable to create (?:missing )?debug keystore|Failed to load signer)",
    )
    .fix(KEY),
    rule(Category::AgpSigning, r"No key with alias '(?P<symbol>[^']+)' found in keystore (?P<keystore>[^\n]+)")
        .means("The keystore {keystore} holds no key with the alias `{symbol}`.")
        .fix(&["List the aliases with `keytool -list -keystore {keystore}` and correct `keyAlias` in `signingConfigs`."]),
    rule(
        Category::AgpSigning,
        r"INSTALL_PARSE_FAILED_NO_CERTIFICATES|INSTALL_FAILED_UPDATE_INCOMPATIBLE(?:: (?:Existing )?[Pp]ackage (?P<symbol>[A-Za-z0-9_.]+))?",
    )
    .means("The app cannot be installed: it is not signed, or signed with another key than the installed `{symbol}` (signatures do not match).")
    .fix(&["Uninstall the installed app (`adb uninstall {symbol}`), or sign with the same key."]),
    // google-services.json
    rule(Category::AgpGoogleServices, r"File google-services\.json is missing(?:[^\n]*(?:\n[^\n]*)?\n\s*Searched [Ll]ocations?:\s+(?P<searched>[^\n,]+))?")
        .means("The Google services plugin finds no google-services.json in the module: the file is missing.")
        .fix(&["Download google-services.json from the Firebase console (project settings, your app) into the module's directory, e.g. `app/google-services.json`; on CI restore it from a secret.", "It was looked for at {searched} first."]),
    rule(Category::AgpGoogleServices, r"Could not find google-services\.json while looking in")
        .means("The Google services plugin finds no google-services.json in the module: the file is missing.")
        .fix(&["Download google-services.json from the Firebase console into the module's directory."]),
    rule(Category::AgpGoogleServices, r"No matching client found for package name '(?P<symbol>[^']+)'(?:\s+in (?P<file>[^\s]+\.json))?"),
    rule(Category::AgpGoogleServices, r"Malformed root json|Missing (?:project_info|api_key|client|oauth_client) ?[a-z/_]* object|google-services\.json[^\n]*(?:[Mm]alformed|not valid)")
        .means("google-services.json is not what the Google services plugin expects: {message}.")
        .fix(&["Download google-services.json again from the Firebase console; do not edit it."]),
    // NDK and CMake, as far as the native tools do not say it better.
    rule(Category::AgpNdkCmake, r"No version of NDK matched the requested version (?P<symbol>[0-9][0-9.]*[0-9])(?:\. Versions available locally: (?P<available>[^\n]+))?")
        .means("The module asks for NDK {symbol}, which is not installed (installed: {available}).")
        .fix(NDK),
    rule(Category::AgpNdkCmake, r"NDK not configured\.[^\n]*Preferred NDK version is '(?P<symbol>[^']+)'")
        .means("The module builds native code, but no NDK is installed; this Android Gradle plugin prefers NDK {symbol}.")
        .fix(NDK),
    rule(Category::AgpNdkCmake, r"(?:(?P<symbol>NDK) (?:is )?not (?:configured|installed)|NDK location (?:is missing|does not exist|not found))")
        .means("The module builds native code, and this Android Gradle plugin finds no NDK: none is installed, or it is where this version does not look (plugins before 3.5 know only `ndk.dir` in local.properties and the SDK's `ndk-bundle`, not `ndk/<version>`).")
        .fix(&[
            "Install the NDK that the project was made for (Android Studio's SDK manager, or `sdkmanager --list`, then `sdkmanager \"ndk;<version>\"`), and name it: `android {{ ndkVersion = \"<version>\" }}` in every module that builds native code, with an old plugin `ndk.dir=<its directory>` in local.properties. A much newer one is refused by old plugins and scripts.",
            "Or raise the Android Gradle plugin, which then finds and installs its own.",
        ]),
    rule(Category::AgpNdkCmake, r"NDK at (?P<symbol>\S+) did not have a source\.properties")
        .means("The NDK at {symbol} is incomplete: it has no source.properties file, as after an interrupted download.")
        .fix(&["Delete {symbol} and install that NDK again with the SDK manager, or set `ndkVersion` to one that is complete."]),
    rule(
        Category::AgpNdkCmake,
        r"NDK from (?P<where>\S+) at (?P<path>\S+) had version \[(?P<found>[^\]]+)\] which disagrees with android\.ndkVersion \[(?P<symbol>[^\]]+)\]",
    )
    .means("`android.ndkVersion` asks for NDK {symbol}, but {where} names version {found}.")
    .fix(&["Set `ndkVersion \"{found}\"`, or remove `ndk.dir` from local.properties and install NDK {symbol}."]),
    rule(Category::AgpNdkCmake, r"No toolchains found in the NDK toolchains folder for ABI with prefix: (?P<symbol>\S+)")
        .means("The NDK has no toolchain for {symbol}: it is newer than this Android Gradle plugin expects (MIPS was removed in r18).")
        .fix(&["Update the Android Gradle plugin, or install an older NDK and set `ndkVersion`."]),
    rule(Category::AgpNdkCmake, r"ABIs? \[(?P<symbol>[^\]]+)\] (?:are|is) not supported for platform|Expected caller to ensure valid ABI: (?P<abi>\S+)")
        .means("The NDK does not support the ABI {symbol}.")
        .fix(&["Take `{symbol}` out of `ndk {{ abiFilters }}`; armeabi and mips went with NDK r17."]),
    rule(Category::AgpNdkCmake, r"Failed to find CMake\.[^\n]*\n(?:[^\n]*\n){0,2}?[^\n]*Expected CMake executable at (?P<file>(?:[A-Za-z]:)?[^\s]*?(?P<symbol>cmake(?:\.exe)?))\.?(?:\s|$)")
        .means("CMake is not installed in the Android SDK: its executable is not found at {file}.")
        .fix(&["Install CMake with Android Studio's SDK Manager (SDK Tools), or with `sdkmanager`."]),
    rule(Category::AgpNdkCmake, r"CMake '?(?P<symbol>[0-9][0-9.+]*)'? was not found in (?:SDK, )?PATH|Failed to find CMake|CMake not found")
        .means("CMake {symbol}, which the module asks for, is not installed.")
        .fix(&["Install it: `sdkmanager \"cmake;{symbol}\"`, or set `externalNativeBuild {{ cmake {{ version }} }}` to one that is there."]),
    rule(Category::AgpNdkCmake, r"Platform version '?(?P<symbol>[0-9]+)'? is unsupported by this NDK[^\n]*?minSdk to at least '?(?P<min_sdk>[0-9]+)")
        .means("The NDK no longer supports API {symbol}; it needs minSdk {min_sdk}.")
        .fix(&["Set `minSdk` to {min_sdk} or higher, or use an older NDK."]),
    rule(Category::AgpNdkCmake, r"No compatible library found for (?P<symbol>//\S+?)\.[^\n]*?(?:\n|$)")
        .means("No prefab library fits {symbol}: {message}.")
        .fix(&["Make ABI, STL (`-DANDROID_STL=c++_shared`) and minSdk of the module fit those of the library."]),
    rule(Category::AgpNdkCmake, r"NDK is missing a \x22(?P<symbol>[^\x22]+)\x22 directory|NDK folder '(?P<path>[^']+)' specified does not contain 'platforms'")
        .means("The NDK has no `{symbol}` directory: it is incomplete, or newer than this Android Gradle plugin.")
        .fix(NDK),
    // Gradle's own categories, in the plugin's words.
    rule(
        Category::GradleDuplicateClass,
        r"Duplicate class (?P<symbol>\S+) found in modules:?\s+(?P<first>[^\n]+?)(?: and\s+|\s+and |\n\s*)(?P<second>[^\s\n][^\n]+)",
    ),
    rule(
        Category::GradleVersionIncompatible,
        r"The Android Gradle plugin supports only (?P<symbol>[A-Za-z-]+) (?:Gradle )?plugin version (?P<required>[0-9.]+) and higher",
    )
    .means("This Android Gradle plugin needs {symbol} plugin {required} or higher.")
    .fix(&["Update the {symbol} plugin to {required} or higher."]),
    rule(
        Category::GradleVersionIncompatible,
        r"Using (?:multiple|different) versions of the Android Gradle plugin ?\((?P<symbol>[^)]+)\) in the same build is not allowed",
    )
    .means("The build uses two versions of the Android Gradle plugin, {symbol}.")
    .fix(&["Declare the Android Gradle plugin once, in the root's `plugins` block or `buildscript`, with one version for all modules and included builds."]),
    rule(
        Category::GradleVersionIncompatible,
        r"The option '(?P<symbol>android\.[A-Za-z0-9.]+)' (?:is deprecated|was (?:deprecated|removed))[^\n]*\n?[^\n]*(?:has been removed|was removed) in version (?P<removed>[0-9.]+)",
    )
    .means("gradle.properties sets `{symbol}`, an option that Android Gradle plugin {removed} removed.")
    .fix(&["Remove `{symbol}` from gradle.properties."]),
    rule(
        Category::GradleDependencyConflict,
        r"[Cc]ontains? AndroidX dependencies, but the `?'?(?P<symbol>android\.useAndroidX)'?`? property is not enabled(?:[^\n]*\n+Set [^\n]* in the `(?P<file>gradle\.properties)`)?",
    )
    .means("Dependencies are AndroidX libraries, but `android.useAndroidX` is not enabled.")
    .fix(&["Add `android.useAndroidX=true` to gradle.properties; for old support libraries among the dependencies also `android.enableJetifier=true`."]),
    rule(
        Category::GradleDependencyConflict,
        r"Conflict with dependency '(?P<symbol>[^']+)' in project '(?P<project>[^']+)'\.\s+Resolved versions for (?P<what>[a-z]+) \((?P<first>[^)]+)\) and (?:test app|packaging) \((?P<second>[^)]+)\) differ",
    )
    .means("`{symbol}` resolves to {first} in the app and to {second} in its test.")
    .fix(&["Use the same version of `{symbol}` in `implementation` and `androidTestImplementation`: align them with a constraint or a BOM, or force it: `configurations.all {{ resolutionStrategy.force(\"{symbol}:{first}\") }}`."]),
    rule(
        Category::GradleScriptEvaluation,
        r"All flavors must now belong to a named flavor dimension|The '(?P<symbol>java)' plugin has been applied, but it is not compatible with the Android plugins|Library projects cannot set (?P<property>applicationId(?:Suffix)?)|(?:BuildType|ProductFlavor) names cannot (?P<name>[^\n]+)|Android tasks have already been created|Removing unused resources requires unused code shrinking to be turned on",
    ),
    rule(Category::XmlAttributeNotFound, r"In <declare-styleable> (?P<styleable>\S+), unable to find attribute (?P<symbol>\S+)")
        .means("`<declare-styleable name=\"{styleable}\">` names the attribute `{symbol}`, which is not found: its library is missing from the dependencies, or its name is wrong.")
        .fix(&["Add the library that declares `{symbol}` to the dependencies, or declare it with `<attr name=\"{symbol}\" format=\"…\" />`."]),
    // Resources and manifests, without a line that says which.
    rule(Category::AaptCompile, r"Failed to crunch file '?(?P<file>[^'\n]+?)'? into|Some file crunching failed"),
    rule(Category::AaptLink, r"AAPT2 \S+ Daemon #[0-9]+: Unexpected error during (?P<doing>link|compile)")
        .means("aapt2 broke off during its work ({doing}); the line does not say why.")
        .fix(&[
            "Look for a line with `error:` near by in the log: it names the resource. If there is none, and it is the link, `compileSdk` is probably newer than this Android Gradle plugin knows (`RES_TABLE_TYPE_TYPE …`): raise the plugin, or lower `compileSdk`.",
            "Else `./gradlew --stop`, delete the aapt2 directory under ~/.gradle/caches, and build again with enough free memory.",
        ]),
    rule(Category::AaptLink, r"(?:Failed to start AAPT2 process|AAPT2 process unexpectedly exit|AAPT2 \S+ Daemon #[0-9]+: Daemon startup failed|Daemon startup failed|aapt2[^\n]*: error while loading shared libraries)[^\n]*")
        .means("The resource compiler aapt2 cannot run on this machine: {message}.")
        .fix(&[
            "On Linux install what aapt2 needs (64-bit x86 glibc, `libstdc++`, `zlib`); on ARM machines set `android.aapt2FromMavenOverride` to an aapt2 for that processor.",
            "Run `./gradlew --stop`, delete the aapt2 directory under ~/.gradle/caches, and build again with enough free memory.",
        ]),
    rule(Category::ManifestOther, r"(?:Main [Mm]anifest (?:is )?missing for variant (?P<symbol>\S+?)\. Expected path: |Manifest file does not exist: |Manifest file ')(?P<file>[^'\n]+)")
        .means("The module's manifest {file} does not exist.")
        .fix(&["Create {file}, or set `sourceSets {{ main {{ manifest.srcFile }} }}` to where it lies."]),
    rule(
        Category::ManifestExported,
        r"(?:Binary XML file line #(?P<line>[0-9]+)\): )?(?P<symbol>[A-Za-z0-9_.$]+): Targeting S\+ \(version [0-9]+ and above\) requires that an explicit value for android:exported be defined",
    ),
    rule(Category::ManifestOther, r"INSTALL_PARSE_FAILED_MANIFEST_(?:MALFORMED|EMPTY)[^\n]*"),
]);

/// Sentences that say only that something failed, and leave the rest to another line.
pub static HEADLINES: Rules = Rules::new(&[
    rule(Category::ManifestMerger, r"Manifest merger failed(?: : (?P<why>[^\n]+))?"),
    rule(Category::AaptLink, r"Android resource linking failed|Failed to process resources, see aapt output above"),
    rule(Category::AaptCompile, r"(?:Android resource compilation failed|Resource compilation failed)"),
    rule(Category::AaptLink, r"[Pp]rocess 'command '[^'\n]*aapt2?(?:\.exe)?''|[Ff]ailed to execute aapt"),
    rule(Category::Databinding, r"Found data binding error"),
    rule(
        Category::AgpR8MissingClass,
        r"(?:Missing classes detected while running R8|java\.io\.IOException: Please correct the above warnings first)",
    ),
    rule(Category::AgpNdkCmake, r"\[CXX(?P<code>1[0-35][0-9]+)\] (?P<reason>[^\n]+)")
        .means("The Android Gradle plugin refuses the settings of the native build before it starts (CXX{code}): {reason}")
        .fix(&["Correct what the message names in `externalNativeBuild`, `ndkVersion`, `ndk {{ abiFilters }}` or local.properties (`ndk.dir`, `cmake.dir`) for `{in_module}`, then delete its `.cxx` directory and build again.", "If only versions do not fit, install what is asked for with `sdkmanager` (`ndk;…`, `cmake;…`)."]),
    // `[CXX1429] error when building with cmake using /p/app/src/main/cpp/CMakeLists.txt: …`
    rule(
        Category::AgpNdkCmake,
        r"\[CXX[1-4][0-9]+\] (?P<reason>error when building with (?:cmake|ndkBuild) using (?P<file>[^\n]*?(?:CMakeLists\.txt|\.mk))[^\n]*)",
    ),
    rule(Category::AgpNdkCmake, r"\[CXX[1-4][0-9]+\] (?P<reason>[^\n]+)"),
    rule(
        Category::AgpNdkCmake,
        r"(?:error when building with (?:cmake|ndkBuild)|Build command failed\.\s+Error while executing (?:process|')[^\n]*(?:cmake|ndk-build|ninja)|Error while executing process [^\n]*(?:cmake|ndk-build|ninja))",
    ),
    rule(
        Category::AgpDexMerge,
        r"(?:Error while merging dex archives|Unable to merge dex|DexArchiveMergerException|DexArchiveBuilderException|Error converting bytecode to dex|UNEXPECTED TOP-LEVEL EXCEPTION)",
    ),
]);

const SDK_LOCATION: &[&str] = &[
    "Write `sdk.dir=/path/to/Android/Sdk` to local.properties in the project's root (a fresh clone or worktree has none), or set the environment variable `ANDROID_HOME` to the installed Android SDK.",
    "On CI install the SDK first, e.g. with `sdkmanager`.",
];

const LICENCE: &[&str] = &[
    "Run `sdkmanager --licenses` and accept the licences, then build again; or install the package with Android Studio's SDK manager.",
    "On CI run `yes | sdkmanager --licenses`; the SDK directory must be writable for the build.",
    "The module that asks for it is {project}.",
];

const COMPILE_SDK: &[&str] = &[
    "Raise the Android Gradle plugin to {agp_for_compile_sdk} or later first: {agp_version} goes up to API {agp_most} only.",
    "Set `compileSdk` to {min_compile_sdk} or higher in the `android` block of the build file of `{in_module}`; minSdk and targetSdk may stay.",
    "Set `compileSdk` to {min_compile_sdk} or higher in the `android` block of the module's build file; minSdk and targetSdk may stay.",
    "`{also_needed_by}` also needs the Android Gradle plugin {also_needs_agp} or later, with the Gradle version that belongs to it.",
    "Or use an older release than `{symbol}` that compiles against the present API.",
    "The same holds for {other_dependencies}.",
    "Less is enough for {lower_dependencies}.",
];

const NEWER_AGP: &[&str] = &[
    "Update the Android Gradle plugin (`com.android.application`) to {min_agp} or later, with the Gradle version that it needs.",
    "Or use an older version of `{symbol}`.",
];

const CORE_LIBRARY: &[&str] = &[
    "Set `compileOptions {{ coreLibraryDesugaringEnabled = true }}` in the `android` block and add `coreLibraryDesugaring \"com.android.tools:desugar_jdk_libs:2.1.5\"` to `dependencies`.",
];

const PACKAGING: &[&str] = &[
    "If the file is not needed, add `packaging {{ resources {{ excludes += \"{symbol}\" }} }}` (before plugin 8 `packagingOptions {{ exclude '{symbol}' }}`) to the `android` block.",
    "If it is, use `pickFirsts += \"{symbol}\"` (for lib/*.so in `jniLibs`), or exclude one of the libraries.",
];

const KEY: &[&str] = &[
    "Correct `storePassword`, `keyAlias` and `keyPassword` in `signingConfigs`; they must be set when the signing config is evaluated, not in a later task.",
    "Check them: `keytool -list -v -keystore <the keystore>`.",
];

const NDK: &[&str] = &[
    "Install the NDK: `sdkmanager \"ndk;{symbol}\"`, or Android Studio's SDK manager.",
    "Or set `android {{ ndkVersion = \"…\" }}` to a version that is installed, in every module that builds native code.",
];
