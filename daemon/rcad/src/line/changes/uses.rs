//! Where a project's sources, scripts and resources have a word. They are read once, when it is first asked.

use std::cell::OnceCell;
use std::path::Path;
use std::time::Instant;

use memchr::memmem::Finder;
use rcad_core::changes::whole_word::has_word;
use rcad_core::model::change::ProjectPlace;

use crate::line::snapshot::each_file;
use crate::platform::confine::Root;

/// Most uses that are found.
const MOST: usize = 200;
/// Largest file that is searched, in bytes.
const LARGEST: u64 = 512 << 10;
/// Most bytes that are searched.
pub(super) const BYTES: usize = 32 << 20;

/// The texts of a project, as far as they can be read in time.
pub(super) struct ProjectTexts<'r> {
    read: Box<dyn Fn() -> Vec<(String, String)> + 'r>,
    texts: OnceCell<Vec<(String, String)>>,
}

impl<'r> ProjectTexts<'r> {
    /// Those of the project at `root`, which are read until then.
    pub(super) fn of(root: &'r Path, until: Instant) -> ProjectTexts<'r> {
        ProjectTexts::read_by(move || texts_of(root, until))
    }

    /// Those that `read` returns, with their paths in order.
    pub(super) fn read_by(read: impl Fn() -> Vec<(String, String)> + 'r) -> ProjectTexts<'r> {
        ProjectTexts { read: Box::new(read), texts: OnceCell::new() }
    }

    /// The lines that have `word` as a whole word, in the order of the paths.
    pub(super) fn uses(&self, word: &str) -> Vec<ProjectPlace> {
        let finder = Finder::new(word.as_bytes());
        // Most files do not have it at all.
        let files = self.texts.get_or_init(|| (self.read)()).iter();
        let files = files.filter(|(_, text)| finder.find(text.as_bytes()).is_some());
        let lines =
            files.flat_map(|(path, text)| text.lines().zip(1..).map(move |(line, number)| (path, line, number)));
        let found = lines.filter(|(_, line, _)| has_word(line, word)).take(MOST);
        found.map(|(path, _, number)| ProjectPlace { file: path.clone(), line: Some(number) }).collect()
    }
}

fn texts_of(root: &Path, until: Instant) -> Vec<(String, String)> {
    let Ok(root) = Root::open(root) else { return Vec::new() };
    let (mut all, mut bytes) = (Vec::new(), 0);
    for path in each_file(&root, until) {
        if bytes >= BYTES || Instant::now() >= until {
            break;
        }
        let Ok(text) = root.read_real(Path::new(&path), LARGEST) else { continue };
        bytes += text.len();
        all.push((path, String::from_utf8_lossy(&text).into_owned()));
    }
    all
}
