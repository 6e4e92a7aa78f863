//! Names that are members of something missing: of a package, of a value without a type, of the scope of a call that fails.

use std::collections::BTreeMap;

use super::names::package_parent;
use super::why::{BEHIND, IN_SCOPE, OF_PACKAGE, OF_TYPE};
use super::{Tie, Ties, top, why};
use crate::Category;
use crate::facts::{libraries, names};
use crate::model::failure::{Failure, Language};
use crate::parse::resolve::roles::places::is_member;
use crate::parse::resolve::roles::signs::{self, EchoSource, Sign};

const BESIDE: &str = "a package beside it is missing too";

const OF_CALL: &str = "so many names below a call that fails are members of what it would give";

const OF_DATA_CLASS: &str = "a parameter without `val` or `var` is no property of the data class";

/// So many names that are missing below a call that fails are taken for members of its result.
const MANY: usize = 5;

/// Lines below such a call that are looked through.
const BELOW_CALL: u32 = 150;

/// Segments of the parent of two packages that are missing together.
const BESIDES: usize = 4;

impl Ties<'_> {
    /// A package below or beside another one that is missing; a Kotlin name of a package whose import fails.
    pub(super) fn package(&self, at: usize, symbol: &str) -> Option<Tie> {
        let mut parent = package_parent(symbol);
        while let Some(package) = parent {
            if let Some(cause) = self.packages.get(package).filter(|cause| **cause != at) {
                return Some(Tie { cause: *cause, again: false, why: OF_PACKAGE });
            }
            parent = package_parent(package);
        }
        if let Some(parent) = package_parent(symbol).filter(|parent| parent.split('.').count() >= BESIDES) {
            let cause = *self.parents.get(parent).filter(|cause| **cause != at)?;
            return Some(Tie { cause, again: true, why: BESIDE });
        }
        if names::java_elsewhere(self.failures[at]).is_some() {
            return None; // Java's own comes from no package that is imported.
        }
        let home = home(self.failures[at], symbol);
        let cause = self.places.imported_from(at, symbol, home.as_deref())?;
        Some(Tie { cause, again: false, why: OF_PACKAGE })
    }

    /// A member of a value whose type is missing or wrong, or of the scope that a failed call opens.
    pub(super) fn member(&self, at: usize, symbol: &str, earlier: &[Option<Tie>]) -> Option<Tie> {
        let failure = self.failures[at];
        if failure.language == Language::Java || signs::is_type(symbol) || self.shared.contains(symbol) {
            return None;
        }
        // In the block of the call on the line above, or beside a member of that scope.
        if let Some(cause) = self.places.opens_block(at) {
            return Some(Tie { cause, again: false, why: IN_SCOPE });
        }
        let beside = self.places.beside(at).and_then(|other| earlier[other]).filter(|tie| tie.why == IN_SCOPE);
        if beside.is_some() {
            return beside;
        }
        if !is_member(failure) || self.places.is_import(at) || libraries::home(symbol).is_some() {
            return None;
        }
        let data_class = failure.file.as_deref().and_then(|file| self.data_classes.get(file));
        if let Some(cause) = data_class.filter(|cause| **cause != at) {
            return Some(Tie { cause: *cause, again: false, why: OF_DATA_CLASS });
        }
        let of_type = self.places.above(at, EchoSource::Typed, signs::MEMBERS);
        let untyped = || self.places.untyped_value(at, signs::MEMBERS);
        // Kotlin 2 reports the members of a value without a type, Kotlin 1 does not.
        let of_library = || self.places.library_of(at).filter(|_| failure.message.contains('\''));
        let cause = of_type
            .or_else(|| self.places.wrong_value(at, signs::MEMBERS))
            .or_else(untyped)
            .or_else(of_library)
            .filter(|cause| *cause != at)?;
        Some(Tie { cause, again: false, why: OF_TYPE })
    }

    /// A small Kotlin name behind a type in its line that is missing, or behind a name that follows from something itself.
    pub(super) fn behind(&self, at: usize, symbol: &str, earlier: &[Option<Tie>]) -> Option<Tie> {
        let failure = self.failures[at];
        if failure.language != Language::Kotlin || signs::is_type(symbol) {
            return None;
        }
        let cause = self.places.before_in_line(at, |other| earlier[other].is_some()).filter(|cause| *cause != at)?;
        // A library may have a function of that name; where a type's arguments are not known, a property of it is meant.
        let generic = self.failures[cause].message.contains("type argument");
        if libraries::home(symbol).is_some() && !generic {
            return None;
        }
        Some(Tie { cause, again: false, why: BEHIND })
    }

    /// A small name that is missing in several places follows from what it follows from in most of them, though the first of
    /// them does not show it.
    pub(super) fn by_most_places(&self, ties: &mut [Option<Tie>], tops: &mut [usize]) {
        let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, tie) in ties.iter().enumerate() {
            if let Some(tie) = tie.filter(|tie| tie.why == why::AGAIN && ties[tie.cause].is_none()) {
                places.entry(tie.cause).or_default().push(at);
            }
        }
        for (head, again) in places {
            let Some(symbol) = self.failures[head].symbol.as_deref().filter(|name| !signs::is_type(name)) else {
                continue;
            };
            if !matches!(self.signs[head], Sign::Missing) || self.failures[head].language != Language::Kotlin {
                continue;
            }
            let known = libraries::home(symbol).is_some();
            let member = |at: usize| !known && is_member(self.failures[at]) && !self.places.is_import(at);
            let mut shows = |at: &usize| {
                let of_type = |cause| Tie { cause, again: false, why: OF_TYPE };
                let typed = || self.places.above(*at, EchoSource::Typed, signs::SHARED_MEMBERS).filter(|_| member(*at));
                let receiver = self.places.receiver(*at).map(of_type);
                let found = receiver.or_else(|| self.behind(*at, symbol, ties)).or_else(|| typed().map(of_type))?;
                (top(tops, found.cause) != head).then_some(found)
            };
            let found: Vec<Tie> = std::iter::once(&head).chain(&again).filter_map(&mut shows).collect();
            if found.len() * 2 > again.len() + 1 {
                ties[head] = found.first().copied();
                tops[head] = found.first().map_or(head, |tie| tie.cause);
            }
        }
    }

    /// The names below a call that fails, where they are many: a value without a type has no members.
    pub(super) fn below_calls(&self, ties: &mut [Option<Tie>], tops: &mut [usize]) {
        for call in 0..self.failures.len() {
            let failure = self.failures[call];
            let (Some(file), Some(line)) = (failure.file.as_deref(), failure.line) else { continue };
            if !matches!(self.signs[call], Sign::BadCall) || ties[call].is_some() || is_ambiguous(failure) {
                continue;
            }
            let below = |at: &usize| {
                let other = self.failures[*at];
                let near = other.line.is_some_and(|at| at > line && at - line <= BELOW_CALL);
                near && other.file.as_deref() == Some(file) && ties[*at].is_none() && *at != call
            };
            let members: Vec<usize> =
                (0..self.failures.len()).filter(below).filter(|at| self.is_member_name(*at)).collect();
            if members.len() < MANY {
                continue;
            }
            for at in members {
                if top(tops, call) != at {
                    ties[at] = Some(Tie { cause: call, again: false, why: OF_CALL });
                    tops[at] = call;
                }
            }
        }
    }

    /// Whether a failure is about a small name that no library is known to have, or gives a value to one.
    fn is_member_name(&self, at: usize) -> bool {
        let failure = self.failures[at];
        let small = |name: &str| !signs::is_type(name) && libraries::home(name).is_none();
        match self.signs[at] {
            Sign::Missing => failure.symbol.as_deref().is_some_and(small) && !self.places.is_import(at),
            _ => failure.category == Category::KotlinValReassign,
        }
    }
}

/// Whether a call fails for its arguments, not for itself.
fn is_ambiguous(failure: &Failure) -> bool {
    ["ambigu", "infer"].iter().any(|word| failure.message.contains(word))
}

/// The full name of what a simple name nearly always means.
fn home(failure: &Failure, symbol: &str) -> Option<String> {
    if failure.details.get("generator").is_some_and(|by| by.contains("Flutter embedding")) {
        return Some(format!("io.flutter.{symbol}"));
    }
    libraries::home(symbol).map(|home| home.qualified)
}
