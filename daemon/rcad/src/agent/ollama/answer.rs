//! Assembles a reply from arriving bytes: splits them into lines, lines into chunks, and collects these. Never waits.

use rcad_core::agent::model::{ModelError, Reply};
use serde::de::DeserializeOwned;

use super::server_error::{ServerError, start};
use super::wire::ChatLine;

/// Longest line of a reply.
const LINE_BYTES: usize = 1 << 20;
/// Longest answer or thinking.
const TEXT_BYTES: usize = 256 << 10;
/// All lines together; each token may come with 150 bytes around it.
const ALL_BYTES: usize = 16 << 20;

/// Splits bytes, which may end anywhere, into lines of JSON.
#[derive(Default)]
pub(super) struct JsonLines {
    rest: Vec<u8>,
    all: usize,
}

impl JsonLines {
    /// Takes new bytes; [`JsonLines::next`] returns the complete lines.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        self.all += bytes.len();
        self.rest.extend_from_slice(bytes);
        if self.all > ALL_BYTES {
            return Err(garbled(format!("an answer of more than {} MiB", ALL_BYTES >> 20)));
        }
        Ok(())
    }

    /// The next complete line that is not empty.
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

    /// The last line if it lacks its end, once all bytes have arrived.
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

/// A piece of a streamed answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamChunk<'t> {
    /// The model's thinking.
    Thinking(&'t str),
    /// The answer itself.
    Saying(&'t str),
}

/// A streamed answer.
#[derive(Default)]
pub(super) struct ChatStream {
    lines: JsonLines,
    reply: Reply,
    pieces: u64,
    done: bool,
}

impl ChatStream {
    /// Takes new bytes. Returns whether the answer is complete.
    pub fn push(
        &mut self,
        bytes: &[u8],
        model: &str,
        on_chunk: &mut (dyn FnMut(StreamChunk<'_>) + Send),
    ) -> Result<bool, ModelError> {
        self.lines.push(bytes)?;
        while !self.done
            && let Some(piece) = self.lines.next()?
        {
            self.take(piece, model, on_chunk)?;
        }
        Ok(self.done)
    }

    /// Ends the stream. Only an answer that the server marked as done counts.
    pub fn end(mut self, model: &str, on_chunk: &mut (dyn FnMut(StreamChunk<'_>) + Send)) -> Result<Reply, ModelError> {
        if !self.done {
            // A truncated line means that the connection broke.
            let last = self.lines.last().map_err(|_| ModelError::Crashed)?;
            if let Some(piece) = last {
                self.take(piece, model, on_chunk)?;
            }
        }
        match (self.done, self.pieces) {
            (true, _) => Ok(self.reply),
            (false, 0) => Err(ModelError::Crashed),
            // A clean end without `done`: that is how Ollama (also 0.33.3) stops a model that repeats itself.
            (false, _) => {
                Err(garbled("the server ended the answer before it was done; the model may repeat itself".into()))
            }
        }
    }

    fn take(
        &mut self,
        mut piece: ChatLine,
        model: &str,
        on_chunk: &mut (dyn FnMut(StreamChunk<'_>) + Send),
    ) -> Result<(), ModelError> {
        if let Some(error) = &piece.error {
            return Err(ServerError::of(error).in_an_answer(model));
        }
        let Some(message) = &mut piece.message else {
            return Err(garbled("a line that is neither a piece of an answer nor an error".into()));
        };
        let thinking = message.thinking.take().unwrap_or_default();
        let content = message.content.take().unwrap_or_default();
        for (text, all, chunk) in [
            (&thinking, &mut self.reply.thinking, StreamChunk::Thinking(&thinking)),
            (&content, &mut self.reply.content, StreamChunk::Saying(&content)),
        ] {
            if !text.is_empty() {
                all.push_str(text);
                on_chunk(chunk);
            }
        }
        if self.reply.thinking.len() + self.reply.content.len() > TEXT_BYTES {
            return Err(garbled(format!("more than {} KiB of text", TEXT_BYTES >> 10)));
        }
        self.pieces += 1;
        self.done = piece.done;
        piece.apply_to(&mut self.reply);
        Ok(())
    }
}
