//! Puts an answer together from the bytes that come: lines split anywhere, then pieces, then a reply. Waits for nothing.

use rcad_core::agent::model::{ModelError, Reply};
use serde::de::DeserializeOwned;

use super::server_error::{ServerError, start};
use super::wire::ChatLine;

/// A line longer than this is no piece of an answer.
const LINE_BYTES: usize = 1 << 20;
/// No answer or thought of use is longer.
const TEXT_BYTES: usize = 256 << 10;
/// All lines together: a token may come with 150 bytes around it.
const ALL_BYTES: usize = 16 << 20;

/// Lines of JSON out of bytes that are split anywhere, also inside a character.
#[derive(Default)]
pub(super) struct JsonLines {
    rest: Vec<u8>,
    all: usize,
}

impl JsonLines {
    /// Takes what came; then [`JsonLines::next`] gives the lines that are whole.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        self.all += bytes.len();
        self.rest.extend_from_slice(bytes);
        if self.all > ALL_BYTES {
            return Err(garbled(format!("an answer of more than {} MiB", ALL_BYTES >> 20)));
        }
        Ok(())
    }

    /// The next whole line; empty ones are passed over.
    pub fn next<T: DeserializeOwned>(&mut self) -> Result<Option<T>, ModelError> {
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            if !line.trim_ascii().is_empty() {
                return read(&line).map(Some);
            }
        }
        if self.rest.len() > LINE_BYTES {
            return Err(garbled(format!("a line of more than {} MiB", LINE_BYTES >> 20)));
        }
        Ok(None)
    }

    /// What came after the last line's end, once nothing more comes: a last line that lacks its end.
    pub fn last<T: DeserializeOwned>(&mut self) -> Result<Option<T>, ModelError> {
        let line = std::mem::take(&mut self.rest);
        if line.trim_ascii().is_empty() { Ok(None) } else { read(&line).map(Some) }
    }
}

fn read<T: DeserializeOwned>(line: &[u8]) -> Result<T, ModelError> {
    if line.len() > LINE_BYTES {
        return Err(garbled(format!("a line of more than {} MiB", LINE_BYTES >> 20)));
    }
    serde_json::from_slice(line).map_err(|error| garbled(format!("{error}: {}", start(line))))
}

pub(super) fn garbled(what: String) -> ModelError {
    ModelError::MalformedReply { what }
}

/// A piece of an answer while it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamChunk<'t> {
    /// Of what it thinks.
    Thinking(&'t str),
    /// Of what it says.
    Saying(&'t str),
}

/// An answer while it comes.
#[derive(Default)]
pub(super) struct ChatStream {
    lines: JsonLines,
    reply: Reply,
    pieces: u64,
    done: bool,
}

impl ChatStream {
    /// Takes what came; whether the answer is whole now.
    pub fn push(
        &mut self,
        bytes: &[u8],
        model: &str,
        heard: &mut (dyn FnMut(StreamChunk<'_>) + Send),
    ) -> Result<bool, ModelError> {
        self.lines.push(bytes)?;
        while !self.done
            && let Some(piece) = self.lines.next()?
        {
            self.take(piece, model, heard)?;
        }
        Ok(self.done)
    }

    /// Nothing more comes. An answer is only what was said to be done.
    pub fn end(mut self, model: &str, heard: &mut (dyn FnMut(StreamChunk<'_>) + Send)) -> Result<Reply, ModelError> {
        if !self.done {
            // A line that was cut says less about what happened than that it was cut.
            let last = self.lines.last().map_err(|_| ModelError::Crashed)?;
            if let Some(piece) = last {
                self.take(piece, model, heard)?;
            }
        }
        match (self.done, self.pieces) {
            (true, _) => Ok(self.reply),
            (false, 0) => Err(ModelError::Crashed),
            // In good order but without its end: so the server (0.33.3 too) stops a model that says the same over and over.
            (false, _) => {
                Err(garbled("the server ended the answer before it was done; the model may repeat itself".into()))
            }
        }
    }

    fn take(
        &mut self,
        mut piece: ChatLine,
        model: &str,
        heard: &mut (dyn FnMut(StreamChunk<'_>) + Send),
    ) -> Result<(), ModelError> {
        if let Some(error) = &piece.error {
            return Err(ServerError::of(error).in_an_answer(model));
        }
        let Some(message) = &mut piece.message else {
            return Err(garbled("a line that is neither a piece of an answer nor an error".into()));
        };
        let thinking = message.thinking.take().unwrap_or_default();
        let content = message.content.take().unwrap_or_default();
        for (text, all, said) in [
            (&thinking, &mut self.reply.thinking, StreamChunk::Thinking(&thinking)),
            (&content, &mut self.reply.content, StreamChunk::Saying(&content)),
        ] {
            if !text.is_empty() {
                all.push_str(text);
                heard(said);
            }
        }
        if self.reply.thinking.len() + self.reply.content.len() > TEXT_BYTES {
            return Err(garbled(format!("more than {} KiB of text", TEXT_BYTES >> 10)));
        }
        self.pieces += 1;
        self.done = piece.done;
        piece.settle(&mut self.reply);
        Ok(())
    }
}
