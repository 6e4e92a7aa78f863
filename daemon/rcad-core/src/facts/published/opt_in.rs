//! Opt-in markers by their message, which is all that the compiler prints of them, from the libraries themselves
//! (`testdata/catalogues/opt-in-markers`; the format stands at its head).

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{LibrarySpan, NameFile};

static FILE: LazyLock<NameFile> = LazyLock::new(|| NameFile::read(include_str!("opt_in.txt")));

/// The markers that share a message, by its `key`.
static BY_MESSAGE: LazyLock<HashMap<String, Vec<OptInMarker>>> = LazyLock::new(|| {
    let mut found: HashMap<String, Vec<OptInMarker>> = HashMap::new();
    for (marker, message) in FILE.rows.lines().filter_map(read) {
        let same = found.entry(key(message)).or_default();
        match same.iter_mut().find(|other| other.name == marker.name) {
            // Its level changed, or the full stop of its message.
            Some(other) => {
                other.is_error |= marker.is_error;
                other.homes.extend(marker.homes);
            }
            None => same.push(marker),
        }
    }
    found
});

/// An annotation that code must name to use what carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptInMarker {
    /// `androidx.compose.foundation.ExperimentalFoundationApi`.
    pub name: &'static str,
    /// Whether the compiler fails without the opt-in; otherwise it warns.
    pub is_error: bool,
    /// Class files of the newest versions that name it: how likely somebody meets it.
    pub uses: u32,
    /// The libraries that have it with this message, one at least.
    pub homes: Vec<LibrarySpan>,
}

impl OptInMarker {
    /// `ExperimentalFoundationApi`.
    pub fn simple(&self) -> &'static str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }

    /// `androidx.compose.foundation`.
    pub fn package(&self) -> &'static str {
        self.name.rsplit_once('.').map_or("", |(package, _)| package)
    }

    /// Whether the newest version that was read of one of its libraries has it, whatever its message there.
    pub fn is_current(&self) -> bool {
        let rows = FILE.rows_of(self.name).filter_map(read);
        rows.flat_map(|(marker, _)| marker.homes).any(|home| home.until().is_none())
    }

    /// The first version of a library that has it no more.
    pub fn gone_since(&self, artifact: &str) -> Option<&'static str> {
        let rows = FILE.rows_of(self.name).filter_map(read);
        let homes = rows.flat_map(|(marker, _)| marker.homes).filter(|home| home.artifact == artifact);
        homes.max_by_key(|home| home.last)?.until().map(|(_, without)| without)
    }
}

/// The markers with this message.
pub fn markers_with(message: &str) -> &'static [OptInMarker] {
    BY_MESSAGE.get(&key(message)).map_or(&[], Vec::as_slice)
}

/// Whether more of the text might make it the message of a marker.
pub fn begins_one(text: &str) -> bool {
    let begin = key(text);
    BY_MESSAGE.keys().any(|message| message.len() > begin.len() && message.starts_with(&begin))
}

/// What stays of a message however it was broken into lines, and whether its sentence was ended.
fn key(message: &str) -> String {
    let letters = message.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase);
    letters.collect::<String>().trim_end_matches('.').to_owned()
}

/// `a.b.ExperimentalShelf error 12 3:0-2 5 : This shelf is experimental.`
fn read(row: &'static str) -> Option<(OptInMarker, &'static str)> {
    let (known, message) = row.split_once(" : ")?;
    let (name, rest) = known.split_once(' ')?;
    let (level, rest) = rest.split_once(' ')?;
    let (uses, homes) = rest.split_once(' ')?;
    let (uses, homes) = (uses.parse().ok()?, FILE.homes(homes));
    (!homes.is_empty()).then_some((OptInMarker { name, is_error: level == "error", uses, homes }, message))
}

#[cfg(test)]
mod tests {
    use super::{FILE, begins_one, markers_with, read};

    fn names(message: &str) -> Vec<&'static str> {
        markers_with(message).iter().map(|marker| marker.simple()).collect()
    }

    #[test]
    fn a_message_is_known_however_it_is_broken() {
        let foundation = "This foundation API is experimental and is likely to change or be removed in the future.";
        for text in [
            foundation,
            foundation.trim_end_matches('.'),
            &foundation.replace("likely to", "likely\nto"),
            &foundation.replace("likely", "lik  ely"),
            &foundation.replacen('T', "t", 1),
        ] {
            assert_eq!(names(text), ["ExperimentalFoundationApi"], "{text}");
        }
        for other in ["", ".", "This foundation API is experimental", "This shelf is experimental."] {
            assert_eq!(names(other), [""; 0], "{other}");
        }
        assert!(begins_one("This foundation API is experimental and is") && !begins_one("This shelf"));
        assert!(!begins_one(foundation));
    }

    #[test]
    fn markers_that_share_a_message_are_all_named() {
        let material = "This material API is experimental and is likely to change or to be removed in the future.";
        let found = names(material);
        assert!(["ExperimentalMaterialApi", "ExperimentalMaterial3Api"].iter().all(|one| found.contains(one)));
        let marker = markers_with(material).iter().find(|one| one.simple() == "ExperimentalMaterial3Api").unwrap();
        assert_eq!((marker.package(), marker.is_error), ("androidx.compose.material3", true));
        assert_eq!(marker.homes[0].artifact, "androidx.compose.material3:material3");
        assert!(marker.is_current() && marker.gone_since("androidx.compose.material3:material3").is_none());
    }

    #[test]
    fn each_row_can_be_read_and_is_where_it_is_looked_for() {
        for row in FILE.rows.lines() {
            let (marker, message) = read(row).unwrap_or_else(|| panic!("{row}"));
            let ids = row.split(" : ").next().unwrap().split(' ').count() - 3;
            assert_eq!(marker.homes.len(), ids, "{row}");
            assert!(markers_with(message).iter().any(|one| one.name == marker.name), "{row}");
        }
        let keys: Vec<&str> = FILE.rows.lines().filter_map(|row| row.split(' ').next()).collect();
        assert!(keys.is_sorted(), "not sorted by the first word");
        assert!((100..700).contains(&keys.len()), "{}", keys.len());
    }
}
