//! Texts to the numbers of their word pieces, as the model was trained on them. Knows nothing of vectors.

use std::path::Path;

use tokenizers::{Tokenizer, TruncationParams};

use super::error::EmbedError;

/// Most word pieces of a text that count, the two marks at its ends included; the model's card says so, the
/// `tokenizer.json` beside it still has a shorter limit from the training.
pub const MOST_PIECES: usize = 256;

/// Number of word pieces that the model knows.
pub const VOCABULARY: usize = 30_522;

/// Cuts texts into word pieces.
pub struct Pieces {
    tokenizer: Tokenizer,
}

impl Pieces {
    /// Reads `tokenizer.json`.
    pub fn open(path: &Path) -> Result<Pieces, EmbedError> {
        let unusable = |why: String| EmbedError::Unusable(format!("{}: {why}", path.display()));
        let bytes = std::fs::read(path).map_err(|err| unusable(err.to_string()))?;
        let mut tokenizer = Tokenizer::from_bytes(&bytes).map_err(|err| unusable(format!("no tokenizer: {err}")))?;
        let size = tokenizer.get_vocab_size(true);
        if size != VOCABULARY {
            return Err(unusable(format!("knows {size} word pieces, the model {VOCABULARY}")));
        }
        let truncation = TruncationParams { max_length: MOST_PIECES, ..TruncationParams::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(|err| unusable(err.to_string()))?;
        tokenizer.with_padding(None);
        Ok(Pieces { tokenizer })
    }

    /// The numbers of a text's pieces, 2 to [`MOST_PIECES`] of them, each below [`VOCABULARY`].
    pub fn of(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        let unusable = |why: String| EmbedError::Unusable(format!("cannot cut a text into word pieces: {why}"));
        let encoding = self.tokenizer.encode_fast(text, true).map_err(|err| unusable(err.to_string()))?;
        let ids = encoding.get_ids().to_vec();
        match ids.iter().find(|&&id| id as usize >= VOCABULARY) {
            Some(id) => Err(unusable(format!("the tokenizer gave the number {id}"))),
            None if ids.is_empty() => Err(unusable("the tokenizer gave none".to_owned())),
            None => Ok(ids),
        }
    }
}
