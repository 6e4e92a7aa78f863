//! What a failure's message says about its part among others: whether it names something that is missing, is a call that
//! fails, or is of a kind that usually follows from one of these. The table is data.

use crate::Category;
use crate::model::failure::{Failure, Language};

/// A failure's part.
#[derive(Clone, Copy, Debug)]
pub enum Sign {
    /// A name that is not declared, imported or on the class path, or an argument's name.
    Missing,
    /// A call whose arguments or receiver do not fit.
    BadCall,
    /// Of a kind that follows from others.
    Echo(&'static EchoKind),
    /// Nothing of these.
    Plain,
}

/// What an echo follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EchoSource {
    /// Any missing name, or a call that fails.
    NameOrCall,
    /// A missing name that begins with a capital: a type, or a composable function.
    Type,
    /// A missing type that is used as one: of a parameter, a property, an argument.
    Typed,
    /// A missing name that begins with a capital, or a call that fails.
    TypeOrCall,
    /// A missing name that begins with a small letter: a function.
    Function,
}

/// A kind of message that follows from another one.
#[derive(Debug)]
pub struct EchoKind {
    /// Categories; any, if empty.
    categories: &'static [Category],
    /// One of these stands in the message.
    words: &'static [&'static str],
    /// What it follows from.
    pub from: EchoSource,
    /// How many lines above that may stand at most.
    pub reach: u32,
    /// How many lines below it may stand, where none is above: what a call encloses is printed after it.
    pub below: u32,
    /// Whether it may follow from the one type that is missing, in whichever file that is used.
    pub elsewhere: bool,
    /// Whether what stands behind it in its line is asked of it, and so is no cause while anything stands before it.
    pub asked: bool,
    /// Why it follows.
    pub why: &'static str,
}

/// Anywhere above in the file.
const ABOVE: u32 = u32::MAX;

/// What a type that is missing is called in messages about code that uses it.
const ERROR_TYPES: &[&str] = &[
    "[Error type: ",
    "Unresolved type for ",
    "ERROR CLASS: Symbol not found",
    "ERROR TYPE REF",
    "<ERROR",
    "ErrorType",
    "NonExistentClass",
    "???",
];

const UNKNOWN_TYPE: &str = "the type in it is the one that is missing";

const NO_TYPE: &str = "inference fails on unresolved names";

const IN_BLOCK: &str = "it stands in the block of a call that fails";

const NO_SUPERTYPE: &str = "a class without its supertype lacks members";

const TOO_GENERAL: &str = "an expression that is not resolved has no useful type";

const OF_SUBJECT: &str = "the cases of a value whose type is missing are not known";

/// Why a `when` follows from a name in it.
pub const OF_BRANCH: &str = "a branch of it names what is missing";

const OF_MISSING_TYPE: &str = "a value whose type is missing has no members";

/// The most specific come first.
static ECHOES: &[EchoKind] = &[
    elsewhere(around(echo(
        &[Category::KotlinWhenExhaustive],
        &["add necessary 'else' branch", "Add an 'else' branch"],
        EchoSource::NameOrCall,
        30,
        OF_SUBJECT,
    ))),
    elsewhere(echo(&[Category::KotlinUnresolvedReference], &["' for operator '"], EchoSource::Type, 2, TOO_GENERAL)),
    elsewhere(echo(
        &[Category::KotlinOverload],
        &["'operator' modifier is required on"],
        EchoSource::NameOrCall,
        2,
        TOO_GENERAL,
    )),
    around(echo(&[Category::KotlinWhenExhaustive], &["must be exhaustive"], EchoSource::Type, 0, OF_BRANCH)),
    elsewhere(echo(&[Category::JavaOther], &["is ambiguous"], EchoSource::Type, 12, TOO_GENERAL)),
    asked(elsewhere(echo(
        &[Category::KotlinOverload],
        &["type argument expected", "type arguments expected"],
        EchoSource::NameOrCall,
        12,
        TOO_GENERAL,
    ))),
    echo(&[], ERROR_TYPES, EchoSource::Type, ABOVE, UNKNOWN_TYPE),
    elsewhere(around(echo(
        &[],
        &["annot infer", "Not enough information to infer", "ype inference failed"],
        EchoSource::NameOrCall,
        ABOVE,
        NO_TYPE,
    ))),
    echo(
        &[Category::KotlinTypeMismatch, Category::KotlinNullSafety],
        &[
            "type is 'kotlin.Any'",
            "type is 'Any'",
            "type is Any ",
            "type is Any? but",
            "actual 'Any'",
            "actual 'kotlin.Any'",
        ],
        EchoSource::NameOrCall,
        40,
        TOO_GENERAL,
    ),
    echo(
        &[Category::KotlinSmartCast, Category::KotlinNullSafety],
        &["Smart cast to", "Only safe (?.)"],
        EchoSource::NameOrCall,
        2,
        TOO_GENERAL,
    ),
    echo(
        &[Category::KotlinCoroutine],
        &["called only from a coroutine", "called only within", "called within coroutine body"],
        EchoSource::Function,
        12,
        IN_BLOCK,
    ),
    echo(
        &[Category::ComposeComposableContext],
        &["@Composable invocations can only happen"],
        EchoSource::TypeOrCall,
        40,
        IN_BLOCK,
    ),
    elsewhere(echo(
        &[Category::KotlinUnresolvedReference],
        &["eference 'it'", "eference: it", "eference 'this'"],
        EchoSource::NameOrCall,
        12,
        IN_BLOCK,
    )),
    echo(
        &[Category::KotlinAbstractNotImplemented],
        &["overrides nothing", "does not implement"],
        EchoSource::Type,
        150,
        NO_SUPERTYPE,
    ),
    echo(
        &[],
        &["does not override or implement a method from a supertype", "does not override abstract method"],
        EchoSource::Type,
        150,
        NO_SUPERTYPE,
    ),
    elsewhere(echo(
        &[Category::KotlinUnresolvedReference],
        &["None of the following candidates is applicable because of"],
        EchoSource::Type,
        12,
        OF_MISSING_TYPE,
    )),
];

const fn echo(
    categories: &'static [Category],
    words: &'static [&'static str],
    from: EchoSource,
    reach: u32,
    why: &'static str,
) -> EchoKind {
    EchoKind { categories, words, from, reach, below: 0, elsewhere: false, asked: false, why }
}

/// The same, for what may begin above what it follows from.
const fn around(echo: EchoKind) -> EchoKind {
    EchoKind { below: 10, ..echo }
}

/// The same, for what the type of a declaration in another file may decide.
const fn elsewhere(echo: EchoKind) -> EchoKind {
    EchoKind { elsewhere: true, ..echo }
}

/// The same, for a type whose members stand behind it.
const fn asked(echo: EchoKind) -> EchoKind {
    EchoKind { asked: true, ..echo }
}

/// Members of a scope, which are not resolved where the call that opens the scope is not.
const SCOPES: &[(&[&str], &[&str])] = &[
    (&["onDispose"], &["DisposableEffect"]),
    (
        &["item", "items", "itemsIndexed", "stickyHeader"],
        &["LazyColumn", "LazyRow", "LazyVerticalGrid", "LazyHorizontalGrid", "LazyVerticalStaggeredGrid"],
    ),
    (&["weight", "align", "matchParentSize"], &["Row", "Column", "Box", "FlowRow", "FlowColumn"]),
];

/// Lines that the block of such a call may have above a member's use.
pub const SCOPE: u32 = 60;

/// Lines between the use of a type that is missing and a member of its value.
pub const MEMBERS: u32 = 40;

/// The same for a name that several files miss.
pub const SHARED_MEMBERS: u32 = 12;

/// The part of a failure, by its message.
pub fn sign(failure: &Failure) -> Sign {
    let message = failure.message.as_str();
    let fits = |kind: &&EchoKind| {
        (kind.categories.is_empty() || kind.categories.contains(&failure.category))
            && kind.words.iter().any(|word| message.contains(word))
    };
    if let Some(kind) = ECHOES.iter().find(fits) {
        return Sign::Echo(kind);
    }
    if is_missing(failure) {
        return Sign::Missing;
    }
    match failure.category {
        Category::KotlinOverload if message.starts_with("No value passed") => Sign::Plain,
        Category::KotlinOverload => Sign::BadCall,
        _ => Sign::Plain,
    }
}

/// Whether it is about a name that is not found.
fn is_missing(failure: &Failure) -> bool {
    const WORDS: &[&str] =
        &["Unresolved reference", "cannot find symbol", "No parameter with name", "Cannot find a parameter with"];
    let named = failure.symbol.as_deref().is_some_and(|name| !matches!(name, "getValue" | "setValue" | "get" | "set"));
    named
        && (matches!(failure.category, Category::JavaCannotFindSymbol | Category::KotlinUnresolvedReference)
            || failure.category == Category::KotlinMissingSupertype && failure.file.is_some()
            || WORDS.iter().any(|word| failure.message.starts_with(word)))
}

/// Whether a name is a type's or a composable function's, by its first letter.
pub fn is_type(name: &str) -> bool {
    simple(name).starts_with(|first: char| first.is_uppercase())
}

/// `Cursor` of `android.database.Cursor`
pub fn simple(name: &str) -> &str {
    name.rsplit(['.', '$']).next().unwrap_or(name)
}

/// The calls of which `name` is a scope's member.
pub fn scopes_of(name: &str) -> &'static [&'static str] {
    SCOPES.iter().find(|(members, _)| members.contains(&name)).map_or(&[], |(_, calls)| calls)
}

/// `Outcome` of `Outcome.Success<Order>` and of `com.example.Outcome<Order>?`
pub fn outer_type(name: &str) -> Option<&str> {
    let end = name.find(['<', '?', '!', '(', ' ']).unwrap_or(name.len());
    name[..end].split('.').find(|part| is_type(part))
}

/// Whether a call has other arguments than the function has parameters.
pub fn counts_arguments(failure: &Failure) -> bool {
    ["No value passed for parameter", "Too many arguments", "No parameter with name", "Cannot find a parameter with"]
        .iter()
        .any(|start| failure.message.starts_with(start))
}

/// Whether a type is there and may not be used: `Cannot access 'class Shelf : Any': it is private in file.`
pub fn is_hidden_type(failure: &Failure) -> bool {
    let type_of = failure.symbol.as_deref().is_some_and(is_type);
    failure.category == Category::KotlinVisibility && type_of && failure.message.starts_with("Cannot access")
}

/// Whether a member overrides nothing, and the message tells no signature that it could have.
pub fn overrides_nothing(failure: &Failure) -> bool {
    failure.message.trim_end_matches('.').ends_with("overrides nothing")
}

/// Whether it is about the label of a `this`, `return`, `break` or `continue`: `Unresolved label.`, `Unresolved reference: @Shelf`
pub fn is_label(failure: &Failure) -> bool {
    failure.category == Category::KotlinUnresolvedReference
        && (failure.message.starts_with("Unresolved label")
            || failure.symbol.as_deref().is_some_and(|name| name.starts_with('@')))
}

/// Whether a failure's line is a statement that a compiler refuses, not a call that crashed and no finding.
pub fn is_of_statement(failure: &Failure) -> bool {
    let other = [Category::TestFailure, Category::LintFailure, Category::KotlinOptIn, Category::KotlinMetadataVersion];
    // Each attribute of an XML element is a mistake of its own.
    let compiled = failure.language != Language::Xml && failure.exception.is_none() && failure.process.is_none();
    compiled && !other.contains(&failure.category)
}

/// Whether a value has another type than the code below takes it for: a property's, or a list's in place of the count that
/// `items(…)` wants.
pub fn is_wrong_value(failure: &Failure) -> bool {
    let has = |key: &str, begin: &str| failure.details.get(key).is_some_and(|name| name.starts_with(begin));
    let list = has("actual", "List<") || has("actual", "kotlin.collections.List<");
    failure.message.starts_with("Initializer type mismatch")
        || list && (has("expected", "Int") || has("expected", "kotlin.Int"))
}

/// Whether `fun open(at: Row): Unit; fun close(): Unit` has a member of that name.
pub fn has_member(members: &str, name: &str) -> bool {
    members.split("; ").any(|member| {
        let head = member.split(['(', ':']).next().unwrap_or(member);
        head.rsplit(' ').next() == Some(name)
    })
}

/// Whether a processor says that it does not know a type.
pub fn says_unknown(failure: &Failure) -> bool {
    ["could not be resolved", "NonExistentClass"].iter().any(|words| failure.message.contains(words))
}

/// The missing type that a message names: `[Error type: Unresolved type for Basket]`, `Symbol not found for Basket`,
/// `because 'Basket' could not be resolved`, `(ERROR superclass): Basket`.
pub fn error_type(message: &str) -> Option<&str> {
    const BEFORE: &[&str] = &["Unresolved type for ", "Symbol not found for ", "superclass): ", "type): ", "because '"];
    let rest = BEFORE.iter().find_map(|words| message.split_once(words).map(|(_, rest)| rest))?;
    let end =
        rest.find(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '.'))).unwrap_or(rest.len());
    let name = simple(rest[..end].trim_end_matches('.'));
    (!name.is_empty() && is_type(name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{Sign, error_type, sign};
    use crate::Category;
    use crate::model::failure::{Failure, Language};

    fn of(category: Category, message: &str, symbol: Option<&str>) -> Sign {
        let mut failure = Failure::new(category, Language::Kotlin, message);
        failure.symbol = symbol.map(str::to_owned);
        sign(&failure)
    }

    #[test]
    fn the_part_is_in_the_message() {
        let unresolved = Category::KotlinUnresolvedReference;
        assert!(matches!(of(unresolved, "Unresolved reference 'item'.", Some("item")), Sign::Missing));
        assert!(matches!(of(unresolved, "Unresolved reference 'it'.", Some("it")), Sign::Echo(_)));
        assert!(matches!(of(Category::KotlinOverload, "No parameter with name 'a' found.", Some("a")), Sign::Missing));
        assert!(matches!(of(Category::KotlinOverload, "No value passed for parameter 'a'.", Some("a")), Sign::Plain));
        assert!(matches!(
            of(Category::KotlinTypeMismatch, "actual type is 'Anyone', but", Some("Anyone")),
            Sign::Plain
        ));
    }

    #[test]
    fn an_error_type_has_a_name() {
        let says = "Serializer has not been found for type '[Error type: Unresolved type for Basket]'.";
        assert_eq!(error_type(says), Some("Basket"));
        assert_eq!(error_type("'x' because 'a.b.Basket' could not be resolved"), Some("Basket"));
        assert_eq!(error_type("it failed because 'of this' could not be resolved"), None);
        assert_eq!(error_type("nothing of the kind"), None);
    }
}
