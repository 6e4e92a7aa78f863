//! What the run-time categories mean. Data only.

use super::meaning::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::Other,
        causes: &[
            "`{at}`, called by `{caller}` ({caller_at}), throws {throws_itself} itself; the log has no message of it ({silent}).",
            "`{at}` throws {throws_itself} itself; the log has no message of it ({silent}).",
            "`{at}`, called by `{caller}` ({caller_at}), throws {throws_itself} itself: {message}.",
            "`{at}` throws {throws_itself} itself: {message}.",
            "`{at}` failed with {silent}; the log has no message of it.",
            "`{at}` failed with {exception}: {message}.",
            "{exception}: {message}.",
            "{message}.",
        ],
        fixes: &[&[
            "Open {name}:{line}: the condition that leads to the {throws_itself} there says what is wrong. Then see at {caller_at} why `{caller}` comes there all the same.",
            "Open {name}:{line}: the condition that leads to the {throws_itself} there says what is wrong; make it hold before `{at}` is called, or handle the case.",
            "Look at {name}:{line}: `{at}` is the first function of your own code in the trace.",
            "Look at {name}:{line}.",
            "Read the lines above it: the first error explains the later ones.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeNpe,
        causes: &[
            "A null reference is used in `{thrower}`, which `{at}` calls ({silent} without a message): it was given null, or something that it uses is not set.",
            "A null reference is used in `{at}`, called from {reached} ({silent} without a message). It happens {phase} (probable).",
            "A null reference is used in `{at}`, called from {reached} ({silent} without a message).",
            "A null reference is used in `{at}` ({silent} without a message). It happens {phase} (probable).",
            "A null reference is used in `{at}` ({silent} without a message).",
            "A null reference is used in `{at}`: {message}.",
            "A null reference is used: {message}.",
        ],
        fixes: &[&[
            "See what can be null at {name}:{line}: a field that is not set yet (or any more) when `{caller}` ({caller_at}) calls it, or what is passed there. Set it before, or check for null.",
            "Look which values at {name}:{line} are used without a check (before each `.` or `[`): a field that is not set yet, the result of a function that can be null, an element of a list or map. Set it before, or check it there.",
            "Look in the trace for the first line of your own code: each value there that is used without a check may be the one that is null.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeLateinit,
        causes: &[
            "The `lateinit` property `{symbol}` is read in `{at}` before it has been initialized: what assigns it has not run yet (or assigns a local variable of the same name).",
            "The `lateinit` property `{symbol}` is read before it has been initialized: what assigns it has not run yet, for instance because its object, or one that needs it, is still being set up.",
            "A `lateinit` property is read before it has been initialized: {message}.",
        ],
        fixes: &[
            &[
                "Assign `{symbol}` before its first use: before it is passed on and before callbacks or other objects are set up that read it; where two objects need each other, pass one of them later or as a lambda.",
                "Assign it before its first use.",
            ],
            &["Check `::{symbol}.isInitialized`, or make it nullable or `by lazy`."],
        ],
        link: None,
    },
    Meaning {
        category: Category::RuntimeClassCast,
        causes: &["A cast failed in `{at}`: {message}.", "A cast failed: {message}."],
        fixes: &[&["Check the type before the cast (`as?`, `instanceof`), or correct what is put in."]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeIndex,
        causes: &[
            "`{at}` uses index {index} on something of size {size}: {bounds}.",
            "`{at}` uses index {index} on something of length {length}: {bounds}.",
            "Index {index} is used on something of size {size}: {bounds}.",
            "Index {index} is used on something of length {length}: {bounds}.",
            "`{at}` uses index {index} on something of size {size}.",
            "`{at}` uses index {index} on something of length {length}.",
            "Index {index} is used on something of size {size}.",
            "Index {index} is used on something of length {length}.",
            "An index is out of bounds in `{at}`: {message}.",
            "An index is out of bounds: {message}.",
        ],
        fixes: &[&[
            "Check the bounds at {name}:{line} (`getOrNull`, `indices`), and ask why the list, array or text is shorter there than the code expects.",
            "Check the bounds before the access, and ask why the list, array or text is shorter than expected.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeConcurrentModification,
        causes: &[
            "A collection (list or map) is modified while `{at}` iterates over it, by the loop itself or by another thread (concurrent modification).",
            "A collection is modified while it is being iterated, by the loop itself or by another thread.",
        ],
        fixes: &[
            &["Iterate over a copy (`toList()`), or change it through the iterator (`removeIf`, `Iterator.remove`)."],
            &["Between threads use one lock or a `CopyOnWriteArrayList`/`ConcurrentHashMap`."],
        ],
        link: None,
    },
    Meaning {
        category: Category::RuntimeStackOverflow,
        causes: &[
            "A recursion through `{at}` does not end, until the stack overflows.",
            "A recursion does not end, until the stack overflows.",
        ],
        fixes: &[&[
            "Look at the frames that repeat in the trace (a getter that calls itself, `equals`/`toString` of objects that hold each other, listeners that trigger themselves) and give the recursion an end.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeOom,
        causes: &[
            "The program ran out of memory in `{at}`: {space}.",
            "The program ran out of memory: {space}.",
            "The program ran out of memory.",
        ],
        fixes: &[&[
            "Look for what grows or leaks around `{at}`; else raise the heap (`-Xmx`, on Android `largeHeap`).",
            "Look for what grows or leaks; else raise the heap (`-Xmx`, on Android `largeHeap`).",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeNoClassDef,
        causes: &[
            "A plugin or script of this build asks for the class `{symbol}` of {api_of}, and the version that the build uses does not have it, or is not on that plugin's class path.",
            "The class `{symbol}`, which `{at}` needs, is not found or cannot be loaded at run time: it is missing from the class path of this {plain_java} program, or what has it is there in another version.",
            "The class `{symbol}` is not found or cannot be loaded at run time: it is missing from the class path of this {plain_java} program, or what has it is there in another version.",
            "The class `{symbol}`, which `{at}` needs, is not found or cannot be loaded at run time: it is missing from the app, or not available on this platform.",
            "The class `{symbol}` is not found or cannot be loaded at run time: it is missing from the class path, or not available on this platform.",
            "A class or method is not found at run time: {message}.",
        ],
        fixes: &[
            &[
                "Let the plugin and {api_of} fit each other: update the plugin that is named above (`Failed to apply plugin`) or whose class stands in the first frame, or use the version of {api_of} that it was made for.",
                "Add the library that contains `{symbol}` to what the {plain_java} program runs with; if it is there, let it have the version for which the library that asks for it was made.",
                "Add the library that contains `{symbol}` as a dependency that is packaged (`implementation`, not `compileOnly`), keep it in R8's rules, and check that it supports this platform and Android version.",
                "Add the library to the run-time class path.",
            ],
            &[
                "See which version comes from where: `mvn dependency:tree` or `./gradlew dependencies`. A {plain_java} framework (Spring Boot, Quarkus) sets the versions of its libraries; don't set others beside it.",
                "If it is there, two versions may be mixed: see `./gradlew dependencies`, clean and build again.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::RuntimeUnsatisfiedLink,
        causes: &[
            "The native library `{symbol}` is not found or cannot be loaded.",
            "A native library or method is not found: {message}.",
        ],
        fixes: &[&[
            "Put the library for this platform where `java.library.path` (or the APK's `lib/<abi>`) has it, with all libraries that it depends on.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeIllegalState,
        causes: &[
            "`{at}` calls `{api}`, which throws {silent}; the log has no message of it.",
            "`{at}` throws {silent}; the log has no message of it.",
            "A check inside of `{checker}` fails with {silent}; the log has no message of it.",
            "`{top}` throws {silent}; the log has no message of it.",
            "`{at}`, called by `{caller}` ({caller_at}), throws {throws_itself} itself: {message}.",
            "`{at}` throws {throws_itself} itself: {message}.",
            "`{at}` calls `{api}` in a state that it does not accept: {message}.",
            "`{at}` throws {thrown}: {message}.",
            "A check inside of `{checker}` fails ({thrown}): {message}.",
            "Something is called in a state that it does not accept: {message}.",
        ],
        fixes: &[&[
            "Open {name}:{line}: the condition that leads to the {throws_itself} there says what is not as it must be. Then see at {caller_at} why `{caller}` comes there all the same: do what is missing first, or check the condition before the call.",
            "Open {name}:{line}: the condition that leads to the {throws_itself} there says what is not as it must be; do what is missing before `{at}` is called, or handle the case there.",
            "Look in the documentation of `{api}` for the state that it wants (open, prepared, attached, not twice), and see at {name}:{line} what of it is not given when `{at}` runs.",
            "See at {name}:{line} what `{at}` checks there, and which of it is not given when `{caller}` ({caller_at}) calls it.",
            "See at {name}:{line} what `{at}` checks there, and which of it is not given when it is called.",
            "Hold the message against the documentation of what throws it: it names the state that is missing, or the call that comes a second time.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeIllegalArgument,
        causes: &[
            "`{at}` passes a value to `{api}` that it does not accept ({silent}); the log has no message of it.",
            "`{at}` refuses the value that it is given ({silent}); the log has no message of it.",
            "A check inside of `{checker}` fails with {silent}; the log has no message of it.",
            "`{top}` refuses the value that it is given ({silent}); the log has no message of it.",
            "`{at}`, called by `{caller}` ({caller_at}), throws {throws_itself} itself: {message}.",
            "`{at}` throws {throws_itself} itself: {message}.",
            "`{at}` passes a value to `{api}` that it does not accept: {message}.",
            "`{at}` refuses the value that it is given ({thrown}): {message}.",
            "A check inside of `{checker}` fails ({thrown}): {message}.",
            "A function is given a value that it does not accept: {message}.",
        ],
        fixes: &[&[
            "Open {name}:{line}: the condition that leads to the {throws_itself} there says which value is refused. Then see at {caller_at} where `{caller}` takes it from, and check it there before the call.",
            "Open {name}:{line}: the condition that leads to the {throws_itself} there says which value is refused; see who passes it to `{at}`, and check it there before the call.",
            "Log at {name}:{line} the values that are passed to `{api}`, and hold them against its documentation: which of them can be empty, null, negative or of another kind there?",
            "See which value `{caller}` ({caller_at}) passes to `{at}`, which checks it at {name}:{line}, and where that comes from.",
            "See who calls `{at}` ({name}:{line}), and with which value.",
            "Log the values that your code passes on shortly before: one of them is refused, and the message says which.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeNavigation,
        causes: &["Navigation in `{at}` fails: {message}.", "Navigation fails: {message}."],
        fixes: &[&["Check that the destination is in the navigation graph and its entry still on the back stack."]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeActivityNotFound,
        causes: &[
            "The activity `{symbol}` of another app ({app}) is started, but that app is not installed, has no such activity, or may not be seen.",
            "No app on the device has the activity that is started: {message}.",
        ],
        fixes: &[
            &["Catch `ActivityNotFoundException` around `startActivity` and tell the user."],
            &[
                "Name the app in AndroidManifest.xml, without which Android 11 and later hide it: `<queries><package android:name=\"{app}\"/></queries>`; what it offers to others by an intent filter is safer than the name of its class.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::RuntimeIoNetwork,
        causes: &[
            "Input or output fails in `{at}` with {thrown}: {message}.",
            "Input or output fails with {thrown}: {message}.",
            "Input or output fails: {message}.",
        ],
        fixes: &[&[
            "Handle {thrown} where `{at}` reads or writes ({name}:{line}): files may be missing and connections may break.",
            "Handle the exception where your code reads or writes: files may be missing and connections may break.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeNetworkOnMain,
        causes: &[
            "`{at}` uses the network on the main thread (UI thread): `{api}`.",
            "`{at}` uses the network on the main thread (UI thread).",
            "The network is used on the main thread (UI thread).",
        ],
        fixes: &[&[
            "Move the call (also looking up a host name) at {name}:{line} off the main thread: `withContext(Dispatchers.IO)`, an executor, or an asynchronous client.",
            "Move the call (also looking up a host name) off the main thread: `withContext(Dispatchers.IO)`, an executor, or an asynchronous client.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeSecurity,
        causes: &["The system refuses what `{at}` does: {message}.", "The system refuses an action: {message}."],
        fixes: &[&[
            "Check which permission, owner or signature the message names, and have it granted before the call.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeResourcesNotFound,
        causes: &[
            "`{at}` asks for a resource that is not found at run time: {message}.",
            "A resource is not found at run time: {message}.",
        ],
        fixes: &[&[
            "Check the resource id: it may be missing in this configuration, stale, or a plain number given to `setText(int)`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeSqliteRoom,
        causes: &[
            "SQLite refuses {refused} in `{at}`, {phase} ({silent}; the log has no message of it).",
            "SQLite refuses {refused} in `{at}` ({silent}; the log has no message of it).",
            "SQLite refuses {refused} in `{at}`, {phase}: {message}.",
            "SQLite refuses {refused} in `{at}`: {message}.",
            "SQLite refuses {refused}, {phase}: {message}.",
            "SQLite refuses {refused}: {message}.",
            "The SQLite database refuses what `{at}` does: {message}.",
            "The SQLite database refuses a statement: {message}.",
        ],
        fixes: &[&[
            "Compare the statement and its values with the tables that the database on this device really has (`adb shell run-as <package> ls databases`, the Database Inspector): a table or column may be missing (a file that was copied only in part, a migration that did not run), or a constraint forbids the values.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeSerialization,
        causes: &[
            "Data (JSON, a Parcel) does not fit the class that `{at}` reads or writes: {message}.",
            "Data (JSON, a Parcel) does not fit the class: {message}.",
        ],
        fixes: &[&[
            "Compare the data with the declared class at {name}:{line}; log the raw response of the server.",
            "Compare the data with the declared class; log the raw response of the server.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeHiltDagger,
        causes: &["Dependency injection failed in `{at}`: {message}.", "Dependency injection failed: {message}."],
        fixes: &[&[
            "Check that everything that is injected has a binding, and that the host is annotated (`@AndroidEntryPoint`, `@HiltAndroidApp`) or Koin is started with its module.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeFragmentLifecycle,
        causes: &[
            "A fragment is used outside its lifecycle, in `{at}`: {message}.",
            "A fragment is used outside its lifecycle: {message}.",
        ],
        fixes: &[&[
            "Do it only while the fragment is started (`viewLifecycleOwner`, `repeatOnLifecycle`), or check `isAdded`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeForegroundService,
        causes: &["A rule of foreground services is broken: {message}."],
        fixes: &[&[
            "Call `startForeground()` within seconds of the start, with the type that the manifest declares, and start the service only while the app is visible.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeWindowLeakBadToken,
        causes: &[
            "A dialog or window (`{api}`) is shown for an activity that is gone or not ready: {message}.",
            "A dialog or window is shown for an activity that is gone or not ready: {message}.",
        ],
        fixes: &[&["Show dialogs only while the activity is not finishing, and dismiss them in `onDestroy`."]],
        link: None,
    },
    Meaning {
        category: Category::RuntimeJavascript,
        causes: &[
            "JavaScript failed in `{at}` with {exception}, which nobody caught: {message}.",
            "JavaScript failed with {exception}, which nobody caught: {message}.",
            "JavaScript failed: {message}.",
        ],
        fixes: &[&[
            "Look at {name}:{line}; with a bundle, map the place to its source (`npx metro-symbolicate`, or the development build).",
            "Run the development build: it shows the place in the source.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::SpringStartup,
        causes: &[
            "The application does not start, because `{at}` fails with {thrown}: {message}.",
            "The application does not start, because of {thrown}: {message}.",
            "The application does not start: {message}.",
        ],
        fixes: &[
            &["The report says: {advice}"],
            &[
                "Look at {name}:{line}, where `{at}` fails while the context starts.",
                "Look at {name}:{line}, where the start fails.",
                "Look at the class and the settings of the bean `{bean}`.",
                "Look at the bean or setting that the message names; the log above it may say more (`--debug`).",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::Anr,
        causes: &[
            "The app did not respond (ANR): the main thread waits in `{at}` for a lock ({lock}) that thread {holder} (`{holder_name}`) holds, and that thread waits in `{holder_at}` for a lock that the main thread (thread {deadlock}) holds: a deadlock.",
            "The app did not respond (ANR): the main thread is blocked in `{at}`, waiting for a lock ({lock}) that thread {holder} (`{holder_name}`) holds, which itself waits in `{holder_at}` for a lock of thread {holder_waits}.",
            "The app did not respond (ANR): the main thread is blocked in `{at}`, waiting for a lock ({lock}) that thread {holder} (`{holder_name}`) holds while it is in `{holder_at}` (`{holder_api}`).",
            "The app did not respond (ANR): the main thread is blocked in `{at}`, waiting for a lock ({lock}) that thread {holder} (`{holder_name}`) holds while it is in `{holder_at}`.",
            "The app did not respond (ANR): the main thread is blocked in `{at}`, waiting for a lock ({lock}) that thread {holder} holds. {reason}.",
            "The app did not respond (ANR): the main thread is blocked in `{at}`, waiting for a lock ({lock}) that thread {holder} holds.",
            "The app did not respond (ANR): its main thread sleeps in `{at}` (`{sleeps}`), and handles nothing meanwhile.",
            "The app did not respond (ANR): its main thread waits in `{at}` (`{waits}`, {state}) for a lock or result that another thread does not give: lock contention or a deadlock.",
            "The app did not respond (ANR): its main thread was computing in `{at}` (`{api}`, {computes}), so input and other events wait.",
            "The app did not respond (ANR): its main thread is busy in `{at}`, so input and other events wait. {reason}.",
            "The app did not respond (ANR): its main thread is busy in `{at}` ({state}).",
            "The app did not respond (ANR): its main thread was busy for {waited}, so `{component}` handled no input. {reason}.",
            "The app did not respond (ANR): its main thread was busy. {reason}.",
            "The app did not respond (ANR): its main thread was busy. {message}.",
        ],
        fixes: &[
            &[
                "Take locks in one order everywhere ({name}:{line} and {holder_place} take them in opposite ones, thread {deadlock} and thread {holder}), or hold only one at a time.",
                "Do what `{holder_at}` does at {holder_place} (`{holder_api}`) outside of the lock, or do not take that lock on the main thread ({name}:{line}).",
                "Look at {holder_place}, where `{holder_at}` holds the lock: do slow work outside of it, or do not take that lock on the main thread.",
                "Look at thread {holder} in the same traces: what it does while it holds the lock is the real cause; do not block or call native code while holding it, and do not wait for it on the main thread.",
                "Take `{sleeps}` out of `{at}`: do what must wait on another thread or in a coroutine (`delay`), or later with `Handler.postDelayed`; a receiver uses `goAsync()` or WorkManager for long work.",
                "Look in the same traces for the thread that holds what `{waits}` waits for (a write lock, a task that does not end), and do not wait for it on the main thread.",
                "Compute it on another thread (`withContext(Dispatchers.Default)`, an executor), or less of it: {name}:{line} is where the main thread was when the trace was taken ({computes}).",
                "Move what `{at}` does (file, database, network, waiting) off the main thread.",
                "Move slow work (file, database, network, locks) off the main thread; the traces (`/data/anr`, `adb bugreport`) show in the thread \"main\" what it waited for.",
            ],
            &[
                "The main thread was idle when the traces were taken, so the delay was over by then: look for slow work just before, or a device under load (CPU usage and memory pressure in the report) {idle}.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::NativeCrash,
        causes: &[
            "Native code aborted because it went on with a pending Java exception (JNI): {pending} in `{at}`. {jni}.",
            "Native code aborted because it went on with a pending Java exception (JNI): {pending}. {jni}.",
            "Native code used JNI wrongly in a call for `{jni_method}`, and the runtime aborted (a JNIEnv, reference, class or instance that does not fit the thread or method): {jni}.",
            "Native code used JNI wrongly and the runtime aborted: {jni}.",
            "Native code aborted ({signal}) in `{own_library}`: {abort}.",
            "Native code aborted ({signal}): {abort}.",
            "Native code aborted: {abort}.",
            "Native crash with {signal} ({why}) in `{own_library}`, function `{function}`.",
            "Native crash with {signal} ({code}) in `{own_library}`, function `{function}`.",
            "Native crash with {signal} ({code}) in `{own_library}`.",
            "Native crash with {signal} in `{own_library}`.",
            "Native crash with {signal} ({code}) inside the system library `{system_library}` ({function}) on thread {thread}: usually a wrong call into it (a null or freed pointer, a wrong JNI method or hook) from the app's own code.",
            "Native crash with {signal} ({code}) inside the system library `{system_library}`: usually a wrong call into it (a null or freed pointer, a wrong JNI reference) from the app's own code.",
            "Native crash with {signal} ({code}) on thread {thread}.",
            "Native code crashed in `{own_library}`, function `{function}`; the log has its frames, and no signal.",
            "Native code crashed in `{own_library}`; the log has its frames, and no signal.",
            "Native code crashed inside the system library `{system_library}`; the log has its frames, and no signal.",
            "Native crash: {message}.",
        ],
        fixes: &[
            &[
                "Correct the Java exception itself ({pending}) at {name}:{line}, and in native code check `ExceptionCheck()` after each JNI call.",
                "Look at {name}:{line}, where the code aborts on purpose ({abort}): make the condition hold that it checks, or handle the error.",
                "The code ended itself on purpose, and the message says why ({abort}): symbolise the backtrace (`ndk-stack -sym path/to/obj`) to see which code checks that, and make hold what it checks.",
                "Symbolise the backtrace (`ndk-stack -sym path/to/obj`) for the line in `{own_library}`: a SIGSEGV is usually a null or freed pointer, a SIGABRT or SIGTRAP a check of the code itself that failed.",
                "Symbolise the backtrace (`ndk-stack -sym path/to/obj`) and look at the first frame of a library of your app: a SIGSEGV is usually a null or freed pointer, a SIGABRT or SIGTRAP a check of the code itself that failed, whose message stands in the log above.",
            ],
            &["If the library is a dependency's, update it, or report it with the backtrace."],
        ],
        link: None,
    },
];
