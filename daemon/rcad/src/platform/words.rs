//! Words for people.

/// `1 build`, `2 builds`, `2 crashes`.
pub fn many(number: u64, what: &str) -> String {
    let end = match number {
        1 => "",
        _ if what.ends_with("sh") || what.ends_with("ch") || what.ends_with('s') => "es",
        _ => "s",
    };
    format!("{number} {what}{end}")
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
    use super::{duration, many};

    #[test]
    fn one_is_no_plural() {
        assert_eq!(
            [many(1, "build"), many(0, "build"), many(2, "crash")],
            ["1 build", "0 builds", "2 crashes"].map(str::to_owned)
        );
        let words: Vec<String> = [0, 59, 60, 7_300, 90_000].into_iter().map(duration).collect();
        assert_eq!(words, ["0 s", "59 s", "1 min", "2 h", "1 d"]);
    }
}
