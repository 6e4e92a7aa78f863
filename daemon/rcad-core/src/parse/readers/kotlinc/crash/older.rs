//! A compiler that is older than the JDK it runs on: by its frames, it fails while it reads that JDK's version.

use std::ops::Range;

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::readers::gradle::jdk;
use crate::pattern::Pattern;

/// `  at org.jetbrains.kotlin.com.intellij.pom.java.LanguageLevel.<clinit>(LanguageLevel.java:25)`,
/// `  at org.jetbrains.kotlin.com.intellij.util.lang.JavaVersion.parse(JavaVersion.java:305)`
static READS_VERSION: Pattern = Pattern::new(
    r"^\s*at (?:[^ (]*/)?(?P<class>(?:org\.jetbrains\.kotlin\.)?com\.intellij\.(?:pom\.java\.LanguageLevel|util\.lang\.JavaVersion))\.",
);

/// `java.lang.IllegalArgumentException: 25.0.2`
static VERSION: Pattern =
    Pattern::new(r"IllegalArgumentException: (?P<version>[0-9]{1,2}(?:[.+-][0-9A-Za-z.+-]*)?)\s*$");

/// Gives the crash its words, where one of the lines is such a frame.
pub fn tell(lines: &Lines, at: Range<usize>, failure: &mut Failure) {
    if failure.category != Category::KotlinInternalCompilerError {
        return;
    }
    let Some(found) = at.clone().find_map(|index| READS_VERSION.captures(lines.get(index))) else { return };
    failure.category = Category::GradleJdkIncompatible;
    (failure.file, failure.line) = (None, None);
    let Some((index, version)) = at.into_iter().find_map(|index| Some((index, VERSION.captures(lines.get(index))?)))
    else {
        failure.symbol = Some(found["class"].to_owned());
        return failure.say(jdk::OLDER_COMPILER, jdk::OLDER_COMPILER_STEPS);
    };
    failure.symbol = Some(version["version"].to_owned());
    failure.evidence.push(lines.evidence(index));
    failure.say(
        "The Kotlin compiler cannot read `{symbol}`, the version of the JDK that it runs on: the compiler is older than that JDK; no source is at fault.",
        jdk::OLDER_COMPILER_STEPS,
    );
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn a_compiler_that_fails_at_its_jdks_version_is_older_than_that() {
        let class = "org.jetbrains.kotlin.com.intellij.pom.java.LanguageLevel";
        let parse = "\tat org.jetbrains.kotlin.com.intellij.util.lang.JavaVersion.parse(JavaVersion.java:305)\n";
        for (log, word) in [
            (
                format!("e: java.lang.ExceptionInInitializerError\n\tat {class}.<clinit>(LanguageLevel.java:25)\n"),
                class,
            ),
            (
                format!(
                    "e: java.lang.NoClassDefFoundError: Could not initialize class {class}\n\tat a.B.c(B.java:1)\n"
                ),
                class,
            ),
            (
                format!(
                    "e: java.lang.ExceptionInInitializerError\n\tat org.jetbrains.kotlin.a.B.c(B.java:1)\nCaused by: java.lang.IllegalArgumentException: 25.0.2\n{parse}"
                ),
                "`25.0.2`",
            ),
        ] {
            let said = answer(&log);
            assert!(said.contains(word) && said.contains("older than that JDK"), "{log}\n{said}");
            assert!(!said.contains("compiler plugin or library was built"), "{said}");
        }
        let other = answer(
            "e: java.lang.ExceptionInInitializerError\n\tat org.jetbrains.kotlin.a.Shelf.<clinit>(Shelf.java:25)\n",
        );
        assert!(!other.contains("older than that JDK"), "{other}");
    }
}
