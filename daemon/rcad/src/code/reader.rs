//! Reads a source text into an outline: by its syntax tree, and line by line where the syntax is broken.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tree_sitter::{ParseOptions, Parser, Tree};

use super::draft::OutlineDraft;
use super::grammar::SourceLanguage;
use super::outline::Outline;
use super::{lines, tree};
use crate::platform::time::time_limit;

/// Time limit for parsing one file; after it the file is read line by line.
const PARSE_TIMEOUT: Duration = time_limit(500);

/// Reads source files, one after the other.
#[derive(Default)]
pub struct SourceReader {
    kotlin: Option<Parser>,
    java: Option<Parser>,
}

impl SourceReader {
    /// The outline of a file.
    pub fn read(&mut self, language: SourceLanguage, text: &str) -> Outline {
        let tree = self.parse(language, text);
        let mut draft = OutlineDraft::new(language, text);
        match &tree {
            Some(tree) => tree::read(&mut draft, tree),
            None => draft.errors.push(0..text.len()),
        }
        if !draft.errors.is_empty() {
            draft.outline.broken = true;
            lines::recover(&mut draft);
        }
        draft.finish()
    }

    fn parse(&mut self, language: SourceLanguage, text: &str) -> Option<Tree> {
        let parser = match language {
            SourceLanguage::Kotlin => &mut self.kotlin,
            SourceLanguage::Java => &mut self.java,
        };
        if parser.is_none() {
            *parser = language.grammar().parser().ok();
        }
        let parser = parser.as_mut()?;
        let until = Instant::now() + PARSE_TIMEOUT;
        let mut in_time =
            |_: &_| if Instant::now() < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let options = ParseOptions::new().progress_callback(&mut in_time);
        let bytes = text.as_bytes();
        let tree = parser.parse_with_options(&mut |at, _| &bytes[at.min(bytes.len())..], None, Some(options));
        parser.reset();
        tree
    }
}
