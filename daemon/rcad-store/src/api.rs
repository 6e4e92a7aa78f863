//! The store's API for programs: flat records that are added, read, changed, deleted and searched. A record is an RCA,
//! whether a build or a program made it; nothing else is stored.

mod error;
mod fields;

pub use error::RecordError;

use rcad_core::fingerprint::fingerprint;
use rcad_core::model::analysis::{Engine, Verdict};
use rcad_core::model::environment::Environment;
use rcad_core::model::failure::{Evidence, Language, Role};
use rcad_core::{Analysis, Category, Failure};
use redb::ReadableTable;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::cache::AnswerCache;
use crate::operations::put::rca_id;
use crate::records::{Origins, Rca, VERSION};
use crate::store::cascade::remove_rca;
use crate::store::rows::{read_rca, write_rca};
use crate::store::tables::{BUILDS, BUILDS_BY_TIME, CRASHES, JOBS, LESSONS, RCAS, REPORTS, SENT};
use crate::votes::current::{answer_key, current_vote};
use crate::votes::effect::apply;
use crate::{Filters, Index, Query, Store, StoreError};
use fields::{WriteMode, set};

/// Default number of hits of a search.
pub const LIMIT: usize = 5;
/// Most RCAs that one transaction removes, so that a build waits for no more than that.
const TOGETHER: usize = 500;

/// An RCA in the API's schema.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RcaRecord {
    /// 12 hex digits, made by the store.
    pub id: String,
    /// Unix milliseconds, made by the store.
    pub created_ms: u64,
    /// Unix milliseconds at which it was last seen or changed; made by the store.
    pub updated_ms: u64,
    /// The tool's own words.
    pub error_message: String,
    /// Category.
    pub error_type: Category,
    /// Language of the thing that is wrong.
    pub language: Language,
    /// One to three sentences.
    pub root_cause: String,
    /// What to do, most useful first.
    pub fix_guidelines: Vec<String>,
    /// 0 to 1.
    pub confidence: f64,
    /// Path as printed, or relative to the project; nothing for a failure without a location.
    pub file_path: Option<String>,
    /// 1-based.
    pub line_number: Option<u32>,
    /// Tools that the model called.
    pub tool_calls_made: u32,
    /// Steps that the model took.
    pub iterations: u32,
    /// Whether a person validated the answer.
    pub user_validated: bool,
    /// 0 to 1; computed by the store.
    pub quality_score: f64,
    /// Code around the location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_context: Option<String>,
    /// The exception's frames.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack_trace: Option<String>,
    /// What a person said when it was checked; the note of the vote where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation_feedback: Option<String>,
    /// `v1:…`
    pub fingerprint: Option<String>,
    /// Root directory of the project.
    pub project: Option<String>,
    /// Versions of the build.
    pub environment: Environment,
    /// Engine that wrote the root cause.
    pub engine: Engine,
    /// Name and digest of the model.
    pub model: Option<String>,
    /// The log lines that it was read from.
    pub evidence: Vec<Evidence>,
    /// Whether there was a failure.
    pub outcome: Verdict,
}

impl From<&Rca> for RcaRecord {
    fn from(rca: &Rca) -> RcaRecord {
        let (analysis, origins) = (&rca.analysis, &rca.origins);
        let primary = analysis.primary();
        let text = |lines: &[Evidence]| {
            let lines: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
            (!lines.is_empty()).then(|| lines.join("\n"))
        };
        let trace = primary.filter(|failure| failure.exception.is_some());
        RcaRecord {
            id: rca.id.clone(),
            created_ms: rca.first_seen_ms,
            updated_ms: rca.last_seen_ms.max(rca.updated_ms),
            error_message: primary.map(|failure| failure.message.clone()).unwrap_or_default(),
            error_type: primary.map_or(Category::Other, |failure| failure.category),
            language: primary.map_or(Language::Unknown, |failure| failure.language),
            root_cause: analysis.root_cause.clone().unwrap_or_default(),
            fix_guidelines: analysis.fix_guidelines.clone(),
            confidence: analysis.confidence,
            file_path: primary.and_then(|failure| failure.file.clone()),
            line_number: primary.and_then(|failure| failure.line),
            tool_calls_made: origins.tool_calls_made,
            iterations: origins.iterations,
            user_validated: rca.user_validated,
            quality_score: rca.quality,
            code_context: origins.code_context.clone().or_else(|| text(&primary?.source)),
            stack_trace: origins.stack_trace.clone().or_else(|| text(&trace?.evidence)),
            validation_feedback: current_vote(rca)
                .and_then(|said| said.note.clone())
                .or_else(|| origins.validation_feedback.clone()),
            fingerprint: analysis.fingerprint.clone(),
            project: rca.project.clone(),
            environment: rca.environment.clone(),
            engine: analysis.engine,
            model: origins.model.clone(),
            evidence: primary.map(|failure| failure.evidence.clone()).unwrap_or_default(),
            outcome: analysis.outcome,
        }
    }
}

/// A record that a search found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimilarRecord {
    /// The record.
    #[serde(flatten)]
    pub record: RcaRecord,
    /// Cosine of its vector and the text's, 1 for the same; nothing where only words were compared.
    pub similarity: Option<f32>,
    /// Whether it has words of the text.
    #[serde(skip)]
    pub words: bool,
    /// Only good for ordering one search's hits.
    pub score: f64,
}

impl Store {
    /// Adds a record at this Unix time in milliseconds; id, times and quality are set here, the vector by the index. A
    /// second record of the same failure in the same project is refused.
    pub fn add(&self, given: &Value, now_ms: u64) -> Result<RcaRecord, RecordError> {
        let rca = new_rca(object(given)?, now_ms)?;
        let txn = self.db.begin_write()?;
        if read_rca(&txn, &rca.id)?.is_some() {
            return Err(RecordError::Exists(rca.id));
        }
        write_rca(&txn, &rca)?;
        txn.commit().map_err(StoreError::from)?;
        Ok(RcaRecord::from(&rca))
    }

    /// Changes the given fields at this Unix time in milliseconds, all of them or none. Nothing for an unknown id.
    pub fn update(
        &self,
        id: &str,
        given: &Value,
        now_ms: u64,
        cache: &AnswerCache,
    ) -> Result<Option<RcaRecord>, RecordError> {
        let given = object(given)?;
        let txn = self.db.begin_write()?;
        let Some(mut rca) = read_rca(&txn, id)? else { return Ok(None) };
        change(&mut rca, given, now_ms)?;
        write_rca(&txn, &rca)?;
        txn.commit().map_err(StoreError::from)?;
        cache.drop_rca(id);
        Ok(Some(RcaRecord::from(&rca)))
    }

    /// Deletes an RCA with its reports; whether it was there. Its builds stay, so that a spool record that is read again
    /// is not taken for a new one.
    pub fn delete(&self, id: &str, cache: &AnswerCache) -> Result<bool, StoreError> {
        let txn = self.db.begin_write()?;
        let was_there = remove_rca(&txn, id)?;
        txn.commit()?;
        cache.drop_rca(id);
        Ok(was_there)
    }

    /// Deletes every RCA with its reports, every build and every lesson; how many RCAs there were. When it is
    /// interrupted, some RCAs are left complete. Positions in Gradle's logs stay, so that old builds are not reported
    /// again.
    pub fn clear(&self, cache: &AnswerCache) -> Result<u64, StoreError> {
        let mut cleared = 0;
        loop {
            let txn = self.db.begin_write()?;
            let mut some = Vec::new();
            for row in txn.open_table(RCAS)?.iter()?.take(TOGETHER) {
                some.push(row?.0.value().to_owned());
            }
            for id in &some {
                cleared += u64::from(remove_rca(&txn, id)?);
            }
            if some.is_empty() {
                // Lessons quote the user's code; damaged RCAs may have left reports or jobs.
                for table in [BUILDS, LESSONS, REPORTS, JOBS] {
                    txn.open_table(table)?.retain(|_, _| false)?;
                }
                txn.open_table(SENT)?.retain(|_, _| false)?;
                for list in [BUILDS_BY_TIME, CRASHES] {
                    txn.open_table(list)?.retain(|_, ()| false)?;
                }
            }
            txn.commit()?;
            if some.is_empty() {
                cache.clear();
                return Ok(cleared);
            }
        }
    }

    /// The records most similar to the text that pass the filters, best first. Without the text's `vector` only words are
    /// compared.
    pub fn search_similar(
        &self,
        index: &Index,
        text: &str,
        vector: Option<&[f32]>,
        filters: &Filters,
        limit: usize,
    ) -> Result<Vec<SimilarRecord>, StoreError> {
        let hits = index.search(&Query { text, vector, filters, limit })?;
        let mut found = Vec::new();
        for hit in hits {
            // The index lags behind the store: the RCA may have been deleted or changed.
            let Some(rca) = self.get(&hit.id)?.filter(|rca| filters.admits(rca)) else { continue };
            found.push(SimilarRecord {
                record: RcaRecord::from(&rca),
                similarity: hit.meaning,
                words: hit.words.is_some(),
                score: hit.score,
            });
        }
        Ok(found)
    }
}

fn object(given: &Value) -> Result<&Map<String, Value>, RecordError> {
    given
        .as_object()
        .ok_or_else(|| RecordError::Field { field: String::new(), problem: "not a JSON object".to_owned() })
}

/// The RCA of a record that is added.
fn new_rca(given: &Map<String, Value>, now_ms: u64) -> Result<Rca, RecordError> {
    let mut rca = Rca {
        v: VERSION,
        id: String::new(),
        project: None,
        project_name: None,
        occurrences: 1,
        first_seen_ms: now_ms,
        last_seen_ms: now_ms,
        last_report: String::new(),
        announced_ms: None,
        environment: Environment::default(),
        analysis: Analysis {
            outcome: Verdict::Failure,
            errors: vec![Failure::new(Category::Other, Language::Unknown, "")],
            engine: Engine::Agent,
            ..Analysis::none()
        },
        user_validated: false,
        quality: 0.0,
        reports: Vec::new(),
        feedback: Vec::new(),
        own_confidence: None,
        updated_ms: now_ms,
        origins: Origins::default(),
        merged: Vec::new(),
        split_from: Vec::new(),
        resolutions: Vec::new(),
        agent: None,
        validated_answer: None,
    };
    for (field, value) in given {
        set(&mut rca, field, value, WriteMode::Add)?;
    }
    let missing: Vec<&str> = fields::REQUIRED.iter().copied().filter(|field| !given.contains_key(*field)).collect();
    if !missing.is_empty() {
        return Err(RecordError::Missing(missing));
    }
    rca.analysis.errors[0].role = Role::Root;
    let print = rca.analysis.fingerprint.take().unwrap_or_else(|| fingerprint(&rca.analysis.errors[0]));
    rca.id = rca_id(&print, rca.project.as_deref());
    rca.project_name = rca.project.as_deref().and_then(name_of).map(str::to_owned);
    rca.analysis.id = Some(rca.id.clone());
    rca.analysis.fingerprint = Some(print);
    apply(&mut rca);
    Ok(rca)
}

/// The last part of a directory, for people.
fn name_of(project: &str) -> Option<&str> {
    project.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().filter(|name| !name.is_empty())
}

fn change(rca: &mut Rca, given: &Map<String, Value>, now_ms: u64) -> Result<(), RecordError> {
    let answer = answer_key(&rca.analysis);
    if rca.analysis.errors.is_empty() {
        rca.analysis.errors.push(Failure::new(Category::Other, Language::Unknown, ""));
    }
    // The confidence field is the answer's own; the vote applies to it.
    rca.analysis.confidence = rca.own_confidence.take().unwrap_or(rca.analysis.confidence);
    for (field, value) in given {
        set(rca, field, value, WriteMode::Update)?;
    }
    let another = answer_key(&rca.analysis) != answer;
    if given.contains_key("user_validated") {
        let right = rca.user_validated;
        // The newer one counts: an opposite vote is removed.
        let answer = answer_key(&rca.analysis);
        rca.feedback.retain(|said| said.answer != answer || said.up == right);
    } else if another {
        // The new answer has not been validated.
        rca.user_validated = false;
    }
    rca.updated_ms = now_ms;
    apply(rca);
    Ok(())
}
