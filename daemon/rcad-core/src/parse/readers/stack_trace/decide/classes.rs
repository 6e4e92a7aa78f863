//! Classes that are missing or do not fit: who asked for them, and why they are not there.

use super::super::{own, trace::Frame};
use super::scene::{Scene, Words};
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `Failed resolution of: La/-$$Lambda$X;`, `a.Main$$ExternalSyntheticLambda0`
static LAMBDA: Pattern = Pattern::new(r"\$\$Lambda|\$\$ExternalSynthetic(?:Lambda|BackportWithForwarding)?");

/// Says what the classes' names and the asking frames show.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if matches!(failure.category, Category::RuntimeNoClassDef | Category::ManifestClassNotFound) {
        missing(scene, failure);
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

/// A class that a library needs of another one.
const NEEDED: Words = Words {
    cause: "The class `{symbol}`, which a library (`{asker}` of `{vendor}`) needs, is not found or cannot be loaded at run time: the artifact that has it is missing or of another version than the library was made for, R8 removed it, or this platform does not have it.",
    fixes: &[
        "See what the library `{vendor}` depends on and which version was chosen of it (`./gradlew dependencies`): add what is missing, or bring both to versions that fit each other.",
        "If only the minified build fails, keep the class in R8's rules; a class of Java that Android lacks needs another version of the library.",
    ],
};

/// A class that a library needs of itself.
const OF_ITS_OWN: Words = Words {
    cause: "The library `{vendor}` asks (in `{asker}`) for a class of its own, `{symbol}`, which is not found in the app: its artifacts are probably of versions that do not belong together, one of them is left out, or R8 removed the class.",
    fixes: &[
        "See which of its artifacts are in: `./gradlew dependencies` (look for `{vendor}`), and bring all of them to one version (its BOM, or the plugin that adds them).",
        "If only the minified build fails: `-keep class {vendor}.** {{ *; }}`, and update the library, whose own rules should do that.",
    ],
};

fn missing(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.details.contains_key("lacking") {
        return lacking(scene, failure);
    }
    let Some(symbol) = failure.symbol.clone() else { return };
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
    let section = scene.sections.iter().find(|one| one.class == "java.lang.NoClassDefFoundError");
    if section.is_some_and(|one| LAMBDA.is_match(&one.message)) {
        return REFUSED.tell(failure);
    }
    let asker = section.and_then(|one| one.frames.iter().find(|frame| !own::is_basic(&frame.class)));
    if let Some(frame) = asker.filter(|frame| is_other(frame, scene)) {
        asked_by(frame, &symbol, failure);
    }
}

/// The path of an APK of the device's system whose classes were searched.
fn system_apk(scene: &Scene<'_>) -> Option<String> {
    scene.sections.iter().find_map(|one| {
        let at = one.message.find("zip file \"")? + "zip file \"".len();
        let path = one.message[at..].split('"').next()?;
        (SYSTEM.iter().any(|start| path.starts_with(start)) && path.contains("app/")).then(|| path.to_owned())
    })
}

/// Where the system's own apps are.
const SYSTEM: &[&str] = &["/system/", "/system_ext/", "/vendor/", "/product/", "/apex/"];

fn is_android(scene: &Scene<'_>, failure: &Failure) -> bool {
    let android = |frame: &Frame| frame.class.starts_with("android.") || frame.class.starts_with("dalvik.");
    failure.process.is_some()
        || scene.sections.iter().any(|one| one.message.contains("DexPathList") || one.frames.iter().any(android))
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

/// A library that needs the class.
fn asked_by(frame: &Frame, symbol: &str, failure: &mut Failure) {
    let vendor = own::vendor(&frame.class);
    let itself = vendor == own::vendor(symbol);
    if !itself && (symbol.contains("$$") || is_platform(&frame.class)) {
        return;
    }
    failure.details.insert("vendor".to_owned(), vendor.trim_end_matches('.').to_owned());
    failure.details.insert("asker".to_owned(), own::name(frame));
    if itself { OF_ITS_OWN.tell(failure) } else { NEEDED.tell(failure) }
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

/// Whether the platform itself asks, for whoever named the class.
fn is_platform(class: &str) -> bool {
    ["android.", "com.android.internal.", "androidx.", "org.gradle.", "worker.org.gradle.", "org.junit."]
        .iter()
        .any(|start| class.starts_with(start))
}
