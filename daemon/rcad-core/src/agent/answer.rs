//! Parses a model's answer into a [`Draft`]: tolerates broken JSON, cuts what is too long.

mod lenient;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::answer::{Cite, Claim, Fix, Style, Teaching};

/// A model's answer, well-formed but not yet checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// Sentences of the cause; empty when the model does not know it.
    pub cause: Vec<Claim>,
    /// What to do, most useful first.
    pub fixes: Vec<Fix>,
    /// The model's own confidence, 0 to 100.
    pub confidence: u8,
    /// For [`Style::Teach`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teaching: Option<Teaching>,
}

/// Most sentences of a cause, and most fixes.
pub const MOST: usize = 8;
/// Most cites of a sentence.
pub const MOST_CITES: usize = 6;
/// Characters of a sentence, a quote, a path or a paragraph of the teaching; what is longer is cut.
const SENTENCE: usize = 600;
const QUOTE: usize = 400;
const PATH: usize = 300;
const PARAGRAPH: usize = 2000;

/// Parses a model's answer. Tolerates what models do to JSON and to a schema (code fences, prose around it, a text in
/// place of a list, numbers as texts, a share in place of percent); cuts what is too long.
///
/// # Errors
/// What is missing or wrong, for the model.
pub fn parse(text: &str, style: Style) -> Result<Draft, String> {
    let object = match lenient::object(text, &["cause", "fixes"]) {
        lenient::FoundObject::Object(object) => object,
        lenient::FoundObject::Cut => {
            return Err("the JSON object does not end: answer again, shorter, with one whole JSON object".to_owned());
        }
        lenient::FoundObject::Nothing => {
            return Err(
                "there is no JSON object in the answer: answer with one JSON object and nothing else".to_owned()
            );
        }
    };
    let Some(cause) = object.get("cause") else {
        return Err(
            "`cause` is missing: a list of sentences with their cites, or an empty list if you don't know".into()
        );
    };
    let cause: Vec<Claim> = list(cause).filter_map(claim).take(MOST).collect();
    let fixes = object.get("fixes").into_iter().flat_map(list).filter_map(fix).take(MOST).collect();
    let confidence = match object.get("confidence") {
        None | Some(Value::Null) if cause.is_empty() => 0,
        given => given.and_then(percent).ok_or("`confidence` is missing: a whole number from 0 to 100")?,
    };
    let teaching = object.get("teaching").and_then(Value::as_object).filter(|_| style == Style::Teach).map(teaching);
    Ok(Draft { cause, fixes, confidence, teaching: teaching.filter(|teaching| *teaching != Teaching::default()) })
}

/// A list's entries; another value is one entry, `null` none.
fn list(value: &Value) -> impl Iterator<Item = &Value> {
    match value {
        Value::Array(entries) => entries.as_slice(),
        Value::Null => &[],
        one => std::slice::from_ref(one),
    }
    .iter()
}

/// A sentence that is not empty. One without cites is kept: the check rejects it.
fn claim(value: &Value) -> Option<Claim> {
    let Value::Object(fields) = value else {
        return Some(Claim { text: words(value, SENTENCE)?, cites: Vec::new() });
    };
    let cites = fields.get("cites").into_iter().flat_map(list);
    Some(Claim { text: of(fields, "text", SENTENCE)?, cites: cites.filter_map(cite).take(MOST_CITES).collect() })
}

/// `{"file", "line", "quote"}`, or the text `file:line: quote`; line 0 where it names none.
fn cite(value: &Value) -> Option<Cite> {
    if let Value::Object(fields) = value {
        let line = fields.get("line").and_then(whole).unwrap_or(0);
        let quote = of(fields, "quote", QUOTE).unwrap_or_default();
        return Some(Cite { file: of(fields, "file", PATH)?, line, quote });
    }
    let text = words(value, PATH + QUOTE)?;
    let (file, rest) = text.split_once(':')?;
    let (line, quote) = rest.split_once([':', ' ']).unwrap_or((rest, ""));
    Some(Cite { file: file.trim().to_owned(), line: line.trim().parse().ok()?, quote: quote.trim().to_owned() })
}

fn fix(value: &Value) -> Option<Fix> {
    let Value::Object(fields) = value else {
        return Some(Fix { text: words(value, SENTENCE)?, file: None, unverified: false });
    };
    let file =
        of(fields, "file", PATH).filter(|file| !["null", "none", "-", "n/a", "log"].contains(&&*file.to_lowercase()));
    Some(Fix { text: of(fields, "text", SENTENCE)?, file, unverified: false })
}

fn teaching(fields: &Map<String, Value>) -> Teaching {
    let of = |name| of(fields, name, PARAGRAPH).unwrap_or_default();
    Teaching { concept: of("concept"), mistake: of("mistake"), find_it: of("find_it"), exercise: of("exercise") }
}

fn of(fields: &Map<String, Value>, name: &str, most: usize) -> Option<String> {
    words(fields.get(name)?, most)
}

/// A text without control characters and direction marks, cut at so many characters.
fn words(value: &Value, most: usize) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}');
    let plain = text.chars().filter(|c| (!c.is_control() && !turns(*c)) || matches!(c, '\n' | '\t'));
    let plain: String = plain.collect();
    let plain = plain.trim();
    if plain.chars().count() <= most {
        return (!plain.is_empty()).then(|| plain.to_owned());
    }
    Some(plain.chars().take(most - 1).chain(['…']).collect())
}

/// `12`, `"12"`, `"L12"`, `"12-14"`: the first number.
fn whole(value: &Value) -> Option<u32> {
    match value {
        Value::Number(number) => number.as_u64().and_then(|number| u32::try_from(number).ok()),
        Value::String(text) => {
            let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
            digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        }
        _ => None,
    }
}

/// `85`, `"85"`, `"85%"`, `0.85`, `"0.85"` and `1.0` as percent. A whole 1 is 1 %, as the schema says.
fn percent(value: &Value) -> Option<u8> {
    let text = words(value, 32)?;
    let number: f64 = text.trim_end_matches('%').trim().parse().ok().filter(|number: &f64| number.is_finite())?;
    let share = text.contains('.') && number <= 1.0 && !text.ends_with('%');
    let percent = if share { number * 100.0 } else { number };
    Some(percent.clamp(0.0, 100.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::{Draft, MOST, MOST_CITES, Style, parse};
    use crate::model::answer::Cite;

    fn brief(text: &str) -> Draft {
        parse(text, Style::Brief).unwrap()
    }

    const GOOD: &str = r#"{"cause": [{"text": "`userNam` is not declared.", "cites": [{"file": "src/A.kt", "line": 12,
        "quote": "print(userNam)"}]}], "fixes": [{"text": "Write `userName`.", "file": "src/A.kt"}], "confidence": 90}"#;

    #[test]
    fn an_answer_in_the_schema_is_read_as_it_is() {
        let draft = brief(GOOD);
        assert_eq!(draft.cause[0].text, "`userNam` is not declared.");
        let cite = Cite { file: "src/A.kt".into(), line: 12, quote: "print(userNam)".into() };
        assert_eq!(draft.cause[0].cites, [cite]);
        assert_eq!((draft.fixes[0].file.as_deref(), draft.confidence), (Some("src/A.kt"), 90));
    }

    #[test]
    fn liberties_of_models_are_forgiven() {
        let loose = brief(
            r#"Of course!
            ```json
            {"reasoning": "…", "cause": {"text": "x is missing", "cites": ["src/A.kt:12: print(x)", {"file": "log",
             "line": "L3-5", "quote": "unresolved"}]}, "fixes": "Declare x.", "confidence": "85%",}
            ```"#,
        );
        let cites: Vec<_> = loose.cause[0].cites.iter().map(|c| (&*c.file, c.line, &*c.quote)).collect();
        assert_eq!(cites, [("src/A.kt", 12, "print(x)"), ("log", 3, "unresolved")]);
        assert_eq!((&*loose.fixes[0].text, loose.fixes[0].file.as_deref(), loose.confidence), ("Declare x.", None, 85));
        let nowhere =
            brief(r#"{"cause": [], "fixes": [{"text": "Sync.", "file": null}, {"text": "Ask.", "file": "N/A"}]}"#);
        assert!(nowhere.fixes.iter().all(|fix| fix.file.is_none()));
    }

    #[test]
    fn a_confidence_is_percent_however_it_is_written() {
        let cases = [
            ("85", 85),
            ("\"85\"", 85),
            ("\"85 %\"", 85),
            ("0.85", 85),
            ("\"0.85\"", 85),
            ("1.0", 100),
            ("1", 1),
            ("0", 0),
            ("120", 100),
            ("-3", 0),
            ("\"0.5%\"", 1),
            ("72.5", 73),
        ];
        for (written, percent) in cases {
            let text = format!(r#"{{"cause": ["a"], "confidence": {written}}}"#);
            assert_eq!(brief(&text).confidence, percent, "{written}");
        }
        for missing in ["null", "\"sure\"", "[]", "\"NaN\"", "\"inf\""] {
            let text = format!(r#"{{"cause": ["a"], "confidence": {missing}}}"#);
            assert!(parse(&text, Style::Brief).unwrap_err().contains("`confidence`"), "{missing}");
        }
    }

    #[test]
    fn not_to_know_is_an_answer_and_no_answer_is_an_error_that_says_what_lacks() {
        assert_eq!((brief(r#"{"cause": []}"#).cause.len(), brief(r#"{"cause": null}"#).confidence), (0, 0));
        assert!(brief(r#"{"cause": [{"text": " ", "cites": []}, "", {}]}"#).cause.is_empty());
        for (text, lacks) in [
            ("The import is missing.", "no JSON object"),
            ("", "no JSON object"),
            (r#"{"cause": [{"text": "x"#, "does not end"),
            (r#"{"root": "x"}"#, "`cause` is missing"),
            (r#"{"cause": ["a"]}"#, "`confidence` is missing"),
        ] {
            let error = parse(text, Style::Brief).unwrap_err();
            assert!(error.contains(lacks), "{text}: {error}");
        }
    }

    #[test]
    fn too_much_is_cut_and_what_a_terminal_obeys_goes() {
        let cite = r#"{"file": "log", "line": 1, "quote": "q"}"#;
        let claim = format!(r#"{{"text": "{}", "cites": [{}]}}"#, "ä".repeat(5000), vec![cite; 50].join(","));
        let claims = vec![claim; MOST + 1].join(",");
        let fixes = vec![r#""Do it.""#; 40].join(",");
        let draft = brief(&format!(r#"{{"cause": [{claims}], "fixes": [{fixes}], "confidence": 5}}"#));
        assert_eq!((draft.cause.len(), draft.fixes.len(), draft.cause[0].cites.len()), (MOST, MOST, MOST_CITES));
        assert!(draft.cause[0].text.chars().count() == 600 && draft.cause[0].text.ends_with('…'));
        assert_eq!(brief(r#"{"cause": ["\u001b[31mred\u202e\u0007"], "confidence": 5}"#).cause[0].text, "[31mred");
    }

    #[test]
    fn teaching_is_read_where_it_was_asked_for() {
        let text = r#"{"cause": ["a"], "confidence": 5, "teaching": {"concept": "c", "mistake": "m", "find_it": "f"}}"#;
        let teaching = parse(text, Style::Teach).unwrap().teaching.unwrap();
        assert_eq!((&*teaching.concept, &*teaching.find_it, &*teaching.exercise), ("c", "f", ""));
        assert_eq!(brief(text).teaching, None);
        assert_eq!(parse(r#"{"cause": [], "teaching": {}}"#, Style::Teach).unwrap().teaching, None);
    }
}
