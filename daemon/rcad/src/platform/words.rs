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

#[cfg(test)]
mod tests {
    use super::many;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(
            [many(1, "build"), many(0, "build"), many(2, "crash")],
            ["1 build", "0 builds", "2 crashes"].map(str::to_owned)
        );
    }
}
