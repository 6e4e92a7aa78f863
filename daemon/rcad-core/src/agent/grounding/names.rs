//! Finds names in a sentence that do not occur in the evidence and so are invented: quoted texts, identifiers, files,
//! coordinates, versions. Plain words are never names.

use std::sync::LazyLock;

use regex::Regex;

use super::evidence::EvidenceSource;

/// Words that look like names but belong to no project: products, keywords and types of the languages, terms of Gradle and
/// Android. In lower case.
#[rustfmt::skip] // As many on a line as there is room for.
const COMMON: &[&str] = &[
    // Products and terms.
    "androidx", "github", "gitlab", "jetbrains", "jitpack", "intellij", "javascript", "typescript", "openjdk", "macos", "ios", "junit",
    "youtube", "okhttp", "kotlinx", "mavencentral", "mavenlocal", "stackoverflow", "jvm", "jdk", "jre", "agp", "ksp", "kapt", "bom", "api",
    "sdk", "ndk", "ide", "dsl", "di", "ui", "xml", "json", "toml", "gradle", "kotlin", "java", "groovy", "android", "maven", "compose",
    "room", "hilt", "dagger", "r8", "d8", "proguard", "lint", "aapt2", "dex", "apk", "aar", "jar", "log", "wrapper", "studio", "daemon",
    // Kotlin and Java.
    "abstract", "actual", "annotation", "any", "arraylist", "array", "as", "assert", "boolean", "break", "by", "byte", "case", "catch",
    "char", "charsequence", "class", "companion", "const", "constructor", "continue", "crossinline", "data", "default", "do", "double",
    "else", "enum", "expect", "extends", "external", "false", "final", "finally", "float", "for", "fun", "function", "get", "hashmap", "if",
    "implements", "import", "in", "infix", "init", "inline", "inner", "instanceof", "int", "integer", "interface", "internal", "is", "it",
    "lateinit", "list", "long", "main", "map", "mutablelist", "mutablemap", "mutableset", "native", "new", "noinline", "nothing", "null",
    "nullable", "nullpointerexception", "number", "object", "open", "operator", "out", "override", "package", "pair", "private",
    "protected", "public", "record", "reified", "return", "run", "sealed", "sequence", "set", "short", "static", "string", "super",
    "suspend", "switch", "tailrec", "this", "throw", "throwable", "throws", "transient", "true", "try", "typealias", "unit", "val", "value",
    "var", "vararg", "void", "volatile", "when", "where", "while", "yield", "exception", "error", "warning", "runtime", "list<t>", "t",
    // Gradle and Android.
    "androidtestimplementation", "annotationprocessor", "api", "application", "applicationid", "buildconfig", "buildfeatures", "buildscript",
    "buildsrc", "buildtypes", "classpath", "compile", "compileoptions", "compileonly", "compilesdk", "compilesdkversion", "configuration",
    "databinding", "debug", "debugimplementation", "defaultconfig", "dependencies", "exclude", "group", "id", "implementation", "include",
    "includebuild", "jvmtarget", "jvmtoolchain", "kotlinoptions", "library", "manifest", "minsdk", "minsdkversion", "module", "name",
    "namespace", "platform", "plugin", "plugins", "productflavors", "project", "release", "repositories", "resource", "resources",
    "runtimeonly", "settings", "source", "sourcecompatibility", "sourceset", "sourcesets", "targetcompatibility", "targetsdk",
    "targetsdkversion", "task", "test", "testimplementation", "variant", "version", "versioncode", "versionname", "viewbinding",
    "viewmodel", "livedata", "recyclerview", "appcompat", "lifecycle", "activity", "fragment", "composable", "context", "intent", "view",
];

/// Extensions of file names.
const FILES: &str = r"kts?|java|xml|gradle|toml|properties|json|pro|aidl|cpp|h|c|txt|aar|jar|lockfile";

/// Patterns of names, in this order; the group is the name.
struct NamePatterns {
    /// `userName`, 'foo', "bar"
    quoted: Regex,
    /// com.squareup.okhttp3:okhttp:4.12.0
    coordinate: Regex,
    /// src/main/A.kt, build.gradle.kts
    file: Regex,
    /// 2.0.21, v8.5.0-alpha01
    version: Regex,
    /// JDK 17, API level 34
    number: Regex,
    /// userName, user_name, UserName, userName()
    identifier: Regex,
    /// One word of a quotation.
    word: Regex,
}

static SHAPES: LazyLock<Option<NamePatterns>> = LazyLock::new(|| {
    let file = format!(r"((?:[\w.$@-]+/)*[\w.$-]+\.(?:{FILES}))(?-u:\b)");
    Some(NamePatterns {
        quoted: Regex::new("`([^`\n]+)`|\"([^\"\n]+)\"|“([^”\n]+)”|«([^»\n]+)»|(?:^|[\\s(])'([^'\n]+)'").ok()?,
        coordinate: Regex::new(r"(?-u:\b)([A-Za-z][\w-]*(?:\.[\w-]+)+:[A-Za-z][\w.-]*(?::[\w.+-]*\w)?)").ok()?,
        file: Regex::new(&file).ok()?,
        version: Regex::new(r"(?-u:\b)[vV]?([0-9]+(?:\.[0-9]+){1,3}(?:[.+-][A-Za-z][\w.]*\w|[.+-][A-Za-z])?)(?-u:\b)").ok()?,
        number: Regex::new(r"(?i)(?-u:\b)(?:jdk|java|api(?:\s+level)?|sdk(?:\s+version)?|agp|gradle|kotlin|level)\s+(?:version\s+)?([0-9]{1,3})(?-u:\b)").ok()?,
        identifier: Regex::new(r"(?-u:\b)([A-Za-z_][A-Za-z0-9]*(?:[a-z0-9][A-Z]|_)[A-Za-z0-9_]*)(?-u:\b)").ok()?,
        word: Regex::new(r"[\w&&[^\d]]\w*").ok()?,
    })
});

/// The first name of a sentence that occurs neither in the cited lines nor elsewhere in the evidence.
pub(super) fn unknown(sentence: &str, cited: &str, evidence: &dyn EvidenceSource) -> Option<String> {
    // A test compiles the patterns; if they failed, every sentence would be rejected.
    let Some(shapes) = SHAPES.as_ref() else { return Some(sentence.to_owned()) };
    let known =
        |name: &str| COMMON.contains(&&*name.to_lowercase()) || has_word(cited, name) || evidence.mentions(name);
    let path = |name: &&str| !known(name) && !evidence.has_file(name);
    let coordinate = |name: &&str| !known(name) && !evidence.knows(name);
    let quoted = shapes.quoted.captures_iter(sentence).filter_map(|found| found.iter().skip(1).flatten().next());
    let in_quotes = quoted.map(|found| found.as_str()).find_map(|text| unknown_in(text, shapes, &known, evidence));
    // Parts of a coordinate or a file's name need no check of their own.
    let alone = shapes.coordinate.replace_all(sentence, " ");
    let bare = shapes.file.replace_all(&alone, " ");
    // `Gradle 8.7` is a version, not `Gradle 8`.
    let unversioned = shapes.version.replace_all(&bare, " ");
    in_quotes
        .or_else(|| all(&shapes.coordinate, sentence).find(coordinate).map(str::to_owned))
        .or_else(|| all(&shapes.file, &alone).find(path).map(str::to_owned))
        .or_else(|| all(&shapes.version, &bare).find(|version| !known(version)).map(str::to_owned))
        .or_else(|| all(&shapes.number, &unversioned).find(|number| !known(number)).map(str::to_owned))
        .or_else(|| all(&shapes.identifier, &bare).find(|name| !known(name)).map(str::to_owned))
}

/// All matches of a pattern.
fn all<'t>(shape: &'t Regex, text: &'t str) -> impl Iterator<Item = &'t str> {
    shape.captures_iter(text).filter_map(|found| Some(found.get(1)?.as_str()))
}

/// The unknown part of a quotation: nothing where it occurs as a whole, else its first unknown word.
fn unknown_in(
    text: &str,
    shapes: &NamePatterns,
    known: &dyn Fn(&str) -> bool,
    evidence: &dyn EvidenceSource,
) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || known(text) || evidence.has_file(text) || (text.contains(':') && evidence.knows(text)) {
        return None;
    }
    if let Some(file) = shapes.file.find(text).filter(|file| file.as_str() == text) {
        return Some(file.as_str().to_owned());
    }
    let version = shapes.version.captures_iter(text).filter_map(|found| found.get(1)).map(|found| found.as_str());
    let words = shapes.word.find_iter(text).map(|found| found.as_str());
    // Words within a version, like `alpha01`, are checked with it.
    let words = words.filter(|word| !shapes.version.find_iter(text).any(|version| version.as_str().contains(word)));
    version.chain(words).find(|part| !known(part)).map(str::to_owned)
}

/// Whether a text has a name as a whole word, ignoring case: `userName` does not have `user`, nor `1.2.3` `1.2`.
pub fn has_word(text: &str, name: &str) -> bool {
    has_word_in_lowercase(&text.to_lowercase(), name)
}

/// [`has_word`] for a text that is in lower case already.
pub fn has_word_in_lowercase(text: &str, name: &str) -> bool {
    let name = name.to_lowercase();
    if name.is_empty() {
        return false;
    }
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let digits = name.starts_with(|c: char| c.is_ascii_digit()) || name.ends_with(|c: char| c.is_ascii_digit());
    text.match_indices(&name).any(|(at, found)| {
        let (before, behind) = (&text[..at], &text[at + found.len()..]);
        let inside =
            name.starts_with(part) && before.ends_with(part) || name.ends_with(part) && behind.starts_with(part);
        let number = |rest: &str| rest.chars().next().is_some_and(|c| c.is_ascii_digit());
        let longer = digits
            && (behind.strip_prefix('.').is_some_and(number)
                || before.strip_suffix('.').is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit())));
        // `v` before a version does not belong to it.
        let version = digits && before.ends_with('v') && !before[..before.len() - 1].ends_with(part);
        (!inside || version) && !longer
    })
}
