//! A native library that several inputs of the APK bring.

use crate::model::failure::Failure;

/// What AGP adds where a library lies in `jniLibs` and is an `IMPORTED` target of CMake, too.
const IMPORTED: &str = "CMake IMPORTED targets";

/// Words for `lib/<ABI>/<name>.so`, with the whole text of the message.
pub fn tell(text: &str, failure: &mut Failure) {
    let Some(path) = failure.symbol.clone() else { return };
    let Some(name) = path.strip_prefix("lib/").and_then(|rest| rest.rsplit('/').next()) else { return };
    if !name.ends_with(".so") {
        return;
    }
    failure.details.insert("native_library".to_owned(), name.to_owned());
    let parts: Vec<&str> =
        ["first", "second"].iter().filter_map(|one| failure.details.get(*one).map(String::as_str)).collect();
    let holds = |part: &str| parts.iter().any(|one| one.replace('\\', "/").contains(part));
    let built = holds("/cxx/") || holds("/cmake/") || holds("/ndkBuild/");
    if built && holds("/merged_jni_libs/") {
        let told = if text.contains(IMPORTED) {
            "an `IMPORTED` target of CMake"
        } else {
            "what its native build makes or links"
        };
        failure.say(
            &format!("`{{native_library}}` is packaged twice: the module has it in `jniLibs` (or another directory of `jniLibs.srcDirs`), and it is {told}. Since plugin 4.0 the libraries of the native build are packaged by themselves."),
            &[
                "Move the `.so` files out of `src/main/jniLibs` (e.g. to `src/main/cpp/libs/<abi>`), correct `IMPORTED_LOCATION` in CMakeLists.txt, and remove a `jniLibs.srcDirs` that names their directory.",
                "Then run `./gradlew clean` and build again.",
            ],
        );
        return;
    }
    let places = if failure.details.contains_key("first") { ": {places}" } else { "" };
    failure.say(
        &format!("Several inputs bring a copy of their own of the native library `{{native_library}}`, of which the APK can hold one for each ABI{places}."),
        &[
            "Let one copy be taken: `packaging {{ jniLibs {{ pickFirsts += \"**/{native_library}\" }} }}` (before plugin 8 `packagingOptions {{ pickFirst '**/{native_library}' }}`) in the app's `android` block. Which one it is, is not promised, so let all of them be of the same version: otherwise a call can fail at run time.",
            "If a dependency has a variant without its own `{native_library}`, take that; of two libraries that do the same remove one.",
        ],
    );
}

#[cfg(test)]
mod tests {
    fn answer(inputs: &str) -> String {
        let text = format!(
            "* What went wrong:\nExecution failed for task ':app:mergeDebugNativeLibs'.\n> 2 files found with path 'lib/x86/libbasket.so' from inputs:\n{inputs}"
        );
        crate::explain::answer(&text)
    }

    #[test]
    fn two_libraries_bring_their_own() {
        let said = answer("   - .../shelf-view-1.2.0/jni/x86/libbasket.so\n   - .../basket-0.3/jni/x86/libbasket.so\n");
        assert!(said.contains("`shelf-view` 1.2.0 and `basket` 0.3"), "{said}");
        assert!(said.contains("jniLibs { pickFirsts += \"**/libbasket.so\" }") && !said.contains("excludes"), "{said}");
    }

    #[test]
    fn what_cmake_imports_is_packaged_by_itself() {
        let said = answer(
            "   - /p/app/build/intermediates/merged_jni_libs/debug/out/x86/libbasket.so\n   - /p/app/build/intermediates/cxx/Debug/2x/obj/x86/libbasket.so\nIf you are using jniLibs and CMake IMPORTED targets, see\nhttps://developer.android.com/r/tools/jniLibs-vs-imported-targets\n",
        );
        assert!(said.contains("packaged twice") && said.contains("out of `src/main/jniLibs`"), "{said}");
    }
}
