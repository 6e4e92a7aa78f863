//! How fast RCAs are found by text, by meaning and by both, in process, without HTTP and without the model. Uses
//! made-up records, and vectors in clusters like the model's, one for each kind of failure.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use rcad::Samples;
use rcad_core::Report;
use rcad_store::{DIMENSIONS, Filters, Index, Query, Rca, Store, StoreError, rca_passage};
use rcad_testkit::FailedBuilds;
use redb::backends::InMemoryBackend;
use serde_json::{Value, json};

use crate::figures::FigureFormat;

/// `rcad-bench search`
#[derive(clap::Args)]
pub struct SearchBench {
    /// How many records, one measurement each
    #[arg(long, value_delimiter = ',', default_value = "10000,100000")]
    records: Vec<usize>,
    /// Queries of each kind
    #[arg(long, default_value_t = 200)]
    queries: usize,
    /// Leave records, vectors and queries there, for bench/chroma_rival.py
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = FigureFormat::Text)]
    format: FigureFormat,
}

const SEED: u64 = 1;

/// Hits per query.
const HITS: usize = 5;

/// Distance of a vector from the centre of its kind of failure: two of a kind have a cosine of about 0.6, as the
/// model's vectors of two messages of one kind; two of different kinds about 0.2.
const SPREAD: f32 = 0.8;
/// The part that all vectors share; see [`SPREAD`].
const COMMON: f32 = 0.5;

/// `rcad-bench search`
pub fn bench(args: &SearchBench) -> Result<()> {
    let mut sizes = Vec::new();
    for &records in &args.records {
        let dir = std::env::temp_dir().join(format!("rcad-bench-search-{}", std::process::id()));
        let measured = measure(args, records, &dir);
        // Our own directory among the temporary files; it may stay.
        let _ = fs::remove_dir_all(&dir);
        let measured = measured?;
        if args.format == FigureFormat::Text {
            print(&measured);
        }
        sizes.push(measured);
    }
    if args.format == FigureFormat::Json {
        println!("{}", json!({ "sizes": sizes }));
    }
    Ok(())
}

/// A query: a text, its vector, and two filters that match the record it is about.
struct SampleQuery {
    text: String,
    vector: Vec<f32>,
    filters: Filters,
}

fn measure(args: &SearchBench, records: usize, dir: &Path) -> Result<Value> {
    eprintln!("bench: making {records} records");
    let store = in_memory(records)?;
    let rcas = store.list(usize::MAX)?;
    let index = Index::open(dir);
    let start = Instant::now();
    index.catch_up(&store, None, &|_, _| true)?;
    let built = start.elapsed();
    index.catch_up_with(&store, &|texts| Ok(texts.iter().map(|text| vector_of(text)).collect()))?;
    let asked = asked(&rcas, args.queries);
    if let Some(place) = &args.write {
        let place = place.join(records.to_string());
        write(&place, &rcas, &asked).with_context(|| format!("cannot write to {}", place.display()))?;
    }
    let admitted: usize = asked.iter().map(|one| rcas.iter().filter(|rca| one.filters.admits(rca)).count()).sum();
    drop(rcas);
    let reopened = reopen(&store, dir)?;
    let all = Filters::default();
    let time = |words: bool, meaning: bool| -> Result<Value> {
        let run = |filtered: bool| {
            let run = |one: &SampleQuery| {
                let text = if words { one.text.as_str() } else { "" };
                let vector = meaning.then_some(one.vector.as_slice());
                let filters = if filtered { &one.filters } else { &all };
                index.search(&Query { text, vector, filters, limit: HITS })
            };
            timed(&asked, run)
        };
        Ok(json!({ "plain_ms": run(false)?, "filtered_ms": run(true)? }))
    };
    Ok(json!({
        "records": records,
        "admitted_by_filters": admitted as f64 / asked.len().max(1) as f64,
        "hybrid": time(true, true)?,
        "words": time(true, false)?,
        "vectors": time(false, true)?,
        "build_ms": built.as_secs_f64() * 1000.0,
        "open_ms": reopened,
    }))
}

/// A store in memory with this number of failures.
fn in_memory(records: usize) -> Result<Store, StoreError> {
    let store = Store::on(|| Box::new(InMemoryBackend::new()))?;
    for (report, analysis) in FailedBuilds::new(SEED).take(records) {
        // Leave out the log, which is large and not indexed.
        store.put(&Report { text: String::new(), ..report }, Some(&analysis), None)?;
    }
    Ok(store)
}

/// Milliseconds for opening an index that is up to date.
fn reopen(store: &Store, dir: &Path) -> Result<f64> {
    let start = Instant::now();
    Index::open(dir).catch_up(store, None, &|_, _| true)?;
    Ok(start.elapsed().as_secs_f64() * 1000.0)
}

/// Quantiles over all queries, after each has run once.
fn timed<T>(asked: &[SampleQuery], run: impl Fn(&SampleQuery) -> Result<T, StoreError>) -> Result<Value> {
    for one in asked {
        run(one)?;
    }
    let mut samples = Samples::default();
    for one in asked {
        let start = Instant::now();
        std::hint::black_box(run(one)?);
        samples.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(json!({ "p50": samples.median(), "p95": samples.quantile(0.95) }))
}

/// Queries about records all over the store: a symbol with its kind of failure, a message, the beginning of a cause.
fn asked(rcas: &[Rca], count: usize) -> Vec<SampleQuery> {
    let step = (rcas.len() / count.max(1)).max(1);
    let about = rcas.iter().step_by(step).take(count).filter_map(|rca| Some((rca, rca.analysis.primary()?)));
    let asked = about.enumerate().map(|(n, (rca, primary))| {
        let title = primary.category.title();
        let cause = rca.analysis.root_cause.as_deref().unwrap_or(title);
        let text = match n % 3 {
            0 => format!("{} {title}", primary.symbol.as_deref().unwrap_or_default()),
            1 => primary.message.clone(),
            _ => cause.split_whitespace().take(6).collect::<Vec<_>>().join(" "),
        };
        let filters = Filters { project: rca.project.clone(), category: Some(primary.category), ..Filters::default() };
        SampleQuery { vector: vector_of(&format!("{} {text}", primary.message)), text, filters }
    });
    asked.collect()
}

/// A unit vector from the kind (first word) and the whole text.
fn vector_of(text: &str) -> Vec<f32> {
    let kind: String = text.split(|c: char| !c.is_alphabetic()).take(2).collect();
    let parts = [(COMMON, "all"), (1.0, kind.as_str()), (SPREAD, text)];
    let mut sum = vec![0.0; DIMENSIONS];
    for (weight, of) in parts {
        let direction = direction(of);
        sum.iter_mut().zip(direction).for_each(|(sum, x)| *sum += weight * x);
    }
    scaled(sum)
}

/// A direction determined by the text, using FNV-1a and Knuth's MMIX series.
fn direction(text: &str) -> Vec<f32> {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let mut state = text.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    scaled((0..DIMENSIONS).map(|_| next()).collect())
}

fn scaled(vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    vector.into_iter().map(|x| x / length).collect()
}

/// `records.jsonl`, `queries.jsonl` (a line each) and `records.f32`, `queries.f32` (their vectors, little endian).
fn write(place: &Path, rcas: &[Rca], asked: &[SampleQuery]) -> Result<()> {
    fs::create_dir_all(place)?;
    let create = |name: &str| fs::File::create(place.join(name)).map(BufWriter::new);
    let (mut lines, mut vectors) = (create("records.jsonl")?, create("records.f32")?);
    for rca in rcas {
        let Some(primary) = rca.analysis.primary() else { continue };
        let (project, category) = (&rca.project, primary.category);
        writeln!(lines, "{}", json!({ "id": rca.id, "project": project, "category": category }))?;
        write_vector(&mut vectors, &vector_of(&rca_passage(rca)))?;
    }
    let (mut lines, mut vectors) = (create("queries.jsonl")?, create("queries.f32")?);
    for one in asked {
        writeln!(lines, "{}", json!({ "project": one.filters.project, "category": one.filters.category }))?;
        write_vector(&mut vectors, &one.vector)?;
    }
    Ok(())
}

fn write_vector(to: &mut impl Write, vector: &[f32]) -> std::io::Result<()> {
    vector.iter().try_for_each(|x| to.write_all(&x.to_le_bytes()))
}

fn print(size: &Value) {
    let figure = |path: &str| size.pointer(path).and_then(Value::as_f64).unwrap_or(f64::NAN);
    println!(
        "{} records; built in {:.0} ms without embedding, opened in {:.1} ms; two filters admit {:.1}",
        figure("/records"),
        figure("/build_ms"),
        figure("/open_ms"),
        figure("/admitted_by_filters")
    );
    println!("{:<12}{:>14}{:>10}{:>20}{:>10}", "ms", "no filter p50", "p95", "two filters p50", "p95");
    for kind in ["words", "vectors", "hybrid"] {
        let of = |path: &str| figure(&format!("/{kind}/{path}"));
        let plain = (of("plain_ms/p50"), of("plain_ms/p95"));
        let filtered = (of("filtered_ms/p50"), of("filtered_ms/p95"));
        println!("{kind:<12}{:>14.3}{:>10.3}{:>20.3}{:>10.3}", plain.0, plain.1, filtered.0, filtered.1);
    }
}
