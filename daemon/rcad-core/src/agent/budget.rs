//! Distributes tokens over the evidence: 40 % for the failing code and its log lines, 30 % for signatures, 30 % for the
//! rest; what one share does not use goes to the next. The answer has tokens of its own. Compresses before it cuts, and
//! reports what was cut. Never changes a line's number.

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

/// Token limits of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Of prompt and answer together, sent as the window's size.
    pub context_tokens: u32,
    /// Most of the first prompt.
    pub prompt_tokens: u32,
    /// Most of an answer.
    pub answer_tokens: u32,
}

impl Budget {
    /// The wanted limits (of the settings) within the model's window: in a small one the answer gets at most two fifths,
    /// the prompt the rest.
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
    /// In the order of the prompt; a snippet with lines left out is split.
    pub pieces: Vec<Snippet>,
    /// What was left out or cut, for the trace.
    pub cut: Vec<String>,
}

/// Shares in percent with their kinds.
const SHARES: &[(u32, &[SnippetKind])] = &[
    (40, &[SnippetKind::Failing, SnippetKind::Log]),
    (30, &[SnippetKind::Signature]),
    (30, &[SnippetKind::Build, SnippetKind::Memory]),
];

/// Most files whose cuts are listed one by one.
const DESCRIBED: usize = 8;

/// The evidence of a question that fits into so many tokens, as [`shown`] writes it.
pub fn fit(question: &Question, tokens: u32, counter: &dyn TokenCounter) -> FittedEvidence {
    Candidates::of(question).fit(tokens, counter)
}

/// The compressed lines of a question, made once for any number of fits.
pub struct Candidates {
    lines: Vec<CandidateLine>,
    /// Number of lines that compression removed.
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
                let cut = self.describe_cuts(&pieces, narrowed);
                return FittedEvidence { pieces, cut };
            }
            // Headings count too: reduce the room until everything fits.
            room = room.saturating_sub(taken - tokens).saturating_sub(room / 20 + 1);
        }
        FittedEvidence { cut: self.describe_cuts(&[], 0), pieces: Vec::new() }
    }

    /// Describes what is not shown: cuts by file, and the number of removed lines.
    fn describe_cuts(&self, pieces: &[Snippet], narrowed: usize) -> Vec<String> {
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
        let mut cuts: Vec<String> =
            cut.iter().take(DESCRIBED).map(|(name, shown, all)| format!("{name}: {shown} of {all} lines")).collect();
        if cut.len() > DESCRIBED {
            let lines: usize = cut[DESCRIBED..].iter().map(|(_, shown, all)| all - shown).sum();
            cuts.push(format!("{} more files: {lines} lines left out", cut.len() - DESCRIBED));
        }
        if self.noise > 0 {
            cuts.push(format!("{} lines left out that tell nothing (comments, blank, unused, twice)", self.noise));
        }
        if narrowed > 0 {
            cuts.push(format!("{narrowed} long lines shortened"));
        }
        cuts
    }
}

/// Tokens of all snippets, kind by kind.
fn count(pieces: &[Snippet], counter: &dyn TokenCounter) -> u32 {
    pieces.chunk_by(|a, b| a.kind == b.kind).map(|some| counter.count(&shown(some))).fold(0, u32::saturating_add)
}

/// All compressed lines, each once.
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
            // The first line names a snippet: `fun total(basket: Basket): Int {`.
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

/// The lines that fit: required lines first, then each share, then the rest of the room for any kind.
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

/// Chosen lines as snippets in the order of the prompt, and how many lines were shortened.
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
