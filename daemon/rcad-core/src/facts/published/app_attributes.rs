//! Attributes of layouts that views of libraries declare, and that are therefore written with `app:`.

use super::android;
use crate::facts::table::{self, Tables, WORDS, cell};

/// The view that declares an attribute, with its library: `CardView (…)` for `cardElevation`; none where Android has it too.
pub fn view_of(attribute: &str) -> Option<&'static str> {
    let tables: &'static Tables = &WORDS;
    let has =
        |row: &'static Vec<String>| cell(row, 1).is_some_and(|names| names.split(' ').any(|name| name == attribute));
    let row = table::rows(tables, "app_attributes").iter().find(|row| has(row))?;
    let view = cell(row, 0)?;
    (!android::names("attr").any(|name| name == attribute)).then_some(view)
}

#[cfg(test)]
mod tests {
    use super::view_of;

    #[test]
    fn attributes_of_libraries_have_their_view() {
        assert!(view_of("cardElevation").is_some_and(|view| view.contains("CardView")));
        assert_eq!(view_of("elevation"), None);
        assert_eq!(view_of("oakDepth"), None);
    }
}
