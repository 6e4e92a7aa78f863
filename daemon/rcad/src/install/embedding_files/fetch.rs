//! Downloads a model's files at the pinned commit into the cache that hf-hub shares with other programs, and links them
//! into rcad's own directory. A file gets its name there only after its checksum is right.
//!
//! hf-hub does not check contents and does not try again when a connection is cut; that is done here.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::add::copy_whole;
use super::hub::{DownloadOutcome, Hub, OTHER_CONTENT};
use super::progress::DownloadEvent;
use super::{FileFault, ModelFile, PinnedModel};

/// Gets each file of `model` that is not right in `dir`, out of the cache or from the hub at this base address.
pub fn fetch(model: &PinnedModel, dir: &Path, endpoint: &str, report: &mut dyn FnMut(DownloadEvent<'_>)) -> Result<()> {
    if !endpoint.starts_with("https://") && !endpoint.starts_with("http://") {
        bail!("`{endpoint}` is no web address\nhint: set `embedding.hub` in config.toml");
    }
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let hub = Hub::new(model, endpoint)?;
    for file in &model.files {
        if file.check(&dir.join(&file.name)).is_none() {
            report(DownloadEvent::InPlace(file));
        } else if let Some(cached) = hub.cached(file) {
            place(&cached, dir, file)?;
            report(DownloadEvent::Cached(file));
        } else {
            download(&hub, dir, file, report)?;
            report(DownloadEvent::Done(file));
        }
    }
    Ok(())
}

/// Downloads the file. A cut connection is taken up again as long as each brings more than there was; what was begun by an
/// earlier run and turns out wrong is thrown away and downloaded whole once.
fn download(hub: &Hub, dir: &Path, file: &ModelFile, report: &mut dyn FnMut(DownloadEvent<'_>)) -> Result<()> {
    let (mut most, mut begun_before) = (0, false);
    loop {
        let mut first = None;
        let ended = hub.download(file, &mut |step| {
            if let DownloadEvent::Begin(_, have) = step {
                first.get_or_insert(have);
            }
            report(step);
        })?;
        // The first attempt's beginning tells what there was.
        begun_before |= most == 0 && first.is_some_and(|have| have > 0);
        let path = match ended {
            DownloadOutcome::Whole(path) => path,
            DownloadOutcome::Cut(have, why) if have > most => {
                most = have;
                report(DownloadEvent::Cut(file, why));
                continue;
            }
            DownloadOutcome::Cut(_, why) => bail!(
                "{}: {why}\nhint: what has come is kept, the same command goes on from there; without network: rcad model add DIR",
                hub.address(file)
            ),
        };
        let Some(fault) = file.check(&path) else { return place(&path, dir, file) };
        hub.discard(&path);
        if !begun_before {
            let hint = if matches!(fault, FileFault::Unreadable(_)) { "is the disk well?" } else { OTHER_CONTENT };
            bail!("{}: {}; it is not kept\nhint: {hint}", hub.address(file), file.tell(&fault));
        }
        (most, begun_before) = (0, false);
    }
}

/// Gives the file a name in `dir`, without a second copy where the file system can do that. The name stays when the cache
/// is emptied.
fn place(from: &Path, dir: &Path, file: &ModelFile) -> Result<()> {
    let target = dir.join(&file.name);
    let whole = fs::canonicalize(from).with_context(|| format!("cannot read {}", from.display()))?;
    // Only what is on the disk is named: a power failure must not leave a name with half a file.
    File::open(&whole).and_then(|file| file.sync_all()).with_context(|| format!("cannot read {}", whole.display()))?;
    let temporary = dir.join(format!(".{}.{}.tmp", file.name, std::process::id()));
    let linked = fs::hard_link(&whole, &temporary).or_else(|_| copy_whole(&whole, &temporary).map(drop));
    let named = linked
        .and_then(|()| fs::rename(&temporary, &target).with_context(|| format!("cannot write {}", target.display())));
    let _ = fs::remove_file(&temporary); // Gone when it got its name.
    named
}
