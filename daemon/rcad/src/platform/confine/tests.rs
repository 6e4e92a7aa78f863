//! Only a directory's own regular files are read, whatever else is in it.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{FileKind, ReadRefusal, Root, read_file};

/// A directory with a few files, and a secret beside it.
fn directory() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("shop");
    for (path, text) in [("app/a.kt", "class A"), ("local.properties", "secret"), ("../keys/a.kt", "outside")] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    (dir, root)
}

fn read(root: &Path, path: &str) -> Result<Vec<u8>, ReadRefusal> {
    Root::open(root).unwrap().read(Path::new(path), 100)
}

#[test]
fn pipes_sockets_and_devices_are_neither_opened_nor_waited_for() {
    let (_dir, root) = directory();
    assert!(Command::new("mkfifo").arg(root.join("pipe.kt")).status().unwrap().success());
    let _listening = UnixListener::bind(root.join("socket.kt")).unwrap();
    symlink("/dev/zero", root.join("zero.kt")).unwrap();
    for (path, why) in
        [("pipe.kt", ReadRefusal::Special), ("socket.kt", ReadRefusal::Special), ("zero.kt", ReadRefusal::LinkOutside)]
    {
        assert_eq!(read(&root, path), Err(why), "{path}");
    }
    assert_eq!(read_file(&root.join("pipe.kt"), 100), Err(ReadRefusal::Special));
    assert_eq!(read_file(&root.join("zero.kt"), 100), Err(ReadRefusal::Special));
    assert_eq!(read_file(&root.join("nothing.kt"), 100), Err(ReadRefusal::Missing));
    symlink("../keys/a.kt", root.join("named.kt")).unwrap();
    assert_eq!(read_file(&root.join("named.kt"), 100).unwrap(), b"outside", "the user named it");
}

#[test]
fn a_large_file_is_refused_and_not_read_in_part() {
    let (_dir, root) = directory();
    File::create(root.join("huge.kt")).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(read(&root, "huge.kt"), Err(ReadRefusal::TooLarge { size: 1 << 40 }));
    fs::write(root.join("just.kt"), [b'x'; 100]).unwrap();
    assert_eq!(read(&root, "just.kt").map(|bytes| bytes.len()), Ok(100));
    // A file that does not report its size.
    assert!(matches!(read_file(Path::new("/proc/self/status"), 10), Err(ReadRefusal::TooLarge { .. })));
}

#[test]
fn links_are_followed_inside_only() {
    let (_dir, root) = directory();
    for (link, target) in [
        ("good.kt", "app/a.kt"),
        ("main", "app"),
        ("key.kt", "../keys/a.kt"),
        ("up", ".."),
        ("props.kt", "local.properties"),
        ("nowhere.kt", "/no/such/file"),
    ] {
        symlink(target, root.join(link)).unwrap();
    }
    for path in ["app/a.kt", "./app/a.kt", "good.kt", "main/a.kt"] {
        assert_eq!(read(&root, path).unwrap(), b"class A", "{path}");
        let real = Root::open(&root).unwrap().locate(Path::new(path)).unwrap();
        assert_eq!(real, Path::new("app/a.kt"));
    }
    for (path, why) in [
        ("key.kt", ReadRefusal::LinkOutside),
        ("up/keys/a.kt", ReadRefusal::LinkOutside),
        ("nowhere.kt", ReadRefusal::LinkOutside),
        ("props.kt", ReadRefusal::LinkToSecret),
        ("local.properties", ReadRefusal::Secret),
        ("app/.git/config", ReadRefusal::Secret),
        ("../keys/a.kt", ReadRefusal::Outside),
        ("/etc/passwd", ReadRefusal::Outside),
        ("app", ReadRefusal::Directory),
        ("", ReadRefusal::Directory),
        ("app/a.kt/x", ReadRefusal::Missing),
        ("app/b.kt", ReadRefusal::Missing),
    ] {
        assert_eq!(read(&root, path), Err(why), "{path}");
    }
}

#[test]
fn a_directory_that_is_swapped_for_a_link_is_not_followed() {
    let (_dir, root) = directory();
    let opened = Root::open(&root).unwrap();
    let real = opened.locate(Path::new("app/a.kt")).unwrap();
    fs::rename(root.join("app"), root.join("old")).unwrap();
    symlink("../keys", root.join("app")).unwrap();
    assert_eq!(fs::read(root.join("app/a.kt")).unwrap(), b"outside", "by its path another file is read");
    assert_eq!(opened.read_real(&real, 100), Err(ReadRefusal::Missing));
    fs::remove_file(root.join("app")).unwrap();
    fs::create_dir(root.join("app")).unwrap();
    symlink("../../keys/a.kt", root.join("app/a.kt")).unwrap();
    assert_eq!(opened.read_real(&real, 100), Err(ReadRefusal::LinkOutside));
    // The opened directory is read, not what has its name now.
    fs::rename(root.join("old"), root.join("../moved")).unwrap();
    let (keys, away) = (root.join("../keys"), root.join("../away"));
    fs::rename(&root, &away).unwrap();
    symlink(&keys, &root).unwrap();
    assert_eq!(opened.read_real(Path::new("a.kt"), 100), Err(ReadRefusal::Missing));
}

#[test]
fn a_listing_tells_what_each_entry_is_itself() {
    let (_dir, root) = directory();
    symlink("app", root.join("main")).unwrap();
    symlink("../keys", root.join("out")).unwrap();
    assert!(Command::new("mkfifo").arg(root.join("pipe.kt")).status().unwrap().success());
    let opened = Root::open(&root).unwrap();
    let mut all = opened.list(Path::new(""), 100).unwrap();
    all.entries.sort_by(|a, b| a.0.cmp(&b.0));
    let names: Vec<(&str, FileKind)> = all.entries.iter().map(|(name, kind)| (name.as_str(), *kind)).collect();
    let wanted = [
        ("app", FileKind::Directory),
        ("local.properties", FileKind::File),
        ("main", FileKind::Link),
        ("out", FileKind::Link),
        ("pipe.kt", FileKind::Special),
    ];
    assert_eq!((&names[..], all.is_cut), (&wanted[..], false));
    assert_eq!(opened.list(Path::new("main"), 9).unwrap().entries, [("a.kt".to_owned(), FileKind::File)]);
    assert_eq!(opened.list(Path::new("out"), 9), Err(ReadRefusal::LinkOutside));
    assert_eq!(opened.list(Path::new("app/a.kt"), 9), Err(ReadRefusal::Missing));
    let few = opened.list(Path::new(""), 2).unwrap();
    assert_eq!((few.entries.len(), few.is_cut), (2, true));
}

#[test]
fn steps_read_what_paths_read_and_follow_no_link() {
    let (_dir, root) = directory();
    symlink("app", root.join("main")).unwrap();
    symlink("a.kt", root.join("app/link.kt")).unwrap();
    assert!(Command::new("mkfifo").arg(root.join("pipe.kt")).status().unwrap().success());
    let top = Root::open(&root).unwrap().top().unwrap();
    let app = top.down("app").unwrap();
    assert_eq!((app.read("a.kt", 100).unwrap(), app.stamp("a.kt").unwrap().size), (b"class A".to_vec(), 7));
    assert!(app.stamp("a.kt").unwrap().changed_ns > 0);
    assert_eq!(app.entries(9).unwrap().entries.len(), 2);
    assert_eq!((app.entries(1).unwrap().is_cut, top.entries(9).unwrap().entries.len()), (true, 4));
    assert_eq!(app.read("a.kt", 6), Err(ReadRefusal::TooLarge { size: 7 }));
    for (name, why) in [
        ("local.properties", ReadRefusal::Secret),
        ("pipe.kt", ReadRefusal::Special),
        ("app", ReadRefusal::Directory),
        ("none.kt", ReadRefusal::Missing),
        ("..", ReadRefusal::Outside),
        ("app/a.kt", ReadRefusal::Outside),
    ] {
        assert_eq!(top.read(name, 100), Err(why), "{name}");
    }
    assert_eq!(app.read("link.kt", 100), Err(ReadRefusal::LinkOutside));
    assert!(top.down("main").is_err() && top.down("..").is_err() && top.down(".git").is_err());
}
