//! What the run-time categories mean. Data only.

use super::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::Other,
        causes: &["`{at}` failed with {exception}: {message}.", "{exception}: {message}.", "{message}."],
        fixes: &[&[
            "Look at {name}:{line}, the first line of your own code in the trace.",
            "Look at {name}:{line}.",
            "Read the lines above it: the first error explains the later ones.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ComposeDerivedState,
        causes: &["`derivedStateOf` is misused: {message}."],
        fixes: &[&["Wrap it: `val x by remember {{ derivedStateOf {{ … }} }}`, and read only state objects inside."]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeNpe,
        causes: &[
            "`{symbol}` is null at `{at}`.",
            "A null reference is used at `{at}`: {message}.",
            "A null reference is used: {message}.",
        ],
        fixes: &[&[
            "Find out why it is null at {name}:{line}: set it before, or handle the null case there.",
            "Find out why it is null: set it before, or handle the null case.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeLateinit,
        causes: &[
            "The `lateinit` property `{symbol}` is read before it is set.",
            "A `lateinit` property is read before it is set: {message}.",
        ],
        fixes: &[&[
            "Set `{symbol}` before its first use, or check `::{symbol}.isInitialized`.",
            "Set it before its first use.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeClassCast,
        causes: &["An object of `{actual}` is cast to `{expected}`, which it is not.", "A cast failed: {message}."],
        fixes: &[&[
            "Check the type before the cast (`as?`, `instanceof`), or correct what is put in.",
            "Check the type before the cast.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeIndex,
        causes: &["Index {index} is used on something of size {size}.", "An index is out of bounds: {message}."],
        fixes: &[&[
            "Check the bounds at {name}:{line}; an empty collection is the usual case.",
            "Check the bounds before the access.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeConcurrentModification,
        causes: &["A collection is changed while it is being iterated."],
        fixes: &[&["Iterate over a copy, or change it through the iterator (`removeIf`, `Iterator.remove`)."]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeStackOverflow,
        causes: &["A recursion does not end, at `{at}`.", "A recursion does not end."],
        fixes: &[&["Look at the frames that repeat in the trace, and give the recursion an end."]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeOom,
        causes: &["The program ran out of memory: {space}.", "The program ran out of memory."],
        fixes: &[&[
            "Look for what grows without end at `{at}`; else raise the heap (`-Xmx`).",
            "Look for what grows without end; else raise the heap (`-Xmx`).",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeNoClassDef,
        causes: &[
            "`{symbol}` is not found at run time: Android has it from API {desugared_below} on, or with core library desugaring.",
            "`{symbol}` is not found at run time: it is not part of the JDK since Java {gone_in_jdk}.",
            "`{symbol}` is not found at run time; the library `{artifact}` has it.",
            "`{symbol}` is not found at run time.",
            "A class or method is not found at run time: {message}.",
        ],
        fixes: &[
            &[
                "Raise `minSdk` to {desugared_below}, or set `isCoreLibraryDesugaringEnabled = true` in `compileOptions` and add `coreLibraryDesugaring(\"com.android.tools:desugar_jdk_libs:<version>\")`.",
                "Add `{artifact}` to the run-time class path, or run with a JDK before {gone_in_jdk}.",
                "Add the dependency `{artifact}` to the run-time class path (`implementation`, not `compileOnly`).",
                "Add the library that contains `{symbol}` to the run-time class path (`implementation`, not `compileOnly`).",
                "Add the library to the run-time class path.",
            ],
            &["If it is there, two versions of it may be mixed: see `./gradlew dependencies`."],
        ],
        link: None,
    },
    Meaning {
        category: Category::RuntimeUnsatisfiedLink,
        causes: &["The native library `{symbol}` is not found.", "A native library or method is not found: {message}."],
        fixes: &[&["Put the library for this platform where `java.library.path` (or the APK's `lib/<abi>`) has it."]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeIllegalState,
        causes: &["The program was in a state it did not expect: {message}."],
        fixes: &[&[
            "Look at `{at}` ({name}:{line}): what is called there too early, too late or twice?",
            "Look at the first frame of your own code: what is called there too early, too late or twice?",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeNetworkOnMain,
        causes: &["The network is used on the main thread."],
        fixes: &[&["Move the call off the main thread, e.g. `withContext(Dispatchers.IO)`."]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeSecurity,
        causes: &["An action is not permitted: {message}."],
        fixes: &[&["Check which permission or signature the message names."]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeResourcesNotFound,
        causes: &["A resource is not found at run time: {message}."],
        fixes: &[&["Check the resource id; an `int` given to `setText` is taken for one."]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeSqliteRoom,
        causes: &["The table `{symbol}` does not exist in the database.", "The database failed: {message}."],
        fixes: &[&[
            "Raise the database version and write a migration that creates `{symbol}`; in development clear the app's data.",
            "Check the statement, or the migration between the database versions.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeSerialization,
        causes: &["Data cannot be read or written as declared: {message}."],
        fixes: &[&[
            "Compare the data with the declared class at {name}:{line}.",
            "Compare the data with the declared class.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeFragmentLifecycle,
        causes: &["A fragment is used outside its lifecycle: {message}."],
        fixes: &[&[
            "Do it only while the fragment is started (`viewLifecycleOwner`, `repeatOnLifecycle`), or check `isAdded`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeForegroundService,
        causes: &["A foreground service rule is broken: {message}."],
        fixes: &[&["Call `startForeground()` within seconds of the start, with the type that the manifest declares."]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeWindowLeakBadToken,
        causes: &["A window is shown for an activity that is gone or not ready: {message}."],
        fixes: &[&["Show dialogs only while the activity is not finishing, and dismiss them in `onDestroy`."]],
        link: None,
    },
    Meaning {
        category: Category::ComposeCompositionLocal,
        causes: &[
            "The CompositionLocal `{symbol}` is read where none is provided.",
            "A CompositionLocal is read where none is provided: {message}.",
        ],
        fixes: &[&[
            "Provide it above: `CompositionLocalProvider({symbol} provides …)`.",
            "Provide it above with `CompositionLocalProvider`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ComposeLazyKey,
        causes: &[
            "The key {symbol} is used for two items of one lazy list.",
            "Two items of one lazy list have the same key: {message}.",
        ],
        fixes: &[&["Make the `key` of `items` unique, or remove duplicates from the data."]],
        link: None,
    },
    Meaning {
        category: Category::ComposeMeasureLayout,
        causes: &["A scrollable is measured without a limit: {message}."],
        fixes: &[&[
            "Do not nest scrollables of the same direction; put the content into one lazy list, or give the inner one a size.",
        ]],
        link: None,
    },
];
