//! The time from Gradle's exit to the stored failure, and the daemon's cost when idle.

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rcad::{Client, Samples, hook};

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
    /// Seconds for which the resting daemon is watched
    #[arg(long, default_value_t = 20)]
    rest: u64,
}

/// Builds that warm up Gradle's daemon.
const WARM: usize = 3;
/// Starts of the daemon that are timed.
const STARTS: usize = 20;
/// Time after which a record counts as lost.
const LOST: Duration = Duration::from_secs(30);

/// `rcad-bench line`
pub fn bench(args: &LineBench) -> Result<()> {
    let mut scratch = Scratch::new(&args.gradle)?;
    scratch.set_failing(true)?;
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
    let latencies = exits_to_stored(args, &scratch, &gradle_home)?;
    println!("{:<44}{:>9}{:>9}{:>9}{:>6}", "ms", "median", "p95", "max", "n");
    let row = |what: &str, s: &Samples| {
        println!("{what:<44}{:>9.1}{:>9.1}{:>9.1}{:>6}", s.median(), s.quantile(0.95), s.quantile(1.0), s.count());
    };
    row("Gradle's exit to the stored failure", &latencies);
    row("daemon: start to first answer", &starts);
    println!("(below zero: stored before Gradle's client had ended)\n");
    match scratch.daemon_pid().map(|pid| idle_cost(pid, Duration::from_secs(args.rest))) {
        Some(Ok((kib, cpu))) => println!(
            "daemon at rest, {} s: {:.1} MiB resident, {:.2} % of one processor",
            args.rest,
            kib as f64 / 1024.0,
            cpu * 100.0
        ),
        _ => println!("daemon at rest: not measured on this system (needs /proc)"),
    }
    Ok(())
}

fn exits_to_stored(args: &LineBench, scratch: &Scratch, gradle_home: &std::path::Path) -> Result<Samples> {
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
    let mut latencies = Samples::default();
    for _ in 0..args.builds {
        scratch.build(gradle_home)?;
        let exit = Instant::now();
        let Ok((at, build)) = inbox.recv_timeout(LOST) else { bail!("a failed build was not stored in {LOST:?}") };
        if build.rca.is_none() {
            bail!("a build that had to fail did not");
        }
        latencies.push(if at >= exit { ms(at - exit) } else { -ms(exit - at) });
    }
    follower.join().map_err(|_| anyhow::anyhow!("the follower panicked"))??;
    Ok(latencies)
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
