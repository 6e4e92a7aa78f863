//! Which declaration of one state is which of the other: the same name first, then what moved, then what looks alike
//! under another name, as git finds renamed files.

use std::collections::HashMap;

use similar::TextDiff;

use super::file::ReadFile;
use crate::changes::renamed::best_pairs;
use crate::changes::whole_word::replaced;
use crate::code::CodeDeclaration;
use crate::model::change::ChangeSubject;

/// How much of a declaration's text must be the same for it to be the renamed one, 0 to 1.
const ALIKE: f64 = 0.6;

/// A declaration with its file.
#[derive(Clone, Copy)]
pub(super) struct PlacedDeclaration<'f> {
    pub(super) file: &'f ReadFile<'f>,
    pub(super) one: &'f CodeDeclaration,
}

impl PlacedDeclaration<'_> {
    /// Its full name.
    pub(super) fn qualified(&self) -> String {
        let parts = [Some(self.file.code.package.as_str()), self.one.owner.as_deref(), Some(&self.one.name)];
        parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".")
    }

    /// Whether it is used by another full name, or in another module, than that one. What a class holds goes with it.
    pub(super) fn is_elsewhere(&self, other: &PlacedDeclaration<'_>) -> bool {
        let module = |path: &str| path.split_once("/src/").map(|(module, _)| module.to_owned());
        let simple = |owner: Option<&str>| owner.map(|owner| owner.rsplit('.').next().unwrap_or(owner).to_owned());
        match (simple(self.one.owner.as_deref()), simple(other.one.owner.as_deref())) {
            (None, None) => self.qualified() != other.qualified() || module(self.file.path) != module(other.file.path),
            (Some(before), Some(now)) => before != now,
            _ => true,
        }
    }

    /// Its text with `·` for its own name.
    fn stripped(&self) -> String {
        let lines: Vec<&str> = self.file.body(self.one).iter().map(|line| line.trim()).collect();
        replaced(&lines.join("\n"), &self.one.name, "·")
    }

    /// Whether it is on one line with other declarations.
    pub(super) fn shares_its_line(&self) -> bool {
        let others = self.file.code.declared.iter().filter(|other| other.line == self.one.line);
        self.one.from == self.one.end_line && others.count() > 1
    }

    /// Whether what declares it is an interface or an annotation.
    pub(super) fn is_in_interface(&self) -> bool {
        let Some(owner) = self.one.owner.as_deref() else { return false };
        let name = owner.rsplit('.').next().unwrap_or(owner);
        let declares = |one: &&CodeDeclaration| one.subject == ChangeSubject::Class && one.name == name;
        let around = self.file.code.declared.iter().find(declares);
        around.is_some_and(|one| one.signature.split(' ').any(|word| word.ends_with("interface")))
    }
}

/// A declaration in both states, or in one of them.
#[derive(Clone, Copy)]
pub(super) struct Pair<'f> {
    pub(super) before: Option<PlacedDeclaration<'f>>,
    pub(super) after: Option<PlacedDeclaration<'f>>,
    /// Whether its own place changed, not only the name or the place of what it is in.
    pub(super) is_moved: bool,
}

/// Pairs of one state's declarations with those of the other; those that are new or gone stand alone. What a new or gone
/// class holds is not listed.
pub(super) fn pair<'f>(before: &'f [ReadFile<'f>], after: &'f [ReadFile<'f>]) -> Vec<Pair<'f>> {
    let mut pairing =
        DeclarationPairing { old: all(before), new: all(after), pairs: Vec::new(), owners: HashMap::new() };
    pairing.same();
    // Classes first: what they hold goes with them.
    for subject_is_class in [true, false] {
        pairing.moved(subject_is_class);
        pairing.renamed(subject_is_class);
        pairing.same();
    }
    pairing.finish()
}

fn all<'f>(files: &'f [ReadFile<'f>]) -> Vec<PlacedDeclaration<'f>> {
    files.iter().flat_map(|file| file.code.declared.iter().map(move |one| PlacedDeclaration { file, one })).collect()
}

struct DeclarationPairing<'f> {
    /// Not paired yet.
    old: Vec<PlacedDeclaration<'f>>,
    new: Vec<PlacedDeclaration<'f>>,
    pairs: Vec<Pair<'f>>,
    /// Full name of a class before, and now.
    owners: HashMap<String, String>,
}

impl<'f> DeclarationPairing<'f> {
    /// Those with the same full name, of several with one name those with the same signature first.
    fn same(&mut self) {
        let mut by_name: HashMap<(String, ChangeSubject), Vec<usize>> = HashMap::new();
        for (at, found) in self.new.iter().enumerate() {
            by_name.entry((found.qualified(), found.one.subject)).or_default().push(at);
        }
        let mut taken = vec![false; self.new.len()];
        let mut pairs = Vec::new();
        for exact in [true, false] {
            self.old.retain(|old| {
                let key = (
                    self.owners.get(&owner_of(old)).map_or_else(|| old.qualified(), |now| named_in(now, old)),
                    old.one.subject,
                );
                let candidates = by_name.get(&key).map(Vec::as_slice).unwrap_or_default();
                let fits = |at: &&usize| {
                    let new = &self.new[**at];
                    !taken[**at] && (!exact || new.one.signature == old.one.signature && new.file.path == old.file.path)
                };
                let Some(at) = candidates.iter().find(fits).copied() else { return true };
                taken[at] = true;
                let new = self.new[at];
                let is_moved = old.one.owner.is_none() && old.is_elsewhere(&new);
                pairs.push(Pair { before: Some(*old), after: Some(new), is_moved });
                false
            });
        }
        let mut at = 0;
        self.new.retain(|_| {
            at += 1;
            !taken[at - 1]
        });
        self.pairs.append(&mut pairs);
    }

    /// Those of the same simple name elsewhere, where there is one on each side.
    fn moved(&mut self, classes: bool) {
        let mut by_name: HashMap<(&str, ChangeSubject), [Vec<PlacedDeclaration<'f>>; 2]> = HashMap::new();
        for (side, all) in [&self.old, &self.new].into_iter().enumerate() {
            for found in all.iter().filter(|found| found.one.subject != ChangeSubject::Constructor) {
                by_name.entry((&found.one.name, found.one.subject)).or_default()[side].push(*found);
            }
        }
        for sides in by_name.into_values() {
            if let [[gone], [now]] = sides.each_ref().map(Vec::as_slice)
                && is_class(gone) == classes
                && (classes || likeness(&gone.stripped(), &now.stripped()) >= ALIKE)
            {
                self.join(*gone, *now);
            }
        }
    }

    /// Those whose text is the most alike, in the same class or at the same place of the same file first.
    fn renamed(&mut self, classes: bool) {
        let wanted = |all: &[PlacedDeclaration<'f>]| -> Vec<(PlacedDeclaration<'f>, String)> {
            let wanted = all.iter().filter(|found| is_class(found) == classes);
            wanted.map(|found| (*found, found.stripped())).collect()
        };
        let (old, new) = (wanted(&self.old), wanted(&self.new));
        let score = |a: usize, b: usize| {
            let ((gone, gone_text), (now, now_text)) = (&old[a], &new[b]);
            let fits = now.one.subject == gone.one.subject && self.is_beside(gone, now);
            let same = || fits.then(|| likeness(gone_text, now_text)).filter(|likeness| *likeness >= ALIKE);
            // Of several that differ in the name alone, such as entries of an enum, the one with the nearer name.
            let nearer = strsim::normalized_damerau_levenshtein(&gone.one.name, &now.one.name);
            let beside = if gone.one.line == now.one.line { 0.5 } else { 0.0 };
            same().map(|likeness| if gone_text == now_text { 1.0 + nearer + beside } else { likeness })
        };
        for (a, b) in best_pairs(old.len(), new.len(), &score) {
            self.join(old[a].0, new[b].0);
        }
    }

    /// Whether both are in the same class, or are classes or top-level declarations.
    fn is_beside(&self, gone: &PlacedDeclaration<'_>, now: &PlacedDeclaration<'_>) -> bool {
        let owner = owner_of(gone);
        match (&gone.one.owner, &now.one.owner) {
            (Some(_), Some(_)) => self.owners.get(&owner).unwrap_or(&owner) == &owner_of(now),
            (None, None) => is_class(gone) || gone.file.code.package == now.file.code.package,
            _ => false,
        }
    }

    fn join(&mut self, gone: PlacedDeclaration<'f>, now: PlacedDeclaration<'f>) {
        self.old.retain(|one| !std::ptr::eq(one.one, gone.one));
        self.new.retain(|one| !std::ptr::eq(one.one, now.one));
        if is_class(&gone) {
            self.owners.insert(gone.qualified(), now.qualified());
        }
        self.pairs.push(Pair { before: Some(gone), after: Some(now), is_moved: gone.is_elsewhere(&now) });
    }

    fn finish(mut self) -> Vec<Pair<'f>> {
        for (side, is_old) in [(&self.old, true), (&self.new, false)] {
            for found in side {
                let inside = |other: &&PlacedDeclaration<'f>| {
                    is_class(other)
                        && !std::ptr::eq(other.one, found.one)
                        && std::ptr::eq(other.file, found.file)
                        && (other.one.from..=other.one.end_line).contains(&found.one.line)
                };
                if !side.iter().any(|other| inside(&other)) {
                    let (before, after) = if is_old { (Some(*found), None) } else { (None, Some(*found)) };
                    self.pairs.push(Pair { before, after, is_moved: false });
                }
            }
        }
        let place = |pair: &Pair<'f>| pair.after.or(pair.before).map(|found| (found.file.path, found.one.line));
        self.pairs.sort_by(|one, other| place(one).cmp(&place(other)));
        self.pairs
    }
}

fn is_class(found: &PlacedDeclaration<'_>) -> bool {
    found.one.subject == ChangeSubject::Class
}

/// Full name of what a declaration is in.
fn owner_of(found: &PlacedDeclaration<'_>) -> String {
    let parts = [Some(found.file.code.package.as_str()), found.one.owner.as_deref()];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".")
}

fn named_in(owner: &str, found: &PlacedDeclaration<'_>) -> String {
    // A constructor is called as its class.
    let name = if found.one.subject == ChangeSubject::Constructor {
        owner.rsplit('.').next().unwrap_or(owner)
    } else {
        &found.one.name
    };
    format!("{owner}.{name}")
}

/// How much of two texts is the same, 0 to 1.
fn likeness(one: &str, other: &str) -> f64 {
    let (long, short) = (one.len().max(other.len()), one.len().min(other.len()));
    if one == other {
        1.0
    } else if (short as f64) < ALIKE * long as f64 / 2.0 {
        0.0
    } else {
        f64::from(TextDiff::from_words(one, other).ratio())
    }
}
