//! What changed in build scripts, settings, catalogues and properties.

mod blocks;
mod catalogue;
mod dependency;
mod properties;
mod reader;
mod spelling;
#[cfg(test)]
mod tests;

use super::texts::TextPair;
use super::things;
use crate::model::change::{Change, FilePair};

/// Adds what changed in this file.
pub(super) fn compare(file: &FilePair, all: &mut Vec<Change>) {
    let Some(texts) = TextPair::of(file) else { return };
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let (before, after) = if name.ends_with(".gradle") || name.ends_with(".gradle.kts") {
        let settings = name.starts_with("settings.");
        let (mut before, after) = (reader::read(&texts.before, settings), reader::read(&texts.after, settings));
        blocks::rename(&file.path, &texts, &mut before, &after, all);
        (before.things, after.things)
    } else if name.ends_with(".versions.toml") {
        return catalogue::compare(&file.path, &texts, all);
    } else if name.ends_with(".properties") {
        (properties::read(&texts.before), properties::read(&texts.after))
    } else {
        return;
    };
    things::compare(&file.path, &texts, &before, &after, all);
}
