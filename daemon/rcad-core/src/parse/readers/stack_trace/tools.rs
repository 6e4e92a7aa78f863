//! Exceptions thrown inside a tool of the build: the packages of the frames say which, whatever is thrown.

pub mod processor;

use super::trace::{Frame, Section};
use crate::Category as C;
use crate::model::failure::Failure;
use crate::parse::readers::kotlinc::crash;

/// Packages of tools, and what a failure inside them is.
const TOOLS: &[(&str, C)] = &[
    ("android.databinding.tool.", C::Databinding),
    ("androidx.room.compiler.", C::KaptKsp),
    ("androidx.room.processor.", C::KaptKsp),
    ("com.android.aaptcompiler.", C::AaptCompile),
    ("com.android.apksig.", C::AgpSigning),
    ("com.android.build.gradle.internal.lint.", C::LintFailure),
    ("com.android.build.gradle.internal.packaging.", C::AgpPackaging),
    ("com.android.build.gradle.internal.res.", C::AaptCompile),
    ("com.android.builder.dexing.", C::AgpDexMerge),
    ("com.android.builder.internal.aapt.", C::AaptCompile),
    ("com.android.builder.internal.packaging.", C::AgpPackaging),
    ("com.android.builder.png.", C::AaptCompile),
    ("com.android.dx.", C::AgpDexMerge),
    ("com.android.ide.common.resources.", C::AaptCompile),
    ("com.android.ide.common.signing.", C::AgpSigning),
    ("com.android.manifmerger.", C::ManifestMerger),
    ("com.android.tools.build.apkzlib.", C::AgpPackaging),
    ("com.android.tools.build.bundletool.", C::AgpPackaging),
    ("com.android.tools.lint.", C::LintFailure),
    ("com.android.tools.r8.", C::AgpDexMerge),
    ("com.google.devtools.ksp.", C::KaptKsp),
    ("com.google.gms.googleservices.", C::AgpGoogleServices),
    ("com.pinterest.ktlint.", C::LintFailure),
    ("com.squareup.moshi.kotlin.codegen.", C::KaptKsp),
    ("com.sun.tools.javac.", C::JavaOther),
    ("dagger.hilt.processor.", C::KaptKsp),
    ("dagger.internal.codegen.", C::KaptKsp),
    ("dev.detekt.", C::LintFailure),
    ("io.gitlab.arturbosch.detekt.", C::LintFailure),
    ("org.gradle.wrapper.", C::GradleWrapper),
    ("org.jetbrains.kotlin.kapt", C::KaptKsp),
    ("org.jetbrains.kotlin.psi.", C::KotlinInternalCompilerError),
    ("org.jetbrains.kotlin.analysis.", C::KotlinInternalCompilerError),
    ("org.jetbrains.kotlin.backend.", C::KotlinInternalCompilerError),
    ("org.jetbrains.kotlin.cli.", C::KotlinInternalCompilerError),
    ("org.jetbrains.kotlin.codegen.", C::KotlinInternalCompilerError),
    ("org.jetbrains.kotlin.fir.", C::KotlinInternalCompilerError),
    ("org.jetbrains.kotlin.ir.", C::KotlinInternalCompilerError),
    ("org.jetbrains.kotlin.resolve.", C::KotlinInternalCompilerError),
];

/// Functions of a class that does many things.
const FUNCTIONS: &[(&str, &str, C)] = &[
    ("com.android.builder.core.AndroidBuilder", "mergeManifests", C::ManifestMerger),
    ("com.android.builder.core.AndroidBuilder", "processResources", C::AaptLink),
    ("com.android.builder.core.AndroidBuilder", "convertByteCode", C::AgpDexMerge),
    ("com.android.builder.core.AndroidBuilder", "signApk", C::AgpSigning),
    ("com.android.build.gradle.internal.tasks.manifest.ManifestHelper", "mergeManifests", C::ManifestMerger),
];

/// Packages that everybody calls.
const BELOW: &[&str] =
    &["java.", "javax.", "jdk.", "sun.", "kotlin.", "com.google.common.", "com.intellij.", "org.xml.", "com.sun.org."];

/// What it is when the first frame that is not of a common library is a tool's. The deepest exception that has frames
/// counts; below it there may be a cut.
pub fn category(sections: &[Section]) -> Option<C> {
    let frames = sections.iter().rev().map(|section| &section.frames).find(|frames| !frames.is_empty())?;
    frames.iter().find(|frame| !BELOW.iter().any(|package| frame.class.starts_with(package))).and_then(of)
}

fn of(frame: &Frame) -> Option<C> {
    let tool = TOOLS.iter().find(|(package, _)| frame.class.starts_with(package)).map(|(_, category)| *category);
    let function =
        || FUNCTIONS.iter().find(|(class, start, _)| frame.class == *class && frame.method.starts_with(start));
    tool.or_else(|| function().map(|(_, _, category)| *category))
}

/// Gives what a tool worked on in place of what its frames name. `tool`: the category is the tool's; `own`: a frame is the
/// reader's own.
pub fn complete(sections: &[Section], tool: bool, own: bool, failure: &mut Failure) {
    if tool {
        failure.symbol = sections.iter().find_map(|section| crash::made(&section.message));
    }
    let kotlins = |frame: &Frame| frame.class.starts_with("org.jetbrains.kotlin.");
    if !own && sections.iter().flat_map(|section| &section.frames).any(kotlins) {
        sections.iter().rev().any(|section| crash::place(&section.message, failure));
    }
}

#[cfg(test)]
mod tests {
    use crate::Category as C;
    use crate::parse::parse;

    #[test]
    fn the_first_frame_that_is_a_tools_says_whose_failure_it_is() {
        let thrown = |frame: &str| {
            let text = format!(
                "java.lang.IllegalArgumentException: no place for 3\n\tat java.util.ArrayList.get(ArrayList.java:3)\n\tat {frame}\n\tat com.example.basket.Main.main(Main.java:1)\n"
            );
            parse(&text).failures[0].category
        };
        assert_eq!(thrown("com.android.manifmerger.ManifestMerger2.merge(ManifestMerger2.java:4)"), C::ManifestMerger);
        let kotlin = "org.jetbrains.kotlin.backend.jvm.codegen.FunctionCodegen.generate(FunctionCodegen.kt:51)";
        assert_eq!(thrown(kotlin), C::KotlinInternalCompilerError);
        let builder =
            |method: &str| format!("com.android.builder.core.AndroidBuilder.{method}(AndroidBuilder.java:524)");
        assert_eq!(thrown(&builder("mergeManifestsForApplication")), C::ManifestMerger);
        assert_eq!(thrown(&builder("other")), C::RuntimeIllegalArgument);
        assert_eq!(thrown("com.example.basket.Shelf.put(Shelf.java:2)"), C::RuntimeIllegalArgument);
    }
}
