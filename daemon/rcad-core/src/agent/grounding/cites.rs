//! Finds a cite's quote in the line that it names, or at most two lines away. Tolerates what models do to quotations.

use super::evidence::EvidenceSource;
use crate::model::answer::Cite;

/// Most lines between a quote and the cited line: models miscount. The number is corrected.
const AWAY: u32 = 2;

/// Fewest letters and digits of a quote; shorter ones occur anywhere.
const LEAST: usize = 4;

/// Most lines of a quote.
const LINES: u32 = 8;

/// Most characters of a line that are shown to the model.
const TOLD: usize = 120;

/// Location of a quote.
#[derive(Debug)]
pub(super) struct FoundQuote {
    /// `log` or the path of the file.
    pub(super) file: String,
    /// The corrected line.
    pub(super) line: u32,
    /// The quoted lines.
    pub(super) lines: String,
}

/// The location, or for the model why the cite is rejected.
pub(super) fn find(cite: &Cite, evidence: &dyn EvidenceSource) -> Result<FoundQuote, String> {
    let file = file(&cite.file, evidence);
    let place = if file == "log" { "the log" } else { file.as_str() };
    let at = |line: u32| if file == "log" { evidence.log_line(line) } else { evidence.file_line(&file, line) };
    let first = cite.line.saturating_sub(AWAY).max(1);
    let window: Vec<(u32, String)> =
        (first..=cite.line.saturating_add(AWAY + LINES)).filter_map(|line| Some((line, at(line)?))).collect();
    if cite.line == 0 {
        return Err(format!("a place in {place} needs the number of its line"));
    }
    let named = window.iter().find(|(line, _)| *line == cite.line).map(|(_, text)| shortened(text));
    if !window.iter().any(|(line, _)| *line <= cite.line.saturating_add(AWAY)) {
        let there = file == "log" || evidence.has_file(&file);
        return Err(match there {
            true => format!("{place} has no line {}", cite.line),
            false => format!("there is no file `{}` in the project: give its path as it was shown", shortened(&file)),
        });
    }
    let quotes = [squeezed(&cite.quote), squeezed(&unnumbered(&cite.quote, cite.line))];
    if quotes.iter().all(|quote| letters(quote) < LEAST) {
        let words = named.map_or_else(String::new, |text| format!(" of `{text}`"));
        return Err(format!(
            "the quote from line {} of {place} is too short to show anything: quote words{words}",
            cite.line
        ));
    }
    let starts = [0, -1, 1, -2, 2].iter().filter_map(|away| cite.line.checked_add_signed(*away));
    for start in starts {
        for end in start..start.saturating_add(LINES) {
            let Some(lines) = joined(&window, start, end) else { break };
            let text = squeezed(&lines);
            // It starts in the first of the lines.
            let first = squeezed(lines.lines().next().unwrap_or_default()).len();
            let begins = |quote: &String| position(&text, quote).is_some_and(|at| at < first);
            if quotes.iter().any(|quote| letters(quote) >= LEAST && begins(quote)) {
                return Ok(FoundQuote { file, line: start, lines });
            }
        }
    }
    let named = named.map_or_else(|| "not there".to_owned(), |text| format!("`{text}`"));
    Err(format!("line {} of {place} is {named}, it does not contain `{}`", cite.line, shortened(&cite.quote)))
}

/// The lines `start` to `end` as one text, where all exist.
fn joined(window: &[(u32, String)], start: u32, end: u32) -> Option<String> {
    let lines =
        (start..=end).map(|line| window.iter().find(|(known, _)| *known == line).map(|(_, text)| text.as_str()));
    Some(lines.collect::<Option<Vec<&str>>>()?.join("\n"))
}

/// `log`, or the path relative to the project, without `./`, quotes and the project's directory.
fn file(named: &str, evidence: &dyn EvidenceSource) -> String {
    let path = named.trim().trim_matches(['`', '"', '\'']).trim_start_matches("file://").replace('\\', "/");
    let path = path.trim_start_matches("./");
    let log = ["log", "the log", "build log", "build.log", "the build log", "console"];
    if log.contains(&&*path.to_lowercase()) && !evidence.has_file(path) {
        return "log".to_owned();
    }
    // `src/A.kt:12`
    let path = match path.split_once(':') {
        Some((before, line)) if before.len() > 1 && line.starts_with(|c: char| c.is_ascii_digit()) => before,
        _ => path,
    };
    // A path out of the project is never resolved: neither its lines nor its existence may be revealed.
    if path.split('/').any(|part| part == "..") || path.contains('\0') {
        return format!("outside of the project: {path}");
    }
    if !path.starts_with('/') && evidence.has_file(path) {
        return path.to_owned();
    }
    // An absolute path, as compilers print it: the longest suffix that the project has.
    let ends = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
    ends.filter(|end| !end.is_empty())
        .take(32)
        .find(|end| evidence.has_file(end))
        .unwrap_or(path.trim_start_matches('/'))
        .to_owned()
}

/// Start of a quote whose parts between ellipses occur in the text in order.
fn position(text: &str, quote: &str) -> Option<usize> {
    let parts = || quote.split('…').flat_map(|part| part.split("...")).filter(|part| !part.is_empty());
    let (mut begin, mut end) = (None, 0);
    for part in parts() {
        let at = end + text[end..].find(part)?;
        begin.get_or_insert(at);
        end = at + part.len();
    }
    // Many short parts occur in any text.
    begin.filter(|_| parts().any(|part| letters(part) >= LEAST))
}

/// Lower case, without white space, quotation marks and backslashes.
fn squeezed(text: &str) -> String {
    let dropped = |c: &char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '"' | '\'' | '`' | '\\' | '‘' | '’' | '“' | '”' | '«' | '»' | '\u{200b}'..='\u{200f}')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    text.chars().filter(|c| !dropped(c)).flat_map(char::to_lowercase).collect()
}

/// The quote without the prompt's line numbers, `12| text`, where they are close to the cited one.
fn unnumbered(quote: &str, line: u32) -> String {
    let lines = quote.lines().map(|text| {
        let parts = text.trim_start().trim_start_matches(['>', 'L']).trim_start().split_once(['|', ':']);
        match parts.and_then(|(number, rest)| Some((number.trim().parse::<u32>().ok()?, rest))) {
            Some((number, rest)) if number.abs_diff(line) <= AWAY + LINES => rest,
            _ => text,
        }
    });
    lines.collect::<Vec<&str>>().join("\n")
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(TOLD) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
