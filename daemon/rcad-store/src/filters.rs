//! Which RCAs a search may find.

use rcad_core::Category;
use rcad_core::model::analysis::Engine;
use rcad_core::model::failure::Language;

use crate::Rca;

/// Conditions on an RCA; an absent one always holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filters {
    /// Category of the primary failure.
    pub category: Option<Category>,
    /// Its language.
    pub language: Option<Language>,
    /// Root directory of the project, or its name: the last part of it.
    pub project: Option<String>,
    /// Engine that wrote the root cause.
    pub engine: Option<Engine>,
    /// Last seen at this Unix time in milliseconds or later.
    pub since_ms: Option<u64>,
    /// Confidence at least this, 0 to 1.
    pub min_confidence: Option<f64>,
    /// Quality at least this, 0 to 1.
    pub min_quality: Option<f64>,
}

impl Filters {
    /// Whether an RCA passes. The index's own filters must agree with this.
    pub fn admits(&self, rca: &Rca) -> bool {
        let primary = rca.analysis.primary();
        let project = |name: &String| rca.project.as_ref() == Some(name) || rca.project_name.as_ref() == Some(name);
        self.category.is_none_or(|category| primary.is_some_and(|failure| failure.category == category))
            && self.language.is_none_or(|language| primary.is_some_and(|failure| failure.language == language))
            && self.project.as_ref().is_none_or(project)
            && self.engine.is_none_or(|engine| rca.analysis.engine == engine)
            && self.since_ms.is_none_or(|since| rca.last_seen_ms >= since)
            && self.min_confidence.is_none_or(|least| rca.analysis.confidence >= least)
            && self.min_quality.is_none_or(|least| rca.quality >= least)
    }
}
