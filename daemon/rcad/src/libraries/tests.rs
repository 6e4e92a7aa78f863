//! Caches with jars that a real javac has made, and real jars out of a Gradle home where there is one.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rcad_core::code::libraries::LibraryIndex;
use rcad_core::explain::analyze;
use rcad_core::parse;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{Libraries, LibraryUpdate};
use crate::line::project;
use crate::platform::config::LibrarySettings;

const SETTINGS: LibrarySettings = LibrarySettings { index: true, megabytes: 100 };

/// A Gradle home and an index of it.
struct Lab {
    dir: TempDir,
    libraries: Libraries,
}

impl Lab {
    fn new() -> Lab {
        let dir = tempfile::tempdir().unwrap();
        let libraries = Libraries::new(&dir.path().join("libraries.redb"), SETTINGS);
        Lab { libraries, dir }
    }

    fn home(&self) -> PathBuf {
        self.dir.path().join("gradle")
    }

    /// Puts a file under `group/artifact/version`, in a directory that stands for its hash.
    fn put(&self, library: &str, file: &str, bytes: &[u8]) -> PathBuf {
        let dir = self.home().join(super::FILES).join(library).join("8d2f");
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join(file), bytes).unwrap();
        dir.join(file)
    }

    fn update(&self) -> LibraryUpdate {
        self.libraries.update(&[self.home()], &mut || true)
    }

    /// Full names and libraries.
    fn found(&self, simple: &str) -> Vec<String> {
        let homes = self.libraries.homes(simple, None);
        homes.iter().map(|home| format!("{} {}:{}", home.name.qualified(), home.module, home.version)).collect()
    }
}

/// A jar of what javac makes of these sources.
fn compiled(sources: &[(&str, &str)]) -> Option<Vec<u8>> {
    let dir = tempfile::tempdir().unwrap();
    let classes = dir.path().join("classes");
    let mut javac = Command::new("javac");
    javac.arg("-d").arg(&classes);
    for (path, text) in sources {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        javac.arg(path);
    }
    let Ok(made) = javac.output() else {
        eprintln!("SKIPPED: no javac");
        return None;
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut entries = Vec::new();
    add_below(&classes, &classes, &mut entries);
    Some(packed(&entries))
}

fn add_below(root: &Path, dir: &Path, entries: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            add_below(root, &entry, entries);
        } else {
            entries.push((entry.strip_prefix(root).unwrap().to_string_lossy().into_owned(), fs::read(entry).unwrap()));
        }
    }
}

fn packed(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (path, bytes) in entries {
        zip.start_file(path.as_str(), SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored))
            .unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const SHELF: &str = "package org.shelf;\npublic class ShelfReader {\n    public static class Slot { }\n    static class Hidden { public static class Below { } }\n    public enum Kind { OPEN { }, SHUT }\n    public Runnable run() { class Local { } new Local(); return new Runnable() { public void run() { } }; }\n}\nclass Unseen { }\n";

fn shelf() -> Option<Vec<u8>> {
    compiled(&[
        ("ShelfReader.java", SHELF),
        ("internal/DeepReader.java", "package org.shelf.internal;\npublic class DeepReader { }\n"),
        ("a/a.java", "package org.shelf.text;\npublic class a { }\n"),
        (
            "marks/ShelfMark.java",
            "package org.shelf.text;\npublic @interface ShelfMark { int[] value() default {1}; }\n",
        ),
    ])
}

#[test]
fn public_classes_are_found_and_others_are_not() {
    let (lab, Some(jar)) = (Lab::new(), shelf()) else { return };
    lab.put("org.shelf/shelf-core/1.2", "shelf-core-1.2.jar", &jar);
    lab.put("org.shelf/shelf-core/1.2", "shelf-core-1.2-sources.jar", b"none");
    assert_eq!(lab.update(), LibraryUpdate { read: 1, ..LibraryUpdate::default() });
    assert_eq!(lab.found("ShelfReader"), ["org.shelf.ShelfReader org.shelf:shelf-core:1.2"]);
    assert_eq!(lab.found("Slot"), ["org.shelf.ShelfReader.Slot org.shelf:shelf-core:1.2"]);
    assert_eq!((lab.found("Kind").len(), lab.found("ShelfMark").len()), (1, 1));
    for hidden in ["Hidden", "Below", "Unseen", "Local", "1", "DeepReader", "a", ""] {
        assert_eq!(lab.found(hidden), Vec::<String>::new(), "{hidden}");
    }
}

#[test]
fn an_aar_is_read_and_a_multiplatform_library_has_its_plain_name() {
    let (lab, Some(jar)) = (Lab::new(), shelf()) else { return };
    let aar = packed(&[("AndroidManifest.xml".into(), b"<manifest/>".to_vec()), ("classes.jar".into(), jar)]);
    lab.put("org.shelf/shelf-android/2.0", "shelf-android-2.0.aar", &aar);
    lab.put("org.shelf/shelf/2.0", "shelf-2.0.module", b"{}");
    lab.put("org.shelf/icons/2.0", "icons-2.0.aar", &packed(&[("res/a.xml".into(), b"<a/>".to_vec())]));
    assert_eq!(lab.update(), LibraryUpdate { read: 2, ..LibraryUpdate::default() });
    assert_eq!(lab.found("ShelfReader"), ["org.shelf.ShelfReader org.shelf:shelf:2.0"]);
}

#[test]
fn damaged_and_large_jars_are_passed_over_and_counted() {
    let (lab, Some(jar)) = (Lab::new(), shelf()) else { return };
    lab.put("a/cut/1", "cut-1.jar", &jar[..jar.len() / 2]);
    lab.put("a/none/1", "none-1.jar", b"");
    lab.put("a/text/1", "text-1.aar", b"PK\x03\x04 and no more");
    lab.put("a/sound/1", "sound-1.jar", &jar);
    let large = lab.put("a/large/1", "large-1.jar", b"");
    fs::File::options().write(true).open(large).unwrap().set_len(super::JAR + 1).unwrap();
    assert_eq!(lab.update(), LibraryUpdate { read: 5, damaged: 3, large: 1, ..LibraryUpdate::default() });
    assert_eq!(lab.found("ShelfReader"), ["org.shelf.ShelfReader a:sound:1"]);
    assert_eq!(lab.update(), LibraryUpdate::default(), "none is read twice");
    // Every cut, and every byte changed: nothing panics.
    for at in (0..jar.len()).step_by(13) {
        let mut changed = jar.clone();
        changed[at] ^= 0xff;
        let _ = (super::jar::names(&jar[..at], false), super::jar::names(&changed, false));
    }
}

#[test]
fn only_new_jars_are_read_and_gone_ones_leave() {
    let (lab, Some(jar)) = (Lab::new(), shelf()) else { return };
    let old = lab.put("org.shelf/shelf-core/1.9", "shelf-core-1.9.jar", &jar);
    lab.update();
    lab.put("org.shelf/shelf-core/1.10", "shelf-core-1.10.jar", &jar);
    assert_eq!(lab.update(), LibraryUpdate { read: 1, ..LibraryUpdate::default() });
    assert_eq!(lab.found("ShelfReader").len(), 2);
    fs::remove_file(old).unwrap();
    assert_eq!(lab.update(), LibraryUpdate { gone: 1, ..LibraryUpdate::default() });
    assert_eq!(lab.found("ShelfReader"), ["org.shelf.ShelfReader org.shelf:shelf-core:1.10"]);
    // A stop leaves what is known.
    let stopped = lab.libraries.update(&[lab.home()], &mut || false);
    assert_eq!((stopped, lab.found("ShelfReader").len()), (LibraryUpdate::default(), 1));
    assert_eq!(lab.libraries.update(&[], &mut || true).gone, 1);
}

#[test]
fn switched_off_or_full_it_takes_in_nothing() {
    let (lab, Some(jar)) = (Lab::new(), shelf()) else { return };
    lab.put("a/b/1", "b-1.jar", &jar);
    let path = lab.dir.path().join("other.redb");
    let off = Libraries::new(&path, LibrarySettings { index: false, ..SETTINGS });
    assert_eq!(off.update(&[lab.home()], &mut || true), LibraryUpdate::default());
    assert!(!path.exists() && off.homes("ShelfReader", None).is_empty());
    let full = Libraries::new(&path, LibrarySettings { megabytes: 0, ..SETTINGS });
    assert_eq!(full.update(&[lab.home()], &mut || true), LibraryUpdate { is_full: true, ..LibraryUpdate::default() });
}

/// Through the line: what a build's log says, the project on the disk, and the cache.
#[test]
fn a_failure_is_told_with_the_library_that_has_the_name() {
    let (lab, Some(jar)) = (Lab::new(), shelf()) else { return };
    lab.put("org.shelf/shelf-core/1.2", "shelf-core-1.2.jar", &jar);
    lab.update();
    let root = lab.dir.path().join("shop");
    let write = |path: &str, text: &str| {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), text).unwrap();
    };
    write("settings.gradle.kts", "include(\":app\")\n");
    write("app/build.gradle.kts", "plugins { }\ndependencies {\n    implementation(\"a:b:1\")\n}\n");
    write(
        "app/src/main/kotlin/shop/Main.kt",
        "package shop\n\nimport org.shelf.ShelfReader\n\nval a = ShelfReader()\n",
    );
    let place = root.join("app/src/main/kotlin/shop/Main.kt");
    let log =
        format!("> Task :app:compileKotlin FAILED\ne: file://{}:3:8 Unresolved reference 'org'.\n", place.display());
    let told = |log: &str| {
        let mut parsed = parse::parse(log);
        project::look(&root, Some(&lab.libraries), &mut parsed);
        let answer = analyze(parsed, Some(&root.to_string_lossy()));
        format!("{} -> {}", answer.root_cause.unwrap_or_default(), answer.fix_guidelines.join(" "))
    };
    let answer = told(&log);
    assert!(answer.contains("Gradle's cache has it in `org.shelf:shelf-core:1.2`, which `:app` does not"), "{answer}");
    assert!(answer.contains("Add `implementation(\"org.shelf:shelf-core:1.2\")` to the"), "{answer}");
    assert!(answer.contains("app/build.gradle.kts (below line 3)"), "{answer}");
    write("app/src/main/kotlin/shop/Main.kt", "package shop\n\nval a = ShelfReader()\n");
    let use_of = format!(
        "> Task :app:compileKotlin FAILED\ne: file://{}:3:9 Unresolved reference 'ShelfReader'.\n",
        place.display()
    );
    let answer = told(&use_of);
    assert!(answer.contains("Gradle's cache has `org.shelf.ShelfReader` in"), "{answer}");
    write("app/build.gradle.kts", "dependencies {\n    implementation(\"org.shelf:shelf-core:1.2\")\n}\n");
    let answer = told(&use_of);
    assert!(answer.contains("add `import org.shelf.ShelfReader` in `Main.kt`"), "{answer}");
}

/// The Gradle home that tests with the Android Gradle plugin use.
fn real_home() -> Option<PathBuf> {
    let tools = std::env::var_os("RCAD_TOOLS").map(PathBuf::from);
    let tools = tools.or_else(|| Some(std::env::home_dir()?.join(".cache/rcad-tools")))?;
    let home = tools.join("agp-home");
    let there = home.join(super::FILES).is_dir();
    if !there {
        eprintln!("SKIPPED: no Gradle home with libraries in {}", tools.display());
    }
    there.then_some(home)
}

#[test]
fn kotlins_declarations_are_found_by_their_names_in_kotlin() {
    let (lab, Some(home)) = (Lab::new(), real_home()) else { return };
    let files = home.join(super::FILES).join("org.jetbrains.kotlin/kotlin-stdlib");
    let mut jars: Vec<PathBuf> = Vec::new();
    for version in fs::read_dir(files).unwrap() {
        for hash in fs::read_dir(version.unwrap().path()).unwrap() {
            jars.extend(fs::read_dir(hash.unwrap().path()).unwrap().map(|file| file.unwrap().path()));
        }
    }
    let Some(jar) = jars.iter().filter(|path| path.extension().is_some_and(|end| end == "jar")).max() else { return };
    lab.put("org.jetbrains.kotlin/kotlin-stdlib/2", "kotlin-stdlib-2.jar", &fs::read(jar).unwrap());
    lab.update();
    let kinds = |simple: &str| {
        let homes = lab.libraries.homes(simple, None);
        homes.iter().map(|home| format!("{:?} {}", home.name.kind, home.name.qualified())).collect::<Vec<_>>()
    };
    assert_eq!(kinds("measureTimeMillis"), ["Function kotlin.system.measureTimeMillis"]);
    assert_eq!(
        kinds("mapNotNullTo"),
        [
            "Extension kotlin.collections.mapNotNullTo",
            "Extension kotlin.sequences.mapNotNullTo",
            "Extension kotlin.text.mapNotNullTo"
        ]
    );
    assert_eq!(kinds("qualifiedName").len() + kinds("lastIndex").len(), 2, "lastIndex of collections and text");
    assert_eq!(kinds("DurationUnit"), ["Class kotlin.time.DurationUnit"]);
    assert_eq!(kinds("CASE_INSENSITIVE_ORDER").len(), 1, "a property of `String.Companion`");
    for hidden in ["CollectionsKt", "CollectionsKt__CollectionsKt", "checkIndexOverflow", "PlatformImplementations"] {
        assert_eq!(kinds(hidden), Vec::<String>::new(), "{hidden}");
    }
}

/// What it costs: run with `--ignored --nocapture`.
#[test]
#[ignore = "measures"]
fn costs_of_a_real_cache() {
    let (lab, Some(home)) = (Lab::new(), real_home()) else { return };
    let begun = Instant::now();
    let done = lab.libraries.update(std::slice::from_ref(&home), &mut || true);
    println!("{done:?} in {:?}, {} bytes", begun.elapsed(), lab.libraries.bytes());
    println!("{:?} names", lab.libraries.with(|store| store.names()));
    let begun = Instant::now();
    assert_eq!(lab.libraries.update(&[home], &mut || true), LibraryUpdate::default());
    println!("nothing new: {:?}", begun.elapsed());
    let class = "com.google.common.collect.ImmutableList";
    for (name, owner) in
        [("ImmutableList", None), ("launch", None), ("Builder", Some(class)), ("Builder", None), ("NoSuchName", None)]
    {
        let mut times: Vec<Duration> = (0..99)
            .map(|_| {
                let begun = Instant::now();
                lab.libraries.homes(name, owner);
                begun.elapsed()
            })
            .collect();
        times.sort();
        let found = lab.libraries.homes(name, owner).len();
        println!("{name} of {owner:?}: {found} homes, {:?} p50, {:?} most", times[49], times[98]);
        // `Builder` is the most frequent name of all, and no answer asks for it without its class.
        assert!(found > 1_000 || times[49] < Duration::from_millis(2));
    }
}
