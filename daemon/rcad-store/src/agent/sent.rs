//! The bytes that were sent to models, for who wants to see them. Of each RCA the newest; they go with it.

use redb::ReadableTable;

use crate::format::{decode, encode};
use crate::records::SentRequest;
use crate::store::rows::{read_rca, readable};
use crate::store::tables::SENT;
use crate::{Store, StoreError};

/// Requests that are kept of an RCA: two jobs of ten steps.
const KEPT: usize = 20;
/// Bytes on disk that they take at most, but the newest one is kept whatever it takes.
const KEPT_BYTES: usize = 2 << 20;

impl Store {
    /// Keeps what is about to be sent, before it is sent; whether it was kept. For an RCA that is not there it is not, since that
    /// was deleted meanwhile: then it must not be sent either.
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
