//! What it costs to keep the files of a project after a green build, and to see what differs after a failed one.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rcad::{Samples, SnapshotSettings, SnapshotTaken, Snapshots, now_ms};
use rcad_core::Report;
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use rcad_testkit::kotlin_project;
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;

use crate::figures::FigureFormat;
use crate::scratch::in_temporary;

/// `rcad-bench snapshot`
#[derive(clap::Args)]
pub struct SnapshotBench {
    /// Kotlin files of the made-up project
    #[arg(long, default_value_t = 2_000)]
    files: usize,
    /// Times that each part takes its turn
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// Few files, one round: to see that it runs
    #[arg(long)]
    quick: bool,
    /// How to print it
    #[arg(long, value_enum, default_value_t = FigureFormat::Text)]
    format: FigureFormat,
}

/// Files of the project with `--quick`.
const QUICK: usize = 100;

/// Longer than a file counts as one that may change again with the same time stamp, and is read each time.
const SETTLED: Duration = Duration::from_secs(3);

/// Aims for 2,000 files: milliseconds of processor time for the first snapshot, with nothing changed, and more than that
/// for a changed file; megabytes on the disk.
const AIMS: [f64; 4] = [1500.0, 30.0, 15.0, 10.0];

/// `rcad-bench snapshot`
pub fn bench(args: &SnapshotBench) -> Result<()> {
    let found = in_temporary("snapshot", |scratch| measure(args, scratch))?;
    match args.format {
        FigureFormat::Json => println!("{}", found.json()),
        FigureFormat::Text => found.print(),
    }
    Ok(())
}

fn measure(args: &SnapshotBench, scratch: &Path) -> Result<SnapshotFigures> {
    let (root, state) = (scratch.join("project"), scratch.join("state"));
    let files = if args.quick { QUICK } else { args.files.max(1) };
    let size = kotlin_project::write(&root, files).with_context(|| format!("cannot write {}", root.display()))?;
    let modules = modules(&root)?;
    std::thread::sleep(SETTLED);
    fs::create_dir_all(&state).with_context(|| format!("cannot make {}", state.display()))?;
    let mut found = SnapshotFigures {
        files: size.files,
        lines: size.lines,
        bytes: size.bytes,
        modules,
        ..SnapshotFigures::default()
    };
    for n in 0..if args.quick { 1 } else { args.rounds.max(1) } {
        round(n, &root, &state, size.files, &mut found)?;
    }
    Ok(found)
}

/// Gives each module an ignore file, as Android Studio does; how many there are.
fn modules(root: &Path) -> Result<usize> {
    fs::write(root.join(".gitignore"), "*.iml\n.gradle\n/local.properties\n/.idea/\nbuild/\n*.keystore\n")?;
    let mut modules = 0;
    for entry in fs::read_dir(root)? {
        let dir = entry?.path();
        if dir.is_dir() {
            fs::write(dir.join(".gitignore"), "/build\n")?;
            modules += 1;
        }
    }
    Ok(modules)
}

fn round(n: usize, root: &Path, state: &Path, files: usize, found: &mut SnapshotFigures) -> Result<()> {
    let path = state.join(format!("{n}.redb"));
    let snapshots = Snapshots::new(&path, SnapshotSettings { keep: true, megabytes: 200 });
    read_by(found.first.time(|| snapshots.take_green(root, &report(0), None)), files..)?;
    found.disk.push(snapshots.bytes() as f64 / 1e6);
    read_by(found.same.time(|| snapshots.take_green(root, &report(1), None)), 0..1)?;
    let changed = change(root, n)?;
    let green = snapshots.latest(root, &["build".into()], None, u64::MAX - 1).context("no snapshot was kept")?.0;
    let until = Instant::now() + Duration::from_secs(600);
    let differences = found.differ.time(|| snapshots.differences(root, &green, u64::MAX - 1, until));
    match differences {
        Ok(differences) if differences.pairs.len() == 1 => {}
        other => bail!("one file differs, {}, but this is found: {other:?}", changed.display()),
    }
    read_by(found.changed.time(|| snapshots.take_green(root, &report(2), None)), 1..2)?;
    found.more.push((snapshots.bytes() as f64 / 1e6) - found.disk.quantile(1.0));
    drop(snapshots);
    fs::remove_file(path)?;
    Ok(())
}

fn read_by(taken: SnapshotTaken, wanted: impl std::ops::RangeBounds<usize>) -> Result<()> {
    match taken {
        SnapshotTaken::Kept { read, .. } if wanted.contains(&read) => Ok(()),
        other => bail!("another snapshot was wanted than {other:?}"),
    }
}

/// Changes a file, as if a minute ago.
fn change(root: &Path, n: usize) -> Result<PathBuf> {
    let (about, noun) = (kotlin_project::directory(0), kotlin_project::noun(0));
    let path = root.join(about).join(format!("model/{noun}.kt"));
    let mut text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    text.push_str(&format!("\nfun added{n}(): Int = {n}\n"));
    fs::write(&path, text)?;
    let then = std::time::SystemTime::now() - Duration::from_secs(60);
    fs::File::options().write(true).open(&path)?.set_modified(then)?;
    Ok(path)
}

fn report(n: u64) -> Report {
    Report {
        id: format!("green{n}"),
        origin: Origin::Hook,
        outcome: Outcome::Ok,
        text: String::new(),
        project: None,
        tasks: vec!["build".into()],
        environment: Environment::default(),
        started_ms: None,
        ended_ms: now_ms() + n,
        app: None,
        raw: None,
    }
}

/// Milliseconds of wall and of processor time.
#[derive(Default)]
struct SnapshotTimes {
    wall: Samples,
    cpu: Samples,
}

impl SnapshotTimes {
    fn time<T>(&mut self, f: impl FnOnce() -> T) -> T {
        let (begin, before) = (Instant::now(), cpu_ms());
        let result = f();
        self.cpu.push(cpu_ms() - before);
        self.wall.push(begin.elapsed().as_secs_f64() * 1000.0);
        result
    }

    fn json(&self) -> serde_json::Value {
        json!({"cpu_p50": self.cpu.median(), "wall_p50": self.wall.median(), "wall_p95": self.wall.quantile(0.95)})
    }
}

/// Milliseconds of processor time that this process has used.
fn cpu_ms() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1000.0 + time.tv_nsec as f64 / 1e6
}

/// All figures.
#[derive(Default)]
struct SnapshotFigures {
    files: usize,
    lines: usize,
    bytes: usize,
    modules: usize,
    first: SnapshotTimes,
    same: SnapshotTimes,
    changed: SnapshotTimes,
    differ: SnapshotTimes,
    /// Megabytes after the first snapshot.
    disk: Samples,
    /// Megabytes more after the others.
    more: Samples,
}

impl SnapshotFigures {
    fn json(&self) -> serde_json::Value {
        json!({
            "files": self.files,
            "lines": self.lines,
            "bytes": self.bytes,
            "first_ms": self.first.json(),
            "same_ms": self.same.json(),
            "changed_ms": self.changed.json(),
            "differences_ms": self.differ.json(),
            "disk_mb": self.disk.median(),
            "disk_more_mb": self.more.median(),
        })
    }

    fn print(&self) {
        let mb = self.bytes as f64 / 1e6;
        println!("{} files in {} modules, {} lines, {mb:.1} MB", self.files, self.modules, self.lines);
        println!("\n{:34} {:>10} {:>10} {:>10}", "", "cpu ms", "wall ms", "aim (cpu)");
        let row = |name: &str, times: &SnapshotTimes, aim: &str| {
            println!("{name:34} {:>10.1} {:>10.1} {aim:>10}", times.cpu.median(), times.wall.median());
        };
        row("first snapshot", &self.first, &format!("{:.0}", AIMS[0]));
        row("nothing changed", &self.same, &format!("{:.0}", AIMS[1]));
        row("one file changed", &self.changed, &format!("{:.0}", AIMS[1] + AIMS[2]));
        row("what differs, one file changed", &self.differ, "");
        println!(
            "\non the disk: {:.1} MB (aim {:.0}), then {:+.1} MB",
            self.disk.median(),
            AIMS[3],
            self.more.median()
        );
    }
}
