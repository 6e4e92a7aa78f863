//! What `rcad logcat` prints: the lines of the apps in question, and after a crash what it means.

use std::path::PathBuf;

use anyhow::Result;
use rcad_core::device::{CrashKind, CrashReader, DeviceCrash, package};
use rcad_core::parse::input::logcat::{Entry, entry};
use rcad_core::{Analysis, parse};

use crate::cli::analyze::{explained, own_rules};
use crate::cli::output::{AnalysisFormat, colours};
use crate::cli::results::print_analyses;
use crate::line::rule_files::LoadedRules;

/// A log on its way to the terminal.
pub struct LogView {
    apps: Vec<String>,
    crashes_only: bool,
    colours: bool,
    rules: LoadedRules,
    reader: CrashReader,
    crashes: u64,
    last: LastLines,
}

/// The last lines of a log, those of one moment: from there it goes on after a break, and these come again.
#[derive(Default)]
struct LastLines {
    time: String,
    lines: Vec<String>,
    /// Those that may come again.
    again: Vec<String>,
}

impl LogView {
    /// Prints the lines of these apps, or of all if there are none; or nothing but crashes.
    pub fn new(apps: Vec<String>, crashes_only: bool) -> Result<LogView> {
        Ok(LogView {
            apps,
            crashes_only,
            colours: colours(),
            rules: own_rules()?,
            reader: CrashReader::default(),
            crashes: 0,
            last: LastLines::default(),
        })
    }

    /// Crashes that were explained.
    pub fn crashes(&self) -> u64 {
        self.crashes
    }

    /// Whether anything has come.
    pub fn has_lines(&self) -> bool {
        !self.last.time.is_empty()
    }

    /// The device's time of the last line, `2026-11-22 10:00:00.123`; the lines of this moment will come again.
    pub fn last_time(&mut self) -> Option<&str> {
        self.last.again.clone_from(&self.last.lines);
        Some(self.last.time.as_str()).filter(|time| !time.is_empty())
    }

    /// Whether a crash is being written.
    pub fn is_in_crash(&self) -> bool {
        self.reader.is_open()
    }

    /// Takes the names of running processes: lines of an id and a name.
    pub fn processes(&mut self, list: &str) {
        for (pid, name) in list.lines().filter_map(|line| line.trim().split_once(' ')) {
            if let Ok(pid) = pid.parse() {
                self.reader.processes().insert(pid, name.trim());
            }
        }
    }

    /// Takes the next line.
    pub fn line(&mut self, bytes: &[u8]) -> Result<()> {
        let text = String::from_utf8_lossy(bytes);
        let line = text.trim_end_matches(['\n', '\r']);
        if !self.last.is_new(line) {
            return Ok(());
        }
        let ended = self.reader.line(line);
        let entry = entry(line);
        if !self.crashes_only && self.is_wanted(entry.as_ref()) {
            self.print(line, entry.as_ref());
        }
        ended.iter().try_for_each(|crash| self.explain(crash))
    }

    /// Nothing has come for a while, or the log has ended.
    pub fn silence(&mut self) -> Result<()> {
        let ended = self.reader.finish();
        ended.iter().try_for_each(|crash| self.explain(crash))
    }

    fn is_wanted(&mut self, entry: Option<&Entry<'_>>) -> bool {
        let name = entry.and_then(|entry| entry.process.or(self.reader.processes().name(entry.pid)));
        self.apps.is_empty() || name.is_some_and(|name| self.apps.iter().any(|app| app == package(name)))
    }

    fn print(&self, line: &str, entry: Option<&Entry<'_>>) {
        let colour = match entry.map(|entry| entry.priority) {
            Some('E' | 'F') => "31",
            Some('W') => "33",
            Some('V' | 'D') => "2",
            _ => "0",
        };
        // What an app writes must not steer the terminal.
        let line: String = line.chars().map(|c| if c.is_control() && c != '\t' { ' ' } else { c }).collect();
        if self.colours {
            println!("\u{1b}[{colour}m{line}\u{1b}[0m");
        } else {
            println!("{line}");
        }
    }

    fn explain(&mut self, crash: &DeviceCrash) -> Result<()> {
        if !self.apps.is_empty() && !self.apps.iter().any(|app| app == crash.package()) {
            return Ok(());
        }
        self.crashes += 1;
        let parsed = parse::parse_with(&crash.text, &self.rules.rules);
        let analysis = Analysis { source: Some("logcat".to_owned()), ..explained(parsed, None::<PathBuf>) };
        let app = if crash.process.is_empty() { "an app" } else { &crash.process };
        let what = match crash.kind {
            CrashKind::Exception => "crashed",
            CrashKind::Anr => "did not respond",
            CrashKind::Native => "crashed in native code",
        };
        println!("\n--- {app} {what}, line {} of the log", crash.line);
        print_analyses(&[analysis], AnalysisFormat::Text)?;
        println!("---\n");
        Ok(())
    }
}

impl LastLines {
    /// Takes note of a line; `false` if it was there before the log was interrupted.
    fn is_new(&mut self, line: &str) -> bool {
        let Some(time) =
            line.get(..23).filter(|time| time.as_bytes()[10] == b' ' && line.starts_with(|c: char| c.is_ascii_digit()))
        else {
            return true;
        };
        if time == self.time
            && let Some(at) = self.again.iter().position(|before| before == line)
        {
            self.again.swap_remove(at);
            return false;
        }
        if time != self.time {
            self.time = time.to_owned();
            self.lines.clear();
        }
        self.lines.push(line.to_owned());
        true
    }
}
