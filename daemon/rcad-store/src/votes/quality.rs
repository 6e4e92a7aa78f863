//! How much an RCA is worth keeping, and the figures of all of them. A quality says what the RCA holds, not when it was seen:
//! age is the other half of pruning, and a figure that changes by itself could not be stored.

use serde::{Deserialize, Serialize};

use crate::records::Rca;
use crate::votes::current::current_vote;

/// Where the grades begin. Each bound belongs to the better grade.
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

/// How good the RCAs are that are stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QualityMetrics {
    /// All of them.
    pub total: u64,
    /// Good or better.
    pub high: u64,
    /// Below the bound of pruning.
    pub low: u64,
    /// A person has said that they are right.
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
/// (symbol or exception), a fix. The confidence, which feedback has moved already, weighs most, since a wrong answer is worth
/// nothing however complete; but half of it needs what somebody looks for who reads it months later.
/// An answer that a person has found right lies halfway between that and 1, so never below 0.5. One that was voted down is
/// worth half: even a complete and sure one then falls below the 0.3 at which pruning begins, because feedback has halved
/// its confidence too.
///
/// Not in it: how often it was seen. What comes again is young, and pruning asks for the age.
pub fn quality(rca: &Rca) -> f64 {
    let own = rca.analysis.confidence.clamp(0.0, 1.0) * (0.5 + 0.5 * completeness(rca));
    let quality = match current_vote(rca) {
        Some(word) if !word.up => own / 2.0,
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
