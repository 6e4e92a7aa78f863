//! Logs of one change that many errors tell, each beside a log of two.

use super::{kotlin, parts};
use crate::model::failure::Role;
use crate::parse::parse;

#[test]
fn a_function_that_got_a_parameter_is_one_mistake() {
    let class = "Shelf.kt:9:1 Class 'Shelf' is not abstract and does not implement abstract member: fun put(at: Int, book: Book): Unit";
    let lacks = "Shelf.kt:23:5 'put' overrides nothing. Potential signatures for overriding: fun put(at: Int, book: Book): Unit";
    let calls = [
        "Main.kt:19:21 Argument type mismatch: actual type is 'Book', but 'Int' was expected.",
        "Main.kt:19:21 No value passed for parameter 'book'.",
        "Till.kt:40:9 Argument type mismatch: actual type is 'Book', but 'Int' was expected.",
    ];
    let log = kotlin(&[calls[0], calls[1], class, lacks, calls[2]]);
    assert_eq!(parts(&log), ["Shelf:23 R", "Main:19 F0", "Main:19 F0", "Shelf:9 F0", "Till:40 F0"]);
    let other = [
        "Main.kt:19:21 No value passed for parameter 'page'.",
        "Till.kt:40:9 Argument type mismatch: actual type is 'Int', but 'Book' was expected.",
    ];
    let apart = parts(&kotlin(&[other[0], class, lacks, other[1]]));
    assert_eq!(
        apart,
        ["Main:19 R", "Shelf:9 F2", "Shelf:23 I", "Till:40 I"],
        "a parameter and an order that it has not"
    );
}

#[test]
fn a_member_without_a_body_that_is_private_is_the_root_of_its_uses() {
    let log = kotlin(&[
        "Main.kt:25:16 Cannot access 'fun find(id: Int): Book': it is private in 'com.example.basket.Shelf'.",
        "Oak.kt:12:5 'find' overrides nothing.",
        "Shelf.kt:9:5 Function 'find' without a body cannot be private.",
        "Till.kt:9:5 'close' overrides nothing.",
    ]);
    assert_eq!(parts(&log), ["Shelf:9 R", "Main:25 F0", "Oak:12 F0", "Till:9 I"]);
}

#[test]
fn classes_that_lack_the_same_member_are_one_mistake() {
    let lacks = |line: u32, class: &str, member: &str| {
        format!("Shelf.kt:{line}:1 Class '{class}' is not abstract and does not implement abstract member: {member}")
    };
    let label = [
        lacks(3, "Oak", "val label: String"),
        lacks(9, "Elm", "val label: String"),
        lacks(30, "Ash", "fun fell(): Unit"),
    ];
    let log = kotlin(&label.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(parts(&log), ["Shelf:3 R", "Shelf:9 A0", "Shelf:30 I"]);
}

#[test]
fn imports_that_fail_side_by_side_are_one_mistake() {
    let imports = |column: u32| {
        kotlin(&[
            "Main.kt:5:30 Unresolved reference 'Oak'.",
            &format!("Main.kt:6:{column} Unresolved reference 'Elm'."),
            "Main.kt:19:20 Unresolved reference 'Oak'.",
            "Main.kt:20:20 Unresolved reference 'Elm'.",
        ])
    };
    assert_eq!(parts(&imports(30)), ["Main:5 R", "Main:6 F0", "Main:19 A0", "Main:20 F0"]);
    assert_eq!(parts(&imports(34))[1], "Main:6 I", "another package");
    let told = parse(&imports(30)).failures[0].details.get("missing_beside").cloned();
    assert_eq!(told.as_deref(), Some("`Elm`"));
    let unused = kotlin(&["Main.kt:5:30 Unresolved reference 'Oak'.", "Main.kt:6:30 Unresolved reference 'Elm'."]);
    assert_eq!(parts(&unused)[1], "Main:6 I", "an import has uses");
}

#[test]
fn what_a_file_misses_whose_own_type_is_missing_follows() {
    let moved = [
        "Main.kt:5:30 Unresolved reference 'Shelf'.",
        "Main.kt:19:20 Unresolved reference 'Shelf'.",
        "Shelf.kt:9:30 Unresolved reference 'Book'.",
        "Shelf.kt:12:30 Unresolved reference 'Board'.",
    ];
    assert_eq!(parts(&kotlin(&moved)), ["Main:5 R", "Main:19 A0", "Shelf:9 F0", "Shelf:12 F0"]);
    let mut shared = moved.to_vec();
    shared.extend(["Till.kt:3:30 Unresolved reference 'Book'.", "Till.kt:4:30 Unresolved reference 'Board'."]);
    assert_eq!(parts(&kotlin(&shared))[2], "Shelf:9 I", "others miss it as well");
}

#[test]
fn types_that_the_same_files_miss_are_one_mistake() {
    let missed = [
        "Oak.kt:14:30 Unresolved reference 'Book'.",
        "Oak.kt:15:30 Unresolved reference 'Board'.",
        "Elm.kt:14:30 Unresolved reference 'Book'.",
        "Elm.kt:15:30 Unresolved reference 'Board'.",
    ];
    assert_eq!(parts(&kotlin(&missed)), ["Oak:14 R", "Oak:15 F0", "Elm:14 A0", "Elm:15 F0"]);
    assert_eq!(parts(&kotlin(&missed[..3]))[1], "Oak:15 I", "one file misses both");
}

#[test]
fn a_name_behind_a_missing_type_follows_from_it() {
    let case = ["Till.kt:11:29 Unresolved reference 'Paid'.", "Till.kt:11:46 Unresolved reference 'amount'."];
    assert_eq!(parts(&kotlin(&case)), ["Till:11 R", "Till:11 F0"]);
    let before = ["Till.kt:11:9 Unresolved reference 'amount'.", "Till.kt:11:29 Unresolved reference 'Paid'."];
    assert_eq!(parts(&kotlin(&before)), ["Till:11 R", "Till:11 I"]);
    let again = [
        "Till.kt:19:5 Unresolved reference 'shelf'.",
        "Till.kt:25:5 Unresolved reference 'shelf'.",
        "Till.kt:25:37 Unresolved reference 'first'.",
    ];
    assert_eq!(parts(&kotlin(&again)), ["Till:19 R", "Till:25 A0", "Till:25 F0"]);
}

#[test]
fn a_missing_type_leads_what_is_printed_before_it() {
    let log = kotlin(&[
        "Basket.kt:20:84 Unresolved reference 'weight'.",
        "Basket.kt:23:17 Unresolved reference 'not' for operator '!'.",
        "Order.kt:28:35 Unresolved reference 'Articel'.",
    ]);
    assert_eq!(parts(&log), ["Order:28 R", "Basket:20 I", "Basket:23 F0"]);
    let infers = kotlin(&[
        "Basket.kt:21:14 Cannot infer type for type parameter 'R'. Specify it explicitly.",
        "Basket.kt:21:38 Unresolved reference 'pages'.",
    ]);
    let first = parse(&infers).failures.remove(0);
    assert_eq!(first.symbol.as_deref(), Some("pages"), "nothing else says why it cannot be inferred");
    let other = infers.clone() + &kotlin(&["Till.kt:24:44 Unresolved reference 'pay'."]);
    assert_eq!(parts(&other), ["Basket:21 R", "Till:24 I", "Basket:21 F0"], "what another file misses does not");
}

#[test]
fn a_renamed_java_method_leads_the_classes_that_lack_it() {
    let call = "/p/Till.java:31: error: cannot find symbol\n        shelf.put(book);\n             ^\n  symbol:   method put(Book)\n  location: variable shelf of type Shelf<Book>\n";
    let lacks = |class: &str, member: &str| {
        format!(
            "/p/{class}.java:6: error: {class} is not abstract and does not override abstract method {member}(Book) in Shelf\npublic class {class} implements Shelf<Book> {{\n       ^\n"
        )
    };
    let log = [call, &lacks("Oak", "puts"), &lacks("Elm", "puts")].concat();
    assert_eq!(parts(&log), ["Till:31 R", "Oak:6 F0", "Elm:6 F0"]);
    let other = [call, &lacks("Oak", "fell")].concat();
    assert_eq!(parts(&other), ["Till:31 R", "Oak:6 I"], "another method");
    let reference = "/p/Main.java:76: error: invalid method reference\n        return shelves.filter(Shelf::isFull);\n                              ^\n  cannot find symbol\n    symbol:   method isFull()\n    location: interface Shelf\n";
    let asked = "/p/Till.java:47: error: cannot find symbol\n        if (shelf.isFull()) {\n                 ^\n  symbol:   method isFull()\n  location: interface Shelf\n";
    let overrides = "/p/Shelf.java:17: error: method does not override or implement a method from a supertype\n        @Override\n        ^\n";
    assert_eq!(parts(&[overrides, asked, reference].concat()), ["Till:47 R", "Shelf:17 F0", "Main:76 A0"]);
    let elsewhere = overrides.replace("Shelf.java", "Rack.java");
    assert_eq!(parts(&[elsewhere.as_str(), asked].concat()), ["Rack:17 R", "Till:47 I"]);
}

#[test]
fn packages_of_one_library_are_one_mistake() {
    let error = |line: u32, package: &str| {
        format!(
            "/p/app/src/main/java/com/oak/shop/A.java:{line}: error: package {package} does not exist\nimport {package}.Row;\n{:>30}\n",
            "^"
        )
    };
    let packages =
        ["net.elm.common", "net.elm.event.entity", "com.google.oak.a", "com.google.elm.a", "com.oak.a", "com.oak.b"];
    let log: String = packages.iter().zip(3..).map(|(package, line)| error(line, package)).collect();
    assert_eq!(parts(&log), ["A:3 R", "A:4 F0", "A:5 I", "A:6 I", "A:7 I", "A:8 I"]);
    let told = parse(&log).failures[0].details.get("missing_packages").cloned();
    assert_eq!(told.as_deref(), Some("`net.elm.event.entity`"));
}

#[test]
fn classes_of_one_package_that_cannot_be_accessed_are_one_mistake() {
    let error = |place: &str, class: &str| {
        format!(
            "{place} Cannot access class '{class}'. Check your module classpath for missing or conflicting dependencies."
        )
    };
    let all = [
        error("A.kt:9:5", "com.oak.core.Shelf"),
        error("A.kt:12:9", "com.oak.core.Book"),
        error("B.kt:7:3", "com.elm.Board"),
    ];
    let log = kotlin(&all.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(parts(&log), ["A:9 R", "A:12 F0", "B:7 I"]);
}

fn independent(errors: &[&str]) -> Vec<String> {
    let log: String = errors.iter().map(|error| format!("e: file:///p/{error}\n")).collect();
    let own = parse(&log).failures.into_iter().filter(|one| one.role == Role::Independent);
    own.map(|one| one.message).collect()
}

/// What Kotlin 2.2.21 says of a sealed class that names its supertype wrong.
const SEALED: &[&str] = &[
    "Outcome.kt:4:43 Unresolved reference 'Outcoem'.",
    "Outcome.kt:9:12 One type argument expected. Use class 'Success' if you do not intend to pass type arguments.",
    "Outcome.kt:9:41 Unresolved reference 'value'.",
    "ui/Model.kt:39:16 One type argument expected. Use class 'Success' if you do not intend to pass type arguments.",
    "ui/Model.kt:39:84 Unresolved reference 'value'.",
];

#[test]
fn what_is_asked_of_a_type_without_arguments_is_no_cause_of_it() {
    assert_eq!(independent(SEALED), Vec::<String>::new());
    let other = [SEALED, &["ui/Shelf.kt:12:20 Unresolved reference 'weight'."]].concat();
    assert_eq!(independent(&other), ["Unresolved reference 'weight'."]);
}

#[test]
fn two_classes_without_their_common_supertype_are_any() {
    let missing = "State.kt:8:84 Unresolved reference 'Staet'.";
    let any = |expected: &str| {
        format!("Model.kt:38:17 Assignment type mismatch: actual type is 'Any', but '{expected}' was expected.")
    };
    assert_eq!(independent(&[missing, &any("State")]), Vec::<String>::new());
    assert_eq!(independent(&[missing, &any("Shelf")]).len(), 1);
}
