//! What `rcad logcat` prints: the lines of the apps in question, and after a crash what it means.

use std::path::PathBuf;

use anyhow::Result;
use rcad_core::device::{AnrTraces, DeviceEvent, EventKind, EventReader, package};
use rcad_core::parse::input::logcat::{Entry, entry};
use rcad_core::{Analysis, parse};

use crate::cli::analyze::{explained, own_rules};
use crate::cli::devices;
use crate::cli::output::{AnalysisFormat, colours, plain};
use crate::cli::results::print_analyses;
use crate::line::retrace::retrace_here;
use crate::line::rule_files::LoadedRules;

/// A log on its way to the terminal.
pub struct LogView {
    apps: Vec<String>,
    crashes_only: bool,
    colours: bool,
    rules: LoadedRules,
    reader: EventReader,
    /// Whether the last line with a prefix was shown.
    shows: bool,
    crashes: u64,
}

impl LogView {
    /// Prints the lines of these apps, or of all if there are none; or nothing but crashes.
    pub fn new(apps: Vec<String>, crashes_only: bool) -> Result<LogView> {
        Ok(LogView {
            shows: apps.is_empty(),
            apps,
            crashes_only,
            colours: colours(),
            rules: own_rules()?,
            reader: EventReader::default(),
            crashes: 0,
        })
    }

    /// Crashes that were explained.
    pub fn crashes(&self) -> u64 {
        self.crashes
    }

    /// Whether a crash is being written.
    pub fn is_in_crash(&self) -> bool {
        self.reader.is_open()
    }

    /// Takes the names of running processes, by their ids.
    pub fn processes(&mut self, list: &[(u32, String)]) {
        list.iter().for_each(|(pid, name)| self.reader.processes().insert(*pid, name));
    }

    /// Takes the next line, without its end.
    pub fn line(&mut self, line: &str) -> Result<()> {
        let (entry, ended) = self.reader.line(line);
        // A line without prefix belongs to the one above.
        if let Some(entry) = &entry {
            self.shows = self.is_wanted(self.reader.process(entry));
        }
        if !self.crashes_only && self.shows {
            self.print(line, entry.as_ref());
        }
        ended.iter().try_for_each(|event| self.explain(event))
    }

    /// Nothing has come for a while.
    pub fn silence(&mut self) -> Result<()> {
        let ended = self.reader.silence();
        ended.iter().try_for_each(|event| self.explain(event))
    }

    /// The log has ended.
    pub fn finish(&mut self) -> Result<()> {
        let mut ended = self.reader.finish();
        ended.extend(self.reader.finish_traces());
        ended.iter().try_for_each(|event| self.explain(event))
    }

    /// Another log begins, of before the device was started.
    pub fn begin_other_log(&mut self) -> Result<()> {
        self.reader.pass_over();
        let ended = self.reader.begin_other_log();
        ended.iter().try_for_each(|event| self.explain(event))
    }

    /// A line that is no part of the log: it is counted.
    pub fn pass_over(&mut self) {
        self.reader.pass_over();
    }

    /// Takes note of the processes that a line names, and nothing else.
    pub fn learn(&mut self, line: &str) {
        if let Some(entry) = entry(line) {
            self.reader.processes().learn(&entry);
        }
    }

    /// A file of the traces that are written of an app which does not respond.
    pub fn add_traces(&mut self, file: &str) {
        if let Some(traces) = AnrTraces::read(file) {
            self.reader.add_traces(traces);
        }
    }

    /// The end of a file that is no log.
    pub fn finish_file(&mut self) -> Result<()> {
        let ended = self.reader.finish();
        ended.into_iter().try_for_each(|event| self.explain(&DeviceEvent { line: 0, ..event }))
    }

    /// A line of a file that is no log: only what it tells of a crash is shown.
    pub fn line_of_file(&mut self, line: &str) -> Result<()> {
        let (_, ended) = self.reader.line(line);
        ended.into_iter().try_for_each(|event| self.explain(&DeviceEvent { line: 0, ..event }))
    }

    fn is_wanted(&self, process: Option<&str>) -> bool {
        self.apps.is_empty() || process.is_some_and(|process| self.apps.iter().any(|app| app == package(process)))
    }

    fn print(&self, line: &str, entry: Option<&Entry<'_>>) {
        let colour = match entry.map(|entry| entry.priority) {
            Some('E' | 'F') => "31",
            Some('W') => "33",
            Some('V' | 'D') => "2",
            _ => "0",
        };
        let line = plain(line);
        if self.colours {
            println!("\u{1b}[{colour}m{line}\u{1b}[0m");
        } else {
            println!("{line}");
        }
    }

    /// Says what happened and, if the lines tell it, why.
    fn explain(&mut self, event: &DeviceEvent) -> Result<()> {
        if !self.is_wanted(Some(&event.process)) {
            return Ok(());
        }
        if !event.crash && self.crashes_only {
            return Ok(());
        }
        self.crashes += u64::from(event.crash);
        let app = if event.process.is_empty() { "an app" } else { &event.process };
        let place = if event.line > 0 {
            format!("line {} of the log", event.line)
        } else {
            "in a file of the report".to_owned()
        };
        println!("\n--- {} {}, {place}", plain(app), what(event));
        let (text, mapping) = match retrace_here(&event.text) {
            Some((text, mapping)) => (text, Some(mapping)),
            None => (event.text.clone(), None),
        };
        if let Some(mapping) = mapping {
            println!("names by {}", plain(&mapping));
        }
        let parsed = parse::parse_with(&text, &self.rules.rules);
        if event.crash || !parsed.failures.is_empty() {
            let analysis = Analysis { source: Some("logcat".to_owned()), ..explained(parsed, None::<PathBuf>) };
            print_analyses(&[analysis], AnalysisFormat::Text)?;
            devices::print_trace(&text, &event.process);
        }
        println!("---\n");
        Ok(())
    }
}

/// What the app did, or what was done to it.
fn what(event: &DeviceEvent) -> &'static str {
    match event.kind {
        EventKind::Exception => "crashed",
        EventKind::Anr => "did not respond",
        EventKind::Native => "crashed in native code",
        EventKind::Flutter => "failed in Dart code",
        EventKind::JavaScript => "failed in JavaScript",
        EventKind::Unity => "failed in a Unity script",
        EventKind::WebView if event.crash => "was ended with its WebView",
        EventKind::WebView => "lost the process of its WebView",
        EventKind::Killed => "was killed by the system",
        EventKind::StrictMode => "violated its strict mode",
        EventKind::Linking => "could not load code",
    }
}
