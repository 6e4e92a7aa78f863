//! Lets all failures of one missing edge follow from the first of them.

use std::collections::HashMap;

use super::edge::MissingEdge;
use crate::Failure;
use crate::model::failure::{ExplainedBy, Role};

/// Gives all but the first failure of an edge the role of a consequence. The root stays where it is.
pub fn tie(failures: &mut [Failure], found: &[Option<MissingEdge>]) {
    let mut heads: HashMap<(&str, &str), usize> = HashMap::new();
    for (at, missing) in found.iter().enumerate() {
        if let Some(missing) = missing.as_ref().filter(|_| failures[at].role != Role::Consequence) {
            heads.entry((&missing.from, &missing.to)).or_insert(at);
        }
    }
    let head = |at: usize| {
        let missing = found[at].as_ref()?;
        heads.get(&(missing.from.as_str(), missing.to.as_str())).copied().filter(|head| *head != at)
    };
    for at in 0..failures.len() {
        let by = failures[at].explained_by.and_then(|by| usize::try_from(by.failure).ok());
        // What followed from one of them follows from the first.
        let Some(head) = head(at).or_else(|| by.filter(|by| *by < failures.len()).and_then(head)) else { continue };
        if at == head {
            continue;
        }
        failures[at].role = Role::Consequence;
        failures[at].explained_by = Some(ExplainedBy { failure: u32::try_from(head).unwrap_or(0), again: false });
    }
}
