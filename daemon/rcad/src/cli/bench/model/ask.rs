//! Asks one case as the daemon would: a project in a scratch directory, the rules' answer, the evidence, a job. Deletes
//! everything afterwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use rcad_core::agent::model::ModelError;
use rcad_core::agent::redact::Redaction;
use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use rcad_core::model::answer::{Answer, Style};
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::{Report, parse};
use rcad_store::{Store, StoredJob};

use super::cases::{GradedCase, ROOT};
use crate::agent::counter::TokenCounters;
use crate::agent::job_events::JobEvents;
use crate::agent::perform::{JobContext, perform};
use crate::agent::route::{Candidate, Circuits, Route};
use crate::agent::tools::{FailedBuild, Memories, Toolbox};
use crate::agent::{candidates, gather, job_start};
use crate::code::CodeIndexes;
use crate::line::{project, reason};
use crate::platform::config::Config;
use crate::platform::stop::StopSignal;

/// What all cases share.
pub struct AskContext {
    /// The model and its server.
    pub candidate: Candidate,
    config: Config,
    store: Store,
    circuits: Arc<Circuits>,
    counters: TokenCounters,
    code: Arc<CodeIndexes>,
    dir: ScratchHome,
}

/// A directory that is deleted on drop.
struct ScratchHome(PathBuf);

impl Drop for ScratchHome {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0); // If it can't be deleted, it stays among the temporary files.
    }
}

/// Stands for an empty memory.
struct NoMemories;

impl Memories for NoMemories {
    fn search(&self, _: &serde_json::Value) -> ToolResult {
        Err(ToolError::new(ToolErrorCode::NoResults, "nothing is remembered"))
    }
}

impl AskContext {
    /// Uses this model, or the one that the agent would ask. Probes it first.
    pub async fn open(config: Config, name: Option<&str>) -> Result<Result<AskContext, ModelError>> {
        let path = std::env::temp_dir().join(format!("rcad-bench-model-{}", std::process::id()));
        fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
        let dir = ScratchHome(path.canonicalize()?);
        let store = Store::open(&dir.0.join("rca.redb"))?;
        let candidate = match candidates::candidates(&store, &config, name).await {
            Ok(candidates) => candidates.into_iter().next(),
            Err(error) => return Ok(Err(error)),
        };
        let Some(candidate) = candidate else {
            return Ok(Err(ModelError::ModelNotFound { model: name.unwrap_or("any model that answers").to_owned() }));
        };
        let circuits = Arc::<Circuits>::default();
        Ok(Ok(AskContext {
            candidate,
            config,
            store,
            circuits,
            counters: TokenCounters::new(),
            code: Arc::default(),
            dir,
        }))
    }

    /// Asks the model for one case.
    pub async fn ask(&self, case: &GradedCase) -> Result<Answer> {
        let root = self.dir.0.join(&case.name);
        write_project(&root, case)?;
        let report = report(&root, case);
        let (analysis, environment) = reason::explain(&report, None, parse::parse(&report.text))
            .context("the rules find no failure in its log")?;
        let report = Report { environment, ..report };
        let code = self.code.of(&root);
        let question = {
            let files = project::open(&root, job_start::GATHER_TIMEOUT);
            gather::gather(&analysis, &report, &code, files.as_deref(), Vec::new(), Style::Brief)
        };
        // Requests to a model are stored with their failure.
        let stored = self.store.put(&report, Some(&analysis), None)?.rca;
        let stored = stored.context("the case has no failure that can be stored")?;
        let toolbox = Toolbox {
            root: Some(root.clone()),
            code: self.code.clone(),
            build: FailedBuild {
                analysis: Some(analysis),
                log: report.text.clone(),
                environment: report.environment.clone(),
            },
            memories: Arc::new(NoMemories),
            web: false,
        };
        let (events, cancelled) = (JobEvents::default(), StopSignal::default());
        let context = JobContext {
            store: &self.store,
            route: Route::new(vec![self.candidate.clone()], self.circuits.clone()),
            toolbox: Arc::new(toolbox),
            evidence: &|| gather::evidence(&question, &report, &code, Some(&root)),
            events: &events,
            weights: job_start::weights(&self.config),
            start: &|model| job_start::job_start(&self.config, &question, model, &*self.counters.of(model)),
            cancelled: &cancelled,
            progress: &|| {},
            waited: Duration::ZERO,
        };
        let mut job = new_job(&stored);
        let (answer, _) = perform(&mut job, context).await?;
        answer.context("the model failed so often that it is not asked for a while\nhint: the server's log says why")
    }
}

/// A case's job that has not started.
fn new_job(rca: &str) -> StoredJob {
    StoredJob {
        rca: rca.to_owned(),
        fingerprint: String::new(),
        queued_ms: 0,
        model: None,
        asked: true,
        style: None,
        job: None,
        server: None,
        redaction: Redaction::new(std::env::var("HOME").ok().as_deref()),
    }
}

fn report(root: &Path, case: &GradedCase) -> Report {
    let path = root.to_string_lossy();
    Report {
        id: case.name.clone(),
        origin: Origin::File,
        outcome: Outcome::Failed,
        text: case.log.replace(ROOT, &path),
        project: Some(path.into_owned()),
        tasks: Vec::new(),
        environment: Environment::default(),
        started_ms: None,
        ended_ms: 0,
        app: None,
        raw: None,
    }
}

fn write_project(root: &Path, case: &GradedCase) -> Result<()> {
    // Otherwise it is not a Gradle project.
    let settings = ("settings.gradle".to_owned(), "rootProject.name = 'app'\n".to_owned());
    let named = |name: &str| case.files.contains_key(name);
    let made = (!named("settings.gradle") && !named("settings.gradle.kts")).then_some((&settings.0, &settings.1));
    for (file, text) in case.files.iter().chain(made) {
        let path = root.join(file);
        let dir = path.parent().context("a file of a case has no directory")?;
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
