//! Frames of a stack trace whose first lines nobody pasted: the exception and its message. Some functions tell by their
//! names what was thrown; else only the place is known.

use super::own;
use super::trace::{Frame, Section, StackTrace, frame};
use crate::Category;
use crate::model::failure::{Failure, Framework, Language};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Frames in a row that are a trace's.
const FEWEST: usize = 3;

/// Share of the lines of a text that must be frames, in percent.
const MOST: usize = 50;

/// What thread dumps, warnings and builds that went well have in them.
const OF_OTHERS: &[&str] = &["prio=", "tid=", "sysTid", "- locked <", "- waiting ", "BUILD SUCCESSFUL", "StrictMode"];

/// `android.app.MissingForegroundServiceTypeException$1`, which reads one out of a parcel; `….AmbiguousViewMatcherException$Builder`;
/// the exception itself
static THROWN: Pattern =
    Pattern::new(r"^(?P<class>(?:[a-z][a-z0-9_]*\.)+[A-Z][A-Za-z0-9_]*(?:Exception|Error))(?:\$(?:[0-9]+|Builder))?$");

/// Reads such a text; nothing where frames are only a part of it, or where a device logged them as no crash.
pub fn read(lines: &Lines) -> Option<Failure> {
    frames_alone(lines).or_else(|| head_alone(lines))
}

/// `FATAL EXCEPTION: main` without what was thrown, as `grep` leaves it.
fn head_alone(lines: &Lines) -> Option<Failure> {
    let is_head = |at: &usize| {
        let crash = lines.source(*at).is_none_or(|source| source.tag == "AndroidRuntime");
        crash && lines.get(*at).starts_with(super::FATAL_EXCEPTION)
    };
    let heads: Vec<usize> = (0..lines.len()).filter(is_head).collect();
    let last = *heads.last()?;
    let mut failure = Failure::new(Category::Other, Language::Java, lines.get(last).trim());
    failure.framework = Framework::Android;
    failure.evidence.push(lines.evidence(last));
    let often = if heads.len() > 1 { format!(" It did so {} times.", heads.len()) } else { String::new() };
    failure.say(
        &format!("An app crashed (`{{message}}`); what it threw stands in the lines below this one, which are not in the text.{often}"),
        &["Get the whole block: `adb logcat -b crash -d`, or search the log with the lines around it (`grep -A 30 'FATAL EXCEPTION'`)."],
    );
    Some(failure)
}

fn frames_alone(lines: &Lines) -> Option<Failure> {
    if OF_OTHERS.iter().any(|part| lines.text().contains(part)) {
        return None;
    }
    let filled = lines.filled(0..lines.len());
    let frames: Vec<Frame> = (0..lines.len()).filter_map(|at| crashed(lines, at)).collect();
    if frames.len() < FEWEST || frames.len() * 100 < filled.count() * MOST {
        return None;
    }
    let first = frames.first()?.index;
    let run = frames.iter().enumerate().take_while(|(nth, frame)| frame.index <= first + 2 * nth).count();
    if run < FEWEST {
        return None;
    }
    let class = THROWN.captures(&frames[0].class).map(|found| found["class"].to_owned());
    let known = class.is_some();
    let section = Section { index: first, class: class.unwrap_or_default(), message: String::new(), frames };
    let count = section.frames.len();
    if known {
        return super::judge(lines, first, StackTrace::of(section, true, count)).map(|found| found.failure);
    }
    Some(placed(lines, section))
}

/// The frame in the line, unless a device logged it for something else than a crash.
fn crashed(lines: &Lines, at: usize) -> Option<Frame> {
    let line = lines.get(at);
    // Most lines of a log are no frames, and the forms of a frame cost more than this.
    if !line.trim_start().starts_with("at ") {
        return None;
    }
    let fits = lines.source(at).is_none_or(|source| source.tag == "AndroidRuntime" && source.priority != 'D');
    frame(line, at).filter(|frame| fits && frame.class.contains('.'))
}

/// The failure of which only the place is known.
fn placed(lines: &Lines, section: Section) -> Failure {
    let top = &section.frames[0];
    let mut failure = Failure::new(Category::Other, Language::Java, lines.get(section.index).trim());
    failure.details.insert("top".to_owned(), own::name(top));
    failure.symbol = Some(own::name(top));
    failure.evidence.push(lines.evidence(section.index));
    let sections = [section];
    let own = own::frame(&sections, None).map(|(_, at)| &sections[0].frames[at]);
    if let Some(frame) = own {
        failure.details.insert("at".to_owned(), own::name(frame));
        failure.symbol = Some(own::name(frame));
        (failure.file, failure.line) =
            frame.place.clone().map_or((None, None), |(file, line)| (Some(file), Some(line)));
        failure.evidence.push(lines.evidence(frame.index));
    }
    let cause = match own {
        Some(_) => {
            "The text has only frames of a stack trace: the exception and its message stand above them. On top is `{top}`; the first function that may be your own is `{at}`."
        }
        None => {
            "The text has only frames of a stack trace: the exception and its message stand above them. On top is `{top}`."
        }
    };
    failure.say(
        cause,
        &["Get the lines above the first frame: the exception's class and message say what is wrong (in Android's log below `FATAL EXCEPTION` and `Process:`, in a build below `Caused by:`)."],
    );
    failure
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::explain::told;
    use crate::parse::parse;

    const FRAMES: &str = "\tat com.google.gson.Shelf.open(Shelf.java:49)\n\tat android.app.Service.start(Service.java:862)\n\tat com.example.shelf.Back.update(Back.java:172)\n\tat android.os.Handler.run(Handler.java:9)\n";

    #[test]
    fn the_head_of_a_crash_alone_is_no_silence() {
        let log = "11-09 19:10:40.625  2574  2574 E AndroidRuntime: FATAL EXCEPTION: main\n\
            11-09 19:10:59.416  3409  3409 E AndroidRuntime: FATAL EXCEPTION: main\n";
        let answer = told(log);
        assert!(answer.contains("An app crashed") && answer.contains("2 times"), "{answer}");
    }

    #[test]
    fn frames_without_their_exception_are_a_failure_with_a_place() {
        let failure = parse(&format!("It ends like this:\n{FRAMES}")).failures.remove(0);
        assert_eq!(
            (failure.category, failure.file.as_deref(), failure.line),
            (Category::Other, Some("Back.java"), Some(172))
        );
        let log = FRAMES.replace('\t', "E/AndroidRuntime(4242): \t");
        assert_eq!(parse(&log).failures.len(), 1);
    }

    #[test]
    fn a_function_tells_what_was_thrown() {
        let first = "\tat android.app.MissingForegroundServiceTypeException$1.createFromParcel(MissingForegroundServiceTypeException.java:49)\n";
        let failure = parse(&format!("{first}{FRAMES}")).failures.remove(0);
        assert_eq!((failure.category, failure.line), (Category::RuntimeForegroundService, Some(172)));
    }

    #[test]
    fn the_builder_of_an_exception_tells_what_was_thrown() {
        let first = "\tat androidx.test.espresso.AmbiguousViewMatcherException$Builder.build(AmbiguousViewMatcherException.java:6)\n";
        let failure = parse(&format!("{first}{FRAMES}")).failures.remove(0);
        assert_eq!(failure.message, "androidx.test.espresso.AmbiguousViewMatcherException");
        assert_eq!(failure.line, Some(172));
    }

    #[test]
    fn frames_of_other_things_are_none() {
        for text in [
            FRAMES.replace('\t', "D/Shelves(4242): \t"),
            format!("{FRAMES}BUILD SUCCESSFUL in 3s\n"),
            format!("\"main\" prio=5 tid=1 Native\n{FRAMES}\"Oak\" prio=5 tid=2 Native\n"),
            format!("{}{FRAMES}", "All is well.\n".repeat(9)),
            FRAMES.lines().take(2).collect::<Vec<_>>().join("\n"),
        ] {
            assert_eq!(parse(&text).failures.len(), usize::from(text.contains("tid=1")), "{text}");
        }
    }
}
