//! What is gone in one place and new in another: renamed or moved.

use std::collections::{BTreeMap, HashMap};

use crate::model::change::{Change, ChangeKind, ChangeSubject};

/// Names that are at least as alike as this may be of the same thing.
const ALIKE: f64 = 0.6;
/// Most pairs of names that are held against each other.
const MOST_PAIRS: usize = 10_000;
/// Values of fewer characters are shared by resources that have nothing to do with each other.
const TELLING: usize = 8;
/// Begins the digest of a file that stands as its text until it is paired.
pub(super) const CONTENT: &str = "content:";

/// How alike two names are, from 0 to 1.
pub(super) fn likeness(one: &str, other: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(one, other)
}

/// Whether two names may be of the same thing.
pub(super) fn similar(one: &str, other: &str) -> bool {
    let (short, long) = (one.len().min(other.len()), one.len().max(other.len()));
    // Names of so different lengths cannot be, and most are; counted in bytes, so only a first look.
    short * 3 >= long && likeness(one, other) >= ALIKE
}

/// Pairs of `old` and `new` of the highest scores, each of them once; none where there are too many.
pub(super) fn best_pairs(old: usize, new: usize, score: &dyn Fn(usize, usize) -> Option<f64>) -> Vec<(usize, usize)> {
    if old.saturating_mul(new) > MOST_PAIRS {
        return Vec::new();
    }
    let all = (0..old).flat_map(|a| (0..new).map(move |b| (a, b)));
    let mut scored: Vec<(f64, usize, usize)> = all.filter_map(|(a, b)| Some((score(a, b)?, a, b))).collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let (mut taken_old, mut taken_new) = (vec![false; old], vec![false; new]);
    let mut pairs = Vec::new();
    for (_, a, b) in scored {
        if !taken_old[a] && !taken_new[b] {
            (taken_old[a], taken_new[b]) = (true, true);
            pairs.push((a, b));
        }
    }
    pairs
}

/// Joins resources and entries of manifests that are gone and new over all files to those that were renamed or moved.
pub(super) fn pair(all: &mut Vec<Change>) {
    let mut pairing = Pairing { gone: vec![false; all.len()], owners: HashMap::new() };
    let mut groups: BTreeMap<(ChangeSubject, bool, String, String), [Vec<usize>; 2]> = BTreeMap::new();
    for (at, change) in all.iter().enumerate() {
        let side = match change.kind {
            ChangeKind::Removed => 0,
            ChangeKind::Added => 1,
            _ => continue,
        };
        let Some((kind, qualifiers)) = kind_of(change) else { continue };
        // Ids last: their layouts may have been renamed.
        groups.entry((change.subject, kind == "id", kind, qualifiers)).or_default()[side].push(at);
    }
    for ((subject, ids, ..), [old, new]) in groups {
        let mut left = [old, new];
        pairing.moved(all, &mut left, ids);
        if subject == ChangeSubject::Resource {
            pairing.same_value(all, &mut left);
            pairing.similar_name(all, &mut left);
        }
    }
    let mut gone = pairing.gone.into_iter();
    all.retain(|_| !gone.next().unwrap_or(false));
    for change in all.iter_mut().filter(|change| change.subject == ChangeSubject::Resource) {
        for text in [&mut change.before, &mut change.after] {
            if text.as_ref().is_some_and(|text| text.starts_with(CONTENT)) {
                *text = None;
            }
        }
    }
}

/// The kind of what changed, and the qualifiers of its folder: a German text never takes the place of the default one.
fn kind_of(change: &Change) -> Option<(String, String)> {
    match change.subject {
        ChangeSubject::Resource => {
            let kind = change.name.split('/').next()?;
            let folder = change.file.rsplit('/').nth(1).unwrap_or_default();
            let (folder, qualifiers) = folder.split_once('-').unwrap_or((folder, ""));
            // Of those only what came and went is told.
            (folder != "values" || qualifiers.is_empty()).then(|| (kind.to_owned(), qualifiers.to_owned()))
        }
        ChangeSubject::Manifest => Some((change.name.split(' ').next()?.to_owned(), String::new())),
        _ => None,
    }
}

/// What is done so far.
struct Pairing {
    /// Changes that are part of another one now.
    gone: Vec<bool>,
    /// Layouts that were renamed.
    owners: HashMap<String, String>,
}

impl Pairing {
    /// The same name in another file, or elsewhere in a manifest.
    fn moved(&mut self, all: &mut [Change], left: &mut [Vec<usize>; 2], ids: bool) {
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for at in left[1].iter().rev() {
            by_name.entry(all[*at].name.clone()).or_default().push(*at);
        }
        let mut pairs = Vec::new();
        for old in left[0].iter().copied() {
            let Some(new) = by_name.get_mut(&all[old].name).and_then(Vec::pop) else { continue };
            pairs.push((old, new));
            let owner = all[old].owner.as_deref().and_then(|owner| self.owners.get(owner));
            if ids && owner.is_some() && owner == all[new].owner.as_ref() {
                // It is where it was, in a layout of another name.
                (self.gone[old], self.gone[new]) = (true, true);
            } else {
                let here = all[old].file == all[new].file;
                let place = |at: usize| if here { all[at].owner.clone() } else { Some(all[at].file.clone()) };
                let (from, to) = (place(old), place(new));
                self.join(all, (old, new), ChangeKind::Moved, from, to);
            }
        }
        take_out(left, &pairs);
    }

    /// The same value under another name.
    fn same_value(&mut self, all: &mut [Change], left: &mut [Vec<usize>; 2]) {
        let mut by_value: HashMap<String, Vec<usize>> = HashMap::new();
        for at in &left[1] {
            if let Some(value) = &all[*at].after {
                by_value.entry(value.clone()).or_default().push(*at);
            }
        }
        let mut pairs = Vec::new();
        for old in left[0].iter().copied() {
            let Some(value) = &all[old].before else { continue };
            let Some(list) = by_value.get_mut(value) else { continue };
            let telling = value.len() >= TELLING;
            let score = |new: &usize| {
                let (one, other) = (&all[old], &all[*new]);
                let alike = likeness(name(one), name(other)) + f64::from(u8::from(one.file == other.file));
                (telling || alike >= ALIKE).then_some(alike)
            };
            let best = list.iter().take(MOST_PAIRS.isqrt() / 2).enumerate();
            let best = best.filter_map(|(n, new)| Some((score(new)?, n)));
            let Some((_, n)) = best.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))) else {
                continue;
            };
            pairs.push((old, list.remove(n)));
        }
        self.rename(all, left, &pairs);
    }

    /// A similar name, whatever its value.
    fn similar_name(&mut self, all: &mut [Change], left: &mut [Vec<usize>; 2]) {
        let score = |a: usize, b: usize| {
            let (old, new) = (&all[left[0][a]], &all[left[1][b]]);
            let nearer = if old.file == new.file { 0.5 } else { 0.0 };
            similar(name(old), name(new)).then(|| likeness(name(old), name(new)) + nearer)
        };
        let pairs = best_pairs(left[0].len(), left[1].len(), &score);
        let pairs: Vec<(usize, usize)> = pairs.into_iter().map(|(a, b)| (left[0][a], left[1][b])).collect();
        self.rename(all, left, &pairs);
    }

    fn rename(&mut self, all: &mut [Change], left: &mut [Vec<usize>; 2], pairs: &[(usize, usize)]) {
        for (old, new) in pairs.iter().copied() {
            let now = all[new].name.clone();
            self.owners.insert(all[old].name.clone(), now.clone());
            self.join(all, (old, new), ChangeKind::Renamed, None, Some(now));
        }
        take_out(left, pairs);
    }

    /// Makes the change that tells what is gone one of where it is now.
    fn join(
        &mut self,
        all: &mut [Change],
        (old, new): (usize, usize),
        kind: ChangeKind,
        before: Option<String>,
        after: Option<String>,
    ) {
        self.gone[new] = true;
        let name = std::mem::take(&mut all[old].name);
        all[old] = Change { kind, name, before, after, ..all[new].clone() };
    }
}

/// `title` of `string/title`.
fn name(change: &Change) -> &str {
    change.name.split_once('/').map_or(change.name.as_str(), |(_, name)| name)
}

fn take_out(left: &mut [Vec<usize>; 2], pairs: &[(usize, usize)]) {
    let old: std::collections::HashSet<usize> = pairs.iter().map(|(old, _)| *old).collect();
    let new: std::collections::HashSet<usize> = pairs.iter().map(|(_, new)| *new).collect();
    left[0].retain(|at| !old.contains(at));
    left[1].retain(|at| !new.contains(at));
}
