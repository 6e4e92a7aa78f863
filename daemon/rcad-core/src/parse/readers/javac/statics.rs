//! Methods of well-known classes that a test calls without their static import.

use crate::model::failure::Failure;

/// Assertions that JUnit 4 and JUnit Jupiter both have.
const ASSERTIONS: &[&str] = &[
    "assertArrayEquals",
    "assertEquals",
    "assertFalse",
    "assertNotEquals",
    "assertNotNull",
    "assertNotSame",
    "assertNull",
    "assertSame",
    "assertThrows",
    "assertTrue",
    "fail",
];

/// Those that only Jupiter has.
const OF_JUPITER: &[&str] = &[
    "assertAll",
    "assertDoesNotThrow",
    "assertInstanceOf",
    "assertIterableEquals",
    "assertLinesMatch",
    "assertThrowsExactly",
    "assertTimeout",
    "assertTimeoutPreemptively",
];

/// Mockito's.
const OF_MOCKITO: &[&str] =
    &["doAnswer", "doNothing", "doReturn", "doThrow", "mock", "never", "spy", "times", "verify", "when"];

const JUPITER: &str = "org.junit.jupiter.api.Assertions";

/// Adds `static_class`, the class that has the missing method, and for assertions that may be of either JUnit `static_or`.
pub fn tell(failure: &mut Failure) {
    let method = failure.details.get("kind").is_some_and(|kind| kind == "method");
    let file = failure.file.as_deref().unwrap_or_default().replace('\\', "/");
    let test = ["/src/test/", "/src/androidTest/", "/src/integrationTest/"].iter().any(|tree| file.contains(tree));
    if !method || !test || !failure.details.contains_key("in_scope_of") {
        return;
    }
    let symbol = failure.symbol.as_deref().unwrap_or_default();
    let class = if OF_MOCKITO.contains(&symbol) {
        "org.mockito.Mockito"
    } else if OF_JUPITER.contains(&symbol) {
        JUPITER
    } else if ASSERTIONS.contains(&symbol) {
        match message_place(failure) {
            Some(MessagePlace::Last) => JUPITER,
            Some(MessagePlace::First) => "org.junit.Assert",
            None => {
                failure.details.insert("static_or".to_owned(), "org.junit.Assert".to_owned());
                JUPITER
            }
        }
    } else {
        return;
    };
    failure.details.insert("static_class".to_owned(), class.to_owned());
}

/// Where an assertion has its message.
#[derive(Clone, Copy)]
enum MessagePlace {
    First,
    Last,
}

/// Jupiter takes the message last, JUnit 4 first: of one text among the arguments it shows which is meant.
fn message_place(failure: &Failure) -> Option<MessagePlace> {
    let arguments = failure.details.get("arguments")?.trim_matches(['(', ')']);
    let types: Vec<&str> = arguments.split(',').map(str::trim).collect();
    match types.as_slice() {
        [first, .., last] if *last == "String" && *first != "String" => Some(MessagePlace::Last),
        [first, .., last] if *first == "String" && *last != "String" => Some(MessagePlace::First),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    fn told(tree: &str, symbol: &str) -> String {
        answer(&format!(
            "/p/src/{tree}/java/com/example/shelf/ShelfTest.java:41: error: cannot find symbol\n        it(shelf);\n        ^\n  symbol:   method {symbol}\n  location: class ShelfTest\n"
        ))
    }

    #[test]
    fn a_static_import_is_told_by_the_arguments() {
        let jupiter = told("test", "assertNotNull(Shelf,String)");
        assert!(jupiter.contains("import static org.junit.jupiter.api.Assertions.assertNotNull;"), "{jupiter}");
        assert!(!jupiter.contains("org.junit.Assert"), "{jupiter}");
        let older = told("test", "assertTrue(String,boolean)");
        assert!(older.contains("import static org.junit.Assert.assertTrue;"), "{older}");
        let either = told("test", "assertEquals(int,int)");
        assert!(either.contains("org.junit.jupiter.api.Assertions") && either.contains("org.junit.Assert"), "{either}");
        assert!(told("test", "when(Shelf)").contains("org.mockito.Mockito.when"));
    }

    #[test]
    fn other_methods_and_places_are_not() {
        assert!(!told("main", "assertTrue(boolean)").contains("org.junit"));
        assert!(!told("test", "stackBooks(int)").contains("org.junit"));
    }
}
