//! Settings: the embedded defaults, then the user's file, then the environment. Unknown ones are refused by name.

use anyhow::{Context, Result, anyhow, bail};
use rcad_core::model::answer::Style;
use serde::Deserialize;
use toml::{Table, Value};

use crate::platform::home::Home;

/// The defaults, with a comment on each key; `rcad doctor` and the README point to it.
pub const DEFAULTS: &str = include_str!("config.default.toml");

/// All settings. What each means stands in `config.default.toml`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Config {
    /// Whether to show desktop notifications.
    pub notify: bool,
    /// Minutes in which the same failure is announced once.
    pub notify_again_minutes: u64,
    /// TCP port on the loopback address; 0 for any.
    pub port: u16,
    /// The model server.
    pub ollama: OllamaSettings,
    /// How models are asked.
    pub agent: AgentSettings,
    /// The embedding model.
    pub embedding: EmbeddingSettings,
    /// What a vote does to an answer's confidence.
    pub feedback: FeedbackSettings,
    /// What is not worth keeping.
    pub prune: PruneSettings,
    /// Where the grades of quality begin, 0 to 1.
    pub quality: QualitySettings,
    /// The store.
    pub store: StoreSettings,
    /// The files of projects whose builds succeeded.
    pub snapshots: SnapshotSettings,
    /// The libraries in Gradle's caches.
    pub libraries: LibrarySettings,
    /// Android devices.
    pub devices: DeviceSettings,
}

/// The files of projects whose builds succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct SnapshotSettings {
    /// Whether they are kept.
    pub keep: bool,
    /// Most that they may take, in units of 2^20 bytes.
    pub megabytes: u64,
}

/// The libraries in Gradle's caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct LibrarySettings {
    /// Whether there is an index of their names.
    pub index: bool,
    /// Most that it may take, in units of 2^20 bytes.
    pub megabytes: u64,
}

/// Android devices.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct DeviceSettings {
    /// Whether their logs are read.
    pub watch: bool,
    /// Packages of apps beside those of the user's projects.
    pub apps: Vec<String>,
    /// Whether to start an adb server where none answers.
    pub start_server: bool,
}

/// The model server.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct OllamaSettings {
    /// Base address.
    pub url: String,
}

/// How models are asked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct AgentSettings {
    /// Whether a model is asked about new failures.
    pub mode: AgentMode,
    /// Models to ask, in order, `NAME` or `NAME@ADDRESS`; empty for the one that suits best.
    pub models: Vec<String>,
    /// How answers are written.
    pub style: Style,
    /// Most requests about one failure.
    pub steps: u32,
    /// Most seconds that these may take.
    pub seconds: u64,
    /// Most tokens of the first prompt.
    pub prompt_tokens: u32,
    /// Most tokens of an answer.
    pub answer_tokens: u32,
    /// Tokens of the context window that is asked for.
    pub context_tokens: u32,
    /// Whether a search for documentation may use the network.
    pub web: bool,
    /// What the confidence in an answer is made of.
    pub weights: ConfidenceWeights,
}

/// Shares of the confidence in a model's answer, each 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct ConfidenceWeights {
    /// The model's own estimate.
    pub model: f64,
    /// What the evidence confirms.
    pub verified: f64,
    /// Agreement with known failures.
    pub known: f64,
    /// The failure's simplicity.
    pub simple: f64,
    /// How little the fix touches.
    pub contained: f64,
}

/// Whether a model is asked about new failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AgentMode {
    /// Only on request.
    Off,
    /// About each, where there is a model.
    Auto,
}

/// The embedding model.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct EmbeddingSettings {
    /// Directory of its files; empty for the one below rcad's own.
    pub model_dir: String,
    /// Minutes after its last use at which it is unloaded; 0 for at once.
    pub rest_minutes: u64,
    /// Base address of the hub that it is downloaded from.
    pub hub: String,
}

/// What a vote does to an answer's confidence.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct FeedbackSettings {
    /// Factor for an answer that helped, 1 to 100.
    pub up: f64,
    /// Factor for one that did not, 0 to 1.
    pub down: f64,
    /// No vote raises the confidence above this, 0 to 1.
    pub ceiling: f64,
    /// No vote lowers it below this, 0 to 1.
    pub floor: f64,
}

/// What is not worth keeping.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct PruneSettings {
    /// Whether the daemon prunes by itself.
    pub mode: PruneMode,
    /// Quality below which a record is pruned, 0 to 1.
    pub below: f64,
    /// Days that it must not have been seen for that.
    pub after_days: u64,
    /// Days after which any record that nobody marked as right is pruned; 0 for never.
    pub expire_days: u64,
    /// Days before its end at which a record is announced.
    pub notice_days: u64,
}

/// Whether the daemon prunes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PruneMode {
    /// Only on request.
    Off,
    /// Once a day.
    Daily,
}

/// Where the grades of quality begin, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct QualitySettings {
    /// The best grade.
    pub excellent: f64,
    /// The second.
    pub good: f64,
    /// The third; poor is below.
    pub fair: f64,
}

/// The store.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct StoreSettings {
    /// Most that it may hold, in units of 2^20 bytes.
    pub max_mb: u64,
}

impl Config {
    /// Without a user's file, and whatever the environment says.
    #[cfg(test)]
    pub fn defaults() -> Result<Config> {
        Config::merge("", &[])
    }

    /// Defaults < user's file < environment.
    pub fn load(home: &Home) -> Result<Config> {
        let path = home.config();
        let user = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(e).with_context(|| format!("cannot read {}", path.display())),
        };
        let environment = std::env::vars_os();
        let environment =
            environment.filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)));
        Config::merge(&user, &environment.collect::<Vec<_>>()).with_context(|| format!("in {}", path.display()))
    }

    fn merge(user: &str, environment: &[(String, String)]) -> Result<Config> {
        let mut settings: Table = DEFAULTS.parse().context("embedded defaults")?;
        let names = names(&settings, "");
        let given: Table = user.parse().map_err(|e: toml::de::Error| anyhow!("{}", e.message().trim_end()))?;
        put(&mut settings, given, "", &names)?;
        for (variable, text) in environment {
            if let Some(name) = names.iter().find(|name| *variable == self::variable(name)) {
                // A word that is no TOML value is meant as a string.
                let value = text.parse().unwrap_or_else(|_| Value::String(text.clone()));
                put(&mut settings, only(name, value), "", &names)?;
            } else if settings.iter().any(|(table, inner)| inner.is_table() && belongs(variable, table)) {
                let guess = variable.trim_start_matches("RCAD_").to_lowercase();
                bail!("the environment sets `{variable}`, which is no setting{}", nearest(&guess, &names));
            }
        }
        let config: Config = settings.try_into().map_err(|e: toml::de::Error| anyhow!("{}", e.message().trim_end()))?;
        config.check_shares()?;
        Ok(config)
    }

    /// A wrong factor or share would spoil record after record without an error.
    fn check_shares(&self) -> Result<()> {
        let (feedback, quality, weights) = (&self.feedback, &self.quality, &self.agent.weights);
        let shares = [
            ("feedback.down", feedback.down),
            ("feedback.ceiling", feedback.ceiling),
            ("feedback.floor", feedback.floor),
            ("prune.below", self.prune.below),
            ("quality.excellent", quality.excellent),
            ("quality.good", quality.good),
            ("quality.fair", quality.fair),
            ("agent.weights.model", weights.model),
            ("agent.weights.verified", weights.verified),
            ("agent.weights.known", weights.known),
            ("agent.weights.simple", weights.simple),
            ("agent.weights.contained", weights.contained),
        ];
        for (name, value) in shares {
            if !(0.0..=1.0).contains(&value) {
                bail!("`{name}` must be from 0 to 1, not {value}");
            }
        }
        if !(1.0..=100.0).contains(&feedback.up) {
            bail!("`feedback.up` must be from 1 to 100, not {}", feedback.up);
        }
        Ok(())
    }
}

/// The names of all settings, each behind its tables: `agent.weights.model`.
fn names(table: &Table, above: &str) -> Vec<String> {
    let name = |(key, value): (&String, &Value)| match value {
        Value::Table(inner) => names(inner, &format!("{above}{key}.")),
        _ => vec![format!("{above}{key}")],
    };
    table.iter().flat_map(name).collect()
}

/// Puts what is given over the settings; `above` are the tables that it stands in.
fn put(settings: &mut Table, given: Table, above: &str, names: &[String]) -> Result<()> {
    for (key, value) in given {
        let name = format!("{above}{key}");
        match (settings.get_mut(&key), value) {
            (Some(Value::Table(inner)), Value::Table(value)) => put(inner, value, &format!("{name}."), names)?,
            (Some(Value::Table(_)), _) => {
                let inside: Vec<_> = names.iter().filter(|known| known.starts_with(&format!("{name}."))).collect();
                bail!("`{name}` is a table of settings\nhint: it has {inside:?}");
            }
            (Some(setting), value) => *setting = value,
            (None, _) => bail!("unknown setting `{name}`{}", nearest(&name, names)),
        }
    }
    Ok(())
}

/// A table that sets this one alone.
fn only(name: &str, value: Value) -> Table {
    match name.split_once('.') {
        Some((table, rest)) => Table::from_iter([(table.to_owned(), only(rest, value).into())]),
        None => Table::from_iter([(name.to_owned(), value)]),
    }
}

/// The environment variable that sets it.
fn variable(name: &str) -> String {
    format!("RCAD_{}", name.replace('.', "_").to_uppercase())
}

/// Whether an environment variable can only be meant for this table.
fn belongs(variable: &str, table: &str) -> bool {
    let table = self::variable(table);
    variable.strip_prefix(&table).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// The setting that was probably meant; a name without its tables, or with `_` for the dots, is close to it.
fn nearest(name: &str, names: &[String]) -> String {
    let plain = name.replace('.', "_");
    let distance = |known: &String| {
        let last = known.rsplit('.').next().unwrap_or_default();
        strsim::damerau_levenshtein(&plain, &known.replace('.', "_")).min(1 + strsim::damerau_levenshtein(name, last))
    };
    let tables = names.iter().filter_map(|known| Some(known.rsplit_once('.')?.0.to_owned()));
    match names.iter().cloned().chain(tables).map(|known| (distance(&known), known)).min() {
        Some((distance, known)) if distance <= 4 => format!("\nhint: did you mean `{known}`?"),
        _ => format!("\nhint: the settings are {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merge(user: &str, environment: &[(&str, &str)]) -> Result<Config> {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        Config::merge(user, &environment.iter().map(owned).collect::<Vec<_>>())
    }

    fn refusal(user: &str, environment: &[(&str, &str)]) -> String {
        format!("{:#}", merge(user, environment).unwrap_err())
    }

    #[test]
    fn file_overrides_defaults_and_environment_overrides_both() {
        let file = "notify = false\nport = 7000\n[agent]\nsteps = 3\nweights.known = 0.5\n";
        let config = merge(file, &[("RCAD_PORT", "7001"), ("RCAD_AGENT_MODELS", "['small']")]).unwrap();
        assert!(!config.notify);
        assert_eq!((config.port, config.notify_again_minutes), (7001, 10));
        assert_eq!(
            (config.agent.steps, config.agent.seconds, &config.agent.models[..]),
            (3, 90, &["small".into()][..])
        );
        assert_eq!((config.agent.weights.known, config.agent.weights.model), (0.5, 0.3));
        let nested = merge("", &[("RCAD_AGENT_WEIGHTS_SIMPLE", "0.2"), ("RCAD_AGENT_MODE", "off")]).unwrap();
        assert_eq!((nested.agent.weights.simple, nested.agent.mode), (0.2, AgentMode::Off));
    }

    #[test]
    fn an_unknown_setting_is_refused_with_the_nearest_name() {
        for (file, near) in [
            ("notfy = false", "`notify`"),
            ("agent_models = []", "`agent.models`"),
            ("models = []", "`agent.models`"),
            ("[prune]\nafter_day = 1", "`prune.after_days`"),
            ("[agent.wieghts]\nmodel = 1", "`agent.weights`"),
            ("agent = 'off'", "\"agent.mode\""),
            ("something_else = 1", "the settings are agent.answer_tokens, "),
        ] {
            let error = refusal(file, &[]);
            assert!(error.contains(near), "{file}: {error}");
        }
        let error = refusal("", &[("RCAD_PRUNE_BELOW_", "1")]);
        assert!(error.contains("`RCAD_PRUNE_BELOW_`") && error.contains("`prune.below`"), "{error}");
        assert!(refusal("", &[("RCAD_AGENT", "off")]).contains("RCAD_AGENT"));
        assert!(merge("", &[("RCAD_HOME", "/x"), ("RCAD_LOG", "debug"), ("RCAD_STORED", "1")]).is_ok());
    }

    #[test]
    fn a_wrong_share_is_refused_by_name() {
        for (table, key, value) in [
            ("feedback", "up", "0.9"),
            ("feedback", "down", "-1"),
            ("prune", "below", "30"),
            ("quality", "good", "nan"),
            ("agent.weights", "simple", "1.5"),
        ] {
            let error = refusal(&format!("[{table}]\n{key} = {value}"), &[]);
            assert!(error.contains(&format!("`{table}.{key}`")), "{table}.{key}: {error}");
        }
        assert!(refusal("[prune]\nmode = 'weekly'", &[]).contains("`daily`"));
        let config = merge("[feedback]\nup = 2\ndown = 0\n[prune]\nmode = 'off'", &[]).unwrap();
        assert_eq!((config.feedback.up, config.prune.mode), (2.0, PruneMode::Off));
    }

    #[test]
    fn a_wrong_type_is_refused() {
        assert!(merge("port = \"many\"", &[]).is_err());
        assert!(refusal("prune = true", &[]).contains("`prune` is a table"));
    }
}
