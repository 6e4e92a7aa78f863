//! Resolves a path that a model wrote to a regular file of the project, or refuses it: nothing outside the project, no
//! `.git`, no keys or passwords, no devices or pipes.

use std::path::{Component, Path, PathBuf};

use rcad_core::agent::tools::{ToolError, ToolErrorCode};

use crate::platform::confine::{ReadRefusal, Root};

/// Longest path that is accepted, in bytes; no file system has longer ones.
const LONGEST: usize = 4_096;

/// The file that `path` names, relative to the project, with `/` and without symbolic links. Absolute paths in the
/// project are accepted, since compilers print them.
///
/// Errors: `PERMISSION_DENIED` for files outside or never shown, `FILE_NOT_FOUND` for missing ones.
pub fn find(root: &Root, path: &str) -> Result<String, ToolError> {
    let real = root.locate(&below(root.path(), path)?).map_err(|refused| refusal(path, &refused))?;
    Ok(real.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/"))
}

/// Opens the project's directory.
pub fn open(root: &Path) -> Result<Root, ToolError> {
    Root::open(root)
        .map_err(|error| ToolError::new(ToolErrorCode::FileNotFound, format!("the project can't be read: {error}")))
}

/// The error for a file that is not read.
pub fn refusal(path: &str, refused: &ReadRefusal) -> ToolError {
    let code = match refused {
        ReadRefusal::Missing | ReadRefusal::Directory => ToolErrorCode::FileNotFound,
        ReadRefusal::TooLarge { .. } => ToolErrorCode::TooLarge,
        _ => ToolErrorCode::PermissionDenied,
    };
    ToolError::new(code, format!("`{}` {refused}", short(path)))
}

/// The path relative to the root, not yet resolved.
fn below(root: &Path, path: &str) -> Result<PathBuf, ToolError> {
    let named = path.trim();
    if named.is_empty() || named.len() > LONGEST || named.contains('\0') {
        return Err(missing(path, "is no path"));
    }
    // A shell would expand these.
    if named.starts_with(['~', '$', '%']) {
        return Err(denied(path, "is not a path of the project; give one relative to it"));
    }
    let named = named.strip_prefix("file://").unwrap_or(named).replace('\\', "/");
    parts(root, path, &named)
}

/// The path relative to the root. Only the beginning of an absolute path is resolved on disk.
fn parts(root: &Path, path: &str, named: &str) -> Result<PathBuf, ToolError> {
    let mut named = Path::new(named);
    let whole;
    if named.is_absolute() {
        if named.components().any(|part| part == Component::ParentDir) {
            return Err(denied(path, "leads upwards"));
        }
        named = match named.strip_prefix(root) {
            Ok(below) => below,
            Err(_) => {
                // The root may be given through a symbolic link, as /tmp on a Mac.
                whole = named.ancestors().find_map(|above| Some((above.canonicalize().ok()?, above)));
                let below = whole.as_ref().and_then(|(real, above)| {
                    let rest = named.strip_prefix(above).ok()?;
                    real.strip_prefix(root).ok().map(|below| below.join(rest))
                });
                return below.ok_or_else(|| denied(path, "lies outside the project")).and_then(|p| names(path, &p));
            }
        };
    }
    names(path, named)
}

fn names(path: &str, below: &Path) -> Result<PathBuf, ToolError> {
    let mut names = PathBuf::new();
    for part in below.components() {
        match part {
            Component::Normal(name) => names.push(name),
            Component::CurDir => {}
            Component::ParentDir => return Err(denied(path, "leads upwards")),
            Component::RootDir | Component::Prefix(_) => return Err(denied(path, "lies outside the project")),
        }
    }
    Ok(names)
}

fn denied(path: &str, why: &str) -> ToolError {
    ToolError::new(ToolErrorCode::PermissionDenied, format!("`{}` {why}", short(path)))
}

fn missing(path: &str, why: &str) -> ToolError {
    ToolError::new(ToolErrorCode::FileNotFound, format!("`{}` {why}", short(path)))
}

fn short(path: &str) -> String {
    path.chars().take(120).map(|c| if c.is_control() { '�' } else { c }).collect()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::path::Path;

    use rcad_core::agent::tools::{ToolError, ToolErrorCode};

    use super::find;
    use crate::platform::confine::Root;

    fn write(root: &Path, path: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "text").unwrap();
    }

    /// A project, its root without links, and a directory beside it.
    fn project() -> (tempfile::TempDir, std::path::PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap().join("shop");
        for path in ["app/src/A.kt", "app/Ä b.kt", "gradle.properties", ".github/ci.yml", "app/..hidden.kt"] {
            write(&root, path);
        }
        write(&root, "../secrets/id_rsa");
        write(&root, "../shop2/B.kt");
        (dir, root)
    }

    fn inside(root: &Path, path: &str) -> Result<String, ToolError> {
        find(&Root::open(root).unwrap(), path)
    }

    fn code(root: &Path, path: &str) -> ToolErrorCode {
        inside(root, path).expect_err(path).code
    }

    #[test]
    fn files_of_the_project_are_found_however_they_are_written() {
        let (_dir, root) = project();
        let absolute = root.join("app/src/A.kt").to_string_lossy().into_owned();
        let url = format!("file://{absolute}");
        for path in ["app/src/A.kt", "./app/./src//A.kt", "app\\src\\A.kt", " app/src/A.kt ", &absolute, &url] {
            assert_eq!(inside(&root, path).unwrap(), "app/src/A.kt", "{path}");
        }
        for path in ["app/Ä b.kt", "gradle.properties", ".github/ci.yml", "app/..hidden.kt"] {
            assert_eq!(inside(&root, path).unwrap(), path);
        }
    }

    #[test]
    fn nothing_outside_is_reached() {
        let (_dir, root) = project();
        let above = root.parent().unwrap().to_string_lossy().into_owned();
        let (beside, up) = (format!("{above}/shop2/B.kt"), format!("{}/../secrets/id_rsa", root.display()));
        for path in [
            "../secrets/id_rsa",
            "app/../../secrets/id_rsa",
            "app/../gradle.properties",
            "..\\secrets\\id_rsa",
            "app/..",
            "..",
            "/",
            "/etc/passwd",
            "/etc/shadow",
            "/proc/self/environ",
            "/dev/zero",
            "//etc/passwd",
            "file:///etc/passwd",
            "~/.ssh/id_rsa",
            "~root/.ssh/id_rsa",
            "$HOME/.ssh/id_rsa",
            "%USERPROFILE%\\.ssh\\id_rsa",
            &beside,
            &up,
        ] {
            assert_eq!(code(&root, path), ToolErrorCode::PermissionDenied, "{path}");
        }
        // Whether something is there outside can't be told from the answer.
        assert_eq!(code(&root, "/etc/no-such-file"), code(&root, "/etc/passwd"));
    }

    #[test]
    fn what_is_not_there_or_no_path_is_said_to_be_missing() {
        let (_dir, root) = project();
        let long = "a/".repeat(5_000);
        let deep = format!("app/{}A.kt", "x/".repeat(1_000));
        let name = "n".repeat(300);
        for path in
            ["", "   ", ".", "app", "app/", "app/B.kt", "app/src/A.kt/x", "a\0b", "app/src/A.kt\0", &long, &deep, &name]
        {
            assert_eq!(code(&root, path), ToolErrorCode::FileNotFound, "{path}");
        }
        assert!(inside(&root, &"é\n".repeat(4_000)).unwrap_err().message.len() < 400);
    }

    #[test]
    fn links_are_followed_only_inside() {
        let (_dir, root) = project();
        write(&root, "local.properties");
        write(&root, ".git/config");
        for (link, to) in [
            ("passwd.kt", "/etc/passwd"),
            ("environ.kt", "/proc/self/environ"),
            ("zero.kt", "/dev/zero"),
            ("etc", "/etc"),
            ("up", ".."),
            ("key.kt", "../secrets/id_rsa"),
            ("nowhere.kt", "/no/such/file"),
            ("circle.kt", "circle.kt"),
            ("props.kt", "local.properties"),
            ("config.kt", ".git/config"),
            ("git", ".git"),
            ("chain.kt", "key.kt"),
            ("app/there", "../.."),
        ] {
            symlink(to, root.join(link)).unwrap();
        }
        for path in ["passwd.kt", "environ.kt", "zero.kt", "etc/passwd", "up/secrets/id_rsa", "key.kt", "nowhere.kt"] {
            assert_eq!(code(&root, path), ToolErrorCode::PermissionDenied, "{path}");
        }
        for path in
            ["circle.kt", "props.kt", "config.kt", "git/config", "chain.kt", "app/there/secrets/id_rsa", "up/shop/x"]
        {
            assert_eq!(code(&root, path), ToolErrorCode::PermissionDenied, "{path}");
        }
        symlink("app/src", root.join("main")).unwrap();
        symlink("main/A.kt", root.join("A.kt")).unwrap();
        for path in ["main/A.kt", "A.kt"] {
            assert_eq!(inside(&root, path).unwrap(), "app/src/A.kt", "{path}");
        }
    }

    #[test]
    fn pipes_sockets_and_devices_are_not_opened() {
        let (_dir, root) = project();
        let made = std::process::Command::new("mkfifo").arg(root.join("pipe.kt")).status();
        assert!(made.is_ok_and(|status| status.success()));
        let _listening = UnixListener::bind(root.join("socket.kt")).unwrap();
        for path in ["pipe.kt", "socket.kt"] {
            assert_eq!(code(&root, path), ToolErrorCode::PermissionDenied, "{path}");
        }
    }

    #[test]
    fn git_and_secrets_are_hidden_however_they_are_written() {
        let (_dir, root) = project();
        for path in [
            ".git/config",
            ".GIT/config",
            "app/.Git/HEAD",
            ".git./config",
            ".git /config",
            ".g\u{200c}it/config",
            ".git::$INDEX_ALLOCATION/config",
            "local.properties",
            "LOCAL.Properties",
            "local.properties.",
            "local.properties::$DATA",
            "app/release.JKS",
            "app/.env",
            ".env.local",
            ".ssh/id_ed25519",
            "app/google-services.json",
            "keys/deploy.pem",
            ".netrc",
        ] {
            assert_eq!(code(&root, path), ToolErrorCode::PermissionDenied, "{path}");
        }
        for path in ["app/environment.kt", "git/config", "app/keys.kt", "local.properties.md"] {
            assert_eq!(code(&root, path), ToolErrorCode::FileNotFound, "{path} is only missing");
        }
    }
}
