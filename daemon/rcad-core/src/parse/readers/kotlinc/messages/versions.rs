//! Messages about versions: class files and metadata of another Kotlin, JVM targets, API and language versions; and about
//! APIs that want an opt-in or are deprecated.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    // Classes that the class path lacks.
    rule(
        Category::KotlinMissingSupertype,
        r"^Cannot access '(?P<symbol>[^']+)' which is a supertype of '?(?P<owner>[^'\s]+?)'?\.?(?: Check your module classpath.*)?$",
    )
    .means("`{owner}` extends the supertype `{symbol}`, which is not on this module's compile classpath: the dependency that has it is missing here.")
    .fix(&[
        "Add the library that contains `{symbol}` to this module's `dependencies`: `implementation(…)`.",
        "If that library is there already, two of its family are of versions that do not fit each other (as `appcompat`, `activity` and `lifecycle` of AndroidX): look with `./gradlew :app:dependencies` which is the older one, and raise it; do not implement its members by hand.",
        "Or, in the module that declares `{owner}`, change that dependency from `implementation` to `api`, so that it reaches this module.",
    ]),
    rule(
        Category::KotlinMissingSupertype,
        r"^Supertypes of the following classes cannot be resolved\.[^:]*: ?(?:class|interface|object)? ?(?P<owner>[^\s,]+), unresolved supertypes: (?P<symbol>[^\s,;]+)",
    )
    .means("`{owner}` extends the supertype `{symbol}`, which cannot be resolved: it is not on this module's compile classpath.")
    .fix(&[
        "Add the library that contains `{symbol}` to this module's `dependencies`.",
        "Or declare it as `api` in the module or library whose class `{owner}` extends it.",
    ]),
    rule(Category::KotlinMissingSupertype, r"^Supertypes of the following classes cannot be resolved"),
    rule(
        Category::KotlinMissingSupertype,
        r"^Cannot access (?:class )?'(?P<symbol>(?:java|javax|android)\.[^']+)'",
    )
    .means("The class `{symbol}` is missing from this module's compile classpath, though it is part of the platform: the JDK or the Android SDK's `android.jar` is not found or not complete.")
    .fix(&[
        "Check that the SDK platform of `compileSdk` and the JDK are installed completely (`sdkmanager`, `JAVA_HOME`, `jvmToolchain`) and that no `-no-jdk` or `jdkHome` option points elsewhere.",
    ]),
    rule(
        Category::KotlinMissingSupertype,
        r"^Cannot access (?:class|built-in declaration|script base class|implicit script receiver class|script provided property class) '(?P<symbol>[^']+)'",
    )
    .means("The class `{symbol}` is used through another declaration (a parameter, return type or supertype) but is missing from this module's compile classpath.")
    .fix(&[
        "Add the library that contains `{symbol}` to this module's `dependencies`, or declare it as `api` where it is used in a public signature.",
        "If the library is there, two versions may conflict: look at `./gradlew dependencies`.",
    ]),
    rule(
        Category::KotlinMissingSupertype,
        r"^(?:Type of (?:the )?constant expression cannot be resolved|No script runtime was found|Missing stdlib class|.*Ensure (?:that )?you have (?:a dependency on )?the (?:standard )?Kotlin (?:standard )?library|Missing dependency (?:class|supertype)|Class '(?P<symbol>[^']+)' (?:used as an implicit|is not found))",
    ),
    // Metadata. `… The actual metadata version is 2.1.0, but the compiler version 1.9.0 can read versions up to 2.0.0.`
    rule(
        Category::KotlinMetadataVersion,
        r"^(?:[Cc]lass |[Pp]ackage )?'(?P<symbol>[^']+)' was compiled with an incompatible version of Kotlin\. The actual metadata version is (?P<found>[0-9.]+[0-9]), but the compiler version (?P<kotlin_version>[0-9.]+[0-9])(?: \[with language version [0-9.]+\])? can read versions up to (?P<expected>[0-9.]+[0-9])",
    )
    .means("`{symbol}` on the class path was compiled with an incompatible, newer Kotlin: its metadata version is {found}, but the compiler of Kotlin {kotlin_version} reads metadata up to {expected}.")
    .fix(&[
        "Raise the project's Kotlin Gradle plugin to at least {found}, or use a version of the library built for Kotlin {kotlin_version}.",
        "Find who brings the newer library (often `kotlin-stdlib`): `./gradlew dependencyInsight --dependency kotlin-stdlib`.",
    ]),
    rule(
        Category::KotlinMetadataVersion,
        r"Module was compiled with an incompatible version of Kotlin\. The binary version of its metadata is (?P<found>[0-9.]+[0-9]), expected version is (?P<expected>[0-9.]+[0-9])",
    ),
    rule(
        Category::KotlinMetadataVersion,
        r"^(?:[Cc]lass |[Pp]ackage )?'?(?P<symbol>[^'\s]+)'? was compiled with an incompatible version of Kotlin\. The binary version of its metadata is (?P<found>[0-9.]+[0-9]), expected version is (?P<expected>[0-9.]+[0-9])",
    ),
    rule(
        Category::KotlinMetadataVersion,
        r"^(?:[Cc]lass )?'?(?P<symbol>[^'\s]+)'? (?:is|was) compiled by (?:an? )?(?P<what>pre-release version of Kotlin|unstable version of the Kotlin compiler|new Kotlin compiler frontend)",
    )
    .means("`{symbol}` on the class path was compiled by a {what}, which this compiler refuses to load.")
    .fix(&["Use a library version built with a stable Kotlin, or raise the project's Kotlin plugin to the library's."]),
    rule(Category::KotlinMetadataVersion, r"incompatible version of Kotlin"),
    // JVM targets.
    rule(
        Category::KotlinJvmTargetMismatch,
        r"^Cannot inline bytecode built with (?:JVM target )?'?(?P<requested>[^'\s]+)'? into bytecode that is being built with (?:JVM target )?'?(?P<found>[^'\s]+?)'?\.(?: |$)",
    )
    .means("An inline function of a library was built for JVM target {requested}, but this module compiles for JVM target {found}; bytecode of a newer target cannot be inlined.")
    .fix(&[
        "Raise this module's `jvmTarget` to {requested}: `kotlin {{ compilerOptions {{ jvmTarget = JvmTarget.fromTarget(\"{requested}\") }} }}` (older: `kotlinOptions {{ jvmTarget = \"{requested}\" }}`), and `compileOptions` to the same Java version.",
        "Or use a version of the library built for {found}.",
    ]),
    rule(
        Category::KotlinJvmTargetMismatch,
        r"are (?:prohibited|not supported|only supported) (?:in|with|since) JVM target (?P<found>[0-9.]+[0-9])(?:\.|, )? ?.*(?:[Rr]ecompile with|Use) '?-jvm-target (?P<requested>[0-9.]+[0-9])|is only supported since JVM target (?P<min>[0-9.]+[0-9])|in interface supported only with JVM target (?P<least>[0-9.]+[0-9])|^Compiling '(?P<symbol>[^']+)' to JVM [0-9.]+, but its superinterface|(?:allowed|requires) (?:only with|at least|with) (?:-jvm-target|JDK) (?P<jdk>[0-9]+)|is only allowed with -jvm-target (?P<target>[0-9]+)",
    )
    .means("What is used here needs a newer JVM target than the one this module compiles for: {message}.")
    .fix(&["Raise `jvmTarget` (Kotlin) and `compileOptions` (Java) to the version that the message names, for Android 1.8 at least."]),
    // API and language versions.
    rule(
        Category::GradleVersionIncompatible,
        r"^(?:The feature \x22(?P<symbol>[^\x22]+)\x22 is only available (?:since|in) (?:language|Kotlin|API) version (?P<min_kotlin>[0-9.]+[0-9])|This declaration is only available (?:since|in) Kotlin (?P<since>[0-9.]+[0-9]))",
    )
    .means("What is used here exists only in a newer Kotlin than the language or API version of this module: {message}.")
    .fix(&["Raise the Kotlin plugin to {min_kotlin} or later; if it is that already, remove `languageVersion` and `apiVersion` from the compiler options (or raise them to {min_kotlin}), which keep this module at an older one.", "Raise the Kotlin plugin to {since} or later; if it is that already, remove `apiVersion` and `languageVersion` from the compiler options, which keep this module at an older one."]),
    rule(
        Category::KotlinOptIn,
        r"^The feature \x22(?P<symbol>[^\x22]+)\x22 is experimental and should be enabled explicitly",
    )
    .means("The language feature \"{symbol}\" is experimental and is not enabled in this module (opt-in by a compiler argument).")
    .fix(&["Enable it with the compiler argument that the message names (`freeCompilerArgs.add(\"-X…\")`), or write the code without it."]),
    rule(Category::GradleVersionIncompatible, r"^'(?P<symbol>[^']+)'.* cannot be used in Kotlin (?P<kotlin_version>[0-9.]+[0-9])|^The feature \x22(?P<feature>[^\x22]+)\x22 is (?:disabled|unsupported|not supported)"),
    // Opt-in.
    rule(
        Category::KotlinOptIn,
        r"@OptIn\((?:markerClass *= *)?(?P<marker>[^):]+)(?:::class)?\)|its? us(?:e|age) (?:should|must) be (?:marked|opted-in) with '@(?P<symbol>[A-Za-z0-9_.]+)'",
    ),
    rule(
        Category::KotlinOptIn,
        r"^This (?P<what>(?:[A-Za-z]+ )*(?:API|declaration|class|function|library|feature|material|foundation)).* (?:is|are|has|was) (?:still )?(?:an? )?(?:[a-z]+ly )?(?:experimental|internal|delicate|unstable|in a preview|in preview|obsolete|marked|likely to change|subject to change|in alpha|incubating)",
    ),
    // `This API is under construction. It can be changed or removed at any time`: the words of a library's own marker
    rule(
        Category::KotlinOptIn,
        r"^(?:This|These) (?:is )?(?:an? )?(?:[A-Za-z0-9-]+ ){0,5}(?:APIs?|declarations?|class|functions?|library|feature|property|interface|annotation)\b.*(?:under (?:active )?(?:construction|development)|work in progress|\b(?:can|could|may|might|will) (?:still |also )?(?:be )?(?:changed?|removed?|dropped|broken|break)\b|own risk|internal use|intended (?:only )?for|not (?:yet )?(?:stable|finali[sz]ed|final)\b|with caution|before (?:it is |being )?(?:stable|final)\b|without (?:any )?(?:prior |further )?notice)",
    ),
    rule(
        Category::KotlinOptIn,
        r"(?:must be accepted|This is an? (?:experimental|internal|delicate|unstable|incubating)|needs opt-in|requires? opt-in|[Oo]pt-in (?:is )?(?:required|requirement)|(?:API|library|Accompanist [A-Za-z]+) is experimental|is experimental and (?:is likely|may|might|can|could|will)|API is likely to change|This class can only be used (?:as an annotation|with the (?:compiler )?(?:option|argument))|[Oo]pt-in marker)",
    ),
    // Deprecation.
    rule(
        Category::KotlinDeprecatedError,
        r"^Using '(?:[^'(]*\bfun )?(?:<[^>]*> )?(?:[a-z]+ )*(?:[^\s'(]*\.)?(?P<symbol>[^'\s(:]+)[^']*' is an error\.? ?(?P<advice>.*)$",
    ),
    rule(
        Category::KotlinDeprecatedError,
        r"^'(?:[^'(]*\bfun )?(?:<[^>]*> )?(?:[a-z]+ )*(?:[^\s'(:]*\.)?(?P<symbol>[^'\s(:]+)[^']*' is deprecated\.? ?(?P<advice>.*)$",
    ),
    rule(Category::KotlinDeprecatedError, r"^'(?P<symbol>[^']+)' uses '(?P<uses>[^']+)', which is an error"),
    rule(Category::KotlinDeprecatedError, r"^(?:warnings found and -Werror specified|Warnings found and -Werror specified|'?-Werror)"),
    rule(Category::KotlinDeprecatedError, r"^Enum\.declaringClass is deprecated|^Deprecated syntax\.|^(?:Deprecated c|C)onvention for '(?P<symbol>[^']+)'")
        .means("A deprecated way of writing is an error in this Kotlin version: {message}.")
        .fix(&["Write it as the message says."]),
    // The compiler's own failures with a position.
    rule(Category::KotlinInternalCompilerError, r"^(?:Internal Error occurred while analyzing|Unknown (?:\(other\) )?error|Unknown error in new inference|Deserialization error|Inference error|Unsuccessful inference fork)"),
]);
