//! Names that are members of something missing: of a package, of a value without a type, of the scope of a call that fails.

use super::names::package_parent;
use super::{IN_SCOPE, OF_PACKAGE, OF_TYPE, Tie, Ties, top};
use crate::Category;
use crate::facts::libraries;
use crate::model::failure::{Failure, Language};
use crate::parse::resolve::roles::places::{is_member, is_package_import};
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
        if !is_member(failure) || is_package_import(failure) || libraries::home(symbol).is_some() {
            return None;
        }
        let data_class = failure.file.as_deref().and_then(|file| self.data_classes.get(file));
        if let Some(cause) = data_class.filter(|cause| **cause != at) {
            return Some(Tie { cause: *cause, again: false, why: OF_DATA_CLASS });
        }
        let of_type = self.places.above(at, EchoSource::Typed, signs::MEMBERS);
        let untyped = || self.places.untyped_value(at, signs::MEMBERS);
        let cause = of_type
            .or_else(|| self.places.wrong_value(at, signs::MEMBERS))
            .or_else(untyped)
            .filter(|cause| *cause != at)?;
        Some(Tie { cause, again: false, why: OF_TYPE })
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
            Sign::Missing => failure.symbol.as_deref().is_some_and(small) && !is_package_import(failure),
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
