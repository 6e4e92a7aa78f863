//! Which text of an RCA is embedded, and which of a query. Names no place: the same mistake elsewhere must be near.

use crate::Rca;

/// Longer messages and causes are cut here, in characters; the model reads about 1,000.
const PART_CHARS: usize = 400;

/// The text that stands for an RCA. Empty for one without a failure.
pub fn of_rca(rca: &Rca) -> String {
    let Some(primary) = rca.analysis.primary() else { return String::new() };
    let mut parts = vec![primary.category.title().to_owned()];
    parts.push(without_places(&primary.message));
    parts.extend(primary.symbol.clone());
    parts.extend(primary.exception.clone());
    parts.extend(rca.analysis.root_cause.as_deref().map(without_places));
    parts.retain(|part| !part.is_empty());
    parts.join(". ")
}

/// The text that is embedded for what somebody looks for.
pub fn of_query(text: &str) -> String {
    without_places(text)
}

/// Paths become their last part, line numbers and colours go, white space is one blank.
fn without_places(text: &str) -> String {
    let mut kept = String::new();
    for word in text.split_whitespace() {
        let word = word.rsplit(['/', '\\']).next().unwrap_or(word);
        if word.is_empty() {
            continue;
        }
        if !kept.is_empty() {
            kept.push(' ');
        }
        kept.push_str(word);
    }
    kept.chars().take(PART_CHARS).collect()
}
