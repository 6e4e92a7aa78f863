//! The parts of a project, each read when it is first asked for.

use std::cell::OnceCell;

use super::tree::Files;
use super::{build, resources, sources, tree};

/// A project of which the parts are read when they are first asked for.
pub(super) struct Project<'f> {
    pub(super) files: &'f dyn Files,
    build: OnceCell<build::Build>,
    resources: OnceCell<Vec<resources::Defined>>,
    sources: OnceCell<Vec<sources::Declared>>,
}

impl Project<'_> {
    pub(super) fn of(files: &dyn Files) -> Project<'_> {
        Project { files, build: OnceCell::new(), resources: OnceCell::new(), sources: OnceCell::new() }
    }

    pub(super) fn build(&self) -> &build::Build {
        self.build.get_or_init(|| build::read(self.files))
    }

    pub(super) fn resources(&self) -> &[resources::Defined] {
        self.resources.get_or_init(|| resources::defined(self.files, ""))
    }

    /// The failing module's declarations first.
    pub(super) fn sources(&self, module: &str) -> &[sources::Declared] {
        self.sources.get_or_init(|| {
            let mut all = sources::declared(self.files, &tree::join(module, "src"));
            all.extend(sources::declared(self.files, ""));
            all
        })
    }
}
