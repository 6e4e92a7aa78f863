//! The schema of an answer: as JSON schema for the server, which enforces it, and as text for the model, which the server
//! does not show it to. Fields are in alphabetical order, since a schema is a sorted map and models write in its order:
//! first the cites, then the sentence.

use serde_json::{Value, json};

use crate::model::answer::Style;

/// The schema that an answer must keep to, for `format`. Without `$ref`; confidence is whole since servers do not hold the
/// bounds of other numbers.
pub fn answer_schema(style: Style) -> Value {
    let text = |longest: u32| json!({"type": "string", "minLength": 1, "maxLength": longest});
    let object = |properties: Value, required: &[&str]| json!({"additionalProperties": false, "properties": properties, "required": required, "type": "object"});
    let cite = object(
        json!({"file": text(200), "line": {"maximum": 9_999_999, "minimum": 1, "type": "integer"}, "quote": text(200)}),
        &["file", "line", "quote"],
    );
    let claim = object(
        json!({"cites": {"items": cite, "maxItems": 3, "minItems": 1, "type": "array"}, "text": text(400)}),
        &["cites", "text"],
    );
    let fix = object(json!({"file": text(200), "text": text(400)}), &["text"]);
    let mut properties = json!({
        "cause": {"items": claim, "maxItems": 3, "minItems": 0, "type": "array"},
        "confidence": {"maximum": 100, "minimum": 0, "type": "integer"},
        "fixes": {"items": fix, "maxItems": 3, "minItems": 0, "type": "array"},
    });
    let mut required = vec!["cause", "confidence", "fixes"];
    if style == Style::Teach {
        let parts = ["concept", "exercise", "find_it", "mistake"];
        let teaching = parts.iter().map(|part| ((*part).to_owned(), text(500))).collect();
        properties["teaching"] = object(Value::Object(teaching), &parts);
        required.push("teaching");
    }
    object(properties, &required)
}

/// The same shape as a model reads it.
pub fn shape(style: Style) -> String {
    let teaching = match style {
        Style::Brief => "",
        Style::Teach => r#", "teaching": {"concept": "…", "exercise": "…", "find_it": "…", "mistake": "…"}"#,
    };
    format!(
        r#"{{"cause": [{{"cites": [{{"file": "path or log", "line": 12, "quote": "exact words of that line"}}], "text": "one sentence"}}], "confidence": 0 to 100, "fixes": [{{"file": "path", "text": "one sentence"}}]{teaching}}}
"#
    )
}
