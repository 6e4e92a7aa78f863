//! Marks of a conflict in what several tools print of them.

use crate::model::failure::{Failure, Role};
use crate::parse::parse;

fn kotlin(places: &[(u32, u32)]) -> Vec<Failure> {
    let error = |(line, column): &(u32, u32)| {
        format!("e: file:///p/Till.kt:{line}:{column} Syntax error: Expecting member declaration.\n")
    };
    parse(&places.iter().map(error).collect::<String>()).failures
}

/// What Kotlin 2.2.21 says of a conflict between the members of a class.
const MEMBERS: &[(u32, u32)] =
    &[(3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (3, 6), (3, 7), (3, 9), (5, 1), (5, 4), (5, 7), (7, 1), (7, 2), (7, 3)];

fn independent(failures: &[Failure]) -> usize {
    failures.iter().filter(|one| one.role == Role::Independent).count()
}

#[test]
fn kotlins_parser_shows_a_conflict_by_its_columns() {
    for places in [MEMBERS, &[(3, 1), (3, 2), (5, 1), (5, 4), (7, 1), (7, 2)]] {
        let failures = kotlin(places);
        assert_eq!(failures[0].details.get("conflict_marker").map(String::as_str), Some("<<<<<<<"), "{failures:#?}");
        assert_eq!((failures[0].line, independent(&failures)), (Some(3), 0));
    }
}

#[test]
fn other_columns_are_no_conflict() {
    // No `=======`, one in the wrong order, a fence of Markdown, a sentence.
    for places in [
        &MEMBERS[..8],
        &[(3, 1), (3, 4), (5, 1), (5, 2), (7, 1), (7, 2)],
        &[(3, 1), (3, 4), (9, 1), (9, 4)],
        &[(3, 1), (3, 2), (3, 6), (5, 5), (5, 8)],
    ] {
        let failures = kotlin(places);
        assert!(failures.iter().all(|one| !super::is_told(one)), "{places:?}");
    }
}

const JAVA: &str = "/p/Cart.java:14: error: illegal start of type\n<<<<<<< HEAD\n^\n/p/Cart.java:18: error: illegal start of type\n=======\n^\n/p/Cart.java:22: error: illegal start of type\n>>>>>>> feature/count\n^\n3 errors\n";

#[test]
fn javac_quotes_the_mark() {
    let failures = parse(JAVA).failures;
    assert_eq!(failures[0].details.get("conflict_marker").map(String::as_str), Some("<<<<<<< HEAD"), "{failures:#?}");
    assert_eq!((failures[0].line, independent(&failures)), (Some(14), 0), "{failures:#?}");
    let words = failures[0].wording.as_ref().expect("it has words of its own");
    assert!(words.cause.contains("merge conflict"), "{words:?}");
    assert!(words.fixes[0].contains("git status"), "{words:?}");
}

#[test]
fn a_shift_and_a_line_of_signs_are_no_mark() {
    for source in ["        return a << 3;", "<<<<<<<< HEAD", "========", "    // ======= totals", "a >>> b"] {
        let log = format!("/p/Cart.java:14: error: illegal start of type\n{source}\n^\n1 error\n");
        assert!(parse(&log).failures.iter().all(|one| !super::is_told(one)), "{source}");
    }
}

#[test]
fn two_files_of_one_merge_are_one_mistake() {
    let failures = parse(&format!("{JAVA}{}", JAVA.replace("Cart", "Till"))).failures;
    assert_eq!(independent(&failures), 0, "{failures:#?}");
    assert!(failures.iter().any(|one| one.explained_by.is_some_and(|by| by.again)), "{failures:#?}");
}

#[test]
fn scripts_are_quoted_by_gradle() {
    let groovy = "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/p/build.gradle' line: 2\n\n* What went wrong:\nCould not compile build file '/p/build.gradle'.\n> startup failed:\n  build file '/p/build.gradle': 2: Unexpected input: '<' @ line 2, column 1.\n     <<<<<<< HEAD\n     ^\n\n  1 error\n";
    let failures = parse(groovy).failures;
    assert_eq!(failures[0].details.get("conflict_marker").map(String::as_str), Some("<<<<<<< HEAD"), "{failures:#?}");
}
