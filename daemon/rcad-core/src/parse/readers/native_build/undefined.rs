//! What the form of a symbol tells that the linker does not find: C++ and C mixed, two C++ libraries, a class without its
//! first virtual function, a known library.

use crate::model::failure::Failure;

/// Beginnings of names of C libraries that apps often build or bring themselves, the library as it is linked, and its name.
const BROUGHT: &[(&str, &str, &str)] = &[
    ("av_", "avutil", "FFmpeg"),
    ("avcodec_", "avcodec", "FFmpeg"),
    ("avformat_", "avformat", "FFmpeg"),
    ("sws_", "swscale", "FFmpeg"),
    ("swr_", "swresample", "FFmpeg"),
    ("CRYPTO_", "crypto", "OpenSSL"),
    ("EVP_", "crypto", "OpenSSL"),
    ("OPENSSL_", "crypto", "OpenSSL"),
    ("SSL_", "ssl", "OpenSSL"),
    ("curl_", "curl", "libcurl"),
    ("sqlite3_", "sqlite3", "SQLite"),
    ("png_", "png", "libpng"),
    ("jpeg_", "jpeg", "libjpeg"),
    ("lua_", "lua", "Lua"),
    ("luaL_", "lua", "Lua"),
    ("uv_", "uv", "libuv"),
    ("cv::", "opencv_java4", "OpenCV"),
    ("google::protobuf::", "protobuf", "Protocol Buffers"),
    ("facebook::jsi::", "jsi", "React Native's JSI"),
    ("facebook::react::", "reactnative", "React Native"),
    ("facebook::jni::", "fbjni", "fbjni"),
];

const TWO_LIBRARIES: &str = "The linker finds no definition of `{symbol}`: its parameters are of GNU's C++ library (`std::__cxx11`), which the NDK has no more since r18. What refers to it was compiled with GNU's compiler or an old NDK, what is linked with another C++ library, so the names differ.";
const NDKS_NAMES: &str = "The linker finds no definition of `{symbol}`, whose parameters are of the NDK's C++ library (`std::__ndk1`): the library that has it is not linked, or was built with another C++ library (GNU's, or another system's), where the same function has another name.";
const CLASS: &str = "The linker finds no `{symbol}`: the compiler writes it where the first virtual function of that class which is not inline is defined, and that definition is not linked. A virtual function is declared and never defined, its source file is not in the target, or the class's library was built without run-time types (`-fno-rtti`).";
const C_OR_CPP: &str = "The linker finds no definition of `{symbol}`: the source file or library that has it is not linked to this target. The list of parameters in its name shows that C++ code asks for a C++ function: if it is there, but defined in a C file (or a C library), the two names differ.";
const OF_LIBRARY: &str = "The linker finds no definition of `{symbol}`: by its name it is of {of_library}, and that library is not linked to this target, or not for this ABI.";

/// Words the failure by what its symbol shows, where nothing said more of it.
pub fn tell(failure: &mut Failure) {
    if !failure.message.starts_with("undefined ") || failure.details.contains_key("library") {
        return;
    }
    let Some(symbol) = failure.symbol.clone() else { return };
    if symbol.contains("std::__cxx11::") {
        return failure.say(TWO_LIBRARIES, &[
            "Build all of it with one NDK of today (r18 and later have libc++ alone): compile the prebuilt library anew, or take its release for Android with libc++; `-DANDROID_STL=c++_shared` for all.",
        ]);
    }
    if let Some((_, library, name)) = BROUGHT.iter().find(|(beginning, ..)| symbol.starts_with(beginning)) {
        failure.details.insert("of_library".to_owned(), (*name).to_owned());
        failure.details.insert("links".to_owned(), (*library).to_owned());
        let header = "In C++ code include its C headers within `extern \"C\" {{ … }}`, else a name with a list of parameters is looked for.";
        let version = "If it is linked, its version does not have this function (any more), or it was built with another C++ library (`ANDROID_STL`).";
        let of_c = !symbol.contains("::");
        return failure.say(OF_LIBRARY, &[
            "Link it: `target_link_libraries(<target> {links})` (`LOCAL_SHARED_LIBRARIES` in Android.mk), as an IMPORTED library of `${{ANDROID_ABI}}`, a prefab package or a subdirectory; of static libraries the one that is used stands behind the one that uses it.",
            if of_c { header } else { version },
        ]);
    }
    if ["vtable for ", "typeinfo for "].iter().any(|begin| symbol.starts_with(begin)) {
        return failure.say(CLASS, &[
            "Define every virtual function of the class (or make it `= 0` or `= default`, the destructor too), and list its `.cpp` in `add_library`; if only `typeinfo` is missing, build both sides with `-frtti`.",
        ]);
    }
    if symbol.contains("std::__ndk1::") {
        return failure.say(NDKS_NAMES, &[
            "Link what defines it (its source file in `add_library`, or its library in `target_link_libraries`).",
            "If a prebuilt library has it, see under which name: `llvm-nm -DC lib….so | grep <function>`; with `std::__cxx11` or plain `std::` in it the library must be built anew with this NDK.",
        ]);
    }
    if symbol.contains('(') && !symbol.contains("::") && !symbol.starts_with("operator") {
        failure.say(C_OR_CPP, &[
            "Add the source file that defines it to `add_library` in CMakeLists.txt (`LOCAL_SRC_FILES`), or its library to `target_link_libraries`; compare the parameters of declaration and definition.",
            "If it is C, put `extern \"C\" {{ … }}` around its declaration (in the header: `#ifdef __cplusplus`).",
        ]);
    }
}

#[cfg(test)]
mod tests {
    fn answer(symbol: &str) -> String {
        let log = format!("ld: error: undefined symbol: {symbol}\n>>> referenced by shelf.cpp:12\n");
        crate::explain::answer(&log)
    }

    #[test]
    fn the_form_of_the_name_tells_why() {
        for (symbol, word) in [
            ("oak::grow(std::__cxx11::basic_string<char>)", "GNU's C++ library"),
            ("oak::grow(std::__ndk1::basic_string<char> const&)", "`std::__ndk1`"),
            ("vtable for oak::Leaf", "virtual function"),
            ("shelf_open(int)", "extern \"C\""),
            ("avcodec_find_decoder", "FFmpeg"),
            ("cv::imread(std::__ndk1::basic_string<char> const&, int)", "OpenCV"),
            ("operator new(unsigned long)", "c++_shared"),
        ] {
            let said = answer(symbol);
            assert!(said.contains(word), "{symbol}\n{said}");
        }
        for symbol in ["shelf_open", "oak::grow(int)"] {
            let said = answer(symbol);
            assert!(said.contains("no source file or library of the target"), "{symbol}\n{said}");
        }
    }
}
