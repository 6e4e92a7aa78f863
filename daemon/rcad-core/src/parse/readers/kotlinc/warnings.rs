//! Warnings that are errors, because the compiler was told so.

use super::layout::{self, decode};
use super::messages::opt_in;
use crate::model::failure::{Failure, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Lines above and below the error "warnings found and -Werror specified" that are searched for warnings.
const WARNED: usize = 60;

/// javac counts at the end: `1 error`
static COUNTED: Pattern = Pattern::new(r"^[0-9]+ errors?$");

/// Gives javac's own words to what both compilers say, where the count below shows that it was javac.
pub fn of_javac(lines: &Lines, at: usize, failure: &mut Failure) {
    let counted = at + 1 < lines.len() && COUNTED.is_match(lines.get(at + 1));
    if failure.symbol.as_deref() != Some("-Werror") || !counted {
        return;
    }
    failure.language = Language::Java;
    failure.wording = Some(Wording {
        cause: "javac found warnings, and warnings are treated as errors here (`-Werror`).".to_owned(),
        fixes: vec![
            "Fix all warnings that this task printed, or remove `-Werror` from javac's arguments (Gradle `options.compilerArgs`, Maven `compilerArgs` of maven-compiler-plugin).".to_owned(),
        ],
    });
    if let Some(warning) = failure.details.remove("warning") {
        note(warning, failure);
    }
}

/// The place and the words of the first warning that is an error here, and what is done about it.
pub fn place(lines: &Lines, at: usize, failure: &mut Failure) {
    let Some(mut warning) = first(lines, at) else { return };
    if let Some(placed) = layout::marked(&warning) {
        failure.file = Some(decode(placed.file));
        (failure.line, failure.column) = placed.place;
        warning = placed.message.to_owned();
    }
    note(warning, failure);
}

/// The same of javac's, whose place is read elsewhere.
pub fn note_javac(lines: &Lines, at: usize, failure: &mut Failure) {
    if let Some(warning) = first(lines, at) {
        note(warning, failure);
    }
}

fn note(warning: String, failure: &mut Failure) {
    let known = || STEPS.iter().find(|(says, _)| says.is_match(&warning)).map(|(_, step)| (*step).to_owned());
    let step = opt_in::step(&warning).or_else(known);
    if let (Some(step), Some(wording)) = (step, &mut failure.wording) {
        let place = if failure.file.is_some() && failure.line.is_some() { " at line {line} of `{name}`" } else { "" };
        wording.fixes.insert(0, format!("Mend the first one{place}: {step}."));
    }
    failure.details.insert("warning".to_owned(), warning);
}

/// What is done about a warning.
static STEPS: [(Pattern, &str); 26] = [
    (
        Pattern::new(r"^\[kapt\] Sources output directory is not specified for (\S+?),"),
        "it comes from kapt itself, which was set up for a variant without a place for its output: apply kapt only in modules with a processor, raise the Kotlin plugin, or let just that task not treat warnings as errors",
    ),
    (
        Pattern::new(r"Incremental annotation processing requested, but support is disabled"),
        "raise the processors that the warning names to incremental ones, or set `kapt.incremental.apt=false` in gradle.properties",
    ),
    (
        Pattern::new(r"options were not recognized by any processor"),
        "remove the arguments that it names from `kapt {{ arguments {{ … }} }}` (or `javaCompileOptions`), or apply the processor that they are for",
    ),
    (
        Pattern::new(r"[Kk]apt currently doesn't support language version"),
        "raise Kotlin to 2.1 or later, where kapt reads Kotlin 2 (`kapt.use.k2=true` before), move to KSP, or set `languageVersion` to 1.9",
    ),
    (
        Pattern::new(r"Runtime JAR files in the classpath|have the Kotlin Runtime library bundled"),
        "bring Kotlin's libraries to one version (`kotlin-bom`, `./gradlew dependencyInsight --dependency kotlin-stdlib`), and exclude the jar that brings an older one",
    ),
    (
        Pattern::new(r"unsafe internal compiler arguments|Flag is not supported by this version of the compiler"),
        "remove the argument that it names from `freeCompilerArgs`",
    ),
    (
        Pattern::new(r"Advanced option value is passed in an obsolete form"),
        "write the argument as `-Xname=value` in `freeCompilerArgs`",
    ),
    (
        Pattern::new(r"[Oo]verrides? (?:a )?deprecated member|not marked as deprecated"),
        "mark the overriding member `@Deprecated` as well, or suppress just this warning (`@Suppress(\"OVERRIDE_DEPRECATION\")`)",
    ),
    (Pattern::new(r"Unnecessary non-null assertion"), "remove the `!!`, for the value cannot be null there"),
    (Pattern::new(r"Unnecessary safe call"), "write `.` in place of `?.`, for the value cannot be null there"),
    (
        Pattern::new(r"Elvis operator .* always returns the left"),
        "remove `?: …`, for the value before it cannot be null",
    ),
    (
        Pattern::new(r"Opt-in requirement marker \S+ is unresolved"),
        "take the marker out of `optIn(…)` (or `-opt-in=…` in `freeCompilerArgs`) of this module, or add the library that declares it to its dependencies",
    ),
    (
        Pattern::new(r"^\[(?:deprecation|removal)\]| is deprecated|[Dd]eprecated in Java"),
        "replace the deprecated declaration by what its note or documentation names; where none is there yet, suppress just this warning (`@Suppress(\"DEPRECATION\")`, in Java `@SuppressWarnings(\"deprecation\")`)",
    ),
    (
        Pattern::new(r"(?:Parameter|Variable|[Vv]alue) .*is never used|[Uu]nused (?:variable|parameter)"),
        "remove what is not used; a parameter of a lambda becomes `_`",
    ),
    (Pattern::new(r"No cast needed"), "remove the cast"),
    (
        Pattern::new(r"[Uu]nchecked cast|^\[unchecked\]"),
        "check the type, or suppress just this warning (`@Suppress(\"UNCHECKED_CAST\")`, in Java `@SuppressWarnings(\"unchecked\")`)",
    ),
    (
        Pattern::new(r"KLIB resolver: The same 'unique_name="),
        "let the task that compiles here not treat warnings as errors (`compilerOptions.allWarningsAsErrors = false` in `tasks.named(…)`), for two libraries give their klib the same name and nothing in the sources can change that; if both paths are of one library, remove the doubled dependency",
    ),
    (
        Pattern::new(r"'expect'/'actual' classes .*are in Beta"),
        "add `-Xexpect-actual-classes` to `freeCompilerArgs`, which says that you know that they are in Beta",
    ),
    (
        Pattern::new(r"annotation is currently applied to the value parameter only"),
        "say what the annotation is for (`@param:…`, `@field:…`), or choose Kotlin's new way for the module: `-Xannotation-default-target=param-property` in `freeCompilerArgs`",
    ),
    (
        Pattern::new(r"(?:Language|API) version \S+ is deprecated"),
        "raise `languageVersion` and `apiVersion`, or remove the setting, so that the compiler's own holds",
    ),
    (
        Pattern::new(r"Java type mismatch"),
        "handle null where the Java value is used: Java's annotations say that it may be null",
    ),
    (Pattern::new(r"Condition is always|is always (?:true|false)"), "remove the check, which decides nothing there"),
    (
        Pattern::new(r"[Uu]nreachable code|[Cc]ode is unreachable"),
        "remove the code that is never reached, or the `return` or `throw` before it",
    ),
    (Pattern::new(r"Name shadowed: "), "rename the inner variable, which hides an outer one of the same name"),
    (
        Pattern::new(
            r"is assigned but never accessed|assigned value is never read|unused_expression|expression is unused",
        ),
        "remove the value that nothing reads, or use it",
    ),
    (
        Pattern::new(r"bootstrap class ?path not set|(?:source|target) value .* is obsolete"),
        "compile with `--release` (Gradle `options.release`, Maven `maven.compiler.release`) of a Java that this JDK still supports",
    ),
];

/// The first of the warnings that are errors here: mostly above, but the compiler's process may print them later.
fn first(lines: &Lines, at: usize) -> Option<String> {
    let warned = |index| lines.get(index).split_once("w: ").or_else(|| lines.get(index).split_once("warning: "));
    (at.saturating_sub(WARNED)..at)
        .chain(at + 1..(at + WARNED).min(lines.len()))
        .filter_map(warned)
        // Somebody may quote the lines: `> w: …`.
        .find(|(before, _)| before.ends_with(": ") || before.trim_matches(['>', ' ', '*', '`']).is_empty())
        .map(|(_, sentence)| sentence.trim_end_matches('.').to_owned())
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn the_warning_that_is_an_error_is_named_where_somebody_quotes_it() {
        let told = |mark: &str| {
            let log = format!(
                "{mark}w: [kapt] Sources output directory is not specified for app_oakDebug, skipping annotation processing\n{mark}e: warnings found and -Werror specified\n"
            );
            explain(&parse(&log).failures[0])
        };
        for mark in ["", "> "] {
            let told = told(mark);
            assert!(told.root_cause.contains("app_oakDebug"), "{told:?}");
            assert!(told.fixes[0].contains("kapt"), "{told:?}");
        }
    }
}
