//! The part of a mapping that a text needs: a mapping may have 200 MB, the classes of a trace have a few hundred lines.

use std::collections::HashSet;

/// A mapping of which only the members of one text's classes are kept, and of all other classes their names and files.
#[derive(Clone, Debug, Default)]
pub struct MappingExcerpt {
    id: String,
    text: String,
    wanted: HashSet<String>,
    /// Whether the members that follow are of a class that is kept.
    keeps: bool,
}

/// Most bytes of an excerpt; what is beyond counts as absent.
const LARGEST: usize = 64 << 20;

impl MappingExcerpt {
    /// An excerpt of the mapping with this id, for this text. Empty until lines come.
    pub fn new(id: &str, text: &str) -> MappingExcerpt {
        let mut wanted = HashSet::new();
        // `a.b.c` may be a class, or a method of `a.b`; which it is, the mapping says.
        let in_name = |symbol: char| symbol.is_alphanumeric() || matches!(symbol, '.' | '$' | '_' | '-' | '<' | '>');
        for name in text.split(|symbol| !in_name(symbol)).filter(|name| !name.is_empty()) {
            wanted.insert(name.to_owned());
            wanted.extend(name.rsplit_once('.').map(|(class, _)| class.to_owned()));
        }
        MappingExcerpt { id: id.to_owned(), wanted, ..MappingExcerpt::default() }
    }

    /// Takes the mapping's next line, without its end.
    pub fn line(&mut self, line: &str) {
        let is_member = line.starts_with([' ', '\t']);
        if !is_member && !line.starts_with('#') {
            let class = line.trim_end().strip_suffix(':').and_then(|line| line.split_once(" -> "));
            self.keeps = class.is_some_and(|(_, minified)| self.wanted.contains(minified));
        }
        if (!is_member || self.keeps) && self.text.len() + line.len() < LARGEST {
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    /// The mapping's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its lines.
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}
