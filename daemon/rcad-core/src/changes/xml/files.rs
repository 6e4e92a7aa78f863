//! Resources that are files of their own, and the ids in them.

use sha2::{Digest, Sha256};

use super::resource_file::ResourceFile;
use super::spelling::canonical;
use crate::changes::renamed::CONTENT;
use crate::changes::texts::TextPair;
use crate::changes::things::{self, NamedThing};
use crate::model::change::{Change, ChangeKind, ChangeSubject, FilePair};
use crate::project::resources::values;

/// Adds a file that is new or gone as the resource that it is.
pub(super) fn whole(file: &FilePair, place: &ResourceFile, all: &mut Vec<Change>) {
    let kind = match (&file.before, &file.after) {
        (None, Some(_)) => ChangeKind::Added,
        (Some(_), None) => ChangeKind::Removed,
        _ => return,
    };
    // By this a file of another name is known; it goes when all files are paired.
    let content = |text: &Option<String>| {
        let text = text.as_deref().filter(|text| !text.is_empty())?;
        Some(format!("{CONTENT}{}", hex::encode(Sha256::digest(canonical(text).as_bytes()))))
    };
    all.push(Change {
        before: content(&file.before),
        after: content(&file.after),
        line: file.after.as_ref().map(|_| 1),
        ..Change::new(kind, ChangeSubject::Resource, format!("{}/{}", place.kind, place.name), file.path.as_str())
    });
}

/// Adds the ids that came, went and were renamed in a file.
pub(super) fn ids(file: &FilePair, texts: &TextPair, place: &ResourceFile, all: &mut Vec<Change>) {
    let owner = format!("{}/{}", place.kind, place.name);
    if let (Some(before), Some(after)) = (read(&texts.before, &owner), read(&texts.after, &owner)) {
        things::compare(&file.path, texts, &before, &after, all);
    }
}

/// Each id once, where its element is; nothing where the file is not well-formed.
fn read(text: &str, owner: &str) -> Option<Vec<NamedThing>> {
    let mut all: Vec<NamedThing> = Vec::new();
    let mut known: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for value in values(text)? {
        let Some(id) = value.text.strip_prefix("@+id/") else { continue };
        let name = format!("id/{id}");
        if let Some(at) = known.get(&name) {
            if value.attribute == "android:id" {
                all[*at].line = value.line;
                all[*at].end_line = value.line;
            }
            continue;
        }
        let mut thing = NamedThing::new(ChangeSubject::Resource, &name, "", value.line);
        owner.clone_into(&mut thing.owner);
        // Of two ids of the same kind of element one may have become the other.
        thing.arguments = format!("id {}", value.element);
        known.insert(name, all.len());
        all.push(thing);
    }
    Some(all)
}
