//! Who counts the tokens of a prompt: the model's own tokenizer where the server's files lie on this machine, else the estimate.
//! Reads those files and changes nothing there; asks no server.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rcad_core::agent::budget::{EstimatedTokens, TokenCounter};
use rcad_core::agent::model::Model;
use rcad_store::ModelTokenizer;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// Where a server that the system starts keeps its models on Linux.
const OF_THE_SYSTEM: &str = "/usr/share/ollama/.ollama/models";
/// The layer of a manifest that is the model's file.
const MODEL_LAYER: &str = "application/vnd.ollama.image.model";
/// Bytes of a manifest; they have some hundred a layer.
const MANIFEST_BYTES: u64 = 1 << 20;
/// Registries whose models are looked at.
const REGISTRIES: usize = 100;

/// The tokenizer of the model that was asked last, while there are jobs: to read one takes some tenths of a second, to keep
/// one some 40 MB.
pub struct TokenCounters {
    /// Where Ollama keeps models, in the order in which they are looked at.
    directories: Vec<PathBuf>,
    /// By the model's digest; nothing where its file does not tell.
    last: Mutex<Option<(String, Option<Arc<ModelTokenizer>>)>>,
}

impl TokenCounters {
    /// Over Ollama's directories on this machine.
    pub fn new() -> TokenCounters {
        let named = std::env::var_os("OLLAMA_MODELS").map(PathBuf::from);
        let own = std::env::home_dir().map(|home| home.join(".ollama/models"));
        TokenCounters::over(named.into_iter().chain(own).chain([OF_THE_SYSTEM.into()]).collect())
    }

    fn over(directories: Vec<PathBuf>) -> TokenCounters {
        TokenCounters { directories, last: Mutex::default() }
    }

    /// Counts for this model.
    pub fn of(&self, model: &Model) -> Arc<dyn TokenCounter> {
        match self.own(model) {
            Some(own) => own,
            None => Arc::new(EstimatedTokens::of(&model.ability)),
        }
    }

    /// Gives the memory back; the next job reads the file again.
    pub fn forget(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The model's own tokenizer.
    fn own(&self, model: &Model) -> Option<Arc<ModelTokenizer>> {
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

/// What a manifest says.
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

/// The model's file among these. Its digest is that of its manifest, so another server's model of the same name is not
/// taken for it, and one on another machine is if it is the same.
fn file(models: &Path, model: &Model) -> Option<PathBuf> {
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

/// Where the manifest of a name, `[[registry/]namespace/]model:tag`, may lie.
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
