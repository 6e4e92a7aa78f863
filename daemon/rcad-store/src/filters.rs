//! Which RCAs a search may find.

use rcad_core::Category;
use rcad_core::analysis::Engine;
use rcad_core::failure::Language;

/// What must hold of an RCA; what is absent is not asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filters {
    /// Category of the primary failure.
    pub category: Option<Category>,
    /// Its language.
    pub language: Option<Language>,
    /// Root directory of the project.
    pub project: Option<String>,
    /// Who wrote the root cause.
    pub engine: Option<Engine>,
    /// Last seen at this Unix time in milliseconds or later.
    pub since_ms: Option<u64>,
    /// Confidence at least this, 0 to 1.
    pub min_confidence: Option<f64>,
    /// Quality at least this, 0 to 1.
    pub min_quality: Option<f64>,
}
