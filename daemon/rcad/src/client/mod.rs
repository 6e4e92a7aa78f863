//! The client of the daemon's HTTP API on the loopback address.

mod agent;
pub mod libraries;

use std::time::Duration;

use anyhow::{Context, Result, bail};
use rcad_core::code::libraries::LibraryHome;
use reqwest::{Method, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::platform::daemon_file;
use crate::platform::home::Home;
use crate::platform::url::percent_encode;
use crate::protocol::maintenance::Stats;
use crate::protocol::memory::{MatchExplanation, MergeDecision};
use crate::protocol::models::{AgentModels, ProbeRequest};
use crate::protocol::search::{SearchQuery, SearchReply};
use crate::protocol::timeline::TimelineEvent;
use crate::protocol::transfer::{ImportReply, VerifyReply};
use crate::protocol::{Envelope, RcaDetail, RcaSummary, RequestError, Status, SubmitReply, SubmittedBuild};

/// Time limit of simple requests, which take milliseconds.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// Time limit of a look-up, which takes less than a millisecond.
const LOOKUP_TIMEOUT: Duration = Duration::from_millis(300);
/// Time limit of requests that read the whole store.
const STORE_TIMEOUT: Duration = Duration::from_secs(120);
/// Time limit for storing a large log.
const SUBMIT_TIMEOUT: Duration = Duration::from_secs(30);
/// Time limit for probing a model; the daemon's own is shorter.
const PROBE_TIMEOUT: Duration = Duration::from_secs(600);

/// A connection to the daemon of `daemon.json`.
pub struct Client {
    runtime: tokio::runtime::Runtime,
    http: reqwest::Client,
    base: String,
    token: String,
}

impl Client {
    /// A client for the daemon of this home, running or not. Nothing if none was ever started.
    pub fn new(home: &Home) -> Result<Option<Client>> {
        let Some(file) = daemon_file::read(home) else { return Ok(None) };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        // A proxy must not handle loopback requests.
        let http = crate::platform::http_client::builder().no_proxy().build()?;
        Ok(Some(Client { runtime, http, base: format!("http://{}/api/v1", file.address), token: file.token }))
    }

    /// A client for a daemon that answers.
    pub fn connect(home: &Home) -> Result<Client> {
        let client = Client::new(home)?;
        match client {
            Some(client) if client.status()?.is_some() => Ok(client),
            _ => bail!("the daemon is not running\nhint: rcad start"),
        }
    }

    /// The daemon's status; nothing if it does not run. Another program's answer is an error.
    pub fn status(&self) -> Result<Option<Status>> {
        match self.send(Method::GET, "status", ANSWER_TIMEOUT, None::<&()>) {
            Ok(response) => Ok(Some(self.read(response)?)),
            Err(e) if e.is_connect() => Ok(None),
            Err(e) => {
                Err(e).context("the daemon does not answer\nhint: rcad restart, and see its log with rcad doctor")
            }
        }
    }

    /// RCAs, newest first.
    pub fn list(&self, limit: usize) -> Result<Vec<RcaSummary>> {
        self.get(&format!("rcas?limit={limit}"))
    }

    /// What happened since this Unix time in milliseconds, oldest first.
    pub fn timeline(&self, since_ms: u64, limit: usize) -> Result<Vec<TimelineEvent>> {
        self.get(&format!("timeline?since={since_ms}&limit={limit}"))
    }

    /// Searches by text and meaning. An unknown name in a filter is an error.
    pub fn search(&self, query: &SearchQuery) -> Result<SearchReply> {
        let fields = serde_json::to_value(query)?;
        let mut pairs = Vec::new();
        for (name, value) in fields.as_object().into_iter().flatten() {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            pairs.push(format!("{name}={}", percent_encode(&text)));
        }
        let path = format!("search?{}", pairs.join("&"));
        let response = self.send(Method::GET, &path, SUBMIT_TIMEOUT, None::<&()>)?;
        if response.status() == StatusCode::BAD_REQUEST {
            bail!(self.runtime.block_on(refusal(response))?);
        }
        self.read(response)
    }

    /// One RCA by id, prefix or `last`; nothing where there is none.
    pub fn rca(&self, id: &str) -> Result<Result<RcaDetail, String>> {
        let response = self.send(Method::GET, &format!("rcas/{}", percent_encode(id)), ANSWER_TIMEOUT, None::<&()>)?;
        if matches!(response.status(), StatusCode::NOT_FOUND | StatusCode::CONFLICT) {
            return Ok(Err(self.runtime.block_on(refusal(response))?));
        }
        Ok(Ok(self.read(response)?))
    }

    /// Why an RCA was matched with others.
    pub fn why(&self, id: &str) -> Result<Result<MatchExplanation, String>> {
        self.ask(Method::GET, &format!("rcas/{}/why", percent_encode(id)))
    }

    /// Merges or splits two RCAs, as `what` says. The inner error is the refusal.
    pub fn decide(&self, one: &str, what: &str, other: &str) -> Result<Result<MergeDecision, String>> {
        self.ask(Method::POST, &format!("rcas/{}/{what}/{}", percent_encode(one), percent_encode(other)))
    }

    /// The answer, or why there is none for these ids.
    fn ask<T: DeserializeOwned>(&self, method: Method, path: &str) -> Result<Result<T, String>> {
        self.answer(self.send(method, path, ANSWER_TIMEOUT, None::<&()>)?)
    }

    fn answer<T: DeserializeOwned>(&self, response: reqwest::Response) -> Result<Result<T, String>> {
        let refused = [StatusCode::NOT_FOUND, StatusCode::CONFLICT, StatusCode::UNPROCESSABLE_ENTITY];
        if refused.contains(&response.status()) {
            return Ok(Err(self.runtime.block_on(refusal(response))?));
        }
        Ok(Ok(self.read(response)?))
    }

    /// The libraries in Gradle's caches that have this name, of this owner where one is given.
    pub fn library_homes(&self, name: &str, owner: Option<&str>) -> Result<Vec<LibraryHome>> {
        let owner = owner.map(|owner| format!("&owner={}", percent_encode(owner))).unwrap_or_default();
        let path = format!("libraries?name={}{owner}", percent_encode(name));
        self.read(self.send(Method::GET, &path, LOOKUP_TIMEOUT, None::<&()>)?)
    }

    /// Submits a log to be diagnosed and stored.
    pub fn submit(&self, submission: &SubmittedBuild) -> Result<SubmitReply> {
        let response = self.send(Method::POST, "reports", SUBMIT_TIMEOUT, Some(submission))?;
        self.read(response)
    }

    /// The models that the agent may ask.
    pub fn agent_models(&self) -> Result<AgentModels> {
        let response = self.send(Method::GET, "models", SUBMIT_TIMEOUT, None::<&()>)?;
        self.read(response)
    }

    /// Probes a model. The inner error says why it did not answer.
    pub fn probe_model(&self, probe: &ProbeRequest) -> Result<Result<AgentModels, String>> {
        let response = self.send(Method::POST, "models/probe", PROBE_TIMEOUT, Some(probe))?;
        if matches!(response.status(), StatusCode::BAD_GATEWAY | StatusCode::NOT_FOUND) {
            return Ok(Err(self.runtime.block_on(refusal(response))?));
        }
        Ok(Ok(self.read(response)?))
    }

    /// Reports new files of the embedding model.
    pub fn models_changed(&self) -> Result<()> {
        let response = self.send(Method::POST, "models", ANSWER_TIMEOUT, None::<&()>)?;
        if response.status().is_success() { Ok(()) } else { bail!("the daemon answers {}", response.status()) }
    }

    /// Streams everything stored, or that of one project, to `write`.
    pub fn export(&self, project: Option<&str>, write: &mut dyn FnMut(&[u8]) -> std::io::Result<()>) -> Result<()> {
        let project = project.map(|project| format!("?project={}", percent_encode(project))).unwrap_or_default();
        self.runtime.block_on(async {
            let request = self.http.get(format!("{}/export{project}", self.base)).bearer_auth(&self.token);
            let mut response = request.send().await?.error_for_status()?;
            while let Some(chunk) = response.chunk().await.context("the daemon ended the export early")? {
                write(&chunk).context("cannot write the export")?;
            }
            Ok(())
        })
    }

    /// Imports lines of an export; `first` is the number of the first one in the file.
    pub fn import(&self, first: u64, lines: String) -> Result<ImportReply> {
        let request = self.http.post(format!("{}/import?first={first}", self.base)).bearer_auth(&self.token);
        let response = self.runtime.block_on(async { request.body(lines).timeout(STORE_TIMEOUT).send().await })?;
        self.read(response)
    }

    /// Verifies every record and index.
    pub fn verify(&self) -> Result<VerifyReply> {
        let response = self.send(Method::GET, "verify", STORE_TIMEOUT, None::<&()>)?;
        self.read(response)
    }

    /// Runs one of the contract's operations. The inner error is its refusal.
    pub fn operation<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<Result<T, RequestError>> {
        // Statistics and pruning read the whole store.
        let response = self.send(method, path, SUBMIT_TIMEOUT, body)?;
        let text = self.runtime.block_on(response.text())?;
        match serde_json::from_str::<Envelope<T>>(&text) {
            Ok(Envelope { data: Some(data), .. }) => Ok(Ok(data)),
            Ok(Envelope { error: Some(error), .. }) => Ok(Err(error)),
            _ => bail!("what answers there is not this version of rcad\nhint: rcad restart"),
        }
    }

    /// Statistics of the store and the daemon.
    pub fn stats(&self) -> Result<Stats> {
        let response = self.send(Method::GET, "stats", SUBMIT_TIMEOUT, None::<&()>)?;
        self.read(response)
    }

    /// Stops the daemon.
    pub fn stop(&self) -> Result<()> {
        let response = self.send(Method::POST, "stop", ANSWER_TIMEOUT, None::<&()>)?;
        if response.status().is_success() { Ok(()) } else { bail!("the daemon refused to stop: {}", response.status()) }
    }

    /// Calls `on_build` for each stored build until it returns true, or returns false after `limit`.
    pub fn follow(
        &self,
        limit: Duration,
        mut on_build: impl FnMut(&crate::protocol::StoredBuild) -> bool,
        ready: impl FnOnce(),
    ) -> Result<bool> {
        self.runtime.block_on(async {
            let request = self.http.get(format!("{}/events", self.base)).bearer_auth(&self.token);
            let mut response = request.send().await?.error_for_status()?;
            ready();
            let mut text = String::new();
            let listening = async {
                while let Some(chunk) = response.chunk().await? {
                    text.push_str(&String::from_utf8_lossy(&chunk));
                    while let Some((event, rest)) = text.split_once("\n\n") {
                        let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                        let stored = data.and_then(|data| serde_json::from_str(data).ok());
                        if stored.is_some_and(|stored| on_build(&stored)) {
                            return anyhow::Ok(true);
                        }
                        text = rest.to_owned();
                    }
                }
                Ok(false)
            };
            tokio::time::timeout(limit, listening).await.unwrap_or(Ok(false))
        })
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        let response = self.send(Method::GET, path, ANSWER_TIMEOUT, None::<&()>)?;
        self.read(response)
    }

    fn send(
        &self,
        method: Method,
        path: &str,
        limit: Duration,
        body: Option<&impl Serialize>,
    ) -> reqwest::Result<reqwest::Response> {
        let request =
            self.http.request(method, format!("{}/{path}", self.base)).bearer_auth(&self.token).timeout(limit);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        // Inside the runtime: reqwest registers its timer when the future is created.
        self.runtime.block_on(async { request.send().await })
    }

    fn read<T: DeserializeOwned>(&self, response: reqwest::Response) -> Result<T> {
        let status = response.status();
        let text = self.runtime.block_on(response.text())?;
        if !status.is_success() {
            bail!("{}", message(&text).unwrap_or_else(|| format!("{text} ({status})")));
        }
        serde_json::from_str(&text).context("what answers there is not this version of rcad\nhint: rcad restart")
    }
}

/// The message of a refused request.
async fn refusal(response: reqwest::Response) -> Result<String> {
    let text = response.text().await?;
    message(&text).with_context(|| format!("what answers there is not this version of rcad: {text}"))
}

fn message(text: &str) -> Option<String> {
    Some(serde_json::from_str::<Envelope<serde_json::Value>>(text).ok()?.error?.message)
}
