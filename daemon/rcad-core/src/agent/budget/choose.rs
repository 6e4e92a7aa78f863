//! Selects lines: required ones first, then the nearest to the failing line, until the tokens are used.

use std::collections::HashSet;

use super::super::question::SnippetKind;
use super::shown;
use super::tokens::TokenCounter;

/// Longest line that is shown, in characters.
const WIDTH: usize = 240;

/// The same for a required line.
const MUST_WIDTH: usize = 600;

/// Fewest characters of a shortened required line.
const NARROWEST: usize = 40;

/// Snippets that did not fit after which selection stops.
const MISSES: usize = 40;

/// A line that could be shown.
#[derive(Clone, Debug)]
pub struct CandidateLine {
    /// What it is evidence for.
    pub kind: SnippetKind,
    /// Its file, nothing for the log.
    pub file: Option<String>,
    /// 1-based.
    pub number: u32,
    /// The line.
    pub text: String,
    /// Required: the failing line, or a log line of the primary error.
    pub must: bool,
    /// Lines between it and the snippet's most important line.
    pub away: u32,
    /// Index of its snippet; the first is the most useful.
    pub rank: usize,
}

/// Kinds of lines that share a part of the tokens.
pub struct BudgetPart<'l> {
    /// All lines.
    pub lines: &'l [CandidateLine],
    /// The kinds that belong to it.
    pub kinds: &'l [SnippetKind],
}

/// The lines selected so far.
pub struct Selection<'c> {
    counter: &'c dyn TokenCounter,
    lines: Vec<CandidateLine>,
    known: HashSet<(Option<&'c str>, u32)>,
    headings: HashSet<(SnippetKind, Option<&'c str>)>,
    tokens: Vec<(SnippetKind, u32)>,
}

impl<'c> Selection<'c> {
    /// An empty selection.
    pub fn new(counter: &'c dyn TokenCounter) -> Selection<'c> {
        Selection { counter, lines: Vec::new(), known: HashSet::new(), headings: HashSet::new(), tokens: Vec::new() }
    }

    /// Tokens of all that was chosen.
    pub fn tokens(&self) -> u32 {
        self.tokens.iter().map(|(_, tokens)| *tokens).fold(0, u32::saturating_add)
    }

    /// Tokens of what was chosen of these kinds.
    pub fn tokens_of(&self, kinds: &[SnippetKind]) -> u32 {
        self.tokens.iter().filter(|(kind, _)| kinds.contains(kind)).map(|(_, tokens)| *tokens).sum()
    }

    /// The lines, in the order in which they were chosen.
    pub fn into_lines(self) -> Vec<CandidateLine> {
        self.lines
    }

    /// Adds required lines, the failing code first; a line is shortened before it is left out.
    pub fn take_musts(&mut self, lines: &'c [CandidateLine], room: u32) {
        let mut musts: Vec<&CandidateLine> = lines.iter().filter(|line| line.must).collect();
        musts.sort_by_key(|line| (line.rank, line.away, line.number));
        // One line may take at most half of the room.
        for line in musts {
            let mut width = MUST_WIDTH;
            loop {
                let left = room.saturating_sub(self.tokens());
                if self.try_line(line, width, if width > NARROWEST { left.min(room / 2) } else { left })
                    || width == NARROWEST
                {
                    break;
                }
                width = (width / 2).max(NARROWEST);
            }
        }
    }

    /// Adds lines of these kinds, nearest first, while they fit. A snippet ends at its first line that does not fit.
    pub fn take(&mut self, part: &BudgetPart<'c>, limit: u32) {
        let mut lines: Vec<&CandidateLine> = part.lines.iter().filter(|line| part.kinds.contains(&line.kind)).collect();
        // Nearer lines of earlier snippets come before later snippets.
        lines.sort_by_key(|line| (line.away as usize + 2 * line.rank.min(1 << 20), line.rank, line.number));
        let begin = self.tokens_of(part.kinds);
        let mut ended = HashSet::new();
        for line in lines {
            let used = self.tokens_of(part.kinds) - begin;
            if ended.contains(&line.rank) || self.is_chosen(line) {
                continue;
            }
            if !self.try_line(line, WIDTH, limit.saturating_sub(used)) {
                ended.insert(line.rank);
                if ended.len() >= MISSES {
                    return;
                }
            }
        }
    }

    fn is_chosen(&self, line: &CandidateLine) -> bool {
        self.known.contains(&(line.file.as_deref(), line.number))
    }

    /// Adds the line if it fits with its file's heading; whether it did.
    fn try_line(&mut self, line: &'c CandidateLine, width: usize, room: u32) -> bool {
        let text = narrow(&line.text, width);
        let heading = (line.kind, line.file.as_deref());
        let mut tokens = self.counter.count(&shown::line(line.number, &text));
        if !self.headings.contains(&heading) {
            tokens = tokens.saturating_add(self.counter.count(&shown::heading(line.file.as_deref())));
        }
        if tokens > room {
            return false;
        }
        self.headings.insert(heading);
        self.known.insert((line.file.as_deref(), line.number));
        match self.tokens.iter_mut().find(|(kind, _)| *kind == line.kind) {
            Some((_, sum)) => *sum = sum.saturating_add(tokens),
            None => self.tokens.push((line.kind, tokens)),
        }
        self.lines.push(CandidateLine { text, ..line.clone() });
        true
    }
}

fn narrow(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
