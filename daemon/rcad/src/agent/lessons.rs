//! Lessons: mistakes that the evidence has refuted, shown to the model with later questions.

use anyhow::Result;
use rcad_core::agent::lesson::{Lesson, Refuted};
use rcad_store::{Rca, Store, StoredJob};

use super::route::Candidate;
use crate::platform::time::now_ms;

/// Lessons shown with a question.
const SHOWN: usize = 3;

/// Mistakes of the first candidate with failures of this category.
pub fn of(store: &Store, rca: &Rca, candidates: &[Candidate]) -> Result<Vec<Lesson>> {
    let (Some(primary), Some(first)) = (rca.analysis.primary(), candidates.first()) else { return Ok(Vec::new()) };
    Ok(store.lessons(&first.model.name, primary.category, SHOWN, now_ms())?)
}

/// Stores what the evidence has refuted, with secrets hidden.
pub fn learn(store: &Store, rca: &Rca, job: &StoredJob) -> Result<()> {
    let (Some(primary), Some(done)) = (rca.analysis.primary(), &job.job) else { return Ok(()) };
    let mut redaction = job.redaction.clone();
    for refuted in done.refuted() {
        let lesson = Lesson {
            model: done.model().name.clone(),
            category: primary.category,
            mistake: redaction.hide(&refuted.why),
            refuted: Refuted::ByEvidence,
            times: 1,
            last_ms: now_ms(),
        };
        store.learn(&rca.id, &lesson)?;
    }
    Ok(())
}
