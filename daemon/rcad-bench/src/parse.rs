//! How fast logs are read and explained on one thread, compared with the least the machine must do with the same bytes:
//! check that they are UTF-8 and count their lines. Measures the thread's processor time.

use std::hint::black_box;
use std::time::Duration;

use rcad::Samples;
use rcad_core::parse::{self, parse_kept};
use rcad_core::rules::RuleSet;
use rcad_core::{Analysis, explain};

use crate::texts::LogTexts;

/// `rcad-bench parse`
#[derive(clap::Args)]
pub struct ParseBench {
    /// Megabytes of the long logs
    #[arg(long, default_value_t = 100)]
    megabytes: usize,
    /// Megabytes of the log whose memory is measured
    #[arg(long, default_value_t = 1000)]
    memory_megabytes: usize,
    /// Times that the long logs are read
    #[arg(long, default_value_t = 3)]
    runs: usize,
}

const MB: usize = 1_000_000;

/// Bytes of a typical failing build's log.
const TYPICAL: usize = 50_000;

/// How often it is read.
const TYPICAL_RUNS: usize = 200;

/// Bytes of routine output between two failures of the mixed log.
const APART: usize = 50_000;

/// Bytes read at a time, as in `rcad analyze`.
const CHUNK: usize = 256 << 10;

/// `rcad-bench parse`
pub fn bench(args: &ParseBench) {
    let typical = LogTexts::new().mixed(TYPICAL, TYPICAL);
    let cold = time(|| drop(black_box(analyze(typical.as_bytes()))));
    let mut warm = Samples::default();
    (0..TYPICAL_RUNS).for_each(|_| warm.push(ms(time(|| drop(black_box(analyze(typical.as_bytes())))))));
    memory(args);
    println!(
        "typical failure, {} kB: {:.2} ms (p95 {:.2}); the first one of a process {:.1} ms\n",
        typical.len() / 1000,
        warm.median(),
        warm.quantile(0.95),
        ms(cold)
    );
    println!("{:<34}{:>8}{:>10}{:>10}{:>12}", "one thread", "MB", "ms", "MB/s", "of least");
    let bytes = args.megabytes * MB;
    throughput(args, "mixed: a failure in every 50 kB", &LogTexts::new().mixed(bytes, APART));
    throughput(args, "all errors", &LogTexts::new().errors(bytes));
    // Short enough to be read completely.
    throughput(args, "all errors, every line read", &LogTexts::new().errors(MB));
}

fn analyze(bytes: &[u8]) -> Analysis {
    let mut sieve = parse::sieve(RuleSet::none());
    bytes.chunks(CHUNK).for_each(|chunk| sieve.push(chunk));
    explain::analyze(parse_kept(&sieve.finish(), RuleSet::none()), None)
}

/// One row: the fastest run, and its ratio to the least work.
fn throughput(args: &ParseBench, name: &str, text: &str) {
    let runs = args.runs.max(1) * if text.len() < 10 * MB { 10 } else { 1 };
    let fastest = |f: &dyn Fn()| (0..runs).map(|_| time(f)).min().unwrap_or_default();
    let least = fastest(&|| {
        black_box(least(text.as_bytes()));
    });
    let ours = fastest(&|| {
        black_box(analyze(text.as_bytes()));
    });
    let rate = text.len() as f64 / MB as f64 / ours.as_secs_f64();
    let ratio = ours.as_secs_f64() / least.as_secs_f64();
    println!("{name:<34}{:>8}{:>10.1}{rate:>10.0}{:>11.1}×", text.len() / MB, ms(ours), ratio);
}

/// The least work: checks that the bytes are text and counts the lines.
fn least(bytes: &[u8]) -> (bool, usize) {
    (std::str::from_utf8(bytes).is_ok(), memchr::memchr_iter(b'\n', bytes).count())
}

/// Reads a long log that is generated piece by piece, and prints the memory it took.
fn memory(args: &ParseBench) {
    let piece = LogTexts::new().mixed(8 * MB, APART);
    let before = peak_kib();
    let start = now();
    let mut sieve = parse::sieve(RuleSet::none());
    let mut length = 0;
    while length < args.memory_megabytes * MB {
        piece.as_bytes().chunks(CHUNK).for_each(|chunk| sieve.push(chunk));
        length += piece.len();
    }
    let found = explain::analyze(parse_kept(&sieve.finish(), RuleSet::none()), None).errors.len();
    let spent = now().saturating_sub(start);
    match (before, peak_kib()) {
        (Some(before), Some(after)) => println!(
            "memory: a log of {} MB took {:.1} s and {:.0} MiB more than the {:.0} MiB before it; {found} failures read",
            length / MB,
            spent.as_secs_f64(),
            (after - before) as f64 / 1024.0,
            before as f64 / 1024.0
        ),
        _ => println!("memory: not measured on this system (needs /proc)"),
    }
}

/// The peak resident memory of this process.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

fn time(f: impl FnOnce()) -> Duration {
    let start = now();
    f();
    now().saturating_sub(start)
}

/// This thread's processor time, which other programs do not affect.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
