//! Selects declarations that the failing code uses, from the project's own sources.

use std::collections::HashSet;

use rcad_core::Category;
use rcad_core::agent::question::{Snippet, SnippetKind};

use super::inputs::GatherInputs;
use super::location::Location;
use crate::code::{Declaration, DeclarationKind};

/// Names that are looked up.
const NAMES: usize = 16;

/// Declarations of one name.
const EACH: usize = 2;

/// Members of a type that are shown.
const MEMBERS: usize = 12;

/// Declarations in all.
const MOST: usize = 40;

/// Lines of a declaration's head.
const HEAD: usize = 6;

/// Lines of a function's body, if its content matters.
const BODY: u32 = 20;

/// The heads: names in the failing lines first, then names in the functions around them.
pub fn signatures(from: &GatherInputs<'_>, failing: &[Location]) -> Vec<Snippet> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |more: Vec<String>| {
        for name in more {
            if names.len() < NAMES && !names.contains(&name) {
                names.push(name);
            }
        }
    };
    for place in failing {
        let (Some(file), Some(line)) = (&place.piece.file, place.line) else { continue };
        add(from.code.names_used(file, line, line));
    }
    for place in failing {
        let (Some(file), Some((begin, end))) = (&place.piece.file, place.function) else { continue };
        add(from.code.names_used(file, begin, end));
    }
    let mut declarations =
        ShownDeclarations { from, failing, bodies: bodies(from), known: HashSet::new(), pieces: Vec::new() };
    for name in names {
        for declared in from.code.definitions(&name, EACH) {
            declarations.add(&declared);
        }
    }
    declarations.pieces
}

/// Whether the body of a used function can be the cause, not only its declaration.
fn bodies(from: &GatherInputs<'_>) -> bool {
    let category = from.analysis.primary().map(|failure| failure.category);
    category.is_some_and(|category| category == Category::TestFailure || category.id().starts_with("runtime_"))
}

struct ShownDeclarations<'s> {
    from: &'s GatherInputs<'s>,
    failing: &'s [Location],
    bodies: bool,
    known: HashSet<(String, u32)>,
    pieces: Vec<Snippet>,
}

impl ShownDeclarations<'_> {
    /// A declaration, and the members of a type.
    fn add(&mut self, declared: &Declaration) {
        self.head(declared);
        let is_type = matches!(
            declared.kind,
            DeclarationKind::Class | DeclarationKind::Interface | DeclarationKind::Object | DeclarationKind::Enum
        );
        if is_type {
            let members = self.from.code.declared_in(&declared.file).into_iter();
            let inside = |one: &Declaration| one.line > declared.line && one.line <= declared.end_line;
            for member in members.filter(inside).take(MEMBERS) {
                self.head(&member);
            }
        }
    }

    fn head(&mut self, declared: &Declaration) {
        let is_shown = self.failing.iter().any(|place| {
            let piece = &place.piece;
            let lines = piece.from..piece.from.saturating_add(piece.lines.len() as u32);
            piece.file.as_ref() == Some(&declared.file) && lines.contains(&declared.line)
        });
        if is_shown || self.pieces.len() >= MOST || !self.known.insert((declared.file.clone(), declared.line)) {
            return;
        }
        let file = self.from.lines(&declared.file);
        let begin = (declared.line as usize).saturating_sub(1);
        let function = matches!(declared.kind, DeclarationKind::Function | DeclarationKind::Constructor);
        let lines = if self.bodies && function {
            let end = declared.end_line.min(declared.line.saturating_add(BODY)) as usize;
            file.get(begin..end.min(file.len())).map(<[String]>::to_vec).unwrap_or_default()
        } else {
            head_lines(file.get(begin..).unwrap_or_default())
        };
        let lines = if lines.is_empty() { vec![declared.signature.clone()] } else { lines };
        let (file, from) = (Some(declared.file.clone()), declared.line);
        self.pieces.push(Snippet { kind: SnippetKind::Signature, file, from, lines, focus: None });
    }
}

/// A declaration's lines until its brackets are closed.
fn head_lines(lines: &[String]) -> Vec<String> {
    let mut open = 0i64;
    let mut head = Vec::new();
    for line in lines.iter().take(HEAD) {
        open += line.matches('(').count() as i64 - line.matches(')').count() as i64;
        head.push(line.clone());
        if open <= 0 {
            break;
        }
    }
    head
}
