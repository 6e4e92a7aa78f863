//! Which failure follows from which, by position, by name and by file. Each failure gets at most one cause; the causes form
//! trees. Nothing is compared with everything: what may be a cause is looked up.

mod builds;
pub mod changed;
pub mod conflict;
mod groups;
mod likeness;
mod members;
mod names;
mod protos;
mod tie;
mod together;
pub mod why;

use std::collections::{HashMap, HashSet};

use super::locals;
use super::places::Places;
use super::rank::{is_mixed, is_without_platform};
use super::signs::{self, Sign};
use crate::Category;
use crate::model::failure::{Failure, Language};
use builds::Builds;
use changed::Changed;
use groups::Groups;
use likeness::Likeness;
use names::{is_resources, letters, module, package_parent, stem};
use protos::Protos;
pub use tie::Tie;
use together::Together;

/// Letters of a module's name that are enough to know it by.
const MODULE_LETTERS: usize = 5;

/// Most failed modules that are looked through for one name.
const MODULES: usize = 20;

/// What may be a cause, by what it would be looked up by.
pub struct Ties<'f> {
    failures: &'f [&'f Failure],
    signs: Vec<Sign>,
    places: Places<'f>,
    changed: Changed<'f>,
    together: Together<'f>,
    groups: Groups,
    protos: Protos<'f>,
    builds: Builds<'f>,
    alike: HashMap<Likeness<'f>, usize>,
    missing: HashMap<&'f str, usize>,
    /// Missing names that are missing in several files: they are no member of one file's type.
    shared: HashSet<&'f str>,
    imported: HashMap<&'f str, usize>,
    packages: HashMap<&'f str, usize>,
    parents: HashMap<&'f str, usize>,
    classes: HashMap<&'f str, usize>,
    modules: Vec<(String, usize)>,
    data_classes: HashMap<&'f str, usize>,
    owners: HashMap<&'f str, usize>,
    /// Members that override nothing, by their name.
    unfounded: HashMap<&'f str, usize>,
    /// Files with such a member.
    unfounded_in: HashSet<&'f str>,
    /// The first missing type of each file, by the file's name without its end.
    untyped: HashMap<&'f str, usize>,
    /// Java files whose public type has another name, or a modifier that it must not have, by the file's name.
    misnamed: HashMap<&'f str, usize>,
    hidden: HashMap<&'f str, usize>,
    /// Names that are declared more than once.
    declared: HashMap<&'f str, usize>,
    /// The type that is missing, where it is the only one.
    only_type: Option<usize>,
    metadata: Option<usize>,
    supertype: Option<usize>,
    processor: Option<usize>,
    unknown_type: Option<usize>,
    resources: Option<usize>,
    /// What says that the app has the old support library and AndroidX.
    mixed: Option<usize>,
    /// What says that not even the JDK's own classes are there.
    platform: Option<usize>,
    /// Names behind a composition local, each with the read of that.
    locals: HashMap<usize, usize>,
}

/// The cause of each failure, if it has one. `failures` are in the order in which they would be fixed.
pub fn find(failures: &[&Failure]) -> Vec<Option<Tie>> {
    let known = Ties::new(failures);
    let mut ties: Vec<Option<Tie>> = vec![None; failures.len()];
    let mut tops: Vec<usize> = (0..failures.len()).collect();
    for at in 0..failures.len() {
        let tie = known
            .groups
            .tie(at)
            .or_else(|| known.tie(at, &ties))
            .filter(|tie| tie.cause != at && top(&mut tops, tie.cause) != at);
        if let Some(tie) = tie {
            tops[at] = tie.cause;
        }
        ties[at] = tie;
    }
    known.below_calls(&mut ties, &mut tops);
    known.by_most_places(&mut ties, &mut tops);
    ties
}

/// The failure from which `at` follows in the end; shortens the way to it.
pub fn top(tops: &mut [usize], at: usize) -> usize {
    let mut end = at;
    while tops[end] != end {
        end = tops[end];
    }
    let mut next = at;
    while tops[next] != end {
        next = std::mem::replace(&mut tops[next], end);
    }
    end
}

impl<'f> Ties<'f> {
    fn new(failures: &'f [&'f Failure]) -> Ties<'f> {
        let signs: Vec<Sign> = failures.iter().map(|failure| signs::sign(failure)).collect();
        let places = Places::new(failures, &signs);
        let mut ties = Ties {
            failures,
            together: Together::new(failures, &signs, &places),
            groups: Groups::new(failures),
            places,
            changed: Changed::new(failures),
            protos: Protos::new(failures),
            builds: Builds::new(failures),
            signs,
            alike: HashMap::new(),
            missing: HashMap::new(),
            shared: HashSet::new(),
            imported: HashMap::new(),
            packages: HashMap::new(),
            parents: HashMap::new(),
            classes: HashMap::new(),
            modules: Vec::new(),
            data_classes: HashMap::new(),
            owners: HashMap::new(),
            misnamed: HashMap::new(),
            hidden: HashMap::new(),
            unfounded: HashMap::new(),
            unfounded_in: HashSet::new(),
            untyped: HashMap::new(),
            declared: HashMap::new(),
            only_type: None,
            metadata: None,
            supertype: None,
            processor: None,
            unknown_type: None,
            resources: None,
            mixed: failures.iter().position(|failure| is_mixed(failure)),
            platform: failures.iter().position(|failure| is_without_platform(failure)),
            locals: locals::reads(failures),
        };
        for at in 0..failures.len() {
            ties.add(at);
        }
        let mut types =
            ties.missing.iter().filter(|(name, _)| signs::is_type(name) && ties.together.cause(name).is_none());
        ties.only_type = types.next().map(|(_, at)| *at).filter(|_| types.next().is_none());
        ties
    }

    fn add(&mut self, at: usize) {
        let failure: &'f Failure = self.failures[at];
        let first = self.alike.entry(Likeness::of(failure)).or_insert(at);
        // One that says where it is shows the mistake better.
        if self.failures[*first].file.is_none() && failure.file.is_some() {
            *first = at;
        }
        if let Some(name) = failure.details.get("imported") {
            self.imported.entry(name).or_insert(at);
        }
        if matches!(self.signs[at], Sign::Missing)
            && let Some(symbol) = failure.symbol.as_deref()
        {
            let first = *self.missing.entry(signs::simple(symbol)).or_insert(at);
            if self.failures[first].file != failure.file {
                self.shared.insert(signs::simple(symbol));
            }
            if let Some(parent) = package_parent(symbol) {
                self.packages.entry(symbol).or_insert(at);
                self.parents.entry(parent).or_insert(at);
            }
            if let Some(class) = failure.file.as_deref().map(stem) {
                self.classes.entry(class).or_insert(at);
                if signs::is_type(symbol) {
                    self.untyped.entry(class).or_insert(at);
                }
            }
        }
        if failure.category == Category::KotlinRedeclaration
            && let Some(symbol) = failure.symbol.as_deref()
        {
            self.declared.entry(signs::simple(symbol)).or_insert(at);
        }
        self.add_java(at);
        if failure.message.contains("overrides nothing")
            && let Some(symbol) = failure.symbol.as_deref()
        {
            self.unfounded.entry(symbol).or_insert(at);
            self.unfounded_in.extend(failure.file.as_deref());
        }
        if failure.category == Category::KotlinMissingSupertype
            && let Some(owner) = failure.details.get("owner")
        {
            self.owners.entry(signs::simple(owner)).or_insert(at);
        }
        if failure.message.contains("data class must")
            && let Some(file) = failure.file.as_deref()
        {
            self.data_classes.entry(file).or_insert(at);
        }
        if let Some(module) = module(failure).filter(|_| failure.language != Language::Java) {
            let letters = letters(module);
            if letters.len() >= MODULE_LETTERS && self.modules.len() < MODULES {
                self.modules.push((letters, at));
            }
        }
        let slot = match failure.category {
            Category::KotlinMetadataVersion => &mut self.metadata,
            Category::KotlinMissingSupertype if failure.file.is_some() => &mut self.supertype,
            Category::KaptKsp if signs::says_unknown(failure) => {
                self.processor.get_or_insert(at);
                &mut self.unknown_type
            }
            Category::KaptKsp => &mut self.processor,
            category if is_resources(category) => &mut self.resources,
            _ => return,
        };
        slot.get_or_insert(at);
    }

    /// What is wrong with the head of a Java type, which others then don't find.
    fn add_java(&mut self, at: usize) {
        let failure: &'f Failure = self.failures[at];
        let Some(class) = failure.file.as_deref().filter(|_| failure.language == Language::Java).map(stem) else {
            return;
        };
        if failure.message.contains("should be declared in a file named") {
            self.misnamed.entry(class).or_insert(at);
        } else if failure.message.starts_with("modifier ") && failure.message.contains("not allowed here") {
            self.hidden.entry(class).or_insert(at);
        }
    }

    /// A Java type that others don't find or may not use, since its own head is wrong.
    fn head(&self, at: usize) -> Option<Tie> {
        let failure = self.failures[at];
        let symbol = failure.symbol.as_deref().filter(|_| failure.language == Language::Java).map(signs::simple)?;
        let hidden = failure.message.contains("is not public in");
        let (heads, why) = if hidden { (&self.hidden, why::HIDDEN) } else { (&self.misnamed, why::MISNAMED) };
        let cause = *heads.get(symbol).filter(|cause| **cause != at && self.failures[**cause].file != failure.file)?;
        (hidden || matches!(self.signs[at], Sign::Missing)).then_some(Tie { cause, again: false, why })
    }

    /// The best reason for the failure, if there is one.
    fn tie(&self, at: usize, earlier: &[Option<Tie>]) -> Option<Tie> {
        let failure = self.failures[at];
        let tie = |cause: usize, why| (cause != at).then_some(Tie { cause, again: false, why });
        if let Some(cause) = self.places.parser(at) {
            let package = failure.symbol.as_deref().and_then(|symbol| self.package(at, symbol));
            return package.or_else(|| tie(cause, why::PARSER));
        }
        if let Some(cause) = self.places.label_before(at) {
            return tie(cause, why::OF_LABEL);
        }
        if let Some(cause) = self.metadata.filter(|cause| self.failures[*cause].language == failure.language) {
            return tie(cause, why::UNREAD);
        }
        if let Some(cause) = self.platform.filter(|_| failure.language == Language::Kotlin) {
            return tie(cause, why::NO_PLATFORM);
        }
        let twice = failure.category == Category::XmlDuplicateResource
            && failure.symbol.as_deref().is_some_and(|symbol| symbol.starts_with("attr/"));
        if let Some(found) = self.mixed.filter(|_| twice).and_then(|cause| tie(cause, why::MIXED)) {
            return Some(found);
        }
        if let Some(read) = self.locals.get(&at) {
            return tie(*read, locals::OF_LOCAL);
        }
        if self.locals.values().any(|read| *read == at) {
            return self.again(at);
        }
        let ambiguous = failure.symbol.as_deref().filter(|_| failure.message.contains("ambiguity"));
        let twice = ambiguous.and_then(|name| self.declared.get(signs::simple(name)));
        if let Some(found) = twice.and_then(|cause| tie(*cause, why::TWICE)) {
            return Some(found);
        }
        let named = signs::error_type(&failure.message).and_then(|name| self.missing.get(name));
        if let Some(found) = named.and_then(|cause| tie(*cause, "the type in it is the one that is missing")) {
            return Some(found);
        }
        if let Some(cause) = self.protos.cause(failure) {
            return tie(cause, why::PROTO_IMPORT);
        }
        let changed = || self.changed.tie(self.failures, at);
        let builds = || self.builds.tie(failure, at);
        if let Some(found) = self.generated(at).or_else(|| self.head(at)).or_else(changed).or_else(builds) {
            return Some(found);
        }
        let class = failure.details.get("class").map(|class| signs::simple(class));
        if let Some(found) =
            class.and_then(|class| self.owners.get(class)).and_then(|cause| tie(*cause, why::NO_SUPERTYPE))
        {
            return Some(found);
        }
        if let Some(found) = self.places.signature(at).and_then(|cause| tie(cause, why::SIGNATURE)) {
            return Some(found);
        }
        self.by_sign(at, earlier)
    }

    /// The reason by what the failure's message shows of it.
    fn by_sign(&self, at: usize, earlier: &[Option<Tie>]) -> Option<Tie> {
        let tie = |cause: usize, why| (cause != at).then_some(Tie { cause, again: false, why });
        match self.signs[at] {
            Sign::Missing => self.missing_name(at, earlier),
            Sign::Echo(_) if self.no_longer(at).is_some() => self.no_longer(at),
            Sign::Echo(kind) => {
                let (from, reach) = (kind.from, kind.reach);
                let only = || self.only_type.filter(|_| kind.elsewhere);
                let library = || self.places.library_of(at).filter(|_| kind.elsewhere);
                let below = || self.places.below(at, kind);
                let above = || self.places.above(at, from, reach);
                let above = match kind.asked {
                    true => self.places.above_only(at, from, reach).or_else(only).or_else(above),
                    false => above(),
                };
                let cause = above.or_else(below).or_else(only).or_else(library);
                let echo = cause.and_then(|cause| tie(cause, kind.why)).or_else(|| self.lost_supertype(at));
                echo.or_else(|| self.again(at)).or_else(|| self.statement(at))
            }
            Sign::BadCall | Sign::Plain => {
                self.statement(at).or_else(|| self.lost_supertype(at)).or_else(|| self.again(at))
            }
        }
    }

    /// A name that is not found: imported by a line that fails, the same name again, or a member of something missing.
    fn missing_name(&self, at: usize, earlier: &[Option<Tie>]) -> Option<Tie> {
        let failure = self.failures[at];
        let symbol = failure.symbol.as_deref()?;
        let tie = |cause: usize, why| (cause != at).then_some(Tie { cause, again: false, why });
        let again = |cause: usize, why| (cause != at).then_some(Tie { cause, again: true, why });
        let supertype = |cause: &usize| self.failures[*cause].category == Category::KotlinMissingSupertype;
        if failure.category != Category::KotlinMissingSupertype
            && let Some(cause) = self.places.statement(at).filter(supertype)
        {
            return tie(cause, why::NO_SUPERTYPE);
        }
        if let Some(found) = self.places.receiver(at).and_then(|cause| tie(cause, why::OF_TYPE)) {
            return Some(found);
        }
        if let Some(found) = self.imported.get(symbol).and_then(|cause| tie(*cause, why::OF_IMPORT)) {
            return Some(found);
        }
        if let Some(found) = self.again(at) {
            return Some(found);
        }
        let parameter = |other: &&usize| {
            let cause = self.failures[**other];
            cause.symbol.as_deref() == Some(symbol) && cause.category != failure.category
        };
        let named = self.missing.get(symbol).filter(|_| failure.language == Language::Kotlin).filter(parameter);
        if let Some(found) = named.and_then(|cause| again(*cause, why::SAME_NAME)) {
            return Some(found);
        }
        if let Some(found) = self.no_longer(at) {
            return Some(found);
        }
        if let Some(found) = self.together.cause(symbol).and_then(|(cause, why)| tie(cause, why)) {
            return Some(found);
        }
        if let Some(found) = self.behind(at, symbol, earlier) {
            return Some(found);
        }
        if let Some(cause) = self.places.uninferred_before(at) {
            return tie(cause, why::NO_TYPE_BEFORE);
        }
        let library = || self.together.library(failure).and_then(|cause| tie(cause, why::LIBRARY));
        if let Some(found) = self.package(at, symbol).or_else(library) {
            return Some(found);
        }
        let receiver = failure.details.get("receiver").map(|class| signs::simple(class));
        let class = receiver.and_then(|class| self.classes.get(class));
        if let Some(cause) = class.filter(|cause| self.failures[**cause].file != failure.file) {
            return tie(*cause, why::CLASS);
        }
        let scope = self.places.named_above(at, signs::scopes_of(symbol), signs::SCOPE);
        if let Some(found) = scope.and_then(|cause| tie(cause, why::IN_SCOPE)) {
            return Some(found);
        }
        self.failed_module(at).or_else(|| self.member(at, symbol, earlier))
    }

    /// A member of which an override is left: no supertype declares it any more.
    fn no_longer(&self, at: usize) -> Option<Tie> {
        let failure = self.failures[at];
        let missing = failure.category != Category::KotlinAbstractNotImplemented;
        let cause = *self.unfounded.get(failure.symbol.as_deref().filter(|_| missing)?)?;
        (cause != at).then_some(Tie { cause, again: false, why: why::NO_LONGER })
    }

    /// A name out of another module that failed.
    fn failed_module(&self, at: usize) -> Option<Tie> {
        let failure = self.failures[at];
        if failure.language != Language::Java {
            return None;
        }
        let registrant = failure.file.as_deref().is_some_and(|file| stem(file) == "GeneratedPluginRegistrant");
        if let Some(cause) = self.metadata.filter(|_| registrant) {
            return Some(Tie { cause, again: false, why: why::UNREAD });
        }
        if self.modules.is_empty() {
            return None;
        }
        let of = ["location", "package", "import"].iter().filter_map(|key| failure.details.get(*key));
        let mut name = letters(failure.symbol.as_deref().unwrap_or(""));
        of.for_each(|more| name.push_str(&letters(more)));
        let own = module(failure).map(letters);
        let fits = |(letters, cause): &&(String, usize)| {
            *cause != at && own.as_ref() != Some(letters) && name.contains(letters.as_str())
        };
        self.modules.iter().find(fits).map(|(_, cause)| Tie { cause: *cause, again: false, why: why::MODULE })
    }

    /// A name that a processor or the resources would make.
    fn generated(&self, at: usize) -> Option<Tie> {
        let failure = self.failures[at];
        let follows = |cause: usize, why| (cause != at).then_some(Tie { cause, again: false, why });
        if failure.category == Category::KotlinMissingSupertype && failure.file.is_none() {
            return self.supertype.and_then(|cause| follows(cause, "it lists the classes without their supertype"));
        }
        if failure.category == Category::KaptKsp
            && (failure.message.contains(" must extend ") || failure.exception.is_some())
        {
            return self
                .unknown_type
                .and_then(|cause| follows(cause, "the processor does not know a type that it needs"));
        }
        let by = failure.details.get("generator")?;
        if by.contains("annotation processor") {
            return self.processor.and_then(|cause| follows(cause, why::PROCESSOR));
        }
        let resources = by.starts_with("the resource step") || by.contains("binding");
        self.resources.filter(|_| resources).and_then(|cause| follows(cause, why::RESOURCES))
    }

    /// A value of a class whose supertype is missing is no longer of the type that is asked for: the file of that class has a
    /// missing type.
    fn lost_supertype(&self, at: usize) -> Option<Tie> {
        let failure = self.failures[at];
        if failure.category != Category::KotlinTypeMismatch {
            return None;
        }
        let outer = |key: &str| failure.details.get(key).and_then(|name| signs::outer_type(name));
        let (actual, expected) = (outer("actual")?, outer("expected")?);
        // Of two classes without their common supertype only `Any` is left.
        let general = actual == "Any";
        let cause = *self.untyped.get(if general { expected } else { actual })?;
        let class = self.failures[cause];
        let missing = class.symbol.as_deref().map(signs::simple);
        let overrides = || class.file.as_deref().is_some_and(|file| self.unfounded_in.contains(file));
        let one =
            general || actual == expected || class.file != failure.file && (missing == Some(expected) || overrides());
        one.then_some(Tie { cause, again: false, why: why::NO_SUBTYPE })
    }

    /// Another message about the same line.
    fn statement(&self, at: usize) -> Option<Tie> {
        // What is overridden otherwise is called otherwise, not the other way round.
        let overrides = self.failures[at].message.contains("overrides nothing");
        let is_argument = |cause: &usize| overrides && self.failures[*cause].message.starts_with("No value passed");
        let cause = self.places.statement(at).filter(|cause| !is_argument(cause))?;
        Some(Tie { cause, again: false, why: why::STATEMENT })
    }

    /// The same mistake at another place.
    fn again(&self, at: usize) -> Option<Tie> {
        let cause = *self.alike.get(&Likeness::of(self.failures[at]))?;
        (cause != at).then_some(Tie { cause, again: true, why: why::AGAIN })
    }
}

#[cfg(test)]
mod tests;
