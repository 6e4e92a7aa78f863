//! Whether the evidence shows what a model says: each sentence cites a line that must be there and hold what is quoted; a
//! coordinate or version must be known; a fix must be about a file that is there. The draft is revealed before it comes here
//! ([`super::redact::Redaction::reveal`]): the evidence is as the project has it.

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
pub use names::{stands, stands_in_lowercase};

/// A draft that was held against the evidence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckedDraft {
    /// Sentences of the cause that the evidence shows.
    pub cause: Vec<Claim>,
    /// Fixes that stand; those with something unknown in them are marked.
    pub fixes: Vec<Fix>,
    /// What does not stand, and why.
    pub dropped: Vec<DroppedClaim>,
}

impl CheckedDraft {
    /// Share of what was said that stands, 0 to 1; 0 for a draft that says nothing.
    pub fn share(&self) -> f64 {
        let stands = self.cause.len() + self.fixes.iter().filter(|fix| !fix.unverified).count();
        let said = self.cause.len() + self.fixes.len() + self.dropped.len();
        if said == 0 { 0.0 } else { stands as f64 / said as f64 }
    }
}

/// Holds a draft against the evidence. What stands has only cites that were found, with the number of the line where they
/// stand; of what does not it is said why, in words that the model can act on.
pub fn check(draft: &Draft, evidence: &dyn EvidenceSource) -> CheckedDraft {
    let mut checked = CheckedDraft::default();
    for claim in &draft.cause {
        match shown(claim, evidence) {
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

/// The sentence with the cites that hold; one is enough. Its names must stand in the lines that were cited or elsewhere in
/// the evidence.
fn shown(claim: &Claim, evidence: &dyn EvidenceSource) -> Result<Claim, String> {
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
