//! What the patterns of this crate are said to need is in everything that they match, so that none is skipped wrongly.

use std::path::Path;

use rcad_core::pattern::needed::needed;
use regex::Regex;
use regex_syntax::hir::{Class, Hir, HirKind};

/// Texts that the pattern matches: the shortest ones, with each of its branches.
fn matched(hir: &Hir) -> Vec<String> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => vec![String::new()],
        HirKind::Literal(literal) => vec![String::from_utf8_lossy(&literal.0).into_owned()],
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().iter().flat_map(|range| [range.start(), range.end()]).map(String::from).take(9).collect()
        }
        HirKind::Class(Class::Bytes(_)) => Vec::new(),
        HirKind::Repetition(repetition) => {
            let once = matched(&repetition.sub);
            once.into_iter().map(|text| text.repeat(repetition.min as usize)).collect()
        }
        HirKind::Capture(capture) => matched(&capture.sub),
        HirKind::Concat(parts) => {
            let parts: Vec<_> = parts.iter().map(matched).collect();
            if parts.iter().any(Vec::is_empty) {
                return Vec::new();
            }
            let most = parts.iter().map(Vec::len).max().unwrap_or(0);
            let text = |at: usize| parts.iter().map(|texts| texts[at % texts.len()].as_str()).collect();
            (0..most).map(text).collect()
        }
        HirKind::Alternation(parts) => parts.iter().flat_map(matched).collect(),
    }
}

/// The raw strings in the sources below `dir`.
fn raw_strings(dir: &Path) -> Vec<String> {
    let raw = Regex::new("(?s)\\br(?:#\"(.*?)\"#|\"([^\"]*)\")").expect("a pattern");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(raw_strings(&path));
        } else {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let strings = raw.captures_iter(&text).filter_map(|found| found.get(1).or(found.get(2)));
            found.extend(strings.map(|string| string.as_str().to_owned()));
        }
    }
    found
}

#[test]
fn what_every_pattern_of_this_crate_needs_is_in_what_it_matches() {
    let sources = raw_strings(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let mut checked = 0;
    for source in sources {
        let (Some(texts), Ok(hir)) = (needed(&source), regex_syntax::parse(&source)) else { continue };
        for text in matched(&hir) {
            checked += 1;
            assert!(texts.iter().any(|needed| text.contains(needed)), "{source} matches {text:?} without {texts:?}");
        }
    }
    assert!(checked > 1000, "{checked}");
}
