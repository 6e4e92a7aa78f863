//! Reads one file's text into an outline: walks the syntax tree that tree-sitter makes, without recursion, so that no text
//! can exhaust the stack. Broken text still gives what can be understood of it; reads no files.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use tree_sitter::{Node, ParseOptions, Parser, Tree};

use super::grammar::{Grammar, Language, Role};
use super::outline::{Declared, How, Outline, Use};
use super::signature::one_line;
use super::{DeclarationKind, Import, java, kotlin, lines};

/// How long the syntax of one file may be searched for; what takes longer is read line by line.
const LONGEST: Duration = Duration::from_millis(500);

/// Reads files, one after the other.
#[derive(Default)]
pub struct Reader {
    kotlin: Option<Parser>,
    java: Option<Parser>,
}

impl Reader {
    /// What a file says.
    pub fn read(&mut self, language: Language, text: &str) -> Outline {
        let tree = self.parse(language, text);
        let mut reading = Reading::new(language, text);
        match &tree {
            Some(tree) => reading.walk(tree),
            None => reading.errors.push(0..text.len()),
        }
        reading.end()
    }

    fn parse(&mut self, language: Language, text: &str) -> Option<Tree> {
        let parser = match language {
            Language::Kotlin => &mut self.kotlin,
            Language::Java => &mut self.java,
        };
        if parser.is_none() {
            *parser = language.grammar().parser().ok();
        }
        let parser = parser.as_mut()?;
        let until = Instant::now() + LONGEST;
        let mut in_time =
            |_: &_| if Instant::now() < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let options = ParseOptions::new().progress_callback(&mut in_time);
        let bytes = text.as_bytes();
        let tree = parser.parse_with_options(&mut |at, _| &bytes[at.min(bytes.len())..], None, Some(options));
        parser.reset();
        tree
    }
}

/// A node above the one that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Above {
    /// What it is.
    pub role: Role,
    /// How many of its children were seen, with the one that is looked at.
    pub children: u32,
    /// Whether `::` was among them.
    pub refers: bool,
    /// Whether a name was among them.
    named: bool,
}

/// What was read of a file so far.
pub(super) struct Reading<'t> {
    pub(super) language: Language,
    pub(super) text: &'t str,
    pub(super) outline: Outline,
    pub(super) uses: Vec<Use<'t>>,
    /// Bytes that could not be understood.
    pub(super) errors: Vec<Range<usize>>,
    above: Vec<Above>,
    /// Declarations that are open, with their depth.
    open: Vec<(usize, u32)>,
    /// Where the names of declarations were, so that they are no uses.
    names: HashSet<usize>,
    /// Whether the last piece of a text was a `$`.
    dollar: bool,
}

impl<'t> Reading<'t> {
    fn new(language: Language, text: &'t str) -> Reading<'t> {
        Reading {
            language,
            text,
            outline: Outline::default(),
            uses: Vec::new(),
            errors: Vec::new(),
            above: Vec::new(),
            open: Vec::new(),
            names: HashSet::new(),
            dollar: false,
        }
    }

    fn end(mut self) -> Outline {
        if !self.errors.is_empty() {
            self.outline.broken = true;
            lines::recover(&mut self);
        }
        self.outline.using(&self.uses)
    }

    fn walk(&mut self, tree: &Tree) {
        let grammar = self.language.grammar();
        let mut cursor = tree.walk();
        self.outline.broken = tree.root_node().has_error();
        loop {
            let node = cursor.node();
            let role = grammar.role(node.kind_id());
            if let Some(parent) = self.above.last_mut() {
                parent.children += 1;
                parent.refers |= role == Role::Refer && node.child_count() == 0;
            }
            let field = || cursor.field_name();
            let inside = self.enter(grammar, node, role, field);
            if inside && cursor.goto_first_child() {
                self.above.push(Above { role, children: 0, refers: false, named: false });
                continue;
            }
            loop {
                self.close();
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    return;
                }
                self.above.pop();
            }
        }
    }

    /// Ends the declaration whose node ends here.
    fn close(&mut self) {
        while self.open.last().is_some_and(|(depth, _)| *depth >= self.above.len()) {
            self.open.pop();
        }
    }

    /// Looks at a node; whether to look into it.
    fn enter(
        &mut self,
        grammar: &Grammar,
        node: Node<'_>,
        role: Role,
        field: impl Fn() -> Option<&'static str>,
    ) -> bool {
        let parent = self.above.last().map_or(Role::Other, |above| above.role);
        match role {
            Role::Package => self.package(grammar, node),
            Role::Import => self.import(grammar, node),
            Role::Class | Role::Object | Role::Function | Role::Constructor | Role::Constant | Role::Alias => {
                self.declare(grammar, node, role);
            }
            Role::Property if matches!(parent, Role::Body | Role::EnumWord | Role::Top | Role::Error) => {
                self.declare(grammar, node, role);
            }
            Role::ClassParameter => self.parameter(grammar, node),
            Role::Name | Role::TypeName => self.name(node, role, field),
            Role::Text => self.template(node),
            Role::Error => self.errors.push(node.byte_range()),
            _ => {}
        }
        !matches!(role, Role::Package | Role::Import)
    }

    fn slice(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn package(&mut self, grammar: &Grammar, node: Node<'_>) {
        self.outline.package = self.dotted(grammar, node);
    }

    /// The dotted name that a package or an import has.
    fn dotted(&self, grammar: &Grammar, node: Node<'_>) -> String {
        let mut cursor = node.walk();
        let name = node
            .children(&mut cursor)
            .find(|child| matches!(grammar.role(child.kind_id()), Role::Dotted | Role::Name))
            .map_or("", |child| self.slice(child));
        name.chars().filter(|c| !c.is_whitespace()).collect()
    }

    fn import(&mut self, grammar: &Grammar, node: Node<'_>) {
        let mut path = self.dotted(grammar, node);
        let mut cursor = node.walk();
        let (mut all, mut alias, mut dotted) = (false, None, false);
        for child in node.children(&mut cursor) {
            match grammar.role(child.kind_id()) {
                Role::All => all = true,
                Role::Name if dotted => alias = Some(self.slice(child).to_owned()),
                Role::Dotted | Role::Name => dotted = true,
                _ => {}
            }
        }
        if path.is_empty() {
            return;
        }
        let last = path.rsplit('.').next().unwrap_or_default().to_owned();
        let name = if all { "*".to_owned() } else { alias.unwrap_or(last) };
        if all {
            path.push_str(".*");
        }
        self.outline.imports.push(Import { path, name, line: line(node) });
    }

    /// A class, function or property.
    fn declare(&mut self, grammar: &Grammar, node: Node<'_>, role: Role) {
        let head = Head::of(grammar, node);
        let kind = match role {
            Role::Object => DeclarationKind::Object,
            Role::Class if head.interface => DeclarationKind::Interface,
            Role::Class if head.enumeration || head.modifiers.is_some_and(|m| has_word(self.slice(m), "enum")) => {
                DeclarationKind::Enum
            }
            Role::Class => DeclarationKind::Class,
            Role::Function => DeclarationKind::Function,
            Role::Constructor => DeclarationKind::Constructor,
            Role::Alias => DeclarationKind::Typealias,
            _ => DeclarationKind::Property,
        };
        let missing = head.name.is_none_or(|name| name.byte_range().is_empty());
        // `fun <T> List<T>.second()`: the grammar takes the name for the end of the type before it.
        let name = if missing && role == Role::Function { head.kind_end(grammar) } else { head.name };
        let container = self.open.last().map(|(_, at)| *at);
        let text = match name.map(|name| self.slice(name)).filter(|text| !text.is_empty()) {
            Some(text) => text.to_owned(),
            None if role == Role::Constructor => self.class_name(),
            None if role == Role::Object => "Companion".to_owned(),
            None => return,
        };
        let place = name.filter(|name| !name.byte_range().is_empty());
        let signature = one_line(&self.text[node.start_byte()..head.end.clamp(node.start_byte(), node.end_byte())]);
        let private = head.modifiers.is_some_and(|modifiers| has_word(self.slice(modifiers), "private"));
        let declared = Declared {
            name: text.trim_matches('`').into(),
            kind,
            from: line(node),
            line: place.map_or(head.word_line, line),
            end_line: node.end_position().row as u32 + 1,
            signature: signature.into(),
            container,
            private,
        };
        self.names.extend(place.map(|place| place.start_byte()));
        let at = self.outline.declared.len() as u32;
        self.open.push((self.above.len(), at));
        self.outline.declared.push(declared.clone());
        // `int a, b;`
        for other in head.others {
            self.names.insert(other.start_byte());
            let name = self.slice(other);
            let signature = one_line(&format!("{} {name}", &declared.signature[..head_without(&declared)]));
            let other =
                Declared { name: name.into(), line: line(other), signature: signature.into(), ..declared.clone() };
            self.outline.declared.push(other);
        }
    }

    /// The name of the class that is open.
    fn class_name(&self) -> String {
        let declared = |at: &(usize, u32)| self.outline.declared.get(at.1 as usize);
        let class = self.open.iter().rev().filter_map(declared).find(|one| one.kind.is_type());
        class.map_or_else(|| "constructor".to_owned(), |class| class.name.to_string())
    }

    /// A property that is a parameter, too: `class A(val b: Int)`, `record A(int b)`.
    fn parameter(&mut self, grammar: &Grammar, node: Node<'_>) {
        let head = Head::of(grammar, node);
        let record = self.above.len() > 1 && self.above[self.above.len() - 2].role == Role::Class;
        let is_property = if self.language == Language::Kotlin { head.value } else { record };
        let (Some(name), Some((_, container))) = (head.name.filter(|_| is_property), self.open.last()) else { return };
        self.outline.declared.push(Declared {
            name: self.slice(name).trim_matches('`').into(),
            kind: DeclarationKind::Property,
            from: line(node),
            line: line(name),
            end_line: node.end_position().row as u32 + 1,
            signature: one_line(self.slice(node)).into(),
            container: Some(*container),
            private: head.modifiers.is_some_and(|modifiers| has_word(self.slice(modifiers), "private")),
        });
    }

    fn name(&mut self, node: Node<'_>, role: Role, field: impl Fn() -> Option<&'static str>) {
        let Some(parent) = self.above.last_mut() else { return };
        let first = !parent.named;
        parent.named |= role == Role::Name;
        let binds = match parent.role {
            Role::Names => true,
            Role::Lambda => parent.children == 1,
            Role::Variable | Role::ClassParameter | Role::Binder if self.language == Language::Kotlin => first,
            // `x = y`: the first is the name; a type before it is a name of another role.
            Role::Variable | Role::ClassParameter => first,
            Role::Binder => first && (role == Role::Name || parent.children == 1),
            _ => false,
        };
        if binds || self.names.contains(&node.start_byte()) || node.byte_range().is_empty() {
            return;
        }
        let how = match self.language {
            Language::Kotlin => kotlin::how(&self.above),
            Language::Java => java::how(&self.above, field()),
        };
        self.use_name(self.slice(node), line(node), how);
    }

    fn use_name(&mut self, name: &'t str, line: u32, how: How) {
        let within = self.open.last().map(|(_, at)| *at);
        self.uses.push(Use { name: name.trim_matches('`'), line, within, how });
    }

    /// `"$name"`, which the grammar takes for text.
    fn template(&mut self, node: Node<'_>) {
        let text = self.slice(node);
        if self.dollar {
            let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
            if text.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                self.use_name(&text[..end], line(node), How::Named);
            }
        }
        self.dollar = text == "$";
    }
}

/// 1-based line on which a node begins.
fn line(node: Node<'_>) -> u32 {
    node.start_position().row as u32 + 1
}

fn has_word(text: &str, word: &str) -> bool {
    text.split_whitespace().any(|one| one == word)
}

/// Bytes of a signature before its name.
fn head_without(declared: &Declared) -> usize {
    declared.signature.rfind(&*declared.name).unwrap_or(declared.signature.len())
}

/// The parts of a declaration's head.
#[derive(Default)]
struct Head<'n> {
    name: Option<Node<'n>>,
    others: Vec<Node<'n>>,
    modifiers: Option<Node<'n>>,
    last_type: Option<Node<'n>>,
    interface: bool,
    enumeration: bool,
    value: bool,
    /// 1-based line of its first word that is no modifier.
    word_line: u32,
    /// Byte at which it ends.
    end: usize,
}

impl<'n> Head<'n> {
    fn of(grammar: &Grammar, node: Node<'n>) -> Head<'n> {
        let mut head = Head { end: node.end_byte(), word_line: line(node), ..Head::default() };
        let mut cursor = node.walk();
        // In these `=` belongs to the head.
        let whole = matches!(grammar.role(node.kind_id()), Role::ClassParameter | Role::Alias);
        for child in node.children(&mut cursor) {
            let role = grammar.role(child.kind_id());
            if head.modifiers.is_some() && head.word_line == line(node) && role != Role::Modifiers {
                head.word_line = line(child).max(head.word_line);
            }
            match role {
                Role::Name if head.name.is_none() => head.name = Some(child),
                Role::Variable => head.variable(grammar, child),
                Role::Modifiers => head.modifiers = Some(child),
                Role::Type => head.last_type = Some(child),
                Role::InterfaceWord => head.interface = true,
                Role::ValueWord => head.value = true,
                Role::EnumWord => head.enumeration = true,
                _ => {}
            }
            let body = child.start_byte() > node.start_byte() && matches!(role, Role::Body | Role::HeadEnd)
                || role == Role::EnumWord && child.child_count() > 0;
            if body && !whole && head.others.is_empty() {
                head.end = head.end.min(child.start_byte());
            }
        }
        head
    }

    /// A property's name; Java may have several of them.
    fn variable(&mut self, grammar: &Grammar, node: Node<'n>) {
        let mut cursor = node.walk();
        let name = node.children(&mut cursor).find(|child| grammar.role(child.kind_id()) == Role::Name);
        let Some(name) = name else { return };
        if self.name.is_some() {
            self.others.push(name);
            return;
        }
        self.name = Some(name);
        // Java's `= value` and what follows it is in here, Kotlin's is not.
        let mut cursor = node.walk();
        let value = node.children(&mut cursor).find(|child| grammar.role(child.kind_id()) == Role::HeadEnd);
        if let Some(value) = value {
            self.end = self.end.min(value.start_byte());
        }
    }

    /// The last name of the last type before the parameters.
    fn kind_end(&self, grammar: &Grammar) -> Option<Node<'n>> {
        let node = self.last_type?;
        let mut cursor = node.walk();
        node.children(&mut cursor).filter(|child| grammar.role(child.kind_id()) == Role::Name).last()
    }
}
