//! Why a record was not added or changed.

use crate::StoreError;

/// Why a record was not added or changed.
#[derive(Debug)]
pub enum RecordError {
    /// A required field is absent.
    Missing(Vec<&'static str>),
    /// A field is unknown or has an invalid value; the name is empty where the whole is no object.
    Field {
        /// Its name.
        field: String,
        /// What is wrong, to follow the name.
        problem: String,
    },
    /// The same failure in the same project is stored under this id.
    Exists(String),
    /// The store could not do it.
    Store(StoreError),
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordError::Missing(fields) => {
                let names: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
                write!(f, "the record lacks {}", names.join(", "))
            }
            RecordError::Field { field, problem } if field.is_empty() => f.write_str(problem),
            RecordError::Field { field, problem } => write!(f, "`{field}` {problem}"),
            RecordError::Exists(id) => write!(f, "this failure is stored already, as {id}\nhint: update {id}"),
            RecordError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}

impl<E: Into<StoreError>> From<E> for RecordError {
    fn from(error: E) -> Self {
        RecordError::Store(error.into())
    }
}
