//! The time from Gradle's exit to the stored failure, and the daemon's cost when idle.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rcad::{Client, Samples, hook};
use rcad_testkit::{git, kotlin_project};
use serde_json::json;

use crate::figures::FigureFormat;
use crate::scratch::Scratch;

/// `rcad-bench line`
#[derive(clap::Args)]
pub struct LineBench {
    /// The Gradle to measure with
    #[arg(long, default_value = "gradle")]
    gradle: PathBuf,
    /// Failing builds
    #[arg(long, default_value_t = 20)]
    builds: usize,
    /// Kotlin files beside the failing one, all in git, in a project that was green before: what changed is compared
    #[arg(long, default_value_t = 0)]
    files: usize,
    /// Seconds for which the resting daemon is watched
    #[arg(long, default_value_t = 20)]
    rest: u64,
    /// How to print it
    #[arg(long, value_enum, default_value_t = FigureFormat::Text)]
    format: FigureFormat,
}

/// Builds that warm up Gradle's daemon.
const WARM: usize = 3;
/// Starts of the daemon that are timed.
const STARTS: usize = 20;
/// Time after which a record counts as lost.
const LOST: Duration = Duration::from_secs(30);
/// Time for the files of the green build to be kept; nobody waits for it, and no answer tells when it is over.
const KEPT: Duration = Duration::from_secs(6);

/// `rcad-bench line`
pub fn bench(args: &LineBench) -> Result<()> {
    let mut scratch = Scratch::new(&args.gradle)?;
    if args.files > 0 {
        fill(&scratch.project(), args.files)?;
    }
    let gradle_home = scratch.gradle_home("gradle");
    scratch.home().create()?;
    hook::install(&scratch.home(), &gradle_home)?;
    let mut starts = Samples::default();
    for _ in 0..STARTS {
        scratch.kill_daemon();
        starts.push(ms(scratch.start_daemon()?));
    }
    for _ in 0..WARM {
        scratch.build(&gradle_home)?;
    }
    std::thread::sleep(KEPT);
    scratch.set_failing(true)?;
    let (latencies, named) = exits_to_stored(args, &scratch, &gradle_home)?;
    let rest = scratch.daemon_pid().and_then(|pid| idle_cost(pid, Duration::from_secs(args.rest)).ok());
    let found = LineFigures { files: args.files + 1, latencies, named, starts, rest };
    match args.format {
        FigureFormat::Json => println!("{}", found.json()),
        FigureFormat::Text => found.print(args.rest),
    }
    Ok(())
}

/// All figures.
struct LineFigures {
    /// Source files of the project.
    files: usize,
    /// Milliseconds from Gradle's exit to the stored failure; below zero where it was stored before.
    latencies: Samples,
    /// Answers that name the change since the green build.
    named: usize,
    /// Milliseconds from the daemon's start to its first answer.
    starts: Samples,
    /// Resident KiB of the resting daemon, and its share of one processor. Linux only.
    rest: Option<(u64, f64)>,
}

impl LineFigures {
    fn json(&self) -> serde_json::Value {
        let ms =
            |s: &Samples| json!({"p50": s.median(), "p95": s.quantile(0.95), "max": s.quantile(1.0), "n": s.count()});
        json!({
            "files": self.files,
            "exit_to_stored_ms": ms(&self.latencies),
            "named": self.named,
            "start_ms": ms(&self.starts),
            "rest_kib": self.rest.map(|(kib, _)| kib),
            "rest_cpu": self.rest.map(|(_, cpu)| cpu),
        })
    }

    fn print(&self, seconds: u64) {
        println!("{:<50}{:>9}{:>9}{:>9}{:>6}", "ms", "median", "p95", "max", "n");
        let row = |what: &str, s: &Samples| {
            println!("{what:<50}{:>9.1}{:>9.1}{:>9.1}{:>6}", s.median(), s.quantile(0.95), s.quantile(1.0), s.count());
        };
        row(&format!("Gradle's exit to the stored failure, files: {}", self.files), &self.latencies);
        row("daemon: start to first answer", &self.starts);
        println!("(below zero: stored before Gradle's client had ended)");
        println!("{} of {} answers name the change since the green build\n", self.named, self.latencies.count());
        match self.rest {
            Some((kib, cpu)) => println!(
                "daemon at rest, {seconds} s: {:.1} MiB resident, {:.2} % of one processor",
                kib as f64 / 1024.0,
                cpu * 100.0
            ),
            None => println!("daemon at rest: not measured on this system (needs /proc)"),
        }
    }
}

/// Adds this number of Kotlin files to the project, and commits it.
fn fill(project: &Path, files: usize) -> Result<()> {
    kotlin_project::write(project, files).with_context(|| format!("cannot write {}", project.display()))?;
    std::fs::write(project.join(".gitignore"), "build/\n.gradle/\n")?;
    git::commit_all(project).context("the project is in no git")
}

/// The times, and how many answers name the change.
fn exits_to_stored(args: &LineBench, scratch: &Scratch, gradle_home: &Path) -> Result<(Samples, usize)> {
    let home = scratch.home();
    let (stored, inbox) = mpsc::channel();
    let (ready, is_ready) = mpsc::channel();
    let wanted = args.builds;
    let follower = std::thread::spawn(move || -> Result<()> {
        let client = Client::connect(&home)?;
        let mut seen = 0;
        client.follow(
            Duration::from_secs(3600),
            |build| {
                seen += usize::from(build.rca.is_some());
                let _ = stored.send((Instant::now(), build.clone()));
                seen >= wanted
            },
            || ready.send(()).unwrap_or_default(),
        )?;
        Ok(())
    });
    is_ready.recv().context("the daemon gives no events")?;
    let client = Client::connect(&scratch.home())?;
    let (mut latencies, mut named) = (Samples::default(), 0);
    for _ in 0..args.builds {
        scratch.build(gradle_home)?;
        let exit = Instant::now();
        let Ok((at, build)) = inbox.recv_timeout(LOST) else { bail!("a failed build was not stored in {LOST:?}") };
        let Some(rca) = build.rca else { bail!("a build that had to fail did not") };
        let answer = client.rca(&rca)?.map_err(anyhow::Error::msg)?.analysis;
        named += usize::from(!answer.suspects.is_empty());
        latencies.push(if at >= exit { ms(at - exit) } else { -ms(exit - at) });
    }
    follower.join().map_err(|_| anyhow::anyhow!("the follower panicked"))??;
    Ok((latencies, named))
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// Resident KiB at the end, and the share of one processor used during `time`. Linux only.
pub(super) fn idle_cost(pid: u32, time: Duration) -> Result<(u64, f64)> {
    let before = ticks(pid)?;
    std::thread::sleep(time);
    let used = ticks(pid)? - before;
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let kib = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
    // USER_HZ is 100 on every Linux that Rust's standard library runs on.
    Ok((kib.context("no VmRSS")?, used as f64 / 100.0 / time.as_secs_f64()))
}

/// User and system time of a process in clock ticks: fields 14 and 15 of `/proc/PID/stat`.
pub(super) fn ticks(pid: u32) -> Result<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name in parentheses may contain spaces.
    let rest = stat.rsplit_once(')').context("odd /proc stat")?.1;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let field = |n: usize| fields.get(n).and_then(|f| f.parse::<u64>().ok()).context("odd /proc stat");
    Ok(field(11)? + field(12)?)
}
