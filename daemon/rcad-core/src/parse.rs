//! Text to failures. Readers never fail: odd text becomes leftovers, not errors.
//!
//! One reader a tool, all of one shape ([`reader::Reader`]), in one table ([`readers::READERS`]). A single Aho-Corasick
//! pass (`words`) finds the lines that hold a reader's anchor; only those lines are looked at more closely.

mod chatter;
mod family;
pub mod frames;
pub mod input;
mod known;
mod mentioned;
mod pasted;
pub mod process;
mod reader;
mod readers;
pub mod resolve;
pub mod rule_tests;
mod rule_values;
mod scan;
mod twice;
mod words;

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use crate::model::failure::Failure;
use crate::rules::RuleSet;
use input::lines::{Lines, surroundings};
use input::sieve::{Kept, Marks, Sieve, WHOLE};
use readers::gradle::detail::thrown;
use readers::gradle::packages;
use readers::kotlinc::warnings;
use readers::stack_trace::headless;
use readers::{READERS, anr, custom, r8};
use resolve::trace::ParseTrace;
use resolve::{answers, edits, generators, leftovers, outcome, places, roles, setting, tasks, test_run};
use scan::read_all;
use words::{FoundWords, SUSPECT};

/// Whether a class is neither the platform's nor a well-known library's.
pub fn is_own_class(class: &str) -> bool {
    readers::stack_trace::own::is_own(class, None)
}

/// Result of parsing a text.
#[derive(Debug, Default)]
pub struct Parsed {
    /// Distinct failures, the primary one first, each with its role.
    pub failures: Vec<Failure>,
    /// Lines that look like an error and that no reader recognised, 1-based, at most [`leftovers::MOST`].
    pub leftovers: Vec<u32>,
    /// How the failures were read.
    pub trace: ParseTrace,
}

/// Reads every failure out of a text.
pub fn parse(text: &str) -> Parsed {
    parse_with(text, RuleSet::none())
}

/// The same, with a user's own rules before all others.
pub fn parse_with(text: &str, rules: &RuleSet) -> Parsed {
    if text.len() <= WHOLE {
        return parse_lines(&Lines::new(text), rules, RuleSet::built_in());
    }
    let mut sieve = sieve(rules);
    sieve.push(text.as_bytes());
    parse_kept(&sieve.finish(), rules)
}

/// A main thread's stack alone, with the words of the rules that match its lines.
fn main_thread(lines: &Lines, known: &RuleSet) -> Option<Failure> {
    let (named, found) = anr::stack::read(lines)?;
    known::found_worded(&named, 0, found, known)
}

/// The marks of the built-in readers, for texts without a user's rules.
static BUILT_IN: LazyLock<Arc<Marks>> = LazyLock::new(|| Arc::new(marks(&[])));

/// A filter that keeps the lines of a long text which the readers and these rules may need.
pub fn sieve(rules: &RuleSet) -> Sieve {
    let own = rules.literals();
    Sieve::new(if own.is_empty() { BUILT_IN.clone() } else { Arc::new(marks(&own)) })
}

fn marks(own: &[String]) -> Marks {
    let anchors = READERS.iter().flat_map(|reader| reader.anchors).copied();
    Marks::new(anchors.chain(surroundings::rare()).chain(own.iter().map(String::as_str)))
}

/// Reads every failure out of a filtered text.
pub fn parse_kept(kept: &Kept, rules: &RuleSet) -> Parsed {
    parse_lines(&Lines::numbered(&kept.text, kept.numbers.as_deref()), rules, RuleSet::built_in())
}

/// `own` are the user's rules, `known` those of rcad.
fn parse_lines(lines: &Lines, own: &RuleSet, known: &RuleSet) -> Parsed {
    let FoundWords { masks, settings } = FoundWords::of(lines);
    let mut read = read_all(lines, &masks);
    read.iter_mut().for_each(|one| family::note(&mut one.found.failure));
    twice::note(&mut read);
    let taken = known::refine(lines, read, known);
    let taken = custom::read(lines, own, taken);
    let leftovers = leftovers::find(lines, &taken, |index| masks[index] & SUSPECT != 0);
    let (mut failures, trace) = roles::decide(lines, taken);
    if failures.is_empty() {
        failures.extend(outcome::unexplained(lines, &leftovers));
    }
    if failures.is_empty() {
        failures = pasted::read(lines, known);
    }
    if failures.is_empty() {
        failures.extend(mentioned::read(lines));
    }
    if failures.is_empty() {
        failures.extend(main_thread(lines, known).or_else(|| headless::read(lines)));
    }
    failures.iter_mut().for_each(warnings::name);
    tasks::from_words(lines, &mut failures);
    places::from_words(lines, &mut failures);
    answers::note(lines, &mut failures);
    edits::note(lines, &mut failures);
    generators::note(&mut failures);
    outcome::note_trace(lines, &mut failures);
    test_run::tell(lines, &mut failures);
    r8::origin::note(lines, &mut failures);
    setting::tell(lines, &settings, &mut failures);
    packages::note(lines, &mut failures);
    thrown::note(lines, &mut failures);
    failures.iter_mut().for_each(places::drop_published);
    failures.iter_mut().for_each(quote_once);
    failures.iter_mut().for_each(close_names);
    let leftovers = leftovers.into_iter().map(|index| lines.number(index)).collect();
    Parsed { failures, leftovers, trace }
}

/// Closes names that a narrow window broke where the lines around them were left as they are.
fn close_names(failure: &mut Failure) {
    for name in [&mut failure.task, &mut failure.symbol] {
        if let Some(name) = name.as_mut().filter(|name| name.contains('\n')) {
            *name = name.lines().map(str::trim).collect();
        }
    }
    for name in failure.details.values_mut().filter(|name| name.contains('\n') && !name.contains(' ')) {
        *name = name.lines().collect();
    }
}

/// Keeps one of the lines that several readers quoted.
fn quote_once(failure: &mut Failure) {
    let mut quoted = HashSet::new();
    failure.evidence.retain(|line| quoted.insert((line.line, line.text.clone())));
}
