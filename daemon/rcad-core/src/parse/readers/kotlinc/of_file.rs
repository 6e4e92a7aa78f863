//! What the kind of the file tells of a message: build scripts are Gradle's, and it quotes their lines; stubs are kapt's.

use super::layout;
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
        if failure.message.to_lowercase().contains("val' cannot be reassigned")
            || failure.message.starts_with("Val cannot be reassigned")
        {
            read_only(failure);
        }
    } else if file.replace('\\', "/").contains(STUBS) {
        failure.category = Category::KaptKsp;
    }
}

/// Words an assignment in a build script: what is assigned there is a property of a plugin.
fn read_only(failure: &mut Failure) {
    failure.say(
        "The build script assigns a property that cannot be assigned: its plugin declares it as a `val`, or no longer has a setter for it.",
        &[
            "If another error of line {line} says that a type does not fit, correct that first. A lazy property is set by `.set(…)`, a list or map by `+=`, `add(…)` or `put(…)`, a nested block by `name {{ … }}`; after an upgrade look in the plugin's notes for what replaced it.",
        ],
    );
}

/// Marks a name as no import's below which the compiler quotes another line: `    val x = foo()`, and a caret below that.
pub fn no_import(lines: &Lines, at: usize, failure: &mut Failure) {
    if failure.category != Category::KotlinUnresolvedReference || at + 2 >= lines.len() {
        return;
    }
    let (source, caret) = (lines.get(at + 1).trim(), lines.get(at + 2).trim());
    let pointed = caret.starts_with('^') && caret.trim_start_matches(['^', '~']).is_empty();
    if pointed && !source.is_empty() && !source.starts_with("import") {
        failure.details.insert("no_import".to_owned(), "true".to_owned());
    }
}

/// Directories of packages that somebody published.
const PACKAGES: &[&str] = &["/node_modules/", "/.pub-cache/", "/Pub/Cache/", "/hosted/pub.dev/"];

/// Messages about a line in one file after which it is taken as a whole for something else than Kotlin.
const SEVERAL: usize = 3;

/// Lines below a message among which others about its line are looked for.
const BELOW: usize = 12;

/// How far from the beginning of a file a line is among the first.
const FIRST: u32 = 3;

/// Says more of what cannot be parsed: in a published package the compiler is too old for it, and a line of which many things
/// are wrong is none of Kotlin's.
pub fn unparsed(lines: &Lines, at: usize, failure: &mut Failure) {
    let file = failure.file.as_deref().unwrap_or_default().replace('\\', "/");
    if failure.category != Category::KotlinSyntax {
        return;
    }
    if !PACKAGES.iter().any(|part| file.contains(part)) {
        return no_kotlin(lines, at, failure);
    }
    failure.say(
        "This build's Kotlin cannot parse a source of a published package ({message}). Such a source is valid in the Kotlin that it was written for, so usually the Kotlin of this build is older: a comma behind the last parameter needs Kotlin 1.4, `data object` 1.9.",
        &[],
    );
}

/// A line with several messages, or one of the first lines of a file: a fence of Markdown, a mark of a merge, pasted text.
fn no_kotlin(lines: &Lines, at: usize, failure: &mut Failure) {
    // What is only out of place is indented mostly.
    let (Some(line), Some(1)) = (failure.line, failure.column) else { return };
    let of_line = |index: usize| {
        let placed = layout::bare(lines.get(index)).strip_prefix("e: ").and_then(layout::marked);
        placed.is_some_and(|placed| {
            placed.place.0 == Some(line) && failure.file.as_deref() == Some(&layout::decode(placed.file))
        })
    };
    let same = (at..(at + BELOW).min(lines.len())).filter(|index| of_line(*index)).count();
    let top = failure.message.contains("top level declaration") || failure.message.contains("top-level declaration");
    if same < SEVERAL && !(top && line <= FIRST) {
        return;
    }
    failure.say(
        "Line {line} of `{name}` as a whole is no Kotlin, so the parser stumbles over it from its beginning ({message}). Usually it is something that came with pasted or generated text: a fence of Markdown (three back-ticks), a mark of a merge (`<<<<<<<`, `=======`, `>>>>>>>`), a sentence without `//`, or code of Java.",
        &["Open `{name}` at line {line} and take that line out, or put `//` before it; look for its like further down (a closing fence at the end of the file, the other marks of the merge).", "If Kotlin itself compiles the file, this is a tool with an older parser of its own (ktlint, detekt): raise that."],
    );
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

#[cfg(test)]
mod tests {
    use crate::explain::told;

    #[test]
    fn a_line_that_is_no_kotlin_is_told_as_a_whole() {
        let fence = "e: file:///p/app/Shelf.kt:1:1 Expecting a top level declaration\n";
        assert!(told(fence).contains("Markdown"), "{}", told(fence));
        let brace = "e: file:///p/app/Shelf.kt:120:1 Expecting a top level declaration\n";
        assert!(!told(brace).contains("Markdown"), "{}", told(brace));
        let merge = format!(
            "{brace}e: file:///p/app/Shelf.kt:120:3 Expecting a top level declaration\ne: file:///p/app/Shelf.kt:120:5 Unexpected tokens\n"
        );
        assert!(told(&merge).contains("<<<<<<<"), "{}", told(&merge));
        let outside = merge.replace("120:1 ", "120:9 ");
        assert!(!told(&outside).contains("<<<<<<<"), "{}", told(&outside));
    }

    #[test]
    fn a_published_source_is_for_a_newer_kotlin() {
        let log = "e: /h/.pub-cache/hosted/pub.dev/shelf_pay-1.0.1/android/src/main/kotlin/Pay.kt: (112, 27): Expecting a parameter declaration\n";
        assert!(told(log).contains("Raise this build's Kotlin"), "{}", told(log));
    }

    #[test]
    fn a_quoted_line_shows_that_a_name_is_no_imports() {
        let log = |source: &str| {
            format!("App.kt:12:20: error: unresolved reference 'foo'.\n{source}\n                   ^^^\n")
        };
        assert!(!told(&log("    val x = foo()")).contains("import of"), "{}", told(&log("    val x = foo()")));
        assert!(!crate::explain::answer(&log("    val x = foo()")).contains("part of an import"));
        assert!(crate::explain::answer(&log("import com.example.foo")).contains("import"));
    }

    #[test]
    fn an_assignment_in_a_script_is_about_a_plugins_property() {
        let said =
            |file: &str| crate::explain::answer(&format!("e: file:///p/app/{file}:40:9: Val cannot be reassigned\n"));
        assert!(!said("build.gradle.kts").contains("Compose"), "{}", said("build.gradle.kts"));
        assert!(said("Shelf.kt").contains("Compose"), "{}", said("Shelf.kt"));
    }
}
