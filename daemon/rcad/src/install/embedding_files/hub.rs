//! The Hugging Face Hub through hf-hub: the shared cache on this disk, and downloads into it.

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

/// A connection without data for this time counts as dead.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// How a download ended, unless it failed for good.
pub enum DownloadOutcome {
    /// The file is complete, in the cache.
    Complete(PathBuf),
    /// The connection broke at this number of bytes, for this reason. The next attempt resumes there, less an
    /// incomplete part of ten million bytes.
    Interrupted(u64, String),
}

/// A model's repository on the hub, at the pinned commit.
pub struct Hub {
    api: Api,
    repo: Repo,
    cache: CacheRepo,
    revision: String,
}

impl Hub {
    /// The repository on the hub at this address. Sends no request yet.
    pub fn new(model: &PinnedModel, endpoint: &str) -> Result<Hub> {
        let cache = match std::env::var_os("HF_HOME").filter(|home| !home.is_empty()) {
            Some(_) => Cache::from_env(),
            None if std::env::home_dir().is_some() => Cache::default(),
            None => bail!("there is no home directory for the cache of Hugging Face\nhint: set HF_HOME"),
        };
        crate::platform::http_client::use_ring();
        // Use no token: the files are public, and a mirror must not get the user's.
        let api = ApiBuilder::from_cache(cache.clone())
            .with_endpoint(endpoint.trim_end_matches('/').to_owned())
            .with_token(None)
            .with_user_agent("rcad", env!("CARGO_PKG_VERSION"))
            .build()
            .context("cannot set up a connection to the hub")?;
        let repo = Repo::with_revision(model.source.clone(), RepoType::Model, model.revision.clone());
        Ok(Hub { api, cache: cache.repo(repo.clone()), repo, revision: model.revision.clone() })
    }

    /// The file's address on the hub.
    pub fn address(&self, file: &ModelFile) -> String {
        self.api.repo(self.repo.clone()).url(&file.name)
    }

    /// The file in the cache, if its content is correct. Other programs may have downloaded it, perhaps for another
    /// commit: large files are stored by their SHA-256.
    pub fn cached(&self, file: &ModelFile) -> Option<PathBuf> {
        let places = [self.cache.pointer_path(&self.revision).join(&file.name), self.cache.blob_path(&file.sha256)];
        places.into_iter().find(|place| file.check(place).is_none())
    }

    /// One attempt to download the file into the cache, resuming earlier ones.
    pub fn download(&self, file: &ModelFile, report: &mut dyn FnMut(DownloadEvent<'_>)) -> Result<DownloadOutcome> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (sender, receiver) = unbounded_channel();
        let (repo, name) = (self.api.repo(self.repo.clone()), file.name.clone());
        let progress = Reporter { expected: file.bytes, sender };
        // In its own task, so that a panic of hf-hub becomes an error.
        let download = runtime.spawn(async move { repo.download_with_progress(&name, progress).await });
        // Dropping the runtime cancels what is left of the download.
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
            match timeout(READ_TIMEOUT, receiver.recv()).await {
                Ok(Some(HubEvent::Offered(bytes))) => bail!(
                    "{}: what is offered as {}\nhint: {}",
                    self.address(file),
                    file.describe(&FileFault::Length(bytes)),
                    OTHER_CONTENT
                ),
                Ok(Some(HubEvent::More(bytes))) => {
                    match have {
                        None => report(DownloadEvent::Started(file, bytes)),
                        Some(before) => report(DownloadEvent::Received(before + bytes)),
                    }
                    have = Some(have.unwrap_or_default() + bytes);
                }
                // The download is over.
                Ok(None) => break,
                Err(_) => return self.cut(file, have, format!("nothing came for {} seconds", READ_TIMEOUT.as_secs())),
            }
        }
        match download.await {
            Ok(Ok(path)) => Ok(DownloadOutcome::Complete(path)),
            Ok(Err(ApiError::RequestError(error))) if error.status().is_none() => {
                self.cut(file, have, format!("{:#}", anyhow!(error)))
            }
            Ok(Err(error)) => Err(self.refused(file, error)),
            Err(error) => bail!("{}: the download failed: {error}\nhint: {OTHER_CONTENT}", self.address(file)),
        }
    }

    /// The connection broke or could not be established.
    fn cut(&self, file: &ModelFile, have: Option<u64>, why: String) -> Result<DownloadOutcome> {
        match have {
            Some(have) => Ok(DownloadOutcome::Interrupted(have, why)),
            None => bail!(
                "{}: {why}\nhint: is there a network? Behind a proxy set HTTPS_PROXY. Without any: rcad model add DIR",
                self.address(file)
            ),
        }
    }

    /// An error that another attempt would repeat.
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

    /// Removes a wrong download from the cache.
    pub fn discard(&self, path: &Path) {
        // If it can't be removed it is still not used, because of its checksum.
        let blob = std::fs::canonicalize(path);
        let _ = std::fs::remove_file(path);
        let _ = blob.and_then(std::fs::remove_file);
    }
}

/// Hint for wrong contents.
pub const OTHER_CONTENT: &str =
    "`embedding.hub` may be a mirror that holds something else, or a proxy answers in its place; rcad model add DIR";

/// Progress reported by hf-hub.
enum HubEvent {
    /// The file on the hub has this number of bytes, which is wrong.
    Offered(u64),
    /// This number of bytes has arrived; the first event includes those of earlier attempts.
    More(u64),
}

/// Forwards hf-hub's progress.
#[derive(Clone)]
struct Reporter {
    expected: u64,
    sender: UnboundedSender<HubEvent>,
}

impl Progress for Reporter {
    async fn init(&mut self, size: usize, _filename: &str) {
        if size as u64 != self.expected {
            let _ = self.sender.send(HubEvent::Offered(size as u64)); // The receiver has ended, and so does the download.
            std::future::pending::<()>().await;
        }
    }

    async fn update(&mut self, size: usize) {
        let _ = self.sender.send(HubEvent::More(size as u64));
    }

    async fn finish(&mut self) {}
}
