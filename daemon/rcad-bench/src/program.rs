//! The measured `rcad` program: the one beside this program. Under `cargo run` Cargo builds it first, so that both are
//! of the same code.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Its path. Fails with a hint if there is none.
pub fn rcad() -> Result<PathBuf> {
    let dir = std::env::current_exe()?.parent().map(Path::to_owned).context("this program is in no directory")?;
    if let Some(cargo) = std::env::var_os("CARGO") {
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "--locked", "--package", "rcad", "--profile", profile(&dir)]);
        build.arg("--manifest-path").arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml"));
        let ended = build.status().context("cannot run cargo")?;
        if !ended.success() {
            bail!("building rcad failed: {ended}");
        }
    }
    let rcad = dir.join(format!("rcad{}", std::env::consts::EXE_SUFFIX));
    if !rcad.is_file() {
        bail!("there is no rcad in {}\nhint: cargo build --release -p rcad", dir.display());
    }
    Ok(rcad)
}

/// The profile whose artifacts are in `target/NAME`.
fn profile(dir: &Path) -> &str {
    match dir.file_name().and_then(|name| name.to_str()) {
        None | Some("debug") => "dev",
        Some(name) => name,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::profile;

    #[test]
    fn a_directory_names_its_profile() {
        assert_eq!(profile(Path::new("target/debug")), "dev");
        assert_eq!(profile(Path::new("target/release")), "release");
    }
}
