//! The index of one project: which files declare and use a name. In memory only.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::declaration::{Declaration, Import, Reference};
use super::grammar::SourceLanguage;
use super::outline::{NameUse, Outline, OutlineItem, UseKind};
use super::reader::SourceReader;
use super::walk::FileStamp;

/// A file of the index.
#[derive(Clone, Debug)]
pub(super) struct IndexedFile {
    pub(super) path: Box<str>,
    pub(super) stamp: FileStamp,
    /// Whether a change would certainly change the stamp.
    pub(super) is_sure: bool,
    pub(super) hash: u64,
    pub(super) outline: Arc<Outline>,
    /// Whether its outline was dropped for lack of room.
    pub(super) is_left_out: bool,
}

/// A file that was read: its number in the index, if it has one, and its content, if it could be read and has changed.
pub(super) type FileUpdate = (Option<usize>, Option<Arc<IndexedFile>>);

/// Declarations kept at most.
const DECLARATIONS: usize = 500_000;

/// The index of one project, as of its last update.
#[derive(Clone, Debug, Default)]
pub struct CodeIndex {
    /// By number; a deleted file leaves its slot empty.
    pub(super) files: Vec<Option<Arc<IndexedFile>>>,
    /// Half a hash of a name and the number of a file that declares it, sorted.
    declaring: Vec<u64>,
    /// Likewise for files that use it.
    pub(super) using: Vec<u64>,
    pub(super) is_partial: bool,
    pub(super) left_out: usize,
}

impl CodeIndex {
    /// Declarations with this simple name; generated files come last.
    pub fn definitions(&self, name: &str, limit: usize) -> Vec<Declaration> {
        self.declared(name).map(|(file, declared)| declaration(file, declared)).take(limit).collect()
    }

    /// Uses of this simple name.
    pub fn references(&self, name: &str, limit: usize) -> Vec<Reference> {
        let files = self.with(&self.using, name);
        let uses = files.flat_map(|file| file.outline.uses_of(name).map(move |used| reference(file, used)));
        uses.take(limit).collect()
    }

    /// Declarations of a file, in source order.
    pub fn declared_in(&self, file: &str) -> Vec<Declaration> {
        let Some(file) = self.file(file) else { return Vec::new() };
        file.outline.declared.iter().map(|declared| declaration(file, declared)).collect()
    }

    /// Imports of a file.
    pub fn imports(&self, file: &str) -> Vec<Import> {
        self.file(file).map_or_else(Vec::new, |file| file.outline.imports.clone())
    }

    /// Package of a file, empty for none; nothing for an unknown file.
    pub fn package(&self, file: &str) -> Option<String> {
        self.file(file).map(|file| file.outline.package.clone())
    }

    /// Names used in these lines of a file, each once, in order.
    pub fn names_used(&self, file: &str, from: u32, to: u32) -> Vec<String> {
        self.file(file).map_or_else(Vec::new, |file| file.outline.names_used(from, to))
    }

    /// The innermost function around a line, else a property of several lines, else the innermost class.
    pub fn around(&self, file: &str, line: u32) -> Option<Declaration> {
        let file = self.file(file)?;
        file.outline.around(line).map(|declared| declaration(file, declared))
    }

    /// Whether a file declares, uses or imports this simple name, or has it in its package.
    pub fn mentions(&self, file: &str, name: &str) -> bool {
        self.file(file).is_some_and(|file| {
            let outline = &file.outline;
            outline.uses(name)
                || outline.declared.iter().any(|one| &*one.name == name)
                || outline.imports.iter().any(|import| import.path.split('.').any(|part| part == name))
                || outline.package.split('.').any(|part| part == name)
        })
    }

    /// Paths of the indexed files.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().flatten().map(|file| &*file.path)
    }

    /// Number of declarations.
    pub fn declarations(&self) -> usize {
        self.files.iter().flatten().map(|file| file.outline.declared.len()).sum()
    }

    /// Whether time ran out; the next update reads the missing files.
    pub fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Files left out: too large, too many, unreadable, or not read yet.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Declared names most similar to this one, best first.
    pub fn like(&self, name: &str, limit: usize) -> Vec<String> {
        let mut like: Vec<(f64, &str)> = Vec::new();
        for declared in self.files.iter().flatten().flat_map(|file| &file.outline.declared) {
            let same_size = declared.name.len().abs_diff(name.len()) <= 3;
            if same_size && !like.iter().any(|(_, known)| *known == &*declared.name) {
                let likeness = strsim::normalized_damerau_levenshtein(name, &declared.name);
                if likeness >= 0.7 {
                    like.push((likeness, &declared.name));
                }
            }
        }
        like.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        like.into_iter().take(limit).map(|(_, name)| name.to_owned()).collect()
    }

    pub(super) fn declared<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (&'a IndexedFile, &'a OutlineItem)> {
        let files = self.with(&self.declaring, name);
        files.flat_map(move |file| {
            file.outline.declared.iter().filter(move |one| &*one.name == name).map(move |one| (file, one))
        })
    }

    pub(super) fn file(&self, path: &str) -> Option<&IndexedFile> {
        self.files.iter().flatten().map(|file| &**file).find(|file| &*file.path == path)
    }

    /// Files that may have the name; hash collisions are included.
    pub(super) fn with<'a>(
        &'a self,
        postings: &'a [u64],
        name: &str,
    ) -> impl Iterator<Item = &'a IndexedFile> + use<'a> {
        let key = key(name);
        let from = postings.partition_point(|one| one >> 32 < key);
        let files = postings[from..].iter().take_while(move |one| **one >> 32 == key);
        files.filter_map(|one| self.files.get((one & u64::from(u32::MAX)) as usize)?.as_deref())
    }

    /// Stores updated files and removes deleted ones.
    pub(super) fn replace(&mut self, read: Vec<FileUpdate>, gone: &[usize]) {
        let mut stale = vec![false; self.files.len()];
        let mut added = Vec::new();
        for slot in gone {
            self.files[*slot] = None;
            stale[*slot] = true;
        }
        let mut room = DECLARATIONS.saturating_sub(self.declarations());
        for (slot, file) in read {
            let Some(mut file) = file else { continue };
            let needed = file.outline.declared.len();
            if needed > room {
                file =
                    Arc::new(IndexedFile { outline: Arc::default(), is_left_out: true, ..IndexedFile::clone(&file) });
            } else {
                room -= needed;
            }
            match slot {
                Some(slot) => {
                    stale[slot] = true;
                    self.files[slot] = Some(file);
                    added.push(slot);
                }
                None => {
                    added.push(self.files.len());
                    self.files.push(Some(file));
                }
            }
        }
        let files = &self.files;
        let outlines = || added.iter().filter_map(|slot| Some((*slot as u64, &files[*slot].as_ref()?.outline)));
        let declaring =
            outlines().flat_map(|(n, outline)| outline.declared.iter().map(move |one| key(&one.name) << 32 | n));
        let using = outlines().flat_map(|(n, outline)| outline.names().map(move |name| key(name) << 32 | n));
        for (postings, new) in
            [(&mut self.declaring, declaring.collect::<Vec<_>>()), (&mut self.using, using.collect())]
        {
            postings.retain(|one| !stale.get((one & u64::from(u32::MAX)) as usize).is_some_and(|stale| *stale));
            postings.extend(new);
            // Two sorted runs, for which the stable sort is fast.
            postings.sort();
            postings.dedup();
        }
    }
}

/// Half a hash of a name.
fn key(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish() >> 32
}

fn declaration(file: &IndexedFile, declared: &OutlineItem) -> Declaration {
    Declaration {
        name: declared.name.to_string(),
        kind: declared.kind,
        file: file.path.to_string(),
        line: declared.line,
        end_line: declared.end_line,
        signature: declared.signature.to_string(),
        container: file.outline.container(declared).map(|container| file.outline.path(container)),
    }
}

fn reference(file: &IndexedFile, used: &NameUse) -> Reference {
    let within = file.outline.within(used).and_then(|at| file.outline.declared.get(at as usize));
    Reference {
        name: file.outline.name(used).to_owned(),
        file: file.path.to_string(),
        line: used.line,
        within: within.map(|declared| file.outline.path(declared)),
        call: used.how != UseKind::Named,
    }
}

/// An index of one text, which need not be part of a project; nothing if its path is neither Kotlin nor Java.
pub fn read(path: &str, text: &str) -> Option<CodeIndex> {
    let outline = Arc::new(SourceReader::default().read(SourceLanguage::of(path)?, text));
    let file = IndexedFile {
        path: path.into(),
        stamp: FileStamp::default(),
        is_sure: true,
        hash: 0,
        outline,
        is_left_out: false,
    };
    let mut index = CodeIndex::default();
    index.replace(vec![(None, Some(Arc::new(file)))], &[]);
    Some(index)
}
