//! How many tokens there are and who gets them: 40 % for the failing code and its lines of the log, 30 % for signatures of
//! what surrounds it, 30 % for the rest (the answer has tokens of its own); what one does not use goes to the next.
//! Compressed before anything is cut, and what was cut is told. Never asks a model, never changes a line's number.

mod choose;
mod compress;
mod shown;
mod tokens;

use std::collections::{BTreeMap, HashMap, HashSet};

use self::choose::{BudgetPart, CandidateLine};
use super::model::Ability;
use super::question::{Question, Snippet, SnippetKind};

pub use shown::shown;
pub use tokens::{EstimatedTokens, TokenCounter};

/// How many tokens a question may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Of prompt and answer together: what is sent as the window's size.
    pub context_tokens: u32,
    /// Of the first prompt at most.
    pub prompt_tokens: u32,
    /// Of an answer at most.
    pub answer_tokens: u32,
}

impl Budget {
    /// What is wanted (by the settings), as far as the model's window has room: of a small window the answer gets two fifths
    /// at most, and the prompt what is left.
    pub fn of(ability: &Ability, wanted: &Budget) -> Budget {
        let length = Some(ability.context_length).filter(|length| *length > 0).unwrap_or(u32::MAX);
        let context_tokens = wanted.context_tokens.min(length);
        let answer_tokens = wanted.answer_tokens.min(context_tokens / 5 * 2);
        let prompt_tokens = wanted.prompt_tokens.min(context_tokens - answer_tokens);
        Budget { context_tokens, prompt_tokens, answer_tokens }
    }
}

/// The evidence that fits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FittedEvidence {
    /// In the order of the prompt; a piece of which lines were left out has become several.
    pub pieces: Vec<Snippet>,
    /// What was left out or cut, in words for the trace.
    pub cut: Vec<String>,
}

/// Shares in percent; the kinds of each.
const SHARES: &[(u32, &[SnippetKind])] = &[
    (40, &[SnippetKind::Failing, SnippetKind::Log]),
    (30, &[SnippetKind::Signature]),
    (30, &[SnippetKind::Build, SnippetKind::Memory]),
];

/// How many things are told one by one when much was cut.
const TOLD: usize = 8;

/// The evidence of a question that fits into so many tokens, as [`shown`] writes it.
pub fn fit(question: &Question, tokens: u32, counter: &dyn TokenCounter) -> FittedEvidence {
    Candidates::of(question).fit(tokens, counter)
}

/// The lines of a question that could be shown: compressed once, however often it is tried how many fit.
pub struct Candidates {
    lines: Vec<CandidateLine>,
    /// Lines that tell nothing.
    noise: usize,
}

impl Candidates {
    /// Of all pieces of the question.
    pub fn of(question: &Question) -> Candidates {
        let lines = candidates(question);
        let all: usize = question.pieces.iter().map(|piece| piece.lines.len()).sum();
        Candidates { noise: all - lines.len(), lines }
    }

    /// What fits into so many tokens.
    pub fn fit(&self, tokens: u32, counter: &dyn TokenCounter) -> FittedEvidence {
        let mut room = tokens;
        for _ in 0..8 {
            let (pieces, narrowed) = pieces(choose(&self.lines, room, counter));
            let taken = count(&pieces, counter);
            if taken <= tokens {
                let cut = self.told(&pieces, narrowed);
                return FittedEvidence { pieces, cut };
            }
            // What stands between the lines counts too; less room until all of it fits.
            room = room.saturating_sub(taken - tokens).saturating_sub(room / 20 + 1);
        }
        FittedEvidence { cut: self.told(&[], 0), pieces: Vec::new() }
    }

    /// What is not shown: file by file what was cut, and in sum what tells nothing.
    fn told(&self, pieces: &[Snippet], narrowed: usize) -> Vec<String> {
        let name = |file: Option<&str>| file.unwrap_or("log").to_owned();
        let mut files: Vec<(String, usize, usize)> = Vec::new();
        let mut at: HashMap<String, usize> = HashMap::new();
        for line in &self.lines {
            let name = name(line.file.as_deref());
            let at = *at.entry(name.clone()).or_insert_with(|| {
                files.push((name, 0, 0));
                files.len() - 1
            });
            files[at].2 += 1;
        }
        for piece in pieces {
            if let Some(at) = at.get(&name(piece.file.as_deref())) {
                files[*at].1 += piece.lines.len();
            }
        }
        let cut: Vec<&(String, usize, usize)> = files.iter().filter(|(_, shown, all)| shown < all).collect();
        let mut told: Vec<String> =
            cut.iter().take(TOLD).map(|(name, shown, all)| format!("{name}: {shown} of {all} lines")).collect();
        if cut.len() > TOLD {
            let lines: usize = cut[TOLD..].iter().map(|(_, shown, all)| all - shown).sum();
            told.push(format!("{} more files: {lines} lines left out", cut.len() - TOLD));
        }
        if self.noise > 0 {
            told.push(format!("{} lines left out that tell nothing (comments, blank, unused, twice)", self.noise));
        }
        if narrowed > 0 {
            told.push(format!("{narrowed} long lines shortened"));
        }
        told
    }
}

/// Tokens of all of it, kind by kind.
fn count(pieces: &[Snippet], counter: &dyn TokenCounter) -> u32 {
    pieces.chunk_by(|a, b| a.kind == b.kind).map(|some| counter.count(&shown(some))).fold(0, u32::saturating_add)
}

/// All lines that could be shown, compressed, each once.
fn candidates(question: &Question) -> Vec<CandidateLine> {
    let primary: HashSet<u32> =
        question.analysis.primary().iter().flat_map(|failure| &failure.evidence).map(|one| one.line).collect();
    let mut used: HashMap<Option<&str>, HashSet<&str>> = HashMap::new();
    for piece in &question.pieces {
        compress::words(&piece.lines, used.entry(piece.file.as_deref()).or_default());
    }
    let mut seen = HashSet::new();
    let mut lines = Vec::new();
    for (rank, piece) in question.pieces.iter().enumerate() {
        let must = |number: u32| match piece.kind {
            SnippetKind::Failing => piece.focus == Some(number),
            SnippetKind::Log => piece.focus == Some(number) || primary.contains(&number),
            _ => false,
        };
        let nothing = HashSet::new();
        let used = used.get(&piece.file.as_deref()).unwrap_or(&nothing);
        for (nth, (number, text)) in compress::compress(piece, &must, used).into_iter().enumerate() {
            if !seen.insert((piece.file.as_deref(), number)) {
                continue;
            }
            let away = piece.focus.map_or(nth as u32, |focus| focus.abs_diff(number));
            // Where it begins says what a piece is: `fun total(basket: Basket): Int {`.
            let away = if nth == 0 { away.min(3) } else { away };
            lines.push(CandidateLine {
                kind: piece.kind,
                file: piece.file.clone(),
                number,
                text,
                must: must(number),
                away,
                rank,
            });
        }
    }
    lines
}

/// The lines that fit: what must be shown first, then each share by itself, then what is left to whoever can use it.
fn choose(lines: &[CandidateLine], room: u32, counter: &dyn TokenCounter) -> Vec<CandidateLine> {
    let mut chosen = choose::Selection::new(counter);
    chosen.take_musts(lines, room);
    let mut left_over = 0;
    for (percent, kinds) in SHARES {
        let share = (u64::from(room) * u64::from(*percent) / 100) as u32;
        let part = BudgetPart { lines, kinds };
        let before = chosen.tokens_of(kinds);
        let limit = (share + left_over).saturating_sub(before).min(room.saturating_sub(chosen.tokens()));
        chosen.take(&part, limit);
        left_over = (share + left_over).saturating_sub(chosen.tokens_of(kinds));
    }
    for (_, kinds) in SHARES {
        let limit = room.saturating_sub(chosen.tokens());
        chosen.take(&BudgetPart { lines, kinds }, limit);
    }
    chosen.into_lines()
}

/// Chosen lines as pieces of consecutive lines in the order of the prompt, and how many were shortened.
fn pieces(lines: Vec<CandidateLine>) -> (Vec<Snippet>, usize) {
    let narrowed = lines.iter().filter(|line| line.text.ends_with('…')).count();
    let mut first: HashMap<(SnippetKind, Option<String>), usize> = HashMap::new();
    for line in &lines {
        let rank = first.entry((line.kind, line.file.clone())).or_insert(line.rank);
        *rank = line.rank.min(*rank);
    }
    let sorted: BTreeMap<(SnippetKind, usize, u32), CandidateLine> = lines
        .into_iter()
        .map(|line| ((line.kind, first[&(line.kind, line.file.clone())], line.number), line))
        .collect();
    let mut pieces: Vec<Snippet> = Vec::new();
    for line in sorted.into_values() {
        let focus = line.must.then_some(line.number);
        match pieces.last_mut() {
            Some(last) if last.kind == line.kind && last.file == line.file && next(last) == Some(line.number) => {
                last.lines.push(line.text);
                last.focus = last.focus.or(focus);
            }
            _ => pieces.push(Snippet {
                kind: line.kind,
                file: line.file,
                from: line.number,
                lines: vec![line.text],
                focus,
            }),
        }
    }
    (pieces, narrowed)
}

fn next(piece: &Snippet) -> Option<u32> {
    piece.from.checked_add(u32::try_from(piece.lines.len()).ok()?)
}

#[cfg(test)]
mod tests;
