//! What the Kotlin categories mean. Data only.

use super::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::KotlinUnresolvedReference,
        causes: &[
            "`{symbol}` cannot be resolved: it was removed by {removed_by}.",
            "`{symbol}` cannot be resolved: it is of the support library, which became `{moved_to}` in AndroidX.",
            "`{symbol}` cannot be resolved: it is usually `{qualified}` of the library `{artifact}`, and its import or that dependency is missing here.",
            "`{symbol}` cannot be resolved: nothing of this name is declared, imported or on the compile class path here.",
            "A name cannot be resolved here: {message}.",
        ],
        fixes: &[
            &[
                "{instead}",
                "Import `{moved_to}` instead, and add its dependency: `implementation(\"{moved_artifact}:<version>\")`.",
                "Import `{moved_to}` instead.",
                "Add the dependency to this module's build file: `implementation(\"{artifact}:<version>\")`.",
                "Check the spelling of `{symbol}` and whether its import is there.",
                "Check the spelling and the imports.",
            ],
            &[
                "Then import it: `import {qualified}`.",
                "If `{symbol}` comes from a library, add that library to this module's `dependencies` (or check that its version still has it).",
                "If the name comes from a library, add the library to this module's `dependencies`.",
            ],
            &[
                "If `{symbol}` is generated (view binding, Room, Hilt, BuildConfig, R), look for an earlier error in the step that generates it.",
                "If the name is generated, look for an earlier error in the step that generates it.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::KotlinTypeMismatch,
        causes: &[
            "`{expected}` is required here, but the expression is of type `{actual}`.",
            "The expression does not have the required type `{expected}`.",
            "The types do not fit: {message}.",
        ],
        fixes: &[&[
            "Convert the value to `{expected}`, or declare the target as `{actual}`.",
            "Convert the value to `{expected}` or change the declared type.",
            "Convert the value or change the declared type.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::KotlinNullSafety,
        causes: &[
            "A value of type `{actual}` may be null, but `{expected}` does not accept null.",
            "The receiver is of the nullable type `{actual}`, so a member of it cannot be called directly.",
            "`null` is given where the non-null type `{expected}` is required.",
            "A value that may be null is used as if it could not be: {message}.",
        ],
        fixes: &[
            &["Handle the null case: `?.`, `?: default`, or an `if (x != null)` before the use."],
            &[
                "If null is a legal value here, declare the target as `{expected}?`.",
                "If it can never be null, make the declared type of `{actual}` non-null at its source instead of using `!!`.",
                "If it can never be null, make the declared type non-null at its source.",
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
                "Implement {member} in `{symbol}`, or declare the class abstract.",
                "Make the signature in `{symbol}` match the supertype's, or drop `override`.",
                "Implement the missing members, or declare the class abstract.",
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
        causes: &["The API used here needs an opt-in to `{marker}`.", "The API used here needs an opt-in: {message}."],
        fixes: &[
            &[
                "Annotate the function or file with `@OptIn({marker})`.",
                "Annotate the function or file with the `@OptIn(…)` that the message names.",
            ],
            &["Or opt in for the whole module by the compiler option `-opt-in=…`."],
        ],
        link: Some("https://kotlinlang.org/docs/opt-in-requirements.html"),
    },
    Meaning {
        category: Category::KotlinDeprecatedError,
        causes: &[
            "`{symbol}` is deprecated so far that its use is an error: {advice}",
            "`{symbol}` is deprecated so far that its use is an error.",
            "Warnings are treated as errors here: {message}.",
        ],
        fixes: &[&[
            "Replace `{symbol}` as its deprecation note says.",
            "Fix the warnings that are listed above, or switch off `allWarningsAsErrors` (`-Werror`).",
        ]],
        link: None,
    },
    Meaning {
        category: Category::KotlinCoroutine,
        causes: &[
            "The suspend function `{symbol}` is called from code that is no coroutine and no suspend function.",
            "A suspend function or coroutine is used wrongly: {message}.",
        ],
        fixes: &[&[
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
            "`{symbol}` on the class path was compiled with Kotlin metadata {found}, but this compiler expects {expected}.",
            "A library on the class path was compiled with an incompatible Kotlin version: {message}.",
        ],
        fixes: &[
            &[
                "Raise the project's Kotlin plugin to at least the version that the library was built with (metadata {found}).",
                "Raise the project's Kotlin plugin to the library's version.",
            ],
            &["Or use an older version of the library, built for this Kotlin."],
        ],
        link: None,
    },
    Meaning {
        category: Category::KotlinInternalCompilerError,
        causes: &[
            "The Kotlin compiler itself crashed with {exception}.",
            "The Kotlin compiler itself crashed: {message}.",
        ],
        fixes: &[
            &[
                "Check that every compiler plugin (Compose, KSP, serialization) has a version made for this Kotlin version.",
            ],
            &["Clean the build once; if it stays, update Kotlin or report it to JetBrains with the file it names."],
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
        category: Category::KaptKsp,
        causes: &[
            "Annotation processing failed: `{symbol}` cannot be provided. {message}.",
            "Annotation processing failed: {message}.",
        ],
        fixes: &[&[
            "Give `{symbol}` an `@Inject` constructor, or a `@Provides`/`@Binds` method in an installed module.",
            "Fix what the processor names; generated code that is missing afterwards is a consequence.",
        ]],
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
        causes: &["The block of `DisposableEffect` does not end with `onDispose {{ … }}`."],
        fixes: &[&[
            "End the block with `onDispose {{ … }}`; leave it empty if there is nothing to release, or use `LaunchedEffect`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ComposeCompilerVersion,
        causes: &[
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
