//! What the errors say together of one declaration that was changed: classes that lack the same member, calls that do not fit
//! its new parameters, uses of what became private.

use std::collections::{BTreeMap, HashMap};

use super::names::stem;
use super::tie::Tie;
use super::why;
use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::readers::kotlinc::overriding::is_like;
use crate::parse::resolve::roles::signs;

/// Lines of a method below its `@Override` in which a call of what it overrides is looked for.
const METHOD: u32 = 10;

/// Failures before and after one that are looked through for such a call.
const NEAR: usize = 40;

/// So many methods of one class are not renamed by chance.
const SEVERAL: usize = 3;

/// A function as the compiler tells it.
struct Signature<'f> {
    /// The failure that tells it.
    at: usize,
    /// Names and types of its parameters.
    parameters: Vec<(&'f str, &'f str)>,
}

/// Changed declarations, by what they would be looked up by.
#[derive(Default)]
pub struct Changed<'f> {
    /// The first class that lacks a member: by the member and its owner.
    lacking: HashMap<(&'f str, Option<&'f str>), usize>,
    /// Kotlin functions that are overridden with other parameters.
    signatures: Vec<Signature<'f>>,
    /// Functions that may not be private, by their name.
    hidden: HashMap<&'f str, usize>,
    /// Java methods that are not found or do not fit: the first failure of each, by its owner and name.
    methods: HashMap<&'f str, BTreeMap<&'f str, usize>>,
    /// Java methods that are not found, by the class that calls them without naming another.
    scoped: HashMap<&'f str, BTreeMap<&'f str, usize>>,
    /// Java classes with a private method that is called from elsewhere.
    private_in: HashMap<&'f str, usize>,
}

impl<'f> Changed<'f> {
    pub fn new(failures: &[&'f Failure]) -> Changed<'f> {
        let mut changed = Changed::default();
        for (at, failure) in failures.iter().enumerate() {
            changed.add(at, failure);
        }
        changed
    }

    fn add(&mut self, at: usize, failure: &'f Failure) {
        if let Some(lacking) = lacking(failure) {
            self.lacking.entry(lacking).or_insert(at);
        }
        let signature = failure.details.get("candidates").or_else(|| failure.details.get("member"));
        let kotlin = failure.language == Language::Kotlin;
        if kotlin
            && failure.category == Category::KotlinAbstractNotImplemented
            && let Some(parameters) = signature.and_then(|text| parameters(text))
        {
            self.signatures.push(Signature { at, parameters });
        }
        let Some(symbol) = failure.symbol.as_deref().map(signs::simple) else { return };
        if may_not_be_private(failure) {
            self.hidden.entry(symbol).or_insert(at);
        }
        if let Some(class) = failure.details.get("in_scope_of") {
            self.scoped.entry(class).or_default().entry(symbol).or_insert(at);
        }
        if let Some(owner) = method_owner(failure) {
            self.methods.entry(owner).or_default().entry(symbol).or_insert(at);
            if failure.details.get("hidden").is_some_and(|how| how == "private") {
                self.private_in.entry(owner).or_insert(at);
            }
        }
    }

    /// What a failure follows from, where that is a declaration that was changed.
    pub fn tie(&self, failures: &[&Failure], at: usize) -> Option<Tie> {
        let failure = failures[at];
        let tie = |cause: usize, why| (cause != at).then_some(Tie { cause, again: false, why });
        if let Some((member, owner)) = lacking(failure) {
            let first = self.lacking[&(member, owner)];
            if first != at {
                return Some(Tie { cause: first, again: true, why: why::LACKS_AGAIN });
            }
            return self.renamed(member, owner?).and_then(|cause| tie(cause, why::RENAMED));
        }
        if failure.language == Language::Java {
            let found = self.of_java(failures, at).filter(|(cause, _)| *cause != at);
            return found.map(|(cause, why)| Tie { cause, again: why == why::AGAIN, why });
        }
        let name = failure.symbol.as_deref().map(signs::simple)?;
        let words = ["it is private in", "overrides nothing", "has no access to"];
        let uses_it = words.iter().any(|words| failure.message.contains(words));
        if let Some(cause) = self.hidden.get(name).filter(|_| uses_it) {
            return tie(*cause, why::MADE_PRIVATE);
        }
        self.signature(failure).and_then(|cause| tie(cause, why::PARAMETERS))
    }

    /// The method that is no longer found, where a class lacks one of a similar name.
    fn renamed(&self, member: &str, owner: &str) -> Option<usize> {
        let name = member.split('(').next()?;
        let of_owner = [&self.methods, &self.scoped].into_iter().filter_map(|methods| methods.get(owner)).flatten();
        let like = of_owner.filter(|(other, _)| **other != name && is_like(other, name));
        like.map(|(_, at)| *at).min()
    }

    fn of_java(&self, failures: &[&Failure], at: usize) -> Option<(usize, &'static str)> {
        let failure = failures[at];
        let class = failure.file.as_deref().map(stem)?;
        if failure.message.starts_with("missing method body") {
            return self.private_in.get(class).map(|cause| (*cause, why::MADE_PRIVATE));
        }
        if failure.message.starts_with("method does not override or implement") {
            let own = self.methods.get(class).and_then(|methods| methods.values().min());
            let calls_it = |cause: &usize| {
                let other = failures[*cause];
                let below = other.line.zip(failure.line).is_some_and(|(low, high)| low > high && low - high <= METHOD);
                other.file == failure.file && below && other.symbol.is_some() && calls_super(other)
            };
            let called = || (at.saturating_sub(NEAR)..failures.len().min(at + NEAR)).find(calls_it);
            return own.copied().or_else(called).map(|cause| (cause, why::NO_LONGER));
        }
        // The same method, missing in a call and in a reference.
        let (name, owner) = (failure.symbol.as_deref().map(signs::simple)?, method_owner(failure)?);
        let first = *self.methods.get(owner)?.get(name)?;
        if failures[first].category != failure.category {
            return Some((first, why::AGAIN));
        }
        self.lacks_several(failures, owner).filter(|_| is_missing_in_type(failure)).map(|cause| (cause, why::MEMBERS))
    }

    /// The first of the methods that a class lacks, where these are so many that the class itself is another one.
    fn lacks_several(&self, failures: &[&Failure], owner: &str) -> Option<usize> {
        let missing =
            || self.methods.get(owner).into_iter().flatten().filter(|(_, at)| is_missing_in_type(failures[**at]));
        missing().nth(SEVERAL - 1)?;
        missing().map(|(_, at)| *at).min()
    }

    /// The function that has the parameter without a value, or the two types that do not fit.
    fn signature(&self, failure: &Failure) -> Option<usize> {
        let fits = |signature: &&Signature| {
            let parameters = &signature.parameters;
            if failure.message.starts_with("No value passed for parameter") {
                return parameters.iter().any(|(name, _)| Some(*name) == failure.symbol.as_deref());
            }
            let place = |key: &str| {
                let of = failure.details.get(key)?;
                parameters.iter().position(|(_, known)| of == known)
            };
            let words = ["Argument type mismatch", "Type mismatch"];
            let argument = words.iter().any(|words| failure.message.starts_with(words));
            argument && place("expected").zip(place("actual")).is_some_and(|(wanted, given)| wanted < given)
        };
        self.signatures.iter().find(fits).map(|signature| signature.at)
    }
}

/// The member that a class lacks, with its owner where that is told.
fn lacking(failure: &Failure) -> Option<(&str, Option<&str>)> {
    let lacks = ["not implement abstract", "not override abstract"].iter().any(|words| failure.message.contains(words));
    let member = failure.details.get("member").filter(|_| lacks)?;
    let member = member.trim_start_matches("public ").trim_start_matches("abstract ");
    Some((member, failure.details.get("owner").map(|owner| bare(owner))))
}

/// `Function 'close' without a body cannot be private.`
pub fn may_not_be_private(failure: &Failure) -> bool {
    failure.language == Language::Kotlin && failure.message.trim_end_matches('.').ends_with("cannot be private")
}

/// `Shelf` of `Shelf<T>`
fn bare(owner: &str) -> &str {
    owner.split('<').next().unwrap_or(owner)
}

/// The class of a Java method that is missing there, hidden, or called otherwise than it is declared.
fn method_owner(failure: &Failure) -> Option<&str> {
    if failure.language != Language::Java || lacking(failure).is_some() {
        return None;
    }
    let owner = failure.details.get("member_of").or_else(|| failure.details.get("owner"))?;
    Some(bare(owner))
}

/// Whether a method is not found in another type than the one that calls it.
fn is_missing_in_type(failure: &Failure) -> bool {
    failure.category == Category::JavaCannotFindSymbol && failure.details.contains_key("member_of")
}

/// Whether the line that a failure quotes calls the method of the supertype.
fn calls_super(failure: &Failure) -> bool {
    failure.evidence.iter().any(|line| line.text.contains("super."))
}

/// Names and types of a function's parameters: of `fun put(key: String, at: Map<Int, Row> = ...): Unit`
fn parameters(signature: &str) -> Option<Vec<(&str, &str)>> {
    let (_, rest) = signature.split_once('(')?;
    let mut depth = 0_i32;
    let (mut begin, mut all) = (0, Vec::new());
    for (place, letter) in rest.char_indices() {
        match letter {
            '(' | '<' => depth += 1,
            // An arrow ends no bracket.
            '>' if rest[..place].ends_with('-') => {}
            ')' | '>' | ',' if depth == 0 => {
                let (name, of) = rest[begin..place].split_once(':')?;
                all.push((name.trim(), of.split(" = ").next().unwrap_or(of).trim()));
                begin = place + 1;
                if letter == ')' {
                    return Some(all);
                }
            }
            ')' | '>' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::parameters;

    #[test]
    fn a_signature_has_parameters() {
        let told = parameters("fun put(key: String, at: Map<Int, Row> = ..., on: (Row) -> Unit): Unit");
        assert_eq!(told, Some(vec![("key", "String"), ("at", "Map<Int, Row>"), ("on", "(Row) -> Unit")]));
        assert_eq!(parameters("val label: String"), None);
        assert_eq!(parameters("fun close()"), None);
    }
}
