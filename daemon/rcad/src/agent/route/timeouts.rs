//! Timeouts for a model: as long as its measured speed explains, and never beyond the end of the job.

use std::time::Duration;

use rcad_core::agent::model::Ability;

use crate::agent::ollama::Timeouts;

/// For loading a model from disk: 20 GB from a slow one.
const LOADING: Duration = Duration::from_secs(60);
/// For a model that has just answered and so is in memory.
const LOADED: Duration = Duration::from_secs(5);
/// Factor on measured times, since the machine may be busy with a build.
const SLACK: f64 = 4.0;
/// Assumed reading speed in tokens a second: 8 billion weights on two cores.
const READS: f64 = 15.0;
/// Assumed writing speed, likewise.
const WRITES: f64 = 2.0;
/// Tokens of a tool call, which arrives in one piece.
const CALL_TOKENS: f64 = 200.0;
/// Shortest timeout: a busy machine swaps, a server pauses.
const LEAST: Duration = Duration::from_secs(10);

/// The timeouts for a prompt of this length. `loaded`: whether the model has just answered. `left`: time left for the
/// job.
pub fn timeouts(ability: &Ability, prompt_tokens: u32, loaded: bool, left: Duration) -> Timeouts {
    let reads = ability.prompt_tokens_per_second.unwrap_or(READS);
    let writes = ability.tokens_per_second.unwrap_or(WRITES);
    let reading = seconds(f64::from(prompt_tokens) / reads * SLACK);
    let calling = seconds(CALL_TOKENS / writes * SLACK);
    let loading = if loaded { LOADED } else { LOADING };
    // The first piece may be a whole tool call.
    let first = loading.saturating_add(reading).saturating_add(calling).max(LEAST);
    Timeouts { first: first.min(left), next: calling.max(LEAST).min(left) }
}

/// At most a day, for a speed of zero.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, 86_400.0)).unwrap_or(Duration::from_secs(86_400))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ability(reads: f64, writes: f64) -> Ability {
        Ability { prompt_tokens_per_second: Some(reads), tokens_per_second: Some(writes), ..Ability::default() }
    }

    #[test]
    fn a_slow_model_is_waited_for_longer_and_a_cold_one_too() {
        let day = Duration::from_secs(86_400);
        let quick = timeouts(&ability(1000.0, 50.0), 3000, true, day);
        assert_eq!((quick.first, quick.next), (Duration::from_secs(5 + 12 + 16), Duration::from_secs(16)));
        assert_eq!(timeouts(&ability(1000.0, 50.0), 3000, false, day).first, quick.first - LOADED + LOADING);
        let slow = timeouts(&ability(20.0, 4.0), 3000, true, day);
        assert!(slow.first > quick.first * 10 && slow.next > quick.next * 10, "{slow:?}");
        assert_eq!(timeouts(&ability(1e9, 1e9), 1, true, day).next, LEAST);
    }

    #[test]
    fn nothing_is_waited_for_beyond_the_jobs_end() {
        let left = Duration::from_secs(7);
        for ability in [Ability::default(), ability(0.0, 0.0), ability(f64::NAN, f64::INFINITY), ability(20.0, 4.0)] {
            let timeouts = timeouts(&ability, 3000, false, left);
            assert!(timeouts.first <= left && timeouts.next <= left, "{ability:?}: {timeouts:?}");
        }
        assert_eq!(timeouts(&Ability::default(), 3000, false, Duration::ZERO).first, Duration::ZERO);
    }
}
