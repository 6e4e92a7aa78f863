//! What changed in a project since a state that is known to be good, and which of it broke the build. Compares texts in
//! both states; reads no files and asks no clock.

pub mod code;
mod fix;
mod lines;
pub mod link;
mod patch;
mod reason;
mod renamed;
mod scripts;
mod secrets;
mod texts;
mod things;
pub mod whole_word;
pub mod words;
mod xml;

use crate::code::CodeReader;
use crate::model::change::{Change, ChangeKind, ChangeSubject, FilePair};
use code::file::is_source;
pub use fix::{FixedProject, fix};
pub use reason::reason;

/// The named things that differ in these files: declarations, resources, statements of scripts, files.
pub fn changes(files: &[FilePair], reader: &dyn CodeReader) -> Vec<Change> {
    let mut all = Vec::new();
    let (sources, others): (Vec<&FilePair>, Vec<&FilePair>) = files.iter().partition(|file| is_source(&file.path));
    code::compare(&sources, reader, &mut all);
    for file in others {
        match kind_of(&file.path) {
            TextKind::Script => scripts::compare(file, &mut all),
            TextKind::Xml => xml::compare(file, &mut all),
            TextKind::Other => {}
        }
        whole(file, &mut all);
    }
    renamed::pair(&mut all);
    all
}

/// The lines that differ in these files, whatever is in them.
pub fn hunks(files: &[FilePair]) -> Vec<Change> {
    let mut all = Vec::new();
    files.iter().for_each(|file| lines::compare(file, &mut all));
    all
}

/// What kind of file a path names.
enum TextKind {
    /// Build and settings scripts, catalogues, properties.
    Script,
    /// Resources of any kind and manifests.
    Xml,
    Other,
}

fn kind_of(path: &str) -> TextKind {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("gradle" | "kts" | "toml" | "properties") => TextKind::Script,
        Some("xml") => TextKind::Xml,
        // Pictures and fonts are resources too.
        _ if xml::is_resource(path) => TextKind::Xml,
        _ => TextKind::Other,
    }
}

/// A file that is new or gone is a change of its own.
fn whole(file: &FilePair, all: &mut Vec<Change>) {
    let kind = match (&file.before, &file.after) {
        (None, Some(_)) => ChangeKind::Added,
        (Some(_), None) => ChangeKind::Removed,
        _ => return,
    };
    all.push(Change::new(kind, ChangeSubject::File, file.path.as_str(), file.path.as_str()));
}
