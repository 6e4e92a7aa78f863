//! Statements in one spelling, so that quotes, spaces and brackets of a call make no difference.

/// Most characters of a text that is told.
pub(super) const LONGEST: usize = 200;

/// The text without spaces that mean nothing, and with double quotes where they mean the same.
pub(super) fn canonical(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    let mut space = false;
    let mut rest = text.chars().peekable();
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    while let Some(c) = rest.next() {
        if c.is_whitespace() {
            space = true;
            continue;
        }
        if matches!(c, ')' | ']') && all.ends_with(',') {
            all.pop();
        }
        if std::mem::take(&mut space) && word(c) && all.ends_with(word) {
            all.push(' ');
        }
        if !matches!(c, '"' | '\'') {
            all.push(c);
            continue;
        }
        let mut inner = String::new();
        let mut closed = false;
        while let Some(next) = rest.next() {
            if next == c {
                closed = true;
                break;
            }
            inner.push(next);
            if next == '\\' {
                inner.extend(rest.next());
            }
        }
        // In double quotes `$` is a variable.
        let quote = if inner.contains(['"', '$', '\\']) { c } else { '"' };
        all.push(quote);
        all.push_str(&inner);
        all.extend(closed.then_some(quote));
    }
    all
}

/// What is in the brackets of a call if they hold all of the text: `"a"` of `("a")`, but not of `("a").b("c")`.
pub(super) fn without_brackets(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return text };
    let mut depth = 0_i32;
    let mut quote = None;
    for c in inner.chars() {
        match (quote, c) {
            (Some(end), _) if c == end => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return text;
        }
    }
    inner.trim()
}

/// A value as it is told: without `=`, the brackets of a call and the quotes around it.
pub(super) fn shown(value: &str) -> String {
    let value = value.trim();
    let value = value.strip_prefix('=').map_or(value, str::trim_start);
    let value = without_brackets(value);
    let inner = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    cut(inner.filter(|inner| !inner.contains(['"', '\''])).unwrap_or(value))
}

/// A text in one line, cut where it is too long.
pub(super) fn cut(text: &str) -> String {
    let mut all = String::new();
    for (n, word) in text.split_whitespace().enumerate() {
        if n > 0 {
            all.push(' ');
        }
        all.push_str(word);
        if all.len() > LONGEST * 4 {
            break;
        }
    }
    all.chars().take(LONGEST).collect()
}

/// What stands in quotes in a text, with the position of each.
pub(super) fn strings(text: &str) -> Vec<(usize, &str)> {
    let mut all = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(['"', '\'']).map(|start| from + start) {
        let quote = &text[start..=start];
        let Some(length) = text[start + 1..].find(quote) else { break };
        all.push((start + 1, &text[start + 1..start + 1 + length]));
        from = start + length + 2;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{canonical, cut, shown, strings, without_brackets};

    #[test]
    fn the_same_is_spelt_the_same() {
        for (one, other) in [
            ("a( 'b',\n  c, )", "a(\"b\", c)"),
            ("a  =  b c", "a=b c"),
            ("id 'x' version 'y'", "id  \"x\"  version  \"y\""),
        ] {
            assert_eq!(canonical(one), canonical(other));
        }
        for (one, other) in [("a b", "ab"), ("'$a'", "\"$a\""), ("'a b'", "'ab'"), ("\"a", "a")] {
            assert_ne!(canonical(one), canonical(other));
        }
    }

    #[test]
    fn values_are_told_without_what_surrounds_them() {
        for (value, told) in [
            ("= \"a\"", "a"),
            (" 21", "21"),
            ("(\"a\")", "a"),
            ("('a', 'b')", "'a', 'b'"),
            ("(a).b(c)", "(a).b(c)"),
            ("= \"a\" + \"b\"", "\"a\" + \"b\""),
        ] {
            assert_eq!(shown(value), told, "{value}");
        }
        assert_eq!(without_brackets("(\")\")"), "\")\"");
        assert_eq!(cut(&"é ".repeat(500)).chars().count(), 200);
        assert_eq!(strings("a 'b', \"c\" 'd"), [(3, "b"), (8, "c")]);
    }
}
