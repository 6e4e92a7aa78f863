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
const BYTES: usize = 32 << 20;

/// The texts of a project, as far as they can be read in time.
pub(super) struct ProjectTexts<'r> {
    root: &'r Path,
    until: Instant,
    texts: OnceCell<Vec<(String, String)>>,
}

impl ProjectTexts<'_> {
    /// Those of the project at `root`, which are read until then.
    pub(super) fn of(root: &Path, until: Instant) -> ProjectTexts<'_> {
        ProjectTexts { root, until, texts: OnceCell::new() }
    }

    /// The lines that have `word` as a whole word, in the order of the paths.
    pub(super) fn uses(&self, word: &str) -> Vec<ProjectPlace> {
        let finder = Finder::new(word.as_bytes());
        // Most files do not have it at all.
        let files = self.texts.get_or_init(|| self.read()).iter();
        let files = files.filter(|(_, text)| finder.find(text.as_bytes()).is_some());
        let lines =
            files.flat_map(|(path, text)| text.lines().zip(1..).map(move |(line, number)| (path, line, number)));
        let found = lines.filter(|(_, line, _)| has_word(line, word)).take(MOST);
        found.map(|(path, _, number)| ProjectPlace { file: path.clone(), line: Some(number) }).collect()
    }

    fn read(&self) -> Vec<(String, String)> {
        let Ok(root) = Root::open(self.root) else { return Vec::new() };
        let (mut all, mut bytes) = (Vec::new(), 0);
        for path in each_file(&root, self.until) {
            if bytes >= BYTES || Instant::now() >= self.until {
                break;
            }
            let Ok(text) = root.read_real(Path::new(&path), LARGEST) else { continue };
            bytes += text.len();
            all.push((path, String::from_utf8_lossy(&text).into_owned()));
        }
        all
    }
}
