//! Warnings that are errors, because the compiler was told so.

use super::declared;
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
    note_places(lines, at, failure);
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
    note_places(lines, at, failure);
    if let Some(warning) = first(lines, at) {
        note(warning, failure);
    }
}

/// The detail with the place of the first warning, until the failure is named after that.
const WARNED_AT: &str = "warned_at";

/// Most further places that are told.
const PLACES: usize = 4;

/// Notes where the first warning stands, and where the others do, each of which stops the build as well.
fn note_places(lines: &Lines, at: usize, failure: &mut Failure) {
    let mut warned = warned(lines, at).map(|index| placed(lines.get(index)));
    let first = warned.next().flatten();
    let mut others: Vec<String> = Vec::new();
    for place in warned.flatten().filter(|place| Some(place) != first.as_ref()) {
        let place = place.rsplit(['/', '\\']).next().unwrap_or(&place).to_owned();
        if !others.contains(&place) {
            others.push(place);
        }
    }
    if others.len() > PLACES {
        let more = others.len() - PLACES;
        others.truncate(PLACES);
        others.push(format!("{more} more"));
    }
    if !others.is_empty() {
        failure.details.insert("warnings_too".to_owned(), others.join(", "));
    }
    failure.details.extend(first.map(|place| (WARNED_AT.to_owned(), place)));
}

/// The file with the line of a warning: `w: file:///p/F.kt:7:5 Variable …`, `/p/F.java:7: warning: [unchecked] …`
fn placed(text: &str) -> Option<String> {
    if let Some((place, _)) = text.split_once(": warning: ") {
        let (file, line) = place.trim_start().rsplit_once(':')?;
        return line.parse::<u32>().ok().map(|line| format!("{file}:{line}"));
    }
    let (_, warning) = text.split_once("w: ")?;
    let placed = layout::marked(warning)?;
    Some(format!("{}:{}", decode(placed.file), placed.place.0?))
}

/// Names a failure after the warning that is an error, where it is one about code: the count of all warnings says nothing.
pub fn name(failure: &mut Failure) {
    let place = failure.details.remove(WARNED_AT);
    if failure.symbol.as_deref() != Some("-Werror") {
        return;
    }
    let Some(warning) = failure.details.get("warning").cloned() else { return };
    if let (None, Some((file, line))) = (&failure.file, place.as_deref().and_then(|place| place.rsplit_once(':'))) {
        (failure.file, failure.line) = (Some(file.to_owned()), line.parse().ok());
    }
    if failure.file.is_some() {
        failure.symbol = name_in(&warning).or(failure.symbol.take());
        failure.message = warning;
    }
}

/// `'fun stale(): Int' is deprecated`, `[rawtypes] found raw type: ArrayList`, `stale() in Shelf has been deprecated`
static NAME: Pattern = Pattern::new(concat!(
    r"^[^']*'(?:[a-z]+ )*(?P<quoted>[A-Za-z_$][A-Za-z0-9_$]*)",
    r"|^\[[a-z]+\] (?P<declared>[A-Za-z_$][A-Za-z0-9_$]*)(?:\([^)]*\))?(?:<[^ ]*>)? in ",
    r"|raw type: (?P<raw>[A-Za-z_$][A-Za-z0-9_$.]*)",
));

/// The name that a warning is about.
fn name_in(warning: &str) -> Option<String> {
    if let Some(name) = declared::name(warning) {
        return Some(name.to_owned());
    }
    let found = NAME.captures(warning)?;
    let name = ["quoted", "declared", "raw"].into_iter().find_map(|group| found.name(group))?;
    Some(name.as_str().to_owned())
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
    let index = warned(lines, at).next()?;
    sentence(lines.get(index)).map(|(_, sentence)| sentence.trim_end_matches('.').to_owned())
}

/// The lines with such warnings, in the order in which they are searched.
fn warned(lines: &Lines, at: usize) -> impl Iterator<Item = usize> + '_ {
    let near = (at.saturating_sub(WARNED)..at).chain(at + 1..(at + WARNED).min(lines.len()));
    near.filter(|index| {
        let mark = sentence(lines.get(*index)).map(|(before, _)| before);
        // Somebody may quote the lines: `> w: …`.
        mark.is_some_and(|before| before.ends_with(": ") || before.trim_matches(['>', ' ', '*', '`']).is_empty())
    })
}

/// What stands before and behind the mark of a warning.
fn sentence(line: &str) -> Option<(&str, &str)> {
    line.split_once("w: ").or_else(|| line.split_once("warning: "))
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn the_failure_is_the_warning_and_tells_where_the_others_are() {
        let kotlin = "w: file:///p/F.kt:7:5 Variable 'book' is never used\nw: file:///p/F.kt:9:5 'fun old(): Int' is deprecated. Use new\nw: file:///p/G.kt:3:5 Unchecked cast: Any to List<String>\ne: warnings found and -Werror specified\n";
        let java = "/p/F.java:7: warning: [rawtypes] found raw type: ArrayList\n    List<String> a = new ArrayList();\n                         ^\n/p/G.java:9: warning: [deprecation] total() in Shelf has been deprecated\n    shelf.total();\n         ^\nerror: warnings found and -Werror specified\n1 error\n2 warnings\n";
        for (log, file, symbol, others) in
            [(kotlin, "/p/F.kt", "book", "F.kt:9, G.kt:3"), (java, "/p/F.java", "ArrayList", "G.java:9")]
        {
            let failures = parse(log).failures;
            let failure = &failures[0];
            assert_eq!(
                (failures.len(), failure.file.as_deref(), failure.line),
                (1, Some(file), Some(7)),
                "{failure:#?}"
            );
            assert_eq!(failure.symbol.as_deref(), Some(symbol), "{failure:#?}");
            assert!(!failure.message.contains("-Werror"), "{failure:#?}");
            assert_eq!(failure.details.get("warnings_too").map(String::as_str), Some(others), "{failure:#?}");
            let told = explain(failure);
            assert!(told.root_cause.contains("Werror") && told.root_cause.contains(others), "{told:?}");
        }
    }

    #[test]
    fn a_warning_without_a_place_leaves_the_count() {
        let log = "w: Language version 1.4 is deprecated\ne: warnings found and -Werror specified\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.file, None);
        assert!(!failure.details.contains_key("warnings_too"), "{failure:#?}");
    }

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
