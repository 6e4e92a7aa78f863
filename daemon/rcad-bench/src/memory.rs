//! How long the daemon takes to answer a failure that it has seen before, with many failures stored: from the record's
//! arrival in the spool to the event that its answer is stored. A real daemon on a scratch home; no Gradle.

use std::fs;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rcad::{Client, Home, Samples, StoredBuild, now_ms};
use rcad_core::model::analysis::Engine;
use rcad_store::Store;
use rcad_testkit::FailedBuilds;
use serde_json::json;

use crate::figures::FigureFormat;
use crate::scratch::Scratch;

/// `rcad-bench memory`
#[derive(clap::Args)]
pub struct MemoryBench {
    /// Failures that are remembered before
    #[arg(long, default_value_t = 10_000)]
    records: usize,
    /// Times that the one failure comes again
    #[arg(long, default_value_t = 50)]
    builds: usize,
    /// How to print it
    #[arg(long, value_enum, default_value_t = FigureFormat::Text)]
    format: FigureFormat,
}

const SEED: u64 = 1;
/// Time after which a record counts as lost.
const LOST: Duration = Duration::from_secs(30);
/// Longest time for building the index.
const INDEXED: Duration = Duration::from_secs(300);

/// `rcad-bench memory`
pub fn bench(args: &MemoryBench) -> Result<()> {
    let mut scratch = Scratch::new(Path::new("gradle"))?;
    let home = scratch.home();
    home.create()?;
    eprintln!("bench: storing {} failures", args.records);
    let store = Store::open(&home.store())?;
    for (report, analysis) in FailedBuilds::new(SEED).take(args.records) {
        store.put(&report, Some(&analysis), None)?;
    }
    drop(store);
    scratch.start_daemon()?;
    let client = Client::connect(&home)?;
    wait_for_index(&client)?;
    let stored_builds = listen(home.clone(), args.builds + 1)?;
    let first = pass(&home, &stored_builds, 0)?;
    let mut again = Samples::default();
    for n in 1..=args.builds {
        again.push(pass(&home, &stored_builds, n)?);
    }
    let last = client.rca("last")?.map_err(anyhow::Error::msg)?;
    if last.analysis.engine != Engine::Memory {
        bail!("the failure was not answered from memory but by {:?}", last.analysis.engine);
    }
    if args.format == FigureFormat::Json {
        let times = json!({"p50": again.median(), "p95": again.quantile(0.95), "max": again.quantile(1.0)});
        println!("{}", json!({"records": args.records, "first_ms": first, "remembered_ms": times, "n": again.count()}));
    } else {
        println!("from a record's arrival to its stored answer, {} failures remembered:", args.records);
        println!("  seen for the first time        {first:>8.1} ms");
        println!(
            "  answered from memory           {:>8.1} ms median, {:.1} ms p95, {:.1} ms at most, {} times",
            again.median(),
            again.quantile(0.95),
            again.quantile(1.0),
            again.count()
        );
    }
    Ok(())
}

fn wait_for_index(client: &Client) -> Result<()> {
    let start = Instant::now();
    while client.status()?.is_none_or(|status| !status.index.opened || status.index.behind > 0) {
        if start.elapsed() > INDEXED {
            bail!("the index is not whole after {INDEXED:?}");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

/// Receives the times at which the next `builds` builds are stored.
fn listen(home: Home, builds: usize) -> Result<Receiver<(Instant, StoredBuild)>> {
    let (stored, stored_builds) = mpsc::channel();
    let (ready, is_ready) = mpsc::channel();
    std::thread::spawn(move || -> Result<()> {
        let mut left = builds;
        let hear = |build: &StoredBuild| {
            left -= 1;
            let _ = stored.send((Instant::now(), build.clone()));
            left == 0
        };
        Client::connect(&home)?.follow(Duration::from_secs(3600), hear, || ready.send(()).unwrap_or_default())?;
        Ok(())
    });
    is_ready.recv().context("the daemon gives no events")?;
    Ok(stored_builds)
}

/// Writes the failure's record into the spool as a script does. Returns the milliseconds until it is stored.
fn pass(home: &Home, stored_builds: &Receiver<(Instant, StoredBuild)>, n: usize) -> Result<f64> {
    let ended_ms = now_ms();
    let name = format!("{ended_ms}-1-{n}");
    let log = "> Task :app:compileDebugKotlin FAILED\n\
        e: file:///home/dev/bench/app/src/main/kotlin/Till.kt:3:5 Unresolved reference 'basketOfTheDay'.\n";
    let record = json!({
        "schema": "rcad.build/1", "outcome": "failed", "ended_ms": ended_ms, "gradle": "8.2.1", "java": "17.0.15",
        "root": "/home/dev/bench", "tasks": ["build"], "log": {"head": log},
    });
    let temporary = home.spool().join(format!(".{name}.tmp"));
    fs::write(&temporary, record.to_string())?;
    let start = Instant::now();
    fs::rename(&temporary, home.spool().join(format!("{name}.failed.json")))?;
    let Ok((at, build)) = stored_builds.recv_timeout(LOST) else { bail!("a record was not stored in {LOST:?}") };
    if build.rca.is_none() {
        bail!("a failed build was taken for another");
    }
    Ok((at - start).as_secs_f64() * 1000.0)
}
