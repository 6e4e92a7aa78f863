//! What the Kotlin categories mean. Data only.

use super::meaning::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::KotlinUnresolvedReference,
        causes: &[
            "The reference `{symbol}` is unresolved: it is Java's or Android's own, and `{source_set}` is compiled for platforms without them, too (Kotlin/Native, JavaScript, Wasm).",
            "The reference `{symbol}` is unresolved: by the beginning of its name it is most probably a resource of {resource_library}. By default since AGP 8 a module's own `R` no longer holds those; or the library is missing, or in a version without this one.",
            "The reference `{symbol}` is unresolved: it comes from {generator}, and here it is missing or not imported.",
            "The reference `{symbol}` is unresolved: only older versions of `{artifact}` have `{qualified}` ({gone_after} does, {gone_with} does not); `{now_in}` has `{now}` in its place.",
            "The reference `{symbol}` is unresolved: only older versions of `{artifact}` have `{qualified}`: {gone_after} does, {gone_with} does not.",
            "The reference `{symbol}` is unresolved: the import `{no_such_name}` leads to nothing; `{now_in}` has `{now}`.",
            "The reference `{symbol}` is unresolved: `{renamed_in}` {renamed_after} has it, deprecated, with `{renamed_to}` in its place; {renamed_with} has only that.",
            "The reference `{symbol}` is unresolved: it was removed by {removed_by}.",
            "The reference `{symbol}` is unresolved: by its column, line {line} imports `{decoded}` of the support library, which became `{moved_to}` in AndroidX.",
            "The reference `{symbol}` is unresolved: it is of the support library, which became `{moved_to}` in AndroidX.",
            "The reference `{symbol}` is unresolved: `{import}` is imported, but the library that has it, `{artifact}`, is no dependency of this module.",
            "The reference `{symbol}` is unresolved: by its column, line {line} is probably the import of `{decoded}`, and the library that has it, `{artifact}`, is no dependency of this module, or not in a version with it.",
            "The reference `{symbol}` is unresolved: by its column, line {line} is probably the import of `{decoded}`, and no dependency of this module has that.",
            "The reference `{symbol}` is unresolved: it is probably a part of the import of `{its_package}`, and the library that has it, `{artifact}`, is no dependency of this module.",
            "The reference `{symbol}` is unresolved: {jvm_only} is there on the JVM and Android only, and this source is compiled for other targets as well.",
            "The reference `{symbol}` is unresolved: by its form it is probably `R.{resource_kind}.{symbol}`, and this module has no resource of that name.",
            "The reference `{symbol}` is unresolved: by its column, line {line} is probably the import of `{own_import}`, a package or class of this project that this module does not see.",
            "The reference `{symbol}` is unresolved: by its place it is probably a part of an {in_import}, and the library that has it, `{artifact}`, is no dependency of this module.",
            "The reference `{symbol}` is unresolved: by its place it is probably a part of an {in_import}, and names a package or class that is not on this module's compile class path.",
            "The reference `{symbol}` is unresolved: it usually exists only inside {scope}, and it is used outside of that here, or in a block whose call is itself unresolved.",
            "The reference `{symbol}` is unresolved: {member_of} has it without an import, so it is called on something else here, probably {extension_of}, whose `{extension}` is not imported.",
            "The reference `{symbol}` is unresolved: for {extension_of} it is `{extension}`, and its import is missing, or it is called on something else.",
            "The reference `{symbol}` is unresolved: its import is missing; there are {choices}.",
            "The reference `{symbol}` is unresolved: it is usually `{platform_name}`, and its import is missing here.",
            "The reference `{symbol}` is unresolved: it is usually `{qualified}` of the library `{artifact}`, and its import or that dependency is missing here.",
            "The reference `{symbol}` is unresolved: {bare_uses} places of `{name}` use it, at least one with nothing before it, and no such name is declared, imported or inherited there. Usually its declaration was removed or renamed and the uses stayed, or the class does not extend any more what has it.",
            "The reference `{symbol}` is unresolved: no {as_type} or function of this name is declared, imported or on the compile class path here.",
            "The reference `{symbol}` is unresolved: what stands before it has no {as_member} of this name, or nothing of this name is declared, imported or on the compile class path here.",
            "The reference `{symbol}` is unresolved: nothing of this name is declared, imported or on the compile class path here.",
            "A name cannot be resolved here: {message}.",
        ],
        fixes: &[
            &[
                "Use the library's own `R`, `{resource_package}.R` (imported, or written in full before `.drawable`, `.string` …), or let `R` hold all again: `android.nonTransitiveRClass=false` in gradle.properties. If that has no `{symbol}`, the version of {resource_library} has changed: look for the new name, or go back to the version before.",
                "Use the `R` of the library, {resource_library}, in place of your module's (`import <its package>.R`), or let `R` hold all again: `android.nonTransitiveRClass=false` in gradle.properties. If that has no `{symbol}`, the library's version has changed: look for the new name, or go back to the version before.",
                "{remedy}",
                "{common_instead}",
                "{instead}",
                "Use `{now}` (`{now_in}`) in its place, or keep `{artifact}` at {gone_after} until the code is changed.",
                "Replace `{symbol}` by what `{artifact}` {gone_with} has in its place (its release notes tell), or keep `{artifact}` at {gone_after}.",
                "Import `{now}` in place of `{no_such_name}`; the library is `{now_in}`.",
                "Use `{renamed_to}` in place of `{symbol}` at line {line} of `{name}`; it may take other arguments.",
                "Use `{renamed_to}` in place of `{symbol}`; it may take other arguments.",
                "Import `{moved_to}` instead, and add its dependency: `implementation(\"{moved_artifact}:<version>\")`.",
                "Import `{moved_to}` instead.",
                "Add the dependency to this module's build file: `{configuration}(\"{artifact}:{came_with}\")` or newer, which has the imported `{import}`; {came_after} does not have it yet.",
                "Add the dependency to this module's build file: `{configuration}(\"{artifact}:<version>\")`, which has the imported `{import}`.",
                "Add the dependency to this module's build file: `{configuration}(\"{artifact}:<version>\")`, or remove the import of `{decoded}` if nothing uses it.",
                "Add the library that has `{decoded}` to this source set (`implementation`, for tests `testImplementation` or `androidTestImplementation`), or correct the import.",
                "Add the dependency to this module's build file: `{configuration}(\"{artifact}:<version>\")`, which has the package `{its_package}`.",
                "Use a multiplatform library in its place (`kotlinx-datetime` for `java.time`, Okio or `kotlinx-io` for `java.io`, `kotlin.uuid` for `java.util.UUID`), or move the code into `jvmMain` or `androidMain` behind `expect` and `actual`: {jvm_only} cannot be seen here.",
                "Correct the name, or add the resource (`R.{resource_kind}.{symbol}`); if it is in another module or library, import that one's `R`, for `R` holds only a module's own resources by default since AGP 8.",
                "Let this module depend on the one that declares `{own_import}` (`implementation(project(\":…\"))`), or correct the import at line {line} of `{name}` if it was moved or renamed.",
                "Add the dependency to this module's build file: `{configuration}(\"{artifact}:<version>\")`, or remove the {in_import} at line {line} of `{name}` if nothing uses it.",
                "Correct the {in_import} at line {line} of `{name}`, or add the library or module (`implementation(project(\":…\"))`) that has `{symbol}`; if that line is no import, declare or import `{symbol}`.",
                "{in_scope}",
                "Add `import {extension}` in `{name}`.",
                "Import one of these, the one that is meant: {choices}.",
                "Add `import {platform_name}` in `{name}`.",
                "Add `import {platform_name}`.",
                "Add `import {qualified}` in `{name}`.",
                "Add `import {qualified}`.",
                "Declare `{symbol}` again where these {bare_uses} places can see it, or write its new name in them; the last changes to `{name}` show what became of it. If it is declared in another file or module, import it.",
                "Find where `{symbol}` is declared: import that {as_type} or function, or add the module or library that has it; if it was renamed or deleted, use the new name at line {line} of `{name}`.",
                "See at line {line} of `{name}` what `{symbol}` is called on: use the {as_member} that this type has now (renamed?), declare it there, or import it if it is an extension.",
                "Declare `{symbol}` or import it at line {line} of `{name}`; if it was renamed, write its new name.",
                "Check the spelling of `{symbol}` and whether its import is there.",
                "Check the spelling and the imports.",
            ],
            &[
                "What needs Java or Android goes to `jvmMain` or `androidMain`, behind an `expect` function or an interface in `{source_set}`.",
                "If another error stands above, of a resource or an annotation processor, fix that first: it may have kept {generator} from its work.",
                "Keep the import `{import}`; if the dependency is there, check that its version already (or still) has it.",
                "If the dependency is there, check that its version already (or still) has `{decoded}`.",
                "If `{extension}` is imported already, see what `{symbol}` is called on here: that is not {extension_of}.",
                "If `{artifact}` is a dependency already, check that its version has the package `{its_package}`.",
                "If `{artifact}` is a dependency already, its version may have another package: compare the {in_import} with its documentation.",
                "`{coroutine_builder}` needs a scope as well: in a suspend function put it into `coroutineScope {{ … }}`, elsewhere call it on `viewModelScope`, `lifecycleScope`, or in Compose on that of `rememberCoroutineScope()`.",
                "If the import is there already, the library is missing or too old: {came_after} does not have it yet, so `{configuration}(\"{artifact}:{came_with}\")` or newer belongs into this module's build file.",
                "If the import is there already, the library is missing: `{configuration}(\"{artifact}:<version>\")` in this module's build file.",
            ],
            &[
                "If a library, plugin or the SDK was upgraded, `{unexplained}` may have been renamed or removed in it: look at its release notes for the replacement.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::KotlinTypeMismatch,
        causes: &[
            "The type `{expected}` is required (expected) here, but the expression is of type `{actual}`: the types do not match.",
            "The expression does not have the required type `{expected}`.",
            "The types do not fit: {message}.",
        ],
        fixes: &[
            &[
                "{convert}",
                "Give a value of the type `{required_type}` at line {line} of `{name}`: what stands there is a `{given_type}`, so look which variable, call or lambda's last expression it is and whether another one was meant; if the declaration is wrong, declare `{given_type}` there.",
                "Convert the value to `{expected}` (for example with a `to…()` function), or declare the target as `{actual}`.",
                "Convert the value to `{expected}` or change the declared type.",
                "Convert the value or change the declared type.",
            ],
            &[
                "If it compiled before, the library that declares `{required_type}` or gives the `{given_type}` was upgraded: its release notes say what to pass now.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::KotlinNullSafety,
        causes: &[
            "A value of the nullable type `{actual}` stands where the non-null type `{expected}` is expected: it may be null, and `{expected}` does not accept null.",
            "The receiver is of the nullable type `{actual}`, so a member of it cannot be called directly.",
            "`null` is given where the non-null type `{expected}` is required.",
            "A value that may be null is used as if it could not be: {message}.",
        ],
        fixes: &[
            &[
                "Handle null before the use: a default (`value ?: …`), a check (`if (value != null)`), or `!!` only where null is impossible.",
                "Handle the null case: `?.`, `?: default`, or an `if (x != null)` before the use.",
            ],
            &[
                "If null is a legal value here, declare the target as `{expected}?`.",
                "If it can never be null, make the declared type of `{actual}` non-null at its source instead of using `!!`.",
                "If it can never be null, make the declared type non-null at its source.",
            ],
            &[
                "If this began with an upgrade of a library or of `compileSdk`, the type became nullable there: adapt the code to the new version.",
            ],
        ],
        link: Some("https://kotlinlang.org/docs/null-safety.html"),
    },
    Meaning {
        category: Category::KotlinSyntax,
        causes: &[
            "The source is not valid Kotlin: the parser expected {missing} here.",
            "The source is not valid Kotlin: {message}.",
        ],
        fixes: &[
            &[
                "Look at line {line} of `{name}` and the line above it for a missing bracket, quote or operator.",
                "Look for a missing bracket, quote or operator at this place and just above it.",
            ],
            &["Fix the first syntax error first; the ones below it often follow from it."],
        ],
        link: None,
    },
    Meaning {
        category: Category::KotlinVisibility,
        causes: &[
            "`{symbol}` is {visibility} in `{owner}` and cannot be used from here.",
            "`{symbol}` is {visibility} and cannot be used from here.",
            "A declaration is not visible here: {message}.",
        ],
        fixes: &[&[
            "Use a public member instead, or raise the visibility of `{symbol}` if it is your own.",
            "Make the visibilities match: raise one or lower the other.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::KotlinOverload,
        causes: &[
            "The call does not fit the declaration of `{declaration}`: {message}.",
            "The call does not fit `{symbol}`: {message}.",
            "The arguments do not fit the declaration: {message}.",
        ],
        fixes: &[
            &[
                "Compare the call's arguments (`{symbol}`) with the declaration: number, order, types, names.",
                "Compare the call's arguments with the declaration: number, order, types, names.",
            ],
            &["If the library was updated, its signature may have changed; look at its release notes."],
        ],
        link: None,
    },
    Meaning {
        category: Category::KotlinAbstractNotImplemented,
        causes: &[
            "`{symbol}` does not implement {member}.",
            "`{symbol}` does not match its supertype: {message}.",
            "A class does not match its supertype: {message}.",
        ],
        fixes: &[
            &[
                "Implement {member} in `{symbol}`; only a class that is a base of others may be abstract instead.",
                "Make the signature in `{symbol}` match the supertype's, or drop `override`.",
                "Implement the missing members; only a class that is a base of others may be abstract instead.",
            ],
            &["If the supertype comes from a library that was updated, take over its new signature."],
        ],
        link: None,
    },
    Meaning {
        category: Category::KotlinValReassign,
        causes: &["A `val` is given a value a second time; a `val` is assigned once."],
        fixes: &[&["Declare it as `var` if it must change, else keep the new value in another variable."]],
        link: None,
    },
    Meaning {
        category: Category::KotlinSmartCast,
        causes: &[
            "`{symbol}` cannot be smart-cast to `{expected}`, because it is {why}.",
            "A smart cast to `{expected}` is impossible.",
            "A smart cast is impossible: {message}.",
        ],
        fixes: &[
            &[
                "Copy `{symbol}` to a local `val` and check that one.",
                "Copy the value to a local `val` and check that one.",
            ],
            &["Or use `?.let {{ … }}` on it."],
        ],
        link: Some("https://kotlinlang.org/docs/typecasts.html#smart-cast-prerequisites"),
    },
    Meaning {
        category: Category::KotlinRedeclaration,
        causes: &["`{symbol}` is declared more than once in the same scope.", "Two declarations collide: {message}."],
        fixes: &[
            &["Rename or remove one of the declarations of `{symbol}`.", "Rename or remove one of the declarations."],
            &["If both come from the same file, check that it is not in two source sets or generated twice."],
        ],
        link: None,
    },
    Meaning {
        category: Category::KotlinWhenExhaustive,
        causes: &[
            "The `when` does not cover every case; {branches} is missing.",
            "The `when` does not cover every case.",
        ],
        fixes: &[&["Add the branch {branches}, or an `else`.", "Add the missing branches, or an `else`."]],
        link: None,
    },
    Meaning {
        category: Category::KotlinOptIn,
        causes: &[
            "The API used here is experimental or otherwise restricted and needs an opt-in to `{marker}`.",
            "The API used here is experimental or otherwise restricted, and the code that uses it has not opted in: {message}.",
        ],
        fixes: &[
            &[
                "Annotate the function, class or file with `@OptIn({marker}::class)`.",
                "Annotate the function, class or file with `@OptIn(…::class)` and the marker that the API's declaration carries (the IDE's quick fix knows it).",
            ],
            &[
                "Or opt in for the whole module: `kotlin {{ compilerOptions {{ optIn.add(\"{marker}\") }} }}` with the marker's full name.",
                "Or opt in for the whole module: `kotlin {{ compilerOptions {{ optIn.add(\"…\") }} }}` with the marker's full name.",
            ],
        ],
        link: Some("https://kotlinlang.org/docs/opt-in-requirements.html"),
    },
    Meaning {
        category: Category::KotlinDeprecatedError,
        causes: &[
            "`{symbol}` is deprecated at error level, so its use is an error: {advice}",
            "`{symbol}` is deprecated at error level, so its use is an error.",
            "Warnings are treated as errors here: {message}.",
        ],
        fixes: &[
            &[
                "Replace `{symbol}` at line {line} of `{name}` as its deprecation note says: {advice}",
                "Replace `{symbol}` as its deprecation note says: {advice}",
                "Replace `{symbol}` as its deprecation note says.",
                "Fix all warnings that this task printed, or switch off `allWarningsAsErrors` (`-Werror`).",
            ],
            &[
                "If `{symbol}` comes from a library that was upgraded, its former version still has it without an error.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::KotlinCoroutine,
        causes: &[
            "`{at}` fails in a coroutine with {thrown}, and nothing in that coroutine handles it: {message}.",
            "A coroutine failed with {thrown}, and nothing in it handled that: {message}.",
            "The suspend function `{symbol}` is called from code that is no coroutine and no suspend function.",
            "A suspend function or coroutine is used wrongly: {message}.",
        ],
        fixes: &[&[
            "Mend what throws {thrown} at {name}:{line}. Where it may fail (network, files), catch it inside that coroutine (`try`/`catch` in the `launch` block), or give the scope a `CoroutineExceptionHandler`.",
            "Look for the first frame of your own code that throws {thrown}. Where that may fail, catch it inside the coroutine, or give the scope a `CoroutineExceptionHandler`.",
            "Make the caller `suspend`, or call `{symbol}` inside `launch`, `async` or `runBlocking` of a suitable scope.",
            "Make the caller `suspend`, or call it inside a coroutine of a suitable scope.",
        ]],
        link: Some("https://kotlinlang.org/docs/coroutines-basics.html"),
    },
    Meaning {
        category: Category::KotlinJvmTargetMismatch,
        causes: &[
            "`{java_task}` compiles for JVM {java} and `{kotlin_task}` for JVM {kotlin}; both must be the same.",
            "Inlined code was built for JVM {requested}, but this module compiles for JVM {found}.",
            "JVM targets do not match: {message}.",
        ],
        fixes: &[&[
            "Raise this module's Kotlin `jvmTarget` to {requested} or later.",
            "Set one JVM version for both languages: `kotlin {{ jvmToolchain(17) }}`, or equal `compileOptions`/`jvmTarget`.",
        ]],
        link: Some("https://kotlinlang.org/docs/gradle-configure-project.html#gradle-java-toolchains-support"),
    },
    Meaning {
        category: Category::KotlinMetadataVersion,
        causes: &[
            "`{symbol}` on the class path was compiled with an incompatible, newer Kotlin: its metadata has the binary version {found}, but this compiler expects {expected}.",
            "The library `{library}` on the class path was compiled with a newer Kotlin: its metadata has the binary version {found}, but this compiler expects {expected}.",
            "A library on the class path was compiled with a newer Kotlin: its metadata has the binary version {found}, but this compiler expects {expected}.",
            "A library on the class path ({library}) was compiled with an incompatible Kotlin version: {message}.",
            "A library on the class path was compiled with an incompatible Kotlin version: {message}.",
        ],
        fixes: &[
            &[
                "Upgrade the project's Kotlin plugin to at least the Kotlin version that the library was built with (metadata {found}; this compiler reads {expected}).",
                "Upgrade the project's Kotlin plugin to the library's Kotlin version.",
            ],
            &[
                "Or use an older version of `{library}`, built for this Kotlin.",
                "Or use an older version of the library, built for this Kotlin version.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::KotlinInternalCompilerError,
        causes: &[
            "The Kotlin compiler itself crashed (internal error) while generating code for `{symbol}`: {root_exception}.",
            "The Kotlin compiler itself crashed (internal error): {root_exception}.",
            "The Kotlin compiler itself crashed (internal error) while compiling `{symbol}`: {message}.",
            "The Kotlin compiler itself crashed (internal error): {message}.",
        ],
        fixes: &[
            &[
                "Build once without what was kept (`./gradlew --stop`, then `clean` and `--no-build-cache`); if it stays, it is a bug of the compiler: raise Kotlin to the newest release of its line, with every compiler plugin (Compose, KSP, serialization) in the version made for that, and take out a `languageVersion` that is set to another one.",
            ],
            &[
                "Until then write `{symbol}` in `{name}` in another way: take out or simplify its last changed expressions (inline lambdas, references, default arguments) until the crash goes away.",
                "Until then take out or simplify what was changed last in `{name}` until the crash goes away: an expression there sets it off.",
            ],
        ],
        link: Some("https://kotl.in/issue"),
    },
    Meaning {
        category: Category::KotlinMissingSupertype,
        causes: &[
            "`{owner}` extends `{symbol}`, which is not on this module's compile class path.",
            "`{symbol}` is used through another type but is not on this module's compile class path.",
            "A class is not on this module's compile class path: {message}.",
        ],
        fixes: &[&[
            "Add the library that contains `{symbol}` to this module's dependencies (or make it `api` where it is declared).",
            "Add the library that contains the class to this module's dependencies.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::KotlinExpectActual,
        causes: &[
            "The `expect` and the `actual` declaration of `{symbol}` do not match: {message}.",
            "An `expect` and an `actual` declaration do not match: {message}.",
        ],
        fixes: &[&[
            "Give both declarations of `{symbol}` the same package, name, parameters and types; what is `expect` in common code needs one `actual` in every target.",
            "Give both declarations the same package, name, parameters and types.",
        ]],
        link: Some("https://kotlinlang.org/docs/multiplatform-expect-actual.html"),
    },
    Meaning {
        category: Category::KotlinNativeLink,
        causes: &[
            "Kotlin/Native could not link or bind native code because of `{symbol}`: {message}.",
            "Kotlin/Native could not link or bind native code: {message}.",
        ],
        fixes: &[&[
            "See that the library or framework with `{symbol}` is there for this target and is passed to the linker.",
            "Read what the linker or cinterop printed above and below; see that each library and framework is there for this target.",
        ]],
        link: Some("https://kotlinlang.org/docs/multiplatform-build-native-binaries.html"),
    },
    Meaning {
        category: Category::KaptKsp,
        causes: &[
            "The annotation processor {processor} crashed in `{symbol}`: {root_exception}.",
            "The annotation processor {processor} crashed with {exception} in `{symbol}`.",
            "An annotation processor crashed while it ran: {root_exception}.",
            "In the Java stub that kapt made of the Kotlin source, the {kind} `{symbol}` cannot be found: its import or dependency is missing, or it is generated by a processor that failed.",
            "Annotation processing failed at `{symbol}`: {message}.",
            "Annotation processing failed: {message}.",
        ],
        fixes: &[
            &[
                "Bring {processor}, KSP (or kapt) and Kotlin to versions that fit each other: upgrade {processor} to a version made for this Kotlin version and this KSP.",
                "Open the Kotlin source of this stub and resolve `{symbol}`: add its import or dependency; set `kapt {{ correctErrorTypes = true }}` if it is generated.",
                "Fix what the processor names; generated code that is missing afterwards is a consequence.",
            ],
            &[
                "Run the task with `--stacktrace` to see on which declaration {processor} crashed.",
                "If no message of a processor stands above, run the task with `--stacktrace` or `--info`: it shows which annotation processor failed and on what.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::ComposeComposableContext,
        causes: &["A `@Composable` function is called where no composition runs: {message}."],
        fixes: &[
            &["Mark the calling function `@Composable`, or move the call out of the callback into the composition."],
            &["In callbacks such as `onClick` change state instead, and let the composition react to it."],
        ],
        link: None,
    },
    Meaning {
        category: Category::ComposeDisposableEffect,
        causes: &[
            "The block of `DisposableEffect` does not end with `onDispose {{ … }}`, so it does not yield the `DisposableEffectResult` that is required.",
        ],
        fixes: &[&[
            "End the block with `onDispose {{ … }}`; leave it empty if there is nothing to release, or use `LaunchedEffect` or `SideEffect`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ComposeCompilerVersion,
        causes: &[
            "The Compose compiler {compose_compiler_version} is made for Kotlin {expected}, but Kotlin {kotlin_version} is used.",
            "Compose Compiler {found} requires Kotlin {expected}, but Kotlin {actual} is used.",
            "The Compose compiler and Kotlin do not match: {message}.",
        ],
        fixes: &[
            &[
                "Set `kotlinCompilerExtensionVersion = \"{compose_compiler_for_kotlin}\"`, which is made for Kotlin {kotlin_version}, or use Kotlin {kotlin_for_compose_compiler}.",
                "Apply the plugin `org.jetbrains.kotlin.plugin.compose` with version {compose_plugin_version}, the same as Kotlin's, and remove `kotlinCompilerExtensionVersion`.",
                "Use Kotlin {kotlin_for_compose_compiler}, which Compose compiler {compose_compiler_version} is made for.",
                "Use Kotlin {expected}, or the Compose compiler made for Kotlin {actual}.",
                "Use the Compose compiler made for this Kotlin version.",
            ],
            &[
                "From Kotlin 2.0 on apply the plugin `org.jetbrains.kotlin.plugin.compose` with Kotlin's own version instead.",
            ],
        ],
        link: Some("https://developer.android.com/jetpack/androidx/releases/compose-kotlin"),
    },
    Meaning {
        category: Category::ComposeRemember,
        causes: &["State is created during composition without `remember`, so every recomposition makes a new one."],
        fixes: &[&["Wrap it: `val x = remember {{ mutableStateOf(…) }}`, or keep it in a view model."]],
        link: None,
    },
];
