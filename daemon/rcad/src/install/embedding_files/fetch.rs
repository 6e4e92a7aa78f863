//! Downloads a model's files from the hub at the pinned commit; goes on where it was interrupted. A file gets its name
//! only after its checksum is right.
//!
//! hf-hub says where a file is; the transfer is ours. hf-hub 0.5's own asks for gzip, whereupon the hub answers the
//! request for a range of `tokenizer.json` without a range and hf-hub gives up (its issue 141); it appends a whole
//! answer to a part, waits for ever on a silent line, and has no checksum.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use hf_hub::api::sync::ApiBuilder;
use hf_hub::{Cache, Repo, RepoType};
use ureq::http::{Response, StatusCode, header};
use ureq::tls::{TlsConfig, TlsProvider};
use ureq::{Agent, Body};

use super::{Fault, Model, ModelFile};

/// A connection that is not there after this time will not come.
const CONNECT: Duration = Duration::from_secs(20);
/// A line on which nothing has come for this time is dead.
const SILENCE: Duration = Duration::from_secs(30);
const CHUNK: usize = 1 << 16;

/// What happens, for whoever shows it.
#[derive(Debug)]
pub enum Step<'a> {
    /// The file was right already.
    InPlace(&'a ModelFile),
    /// Its download begins, or goes on, with so many bytes here.
    Begin(&'a ModelFile, u64),
    /// So many bytes of it are here.
    Have(u64),
    /// The connection was cut, for this reason; the rest is asked for.
    Cut(&'a ModelFile, String),
    /// It is whole, right, and has its name.
    Done(&'a ModelFile),
}

/// How one request for a file ended.
enum Came {
    /// There is no more to come.
    All,
    /// The connection was cut, for this reason.
    Some(String),
}

/// Gets each file of `model` that is not right in `dir`, from the hub at this base address.
pub fn fetch(model: &Model, dir: &Path, hub: &str, told: &mut dyn FnMut(Step<'_>)) -> Result<()> {
    if !hub.starts_with("https://") && !hub.starts_with("http://") {
        bail!("`{hub}` is no web address\nhint: set `model_hub` in config.toml");
    }
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let tls = TlsConfig::builder().provider(TlsProvider::Rustls).build();
    let agent = Agent::config_builder()
        .tls_config(tls)
        .timeout_connect(Some(CONNECT))
        .timeout_recv_response(Some(SILENCE))
        .timeout_per_read(Some(SILENCE))
        .user_agent(concat!("rcad/", env!("CARGO_PKG_VERSION")))
        // A compressed answer can't be asked for from its middle on.
        .accept_encoding("identity")
        .http_status_as_error(false)
        .build();
    let agent = Agent::from(agent);
    for file in &model.files {
        let target = dir.join(&file.name);
        if file.check(&target).is_none() {
            told(Step::InPlace(file));
            continue;
        }
        let address = address(model, file, hub)?;
        let mut part = Part::open(dir, file)?;
        part.fill(&agent, &address, told)?;
        part.name(&target)?;
        told(Step::Done(file));
    }
    Ok(())
}

/// Where the hub has the file.
fn address(model: &Model, file: &ModelFile, hub: &str) -> Result<String> {
    // The cache is only named: nothing is downloaded through it. No token: what we fetch is public.
    let api = ApiBuilder::from_cache(Cache::new(PathBuf::new())).with_token(None);
    let api = api.with_endpoint(hub.trim_end_matches('/').to_owned()).build()?;
    let repo = Repo::with_revision(model.source.clone(), RepoType::Model, model.revision.clone());
    Ok(api.repo(repo).url(&file.name))
}

/// A file that is coming, under a name of its own beside the one it will get. It stays when we are interrupted.
struct Part<'a> {
    path: PathBuf,
    file: File,
    model_file: &'a ModelFile,
}

impl<'a> Part<'a> {
    fn open(dir: &Path, model_file: &'a ModelFile) -> Result<Part<'a>> {
        let path = dir.join(format!(".{}.part", model_file.name));
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Part { path, file, model_file }),
            Err(TryLockError::WouldBlock) => bail!("another rcad fetches {} already", model_file.name),
            Err(TryLockError::Error(e)) => Err(e).with_context(|| format!("cannot lock {}", path.display())),
        }
    }

    /// Asks for what lacks until all of it is here and right. A cut connection is taken up again as long as each brings
    /// more than there was; what was begun by an earlier run and turns out wrong is thrown away and fetched whole once.
    fn fill(&mut self, agent: &Agent, address: &str, told: &mut dyn FnMut(Step<'_>)) -> Result<()> {
        let mut begun_before = self.len()? > 0;
        loop {
            let before = self.len()?;
            if before < self.model_file.bytes {
                told(Step::Begin(self.model_file, before));
                match self.ask(agent, address, before, told)? {
                    Came::Some(why) if self.len()? > before => told(Step::Cut(self.model_file, why)),
                    Came::Some(why) => bail!(
                        "{address}: {why}\nhint: what has come is kept, the same command goes on from there; without network: rcad model add DIR"
                    ),
                    Came::All => {}
                }
            }
            if self.len()? < self.model_file.bytes {
                continue;
            }
            let Some(fault) = self.model_file.check(&self.path) else { return Ok(()) };
            self.file.set_len(0).with_context(|| self.cannot_write())?;
            if !begun_before {
                self.remove();
                bail!("{address}: {}; it is not kept\nhint: {}", self.model_file.tell(&fault), blame(&fault));
            }
            begun_before = false;
        }
    }

    /// One request for the bytes from `have` on.
    fn ask(&mut self, agent: &Agent, address: &str, have: u64, told: &mut dyn FnMut(Step<'_>)) -> Result<Came> {
        let mut request = agent.get(address);
        if have > 0 {
            request = request.header(header::RANGE, format!("bytes={have}-"));
        }
        let response = match request.call() {
            Ok(response) => response,
            Err(e) if have > 0 => return Ok(Came::Some(e.to_string())),
            Err(e) => {
                self.remove_if_empty();
                bail!(
                    "{address}: {e}\nhint: is there a network? Behind a proxy set HTTPS_PROXY. Without any: rcad model add DIR"
                )
            }
        };
        let from = match response.status() {
            StatusCode::OK => 0,
            StatusCode::PARTIAL_CONTENT if starts_at(&response, have) => have,
            // The part is of something else.
            StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE if have > 0 => {
                self.file.set_len(0).with_context(|| self.cannot_write())?;
                return self.ask(agent, address, 0, told);
            }
            status => {
                self.remove_if_empty();
                bail!(
                    "{address}: the server answers {status}\nhint: is `model_hub` in config.toml right? Without it: rcad model add DIR"
                )
            }
        };
        if let Some(offered) = total(&response).filter(|total| *total != self.model_file.bytes) {
            self.file.set_len(0).with_context(|| self.cannot_write())?;
            self.remove();
            let fault = Fault::Length(offered);
            bail!("{address}: what is offered as {}\nhint: {}", self.model_file.tell(&fault), blame(&fault));
        }
        self.take(response.into_body().into_reader(), from, told)
    }

    /// Writes what comes behind the first `from` bytes.
    fn take(&mut self, mut body: impl Read, from: u64, told: &mut dyn FnMut(Step<'_>)) -> Result<Came> {
        self.file
            .set_len(from)
            .and_then(|()| self.file.seek(SeekFrom::Start(from)))
            .with_context(|| self.cannot_write())?;
        let mut here = from;
        let mut chunk = vec![0; CHUNK];
        // More than it should be is wrong, however much comes: no disk is filled with it.
        while here <= self.model_file.bytes {
            match body.read(&mut chunk) {
                Ok(0) if here < self.model_file.bytes => {
                    return Ok(Came::Some("the connection ended early".to_owned()));
                }
                Ok(0) => break,
                Ok(read) => {
                    self.file.write_all(&chunk[..read]).with_context(|| self.cannot_write())?;
                    here += read as u64;
                    told(Step::Have(here));
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Ok(Came::Some(format!("the connection was cut ({e})"))),
            }
        }
        Ok(Came::All)
    }

    /// Gives it its name. Only what is on the disk is named: a power failure must not leave a name with half a file.
    fn name(self, target: &Path) -> Result<()> {
        let named = self.file.sync_all().and_then(|()| std::fs::rename(&self.path, target));
        named.with_context(|| format!("cannot write {}", target.display()))
    }

    fn len(&self) -> Result<u64> {
        Ok(self.file.metadata().with_context(|| format!("cannot read {}", self.path.display()))?.len())
    }

    fn cannot_write(&self) -> String {
        format!("cannot write {}", self.path.display())
    }

    fn remove_if_empty(&self) {
        if self.len().is_ok_and(|len| len == 0) {
            self.remove();
        }
    }

    fn remove(&self) {
        let _ = std::fs::remove_file(&self.path); // An empty file that stays does no harm.
    }
}

/// How long the whole file is by the answer, where it says so.
fn total(response: &Response<Body>) -> Option<u64> {
    let text = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
    match response.status() {
        StatusCode::PARTIAL_CONTENT => text(header::CONTENT_RANGE)?.rsplit('/').next()?.parse().ok(),
        _ => text(header::CONTENT_LENGTH)?.parse().ok(),
    }
}

/// Whether an answer holds the bytes from `have` on: `bytes 100-199/200`.
fn starts_at(response: &Response<Body>, have: u64) -> bool {
    let range = response.headers().get(header::CONTENT_RANGE).and_then(|value| value.to_str().ok());
    let start = range.and_then(|range| range.strip_prefix("bytes ")).and_then(|range| range.split('-').next());
    start.and_then(|start| start.parse().ok()) == Some(have)
}

fn blame(fault: &Fault) -> &'static str {
    match fault {
        Fault::Unreadable(_) => "is the disk well?",
        _ => {
            "`model_hub` may be a mirror that holds something else, or a proxy answers in its place; rcad model add DIR"
        }
    }
}
