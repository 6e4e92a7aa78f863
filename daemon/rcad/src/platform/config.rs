//! Settings: the embedded defaults, then the user's file, then the environment. Unknown keys are refused by name.

use anyhow::{Context, Result, anyhow, bail};
use rcad_core::model::answer::Style;
use serde::Deserialize;

use crate::platform::home::Home;

/// The defaults, with a comment on each key; `rcad doctor` and the README point to it.
pub const DEFAULTS: &str = include_str!("config.default.toml");

/// All settings. A key's meaning stands in `config.default.toml`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Config {
    /// Whether to show desktop notifications.
    pub notify: bool,
    /// Minutes in which the same failure is announced once.
    pub notify_again_minutes: u64,
    /// TCP port on the loopback address; 0 for any.
    pub port: u16,
    /// Base address of the Ollama server.
    pub ollama_url: String,
    /// Whether a model is asked about new failures.
    pub agent: AgentMode,
    /// Models to ask, in order, `NAME` or `NAME@ADDRESS`; empty for the one that suits best.
    pub agent_models: Vec<String>,
    /// How answers are written.
    pub agent_style: Style,
    /// Times that a model is asked about one failure, at most.
    pub agent_steps: u32,
    /// Seconds that this may take, at most.
    pub agent_seconds: u64,
    /// Tokens of the first prompt, at most.
    pub agent_prompt_tokens: u32,
    /// Tokens of an answer, at most.
    pub agent_answer_tokens: u32,
    /// Tokens of prompt and answer together, at most: the window that is asked for.
    pub agent_context_tokens: u32,
    /// Whether a search for documentation may ask the network.
    pub agent_web: bool,
    /// Weight of a model's own confidence.
    pub agent_weight_model: f64,
    /// Weight of what the evidence shows.
    pub agent_weight_verified: f64,
    /// Weight of agreement with what is known.
    pub agent_weight_known: f64,
    /// Weight of the failure's simplicity.
    pub agent_weight_simple: f64,
    /// Weight of how little the change touches.
    pub agent_weight_contained: f64,
    /// Failures in a row after which a model is not asked for a while.
    pub agent_circuit_failures: u32,
    /// Seconds for which it is not asked then.
    pub agent_circuit_seconds: u64,
    /// Directory of the embedding model's files; empty for the one below rcad's own.
    pub embedding_model_dir: String,
    /// Minutes after its last use at which the embedding model leaves memory; 0 for at once.
    pub embedding_rest_minutes: u64,
    /// Share of common words, 0 to 1, from which on another failure of the category is shown as similar.
    pub similar_words: f64,
    /// The same for the cosine of their meaning.
    pub similar_meaning: f64,
    /// Base address that `rcad model fetch` downloads from.
    pub model_hub: String,
    /// Answers kept in memory.
    pub cache_answers: usize,
    /// Hours for which each is kept there.
    pub cache_hours: u64,
    /// What an answer's confidence is multiplied with when somebody says that it helped.
    pub feedback_up: f64,
    /// The same when somebody says that it did not.
    pub feedback_down: f64,
    /// Feedback lifts no confidence above this, 0 to 1.
    pub feedback_ceiling: f64,
    /// Feedback lowers no confidence below this, 0 to 1.
    pub feedback_floor: f64,
    /// Most that the store may hold, in units of 2^20 bytes.
    pub store_max_mb: u64,
    /// Whether the daemon prunes by itself.
    pub prune: PruneMode,
    /// Quality below which a record is pruned, 0 to 1.
    pub prune_below: f64,
    /// Days that it must not have been seen for that.
    pub prune_after_days: u64,
    /// Days after which any record that nobody found right is pruned; 0 for never.
    pub prune_expire_days: u64,
    /// Days before its end at which a record is flagged.
    pub prune_notice_days: u64,
    /// Quality at which a record is excellent, 0 to 1.
    pub quality_excellent: f64,
    /// Quality at which a record is good, 0 to 1.
    pub quality_good: f64,
    /// Quality at which a record is fair, 0 to 1.
    pub quality_fair: f64,
}

/// Whether a model is asked about new failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AgentMode {
    /// Only when a person asks for it.
    Off,
    /// About each, where a model is there.
    Auto,
}

/// Whether the daemon prunes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PruneMode {
    /// Only when asked.
    Off,
    /// Once a day.
    Daily,
}

impl Config {
    /// Without a user's file, and whatever the environment says.
    #[cfg(test)]
    pub fn defaults() -> Result<Config> {
        Config::merge("", |_| None)
    }

    /// Defaults < user's file < environment.
    pub fn load(home: &Home) -> Result<Config> {
        let path = home.config();
        let user = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(e).with_context(|| format!("cannot read {}", path.display())),
        };
        Config::merge(&user, |key| std::env::var(key).ok()).with_context(|| format!("in {}", path.display()))
    }

    fn merge(user: &str, environment: impl Fn(&str) -> Option<String>) -> Result<Config> {
        let mut table: toml::Table = DEFAULTS.parse().context("embedded defaults")?;
        let given: toml::Table = user.parse().map_err(|e: toml::de::Error| anyhow!("{}", e.message().trim_end()))?;
        for (key, value) in given {
            if !table.contains_key(&key) {
                bail!("unknown setting `{key}`{}", nearest(&key, &table));
            }
            table.insert(key, value);
        }
        let keys: Vec<String> = table.keys().cloned().collect();
        for key in keys {
            if let Some(text) = environment(&format!("RCAD_{}", key.to_uppercase())) {
                // A word that is no TOML value is meant as a string.
                let value = text.parse::<toml::Value>().unwrap_or(toml::Value::String(text));
                table.insert(key, value);
            }
        }
        let config: Config = table.try_into().map_err(|e: toml::de::Error| anyhow!("{}", e.message().trim_end()))?;
        config.check_shares()?;
        Ok(config)
    }

    /// A multiplier or bound that is none would spoil records one after the other, silently.
    fn check_shares(&self) -> Result<()> {
        let shares = [
            ("feedback_down", self.feedback_down),
            ("feedback_ceiling", self.feedback_ceiling),
            ("feedback_floor", self.feedback_floor),
            ("prune_below", self.prune_below),
            ("quality_excellent", self.quality_excellent),
            ("quality_good", self.quality_good),
            ("quality_fair", self.quality_fair),
        ];
        for (name, value) in shares {
            if !(0.0..=1.0).contains(&value) {
                bail!("`{name}` must be from 0 to 1, not {value}");
            }
        }
        if !(1.0..=100.0).contains(&self.feedback_up) {
            bail!("`feedback_up` must be from 1 to 100, not {}", self.feedback_up);
        }
        Ok(())
    }
}

fn nearest(key: &str, table: &toml::Table) -> String {
    let best = table.keys().map(|k| (strsim::damerau_levenshtein(key, k), k)).min();
    match best {
        Some((distance, name)) if distance <= 4 => format!("\nhint: did you mean `{name}`?"),
        _ => format!("\nhint: the settings are {}", table.keys().cloned().collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_overrides_defaults_and_environment_overrides_both() {
        let config =
            Config::merge("notify = false\nport = 7000", |key| (key == "RCAD_PORT").then(|| "7001".into())).unwrap();
        assert!(!config.notify);
        assert_eq!(config.port, 7001);
        assert_eq!(config.notify_again_minutes, 10);
    }

    #[test]
    fn an_unknown_key_is_refused_with_the_nearest_name() {
        let error = Config::merge("notfy = false", |_| None).unwrap_err().to_string();
        assert!(error.contains("`notfy`") && error.contains("`notify`"), "{error}");
    }

    #[test]
    fn a_multiplier_that_is_none_is_refused_by_name() {
        for bad in
            ["feedback_up = 0.9", "feedback_down = -1", "prune_below = 30", "quality_good = nan", "prune = 'weekly'"]
        {
            let error = Config::merge(bad, |_| None).unwrap_err().to_string();
            let name = bad.split(' ').next().unwrap();
            assert!(error.contains(name) || error.contains("`daily`"), "{bad}: {error}");
        }
        let config = Config::merge("feedback_up = 2\nfeedback_down = 0\nprune = 'off'", |_| None).unwrap();
        assert_eq!((config.feedback_up, config.prune), (2.0, PruneMode::Off));
    }

    #[test]
    fn a_wrong_type_is_refused() {
        assert!(Config::merge("port = \"many\"", |_| None).is_err());
    }
}
