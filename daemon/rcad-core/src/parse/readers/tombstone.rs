//! Reads native crashes: the tombstone that Android's debuggerd writes, the runtime's JNI errors, and what a library said
//! before it aborted.

mod address;
mod assertion;
mod blame;
mod callers;
mod last_words;
mod listed;
mod managed;
mod memory;
mod reporters;
mod sanitizer;
mod unlinked;

use super::stack_trace::{own, trace};
use crate::Category;
use crate::model::failure::{Failure, Framework, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::Pattern;
use callers::NativeFrame;

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::Tombstone,
    anchors: &[
        "Fatal signal ",
        "*** *** ***",
        ">>> ",
        "Abort message",
        "#00 ",
        "JNI DETECTED ERROR",
        "JNI ERROR (app bug)",
        "signal ",
        " pc 0",
        "Sanitizer: ",
        ": runtime error: ",
        "ssertion ",
        "FATAL:",
    ],
    frame: false,
    read,
};

/// `Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x30 in tid 5637 (Thread-329), pid 5061 (com.example.app)`,
/// `signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr --------`, `Fatal signal 11 (SIGSEGV) at 0xdeadbaad (code=1), thread 5061 (app)`
static SIGNAL: Pattern = Pattern::new(concat!(
    r"(?:^|Fatal )signal (?P<number>[0-9]+) \((?P<signal>SIG[A-Z0-9]+)\)(?:, code -?[0-9]+(?: \((?P<code>[A-Z_]+)[^)]*\))?)?",
    r"(?:(?:,? fault addr| at) (?P<addr>0x[0-9a-f]+))?(?:.*? in tid [0-9]+ \((?P<thread>[^)]*)\))?(?:, pid (?P<pid>[0-9]+) \((?P<process>[^)]*)\))?",
));

/// `pid: 5061, tid: 5637, name: Thread-329  >>> com.example.app <<<`
static PROCESS: Pattern =
    Pattern::new(r"pid: [0-9]+, tid: [0-9]+(?:, name: (?P<thread>.*?))? +>>> (?P<process>[^ ]+) <<<");

/// `Cmdline: com.example.app`
static CMDLINE: Pattern = Pattern::new(r"^Cmdline: (?P<process>[^ ]+)");

/// `Cause: null pointer dereference`, `Cause: [GWP-ASan]: Use After Free, 0 bytes into a 32-byte allocation`
static CAUSE: Pattern = Pattern::new(r"^Cause: (?P<why>.+)");

/// `Abort message: 'check failed: x'`, with or without its end on this line
static ABORT: Pattern = Pattern::new(r"^Abort message: '(?P<message>.+?)'?$");

/// `JNI DETECTED ERROR IN APPLICATION: JNI GetObjectClass called with pending exception java.lang.X: …`
static JNI: Pattern = Pattern::new(
    r"JNI (?:DETECTED ERROR IN APPLICATION|ERROR \(app bug\)): (?P<message>.+?(?:called with pending exception (?P<exception>[A-Za-z0-9_.$]+)(?:: (?P<words>.*))?)?)'?$",
);

/// `    from int a.b.Radio.init()`, `can't call void a.b.Radio.stop() on instance of …`, `… in call to CallVoidMethod from a.b.C.d()`: the
/// Java method that the JNI call belongs to
static JNI_METHOD: Pattern = Pattern::new(
    r"(?:^\s*|\s)(?:from|can't call) (?:[A-Za-z0-9_.$\[\]]+ )(?:[a-z_][A-Za-z0-9_]*\.)+(?P<method>[A-Z][A-Za-z0-9_$]*\.[A-Za-z0-9_$<>]+)\(",
);

/// `50411 of a.b.Frame (50411 unique instances)`: of what a table of references is full
static SUMMARY: Pattern = Pattern::new(
    r"(?:^|\] )\s*[0-9]{2,} of (?P<class>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_$]+)+(?:\[\])?)(?: \([0-9]+ unique|\s*$)",
);

/// `#00 pc 000e1818  /system/lib/libart.so (art_quick+34) (BuildId: …)`, Bugly's `… (art_quick+34) [armeabi-v7a::5e0f…]`, `#01  pc 0x1  /…/base.apk!libfoo.so (offset 0x1000) (f+8)`
static FRAME: Pattern = Pattern::new(concat!(
    r"^\s*#(?P<number>[0-9]+)\s+pc (?:0x)?(?P<pc>[0-9a-f]+)\s+(?P<path>[^ ]+)(?: \(offset 0x[0-9a-f]+\))?",
    r"(?: \((?P<function>[^B ].*?)(?:\+(?:0x)?[0-9a-f]+)?\))?(?: \(BuildId.*| \[[a-z0-9_-]+::[0-9a-f]+\])?$",
));

/// Lines that a tombstone may have, with what others write between them.
const LONGEST: usize = 600;

/// Lines without anything of a tombstone, after which it is over.
const QUIET: usize = 40;

/// Where the device's own libraries and the app's optimised code lie.
const SYSTEM: &[&str] = &[
    "/system",
    "/apex",
    "/vendor",
    "/product",
    "/odm",
    "[",
    "<",
    "/memfd",
    "/dev/",
    "/data/dalvik-cache",
    "/data/misc",
];

/// Packages of Android System WebView, which lie among the apps.
const WEB_VIEW: &[&str] =
    &["com.google.android.webview", "com.android.webview", "com.google.android.trichromelibrary", "TrichromeLibrary"];

/// Functions that end a process and say nothing of why.
const ABORTS: &[&str] = &[
    "abort",
    "tgkill",
    "raise",
    "Abort",
    "__assert",
    "fatal",
    "JniAbort",
    "LogMessage",
    "pthread_kill",
    "HandleUsingDestroyedMutex",
    "pthread_mutex_lock",
    "mutex::lock()",
];

#[derive(Default)]
struct Crash {
    message: String,
    signal: Option<String>,
    code: Option<String>,
    process: Option<String>,
    pid: Option<String>,
    thread: Option<String>,
    address: Option<String>,
    cause: Option<String>,
    abort: Option<String>,
    jni: Option<String>,
    /// The Java method that the runtime names.
    method: Option<String>,
    exception: Option<String>,
    /// The first frame of all, and the first of a library of the app's own: library, function, line's index.
    top: Option<(String, Option<String>, usize)>,
    own: Option<(String, Option<String>, usize)>,
    /// The end of its path where it is an APK, out of which a library was loaded.
    packed: Option<String>,
    /// All native frames, top first, with the index of their lines.
    frames: Vec<(NativeFrame, usize)>,
    /// All frames so far only end the process.
    aborting: bool,
    java: Option<trace::Frame>,
    /// The native method through which Java came, and its library.
    entry: Option<(String, String)>,
    /// The top function of a managed runtime, and its line.
    managed: Option<(String, usize)>,
    evidence: Vec<usize>,
}

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    if let Some(found) = sanitizer::read(lines, at) {
        return Some(found);
    }
    // Of a thread dump and of other traces only the first frame begins something.
    let by_debuggerd =
        lines.source(at).is_some_and(|source| matches!(source.tag.as_str(), "DEBUG" | "crash_dump64" | "crash_dump32"));
    let check = assertion::said(lines, at);
    if check.is_none() && !SIGNAL.is_match(lines.get(at)) && !is_begin(lines.get(at), by_debuggerd) {
        return None;
    }
    let signal = listed::signal(lines, at);
    let mut crash = Crash { message: signal.clone().unwrap_or_default(), signal, ..Crash::default() };
    if let Some(check) = check {
        crash.abort = Some(check.to_owned());
        crash.evidence.push(at);
    }
    let mut last = at;
    for index in at..(at + LONGEST).min(lines.len()) {
        let line = lines.get(index).trim();
        if line.contains("*** *** ***") && index > at && crash.top.is_some() || crash.is_others(line) {
            break;
        }
        if crash.take(line, index) {
            last = index;
        } else if index - last > QUIET || line.starts_with("FATAL EXCEPTION") {
            break;
        }
    }
    let known = crash.signal.is_some()
        || crash.jni.is_some()
        || crash.abort.is_some()
        || crash.managed.is_some()
        || crash.top.is_some() && (crash.process.is_some() || by_debuggerd)
        || listed::is_crash(lines, crash.frames.len());
    let before = last_words::find(lines, at).filter(|_| check.is_none());
    known.then(|| ReaderMatch { failure: crash.failure(lines, before), lines: last + 1 - at, headline: false })
}

fn is_begin(line: &str, by_debuggerd: bool) -> bool {
    line.contains("*** *** ***")
        || line.contains(" >>> ")
        || line.starts_with("Abort message")
        || JNI.is_match(line)
        || FRAME.captures(line).is_some_and(|found| by_debuggerd || found["number"].bytes().all(|digit| digit == b'0'))
}

fn text(found: &crate::pattern::Captures<'_>, name: &str) -> Option<String> {
    found.name(name).map(|text| text.as_str().trim().to_owned()).filter(|text| !text.is_empty())
}

/// What ART says, without its own place in front: `art/runtime/java_vm_ext.cc:410]   at void a.B.c(int) (B.java:3)`.
fn said(line: &str) -> &str {
    match line.split_once(".cc:").and_then(|(_, rest)| rest.split_once("] ")) {
        Some((number, rest)) if number.bytes().all(|digit| digit.is_ascii_digit()) => rest,
        _ => line,
    }
}

/// `GetStringUTFChars received NULL jstring`, `JNI GetObjectClass called with …`: the function of JNI that was called wrongly
static JNI_FUNCTION: Pattern = Pattern::new(r"^(?:JNI )?(?P<function>[A-Z][a-z]+[A-Z][A-Za-z]+) (?:received|called) ");

fn jni_function(details: &std::collections::BTreeMap<String, String>) -> Option<String> {
    Some(JNI_FUNCTION.captures(details.get("jni")?)?["function"].to_owned())
}

impl Crash {
    /// Whether the line is the signal of another process.
    fn is_others(&self, line: &str) -> bool {
        let Some(pid) = &self.pid else { return false };
        let other = || text(&SIGNAL.captures(line)?, "pid");
        line.contains("Fatal signal ") && other().is_some_and(|other| other != *pid)
    }

    /// Whether the line belongs to a native crash.
    fn take(&mut self, line: &str, index: usize) -> bool {
        if self.jni.is_some() || line.contains("JNI DETECTED") {
            let named = JNI_METHOD.captures(line);
            self.method = self.method.take().or_else(|| named.and_then(|found| text(&found, "method")));
        }
        let overflown = self.jni.as_ref().is_some_and(|jni| jni.contains("table overflow"));
        if overflown
            && self.method.is_none()
            && let Some(found) = SUMMARY.captures(line)
        {
            self.method = text(&found, "class");
            self.evidence.push(index);
            return true;
        }
        if let Some(found) = JNI.captures(line) {
            self.jni = self.jni.take().or_else(|| text(&found, "message"));
            self.exception = self.exception.take().or_else(|| text(&found, "exception"));
            self.evidence.push(index);
        } else if let Some(found) = SIGNAL.captures(line) {
            if self.signal.is_none() {
                line.clone_into(&mut self.message);
                self.evidence.push(index);
            }
            self.signal = self.signal.take().or_else(|| text(&found, "signal"));
            self.code = self.code.take().or_else(|| text(&found, "code"));
            self.thread = self.thread.take().or_else(|| text(&found, "thread"));
            self.address = self.address.take().or_else(|| text(&found, "addr"));
            self.process = self.process.take().or_else(|| text(&found, "process"));
            self.pid = self.pid.take().or_else(|| text(&found, "pid"));
        } else if let Some(found) = PROCESS.captures(line) {
            self.process = text(&found, "process");
            self.thread = text(&found, "thread").or(self.thread.take());
        } else if let Some(found) = CMDLINE.captures(line) {
            self.process = text(&found, "process");
        } else if let Some(found) = CAUSE.captures(line) {
            self.cause = text(&found, "why");
        } else if let Some(found) = ABORT.captures(line) {
            self.abort = text(&found, "message").or(self.abort.take());
            self.evidence.push(index);
        } else if let Some(found) = FRAME.captures(line) {
            self.native_frame(&found, index);
        } else if let Some(function) = managed::function(line).filter(|_| self.process.is_some()) {
            self.managed = self.managed.take().or(Some((function, index)));
        } else if let Some(frame) = trace::frame(said(line), index) {
            if self.java.is_none() && own::is_own(&frame.class, None) && frame.place.is_some() {
                self.java = Some(frame);
            }
        } else {
            return line.starts_with("*** ***")
                || line.starts_with("Build fingerprint")
                || line.starts_with("ABI:")
                || line == "backtrace:";
        }
        true
    }

    fn native_frame(&mut self, found: &crate::pattern::Captures<'_>, index: usize) {
        let path = &found["path"];
        let web_view = WEB_VIEW.iter().find(|package| path.contains(*package));
        let library = library_of(path, web_view.copied());
        let function = text(found, "function").map(|name| demangled(&name));
        if self.entry.is_none() {
            self.entry = function.as_deref().and_then(unlinked::java_method).map(|method| (method, library.clone()));
        }
        let aborts = function.as_deref().is_some_and(|name| ABORTS.iter().any(|abort| name.contains(abort)));
        // A library may be loaded out of the APK itself, without its name.
        let packed = path.starts_with("/data/app/") && library.ends_with(".apk");
        let is_code = packed || library.ends_with(".so") || library.starts_with("lib") || function.is_some();
        let system = SYSTEM.iter().any(|start| path.starts_with(start))
            || web_view.is_some()
            || library.ends_with(".oat")
            || library.ends_with(".odex")
            || listed::is_systems(&library);
        let number = found["number"].parse().unwrap_or_default();
        let frame = NativeFrame { number, library: library.clone(), function: function.clone(), of_system: system };
        self.frames.push((frame, index));
        // `<unknown>`, `<anonymous:7f00>`: the next frame says where it came from.
        if library.starts_with('<') && self.top.is_none() {
            return;
        }
        if self.top.is_none() || self.aborting && !aborts {
            self.aborting = aborts;
            self.top = Some((library.clone(), function.clone(), index));
        }
        if self.own.is_none() && !system && is_code && (path.contains('/') || library.ends_with(".so")) {
            self.packed = packed.then(|| path.rsplitn(3, '/').take(2).collect::<Vec<_>>()).map(|mut ends| {
                ends.reverse();
                ends.join("/")
            });
            self.own = Some((library, function, index));
        }
    }

    /// The place of the frame that is told, whose callers say more. What JavaScript threw is only passed on by native code.
    fn culprit(&self) -> Option<usize> {
        let of_script = self.abort.as_ref().is_some_and(|abort| abort.contains("JavascriptException: "));
        let own = self.own.as_ref().filter(|_| !of_script)?;
        self.frames.iter().position(|(_, at)| *at == own.2)
    }

    fn failure(self, lines: &Lines, before: Option<usize>) -> Failure {
        let sentence = self.jni.clone().or(self.abort.clone());
        let message = sentence.clone().unwrap_or_else(|| self.message.clone());
        let mut failure = Failure::new(Category::NativeCrash, Language::Native, message);
        failure.framework = Framework::Android;
        failure.process.clone_from(&self.process);
        failure.exception = self.exception.clone().or(self.signal.clone());
        let mut evidence = self.evidence.clone();
        let has_jni = self.jni.is_some();
        let culprit = self.culprit();
        let mut detail = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                failure.details.insert(name.to_owned(), value);
            }
        };
        detail("signal", self.signal);
        detail("code", self.code);
        detail("thread", self.thread);
        detail("why", self.cause);
        detail("jni", self.jni);
        detail("abort", self.abort);
        detail("pending", self.exception);
        let package = self.process.as_deref().map(own::package);
        let frames: Vec<NativeFrame> = self.frames.into_iter().map(|(frame, _)| frame).collect();
        detail("called_by", culprit.and_then(|at| callers::tell(&frames, at, package.as_deref())));
        if let Some((method, library)) = self.entry {
            detail("entry", Some(method));
            detail("entry_library", Some(library));
        }
        let top = self.top.as_ref().filter(|_| !self.aborting);
        if has_jni && self.own.is_none() {
            failure.details.extend(self.method.clone().map(|method| ("jni_method".to_owned(), method)));
            let unlinked = sentence.as_deref().and_then(unlinked::member);
            failure.symbol =
                unlinked.or(self.method).or_else(|| jni_function(&failure.details)).or(Some("JNI".to_owned()));
        } else if let Some((library, function, index)) = self.own.as_ref().or(top) {
            detail("library", Some(library.clone()));
            detail("function", function.clone());
            detail("packed", self.packed.clone().filter(|_| self.own.is_some()));
            detail(if self.own.is_some() { "own_library" } else { "system_library" }, Some(library.clone()));
            detail("pc", FRAME.captures(lines.get(*index)).map(|found| found["pc"].to_owned()));
            evidence.push(*index);
            failure.symbol =
                Some(function.as_ref().map_or_else(|| library.clone(), |name| format!("{library}!{name}")));
        }
        if let Some(frame) = &self.java {
            failure.symbol = Some(own::name(frame));
            failure.details.insert("at".to_owned(), own::name(frame));
            (failure.file, failure.line) =
                frame.place.clone().map_or((None, None), |(file, line)| (Some(file), Some(line)));
            evidence.push(frame.index);
        } else if let Some(sentence) = &sentence {
            let foreign = self.own.as_ref().map_or(self.top.is_some(), |(library, ..)| blame::is_product(library));
            assertion::take(sentence, foreign, &mut failure);
        }
        if let Some(before) = before {
            last_words::tell(lines, before, &mut failure);
            evidence.push(before);
        }
        let known = blame::Known { address: self.address.as_deref(), is_own: self.own.is_some(), text: lines.text() };
        failure.wording = blame::judge(&mut failure, &known);
        evidence.extend(managed::tell(self.managed, &mut failure));
        evidence.sort_unstable();
        evidence.dedup();
        failure.evidence = evidence.into_iter().map(|index| lines.evidence(index)).collect();
        failure
    }
}

/// The library's file, out of an APK or beside it; where only WebView's own APK is named, its package says what it is.
fn library_of(path: &str, web_view: Option<&str>) -> String {
    let file = path.rsplit(['/', '!']).next().unwrap_or(path);
    match web_view {
        Some(package) if file.ends_with(".apk") => package.to_owned(),
        _ => file.to_owned(),
    }
}

/// `_ZN3app6Engine4drawEv` as `app::Engine::draw`; other names as they are.
pub fn demangled(name: &str) -> String {
    let Some(rest) = name.strip_prefix("_Z") else { return name.to_owned() };
    let mut rest = rest.trim_start_matches(['N', 'K', 'L']);
    let mut parts = Vec::new();
    while rest.starts_with(|letter: char| letter.is_ascii_digit()) {
        let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let Ok(length) = rest[..digits].parse::<usize>() else { break };
        let Some(part) = rest.get(digits..digits + length) else { break };
        // `h` and sixteen digits: Rust's hash
        if !(part.len() == 17 && part.starts_with('h')) {
            parts.push(part);
        }
        rest = &rest[digits + length..];
    }
    if parts.is_empty() { name.to_owned() } else { parts.join("::") }
}

#[cfg(test)]
mod tests {
    use super::demangled;

    #[test]
    fn the_java_frames_below_arts_own_place_are_read() {
        let log = "A/art: art/runtime/java_vm_ext.cc:410] JNI DETECTED ERROR IN APPLICATION: JNI CallObjectMethod called with pending exception java.lang.IllegalStateException: shelf is full\n\
            A/art: art/runtime/java_vm_ext.cc:410]   at void java.util.concurrent.Shelf.reject(java.lang.Runnable) (Shelf.java:794)\n\
            A/art: art/runtime/java_vm_ext.cc:410]   at void com.example.basket.Sender.send(java.lang.String, int[]) (Sender.java:41)\n";
        let failure = &crate::parse::parse(log).failures[0];
        assert_eq!((failure.file.as_deref(), failure.line), (Some("Sender.java"), Some(41)));
    }

    #[test]
    fn an_apk_in_a_backtrace_is_the_apps_or_webviews() {
        let told = |path: &str| {
            let log = format!(
                "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10\nbacktrace:\n      #00 pc 0x3f1  {path} (offset 0x3f000)\n      #01 pc 0x1  /apex/com.android.runtime/lib64/bionic/libc.so (__start_thread+64)\n"
            );
            crate::explain::explain(&crate::parse::parse(&log).failures[0]).root_cause
        };
        let app = told("/data/app/~~x==/com.example.basket-y==/base.apk");
        assert!(app.contains("`com.example.basket-y==/base.apk` is no library of Android"), "{app}");
        let web = told("/data/app/~~x==/com.google.android.webview-y==/base.apk");
        assert!(web.contains("Android System WebView") && !web.contains("own APK"), "{web}");
        assert!(!told("/data/app/~~x==/com.example.basket-y==/base.apk!libscales.so").contains("own APK"));
    }

    #[test]
    fn what_libc_says_before_the_signal_is_told() {
        let log = |said: &str| {
            format!(
                "05-02 18:08:39.950: A/libc(11535): {said}\n05-02 18:08:39.990: A/libc(11535): Fatal signal 6 (SIGABRT), code -6 in tid 11535 (xample.basket)\n"
            )
        };
        let before = |said: &str| crate::parse::parse(&log(said)).failures[0].details.get("before").cloned();
        let said = "invalid address or address of corrupt block 0xb88f passed to dlfree";
        assert_eq!(before(said).as_deref(), Some(said));
        assert_eq!(before("VM aborting"), None);
    }

    #[test]
    fn names_are_readable() {
        assert_eq!(demangled("_ZN3app6Engine4drawEv"), "app::Engine::draw");
        assert_eq!(demangled("_Z4drawi"), "draw");
        assert_eq!(demangled("Java_com_example_Native_draw"), "Java_com_example_Native_draw");
        assert_eq!(demangled("_ZN99x"), "_ZN99x");
    }
}
