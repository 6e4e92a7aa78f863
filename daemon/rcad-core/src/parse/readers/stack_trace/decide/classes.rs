//! Classes that are missing or do not fit: who asked for them, and why they are not there.

mod asked;
pub mod casts;
pub mod linking;
pub mod manifest;
pub mod members;
pub mod null_casts;
mod of_app;
mod of_java;

use super::super::{own, trace::Frame};
use super::scene::{Scene, Words};
use crate::Category;
use crate::facts::libraries;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `Failed resolution of: La/-$$Lambda$X;`, `a.Main$$ExternalSyntheticLambda0`
static LAMBDA: Pattern = Pattern::new(r"\$\$Lambda|\$\$ExternalSynthetic(?:Lambda|BackportWithForwarding)?");

/// Says what the classes' names and the asking frames show.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if matches!(failure.category, Category::RuntimeNoClassDef | Category::ManifestClassNotFound) {
        missing(scene, failure);
    }
    let symbol = failure.symbol.clone().filter(|_| failure.wording.is_none());
    if failure.category == Category::XmlClassNotFound
        && let Some(symbol) = symbol
    {
        of_app::tell_fragment(scene, &symbol, failure);
    }
}

/// Parts that an app gets only by `uses-library`: beginnings of classes, the library, since which Android version.
const OPTIONAL: &[(&str, &str, &str)] = &[
    ("org.apache.http.", "org.apache.http.legacy", "9 (API 28)"),
    ("android.test.", "android.test.runner", "9 (API 28)"),
    ("junit.framework.", "android.test.base", "9 (API 28)"),
];

/// Functions through which a class is asked for, and not by code that uses it.
const READS_OBJECTS: &[(&str, &str)] = &[
    ("java.io.ObjectInputStream", "resolveClass"),
    ("android.os.Parcel", "readSerializable"),
    ("android.os.Parcel", "readParcelableCreator"),
    ("android.os.Parcel", "readParcelable"),
];

/// What an app of the system lacks, nobody adds to a build.
const OF_SYSTEM: Words = Words {
    cause: "The class `{symbol}` is not in the APK {apk}, which is a part of the device's system, not an app of yours: its manifest (or code) names a class that this APK does not bring (probably a ROM that was put together of parts that do not fit).",
    fixes: &[
        "If you build this ROM: put the app in together with what belongs to it (odex and oat files, its libraries), or leave it out. Otherwise it can be ignored, or reported to the ROM's maker.",
    ],
};

/// Code that could not be opened lacks every class.
const UNOPENED: Words = Words {
    cause: "The class `{symbol}` was not found because the app's code could not be opened at all: {unopened}. So any class would be missing; nothing is wrong with this one.",
    fixes: &[
        "Correct what kept the file from being opened (the device's storage: full, mounted read-only, or damaged), then start it again; if it stays, reinstall the app or clear the cache of compiled code (dalvik-cache).",
    ],
};

/// Kotlin's own libraries, and the packages that they hold.
const KOTLIN: &[(&str, &[&str])] = &[
    ("kotlin-reflect", &["kotlin.reflect.full.", "kotlin.reflect.jvm."]),
    (
        "kotlin-stdlib",
        &[
            "kotlin.jvm.",
            "kotlin.collections.",
            "kotlin.coroutines.",
            "kotlin.text.",
            "kotlin.io.",
            "kotlin.ranges.",
            "kotlin.enums.",
            "kotlin.time.",
            "kotlin.sequences.",
            "kotlin.random.",
            "kotlin.properties.",
            "kotlin.reflect.",
            "kotlin.Metadata",
            "kotlin.Unit",
            "kotlin.Lazy",
            "kotlin.Result",
            "kotlin.Pair",
            "kotlin.KotlinVersion",
            "kotlin.LazyKt",
            "kotlin.NoWhenBranchMatchedException",
            "kotlin.TypeCastException",
        ],
    ),
];

/// Classes that every Kotlin program needs.
const OF_KOTLIN: Words = Words {
    cause: "The class `{symbol}` is part of Kotlin's library `{library}`, which is not there at run time: Kotlin code runs that was packaged without it.",
    fixes: &[
        "Apply the Kotlin plugin to the module that is packaged, or add `implementation(\"org.jetbrains.kotlin:{library}:…\")` in the version of the compiler; where a library of your own is handed on as a file (AAR, JAR), its dependencies don't come along.",
        "If it is there, look for R8 rules that drop it, and on a device for an incomplete install: uninstall, then build and install again.",
    ],
};

/// The same where other classes of it are there.
const OLDER_KOTLIN: Words = Words {
    cause: "Kotlin's library `{library}` is there at run time (frames of it are in the trace), but without the class `{symbol}`: in an older version than the one for which the code was compiled.",
    fixes: &[
        "Run with `org.jetbrains.kotlin:{library}` in the compiler's version or a later one: `./gradlew dependencyInsight --dependency {library}` (Maven: `mvn dependency:tree`) shows which is chosen; raise it, or align all of Kotlin by `kotlin-bom`.",
        "If the program that loads the code brings its own Kotlin (an IDE, a server, Gradle, Spring Boot's BOM), set the version there, or compile for the older one (`apiVersion`).",
    ],
};

/// The same in an instrumented test, which runs with what the app has.
const OF_KOTLIN_IN_TEST: Words = Words {
    cause: "The class `{symbol}` of Kotlin's library `{library}` is not there in this instrumented test: the test's APK does not pack again what the app under test has, and this app does not have it under that name, because R8 removed or renamed what the app alone does not use, or because the app is without Kotlin.",
    fixes: &[
        "If the build type under test is minified, test one that is not (`testBuildType`), or keep what the tests use in its ProGuard file: `-keep class kotlin.** {{ *; }}`.",
        "If nothing is minified, add `implementation(\"org.jetbrains.kotlin:{library}:…\")` to the app under test, in the version of the compiler.",
    ],
};

/// A class of Android that came later than the device.
const OF_ANDROID_SINCE: Words = Words {
    cause: "`{symbol}` is a class of Android itself, which it has from API level {api} on; the device (or what the code runs on) is older, so the class cannot be loaded. No dependency brings it.",
    fixes: &[
        "Use it only where `Build.VERSION.SDK_INT >= {api}`, in a class of its own that older devices never load, or through AndroidX's `…Compat` class; in a library or engine (Unity, Flutter) update what refers to it.",
        "If the app goes on after it, it is harmless: whoever lists a class's methods by reflection meets it on older devices.",
    ],
};

/// The same, where nobody uses the class: a list of all methods has one that names it.
const LISTED_SINCE: Words = Words {
    cause: "`{symbol}` is a class of Android itself, which it has from API level {api} on; the device is older. The trace lists all methods of a class by reflection (`{lister}`), and one of them has `{symbol}` in its signature; the class is not used otherwise.",
    fixes: &[
        "Find the class whose methods are listed (in Unity the activity or object that C# calls), and update the library that it, or a superclass of it, comes from; else keep it from being listed below API {api}: call a small class of your own in its place.",
        "In a class of your own move the method that names `{symbol}` into another one, which only runs where `Build.VERSION.SDK_INT >= {api}`.",
    ],
};

/// The same, where the level is not known.
const OF_ANDROID: Words = Words {
    cause: "`{symbol}` is a class of Android itself, which this device's Android does not have: it came with a later version, was removed from it, or is hidden from apps. No dependency brings it.",
    fixes: &[
        "See in Android's reference from which API level on there is `{symbol}`, and use it only behind a check of `Build.VERSION.SDK_INT`, in a class of its own; if a library refers to it, update the library or raise `minSdk`.",
    ],
};

/// A class that only names what a stream or parcel holds.
const READ_BACK: Words = Words {
    cause: "An object of the class `{symbol}` is read back (from an intent's extras, saved state, or a stream), but the class is not found by whoever reads it: another app or version wrote it, R8 gave it another name, or the Bundle has no class loader that knows it.",
    fixes: &[
        "Pass plain values (String, numbers, JSON) instead of objects where another app, an older version or the system may read them.",
        "Within the app set the class loader before it is read (`bundle.classLoader = {symbol}::class.java.classLoader`), and keep the class's name in R8's rules.",
    ],
};

/// A class that is there and cannot be loaded.
const REFUSED: Words = Words {
    cause: "A class that the compiler made for a lambda in `{symbol}` could not be loaded: it is in the app, but the runtime refused it, because something that it needs is not on this Android version or device (probably interfaces of Java 8 such as `java.util.function`, which Android has from API 24 on).",
    fixes: &[
        "Look further up in the log for the first line about that class (`Rejecting class`, `Failed resolution of`, `previously-failed class`): it names what is missing.",
        "Switch on core library desugaring (`isCoreLibraryDesugaringEnabled`, `coreLibraryDesugaring(…)`) or raise `minSdk` to 24; if it stays, use a version of the library that is made for Android.",
    ],
};

fn missing(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.details.contains_key("lacking") {
        return lacking(scene, failure);
    }
    let Some(symbol) = failure.symbol.clone() else { return };
    if let Some(why) = unopened(scene) {
        failure.details.insert("unopened".to_owned(), why);
        return UNOPENED.tell(failure);
    }
    if let Some(path) = system_apk(scene) {
        failure.details.insert("apk".to_owned(), path);
        return OF_SYSTEM.tell(failure);
    }
    if failure.category != Category::RuntimeNoClassDef || failure.wording.is_some() {
        return;
    }
    let reads = |frame: &Frame| {
        READS_OBJECTS.iter().any(|(class, method)| frame.class.starts_with(class) && frame.method == *method)
    };
    if scene.sections.iter().flat_map(|section| &section.frames).any(reads) {
        return READ_BACK.tell(failure);
    }
    if let Some((_, library, since)) = OPTIONAL.iter().find(|(start, ..)| symbol.starts_with(start))
        && is_android(scene, failure)
    {
        return optional(scene, library, since, failure);
    }
    if let Some((library, _)) = KOTLIN.iter().find(|(_, packages)| packages.iter().any(|one| symbol.starts_with(one))) {
        failure.details.insert("library".to_owned(), (*library).to_owned());
        if is_instrumented(scene) {
            return OF_KOTLIN_IN_TEST.tell(failure);
        }
        let there = scene.sections.iter().flat_map(|one| &one.frames).any(|frame| frame.class.starts_with("kotlin."));
        return if there { &OLDER_KOTLIN } else { &OF_KOTLIN }.tell(failure);
    }
    if let Some(api) = libraries::framework_class_since(&symbol) {
        failure.details.insert("api".to_owned(), api.to_owned());
        if let Some(lister) = lister(scene) {
            failure.details.insert("lister".to_owned(), lister);
            return LISTED_SINCE.tell(failure);
        }
        return OF_ANDROID_SINCE.tell(failure);
    }
    if is_android(scene, failure) && of_java::tell(scene, &symbol, failure) {
        return;
    }
    if is_framework(&symbol) && is_android(scene, failure) {
        return OF_ANDROID.tell(failure);
    }
    let section = scene.sections.iter().find(|one| one.class == "java.lang.NoClassDefFoundError");
    if section.is_some_and(|one| LAMBDA.is_match(&one.message)) {
        return REFUSED.tell(failure);
    }
    if is_android(scene, failure) && of_app::tell(scene, &symbol, failure) {
        return;
    }
    let asker = section.and_then(|one| one.frames.iter().find(|frame| !own::is_basic(&frame.class)));
    if let Some(frame) = asker.filter(|frame| is_other(frame, scene)) {
        return asked::tell(frame, &symbol, failure);
    }
    if asker.is_some() && is_android(scene, failure) && symbol.contains('.') && !symbol.contains("$$") {
        asked_by_app(scene, &symbol, failure);
    }
}

/// Functions of `Class` that look at all methods, fields or constructors of a class.
const LISTS: &[&str] = &["Methods", "Method", "Fields", "Constructors", "Constructor"];

/// Who lists the members of a class by reflection, where that is what loads the missing one.
fn lister(scene: &Scene<'_>) -> Option<String> {
    let lists = |frame: &Frame| {
        let kind = frame.method.strip_prefix("getDeclared").or_else(|| frame.method.strip_prefix("get"));
        frame.class == "java.lang.Class" && kind.is_some_and(|kind| LISTS.contains(&kind.trim_end_matches("Unchecked")))
    };
    let frames = &scene.sections.iter().rev().find(|one| !one.frames.is_empty())?.frames;
    let reflects = |frame: &&Frame| frame.class.starts_with("java.lang.reflect.") || frame.class == "java.lang.Class";
    let top = frames.iter().take_while(reflects).count();
    let listing = frames[..top].iter().any(lists);
    let caller = frames.get(top).filter(|_| listing)?;
    Some(own::name(caller))
}

/// Whether a test on a device runs it.
fn is_instrumented(scene: &Scene<'_>) -> bool {
    let runs = ["android.app.Instrumentation$InstrumentationThread", "androidx.test.runner.", "android.support.test."];
    let mut frames = scene.sections.iter().flat_map(|one| &one.frames);
    frames.any(|frame| runs.iter().any(|class| frame.class.starts_with(class)))
}

/// Whether the trace is of Android before 5.0, which reads one dex file unless MultiDex is installed.
fn is_dalvik(scene: &Scene<'_>) -> bool {
    scene.sections.iter().flat_map(|one| &one.frames).any(|frame| frame.class == "dalvik.system.NativeStart")
}

/// The app's own code asks for a class that it was compiled with.
fn asked_by_app(scene: &Scene<'_>, symbol: &str, failure: &mut Failure) {
    let library = linking::artifact(symbol);
    let named = library.contains(':');
    let of = if named { " of `{class_library}`" } else { "" };
    failure.details.insert("class_library".to_owned(), library);
    if is_dalvik(scene) {
        let cause = format!(
            "`{{at}}` uses `{{symbol}}`{of}, which is not found on this Android 4: before Android 5 only the first dex file is searched until MultiDex is installed, and the class is probably in another one."
        );
        return failure.say(
            &cause,
            &[
                "Let the application install MultiDex before anything else runs (`MultiDexApplication` as `android:name` of `<application>`, or `MultiDex.install(this)` in `attachBaseContext`), name what the start needs in `multiDexKeepProguard`, or raise `minSdk` to 21.",
                "If newer devices fail as well, the library is not packaged: `implementation` and not `compileOnly`, and in minified builds `-keep class {symbol} {{ *; }}`.",
            ],
        );
    }
    let cause = format!(
        "`{{at}}` uses `{{symbol}}`{of}. It was there when that was compiled, so the dependency is known, but the installed app does not have it: it is on the compile class path only (`compileOnly`, or a library of yours that is handed on as an AAR or JAR file, which brings none of its own dependencies), R8 removed it, or the version that was packaged has no such class."
    );
    let add = if named {
        "If it is not there, write `implementation(\"{class_library}:<version>\")` in the module that makes the app (not `compileOnly`); in a build that is minified `-keep class {symbol} {{ *; }}`."
    } else {
        "If it is not there, write the dependency that has it as `implementation` in the module that makes the app (not `compileOnly`); in a build that is minified `-keep class {symbol} {{ *; }}`."
    };
    failure.say(
        &cause,
        &[
            "Look whether the APK has it: `apkanalyzer dex packages --defined-only app.apk | grep {symbol}`.",
            add,
            "If it is there, the class itself could not be loaded: look further up in the log for `Rejecting class`, `Failed resolution of` or a `Caused by` with its superclass; then uninstall, build clean and install again.",
        ],
    );
}

/// The path of an APK of the device's system whose classes were searched.
fn system_apk(scene: &Scene<'_>) -> Option<String> {
    scene.sections.iter().find_map(|one| {
        let at = one.message.find("zip file \"")? + "zip file \"".len();
        let path = one.message[at..].split('"').next()?;
        (SYSTEM.iter().any(|start| path.starts_with(start)) && path.contains("app/")).then(|| path.to_owned())
    })
}

/// Why the code of the app could not be opened at all, where Android says so beside the class that it missed.
fn unopened(scene: &Scene<'_>) -> Option<String> {
    let told = scene.suppressed.iter().filter(|text| text.contains("dex") && text.starts_with("java.io.IOException: "));
    // The innermost one says why.
    let why = told.max_by_key(|text| WHY.iter().any(|words| text.contains(words)))?;
    Some(why.trim_start_matches("java.io.IOException: ").trim_end_matches('.').to_owned())
}

/// Ends of messages of the system that say why a file could not be opened.
const WHY: &[&str] =
    &["Read-only file system", "No space left", "Permission denied", "No such file", "Bad file", "I/O error"];

fn is_framework(class: &str) -> bool {
    const NO_FRAMEWORK: &[&str] = &["android.support.", "android.arch.", "android.databinding."];
    class.starts_with("android.") && !NO_FRAMEWORK.iter().any(|start| class.starts_with(start))
}

/// Where the system's own apps are.
const SYSTEM: &[&str] = &["/system/", "/system_ext/", "/vendor/", "/product/", "/apex/"];

fn is_android(scene: &Scene<'_>, failure: &Failure) -> bool {
    let android = |frame: &Frame| frame.class.starts_with("android.") || frame.class.starts_with("dalvik.");
    failure.process.is_some()
        || scene.sections.iter().any(|one| {
            one.message.contains("DexPathList")
                || one.message.starts_with("Failed resolution of: L")
                || one.frames.iter().any(android)
        })
}

fn optional(scene: &Scene<'_>, library: &str, since: &str, failure: &mut Failure) {
    let cause = format!(
        "The class `{{symbol}}`{} is not on the app's class path: since Android {since} it comes only with the optional library `{library}`, which the manifest has to ask for.",
        needed(scene)
    );
    let fix = format!(
        "Add `<uses-library android:name=\"{library}\" android:required=\"false\"/>` inside `<application>` of AndroidManifest.xml."
    );
    let later = "In the long run replace what uses it: a newer version of that library, or other classes (OkHttp, HttpURLConnection; for tests AndroidX).";
    failure.say(&cause, &[&fix, later]);
}

/// A class that lacks a function of what it extends or implements.
fn lacking(scene: &Scene<'_>, failure: &mut Failure) {
    let detail = |name: &str| failure.details.get(name).cloned().unwrap_or_default();
    let (receiver, signature) = (detail("receiver"), detail("signature"));
    let declarer = detail("declarer").trim_end_matches('.').to_owned();
    failure.details.insert("declarer".to_owned(), declarer.clone());
    let subject = if receiver.is_empty() { "The object on which it is called" } else { "`{receiver}`" };
    let made = if signature.contains("androidx.compose.runtime.Composer") {
        " The function is a `@Composable`: both have to be made by the same version of Kotlin and the Compose compiler."
    } else if signature.contains("kotlin.coroutines.Continuation") {
        " It is a `suspend` function: perhaps only one of the two was compiled as such."
    } else {
        ""
    };
    let of_app = scene.package.is_some_and(|package| declarer.starts_with(package));
    if receiver.is_empty() && !of_app && !declarer.is_empty() {
        return unknown_heir(&declarer, made, failure);
    }
    let one = !receiver.is_empty() && own::vendor(&receiver) == own::vendor(&declarer);
    let cause = format!(
        "{subject} has no function `{{lacking}}` as `{{declarer}}` declares it now: {}.{made}",
        if one {
            "one of the two was compiled against another version of the other"
        } else {
            "it was made for another version of that class or interface"
        }
    );
    let fix = if one && own::is_own(&declarer, scene.package) {
        "Build both modules anew (`clean`), with the same Kotlin and plugin versions; where one comes as a finished artifact or plugin, build it against the current version of `{declarer}`."
    } else if own::is_own(&declarer, scene.package) {
        "Compile the class that implements it against the current version of `{declarer}`, clean, and let it implement `{lacking}`."
    } else {
        "Bring the library of `{declarer}` and the one that implements it to versions that fit each other: `./gradlew dependencies` shows which were chosen."
    };
    failure.say(&cause, &[fix]);
}

/// The same where the message does not say whose class lacks it.
fn unknown_heir(declarer: &str, made: &str, failure: &mut Failure) {
    let library = linking::artifact(declarer);
    let library = if library.is_empty() { declarer.to_owned() } else { library };
    failure.details.insert("declarer_library".to_owned(), library);
    let cause = format!(
        "`{{lacking}}` of `{{declarer}}` (`{{declarer_library}}`) is called, and the object behind it has no such function: its class was compiled against another version of `{{declarer_library}}`, in which `{{lacking}}` did not exist or had other parameters.{made}"
    );
    failure.say(
        &cause,
        &[
            "Find what implements or extends `{declarer}`. A class of yours: compile it anew against the version in use, where the compiler then asks for `{lacking}`. Another library that builds on `{declarer_library}`: take a newer version of it, or go back with `{declarer_library}` to the version that it was made for (`./gradlew :app:dependencies`, look for `->`).",
            "If `{lacking}` has a body in an interface of Java 8 (a default method), let the module that implements it be desugared: `compileOptions {{ sourceCompatibility = JavaVersion.VERSION_1_8; targetCompatibility = JavaVersion.VERSION_1_8 }}` or higher.",
        ],
    );
}

/// `, which X needs,`, where that is not the user's own code.
fn needed(scene: &Scene<'_>) -> String {
    let asker = scene.sections.iter().flat_map(|one| &one.frames).find(|frame| !own::is_basic(&frame.class));
    asker.map_or(String::new(), |frame| format!(", which `{}` needs,", own::name(frame).replace(['{', '}'], "")))
}

/// Whether the frame is surely not of the app.
fn is_other(frame: &Frame, scene: &Scene<'_>) -> bool {
    match scene.package {
        Some(package) => !frame.class.starts_with(package),
        None => !own::is_own(&frame.class, None),
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    fn missing(class: &str) -> String {
        answer(&format!(
            "E/AndroidRuntime: java.lang.NoClassDefFoundError: Failed resolution of: L{class};\n\
             E/AndroidRuntime: \tat com.example.basket.Main.onCreate(Main.kt:9)\n\
             E/AndroidRuntime: \tat android.app.Activity.performCreate(Activity.java:8051)\n"
        ))
    }

    #[test]
    fn a_class_of_android_or_kotlin_is_no_librarys() {
        let since = missing("android/window/OnBackInvokedCallback");
        assert!(since.contains("API level 33") && since.contains("SDK_INT >= 33"), "{since}");
        let thrown = "java.lang.NoClassDefFoundError: Failed resolution of: Landroid/window/OnBackInvokedCallback;";
        let listed = answer(&format!(
            "E/Unity: AndroidJavaException: {thrown}\nE/Unity: {thrown}\nE/Unity: \tat java.lang.Class.getDeclaredMethods(Class.java:1880)\nE/Unity: \tat com.example.basket.Lister.list(Unknown Source:26)\n"
        ));
        assert!(listed.contains("by reflection (`Lister.list`)"), "{listed}");
        let hidden = missing("android/shelf/ShelfManager");
        assert!(hidden.contains("class of Android itself"), "{hidden}");
        let kotlin = missing("kotlin/jvm/internal/Intrinsics");
        assert!(kotlin.contains("kotlin-stdlib"), "{kotlin}");
        let tested = answer(
            "java.lang.NoClassDefFoundError: Failed resolution of: Lkotlin/text/StringsKt;\n\tat com.example.basket.ShelfTest.opens(ShelfTest.kt:9)\n\tat androidx.test.runner.AndroidJUnitRunner.onStart(AndroidJUnitRunner.java:4)\n",
        );
        assert!(tested.contains("testBuildType") && tested.contains("R8 removed"), "{tested}");
        let own = missing("com/example/shelf/Shelf");
        assert!(!own.contains("Android itself") && !own.contains("kotlin-stdlib"), "{own}");
    }

    #[test]
    fn a_dex_file_that_cannot_be_opened_is_the_reason() {
        let log = "E/AndroidRuntime: FATAL EXCEPTION: main\n\
            E/AndroidRuntime: java.lang.ClassNotFoundException: Didn't find class \"com.example.Shelf\" on path: DexPathList[[zip file \"/data/app/basket.apk\"]]\n\
            E/AndroidRuntime: \tat dalvik.system.BaseDexClassLoader.findClass(BaseDexClassLoader.java:56)\n\
            E/AndroidRuntime: \tSuppressed: java.io.IOException: Failed to extract 'classes.dex' from '/data/app/basket.apk': I/O Error\n\
            E/AndroidRuntime: \t\tat dalvik.system.DexFile.openDexFile(DexFile.java:295)\n\
            E/AndroidRuntime: \tCaused by: java.io.IOException: Failed to open file '/data/dalvik-cache/basket.dex': Read-only file system\n";
        let told = answer(log);
        assert!(told.contains("could not be opened at all") && told.contains("Read-only file system"), "{told}");
    }
}
