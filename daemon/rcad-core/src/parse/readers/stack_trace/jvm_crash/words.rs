//! What is said of a virtual machine that died, by whose code ran and by the stack that its report shows.

use super::stack::{JavaToolkit, ReportedFrame, ReportedStack, is_of_java, is_of_system};
use crate::model::failure::{Failure, Wording};

const DIED: &str = "The Java virtual machine ({jre}) died of {signal}";
const AGAIN: &str = "If it comes with different frames each time, test the machine's memory, and look for overclocking and agents (`-javaagent`, `-agentpath`) in the command line.";
const NEWEST: &str = "Use the newest update of this Java version, or another vendor's build: `./gradlew --version` shows which JDK runs, `org.gradle.java.home` sets it.";

/// Threads of the virtual machine, by a part of their names: what they do, and what helps.
const THREADS: &[(&str, &str, &str)] = &[
    ("CompilerThread", "in its JIT compiler", COMPILER),
    ("GC", "in its garbage collector", COLLECTOR),
    ("G1", "in its garbage collector", COLLECTOR),
    ("ZWorker", "in its garbage collector", COLLECTOR),
    ("Shenandoah", "in its garbage collector", COLLECTOR),
    ("ConcurrentMarkSweep", "in its garbage collector", COLLECTOR),
    ("VM Thread", "in an operation of its own (a garbage collection or another safepoint)", COLLECTOR),
    ("VMThread", "in an operation of its own (a garbage collection or another safepoint)", COLLECTOR),
];
const COMPILER: &str = "Use the newest update of this Java version; until then leave what it compiled uncompiled (`-XX:CompileCommand=exclude,{compiles}`).";
const COLLECTOR: &str = "Use the newest update of this Java version, and try another collector (`-XX:+UseSerialGC`, `-XX:+UseParallelGC`). A collector also stumbles over what native code damaged before: run with `-Xcheck:jni` if libraries with native code are loaded.";

/// Functions that copy memory, by a part of their names.
const COPIES: &[&str] = &["memmove", "memcpy", "memset", "acl_CopyRight", "jlong_disjoint_arraycopy"];

/// The words, and the lines that show it; names what is at fault in the failure.
pub fn tell(failure: &mut Failure, stack: &ReportedStack) -> Vec<usize> {
    let top = failure.symbol.clone().unwrap_or_default();
    let native = failure.details.get("kind").is_some_and(|kind| kind == "C");
    let stub = top.starts_with('~');
    let culprit = stack.culprit().filter(|_| native || stub || is_of_java(&top)).cloned();
    let mut shown = Vec::new();
    let java = callers(failure, stack, &mut shown);
    let of_others = |kit: &&JavaToolkit| culprit.as_ref().is_some_and(|frame| kit.is_called_by_another(frame));
    if let Some(kit) = stack.toolkit().filter(|kit| !of_others(kit)) {
        shown.extend(culprit.as_ref().map(|frame| frame.at));
        failure.wording = Some(by_toolkit(failure, kit, culprit, &java));
        return shown;
    }
    if let Some(frame) = culprit {
        failure.details.insert("top".to_owned(), top.clone());
        failure.details.remove("function");
        failure.details.extend(frame.function.clone().map(|function| ("function".to_owned(), function)));
        failure.symbol = Some(frame.library.clone());
        shown.push(frame.at);
        failure.wording = Some(by_library(failure, &java, top != frame.library));
        return shown;
    }
    if let Some(frame) = stack.of_java().filter(|_| native && is_of_system(&top)) {
        failure.details.insert("runtime_library".to_owned(), frame.library.clone());
        shown.push(frame.at);
        failure.wording = Some(by_runtime(&frame.library, &java));
        return shown;
    }
    let own_thread = stack.thread.as_deref().and_then(|name| THREADS.iter().find(|(part, ..)| name.contains(part)));
    if let Some((_, what, step)) = own_thread.filter(|_| native || is_of_java(&top)) {
        failure.details.extend(stack.thread.clone().map(|name| ("thread".to_owned(), name)));
        failure.details.extend(stack.compiles.clone().map(|method| ("compiles".to_owned(), method)));
        failure.wording = Some(by_thread(what, step, failure));
        return shown;
    }
    failure.wording = Some(by_frame(failure, stack, &java));
    shown
}

/// In words which Java led there; a sentence with a space in front, or nothing.
fn callers(failure: &mut Failure, stack: &ReportedStack, shown: &mut Vec<usize>) -> String {
    let Some((name, at)) = stack.java() else { return String::new() };
    shown.push(*at);
    failure.details.insert("java".to_owned(), name.clone());
    let Some((own, at)) = stack.own_java() else { return " Java got there by `{java}`.".to_owned() };
    shown.push(*at);
    failure.details.insert("own_java".to_owned(), own.clone());
    " Java got there by `{java}`, called from `{own_java}`.".to_owned()
}

/// A library that was loaded: it crashed itself, or what it called did.
fn by_library(failure: &Failure, java: &str, through: bool) -> Wording {
    let named = failure.details.contains_key("function");
    let cause = if through {
        let by = if named { "`{function}` of `{symbol}`" } else { "`{symbol}`" };
        format!(
            "{DIED} in `{{top}}`, called by {by}, a native library that was loaded into it: most probably that passed on a wrong address or length.{java}"
        )
    } else {
        let function = if named { " (`{function}`)" } else { "" };
        format!(
            "{DIED} in native code, in `{{symbol}}`{function}: a library that was loaded into it (JNI, an agent, a driver), not Java code.{java}"
        )
    };
    let jni = failure.details.get("function").is_some_and(|name| name.starts_with("Java_"));
    let first = match (jni, failure.details.contains_key("java")) {
        (true, _) => {
            "If `{symbol}` is yours, look in `{function}` at lengths, indexes and pointers of the arrays and buffers that it gets, and at null; `-Xcheck:jni` shows wrong JNI calls, AddressSanitizer the first wrong access."
        }
        (false, true) => {
            "If `{symbol}` is yours, look at what `{java}` passes to it (null, sizes, objects that were closed); `-Xcheck:jni` shows wrong JNI calls."
        }
        _ => "If `{symbol}` is yours, find the place by its offset (`addr2line -e {symbol}`).",
    };
    Wording::new(
        cause,
        &[
            first,
            "Else update what `{symbol}` belongs to (native library, agent, graphics driver), or run without it.",
            AGAIN,
        ],
    )
}

/// A toolkit for windows and graphics: its native code ran, whoever is on top.
fn by_toolkit(failure: &mut Failure, kit: &JavaToolkit, culprit: Option<ReportedFrame>, java: &str) -> Wording {
    let top = failure.symbol.clone();
    failure.symbol = culprit.map(|frame| frame.library).or(failure.symbol.take());
    let at = match top.filter(|top| failure.symbol.as_ref() != Some(top)) {
        Some(top) => {
            failure.details.insert("top".to_owned(), top);
            " (`{top}`, called by `{symbol}`)"
        }
        None if failure.symbol.is_some() => " (`{symbol}`)",
        None => "",
    };
    failure.details.insert("toolkit".to_owned(), kit.name.to_owned());
    let cause = format!("{DIED} in native code that {{toolkit}} ran{at}.{java}");
    let own = "Look at what `{own_java}` asks of it, and on which thread: as a rule only the thread of the user interface may.";
    Wording::new(cause, &[kit.update, own])
}

/// A library of the Java runtime that called the operating system's.
fn by_runtime(library: &str, java: &str) -> Wording {
    let zip = library.starts_with("libzip") || library.starts_with("zip.");
    let (meaning, step) = if zip {
        (
            ", which reads jars and zips: as a rule such a file was overwritten or made shorter while it was open",
            "Don't replace jars that a running program has open: stop daemons (`./gradlew --stop`) and servers first, then build anew; Java 9 and later read them without mapping them.",
        )
    } else {
        ("", NEWEST)
    };
    let cause = format!(
        "{DIED} in native code, in `{{symbol}}` of the operating system, called by `{{runtime_library}}` of the Java runtime itself{meaning}.{java}"
    );
    Wording::new(cause, &[step, AGAIN])
}

/// A thread of the virtual machine's own.
fn by_thread(what: &str, step: &str, failure: &Failure) -> Wording {
    let compiles = failure.details.contains_key("compiles");
    let of = if compiles { ", while it compiled `{compiles}`" } else { "" };
    let cause = format!(
        "{DIED} {what} (thread `{{thread}}`, `{{symbol}}`){of}: a fault of this JDK, or of memory that something else damaged."
    );
    let step = if step.contains("{compiles}") && !compiles { NEWEST } else { step };
    Wording::new(cause, &[step, AGAIN])
}

/// Where no more is known than the frame on top. The letter before it says whose code ran: native, the virtual machine's, or
/// compiled Java.
fn by_frame(failure: &Failure, stack: &ReportedStack, java: &str) -> Wording {
    let symbol = failure.symbol.as_deref();
    let function = if failure.details.contains_key("function") { " (`{function}`)" } else { "" };
    let report = if failure.details.contains_key("report") { "{report}" } else { "hs_err_pid….log" };
    let (cause, fix) = match failure.details.get("kind").map(String::as_str) {
        Some("C") if symbol.is_some_and(is_of_system) => (
            format!("{DIED} in native code, in `{{symbol}}`{function}, a library of the operating system: as a rule whoever called it is at fault (a JNI library, an agent, a driver, the virtual machine itself), not this library.{}{java}", copied(failure)),
            of_system(report, stack),
        ),
        Some("C") if symbol.is_some() => (
            format!("{DIED} in native code, in `{{symbol}}`{function}: a library that was loaded into it (a driver, an agent, a JNI library, an antivirus), not Java code.{java}"),
            format!("Update what `{{symbol}}` belongs to (graphics driver, native library, agent), or run without it; `{report}` lists the libraries and the Java frames that called it."),
        ),
        Some("V" | "v") => (
            format!("{DIED} in its own code (`{{symbol}}`): a fault of this JDK, or of memory that something else damaged.{java}"),
            NEWEST.to_owned(),
        ),
        Some("J" | "j") => (
            format!("{DIED} in compiled Java code, in `{{symbol}}`: as a rule a fault of its JIT compiler."),
            "Use the newest update of this Java version; until then leave this method uncompiled: `-XX:CompileCommand=exclude,{symbol}`.".to_owned(),
        ),
        _ => (
            format!("{DIED}; the address tells no library.{java}"),
            format!("Use the newest update of this Java version; `{report}` names the thread and the Java frames."),
        ),
    };
    Wording::new(cause, &[&fix, AGAIN])
}

/// Where to look for the caller that the text does not show.
fn of_system(report: &str, stack: &ReportedStack) -> String {
    if stack.is_empty() {
        format!(
            "Look in `{report}` under “Native frames” and “Java frames” for what called `{{symbol}}`: the first library there that is not the system's. Update that, or run without it; if it is the virtual machine's own, use the newest update of this Java version."
        )
    } else {
        "No library but the system's and Java's is among the frames: use the newest update of this Java version, and look at the Java frames for native memory (mapped files, `Unsafe`, direct buffers).".to_owned()
    }
}

/// Until Java 8 jars were read through mapped memory.
fn copied(failure: &Failure) -> &'static str {
    let function = failure.details.get("function").map_or("", String::as_str);
    let old =
        failure.details.get("jre").is_some_and(|jre| ["1.", "6", "7", "8"].iter().any(|start| jre.starts_with(start)));
    if old && COPIES.iter().any(|part| function.contains(part)) {
        " It was copying memory: up to Java 8 that is often a jar that was overwritten while it was open."
    } else {
        ""
    }
}
