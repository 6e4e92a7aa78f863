//! Whose matter a native crash is: by the process, by the library on top, by what the abort message and the address say.

use super::address::{Address, STALE};
use super::{last_words, memory, reporters};
use crate::model::failure::{Failure, Wording};
use crate::pattern::Pattern;

/// What is known of a crash beside its failure.
pub struct Known<'t> {
    /// The address that was used, `0x0`.
    pub address: Option<&'t str>,
    /// Whether the library on top is one that the app brought.
    pub is_own: bool,
    /// The log's.
    pub text: &'t str,
}

/// Processes of Android that are named without a path.
const SERVICES: &[&str] = &[
    "system_server",
    "surfaceflinger",
    "mediaserver",
    "cameraserver",
    "audioserver",
    "media.codec",
    "media.swcodec",
    "media.extractor",
    "media.metrics",
    "netd",
    "vold",
    "installd",
    "keystore",
    "keystore2",
    "statsd",
    "zygote",
    "zygote64",
    "webview_zygote",
    "com.android.bluetooth",
    "com.google.android.bluetooth",
    "com.android.phone",
    "com.android.systemui",
];

/// Where programs of Android and of the device's maker lie.
const SYSTEM_PATHS: &[&str] = &["/system/", "/system_ext/", "/vendor/", "/apex/", "/odm/", "/product/"];

/// Beginnings of abort messages, what they mean, and what to do.
const MESSAGES: &[(&str, &str, &str)] = &[
    (
        "stack corruption detected",
        "the stack protector found that a function had written beyond a buffer on its own stack",
        "Symbolise the frame above `__stack_chk_fail` (`ndk-stack -sym path/to/obj`): that function has the buffer. Compare its size with what is copied or read into it.",
    ),
    (
        "FORTIFY: ",
        "libc stopped a call that would have gone beyond a buffer or used a handle that is no longer valid",
        "Symbolise the frame below the `__…_chk` function (`ndk-stack -sym path/to/obj`) and correct the size or handle that it passes.",
    ),
    (
        "Scudo ERROR: ",
        "the allocator found the heap damaged: memory was freed twice, or something wrote beyond its end before",
        "Find the first wrong access with HWASan, GWP-ASan or AddressSanitizer in a debug build; the frames here only show who noticed it.",
    ),
    (
        "heap corruption detected",
        "the allocator found the heap damaged: memory was freed twice, or something wrote beyond its end before",
        "Find the first wrong access with AddressSanitizer in a debug build; the frames here only show who noticed it.",
    ),
    (
        "invalid address or address of corrupt block",
        "the allocator was given memory that it did not hand out or that was overwritten",
        "Find the first wrong access with AddressSanitizer in a debug build; the frames here only show who noticed it.",
    ),
    (
        "Pointer tag for ",
        "native code changed the top byte of a pointer, in which Android 11 and later keep a tag (apps with targetSdk 30 or later)",
        "Update the native library that packs data into pointers; until then set `android:allowNativeHeapPointerTagging=\"false\"` on `<application>`.",
    ),
    (
        "Failed to set EGL_SWAP_BEHAVIOR",
        "Android's renderer could not use the surface that it draws on: it was destroyed or belongs to somebody else who draws into it (another EGL context, a player, a camera, a map), or the driver lost it",
        "Look for what else draws into a `Surface` of this window, or releases one on another thread (`SurfaceView`, `TextureView`, a player, an own EGL context): stop it before the surface goes. If only some models crash, it is their driver.",
    ),
    (
        "Failed to make EGL context",
        "Android's renderer could not use its graphics context: it is current on another thread, or the driver lost it (memory of the graphics chip)",
        "Look for own EGL or OpenGL code that makes a context current on the render thread or does not release it; if only some models crash, it is their driver.",
    ),
    (
        "Encountered EGL error ",
        "Android's renderer got an error of the graphics driver that it cannot go on with",
        "Look for own EGL or OpenGL code and for very large windows, layers and bitmaps; if only some models crash, it is their driver.",
    ),
    (
        "ubsan: ",
        "code that was compiled with checks for undefined behaviour found an overflow or the like",
        "Symbolise the first frame of the library on top (`ndk-stack -sym path/to/obj`): the calculation there overflows.",
    ),
    (
        "fdsan: ",
        "a file descriptor was closed by somebody who does not own it, mostly closed twice",
        "Symbolise the backtrace (`ndk-stack -sym path/to/obj`), and close each descriptor once: after `detachFd()` or `adoptFd()` only the new owner closes it.",
    ),
    (
        "pthread_mutex_lock called on a destroyed mutex",
        "a lock was used after the object that holds it had been destroyed, mostly by a thread that still ran while the app or a player was shut down",
        "Stop and join such threads before their object is destroyed.",
    ),
];

/// `terminating due to uncaught exception of type cv::Exception: …`, `terminating with uncaught exception of type std::bad_alloc`
static UNCAUGHT: Pattern = Pattern::new(
    r"^terminating (?:with|due to) (?:an )?(?:uncaught|unexpected) (?:foreign )?exception(?: of type (?P<type>[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z_][A-Za-z0-9_]*|<[^>]*>)*)(?:: (?P<says>.+))?)?",
);

const JAVASCRIPT: &str = "Mend the JavaScript that throws it: its message is the real error, and the log above (tag `ReactNativeJS`, or the development build) has its stack; with a release bundle, map that back (`npx metro-symbolicate`).";
const JAVA: &str = "Mend what throws in Java: the message names its exception, and the log above may have its trace.";
const MEMORY: &str = "Check the size that is asked for there, and look for native memory that grows (`adb shell dumpsys meminfo <package>`, Native Heap): images, buffers and models that are never freed.";

/// Types of C++ exceptions, by a part of their names, what they mean, and a first step where there is one just for them.
const THROWN: &[(&str, &str, Option<&str>)] = &[
    ("bad_alloc", "native memory was exhausted, or a nonsensical size was asked for", Some(MEMORY)),
    ("out_of_range", "a container was read behind its end, or a key is not in it", None),
    ("bad_function_call", "a callback was called that is empty", None),
    ("bad_variant_access", "a value was read as another type than it has", None),
    ("bad_optional_access", "a value was read that is not there", None),
    ("system_error", "a call of the system failed, such as making a thread or locking", None),
    ("filesystem_error", "a file or folder could not be used", None),
    ("JSError", "JavaScript threw it, and native code called that JavaScript", Some(JAVASCRIPT)),
    ("JniException", "Java threw it, and native code called that Java", Some(JAVA)),
    ("nlohmann", "JSON was read that does not have the expected form", None),
];

/// What is said of a C++ exception that nobody caught.
fn uncaught(failure: &mut Failure, abort: &str) -> Option<Wording> {
    let found = UNCAUGHT.captures(abort)?;
    // The signal's line may follow the closing quote.
    let until = |text: &str| text.split("' signal ").next().unwrap_or(text).trim_end_matches('\'').to_owned();
    let group = |name: &str| found.name(name).map(|text| until(text.as_str()));
    let (thrown, says) = (group("type"), group("says"));
    let meaning = THROWN.iter().find(|(part, ..)| thrown.as_deref().is_some_and(|name| name.contains(part)));
    let of = if thrown.is_some() { " of the type `{cpp_type}`" } else { "" };
    let by = if failure.details.contains_key("library") { " (on top of the backtrace is `{library}`)" } else { "" };
    let step = meaning.and_then(|(_, _, step)| *step);
    let meaning = meaning.map_or(String::new(), |(_, meaning, _)| format!(": {meaning}"));
    let said = if says.is_some() { " It says: {cpp_says}." } else { "" };
    let cause =
        format!("A C++ exception{of} was thrown and nobody caught it, which aborts the app{by}{meaning}.{said}");
    let mend = if says.is_some() {
        "Mend what it says first (check the input before the call); then catch C++ exceptions where Java enters native code, and turn them into Java's."
    } else {
        "Catch C++ exceptions where Java enters native code (the JNI function), and turn them into Java's with their text."
    };
    let entered = "Look at what Java passes to `{entry}`, and catch C++ exceptions in that native function (`try { … } catch (const std::exception& e)`), turning them into Java's: then it is an error that can be handled.";
    let entered = entered.replace("{ … }", "{{ … }}");
    for (name, value) in [("cpp_type", thrown), ("cpp_says", says)] {
        failure.details.extend(value.map(|value| (name.to_owned(), value)));
    }
    let first = if failure.details.contains_key("entry") { entered.as_str() } else { mend };
    let first = step.unwrap_or(first);
    Some(Wording::new(
        cause,
        &[
            first,
            "If the library is a dependency's, update it, or report it with the symbolised backtrace (`ndk-stack -sym path/to/obj`).",
        ],
    ))
}

/// A library that many apps bring and nobody writes for one app.
struct Product {
    /// Beginning of the file's name.
    library: &'static str,
    name: &'static str,
    step: &'static str,
}

const fn product(library: &'static str, name: &'static str, step: &'static str) -> Product {
    Product { library, name, step }
}

const FLUTTER: &str = "Upgrade Flutter (`flutter upgrade`) and look whether it still crashes; else report it with the symbolised backtrace at github.com/flutter/flutter.";
const REACT: &str = "Look for the JavaScript or JNI error right above in the log first; then upgrade React Native (Hermes comes with it) and the native modules to versions that fit each other.";
const ANIMATED: &str = "Upgrade `react-native-reanimated` (and `react-native-worklets`) to versions that fit this React Native, then build clean; look for a JavaScript error right above in the log.";
const MODULE: &str = "Upgrade that package to a version that fits this React Native, then build clean; else look for this crash among its issues.";
const UNITY: &str = "Symbolise it with Unity's symbols package of this very version; then upgrade to the latest patch of this Unity release, and update the native plugins.";
const DOTNET: &str = "Look for the managed exception right above in the log (tags `mono-rt`, `MonoDroid`, `DOTNET`); then update the .NET Android workload.";
const AOT: &str = "Build without AOT to see whether its code is at fault (`<RunAOTCompilation>false</RunAOTCompilation>`), and update the .NET Android workload; `ndk-stack` has no symbols for it.";
const ENGINE: &str = "Upgrade the engine to its latest patch release and look whether it still crashes; else report it with the symbolised backtrace.";
const LIBRARY: &str =
    "Update that library and look whether it still crashes; else report it with the symbolised backtrace.";

const PRODUCTS: &[Product] = &[
    product("libflutter.so", "Flutter's engine", FLUTTER),
    product("libhermes", "Hermes, React Native's JavaScript engine", REACT),
    product("libreactnative", "React Native", REACT),
    product("libjsc.so", "JavaScriptCore of React Native", REACT),
    product("libfbjni.so", "React Native's JNI layer", REACT),
    product("libreanimated.so", "react-native-reanimated", ANIMATED),
    product("libworklets.so", "react-native-worklets", ANIMATED),
    product("librnscreens.so", "react-native-screens", MODULE),
    product("librnskia", "@shopify/react-native-skia", MODULE),
    product("libVisionCamera.so", "react-native-vision-camera", MODULE),
    product("libNitroModules.so", "react-native-nitro-modules", MODULE),
    product("libexpo-modules-core.so", "expo-modules-core", MODULE),
    product("libappmodules.so", "React Native's generated code of the app's modules", REACT),
    product("libmmkv.so", "MMKV", LIBRARY),
    product("libsentry.so", "Sentry's native SDK", LIBRARY),
    product("libonnxruntime", "ONNX Runtime", LIBRARY),
    product("libjnidispatch.so", "JNA", LIBRARY),
    product("libvlc", "libVLC", LIBRARY),
    product("libijk", "ijkplayer", LIBRARY),
    product("libagora-", "Agora's SDK", LIBRARY),
    product("libcronet", "Cronet", LIBRARY),
    product("libunity.so", "Unity's engine", UNITY),
    product("libil2cpp.so", "code of Unity that IL2CPP made from C#", UNITY),
    product("libmonosgen", "the Mono runtime", DOTNET),
    product("libaot-", "code that .NET for Android compiled ahead of time (AOT)", AOT),
    product("libmonodroid", "the .NET runtime for Android", DOTNET),
    product("libUE4.so", "Unreal Engine", ENGINE),
    product("libUnreal.so", "Unreal Engine", ENGINE),
    product("libgodot_android.so", "Godot", ENGINE),
    product("libcocos2d", "Cocos2d-x", ENGINE),
    product("libgdx.so", "libGDX", ENGINE),
    product("librealm", "Realm", LIBRARY),
    product("libsqlcipher.so", "SQLCipher", LIBRARY),
    product("libjingle_peerconnection_so.so", "WebRTC", LIBRARY),
    product("libtensorflowlite", "TensorFlow Lite", LIBRARY),
    product("libopencv_java", "OpenCV", LIBRARY),
    product("libmaplibre.so", "MapLibre", LIBRARY),
    product("libmapbox", "Mapbox", LIBRARY),
];

/// Parts of the names of Android's own libraries, what they do, and what an app gave them when they crash.
const PLATFORM: &[(&[&str], &str, &str)] = &[
    (
        &["libwebviewchromium", "libmonochrome", "libchrome", "android.webview", "webview.apk", "richrome"],
        "It is the code of Android System WebView (Chromium).",
        "Update Android System WebView and Chrome on the device, and try again; if it stays, find the page or setting that triggers it and report it to Chromium with the tombstone.",
    ),
    (
        &[
            "libGLES",
            "libGLESv",
            "libEGL",
            "vulkan.",
            "libvulkan",
            "libadreno",
            "libllvm-glnext",
            "libgsl",
            "libIMGegl",
            "libmali",
        ],
        "It is the driver of the graphics chip.",
        "Reproduce it on a device with another graphics chip: if it is this driver's alone, avoid the call that triggers it there (shader, texture format, context lost in the background); release contexts and surfaces on the thread that made them.",
    ),
    (
        &["libskia", "libhwui", "libandroid_runtime_graphics"],
        "It draws: most probably a bitmap, picture or surface was freed or recycled while it was still drawn, often by another thread.",
        "Find who draws with a `Canvas` or hands bitmaps over to other threads, and do not call `recycle()`, change or release them while they are drawn; keep a reference or synchronise.",
    ),
    (
        &["libstagefright", "libavc", "libvpx", "libhevc", "codec2", "codec", "libmedia", "libaudio"],
        "It decodes or plays media: most probably it does not stand this file or stream.",
        "Try another file: if only this one crashes it, encode that anew or use another decoder. Do not use a player or codec after `release()`.",
    ),
    (
        &["libsqlite"],
        "It is the database: most probably a connection, cursor or statement was used after it had been closed, or by two threads.",
        "Do not close a database that other threads still use; keep one open helper for the process.",
    ),
    (
        &["libart.so", "libartbase"],
        "It is Android's runtime: usually native code used a JNI reference that is no longer valid, or overwrote memory of the heap before.",
        "Run a debug build with CheckJNI (`adb shell setprop debug.checkjni 1`) to see the wrong JNI call; without native code of your own, update the libraries that bring some.",
    ),
    (
        &["libbinder"],
        "It talks to other processes (Binder).",
        "Look above in the log for a transaction that failed or a service that died, and at what was sent: too large data or an object that was freed.",
    ),
];

/// Whether a library is one that many apps bring.
pub fn is_product(library: &str) -> bool {
    PRODUCTS.iter().any(|product| library.starts_with(product.library))
}

/// What is said of a crash that shows itself whose matter it is: a C++ exception, a crash reporter.
fn plainly(failure: &mut Failure, abort: &str) -> Option<Wording> {
    let in_java = failure.details.contains_key("at");
    let service = failure.process.as_deref().is_some_and(is_service);
    let thrown = if in_java || service { None } else { uncaught(failure, abort) };
    thrown.or_else(|| last_words::words(failure)).or_else(|| reporters::words(failure))
}

/// What is said of the crash, where it is known whose matter it is; details that the words name are added.
pub fn judge(failure: &mut Failure, known: &Known) -> Option<Wording> {
    let abort = failure.details.get("abort").cloned().unwrap_or_default();
    if let Some(words) = plainly(failure, &abort) {
        return Some(words);
    }
    let detail = |name: &str| failure.details.get(name).cloned().unwrap_or_default();
    if failure.details.contains_key("jni") || failure.details.contains_key("at") || failure.file.is_some() {
        return None;
    }
    let process = failure.process.clone().unwrap_or_default();
    let library = detail("library");
    let at_address = Address::of(&detail("signal"), &detail("code"), known.address);
    let why = at_address.says();
    let said = MESSAGES.iter().find(|(start, _, _)| abort.starts_with(start));
    let mut happened = if abort.is_empty() { "crashed with {signal}" } else { "aborted ({abort})" }.to_owned();
    let at = match (library.is_empty(), failure.details.contains_key("function")) {
        (true, _) => "",
        (_, true) => " in `{library}` ({function})",
        _ => " in `{library}`",
    };
    happened.push_str(at);
    let meaning = said.map(|(_, meaning, _)| format!(": {meaning}")).unwrap_or_default();
    let before = before(failure);
    if is_service(&process) {
        return Some(of_service(process, &library, &format!("{happened}{meaning}.{why}"), before, failure));
    }
    if let Some(product) = PRODUCTS.iter().find(|product| library.starts_with(product.library)) {
        failure.details.insert("product".to_owned(), product.name.to_owned());
        return Some(Wording::new(
            format!("The app {happened}{meaning}. That is {{product}}, not code of your own.{why}{before}"),
            &[
                product.step,
                "Find the last thing that the app did before (the screen, file or call), and leave it out to see whether that triggers it.",
            ],
        ));
    }
    if let Some((_, _, step)) = said {
        let other = "If the library is a dependency's, update it, or report it with the backtrace.";
        let steps = [Some(*step), Some(other).filter(|_| known.is_own || library.is_empty())];
        let steps: Vec<&str> = steps.into_iter().flatten().collect();
        return Some(Wording::new(format!("Native code {happened}{meaning}.{before}"), &steps));
    }
    if library.is_empty() && abort.is_empty() && !detail("signal").is_empty() {
        return Some(bare(failure, at_address));
    }
    if abort.is_empty()
        && !known.is_own
        && let Some(words) = memory::words(&library, known.text, &happened, why, before)
    {
        return Some(words);
    }
    if known.is_own && abort.is_empty() && (!why.is_empty() || !before.is_empty()) && detail("why").is_empty() {
        return Some(own_crash(&happened, at_address, before));
    }
    let web_view = PLATFORM[0].0.iter().any(|name| library.contains(name));
    if known.is_own || library.is_empty() || !abort.is_empty() && !web_view {
        return None;
    }
    let (says, step) = part_of(&library)?;
    Some(Wording::new(
        format!(
            "The app {happened}, a library of Android{thread}. {says}{why} None of the app's own libraries is among the frames in this log.{before}",
            thread = thread(failure)
        ),
        &[
            step,
            "If the tombstone has more frames or threads than this log, look there for the first library or Java class of the app: that is what called it.",
        ],
    ))
}

/// A crash of one of Android's own services.
fn of_service(process: String, library: &str, happened: &str, before: &str, failure: &mut Failure) -> Wording {
    let part = part_of(library).map_or(String::new(), |(says, _)| format!(" {says}"));
    failure.details.insert("service".to_owned(), process);
    Wording::new(
        format!(
            "`{{service}}`, a service of Android and no app, {happened}{part} So the fault is most probably in the system or in a library of the device's maker.{before}"
        ),
        &[
            "Install the device's newest system update. An app's developer can only avoid what triggers it (the file, camera or setting in use at that moment) and report it to the maker with the tombstone.",
            "On a ROM that you build, take the whole tombstone and symbolise it with the symbols of this build; check that blobs of the maker and the system are of the same release.",
        ],
    )
}

/// A crash in a library that the app brings and that no table knows.
fn own_crash(happened: &str, address: Address, before: &str) -> Wording {
    let why = address.says();
    let step = if address == Address::Null {
        "Find the line by `ndk-stack -sym path/to/obj` (or `llvm-addr2line -e lib.so <pc>`): a pointer there is null, as a rule an object that was not made, could not be loaded, or was freed and reset; check it before it is used."
    } else {
        "Find the line by `ndk-stack -sym path/to/obj` (or `llvm-addr2line -e lib.so <pc>`), and look there for an object that was freed, or an index beyond its array; AddressSanitizer (HWASan) shows the first wrong access."
    };
    Wording::new(
        format!("The app {happened}, a native library that it brings.{why}{before}"),
        &[step, "If the library is a dependency's, update it, or report it with the backtrace."],
    )
}

/// What the signals say where the log has neither a backtrace nor a message.
const SIGNALS: &[(&str, &str)] = &[
    (
        "SIGSEGV",
        "native code used an address that it may not: a null pointer, or an object that was freed or never was there",
    ),
    (
        "SIGABRT",
        "native code ended the process on purpose, because a check failed or an exception was not caught; what it says of that stands right above in the log or in `Abort message`",
    ),
    (
        "SIGBUS",
        "native code used an address behind which there is no memory: a mapped file that was made shorter or deleted, a full storage, or a misaligned access",
    ),
    (
        "SIGTRAP",
        "native code ran into a trap, which compilers put where a check of the code failed (Chromium's `CHECK`, Swift, `__builtin_trap`)",
    ),
    ("SIGILL", "the processor met an instruction that it cannot execute, mostly a trap that a compiler put there"),
    ("SIGFPE", "native code computed what is not defined, as a rule an integer divided by zero"),
    ("SIGSYS", "native code made a system call that Android does not allow to apps"),
];

/// A crash of which the log has no more than the signal.
fn bare(failure: &Failure, address: Address) -> Wording {
    let signal = failure.details.get("signal").map_or("", String::as_str);
    let (why, elsewhere) = (address.says(), address == Address::Elsewhere);
    let meaning = SIGNALS.iter().find(|(name, _)| *name == signal).map(|(_, meaning)| format!(": {meaning}"));
    let meaning =
        if elsewhere { Some(STALE.to_owned()) } else { meaning.filter(|_| why.is_empty() || signal != "SIGSEGV") };
    let on = if failure.details.contains_key("thread") { " on thread {thread}" } else { "" };
    let code = if failure.details.contains_key("code") { " ({code})" } else { "" };
    let before = before(failure);
    Wording::new(
        format!(
            "The app crashed in native code with {{signal}}{code}{on}{}.{why} This log has no backtrace, so it does not show where.{before}",
            meaning.unwrap_or_default()
        ),
        &[
            "Get the backtrace: `adb logcat -b crash`, or `adb bugreport` (FS/data/tombstones), on Play *Crashes and ANRs*; its first frame in a library of the app is the place.",
            "Symbolise it with `ndk-stack -sym path/to/obj`. If the library is a dependency's, update it; a crash that began with an update of one is most probably its.",
        ],
    )
}

/// What the process logged right before, as a sentence.
fn before(failure: &Failure) -> &'static str {
    let logged = failure.details.contains_key("before");
    if logged { " Right before, the same process logged: “{before}”." } else { "" }
}

fn thread(failure: &Failure) -> &'static str {
    if failure.details.contains_key("thread") { ", on thread {thread}" } else { "" }
}

fn is_service(process: &str) -> bool {
    SYSTEM_PATHS.iter().any(|path| process.starts_with(path))
        || SERVICES.contains(&process)
        || process.starts_with("android.hardware.")
        || process.starts_with("vendor.")
}

fn part_of(library: &str) -> Option<(&'static str, &'static str)> {
    PLATFORM
        .iter()
        .find(|(names, _, _)| names.iter().any(|name| library.contains(name)))
        .map(|(_, says, step)| (*says, *step))
}

#[cfg(test)]
mod tests {
    use super::{is_service, part_of};

    #[test]
    fn services_are_no_apps() {
        for process in [
            "/system/bin/mediaserver",
            "/vendor/bin/hw/x",
            "system_server",
            "android.hardware.camera.provider@2.4-service",
        ] {
            assert!(is_service(process), "{process}");
        }
        for process in ["com.example.basket", "com.android.chrome", "app_process64", ""] {
            assert!(!is_service(process), "{process}");
        }
    }

    #[test]
    fn libraries_of_android_have_a_purpose() {
        assert!(part_of("libskia.so").is_some_and(|(says, _)| says.contains("draws")));
        assert!(part_of("libstagefright_soft_avcdec.so").is_some_and(|(says, _)| says.contains("media")));
        assert!(part_of("libbasket.so").is_none());
    }
}
