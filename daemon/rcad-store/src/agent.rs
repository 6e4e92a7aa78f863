//! What the agent keeps: jobs until they end, its answers beside the rules', what was found out about models, their
//! mistakes, and the exact bytes that were sent. Knows no model and no clock.

pub(crate) mod jobs;
pub(crate) mod lessons;
pub(crate) mod sent;

use rcad_core::agent::model::Ability;

use crate::format::encode;
use crate::store::rows::read;
use crate::store::tables::ABILITIES;
use crate::{Store, StoreError};

impl Store {
    /// What was found out about the model with this digest.
    pub fn ability(&self, digest: &str) -> Result<Option<Ability>, StoreError> {
        read(&self.db.begin_read()?.open_table(ABILITIES)?, digest)
    }

    /// Remembers what was found out about a model, in place of what was known of it.
    pub fn set_ability(&self, digest: &str, ability: &Ability) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        txn.open_table(ABILITIES)?.insert(digest, encode(ability)?.as_slice())?;
        txn.commit()?;
        Ok(())
    }
}
