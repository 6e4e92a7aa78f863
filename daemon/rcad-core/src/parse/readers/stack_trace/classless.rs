//! Messages of exceptions whose class nobody pasted, behind words of the app's own or alone: recognised by the tables of
//! exceptions, as if each of the usual classes had been thrown.

use super::exceptions::TABLES;
use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::input::lines::Lines;
use crate::pattern::{Pattern, classify};

/// Classes with which most messages are thrown; the tables name these in front of a message that others may have, too.
const CLASSES: &[&str] =
    &["", "IllegalStateException", "IllegalArgumentException", "SecurityException", "NullPointerException"];

/// `Sync failed: `, `Error while saving - `, words in another script: what an app says before it quotes the message
static BEFORE: Pattern = Pattern::new(
    r"^(?:[^:：]*(?:[Ff]ail|FAIL|[Ee]rror|ERROR|[Ee]xception|[Cc]rash|[Cc]ould not|[Uu]nable)[^:：]*|[^\x00-\x7F][^:：]*)(?:: ?|：|\s-\s)",
);

/// Shorter messages say too little to be recognised by themselves.
const SHORTEST: usize = 16;

/// Words of a message without which it is not known any more, if it begins with them.
const WORDS: usize = 3;

/// What the tables know of the line, read as a message.
pub fn read(lines: &Lines, at: usize) -> Option<Failure> {
    let line = lines.get(at).trim();
    let behind = BEFORE.captures(line).and_then(|found| line.get(found.get(0)?.end()..));
    // Somebody else's sentence that quotes one is known without its first words, too.
    let tail = line.splitn(WORDS + 1, ' ').nth(WORDS).unwrap_or("");
    let quotes = behind.is_none() && known(tail).is_some();
    let mut failure = behind.and_then(known).or_else(|| known(line)).filter(|_| !quotes)?;
    failure.evidence.push(lines.evidence(at));
    Some(failure)
}

fn known(message: &str) -> Option<Failure> {
    let mut failure = Failure::new(Category::Other, Language::Java, message);
    let known = message.len() >= SHORTEST && CLASSES.iter().any(|class| is_known(class, message, &mut failure));
    known.then_some(failure)
}

/// Cordova misses variables, not permissions.
fn is_of_installer(message: &str) -> bool {
    message.contains("Variable(s) missing")
}

/// Whether a row is about the message, and not about the class alone.
fn is_known(class: &str, message: &str, failure: &mut Failure) -> bool {
    let mut nobody = Failure::new(Category::Other, Language::Java, "");
    TABLES.iter().any(|table| {
        classify(table, &format!("{class}: "), &mut nobody).is_none()
            && !is_of_installer(message)
            && classify(table, &format!("{class}: {message}"), failure).is_some()
    })
}
