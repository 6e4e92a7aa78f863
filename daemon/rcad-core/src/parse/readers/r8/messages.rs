//! Messages of R8, D8, dx, ProGuard and the plugin's dexing tasks. Data only; the first match wins.

use crate::Category;
use crate::pattern::{Pattern, Rules, rule};

/// Whether a line that carries no tool's name is a message of these tools.
pub fn is_whole(text: &str) -> bool {
    WHOLE.is_match(text)
}

/// `Missing class a.B`, `Warning: a.B: can't find referenced class c.D`, `Program type already present: a.B` …
static WHOLE: Pattern = Pattern::new(concat!(
    r"^(?:Missing class(?:es detected| )|Cannot fit requested classes|Type \S+ is defined multiple times|Program type already present: ",
    r"|\S+: can't find (?:referenced|superclass)|there were [0-9]+ unresolved references|[A-Z][A-Za-z. -]* (?:are|is) only supported starting with Android",
    r"|Unknown option '|Expected (?:char|field or method name|class name|\[|.* in line)|The number of method references|trouble writing output: Too many|method ID not in",
    r"|Unsupported class file version|Compilation of classes \S.* requires its nest mates |Class \S+ requires its nest host |Compilation can't be completed because|Too many classes in --main-dex-list|\S+ only supported starting with)",
));

/// What D8 and R8 report and go on, without white space: a class that only old or hidden platforms have, code that a processor
/// of byte code left odd.
const REMARKS: &[&str] = &[
    "wasnotfound,itisrequiredfordefaultorstaticinterfacemethodsdesugaring",
    "notfound.It'sneededtomakesuredesugaringof",
    "Strippedinvalidlocalsinformationfrom",
    "Expectedstackmaptableformethodwithnon-linearcontrolflow",
    "InnerClassesattributehasentriesmissingacorrespondingEnclosingMethodattribute",
    "MalformedInnerClassesattribute",
    "Malformedinner-classattribute",
    "Proguardconfigurationruledoesnotmatchanything",
    "Ignoringoption:",
    "whichisnotofficiallysupported",
];

/// Whether a message, without its white space, is only reported.
pub fn is_remark(text: &str) -> bool {
    REMARKS.iter().any(|remark| text.contains(remark))
}

/// All messages.
pub static RULES: Rules = Rules::new(&[
    // The limit of a dex file.
    rule(
        Category::AgpDexLimit,
        r"Cannot fit requested classes in (?:a single dex file|the main-dex file)(?:[^\n]*?# (?P<kind>methods|fields|types): (?P<count>[0-9]+) > (?P<limit>[0-9]+))?",
    )
    .means("The app and its libraries refer to {count} {kind}, but one dex file holds at most {limit} (64K); multidex is not enabled.")
    .fix(DEX_LIMIT),
    rule(Category::AgpDexLimit, r"The number of method references in a \.dex file cannot exceed 64K").fix(DEX_LIMIT),
    rule(
        Category::AgpDexLimit,
        r"Too many (?P<kind>method|field|type) references(?: to fit in one dex file)?: (?P<count>[0-9]+)(?:; max is (?P<limit>[0-9]+))?",
    )
    .means("The app and its libraries have {count} {kind} references, more than the {limit} (64K) that one dex file holds; multidex is not enabled.")
    .fix(DEX_LIMIT),
    rule(
        Category::AgpDexLimit,
        r"(?P<kind>method|field|type|Method|Field|Type) (?:ID|index) not in \[0, 0xffff\]: (?P<count>[0-9]+)|DexIndexOverflowException",
    )
    .fix(DEX_LIMIT),
    rule(Category::AgpDesugaring, r"(?P<feature>The dependency contains Java 8 bytecode)\. Please enable desugaring")
        .means("The library {library} holds Java 8 byte code, and the module that is dexed does not declare Java 8, so D8 does not rewrite it for this minSdk.")
        .fix(&["In the app's build file (and in each module that uses it): `compileOptions {{ sourceCompatibility JavaVersion.VERSION_1_8; targetCompatibility JavaVersion.VERSION_1_8 }}` in the `android` block, and `kotlinOptions.jvmTarget = \"1.8\"`."]),
    rule(Category::AgpDexLimit, r"Too many classes in --main-dex-list, main dex capacity exceeded")
        .means("The classes that must be in the first dex file do not fit into it (64K).")
        .fix(&["Shorten `multiDexKeepProguard`/`multiDexKeepFile`, or raise `minSdk` to 21, where no main dex list is needed."]),
    rule(Category::AgpDexLimit, r"App requires Multidex support").fix(DEX_LIMIT),
    // Java 8 and newer language features.
    rule(
        Category::AgpDesugaring,
        r"(?P<feature>(?:Static|Default|Private|Protected|Abstract|Const-method-handle|Const-method-type|[A-Z][a-z-]+) ?(?:interface methods?|customs?|methods?)?|Invoke-customs|MethodHandle\.invoke and MethodHandle\.invokeExact) (?:are|is) only supported starting with (?P<android>Android [A-Z][^ ]*|[^(\n]+?) \((?:--|–|-)min-api (?P<min_sdk>[0-9]+)\)(?:: (?:[A-Za-z][A-Za-z0-9_.$\[\]]* )?(?P<symbol>[^\n]+))?",
    )
    .means("{feature} are Java 8 byte code, which runs on Android from API {min_sdk} on (--min-api {min_sdk}): the minSdk is lower and desugaring is not enabled. It is in {symbol}.")
    .fix(JAVA_8),
    rule(
        Category::AgpDesugaring,
        r"The dependency contains Java 8 bytecode\. Please enable desugaring",
    )
    .fix(JAVA_8),
    rule(
        Category::AgpDesugaring,
        r"invalid opcode (?P<symbol>[0-9a-f]+) \((?P<feature>invoke-?dynamic|[^)]*?) requires --min-sdk-version >= (?P<min_sdk>[0-9]+)",
    )
    .fix(JAVA_8),
    rule(
        Category::AgpDesugaring,
        r"Class or interface (?P<symbol>\S+) required for desugaring of (?P<feature>\S+) is not found|can't find referenced class (?P<class>java\.lang\.invoke\.(?:LambdaMetafactory|StringConcatFactory))|Unsupported desugared library configuration version",
    )
    .fix(JAVA_8),
    rule(
        Category::AgpDesugaring,
        r"Dex cannot parse version (?P<symbol>(?P<class_major>[0-9]+)) byte code|bad class file magic \(cafebabe\) or version \((?P<version>[0-9a-f.]+)\)",
    )
    .means("dx cannot read byte code newer than Java 7 (class file version {symbol}); a library or module was compiled for Java 8 or later.")
    .fix(&[
        "Update to Android Gradle plugin 3.0 or later, whose D8 reads and desugars it, and set `compileOptions` to `JavaVersion.VERSION_1_8`.",
        "Or compile the library for Java 7 (`sourceCompatibility`/`targetCompatibility` 1.7).",
    ]),
    // The same class twice.
    rule(
        Category::AgpDexMerge,
        r"Type\s+(?P<symbol>\S+)\s+is defined multiple times(?::\s+(?P<first>[^\n]+?),\s+(?P<second>[^\n]+))?",
    ),
    rule(Category::AgpDexMerge, r"Program type already present: (?P<symbol>\S+)")
        .means("The class `{symbol}` is in more than one of the app's libraries or modules (duplicate class).")
        .fix(TWICE),
    rule(Category::AgpDexMerge, r"Multiple dex files define L?(?P<symbol>[^\s;]+)")
        .means("The class `{symbol}` is in more than one of the app's libraries (duplicate class).")
        .fix(TWICE),
    rule(Category::AgpDexMerge, r"already added: L?(?P<symbol>[^\s;]+)")
        .means("The class `{symbol}` is added twice: two libraries contain it (duplicate class).")
        .fix(TWICE),
    rule(Category::GradleDuplicateClass, r"ZipException: duplicate entry: (?P<symbol>\S+\.class)")
        .means("The class `{symbol}` comes from two libraries (duplicate entry).")
        .fix(TWICE),
    // Missing classes.
    rule(
        Category::AgpR8MissingClass,
        r"Missing class (?P<symbol>java\.lang\.invoke\.(?:StringConcatFactory|LambdaMetafactory)|java\.lang\.runtime\.ObjectMethods)(?: \(referenced from: (?P<user>[^\n]+?)(?: and [0-9]+ other contexts?)?\)?$)?",
    )
    .means("R8 does not find the class `{symbol}`. No library has it: the compilers refer to it in byte code for newer Java (joined strings from Java 9 on, lambdas, records), Android lacks it, and the app's dexing replaces such code. R8 meets it unreplaced, as a rule where a library module is minified by itself.")
    .fix(&[
        "Add `-dontwarn {symbol}` to the rules of the module that is minified; the app's build replaces the code later.",
        "Better do not minify library modules (`isMinifyEnabled = false`; what must be kept goes into `consumerProguardFiles`), or compile them for Java 8 (`jvmTarget`, `sourceCompatibility` 1.8).",
    ]),
    rule(
        Category::AgpR8MissingClass,
        r"Missing class (?P<symbol>(?:java\.(?:awt|rmi|applet|lang\.(?:instrument|module|ProcessHandle|StackWalker))|javax\.(?:swing|script|management|imageio|tools|accessibility|print|xml\.(?:bind|stream|ws)|security\.(?:sasl|jgss))|org\.ietf\.jgss|jdk|sun)\b[A-Za-z0-9_.$]*)(?: \(referenced from: (?P<user>[^\n]+?)(?: and [0-9]+ other contexts?)?\)?$)?",
    )
    .means("R8 does not find the class `{symbol}`. It is a class of the desktop and server JDK, which Android does not have, so no dependency can bring it: the library that refers to it ({user}) is written for the JVM, or uses it only where it is there.")
    .fix(&[
        "Add `-dontwarn {symbol}` to proguard-rules.pro if that part of the library is not used on Android; R8 has written all such rules to build/outputs/mapping/<variant>/missing_rules.txt.",
        "If it is used, it will fail at run time: take the library's Android edition, or another library.",
    ]),
    rule(
        Category::AgpR8MissingClass,
        r"Missing class (?P<symbol>(?:org\.(?:conscrypt|openjsse|bouncycastle\.jsse)|org\.slf4j\.impl|javax\.annotation|javax\.lang\.model|java\.lang\.management|java\.beans|javax\.naming|sun\.misc|com\.sun)\.[A-Za-z0-9_.$]+)(?: \(referenced from: (?P<user>[^\n]+?)\)?$)?",
    )
    .means("R8 does not find the class `{symbol}`, which a library refers to. It is missing on Android on purpose: the library uses it only where it is there.")
    .fix(&[
        "Add `-dontwarn {symbol}` to proguard-rules.pro; R8 has written all such rules to build/outputs/mapping/<variant>/missing_rules.txt.",
        "Updating the library that refers to `{symbol}` often brings these rules with it.",
    ]),
    rule(
        Category::AgpR8MissingClass,
        r"Missing class (?P<symbol>com\.google\.android\.play\.core\.[A-Za-z0-9_.$]+)(?: \(referenced from: (?P<user>[^\n]+?)\)?$)?",
    )
    .means("R8 does not find the class `{symbol}` of the Play Core library, which Flutter's deferred components refer to: it is missing, the app does not depend on that library.")
    .fix(&[
        "Add `-dontwarn com.google.android.play.core.**` to proguard-rules.pro when deferred components are not used, or update Flutter.",
        "Otherwise add the dependency `com.google.android.play:feature-delivery`.",
    ]),
    rule(
        Category::AgpR8MissingClass,
        r"Missing class (?P<symbol>[A-Za-z0-9_.$]+) \(referenced from: (?P<user>[^\n]+?)(?: and (?P<more>[0-9]+) other contexts?)?\)?$",
    )
    .means("R8 does not find the class `{symbol}`, referenced from `{user}`: the library that contains it is missing, not included in the app's dependencies.")
    .fix(MISSING),
    rule(Category::AgpR8MissingClass, r"Missing class (?P<symbol>[A-Za-z0-9_.$]+)").fix(MISSING),
    rule(
        Category::AgpR8MissingClass,
        r"(?P<user>[A-Za-z0-9_.$]+): can't find (?P<what>referenced class|superclass or interface|referenced method '[^']*' in (?:program|library) class|referenced field '[^']*' in (?:program|library) class) (?P<symbol>[A-Za-z0-9_.$]+)",
    )
    .means("ProGuard does not find `{symbol}`, to which `{user}` refers (can't find {what}).")
    .fix(MISSING),
    rule(
        Category::AgpR8MissingClass,
        r"there were (?P<count>[0-9]+) unresolved references to (?:classes or interfaces|program class members|library class members)|Please correct the above warnings first",
    )
    .fix(&["Add the missing library, or `-dontwarn` for each class that the warnings above name, to proguard-rules.pro."]),
    rule(
        Category::AgpR8MissingClass,
        r#"Missing classes detected while running R8\. Please add the missing classes or apply additional keep rules that are generated in (?P<rules>\S+?)\.?(?:\s|$)"#,
    )
    .means("R8 is missing classes that the code refers to; it has written the rules that would silence them to {rules}.")
    .fix(&[
        "Look into {rules} for the classes' names: add the library that contains them if they are needed at run time.",
        "Otherwise copy its `-dontwarn` lines to proguard-rules.pro.",
    ]),
    rule(Category::AgpR8MissingClass, r"(?:Missing classes detected while running R8|Compilation can't be completed because some library classes are missing)"),
    // Configuration files.
    rule(
        Category::AgpR8MissingClass,
        r#"(?:Unknown option|Unsupported option:?|Option) ["']?(?P<symbol>-[a-zA-Z0-9]+)["']?(?:[^\n]*?in line (?P<line>[0-9]+) of file '(?P<file>[^']+)')?"#,
    )
    .means("The ProGuard/R8 rules contain the option `{symbol}`, which this R8 does not know.")
    .fix(&["Remove or correct `{symbol}` in the rules file; rules that come from a library are in its proguard.txt, then update that library."]),
    rule(
        Category::AgpR8MissingClass,
        r#"(?P<symbol>Expected [^\n]*?)(?: before '(?P<before>[^']+)')?(?:[^\n]*? in line (?P<line>[0-9]+) of file '(?P<file>[^']+)')"#,
    )
    .means("A ProGuard/R8 rule cannot be parsed: {message}.")
    .fix(&["Correct the rule at line {line} of {name}."]),
    // R8's own words: `Expected field or method name at /p/proguard.txt:2:23`, with the line itself below
    rule(
        Category::AgpR8MissingClass,
        r"(?P<wrong>(?:Expect(?:ed|ing)|Unexpected|Missing closing|Invalid) [^\n]*?) at (?P<file>(?:[A-Za-z]:)?[^:\n]+\.(?:pro|txt|cfg|flags)):(?P<line>[0-9]+):[0-9]+",
    )
    .means("R8 can't parse the rules in {name} at line {line}: {wrong}.")
    .fix(&["Correct the rule at line {line} of {name}; where the file is a library's own (`proguard.txt` in Gradle's caches), update the library: it brings rules that R8 refuses."]),
    rule(
        Category::AgpR8MissingClass,
        r"Can't read \[(?P<symbol>[^\]]+)\]|Supplied (?:consumer )?proguard configuration (?:file )?does not exist: (?P<file>\S+)|Default file (?P<default>\S+) should not be used as a consumer configuration file|Failed to read included file '(?P<included>[^']+)'",
    )
    .means("A ProGuard/R8 input cannot be read: {message}.")
    .fix(&["Correct the path in `proguardFiles` or `consumerProguardFiles`."]),
    // The rest of dexing.
    rule(
        Category::AgpDexMerge,
        r"(?:Compilation of classes (?P<compiled>[^\s,]+)(?:, [^\n]+?)? requires its nest mates (?P<symbol>[^\s,]+)|Class (?P<compiled2>\S+) requires its nest host (?P<symbol2>\S+))[, ][^\n]*to be on program or class path",
    )
    .means("D8 cannot compile `{compiled}`, because the class file of `{symbol}` is missing. Both are of one nest (an outer class and those inside of it), which D8 needs whole. As a rule the build output is stale or half deleted."),
    rule(
        Category::AgpDexMerge,
        r"Unsupported class file version:? (?P<symbol>(?P<class_major>[0-9]+))",
    )
    .means("D8 cannot read class file version {symbol}: a library or module was compiled for a newer Java than this Android Gradle plugin's D8 knows.")
    .fix(&["Update the Android Gradle plugin, or compile for an older Java (`compileOptions`, `kotlin.jvmToolchain`), or use an older version of the library."]),
    rule(
        Category::AgpDexMerge,
        r"(?P<unwritable>Space characters in SimpleName|Class descriptor|Class name|Method name|Field name) '(?P<symbol>[^']+)' (?:are not allowed prior to|cannot be represented in dex format)",
    )
    .means("The name `{symbol}` cannot be written to a dex file for this minSdk: names with spaces need API 30.")
    .fix(&["Rename `{symbol}` without spaces or special characters; back-quoted names are for tests on the JVM only."]),
    rule(
        Category::AgpDexMerge,
        r"An error occurred when parsing kotlin metadata",
    )
    .means("R8 cannot read the Kotlin metadata: the Kotlin version is newer than the R8 of this Android Gradle plugin.")
    .fix(&["Update the Android Gradle plugin (its R8), or set a newer R8 in settings.gradle."]),
    rule(
        Category::AgpDexMerge,
        r"(?:Failed to process|Error while dexing) (?P<symbol>(?:[A-Za-z]:)?[^\s:]+\.(?:jar|aar|class))",
    )
    .means("D8 cannot convert {symbol} to dex.")
    .fix(&["Look at the last `Caused by` for the class; try another version of the library, or a newer Android Gradle plugin."]),
    // `Compilation failed to complete, position: Lcom/example/Basket;total()I, origin: /p/basket.jar:com/example/Basket.class`
    rule(
        Category::AgpDexMerge,
        r"Compilation failed to complete, (?:position: L(?P<symbol>[^;\n]+);[^\n]*?, origin: (?P<origin>[^\n]+)|origin: (?P<origin2>[^\n]*?[\\/:](?P<symbol2>[A-Za-z0-9_$/]+)\.class)|origin: (?P<origin3>[^\n]+))",
    )
    .means("R8 or D8 could not compile the class `{symbol}` of {origin}; the text does not say why.")
    .fix(&[
        "Look at the lines above and, with `--stacktrace`, at the deepest `Caused by`: it says what of `{symbol}` R8 refuses.",
        "Update the library that `{symbol}` is from, and the Android Gradle plugin (with it R8); until then keep that class out of shrinking (`-keep class … {{ *; }}`).",
    ]),
]);

/// Steps against the limit of a dex file.
pub const DEX_LIMIT: &[&str] = &[
    "Set `minSdk` (minSdkVersion) to 21 or higher, where multidex is built in, or set `multiDexEnabled true` in `defaultConfig` and add `androidx.multidex:multidex`.",
    "Or remove libraries that are not needed, or shrink with R8 (`minifyEnabled true`).",
];

/// Steps for Java 8 byte code.
const JAVA_8: &[&str] = &[
    "Enable desugaring in the `android` block of the app (and of each module): `compileOptions {{ sourceCompatibility JavaVersion.VERSION_1_8; targetCompatibility JavaVersion.VERSION_1_8 }}`.",
    "Or raise `minSdk` to {min_sdk}.",
    "Or use an older version of {library} without Java 8 code (here `{member}`).",
];

/// Steps where a class comes twice.
const TWICE: &[&str] = &[
    "Find who brings this duplicate with `./gradlew :app:dependencies`; use one version of the library everywhere, or exclude one: `exclude group: '…', module: '…'` on the dependency.",
    "If it is a class of your own, remove the copy (also from jars in `libs`), then build clean.",
];

/// Steps for a class that R8 or ProGuard misses.
const MISSING: &[&str] = &[
    "If `{symbol}` is needed at run time, add the dependency that contains it.",
    "If it is optional, add `-dontwarn {symbol}` to proguard-rules.pro; R8 has written all missing rules to build/outputs/mapping/<variant>/missing_rules.txt.",
];
