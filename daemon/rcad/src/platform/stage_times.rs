//! Durations of the line's stages and the agent's tools since the daemon's start, as histograms in memory.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rcad_core::agent::tools::TOOLS;

use crate::protocol::maintenance::Timing;

/// A stage of the work on one capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// From taking the capture to storing the result.
    Total,
    /// Reading it from the spool or Gradle's log.
    Capture,
    /// Mapping the trace of a minified build back.
    Retrace,
    /// Parsing the log.
    Parse,
    /// Comparing the project with its last green build.
    Changes,
    /// Recalling earlier failures.
    Recall,
    /// Explaining the failures.
    Reason,
    /// Storing the result.
    Store,
    /// Gathering evidence and writing the prompt.
    Prompt,
    /// Waiting for a model's reply, its loading included.
    Model,
    /// A whole job without the time spent waiting for models.
    Agent,
}

impl Stage {
    /// All stages: the line's in order, then the agent's.
    pub const ALL: [Stage; 11] = [
        Stage::Total,
        Stage::Capture,
        Stage::Retrace,
        Stage::Parse,
        Stage::Changes,
        Stage::Recall,
        Stage::Reason,
        Stage::Store,
        Stage::Prompt,
        Stage::Model,
        Stage::Agent,
    ];

    /// Its name in `rcad stats`.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Total => "total",
            Stage::Capture => "capture",
            Stage::Retrace => "retrace",
            Stage::Parse => "parse",
            Stage::Changes => "changes",
            Stage::Recall => "recall",
            Stage::Reason => "reason",
            Stage::Store => "store",
            Stage::Prompt => "prompt",
            Stage::Model => "model",
            Stage::Agent => "agent",
        }
    }
}

/// The agent's stages, which may never run.
const AGENT: [Stage; 3] = [Stage::Prompt, Stage::Model, Stage::Agent];

/// Buckets per doubling of the time: a bucket's ends differ by 9 %, so a percentile is at most 4.5 % off.
const STEPS: f64 = 8.0;
/// From 1 µs to 2^32 µs, over an hour; longer times count as that.
const BUCKETS: usize = 32 * STEPS as usize;

/// Counts by logarithm of the time.
#[derive(Clone)]
struct Histogram {
    buckets: [u32; BUCKETS],
    count: u64,
    sum: Duration,
}

impl Histogram {
    const EMPTY: Histogram = Histogram { buckets: [0; BUCKETS], count: 0, sum: Duration::ZERO };

    fn add(&mut self, took: Duration) {
        let micros = (took.as_nanos() as f64 / 1e3).max(1.0);
        let bucket = ((micros.log2() * STEPS) as usize).min(BUCKETS - 1);
        self.buckets[bucket] = self.buckets[bucket].saturating_add(1);
        self.count += 1;
        self.sum = self.sum.saturating_add(took);
    }

    /// The time in milliseconds that this share does not exceed: the middle of its bucket.
    fn percentile_ms(&self, share: f64) -> f64 {
        let rank = (share * self.count as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (n, &count) in self.buckets.iter().enumerate() {
            seen += u64::from(count);
            if seen >= rank {
                return ((n as f64 + 0.5) / STEPS).exp2() / 1e3;
            }
        }
        0.0
    }

    fn timing(&self, name: &str) -> Timing {
        let mean = if self.count == 0 { 0.0 } else { self.sum.as_secs_f64() * 1e3 / self.count as f64 };
        Timing {
            stage: name.to_owned(),
            count: self.count,
            mean_ms: mean,
            p50_ms: self.percentile_ms(0.5),
            p90_ms: self.percentile_ms(0.9),
            p99_ms: self.percentile_ms(0.99),
        }
    }
}

/// The histograms of all stages and tools.
struct StageTimes {
    stages: [Mutex<Histogram>; Stage::ALL.len()],
    /// In the order of `TOOLS`.
    tools: [Mutex<Histogram>; TOOLS.len()],
}

/// One per process, which has only one daemon.
static SINCE_START: StageTimes = StageTimes::new();

impl StageTimes {
    const fn new() -> StageTimes {
        StageTimes {
            stages: [const { Mutex::new(Histogram::EMPTY) }; Stage::ALL.len()],
            tools: [const { Mutex::new(Histogram::EMPTY) }; TOOLS.len()],
        }
    }

    fn record(&self, stage: Stage, took: Duration) {
        lock(&self.stages[stage as usize]).add(took);
    }

    fn record_tool(&self, name: &str, took: Duration) {
        if let Some(n) = TOOLS.iter().position(|tool| tool.name == name) {
            lock(&self.tools[n]).add(took);
        }
    }

    fn timings(&self) -> Vec<Timing> {
        let stages = Stage::ALL.iter().map(|&stage| (stage, lock(&self.stages[stage as usize]).timing(stage.name())));
        let stages = stages.filter(|(stage, timing)| !AGENT.contains(stage) || timing.count > 0);
        let tools = TOOLS.iter().zip(&self.tools);
        let tools = tools.map(|(tool, times)| lock(times).timing(&format!("tool {}", tool.name)));
        stages.map(|(_, timing)| timing).chain(tools.filter(|timing| timing.count > 0)).collect()
    }
}

fn lock(histogram: &Mutex<Histogram>) -> MutexGuard<'_, Histogram> {
    histogram.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts a call of a tool; unknown tools are ignored.
pub fn record_tool(name: &str, took: Duration) {
    SINCE_START.record_tool(name, took);
}

/// Counts a run of a stage.
pub fn record(stage: Stage, took: Duration) {
    SINCE_START.record(stage, took);
}

/// Runs a stage and counts its duration, however it ends.
pub fn timed<T>(stage: Stage, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    record(stage, start.elapsed());
    done
}

/// The line's stages in order, also those that never ran; then the agent's stages and tools that did, a tool as `tool
/// read_file`.
pub fn timings() -> Vec<Timing> {
    SINCE_START.timings()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_within_a_bucket_of_the_true_ones() {
        let mut histogram = Histogram::EMPTY;
        for n in 1..=1000u64 {
            histogram.add(Duration::from_micros(n * 100)); // 0.1 to 100 ms, evenly
        }
        let timing = histogram.timing("parse");
        assert_eq!((timing.count, timing.stage.as_str()), (1000, "parse"));
        assert!((timing.mean_ms - 50.05).abs() < 1e-6, "{timing:?}");
        for (found, right) in [(timing.p50_ms, 50.0), (timing.p90_ms, 90.0), (timing.p99_ms, 99.0)] {
            assert!((found / right - 1.0).abs() < 0.045, "{found} for {right}");
        }
    }

    #[test]
    fn the_shortest_and_the_longest_time_are_counted_too() {
        let mut histogram = Histogram::EMPTY;
        assert_eq!(histogram.timing("x").p99_ms, 0.0, "nothing was counted");
        histogram.add(Duration::ZERO);
        assert!(histogram.timing("x").p50_ms < 0.0011);
        histogram.add(Duration::from_secs(1_000_000));
        assert_eq!(histogram.timing("x").count, 2);
        assert!(histogram.timing("x").p99_ms > 4e6, "more than an hour");
    }

    #[test]
    fn each_stage_has_its_own_place() {
        for (n, stage) in Stage::ALL.into_iter().enumerate() {
            assert_eq!(stage as usize, n);
        }
        let times = StageTimes::new();
        let count = |name: &str| times.timings().into_iter().find(|one| one.stage == name).map(|one| one.count);
        assert_eq!((count("model"), count("reason")), (None, Some(0)), "the agent's are told once they ran");
        times.record(Stage::Model, Duration::from_millis(3));
        times.record(Stage::Reason, Duration::from_millis(3));
        assert_eq!((count("model"), count("reason")), (Some(1), Some(1)));
        assert_eq!(timed(Stage::Reason, || 7), 7);
        assert!(timings().iter().any(|timing| timing.stage == "reason" && timing.count >= 1));
    }

    #[test]
    fn tools_are_told_once_they_were_called() {
        let times = StageTimes::new();
        let names = || times.timings().into_iter().map(|one| one.stage).filter(|name| name.starts_with("tool "));
        assert_eq!(names().count(), 0);
        times.record_tool("find_symbol", Duration::from_millis(3));
        times.record_tool("no_such_tool", Duration::from_millis(3));
        assert_eq!(names().collect::<Vec<_>>(), ["tool find_symbol"]);
    }
}
