//! Reads the report that a Java virtual machine prints, and writes to `hs_err_pid….log`, when it dies of a fatal error: on
//! a developer's machine that is Gradle's daemon, a compiler, a test or the program itself. Knows no app on Android.

use crate::Category;
use crate::model::failure::{Failure, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::Pattern;

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::JvmCrash,
    anchors: &[
        "A fatal error has been detected by the Java Runtime Environment",
        "There is insufficient memory for the Java Runtime",
    ],
    frame: false,
    read,
};

/// `#  SIGSEGV (0xb) at pc=0x0000000000000003, pid=103648, tid=103715`
static SIGNAL: Pattern = Pattern::new(
    r"^#?\s*(?P<signal>SIG[A-Z]+|EXCEPTION_[A-Z_]+|Internal Error) \((?P<code>[^)]+)\)(?:.*pid=(?P<pid>[0-9]+))?",
);

/// `# JRE version: OpenJDK Runtime Environment Temurin-17.0.16+8 (17.0.16+8) (build 17.0.16+8)`
static JRE: Pattern = Pattern::new(r"^#?\s*JRE version: .*?\(?(?:build )?(?P<jre>[0-9]+(?:\.[0-9]+)*[^ ()]*)\)");

/// `# C  [ntdll.dll+0x6314b]`, `# V  [libjvm.so+0x8f3a10]  PhaseIdealLoop::split_up+0x30`, `# J 4 c2 java.util.HashMap.get(…)`
static FRAME: Pattern = Pattern::new(
    r"^#?\s*(?P<kind>[CVvJj])\s+(?:\[(?P<library>[^\]+]+)\+0x[0-9a-f]+\](?:\s+(?P<function>[^\s(+]+))?|(?:[0-9]+ )?(?:[%sb!n ]*c[12] )?(?P<method>[a-z][A-Za-z0-9_.$]+)[(;])",
);

/// `# Native memory allocation (mmap) failed to map 65536 bytes. Error detail: Failed to commit metaspace.`
static MEMORY: Pattern =
    Pattern::new(r"^#?\s*(?P<what>Native memory allocation \([a-z]+\) failed to [a-z]+ (?P<bytes>[0-9]+) bytes.*)$");

/// Lines of the report's head.
const HEAD: usize = 30;

/// Beginnings of the names of libraries that the operating system brings.
const OF_SYSTEM: &[&str] = &[
    // macOS
    "libsystem_",
    "libSystem",
    "libobjc.",
    "libdispatch.",
    "libdyld.",
    "dyld",
    "libc++.",
    "libc++abi.",
    "CoreFoundation",
    "AppKit",
    "Foundation",
    // Linux
    "libc.so",
    "libc-",
    "libpthread",
    "libdl.so",
    "libm.so",
    "libstdc++.so",
    "libgcc_s.so",
    "ld-linux",
    "ld-musl",
    "linux-vdso",
    // Windows
    "ntdll",
    "ucrtbase",
    "msvcrt",
    "msvcp",
    "vcruntime",
    "KERNELBASE",
    "kernel32",
    "user32",
];

/// Whether a library is the operating system's own, which fails for whoever calls it wrongly.
fn is_of_system(library: &str) -> bool {
    OF_SYSTEM.iter().any(|start| library.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)))
}

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let head = at..(at + HEAD).min(lines.len());
    if lines.get(at).contains("insufficient memory") {
        return Some(memory(lines, at, head));
    }
    let (signal_at, signal) = head.clone().find_map(|at| Some((at, SIGNAL.captures(lines.get(at))?)))?;
    let mut failure =
        Failure::new(Category::NativeCrash, Language::Native, lines.get(signal_at).trim_start_matches(['#', ' ']));
    failure.details.insert("signal".to_owned(), signal["signal"].to_owned());
    failure.evidence.push(lines.evidence(signal_at));
    if let Some(found) = head.clone().find_map(|at| JRE.captures(lines.get(at))) {
        failure.details.insert("jre".to_owned(), found["jre"].to_owned());
    }
    let below = head.clone().find(|at| lines.get(*at).contains("Problematic frame:")).map(|at| at + 1);
    if let Some((at, found)) = below.and_then(|at| Some((at, FRAME.captures(lines.get(at))?))) {
        let name = |group: &str| found.name(group).map(|text| text.as_str().to_owned());
        failure.symbol = name("library").or_else(|| name("method"));
        failure.details.insert("kind".to_owned(), found["kind"].to_owned());
        failure.details.extend(name("function").map(|function| ("function".to_owned(), function)));
        failure.evidence.push(lines.evidence(at));
    }
    failure.wording = Some(wording(&failure));
    Some(ReaderMatch { failure, lines: head.len().max(1), headline: false })
}

/// The letter before the frame says whose code ran: native, the virtual machine's, or compiled Java.
fn wording(failure: &Failure) -> Wording {
    let (cause, fix) = match failure.details.get("kind").map(String::as_str) {
        Some("C") if failure.symbol.as_deref().is_some_and(is_of_system) => (
            "The Java virtual machine ({jre}) died of {signal} in native code, in `{symbol}`, a library of the operating system: as a rule whoever called it is at fault (a JNI library, an agent, a driver, the virtual machine itself), not this library.",
            "Look in `hs_err_pid….log` under “Native frames” and “Java frames” for what called `{symbol}`: the first library there that is not the system's. Update that, or run without it; if it is the virtual machine's own, use the newest update of this Java version.",
        ),
        Some("C") if failure.symbol.is_some() => (
            "The Java virtual machine ({jre}) died of {signal} in native code, in `{symbol}`: a library that was loaded into it (a driver, an agent, a JNI library, an antivirus), not Java code.",
            "Update what `{symbol}` belongs to (graphics driver, native library, agent), or run without it; `hs_err_pid….log` lists the libraries and the Java frames that called it.",
        ),
        Some("V" | "v") => (
            "The Java virtual machine ({jre}) died of {signal} in its own code (`{symbol}`): a fault of this JDK, or of memory that something else damaged.",
            "Use the newest update of this Java version, or another vendor's build: `./gradlew --version` shows which JDK runs, `org.gradle.java.home` sets it.",
        ),
        Some("J" | "j") => (
            "The Java virtual machine ({jre}) died of {signal} in compiled Java code, in `{symbol}`: as a rule a fault of its JIT compiler.",
            "Use the newest update of this Java version; until then leave this method uncompiled: `-XX:CompileCommand=exclude,{symbol}`.",
        ),
        _ => (
            "The Java virtual machine ({jre}) died of {signal}; the address tells no library.",
            "Use the newest update of this Java version; `hs_err_pid….log` names the thread and the Java frames.",
        ),
    };
    let again = "If it comes with different frames each time, test the machine's memory, and look for overclocking and agents (`-javaagent`, `-agentpath`) in the command line.";
    Wording { cause: cause.to_owned(), fixes: vec![fix.to_owned(), again.to_owned()] }
}

fn memory(lines: &Lines, at: usize, mut head: std::ops::Range<usize>) -> ReaderMatch {
    let count = head.len().max(1);
    let mut failure =
        Failure::new(Category::GradleDaemonOom, Language::Unknown, lines.get(at).trim_start_matches(['#', ' ']));
    failure.evidence.push(lines.evidence(at));
    if let Some((at, found)) = head.find_map(|at| Some((at, MEMORY.captures(lines.get(at))?))) {
        failure.message = found["what"].to_owned();
        failure.details.insert("bytes".to_owned(), found["bytes"].to_owned());
        failure.evidence.push(lines.evidence(at));
    }
    failure.wording = Some(Wording {
        cause: "The system gave the Java virtual machine no more memory: {message}. It is the machine's memory (or the container's limit, or the page file) that ran out, not the Java heap.".to_owned(),
        fixes: vec![
            "Lower what the build takes together: `-Xmx` in `org.gradle.jvmargs` and `kotlin.daemon.jvmargs`, `org.gradle.workers.max`; or close other programs, or give the machine more memory or swap.".to_owned(),
        ],
    });
    ReaderMatch { failure, lines: count, headline: false }
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::explain::explain;
    use crate::model::failure::Failure;
    use crate::parse::input::lines::Lines;

    fn read(text: &str) -> Failure {
        let lines = Lines::new(text);
        (0..lines.len()).find_map(|at| super::read(&lines, at)).expect("a report").failure
    }

    fn report(signal: &str, frame: &str) -> String {
        format!(
            "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n#  {signal}, pid=12764, tid=22036\n#\n\
             # JRE version: OpenJDK Runtime Environment Temurin-17.0.16+8 (17.0.16+8) (build 17.0.16+8)\n# Problematic frame:\n# {frame}\n#\n"
        )
    }

    #[test]
    fn whose_code_ran_is_told_by_the_frame() {
        for (frame, symbol, words) in [
            ("C  [ntdll.dll+0x6314b]", Some("ntdll.dll"), "in native code, in `ntdll.dll`, a library of the operating"),
            (
                "C  [libsystem_platform.dylib+0x42]",
                Some("libsystem_platform.dylib"),
                "a library of the operating system",
            ),
            ("C  [libscales.so+0x42]", Some("libscales.so"), "a library that was loaded into it (a driver"),
            ("V  [libjvm.so+0x8f3a10]  PhaseIdealLoop::split_up+0x30", Some("libjvm.so"), "in its own code"),
            (
                "J 4812 c2 com.example.Basket.put(Ljava/lang/Object;)V (88 bytes)",
                Some("com.example.Basket.put"),
                "JIT compiler",
            ),
            ("C  0x0000000000000003", None, "the address tells no library"),
        ] {
            let failure = read(&report("SIGSEGV (0xb) at pc=0x00007ffb", frame));
            assert_eq!((failure.category, failure.symbol.as_deref()), (Category::NativeCrash, symbol), "{frame}");
            let cause = explain(&failure).root_cause;
            assert!(cause.contains(words) && cause.contains("17.0.16+8") && cause.contains("SIGSEGV"), "{cause}");
        }
    }

    #[test]
    fn memory_that_the_system_refuses_is_not_the_heap() {
        let text = "#\n# There is insufficient memory for the Java Runtime Environment to continue.\n\
            # Native memory allocation (mmap) failed to map 65536 bytes. Error detail: Failed to commit metaspace.\n";
        let failure = read(text);
        assert_eq!(failure.category, Category::GradleDaemonOom);
        assert!(explain(&failure).root_cause.contains("65536 bytes"));
    }
}
