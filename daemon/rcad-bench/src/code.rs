//! How fast a project's code is indexed, updated and looked up, compared with only reading its files in the same run.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rcad::{CodeIndex, CodeIndexes, Samples};
use rcad_testkit::kotlin_project;
use serde_json::json;

use crate::figures::FigureFormat;
use crate::scratch::in_temporary;

/// `rcad-bench code`
#[derive(clap::Args)]
pub struct CodeBench {
    /// Kotlin files of the made-up project
    #[arg(long, default_value_t = 2_000)]
    files: usize,
    /// A Gradle project of one's own instead; it is only read, so that no changed file is measured
    #[arg(long)]
    project: Option<PathBuf>,
    /// Times that each part takes its turn
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Few files, one round: to see that it runs
    #[arg(long)]
    quick: bool,
    /// How to print it
    #[arg(long, value_enum, default_value_t = FigureFormat::Text)]
    format: FigureFormat,
}

/// Effectively no time limit.
const TIME: Duration = Duration::from_secs(600);

/// Files of the project with `--quick`.
const QUICK: usize = 100;

/// Names to look up.
const NAMES: usize = 500;

/// Changes of a file.
const CHANGES: usize = 60;

/// `rcad-bench code`
pub fn bench(args: &CodeBench) -> Result<()> {
    let found = in_temporary("code", |scratch| measure(args, scratch))?;
    match args.format {
        FigureFormat::Json => println!("{}", found.json()),
        FigureFormat::Text => found.print(),
    }
    Ok(())
}

fn measure(args: &CodeBench, scratch: &Path) -> Result<CodeFigures> {
    let root = match &args.project {
        Some(root) => root.clone(),
        None => {
            let files = if args.quick { QUICK } else { args.files.max(1) };
            kotlin_project::write(scratch, files).with_context(|| format!("cannot write {}", scratch.display()))?;
            scratch.to_owned()
        }
    };
    let mut found = CodeFigures { resident: (resident("VmRSS:"), None), ..CodeFigures::default() };
    // Warm-up: loads the grammars and the files. Only its memory is measured.
    let indexes = CodeIndexes::default();
    let index = indexes.within(&root, TIME);
    found.resident.1 = resident("VmRSS:");
    if index.files().next().is_none() {
        bail!("{} holds no Kotlin or Java files\nhint: name the directory of settings.gradle", root.display());
    }
    found.files = index.files().count();
    found.declarations = index.declarations();
    found.left_out = index.left_out();
    let files: Vec<PathBuf> = index.files().map(|file| root.join(file)).collect();
    for _ in 0..if args.quick { 1 } else { args.rounds.max(1) } {
        let texts = found.read.time(|| files.iter().map(fs::read_to_string).filter_map(Result::ok).collect::<Vec<_>>());
        found.lines = texts.iter().map(|text| text.lines().count()).sum();
        found.bytes = texts.iter().map(String::len).sum();
        found.scanned = found.scan.time(|| texts.iter().map(|text| scan(text)).sum());
        drop(texts);
        found.whole.time(|| CodeIndexes::default().within(&root, TIME));
        found.same.time(|| indexes.within(&root, TIME));
    }
    look_up(&index, &mut found);
    if args.project.is_none() {
        change(&root, &files, &indexes, &mut found)?;
    }
    Ok(found)
}

/// Looks up names from all over the project.
fn look_up(index: &CodeIndex, found: &mut CodeFigures) {
    let files: Vec<String> = index.files().map(str::to_owned).collect();
    let step = (files.len() / NAMES).max(1);
    for (n, file) in files.iter().step_by(step).enumerate() {
        let declared = index.declared_in(file);
        let Some(one) = declared.get(n % declared.len().max(1)) else { continue };
        found.definitions.time(|| index.definitions(&one.name, 10));
        found.references.time(|| index.references(&one.name, 50));
        found.around.time(|| (index.around(file, one.line), index.names_used(file, one.line, one.end_line)));
        found.callers.time(|| index.callers(&one.name, file, 2, Instant::now() + TIME));
    }
}

/// Adds a function to one file after the other and updates the index.
fn change(root: &Path, files: &[PathBuf], indexes: &CodeIndexes, found: &mut CodeFigures) -> Result<()> {
    for n in 0..CHANGES {
        let path = &files[n * 37 % files.len()];
        let mut text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        text.push_str(&format!("\nfun added{n}(): Int = {n}\n"));
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        let index = found.changed.time(|| indexes.within(root, TIME));
        if index.definitions(&format!("added{n}"), 1).is_empty() {
            bail!("the changed file {} is not in the index as it is", path.display());
        }
    }
    Ok(())
}

/// Lines that begin with a declaration's keyword: what a search without a grammar would find.
fn scan(text: &str) -> usize {
    let declares = |line: &&str| {
        let words = line.split_whitespace().take(4);
        words
            .into_iter()
            .any(|word| matches!(word, "class" | "interface" | "object" | "fun" | "val" | "var" | "typealias"))
    };
    text.lines().filter(declares).count()
}

/// A row of `/proc/self/status` in megabytes; nothing on other systems.
fn resident(row: &str) -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kib: f64 =
        status.lines().find_map(|line| line.strip_prefix(row))?.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kib * 1024.0 / 1e6)
}

/// Times in milliseconds.
#[derive(Default)]
struct CodeTimes(Samples);

impl CodeTimes {
    fn time<T>(&mut self, f: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let result = black_box(f());
        self.0.push(begin.elapsed().as_secs_f64() * 1000.0);
        result
    }

    fn p50(&self) -> f64 {
        self.0.median()
    }

    fn p95(&self) -> f64 {
        self.0.quantile(0.95)
    }

    fn json(&self) -> serde_json::Value {
        json!({"p50": self.p50(), "p95": self.p95(), "samples": self.0.count()})
    }
}

/// All figures.
#[derive(Default)]
struct CodeFigures {
    files: usize,
    lines: usize,
    bytes: usize,
    declarations: usize,
    /// Declarations found by keywords.
    scanned: usize,
    left_out: usize,
    read: CodeTimes,
    scan: CodeTimes,
    whole: CodeTimes,
    same: CodeTimes,
    changed: CodeTimes,
    definitions: CodeTimes,
    references: CodeTimes,
    around: CodeTimes,
    callers: CodeTimes,
    resident: (Option<f64>, Option<f64>),
}

impl CodeFigures {
    /// Milliseconds for indexing 100,000 lines.
    fn per_100k(&self) -> f64 {
        self.whole.p50() * 100_000.0 / self.lines.max(1) as f64
    }

    fn held_mb(&self) -> Option<f64> {
        Some(self.resident.1? - self.resident.0?)
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "files": self.files,
            "lines": self.lines,
            "bytes": self.bytes,
            "declarations": self.declarations,
            "left_out": self.left_out,
            "read_ms": self.read.json(),
            "scan_ms": self.scan.json(),
            "scan_declarations": self.scanned,
            "whole_ms": self.whole.json(),
            "whole_ms_per_100k_lines": self.per_100k(),
            "same_ms": self.same.json(),
            "changed_ms": self.changed.json(),
            "definitions_ms": self.definitions.json(),
            "references_ms": self.references.json(),
            "around_ms": self.around.json(),
            "callers_ms": self.callers.json(),
            "resident_mb": {"before": self.resident.0, "indexed": self.resident.1},
        })
    }

    fn print(&self) {
        let mb = self.bytes as f64 / 1e6;
        println!("{} files, {} lines, {mb:.1} MB; {} declarations", self.files, self.lines, self.declarations);
        if self.left_out > 0 {
            println!("{} files are left out: too large or too many", self.left_out);
        }
        println!("\n{:34} {:>10} {:>10}", "", "p50 ms", "p95 ms");
        let row = |name: &str, times: &CodeTimes| println!("{name:34} {:>10.3} {:>10.3}", times.p50(), times.p95());
        row("read all files, one thread", &self.read);
        row("scan their lines for declarations", &self.scan);
        row("whole index, two threads", &self.whole);
        row("index when nothing changed", &self.same);
        if self.changed.0.count() > 0 {
            row("index when one file changed", &self.changed);
        }
        row("look up a declaration", &self.definitions);
        row("look up uses", &self.references);
        row("function and names around a line", &self.around);
        row("callers, two deep", &self.callers);
        let times = self.whole.p50() / (self.read.p50() + self.scan.p50());
        println!("\n100,000 lines: {:.0} ms, {times:.1} times reading and scanning", self.per_100k());
        println!("the scan takes {} lines for declarations", self.scanned);
        if let Some(held) = self.held_mb() {
            println!("memory: {held:.0} MB more than before, with the grammars and what reading leaves behind");
        }
    }
}
