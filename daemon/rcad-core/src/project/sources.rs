//! What Kotlin and Java sources declare and import: a light scan of words, not a parser.

pub(super) mod receiver;

use super::tree::{Files, walk};
use crate::pattern::Pattern;

/// How many source files are looked at.
const FILES: usize = 120;

/// Something that a source file declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceDeclaration {
    /// `Basket`, `total`.
    pub name: String,
    /// With its file's package in front.
    pub qualified: String,
    /// Whether it is a class, interface or object, which is all that can be imported from Java.
    pub class: bool,
    /// Whether it is at the top level of its file, so that it can be imported from Kotlin.
    pub top: bool,
    /// The simple name of the class that it is a member of, or that it extends: `Basket` of `fun Basket.total()`.
    pub owner: Option<String>,
    /// Whether only its own class or file sees it.
    pub private: bool,
    /// `app/src/main/java/shop/Basket.kt:12`
    pub location: String,
}

impl SourceDeclaration {
    /// The package of its file.
    pub fn package(&self) -> &str {
        self.qualified.rsplit_once('.').map_or("", |(package, _)| package)
    }

    /// Its file and 1-based line.
    pub fn file_and_line(&self) -> (&str, u32) {
        let (file, line) = self.location.rsplit_once(':').unwrap_or((&self.location, ""));
        (file, line.parse().unwrap_or(0))
    }
}

/// What the sources under `dir` declare.
pub fn declared(files: &dyn Files, dir: &str) -> Vec<SourceDeclaration> {
    let source = |path: &str| path.ends_with(".kt") || path.ends_with(".java");
    let mut all = Vec::new();
    for path in walk(files, dir, FILES, &source) {
        if let Some(text) = files.read(&path) {
            scan(&text, &path, &mut all);
        }
    }
    all
}

/// `    public static List<Item> items(Basket basket) {`, `    private final String title;`
static JAVA_MEMBER: Pattern = Pattern::new(concat!(
    r"^\s+(?:(?:public|protected|private|static|final|abstract|synchronized|native|default|volatile|transient)\s+)*",
    r"(?P<type>[A-Za-z_][A-Za-z0-9_.]*)[A-Za-z0-9_<>\[\],.? ]*\s(?P<name>[A-Za-z_][A-Za-z0-9_]*)\s*[(=;]",
));

/// `    OPEN, PAID("x");` of an enum
static CONSTANT: Pattern = Pattern::new(r"^\s+(?P<name>[A-Z][A-Z0-9_]{2,})\s*(?:[,;(]|$)");

/// Keywords before a declared name; those up to the first `fun` declare classes.
const KEYWORDS: &[&str] =
    &["class", "interface", "object", "enum", "record", "@interface", "typealias", "fun", "val", "var"];
const CLASSES: usize = 7;

/// Words that begin a statement, which looks like a member otherwise.
const STATEMENTS: &[&str] =
    &["return", "new", "throw", "else", "package", "import", "case", "if", "while", "for", "assert"];

/// What one file declares.
pub fn declared_by(text: &str, path: &str) -> Vec<SourceDeclaration> {
    let mut all = Vec::new();
    scan(text, path, &mut all);
    all
}

fn scan(text: &str, path: &str, all: &mut Vec<SourceDeclaration>) {
    let package = package(text);
    let java = path.ends_with(".java");
    let mut classes = Classes::default();
    for (line, code) in text.lines().enumerate() {
        let words = code.trim_start();
        if words.starts_with("//") || words.starts_with('*') || words.starts_with("/*") || words.starts_with("import ")
        {
            continue;
        }
        let private = words.contains("private ");
        let indent = code.len() - words.len();
        let mut add = |full: &str, class: bool| {
            let (extended, name) = full.rsplit_once('.').map_or((None, full), |(class, name)| (Some(class), name));
            let qualified = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
            let top = indent == 0 && !java;
            let owner = extended.map(str::to_owned).or_else(|| classes.owner(line, indent));
            if class {
                classes.open(line, indent, name);
            }
            let location = format!("{path}:{}", line + 1);
            all.push(SourceDeclaration { name: name.to_owned(), qualified, class, top, owner, private, location });
        };
        keyword_names(words, java, &mut add);
        if java {
            let member = JAVA_MEMBER.captures(code);
            let member =
                member.filter(|found| !STATEMENTS.contains(&&found["type"]) && !KEYWORDS.contains(&&found["type"]));
            if let Some(found) = member {
                add(&found["name"], false);
            }
        }
        if let Some(found) = CONSTANT.captures(code) {
            add(&found["name"], false);
        }
    }
}

/// The classes around a line, by their indentation.
#[derive(Default)]
struct Classes {
    /// Line, indentation, name, and the indentation of its members once one is known.
    around: Vec<(usize, usize, String, Option<usize>)>,
}

impl Classes {
    fn open(&mut self, line: usize, indent: usize, name: &str) {
        self.around.push((line, indent, name.to_owned(), None));
    }

    /// The class that something declared here is a member of; nothing for what is local to a function.
    fn owner(&mut self, line: usize, indent: usize) -> Option<String> {
        while self.around.last().is_some_and(|(at, class, ..)| *at != line && *class >= indent) {
            self.around.pop();
        }
        let (at, _, name, members) = self.around.last_mut()?;
        if *at != line {
            let level = members.get_or_insert(indent);
            if indent > *level {
                return None;
            }
            *level = indent;
        }
        Some(name.clone())
    }
}

/// `fun Basket.total(): Int`, `class Basket(val items: List<Item>)`, `fun <T> first(…)`
fn keyword_names(code: &str, java: bool, add: &mut dyn FnMut(&str, bool)) {
    let mut rest = code;
    while let Some((word, after)) = next_word(rest) {
        rest = after;
        let Some(at) = KEYWORDS.iter().position(|keyword| *keyword == word) else { continue };
        if java && at >= CLASSES || matches!(after.trim_start().chars().next(), Some('(' | '=' | '{' | ':')) {
            continue;
        }
        let mut name = after.trim_start();
        if name.starts_with('<') {
            name = name.split_once('>').map_or("", |(_, rest)| rest.trim_start());
        }
        let end = name.find(|c: char| !(c.is_alphanumeric() || "_.?".contains(c))).unwrap_or(name.len());
        let name = name[..end].trim_matches('.');
        let (class, simple) = name.rsplit_once('.').map_or(("", name), |(class, simple)| (class, simple));
        if !simple.is_empty() && !KEYWORDS.contains(&simple) {
            let class = class.trim_end_matches('?').rsplit('.').next().unwrap_or("");
            add(&if class.is_empty() { simple.to_owned() } else { format!("{class}.{simple}") }, at < CLASSES);
        }
    }
}

fn next_word(text: &str) -> Option<(&str, &str)> {
    let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '@';
    let start = text.find(letter)?;
    let rest = &text[start..];
    let end = rest.find(|c: char| !letter(c)).unwrap_or(rest.len());
    Some((&rest[..end], &rest[end..]))
}

/// The package of a file; empty without one.
pub fn package(text: &str) -> &str {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("package "));
    line.map_or("", |name| name.split(';').next().unwrap_or("").trim())
}

/// The import of a file that ends in `name`, in full: `a.b.Basket` for `Basket`; also the one that `name` is a part of.
pub fn import_of(text: &str, name: &str) -> Option<String> {
    let imports = text.lines().filter_map(import);
    let mut imports = imports.filter(|path| !name.is_empty() && path.split('.').any(|part| part == name));
    imports.next().map(str::to_owned)
}

/// `a.b.C` for `import a.b.C as D` and `import static a.b.C.d;`
pub fn import(line: &str) -> Option<&str> {
    let path = line.trim().strip_prefix("import ")?.trim_start();
    let path = path.strip_prefix("static ").unwrap_or(path);
    let path = path.split(" as ").next()?.trim().trim_end_matches(';').trim_end_matches(".*").trim();
    (!path.is_empty() && !path.contains(' ')).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::FileMap;
    use super::{declared, import, import_of};

    #[test]
    fn declarations_of_both_languages_are_found() {
        let map = FileMap::of(&[
            (
                "app/src/main/kotlin/shop/Basket.kt",
                "package shop\n\nimport a.b.c\n\n/** class Nothing */\ndata class Basket(val items: List<Item>, private var open: Boolean)\n\
                fun <T> Basket.total(): Int = 1 // fun\nobject Till { val sum get() = 2 }\nenum class State {\n    OPEN,\n    PAID\n}\n",
            ),
            (
                "app/src/main/java/shop/Item.java",
                "package shop;\npublic final class Item {\n    private final String title;\n    public List<Item> others(int n) {\n        return total(n);\n    }\n}\n",
            ),
        ]);
        let all = declared(&map, "app");
        let names: Vec<String> =
            all.iter().map(|one| format!("{}{}", one.name, if one.class { "!" } else { "" })).collect();
        assert_eq!(
            names,
            ["Item!", "title", "others", "Basket!", "items", "open", "total", "Till!", "sum", "State!", "OPEN", "PAID"]
        );
        let basket = all.iter().find(|one| one.name == "Basket").expect("it is declared");
        assert_eq!(
            (basket.qualified.as_str(), basket.location.as_str()),
            ("shop.Basket", "app/src/main/kotlin/shop/Basket.kt:6")
        );
    }

    #[test]
    fn members_know_their_class() {
        let map = FileMap::of(&[
            (
                "src/k/Cargo.kt",
                "package k\n\nclass Cargo(\n    val mass: Int,\n) {\n    fun weigh(): Int {\n        val total = 1\n        return total\n    }\n\n    \
                class Crate { fun open() = 1 }\n\n    private fun sink() = 2\n}\n\nfun Cargo?.double() = 2\nfun alone() = 3\n",
            ),
            (
                "src/k/Ship.java",
                "package k;\nclass Ship {\n  private int speed;\n  int sail() {\n    int knots = 1;\n    return knots;\n  }\n}\n",
            ),
        ]);
        let all = declared(&map, "src");
        let owned: Vec<String> = all
            .iter()
            .filter_map(|one| {
                Some(format!("{}.{}{}", one.owner.as_ref()?, one.name, if one.private { "-" } else { "" }))
            })
            .collect();
        assert_eq!(
            owned,
            [
                "Cargo.mass",
                "Cargo.weigh",
                "Cargo.Crate",
                "Crate.open",
                "Cargo.sink-",
                "Cargo.double",
                "Ship.speed-",
                "Ship.sail"
            ]
        );
    }

    #[test]
    fn imports() {
        assert_eq!(import("import static org.junit.Assert.*;"), Some("org.junit.Assert"));
        assert_eq!(import("  import a.b.C as D"), Some("a.b.C"));
        assert_eq!((import("important()"), import("import ")), (None, None));
        let text = "package x\nimport retrofit2.Retrofit\nimport retrofit2.converter.gson.GsonConverterFactory\n";
        assert_eq!(import_of(text, "gson").as_deref(), Some("retrofit2.converter.gson.GsonConverterFactory"));
        assert_eq!(import_of(text, "Moshi"), None);
    }
}
