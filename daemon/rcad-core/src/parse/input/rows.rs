//! The cheapest way through a text of many short lines.

/// The lines of a text as `split('\n')` gives them, but found faster.
pub fn rows(text: &str) -> impl Iterator<Item = &str> {
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
    ends.scan(0, |start, end| Some(&text[std::mem::replace(start, end + 1)..end]))
}
