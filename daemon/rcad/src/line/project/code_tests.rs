//! What the project's code shows of a failure, with nothing known of its past.

use std::fs;
use std::path::Path;

use rcad_core::explain::analyze;
use rcad_core::parse;

use super::look;

const FILES: &[(&str, &str)] = &[
    ("settings.gradle", "include ':app'\n"),
    ("app/build.gradle", ""),
    (
        "app/src/main/java/shop/Book.java",
        "package shop;\n\npublic class Book implements Item {\n    private final Isbn isbn;\n    public Book(Isbn isbn, String title) {\n        this.isbn = isbn;\n    }\n    public int pageCount() { return 1; }\n    public Isbn isbn() { return isbn; }\n    private void hidden() { }\n}\n",
    ),
    (
        "app/src/main/java/shop/Item.java",
        "package shop;\n\npublic interface Item {\n    default String label() { return \"\"; }\n}\n",
    ),
    ("app/src/main/java/shop/Isbn.java", "package shop;\n\npublic record Isbn(String digits, int group) {\n}\n"),
    (
        "app/src/main/java/shop/Kind.java",
        "package shop;\n\npublic enum Kind {\n    ADULT,\n    JUNIOR,\n    GUEST\n}\n",
    ),
    (
        "app/src/main/java/shop/Shelf.java",
        "package shop;\n\nimport java.util.List;\n\npublic class Shelf {\n    private final List<Book> books = List.of();\n\n    long late(java.time.LocalDateTime today) { return 0; }\n    int pages(Book book) { return book.pages(); }\n    int first() { return books.get(0).isbn().digit(); }\n    long count() { return books.stream().filter(b -> b.open()).count(); }\n    Book book() { return new Book(\"a\", new Isbn(\"\", 1)); }\n    int most(Kind kind) {\n        return switch (kind) {\n            case ADULT -> 5;\n            case CHILD -> 3;\n        };\n    }\n    long now() { return late(java.time.LocalDate.now()); }\n    Volume volume() { return null; }\n    String text(Book book) { return TextsKt.titel(book); }\n    int limit() { return Shelf.MOST_PAGES; }\n    int size() { return Book.MOST_LINES; }\n}\n",
    ),
    (
        "app/src/main/java/shop/limits/Limits.java",
        "package shop.limits;\n\npublic class Limits {\n    public static final int MOST_PAGES = 9;\n    public int MOST_LINES = 2;\n}\n",
    ),
    (
        "app/src/main/kotlin/shop/Basket.kt",
        "package shop\n\nimport kotlin.time.Duration\n\nclass Basket(val items: List<Article>) {\n    fun total(): Int = items.sumOf { it.cost }\n    fun names() = items.map { article -> article.titel }\n    fun first() = items.first().price().ammount\n    fun late(): Durations? = null\n    fun text(article: Article) = \"at ${article.titel}\"\n    fun cost(article: Article) = \"${article.price.euro()}\"\n}\n\ndata class Article(val price: Int, val title: String) {\n    fun price(): Money = Money(1)\n}\n\nclass Money(val amount: Int)\n",
    ),
    (
        "app/src/main/kotlin/shop/Texts.kt",
        "package shop\n\nfun Int.euros(): String = \"\"\n\nfun title(book: Book): String = \"\"\n",
    ),
    ("app/src/main/kotlin/shop/Till.kt", "package shop\n\nclass Till {\n    fnu open() = 1\n}\n"),
    (
        "buildSrc/build.gradle.kts",
        "gradlePlugin {\n    plugins.create(\"shop\") {\n        id = \"shop.rules\"\n        implementationClass = \"shop.ShopRules\"\n    }\n}\n",
    ),
    (
        "buildSrc/src/main/java/shop/Rules.java",
        "package shop;\n\npublic class Rules implements Plugin<Project> {\n    public void apply(Project project) { }\n}\n",
    ),
    (
        "buildSrc/src/main/java/shop/WriteInfo.java",
        "package shop;\n\npublic abstract class WriteInfo extends DefaultTask {\n    public abstract Property<String> getHeading();\n    public abstract RegularFileProperty getTarget();\n    private void write() { }\n}\n",
    ),
    ("web/build.gradle.kts", "tasks.register<WriteInfo>(\"info\") {\n    headin.set(\"Shop\")\n}\n"),
    (
        "app/src/test/java/shop/ShelfTest.java",
        "package shop;\n\npublic class ShelfTest {\n    private final Shelf shelf = new Shelf();\n    public void countsLate() {\n        long late = shelf.now();\n        assertEquals(3, late);\n        assertEquals(3, shelf.first());\n    }\n}\n",
    ),
];

/// The cause and the first step for the log of a build of it.
fn told(log: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in FILES {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let root = dir.path().to_string_lossy().into_owned();
    let mut parsed = parse::parse(&log.replace("ROOT", &root));
    look(Path::new(&root), None, &mut parsed);
    let answer = analyze(parsed, Some(&root));
    format!(
        "{} -> {}",
        answer.root_cause.unwrap_or_default(),
        answer.fix_guidelines.first().cloned().unwrap_or_default()
    )
}

fn javac(line: u32, message: &str, details: &str) -> String {
    let details: String = details.lines().map(|line| format!("  {line}\n")).collect();
    format!(
        "> Task :app:compileJava FAILED\nROOT/app/src/main/java/shop/Shelf.java:{line}: error: {message}\n    code\n        ^\n{details}1 error\n"
    )
}

fn kotlinc(line: u32, message: &str) -> String {
    format!("> Task :app:compileKotlin FAILED\ne: file://ROOT/app/src/main/kotlin/shop/Basket.kt:{line}:9 {message}\n")
}

#[test]
fn a_missing_member_is_told_with_what_its_owner_has() {
    let missing = |line, symbol, location| {
        javac(line, "cannot find symbol", &format!("symbol:   method {symbol}\nlocation: {location}"))
    };
    for (log, wanted) in [
        (
            missing(9, "pages()", "variable book of type Book"),
            "`Book` (Book.java:3) declares no `pages`; it has `pageCount()`, `isbn()` and `label()`. -> If `pageCount` (Book.java:8) is meant",
        ),
        (
            missing(10, "digit()", "class Isbn"),
            "`Isbn` (Isbn.java:3) declares no `digit`; it has `digits` and `group`.",
        ),
        (
            javac(22, "cannot find symbol", "symbol:   variable MOST_PAGES\nlocation: class Shelf"),
            "`Shelf` (Shelf.java:5) declares no `MOST_PAGES`; `Limits` does (Limits.java:4). -> Write `Limits.MOST_PAGES`",
        ),
        (
            javac(23, "cannot find symbol", "symbol:   variable MOST_LINES\nlocation: class Book"),
            "`Book` (Book.java:3) declares no `MOST_LINES`; it has",
        ),
        (kotlinc(6, "Unresolved reference 'cost'."), "`Article` (Basket.kt:14) declares no `cost`; it has "),
        (kotlinc(7, "Unresolved reference 'titel'."), "declares no `titel`; it has `title`"),
        (
            kotlinc(8, "Unresolved reference 'ammount'."),
            "`Money` (Basket.kt:18) declares no `ammount`; it has `amount`.",
        ),
        (
            kotlinc(9, "Unresolved reference 'Durations'."),
            "`Duration` is imported (Basket.kt:3), and `Durations` is not.",
        ),
        (kotlinc(10, "Unresolved reference 'titel'."), "`Article` (Basket.kt:14) declares no `titel`; it has `title`"),
        (
            kotlinc(11, "Unresolved reference 'euro'."),
            "`Int` has no `euro`; the project extends it by `euros()`. -> If `euros` (Texts.kt:3) is meant",
        ),
        (
            missing(21, "titel(Book)", "class TextsKt"),
            "`TextsKt` (Texts.kt) declares no `titel`; it has `title()` and `euros()`. -> If `title` (Texts.kt:5) is meant",
        ),
        (
            javac(20, "cannot find symbol", "symbol:   class Volume\nlocation: class Shelf"),
            "The package `shop` declares no `Volume` in this project; it has ",
        ),
    ] {
        let told = told(&log);
        assert!(told.contains(wanted), "{log}\n{told}");
    }
}

#[test]
fn declarations_are_shown_beside_what_does_not_fit_them() {
    for (log, wanted) in [
        (
            javac(12, "incompatible types: String cannot be converted to Isbn", ""),
            "`Book` is declared as `Book(Isbn isbn, String title)` (Book.java:5)",
        ),
        (
            javac(19, "incompatible types: LocalDate cannot be converted to LocalDateTime", ""),
            "`Shelf.late` is declared as `long late(java.time.LocalDateTime today)` (Shelf.java:8)",
        ),
        (
            javac(16, "an enum switch case label must be the unqualified name of an enumeration constant", ""),
            "`Kind` (Kind.java:3) has no constant `CHILD`; it has `ADULT`, `JUNIOR`, `GUEST`.",
        ),
        (
            javac(14, "the switch expression does not cover all possible input values", ""),
            "The `switch` has no branch for `JUNIOR`, `GUEST` of `Kind` (Kind.java:3).",
        ),
        (
            kotlinc(4, "Expecting member declaration").replace("Basket", "Till"),
            "`fnu` at Till.kt:4 is most probably `fun`, misspelt",
        ),
    ] {
        let told = told(&log);
        assert!(told.contains(wanted), "{log}\n{told}");
    }
}

#[test]
fn a_failed_test_is_told_with_what_it_checks() {
    let failed = |line: u32| {
        format!(
            "> Task :app:test FAILED\n\nshop.ShelfTest > countsLate FAILED\n    java.lang.AssertionError at ShelfTest.java:{line}\n\n1 test completed, 1 failed\n"
        )
    };
    let direct = told(&failed(8));
    assert!(
        direct.contains("The failing line checks `first()` of `Shelf` (Shelf.java:10), which calls `isbn()` of `Book`"),
        "{direct}"
    );
    let behind = told(&failed(7));
    assert!(
        behind.contains("checks `now()` of `Shelf` (Shelf.java:19), which calls `late()` of `Shelf` (Shelf.java:8)"),
        "{behind}"
    );
}

#[test]
fn a_script_is_told_what_the_builds_own_classes_have() {
    let kotlin = told(
        "e: file://ROOT/web/build.gradle.kts:2:5: Unresolved reference: headin\n\nFAILURE: Build failed with an exception.\n\n* Where:\nBuild file 'ROOT/web/build.gradle.kts' line: 2\n\n* What went wrong:\nScript compilation error:\n\n  Line 2:     headin.set(\"Shop\")\n              ^ Unresolved reference: headin\n\n1 error\n",
    );
    let expected = "`WriteInfo` (WriteInfo.java:3) declares no `headin`; it has `heading` and `target`. -> If `heading` (WriteInfo.java:4) is meant";
    assert!(kotlin.contains(expected), "{kotlin}");
    let groovy = told(
        "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file 'ROOT/app/build.gradle' line: 1\n\n* What went wrong:\nA problem occurred evaluating project ':app'.\n> Could not set unknown property 'headin' for task ':app:info' of type shop.WriteInfo.\n",
    );
    assert!(groovy.contains(expected), "{groovy}");
}

#[test]
fn the_line_that_gives_a_plugin_a_missing_class_is_told() {
    let shown = told(
        "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file 'ROOT/web/build.gradle.kts' line: 1\n\n* What went wrong:\nAn exception occurred applying plugin request [id: 'shop.rules']\n> Could not find implementation class 'shop.ShopRules' for plugin 'shop.rules' specified in jar:file:/p/buildSrc.jar!/META-INF/gradle-plugins/shop.rules.properties.\n",
    );
    let expected = "buildSrc/build.gradle.kts:4 says that the plugin `shop.rules` is of the class `shop.ShopRules`, which the build's own sources do not have; the plugin there is `shop.Rules` (Rules.java:3). -> Write `shop.Rules` in place of `shop.ShopRules` at buildSrc/build.gradle.kts:4.";
    assert!(shown.ends_with(expected), "{shown}");
}
