//! Selects the failing line with the function around it, further locations of the stack trace, and the file's imports.

use std::collections::BTreeMap;

use rcad_core::agent::question::{Snippet, SnippetKind};
use rcad_core::fingerprint::relative;
use rcad_core::project::locate;

use super::inputs::GatherInputs;

/// Lines around a failing line outside of any known function.
const AROUND: u32 = 25;

/// Lines around a failing line at least, if its function is small.
const BESIDE: u32 = 8;

/// Lines of a long function around the failing line.
const LONG: u32 = 80;

/// Lines around a further location of a stack trace.
const FRAME: u32 = 6;

/// Locations of a stack trace beside the failing one.
const FRAMES: usize = 3;

/// Lines of the log after the error that may hold the stack trace.
const SEARCHED: usize = 80;

/// A location in the project's files.
pub struct Location {
    /// Its lines.
    pub piece: Snippet,
    /// The failing line, whose names are looked up. Nothing for imports.
    pub line: Option<u32>,
    /// First and last line of the function around it.
    pub function: Option<(u32, u32)>,
}

/// The failing location first, then those of the stack trace, then the imports of the failing file.
pub fn failing(from: &GatherInputs<'_>) -> Vec<Location> {
    let mut wanted: Vec<(String, u32)> = Vec::new();
    let mut want = |file: String, line: u32| {
        if wanted.len() <= FRAMES && !wanted.iter().any(|(known, near)| *known == file && near.abs_diff(line) <= FRAME)
        {
            wanted.push((file, line));
        }
    };
    let primary = from.analysis.primary();
    if let Some((file, line)) = primary.and_then(|failure| Some((failure.file.as_deref()?, failure.line?)))
        && let Some(path) = path_of(from, file)
    {
        want(path, line);
    }
    for (file, line) in frames(from) {
        want(file, line);
    }
    let mut places: Vec<Location> = Vec::new();
    for (nth, (file, line)) in wanted.into_iter().enumerate() {
        places.extend(place(from, &file, line, nth == 0));
    }
    if let Some(file) = places.first().and_then(|place| place.piece.file.clone()) {
        places.extend(imports(from, &file));
    }
    places
}

/// The project's path for a path as the log prints it.
pub fn path_of(from: &GatherInputs<'_>, file: &str) -> Option<String> {
    let source = from.analysis.primary().filter(|failure| failure.file.as_deref() == Some(file));
    if let Some(known) = source.and_then(|failure| failure.details.get("source_file")) {
        return Some(known.clone());
    }
    let below = from.root.and_then(|root| relative(file, root));
    locate(from.files, below.as_deref().unwrap_or(file))
}

fn place(from: &GatherInputs<'_>, file: &str, line: u32, first: bool) -> Option<Location> {
    let lines = from.lines(file);
    let last = u32::try_from(lines.len()).ok().filter(|last| line >= 1 && line <= *last)?;
    let function = from.code.around(file, line).map(|declared| (declared.line, declared.end_line));
    let (beside, long) = if first { (BESIDE, LONG) } else { (FRAME, FRAME) };
    let (begin, end) = match function {
        // Annotations and head come before the line of the name.
        Some((begin, end)) => (
            begin.saturating_sub(2).clamp(line.saturating_sub(long), line.saturating_sub(beside).max(1)),
            end.clamp(line.saturating_add(beside), line.saturating_add(long)),
        ),
        None if first => (line.saturating_sub(AROUND), line.saturating_add(AROUND)),
        None => (line.saturating_sub(FRAME), line.saturating_add(FRAME)),
    };
    let (begin, end) = (begin.max(1), end.min(last));
    let piece = Snippet {
        kind: SnippetKind::Failing,
        file: Some(file.to_owned()),
        from: begin,
        lines: lines[begin as usize - 1..end as usize].to_vec(),
        focus: Some(line),
    };
    Some(Location { piece, line: Some(line), function })
}

/// Package and imports of a file. The budget leaves out imports that nothing uses.
fn imports(from: &GatherInputs<'_>, file: &str) -> Vec<Location> {
    let is_import = |line: &str| ["import ", "package "].iter().any(|begins| line.trim_start().starts_with(begins));
    let lines = from.lines(file);
    let numbered = (1u32..).zip(&lines).filter(|(_, line)| is_import(line));
    let place = |(number, line): (u32, &String)| {
        let (file, lines) = (Some(file.to_owned()), vec![line.clone()]);
        Location {
            piece: Snippet { kind: SnippetKind::Failing, file, from: number, lines, focus: None },
            line: None,
            function: None,
        }
    };
    numbered.map(place).collect()
}

/// Locations in the project that the error's stack trace names: `at shop.Basket.total(Basket.java:14)`.
fn frames(from: &GatherInputs<'_>) -> Vec<(String, u32)> {
    let Some(failure) = from.analysis.primary() else { return Vec::new() };
    let Some(first) = failure.evidence.first() else { return Vec::new() };
    let begin = (first.line as usize).saturating_sub(1);
    let traced: Vec<(String, &str, u32)> =
        from.log.iter().skip(begin).take(SEARCHED).filter_map(|line| frame(line)).collect();
    let mut paths: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut found = Vec::new();
    for (class, name, line) in traced {
        let path = paths.entry(format!("{class}|{name}")).or_insert_with(|| {
            let simple = class.rsplit('.').next().unwrap_or(&class).split('$').next().unwrap_or_default();
            // `BasketKt` contains the top-level declarations of Basket.kt.
            let declared = from.code.definitions(simple, 4);
            let by_name = declared.into_iter().map(|one| one.file).find(|file| ends_with_name(file, name));
            by_name.or_else(|| by_package(from, &class, name))
        });
        if let Some(path) = path {
            found.push((path.clone(), line));
        }
    }
    found
}

/// Qualified class, file name and line of a stack frame.
fn frame(line: &str) -> Option<(String, &str, u32)> {
    let rest = line.trim_start().strip_prefix("at ")?;
    let (call, place) = rest.split_once('(')?;
    let (name, line) = place.trim_end().trim_end_matches(')').split_once(':')?;
    let class = call.rsplit('/').next()?.rsplit_once('.')?.0;
    let source = name.ends_with(".kt") || name.ends_with(".java");
    source.then_some(())?;
    Some((class.to_owned(), name, line.parse().ok()?))
}

fn ends_with_name(path: &str, name: &str) -> bool {
    path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// The file of a class that is not in the index: in a source set of the root or a module, by its package.
fn by_package(from: &GatherInputs<'_>, class: &str, name: &str) -> Option<String> {
    let package = class.rsplit_once('.').map_or("", |(package, _)| package).replace('.', "/");
    let modules = [module_of(from), String::new()];
    let sets = ["src/main/java", "src/main/kotlin", "src/test/java", "src/test/kotlin"];
    let join = |parts: [&str; 4]| parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("/");
    let all = modules.iter().flat_map(|module| sets.iter().map(|set| join([module, set, &package, name])));
    all.into_iter().find(|path| from.files.read(path).is_some())
}

/// Directory of the failing task's module, `feature/home` of `:feature:home:compileDebugKotlin`.
pub fn module_of(from: &GatherInputs<'_>) -> String {
    let task = from.analysis.primary().and_then(|failure| failure.task.as_deref()).unwrap_or_default();
    task.rsplit_once(':').map_or("", |(module, _)| module).trim_start_matches(':').replace(':', "/")
}
