//! A client of Ollama servers: one request gives one reply or one [`ModelError`]. Knows the protocol and its pitfalls;
//! leaves retries and the choice of a model to others. Contacts no other address: no proxies, no redirects.

mod answer;
pub mod pull;
mod server_error;
pub mod wire;

use std::net::IpAddr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rcad_core::agent::model::{ModelError, Reply};
use reqwest::{Client, Method, Response, Url};
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};

pub use answer::StreamChunk;

use answer::{ChatStream, garbled};

/// An Ollama server.
#[derive(Clone, Debug)]
pub struct Server {
    base: String,
    here: bool,
    client: Client,
}

/// A model installed on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledModel {
    /// Its name with its tag.
    pub name: String,
    /// Digest of its files.
    pub digest: String,
    /// Bytes on disk.
    pub size: u64,
}

/// A model loaded by a server.
#[cfg(test)] // Only the tests want to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningModel {
    /// Its name with its tag.
    pub name: String,
    /// Its context window, in tokens; older servers don't report it.
    pub context_tokens: Option<u32>,
    /// Bytes of memory it takes.
    pub size: u64,
}

/// What a server reports of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelDescription {
    /// Its capabilities: `completion`, `tools`, `thinking` …
    pub capabilities: Vec<String>,
    /// Longest context window it supports, in tokens.
    pub context_length: Option<u32>,
    /// Context window set in its Modelfile, in tokens.
    pub num_ctx: Option<u32>,
}

/// Time limits for a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// Until the first byte: loading the model and reading the prompt.
    pub first: Duration,
    /// Between two pieces of the reply. A tool call arrives as one piece, after all of it was generated.
    pub next: Duration,
}

/// For requests that need no model.
const QUICK: Timeouts = Timeouts { first: Duration::from_secs(10), next: Duration::from_secs(10) };
/// For loading a model, from a slow disk.
const LOADING: Timeouts = Timeouts { first: Duration::from_secs(600), next: QUICK.next };
/// For establishing the connection.
const CONNECTING: Duration = Duration::from_secs(3);
/// Largest description or list of models; the largest seen has some 100 kB.
const DOCUMENT_BYTES: usize = 16 << 20;
/// Largest error that is read.
const ERROR_BYTES: usize = 64 << 10;

impl Server {
    /// A server at an address like `http://127.0.0.1:11434`. Fails if it is invalid or not plain HTTP.
    pub fn new(address: &str) -> Result<Server> {
        let text = address.trim();
        let with_scheme = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let hint = "hint: http://HOST:PORT, as in http://127.0.0.1:11434";
        let url = Url::parse(&with_scheme).with_context(|| format!("`{address}` is no address of a server\n{hint}"))?;
        match url.scheme() {
            "http" => {}
            "https" => bail!(
                "`{address}`: rcad speaks plain http with Ollama, not https\n\
                 hint: ssh -L 11434:127.0.0.1:11434 HOST carries it safely to a server elsewhere; \
                 the address is http://127.0.0.1:11434 then"
            ),
            other => bail!("`{address}`: `{other}` is no way to speak with Ollama\n{hint}"),
        }
        if !url.username().is_empty() || url.password().is_some() {
            bail!("the address of an Ollama server holds a name or password, which it has no use for\n{hint}");
        }
        if url.query().is_some() || url.fragment().is_some() {
            bail!("`{address}`: an address ends with the port or a path\n{hint}");
        }
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let here = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        // A connection for each request: dropping a request closes it, and none is stale after a restart of the server.
        let client = crate::platform::http_client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECTING)
            .pool_max_idle_per_host(0)
            .build()
            .context("could not set up the connection to Ollama")?;
        Ok(Server { base: with_scheme.trim_end_matches('/').to_owned(), here, client })
    }

    /// Its address.
    pub fn address(&self) -> &str {
        &self.base
    }

    /// Whether it runs on this machine; the page names any other server.
    pub fn is_here(&self) -> bool {
        self.here
    }

    /// Its version; also checks that it is reachable.
    pub async fn version(&self) -> Result<String, ModelError> {
        Ok(self.fetch::<wire::VersionReply>("api/version", None, QUICK).await?.version)
    }

    /// Its installed models.
    pub async fn installed(&self) -> Result<Vec<InstalledModel>, ModelError> {
        let listed = self.fetch::<wire::ModelsReply>("api/tags", None, QUICK).await?.models;
        Ok(listed.into_iter().map(|m| InstalledModel { name: m.name, digest: m.digest, size: m.size }).collect())
    }

    /// Its loaded models.
    #[cfg(test)]
    pub async fn ps(&self) -> Result<Vec<RunningModel>, ModelError> {
        let listed = self.fetch::<wire::ModelsReply>("api/ps", None, QUICK).await?.models;
        Ok(listed
            .into_iter()
            .map(|m| RunningModel { name: m.name, context_tokens: m.context_length, size: m.size })
            .collect())
    }

    /// Its description of a model.
    pub async fn show(&self, model: &str) -> Result<ModelDescription, ModelError> {
        let body = wire::model_body(model, false);
        let description = self.fetch::<wire::ShowReply>("api/show", Some(body), QUICK).await?;
        let (context_length, num_ctx) = (description.context_length(), description.num_ctx());
        Ok(ModelDescription { capabilities: description.capabilities, context_length, num_ctx })
    }

    /// Asks a model. `body` comes from [`wire::chat_body`] and is sent byte for byte. Dropping the future stops the
    /// server's work.
    pub async fn chat(
        &self,
        body: Vec<u8>,
        timeouts: Timeouts,
        on_chunk: &mut (dyn FnMut(StreamChunk<'_>) + Send),
    ) -> Result<Reply, ModelError> {
        let began = Instant::now();
        let model = wire::model_of(&body);
        let mut stream = self.ask("api/chat", body, timeouts).await?;
        let mut answer = ChatStream::default();
        while let Some(bytes) = stream.next().await? {
            if answer.push(&bytes, &model, on_chunk)? {
                break;
            }
        }
        let mut reply = answer.end(&model, on_chunk)?;
        reply.took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(reply)
    }

    /// Loads a model with this context window.
    pub async fn load(&self, model: &str, context_tokens: u32) -> Result<(), ModelError> {
        self.expect_done(wire::load_body(model, Some(context_tokens)), LOADING).await
    }

    /// Unloads a model once its requests have ended. Servers do that by themselves, as configured.
    pub async fn unload(&self, model: &str) -> Result<(), ModelError> {
        self.expect_done(wire::load_body(model, None), QUICK).await
    }

    async fn expect_done(&self, body: Vec<u8>, timeouts: Timeouts) -> Result<(), ModelError> {
        let piece = self.fetch::<wire::ChatLine>("api/chat", Some(body), timeouts).await?;
        if piece.done { Ok(()) } else { Err(garbled("neither done nor an error".into())) }
    }

    /// Fetches one JSON document, by POST if there is a body.
    async fn fetch<T: DeserializeOwned>(
        &self,
        path: &str,
        body: Option<Vec<u8>>,
        timeouts: Timeouts,
    ) -> Result<T, ModelError> {
        let method = if body.is_some() { Method::POST } else { Method::GET };
        let mut stream = self.open(method, path, body.unwrap_or_default(), timeouts).await?;
        let document = stream.all(DOCUMENT_BYTES).await?;
        serde_json::from_slice(&document)
            .map_err(|error| garbled(format!("/{path}: {error}: {}", server_error::start(&document))))
    }

    /// Posts a request whose reply is streamed.
    async fn ask(&self, path: &str, body: Vec<u8>, timeouts: Timeouts) -> Result<ReplyStream, ModelError> {
        self.open(Method::POST, path, body, timeouts).await
    }

    async fn open(
        &self,
        method: Method,
        path: &str,
        body: Vec<u8>,
        timeouts: Timeouts,
    ) -> Result<ReplyStream, ModelError> {
        let model = wire::model_of(&body);
        let mut request = self.client.request(method, format!("{}/{path}", self.base));
        if !body.is_empty() {
            request = request.header("content-type", "application/json").body(body);
        }
        let first = Instant::now() + timeouts.first;
        let slow = || ModelError::TimedOut { seconds: timeouts.first.as_secs() };
        let response = timeout_at(first, request.send()).await.map_err(|_| slow())?;
        let response = response.map_err(|error| server_error::of_connection(&error, &self.base))?;
        let status = response.status();
        let mut stream = ReplyStream { response, timeouts, first: Some(first) };
        if status.is_success() {
            return Ok(stream);
        }
        // The status is enough if the rest can't be read.
        let words = stream.all(ERROR_BYTES).await.unwrap_or_default();
        Err(server_error::of_status(status.as_u16(), &words, &model))
    }
}

/// The body of a reply, as it arrives.
struct ReplyStream {
    response: Response,
    timeouts: Timeouts,
    /// Deadline of the first byte; nothing once it has arrived.
    first: Option<Instant>,
}

impl ReplyStream {
    /// The next bytes; nothing at the end.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, ModelError> {
        let (until, waited) = match self.first {
            Some(first) => (first, self.timeouts.first),
            None => (Instant::now() + self.timeouts.next, self.timeouts.next),
        };
        let came = timeout_at(until, self.response.chunk()).await;
        self.first = None;
        match came {
            Err(_) => Err(ModelError::TimedOut { seconds: waited.as_secs() }),
            Ok(Err(_)) => Err(ModelError::Crashed),
            Ok(Ok(bytes)) => Ok(bytes.map(|bytes| bytes.to_vec())),
        }
    }

    /// All remaining bytes.
    async fn all(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
        let mut all = Vec::new();
        while let Some(bytes) = self.next().await? {
            all.extend_from_slice(&bytes);
            if all.len() > most {
                return Err(garbled(format!("a document of more than {} MiB", most >> 20)));
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
pub(super) mod tests;
