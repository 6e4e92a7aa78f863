//! Lines of a device's log that say what its programs survived: no failure, though a rule may know their words.

use super::input::lines::{Lines, Source};
use super::readers::stack_trace::survived::{is_of_googles, is_part, makers};
use super::readers::stack_trace::{READER, trace};
use crate::model::failure::Failure;

/// The tag of what Android Studio runs on the device to install an app: it asks about apps that are not there yet.
const STUDIO: &str = "studio.deploy";

/// Whether the line is one of a trace that stands for no failure, or the words above it. What is all that somebody pasted is
/// what failed.
pub fn is_chatter(lines: &Lines, at: usize) -> bool {
    let Some(source) = lines.source(at).filter(|source| !source.is_crash()) else { return false };
    if source.tag == STUDIO && (0..lines.len()).filter_map(|at| lines.source(at)).any(|other| other.tag != STUDIO) {
        return true;
    }
    makers::logs_as(&source.tag) || is_of_noise(lines, at, source)
}

/// Whether what was logged is about an app that comes with the device: nobody can mend that. Of a line alone somebody asks.
pub fn is_about_made(lines: &Lines, at: usize, failure: &Failure) -> bool {
    let survived = lines.source(at).is_some_and(|source| !source.is_crash());
    let several = || (0..lines.len()).filter(|at| lines.is_logged(*at)).nth(1).is_some();
    survived && failure.symbol.as_deref().is_some_and(makers::made) && several()
}

/// Lines of a crash report's details that are looked at; a long list of mods is among them.
const DETAILS: usize = 1_500;

/// Whether the line is one of the details about the system that a Minecraft crash report ends with. What could not be found
/// out for them (`OpenGL: ~~ERROR~~ …`) is the crash's consequence: the exception stands above.
pub fn is_system_detail(lines: &Lines, at: usize) -> bool {
    let indented = |at: &usize| lines.get(*at).starts_with([' ', '\t']);
    if !indented(&at) {
        return false;
    }
    let head = (at.saturating_sub(DETAILS)..at).rev().find(|at| !indented(at));
    let Some(head) = head.filter(|head| *head > 0 && lines.get(*head).trim() == "Details:") else { return false };
    lines.get(head - 1).trim() == "-- System Details --"
}

fn is_of_noise(lines: &Lines, at: usize, source: &Source) -> bool {
    let mut head = at;
    while is_part(lines.get(head).trim_start())
        && let Some(above) = lines.preceding(head)
    {
        head = above;
    }
    let heads = [Some(head), lines.following(head)].into_iter().flatten();
    let mut traces = heads.filter_map(|head| Some((head, trace::read(lines, head)?)));
    let found = traces.find(|(_, trace)| trace.sections.iter().any(|section| !section.frames.is_empty()));
    let Some((head, trace)) = found else { return false };
    let alone = || (0..lines.len()).filter_map(|at| lines.source(at)).all(|one| one == source);
    let of_others = makers::runs(&trace.sections) || makers::serves(&trace.sections) || is_of_googles(lines, head);
    // Of an error the rule may know more than the reader.
    of_others || source.priority != 'E' && !alone() && (READER.read)(lines, head).is_none()
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn what_a_crash_report_could_not_find_out_is_no_failure() {
        let details = "-- System Details --\nDetails:\n\tMinecraft Version: 1.8.9\n\tOpenGL: ~~ERROR~~ RuntimeException: No OpenGL context found in the current thread.\n\tGL Caps: \n";
        let thrown =
            "java.lang.IllegalStateException: the oak is gone\n\tat com.example.basketmod.Oak.grow(Oak.java:12)\n";
        let log = format!(
            "---- Minecraft Crash Report ----\n\nTime: 1/2/24\nDescription: Initializing game\n\n{thrown}\n\n{details}"
        );
        let failures = parse(&log).failures;
        assert!(failures.iter().all(|one| !one.message.contains("OpenGL")), "{failures:?}");
        assert_eq!(failures[0].line, Some(12));
        let logged = "Exception in thread \"Thread-2\" java.lang.RuntimeException: No OpenGL context found in the current thread.\n\tat com.example.basket.Skins.load(Skins.java:31)\n";
        assert!(parse(logged).failures[0].details.contains_key("known"));
    }

    #[test]
    fn what_android_studio_asks_before_it_installs_an_app_is_no_failure() {
        let asked = "2026-06-01 18:13:08.485  2266-2266  studio.deploy           installer                            E  Could not get package user id: run-as: unknown package: com.example.basket\n";
        let runs = "2026-06-01 18:13:09.485  8468-8468  Shelf                   com.example.basket                   D  shelved\n";
        let refused = "2026-06-01 18:13:09.905  8468-8468  HmsShelfKit...ApiCall_7 com.example.basket                   E  responseErrorCode errorCode = 70001 errorReason = SHELF_KEY_INVALID\n";
        let symbol = |log: &str| parse(log).failures.first().and_then(|one| one.symbol.clone());
        assert_eq!(symbol(&format!("{asked}{runs}")), None);
        assert_eq!(symbol(&format!("{asked}{runs}{refused}")).as_deref(), Some("SHELF_KEY_INVALID"));
        assert_eq!(symbol(asked).as_deref(), Some("com.example.basket"));
    }
}
