//! The parts of a step: sentences, what semicolons divide, and what stands in parentheses.

/// The step without the parts that `drop` is true for, unless nothing would remain.
pub fn without(step: &str, drop: impl Fn(&str) -> bool) -> String {
    let bare = without_parentheses(step, &drop);
    let parts = split(&bare);
    let kept = parts.iter().filter(|part| !drop(part.trim())).count();
    if kept == 0 || kept == parts.len() {
        return bare;
    }
    let mut out = String::with_capacity(bare.len());
    for part in parts {
        if !drop(part.trim()) {
            let mut part = part.to_owned();
            if out.ends_with(". ") {
                capitalise(&mut part);
            }
            out.push_str(&part);
        } else if part.ends_with(". ") && out.ends_with("; ") {
            out.truncate(out.len() - 2);
            out.push_str(". ");
        }
    }
    out.truncate(out.trim_end_matches([' ', ';', ',']).len());
    if !out.ends_with(['.', '!', '?', ':']) {
        out.push('.');
    }
    capitalise(&mut out);
    out
}

/// Makes the first letter a capital.
pub fn capitalise(text: &mut String) {
    if let Some(first) = text.chars().next().filter(|first| first.is_ascii_lowercase()) {
        text.replace_range(..1, &first.to_ascii_uppercase().to_string());
    }
}

/// Puts a sentence behind the one that the byte `at` is in.
pub fn insert_behind(step: &mut String, at: usize, sentence: &str) {
    let mut end = 0;
    for part in split(step) {
        end += part.len();
        if end > at && part.ends_with(". ") {
            step.insert_str(end, &format!("{sentence} "));
            return;
        }
    }
    if !step.ends_with(['.', '!', '?']) {
        step.push('.');
    }
    step.push(' ');
    step.push_str(sentence);
}

/// Sentences and what semicolons divide, each with what ends it and the blank behind; not within code or parentheses.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut code) = (Vec::new(), 0, 0, false);
    let bytes = text.as_bytes();
    for at in 0..bytes.len() {
        match bytes[at] {
            b'`' => code = !code,
            b'(' if !code => depth += 1,
            b')' if !code => depth -= 1,
            b';' | b'.' if !code && depth <= 0 && bytes.get(at + 1) == Some(&b' ') => {
                let begins = bytes.get(at + 2).is_some_and(|next| next.is_ascii_uppercase() || *next == b'`');
                if bytes[at] == b';' || begins {
                    parts.push(&text[start..at + 2]);
                    start = at + 2;
                }
            }
            _ => (),
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Without the parentheses, or what semicolons divide in them, for which `drop` is true.
fn without_parentheses(text: &str, drop: impl Fn(&str) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((open, close)) = parenthesis(rest) {
        let inner = &rest[open + 1..close];
        let kept: Vec<&str> = inner.split("; ").filter(|part| !drop(part)).collect();
        let before = &rest[..open];
        out.push_str(if kept.is_empty() { before.trim_end() } else { before });
        if !kept.is_empty() {
            out.push_str(&format!("({})", kept.join("; ")));
        }
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    out
}

/// Where the first parenthesis outside of code begins and ends.
fn parenthesis(text: &str) -> Option<(usize, usize)> {
    let (mut open, mut depth, mut code) = (None, 0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'`' => code = !code,
            b'(' if !code => {
                depth += 1;
                open = open.or(Some(at));
            }
            b')' if !code && depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return Some((open?, at));
                }
            }
            _ => (),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{insert_behind, without};

    #[test]
    fn a_sentence_stands_behind_its_own() {
        let mut step = "Set `a.b` to 1.2; or not. Then build.".to_owned();
        insert_behind(&mut step, 4, "That is done here.");
        assert_eq!(step, "Set `a.b` to 1.2; or not. That is done here. Then build.");
        insert_behind(&mut step, 50, "Now.");
        assert!(step.ends_with("Then build. Now."), "{step}");
    }

    #[test]
    fn parts_go_and_the_rest_stays_a_sentence() {
        let drop = |part: &str| part.to_ascii_lowercase().contains("studio");
        for (step, expected) in [
            ("Set it; in Studio choose it.", "Set it."),
            ("In Studio choose it; set `a; b`.", "Set `a; b`."),
            ("Set it (`A`; in Studio its own), and build.", "Set it (`A`), and build."),
            ("Set it (in Studio too). Build.", "Set it. Build."),
            ("In Studio choose it.", "In Studio choose it."),
            ("Set it; in Studio choose it. Build.", "Set it. Build."),
            ("Set 1.2 and (a; b) it.", "Set 1.2 and (a; b) it."),
            ("It is shut. In Studio it is gone; elsewhere it is late.", "It is shut. Elsewhere it is late."),
        ] {
            assert_eq!(without(step, drop), expected);
        }
    }
}
