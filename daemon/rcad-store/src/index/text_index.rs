//! The full-text index of all RCAs in tantivy: BM25 with filters. Stores only ids; the texts stay in the store.

use std::collections::{BTreeSet, HashSet};
use std::ops::Bound;
use std::path::Path;

use rcad_core::Failure;
use rcad_core::model::analysis::Engine;
use rcad_core::model::failure::Language;
use serde::{Deserialize, Serialize};
use tantivy::collector::TopDocs;
use tantivy::index::SegmentComponent;
use tantivy::indexer::LogMergePolicy;
use tantivy::query::{BooleanQuery, BoostQuery, ConstScoreQuery, Occur, PhraseQuery, Query, RangeQuery, TermQuery};
use tantivy::schema::{FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{IndexReader, IndexWriter, ReloadPolicy, Searcher, TantivyDocument, TantivyError, Term};

use super::lock;
use super::parsed_query::{ParsedQuery, QueryTerm};
use super::sealed::SealedDirectory;
use super::tokens::NameTokenizer;
use crate::{Filters, Rca};

/// Version of the files. Raised whenever the fields, the tokens or the indexed texts change.
const FORMAT: u32 = 1;
const TOKENIZER: &str = "names";
/// Weights: how often a text is added to the index, and so how often its words count. BM25 over several fields, weighted,
/// is BM25 over their repetition (Robertson, Zaragoza, Taylor, "Simple BM25 extension to multiple weighted fields",
/// 2004).
const NAME_WEIGHT: usize = 3;
const CAUSE_WEIGHT: usize = 2;
const OTHER_WEIGHT: usize = 1;
/// Failures of one RCA whose words are indexed.
const FAILURES: usize = 8;
/// Most words of a query that are searched for: the rarest ones.
const MOST_TERMS: usize = 20;
/// Words of a query that are considered for that.
const MOST_CANDIDATES: usize = 400;
/// Most completions of a word that is not in the index itself.
const COMPLETIONS: usize = 12;
/// Weight of a completion; the word itself has 1.
const COMPLETED: f32 = 0.5;

/// Files that every segment must have. Tantivy reads some of them as empty when they are missing.
const PARTS: &[SegmentComponent] = &[
    SegmentComponent::Postings,
    SegmentComponent::Positions,
    SegmentComponent::FastFields,
    SegmentComponent::FieldNorms,
    SegmentComponent::Terms,
    SegmentComponent::Store,
];
/// Fewest bytes of the footer that ends each of tantivy's files.
const FOOTER_BYTES: u64 = 8;

/// Written with each commit: format, store and change that the index holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct IndexStamp {
    format: u32,
    /// The store's identity.
    store: u64,
    /// The store's last change that is in it.
    change: u64,
}

#[derive(Clone, Copy)]
struct Fields {
    id: Field,
    text: Field,
    label: Field,
    last_seen: Field,
    confidence: Field,
    quality: Field,
}

/// The index, open for reading.
pub struct TextIndex {
    index: tantivy::Index,
    reader: IndexReader,
    fields: Fields,
    stamp: IndexStamp,
}

/// A writer, which takes memory and threads as long as it lives.
pub struct TextWriter<'w> {
    index: &'w mut TextIndex,
    writer: IndexWriter,
}

impl TextIndex {
    /// Opens the index in the directory after verifying every byte. The error says what is wrong.
    pub fn open(dir: &Path, store: u64) -> Result<TextIndex, String> {
        let (schema, fields) = schema();
        let text = |e: TantivyError| e.to_string();
        let directory = SealedDirectory::open(dir).map_err(|e| e.to_string())?;
        let index = tantivy::Index::open(directory).map_err(text)?;
        if index.schema() != schema {
            return Err("it has other fields".to_owned());
        }
        let meta = index.load_metas().map_err(text)?;
        let stamp: Option<IndexStamp> = meta.payload.as_deref().and_then(|payload| serde_json::from_str(payload).ok());
        let stamp = match stamp {
            Some(stamp) if stamp.format != FORMAT => {
                return Err(format!("it has format {}, not {FORMAT}", stamp.format));
            }
            Some(stamp) if stamp.store != store => return Err("it is of another store".to_owned()),
            Some(stamp) => stamp,
            None => return Err("it does not say what it is of".to_owned()),
        };
        check(dir, &index, &meta)?;
        TextIndex::of(index, fields, stamp).map_err(text)
    }

    /// Creates an empty one; the directory must exist and be empty.
    pub fn create(dir: &Path, store: u64) -> Result<TextIndex, TantivyError> {
        let (schema, fields) = schema();
        let directory = SealedDirectory::open(dir)?;
        let index = tantivy::Index::create(directory, schema, tantivy::IndexSettings::default())?;
        let mut words = TextIndex::of(index, fields, IndexStamp { format: FORMAT, store, change: 0 })?;
        words.write()?.commit(0)?;
        Ok(words)
    }

    fn of(index: tantivy::Index, fields: Fields, stamp: IndexStamp) -> Result<TextIndex, TantivyError> {
        index.tokenizers().register(TOKENIZER, TextAnalyzer::builder(NameTokenizer::default()).build());
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        Ok(TextIndex { index, reader, fields, stamp })
    }

    /// The number of the store's last change that is in it.
    pub fn change(&self) -> u64 {
        self.stamp.change
    }

    /// RCAs in it.
    pub fn documents(&self) -> u64 {
        self.reader.searcher().num_docs()
    }

    /// Opens a writer. There can be one at a time.
    pub fn write(&mut self) -> Result<TextWriter<'_>, TantivyError> {
        let writer = lock::writer(&self.index)?;
        let mut policy = LogMergePolicy::default();
        // Each failed build is a segment of one; they must not wait for, nor be merged each time with, thousands.
        policy.set_min_num_segments(6);
        policy.set_min_layer_size(64);
        policy.set_del_docs_ratio_before_merge(0.3);
        writer.set_merge_policy(Box::new(policy));
        Ok(TextWriter { index: self, writer })
    }

    /// A snapshot of what is committed, to be searched while a writer works.
    pub fn searcher(&self) -> TextSearcher {
        TextSearcher { searcher: self.reader.searcher(), fields: self.fields }
    }
}

impl TextWriter<'_> {
    /// The index as of the last commit.
    pub fn index(&self) -> &TextIndex {
        self.index
    }

    /// Adds an RCA, or replaces it.
    pub fn put(&mut self, id: u64, rca: &Rca) -> Result<(), TantivyError> {
        self.remove(id);
        self.writer.add_document(document(self.index.fields, id, rca)).map(|_| ())
    }

    /// Removes an RCA.
    pub fn remove(&mut self, id: u64) {
        self.writer.delete_term(Term::from_field_u64(self.index.fields.id, id));
    }

    /// Makes everything so far durable and searchable; the index then holds the store's changes up to this one.
    pub fn commit(&mut self, change: u64) -> Result<(), TantivyError> {
        let stamp = IndexStamp { change, ..self.index.stamp.clone() };
        let mut prepared = self.writer.prepare_commit()?;
        let payload = serde_json::to_string(&stamp).map_err(|e| TantivyError::InternalError(e.to_string()))?;
        prepared.set_payload(&payload);
        prepared.commit()?;
        self.index.stamp = stamp;
        self.index.reader.reload()
    }

    /// Waits for running merges, then frees memory and threads.
    pub fn close(self) -> Result<(), TantivyError> {
        self.writer.wait_merging_threads()?;
        self.index.reader.reload()
    }
}

/// A snapshot of the index.
pub struct TextSearcher {
    searcher: Searcher,
    fields: Fields,
}

impl TextSearcher {
    /// Ids and BM25 scores of the best hits, best first; equal ones by id.
    pub fn search(
        &self,
        query: &ParsedQuery,
        filters: &Filters,
        limit: usize,
    ) -> Result<Vec<(u64, f32)>, TantivyError> {
        // Tantivy allocates for the whole limit.
        let limit = limit.min(self.searcher.num_docs() as usize);
        let wanted = match self.query(query)? {
            Some(wanted) if limit > 0 => wanted,
            _ => return Ok(Vec::new()),
        };
        let mut clauses = self.filters(filters);
        let query: Box<dyn Query> = if clauses.is_empty() {
            wanted
        } else {
            clauses.push((Occur::Must, wanted));
            Box::new(BooleanQuery::new(clauses))
        };
        let best = self.searcher.search(&*query, &TopDocs::with_limit(limit).order_by_score())?;
        let mut hits = Vec::with_capacity(best.len());
        for (score, address) in best {
            let segment = self.searcher.segment_reader(address.segment_ord);
            hits.extend(segment.fast_fields().u64("id")?.first(address.doc_id).map(|id| (id, score)));
        }
        hits.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Ok(hits)
    }

    /// Nothing where no word of the query is in the index.
    fn query(&self, query: &ParsedQuery) -> Result<Option<Box<dyn Query>>, TantivyError> {
        let terms = self.best_terms(query)?;
        let scored = |(term, weight): (Term, f32)| -> (Occur, Box<dyn Query>) {
            let query = Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
            (Occur::Should, if weight == 1.0 { query } else { Box::new(BoostQuery::new(query, weight)) })
        };
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = terms.into_iter().map(scored).collect();
        for phrase in &query.phrases {
            let terms = phrase.iter().map(|word| self.term(word)).collect();
            clauses.push((Occur::Must, Box::new(PhraseQuery::new(terms))));
        }
        Ok(if clauses.is_empty() { None } else { Some(Box::new(BooleanQuery::new(clauses))) })
    }

    /// The query's words that are in the index, at most [`MOST_TERMS`] of them, with their weights.
    fn best_terms(&self, query: &ParsedQuery) -> Result<Vec<(Term, f32)>, TantivyError> {
        let typed = query.is_typed();
        let mut found: Vec<(u64, Term, f32)> = Vec::new();
        let mut covered = vec![false; query.terms.len()];
        for (place, word) in candidates(&query.terms) {
            if word.part_of.is_some_and(|whole| covered[whole]) {
                covered[place] = true; // The whole name is in the index and is rarer.
                continue;
            }
            let term = self.term(&word.text);
            let count = self.searcher.doc_freq(&term)?;
            if count > 0 {
                covered[place] = true;
                found.push((count, term, word.weight));
            } else if typed && word.is_stem() {
                found.extend(self.completions(word)?);
            }
        }
        if found.len() > MOST_TERMS {
            // Weight times inverse document frequency.
            let documents = self.searcher.num_docs().max(1) as f32;
            let worth = |(count, _, weight): &(u64, Term, f32)| weight * (1.0 + documents / *count as f32).ln();
            found.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
            found.truncate(MOST_TERMS);
        }
        Ok(found.into_iter().map(|(_, term, weight)| (term, weight)).collect())
    }

    /// Words of the index that begin with a word that is not in it.
    fn completions(&self, word: &QueryTerm) -> Result<Vec<(u64, Term, f32)>, TantivyError> {
        let mut all = Vec::new();
        for segment in self.searcher.segment_readers() {
            let inverted = segment.inverted_index(self.fields.text)?;
            let mut stream = inverted.terms().range().ge(&word.text).into_stream()?;
            let mut taken = 0;
            while taken < COMPLETIONS && stream.advance() && stream.key().starts_with(word.text.as_bytes()) {
                all.extend(std::str::from_utf8(stream.key()).ok().map(|text| self.term(text)));
                taken += 1;
            }
        }
        all.sort();
        all.dedup();
        all.truncate(COMPLETIONS);
        let counted = all.into_iter().map(|term| Ok((self.searcher.doc_freq(&term)?, term, word.weight * COMPLETED)));
        counted.collect()
    }

    /// Directories and names of all projects, sorted; also of those whose last RCA has just been removed.
    pub fn projects(&self) -> Result<Vec<String>, TantivyError> {
        let before = label("project", "");
        let mut all = BTreeSet::new();
        for segment in self.searcher.segment_readers() {
            let labels = segment.inverted_index(self.fields.label)?;
            let mut stream = labels.terms().range().ge(&before).into_stream()?;
            while stream.advance() {
                let Some(name) = stream.key().strip_prefix(before.as_bytes()) else { break };
                all.insert(String::from_utf8_lossy(name).into_owned());
            }
        }
        Ok(all.into_iter().collect())
    }

    fn term(&self, word: &str) -> Term {
        Term::from_field_text(self.fields.text, word)
    }

    fn filters(&self, filters: &Filters) -> Vec<(Occur, Box<dyn Query>)> {
        let labels = [
            filters.category.map(|category| label("category", category.id())),
            filters.language.map(|language| label("language", language_name(language))),
            filters.engine.map(|engine| label("engine", engine_name(engine))),
            filters.project.as_deref().map(|project| label("project", project)),
        ];
        let labelled = labels.into_iter().flatten().map(|label| -> Box<dyn Query> {
            Box::new(TermQuery::new(Term::from_field_text(self.fields.label, &label), IndexRecordOption::Basic))
        });
        let at_least =
            |term: Term| -> Box<dyn Query> { Box::new(RangeQuery::new(Bound::Included(term), Bound::Unbounded)) };
        let ranges = [
            filters.since_ms.map(|since| Term::from_field_u64(self.fields.last_seen, since)),
            filters.min_confidence.map(|least| Term::from_field_f64(self.fields.confidence, least)),
            filters.min_quality.map(|least| Term::from_field_f64(self.fields.quality, least)),
        ];
        let ranged = ranges.into_iter().flatten().map(at_least);
        // A filter does not count for the score.
        labelled
            .chain(ranged)
            .map(|query| -> (Occur, Box<dyn Query>) { (Occur::Must, Box::new(ConstScoreQuery::new(query, 0.0))) })
            .collect()
    }
}

/// Checks that every file of the index is there and matches its checksum.
fn check(dir: &Path, index: &tantivy::Index, meta: &tantivy::IndexMeta) -> Result<(), String> {
    let segments: HashSet<String> = meta.segments.iter().map(|segment| segment.id().uuid_string()).collect();
    for (segment, part) in meta.segments.iter().flat_map(|segment| PARTS.iter().map(move |part| (segment, part))) {
        let name = segment.relative_path(part.clone());
        if !dir.join(&name).exists() {
            return Err(format!("{} is missing", name.display()));
        }
    }
    for entry in std::fs::read_dir(dir).map_err(|e| e.to_string())? {
        let entry = entry.map_err(|e| e.to_string())?;
        let name = entry.file_name();
        let text = name.to_string_lossy();
        if !text.split('.').next().is_some_and(|stem| segments.contains(stem)) {
            continue; // Of a commit or merge that was interrupted; the next one removes it.
        }
        if entry.metadata().map_err(|e| e.to_string())?.len() < FOOTER_BYTES {
            return Err(format!("{text} is cut off")); // Tantivy would panic.
        }
        if !index.directory().validate_checksum(Path::new(&name)).map_err(|e| e.to_string())? {
            return Err(format!("the checksum of {text} is wrong"));
        }
    }
    Ok(())
}

/// The first words of a long text, without numbers: line numbers are rare but irrelevant.
fn candidates(terms: &[QueryTerm]) -> impl Iterator<Item = (usize, &QueryTerm)> {
    let long = terms.len() > MOST_TERMS;
    let tells = move |(_, term): &(usize, &QueryTerm)| {
        !long || term.text.chars().any(char::is_alphabetic) || term.text.contains('.')
    };
    terms.iter().enumerate().filter(tells).take(MOST_CANDIDATES)
}

fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let words = TextFieldIndexing::default()
        .set_tokenizer(TOKENIZER)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let label = TextFieldIndexing::default()
        .set_tokenizer("raw")
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::Basic);
    let fields = Fields {
        id: builder.add_u64_field("id", INDEXED | FAST),
        text: builder.add_text_field("text", TextOptions::default().set_indexing_options(words)),
        label: builder.add_text_field("label", TextOptions::default().set_indexing_options(label)),
        last_seen: builder.add_u64_field("last_seen", FAST),
        confidence: builder.add_f64_field("confidence", FAST),
        quality: builder.add_f64_field("quality", FAST),
    };
    (builder.build(), fields)
}

fn document(fields: Fields, id: u64, rca: &Rca) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_u64(fields.id, id);
    document.add_u64(fields.last_seen, rca.last_seen_ms);
    document.add_f64(fields.confidence, rca.analysis.confidence);
    document.add_f64(fields.quality, rca.quality);
    for label in labels(rca) {
        document.add_text(fields.label, label);
    }
    for (times, text) in texts(rca) {
        for _ in 0..times {
            document.add_text(fields.text, text);
        }
    }
    document
}

/// The texts of an RCA that are searched, each with how much it counts.
pub fn texts(rca: &Rca) -> Vec<(usize, &str)> {
    let analysis = &rca.analysis;
    let mut all = Vec::new();
    for (n, failure) in analysis.errors.iter().take(FAILURES).enumerate() {
        let (named, told) = if n == 0 { (NAME_WEIGHT, CAUSE_WEIGHT) } else { (OTHER_WEIGHT, OTHER_WEIGHT) };
        all.extend(names_of(failure).map(|text| (named, text)));
        all.extend(labels_of(failure).map(|text| (told, text)));
        let seen = failure.evidence.iter().map(|evidence| evidence.text.as_str());
        all.extend(seen.filter(|line| !line.contains(&failure.message)).map(|line| (OTHER_WEIGHT, line)));
    }
    all.extend(analysis.root_cause.as_deref().map(|cause| (CAUSE_WEIGHT, cause)));
    all.extend(analysis.fix_guidelines.iter().map(|fix| (OTHER_WEIGHT, fix.as_str())));
    all.extend(rca.project.as_deref().map(|project| (OTHER_WEIGHT, project)));
    all
}

fn names_of(failure: &Failure) -> impl Iterator<Item = &str> {
    failure.symbol.as_deref().into_iter().chain([failure.message.as_str()])
}

fn labels_of(failure: &Failure) -> impl Iterator<Item = &str> {
    let category = [failure.category.id(), failure.category.title()];
    let places = [failure.exception.as_deref(), failure.file.as_deref(), failure.task.as_deref()];
    category.into_iter().chain(places.into_iter().flatten())
}

fn labels(rca: &Rca) -> Vec<String> {
    let mut all = vec![label("engine", engine_name(rca.analysis.engine))];
    if let Some(primary) = rca.analysis.primary() {
        all.push(label("category", primary.category.id()));
        all.push(label("language", language_name(primary.language)));
    }
    // By its directory and by its name.
    let projects = rca.project.as_deref().into_iter().chain(rca.project_name.as_deref());
    all.extend(projects.map(|project| label("project", project)));
    all
}

fn label(kind: &str, value: &str) -> String {
    format!("{kind}={value}")
}

fn language_name(language: Language) -> &'static str {
    match language {
        Language::Kotlin => "kotlin",
        Language::Java => "java",
        Language::Gradle => "gradle",
        Language::Xml => "xml",
        Language::Native => "native",
        Language::Unknown => "unknown",
    }
}

fn engine_name(engine: Engine) -> &'static str {
    match engine {
        Engine::Rules => "rules",
        Engine::Memory => "memory",
        Engine::Agent => "agent",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_of_another_format_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let mut words = TextIndex::create(dir.path(), 7).unwrap();
        words.stamp.format += 1;
        words.write().unwrap().commit(5).unwrap();
        drop(words);
        assert_eq!(TextIndex::open(dir.path(), 7).err(), Some(format!("it has format {}, not {FORMAT}", FORMAT + 1)));
    }

    #[test]
    fn an_index_says_what_it_is_of() {
        let dir = tempfile::tempdir().unwrap();
        let mut words = TextIndex::create(dir.path(), 7).unwrap();
        words.write().unwrap().commit(5).unwrap();
        drop(words);
        assert_eq!(TextIndex::open(dir.path(), 7).unwrap().change(), 5);
        assert_eq!(TextIndex::open(dir.path(), 8).err().as_deref(), Some("it is of another store"));
    }
}
