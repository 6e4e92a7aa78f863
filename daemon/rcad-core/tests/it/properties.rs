//! What is true of every text: what terminals, CI systems and people do to it changes nothing in what is wrong.

use std::collections::HashMap;

use crate::corpus::{Numbers, PROJECT, Text, texts};
use rcad_core::explain::analyze;
use rcad_core::parse::parse;
use rcad_core::{Analysis, Failure};

/// Of the texts that are changed in a way that loses information, this share must keep its answer, in percent.
const KEPT: usize = 95;

/// What is wrong, as far as a person cares: what, where, about which name.
type Root = Option<(String, Option<String>, Option<u32>, Option<String>)>;

fn root_of(text: &str) -> Root {
    let analysis = analysis(text);
    analysis.errors.first().map(|failure: &Failure| {
        (failure.category.to_string(), failure.file.clone(), failure.line, failure.symbol.clone())
    })
}

fn analysis(text: &str) -> Analysis {
    analyze(parse(text), Some(PROJECT))
}

/// Applies `change` to every text and compares the roots; `least` percent must be equal.
pub fn unchanged_by(what: &str, least: usize, change: impl Fn(&str) -> Option<String>) {
    let (mut all, mut different) = (0, Vec::new());
    for Text { name, text } in texts() {
        let Some(changed) = change(&text) else { continue };
        all += 1;
        let (before, after) = (root_of(&text), root_of(&changed));
        if before != after {
            different.push(format!("{name}\n  plain:   {before:?}\n  changed: {after:?}"));
        }
    }
    let kept = all - different.len();
    println!("{what}: {kept} of {all} texts keep their answer");
    assert!(kept * 100 >= all * least, "{what}: {kept} of {all} keep their answer\n{}", different.join("\n"));
    assert!(all > 0, "{what}: no text was changed");
}

pub fn each_line(text: &str, change: impl Fn(&str) -> String) -> String {
    text.lines().map(change).collect()
}

#[test]
fn prefixes_of_ci_systems() {
    for prefix in ["2026-11-22T18:14:40.712Z ", "[18:14:40] ", "[stdout] ", "2026-11-22T18:14:40.712Z ##[error]"] {
        unchanged_by(prefix, 100, |text| Some(each_line(text, |line| format!("{prefix}{line}\n"))));
    }
}

#[test]
fn wrappers_and_quotations() {
    for mark in ["[capacitor] ", "[RUN_GRADLEW] ", "npm ERR! ", "build_1  | ", "> ", "#12 34.567 ", "    "] {
        // Three lines show no habit of a wrapper.
        let enough = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count() >= 4;
        unchanged_by(mark, KEPT, |text| enough(text).then(|| each_line(text, |line| format!("{mark}{line}\n"))));
    }
}

#[test]
fn colours_and_their_remains() {
    unchanged_by("colours", 100, |text| Some(each_line(text, |line| format!("\u{1b}[31m{line}\u{1b}[0m\r\n"))));
    unchanged_by("remains", 100, |text| Some(each_line(text, |line| format!("[31m{line}[0m\n"))));
}

#[test]
fn lines_broken_by_a_terminal() {
    for width in [80, 100, 120, 97] {
        unchanged_by(&format!("{width} columns"), KEPT, |text| broken(text, width));
    }
}

/// The text as a terminal of this width shows it, where that breaks at least three lines.
fn broken(text: &str, width: usize) -> Option<String> {
    let long = text.lines().filter(|line| line.chars().count() > width).count();
    (long >= 3).then(|| {
        each_line(text, |line| {
            let letters: Vec<char> = line.chars().collect();
            let pieces: Vec<String> = letters.chunks(width).map(|piece| piece.iter().collect()).collect();
            format!("{}\n", pieces.join("\n"))
        })
    })
}

/// What other tasks print before and after, which is no failure.
const ROUTINE: &str = "> Configure project :other\nw: some option is deprecated\n> Task :other:preBuild UP-TO-DATE\n\
    > Task :other:generateResValues UP-TO-DATE\nwarning: [options] source value 8 is obsolete\nNote: Some input files use unchecked operations.\n\
    > Task :other:compileKotlin\nw: file:///home/dev/app/other/src/main/kotlin/Old.kt:3:9 'old' is deprecated.\n> Task :other:jar\n";

#[test]
fn routine_output_around() {
    unchanged_by("routine output before", KEPT, |text| Some(format!("{}\n{text}", ROUTINE.repeat(20))));
    unchanged_by("routine output after", KEPT, |text| Some(format!("{text}\n{ROUTINE}")));
}

/// Of two failing logs after each other both roots are found.
#[test]
fn failures_of_two_builds() {
    let all: Vec<(Text, Root)> = texts()
        .into_iter()
        .map(|text| {
            let root = root_of(&text.text);
            (text, root)
        })
        .filter(|(_, root)| root.is_some())
        .collect();
    let mut numbers = Numbers(7);
    let (mut tried, mut lost) = (0, Vec::new());
    for (first, root) in &all {
        let (second, other) = &all[numbers.next(all.len())];
        if first.text.contains("BUILD SUCCESSFUL") || second.text.contains("BUILD SUCCESSFUL") {
            continue;
        }
        let both = analysis(&format!("{}\n\n{}", first.text, second.text));
        for wanted in [root, other] {
            let (category, _, _, symbol) = wanted.as_ref().unwrap();
            let found = both.errors.iter().any(|one| one.category.id() == category && &one.symbol == symbol);
            tried += 1;
            if !found {
                lost.push(format!("{} + {}: {wanted:?}", first.name, second.name));
            }
        }
    }
    println!("two builds: {} of {tried} roots found", tried - lost.len());
    assert!(lost.len() * 100 <= tried * 15, "{} of {tried} roots are lost\n{}", lost.len(), lost.join("\n"));
}

/// Text that begins and ends in the middle still holds the failure when the lines that show it are there.
#[test]
fn only_the_lines_around_the_evidence() {
    unchanged_by("cut", 85, |text| {
        let analysis = analysis(text);
        let lines: Vec<u32> = analysis.errors.first()?.evidence.iter().map(|evidence| evidence.line).collect();
        let (first, last) = (*lines.iter().min()?, *lines.iter().max()?);
        let all: Vec<&str> = text.lines().collect();
        let to = all.len().min(usize::try_from(last).unwrap() + 12);
        Some(all[usize::try_from(first).unwrap().saturating_sub(6)..to].join("\n"))
    });
}

/// Another clone, a shifted line, another day, another console: the same fingerprint. Another symbol: another one.
#[test]
fn fingerprints() {
    let (mut same, mut different) = (0, 0);
    let mut meaning: HashMap<String, (String, Root)> = HashMap::new();
    for Text { name, text } in texts() {
        let here = analysis(&text);
        let (Some(fingerprint), Some(primary)) = (here.fingerprint.clone(), here.errors.first()) else { continue };
        for changed in elsewhere(&text) {
            let there = analyze(parse(&changed), Some(ELSEWHERE));
            assert_eq!(Some(&fingerprint), there.fingerprint.as_ref(), "{name}\n{changed}");
            same += 1;
        }
        let primary = &primary.as_read();
        // Of a path only the name counts, for clones lie elsewhere.
        let symbol =
            primary.symbol.as_deref().map(|symbol| if symbol.starts_with('/') { base(symbol) } else { symbol });
        let root = (primary.category.to_string(), None, None, symbol.map(str::to_owned));
        let known = meaning.entry(fingerprint.clone()).or_insert_with(|| (name.clone(), Some(root.clone())));
        assert_eq!(known.1, Some(root), "{name} and {} have one fingerprint", known.0);
        if let Some(renamed) = primary.symbol.as_deref().and_then(|symbol| renamed(&text, symbol)) {
            let other = analysis(&renamed);
            if other.errors.first().and_then(|one| one.symbol.as_ref()) != primary.symbol.as_ref() {
                assert_ne!(Some(&fingerprint), other.fingerprint.as_ref(), "{name}\n{renamed}");
                different += 1;
            }
        }
    }
    println!("{same} pairs with one fingerprint, {different} renamed ones with two, {} fingerprints", meaning.len());
    assert!(same >= 400 && different >= 60, "{same} same, {different} different");
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Where the other clone lies.
const ELSEWHERE: &str = "/Users/else/work/clone-2";

/// The same mistake elsewhere and in other clothes.
fn elsewhere(text: &str) -> [String; 3] {
    let moved = text.replace(PROJECT, ELSEWHERE);
    let stamped = each_line(&moved, |line| format!("2027-01-02T03:04:05.678Z {line}\n"));
    let coloured = each_line(&moved, |line| format!("\u{1b}[1m{line}\u{1b}[0m\r\n"));
    [format!("one more line\n\n{moved}"), stamped, coloured]
}

/// The text with the last word of the name changed wherever it stands.
fn renamed(text: &str, symbol: &str) -> Option<String> {
    let word = symbol.split(|letter: char| !letter.is_ascii_alphanumeric()).rfind(|word| word.len() >= 4)?;
    Some(text.replace(word, &format!("{word}Qx")))
}
