//! Reads declarations and names line by line where the syntax is too broken for a tree, as in the files of a failing
//! build. Uses keywords and indentation.

use std::collections::HashSet;

use super::declaration::DeclarationKind;
use super::draft::OutlineDraft;
use super::grammar::SourceLanguage;
use super::outline::{OutlineItem, RawUse, UseKind};
use super::signature::one_line;

/// A line that may begin a declaration.
struct SourceLine<'t> {
    /// 1-based.
    number: u32,
    text: &'t str,
}

impl SourceLine<'_> {
    fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }

    /// Also true for git's conflict markers.
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty() || ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| self.text.starts_with(mark))
    }
}

/// Adds declarations and uses of broken places that are not known yet.
pub(super) fn recover(draft: &mut OutlineDraft<'_>) {
    let lines: Vec<SourceLine<'_>> =
        draft.text.lines().zip(1..).map(|(text, number)| SourceLine { number, text }).collect();
    let broken = broken_lines(draft, lines.len());
    add_declarations(draft, &lines, &broken);
    put_in_order(draft, &lines, &broken);
    add_uses(draft, &lines, &broken);
}

/// Which lines belong to a syntax error, by index.
fn broken_lines(draft: &OutlineDraft<'_>, count: usize) -> Vec<bool> {
    let mut broken = vec![false; count];
    let starts: Vec<usize> = std::iter::once(0).chain(draft.text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    for error in &draft.errors {
        let first = starts.partition_point(|start| *start <= error.start).saturating_sub(1);
        let last = starts.partition_point(|start| *start < error.end.max(error.start + 1)).min(count);
        broken[first.min(last)..last].fill(true);
    }
    broken
}

fn add_declarations(draft: &mut OutlineDraft<'_>, lines: &[SourceLine<'_>], broken: &[bool]) {
    let known: HashSet<(u32, String)> =
        draft.outline.declared.iter().map(|one| (one.line, one.name.to_string())).collect();
    let mut comment = false;
    for (at, line) in lines.iter().enumerate() {
        let code = line.text.trim_start();
        comment = if comment { !code.contains("*/") } else { code.starts_with("/*") && !code.contains("*/") };
        if !broken[at] || comment || code.starts_with("//") || code.starts_with('*') {
            continue;
        }
        let Some((kind, name)) = head(draft.language, code) else { continue };
        if known.contains(&(line.number, name.to_owned())) {
            continue;
        }
        draft.outline.declared.push(OutlineItem {
            name: name.into(),
            kind,
            from: line.number,
            line: line.number,
            end_line: end_line(lines, at),
            signature: one_line(before_body(code, kind)).into(),
            container: None,
            private: code.split_whitespace().any(|word| word == "private"),
        });
    }
}

/// The last line of the declaration at an index: everything that is indented deeper, and the closing line.
fn end_line(lines: &[SourceLine<'_>], at: usize) -> u32 {
    let indent = lines[at].indent();
    let mut last = lines[at].number;
    for line in lines[at + 1..].iter().filter(|line| !line.is_blank()) {
        if line.indent() <= indent {
            let closes = line.indent() == indent && line.text.trim_start().starts_with(['}', ')']);
            return if closes { line.number } else { last };
        }
        last = line.number;
    }
    last
}

fn before_body(code: &str, kind: DeclarationKind) -> &str {
    let parameters = if kind == DeclarationKind::Property { 0 } else { parameters_end(code) };
    let end = match kind {
        DeclarationKind::Typealias => None,
        // A default argument may contain these.
        _ => code[parameters..].find(['=', '{', ';']).map(|at| at + parameters),
    };
    &code[..end.unwrap_or(code.len())]
}

/// Byte after the parameters; 0 without parameters or their end.
fn parameters_end(code: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in code.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return at + 1,
            ')' => depth = depth.saturating_sub(1),
            '{' | '=' if depth == 0 => break,
            _ => {}
        }
    }
    0
}

/// Modifiers of declarations.
const MODIFIERS: &[&str] = &[
    "public",
    "private",
    "protected",
    "internal",
    "abstract",
    "final",
    "open",
    "override",
    "lateinit",
    "enum",
    "sealed",
    "annotation",
    "data",
    "inner",
    "value",
    "tailrec",
    "operator",
    "infix",
    "inline",
    "external",
    "suspend",
    "const",
    "static",
    "synchronized",
    "native",
    "transient",
    "volatile",
    "default",
    "companion",
    "expect",
    "actual",
    "fun",
];

/// The declaration on a line.
fn head(language: SourceLanguage, code: &str) -> Option<(DeclarationKind, &str)> {
    let mut rest = code;
    let (mut word, mut enumeration) = ("", false);
    // Skip modifiers and annotations: `fun interface`, `data class`, `@Inject fun`.
    for _ in 0..8 {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "_@.".contains(c))).unwrap_or(rest.len());
        word = &rest[..end];
        enumeration |= word == "enum";
        let after = rest[end..].trim_start();
        let goes_on = word.starts_with('@') && end > 1 && word != "@interface"
            || MODIFIERS.contains(&word) && (word != "fun" || after.starts_with("interface "));
        if !goes_on {
            break;
        }
        rest = after;
    }
    let after = rest[word.len()..].trim_start();
    let kind = match (language, word) {
        (_, "class") if enumeration => DeclarationKind::Enum,
        (_, "class") | (SourceLanguage::Java, "record") => DeclarationKind::Class,
        (_, "interface") | (SourceLanguage::Java, "@interface") => DeclarationKind::Interface,
        (SourceLanguage::Kotlin, "object") => DeclarationKind::Object,
        (SourceLanguage::Kotlin, "typealias") => DeclarationKind::Typealias,
        (SourceLanguage::Kotlin, "fun") => {
            return Some((DeclarationKind::Function, last_name(after.split('(').next()?)?));
        }
        (SourceLanguage::Kotlin, "val" | "var") => {
            let end = after.find([':', '=']).or_else(|| after.find(" by ")).unwrap_or(after.len());
            return Some((DeclarationKind::Property, last_name(&after[..end])?));
        }
        (SourceLanguage::Java, _) if enumeration => return Some((DeclarationKind::Enum, first_name(rest)?)),
        (SourceLanguage::Java, _) => return Some((DeclarationKind::Function, java_method(rest)?)),
        _ => return None,
    };
    Some((kind, first_name(after)?))
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn first_name(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// The last name: `second` of `<T> List<T>.second`.
fn last_name(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let start = text.char_indices().rev().find(|(_, c)| !is_name(*c)).map_or(0, |(at, c)| at + c.len_utf8());
    Some(&text[start..]).filter(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// The name in `List<String> names(int a) {`: after a type, with parameters and a body, and not in a statement.
fn java_method(text: &str) -> Option<&str> {
    let (before, after) = text.split_once('(')?;
    let name = last_name(before)?;
    let kind = before[..before.trim_end().len() - name.len()].trim();
    let statement = ["return", "new", "throw", "else", "case", "assert"].contains(&kind.split([' ', '<']).next()?);
    let is_type = kind.chars().all(|c| is_name(c) || "<>[],.? &".contains(c)) && kind.starts_with(char::is_alphabetic);
    let has_body = after.trim_end().ends_with('{') || after.trim_end().ends_with(';') && !after.contains('"');
    (is_type && !statement && has_body).then_some(name)
}

/// Sorts the declarations by line and finds containers in broken places by indentation. Drops what turns out to be a
/// local variable.
fn put_in_order(draft: &mut OutlineDraft<'_>, lines: &[SourceLine<'_>], broken: &[bool]) {
    let old = std::mem::take(&mut draft.outline.declared);
    let mut order: Vec<usize> = (0..old.len()).collect();
    order.sort_by_key(|at| (old[*at].from, !old[*at].kind.is_type(), *at));
    let indent = |one: &OutlineItem| lines.get(one.from as usize - 1).map_or(0, SourceLine::indent);
    let mut place = vec![None; old.len()];
    let mut new: Vec<OutlineItem> = Vec::new();
    for at in order {
        let mut one = old[at].clone();
        one.container = one.container.and_then(|container| place[container as usize]);
        let is_broken = broken.get(one.from as usize - 1).is_some_and(|broken| *broken);
        if is_broken && one.container.is_none() {
            let around = new.iter().rposition(|other| {
                indent(other) < indent(&one) && other.end_line >= one.line && other.kind != DeclarationKind::Property
            });
            let local = one.kind == DeclarationKind::Property
                && around.is_some_and(|at| new[at].kind == DeclarationKind::Function);
            if local {
                continue;
            }
            one.container = around.map(|at| at as u32);
        }
        place[at] = Some(new.len() as u32);
        new.push(one);
    }
    for used in &mut draft.uses {
        used.within = used.within.and_then(|at| place[at as usize]);
    }
    draft.outline.declared = new;
}

/// Words that are not names.
const KEYWORDS: &[&str] = &[
    "as",
    "break",
    "by",
    "catch",
    "class",
    "continue",
    "do",
    "else",
    "extends",
    "false",
    "finally",
    "for",
    "fun",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "is",
    "new",
    "null",
    "object",
    "package",
    "return",
    "super",
    "switch",
    "case",
    "this",
    "throw",
    "throws",
    "true",
    "try",
    "typealias",
    "val",
    "var",
    "void",
    "when",
    "where",
    "while",
    "constructor",
    "init",
];

fn add_uses<'t>(draft: &mut OutlineDraft<'t>, lines: &[SourceLine<'t>], broken: &[bool]) {
    let known: HashSet<(u32, &str)> = draft.uses.iter().map(|used| (used.line, used.name)).collect();
    let declared: HashSet<(u32, &str)> = draft.outline.declared.iter().map(|one| (one.line, &*one.name)).collect();
    draft.uses.retain(|used| !declared.contains(&(used.line, used.name)));
    for (line, _) in lines.iter().zip(broken).filter(|(_, broken)| **broken) {
        let code = line.text.trim_start();
        if line.is_blank()
            || code.starts_with(['*', '/'])
            || code.starts_with("package ")
            || code.starts_with("import ")
        {
            continue;
        }
        for (name, how) in names(line.text) {
            let is_new = !known.contains(&(line.number, name)) && !declared.contains(&(line.number, name));
            if is_new && !KEYWORDS.contains(&name) && !MODIFIERS.contains(&name) {
                draft.uses.push(RawUse { name, line: line.number, within: None, how });
            }
        }
    }
    let declared = &draft.outline.declared;
    for used in draft.uses.iter_mut().filter(|used| broken.get(used.line as usize - 1) == Some(&true)) {
        let around = |one: &OutlineItem| (one.from..=one.end_line).contains(&used.line);
        used.within = declared.iter().rposition(around).map(|at| at as u32).or(used.within);
    }
    draft.uses.sort_by_key(|used| used.line);
}

/// The names on a line, outside strings and comments.
fn names(line: &str) -> impl Iterator<Item = (&str, UseKind)> {
    let mut rest = line;
    let mut before = ' ';
    std::iter::from_fn(move || {
        loop {
            let first = rest.chars().next()?;
            if rest.starts_with("//") {
                return None;
            }
            let length = if is_name(first) {
                rest.find(|c: char| !is_name(c)).unwrap_or(rest.len())
            } else if first == '"' {
                rest[1..].find('"').map_or(rest.len(), |end| end + 2)
            } else {
                first.len_utf8()
            };
            let (word, after) = rest.split_at(length);
            let was = std::mem::replace(&mut before, first);
            rest = after;
            if first.is_alphabetic() || first == '_' {
                let called = after.starts_with('(');
                let how = match was {
                    '.' if called => UseKind::CalledOn,
                    _ if called => UseKind::Called,
                    _ => UseKind::Named,
                };
                return Some((word, how));
            }
        }
    })
}
