//! The two types of a mismatch, where they stand below the message: `Type mismatch.`, `Required: …`, `Found: …`, as IDEs
//! print it.

use crate::Category;
use crate::model::failure::{Failure, Wording};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `Required: String`, `Found:    Int?`
static TYPE: Pattern = Pattern::new(r"^\s*(?P<which>Required|Found): *(?P<type>\S.*?)\s*$");

/// Lines below the message that are looked at.
const BELOW: usize = 2;

/// Adds the types as details, and what follows from them.
pub fn read_types(lines: &Lines, at: usize, message: &str, failure: &mut Failure) {
    let type_of = |name: &str| failure.details.get(name).map_or("", String::as_str);
    let (actual, expected) = (type_of("actual"), type_of("expected"));
    // `HashMap<String, Any?>? /* = java.util.HashMap<String, Any?>? */` may be null as well.
    let plain = expected.split(" /* = ").next().unwrap_or(expected);
    if failure.category == Category::KotlinNullSafety && plain.ends_with('?') {
        failure.category = Category::KotlinTypeMismatch;
        failure.wording = Some(Wording {
            cause: "A value of the type `{actual}` stands where `{expected}` is expected. Both may be null; they differ in what they hold, and type arguments must be the same unless they are declared `out` or `in`.".to_owned(),
            fixes: vec!["Declare the variable or result with the type that comes, `{actual}`, or copy the value into the expected type. If a library changed the type in a new version, take a version of its caller that was made for it.".to_owned()],
        });
        return;
    }
    // A type of Java's (`String!`) takes null, and no check for null makes an `Any` a `String`.
    let other = expected.ends_with('!') || actual == "Any?" && expected != "Any";
    if failure.category == Category::KotlinNullSafety && other {
        failure.wording = Some(Wording {
            cause: "A value of the nullable type `{actual}` stands where `{expected}` is expected: it may be null, and without that it is of another type still.".to_owned(),
            fixes: vec!["Give a value of the expected type: look which variable or call gives an `{actual}` and whether another one is meant; a safe cast with a default (`as? …`, `?: …`) only where it is certain what it holds.".to_owned()],
        });
        return;
    }
    if !message.starts_with("Type mismatch") || failure.details.contains_key("expected") {
        return;
    }
    for index in (at + 1)..(at + 1 + BELOW).min(lines.len()) {
        let Some(found) = TYPE.captures(lines.get(index)) else { return };
        let key = if &found["which"] == "Required" { "expected" } else { "actual" };
        failure.details.insert(key.to_owned(), found["type"].to_owned());
        failure.evidence.push(lines.evidence(index));
    }
    let (Some(expected), Some(actual)) = (failure.details.get("expected"), failure.details.get("actual")) else {
        return;
    };
    let nullable = actual.strip_suffix('?').is_some_and(|inner| inner == expected.as_str());
    failure.category = if nullable { Category::KotlinNullSafety } else { Category::KotlinTypeMismatch };
    failure.wording = None;
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    #[test]
    fn types_that_may_both_be_null_differ_in_something_else() {
        let text = "e: /p/Shelf.kt: (35, 45): Type mismatch: inferred type is java.util.HashMap<String, Any>? but kotlin.collections.HashMap<String, Any?>? /* = java.util.HashMap<String, Any?>? */ was expected";
        let failure = &parse(text).failures[0];
        let told = crate::explain::explain(failure);
        assert_eq!(failure.category, Category::KotlinTypeMismatch);
        assert!(told.root_cause.contains("type arguments") && !told.fixes[0].contains("Handle null"), "{told:?}");
    }

    #[test]
    fn a_check_for_null_is_not_all_that_another_type_needs() {
        for (message, enough) in [
            ("inferred type is Any? but String! was expected", false),
            ("inferred type is Any? but String was expected", false),
            ("inferred type is String? but String was expected", true),
        ] {
            let text = format!("e: /p/Shelf.kt: (35, 45): Type mismatch: {message}");
            let failure = &parse(&text).failures[0];
            let cause = crate::explain::explain(failure).root_cause;
            assert_eq!(failure.category, Category::KotlinNullSafety, "{message}");
            assert_eq!(cause.contains("must not be null"), enough, "{cause}");
        }
    }

    #[test]
    fn types_stand_below_in_an_ide() {
        for (found, category) in [("Int", Category::KotlinTypeMismatch), ("String?", Category::KotlinNullSafety)] {
            let log = format!("e: file:///p/F.kt:2:16 Type mismatch.\nRequired: String\nFound: {found}\n");
            let failure = parse(&log).failures.remove(0);
            assert_eq!((failure.category, failure.symbol.as_deref()), (category, Some(found)));
        }
    }

    #[test]
    fn a_type_that_must_be_known_at_run_time_is_no_erased_check() {
        let said = |name: &str| {
            crate::explain::answer(&format!(
                "e: file:///p/A.kt:42:17 Cannot use '{name}' as reified type parameter. Use a class instead.\n"
            ))
        };
        assert!(said("T").contains("`inline`") && !said("T").contains("raw type"), "{}", said("T"));
        assert!(!said("Nothing").contains("reified Nothing"), "{}", said("Nothing"));
        let exposed = crate::explain::answer(
            "e: file:///p/A.kt:42:17 'public' property exposes its 'private-in-class' type Shelf.\n",
        );
        assert!(exposed.contains("declare the exposing declaration private,"), "{exposed}");
    }
}
