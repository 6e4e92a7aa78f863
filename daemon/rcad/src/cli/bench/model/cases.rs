//! The shipped failures with known right answers: `models/graded/FAMILY.toml`, embedded in the program.
//! [`super::grade`] grades answers to them.
//!
//! A `[[case]]` has `name`; `log`, the build's output in the project at `/home/dev/app`; `files`, the project; and what
//! makes an answer right: `names`, all of which it must say (`a|b`: either, `*` at the end: any ending); `place`, a
//! `file:line` that it must cite (`|` as above; `log:line` for the log); `never`, wrong causes; `versions` that it may
//! name without evidence; or `unsure`, if the evidence does not show the cause and the right answer says so.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;

/// Root of each case's project, as in its log.
pub const ROOT: &str = "/home/dev/app";

/// A family of categories and its cases.
const FAMILIES: &[(&str, &str)] = &[
    ("kotlin and java", include_str!("../../../../../../models/graded/kotlin-and-java.toml")),
    ("compose", include_str!("../../../../../../models/graded/compose.toml")),
    ("gradle", include_str!("../../../../../../models/graded/gradle.toml")),
    ("android plugin", include_str!("../../../../../../models/graded/android-plugin.toml")),
    ("resources", include_str!("../../../../../../models/graded/resources.toml")),
    ("run time", include_str!("../../../../../../models/graded/run-time.toml")),
];

/// A failure and its right answer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GradedCase {
    /// The family of its category.
    #[serde(skip)]
    pub family: &'static str,
    /// A unique name.
    pub name: String,
    /// The build's output.
    pub log: String,
    /// The project's files by their paths.
    pub files: BTreeMap<String, String>,
    /// Names that the answer must say, each `a|b`.
    pub names: Vec<String>,
    /// `file:line|file:line`, one of which it must cite; empty: any.
    pub place: String,
    /// Wrong causes.
    pub never: Vec<String>,
    /// Versions that it may name without evidence.
    pub versions: Vec<String>,
    /// Whether the evidence does not show the cause.
    pub unsure: bool,
}

#[derive(Deserialize)]
struct CaseFamily {
    case: Vec<GradedCase>,
}

/// All cases, family by family.
pub fn all() -> Result<Vec<GradedCase>> {
    let mut all = Vec::new();
    for (family, text) in FAMILIES {
        let read: CaseFamily = toml::from_str(text).with_context(|| format!("the graded failures of {family}"))?;
        all.extend(read.case.into_iter().map(|case| GradedCase { family, ..case }));
    }
    Ok(all)
}

/// The locations in `file:line|file:line`.
pub fn places(text: &str) -> impl Iterator<Item = (&str, u32)> {
    text.split('|').filter_map(|place| {
        let (file, line) = place.trim().rsplit_once(':')?;
        Some((file, line.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{FAMILIES, all, places};

    #[test]
    fn the_set_is_large_spread_and_sound() {
        let cases = all().unwrap();
        assert!(cases.len() >= 40, "{}", cases.len());
        assert!(cases.iter().filter(|case| case.unsure).count() >= 6);
        for (family, _) in FAMILIES {
            assert!(cases.iter().filter(|case| case.family == *family).count() >= 6, "{family}");
        }
        let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names.len(), cases.len(), "a name stands for one case");
        for case in &cases {
            assert!(!case.log.is_empty() && !case.files.is_empty(), "{}", case.name);
            assert_eq!(case.unsure, case.names.is_empty(), "{}: something to name, or nothing to know", case.name);
            assert!(case.unsure || !case.never.is_empty(), "{}: nothing would be wrong", case.name);
        }
    }

    #[test]
    fn every_place_is_there_and_every_name_can_be_read_from_the_evidence() {
        for case in all().unwrap() {
            let asked = case.place.split('|').filter(|place| !place.is_empty()).count();
            assert_eq!(places(&case.place).count(), asked, "{}: `{}`", case.name, case.place);
            for (file, line) in places(&case.place) {
                let text = if file == "log" { Some(&case.log) } else { case.files.get(file) };
                let line = text.and_then(|text| text.lines().nth(line as usize - 1));
                assert!(line.is_some_and(|line| !line.trim().is_empty()), "{}: {file} has no such line", case.name);
            }
            let files = case.files.iter().map(|(path, text)| format!("{path}\n{text}"));
            let evidence = format!("{}{}", case.log, files.collect::<String>()).to_lowercase();
            for (at, name) in case.names.iter().enumerate().take(1) {
                let shown = name.split('|').any(|name| evidence.contains(&name.trim_end_matches('*').to_lowercase()));
                assert!(shown, "{}: `{name}` ({at}) is nowhere in its evidence", case.name);
            }
        }
    }
}
