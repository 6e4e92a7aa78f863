//! Messages that no row, rule or template recognises: they are said to be unknown, with what the log does say of them.

pub mod kind;

use super::said;
use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::is_own_class;
use crate::rules::{RuleSet, nearest};
use crate::template;

/// From this similarity on a known failure is told beside one that is not.
const SIMILAR: f64 = 0.55;

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
    if failure.wording.as_ref().is_some_and(|wording| !wording.is_empty()) {
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
        Speaker::Program if said::step(failure).is_some() => &[
            "The program that `{task}` runs says itself what is wrong: “{message}”.",
            "The program says itself what is wrong: “{message}”.",
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

/// Whether nothing recognised the failure: a reader that knows nobody's message, or a line that was found by its looks.
pub fn is_unknown(failure: &Failure) -> bool {
    failure.details.contains_key("said_by_program") && failure.rule.is_none() || speaker(failure).is_some()
}

/// Lines that only say where something failed.
const FRAMES: &[&str] =
    &["A problem occurred ", "Execution failed for ", "Build file ", "Settings file ", "> Task ", "FAILURE: "];

/// What the log says of the failure, with the exception's class and without what stands around each failure.
pub fn said(failure: &Failure) -> String {
    let exception = failure.exception.as_deref().unwrap_or_default();
    if let Some(reason) = failure.details.get("reason") {
        return format!("{exception} {reason}");
    }
    let lines = std::iter::once(failure.message.as_str()).chain(failure.evidence.iter().map(|line| line.text.as_str()));
    let telling = lines.filter(|line| !FRAMES.iter().any(|frame| line.trim_start().starts_with(frame)));
    format!("{exception} {}", telling.collect::<Vec<_>>().join(" "))
}

/// A step that names the known failure whose words are nearest, where one is near enough.
pub fn similar(failure: &Failure) -> Option<String> {
    let said = said(failure);
    let near = nearest(&said, 1).into_iter().find(|near| near.similarity >= SIMILAR)?;
    let rule = RuleSet::built_in().get(near.rule);
    // Its conditions spoke against it.
    if rule.captures(&said).is_some() {
        return None;
    }
    let fix = rule.first_fix(failure)?;
    Some(format!("Similar and known, though not the same (`{}`): perhaps this helps here too. {fix}", rule.name))
}

#[cfg(test)]
mod tests {
    use super::similar;
    use crate::Category;
    use crate::model::failure::{Failure, Language};

    fn said(message: &str) -> Option<String> {
        similar(&Failure::new(Category::Other, Language::Unknown, message))
    }

    #[test]
    fn a_near_known_failure_is_told_as_a_possibility() {
        let near = said("More than one file was found with independent path lib/x86/libshelf.so").expect("it is near");
        assert!(near.starts_with("Similar and known, though not the same (`"), "{near}");
        assert_eq!(said("Cannot find a shelf in the basket"), None, "a word or two is chance");
    }
}
