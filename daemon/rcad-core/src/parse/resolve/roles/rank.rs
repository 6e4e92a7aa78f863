//! How much a failure explains by itself: parser errors and unreadable libraries before all, headlines last.

use crate::Category;
use crate::model::failure::Failure;

/// What CMake says of targets after a directory, source or package of theirs was not found.
const CMAKE_FOLLOWS: &[&str] = &["Cannot specify link libraries for target", "No SOURCES given to target"];

/// How much a failure explains; the smaller comes first. With the reason where it is not the usual 1.
pub fn rank(failure: &Failure) -> (u8, &'static str) {
    match failure.category {
        _ if failure.details.contains_key("conflict_marker") => {
            (0, "the marks of a merge conflict hide what else is wrong")
        }
        Category::KotlinSyntax if is_parsers(failure) => (0, "a parser that lost its way misreads what follows"),
        _ if is_without_platform(failure) => (0, "without the classes of the JDK nothing else resolves"),
        Category::KotlinMissingSupertype if failure.file.is_some() => {
            (0, "a class without its supertype lacks members")
        }
        _ if fills_the_disk(failure) => (0, "on a full disk fails whatever writes next"),
        Category::KaptKsp if failure.message.starts_with("Bad service configuration file") => {
            (0, "a processor that did not start generates nothing")
        }
        Category::KotlinMetadataVersion => (0, "a library that cannot be read declares nothing"),
        Category::GradleTaskFailed if failure.file.is_none() && failure.wording.is_none() => {
            (4, "it names only the task")
        }
        Category::NativeCrash if is_bare(failure) => (3, "it names only the signal"),
        Category::Other if failure.file.is_none() && failure.wording.is_none() => {
            (3, "no rule knows it and it names no file")
        }
        // The JVM of the machine, not the script, fails there; another failure says why.
        _ if failure.message.ends_with("(initialization failure)") => (2, "a class that fails to start says not why"),
        Category::KaptKsp if failure.message.contains("Processing did not comple") => {
            (2, "it says only that others stand above")
        }
        // Lists that follow from something else: an inference that failed on an unresolved name, a warning flag.
        Category::KotlinOverload if failure.message.contains("infer") => (2, "inference fails on unresolved names"),
        Category::KotlinOverload if failure.message.contains("ambigu") => {
            (2, "arguments without a type fit any overload")
        }
        Category::GradleScriptCompile if is_deprecation(failure) => {
            (2, "a deprecation is listed with the errors, but stops no script")
        }
        Category::KaptKsp if failure.message.ends_with(" has errors") => (2, "it names what has errors of its own"),
        _ if failure.message.starts_with("warnings found and -Werror") => (2, "it counts the warnings above it"),
        Category::AgpNdkCmake if CMAKE_FOLLOWS.iter().any(|start| failure.message.starts_with(start)) => {
            (2, "a target is missing with what adds it")
        }
        // A script for CMake is generated before it is run.
        Category::AgpNdkCmake => (1, "the tool's own message says what is wrong"),
        _ if failure.file.as_deref().is_some_and(|file| file.contains("/build/generated/")) => {
            (2, "generated code fails after what generates it")
        }
        _ => (1, "the tool's own message says what is wrong"),
    }
}

/// Whether the machine had no room left.
fn fills_the_disk(failure: &Failure) -> bool {
    const WORDS: &[&str] = &["No space left on device", "not enough space on the disk", "ENOSPC"];
    let reason = failure.details.get("reason").map_or("", String::as_str);
    WORDS.iter().any(|word| failure.message.contains(word) || reason.contains(word))
}

/// Whether the compiler finds not even the classes that each JDK and each `android.jar` has.
pub fn is_without_platform(failure: &Failure) -> bool {
    const CLASSES: &[&str] = &["java.lang.", "java.io.Serializable"];
    let of_platform = |name: &str| name == "Object" || CLASSES.iter().any(|class| name.starts_with(class));
    failure.category == Category::KotlinMissingSupertype && failure.symbol.as_deref().is_some_and(of_platform)
}

/// Whether it says that the app has both the old support library and AndroidX.
pub fn is_mixed(failure: &Failure) -> bool {
    failure.category == Category::ManifestMerger
        && failure.symbol.as_deref().is_some_and(|symbol| symbol.ends_with("@appComponentFactory"))
        && failure.message.contains("androidx.core")
}

/// Whether a message about Kotlin's syntax is the parser's own, and not about a declaration that it understood.
pub fn is_parsers(failure: &Failure) -> bool {
    if failure.category != Category::KotlinSyntax {
        return false;
    }
    const WORDS: &[&str] = &[
        "Syntax error",
        "Expecting",
        "Unexpected",
        "Unclosed",
        "Missing '",
        "Imports are only",
        "imports are only",
        "Function declaration must have",
    ];
    WORDS.iter().any(|word| failure.message.starts_with(word))
}

/// Whether a script's error is only about something deprecated.
fn is_deprecation(failure: &Failure) -> bool {
    let reason = failure.details.get("reason").unwrap_or(&failure.message);
    reason.contains("' is deprecated")
}

/// Whether a native crash is the bare signal: without a frame, and with nothing that the process said before.
fn is_bare(failure: &Failure) -> bool {
    let has = |detail: &&str| failure.details.contains_key(*detail);
    failure.file.is_none() && !["abort", "jni", "library", "entry_library", "why"].iter().any(has)
}

/// Whether the name that is missing would be an annotation processor's work.
pub fn is_processors(failure: &Failure) -> bool {
    failure.details.get("generator").is_some_and(|by| by.contains("annotation processor"))
}
