//! Times as people and programs read them.

use jiff::Timestamp;

/// RFC 3339 in UTC, e.g. `2026-11-21T07:36:54Z`, of Unix milliseconds.
pub fn rfc3339(ms: u64) -> String {
    let seconds = i64::try_from(ms / 1000).unwrap_or(i64::MAX);
    Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX).to_string()
}

/// Unix milliseconds of an RFC 3339 time; nothing for other text.
pub fn parse(text: &str) -> Option<u64> {
    u64::try_from(text.parse::<Timestamp>().ok()?.as_millisecond()).ok()
}

/// How long ago, e.g. `3 min ago`.
pub fn ago(then_ms: u64, now_ms: u64) -> String {
    let seconds = now_ms.saturating_sub(then_ms) / 1000;
    match seconds {
        0..=4 => "just now".to_owned(),
        5..=59 => format!("{seconds} s ago"),
        60..=3599 => format!("{} min ago", seconds / 60),
        3600..=86_399 => format!("{} h ago", seconds / 3600),
        _ => format!("{} d ago", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_as_expected() {
        assert_eq!(rfc3339(1_700_000_000_123), "2023-11-14T22:13:20Z");
        assert_eq!(parse("2023-11-14T22:13:20Z"), Some(1_700_000_000_000));
        assert_eq!(ago(0, 3_000), "just now");
        assert_eq!(ago(0, 125_000), "2 min ago");
        assert_eq!(ago(5, 0), "just now", "a clock that was set back");
    }
}
