//! The named things of two texts of a file: which are new, gone, renamed, or have another value.

use std::collections::HashMap;

use super::renamed::{best_pairs, likeness, similar};
use super::texts::{LineMap, TextPair};
use crate::model::change::{Change, ChangeKind, ChangeSubject};

/// Most things of the same arguments that are looked at for one that was renamed.
const LOOKED_AT: usize = 50;
/// Arguments of fewer characters are shared by things that have nothing to do with each other: `true`, `(1)`.
const TELLING: usize = 6;

/// Something that a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedThing {
    pub(super) subject: ChangeSubject,
    pub(super) name: String,
    /// Where it stands; empty for the top.
    pub(super) owner: String,
    /// The word that its statement begins with.
    pub(super) word: String,
    /// Whether this is a word that rcad knows; only for dependencies.
    pub(super) known: bool,
    /// What stands behind the word, in one spelling.
    pub(super) arguments: String,
    /// Of several things of one name, those that are equal in this belong together.
    pub(super) detail: String,
    /// What is told by itself when it changed: the configuration, the version, the value.
    pub(super) parts: Vec<String>,
    /// What is told of it where it is new or gone, or changed in another way than its parts.
    pub(super) text: String,
    /// Equal in things that are the same.
    pub(super) canonical: String,
    /// Whether its value must not be told.
    pub(super) secret: bool,
    /// 1-based.
    pub(super) line: u32,
    /// 1-based.
    pub(super) end_line: u32,
}

impl NamedThing {
    /// A thing of a name that stands in a line, with a value.
    pub(super) fn new(subject: ChangeSubject, name: &str, value: &str, line: u32) -> NamedThing {
        NamedThing {
            subject,
            name: name.to_owned(),
            owner: String::new(),
            word: name.to_owned(),
            known: true,
            arguments: value.to_owned(),
            detail: String::new(),
            parts: vec![value.to_owned()],
            text: value.to_owned(),
            canonical: value.to_owned(),
            secret: false,
            line,
            end_line: line,
        }
    }

    fn tell(&self, text: &str) -> Option<String> {
        (!self.secret && !text.is_empty()).then(|| text.to_owned())
    }

    /// A change of this thing where it is now.
    fn change(&self, kind: ChangeKind, subject: ChangeSubject, name: &str, file: &str) -> Change {
        Change {
            owner: (!self.owner.is_empty()).then(|| self.owner.clone()),
            line: Some(self.line),
            end_line: (self.end_line > self.line).then_some(self.end_line),
            ..Change::new(kind, subject, name, file)
        }
    }
}

/// Adds what differs between the things of a file before and now.
pub(super) fn compare(
    file: &str,
    texts: &TextPair,
    before: &[NamedThing],
    after: &[NamedThing],
    all: &mut Vec<Change>,
) {
    let mut left = LeftThings { old: (0..before.len()).collect(), new: (0..after.len()).collect() };
    left.take(|at| key(&before[at], &before[at].canonical), |at| key(&after[at], &after[at].canonical));
    let mut same = left.take(|at| key(&before[at], &before[at].detail), |at| key(&after[at], &after[at].detail));
    same.extend(left.take(|at| key(&before[at], ""), |at| key(&after[at], "")));
    let mut found: Vec<Change> = Vec::new();
    for (old, new) in same {
        values(file, &before[old], &after[new], &mut found);
    }
    if !left.old.is_empty() {
        let lines = texts.lines();
        by_word(file, before, after, &lines, &mut left, &mut found);
        by_name(file, before, after, &lines, &mut left, &mut found);
        for old in left.old.iter().map(|at| &before[*at]) {
            let change = old.change(ChangeKind::Removed, old.subject, &old.name, file);
            let before = old.tell(&old.text);
            found.push(Change { before, line: lines.now(old.line), end_line: None, ..change });
        }
    }
    for new in left.new.iter().map(|at| &after[*at]) {
        let change = new.change(ChangeKind::Added, new.subject, &new.name, file);
        found.push(Change { after: new.tell(&new.text), ..change });
    }
    found.sort_by_key(|change| change.line);
    found.dedup();
    all.append(&mut found);
}

fn key<'t>(thing: &'t NamedThing, last: &'t str) -> (u8, &'t str, &'t str, &'t str) {
    (thing.subject as u8, &thing.owner, &thing.name, last)
}

/// Positions of things that are not accounted for, in order.
struct LeftThings {
    old: Vec<usize>,
    new: Vec<usize>,
}

impl LeftThings {
    /// Takes out pairs of the same key, the first with the first.
    fn take<K: std::hash::Hash + Eq>(
        &mut self,
        old_key: impl Fn(usize) -> K,
        new_key: impl Fn(usize) -> K,
    ) -> Vec<(usize, usize)> {
        let mut by_key: HashMap<K, std::collections::VecDeque<usize>> = HashMap::new();
        for at in &self.new {
            by_key.entry(new_key(*at)).or_default().push_back(*at);
        }
        let pairs: Vec<(usize, usize)> =
            self.old.iter().filter_map(|old| Some((*old, by_key.get_mut(&old_key(*old))?.pop_front()?))).collect();
        self.remove(&pairs);
        pairs
    }

    fn remove(&mut self, pairs: &[(usize, usize)]) {
        let old: std::collections::HashSet<usize> = pairs.iter().map(|(old, _)| *old).collect();
        let new: std::collections::HashSet<usize> = pairs.iter().map(|(_, new)| *new).collect();
        self.old.retain(|at| !old.contains(at));
        self.new.retain(|at| !new.contains(at));
    }
}

/// The same thing with other parts, or another text.
fn values(file: &str, old: &NamedThing, new: &NamedThing, found: &mut Vec<Change>) {
    let mut differs = false;
    for (n, (was, is)) in old.parts.iter().zip(&new.parts).enumerate().filter(|(_, (was, is))| was != is) {
        differs = true;
        // A configuration that nobody knows is a word that is misspelt.
        if n == 0 && old.subject == ChangeSubject::Dependency && old.known != new.known {
            let change = new.change(ChangeKind::Renamed, ChangeSubject::Statement, &old.word, file);
            found.push(Change { after: Some(new.word.clone()), ..change });
            continue;
        }
        let change = new.change(ChangeKind::Value, new.subject, &new.name, file);
        found.push(Change { before: old.tell(was), after: new.tell(is), ..change });
    }
    if !differs {
        let change = new.change(ChangeKind::Value, new.subject, &new.name, file);
        found.push(Change { before: old.tell(&old.text), after: new.tell(&new.text), ..change });
    }
}

/// Things with the same arguments behind another word: in the place of the one before, or of a similar name.
fn by_word(
    file: &str,
    before: &[NamedThing],
    after: &[NamedThing],
    lines: &LineMap,
    left: &mut LeftThings,
    found: &mut Vec<Change>,
) {
    let mut candidates: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
    for at in &left.new {
        candidates.entry((&after[*at].owner, &after[*at].arguments)).or_default().push(*at);
    }
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    // Modules of one statement go together.
    let mut last: Option<(usize, usize)> = None;
    for at in left.old.iter().copied() {
        let old = &before[at];
        let statement = |one: &NamedThing| (one.line, one.word.clone());
        if let Some((other, new)) = last.filter(|(other, _)| statement(&before[*other]) == statement(old)) {
            pairs.extend((before[other].arguments == old.arguments).then_some((at, new)));
            continue;
        }
        let Some(list) = candidates.get_mut(&(old.owner.as_str(), old.arguments.as_str())) else { continue };
        let telling = old.arguments.len() >= TELLING;
        let fits = |new: &NamedThing| {
            new.word != old.word && (similar(&old.word, &new.word) || (telling && lines.in_place(old.line, new.line)))
        };
        let Some(place) = list.iter().take(LOOKED_AT).position(|new| fits(&after[*new])) else { continue };
        let new = list.remove(place);
        let (one, other) = (&before[at], &after[new]);
        let same = one.subject == other.subject;
        let subject = if same { one.subject } else { ChangeSubject::Statement };
        let (was, is) = if same { (&one.name, &other.name) } else { (&one.word, &other.word) };
        let change = other.change(ChangeKind::Renamed, subject, was, file);
        found.push(Change { after: Some(is.clone()), ..change });
        pairs.push((at, new));
        last = Some((at, new));
        let statement = |next: &NamedThing| (next.line, &next.word) == (other.line, &other.word);
        pairs.extend(list.extract_if(.., |next| statement(&after[*next])).map(|next| (at, next)));
    }
    left.remove(&pairs);
}

/// Dependencies, plugins and modules where a similar one comes for one that goes.
fn by_name(
    file: &str,
    before: &[NamedThing],
    after: &[NamedThing],
    lines: &LineMap,
    left: &mut LeftThings,
    found: &mut Vec<Change>,
) {
    let named = |thing: &NamedThing| {
        matches!(thing.subject, ChangeSubject::Dependency | ChangeSubject::Plugin | ChangeSubject::Module)
    };
    let old: Vec<usize> = left.old.iter().copied().filter(|at| named(&before[*at])).collect();
    let new: Vec<usize> = left.new.iter().copied().filter(|at| named(&after[*at])).collect();
    let score = |a: usize, b: usize| {
        let (old, new) = (&before[old[a]], &after[new[b]]);
        if old.subject != new.subject || old.owner != new.owner || old.word != new.word {
            return None;
        }
        let place = if lines.in_place(old.line, new.line) { 1.0 } else { 0.0 };
        // A dependency that comes in another place is another one.
        let stays = old.subject != ChangeSubject::Dependency || place > 0.0;
        Some(names_alike(&old.name, &new.name)? + place).filter(|_| stays)
    };
    let pairs: Vec<(usize, usize)> =
        best_pairs(old.len(), new.len(), &score).into_iter().map(|(a, b)| (old[a], new[b])).collect();
    for (old, new) in &pairs {
        let (old, new) = (&before[*old], &after[*new]);
        let change = new.change(ChangeKind::Renamed, new.subject, &old.name, file);
        found.push(Change { after: Some(new.name.clone()), ..change });
        for (was, is) in old.parts.iter().zip(&new.parts).filter(|(was, is)| was != is) {
            let change = new.change(ChangeKind::Value, new.subject, &new.name, file);
            found.push(Change { before: old.tell(was), after: new.tell(is), ..change });
        }
    }
    left.remove(&pairs);
}

/// How alike names are of which each part must be: `androidx.room:room-runtime` is not like `androidx.room:room-ktx`.
fn names_alike(one: &str, other: &str) -> Option<f64> {
    let split = |name: &'_ str| {
        let at = name.rfind([':', '.']).map_or(0, |at| at + 1);
        (name[..at].to_owned(), name[at..].to_owned())
    };
    let ((group, name), (other_group, other_name)) = (split(one), split(other));
    if group != other_group && !similar(&group, &other_group) {
        return None;
    }
    similar(&name, &other_name).then(|| likeness(&name, &other_name))
}
