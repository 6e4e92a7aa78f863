//! Takes away what is not worth keeping: RCAs of low quality that have not been seen for half a year. Never one that a person
//! has found right, and never anything by its age alone unless a setting says so.

use serde::{Deserialize, Serialize};

use crate::store::cascade::remove_rca;
use crate::store::rows::read_rca;
use crate::store::tables::{META, set_meta};
use crate::{AnswerCache, Rca, Store, StoreError};

const DAY_MS: u64 = 86_400_000;
/// RCAs that one transaction removes at most: a build that is to be stored meanwhile waits for no more than that.
const TOGETHER: usize = 200;
/// The number in [`META`] that holds when the store was last pruned.
const PRUNED_MS: &str = "pruned_ms";

/// What is worth keeping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PruneRule {
    /// Quality below this is low.
    pub below: f64,
    /// Days after which an RCA of low quality goes.
    pub after_days: u64,
    /// Days after which any RCA goes, except one that a person has found right; 0 for never.
    pub expire_days: u64,
    /// Days before its end at which an RCA is flagged.
    pub notice_days: u64,
}

impl Default for PruneRule {
    fn default() -> PruneRule {
        PruneRule { below: 0.3, after_days: 180, expire_days: 0, notice_days: 30 }
    }
}

/// Why an RCA is not worth keeping any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PruneReason {
    /// Its quality is low, and it was not seen for long.
    LowQuality,
    /// It was not seen for so long that any goes.
    Expired,
}

/// What is to become of an RCA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum PruneVerdict {
    /// It stays.
    Keep,
    /// It will go soon unless it is seen again or somebody says that it is right.
    Flag {
        /// Why.
        reason: PruneReason,
        /// Unix milliseconds from which on it is to go.
        due_ms: u64,
    },
    /// It is to go.
    Prune {
        /// Why.
        reason: PruneReason,
    },
}

impl PruneRule {
    /// What is to become of this RCA at this Unix time in milliseconds.
    pub fn judge(&self, rca: &Rca, now_ms: u64) -> PruneVerdict {
        if rca.is_precious() {
            return PruneVerdict::Keep;
        }
        let low = (rca.quality < self.below).then_some((PruneReason::LowQuality, self.after_days));
        let any = (self.expire_days > 0).then_some((PruneReason::Expired, self.expire_days));
        // Both may hold; the one that ends it first is the reason.
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

    /// Whether it was not seen for as long as one of low quality is kept.
    pub(crate) fn is_old(&self, rca: &Rca, now_ms: u64) -> bool {
        now_ms > last_touched_ms(rca).saturating_add(self.after_days.saturating_mul(DAY_MS))
    }
}

/// When it was last seen, or changed by a person or a program.
fn last_touched_ms(rca: &Rca) -> u64 {
    rca.last_seen_ms.max(rca.updated_ms)
}

/// What a prune has done, or would do.
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
    /// RCAs among them that will go soon.
    pub flagged: u64,
    /// The ids of those removed.
    pub removed: Vec<String>,
}

impl Store {
    /// Removes what the rule says at this Unix time in milliseconds, with its reports; with `dry_run` only tells it. A prune
    /// that is interrupted has removed a part, each RCA whole.
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

    /// The Unix time in milliseconds of the last prune that was none of the dry ones.
    pub fn pruned_ms(&self) -> Result<Option<u64>, StoreError> {
        let meta = self.db.begin_read()?.open_table(META)?;
        Ok(meta.get(PRUNED_MS)?.map(|value| value.value()))
    }

    /// Those that are still due: a build or a person may have come between.
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
