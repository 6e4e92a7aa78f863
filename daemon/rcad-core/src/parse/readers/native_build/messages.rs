//! Messages of clang, gcc, the linkers, CMake, ninja and ndk-build. Data only; the first match wins.

use crate::Category;
use crate::pattern::{Pattern, Rules, rule};

/// Lines that say only that something else failed.
pub static SUMMARY: Pattern = Pattern::new(
    r"^(?:C/C\+\+: )?(?:ninja: build stopped|.*linker command failed with exit code|CMake Generate step failed|\[[^\]]+\] Error [0-9]+|Aborting *\.|Configuring incomplete, errors occurred)",
);

/// All messages.
pub static RULES: Rules = Rules::new(&[
    rule(Category::AgpNdkCmake, r"(?i)(?:(?P<symbol>\w+) )?(?:only supports?|requires?|needs) (?:a )?64-bit|unsupported pointer size")
        .means("The library's CMake script refuses to be built for a 32-bit ABI: {message}.")
        .fix(&["Build its module for 64-bit ABIs only: `android {{ defaultConfig {{ ndk {{ abiFilters += listOf(\"arm64-v8a\", \"x86_64\") }} }} }}` (Groovy: `abiFilters 'arm64-v8a', 'x86_64'`), and delete the module's `.cxx` directory."]),
    // `mkdir(basket/CMakeFiles/x): No such file or directory`
    rule(Category::AgpNdkCmake, r"^mkdir\((?P<symbol>[^)\n]+)\): (?P<why>No such file or directory)")
        .means("ninja could not make the directory `{symbol}` of the build: {why}. On Windows that is what a path of more than 260 letters gives; elsewhere what it lies in was deleted, or cannot be written.")
        .fix(&[
            "Delete the module's `.cxx` and `build` directories and build again. On Windows move the project to a short path (`C:\\src\\app`), or allow long paths (`LongPathsEnabled`) with a ninja that knows them.",
        ]),
    // clang and gcc
    rule(Category::AgpNdkCmake, r"^'?(?P<symbol>[^' :]+)'?(?: file not found|: No such file or directory)")
        .means("The C/C++ source includes `{symbol}`, which is in none of the include directories.")
        .fix(&[
            "Correct the `#include`, or add the header's directory with `target_include_directories` in CMakeLists.txt (`LOCAL_C_INCLUDES` in Android.mk).",
            "If the header comes from a package or submodule, install or fetch that first; with prefab add `buildFeatures {{ prefab true }}` and the dependency.",
        ]),
    rule(Category::AgpNdkCmake, r"^(?:remove|opening|rename|mkdir|CreateFile|DeleteFile|failed to (?:remove|open|create))\(?\s*'?(?P<path>[^)\n]*?(?P<symbol>[^\\/()':\s]+))'?\)?: +(?P<why>Permission denied|Access is denied|The process cannot access the file[^\n]*|Device or resource busy)")
        .means("ninja may not change `{symbol}` ({why}): another program holds the file (on Windows usually a second build, the IDE or a virus scanner), or it belongs to another user.")
        .fix(&[
            "End what may hold it: `./gradlew --stop`, close the IDE and other builds; then delete the module's `.cxx` and `build` directories and build again.",
            "If it comes back on Windows, exclude the project's directory from the virus scanner; on Linux and macOS check the owner of `.cxx` (a build as root leaves such files).",
        ]),
    rule(Category::AgpNdkCmake, r"^(?:use of undeclared identifier )?['‘](?P<symbol>[^'’]+)['’](?: was not declared in this scope|$|; did you mean)")
        .means("The C/C++ code uses `{symbol}`, which is not declared there.")
        .fix(&["Check the spelling of `{symbol}`, include the header that declares it, or add its namespace."]),
    rule(Category::AgpNdkCmake, r"(?:unknown type name|no type named|no template named) ['‘](?P<symbol>[^'’]+)['’]|['‘](?P<type>[^'’]+)['’] (?:does not name a type|has not been declared)")
        .means("The C/C++ code uses the type `{symbol}`, which is not declared there.")
        .fix(&["Include the header that declares `{symbol}`, or check that the library's version has it."]),
    rule(Category::AgpNdkCmake, r"(?:call to undeclared (?:library )?function|implicit declaration of function) ['‘](?P<symbol>[^'’]+)['’]")
        .means("The C code calls `{symbol}`, which no header that it includes declares; since clang 16 (NDK r26) that is an error and no warning.")
        .fix(&["Include the header that declares `{symbol}`, or correct its name; a function that Android's libc lacks at this `minSdk` is not declared either."]),
    rule(Category::AgpNdkCmake, r"cannot use ['‘](?P<symbol>throw|try)['’] with exceptions disabled")
        .means("The code uses C++ exceptions (`{symbol}`), and this target is compiled with `-fno-exceptions` (ndk-build's default).")
        .fix(&["Switch them on: `cppFlags \"-fexceptions\"` (CMake: `target_compile_options(<target> PRIVATE -fexceptions)`; ndk-build: `APP_CPPFLAGS := -fexceptions`)."]),
    rule(Category::AgpNdkCmake, r"(?:use of (?P<symbol>typeid|dynamic_cast) requires -frtti|cannot use (?P<name>typeid|dynamic_cast) with -fno-rtti)")
        .means("The code uses C++ run-time type information (`{symbol}`), and this target is compiled without it (ndk-build's default).")
        .fix(&["Switch it on: `cppFlags \"-frtti\"` (CMake: `target_compile_options(<target> PRIVATE -frtti)`; ndk-build: `APP_CPPFLAGS := -frtti`)."]),
    rule(Category::AgpNdkCmake, r"\[-Werror,(?P<symbol>-W[A-Za-z0-9+=-]+)\]")
        .means("The compiler's warning `{symbol}` counts as an error here (`-Werror`): {message}.")
        .fix(&[
            "Correct what it warns of; in code of others switch this one off: `-Wno-error=…` with the name behind `-W`, for that target only.",
            "If a newer NDK brought it, `-Werror` is better left out of builds that others run.",
        ]),
    rule(Category::AgpNdkCmake, r"['‘](?P<symbol>[^'’]+)['’] is unavailable: introduced in Android (?P<min_sdk>[0-9.]+)")
        .means("`{symbol}` is in Android's C library from API {min_sdk} on, and the code is compiled for an older one (`minSdk`).")
        .fix(&["Raise `minSdk` to {min_sdk}, or look it up at run time (`dlsym`), or with `__builtin_available` and `-DANDROID_WEAK_API_DEFS=ON`."]),
    rule(Category::AgpNdkCmake, r"(?:member reference (?:base )?type|base operand of '->' has non-pointer type|request for member '(?P<member>[^']+)' in something not a structure).*(?P<symbol>JNIEnv)")
        .means("JNI functions are called in C++'s way in a C file, or the reverse: in C `JNIEnv` is a pointer to a table of functions, in C++ a class.")
        .fix(&["C: `(*env)->NewStringUTF(env, …)`; C++: `env->NewStringUTF(…)`. Or give the file the ending of the language that it is written in (`.c`, `.cpp`)."]),
    rule(Category::AgpNdkCmake, r"no (?:member|type|template) named ['‘](?P<symbol>[^'’]+)['’] in namespace ['‘]std['’]")
        .means("The C++ standard library of the NDK that is used has no `std::{symbol}`: it is older than the code, or a newer C++ standard must be asked for.")
        .fix(&[
            "Use a newer NDK: set `ndkVersion` to the one that the library or framework names (`std::format` needs NDK 27) and install it.",
            "Or set the standard: `cppFlags \"-std=c++20\"` or `set(CMAKE_CXX_STANDARD 20)`.",
        ]),
    rule(Category::AgpNdkCmake, r"no member named ['‘](?P<symbol>[^'’]+)['’] in ['‘](?P<owner>[^'’]+)['’]")
        .means("`{owner}` has no member `{symbol}` in the headers that are used.")
        .fix(&["Check the spelling of `{symbol}`, and that the header's version (NDK, library, C++ standard) has it."]),
    rule(Category::AgpNdkCmake, r"no (?:matching|viable) (?:function|member function|constructor|conversion|overloaded) [^']*'(?P<symbol>[^']+)'")
        .means("No declaration of `{symbol}` accepts these arguments: {message}.")
        .fix(&["Compare the call with the declarations that the notes below the error list; a library's new version may have changed it."]),
    rule(Category::AgpNdkCmake, r"use of undeclared label|redefinition of '(?P<symbol>[^']+)'"),
    rule(Category::AgpNdkCmake, r"(?:unknown argument:?|unsupported option|unsupported argument|unrecognized command[- ]line option) ['‘](?P<symbol>[^'’]+)['’]")
        .means("clang does not know the option `{symbol}`.")
        .fix(&["Take `{symbol}` out of `cppFlags`/`cFlags` or CMakeLists.txt, or use the NDK version that the project was written for."]),
    // Linkers
    rule(
        Category::AgpNdkCmake,
        r"undefined (?:reference to|symbol:?|hidden symbol:) ['`]?(?P<symbol>[^'\n]+?)(?:'|'?(?: \(.*|$))",
    )
    .means("The linker finds no definition of `{symbol}`: it is declared and used, but no source file or library of the target contains it.")
    .fix(&[
        "Add the source file that defines `{symbol}` to `add_library` in CMakeLists.txt (`LOCAL_SRC_FILES`), or the library to `target_link_libraries` (`LOCAL_LDLIBS`).",
        "If it is in a prebuilt library, check that this library has it for the ABI being built and was built with the same STL and NDK.",
    ]),
    rule(Category::AgpNdkCmake, r"(?:unable to find library|cannot find) -l(?P<symbol>[^\s:]+)")
        .means("The linker does not find the library `{symbol}`.")
        .fix(&["Correct the name in `target_link_libraries`, or say where it lies with `link_directories` or an IMPORTED target, for every ABI that is built."]),
    rule(Category::AgpNdkCmake, r"(?:duplicate symbol:?|multiple definition of) ['`]?(?P<symbol>[^'\n]+?)'?(?:$|;)")
        .means("`{symbol}` is defined more than once in what is linked.")
        .fix(&["Keep one definition of `{symbol}`: move it out of the header, mark it `inline`, or don't list a source file twice."]),
    rule(Category::AgpNdkCmake, r"(?P<symbol>[^\s:]+\.(?:a|so|o)(?:\([^)]*\))?) is incompatible with (?P<expected>[^\s]+)")
        .means("`{symbol}` was built for another ABI than {expected}.")
        .fix(&["Use the library of the right ABI, or limit `ndk {{ abiFilters }}` to the ABIs that you have."]),
    rule(Category::AgpNdkCmake, r"cannot open (?:output file )?(?P<symbol>[^:\n]+): (?P<why>[^\n]+)"),
    // `relocation R_X86_64_32 cannot be used against local symbol; recompile with -fPIC`
    rule(Category::AgpNdkCmake, r"relocation R_[A-Z0-9_]+ (?:cannot be used )?against local symbol;.*recompile with -fPIC")
        .means("An object or static library (a local symbol of it) was not compiled for shared libraries (without `-fPIC`), and Android's apps are shared libraries. The lines below (`>>> defined in`) name the file.")
        .fix(&["Compile what `>>> defined in` names anew with `-fPIC` (CMake: `set(CMAKE_POSITION_INDEPENDENT_CODE ON)`), for Android's ABI with the NDK."]),
    rule(Category::AgpNdkCmake, r"relocation (?P<name>R_[A-Z0-9_]+) (?:cannot be used )?against (?:(?:local|undefined|hidden|protected|weak)? ?symbol:? )?['`]?(?P<symbol>[^'; ]+)'?.*recompile with -fPIC")
        .means("`{symbol}` is in an object or static library that was not compiled for shared libraries (without `-fPIC`), and Android's apps are shared libraries.")
        .fix(&["Compile that library anew with `-fPIC` (CMake: `set(CMAKE_POSITION_INDEPENDENT_CODE ON)`), for Android's ABI with the NDK."]),
    // CMake
    rule(Category::AgpNdkCmake, r#"Cannot specify (?P<what>link libraries|include directories|compile definitions|compile options|sources|link options) for target "(?P<symbol>[^"]+)" which is not built by"#)
        .means("CMakeLists.txt sets {what} for the target `{symbol}`, and no `add_library` or `add_executable` above that line makes a target of this name.")
        .fix(&["Write the name as in `add_library({symbol} …)` (case counts), and put `add_library` above it; a target that is made under an `if` may be missing for this ABI or variant."]),
    rule(Category::AgpNdkCmake, r"(?P<symbol>C|CXX) compiler identification is unknown")
        .means("CMake could not run the NDK's compiler, so it does not know which it is: the NDK is incomplete, made for another system, or the toolchain file does not fit CMake's version.")
        .fix(&["Install the NDK again with the SDK manager, set `ndkVersion` to it and delete the module's `.cxx` directory; the log `CMakeFiles/CMakeError.log` (or CMakeConfigureLog.yaml) in it shows the call that failed."]),
    rule(Category::AgpNdkCmake, r"Cannot find source file: (?P<symbol>\S+)")
        .means("CMake cannot find the source file `{symbol}`, which CMakeLists.txt lists: the file is missing.")
        .fix(&[
            "Check the path in CMakeLists.txt; it counts from the directory of that file.",
            "If the file belongs to an npm package or a git submodule, install it again so that its postinstall script runs, or fetch the submodule.",
        ]),
    rule(
        Category::AgpNdkCmake,
        r#"(?:Could not find a package configuration file provided by|By not providing "Find[^"]+" in CMAKE_MODULE_PATH this project has asked CMake to find a package configuration file provided by) "(?P<symbol>[^"]+)""#,
    )
    .means("CMake's `find_package({symbol})` finds no configuration of the package `{symbol}`.")
    .fix(&[
        "Add the dependency that brings `{symbol}` with `buildFeatures {{ prefab true }}` in the module, in a version that has this package.",
        "Or set `{symbol}_DIR` or `CMAKE_PREFIX_PATH` to where its configuration lies.",
    ]),
    rule(Category::AgpNdkCmake, r"Could NOT find (?P<symbol>[A-Za-z0-9_+-]+)")
        .means("CMake does not find the package `{symbol}`.")
        .fix(&["Install `{symbol}` for the target ABI, or set the variables that the message lists."]),
    rule(Category::AgpNdkCmake, r"CMake (?P<min_cmake>[0-9.]+) or higher is required\. +You are running version (?P<found>[0-9.]+)")
        .means("CMakeLists.txt requires CMake {min_cmake}, but version {found} runs.")
        .fix(&["Install CMake {min_cmake} with the SDK manager and set `externalNativeBuild {{ cmake {{ version \"{min_cmake}\" }} }}`."]),
    rule(Category::AgpNdkCmake, r"Compatibility with CMake < (?P<min_cmake>[0-9.]+) has been removed")
        .means("CMakeLists.txt asks for compatibility with a CMake older than {min_cmake}, which this CMake no longer has.")
        .fix(&["Raise `cmake_minimum_required(VERSION {min_cmake}...)`, or pass `-DCMAKE_POLICY_VERSION_MINIMUM={min_cmake}` in `arguments`, or use an older CMake."]),
    rule(Category::AgpNdkCmake, r#"Target "(?P<symbol>[^"]+)" links to(?: target|:)? "?(?P<library>[^" ]+)"? but the target was not found|The link interface of target "(?P<target>[^"]+)" contains: (?P<interface>\S+) but the target was not found"#)
        .means("The CMake target `{symbol}` links to `{library}`, which no `find_package` or `add_library` defines.")
        .fix(&["Call `find_package` for the package that defines `{library}`, or correct its name; after an update of that library look up what its target is called now."]),
    rule(Category::AgpNdkCmake, r"No SOURCES given to target: (?P<symbol>\S+)")
        .means("The CMake target `{symbol}` has no source files.")
        .fix(&["List the target's source files in `add_library`; a `file(GLOB …)` above it may have found none."]),
    rule(Category::AgpNdkCmake, r#"(?:add_subdirectory given source|The source directory) "?(?P<symbol>[^"\s]+)"? (?:which is not an existing directory|does not contain a CMakeLists|does not appear to contain CMakeLists)"#)
        .means("CMake is to build the directory `{symbol}`, which does not exist or has no CMakeLists.txt.")
        .fix(&["Correct the path, or fetch what belongs there (git submodule, npm package, code generation)."]),
    rule(Category::AgpNdkCmake, r"(?:include could not find (?:requested|load) file|could not find load file|File) ?:? ?(?P<symbol>\S+\.cmake)")
        .means("CMake does not find the script `{symbol}`.")
        .fix(&["Correct the path in `include`, or set `CMAKE_MODULE_PATH`; if a package brings it, install that."]),
    rule(Category::AgpNdkCmake, r#"Unknown CMake command "(?P<symbol>[^"]+)""#)
        .means("CMake knows no command `{symbol}`.")
        .fix(&["Check the spelling of `{symbol}`, or `include` the module that defines it first."]),
    rule(Category::AgpNdkCmake, r#"(?:CMAKE_MAKE_PROGRAM is not set|unable to find a build program corresponding to "(?P<symbol>[^"]+)")"#)
        .means("CMake does not find its build program ninja.")
        .fix(&["Install CMake with the SDK manager (it brings ninja), or put ninja on the PATH."]),
    rule(Category::AgpNdkCmake, r#"is not able to compile a simple test program|No (?P<symbol>CMAKE_[A-Z]+_COMPILER) could be found|(?P<set>CMAKE_[A-Z]+_COMPILER) not set"#)
        .means("CMake cannot use the NDK's compiler.")
        .fix(&["Install the NDK again with the SDK manager, set `ndkVersion` to it and delete the module's `.cxx` directory."]),
    rule(Category::AgpNdkCmake, r#"IMPORTED_LOCATION not set for imported target "(?P<symbol>[^"]+)""#)
        .means("The imported CMake target `{symbol}` has no library file for this ABI.")
        .fix(&["Set `IMPORTED_LOCATION` of `{symbol}` to the library of `${{ANDROID_ABI}}`."]),
    // ninja and make
    rule(Category::AgpNdkCmake, r"'(?P<symbol>(?P<file>[^']+\.(?:c|cc|cpp|cxx|m|mm|S|s|asm)))', needed by '(?P<target>[^']+)', missing and no known rule to make it")
        .means("CMake's list of sources (for `{target}`) has `{name}`, and that file is not there: {file}. It was moved, renamed or not checked out (a submodule, Git LFS, a step that generates it), or its name differs in upper and lower case.")
        .fix(&[
            "See whether {file} exists. If it belongs to a submodule or is fetched by a script: `git submodule update --init --recursive`, or run that script; else correct the path in `add_library` of CMakeLists.txt.",
            "Then delete the module's `.cxx` directory, so that CMake configures anew.",
        ]),
    rule(Category::AgpNdkCmake, r"'(?P<symbol>[^']+/CMakeLists\.txt|[^']+\.cmake)', needed by '(?P<target>[^']+)', missing and no known rule to make it")
        .means("The script `{symbol}`, from which CMake wrote `{target}`, is not there any more: it was moved, deleted, or belongs to a package or NDK that was updated.")
        .fix(&["Delete the module's `.cxx` directory, so that CMake configures anew; if CMakeLists.txt itself still names the file, correct the path there or install what brings it."]),
    rule(Category::AgpNdkCmake, r"'(?P<symbol>[^']+)', needed by '(?P<target>[^']+)', missing and no known rule to make it")
        .means("ninja needs the file `{symbol}` for `{target}`, but it is missing and nothing builds it.")
        .fix(&[
            "Check that `{symbol}` exists for this ABI: a prebuilt library that was not fetched, or a module whose native build must run first (`dependsOn`, prefab).",
            "Delete the module's `.cxx` directory after files were moved.",
        ]),
    rule(Category::AgpNdkCmake, r"Filename longer than 260 characters|(?P<symbol>[^ ]+): File name too long")
        .means("A path in the native build is longer than Windows allows (260 characters).")
        .fix(&["Move the project to a shorter path, set `externalNativeBuild.cmake.buildStagingDirectory`, or enable long paths in Windows."]),
    rule(Category::AgpNdkCmake, r"manifest '(?P<symbol>build\.ninja)' still dirty")
        .means("ninja regenerates `build.ninja` again and again: file times lie in the future, or CMake writes its own inputs.")
        .fix(&["Check the clock and the files' times, then delete the module's `.cxx` directory."]),
    rule(Category::AgpNdkCmake, r"No rule to make target [`'](?P<symbol>[^']+)'(?:, needed by [`'](?P<target>[^']+)')?")
        .means("make needs the file `{symbol}`, but it is missing and no rule makes it.")
        .fix(&["Correct `LOCAL_SRC_FILES` in Android.mk: paths count from `LOCAL_PATH`."]),
    rule(Category::AgpNdkCmake, r"LOCAL_SRC_FILES points to a missing file|Check that (?P<symbol>\S+) exists")
        .means("`LOCAL_SRC_FILES` in Android.mk names a file that is missing.")
        .fix(&["Correct the path (it counts from `LOCAL_PATH`), or fetch the prebuilt library for this ABI."]),
    rule(Category::AgpNdkCmake, r"(?:Unknown|Invalid) (?:APP_[A-Z]+|NDK_[A-Z_]+|ABI)[^:]*: ?(?P<symbol>\S+)|(?P<stl>APP_STL) (?P<value>\S+) is no longer supported"),
    rule(Category::AgpNdkCmake, r"missing separator|recipe commences before first target"),
]);
