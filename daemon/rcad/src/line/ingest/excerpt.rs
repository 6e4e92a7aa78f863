//! A long output in bounded memory: its beginning, its end and the number of bytes between.

/// Bytes kept of the beginning and of the end; the same as in the scripts' records.
pub const HEAD: usize = 256 << 10;
/// See [`HEAD`].
pub const TAIL: usize = 768 << 10;
/// Longest line whose end is searched.
const LINE: usize = 64 << 10;

/// What is kept of an output.
#[derive(Debug, Default)]
pub struct Excerpt {
    head: Vec<u8>,
    tail: Vec<u8>,
    gap: usize,
}

impl Excerpt {
    /// Adds output.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.tail.is_empty() && self.head.len() + bytes.len() <= HEAD {
            self.head.extend_from_slice(bytes);
            return;
        }
        self.tail.extend_from_slice(bytes);
        if self.tail.len() > 2 * TAIL {
            let old = self.tail.len() - TAIL;
            self.tail.drain(..old);
            self.gap += old;
        }
    }

    /// The kept text, with a line that gives the number of omitted bytes.
    pub fn text(&self) -> String {
        let head = String::from_utf8_lossy(&self.head);
        let mut tail = &self.tail[self.tail.len().saturating_sub(TAIL)..];
        if tail.len() == self.tail.len() && self.gap == 0 {
            return format!("{head}{}", String::from_utf8_lossy(tail));
        }
        // Drop the incomplete first line, which could mislead.
        if let Some(end) = tail.iter().take(LINE).position(|byte| *byte == b'\n') {
            tail = &tail[end + 1..];
        }
        let gap = self.gap + (self.tail.len() - tail.len());
        join(&head, gap as u64, &String::from_utf8_lossy(tail))
    }
}

/// Beginning and end, with a line between them that gives the number of omitted bytes.
pub fn join(head: &str, gap: u64, tail: &str) -> String {
    if gap == 0 {
        return format!("{head}{tail}");
    }
    let end = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
    format!("{head}{end}[rcad: {gap} bytes of output left out here]\n{tail}")
}
