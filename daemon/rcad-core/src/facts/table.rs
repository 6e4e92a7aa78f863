//! The data files in this folder: tables of strings, each with its source. Parsed on first use.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// One table of a data file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactTable {
    /// Where its rows can be looked up.
    pub source: String,
    /// The day of the last change or check, `2026-11-21`.
    pub date: String,
    /// How many of the rows were checked on that day, and against what.
    pub checked: String,
    /// The rows; what the columns are says the comment above the table.
    pub rows: Vec<Vec<String>>,
}

/// A data file: its tables by name.
pub type Tables = BTreeMap<String, FactTable>;

/// `tables/versions.toml`
pub static VERSIONS: LazyLock<Tables> = LazyLock::new(|| read(include_str!("tables/versions.toml")));
/// `tables/android.toml`
pub static ANDROID: LazyLock<Tables> = LazyLock::new(|| read(include_str!("tables/android.toml")));
/// `tables/gradle.toml`
pub static GRADLE: LazyLock<Tables> = LazyLock::new(|| read(include_str!("tables/gradle.toml")));
/// `tables/libraries.toml`
pub static LIBRARIES: LazyLock<Tables> = LazyLock::new(|| read(include_str!("tables/libraries.toml")));

/// `tables/names.toml`
pub static NAMES: LazyLock<Tables> = LazyLock::new(|| read(include_str!("tables/names.toml")));

/// `tables/types.toml`
pub static TYPES: LazyLock<Tables> = LazyLock::new(|| read(include_str!("tables/types.toml")));

/// `tables/words.toml`
pub static WORDS: LazyLock<Tables> = LazyLock::new(|| read(include_str!("tables/words.toml")));

/// A malformed file counts as empty; a test forbids it.
fn read(text: &str) -> Tables {
    toml::from_str(text).unwrap_or_default()
}

/// The rows of a table; none where there is no such table.
pub fn rows(tables: &'static Tables, name: &str) -> &'static [Vec<String>] {
    tables.get(name).map_or(&[], |table| &table.rows)
}

/// A cell of a row, `None` where it is empty.
pub fn cell(row: &'static [String], column: usize) -> Option<&'static str> {
    row.get(column).map(String::as_str).filter(|text| !text.is_empty())
}

/// The second column of the row that begins with exactly `key`.
pub fn value(tables: &'static Tables, name: &str, key: &str) -> Option<&'static str> {
    let row = rows(tables, name).iter().find(|row| row.first().is_some_and(|first| first == key))?;
    cell(row, 1)
}

/// The row of the longest package or class that `name` is or lies in: `androidx.core` for `androidx.core.net.toUri`.
pub fn longest(tables: &'static Tables, table: &str, name: &str) -> Option<&'static [String]> {
    let rows = rows(tables, table);
    let ends = name.match_indices(['.', '$']).map(|(end, _)| end).chain([name.len()]);
    // Frames of traces are asked about one by one, and rows are sorted.
    let row = |key: &str| rows.binary_search_by(|row| row.first().map_or("", String::as_str).cmp(key)).ok();
    ends.rev().find_map(|end| row(&name[..end])).map(|at| rows[at].as_slice())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{ANDROID, GRADLE, LIBRARIES, NAMES, TYPES, Tables, VERSIONS, WORDS, longest, value};
    use crate::facts::version::Version;

    const FILES: [(&str, &std::sync::LazyLock<Tables>, usize); 7] = [
        ("versions", &VERSIONS, 9),
        ("android", &ANDROID, 3),
        ("libraries", &LIBRARIES, 7),
        ("names", &NAMES, 4),
        ("gradle", &GRADLE, 8),
        ("types", &TYPES, 2),
        ("words", &WORDS, 6),
    ];

    #[test]
    fn every_table_has_source_date_check_and_rows_of_one_width() {
        for (file, tables, least) in FILES {
            assert!(tables.len() >= least, "{file}: {:?}", tables.keys());
            for (name, table) in tables.iter() {
                assert!(table.source.contains("https://"), "{file}.{name}: no source");
                assert!(!table.checked.trim().is_empty(), "{file}.{name}: does not say what was checked");
                let numbers: Vec<&str> = table.date.split('-').collect();
                assert_eq!(numbers.iter().map(|part| part.len()).collect::<Vec<_>>(), [4, 2, 2], "{file}.{name}: date");
                let width = table.rows.first().map_or(0, Vec::len);
                assert!(width >= 2, "{file}.{name}: no rows");
                for row in &table.rows {
                    assert_eq!(row.len(), width, "{file}.{name}: {row:?}");
                    assert!(row.iter().take(2).all(|cell| !cell.trim().is_empty()), "{file}.{name}: {row:?}");
                }
            }
        }
    }

    #[test]
    fn every_table_is_sorted_and_says_nothing_twice() {
        for (file, tables, _) in FILES {
            for (name, table) in tables.iter() {
                let mut seen = HashSet::new();
                for row in &table.rows {
                    assert!(seen.insert(&row[0]), "{file}.{name}: {} twice", row[0]);
                }
                let versions: Option<Vec<Version>> = table.rows.iter().map(|row| Version::parse(&row[0])).collect();
                match versions {
                    Some(versions) => assert!(versions.is_sorted(), "{file}.{name} is not sorted by version"),
                    None => assert!(table.rows.is_sorted_by_key(|row| &row[0]), "{file}.{name} is not sorted"),
                }
            }
        }
    }

    #[test]
    fn coordinates_have_the_shape_of_one() {
        let columns = [
            (&LIBRARIES, "androidx", 1),
            (&LIBRARIES, "google", 1),
            (&LIBRARIES, "others", 1),
            (&LIBRARIES, "resources", 1),
            (&LIBRARIES, "moved_artifacts", 1),
            (&ANDROID, "gone_from_jdk", 2),
        ];
        for (tables, name, column) in columns {
            for row in &tables[name].rows {
                let parts: Vec<&str> = row[column].split(':').collect();
                assert!((2..=3).contains(&parts.len()) && parts.iter().all(|part| !part.is_empty()), "{name}: {row:?}");
            }
        }
    }

    #[test]
    fn the_longest_package_counts_and_names_end_at_dots() {
        let find = |name| longest(&LIBRARIES, "androidx", name).map(|row| row[1].as_str());
        assert_eq!(find("androidx.core.net.toUri"), Some("androidx.core:core-ktx"));
        assert_eq!(
            find("androidx.compose.material3.windowsizeclass.X"),
            find("androidx.compose.material3.windowsizeclass")
        );
        assert_eq!(find("androidx.corelike.X"), None);
        assert_eq!(find("androidx"), None);
        assert_eq!(value(&VERSIONS, "gradle_for_agp", "8.99"), None);
    }
}
