//! Finds the JSON object in a model's text, and repairs common errors. Knows no field of an answer.

use serde_json::{Map, Value};

/// Most bytes that are read; an answer has a few thousand.
const LONGEST: usize = 128 * 1024;

/// Most opening braces that are tried: prose may have some before the answer.
const STARTS: usize = 64;

/// Result of the search for an object.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FoundObject {
    /// One with a wanted field, else the first one.
    Object(Map<String, Value>),
    /// One that does not end.
    Cut,
    /// None.
    Nothing,
}

/// The first object that has one of these fields: in a code fence, between prose, behind a thought.
pub(super) fn object(text: &str, fields: &[&str]) -> FoundObject {
    let text = head(text, LONGEST);
    let text = text.rsplit_once("</think>").map_or(text, |(_, answer)| answer);
    let (mut found, mut cut, mut from) = (None, false, 0);
    for _ in 0..STARTS {
        let Some(start) = text[from..].find('{').map(|at| from + at) else { break };
        from = start + 1;
        let Some((json, length)) = repaired(&text[start..]) else {
            // An object that does not end may contain complete ones that are not the answer: `{"cause": [{…}, `.
            cut |= fields.iter().any(|field| text[start..].contains(&format!("\"{field}\"")));
            continue;
        };
        let Ok(Value::Object(object)) = serde_json::from_str(&json) else { continue };
        if fields.iter().any(|field| object.contains_key(*field)) {
            return if cut { FoundObject::Cut } else { FoundObject::Object(object) };
        }
        found.get_or_insert(object);
        from = start + length;
    }
    match found {
        _ if cut => FoundObject::Cut,
        Some(object) => FoundObject::Object(object),
        None => FoundObject::Nothing,
    }
}

/// The text from `{` to its brace, and how many bytes that is in the original; nothing when it does not end. Trailing
/// commas go, line breaks in strings are escaped, and a backslash that escapes nothing (`C:\Users`, `\$`) is a character.
fn repaired(text: &str) -> Option<(String, usize)> {
    let (mut json, mut depth, mut in_string) = (String::new(), 0usize, false);
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        if in_string {
            match character {
                '\\' => in_string = escape(&mut json, &mut characters),
                '"' => {
                    in_string = false;
                    json.push('"');
                }
                '\n' => json.push_str("\\n"),
                '\t' => json.push_str("\\t"),
                other if other.is_control() => json.push(' '),
                other => json.push(other),
            }
            continue;
        }
        match character {
            '"' => in_string = true,
            '{' | '[' => depth += 1,
            '}' | ']' => {
                depth = depth.checked_sub(1)?;
                json.truncate(json.trim_end().trim_end_matches(',').len());
            }
            _ => {}
        }
        json.push(character);
        if depth == 0 {
            return Some((json, at + character.len_utf8()));
        }
    }
    None
}

/// Reads the character after a backslash in a string; whether the string continues.
fn escape(json: &mut String, characters: &mut std::str::CharIndices<'_>) -> bool {
    let behind = characters.as_str();
    let hex = || behind.chars().skip(1).take(4).filter(char::is_ascii_hexdigit).count() == 4;
    let Some((_, escaped)) = characters.next() else { return true };
    match escaped {
        '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' => json.extend(['\\', escaped]),
        'u' if hex() => json.push_str("\\u"),
        other if other.is_alphanumeric() => json.extend(['\\', '\\', other]),
        other if other.is_control() => json.push(' '),
        other => json.push(other),
    }
    true
}

/// The beginning of a text, at most so many bytes.
fn head(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::{FoundObject, object};

    fn field(text: &str) -> Option<String> {
        match object(text, &["cause"]) {
            FoundObject::Object(object) => Some(object.get("cause")?.to_string()),
            _ => None,
        }
    }

    #[test]
    fn an_object_is_found_in_what_stands_around_it() {
        let cases = [
            (r#"{"cause": 1}"#, "1"),
            ("Sure! Here it is:\n```json\n{\"cause\": 1}\n```\nHope this helps {smile}.", "1"),
            (r#"<think>maybe {"cause": 2}</think>{"cause": 1}"#, "1"),
            (r#"In `fun a() { b() }` and {"x": 3} we see: {"cause": 1}"#, "1"),
            ("{\"cause\": [1, 2,],}", "[1,2]"),
            ("{\"cause\": \"two\nlines\"}", r#""two\nlines""#),
            (r#"{"cause": "C:\Users\x and \$y \u00e9 \uzz"}"#, r#""C:\\Users\\x and $y é \\uzz""#),
            (r#"{"cause": "a } in \" a string"}"#, r#""a } in \" a string""#),
        ];
        for (text, want) in cases {
            assert_eq!(field(text).as_deref(), Some(want), "{text}");
        }
    }

    #[test]
    fn what_is_no_object_is_told_from_one_that_does_not_end() {
        assert_eq!(object("I think that the import is missing.", &["cause"]), FoundObject::Nothing);
        assert_eq!(object("fun a() { b() }", &["cause"]), FoundObject::Nothing);
        assert_eq!(object("", &["cause"]), FoundObject::Nothing);
        assert_eq!(object(r#"{"cause": [{"text": "a", "cites": []}, {"te"#, &["cause"]), FoundObject::Cut);
        assert_eq!(object("{\"cause\": \"a\\", &["cause"]), FoundObject::Cut);
    }

    #[test]
    fn hostile_lengths_take_no_time() {
        for text in ["{".repeat(1 << 20), "{\"".repeat(1 << 19), "{\"cause\":[".repeat(1 << 16), "[{},".repeat(1 << 18)]
        {
            object(&text, &["cause"]);
        }
    }
}
