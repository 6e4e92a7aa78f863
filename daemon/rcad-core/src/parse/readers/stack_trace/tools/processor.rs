//! Annotation processors that crash inside kapt, KSP or javac: the frames say which one it was.

use super::category;
use crate::Category;
use crate::model::failure::Failure;
use crate::parse::readers::kotlinc::crash::frames::FRAMES_OF_OTHERS;
use crate::parse::readers::kotlinc::crash::named;
use crate::parse::readers::stack_trace::trace::{Frame, Section, simple};

/// Packages of what runs processors.
const RUNNERS: &[&str] = &[
    "com.google.devtools.ksp.",
    "com.sun.tools.javac.processing.",
    "org.jetbrains.kotlin.kapt3.",
    "org.jetbrains.kotlin.ksp.",
];

/// Parts of the names of what many processors call, or have a copy of.
const CALLED: &[&str] = &[
    ".shaded.",
    "androidx.room.compiler.",
    "com.google.auto.",
    "com.google.common.",
    "com.intellij.",
    "com.squareup.javapoet.",
    "com.squareup.kotlinpoet.",
    "kotlinx.",
];

/// Names the processor, and words the crash by it. `plain`: only its class says what the exception is; `own`: a frame is the
/// reader's own.
pub fn tell(sections: &[Section], plain: bool, own: bool, failure: &mut Failure) {
    // What is taken for the reader's own by its package alone may be a library's.
    let plain = plain || failure.category == Category::KaptKsp;
    if !plain || own && !failure.details.contains_key("own_unsure") {
        return;
    }
    let of = |frame: &Frame, packages: &[&str]| packages.iter().any(|package| frame.class.starts_with(package));
    let run = sections.iter().flat_map(|section| &section.frames).any(|frame| of(frame, RUNNERS))
        || sections.iter().any(|section| section.class.ends_with(".AnnotationProcessingError"))
        || category(sections) == Some(Category::KaptKsp);
    let Some(frames) = sections.iter().rev().map(|section| &section.frames).find(|frames| !frames.is_empty()) else {
        return;
    };
    if !run {
        return;
    }
    let called = |frame: &Frame| CALLED.iter().any(|part| frame.class.contains(part));
    let others: Vec<&Frame> = frames.iter().filter(|frame| !of(frame, FRAMES_OF_OTHERS) && !called(frame)).collect();
    let Some(top) = others.first() else { return };
    let entry = others.iter().rev().find(|frame| simple(&frame.class).ends_with("Processor"));
    let known = named::of(entry.map_or(&top.class, |entry| &entry.class));
    let Some(symbol) = entry.map(|entry| entry.class.clone()).or(known.map(|known| known.artifact.to_owned())) else {
        return;
    };
    failure.category = Category::KaptKsp;
    failure.symbol = Some(symbol);
    let at = top
        .place
        .as_ref()
        .map_or_else(|| format!("{}.{}", simple(&top.class), top.method), |(file, line)| format!("{file}:{line}"));
    failure.details.insert("crashed_at".to_owned(), at);
    if let Some(known) = known {
        failure.details.insert("processor".to_owned(), known.name.to_owned());
        failure.details.insert("processor_artifact".to_owned(), known.artifact.to_owned());
    }
    word(known.is_some(), failure);
}

fn word(known: bool, failure: &mut Failure) {
    if failure.wording.is_some() {
        return;
    }
    let said = if failure.details.contains_key("silent") { "{thrown}" } else { "{thrown}: {message}" };
    if known {
        failure.say(
            &format!("The annotation processor {{processor}} (`{{symbol}}`) crashed at `{{crashed_at}}`: {said}."),
            &[
                "Take the release of `{processor_artifact}` that is made for this Kotlin and this JDK (with KSP also for this KSP): old releases crash on newer ones.",
                "If it stays, take out the annotated declarations that were changed last, to find the one that it crashes on.",
            ],
        );
    } else {
        failure.say(
            &format!("The annotation processor `{{symbol}}` crashed at `{{crashed_at}}`: {said}."),
            &[
                "Take the release of the library of `{symbol}` that is made for this Kotlin and this JDK (with KSP also for this KSP). If the processor is yours, correct it at `{crashed_at}`: it takes something for granted that the annotated code here does not have.",
                "To see on which declaration it crashes, take out the annotated declarations that were added last.",
            ],
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::explain::answer;
    use crate::parse::parse;

    fn log(frame: &str) -> String {
        format!(
            "Caused by: com.sun.tools.javac.processing.AnnotationProcessingError: java.lang.IllegalStateException: no shelf\n\tat jdk.compiler/com.sun.tools.javac.processing.JavacProcessingEnvironment.callProcessor(JavacProcessingEnvironment.java:985)\n\t... 35 more\nCaused by: java.lang.IllegalStateException: no shelf\n{frame}\tat jdk.compiler/com.sun.tools.javac.processing.JavacProcessingEnvironment.callProcessor(JavacProcessingEnvironment.java:1023)\n\t... 44 more\n"
        )
    }

    #[test]
    fn the_processor_that_crashed_is_named() {
        let known = log(
            "\tat com.squareup.moshi.kotlin.codegen.apt.Shelves.read(Shelves.kt:12)\n\tat com.squareup.moshi.kotlin.codegen.apt.JsonClassCodegenProcessor.process(JsonClassCodegenProcessor.kt:99)\n\tat org.jetbrains.kotlin.kapt3.base.ProcessorWrapper.process(annotationProcessing.kt:197)\n",
        );
        let failure = parse(&known).failures.remove(0);
        assert_eq!(failure.category, Category::KaptKsp);
        assert_eq!(failure.symbol.as_deref(), Some("com.squareup.moshi.kotlin.codegen.apt.JsonClassCodegenProcessor"));
        assert!(answer(&known).contains("Shelves.kt:12"), "{}", answer(&known));
        assert_eq!(failure.exception.as_deref(), Some("java.lang.IllegalStateException"));
        let unknown = answer(&log("\tat com.shelf.apt.ShelfProcessor.process(ShelfProcessor.java:41)\n"));
        assert!(unknown.contains("ShelfProcessor.java:41"), "{unknown}");
    }

    #[test]
    fn a_cut_trace_of_a_known_one_has_its_artifact() {
        let failure =
            parse(&log("\tat dagger.internal.codegen.shelf.Shelves.of(Shelves.java:206)\n")).failures.remove(0);
        assert_eq!(failure.symbol.as_deref(), Some("com.google.dagger:dagger-compiler"));
    }

    #[test]
    fn without_a_runner_it_is_no_processors() {
        let failure = parse("java.lang.IllegalStateException: no shelf\n\tat com.shelf.word.TextProcessor.process(TextProcessor.java:41)\n")
            .failures
            .remove(0);
        assert_ne!(failure.category, Category::KaptKsp);
    }
}
