//! The format on disk: each type in this folder is one version of one stored record, plain data for serde. `convert` maps
//! between these and the program's types, which may change freely.
//!
//! A field that is added gets a default. Any other change needs a type of the next version that reads the older one.

pub(crate) mod agent;
pub(crate) mod analysis;
pub(crate) mod answer;
mod change;
mod convert;
pub(crate) mod declared;
pub(crate) mod export;
mod packed;
mod phrases;
pub(crate) mod rca;
pub(crate) mod report;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::StoreError;

/// A type with a form on disk. Both ways are total: what was written comes back equal.
pub(crate) trait OnDisk {
    /// The form that is written today; it reads the older ones too.
    type Form: Serialize + DeserializeOwned;

    fn to_disk(&self) -> Self::Form;

    fn from_disk(form: Self::Form) -> Self;
}

/// Bytes for a table.
pub(crate) fn encode<T: OnDisk>(record: &T) -> Result<Vec<u8>, StoreError> {
    let json = serde_json::to_vec(&record.to_disk()).map_err(|e| StoreError::Damaged(e.to_string()))?;
    packed::pack(&json).map_err(|e| StoreError::Damaged(e.to_string()))
}

/// A record out of a table; `key` names it in an error.
pub(crate) fn decode<T: OnDisk>(bytes: &[u8], key: &str) -> Result<T, StoreError> {
    let json = packed::unpack(bytes).map_err(|e| StoreError::Damaged(format!("{key}: {e}")))?;
    let form = serde_json::from_slice(&json).map_err(|e| StoreError::Damaged(format!("{key}: {e}")))?;
    Ok(T::from_disk(form))
}

#[cfg(test)]
mod tests;
