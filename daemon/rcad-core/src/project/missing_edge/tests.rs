//! Modules in memory that lack an edge, and some that lack none.

use crate::code::CodeSources;
use crate::model::failure::{Language, Role};
use crate::project::look;
use crate::project::tree::tests::FileMap;
use crate::{Category, Failure};

const LENDING: &str = "lending/src/main/java/com/example/lending/Lending.java";
const APP: &str = "app/src/main/kotlin/com/example/app/Main.kt";

/// `:app` depends on `:lending`; `:model` has `Book`; `shelf` has a build file and is not included.
fn library(change: &[(&str, &str)]) -> FileMap {
    let mut all = vec![
        ("settings.gradle.kts", "include(\":app\")\ninclude(\":lending\")\ninclude(\":model\")\n"),
        ("app/build.gradle.kts", "plugins { }\ndependencies {\n    implementation(project(\":lending\"))\n}\n"),
        ("lending/build.gradle", "dependencies {\n    implementation 'a:b:1'\n}\n"),
        ("model/build.gradle.kts", ""),
        ("shelf/build.gradle.kts", ""),
        (
            "model/src/main/java/com/example/model/Book.java",
            "package com.example.model;\n\npublic class Book {\n    public int pages() {\n        return 1;\n    }\n}\n",
        ),
        ("model/src/main/kotlin/com/example/model/Text.kt", "package com.example.model\n\nfun shown(book: Book) = 1\n"),
        ("model/src/test/java/com/example/model/Shown.java", "package com.example.model;\n\nclass Shown { }\n"),
        ("shelf/src/main/kotlin/com/example/shelf/Shelf.kt", "package com.example.shelf\n\nclass Shelf\n"),
        (
            LENDING,
            "package com.example.lending;\n\nimport com.example.model.Book;\n\nclass Lending {\n    int n = new Book().pages();\n    int m = \"\".pagess();\n}\n",
        ),
        (
            APP,
            "package com.example.app\n\nimport com.example.model.shown\nimport com.example.shelf.Shelf\nimport com.example.model.Shown\n\nval a = shown(book)\nval b: Book? = null\nval c = a.Book()\n",
        ),
    ];
    all.retain(|(path, _)| !change.iter().any(|(other, _)| other == path));
    FileMap::of(&[&all, change].concat())
}

fn missing(symbol: &str, file: &str, line: u32) -> Failure {
    let java = file.ends_with(".java");
    let category = if java { Category::JavaCannotFindSymbol } else { Category::KotlinUnresolvedReference };
    let mut failure = Failure::new(category, Language::Unknown, "words");
    (failure.symbol, failure.file, failure.line) = (Some(symbol.to_owned()), Some(file.to_owned()), Some(line));
    failure
}

fn told(map: &FileMap, symbol: &str, file: &str, line: u32) -> String {
    let mut failure = missing(symbol, file, line);
    look(map, CodeSources::default(), None, std::slice::from_mut(&mut failure));
    let detail = |name: &str| failure.details.get(name).map_or("", String::as_str);
    if detail("edge_to").is_empty() {
        return String::new();
    }
    let line =
        format!("{}: {} @ {}:{}", detail("edge_gap"), detail("edge_line"), detail("act_file"), detail("act_line"));
    let import = detail("edge_import");
    if import.is_empty() { line } else { format!("{line}, import {import}") }
}

#[test]
fn the_line_that_is_missing_is_told() {
    let map = library(&[]);
    let model = "no edge: implementation project(':model') @ lending/build.gradle:1";
    for (symbol, file, line, expected) in [
        ("com.example.model", LENDING, 3, model),
        ("Book", LENDING, 6, model),
        ("shown", APP, 3, "no edge: implementation(project(\":model\")) @ app/build.gradle.kts:3"),
        ("model", APP, 3, "no edge: implementation(project(\":model\")) @ app/build.gradle.kts:3"),
        ("shown", APP, 7, "no edge: implementation(project(\":model\")) @ app/build.gradle.kts:3"),
        (
            "Book",
            APP,
            8,
            "no edge: implementation(project(\":model\")) @ app/build.gradle.kts:3, import com.example.model.Book",
        ),
        ("Shelf", APP, 4, "not included: implementation(project(\":shelf\")) @ settings.gradle.kts:3"),
    ] {
        assert_eq!(told(&map, symbol, file, line), expected, "{symbol} at {file}:{line}");
    }
}

#[test]
fn a_module_in_between_or_a_dependency_of_tests_is_the_reason() {
    let kept = library(&[("lending/build.gradle", "dependencies {\n    implementation project(':model')\n}\n")]);
    let expected = "hidden: implementation(project(\":model\")) @ app/build.gradle.kts:3";
    assert_eq!(told(&kept, "shown", APP, 3), expected);
    let tests = library(&[("lending/build.gradle", "dependencies {\n    testImplementation project(':model')\n}\n")]);
    let expected = "elsewhere: implementation project(':model') @ lending/build.gradle:2";
    assert_eq!(told(&tests, "Book", LENDING, 6), expected);
    let mut demanded = missing("com.example.model.Book", APP, 7);
    demanded.category = Category::KotlinMissingSupertype;
    look(&kept, CodeSources::default(), None, std::slice::from_mut(&mut demanded));
    assert_eq!(demanded.details.get("edge_needs_api").map(String::as_str), Some("lending/build.gradle:2"));
    assert_eq!(demanded.details.get("act_file").map(String::as_str), Some("lending/build.gradle"));
}

#[test]
fn nothing_is_claimed_of_what_is_seen_ambiguous_or_no_module_s() {
    let other = "package com.example.model;\n\npublic class Book { }\n";
    for (map, symbol, file, line) in [
        (library(&[("lending/build.gradle", "dependencies {\n  api project(':model')\n}\n")]), "Book", LENDING, 6),
        (library(&[("lending/src/main/java/com/example/model/Book.java", other)]), "Book", LENDING, 6),
        (library(&[("app/src/main/java/com/example/model/Book.java", other)]), "Book", LENDING, 6),
        (library(&[("build.gradle", "subprojects {\n implementation project(':model')\n}\n")]), "Book", LENDING, 6),
        (library(&[("shelf/settings.gradle", "")]), "Shelf", APP, 4),
        (library(&[]), "Shown", APP, 5), // a test of `:model`
        (library(&[]), "Book", APP, 9),  // a member
        (library(&[]), "pagess", LENDING, 7),
        (library(&[]), "Magazine", LENDING, 6),
    ] {
        assert_eq!(told(&map, symbol, file, line), "", "{symbol} at {file}:{line}");
    }
}

#[test]
fn of_two_modules_with_a_name_the_one_with_more_of_the_names_is_meant() {
    let own = |name: &str| format!("package com.example.model;\n\npublic class {name} {{ }}\n");
    let (book, cover) = (own("Book"), own("Cover"));
    let copy = [
        ("settings.gradle.kts", "include(\":app\")\ninclude(\":lending\")\ninclude(\":model\")\ninclude(\":other\")\n"),
        ("other/build.gradle.kts", ""),
        ("other/src/main/java/com/example/model/Book.java", book.as_str()),
    ];
    let map = library(&copy);
    assert_eq!(told(&map, "Book", LENDING, 6), "", "nobody knows which is meant");
    let mut failures = vec![missing("Book", APP, 8), missing("shown", APP, 7)];
    look(&map, CodeSources::default(), None, &mut failures);
    let to = |failure: &Failure| failure.details.get("edge_to").cloned();
    assert_eq!(failures.iter().filter_map(to).collect::<Vec<_>>(), ["`:model`"], "`Book` alone is no import");
    let both = [copy[0], copy[1], copy[2], ("other/src/main/java/com/example/model/Cover.java", cover.as_str())];
    let in_full = "package com.example.lending;\n\nimport com.example.model.Book;\nimport com.example.model.Cover;\n";
    let map = library(&[&both[..], &[(LENDING, in_full)]].concat());
    let mut failures = vec![missing("Book", LENDING, 3), missing("Cover", LENDING, 4)];
    look(&map, CodeSources::default(), None, &mut failures);
    assert_eq!(failures.iter().filter_map(to).collect::<Vec<_>>(), ["`:other`", "`:other`"]);
}

#[test]
fn all_failures_of_one_edge_follow_from_the_first() {
    let mut failures = vec![
        missing("com.example.model", LENDING, 3),
        missing("Book", LENDING, 6),
        missing("pages", LENDING, 6),
        missing("pagess", LENDING, 7),
        missing("shown", APP, 3),
    ];
    failures[0].role = Role::Root;
    look(&library(&[]), CodeSources::default(), None, &mut failures);
    let roles: Vec<Role> = failures.iter().map(|failure| failure.role).collect();
    let (follows, alone) = (Role::Consequence, Role::Independent);
    assert_eq!(roles, [Role::Root, follows, follows, alone, alone], "another member, and another module's edge");
}
