//! Resources of `values` folders: strings, colours, styles.

use super::spelling::{attributes, canonical, cut};
use crate::changes::secrets::mentions_secret;
use crate::changes::texts::TextPair;
use crate::changes::things::{self, NamedThing};
use crate::model::change::FilePair;
use crate::model::change::{Change, ChangeKind, ChangeSubject};
use crate::project::xml::{Element, tree};

/// Adds the resources that changed; in a qualified folder only those that came and went.
pub(super) fn compare(file: &FilePair, texts: &TextPair, qualified: bool, all: &mut Vec<Change>) {
    let read = |text: &str, there: bool| if there { read(text) } else { Some(Vec::new()) };
    let (Some(mut before), Some(mut after)) =
        (read(&texts.before, file.before.is_some()), read(&texts.after, file.after.is_some()))
    else {
        return;
    };
    if qualified {
        before.iter_mut().chain(&mut after).for_each(|thing| {
            // Whatever its value, it is the same; and nothing is in another's place.
            (thing.canonical, thing.arguments) = (String::new(), thing.name.clone());
        });
    } else {
        narrow(&mut before, &mut after);
    }
    let mut found = Vec::new();
    things::compare(&file.path, texts, &before, &after, &mut found);
    found.retain(|change| !qualified || matches!(change.kind, ChangeKind::Added | ChangeKind::Removed));
    all.append(&mut found);
}

/// The resources of a file; nothing where it is not well-formed.
fn read(text: &str) -> Option<Vec<NamedThing>> {
    let root = tree(text).ok().filter(|root| root.name == "resources")?;
    let mut all = Vec::new();
    for element in &root.children {
        let Some(kind) = kind(element) else { continue };
        let Some(name) = element.get("name") else { continue };
        let name = format!("{kind}/{name}");
        if kind == "styleable" {
            // An attribute with a format is declared here.
            let declares = |one: &&Element| one.get("format").is_some() || !one.children.is_empty();
            for attribute in element.all("attr").filter(declares) {
                let Some(own) = attribute.get("name").filter(|own| !own.contains(':')) else { continue };
                let mut thing = resource(text, attribute, &format!("attr/{own}"));
                thing.owner.clone_from(&name);
                all.push(thing);
            }
        }
        all.push(resource(text, element, &name));
    }
    Some(all)
}

/// `string` of `<string>`, `dimen` of `<item type="dimen">`.
fn kind(element: &Element) -> Option<&str> {
    match element.name.as_str() {
        "item" => element.get("type"),
        "string-array" | "integer-array" | "array" => Some("array"),
        "declare-styleable" => Some("styleable"),
        kind @ ("string" | "color" | "dimen" | "style" | "plurals" | "bool" | "integer" | "attr" | "id"
        | "fraction" | "drawable") => Some(kind),
        _ => None,
    }
}

fn resource(text: &str, element: &Element, name: &str) -> NamedThing {
    let inner = canonical(text.get(element.inner.clone()).unwrap_or_default());
    let more = attributes(element, "name");
    let told = match (inner.is_empty(), more.is_empty()) {
        (false, _) if !inner.starts_with("<item") && !inner.starts_with("<attr") => inner.clone(),
        _ => [more.as_str()]
            .into_iter()
            .chain(lines_of(&inner))
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", "),
    };
    let mut thing = NamedThing::new(ChangeSubject::Resource, name, &cut(&told), element.line);
    thing.end_line = element.end_line;
    thing.canonical = format!("{more} {inner}");
    // Another kind is another thing, whatever its value.
    thing.arguments = format!("{} {}", name.split('/').next().unwrap_or_default(), thing.canonical);
    thing.secret = mentions_secret(name);
    thing
}

/// What the items of a style, an array or a plural say.
fn lines_of(inner: &str) -> Vec<&str> {
    inner.split("<item").filter(|part| !part.is_empty()).map(|part| part.trim_end_matches("</item>").trim()).collect()
}

/// Tells of styles and lists whose items changed only these.
fn narrow(before: &mut [NamedThing], after: &mut [NamedThing]) {
    let mut by_name: std::collections::HashMap<String, &mut NamedThing> =
        before.iter_mut().map(|thing| (thing.name.clone(), thing)).collect();
    for new in after.iter_mut() {
        let Some(old) = by_name.get_mut(&new.name).filter(|old| old.canonical != new.canonical) else { continue };
        if !old.canonical.contains("<item") || !new.canonical.contains("<item") {
            continue;
        }
        let parts = |text: &str| {
            text.split("<item").map(|part| part.replace("</item>", "").trim().to_owned()).collect::<Vec<_>>()
        };
        let (was, is) = (parts(&old.canonical), parts(&new.canonical));
        let (in_was, in_is): (std::collections::HashSet<&String>, std::collections::HashSet<&String>) =
            (was.iter().collect(), is.iter().collect());
        let differing = |of: &[String], other: &std::collections::HashSet<&String>| {
            let all: Vec<&str> =
                of.iter().filter(|one| !one.is_empty() && !other.contains(one)).map(String::as_str).collect();
            cut(&all.join(", "))
        };
        let (left, right) = (differing(&was, &in_is), differing(&is, &in_was));
        if left != right {
            (old.parts, new.parts) = (vec![left], vec![right]);
        }
    }
}
