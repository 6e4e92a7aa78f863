//! The text that is embedded for an RCA or a query. Without locations, so that the same mistake elsewhere is near.
//!
//! Chosen on the tuning half of `testdata/recall`: the message with the cause is better than with the category's title, the
//! symbol, the exception or the steps added, and much better than the message alone.

use rcad_core::Analysis;

use crate::Rca;

/// A longer message, cause or query is cut here, in characters; the model reads some 1,000.
const PART_CHARS: usize = 400;

/// The text that is embedded for an RCA. Empty for one without a failure.
pub fn of_rca(rca: &Rca) -> String {
    of_analysis(&rca.analysis)
}

/// The same for an answer that is not stored yet.
pub fn of_analysis(analysis: &Analysis) -> String {
    let Some(primary) = analysis.primary() else { return String::new() };
    let cause = analysis.root_cause.as_deref().unwrap_or(primary.category.title());
    let mut passage = without_locations(&primary.message);
    if !passage.is_empty() {
        passage.push_str(". ");
    }
    passage.push_str(&without_locations(cause));
    passage
}

/// The text that is embedded for a query.
pub fn of_query(text: &str) -> String {
    without_locations(text)
}

/// Removes directories, line numbers and colours; white space becomes one blank.
fn without_locations(text: &str) -> String {
    let plain = without_escapes(text);
    let words = plain.split_whitespace().map(without_location).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").chars().take(PART_CHARS).collect()
}

/// `file:///home/dev/Basket.kt:12:9` is `Basket.kt`. Only a name with a dot can have lines: `lib:7` stays.
fn without_location(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let bare = name.trim_end_matches(|c: char| c == ':' || c.is_ascii_digit());
    let is_line = name[bare.len()..].starts_with(':') && bare.contains('.') && !bare.contains(':');
    if is_line { bare } else { name }
}

/// Without a terminal's escape sequences, from ESC to the letter that ends each.
fn without_escapes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut escaped = false;
    for c in text.chars() {
        if c == '\u{1b}' {
            escaped = true;
        } else if !escaped {
            kept.push(c);
        } else {
            escaped = !c.is_ascii_alphabetic();
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use rcad_core::{explain, parse};

    use super::{PART_CHARS, of_query, of_rca};
    use crate::{Rca, Store};
    use rcad_testkit::FailedBuilds;

    #[test]
    fn a_query_loses_its_places() {
        for (typed, embedded) in [
            ("e: file:///home/dev/app/Basket.kt:12:9 Unresolved\n  reference", "e: Basket.kt Unresolved reference"),
            (r"C:\shop\app\Basket.java:31: error:", "Basket.java error:"),
            ("\u{1b}[31mred\u{1b}[0m and\tplain", "red and plain"),
            ("com.example:lib:1.0 of :app:compileDebugKotlin", "com.example:lib:1.0 of :app:compileDebugKotlin"),
            ("com.example:lib:7 and port:9", "com.example:lib:7 and port:9"),
            ("", ""),
            ("/ //", ""),
        ] {
            assert_eq!(of_query(typed), embedded);
        }
        assert_eq!(of_query(&"ä".repeat(5000)).chars().count(), PART_CHARS);
    }

    #[test]
    fn an_rca_is_its_message_and_cause_wherever_it_was() {
        let rca = |text: &str, project: &str| {
            let dir = tempfile::tempdir().unwrap();
            let store = Store::open(&dir.path().join("rca.redb")).unwrap();
            let (report, _) = FailedBuilds::new(1).next().unwrap();
            let analysis = explain::analyze(parse::parse(text), Some(project));
            store.put(&report, Some(&analysis), None).unwrap();
            let rca: Rca = store.list(1).unwrap().remove(0);
            of_rca(&rca)
        };
        let here = rca(
            "e: file:///home/dev/app/src/main/kotlin/Shop.kt:12:9 Unresolved reference 'basket'.\n",
            "/home/dev/app",
        );
        let there =
            rca("e: file:///builds/app/src/main/kotlin/Shop.kt:88:1 Unresolved reference 'basket'.\n", "/builds/app");
        assert!(here.starts_with("Unresolved reference 'basket'.") && here.len() > 40, "{here}");
        assert_eq!(here, there);
        let other = rca(
            "e: file:///home/dev/app/src/main/kotlin/Shop.kt:12:9 Unresolved reference 'shelf'.\n",
            "/home/dev/app",
        );
        assert_ne!(here, other);
    }
}
