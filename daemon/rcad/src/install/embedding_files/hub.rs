//! The Hugging Face Hub through hf-hub: its cache on this disk, which other programs share, and downloads into it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use hf_hub::api::tokio::{Api, ApiBuilder, ApiError, Progress};
use hf_hub::{Cache, CacheRepo, Repo, RepoType};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::progress::DownloadEvent;
use super::{FileFault, ModelFile, PinnedModel};

/// A connection on which nothing has come for this time is dead.
const SILENCE: Duration = Duration::from_secs(30);

/// How a download ended that did not fail for good.
pub enum DownloadOutcome {
    /// The file is whole, in the cache.
    Whole(PathBuf),
    /// The connection was cut when so many bytes were here, for this reason. The next attempt goes on from there, less a
    /// part of ten million bytes that had begun.
    Cut(u64, String),
}

/// A model's repository on the hub, at the pinned commit.
pub struct Hub {
    api: Api,
    repo: Repo,
    cache: CacheRepo,
    revision: String,
}

impl Hub {
    /// The repository at the hub of this base address. Asks nothing yet.
    pub fn new(model: &PinnedModel, endpoint: &str) -> Result<Hub> {
        let cache = match std::env::var_os("HF_HOME").filter(|home| !home.is_empty()) {
            Some(_) => Cache::from_env(),
            None if std::env::home_dir().is_some() => Cache::default(),
            None => bail!("there is no home directory for the cache of Hugging Face\nhint: set HF_HOME"),
        };
        crate::platform::http_client::use_ring();
        // No token: what is downloaded is public, and a mirror must not get the user's.
        let api = ApiBuilder::from_cache(cache.clone())
            .with_endpoint(endpoint.trim_end_matches('/').to_owned())
            .with_token(None)
            .with_user_agent("rcad", env!("CARGO_PKG_VERSION"))
            .build()
            .context("cannot set up a connection to the hub")?;
        let repo = Repo::with_revision(model.source.clone(), RepoType::Model, model.revision.clone());
        Ok(Hub { api, cache: cache.repo(repo.clone()), repo, revision: model.revision.clone() })
    }

    /// Where the hub has the file.
    pub fn address(&self, file: &ModelFile) -> String {
        self.api.repo(self.repo.clone()).url(&file.name)
    }

    /// The file in the cache, if its content is right there. Other programs may have downloaded it, perhaps for another
    /// commit: large files are stored by their SHA-256.
    pub fn cached(&self, file: &ModelFile) -> Option<PathBuf> {
        let places = [self.cache.pointer_path(&self.revision).join(&file.name), self.cache.blob_path(&file.sha256)];
        places.into_iter().find(|place| file.check(place).is_none())
    }

    /// One attempt to download the file into the cache, after what an earlier attempt has left there.
    pub fn download(&self, file: &ModelFile, report: &mut dyn FnMut(DownloadEvent<'_>)) -> Result<DownloadOutcome> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (sender, receiver) = unbounded_channel();
        let (repo, name) = (self.api.repo(self.repo.clone()), file.name.clone());
        let progress = Reporter { expected: file.bytes, sender };
        // A task of its own: should hf-hub panic over an odd answer, that is an error like others.
        let download = runtime.spawn(async move { repo.download_with_progress(&name, progress).await });
        // Dropping the runtime ends what is left of the download.
        runtime.block_on(self.watch(file, download, receiver, report))
    }

    async fn watch(
        &self,
        file: &ModelFile,
        download: JoinHandle<Result<PathBuf, ApiError>>,
        mut receiver: UnboundedReceiver<HubEvent>,
        report: &mut dyn FnMut(DownloadEvent<'_>),
    ) -> Result<DownloadOutcome> {
        let mut have = None;
        loop {
            match timeout(SILENCE, receiver.recv()).await {
                Ok(Some(HubEvent::Offered(bytes))) => bail!(
                    "{}: what is offered as {}\nhint: {}",
                    self.address(file),
                    file.tell(&FileFault::Length(bytes)),
                    OTHER_CONTENT
                ),
                Ok(Some(HubEvent::More(bytes))) => {
                    match have {
                        None => report(DownloadEvent::Begin(file, bytes)),
                        Some(before) => report(DownloadEvent::Have(before + bytes)),
                    }
                    have = Some(have.unwrap_or_default() + bytes);
                }
                // The download is over.
                Ok(None) => break,
                Err(_) => return self.cut(file, have, format!("nothing came for {} seconds", SILENCE.as_secs())),
            }
        }
        match download.await {
            Ok(Ok(path)) => Ok(DownloadOutcome::Whole(path)),
            Ok(Err(ApiError::RequestError(error))) if error.status().is_none() => {
                self.cut(file, have, format!("{:#}", anyhow!(error)))
            }
            Ok(Err(error)) => Err(self.refused(file, error)),
            Err(error) => bail!("{}: the download failed: {error}\nhint: {OTHER_CONTENT}", self.address(file)),
        }
    }

    /// The connection was cut, or never came to be.
    fn cut(&self, file: &ModelFile, have: Option<u64>, why: String) -> Result<DownloadOutcome> {
        match have {
            Some(have) => Ok(DownloadOutcome::Cut(have, why)),
            None => bail!(
                "{}: {why}\nhint: is there a network? Behind a proxy set HTTPS_PROXY. Without any: rcad model add DIR",
                self.address(file)
            ),
        }
    }

    /// Why another attempt would end the same way.
    fn refused(&self, file: &ModelFile, error: ApiError) -> anyhow::Error {
        let address = self.address(file);
        match &error {
            ApiError::RequestError(request) => {
                let status = request.status().map(|status| status.to_string()).unwrap_or_default();
                anyhow!(
                    "{address}: the server answers {status}\nhint: is `embedding.hub` in config.toml right? Without it: rcad model add DIR"
                )
            }
            ApiError::LockAcquisition(_) => anyhow!("another program downloads {} already", file.name),
            ApiError::IoError(_) => {
                anyhow!("cannot write to the cache of Hugging Face: {error}\nhint: HF_HOME names another place for it")
            }
            _ => anyhow!("{address}: the server does not answer as the hub does: {error}\nhint: {OTHER_CONTENT}"),
        }
    }

    /// Removes from the cache what was downloaded and is wrong.
    pub fn discard(&self, path: &Path) {
        // What can't be removed is never used: its checksum is wrong.
        let blob = std::fs::canonicalize(path);
        let _ = std::fs::remove_file(path);
        let _ = blob.and_then(std::fs::remove_file);
    }
}

/// What to do when the server has something else.
pub const OTHER_CONTENT: &str =
    "`embedding.hub` may be a mirror that holds something else, or a proxy answers in its place; rcad model add DIR";

/// What hf-hub reports of a download.
enum HubEvent {
    /// The file on the hub has so many bytes, which are not as many as it should have.
    Offered(u64),
    /// So many more bytes are here; the first time, those of earlier attempts.
    More(u64),
}

/// Passes on what hf-hub reports.
#[derive(Clone)]
struct Reporter {
    expected: u64,
    sender: UnboundedSender<HubEvent>,
}

impl Progress for Reporter {
    async fn init(&mut self, size: usize, _filename: &str) {
        if size as u64 != self.expected {
            let _ = self.sender.send(HubEvent::Offered(size as u64)); // Who watches has ended: the download ends too.
            std::future::pending::<()>().await;
        }
    }

    async fn update(&mut self, size: usize) {
        let _ = self.sender.send(HubEvent::More(size as u64));
    }

    async fn finish(&mut self) {}
}
