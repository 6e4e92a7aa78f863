//! Gradle's messages about build, settings and init scripts that do not compile or throw. Data only; the narrow ones
//! first.

use crate::Category;
use crate::pattern::{Rules, rule};

/// A Kotlin script's list of errors up to the first that is not about something deprecated, which stops no script.
macro_rules! listed {
    () => {
        r"Script compilation errors?:(?:\s+Line [0-9]+:[^\n]*\n\s*\^ [^\n]* is deprecated[^\n]*)*\s+Line (?P<line>[0-9]+):"
    };
}

/// The sentence that a script's configuration failed, and the mark of its cause.
macro_rules! in_script {
    () => {
        r"(?:configuring|evaluating) [^\n]*(?s:.{0,300}?)> (?:java\.io\.FileNotFoundException: |java\.nio\.file\.NoSuchFileException: )?"
    };
}

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    // Groovy, when it is compiled.
    rule(
        Category::GradleScriptCompile,
        r"(?:file|script) '(?P<file>[^'\n]+)': (?P<line>[0-9]+): only [^\n]* script blocks are allowed before (?P<symbol>(?P<block>[a-zA-Z]+)) \{\} blocks",
    )
    .means("Something stands before the `{block} {{}}` block at line {line}; only `buildscript {{}}`, `pluginManagement {{}}` and other `plugins {{}}` blocks may come before it.")
    .fix(&["Move the `{block} {{}}` block to the top of `{name}`, directly after `buildscript {{}}`, and everything else (imports excepted) below it."]),
    rule(
        Category::GradleScriptCompile,
        r"(?:file|script) '(?P<file>[^'\n]+)': (?P<line>[0-9]+): (?P<reason>(?:all|only) (?P<symbol>buildscript|pluginManagement|plugins|[a-zA-Z]+) \{\} [^\n]*)",
    ),
    rule(
        Category::GradleScriptCompile,
        r"(?:file|script) '(?P<file>[^'\n]+)': (?P<line>[0-9]+): unable to resolve class (?P<symbol>[A-Za-z0-9_.$]+)(?s:.*?@ line [0-9]+, column (?P<column>[0-9]+))?",
    )
    .means("The script uses the class `{symbol}`, which is not on its class path: the import or plugin that brings it is missing, or it was removed or moved in this version.")
    .fix(&["Correct the import of `{symbol}` at line {line} of `{name}`, or put its artifact on the script's class path (`plugins`, `buildscript {{ dependencies {{ classpath … }} }}`, `buildSrc`)."]),
    rule(
        Category::GradleScriptCompile,
        r"(?:file|script) '(?P<file>[^'\n]+)': (?P<line>[0-9]+): (?P<reason>(?:[Uu]nexpected (?:token|input|char): ?|expecting [^\n]*?, found |Missing |The current scope already contains a variable of the name )(?:'(?P<symbol>[^'\n]+)'|(?P<symbol2>[^\s@']+))?[^\n@]*?)(?: @ line [0-9]+, column (?P<column>[0-9]+)\.?)?\n",
    )
    .means("The build script does not compile, a syntax error: {reason}.")
    .fix(&["Correct line {line} of `{name}` or the lines above it: look for a missing or extra brace, bracket, quote or comma."]),
    rule(
        Category::GradleScriptCompile,
        r"(?:file|script) '(?P<file>[^'\n]+)': (?P<line>[0-9]+): (?P<reason>[^\n]+?)(?: @ line [0-9]+, column (?P<column>[0-9]+)\.?)?\n",
    ),
    // `startup failed:\n  build file: 1: Unexpected character: '?' @ line 1, column 1.`
    rule(
        Category::GradleScriptCompile,
        r"startup failed:\s+[^\n':]*(?:'(?P<file>[^'\n]+)')?: (?P<line>[0-9]+): (?P<reason>(?:[Uu]nexpected character: '(?P<symbol>[^'\n]+)')?[^\n@]*)",
    )
    .means("The build script does not compile: {reason}.")
    .fix(&["Correct line {line}. A character that cannot be seen at line 1 is a byte order mark (BOM) or a wrong encoding: save the build file as UTF-8 without BOM."]),
    // Kotlin, when it is compiled.
    rule(
        Category::GradleScriptCompile,
        concat!(listed!(), r"[^\n]*\n\s*\^ (?P<reason>Unresolved reference:? '?(?P<symbol>libs)'?[^\n]*)"),
    )
    .means("The script uses `libs`, the version catalog's accessors, which do not exist there: {reason}.")
    .fix(&[
        "Check that gradle/libs.versions.toml exists and that Gradle is 7.4 or later.",
        "In `buildSrc` and convention plugins the accessors are not available: use `the<VersionCatalogsExtension>().named(\"libs\")`, or add the file in buildSrc/settings.gradle.kts.",
    ]),
    // `Line 55: signingConfig = signingConfigs["release"]\n   ^ Unresolved reference. None of the following candidates is applicable because of receiver type mismatch`
    rule(
        Category::GradleScriptCompile,
        concat!(listed!(), r"[ \t]*(?P<source_line>[^\n]*?)\s*\n\s*\^ (?P<reason>Unresolved reference\. None of the following candidates is applicable because of (?:a )?receiver type mismatch):?"),
    )
    .means("The Kotlin build script does not compile: in `{source_line}` something is called on a type that does not have it (receiver type mismatch); functions of this name exist for other types only.")
    .fix(&["Look at what the compiler marks on line {line} of the script: call what that type does have, or get the value another way. A container of Gradle has `getByName(\"…\")` and `named(\"…\")` in place of `[\"…\"]`."]),
    rule(
        Category::GradleScriptCompile,
        concat!(listed!(), r"[^\n]*\n\s*\^ (?P<reason>Unresolved reference[^:\n]*?:? '?(?P<symbol>[A-Za-z0-9_]+)'?[^\n]*)"),
    )
    .means("The Kotlin build script does not compile: `{symbol}` is an unresolved reference; it is misspelt, its import is missing, or the plugin that brings it is not applied in this script.")
    .fix(&[
        "Check the spelling of `{symbol}` at line {line} and in which block it stands.",
        "Apply the plugin that brings `{symbol}` in this script's `plugins {{ }}` block (accessors exist only for plugins applied there), or import it.",
    ]),
    rule(
        Category::GradleScriptCompile,
        r"(?s)Script compilation errors?:.{0,1200}?Line (?P<line>[0-9]+):[^\n]*\n\s*\^ (?P<reason>Using '(?P<symbol>(?:jvmTarget|freeCompilerArgs|kotlinOptions|languageVersion|apiVersion|allWarningsAsErrors))[^'\n]*' is an error[^\n]*)",
    )
    .means("The script sets `{symbol}` the old way (`kotlinOptions`), which is an error in this Kotlin version: {reason}")
    .fix(&["Use the `compilerOptions` DSL in place of it: `kotlin {{ compilerOptions {{ jvmTarget.set(JvmTarget.JVM_17) }} }}`, at line {line} of `{name}`."]),
    // `  Line 14:     android {\n       ^ 'fun android(…): KotlinAndroidTarget' is deprecated. Use androidTarget() instead.`
    rule(
        Category::GradleScriptCompile,
        r"Script compilation error:\s+Line (?P<line>[0-9]+):[^\n]*\n\s*\^ (?P<reason>'(?:[^'(\n]*\b(?:fun|val|var) )?(?:<[^>\n]*> )?(?:[^\s'(:]*\.)?(?P<symbol>[^'\s(:]+)[^'\n]*' is deprecated\. (?:Please )?[Uu]se `?'?(?P<instead>[A-Za-z_][A-Za-z0-9_.]*)[^\n]*)",
    )
    .means("The script uses `{symbol}`, whose deprecation is an error in this version of its plugin: {reason}.")
    .fix(&["Write `{instead}` in place of `{symbol}` at line {line}."]),
    // `  Line 14:         minifyEnabled true\n      ^ Unexpected tokens (use ';' to separate expressions on the same line)`
    rule(
        Category::GradleScriptCompile,
        concat!(listed!(), r"\s+(?P<groovy>(?P<symbol>[A-Za-z_][A-Za-z0-9_.]*) +[^\s=({:.][^\n=]*?)\s*\n\s*\^ (?P<reason>(?:Unexpected tokens|Expecting an element|Expecting ',')[^\n]*)"),
    )
    .means("Line {line} is written as in Groovy (`{groovy}`), and the script is a Kotlin one (`.kts`): there a property is assigned with `=`, and a function's arguments stand in parentheses.")
    .fix(&["Write `{symbol} = …`, or `{symbol}(…)` where it is a function; switches begin with `is` in Kotlin (`isMinifyEnabled = true`, `isCoreLibraryDesugaringEnabled = true`), and texts have double quotes."]),
    rule(
        Category::GradleScriptCompile,
        concat!(listed!(), r"[^\n]*\n\s*\^ (?P<reason>[^\n]*?'(?P<symbol>[^'\n]+)'[^\n]*)"),
    ),
    rule(
        Category::GradleScriptCompile,
        concat!(listed!(), r"[^\n]*\n\s*\^ (?P<reason>[^\n]+)"),
    ),
    rule(Category::GradleScriptCompile, r"Script compilation errors?:\s+(?P<reason>[^\n]*?'(?P<symbol>[A-Za-z0-9_]+)[^'\n]*'[^\n]*)"),
    rule(Category::GradleScriptCompile, r"Script compilation errors?:"),
    // `ScriptCompilationException(scriptCompilationErrors=[ScriptCompilationError(message=Unresolved reference: shelf, location=/g/.tmp/a.tmp/build.gradle.kts (10:49)), …`
    rule(
        Category::GradleScriptCompile,
        r"ScriptCompilationError\(message=(?P<reason>Unresolved reference:? '?(?P<symbol>[A-Za-z0-9_]+)'?[^\n,]*?), location=(?:[^\n,]*[/\\])?(?P<file>[^\n,/\\]+?) \((?P<line>[0-9]+):(?P<column>[0-9]+)\)",
    )
    .means("The Kotlin build script does not compile: `{symbol}` is an unresolved reference; it is misspelt, its import is missing, or the Gradle or plugin that runs does not have it (any more). Gradle names its own copy of the script, not the file.")
    .fix(&[
        "Look at line {line} of the `{name}` that was being configured, the project's or that of an included build or plugin: correct `{symbol}`, or import or apply what brings it.",
        "If the script worked before, go back to the Gradle version that it was written for (`distributionUrl` in gradle/wrapper/gradle-wrapper.properties), or take a release of what it belongs to that is made for this Gradle.",
    ]),
    rule(
        Category::GradleScriptCompile,
        r"ScriptCompilationError\(message=(?P<reason>(?:[^\n]{0,200}?'(?P<symbol>[A-Za-z0-9_.]+)')?[^\n]{0,400}?), location=(?:[^\n,]*[/\\])?(?P<file>[^\n,/\\]+?) \((?P<line>[0-9]+):(?P<column>[0-9]+)\)",
    )
    .means("The Kotlin build script does not compile: {reason}. Gradle names its own copy of the script, not the file.")
    .fix(&["Correct line {line} of the `{name}` that was being configured, the project's or that of an included build or plugin."]),
    // Version catalogs.
    rule(
        Category::GradleScriptCompile,
        r"(?s)Invalid TOML catalog definition:.*?In file '(?P<file>[^']+)' at line (?P<line>[0-9]+), column (?P<column>[0-9]+): (?P<reason>[^\n]+)",
    )
    .means("The version catalog is not valid TOML: {reason}")
    .fix(&["Correct line {line} of `{name}`: each entry is `alias = …` inside `[versions]`, `[libraries]`, `[bundles]` or `[plugins]`."]),
    rule(
        Category::GradleScriptEvaluation,
        r"Invalid (?:TOML )?catalog definition:\s+- Problem: In version catalog (?P<catalogue>[A-Za-z]+), (?P<reason>[^\n]*?'(?P<symbol>[^']+)'[^\n]*)\n\s*Reason: Group for alias '",
    )
    .means("In the version catalog `{catalogue}` the entry `{symbol}` is read as a library, and it names no group.")
    .fix(&["Give `{symbol}` in gradle/libs.versions.toml a `module = \"group:name\"` (or `group` and `name`); if it is a bundle, a version or a plugin, see that the heading `[bundles]`, `[versions]` or `[plugins]` stands above it."]),
    rule(
        Category::GradleScriptEvaluation,
        r"Invalid (?:TOML )?catalog definition:\s+- Problem: In version catalog (?P<catalogue>[A-Za-z]+), (?P<reason>[^\n]*?'(?P<symbol>[^']+)'[^\n]*?)\.?\n\s*Reason: (?P<why>[^\n]+)\n\s*Possible solutions?:\s+(?:1\. )?(?P<solution>[^\n]+?)\.?\n",
    )
    .means("The version catalog `{catalogue}` is wrong: {reason}. {why}")
    .fix(&["In gradle/libs.versions.toml: {solution}."]),
    rule(
        Category::GradleScriptEvaluation,
        r"Invalid (?:TOML )?catalog definition:\s+- Problem: In version catalog (?P<catalogue>[A-Za-z]+), (?P<reason>[^\n]*?'(?P<symbol>[^']+)'[^\n]*)",
    )
    .means("The version catalog `{catalogue}` is wrong: {reason}")
    .fix(&["Correct `{symbol}` in gradle/libs.versions.toml: an alias or version that is referred to must exist, and is written as it is defined."]),
    rule(
        Category::GradleScriptCompile,
        r"Could not compile (?:build|settings|initialization|init)? ?(?:file|script) '(?P<file>[^']+)'",
    ),
    // Names that belong to a plugin or to another version.
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"Could not find method (?P<symbol>(?P<method>implementation|api|testImplementation|compileOnly|runtimeOnly|kapt|ksp|coreLibraryDesugaring|annotationProcessor|debugImplementation|androidTestImplementation))\(\) for arguments (?P<arguments>\[[^\n]*?\]) on object of type (?P<type>[^\s]*DependencyHandler[A-Za-z_]*)",
    )
    .means("The build script calls `{method}()` in a `dependencies` block, but there is no configuration `{method}` in this project: the plugin that makes it is not applied, or the block is the wrong one.")
    .fix(&["Apply the plugin before: `java` or the Android plugin for `implementation`, `kotlin-kapt` for `kapt`, `com.google.devtools.ksp` for `ksp`.", "Put the dependency into the module's build file, not into `buildscript {{ dependencies }}` or `allprojects` of the root project; there only `classpath` is known."]),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"Could not (?P<access>get|set) unknown property '(?P<symbol>(?P<property>classifier|archiveName|baseName|destinationDir|extension|appendix|version))' for task '(?P<task>:[^']+)' of type (?P<type>[^\s]+?)\.?\n",
    )
    .means("The build script uses `{property}` of {task}, which newer versions of Gradle no longer have.")
    .fix(&["Use the replacement: `archiveClassifier`, `archiveFileName`, `archiveBaseName`, `archiveVersion`, `destinationDirectory`, and so on (`archiveClassifier.set(\"…\")`)."]),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"Could not find method (?P<symbol>(?P<method>android))\(\) for arguments (?P<arguments>\[[^\n]*?\]) on (?P<owner>[^\n]+?)(?: of type (?P<type>[^\s]+?))?\.?(?:\n|$)",
    )
    .means("The build script has an `android {{ }}` block, but the Android plugin is not applied to {owner}.")
    .fix(&["Apply it before the block: `plugins {{ id(\"com.android.application\") }}` (or `com.android.library`), or move the block into the module's own build file."]),
    // Names that are not there.
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"Could not (?:get unknown|set unknown|find) property '(?P<symbol>(?P<property>[^']+))' (?:for|on) (?:object of type\s+(?P<owner>[^\s]*[^\s.])|(?P<owner2>[^\n]+?)(?: of type (?P<type>[^\s]+?))?\.?(?:\n|$))",
    ),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"Could not find method (?P<symbol>(?P<method>[^\s(]+))\(\) for arguments (?P<arguments>\[[^\n]*\]) on (?P<owner>[^\n]+?)(?: of type (?P<type>[^\s]+?))?\.?(?:\n|$)",
    ),
    rule(Category::GradleUnknownPropertyOrMethod, r"Could not find method (?P<symbol>(?P<method>[^\s(]+))\(\)"),
    // `No such property: local for class: org.gradle.…DocletOptions\n  Possible solutions: locale`
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"No such property: (?P<symbol>(?P<property>[^\s]+)) for class: (?P<type>[^\s]+)(?:\s+Possible solutions: (?P<candidates>[^\n]+))?",
    ),
    // `No signature of method: build_a1b2c3.android() is applicable for argument types: (build_a1b2c3$_run_closure1) …`: a block
    // whose content fails is said to be missing itself.
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"No signature of method: (?:build|settings)_[a-z0-9]{15,}\.(?P<symbol>(?P<block>android))\(\) is applicable for argument types: \((?:build|settings)_[a-z0-9]{15,}\$_run_closure",
    )
    .means("Something inside the block `android {{ }}` is not known, and Groovy says that of the whole block. Usually it is a name that the Android Gradle plugin (AGP) of this build does not have yet (`namespace`, `compileSdk`, `buildFeatures`), or no longer has (`lintOptions`, `dexOptions`); else a misspelt name, or the Android plugin is not applied above.")
    .fix(&[
        "Let Gradle name it: take lines of the block out and write them below it in the form `android.compileSdk 35`, `android.defaultConfig.minSdk 24`: the message is then about that one name. Begin with what was last added, or pasted from a newer project.",
        "Raise AGP (root build or settings file) and with it the Gradle wrapper, if it is a newer name; if it was removed, write what stands in its place now (`lint`, `packaging`, `installation`).",
    ]),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"No signature of method: (?:build|settings)_[a-z0-9]{15,}\.(?P<symbol>(?P<block>[A-Za-z]+))\(\) is applicable for argument types: \((?:build|settings)_[a-z0-9]{15,}\$_run_closure",
    )
    .means("Either nothing has registered a block `{block} {{ }}` for this script (the plugin that brings it is not applied above it), or something inside the block is not known to the plugin's version: Groovy says both of the whole block.")
    .fix(&[
        "Apply the plugin that brings `{block}` above the block. If it is applied, write the lines of the block below it in the form `{block}.name value`: the message is then about the one name that this version of the plugin lacks.",
    ]),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"Could not set unknown property '(?P<symbol>(?P<property>mainClassName))' for (?P<owner>(?:root )?project '[^'\n]*)",
    )
    .means("The build script sets `{property}`, a property of the `application` plugin, which is not applied to {owner} (or which Gradle 9 removed).")
    .fix(&["Apply the plugin before that line: `plugins {{ id(\"application\") }}`, and write `application {{ mainClass = \"…\" }}` in place of `{property}`."]),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"No signature of method: (?P<owner>[^\s]+?)\.(?P<symbol>(?P<method>[^.\s(]+))\(\) is applicable for argument types: (?P<arguments>\([^\n]*?\)) values(?:[^\n]*\n\s*Possible solutions: (?P<candidates>[^\n]+))?",
    ),
    rule(Category::GradleUnknownPropertyOrMethod, r"No signature of method: (?P<owner>[^\s]+?)\.(?P<symbol>(?P<method>[^.\s(]+))\(\) is applicable for argument types"),
    rule(Category::GradleUnknownPropertyOrMethod, r"No signature of static method: |(?:No such (?:static )?method|Could not (?:get|set|find) unknown property|Could not find property) '?(?P<symbol>[A-Za-z0-9_.]+)'?"),
    // `Could not create task ':shop:Basket.main()'.\n   > SourceSet with name 'main' not found.`
    rule(
        Category::GradleScriptEvaluation,
        r"Could not create task '(?P<task>:(?:[^'\n]*:)?(?P<symbol>[A-Za-z0-9_$.]+\.main\(\)))'\.?\s*> SourceSet with name '(?P<set>[^']+)' not found",
    )
    .means("The IDE starts the `main` function by a Gradle task of its own (`{symbol}`, from an init script), which looks for the source set `{set}` of a Java project; an Android module has no such source sets, so the task cannot be made.")
    .fix(&[
        "Run it without Gradle: Settings > Build, Execution, Deployment > Build Tools > Gradle > “Build and run using” IntelliJ IDEA where the IDE offers it, or `<option name=\"delegatedBuild\" value=\"false\" />` in the GradleProjectSettings of .idea/gradle.xml.",
        "Or put the function into a module with the plugin `java-library` or `kotlin(\"jvm\")`, or write it as a unit test.",
    ]),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"(?P<what>Extension|Configuration|SourceSet|Task|Repository|[A-Z][A-Za-z]+) (?:with|of) (?:name|type) '(?P<symbol>[^']+)' (?:not found|does not exist)\.?(?: Currently registered extension (?:names|types): \[(?P<candidates>[^\]]+)\])?",
    )
    .means("The build script asks for the {what} `{symbol}`, and there is none of that name; the plugin that makes it is not applied (yet), or it is spelled differently.")
    .fix(&["What exists: {candidates}.", "Apply the plugin that makes `{symbol}` before this line, or correct the name.", "For `project(\":…\")` and the configuration `default`: the module's directory or build file is missing; check `include` in the settings file."]),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"Cannot get property '(?P<symbol>(?P<property>[^']+))' on extra properties extension as it does not exist",
    )
    .means("The build script reads the extra property `{property}` (`ext.{property}`, mostly `rootProject.ext.{property}`), which the root build file of this project does not set, or sets only further down.")
    .fix(&[
        "Set it at the top of the root build file (in React Native and Flutter android/build.gradle): `buildscript {{ ext {{ {property} = … }} }}`, with the value that the modules use themselves; if a line sets it there, move it above whatever reads it.",
        "In a script of your own do without it: `rootProject.hasProperty(\"{property}\") ? rootProject.ext.{property} : …`.",
    ]),
    rule(Category::GradleScriptEvaluation, r"assert (?P<symbol>appProject) != null")
        .means("Flutter's Gradle script (include_flutter.groovy) looks for the host app's module and finds none: `{symbol}` is null, because no module of the name `app` is in the build.")
        .fix(&["Name the host's module: `flutter.hostAppProjectName=<module>` in gradle.properties, or rename the app's module to `app` in settings.gradle."]),
    // Groovy's power assertion: `> assert basket != null\n         |      |\n         null   false`
    rule(Category::GradleScriptEvaluation, r"(?:^|> |Assertion failed:\s+)assert (?P<reason>(?P<symbol>[A-Za-z_][A-Za-z0-9_.]*)[^\n]*)\n\s*\|")
        .means("An assertion in a build script or plugin does not hold: `assert {reason}`; `{symbol}` is not what it must be.")
        .fix(&["Set what `{symbol}` stands for before it is checked: a property, a module's name, an applied plugin; `--stacktrace` shows the script's line."]),
    rule(Category::AgpNdkCmake, r"[Ee]xecuting external native build for (?P<kind>ndkBuild|cmake) (?P<file>[^\n]*?(?P<symbol>[^\\/\s]+\.(?:mk|txt)))")
        .means("The native build of `{symbol}` ({kind}) failed while the project was configured; what {kind} said is not in this part of the log.")
        .fix(&["Look at the output of {kind}, above this or in the `Build` window: the first `Android NDK:`, `make: ***` or `CMake Error` names the missing file, module or wrong line of `{symbol}`."]),
    rule(Category::GradleScriptEvaluation, r"Parameter specified as non-null is null: method (?P<symbol>com\.flutter\.gradle\.[A-Za-z0-9_.$]+), parameter (?P<parameter>[A-Za-z0-9_$]+)")
        .means("Flutter's Gradle plugin fails: its function `{symbol}` gets null for `{parameter}`. Usually the Flutter that builds is another one than the project or its plugins were made for.")
        .fix(&[
            "Check that `flutter.sdk` in android/local.properties is the Flutter that `flutter --version` shows; then run `flutter clean` and `flutter pub get` with that one.",
            "Compare the versions of Gradle, the Android Gradle plugin and Kotlin in android/settings.gradle(.kts) with those of a new project (`flutter create`) of this Flutter.",
        ]),
    rule(Category::GradleScriptEvaluation, r"Parameter specified as non-null is null: method (?P<symbol>[A-Za-z0-9_.$]+?(?:\.(?:<init>|[A-Za-z0-9_$]+))), parameter (?P<parameter>[A-Za-z0-9_$]+)")
        .means("A plugin or script fails while the build is configured: `{symbol}` gets null for `{parameter}`, which must not be null; something that it reads is not set, or the plugin does not fit this version of Gradle or of the Android Gradle plugin.")
        .fix(&["Run with `--stacktrace`: the first frame of a plugin below `{symbol}` shows which one it is; raise that plugin, or set what `{parameter}` stands for in its block."]),
    // The first of several causes is why the later ones come.
    rule(
        Category::GradleScriptEvaluation,
        r"Failed to notify project evaluation listener\.\n\s*> (?P<reason>(?:[Tt]he )?(?P<symbol>[A-Za-z][A-Za-z0-9_.]+) (?:must|is|was|does|has|cannot|should)[^\n]*)\n\s*> Cannot (?:invoke method|get property) [^\n]* on null object",
    )
    .means("A plugin refuses the project's configuration: {reason}")
    .fix(&["Correct `{symbol}` in the block of that plugin in the module's build.gradle; the null object in the next line follows from it."]),
    // `> /p/lamp/.android/include_flutter.groovy`, as a rule with the system's words or the path once more in parentheses
    rule(
        Category::GradleScriptEvaluation,
        concat!(in_script!(), r"(?P<absent>(?:[^\n>(]*[\\/])?(?P<symbol>include_flutter\.groovy))(?: \([^\n]*\))?\s*(?:\n|$)"),
    )
    .means("The settings script evaluates Flutter's `{symbol}` at {absent}, and there is no such file: the path does not lead to the Flutter module, or its `.android` directory, which is generated and not under version control, was not made yet.")
    .fix(&[
        "Run `flutter pub get` in the Flutter module: it makes `.android` with this file.",
        "If it is there then, but elsewhere, correct the path in settings.gradle: it must lead to `<Flutter module>/.android/{symbol}` (as a rule the module lies beside the host app's directory, not inside it).",
    ]),
    rule(
        Category::GradleScriptEvaluation,
        concat!(in_script!(), r"(?P<absent>(?:[^\n>(]*[\\/])?(?P<symbol>\.flutter-plugins(?:-dependencies)?|flutter\.gradle|generated_plugin_loader\.gradle))(?: \([^\n]*\))?\s*(?:\n|$)"),
    )
    .means("The script reads Flutter's `{symbol}` at {absent}, and there is no such file: `flutter pub get` was not run in this checkout, `flutter.sdk` in local.properties names another place, or the Flutter that is installed has no file of this name any more.")
    .fix(&[
        "Run `flutter pub get` in the app's directory, and see that `flutter.sdk` in android/local.properties is the SDK that `flutter --version` shows.",
        "If {absent} is missing then still, bring the script up to date: compare it with that of a new project (`flutter create`) of this Flutter.",
    ]),
    rule(
        Category::GradleScriptEvaluation,
        concat!(in_script!(), r"(?P<file>(?:[^\n>(]*[\\/])?(?P<symbol>local\.properties))(?: \([^\n]+\))?\s*(?:\n|$)"),
    )
    .means("A build script reads the file `{symbol}`, which does not exist: it is not under version control, and Android Studio writes it when it opens the project.")
    .fix(&["Create {symbol} in the project's root with the line `sdk.dir=/path/to/Android/Sdk` and the other properties that the script reads (or set `ANDROID_HOME` and let the script do without the file)."]),
    rule(Category::GradleScriptEvaluation, r"(?:configuring|evaluating) [^\n]*(?s:.{0,300}?)> (?:java\.io\.FileNotFoundException: )?(?P<absent>(?:[^\n(]*[\\/])?(?P<symbol>[^\n>(\\/]+\.(?:properties|json|ya?ml|txt|gradle|xml|env|toml))) \((?P<why>No such file or directory|The system cannot find the (?:file|path) specified|系统找不到指定的(?:文件|路径)。?|[^)\n]{5,80})\)")
        .means("A build script reads the file `{symbol}`, which does not exist ({why}).")
        .fix(&["Create {absent}: such files are often not under version control (there may be a template beside it); on CI write it from a secret. Or let the script check `exists()` before it reads it."]),
    // `> /p/config/signing.properties`, the whole message of Java's exceptions about files
    rule(
        Category::GradleScriptEvaluation,
        concat!(in_script!(), r"(?P<absent>(?:(?:(?:[A-Za-z]:)?[\\/]|\.{1,2}[\\/])(?:[^\n>(:'\x22]*[\\/])?(?P<symbol>[^\n>(:'\x22\\/]+\.[A-Za-z0-9]{1,12})|(?P<symbol2>[A-Za-z0-9_.-]+\.(?:properties|json|ya?ml|txt|gradle|groovy|kts|xml|env|toml|jks|keystore))))(?: \([^\n]*\))?\s*(?:\n|$)"),
    )
    .means("A build script opens {absent}, and the whole message is that name: the file does not exist (what Java says of a missing file begins with its path, and often ends there).")
    .fix(&[
        "See whether {absent} is there. If not: a file that is generated, or kept out of version control (there may be a template beside it), is to be made first, on CI from a secret; else correct the path in the script. A relative path is taken from where Gradle was started: write `rootProject.file(\"…\")`.",
        "Or let the script check `exists()` before it reads it.",
    ]),
    // `Cannot invoke method minus() on null object`, and `versionCode -1` below it
    rule(
        Category::GradleScriptEvaluation,
        r"Cannot invoke method (?:minus|plus|negative|positive)\(\) on null object(?s:.{0,300}?)\n\s*(?:[0-9]+\s+)?(?P<written>(?P<symbol>[A-Za-z]+) (?P<sign>[+-])(?P<number>[0-9]+))\s*(?:\n|$)",
    )
    .means("`{written}` is no assignment for Groovy: it takes the sign for an operator and computes `{symbol}` {sign} {number}, and `{symbol}` is null so far.")
    .fix(&["Write `{symbol} = {number}` or `{symbol} {number}` with a value that is allowed (a version code is a positive number); a negative value needs `=` or parentheses: `{symbol} = -{number}`."]),
    rule(
        Category::GradleScriptEvaluation,
        r"Cannot invoke method (?P<symbol>(?P<operator>minus|plus|multiply|div|mod|negative|positive))\(\) on null object",
    )
    .means("The build script computes with something that is null: `{operator}` is what Groovy calls the sign (`-`, `+`, `*`, `/`, `%`) between two values, and what stands before the sign has no value. Either a property is not set, or a sign stands where none is meant (`versionCode -1` is a subtraction).")
    .fix(&[
        "Look at line {line} of the script for the sign: set what stands before it (a property of gradle.properties, `ext`, an environment variable), or write `name = value` where a value is given.",
        "If the log names no line, `--stacktrace` does (the first frame of a `.gradle` file).",
    ]),
    rule(
        Category::GradleScriptEvaluation,
        r"Cannot (?:get|invoke) (?:property|method) '?(?P<symbol>toInteger|toLong|toFloat|toDouble|toBoolean|trim|split|tokenize|replace|replaceAll|startsWith|endsWith|contains|toUpperCase|toLowerCase|isEmpty|length|padLeft|eachLine)(?:\(\))?'? on null object",
    )
    .means("The build script calls `{symbol}()` on a text that is not there (null): the property or environment variable that it reads is set nowhere on this machine, or a file of properties lacks the line.")
    .fix(&[
        "See what stands before `.{symbol}()` in the script's line (`* Where:` names it, else `--stacktrace`) and set it: `getProperty(…)` of local.properties, key.properties or version.properties needs its line in that file, `findProperty(…)` one in gradle.properties, `System.getenv(…)` the variable (on CI for this job; a running daemon sees none that is set later).",
    ]),
    rule(
        Category::GradleScriptEvaluation,
        r"Cannot (?:get|invoke) (?:property|method) '?(?P<symbol>absolutePath|getAbsolutePath|canonicalPath|exists|parentFile|listFiles|toPath|withInputStream|withReader|newDataInputStream)(?:\(\))?'? on null object",
    )
    .means("The build script uses `{symbol}` of a file or directory that is null: what should give it (a property with a path, `android.ndkDirectory`, a search with `find {{ }}`, an output of a task) found nothing.")
    .fix(&[
        "See what stands before `.{symbol}` in the script's line (`* Where:` names it, else `--stacktrace`): set the path that it reads (gradle.properties, local.properties, an environment variable), or make what it searches for.",
    ]),
    rule(
        Category::GradleScriptEvaluation,
        r"Cannot (?P<access>get|set|invoke) (?:property|method) '?(?P<symbol>[^'\s(]+)(?:\(\))?'? on null object",
    )
    .means("The build script uses `{symbol}` of something that is null: a property, a file or an extension was not found or not set.")
    .fix(&["Look at line {line} of `{name}`: check that what stands before `.{symbol}` is set (a property in gradle.properties or local.properties, an applied plugin, a found file)."]),
    rule(Category::GradleScriptEvaluation, r"Cannot set the (?:value of (?:read-only|final) )?property '(?P<symbol>[^']+)'|Cannot set the value of read-only property '(?P<symbol2>[^']+)'|The value for (?P<symbol3>[^\n]+?) (?:is final and cannot be changed|cannot be changed any further|property '[^']+' is final)"),
    rule(Category::GradleScriptEvaluation, r"Cannot cast object '(?P<value>[^']*)' with class '(?P<from>[^']+)' to class '(?P<symbol>[^']+)'"),
    rule(Category::GradleScriptEvaluation, r"Querying the (?:mapped )?value of (?:task '(?P<symbol>[^']+)' property '(?P<property>[^']+)'|[^\n]*?) before task '(?P<producer>[^']+)' has completed is not supported")
        .means("A script or plugin reads at configuration time what the task `{producer}` makes, before that task has run.")
        .fix(&["Do not call `get()` on that provider while the build is configured: pass the provider on as a task's input (`map`, `flatMap`, `@InputFile`), which makes it depend on `{producer}`.", "If a plugin does so, update it to a version for this Android Gradle plugin and Gradle."]),
    rule(Category::GradleScriptEvaluation, r"Cannot query the value of (?:task '(?P<owner>[^']+)'|extension '(?P<owner2>[^']+)'|[^\n']+?)? ?property '(?P<symbol>[^']+)' because it has no value available")
        .means("The property `{symbol}` has no value: nothing sets it before it is read.")
        .fix(&["Set `{symbol}` in the build script (a property in gradle.properties, an environment variable, the plugin's block), or read it with `getOrElse(…)`."]),
    rule(Category::GradleScriptEvaluation, r"Cannot query the value of this (?P<kind>provider|property) because it has no value available")
        .means("The build reads a {kind} that has no value, and the message does not say which: a script or plugin expects a Gradle property, an environment variable or a setting that is not there.")
        .fix(&[
            "Run with `--stacktrace`: below `MissingValueException` the first frame that is not of `org.gradle` or `com.android` shows the script line or plugin that reads it. Then set it, or let the script read it with `getOrElse(…)`.",
            "If only plugins stand there, bring Gradle, the Android Gradle plugin and Kotlin to versions that fit each other.",
        ]),
    // Files of node_modules and the like that are not there.
    rule(
        Category::GradleScriptEvaluation,
        r"Could not read (?:script|build file|settings file) '(?P<symbol>(?P<wanted>[^']+))' as it does not exist",
    )
    .means("The script `{wanted}` that is applied does not exist; where it belongs to an npm or pub package, that package is not installed or has moved the file.")
    .fix(&["Install the packages (`npm install`, `yarn`, `flutter pub get`) and run again.", "If the package changed, correct the `apply from:` line as its upgrade guide says."]),
    rule(Category::GradleScriptEvaluation, r"Included build '(?P<symbol>[^']+)' does not exist")
        .means("The included build `{symbol}` does not exist; where it belongs to an npm or pub package, that package is not installed.")
        .fix(&["Install the packages (`npm install`, `yarn`, `flutter pub get`), or correct the path of `includeBuild` in the settings file."]),
    rule(
        Category::GradleScriptEvaluation,
        r"Build was configured to prefer settings repositories over project repositories but repository '(?P<repository>[^']+)' was added by (?P<adder>plugin(?: class)? '(?P<symbol>[^']+)')",
    )
    .means("The settings file forbids repositories in projects (`RepositoriesMode.FAIL_ON_PROJECT_REPOS`), and the plugin `{symbol}` adds the repository `{repository}`.")
    .fix(&["Let the settings file allow it: `repositoriesMode.set(RepositoriesMode.PREFER_SETTINGS)` (or `PREFER_PROJECT`), and declare there what `{symbol}` needs."]),
    rule(
        Category::GradleScriptEvaluation,
        r"Build was configured to prefer settings repositories over project repositories but repository '(?P<symbol>[^']+)' was added by (?P<adder>[^\n]+?)\.?(?:\n|$)",
    )
    .means("The settings file forbids repositories in projects (`RepositoriesMode.FAIL_ON_PROJECT_REPOS`), and {adder} adds `{symbol}`.")
    .fix(&["Move the repository into `dependencyResolutionManagement {{ repositories {{ … }} }}` of the settings file, or set `repositoriesMode.set(RepositoriesMode.PREFER_PROJECT)`."]),
    rule(Category::GradleScriptEvaluation, r"You are applying Flutter's (?P<symbol>[a-z ]*?Gradle plugin) imperatively")
        .means("The Android project applies Flutter's Gradle plugin by `apply from`, which Flutter no longer supports.")
        .fix(&["Apply it in the `plugins {{ }}` blocks of android/settings.gradle (`dev.flutter.flutter-plugin-loader`) and android/app/build.gradle (`dev.flutter.flutter-gradle-plugin`), see https://docs.flutter.dev/go/flutter-gradle-plugin-apply."]),
    rule(Category::Other, r"[Yy]our app is using an (?P<symbol>unsupported Gradle project)")
        .means("Flutter does not recognise the project's Android directory: it is an unsupported Gradle project, because android/app/build.gradle or android/settings.gradle is missing or of a very old layout.")
        .fix(&["Make the directory anew: `flutter create --platforms=android .` in the app's directory (move the old `android` away first), then bring over the manifest, the application id and the signing."]),
    rule(Category::GradleScriptEvaluation, r"Flutter SDK not found|flutter\.sdk not set in local\.properties")
        .means("The Android project does not know where the Flutter SDK is: `flutter.sdk` is missing in android/local.properties.")
        .fix(&["Run `flutter pub get` (or any `flutter build`) once, which writes it, or add `flutter.sdk=/path/to/flutter` to android/local.properties."]),
    rule(Category::GradleScriptEvaluation, r"Cannot run (?:Project|Settings|Gradle)\.(?P<symbol>(?P<method>[A-Za-z]+))\([A-Za-z, ]*\) when the project is already evaluated")
        .means("The script calls `{method}` on a project that is already evaluated: `evaluationDependsOn`, or a block that reaches into another project, has evaluated it before.")
        .fix(&["Move the `{method} {{ }}` block before the line that evaluates the project (`evaluationDependsOn(\":app\")`), guard it with `if (!state.executed)`, or do without `{method}`: lazy properties, `androidComponents {{ }}`, `plugins.withId`."]),
    rule(Category::GradleScriptEvaluation, r"Cannot (?:change|mutate) (?:the )?(?P<what>[a-z ]+?) of (?:dependency )?(?:constraint )?(?:parent of )?(?:configuration )?'(?P<symbol>[^']+)',? (?P<why>after it has been [a-z ]+|as it (?:was|has been) locked[^\n]*|after the configuration was [a-z]+)")
        .means("The script or a plugin changes the {what} of the configuration `{symbol}`, which is not possible any more: {why}.")
        .fix(&["Change `{symbol}` before it is resolved or locked: not in `afterEvaluate` or while tasks run, and without resolving configurations while the build is configured.", "A configuration of Gradle's own roles (`implementation`, `api`) cannot be made resolvable or consumable; create one of your own that `extendsFrom` it."]),
    rule(Category::GradleScriptEvaluation, r"Cannot add task '(?P<symbol>[^']+)' as a task with that name already exist")
        .means("A task `{symbol}` already exists: two scripts or plugins register it (or one script twice).")
        .fix(&["Rename one of them, or use `tasks.named(\"{symbol}\") {{ … }}` where only the settings of the existing one are meant."]),
    rule(
        Category::GradleScriptEvaluation,
        r"Failed to apply plugin (?:\[id '|class '|\[class '|')(?P<symbol>[^']+)'\]?\.?\n\s*> (?P<reason>[^\n]+)",
    )
    .means("The plugin `{symbol}` could not be applied: {reason}"),
    rule(Category::GradleScriptEvaluation, r"Could not create an instance of type (?P<symbol>[A-Za-z0-9_.$]*[A-Za-z0-9_$])\.?\n\s*> (?P<reason>[^\n]+)"),
]);

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    fn compiled(source: &str, error: &str) -> String {
        answer(&format!(
            "* What went wrong:\nScript compilation error:\n\n  Line 14:     {source}\n               ^ {error}\n\n1 error\n"
        ))
    }

    #[test]
    fn a_receiver_that_does_not_fit_names_nothing() {
        let said = compiled(
            "signingConfig = signingConfigs[\"release\"]",
            "Unresolved reference. None of the following candidates is applicable because of receiver type mismatch: ",
        );
        assert!(!said.contains("`None`") && said.contains("getByName"), "{said}");
        assert!(compiled("basket()", "Unresolved reference: basket").contains("`basket`"));
    }

    #[test]
    fn a_deprecation_that_is_an_error_names_what_replaces_it() {
        let said = compiled(
            "android {",
            "'fun android(configure: Shelf.() -> Unit): Shelf' is deprecated. Use androidTarget() instead.",
        );
        assert!(said.contains("Write `androidTarget` in place of `android` at line 14"), "{said}");
        let none = compiled(
            "android {",
            "'fun android(configure: Shelf.() -> Unit): Shelf' is deprecated. It will be removed.",
        );
        assert!(!none.contains("in place of `android`"), "{none}");
    }

    #[test]
    fn a_path_alone_is_a_file_that_is_missing() {
        let said = |message: &str| {
            answer(&format!("* What went wrong:\nA problem occurred evaluating project ':till'.\n> {message}\n"))
        };
        let flutter = "C:\\work\\lamp\\.android\\include_flutter.groovy";
        for text in
            [flutter.to_owned(), format!("{flutter} ({flutter})"), format!("{flutter} (No such file or directory)")]
        {
            assert!(said(&text).contains("Run `flutter pub get` in the Flutter module"), "{}", said(&text));
        }
        for text in ["/p/config/shelf.bin", "../shelf.properties", "basket.yaml (/p/basket.yaml)"] {
            assert!(said(text).contains("does not exist"), "{}", said(text));
        }
        for text in ["java.lang.Error", "The till has no /p/shelf.bin", "/p/build.gradle: 12: unexpected token"] {
            assert!(!said(text).contains("does not exist"), "{}", said(text));
        }
    }
}
