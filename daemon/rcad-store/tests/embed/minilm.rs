//! Where the real model is, for all tests of the store that need it.

use std::path::PathBuf;

/// The directory with the model's files; says so when they are not there.
pub fn model() -> Option<PathBuf> {
    let kept = || std::env::home_dir().map(|home| home.join(".cache/rcad-tools/minilm"));
    let dir = std::env::var_os("RCAD_TEST_MINILM").map(PathBuf::from).or_else(kept)?;
    if dir.join("model.safetensors").is_file() && dir.join("tokenizer.json").is_file() {
        return Some(dir);
    }
    println!("SKIPPED: no model in {} (`scripts/test` brings it, RCAD_TEST_MINILM names another place)", dir.display());
    None
}
