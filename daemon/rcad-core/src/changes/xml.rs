//! What changed in resources and manifests.

mod files;
mod manifest;
mod resource_file;
mod spelling;
#[cfg(test)]
mod tests;
mod values;

use super::texts::TextPair;
use crate::model::change::{Change, FilePair};
use resource_file::ResourceFile;

/// Adds what changed in this file.
pub(super) fn compare(file: &FilePair, all: &mut Vec<Change>) {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    if name == "AndroidManifest.xml" {
        if let Some(texts) = TextPair::of(file) {
            manifest::compare(&file.path, &texts, all);
        }
    } else if let Some(place) = ResourceFile::of(&file.path) {
        if place.kind != "values" {
            files::whole(file, &place, all);
        }
        let Some(texts) = TextPair::of(file).filter(|_| name.ends_with(".xml")) else { return };
        if place.kind == "values" {
            values::compare(file, &texts, place.qualified, all);
        } else {
            files::ids(file, &texts, &place, all);
        }
    }
}

/// Whether a path is one of a resource, XML or not.
pub(super) fn is_resource(path: &str) -> bool {
    ResourceFile::of(path).is_some()
}
