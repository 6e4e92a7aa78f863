//! Reads Gradle's own failure blocks: `* Where:`, `* What went wrong:` with its nested `> ` causes.
//!
//! A block is a frame: it may contain compilers' messages, which are more specific.

pub mod android;
mod begins;
mod block;
mod commands;
mod context;
mod dependencies;
pub mod detail;
mod expiry;
mod headlines;
pub mod insight;
pub mod jdk;
mod network;
pub mod packages;
mod plugins;
mod publishing;
mod running;
mod scripts;
mod tasks;
mod variants;
mod versions;

use super::headings::{self, is_heading};
use super::{lint, r8};
use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, Rules, classify};
use begins::{ANCHORS, VAGUE};
use block::{Block, BlockSection};

/// The table's row.
pub const READER: Reader = Reader { kind: ReaderKind::Gradle, anchors: ANCHORS, frame: true, read };

/// The Android plugin's sentences without Gradle's around them.
pub const ANDROID: Reader =
    Reader { kind: ReaderKind::AndroidPlugin, anchors: android::ANCHORS, frame: true, read: read_android };

/// Tables of causes, in the order in which they are tried: the narrow ones first.
static CAUSES: &[&Rules] = &[
    &jdk::CAUSES,
    &versions::CAUSES,
    &android::CAUSES,
    &r8::messages::RULES,
    &publishing::CAUSES,
    &network::CAUSES,
    &plugins::CAUSES,
    &dependencies::CAUSES,
    &variants::CAUSES,
    &tasks::CAUSES,
    &scripts::CAUSES,
    &running::CAUSES,
];

/// Those of [`CAUSES`] that an app's exception can match as well: time-outs and full heaps are not only Gradle's.
static NOT_ONLY_BUILDS: &[&Rules] = &[&network::CAUSES, &running::CAUSES];

/// Sentences that say only that something failed, and leave the rest to another line.
static HEADLINES: &[&Rules] = &[&android::HEADLINES, &headlines::HEADLINES];

/// Locations of scripts, printed above a message.
const PLACES: &[&str] = &["Build file '", "Settings file '"];

/// Classes of a trace that Gradle's client or wrapper throws.
const LAUNCHERS: &[&str] =
    &["org.gradle.wrapper.", "org.gradle.launcher.", "org.gradle.tooling.", "com.android.sdklib."];

/// Sentences above a less specific block.
const ABOVE_BLOCKS: &[&str] = &[
    "Kotlin Gradle Plugin <-> ",
    "Your project's ",
    "Gradle build daemon ",
    "Expiring Daemon because JVM ",
    "The Daemon will expire ",
    "Not enough memory to run compilation",
    "There is insufficient memory for the Java Runtime",
];

/// `Build file '/p/build.gradle' line: 4`, `Settings file 'C:\p\settings.gradle'`, `Script '/p/x.gradle' line: 2`, and as
/// people write it `android/build.gradle:250`
static WHERE: Pattern = Pattern::new(concat!(
    r"(?:(?:[Bb]uild|[Ss]ettings|[Ii]nit[a-z]*|[Pp]recompiled)? ?(?:[Ff]ile|[Ss]cript)\s+'(?P<file>[^']+)'(?:\s*line: ?(?P<line>[0-9]+))?",
    r"|^(?P<file2>[^\s']+\.gradle(?:\.kts)?):(?P<line2>[0-9]+)$)",
));

/// `Execution failed for task ':app:compileJava'.`, `Could not determine the dependencies of task ':a'.`
static TASK: Pattern =
    Pattern::new(r"(?:(?:Execution failed for|configuration of|of|by) task|Task) '(?P<task>:[^']*)'");

/// Longest path that names no file: `C:\`, `***`.
const DRIVE: usize = 3;

/// Lines above a block in which its place is looked for.
const ABOVE: usize = 6;

/// Lines below a block that hold Gradle's advice.
const ADVICE: usize = 8;

/// Bytes of a block that are classified.
const CLASSIFIED: usize = 32 * 1024;

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at);
    if is_heading(line) {
        let block = Block::headed(lines, at)?;
        let parts = block.parts(lines);
        return Some(part(lines, &block, &parts, 0));
    }
    // A report of the Java virtual machine tells which process it was.
    if line.trim_start().starts_with('#') {
        return None;
    }
    // In the middle of a sentence it is somebody's prose.
    if !begins(line) || is_warned(lines, at) || expiry::is_notice_alone(lines, at) {
        return None;
    }
    if starts_with_one(line, PLACES) {
        return placed(lines, at);
    }
    if line.trim_start().starts_with("> ")
        && let Some(block) = Block::around(lines, at, begins)
    {
        let parts = block.parts(lines);
        let index = parts.iter().position(|part| part.start == at)?;
        return Some(part(lines, &block, &parts, index));
    }
    let thrown = line.starts_with("Exception in thread");
    let block = if thrown { Block::thrown(lines, at) } else { Block::headless(lines, at) };
    // Programs that Gradle runs throw as well.
    let launcher = |index: usize| LAUNCHERS.iter().any(|class| lines.get(index).contains(class));
    if thrown && !(block.first..block.end).any(launcher) {
        return None;
    }
    let found = part(lines, &block, &block.parts(lines), 0);
    let vague = starts_with_one(line, VAGUE);
    let known = !found.headline || found.failure.category != Category::Other;
    // What is said above a block in full is a warning, or said in it again.
    let early = known && !starts_with_one(line, ABOVE_BLOCKS) && block.is_followed(lines);
    (!early && (known || !vague)).then_some(found)
}

/// Lines of a list of warnings above one of its entries.
const WARNINGS: usize = 12;

/// Lines in which an entry is printed.
const FURTHER: usize = 4;

/// Whether the line is an entry of what Gradle 7 lists below `Execution optimizations have been disabled for task …`, such
/// an entry of Gradle 7 alone, or what the manifest merger warns of: it goes on all the same.
fn is_warned(lines: &Lines, at: usize) -> bool {
    let line = lines.get(at);
    let entry = line.trim_start().starts_with("- Gradle detected a problem with the following location")
        || line.contains(" uses this output of task '");
    let above = || {
        let above = (at.saturating_sub(WARNINGS)..at).rev().map(|index| lines.get(index));
        above.take_while(|line| !line.trim().is_empty() && !is_heading(line))
    };
    let says = |line: &str| line.contains("Execution optimizations have been disabled for");
    if at > 0 && lines.get(at - 1).trim_end().ends_with(".xml Warning:") {
        return true;
    }
    let fails = |line: &str| line.contains("found with the configuration of") || line.trim_start().starts_with("> ");
    let below = || (at..(at + FURTHER).min(lines.len())).map(|index| lines.get(index));
    let is_seven = || below().any(|line| line.contains("docs.gradle.org/7."));
    says(line) || entry && (above().any(says) || is_seven() && !above().any(fails))
}

/// Reads the sentence below a script's place where the headings are lost, unless it begins a block itself.
fn placed(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let place = WHERE.captures(lines.get(at))?;
    place.name("line")?;
    let below = (at + 1..(at + 3).min(lines.len())).find(|index| !lines.get(*index).trim().is_empty())?;
    let line = lines.get(below);
    if headings::is_section(line) || begins(line) || line.starts_with("BUILD ") {
        return None;
    }
    let block = Block::headless(lines, below);
    Some(part(lines, &block, &block.parts(lines), 0))
}

/// Lines below the place of a manifest's warning that may belong to it.
const WARNED: usize = 2;

fn read_android(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    // `/p/AndroidManifest.xml Warning:`, and what it warns of below.
    let warned = (1..=WARNED.min(at)).any(|above| lines.get(at - above).trim_end().ends_with(".xml Warning:"));
    if warned || !starts_with_one(lines.get(at), android::ANCHORS) {
        return None;
    }
    let block = Block::headless(lines, at);
    let found = part(lines, &block, &block.parts(lines), 0);
    (!found.headline || found.failure.category != Category::Other).then_some(found)
}

/// Whether the line begins with a sentence of Gradle's.
fn begins(line: &str) -> bool {
    starts_with_one(line, ANCHORS) && !line.trim_start().starts_with("0 problems were found ")
}

/// `Error:`, `FAILURE: `, `Gradle sync failed: `, `java.lang.RuntimeException: `, `### bash: ./`, `1 `, `// > `: an
/// introduction that tools and people put before a sentence that they quote.
static INTRODUCTION: Pattern = Pattern::new(
    r"^[\s>*#/|•\x22'`(\[0-9.)-]*(?:(?:java\.[a-z.]+[A-Z][A-Za-z]{0,40}Exception|[A-Za-z0-9_\[\] ]{0,60}(?:[Ee]rror|ERROR|[Ff]ail(?:ed|ure)|FAILURE|Caused by|[Pp]roblem|[Rr]eason|[Mm]essage|bash|zsh|sh))[:>] *(?:\./)?)*[\x22'`(]?$",
);

/// Whether the line begins with one of the sentences, behind what tools and people put before them.
fn starts_with_one(line: &str, sentences: &[&str]) -> bool {
    sentences.iter().any(|sentence| line.find(sentence).is_some_and(|at| INTRODUCTION.is_match(&line[..at])))
}

/// `4 files found with path …`, `java.lang.X: no`: how a message begins
static MESSAGE: Pattern = Pattern::new(r"^\W*(?:[A-Z0-9]|(?:[a-z]+\.)+[A-Z])");

/// What the tables of causes know of a sentence without any heading around it.
pub fn alone(lines: &Lines, at: usize) -> Option<Failure> {
    let block = MESSAGE.is_match(lines.get(at)).then(|| Block::headless(lines, at))?;
    if (block.first..block.end).any(|index| is_warned(lines, index)) {
        return None;
    }
    Some(part(lines, &block, &block.parts(lines), 0)).filter(|found| !found.headline).map(|found| found.failure)
}

/// The failure of one part of a block.
fn part(lines: &Lines, block: &Block, parts: &[BlockSection], index: usize) -> ReaderMatch {
    let own = parts[index];
    let all = block.sentences(parts, own);
    let alone: Vec<usize> = (own.start..own.end).collect();
    let (text, own_text) = (joined(lines, &all), joined(lines, &alone));
    let mut failure = Failure::new(Category::Other, Language::Gradle, "");
    let line_of = |indices: &[usize], text: &str, at: usize| {
        indices.get(text[..at].matches('\n').count()).copied().unwrap_or(own.start)
    };
    let causes = |text: &str, failure: &mut Failure| classify_first(CAUSES.iter().copied(), text, failure);
    let specific = causes(&own_text, &mut failure)
        .map(|at| line_of(&alone, &own_text, at))
        .or_else(|| causes(&text, &mut failure).map(|at| line_of(&all, &text, at)))
        // Lines that were broken between words.
        .or_else(|| causes(&block::flat(&text), &mut failure).map(|_| own.start));
    let headline = specific.is_none();
    let named = specific
        .or_else(|| classify_first(HEADLINES.iter().copied(), &text, &mut failure).map(|at| line_of(&all, &text, at)));
    let deepest = last_cause(lines, own);
    if headline && let Some(deepest) = deepest {
        context::reason(&sentence(lines, deepest, own.end), &mut failure);
        let advice = detail::counsel::read((deepest..own.end).map(|index| lines.get(index)));
        failure.details.extend(advice.map(|advice| ("counsel".to_owned(), advice)));
    }
    if let (None, Some(found)) = (&failure.task, TASK.captures(&text)) {
        failure.task = Some(found["task"].to_owned());
    }
    let demanded = android::demands::lead(&text, &mut failure).map(|at| line_of(&all, &text, at));
    finish(lines, block, demanded.or(named).or(deepest).unwrap_or(block.first), &mut failure);
    let checked = headline && lint::finding_above(lines, block.start, &mut failure);
    android::complete(&text, &mut failure);
    let advice: Vec<usize> = (block.end..(block.end + ADVICE).min(lines.len())).collect();
    context::advice(&joined(lines, &advice), &mut failure);
    context::add(&text, &mut failure);
    commands::add(lines, block.start, &mut failure);
    // Kotlin scripts that throw have no sentence of Gradle's own, only the place; Kotlin's plugin has its own reader.
    let thrown = named.is_none() && !checked && failure.file.is_some() && !text.trim_start().starts_with('⛔');
    if thrown {
        failure.category = Category::GradleScriptEvaluation;
    }
    let start = if index == 0 { block.start } else { own.start };
    let end = parts.get(index + 1).map_or_else(|| block.whole_end(lines), |next| next.start);
    ReaderMatch { failure, lines: end - start, headline: headline && !thrown && !checked }
}

fn classify_first<'t>(mut tables: impl Iterator<Item = &'t Rules>, text: &str, failure: &mut Failure) -> Option<usize> {
    tables.find_map(|table| classify(table, text, failure))
}

/// Fills the failure by what an exception's class and message (`a.B: message`) say of why a build failed, and returns
/// where the sentence starts.
pub fn classify_cause(text: &str, failure: &mut Failure) -> Option<usize> {
    let gradles = text.starts_with("org.gradle.") || text.starts_with("com.android.");
    let is_apps = |table: &&Rules| NOT_ONLY_BUILDS.iter().any(|one| std::ptr::eq(*one, *table));
    let causes = CAUSES.iter().copied().filter(|table| gradles || !is_apps(table));
    let program = text.starts_with("org.gradle.process.");
    let found = classify_first(causes, text, failure)
        .or_else(|| classify(&headlines::HEADLINES, text, failure).filter(|_| program))?;
    if failure.category == Category::GradleTaskNotFound {
        context::add(text, failure);
    }
    Some(found)
}

/// The lines of these indices, each ended by `\n`.
fn joined(lines: &Lines, indices: &[usize]) -> String {
    let mut text = String::new();
    for index in indices {
        text.push_str(headings::below_heading(lines.get(*index)));
        text.push('\n');
        if text.len() > CLASSIFIED {
            break;
        }
    }
    text
}

/// Message, place and evidence. `named` is the line that the category was read from.
fn finish(lines: &Lines, block: &Block, named: usize, failure: &mut Failure) {
    // A row may say which part of what it matched is the message.
    if failure.message.is_empty() {
        failure.message = headings::below_heading(lines.get(named)).trim().trim_start_matches("> ").trim().to_owned();
    }
    if let Some((index, file, line)) = script_above(lines, block.start) {
        failure.evidence.push(lines.evidence(index));
        // A sentence that names another file than the script that was running is about that file.
        if failure.file.is_none() || failure.line.is_none() && failure.category != Category::Other {
            // Of several errors in a script the first stands there, which may be only a deprecation.
            let listed = failure.line.filter(|_| failure.category == Category::GradleScriptCompile);
            (failure.file, failure.line) = (Some(file), listed.or(line));
        }
    }
    failure.evidence.push(lines.evidence(block.first));
    if named != block.first {
        failure.evidence.push(lines.evidence(named));
    }
}

/// The script's place that is printed above a block: the index of its line, the file and its line.
pub fn script_above(lines: &Lines, start: usize) -> Option<(usize, String, Option<u32>)> {
    (start.saturating_sub(ABOVE)..start).rev().find_map(|index| {
        // A narrow window breaks the path or leaves the number alone.
        let rest: String = (index..start).map(|index| lines.get(index)).collect();
        let found = WHERE
            .captures(&rest)
            .filter(|found| found.get(0).is_some_and(|all| all.start() < lines.get(index).len()))?;
        let group = |name: &str, other: &str| found.name(name).or_else(|| found.name(other));
        let line = group("line", "line2").and_then(|line| line.as_str().parse().ok());
        // Somebody made the path unreadable before the log was shown: `Build file 'C:' line: 4`, `Build file '…'`
        let file =
            group("file", "file2").filter(|file| file.as_str().contains(".gradle") || file.as_str().len() > DRIVE)?;
        Some((index, file.as_str().to_owned(), line))
    })
}

/// The last `> ` line: the deepest cause that Gradle prints.
fn last_cause(lines: &Lines, part: BlockSection) -> Option<usize> {
    (part.start..part.end).rev().find(|index| lines.get(*index).trim_start().starts_with("> "))
}

/// The sentence that begins at `at`, with the lines that continue it, up to an empty one.
fn sentence(lines: &Lines, at: usize, end: usize) -> String {
    let below = (at + 1..end.min(at + 6)).map(|index| lines.get(index).trim()).take_while(|line| !line.is_empty());
    let first = lines.get(at).trim().trim_start_matches("> ");
    std::iter::once(first).chain(below).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{CAUSES, HEADLINES};
    use crate::Category;
    use crate::parse::parse;
    use crate::pattern::assert_sound;

    #[test]
    fn a_path_that_somebody_made_unreadable_is_no_place() {
        let log = |file: &str| {
            format!(
                "Build file '{file}' line: 4\n\n* What went wrong:\nPlugin [id: 'com.example.lamp', version: '1.3'] was not found in any of the following sources:\n"
            )
        };
        let place = |file: &str| parse(&log(file)).failures.remove(0).file;
        assert_eq!((place("C:"), place("***")), (None, None));
        assert_eq!(place("D:\\shop\\build.gradle").as_deref(), Some("D:\\shop\\build.gradle"));
    }

    #[test]
    fn tables_compile() {
        CAUSES.iter().for_each(|table| assert_sound(table));
        HEADLINES.iter().for_each(|table| assert_sound(table));
    }

    #[test]
    fn each_missing_dependency_is_a_failure() {
        let log = "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileJava'.\n\
            > Could not resolve all files for configuration ':app:compileClasspath'.\n\
            \x20  > Could not find com.example:basket:1.0.\n     Required by:\n         project :app\n\
            \x20  > Could not find com.example:shelf:2.0.\n     Required by:\n         project :app > com.example:shop:3.0\n\n\
            * Try:\n> Run with --stacktrace\n\nBUILD FAILED in 1s\n";
        let parsed = parse(log);
        let symbols: Vec<_> = parsed.failures.iter().filter_map(|failure| failure.symbol.as_deref()).collect();
        assert_eq!(symbols, ["com.example:basket:1.0", "com.example:shelf:2.0"]);
        for failure in &parsed.failures {
            assert_eq!(failure.category, Category::GradleDependencyNotFound);
            assert_eq!(failure.task.as_deref(), Some(":app:compileJava"));
        }
        let by = parsed.failures[1].details.get("required_by").map(String::as_str);
        assert_eq!(by, Some("com.example:shop:3.0"));
    }
}
