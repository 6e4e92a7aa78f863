//! Elements shared by several parts of a page.

use maud::{Markup, html};

use crate::platform::time::{ago, rfc3339};

/// A relative time; its tooltip has the exact one.
pub(super) fn moment(at_ms: u64, now_ms: u64) -> Markup {
    html! { span title=(rfc3339(at_ms)) { (ago(at_ms, now_ms)) } }
}

/// The last part of a project's path, for people.
pub(super) fn name_of(root: &str) -> &str {
    match root.rsplit(['/', '\\']).next() {
        Some(name) if !name.is_empty() => name,
        _ => "–",
    }
}

/// Fixes as a numbered list.
pub(super) fn fixes(fixes: &[String]) -> Markup {
    html! { ol { @for fix in fixes { li { (code(fix)) } } } }
}

/// A percentage with a bar. An SVG image, since the page's policy allows no inline styles.
pub(super) fn bar(share: f64) -> Markup {
    let percent = (share.clamp(0.0, 1.0) * 100.0).round();
    html! {
        svg.bar aria-hidden="true" { rect width=(format!("{percent}%")) height="100%" {} }
        (percent) " % "
    }
}

/// Text in which parts between back quotes are code.
pub(super) fn code(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    html! {
        @for (n, part) in parts.iter().enumerate() {
            @if n % 2 == 0 { (part) }
            @else if n + 1 < parts.len() { code { (part) } }
            @else { "`" (part) } // an unmatched back quote
        }
    }
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn what_comes_out_of_a_log_is_never_markup() {
        let shown = |text| code(text).into_string();
        assert_eq!(shown("use `List<String>` & \"x\""), "use <code>List&lt;String&gt;</code> &amp; &quot;x&quot;");
        assert_eq!(shown("an odd ` quote"), "an odd ` quote");
    }
}
