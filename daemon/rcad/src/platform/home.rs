//! rcad's state directory: `~/.rcad`, or the one named by `RCAD_HOME`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

/// The state directory and the paths in it.
#[derive(Clone, Debug)]
pub struct Home {
    root: PathBuf,
}

impl Home {
    /// `RCAD_HOME`, else `.rcad` in the user's home directory.
    pub fn find() -> Result<Home> {
        if let Some(root) = std::env::var_os("RCAD_HOME").filter(|v| !v.is_empty()) {
            return Ok(Home { root: std::path::absolute(root)? });
        }
        let root = usual_root();
        let root =
            root.ok_or_else(|| anyhow!("no home directory\nhint: set RCAD_HOME to a directory for rcad's state"))?;
        Ok(Home { root })
    }

    /// Whether it is the default directory.
    pub fn is_usual(&self) -> bool {
        usual_root().is_some_and(|usual| usual == self.root)
    }

    /// A state directory at this path.
    pub fn at(root: &Path) -> Home {
        Home { root: root.to_owned() }
    }

    /// Creates the directory (0700, so that nobody else can read logs or the token) and its subdirectories.
    pub fn create(&self) -> Result<()> {
        for dir in [self.root.clone(), self.spool(), self.log_dir()] {
            fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        restrict(&self.root, 0o700).with_context(|| format!("cannot set the mode of {}", self.root.display()))
    }

    /// The directory itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Records of the capture scripts.
    pub fn spool(&self) -> PathBuf {
        self.root.join("spool")
    }

    /// The capture scripts.
    pub fn scripts(&self) -> PathBuf {
        self.root.join("gradle")
    }

    /// The user's settings.
    pub fn config(&self) -> PathBuf {
        self.root.join("config.toml")
    }

    /// The user's own rules.
    pub fn rules(&self) -> PathBuf {
        self.root.join("rules")
    }

    /// The store's file.
    pub fn store(&self) -> PathBuf {
        self.root.join("rca.redb")
    }

    /// The search index, derived from the store.
    pub fn index(&self) -> PathBuf {
        self.root.join("index")
    }

    /// The mappings of minified builds, packed.
    pub fn mappings(&self) -> PathBuf {
        self.root.join("mappings")
    }

    /// The files of projects whose builds were green.
    pub fn snapshots(&self) -> PathBuf {
        self.root.join("snapshots.redb")
    }

    /// What the libraries in Gradle's caches have.
    pub fn libraries(&self) -> PathBuf {
        self.root.join("libraries.redb")
    }

    /// Model files.
    pub fn models(&self) -> PathBuf {
        self.root.join("models")
    }

    /// The directory of the daemon's log.
    pub fn log_dir(&self) -> PathBuf {
        self.root.join("log")
    }

    /// The daemon's log.
    pub fn log(&self) -> PathBuf {
        self.log_dir().join("rcad.log")
    }

    /// The lock file of the running daemon.
    pub fn lock(&self) -> PathBuf {
        self.root.join("daemon.lock")
    }

    /// Address, pid and token of the daemon.
    pub fn daemon_json(&self) -> PathBuf {
        self.root.join("daemon.json")
    }

    /// The list of Gradle homes with the hook.
    pub fn hooks_json(&self) -> PathBuf {
        self.root.join("hooks.json")
    }
}

/// `~/.rcad`
fn usual_root() -> Option<PathBuf> {
    Some(std::env::home_dir().filter(|home| !home.as_os_str().is_empty())?.join(".rcad"))
}

/// Writes a file atomically; `mode` is its Unix mode.
pub fn replace(path: &Path, text: &[u8], mode: u32) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = (|| {
        let mut file = fs::File::create(&temporary)?;
        restrict(&temporary, mode)?;
        file.write_all(text)?;
        // Otherwise a power failure could leave an empty file, and an empty script breaks builds.
        file.sync_all()?;
        fs::rename(&temporary, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A path below the home directory, with `~`.
pub fn tilde(path: &Path) -> String {
    let home = std::env::home_dir().unwrap_or_else(|| PathBuf::from("/"));
    match path.strip_prefix(&home) {
        Ok(rest) if home.parent().is_some() => format!("~/{}", rest.display()),
        _ => path.display().to_string(),
    }
}

#[cfg(unix)]
fn restrict(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn restrict(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}
