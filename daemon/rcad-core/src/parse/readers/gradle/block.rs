//! The extent of Gradle's failure blocks, and their split into failures. Knows no message but the few that head a list.

use crate::parse::input::lines::Lines;
use crate::parse::readers::headings::{HEADING, is_heading, section};

/// Lines of a block that are read; a block may hold a compiler's whole output.
pub const LONGEST: usize = 2_000;

/// Lines of an exception's message.
const PARAGRAPHS: usize = 20;

/// Lines above a cause in which its block's beginning is looked for.
const ABOVE: usize = 600;

/// `> Could not resolve all files for configuration ':app:debugCompileClasspath'.`: each cause below it is a failure of its
/// own.
const LISTS: &[&str] = &[
    "Could not resolve all ",
    "Multiple build operations failed",
    "Multiple task action failures",
    // Each listener that failed is told; what the next ones miss, the first one would have made.
    "Failed to notify project evaluation listener",
];

/// Stands below a dependency that could not be had, and not below why.
const REQUIRED: &str = "Required by:";

/// Sentences in a paragraph of their own below the one that they explain.
const CONTINUED: &[&str] = &["Resolved versions for ", "Reason: "];

/// `> There are 3 more failures with identical causes.`
const MORE: &str = "more failure";

/// A block, or what is left of one that was cut.
pub struct Block {
    /// Its first line, where there is one the heading.
    pub start: usize,
    /// The first line with a sentence.
    pub first: usize,
    /// The line behind its sentences.
    pub end: usize,
}

/// One failure of a block: the sentences that all share, and its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockSection {
    /// Where its own sentences start.
    pub start: usize,
    /// The line behind them.
    pub end: usize,
}

impl Block {
    /// The block under the heading at `start`.
    pub fn headed(lines: &Lines, start: usize) -> Option<Block> {
        if !lines.get(start).ends_with(HEADING) {
            return Some(Block { start, first: start, end: end(lines, start) });
        }
        let first = (start + 1..(start + 5).min(lines.len())).find(|index| !lines.get(*index).trim().is_empty())?;
        Some(Block { start, first, end: end(lines, first) })
    }

    /// The block that begins with the sentence at `start`, its heading lost.
    pub fn headless(lines: &Lines, start: usize) -> Block {
        let end = end(lines, start);
        let over = |index: &usize| {
            let next = lines.get(*index + 1);
            // An IDE says the same again, with what is nested below it.
            let again = next.len() > 20 && lines.get(start).ends_with(next);
            let goes_on =
                again || next.starts_with([' ', '\t', '>']) || CONTINUED.iter().any(|text| next.starts_with(text));
            lines.get(*index).trim().is_empty() && !goes_on && !next.is_empty()
        };
        Block { start, first: start, end: (start + 1..end).find(over).unwrap_or(end) }
    }

    /// The exception that a program's main thread threw at `start`: its message, which may have several paragraphs,
    /// and its frames.
    pub fn thrown(lines: &Lines, start: usize) -> Block {
        let last = (start + PARAGRAPHS).min(lines.len());
        let frame = |index: &usize| lines.get(*index).trim_start().starts_with("at ");
        let message = (start + 1..last).find(frame).unwrap_or(start + 1).min(lines.len());
        let last = end(lines, start);
        let end = (message..last).find(|index| lines.get(*index).trim().is_empty()).unwrap_or(last);
        Block { start, first: start, end }
    }

    /// The block of the nested cause at `at`. `heads` recognises sentences that start a block without heading.
    pub fn around(lines: &Lines, at: usize, heads: impl Fn(&str) -> bool) -> Option<Block> {
        let mut top = None;
        for index in (at.saturating_sub(ABOVE)..at).rev() {
            let line = lines.get(index);
            if is_heading(line) {
                return Block::headed(lines, index).filter(|block| block.end > at);
            }
            if ends(line) {
                break;
            }
            if heads(line) && !line.starts_with([' ', '\t']) {
                top = Some(index);
                if !line.starts_with('>') {
                    break;
                }
            }
        }
        top.map(|top| Block::headless(lines, top)).filter(|block| block.end > at)
    }

    /// Whether a block with its heading follows.
    pub fn is_followed(&self, lines: &Lines) -> bool {
        (self.end..(self.end + LONGEST).min(lines.len())).any(|index| is_heading(lines.get(index)))
    }

    /// Its failures: one for each cause of the first list that has several, else one.
    pub fn parts(&self, lines: &Lines) -> Vec<BlockSection> {
        let whole = vec![BlockSection { start: self.first, end: self.end }];
        for index in self.first..self.end {
            let text = lines.get(index).trim_start();
            if !LISTS.iter().any(|list| text.trim_start_matches("> ").starts_with(list)) {
                continue;
            }
            let starts = self.causes_below(lines, index);
            if starts.len() > 1 {
                let ends = starts.iter().skip(1).copied().chain([self.end]);
                return starts.iter().zip(ends).map(|(start, end)| BlockSection { start: *start, end }).collect();
            }
        }
        whole
    }

    /// The lines below `list` in which its causes start.
    fn causes_below(&self, lines: &Lines, list: usize) -> Vec<usize> {
        let mut starts = Vec::new();
        let mut depth = None;
        // Where a paste has lost the indent of what is nested, what somebody requires is a cause.
        let below = || (list + 1..self.end).map(|index| lines.get(index));
        let is_flat =
            below().any(|line| line.starts_with(REQUIRED)) && !below().any(|line| line.starts_with([' ', '\t']));
        for index in list + 1..self.end {
            let Some(column) = cause(lines.get(index)) else { continue };
            let depth = *depth.get_or_insert(column);
            let mut rest = (index + 1..self.end).map(|index| lines.get(index));
            if is_flat && !rest.by_ref().take_while(|line| cause(line).is_none()).any(|line| line.starts_with(REQUIRED))
            {
                continue;
            }
            if column < depth {
                break;
            }
            if column == depth && !lines.get(index).contains(MORE) {
                starts.push(index);
            }
        }
        starts
    }

    /// The block with its `* Try:` and `* Exception is:` sections, up to the next failure.
    pub fn whole_end(&self, lines: &Lines) -> usize {
        let last = (self.end + LONGEST).min(lines.len());
        let next = |line: &str| {
            section(line).is_some_and(|text| text.starts_with("Where:"))
                || is_heading(line)
                || line.starts_with("BUILD FAILED")
                || line.starts_with("=====")
                || line.starts_with("FAILURE: ")
                || line.starts_with("> Task :")
        };
        (self.end..last).find(|index| next(lines.get(*index))).unwrap_or(last)
    }

    /// The lines that a part's failure is read from, below those that it shares with the other parts.
    pub fn sentences(&self, parts: &[BlockSection], part: BlockSection) -> Vec<usize> {
        let shared = parts.first().map_or(self.first, |first| first.start);
        (self.first..shared).chain(part.start..part.end).collect()
    }
}

/// The column of a nested cause's `> `.
fn cause(line: &str) -> Option<usize> {
    let text = line.trim_start();
    text.starts_with("> ").then(|| line.len() - text.len())
}

/// Where the sentences of a block end: at the next `* ` section or the build's end.
fn end(lines: &Lines, first: usize) -> usize {
    let last = (first + LONGEST).min(lines.len());
    (first + 1..last).find(|index| ends(lines.get(*index))).unwrap_or(last)
}

fn ends(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("* ")
        || section(line).is_some()
        || line.starts_with("Deprecated Gradle features were used")
        || line.starts_with("BUILD FAILED")
        || line.starts_with("FAILURE: ")
        || line.starts_with("=====")
        || line.starts_with("> Task :")
}

/// The text with each cause in one line.
pub fn flat(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let begins = line.trim_start().starts_with(['>', '-', '+', '\\']) || line.trim().is_empty();
        out.push(if begins { '\n' } else { ' ' });
        out.push_str(if begins { line } else { line.trim_start() });
    }
    out.push('\n');
    out.trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::Block;
    use crate::parse::input::lines::Lines;
    use crate::parse::readers::headings::is_heading;

    const SEVERAL: &str = "* What went wrong:\nExecution failed for task ':a'.\n\
        > Could not resolve all files for configuration ':c'.\n   > Could not find a.b:c:1.\n     Required by:\n         project :\n   \
        > Could not resolve a.b:d:2.\n     Required by:\n         project :\n      > Could not GET 'x'.\n   \
        > There is 1 more failure with an identical cause.\n\n* Try:\n";

    #[test]
    fn a_list_of_causes_falls_into_its_causes() {
        let lines = Lines::new(SEVERAL);
        let block = Block::headed(&lines, 0).expect("a block");
        let starts: Vec<usize> = block.parts(&lines).iter().map(|part| part.start).collect();
        assert_eq!(starts, [3, 6]);
        let parts = block.parts(&lines);
        assert_eq!(block.sentences(&parts, parts[1]), [1, 2, 6, 7, 8, 9, 10, 11]);
    }

    #[test]
    fn a_list_of_causes_that_lost_its_indent_falls_into_the_same() {
        let flat: String = SEVERAL.lines().map(|line| format!("{}\n", line.trim_start())).collect();
        let lines = Lines::new(&flat);
        let block = Block::headed(&lines, 0).expect("a block");
        let starts: Vec<usize> = block.parts(&lines).iter().map(|part| part.start).collect();
        assert_eq!(starts, [3, 6]);
    }

    #[test]
    fn each_listener_that_failed_is_a_failure() {
        let lines = Lines::new(
            "* What went wrong:\nA problem occurred configuring project ':till'.\n> Failed to notify project evaluation listener.\n   > No lamp\n   > No oak\n",
        );
        let block = Block::headed(&lines, 0).expect("a block");
        let starts: Vec<usize> = block.parts(&lines).iter().map(|part| part.start).collect();
        assert_eq!(starts, [3, 4]);
    }

    #[test]
    fn a_heading_is_known_without_its_star() {
        for heading in ["* What went wrong:", "  \\* What went wrong:", "• What went wrong:", "What went wrong:"] {
            assert!(is_heading(heading), "{heading}");
        }
        assert!(!is_heading("This is What went wrong: no"));
        assert!(!is_heading("and so we asked What went wrong:"));
    }

    #[test]
    fn one_cause_is_one_failure() {
        let lines = Lines::new(
            "* What went wrong:\nA problem occurred evaluating root project 'x'.\n> no\n   > not\n\nBUILD FAILED",
        );
        let block = Block::headed(&lines, 0).expect("a block");
        assert_eq!((block.first, block.end, block.parts(&lines).len()), (1, 5, 1));
    }
}
