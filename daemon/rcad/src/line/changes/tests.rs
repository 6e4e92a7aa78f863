//! What is told of a project in two states and of what the compiler says of the second.

use std::collections::BTreeMap;

use rcad_core::changes::link::given::ChangedProject;
use rcad_core::changes::whole_word::has_word;
use rcad_core::changes::{changes, hunks, reason};
use rcad_core::model::change::FilePair;
use rcad_core::model::change::{Baseline, BaselineKind, ProjectPlace, SameFiles};
use rcad_core::project::{DirEntry, Files};
use rcad_core::{Analysis, explain, parse};

use crate::code::DeclarationReader;

/// A project in memory.
struct Texts(BTreeMap<String, String>);

impl Files for Texts {
    fn read(&self, path: &str) -> Option<String> {
        self.0.get(path).cloned()
    }

    fn list(&self, dir: &str) -> Vec<DirEntry> {
        let inside = |path: &str| match dir {
            "" => Some(path.to_owned()),
            _ => path.strip_prefix(dir)?.strip_prefix('/').map(str::to_owned),
        };
        let entry = |rest: String| match rest.split_once('/') {
            Some((name, _)) => DirEntry { name: name.to_owned(), directory: true },
            None => DirEntry { name: rest, directory: false },
        };
        let mut all: Vec<DirEntry> = self.0.keys().filter_map(|path| inside(path)).map(entry).collect();
        all.sort();
        all.dedup();
        all
    }
}

impl Texts {
    fn uses(&self, word: &str) -> Vec<ProjectPlace> {
        let lines =
            self.0.iter().flat_map(|(path, text)| text.lines().zip(1..).map(move |(line, at)| (path, line, at)));
        lines
            .filter(|(_, line, _)| has_word(line, word))
            .map(|(path, _, at)| ProjectPlace { file: path.clone(), line: Some(at) })
            .collect()
    }
}

const BOOK: &str = "package a;\n\npublic class Book {\n    public int pageCount() { return 1; }\n    public String title() { return \"\"; }\n}\n";
const SHELF: &str =
    "package a;\n\npublic class Shelf {\n    int all(Book book) {\n        return book.pageCount();\n    }\n}\n";
const BOOK_AT: &str = "model/src/main/java/a/Book.java";
const SHELF_AT: &str = "model/src/main/java/a/Shelf.java";

/// The answer for a build of these texts after `edits` (file, before, after), of which the log says this.
fn answer(edits: &[(&str, &str, &str)], log: &str) -> Analysis {
    let before = BTreeMap::from([(BOOK_AT.to_owned(), BOOK.to_owned()), (SHELF_AT.to_owned(), SHELF.to_owned())]);
    let mut after = before.clone();
    for (file, from, to) in edits {
        let text = after.entry((*file).to_owned()).or_default();
        assert!(from.is_empty() || text.contains(from), "{from}");
        *text = if from.is_empty() { (*to).to_owned() } else { text.replace(from, to) };
    }
    told(before, after, log)
}

/// The answer for a build of the texts `after`, which was green with those `before`, of which the log says this.
fn told(before: BTreeMap<String, String>, after: BTreeMap<String, String>, log: &str) -> Analysis {
    let pair = |path: &String| FilePair {
        path: path.clone(),
        before: before.get(path).cloned(),
        after: after.get(path).cloned(),
    };
    let pairs: Vec<FilePair> = after.keys().map(pair).filter(|pair| pair.before != pair.after).collect();
    let reader = DeclarationReader::default();
    let (changes, hunks) = (changes(&pairs, &reader), hunks(&pairs));
    let texts = Texts(after);
    let mut analysis = explain::analyze(parse::parse(log), Some("/p"));
    let baseline = Baseline { age_seconds: Some(840), ..Baseline::new(BaselineKind::GreenBuild) };
    let project = ChangedProject {
        files: &texts,
        pairs: &pairs,
        changes: &changes,
        hunks: &hunks,
        is_whole: true,
        reader: &reader,
        uses: &|word| texts.uses(word),
    };
    let reason = reason(&analysis.errors, &project, &baseline);
    explain::reason::give(&mut analysis, baseline, &changes, reason);
    analysis
}

const MISSING: &str = "/p/model/src/main/java/a/Shelf.java:5: error: cannot find symbol\n        return book.pageCount();\n                   ^\n  symbol:   method pageCount()\n  location: variable book of type Book\n1 error\n";

#[test]
fn a_renamed_method_is_told_with_the_patch() {
    let told = answer(&[(BOOK_AT, "pageCount", "pages")], MISSING);
    assert_eq!(
        told.root_cause.as_deref(),
        Some(
            "`pageCount()` was renamed to `pages()` in Book.java:4 since the last green build, 14 minutes earlier. Shelf.java:5 still uses the old name."
        )
    );
    assert_eq!(told.act_at, Some(ProjectPlace { file: SHELF_AT.into(), line: Some(5) }));
    let diff = told.patch.expect("it is certain").diff;
    assert!(diff.contains("-        return book.pageCount();\n+        return book.pages();"), "{diff}");
    assert!(told.suspects[0].certain && told.changes.is_empty());
}

/// Kotlin reads `getCents()` as `cents`, Java a Kotlin property by such a getter.
/// The answer for a build script and a source file of which the log says this, after the script changed.
fn after_script(before: &str, after: &str, source: (&str, &str), log: &str) -> Analysis {
    let texts = |script: &str| {
        BTreeMap::from([owned(("catalog/build.gradle.kts", script.to_owned())), owned((source.0, source.1.to_owned()))])
    };
    told(texts(before), texts(after), log)
}

#[test]
fn a_changed_level_or_namespace_is_the_reason() {
    let script = "android {\n    namespace = \"a.shop\"\n}\n\nkotlin {\n    compilerOptions {\n        jvmTarget.set(JvmTarget.JVM_1_8)\n    }\n}\n";
    let source = ("catalog/src/main/kotlin/a/shop/App.kt", "package a.shop\n\nval debug = BuildConfig.DEBUG\n");
    let levels = "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':catalog:compileDebugKotlin'.\n> Inconsistent JVM-target compatibility detected for tasks 'compileDebugJavaWithJavac' (1.8) and 'compileDebugKotlin' (17).\n";
    let level = after_script(script, &script.replace("JVM_1_8", "JVM_17"), source, levels);
    assert!(level.suspects[0].certain && level.patch.is_some(), "{level:#?}");
    assert_eq!(
        level.fix_guidelines[0],
        "Write `JvmTarget.JVM_1_8` again for `jvmTarget.set` in catalog/build.gradle.kts:7."
    );
    let missing = "> Task :catalog:compileDebugKotlin FAILED\ne: file:///p/catalog/src/main/kotlin/a/shop/App.kt:3:13 Unresolved reference 'BuildConfig'.\n";
    let space = after_script(script, &script.replace("a.shop", "a.store"), source, missing);
    assert!(space.suspects[0].certain, "{space:#?}");
    assert_eq!(space.suspects[0].change.name, "namespace");
}

/// A field of the same name, a parameter and a comment are no calls; what else is a call may be another's, since the name is not
/// the method's alone.
#[test]
fn only_calls_of_a_renamed_method_are_told() {
    let field = "    final int pageCount = 1; // pageCount\n    Shelf(int pageCount) { }\n    int twice(Book book) { return 2 * book.pageCount(); }\n}\n";
    let shelf = SHELF.strip_suffix("}\n").unwrap().to_owned() + field;
    let before = BTreeMap::from([owned((BOOK_AT, BOOK.to_owned())), owned((SHELF_AT, shelf.clone()))]);
    let after = BTreeMap::from([owned((BOOK_AT, BOOK.replace("pageCount", "pages"))), owned((SHELF_AT, shelf))]);
    let patch = told(before, after, MISSING).patch.expect("it is certain");
    assert!(patch.diff.matches("\n+ ").count() == 1, "the failing line alone is changed: {}", patch.diff);
    assert_eq!(patch.also, [ProjectPlace { file: SHELF_AT.into(), line: Some(9) }]);
}

#[test]
fn a_getter_is_tied_to_the_property_that_the_other_language_misses() {
    let (ticket, guide) = ("model/src/main/java/a/Ticket.java", "model/src/main/kotlin/a/Guide.kt");
    let java =
        "package a;\n\npublic class Ticket {\n    private int cents;\n    public int getCents() { return cents; }\n}\n";
    let kotlin = "package a\n\nclass Guide {\n    fun income(of: Ticket) = of.cents\n}\n";
    let files = |java: String, kotlin: &str| BTreeMap::from([owned((ticket, java)), owned((guide, kotlin.to_owned()))]);
    let log = "e: file:///p/model/src/main/kotlin/a/Guide.kt:4:33 Cannot access 'cents': it is private in 'a/Ticket'\n";
    let answer = told(files(java.to_owned(), kotlin), files(java.replace("getCents", "getPrice"), kotlin), log);
    let cause = answer.root_cause.unwrap();
    assert!(cause.starts_with("`getCents()` was renamed to `getPrice()` in Ticket.java:5"), "{cause}");
    let (path, read) = ("model/src/main/kotlin/a/Ticket.kt", "model/src/main/java/a/Guide.java");
    let kotlin = "package a\n\nclass Ticket {\n    val cents = 1\n}\n";
    let java = "package a;\n\nclass Guide {\n    int income(Ticket of) { return of.getCents(); }\n}\n";
    let files = |kotlin: String| BTreeMap::from([owned((path, kotlin)), owned((read, java.to_owned()))]);
    let log = "/p/model/src/main/java/a/Guide.java:4: error: cannot find symbol\n    int income(Ticket of) { return of.getCents(); }\n                                     ^\n  symbol:   method getCents()\n  location: variable of of type Ticket\n1 error\n";
    let answer = told(files(kotlin.to_owned()), files(kotlin.replace("cents", "price")), log);
    let cause = answer.root_cause.unwrap();
    assert!(cause.starts_with("`cents` was renamed to `price` in Ticket.kt:4"), "{cause}");
}

#[test]
fn a_script_is_tied_to_the_builds_own_sources_alone() {
    let (script, info, route) =
        ("web/build.gradle.kts", "buildSrc/src/main/java/a/Info.java", "model/src/main/kotlin/a/Route.kt");
    let java = "package a;\n\npublic abstract class Info {\n    public abstract String getTitle();\n}\n";
    let kotlin = "package a\n\nclass Route(val title: String)\n";
    let files = |java: &str, kotlin: &str| {
        let script = (script, "tasks.register<Info>(\"info\") {\n    title.set(\"Tour\")\n}\n".to_owned());
        BTreeMap::from([script, (info, java.to_owned()), (route, kotlin.to_owned())].map(owned))
    };
    let log = "e: file:///p/web/build.gradle.kts:2:5: Unresolved reference: title\n\nFAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/p/web/build.gradle.kts' line: 2\n\n* What went wrong:\nScript compilation error:\n\n  Line 2:     title.set(\"Tour\")\n              ^ Unresolved reference: title\n\n1 error\n";
    let before = files(java, kotlin);
    let answer = told(before.clone(), files(&java.replace("getTitle", "getHeading"), kotlin), log);
    let cause = answer.root_cause.unwrap();
    assert!(cause.starts_with("`getTitle()` was renamed to `getHeading()` in Info.java:4"), "{cause}");
    let diff = answer.patch.expect("it is certain").diff;
    assert!(diff.contains("+    heading.set(\"Tour\")\n"), "{diff}");
    let answer = told(before, files(java, &kotlin.replace("title", "name")), log);
    assert!(!answer.root_cause.unwrap().contains("was renamed"), "no script sees a module's class");
}

#[test]
fn a_plugins_class_and_a_property_are_tied_to_the_scripts_that_name_them() {
    let (build, rules) = ("buildSrc/build.gradle.kts", "buildSrc/src/main/java/a/Rules.java");
    let script = "gradlePlugin {\n    plugins.create(\"a\") { implementationClass = \"a.Rules\" }\n}\n";
    let java = "package a;\n\npublic class Rules implements Plugin<Project> {\n    public void apply(Project project) { }\n}\n";
    let files = |java: String| BTreeMap::from([owned((build, script.to_owned())), owned((rules, java))]);
    let log = "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/p/web/build.gradle.kts' line: 1\n\n* What went wrong:\nAn exception occurred applying plugin request [id: 'a.rules']\n> Could not find implementation class 'a.Rules' for plugin 'a.rules' specified in jar:file:/p/buildSrc.jar!/META-INF/gradle-plugins/a.rules.properties.\n";
    let answer = told(files(java.to_owned()), files(java.replace("Rules", "ShopRules")), log);
    let cause = answer.root_cause.unwrap();
    assert!(cause.starts_with("`Rules` was renamed to `ShopRules` in Rules.java:3"), "{cause}");
    let diff = answer.patch.map(|patch| patch.diff).unwrap_or_default();
    assert!(diff.contains("implementationClass = \"a.ShopRules\""), "{diff}");
    let read = ("web/build.gradle.kts", "val season = providers.gradleProperty(\"tour.season\").get()\n".to_owned());
    let files = |text: &str| BTreeMap::from([owned(("gradle.properties", text.to_owned())), owned(read.clone())]);
    let log = "FAILURE: Build failed with an exception.\n\n* What went wrong:\nA problem occurred configuring root project 'tour'.\n> Cannot query the value of this provider because it has no value available.\n";
    let answer = told(files("a=b\ntour.season=spring\n"), files("a=b\n"), log);
    let cause = answer.root_cause.unwrap();
    assert!(cause.starts_with("`tour.season` was removed from gradle.properties:"), "{cause}");
    assert!(cause.contains("web/build.gradle.kts:1 reads it."), "{cause}");
    assert!(answer.patch.is_some_and(|patch| patch.diff.contains("+tour.season=spring\n")));
}

#[test]
fn what_java_no_longer_sees_is_tied_to_the_annotation_that_was_taken() {
    let (route, main) = ("model/src/main/kotlin/a/Route.kt", "model/src/main/java/a/Main.java");
    let kotlin = "package a\n\nclass Route {\n    companion object {\n        @JvmStatic\n        fun of(title: String) = Route()\n    }\n}\n";
    let java = "package a;\n\nclass Main {\n    Route route = Route.of(\"pier\");\n}\n";
    let files = |kotlin: String| BTreeMap::from([owned((route, kotlin)), owned((main, java.to_owned()))]);
    let log = "/p/model/src/main/java/a/Main.java:4: error: cannot find symbol\n    Route route = Route.of(\"pier\");\n                       ^\n  symbol:   method of(String)\n  location: class Route\n1 error\n";
    let answer = told(files(kotlin.to_owned()), files(kotlin.replace("        @JvmStatic\n", "")), log);
    let cause = answer.root_cause.unwrap();
    assert!(cause.starts_with("`@JvmStatic` was removed at Route.kt:5"), "{cause}");
    assert_eq!(answer.fix_guidelines[0], "Put `@JvmStatic` back at Route.kt:5.");
    assert!(answer.patch.is_some_and(|patch| patch.diff.contains("+        @JvmStatic\n")));
}

#[test]
fn what_has_nothing_to_do_with_it_is_no_suspect() {
    let told = answer(
        &[
            (BOOK_AT, "pageCount", "pages"),
            ("model/src/main/java/a/Other.java", "", "package a;\nclass Other { int pageSize; }\n"),
        ],
        MISSING,
    );
    assert_eq!(told.suspects.len(), 1);
    assert!(told.changes.iter().any(|one| one.name == "Other"), "{:?}", told.changes);
    // A name that nothing had.
    let told = answer(&[(BOOK_AT, "title", "name")], &MISSING.replace("pageCount", "size"));
    assert!(told.suspects.iter().all(|suspect| !suspect.certain), "{:?}", told.suspects);
}

#[test]
fn a_slip_is_told_with_the_line_as_it_was() {
    let log = MISSING.replace("pageCount", "pgaeCount");
    let told = answer(&[(SHELF_AT, "pageCount", "pgaeCount")], &log);
    let cause = told.root_cause.unwrap_or_default();
    assert!(cause.starts_with("`pageCount` was changed to `pgaeCount` at Shelf.java:5 since"), "{cause}");
    assert!(told.patch.expect("a slip").diff.contains("+        return book.pageCount();"));
}

/// A line that a declaration begins on is told once.
#[test]
fn what_is_told_as_the_reason_is_not_listed_again() {
    let edits = [(SHELF_AT, "return book.pageCount();", "return book.pageCout();"), (BOOK_AT, "title()", "name()")];
    let told = answer(&edits, &MISSING.replace("pageCount", "pageCout"));
    let shown = rcad_core::render::text(&told, false);
    let (_, others) = shown.split_once("Also changed").expect(&shown);
    assert!(others.contains("`title()` was renamed to `name()` in Book.java:5"), "{shown}");
    assert!(!others.contains("`all()` was changed"), "{shown}");
}

#[test]
fn a_hidden_method_and_a_changed_signature_are_told() {
    let log = MISSING.replace("cannot find symbol", "pageCount() has private access in Book");
    let told = answer(&[(BOOK_AT, "public int pageCount", "private int pageCount")], &log);
    let cause = told.root_cause.unwrap_or_default();
    assert!(cause.starts_with("`pageCount()` was made private in Book.java:4 since the last green build"), "{cause}");
    let log = "/p/model/src/main/java/a/Shelf.java:5: error: method pageCount in class Book cannot be applied to given types;\n        return book.pageCount();\n                   ^\n  required: int\n  found:    no arguments\n  reason: actual and formal argument lists differ in length\n1 error\n";
    let told = answer(&[(BOOK_AT, "pageCount()", "pageCount(int from)")], log);
    let cause = told.root_cause.unwrap_or_default();
    assert!(cause.starts_with("`int from` was added to `pageCount()` in Book.java:4 since"), "{cause}");
}

const KIND_AT: &str = "model/src/main/java/a/Kind.java";
const NO_CASE: &str = "/p/model/src/main/java/a/Shelf.java:5: error: the switch expression does not cover all possible input values\n        return switch (kind) {\n               ^\n1 error\n";

/// What is told of a `switch` without a case, in a file with this text, after an entry was added to an enum.
fn without_case(shelf: &str) -> Analysis {
    let enumeration = |entries: &str| format!("package a;\n\nenum Kind {{\n    {entries}\n}}\n");
    let before = [(SHELF_AT, shelf.to_owned()), (KIND_AT, enumeration("ADULT, CHILD"))];
    let after = [(SHELF_AT, shelf.to_owned()), (KIND_AT, enumeration("ADULT, CHILD, GUEST"))];
    told(before.map(owned).into(), after.map(owned).into(), NO_CASE)
}

fn owned((path, text): (&str, String)) -> (String, String) {
    (path.to_owned(), text)
}

#[test]
fn a_new_case_is_the_reason_only_where_its_enum_or_another_of_its_cases_is_used() {
    let shelf = |head: &str, case: &str| {
        format!(
            "package a;\n\nclass Shelf {{\n    int all({head}) {{\n        return switch (kind) {{\n            case {case} -> 1;\n        }};\n    }}\n}}\n"
        )
    };
    for fits in [shelf("Kind kind", "X"), shelf("Holder kind", "CHILD")] {
        let told = without_case(&fits);
        let cause = told.root_cause.unwrap_or_default();
        assert!(cause.starts_with("`GUEST` was added in Kind.java:4 since"), "{cause}");
        assert!(told.suspects[0].certain);
    }
    let other = without_case(&shelf("Colour kind", "RED"));
    assert!(other.suspects.iter().all(|one| !one.certain), "{:?}", other.suspects);
}

#[test]
fn a_patch_that_would_tell_a_secret_is_not_made() {
    let script = "app/build.gradle";
    let text = |word: &str| {
        format!(
            "android {{\n    signingConfigs {{ release {{\n        storePassword 'abc'\n        {word} 'x'\n    }} }}\n}}\n"
        )
    };
    let pair = |word: &str| BTreeMap::from([(script.to_owned(), text(word))]);
    let log = "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/p/app/build.gradle' line: 4\n\n* What went wrong:\nA problem occurred evaluating project ':app'.\n> Could not find method keyAlis() for arguments [x] on SigningConfig.\n";
    let told = told(pair("keyAlias"), pair("keyAlis"), log);
    assert!(told.suspects[0].certain && told.patch.is_none(), "{told:?}");
    assert!(!format!("{told:?}").contains("abc"));
}

#[test]
fn how_often_it_passed_and_failed_with_the_same_files_is_told() {
    let told = |passed, failed, same_failure| {
        let mut analysis = explain::analyze(parse::parse(MISSING), Some("/p"));
        let same_files = Some(SameFiles { passed, failed, same_failure });
        let baseline = Baseline { unchanged: true, same_files, ..Baseline::new(BaselineKind::GreenBuild) };
        explain::reason::give(&mut analysis, baseline, &[], None);
        analysis.root_cause.unwrap()
    };
    for (counts, wanted) in [
        ((3, 1, 1), " With these same files the build passed 3 times before, and failed now for the first time."),
        (
            (3, 2, 2),
            " With these same files the build has passed 3 times and failed 2 times (this one included), each time in this way.",
        ),
        (
            (1, 3, 2),
            " With these same files the build has passed once and failed 3 times (this one included), 2 times in this way.",
        ),
        (
            (1, 2, 1),
            " With these same files the build has passed once and failed 2 times (this one included), but not in this way before.",
        ),
    ] {
        let told = told(counts.0, counts.1, counts.2);
        assert!(told.ends_with(wanted), "{told}");
    }
    for (passed, failed) in [(1, 1), (0, 4)] {
        assert!(!told(passed, failed, failed).contains("these same files"));
    }
}

#[test]
fn where_no_file_changed_what_else_differs_is_told() {
    let told = |versions: &[&str], log: &str| {
        let mut analysis = explain::analyze(parse::parse(log), Some("/p"));
        let versions = versions.iter().map(|one| (*one).to_owned()).collect();
        let baseline =
            Baseline { age_seconds: Some(840), unchanged: true, versions, ..Baseline::new(BaselineKind::GreenBuild) };
        explain::reason::give(&mut analysis, baseline, &[], None);
        analysis.root_cause.unwrap()
    };
    let test = "> Task :test FAILED\n\na.ShelfTest > opens FAILED\n    java.lang.AssertionError at ShelfTest.java:5\n\n1 test completed, 1 failed\n";
    for (versions, log, wanted) in [
        (&[] as &[&str], test, "14 minutes earlier, so the test may be flaky"),
        (&[], MISSING, "14 minutes earlier: what differs is outside of it"),
        (
            &["JDK 21.0.1 instead of 17.0.9"],
            MISSING,
            "14 minutes earlier, but the build ran with JDK 21.0.1 instead of 17.0.9.",
        ),
    ] {
        let told = told(versions, log);
        assert!(
            told.contains("No source, script or resource of the project has changed since the last green build"),
            "{told}"
        );
        assert!(told.contains(wanted), "{told}");
    }
}
