//! Validates a call's arguments. Accepts what is unambiguous (a number as text, a list with commas); an error names what is
//! allowed, so that a model can correct the call.

use serde_json::{Map, Number, Value};

use super::descriptor::{Parameter, ParameterType, ToolDescriptor, ToolError, ToolErrorCode, ToolResult};
use super::schema::allowed;
use crate::Category;

/// The arguments with defaults, or `INVALID_PARAMETERS`.
pub fn validate(tool: &ToolDescriptor, arguments: &Value) -> ToolResult {
    let given = object(tool, arguments)?;
    if let Some(name) = given.keys().find(|name| !tool.parameters.iter().any(|one| one.name == name.as_str())) {
        let known: Vec<&str> = tool.parameters.iter().map(|one| one.name).collect();
        let name = shown(&Value::String(name.clone()));
        return Err(bad(format!("{} has no parameter {name}; it takes {}", tool.name, known.join(", "))));
    }
    let mut checked = Map::new();
    for parameter in tool.parameters {
        let value = match given.get(parameter.name).filter(|value| !value.is_null()) {
            Some(value) => take(parameter, value)?,
            None => left_out(tool, parameter)?,
        };
        checked.insert(parameter.name.to_owned(), value);
    }
    Ok(Value::Object(checked))
}

/// Some models write the object as a text, or omit empty arguments.
fn object(tool: &ToolDescriptor, arguments: &Value) -> Result<Map<String, Value>, ToolError> {
    let read = match arguments {
        Value::String(text) => serde_json::from_str(text).unwrap_or(Value::Null),
        Value::Null => Value::Object(Map::new()),
        other => other.clone(),
    };
    match read {
        Value::Object(map) => Ok(map),
        _ => Err(bad(format!("the arguments of {} must be a JSON object", tool.name))),
    }
}

fn left_out(tool: &ToolDescriptor, parameter: &Parameter) -> ToolResult {
    let Some(default) = parameter.default else {
        let (name, takes) = (parameter.name, allowed(&parameter.takes));
        return Err(bad(format!("{} needs `{name}`: {}, {takes}", tool.name, parameter.about)));
    };
    serde_json::from_str(default).map_err(|e| {
        ToolError::new(ToolErrorCode::InternalError, format!("the default of `{}` is no JSON: {e}", parameter.name))
    })
}

fn take(parameter: &Parameter, value: &Value) -> ToolResult {
    let taken = match parameter.takes {
        ParameterType::Text { min, max } => text(value, min, max),
        ParameterType::Whole { min, max } => whole(value).filter(|n| (min..=max).contains(n)).map(Value::from),
        ParameterType::Number { min, max } => {
            let number = number(value).filter(|n| (min..=max).contains(n));
            number.and_then(Number::from_f64).map(Value::Number)
        }
        ParameterType::Flag => flag(value).map(Value::Bool),
        ParameterType::OneOf(words) => value.as_str().and_then(|word| one_of(word, words)).map(Value::from),
        ParameterType::AnyOf(words) => any_of(value, words),
        ParameterType::Category => {
            let id = value.as_str().map(|id| id.trim().to_ascii_lowercase());
            id.as_deref().and_then(Category::from_id).map(|category| Value::from(category.id()))
        }
    };
    taken.ok_or_else(|| {
        let hint = match (parameter.takes, value.as_str()) {
            (ParameterType::Category, Some(id)) => {
                nearest(id).map(|id| format!("; the nearest is {id}")).unwrap_or_default()
            }
            _ => String::new(),
        };
        bad(format!("`{}` is {}, but must be {}{hint}", parameter.name, shown(value), allowed(&parameter.takes)))
    })
}

/// A number becomes its text: a name or a query may look like one.
fn text(value: &Value, min: usize, max: usize) -> Option<Value> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (min..=max).contains(&text.chars().count()).then_some(Value::String(text))
}

fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        // `12.0` is 12, `12.5` is none.
        _ => value.as_i64().or_else(|| value.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 1e15).map(|n| n as i64)),
    }
}

fn number(value: &Value) -> Option<f64> {
    let read = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
    read.filter(|n| n.is_finite())
}

fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::String(text) if text.trim().eq_ignore_ascii_case("true") => Some(true),
        Value::String(text) if text.trim().eq_ignore_ascii_case("false") => Some(false),
        _ => value.as_bool(),
    }
}

fn one_of(word: &str, words: &[&'static str]) -> Option<&'static str> {
    words.iter().copied().find(|known| known.eq_ignore_ascii_case(word.trim()))
}

/// At least one, each once.
fn any_of(value: &Value, words: &[&'static str]) -> Option<Value> {
    let given: Vec<&str> = match value {
        Value::String(text) => text.split(',').collect(),
        Value::Array(all) => all.iter().map(Value::as_str).collect::<Option<_>>()?,
        _ => return None,
    };
    let given: Vec<&str> = given.into_iter().map(|word| one_of(word, words)).collect::<Option<_>>()?;
    let each: Vec<&&str> = words.iter().filter(|word| given.contains(word)).collect();
    (!each.is_empty()).then(|| Value::from(each.into_iter().map(|word| Value::from(*word)).collect::<Vec<_>>()))
}

fn nearest(id: &str) -> Option<&'static str> {
    let all = Category::ALL.iter().map(|category| category.id());
    // A longer text has no near name, and comparing it would take long.
    all.filter(|_| id.len() < 100).min_by_key(|known| strsim::damerau_levenshtein(known, id))
}

/// A value in short: what a model wrote may be long.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

fn bad(message: String) -> ToolError {
    ToolError::new(ToolErrorCode::InvalidParameters, message)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::{ParameterType, TOOLS, ToolErrorCode, find};
    use super::validate;

    fn checked(tool: &str, arguments: &Value) -> Result<Value, String> {
        validate(find(tool).unwrap(), arguments).map_err(|error| {
            assert_eq!(error.code, ToolErrorCode::InvalidParameters);
            error.message
        })
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let file = json!({"filePath": "a.kt", "line": 3});
        let all = json!({"filePath": "a.kt", "line": 3, "contextLines": 50, "includeFunctionDef": true});
        assert_eq!(checked("get_code_context", &file), Ok(all));
        let search = checked("vector_search_db", &json!({"query": "x", "language": null})).unwrap();
        let all = json!({"query": "x", "language": null, "errorType": null, "minConfidence": 0.7, "limit": 5});
        assert_eq!(search, all);
        assert!(checked("get_user_error_context", &Value::Null).is_ok());
    }

    #[test]
    fn what_is_meant_is_taken_and_what_is_not_clear_is_refused() {
        let line = |line: Value| checked("get_code_context", &json!({"filePath": "a.kt", "line": line}));
        for good in [json!(7), json!("7"), json!(" 7 "), json!(7.0)] {
            assert_eq!(line(good).unwrap()["line"], 7);
        }
        for wrong in [json!("7th"), json!(7.5), json!("7.0"), json!(""), json!([7]), json!(true), json!(1e300)] {
            let message = line(wrong).unwrap_err();
            assert!(message.contains("`line` is") && message.contains("whole number"), "{message}");
        }
        let text = checked("read_file", &json!("{\"filePath\": \"a.kt\"}")).unwrap();
        assert_eq!((text["filePath"].as_str(), text["encoding"].as_str()), (Some("a.kt"), Some("utf-8")));
        let sources = |sources: Value| checked("web_search_wiki", &json!({"query": "kapt", "sources": sources}));
        for good in [json!("Docs, stackoverflow"), json!(["docs", "stackoverflow", "docs"])] {
            assert_eq!(sources(good).unwrap()["sources"], json!(["stackoverflow", "docs"]));
        }
        for wrong in [json!("docs, wiki"), json!([]), json!(["docs", 1]), json!({"docs": true}), json!("")] {
            assert!(sources(wrong).unwrap_err().contains("stackoverflow, github, docs"));
        }
    }

    #[test]
    fn a_category_is_named_with_the_nearest() {
        let of = |id: &str| checked("vector_search_db", &json!({"query": "x", "errorType": id}));
        assert_eq!(of("KOTLIN_TYPE_MISMATCH").unwrap()["errorType"], "kotlin_type_mismatch");
        assert!(of("kotlin_type_mismach").unwrap_err().ends_with("the nearest is kotlin_type_mismatch"));
        assert!(of(&"x".repeat(100_000)).unwrap_err().len() < 300);
    }

    /// Every parameter of every tool, by the table itself: missing, of a wrong type, beyond each end of its range.
    #[test]
    fn each_parameter_is_checked() {
        let good = |takes: &ParameterType| match takes {
            ParameterType::Text { min, .. } => json!("x".repeat((*min).max(3))),
            ParameterType::Whole { min, .. } => json!(min),
            ParameterType::Number { max, .. } => json!(max),
            ParameterType::Flag => json!(true),
            ParameterType::OneOf(words) | ParameterType::AnyOf(words) => json!(words[0]),
            ParameterType::Category => json!("kotlin_type_mismatch"),
        };
        let wrong = |takes: &ParameterType| match takes {
            ParameterType::Text { min, max } => {
                vec![json!("x".repeat(min - 1)), json!("x".repeat(max + 1)), json!({"a": 1})]
            }
            ParameterType::Whole { min, max } => vec![json!(min - 1), json!(max + 1), json!("many")],
            ParameterType::Number { min, max } => {
                vec![json!(min - 0.01), json!(max + 0.01), json!("NaN"), json!("high")]
            }
            ParameterType::Flag => vec![json!("yes"), json!(1)],
            ParameterType::OneOf(_) | ParameterType::AnyOf(_) | ParameterType::Category => {
                vec![json!("nothing_such"), json!(3), json!([[]])]
            }
        };
        for tool in TOOLS {
            let whole: serde_json::Map<String, Value> =
                tool.parameters.iter().map(|one| (one.name.to_owned(), good(&one.takes))).collect();
            assert!(validate(tool, &json!(whole)).is_ok(), "{}", tool.name);
            for parameter in tool.parameters {
                for value in wrong(&parameter.takes) {
                    let mut bad = whole.clone();
                    bad.insert(parameter.name.to_owned(), value.clone());
                    let error = validate(tool, &json!(bad)).expect_err(parameter.name);
                    assert_eq!(error.code, ToolErrorCode::InvalidParameters);
                    assert!(error.message.contains(parameter.name), "{value}: {}", error.message);
                }
                let mut less = whole.clone();
                less.remove(parameter.name);
                assert_eq!(validate(tool, &json!(less)).is_ok(), parameter.default.is_some(), "{}", parameter.name);
            }
            let mut more = whole.clone();
            more.insert("verbose".into(), json!(true));
            assert!(validate(tool, &json!(more)).unwrap_err().message.contains("\"verbose\""));
            for odd in [json!([]), json!(3), json!("not an object"), json!(true)] {
                assert!(validate(tool, &odd).is_err(), "{odd}");
            }
        }
    }
}
