//! The agent's tables: jobs, answers, abilities of models, lessons, and the exact requests that were sent. Knows no model
//! and no clock.

pub(crate) mod jobs;
pub(crate) mod lessons;
pub(crate) mod sent;

use rcad_core::agent::model::Ability;

use crate::format::encode;
use crate::store::rows::read;
use crate::store::tables::ABILITIES;
use crate::{Store, StoreError};

impl Store {
    /// The stored ability of the model with this digest.
    pub fn ability(&self, digest: &str) -> Result<Option<Ability>, StoreError> {
        read(&self.db.begin_read()?.open_table(ABILITIES)?, digest)
    }

    /// Stores a model's ability, in place of an older one.
    pub fn set_ability(&self, digest: &str, ability: &Ability) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        txn.open_table(ABILITIES)?.insert(digest, encode(ability)?.as_slice())?;
        txn.commit()?;
        Ok(())
    }
}
