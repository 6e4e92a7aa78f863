//! Gradle's messages when no variant of a module fits the request, or several do. Data only; the narrow ones first.

use crate::Category;
use crate::pattern::{Rules, rule};

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    // A plugin for a newer JVM than the one that runs Gradle, in the words of Gradle before 8.
    rule(
        Category::GradleJdkIncompatible,
        r"(?s)(?:No matching (?:variant|configuration)|Unable to find a matching (?:variant|configuration)) of (?P<symbol>(?:project )?[^\s]*[^\s:.,]).*?org\.gradle\.plugin\.api-version.*?(?:declares|declared)[^\n]*?compatible with Java (?P<min_jdk>[0-9]+) and the consumer needed[^\n]*?compatible with Java (?P<jdk_version>[0-9]+)",
    )
    .means("The plugin `{symbol}` is compiled for Java {min_jdk}, and Gradle runs with Java {jdk_version}.")
    .fix(&[
        "Run Gradle with JDK {min_jdk}: `JAVA_HOME`, or `org.gradle.java.home` in gradle.properties (in an IDE its Gradle JDK).",
        "Or take an older version of `{symbol}` that supports Java {jdk_version}.",
    ]),
    rule(
        Category::GradleVariantAmbiguity,
        r"(?s)(?:No matching (?:variant|configuration)|Unable to find a matching (?:variant|configuration)) of (?P<symbol>(?:project )?[^\s]*[^\s:.,]).*?(?:declares|declared)[^\n]*?compatible with Java (?P<min_jdk>[0-9]+) and the consumer needed[^\n]*?compatible with Java (?P<jdk_version>[0-9]+)",
    )
    .means("No matching variant of `{symbol}`: it is compiled for Java {min_jdk}, and what depends on it asks for something compatible with Java {jdk_version}.")
    .fix(&[
        "Compile what depends on it for Java {min_jdk} as well (`java {{ toolchain {{ languageVersion = JavaLanguageVersion.of({min_jdk}) }} }}`, or `targetCompatibility`).",
        "Or let `{symbol}` target Java {jdk_version}, or take an older version of it that does.",
    ]),
    rule(
        Category::GradleJdkIncompatible,
        r"Dependency resolution is looking for a library compatible with JVM runtime version (?P<jdk_version>[0-9]+), but '(?P<symbol>[^']+)' is only compatible with JVM runtime version (?P<min_jdk>[0-9]+) or newer",
    )
    .means("`{symbol}` needs Java {min_jdk}, and this project compiles for Java {jdk_version}.")
    .fix(&[
        "Compile for Java {min_jdk} (toolchain, `targetCompatibility`), or take an older version of `{symbol}` that supports Java {jdk_version}.",
    ]),
    // The Android Gradle plugin, where the list of variants is cut off: which Java each release needs is known.
    rule(
        Category::GradleJdkIncompatible,
        r"No matching (?:variant|configuration) of (?P<symbol>com\.android\.tools\.build:gradle:(?P<agp>(?:[89]|1[0-9])\.[^\s]+)) was found\. The consumer was configured to find [^\n]*?compatible with Java (?P<jdk_version>8|9|1[0-6])\b",
    )
    .means("The Android Gradle plugin {agp} needs Java 17, and Gradle runs with Java {jdk_version}.")
    .fix(&["Run Gradle with JDK 17: `JAVA_HOME`, or `org.gradle.java.home` in gradle.properties (in Android Studio: Settings > Build Tools > Gradle > Gradle JDK), then `./gradlew --stop`."]),
    rule(
        Category::GradleJdkIncompatible,
        r"No matching (?:variant|configuration) of (?P<symbol>com\.android\.tools\.build:gradle:(?P<agp>7\.[^\s]+)) was found\. The consumer was configured to find [^\n]*?compatible with Java (?P<jdk_version>8|9|10)\b",
    )
    .means("The Android Gradle plugin {agp} needs Java 11, and Gradle runs with Java {jdk_version}.")
    .fix(&["Run Gradle with JDK 11 or 17: `JAVA_HOME`, or `org.gradle.java.home` in gradle.properties (in Android Studio: Settings > Build Tools > Gradle > Gradle JDK), then `./gradlew --stop`."]),
    rule(
        Category::GradleVersionIncompatible,
        r"(?s)No matching variant of (?P<symbol>[^\s]+).*?org\.gradle\.plugin\.api-version' with value '(?P<min_gradle>[0-9][^']*)' and the consumer needed[^\n]*?'(?P<gradle_version>[0-9][^']*)'",
    ),
    rule(
        Category::GradleVariantAmbiguity,
        r"(?s)(?:Cannot choose between|The consumer was configured to find|following)[^\n]*?(?:variants|configurations) of (?P<symbol>(?:project )?[^\s:]*:[^\s]+?)(?: +were available|:|\s).{0,1500}?(?:- (?:Configuration |Variant )?)'?(?P<first>[A-Za-z0-9_-]+)'?.{0,1500}?\n\s+- (?:Configuration |Variant )?'?(?P<second>[A-Za-z0-9_-]+)'?",
    ),
    rule(
        Category::GradleVariantAmbiguity,
        r"(?:No matching (?:variant|configuration) of|Unable to find a matching (?:variant|configuration) of) (?P<symbol>(?:project )?[^\s]*[^\s:.,])(?s:.{0,1200}?)(?P<none>No variants exist|None of the (?:consumable configurations|variants) have attributes)",
    )
    .means("`{symbol}` offers no variants at all: no plugin has been applied to it. Usually its directory is missing or empty (an uninitialised git submodule, a package that is not installed), or its path in the settings file is wrong: Gradle then makes an empty project of the `include` line.")
    .fix(&[
        "Look at the directory of `{symbol}`: it must hold a build.gradle or build.gradle.kts. If it is empty, `git submodule update --init --recursive` (packages: `npm install`, `flutter pub get`); if it lies elsewhere, correct `include` or `projectDir` in the settings file.",
        "If the build file is there, it must apply the Android, Java or Kotlin plugin, unconditionally.",
    ]),
    // A dimension of flavours is an attribute of its own: `attribute 'country' with value 'norway'`
    rule(
        Category::GradleVariantAmbiguity,
        r"(?:No matching (?:variant|configuration) of|Unable to find a matching (?:variant|configuration) of) (?P<symbol>(?:project )?[^\s]*[^\s:.,])(?s:.{0,800}?)attribute '(?:com\.android\.build\.api\.attributes\.ProductFlavor:)?(?P<dimension>[A-Za-z0-9_-]+)' with value '(?P<flavour>[^']+)'",
    )
    .means("No variant of `{symbol}` fits: the app asks for the flavour `{flavour}` of the dimension `{dimension}` besides its build type, and no variant there offers both.")
    .fix(&[
        "Declare the dimension `{dimension}` with the flavour `{flavour}`, and the same build types, in `{symbol}`.",
        "Or say what to use in its place: `missingDimensionStrategy(\"{dimension}\", \"…\")` in the app's `defaultConfig` or flavour, `matchingFallbacks` for a build type.",
    ]),
    rule(
        Category::GradleVariantAmbiguity,
        r"(?s)(?:No matching (?:variant|configuration) of|Unable to find a matching (?:variant|configuration) of) (?P<symbol>(?:project )?[^\s]*[^\s:.,]).*?com\.android\.build\.api\.attributes\.(?P<attribute>[A-Za-z:]+Attr[A-Za-z:]*)' with value '(?P<required>[^']+)'",
    )
    .means("No variant of `{symbol}` fits: the Android build asks for `{attribute}` = `{required}`, and none offers it. Either the other module lacks that build type or flavour, or it is no Android library (its plugin may not have been applied or failed).")
    .fix(&[
        "Add the build type or flavour to `{symbol}`, or say what to use in its place: `matchingFallbacks` for a build type, `missingDimensionStrategy` for a flavour.",
        "If `{symbol}` has no variants at all, look into its build file: is the Android or Kotlin plugin applied there, does its directory exist?",
    ]),
    rule(
        Category::GradleVariantAmbiguity,
        r"(?s)(?:No matching (?:variant|configuration) of|Unable to find a matching (?:variant|configuration) of) (?P<symbol>(?:project )?[^\s]*[^\s:.,]).*?org\.jetbrains\.kotlin\.platform\.type' with value '(?P<required>[^']+)'",
    )
    .means("No variant of `{symbol}` is built for the Kotlin platform `{required}` that is asked for.")
    .fix(&[
        "Add the target `{required}` to the multiplatform module, or depend on `{symbol}` only from source sets whose platforms it supports.",
        "If it is a library, look for a version that is published for `{required}`.",
    ]),
    rule(
        Category::GradleVariantAmbiguity,
        r"(?s)(?:No matching (?:variant|configuration) of|Unable to find a matching (?:variant|configuration) of) (?P<symbol>(?:project )?[^\s]+?)(?: was found|:|\s)[^\n]*?(?:of category '(?P<required>[^']+)'|with value '(?P<required2>[^']+)')",
    ),
    // `Cannot choose between the following variants of project :shop:\n+ freeDebugRuntimeElements\n+ paidDebugRuntimeElements`
    rule(
        Category::GradleVariantAmbiguity,
        r"[Cc]annot choose between the following (?:variants|configurations) of (?P<symbol>(?:project )?[^\s]*[^\s:]):?(?s:.{0,300}?)\n\s*[-+*] +(?:Configuration |Variant )?'?(?P<first>[A-Za-z0-9_-]+)'?(?s:.{0,1500}?)\n\s*[-+*] +(?:Configuration |Variant )?'?(?P<second>[A-Za-z0-9_-]+)'?",
    ),
    rule(
        Category::GradleVariantAmbiguity,
        r"(?:No (?:matching )?(?:variant|configuration)s? of|Unable to find a matching (?:variant|configuration) of|Cannot choose between the (?:following|available) (?:variants|configurations) of|Unable to find a variant of|No variants of) (?P<symbol>(?:project )?[^\s]*[^\s:.,])",
    ),
    // Gradle 4 and 5; the Android plugin's variants of one module differ by the kind of artifact alone.
    rule(
        Category::GradleVariantAmbiguity,
        r"More than one variant of (?P<symbol>(?:project )?[^\s]*[^\s:]) matches the consumer attributes(?s:.{0,600}?)Found artifactType '(?P<first>[^']+)' but wasn't required(?s:.{0,1500}?)Found artifactType '(?P<second>[^']+)' but",
    )
    .means("A configuration is resolved without saying which kind of artifact it wants, and `{symbol}` offers several (`{first}`, `{second}` …). The Android plugin always asks for one, so a script or another plugin resolves it.")
    .fix(&[
        "See by `--stacktrace` which plugin or script line resolves it (the first frames that are neither Gradle's nor AGP's), and update that plugin.",
        "In a script of your own ask for one kind: `configuration.incoming.artifactView {{ attributes.attribute(Attribute.of(\"artifactType\", String::class.java), \"android-classes-jar\") }}`.",
    ]),
    rule(Category::GradleVariantAmbiguity, r"More than one variant of (?P<symbol>(?:project )?[^\s]*[^\s:]) matches the consumer attributes"),
    // `However we cannot choose between the following variants of project :shop:`
    rule(Category::GradleVariantAmbiguity, r"cannot choose between the following variants of (?P<symbol>(?:project )?[^\s]*[^\s:])"),
    rule(Category::GradleVariantAmbiguity, r"Multiple incompatible variants of (?P<symbol>[^\s]+) were selected"),
    rule(
        Category::GradleVariantAmbiguity,
        r"[Pp]roject (?P<owner>[^\s]+) declares a dependency from configuration '(?P<from>[^']+)' to configuration '(?P<wanted>[^']+)' which is not declared in the descriptor for (?P<symbol>[^\n]+?)\.?(?:\n|$)",
    )
    .means("{owner} asks for configuration `{wanted}` of {symbol}, which has none of that name.")
    .fix(&["Depend on it without a configuration: `implementation(project(\":…\"))`; variant-aware modules offer no `{wanted}`.", "If {symbol} should have it, check that its build file exists and applies its plugin."]),
    rule(
        Category::GradleVariantAmbiguity,
        r"A dependency was declared (?:from configuration '[^']+' to|on) configuration '(?P<wanted>[^']+)'(?: of '[^']+')? (?:which is not declared in the descriptor for|but no (?:variant|configuration) with that (?:configuration )?name (?:is present|exists)[^\n]*? in) (?P<symbol>[^\n]+?)\.?(?:\n|$)",
    ),
    rule(Category::GradleVariantAmbiguity, r"Selected configuration '(?P<wanted>[^']+)' on '?(?P<symbol>[^'\s]+)'? but it can't be used as a project dependency"),
    // All that Android Studio said of it before 3.2.
    rule(Category::GradleVariantAmbiguity, r"Unable to resolve dependency for '(?P<configuration>[^']+)': Could not resolve (?P<symbol>project :[^\s]*[^\s.])\.\s*$")
        .means("`{symbol}` cannot be resolved for {configuration}: as a rule it has no variant for the build type or flavour that is asked for, or its own build file fails.")
        .fix(&["Give `{symbol}` the same build types and flavours, or say what to use in their place: `matchingFallbacks`, `missingDimensionStrategy`.", "Build `{symbol}` alone to see its own failure, and check that the settings file includes it."]),
    rule(Category::GradleVariantAmbiguity, r"(?:[Vv]ariant resolution failed|[Tt]he consumer was configured to find)"),
    // Cut off below its first sentence.
    rule(Category::GradleVariantAmbiguity, r"Could not resolve (?P<symbol>project :[A-Za-z0-9_:.-]*[A-Za-z0-9_-])\.?(?:\s*$|\s+Cannot choose between )")
        .means("Nothing of `{symbol}` could be chosen for what depends on it; why stands below that sentence in the whole log: it offers no variant, none that fits (flavour, build type, Java version), or several.")
        .fix(&["Read what Gradle says below `Could not resolve {symbol}`; if it is `No variants exist`, its directory or build file is missing (`npm install`, `git submodule update --init`).", "Compare flavours, build types and Java versions of `{symbol}` with those of the module that depends on it."]),
]);
