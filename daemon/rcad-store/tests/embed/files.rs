//! The model's files absent, damaged, foreign: a clear error each, never a panic.

use std::fs;
use std::path::Path;

use rcad_store::{EmbedError, Embedder};
use tempfile::TempDir;

use crate::model;

/// A copy of the model with other bytes for one of its files.
fn changed(from: &Path, file: &str, change: impl Fn(Vec<u8>) -> Vec<u8>) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for name in ["model.safetensors", "tokenizer.json"] {
        if name == file {
            fs::write(dir.path().join(name), change(fs::read(from.join(name)).unwrap())).unwrap();
        } else if fs::hard_link(from.join(name), dir.path().join(name)).is_err() {
            fs::copy(from.join(name), dir.path().join(name)).unwrap();
        }
    }
    dir
}

/// What a text's vector fails with.
fn error(dir: &Path) -> String {
    let embedder = Embedder::new(dir);
    assert!(embedder.is_present());
    let error = embedder.embed(&["a text"]).unwrap_err();
    assert!(matches!(error, EmbedError::Unusable(_)), "{error}");
    assert!(!embedder.is_loaded());
    error.to_string()
}

/// A file of one tensor, laid out as safetensors are.
fn safetensors(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn an_absent_model_is_missing_and_no_texts_need_none() {
    let dir = tempfile::tempdir().unwrap();
    let embedder = Embedder::new(&dir.path().join("minilm"));
    assert!(!embedder.is_present() && !embedder.is_loaded());
    assert!(embedder.embed(&[]).unwrap().is_empty());
    let error = embedder.embed(&["a text"]).unwrap_err();
    assert!(matches!(&error, EmbedError::Missing(path) if path.ends_with("minilm")), "{error}");
}

#[test]
fn one_of_two_files_is_missing_and_comes_later() {
    let Some(from) = model() else { return };
    let dir = tempfile::tempdir().unwrap();
    fs::copy(from.join("tokenizer.json"), dir.path().join("tokenizer.json")).unwrap();
    let embedder = Embedder::new(dir.path());
    assert!(!embedder.is_present());
    assert!(matches!(embedder.embed(&["a text"]), Err(EmbedError::Missing(_))));
    fs::copy(from.join("model.safetensors"), dir.path().join("model.safetensors")).unwrap();
    assert!(embedder.is_present());
    assert_eq!(embedder.embed(&["a text"]).unwrap().len(), 1);
}

#[test]
fn damaged_weights_are_named() {
    let Some(from) = model() else { return };
    let file = "model.safetensors";
    let half = |mut bytes: Vec<u8>| {
        bytes.truncate(bytes.len() / 2);
        bytes
    };
    let in_its_header = |mut bytes: Vec<u8>| {
        bytes.truncate(1000);
        bytes
    };
    let one_byte_short = |mut bytes: Vec<u8>| {
        bytes.pop();
        bytes
    };
    for dir in [
        changed(&from, file, half),
        changed(&from, file, in_its_header),
        changed(&from, file, one_byte_short),
        changed(&from, file, |_| Vec::new()),
        changed(&from, file, |_| b"{\"not\": \"weights\"}".to_vec()),
        changed(&from, file, |_| vec![0xff; 4096]),
        changed(&from, file, |_| safetensors("{\"x\":[1,2", b"")),
    ] {
        let error = error(dir.path());
        assert!(error.contains(file), "{error}");
    }
}

#[test]
fn another_models_weights_are_told_apart() {
    let Some(from) = model() else { return };
    let file = "model.safetensors";
    let one = "{\"embeddings.word_embeddings.weight\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]}}";
    let error_of = |bytes: Vec<u8>| error(changed(&from, file, |_| bytes.clone()).path());
    let shape = error_of(safetensors(one, &[0; 16]));
    assert!(shape.contains("word_embeddings") && shape.contains("[2, 2]"), "{shape}");
    let absent = error_of(safetensors("{}", b""));
    assert!(absent.contains("embeddings"), "{absent}");
    // The header says 384 × 384, the data is that of one number.
    let lies = one.replace("[2,2]", "[30522,384]").replace("[0,16]", "[0,46881792]");
    assert!(error_of(safetensors(&lies, &[0; 4])).contains(file));
    let overlapping = one.replace("[0,16]", "[16,0]");
    assert!(error_of(safetensors(&overlapping, &[0; 16])).contains(file));
}

#[test]
fn a_foreign_tokenizer_is_named() {
    let Some(from) = model() else { return };
    let file = "tokenizer.json";
    let smaller =
        |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replacen("\"the\":", "\"[unused0]\":", 1).into_bytes();
    for dir in [
        changed(&from, file, |_| Vec::new()),
        changed(&from, file, |_| b"{\"a\": [1, 2".to_vec()),
        changed(&from, file, |_| b"{\"version\": \"1.0\"}".to_vec()),
        changed(&from, file, |_| vec![0xff; 64]),
        changed(&from, file, smaller),
    ] {
        let error = error(dir.path());
        assert!(error.contains(file), "{error}");
    }
}
