//! What a model's draft is held against.

/// What a draft is held against.
pub trait EvidenceSource {
    /// A line of the build's log, 1-based.
    fn log_line(&self, line: u32) -> Option<String>;
    /// A line of a file of the project, 1-based; `path` relative to its root.
    fn file_line(&self, path: &str, line: u32) -> Option<String>;
    /// Whether the project has this file.
    fn has_file(&self, path: &str) -> bool;
    /// Whether the project, its lock files, its caches or our tables know this `group:name` or `group:name:version`.
    fn knows(&self, coordinate: &str) -> bool;

    /// Whether this name (of a symbol, a file, a dependency) or version stands anywhere in what the model was given or in
    /// the project's code, as a whole word ([`super::stands`]). A sentence may name only that, or what the lines that it cites hold.
    fn mentions(&self, _name: &str) -> bool {
        false
    }
}
