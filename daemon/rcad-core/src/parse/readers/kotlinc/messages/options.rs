//! Messages without a position: about options, versions and the run as a whole; and known causes of crashes.

use crate::Category;
use crate::parse::readers::gradle::jdk;
use crate::pattern::{Rules, rule};

/// Messages without a position.
pub static BARE: Rules = Rules::new(&[
    rule(Category::KotlinDeprecatedError, r"^[Ww]arnings found and (?P<symbol>-Werror) specified")
        .means("The compiler found warnings, and warnings are treated as errors here (`allWarningsAsErrors`, `-Werror`).")
        .fix(&["Fix all warnings (`w: …`) that this task printed; each is an error now.", "Or switch it off: `kotlin {{ compilerOptions {{ allWarningsAsErrors = false }} }}`."]),
    rule(
        Category::ComposeCompilerVersion,
        r"^This version \((?P<symbol>(?P<found>[^)]+))\) of the Compose Compiler requires Kotlin version (?P<expected>\S+) but you appear to be using Kotlin version (?P<actual>\S+)",
    ),
    rule(
        Category::ComposeCompilerVersion,
        r"The Compose Compiler requires the Compose Runtime to be on the class ?path",
    )
    .means("The Compose compiler plugin is applied to a module that does not have the Compose runtime on its class path.")
    .fix(&["Add `androidx.compose.runtime:runtime` (or the Compose BOM with `ui`) to this module's dependencies, or do not apply the Compose plugin there."]),
    rule(
        Category::ComposeCompilerVersion,
        r"You are using an outdated version of Compose Runtime|Something went wrong while checking for version compatibility between the Compose Compiler and the Kotlin Compiler|`?suppressKotlinVersionCompatibilityCheck`? (?:is set to|should specify)",
    ),
    rule(
        Category::KotlinMetadataVersion,
        r"^(?P<file>(?:file://)?\S*?(?:transformed[/\\](?:jetified-)?(?P<symbol>[^/\\\s]+)[/\\](?:jars[/\\])?classes|(?P<symbol2>[^/\\\s]+))\.jar)[!:].*(?P<message>Module was compiled with an incompatible version of Kotlin\. The binary version of its metadata is (?P<found>[0-9.]+[0-9]), expected version is (?P<expected>[0-9.]+[0-9]).*)",
    ),
    // Follows what names the classes.
    rule(Category::KotlinMetadataVersion, r"^(?P<headline>Incompatible classes were found in dependencies|Pre-release (?:classes|declarations) were found in dependencies|Classes compiled by an unstable version|Classes compiled by the new Kotlin compiler frontend were found)")
        .means("Libraries on the class path were compiled with another Kotlin than this compiler can read: {message}.")
        .fix(&["Raise the project's Kotlin plugin to the newest Kotlin among its libraries, or use library versions built for this Kotlin."]),
    rule(
        Category::KotlinJvmTargetMismatch,
        r"^Unknown JVM target version: (?P<symbol>(?P<found>\S+))",
    )
    .means("This Kotlin compiler does not know the JVM target {found}: it is older than that Java version.")
    .fix(&["Set a lower `jvmTarget` (or `jvmToolchain`), or raise the Kotlin plugin to a version that knows Java {found}."]),
    rule(Category::KotlinJvmTargetMismatch, r"^(?:JVM target (?P<found>[0-9.]+[0-9]) is (?:no longer supported|deprecated))")
        .means("The JVM target {found} is no longer supported by this Kotlin compiler.")
        .fix(&["Set `jvmTarget` to 1.8 or higher, and `compileOptions` to the same Java version."]),
    rule(
        Category::GradleVersionIncompatible,
        r"^(?P<option>[Ll]anguage|API) version (?P<symbol>[0-9.]+[0-9]) is no longer supported; please, use version (?P<expected>[0-9.]+[0-9])",
    )
    .means("The {option} version {symbol} that the build sets is no longer supported by this Kotlin compiler.")
    .fix(&["Set `languageVersion`/`apiVersion` to {expected} or greater, or remove the setting."]),
    rule(
        Category::GradleVersionIncompatible,
        r"^-api-version \((?P<found>[0-9.]+[0-9])\) cannot be greater than -language-version \((?P<expected>[0-9.]+[0-9])\)|^There are some plugins incompatible with language version|^-Xcompiler-plugin argument is allowed only for language version|^K2 kapt cannot be enabled in K1|^Compiler flag -Xuse-k2 is no more supported|^Unknown (?:JDK release|API|language) version:?",
    )
    .means("The compiler options and this Kotlin version do not fit each other: {message}.")
    .fix(&["Correct `languageVersion`, `apiVersion` and the free compiler arguments in the build script."]),
    rule(
        Category::GradleVersionIncompatible,
        r"^(?:Plugin (?P<symbol>\S+) is not compatible with this version of compiler|Unsupported plugin option|Plugin option wasn't processed: (?P<plugin_option>\S+)|Required plugin option not present: (?P<required>\S+)|Multiple values are not allowed for plugin option)",
    )
    .means("A compiler plugin and what the build passes to it, or the Kotlin compiler, are of different versions: {message}.")
    .fix(&["Use the compiler plugin in the version made for this Kotlin version: those of Kotlin itself (Compose since 2.0, serialization, Parcelize, all-open) with Kotlin's own version; KSP up to 2.2 with the Kotlin version in its number.", "If an option is named that you set yourself, take it out, or write the name that this version has for it."]),
    rule(
        Category::GradleScriptEvaluation,
        r"^(?:Invalid|Unknown) argument: (?P<symbol>-X(?:opt-in|use-experimental))=?(?P<marker>[A-Za-z0-9_.]*)",
    )
    .means("The build passes `{symbol}` to the Kotlin compiler, which newer versions no longer know: since Kotlin 1.7 it is `-opt-in`.")
    .fix(&[
        "Write `-opt-in={marker}` in its place in `freeCompilerArgs`, or `compilerOptions {{ optIn.add(\"{marker}\") }}`; for `kotlin.RequiresOptIn` nothing is needed any more.",
        "Write `-opt-in=…` in its place in `freeCompilerArgs`, or `compilerOptions {{ optIn.add(\"…\") }}`.",
    ]),
    rule(
        Category::GradleScriptEvaluation,
        r"^(?:(?:Invalid|Unknown) argument: (?P<symbol>\S+)|Flag is not supported by this version of the compiler: (?P<flag>\S+)|No value passed for argument (?P<argument>\S+))",
    )
    .means("The build passes an argument to the Kotlin compiler that this version of it does not know: {message}. Usually it was of an experiment that has ended, so that the argument became the default or got another name.")
    .fix(&[
        "Take it out of `freeCompilerArgs` (search the build files and convention plugins for its name).",
        "If a plugin or package passes it, upgrade that one, or stay with the Kotlin that it was made for.",
    ]),
    rule(Category::KaptKsp, r"IllegalAccessError: .*org\.jetbrains\.kotlin\.kapt3?\.\S*?(?P<symbol>Kapt[A-Za-z]+) .*module jdk\.compiler")
        .means("kapt cannot use javac of this JDK: since Java 16 the module `jdk.compiler` does not export javac's packages, and this Kotlin's kapt (`{symbol}`) does not open them itself.")
        .fix(&[
            "Raise Kotlin to 1.6.20 or later (for JDK 21 to 1.9.20), or run Gradle with JDK 11 or 17 as this Kotlin version supports.",
            "Until then: `org.gradle.jvmargs=--add-opens=jdk.compiler/com.sun.tools.javac.main=ALL-UNNAMED` (and the other javac packages) in gradle.properties; or move the processors from kapt to KSP.",
        ]),
    rule(Category::KaptKsp, r"Could not load module (?P<symbol><Error module>)")
        .means("kapt could not make stubs, because a type in the sources could not be resolved (`<Error module>`): a class that is missing, or one that a processor should have generated.")
        .fix(&["Look for unresolved references above or in the IDE (imports, missing dependencies) and fix these first.", "Set `kapt {{ correctErrorTypes = true }}` if generated types are used in signatures; check that the processors have versions made for this Kotlin."]),
    // `The daemon has terminated unexpectedly on startup attempt #1 with error code: 0. The daemon process output:`
    rule(Category::KotlinInternalCompilerError, r"^(?P<headline>The daemon has terminated unexpectedly on startup) attempt #(?P<attempt>[0-9]+)(?: with error code: (?P<code>-?[0-9]+))?")
        .means("The Kotlin compile daemon did not start (attempt {attempt}); after some attempts Kotlin's plugin compiles without it.")
        .fix(&["Look at what the daemon printed below this line. Where it is nothing, the machine usually had no room for one more JVM: lower `-Xmx` in `org.gradle.jvmargs` and `kotlin.daemon.jvmargs`, or compile without it: `kotlin.compiler.execution.strategy=in-process` in gradle.properties."]),
    rule(Category::KotlinInternalCompilerError, r"^(?:Daemon compilation failed: )?(?P<lost>Connection to the Kotlin daemon has been unexpectedly lost)")
        .means("The Kotlin daemon, which compiles in a process of its own, ended in the middle of its work. Usually the system killed it for want of memory (on Linux and CI without a word), or its JVM crashed.")
        .fix(&[
            "Let Gradle and Kotlin together ask for less than the machine or container has: lower `-Xmx` in `org.gradle.jvmargs` and `kotlin.daemon.jvmargs`, and `org.gradle.workers.max=2`; on CI compile in Gradle's own process (`kotlin.compiler.execution.strategy=in-process`).",
            "If memory is not short, look for `hs_err_pid*.log` in the project's folder: its JVM crashed, and another JDK release usually helps.",
        ]),
    rule(Category::KotlinInternalCompilerError, r"^(?:Could not connect to (?:the )?(?:Kotlin )?(?:compile )?daemon|Daemon compilation failed: (?P<reason>.+)|Failed connecting to the daemon)")
        .means("The Kotlin compile daemon failed ({reason}), not the code: it crashed, ran out of memory or could not be reached.")
        .fix(&["Run `./gradlew --stop` and build again; give it memory with `kotlin.daemon.jvmargs=-Xmx2g` in gradle.properties.", "Check that every compiler plugin has a version made for this Kotlin version."]),
    rule(
        Category::KotlinInternalCompilerError,
        r"^(?:Internal (?:compiler )?error|Compilation failed: (?P<reason>.+)|Couldn't (?:inline|transform)|Backend Internal error|Back-end \([A-Z]+\) Internal error)",
    ),
    rule(Category::GradleDaemonOom, r"^(?:Not enough memory to run compilation|java\.lang\.OutOfMemoryError(?:: (?P<space>[A-Z][A-Za-z ]*[a-z]))?)"),
    rule(Category::KotlinUnresolvedReference, r"^Source file or directory not found: (?P<symbol>(?P<file>\S+))")
        .means("The source file or directory `{symbol}` that the build names does not exist.")
        .fix(&["Correct the path in `sourceSets`, or make the step that generates it run before."]),
    // Kotlin/Native and its dependencies. What Gradle downloaded is there; the compiler skipped it.
    rule(Category::KotlinMetadataVersion, r"^(?:KLIB resolver: )?Could not find \x22(?P<klib>[^\x22]*modules-2[^\x22]*?(?P<symbol>[^\x22/\\]+)\.klib)\x22")
        .means("The compiler skipped the library `{symbol}.klib`, though the file is there: usually a newer Kotlin built it than the one that compiles this module.")
        .fix(&["Upgrade the project's Kotlin to the version that the library was built with, or take the last release of the library for your Kotlin.", "If the versions fit, delete this library's folder below `~/.gradle/caches/modules-2` and build again."]),
    rule(Category::GradleDependencyNotFound, r"^Could not find \x22(?P<symbol>[^\x22]+)\x22 in |^KLIB resolver: Could not find \x22(?P<klib>[^\x22]+)\x22")
        .means("The Kotlin library `{symbol}` is not in any of the directories that the compiler looks in: it was not built or downloaded for this target.")
        .fix(&["Build the module that makes it for this target first, or add the dependency for this target; run the build online once."]),
    rule(Category::KotlinMetadataVersion, r"(?:KLIB resolver: )?.*(?:[Ss]kipping '|library ').*(?:has incompatible ABI version|ABI version)|^.*The library was built with ABI version")
        .means("A Kotlin library (klib) was built with another Kotlin version: {message}.")
        .fix(&["Use a library version built for this Kotlin version, or raise the project's Kotlin plugin."]),
]);

/// Causes that are known from the words of a crash.
pub static CRASHES: Rules = Rules::new(&[
    rule(
        Category::ComposeCompilerVersion,
        r"Couldn't inline method call:? '?(?P<symbol>remember\w*|derivedStateOf|produceState|key|Box|Row|Column|BoxWithConstraints|Layout|CompositionLocalProvider)\b",
    )
    .means("The compiler tried to inline `{symbol}` as an ordinary function: nothing transformed the composables before, so the Compose compiler is not applied to this module, or does not fit the Kotlin version.")
    .fix(&[
        "With Kotlin 2 apply `org.jetbrains.kotlin.plugin.compose` in this module, in Kotlin's version; with Kotlin 1 set `buildFeatures {{ compose = true }}` and the `kotlinCompilerExtensionVersion` that is made for it (Kotlin 1.4 needed `useIR = true` besides).",
        "If both are there, build once clean, from the command line: an IDE that compiles with another Kotlin plugin says the same.",
    ]),
    rule(Category::GradleDependencyNotFound, r"FATAL ERROR: Could not find \x22(?P<symbol>[^\x22]+)\x22 in ")
        .means("The library `{symbol}` is not there as a klib for this target (JavaScript or Wasm): a dependency names it, and it was not published for the target, or is of a version that was not.")
        .fix(&["Look in the documentation of `{symbol}` whether it supports this target and since which version, and raise it; else move it out of `commonMain` into the source sets of the targets that have it."]),
    rule(
        Category::KotlinInternalCompilerError,
        r"[Cc]ouldn't find inline method L(?P<inline_class>[A-Za-z0-9_/$]+);\.(?P<symbol>[A-Za-z0-9_$<>-]+)",
    )
    .means("The code of the inline function `{symbol}` is to be copied in here, and the class `{inline_class}`, which should hold it, does not have it with this signature: the library or module with it is compiled in another version than the one that this code was checked against, or its compiled classes are stale.")
    .fix(&[
        "Build once without what was kept: `./gradlew clean --no-build-cache`; that is all where the function is your own.",
        "If it is a library's, two versions of it are on the class path: `./gradlew dependencies` shows which, and all libraries of its family get one version (a BOM).",
    ]),
    rule(Category::KotlinRedeclaration, r"Duplicate JVM class name '(?P<symbol>[^']+)' generated from: (?P<one>[^,\s]+), (?P<other>[^,\s]+)")
        .means("Two declarations of this module become the class `{symbol}`: {one} and {other}.")
        .fix(&["Search the module for both and rename or delete one; if there is only one in the sources, its directory is compiled twice (listed in two source sets), or a generated or copied file has it as well."]),
    // What the compiler's old back end says, which gives the source of the call; the newer one begins with `CALL '`.
    rule(
        Category::KotlinInternalCompilerError,
        r"Back-end \(JVM\) Internal error: Couldn't inline method call:? '?(?P<symbol>[a-z][A-Za-z0-9_]*)",
    )
    .means("The Kotlin compiler itself crashed (internal error) while it inlined the call of `{symbol}`. The message is of the old back end for the JVM, which had several such faults and was replaced with Kotlin 1.5: this Kotlin is older, or a setting keeps the old one.")
    .fix(&[
        "Raise Kotlin to 1.5 or later, and remove `useOldBackend`, `useIR = false` and an old `languageVersion`.",
        "Until then build once clean, and take what is inside the lambda of `{symbol}` out into a function of its own; if a library was added just before, it may bring an older copy of the same classes.",
    ]),
    rule(Category::ComposeCompilerVersion, r"couldn't find inline method L(?:androidx|org/jetbrains)/compose/"),
    rule(Category::GradleJdkIncompatible, r"NoClassDefFoundError: (?P<symbol>javax[/.](?:xml[/.](?:bind|ws|soap)|activation|annotation[/.]Generated)[A-Za-z0-9_/.$]*)")
        .means("`{symbol}` belonged to the JDK until Java 10 and is gone since Java 11: an annotation processor or compiler plugin that needs it (old data binding, an old generator) runs on a newer JDK.")
        .fix(&[
            "Raise what needs it: the Android Gradle plugin for data binding, or the processor; `--stacktrace` shows whose class asks for it.",
            "Until then run Gradle with JDK 8: `JAVA_HOME`, or `org.gradle.java.home` in gradle.properties (in an IDE its Gradle JDK).",
        ]),
    rule(
        Category::ComposeCompilerVersion,
        r"(?:androidx[./]compose[./]compiler|Compose Compiler|ComposePluginRegistrar|ComposeComponentRegistrar|ComposableCallChecker).*(?:NoSuchMethod|NoClassDef|AbstractMethod|IncompatibleClassChange|not known to be compatible)|(?:NoSuchMethod|AbstractMethod|NoClassDefFound|IncompatibleClassChange)[A-Za-z]*(?:Error|Exception).*androidx[./]compose[./]compiler",
    ),
    rule(Category::GradleJdkIncompatible, jdk::UNREAD_VERSION)
        .means(jdk::OLDER_COMPILER)
        .fix(jdk::OLDER_COMPILER_STEPS),
    // `java.lang.NoClassDefFoundError: Could not initialize class org.jetbrains.kotlin.com.intellij.openapi.util.Shelf`
    rule(Category::KotlinInternalCompilerError, r"Could not initialize class (?P<symbol>(?:org\.jetbrains\.kotlin|com\.intellij)\.[A-Za-z0-9_.$]+)")
        .means("A class of the Kotlin compiler itself, `{symbol}`, could not be initialised: its initialiser failed once before in the same process, and this message no longer says on what. Usually the compiler is older than the JDK that it runs on; or a plugin brings another version of the same classes.")
        .fix(&[
            "Run `./gradlew --stop` and build again with `--stacktrace`: the first `ExceptionInInitializerError` has the reason below its `Caused by`.",
            "Compare the JDK (`java -version`) with what this Kotlin knows: raise the Kotlin plugin, or run Gradle on an older JDK (`JAVA_HOME`, `org.gradle.java.home`).",
        ]),
    rule(
        Category::KotlinInternalCompilerError,
        r"(?P<linkage>NoSuchMethodError|NoSuchFieldError|NoClassDefFoundError|AbstractMethodError|IncompatibleClassChangeError|ClassNotFoundException):? ?(?P<missing>.*)",
    )
    .means("The Kotlin compiler crashed with {linkage} ({missing}): a compiler plugin or library was built for another Kotlin compiler version.")
    .fix(&[
        "Bring every compiler plugin (Compose, KSP, serialization, Parcelize, all-open) to the version made for this Kotlin version; apply plugins of Kotlin itself with Kotlin's own version.",
        "Look for two Kotlin versions on the build class path: `./gradlew buildEnvironment`.",
    ]),
    rule(
        Category::KotlinInternalCompilerError,
        r"(?P<unreadable>java\.util\.zip\.ZipException|java\.io\.EOFException|zip END header not found)",
    )
    .means("The Kotlin compiler (or kapt inside it) cannot open a file of its class path: it is no readable archive ({message}). Usually it was downloaded only in part, or something that is no jar is among the dependencies.")
    .fix(&[
        "Find the damaged jar: `find ~/.gradle/caches/modules-2 -name '*.jar' -exec sh -c 'unzip -tq \"$1\" >/dev/null 2>&1 || echo \"$1\"' _ {{}} \\;` prints each that is none; delete these and build with `--refresh-dependencies`.",
        "If all of them are sound, look at the files that the build names itself (`libs/*.jar`, `files(…)`): an empty file, a Git LFS pointer or another format than a jar; and at what stands in `kapt(…)`.",
    ]),
    rule(Category::GradleDaemonOom, r"java\.lang\.OutOfMemoryError(?:: (?P<space>Metaspace))")
        .means("The Kotlin compiler ran out of memory for classes (`Metaspace`): the process that compiles has loaded more (compiler plugins, processors, several Kotlin versions) than its limit holds.")
        .fix(&["Raise or drop the limit: `kotlin.daemon.jvmargs=-Xmx3g -XX:MaxMetaspaceSize=1g` in gradle.properties, or the same in `org.gradle.jvmargs` where no `kotlin.daemon.jvmargs` is set; then `./gradlew --stop`."]),
    rule(Category::GradleDaemonOom, r"java\.lang\.OutOfMemoryError(?:: (?P<space>[A-Z][A-Za-z ]*[a-z]))?")
        .means("The Kotlin compiler ran out of memory ({space}), in a process of its own, the Kotlin daemon, unless `kotlin.compiler.execution.strategy=in-process` is set.")
        .fix(&[
            "Raise that process' heap in gradle.properties: `kotlin.daemon.jvmargs=-Xmx4g` (where it is not set, the daemon takes `-Xmx` of `org.gradle.jvmargs`), then `./gradlew --stop`.",
            "On a machine or CI runner with little memory let fewer modules compile at once: `org.gradle.workers.max=2`.",
        ]),
    rule(Category::KotlinInternalCompilerError, r"java\.lang\.StackOverflowError")
        .means("The Kotlin compiler ran out of stack: something in the sources is nested too deeply for it. Usually it is one long expression (hundreds of `+`, a literal list or map, a chain of builder calls, a `when` with very many branches) or a generated file.")
        .fix(&[
            "Give the compiler more stack: `kotlin.daemon.jvmargs=-Xss8m` (or `-Xss8m` added to those that are set) in gradle.properties, then `./gradlew --stop`.",
            "If that does not do, find the long expression (in the file that was changed last; `--stacktrace` may name it) and split it into several.",
        ]),
    // `Storage for [/p/build/…/class-fq-name-to-source.tab] is already registered`
    rule(Category::KotlinInternalCompilerError, r"Storage for \[(?P<storage>[^\]]*(?:caches-jvm|kotlin)[^\]]*?(?P<symbol>[^\]/\\]+))\] is already registered")
        .means("Kotlin's cache for incremental compilation (`{symbol}`) is open in the Kotlin daemon still: an earlier compilation of this module failed or was broken off, and the daemon kept its file.")
        .fix(&[
            "Run `./gradlew --stop`, end a Kotlin daemon that is left (`jps -l` shows `KotlinCompileDaemon`), delete the `kotlin` folder in this module's `build`, and build again.",
            "If it comes back with each build, look at the first failure before it (sources and project on two drives is a usual one), and set `kotlin.incremental=false` in gradle.properties until then.",
        ]),
    rule(Category::KotlinInternalCompilerError, r"(?P<error_type>IrErrorType[A-Za-z]*|IrErrorClass[A-Za-z]*|ErrorTypeConstructor|IrErrorDeclaration\w*)")
        .means("The Kotlin compiler met a type that it could not resolve (`{error_type}`) where code was to be generated: a class that this file uses, or that a library's class which it uses is made of, is not on this module's compile class path. It should have said so and crashed in place of that.")
        .fix(&[
            "Look at the types in `{name}` (supertypes, parameters, annotations, types of inlined functions): add the library or module with the class that is missing, or declare it as `api` in the module that shows it; the IDE often marks it red.",
            "If all are there, build once without what was kept: `./gradlew clean --no-build-cache`; then raise Kotlin, whose newer versions report it properly.",
        ]),
    rule(Category::GradleJdkIncompatible, r"Unsupported [Cc]lass file major version (?P<major>[0-9]+)")
        .means("What runs in the Kotlin compiler (it, a compiler plugin or a processor) cannot read classes of Java {java}: the JDK that runs the build, or a library, is newer than it knows.")
        .fix(&[
            "Run the build with an older JDK: `org.gradle.java.home` in gradle.properties, `JAVA_HOME`, in the IDE its Gradle JDK (17 suits most).",
            "Or raise Kotlin and the processor to releases that know Java {java}.",
        ]),
    rule(Category::KotlinInternalCompilerError, r"AssertionError: (?P<missing>.*)|Back-?end|Internal error"),
]);
