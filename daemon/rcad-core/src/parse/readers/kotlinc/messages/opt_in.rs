//! Opt-in markers of which the compiler prints the message alone: which of them it is, of which library, and how one opts in.

use std::cmp::Reverse;

use memchr::memmem;

use crate::Category;
use crate::facts::published::coordinates;
use crate::facts::published::opt_in::{OptInMarker, begins_one, markers_with};
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;

/// What stands before a marker's own message where a class extends what only those may extend who opt in.
const TO_EXTEND: &str = "This class or interface requires opt-in to be implemented: ";

/// Lines that a marker's message may have.
const MOST_LINES: usize = 12;

/// Bytes of a log in which the names of libraries are looked for.
const LOOKED: usize = 32 * 1024;

/// Markers with one message that are named.
const NAMED: usize = 5;

/// The marker's own words.
fn own_words(message: &str) -> &str {
    message.strip_prefix(TO_EXTEND).unwrap_or(message)
}

/// Whether a sentence is the message of a marker without which the compiler fails.
pub fn is_error(message: &str) -> bool {
    markers_with(own_words(message)).iter().any(|marker| marker.is_error)
}

/// The lines below that belong to the message of a marker; `None` if it is none.
pub fn below<'t>(lines: &'t Lines, at: usize, sentence: &str) -> Option<Vec<&'t str>> {
    let (mut whole, mut rest) = (own_words(sentence).to_owned(), Vec::new());
    loop {
        if !markers_with(&whole).is_empty() {
            return Some(rest);
        }
        let next = at + 1 + rest.len();
        if rest.len() == MOST_LINES || next >= lines.len() || !begins_one(&whole) {
            return None;
        }
        whole = format!("{whole} {}", lines.get(next));
        rest.push(lines.get(next));
    }
}

/// Fills the markers in, with words, if the message is that of some.
pub fn tell(lines: &Lines, message: &str, failure: &mut Failure) {
    let markers = ranked(beginning(lines.text()), message);
    let Some(first) = markers.first() else { return };
    let sure = markers.get(1).is_none_or(|second| first.mentions > second.mentions);
    failure.category = Category::KotlinOptIn;
    if sure {
        failure.symbol = Some(first.marker.simple().to_owned());
        failure.details.insert("marker".to_owned(), first.marker.name.to_owned());
    }
    let what = if message.starts_with(TO_EXTEND) { "What is extended here" } else { "The API used here" };
    failure.say(&cause(what, &markers, sure), &[]);
    let fixes = steps(&markers);
    if let Some(words) = &mut failure.wording {
        words.fixes = fixes;
    }
}

/// The part of the log in which libraries are looked for: each of many errors looks there.
fn beginning(text: &str) -> &str {
    let end = (0..=LOOKED.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

/// What is done about a warning that is such a message, as the end of a sentence.
pub fn step(warning: &str) -> Option<String> {
    let marker = ranked("", warning).first()?.marker;
    let (simple, name) = (marker.simple(), marker.name);
    Some(format!("mark its function, class or file with `@OptIn({simple}::class)` (`import {name}`)"))
}

/// A marker that so many times fewer class files name than the likeliest one is not told, unless the log names its library.
const RARE: u32 = 10;

/// A marker that a message may mean, and what the log says of it.
struct LikelyMarker {
    marker: &'static OptInMarker,
    /// How surely the log speaks of the library that it is of: 2 where it names that, 1 where it names its package.
    mentions: u8,
    /// The library that has it: one that the log names, else one that still has it.
    home: &'static str,
}

impl LikelyMarker {
    fn of(marker: &'static OptInMarker, text: &str) -> LikelyMarker {
        let homes = &marker.homes;
        let named = homes.iter().find(|home| is_named(text, home.artifact));
        let mentions = if named.is_some() { 2 } else { u8::from(is_used(text, marker.package())) };
        let current = || homes.iter().find(|home| home.until().is_none());
        let home = named.or_else(current).or(homes.first()).map_or("", |home| home.artifact);
        LikelyMarker { marker, mentions, home }
    }

    /// `` `ExperimentalShelfApi` of `com.example:shelf` ``
    fn shown(&self) -> String {
        format!("`{}` of `{}`", self.marker.simple(), self.home)
    }
}

/// The markers with this message, the likeliest first: of a library that the log names, not given up, of a library that many use.
fn ranked(text: &str, message: &str) -> Vec<LikelyMarker> {
    let is_common =
        |marker: &OptInMarker| marker.homes.iter().any(|home| coordinates().any(|one| one == home.artifact));
    let mut markers: Vec<LikelyMarker> =
        markers_with(own_words(message)).iter().map(|marker| LikelyMarker::of(marker, text)).collect();
    markers.sort_by_cached_key(|one| {
        Reverse((one.mentions, one.marker.is_current(), is_common(one.marker), one.marker.uses))
    });
    let most = markers.first().map_or(0, |first| first.marker.uses);
    let mut at = 0;
    markers.retain(|one| {
        at += 1;
        at == 1 || one.marker.uses * RARE >= most || one.mentions > 0
    });
    markers
}

fn cause(what: &str, markers: &[LikelyMarker], sure: bool) -> String {
    let [one] = markers else {
        let mut all: Vec<String> = markers.iter().take(NAMED).map(LikelyMarker::shown).collect();
        if markers.len() > NAMED {
            all.push("and others".to_owned());
        }
        let named = if sure { "; the log names the library of the first" } else { "" };
        return format!(
            "{what} carries an opt-in marker, and the code that uses it has not opted in: {{message}}. Several markers have this message: {}{named}.",
            all.join(", ")
        );
    };
    let level = if one.marker.is_error {
        ""
    } else {
        " By itself this marker only warns: warnings are errors here (`allWarningsAsErrors`, `-Werror`)."
    };
    format!(
        "{what} carries the opt-in marker {}, and the code that uses it has not opted in: {{message}}.{level}",
        one.shown()
    )
}

fn steps(markers: &[LikelyMarker]) -> Vec<String> {
    let Some(LikelyMarker { marker: first, home: library, .. }) = markers.first() else { return Vec::new() };
    let (simple, name) = (first.simple(), first.name);
    let whose = if markers.len() > 1 { format!(", if the API is of `{}`", first.package()) } else { String::new() };
    let put = |place: &str| {
        format!(
            "Put `@OptIn({simple}::class)` (`import {name}`) on the function or class {place}{whose}, or `@file:OptIn({simple}::class)` at the head of the file."
        )
    };
    let mut steps = vec![put("around line {line} of `{name}`"), put("that uses it")];
    let others: Vec<String> = markers[1..].iter().take(NAMED - 1).map(|other| instead(other.marker)).collect();
    if !others.is_empty() {
        steps.push(format!("If the API is {}.", others.join("; ")));
    }
    steps.push(format!(
        "Or opt in for the whole module: `kotlin {{{{ compilerOptions {{{{ optIn.add(\"{name}\") }}}} }}}}`."
    ));
    match first.gone_since(library) {
        Some(version) if !first.is_current() => steps.push(format!(
            "Or raise `{library}`: version {version} has no such marker any more, so what carried it needs no opt-in or is gone."
        )),
        _ if simple.contains("Internal") => steps.push(format!(
            "Better, use what `{library}` offers to everybody: `{simple}` marks what it keeps for itself and may change or remove in any version."
        )),
        _ if simple.contains("Experimental") => steps.push(format!(
            "A newer version of `{library}` may need no opt-in any more: experimental APIs become stable there."
        )),
        _ => (),
    }
    steps
}

/// What another marker with the same message is for, as it goes on from "If the API is".
fn instead(marker: &OptInMarker) -> String {
    let (simple, package, name) = (marker.simple(), marker.package(), marker.name);
    format!("of `{package}`, it is `@OptIn({simple}::class)` (`import {name}`)")
}

/// Whether the log names a class of a package: `androidx.compose.material3.Text`, and not what is below
/// `androidx.compose.material`.
fn is_used(text: &str, package: &str) -> bool {
    memmem::find_iter(text.as_bytes(), package).any(|at| {
        let behind = &text.as_bytes()[at + package.len()..];
        behind.first() == Some(&b'.') && behind.get(1).is_some_and(|next| next.is_ascii_uppercase() || *next == b'*')
    })
}

/// Endings of what Gradle's metadata leads to.
const PLATFORMS: [&str; 3] = ["-android", "-desktop", "-jvm"];

/// Whether the log names an artifact: `androidx.compose.material3:material3:1.1.2`, `…/androidx.compose.material3/material3/1.1.2/…`.
fn is_named(text: &str, artifact: &str) -> bool {
    let ends = |behind: &str| {
        let other = |next: char| next.is_alphanumeric() || ['_', '-'].contains(&next);
        !behind.starts_with(other) || PLATFORMS.iter().any(|platform| behind.starts_with(platform))
    };
    let path = artifact.replace(':', "/");
    [artifact, &path]
        .iter()
        .any(|name| memmem::find_iter(text.as_bytes(), name).any(|at| ends(&text[at + name.len()..])))
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::explain::{Explanation, explain};
    use crate::model::failure::Failure;
    use crate::parse::parse;

    const AT: &str = "e: file:///p/Shelf.kt:12:5 ";
    const LAYOUT: &str = "The API of this layout is experimental and is likely to change in the future.";
    const MATERIAL: &str = "This material API is experimental and is likely to change or to be removed in the future.";

    fn read(log: &str) -> (Failure, Explanation) {
        let failure = parse(log).failures.into_iter().next().expect(log);
        let told = explain(&failure);
        (failure, told)
    }

    #[test]
    fn the_marker_is_named_in_each_layout() {
        for log in [
            format!("{AT}{LAYOUT}"),
            format!("e: /p/Shelf.kt: (12, 5): {}", LAYOUT.trim_end_matches('.')),
            format!("{AT}{}", LAYOUT.replace("likely to", "likely\nto")),
            format!("{AT}[OPT_IN_USAGE_ERROR] {LAYOUT}"),
            format!("{AT}This class or interface requires opt-in to be implemented: {LAYOUT}"),
            format!("/p/Shelf.kt:12:5: error: {}", LAYOUT.replacen('T', "t", 1)),
        ] {
            let (failure, told) = read(&log);
            assert_eq!(failure.category, Category::KotlinOptIn, "{log}");
            assert_eq!(failure.symbol.as_deref(), Some("ExperimentalLayoutApi"), "{log}");
            assert_eq!((failure.line, failure.file.as_deref()), (Some(12), Some("/p/Shelf.kt")), "{log}");
            assert!(told.root_cause.contains("`androidx.compose.foundation:foundation-layout`"), "{told:?}");
            let name = "androidx.compose.foundation.layout.ExperimentalLayoutApi";
            assert!(told.fixes[0].contains("`@OptIn(ExperimentalLayoutApi::class)`"), "{told:?}");
            assert!(told.fixes[0].contains(&format!("import {name}")), "{told:?}");
            assert!(told.fixes[1].contains(&format!("{{ optIn.add(\"{name}\") }}")), "{told:?}");
        }
        let (failure, _) = read(LAYOUT);
        assert_eq!(failure.symbol.as_deref(), Some("ExperimentalLayoutApi"));
    }

    #[test]
    fn markers_with_one_message_are_alternatives() {
        let (failure, told) = read(&format!("{AT}{MATERIAL}"));
        assert_eq!((failure.symbol, failure.details.get("marker")), (None, None));
        assert!(
            told.root_cause.contains("`ExperimentalMaterial3Api` of")
                && told.root_cause.contains("`ExperimentalMaterialApi` of")
        );
        for (log, first) in [
            ("> Could not find androidx.compose.material:material:1.9.", "ExperimentalMaterialApi"),
            ("w: file:///p/A.kt:1:2 'a: androidx.compose.material3.Shelf' is never used", "ExperimentalMaterial3Api"),
            ("w: file:///p/A.kt:1:2 'a: androidx.compose.material.Shelf' is never used", "ExperimentalMaterialApi"),
            ("/files-2.1/androidx.compose.material3/material3-android/1.3.0/a.aar", "ExperimentalMaterial3Api"),
        ] {
            let text = format!("{log}\n{AT}{MATERIAL}\n");
            let parsed = parse(&text);
            let failure = parsed.failures.iter().find(|one| one.category == Category::KotlinOptIn).expect(log);
            assert_eq!(failure.symbol.as_deref(), Some(first), "{log}");
            assert!(explain(failure).fixes[0].contains(&format!("`@OptIn({first}::class)`")), "{log}");
        }
        for other in ["androidx.compose.material.icons.Icons", "androidx.compose.material:material-icons-core:1.7.8"] {
            let log = format!("w: file:///p/A.kt:1:2 {other}\n{AT}{MATERIAL}\n");
            assert_eq!(parse(&log).failures[0].symbol, None, "{other}");
        }
    }

    #[test]
    fn a_warning_that_fails_the_build_names_its_marker() {
        let message = "This declaration is in a preview state and can be changed in a backwards-incompatible manner with a best-effort migration. Its usage should be marked with '@kotlinx.coroutines.FlowPreview' or '@OptIn(kotlinx.coroutines.FlowPreview::class)' if you accept the drawback of relying on preview API";
        let (failure, told) = read(&format!("{AT}{message}"));
        assert_eq!(failure.symbol.as_deref(), Some("FlowPreview"));
        assert!(told.root_cause.contains("only warns"), "{told:?}");
        let (failure, told) =
            read(&format!("w: file:///p/Shelf.kt:12:5 {message}\ne: warnings found and -Werror specified\n"));
        assert_eq!(failure.category, Category::KotlinDeprecatedError);
        assert!(told.fixes[0].contains("`@OptIn(FlowPreview::class)`"), "{told:?}");
    }

    #[test]
    fn other_messages_stay_as_they_are() {
        let named = "This declaration needs opt-in. Its usage must be marked with '@com.example.Draft' or '@OptIn(com.example.Draft::class)'";
        let (failure, told) = read(&format!("{AT}{named}"));
        assert_eq!(failure.details.get("marker").map(String::as_str), Some("com.example.Draft"));
        assert!(told.fixes[0].contains("@OptIn(com.example.Draft::class)"), "{told:?}");
        let (failure, told) = read(&format!("{AT}This shelf API is experimental and is likely to change."));
        assert_eq!((failure.category, failure.symbol), (Category::KotlinOptIn, None));
        assert!(told.fixes[0].contains("@OptIn(…::class)"), "{told:?}");
        let warned = parse(&format!("w: file:///p/Shelf.kt:12:5 {LAYOUT}\n"));
        assert!(warned.failures.is_empty(), "{warned:?}");
    }
}
