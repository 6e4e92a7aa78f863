//! Blocks of scripts that have another name: what is in them is compared all the same.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::reader::{BlockHeader, ReadScript};
use super::spelling::cut;
use crate::changes::renamed::{best_pairs, likeness, similar};
use crate::changes::texts::{LineMap, TextPair};
use crate::model::change::{Change, ChangeKind, ChangeSubject};

/// Adds the blocks that are new, gone or renamed, and puts what is in renamed ones below their names of now.
pub(super) fn rename(file: &str, texts: &TextPair, before: &mut ReadScript, after: &ReadScript, all: &mut Vec<Change>) {
    let mut by_depth: BTreeMap<usize, [Vec<&BlockHeader>; 2]> = BTreeMap::new();
    before.headers.iter().for_each(|one| by_depth.entry(one.depth).or_default()[0].push(one));
    after.headers.iter().for_each(|one| by_depth.entry(one.depth).or_default()[1].push(one));
    let mut owners = RenamedOwners(HashMap::new());
    let mut lines = None;
    for [old, new] in by_depth.into_values() {
        let old: Vec<(String, &BlockHeader)> = old.into_iter().map(|one| (owners.now(&one.owner), one)).collect();
        let (old, new) = left(old, new);
        if old.is_empty() && new.is_empty() {
            continue;
        }
        let lines = lines.get_or_insert_with(|| texts.lines());
        let score = |a: usize, b: usize| {
            let (owner, was) = &old[a];
            if *owner != new[b].owner { None } else { alike(was, new[b], lines) }
        };
        let pairs = best_pairs(old.len(), new.len(), &score);
        for (a, b) in &pairs {
            let ((owner, was), is) = (&old[*a], new[*b]);
            owners.0.insert(join(&was.owner, &was.name), join(owner, &is.name));
            all.push(changed(was, is, file));
        }
        let (paired_old, paired_new): (HashSet<usize>, HashSet<usize>) = pairs.into_iter().unzip();
        for (_, (owner, was)) in old.iter().enumerate().filter(|(a, _)| !paired_old.contains(a)) {
            all.push(change(ChangeKind::Removed, &was.name, owner, file, lines.now(was.line)));
        }
        for (_, is) in new.iter().enumerate().filter(|(b, _)| !paired_new.contains(b)) {
            all.push(change(ChangeKind::Added, &is.name, &is.owner, file, Some(is.line)));
        }
    }
    for thing in &mut before.things {
        thing.owner = owners.now(&thing.owner);
    }
}

/// The block under another name, or with other arguments before it.
fn changed(was: &BlockHeader, is: &BlockHeader, file: &str) -> Change {
    let (kind, from, before, after) = if was.word != is.word {
        (ChangeKind::Renamed, &was.word, None, is.word.clone())
    } else if was.name != is.name {
        (ChangeKind::Renamed, &was.name, None, is.name.clone())
    } else {
        (ChangeKind::Value, &is.name, Some(cut(&was.arguments)), cut(&is.arguments))
    };
    Change { before, after: Some(after), ..change(kind, from, &is.owner, file, Some(is.line)) }
}

type HeaderKey<'h> = (String, &'h str, &'h str);

/// Those that are not in the other text.
fn left<'h>(
    old: Vec<(String, &'h BlockHeader)>,
    new: Vec<&'h BlockHeader>,
) -> (Vec<(String, &'h BlockHeader)>, Vec<&'h BlockHeader>) {
    let key = |owner: &str, one: &'h BlockHeader| (owner.to_owned(), one.name.as_str(), one.arguments.as_str());
    let mut counts: HashMap<HeaderKey, usize> = HashMap::new();
    for (owner, one) in &old {
        *counts.entry(key(owner, one)).or_default() += 1;
    }
    let mut unmatched = |owner: &str, one: &'h BlockHeader| match counts.get_mut(&key(owner, one)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let new = new.into_iter().filter(|one| unmatched(&one.owner, one)).collect();
    // What the new ones did not take, the last of them.
    let old = old.into_iter().rev().filter(|(owner, one)| !unmatched(owner, one)).rev().collect();
    (old, new)
}

/// How likely two blocks are the same: one has the name of the other misspelt, or stands before the same first line.
fn alike(was: &BlockHeader, is: &BlockHeader, lines: &LineMap) -> Option<f64> {
    let place = lines.in_place(was.line, is.line);
    let nearer = if place { 1.0 } else { 0.0 };
    let (one, other) = match (was.word == is.word, was.name == is.name) {
        (true, true) => return Some(2.0 + nearer),
        (true, false) => (&was.name, &is.name),
        (false, _) if was.arguments == is.arguments => (&was.word, &is.word),
        (false, _) => return None,
    };
    let stays = place && lines.unchanged(was.line + 1) && lines.now(was.line + 1) == Some(is.line + 1);
    (stays || similar(one, other)).then(|| likeness(one, other) + nearer)
}

fn change(kind: ChangeKind, name: &str, owner: &str, file: &str, line: Option<u32>) -> Change {
    let owner = (!owner.is_empty()).then(|| owner.to_owned());
    Change { owner, line, ..Change::new(kind, ChangeSubject::Statement, name, file) }
}

fn join(owner: &str, name: &str) -> String {
    if owner.is_empty() { name.to_owned() } else { format!("{owner}.{name}") }
}

/// Paths of blocks before, with what they are now.
struct RenamedOwners(HashMap<String, String>);

impl RenamedOwners {
    /// The path of now, by the longest part of it that was renamed.
    fn now(&self, owner: &str) -> String {
        if self.0.is_empty() {
            return owner.to_owned();
        }
        let mut end = owner.len();
        loop {
            if let Some(now) = self.0.get(&owner[..end]) {
                return format!("{now}{}", &owner[end..]);
            }
            match owner[..end].rfind('.') {
                Some(at) => end = at,
                None => return owner.to_owned(),
            }
        }
    }
}
