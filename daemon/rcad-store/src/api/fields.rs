//! The fields of a record: validates a value and sets it in the RCA. Never touches the store.

use rcad_core::Category;
use rcad_core::model::environment::Environment;
use rcad_core::model::failure::Failure;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::RecordError;
use crate::records::Rca;

/// Fields that a new record must have. `file_path` and `line_number` may be null, for a failure without a location.
pub const REQUIRED: &[&str] = &[
    "error_message",
    "error_type",
    "language",
    "root_cause",
    "fix_guidelines",
    "confidence",
    "file_path",
    "line_number",
    "tool_calls_made",
    "iterations",
    "user_validated",
];
const OPTIONAL: &[&str] = &[
    "code_context",
    "stack_trace",
    "validation_feedback",
    "fingerprint",
    "project",
    "environment",
    "engine",
    "model",
    "evidence",
    "outcome",
];
const LANGUAGES: &str = "kotlin, java, gradle, xml, native or unknown";

/// How a record is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WriteMode {
    /// It is new.
    Add,
    /// It exists.
    Update,
}

/// Sets one field of the RCA, which must have a primary failure.
pub fn set(rca: &mut Rca, field: &str, value: &Value, change: WriteMode) -> Result<(), RecordError> {
    put(rca, field, value, change).map_err(|problem| RecordError::Field { field: field.to_owned(), problem })
}

fn put(rca: &mut Rca, field: &str, value: &Value, change: WriteMode) -> Result<(), String> {
    let (analysis, origins) = (&mut rca.analysis, &mut rca.origins);
    let failure: &mut Failure = analysis.errors.first_mut().ok_or("has no failure to belong to")?;
    match field {
        "error_message" => failure.message = words(value)?,
        "error_type" => failure.category = category(value)?,
        "language" => failure.language = one_of(value, LANGUAGES)?,
        "root_cause" => analysis.root_cause = Some(words(value)?),
        "fix_guidelines" => analysis.fix_guidelines = list(value)?,
        "confidence" => analysis.confidence = share(value)?,
        "file_path" => failure.file = optional(value, words)?,
        "line_number" => failure.line = optional(value, line)?,
        "tool_calls_made" => origins.tool_calls_made = count(value)?,
        "iterations" => origins.iterations = count(value)?,
        "user_validated" => rca.user_validated = value.as_bool().ok_or("must be true or false")?,
        "code_context" => origins.code_context = optional(value, words)?,
        "stack_trace" => origins.stack_trace = optional(value, words)?,
        "validation_feedback" => origins.validation_feedback = optional(value, words)?,
        "model" => origins.model = optional(value, words)?,
        "engine" => analysis.engine = one_of(value, "rules, memory or agent")?,
        "outcome" => analysis.outcome = one_of(value, "failure or none")?,
        "environment" => rca.environment = environment(value)?,
        "evidence" => {
            let shape = "must be a list of {\"line\": number, \"text\": words}";
            failure.evidence = read(value).ok_or(shape)?;
        }
        "fingerprint" if change == WriteMode::Add => analysis.fingerprint = optional(value, fingerprint)?,
        "project" if change == WriteMode::Add => rca.project = optional(value, words)?,
        "fingerprint" | "project" => {
            return Err("says which failure it is and stays; delete the record and add another".to_owned());
        }
        // A copied record includes its quality; it is computed again.
        "quality_score" if change == WriteMode::Add => drop(share(value)?),
        "quality_score" | "id" | "created_ms" | "updated_ms" => return Err("is made by the store".to_owned()),
        _ => return Err(format!("is no field of a record\nhint: the fields are {}", names())),
    }
    Ok(())
}

fn names() -> String {
    [REQUIRED, OPTIONAL].concat().join(", ")
}

fn optional<T>(value: &Value, read: impl FnOnce(&Value) -> Result<T, String>) -> Result<Option<T>, String> {
    if value.is_null() { Ok(None) } else { read(value).map(Some) }
}

fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}

fn words(value: &Value) -> Result<String, String> {
    match value.as_str() {
        Some(text) if !text.trim().is_empty() => Ok(text.to_owned()),
        Some(_) => Err("must not be empty".to_owned()),
        None => Err("must be text".to_owned()),
    }
}

fn list(value: &Value) -> Result<Vec<String>, String> {
    let all = value.as_array().ok_or("must be a list of texts")?;
    all.iter().map(|each| words(each).map_err(|_| "must hold texts that are not empty".to_owned())).collect()
}

fn share(value: &Value) -> Result<f64, String> {
    value.as_f64().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "must be a number from 0 to 1".to_owned())
}

fn count(value: &Value) -> Result<u32, String> {
    read(value).ok_or_else(|| "must be a whole number, 0 or more".to_owned())
}

fn line(value: &Value) -> Result<u32, String> {
    read(value).filter(|line| *line >= 1).ok_or_else(|| "must be a whole number, 1 or more".to_owned())
}

/// Not by its own deserializer, which reads an unknown id as `other`.
fn category(value: &Value) -> Result<Category, String> {
    let id = words(value)?;
    Category::from_id(&id).ok_or_else(|| format!("is no category: {id}"))
}

fn one_of<T: DeserializeOwned>(value: &Value, which: &str) -> Result<T, String> {
    read(value).ok_or_else(|| format!("must be {which}"))
}

fn environment(value: &Value) -> Result<Environment, String> {
    const KEYS: &[&str] = &["gradle", "java", "os", "agp", "kotlin", "compose", "dependency"];
    let given = value.as_object().ok_or("must be an object of versions")?;
    match given.keys().find(|key| !KEYS.contains(&key.as_str())) {
        Some(key) => Err(format!("knows no `{key}`; it may hold {}", KEYS.join(", "))),
        None => read(value).ok_or_else(|| "must hold texts".to_owned()),
    }
}

fn fingerprint(value: &Value) -> Result<String, String> {
    let text = words(value)?;
    let hex = text.strip_prefix("v1:").filter(|hex| hex.len() == 16 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
    if hex.is_some() { Ok(text) } else { Err("must be `v1:` and 16 hexadecimal digits".to_owned()) }
}
