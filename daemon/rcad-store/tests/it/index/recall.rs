//! How much of what people look for is found (`testdata/recall`): by words alone, by meaning alone, by both. Needs the real
//! model, as the tests of `embed` do. `--nocapture` shows the figures.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use rcad_core::{explain, parse};
use rcad_store::{Embedder, Filters, Index, Query, Rca, Store, query_passage, rca_passage};
use serde::Deserialize;

use crate::index::minilm::model;
use crate::index::report;

const PROJECT: &str = "/home/dev/app";
/// Depth of the normalised discounted cumulative gain.
const DEPTH: usize = 10;
/// Depth of the hit rate.
const HITS: usize = 5;

#[derive(Deserialize)]
struct Recall {
    query: Vec<LabelledQuery>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelledQuery {
    text: String,
    about: Vec<String>,
    /// For whoever reads the file.
    #[serde(rename = "how")]
    _how: String,
}

#[derive(Deserialize)]
struct Subject {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    text: String,
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// Every case's name with its log.
fn cases() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for path in files(&testdata().join("messages"), "toml") {
        let subject: Subject = toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        all.extend(subject.case.into_iter().map(|case| (format!("{stem}/{}", case.name), case.text)));
    }
    for path in files(&testdata().join("parse"), "log") {
        let name = path.strip_prefix(testdata()).unwrap().with_extension("");
        let log = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        all.push((name.to_string_lossy().replace('\\', "/"), log));
    }
    all
}

fn files(dir: &Path, end: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path, end));
        } else if path.extension().is_some_and(|found| found == end) {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// The answers to all cases in a store, and which id each case's failure has.
fn records(store: &Store) -> HashMap<String, String> {
    let mut ids = HashMap::new();
    for (n, (name, log)) in (1..).zip(cases()) {
        let analysis = explain::analyze(parse::parse(&log), Some(PROJECT));
        if analysis.fingerprint.is_some() {
            ids.insert(name, store.put(&report(PROJECT, n), Some(&analysis), None).unwrap().rca.unwrap());
        }
    }
    ids
}

/// For each query, the ids that are right.
fn right(queries: &[LabelledQuery], ids: &HashMap<String, String>, rcas: &[Rca]) -> Vec<HashSet<String>> {
    let subject = |rca: &Rca| rca.analysis.primary().map(|primary| (primary.category, primary.symbol.clone()));
    let by_id: HashMap<&str, &Rca> = rcas.iter().map(|rca| (rca.id.as_str(), rca)).collect();
    let alike = |id: &str| -> Vec<String> {
        let about = subject(by_id[id]);
        let named = about.as_ref().is_some_and(|(_, symbol)| symbol.is_some());
        let same = |rca: &&Rca| rca.id == id || (named && subject(rca) == about);
        rcas.iter().filter(same).map(|rca| rca.id.clone()).collect()
    };
    let of = |query: &LabelledQuery| {
        let about = query.about.iter().map(|name| ids.get(name).unwrap_or_else(|| panic!("no case {name}")));
        about.flat_map(|id| alike(id)).collect()
    };
    queries.iter().map(of).collect()
}

/// Least that words and meaning together give on the queries that nothing was tuned on; a little below what was measured:
/// 92.3 and 86.4 among 1,440 records. Each new case of the test data is one more that may stand before the right one: of the
/// same program the 1,133 records of before give 93.1 and 87.9.
const HELD: Figures = Figures { hit_rate: 92.0, ndcg: 86.0 };
/// How many points of nDCG they are better than either alone, at least.
const AHEAD: f64 = 5.0;

/// Shares of 100.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    /// Queries with a right one among the first [`HITS`].
    hit_rate: f64,
    /// Mean normalised discounted cumulative gain of the first [`DEPTH`], every right one worth the same (Järvelin and
    /// Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM TOIS 20(4), 2002).
    ndcg: f64,
}

fn figures(found: &[Vec<String>], right: &[HashSet<String>], chosen: impl Fn(usize) -> bool) -> Figures {
    let mut sum = Figures::default();
    let mut count = 0.0;
    for (_, (found, right)) in found.iter().zip(right).enumerate().filter(|(place, _)| chosen(*place)) {
        let gain = |place: usize| 1.0 / f64::from(u32::try_from(place + 2).unwrap()).log2();
        let gained: f64 = found.iter().enumerate().filter(|(_, id)| right.contains(*id)).map(|(at, _)| gain(at)).sum();
        let most: f64 = (0..right.len().min(DEPTH)).map(gain).sum();
        sum.hit_rate += f64::from(u8::from(found.iter().take(HITS).any(|id| right.contains(id))));
        sum.ndcg += gained / most;
        count += 1.0;
    }
    Figures { hit_rate: 100.0 * sum.hit_rate / count, ndcg: 100.0 * sum.ndcg / count }
}

/// The share of exact nearest neighbours that the packed vectors find too.
fn agreement(exact: &HashMap<String, Vec<f32>>, rcas: &[Rca], vectors: &[Vec<f32>], found: &[Vec<String>]) -> f64 {
    let passages: Vec<(&str, &Vec<f32>)> =
        rcas.iter().map(|rca| (rca.id.as_str(), &exact[&rca_passage(rca)])).collect();
    let (mut same, mut all) = (0.0, 0.0);
    for (vector, found) in vectors.iter().zip(found) {
        let dot = |other: &[f32]| vector.iter().zip(other).map(|(a, b)| a * b).sum::<f32>();
        let mut near: Vec<(f32, &str)> = passages.iter().map(|(id, other)| (dot(other), *id)).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let near: HashSet<&str> = near.iter().take(found.len()).map(|(_, id)| *id).collect();
        same += f64::from(u32::try_from(found.iter().filter(|id| near.contains(id.as_str())).count()).unwrap());
        all += f64::from(u32::try_from(found.len()).unwrap());
    }
    same / all
}

#[test]
fn what_people_look_for_is_found_best_by_words_and_meaning_together() {
    let Some(model) = model() else { return };
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("rca.redb")).unwrap();
    let ids = records(&store);
    let rcas = store.list(usize::MAX).unwrap();
    let recall: Recall =
        toml::from_str(&std::fs::read_to_string(testdata().join("recall/queries.toml")).unwrap()).unwrap();
    let queries = recall.query;
    assert!(rcas.len() >= 500 && queries.len() >= 150, "{} records, {} queries", rcas.len(), queries.len());
    let right = right(&queries, &ids, &rcas);

    let embedder = Embedder::new(&model);
    let exact = RefCell::new(HashMap::new());
    let index = Index::open(&dir.path().join("index"));
    let embed = |texts: &[&str]| {
        let vectors = embedder.embed(texts)?;
        exact.borrow_mut().extend(texts.iter().map(|text| (*text).to_owned()).zip(vectors.iter().cloned()));
        Ok(vectors)
    };
    index.catch_up_with(&store, &embed).unwrap();
    let passages: Vec<String> = queries.iter().map(|query| query_passage(&query.text)).collect();
    let vectors = embedder.embed(&passages.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();

    let all = Filters::default();
    let search = |words: bool, meaning: bool| -> Vec<Vec<String>> {
        let find = |(query, vector): (&LabelledQuery, &Vec<f32>)| {
            let text = if words { query.text.as_str() } else { "" };
            let vector = meaning.then_some(vector.as_slice());
            let hits = index.search(&Query { text, vector, filters: &all, limit: DEPTH }).unwrap();
            hits.into_iter().map(|hit| hit.id).collect()
        };
        queries.iter().zip(&vectors).map(find).collect()
    };
    println!("{} records, {} queries: hit rate@{HITS}, nDCG@{DEPTH}", rcas.len(), queries.len());
    let mut told = HashMap::new();
    for (name, words, meaning) in [("words", true, false), ("meaning", false, true), ("both", true, true)] {
        let found = search(words, meaning);
        let tuned = figures(&found, &right, |place| place % 2 == 0);
        let held = figures(&found, &right, |place| place % 2 == 1);
        let every = figures(&found, &right, |_| true);
        let line = |of: Figures| format!("{:5.1} {:5.1}", of.hit_rate, of.ndcg);
        println!("{name:<8} tuned on {}   held back {}   all {}", line(tuned), line(held), line(every));
        if name == "meaning" {
            let share = agreement(&exact.borrow(), &rcas, &vectors, &found);
            println!("         of the nearest {DEPTH}, {:.1} % are those of unpacked vectors", 100.0 * share);
            assert!(share > 0.97, "{share}");
        }
        told.insert(name, held);
    }
    let (words, meaning, both) = (told["words"], told["meaning"], told["both"]);
    assert!(both.hit_rate >= HELD.hit_rate && both.ndcg >= HELD.ndcg, "{both:?}");
    assert!(both.ndcg >= words.ndcg.max(meaning.ndcg) + AHEAD, "{words:?} {meaning:?} {both:?}");
}
