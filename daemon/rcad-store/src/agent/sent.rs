//! The exact requests that were sent to models, for audits: the newest of each RCA, deleted with it.

use redb::ReadableTable;

use crate::format::{decode, encode};
use crate::records::SentRequest;
use crate::store::rows::{read_rca, readable};
use crate::store::tables::SENT;
use crate::{Store, StoreError};

/// Most requests that are kept per RCA: two jobs of ten steps.
const KEPT: usize = 20;
/// Most bytes on disk that they take; the newest is kept whatever its size.
const KEPT_BYTES: usize = 2 << 20;

impl Store {
    /// Stores a request before it is sent; whether it was stored. It is not where the RCA was deleted: then it must not
    /// be sent either.
    pub fn put_sent(&self, rca: &str, sent: &SentRequest) -> Result<bool, StoreError> {
        let txn = self.db.begin_write()?;
        if read_rca(&txn, rca)?.is_none() {
            txn.abort()?;
            return Ok(false);
        }
        {
            let mut table = txn.open_table(SENT)?;
            let newest = table.range((rca, 0)..=(rca, u64::MAX))?.next_back().transpose()?;
            let number = newest.map_or(0, |(key, _)| key.value().1) + 1;
            table.insert((rca, number), encode(sent)?.as_slice())?;
            let (mut kept, mut bytes, mut oldest) = (0, 0, number);
            for row in table.range((rca, 0)..=(rca, number))?.rev() {
                let (key, value) = row?;
                kept += 1;
                bytes += value.value().len();
                if kept > KEPT || (kept > 1 && bytes > KEPT_BYTES) {
                    break;
                }
                oldest = key.value().1;
            }
            table.retain_in((rca, 0)..(rca, oldest), |_, _| false)?;
        }
        txn.commit()?;
        Ok(true)
    }

    /// What was sent about an RCA, oldest first.
    pub fn sent(&self, rca: &str) -> Result<Vec<SentRequest>, StoreError> {
        let table = self.db.begin_read()?.open_table(SENT)?;
        let mut all = Vec::new();
        for row in table.range((rca, 0)..=(rca, u64::MAX))? {
            all.extend(readable(decode(row?.1.value(), rca))?);
        }
        Ok(all)
    }
}
