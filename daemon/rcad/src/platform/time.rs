//! Conversions of times, for people and programs.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// A limit of so many milliseconds. An unoptimised program, which tests run beside builds and compilers, gets longer.
pub const fn time_limit(ms: u64) -> Duration {
    Duration::from_millis(if cfg!(debug_assertions) { 25 * ms } else { ms })
}

/// A file may change again within this time without a new time stamp; longer than a tick of the file system's clock.
const TICK: Duration = Duration::from_millis(50);

/// The same on file systems with a resolution of a second.
const COARSE_TICK: Duration = Duration::from_secs(2);

/// Milliseconds of a day.
pub const DAY_MS: u64 = 24 * 3_600_000;

/// Whether a later change of a file would have another time stamp; both times in nanoseconds since 1970.
pub fn is_settled(changed_ns: u128, now_ns: u128) -> bool {
    let tick = if changed_ns.is_multiple_of(1_000_000_000) { COARSE_TICK } else { TICK };
    changed_ns + tick.as_nanos() < now_ns
}

/// Unix time in milliseconds.
pub fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as u64)
}

/// RFC 3339 in UTC, e.g. `2026-11-21T07:36:54Z`, of Unix milliseconds.
pub fn rfc3339(ms: u64) -> String {
    let seconds = i64::try_from(ms / 1000).unwrap_or(i64::MAX);
    Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX).to_string()
}

/// Unix milliseconds of an RFC 3339 time; nothing for other text.
pub fn parse(text: &str) -> Option<u64> {
    u64::try_from(text.parse::<Timestamp>().ok()?.as_millisecond()).ok()
}

/// Unix milliseconds of a relative time (`12h`, `7d`, `2w`), the beginning of a day in UTC, or an RFC 3339 time;
/// nothing for other text.
pub fn since(text: &str, now_ms: u64) -> Option<u64> {
    let text = text.trim();
    let hours = text.char_indices().last().and_then(|(at, unit)| {
        let hours = match unit {
            'h' => 1,
            'd' => 24,
            'w' => 7 * 24,
            _ => return None,
        };
        text[..at].parse::<u64>().ok()?.checked_mul(hours)
    });
    match hours {
        Some(hours) => Some(now_ms.saturating_sub(hours.saturating_mul(3_600_000))),
        None => parse(text).or_else(|| parse(&format!("{text}T00:00:00Z"))),
    }
}

/// How long ago, e.g. `3 min ago`.
pub fn ago(then_ms: u64, now_ms: u64) -> String {
    let seconds = now_ms.saturating_sub(then_ms) / 1000;
    if seconds < 5 { "just now".to_owned() } else { format!("{} ago", duration(seconds)) }
}

/// `45 s`, `12 min`, `3 h`, `2 d`: a time for people, in its largest whole unit.
pub fn duration(seconds: u64) -> String {
    match seconds {
        0..=59 => format!("{seconds} s"),
        60..=3_599 => format!("{} min", seconds / 60),
        3_600..=86_399 => format!("{} h", seconds / 3_600),
        _ => format!("{} d", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_as_expected() {
        assert_eq!(rfc3339(1_700_000_000_123), "2023-11-14T22:13:20Z");
        assert_eq!(parse("2023-11-14T22:13:20Z"), Some(1_700_000_000_000));
        assert_eq!(since("2023-11-14", 0), Some(1_699_920_000_000));
        assert_eq!(since(" 2023-11-14T22:13:20Z", 0), Some(1_700_000_000_000));
        assert_eq!(since("2d", 200_000_000), Some(27_200_000));
        assert_eq!((since("1w", 1), since("0h", 7)), (Some(0), Some(7)), "never before 1970");
        for nonsense in ["", "d", "-1d", "7", "7m", "soon", "2023-13-01", "7ü", "99999999999999999999d"] {
            assert_eq!(since(nonsense, 9), None, "{nonsense}");
        }
        assert_eq!(ago(0, 3_000), "just now");
        assert_eq!(ago(0, 125_000), "2 min ago");
        assert_eq!([ago(0, 5_000), ago(0, 7_200_000), ago(0, 90_000_000)], ["5 s ago", "2 h ago", "1 d ago"]);
        let words: Vec<String> = [0, 59, 60, 7_300, 90_000].into_iter().map(duration).collect();
        assert_eq!(words, ["0 s", "59 s", "1 min", "2 h", "1 d"]);
        assert_eq!(ago(5, 0), "just now", "a clock that was set back");
    }
}
