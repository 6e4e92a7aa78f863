//! Counts tokens with the tokenizer in a language model's own file. Byte-level BPE (`gpt2`) only; never loads the model.

mod error;
mod gguf;

pub use error::TokenizerError;

use std::path::Path;

use rcad_core::agent::budget::TokenCounter;
use tokenizers::models::bpe::{BPE, Vocab};
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::pre_tokenizers::sequence::Sequence;
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};
use tokenizers::{PreTokenizerWrapper, SplitDelimiterBehavior, Tokenizer};

use gguf::{GgufHeader, KIND};

/// The two ends of the pattern of `llama-bpe` and `qwen2`; the pattern for digits goes between them.
const WORDS: (&str, &str) =
    (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|", r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+");

/// A model's own tokenizer; may be shared by threads.
pub struct ModelTokenizer {
    tokenizer: Tokenizer,
}

impl ModelTokenizer {
    /// Reads a model's file (GGUF).
    pub fn open(path: &Path) -> Result<ModelTokenizer, TokenizerError> {
        ModelTokenizer::of(gguf::read(path)?)
    }

    fn of(head: GgufHeader) -> Result<ModelTokenizer, TokenizerError> {
        if head.kind != KIND {
            return Err(TokenizerError::Other(head.kind));
        }
        let vocabulary: Vocab = (0u32..).zip(head.tokens).map(|(id, token)| (token, id)).collect();
        // A byte without a token would not be counted at all.
        if let Some(byte) =
            ByteLevel::alphabet().iter().find(|byte| !vocabulary.contains_key(byte.to_string().as_str()))
        {
            return Err(TokenizerError::Unreadable(format!("no token for the byte that is written `{byte}`")));
        }
        let merges: Result<Vec<(String, String)>, TokenizerError> =
            head.merges.iter().map(|merge| pair(merge, &vocabulary)).collect();
        // The cache keeps memory per thread, and makes counting no faster.
        let bpe = BPE::builder().vocab_and_merges(vocabulary, merges?).cache_capacity(0);
        // Such a model uses a token that is a whole word even where no merges lead to it.
        let bpe = bpe.ignore_merges(head.split == "llama-bpe");
        let unusable = |why: Box<dyn std::error::Error + Send + Sync>| TokenizerError::Unreadable(why.to_string());
        let mut tokenizer = Tokenizer::new(bpe.build().map_err(unusable)?);
        tokenizer.with_pre_tokenizer(Some(words(&head.split).map_err(unusable)?));
        Ok(ModelTokenizer { tokenizer })
    }
}

impl TokenCounter for ModelTokenizer {
    /// Without the server's template. A text that can't be tokenized counts as its bytes, the upper bound.
    fn count(&self, text: &str) -> u32 {
        let tokens = self.tokenizer.encode_fast(text, false).map_or(text.len(), |encoding| encoding.len());
        u32::try_from(tokens).unwrap_or(u32::MAX)
    }
}

/// The two sides of a merge, `a b`; both of them and what they become are tokens.
fn pair(merge: &str, vocabulary: &Vocab) -> Result<(String, String), TokenizerError> {
    let sides = merge
        .split_once(' ')
        .filter(|(a, b)| [*a, *b, &format!("{a}{b}")].iter().all(|token| vocabulary.contains_key(*token)));
    let (a, b) = sides.ok_or_else(|| TokenizerError::Unreadable(format!("no merge of tokens: `{merge}`")))?;
    Ok((a.to_owned(), b.to_owned()))
}

/// Splits a text into words, across which nothing is merged. An unknown name is split as in GPT-2, which is off by a few
/// tokens.
fn words(split: &str) -> tokenizers::Result<PreTokenizerWrapper> {
    let digits = match split {
        "llama-bpe" => r"\p{N}{1,3}",
        "qwen2" => r"\p{N}",
        _ => return Ok(ByteLevel::new(false, false, true).into()),
    };
    let pattern = SplitPattern::Regex(format!("{}{digits}{}", WORDS.0, WORDS.1));
    let split = Split::new(pattern, SplitDelimiterBehavior::Isolated, false)?;
    Ok(Sequence::new(vec![split.into(), ByteLevel::new(false, false, false).into()]).into())
}

#[cfg(test)]
mod tests;
