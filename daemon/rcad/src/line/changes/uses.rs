//! Where a project's sources, scripts and resources have a word.

use std::path::Path;
use std::time::Instant;

use memchr::memmem::Finder;
use rcad_core::changes::link::given::has_word;
use rcad_core::model::change::ProjectPlace;

use crate::line::snapshot::each_file;
use crate::platform::confine::Root;

/// Most uses that are found.
const MOST: usize = 200;
/// Largest file that is searched, in bytes.
const LARGEST: u64 = 512 << 10;

/// The lines that have `word` as a whole word, in the order of the paths; those found until time is over.
pub(super) fn of(root: &Path, word: &str, until: Instant) -> Vec<ProjectPlace> {
    let Ok(root) = Root::open(root) else { return Vec::new() };
    let finder = Finder::new(word.as_bytes());
    let mut all = Vec::new();
    for path in each_file(&root, until) {
        if all.len() >= MOST || Instant::now() >= until {
            break;
        }
        let Ok(bytes) = root.read_real(Path::new(&path), LARGEST) else { continue };
        // Most files do not have it at all.
        if finder.find(&bytes).is_none() {
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        for (at, _) in text.lines().enumerate().filter(|(_, line)| has_word(line, word)) {
            all.push(ProjectPlace { file: path.clone(), line: u32::try_from(at + 1).ok() });
        }
    }
    all.truncate(MOST);
    all
}
