//! Classes of Java's library that Android has later or never, and what desugaring puts in their place.

use super::super::super::own;
use super::super::super::trace::Section;
use super::super::scene::{Scene, Words};
use super::linking::{artifact, linker};
use crate::facts::libraries;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Packages and classes of Java SE that no Android has.
const NEVER: &[&str] = &[
    "java.applet.",
    "java.awt.",
    "java.beans.BeanInfo",
    "java.beans.ConstructorProperties",
    "java.beans.Introspector",
    "java.beans.PropertyDescriptor",
    "java.beans.Transient",
    "java.lang.instrument.",
    "java.lang.management.",
    "java.lang.ModuleLayer",
    "java.lang.ProcessHandle",
    "java.net.http.",
    "java.rmi.",
    "javax.imageio.",
    "javax.management.",
    "javax.naming.",
    "javax.print.",
    "javax.script.",
    "javax.security.sasl.",
    "javax.sound.",
    "javax.swing.",
    "javax.tools.",
    "javax.xml.bind.",
    "javax.xml.stream.",
    "javax.xml.ws.",
    "org.ietf.jgss.",
];

/// What replaces a part of Java SE on Android.
const INSTEAD: &[(&str, &str)] = &[
    (
        "javax.xml.stream.",
        "XML without StAX (`XmlPullParser`, `kotlinx-serialization`'s xmlutil), or the StAX API and Woodstox or Aalto as dependencies under their own package names",
    ),
    (
        "javax.xml.bind.",
        "another mapping of XML or Base64 (`android.util.Base64` for `DatatypeConverter`; SimpleXML, xmlutil)",
    ),
    (
        "java.beans.",
        "for Jackson 2.15 and newer a version that is made for the `minSdk` (2.13 on old devices), else a library that does not look at beans",
    ),
    ("java.awt.", "`android.graphics` (Bitmap, Canvas, Color)"),
    ("javax.imageio.", "`android.graphics.BitmapFactory`"),
    ("javax.sound.", "`android.media`"),
    ("java.net.http.", "OkHttp, Ktor or HttpURLConnection"),
    (
        "javax.naming.",
        "the library's setting that needs no directory: for MongoDB an address `mongodb://…` and not `mongodb+srv://…`; DNS by dnsjava or minidns",
    ),
    (
        "java.lang.management.",
        "`android.os.Debug` and `Process`; most libraries only measure with it and have a switch for that",
    ),
    ("javax.management.", "the library's setting that switches JMX off"),
    ("javax.script.", "a JavaScript engine for Android (Rhino, QuickJS)"),
];

/// What D8 calls the classes of core library desugaring.
const DESUGARED: Words = Words {
    cause: "`{symbol}` is a class of core library desugaring: where a module is compiled with it, D8 renames calls to Java's newer classes to `j$…`. The classes themselves are packed only by the module that makes the app, and this APK lacks them: it is not switched on there (or only in a library, or a dynamic feature asks for a class that the base does not need).",
    fixes: &[
        "In the build file of the app's module (`com.android.application`): `compileOptions {{ isCoreLibraryDesugaringEnabled = true }}` and `coreLibraryDesugaring(\"com.android.tools:desugar_jdk_libs:<version>\")`, in the same version as in the libraries; build clean.",
        "If it is on there, a library was published with code that is desugared already, or R8 removed the class: update that library and the Android Gradle plugin, and compare with a build that is not minified.",
    ],
};

/// Bootstrap methods that D8 replaces.
const BOOTSTRAP: Words = Words {
    cause: "`{symbol}` makes lambdas and joined texts in byte code of Java 8 and later; D8 replaces all such calls, since this Android has no such class. So code came into the app that D8 did not treat as such: an old Android Gradle plugin or another dexer (`dx`), a JAR that is loaded at run time, or desugaring that is switched off.",
    fixes: &[
        "Set `compileOptions {{ sourceCompatibility = JavaVersion.VERSION_1_8; targetCompatibility = JavaVersion.VERSION_1_8 }}` or higher in the app's module, and update the Android Gradle plugin; remove `android.enableD8=false`, `android.enableDesugar=false`, Retrolambda and Jack.",
        "If a library is concerned that is converted by another tool or loaded at run time, take a version of it that is compiled for Java 7 or 8 for Android.",
    ],
};

/// `Lj$/time/LocalDate;`, `j$.time.LocalDate` in a signature
static DESUGARED_TYPE: Pattern = Pattern::new(r"\bL?j\$[./](?P<name>[A-Za-z0-9_$./]+)");

/// `(declaration of 'a.B' appears in /apex/com.android.art/core-oj.jar)`
static ON_DEVICE: Pattern = Pattern::new(r"appears in (?P<file>/(?:system|apex|product|vendor|system_ext)/[^ )]*)");

/// Words a function or field that is asked for with such a class in its signature. Whether it is.
pub fn half_desugared(section: &Section, failure: &mut Failure) -> bool {
    let Some(found) = DESUGARED_TYPE.captures(&section.message) else { return false };
    let name = found["name"].replace('/', ".");
    failure.details.insert("desugared_type".to_owned(), format!("j$.{name}"));
    failure.details.insert("java_type".to_owned(), format!("java.{name}"));
    if let Some(file) = ON_DEVICE.captures(&section.message) {
        failure.details.insert("system_file".to_owned(), file["file"].to_owned());
        let caller =
            linker(section).filter(|frame| !own::is_own(&frame.class, None)).map(|frame| artifact(&frame.class));
        let update = match caller.filter(|name| !name.is_empty()) {
            Some(library) => {
                failure.details.insert("desugared_library".to_owned(), library);
                "Raise `{desugared_library}`, which makes the call, to its newest release (`implementation(…)` in the app's module overrules the one that a plugin brings): newer ones call it so that desugaring does no harm."
            }
            None => {
                "Raise the library that makes the call to its newest release: newer ones call it so that desugaring does no harm."
            }
        };
        failure.say(ON_DEVICE_WORDS, &[update, "Update the Android Gradle plugin and `desugar_jdk_libs`, or leave core library desugaring out where nothing needs it any more (a higher `minSdk`)."]);
        return true;
    }
    HALF.tell(failure);
    true
}

const ON_DEVICE_WORDS: &str = "What is asked for has `{desugared_type}` in its signature: core library desugaring (D8) wrote that in place of `{java_type}` into the app's code, but what is called is a class of the device itself (`{system_file}`), which has `{java_type}` and is never rewritten. So no such function is found.";

/// One side of a call was rewritten.
const HALF: Words = Words {
    cause: "What is asked for has `{desugared_type}` in its signature: core library desugaring (D8) writes that in place of `{java_type}`, and it has rewritten only one side of this call, not what is called. So the two were not packaged in one go: one is from a library, dex file or dynamic feature that was desugared before or never, or from a build before desugaring was switched on or off.",
    fixes: &[
        "Switch desugaring on in the app's module (`compileOptions {{ isCoreLibraryDesugaringEnabled = true }}` and `coreLibraryDesugaring(\"com.android.tools:desugar_jdk_libs:<version>\")`), in dynamic features and test modules as well, with the same version everywhere; then `./gradlew clean` and install anew.",
        "If it stays, one side is a library that has `j$` in its published classes, or is loaded at run time (a plugin, a test APK): take a release of it without, and update the Android Gradle plugin (D8 and R8).",
    ],
};

/// Words such a class. Whether it is one.
pub fn tell(scene: &Scene<'_>, symbol: &str, failure: &mut Failure) -> bool {
    if symbol.starts_with("j$.") {
        DESUGARED.tell(failure);
        return true;
    }
    if ["java.lang.invoke.LambdaMetafactory", "java.lang.invoke.StringConcatFactory"].contains(&symbol) {
        BOOTSTRAP.tell(failure);
        return true;
    }
    let asker = scene.sections.iter().flat_map(|one| &one.frames).find(|frame| !own::is_basic(&frame.class));
    let own_code = asker.is_none_or(|frame| match scene.package {
        Some(package) => frame.class.starts_with(package),
        None => own::is_own(&frame.class, None),
    });
    if let Some(frame) = asker {
        failure.details.insert("asker".to_owned(), own::name(frame));
        failure.details.insert("vendor".to_owned(), own::vendor(&frame.class).trim_end_matches('.').to_owned());
    }
    if let Some(api) = libraries::api_without_desugaring(symbol) {
        later(symbol, api, own_code || asker.is_none(), failure);
        return true;
    }
    if !NEVER.iter().any(|start| symbol.starts_with(start)) {
        return false;
    }
    let who = match (own_code, asker.is_some()) {
        (true, _) | (_, false) => "",
        _ => " `{asker}` of the library `{vendor}` asks for it, which is made for a JVM at this place.",
    };
    let cause = format!(
        "`{{symbol}}` belongs to Java SE for desktops and servers. No version of Android has it, and desugaring does not bring it.{who}"
    );
    let instead = INSTEAD.iter().find(|(start, _)| symbol.starts_with(start)).map(|(_, instead)| *instead);
    let first = match instead {
        Some(instead) => format!("Use what Android has in its place: {instead}."),
        None => "Take the library's edition for Android, or another one that has such; a JAR with the missing class does not help as a rule, since the next class of Java SE is missing then.".to_owned(),
    };
    let second = if own_code {
        "If the class is only used on a server or desktop, keep that code out of what the app calls."
    } else {
        "If the library has an edition or setting for Android, take that; else keep away from the function that leads to `{asker}`."
    };
    failure.say(&cause, &[&first, second]);
    true
}

/// A class that Android has from some level on.
fn later(symbol: &str, api: &str, own_code: bool, failure: &mut Failure) {
    let version = libraries::android_version(api).unwrap_or_default().to_owned();
    failure.details.insert("api_since".to_owned(), api.to_owned());
    failure.details.insert("android_since".to_owned(), version);
    let who = if own_code {
        ""
    } else {
        " The library `{vendor}` needs it (in `{asker}`), but only the app's module can bring it."
    };
    let files = if symbol.starts_with("java.nio.file.") { "desugar_jdk_libs_nio" } else { "desugar_jdk_libs" };
    let cause = format!(
        "`{{symbol}}` is in Android from API level {{api_since}} (Android {{android_since}}) on, and this device is older. Below that the app brings it along itself, if core library desugaring is on; it is not.{who}"
    );
    let fix = format!(
        "In the build file of the app's module: `compileOptions {{{{ isCoreLibraryDesugaringEnabled = true }}}}` and `coreLibraryDesugaring(\"com.android.tools:{files}:<version>\")` in `dependencies` (in a Groovy script `coreLibraryDesugaringEnabled true`)."
    );
    failure.say(&cause, &[&fix, "Or raise `minSdk` to {api_since}."]);
}

#[cfg(test)]
mod tests {
    fn told(class: &str, asking: &str) -> String {
        let log = format!(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.NoClassDefFoundError: Failed resolution of: L{class};\n\tat {asking}\n\tat net.oak.basket.Main.open(Main.kt:3)\n"
        );
        crate::explain::answer(&log)
    }

    #[test]
    fn what_java_has_and_android_not_is_no_missing_dependency() {
        let library = "de.scales.weigh.Scale.put(Scale.java:9)";
        for (class, words) in [
            ("javax/naming/directory/InitialDirContext", "mongodb+srv"),
            ("j$/time/Instant", "com.android.application"),
            ("java/lang/invoke/StringConcatFactory", "VERSION_1_8"),
            ("java/time/LocalDate", "API level 26 (Android 8.0)"),
        ] {
            let told = told(class, library);
            assert!(told.contains(words) && !told.contains("gradlew dependencies"), "{told}");
        }
    }

    #[test]
    fn a_signature_of_desugaring_that_only_one_side_has_is_told() {
        let asked = |member: &str| {
            crate::explain::answer(&format!(
                "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.{member}\n\tat net.oak.basket.Main.open(Main.kt:3)\n"
            ))
        };
        for member in [
            "NoSuchMethodError: No virtual method put(Lj$/time/Instant;)V in class Lnet/oak/basket/Till; or its super classes (declaration of 'net.oak.basket.Till' appears in base.apk)",
            "NoSuchFieldError: No instance field day of type Lj$/time/Instant; in class Lde/scales/Scale; or its superclasses",
            "NoSuchMethodError: No interface method stream()Lj$/util/stream/Stream; in class Ljava/util/List; or its super classes",
            "AbstractMethodError: abstract method \"void de.scales.Scale.put(j$.time.Instant)\"",
        ] {
            let told = asked(member);
            assert!(told.contains("only one side") && told.contains("in place of `java."), "{told}");
        }
        let device = asked(
            "NoSuchMethodError: No interface method put(Lj$/util/function/Consumer;)V in class Landroidx/window/extensions/Till; or its super classes (declaration of 'androidx.window.extensions.Till' appears in /system_ext/framework/till.jar)",
        );
        assert!(device.contains("/system_ext/framework/till.jar") && !device.contains("Relocate"), "{device}");
        let plain =
            asked("NoSuchMethodError: No virtual method put(I)V in class Lnet/oak/basket/Till; or its super classes");
        assert!(!plain.contains("desugar"), "{plain}");
    }

    #[test]
    fn a_class_that_the_apps_code_was_compiled_with_is_not_packaged() {
        let own = told("de/scales/weigh/Scale", "net.oak.basket.Shelves.open(Shelves.kt:3)");
        assert!(own.contains("compile class path only") && own.contains("apkanalyzer"), "{own}");
    }
}
