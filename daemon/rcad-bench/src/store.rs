//! The cost of storing: storing a failure durably, importing an export, disk space, start and memory of the daemon.
//! Real daemons on a scratch home; made-up failures with logs of about three kilobytes.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rcad::{Client, EmbeddingState, Samples, Status};
use rcad_store::{Index, Store};
use rcad_testkit::FailedBuilds;
use serde_json::{Value, json};

use crate::figures::FigureFormat;
use crate::line::idle_cost;
use crate::scratch::Scratch;

/// `rcad-bench store`
#[derive(clap::Args)]
pub struct StoreBench {
    /// How many failures
    #[arg(long, default_value_t = 10_000)]
    records: usize,
    /// The embedding model's directory, for the daemon's memory with it
    #[arg(long, value_name = "DIR")]
    model: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = FigureFormat::Text)]
    format: FigureFormat,
}

const SEED: u64 = 1;
/// Starts of the daemon that are timed.
const STARTS: usize = 10;
/// How long a daemon is idle before its memory is measured.
const SETTLE: Duration = Duration::from_secs(5);
/// Time limit for computing the vectors of all failures.
const VECTORS: Duration = Duration::from_secs(900);

/// `rcad-bench store`
pub fn bench(args: &StoreBench) -> Result<()> {
    let mut scratch = Scratch::new(Path::new("gradle"))?;
    let home = scratch.home();
    home.create()?;
    let store = Store::open(&home.store())?;
    let adds = add(&store, args.records)?;
    Index::open(&home.root().join("index")).catch_up(&store, None, &|_, _| true)?;
    let exported = home.root().with_extension("jsonl");
    export(&store, &exported)?;
    drop(store);
    let (file, index) = (on_disk(&home.store())?, on_disk(&home.root().join("index"))?);
    let mut starts = Samples::default();
    for _ in 0..STARTS {
        scratch.kill_daemon();
        starts.push(scratch.start_daemon()?.as_secs_f64() * 1000.0);
    }
    let resting = resident(&scratch)?;
    let loaded = args.model.as_deref().map(|model| with_model(&mut scratch, model)).transpose()?;
    scratch.kill_daemon();
    fs::remove_file(home.store())?;
    fs::remove_dir_all(home.root().join("index"))?;
    scratch.start_daemon()?;
    let import = import(&scratch, &exported)?;
    let measured = json!({
        "records": args.records,
        "add_ms": {"p50": adds.median(), "p95": adds.quantile(0.95)},
        "import_per_s": args.records as f64 / import.as_secs_f64(),
        "disk_mb": {"all": file + index, "store": file, "index": index},
        "resident_mb": {"resting": resting, "loaded": loaded},
        "start_ms": {"p50": starts.median(), "p95": starts.quantile(0.95)},
    });
    if args.format == FigureFormat::Json {
        println!("{measured}")
    } else {
        print(&measured)
    }
    Ok(())
}

/// Stores the failures in chronological order, as builds do. Returns the time of each until it was durable.
fn add(store: &Store, records: usize) -> Result<Samples> {
    eprintln!("bench: storing {records} failures one by one");
    let mut all: Vec<_> = FailedBuilds::new(SEED).take(records).collect();
    all.sort_by_key(|(report, _)| report.ended_ms);
    let mut adds = Samples::default();
    for (report, analysis) in &all {
        let start = Instant::now();
        store.put(report, Some(analysis), None)?;
        adds.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(adds)
}

fn export(store: &Store, path: &Path) -> Result<()> {
    let mut file = BufWriter::new(fs::File::create(path)?);
    for line in store.export(None)? {
        writeln!(file, "{}", line?)?;
    }
    Ok(file.flush()?)
}

/// Runs the whole command, with a daemon whose store is empty.
fn import(scratch: &Scratch, from: &Path) -> Result<Duration> {
    let mut command = scratch.rcad();
    command.arg("import").arg(from);
    let start = Instant::now();
    let ended = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    if !ended.success() {
        bail!("the import failed: {ended}");
    }
    Ok(start.elapsed())
}

/// The memory with the model loaded, after the vectors of all failures were computed. Removes the model afterwards.
fn with_model(scratch: &mut Scratch, model: &Path) -> Result<f64> {
    let (config, dir) = (scratch.home().config(), std::path::absolute(model)?);
    fs::write(&config, format!("[embedding]\nmodel_dir = {:?}\n", dir.to_string_lossy()))?;
    scratch.kill_daemon();
    scratch.start_daemon()?;
    let client = Client::connect(&scratch.home())?;
    eprintln!("bench: making the vectors of all failures");
    let start = Instant::now();
    let ready =
        |status: Status| status.embedding.state == EmbeddingState::Loaded && status.index.meaning >= status.rcas;
    while !client.status()?.is_some_and(ready) {
        if start.elapsed() > VECTORS {
            bail!("not all vectors are made after {VECTORS:?}\nhint: rcad model list");
        }
        std::thread::sleep(Duration::from_millis(500));
    }
    let resident = resident(scratch);
    fs::remove_file(&config)?;
    resident
}

/// Megabytes of resident memory of the idle daemon.
fn resident(scratch: &Scratch) -> Result<f64> {
    let pid = scratch.daemon_pid().context("the daemon is gone")?;
    let (kib, _) = idle_cost(pid, SETTLE).context("memory is only known on Linux")?;
    Ok(kib as f64 * 1024.0 / 1e6)
}

/// Megabytes that a file or a directory takes on disk, without holes.
fn on_disk(path: &Path) -> Result<f64> {
    let metadata = fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    if metadata.is_file() {
        #[cfg(unix)]
        let bytes = std::os::unix::fs::MetadataExt::blocks(&metadata) * 512;
        #[cfg(not(unix))]
        let bytes = metadata.len();
        return Ok(bytes as f64 / 1e6);
    }
    let mut sum = 0.0;
    for entry in fs::read_dir(path)? {
        sum += on_disk(&entry?.path())?;
    }
    Ok(sum)
}

fn print(measured: &Value) {
    let row = |what: &str, value: &Value, unit: &str| match value.as_f64() {
        Some(value) => println!("{what:<44}{value:>10.1} {unit}"),
        None => println!("{what:<44}{:>10} (give --model DIR)", "-"),
    };
    println!("{} failures", measured["records"]);
    row("one stored for good, median", &measured["add_ms"]["p50"], "ms");
    row("one stored for good, p95", &measured["add_ms"]["p95"], "ms");
    row("rcad import", &measured["import_per_s"], "a second");
    row("on disk: store", &measured["disk_mb"]["store"], "MB");
    row("on disk: index", &measured["disk_mb"]["index"], "MB");
    row("daemon: start to first answer, median", &measured["start_ms"]["p50"], "ms");
    row("daemon at rest", &measured["resident_mb"]["resting"], "MB resident");
    row("daemon with the embedding model", &measured["resident_mb"]["loaded"], "MB resident");
}
