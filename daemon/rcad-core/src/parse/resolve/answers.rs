//! A request that was answered with an error shortly before something failed: what is read then is often the error, not the
//! data.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Lines above a failure in which such an answer counts.
const ABOVE: usize = 15;

/// What fails when data is missing or another than expected.
const DATA: &[Category] = &[
    Category::RuntimeSerialization,
    Category::RuntimeIndex,
    Category::RuntimeNpe,
    Category::RuntimeClassCast,
    Category::RuntimeJavascript,
];

/// `<-- 401 Unauthorized https://example.com/a (84ms)`, `a status code of 401`, `statusCode: 500`, `HTTP/1.1 404`, `HTTP 404`
static ANSWERED: Pattern = Pattern::new(
    r"(?:<-- |status code of |[Ss]tatus ?[Cc]ode[=:]? ?|[Rr]esponse ?[Cc]ode[=:]? ?|[Ss]tatus[=:] ?|HTTP/[0-9.]+\x22? |\bHTTP )(?P<status>[45][0-9]{2})\b",
);

/// `https://example.com/api/shelves`
static ADDRESS: Pattern = Pattern::new(r"(?P<url>https?://[^\s\x22'<>()\[\]]+[^\s\x22'<>()\[\].,;:])");

/// Tells the first failure of the nearest such answer above it.
pub fn note(lines: &Lines, failures: &mut [Failure]) {
    let Some(first) = failures.first_mut().filter(|first| DATA.contains(&first.category)) else { return };
    let Some(at) = lines.first_of(&first.evidence) else { return };
    let near = at.saturating_sub(ABOVE)..at;
    let Some(answer) = near.rev().find(|above| ANSWERED.is_match(lines.get(*above))) else { return };
    let Some(found) = ANSWERED.captures(lines.get(answer)) else { return };
    first.details.insert("answered_status".to_owned(), found["status"].to_owned());
    let above = answer.checked_sub(1).map_or("", |above| lines.get(above));
    if let Some(url) = [lines.get(answer), above].into_iter().find_map(|line| ADDRESS.captures(line)) {
        first.details.insert("answered_url".to_owned(), url["url"].to_owned());
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    const THROWN: &str = "java.util.NoSuchElementException: List is empty.\n\tat kotlin.collections.CollectionsKt.first(Collections.kt:214)\n\tat com.example.shop.Shelf.top(Shelf.kt:12)\n";

    #[test]
    fn the_answer_above_is_told() {
        let text = format!("<-- 403 Forbidden https://shop.example/shelves (84ms)\n{THROWN}");
        let cause = analyze(parse(&text), None).root_cause.unwrap_or_default();
        assert!(cause.contains("with the status 403 (https://shop.example/shelves)"), "{cause}");
        for text in [THROWN.to_owned(), format!("<-- 200 OK https://shop.example/shelves (84ms)\n{THROWN}")] {
            let cause = analyze(parse(&text), None).root_cause.unwrap_or_default();
            assert!(!cause.contains("with the status"), "{cause}");
        }
    }
}
