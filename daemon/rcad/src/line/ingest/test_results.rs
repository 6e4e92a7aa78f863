//! Reads failed tests from Gradle's `TEST-*.xml` files, since neither exceptions nor console contain an assertion's
//! message.
//!
//! Writes them as Gradle's console does, so that one reader handles both. Reads only regular files below the report
//! that the failure names, newer than the build's start, and only so many.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use percent_encoding::percent_decode_str;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::platform::confine::{FileKind, Root};

const REPORT: &str = "There were failing tests. See the report at: file:";
/// Test tasks of a build that are read.
const MAX_TASKS: usize = 100;
/// Files of one task that are listed.
const MAX_FILES: usize = 2000;
/// Largest file, in bytes.
const LARGEST: u64 = 16 << 20;
/// Bytes read for one build.
const MAX_BYTES: u64 = 128 << 20;
/// Time limit for one build; the rest is left out.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// Failed tests that are written, and lines of each one's trace.
const MAX_FAILED: usize = 50;
const MAX_LINES: usize = 30;

/// The failed tests of every test task that failed according to `text`.
pub fn failed_tests(text: &str, started_ms: Option<u64>) -> String {
    let until = Instant::now() + TIME_LIMIT;
    let mut dirs: Vec<PathBuf> = text.lines().filter_map(results_dir).take(MAX_TASKS).collect();
    dirs.dedup();
    let mut out = String::new();
    let mut left = MAX_FAILED;
    let mut bytes = MAX_BYTES;
    for dir in dirs {
        // The directory comes from the log, so open only regular files in it.
        let Ok(root) = Root::open(&dir) else { continue };
        for name in result_files(&root, started_ms) {
            if Instant::now() >= until {
                tracing::debug!(dir = %dir.display(), "not all test results were read: it takes too long");
                return out;
            }
            let Ok(xml) = root.read(Path::new(&name), LARGEST.min(bytes)) else { continue };
            bytes -= xml.len() as u64;
            let failed = failed_in(&String::from_utf8_lossy(&xml));
            if !failed.is_empty() {
                out.push_str(&format!("\n[rcad: from {}]\n", dir.join(&name).display()));
            }
            for test in failed.iter().take(left) {
                out.push_str(test);
            }
            left = left.saturating_sub(failed.len());
        }
    }
    out
}

/// `…/build/reports/tests/<task>/index.html` is next to `…/build/test-results/<task>/`.
fn results_dir(line: &str) -> Option<PathBuf> {
    let (_, url) = line.split_once(REPORT)?;
    let path = percent_decode_str(url.trim().trim_start_matches("//")).decode_utf8_lossy();
    let task_dir = Path::new(path.as_ref()).parent()?;
    let build = task_dir.parent()?.parent()?.parent()?;
    Some(build.join("test-results").join(task_dir.file_name()?))
}

/// The result files written since the build's start.
fn result_files(root: &Root, started_ms: Option<u64>) -> Vec<String> {
    // File systems round to whole seconds.
    let since = started_ms.map(|ms| SystemTime::UNIX_EPOCH + Duration::from_millis(ms) - Duration::from_secs(2));
    let changed = |name: &str| fs::symlink_metadata(root.path().join(name)).and_then(|known| known.modified());
    let is_fresh = |name: &str| since.is_none_or(|since| changed(name).is_ok_and(|time| time >= since));
    let listing = root.list(Path::new(""), MAX_FILES).unwrap_or_default();
    let files = listing.entries.into_iter().filter(|(_, kind)| *kind == FileKind::File).map(|(name, _)| name);
    let mut files: Vec<String> =
        files.filter(|name| name.starts_with("TEST-") && name.ends_with(".xml") && is_fresh(name)).collect();
    files.sort();
    files
}

/// `Class > test FAILED` and the trace of each failed test. Invalid XML ends the list without an error: a test that
/// kills its JVM leaves an incomplete file.
fn failed_in(xml: &str) -> Vec<String> {
    let mut reader = Reader::from_str(xml);
    let mut failed = Vec::new();
    let mut test = String::new();
    let mut trace: Option<String> = None;
    loop {
        match reader.read_event() {
            Ok(Event::Start(e)) if e.name().as_ref() == "testcase" => {
                test = format!("{} > {} FAILED", attribute(&e, "classname"), attribute(&e, "name"));
            }
            Ok(Event::Start(e)) if is_failure(&e) => trace = Some(String::new()),
            Ok(Event::Empty(e)) if is_failure(&e) => failed.push(block(&test, &attribute(&e, "message"))),
            Ok(Event::Text(e)) => append(&mut trace, &e.xml10_content()),
            Ok(Event::CData(e)) => append(&mut trace, &e.xml10_content()),
            Ok(Event::GeneralRef(e)) => append(&mut trace, &entity(&e.xml10_content())),
            Ok(Event::End(e)) if matches!(e.name().as_ref(), "failure" | "error") => {
                failed.extend(trace.take().map(|trace| block(&test, &trace)));
            }
            Ok(Event::Eof) | Err(_) => {
                failed.extend(trace.take().map(|trace| block(&test, &trace)));
                return failed;
            }
            Ok(_) => {}
        }
    }
}

fn is_failure(e: &BytesStart<'_>) -> bool {
    matches!(e.name().as_ref(), "failure" | "error")
}

fn append(trace: &mut Option<String>, text: &str) {
    if let Some(trace) = trace {
        trace.push_str(text);
    }
}

fn attribute(e: &BytesStart<'_>, name: &str) -> String {
    let value = e.try_get_attribute(name).ok().flatten();
    value.and_then(|a| a.normalized_value(XmlVersion::Explicit1_0).ok().map(|v| v.into_owned())).unwrap_or_default()
}

fn entity(name: &str) -> String {
    match name {
        "lt" => "<".into(),
        "gt" => ">".into(),
        "amp" => "&".into(),
        "quot" => "\"".into(),
        "apos" => "'".into(),
        _ => {
            let code = name.strip_prefix("#x").map(|hex| u32::from_str_radix(hex, 16));
            let code = code.or_else(|| name.strip_prefix('#').map(str::parse));
            code.and_then(Result::ok).and_then(char::from_u32).map(String::from).unwrap_or_default()
        }
    }
}

fn block(test: &str, trace: &str) -> String {
    let mut out = format!("{test}\n");
    for line in trace.trim_end().lines().take(MAX_LINES) {
        out.push_str(&format!("    {}\n", line.replace('\t', "    ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = r#"<?xml version="1.0"?><testsuite name="a.BasketTest">
        <testcase name="empty" classname="a.BasketTest"/>
        <testcase name="third" classname="a.BasketTest"><failure message="m" type="t">java.lang.AssertionError: expected:&lt;3&gt; but was:&#60;2&gt;
	at a.BasketTest.third(BasketTest.java:19)
</failure></testcase></testsuite>"#;

    #[test]
    fn a_failed_test_is_written_as_on_the_console() {
        let lines = "a.BasketTest > third FAILED\n    java.lang.AssertionError: expected:<3> but was:<2>\n        at a.BasketTest.third(BasketTest.java:19)\n";
        assert_eq!(failed_in(XML), [lines]);
    }

    #[test]
    fn half_a_file_gives_what_it_holds() {
        let half = failed_in(&XML[..XML.find("2&gt;").unwrap()]);
        assert!(half[0].starts_with("a.BasketTest > third FAILED\n    java.lang.AssertionError"), "{half:?}");
        assert!(failed_in("\0 no xml <").is_empty());
    }

    #[test]
    fn only_results_of_this_build_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let results = dir.path().join("my app/build/test-results/test");
        fs::create_dir_all(&results).unwrap();
        fs::write(results.join("TEST-a.BasketTest.xml"), XML).unwrap();
        let report = dir.path().join("my app/build/reports/tests/test/index.html").display().to_string();
        let text = format!("> There were failing tests. See the report at: file://{}", report.replace(' ', "%20"));
        assert!(failed_tests(&text, Some(0)).contains("a.BasketTest > third FAILED"));
        let later = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis() as u64 + 60_000;
        assert_eq!(failed_tests(&text, Some(later)), "", "an old result is not this build's");
    }
    /// A project may put anything beside its results; the worker that reads them must come back.
    #[test]
    fn pipes_devices_and_huge_files_beside_the_results_are_passed_over() {
        let dir = tempfile::tempdir().unwrap();
        let results = dir.path().join("app/build/test-results/test");
        fs::create_dir_all(&results).unwrap();
        let made = std::process::Command::new("mkfifo").arg(results.join("TEST-a.xml")).status().unwrap();
        assert!(made.success());
        std::os::unix::fs::symlink("/dev/zero", results.join("TEST-b.xml")).unwrap();
        fs::File::create(results.join("TEST-c.xml")).unwrap().set_len(1 << 40).unwrap();
        fs::create_dir(results.join("TEST-d.xml")).unwrap();
        fs::write(results.join("TEST-e.xml"), XML).unwrap();
        let outside = dir.path().join("outside.xml");
        fs::write(&outside, XML.replace("third", "outside")).unwrap();
        std::os::unix::fs::symlink(&outside, results.join("TEST-f.xml")).unwrap();
        let report = dir.path().join("app/build/reports/tests/test/index.html");
        let text = format!("> There were failing tests. See the report at: file://{}", report.display());
        let found = failed_tests(&text, Some(0));
        assert_eq!(found.matches(" FAILED").count(), 1, "{found}");
        assert!(found.contains("a.BasketTest > third FAILED"), "{found}");
    }
}
