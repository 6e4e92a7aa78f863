//! Reads messages of annotation processors, whichever way they are printed: by javac (Java, kapt stubs) or by KSP.

mod dagger;
mod frame;
mod other;
mod room;

use crate::model::failure::{Failure, Wording};
use crate::parse::input::lines::Lines;
use crate::pattern::{self, Pattern, Rules};

/// The tables, in the order in which they are tried.
pub static TABLES: &[&Rules] = &[&dagger::RULES, &room::RULES, &other::RULES, &frame::RULES];

/// Fills the failure from the first row that matches; whether there is one.
pub fn classify(message: &str, failure: &mut Failure) -> bool {
    TABLES.iter().any(|table| pattern::classify(table, message, failure).is_some())
}

/// `      com.example.Storage is injected at`: the line below says where
static ASKED: Pattern = Pattern::new(r"^\s+\S.* is (?:injected|requested) at\s*$");

/// `          [com.example.ShopComponent] com.example.Basket(storage)`
static ASKER: Pattern = Pattern::new(r"^\s+(?:\[[^\]]*\] )?(?P<asker>[A-Za-z_][A-Za-z0-9_.$]*(?:\([^()]*\))?)");

/// `          @Provides int com.example.Prices.first()`, `    @Inject com.example.Basket(…)`
static BINDING: Pattern = Pattern::new(r"^\s+(?P<binding>@(?:Provides|Binds|Inject|BindsInstance|Produces)\b.*)$");

/// `          com.example.ShopModule.bindsTill(till)`: a method, by its small letter, of a module
static SELF_BOUND: Pattern = Pattern::new(
    r"^\s+(?:\[[^\]]*\] )?(?:[A-Za-z_][A-Za-z0-9_]*\.)*(?P<binder>[A-Z][A-Za-z0-9_]*\.binds?[A-Z][A-Za-z0-9_]*)\([a-z][A-Za-z0-9_]*\)\s*$",
);

/// Lines of a trace that are looked at.
const TRACE: usize = 30;

/// `      com.example.Storage is injected at`
static INJECTED: Pattern =
    Pattern::new(r"^\s+(?P<name>[A-Za-z_][A-Za-z0-9_.<>]*) is (?:injected|requested|provided) at");

/// `All of these functions [a, b] return the same DAO class [com.example.BasketDao].`
static SAME: Pattern = Pattern::new(r"return the same DAO class \[(?:[a-z0-9_]+\.)*(?P<name>[^\]]+)\]");

/// `public final class Basket {`
static CLASS: Pattern =
    Pattern::new(r"^\s*(?:public |final |abstract |data )+(?:class|interface) (?P<name>[A-Za-z0-9_]+)");

/// `    => element (CLASS): com.example.ShelfActivity`
static ELEMENT: Pattern = Pattern::new(r"=> element \((?:CLASS|INTERFACE)\): (?P<class>[A-Za-z0-9_.$]+)");

/// `    => type (DECLARED superclass): com.example.Base<error.NonExistentClass>`, `    => type (ERROR superclass): …`
static SUPERCLASS: Pattern = Pattern::new(
    r"=> type \((?:ERROR superclass\)|DECLARED superclass\): (?P<base>[A-Za-z0-9_.]+)<.*(?:NonExistentClass|<[Ee]rror>|ERROR TYPE))",
);

/// Lines of Dagger's dependency trace that are read.
const STEPS: usize = 6;

/// Takes from Dagger's dependency trace which class's supertype does not resolve.
fn dependency_trace(lines: &Lines, at: usize, failure: &mut Failure) {
    let mut class = None;
    for index in at + 1..(at + 1 + STEPS).min(lines.len()) {
        let line = lines.get(index);
        if line.contains("Step was unable to process") {
            return;
        }
        if let Some(found) = ELEMENT.captures(line) {
            class = Some(found["class"].to_owned());
        } else if let Some((found, class)) = SUPERCLASS.captures(line).zip(class.as_ref()) {
            failure.details.insert("subclass".to_owned(), class.clone());
            if let Some(base) = found.name("base") {
                failure.details.insert("base".to_owned(), base.as_str().to_owned());
            }
            return;
        }
    }
}

/// Returns the name that a message lacks from the lines below it.
fn subject(lines: &Lines, at: usize, message: &str) -> Option<String> {
    let (says, far) = match message {
        _ if message.contains("has conflicts") => (&SAME, BELOW),
        _ if message.contains("[Dagger/DependencyCycle]") || message.contains("Validator]") => (&INJECTED, BELOW),
        _ if message.contains("usable public constructor") => (&CLASS, 1),
        _ => return None,
    };
    let below = (at + 1..=(at + far).min(lines.len())).find_map(|index| says.captures(lines.get(index)));
    below.and_then(|found| found.name("name")).map(|name| name.as_str().to_owned())
}

/// What a message names: a class in full that it quotes, one that it does not quote, what else it quotes, an annotation.
static NAMES: [Pattern; 4] = [
    Pattern::new(r"['\x22`](?P<name>(?:[a-z][a-z0-9_]*\.)+[A-Z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*)"),
    Pattern::new(r"(?:^|[\s(\[])(?P<name>(?:[a-z][a-z0-9_]*\.)+[A-Z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*)"),
    Pattern::new(r"['\x22`](?P<name>@?[A-Za-z_][A-Za-z0-9_.$]*(?:\([^'\x22`()]*\))?)['\x22`]"),
    Pattern::new(r"(?:^|\s)(?P<name>@[A-Z][A-Za-z0-9_]+)"),
];

/// Names what a message is about that no row names it of: the first of the kind that says most.
pub fn name(failure: &mut Failure) {
    if failure.symbol.is_some() {
        return;
    }
    let found = NAMES.iter().find_map(|names| Some(names.captures(&failure.message)?["name"].to_owned()));
    failure.symbol = found;
    if failure.symbol.is_some() && failure.wording.is_none() {
        failure.wording = Some(Wording {
            cause: "An annotation processor does not accept `{symbol}`: {message}.".to_owned(),
            fixes: vec![
                "Correct `{symbol}` at line {line} of `{name}` as the message says.".to_owned(),
                "Correct the declaration of `{symbol}`, or its annotation, as the message says.".to_owned(),
            ],
        });
    }
}

/// `Basket` of `com.example.Basket`
fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The sentence of Hilt's processor, which begins with a line of its own for its name: it follows behind the source that
/// javac quotes.
pub fn spread(lines: &Lines, at: usize, message: &str) -> Option<(usize, String)> {
    if message.trim_end() != "[Hilt]" {
        return None;
    }
    let below = (at + 1)..(at + BELOW).min(lines.len());
    let is_source = |index: usize| index + 1 < lines.len() && lines.get(index + 1).trim() == "^";
    let is_said = |index: &usize| lines.get(*index).starts_with("  ") && lines.get(*index).trim().len() > 1;
    let said = below.filter(|index| !is_source(*index)).find(is_said)?;
    let sentence = lines.get(said).trim();
    (!sentence.starts_with("[Hilt]")).then(|| (said, format!("[Hilt] {sentence}")))
}

/// Lines below a message that may have its subject.
const BELOW: usize = 8;

/// `    private final java.time.Instant created = null;`
static FIELD: Pattern = Pattern::new(
    r"^\s*(?:@\S+ )*(?:(?:private|protected|public|final|static|transient|volatile) )+(?P<type>[A-Za-z_][A-Za-z0-9_.]*(?:<.+>)?(?:\[\])?) (?P<name>[A-Za-z_][A-Za-z0-9_]*)(?: = .*)?;$",
);

/// The field that a message about an entity is on: javac prints it below.
fn field(lines: &Lines, at: usize, failure: &mut Failure) {
    if at + 1 >= lines.len() {
        return;
    }
    let Some(found) = FIELD.captures(lines.get(at + 1)) else { return };
    failure.details.insert("field_type".to_owned(), found["type"].to_owned());
    failure.details.insert("field".to_owned(), found["name"].to_owned());
    failure.symbol.get_or_insert_with(|| found["name"].to_owned());
}

/// Whether a new message begins behind kapt's mark: `/p/Shop.java:3: error: …`, `error: …`.
fn is_located(text: &str) -> bool {
    [".java:", ".kt:", "error: "].iter().any(|mark| text.contains(mark)) || text.starts_with('[')
}

/// Reads the trace below one of Dagger's messages: who asks for what is missing (`asked_by`), what is bound twice
/// (`bindings`).
pub fn trace(lines: &Lines, at: usize, failure: &mut Failure) {
    if failure.symbol.is_none() {
        failure.symbol = subject(lines, at, &failure.message);
    }
    if ["Cannot figure out how to ", "etter for field"].iter().any(|said| failure.message.contains(said)) {
        field(lines, at, failure);
    }
    if failure.symbol.is_none() && failure.message.starts_with("Class is referenced as a converter") {
        let name = failure.file.as_deref().and_then(|file| file.rsplit(['/', '\\']).next());
        failure.symbol = name.and_then(|name| name.split('.').next()).map(str::to_owned);
    }
    if failure.message.contains("Step was unable to process '") {
        dependency_trace(lines, at, failure);
    }
    let traced = ["[Dagger/", " is bound multiple times", " cannot be provided without an @"];
    if !traced.iter().any(|said| failure.message.contains(said)) {
        return;
    }
    let mut bindings: Vec<&str> = Vec::new();
    let mut cycle: Vec<&str> = Vec::new();
    for index in at + 1..(at + TRACE).min(lines.len()) {
        // kapt may put its mark before each line of the trace, too.
        let line = lines.get(index);
        let line = line.strip_prefix("e: ").filter(|rest| rest.is_empty() || !is_located(rest)).unwrap_or(line);
        if line.contains(": error: ") || line.starts_with("e: ") {
            break;
        }
        if failure.message.contains("Cycle") {
            let asked = INJECTED.captures(line).and_then(|found| found.name("name")).map(|name| simple(name.as_str()));
            cycle.extend(asked.filter(|name| !cycle.contains(name)));
        } else if ASKED.is_match(line) && !failure.details.contains_key("asked_by") {
            let next = lines.get(index + 1);
            if let Some(found) = ASKER.captures(next.strip_prefix("e:").unwrap_or(next)) {
                failure.details.insert("asked_by".to_owned(), found["asker"].to_owned());
            }
        } else if let Some(found) = BINDING.captures(line).and_then(|found| found.name("binding")) {
            bindings.push(found.as_str());
        }
    }
    if let [first, rest @ ..] = cycle.as_slice()
        && !rest.is_empty()
    {
        let around: Vec<String> = cycle.iter().chain([first]).map(|name| format!("`{name}`")).collect();
        failure.details.insert("cycle".to_owned(), around.join(" into "));
    }
    if let [own] = cycle.as_slice()
        && let Some(binder) =
            (at + 1..(at + TRACE).min(lines.len())).find_map(|index| SELF_BOUND.captures(lines.get(index)))
    {
        failure.details.insert("binder".to_owned(), binder["binder"].to_owned());
        failure.details.insert("bound".to_owned(), (*own).to_owned());
        failure.say(
            "`{binder}` takes a `{bound}` and returns one as well, so Dagger binds `{bound}` to itself: creating one needs one.",
            &["Let the parameter of `{binder}` be the implementation: `@Binds {bound} bind({bound}Impl impl)`, a class with an `@Inject` constructor (in Kotlin `@Binds fun bind(impl: {bound}Impl): {bound}`); if two kinds of `{bound}` are meant, tell them apart with a qualifier."],
        );
    }
    if bindings.len() > 1 {
        failure.details.insert("bindings".to_owned(), bindings.join("; "));
    }
}

#[cfg(test)]
mod tests {
    use super::{TABLES, classify};
    use crate::Category;
    use crate::model::failure::{Failure, Language};
    use crate::parse::parse;
    use crate::pattern::assert_sound;

    #[test]
    fn tables_compile() {
        TABLES.iter().for_each(|table| assert_sound(table));
    }

    #[test]
    fn hilts_sentence_stands_behind_the_source() {
        let log = "/p/Shelf.java:3: error: [Hilt]\npublic final class ShelfModule {\n             ^\n  com.example.ShelfModule is missing an @InstallIn annotation.\n  [Hilt] Processing did not complete. See error above for details.\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.symbol.as_deref(), Some("com.example.ShelfModule"));
        let alone = parse("/p/Shelf.java:3: error: [Hilt]\npublic final class ShelfModule {\n             ^\n");
        assert_eq!(alone.failures[0].message, "[Hilt]");
    }

    #[test]
    fn a_cycle_has_its_members() {
        let log = "/p/Shop.java:3: error: [Dagger/DependencyCycle] Found a dependency cycle:\ninterface Shop {\n^\n      com.example.Till is injected at\n          com.example.Coin(till)\n      com.example.Coin is injected at\n          com.example.Till(coin)\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.details.get("cycle").map(String::as_str), Some("`Till` into `Coin` into `Till`"));
    }

    #[test]
    fn what_is_bound_to_itself_is_no_matter_of_lazy() {
        let log = "/p/Shop.java:3: error: [Dagger/DependencyCycle] Found a dependency cycle:\ninterface Shop {\n^\n      com.example.Till is injected at\n          com.example.ShopModule.bindsTill(till)\n      com.example.Till is provided at\n          com.example.Shop.till()\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.details.get("binder").map(String::as_str), Some("ShopModule.bindsTill"));
        assert!(failure.wording.is_some_and(|wording| wording.cause.contains("binds `{bound}` to itself")));
    }

    #[test]
    fn processors_name_what_they_refuse() {
        for (message, symbol) in [
            (
                "basket_id referenced in the index does not exists in the Entity. Available column names:id, name",
                "basket_id",
            ),
            ("Cannot find the child entity column `basket_id` in com.example.Apple. Options: id, name", "basket_id"),
            ("no viable alternative at input 'SELECT FORM'", "SELECT FORM"),
            ("com.example.FruitModule is missing an @InstallIn annotation.", "com.example.FruitModule"),
            ("Unknown property \"weigth\" in result type AppleDto. Did you mean \"weight\"?", "weigth"),
            (
                "java.lang.IllegalArgumentException: Error type '<ERROR TYPE: Apple>' is not resolvable in the current round of processing.",
                "Apple",
            ),
        ] {
            let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, message);
            assert!(classify(message, &mut failure), "{message}");
            assert_eq!(failure.symbol.as_deref(), Some(symbol), "{message}");
        }
        let said = "com.example.FruitModule is listed as a module, but is not annotated with @Module";
        let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, said);
        super::name(&mut failure);
        assert_eq!(failure.symbol.as_deref(), Some("com.example.FruitModule"));
    }
}
