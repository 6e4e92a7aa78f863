//! The record `rcad.build/1` written by the capture scripts, and its report.
//!
//! This is a wire format: `testdata/wire` holds records that the Groovy side must write and this side must read.

use rcad_core::Report;
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use serde::Deserialize;

use super::exception::GradleException;
use super::gradle_log::marker_time;
use super::{ScriptPosition, excerpt, failure_block, test_results};

/// The supported schema.
pub const SCHEMA: &str = "rcad.build/1";

/// One build as the script saw it. Unknown fields are ignored, since newer scripts may write more.
#[derive(Debug, Deserialize)]
pub struct BuildRecord {
    /// [`SCHEMA`].
    pub schema: String,
    /// How the build ended.
    pub outcome: Outcome,
    /// Unix milliseconds, if the script knows them.
    #[serde(default)]
    pub started_ms: Option<u64>,
    /// Unix milliseconds.
    pub ended_ms: u64,
    /// Gradle's version.
    #[serde(default)]
    pub gradle: Option<String>,
    /// Version of the JVM that ran the build.
    #[serde(default)]
    pub java: Option<String>,
    /// Operating system as the JVM names it.
    #[serde(default)]
    pub os: Option<String>,
    /// Root directory of the build.
    #[serde(default)]
    pub root: Option<String>,
    /// Directory in which Gradle was called.
    #[serde(default)]
    pub cwd: Option<String>,
    /// Requested tasks.
    #[serde(default)]
    pub tasks: Vec<String>,
    /// Gradle's daemon log and its length at this time.
    #[serde(default)]
    pub daemon_log: Option<DaemonLog>,
    /// The exception that ended it.
    #[serde(default)]
    pub failure: Option<GradleException>,
    /// The build's own output.
    #[serde(default)]
    pub log: Option<LogSlice>,
}

/// Gradle's daemon log.
#[derive(Debug, Deserialize)]
pub struct DaemonLog {
    /// Absolute path.
    pub path: String,
    /// Length in bytes when the record was made.
    pub end: u64,
}

/// The build's output, with its middle left out if it is too long.
#[derive(Debug, Deserialize)]
pub struct LogSlice {
    /// Its beginning, or all of it.
    pub head: String,
    /// Bytes left out between head and tail.
    #[serde(default)]
    pub gap: u64,
    /// Its end.
    #[serde(default)]
    pub tail: String,
}

impl BuildRecord {
    /// Reads a record. The error says what is wrong.
    pub fn read(json: &[u8]) -> Result<BuildRecord, String> {
        let record: BuildRecord = serde_json::from_slice(json).map_err(|e| e.to_string())?;
        if record.schema != SCHEMA {
            return Err(format!("schema {} is not {SCHEMA}", record.schema));
        }
        Ok(record)
    }

    /// The position in the daemon log up to which this reports.
    pub fn position(&self) -> Option<ScriptPosition> {
        self.daemon_log.as_ref().map(|log| ScriptPosition { path: log.path.clone(), offset: log.end })
    }

    /// The report, under the id of its spool file: the log, then the exceptions in Gradle's layout, then the failed
    /// tests from their XML files.
    pub fn into_report(self, id: String) -> Report {
        let mut text = self.log.as_ref().map(|log| excerpt::join(&log.head, log.gap, &log.tail)).unwrap_or_default();
        // Flow actions don't know the start of the build; the first line is the daemon's start marker.
        let started_ms = self.started_ms.or_else(|| text.lines().next().and_then(marker_time));
        if let Some(thrown) = &self.failure {
            let told_by_gradle = text.contains("* What went wrong:");
            append(&mut text, &failure_block::render(thrown, told_by_gradle));
            let tests = test_results::failed_tests(&text, started_ms);
            append(&mut text, &tests);
        }
        Report {
            id,
            origin: Origin::Hook,
            outcome: self.outcome,
            text,
            project: self.root.or(self.cwd),
            tasks: self.tasks,
            environment: Environment { gradle: self.gradle, java: self.java, os: self.os, ..Environment::default() },
            started_ms,
            ended_ms: self.ended_ms,
            app: None,
            raw: None,
        }
    }
}

fn append(text: &mut String, block: &str) {
    if !block.is_empty() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIRE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/wire");

    /// What the scripts recorded, by the record's name: its outcome, the task, the failures written into its report.
    const RECORDS: &[(&str, Outcome, usize)] = &[
        ("green", Outcome::Ok, 0),
        ("javac", Outcome::Failed, 1),
        ("settings", Outcome::Failed, 1),
        ("client-jvm", Outcome::Failed, 1),
        ("continue", Outcome::Failed, 2),
        ("cancelled", Outcome::Cancelled, 1),
    ];

    fn wire(name: &str) -> BuildRecord {
        BuildRecord::read(&std::fs::read(format!("{WIRE}/{name}.json")).unwrap()).unwrap()
    }

    fn read(json: &str) -> BuildRecord {
        BuildRecord::read(json.as_bytes()).unwrap()
    }

    fn times(text: &str, what: &str) -> usize {
        text.matches(what).count()
    }

    #[test]
    fn every_golden_record_becomes_its_report() {
        let files = std::fs::read_dir(WIRE).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut cases: Vec<String> = Vec::new();
        for name in files.filter_map(|file| file.strip_suffix(".json").map(str::to_owned)) {
            let (case, gradle) = name.rsplit_once('-').unwrap();
            let record = RECORDS.iter().find(|(known, ..)| *known == case);
            let (_, outcome, failures) = record.unwrap_or_else(|| panic!("{name}: what should it become?"));
            let record = wire(&name);
            let position = (case != "client-jvm").then(|| ScriptPosition {
                path: format!("/home/dev/.gradle/daemon/{gradle}/daemon-4242.out.log"),
                offset: 20_000,
            });
            assert_eq!(record.position(), position, "{name}");
            let report = record.into_report("the-id".into());
            assert_eq!(
                (report.id.as_str(), report.origin, report.outcome),
                ("the-id", Origin::Hook, *outcome),
                "{name}"
            );
            assert_eq!(
                (report.project.as_deref(), report.ended_ms),
                (Some("/home/dev/app"), 1_700_000_004_000),
                "{name}"
            );
            assert_eq!(report.tasks, [if case == "cancelled" { "nap" } else { "build" }], "{name}");
            let environment = &report.environment;
            assert_eq!(
                (environment.gradle.as_deref(), environment.os.as_deref()),
                (Some(gradle), Some("Linux")),
                "{name}"
            );
            assert!(environment.java.as_deref().is_some_and(|java| java.starts_with("17.")), "{name}");
            assert_eq!(times(&report.text, "* What went wrong:"), *failures, "{name}: {}", report.text);
            assert_eq!(times(&report.text, "FAILURE: Build "), (*failures).min(1), "{name}: {}", report.text);
            cases.push(case.to_owned());
        }
        assert!(RECORDS.iter().all(|(case, ..)| cases.iter().any(|seen| seen == case)), "some are missing: {cases:?}");
    }

    #[test]
    fn the_trace_is_in_every_failed_report() {
        for name in ["javac-4.4.1", "javac-8.2.1", "client-jvm-4.4.1"] {
            let text = wire(name).into_report(String::new()).text;
            let trace = "Caused by: org.gradle.api.internal.tasks.compile.CompilationFailedException: ";
            assert_eq!(times(&text, trace), 1, "{name}: {text}");
            assert!(text.find(": error: ").unwrap() < text.find(trace).unwrap(), "{name}: the log goes first");
        }
    }

    #[test]
    fn the_start_is_the_scripts_or_else_the_logs() {
        let started = |name: &str| wire(name).into_report(String::new()).started_ms;
        assert_eq!(started("javac-4.4.1"), Some(1_700_000_000_000));
        // 2023-11-14T22:13:00.010+0000
        assert_eq!(started("javac-8.2.1"), Some(1_699_999_980_010));
        assert_eq!(started("green-8.2.1"), None);
    }

    #[test]
    fn the_reader_finds_what_the_compiler_said() {
        for name in ["javac-4.4.1", "javac-8.2.1", "client-jvm-4.4.1"] {
            let failures = rcad_core::parse::parse(&wire(name).into_report(String::new()).text).failures;
            let first = &failures[0];
            assert_eq!((first.symbol.as_deref(), first.line), (Some("basket"), Some(4)), "{name}: {failures:?}");
            assert_eq!(first.file.as_deref(), Some("/home/dev/app/src/main/java/shop/Cart.java"), "{name}");
            assert_eq!(first.task.as_deref(), Some(":compileJava"), "{name}");
        }
    }

    #[test]
    fn the_reader_finds_both_failures_of_a_continued_build() {
        let failures = rcad_core::parse::parse(&wire("continue-8.2.1").into_report(String::new()).text).failures;
        let mut found: Vec<_> = failures.iter().map(|f| (f.task.as_deref(), f.file.as_deref())).collect();
        found.sort();
        let file = |module: &str| format!("/home/dev/app/{module}/src/main/java/shop/Cart.java");
        let (cart, till) = (file("cart"), file("till"));
        let expected = [(":cart:compileJava", &cart), (":till:compileJava", &till)];
        assert_eq!(found, expected.map(|(task, file)| (Some(task), Some(file.as_str()))), "{failures:#?}");
        // The two compilers wrote their lines at the same time; only one of the names can be given to its error.
        assert!(failures.iter().any(|f| f.symbol.as_deref() == Some("basket")), "{failures:#?}");
    }

    #[test]
    fn what_was_left_out_is_said() {
        let log = |log: &str| {
            let json = format!(r#"{{"schema":"{SCHEMA}","outcome":"failed","ended_ms":7,"log":{log}}}"#);
            read(&json).into_report(String::new()).text
        };
        assert_eq!(log(r#"{"from":null,"to":null,"head":"a\n","gap":0,"tail":""}"#), "a\n");
        assert_eq!(log(r#"{"head":"a\n"}"#), "a\n");
        let cut = log(r#"{"from":10,"to":99,"charset":"UTF-8","head":"first","gap":80,"tail":"last\n"}"#);
        assert_eq!(cut, "first\n[rcad: 80 bytes of output left out here]\nlast\n");
    }

    #[test]
    fn the_least_and_the_odd_record_reads() {
        let report = read(r#"{"schema":"rcad.build/1","outcome":"failed","ended_ms":7,"hook":9,"new":{"a":[1]}}"#);
        let report = report.into_report("a".into());
        assert_eq!((report.text.as_str(), report.project, report.ended_ms), ("", None, 7));
        let nulls = r#"{"schema":"rcad.build/1","outcome":"ok","ended_ms":7,"started_ms":null,"gradle":null,"java":null,
            "os":null,"root":null,"cwd":"/home/dev/app","daemon_log":null,"failure":null,"log":null}"#;
        assert_eq!(read(nulls).into_report("a".into()).project.as_deref(), Some("/home/dev/app"));
        let bare =
            r#"{"schema":"rcad.build/1","outcome":"failed","ended_ms":7,"failure":{"class":"x.Y","message":null}}"#;
        let text = read(bare).into_report("a".into()).text;
        assert!(text.contains("* What went wrong:\nx.Y (no error message)\n"), "{text}");
    }

    #[test]
    fn what_is_no_record_says_why() {
        let deep = format!("{}{}", r#"{"class":"a","causes":["#.repeat(5000), "]}".repeat(5000));
        for (json, why) in [
            (r#"{"schema":"rcad.build/2","outcome":"ok","ended_ms":1}"#.to_owned(), "schema rcad.build/2 is not"),
            (r#"{"schema":"rcad.build/1","ended_ms":1}"#.into(), "missing field `outcome`"),
            (r#"{"schema":"rcad.build/1","outcome":"exploded","ended_ms":1}"#.into(), "unknown variant `exploded`"),
            (r#"{"schema":"rcad.build/1","outcome":"ok","ended_ms":-1}"#.into(), "-1"),
            (r#"{"schema":"rcad.build/1","outcome":"ok","ended_ms":1"#.into(), "EOF"),
            (format!(r#"{{"schema":"rcad.build/1","outcome":"ok","ended_ms":1,"failure":{deep}}}"#), "recursion limit"),
        ] {
            let error = BuildRecord::read(json.as_bytes()).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        assert!(BuildRecord::read(b"\xff\xfe{}").is_err());
    }
}
