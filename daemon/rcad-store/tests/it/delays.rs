//! Random parts of a delay, to kill a process at any moment.

use std::time::{Duration, SystemTime};

/// Repeats the delays of the run that printed this seed; without it they are others in each run.
const SEED: &str = "RCAD_TEST_SEED";

/// The same series for the same seed, which is printed.
pub struct Delays(u64);

impl Delays {
    pub fn new() -> Delays {
        let given = std::env::var(SEED).ok().map(|seed| seed.parse().unwrap());
        let seed = given.unwrap_or_else(|| u64::from(SystemTime::UNIX_EPOCH.elapsed().unwrap().subsec_nanos()));
        eprintln!("{SEED}={seed}");
        Delays(seed)
    }

    /// Up to `most`; of a linear congruential series (Knuth's MMIX constants).
    pub fn next(&mut self, most: Duration) -> Duration {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        most * ((self.0 >> 33) % 1000) as u32 / 1000
    }
}
