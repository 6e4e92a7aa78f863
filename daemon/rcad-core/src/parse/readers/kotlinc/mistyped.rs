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
    fn types_stand_below_in_an_ide() {
        for (found, category) in [("Int", Category::KotlinTypeMismatch), ("String?", Category::KotlinNullSafety)] {
            let log = format!("e: file:///p/F.kt:2:16 Type mismatch.\nRequired: String\nFound: {found}\n");
            let failure = parse(&log).failures.remove(0);
            assert_eq!((failure.category, failure.symbol.as_deref()), (category, Some(found)));
        }
    }
}
