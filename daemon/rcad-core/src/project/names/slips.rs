//! Slips of the keyboard that a compiler reports as something else: a keyword, the name of an import.

use super::expression::{CodePlace, without_texts};
use crate::Failure;
use crate::project::details::add;
use crate::project::nearest::nearest;
use crate::project::sources::import;

const JAVA: &[&str] = &[
    "abstract",
    "boolean",
    "break",
    "case",
    "catch",
    "class",
    "continue",
    "default",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "implements",
    "import",
    "instanceof",
    "interface",
    "long",
    "package",
    "private",
    "protected",
    "public",
    "record",
    "return",
    "sealed",
    "static",
    "super",
    "switch",
    "synchronized",
    "throw",
    "throws",
    "try",
    "void",
    "volatile",
    "while",
];

const KOTLIN: &[&str] = &[
    "abstract",
    "break",
    "catch",
    "class",
    "companion",
    "const",
    "continue",
    "data",
    "else",
    "enum",
    "final",
    "finally",
    "fun",
    "import",
    "inline",
    "interface",
    "internal",
    "lateinit",
    "object",
    "open",
    "operator",
    "override",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "sealed",
    "suspend",
    "throw",
    "try",
    "typealias",
    "val",
    "value",
    "when",
    "while",
];

/// Names of Kotlin's standard library that people write most.
const STANDARD: &[&str] = &[
    "associate",
    "associateBy",
    "associateWith",
    "average",
    "buildList",
    "buildMap",
    "buildString",
    "capitalize",
    "chunked",
    "coerceAtLeast",
    "coerceAtMost",
    "coerceIn",
    "contains",
    "containsKey",
    "count",
    "distinct",
    "distinctBy",
    "dropLast",
    "dropWhile",
    "emptyList",
    "emptyMap",
    "endsWith",
    "equals",
    "error",
    "filter",
    "filterIndexed",
    "filterIsInstance",
    "filterKeys",
    "filterNot",
    "filterNotNull",
    "filterValues",
    "first",
    "firstOrNull",
    "flatMap",
    "flatten",
    "fold",
    "forEach",
    "forEachIndexed",
    "getOrDefault",
    "getOrElse",
    "getOrNull",
    "getOrPut",
    "groupBy",
    "groupingBy",
    "hashCode",
    "ifBlank",
    "ifEmpty",
    "indexOf",
    "indexOfFirst",
    "intersect",
    "isBlank",
    "isEmpty",
    "isInitialized",
    "isNotBlank",
    "isNotEmpty",
    "isNullOrBlank",
    "isNullOrEmpty",
    "joinTo",
    "joinToString",
    "lastIndex",
    "lastOrNull",
    "length",
    "lineSequence",
    "lines",
    "listOf",
    "listOfNotNull",
    "lowercase",
    "mapIndexed",
    "mapKeys",
    "mapNotNull",
    "mapOf",
    "mapTo",
    "mapValues",
    "maxBy",
    "maxByOrNull",
    "maxOf",
    "maxOrNull",
    "minBy",
    "minByOrNull",
    "minOf",
    "minOrNull",
    "mutableListOf",
    "mutableMapOf",
    "mutableSetOf",
    "onEach",
    "padEnd",
    "padStart",
    "partition",
    "plus",
    "println",
    "printStackTrace",
    "putAll",
    "random",
    "readText",
    "readLines",
    "reduce",
    "removeAll",
    "removeIf",
    "removePrefix",
    "removeSuffix",
    "repeat",
    "replace",
    "require",
    "requireNotNull",
    "check",
    "checkNotNull",
    "reversed",
    "runCatching",
    "sequence",
    "setOf",
    "shuffled",
    "single",
    "singleOrNull",
    "sorted",
    "sortedBy",
    "sortedByDescending",
    "sortedDescending",
    "sortedWith",
    "split",
    "startsWith",
    "substring",
    "substringAfter",
    "substringAfterLast",
    "substringBefore",
    "substringBeforeLast",
    "subtract",
    "sumBy",
    "sumOf",
    "takeIf",
    "takeLast",
    "takeUnless",
    "takeWhile",
    "toByteArray",
    "toDouble",
    "toDoubleOrNull",
    "toFloat",
    "toInt",
    "toIntOrNull",
    "toList",
    "toLong",
    "toLongOrNull",
    "toMap",
    "toMutableList",
    "toMutableMap",
    "toMutableSet",
    "toRegex",
    "toSet",
    "toSortedMap",
    "toString",
    "toTypedArray",
    "trim",
    "trimEnd",
    "trimIndent",
    "trimMargin",
    "trimStart",
    "union",
    "uppercase",
    "windowed",
    "withIndex",
    "zip",
    "zipWithNext",
];

/// Adds the name of Kotlin's standard library that a name nearly is.
pub fn standard(seen: &CodePlace<'_, '_>, symbol: &str, failure: &mut Failure) {
    if seen.path.ends_with(".kt")
        && let Some(near) = nearest(symbol, STANDARD.iter().copied())
    {
        add(failure, "standard_name", near);
    }
}

/// Adds the keyword that a word of the line nearly is, for a syntax error.
pub fn keyword(seen: &CodePlace<'_, '_>, code: &str, failure: &mut Failure) {
    let keywords = if seen.path.ends_with(".java") { JAVA } else { KOTLIN };
    let code = without_texts(code.split("//").next().unwrap_or(code));
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    for word in words {
        let is_plain = word.chars().all(|c| c.is_ascii_lowercase()) && !keywords.contains(&word);
        // A name that is used elsewhere in the file is no slip.
        let is_only = || seen.text.matches(word).count() == 1;
        let found =
            if is_plain { swapped(word, keywords).or_else(|| nearest(word, keywords.iter().copied())) } else { None };
        if let Some(keyword) = found.filter(|_| is_only()) {
            add(failure, "misspelt_keyword", word);
            add(failure, "keyword", keyword);
            return;
        }
    }
}

/// The short keyword whose letters the word has in another order: `fnu`.
fn swapped<'k>(word: &str, keywords: &[&'k str]) -> Option<&'k str> {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let wanted = sorted(word);
    keywords
        .iter()
        .copied()
        .find(|keyword| word.len() >= 3 && word.starts_with(&keyword[..1]) && sorted(keyword) == wanted)
}

/// Adds the import that a class's name nearly is.
pub fn import_of(seen: &CodePlace<'_, '_>, symbol: &str, failure: &mut Failure) {
    let lines = (1_u32..).zip(seen.text.lines());
    let imports: Vec<(u32, &str)> = lines.filter_map(|(number, line)| Some((number, import(line)?))).collect();
    let simple = |path: &str| path.rsplit('.').next().unwrap_or(path).to_owned();
    let names: Vec<String> = imports.iter().map(|(_, path)| simple(path)).collect();
    let Some(near) = nearest(symbol, names.iter().map(String::as_str)) else { return };
    if let Some((number, path)) = imports.iter().find(|(_, path)| simple(path) == near) {
        add(failure, "imported_name", near);
        add(failure, "imported_path", *path);
        add(failure, "imported_line", number.to_string());
    }
}
