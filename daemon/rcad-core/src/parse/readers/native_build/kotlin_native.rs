//! Reads Kotlin/Native's linker and cinterop, and Apple's `ld`, which only they run.

use super::apple::{self, LinkedPart};
use super::messages;
use crate::Category;
use crate::model::failure::{Failure, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::parse::reader::ReaderMatch;
use crate::pattern::{Pattern, Rules, classify, place, rule};

/// `Undefined symbols for architecture arm64:`
static UNDEFINED: Pattern = Pattern::new(r"^Undefined symbols? for architecture (?P<architecture>[A-Za-z0-9_]+):?");

/// `  "_OBJC_CLASS_$_BasketScanner", referenced from:`
static REFERENCED: Pattern = Pattern::new(r"^\s*\x22(?P<symbol>[^\x22]+?)(?:\x22, referenced from:|\s*$)");

/// `_kfun:com.example.shelf#put(){}`, `_kclass:com.example.shelf.Book`: compiled Kotlin, with its package
static OF_KLIB: Pattern = Pattern::new(
    r"^_?k(?:fun|class|prop|type|objref|ifacetable):(?P<package>[a-z][A-Za-z0-9_]*(?:\.[a-z][A-Za-z0-9_]*)*)[.#]?(?P<name>[A-Za-z][A-Za-z0-9_.]*)?",
);

/// `…: error: undefined reference to 'basket_open'`
static REFERENCE: Pattern = Pattern::new(r"undefined (?:reference to|symbol:) ['`]?(?P<symbol>[^'`]+?)'?$");

/// `/p/1.c:1:10: fatal error: 'basket/basket.h' file not found`, with `Exception in thread "main" java.lang.Error: ` before it
static HEADER: Pattern = Pattern::new(
    r"(?:^|: |\s)(?P<file>(?:[A-Za-z]:)?[^\s:]+\.(?:c|cpp|h|m|def)):(?P<line>[0-9]+):[0-9]+: fatal error: (?P<message>.+)$",
);

/// Words of a text in which Kotlin/Native works.
const WORDS: &[&str] = &[
    "konan",
    "Konan",
    "error: linker invocation reported errors",
    "kotlin-native",
    "kotlin.native",
    "kotlin/native",
    "kfun:",
    "cinterop",
    "\"main\" java.lang.Error: /",
    ":link",
];

/// Tasks that link: `:shared:linkDebugFrameworkIosArm64`, but not Gradle's own `:shelf:linkShelfDebugSharedLibrary`
static LINKS: Pattern = Pattern::new(
    r":link(?:[A-Z][A-Za-z]*)?(?:Debug|Release)(?:Framework|Executable|Test|(?:Shared|Static)(?:[A-KM-Z]|L[^i]|Li[^b]))",
);

/// Lines around a message in which such words are looked for.
const NEAR: usize = 60;

/// Lines below "Undefined symbols" that list them, with the places that refer to each.
const LISTED: usize = 40;

static RULES: Rules = Rules::new(&[
    rule(Category::KotlinNativeLink, r"ld: (?:framework not found |framework ')(?P<symbol>[^'\s]+)(?:' not found)?")
        .means("The linker does not find the framework `{symbol}`.")
        .fix(&[
            "Check that `{symbol}` is there for this target (simulator or device) and that its directory is passed: `linkerOpts(\"-F…\", \"-framework\", \"{symbol}\")` of the binary, or the `cocoapods` block (`pod(\"{symbol}\")`, then `pod install`).",
        ]),
    rule(Category::KotlinNativeLink, r"ld: (?:library not found for -l|library ')(?P<symbol>[^'\s]+)(?:' not found)?")
        .means("The linker does not find the library `{symbol}`.")
        .fix(&["Install or build `{symbol}` for this target, and pass its directory: `linkerOpts(\"-L…\", \"-l{symbol}\")` of the binary, or `linkerOpts` in the `.def` file."]),
    rule(Category::KotlinNativeLink, r"error occurred during an xcrun execution|(?P<symbol>xcodebuild|xcrun)[^\n]* requires Xcode|unable to find utility \x22(?P<symbol2>[^\x22]+)\x22")
        .means("Kotlin/Native needs Xcode for Apple targets, and its command line tools are not installed or not selected: {message}.")
        .fix(&["Install Xcode, start it once for its licence, and select it: `sudo xcode-select -s /Applications/Xcode.app`."]),
]);

/// Lines that say only that the linker failed.
static SUMMARY: Pattern = Pattern::new(
    r"ld(?:\.[a-z]+)?(?:\.exe)? (?:invocation reported errors|command returned non-zero exit code: [0-9]+)|^ld: symbol\(s\) not found for architecture ",
);

/// Reads one of its messages.
pub fn read(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    if let Some(found) = UNDEFINED.captures(line) {
        return Some(undefined(lines, at, &found["architecture"]));
    }
    let mut failure = Failure::new(Category::KotlinNativeLink, Language::Native, line);
    failure.evidence.push(lines.evidence(at));
    if classify(&RULES, line, &mut failure).is_some() {
        failure.category = category(lines, at);
        tell_directory(lines, at, &mut failure);
        return Some(ReaderMatch { failure, lines: 1, headline: false });
    }
    if SUMMARY.is_match(line) {
        failure.category = category(lines, at);
        return Some(ReaderMatch { failure, lines: 1, headline: true });
    }
    if !line.contains("fatal error: ") && !line.contains("undefined ") || !is_kotlins(lines, at) {
        return None;
    }
    if let Some(found) = HEADER.captures(line) {
        failure.message = found["message"].trim().to_owned();
        place(&mut failure, &found);
        classify(&messages::RULES, &found["message"], &mut failure);
        failure.category = Category::KotlinNativeLink;
        failure.wording = Some(Wording {
            cause: "cinterop cannot read the C headers: {message} (`{symbol}`), in none of its include directories.".to_owned(),
            fixes: vec![
                "Install the library's headers, and tell cinterop where they lie: `compilerOpts = -I/path/to/include` in the `.def` file, or `includeDirs(\"…\")` of the cinterop in the build script.".to_owned(),
            ],
        });
        return Some(ReaderMatch { failure, lines: 1, headline: false });
    }
    let found = REFERENCE.captures(line)?;
    failure.message = line.rsplit("error: ").next().unwrap_or(line).to_owned();
    failure.symbol = Some(found["symbol"].to_owned());
    failure.wording = Some(undefined_elsewhere());
    Some(ReaderMatch { failure, lines: 1, headline: false })
}

/// `ld: warning: directory not found for option '-F/p/Build'`, `ld: warning: search path '/p/Build' not found`
static NO_DIRECTORY: Pattern = Pattern::new(
    r"ld: warning: (?:directory not found for option '?(?P<option>-[FL])(?P<path>[^'\n]+)'?|search path '(?P<path2>[^'\n]+)' not found)",
);

/// Names the directory that the linker was told to look in and that is not there.
fn tell_directory(lines: &Lines, at: usize, failure: &mut Failure) {
    let named = failure.message.contains("framework") || failure.message.contains("library");
    let above = (at.saturating_sub(LISTED)..=at).rev().map(|index| lines.get(index));
    let Some(found) = above.filter_map(|line| NO_DIRECTORY.captures(line)).next().filter(|_| named) else { return };
    let Some(path) = found.name("path").or_else(|| found.name("path2")) else { return };
    failure.details.insert("searched".to_owned(), path.as_str().to_owned());
    let made = if path.as_str().contains("/DerivedData/") {
        "It is a directory of Xcode's products (DerivedData), whose name differs on each machine: build `{symbol}` in Xcode for this configuration and target (device or simulator), or build this binary from Xcode, which passes its own; don't write the path into the build script."
    } else {
        "Build or fetch `{symbol}` into it, for this target (device or simulator), or correct the path in `linkerOpts` (`-F`, `-L`) of the binary or the `.def` file."
    };
    failure.wording = None;
    failure.say("The linker does not find `{symbol}`: the directory `{searched}`, in which it was told to look, does not exist.", &[made]);
}

/// The symbols stand below, each with the places that refer to it.
fn undefined(lines: &Lines, at: usize, architecture: &str) -> ReaderMatch {
    let mut failure = Failure::new(category(lines, at), Language::Native, lines.get(at).trim());
    failure.evidence.push(lines.evidence(at));
    failure.details.insert("architecture".to_owned(), architecture.to_owned());
    let below = at + 1..(at + LISTED).min(lines.len());
    if let Some((index, found)) = below.filter_map(|index| Some((index, REFERENCED.captures(lines.get(index))?))).next()
    {
        let raw = &whole(&found["symbol"], lines, index);
        let name = raw.trim_start_matches("_OBJC_CLASS_$_");
        failure.message = format!("undefined symbol for architecture {architecture}: {}", &found["symbol"]);
        failure.symbol = Some(name.strip_prefix('_').unwrap_or(name).to_owned());
        failure.evidence.push(lines.evidence(index));
        tell_kind(raw, &mut failure);
        tell_part(raw, &mut failure);
    }
    failure.wording.get_or_insert_with(undefined_wording);
    ReaderMatch { failure, lines: 1, headline: false }
}

/// The symbol with its rest from the next line, where it was broken to fit a page.
fn whole(symbol: &str, lines: &Lines, index: usize) -> String {
    let rest = lines.get(index + 1).trim();
    match rest.split_once("\", referenced from:") {
        Some((rest, _)) if !lines.get(index).contains("\", referenced from:") => format!("{symbol}{rest}"),
        _ => symbol.to_owned(),
    }
}

/// Words for what a symbol's mark shows of its kind.
fn tell_kind(raw: &str, failure: &mut Failure) {
    if let Some(found) = OF_KLIB.captures(raw) {
        let package = found["package"].to_owned();
        failure.symbol =
            Some(found.name("name").map_or_else(|| package.clone(), |name| format!("{package}.{}", name.as_str())));
        failure.details.insert("klib_package".to_owned(), package);
        failure.say(
            "The linker finds no definition of the Kotlin declaration `{symbol}` for {architecture}: a klib was compiled against another version of the library with the package `{klib_package}` than the one that is linked.",
            &[
                "See which versions of that library are asked for and which one wins (`./gradlew dependencies` of this module), and take releases of it and of what uses it that belong together (for Compose Multiplatform all of one release).",
                "If the versions agree, delete `klib/cache` below `~/.konan/kotlin-native-prebuilt-…` and the module's `build` directory, and link again.",
            ],
        );
    } else if raw.starts_with("_OBJC_CLASS_$_") {
        failure.say(
            "The linker finds no Objective-C class `{symbol}` for {architecture}: the framework that has it is not linked, or not built for this target.",
            &[
                "Link the framework with `{symbol}`: `pod(\"…\")` of the CocoaPods plugin, `linkerOpts(\"-F…\", \"-framework\", \"…\")` of the binary (of the test binary, too), or add it to the Xcode target that embeds a static framework.",
                "If it is linked, build it for this target (device or simulator, architecture).",
            ],
        );
    } else if ["_swift", "__swift", "_$s"].iter().any(|mark| raw.starts_with(mark)) {
        failure.say(
            "The linker finds no definition of Swift's `{symbol}` for {architecture}: a library with Swift code is linked without Swift's runtime, or with another Xcode than built it.",
            &[
                "Pass the directory of Swift's libraries to the linker: `linkerOpts(\"-L<Xcode>/Toolchains/XcodeDefault.xctoolchain/usr/lib/swift/<platform>\")` of the binary; in Xcode an empty Swift file in the target does it.",
                "Build the library that refers to it with the Xcode that links here.",
            ],
        );
    }
}

/// What GNU's and LLVM's linkers say for Linux, Windows and Android, where there are no frameworks.
fn undefined_elsewhere() -> Wording {
    Wording::new(
        "The linker finds no definition of `{symbol}`: no library that is linked contains it for this target.",
        &[
            "Pass the library that has `{symbol}` to the linker: `linkerOpts(\"-L/path/to/lib\", \"-l<name>\")` of the binary (of the test binary, too), or `linkerOpts` in the `.def` file, a static one after what uses it.",
            "{unless on_os != Linux}If it is linked, it is another architecture's, or made for a newer glibc than the old one that Kotlin/Native brings for Linux (a distribution's own libraries usually are): build it for this target, with the toolchain below `~/.konan/dependencies`.",
        ],
    )
}

/// Names what has the symbol where its beginning shows that.
fn tell_part(raw: &str, failure: &mut Failure) {
    let class = raw.strip_prefix("_OBJC_CLASS_$_").or_else(|| raw.strip_prefix("OBJC_CLASS_$_"));
    let part = match class {
        Some(name) => apple::of_class(name),
        None => apple::of_function(raw.trim_start_matches('_')),
    };
    let Some(part) = part else { return };
    let (name, cause, fix) = match part {
        LinkedPart::Framework(name) => (
            name,
            "The linker finds no definition of `{symbol}` for {architecture}: it is in Apple's framework {part}, which this binary is not linked with.",
            "Link {part}: `linkerOpts(\"-framework\", \"{part}\")` of the binary that fails (a test executable has its own: `binaries.getTest(\"DEBUG\")`); for a static framework add {part} to the Xcode target.",
        ),
        LinkedPart::Library(name) => (
            name,
            "The linker finds no definition of `{symbol}` for {architecture}: it is in the system's library lib{part}, which this binary is not linked with.",
            "Link it: `linkerOpts(\"-l{part}\")` of the binary that fails; where Xcode links a static framework, add `-l{part}` to “Other Linker Flags” (or lib{part}.tbd to the target).",
        ),
        LinkedPart::Pod(name) => (
            name,
            "The linker finds no definition of `{symbol}` for {architecture}: by its name it is in the pod {part} (or its Swift package), which this binary is not linked with.",
            "Add it where the binary is linked: `pod(\"{part}\")` in the `cocoapods` block and `pod install`, or the package in Xcode's target; a test executable that Gradle links needs its directory, too (`linkerOpts(\"-F…\", \"-framework\", \"…\")`).",
        ),
    };
    failure.details.insert("part".to_owned(), name.to_owned());
    let more = match part {
        LinkedPart::Pod(_) => Some("If it is linked, build it for this target (device or simulator, architecture)."),
        _ => None,
    };
    let steps: Vec<&str> = std::iter::once(fix).chain(more).collect();
    failure.say(cause, &steps);
}

fn undefined_wording() -> Wording {
    Wording {
        cause: "The linker finds no definition of `{symbol}` for {architecture}: no framework or library that is linked contains it for this target.".to_owned(),
        fixes: vec![
            "Pass the library or framework that has `{symbol}` to the linker: `linkerOpts(\"-framework\", \"…\")` of the binary (of the test binary, too), `linkerOpts` in the `.def` file, or `pod(\"…\")` of the CocoaPods plugin.".to_owned(),
            "If it is linked, it was built for another architecture or with a newer Xcode than this Kotlin knows: build it for this target, or raise Kotlin.".to_owned(),
        ],
    }
}

/// Apple's linker works for others as well.
fn category(lines: &Lines, at: usize) -> Category {
    if is_kotlins(lines, at) { Category::KotlinNativeLink } else { Category::Other }
}

/// Whether the line names a task of Kotlin's that links; those of Gradle's own plugins for native code end with the kind of
/// library.
fn is_link_task(line: &str) -> bool {
    LINKS.is_match(line) && !["SharedLibrary", "StaticLibrary"].iter().any(|kind| line.contains(kind))
}

fn is_kotlins(lines: &Lines, at: usize) -> bool {
    let near = at.saturating_sub(NEAR)..(at + NEAR).min(lines.len());
    near.map(|index| lines.get(index))
        .any(|line| WORDS.iter().any(|word| line.contains(word) && (*word != ":link" || is_link_task(line))))
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    fn told(symbol: &str) -> (Option<String>, String) {
        let log = format!(
            "> Task :shop:linkDebugFrameworkIosArm64 FAILED\nUndefined symbols for architecture arm64:\n  \"{symbol}\", referenced from:\n      objc in shop.o\n"
        );
        let failure = parse(&log).failures.remove(0);
        (failure.symbol, failure.wording.map(|wording| wording.cause).unwrap_or_default())
    }

    #[test]
    fn gradles_own_linker_tasks_are_not_kotlins() {
        let category = |task: &str| {
            let log = format!(
                "/p/shelf.cpp:12: error: undefined reference to 'shelf_open'\ncollect2: error: ld returned 1 exit status\n\n:shop:{task} FAILED\n"
            );
            parse(&log).failures.remove(0).category
        };
        assert_eq!(category("linkShelfArmeabiDebugSharedLibrary"), Category::AgpNdkCmake);
        assert_eq!(category("linkDebugSharedLinuxX64"), Category::KotlinNativeLink);
        assert_eq!(category("linkDebugTestIosSimulatorArm64"), Category::KotlinNativeLink);
    }

    #[test]
    fn a_framework_that_is_missing_is_why_the_compilers_process_failed() {
        let log = "> Task :compileKonanShopIphone\nld: warning: directory not found for option '-F/Users/dev/Library/Developer/Xcode/DerivedData/shop-abc/Build/Products/Debug-iphoneos'\n\
            ld: framework not found shelflib\nerror: linker invocation reported errors\n\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n\
            Execution failed for task ':compileKonanShopIphone'.\n> Process 'command '/opt/jdk/bin/java'' finished with non-zero exit value 1\n";
        let failures = parse(log).failures;
        let [root] = &failures[..] else { panic!("{failures:?}") };
        assert_eq!((root.category, root.symbol.as_deref()), (Category::KotlinNativeLink, Some("shelflib")));
        assert_eq!(root.task.as_deref(), Some(":compileKonanShopIphone"));
        assert!(root.details["searched"].ends_with("Debug-iphoneos"));
    }

    #[test]
    fn a_symbols_mark_shows_its_kind() {
        let (symbol, cause) = told("_kfun:com.example.shelf#top(){}kotlin.Int");
        assert_eq!(symbol.as_deref(), Some("com.example.shelf.top"));
        assert!(cause.contains("a klib was compiled against"), "{cause}");
        let (symbol, cause) = told("_OBJC_CLASS_$_ShelfScanner");
        assert!(symbol.as_deref() == Some("ShelfScanner") && cause.contains("Objective-C class"), "{cause}");
        assert!(told("_OBJC_CLASS_$_UIDevice").1.contains("Apple's framework {part}"));
        assert!(told("_inflateInit2_").1.contains("system's library"));
        assert!(told("_swift_FORCE_LOAD_$_swiftUIKit").1.contains("Swift's runtime"));
        assert!(told("_shelf_open").1.contains("no framework or library that is linked"));
        let broken =
            "Undefined symbols for architecture arm64:\n  \"_kclass:com.example.\n   shelf.Book\", referenced from:\n";
        assert_eq!(parse(broken).failures[0].symbol.as_deref(), Some("com.example.shelf.Book"));
    }
}
