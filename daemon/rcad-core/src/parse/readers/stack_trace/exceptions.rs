//! The meaning of exceptions: tables by subject, matched against `class: message` of one cause or of all.

mod android;
mod components;
mod compose;
pub(super) mod data;
mod jdbc;
mod jvm;
mod navigation;
mod network;
pub(super) mod startup;
mod testing;
mod views;

use crate::Category;
use crate::pattern::{Rules, rule};

/// Tables for several causes together; matched against all of them, the deepest first, one a line.
pub static CHAINS: &[&Rules] = &[&TOGETHER, &startup::RULES, &network::CHAINS];

/// What the app's parts say together: services, layouts, view models.
static TOGETHER: Rules = Rules::new(&[
    // `Unable to start service a.B@1 with Intent { … }: java.lang.SecurityException: Starting FGS with type location …`
    rule(
        Category::RuntimeForegroundService,
        r"(?s)Starting FGS with type (?P<service_type>[A-Za-z]+) [^\n]*?requires permissions: (?P<needed>[^\n]*?)(?: and the app must be[^\n]*)?\n.*Unable to (?:start|create|bind to) service (?P<symbol>[A-Za-z0-9_.$]+)",
    )
    .means("`{symbol}` calls `startForeground` with the foreground service type {service_type}, but a permission that this type requires is not granted: {needed}.")
    .fix(&[
        "Declare the FOREGROUND_SERVICE_* permission of the type {service_type} in the manifest, and have the run-time permission that it names (such as ACCESS_FINE_LOCATION) granted before `startForeground`.",
        "Start the foreground service while the app is visible, not from the background.",
    ]),
    // a layout's view that lacks the constructor: `NoSuchMethodException: a.B.<init> [class android.content.Context, …`
    rule(
        Category::XmlInflation,
        r"(?s)NoSuchMethodException: (?:<init>|(?P<found>[A-Za-z0-9_.$]+)\.<init>)[ (]\[?.*AttributeSet[^\n]*\n.*Error inflating class (?P<symbol>[A-Za-z0-9_.$]+)",
    )
    .means("The view class `{symbol}` has no constructor `(Context, AttributeSet)`, which inflation from XML calls.")
    .fix(&[
        "Add the constructor `{symbol}(Context, AttributeSet)` (in Kotlin: `@JvmOverloads constructor(context: Context, attrs: AttributeSet? = null)`).",
        "With R8 keep it: `-keepclassmembers class * extends android.view.View {{ <init>(android.content.Context, android.util.AttributeSet); }}`.",
    ]),
    // a theme attribute that the theme does not define, below `Error inflating class TextView`
    rule(
        Category::XmlInflation,
        r"(?s)(?:Failed to resolve attribute at index (?P<index>[0-9]+)(?:: (?P<value>[^\n]*))?|Can't convert (?:value at index [0-9]+ )?to (?P<wanted>color|dimension|drawable|ComplexColor)[^\n]*)\n.*line #(?P<xml_line>[0-9]+)[^\n]*?Error inflating class (?P<symbol>[A-Za-z0-9_.$]+)",
    )
    .means("The `<{symbol}>` at line #{xml_line} of the layout takes a value from a theme attribute (`?attr/…`) that the activity's theme does not define: {message}.")
    .fix(&[
        "Define the attribute in the theme of the activity, or use a theme that has it (AppCompat, MaterialComponents).",
        "Inflate with the activity's context, not the application's, so that the theme applies.",
        "Before Android 5 a drawable or color file cannot use a theme attribute: put the color itself there.",
    ]),
    rule(
        Category::XmlInflation,
        r"(?s)(?:Failed to resolve attribute at index [0-9]+|Can't convert (?:value at index [0-9]+ )?to (?:color|dimension|drawable|ComplexColor))[^\n]*\n.*Error inflating class (?P<symbol>[A-Za-z0-9_.$<>]+)",
    )
    .means("A view of the layout takes a color or another value from a theme attribute (`?attr/…`) that the theme does not define: {message}.")
    .fix(&[
        "Define the attribute in the theme of the activity, or use a theme that has it (AppCompat, MaterialComponents).",
        "Before Android 5 a drawable or color file cannot use a theme attribute: put the color itself there.",
    ]),
    // the same of a layout parameter, which the parent reads: no class is named
    rule(
        Category::XmlInflation,
        r"(?s)Failed to resolve attribute at index [0-9]+[^\n]*\n.*InflateException: [^\n]*line #(?P<xml_line>[0-9]+)(?: in [^:/ ]+:(?P<layout>[a-z]+/[A-Za-z0-9_]+))?",
    )
    .means("An element at line #{xml_line} of the layout takes a size or margin from a theme attribute (`?attr/…`) that the theme does not define, or that is no size: {message}.")
    .fix(&[
        "Define the attribute as a dimension in the theme of the activity, or write the size itself at line #{xml_line}.",
        "Inflate with the activity's context, not the application's, so that the theme applies.",
    ]),
    // `Missing type parameter`-like failures of ViewModel factories: the cause and `Cannot create an instance of class a.B`
    rule(
        Category::RuntimeHiltDagger,
        r"(?s)(?:NoSuchMethodException|InstantiationException|IllegalAccessException)[^\n]*\n.*Cannot create an instance of (?:class )?(?:…|\.\.\.)?(?P<symbol>[A-Za-z0-9_.$]+)",
    )
    .means("The ViewModel `{symbol}` is created by the default factory, but it has no constructor without arguments: no factory supplies its dependencies.")
    .fix(&[
        "With Hilt: annotate it with `@HiltViewModel` and `@Inject constructor`, the activity or fragment with `@AndroidEntryPoint`, and in Compose use `hiltViewModel()`.",
        "Without Hilt: pass a `ViewModelProvider.Factory` that calls the constructor of `{symbol}`.",
    ]),
    // a class that a navigation graph names: `java.lang.RuntimeException: java.lang.ClassNotFoundException: a.Receipt`
    rule(
        Category::XmlInflation,
        r"(?s)^java\.lang\.ClassNotFoundException: (?P<symbol>[A-Za-z0-9_.$]+)[^\n]*\n.*Exception inflating [A-Za-z0-9_.]+:(?P<resource>navigation/[A-Za-z0-9_]+) line (?P<at_line>[0-9]+)",
    )
    .means("The navigation graph names the class `{symbol}` at line {at_line} of `res/{resource}.xml` (an argument's type or the class of a destination), and the running app has no class of that name: in a minified build R8 renamed or removed it, for it does not read `app:argType`; otherwise the name or package is wrong, or the class was moved.")
    .fix(&[
        "If only the minified build fails: annotate `{symbol}` with `@Keep`, or add `-keepnames class {symbol}` to the module's R8 rules, and the same for the other classes that `res/{resource}.xml` names.",
        "Otherwise correct the name at line {at_line} of `res/{resource}.xml`: it is the full one, with the package, and for a nested class with `$`.",
    ]),
    // a navigation graph, transition or the like with a fault in it
    rule(
        Category::XmlInflation,
        r"(?s)^(?:[a-z0-9_]+\.)*(?P<why>[A-Z][A-Za-z0-9_$]*: [^\n]*)\n.*Exception inflating [A-Za-z0-9_.]+:(?P<resource>[a-z]+/(?P<symbol>[A-Za-z0-9_]+)) line (?P<at_line>[0-9]+)",
    )
    .means("`{resource}` cannot be read: what stands at its line {at_line} is not valid ({why}).")
    .fix(&["Correct line {at_line} of `res/{resource}.xml`: the names of its elements and attributes, ids of destinations and actions, types of arguments, and classes that exist."]),
    // a drawable whose file the resource shrinker replaced by `<x/>`
    rule(
        Category::RuntimeResourcesNotFound,
        r#"(?s)InflateException: (?:[^\n]*: )?(?:Class not found|Error inflating class) [a-z]{1,2}\n.*File (?P<symbol>res/(?P<restype>[a-z]+)(?:-[a-z0-9-]+)?/(?P<resname>[A-Za-z0-9_]+)[A-Za-z0-9_.]*) from"#,
    )
    .means("`{symbol}` of the built app is only a dummy: the resource shrinker found no use of it in the code and replaced its content (Android reads `<x/>` as a class), but it is looked up by its name at run time.")
    .fix(&[
        "Keep the resource: a file `res/raw/keep.xml` with `<resources xmlns:tools=\"http://schemas.android.com/tools\" tools:keep=\"@{restype}/{resname}\" />` (a wildcard, `@{restype}/prefix_*`, for all of a library), then build the release again.",
        "Or switch `isShrinkResources` off to see that this is the reason; if the library looks it up (`getIdentifier`), its documentation has the rule.",
    ]),
    // an object in an intent's extras or in saved state
    rule(
        Category::RuntimeSerialization,
        r"(?s)ClassNotFoundException: [^\n]*\n.*(?:reading a Serializable object \(name = |when unmarshalling: )(?P<symbol>[A-Za-z0-9_.$*]+)",
    )
    .means("An extra or saved state holds an object of `{symbol}`, and whoever reads the Bundle has no such class: another app or process, a class loader that does not know it, or a version in which the class has another name.")
    .fix(&[
        "Pass only types of the platform (String, Int, a Bundle) to other apps and to the system (notifications, shortcuts, widgets); the object itself only within the app.",
        "Where it is read, set the class loader first: `bundle.classLoader = {symbol}::class.java.classLoader`; with R8 keep the name of the class.",
    ]),
    // a default value of a Compose local that throws
    rule(
        Category::RuntimeNetworkOnMain,
        r"(?s)NetworkOnMainThreadException",
    ),
    // Firebase etc.: `SecurityException` inside a lookup is told by its own rule
    rule(
        Category::RuntimeStackOverflow,
        r"(?s)StackOverflowError",
    ),
]);

/// Tables for one cause, in this order.
pub static TABLES: &[&Rules] = &[
    &testing::RULES,
    &compose::RULES,
    &navigation::RULES,
    &components::RULES,
    &views::RULES,
    &android::RULES,
    &data::RULES,
    &jdbc::RULES,
    &network::RULES,
    &jvm::RULES,
];

/// The other rules: classes that say little by themselves, so that an outer cause which says more comes before them.
pub static GENERAL: Rules = Rules::new(&[
    rule(Category::RuntimeNpe, r"NullPointerException"),
    rule(Category::RuntimeIndex, r"NoSuchElementException: (?P<why>.*)")
        .means("An element is taken from a collection that does not have it: {why}.")
        .fix(&["Check that the collection is not empty, or use `firstOrNull()`, `find {{ }}` or `Iterator.hasNext()`."]),
    rule(Category::RuntimeNoClassDef, r"VerifyError: ?(?:Verifier rejected class (?P<symbol>[A-Za-z0-9_.$/]+))?")
        .means("The verifier refuses a class when it is loaded, because its byte code is not valid on this device or JVM: {message}.")
        .fix(&[
            "Look at the function that the message names: split it if it is very large (hundreds of composables or locals in one); else suspect what wrote the byte code (R8, an instrumenting plugin, an old compiler): build clean, update it, and try without minification.",
            "If the class uses one of another version than it was compiled against, align the versions (`./gradlew dependencies`).",
        ]),
    rule(Category::RuntimeNoClassDef, r"IncompatibleClassChangeError|AbstractMethodError|IllegalAccessError|UnsupportedClassVersionError|BootstrapMethodError")
        .means("A class does not fit the one that it was compiled against: {message}.")
        .fix(&["Usually two versions of a library are mixed: look at `./gradlew dependencies`, align them, then clean and build again."]),
    rule(Category::RuntimeSecurity, r"SecurityException"),
    rule(Category::RuntimeResourcesNotFound, r"Resources\$NotFoundException: ?(?P<symbol>.*)"),
    rule(Category::XmlInflation, r"InflateException: .*line #(?P<xml_line>[0-9]+)(?: in [^:/ ]+:(?P<layout>[a-z]+/[A-Za-z0-9_]+))?.*Error inflating class (?P<symbol>[A-Za-z0-9_.$<>]+)")
        .means("The `<{symbol}>` at line #{xml_line} of the layout cannot be inflated; the cause of it is not in this part of the log. {message}.")
        .fix(&["Look further down for the last `Caused by`: a missing class or constructor, a theme attribute that the theme lacks, a drawable or resource that does not exist on this device.", "Check the element at line #{xml_line} of the layout that `{at}` inflates."]),
    rule(Category::XmlInflation, r"InflateException: .*line #(?P<xml_line>[0-9]+)(?: in [^:/ ]+:(?P<layout>[a-z]+/[A-Za-z0-9_]+))?"),
    rule(Category::XmlInflation, r"InflateException|InflateError"),
    rule(Category::RuntimeSqliteRoom, r"SQLite[A-Za-z]*Exception"),
    rule(Category::RuntimeSqliteRoom, jdbc::GENERAL)
        .means("An access to the database fails with {thrown}: {message}.")
        .fix(&["Look at {name}:{line}, where `{at}` asks the database.", "Look for the database's own words: the last `Caused by`, or the line of `SqlExceptionHelper` above."]),
    rule(Category::RuntimeNoClassDef, r"NoSuchMethodException: (?P<symbol>[A-Za-z0-9_.$]+)\.<init> ?(?:\(\)|\[\])")
        .means("The class `{symbol}` is to be created by reflection with a constructor without parameters, which it does not have (an enum, an inner class and a class with parameters have none).")
        .fix(&["Give `{symbol}` a constructor without parameters, or call the one that it has (`getDeclaredConstructor(String::class.java, …)`); in minified builds keep it in R8's rules."]),
    rule(Category::RuntimeNoClassDef, r"NoSuchMethodException: (?P<symbol>[A-Za-z0-9_.$]+(?:\.<init>)?) ?[(\[]")
        .means("Reflection looks for `{symbol}` with parameters that no method or constructor of the class has: {message}.")
        .fix(&["Compare the name and the parameters' types with the class (`int` and `Integer` differ); in minified builds keep it in R8's rules."]),
    rule(Category::RuntimeNoClassDef, r"NoSuchFieldException: (?P<symbol>[A-Za-z0-9_.$]+)")
        .means("Reflection looks for the field `{symbol}`, which the class does not have.")
        .fix(&["Compare the name with the class of the version that runs; in minified builds keep it in R8's rules."]),
    rule(Category::RuntimeSerialization, r"SerializationException|JsonSyntaxException|JsonParseException|MalformedJsonException|JsonDataException|JsonEncodingException|NotSerializableException|InvalidClassException|BadParcelableException|ParcelFormatException|JSONException|JsonMappingException|MismatchedInputException|InvalidProtocolBufferException|JsonDecodingException|JsonEncodingException|MissingFieldException|XmlPullParserException"),
    rule(Category::RuntimeHiltDagger, r"org\.koin\.[a-z.]*[A-Za-z]+Exception|dagger\.[a-z.]*[A-Za-z]+Exception"),
    rule(Category::RuntimeForegroundService, r"ForegroundService[A-Za-z]*Exception"),
    rule(Category::RuntimeWindowLeakBadToken, r"BadTokenException|WindowLeaked"),
    rule(Category::KotlinCoroutine, r"CancellationException|CoroutinesInternalError|CompletionHandlerException"),
    rule(Category::RuntimeIllegalState, r"IllegalStateException"),
    rule(Category::RuntimeIllegalArgument, r"IllegalArgumentException"),
    // Android's own resolver: `android.system.GaiException: android_getaddrinfo failed: EAI_NODATA (No address associated with hostname)`
    rule(Category::RuntimeIoNetwork, r"GaiException: .*(?P<symbol>EAI_(?:NODATA|NONAME|AGAIN|FAIL))")
        .means("The host's name is not resolved to an address ({symbol}): the device has no network or no DNS, or the host does not exist.")
        .fix(&[
            "Check the host in the URL, and on the device whether it has a connection (`adb shell ping <host>`); the permission INTERNET must be in the manifest.",
            "Handle `IOException` around the request: connections fail, and the app has to go on.",
        ]),
    rule(Category::RuntimeIoNetwork, network::GENERAL),
    rule(
        Category::Other,
        r"AssertionError|ArithmeticException|NumberFormatException|UnsupportedOperationException|NotImplementedError",
    ),
]);
