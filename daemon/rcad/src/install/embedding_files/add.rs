//! Adds a model's files from a directory, for machines without network. Adds all of them or none.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{FileFault, ModelFile, PinnedModel, copy_and_sum, describe_faults};

/// Copies the files of `model` from `from` into `dir`, each atomically. Returns the names of those that were missing or
/// wrong before.
pub fn add(model: &PinnedModel, dir: &Path, from: &Path) -> Result<Vec<String>> {
    if !from.is_dir() {
        bail!("{} is no directory\nhint: name the one that holds {}", from.display(), names(model));
    }
    refuse(model, from, &model.quick_check(from))?;
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let lacking: Vec<&ModelFile> =
        model.files.iter().filter(|file| file.check(&dir.join(&file.name)).is_some()).collect();
    let mut copies = Vec::new();
    let copied = lacking.iter().try_for_each(|file| {
        let copy = dir.join(format!(".{}.{}.tmp", file.name, std::process::id()));
        copies.push((copy.clone(), dir.join(&file.name)));
        match copy_whole(&from.join(&file.name), &copy)? {
            sum if sum == file.sha256 => Ok(()),
            sum => refuse(model, from, &[(file.name.clone(), FileFault::Content(sum))]),
        }
    });
    let named = copied.and_then(|()| name_all(&copies));
    for (copy, _) in &copies {
        let _ = fs::remove_file(copy); // It was renamed.
    }
    named?;
    Ok(lacking.into_iter().map(|file| file.name.clone()).collect())
}

/// Returns the checksum of the copy, which is synced to disk.
pub(super) fn copy_whole(from: &Path, to: &Path) -> Result<String> {
    let source = File::open(from).with_context(|| format!("cannot read {}", from.display()))?;
    let copied = File::create(to).and_then(|mut file| {
        let (_, sum) = copy_and_sum(source, &mut file)?;
        file.sync_all()?;
        Ok(sum)
    });
    copied.with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}

fn name_all(copies: &[(PathBuf, PathBuf)]) -> Result<()> {
    for (copy, target) in copies {
        fs::rename(copy, target).with_context(|| format!("cannot write {}", target.display()))?;
    }
    Ok(())
}

fn refuse(model: &PinnedModel, from: &Path, faults: &[(String, FileFault)]) -> Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    let (problems, revision) = (describe_faults(model, faults).join(", "), super::short(&model.revision));
    bail!(
        "{}: {problems}; nothing was taken\nhint: {} of {} at commit {revision} are needed",
        from.display(),
        names(model),
        model.source
    )
}

fn names(model: &PinnedModel) -> String {
    model.files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join(" and ")
}
