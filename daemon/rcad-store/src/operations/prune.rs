//! Deletes RCAs of low quality that have not been seen for half a year. Never a validated one, and none for its age alone
//! unless a setting says so.

use serde::{Deserialize, Serialize};

use crate::store::cascade::remove_rca;
use crate::store::rows::read_rca;
use crate::store::tables::{META, set_meta};
use crate::{AnswerCache, Rca, Store, StoreError};

const DAY_MS: u64 = 86_400_000;
/// Most RCAs that one transaction removes, so that a build waits for no more than that.
const TOGETHER: usize = 200;
/// Key in [`META`] of the time of the last prune.
const PRUNED_MS: &str = "pruned_ms";

/// When an RCA is pruned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PruneRule {
    /// Quality below this is low.
    pub below: f64,
    /// Days after which an RCA of low quality goes.
    pub after_days: u64,
    /// Days after which any RCA that is not validated goes; 0 for never.
    pub expire_days: u64,
    /// Days before it is due at which an RCA is flagged.
    pub notice_days: u64,
}

impl Default for PruneRule {
    fn default() -> PruneRule {
        PruneRule { below: 0.3, after_days: 180, expire_days: 0, notice_days: 30 }
    }
}

/// Why an RCA is pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PruneReason {
    /// Its quality is low, and it was not seen for long.
    LowQuality,
    /// It was not seen for `expire_days`.
    Expired,
}

/// Verdict on an RCA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum PruneVerdict {
    /// It stays.
    Keep,
    /// It is due soon unless it is seen again or validated.
    Flag {
        /// Why.
        reason: PruneReason,
        /// Unix milliseconds at which it is due.
        due_ms: u64,
    },
    /// It is due.
    Prune {
        /// Why.
        reason: PruneReason,
    },
}

impl PruneRule {
    /// The verdict on this RCA at this Unix time in milliseconds.
    pub fn judge(&self, rca: &Rca, now_ms: u64) -> PruneVerdict {
        if rca.is_precious() {
            return PruneVerdict::Keep;
        }
        let low = (rca.quality < self.below).then_some((PruneReason::LowQuality, self.after_days));
        let any = (self.expire_days > 0).then_some((PruneReason::Expired, self.expire_days));
        // Where both apply, the earlier one is the reason.
        let Some((reason, days)) = [low, any].into_iter().flatten().min_by_key(|(_, days)| *days) else {
            return PruneVerdict::Keep;
        };
        let due_ms = last_touched_ms(rca).saturating_add(days.saturating_mul(DAY_MS));
        if now_ms > due_ms {
            PruneVerdict::Prune { reason }
        } else if now_ms.saturating_add(self.notice_days.saturating_mul(DAY_MS)) > due_ms {
            PruneVerdict::Flag { reason, due_ms }
        } else {
            PruneVerdict::Keep
        }
    }

    /// Whether it was not seen for `after_days`.
    pub(crate) fn is_old(&self, rca: &Rca, now_ms: u64) -> bool {
        now_ms > last_touched_ms(rca).saturating_add(self.after_days.saturating_mul(DAY_MS))
    }
}

/// When it was last seen, or changed by a person or a program.
fn last_touched_ms(rca: &Rca) -> u64 {
    rca.last_seen_ms.max(rca.updated_ms)
}

/// Result of a prune, or of a dry run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pruned {
    /// RCAs removed for their quality.
    pub removed_low_quality: u64,
    /// RCAs removed for their age alone.
    pub removed_expired: u64,
    /// RCAs looked at.
    pub scanned: u64,
    /// RCAs that stay.
    pub retained: u64,
    /// RCAs among them that are due soon.
    pub flagged: u64,
    /// The ids of those removed.
    pub removed: Vec<String>,
}

impl Store {
    /// Deletes what is due at this Unix time in milliseconds; with `dry_run` only says what would be deleted. A prune
    /// that is interrupted has deleted some RCAs completely.
    pub fn prune(
        &self,
        rule: &PruneRule,
        now_ms: u64,
        cache: &AnswerCache,
        dry_run: bool,
    ) -> Result<Pruned, StoreError> {
        let mut pruned = Pruned::default();
        let mut due = Vec::new();
        self.each_rca(|rca| {
            pruned.scanned += 1;
            match rule.judge(&rca, now_ms) {
                PruneVerdict::Prune { reason } => due.push((rca.id, reason)),
                PruneVerdict::Flag { .. } => pruned.flagged += 1,
                PruneVerdict::Keep => {}
            }
        })?;
        for some in due.chunks(TOGETHER) {
            let gone = if dry_run { some.to_vec() } else { self.remove_due(some, rule, now_ms)? };
            for (id, reason) in gone {
                match reason {
                    PruneReason::LowQuality => pruned.removed_low_quality += 1,
                    PruneReason::Expired => pruned.removed_expired += 1,
                }
                if !dry_run {
                    cache.drop_rca(&id);
                }
                pruned.removed.push(id);
            }
        }
        if !dry_run {
            let txn = self.db.begin_write()?;
            set_meta(&txn, PRUNED_MS, now_ms)?;
            txn.commit()?;
        }
        pruned.retained = pruned.scanned - pruned.removed.len() as u64;
        Ok(pruned)
    }

    /// Unix time in milliseconds of the last prune, dry runs not counted.
    pub fn pruned_ms(&self) -> Result<Option<u64>, StoreError> {
        let meta = self.db.begin_read()?.open_table(META)?;
        Ok(meta.get(PRUNED_MS)?.map(|value| value.value()))
    }

    /// Deletes those that are still due; a build or a vote may have come between.
    fn remove_due(
        &self,
        due: &[(String, PruneReason)],
        rule: &PruneRule,
        now_ms: u64,
    ) -> Result<Vec<(String, PruneReason)>, StoreError> {
        let txn = self.db.begin_write()?;
        let mut gone = Vec::new();
        for (id, _) in due {
            let Some(rca) = read_rca(&txn, id)? else { continue };
            if let PruneVerdict::Prune { reason } = rule.judge(&rca, now_ms) {
                remove_rca(&txn, id)?;
                gone.push((id.clone(), reason));
            }
        }
        txn.commit()?;
        Ok(gone)
    }
}
