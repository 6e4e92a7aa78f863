//! Queries as people type and paste them, with what must come of each.

use rcad_core::Category;
use rcad_core::model::analysis::Engine;
use rcad_core::model::failure::Language;
use rcad_store::{Filters, Highlighter};
use rcad_testkit::FailedBuilds;

use crate::index::{Lab, numbered};

const KOTLIN: &str = "e: file:///p/app/src/main/java/ui/CartScreen.kt:14:9 Unresolved reference 'pageCount'.\n";
const JAVA: &str = "/p/app/src/main/java/Main.java:3: error: cannot find symbol\n    bestand();\n    ^\n  symbol:   method bestand()\n  location: class Main\n1 error\n";
const COLOR: &str = "ERROR: /p/app/src/main/res/values/themes.xml:4:5-75: AAPT: error: resource attr/colorPrimaryDark (aka com.example:attr/colorPrimaryDark) not found.\n";
const DEPENDENCY: &str = "* What went wrong:\nExecution failed for task ':app:checkDebugAarMetadata'.\n> Could not resolve all files for configuration ':app:debugRuntimeClasspath'.\n   > Could not find androidx.core:core-ktx:1.99.0.\n     Required by:\n         project :app\n";
const GERMAN: &str = "e: file:///p/app/src/main/java/Größe.kt:2:9 Unresolved reference 'prüfeGröße'.\n";
const CHINESE: &str = "e: file:///p/app/src/main/java/A.kt:2:9 Unresolved reference '检查名称'.\n";

/// Ids of the six, in the order above.
fn six(lab: &Lab) -> [String; 6] {
    let mut ended_ms = 0;
    let ids = [KOTLIN, JAVA, COLOR, DEPENDENCY, GERMAN, CHINESE].map(|text| {
        ended_ms += 1;
        lab.put("/p", ended_ms, text)
    });
    lab.catch_up();
    ids
}

#[test]
fn each_query_finds_what_it_is_about_first() {
    let lab = Lab::new();
    let [kotlin, java, color, dependency, german, chinese] = six(&lab);
    let pasted = format!(
        "\u{1b}[31m> Task :app:compileDebugKotlin FAILED\u{1b}[0m\n{}(see [docs] {{1}} + - && || ^2 ~ * ? \\ / \"open",
        KOTLIN.repeat(25).replace("/p/", "/home/somebody/else/").replace(":14:9", ":99:1")
    );
    for (query, expected) in [
        ("pageCount", &kotlin),
        ("page count", &kotlin),
        ("count of pages", &kotlin),
        ("pagec", &kotlin),
        ("CartScreen.kt", &kotlin),
        ("cart", &kotlin),
        (&pasted, &kotlin),
        ("bestand()", &java),
        ("symbol method in class Main", &java),
        ("colorPrimaryDark", &color),
        ("primary", &color),
        ("attr/colorPrimaryDark", &color),
        ("\"color primary\"", &color),
        ("THEMES.XML", &color),
        ("androidx.core:core-ktx:1.99.0", &dependency),
        ("core-ktx", &dependency),
        ("ktx 1.99.0", &dependency),
        (":app:checkDebugAarMetadata", &dependency),
        ("prüfegröße", &german),
        ("GRÖSSE prüfe", &german),
        ("检查名称", &chinese),
        ("名称", &chinese),
        ("detail: '检查名称'?", &chinese),
    ] {
        assert_eq!(lab.find(query).first(), Some(expected), "{query}");
    }
}

#[test]
fn what_stands_nowhere_is_not_found_and_no_text_is_an_error() {
    let lab = Lab::new();
    assert_eq!(lab.find("pageCount"), [""; 0], "before the index is open");
    lab.catch_up();
    assert_eq!(lab.find("pageCount"), [""; 0], "nothing is stored");
    let ids = six(&lab);
    for query in [
        "quuxbar",
        "",
        " \n\t",
        "\"",
        "\"\"",
        "(",
        "a:b:c:(",
        "field:",
        "[qq",
        "\u{0}",
        "~~~",
        "\u{1b}[",
        "\"primary color\"",
        "\"page count\" \"color primary\"",
    ] {
        assert_eq!(lab.find(query), [""; 0], "{query:?}");
    }
    assert_eq!(lab.find("unresolved").len(), 3);
    assert_eq!(lab.find("R.attr.pageCount").len(), 2, "both names, since the whole is nowhere");
    assert_eq!(lab.find("attr/colorPrimaryDark").len(), 1, "not what else has colours");
    assert_eq!(lab.find("\"unresolved reference\"").len(), 3);
    assert_eq!(lab.find(&"x".repeat(5_000_000)), [""; 0]);
    let query = rcad_store::Query { text: "unresolved", vector: None, filters: &Filters::default(), limit: usize::MAX };
    assert_eq!(lab.index.search(&query).unwrap().len(), 3);
    assert_eq!(lab.index.search(&rcad_store::Query { limit: 0, ..query }).unwrap(), []);
    assert!(ids.contains(&lab.find(&"unresolved \n".repeat(100_000))[0]));
}

#[test]
fn a_hit_in_the_symbol_goes_before_one_in_the_advice() {
    let lab = Lab::new();
    let (report, mut advice) = numbered(1);
    advice.fix_guidelines = vec!["Ask symbol2.".into()];
    let advice = lab.store.put(&report, Some(&advice), None).unwrap().rca.unwrap();
    let (report, symbol) = numbered(2);
    let symbol = lab.store.put(&report, Some(&symbol), None).unwrap().rca.unwrap();
    lab.catch_up();
    assert_eq!(lab.find("symbol2"), [symbol, advice]);
}

#[test]
fn words_that_an_rca_was_found_by_are_named_as_typed() {
    let lab = Lab::new();
    let ids = six(&lab);
    let named = |query: &str, n: usize| Highlighter::new(query).found_by(&lab.store.get(&ids[n]).unwrap().unwrap());
    assert_eq!(named("the PageCount nonsense", 0), ["PageCount"]);
    assert_eq!(named("colorPrimary sidebar", 2), ["color", "Primary"], "the record says colorPrimaryDark");
    assert_eq!(named("pagec", 0), ["pagec"]);
    assert_eq!(named("nonsense", 0), [""; 0]);
}

#[test]
fn a_deleted_or_changed_rca_is_found_as_it_is_now() {
    let lab = Lab::new();
    let id = lab.put("/p", 1, KOTLIN);
    lab.catch_up();
    let since = |since_ms| Filters { since_ms: Some(since_ms), ..Filters::default() };
    assert_eq!(lab.hits("pageCount", &since(2)), []);
    assert_eq!(lab.put("/p", 5, KOTLIN), id);
    lab.catch_up();
    assert_eq!(lab.hits("pageCount", &since(2)).len(), 1);
    assert_eq!(lab.index.state().documents, 1);
}

#[test]
fn filters_agree_with_a_plain_scan() {
    let lab = Lab::new();
    let mut engines = [Engine::Rules, Engine::Memory, Engine::Agent].into_iter().cycle();
    for (report, mut analysis) in FailedBuilds::new(3).take(400) {
        analysis.engine = engines.next().unwrap();
        analysis.confidence = f64::from(analysis.errors.len() as u32 % 7 + report.id.len() as u32 % 5) / 12.0;
        lab.store.put(&report, Some(&analysis), None).unwrap();
    }
    lab.catch_up();
    let all = lab.store.list(usize::MAX).unwrap();
    let query = "error not found failed could a app com example reference cannot java kotlin gradle";
    let unfiltered = ids(&lab, query, &Filters::default());
    assert!(unfiltered.len() > 350, "{} of 400", unfiltered.len());
    let mut random = Random(11);
    let (mut some, mut none) = (0, 0);
    for _ in 0..300 {
        let filters = random.filters(&all);
        let mut expected: Vec<String> =
            all.iter().filter(|rca| filters.admits(rca)).map(|rca| rca.id.clone()).collect();
        expected.retain(|id| unfiltered.contains(id));
        expected.sort();
        assert_eq!(ids(&lab, query, &filters), expected, "{filters:?}");
        *(if expected.is_empty() { &mut none } else { &mut some }) += 1;
    }
    assert!(some > 50 && none > 20, "{some} {none}");
}

fn ids(lab: &Lab, text: &str, filters: &Filters) -> Vec<String> {
    let query = rcad_store::Query { text, vector: None, filters, limit: 1000 };
    let mut ids: Vec<String> = lab.index.search(&query).unwrap().into_iter().map(|hit| hit.id).collect();
    ids.sort();
    ids
}

/// Numbers of a linear congruential series (Knuth's MMIX constants).
struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn often<T>(&mut self, value: T) -> Option<T> {
        (self.below(3) == 0).then_some(value)
    }

    /// Filters with values of stored RCAs, each there in a third of the cases.
    fn filters(&mut self, all: &[rcad_store::Rca]) -> Filters {
        let mut rca = || &all[self.below(all.len())];
        let (one, two, three, four) = (rca(), rca(), rca(), rca());
        let project = if self.below(2) == 0 { &one.project } else { &one.project_name };
        let category = [one.analysis.primary().unwrap().category, Category::ALL[self.below(Category::ALL.len())]];
        let category = category[self.below(2)];
        let language = [two.analysis.primary().unwrap().language, Language::Native][self.below(2)];
        let quality = [four.quality, 0.5][self.below(2)];
        Filters {
            category: self.often(category),
            language: self.often(language),
            project: self.often(project.clone().unwrap()),
            engine: self.often(three.analysis.engine),
            since_ms: self.often(three.last_seen_ms),
            min_confidence: self.often(four.analysis.confidence),
            min_quality: self.often(quality),
        }
    }
}
