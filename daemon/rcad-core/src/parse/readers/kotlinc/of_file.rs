//! What the kind of the file tells of a message: build scripts are Gradle's, and it quotes their lines; stubs are kapt's.

use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::input::lines::Lines;

/// `…/build/tmp/kapt3/stubs/main/a/B.java`
const STUBS: &str = "kapt3/stubs";

/// So far below a compiler's messages Gradle quotes the lines of a script.
const WITHIN: usize = 40;

/// Corrects the failure by the kind of file: build scripts are Gradle's, stubs are kapt's.
pub fn correct(file: &str, failure: &mut Failure) {
    if file.ends_with(".gradle.kts") {
        failure.category = Category::GradleScriptCompile;
        failure.language = Language::Gradle;
    } else if file.replace('\\', "/").contains(STUBS) {
        failure.category = Category::KaptKsp;
    }
}

/// Adds the line of the script: `  Line 09:     shelf {`.
pub fn quoted_line(lines: &Lines, at: usize, failure: &mut Failure) {
    let Some(number) = failure.line.filter(|_| failure.category == Category::GradleScriptCompile) else { return };
    let quoted = (at + 1..at + WITHIN).find_map(|index| {
        let (found, source) = lines.get(index).trim_start().strip_prefix("Line ")?.split_once(": ")?;
        (found.parse() == Ok(number)).then(|| source.trim().to_owned())
    });
    if let Some(source) = quoted {
        failure.details.insert("source_line".to_owned(), source);
    }
}
