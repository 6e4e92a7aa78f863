//! A device's bug report: which lines of its text are a log, and what its traces and tombstones say of one app.

/// Sections of the text that are logs. The radio's is none of an app's.
const LOGS: &[&str] = &["SYSTEM LOG (", "EVENT LOG (", LAST];
/// The log from before the device was started.
const LAST: &str = "LAST LOGCAT (";

/// Lines of an ANR's traces that are kept, for each thread.
const MOST_OF_THREAD: usize = 200;
/// Lines of a tombstone that are kept.
const MOST_OF_TOMBSTONE: usize = 300;

/// What a line of the report's text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportLine {
    /// A line of a log.
    Log,
    /// The log that begins below is another one, of before the device was started.
    NewLog,
    /// Anything else.
    Other,
}

/// Finds the logs among the sections of a report's text.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReportSections {
    inside: bool,
}

impl ReportSections {
    /// Takes the next line.
    pub fn line(&mut self, line: &str) -> ReportLine {
        // `------ SYSTEM LOG (logcat -v threadtime -d *:v) ------`, `------ 0.3s was the duration of 'SYSTEM LOG' ------`
        if let Some(title) = line.strip_prefix("------ ")
            && title.trim_end().ends_with("------")
        {
            self.inside = LOGS.iter().any(|name| title.starts_with(name));
            return if title.starts_with(LAST) { ReportLine::NewLog } else { ReportLine::Other };
        }
        if self.inside { ReportLine::Log } else { ReportLine::Other }
    }
}

/// Whether a text begins as such a report does.
pub fn is_report(beginning: &str) -> bool {
    let mut lines = beginning.lines();
    lines.next().is_some_and(|line| line.starts_with("=====")) && beginning.contains("\n== dumpstate: ")
}

/// The traces that were written when an app did not respond.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnrTraces {
    /// The app's process.
    pub process: String,
    /// Its id.
    pub pid: u32,
    /// The reason, the main thread and, where that waits for a lock, the thread that holds it; each line with `\n`.
    pub text: String,
}

impl AnrTraces {
    /// Reads a file of `/data/anr`: its first process is the one that did not respond.
    pub fn read(file: &str) -> Option<AnrTraces> {
        let mut traces = AnrTraces::default();
        let mut lines = file.lines();
        // `----- pid 4242 at 2026-11-22 10:00:00.123456789+0100 -----`
        for line in lines.by_ref() {
            if line.starts_with("Subject: ") {
                traces.push(line);
            } else if let Some(rest) = line.strip_prefix("----- pid ") {
                traces.pid = rest.split(' ').next()?.parse().ok()?;
                break;
            }
        }
        let process: Vec<&str> = lines.take_while(|line| !line.starts_with("----- end ")).collect();
        let name = process.iter().find_map(|line| line.strip_prefix("Cmd line: "))?;
        name.trim().clone_into(&mut traces.process);
        traces.push(&format!("Cmd line: {}", traces.process));
        let main = thread(&process, |head| head.starts_with("\"main\" "));
        main.iter().for_each(|line| traces.push(line));
        let holder = main.iter().find_map(|line| line.split_once(" held by thread ")?.1.split(' ').next());
        if let Some(number) = holder {
            let mark = format!(" tid={} ", number.trim());
            thread(&process, |head| head.contains(&mark)).iter().for_each(|line| traces.push(line));
        }
        (!main.is_empty()).then_some(traces)
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// The lines of the first thread whose head is this one: up to the empty line below.
fn thread<'t>(process: &[&'t str], is_head: impl Fn(&str) -> bool) -> Vec<&'t str> {
    let from = process.iter().position(|line| line.starts_with('"') && is_head(line)).unwrap_or(process.len());
    let lines = process[from..].iter().take_while(|line| !line.is_empty()).take(MOST_OF_THREAD);
    lines.copied().collect()
}

/// The lines of a tombstone's file that are of the thread which crashed; memory, open files and other threads come below.
pub fn tombstone(file: &str) -> impl Iterator<Item = &str> {
    let over = |line: &str| {
        ["memory near ", "memory map", "open files", "--- --- ---", "---------"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    file.lines()
        .skip_while(|line| !line.starts_with("*** ***"))
        .take_while(move |line| !over(line))
        .take(MOST_OF_TOMBSTONE)
}

#[cfg(test)]
mod tests {
    use super::{AnrTraces, ReportLine, ReportSections, is_report, tombstone};

    #[test]
    fn logs_are_told_from_the_rest() {
        let mut sections = ReportSections::default();
        let text = "==\n------ UPTIME (uptime) ------\nup\n------ SYSTEM LOG (logcat -d *:v) ------\na\n\
            ------ 0.3s was the duration of 'SYSTEM LOG' ------\nb\n------ EVENT LOG TAGS (/etc/event-log-tags) ------\nc\n\
            ------ EVENT LOG (logcat -b events) ------\nd\n------ LAST LOGCAT (logcat -L) ------\ne";
        let logs: Vec<&str> = text.lines().filter(|line| sections.line(line) == ReportLine::Log).collect();
        assert_eq!(logs, ["a", "d", "e"]);
        assert_eq!(sections.line("------ LAST LOGCAT (logcat -L -b all) ------"), ReportLine::NewLog);
        assert!(is_report("========\n== dumpstate: 2026-11-22 10:00:00\n========\n"));
        assert!(!is_report("11-22 10:00:00.000 1 1 I A: == dumpstate: x") && !is_report(""));
    }

    #[test]
    fn of_traces_the_main_thread_and_who_blocks_it_are_kept() {
        let file = "Subject: Input dispatching timed out (x)\nRssHwmKb: 1\n\n----- pid 42 at 2026-11-22 10:00:00 -----\nCmd line: com.example.app\n\
            Build type: optimized\n\n\"main\" prio=5 tid=1 Blocked\n  at a.B.c(B.kt:1)\n  - waiting to lock <0x1> (a a.L) held by thread 12\n\n\
            \"pool\" prio=5 tid=3 Waiting\n  at x\n\n\"sync\" prio=5 tid=12 Sleeping\n  at a.S.run(S.kt:9)\n\n----- end 42 -----\n\
            ----- pid 600 at x -----\nCmd line: system_server\n\"main\" prio=5 tid=1 Native\n";
        let traces = AnrTraces::read(file).unwrap();
        assert_eq!((traces.process.as_str(), traces.pid), ("com.example.app", 42));
        let heads: Vec<&str> = traces.text.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(heads, ["Subject:", "Cmd", "\"main\"", "", "", "\"sync\"", ""]);
        assert_eq!(AnrTraces::read("----- pid 42 at x -----\nCmd line: a.b\n----- end 42 -----\n"), None);
        assert_eq!(AnrTraces::read(""), None);
    }

    #[test]
    fn of_a_tombstone_the_thread_that_crashed_is_kept() {
        let file = "garbage\n*** *** ***\npid: 42\nbacktrace:\n      #00 pc 1 x.so\n\nmemory near x0:\n    00\n--- --- ---\npid: 42";
        assert_eq!(tombstone(file).last(), Some(""));
        assert_eq!(tombstone(file).count(), 5);
        assert_eq!(tombstone("nothing").count(), 0);
    }
}
