//! The parts of a project, each read when it is first asked for.

use std::cell::OnceCell;

use super::tree::Files;
use super::{build, resources, sources, tree};

/// A project of which the parts are read when they are first asked for.
pub(super) struct ProjectContents<'f> {
    pub(super) files: &'f dyn Files,
    build: OnceCell<build::BuildFiles>,
    resources: OnceCell<Vec<resources::ResourceDefinition>>,
    sources: OnceCell<Vec<sources::SourceDeclaration>>,
}

impl ProjectContents<'_> {
    pub(super) fn of(files: &dyn Files) -> ProjectContents<'_> {
        ProjectContents { files, build: OnceCell::new(), resources: OnceCell::new(), sources: OnceCell::new() }
    }

    pub(super) fn build(&self) -> &build::BuildFiles {
        self.build.get_or_init(|| build::read(self.files))
    }

    pub(super) fn resources(&self) -> &[resources::ResourceDefinition] {
        self.resources.get_or_init(|| resources::defined(self.files, ""))
    }

    /// The failing module's declarations first.
    pub(super) fn sources(&self, module: &str) -> &[sources::SourceDeclaration] {
        self.sources.get_or_init(|| {
            let mut all = sources::declared(self.files, &tree::join(module, "src"));
            all.extend(sources::declared(self.files, ""));
            all
        })
    }
}
