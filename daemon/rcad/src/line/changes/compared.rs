//! What differs between two states of a project, within a limit of time.

use std::slice;
use std::time::Instant;

use rcad_core::changes::{changes, hunks};
use rcad_core::model::change::{Change, FilePair};

use crate::code::DeclarationReader;

/// What differs, by name and by lines; nothing where time is over before all of it is compared.
pub(super) fn compared(
    pairs: &[FilePair],
    reader: &DeclarationReader,
    until: Instant,
) -> Option<(Vec<Change>, Vec<Change>)> {
    let mut lines = Vec::new();
    for pair in pairs {
        (Instant::now() < until).then_some(())?;
        lines.append(&mut hunks(slice::from_ref(pair)));
    }
    let named = changes(pairs, reader);
    (!reader.is_late()).then_some((named, lines))
}
