//! Lines of a device's log that say what its programs survived: no failure, though a rule may know their words.

use super::input::lines::{Lines, Source};
use super::readers::stack_trace::survived::{is_of_googles, is_part, makers};
use super::readers::stack_trace::{READER, trace};
use crate::model::failure::Failure;

/// Whether the line is one of a trace that stands for no failure, or the words above it. What is all that somebody pasted is
/// what failed.
pub fn is_chatter(lines: &Lines, at: usize) -> bool {
    let Some(source) = lines.source(at).filter(|source| !source.is_crash()) else { return false };
    makers::logs_as(&source.tag) || is_of_noise(lines, at, source)
}

/// Whether what was logged is about an app that comes with the device: nobody can mend that. Of a line alone somebody asks.
pub fn is_about_made(lines: &Lines, at: usize, failure: &Failure) -> bool {
    let survived = lines.source(at).is_some_and(|source| !source.is_crash());
    let several = || (0..lines.len()).filter(|at| lines.is_logged(*at)).nth(1).is_some();
    survived && failure.symbol.as_deref().is_some_and(makers::made) && several()
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
