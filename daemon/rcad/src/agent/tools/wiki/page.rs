//! A page in the tool's result.

use serde::Serialize;

/// Longest snippet, in characters.
const SNIPPET: usize = 200;

/// A page that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WikiPage {
    pub title: String,
    /// Nothing for a shipped note without an official page.
    pub url: Option<String>,
    pub snippet: String,
    /// `docs`, `stackoverflow` or `github`.
    pub source: &'static str,
    /// 0 to 1: share of the query's words in it.
    pub relevance_score: f64,
}

/// One line, cut between words if possible.
pub(super) fn snippet(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= SNIPPET {
        return line;
    }
    let cut: String = line.chars().take(SNIPPET - 1).collect();
    let end = cut.rfind(' ').filter(|end| *end > SNIPPET / 2).unwrap_or(cut.len());
    format!("{}…", &cut[..end])
}

#[cfg(test)]
mod tests {
    use super::snippet;

    #[test]
    fn snippets_are_one_short_line() {
        assert_eq!(snippet(" a\n\tb  c "), "a b c");
        for long in ["wörter und ".repeat(90), "ü".repeat(999)] {
            let cut = snippet(&long);
            assert!(cut.chars().count() <= 200 && cut.ends_with('…'), "{cut}");
        }
    }
}
