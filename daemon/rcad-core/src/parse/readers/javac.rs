//! Reads javac's messages: the error line and the source, caret and detail lines below it. Annotation processors print
//! through javac, on sources and on the stubs that kapt makes of Kotlin.

mod arguments;
mod layout;
mod lombok;
mod messages;
mod overriding;
mod owner;
mod statics;
pub mod translated;
mod unimported;

use super::{kotlinc, names, processors};
use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, classify};
use layout::MessageHeader;

/// The table's row.
pub const READER: Reader = Reader { kind: ReaderKind::Javac, anchors: ANCHORS, frame: false, read };

/// Marks, and words of messages without one.
const ANCHORS: &[&str] = &[
    "error:",
    "java: ",
    "错误:",
    "エラー:",
    "Fehler:",
    "錯誤:",
    "오류:",
    "rreur :",
    "шибка:",
    "rrore:",
    "rro:",
    "\u{fffd}:",
    "cannot find symbol",
    " does not exist",
    "不存在",
    " is not public in ",
    "does not override",
    "incompatible types",
    "unreported exception ",
    "from a static context",
    "cannot be applied to given types",
    "no suitable ",
    " access in ",
    " is ambiguous",
    "is already defined in",
    "duplicate class: ",
    "might not have been initialized",
    "should be declared in a file named",
    "end of file while parsing",
    "bad class file: ",
    "Bad service configuration file",
    ".java:[",
    " is no longer supported. Use ",
    "invalid source release",
    "invalid target release",
    "release version ",
];

/// `  symbol:   class Foo`, `  location: class a.Bar`, `  required: int`, `  found:    no arguments`, `  reason: …`; Java 6 and
/// Maven do not indent them: `symbol  : class Foo`
static DETAIL: Pattern = Pattern::new(concat!(
    r"^(?:(?P<plain>symbol|location|required|found|符号|位置|シンボル|場所|기호|위치)| +(?P<name>symbol|location|required|found|reason|符号|位置|シンボル|場所|Symbol|Ort",
    r"|\x{fffd}{4,6}|\x{3bb}\x{fffd}{1,3}|symbole ?|emplacement ?|símbolo|ubicación|localização|символ|расположение|simbolo|posizione|기호|위치|需要|找到|原因|期待値|検出値|理由|erforderlich|gefunden|Grund)) *: *(?P<value>.+)$",
));

/// `import com.example.Client;`: the name whose uses fail as well
static IMPORT: Pattern = Pattern::new(r"^\s*import (?:static )?(?P<path>[^;]*)\.(?P<name>[^.;*]+);");

/// `class Foo`, `variable foo of type Bar`, `method foo(int,String)`
static NAMED: Pattern = Pattern::new(r"^(?P<kind>\S+) +(?P<name>[^\s(]+)(?P<arguments>\([^)]*\))?");

/// `  class file for a.b.C not found`, `  bad class file: /p/C.class`, `    class file has wrong version 61.0, should be 55.0`,
/// `  first type:  int`, `  return type void is not compatible with int`
static MORE: Pattern = Pattern::new(concat!(
    r"^ +(?:class file for (?P<missing>[A-Za-z0-9_.$]+) not found|bad class file: (?P<class_file>.+)",
    r"|class file has wrong version (?P<class_major>[0-9]+)\.[0-9]+, should be (?P<supported_major>[0-9]+)\.[0-9]+",
    r"|first type: +(?P<first>.+)|second type: +(?P<second>.+)",
    r"|return type (?P<actual>\S+) is not compatible with (?P<expected>\S+)|overridden method (?P<overridden>.+)",
    r"|\(package (?P<package>\S+) is declared in module (?P<module>[^,\s]+).*|both (?P<candidates>.+ match)",
    r"|\(use -source (?P<min_source>[0-9.]+) or higher to enable .+\)|\(?attempting to assign weaker access privileges; was (?P<was>\S+?)\)?)$",
));

/// `private final a.B list = null;`, `public abstract int count(String x);`, `class A {`: a declaration
static DECLARED: Pattern = Pattern::new(
    r"(?:\b(?:class|interface|enum|record) (?P<type>[A-Za-z_$][A-Za-z0-9_$]*)|[\w>\]] +(?P<member>[A-Za-z_$][A-Za-z0-9_$]*) *[(;=,)])",
);

/// Lines below an error that may belong to it.
const BELOW: usize = 12;

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let MessageHeader { file, line, message, lines: head } = layout::head(lines, at)?;
    let spread = processors::spread(lines, at, &message);
    let message = spread.as_ref().map_or(message.as_ref(), |(_, whole)| whole.as_str());
    let english = translated::english(message);
    let said = english.as_deref().unwrap_or(message);
    let worded = layout::is_worded(message);
    let mut failure = Failure::new(Category::JavaOther, Language::Java, message);
    if file.is_some() || worded {
        let java = classify(&messages::RULES, said, &mut failure).is_some();
        if !java {
            processors::classify(message, &mut failure);
        }
    } else if layout::is_foreign(lines, at) && classify(&messages::RULES, said, &mut failure).is_some() {
        // No other tool says so in these words.
    } else if classify(&messages::OPTIONS, message, &mut failure).is_none()
        && !processors::classify(message, &mut failure)
    {
        return None;
    }
    (failure.file, failure.line) = (file.map(str::to_owned), line);
    failure.evidence.push(lines.evidence(at));
    processors::trace(lines, at, &mut failure);
    if failure.symbol.as_deref() == Some("-Werror") {
        kotlinc::warnings::note_javac(lines, at, &mut failure);
    }
    let last = at + head - 1;
    failure.evidence.extend((at + 1..=last).map(|index| lines.evidence(index)));
    let placed = failure.file.is_some() || worded || layout::is_foreign(lines, at);
    let count = if placed { head - 1 + read_below(lines, last, &mut failure) } else { head };
    if count == head && layout::begins(lines.get(last + 1)) {
        read_mixed(lines, last + 1, &mut failure);
    }
    if failure.file.as_deref().is_some_and(|file| file.replace('\\', "/").contains("kapt3/stubs")) {
        failure.category = Category::KaptKsp;
    }
    if let (Some(class), Some(member)) = (failure.details.get("class"), failure.details.get("member")) {
        failure.symbol = Some(format!("{class}.{}", member.split('(').next().unwrap_or(member)));
    }
    match failure.category {
        Category::KaptKsp if failure.symbol.is_none() => {
            failure.symbol = declared(&failure).or_else(|| failure.details.get("annotation").cloned());
        }
        Category::JavaCannotFindSymbol => {
            if let (None, Some(imported)) = (&failure.symbol, failure.details.get("imported")) {
                failure.symbol = Some(imported.clone());
                failure.details.insert("kind".to_owned(), "class".to_owned());
            }
            names::describe(&mut failure);
            if let Some(by) = failure.file.as_deref().and_then(generated_by) {
                failure.details.insert("generated_by".to_owned(), by.to_owned());
            }
            let package = own_package(&failure).map(|package| ("own_package".to_owned(), package));
            failure.details.extend(package);
        }
        _ => {}
    }
    arguments::tell(lines, last, &mut failure);
    overriding::tell(lines, last, &mut failure);
    owner::tell(&mut failure);
    package_there(&mut failure);
    unimported::tell(&mut failure);
    statics::tell(&mut failure);
    lombok::tell(&mut failure);
    failure.evidence.extend(spread.iter().map(|(said, _)| lines.evidence(*said)));
    Some(ReaderMatch { failure, lines: count, headline: false })
}

/// The package in which a class is missing, where javac sees the package itself: `location: package a.b`.
fn package_there(failure: &mut Failure) {
    let is_class = failure.details.get("kind").is_some_and(|kind| kind == "class");
    let location = failure.details.get("location").filter(|_| is_class).and_then(|at| at.strip_prefix("package "));
    if let Some(package) = location.map(str::trim).filter(|package| package.contains('.')) {
        let package = package.to_owned();
        if failure.file.as_deref().is_some_and(|file| is_of_author(&package, file)) {
            failure.details.insert("own_package_there".to_owned(), package.clone());
        }
        failure.details.insert("package_there".to_owned(), package);
    }
}

/// The package that is missing, where the file that imports it lies in the same author's packages.
fn own_package(failure: &Failure) -> Option<String> {
    let package = failure.details.get("package")?;
    is_of_author(package, failure.file.as_deref()?).then(|| package.clone())
}

/// Whether the file lies in packages that begin like this one.
fn is_of_author(package: &str, file: &str) -> bool {
    let mut segments = package.split('.');
    let (Some(first), Some(second), Some(_)) = (segments.next(), segments.next(), segments.next()) else {
        return false;
    };
    let author = format!("/{first}/{second}/");
    let authored = !["/com/google/", "/com/android/", "/com/github/", "/io/github/"].contains(&author.as_str());
    authored && file.replace('\\', "/").contains(&author)
}

/// Source line, caret and details; returns how many lines belong to the error.
fn read_below(lines: &Lines, at: usize, failure: &mut Failure) -> usize {
    let mut count = 1;
    for index in at + 1..(at + BELOW).min(lines.len()) {
        let line = lines.get(index);
        let glued = line.trim_start().starts_with('^');
        if line.is_empty() || !glued && layout::begins(line) || line.starts_with(['*', '>', '/', ':']) {
            break;
        }
        // The caret may have the next error glued to it.
        let caret = line.trim_start();
        if caret == "^" || caret.starts_with('^') && layout::begins(&caret[1..]) {
            if failure.column.is_some() {
                break; // Of a message that stands further up: modules that are built in parallel mix their lines.
            }
            // A tab counts as one column, as in the source line above it.
            failure.column = u32::try_from(line.len() - caret.len() + 1).ok();
            failure.evidence.push(lines.evidence(index - 1));
            if let Some(found) = IMPORT.captures(lines.get(index - 1)) {
                failure.details.insert("imported".to_owned(), found["name"].to_owned());
                failure.details.insert("import".to_owned(), format!("{}.{}", &found["path"], &found["name"]));
            }
            count = index + 1 - at;
            if caret.len() > 1 {
                // The rest of the line is read as an error of its own.
                return count.saturating_sub(1).max(1);
            }
        } else if let Some(found) = DETAIL.captures(line.strip_prefix("[ERROR]").unwrap_or(line)) {
            let name = found.name("name").or_else(|| found.name("plain")).map_or("", |name| name.as_str());
            take_detail(failure, name, &found["value"]);
            failure.evidence.push(lines.evidence(index));
            count = index + 1 - at;
        } else if take_more(failure, line) {
            failure.evidence.push(lines.evidence(index));
            count = index + 1 - at;
        }
    }
    count
}

/// What belongs to a message right below which the one at `other` begins: it may stand below that one's own lines. It is taken
/// where its location says that it is of this message's file.
fn read_mixed(lines: &Lines, other: usize, failure: &mut Failure) {
    let mut skipped = failure.clone();
    let below = other + read_below(lines, other, &mut skipped) - 1;
    let mut mixed = failure.clone();
    read_below(lines, below, &mut mixed);
    let class = mixed.details.get("location").and_then(|location| location.strip_prefix("class "));
    let class = class.and_then(|class| class.rsplit('.').next());
    let file = failure.file.as_deref().and_then(|file| file.rsplit(['/', '\\']).next());
    if class.is_some() && class == file.and_then(|file| file.strip_suffix(".java")) {
        *failure = mixed;
    }
}

fn take_detail(failure: &mut Failure, name: &str, value: &str) {
    let key = match name {
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}"
        | "symbol"
        | "符号"
        | "シンボル"
        | "Symbol"
        | "symbole"
        | "symbole "
        | "símbolo"
        | "символ"
        | "simbolo"
        | "기호" => "symbol",
        "location"
        | "位置"
        | "場所"
        | "Ort"
        | "emplacement"
        | "emplacement "
        | "ubicación"
        | "localização"
        | "расположение"
        | "posizione"
        | "위치" => "location",
        "required" | "需要" | "期待値" | "erforderlich" => "required",
        "found" | "找到" | "検出値" | "gefunden" => "given",
        _ => "reason",
    };
    if key != "symbol" {
        // Words of another language would stand in the middle of an English sentence.
        if let Some(value) = translated::place(value) {
            failure.details.insert(key.to_owned(), value);
        }
        return;
    }
    let Some(found) = NAMED.captures(value) else { return };
    failure.symbol = Some(found["name"].to_owned());
    if let Some(kind) = translated::kind(&found["kind"]) {
        failure.details.insert("kind".to_owned(), kind.to_owned());
    }
    if let Some(arguments) = found.name("arguments") {
        let arguments = if arguments.as_str() == "()" { "no arguments" } else { arguments.as_str() };
        failure.details.insert("arguments".to_owned(), arguments.to_owned());
    }
}

/// Details whose names are those of the groups.
fn take_more(failure: &mut Failure, line: &str) -> bool {
    failure.details.extend(layout::candidate(line).map(|class| ("candidate_of".to_owned(), class)));
    let Some(found) = MORE.captures(line) else { return false };
    for name in [
        "missing",
        "class_file",
        "class_major",
        "supported_major",
        "first",
        "second",
        "actual",
        "expected",
        "overridden",
        "package",
        "module",
        "candidates",
        "min_source",
        "was",
    ] {
        if let Some(value) = found.name(name) {
            failure.details.insert(name.to_owned(), value.as_str().to_owned());
        }
    }
    if let Some(module) = failure.details.get("module").filter(|_| line.contains("does not read it")).cloned() {
        failure.details.insert("unread_module".to_owned(), module);
    }
    if let Some(missing) = failure.details.get("missing").cloned() {
        let key = if missing.starts_with("android.support.") { "old_support" } else { "class_missing" };
        failure.details.insert(key.to_owned(), missing);
    }
    if found.name("class_major").is_some() {
        built_for_newer(failure);
    }
    true
}

/// Says that javac is too old for a library's class files.
fn built_for_newer(failure: &mut Failure) {
    failure.category = Category::GradleJdkIncompatible;
    let most = failure.details.remove("supported_major");
    failure.details.extend(most.map(|most| ("max_major".to_owned(), most)));
    failure.say(
        "`{symbol}` was compiled for Java {jdk_for_class} (class file version {class_major}), and the JDK that compiles here is Java {jdk_for_max_class}, which reads class files up to version {max_major}.",
        &[
            "Compile with JDK {jdk_for_class} or later: `JAVA_HOME`, `org.gradle.java.home`, the Gradle JDK of the IDE, or a toolchain.",
            "Or take a version of the library that was built for Java {jdk_for_max_class}.",
        ],
    );
}

/// Which step made a generated source: `…/build/generated/source/kapt/…`.
fn generated_by(file: &str) -> Option<&'static str> {
    let file = file.replace('\\', "/");
    let (_, below) = file.split_once("/build/generated/")?;
    let steps = [
        ("kapt", "kapt"),
        ("ksp", "KSP"),
        ("data_binding", "data binding"),
        ("ap_generated", "an annotation processor"),
    ];
    steps.into_iter().find(|(part, _)| below.contains(part)).map(|(_, step)| step)
}

/// Returns the name that the source line above the caret declares.
fn declared(failure: &Failure) -> Option<String> {
    let found = failure.evidence.iter().skip(1).find_map(|source| DECLARED.captures(&source.text))?;
    found.name("type").or_else(|| found.name("member")).map(|name| name.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::messages;
    use crate::Category;
    use crate::parse::parse;
    use crate::pattern::assert_sound;

    #[test]
    fn tables_compile() {
        assert_sound(&messages::RULES);
        assert_sound(&messages::OPTIONS);
    }

    #[test]
    fn a_library_for_a_newer_java_is_no_matter_of_gradles() {
        let log = "bad class file: /p/shelf-2.0-api.jar (…/Shelf.class)\n  class file has wrong version 65.0, should be 61.0\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.category, Category::GradleJdkIncompatible);
        assert_eq!(failure.details.get("max_major").map(String::as_str), Some("61"));
        assert!(failure.wording.is_some_and(|wording| wording.cause.contains("the JDK that compiles here")));
    }

    /// As Gradle 4.4.1 prints two modules that fail at once, by `--parallel`.
    #[test]
    fn lines_of_modules_that_are_built_in_parallel_keep_to_their_message() {
        let [oboe, violin] = [
            "/p/winds/Oboe.java:7: error: cannot find symbol\n",
            "/p/strings/Violin.java:7: error: cannot find symbol\n",
        ];
        let octave = "        return note.octave();\n                   ^\n  symbol:   method octave()\n  location: variable note of type Note\n1 error\n";
        let reed = "        return new Reed();\n                   ^\n  symbol:   class Reed\n  location: class Oboe\n1 error\n";
        let symbols = |log: &str| -> Vec<(String, Option<String>)> {
            let all = parse(log).failures.into_iter();
            all.map(|one| (one.file.unwrap_or_default(), one.symbol)).collect()
        };
        let told = |file: &str, symbol: &str| (file.to_owned(), Some(symbol.to_owned()));
        let both = [told("/p/winds/Oboe.java", "Reed"), told("/p/strings/Violin.java", "octave")];
        assert_eq!(symbols(&[oboe, violin, octave, reed].concat()), both);
        // Lines of nobody are taken by nobody.
        let lost = symbols(&[violin, octave, reed].concat());
        assert_eq!(lost, [told("/p/strings/Violin.java", "octave")]);
    }

    #[test]
    fn a_package_that_is_there_lacks_only_the_class() {
        let log = "/p/Map.java:3: error: cannot find symbol\nimport com.google.android.gms.maps.model.Shelf;\n                                        ^\n  symbol:   class Shelf\n  location: package com.google.android.gms.maps.model\n";
        let cause = crate::explain::analyze(parse(log), None).root_cause.unwrap_or_default();
        assert!(cause.contains("play-services-maps` is there, but in a version"), "{cause}");
    }

    #[test]
    fn the_next_error_in_mavens_list_is_another() {
        let log = "[ERROR] COMPILATION ERROR :\n[ERROR] /p/A.java:[3,5] unreported exception java.io.IOException; must be caught or declared to be thrown\n\
            [ERROR] /p/B.java:[9,5] cannot find symbol\n[ERROR]   symbol:   method shelve()\n";
        let symbols: Vec<_> = parse(log).failures.into_iter().map(|failure| failure.symbol).collect();
        assert_eq!(symbols, [Some("java.io.IOException".to_owned()), Some("shelve".to_owned())]);
    }

    #[test]
    fn what_lombok_writes_is_marked_outside_of_android() {
        let log = |path: &str, symbol: &str| {
            let log = format!(
                "{path}:3: error: cannot find symbol\n    x;\n    ^\n  symbol:   {symbol}\n  location: class Book\n"
            );
            let details = parse(&log).failures.remove(0).details;
            (details.contains_key("lombok_logger"), details.contains_key("lombok_accessor"))
        };
        let shop = "/p/shop/src/main/java/com/example/Shelf.java";
        assert_eq!(log(shop, "variable log"), (true, false));
        assert_eq!(log(shop, "method getTitle()"), (false, true));
        assert_eq!(log(shop, "method shelve()"), (false, false));
        assert_eq!(log("/p/app/src/main/java/com/example/Shelf.java", "method getTitle()"), (false, false));
    }

    #[test]
    fn every_layout_has_its_place() {
        for log in [
            "/p/A.java:3: error: missing return statement",
            "e: /p/A.java:3: error: missing return statement",
            "error: /p/A.java:3: error: missing return statement",
            "Note: Recompile with -Xlint for details./p/A.java:3: error: missing return statement",
            "/p/A.java:3:\nerror: missing return statement",
            "`/p/A.java`\n`Error:(3, 5) error: missing return statement`",
            "    ^/p/A.java:3: error: missing return statement",
        ] {
            let failure = parse(log).failures.remove(0);
            assert_eq!((failure.file.as_deref(), failure.line), (Some("/p/A.java"), Some(3)), "{log}");
        }
        let glued = r"Tool version 4 does not match 5C:\p\A.java:3: error: missing return statement";
        assert_eq!(parse(glued).failures[0].file.as_deref(), Some(r"C:\p\A.java"));
    }

    #[test]
    fn a_processor_names_what_the_source_declares() {
        let log = "/p/build/tmp/kapt3/stubs/debug/a/Basket.java:3: error: Cannot figure out how to save this field into database. You can consider adding a type converter for it.\n    private final java.util.Date day = null;\n                                 ^\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!((failure.category, failure.symbol.as_deref()), (Category::KaptKsp, Some("day")));
    }

    #[test]
    fn what_is_glued_to_a_caret_is_read_as_well() {
        let log = "/p/A.java:3: error: missing return statement\n    }\n    ^/p/B.java:4: error: not a statement\n";
        assert_eq!(parse(log).failures.len(), 2);
    }
}
