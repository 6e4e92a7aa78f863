//! The two types of a mismatch, where they stand below the message: `Type mismatch.`, `Required: …`, `Found: …`, as IDEs
//! print it.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `Required: String`, `Found:    Int?`
static TYPE: Pattern = Pattern::new(r"^\s*(?P<which>Required|Found): *(?P<type>\S.*?)\s*$");

/// Lines below the message that are looked at.
const BELOW: usize = 2;

/// Adds the types as details, and what follows from them.
pub fn read_types(lines: &Lines, at: usize, message: &str, failure: &mut Failure) {
    let expects = |is: &dyn Fn(&str) -> bool| failure.details.get("expected").is_some_and(|expected| is(expected));
    let any =
        failure.details.get("actual").is_some_and(|actual| actual == "Any?") && expects(&|expected| expected != "Any");
    // A type of Java's (`String!`) takes null, and no check makes an `Any` a `String`.
    if failure.category == Category::KotlinNullSafety && (any || expects(&|expected| expected.ends_with('!'))) {
        failure.category = Category::KotlinTypeMismatch;
        failure.wording = None;
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
    fn what_null_has_no_part_in_is_a_mismatch_of_types() {
        for (message, category) in [
            ("inferred type is Any? but String! was expected", Category::KotlinTypeMismatch),
            ("inferred type is Any? but String was expected", Category::KotlinTypeMismatch),
            ("inferred type is String? but String was expected", Category::KotlinNullSafety),
        ] {
            let text = format!("e: /p/Shelf.kt: (35, 45): Type mismatch: {message}");
            assert_eq!(parse(&text).failures[0].category, category, "{message}");
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
}
