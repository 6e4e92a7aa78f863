//! Messages that no row, rule or template recognises: they are said to be unknown, with what the log does say of them.

use std::ops::ControlFlow;

use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::is_own_class;
use crate::rules::RuleSet;
use crate::template;

/// Letters of a word that tells something.
const WORD: usize = 4;

/// Words of a rule that a message must have in common with it, and their share of the letters of all its words.
const COMMON: usize = 3;
const SHARE: f64 = 0.75;

/// Words that say nothing of what a message is about; neither does an exception's class.
const EMPTY: &[&str] = &[
    "android", "build", "cannot", "check", "could", "error", "errors", "failed", "file", "find", "found", "from",
    "gradle", "have", "java", "javax", "kotlin", "lang", "task", "that", "this", "unable", "when", "with",
];

/// Who says what nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The Kotlin compiler, at a place.
    Kotlin,
    /// javac, at a place.
    Java,
    /// An exception's class and message.
    Exception,
    /// The reason that Gradle gives for a failed task or script.
    Gradle,
    /// A line of any other program.
    Program,
}

/// Who says it, where nothing recognised what is said.
pub fn speaker(failure: &Failure) -> Option<Speaker> {
    if failure.wording.as_ref().is_some_and(|wording| !wording.cause.is_empty() || !wording.fixes.is_empty()) {
        return None;
    }
    match failure.category {
        // A class of the JDK that says what it means.
        Category::Other if failure.exception.is_some() => failure.rule.is_none().then_some(Speaker::Exception),
        Category::Other if failure.language == Language::Kotlin => Some(Speaker::Kotlin),
        Category::Other => Some(Speaker::Program),
        Category::JavaOther if failure.rule.is_none() => Some(Speaker::Java),
        Category::GradleTaskFailed | Category::GradleScriptEvaluation if says_why(failure) => Some(Speaker::Gradle),
        _ => None,
    }
}

/// Whether Gradle names a reason, and not only what failed or which command did.
fn says_why(failure: &Failure) -> bool {
    let has = |name: &str| failure.details.contains_key(name);
    has("reason") && !has("command") && !has("missing_command")
}

/// Whether the exception is of another author than the code in which it is told.
fn of_another(failure: &Failure) -> bool {
    let (Some(thrown), Some(class)) = (failure.exception.as_deref(), failure.details.get("own_class_full")) else {
        return false;
    };
    let author = |name: &str| name.split('.').take(2).map(str::to_owned).collect::<Vec<_>>();
    is_own_class(thrown) && thrown.contains('.') && author(thrown) != author(class)
}

/// Sentences that only count what a tool said above, and what to do where that is not in the log.
const SUMMARIES: &[(&str, &str, &str)] = &[(
    "Compilation error. See log",
    "The Kotlin compiler refused the sources of `{task}`; this is only the summary, and its own messages (`e: …`, with file and line) are not in this part of the log.",
    "Look further up for the first line that begins with `e: `, or run `./gradlew {task}` alone and read from the top.",
)];

fn summary(failure: &Failure) -> Option<&'static (&'static str, &'static str, &'static str)> {
    SUMMARIES.iter().find(|(start, ..)| failure.message.starts_with(start))
}

/// The cause: whose message it is, that it is not known, and its words.
pub fn cause(speaker: Speaker, failure: &Failure) -> Option<String> {
    if let Some(known) = summary(failure).and_then(|(_, cause, _)| template::fill(cause, failure)) {
        return Some(known);
    }
    let wordings: &[&str] = match speaker {
        Speaker::Kotlin => {
            &["The Kotlin compiler does not accept the code here, with a message that rcad does not know: “{message}”."]
        }
        Speaker::Java => &["javac does not accept the code here, with a message that rcad does not know: “{message}”."],
        Speaker::Exception if of_another(failure) => &[
            "`{at}` failed with {exception}: {message}. By its package the exception belongs to what `{at}` calls, not to `{own_class}`'s own code.",
            "{exception}: {message}.",
        ],
        Speaker::Exception if failure.exception.as_deref().is_some_and(is_own_class) => &[
            "`{at}` throws {exception}, an exception of the program's own, and nobody catches it: {message}. `{caller}` ({caller_at}) called it.",
            "`{at}` failed with {exception}, an exception of the program's own that nobody catches: {message}.",
            "{exception}: {message}. The exception is the program's own.",
        ],
        Speaker::Exception if failure.details.contains_key("throws_itself") => &[
            "`{at}`, called by `{caller}` ({caller_at}), throws {throws_itself} itself; the log has no message of it ({silent}).",
            "`{at}` throws {throws_itself} itself; the log has no message of it ({silent}).",
            "`{at}`, called by `{caller}` ({caller_at}), throws {throws_itself} itself: {message}.",
            "`{at}` throws {throws_itself} itself: {message}.",
        ],
        Speaker::Exception if failure.details.contains_key("silent") => &[
            "`{at}` failed with {exception}, without a message. rcad does not know more of it.",
            "{exception} was thrown without a message. rcad does not know more of it.",
        ],
        Speaker::Exception => &[
            "`{at}` failed with {exception}: {message}. rcad does not know this exception.",
            "{exception}: {message}. rcad does not know this exception.",
        ],
        Speaker::Gradle if failure.category == Category::GradleTaskFailed => {
            &["The task `{task}` failed: {reason}. rcad does not know this message."]
        }
        Speaker::Gradle => &[
            "The plugin `{plugin}` failed while it was applied: {reason}. rcad does not know this message.",
            "A build script failed while {owner} was configured: {reason}. rcad does not know this message.",
        ],
        Speaker::Program => &[
            "rcad does not know this message: “{message}” (task `{task}`).",
            "rcad does not know this message: “{message}”.",
        ],
    };
    template::first(wordings, failure)
}

/// What to look at, by who says it.
pub fn steps(speaker: Speaker, failure: &Failure) -> Vec<String> {
    if let Some(known) = summary(failure).and_then(|(.., step)| template::fill(step, failure)) {
        return vec![known];
    }
    let wordings: &[&str] = match speaker {
        // Whose frames they are has steps of its own.
        Speaker::Exception if failure.details.contains_key("foreign_frame") => &[],
        Speaker::Kotlin | Speaker::Java => &[
            "Look at line {line} of `{name}`, and hold it against the declaration of what the message names; if it compiled before, against the last upgrade of the compiler or a library.",
            "Look for the place in the lines around the message; if it compiled before, compare with the last upgrade of the compiler or a library.",
        ],
        Speaker::Exception if failure.exception.as_deref().is_some_and(is_own_class) && !of_another(failure) => &[
            "Open {name}:{line}: the condition in front of the `throw` is the reason. Make it hold, or let `{caller}` ({caller_at}) catch the exception and say what the user can do.",
            "Open {name}:{line}: the condition in front of the `throw` is the reason. Make it hold, or catch the exception where `{at}` is called.",
            "Search your code for what throws it: the condition in front of the `throw` is the reason.",
        ],
        Speaker::Exception if of_another(failure) => &[
            "Look up the message in the documentation or issues of `{thrown_package}` (its class {thrown} says what kind of fault it is), then at {name}:{line} at what `{at}` passes on there. If it can come in normal use, catch {thrown} there.",
            "Look up the message in the documentation or issues of `{thrown_package}`, and at what your code passes on.",
        ],
        Speaker::Exception => &[
            "Open {name}:{line}: the condition that leads to the {throws_itself} there says what is wrong. Then see at {caller_at} why `{caller}` comes there all the same.",
            "Open {name}:{line}: the condition that leads to the {throws_itself} there says what is wrong; make it hold before `{at}` is called, or handle the case.",
            "Look at {name}:{line}, the first line of your own code in the trace, and at what `{caller}` ({caller_at}) gives it.",
            "Look at {name}:{line}, the first line of your own code in the trace, and at what it passes on there.",
            "Look at `{at}`, the first function of your own code in the trace, and at what it passes on there.",
            "Look for the whole stack trace (in a build `--stacktrace`): its first frame of your own code is the place to begin at.",
        ],
        Speaker::Gradle if failure.details.contains_key("counsel") => &[
            "Do what the message says (it comes from {name}:{line}): “{counsel}”.",
            "Do what the message says: “{counsel}”.",
        ],
        Speaker::Gradle => &[
            "Look in {trace} at the lowest `Caused by`: its message, and the package of its first frames, show which plugin or tool failed.",
            "Look at {name}:{line}; if that is not enough, run `./gradlew {task} --stacktrace`: the lowest `Caused by` and the package of its first frames show which plugin or tool failed.",
            "Look at {name}:{line}, where the script fails.",
            "Look at {name}, which the message names; if that is not enough, `./gradlew {task} --stacktrace` shows which plugin says it.",
            "Run `./gradlew {task} --stacktrace`: the lowest `Caused by` and the package of its first frames show which plugin or tool failed.",
            "Run the build with `--stacktrace`: the lowest `Caused by` and the package of its first frames show which script line or plugin failed.",
        ],
        Speaker::Program => &[
            "Look at {name}:{line}, and at the lines above the message: the first error explains the later ones.",
            "Look at the lines above the message: the first error explains the later ones. Run `./gradlew {task} --info` if the log has none.",
            "Look at the lines above the message: the first error explains the later ones.",
        ],
    };
    template::first(wordings, failure).into_iter().collect()
}

/// A step that names the known failure whose words are nearest, where one is near enough.
pub fn similar(failure: &Failure, rules: &RuleSet) -> Option<String> {
    let said = failure.details.get("reason").unwrap_or(&failure.message);
    let words: Vec<&str> = words(said).collect();
    if words.len() < COMMON {
        return None;
    }
    let near = |at: usize| Some((share(rules.pattern(at), &words)?, at));
    let (_, at) = (0..rules.len()).filter_map(near).max_by(|one, other| one.0.total_cmp(&other.0))?;
    let rule = rules.get(at);
    // Its conditions spoke against it.
    if rule.captures(said).is_some() {
        return None;
    }
    let fix = rule.first_fix(failure)?;
    Some(format!("Similar and known, though not the same (`{}`): perhaps this helps here too. {fix}", rule.name))
}

/// How much of a pattern's fixed words the message has, from nothing to 1; `None` where that says too little.
fn share(pattern: &str, words: &[&str]) -> Option<f64> {
    let letters = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    // So many letters may be missing, whatever the rest of the pattern is.
    let bearable = (1.0 - SHARE) * letters(pattern.len());
    let (mut all, mut found, mut count) = (0usize, 0usize, 0usize);
    let read = each_fixed_word(pattern, |word| {
        if tells(word) {
            all += word.len();
            if words.contains(&word) {
                (found, count) = (found + word.len(), count + 1);
            }
        }
        if letters(all - found) > bearable { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let enough = read.is_continue() && count >= COMMON && letters(found) >= SHARE * letters(all);
    enough.then(|| letters(found) / letters(all))
}

fn tells(word: &str) -> bool {
    let class = word.ends_with("Exception") || word.ends_with("Error");
    !class && !EMPTY.iter().any(|empty| word.eq_ignore_ascii_case(empty))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| word.len() >= WORD)
}

/// Gives `take` the words that stand in every match, in the source of a regular expression: those outside of its groups,
/// classes and escapes. Read without parsing it, since all rules are asked.
fn each_fixed_word<'p>(source: &'p str, mut take: impl FnMut(&'p str) -> ControlFlow<()>) -> ControlFlow<()> {
    let (mut depth, mut in_class, mut escaped) = (0usize, false, false);
    let (mut start, mut before) = (None, ' ');
    for (at, letter) in source.char_indices().chain([(source.len(), ' ')]) {
        let was_escaped = std::mem::take(&mut escaped);
        let fixed = depth == 0 && !in_class && !was_escaped && letter.is_ascii_alphabetic();
        match letter {
            _ if was_escaped => (),
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => depth = depth.saturating_sub(1),
            _ => (),
        }
        if fixed {
            // Behind a class or a group it is the rest of a word.
            start = start.or((!matches!(before, ']' | ')')).then_some(at));
        } else if let Some(start) = start.take()
            && at - start >= WORD
            && !matches!(letter, '[' | '(' | '?' | '*')
        {
            take(&source[start..at])?;
        }
        before = if fixed && start.is_none() { before } else { letter };
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{each_fixed_word, similar};
    use crate::Category;
    use crate::model::failure::{Failure, Language};
    use crate::rules::{RuleSet, read};

    const RULE: &str = r#"
[[rule]]
name = "locked-shelf"
category = "gradle_lock"
pattern = 'Cannot (?:open|close) shelf (?P<symbol>[^ ]+) because another basket holds its padlock'
when = ["symbol >= 2"]
cause = "The shelf is locked."
fixes = ["Ask {task} for the key.", "Take the other basket away."]
"#;

    fn said(message: &str) -> Option<String> {
        let rules = RuleSet::new(read(RULE).0);
        similar(&Failure::new(Category::Other, Language::Unknown, message), &rules)
    }

    #[test]
    fn the_words_outside_of_groups_are_fixed() {
        let mut words = Vec::new();
        let pattern = r"^Cannot (?:open|close) [Ss]helf\sfor (?P<symbol>[^ )]+) held (?:by (x) fast )?";
        let read = each_fixed_word(pattern, |word| {
            words.push(word);
            ControlFlow::Continue(())
        });
        assert!(read.is_continue());
        assert_eq!(words, ["Cannot", "held"], "neither half words nor what may be absent");
    }

    #[test]
    fn a_near_known_failure_is_told_as_a_possibility() {
        let near = said("Cannot shut shelf 3 because another big basket holds its padlock").expect("it is near");
        assert!(near.starts_with("Similar and known, though not the same (`locked-shelf`): perhaps"), "{near}");
        assert!(near.ends_with("Take the other basket away."), "a step without its facts is not shown: {near}");
        assert_eq!(said("Cannot find a shelf in the basket"), None, "two words are chance");
        let class = RULE.replace("because another basket holds its padlock", "java.lang.RuntimeException: failed");
        let rules = RuleSet::new(read(&class).0);
        let other = Failure::new(Category::Other, Language::Unknown, "Cannot say: java.lang.RuntimeException: failed");
        assert_eq!(similar(&other, &rules), None, "what many messages have says nothing");
        let known = "Cannot open shelf 1 because another basket holds its padlock";
        assert_eq!(said(known), None, "its pattern matches, so its condition spoke against it");
    }
}
