//! The parts of a project, each read when it is first asked for.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::build::edges;
use super::sources::SourceDeclaration;
use super::tree::Files;
use super::{build, resources, sources, tree};
use crate::code::libraries::LibraryIndex;
use crate::code::{CodeFile, CodeSources};

/// Most source files whose paths are known.
const PATHS: usize = 4_000;

/// A project of which the parts are read when they are first asked for.
pub(super) struct ProjectContents<'f> {
    pub(super) files: &'f dyn Files,
    build: OnceCell<build::BuildFiles>,
    resources: OnceCell<Vec<resources::ResourceDefinition>>,
    sources: OnceCell<Vec<SourceDeclaration>>,
    edges: OnceCell<edges::Edges>,
    paths: OnceCell<Vec<String>>,
    known: CodeSources<'f>,
    code: RefCell<HashMap<String, Option<Rc<CodeFile>>>>,
    scanned: RefCell<HashMap<String, Rc<Vec<SourceDeclaration>>>>,
}

impl<'f> ProjectContents<'f> {
    /// Of these files, and what the caller knows of code.
    pub(super) fn of(files: &'f dyn Files, code: CodeSources<'f>) -> ProjectContents<'f> {
        ProjectContents {
            files,
            build: OnceCell::new(),
            resources: OnceCell::new(),
            sources: OnceCell::new(),
            edges: OnceCell::new(),
            paths: OnceCell::new(),
            known: code,
            code: RefCell::default(),
            scanned: RefCell::default(),
        }
    }

    pub(super) fn build(&self) -> &build::BuildFiles {
        self.build.get_or_init(|| build::read(self.files))
    }

    pub(super) fn resources(&self) -> &[resources::ResourceDefinition] {
        self.resources.get_or_init(|| resources::defined(self.files, ""))
    }

    pub(super) fn edges(&self) -> &edges::Edges {
        self.edges.get_or_init(|| edges::read(self.files, self.build()))
    }

    /// Paths of the Kotlin and Java files, which are not read for that.
    pub(super) fn source_paths(&self) -> &[String] {
        let source = |path: &str| path.ends_with(".kt") || path.ends_with(".java");
        self.paths.get_or_init(|| tree::walk(self.files, "", PATHS, &source))
    }

    /// What the libraries of this machine have.
    pub(super) fn libraries(&self) -> Option<&'f dyn LibraryIndex> {
        self.known.libraries
    }

    /// What one source file declares, by the reader.
    pub(super) fn code_of(&self, path: &str) -> Option<Rc<CodeFile>> {
        let reader = self.known.reader?;
        if let Some(known) = self.code.borrow().get(path) {
            return known.clone();
        }
        let found = self.files.read(path).and_then(|text| reader.read(path, &text)).map(Rc::new);
        self.code.borrow_mut().insert(path.to_owned(), found.clone());
        found
    }

    /// What one source file declares, by a scan of its words.
    pub(super) fn declared_in(&self, path: &str) -> Rc<Vec<SourceDeclaration>> {
        if let Some(known) = self.scanned.borrow().get(path) {
            return Rc::clone(known);
        }
        let text = self.files.read(path).unwrap_or_default();
        let found = Rc::new(sources::declared_by(&text, path));
        self.scanned.borrow_mut().insert(path.to_owned(), Rc::clone(&found));
        found
    }

    /// Directory of the module that a file lies in: the root's (`""`) is one only for its `src`.
    pub(super) fn module_of(&self, path: &str) -> Option<&str> {
        let holds = |dir: &str| path.strip_prefix(dir).is_some_and(|rest| rest.starts_with('/'));
        let held = self.build().modules.iter().filter(|module| holds(&module.dir));
        let best = held.max_by_key(|module| module.dir.len()).map(|module| module.dir.as_str());
        best.or_else(|| path.starts_with("src/").then_some(""))
    }

    /// `:model` of its directory; `:` for the root.
    pub(super) fn path_of(&self, dir: &str) -> &str {
        self.build().modules.iter().find(|module| module.dir == dir).map_or(":", |module| &module.path)
    }

    /// The failing module's declarations first.
    pub(super) fn sources(&self, module: &str) -> &[SourceDeclaration] {
        self.sources.get_or_init(|| {
            let mut all = sources::declared(self.files, &tree::join(module, "src"));
            all.extend(sources::declared(self.files, ""));
            all
        })
    }
}
