//! The name and the file of a failure for which no reader found them: those that the tool's own words hold.
//!
//! They are found when all is explained and tell nobody's rules anything; a failure keeps its fingerprint.

use crate::Category;
use crate::model::failure::{BY_WORDS, FILE_BY_WORDS, Failure, SYMBOL_BY_WORDS, file_name};
use crate::pattern::Pattern;

/// Names in a text, the most telling kind first.
static NAMES: [Pattern; 8] = [
    // 'freemium', "libs.versions.toml", `Basket`
    Pattern::new(r#"(?:^|[\s(\[:=,])['"`‘“](?P<name>[^\s'"`‘’“”]{2,80})['"`’”](?:$|[\s).,:;\]!?])"#),
    // org.example:shelf:1.2.0
    Pattern::new(r"(?:^|[\s(\[])(?P<name>[a-z][A-Za-z0-9_.\-]*:[A-Za-z][A-Za-z0-9_.\-]*:[0-9][A-Za-z0-9_.\-]*)"),
    // com.example.shop.Basket
    Pattern::new(r"(?:^|[^A-Za-z0-9_.])(?P<name>(?:[a-z_][a-z0-9_]*\.){2,}[A-Z][A-Za-z0-9_$]*)"),
    // shelf.example.org/10.0.0.7:8443
    Pattern::new(r"(?:^|[\s(])/?(?P<name>[a-z0-9-]+(?:\.[a-z0-9-]+)*)/[0-9.]{7,15}:[0-9]+"),
    // INSTALL_FAILED_OLDER_SDK
    Pattern::new(r"(?:^|[^A-Za-z0-9_])(?P<name>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:$|[^A-Za-z0-9_])"),
    // google-services.json
    Pattern::new(
        r"(?:^|[^A-Za-z0-9_.\-])(?P<name>[A-Za-z_][A-Za-z0-9_.\-]*\.(?:properties|gradle|gradle\.kts|toml|xml|json|jar|aar|apk|aab|so|pro|ya?ml|jks|keystore|lock))(?:$|[^A-Za-z0-9_])",
    ),
    // <color>
    Pattern::new(r"<(?P<name>[a-z][A-Za-z0-9_.\-]+)>"),
    // distributionUrl, ShelfStore
    Pattern::new(r"(?:^|[^A-Za-z0-9_.$/\\:\-])(?P<name>[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)(?:$|[^A-Za-z0-9_$/\\])"),
];

/// A file that somebody edits, by its name, and the line where that is named.
static EDITED: Pattern = Pattern::new(
    r"(?:^|[^A-Za-z0-9_.:/\\(\-])(?P<file>(?:[A-Za-z]:[\\/])?[A-Za-z0-9_.\-/\\]*[A-Za-z0-9_\-]\.(?:properties|gradle|gradle\.kts|toml|xml|json|pro|ya?ml|jks|keystore|kt|kts|java|dart|ts|tsx|js|cs|cpp))(?:$|[^A-Za-z0-9_.\-]\W{0,2}(?:(?:at |on )?[Ll]ine:? ?#?|L)?(?P<line>[1-9][0-9]{0,4})?)",
);

/// Words that look like a name and are none of the project's.
const WORDS: &[&str] = &[
    "main",
    "if",
    "else",
    "when",
    "val",
    "var",
    "fun",
    "this",
    "null",
    "true",
    "false",
    "SI_QUEUE",
    "SI_TKILL",
    "SI_USER",
    "WaitingInMainSignalCatcherLoop",
    "AndroidRuntime",
    "JavaScript",
    "TypeScript",
    "PowerShell",
    "GitHub",
    "GitLab",
    "BuildException",
    "MainThread",
    "ActivityThread",
    "AndroidStudio",
    "JavaCompile",
    "org.xml",
];

/// Exceptions that anything may throw.
const GENERAL: &[&str] = &["Exception", "RuntimeException", "Error", "Throwable", "GradleException"];

/// Details that name what a failure is about, which a frame of a library only reports.
const SUBJECTS: &[&str] = &["bean", "variable", "host", "service", "table", "column", "property", "permission"];

/// The kinds of names that are certain enough to take a library's frame's place: in quotation marks, coordinates, classes,
/// hosts.
const CERTAIN: usize = 4;

/// Packages of what runs the app, whose frames say less than those of the library that calls it.
const PLATFORM: &[&str] =
    &["android.", "com.android.", "dalvik.", "java.", "javax.", "jdk.", "kotlin.", "libcore.", "sun."];

/// Gives the failure what its words name, where it has no name or no file.
pub fn complete(failure: &mut Failure) {
    if is_frame_of_others(failure)
        && let Some(name) = subject(failure)
    {
        let frame = failure.symbol.replace(name).unwrap_or_default();
        failure.details.insert(SYMBOL_BY_WORDS.to_owned(), frame);
    }
    let unnamed = failure.symbol.as_deref().is_none_or(says_nothing);
    if !unnamed && failure.file.is_some() {
        return;
    }
    let (message, quoted) = (said(failure), quoted(failure));
    let name = |texts: &[String]| NAMES.iter().find_map(|kind| texts.iter().find_map(|text| name(kind, text)));
    let words = || name(&message).or_else(|| name(&quoted)).filter(|name| !is_place(failure, name));
    if unnamed && let Some(name) = words().or_else(|| thrown(failure)) {
        failure.symbol = Some(name);
        failure.details.insert(SYMBOL_BY_WORDS.to_owned(), BY_WORDS.to_owned());
    }
    if failure.symbol.as_deref() == Some("null") {
        failure.symbol = None;
    }
    if failure.file.is_none()
        && let Some(found) = message.iter().chain(&quoted).find_map(|text| EDITED.captures(text))
    {
        failure.file = found.name("file").map(|file| file.as_str().to_owned());
        failure.line = found.name("line").and_then(|line| line.as_str().parse().ok());
        failure.details.insert(FILE_BY_WORDS.to_owned(), "yes".to_owned());
    }
    complete_setting(failure);
}

/// What a category is always about: a setting, and the file that has it.
const SETTINGS: &[(Category, &str, &str)] = &[(Category::AgpSdkLocation, "sdk.dir", "local.properties")];

/// Gives a failure that names neither the setting nor its file those of its category.
fn complete_setting(failure: &mut Failure) {
    let Some((_, setting, file)) = SETTINGS.iter().find(|(category, ..)| *category == failure.category) else { return };
    if failure.symbol.as_deref().is_none_or(says_nothing) {
        failure.symbol = Some((*setting).to_owned());
        failure.details.insert(SYMBOL_BY_WORDS.to_owned(), BY_WORDS.to_owned());
    }
    if failure.file.is_none() {
        failure.file = Some((*file).to_owned());
        failure.details.insert(FILE_BY_WORDS.to_owned(), "yes".to_owned());
    }
}

/// Whether the symbol is the function of a library that throws, or the exception's class, and no code of the app's.
fn is_frame_of_others(failure: &Failure) -> bool {
    let Some(symbol) = failure.symbol.as_deref() else { return false };
    let is = |key: &str| {
        failure.details.get(key).is_some_and(|frame| frame == symbol || frame.ends_with(&format!(".{symbol}")))
    };
    // A plugin of the build is no code of the reader's either; and of a check of the system's own only the service is known.
    let plugins = failure.task.is_some() && failure.exception.is_some() && is("at");
    let check = failure.details.contains_key("service") && (symbol.contains("assert") || symbol.contains("abort"));
    let others = !["own_class", "plugin_at"].iter().any(|key| failure.details.contains_key(*key));
    plugins || check || others && (is("top") || is("foreign_frame") || is("thrown"))
}

/// What a failure that a library reports is about: what its details or its message name, else the library that called Android.
fn subject(failure: &Failure) -> Option<String> {
    let detail = SUBJECTS.iter().find_map(|key| failure.details.get(*key)).filter(|name| !name.is_empty());
    let message = said(failure);
    let named = || {
        let names = NAMES.iter().take(CERTAIN).find_map(|kind| message.iter().find_map(|text| name(kind, text)));
        names.filter(|name| !is_hash(name) && failure.symbol.as_deref().is_none_or(|symbol| !symbol.contains(name)))
    };
    let detail = detail.map(|name| if name.contains("bin/") { file_name(name) } else { name }.to_owned());
    detail.or_else(named).or_else(|| {
        let platform = failure.details.get("foreign_frame").filter(|frame| is_platform(frame));
        let caller =
            failure.details.get("foreign_caller").filter(|caller| platform.is_some() && !is_platform(caller))?;
        let parts: Vec<&str> = caller.rsplit('.').take(2).collect();
        Some(parts.into_iter().rev().collect::<Vec<_>>().join("."))
    })
}

/// Whether a name is a value that a program made: `df65d3e4…334a`.
fn is_hash(name: &str) -> bool {
    name.contains('…') || name.len() > 7 && name.chars().all(|letter| letter.is_ascii_hexdigit() || letter == '-')
}

fn is_platform(frame: &str) -> bool {
    PLATFORM.iter().any(|start| frame.starts_with(start))
}

/// The exception's class, which says what happened where nothing else is named.
fn thrown(failure: &Failure) -> Option<String> {
    let class = failure.exception.as_deref()?.rsplit(['.', '$']).next()?;
    (!GENERAL.contains(&class)).then(|| class.to_owned())
}

/// Whether the name is that of the failure's file.
fn is_place(failure: &Failure, name: &str) -> bool {
    failure.file.as_deref().is_some_and(|file| file_name(file) == name)
}

/// Lines that are looked at.
const LINES: usize = 6;

/// What the tool said, line by line: the line that was recognised, then the message.
fn said(failure: &Failure) -> Vec<String> {
    let known = failure.details.get("said").map(String::as_str);
    known.into_iter().chain(failure.message.lines()).filter_map(words).take(LINES).collect()
}

/// The lines that it was read from.
fn quoted(failure: &Failure) -> Vec<String> {
    failure.evidence.iter().filter_map(|line| words(&line.text)).take(LINES).collect()
}

/// A line without addresses of pages; nothing for a frame.
fn words(line: &str) -> Option<String> {
    let words = line.split_whitespace().filter(|word| !word.contains("://"));
    (!line.trim_start().starts_with("at ")).then(|| words.collect::<Vec<_>>().join(" "))
}

/// Whether a symbol names nothing.
fn says_nothing(symbol: &str) -> bool {
    symbol == "script" || symbol == "null"
}

/// The first name of this kind in the text.
fn name(kind: &Pattern, text: &str) -> Option<String> {
    let mut rest = text;
    while let Some(found) = kind.captures(rest) {
        let found = found.name("name")?;
        let name = found.as_str().trim_end_matches(['.', ',', ':', ';']);
        if is_telling(name) && !is_placeholder(rest, found.start(), found.end()) {
            return Some(file_name(name.trim_end_matches(['/', '\\'])).to_owned());
        }
        rest = &rest[rest.len().min(found.end())..];
    }
    None
}

/// Whether what stands there is a part of a form that a tool prints, `plugin:<pluginId>:<optionName>=<value>`: in angle
/// brackets, with a mark and more behind or before them.
fn is_placeholder(text: &str, start: usize, end: usize) -> bool {
    let marked = |letter: Option<char>| letter.is_some_and(|letter| ":=@/".contains(letter));
    let Some(before) = text[..start].strip_suffix('<') else { return false };
    let Some(behind) = text[end..].strip_prefix('>') else { return false };
    let mut behind = behind.chars();
    marked(before.chars().next_back())
        || marked(behind.next()) && behind.next().is_some_and(|next| !next.is_whitespace())
}

/// Whether it is neither a task, a number, an address, an exception's class nor a common word.
fn is_telling(name: &str) -> bool {
    let exception = name.ends_with("Exception") || name.ends_with("Error");
    let letters = name.bytes().filter(u8::is_ascii_alphabetic).count();
    !(exception || letters < 2 || name.starts_with([':', '<']) || WORDS.contains(&name))
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::fingerprint::fingerprint;
    use crate::model::failure::Failure;
    use crate::parse::parse;

    fn failure(message: &str) -> Failure {
        let mut all = analyze(parse(&format!("* What went wrong:\n{message}\n")), None).errors;
        all.remove(0)
    }

    #[test]
    fn the_words_of_an_unknown_message_name_what_it_is_about() {
        let cases = [
            ("The flavour 'paid' has no shelf.", Some("paid"), None),
            ("Shelf org.example:shelf:1.2.0 is of no use.", Some("org.example:shelf:1.2.0"), None),
            ("The shelf com.example.shop.Basket is of no use.", Some("com.example.shop.Basket"), None),
            ("Shelving ended with SHELF_NOT_FOUND today.", Some("SHELF_NOT_FOUND"), None),
            ("In '/home/dev/shop/shelves.json' at line 31 something is odd.", Some("shelves.json"), Some(31)),
            ("The option shelfCount is of no use here.", Some("shelfCount"), None),
            ("It should be lamp:<lampId>:<optionName>=<value> there.", None, None),
            ("The element <lampShade> is of no use.", Some("lampShade"), None),
            ("Nothing can be shelved, see https://shelves.example/a.json for more.", None, None),
        ];
        for (message, symbol, line) in cases {
            let found = failure(message);
            assert_eq!((found.symbol.as_deref(), found.line), (symbol, line), "{message}: {found:?}");
        }
    }

    #[test]
    fn what_a_library_reports_is_named_by_its_message() {
        let symbol = |message: &str, frames: &str| {
            let log = format!("Exception in thread \"main\" {message}\n{frames}");
            analyze(parse(&log), None).errors.remove(0).symbol.unwrap_or_default()
        };
        let foreign = "\tat okhttp3.internal.connection.RealConnection.connectSocket(RealConnection.kt:297)\n\tat okhttp3.internal.connection.RealConnection.connect(RealConnection.kt:207)\n";
        let own = format!("{foreign}\tat com.example.shop.Stock.load(Stock.kt:12)\n");
        let refused = "java.net.ConnectException: Failed to connect to shop.example/10.0.0.9:8443";
        assert!(symbol(refused, foreign).starts_with("shop.example"));
        assert_eq!(symbol(refused, &own), "Stock.load", "the app's own function stays");
        let plain = "java.lang.IllegalStateException: it is closed already";
        assert_eq!(symbol(plain, foreign), "RealConnection.connectSocket", "nothing else is named");
        let key = "java.lang.IllegalArgumentException: Key \"df65d3e4a1b2\" was already used";
        assert_eq!(symbol(key, foreign), "RealConnection.connectSocket", "a value is no name");
    }

    #[test]
    fn a_failure_keeps_its_fingerprint() {
        for text in [
            "* What went wrong:\nThe flavour 'paid' of shelves.json has no shelf.\n",
            "java.net.ConnectException: Failed to connect to shop.example/10.0.0.9:8443\n\tat okhttp3.Call.connect(Call.kt:7)\n\tat okhttp3.Call.open(Call.kt:9)\n",
        ] {
            let (read, analysis) = (parse(text), analyze(parse(text), None));
            assert_ne!(analysis.errors[0].symbol, read.failures[0].symbol, "{text}");
            assert_eq!(analysis.fingerprint, Some(fingerprint(&analysis.errors[0])));
            assert_eq!(analysis.fingerprint, Some(fingerprint(&read.failures[0])));
        }
    }
}
