//! What pages, mails and programs that pass a log on do to the whole of it: escapes, marks at the ends of lines, Markdown,
//! typographic quotes, white space, a report's XML.

pub mod backslashes;
pub mod ends;
pub mod escaped;
pub mod markdown;
pub mod quotes;
pub mod spaced;
pub mod test_xml;
