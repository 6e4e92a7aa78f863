//! Tests of the reader: layouts, and what only looks like a message.

use super::messages;
use crate::Category;
use crate::parse::parse;
use crate::pattern::assert_sound;

#[test]
fn tables_compile() {
    messages::PLACED.iter().for_each(|table| assert_sound(table));
    assert_sound(&messages::BARE);
}

/// File, line and column of the only failure.
fn place(line: &str) -> (String, Option<u32>, Option<u32>) {
    let failure = parse(line).failures.remove(0);
    (failure.file.unwrap_or_default(), failure.line, failure.column)
}

#[test]
fn every_layout_has_its_place() {
    let message = "Unresolved reference: x";
    for (before, file) in [
        ("e: /p/F.kt: (2, 16): ", "/p/F.kt"),
        ("e: /p/F.kt: [2, 16]: ", "/p/F.kt"),
        ("e: /p/a b/F.kt:2:16: ", "/p/a b/F.kt"),
        ("e: file:///p/F.kt:2:16 ", "/p/F.kt"),
        ("e: file:///C:/p%20q/F.kt:2:16 ", "C:/p q/F.kt"),
        (r"e: C:\p\F.kt: (2, 16): ", r"C:\p\F.kt"),
        (r"C:\p\F.kt:2:16: error: ", r"C:\p\F.kt"),
        (r"C:\p\F.kt: (2, 16): ", r"C:\p\F.kt"),
        ("src/main/F.kt: (2, 16): ", "src/main/F.kt"),
        ("1. `e: /p/F.kt: (2, 16): ", "/p/F.kt"),
        ("[capacitor] e: /p/F.kt: (2, 16): ", "/p/F.kt"),
        ("F.kt:2:16 ", "F.kt"),
        ("`/p/F.kt`\nError:(2, 16) ", "/p/F.kt"),
        ("/p/F.kt\nError:(2, 16) Kotlin: ", "/p/F.kt"),
        (":app:compileKotline: /p/F.kt: (2, 16): ", "/p/F.kt"),
    ] {
        assert_eq!(place(&format!("{before}{message}")), (file.to_owned(), Some(2), Some(16)), "{before}");
    }
    assert_eq!(place("e: [ksp] /p/F.kt:12: no such type"), ("/p/F.kt".to_owned(), Some(12), None));
}

#[test]
fn a_broken_message_is_read_whole() {
    for log in [
        "/p/F.kt: (2, 16): Type mismatch: \ninferred type is Int but String was expected",
        "e: file:///p/F.kt:2:16\nType mismatch: inferred type is Int but String was expected",
    ] {
        let failure = parse(log).failures.remove(0);
        let types = (failure.details.get("actual"), failure.details.get("expected"));
        assert_eq!(types, (Some(&"Int".to_owned()), Some(&"String".to_owned())), "{log}");
    }
}

#[test]
fn not_all_that_begins_like_an_error_is_one() {
    for line in [
        "e: hello",
        "w: file:///p/F.kt:2:16 Unresolved reference: x",
        "w: /p/F.kt: (2, 16): Unresolved reference: x",
        "the e: /p/F.kt: (2, 16): x",
        "\tat a.B.c(F.kt:2)",
        "note: x",
    ] {
        assert!(parse(line).failures.is_empty(), "{line}");
    }
    let linters = parse("F.kt:2:16: Missing newline before \")\" (standard:wrapping)").failures.remove(0);
    assert_eq!(linters.category, Category::LintFailure);
}

#[test]
fn what_ksp_says_last_follows_from_what_it_said_first() {
    let parsed = parse("e: [ksp] /p/F.kt:12: no such type\ne: Error occurred in KSP, check log for detail\n");
    assert_eq!(parsed.failures.len(), 1);
}

#[test]
fn warnings_of_maven_are_none() {
    let log = "[WARNING] /p/F.kt: (9, 30) Parameter 'clock' is never used\n[ERROR] /p/F.kt: (21, 33) Unresolved reference: basket\n[ERROR] Failed to execute goal org.jetbrains.kotlin:kotlin-maven-plugin:1.8.22:compile (compile) on project basket: Compilation failure\n";
    let failure = parse(log).failures.remove(0);
    assert_eq!((failure.file.as_deref(), failure.line), (Some("/p/F.kt"), Some(21)));
}

#[test]
fn what_was_linked_against_another_compiler_is_the_plugins() {
    let crash = |frame: &str| {
        let log = format!(
            "e: java.lang.NoSuchMethodError: 'void org.jetbrains.kotlin.analyzer.Basket.fill()'\n\tat {frame}(Basket.kt:2)\n\tat org.jetbrains.kotlin.cli.jvm.K2JVMCompiler.doExecute(K2JVMCompiler.kt:43)\n"
        );
        parse(&log).failures.remove(0).category
    };
    assert_eq!(crash("com.google.devtools.ksp.BasketExtension.doAnalysis"), Category::KaptKsp);
    assert_eq!(crash("org.jetbrains.kotlin.Basket.fill"), Category::KotlinInternalCompilerError);
}

#[test]
fn a_skipped_library_is_of_another_kotlin() {
    let log = "e: KLIB resolver: Could not find \"/home/dev/.gradle/caches/modules-2/files-2.1/com.example/basket/1.0/a/basket-core.klib\" in [/home/dev/shop, /home/dev/.konan/klib]\n";
    let failure = parse(log).failures.remove(0);
    assert_eq!(failure.category, Category::KotlinMetadataVersion);
    assert_eq!(failure.symbol.as_deref(), Some("basket-core"));
}

#[test]
fn candidates_may_stand_behind_an_empty_line() {
    let log = "e: file:///p/F.kt:2:16 None of the following candidates is applicable:\n\nfun shelve(book: Book): Unit:\n  Argument type mismatch: actual type is 'String', but 'Book' was expected.\n";
    let failures = parse(log).failures;
    assert_eq!((failures.len(), failures[0].symbol.as_deref()), (1, Some("shelve")));
    let none = "e: file:///p/F.kt:2:16 None of the following candidates is applicable:\n\nBUILD FAILED in 3s\n";
    assert_eq!(parse(none).failures[0].symbol, None);
}

#[test]
fn warnings_that_are_errors_have_a_place() {
    let log = "w: file:///p/F.kt:7:5 Variable 'book' is never used\ne: warnings found and -Werror specified\n";
    let failure = parse(log).failures.remove(0);
    assert_eq!((failure.file.as_deref(), failure.line), (Some("/p/F.kt"), Some(7)));
    let javac = "warning: [options] bootstrap class path not set\nerror: warnings found and -Werror specified\n1 error\n1 warning\n";
    assert_eq!(parse(javac).failures[0].language, crate::model::failure::Language::Java);
}

#[test]
fn a_property_and_a_function_clash() {
    let clash = |first: &str, second: &str| {
        let log = format!(
            "e: file:///p/F.kt:2:5 Platform declaration clash: The following declarations have the same JVM signature (getTitle()Ljava/lang/String;):\n    {first} defined in Book\n    {second} defined in Book\n"
        );
        parse(&log).failures.remove(0).details.remove("property")
    };
    let (getter, function) = ("fun `<get-title>`(): String", "fun getTitle(): String");
    assert_eq!(clash(getter, function).as_deref(), Some("title"));
    assert_eq!(clash(function, getter).as_deref(), Some("title"));
    assert_eq!(clash(function, function), None);
}

#[test]
fn what_ksp_prints_without_its_mark_is_a_warning_beside_its_errors() {
    let warning = "[ksp] /p/ShelfDatabase.kt:17: Schema export directory was not provided to the annotation processor so Room cannot export the schema.\n";
    let error = "e: [ksp] com.example.ShelfModule is missing an @InstallIn annotation.\n";
    assert_eq!(parse(&format!("{error}{warning}")).failures.len(), 1);
    assert_eq!(parse(warning).failures.len(), 1, "where no mark is left, the words decide");
}

#[test]
fn a_name_for_other_receivers_tells_which() {
    let log = "e: /p/F.kt: (2, 16): Unresolved reference. None of the following candidates is applicable because of receiver type mismatch: \npublic val Shelf.books: List<Book> defined in com.example\npublic val Basket.books: List<Book> defined in com.example\n";
    let failure = parse(log).failures.remove(0);
    assert_eq!(failure.details["receivers"], "of type `Shelf` or `Basket`");
    let steps = failure.wording.map(|wording| wording.fixes).unwrap_or_default();
    assert!(steps[0].contains("{receivers}") && !steps.iter().any(|step| step.contains("nullable")), "{steps:?}");
}

#[test]
fn the_words_of_any_opt_in_marker_ask_for_an_opt_in() {
    let of = |message: &str| parse(&format!("e: file:///p/Till.kt:7:5 {message}\n")).failures[0].category;
    for message in [
        "This API is under construction. It may be removed or changed (use it at your own risk)",
        "This lamp API is for internal use only.",
        "These declarations are a work in progress.",
        "This feature could break without notice.",
    ] {
        assert_eq!(of(message), Category::KotlinOptIn, "{message}");
    }
    for message in ["This function is not meant to be called here.", "This class can only be used on a shelf."] {
        assert_ne!(of(message), Category::KotlinOptIn, "{message}");
    }
}
