//! Schemas of the tools for a model. Flat and short: small models fail at nested arguments, and each word costs tokens in
//! every prompt.

use serde_json::{Map, Value, json};

use super::descriptor::{Parameter, ParameterType, ToolDescriptor};
use super::table::TOOLS;

/// Schemas of all tools: a list of `{"type": "function", "function": {…}}`.
pub fn schemas() -> Value {
    Value::Array(TOOLS.iter().map(schema).collect())
}

fn schema(tool: &ToolDescriptor) -> Value {
    let properties: Map<String, Value> =
        tool.parameters.iter().map(|parameter| (parameter.name.to_owned(), property(parameter))).collect();
    let required: Vec<&str> = tool
        .parameters
        .iter()
        .filter(|parameter| parameter.default.is_none())
        .map(|parameter| parameter.name)
        .collect();
    json!({"type": "function", "function": {
        "name": tool.name,
        "description": tool.about,
        "parameters": {"type": "object", "properties": properties, "required": required},
    }})
}

fn property(parameter: &Parameter) -> Value {
    let kind = match parameter.takes {
        ParameterType::Whole { .. } => "integer",
        ParameterType::Number { .. } => "number",
        ParameterType::Flag => "boolean",
        ParameterType::Text { .. } | ParameterType::OneOf(_) | ParameterType::AnyOf(_) | ParameterType::Category => {
            "string"
        }
    };
    let range = match parameter.takes {
        // A line's or a text's longest is of no use to who writes one.
        ParameterType::Whole { max, .. } if max < 1_000 => Some(allowed(&parameter.takes)),
        ParameterType::Number { .. } | ParameterType::AnyOf(_) => Some(allowed(&parameter.takes)),
        _ => None,
    };
    let default = parameter.default.filter(|default| *default != "null").map(|text| format!("default {text}"));
    let notes: Vec<String> = [range, default].into_iter().flatten().collect();
    let about = if notes.is_empty() {
        parameter.about.to_owned()
    } else {
        format!("{} ({})", parameter.about, notes.join("; "))
    };
    let mut property = json!({"type": kind, "description": about});
    if let ParameterType::OneOf(words) = parameter.takes {
        property["enum"] = json!(words);
    }
    property
}

/// What a parameter takes, in words.
pub(super) fn allowed(takes: &ParameterType) -> String {
    match takes {
        ParameterType::Text { min, max } => format!("text of {min} to {max} characters"),
        ParameterType::Whole { min, max } => format!("whole number, {min} to {max}"),
        ParameterType::Number { min, max } => format!("number, {min} to {max}"),
        ParameterType::Flag => "true or false".to_owned(),
        ParameterType::OneOf(words) => format!("one of {}", words.join(", ")),
        ParameterType::AnyOf(words) => format!("one or more of {}", words.join(", ")),
        ParameterType::Category => "name of an error category, like kotlin_unresolved_reference".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TOOLS, ToolErrorCode, find};
    use super::schemas;

    #[test]
    fn schemas_are_flat_and_short() {
        let schemas = schemas();
        let all = schemas.as_array().unwrap();
        assert_eq!(all.len(), TOOLS.len());
        for schema in all {
            let (function, name) = (&schema["function"], schema["function"]["name"].as_str().unwrap());
            let tool = find(name).unwrap();
            let properties = function["parameters"]["properties"].as_object().unwrap();
            assert_eq!(properties.len(), tool.parameters.len(), "{name}");
            for (parameter, property) in properties {
                let kind = property["type"].as_str().unwrap();
                assert!(["string", "integer", "number", "boolean"].contains(&kind), "{name}.{parameter} is {kind}");
                assert!(property["description"].as_str().unwrap().len() <= 80, "{name}.{parameter}");
            }
            for required in function["parameters"]["required"].as_array().unwrap() {
                assert!(properties.contains_key(required.as_str().unwrap()), "{name}");
            }
        }
        let length = schemas.to_string().len();
        assert!(length < 5_200, "{length} characters go into every prompt with tools");
    }

    #[test]
    fn names_are_unique_and_codes_are_written_as_they_are_sent() {
        for (n, tool) in TOOLS.iter().enumerate() {
            assert!(TOOLS[..n].iter().all(|other| other.name != tool.name), "{}", tool.name);
            for code in tool.codes.iter().chain(super::super::ANY_TOOL) {
                assert_eq!(serde_json::to_value(code).unwrap(), ToolErrorCode::name(*code));
            }
        }
        assert!(find("read_file").is_some() && find("Read_File").is_none());
    }
}
