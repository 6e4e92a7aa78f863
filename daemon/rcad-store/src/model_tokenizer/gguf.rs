//! The header of a model file (GGUF, versions 2 and 3, little endian), as far as it describes the tokenizer. Never
//! reads the weights; takes no more memory than a large vocabulary needs, whatever the file says.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use super::error::TokenizerError;

/// How a model cuts texts.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct GgufHeader {
    /// Which kind of tokenizer; `gpt2` is one of bytes.
    pub kind: String,
    /// How a text is split into words before they are cut.
    pub split: String,
    /// All tokens; a token's number is its place.
    pub tokens: Vec<String>,
    /// Pairs that become one token, `a b`, the most wanted first.
    pub merges: Vec<String>,
}

/// The one kind of tokenizer that is supported: byte-level BPE.
pub const KIND: &str = "gpt2";

/// Entries of the longest list that is read: the largest vocabularies have some 300,000 tokens and 600,000 merges.
const LONGEST_LIST: u64 = 1 << 21;
/// Bytes that a head may have; one of 300,000 tokens has some 20 MB.
const LONGEST_HEAD: u64 = 64 << 20;

const STRING: u32 = 8;
const ARRAY: u32 = 9;

/// Reads the head of this file.
pub fn read(path: &Path) -> Result<GgufHeader, TokenizerError> {
    let failed = |err: std::io::Error| TokenizerError::Unreadable(format!("{}: {err}", path.display()));
    let file = File::open(path).map_err(failed)?;
    let left = file.metadata().map_err(failed)?.len().min(LONGEST_HEAD);
    let mut source = GgufReader { from: BufReader::with_capacity(1 << 16, file), left };
    source.head().map_err(|err| match err {
        TokenizerError::Unreadable(why) => TokenizerError::Unreadable(format!("{}: {why}", path.display())),
        other => other,
    })
}

/// Bytes of a fixed-size value of this type.
fn size(kind: u32) -> Result<u64, TokenizerError> {
    match kind {
        0 | 1 | 7 => Ok(1),
        2 | 3 => Ok(2),
        4..=6 => Ok(4),
        10..=12 => Ok(8),
        _ => Err(unreadable(format!("a value of type {kind}, which there is none of"))),
    }
}

fn unreadable(why: impl Into<String>) -> TokenizerError {
    TokenizerError::Unreadable(why.into())
}

struct GgufReader<R> {
    from: R,
    /// Bytes that may still be read.
    left: u64,
}

impl<R: Read> GgufReader<R> {
    fn head(&mut self) -> Result<GgufHeader, TokenizerError> {
        if &self.bytes::<4>()? != b"GGUF" {
            return Err(unreadable("no GGUF file"));
        }
        let version = self.u32()?;
        if !matches!(version, 2 | 3) {
            return Err(unreadable(format!("GGUF of version {version}; 2 and 3 are read")));
        }
        let _tensors = self.u64()?;
        let entries = self.u64()?;
        let mut head = GgufHeader::default();
        for _ in 0..entries {
            let key = self.text()?;
            let kind = self.u32()?;
            match key.as_str() {
                "tokenizer.ggml.model" => head.kind = self.one_text(kind)?,
                "tokenizer.ggml.pre" => head.split = self.one_text(kind)?,
                "tokenizer.ggml.tokens" => head.tokens = self.texts(kind)?,
                "tokenizer.ggml.merges" => head.merges = self.texts(kind)?,
                _ => self.pass_over(kind)?,
            }
            // The lists of another kind of tokenizer need not be read.
            let known =
                [!head.kind.is_empty(), !head.split.is_empty(), !head.tokens.is_empty(), !head.merges.is_empty()];
            if known == [true; 4] || (known[0] && head.kind != KIND) {
                break;
            }
        }
        Ok(head)
    }

    fn one_text(&mut self, kind: u32) -> Result<String, TokenizerError> {
        if kind == STRING { self.text() } else { Err(unreadable(format!("a text was due, not type {kind}"))) }
    }

    fn texts(&mut self, kind: u32) -> Result<Vec<String>, TokenizerError> {
        let (kind, length) = if kind == ARRAY { self.list()? } else { (kind, 0) };
        if kind != STRING {
            return Err(unreadable(format!("a list of texts was due, not type {kind}")));
        }
        if length > LONGEST_LIST {
            return Err(unreadable(format!("a list of {length} texts")));
        }
        (0..length).map(|_| self.text()).collect()
    }

    /// Type and length of a list's entries.
    fn list(&mut self) -> Result<(u32, u64), TokenizerError> {
        Ok((self.u32()?, self.u64()?))
    }

    fn text(&mut self) -> Result<String, TokenizerError> {
        let length = self.u64()?;
        self.take(length)?;
        let mut text = vec![0; length as usize];
        self.from.read_exact(&mut text).map_err(|err| unreadable(err.to_string()))?;
        String::from_utf8(text).map_err(|_| unreadable("a text that is not UTF-8"))
    }

    fn pass_over(&mut self, kind: u32) -> Result<(), TokenizerError> {
        match kind {
            STRING => self.pass_over_text(),
            ARRAY => match self.list()? {
                // Each takes eight bytes at least, so the file's end ends this.
                (STRING, length) => (0..length).try_for_each(|_| self.pass_over_text()),
                (kind, length) => self.skip(size(kind)?.saturating_mul(length)),
            },
            kind => self.skip(size(kind)?),
        }
    }

    fn pass_over_text(&mut self) -> Result<(), TokenizerError> {
        let length = self.u64()?;
        self.skip(length)
    }

    fn skip(&mut self, length: u64) -> Result<(), TokenizerError> {
        self.take(length)?;
        let skipped = std::io::copy(&mut self.from.by_ref().take(length), &mut std::io::sink());
        match skipped {
            Ok(skipped) if skipped == length => Ok(()),
            Ok(_) => Err(unreadable(CUT)),
            Err(err) => Err(unreadable(err.to_string())),
        }
    }

    fn u32(&mut self) -> Result<u32, TokenizerError> {
        Ok(u32::from_le_bytes(self.bytes()?))
    }

    fn u64(&mut self) -> Result<u64, TokenizerError> {
        Ok(u64::from_le_bytes(self.bytes()?))
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], TokenizerError> {
        self.take(N as u64)?;
        let mut bytes = [0; N];
        self.from.read_exact(&mut bytes).map_err(|err| unreadable(err.to_string()))?;
        Ok(bytes)
    }

    /// Counts so many bytes as read, if there are so many.
    fn take(&mut self, length: u64) -> Result<(), TokenizerError> {
        self.left = self.left.checked_sub(length).ok_or_else(|| unreadable(CUT))?;
        Ok(())
    }
}

const CUT: &str = "the file ends before its head does, or its head is too long";
