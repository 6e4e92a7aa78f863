//! Of which type an expression of the project's code is, as far as its declarations tell it.

use super::classes::{ProjectClass, ProjectDeclaration, class_around, class_of};
use crate::code::signature::{WrittenType, type_of};
use crate::model::change::ChangeSubject;
use crate::project::contents::ProjectContents;
use crate::project::sources::receiver::{trailing_name, words};

/// Most steps from one expression to another: a variable's value, a call's result.
const STEPS: usize = 8;

/// Most links of a chain: `a.b().c`.
const LINKS: usize = 8;

/// Most lines above that are searched for a variable.
const LINES_ABOVE: usize = 200;

/// Calls on collections and streams whose result has the same elements.
const SAME_ELEMENTS: &[&str] = &[
    "asFlow",
    "asReversed",
    "asSequence",
    "asList",
    "collect",
    "distinct",
    "distinctBy",
    "drop",
    "dropWhile",
    "filter",
    "filterNot",
    "iterator",
    "limit",
    "onEach",
    "parallelStream",
    "peek",
    "reversed",
    "shuffled",
    "skip",
    "sorted",
    "sortedBy",
    "sortedByDescending",
    "sortedWith",
    "stream",
    "take",
    "takeLast",
    "takeWhile",
    "toList",
    "toMutableList",
    "toSet",
    "values",
];

/// Calls on collections whose result is an element.
const ELEMENT: &[&str] = &[
    "elementAt",
    "find",
    "findAny",
    "findFirst",
    "first",
    "firstOrNull",
    "get",
    "last",
    "lastOrNull",
    "maxBy",
    "maxByOrNull",
    "minBy",
    "minByOrNull",
    "next",
    "orElseThrow",
    "random",
    "removeFirst",
    "removeLast",
    "single",
    "singleOrNull",
];

/// Kotlin functions whose lambda gets the value itself.
const SCOPES: &[&str] = &["also", "apply", "let", "run", "takeIf", "takeUnless"];

/// A part of an expression: `book`, `title()`, `new Book(…)`.
#[derive(Debug, PartialEq, Eq)]
struct Link<'l> {
    name: &'l str,
    is_call: bool,
    is_new: bool,
}

/// A line of a file, from which names are seen.
pub struct CodePlace<'p, 'f> {
    /// The project.
    pub project: &'p ProjectContents<'f>,
    /// Path of the file.
    pub path: &'p str,
    /// Its text.
    pub text: &'p str,
    /// 1-based.
    pub line: u32,
}

impl CodePlace<'_, '_> {
    /// The class of the object before `.symbol` on `code`, a line of the file.
    pub fn owner_of(&self, code: &str, symbol: &str) -> Option<ProjectClass> {
        self.class(&self.owner_type(code, symbol)?)
    }

    /// The type of that object.
    pub fn owner_type(&self, code: &str, symbol: &str) -> Option<WrittenType> {
        let code = without_texts(code);
        self.type_of(object_before(&code, symbol)?, STEPS)
    }

    /// The class that a type names, where the project has it.
    pub fn class(&self, of: &WrittenType) -> Option<ProjectClass> {
        class_of(self.project, &of.name, self.path)
    }

    /// The type of the expression at the end of `code`.
    pub fn type_before(&self, code: &str) -> Option<WrittenType> {
        self.type_of(&without_texts(code), STEPS)
    }

    /// What is called by the name at the end of `code`: functions, constructors.
    pub fn called(&self, code: &str) -> Vec<ProjectDeclaration> {
        let code = &without_texts(code);
        let mut links = chain(code);
        let Some(last) = links.pop() else { return Vec::new() };
        let first = last.name.chars().next();
        if last.is_new || links.is_empty() && first.is_some_and(char::is_uppercase) {
            return class_of(self.project, last.name, self.path).map_or_else(Vec::new, |class| class.constructors());
        }
        let before = &code[..code.rfind(last.name).unwrap_or(0)];
        let owner = if links.is_empty() {
            class_around(self.project, self.path, self.line)
        } else {
            self.type_before(before.trim_end().trim_end_matches(['.', '?', '!', ':'])).and_then(|of| self.class(&of))
        };
        let mut all = owner.map_or_else(Vec::new, |owner| owner.all_members(self.project));
        if links.is_empty() {
            all.extend(self.top_level());
        }
        all.retain(|found| found.one.name == last.name);
        all
    }

    /// Functions at the top level of this file.
    fn top_level(&self) -> Vec<ProjectDeclaration> {
        let Some(file) = self.project.code_of(self.path) else { return Vec::new() };
        let top = file.declared.iter().filter(|one| one.owner.is_none() && one.subject == ChangeSubject::Function);
        top.map(|one| ProjectDeclaration { path: self.path.to_owned(), one: one.clone() }).collect()
    }

    fn type_of(&self, code: &str, steps: usize) -> Option<WrittenType> {
        let steps = steps.checked_sub(1)?;
        let links = chain(code);
        let (first, rest) = links.split_first()?;
        let mut of = self.first(first, code, steps)?;
        for link in rest {
            of = self.next(&of, link)?;
        }
        Some(of)
    }

    /// The type of what a chain begins with.
    fn first(&self, link: &Link<'_>, code: &str, steps: usize) -> Option<WrittenType> {
        let plain = |name: &str| Some(WrittenType { name: name.to_owned(), arguments: Vec::new() });
        let is_type = link.name.starts_with(char::is_uppercase) && link.name.contains(char::is_lowercase);
        match link.name {
            "this" => return plain(&class_around(self.project, self.path, self.line)?.one().name),
            "it" if !link.is_call => return self.of_lambda(code, steps),
            _ if link.is_new || is_type => return plain(link.name),
            _ => {}
        }
        if !link.is_call
            && let Some(of) = self.variable(link.name, steps)
        {
            return Some(of);
        }
        let mut seen =
            class_around(self.project, self.path, self.line).map_or_else(Vec::new, |own| own.all_members(self.project));
        seen.extend(self.top_level());
        self.declared_type(&seen, link)
    }

    /// The type of a member of a value.
    fn next(&self, of: &WrittenType, link: &Link<'_>) -> Option<WrittenType> {
        if let Some(class) = self.class(of) {
            return self.declared_type(&class.all_members(self.project), link);
        }
        match of.arguments.as_slice() {
            [_] if SAME_ELEMENTS.contains(&link.name) => Some(of.clone()),
            [element] if ELEMENT.contains(&link.name) => WrittenType::of(element),
            [_, value] if matches!(link.name, "get" | "getValue" | "getOrDefault" | "remove") => WrittenType::of(value),
            _ => None,
        }
    }

    fn declared_type(&self, members: &[ProjectDeclaration], link: &Link<'_>) -> Option<WrittenType> {
        let found = members.iter().find(|found| found.one.name == link.name && is_kind(found, link))?;
        match found.one.subject {
            ChangeSubject::Class => WrittenType::of(&found.one.name),
            _ if found.one.signature.trim() == found.one.name => WrittenType::of(found.owner()?),
            _ => type_of(&found.one, found.path.ends_with(".java")),
        }
    }

    /// The type of a local variable or a parameter: the nearest one above.
    fn variable(&self, name: &str, steps: usize) -> Option<WrittenType> {
        let until = usize::try_from(self.line).ok()?;
        let lines: Vec<&str> = self.text.lines().take(until).collect();
        let above = lines.iter().rev().take(LINES_ABOVE);
        above.filter_map(|line| self.declared_on(line, name, steps)).next()
    }

    /// `Book book = …`, `book: Book`, `val book = …`, `for (Book book : …)`, `for (book in …)`, `book ->`
    fn declared_on(&self, line: &str, name: &str, steps: usize) -> Option<WrittenType> {
        let line = &without_texts(line);
        let at = words(line, name).next()?;
        let (before, after) = (line[..at].trim_end(), line[at + name.len()..].trim_start());
        if let Some(rest) = after.strip_prefix(':').filter(|_| self.path.ends_with(".kt")) {
            let end = rest.find([',', ')', '=', '{']).unwrap_or(rest.len());
            return WrittenType::of(type_until(rest, end));
        }
        if before.ends_with("for (") || before.ends_with("for(") {
            let of = self.type_of(after.strip_prefix("in ")?.split(')').next()?.trim_end(), steps)?;
            return WrittenType::of(of.arguments.first()?);
        }
        if after.starts_with("->") {
            return self.of_lambda(&line[..at], steps);
        }
        let word = before.rsplit([' ', '(']).next().unwrap_or("");
        let value = after.strip_prefix('=').filter(|rest| !rest.starts_with('='));
        if matches!(word, "val" | "var") {
            return self.type_of(value?.trim().trim_end_matches(';'), steps);
        }
        let is_declared = self.path.ends_with(".java") && after.starts_with(['=', ';', ',', ')', ':']);
        let start = before.rfind([' ', '(']).map_or(0, |at| at + 1);
        let start = if before.ends_with('>') { type_start(before) } else { start };
        let written = &before[start..];
        (is_declared && written.starts_with(char::is_uppercase)).then(|| WrittenType::of(written))?
    }

    /// The type of `it`, or of the parameter of a lambda that begins at the end of `code`: that of what the lambda is given to.
    fn of_lambda(&self, code: &str, steps: usize) -> Option<WrittenType> {
        let open = code.rfind(['{', '('])?;
        let call = code[..open].trim_end();
        let links = chain(call);
        let function = links.last()?.name;
        let object = call[..call.rfind(function)?].trim_end().trim_end_matches(['.', '?', '!']);
        let of = self.type_of(object, steps)?;
        match of.arguments.as_slice() {
            _ if SCOPES.contains(&function) => Some(of),
            [element] => WrittenType::of(element),
            _ => None,
        }
    }
}

fn is_kind(found: &ProjectDeclaration, link: &Link<'_>) -> bool {
    match found.one.subject {
        // Parts of a record are called.
        ChangeSubject::Property => !link.is_call || found.path.ends_with(".java"),
        ChangeSubject::Function => link.is_call,
        ChangeSubject::Class => true,
        _ => false,
    }
}

/// The code with nothing but underscores in its quoted texts, and as long as before. What stands in `${…}` is code.
pub fn without_texts(code: &str) -> String {
    let mut shown = String::with_capacity(code.len());
    // Of each quotation or template that is open: whether it is a quotation.
    let mut open: Vec<bool> = Vec::new();
    let (mut escaped, mut before) = (false, ' ');
    for c in code.chars() {
        let is_text = open.last() == Some(&true);
        match c {
            '"' if is_text && !escaped => _ = open.pop(),
            '"' if !is_text => open.push(true),
            '{' if is_text && before == '$' => open.push(false),
            '{' if !is_text && !open.is_empty() => open.push(false),
            '}' if !is_text => _ = open.pop(),
            _ if is_text => {
                escaped = c == '\\' && !escaped;
                before = c;
                shown.extend(std::iter::repeat_n('_', c.len_utf8()));
                continue;
            }
            _ => {}
        }
        (escaped, before) = (false, c);
        shown.push(c);
    }
    shown
}

/// The text before `.symbol`, `?.symbol` or `::symbol`.
pub fn object_before<'l>(code: &'l str, symbol: &str) -> Option<&'l str> {
    let found = words(code, symbol).find(|at| code[..*at].ends_with('.') || code[..*at].ends_with("::"))?;
    let object = code[..found].trim_end_matches(['.', '?', '!', ':']).trim_end();
    (!object.is_empty()).then_some(object)
}

/// The links of the expression that ends `code`, the first one first; none where it is not understood.
fn chain(code: &str) -> Vec<Link<'_>> {
    let (mut rest, mut all) = (code.trim_end(), Vec::new());
    while all.len() < LINKS {
        let mut is_call = false;
        if rest.ends_with('}') {
            rest = rest[..call_arguments(rest)].trim_end();
            is_call = true;
        }
        if rest.ends_with(')') {
            rest = &rest[..call_arguments(rest)];
            is_call = true;
        }
        if is_call && rest.ends_with('>') {
            rest = &rest[..type_arguments(rest)];
        }
        let name = trailing_name(rest);
        if name.is_empty() {
            return Vec::new();
        }
        rest = &rest[..rest.len() - name.len()];
        let is_new = rest.trim_end().ends_with("new") && rest.ends_with(' ');
        all.push(Link { name, is_call, is_new });
        match rest.strip_suffix('.') {
            Some(before) => rest = before.trim_end_matches(['?', '!']).trim_end(),
            None => break,
        }
    }
    all.reverse();
    all
}

/// Where the bracket stands that the last one of the text closes.
fn opening(text: &str, open: &[char], close: &[char]) -> usize {
    let mut depth = 0_i32;
    let found = text.char_indices().rev().find(|(_, c)| {
        depth += i32::from(close.contains(c)) - i32::from(open.contains(c));
        depth == 0
    });
    found.map_or(0, |(at, _)| at)
}

/// Where the arguments or the block at the end of the text begin.
fn call_arguments(text: &str) -> usize {
    opening(text, &['(', '{'], &[')', '}'])
}

/// Where the type arguments at the end of the text begin.
fn type_arguments(text: &str) -> usize {
    opening(text, &['<'], &['>'])
}

/// Where the type with arguments at the end of the text begins.
fn type_start(text: &str) -> usize {
    let end = type_arguments(text);
    end - trailing_name(&text[..end]).len()
}

/// The type at the beginning of `text`, which ends at the latest where `end` is: commas in type arguments are its own.
fn type_until(text: &str, end: usize) -> &str {
    match text[..end].find('<') {
        Some(open) => {
            let mut depth = 0_i32;
            let close = text[open..].char_indices().find(|(_, c)| {
                depth += match c {
                    '<' => 1,
                    '>' => -1,
                    _ => 0,
                };
                depth == 0
            });
            close.map_or(&text[..end], |(at, _)| &text[..=open + at])
        }
        None => &text[..end],
    }
}

#[cfg(test)]
mod tests {
    use super::{chain, without_texts};

    #[test]
    fn what_is_quoted_is_no_code_but_templates_are() {
        for (code, wanted) in [
            (r#"a("b.c", d)"#, r#"a("___", d)"#),
            (r#""\"x" + y"#, r#""___" + y"#),
            (r#"f("to ${a.b { it.c("d") }}, e")"#, r#"f("___${a.b { it.c("_") }}___")"#),
            ("x } y", "x } y"),
            ("\"ü", "\"__"),
        ] {
            assert_eq!(without_texts(code).replace("_{", "${"), wanted, "{code}");
        }
    }

    #[test]
    fn chains_are_taken_apart() {
        for (code, wanted) in [
            ("return book", "book"),
            ("x = loan.member()", "loan member()"),
            ("new Book(a, b(c))", "new Book()"),
            ("  (a + b.c", "b c"),
            ("Isbn.parse(\"a.b(\")?.group", "Isbn parse() group"),
            ("books.filter { it.isOpen }", "books filter()"),
            ("inject<Shop>()", "inject()"),
            ("a[0]", ""),
            ("(a)", ""),
            ("", ""),
        ] {
            let show = |one: &super::Link<'_>| {
                format!("{}{}{}", if one.is_new { "new " } else { "" }, one.name, if one.is_call { "()" } else { "" })
            };
            assert_eq!(chain(&without_texts(code)).iter().map(show).collect::<Vec<_>>().join(" "), wanted, "{code}");
        }
    }
}
