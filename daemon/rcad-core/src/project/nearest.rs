//! Finds the name that was probably meant.

/// The nearest of `names` to `wanted`, `None` where nothing is near. Names that differ in letters' case alone are nearest;
/// of equally near ones the first counts.
pub fn nearest<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let most = tolerance(wanted);
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        if name == wanted || name.len().abs_diff(wanted.len()) > most {
            continue;
        }
        let distance = if name.eq_ignore_ascii_case(wanted) { 0 } else { strsim::osa_distance(wanted, name) };
        if distance <= most && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// How many letters may differ: none in short names, of which many are alike, one in five of others, three at most.
fn tolerance(wanted: &str) -> usize {
    match wanted.chars().count() {
        0..=3 => 0,
        4..=6 => 1,
        7..=12 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_of_the_keyboard_are_near() {
        for (wanted, name) in [
            ("colorPrimry", "colorPrimary"),
            ("moonlihgt", "moonlight"),
            ("total", "totals"),
            ("ID", "id"),
            ("BasketAdaptor", "BasketAdapter"),
        ] {
            assert_eq!(nearest(wanted, ["other", name, "another"]), Some(name), "{wanted}");
        }
    }

    #[test]
    fn other_names_are_not() {
        for (wanted, name) in
            [("midnight", "moonlight"), ("get", "set"), ("basket", "ticket"), ("total", "total"), ("", "a")]
        {
            assert_eq!(nearest(wanted, [name]), None, "{wanted}");
        }
    }

    #[test]
    fn the_nearest_of_several_counts() {
        assert_eq!(nearest("colorPrimry", ["colorPrim", "colorPrimary", "colorPrimer"]), Some("colorPrimary"));
    }
}
