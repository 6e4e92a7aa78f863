//! Direct and indirect callers of a function, found by names, packages and imports, without types. Uses the index
//! alone.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

use super::declaration::DeclarationKind;
use super::index::{CodeIndex, IndexedFile};
use super::outline::{NameUse, OutlineItem, UseKind};

/// Callers that are returned.
const MOST: usize = 200;

/// A caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// With its containers: `Basket.total`.
    pub name: String,
    /// Relative to the project.
    pub file: String,
    /// 1-based line of the call.
    pub line: u32,
    /// From the caller to the function, both included.
    pub chain: Vec<String>,
    /// 1 for a direct caller.
    pub depth: u32,
}

/// The callers that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callers {
    /// Breadth first: direct ones first.
    pub callers: Vec<Caller>,
    /// Number of callers found, also those not returned.
    pub total: usize,
    /// Whether time ran out.
    pub late: bool,
}

/// A declaration whose callers are searched.
#[derive(Clone)]
struct CallTarget<'a> {
    file: &'a IndexedFile,
    declared: &'a OutlineItem,
    chain: Vec<String>,
    depth: u32,
}

impl CodeIndex {
    /// Callers of the functions (or constructors) with this name, `total` or `Basket.total`, that a file declares;
    /// nothing if it declares none.
    pub fn callers(&self, name: &str, file: &str, max_depth: u32, until: Instant) -> Option<Callers> {
        let file = self.file(file)?;
        let simple = name.rsplit('.').next().unwrap_or(name);
        let fits = |one: &&OutlineItem| {
            let path = file.outline.path(one);
            &*one.name == simple
                && (path == name || path.ends_with(&format!(".{name}")) || qualified(file, one) == name)
        };
        let targets: Vec<&OutlineItem> = file.outline.declared.iter().filter(fits).collect();
        let mut waiting: VecDeque<CallTarget<'_>> = targets
            .iter()
            .map(|declared| CallTarget { file, declared, chain: vec![file.outline.path(declared)], depth: 0 })
            .collect();
        waiting.front()?;
        let mut seen: HashSet<(&str, u32)> = targets.iter().map(|one| (&*file.path, one.line)).collect();
        let mut found = Callers::default();
        while let Some(wanted) = waiting.pop_front() {
            if Instant::now() >= until {
                found.late = true;
                break;
            }
            // Callers that can't be returned are not searched.
            if wanted.depth >= max_depth || found.callers.len() >= MOST {
                continue;
            }
            for (from, used) in self.calls(wanted.file, wanted.declared) {
                let within = from.outline.within(used).and_then(|at| from.outline.declared.get(at as usize));
                let caller = within.map_or_else(|| from.path.to_string(), |within| from.outline.path(within));
                let chain: Vec<String> = std::iter::once(caller.clone()).chain(wanted.chain.iter().cloned()).collect();
                let depth = wanted.depth + 1;
                found.total += 1;
                if found.callers.len() < MOST {
                    let (file, line) = (from.path.to_string(), used.line);
                    found.callers.push(Caller { name: caller, file, line, chain: chain.clone(), depth });
                }
                if let Some(declared) = within.filter(|one| seen.insert((&*from.path, one.line))) {
                    waiting.push_back(CallTarget { file: from, declared, chain, depth });
                }
            }
        }
        Some(found)
    }

    /// Uses that may be calls of this declaration.
    fn calls<'a>(&'a self, file: &'a IndexedFile, declared: &'a OutlineItem) -> Vec<(&'a IndexedFile, &'a NameUse)> {
        let name = &*declared.name;
        let owner = file.outline.container(declared).map(|container| &*container.name);
        // Other classes with a function of this name.
        let others: HashSet<&str> = self
            .declared(name)
            .filter_map(|(file, one)| file.outline.container(one).map(|container| &*container.name))
            .filter(|other| Some(*other) != owner)
            .collect();
        let may = |from: &IndexedFile, used: &NameUse| match owner {
            _ if std::ptr::eq(from, file) => true,
            _ if declared.private => false,
            None => sees(from, file, name),
            Some(_) if declared.kind == DeclarationKind::Constructor => true,
            Some(owner) if names(from, |name| name == owner) => true,
            // Without a receiver it is inherited, or inside `with(basket) { … }`: then the file names the class.
            Some(_) => used.how != UseKind::Called && !names(from, |name| others.contains(name)),
        };
        let wants_call = !matches!(declared.kind, DeclarationKind::Property);
        let files = self.with(&self.using, name);
        let uses = files.flat_map(|from| from.outline.uses_of(name).map(move |used| (from, used)));
        uses.filter(|(from, used)| (!wants_call || used.how != UseKind::Named) && may(from, used)).collect()
    }
}

/// Whether a file uses or declares a name that matches.
fn names(file: &IndexedFile, is_it: impl Fn(&str) -> bool) -> bool {
    file.outline.names().any(&is_it) || file.outline.declared.iter().any(|one| is_it(&one.name))
}

/// Whether a file can see a top-level declaration of another: it has the same package or an import.
fn sees(from: &IndexedFile, file: &IndexedFile, name: &str) -> bool {
    let package = &file.outline.package;
    from.outline.package == *package
        || from.outline.imports.iter().any(|import| {
            let rest = if package.is_empty() { Some(&*import.path) } else { import.path.strip_prefix(&**package) };
            // `a.b.total`, `a.b.*`, and from Java `a.b.BasketKt` or `a.b.BasketKt.total`.
            let last = rest.map(|rest| rest.trim_start_matches('.'));
            last.is_some_and(|last| {
                last == name || last == "*" || last.split('.').next().is_some_and(|l| l.ends_with("Kt"))
            })
        })
}

fn qualified(file: &IndexedFile, declared: &OutlineItem) -> String {
    format!("{}.{}", file.outline.package, file.outline.path(declared))
}
