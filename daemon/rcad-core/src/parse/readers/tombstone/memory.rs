//! Frames that lie in no file: code that something made while the program ran, or data into which it jumped.

use crate::model::failure::Wording;

/// Parts of the names of memory that Android's runtime compiles code into.
const COMPILED: &[&str] = &["jit-cache", "jit-code-cache", "jit-zygote-cache"];

/// Parts of the names of memory that holds data.
const DATA: &[&str] = &["heap", "stack", "malloc", "scudo", "bss"];

/// `[anon:Mem_0x10000]`, `<anonymous:7b5e00>`, `memfd:jit-cache`, `[stack:812]`; `[vdso]` is the kernel's code
pub fn is_memory(library: &str) -> bool {
    (library.starts_with('[') && library != "[vdso]") || library.starts_with("<anon") || library.starts_with("memfd:")
}

/// Says that the device's processor is an x86.
const ON_X86: &str = "ABI: 'x86";

/// What is said of a crash whose top frame lies in such memory; `text` is the log's.
pub fn words(library: &str, text: &str, happened: &str, why: &str, before: &str) -> Option<Wording> {
    if !is_memory(library) {
        return None;
    }
    let (says, first) = if COMPILED.iter().any(|part| library.contains(part)) {
        (
            "That is no library but code that Android's runtime compiled from Java or Kotlin while the app ran; it crashes as a rule when native code has damaged memory before.",
            "Look in the whole tombstone for the first library or Java class of the app below; update the app's native libraries, and look for the first wrong access with HWASan or CheckJNI (`adb shell setprop debug.checkjni 1`).",
        )
    } else if DATA.iter().any(|part| library.contains(part)) {
        (
            "That is no library but memory for data: the program jumped into it, through a function pointer or an object that had been freed or overwritten.",
            "Look at the frame below, which made the call, and find the first wrong access with HWASan or AddressSanitizer in a debug build.",
        )
    } else {
        (
            "That is no library but memory without a file: as a rule code that was made while the app ran, by a JIT compiler, a script engine, an emulator or packer, or a translator of ARM code on x86. There are no symbols for it.",
            if text.contains(ON_X86) {
                "The device has an x86 processor: see whether the APK has only ARM libraries (`unzip -l app.apk 'lib/*'`), which are translated there. Then ship x86_64 builds of all of them, or test on an ARM device."
            } else {
                "Find out who makes code at run time (a game or script engine, an emulator, a packer): update it, or switch its JIT off."
            },
        )
    };
    Some(Wording::new(
        format!("The app {happened}. {says}{why}{before}"),
        &[
            first,
            "Get the whole tombstone (`adb bugreport`, FS/data/tombstones): further frames and the memory map tell what made that memory, or what called it.",
        ],
    ))
}

#[cfg(test)]
mod tests {
    use super::is_memory;

    #[test]
    fn memory_is_no_library() {
        for name in ["[anon:Mem_0x10000]", "<anonymous:7b5e000000>", "memfd:jit-cache", "[stack:812]"] {
            assert!(is_memory(name), "{name}");
        }
        for name in ["[vdso]", "libshelf.so", "<unknown>", "base.apk", ""] {
            assert!(!is_memory(name), "{name}");
        }
    }
}
