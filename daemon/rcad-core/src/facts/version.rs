//! Versions of tools, compared as their makers mean them.

use std::cmp::Ordering;

/// A version such as `8.10.2` or `1.4.0-alpha02`. A pre-release is older than its release; missing numbers are 0.
#[derive(Clone, Debug)]
pub struct Version {
    numbers: Vec<u32>,
    pre_release: String,
}

impl Version {
    /// `None` for a text that does not start with a number, or has more than a version.
    pub fn parse(text: &str) -> Option<Version> {
        let (numbers, pre_release) = text.split_once(['-', '+']).unwrap_or((text, ""));
        let numbers: Option<Vec<u32>> = numbers.split('.').map(|part| part.parse().ok()).collect();
        Some(Version { numbers: numbers?, pre_release: pre_release.to_ascii_lowercase() })
    }

    fn number(&self, place: usize) -> u32 {
        self.numbers.get(place).copied().unwrap_or(0)
    }

    /// The first number.
    pub fn major(&self) -> u32 {
        self.number(0)
    }

    /// The first two numbers, `8.10` for `8.10.2`.
    pub fn minor(&self) -> String {
        format!("{}.{}", self.number(0), self.number(1))
    }

    /// The release that this is, or is on the way to.
    pub fn release(&self) -> Version {
        Version { numbers: self.numbers.clone(), pre_release: String::new() }
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        let places = self.numbers.len().max(other.numbers.len());
        let numbers = (0..places).map(|place| self.number(place).cmp(&other.number(place)));
        numbers.fold(Ordering::Equal, Ordering::then).then_with(|| {
            match (self.pre_release.is_empty(), other.pre_release.is_empty()) {
                (true, false) => Ordering::Greater,
                (false, true) => Ordering::Less,
                _ => self.pre_release.cmp(&other.pre_release),
            }
        })
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Version) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Version {}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions_are_ordered_by_number_and_pre_releases_come_first() {
        let sorted = ["1.4.0-alpha01", "1.4.0-beta02", "1.4.0-rc01", "1.4.0", "1.4.2", "1.10", "2"];
        let versions: Vec<Version> = sorted.iter().filter_map(|text| Version::parse(text)).collect();
        assert_eq!(versions.len(), sorted.len());
        assert!(versions.is_sorted());
        assert_eq!(Version::parse("8.0"), Version::parse("8"));
        assert_eq!(versions[0].release(), versions[3]);
    }

    #[test]
    fn what_is_no_version_is_none() {
        for text in ["", "x", "1.x", "1..2", "$kotlin_version", "1.2.+", "99999999999"] {
            assert!(Version::parse(text).is_none(), "{text}");
        }
    }
}
