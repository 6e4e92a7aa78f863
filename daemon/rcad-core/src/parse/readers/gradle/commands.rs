//! How Gradle was run, as the rest of the log shows it: its command line and its version.

use crate::Category as C;
use crate::facts::tools::{jdk_for_class, jdk_for_gradle};
use crate::facts::version::Version;
use crate::model::failure::{Failure, Wording};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Lines at a log's beginning and above a block in which the command line or version is looked for.
const LOOKED: usize = 400;

/// `./gradlew clean build -Pname=x`, `gradle.bat …`
static COMMAND: Pattern = Pattern::new(r"(?:^|[\s/\\])gradlew?(?:\.bat)?[ \t]+(?P<arguments>\S[^\n]*)$");

/// `Welcome to Gradle 8.5!`, `…/gradle-7.3.3-bin.zip`, `docs.gradle.org/8.5/`, `Gradle Version: 6.9`, `Gradle 4.10.2` alone
static VERSION: Pattern = Pattern::new(
    r"(?:Welcome to Gradle |gradle-|docs\.gradle\.org/|^Gradle [Vv]ersion:? |^Gradle )(?P<version>[0-9]+\.[0-9]+(?:\.[0-9]+)?)(?:!|-(?:bin|all)\.zip|/|\s*$)",
);

/// Adds what the log shows of how Gradle was run.
pub fn add(lines: &Lines, block: usize, failure: &mut Failure) {
    match failure.category {
        C::GradleTaskNotFound => unquoted(lines, block, failure),
        C::GradleJdkIncompatible => version(lines, failure),
        _ => (),
    }
}

/// The lines that may show it: those above the block, nearest first, then the first ones.
fn looked(lines: &Lines, block: usize) -> impl Iterator<Item = usize> + use<> {
    let above = block.saturating_sub(LOOKED)..block;
    let first = 0..LOOKED.min(above.start).min(lines.len());
    above.rev().chain(first)
}

/// A word behind an option `-Dname=…` whose value has blanks and no quotation marks.
fn unquoted(lines: &Lines, block: usize, failure: &mut Failure) {
    let Some(name) = failure.symbol.clone() else { return };
    for index in looked(lines, block) {
        let Some(found) = COMMAND.captures(lines.get(index)) else { continue };
        let words: Vec<&str> = found["arguments"].split_whitespace().collect();
        let Some(at) = words.iter().position(|word| *word == name) else { continue };
        let options = words[..at].iter().rposition(|word| word.starts_with('-'));
        let Some(from) = options.filter(|from| is_property(words[*from])) else { return };
        let end = words[at..].iter().position(|word| word.starts_with('-')).map_or(words.len(), |more| at + more);
        // Whether the words behind it belong to the value or are tasks again nobody can tell; the first does.
        let value = words[from..end].join(" ");
        failure.details.insert("quoted".to_owned(), value);
        failure.details.insert("option".to_owned(), words[from].to_owned());
        failure.evidence.push(lines.evidence(index));
        failure.wording = Some(Wording {
            cause: "There is no task `{symbol}` in {owner}: not found. On the command line it stands behind `{option}`, so it is probably a part of that option's value: without quotation marks the shell ends the value at the blank.".to_owned(),
            fixes: vec!["Put the option with its whole value into quotation marks: `\"{quoted}\"` (in a CI's script also around a variable: `\"-Dname=${{NAME}}\"`).".to_owned()],
        });
        return;
    }
}

/// `-Dname=value`, `-Pname=value` without quotation marks.
fn is_property(word: &str) -> bool {
    let named = word.strip_prefix("-D").or_else(|| word.strip_prefix("-P"));
    named.is_some_and(|rest| rest.contains('=') && !rest.contains(['"', '\'']))
}

/// The version of the Gradle that runs, if the class files that it cannot read are newer than what it runs on.
fn version(lines: &Lines, failure: &mut Failure) {
    if failure.details.contains_key("gradle_version") {
        return;
    }
    let Some(major) = failure.details.get("class_major").or_else(|| failure.details.get("major")).cloned() else {
        return;
    };
    let shown = (0..lines.len().min(4 * LOOKED)).find_map(|index| VERSION.captures(lines.get(index)));
    let Some(version) = shown.map(|found| found["version"].to_owned()) else { return };
    let newest = jdk_for_gradle(&version).and_then(Version::parse);
    let needed = jdk_for_class(&major).and_then(Version::parse);
    if newest.is_some() && needed.is_some() && newest < needed {
        failure.details.insert("gradle_version".to_owned(), version);
    }
}
