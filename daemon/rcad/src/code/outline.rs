//! The outline of one source file: package, imports, declarations and names in use. Knows no syntax and no other file.

use std::collections::{HashMap, HashSet};

use super::declaration::{DeclarationKind, Import};

/// The outline of a file.
#[derive(Debug, Default)]
pub struct Outline {
    /// Empty for none.
    pub package: String,
    /// In source order.
    pub imports: Vec<Import>,
    /// In source order; a container comes before its members.
    pub declared: Vec<OutlineItem>,
    /// In source order.
    pub used: Vec<NameUse>,
    /// Whether the syntax is broken or parsing timed out, so that parts were read line by line.
    pub broken: bool,
    names: NameTable,
}

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineItem {
    /// Simple name.
    pub name: Box<str>,
    /// What it is.
    pub kind: DeclarationKind,
    /// 1-based first line, with its annotations.
    pub from: u32,
    /// 1-based line of its name.
    pub line: u32,
    /// 1-based.
    pub end_line: u32,
    /// Its head in one line.
    pub signature: Box<str>,
    /// Index of the declaration around it.
    pub container: Option<u32>,
    /// Whether it is private to its file or class.
    pub private: bool,
}

/// How a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseKind {
    /// Mentioned: a type, a variable, a property.
    Named,
    /// Called, or passed as a function (`::name`).
    Called,
    /// Called on an object or class: `a.name()`.
    CalledOn,
}

/// A use of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameUse {
    name: u32,
    /// 1-based.
    pub line: u32,
    within: u32,
    /// The kind of use.
    pub how: UseKind,
}

/// A use while the file is being read.
pub struct RawUse<'t> {
    /// The name.
    pub name: &'t str,
    /// 1-based.
    pub line: u32,
    /// Index of the declaration around it.
    pub within: Option<u32>,
    /// The kind of use.
    pub how: UseKind,
}

/// Longest qualified name, in parts.
const DEEPEST: usize = 8;

/// Stands for no declaration.
const NOWHERE: u32 = u32::MAX;

/// Sorted distinct names, in one string.
#[derive(Debug, Default)]
struct NameTable {
    text: Box<str>,
    ends: Box<[u32]>,
}

impl Outline {
    /// Adds the uses, which are in source order.
    pub fn using(mut self, uses: &[RawUse<'_>]) -> Outline {
        let mut names: Vec<&str> = uses.iter().map(|one| one.name).collect();
        names.sort_unstable();
        names.dedup();
        let at: HashMap<&str, u32> = names.iter().zip(0..).map(|(name, n)| (*name, n)).collect();
        let used = |one: &RawUse<'_>| NameUse {
            name: at.get(one.name).copied().unwrap_or_default(),
            line: one.line,
            within: one.within.unwrap_or(NOWHERE),
            how: one.how,
        };
        self.used = uses.iter().map(used).collect();
        self.used.shrink_to_fit();
        self.names = NameTable::new(&names);
        self
    }

    /// The distinct names in use.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        (0..self.names.ends.len()).map(|n| self.names.get(n))
    }

    /// The name of a use.
    pub fn name(&self, used: &NameUse) -> &str {
        self.names.get(used.name as usize)
    }

    /// Whether this name is used.
    pub fn uses(&self, name: &str) -> bool {
        self.names.find(name).is_some()
    }

    /// Uses of a name.
    pub fn uses_of(&self, name: &str) -> impl Iterator<Item = &NameUse> {
        let name = self.names.find(name);
        self.used.iter().filter(move |used| Some(used.name) == name)
    }

    /// Names used in these lines, each once, in order.
    pub fn names_used(&self, from: u32, to: u32) -> Vec<String> {
        let mut seen = HashSet::new();
        let used = self.used.iter().filter(|used| (from..=to).contains(&used.line) && seen.insert(used.name));
        used.map(|used| self.name(used).to_owned()).collect()
    }

    /// Index of the declaration around a use.
    pub fn within(&self, used: &NameUse) -> Option<u32> {
        (used.within != NOWHERE).then_some(used.within)
    }

    /// A declaration's name with its containers, at most the innermost eight: `Basket.Companion.of`.
    pub fn path(&self, declared: &OutlineItem) -> String {
        let up = std::iter::successors(Some(declared), |one| self.container(one));
        let mut names: Vec<&str> = up.take(DEEPEST).map(|one| &*one.name).collect();
        names.reverse();
        names.join(".")
    }

    /// The declaration around this one.
    pub fn container(&self, declared: &OutlineItem) -> Option<&OutlineItem> {
        self.declared.get(declared.container? as usize)
    }

    /// The innermost function around a line, else a property of several lines, else the innermost class.
    pub fn around(&self, line: u32) -> Option<&OutlineItem> {
        let inside: Vec<&OutlineItem> =
            self.declared.iter().filter(|one| (one.from..=one.end_line).contains(&line)).collect();
        let innermost = |fits: fn(&OutlineItem) -> bool| {
            inside.iter().filter(|one| fits(one)).max_by_key(|one| (one.from, u32::MAX - one.end_line)).copied()
        };
        innermost(|one| matches!(one.kind, DeclarationKind::Function | DeclarationKind::Constructor))
            .or_else(|| innermost(|one| one.kind == DeclarationKind::Property && one.end_line > one.line))
            .or_else(|| innermost(|one| one.kind.is_type()))
    }
}

impl NameTable {
    fn new(sorted: &[&str]) -> NameTable {
        let ends = sorted.iter().scan(0, |end, name| {
            *end += name.len() as u32;
            Some(*end)
        });
        NameTable { ends: ends.collect(), text: sorted.concat().into_boxed_str() }
    }

    fn get(&self, n: usize) -> &str {
        let from = n.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[from as usize..self.ends[n] as usize]
    }

    fn find(&self, name: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = (low + high) / 2;
            match self.get(middle).cmp(name) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle as u32),
            }
        }
        None
    }
}
