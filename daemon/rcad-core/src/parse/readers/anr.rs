//! Reads "application not responding": the activity manager's report and the main thread of its traces.

mod callback;
mod doing;
mod holder;
mod load;
mod native;
pub mod stack;

use holder::{LOCK, waits};
use load::DeviceLoad;
use native::NativeFrames;

use super::stack_trace::{own, trace};
use crate::Category;
use crate::model::failure::{Failure, Framework, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::Pattern;

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::Anr,
    anchors: &[
        "ANR ",
        "\"main\" ",
        "dispatching timed out",
        "main (",
        "not responding",
        "NOT RESPONDING: ",
        "reacting to signal 3",
        "ApplicationNotResponding",
        "ANRError",
        ",executing service ",
        ",Input dispatching ",
        ",Broadcast of Intent ",
        "Broadcast of Intent {",
    ],
    frame: false,
    read,
};

/// `ANR in com.example.app (com.example.app/.MainActivity)`, `ANR in com.example.app, time=1234`,
/// Monkey's `NOT RESPONDING: com.example.app (pid 4242)`
static HEAD: Pattern = Pattern::new(
    r"(?:^|[\s:])(?:ANR in|NOT RESPONDING:) (?P<process>[a-z][A-Za-z0-9_.:]+)(?: \((?:[A-Za-z0-9_.]+/)(?P<activity>[A-Za-z0-9_.$]+)\))?",
);

/// `[0,2176,com.example.app,818462276,executing service com.example.app/.Sync]`: the event `am_anr`
static EVENT: Pattern = Pattern::new(r"^\[[0-9]+,[0-9]+,(?P<process>[A-Za-z0-9_.:]+),-?[0-9]+,(?P<reason>.+)\]$");

/// `Reason: Input dispatching timed out (…)`, `ANR Input dispatching timed out (…)`, `Input event dispatching timed out sending to …`
static REASON: Pattern = Pattern::new(concat!(
    r"(?:Reason: |^ANR:? |(?:Subject|Cause|Annotation): )?(?P<reason>Input (?:event )?dispatching timed out.*|Broadcast of Intent \{.*|executing service .*",
    r"|ContentProvider not responding.*|Context\.startForegroundService\(\) did not then call.*|No response to on(?:Start|Stop)Job.*|[Rr]equired notification not provided.*|Process .* failed to complete startup.*|keyDispatchingTimedOut.*|App requested:.*)",
));

/// `Process ProcessRecord{6b4cf76 18669:com.example.app/1027} failed to complete startup`
static STARTING: Pattern = Pattern::new(
    r"^Process ProcessRecord\{[0-9a-f]+ [0-9]+:(?P<process>[a-z][A-Za-z0-9_.:]+)/[a-z0-9]+\} failed to complete startup",
);

/// `Waited 5001ms for FocusEvent(hasFocus=false)`, `Wait queue head age: 8856.2ms`
static WAITED: Pattern =
    Pattern::new(r"(?:Waited |head age: |Timeout of )(?P<waited>[0-9.]+ ?ms)(?: for (?P<event>[A-Za-z]+))?");

/// `/com.example.app.MainActivity (server) is not responding`, `act=… cmp=com.example.app/.Receiver }`, `service com.example.app/.Sync`
static COMPONENT: Pattern =
    Pattern::new(r"(?P<app>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+)/(?P<class>\.?[A-Za-z_][A-Za-z0-9_.$]*)");

/// `Cmd line: com.example.app`, above the traces of a process
static CMDLINE: Pattern = Pattern::new(r"^Cmd line: (?P<process>[a-z][A-Za-z0-9_.:]+)");

/// `"main" prio=5 tid=1 Blocked`, `"main" tid=1 Timed Waiting`, `main (blocked):tid=1 systid=1234`
static MAIN: Pattern =
    Pattern::new(r#"^\s*(?:"main" (?:prio=[0-9]+ )?tid=1 (?P<state>[A-Za-z_ ]+)|main \((?P<word>[a-z ]+)\): ?tid=1)"#);

/// `ApplicationNotResponding: ANR`, `com.github.anrwatchdog.ANRError: Application Not Responding for at least 5000 ms.`: what
/// libraries report that watch the main thread; its frames follow
static WATCHED: Pattern = Pattern::new(
    r"^(?:Caused by: |Fatal Exception: )?(?:[A-Za-z0-9_]+\.)*(?:ApplicationNotResponding|ANRError(?:\$\$\$_Thread)?)(?:: (?P<reason>.+))?$",
);

/// Lines of a report that are looked at, with what others write between them.
const LONGEST: usize = 1_500;

/// Lines below the last one that said something, after which the report is over, unless the traces follow.
const QUIET: usize = 60;

#[derive(Default)]
struct AnrReport {
    process: Option<String>,
    activity: Option<String>,
    reason: Option<String>,
    state: Option<String>,
    lock: Option<String>,
    holder: Option<String>,
    frames: Vec<trace::Frame>,
    native: NativeFrames,
    load: DeviceLoad,
    evidence: Vec<usize>,
    /// The main thread's frames are being read.
    open: bool,
}

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let first = lines.get(at).trim();
    if lines.source(at).is_some_and(|source| source.tag == "am_anr") {
        return event(lines, at);
    }
    if first.ends_with("reacting to signal 3") {
        return dumped(lines, at);
    }
    let named = WATCHED.is_match(first) || HEAD.is_match(first) || MAIN.is_match(first);
    if !named && !REASON.captures(first).is_some_and(|found| is_input(&found) || main_follows(lines, at)) {
        return None;
    }
    let mut report = AnrReport::default();
    let mut last = at;
    for index in at..(at + LONGEST).min(lines.len()) {
        let line = lines.get(index).trim();
        let other = |process: &String| HEAD.captures(line).is_some_and(|found| found["process"] != **process);
        // Monkey names the process before the system does.
        let repeated = index > at
            && HEAD.is_match(line)
            && (report.process.as_ref().is_some_and(other) || report.activity.is_some() || report.reason.is_some());
        if repeated || line.contains("FATAL EXCEPTION") {
            break;
        }
        if report.take(line, index) {
            last = index;
        } else if report.is_complete() || index - last > QUIET {
            break;
        }
    }
    let framed = !report.frames.is_empty() || report.native.is_of_app();
    let said = report.process.is_some() || report.reason.is_some() || framed;
    said.then(|| ReaderMatch { failure: report.failure(lines), lines: last + 1 - at, headline: false })
}

/// The event alone; the activity manager's own report says more, where it is there.
fn event(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let found = EVENT.captures(lines.get(at).trim())?;
    let mut report = AnrReport::default();
    report.take(&format!("ANR in {}", &found["process"]), at);
    report.take(&format!("Reason: {}", &found["reason"]), at);
    report.evidence.truncate(1);
    Some(ReaderMatch { failure: report.failure(lines), lines: 1, headline: true })
}

/// Android asks for the stacks of an app that does not respond; so does `kill -3`, and then nothing is wrong.
fn dumped(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let near = at + 1..(at + 1 + WRITTEN).min(lines.len());
    let written = near.into_iter().find(|index| lines.get(*index).contains("rote stack traces to "))?;
    let mut failure = Failure::new(Category::Anr, Language::Java, lines.get(at).trim());
    failure.framework = Framework::Android;
    failure.process = lines.source(at).and_then(|source| source.process.clone());
    failure.details.insert("doubtful".to_owned(), "signal 3".to_owned());
    failure.evidence.extend([at, written].map(|index| lines.evidence(index)));
    failure.wording = Some(Wording {
        cause: "The app probably did not respond (ANR): Android asked it for the stacks of its threads (signal 3), and they were written to /data/anr. The log does not show what the main thread did or waited for; `kill -3` by hand asks for the same.".to_owned(),
        fixes: vec![
            "Get the stacks and read thread `main`: `adb bugreport` (folder FS/data/anr), on a rooted device or an emulator `adb pull /data/anr`. Move what it does there to a background thread.".to_owned(),
            "Look further down in the whole log for `ANR in` with its `Reason:` and the list of CPU users.".to_owned(),
        ],
    });
    Some(ReaderMatch { failure, lines: 1, headline: true })
}

/// Lines below the signal that may tell of the stacks.
const WRITTEN: usize = 12;

/// Lines between a reason and the main thread's trace.
const ABOVE_MAIN: usize = 5;

fn main_follows(lines: &Lines, at: usize) -> bool {
    (at + 1..(at + 1 + ABOVE_MAIN).min(lines.len())).any(|index| MAIN.is_match(lines.get(index)))
}

fn is_input(found: &crate::pattern::Captures<'_>) -> bool {
    found["reason"].starts_with("Input")
}

impl AnrReport {
    fn is_complete(&self) -> bool {
        !self.frames.is_empty() && !self.open
    }

    /// Whether the line belongs to the report.
    fn take(&mut self, line: &str, index: usize) -> bool {
        if let Some(found) = MAIN.captures(line) {
            let state = found.name("state").or_else(|| found.name("word"));
            self.state = state.map(|state| state.as_str().trim().to_owned());
            self.open = self.frames.is_empty();
            self.evidence.push(index);
            return true;
        }
        if let Some(found) = WATCHED.captures(line) {
            let said = found.name("reason").map(|reason| reason.as_str().trim()).filter(|reason| reason.contains(' '));
            let reason = said.filter(|reason| !reason.contains("(state = "));
            self.reason = self.reason.take().or_else(|| reason.map(str::to_owned));
            self.open = self.frames.is_empty();
            self.evidence.push(index);
            return true;
        }
        if let Some(found) = HEAD.captures(line) {
            self.process = Some(found["process"].trim_end_matches(':').to_owned());
            self.activity = found.name("activity").map(|name| name.as_str().to_owned());
            self.evidence.push(index);
            return true;
        }
        if let Some(found) = CMDLINE.captures(line).filter(|_| self.process.is_none()) {
            self.process = Some(found["process"].to_owned());
            return true;
        }
        if let Some(found) = LOCK.captures(line).filter(|_| self.open && self.lock.is_none()) {
            let taken = || self.frames.last().map_or("a lock".to_owned(), |at| format!("taken in {}", own::name(at)));
            self.lock = Some(found.name("lock").map_or_else(taken, |lock| lock.as_str().to_owned()));
            let name = found.name("name").map_or(String::new(), |name| format!(" ({})", name.as_str()));
            self.holder = Some(format!("{}{name}", &found["holder"]));
            self.evidence.push(index);
            return true;
        }
        if let Some(found) = REASON.captures(line).filter(|_| self.reason.is_none()) {
            self.reason = Some(found["reason"].trim().to_owned());
            self.evidence.push(index);
            return true;
        }
        if self.load.take(line) {
            return true;
        }
        // Without traces a lone frame below the reason is the main thread's.
        let fits = self.open || self.state.is_none() && self.reason.is_some();
        if fits && let Some(frame) = trace::frame(line, index) {
            self.frames.push(frame);
            return true;
        }
        let detail =
            line.starts_with("| ") || line.starts_with("- ") || line.starts_with("native: ") || line.starts_with('#');
        if self.open && !detail && (!self.frames.is_empty() || line.starts_with('"')) {
            self.open = false;
        }
        if self.open && detail {
            self.native.take(line, index);
        }
        self.open && detail
    }

    fn failure(self, lines: &Lines) -> Failure {
        let head = self.evidence.first().map(|index| lines.get(*index).trim().to_owned());
        let mut failure = Failure::new(Category::Anr, Language::Java, self.reason.clone().or(head).unwrap_or_default());
        failure.framework = Framework::Android;
        let reason = self.reason.clone().unwrap_or_default();
        let component = COMPONENT.captures(&reason).map(|found| (found["app"].to_owned(), found["class"].to_owned()));
        let starting = STARTING.captures(&reason).map(|found| found["process"].to_owned());
        let component = component.filter(|_| starting.is_none());
        failure.process = self.process.clone().or_else(|| component.as_ref().map(|(app, _)| app.clone())).or(starting);
        let class = self.activity.clone().or_else(|| component.map(|(_, class)| class));
        let app = failure.process.clone().unwrap_or_default();
        let class = class.map(|class| if class.starts_with('.') { format!("{app}{class}") } else { class });
        let package = failure.process.as_deref().map(own::package);
        let places = || self.frames.iter().filter(|frame| frame.place.is_some());
        let own = places().find(|frame| own::is_own_frame(frame, package.as_deref()));
        let idle = self.frames.iter().take(2).any(|frame| frame.method == "nativePollOnce");
        let frame = own.or_else(|| places().find(|frame| !waits(frame)).or_else(|| places().next()).filter(|_| !idle));
        let mut evidence = self.evidence.clone();
        if let Some(frame) = frame {
            self.take_frame(frame, own.is_some(), &mut failure);
            evidence.push(frame.index);
        } else {
            failure.symbol = class.clone().or_else(|| failure.process.clone());
        }
        if own.is_none() && !idle {
            evidence.extend(self.native.tell(&mut failure));
        }
        if failure.file.as_deref().is_some_and(|file| file.ends_with(".kt")) {
            failure.language = Language::Kotlin;
        }
        let waited = WAITED.captures(&reason);
        let known =
            |name: &str| waited.as_ref().and_then(|found| found.name(name)).map(|text| text.as_str().to_owned());
        let component = class.as_deref().map(|class| class.rsplit('.').next().unwrap_or(class).to_owned());
        let running = self.state.as_deref().is_some_and(|state| matches!(state, "Runnable" | "runnable" | "RUNNABLE"));
        let computes = running && own.is_some() && self.lock.is_none();
        let details = [
            ("reason", self.reason),
            ("state", self.state),
            ("lock", self.lock),
            ("holder", self.holder),
            ("component", component),
            ("waited", known("waited")),
            ("event", known("event")),
            ("computes", computes.then(|| "Runnable".to_owned())),
            ("idle", idle.then(|| "nativePollOnce".to_owned())),
        ];
        if let Some((kind, value)) = self.load.verdict(failure.process.as_deref()) {
            failure.details.insert(kind.to_owned(), value);
        }
        if let Some(system) = failure.process.clone().filter(|process| is_system_app(process)) {
            failure.details.insert("system_app".to_owned(), system);
        }
        let known = details.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        failure.details.extend(known);
        evidence.sort_unstable();
        failure.evidence = evidence.iter().map(|index| lines.evidence(*index)).collect();
        if let Some(frame) = own.filter(|_| !idle) {
            let at = self.frames.iter().take_while(|one| one.index != frame.index).count();
            doing::tell(&self.frames, at, self.native.waiting(), &mut failure);
        }
        if let Some(from) = evidence.first() {
            holder::tell(lines, *from, package.as_deref(), &mut failure);
        }
        failure
    }

    /// Where the main thread is, and what it calls there.
    fn take_frame(&self, frame: &trace::Frame, is_own: bool, failure: &mut Failure) {
        // Nobody looks at a line of Android's own.
        let platform = PLATFORM.iter().any(|start| frame.class.starts_with(start));
        let place = frame.place.clone().filter(|_| is_own || !platform);
        (failure.file, failure.line) = place.map_or((None, None), |(file, line)| (Some(file), Some(line)));
        failure.symbol = Some(own::name(frame));
        failure.details.insert("at".to_owned(), own::name(frame));
        let above = self.frames.iter().position(|one| one.index == frame.index).filter(|at| *at > 0);
        let Some(called) = above.map(|at| &self.frames[at - 1]) else { return };
        failure.details.insert("api".to_owned(), own::name(called));
        if waits(called) && self.lock.is_none() {
            let how = if called.method.trim_end_matches('!') == "sleep" { "sleeps" } else { "waits" };
            failure.details.insert(how.to_owned(), own::name(called));
        }
    }
}

/// Beginnings of classes that are nobody's own, in an app's process.
const PLATFORM: &[&str] = &["android.", "com.android.internal.", "dalvik.", "java.", "jdk.", "libcore.", "sun."];

/// Beginnings of the names of apps that come with Android or with a device.
const SYSTEM_APPS: &[&str] = &[
    "com.android.systemui",
    "com.android.launcher",
    "com.android.phone",
    "com.android.settings",
    "com.android.inputmethod",
    "com.android.providers.",
    "com.android.bluetooth",
    "com.android.nfc",
    "com.google.android.gms",
    "com.google.android.apps.nexuslauncher",
    "com.google.android.inputmethod",
    "com.google.android.googlequicksearchbox",
    "com.google.android.setupwizard",
    "com.google.process.",
    "com.miui.home",
    "com.sec.android.app.launcher",
    "com.huawei.android.launcher",
    "android.process.",
    "system_server",
];

fn is_system_app(process: &str) -> bool {
    process == "system" || SYSTEM_APPS.iter().any(|start| process.starts_with(start))
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    #[test]
    fn the_event_tells_where_nothing_else_does() {
        let event = "10-01 19:21:45.506   724  2311 I am_anr  : [0,2176,com.example.basket,818462276,executing service com.example.basket/.SyncService]\n";
        let failure = parse(event).failures.remove(0);
        assert_eq!(failure.category, Category::Anr);
        assert_eq!(failure.process.as_deref(), Some("com.example.basket"));
        assert!(failure.symbol.is_some_and(|symbol| symbol.ends_with("SyncService")));
    }

    #[test]
    fn what_watches_the_main_thread_reports_its_frames() {
        for head in [
            "ApplicationNotResponding: ANR\nBackground ANR: false",
            "com.github.anrwatchdog.ANRError: Application Not Responding for at least 5000 ms.\nCaused by: com.github.anrwatchdog.ANRError$$$_Thread: main (state = TIMED_WAITING)",
        ] {
            let log = format!(
                "{head}\n    at java.lang.Thread.sleep(Thread.java:450)\n    at com.example.basket.Apples.wait(Apples.kt:31)\n"
            );
            let parsed = parse(&log);
            assert_eq!(parsed.failures.len(), 1, "{head}: {:?}", parsed.failures);
            let root = &parsed.failures[0];
            assert_eq!((root.category, root.line), (Category::Anr, Some(31)), "{head}");
        }
    }
}
