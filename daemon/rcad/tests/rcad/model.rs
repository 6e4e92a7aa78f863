//! The embedding model's files: fetched from a fake hub that serves the real ones, added from a directory.

use std::fs;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::hub::{Answer, CHUNK, COMMIT, Hub, LARGE_SHA256, minilm, proxy};
use crate::lab::{Lab, Ran};

const SMALL: &str = "tokenizer.json";
const LARGE: &str = "model.safetensors";

/// A lab whose rcad uses this hub and its own home directory.
fn lab(hub: &str, more: &[(&str, &str)]) -> Lab {
    let mut environment = vec![("RCAD_EMBEDDING_HUB", hub)];
    for variable in ["ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"] {
        environment.push((variable, ""));
    }
    environment.push(("HF_HOME", ""));
    environment.extend(more);
    let mut lab = Lab::bare_with(&environment);
    let user = lab.path("user");
    fs::create_dir(&user).unwrap();
    lab.add_environment("HOME", user.to_str().unwrap());
    lab
}

/// Where the files belong.
fn place(lab: &Lab) -> PathBuf {
    lab.state().join("models/all-MiniLM-L6-v2")
}

/// Puts the large file in place, so that only the small one is fetched.
fn have_the_large_one(lab: &Lab, files: &Path) {
    fs::create_dir_all(place(lab)).unwrap();
    fs::copy(files.join(LARGE), place(lab).join(LARGE)).unwrap();
}

fn state(lab: &Lab) -> String {
    lab.json(&["model", "list", "--format", "json"])[0]["state"].as_str().unwrap().to_owned()
}

/// Names in the model's directory, sorted.
fn names(lab: &Lab) -> Vec<String> {
    let entries = fs::read_dir(place(lab)).into_iter().flatten();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[track_caller]
fn refused(ran: &Ran, says: &[&str]) {
    assert!(ran.code == 2 && says.iter().all(|word| ran.err.contains(word)), "{says:?} in {ran:?}");
}

/// The model's directory in the cache of Hugging Face of the lab's user.
fn cache(lab: &Lab) -> PathBuf {
    lab.path("user").join(".cache/huggingface/hub/models--sentence-transformers--all-MiniLM-L6-v2")
}

#[test]
fn both_files_are_fetched_into_the_shared_cache_and_linked() {
    let Some(_) = minilm() else { return };
    let hub = Hub::new(&[]);
    let lab = lab(&hub.address, &[]);
    let before = lab.rcad(&["model", "list"]);
    assert!(
        before.code == 1 && before.out.contains("missing") && before.out.contains("rcad model fetch"),
        "{before:?}"
    );
    let ran = lab.rcad(&["model", "fetch"]).ok();
    assert!(ran.err.contains("downloading model.safetensors (90.9 MB)"), "no terminal, so lines: {ran:?}");
    assert_eq!(state(&lab), "present");
    assert_eq!(names(&lab), [LARGE, SMALL]);
    assert_eq!(fs::read_dir(lab.state().join("models")).unwrap().count(), 1);
    let blob = fs::metadata(cache(&lab).join("blobs").join(LARGE_SHA256)).unwrap();
    assert_eq!(blob.ino(), fs::metadata(place(&lab).join(LARGE)).unwrap().ino(), "one copy on the disk");
    assert!(cache(&lab).join("snapshots").join(COMMIT).join(SMALL).is_file());
    let asked = hub.asked().len();
    let again = lab.rcad(&["model", "fetch", "all-MiniLM-L6-v2"]).ok();
    assert!(again.err.contains("is there already") && hub.asked().len() == asked, "{again:?}");
}

#[test]
fn what_the_shared_cache_has_is_not_downloaded() {
    let Some(files) = minilm() else { return };
    for elsewhere in [false, true] {
        let hub = Hub::new(&[]);
        let mut lab = lab(&hub.address, &[]);
        let mut repository = cache(&lab);
        if elsewhere {
            let home = lab.path("hf");
            repository = home.join("hub").join(repository.file_name().unwrap());
            lab.add_environment("HF_HOME", home.to_str().unwrap());
        }
        // As the Python library leaves it: blobs named by hash (git's for the small one), and links by name.
        let (blobs, snapshot) = (repository.join("blobs"), repository.join("snapshots").join(COMMIT));
        fs::create_dir_all(&blobs).unwrap();
        fs::create_dir_all(&snapshot).unwrap();
        for (file, blob) in [(LARGE, LARGE_SHA256), (SMALL, "cb202bfe2e3c98645018a6d12f182a434c9d3e02")] {
            fs::copy(files.join(file), blobs.join(blob)).unwrap();
            symlink(Path::new("../../blobs").join(blob), snapshot.join(file)).unwrap();
        }
        let ran = lab.rcad(&["model", "fetch"]).ok();
        assert!(hub.asked().is_empty() && ran.err.contains("was in the cache of Hugging Face"), "{ran:?}");
        assert_eq!(state(&lab), "present");
        lab.rcad(&["uninstall", "--purge"]).ok();
        assert!(!lab.state().exists() && snapshot.join(LARGE).is_file(), "the cache is not rcad's to delete");
    }
}

#[test]
fn what_is_damaged_in_the_shared_cache_is_replaced_there() {
    let Some(_) = minilm() else { return };
    let hub = Hub::new(&[]);
    let lab = lab(&hub.address, &[]);
    fs::create_dir_all(cache(&lab).join("blobs")).unwrap();
    fs::write(cache(&lab).join("blobs").join(LARGE_SHA256), "damaged").unwrap();
    lab.rcad(&["model", "fetch"]).ok();
    assert_eq!(state(&lab), "present");
    assert_eq!(fs::metadata(cache(&lab).join("blobs").join(LARGE_SHA256)).unwrap().len(), 90_868_376);
}

#[test]
fn a_cut_connection_is_taken_up_with_the_part_that_was_cut() {
    let Some(_) = minilm() else { return };
    let hub = Hub::new(&[Answer::Right, Answer::Cut(3_000_000)]);
    let lab = lab(&hub.address, &[]);
    let ran = lab.rcad(&["model", "fetch"]).ok();
    // Parts are requested in parallel, so their order varies.
    let times = |first: usize| hub.asked().iter().filter(|a| a.file == LARGE && a.from == first).count();
    assert_eq!((times(0), times(CHUNK)), (1, 2), "{ran:?}");
    assert!(ran.err.contains("asking for the rest") && ran.err.contains("from byte 10000000 on"), "{ran:?}");
    assert_eq!(state(&lab), "present");
}

#[test]
fn an_interrupted_download_goes_on_with_the_next_command() {
    let Some(_) = minilm() else { return };
    let mut answers = vec![Answer::Nothing; 100];
    answers[..2].fill(Answer::Right);
    let hub = Hub::new(&answers);
    let lab = lab(&hub.address, &[]);
    refused(&lab.rcad(&["model", "fetch"]), &["hint: what has come is kept", "rcad model add"]);
    hub.recover();
    assert_eq!((state(&lab).as_str(), names(&lab).len()), ("missing", 0), "a part has no name yet");
    let before = hub.asked().len();
    let ran = lab.rcad(&["model", "fetch"]).ok();
    assert!(ran.err.contains("downloading model.safetensors from byte 20000000 on"), "{ran:?}");
    assert_eq!(hub.asked()[before].from, 2 * CHUNK);
    assert_eq!((state(&lab).as_str(), names(&lab).len()), ("present", 2));
}

#[test]
fn a_part_that_is_of_something_else_is_thrown_away_and_fetched_whole() {
    let Some(_) = minilm() else { return };
    let hub = Hub::new(&[]);
    let lab = lab(&hub.address, &[]);
    // As hf-hub leaves it: allocated space, and the number of bytes written.
    let mut part = vec![7; 90_868_376];
    part.extend((2 * CHUNK as u64).to_le_bytes());
    fs::create_dir_all(cache(&lab).join("blobs")).unwrap();
    fs::write(cache(&lab).join("blobs").join(format!("{LARGE_SHA256}.sync.part")), part).unwrap();
    lab.rcad(&["model", "fetch"]).ok();
    assert_eq!(hub.asked().iter().filter(|a| a.from == 0 && a.file == LARGE).count(), 1);
    assert_eq!((state(&lab).as_str(), names(&lab).len()), ("present", 2));
}

#[test]
fn what_is_not_the_model_is_refused_and_not_kept() {
    let Some(files) = minilm() else { return };
    for (answer, says) in [
        (Answer::Changed, "checksum"),
        (Answer::Shorter, "has 466246 bytes, not 466247"),
        (Answer::Page, "does not answer as the hub does"),
    ] {
        let hub = Hub::new(&[answer]);
        let lab = lab(&hub.address, &[]);
        have_the_large_one(&lab, &files);
        refused(&lab.rcad(&["model", "fetch"]), &[says, "tokenizer.json", "hint:"]);
        assert_eq!((state(&lab).as_str(), names(&lab)), ("missing", vec![LARGE.to_owned()]));
        assert!(!cache(&lab).join("snapshots").join(COMMIT).join(SMALL).exists());
    }
}

#[test]
fn a_damaged_file_is_named_and_fetched_again() {
    let Some(files) = minilm() else { return };
    let hub = Hub::new(&[]);
    let lab = lab(&hub.address, &[]);
    have_the_large_one(&lab, &files);
    let mut text = fs::read(files.join(SMALL)).unwrap();
    text[1000] ^= 1;
    fs::write(place(&lab).join(SMALL), text).unwrap();
    let list = lab.rcad(&["model", "list"]);
    assert!(list.code == 1 && list.out.contains("damaged") && list.out.contains("tokenizer.json has the"), "{list:?}");
    let doctor = lab.rcad(&["doctor"]);
    assert!(doctor.out.contains("PROBLEM  embedding model") && doctor.out.contains("tokenizer.json has"), "{doctor:?}");
    lab.rcad(&["model", "fetch"]).ok();
    assert_eq!((state(&lab).as_str(), hub.asked().len()), ("present", 1), "only the damaged one was fetched");
}

#[test]
fn a_hub_that_can_not_be_asked_is_told_with_what_to_do() {
    let hub = Hub::new(&[Answer::Missing]);
    refused(&lab(&hub.address, &[]).rcad(&["model", "fetch"]), &["404", "model.safetensors", "hint:", "embedding.hub"]);
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let away = lab(&format!("http://{closed}"), &[]);
    refused(&away.rcad(&["model", "fetch"]), &["model.safetensors", "hint: is there a network?", "rcad model add DIR"]);
    assert_eq!(names(&away), Vec::<String>::new());
    refused(&lab("the.hub", &[]).rcad(&["model", "fetch"]), &["`the.hub` is no web address", "embedding.hub"]);
    refused(&away.rcad(&["model", "fetch", "bert"]), &["no model is called `bert`", "all-MiniLM-L6-v2"]);
}

#[test]
fn an_https_address_is_spoken_to_by_tls() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let lab = lab(&format!("https://{}", listener.local_addr().unwrap()), &[]);
    let first = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut first = [0; 3];
        stream.read_exact(&mut first).unwrap();
        first
    });
    refused(&lab.rcad(&["model", "fetch"]), &["https://127.0.0.1", "hint: is there a network?"]);
    let [kind, version, _] = first.join().unwrap();
    assert_eq!((kind, version), (22, 3), "a handshake record of TLS (RFC 8446, 5.1)");
}

#[test]
fn two_fetches_at_once_do_not_write_into_one_file() {
    let hub = Hub::new(&[]);
    let lab = lab(&hub.address, &[]);
    fs::create_dir_all(cache(&lab).join("blobs")).unwrap();
    let other = fs::File::create(cache(&lab).join("blobs").join(format!("{LARGE_SHA256}.lock"))).unwrap();
    other.lock().unwrap();
    refused(&lab.rcad(&["model", "fetch"]), &["another program downloads model.safetensors already"]);
    assert!(hub.asked().is_empty());
}

#[test]
fn a_proxy_is_used_where_one_is_set_and_not_where_it_is_excepted() {
    let Some(files) = minilm() else { return };
    let hub = Hub::new(&[]);
    let (proxy, asked) = proxy(&hub);
    let behind = lab("http://hub.invalid:80", &[("HTTP_PROXY", &proxy)]);
    have_the_large_one(&behind, &files);
    behind.rcad(&["model", "fetch"]).ok();
    assert_eq!(state(&behind), "present");
    let through = asked.lock().unwrap().len();
    assert!(through > 0 && asked.lock().unwrap().iter().all(|line| line.contains("hub.invalid")), "{asked:?}");
    let direct = lab(&hub.address, &[("HTTP_PROXY", &proxy), ("NO_PROXY", "127.0.0.1")]);
    have_the_large_one(&direct, &files);
    direct.rcad(&["model", "fetch"]).ok();
    assert_eq!(asked.lock().unwrap().len(), through, "{asked:?}");
}

#[test]
fn files_are_added_from_a_directory_all_or_none() {
    let Some(files) = minilm() else { return };
    let lab = lab("http://127.0.0.1:9", &[]);
    let from = lab.path("stick");
    let add = ["model", "add", from.to_str().unwrap()];
    refused(&lab.rcad(&add), &["is no directory", "model.safetensors and tokenizer.json"]);
    fs::create_dir_all(&from).unwrap();
    fs::copy(files.join(LARGE), from.join(LARGE)).unwrap();
    refused(&lab.rcad(&add), &["tokenizer.json is missing; nothing was taken"]);
    let mut text = fs::read(files.join(SMALL)).unwrap();
    text.push(b'\n');
    fs::write(from.join(SMALL), &text).unwrap();
    refused(&lab.rcad(&add), &["tokenizer.json has 466248 bytes, not 466247"]);
    text.pop();
    text[1000] ^= 1;
    fs::write(from.join(SMALL), &text).unwrap();
    refused(&lab.rcad(&add), &["tokenizer.json has the checksum"]);
    assert_eq!(names(&lab), Vec::<String>::new(), "the right one is not taken alone");
    text[1000] ^= 1;
    fs::write(from.join(SMALL), &text).unwrap();
    let done = lab.rcad(&add).ok();
    assert!(done.out.contains("took model.safetensors and tokenizer.json"), "{done:?}");
    assert_eq!((state(&lab).as_str(), names(&lab).len()), ("present", 2));
    assert!(lab.rcad(&add).ok().out.contains("already"));
    let own = place(&lab);
    assert!(lab.rcad(&["model", "add", own.to_str().unwrap()]).ok().out.contains("already"), "onto itself");
    assert_eq!(state(&lab), "present");
}

#[test]
fn another_place_can_be_set() {
    let Some(files) = minilm() else { return };
    let lab = lab("http://127.0.0.1:9", &[("RCAD_EMBEDDING_MODEL_DIR", files.to_str().unwrap())]);
    let listed: Value = lab.json(&["model", "list", "--format", "json"]);
    assert_eq!((listed[0]["state"].as_str(), listed[0]["dir"].as_str()), (Some("present"), files.to_str()));
    assert!(!lab.state().exists(), "looking makes nothing");
}

#[test]
fn the_model_comes_is_used_rests_and_goes_while_the_daemon_runs() {
    let Some(files) = minilm() else { return };
    let lab = lab("http://127.0.0.1:9", &[]);
    lab.rcad(&["start"]).ok();
    lab.spool(1, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    assert_eq!(embedding(&lab), "missing");
    lab.wait("its words", |lab| (lab.status()["index"]["words"] == 1).then_some(()));
    assert!(lab.rcad(&["status"]).ok().out.contains("search uses text only; rcad model fetch"));
    assert!(lab.rcad(&["search", "cannot find symbol"]).ok().out.contains("cannot find"));
    lab.rcad(&["model", "add", files.to_str().unwrap()]).ok();
    lab.wait("the vector of what was stored before", |lab| (vectors(lab) == 1).then_some(()));
    assert_eq!(embedding(&lab), "loaded", "it rests after five minutes");
    fs::write(lab.state().join("config.toml"), "[embedding]\nrest_minutes = 0\n").unwrap();
    lab.rcad(&["restart"]).ok();
    assert_eq!(embedding(&lab), "resting", "nothing is embedded twice");
    lab.spool(2, "settings-8.2.1.json");
    lab.wait("the vector of what is stored now", |lab| (vectors(lab) == 2).then_some(()));
    lab.wait("its end in memory", |lab| (embedding(lab) == "resting").then_some(()));
    let log = fs::read_to_string(lab.state().join("log/rcad.log")).unwrap();
    assert!(log.contains("unloaded after being idle"), "it had been loaded: {log}");
    fs::remove_dir_all(place(&lab)).unwrap();
    assert_eq!(embedding(&lab), "missing");
    lab.spool(3, "continue-8.2.1.json");
    lab.wait_for_builds(3);
    assert!(lab.rcad(&["search", "cannot find symbol"]).ok().out.contains("cannot find"));
}

fn embedding(lab: &Lab) -> String {
    lab.status()["embedding"]["state"].as_str().unwrap().to_owned()
}

fn vectors(lab: &Lab) -> u64 {
    lab.status()["index"]["meaning"].as_u64().unwrap_or_default()
}
