//! Builds the toolbox of a job: an RCA's project and log, and the stored failures for `vector_search_db`. Runs no tool.

use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use rcad_core::Category;
use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use rcad_core::memory::environment::describe;
use rcad_store::{Filters, Rca, SimilarRecord, StoreError, query_passage};
use serde_json::{Value, json};

use super::AgentContext;
use super::tools::{FailedBuild, Memories, Toolbox};
use crate::line::resolve::resolution_summary;
use crate::platform::time::rfc3339;

/// Time limit for the query's embedding. A model that loads longer serves the next search.
const EMBEDDING: Duration = Duration::from_millis(700);

/// Longest text of a record in a result, in characters.
const TEXT: usize = 600;

/// The toolbox for a failure, or for a project alone.
pub fn toolbox(
    agent: &Arc<AgentContext>,
    rca: Option<&Rca>,
    project: Option<&Path>,
) -> Result<Arc<Toolbox>, StoreError> {
    let dir = project.map(Path::to_owned).or_else(|| rca?.project.as_ref().map(Into::into));
    let report = rca.map(|rca| agent.shared.store.report(&rca.last_report)).transpose()?.flatten();
    let build = FailedBuild {
        analysis: rca.map(|rca| rca.analysis.clone()),
        environment: rca.map(|rca| rca.environment.clone()).unwrap_or_default(),
        log: report.map(|report| report.text).unwrap_or_default(),
    };
    Ok(Arc::new(Toolbox {
        root: dir.and_then(|dir| dir.canonicalize().ok()).filter(|dir| dir.is_dir()),
        code: agent.code.clone(),
        build,
        memories: Arc::new(StoredMemories { agent: agent.clone(), except: rca.map(|rca| rca.id.clone()) }),
        web: agent.shared.config.agent.web,
    }))
}

/// The stored failures, except the one being explained.
struct StoredMemories {
    agent: Arc<AgentContext>,
    except: Option<String>,
}

impl Memories for StoredMemories {
    fn search(&self, arguments: &Value) -> ToolResult {
        let query = arguments["query"].as_str().unwrap_or_default();
        let limit = arguments["limit"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(rcad_store::LIMIT);
        let filters = Filters {
            language: serde_json::from_value(arguments["language"].clone()).unwrap_or_default(),
            category: arguments["errorType"].as_str().and_then(Category::from_id),
            min_confidence: arguments["minConfidence"].as_f64(),
            ..Filters::default()
        };
        let (vector, unembedded) = match self.embed(query) {
            Ok(vector) => (Some(vector), None),
            Err(why) => (None, Some(why)),
        };
        let (store, index) = (&self.agent.shared.store, &self.agent.shared.search.index);
        let found = store
            .search_similar(index, query, vector.as_deref(), &filters, limit + 1)
            .map_err(|e| ToolError::new(ToolErrorCode::DbConnectionFailed, e.to_string()))?;
        let others = found.into_iter().filter(|one| self.except.as_ref() != Some(&one.record.id)).take(limit);
        let results: Vec<Value> = others.map(|one| self.to_json(&one)).collect();
        let warning = unembedded.map(|why| json!({"code": ToolErrorCode::EmbeddingFailed, "message": why}));
        if results.is_empty() {
            let why = warning.map(|_| "; only words were compared, for there is no embedding").unwrap_or_default();
            return Err(ToolError::new(ToolErrorCode::NoResults, format!("no earlier failure is like that{why}")));
        }
        let mut data = json!({"query": query, "totalFound": results.len(), "results": results});
        if let Some(warning) = warning {
            data["warning"] = warning;
        }
        Ok(data)
    }
}

impl StoredMemories {
    /// In its own thread, since loading the model may take long.
    fn embed(&self, text: &str) -> Result<Vec<f32>, String> {
        let (agent, text) = (self.agent.clone(), query_passage(text));
        let (sender, receiver) = mpsc::sync_channel(1);
        let spawned = std::thread::Builder::new().name("tool embedding".into()).spawn(move || {
            let vectors = agent.shared.embedding.acquire().map(|embedder| embedder.embed(&[&text]));
            // The receiver may have timed out.
            let _ = sender.send(vectors);
        });
        spawned.map_err(|e| e.to_string())?;
        match receiver.recv_timeout(EMBEDDING) {
            Ok(Some(Ok(mut vectors))) => vectors.pop().ok_or_else(|| "the embedding model gave no vector".to_owned()),
            Ok(Some(Err(e))) => Err(e.to_string()),
            Ok(None) => Err("there is no embedding model on this computer; words were compared".to_owned()),
            Err(_) => Err("the embedding model is still being loaded; words were compared".to_owned()),
        }
    }

    fn to_json(&self, one: &SimilarRecord) -> Value {
        let record = &one.record;
        let cut = |text: &str| text.chars().take(TEXT).collect::<String>();
        json!({
            "id": record.id,
            "errorDescription": cut(&record.error_message),
            "rootCause": cut(&record.root_cause),
            "solution": cut(&record.fix_guidelines.join(" ")),
            "language": record.language,
            "errorType": record.error_type,
            "confidence": record.confidence,
            "userValidated": record.user_validated,
            "similarity": one.similarity,
            "metadata": {"createdAt": rfc3339(record.created_ms), "fixedIn": self.resolved_at(&record.id)},
        })
    }

    /// When its tasks were green again, and what had changed.
    fn resolved_at(&self, id: &str) -> Option<String> {
        let rca = self.agent.shared.store.get(id).ok()??;
        let last = rca.resolutions.last()?;
        let fix = resolution_summary(last).by().filter(|_| last.fix.as_ref().is_some_and(|fix| fix.tied));
        let versions = last.versions.iter().map(describe);
        let change = last.change.as_ref().filter(|_| fix.is_none()).map(|change| change.sentence());
        let how: Vec<String> = versions.chain(fix).chain(change).collect();
        let when = rfc3339(last.green_ms);
        Some(if how.is_empty() { when } else { format!("{when}: {}", how.join(", ")) })
    }
}
