//! Messages of Gradle, its plugins and the JDK's tools when the JDK does not fit. Data only; the narrow ones first.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The version of a JDK that is a whole message: `25.0.2`, `26-ea`, `25.0.1+8-LTS`.
macro_rules! version {
    () => {
        r"(?:java\.lang\.IllegalArgumentException: )?(?P<message>(?P<symbol>(?:2[4-9]|(?:9|1[0-9]|2[0-9])\.[0-9]+\.[0-9]+(?:\.[0-9]+)?)(?:[-+][0-9A-Za-z.+-]+)?))\s*(?:\n\s*\n|\n\s*\*|$)"
    };
}

/// `Could not initialize class org.jetbrains.kotlin.com.intellij.pom.java.LanguageLevel`: of the Kotlin compiler, which reads the
/// version of its JDK with it.
pub const UNREAD_VERSION: &str = r"Could not initialize class (?P<symbol>(?:org\.jetbrains\.kotlin\.)?com\.intellij\.(?:pom\.java\.LanguageLevel|util\.lang\.JavaVersion))";

/// The classes with which a Kotlin compiler reads the version of its JDK cannot be initialised.
pub const OLDER_COMPILER: &str = "The Kotlin compiler cannot start: its class `{symbol}`, which reads the version of the JDK, does not know the one that it runs on. The compiler is older than that JDK; no source is at fault.";

/// What helps then.
pub const OLDER_COMPILER_STEPS: &[&str] = &[
    "Raise the Kotlin plugin to a version that knows this JDK (`java -version`), and with it the compiler plugins and KSP.",
    "Or run Gradle on the older JDK that the project was made for: `JAVA_HOME`, `org.gradle.java.home` in gradle.properties, in an IDE its Gradle JDK; then `./gradlew --stop`.",
];

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    // `Failed to transform basket.jar (…) to match … > Execution failed for JetifyTransform: … > Unsupported class file major version 65`
    rule(
        Category::GradleVersionIncompatible,
        r"Failed to transform (?:file '|artifact ')?(?P<symbol>[^\s']+\.(?:jar|aar))'?(?s:.{0,900}?)Unsupported class file major version (?P<class_major>[0-9]+)",
    )
    .means("{symbol} holds class files of Java {jdk_for_class}, and what transforms it here (Jetifier, desugaring or instrumentation of this Android Gradle plugin) cannot read ones so new.")
    .fix(&[
        "Raise the Android Gradle plugin, with the Gradle that it needs: newer ones read Java {jdk_for_class}'s class files.",
        "Or take a release of it that is compiled for an older Java (of `android.jar`: a lower `compileSdk`). If only Jetifier fails and the library needs no conversion, name it in `android.jetifier.ignorelist` in gradle.properties.",
    ]),
    // `Execution failed for task ':test'.\n> Unsupported class file major version 65`: Gradle itself reads the classes
    rule(
        Category::GradleJdkIncompatible,
        r"Execution failed for task '(?:[^'\n]*:)?(?:compile|test|generatePrecompiled|[a-z][A-Za-z]*Test)[A-Za-z0-9]*'[^\n]*\n[^\n]*?Unsupported class file major version (?P<symbol>(?P<class_major>[0-9]+))",
    ),
    // `Execution failed for task ':createMergedModule'.\n> java.lang.IllegalArgumentException: Unsupported class file major version 65`
    rule(
        Category::GradleJdkIncompatible,
        r"Execution failed for task '[^'\n]*'\.\s*\n\s*> (?:java\.lang\.IllegalArgumentException: )?Unsupported class file major version (?P<symbol>(?P<class_major>[0-9]+))",
    )
    .means("The task `{task}` reads class files of major version {class_major} (Java {jdk_for_class}), and what it reads them with is too old for them. While a task runs, that is mostly a library of the task's own plugin (its ASM), not Gradle.")
    .fix(&[
        "Raise the plugin that brings `{task}` to a release that knows Java {jdk_for_class}.",
        "Or give it older class files: compile with `options.release` (Kotlin: `jvmTarget`) below {jdk_for_class}, or, where it reads the JDK's own classes, run Gradle with an older JDK. `--stacktrace` shows whose ASM it is.",
    ]),
    // `Could not open … class cache for build file '/p/build.gradle' (/home/dev/.gradle/caches/7.4/scripts/…).\n> … Unsupported class file major version 65`
    rule(
        Category::GradleJdkIncompatible,
        r"(?:(?:build|settings|init[a-z]*) (?:file|script) '(?P<file>[^']+)'[^\n]*\n(?:[^\n]*\n)*?)?[^\n]*?(?:source unit\s+'(?P<file2>[^'\n]+\.groovy)'\s+)?Unsupported class file major version (?P<symbol>(?P<class_major>[0-9]+))",
    ),
    rule(
        Category::GradleJdkIncompatible,
        r"Android Gradle plugin requires Java (?P<min_jdk>[0-9]+) to run\. You are currently using Java (?P<jdk_version>[0-9.]*[0-9])",
    )
    .means("This version of the Android Gradle plugin (AGP) needs Java {min_jdk} (JDK {min_jdk}) to run, and Gradle runs with Java {jdk_version} (JDK {jdk_version}).")
    .fix(&[
        "Run Gradle with JDK {min_jdk}: set `JAVA_HOME` to it, or `org.gradle.java.home=/path/to/jdk-{min_jdk}` in gradle.properties; on CI let `actions/setup-java` install {min_jdk}.",
        "In Android Studio: Settings > Build Tools > Gradle > Gradle JDK; in a Flutter project: `flutter config --jdk-dir=…`.",
        "`./gradlew --version` shows which JVM runs; stop the old daemons with `./gradlew --stop`.",
    ]),
    rule(
        Category::GradleJdkIncompatible,
        r"Gradle (?P<gradle_version>[0-9][^\s]*)? ?requires (?:JVM|Java) (?:version )?(?P<min_jdk>[0-9.]*[0-9])(?: or later)?[^\n]*?(?:currently using|configured to use) (?:JVM|Java) (?P<jdk_version>[0-9._]*[0-9])",
    )
    .means("Gradle needs Java {min_jdk} or later to run, and it is started with Java {jdk_version}.")
    .fix(&[
        "Set `JAVA_HOME` (or `org.gradle.java.home` in gradle.properties, or the daemon's toolchain in gradle/gradle-daemon-jvm.properties) to a JDK {min_jdk} or later.",
        "Or keep Java {jdk_version} and set the wrapper back to a Gradle that runs on it.",
    ]),
    rule(
        Category::GradleJdkIncompatible,
        r"[Yy]our build is currently configured to use (?:incompatible )?Java (?P<jdk_version>[0-9._]*[0-9]) and Gradle (?P<gradle_version>[0-9][0-9.]*[0-9])",
    )
    .means("Gradle {gradle_version} does not run on Java {jdk_version}: the JDK is newer than this Gradle supports.")
    .fix(&[
        "Raise the Gradle wrapper to {gradle_for_jdk} or later (`distributionUrl` in gradle/wrapper/gradle-wrapper.properties).",
        "Raise the Gradle wrapper (`distributionUrl` in gradle/wrapper/gradle-wrapper.properties) to a version that supports Java {jdk_version}, or choose an older Gradle JDK in the IDE's settings.",
    ]),
    rule(
        Category::GradleJdkIncompatible,
        r"Dependency requires at least JVM runtime version (?P<min_jdk>[0-9]+)\. This build uses a Java (?P<jdk_version>[0-9]+) JVM",
    )
    .means("A plugin or library (`{module}`) needs Java {min_jdk} to run, and Gradle runs with Java {jdk_version}."),
    // A block whose only text is a version: Kotlin's and IntelliJ's parsers throw the version that they do not know.
    rule(Category::GradleJdkIncompatible, r"^(?:> )?(?P<symbol>(?P<jdk_version>(?:1[1-9]|2[0-9])(?:\.[0-9]+)*(?:\+[0-9]+)?(?:-[a-z]+)?))\n?\s*$")
        .means("The Kotlin compiler inside this Gradle does not know the Java version {jdk_version} that runs it, and says no more than that number: the JDK is newer than this Gradle supports.")
        .fix(&["Run Gradle with an older JDK (`JAVA_HOME`, `org.gradle.java.home`), or raise the Gradle wrapper to a version that supports Java {jdk_version}."]),
    rule(Category::GradleJdkIncompatible, r"Could not determine [Jj]ava version from '(?P<symbol>(?P<jdk_version>[^']+))'")
        .means("This Gradle is too old to understand the Java version {jdk_version} that runs it.")
        .fix(&["Raise the Gradle wrapper to a version that supports Java {jdk_version}, or run it with an older JDK (8 for Gradle before 5)."]),
    // Toolchains.
    rule(
        Category::GradleJdkIncompatible,
        r"Could not target platform: 'Java SE (?P<requested>[0-9.]+)' using tool chain: '(?P<jdk>JDK (?P<jdk_version>[0-9]+)[^']*)'",
    )
    .means("The project compiles for Java {requested}, and Gradle runs with {jdk}, which cannot.")
    .fix(&["Run Gradle with JDK {requested} or later (`JAVA_HOME`, `org.gradle.java.home`), or lower `sourceCompatibility`/`targetCompatibility` to {jdk_version}."]),
    rule(
        Category::GradleJdkIncompatible,
        r"Toolchain installation '(?P<symbol>[^']+)' does not provide the required capabilities: \[(?P<capability>[^\]]+)\]",
    )
    .means("The Java installation {symbol} is a JRE: it lacks {capability}, so it cannot compile.")
    .fix(&["Install the JDK package in place of the JRE (e.g. `openjdk-17-jdk`), and let `JAVA_HOME` or the toolchain point to it."]),
    rule(
        Category::GradleJdkIncompatible,
        r"(?s)(?:No (?:matching|locally installed) toolchains?|No compatible toolchains? found|Cannot find a Java installation|Unable to download toolchain)[^{]*\{(?P<symbol>languageVersion=(?P<min_jdk>[0-9]+))(?:, vendor=(?P<vendor>[^,}]+))?[^}]*\}(?:[^\n]*?(?P<no_download>[Tt]oolchain download repositories have not been configured|auto-provisioning is not enabled))?",
    )
    .means("The build asks for a Java {min_jdk} toolchain (`jvmToolchain({min_jdk})` or `languageVersion`), and no JDK {min_jdk} is installed where Gradle looks, nor can Gradle download one.")
    .fix(&[
        "Install JDK {min_jdk}, and name it if Gradle does not find it: `org.gradle.java.installations.paths=/path/to/jdk` in gradle.properties (`./gradlew javaToolchains` lists what is found).",
        "Or let Gradle download it: `plugins {{ id(\"org.gradle.toolchains.foojay-resolver-convention\") version \"0.8.0\" }}` in the settings file.",
        "Or ask for the JDK that is there: change the toolchain's `languageVersion`.",
    ]),
    rule(Category::GradleJdkIncompatible, r"(?:No (?:matching|locally installed) toolchains?|No compatible toolchains? found|Cannot find a Java installation|Unable to download toolchain)[^\n]*"),
    // `> Could not create an instance of type org.gradle.api.internal.reporting.DefaultReportContainer.\n> Type T not present`
    rule(Category::GradleJdkIncompatible, r"(?P<type>[A-Z][A-Za-z]+)\.?\s+> (?P<symbol>Type [A-Z] not present)")
        .means("Gradle cannot create its own `{type}` ({symbol}): the JDK that runs it is newer than this Gradle supports.")
        .fix(&["Raise the Gradle wrapper to a version that supports the JDK in use (Java 21 needs Gradle 8.5 or later, Java 24 needs 8.14, Java 25 needs 9.1), or run Gradle with an older JDK, e.g. 17 (`JAVA_HOME`, `org.gradle.java.home`, the IDE's Gradle JDK)."]),
    // Java homes.
    rule(Category::GradleJdkIncompatible, r"Unable to locate a (?P<symbol>Java Runtime)(?: that supports [^\n.]+)?\.")
        .means("macOS finds no Java: no JDK is installed where it looks, and `JAVA_HOME` is not set.")
        .fix(&["Install a JDK (e.g. `brew install --cask temurin@17`), or set `JAVA_HOME` to Android Studio's own: `/Applications/Android Studio.app/Contents/jbr/Contents/Home`."]),
    rule(Category::GradleJdkIncompatible, r"Invalid Gradle JDK configuration found\.?(?:[^\n]*?(?P<why>Undefined [^\n]+|[A-Z][^\n]+))?")
        .means("The Gradle JDK that the IDE's project settings name does not exist: {why}.")
        .fix(&["Choose an installed one: Settings > Build, Execution, Deployment > Build Tools > Gradle > Gradle JDK (e.g. `jbr-17`); or delete `.idea/gradle.xml` and sync again."]),
    rule(
        Category::GradleJdkIncompatible,
        r"(?:older|newer) Gradle JVM that supports up to version (?P<jdk_version>[0-9]+) but the current AGP requires a Gradle JVM that supports version (?P<min_jdk>[0-9]+)",
    )
    .means("The Android Gradle plugin (AGP) needs Java {min_jdk}, and the IDE runs Gradle with Java {jdk_version} (Gradle JDK)."),
    rule(Category::GradleJdkIncompatible, r"The maximum compatible Gradle JVM version is (?P<max_jdk>[0-9]+)")
        .means("The JDK with which the IDE runs Gradle is too new for this project's Gradle: it supports Java {max_jdk} at most.")
        .fix(&["Choose a Gradle JDK {max_jdk} or older in the IDE's settings, or raise the Gradle wrapper."]),
    rule(Category::GradleJdkIncompatible, r"The new Java (?P<symbol>toolchain) feature cannot be used at the project level in combination with source and/or target compatibility")
        .means("The build script sets a Java {symbol} and `sourceCompatibility` or `targetCompatibility` as well, which exclude each other at project level.")
        .fix(&["Remove `sourceCompatibility` and `targetCompatibility` from the `java` block; the {symbol}'s version sets both."]),
    rule(Category::GradleJdkIncompatible, r"Value '' given for(?:\s+(?P<symbol>org\.gradle\.java\.home))?")
        .means("The property `org.gradle.java.home` is set to an empty value, which is invalid: it must name a JDK's directory.")
        .fix(&["Write the path of a JDK behind `org.gradle.java.home=` in gradle.properties (the project's, and `~/.gradle/gradle.properties`), or remove the line; `JAVA_HOME` then counts."]),
    rule(Category::GradleJdkIncompatible, r"Could not find tools\.jar\. Please check that (?P<symbol>[^\n]+?) contains a valid JDK installation")
        .means("Gradle runs with {symbol}, which is a JRE: it has no compiler (`tools.jar`).")
        .fix(&["Install a JDK and set `JAVA_HOME` (or `org.gradle.java.home` in gradle.properties) to its directory in place of {symbol}."]),
    rule(Category::GradleJdkIncompatible, r"Value '(?P<symbol>[^']*)' given for (?P<property>org\.gradle\.java\.home)[^\n]* is invalid")
        .means("`org.gradle.java.home` points to {symbol}, where no JDK is.")
        .fix(&["Correct or remove `org.gradle.java.home` in gradle.properties (the project's, and `~/.gradle/gradle.properties`); `JAVA_HOME` then counts."]),
    rule(
        Category::GradleJdkIncompatible,
        r"JAVA_HOME is set to an invalid directory: (?P<symbol>[^\n]*)|[Ss]upplied javaHome (?:seems to be invalid|is not a valid folder)[^\n]*?(?:Tried location|You supplied): (?P<symbol2>[^\n]+)|(?:The configured Java home|Path for java installation|Specific installation)[^\n]*(?:does not exist|is not a directory)(?: \((?P<symbol3>[^)]+)\))?",
    )
    .means("`JAVA_HOME` (or the Java home that is configured) points to {symbol}, where no JDK is.")
    .fix(&["Set `JAVA_HOME` to the root directory of an installed JDK, the one with `bin/java` in it; on CI install one first (`actions/setup-java`)."]),
    rule(Category::GradleJdkIncompatible, r"(?P<symbol>JAVA_HOME) is not set and no 'java' command could be found")
        .means("No Java is installed where Gradle looks: `JAVA_HOME` is not set and there is no `java` on `PATH`.")
        .fix(&["Install a JDK and set `JAVA_HOME` to it; in Android Studio's terminal its own JDK lies below `jbr`."]),
    rule(Category::GradleJdkIncompatible, r"Kotlin could not find the required JDK tools in the Java installation(?: '(?P<symbol>[^']+)')?|(?:Could not find|Unable to find a javac compiler|No Java compiler found)[^\n]*(?:tools\.jar|javac|JAVA_HOME)[^\n]*")
        .means("The Java installation that runs Gradle is a JRE without the compiler (`tools.jar`, `javac`).")
        .fix(&["Install a JDK and set `JAVA_HOME` to it."]),
    // Compilers' flags.
    rule(Category::GradleJdkIncompatible, r"invalid (?P<flag>source|target) release: (?P<requested>[0-9.]*[0-9])")
        .means("The project is compiled for Java {requested} ({flag} release), and the JDK that compiles is older.")
        .fix(&["Use JDK {requested} or later (`JAVA_HOME`, `org.gradle.java.home`, or a toolchain), or lower `sourceCompatibility` and `targetCompatibility`."]),
    rule(Category::GradleJdkIncompatible, r"release version (?P<requested>[0-9]+) not supported|(?:Source|Target) option (?P<requested2>[0-9.]+) is no longer supported")
        .means("The project is compiled for Java {requested}, which the JDK in use does not (or no longer) support.")
        .fix(&["Set `sourceCompatibility` and `targetCompatibility` (or `options.release`) to a Java version that this JDK supports, or use a JDK that supports {requested}."]),
    rule(Category::GradleJdkIncompatible, r"Unknown (?:Kotlin )?JVM target(?: version)?: '?(?P<requested>[0-9.]*[0-9])'?")
        .means("The Kotlin compiler does not know the JVM target {requested}: it is too old for the JDK in use.")
        .fix(&["Raise the Kotlin plugin, or set `kotlin {{ jvmToolchain(17) }}` (or `jvmTarget`) to a version that it knows."]),
    // `com/example/BasketPlugin : Unsupported major.minor version 52.0`, of Java 8 and before
    rule(
        Category::GradleJdkIncompatible,
        r"(?P<symbol>[A-Za-z0-9_$]+(?:[./][A-Za-z0-9_$]+)+) ?: Unsupported major\.minor version (?P<newer>[0-9]+)",
    )
    .means("`{symbol}` is compiled for a newer Java than the one that runs Gradle: its class file version {newer} is not supported (52 is Java 8's, 51 is Java 7's).")
    .fix(&[
        "Run Gradle with a newer JDK (`JAVA_HOME`, `org.gradle.java.home`; in an IDE the Gradle JDK of its settings).",
        "Or use an earlier version of the plugin or library that brings `{symbol}`.",
    ]),
    // `com/example/Basket has been compiled by a more recent version of the Java Runtime (class file version 61.0), this version … up to 55.0`
    rule(
        Category::GradleJdkIncompatible,
        r"(?P<symbol>[A-Za-z0-9_$./]+) has been compiled by a more recent version of the Java Runtime \(class file version (?P<class_major>[0-9]+)(?:\.[0-9]+)?\)(?:, this version of the Java Runtime only recognizes class file versions up to (?P<max_major>[0-9]+))?",
    )
    .means("`{symbol}` was compiled for Java {jdk_for_class} (class file version {class_major}), and Java {jdk_for_max_class}, which runs it, reads class files up to version {max_major} only.")
    .fix(&["Run Gradle with JDK {jdk_for_class} or later (`JAVA_HOME`, `org.gradle.java.home`), or take a version of `{symbol}` that supports the Java in use."]),
    rule(Category::GradleJdkIncompatible, r"class file has wrong version (?P<class_major>[0-9]+)(?:\.[0-9]+)?, should be (?P<max_major>[0-9]+)")
        .means("A class on the compile class path was compiled for Java {jdk_for_class} (class file version {class_major}), and the JDK that compiles is older.")
        .fix(&["Compile with JDK {jdk_for_class} or later (`JAVA_HOME`, a toolchain), or take a version of the library that was built for an older Java."]),
    // Closed packages.
    rule(
        Category::GradleJdkIncompatible,
        r"Unable to make (?:field |[a-z ]*(?:constructor|method) )?(?P<member>[^\n]+?) accessible: module (?P<symbol>(?P<java_module>[a-z.]+)) does not \x22(?:opens|exports) (?P<package>[^\x22]+)\x22",
    )
    .means("A plugin or Gradle itself reaches into the JDK's private parts ({package} in {java_module}, `{member}`), which Java 16 and later forbid: this Gradle, or a plugin, is older than the JDK that runs it.")
    .fix(&[
        "Run Gradle with an older JDK (11, or the one that its version supports) via `JAVA_HOME` or `org.gradle.java.home`, or raise the Gradle wrapper and the plugin to versions that support this JDK.",
        "As a stopgap open the package: `org.gradle.jvmargs=--add-opens={java_module}/{package}=ALL-UNNAMED` in gradle.properties.",
    ]),
    rule(
        Category::GradleJdkIncompatible,
        r"(?:class )?(?P<symbol>[A-Za-z0-9_.$]+)(?: \(in unnamed module[^)]*\))? cannot access class (?P<class>[A-Za-z0-9_.$]+) (?:\(in module (?P<java_module>[a-z.]+)\) )?because module (?P<java_module2>[a-z.]+) does not export (?P<package>[A-Za-z0-9_.$]+)",
    )
    .means("`{symbol}` uses `{class}`, an internal class that the JDK in use no longer gives access to (module {java_module} does not export {package}): the plugin or annotation processor (kapt, Lombok) is too old for this JDK.")
    .fix(&[
        "Raise the Kotlin plugin (kapt needs 1.5.20 or later on JDK 16+) or the processor (Lombok 1.18.20 or later), or run Gradle with JDK 11.",
        "As a stopgap: `org.gradle.jvmargs=--add-exports={java_module}/{package}=ALL-UNNAMED --add-opens={java_module}/{package}=ALL-UNNAMED` in gradle.properties.",
    ]),
    rule(Category::GradleJdkIncompatible, r"(?:NoSuchFieldError: )?(?:Class )?(?P<symbol>com\.sun\.tools\.javac\.[A-Za-z0-9_.$]+)(?: does not have member field| :: UNKNOWN|\s)")
        .means("An annotation processor (often Lombok) reaches into the Java compiler (`{symbol}`), whose inside has changed in the JDK in use.")
        .fix(&["Raise Lombok (1.18.30 or later for JDK 21) or the processor that does so, or compile with an older JDK."]),
    rule(
        Category::GradleJdkIncompatible,
        r"(?:Could not initialize class (?P<symbol>org\.codehaus\.groovy\.[A-Za-z0-9_.$]+)|NoClassDefFoundError: (?P<symbol2>org/codehaus/groovy/(?:vmplugin|runtime|reflection)[A-Za-z0-9_/$]+))",
    )
    .means("The Groovy inside this Gradle cannot start on the JDK in use (`{symbol}`): the JDK is newer than this Gradle supports.")
    .fix(&["Raise the Gradle wrapper (`distributionUrl` in gradle/wrapper/gradle-wrapper.properties), or run it with an older JDK (`JAVA_HOME`, `org.gradle.java.home`): Gradle before 6.3 needs JDK 13 or older, before 7.0 JDK 15 or older, before 7.3 JDK 16 or older."]),
    rule(Category::GradleJdkIncompatible, r"Could not initialize class (?P<symbol>com\.android\.(?:sdklib|repository)\.[A-Za-z0-9_.$]+)")
        .means("The Android Gradle plugin cannot initialise its class `{symbol}`. Usually Gradle runs on Java 11 or later, and an old Android Gradle plugin reads the SDK with JAXB, which the JDK has no longer had since Java 11.")
        .fix(&[
            "Run Gradle with the JDK that this project was made for: JDK 8 for an Android Gradle plugin of 2017 to 2019 (`JAVA_HOME`, `org.gradle.java.home`, in an IDE its Gradle JDK), then `./gradlew --stop` and build again.",
            "Or raise the Android Gradle plugin and the Gradle wrapper to versions for the JDK in use.",
        ]),
    // A compiler that cannot read the JDK's version throws it as its message.
    // `Execution failed for task ':till:kaptDebugKotlin'.\n> 25.0.2`
    rule(
        Category::GradleJdkIncompatible,
        concat!(
            r"xecution failed for task '[^'\n]*(?:[Kk]otlin|[Kk]apt|[Kk]sp|[Dd]etekt|[Dd]okka|[Ll]int)[^'\n]*'(?:[^\n]*\n){1,6}?\s*> ",
            version!()
        ),
    )
    .means("The whole message is `{symbol}`, the version of the Java that runs Gradle: the Kotlin compiler that `{task}` uses is older than that Java and cannot read its version. No source and no processor is at fault.")
    .fix(&[
        "Run Gradle with an older JDK than {symbol} (17 suits most builds): `JAVA_HOME`, `org.gradle.java.home` in gradle.properties, in an IDE its Gradle JDK; then `./gradlew --stop`.",
        "Or raise the plugin that brings this compiler (Kotlin, with it kapt and KSP; the Android Gradle plugin for lint; detekt, Dokka) to a version that knows Java {symbol}.",
    ]),
    rule(
        Category::GradleJdkIncompatible,
        concat!(
            r"(?:Failed to apply plugin [^\n]+|What went wrong:|A problem occurred (?:configuring|evaluating) [^\n]+|Could not compile [^\n]+|Failed to (?:calculate|notify|query) [^\n]+)\n\s*(?:> )?",
            version!()
        ),
    )
    .means("The whole message is `{symbol}`, the version of the Java that runs Gradle: the Kotlin compiler inside this Gradle or in a plugin is older than that Java and cannot read its version.")
    .fix(&[
        "Run Gradle with an older JDK than {symbol} (17 suits most builds): `JAVA_HOME`, `org.gradle.java.home` in gradle.properties, in an IDE its Gradle JDK (Flutter: `flutter config --jdk-dir=…`); then `./gradlew --stop`.",
        "Or raise the Gradle wrapper, the Android Gradle plugin and Kotlin to versions that know Java {symbol}.",
    ]),
    // `Execution failed for task ':shelf:compileGroovy'.\n> 25.0.2`
    rule(
        Category::GradleJdkIncompatible,
        r"xecution failed for task '[^'\n]+'(?:[^\n]*\n){1,6}?\s*> (?:java\.lang\.IllegalArgumentException: )?(?P<message>(?P<symbol>(?:1[1-9]|2[0-9])\.0\.[0-9]+(?:\.[0-9]+)?(?:[-+][0-9A-Za-z.+-]+)?))\s*(?:\n\s*\n|\n\s*\*|$)",
    )
    .means("The whole message is `{symbol}`, by its form the version of a Java: a tool that `{task}` uses is older than the JDK that runs it and cannot read its version.")
    .fix(&[
        "Run Gradle with an older JDK than {symbol} (17 suits most builds): `JAVA_HOME`, `org.gradle.java.home` in gradle.properties, in an IDE its Gradle JDK; then `./gradlew --stop`.",
        "Or raise the plugin that brings `{task}` to a version that knows Java {symbol}; `--stacktrace` shows whose class reads it.",
    ]),
    rule(Category::GradleJdkIncompatible, UNREAD_VERSION)
        .means(OLDER_COMPILER)
        .fix(OLDER_COMPILER_STEPS),
    // AGP and the JDK's tools.
    rule(Category::GradleJdkIncompatible, r"jlink executable (?P<file>[^\n]*?(?P<symbol>jlink(?:\.exe)?)) does not exist")
        .means("The Java that runs Gradle has no `{symbol}` ({file} does not exist): it is a JRE, as editors bring one, and the Android Gradle plugin needs a full JDK (JdkImageTransform).")
        .fix(&["Install a JDK and let `JAVA_HOME` or `org.gradle.java.home` point to it; in an editor (VS Code: `java.import.gradle.java.home`) choose that JDK for Gradle."]),
    rule(
        Category::GradleJdkIncompatible,
        r"(?s)(?:JdkImageTransform|core-for-system-modules\.jar).*?Error while executing process (?P<tool>[^\s]*jlink(?:\.exe)?)",
    )
    .means("The Android Gradle plugin builds an image of the JDK with `{tool}` (JdkImageTransform), and this `jlink` does not work with it: the JDK is too new for this AGP, or incomplete.")
    .fix(&["Use the JDK that this AGP was made for (17 for AGP 8.0 to 8.2, up to 21 from 8.2.1): set `JAVA_HOME` or Android Studio's Gradle JDK (`jbr`), and `compileOptions` accordingly.", "Or raise AGP to 8.2.1 or later, and delete `~/.gradle/caches` of the transforms when the old result stays."]),
    rule(Category::GradleJdkIncompatible, r"(?s)(?:JdkImageTransform|core-for-system-modules\.jar).*?(?:> (?P<why>[^\n]+)\n?\s*$|jlink)"),
    rule(Category::GradleJdkIncompatible, r"(?P<symbol>javax[/.](?:xml[/.]bind|activation|annotation[/.]Generated)[A-Za-z0-9_/.$]*)")
        .means("`{symbol}` belonged to the JDK until Java 10 and is gone since Java 11: a tool or plugin that needs it (an old Android `sdkmanager`, AGP or annotation processor) runs on a newer JDK.")
        .fix(&["Update that tool (Android command-line tools, AGP, the processor), or run it with JDK 8; for own code add `jakarta.xml.bind:jakarta.xml.bind-api` or `javax.annotation:javax.annotation-api`."]),
    rule(Category::GradleJdkIncompatible, r"(?s)(?:Unrecognized VM option '(?P<symbol>[^']+)'|Unrecognized option: (?P<symbol2>-[^\s]+).*?Could not create the Java Virtual Machine)")
        .means("The JVM that Gradle starts does not know the option `{symbol}`: it was removed (as MaxPermSize, UseConcMarkSweepGC) or does not exist yet in the JDK in use.")
        .fix(&["Remove `{symbol}` from `org.gradle.jvmargs` in gradle.properties (the project's and `~/.gradle/gradle.properties`), `GRADLE_OPTS` and `JAVA_OPTS`, or use the JDK that it was written for."]),
]);

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn what_a_plugins_task_cannot_read_is_not_gradles() {
        let said = |task: &str| {
            answer(&format!(
                "* What went wrong:\nExecution failed for task '{task}'.\n> java.lang.IllegalArgumentException: Unsupported class file major version 65\n"
            ))
        };
        assert!(said(":createMergedModule").contains("the task's own plugin"), "{}", said(":createMergedModule"));
        for own in [":test", ":app:compileJava", ":integrationTest"] {
            assert!(said(own).contains("this Gradle cannot read"), "{own}: {}", said(own));
        }
    }

    #[test]
    fn a_bare_version_is_that_of_the_jdk() {
        let said = |task: &str, message: &str| {
            answer(&format!(
                "* What went wrong:\nExecution failed for task '{task}'.\n> {message}\n\n* Try:\n> Run with --info\n"
            ))
        };
        for (task, message) in [
            (":till:kaptDebugKotlin", "25.0.2"),
            (":till:kspDebugKotlin", "26-ea"),
            (":till:compileKotlin", "Failed to calculate the value of property 'shelf'.\n   > 24"),
            (":till:compileGroovy", "25.0.1+8-LTS"),
        ] {
            assert!(said(task, message).contains("cannot read its version"), "{}", said(task, message));
        }
        for (task, message) in [(":till:count", "25"), (":till:kaptDebugKotlin", "3"), (":till:publish", "1.25.2")] {
            assert!(!said(task, message).contains("cannot read its version"), "{}", said(task, message));
        }
    }
}
