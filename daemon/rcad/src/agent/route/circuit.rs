//! A model that fails again and again is left alone for a while; then one trial says whether it is asked again. Knows no
//! clock: times come in.

use std::time::{Duration, Instant};

/// When a model is left alone, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircuitLimits {
    /// Failures in a row.
    pub failures: u32,
    /// How long it rests then.
    pub rest: Duration,
}

impl Default for CircuitLimits {
    fn default() -> CircuitLimits {
        CircuitLimits { failures: 3, rest: Duration::from_secs(60) }
    }
}

/// Of one model on one server.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circuit {
    failures: u32,
    rests_until: Option<Instant>,
}

impl Circuit {
    /// How long it still rests; nothing for one that may be asked.
    pub fn rests(&self, now: Instant) -> Option<Duration> {
        self.rests_until.map(|until| until.saturating_duration_since(now)).filter(|rest| !rest.is_zero())
    }

    /// It is asked now, or rests for so long. After its rest this is the trial: until it ends, others wait as long again,
    /// and one that never ends is followed by another.
    pub fn begin(&mut self, now: Instant, limits: CircuitLimits) -> Result<(), Duration> {
        if let Some(rest) = self.rests(now) {
            return Err(rest);
        }
        if self.rests_until.is_some() {
            self.rests_until = Some(now + limits.rest);
        }
        Ok(())
    }

    /// It has answered.
    pub fn succeeded(&mut self) {
        *self = Circuit::default();
    }

    /// It has not: once more, or on trial.
    pub fn failed(&mut self, now: Instant, limits: CircuitLimits) {
        self.failures = self.failures.saturating_add(1);
        if self.failures >= limits.failures.max(1) {
            self.rests_until = Some(now + limits.rest);
        }
    }

    /// What came says nothing about it: the request was at fault, or somebody has stopped it.
    pub fn unjudged(&mut self, now: Instant) {
        // A trial that showed nothing is followed by another one at once.
        self.rests_until = self.rests_until.map(|until| until.min(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: Duration = Duration::from_secs(60);

    #[test]
    fn the_third_failure_in_a_row_opens_it_and_one_good_trial_closes_it() {
        let (limits, t0) = (CircuitLimits { failures: 3, rest: REST }, Instant::now());
        let mut circuit = Circuit::default();
        for n in 0..3 {
            assert_eq!(circuit.begin(t0, limits), Ok(()), "{n}");
            circuit.failed(t0, limits);
        }
        assert_eq!(circuit.begin(t0 + REST / 2, limits), Err(REST / 2));
        assert_eq!(circuit.begin(t0 + REST, limits), Ok(()), "the trial");
        assert_eq!(circuit.begin(t0 + REST, limits), Err(REST), "is one");
        circuit.succeeded();
        for _ in 0..2 {
            assert_eq!(circuit.begin(t0 + REST, limits), Ok(()));
            circuit.failed(t0 + REST, limits);
        }
        assert_eq!(circuit.rests(t0 + REST), None, "it counts from the start again");
    }

    #[test]
    fn a_bad_trial_opens_it_again_at_once() {
        let (limits, t0) = (CircuitLimits { failures: 3, rest: REST }, Instant::now());
        let mut circuit = Circuit::default();
        (0..3).for_each(|_| circuit.failed(t0, limits));
        assert_eq!(circuit.begin(t0 + REST, limits), Ok(()));
        circuit.failed(t0 + REST + REST / 4, limits);
        assert_eq!(circuit.rests(t0 + REST + REST / 4), Some(REST));
    }

    #[test]
    fn failures_that_are_not_in_a_row_do_not_open_it() {
        let (limits, t0) = (CircuitLimits { failures: 3, rest: REST }, Instant::now());
        let mut circuit = Circuit::default();
        for _ in 0..5 {
            circuit.failed(t0, limits);
            circuit.failed(t0, limits);
            circuit.succeeded();
        }
        assert_eq!(circuit.rests(t0), None);
    }

    #[test]
    fn a_trial_that_says_nothing_or_never_ends_is_followed_by_another() {
        let (limits, t0) = (CircuitLimits { failures: 1, rest: REST }, Instant::now());
        let mut circuit = Circuit::default();
        circuit.failed(t0, limits);
        assert_eq!(circuit.begin(t0 + REST, limits), Ok(()));
        circuit.unjudged(t0 + REST);
        assert_eq!(circuit.begin(t0 + REST, limits), Ok(()), "at once");
        assert_eq!(circuit.begin(t0 + REST, limits), Err(REST));
        assert_eq!(circuit.begin(t0 + REST * 2, limits), Ok(()), "the other one was never heard of again");
        circuit.unjudged(t0 + REST * 2);
        circuit.failed(t0 + REST * 2, limits);
        assert_eq!(circuit.rests(t0 + REST * 2), Some(REST));
    }
}
