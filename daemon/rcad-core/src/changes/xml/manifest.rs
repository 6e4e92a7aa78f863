//! Permissions, components and attributes of a manifest.

use std::collections::HashMap;

use super::spelling::{attribute_line, attributes, canonical, cut};
use crate::changes::renamed::{best_pairs, likeness, similar};
use crate::changes::secrets::mentions_secret;
use crate::changes::texts::{LineMap, TextPair};
use crate::model::change::{Change, ChangeKind, ChangeSubject};
use crate::project::xml::{Element, tree};

const NAME: &str = "android:name";

/// Adds what changed in a manifest; nothing where one of the texts is not well-formed.
pub(super) fn compare(file: &str, texts: &TextPair, all: &mut Vec<Change>) {
    let read = |text: &str| if text.trim().is_empty() { Ok(Element::default()) } else { tree(text) };
    let (Ok(before), Ok(after)) = (read(&texts.before), read(&texts.after)) else { return };
    let mut comparison = ManifestComparison { file, texts, lines: texts.lines(), found: Vec::new() };
    comparison.children("manifest", &before, &after);
    if !before.name.is_empty() && !after.name.is_empty() {
        comparison.attributes("", &before, &after);
    }
    comparison.found.sort_by_key(|change| change.line);
    all.append(&mut comparison.found);
}

/// Two manifests while they are compared.
struct ManifestComparison<'t> {
    file: &'t str,
    texts: &'t TextPair,
    lines: LineMap,
    found: Vec<Change>,
}

impl ManifestComparison<'_> {
    /// Elements in an element of this path.
    fn children(&mut self, path: &str, before: &Element, after: &Element) {
        let (mut old, mut pairs): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
        let mut same: HashMap<(String, String), Vec<usize>> = HashMap::new();
        for (at, one) in after.children.iter().enumerate().rev() {
            same.entry((label(one), self.inner(one, false))).or_default().push(at);
        }
        for (at, one) in before.children.iter().enumerate() {
            match same.get_mut(&(label(one), self.inner(one, true))).and_then(Vec::pop) {
                // Nothing in it has changed.
                Some(_) => {}
                None => old.push(at),
            }
        }
        let mut by_label: HashMap<String, Vec<usize>> = HashMap::new();
        let mut new: Vec<usize> = same.into_values().flatten().collect();
        new.sort_unstable_by(|one, other| other.cmp(one));
        new.iter().for_each(|at| by_label.entry(label(&after.children[*at])).or_default().push(*at));
        old.retain(|at| {
            let one = &before.children[*at];
            // Of those without a name the one that took its place is looked for.
            let found = by_label.get_mut(&label(one)).filter(|list| name(one).is_some() || list.len() == 1);
            let found = found.and_then(Vec::pop);
            pairs.extend(found.map(|new| (*at, new)));
            found.is_none()
        });
        let mut new: Vec<usize> = by_label.into_values().flatten().collect();
        new.sort_unstable();
        pairs.extend(self.renamed(path, (before, &mut old), (after, &mut new)));
        for (old, new) in pairs {
            let (old, new) = (&before.children[old], &after.children[new]);
            self.attributes(path, old, new);
            self.children(&format!("{path}/{}", label(new)), old, new);
        }
        for one in old.into_iter().map(|at| &before.children[at]) {
            let line = self.lines.now(one.line);
            self.add(Change { line, before: value(one), ..self.change(ChangeKind::Removed, label(one), path) });
        }
        for one in new.into_iter().map(|at| &after.children[at]) {
            let end_line = (one.end_line > one.line).then_some(one.end_line);
            let change = self.change(ChangeKind::Added, label(one), path);
            self.add(Change { line: Some(one.line), end_line, after: value(one), ..change });
        }
    }

    /// Takes elements out of both lists that are the same under another name, and tells so.
    fn renamed(
        &mut self,
        path: &str,
        (before, old): (&Element, &mut Vec<usize>),
        (after, new): (&Element, &mut Vec<usize>),
    ) -> Vec<(usize, usize)> {
        let score = |a: usize, b: usize| {
            let (was, is) = (&before.children[old[a]], &after.children[new[b]]);
            let place = self.lines.in_place(was.line, is.line);
            let nearer = if place { 1.0 } else { 0.0 };
            match (name(was), name(is)) {
                (None, None) if was.name == is.name => Some(nearer),
                (one, other) if one == other => {
                    similar(&was.name, &is.name).then(|| likeness(&was.name, &is.name) + nearer)
                }
                (Some(one), Some(other)) if was.name == is.name => {
                    let short = |name: &'_ str| name.rsplit('.').next().unwrap_or(name).to_owned();
                    let alike = likeness(&short(one), &short(other));
                    let same = place && (!is.children.is_empty() && self.inner(was, true) == self.inner(is, false));
                    (same || similar(&short(one), &short(other))).then_some(alike + nearer)
                }
                _ => None,
            }
        };
        let found: Vec<(usize, usize)> =
            best_pairs(old.len(), new.len(), &score).into_iter().map(|(a, b)| (old[a], new[b])).collect();
        for (was, is) in &found {
            let (was, is) = (&before.children[*was], &after.children[*is]);
            if label(was) != label(is) {
                let line = if was.name == is.name { attribute_line(&self.texts.after, is, NAME) } else { is.line };
                let change = self.change(ChangeKind::Renamed, label(was), path);
                self.add(Change { line: Some(line), after: Some(label(is)), ..change });
            }
        }
        old.retain(|at| !found.iter().any(|pair| pair.0 == *at));
        new.retain(|at| !found.iter().any(|pair| pair.1 == *at));
        found
    }

    /// Attributes of an element in both states.
    fn attributes(&mut self, path: &str, before: &Element, after: &Element) {
        let label = label(after);
        let owner = if path.is_empty() { label.clone() } else { format!("{path}/{label}") };
        let named = |attribute: &str| format!("{label} {attribute}");
        let counts = |attribute: &str| attribute != NAME || name(after).is_none();
        let mut gone: Vec<&(String, String)> = Vec::new();
        let mut come: Vec<&(String, String)> = Vec::new();
        for one in before.attributes.iter().filter(|(attribute, _)| counts(attribute)) {
            match after.get(&one.0) {
                Some(now) if now == one.1 => {}
                Some(now) => {
                    let line = Some(attribute_line(&self.texts.after, after, &one.0));
                    let change = self.change(ChangeKind::Value, named(&one.0), &owner);
                    self.add(Change { line, before: Some(cut(&one.1)), after: Some(cut(now)), ..change });
                }
                None => gone.push(one),
            }
        }
        come.extend(
            after.attributes.iter().filter(|(attribute, _)| counts(attribute) && before.get(attribute).is_none()),
        );
        let score = |a: usize, b: usize| {
            let ((was, value), (is, now)) = (gone[a], come[b]);
            (value == now && similar(was, is)).then(|| likeness(was, is))
        };
        let pairs = best_pairs(gone.len(), come.len(), &score);
        for (at, (attribute, value)) in come.iter().enumerate() {
            let line = Some(attribute_line(&self.texts.after, after, attribute));
            let change = match pairs.iter().find(|pair| pair.1 == at) {
                Some((was, _)) => Change {
                    after: Some(named(attribute)),
                    ..self.change(ChangeKind::Renamed, named(&gone[*was].0), &owner)
                },
                None => {
                    let change = self.change(ChangeKind::Added, named(attribute), &owner);
                    Change { after: Some(cut(value)), ..change }
                }
            };
            self.add(Change { line, ..change });
        }
        for (_, (attribute, value)) in gone.iter().enumerate().filter(|(at, _)| !pairs.iter().any(|pair| pair.0 == *at))
        {
            let line = self.lines.now(attribute_line(&self.texts.before, before, attribute));
            let change = self.change(ChangeKind::Removed, named(attribute), &owner);
            self.add(Change { line, before: Some(cut(value)), ..change });
        }
    }

    /// What is in an element, in one spelling.
    fn inner(&self, element: &Element, before: bool) -> String {
        let text = if before { &self.texts.before } else { &self.texts.after };
        let inner = canonical(text.get(element.inner.clone()).unwrap_or_default());
        format!("{} {inner}", attributes(element, NAME))
    }

    fn change(&self, kind: ChangeKind, name: String, path: &str) -> Change {
        let owner = (!path.is_empty()).then(|| path.to_owned());
        Change { owner, ..Change::new(kind, ChangeSubject::Manifest, name, self.file) }
    }

    /// Adds a change, without values that are secret.
    fn add(&mut self, mut change: Change) {
        if change.kind != ChangeKind::Renamed && mentions_secret(&change.name) {
            (change.before, change.after) = (None, None);
        }
        self.found.push(change);
    }
}

fn name(element: &Element) -> Option<&str> {
    element.get(NAME).filter(|_| element.name != "application")
}

/// `activity .MainActivity`, `permission android.permission.CAMERA`, `application`
fn label(element: &Element) -> String {
    let kind = match element.name.as_str() {
        "uses-permission" | "uses-permission-sdk-23" => "permission",
        "permission" => "declared-permission",
        kind => kind,
    };
    name(element).map_or_else(|| kind.to_owned(), |name| format!("{kind} {name}"))
}

/// What an element without others in it says besides its name.
fn value(element: &Element) -> Option<String> {
    let all = attributes(element, NAME);
    (!all.is_empty()).then(|| cut(&all))
}
