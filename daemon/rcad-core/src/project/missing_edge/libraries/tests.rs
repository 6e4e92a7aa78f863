//! Names of libraries in a cache, beside modules in memory that declare some of them.

use crate::code::CodeSources;
use crate::code::libraries::{LibraryHome, LibraryIndex, LibraryName, LibraryNameKind};
use crate::model::failure::Language;
use crate::project::look;
use crate::project::tree::tests::FileMap;
use crate::{Category, Failure};

/// Rows of owner, name, kind, module and version.
struct Cache(&'static [(&'static str, &'static str, LibraryNameKind, &'static str, &'static str)]);

impl LibraryIndex for Cache {
    fn homes(&self, simple: &str, owner: Option<&str>) -> Vec<LibraryHome> {
        let rows = self.0.iter().filter(|row| row.1 == simple && owner.is_none_or(|owner| owner == row.0));
        rows.map(|(owner, simple, kind, module, version)| LibraryHome {
            name: LibraryName { owner: (*owner).to_owned(), simple: (*simple).to_owned(), kind: *kind },
            module: (*module).to_owned(),
            version: (*version).to_owned(),
        })
        .collect()
    }
}

use LibraryNameKind::{Class, Extension, Function};

const CACHE: Cache = Cache(&[
    ("org.shelf", "ShelfReader", Class, "org.shelf:shelf-core", "1.9"),
    ("org.shelf", "ShelfReader", Class, "org.shelf:shelf-core", "1.10"),
    ("org.shelf", "readShelfOnce", Function, "org.shelf:shelf-core", "1.10"),
    ("org.shelf.text", "toShelfText", Extension, "org.shelf:shelf-text", "2.0"),
    ("org.shelf.ShelfReader", "InnerBookState", Class, "org.shelf:shelf-core", "1.10"),
    ("a.pair", "TwoHomesView", Class, "a:pair", "1"),
    ("b.pair", "TwoHomesView", Class, "b:pair", "3"),
    ("org.basket", "BasketParser", Class, "org.basket:basket", "4.1"),
    ("kotlin.system", "measureShelfTime", Function, "org.jetbrains.kotlin:kotlin-stdlib", "2.0"),
    ("org.shelf", "Shelf", Class, "org.shelf:shelf-core", "1.10"),
    ("c.a", "ManyHomesView", Class, "c:a", "1"),
    ("c.b", "ManyHomesView", Class, "c:b", "1"),
    ("c.d", "ManyHomesView", Class, "c:d", "1"),
    ("org.shelf", "ManyHomesView", Class, "org.shelf:shelf-core", "1.10"),
]);

const MAIN: &str = "app/src/main/kotlin/shop/Main.kt";
const TEST: &str = "app/src/test/java/shop/MainTest.java";

fn shop(change: &[(&str, &str)]) -> FileMap {
    let mut all = vec![
        ("settings.gradle.kts", "include(\":app\")\ninclude(\":model\")\n"),
        (
            "app/build.gradle.kts",
            "plugins { }\ndependencies {\n    implementation(project(\":model\"))\n    implementation(\"org.basket:basket:4.1\")\n    testImplementation(\"org.shelf:shelf-text:2.0\")\n}\n",
        ),
        ("model/build.gradle", "dependencies {\n    api 'org.shelf:shelf-core:1.9'\n}\n"),
        (
            MAIN,
            "package shop\n\nimport org.shelf.ShelfReader\n\nval a = ShelfReader()\nval b = BasketParser()\nval c = readShelfOnce()\nval d = \"\".toShelfText()\nval e = TwoHomesView()\nval f = measureShelfTime { }\nval g = Shelf()\nval h: InnerBookState? = null\n",
        ),
        (TEST, "package shop;\n\nimport static org.shelf.ShelfReader.open;\n\nclass MainTest { BasketParser p; }\n"),
    ];
    all.retain(|(path, _)| !change.iter().any(|(other, _)| other == path));
    FileMap::of(&[&all, change].concat())
}

fn told(map: &FileMap, symbol: &str, file: &str, line: u32) -> Failure {
    let java = file.ends_with(".java");
    let category = if java { Category::JavaCannotFindSymbol } else { Category::KotlinUnresolvedReference };
    let mut failure = Failure::new(category, Language::Unknown, "words");
    (failure.symbol, failure.file, failure.line) = (Some(symbol.to_owned()), Some(file.to_owned()), Some(line));
    let code = CodeSources { reader: None, libraries: Some(&CACHE) };
    look(map, code, None, std::slice::from_mut(&mut failure));
    failure
}

fn details(failure: &Failure, names: &[&str]) -> String {
    let of = |name: &&str| failure.details.get(*name).map_or("-", String::as_str).to_owned();
    names.iter().map(of).collect::<Vec<_>>().join(" | ")
}

const NEW: &[&str] = &["cached_missing", "cached_line", "cached_file", "cached_below"];

#[test]
fn an_import_that_no_dependency_brings_is_told_with_the_line_to_add() {
    let failure = told(&shop(&[]), "org", MAIN, 3);
    let expected = "`:app` | implementation(\"org.shelf:shelf-core:1.9\") | app/build.gradle.kts | 5";
    assert_eq!(details(&failure, NEW), expected, "in the version of the other module");
    assert_eq!(details(&failure, &["cached_name", "cached_in"]), "org.shelf.ShelfReader | org.shelf:shelf-core:1.10");
    let catalogue = ("gradle/libs.versions.toml", "[libraries]\nshelf-core = \"org.shelf:shelf-core:1.10\"\n");
    let groovy = ("app/build.gradle", "dependencies {\n    implementation libs.other\n    api project(':model')\n}\n");
    let mut map = shop(&[catalogue, groovy]);
    map.0.remove("app/build.gradle.kts");
    let failure = told(&map, "shelf", MAIN, 3);
    assert_eq!(details(&failure, NEW), "`:app` | implementation libs.shelf.core | app/build.gradle | 2");
}

#[test]
fn a_member_that_is_imported_leads_to_its_class_and_tests_have_their_own_configuration() {
    let failure = told(&shop(&[]), "open", TEST, 3);
    let expected = "`:app` | testImplementation(\"org.shelf:shelf-core:1.9\") | app/build.gradle.kts | 5";
    assert_eq!(details(&failure, NEW), expected);
}

#[test]
fn a_library_that_is_declared_needs_the_import_alone() {
    let keys = &["cached_declared", "cached_at", "cached_import", "cached_line"];
    let failure = told(&shop(&[]), "BasketParser", MAIN, 6);
    let expected = "org.basket:basket | app/build.gradle.kts:4 | import org.basket.BasketParser | -";
    assert_eq!(details(&failure, keys), expected);
    let failure = told(&shop(&[]), "BasketParser", TEST, 5);
    assert!(details(&failure, keys).contains("import org.basket.BasketParser;"), "{:?}", failure.details);
    let failure = told(&shop(&[]), "measureShelfTime", MAIN, 10);
    assert!(details(&failure, keys).ends_with("| - | import kotlin.system.measureShelfTime | -"));
    let convention = ("build.gradle", "subprojects { dependencies { implementation 'org.shelf:shelf-core:1.9' } }\n");
    let failure = told(&shop(&[convention]), "readShelfOnce", MAIN, 7);
    assert!(details(&failure, keys).ends_with("| - | import org.shelf.readShelfOnce | -"), "{:?}", failure.details);
}

#[test]
fn a_declared_library_of_another_version_says_nothing() {
    let newer = ("app/build.gradle.kts", "dependencies {\n    implementation(\"org.basket:basket:5.0\")\n}\n");
    assert_eq!(details(&told(&shop(&[newer]), "BasketParser", MAIN, 6), &["cached_in", "cached_maybe"]), "- | -");
}

#[test]
fn a_simple_name_is_a_guess_and_several_libraries_are_a_choice() {
    let keys = &["cached_maybe", "cached_import", "cached_line", "cached_missing"];
    let failure = told(&shop(&[]), "readShelfOnce", MAIN, 7);
    let expected =
        "org.shelf.readShelfOnce | import org.shelf.readShelfOnce | implementation(\"org.shelf:shelf-core:1.9\") | -";
    assert_eq!(details(&failure, keys), expected);
    let failure = told(&shop(&[]), "toShelfText", MAIN, 8);
    assert!(details(&failure, keys).contains("implementation(\"org.shelf:shelf-text:2.0\")"), "for tests alone");
    let choices = details(&told(&shop(&[]), "TwoHomesView", MAIN, 9), &["cached_choices", "cached_in"]);
    assert_eq!(choices, "`a.pair.TwoHomesView` (a:pair:1) and `b.pair.TwoHomesView` (b:pair:3) | -");
}

#[test]
fn of_many_libraries_the_one_that_the_build_uses_is_told() {
    let own = (MAIN, "package shop\n\nval a = ManyHomesView()\n");
    let keys = &["cached_maybe", "cached_choices"];
    assert_eq!(details(&told(&shop(&[own]), "ManyHomesView", MAIN, 3), keys), "org.shelf.ManyHomesView | -");
    let unused = ("model/build.gradle", "dependencies { }\n");
    assert_eq!(details(&told(&shop(&[own, unused]), "ManyHomesView", MAIN, 3), keys), "- | -");
}

#[test]
fn what_is_imported_in_whole_leads_to_its_library() {
    let all = (MAIN, "package shop\n\nimport org.shelf.*\nimport other.*\n\nval a = Shelf()\nval b = Other()\n");
    let expected = "`:app` | implementation(\"org.shelf:shelf-core:1.9\") | app/build.gradle.kts | 5";
    for (symbol, line) in [("shelf", 3), ("Shelf", 6)] {
        assert_eq!(details(&told(&shop(&[all]), symbol, MAIN, line), NEW), expected, "{symbol}");
    }
    for (symbol, line) in [("other", 4), ("Other", 7)] {
        assert_eq!(details(&told(&shop(&[all]), symbol, MAIN, line), NEW), "- | - | - | -", "{symbol}");
    }
}

#[test]
fn everyday_nested_and_explained_names_are_not_told() {
    let keys = &["cached_in", "cached_choices"];
    for (symbol, line) in [("Shelf", 11), ("InnerBookState", 12), ("BasketParser", 5)] {
        assert_eq!(details(&told(&shop(&[]), symbol, MAIN, line), keys), "- | -", "{symbol}");
    }
    let own = ("app/src/main/kotlin/shop/BasketParser.kt", "package other\n\nclass BasketParser\n");
    assert_eq!(details(&told(&shop(&[own]), "BasketParser", MAIN, 6), keys), "- | -");
}
