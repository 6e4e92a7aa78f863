//! A text of which each line is a record of JSON, as loggers, Docker and collectors of logs write them, or a string of a list:
//! what the program wrote is the longest of a record's fields.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::parse::input::rows::rows;

/// Share of the lines that must be records, in percent.
const MOST: usize = 60;

/// Of the records, this share at least must stand in the field that is taken for what was written, in percent.
const LONG: usize = 30;

/// Fields that hold what a logger was asked to say.
const MESSAGES: &[&str] = &[".message", ".msg", ".log"];

/// Records inside a record that are looked into.
const DEPTH: usize = 4;

/// What the lines say, with the number of each in `numbers`; `None` where the text is something else.
pub fn said(raw: &str, numbers: &mut Vec<u32>) -> Option<String> {
    let filled = || rows(raw).map(str::trim).filter(|line| !line.is_empty());
    if !filled().any(|line| line.starts_with(['{', '"'])) {
        return None;
    }
    let parts: Vec<Option<String>> = if is_most(filled().filter(|line| is_record(line)).count(), filled().count()) {
        of_records(raw)?
    } else if filled().any(is_item) && filled().all(|line| is_bracket(line) || is_item(line)) {
        raw.split('\n').map(|line| item(line.trim()).or_else(|| is_bracket(line.trim()).then(String::new))).collect()
    } else {
        return None;
    };
    let mut text: Vec<String> = Vec::new();
    let mut counted = Vec::new();
    for (index, (line, part)) in raw.split('\n').zip(parts).enumerate() {
        let part = part.unwrap_or_else(|| line.to_owned());
        // A record ends its line itself.
        text.extend(part.strip_suffix('\n').unwrap_or(&part).split('\n').map(str::to_owned));
        counted.resize(text.len(), numbers.get(index).copied().unwrap_or(u32::MAX));
    }
    *numbers = counted;
    Some(text.join("\n"))
}

fn is_most(count: usize, all: usize) -> bool {
    count > 0 && count * 100 >= all * MOST
}

fn is_record(line: &str) -> bool {
    line.starts_with('{') && line[1..].trim_start().starts_with('"') && line.ends_with(['}', ','])
}

/// `"    at a.B.c(B.java:1)",`
fn is_item(line: &str) -> bool {
    line.len() > 2 && line.starts_with('"') && line.ends_with(['"', ',']) && item(line).is_some()
}

fn is_bracket(line: &str) -> bool {
    !line.is_empty() && line.len() < 3 && line.chars().all(|letter| matches!(letter, '[' | ']' | ',' | '{' | '}'))
}

fn item(line: &str) -> Option<String> {
    serde_json::from_str(line.strip_suffix(',').unwrap_or(line)).ok()
}

/// Of each line what it says, where it is a record that has the field.
fn of_records(raw: &str) -> Option<Vec<Option<String>>> {
    let parsed: Vec<Option<BTreeMap<String, String>>> = raw.split('\n').map(|line| fields(line.trim())).collect();
    let mut lengths: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, value) in parsed.iter().flatten().flatten() {
        if value.contains([' ', '\n']) && !is_stamp(value) {
            *lengths.entry(name).or_default() += value.len();
        }
    }
    let (length, longest) = lengths.into_iter().map(|(name, length)| (length, name)).max()?;
    if length * 100 < raw.len() * LONG {
        return None;
    }
    let told = |fields: &BTreeMap<String, String>| {
        let said = fields.get(longest)?;
        // An exception may stand beside the message.
        let others = fields.iter().filter(|(name, value)| {
            name.as_str() != longest && (value.contains("\n\tat ") || value.contains("\n    at "))
        });
        let said = others.fold(said.clone(), |said, (_, value)| format!("{said}\n{value}"));
        // Of an exception that is longer than all messages: what the logger was asked to say with it.
        let message = fields.iter().find(|(name, _)| *name != longest && MESSAGES.contains(&name.as_str()));
        let introduced = message.filter(|_| said.contains("\n\tat ") || said.contains("\n    at "));
        Some(introduced.map_or(said.clone(), |(_, message)| format!("{message}\n{said}")))
    };
    Some(parsed.iter().map(|fields| fields.as_ref().and_then(told)).collect())
}

/// `2026-06-02T10:14:07.123Z`
fn is_stamp(value: &str) -> bool {
    value.len() < 40 && value.starts_with(|letter: char| letter.is_ascii_digit()) && value.matches(':').count() > 1
}

/// The strings of a record by their names; those of a list stand in one of its own.
fn fields(line: &str) -> Option<BTreeMap<String, String>> {
    if !is_record(line) {
        return None;
    }
    let value: Value = serde_json::from_str(line.strip_suffix(',').unwrap_or(line)).ok()?;
    let mut fields = BTreeMap::new();
    collect(value, String::new(), DEPTH, &mut fields);
    Some(fields)
}

fn collect(value: Value, name: String, depth: usize, fields: &mut BTreeMap<String, String>) {
    match value {
        Value::String(text) => {
            fields.insert(name, text);
        }
        Value::Object(inner) if depth > 0 => {
            for (key, value) in inner {
                collect(value, format!("{name}.{key}"), depth - 1, fields);
            }
        }
        Value::Array(items) if depth > 0 => {
            for (nth, value) in items.into_iter().enumerate() {
                collect(value, format!("{name}.{nth}"), depth - 1, fields);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::said;

    fn lines(raw: &str) -> Option<(Vec<String>, Vec<u32>)> {
        let mut numbers: Vec<u32> = (1..).take(raw.lines().count()).collect();
        let text = said(raw, &mut numbers)?;
        Some((text.split('\n').map(str::to_owned).collect(), numbers))
    }

    #[test]
    fn what_was_written_is_the_longest_field() {
        let text = concat!(
            r#"{"log":"> Task :shop:compileKotlin FAILED\n","stream":"stdout","time":"2026-06-02T10:14:07.123456Z"}"#,
            "\n",
            r#"{"log":"e: file:///p/A.kt:1:2 No \"shelf\"\n","stream":"stderr","time":"2026-06-02T10:14:07.123457Z"}"#,
        );
        let wanted = ["> Task :shop:compileKotlin FAILED", "e: file:///p/A.kt:1:2 No \"shelf\""];
        assert_eq!(lines(text), Some((wanted.map(str::to_owned).to_vec(), vec![1, 2])));
        let nested = r#"{"issue":{"id":7,"body":"It fails:\na.b.ShelfException: no\n\tat a.B.c(B.java:1)"},"user":{"login":"ann"}}"#;
        let wanted = ["It fails:", "a.b.ShelfException: no", "\tat a.B.c(B.java:1)"];
        assert_eq!(lines(nested), Some((wanted.map(str::to_owned).to_vec(), vec![1, 1, 1])));
    }

    #[test]
    fn an_exception_that_is_longer_than_all_messages_keeps_its_own() {
        let text = r#"{"message":"Application run failed","thread_name":"main","stack_trace":"a.b.ShelfException: no oak is in this shelf\n\tat a.B.c(B.java:1)\n\tat a.B.d(B.java:2)"}"#;
        let wanted = [
            "Application run failed",
            "a.b.ShelfException: no oak is in this shelf",
            "\tat a.B.c(B.java:1)",
            "\tat a.B.d(B.java:2)",
        ];
        assert_eq!(lines(text), Some((wanted.map(str::to_owned).to_vec(), vec![1; 4])));
    }

    #[test]
    fn strings_of_a_list_are_lines() {
        let text = "[\n  \"a.b.ShelfException: no\",\n  \"\\tat a.B.c(B.java:1)\"\n]";
        let wanted = ["", "a.b.ShelfException: no", "\tat a.B.c(B.java:1)", ""];
        assert_eq!(lines(text).map(|found| found.0), Some(wanted.map(str::to_owned).to_vec()));
    }

    #[test]
    fn other_texts_stay() {
        for text in [
            "e: {\"shelf\": 1}",
            "{\"errorClass\":\"a.b.ShelfException\",\"id\":7}",
            "fun a() {\n\"oak\"\n}",
            "\"oak\" is no shelf",
        ] {
            assert_eq!(lines(text), None, "{text}");
        }
    }
}
