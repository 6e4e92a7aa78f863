//! Checks a draft against the evidence: each sentence must cite an existing line with a matching quote, coordinates and
//! versions must be known, and a fix must name an existing file. The draft is revealed before
//! ([`super::redact::Redaction::reveal`]), since the evidence is not redacted.

mod cites;
mod danger;
mod evidence;
mod fixes;
mod names;

use serde::{Deserialize, Serialize};

use super::answer::Draft;
use crate::model::answer::{Cite, Claim, DroppedClaim, Fix};

pub use danger::danger;
pub use evidence::EvidenceSource;
pub use names::{has_word, has_word_in_lowercase};

/// A checked draft.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckedDraft {
    /// Sentences of the cause that the evidence supports.
    pub cause: Vec<Claim>,
    /// Accepted fixes; those that name something unknown are marked.
    pub fixes: Vec<Fix>,
    /// Rejected sentences and fixes, and why.
    pub dropped: Vec<DroppedClaim>,
}

impl CheckedDraft {
    /// Share of accepted statements, 0 to 1; 0 for an empty draft.
    pub fn share(&self) -> f64 {
        let accepted = self.cause.len() + self.fixes.iter().filter(|fix| !fix.unverified).count();
        let all = self.cause.len() + self.fixes.len() + self.dropped.len();
        if all == 0 { 0.0 } else { accepted as f64 / all as f64 }
    }
}

/// Checks a draft. Accepted sentences keep only cites that were found, with corrected line numbers; rejected ones get a
/// reason that the model can act on.
pub fn check(draft: &Draft, evidence: &dyn EvidenceSource) -> CheckedDraft {
    let mut checked = CheckedDraft::default();
    for claim in &draft.cause {
        match supported(claim, evidence) {
            Ok(claim) => checked.cause.push(claim),
            Err(why) => checked.dropped.push(DroppedClaim { text: claim.text.clone(), why }),
        }
    }
    for fix in &draft.fixes {
        match fixes::check(fix, evidence) {
            Ok(fix) => checked.fixes.push(fix),
            Err(why) => checked.dropped.push(DroppedClaim { text: fix.text.clone(), why }),
        }
    }
    checked
}

/// The sentence with its valid cites, at least one. Its names must occur in the cited lines or elsewhere in the evidence.
fn supported(claim: &Claim, evidence: &dyn EvidenceSource) -> Result<Claim, String> {
    if claim.cites.is_empty() {
        return Err("it cites nothing: name the file (or `log`), the line and the words that show it".to_owned());
    }
    let (mut holding, mut lines, mut wrong) = (Vec::new(), String::new(), Vec::new());
    for cite in &claim.cites {
        match cites::find(cite, evidence) {
            Ok(found) => {
                lines.push_str(&found.lines);
                lines.push('\n');
                holding.push(Cite { file: found.file, line: found.line, quote: cite.quote.clone() });
            }
            Err(why) => wrong.push(why),
        }
    }
    if holding.is_empty() {
        wrong.truncate(2);
        return Err(wrong.join("; "));
    }
    for cite in &holding {
        lines.push_str(&cite.file);
        lines.push('\n');
    }
    if let Some(name) = names::unknown(&claim.text, &lines, evidence) {
        return Err(format!("`{name}` stands neither in the lines that it cites nor elsewhere in the evidence"));
    }
    Ok(Claim { text: claim.text.clone(), cites: holding })
}

#[cfg(test)]
mod tests;
