//! Which models are there, what is known of each, and in which order they are asked. Asks a model nothing but what it can do.

use rcad_core::agent::model::{Ability, Model, ModelError};
use rcad_store::Store;

use super::probe;
use super::route::Candidate;
use crate::agent::ollama::{InstalledModel, Server};
use crate::platform::config::Config;
use crate::platform::time::now_ms;

/// A model that could not be loaded is left alone for so long.
const UNABLE_MS: u64 = 3_600_000;
/// Where nobody has chosen, so many models that nothing is known of are probed before a job, at most.
const PROBED: usize = 3;

/// A model that a server has.
#[derive(Clone, Debug)]
pub struct ServerModel {
    /// The server.
    pub server: Server,
    /// What the server says of it.
    pub installed: InstalledModel,
    /// What it can do; nothing while it was not asked.
    pub ability: Option<Ability>,
}

/// All servers of the settings and what they have.
#[derive(Debug, Default)]
pub struct Inventory {
    /// In the order of the servers.
    pub models: Vec<ServerModel>,
    /// Servers that did not answer, and why.
    pub troubles: Vec<(String, ModelError)>,
    /// Addresses of all that were asked.
    pub servers: Vec<String>,
}

impl Inventory {
    /// Why the requested model can't be asked; nothing where a server has it.
    pub fn unavailable(&self, selector: &ModelSelector) -> Option<ModelError> {
        if self.models.iter().any(|seen| selector.is(seen)) {
            return None;
        }
        let server = selector.server();
        let mut down =
            self.troubles.iter().filter(|(address, _)| server.as_ref().is_none_or(|server| server == address));
        let absent = down.find(|(_, trouble)| is_absent(trouble)).map(|(_, trouble)| trouble.clone());
        Some(absent.unwrap_or_else(|| ModelError::ModelNotFound { model: selector.name.clone() }))
    }

    /// The server that a selector names, where the settings do not: it is never asked.
    pub fn unknown_server<'s>(&self, selector: &'s ModelSelector) -> Option<&'s str> {
        let known = selector.server().is_none_or(|server| self.servers.contains(&server));
        selector.address.as_deref().filter(|_| !known)
    }
}

/// Whether the server may answer later.
pub fn is_absent(trouble: &ModelError) -> bool {
    matches!(trouble, ModelError::ServerUnreachable { .. })
}

/// A model as somebody has named it: `NAME` or `NAME@ADDRESS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelSelector {
    /// With its tag.
    pub name: String,
    /// The server; any of the settings' where nothing is said.
    pub address: Option<String>,
}

impl ModelSelector {
    /// Reads `NAME` or `NAME@ADDRESS`.
    pub fn read(text: &str) -> ModelSelector {
        let (name, address) = match text.trim().split_once('@') {
            Some((name, address)) => (name, Some(address.to_owned())),
            None => (text.trim(), None),
        };
        let tagged = name.rsplit('/').next().is_some_and(|last| last.contains(':'));
        ModelSelector { name: if tagged { name.to_owned() } else { format!("{name}:latest") }, address }
    }

    /// Whether it selects this one.
    pub fn is(&self, seen: &ServerModel) -> bool {
        let there = self.server().is_none_or(|server| server == seen.server.address());
        there && self.name == seen.installed.name
    }

    /// The address of the server as servers have it, or as it was written where it is none.
    fn server(&self) -> Option<String> {
        let address = self.address.as_deref()?;
        Some(Server::new(address).map_or_else(|_| address.to_owned(), |server| server.address().to_owned()))
    }
}

/// Every server of the settings, each once, in their order.
pub fn servers(config: &Config) -> (Vec<Server>, Vec<(String, ModelError)>) {
    let named = config.agent.models.iter().filter_map(|model| ModelSelector::read(model).address);
    let (mut all, mut bad): (Vec<Server>, Vec<(String, ModelError)>) = (Vec::new(), Vec::new());
    for address in std::iter::once(config.ollama.url.clone()).chain(named) {
        match Server::new(&address) {
            Ok(server) if all.iter().any(|known| known.address() == server.address()) => {}
            Ok(server) => all.push(server),
            Err(error) => bad.push((address, ModelError::Rejected { what: format!("{error:#}") })),
        }
    }
    (all, bad)
}

/// Asks all servers what they have.
pub async fn inventory(store: &Store, config: &Config) -> Inventory {
    let (servers, troubles) = servers(config);
    let mut found = Inventory { models: Vec::new(), troubles, servers: Vec::new() };
    for server in servers {
        found.servers.push(server.address().to_owned());
        match server.installed().await {
            Ok(installed) => found.models.extend(installed.into_iter().map(|installed| {
                let ability = remembered(store, &server, &installed, now_ms());
                ServerModel { server: server.clone(), installed, ability }
            })),
            Err(trouble) => found.troubles.push((server.address().to_owned(), trouble)),
        }
    }
    found
}

/// The window that a model is asked with, in tokens.
pub fn window(config: &Config, ability: &Ability) -> u32 {
    config.agent.context_tokens.min(ability.context_length)
}

/// Finds out what a model can do and remembers it. One that is too large for the machine is remembered as that for an hour.
pub async fn find_out(store: &Store, config: &Config, seen: &mut ServerModel) -> Result<(), ModelError> {
    let (server, name) = (&seen.server, &seen.installed.name);
    tracing::info!(model = name, server = server.address(), "is asked what it can do");
    let found = probe::probe(server, name, config.agent.context_tokens, now_ms()).await;
    let ability = match &found {
        Ok(ability) => ability.clone(),
        Err(ModelError::OutOfMemory) => probe::unable(now_ms()),
        // It was there a moment ago, to say what it has.
        Err(ModelError::ServerUnreachable { .. }) => return Err(ModelError::Crashed),
        Err(trouble) => return Err(trouble.clone()),
    };
    if let Err(e) = store.set_ability(&key(server, &seen.installed), &ability) {
        tracing::warn!(error = %e, model = name, "what it can do could not be remembered");
    }
    seen.ability = Some(ability);
    found.map(drop)
}

/// The models to ask, best first; those that nobody knows are asked what they can do before. `requested` is `NAME`
/// or `NAME@ADDRESS` of the one that a person asks for. The trouble of the first one that can't be asked where none can.
pub async fn candidates(store: &Store, config: &Config, requested: Option<&str>) -> Result<Vec<Candidate>, ModelError> {
    let mut found = inventory(store, config).await;
    let selectors: Vec<ModelSelector> = match requested {
        Some(requested) => vec![ModelSelector::read(requested)],
        None => config.agent.models.iter().map(|model| ModelSelector::read(model)).collect(),
    };
    let unavailable = selectors.iter().find_map(|selector| found.unavailable(selector));
    let mut trouble = unavailable.or_else(|| found.troubles.first().map(|(_, trouble)| trouble.clone()));
    if selectors.is_empty() {
        if order(&found.models, &selectors, config).first().is_none_or(|at| !suits(&found.models[*at], config)) {
            find_out_some(store, config, &mut found.models, &mut trouble).await;
        }
    } else {
        for seen in found.models.iter_mut().filter(|seen| selectors.iter().any(|selector| selector.is(seen))) {
            if seen.ability.is_none()
                && let Err(why) = find_out(store, config, seen).await
            {
                trouble = Some(why);
            }
        }
    }
    let candidates = choose(&found.models, &selectors, config);
    match trouble {
        Some(trouble) if candidates.is_empty() => Err(trouble),
        _ => Ok(candidates),
    }
}

/// Probes until one suits: the largest that half of the memory holds first.
async fn find_out_some(store: &Store, config: &Config, models: &mut [ServerModel], trouble: &mut Option<ModelError>) {
    let room = crate::install::embedding_files::memory_bytes().map_or(u64::MAX, |bytes| bytes / 2);
    let mut unknown: Vec<usize> = (0..models.len()).filter(|at| models[*at].ability.is_none()).collect();
    unknown.sort_by_key(|at| {
        let size = models[*at].installed.size;
        // What does not fit comes last, the smallest of it first.
        if size <= room { (0, u64::MAX - size) } else { (1, size) }
    });
    let mut probed = 0;
    for at in unknown {
        match find_out(store, config, &mut models[at]).await {
            Ok(()) if suits(&models[at], config) => return,
            Ok(()) => {}
            Err(why) => *trouble = Some(why),
        }
        probed += usize::from(models[at].ability.as_ref().is_none_or(|ability| ability.context_length > 0));
        if probed == PROBED {
            return;
        }
    }
}

/// The order in which models are asked: those that were selected for in that order, else the best first.
pub fn choose(models: &[ServerModel], selectors: &[ModelSelector], config: &Config) -> Vec<Candidate> {
    let candidate = |at: usize| {
        let ServerModel { server, installed, ability } = &models[at];
        let ability = ability.clone().unwrap_or_default();
        let model = Model { name: installed.name.clone(), digest: installed.digest.clone(), ability };
        Candidate { server: server.clone(), model }
    };
    order(models, selectors, config).into_iter().map(candidate).collect()
}

/// The places of those that are asked, in their order.
pub fn order(models: &[ServerModel], selectors: &[ModelSelector], config: &Config) -> Vec<usize> {
    let can = |at: &usize| models[*at].ability.as_ref().is_some_and(|ability| ability.context_length > 0);
    let mut all: Vec<usize> = Vec::new();
    for selector in selectors {
        let new: Vec<usize> = (0..models.len()).filter(|at| selector.is(&models[*at]) && !all.contains(at)).collect();
        all.extend(new);
    }
    if selectors.is_empty() {
        all = (0..models.len()).collect();
        // Stable: of two that are as good, the one on the server that was named first.
        all.sort_by_key(|at| std::cmp::Reverse(worth(&models[*at], config)));
    }
    all.retain(can);
    all
}

/// What a model is worth to us: above all that it answers in time; then what it can do; then its size, which is what is known
/// of how clever it is.
fn worth(seen: &ServerModel, config: &Config) -> (bool, u32, u64) {
    let Some(ability) = &seen.ability else { return (false, 0, 0) };
    let can = u32::from(ability.keeps_schema) * 2 + u32::from(ability.keeps_schema && ability.calls_tools);
    (seconds(ability, config).is_none_or(|seconds| seconds <= config.agent.seconds as f64), can, seen.installed.size)
}

/// Whether there is no need to look for another one.
fn suits(seen: &ServerModel, config: &Config) -> bool {
    let Some(ability) = &seen.ability else { return false };
    ability.context_length > 0 && ability.keeps_schema && worth(seen, config).0
}

/// Seconds that one answer of usual length takes: the longest prompt, half of the longest answer. Nothing where its speed is
/// not known.
pub fn seconds(ability: &Ability, config: &Config) -> Option<f64> {
    let reading = f64::from(config.agent.prompt_tokens) / ability.prompt_tokens_per_second?;
    let writing = ability.tokens_per_second.map(|speed| f64::from(config.agent.answer_tokens) / 2.0 / speed);
    Some(reading + writing.unwrap_or_default())
}

/// Why a model has this place in the order, for people.
pub fn why(seen: &ServerModel, place: u32, selectors: &[ModelSelector], config: &Config) -> String {
    let first = place == 1;
    let mut why = match (selectors.is_empty(), first) {
        (false, true) => "asked first: `agent.models` says so".to_owned(),
        (false, false) => "asked when those before it do not answer".to_owned(),
        (true, true) => "asked first: the best that answers in time".to_owned(),
        (true, false) => "asked when those before it do not answer".to_owned(),
    };
    let slow = seen.ability.as_ref().and_then(|ability| seconds(ability, config));
    if let Some(seconds) = slow.filter(|seconds| *seconds > config.agent.seconds as f64) {
        let most = config.agent.seconds;
        if selectors.is_empty() && first {
            "asked first: none is quicker".clone_into(&mut why);
        }
        why.push_str(&format!("; slow: an answer takes some {seconds:.0} s here, `agent.seconds` is {most}"));
    }
    why
}

/// Why a model is not asked, for people.
pub fn why_not(seen: &ServerModel, selectors: &[ModelSelector]) -> String {
    let selected = selectors.is_empty() || selectors.iter().any(|selector| selector.is(seen));
    match &seen.ability {
        _ if !selected => "not asked: `agent.models` names others",
        None => "not asked yet: nothing is known of it",
        Some(_) => "not asked: it writes no text (embeddings), or did not fit into memory within the last hour",
    }
    .to_owned()
}

/// What the store knows of it, as long as that holds.
fn remembered(store: &Store, server: &Server, installed: &InstalledModel, now_ms: u64) -> Option<Ability> {
    let ability = store.ability(&key(server, installed)).unwrap_or_else(|e| {
        tracing::warn!(error = %e, model = installed.name, "what it can do does not read; it is asked again");
        None
    })?;
    let holds = ability.context_length > 0 || now_ms.saturating_sub(ability.probed_ms) < UNABLE_MS;
    (ability.probe == probe::VERSION && holds).then_some(ability)
}

/// Under which it is remembered: how fast a model is depends on the machine too.
fn key(server: &Server, installed: &InstalledModel) -> String {
    if server.is_here() { installed.digest.clone() } else { format!("{}@{}", installed.digest, server.address()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(name: &str, gigabytes: u64, ability: Option<Ability>) -> ServerModel {
        let server = Server::new("http://127.0.0.1:11434").unwrap();
        let installed = InstalledModel { name: name.into(), digest: format!("sha256:{name}"), size: gigabytes << 30 };
        ServerModel { server, installed, ability }
    }

    /// Reads so many tokens a second and writes a tenth of that.
    fn able(speed: f64, keeps_schema: bool, calls_tools: bool) -> Option<Ability> {
        Some(Ability {
            context_length: 40_960,
            prompt_tokens_per_second: Some(speed),
            tokens_per_second: Some(speed / 10.0),
            keeps_schema,
            calls_tools,
            probe: probe::VERSION,
            ..Ability::default()
        })
    }

    fn names(models: &[ServerModel], selectors: &[&str], config: &Config) -> Vec<String> {
        let selectors: Vec<ModelSelector> = selectors.iter().map(|selector| ModelSelector::read(selector)).collect();
        choose(models, &selectors, config).into_iter().map(|candidate| candidate.model.name).collect()
    }

    #[test]
    fn the_best_one_that_answers_in_time_is_first() {
        let models = [
            seen("prose:latest", 9, able(500.0, false, false)),
            seen("schema:latest", 5, able(500.0, true, false)),
            seen("small:latest", 2, able(900.0, true, true)),
            seen("large:latest", 8, able(300.0, true, true)),
            seen("huge:latest", 40, able(20.0, true, true)), // 150 s to read, 300 s to write.
            seen("embed:latest", 1, Some(probe::unable(5))),
            seen("unknown:latest", 7, None),
        ];
        let mut config = Config::defaults().unwrap();
        assert_eq!(
            names(&models, &[], &config),
            ["large:latest", "small:latest", "schema:latest", "prose:latest", "huge:latest"]
        );
        config.agent.seconds = 500;
        assert_eq!(names(&models, &[], &config)[0], "huge:latest");
    }

    #[test]
    fn only_requested_models_are_asked_in_their_order() {
        let models = [
            seen("a:latest", 9, able(500.0, true, true)),
            seen("b:8b", 2, able(10.0, false, false)),
            seen("embed:latest", 1, Some(probe::unable(5))),
        ];
        let config = Config::defaults().unwrap();
        assert_eq!(names(&models, &["b:8b", "a", "a:latest", "none", "embed"], &config), ["b:8b", "a:latest"]);
        assert_eq!(names(&models, &["a@http://127.0.0.1:11434/"], &config), ["a:latest"]);
        assert!(names(&models, &["a@http://127.0.0.1:9"], &config).is_empty(), "on another server");
        assert!(names(&models, &["b"], &config).is_empty(), "b:latest is not b:8b");
    }

    #[test]
    fn a_selector_is_read() {
        let selector = |text: &str| {
            let ModelSelector { name, address } = ModelSelector::read(text);
            (name, address)
        };
        assert_eq!(selector(" qwen3 "), ("qwen3:latest".into(), None));
        assert_eq!(selector("hf.co/u/m:Q4"), ("hf.co/u/m:Q4".into(), None));
        assert_eq!(selector("host:5000/u/m"), ("host:5000/u/m:latest".into(), None));
        assert_eq!(selector("m@gpu:11434"), ("m:latest".into(), Some("gpu:11434".into())));
    }

    #[test]
    fn each_server_of_the_settings_is_asked_once() {
        let mut config = Config::defaults().unwrap();
        let names = ["a@http://127.0.0.1:11434/", "b@gpu:11434", "c@gpu:11434", "d@ftp://x", "e"];
        config.agent.models = names.iter().map(|name| (*name).to_owned()).collect();
        let (all, bad) = servers(&config);
        let all: Vec<_> = all.iter().map(Server::address).collect();
        assert_eq!(all, ["http://127.0.0.1:11434", "http://gpu:11434"]);
        assert!(matches!(&bad[..], [(address, ModelError::Rejected { .. })] if address == "ftp://x"), "{bad:?}");
    }

    #[test]
    fn one_that_did_not_even_read_in_time_is_slow() {
        let config = Config::defaults().unwrap();
        let slow = Ability { prompt_tokens_per_second: Some(10.0), context_length: 9, ..Ability::default() };
        assert_eq!(seconds(&slow, &config), Some(300.0));
        assert_eq!(seconds(&Ability::default(), &config), None);
    }
}
