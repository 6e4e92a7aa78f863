//! Counts the tokens of a prompt: with the model's own tokenizer if Ollama's files are on this machine, else by an
//! estimate. Only reads those files; asks no server.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rcad_core::agent::budget::{EstimatedTokens, TokenCounter};
use rcad_core::agent::model::ChatModel;
use rcad_store::ModelTokenizer;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// Models of an Ollama server that runs as a system service on Linux.
const SYSTEM_DIRECTORY: &str = "/usr/share/ollama/.ollama/models";
/// Media type of the manifest layer that holds the model.
const MODEL_LAYER: &str = "application/vnd.ollama.image.model";
/// Largest manifest that is read, in bytes; usual ones have some hundred bytes a layer.
const MANIFEST_BYTES: u64 = 1 << 20;
/// Registries that are searched.
const REGISTRIES: usize = 100;

/// Caches the tokenizer of the last model while there are jobs. Reading one takes some tenths of a second, keeping one
/// some 40 MB.
pub struct TokenCounters {
    /// Ollama's model directories, in search order.
    directories: Vec<PathBuf>,
    /// By the model's digest; nothing inside if its file has no tokenizer that can be read.
    last: Mutex<Option<(String, Option<Arc<ModelTokenizer>>)>>,
}

impl TokenCounters {
    /// Searches Ollama's directories on this machine.
    pub fn new() -> TokenCounters {
        let named = std::env::var_os("OLLAMA_MODELS").map(PathBuf::from);
        let own = std::env::home_dir().map(|home| home.join(".ollama/models"));
        TokenCounters::over(named.into_iter().chain(own).chain([SYSTEM_DIRECTORY.into()]).collect())
    }

    fn over(directories: Vec<PathBuf>) -> TokenCounters {
        TokenCounters { directories, last: Mutex::default() }
    }

    /// The counter for this model.
    pub fn of(&self, model: &ChatModel) -> Arc<dyn TokenCounter> {
        match self.own(model) {
            Some(own) => own,
            None => Arc::new(EstimatedTokens::of(&model.ability)),
        }
    }

    /// Frees the memory; the next job reads the file again.
    pub fn forget(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The model's own tokenizer.
    fn own(&self, model: &ChatModel) -> Option<Arc<ModelTokenizer>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, own)) = last.as_ref().filter(|(digest, _)| *digest == model.digest) {
            return own.clone();
        }
        let file = self.directories.iter().find_map(|models| file(models, model))?;
        let own = match ModelTokenizer::open(&file) {
            Ok(own) => Some(Arc::new(own)),
            Err(error) => {
                tracing::info!(model = model.name, %error, "its tokens are estimated");
                None
            }
        };
        *last = Some((model.digest.clone(), own.clone()));
        own
    }
}

/// A model's manifest in Ollama's directory.
#[derive(Deserialize)]
struct OllamaManifest {
    layers: Vec<ManifestLayer>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ManifestLayer {
    media_type: String,
    digest: String,
}

/// The model's file in this directory. The digest must be that of the manifest, so a model of the same name from
/// another server does not match, and the same model on another machine does.
fn file(models: &Path, model: &ChatModel) -> Option<PathBuf> {
    let digest = model.digest.strip_prefix("sha256:").unwrap_or(&model.digest);
    let manifest = manifests(&models.join("manifests"), &model.name).into_iter().find_map(|path| {
        let small = fs::metadata(&path).is_ok_and(|meta| meta.is_file() && meta.len() <= MANIFEST_BYTES);
        let bytes = small.then(|| fs::read(&path).ok())??;
        (hex::encode(Sha256::digest(&bytes)) == digest).then_some(bytes)
    })?;
    let manifest: OllamaManifest = serde_json::from_slice(&manifest).ok()?;
    let layer = manifest.layers.into_iter().find(|layer| layer.media_type == MODEL_LAYER)?;
    let blob = layer.digest.strip_prefix("sha256:").filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    let path = models.join("blobs").join(format!("sha256-{blob}"));
    path.is_file().then_some(path)
}

/// Paths where the manifest of a name, `[[registry/]namespace/]model:tag`, may be.
fn manifests(root: &Path, name: &str) -> Vec<PathBuf> {
    let (name, tag) = name.rsplit_once(':').unwrap_or((name, "latest"));
    let parts: Vec<&str> = name.split('/').collect();
    if parts.iter().chain([&tag]).any(|part| matches!(*part, "" | "." | "..") || part.contains(['/', '\\', '\0'])) {
        return Vec::new();
    }
    let (registry, namespace, model) = match parts[..] {
        [model] => (None, "library", model),
        [namespace, model] => (None, namespace, model),
        [registry, namespace, model] => (Some(registry), namespace, model),
        _ => return Vec::new(),
    };
    let registries: Vec<PathBuf> = match registry {
        Some(registry) => vec![root.join(registry)],
        None => fs::read_dir(root).into_iter().flatten().flatten().take(REGISTRIES).map(|dir| dir.path()).collect(),
    };
    registries.into_iter().map(|registry| registry.join(namespace).join(model).join(tag)).collect()
}

#[cfg(test)]
mod tests;
