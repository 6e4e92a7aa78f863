//! The first line of an event: which lines begin one, by their tag first. Most lines are nothing, and leave here after a
//! comparison of the tag.

use crate::device::event::EventKind;
use crate::parse::input::logcat::Entry;

/// What the first line of an event says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headline<'t> {
    /// What kind of event.
    pub kind: EventKind,
    /// See [`crate::device::DeviceEvent::crash`].
    pub crash: bool,
    /// It only says that it happened; a fuller report of it stands elsewhere, or is still to come.
    pub summary: bool,
    /// There are no lines below it.
    pub alone: bool,
    /// The process that it happened to, where the line is not the process's own.
    pub pid: u32,
    /// Its name, where the line says it.
    pub process: &'t str,
}

impl<'t> Headline<'t> {
    const fn new(kind: EventKind) -> Headline<'t> {
        Headline { kind, crash: true, summary: false, alone: false, pid: 0, process: "" }
    }

    const fn notice(kind: EventKind) -> Headline<'t> {
        Headline { crash: false, ..Headline::new(kind) }
    }

    fn of(self, pid: u32, process: &'t str) -> Headline<'t> {
        Headline { pid, process, ..self }
    }

    const fn summary(self) -> Headline<'t> {
        Headline { summary: true, alone: true, ..self }
    }

    const fn alone(self) -> Headline<'t> {
        Headline { alone: true, ..self }
    }
}

/// The event that this entry begins.
pub fn of<'t>(entry: &Entry<'t>) -> Option<Headline<'t>> {
    let text = entry.rest;
    match entry.tag {
        "AndroidRuntime" => exception(text),
        "ActivityManager" => anr(text).or_else(|| killing(text)),
        "DEBUG" | "CRASH" => tombstone(text),
        "libc" => signal(text, entry.pid),
        "Zygote" => exited(text),
        "flutter" => flutter(text),
        "ReactNativeJS" if matches!(entry.priority, 'E' | 'F') => {
            // Before React Native 0.60 the engine's own errors have no class.
            let classless =
                text.contains(" is not an object (evaluating '") || text.starts_with("Can't find variable: ");
            (classless || is_script_error(text)).then_some(Headline::new(EventKind::JavaScript))
        }
        "Unity" if matches!(entry.priority, 'E' | 'F') => unity(text),
        "chromium" | "SystemWebChromeClient" | "Capacitor/Console" => web_view(text),
        "StrictMode" => strict_mode(text),
        "lowmemorykiller" | "lmkd" => low_memory(text),
        "am_crash" => am_crash(text),
        "am_anr" => am_anr(text),
        "am_kill" => am_kill(text),
        "killinfo" => killinfo(text),
        "linker" | "nativeloader" => library(text),
        "" => of_text(text),
        _ if matches!(entry.priority, 'E' | 'I' | 'W') => art(text),
        _ => None,
    }
}

/// The event that a line begins of which only the text is known, not its tag.
pub fn of_text(text: &str) -> Option<Headline<'_>> {
    match text.as_bytes().first()? {
        b'F' => exception(text).or_else(|| signal(text, 0)),
        b'*' => exception(text).or_else(|| tombstone(text)),
        b'A' => anr(text),
        b'K' => low_memory(text),
        b'S' => strict_mode(text),
        b'[' => flutter(text).or_else(|| web_view(text)).or_else(|| kernel(text)),
        b'<' => kernel(text),
        0xe2 => flutter(text),
        _ => None,
    }
}

/// `FATAL EXCEPTION: main`; of a system process `*** FATAL EXCEPTION IN SYSTEM PROCESS: main`
fn exception(text: &str) -> Option<Headline<'_>> {
    let begins = text.strip_prefix("*** ").unwrap_or(text).starts_with("FATAL EXCEPTION");
    begins.then_some(Headline::new(EventKind::Exception))
}

/// `ANR in com.example.app (com.example.app/.MainActivity)`
fn anr(text: &str) -> Option<Headline<'_>> {
    let process = text.strip_prefix("ANR in ")?.split([' ', ',']).next()?;
    let named = process.contains('.') && !process.ends_with([':', '.']) || process == "system";
    named.then(|| Headline::new(EventKind::Anr).of(0, process))
}

/// `*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***`
fn tombstone(text: &str) -> Option<Headline<'_>> {
    text.starts_with("*** *** ***").then_some(Headline::new(EventKind::Native))
}

/// `Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 4250 (Render), pid 4242 (com.example.app)`, by the
/// process itself; the tombstone follows.
fn signal(text: &str, pid: u32) -> Option<Headline<'_>> {
    let (_, after) = number(text.strip_prefix("Fatal signal ")?)?;
    let said = after.split_once(", pid ").and_then(|(_, rest)| named(rest));
    let (pid, process) = said.unwrap_or((pid, ""));
    Some(Headline::new(EventKind::Native).of(pid, process).summary())
}

/// `Process 4242 exited due to signal 11 (Segmentation fault)`, before Android 10 `… due to signal (11)`
fn exited(text: &str) -> Option<Headline<'_>> {
    let (pid, signal) = text.strip_prefix("Process ")?.split_once(" exited due to signal ")?;
    let signal = number(signal.trim_start_matches('('))?.0;
    // SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS; the others are sent by somebody.
    let fault = matches!(signal, 4..=8 | 11 | 31);
    fault.then_some(Headline::new(EventKind::Native).of(pid.parse().ok()?, "").summary())
}

/// `══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞════`, `[ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: …`
fn flutter(text: &str) -> Option<Headline<'_>> {
    let block = text.starts_with(['═', '=']) && text.contains(" EXCEPTION CAUGHT BY ");
    let unhandled = text.starts_with("[ERROR:flutter/") && text.contains("] Unhandled Exception: ");
    (block || unhandled).then_some(Headline::new(EventKind::Flutter))
}

/// `TypeError: undefined is not an object (evaluating 'basket.items')`, `Invariant Violation: …`
pub fn is_script_error(text: &str) -> bool {
    let text = text.strip_prefix("Uncaught ").unwrap_or(text);
    let text = text.strip_prefix("(in promise) ").unwrap_or(text);
    let name = text.split(':').next().unwrap_or_default();
    let error = name.ends_with("Error") && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (error && text.len() > name.len() || text.starts_with("Invariant Violation: ")) && text.as_bytes()[0] < b'a'
}

/// `NullReferenceException: Object reference not set to an instance of an object`
fn unity(text: &str) -> Option<Headline<'_>> {
    let (class, message) = text.split_once(": ")?;
    let fits = class.ends_with("Exception") && class.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
    (fits && !message.is_empty()).then_some(Headline::new(EventKind::Unity))
}

/// Pages that come with the app, or that its own server shows.
const OWN_PAGES: &[&str] = &[
    "file:///",
    "http://localhost",
    "https://localhost",
    "capacitor://",
    "ionic://",
    "https://appassets.androidplatform.net",
];

/// `[INFO:CONSOLE(12)] "Uncaught TypeError: …", source: file:///android_asset/www/js/index.js (12)`,
/// `[ERROR:aw_browser_terminator.cc(166)] Renderer process (21456) crash detected (code 11).`
fn web_view(text: &str) -> Option<Headline<'_>> {
    let process = text.contains("Render process") || text.contains("Renderer process");
    if process && (text.contains("crash") || text.contains("wasn't handled by") || text.contains("wasn't handed by")) {
        let ends = text.contains("killing application") || text.contains("triggering application crash");
        return Some(Headline { crash: ends, ..Headline::new(EventKind::WebView).alone() });
    }
    let error = &text[text.find("Uncaught ")?..];
    let own = OWN_PAGES.iter().any(|page| text.contains(page));
    is_script_error(error).then_some(Headline { crash: own, ..Headline::new(EventKind::JavaScript) })
}

/// `StrictMode policy violation; ~duration=52 ms: android.os.strictmode.DiskReadViolation`,
/// `A resource was acquired at attached stack trace but never released. …`, `class a.B; instances=2; limit=1`
fn strict_mode(text: &str) -> Option<Headline<'_>> {
    let begins = text.starts_with("StrictMode policy violation")
        || text.starts_with("StrictMode VmPolicy violation")
        || text.starts_with("A resource was acquired at attached stack trace")
        || text.starts_with("class ") && text.contains("; limit=");
    begins.then_some(Headline::notice(EventKind::StrictMode))
}

/// Adjustments of the processes that the user sees (0 in front, 100 visible); others are in the background.
const VISIBLE: i32 = 100;

/// `Kill 'com.example.app' (4242), uid 10123, oom_score_adj 905 to free 45678kB`, `Killing 'com.example.app' (4242), adj 0`
fn low_memory(text: &str) -> Option<Headline<'_>> {
    let after = text.strip_prefix("Kill '").or_else(|| text.strip_prefix("Killing '"))?;
    let (process, after) = after.split_once("' (")?;
    let (pid, after) = number(after)?;
    let adjustment = after.split_once("adj ").and_then(|(_, rest)| signed(rest));
    Some(killed(pid, process, adjustment))
}

/// `<6>[ 1234.567890] lowmemorykiller: Killing 'm.example.books' (4242), adj 0,`,
/// `[ 1234.567890] Out of memory: Killed process 4242 (m.example.books) total-vm:…, oom_score_adj:0`: the kernel's own log,
/// which cuts the names of processes.
fn kernel(text: &str) -> Option<Headline<'_>> {
    let text = text.strip_prefix('<').and_then(|text| text.split_once('>')).map_or(text, |(_, rest)| rest);
    let (time, rest) = text.strip_prefix('[')?.split_once("] ")?;
    if time.is_empty() || !time.bytes().all(|byte| byte.is_ascii_digit() || b" .".contains(&byte)) {
        return None;
    }
    if let Some(killing) = rest.strip_prefix("lowmemorykiller: ") {
        return low_memory(killing);
    }
    let (pid, after) = number(rest.split_once("Killed process ")?.1)?;
    let (process, after) = after.strip_prefix(" (")?.split_once(')')?;
    Some(killed(pid, process, after.split_once("oom_score_adj:").and_then(|(_, rest)| signed(rest))))
}

/// `[4242,10123,905,0,…]` of the events buffer: process, user, adjustment
fn killinfo(text: &str) -> Option<Headline<'_>> {
    let mut fields = fields(text)?;
    let (pid, adjustment) = (fields.next()?.parse().ok()?, fields.nth(1)?);
    Some(killed(pid, "", signed(adjustment)))
}

fn killed(pid: u32, process: &str, adjustment: Option<i32>) -> Headline<'_> {
    let seen = adjustment.is_some_and(|adjustment| (0..=VISIBLE).contains(&adjustment));
    Headline { crash: seen, ..Headline::new(EventKind::Killed).of(pid, process).alone() }
}

/// Reasons of a kill that are the app's own matter. All others are everyday: empty, cached, swiped away, updated.
const NOTABLE_REASONS: &[&str] = &["excessive ", "Too many Binders", "memory", "depends on provider ", "start timeout"];

fn by_reason<'t>(pid: u32, process: &'t str, reason: &str) -> Option<Headline<'t>> {
    if reason.starts_with("bg anr") {
        return Some(Headline::new(EventKind::Anr).of(pid, process).summary());
    }
    let notable = NOTABLE_REASONS.iter().any(|one| reason.contains(one));
    notable.then_some(Headline::notice(EventKind::Killed).of(pid, process).alone())
}

/// `Killing 4242:com.example.app/u0a123 (adj 900): excessive cpu 41200 during 300000`
fn killing(text: &str) -> Option<Headline<'_>> {
    let (pid, after) = number(text.strip_prefix("Killing ")?)?;
    let (process, after) = after.strip_prefix(':')?.split_once('/')?;
    by_reason(pid, process, after.split_once("): ")?.1)
}

/// `[0,4242,com.example.app,900,excessive cpu 41200 during 300000]` of the events buffer
fn am_kill(text: &str) -> Option<Headline<'_>> {
    let mut fields = fields(text)?;
    let (pid, process) = (fields.nth(1)?.parse().ok()?, fields.next()?);
    by_reason(pid, process, fields.nth(1)?)
}

/// `[4242,0,com.example.app,550026820,java.lang.NullPointerException,…]` of the events buffer
fn am_crash(text: &str) -> Option<Headline<'_>> {
    let mut fields = fields(text)?;
    let (pid, process) = (fields.next()?.parse().ok()?, fields.nth(1)?);
    let native = fields.nth(1)? == "Native crash";
    let kind = if native { EventKind::Native } else { EventKind::Exception };
    Some(Headline::new(kind).of(pid, process).summary())
}

/// `[0,4242,com.example.app,952745540,Input dispatching timed out …]` of the events buffer
fn am_anr(text: &str) -> Option<Headline<'_>> {
    let mut fields = fields(text)?;
    Some(Headline::new(EventKind::Anr).of(fields.nth(1)?.parse().ok()?, fields.next()?).summary())
}

/// `CANNOT LINK EXECUTABLE "…": library "libx.so" not found`, `Load …libx.so … : dlopen failed: library "liby.so" not found`
fn library(text: &str) -> Option<Headline<'_>> {
    let begins = text.starts_with("CANNOT LINK EXECUTABLE")
        || text.contains("dlopen failed: ")
        || text.starts_with("library \"") && (text.contains("not found") || text.contains("is not accessible"))
        || text.contains("cannot locate symbol ");
    begins.then_some(Headline::notice(EventKind::Linking).alone())
}

/// What the runtime says under the name of the process: `No implementation found for void a.B.c() (tried Java_a_B_c …)`,
/// `Rejecting re-init on previously-failed class java.lang.Class<a.B>: java.lang.VerifyError: …`
fn art(text: &str) -> Option<Headline<'_>> {
    let begins = match text.as_bytes().first()? {
        b'N' => text.starts_with("No implementation found for "),
        b'R' => text.starts_with("Rejecting re-init on previously-failed class "),
        b'V' => {
            text.starts_with("Verifier rejected class ")
                || text.starts_with("Verification error in ")
                || text.starts_with("Verification failed on class ")
        }
        _ => false,
    };
    begins.then_some(Headline::notice(EventKind::Linking))
}

/// The fields of `[a,b,c]`.
fn fields(text: &str) -> Option<std::str::Split<'_, char>> {
    Some(text.trim_end().strip_prefix('[')?.strip_suffix(']')?.split(','))
}

/// `4242 (com.example.app)`
fn named(text: &str) -> Option<(u32, &str)> {
    let (pid, rest) = number(text)?;
    Some((pid, rest.strip_prefix(" (").and_then(|rest| rest.split(')').next()).unwrap_or_default()))
}

/// The number at the beginning, and what follows it.
pub fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

fn signed(text: &str) -> Option<i32> {
    let value = i32::try_from(number(text.trim_start_matches('-'))?.0).ok()?;
    Some(if text.starts_with('-') { -value } else { value })
}
