//! Lists the models of all servers, what is known of each, and the order in which they are asked. Asks a model only
//! what it can do.

use rcad_core::agent::model::{Ability, ChatModel, ModelError};
use rcad_store::Store;

use super::probe;
use super::route::Candidate;
use crate::agent::ollama::{InstalledModel, Server};
use crate::platform::config::Config;
use crate::platform::time::now_ms;

/// A model that did not fit into memory is not tried again for this time.
const OUT_OF_MEMORY_MS: u64 = 3_600_000;
/// Models that are probed before a job at most, if `agent.models` names none.
const MAX_PROBES: usize = 3;

/// A model that a server has.
#[derive(Clone, Debug)]
pub struct ServerModel {
    /// The server.
    pub server: Server,
    /// What the server reports of it.
    pub installed: InstalledModel,
    /// What it can do; nothing before it was probed.
    pub ability: Option<Ability>,
}

/// All servers of the settings and their models.
#[derive(Debug, Default)]
pub struct Inventory {
    /// In the order of the servers.
    pub models: Vec<ServerModel>,
    /// Servers that did not answer, and why.
    pub errors: Vec<(String, ModelError)>,
    /// Addresses of all servers that were asked.
    pub servers: Vec<String>,
}

impl Inventory {
    /// Why the requested model can't be asked; nothing if a server has it.
    pub fn unavailable(&self, selector: &ModelSelector) -> Option<ModelError> {
        if self.models.iter().any(|model| selector.is(model)) {
            return None;
        }
        let server = selector.server();
        let mut down = self.errors.iter().filter(|(address, _)| server.as_ref().is_none_or(|server| server == address));
        let absent = down.find(|(_, error)| is_unreachable(error)).map(|(_, error)| error.clone());
        Some(absent.unwrap_or_else(|| ModelError::ModelNotFound { model: selector.name.clone() }))
    }

    /// The server that a selector names, if it is not in the settings. Such a server is never asked.
    pub fn unknown_server<'s>(&self, selector: &'s ModelSelector) -> Option<&'s str> {
        let known = selector.server().is_none_or(|server| self.servers.contains(&server));
        selector.address.as_deref().filter(|_| !known)
    }
}

/// Whether the server may answer later.
pub fn is_unreachable(error: &ModelError) -> bool {
    matches!(error, ModelError::ServerUnreachable { .. })
}

/// A requested model: `NAME` or `NAME@ADDRESS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelSelector {
    /// With its tag.
    pub name: String,
    /// Address of the server; nothing for any server of the settings.
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

    /// Whether it selects this model.
    pub fn is(&self, model: &ServerModel) -> bool {
        let there = self.server().is_none_or(|server| server == model.server.address());
        there && self.name == model.installed.name
    }

    /// The server's address in normal form, or as it was written if it is invalid.
    fn server(&self) -> Option<String> {
        let address = self.address.as_deref()?;
        Some(Server::new(address).map_or_else(|_| address.to_owned(), |server| server.address().to_owned()))
    }
}

/// The servers of the settings, each once, in their order, and the addresses that are invalid.
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

/// Asks all servers for their models.
pub async fn inventory(store: &Store, config: &Config) -> Inventory {
    let (servers, errors) = servers(config);
    let mut found = Inventory { models: Vec::new(), errors, servers: Vec::new() };
    for server in servers {
        found.servers.push(server.address().to_owned());
        match server.installed().await {
            Ok(installed) => found.models.extend(installed.into_iter().map(|installed| {
                let ability = known_ability(store, &server, &installed, now_ms());
                ServerModel { server: server.clone(), installed, ability }
            })),
            Err(error) => found.errors.push((server.address().to_owned(), error)),
        }
    }
    found
}

/// The context window to ask a model with, in tokens.
pub fn window(config: &Config, ability: &Ability) -> u32 {
    config.agent.context_tokens.min(ability.context_length)
}

/// Probes a model and stores the result. A model that does not fit into memory is stored as unusable for an hour.
pub async fn probe_model(store: &Store, config: &Config, model: &mut ServerModel) -> Result<(), ModelError> {
    let (server, name) = (&model.server, &model.installed.name);
    tracing::info!(model = name, server = server.address(), "is asked what it can do");
    let found = probe::probe(server, name, config.agent.context_tokens, now_ms()).await;
    let ability = match &found {
        Ok(ability) => ability.clone(),
        Err(ModelError::OutOfMemory) => probe::unusable(now_ms()),
        // The server answered a moment ago, so it must have crashed.
        Err(ModelError::ServerUnreachable { .. }) => return Err(ModelError::Crashed),
        Err(error) => return Err(error.clone()),
    };
    if let Err(e) = store.set_ability(&key(server, &model.installed), &ability) {
        tracing::warn!(error = %e, model = name, "what it can do could not be remembered");
    }
    model.ability = Some(ability);
    found.map(drop)
}

/// The models to ask, best first. Probes models that nothing is known of. `requested` is the `NAME` or `NAME@ADDRESS`
/// that a person asked for. If no model can be asked, returns the first error.
pub async fn candidates(store: &Store, config: &Config, requested: Option<&str>) -> Result<Vec<Candidate>, ModelError> {
    let mut found = inventory(store, config).await;
    let selectors: Vec<ModelSelector> = match requested {
        Some(requested) => vec![ModelSelector::read(requested)],
        None => config.agent.models.iter().map(|model| ModelSelector::read(model)).collect(),
    };
    let unavailable = selectors.iter().find_map(|selector| found.unavailable(selector));
    let mut error = unavailable.or_else(|| found.errors.first().map(|(_, error)| error.clone()));
    if selectors.is_empty() {
        if order(&found.models, &selectors, config).first().is_none_or(|at| !is_suitable(&found.models[*at], config)) {
            probe_some(store, config, &mut found.models, &mut error).await;
        }
    } else {
        for model in found.models.iter_mut().filter(|model| selectors.iter().any(|selector| selector.is(model))) {
            if model.ability.is_none()
                && let Err(why) = probe_model(store, config, model).await
            {
                error = Some(why);
            }
        }
    }
    let candidates = choose(&found.models, &selectors, config);
    match error {
        Some(error) if candidates.is_empty() => Err(error),
        _ => Ok(candidates),
    }
}

/// Probes models until one is suitable, beginning with the largest that fits into half of the memory.
async fn probe_some(store: &Store, config: &Config, models: &mut [ServerModel], error: &mut Option<ModelError>) {
    let room = crate::install::embedding_files::memory_bytes().map_or(u64::MAX, |bytes| bytes / 2);
    let mut unknown: Vec<usize> = (0..models.len()).filter(|at| models[*at].ability.is_none()).collect();
    unknown.sort_by_key(|at| {
        let size = models[*at].installed.size;
        // Models that don't fit come last, the smallest of them first.
        if size <= room { (0, u64::MAX - size) } else { (1, size) }
    });
    let mut probed = 0;
    for at in unknown {
        match probe_model(store, config, &mut models[at]).await {
            Ok(()) if is_suitable(&models[at], config) => return,
            Ok(()) => {}
            Err(why) => *error = Some(why),
        }
        probed += usize::from(models[at].ability.as_ref().is_none_or(|ability| ability.context_length > 0));
        if probed == MAX_PROBES {
            return;
        }
    }
}

/// The models to ask: the selected ones in the order of their selectors, else best first.
pub fn choose(models: &[ServerModel], selectors: &[ModelSelector], config: &Config) -> Vec<Candidate> {
    let candidate = |at: usize| {
        let ServerModel { server, installed, ability } = &models[at];
        let ability = ability.clone().unwrap_or_default();
        let model = ChatModel { name: installed.name.clone(), digest: installed.digest.clone(), ability };
        Candidate { server: server.clone(), model }
    };
    order(models, selectors, config).into_iter().map(candidate).collect()
}

/// Indexes of the models to ask, in order.
pub fn order(models: &[ServerModel], selectors: &[ModelSelector], config: &Config) -> Vec<usize> {
    let can = |at: &usize| models[*at].ability.as_ref().is_some_and(|ability| ability.context_length > 0);
    let mut all: Vec<usize> = Vec::new();
    for selector in selectors {
        let new: Vec<usize> = (0..models.len()).filter(|at| selector.is(&models[*at]) && !all.contains(at)).collect();
        all.extend(new);
    }
    if selectors.is_empty() {
        all = (0..models.len()).collect();
        // A stable sort: among equals the server named first wins.
        all.sort_by_key(|at| std::cmp::Reverse(rank(&models[*at], config)));
    }
    all.retain(can);
    all
}

/// Sort key of a model: whether it answers in time, then what it can do, then its size, the only hint of its quality.
fn rank(model: &ServerModel, config: &Config) -> (bool, u32, u64) {
    let Some(ability) = &model.ability else { return (false, 0, 0) };
    let can = u32::from(ability.keeps_schema) * 2 + u32::from(ability.keeps_schema && ability.calls_tools);
    (
        answer_seconds(ability, config).is_none_or(|answer_seconds| answer_seconds <= config.agent.seconds as f64),
        can,
        model.installed.size,
    )
}

/// Whether it is good enough to stop probing.
fn is_suitable(model: &ServerModel, config: &Config) -> bool {
    let Some(ability) = &model.ability else { return false };
    ability.context_length > 0 && ability.keeps_schema && rank(model, config).0
}

/// Seconds of a typical answer: the longest prompt and half of the longest answer. Nothing if its speed is not known.
pub fn answer_seconds(ability: &Ability, config: &Config) -> Option<f64> {
    let reading = f64::from(config.agent.prompt_tokens) / ability.prompt_tokens_per_second?;
    let writing = ability.tokens_per_second.map(|speed| f64::from(config.agent.answer_tokens) / 2.0 / speed);
    Some(reading + writing.unwrap_or_default())
}

/// Why a model has this position, for people.
pub fn why(model: &ServerModel, place: u32, selectors: &[ModelSelector], config: &Config) -> String {
    let first = place == 1;
    let mut why = match (selectors.is_empty(), first) {
        (false, true) => "asked first: `agent.models` says so".to_owned(),
        (false, false) => "asked when those before it do not answer".to_owned(),
        (true, true) => "asked first: the best that answers in time".to_owned(),
        (true, false) => "asked when those before it do not answer".to_owned(),
    };
    let slow = model.ability.as_ref().and_then(|ability| answer_seconds(ability, config));
    if let Some(answer_seconds) = slow.filter(|answer_seconds| *answer_seconds > config.agent.seconds as f64) {
        let most = config.agent.seconds;
        if selectors.is_empty() && first {
            "asked first: none is quicker".clone_into(&mut why);
        }
        why.push_str(&format!("; slow: an answer takes some {answer_seconds:.0} s here, `agent.seconds` is {most}"));
    }
    why
}

/// Why a model is not asked, for people.
pub fn why_not(model: &ServerModel, selectors: &[ModelSelector]) -> String {
    let selected = selectors.is_empty() || selectors.iter().any(|selector| selector.is(model));
    match &model.ability {
        _ if !selected => "not asked: `agent.models` names others",
        None => "not asked yet: nothing is known of it",
        Some(_) => "not asked: it writes no text (embeddings), or did not fit into memory within the last hour",
    }
    .to_owned()
}

/// The stored ability, unless it is outdated.
fn known_ability(store: &Store, server: &Server, installed: &InstalledModel, now_ms: u64) -> Option<Ability> {
    let ability = store.ability(&key(server, installed)).unwrap_or_else(|e| {
        tracing::warn!(error = %e, model = installed.name, "what it can do does not read; it is asked again");
        None
    })?;
    let holds = ability.context_length > 0 || now_ms.saturating_sub(ability.probed_ms) < OUT_OF_MEMORY_MS;
    (ability.probe == probe::VERSION && holds).then_some(ability)
}

/// Key of the stored ability. It includes the address of a remote server, since speed depends on the machine.
fn key(server: &Server, installed: &InstalledModel) -> String {
    if server.is_here() { installed.digest.clone() } else { format!("{}@{}", installed.digest, server.address()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(name: &str, gigabytes: u64, ability: Option<Ability>) -> ServerModel {
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
            model("prose:latest", 9, able(500.0, false, false)),
            model("schema:latest", 5, able(500.0, true, false)),
            model("small:latest", 2, able(900.0, true, true)),
            model("large:latest", 8, able(300.0, true, true)),
            model("huge:latest", 40, able(20.0, true, true)), // 150 s to read, 300 s to write.
            model("embed:latest", 1, Some(probe::unusable(5))),
            model("unknown:latest", 7, None),
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
            model("a:latest", 9, able(500.0, true, true)),
            model("b:8b", 2, able(10.0, false, false)),
            model("embed:latest", 1, Some(probe::unusable(5))),
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
    fn only_the_server_of_a_requested_model_is_waited_for() {
        let down = ModelError::ServerUnreachable { server: "http://gpu:11434".into() };
        let inventory = Inventory {
            models: vec![model("a:latest", 9, None)],
            errors: vec![("http://gpu:11434".into(), down.clone())],
            servers: vec!["http://127.0.0.1:11434".into(), "http://gpu:11434".into()],
        };
        let missing = ModelError::ModelNotFound { model: "b:latest".into() };
        for (selector, expected) in
            [("a", None), ("b", Some(down.clone())), ("b@gpu:11434", Some(down)), ("b@127.0.0.1:11434", Some(missing))]
        {
            assert_eq!(inventory.unavailable(&ModelSelector::read(selector)), expected, "{selector}");
        }
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
        assert_eq!(answer_seconds(&slow, &config), Some(300.0));
        assert_eq!(answer_seconds(&Ability::default(), &config), None);
    }
}
