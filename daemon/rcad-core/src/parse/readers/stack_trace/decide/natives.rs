//! Native libraries that are not found, by where the loader says that it searched, and native methods without code, by whose
//! they are and which name was looked for.

use super::super::own;
use super::super::trace::{Frame, simple};
use super::classes::linking::{artifact, is_apps};
use super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `nativeLibraryDirectories=[/data/app/a.b-1/lib/x86_64, /data/app/a.b-1/base.apk!/lib/x86_64, /system/lib64]`
static SEARCHED: Pattern = Pattern::new(
    r#"nativeLibraryDirectories=\[[^\]]*?/lib/(?P<dir>arm64-v8a|armeabi-v7a|armeabi|arm64|arm|x86_64|x86)[,\]/].*(?:[Cc]ouldn't|[Cc]ould not) find ""#,
);

/// `(tried Java_a_b_Oak_put and Java_a_b_Oak_put__I)`
static TRIED: Pattern = Pattern::new(r"\(tried (?P<tried>Java_[A-Za-z0-9_]+)");

/// Folders of installed apps, and the ABIs that they are for.
const ABIS: &[(&str, &str)] = &[("arm64", "arm64-v8a"), ("arm", "armeabi-v7a")];

/// `/data/app/a.b-1/base.apk!/lib/armeabi`, the ABI before `armeabi-v7a`
static OLD_ABI: Pattern = Pattern::new(r"\.apk!/lib/armeabi[,\]]");

/// Ends of names of parts that bring native code.
const NATIVE_PARTS: &[&str] = &["arm64_v8a.apk", "armeabi_v7a.apk", "armeabi.apk", "x86.apk", "x86_64.apk"];

/// Says what the loader's message shows.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeUnsatisfiedLink || failure.symbol.is_none() {
        return;
    }
    let section = scene.sections.iter().rev().find(|one| one.class.ends_with("UnsatisfiedLinkError"));
    let Some(section) = section else { return };
    let loader = section.frames.iter().find(|frame| !own::is_basic(&frame.class));
    if let Some(found) = SEARCHED.captures(&section.message) {
        let dir = found["dir"].to_owned();
        return not_found(scene, &section.message, &dir, loader, failure);
    }
    if let Some(found) = TRIED.captures(&section.message) {
        failure.details.insert("tried".to_owned(), found["tried"].to_owned());
        without_code(scene, loader, failure);
    }
}

/// The library's name where its own code loads it, else nothing.
fn library(scene: &Scene<'_>, frame: Option<&Frame>) -> Option<String> {
    frame.filter(|frame| !is_apps(frame, scene)).map(|frame| artifact(&frame.class)).filter(|name| !name.is_empty())
}

fn not_found(scene: &Scene<'_>, message: &str, dir: &str, loader: Option<&Frame>, failure: &mut Failure) {
    // Of 32 bits the folder in the APK tells which one was chosen.
    let old = OLD_ABI.is_match(message);
    let abi = ABIS.iter().find(|(folder, _)| *folder == dir).map_or(dir, |(_, abi)| if old { "armeabi" } else { abi });
    failure.details.insert("abi".to_owned(), abi.to_owned());
    let library = library(scene, loader);
    let who = match (&library, loader) {
        (Some(name), Some(frame)) => {
            failure.details.insert("loader".to_owned(), own::name(frame));
            failure.details.insert("loading_library".to_owned(), name.clone());
            " `{loader}` of the library `{loading_library}` loads it."
        }
        _ => "",
    };
    let cause = |why: &str| {
        format!(
            "The app is installed for the ABI `{{abi}}`, and there is no `{{symbol}}` for it, neither in its folder for native libraries nor in the APK.{who} {why}"
        )
    };
    let look = "See for which ABIs the APK has it: `unzip -l app.apk | grep {symbol}`.";
    let parts = message.matches("/split_").count() > 0;
    if parts && !NATIVE_PARTS.iter().any(|end| message.contains(end)) {
        return failure.say(
            &cause("The app came in parts (splits), and the part with the native libraries is not among those that are installed: it was passed on as single APKs, or put on a device of another kind."),
            &[
                "Install it whole: from the store, `bundletool install-apks`, or `adb install-multiple` with all APKs of the set; for passing on build a universal APK (`bundletool build-apks --mode=universal`).",
                "Guard the first load with a `try`/`catch (UnsatisfiedLinkError)` that tells the user where to install the app from.",
            ],
        );
    }
    if dir.starts_with("x86") {
        return failure.say(
            &cause("That is an emulator or a device with an Intel processor; something else in the app has a build for it, so that Android chose this ABI."),
            &[
                "Leave the ABI out, so that the system translates ARM code (images with Android 11 and later do): `ndk { abiFilters += listOf(\"arm64-v8a\", \"armeabi-v7a\") }` in `defaultConfig`; or test on an ARM device or image.".replace('{', "{{").replace('}', "}}").as_str(),
                &format!("{look} If the library has a build for `{{abi}}`, package it as well (own code: add it to `abiFilters` of the module that builds it)."),
            ],
        );
    }
    let build = if library.is_some() {
        "If it is in none, the dependency with the `.so` files is missing: some libraries have an artifact of their own for them, and a JAR from `libs` brings none; take the AAR, and see that `packaging.jniLibs.excludes` does not leave it out."
    } else {
        "If it is in none, it is not built or not packaged: `externalNativeBuild` in this module with `add_library(…)` of that name (`System.loadLibrary` takes it without `lib` and `.so`), or the file in `src/main/jniLibs/{abi}/`."
    };
    let other = format!(
        "{look} If it is there only for another one (mostly `armeabi-v7a`), some other library brings `{{abi}}`, and Android takes that folder alone: get a build for `{{abi}}`, or restrict the app to what all libraries have: `ndk {{{{ abiFilters += \"armeabi-v7a\" }}}}`."
    );
    failure.say(&cause("Android chooses one ABI for the whole app when it is installed."), &[&other, build]);
}

/// A name that only a shrinker gives.
fn is_short(name: &str) -> bool {
    name.len() <= 2 && name.bytes().all(|letter| letter.is_ascii_lowercase())
}

fn without_code(scene: &Scene<'_>, loader: Option<&Frame>, failure: &mut Failure) {
    let symbol = failure.symbol.clone().unwrap_or_default();
    let (class, method) = symbol.rsplit_once('.').unwrap_or(("", &symbol));
    let package = class.rsplit_once('.').map_or(class, |(package, _)| package).to_owned();
    failure.details.insert("native_package".to_owned(), package.clone());
    let keep = "`-keepclasseswithmembernames,includedescriptorclasses class * { native <methods>; }` in proguard-rules.pro (part of `proguard-android-optimize.txt`), and for a library whose native code also looks classes up `-keep class {native_package}.** { *; }`.";
    let keep = keep.replace("{ native <methods>; }", "{{ native <methods>; }}").replace("{ *; }", "{{ *; }}");
    if is_short(method) || is_short(simple(class)) {
        return failure.say(
            "R8 renamed the class or the native method: `{symbol}` is no name of the source. Native code is found by its name in full (here `{tried}`), so it must not be renamed, and the library still has the old one.",
            &[&format!("Keep it: {keep}")],
        );
    }
    let class_only = simple(class).to_owned();
    let library = library(scene, loader.or(scene.own()).filter(|frame| frame.class.starts_with(&package)));
    let asks_release = scene.above.iter().any(|line| {
        let line = line.to_lowercase();
        ["release", "minify", "proguard"].iter().any(|word| line.contains(word))
    });
    let Some(library) = library else { return of_app(&class_only, failure) };
    failure.details.insert("loading_library".to_owned(), library);
    let cause = "No native library that is loaded has the function of `{symbol}` (`{tried}`), which belongs to the library `{loading_library}`: its `.so` is not loaded, since loading it failed before or nobody called the library's initialisation; or R8 removed what it registers; or its Java part and its `.so` are of different versions.";
    let look = "Look further up in the log for the first `UnsatisfiedLinkError`, `dlopen failed` or `JNI_OnLoad` line: that is the reason. If there is none, call the library's initialisation first (in `Application.onCreate`, in each process that uses it).";
    let shrunk = format!("If only minified builds fail: {keep}");
    let steps: &[&str] = if asks_release { &[&shrunk, look] } else { &[look, &shrunk] };
    failure.say(cause, steps);
}

/// The app's own native method.
fn of_app(class: &str, failure: &mut Failure) {
    let companion = class.ends_with("$Companion");
    let hint = if companion {
        " It is one of a companion object, so its name has `00024Companion` in it; with `@JvmStatic` it is the outer class's."
    } else {
        ""
    };
    let cause = format!(
        "No native library that is loaded exports `{{tried}}`, the name under which `{{symbol}}` is looked for.{hint} Either `System.loadLibrary` has not run yet (or failed before), or the function has another name: the package, class or method was renamed, or C++ changed it since it is not `extern \"C\"`."
    );
    failure.say(
        &cause,
        &[
            "See what the library exports: `llvm-nm -D lib….so | grep Java_` (the file in the APK). It must have `{tried}`; if it has not, write `extern \"C\" JNIEXPORT … JNICALL {tried}(JNIEnv*, jobject, …)`.",
            "If it has, load it before the first use: `init {{ System.loadLibrary(\"…\") }}` in the companion object (a `static` block) of the class, and look further up for an `UnsatisfiedLinkError` of that line.",
        ],
    );
}

#[cfg(test)]
mod tests {
    fn told(thrown: &str, frames: &str) -> String {
        let log = format!(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.UnsatisfiedLinkError: {thrown}\n{frames}"
        );
        crate::explain::answer(&log)
    }

    const LIBRARY: &str = "\tat java.lang.System.loadLibrary(System.java:1661)\n\tat de.scales.weigh.Scale.<clinit>(Scale.java:9)\n\tat net.oak.basket.Main.open(Main.kt:3)\n";

    fn searched(apks: &str, dir: &str) -> String {
        let missing = format!(
            "dalvik.system.PathClassLoader[DexPathList[[{apks}],nativeLibraryDirectories=[/data/app/net.oak.basket-1/lib/{dir}, /system/lib64]]] couldn't find \"libweigh.so\""
        );
        told(&missing, LIBRARY)
    }

    #[test]
    fn where_the_loader_searched_shows_what_is_missing() {
        let base = "zip file \"/data/app/net.oak.basket-1/base.apk\"";
        let arm = searched(base, "arm64");
        assert!(arm.contains("ABI `arm64-v8a`") && arm.contains("the library `de.scales.weigh`"), "{arm}");
        let old = searched(base, "arm, /data/app/net.oak.basket-1/base.apk!/lib/armeabi");
        assert!(old.contains("ABI `armeabi`"), "{old}");
        let intel = searched(base, "x86_64");
        assert!(intel.contains("emulator") && intel.contains("abiFilters += listOf"), "{intel}");
        let part =
            searched(&format!("{base}, zip file \"/data/app/net.oak.basket-1/split_config.xxhdpi.apk\""), "arm64");
        assert!(part.contains("install-multiple"), "{part}");
    }

    #[test]
    fn a_native_method_is_looked_for_by_its_name() {
        let thrown = |class: &str| {
            let name = class.replace('.', "_");
            format!("No implementation found for int {class}.put(int) (tried Java_{name}_put and Java_{name}_put__I)")
        };
        let own = told(&thrown("net.oak.basket.Native"), "\tat net.oak.basket.Main.open(Main.kt:3)\n");
        assert!(own.contains("exports `Java_net_oak_basket_Native_put`") && own.contains("llvm-nm"), "{own}");
        let library = told(&thrown("de.scales.weigh.Scale"), "\tat de.scales.weigh.Scale.put(Native Method)\n");
        assert!(library.contains("library `de.scales.weigh`") && library.contains("dlopen failed"), "{library}");
        let minified = told(&thrown("de.scales.weigh.a"), "\tat de.scales.weigh.a.put(Native Method)\n");
        assert!(minified.contains("R8 renamed"), "{minified}");
    }
}
