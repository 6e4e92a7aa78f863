//! Access to the evidence that a draft is checked against.

/// The evidence of a job.
pub trait EvidenceSource {
    /// A line of the build's log, 1-based.
    fn log_line(&self, line: u32) -> Option<String>;
    /// A line of a file of the project, 1-based; `path` relative to its root.
    fn file_line(&self, path: &str, line: u32) -> Option<String>;
    /// Whether the project has this file.
    fn has_file(&self, path: &str) -> bool;
    /// Whether the project, its lock files, its caches or rcad's tables know this `group:name` or `group:name:version`.
    fn knows(&self, coordinate: &str) -> bool;

    /// Whether this name (of a symbol, a file, a dependency) or version occurs in the prompt or in the project's code, as a
    /// whole word ([`super::has_word`]). A sentence may use only such names, or those in the lines that it cites.
    fn mentions(&self, _name: &str) -> bool {
        false
    }
}
