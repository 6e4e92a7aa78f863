//! Downloads a model's files at the pinned commit into the cache that hf-hub shares with other programs, and links them
//! into rcad's own directory. A file gets its name there only after its checksum was verified.
//!
//! hf-hub neither verifies contents nor retries interrupted downloads; that is done here.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::add::copy_whole;
use super::hub::{DownloadOutcome, Hub, OTHER_CONTENT};
use super::progress::DownloadEvent;
use super::{FileFault, ModelFile, PinnedModel};

/// Gets each missing or wrong file of `model`, from the cache or from the hub at this address.
pub fn fetch(model: &PinnedModel, dir: &Path, endpoint: &str, report: &mut dyn FnMut(DownloadEvent<'_>)) -> Result<()> {
    if !endpoint.starts_with("https://") && !endpoint.starts_with("http://") {
        bail!("`{endpoint}` is no web address\nhint: set `embedding.hub` in config.toml");
    }
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let hub = Hub::new(model, endpoint)?;
    for file in &model.files {
        if file.check(&dir.join(&file.name)).is_none() {
            report(DownloadEvent::Present(file));
        } else if let Some(cached) = hub.cached(file) {
            link_into(&cached, dir, file)?;
            report(DownloadEvent::Cached(file));
        } else {
            download(&hub, dir, file, report)?;
            report(DownloadEvent::Done(file));
        }
    }
    Ok(())
}

/// Downloads the file. Resumes an interrupted download as long as each attempt makes progress. If a download resumed
/// from an earlier run has the wrong content, downloads the whole file once.
fn download(hub: &Hub, dir: &Path, file: &ModelFile, report: &mut dyn FnMut(DownloadEvent<'_>)) -> Result<()> {
    let (mut most, mut resumed) = (0, false);
    loop {
        let mut first = None;
        let ended = hub.download(file, &mut |step| {
            if let DownloadEvent::Started(_, have) = step {
                first.get_or_insert(have);
            }
            report(step);
        })?;
        // The first attempt starts after what an earlier run has left.
        resumed |= most == 0 && first.is_some_and(|have| have > 0);
        let path = match ended {
            DownloadOutcome::Complete(path) => path,
            DownloadOutcome::Interrupted(have, why) if have > most => {
                most = have;
                report(DownloadEvent::Interrupted(file, why));
                continue;
            }
            DownloadOutcome::Interrupted(_, why) => bail!(
                "{}: {why}\nhint: what has come is kept, the same command goes on from there; without network: rcad model add DIR",
                hub.address(file)
            ),
        };
        let Some(fault) = file.check(&path) else { return link_into(&path, dir, file) };
        hub.discard(&path);
        if !resumed {
            let hint = if matches!(fault, FileFault::Unreadable(_)) { "is the disk well?" } else { OTHER_CONTENT };
            bail!("{}: {}; it is not kept\nhint: {hint}", hub.address(file), file.describe(&fault));
        }
        (most, resumed) = (0, false);
    }
}

/// Links the file into `dir`, or copies it if the file system can't link. It stays when the cache is emptied.
fn link_into(from: &Path, dir: &Path, file: &ModelFile) -> Result<()> {
    let target = dir.join(&file.name);
    let whole = fs::canonicalize(from).with_context(|| format!("cannot read {}", from.display()))?;
    // Sync before naming it: a power failure must not leave an incomplete file.
    File::open(&whole).and_then(|file| file.sync_all()).with_context(|| format!("cannot read {}", whole.display()))?;
    let temporary = dir.join(format!(".{}.{}.tmp", file.name, std::process::id()));
    let linked = fs::hard_link(&whole, &temporary).or_else(|_| copy_whole(&whole, &temporary).map(drop));
    let named = linked
        .and_then(|()| fs::rename(&temporary, &target).with_context(|| format!("cannot write {}", target.display())));
    let _ = fs::remove_file(&temporary); // It was renamed.
    named
}
