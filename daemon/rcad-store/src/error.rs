//! Errors of the store, as far as a caller can act on them.

/// Why a store operation failed.
#[derive(Debug)]
pub enum StoreError {
    /// Another process has the file open.
    Locked,
    /// The file was written by a newer rcad; the number is its schema.
    Newer(u64),
    /// Reading or writing failed: disk full, damaged file, no permission. The text is the database's own.
    Failed(Box<redb::Error>),
    /// A stored row can't be decoded; names its key.
    Damaged(String),
    /// The search index could not be read or written. The next [`crate::Index::catch_up`] checks it and builds it again
    /// where needed.
    Index(String),
}

impl StoreError {
    /// Whether the file itself is at fault, and opening it again does not help.
    pub fn is_damage(&self) -> bool {
        let StoreError::Failed(error) = self else { return false };
        match &**error {
            redb::Error::Corrupted(_) | redb::Error::UpgradeRequired(_) | redb::Error::RepairAborted => true,
            redb::Error::TableTypeMismatch { .. } | redb::Error::TypeDefinitionChanged { .. } => true,
            redb::Error::Io(error) => {
                matches!(error.kind(), std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof)
            }
            _ => false,
        }
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Locked => f.write_str("the store is open in another process"),
            StoreError::Newer(schema) => write!(f, "the store was written by a newer rcad (schema {schema})"),
            StoreError::Failed(error) => write!(f, "the store failed: {error}"),
            StoreError::Damaged(what) => write!(f, "a stored row can't be decoded: {what}"),
            StoreError::Index(what) => write!(f, "the search index failed: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// redb has one error type an operation; all of them widen to `redb::Error`.
macro_rules! from_redb {
    ($($kind:ty)*) => { $(
        impl From<$kind> for StoreError {
            fn from(error: $kind) -> Self {
                match redb::Error::from(error) {
                    redb::Error::DatabaseAlreadyOpen => StoreError::Locked,
                    other => StoreError::Failed(Box::new(other)),
                }
            }
        }
    )* };
}

from_redb! { redb::DatabaseError redb::TransactionError redb::TableError redb::StorageError redb::CommitError }

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        StoreError::Failed(Box::new(redb::Error::Io(error)))
    }
}
