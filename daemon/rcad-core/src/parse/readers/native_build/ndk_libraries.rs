//! Which library of Android's NDK (or of the compiler) has a symbol that the linker does not find, by how its name begins.

use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Beginnings of names, and the library: the name that is passed to the linker.
const BEGINNINGS: &[(&str, &str)] = &[
    ("__android_log_", "log"),
    ("AAsset", "android"),
    ("AChoreographer_", "android"),
    ("AConfiguration_", "android"),
    ("AFont_", "android"),
    ("AHardwareBuffer_", "android"),
    ("AInput", "android"),
    ("AKeyEvent_", "android"),
    ("ALooper_", "android"),
    ("AMotionEvent_", "android"),
    ("ANativeActivity_", "android"),
    ("ANativeWindow_", "android"),
    ("ASensor", "android"),
    ("AStorageManager_", "android"),
    ("ASurfaceControl_", "android"),
    ("ASurfaceTransaction_", "android"),
    ("ATrace_", "android"),
    ("AImageDecoder", "jnigraphics"),
    ("AndroidBitmap_", "jnigraphics"),
    ("AIBinder_", "binder_ndk"),
    ("AParcel_", "binder_ndk"),
    ("AAudio", "aaudio"),
    ("ACamera", "camera2ndk"),
    ("ACapture", "camera2ndk"),
    ("AImageReader_", "mediandk"),
    ("AImage_", "mediandk"),
    ("AMedia", "mediandk"),
    ("AMidi", "amidi"),
    ("ANeuralNetworks", "neuralnetworks"),
    ("SL_IID_", "OpenSLES"),
    ("slCreateEngine", "OpenSLES"),
    ("__atomic_", "atomic"),
    ("dladdr", "dl"),
    ("dlclose", "dl"),
    ("dlerror", "dl"),
    ("dlopen", "dl"),
    ("dlsym", "dl"),
    ("adler32", "z"),
    ("compress2", "z"),
    ("compressBound", "z"),
    ("crc32", "z"),
    ("deflate", "z"),
    ("gzclose", "z"),
    ("gzopen", "z"),
    ("gzread", "z"),
    ("gzwrite", "z"),
    ("inflate", "z"),
    ("uncompress", "z"),
    ("std::__ndk1::", "c++_shared"),
    ("_ZNSt6__ndk1", "c++_shared"),
    ("_ZNKSt6__ndk1", "c++_shared"),
    ("__cxa_throw", "c++_shared"),
    ("__cxa_begin_catch", "c++_shared"),
    ("__cxa_guard_acquire", "c++_shared"),
    ("__cxa_allocate_exception", "c++_shared"),
    ("__cxa_end_catch", "c++_shared"),
    ("__cxa_pure_virtual", "c++_shared"),
    ("__cxa_rethrow", "c++_shared"),
    ("__gxx_personality_v0", "c++_shared"),
    ("operator delete", "c++_shared"),
    ("operator new", "c++_shared"),
    ("vtable for __cxxabiv1::", "c++_shared"),
];

/// `eglSwapBuffers`, `glDrawElements`, `vkCreateInstance`: a word, then a capital
static GRAPHICS: Pattern = Pattern::new(r"^(?P<kind>egl|gl|vk)[A-Z][A-Za-z0-9]+$");

/// The library that has the symbol, if its name shows it.
fn library(symbol: &str) -> Option<&'static str> {
    let name = symbol.trim_start_matches(['`', '\'', '"']);
    if let Some((_, library)) = BEGINNINGS.iter().find(|(beginning, _)| name.starts_with(beginning)) {
        return Some(library);
    }
    match &GRAPHICS.captures(name)?["kind"] {
        "egl" => Some("EGL"),
        "gl" => Some("GLESv3"),
        _ => Some("vulkan"),
    }
}

/// Words a symbol that is in a library known by its name.
pub fn tell(failure: &mut Failure) {
    if !failure.message.starts_with("undefined ") {
        return;
    }
    let Some(library) = failure.symbol.as_deref().and_then(library) else { return };
    failure.details.insert("library".to_owned(), library.to_owned());
    match library {
        "c++_shared" => failure.say(
            "The linker finds no definition of `{symbol}`: it is in the C++ standard library, which this target is not linked with, or with another one (another STL, or C's compiler as the linker) than its objects were compiled for.",
            &[
                "Link everything with one C++ library: `-DANDROID_STL=c++_shared` under `externalNativeBuild {{ cmake {{ arguments … }} }}` (ndk-build: `APP_STL := c++_shared`), with clang++ and not clang as the linker; a C target with a C++ static library needs `set_target_properties(… LINKER_LANGUAGE CXX)`.",
                "A prebuilt library whose names hold `std::__cxx11` or plain `std::` was made with GNU's library: build it anew with this NDK, whose names hold `std::__ndk1`.",
            ],
        ),
        "atomic" => failure.say(
            "The linker finds no definition of `{symbol}`: it is in libatomic, a library of the compiler, which processors without an instruction for that operation need (on Android the ABI `armeabi`, and `armeabi-v7a`, `x86` or `mips` for 64-bit values), and which this target is not linked with.",
            &[
                "Link it: `target_link_libraries(<target> atomic)` in CMakeLists.txt, `LOCAL_LDLIBS += -latomic` in Android.mk, `-latomic` among the linker's arguments elsewhere.",
                "Or leave the old ABI out (`ndk {{ abiFilters \"armeabi-v7a\", \"arm64-v8a\" }}` without `armeabi`, which NDK r17 removed), or build with a newer NDK, which links what it needs itself.",
            ],
        ),
        _ => failure.say(
            "The linker finds no definition of `{symbol}`: by its name it is in the system library `{library}`, which this target is not linked with.",
            &[
                "Link it: `target_link_libraries(<target> {library})` in CMakeLists.txt (behind the static libraries that use it), `LOCAL_LDLIBS += -l{library}` in Android.mk, `-l{library}` elsewhere.",
                "If it is linked, the function is newer than the API level that is built for: raise `minSdk` (`APP_PLATFORM`, `-DANDROID_PLATFORM`) to the one that has `{symbol}`.",
            ],
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::library;
    use crate::Category;
    use crate::parse::parse;

    #[test]
    fn the_name_shows_the_library() {
        for (symbol, expected) in [
            ("__android_log_print", Some("log")),
            ("ANativeWindow_fromSurface", Some("android")),
            ("eglSwapBuffers", Some("EGL")),
            ("glDrawElements", Some("GLESv3")),
            ("inflateInit2_", Some("z")),
            ("__atomic_exchange_4", Some("atomic")),
            ("std::__ndk1::basic_string<char>::append(char const*)", Some("c++_shared")),
            ("globe_turn", None),
            ("shelf_open", None),
        ] {
            assert_eq!(library(symbol), expected, "{symbol}");
        }
    }

    #[test]
    fn a_shared_library_of_gradles_own_model_is_not_kotlins() {
        let log = "/ndk/llvm-libc++abi/src/oak.cpp:12: error: undefined reference to '__atomic_load_8'\ncollect2: error: ld returned 1 exit status\n\n:shelf:linkShelfArmeabiDebugSharedLibrary FAILED\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.category, Category::AgpNdkCmake);
        assert!(failure.wording.is_some_and(|wording| wording.cause.contains("libatomic")));
    }
}
