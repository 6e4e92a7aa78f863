//! The queue of the agent's jobs. Runs none.
//!
//! A job belongs to an RCA and is deleted with it. One job waits per failure, whatever the project: two checkouts that
//! break in the same way are explained once, where it was seen last. A job that has started is never replaced.

use rcad_core::model::answer::Answer;
use redb::WriteTransaction;

use crate::format::encode;
use crate::records::{Rca, StoredJob};
use crate::store::rows::{all, fingerprints, read, read_rca, write_rca};
use crate::store::tables::JOBS;
use crate::{Store, StoreError};

impl Store {
    /// Stores a new or advanced job, durable when this returns. A waiting job replaces an older one for the same failure,
    /// and is ignored where a newer one waits or the RCA's has started. What a person requested of the older job is kept.
    /// A job of an unknown RCA is ignored: the RCA was deleted.
    pub fn put_job(&self, job: &StoredJob) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        let Some(rca) = read_rca(&txn, &job.rca)? else { return Ok(txn.abort()?) };
        let mut job = job.clone();
        if job.job.is_none() {
            let mut others = waiting_for(&txn, &rca, &job.fingerprint)?;
            let own = read_job(&txn, &job.rca)?;
            let begun = own.as_ref().is_some_and(|own| own.job.is_some());
            if let Some(own) = own {
                job.model = job.model.or_else(|| own.model.clone());
                job.style = job.style.or(own.style);
                job.asked |= own.asked;
                others.push(own);
            }
            if begun || others.iter().any(|other| other.queued_ms > job.queued_ms) {
                return Ok(txn.abort()?);
            }
            for other in others {
                remove_job(&txn, &other.rca)?;
            }
        }
        txn.open_table(JOBS)?.insert(job.rca.as_str(), encode(&job)?.as_slice())?;
        txn.commit()?;
        Ok(())
    }

    /// Jobs that have not ended, the newest failure first.
    pub fn jobs(&self) -> Result<Vec<StoredJob>, StoreError> {
        let rows = all::<StoredJob>(&self.db.begin_read()?.open_table(JOBS)?)?;
        let mut all: Vec<StoredJob> = rows.into_iter().map(|(_, job)| job).collect();
        all.sort_by(|one, other| other.queued_ms.cmp(&one.queued_ms).then_with(|| one.rca.cmp(&other.rca)));
        Ok(all)
    }

    /// Ends a job and stores its answer, if any, in one transaction. Without an answer the RCA keeps the one it has.
    pub fn end_job(&self, rca: &str, answer: Option<&Answer>) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        if let (Some(answer), Some(mut rca)) = (answer, read_rca(&txn, rca)?) {
            rca.agent = Some(Box::new(answer.clone()));
            write_rca(&txn, &rca)?;
        }
        remove_job(&txn, rca)?;
        txn.commit()?;
        Ok(())
    }
}

/// Removes the RCA's job, if it has one.
fn remove_job(txn: &WriteTransaction, rca: &str) -> Result<(), StoreError> {
    txn.open_table(JOBS)?.remove(rca)?;
    Ok(())
}

/// Keeps only the newer of the waiting jobs of two RCAs, which are one failure from now on.
pub(crate) fn join_waiting(txn: &WriteTransaction, one: &str, other: &str) -> Result<(), StoreError> {
    if let (Some(one), Some(other)) = (read_job(txn, one)?, read_job(txn, other)?)
        && one.job.is_none()
        && other.job.is_none()
    {
        let older = if one.queued_ms <= other.queued_ms { one.rca } else { other.rca };
        remove_job(txn, &older)?;
    }
    Ok(())
}

fn read_job(txn: &WriteTransaction, rca: &str) -> Result<Option<StoredJob>, StoreError> {
    read(&txn.open_table(JOBS)?, rca)
}

/// Waiting jobs of other RCAs for the same failure: with its fingerprint, or one that is merged with it.
fn waiting_for(txn: &WriteTransaction, rca: &Rca, fingerprint: &str) -> Result<Vec<StoredJob>, StoreError> {
    let mut jobs: Vec<StoredJob> = all(&txn.open_table(JOBS)?)?.into_iter().map(|(_, job)| job).collect();
    jobs.retain(|job| {
        let same = job.fingerprint == fingerprint || fingerprints(rca).any(|known| known == job.fingerprint);
        job.rca != rca.id && job.job.is_none() && same
    });
    Ok(jobs)
}
