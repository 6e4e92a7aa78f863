//! Checks a fix: it must not be dangerous, and must name a file that exists or that it says to create. Unknown
//! coordinates and versions are marked.

use std::sync::LazyLock;

use regex::Regex;

use super::danger::danger;
use super::evidence::EvidenceSource;
use crate::model::answer::Fix;

struct FixPatterns {
    /// com.squareup.okhttp3:okhttp:4.12.0
    coordinate: Regex,
    /// Update Kotlin to 2.0.21.
    version: Regex,
    /// Create a file `app/google-services.json`.
    creates: Regex,
}

static SHAPES: LazyLock<Option<FixPatterns>> = LazyLock::new(|| {
    Some(FixPatterns {
        coordinate: Regex::new(r"(?-u:\b)([A-Za-z][\w-]*(?:\.[\w-]+)*:[A-Za-z](?:[\w.-]*\w)?(?::[\w.+-]*\w)?)(?-u:\b)").ok()?,
        version: Regex::new(r"(?-u:\b)[vV]?([0-9]+(?:\.[0-9]+){1,3}(?:[.+-][A-Za-z][\w.]*\w|[.+-][A-Za-z])?)(?-u:\b)").ok()?,
        creates: Regex::new(r"(?i)(?-u:\b)(?:create|creating|add|adding|make)\s+(?:\w+\s+){0,4}?(?:file|[`'\x22]?[\w./-]+\.(?:kts?|java|xml|gradle|toml|properties|json|pro))(?-u:\b)").ok()?,
    })
});

/// The accepted fix, marked where it names something unknown; or why it is rejected.
pub(super) fn check(fix: &Fix, evidence: &dyn EvidenceSource) -> Result<Fix, String> {
    if let Some(why) = danger(&fix.text) {
        return Err(format!("it is not passed on, because {why}"));
    }
    let Some(shapes) = SHAPES.as_ref() else { return Err("it could not be checked".to_owned()) };
    let mut unverified = fix.unverified;
    let mut file = None;
    if let Some(named) = &fix.file {
        let path = inside(named).ok_or_else(|| format!("`{named}` is not a path in the project"))?;
        let known = known_path(&path, evidence);
        if known.is_none() && !shapes.creates.is_match(&fix.text) {
            return Err(format!(
                "there is no file `{path}` in the project: name one that was shown, or say that it is to be created"
            ));
        }
        // The file is new, so no evidence supports its path.
        unverified |= known.is_none();
        file = Some(known.unwrap_or(path));
    }
    unverified |= coordinates(&fix.text, shapes).any(|coordinate| !is_known(coordinate, evidence));
    unverified |= versions(&fix.text, shapes).any(|version| !evidence.mentions(version) && !evidence.knows(version));
    Ok(Fix { text: fix.text.clone(), file, unverified })
}

/// The relative path; nothing for one that leaves the project.
fn inside(named: &str) -> Option<String> {
    let path = named.trim().trim_matches(['`', '"', '\'']).trim_start_matches("file://").replace('\\', "/");
    let path = path.trim_start_matches("./");
    let line =
        path.rsplit_once(':').filter(|(before, line)| before.len() > 1 && line.bytes().all(|b| b.is_ascii_digit()));
    let path = line.map_or(path, |(before, _)| before);
    (!path.is_empty() && !path.split('/').any(|part| part == "..") && !path.contains('\0')).then(|| path.to_owned())
}

/// The path in the project: of an absolute one the longest suffix.
fn known_path(path: &str, evidence: &dyn EvidenceSource) -> Option<String> {
    let ends = path.match_indices('/').map(|(at, _)| &path[at + 1..]).filter(|end| !end.is_empty()).take(32);
    std::iter::once(path).chain(ends).find(|end| evidence.has_file(end)).map(str::to_owned)
}

/// Maven coordinates: the group has a dot, or there is a version. `:app:compileKotlin` and `src/A.kt:12` are none.
fn coordinates<'t>(text: &'t str, shapes: &'t FixPatterns) -> impl Iterator<Item = &'t str> {
    let found =
        shapes.coordinate.find_iter(text).filter(|found| !text[..found.start()].ends_with([':', '/', '@', '.']));
    found.map(|found| found.as_str()).filter(|coordinate| {
        let mut parts = coordinate.split(':');
        let group = parts.next().unwrap_or_default();
        let version = parts.nth(1);
        let address = group.starts_with("http") || group == "file";
        !address
            && (group.contains('.') || version.is_some_and(|version| version.contains(|c: char| c.is_ascii_digit())))
    })
}

fn versions<'t>(text: &'t str, shapes: &'t FixPatterns) -> impl Iterator<Item = &'t str> {
    let inside = |at: usize| {
        coordinates(text, shapes).any(|coordinate| {
            let start = coordinate.as_ptr() as usize - text.as_ptr() as usize;
            (start..start + coordinate.len()).contains(&at)
        })
    };
    let found = shapes.version.captures_iter(text).filter_map(|found| found.get(1));
    found.filter(move |found| !inside(found.start())).map(|found| found.as_str())
}

/// With a version the whole must be known: an unknown version of a known library is invented too.
fn is_known(coordinate: &str, evidence: &dyn EvidenceSource) -> bool {
    evidence.knows(coordinate) || evidence.mentions(coordinate)
}
