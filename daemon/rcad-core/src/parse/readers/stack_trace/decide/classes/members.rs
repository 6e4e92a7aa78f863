//! Functions and fields that a packaged class lacks, where the app's own code asks for them, where the device's copy of a
//! library is in the way, and where nobody says which class was meant.

use super::super::super::own;
use super::super::scene::{Scene, Words};
use super::linking::{artifact, is_apps, linker};
use super::of_app::are_kin;
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `(declaration of 'a.B' appears in /system/framework/org.apache.http.legacy.boot.jar)`
static IN_SYSTEM: Pattern = Pattern::new(r"appears in (?P<file>/(?:system|apex|product|vendor|system_ext)/[^ )]*)");

/// `java.lang.Object a.B.load(a.C) failed to verify: …: [0x52] register v4 has type Conflict but expected …`
static VERIFIER: Pattern = Pattern::new(
    r"(?P<member>[A-Za-z0-9_$<>-]+)\([^)]*\) failed to verify: .*?\[0x[0-9A-Fa-f]+\] (?P<reason>.+?)(?: \(declaration of|$)",
);

/// The system's copy comes first.
const SHADOWED: &str = "`{owner}` is not taken from the APK but from the device's own files (`{system_file}`): Android has an old copy of this library among its own classes, which comes first, and that one has no `{symbol}` as it is asked for here. A newer copy in the APK is never used.";

/// Libraries of which Android has a copy, and what to do about each.
const COPIES: &[(&str, &str)] = &[
    (
        "org.apache.http.",
        "Take the client under another package name: `cz.msebera.android:httpclient` (imports `cz.msebera.android.httpclient…`), or OkHttp; for a library that uses Apache's client (AWS, Box, fluent-hc) take its Android edition.",
    ),
    (
        "org.apache.commons.codec.",
        "Use what the old copy (1.2 or 1.3) has: `new String(Hex.encodeHex(bytes))` in place of `encodeHexString`, `android.util.Base64` in place of `encodeBase64String`; in a library's code, relocate the package (Shadow plugin) or update the library.",
    ),
    (
        "org.json.",
        "Use only what Android's own `org.json` has (no `toMap`, `toList`, `isEmpty`, no `JSONObject(Map)` before API 19), or another JSON library; a packaged `org.json:json` is never loaded.",
    ),
];

const RELOCATE: &str = "Relocate the packaged library to another package name (Shadow plugin, jarjar), or use its Android edition, which has done that; or call only what the old copy has.";

/// Both are the app's.
const STALE: Words = Words {
    cause: "`{owner}` and what asks for it (`{at}`) are both the app's own, so no library's version decides: they were compiled at different times, and the installed `{owner}` has no `{symbol}` as it is asked for.",
    fixes: &[
        "Uninstall the app, build clean and install the whole of it: `./gradlew clean :app:installDebug` (in Android Studio Run, not Apply Changes).",
        "If it stays, there are two copies of `{owner}` (a module and an AAR, JAR or published version of it): look with `./gradlew :app:dependencies` and in `libs`, and keep one.",
    ],
};

/// The app's code and a library.
const OF_LIBRARY: Words = Words {
    cause: "`{at}` was compiled against another version of `{owner_library}` than is packaged: the `{owner}` in the app has no `{symbol}` as it is asked for.",
    fixes: &[
        "See which version is packaged and who chose it: `./gradlew :app:dependencyInsight --configuration debugRuntimeClasspath --dependency {owner_library}` (the variant's own name). Give the module of `{at}` that same version, or raise it for all.",
        "If the versions agree, a second copy is in the way: a JAR or AAR in `libs` with the same classes (Build > Analyze APK shows where `{owner}` is).",
    ],
};

/// An id of a library's layout.
const RESOURCE: Words = Words {
    cause: "`{owner}` is the list of ids that the app's build makes for the library, out of all layouts that are left after merging, and `{symbol}` is not in it: usually the app, or another library, has a layout (or other resource) of the same file name, which replaces the library's, with other ids in it.",
    fixes: &[
        "Find the file name of the library's layout that has `@+id/{symbol}` (open its AAR, `res/layout`), and search the app and the other modules for a layout of that name: rename yours.",
        "If there is none, two libraries share the package of that `R`, or the build is stale: build clean, and see `./gradlew :app:dependencies` for a second copy of it.",
    ],
};

/// Says whose copies do not fit.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeNoClassDef {
        return;
    }
    let Some(section) = scene.sections.iter().rev().find(|one| {
        ["NoSuchMethodError", "NoSuchFieldError", "AbstractMethodError", "VerifyError", "IncompatibleClassChangeError"]
            .iter()
            .any(|end| one.class.ends_with(end))
    }) else {
        return;
    };
    if section.class.ends_with("VerifyError") {
        return verifier(&section.message, failure);
    }
    if super::of_java::half_desugared(section, failure) {
        return;
    }
    if section.class.ends_with("AbstractMethodError") {
        return unnamed(&section.message, failure);
    }
    if let Some((object, interface)) = no_heir(&section.message) {
        return not_implemented(object, interface, failure);
    }
    let Some(owner) = failure.details.get("owner").cloned() else { return };
    if own::is_basic(&owner) || owner.starts_with("android.") && !owner.starts_with("android.support.") {
        return;
    }
    if let Some(found) = IN_SYSTEM.captures(&section.message) {
        failure.details.insert("system_file".to_owned(), found["file"].to_owned());
        let fix = COPIES.iter().find(|(start, _)| owner.starts_with(start)).map_or(RELOCATE, |(_, fix)| fix);
        return failure.say(SHADOWED, &[fix]);
    }
    let of_app = |class: &str| scene.package.is_some_and(|package| class.starts_with(package));
    if owner.contains(".R$") {
        let package = owner.split(".R$").next().unwrap_or_default().to_owned();
        return if of_app(&owner) { &STALE } else { &RESOURCE }.tell_with("resource_package", package, failure);
    }
    let Some(frame) = linker(section).filter(|frame| is_apps(frame, scene)) else { return };
    if of_app(&owner) || scene.package.is_none() && are_kin(&frame.class, &owner) {
        return stale(&section.message, failure);
    }
    let general = failure.wording.as_ref().is_none_or(|said| {
        said.cause.contains("compiled against another version of that library") || said.cause.contains("are mixed")
    });
    if general && failure.details.contains_key("at") {
        OF_LIBRARY.tell_with("owner_library", artifact(&owner), failure);
    }
}

impl Words {
    fn tell_with(&self, name: &str, value: String, failure: &mut Failure) {
        failure.details.insert(name.to_owned(), value);
        self.tell(failure);
    }
}

fn stale(message: &str, failure: &mut Failure) {
    if !failure.details.contains_key("at") {
        return;
    }
    if message.contains("code_cache/.overlay") {
        let cause = format!(
            "{} It was taken from `code_cache/.overlay`, where Android Studio's Apply Changes puts what it exchanges in a running app.",
            STALE.cause
        );
        return failure.say(&cause, STALE.fixes);
    }
    STALE.tell(failure);
}

/// An `AbstractMethodError` that names nothing: the class that calls is the one that declares the function, or near it.
fn unnamed(message: &str, failure: &mut Failure) {
    if !message.is_empty() && !message.contains("abstract method not implemented") {
        return;
    }
    if failure.details.contains_key("calling_library") {
        return failure.say(
            "`{calling}` of the library `{calling_library}` calls a function of an interface or abstract class, and the object behind it does not have that function: its class was compiled against another version of `{calling_library}` (an older one, if the library was just raised), where the function did not exist or had other parameters.",
            &[
                "Find what implements the library's interfaces (listeners, callbacks, adapters): compile your own classes anew against the version in use, where the compiler shows what is missing, and take newer versions of other libraries that build on `{calling_library}`.",
                "If such a library has no newer version, go back with `{calling_library}` to the version that it was made for: `./gradlew :app:dependencies` shows who raised it (`->`).",
            ],
        );
    }
    if failure.details.contains_key("at") {
        failure.say(
            "`{at}` calls a function of an interface or abstract class, and the object behind it does not have that function: the object's class was compiled against another version of that interface.",
            &[
                "Look which object is used at {name}:{line} and where its class comes from: if it is yours, build clean; if it is a library's, take the version that was made for the interface in use.",
            ],
        );
    }
}

/// `Class 'a.B' does not implement interface 'a.C' in call to '…'`
fn no_heir(message: &str) -> Option<(&str, &str)> {
    let (object, rest) = message.split_once(" does not implement interface '")?;
    let object = object.rsplit_once("lass '")?.1.trim_end_matches('\'');
    Some((object, rest.split('\'').next()?))
}

fn not_implemented(object: &str, interface: &str, failure: &mut Failure) {
    failure.details.insert("object".to_owned(), object.to_owned());
    failure.details.insert("interface".to_owned(), interface.to_owned());
    let library = artifact(object);
    failure.details.insert("object_library".to_owned(), library);
    failure.say(
        "An object of `{object}` is used as an `{interface}`, which the `{object}` that is packaged does not implement: it is of another version than the code that uses it was compiled against, or an unchecked cast (a generic type, reflection) let it through.",
        &[
            "Bring `{object}` (`{object_library}`) and `{interface}` to versions that belong together; if both are your own, build clean and reinstall, and in a minified build keep both from R8's merging (`-keep class {object}`).",
        ],
    );
}

/// What the verifier says of a function.
fn verifier(message: &str, failure: &mut Failure) {
    let Some(found) = VERIFIER.captures(message) else { return };
    let reason = found["reason"].trim_end_matches('.').to_owned();
    failure.details.insert("member".to_owned(), found["member"].to_owned());
    failure.details.insert("reason".to_owned(), reason.clone());
    if reason.contains("not instance of") || reason.contains("Unresolved Reference") {
        return failure.say(
            "ART refuses to load `{symbol}`: in `{member}` a class does not have the supertype that the code was compiled with ({reason}). So the classes are of versions that do not belong together, or the supertype is missing at run time.",
            &[
                "Bring the libraries of the classes that the reason names to versions that belong together (`./gradlew :app:dependencies`, look for `->`), build clean and reinstall.",
                "If only minified builds fail: update the Android Gradle plugin, and keep these classes from R8 to see whether it merged them.",
            ],
        );
    }
    failure.say(
        "ART refuses to load `{symbol}`: the byte code of `{member}` contradicts itself ({reason}). The source is not at fault, but what made or changed the byte code: an old Kotlin compiler, D8 or R8, or a plugin that instruments classes (performance monitors, coverage, hot fixes, obfuscators).",
        &[
            "Build once without `isMinifyEnabled` and without such plugins to see which it is; then update it: Kotlin, and the Android Gradle plugin for D8 and R8.",
            "Until then change the shape of `{member}`: move a `try`/`catch`, `synchronized` block or inlined lambda (above all around a `suspend` call) into a function of its own; split it if it is very long.",
        ],
    );
}

#[cfg(test)]
mod tests {
    fn told(thrown: &str, frames: &str) -> String {
        let log = format!("FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.{thrown}\n{frames}");
        crate::explain::answer(&log)
    }

    const OWN: &str = "\tat net.oak.basket.Shelves.open(Shelves.kt:3)\n";

    #[test]
    fn the_devices_copy_of_a_library_comes_first() {
        let codec = told(
            "NoSuchMethodError: No static method encodeHexString([B)Ljava/lang/String; in class Lorg/apache/commons/codec/binary/Hex; or its super classes (declaration of 'org.apache.commons.codec.binary.Hex' appears in /system/framework/org.apache.http.legacy.boot.jar)",
            OWN,
        );
        assert!(codec.contains("the device's own files") && codec.contains("encodeHex(bytes)"), "{codec}");
    }

    #[test]
    fn the_apps_own_classes_are_of_one_build() {
        let thrown = |owner: &str| {
            format!("NoSuchMethodError: No virtual method stack(I)V in class L{owner}; or its super classes")
        };
        let own = told(&thrown("net/oak/basket/data/Shelf"), OWN);
        assert!(own.contains("both the app's own") && own.contains("installDebug"), "{own}");
        let library = told(&thrown("de/scales/weigh/Scale"), OWN);
        assert!(library.contains("dependencyInsight") && !library.contains("both the app's"), "{library}");
    }

    #[test]
    fn an_id_of_a_librarys_layout_is_missing_where_another_layout_has_its_name() {
        let thrown = "NoSuchFieldError: No static field shelf_view of type I in class Lde/scales/weigh/R$id; or its superclasses";
        let told = told(thrown, "\tat de.scales.weigh.Scale.put(Scale.java:9)\n");
        assert!(told.contains("a layout of that name") && !told.contains("are mixed"), "{told}");
    }

    #[test]
    fn what_implements_an_interface_is_looked_for() {
        let told = told("AbstractMethodError", "\tat de.scales.weigh.Scale.put(Scale.java:9)\n");
        assert!(told.contains("`Scale.put` of the library `de.scales.weigh`"), "{told}");
    }
}
