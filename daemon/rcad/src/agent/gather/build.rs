//! Selects lines of build files that are relevant for a category: lines that the rules refer to, versions, plugins,
//! repositories, dependencies.

use std::collections::BTreeSet;

use rcad_core::agent::question::{Snippet, SnippetKind};

use super::inputs::GatherInputs;
use super::location::{module_of, path_of};

/// Lines of one file.
const LINES: usize = 60;

/// Blocks of scripts, and words of other lines, about where dependencies come from.
const SOURCES: ConcernRules = ConcernRules {
    blocks: &["dependencies", "repositories", "resolutionStrategy", "dependencyResolutionManagement", "configurations"],
    words: &["exclude", "platform(", "implementation", "useAndroidX", "enableJetifier"],
};

/// The same about the build's tools.
const TOOLS: ConcernRules = ConcernRules {
    blocks: &[
        "plugins",
        "pluginManagement",
        "buildscript",
        "composeOptions",
        "kotlinOptions",
        "compileOptions",
        "toolchain",
    ],
    words: &[
        "distributionUrl",
        "compileSdk",
        "minSdk",
        "targetSdk",
        "namespace",
        "jvmToolchain",
        "jvmTarget",
        "apply plugin",
        "Compatibility",
        "org.gradle.",
        "android.",
        "kotlin.",
    ],
};

struct ConcernRules {
    blocks: &'static [&'static str],
    words: &'static [&'static str],
}

/// Beginnings of category ids, with what is relevant for them.
const CONCERNS: &[(&str, &[&ConcernRules])] = &[
    ("gradle_dependency", &[&SOURCES]),
    ("gradle_duplicate", &[&SOURCES]),
    ("gradle_variant", &[&SOURCES, &TOOLS]),
    ("gradle_checksum", &[&SOURCES]),
    ("gradle_network", &[&SOURCES]),
    ("gradle_plugin", &[&SOURCES, &TOOLS]),
    ("gradle_version", &[&TOOLS]),
    ("gradle_jdk", &[&TOOLS]),
    ("gradle_", &[&TOOLS]),
    ("agp_", &[&SOURCES, &TOOLS]),
    ("kotlin_jvm_target", &[&TOOLS]),
    ("kotlin_metadata", &[&SOURCES, &TOOLS]),
    ("kotlin_internal", &[&TOOLS]),
    ("kotlin_unresolved", &[&SOURCES]),
    ("kotlin_missing", &[&SOURCES]),
    ("java_cannot", &[&SOURCES]),
    ("compose_compiler", &[&TOOLS]),
    ("kapt_ksp", &[&SOURCES, &TOOLS]),
    ("runtime_no_class_def", &[&SOURCES]),
    ("runtime_unsatisfied", &[&SOURCES]),
    ("xml_", &[&SOURCES]),
    ("aapt_", &[&SOURCES]),
    ("manifest_", &[&TOOLS]),
];

/// Details of a failure whose value is a location, like `build.gradle:4`.
const PLACES: &[&str] = &["used_at", "nearest_place", "declared_place"];

/// The snippets: lines that the rules refer to first, then file by file. Leaves out `failing`, which is included
/// already.
pub fn pieces(from: &GatherInputs<'_>, failing: Option<&str>) -> Vec<Snippet> {
    let Some(failure) = from.analysis.primary() else { return Vec::new() };
    let mut pieces = Vec::new();
    let places =
        failure.details.iter().filter(|(name, _)| PLACES.contains(&name.as_str()) || name.ends_with("_declared_at"));
    for (_, place) in places {
        pieces.extend(referenced_line(from, place));
    }
    let id = failure.category.id();
    let Some((_, wanted)) = CONCERNS.iter().find(|(begins, _)| id.starts_with(begins)) else { return pieces };
    let symbol = failure.symbol.as_deref().unwrap_or_default();
    for path in paths(from).into_iter().filter(|path| Some(path.as_str()) != failing) {
        let lines = from.lines(&path);
        let chosen = if path.ends_with(".toml") { catalogue(&lines, symbol) } else { chosen(&lines, wanted, symbol) };
        pieces.extend(runs(&path, &lines, &chosen));
    }
    pieces
}

/// The line that a detail refers to, with its neighbours.
fn referenced_line(from: &GatherInputs<'_>, place: &str) -> Option<Snippet> {
    let (file, line) = place.rsplit_once(':')?;
    let line: u32 = line.parse().ok()?;
    let file = path_of(from, file)?;
    let lines = from.lines(&file);
    let begin = line.saturating_sub(1).max(1);
    let end = (line as usize).saturating_add(1).min(lines.len());
    let taken = lines.get(begin as usize - 1..end)?.to_vec();
    Some(Snippet { kind: SnippetKind::Build, file: Some(file), from: begin, lines: taken, focus: Some(line) })
}

/// The build files, those of the failing module first.
fn paths(from: &GatherInputs<'_>) -> Vec<String> {
    let module = module_of(from);
    let mut all = Vec::new();
    if !module.is_empty() {
        all.extend([format!("{module}/build.gradle"), format!("{module}/build.gradle.kts")]);
    }
    let root = [
        "build.gradle",
        "build.gradle.kts",
        "settings.gradle",
        "settings.gradle.kts",
        "gradle/libs.versions.toml",
        "gradle/wrapper/gradle-wrapper.properties",
        "gradle.properties",
    ];
    all.extend(root.map(str::to_owned));
    all.retain(|path| from.files.read(path).is_some());
    all
}

/// Lines of a script in a relevant block, with a relevant word, or with a part of the failure's symbol.
fn chosen(lines: &[String], wanted: &[&ConcernRules], symbol: &str) -> BTreeSet<usize> {
    let blocks: Vec<&str> = wanted.iter().flat_map(|one| one.blocks).copied().collect();
    let words: Vec<&str> = wanted.iter().flat_map(|one| one.words).copied().collect();
    let parts = parts(symbol);
    let mut open: Vec<bool> = Vec::new();
    let mut chosen = BTreeSet::new();
    for (at, line) in lines.iter().enumerate() {
        let inside = open.iter().any(|wanted| *wanted);
        let name = line.trim().split(['{', ' ', '(']).next().unwrap_or_default();
        let begins = line.contains('{') && blocks.contains(&name);
        let named = parts.iter().any(|part| line.contains(part)) || words.iter().any(|word| line.contains(word));
        if !line.trim().is_empty() && (inside || begins || named) {
            chosen.insert(at);
        }
        for c in line.chars() {
            match c {
                '{' => open.push(begins),
                '}' => drop(open.pop()),
                _ => {}
            }
        }
        if chosen.len() >= LINES {
            break;
        }
    }
    chosen
}

/// Lines of a version catalog: all versions and plugins, and entries with a part of the failure's symbol.
fn catalogue(lines: &[String], symbol: &str) -> BTreeSet<usize> {
    let parts = parts(symbol);
    let mut section = "";
    let mut chosen = BTreeSet::new();
    for (at, line) in lines.iter().enumerate() {
        if line.trim_start().starts_with('[') {
            section = line.trim();
        }
        let named = parts.iter().any(|part| line.contains(part));
        let wanted = matches!(section, "[versions]" | "[plugins]") || named || line.trim() == section;
        if wanted && !line.trim().is_empty() && chosen.len() < LINES {
            chosen.insert(at);
        }
    }
    chosen
}

/// Parts of a symbol that may occur in a build file: group and name of a coordinate, an id, a property.
fn parts(symbol: &str) -> Vec<&str> {
    let parts =
        symbol.split([':', '/']).filter(|part| part.len() >= 4 && !part.starts_with(|c: char| c.is_ascii_digit()));
    parts.take(3).collect()
}

fn runs(path: &str, lines: &[String], chosen: &BTreeSet<usize>) -> Vec<Snippet> {
    let all: Vec<usize> = chosen.iter().copied().collect();
    let run = |run: &[usize]| Snippet {
        kind: SnippetKind::Build,
        file: Some(path.to_owned()),
        from: run[0] as u32 + 1,
        lines: run.iter().map(|at| lines[*at].clone()).collect(),
        focus: None,
    };
    all.chunk_by(|a, b| a + 1 == *b).map(run).collect()
}
