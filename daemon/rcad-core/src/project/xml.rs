//! An XML file as a tree of elements with their lines. Knows no schema; an error is the line up to which the file is
//! well-formed.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::line_counter::LineCounter;

/// Elements within each other; Android's own files stay far below.
const DEPTH: usize = 64;

/// An element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// Its name with its prefix.
    pub name: String,
    /// Names with their prefixes, and values.
    pub attributes: Vec<(String, String)>,
    /// 1-based line of its `<`.
    pub line: u32,
    /// Position of its `<` in bytes.
    pub start: usize,
    /// What is between its tags, in bytes; empty behind a tag that is closed at once.
    pub inner: std::ops::Range<usize>,
    /// 1-based line of the end of its last tag.
    pub end_line: u32,
    /// Elements in it.
    pub children: Vec<Element>,
}

impl Element {
    /// The value of an attribute, named with its prefix.
    pub fn get(&self, attribute: &str) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| name == attribute).map(|(_, value)| value.as_str())
    }

    /// Children of this name.
    pub fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Element> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// The root element, or the line up to which the text reads.
pub fn tree(text: &str) -> Result<Element, u32> {
    let mut reader = Reader::from_str(text);
    let mut lines = LineCounter::new(text);
    let mut line_at = |at: u64| lines.line_at(position(at));
    let mut open: Vec<Element> = Vec::new();
    loop {
        let from = reader.buffer_position();
        let event = reader.read_event().map_err(|_| line_at(reader.error_position()))?;
        let done = match event {
            Event::Start(tag) => {
                let element = element(&tag, line_at(from)).filter(|_| open.len() < DEPTH);
                let element = element.ok_or_else(|| line_at(from))?;
                open.push(placed(element, from, reader.buffer_position()));
                None
            }
            Event::Empty(tag) => {
                let element = element(&tag, line_at(from)).ok_or_else(|| line_at(from))?;
                let to = reader.buffer_position();
                Some(Element { end_line: line_at(to), ..placed(element, from, to) })
            }
            Event::End(_) => open.pop().map(|element| {
                let inner = element.inner.start..position(from);
                Element { inner, end_line: line_at(reader.buffer_position()), ..element }
            }),
            Event::Eof => return Err(line_at(from)),
            _ => None,
        };
        if let Some(done) = done {
            match open.last_mut() {
                Some(parent) => parent.children.push(done),
                None => return Ok(done),
            }
        }
    }
}

fn element(tag: &BytesStart, line: u32) -> Option<Element> {
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.ok()?;
        attributes.push((attribute.key.as_ref().to_owned(), attribute.value.into_owned()));
    }
    Some(Element { name: tag.name().as_ref().to_owned(), attributes, line, ..Element::default() })
}

/// The element with where its first tag begins and ends.
fn placed(element: Element, from: u64, to: u64) -> Element {
    Element { start: position(from), inner: position(to)..position(to), ..element }
}

fn position(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::tree;

    #[test]
    fn elements_have_their_lines() {
        const TEXT: &str =
            "<?xml version=\"1.0\"?>\n<!-- a -->\n<a x=\"1\">\n  <b\n    y:z='2'/>\n  <c>text<d/></c>\n</a>\n";
        let root = tree(TEXT).unwrap();
        assert_eq!((root.name.as_str(), root.line, root.get("x"), root.get("y")), ("a", 3, Some("1"), None));
        let lines: Vec<(&str, u32)> = root.children.iter().map(|one| (one.name.as_str(), one.line)).collect();
        assert_eq!(lines, [("b", 4), ("c", 6)]);
        let c = root.all("c").next().unwrap();
        assert_eq!((c.children[0].line, root.end_line, root.children[0].end_line), (6, 7, 5));
        assert_eq!(&TEXT[c.inner.clone()], "text<d/>");
        assert_eq!((TEXT[root.start..].starts_with("<a x"), root.children[0].inner.is_empty()), (true, true));
    }

    #[test]
    fn what_is_not_well_formed_is_told_by_its_line() {
        for (text, line) in
            [("", 1), ("<a>\n<b>\n</a>", 3), ("<a>\n<b", 2), ("<a x=1/>", 1), ("no element", 1), ("<a>\n\n", 3)]
        {
            assert_eq!(tree(text).map_err(|at| at.abs_diff(line) <= 1), Err(true), "{text}");
        }
        assert!(tree(&"<a>".repeat(100_000)).is_err(), "deep");
        assert!(tree(&format!("<a>{}</a>", "<b/>".repeat(1_000))).is_ok());
    }
}
