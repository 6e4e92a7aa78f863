//! Parts of XML files in one spelling.

use crate::project::xml::Element;

/// Most characters of a text that is told.
const LONGEST: usize = 120;

/// The text without comments and the spaces that a formatter puts between tags.
pub(super) fn canonical(xml: &str) -> String {
    let mut all = String::with_capacity(xml.len());
    let mut rest = xml;
    while let Some((text, behind)) = rest.split_once("<!--") {
        push(&mut all, text);
        rest = behind.split_once("-->").map_or("", |(_, rest)| rest);
    }
    push(&mut all, rest);
    all.trim_end().to_owned()
}

fn push(all: &mut String, text: &str) {
    for c in text.chars() {
        if matches!(c, '<' | '/' | '>') && all.ends_with(' ') {
            all.pop();
        }
        if !c.is_whitespace() {
            all.push(c);
        } else if !all.is_empty() && !all.ends_with([' ', '>']) {
            all.push(' ');
        }
    }
}

/// The attributes but for one, in alphabetical order.
pub(super) fn attributes(element: &Element, but: &str) -> String {
    let mut all: Vec<String> = element
        .attributes
        .iter()
        .filter(|(name, _)| name != but && !name.starts_with("xmlns:"))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    all.sort();
    all.join(", ")
}

/// A text as it is told.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// The 1-based line of an attribute of an element, that of the element where it is not found.
pub(super) fn attribute_line(text: &str, element: &Element, attribute: &str) -> u32 {
    let tag = text.get(element.start..element.inner.start).unwrap_or_default();
    let at = tag.match_indices(attribute).map(|(at, _)| at).find(|at| {
        let behind = tag[at + attribute.len()..].trim_start();
        tag[..*at].ends_with(char::is_whitespace) && behind.starts_with('=')
    });
    let below = tag[..at.unwrap_or_default()].matches('\n').count();
    element.line.saturating_add(u32::try_from(below).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{attribute_line, canonical};
    use crate::project::xml::tree;

    #[test]
    fn formatting_makes_no_difference() {
        assert_eq!(canonical("\n  <a  x='1'\n />\n  <!-- c -->\n<b>\n t  u </b>\n"), "<a x='1'/><b>t u</b>");
        assert_eq!(canonical("a <!-- open"), "a");
    }

    #[test]
    fn attributes_have_lines() {
        let text = "<a\n  tools:name=\"name=\"\n  name='x'/>";
        let root = tree(text).expect("well-formed");
        assert_eq!((attribute_line(text, &root, "name"), attribute_line(text, &root, "none")), (3, 1));
    }
}
