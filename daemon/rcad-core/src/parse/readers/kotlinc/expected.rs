//! In what an `actual` differs from its `expect`: the compiler says so below its message.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `The following declaration is incompatible because modality is different.`
static REASON: Pattern = Pattern::new(
    r"(?:declarations? (?:is|are)|pair is) incompatible because (?P<differs>[a-z][^.:\n]*)|^\s*reason: (?P<reason>[a-z][^.\n]*)",
);

/// `Expect declaration modality is 'final'. Actual declaration modality is 'abstract'`
static VALUES: Pattern = Pattern::new(
    r"Expect(?:ed)? declaration [a-z ]+ is '(?P<expect>[^']+)'\. Actual declaration [a-z ]+ is '(?P<actual>[^']+)'",
);

/// Lines below the message that are looked at.
const BELOW: usize = 6;

/// What the compiler says that differs, and what is done about it; the first whose words stand in it.
const STEPS: &[(&[&str], &str)] = &[
    (
        &["modality"],
        "Give both the same modality. An `actual typealias` takes that of the class it leads to: to an abstract class belongs `expect abstract class {symbol}`, to an open one `expect open class {symbol}`. Where the `expect` must stay as it is, write an `actual class` that wraps the platform's class.",
    ),
    (&["setter"], "Give the setter of `{symbol}` the visibility that it has in the `expect`."),
    (&["visibility"], "Give `{symbol}` the same visibility in both; a typealias takes that of the class it leads to."),
    (
        &["class kinds"],
        "Make both the same kind (class, interface, object, enum, annotation); a typealias must lead to a class of the `expect`'s kind.",
    ),
    (
        &["supertypes"],
        "Let the `actual` of `{symbol}` have every supertype that the `expect` declares, or take it out of the `expect`.",
    ),
    (&["enum"], "Let the `actual` enum have every entry that the `expect` has."),
    (&["default argument"], "Leave the default values to the `expect`: take them out of the `actual` of `{symbol}`."),
    (&["suspend"], "Mark `{symbol}` as `suspend` in both or in none."),
    (
        &["parameter names"],
        "Give the parameters of the `actual` the names that they have in the `expect`: callers may pass them by name.",
    ),
    (&["number of", "shapes"], "Give `{symbol}` the same parameters in both, receiver and type parameters included."),
    (&["upper bounds", "type parameter"], "Give the type parameters of `{symbol}` the same names and bounds in both."),
    (&["property kinds", "val"], "Declare `{symbol}` as `val` in both, or as `var` in both."),
    (
        &["type"],
        "Let the `actual` of `{symbol}` have the `expect`'s types to the letter: nullability and type arguments count.",
    ),
    (&["modifier"], "Give `{symbol}` the modifiers in the `actual` that the message names, as in the `expect`."),
    (&["missing"], "Add to the `actual` of `{symbol}` every member that the `expect` declares, each marked `actual`."),
];

/// Names a typealias by its own name, and tells what differs with the values that the two have.
pub fn tell(lines: &Lines, at: usize, failure: &mut Failure) {
    if failure.category != Category::KotlinExpectActual {
        return;
    }
    if failure.symbol.is_none() {
        failure.symbol = failure.details.remove("alias");
    }
    let below = || (at..(at + BELOW).min(lines.len())).map(|index| lines.get(index));
    let reason = below().find_map(|line| {
        let found = REASON.captures(line)?;
        found.name("differs").or_else(|| found.name("reason")).map(|reason| reason.as_str().trim_end().to_owned())
    });
    let (Some(differs), Some(_)) = (reason, &failure.symbol) else { return };
    if let Some((wanted, given)) = declarations(lines, at) {
        return differ(failure, differs, wanted, given);
    }
    let step = STEPS.iter().find(|(words, _)| words.iter().any(|word| differs.contains(word)));
    let values = below().find_map(|line| VALUES.captures(line));
    let cause = match &values {
        Some(found) => {
            failure.details.insert("expect_has".to_owned(), found["expect"].to_owned());
            failure.details.insert("actual_has".to_owned(), found["actual"].to_owned());
            "The `expect` and the `actual` of `{symbol}` are incompatible: {differs} (`{expect_has}` in the `expect`, `{actual_has}` in the `actual`)."
        }
        None => "The `expect` and the `actual` of `{symbol}` are incompatible: {differs}.",
    };
    failure.details.insert("differs".to_owned(), differs);
    failure.say(
        cause,
        &[step.map_or(
            "Let the `actual` of `{symbol}` have the `expect`'s types, parameters and modifiers.",
            |(_, step)| step,
        )],
    );
}

/// What the `expect` and the `actual` declare, as the compiler prints both below its message.
fn declarations(lines: &Lines, at: usize) -> Option<(String, String)> {
    let below = || (at + 1..(at + BELOW).min(lines.len())).map(|index| lines.get(index).trim());
    let declared = |mark: &str| below().find(|line| line.starts_with(mark)).map(|line| line[mark.len()..].to_owned());
    Some((declared("expect fun ")?, declared("actual fun ")?))
}

/// Words a function that has another signature in the `actual`, and names it with its class.
fn differ(failure: &mut Failure, differs: String, wanted: String, given: String) {
    let name = wanted.split('(').next().unwrap_or_default().split_whitespace().last().unwrap_or_default();
    if let Some(class) = failure.symbol.take() {
        let own = class == name || name.is_empty();
        failure.symbol = Some(if own { class } else { format!("{class}.{name}") });
    }
    for (key, value) in [("differs", differs), ("expect_has", wanted), ("actual_has", given)] {
        failure.details.insert(key.to_owned(), value);
    }
    failure.say(
        "The `expect` and the `actual` of `{symbol}` are incompatible: {differs}. The `expect` declares `{expect_has}`, the `actual` `{actual_has}`.",
        &[
            "Let the `actual` declare `{expect_has}`, with the same parameters and types; what only this platform needs goes to the constructor of the `actual` class, or into the `expect` and every other `actual`.",
        ],
    );
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    fn said(log: &str) -> (Option<String>, String) {
        let failure = parse(log).failures.remove(0);
        let wording = failure.wording.unwrap_or_default();
        (failure.symbol, format!("{} {}", wording.cause, wording.fixes.join(" ")))
    }

    #[test]
    fn what_differs_is_told_with_its_step() {
        let alias = "e: file:///p/androidMain/Shelf.kt:3:1 'actual typealias Shelf = Rack' has no corresponding expected declaration\nThe following declaration is incompatible because modality is different.\nExpect declaration modality is 'final'. Actual declaration modality is 'abstract':\n    expect class Shelf : Any\n";
        let (symbol, words) = said(alias);
        assert_eq!(symbol.as_deref(), Some("Shelf"));
        assert!(words.contains("{expect_has}") && words.contains("expect abstract class"), "{words}");
        let types = "e: file:///p/jvmMain/Till.kt:3:1 'actual fun total(): Int' has no corresponding expected declaration\nThe following declaration is incompatible because return type is different:\n    expect fun total(): Long\n";
        assert!(said(types).1.contains("types to the letter"), "{:?}", said(types));
        let member = "e: file:///p/androidMain/Till.kt:8:14 'actual class Till : Any' has no corresponding members for expected class members:\n\n    expect fun shelve(): Shelf\n\n    The following declaration is incompatible because parameter types are different:\n        actual fun shelve(name: String): Shelf\n";
        for log in [
            member.to_owned(),
            member.replace("expected class", "'expect' class"),
            member.replace("'actual class", "'@OptIn(...) actual class"),
        ] {
            let (symbol, words) = said(&log);
            assert_eq!(symbol.as_deref(), Some("Till.shelve"), "{log}");
            assert!(words.contains("{actual_has}"), "{words}");
        }
        let none =
            "e: file:///p/jvmMain/Till.kt:3:1 'actual fun total(): Int' has no corresponding expected declaration\n";
        assert!(said(none).1.contains("no `expect` declaration"), "{:?}", said(none));
    }
}
