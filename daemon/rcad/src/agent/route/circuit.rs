//! A circuit breaker: a model that keeps failing is not asked until a cooldown is over; then one trial decides. Has no
//! clock of its own.

use std::time::{Duration, Instant};

/// When a circuit opens, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircuitLimits {
    /// Consecutive failures that open it.
    pub failures: u32,
    /// How long it stays open.
    pub cooldown: Duration,
}

impl Default for CircuitLimits {
    fn default() -> CircuitLimits {
        CircuitLimits { failures: 3, cooldown: Duration::from_secs(60) }
    }
}

/// The circuit of one model on one server.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circuit {
    failures: u32,
    open_until: Option<Instant>,
}

impl Circuit {
    /// How long it stays open; nothing if the model may be asked.
    pub fn cooldown_left(&self, now: Instant) -> Option<Duration> {
        self.open_until.map(|until| until.saturating_duration_since(now)).filter(|cooldown| !cooldown.is_zero())
    }

    /// Admits a request, or returns the time until the cooldown ends. After a cooldown this is the trial: others wait
    /// for another cooldown, also if the trial never ends.
    pub fn admit(&mut self, now: Instant, limits: CircuitLimits) -> Result<(), Duration> {
        if let Some(cooldown) = self.cooldown_left(now) {
            return Err(cooldown);
        }
        if self.open_until.is_some() {
            self.open_until = Some(now + limits.cooldown);
        }
        Ok(())
    }

    /// The model answered.
    pub fn succeeded(&mut self) {
        *self = Circuit::default();
    }

    /// The model failed, perhaps on trial.
    pub fn failed(&mut self, now: Instant, limits: CircuitLimits) {
        self.failures = self.failures.saturating_add(1);
        if self.failures >= limits.failures.max(1) {
            self.open_until = Some(now + limits.cooldown);
        }
    }

    /// The result says nothing about the model: the request was at fault or cancelled.
    pub fn inconclusive(&mut self, now: Instant) {
        // Allow another trial at once.
        self.open_until = self.open_until.map(|until| until.min(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: Duration = Duration::from_secs(60);

    #[test]
    fn the_third_failure_in_a_row_opens_it_and_one_good_trial_closes_it() {
        let (limits, t0) = (CircuitLimits { failures: 3, cooldown: REST }, Instant::now());
        let mut circuit = Circuit::default();
        for n in 0..3 {
            assert_eq!(circuit.admit(t0, limits), Ok(()), "{n}");
            circuit.failed(t0, limits);
        }
        assert_eq!(circuit.admit(t0 + REST / 2, limits), Err(REST / 2));
        assert_eq!(circuit.admit(t0 + REST, limits), Ok(()), "the trial");
        assert_eq!(circuit.admit(t0 + REST, limits), Err(REST), "is one");
        circuit.succeeded();
        for _ in 0..2 {
            assert_eq!(circuit.admit(t0 + REST, limits), Ok(()));
            circuit.failed(t0 + REST, limits);
        }
        assert_eq!(circuit.cooldown_left(t0 + REST), None, "it counts from the start again");
    }

    #[test]
    fn a_bad_trial_opens_it_again_at_once() {
        let (limits, t0) = (CircuitLimits { failures: 3, cooldown: REST }, Instant::now());
        let mut circuit = Circuit::default();
        (0..3).for_each(|_| circuit.failed(t0, limits));
        assert_eq!(circuit.admit(t0 + REST, limits), Ok(()));
        circuit.failed(t0 + REST + REST / 4, limits);
        assert_eq!(circuit.cooldown_left(t0 + REST + REST / 4), Some(REST));
    }

    #[test]
    fn failures_that_are_not_in_a_row_do_not_open_it() {
        let (limits, t0) = (CircuitLimits { failures: 3, cooldown: REST }, Instant::now());
        let mut circuit = Circuit::default();
        for _ in 0..5 {
            circuit.failed(t0, limits);
            circuit.failed(t0, limits);
            circuit.succeeded();
        }
        assert_eq!(circuit.cooldown_left(t0), None);
    }

    #[test]
    fn a_trial_that_says_nothing_or_never_ends_is_followed_by_another() {
        let (limits, t0) = (CircuitLimits { failures: 1, cooldown: REST }, Instant::now());
        let mut circuit = Circuit::default();
        circuit.failed(t0, limits);
        assert_eq!(circuit.admit(t0 + REST, limits), Ok(()));
        circuit.inconclusive(t0 + REST);
        assert_eq!(circuit.admit(t0 + REST, limits), Ok(()), "at once");
        assert_eq!(circuit.admit(t0 + REST, limits), Err(REST));
        assert_eq!(circuit.admit(t0 + REST * 2, limits), Ok(()), "the other one was never heard of again");
        circuit.inconclusive(t0 + REST * 2);
        circuit.failed(t0 + REST * 2, limits);
        assert_eq!(circuit.cooldown_left(t0 + REST * 2), Some(REST));
    }
}
