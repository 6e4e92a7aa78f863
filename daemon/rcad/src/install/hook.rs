//! The hook: a shim in each Gradle home's `init.d`, and the two capture scripts it chooses from.
//!
//! Installs, checks and removes them. Files are replaced atomically; the shim is installed last and removed first,
//! since Gradle may start a build at any moment.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::platform::home::{Home, replace};

const SHIM: &str = include_str!("../../../../init-scripts/rcad.init.gradle");
const FLOW: &str = concat!(
    include_str!("../../../../gradle-plugin/record.gradle"),
    include_str!("../../../../gradle-plugin/flow.gradle")
);
const LEGACY: &str = concat!(
    include_str!("../../../../gradle-plugin/record.gradle"),
    include_str!("../../../../gradle-plugin/legacy.gradle")
);

/// Name of the shim; Gradle takes every `*.gradle` in `init.d`.
pub const SHIM_NAME: &str = "rcad.init.gradle";

/// State of the hook in one Gradle home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookState {
    /// All files are there, of this version.
    Installed,
    /// There is no shim.
    Absent,
    /// A file differs from this version's, or a capture script is missing.
    Different,
}

/// The Gradle homes that have the hook; `hooks.json`.
#[derive(Debug, Default, Serialize, Deserialize)]
struct HooksFile {
    gradle_homes: Vec<PathBuf>,
}

/// The Gradle home of this user's builds: `GRADLE_USER_HOME`, else `~/.gradle`.
pub fn default_gradle_home() -> Result<PathBuf> {
    if let Some(home) = std::env::var_os("GRADLE_USER_HOME").filter(|v| !v.is_empty()) {
        return Ok(std::path::absolute(home)?);
    }
    let user = std::env::home_dir().filter(|p| !p.as_os_str().is_empty());
    Ok(user.context("no home directory\nhint: set GRADLE_USER_HOME, or give --gradle-user-home")?.join(".gradle"))
}

/// Gradle homes with the hook, as of the last setup.
pub fn gradle_homes(home: &Home) -> Vec<PathBuf> {
    let hooks = fs::read(home.hooks_json()).ok().and_then(|json| serde_json::from_slice::<HooksFile>(&json).ok());
    hooks.unwrap_or_default().gradle_homes
}

/// Path of the shim in a Gradle home.
pub fn shim_path(gradle_home: &Path) -> PathBuf {
    gradle_home.join("init.d").join(SHIM_NAME)
}

/// Installs the hook in a Gradle home. Leaves unchanged files alone, since a new time stamp or text invalidates
/// Gradle's configuration cache. Returns whether something was written.
pub fn install(home: &Home, gradle_home: &Path) -> Result<bool> {
    let init_d = gradle_home.join("init.d");
    fs::create_dir_all(&init_d).with_context(|| format!("cannot make {}", init_d.display()))?;
    refuse_if_open_to_all(&init_d)?;
    let scripts = home.scripts();
    fs::create_dir_all(&scripts).with_context(|| format!("cannot make {}", scripts.display()))?;
    let mut wrote = false;
    for (path, text) in files(home, gradle_home)? {
        if fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            replace(&path, text.as_bytes(), 0o600).with_context(|| format!("cannot write {}", path.display()))?;
            wrote = true;
        }
    }
    let mut homes = gradle_homes(home);
    if !homes.iter().any(|h| h == gradle_home) {
        homes.push(gradle_home.to_owned());
        save(home, homes)?;
    }
    Ok(wrote)
}

/// State of the hook in a Gradle home.
pub fn check(home: &Home, gradle_home: &Path) -> Result<HookState> {
    if !shim_path(gradle_home).exists() {
        return Ok(HookState::Absent);
    }
    let same = files(home, gradle_home)?.iter().all(|(p, text)| fs::read(p).ok().as_deref() == Some(text.as_bytes()));
    Ok(if same { HookState::Installed } else { HookState::Different })
}

/// Repairs files that are damaged or of another version, in homes that still have a shim. Does not restore a removed
/// shim. Returns the repaired homes.
pub fn repair(home: &Home) -> Vec<PathBuf> {
    let damaged = |h: &PathBuf| matches!(check(home, h), Ok(HookState::Different));
    gradle_homes(home).into_iter().filter(damaged).filter(|h| install(home, h).is_ok()).collect()
}

/// Removes the hook from every Gradle home. Returns the removed shims.
pub fn remove(home: &Home) -> Result<Vec<PathBuf>> {
    let mut removed = Vec::new();
    for gradle_home in gradle_homes(home) {
        let shim = shim_path(&gradle_home);
        match fs::remove_file(&shim) {
            Ok(()) => removed.push(shim),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
            Err(e) => return Err(e).with_context(|| format!("cannot remove {}", shim.display())),
        }
    }
    if home.scripts().exists() {
        fs::remove_dir_all(home.scripts()).with_context(|| format!("cannot remove {}", home.scripts().display()))?;
    }
    let _ = fs::remove_file(home.hooks_json());
    Ok(removed)
}

/// Every file of the hook with its content, the shim last.
fn files(home: &Home, gradle_home: &Path) -> Result<Vec<(PathBuf, String)>> {
    let scripts = home.scripts();
    let spool = groovy_path(&home.spool())?;
    let flow = FLOW.replace("@SPOOL@", &spool);
    // A running Gradle daemon keeps the flow script's plugin until the shim's text changes.
    let version = hex::encode(&Sha256::digest(flow.as_bytes())[..8]);
    let shim = SHIM.replace("@DIR@", &groovy_path(&scripts)?).replace("@FLOW@", &version);
    Ok(vec![
        (scripts.join("capture-flow.gradle"), flow),
        (scripts.join("capture-legacy.gradle"), LEGACY.replace("@SPOOL@", &spool)),
        (shim_path(gradle_home), shim),
    ])
}

/// A path for a Groovy string in single quotes.
fn groovy_path(path: &Path) -> Result<String> {
    let Some(text) = path.to_str() else { bail!("{} is not valid UTF-8, which a Gradle script needs", path.display()) };
    Ok(text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n"))
}

fn save(home: &Home, gradle_homes: Vec<PathBuf>) -> Result<()> {
    let json = serde_json::to_vec_pretty(&HooksFile { gradle_homes })?;
    replace(&home.hooks_json(), &json, 0o600).with_context(|| format!("cannot write {}", home.hooks_json().display()))
}

/// Every script in `init.d` runs in every build, so refuse a directory that other users may write to.
#[cfg(unix)]
fn refuse_if_open_to_all(init_d: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    if fs::metadata(init_d)?.permissions().mode() & 0o002 != 0 {
        bail!("{} is writable by every user\nhint: chmod o-w {}", init_d.display(), init_d.display());
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_if_open_to_all(_: &Path) -> Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installs_checks_mends_and_removes() {
        let dir = tempfile::tempdir().unwrap();
        let home = Home::at(&dir.path().join("it's rcad"));
        let gradle_home = dir.path().join("gradle");
        home.create().unwrap();
        assert_eq!(check(&home, &gradle_home).unwrap(), HookState::Absent);
        assert!(install(&home, &gradle_home).unwrap());
        assert_eq!(check(&home, &gradle_home).unwrap(), HookState::Installed);
        assert!(!install(&home, &gradle_home).unwrap(), "nothing to write the second time");
        fs::write(home.scripts().join("capture-flow.gradle"), "class {").unwrap();
        assert_eq!(check(&home, &gradle_home).unwrap(), HookState::Different);
        assert_eq!(repair(&home), std::slice::from_ref(&gradle_home));
        assert_eq!(check(&home, &gradle_home).unwrap(), HookState::Installed);
        assert_eq!(remove(&home).unwrap(), [shim_path(&gradle_home)]);
        assert_eq!(check(&home, &gradle_home).unwrap(), HookState::Absent);
        assert!(repair(&home).is_empty(), "what was removed stays removed");
    }

    #[test]
    fn another_flow_script_makes_another_shim() {
        let shim = |home: &str| files(&Home::at(Path::new(home)), Path::new("/g")).unwrap().pop().unwrap().1;
        let line =
            |home: &str| shim(home).lines().find(|line| line.contains("static final String FLOW")).map(str::to_owned);
        assert_ne!(line("/a"), line("/b"), "the spool's path is in the flow script");
        assert_eq!(line("/a"), line("/a"));
        assert!(!shim("/a").contains("@FLOW@"));
    }

    #[test]
    fn a_quote_in_the_path_is_escaped_in_the_script() {
        let home = Home::at(Path::new("/home/dev/it's"));
        let shim = files(&home, Path::new("/g")).unwrap().pop().unwrap().1;
        assert!(shim.contains(r"/home/dev/it\'s/gradle") && !shim.contains("@DIR@"), "{shim}");
    }
}
