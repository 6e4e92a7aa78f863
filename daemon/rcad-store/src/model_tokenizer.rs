//! Counts the tokens of a text as a language model does, by the tokenizer in the model's own file. Only those that cut bytes
//! (`gpt2`); never loads the model.

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

/// What `llama-bpe` and `qwen2` have in common; between them stands how many digits a word has.
const WORDS: (&str, &str) =
    (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|", r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+");

/// A model's own tokenizer; may be shared by threads.
pub struct ModelTokenizer {
    tokenizer: Tokenizer,
}

impl ModelTokenizer {
    /// Out of a model's file (GGUF).
    pub fn open(path: &Path) -> Result<ModelTokenizer, TokenizerError> {
        ModelTokenizer::of(gguf::read(path)?)
    }

    fn of(head: GgufHeader) -> Result<ModelTokenizer, TokenizerError> {
        if head.kind != KIND {
            return Err(TokenizerError::Other(head.kind));
        }
        let vocabulary: Vocab = (0u32..).zip(head.tokens).map(|(id, token)| (token, id)).collect();
        // A byte that no token has would not be counted at all.
        if let Some(byte) =
            ByteLevel::alphabet().iter().find(|byte| !vocabulary.contains_key(byte.to_string().as_str()))
        {
            return Err(TokenizerError::Unreadable(format!("no token for the byte that is written `{byte}`")));
        }
        let merges: Result<Vec<(String, String)>, TokenizerError> =
            head.merges.iter().map(|merge| pair(merge, &vocabulary)).collect();
        // What its cache holds of a thread outlives it there, and a prompt is counted no faster for it.
        let bpe = BPE::builder().vocab_and_merges(vocabulary, merges?).cache_capacity(0);
        // Such a model takes a word that is a token as that, whether its merges lead there or not.
        let bpe = bpe.ignore_merges(head.split == "llama-bpe");
        let unusable = |why: Box<dyn std::error::Error + Send + Sync>| TokenizerError::Unreadable(why.to_string());
        let mut tokenizer = Tokenizer::new(bpe.build().map_err(unusable)?);
        tokenizer.with_pre_tokenizer(Some(words(&head.split).map_err(unusable)?));
        Ok(ModelTokenizer { tokenizer })
    }
}

impl TokenCounter for ModelTokenizer {
    /// Without what a server's template puts around it. A text that can't be cut counts by its bytes, more than which it has
    /// never.
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

/// How a text is split into words, none of which is merged with another. What is not known by name is split as by GPT-2, which
/// counts a few tokens more or less.
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
