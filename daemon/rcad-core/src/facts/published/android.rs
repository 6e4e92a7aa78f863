//! Attributes and styles of Android's own resources, from the framework itself (`testdata/catalogues/android-names`).

/// A kind and its names a line: `attr absListViewStyle …`.
const NAMES: &str = include_str!("android.txt");

/// Public names of a kind, `attr` or `style`, as of Android 12.
pub fn names(kind: &str) -> impl Iterator<Item = &'static str> {
    let line = NAMES.lines().find_map(|line| line.strip_prefix(kind)?.strip_prefix(' '));
    line.unwrap_or_default().split_whitespace()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn android_has_attributes_and_styles() {
        assert!(names("attr").any(|name| name == "pathData"));
        assert!(names("style").any(|name| name == "Theme.Material.Light"));
        assert_eq!(names("shelf").count(), 0);
    }
}
