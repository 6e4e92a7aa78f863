//! Which line below the headline of a native build says why it failed, and which step of it did.

use super::words::put;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `error: in triplet x64-windows: …`, `Exception in thread "main" a.B: …`: a program's own error, without a place
static SAID: Pattern = Pattern::new(
    r#"^[\s>]*(?:C/C\+\+: )?(?:(?:fatal )?[Ee]rror: |ERROR: |Exception in thread "[^"]*" )(?P<said>.*[^\s:])"#,
);

/// A path with letters that another encoding made of others.
static GARBLED: Pattern = Pattern::new(r"[\\/][^\\/\s]*\u{fffd}");

/// `-- Check for working C compiler: D:/Sdk/ndk/25.1/bin/clang.exe - broken`
static BROKEN: Pattern =
    Pattern::new(r"Check for working (?:C|CXX) compiler: (?P<compiler>[^\n]*[^\s\n])\s+-\s+broken");

/// `D:/Sdk/ndk/25.1.8937393/toolchains`
static NDK: Pattern = Pattern::new(r"[/\\]ndk[/\\](?P<version>[0-9]+(?:\.[0-9]+)+)[/\\]");

/// `See also "C:/shop/.cxx/Debug/0a1b/x86/CMakeFiles/CMakeError.log".`
static LOG: Pattern = Pattern::new(r#"See also "(?P<log>[^"\n]*CMakeError\.log)""#);

/// Words the headline of a native build by what its program printed below it.
pub fn read(text: &str, failure: &mut Failure) {
    if !failure.message.contains("error when building with") || failure.wording.is_some() {
        return;
    }
    if let Some(found) = BROKEN.captures(text) {
        put(failure, "compiler", &found["compiler"]);
        failure.symbol = found["compiler"].rsplit(['/', '\\']).next().map(str::to_owned);
        let ndk = NDK.captures(text).map(|found| found["version"].to_owned());
        let log = LOG.captures(text).map(|found| found["log"].to_owned());
        put(
            failure,
            "compiler_log",
            log.unwrap_or_else(|| "CMakeError.log (newer: CMakeConfigureLog.yaml) below `.cxx`".to_owned()),
        );
        let again = match ndk {
            Some(ndk) => {
                put(failure, "ndk", ndk);
                "Install the NDK again if clang does not start at all: remove its directory and run `sdkmanager \"ndk;{ndk}\"`; then delete the module's `.cxx` directory."
            }
            None => "Install the NDK again if clang does not start at all; then delete the module's `.cxx` directory.",
        };
        return failure.say("CMake lets the compiler {compiler} build a test program before it reads the project, and that fails (compiler check: broken). Either the compiler does not start (an NDK that is damaged or only in part unpacked, a virus scanner), or it is given flags that it does not take (`CFLAGS`, a toolchain file, `cppFlags`).",
            &["Read what clang said in {compiler_log}.", again],
        );
    }
    let said = text.lines().find_map(|line| Some(SAID.captures(line)?["said"].to_owned()));
    let prefab = text.contains("[prefab]");
    if prefab && GARBLED.is_match(text) {
        return failure.say(
            "The native build (NDK, CMake) failed in the step [prefab], which hands the native libraries of AARs to CMake: a path in its command has letters that are not ASCII (they stand as `\u{fffd}`), as a rule the user's name, and the program behind that path is not found.",
            &[
                "Move what lies below that path to one with ASCII letters only: `GRADLE_USER_HOME`, the JDK, the Android SDK and the project (or build as a user with such a name).",
            ],
        );
    }
    let Some(said) = said else {
        if prefab {
            failure.say(
                "The native build (NDK, CMake) failed in the step [prefab], which hands the native libraries of AARs to CMake; what its program said is not in this log.",
                &[
                    "Run the build with `--info` and read what stands below `[prefab] failed while executing`: a Java that does not start, or a library whose prefab package does not fit the NDK, the STL or `minSdk`.",
                ],
            );
        }
        return;
    };
    put(failure, "said", said.as_str());
    if said.contains("Error loading java.security file") {
        // Nothing is wrong with CMakeLists.txt: no Java starts. A rule says why.
        failure.file = None;
        failure.message.clone_from(&said);
    }
    let (step, fix) = if prefab {
        (
            " in the step [prefab], which hands the native libraries of AARs to CMake",
            "Correct what that program complains about; it runs with the JDK of the build (`JAVA_HOME`).",
        )
    } else {
        ("", "Correct what `{said}` names; the headline about CMake says only that something failed.")
    };
    failure.say(&format!("The native build (NDK, CMake) failed{step}: {{said}}."), &[fix]);
}

#[cfg(test)]
mod tests {
    fn told(below: &str) -> String {
        let log = format!(
            "* What went wrong:\nExecution failed for task ':app:configureCMakeDebug[x86]'.\n\
             > [CXX1429] error when building with cmake using /p/app/CMakeLists.txt:\n{below}\n"
        );
        crate::explain::answer(&log)
    }

    #[test]
    fn the_programs_own_line_is_the_reason() {
        let vcpkg = told("  Extracting cmake...\n  error: in triplet x86: no shelf was found");
        assert!(vcpkg.contains("in triplet x86: no shelf was found"), "{vcpkg}");
        let java = told(
            "  C++ build system [prefab] failed while executing: p.bat\n  Exception in thread \"main\" java.lang.InternalError: Error loading java.security file",
        );
        assert!(java.contains("conf/security") && java.contains("JAVA_HOME"), "{java}");
        assert!(!java.contains("CMakeLists.txt"), "{java}");
    }

    #[test]
    fn letters_that_are_not_ascii_stop_prefab() {
        let garbled =
            "  C++ build system [prefab] failed while executing:\n      \"C:\\Users\\\u{fffd}\u{fffd}\\bin\\java\" ^";
        assert!(told(garbled).contains("ASCII"), "{}", told(garbled));
        let plain = told("  C++ build system [prefab] failed while executing:\n      \"C:\\Users\\dev\\bin\\java\" ^");
        assert!(!plain.contains("ASCII") && plain.contains("--info"), "{plain}");
    }
}
