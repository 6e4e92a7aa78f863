//! The quality of RCAs: how much each is worth keeping. It depends on the content alone, not on age, which pruning checks
//! itself, so that it can be stored.

use serde::{Deserialize, Serialize};

use crate::records::Rca;
use crate::votes::current::current_vote;

/// Lower bounds of the grades, each included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grades {
    /// Excellent from here on.
    pub excellent: f64,
    /// Good from here on.
    pub good: f64,
    /// Fair from here on; poor below.
    pub fair: f64,
}

impl Default for Grades {
    fn default() -> Grades {
        Grades { excellent: 0.8, good: 0.6, fair: 0.4 }
    }
}

/// Quality of all stored RCAs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QualityMetrics {
    /// All of them.
    pub total: u64,
    /// Good or better.
    pub high: u64,
    /// Below the bound of pruning.
    pub low: u64,
    /// Validated by a person.
    pub validated: u64,
    /// Older than the age of pruning.
    pub old: u64,
    /// 0 to 1; 0 when there are none.
    pub mean: f64,
    /// 0 to 1; 0 when there are none. Between the two middle ones for an even number.
    pub median: f64,
    /// How many there are of each grade.
    pub distribution: Distribution,
}

/// RCAs by grade.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Distribution {
    pub excellent: u64,
    pub good: u64,
    pub fair: u64,
    pub poor: u64,
}

/// The quality of an RCA, 0 to 1:
///
/// `confidence × (0.5 + 0.5 × completeness)`, where completeness is the share that it has of: evidence, a file, a line, a name
/// (symbol or exception), a fix. The confidence, which votes have changed already, weighs most, since a wrong answer is worth
/// nothing however complete. A validated answer lies halfway between that and 1, so never below 0.5. One that was voted down
/// is worth half: even a complete and confident one then falls below the 0.3 at which pruning starts, because the vote has
/// halved its confidence too.
///
/// How often it was seen does not count: what comes again is young, and pruning checks the age.
pub fn quality(rca: &Rca) -> f64 {
    let own = rca.analysis.confidence.clamp(0.0, 1.0) * (0.5 + 0.5 * completeness(rca));
    let quality = match current_vote(rca) {
        Some(vote) if !vote.up => own / 2.0,
        _ if rca.user_validated => (1.0 + own) / 2.0,
        _ => own,
    };
    (quality * 1e4).round() / 1e4
}

fn completeness(rca: &Rca) -> f64 {
    let Some(primary) = rca.analysis.primary() else { return 0.0 };
    let parts = [
        !primary.evidence.is_empty(),
        primary.file.is_some(),
        primary.line.is_some(),
        primary.symbol.is_some() || primary.exception.is_some(),
        !rca.analysis.fix_guidelines.is_empty(),
    ];
    parts.iter().filter(|part| **part).count() as f64 / parts.len() as f64
}
