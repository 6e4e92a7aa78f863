//! Exceptions of the JVM, ART, Kotlin and its coroutines. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

const LIBRARY_FIX: &str = "Package the library for every ABI: put it into `src/main/jniLibs/<abi>/`, or let the dependency that contains it be packaged (`packagingOptions`, `ndk.abiFilters`).";

const JNI_METHOD: &str = "Native code or Unity (JNI) asks the class `{owner}` for the method `{symbol}` with the signature `{signature}`, and it has none such.";

const JNI_FIXES: &[&str] = &[
    "Compare with the class that is packaged (`javap -s`): the name, the types of parameters and result, static or not, and whether the object is of the class that was meant.",
    "In minified builds keep it: `-keep class {owner} {{ *; }}`.",
];

const MUST_IMPLEMENT: &str = "`{symbol}` hosts the fragment and does not implement `{expected}`, which the fragment demands of its host when it is attached (`{at}`).";

const IMPLEMENT: &[&str] = &[
    "Let `{symbol}` implement `{expected}` (`class … : …, {expected}`) with its functions.",
    "If the code was only generated and nobody needs the listener, delete the check in `onAttach`; new code passes results by `setFragmentResultListener` or a shared `ViewModel`.",
];

/// The table.
pub static RULES: Rules = Rules::new(&[
    // Java's streams
    rule(Category::RuntimeIllegalState, r"IllegalStateException: Duplicate key (?P<symbol>.+?)(?: \(attempted merging values (?P<values>.+)\))?$")
        .means("`Collectors.toMap` (or `toUnmodifiableMap`) meets the key `{symbol}` twice, and without a merge function that is an error.")
        .fix(&["Say which one wins: `toMap(key, value, (first, second) -> first)`, or group them (`groupingBy`); if the key must be unique, the data has it twice: look for `{symbol}` there."]),
    rule(Category::RuntimeIllegalState, r"IllegalStateException: (?P<symbol>stream) has already been operated upon or closed")
        .means("A Java stream is used a second time (by a second terminal operation, or through a variable that was used before); a stream can be run through once.")
        .fix(&["Make a new stream at {name}:{line} from the source for each pass (`list.stream()`, a `Supplier<Stream<T>>`), or collect it into a list first.", "Make a new stream from the source for each pass (`list.stream()`, a `Supplier<Stream<T>>`), or collect it into a list first."]),
    // com.facebook.react.common.JavascriptException: TypeError: undefined is not an object (evaluating 'a.b'), stack: …
    rule(Category::RuntimeJavascript, r"JavascriptException: (?:[A-Za-z]*Error: )?(?P<value>undefined|null) is not an object \(evaluating '(?P<symbol>[^']+)'\)")
        .means("JavaScript reads `{symbol}`, but what stands before its last dot is {value}.")
        .fix(&["Find out why it is {value} there: data that has not arrived yet is the usual case. Use `?.` or a default, or wait for it."]),
    rule(Category::RuntimeJavascript, r"JavascriptException: (?:[A-Za-z]*Error: )?undefined is not a function(?: \(evaluating '(?P<symbol>[^']+)'\))?")
        .means("JavaScript calls `{symbol}`, but undefined is not a function.")
        .fix(&["Look in the development build for what is called there: an import that does not exist, or a native module that the app lacks, is the usual case."]),
    rule(Category::RuntimeJavascript, r"JavascriptException: (?:[A-Za-z]*Error: )?(?:(?P<symbol>[A-Za-z0-9_$.]+) is not a (?:function|constructor)|Can't find variable: (?P<variable>[A-Za-z0-9_$]+)|Property '(?P<property>[A-Za-z0-9_$]+)' doesn't exist)"),
    rule(Category::RuntimeJavascript, r"JavascriptException"),
    // `lateinit property binding has not been initialized`
    rule(
        Category::RuntimeLateinit,
        r"UninitializedPropertyAccessException: lateinit property (?P<symbol>[^ ]+) has",
    ),
    rule(Category::RuntimeLateinit, r"UninitializedPropertyAccessException"),
    // Null, in the words of the JVM (helpful messages), of ART and of Kotlin's checks
    rule(
        Category::RuntimeNpe,
        r#"NullPointerException: Cannot (?P<action>.+?) because the return value of "(?P<symbol>[^"]+)" is null"#,
    )
    .means("`{symbol}` returned null, and the code goes on to use the result: cannot {action}.")
    .fix(&["Check the result of `{symbol}` for null before using it, or make sure that it never returns null."]),
    rule(
        Category::RuntimeNpe,
        r#"NullPointerException: Cannot (?P<action>.+?) because "(?P<symbol>[^"]+)" is null"#,
    )
    .means("`{symbol}` is null where the code uses it: cannot {action}.")
    .fix(&["Find out why `{symbol}` is null at {name}:{line}: set it before, or check it for null there."]),
    // an extension of Kotlin's library that is called on null: `method kotlin.text.StringsKt__StringsKt.isBlank, parameter <this>`
    rule(
        Category::RuntimeNpe,
        r"(?:NullPointer|IllegalArgument)Exception: Parameter specified as non-null is null: method kotlin[A-Za-z0-9_.$]*\.(?P<method>[A-Za-z0-9_]+)(?:\$default)?, parameter (?:<this>|\$this\$[A-Za-z0-9_]+)",
    )
    .means("`{method}` is called in `{at}` on a value that is null at run time, although its Kotlin type is non-null: most often a field that a JSON library (Gson) or Java code left null (probable).")
    .fix(&[
        "Declare the value that is used at {name}:{line} nullable in its model, and handle null there (`?.`, `orEmpty()`, `isNullOrBlank()`).",
        "Log the server's answer: the field may be missing in it.",
    ]),
    rule(
        Category::RuntimeNpe,
        r"(?:NullPointer|IllegalArgument)Exception: Parameter specified as non-null is null: method (?P<method>[^ ,]+), parameter (?P<symbol>[A-Za-z0-9_$<>?-]+)",
    )
    .means("null is passed for the parameter `{symbol}` of `{method}`, whose Kotlin type is non-null: the caller (Java code, Android, a JSON model, a callback) has no value for it.")
    .fix(&[
        "If `{method}` is yours and null is a legal value, make the type of `{symbol}` nullable (`T?`) and handle null; else make sure that the caller passes a value: if it comes from a parsed JSON model, compare the model with what the server sends.",
    ]),
    rule(Category::RuntimeNpe, r"NullPointerException: (?P<symbol>[^ ]+) must not be null")
        .means("`{symbol}` is null where Kotlin requires a non-null value.")
        .fix(&["Check `{symbol}` for null (`?.`, `?:`) or declare its type nullable."]),
    rule(Category::RuntimeClassCast, r"null cannot be cast to non-null type (?P<symbol>[^ ]+)")
        .means("A null value is cast to the non-null type `{symbol}` with `as`.")
        .fix(&["Use a nullable cast (`as? {symbol}`) and handle null; find out why the value is missing (a detached fragment's activity, nothing selected, a missing extra)."]),
    rule(Category::RuntimeHiltDagger, r"NullPointerException: Cannot return null from a non-@Nullable (?:@Provides|component|@Produces) method")
        .means("A `@Provides` method returned null, but it is not marked `@Nullable`.")
        .fix(&["Return an object, or mark the method and what it is injected into `@Nullable`."]),
    // unboxing: 'char java.lang.Character.charValue()' on a null object reference
    rule(
        Category::RuntimeNpe,
        r"NullPointerException: Attempt to invoke virtual method '[a-z]+ java\.lang\.(?P<boxed>[A-Z][A-Za-z]+)\.(?P<unboxed>[a-z]+Value)\(\)' on a null object reference",
    )
    .means("A null `{boxed}` is unboxed (`{unboxed}()`) in `{at}`: the value, for instance a missing map entry, is null.")
    .fix(&["Check the `{boxed}` for null before it is unboxed in `{at}`, or use a default."]),
    // a fragment without activity, an activity before `onCreate`
    rule(Category::RuntimeNpe, r"NullPointerException: Attempt to invoke virtual method '[^']*android\.view\.Window(?:\$Callback android\.view\.Window)?\.(?P<member>getCallback|findViewById|getDecorView)\([^']*' on a null object reference")
        .means("`findViewById` or another call that needs the window runs in a constructor or field initialiser of the activity, before `onCreate` (the window is null, `{member}`).")
        .fix(&["Declare the field only, and initialise it in `onCreate` after `setContentView`."]),
    rule(Category::RuntimeNpe, r"NullPointerException: Attempt to invoke virtual method '[^']*(?:android\.app\.Activity|android\.support\.v4\.app\.FragmentActivity|androidx\.fragment\.app\.FragmentActivity)\.(?P<member>[A-Za-z0-9_]+)\([^']*' on a null object reference")
        .means("The activity on which `{member}` is called is null in `{at}`: usually `getActivity()` of a fragment that is not attached (yet, or any more, as in a callback after it was detached).")
        .fix(&["In a fragment's `onCreateView` call `{member}` on the inflated view (`view.{member}`); in callbacks check `isAdded` or `activity ?: return`."]),
    // a view that `findViewById` did not find
    rule(Category::RuntimeNpe, r"NullPointerException: Attempt to invoke virtual method '[^']*(?:android\.(?:widget|view|webkit)|android\.support\.(?:v7|design)\.widget|androidx\.[a-z0-9.]+\.widget|androidx\.(?:recyclerview|appcompat|cardview|viewpager2?)[a-z0-9.]*|com\.google\.android\.material)\.(?:[a-z0-9]+\.)*(?P<member>[A-Z][A-Za-z0-9_$]*\.[A-Za-z0-9_]+)\([^']*' on a null object reference")
        .means("The view on which `{member}` is called is null in `{at}`: usually `findViewById` found no view with that id in the layout that is shown, or ran before `setContentView`, or the field was read before it was set or after the view was destroyed.")
        .fix(&["See where the view that is used at {name}:{line} gets its value. If by `findViewById`: is the id in the layout which `setContentView` or `inflate` uses (also in its `-land` and `-v21` variants), and is it looked up after it? View binding makes this sure.", "In a callback that may come after the view was destroyed, check for null."]),
    rule(
        Category::RuntimeNpe,
        r"NullPointerException: Attempt to (?P<action>(?:invoke [a-z]+ method|read from field|write to field) '(?:[^' ]+ )?(?:[A-Za-z0-9_$]+\.)*?(?P<member>[A-Za-z0-9_$]+\.[A-Za-z0-9_$<>]+)(?:-[A-Za-z0-9_-]+)?(?:\([^']*\))?') on a null object reference",
    )
    .means("`{member}` is used on a null object reference in `{at}`.")
    .fix(&["Find out why the object on which `{member}` is used is null at {name}:{line}: initialise it before (a view that the layout does not have, a field that is set later), or check it for null."]),
    rule(Category::RuntimeNpe, r"NullPointerException: Attempt to (?P<action>.+)")
        .means("`{at}` uses a null reference: attempt to {action}."),
    rule(Category::RuntimeNpe, r"KotlinNullPointerException")
        .means("`!!` is applied to a null value in `{at}`.")
        .fix(&["Replace `!!` at {name}:{line} by a null check (`?.`, `?:`), or make sure that the value is set."]),
    rule(
        Category::RuntimeNpe,
        r"IllegalStateException: (?P<symbol>[A-Za-z0-9_.]+(?:\([^)]*\))?) must not be null",
    )
    .means("`{symbol}` is null where Kotlin requires a non-null value.")
    .fix(&["Check `{symbol}` for null (`?.`, `?:`) or declare its type nullable."]),
    // Casts
    rule(
        Category::RuntimeClassCast,
        r"ClassCastException: (?P<symbol>[A-Za-z0-9_.$]+)(?:@[0-9a-f]+)? must implement (?P<expected>[A-Za-z0-9_.$]+)",
    )
    .means(MUST_IMPLEMENT)
    .fix(IMPLEMENT),
    rule(
        Category::RuntimeIllegalState,
        r"(?:RuntimeException|IllegalStateException): (?P<symbol>[a-z][A-Za-z0-9_]*\.[A-Za-z0-9_.$]+)(?:@[0-9a-f]+)? must implement (?P<expected>[A-Z][A-Za-z0-9_.$]+)",
    )
    .means(MUST_IMPLEMENT)
    .fix(IMPLEMENT),
    // `android.widget.FrameLayout$LayoutParams cannot be cast to android.widget.LinearLayout$LayoutParams`
    rule(
        Category::RuntimeClassCast,
        r"ClassCastException: (?P<symbol>(?P<made>[A-Za-z0-9_.$]+)\$LayoutParams) cannot be cast to (?P<expected>(?P<parent>[A-Za-z0-9_.$]+)\$(?:Margin)?LayoutParams)",
    )
    .means("A view has the layout parameters of another parent than it is in: its `{symbol}` are made for `{made}`, and the parent `{parent}` (or code that takes it for the parent) wants `{expected}`.")
    .fix(&[
        "Give the view parameters of the parent that it is really in: `{expected}(…)` in code, or inflate it with that parent (`inflate(layout, parent, false)`); where the code casts `view.layoutParams`, cast to the parent's own class or to `ViewGroup.MarginLayoutParams`.",
    ]),
    rule(
        Category::RuntimeClassCast,
        r"ClassCastException: (?P<symbol>(?P<made>[A-Za-z0-9_.$]+)\$LayoutParams) cannot be cast to (?P<expected>[^\s,;:()]+)",
    )
    .means("A view has the layout parameters of another parent than it is in: its `{symbol}` are made for `{made}`, and the parent that lays it out (`{top}`) wants its own, `{expected}`.")
    .fix(&[
        "When a view is made in code or moved to another parent, give it the layout parameters of the new parent, or inflate it with that parent (`inflate(layout, parent, false)`).",
    ]),
    // parameters of a layout animation, which the group that shows it makes for each child
    rule(
        Category::RuntimeClassCast,
        r"ClassCastException: (?P<symbol>[A-Za-z0-9_.]*LayoutAnimationController\$AnimationParameters) cannot be cast to (?P<expected>[A-Za-z0-9_.]*(?P<controller>GridLayoutAnimationController)\$AnimationParameters)",
    )
    .means("A grid's layout animation (`{controller}`, `<gridLayoutAnimation>`) is set on a view group that gives its children plain animation parameters (`{symbol}`): only `GridView` makes `{expected}` by itself, a `RecyclerView` and others do not.")
    .fix(&[
        "Use a plain `<layoutAnimation>` there; or override `attachLayoutAnimationParameters` in a subclass of the group, and give each child `GridLayoutAnimationController.AnimationParameters` with its count, index, rows and columns.",
    ]),
    // a view of the layout that has another class than the code's field
    rule(
        Category::RuntimeClassCast,
        r"ClassCastException: (?P<symbol>(?:(?:android|androidx)\.[a-z.0-9]*(?:widget|view|layout|webkit)[A-Za-z0-9_.]*|com\.google\.android\.material\.[a-z.]+[A-Za-z0-9_]*)(?:View|Layout|Button|Bar|Text|Box|Switch|SwitchCompat|Spinner|Chronometer|Picker|Group|Switcher|Flipper|Clock|Space|Stub|ViewPager2?|Chip|Slider|Host|Widget|Gallery|Row)) cannot be cast to (?P<expected>[^\s,;:()]+)",
    )
    .means("A view of the class `{symbol}` is cast to `{expected}`, which it is not: usually the layout declares another class under that id than the code expects.")
    .fix(&[
        "Let both agree: change the element in the layout to a `{expected}`, or take the view in the code for what it is (`{symbol}`, or just `View`); if two layouts or variants (`-land`) share the id, in all of them.",
        "Clean and build again when ids may be stale; view binding gives the right type.",
    ]),
    rule(
        Category::RuntimeClassCast,
        r"ClassCastException: (?:class )?(?P<symbol>\[*[^\s,:()]+) (?:\([^)]*\) )?cannot be cast to (?:class )?(?P<expected>\[*[^\s,:()]+)",
    )
    .means("An object of `{symbol}` is cast to `{expected}`, which it is not.")
    .fix(&[
        "See where that object comes from that is cast at {name}:{line}: an extra, list or map that was filled with another class, an interface that a host does not implement, a generic type that is erased. Put in a `{expected}`, or check the class first (`as?`, `instanceof`).",
        "See where that object comes from, and put in a `{expected}`, or check the class first (`as?`, `instanceof`).",
    ]),
    // `Cannot cast a.B to a.C`, by `Class.cast`
    rule(Category::RuntimeClassCast, r"ClassCastException: Cannot cast (?P<symbol>[A-Za-z0-9_.$]+) to (?P<expected>[A-Za-z0-9_.$]+)")
        .means("An object of `{symbol}` is cast to `{expected}`, which it is not.")
        .fix(&[
            "Find where the `{symbol}` comes from, and put in what is expected; or check the type before the cast (`as?`, `instanceof`).",
        ]),
    rule(Category::RuntimeClassCast, r"ClassCastException|ArrayStoreException"),
    // Indices
    rule(Category::RuntimeIndex, r"IndexOutOfBoundsException: (?:[Ii]ndex:? |length=(?P<length>[0-9]+); index=)(?P<index>-1)(?:[^0-9]|$)")
        .means("The index -1 is used: what a search gives that finds nothing (`indexOf`, `indexOfFirst`), or a position of an item that is gone (`NO_POSITION`). {message}.")
        .fix(&[
            "Check for -1 at {name}:{line} before the access, and decide what to do when nothing is found.",
            "Check for -1 before the access, and decide what to do when nothing is found.",
        ]),
    rule(
        Category::RuntimeIndex,
        r"IndexOutOfBoundsException: (?:[Ii]ndex:? |length=(?P<length>[0-9]+); index=)(?P<index>-?[0-9]+)(?:(?:,| is| out of bounds for| requested, with a)? ?(?:[Ss]ize(?: of| is)?:?|[Ll]ength:?|with a size of) (?P<size>[0-9]+))?",
    ),
    // a text that gets shorter while a TextView shows it
    rule(Category::RuntimeIndex, r"IndexOutOfBoundsException: (?:charAt: (?P<index>[0-9]+) >= length (?P<length>[0-9]+)|(?:setSpan|getChars|replace|subSequence) \([0-9-]+ \.\.\. [0-9-]+\) (?:ends beyond length|has end before start|starts before 0|starts beyond length).*)")
        .means("A position is used that the text does not have (any more): {message}. In a text field or while a TextView is laid out, the text was changed meanwhile (a listener or input filter, another thread, a builder that is changed after `setText`).")
        .fix(&[
            "Look at {name}:{line}: compute positions from the text as it is at that moment (`length()`), and keep them within it.",
            "Give views a finished copy (`setText(SpannedString(text))`) and do not change the builder afterwards, nor from another thread; in a TextWatcher or filter compute positions from the text as it is then.",
        ]),
    // `Inconsistency detected. Invalid view holder adapter positionViewHolder{…}`, of RecyclerView
    rule(Category::RuntimeIndex, r"IndexOutOfBoundsException: Inconsistency detected\. Invalid (?:view holder adapter position|item position)")
        .means("The RecyclerView's adapter data changed without (or with a wrong) notification: {message}.")
        .fix(&["Change the adapter's list only on the main thread and call the fitting `notifyItem…`, or use `ListAdapter` with `DiffUtil`."]),
    rule(Category::RuntimeIndex, r"IndexOutOfBoundsException"),
    rule(Category::RuntimeConcurrentModification, r"ConcurrentModificationException"),
    // Memory
    rule(Category::RuntimeOom, r"OutOfMemoryError: (?:pthread_create|unable to create (?:new )?native thread|Could not allocate JNI Env)")
        .means("No more threads can be created: the process has too many, or its address space is used up.")
        .fix(&["Use one bounded thread pool or `Dispatchers.IO` instead of new threads; look for executors and HTTP clients that are created again and again."]),
    rule(
        Category::RuntimeOom,
        r"OutOfMemoryError: (?P<space>Failed to allocate a (?P<bytes>[0-9]+) byte allocation with (?P<free>[0-9]+) free bytes.*?(?:growth limit (?P<limit>[0-9]+))?(?:;.*)?)$",
    )
    .means("The app's heap is full: an allocation of {bytes} bytes fails. Memory is leaked, or something too large (bitmaps, lists) is held.")
    .fix(&[
        "Look with the memory profiler or LeakCanary for what holds memory around `{at}`; scale bitmaps down (`inSampleSize`), page large data.",
        "Look with the memory profiler or LeakCanary for what holds the heap; scale bitmaps down (`inSampleSize`), page large data.",
    ]),
    rule(Category::RuntimeOom, r"OutOfMemoryError:? ?(?P<space>.*)"),
    // Classes and members that are not there
    // `Receiver class a.B does not define or inherit an implementation of the resolved method 'abstract void c(int)' of interface a.D.`
    rule(
        Category::RuntimeNoClassDef,
        r"AbstractMethodError: Receiver class (?P<receiver>[A-Za-z0-9_.$]+) does not define or inherit an implementation of the resolved method '(?P<signature>(?:abstract )?[^ ]+ (?P<lacking>[A-Za-z0-9_$<>-]+)\([^']*)' of (?:interface|abstract class) (?P<declarer>[A-Za-z0-9_.$]+)",
    ),
    // ART: `abstract method "void a.B.c(int)"`, `abstract method "void a.B.c(int)" on receiver class a.D`
    rule(
        Category::RuntimeNoClassDef,
        r#"AbstractMethodError: abstract method "(?P<signature>[^ "]+ (?P<declarer>[A-Za-z0-9_.$]+)\.(?P<lacking>[A-Za-z0-9_$<>-]+)\([^"]*)""#,
    ),
    rule(Category::RuntimeNoClassDef, r"NoClassDefFoundError: (?:Failed resolution of: )?(?P<symbol>L?org/jacoco/[^ :;]+;?)")
        .means("Code was instrumented for test coverage (JaCoCo), but the JaCoCo agent class `{symbol}` is not packaged in the app.")
        .fix(&["Switch coverage instrumentation off for this build type (`enableAndroidTestCoverage = false`, formerly `testCoverageEnabled`) and build clean, or add `org.jacoco:org.jacoco.agent:…:runtime`."]),
    rule(Category::RuntimeNoClassDef, r#"ClassNotFoundException: Didn.{0,3}t find class "(?P<symbol>[^"]+)""#),
    rule(Category::RuntimeNoClassDef, r"NoClassDefFoundError: (?:Could not initialize class|<clinit> failed for class) (?P<symbol>[A-Za-z0-9_.$/-]+)")
        .means("The static initialiser of `{symbol}` failed before, so the class cannot be used.")
        .fix(&["Look further up for the first `ExceptionInInitializerError` of `{symbol}`: its cause is the one to fix."]),
    // One that wraps the other: `ClassNotFoundException: java.lang.NoClassDefFoundError: Failed resolution of: La/B;`
    rule(
        Category::RuntimeNoClassDef,
        r"Exception: java\.lang\.NoClassDefFoundError: (?:Failed resolution of: )?(?P<symbol>[^ :;]+)",
    ),
    rule(
        Category::RuntimeNoClassDef,
        r"(?:NoClassDefFoundError|ClassNotFoundException|TypeNotPresentException): (?:Failed resolution of: |Type )?(?:(?P<symbol>[^ :;\n'\x22]*[./$][^ :;\n]*)|(?P<symbol2>[^ :;\n]+)(?:[:;]|\s*(?:\n|$)| not present| \())",
    ),
    // A class loader's own sentence, which quotes the class: `ClassNotFoundException: The shelf plug-in 'a.b.Oak' was not found`
    rule(
        Category::RuntimeNoClassDef,
        r"(?:NoClassDefFoundError|ClassNotFoundException): [^\n]*?['\x22`\[](?P<symbol>[A-Za-z_][A-Za-z0-9_$]*(?:[./][A-Za-z0-9_$]+)+)['\x22`\]]",
    ),
    // `ClassNotFoundException: Class a.b.Oak not found`
    rule(
        Category::RuntimeNoClassDef,
        r"(?:NoClassDefFoundError|ClassNotFoundException): (?:[A-Za-z][a-z]* ){1,6}(?P<symbol>[a-z][A-Za-z0-9_]*(?:[./][A-Za-z0-9_$]+)+)",
    ),
    rule(Category::RuntimeNoClassDef, r"(?:NoClassDefFoundError|ClassNotFoundException): [A-Za-z][a-z]* [a-z]")
        .means("A class is not found or cannot be loaded at run time; the message says which: {message}.")
        .fix(&["Correct the name where it is configured, or add the library that has the class."]),
    rule(
        Category::RuntimeNoClassDef,
        r"NoSuchMethodError: No (?P<kind>static|virtual|interface|direct|super) method (?P<symbol>[A-Za-z0-9_$<>-]+)(?P<signature>\([^ ]*) in class (?P<owner>L[^ ;]+;)",
    )
    .means("The method `{symbol}` does not exist in {owner} at run time: the app was compiled against another version of that library than it runs with.")
    .fix(&[
        "Align the versions of the library that contains {owner} and of those that use it (one BOM for all Compose artifacts); `./gradlew :app:dependencies` shows which version is chosen.",
        "If the class is the device's own, the method needs a higher API level: check `minSdk` or `Build.VERSION.SDK_INT`.",
    ]),
    rule(
        Category::RuntimeNoClassDef,
        r"NoSuchMethodError: No (?:static|virtual|interface|direct|super) method (?P<symbol>[A-Za-z0-9_$<>-]+)",
    )
    .means("The method `{symbol}` does not exist at run time: the device's API level is lower than the one that has it (check SDK_INT), or another version of the library is packaged than the app was compiled against.")
    .fix(&[
        "If `{symbol}` is Android's own, call it only behind `if (Build.VERSION.SDK_INT >= …)` or raise `minSdk`.",
        "Else align the library's versions: `./gradlew :app:dependencies` shows which one is chosen.",
    ]),
    // JNI, and Unity's `AndroidJavaObject`: `no non-static method with name='open' signature='()V' in class Lcom.example.Shelf;`
    rule(
        Category::RuntimeNoClassDef,
        r"NoSuchMethodError: no (?:(?:non-)?static )?method ?with name='(?P<symbol>[^']+)' signature='(?P<signature>[^']*)' in class (?P<owner>L[^ ;]+;)",
    )
    .means(JNI_METHOD)
    .fix(JNI_FIXES),
    rule(
        Category::RuntimeNoClassDef,
        r#"NoSuchMethodError: no (?:(?:non-)?static )?method "(?P<owner>L[^ ;"]+;)\.(?P<symbol>[^("]+)(?P<signature>\([^"]*)""#,
    )
    .means(JNI_METHOD)
    .fix(JNI_FIXES),
    rule(Category::RuntimeNoClassDef, r"NoSuchMethodError: (?:'[^' ]+ )?(?P<symbol>[A-Za-z0-9_.$<>-]+)\(")
        .means("The method `{symbol}` does not exist at run time: the code was compiled against another version of the library than it runs with.")
        .fix(&["Align the library's versions: `./gradlew dependencies` shows which one is chosen and who asks for another."]),
    rule(Category::RuntimeNoClassDef, r"NoSuchMethodError: (?P<symbol>[^ ]*[.(/;][^ ]*)"),
    rule(Category::RuntimeNoClassDef, r"NoSuchMethodError: .")
        .means("A method that is asked for does not exist at run time: {message}.")
        .fix(&["Align the versions of the library that has it and of those that use it; in minified builds keep it in R8's rules."]),
    rule(
        Category::RuntimeNoClassDef,
        r"NoSuchFieldError: (?:No (?:static|instance) field (?P<symbol>[A-Za-z0-9_$]+) of type [^ ]+ in class (?P<owner>L[^ ;]+;)|(?P<field>.+))",
    )
    .means("The field `{symbol}` does not exist in {owner} at run time: two versions of a library, or of generated code, are mixed.")
    .fix(&["Clean and build again; if it stays, align the versions of the libraries that bring {owner}."]),
    // Native libraries
    rule(Category::RuntimeUnsatisfiedLink, r#"UnsatisfiedLinkError: .*cannot locate symbol\s+"(?P<missing>_ZTVN10__cxxabiv1[^"]+|_ZTI[^"]+|__cxa_[^"]+|__gxx_personality[^"]+|_ZN?K?St[^"]+|_Zn[wad][^"]*|_Zd[la][^"]*)"\s+referenced by\s+"?(?:[^"\s]*/)?(?P<symbol>[^"/\s]+)"#)
        .means("The native library `{symbol}` needs `{missing}` of the C++ runtime, which no loaded library has: it was linked without that runtime, or for another one than is packaged.")
        .fix(&[
            "Link `{symbol}` with the whole C++ runtime: one STL for all native code (`-DANDROID_STL=c++_shared`, which packages `libc++_shared.so`), and let the C++ driver link it (`clang++`; in Rust `cargo:rustc-link-lib=c++_shared`, with `c++_static` also `c++abi`).",
            "Check with `llvm-nm -D --undefined-only` what it still asks for, and with `llvm-readelf -d` which libraries it names.",
        ]),
    rule(Category::RuntimeUnsatisfiedLink, r#"UnsatisfiedLinkError: .*cannot locate symbol\s+"(?P<missing>[^"]+)"\s+referenced by\s+"?(?:[^"\s]*/)?(?P<symbol>[^"/\s]+)"#)
        .means("The native library `{symbol}` needs the symbol `{missing}`, which no loaded library has.")
        .fix(&["Build `{symbol}` against the device's lowest API level and the same C++ runtime; package the library that defines `{missing}`."]),
    // `dlopen failed: library "liba.so" not found: needed by /data/app/…/libb.so in namespace classloader-namespace`
    rule(Category::RuntimeUnsatisfiedLink, r#"UnsatisfiedLinkError: .*library "(?P<symbol>[^"]+)" not found: needed by (?:[^ ]*/)?(?P<wanting>[^ /]+)"#)
        .means("The native library `{wanting}` needs `{symbol}`, which is not packaged in the APK for this device's ABI.")
        .fix(&[LIBRARY_FIX, "If `{symbol}` is `libc++_shared.so`: set `ANDROID_STL=c++_shared` so that it is packaged, or link the C++ runtime statically."]),
    rule(Category::RuntimeUnsatisfiedLink, r#"UnsatisfiedLinkError: dlopen failed: library "(?:[^"]*/)?(?P<symbol>[^"/]+)" not found\s*$"#)
        .means("The native library `{symbol}` is not found: it is not packaged in the APK for this device's ABI (or, where it is there, a library that it needs is not).")
        .fix(&[
            "Look what the APK has: `unzip -l app/build/outputs/apk/debug/*.apk | grep lib/`. If `{symbol}` is missing, take the library's Android artifact (an AAR; a plain jar for the desktop brings no `.so` for Android), or build it for the ABIs of Android into `src/main/jniLibs/<abi>/`.",
            "Check `ndk.abiFilters`, ABI splits and `packaging.jniLibs.excludes`, which may leave it out.",
        ]),
    rule(Category::RuntimeUnsatisfiedLink, r#"UnsatisfiedLinkError: (?:.*"(?:[^"]*/)?(?P<wanting>[^"/]+\.so)".*)?library "(?P<symbol>[^"]+)" not found"#)
        .means("The native library `{symbol}`, which `{wanting}` needs, is not found: it is not packaged in the APK for this device's ABI.")
        .fix(&[LIBRARY_FIX, "If `{symbol}` is `libc++_shared.so`: set `ANDROID_STL=c++_shared` so that it is packaged, or link the C++ runtime statically."]),
    // React Native's loader: `couldn't find DSO to load: liba.so caused by: … "/p/lib/libb.so" is for EM_AARCH64 (183) instead of EM_X86_64 (62)`
    rule(Category::RuntimeUnsatisfiedLink, r#""(?:[^"]*/)?(?P<symbol>[^"/]+\.so)" is for (?P<actual>EM_[A-Z0-9_]+)(?: \([0-9]+\))? instead of (?P<wanted>EM_[A-Z0-9_]+)"#)
        .means("The native library `{symbol}` is built for another processor than the process runs on: it is for {actual}, and {wanted} is needed.")
        .fix(&["Let every library be packaged for all ABIs that any is (`ndk.abiFilters`, the split APKs of a bundle must not be mixed or sideloaded alone); with mixed ABIs the device takes the wrong ones."]),
    rule(Category::RuntimeUnsatisfiedLink, r"(?:UnsatisfiedLinkError|SoLoaderDSONotFoundError): .*?couldn't find DSO to load: (?P<symbol>[^ ,]+\.so)(?: caused by: (?P<why>.+?)(?: result: [0-9]+)*)?(?: existing SO sources|\s*$)")
        .means("React Native's loader (SoLoader) finds no native library `{symbol}` in the APK for this device's ABI, or one that it needs is missing.")
        .fix(&[
            "Check that the APK has `lib/<abi>/{symbol}` for the device's ABI (`unzip -l app.apk`): `ndk.abiFilters`, splits, `packagingOptions` and a bundle that was installed in part are the usual reasons.",
            "Let all React Native packages be of one version, and call `SoLoader.init` as that version's template does (`OpenSourceMergedSoMapping` from 0.76 on).",
        ]),
    rule(Category::RuntimeUnsatisfiedLink, r#"UnsatisfiedLinkError: .*(?:[Cc]ouldn't find|[Cc]ould not find) "(?P<symbol>[^"]+)""#)
        .means("The native library `{symbol}` is missing: it is not packaged in the APK for this device's ABI.")
        .fix(&[LIBRARY_FIX]),
    rule(Category::RuntimeUnsatisfiedLink, r#"UnsatisfiedLinkError: .*dlopen failed: "?(?:[^" ]*/)?(?P<symbol>[A-Za-z0-9_+.-]+\.so)[^"]*"? (?P<why>is 32-bit instead of 64-bit|is 64-bit instead of 32-bit|has unexpected e_machine.*|has text relocations.*|has bad ELF magic.*|.*program alignment.*)"#)
        .means("The native library `{symbol}` does not fit this device: it {why}.")
        .fix(&["Take the build of `{symbol}` that was made for the ABI under whose folder it lies (`file lib….so` shows what it is): in the APK, or where it was copied to, stands one of another processor."]),
    rule(Category::RuntimeUnsatisfiedLink, r"UnsatisfiedLinkError: (?:No implementation found for|Native method not found:) (?:[A-Za-z0-9_.$\[\]]+ )?(?P<symbol>[A-Za-z0-9_.$]+)[(:]")
        .means("The native method `{symbol}` has no implementation: the library that defines it was not loaded, or its function has another name.")
        .fix(&[
            "Call `System.loadLibrary(…)` before `{symbol}` is used, and check that the exported function is named after its package, class and method (`Java_package_Class_method`).",
            "With R8 keep native methods and their classes (`-keepclasseswithmembernames class * {{ native <methods>; }}`).",
        ]),
    // `Couldn't load monodroid: findLibrary returned null` (Dalvik), `Couldn't load x from loader dalvik.system.PathClassLoader[…]: …`
    rule(Category::RuntimeUnsatisfiedLink, r"Couldn't load (?P<symbol>[^ :]+)(?: from loader .*?)?: findLibrary returned null")
        .means("The native library `{symbol}` (`lib{symbol}.so`) is missing: it is not packaged in the APK for this device's ABI.")
        .fix(&[LIBRARY_FIX]),
    // a NativeActivity, which loads what `android.app.lib_name` says
    rule(Category::RuntimeUnsatisfiedLink, r"Unable to (?:find|load) native library:? (?P<symbol>[A-Za-z0-9_.+-]+)")
        .means("The NativeActivity's native library `{symbol}` (`lib{symbol}.so`) is not found: it is not packaged in the APK for this device's ABI, or the manifest names another one.")
        .fix(&["Write the library's name into `<meta-data android:name=\"android.app.lib_name\" android:value=\"{symbol}\"/>` of AndroidManifest.xml as CMake's `add_library` has it, and build it for the device's ABI (`abiFilters`).", LIBRARY_FIX]),
    rule(Category::RuntimeUnsatisfiedLink, r"UnsatisfiedLinkError: no (?P<symbol>[^ ]+) in java\.library\.path")
        .means("The native library `{symbol}` is in none of the directories in which this JVM looks (`java.library.path`).")
        .fix(&["Put the library for this system and processor into one of them, or name its directory: `-Djava.library.path=…`; libraries that unpack themselves need a writable temporary directory and their own loader (not `System.loadLibrary`)."]),
    // `/a/libskiko.so: /usr/lib/libstdc++.so.6: version `GLIBCXX_3.4.22' not found (required by /a/libskiko.so)`
    rule(Category::RuntimeUnsatisfiedLink, r"UnsatisfiedLinkError: (?:[^ ]*/)?(?P<symbol>[^ /:]+\.so[^ :]*): (?:[^ ]*/)?(?P<library>[^ /:]+): version [`'](?P<wanted>[A-Z]+_[0-9.]+)' not found")
        .means("The native library `{symbol}` needs {wanted}, which this system's `{library}` does not have: it was built for a newer system.")
        .fix(&["Run it on a system (or in a container) with a newer `{library}`, or take a version of `{symbol}` that was built for an older one."]),
    // `libx.so: libGL.so.1: cannot open shared object file: No such file or directory`
    rule(Category::RuntimeUnsatisfiedLink, r"UnsatisfiedLinkError: (?:[^ ]*/)?(?P<wanting>[^ /:]+\.so[^ :]*): (?:[^ ]*/)?(?P<symbol>[^ /:]+): cannot open shared object file")
        .means("The native library `{wanting}` needs `{symbol}`, which is not installed on this system.")
        .fix(&["Install the system's package that contains `{symbol}` (in a container add it to the image)."]),
    // the JVM's `'int com.example.Main.checksum(byte[])'`
    rule(Category::RuntimeUnsatisfiedLink, r"UnsatisfiedLinkError: (?:'[^' ]+ )?(?P<symbol>[A-Za-z0-9_.$]+)\(")
        .means("The native method `{symbol}` has no implementation: the library that defines it was not loaded, or its function has another name or signature.")
        .fix(&["Call `System.loadLibrary(…)` (in a static initializer) before `{symbol}` is used, and check that the library exports its function `Java_package_Class_method`."]),
    rule(Category::RuntimeUnsatisfiedLink, r#"UnsatisfiedLinkError:.*?"?(?:[^" ]*/)?(?P<symbol>[A-Za-z0-9_+-]+\.so)"#),
    rule(Category::RuntimeUnsatisfiedLink, r"UnsatisfiedLinkError"),
    // Coroutines
    rule(Category::KotlinCoroutine, r"Module with the Main dispatcher had failed to initialize|Dispatchers\.Main was accessed when the platform dispatcher was absent")
        .means("`Dispatchers.Main` (which `viewModelScope` uses) has no main thread here. So it is in nearly all local unit tests: nothing has called `Dispatchers.setMain`, it is in a JUnit 4 `@Rule` of a JUnit 5 test (which ignores rules), or the object under test is made before it.")
        .fix(&[
            "In the test call `Dispatchers.setMain(UnconfinedTestDispatcher())` before the object is made and `Dispatchers.resetMain()` after it: with JUnit 4 (`org.junit.Test`) in a rule, with JUnit 5 (`org.junit.jupiter.api.Test`) in `@BeforeEach`/`@AfterEach` or an extension; `kotlinx-coroutines-test` in the version of coroutines-core.",
            "If it is the running program: add `kotlinx-coroutines-android` (desktop: `-swing` or `-javafx`) in the version of coroutines-core, and keep its dispatcher factory in R8's rules.",
        ]),
    rule(Category::KotlinCoroutine, r"Module with the Main dispatcher is missing")
        .means("`Dispatchers.Main` is used where no main dispatcher exists: kotlinx-coroutines-android (or -test) is missing.")
        .fix(&[
            "Add `org.jetbrains.kotlinx:kotlinx-coroutines-android` (on the desktop `-swing` or `-javafx`) in the same version as coroutines-core, and keep its dispatcher factory in R8's rules.",
            "In a unit test call `Dispatchers.setMain(StandardTestDispatcher())` before and `Dispatchers.resetMain()` after.",
        ]),
    rule(Category::KotlinCoroutine, r"TimeoutCancellationException: (?P<why>Timed out waiting for (?P<millis>[0-9]+) ms)")
        .means("A coroutine's `withTimeout` of {millis} ms ran out.")
        .fix(&["Use `withTimeoutOrNull` and handle null, or give it more time; catch `TimeoutCancellationException` outside the block."]),
    rule(Category::KotlinCoroutine, r"Flow (?:invariant|exception transparency) is violated")
        .means("A flow is emitted to in `{at}` from another coroutine or context than the one that collects it.")
        .fix(&["Use `flowOn(dispatcher)` instead of `withContext` inside `flow {{ }}`, or `channelFlow`/`callbackFlow` to emit from other coroutines."]),
    rule(Category::KotlinCoroutine, r"Already resumed, but proposed with update|CoroutinesInternalError|ClosedSendChannelException|ClosedReceiveChannelException|UncaughtExceptionsBeforeTest")
        .means("A coroutine, continuation or channel is used after its end: {message}.")
        .fix(&["Resume a continuation once (`suspendCancellableCoroutine`, check `isActive`); use `trySend` and `receiveCatching` on channels that may be closed."]),
    rule(Category::KotlinCoroutine, r"JobCancellationException: (?P<why>.+?)(?:; job=.*)?$")
        .means("A coroutine was cancelled: {why}.")
        .fix(&["Let `CancellationException` through: rethrow it where exceptions are caught, and start work that must end in a scope that lives long enough."]),
    rule(Category::KotlinCoroutine, r"ForgottenCoroutineScopeException|LeftCompositionCancellationException|left the composition")
        .means("A coroutine's scope left the composition while it was running.")
        .fix(&["Start work that must outlive the composable in a ViewModel's scope instead of `rememberCoroutineScope()`."]),
    // `valueOf` of an enum
    rule(Category::RuntimeIllegalArgument, r"IllegalArgumentException: No enum constant (?P<symbol>[A-Za-z_][A-Za-z0-9_.$]*)\.(?P<value>[^.]*)$")
        .means("`valueOf` is given the text \"{value}\", which is no constant of the enum `{symbol}`: the input (a setting, a message, a column) holds another value than the code knows.")
        .fix(&["Look the constant up without throwing (`entries.find {{ it.name == value }}`) and decide what to do with unknown text; check where \"{value}\" comes from, and keep the enum's names in R8's rules."]),
    // Others with a meaning of their own
    rule(Category::Other, r"PatternSyntaxException: (?P<why>.+)")
        .means("The regular expression that `{at}` compiles is not valid (PatternSyntaxException): {why}.")
        .fix(&["Correct the pattern at {name}:{line}: balance its parentheses and brackets, escape what is literal. Android's regex engine (ICU) is stricter than the JVM's."]),
    rule(Category::Other, r"NoWhenBranchMatchedException")
        .means("No branch of a `when` matched the value.")
        .fix(&["Add the missing branch or an `else` at {name}:{line}."]),
    rule(Category::Other, r"(?:NumberFormatException: (?:For input string: |Invalid (?:int|long|float|double): ))(?P<text>.+?)(?: \[in thread [^\n]*| under radix [0-9]+.*)?$")
        .means("The text {text} is no number.")
        .fix(&["Use `toIntOrNull()` (or catch the exception) where the text is parsed, and decide what to do with other text."]),
    rule(Category::Other, r"ArithmeticException: (?:/ by zero|divide by zero)")
        .means("An integer is divided by zero in `{at}`.")
        .fix(&["Check the divisor at {name}:{line}."]),
]);

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn a_class_that_is_not_found_is_no_word_of_a_sentence() {
        let symbol = |thrown: &str| {
            let log =
                format!("Exception in thread \"main\" java.lang.{thrown}\n\tat com.example.Shop.main(Shop.java:3)\n");
            parse(&log).failures.remove(0).symbol
        };
        for (thrown, class) in [
            ("ClassNotFoundException: com.example.Oak", "com.example.Oak"),
            ("ClassNotFoundException: Oak", "Oak"),
            ("NoClassDefFoundError: com/example/Oak (wrong name: com/example/oak)", "com.example.Oak"),
            ("ClassNotFoundException: Class com.example.fs.Oak not found", "com.example.fs.Oak"),
            ("ClassNotFoundException: The shelf plug-in 'com.example.Oak' was not found", "com.example.Oak"),
            ("ClassNotFoundException: A provider com.example.Oak is missing", "com.example.Oak"),
        ] {
            assert_eq!(symbol(thrown).map(|symbol| symbol.replace('/', ".")).as_deref(), Some(class), "{thrown}");
        }
        let none = symbol("ClassNotFoundException: The shelf is empty");
        assert!(!["The", "A", "Class"].iter().any(|word| none.as_deref() == Some(word)), "{none:?}");
    }
}
