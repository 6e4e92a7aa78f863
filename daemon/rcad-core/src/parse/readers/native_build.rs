//! Reads native builds: CMake, ninja, ndk-build (make), clang and the linker.

mod apple;
mod kotlin_native;
mod messages;
mod ndk_libraries;
mod undefined;

use crate::Category;
use crate::model::failure::{Failure, Framework, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, classify, place};

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::NativeBuild,
    anchors: &[
        ": error: ",
        ": fatal error: ",
        "undefined reference to",
        "CMake Error",
        "ninja: error:",
        "ninja: build stopped",
        "ld: error:",
        "ld.lld: error:",
        "ld.gold: error:",
        "linker command failed",
        "cannot find -l",
        "Android NDK: ",
        "Undefined symbol",
        "ld: framework ",
        "ld: library ",
        "ld: symbol(s) not found",
        "invocation reported errors",
        "command returned non-zero exit code",
        "xcrun",
        "requires Xcode",
        "*** ",
    ],
    frame: false,
    read,
};

/// `C/C++: /p/src/main/cpp/basket.cpp:12:5: error: use of undeclared identifier 'total'`, `In file included from …`
static SOURCE: Pattern = Pattern::new(concat!(
    r"^(?:C/C\+\+: )?(?:> )?(?P<file>(?:[A-Za-z]:)?[^:<>|\x22]*[^:<>|\x22 ]\.(?:c|cc|cpp|cxx|c\+\+|C|h|hh|hpp|hxx|inc|inl|ipp|m|mm|S|s|rs)):",
    r"(?P<line>[0-9]+):(?:(?P<column>[0-9]+):)? (?:fatal )?error: (?P<message>.+)$",
));

/// `/p/basket.cpp:12: undefined reference to 'total()'`, `basket.cpp:(.text+0x1c): undefined reference to `total'`
static REFERENCE: Pattern = Pattern::new(
    r"(?:(?P<file>[^:\s]+\.[a-z+]+):(?:(?P<line>[0-9]+)|\([^)]*\)): )?(?:error: )?(?P<message>undefined reference to .+|multiple definition of .+)$",
);

/// `ld: error: undefined symbol: total`, `/ndk/ld.lld: error: unable to find library -lfoo`
static LINKER: Pattern = Pattern::new(
    r"(?:^|[/\\ ])(?:ld|ld\.lld|ld\.gold|lld|[a-z0-9_-]+-ld(?:\.[a-z]+)?|link)(?:\.exe)?: (?:fatal )?(?:error: )?(?P<message>(?:undefined |duplicate |unable to find |cannot find |cannot open |.*is incompatible with |relocation |[^:]+: undefined reference).*)$",
);

/// `CMake Error at CMakeLists.txt:40 (add_library):`, `CMake Error in CMakeLists.txt:`
static CMAKE: Pattern = Pattern::new(
    r"CMake Error (?:at|in) (?P<file>[^\n]+?)(?::(?P<line>[0-9]+))?(?: \((?P<command>[A-Za-z_]+)\))?:\s*$",
);

/// `CMake Error: CMake was unable to find …`
static CMAKE_PLAIN: Pattern = Pattern::new(r"CMake Error: (?P<message>.+)$");

/// `C/C++: clang++: error: unsupported option '-fno-foo' for target …`
static DRIVER: Pattern = Pattern::new(
    r"^(?:C/C\+\+: )?(?:[^\s:]*[/\\])?(?:clang|g?cc|clang\+\+|g\+\+|cc1plus)(?:-[0-9]+)?(?:\.exe)?: (?:fatal )?error: (?P<message>.+)$",
);

/// `ninja: error: '/p/libfoo.so', needed by 'x', missing and no known rule to make it`
static NINJA: Pattern = Pattern::new(r"ninja: error: (?P<message>.+)$");

/// `make: *** [/p/basket.o] Error 1`, `/p/Android.mk:12: *** missing separator.  Stop.`
static MAKE: Pattern = Pattern::new(
    r"^(?:(?P<file>[^\s:]+\.mk|[^\s:]*Makefile):(?P<line>[0-9]+)|(?:g?make|ndk-build)(?:\.exe)?(?:\[[0-9]+\])?): \*\*\* (?P<message>.+)$",
);

/// `Android NDK: ERROR:/p/Android.mk:foo: LOCAL_SRC_FILES points to a missing file`
static NDK_BUILD: Pattern =
    Pattern::new(r"^Android NDK: (?:ERROR: ?)?(?:(?P<file>[^\s:]+\.mk):(?P<module>[^:]+): )?(?P<message>.+)$");

/// What a script's `message(FATAL_ERROR …)` is.
const RAISED: &str =
    "A CMake script stops the native build on purpose ({name}:{line}, `message(FATAL_ERROR …)`): {message}.";

const DO_IT: &str = "Do what the message asks for; the lines above {name}:{line} show on which condition it comes (an option, an ABI, a compiler, a package that is missing). If the script is a library's, set that from outside: `externalNativeBuild {{ cmake {{ arguments += \"-D…\" }} }}`, or `ndk {{ abiFilters }}`.";

/// What CMake, Ninja and Gradle say below a message.
const NEXT: &[&str] =
    &["-- ", "CMake ", "See also ", "Call Stack ", "ninja: ", "* ", "> ", "BUILD FAILED", "FAILURE: "];

/// Lines of a CMake message.
const LONGEST: usize = 12;

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at).trim();
    kotlin_native::read(lines, at, line)
        .or_else(|| read_source(lines, at, line))
        .or_else(|| read_cmake(lines, at, line))
        .or_else(|| read_one(lines, at, line))
        .or_else(|| read_make(lines, at, line))
}

fn start(lines: &Lines, at: usize, message: &str) -> Failure {
    let mut failure = Failure::new(Category::AgpNdkCmake, Language::Native, message.trim());
    failure.framework = Framework::Android;
    failure.evidence.push(lines.evidence(at));
    classify(&messages::RULES, message, &mut failure);
    ndk_libraries::tell(&mut failure);
    undefined::tell(&mut failure);
    failure
}

fn placed(mut failure: Failure, found: &crate::pattern::Captures<'_>) -> Failure {
    place(&mut failure, found);
    failure
}

fn whole(failure: Failure, headline: bool) -> Option<ReaderMatch> {
    Some(ReaderMatch { failure, lines: 1, headline })
}

fn read_source(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let found = SOURCE.captures(line)?;
    let mut failure = placed(start(lines, at, &found["message"]), &found);
    // The source line and the caret below it.
    failure.column = found.name("column").and_then(|column| column.as_str().parse().ok());
    whole(failure, false)
}

/// The place, an empty line, and the message indented below.
fn read_cmake(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    if let Some(found) = CMAKE_PLAIN.captures(line) {
        return whole(start(lines, at, &found["message"]), messages::SUMMARY.is_match(&found["message"]));
    }
    let found = CMAKE.captures(line)?;
    let margin = indent(lines.get(at));
    let below = |line: &str| indent(line) > margin || line.trim().is_empty();
    // A paste may have lost the indent of all lines: there the message ends at what CMake says next.
    let flat = !below(lines.get(at + 1));
    let over = |line: &str| if flat { NEXT.iter().any(|next| line.starts_with(next)) } else { !below(line) };
    let mut message = String::new();
    let mut took = 1;
    for index in at + 1..(at + LONGEST).min(lines.len()) {
        let next = lines.get(index);
        if over(next) || next.contains("CMake Error") {
            break;
        }
        if !next.trim().is_empty() {
            message.push_str(next.trim_start_matches("C/C++:").trim());
            message.push(' ');
        }
        took += 1;
    }
    let mut failure = placed(start(lines, at, message.trim()), &found);
    if let Some(command) = found.name("command") {
        failure.details.insert("command".to_owned(), command.as_str().to_owned());
        if command.as_str() == "message" && failure.wording.is_none() {
            failure.say(RAISED, &[DO_IT]);
        }
    }
    if let Some(index) = (at + 1..at + took).find(|index| !lines.get(*index).trim().is_empty()) {
        failure.evidence.push(lines.evidence(index));
    }
    Some(ReaderMatch { failure, lines: took, headline: false })
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn read_one(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    if messages::SUMMARY.is_match(line) {
        return whole(start(lines, at, line), true);
    }
    let found = LINKER
        .captures(line)
        .or_else(|| DRIVER.captures(line))
        .or_else(|| NINJA.captures(line))
        .or_else(|| REFERENCE.captures(line))?;
    let message = &found["message"];
    if message.ends_with(':') && at + 1 < lines.len() {
        // Broken to fit a page.
        let whole = format!("{message} {}", lines.get(at + 1).trim());
        let failure = placed(start(lines, at, &whole), &found);
        return Some(ReaderMatch { failure, lines: 2, headline: false });
    }
    whole(placed(start(lines, at, message), &found), false)
}

fn read_make(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let found = MAKE.captures(line).or_else(|| NDK_BUILD.captures(line).filter(|_| !line.contains("WARNING")))?;
    let message = &found["message"];
    let headline = messages::SUMMARY.is_match(message);
    let failure = placed(start(lines, at, message), &found);
    // make says `***` of much that is no native build; ndk-build's own words are in the table.
    let known = failure.symbol.is_some() || found.name("file").is_some() || line.contains("LOCAL_");
    if known { whole(failure, headline) } else { None }
}

#[cfg(test)]
mod tests {
    use super::messages;
    use crate::Category;
    use crate::parse::parse;
    use crate::pattern::assert_sound;

    #[test]
    fn tables_compile() {
        assert_sound(&messages::RULES);
    }

    #[test]
    fn what_a_script_raises_is_said_to_be_that() {
        let stop = |words: &str| {
            let log = format!(
                "CMake Error at shelf/CMakeLists.txt:61 (message):\n  {words}\n\n\n-- Configuring incomplete\n"
            );
            let analysis = crate::explain::analyze(parse(&log), None);
            (analysis.root_cause.unwrap_or_default(), analysis.fix_guidelines.join(" "))
        };
        let (cause, steps) = stop("Set SHELF_HOME first.");
        assert!(cause.contains("on purpose") && cause.contains("Set SHELF_HOME first"), "{cause}");
        assert!(steps.contains("CMakeLists.txt:61"), "{steps}");
        let (cause, steps) = stop("Unsupported pointer size 4.  Shelf only supports 64-bit (8-byte pointer)");
        assert!(cause.contains("32-bit ABI") && steps.contains("abiFilters"), "{cause} {steps}");
    }

    #[test]
    fn the_source_line_is_the_root_and_the_tools_above_it_are_not() {
        let log = "> Task :app:buildCMakeDebug[arm64-v8a] FAILED\n\
            C/C++: ninja: Entering directory `/p/app/.cxx/Debug/1a/arm64-v8a'\n\
            C/C++: /p/app/src/main/cpp/basket.cpp:12:5: error: use of undeclared identifier 'total'\n\n\
            * What went wrong:\nExecution failed for task ':app:buildCMakeDebug[arm64-v8a]'.\n\
            > com.android.ide.common.process.ProcessException: ninja: Entering directory `/p/app/.cxx/Debug/1a/arm64-v8a'\n\
            \x20 [1/2] Building CXX object CMakeFiles/basket.dir/basket.cpp.o\n\
            \x20 FAILED: CMakeFiles/basket.dir/basket.cpp.o\n\
            \x20 /p/app/src/main/cpp/basket.cpp:12:5: error: use of undeclared identifier 'total'\n\
            \x20 1 error generated.\n  ninja: build stopped: subcommand failed.\n\n* Try:\n";
        let failures = parse(log).failures;
        assert_eq!(failures.len(), 1);
        let root = &failures[0];
        assert_eq!((root.category, root.symbol.as_deref()), (Category::AgpNdkCmake, Some("total")));
        assert_eq!((root.line, root.task.as_deref()), (Some(12), Some(":app:buildCMakeDebug[arm64-v8a]")));
    }

    #[test]
    fn what_the_compiler_and_the_linker_name_is_the_symbol() {
        for (line, symbol) in [
            (
                "/p/cpp/a.c:8:5: error: call to undeclared function 'weigh'; ISO C99 and later do not support implicit function declarations",
                "weigh",
            ),
            ("/p/cpp/a.cpp:8:5: error: cannot use 'throw' with exceptions disabled", "throw"),
            ("/p/cpp/a.cpp:8:5: error: use of typeid requires -frtti", "typeid"),
            ("/p/cpp/a.cpp:8:5: error: unused variable 'x' [-Werror,-Wunused-variable]", "-Wunused-variable"),
            ("/p/cpp/a.cpp:8:5: error: 'weigh_new' is unavailable: introduced in Android 26", "weigh_new"),
            (
                "/p/cpp/a.c:8:9: error: member reference type 'JNIEnv' (aka 'const struct JNINativeInterface *') is a pointer",
                "JNIEnv",
            ),
            (
                "ld: error: relocation R_AARCH64_ADR_PREL_PG_HI21 cannot be used against symbol 'total'; recompile with -fPIC",
                "total",
            ),
            ("ld: error: /p/libs/libshelf.a(shelf.o) is incompatible with aarch64linux", "/p/libs/libshelf.a(shelf.o)"),
            (
                "CMake Error at CMakeLists.txt:30 (target_link_libraries):\n  Cannot specify link libraries for target \"shelf\" which is not built by\n  this project.\n",
                "shelf",
            ),
            (
                "CMake Error at CMakeLists.txt:9 (add_subdirectory):\n  The source directory\n\n    /p/cpp/libs/shelf\n\n  does not contain a CMakeLists.txt file.\n",
                "/p/cpp/libs/shelf",
            ),
        ] {
            let failure = parse(line).failures.remove(0);
            assert_eq!((failure.category, failure.symbol.as_deref()), (Category::AgpNdkCmake, Some(symbol)), "{line}");
        }
    }

    #[test]
    fn cmakes_paragraphs_are_read() {
        let flat = "CMake Error at CMakeLists.txt:3 (include):\ninclude could not find requested file:\n\nshelf.cmake\n\n-- Configuring incomplete\n";
        assert_eq!(parse(flat).failures[0].symbol.as_deref(), Some("shelf.cmake"));
        let log = "CMake Error at CMakeLists.txt:40 (add_library):\n  Cannot find source file:\n\n    /p/cpp/Basket.cpp\n\n  Tried extensions .c .C\n\n\nCMake Error at CMakeLists.txt:40 (add_library):\n  No SOURCES given to target: basket\n";
        let root = parse(log).failures.remove(0);
        assert_eq!((root.file.as_deref(), root.line), (Some("CMakeLists.txt"), Some(40)));
        assert_eq!(root.symbol.as_deref(), Some("/p/cpp/Basket.cpp"));
    }

    #[test]
    fn java_and_make_of_others_are_not_native() {
        for line in ["/p/Basket.java:3: error: cannot find symbol", "*** waiting ***", "make: *** [all] Error 2"] {
            assert!(parse(line).failures.iter().all(|one| one.category != Category::AgpNdkCmake), "{line}");
        }
    }

    #[test]
    fn words_of_a_message_are_no_names() {
        let said = |text: &str| crate::explain::answer(text);
        let local = said(
            "> Task :app:buildCMakeDebug[x86_64] FAILED\nC/C++: ld: error: relocation R_X86_64_32 cannot be used against local symbol; recompile with -fPIC\n",
        );
        assert!(!local.contains("`local`") && local.contains("-fPIC"), "{local}");
        let named = said(
            "> Task :app:buildCMakeDebug[x86_64] FAILED\nC/C++: ld: error: relocation R_X86_64_32 cannot be used against symbol 'total'; recompile with -fPIC\n",
        );
        assert!(named.contains("`total`"), "{named}");
        let ninja = said(
            "* What went wrong:\nExecution failed for task ':app:buildCMakeDebug[arm64-v8a]'.\n> ninja: error: mkdir(shelf/CMakeFiles/x): No such file or directory\n",
        );
        assert!(!ninja.contains("includes"), "{ninja}");
    }
}
