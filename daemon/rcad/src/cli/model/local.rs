//! Lists the models that the agent may ask, as the daemon knows and probes them.

use anyhow::Result;
use serde::Serialize;

use crate::client::Client;
use crate::install::embedding_files::{self, Suggestion};
use crate::platform::config::Config;
use crate::platform::home::Home;
use crate::protocol::models::{AgentModel, AgentModels, ProbeRequest};

/// Which models are probed before they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probing {
    /// None.
    No,
    /// Those that nothing is known of.
    Unknown,
    /// All.
    All,
}

/// A model in `rcad model list --format json`.
#[derive(Serialize)]
pub struct OllamaModelRow<'m> {
    r#use: &'static str,
    #[serde(flatten)]
    model: &'m AgentModel,
}

impl<'m> OllamaModelRow<'m> {
    /// Of a model that the agent may ask.
    pub fn of(model: &'m AgentModel) -> OllamaModelRow<'m> {
        OllamaModelRow { r#use: "explanations", model }
    }
}

/// The daemon's list; nothing without a daemon. Says on stderr what takes long.
pub fn ask(home: &Home, probing: Probing) -> Result<Option<AgentModels>> {
    let Some(client) = Client::new(home)? else { return Ok(None) };
    if client.status()?.is_none() {
        return Ok(None);
    }
    let mut known = client.agent_models()?;
    let due = |model: &&AgentModel| probing == Probing::All || (probing == Probing::Unknown && !model.probed);
    let due: Vec<ProbeRequest> = known
        .models
        .iter()
        .filter(due)
        .map(|model| ProbeRequest { name: model.name.clone(), server: model.server.clone() })
        .collect();
    for probe in due {
        eprintln!("probing {}; loading it may take a minute", probe.name);
        match client.probe_model(&probe)? {
            Ok(now) => known = now,
            Err(why) => eprintln!("  {why}"),
        }
    }
    Ok(Some(known))
}

/// The table, with problems and suggestions.
pub fn describe(known: Option<&AgentModels>, config: &Config) -> String {
    let mut out = String::from("\nmodels that explain failures, in the order they are tried\n");
    let Some(known) = known else {
        return out + "  unknown: the daemon is not running\n  hint: rcad start\n";
    };
    if !known.models.is_empty() {
        out.push_str(&table(&known.models));
    }
    for problem in &known.problems {
        out.push_str(&format!("  {problem}\n"));
    }
    let asked = known.models.iter().any(|model| model.place.is_some());
    if known.models.is_empty() || (!asked && known.models.iter().all(|model| model.probed)) {
        out.push_str(&suggest(known, config));
    }
    out
}

/// What to do without a usable model. Failures are explained by rules anyway.
fn suggest(known: &AgentModels, config: &Config) -> String {
    let mut out = String::new();
    if known.problems.is_empty() && known.models.is_empty() {
        out.push_str(&format!("  Ollama runs at {} and has no model\n", config.ollama.url));
    }
    out.push_str("  a model is optional: without one, failures are explained by rules and memory\n");
    let (memory, fitting) =
        (embedding_files::memory_bytes(), embedding_files::suggestions(embedding_files::memory_bytes()));
    let pull = |suggestion: &Suggestion| format!("rcad model pull {}", suggestion.name);
    let Some(first) = fitting.first() else {
        out.push_str("  this machine has too little memory for a useful model\n");
        return out;
    };
    if !known.problems.is_empty() {
        out.push_str("  hint: install Ollama from ollama.com and start it, then ");
    } else {
        out.push_str("  hint: ");
    }
    out.push_str(&pull(first));
    if let Some(memory) = memory {
        out.push_str(&format!(" ({}, of {} of memory", size(first.bytes), size(memory)));
        out.push_str("; suggested by size only, `rcad bench model` measures its quality)");
    }
    out.push('\n');
    for other in fitting.iter().skip(1) {
        out.push_str(&format!("     or {} ({})\n", pull(other), size(other.bytes)));
    }
    out
}

const HEAD: [&str; 9] = ["", "name", "size", "window", "reads", "writes", "schema", "tools", "way"];

fn table(all: &[AgentModel]) -> String {
    let mut rows: Vec<[String; 9]> = vec![HEAD.map(str::to_owned)];
    rows.extend(all.iter().map(row));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..HEAD.len()).map(width).collect();
    let whys = std::iter::once("").chain(all.iter().map(|model| model.why.as_str()));
    let mut out = String::new();
    for (row, why) in rows.iter().zip(whys) {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        out.push_str(&format!("  {}  {why}", cells.join("  ")).trim_end().replace('\n', " "));
        out.push('\n');
    }
    out
}

fn row(model: &AgentModel) -> [String; 9] {
    let speed = |speed: Option<f64>| match speed {
        Some(speed) if speed < 10.0 => format!("{speed:.1}/s"),
        Some(speed) => format!("{speed:.0}/s"),
        None => "?".to_owned(),
    };
    let whether = |yes: Option<bool>| match yes {
        Some(true) => "yes".to_owned(),
        Some(false) => "no".to_owned(),
        None => "?".to_owned(),
    };
    [
        model.place.map_or_else(|| "-".to_owned(), |place| place.to_string()),
        model.name.clone(),
        size(model.bytes),
        model.window.map_or_else(|| "?".to_owned(), |window| window.to_string()),
        speed(model.reads),
        speed(model.writes),
        whether(model.schema),
        whether(model.tools),
        model.way.clone().unwrap_or_else(|| "?".to_owned()),
    ]
}

/// Bytes for people.
fn size(bytes: u64) -> String {
    if bytes < 1_000_000_000 {
        format!("{:.0} MB", bytes as f64 / 1e6)
    } else {
        format!("{:.1} GB", bytes as f64 / 1e9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(name: &str, place: Option<u32>) -> AgentModel {
        AgentModel {
            name: name.into(),
            server: "http://127.0.0.1:11434".into(),
            digest: "1".into(),
            bytes: 5_200_000_000,
            probed: true,
            window: Some(40_960),
            reads: Some(211.4),
            writes: Some(8.26),
            schema: Some(true),
            tools: Some(false),
            thinks: Some(false),
            way: Some("straight".into()),
            place,
            why: "asked first".into(),
        }
    }

    #[test]
    fn a_model_is_a_row_with_what_it_can_do() {
        let unknown = AgentModel { probed: false, window: None, schema: None, ..model("x:latest", None) };
        let known = AgentModels { models: vec![model("qwen3:8b", Some(1)), unknown], problems: Vec::new() };
        let printed = describe(Some(&known), &Config::defaults().unwrap());
        let rows: Vec<Vec<&str>> = printed.lines().skip(3).map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(
            rows[0],
            ["1", "qwen3:8b", "5.2", "GB", "40960", "211/s", "8.3/s", "yes", "no", "straight", "asked", "first"]
        );
        assert_eq!(rows[1][..5], ["-", "x:latest", "5.2", "GB", "?"]);
        assert!(!printed.contains("hint:"), "{printed}");
    }

    #[test]
    fn where_there_is_no_model_it_says_what_can_be_done() {
        let config = Config::defaults().unwrap();
        let absent = AgentModels { models: Vec::new(), problems: vec!["no model server answers at X".into()] };
        let printed = describe(Some(&absent), &config);
        assert!(
            printed.contains("no model server answers at X") && printed.contains("a model is optional"),
            "{printed}"
        );
        let none = describe(Some(&AgentModels::default()), &config);
        assert!(none.contains("and has no model") && !none.contains("install Ollama"), "{none}");
        let stopped = describe(None, &config);
        assert!(stopped.contains("hint: rcad start"), "{stopped}");
    }
}
