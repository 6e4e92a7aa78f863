//! A person's decisions about two failures: that they are the same, or that they are not.
//!
//! Both RCAs stay; each stores the other's fingerprint (`merged`) or id (`split_from`). So a decision holds for new
//! builds, and the opposite one reverts it.

use std::collections::BTreeSet;

use rcad_core::memory::can_merge;

use crate::agent::jobs;
use crate::records::Rca;
use crate::store::rows::{read_rca, write_rca};
use crate::{Store, StoreError};

/// Most fingerprints of one failure.
const MOST: usize = 16;

/// Result of a merge or split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeOutcome {
    /// Stored.
    Done,
    /// Nothing to change.
    Already,
    /// Not possible; why.
    Refused(String),
    /// No RCA has this id.
    Unknown(String),
}

impl Store {
    /// Makes two RCAs, by id, one failure. Refused where category or symbol differ.
    pub fn merge(&self, one: &str, other: &str) -> Result<MergeOutcome, StoreError> {
        self.decide(one, other, |one, other| {
            if one.id == other.id {
                return MergeOutcome::Refused(format!("{} is one failure already", one.id));
            }
            let (Some(left), Some(right)) = (one.analysis.primary(), other.analysis.primary()) else {
                return MergeOutcome::Refused("one of them holds no failure".to_owned());
            };
            if let Err(why) = can_merge(left, right) {
                return MergeOutcome::Refused(why);
            }
            let (Some(left), Some(right)) = (one.analysis.fingerprint.clone(), other.analysis.fingerprint.clone())
            else {
                return MergeOutcome::Refused("one of them has no fingerprint".to_owned());
            };
            let was_apart = take(&mut one.split_from, &other.id) | take(&mut other.split_from, &one.id);
            let changed = left != right && (add(&mut one.merged, &right) | add(&mut other.merged, &left));
            if was_apart || changed { MergeOutcome::Done } else { MergeOutcome::Already }
        })
    }

    /// Makes two RCAs, by id, different failures, which are not shown as similar either.
    pub fn split(&self, one: &str, other: &str) -> Result<MergeOutcome, StoreError> {
        self.decide(one, other, |one, other| {
            if one.id == other.id {
                return MergeOutcome::Refused(format!("{} is one record; its builds can't be told apart", one.id));
            }
            let fingerprint = |rca: &Rca| rca.analysis.fingerprint.clone().unwrap_or_default();
            let (left, right) = (fingerprint(one), fingerprint(other));
            let was_merged = take(&mut one.merged, &right) | take(&mut other.merged, &left);
            let changed = add(&mut one.split_from, &other.id) | add(&mut other.split_from, &one.id);
            if was_merged || changed { MergeOutcome::Done } else { MergeOutcome::Already }
        })
    }

    /// RCAs with this fingerprint or one that is merged with it, directly or transitively.
    pub fn remembered(&self, fingerprint: &str) -> Result<Vec<Rca>, StoreError> {
        let mut wanted = vec![fingerprint.to_owned()];
        let (mut seen, mut all) = (BTreeSet::new(), Vec::new());
        while let Some(next) = wanted.pop() {
            if seen.len() == MOST || !seen.insert(next.clone()) {
                continue;
            }
            for rca in self.with_fingerprint(&next)? {
                wanted.extend(rca.analysis.fingerprint.iter().chain(&rca.merged).cloned());
                if !all.iter().any(|known: &Rca| known.id == rca.id) {
                    all.push(rca);
                }
            }
        }
        Ok(all)
    }

    fn decide(
        &self,
        one: &str,
        other: &str,
        change: impl FnOnce(&mut Rca, &mut Rca) -> MergeOutcome,
    ) -> Result<MergeOutcome, StoreError> {
        let txn = self.db.begin_write()?;
        let (Some(mut left), Some(mut right)) = (read_rca(&txn, one)?, read_rca(&txn, other)?) else {
            let missing = if read_rca(&txn, one)?.is_none() { one } else { other };
            return Ok(MergeOutcome::Unknown(missing.to_owned()));
        };
        let decided = change(&mut left, &mut right);
        if decided != MergeOutcome::Done {
            txn.abort()?;
            return Ok(decided);
        }
        for rca in [&left, &right] {
            write_rca(&txn, rca)?;
        }
        if left.merged.iter().any(|merged| right.analysis.fingerprint.as_ref() == Some(merged)) {
            jobs::join_waiting(&txn, one, other)?;
        }
        txn.commit()?;
        Ok(MergeOutcome::Done)
    }
}

/// Whether it was not there.
fn add(list: &mut Vec<String>, what: &str) -> bool {
    let new = !list.iter().any(|known| known == what);
    if new {
        list.push(what.to_owned());
    }
    new
}

/// Whether it was there.
fn take(list: &mut Vec<String>, what: &str) -> bool {
    let before = list.len();
    list.retain(|known| known != what);
    list.len() < before
}
