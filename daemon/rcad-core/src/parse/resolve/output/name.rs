//! The name that a tool's line is about: in marks, behind words that say what is wrong with it, by its form.

use crate::pattern::{Captures, Pattern};

/// `'hight'`, `` `Basket` ``, `"./basket"`, `<shelf>`: a name without blanks in marks
static QUOTED: Pattern = Pattern::new(
    r#"(?:^|[\s(\[:=,])(?:'(?P<name>[^\s'"`]{1,100})(?: \([^')]*\))?'|`(?P<name2>[^\s'"`]{1,100})`|"(?P<name3>[^\s'"`]{1,100})"|‘(?P<name4>[^\s’]{1,100})’|<(?P<name5>[A-Za-z][A-Za-z0-9_.-]+)>|`(?P<name6>[^\s'"`]{1,100})')"#,
);

/// `undefined: Item`, `unknown key hight`, `not found: value total`, `provides package a.b/c`, `Can't locate Basket/Item.pm`
static UNQUOTED: Pattern = Pattern::new(
    r#"(?i)(?:undefined|undeclared|unresolved|unknown|unrecogni[sz]ed|not found|not defined|no such|cannot find|could not find|can't locate|unable to (?:resolve|access)|provides|--- fail|with name|requirement|unresolved external symbol)(?:[^:']{0,40}:)?(?: (?:key|option|name|type|class|rule|symbol|property|variable|field|module|package|gem|pod|command|target|value|method|function|jarfile|host|arguments?|identifier|reference|external symbol))? ['"`]?(?P<name>[-$@]{0,2}[A-Za-z_][A-Za-z0-9_.$/@=-]*[A-Za-z0-9_])"#,
);

/// `The method total() is undefined for …`, `connect to host shelf.example port 22`, `cart.py::test_total`
static DESCRIBED: Pattern = Pattern::new(
    r"(?:\b(?:method|function|field|variable|property|class|module|command) (?P<name>[A-Za-z_][A-Za-z0-9_.]*)(?:\([^)]*\))? (?:is|does|was|has|not)\b|\b(?:to host|for host|server at) (?P<name2>[A-Za-z0-9.-]+[A-Za-z0-9])|::(?P<name3>test[A-Za-z0-9_]*)|\b(?:project|file|class|bean|resource|module|package|user|key) \[(?P<name4>[^\]\s]+)\]|(?:^|: )(?P<name5>[A-Za-z_@$][A-Za-z0-9_.$/-]*) is (?:not |missing|undefined|required|unknown|unsupported))",
);

/// `stamp.sh: line 12: VERSION: unbound variable`, `tar: basket.tgz: Cannot open: No such file or directory`
static BEFORE: Pattern = Pattern::new(
    r"(?:^|: )(?P<name>[^\s:'\x22`]+): (?:unbound variable|parameter (?:null|not set)|[Cc]annot open|No such file|[Pp]ermission denied|(?:command )?not found)",
);

/// `Class too large: com/example/R$string`: the last word, if it is a name
static LAST: Pattern = Pattern::new(r"[a-z]: ?(?P<name>[A-Za-z_][A-Za-z0-9_$-]*(?:[./:$][A-Za-z0-9_$-]+)+)\.?$");

/// `com.example:basket:1.0`, `basket==3.1`
static COORDINATE: Pattern = Pattern::new(
    r"(?:^|[\s(\['`])(?P<name>[a-z][A-Za-z0-9_.-]*:[A-Za-z][A-Za-z0-9_.-]*:[0-9][A-Za-z0-9_.+-]*[A-Za-z0-9]|[A-Za-z][A-Za-z0-9_.-]*==[0-9][A-Za-z0-9.]*)",
);

/// `ERR_REQUIRE_ESM`, `TS2322`, `CVE-2019-12086`, `YN0028`: what a message is known by, where it names nothing
static CODE: Pattern =
    Pattern::new(r"(?:^|[^A-Za-z0-9_])(?P<name>ERR_[A-Z_]+|CVE-[0-9]+-[0-9]+|[A-Z]{1,5}[0-9]{3,5})(?:$|[^A-Za-z0-9_])");

/// `undefined method `sum' for …`, `unknown option '--hight'`: the name behind what is wrong with it
static WRONG: Pattern = Pattern::new(
    r#"(?i)(?:undefined|undeclared|unresolved|unknown|unrecogni[sz]ed|not found|no such|cannot find|could not find|missing|unexpected|unsupported|invalid|duplicate)[a-z ]{0,30}:? ['"`‘](?P<name>[^\s'"`’]{1,100})['"`’]"#,
);

/// The name that a line is about.
pub fn named(text: &str) -> Option<String> {
    let of = |found: Captures<'_>| {
        ["name", "name2", "name3", "name4", "name5"]
            .iter()
            .find_map(|name| found.name(name))
            .map(|name| name.as_str().to_owned())
    };
    let before = BEFORE.captures(text).and_then(of).filter(|name| tells(name));
    let before = before.or_else(|| WRONG.captures(text).and_then(of));
    let described = || DESCRIBED.captures(text).and_then(of).filter(|name| tells(name));
    let unquoted = || UNQUOTED.captures(text).and_then(of).filter(|name| tells(name));
    before
        .or_else(|| COORDINATE.captures(text).and_then(of))
        .or_else(|| quoted(text))
        .or_else(unquoted)
        .or_else(described)
        .or_else(|| LAST.captures(text).and_then(of))
        .or_else(|| CODE.captures(text).and_then(of))
}

/// Words that [`UNQUOTED`] may take for a name.
const WORDS: &[&str] = &[
    "fatal",
    "failed",
    "warning",
    "sh",
    "bash",
    "the",
    "a",
    "an",
    "any",
    "to",
    "in",
    "on",
    "for",
    "file",
    "of",
    "or",
    "and",
    "is",
    "has",
    "with",
    "at",
    "error",
    "reason",
    "host",
    "variable",
    "key",
    "name",
    "type",
    "method",
    "function",
    "value",
    "resource",
    "option",
    "class",
    "module",
    "argument",
    "arguments",
    "symbol",
    "property",
    "identifier",
    "reference",
    "command",
    "package",
    "directory",
    "that",
    "this",
    "it",
    "when",
    "while",
    "by",
    "from",
    "all",
    "no",
    "more",
    "which",
];

fn tells(name: &str) -> bool {
    !WORDS.iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// The first name in marks.
pub fn quoted(text: &str) -> Option<String> {
    let mut rest = text;
    while let Some(found) = QUOTED.captures(rest) {
        let name = ["name", "name2", "name3", "name4", "name5", "name6"].iter().find_map(|name| found.name(name))?;
        if name.as_str().contains(|letter: char| letter.is_alphabetic()) {
            return Some(name.as_str().to_owned());
        }
        rest = &rest[name.end()..];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_line_is_about_a_name() {
        for (text, name) in [
            ("undefined: Item", "Item"),
            ("unknown key hight", "hight"),
            ("in `total': undefined method `sum' for nil", "sum"),
            ("Could not find gem 'basket (~> 9.0)' in", "basket"),
            ("not found: value total", "total"),
            ("The method total() is undefined for the type Shelf", "total"),
            ("connect to host shelf.example.com port 22: Connection refused", "shelf.example.com"),
            ("stamp.sh: line 12: VERSION: unbound variable", "VERSION"),
            ("No matching distribution found for basket==3.1", "basket==3.1"),
            ("Failed to provide com.example:basket:20w17a : null", "com.example:basket:20w17a"),
            ("Class too large: com/example/R$string", "com/example/R$string"),
            ("error TS2322: Type is not assignable", "TS2322"),
        ] {
            assert_eq!(named(text).as_deref(), Some(name), "{text}");
        }
        for text in
            ["it is not there", "no such file or directory", "Undefined variable.", "failed", "FATAL: not found"]
        {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
