//! Messages of Gradle and its plugins when their versions do not fit each other. Data only; the narrow ones first.

use crate::Category;
use crate::pattern::{Rules, rule};

/// A plugin calls what the Gradle, AGP or Kotlin plugin of this build does not have; `detail/linkage.rs` tells which of them.
const LACKS_METHOD: &str = "`{symbol}()` is called, and the version of {api_of} that this build uses has no such method (NoSuchMethodError): the plugin that calls it was made for another one.";

/// What to do then.
const LACKS_METHOD_STEPS: &[&str] = &[
    "Find the plugin: `--stacktrace` shows its class below `Caused by: java.lang.NoSuchMethodError`. Raise it to a release for this version of {api_of}.",
    "Or set {api_set_by} back to the version with which it worked; what was raised last is mostly the reason.",
];

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    // The Android plugin.
    rule(
        Category::GradleVersionIncompatible,
        r"Minimum supported Gradle version is (?P<min_gradle>[0-9][^\s]*[0-9])\.\s+Current version is (?P<gradle_version>[0-9][^\s,]*[0-9])(?:[^\n]*?distributionUrl in (?P<file>[^\n]*?gradle-wrapper\.properties))?",
    )
    .means("The Android Gradle plugin in use needs Gradle {min_gradle} or later, and the wrapper runs Gradle {gradle_version}.")
    .fix(&[
        "Raise the Gradle wrapper: `distributionUrl` in gradle/wrapper/gradle-wrapper.properties to `gradle-{min_gradle}-bin.zip`, by hand: the task `wrapper` cannot run while the plugin stops the configuration.",
        "Or keep Gradle {gradle_version} and lower the Android Gradle plugin (AGP) to a version that supports it.",
    ]),
    rule(
        Category::GradleVersionIncompatible,
        r"Gradle version (?P<min_gradle>[0-9][^\s]*) (?:or higher )?is required\. Current version is (?P<gradle_version>[0-9][^\s,]*[0-9])",
    ),
    rule(
        Category::GradleVersionIncompatible,
        r"The project is using an incompatible version \(AGP (?P<agp_version>[^)]+)\) of the Android Gradle plugin\. Latest supported version is AGP (?P<max_agp>[0-9][^\s]*[0-9a-z])",
    )
    .means("Android Studio is older than the project: it supports the Android Gradle plugin up to {max_agp}, and the project uses AGP {agp_version}.")
    .fix(&["Update Android Studio (or the Android plugin of IntelliJ IDEA), or lower AGP to {max_agp} in the root build file or version catalog."]),
    rule(
        Category::GradleVersionIncompatible,
        r"This version of (?:the )?Android (?:Support plugin|Studio)[^\n]*? cannot open this project, please retry with (?:version|Android Studio) (?P<required>[^\n]+?) or newer",
    )
    .means("The IDE is too old for the Android Gradle plugin of this project: it takes {required} or newer.")
    .fix(&["Update the IDE to {required} or newer, or lower the Android Gradle plugin (AGP) to a version that it supports."]),
    // `The Android Gradle plugin supports only Kotlin Gradle plugin version 1.5.20 and higher.\nThe following dependencies do not satisfy the required version:\nroot project 'shop' -> org.jetbrains.kotlin:kotlin-gradle-plugin:1.3.72`
    rule(
        Category::GradleVersionIncompatible,
        r"The Android Gradle plugin supports only (?P<plugin_name>[A-Za-z -]+?) (?:Gradle )?plugin version (?P<required>[0-9][^\s]*) and higher(?s:.*?-> (?P<symbol>[^\s]+):(?P<found>[0-9][^\s:,]*[0-9a-zA-Z]))?",
    )
    .means("The Android Gradle plugin in use needs the {plugin_name} Gradle plugin {required} or later, and the build has `{symbol}` {found}.")
    .fix(&["Raise `{symbol}` to {required} or later in the `plugins` or `buildscript` block (or version catalog).", "Raise the {plugin_name} plugin to {required} or later."]),
    // `> Module was compiled with an incompatible version of Kotlin.\n  The binary version of its metadata is 2.3.0, expected version is 2.1.0.`
    rule(
        Category::KotlinMetadataVersion,
        r"Module was compiled with an incompatible version of Kotlin\.\s+The binary version of its metadata is (?P<found>[0-9.]+[0-9]), expected version is (?P<expected>[0-9.]+[0-9])",
    )
    .means("A dependency of this module was compiled with Kotlin {found}, and the build's Kotlin compiler (metadata {expected}) is too old to read it.")
    .fix(&[
        "Raise the Kotlin Gradle plugin to {found} or later, with the KSP and Compose plugins that belong to it.",
        "Or keep the dependency (or the package that brings it) at a release that was built with an older Kotlin; `./gradlew :app:dependencies` shows what was raised last.",
    ]),
    // `Dependency 'com.example:basket:1.0' requires Android Gradle plugin 8.9.1 or higher.\n\n  This build currently uses Android Gradle plugin 8.5.2.`
    rule(
        Category::GradleVersionIncompatible,
        r"Dependency '(?P<symbol>[^']+)' requires Android Gradle plugin\s+(?P<min_agp>[0-9][0-9.a-z-]*[0-9])\s+or\s+higher(?s:.{0,120}?currently\s+uses\s+Android\s+Gradle\s+plugin\s+(?P<agp_version>[0-9][0-9.a-z-]*[0-9]))?",
    )
    .means("The dependency `{symbol}` needs the Android Gradle plugin (AGP) {min_agp} or later, and this build uses AGP {agp_version}.")
    .fix(&[
        "Raise the Android Gradle plugin to {min_agp} or later (`com.android.application` in the root build file, settings file or version catalog), and the Gradle wrapper to {gradle_for_min_agp} with it.",
        "Or take an older release than `{symbol}` that still supports AGP {agp_version}.",
        "The same holds for {other_dependencies}.",
        "Less is enough for {lower_dependencies}.",
        "`{also_needed_by}` also needs `compileSdk` {also_needs_api} or higher.",
    ]),
    rule(
        Category::GradleVersionIncompatible,
        r"(?:requires|require) (?:the )?(?:Android Gradle [Pp]lugin|AGP)(?: version)? (?P<min_agp>[0-9][0-9.a-z-]*[0-9])(?: or (?:higher|newer|later|above)| \+)?(?:[^\n]*?(?:[Cc]urrent(?:ly)?|[Ff]ound|using)[^\n0-9]*(?P<agp_version>[0-9][0-9.a-z-]*[0-9]))?",
    ),
    rule(
        Category::GradleVersionIncompatible,
        r"The applied Android Gradle Plugin version \((?P<agp_version>[^)]+)\) is lower than the minimum supported (?P<min_agp>[0-9][0-9.]*[0-9])",
    )
    .means("The Kotlin Gradle plugin in use needs the Android Gradle plugin {min_agp} or later, and the build has AGP {agp_version}.")
    .fix(&["Raise AGP to {min_agp} or later (and the Gradle wrapper with it), or lower the Kotlin plugin."]),
    rule(Category::GradleVersionIncompatible, r"The '(?P<symbol>org\.jetbrains\.kotlin\.[a-z]+)' plugin is no longer required for Kotlin support since AGP (?P<agp_version>[0-9.]*[0-9])")
        .means("The Android Gradle plugin {agp_version} compiles Kotlin itself, so the plugin `{symbol}` must not be applied any more.")
        .fix(&["Remove `{symbol}` from the module's `plugins` block; or keep it with `android.builtInKotlin=false` in gradle.properties for now."]),
    // `The option 'android.enableR8' is deprecated.\nThe current default is 'true'.\nIt was removed in version 7.0 of the Android Gradle plugin.`
    rule(
        Category::GradleVersionIncompatible,
        r"The option (?:setting )?'(?P<symbol>android\.[A-Za-z0-9._]+?)(?:=[^']*)?' is deprecated\.(?:[^\n]*\n){0,4}?[^\n]*It was removed in version (?P<removed>[0-9][0-9.]*[0-9]) of the Android Gradle plugin\.(?:(?s:.{0,200}?)`?(?P<file>gradle\.properties))?",
    )
    .means("gradle.properties sets the option `{symbol}`, which the Android Gradle plugin (AGP) removed in version {removed}.")
    .fix(&["Remove the line `{symbol}=…` from gradle.properties (the project's, `~/.gradle/gradle.properties`, and `-P{symbol}` on the command line)."]),
    rule(Category::GradleScriptEvaluation, r"`?getDefaultProguardFile\('(?P<symbol>proguard-android\.txt)'\)`? is no longer supported")
        .means("The build script asks for `{symbol}`, which the Android Gradle plugin (AGP) no longer offers since version 9, because it holds `-dontoptimize` and keeps R8 from optimising.")
        .fix(&["Use `getDefaultProguardFile(\"proguard-android-optimize.txt\")` in `proguardFiles` at line {line} of `{name}`.", "Use `getDefaultProguardFile(\"proguard-android-optimize.txt\")` in `proguardFiles` of the build type."]),
    // The Shadow plugin, whose last releases under the old id end before Gradle 9.
    rule(Category::GradleVersionIncompatible, r"No such property: (?P<symbol>mode) for class: org\.gradle\.api\.internal\.file\.copy\.[A-Za-z$]*(?:FileCopyDetails|FileTreeElement)[A-Za-z_$]*")
        .means("The Shadow plugin (`com.github.johnrengelman.shadow`, last release 8.1.1) reads the property `{symbol}` of the files that it packs, which Gradle 9 no longer has.")
        .fix(&[
            "Replace the plugin by its successor: `id(\"com.gradleup.shadow\") version \"9.0.0\"` or later for Gradle 9 (8.3.x for Gradle 8), with the same tasks.",
            "Or stay on Gradle 8.14.x: `./gradlew wrapper --gradle-version 8.14.3`.",
        ]),
    // The Kotlin plugin.
    rule(
        Category::GradleVersionIncompatible,
        r"The current Gradle version (?P<gradle_version>[0-9][^\s]*) is not compatible with the Kotlin Gradle plugin\. Please use Gradle (?P<min_gradle>[0-9][^\s]*) or newer",
    )
    .means("The Kotlin Gradle plugin in use needs Gradle {min_gradle} or later, and the wrapper runs Gradle {gradle_version}.")
    .fix(&["Raise the Gradle wrapper: `distributionUrl` in gradle/wrapper/gradle-wrapper.properties to `gradle-{min_gradle}-bin.zip` (by hand, where the task `wrapper` cannot run), or use an older Kotlin Gradle plugin."]),
    rule(
        Category::GradleVersionIncompatible,
        r"The applied Kotlin Gradle (?:[Pp]lugin )?is not compatible with the used Gradle version \((?:Gradle )?(?P<gradle_version>[^)]+)\)(?s:.*?at least (?:Gradle )?(?P<min_gradle>[0-9][0-9.]*[0-9]))?",
    )
    .means("The Kotlin Gradle plugin in use needs Gradle {min_gradle} or later, and the wrapper runs Gradle {gradle_version}.")
    .fix(&["Raise the Gradle wrapper: `distributionUrl` in gradle/wrapper/gradle-wrapper.properties to `gradle-{min_gradle}-bin.zip` (by hand, where the task `wrapper` cannot run), or use an older Kotlin Gradle plugin."]),
    rule(
        Category::GradleVersionIncompatible,
        r"Kotlin (?:Gradle )?plugin version (?P<min_kotlin>[0-9][0-9.]*[0-9])(?: or (?:higher|newer)) should be used|(?:requires|Minimum supported) Kotlin (?:Gradle plugin )?(?:version )?(?:is )?(?P<min_kotlin2>[0-9][0-9.]*[0-9])(?: or (?:higher|newer))?",
    )
    .means("The Kotlin Gradle plugin is too old: {min_kotlin} or later is needed.")
    .fix(&["Raise the Kotlin version (`org.jetbrains.kotlin.android` or `ext.kotlin_version`) to {min_kotlin} or later."]),
    rule(Category::GradleVersionIncompatible, r"ksp-(?P<ksp_version>[^\s]+) is too (?P<ksp_age>old|new) for kotlin-(?P<kotlin_version>[0-9][^\s]*[0-9A-Za-z])")
        .means("KSP {ksp_version} is too {ksp_age} for Kotlin {kotlin_version}: the part of KSP's version before the dash must be the Kotlin version.")
        .fix(&["Set the KSP plugin to the version that begins with {kotlin_version} (e.g. `{kotlin_version}-1.0.x`; from KSP 2.3 its own number), or Kotlin to the one that KSP {ksp_version} was made for."]),
    // Kotlin and Java tasks of one module.
    rule(
        Category::KotlinJvmTargetMismatch,
        r"Inconsistent JVM[- ][Tt]arget [Cc]ompatibility [Dd]etected for tasks '(?P<java_task>[^']+)' \((?P<java>[^)]+)\) and '(?P<symbol>(?P<kotlin_task>[^']+))' \((?P<kotlin>[^)]+)\)",
    ),
    rule(
        Category::KotlinJvmTargetMismatch,
        r"'(?P<java_task>[^']+)' task \(current target is (?P<java>[^)]+)\) and '(?P<symbol>(?P<kotlin_task>[^']+))' task \(current target is (?P<kotlin>[^)]+)\) jvm target compatibility should be set to the same Java version",
    ),
    // Flutter.
    rule(
        Category::GradleVersionIncompatible,
        r"[Yy]our project's (?P<tool>Gradle|Android Gradle Plugin|Kotlin|Java) version \(?(?:Android Gradle Plugin version |Gradle version |Kotlin version )?(?P<found>[0-9][^)\s]*)\)? is lower than Flutter's minimum supported version of (?:Android Gradle Plugin version |Gradle version |Kotlin version )?(?P<required>[0-9][0-9.]*[0-9])",
    )
    .means("This Flutter needs {tool} {required} or later, and the project uses {found}.")
    .fix(&[
        "Raise {tool} to {required} or later: Gradle in android/gradle/wrapper/gradle-wrapper.properties, the Android Gradle plugin and Kotlin in android/settings.gradle (or android/build.gradle).",
    ]),
    rule(Category::GradleVersionIncompatible, r"Your project requires a newer version of the Kotlin Gradle plugin")
        .means("The Kotlin Gradle plugin of the Android project is too old for a Flutter plugin or library that it uses.")
        .fix(&["Raise the Kotlin version in android/settings.gradle (`id \"org.jetbrains.kotlin.android\" version \"…\"`) or `ext.kotlin_version` in android/build.gradle to a current one."]),
    rule(
        Category::GradleVersionIncompatible,
        r"Using multiple versions of the Android Gradle [Pp]lugin ?\((?P<versions>[^)]+)\)",
    )
    .means("Modules of one build use several versions of the Android Gradle plugin (AGP {versions}), which is not allowed: `{module}` was built with another one than the module that depends on it.")
    .fix(&["Set the same AGP version everywhere: in each included build's and module's `plugins`/`buildscript` block, best in one version catalog."]),
    // Gradle itself.
    rule(
        Category::GradleVersionIncompatible,
        r"Plugin (?P<symbol>[^\s]+) requires at least Gradle (?P<min_gradle>[0-9][^\s]*[0-9])\. This build uses (?:Gradle )?(?P<gradle_version>[0-9][^\s]*[0-9])",
    )
    .means("The plugin `{symbol}` needs Gradle {min_gradle} or later, and the wrapper runs Gradle {gradle_version}."),
    rule(
        Category::GradleVersionIncompatible,
        r"(?:requires|needs|only works with|supports only|minimum (?:supported|required)[^\n0-9]{0,30}) ?Gradle (?:version )?(?P<min_gradle>[0-9][0-9.]*[0-9])(?: or (?:higher|newer|later|above|greater)|\+| and (?:higher|above))?(?:[^\n]*?(?:[Cc]urrent|[Ff]ound|using|running|uses)[^\n0-9]*(?P<gradle_version>[0-9][0-9.]*[0-9]))?",
    ),
    rule(Category::GradleVersionIncompatible, r"The (?P<symbol>build scan plugin) is not compatible with this version of Gradle")
        .fix(&["Replace `com.gradle.build-scan` by the `com.gradle.develocity` (or `com.gradle.enterprise`) plugin in the settings file."]),
    // A plugin calls what Gradle, the Android or the Kotlin plugin no longer has.
    // `> 'org.gradle.api.file.FileCollection org.gradle.api.tasks.SourceSetOutput.getClassesDir()'`
    rule(
        Category::GradleVersionIncompatible,
        r"(?:^|> |NoSuchMethodError: |Unable to find method )'(?:[A-Za-z0-9_.$\[\]]+ )?(?P<symbol>(?:org\.gradle|com\.android\.(?:build|tools|builder|ide)|org\.jetbrains\.kotlin\.gradle|kotlin)\.[A-Za-z0-9_.$<>]+)\([^\n]*\)[^\n]*'",
    )
    .means(LACKS_METHOD)
    .fix(LACKS_METHOD_STEPS),
    rule(
        Category::GradleVersionIncompatible,
        r"(?:NoSuchMethodError: |> |Unable to find method '?)(?P<symbol>(?:org\.gradle|com\.android\.(?:build|tools|builder|ide)|org\.jetbrains\.kotlin\.gradle)\.[A-Za-z0-9_.$<>]+)\([^\s)]*\)[A-Z\[][^\s]*",
    )
    .means(LACKS_METHOD)
    .fix(LACKS_METHOD_STEPS),
    // `> org/gradle/api/internal/plugins/DslObject`, `> com/android/build/gradle/BaseExtension`
    rule(
        Category::GradleVersionIncompatible,
        r"(?:^|> |NoClassDefFoundError: |ClassNotFoundException: |Unable to load class ')(?P<symbol>(?:org[/.]gradle[/.](?:api|internal|util|process|build|initialization|plugins)|com[/.]android[/.](?:build|tools|builder|ide)|org[/.]jetbrains[/.]kotlin[/.]gradle)[/.][A-Za-z0-9_/.$]+)'?(?:\.?\s*(?:\n|$)| not present| \(org)",
    )
    .means("A plugin uses the class `{symbol}` of {api_of}, which the version that this build uses no longer has, or which the plugin does not see.")
    .fix(&[
        "Raise the plugin that uses it to a release for this version of {api_of} (`--stacktrace` shows its class), or set {api_set_by} back.",
        "If the class belongs to AGP or the Kotlin plugin, declare that plugin in the same `plugins`/`buildscript` block (root project, `apply false`), so that both are on one class path.",
    ]),
    rule(Category::GradleVersionIncompatible, r"Cannot mutate the [a-z ]+ of (?:configuration )?'(?P<symbol>[^']+)' after the configuration was (?:resolved|observed)[^\n]*After a configuration has been observed")
        .means("A plugin changes the configuration `{symbol}` after it was resolved (observed), which Gradle 9 no longer allows: the plugin, often the Android Gradle plugin (AGP), is too old for this Gradle.")
        .fix(&["Raise the Android Gradle plugin and the other plugins to versions for Gradle 9, or set the Gradle wrapper back to 8.x."]),
    rule(Category::GradleVersionIncompatible, r"Querying the mapped value of [^\n]*? before task '(?P<symbol>(?P<producer>[^']*GoogleServices))' has completed is not supported")
        .means("The google-services plugin is too old for the Android Gradle plugin (AGP 7.3 and later): what `{producer}` makes is read before that task has run.")
        .fix(&["Raise `com.google.gms:google-services` (plugin `com.google.gms.google-services`) to version 4.3.14 or later in the root build file."]),
    rule(Category::GradleVersionIncompatible, r"Unable to load class '(?P<symbol>[A-Za-z0-9_.$]+)'")
        .means("A plugin uses the class `{symbol}`, which the version of Gradle or of the Android Gradle plugin (AGP) in use does not have: their versions do not match.")
        .fix(&["Raise the plugin that uses `{symbol}` to a version for this Android Gradle plugin and Gradle, or go back to the version with which it worked.", "If nothing was changed, a download may be damaged: delete `~/.gradle/caches/modules-2` of that plugin and sync again."]),
    rule(Category::GradleVersionIncompatible, r"The SDK Build Tools revision \((?P<symbol>(?P<found>[0-9][^)]*))\) is too low for project '(?P<owner>[^']+)'\. Minimum required is (?P<required>[0-9][0-9.]*[0-9])")
        .means("The Android Gradle plugin in use needs Build Tools {required} or later, and {owner} sets `buildToolsVersion` {found}.")
        .fix(&["Set `buildToolsVersion \"{required}\"` in {owner}, or remove the line: the plugin then takes its own default."]),
    rule(
        Category::GradleVersionIncompatible,
        r"Cannot use @TaskAction annotation on method (?P<method>[A-Za-z0-9_$.]+)\(\) because (?:interface|class) (?P<symbol>[^\s]+) is not a valid parameter to an action method",
    )
    .means("The plugin's task action `{method}` takes `{symbol}`, which Gradle 8 removed: the plugin (often an old Android Gradle plugin or Kotlin plugin) is too old for this Gradle.")
    .fix(&["Raise the Android Gradle plugin, the Kotlin plugin and the plugin that owns `{method}` to versions for Gradle 8, or set the wrapper back to Gradle 7.6."]),
    rule(
        Category::GradleVersionIncompatible,
        r"[Cc]lass (?P<symbol>(?:org\.jetbrains\.kotlin|com\.android|org\.gradle)[A-Za-z0-9_.$]+) cannot be cast to class (?P<class>(?:org\.jetbrains\.kotlin|com\.android|org\.gradle)[A-Za-z0-9_.$]+)",
    )
    .means("`{symbol}` is not the `{class}` that a plugin expects: versions of the Kotlin, Android and Gradle plugins are mixed, or one of them is loaded twice.")
    .fix(&["Declare the Kotlin and Android plugins once, in the root project with `apply false`, with versions that fit, and run `./gradlew --stop`."]),
    // Libraries that the Android plugin and others share on the build's class path; `> org.bouncycastle.Shelf: message` is
    // an exception that is thrown, no class that is missing.
    rule(
        Category::GradleDependencyConflict,
        r"(?s)Could not initialize class org\.bouncycastle\.[A-Za-z0-9_.$]+.*?NoClassDefFoundError: (?P<symbol>org/bouncycastle/[A-Za-z0-9_/$]+)",
    )
    .means("Versions of BouncyCastle conflict on the build's class path: the Android Gradle plugin's `bcpkix` needs the class `{symbol}`, which the older `bcprov` that another plugin brought lacks (mismatch).")
    .fix(&["Align them: see who brings which with `./gradlew buildEnvironment`, and declare one version of `bcprov-jdk18on` and `bcpkix-jdk18on` in `buildscript {{ dependencies {{ classpath … }} }}`, or update the other plugin."]),
    rule(
        Category::GradleDependencyConflict,
        r"(?:Could not initialize class |NoClassDefFoundError: |NoSuchMethodError: |NoSuchFieldError: )'?(?:[a-z.A-Z]+ )?(?P<symbol>org[./](?:bouncycastle|apache[./](?:commons|http|httpcomponents)|objectweb[./]asm)[A-Za-z0-9_./$]+)|> '?(?:[a-z.A-Z]+ )?(?P<symbol2>org[./](?:bouncycastle|apache[./](?:commons|http|httpcomponents)|objectweb[./]asm)[A-Za-z0-9_./$]+)(?:['(;]|\s*(?:\n|$))",
    )
    .means("A library that several plugins share is on the build's class path in a version that does not fit one of them: `{symbol}` is missing or cannot be initialised (version conflict).")
    .fix(&["See who brings it: `./gradlew buildEnvironment`; update the plugin with the old version, or declare one version in `buildscript {{ dependencies {{ classpath … }} }}`."]),
    rule(
        Category::GradleVersionIncompatible,
        r"(?:No service of type (?P<symbol>[^\s]+(?: [^\s]+)?) available in|Could not generate a decorated class for type (?P<symbol2>[A-Za-z0-9_.$]*[A-Za-z0-9_$])|Could not generate a proxy class for (?:class )?[^\s]+|No such (?:field|instance field): '?(?P<symbol3>[^'\s]+)'?)",
    ),
    rule(
        Category::GradleVersionIncompatible,
        r"Build file [^\n]*AbstractMethodError|AbstractMethodError: (?:Receiver class )?(?P<symbol>[^\s]+)|(?:Receiver class|class) (?P<symbol2>(?:org\.gradle|com\.android|org\.jetbrains)[^\s]+) does not define or inherit an implementation of the resolved method",
    ),
]);

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn an_exception_that_is_thrown_is_no_missing_class() {
        let said =
            |why: &str| answer(&format!("* What went wrong:\nExecution failed for task ':signShelf'.\n> {why}\n"));
        let thrown = said("org.bouncycastle.openpgp.PGPException: checksum mismatch at in checksum of 20 bytes");
        assert!(!thrown.contains("cannot be initialised"), "{thrown}");
        for missing in [
            "org/bouncycastle/util/Shelf",
            "org.apache.commons.io.Shelf",
            "'void org.apache.commons.io.Shelf.put(java.io.File)'",
        ] {
            assert!(said(missing).contains("cannot be initialised"), "{missing}: {}", said(missing));
        }
    }
}
