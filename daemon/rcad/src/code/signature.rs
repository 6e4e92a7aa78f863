//! The head of a declaration on one line, without comments and annotation arguments, and not too long.

/// Longest signature, in characters.
const LONGEST: usize = 240;

/// The head in one line.
pub fn one_line(head: &str) -> String {
    let mut out = String::with_capacity(head.len().min(LONGEST));
    let mut rest = head.trim();
    while let Some(first) = rest.chars().next() {
        if out.chars().count() >= LONGEST {
            out.truncate(out.char_indices().nth(LONGEST).map_or(out.len(), |(at, _)| at));
            out.push('…');
            return out;
        }
        let length = if first.is_whitespace() {
            if !out.is_empty() && !out.ends_with([' ', '(']) {
                out.push(' ');
            }
            rest.len() - rest.trim_start().len()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' {
            let length = text_literal(rest);
            out.push_str(&rest[..length]);
            length
        } else if first == '@' {
            annotation(rest, &mut out)
        } else {
            if matches!(first, ')' | ',') && out.ends_with(' ') {
                out.pop();
            }
            out.push(first);
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    out.truncate(out.trim_end().len());
    // Remove the trailing comma of a head with several lines.
    if out.contains(",)") { out.replace(",)", ")") } else { out }
}

/// Bytes of a string literal, which may lack its end.
fn text_literal(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            '\n' => return at,
            _ => {}
        }
    }
    text.len()
}

/// Writes `@Name` or `@Name(…)`. Returns the bytes it takes with all arguments.
fn annotation(text: &str, out: &mut String) -> usize {
    let name = text[1..].find(|c: char| !(c.is_alphanumeric() || "_.:".contains(c))).map_or(text.len(), |end| end + 1);
    out.push_str(&text[..name]);
    // `@interface X` and `@Inject constructor(…)` have no arguments there.
    if !text[name..].starts_with('(') {
        return name;
    }
    out.push_str("(…)");
    let (mut depth, mut at) = (0_usize, name);
    while let Some(c) = text[at..].chars().next() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return at + 1,
            ')' => depth -= 1,
            '"' => at += text_literal(&text[at..]).saturating_sub(1),
            _ => {}
        }
        at += c.len_utf8();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn heads_become_one_line() {
        for (head, line) in [
            ("fun  total(\n    a: Int, // how many\n    b: Int = 1,\n): Int ", "fun total(a: Int, b: Int = 1): Int"),
            ("@Query(\"select ) from x\")\n  suspend fun all(): List<A>", "@Query(…) suspend fun all(): List<A>"),
            ("@Inject constructor(a: A)", "@Inject constructor(a: A)"),
            ("fun f(a: String = \"x  // y\")", "fun f(a: String = \"x  // y\")"),
            ("/** Doc. */ class A", "class A"),
            ("@A(", "@A(…)"),
            ("fun f(a: String = \"open", "fun f(a: String = \"open"),
            ("", ""),
        ] {
            assert_eq!(one_line(head), line);
        }
    }

    #[test]
    fn long_heads_are_cut() {
        let line = one_line(&format!("fun f({})", "ä: Int, ".repeat(100)));
        assert_eq!((line.chars().count(), line.ends_with('…')), (241, true));
    }
}
