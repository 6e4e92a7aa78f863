//! What the compiler was doing when it crashed, by its own function on top: for crashes that name nothing of the sources.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `  at org.jetbrains.kotlin.backend.konan.objcexport.ObjCExportHeaderGenerator.mapType(ObjCExportHeaderGenerator.kt:892)`
static OWN_FRAME: Pattern = Pattern::new(
    r"^\s*at (?:[^ (]*/)?org\.jetbrains\.kotlin\.(?:[a-z0-9_]+\.)+(?P<class>[A-Z][A-Za-z0-9_]*)[A-Za-z0-9_$.]*?\.(?P<function>[a-z<][A-Za-z0-9_>]*)[^.(]*\(",
);

/// ` * Compiler version info: Konan: 0.9.3 / Kotlin: 1.3.0`
static COMPILER: Pattern = Pattern::new(r"^\s*\* Compiler version(?: info)?: (?P<version>[A-Z0-9].*\S)\s*$");

/// ` * Output kind: FRAMEWORK`
static OUTPUT: Pattern = Pattern::new(r"^\s*\* Output kind: (?P<kind>[A-Z_]+)");

/// Lines above the exception that may say what was compiled, and lines below it that may be the first frame.
const ABOVE: usize = 12;
const BELOW: usize = 8;

const KLIBS: &str = "Bring Kotlin and the libraries to versions that were made for each other: a klib that a newer or much older compiler wrote is what it stumbles over most often (Ktor, coroutines, serialization).";

/// Parts of names of the compiler's classes, what these do, and what to do first.
const PHASES: &[(&str, &str, &str)] = &[
    (
        "ObjCExport",
        "while it writes the Objective-C header of a framework: a class or type of the API that is exported cannot be translated, often one of a library",
        "Bring Kotlin and the libraries whose types the framework shows to versions that were made for each other; else let no public declaration show such a type (make it `internal`, wrap it), and do not `export` that library.",
    ),
    ("CStubs", "while it makes the bridges of a C or Objective-C library (cinterop)", KLIBS),
    ("Linker", "while it links the code of the libraries (klibs)", KLIBS),
    ("Deserializ", "while it reads a library (klib or metadata)", KLIBS),
    ("Klib", "while it reads a library (klib)", KLIBS),
];

/// Names the compiler's function and, where that is known, what it does.
pub fn tell(lines: &Lines, at: usize, failure: &mut Failure) {
    let unnamed = failure.file.is_none() && failure.symbol.is_none() && failure.wording.is_none();
    if failure.category != Category::KotlinInternalCompilerError || !unnamed {
        return;
    }
    let below = at + 1..(at + BELOW).min(lines.len());
    let Some(found) = below.into_iter().find_map(|index| OWN_FRAME.captures(lines.get(index))) else { return };
    let function = format!("{}.{}", &found["class"], &found["function"]);
    let above = || (at.saturating_sub(ABOVE)..at).map(|index| lines.get(index));
    let version = above().find_map(|line| Some(COMPILER.captures(line)?["version"].to_owned()));
    let kind = above().find_map(|line| Some(OUTPUT.captures(line)?["kind"].to_owned()));
    let kind = kind.map(|kind| format!("output kind {kind}"));
    let given: Vec<String> = version.into_iter().chain(kind).collect();
    let given = if given.is_empty() { String::new() } else { format!(" ({})", given.join(", ")) };
    let phase = PHASES.iter().find(|(part, _, _)| found["class"].contains(part));
    let doing = phase.map_or(String::new(), |(_, doing, _)| format!(", {doing}"));
    let cause = format!(
        "The Kotlin compiler{given} itself crashed (internal error) in its `{{compiler_at}}`{doing}: {{root_exception}}."
    );
    let first = phase.map_or(
        "Check that every compiler plugin (Compose, KSP, serialization) has a version made for this Kotlin version, and that `languageVersion` is not set to another one.",
        |(_, _, step)| step,
    );
    failure.details.insert("compiler_at".to_owned(), function.clone());
    failure.symbol = Some(function);
    failure.say(
        &cause,
        &[
            first,
            "Clean the build once. If it stays, take out what was changed last to find the declaration it is at, use another Kotlin version, or report it to JetBrains with the trace.",
        ],
    );
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn the_compilers_function_shows_what_it_did() {
        let log = " * Compiler version info: Konan: 0.9.9 / Kotlin: 1.3.9\n * Output kind: FRAMEWORK\n\nexception: java.lang.AssertionError: Assertion failed\n        at org.jetbrains.kotlin.backend.konan.objcexport.ObjCExportHeaderGenerator.mapType(ObjCExportHeaderGenerator.kt:892)\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.symbol.as_deref(), Some("ObjCExportHeaderGenerator.mapType"));
        let told = explain(&failure);
        assert!(told.root_cause.contains("Konan: 0.9.9") && told.root_cause.contains("FRAMEWORK"), "{told:?}");
        assert!(told.root_cause.contains("Objective-C header"), "{told:?}");
    }
}
