//! Parts of a declaration's head in one line: parameters, type, supertypes.

use super::CodeDeclaration;
use crate::model::change::ChangeSubject;

/// Words before a declaration that say nothing of how it is used.
const NOT_SHOWN: &[&str] = &[
    "public",
    "protected",
    "private",
    "internal",
    "final",
    "open",
    "override",
    "synchronized",
    "inline",
    "operator",
    "infix",
    "tailrec",
    "native",
    "default",
];

/// A type as code writes it, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenType {
    /// Its simple name: `List`.
    pub name: String,
    /// Its type arguments: `Book` of `List<Book>`.
    pub arguments: Vec<String>,
}

impl WrittenType {
    /// `java.util.List<Book>?`, `int`; nothing for what is no plain type.
    pub fn of(text: &str) -> Option<WrittenType> {
        let text = text.trim().trim_end_matches(['?', '!']);
        let (base, arguments) = match text.split_once('<') {
            Some((base, rest)) => (base, parts(rest.trim_end().strip_suffix('>')?)),
            None => (text, Vec::new()),
        };
        let name = base.trim().rsplit('.').next()?;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let plain = |one: &str| one.trim().trim_start_matches("out ").trim_start_matches("? extends ").to_owned();
        is_name.then(|| WrittenType { name: name.to_owned(), arguments: arguments.into_iter().map(plain).collect() })
    }
}

/// The head as it is shown to people: without annotations and words that say nothing of its use.
pub fn shown(signature: &str) -> String {
    let mut words: Vec<&str> = signature.split(' ').collect();
    let is_left_out = |word: &&str| NOT_SHOWN.contains(word) || word.starts_with('@');
    let skipped = words.iter().take_while(|word| is_left_out(word)).count();
    words.drain(..skipped);
    words.join(" ").trim_end_matches(['{', ' ']).to_owned()
}

/// The type of a property, or what a function returns; nothing where the head does not have it.
pub fn type_of(one: &CodeDeclaration, is_java: bool) -> Option<WrittenType> {
    let text = if is_java { java_type(one)? } else { kotlin_type(one)? };
    WrittenType::of(text)
}

/// `List<Book>` of `public List<Book> books(int from)`
fn java_type(one: &CodeDeclaration) -> Option<&str> {
    let before = one.signature[..name_at(one)?].trim_end();
    let mut depth = 0_usize;
    let start = before.char_indices().rev().find_map(|(at, c)| {
        match c {
            '>' => depth += 1,
            '<' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => return Some(at + 1),
            _ => {}
        }
        None
    });
    let found = &before[start.unwrap_or(0)..];
    (!found.is_empty() && !NOT_SHOWN.contains(&found)).then_some(found)
}

/// `List<Book>` of `fun books(from: Int): List<Book>`
fn kotlin_type(one: &CodeDeclaration) -> Option<&str> {
    let mut rest = one.signature[name_at(one)? + one.name.len()..].trim_start();
    if rest.starts_with('(') {
        rest = rest[1 + closing(&rest[1..])? + 1..].trim_start();
    }
    let text = rest.strip_prefix(':')?;
    let end = [" =", " where ", " by ", " {"].iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    Some(text[..end].trim())
}

/// The parameters of a function, a constructor or a class with one: `book: Book`, `Book book`.
pub fn parameters(one: &CodeDeclaration) -> Option<Vec<&str>> {
    let after = match one.subject {
        ChangeSubject::Constructor if !one.signature.contains(&format!("{}(", one.name)) => one.signature.find('(')?,
        _ => name_at(one)? + one.name.len(),
    };
    let rest = &one.signature[after..];
    let open = rest.find('(')?;
    let is_near = rest[..open].chars().all(|c| c.is_alphanumeric() || " <>,:@".contains(c));
    let inner = &rest[open + 1..];
    is_near.then_some(parts(&inner[..closing(inner)?]))
}

/// What a class extends and implements, simple names.
pub fn supertypes(one: &CodeDeclaration, is_java: bool) -> Vec<String> {
    let Some(at) = name_at(one) else { return Vec::new() };
    let rest = &one.signature[at + one.name.len()..];
    let lists: Vec<&str> = if is_java {
        let after = |word: &str| rest.split_once(word).map(|(_, after)| after);
        let extended = after(" extends ").map(|text| text.split(" implements ").next().unwrap_or(text));
        extended
            .into_iter()
            .chain(after(" implements "))
            .map(|text| text.split(" permits ").next().unwrap_or(text))
            .collect()
    } else {
        let head = match rest.find('(') {
            Some(open) if rest[..open].find(':').is_none() => {
                closing(&rest[open + 1..]).map_or("", |close| &rest[open + 1 + close + 1..])
            }
            _ => rest,
        };
        head.split_once(':').map(|(_, after)| after).into_iter().collect()
    };
    let name = |part: &str| {
        let plain = part.trim().split(['(', '<', ' ', '{']).next().unwrap_or("");
        plain.rsplit('.').next().unwrap_or(plain).to_owned()
    };
    lists.into_iter().flat_map(parts).map(name).filter(|name| !name.is_empty()).collect()
}

/// Where the name stands: as a whole word, before its parameters where it has some.
fn name_at(one: &CodeDeclaration) -> Option<usize> {
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let whole = |at: &usize| {
        let text = &one.signature;
        !inside(text[..*at].chars().next_back()) && !inside(text[at + one.name.len()..].chars().next())
    };
    let mut all = one.signature.match_indices(&one.name).map(|(at, _)| at).filter(whole);
    if one.subject != ChangeSubject::Function {
        return all.next();
    }
    let called = |at: &usize| one.signature[at + one.name.len()..].trim_start().starts_with('(');
    let found: Vec<usize> = all.collect();
    found.iter().copied().find(called).or_else(|| found.first().copied())
}

/// What stands between commas that are in no brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut all) = (0_i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            // The `>` of an arrow closes nothing.
            '>' if text[..at].ends_with('-') => {}
            ')' | '>' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                all.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(text[from..].trim());
    all.retain(|part| !part.is_empty());
    all
}

/// Where the bracket closes that was opened before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_i32;
    text.char_indices().find_map(|(at, c)| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        (depth == 0).then_some(at)
    })
}

/// `pageCount` of `getPageCount` and `setPageCount`.
pub fn property_of(accessor: &str) -> Option<String> {
    let rest = accessor.strip_prefix("get").or_else(|| accessor.strip_prefix("set"))?;
    let mut letters = rest.chars();
    let first = letters.next().filter(|first| first.is_uppercase())?;
    Some(first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::{WrittenType, parameters, shown, supertypes, type_of};
    use crate::code::CodeDeclaration;
    use crate::model::change::ChangeSubject;

    fn one(subject: ChangeSubject, name: &str, signature: &str) -> CodeDeclaration {
        let (name, signature) = (name.to_owned(), signature.to_owned());
        CodeDeclaration { name, subject, owner: None, signature, from: 1, line: 1, end_line: 1 }
    }

    #[test]
    fn types_are_read_of_both_languages() {
        use ChangeSubject::{Function, Property};
        for (java, subject, name, signature, wanted) in [
            (true, Function, "lend", "public Loan lend(Media media, int days)", "Loan"),
            (true, Function, "books", "static List<Map<String, Book>> books()", "List of Map<String, Book>"),
            (true, Property, "pages", "private final int pages", "int"),
            (true, Property, "isbn", "Isbn isbn", "Isbn"),
            (true, Property, "CHILD", "CHILD", ""),
            (false, Function, "find", "suspend fun find(id: Id, or: (Id) -> Book): Book?", "Book"),
            (false, Function, "find", "fun find(id: Id)", ""),
            (false, Function, "total", "fun <T> List<T>.total(): kotlin.Int", "Int"),
            (false, Property, "items", "private val items: List<Item> = emptyList()", "List of Item"),
            (false, Property, "items", "val items = 3", ""),
        ] {
            let found = type_of(&one(subject, name, signature), java);
            let text = found.map_or(String::new(), |WrittenType { name, arguments }| match arguments.as_slice() {
                [] => name,
                all => format!("{name} of {}", all.join("; ")),
            });
            assert_eq!(text, wanted, "{signature}");
        }
    }

    #[test]
    fn parameters_and_supertypes_are_read() {
        use ChangeSubject::{Class, Constructor, Function};
        let of = |subject, name, signature| {
            let one = one(subject, name, signature);
            parameters(&one).map(|all| all.join(" | "))
        };
        assert_eq!(
            of(Function, "f", "fun f(a: Map<A, B>, b: (C, D) -> E): F").as_deref(),
            Some("a: Map<A, B> | b: (C, D) -> E")
        );
        assert_eq!(
            of(Constructor, "Disc", "public Disc(String title, int minutes)").as_deref(),
            Some("String title | int minutes")
        );
        assert_eq!(of(Class, "Disc", "data class Disc(val title: String)").as_deref(), Some("val title: String"));
        assert_eq!(of(Class, "Disc", "class Disc"), None);
        let of = |java, name, signature| supertypes(&one(Class, name, signature), java).join(" ");
        assert_eq!(
            of(true, "Disc", "public class Disc extends a.Base<X> implements Media, Closeable"),
            "Base Media Closeable"
        );
        assert_eq!(of(true, "Media", "interface Media extends A, B"), "A B");
        assert_eq!(of(false, "Disc", "class Disc(val a: A = a()) : Base(a), Media<X>"), "Base Media");
        assert_eq!(of(false, "Disc", "object Disc : Base()"), "Base");
        assert_eq!(of(false, "Disc", "class Disc(val a: A)"), "");
    }

    #[test]
    fn heads_are_shown_short() {
        assert_eq!(shown("@Override public final Loan lend(Media media)"), "Loan lend(Media media)");
        assert_eq!(shown("override suspend fun a(): B"), "suspend fun a(): B");
    }
}
