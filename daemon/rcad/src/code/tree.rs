//! Reads a syntax tree of tree-sitter, without recursion, so that no text can exhaust the stack. Broken code still
//! yields the declarations that can be recognised.

use std::collections::HashSet;

use tree_sitter::{Node, Tree};

use super::declaration::{DeclarationKind, Import};
use super::draft::OutlineDraft;
use super::grammar::{Grammar, SourceLanguage};
use super::node::{Ancestor, NodeRole};
use super::outline::{OutlineItem, RawUse, UseKind};
use super::signature::one_line;
use super::{java, kotlin};

/// Adds what a file's syntax tree declares and uses.
pub(super) fn read(draft: &mut OutlineDraft<'_>, tree: &Tree) {
    let mut walk = TreeWalk { draft, above: Vec::new(), open: Vec::new(), names: HashSet::new(), after_dollar: false };
    walk.walk(tree);
}

/// A walk through one tree.
struct TreeWalk<'d, 't> {
    draft: &'d mut OutlineDraft<'t>,
    above: Vec<Ancestor>,
    /// Open declarations with their depth.
    open: Vec<(usize, u32)>,
    /// Start bytes of the names in declarations, which are not uses.
    names: HashSet<usize>,
    /// Whether the last piece of a string was `$`.
    after_dollar: bool,
}

impl<'t> TreeWalk<'_, 't> {
    fn walk(&mut self, tree: &Tree) {
        let grammar = self.draft.language.grammar();
        let mut cursor = tree.walk();
        self.draft.outline.broken = tree.root_node().has_error();
        loop {
            let node = cursor.node();
            let role = grammar.role(node.kind_id());
            if let Some(parent) = self.above.last_mut() {
                parent.children += 1;
                parent.refers |= role == NodeRole::Refer && node.child_count() == 0;
            }
            let field = || cursor.field_name();
            let inside = self.enter(grammar, node, role, field);
            if inside && cursor.goto_first_child() {
                self.above.push(Ancestor { role, children: 0, refers: false, named: false });
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

    /// Handles a node. Returns whether to visit its children.
    fn enter(
        &mut self,
        grammar: &Grammar,
        node: Node<'_>,
        role: NodeRole,
        field: impl Fn() -> Option<&'static str>,
    ) -> bool {
        let parent = self.above.last().map_or(NodeRole::Other, |above| above.role);
        match role {
            NodeRole::Package => self.package(grammar, node),
            NodeRole::Import => self.import(grammar, node),
            NodeRole::Class
            | NodeRole::Object
            | NodeRole::Function
            | NodeRole::Constructor
            | NodeRole::Constant
            | NodeRole::Alias => {
                self.declare(grammar, node, role);
            }
            NodeRole::Property
                if matches!(parent, NodeRole::Body | NodeRole::EnumWord | NodeRole::Top | NodeRole::Error) =>
            {
                self.declare(grammar, node, role);
            }
            NodeRole::ClassParameter => self.parameter(grammar, node),
            NodeRole::Name | NodeRole::TypeName => self.name(node, role, field),
            NodeRole::Text => self.template(node),
            NodeRole::Error => self.draft.errors.push(node.byte_range()),
            _ => {}
        }
        !matches!(role, NodeRole::Package | NodeRole::Import)
    }

    fn slice(&self, node: Node<'_>) -> &'t str {
        self.draft.text.get(node.byte_range()).unwrap_or_default()
    }

    fn package(&mut self, grammar: &Grammar, node: Node<'_>) {
        self.draft.outline.package = self.dotted(grammar, node);
    }

    /// The qualified name in a package or import.
    fn dotted(&self, grammar: &Grammar, node: Node<'_>) -> String {
        let mut cursor = node.walk();
        let name = node
            .children(&mut cursor)
            .find(|child| matches!(grammar.role(child.kind_id()), NodeRole::Dotted | NodeRole::Name))
            .map_or("", |child| self.slice(child));
        name.chars().filter(|c| !c.is_whitespace()).collect()
    }

    fn import(&mut self, grammar: &Grammar, node: Node<'_>) {
        let mut path = self.dotted(grammar, node);
        let mut cursor = node.walk();
        let (mut all, mut alias, mut dotted) = (false, None, false);
        for child in node.children(&mut cursor) {
            match grammar.role(child.kind_id()) {
                NodeRole::All => all = true,
                NodeRole::Name if dotted => alias = Some(self.slice(child).to_owned()),
                NodeRole::Dotted | NodeRole::Name => dotted = true,
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
        self.draft.outline.imports.push(Import { path, name, line: line(node) });
    }

    /// A class, function or property.
    fn declare(&mut self, grammar: &Grammar, node: Node<'_>, role: NodeRole) {
        let head = DeclarationHead::of(grammar, node);
        let kind = match role {
            NodeRole::Object => DeclarationKind::Object,
            NodeRole::Class if head.interface => DeclarationKind::Interface,
            NodeRole::Class if head.enumeration || head.modifiers.is_some_and(|m| has_word(self.slice(m), "enum")) => {
                DeclarationKind::Enum
            }
            NodeRole::Class => DeclarationKind::Class,
            NodeRole::Function => DeclarationKind::Function,
            NodeRole::Constructor => DeclarationKind::Constructor,
            NodeRole::Alias => DeclarationKind::Typealias,
            _ => DeclarationKind::Property,
        };
        let missing = head.name.is_none_or(|name| name.byte_range().is_empty());
        // In `fun <T> List<T>.second()` the grammar takes the name for the end of the type before it.
        let name = if missing && role == NodeRole::Function { head.kind_end(grammar) } else { head.name };
        let container = self.open.last().map(|(_, at)| *at);
        let text = match name.map(|name| self.slice(name)).filter(|text| !text.is_empty()) {
            Some(text) => text.to_owned(),
            None if role == NodeRole::Constructor => self.class_name(),
            None if role == NodeRole::Object => "Companion".to_owned(),
            None => return,
        };
        let place = name.filter(|name| !name.byte_range().is_empty());
        let signature =
            one_line(&self.draft.text[node.start_byte()..head.end.clamp(node.start_byte(), node.end_byte())]);
        let private = head.modifiers.is_some_and(|modifiers| has_word(self.slice(modifiers), "private"));
        let declared = OutlineItem {
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
        let at = self.draft.outline.declared.len() as u32;
        self.open.push((self.above.len(), at));
        self.draft.outline.declared.push(declared.clone());
        // `int a, b;`
        for other in head.others {
            self.names.insert(other.start_byte());
            let name = self.slice(other);
            let signature = one_line(&format!("{} {name}", &declared.signature[..head_without(&declared)]));
            let other =
                OutlineItem { name: name.into(), line: line(other), signature: signature.into(), ..declared.clone() };
            self.draft.outline.declared.push(other);
        }
    }

    /// The name of the enclosing class.
    fn class_name(&self) -> String {
        let declared = |at: &(usize, u32)| self.draft.outline.declared.get(at.1 as usize);
        let class = self.open.iter().rev().filter_map(declared).find(|one| one.kind.is_type());
        class.map_or_else(|| "constructor".to_owned(), |class| class.name.to_string())
    }

    /// A parameter that is a property: `class A(val b: Int)`, `record A(int b)`.
    fn parameter(&mut self, grammar: &Grammar, node: Node<'_>) {
        let head = DeclarationHead::of(grammar, node);
        let record = self.above.len() > 1 && self.above[self.above.len() - 2].role == NodeRole::Class;
        let is_property = if self.draft.language == SourceLanguage::Kotlin { head.value } else { record };
        let (Some(name), Some((_, container))) = (head.name.filter(|_| is_property), self.open.last()) else { return };
        self.draft.outline.declared.push(OutlineItem {
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

    fn name(&mut self, node: Node<'_>, role: NodeRole, field: impl Fn() -> Option<&'static str>) {
        let Some(parent) = self.above.last_mut() else { return };
        let first = !parent.named;
        parent.named |= role == NodeRole::Name;
        let binds = match parent.role {
            NodeRole::Names => true,
            NodeRole::Lambda => parent.children == 1,
            NodeRole::Variable | NodeRole::ClassParameter | NodeRole::Binder
                if self.draft.language == SourceLanguage::Kotlin =>
            {
                first
            }
            // In `x = y` the first is the name; a type before it has another role.
            NodeRole::Variable | NodeRole::ClassParameter => first,
            NodeRole::Binder => first && (role == NodeRole::Name || parent.children == 1),
            _ => false,
        };
        if binds || self.names.contains(&node.start_byte()) || node.byte_range().is_empty() {
            return;
        }
        let how = match self.draft.language {
            SourceLanguage::Kotlin => kotlin::how(&self.above),
            SourceLanguage::Java => java::how(&self.above, field()),
        };
        self.use_name(self.slice(node), line(node), how);
    }

    fn use_name(&mut self, name: &'t str, line: u32, how: UseKind) {
        let within = self.open.last().map(|(_, at)| *at);
        self.draft.uses.push(RawUse { name: name.trim_matches('`'), line, within, how });
    }

    /// `"$name"`, which the grammar takes for a string.
    fn template(&mut self, node: Node<'_>) {
        let text = self.slice(node);
        if self.after_dollar {
            let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
            if text.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                self.use_name(&text[..end], line(node), UseKind::Named);
            }
        }
        self.after_dollar = text == "$";
    }
}

/// 1-based line on which a node begins.
fn line(node: Node<'_>) -> u32 {
    node.start_position().row as u32 + 1
}

fn has_word(text: &str, word: &str) -> bool {
    text.split_whitespace().any(|one| one == word)
}

/// Length of a signature before its name.
fn head_without(declared: &OutlineItem) -> usize {
    declared.signature.rfind(&*declared.name).unwrap_or(declared.signature.len())
}

/// The parts of a declaration's head.
#[derive(Default)]
struct DeclarationHead<'n> {
    name: Option<Node<'n>>,
    others: Vec<Node<'n>>,
    modifiers: Option<Node<'n>>,
    last_type: Option<Node<'n>>,
    interface: bool,
    enumeration: bool,
    value: bool,
    /// 1-based line of its first word after the modifiers.
    word_line: u32,
    /// Byte at which it ends.
    end: usize,
}

impl<'n> DeclarationHead<'n> {
    fn of(grammar: &Grammar, node: Node<'n>) -> DeclarationHead<'n> {
        let mut head = DeclarationHead { end: node.end_byte(), word_line: line(node), ..DeclarationHead::default() };
        let mut cursor = node.walk();
        // Here `=` is part of the head.
        let whole = matches!(grammar.role(node.kind_id()), NodeRole::ClassParameter | NodeRole::Alias);
        for child in node.children(&mut cursor) {
            let role = grammar.role(child.kind_id());
            if head.modifiers.is_some() && head.word_line == line(node) && role != NodeRole::Modifiers {
                head.word_line = line(child).max(head.word_line);
            }
            match role {
                NodeRole::Name if head.name.is_none() => head.name = Some(child),
                NodeRole::Variable => head.variable(grammar, child),
                NodeRole::Modifiers => head.modifiers = Some(child),
                NodeRole::Type => head.last_type = Some(child),
                NodeRole::InterfaceWord => head.interface = true,
                NodeRole::ValueWord => head.value = true,
                NodeRole::EnumWord => head.enumeration = true,
                _ => {}
            }
            let body = child.start_byte() > node.start_byte() && matches!(role, NodeRole::Body | NodeRole::HeadEnd)
                || role == NodeRole::EnumWord && child.child_count() > 0;
            if body && !whole && head.others.is_empty() {
                head.end = head.end.min(child.start_byte());
            }
        }
        head
    }

    /// A property's name; Java may have several of them.
    fn variable(&mut self, grammar: &Grammar, node: Node<'n>) {
        let mut cursor = node.walk();
        let name = node.children(&mut cursor).find(|child| grammar.role(child.kind_id()) == NodeRole::Name);
        let Some(name) = name else { return };
        if self.name.is_some() {
            self.others.push(name);
            return;
        }
        self.name = Some(name);
        // Java's `= value` is inside this node, Kotlin's is not.
        let mut cursor = node.walk();
        let value = node.children(&mut cursor).find(|child| grammar.role(child.kind_id()) == NodeRole::HeadEnd);
        if let Some(value) = value {
            self.end = self.end.min(value.start_byte());
        }
    }

    /// The last name in the last type before the parameters.
    fn kind_end(&self, grammar: &Grammar) -> Option<Node<'n>> {
        let node = self.last_type?;
        let mut cursor = node.walk();
        node.children(&mut cursor).filter(|child| grammar.role(child.kind_id()) == NodeRole::Name).last()
    }
}
