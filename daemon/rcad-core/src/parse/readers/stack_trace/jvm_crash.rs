//! Reads the report that a Java virtual machine prints, and writes to `hs_err_pid….log`, when it dies of a fatal error: on
//! a developer's machine that is Gradle's daemon, a compiler, a test or the program itself. Knows no app on Android.

mod process;
mod stack;
mod words;

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

/// `# C  [ntdll.dll+0x6314b]`, `# V  [libjvm.so+0x8f3a10]  PhaseIdealLoop::split_up+0x30`, `# J 4 c2 java.util.HashMap.get(…)`, `# v  ~StubRoutines::oak`
static FRAME: Pattern = Pattern::new(
    r"^#?\s*(?P<kind>[CVvJj])\s+(?:\[(?P<library>[^\]+]+)\+0x[0-9a-f]+\](?:\s+(?P<function>[-+]\[[^\]]+\]|[^\s(+]+))?|(?P<stub>~[A-Za-z0-9_:<>]+)|(?:[0-9]+ )?(?:[%sb!n ]*c[12] )?(?P<method>[a-z][A-Za-z0-9_.$]+)[(;])",
);

/// `# Native memory allocation (mmap) failed to map 65536 bytes. Error detail: Failed to commit metaspace.`
static MEMORY: Pattern =
    Pattern::new(r"^#?\s*(?P<what>Native memory allocation \([a-z]+\) failed to [a-z]+ (?P<bytes>[0-9]+) bytes.*)$");

/// `# /home/dev/basket/hs_err_pid4242.log`: where the whole report is
static REPORT: Pattern = Pattern::new(r"^#?\s*(?P<report>[^#\s].*hs_err_pid[0-9]+\.log)\s*$");

/// Lines of the report's head.
const HEAD: usize = 30;

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
        failure.symbol = name("library").or_else(|| name("method")).or_else(|| name("stub"));
        failure.details.insert("kind".to_owned(), found["kind"].to_owned());
        failure.details.extend(name("function").map(|function| ("function".to_owned(), function)));
        failure.evidence.push(lines.evidence(at));
    }
    if let Some(found) = head.clone().find_map(|at| REPORT.captures(lines.get(at))) {
        failure.details.insert("report".to_owned(), found["report"].to_owned());
    }
    let shown = words::tell(&mut failure, &stack::read(lines, at));
    failure.evidence.extend(shown.into_iter().map(|at| lines.evidence(at)));
    Some(ReaderMatch { failure, lines: head.len().max(1), headline: false })
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
    if process::tell(lines, at, &mut failure) {
        return ReaderMatch { failure, lines: count, headline: false };
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
        let begins = |at: &usize| super::READER.anchors.iter().any(|anchor| lines.get(*at).contains(anchor));
        (0..lines.len()).filter(begins).find_map(|at| super::read(&lines, at)).expect("a report").failure
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

    /// A report with its stack: the library on top, the thread, and the frames.
    fn whole(top: &str, thread: &str, frames: &[&str]) -> (Failure, String, String) {
        let kind = if top.contains("libjvm") { "V" } else { "C" };
        let head = report("SIGSEGV (0xb) at pc=0x00007ffb", &format!("{kind}  [{top}+0x42]"));
        let text = format!(
            "{head}\n---------------  T H R E A D  ---------------\n\nCurrent thread (0x00007f1a64161800):  {thread} [id=12, stack(0x0,0x1)]\n\n\
             Stack: [0x0,0x1],  sp=0x0,  free space=1022k\nNative frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)\n{kind}  [{top}+0x42]\n{}\n\n\
             Java Threads: ( => current thread )\n",
            frames.join("\n")
        );
        let failure = read(&text);
        let told = explain(&failure);
        (failure, told.root_cause, told.fixes[0].clone())
    }

    #[test]
    fn the_library_that_called_the_systems_is_named() {
        let (failure, cause, fix) = whole(
            "libc.so.6",
            "JavaThread \"shelves\"",
            &[
                "C  [liboak.so+0x7f3]  Java_com_example_Oak_fell+0x183",
                "j  org.lwjgl.Oak.fell([II)[I+0",
                "j  com.example.basket.Shelf.run()V+29",
                "v  ~StubRoutines::call_stub",
                "V  [libjvm.so+0x66161b]",
                "C  [libpthread.so.0+0x76ba]  start_thread+0xca",
            ],
        );
        assert_eq!(failure.symbol.as_deref(), Some("liboak.so"));
        assert!(cause.contains("in `libc.so.6`, called by `Java_com_example_Oak_fell` of `liboak.so`"), "{cause}");
        assert!(cause.contains("`org.lwjgl.Oak.fell`, called from `com.example.basket.Shelf.run`"), "{cause}");
        assert!(fix.contains("`Java_com_example_Oak_fell`") && !fix.contains("hs_err"), "{fix}");
    }

    #[test]
    fn a_toolkit_is_named_by_its_java() {
        let head = report("SIGBUS (0xa) at pc=0x000000010e8b94f0", "v  ~StubRoutines::SafeOak");
        let frames = |java: &str| {
            format!(
                "{head}\nCurrent thread (0x0000000151808800):  JavaThread \"Shelves\" daemon [_thread_in_native, id=1]\n\nNative frames: (J=compiled Java code)\nv  ~StubRoutines::SafeOak\nV  [libjvm.dylib+0x4f]  jni_DeleteGlobalRef+0xd4\nC  [libglass.dylib+0xab]  -[GlassShelf fill]+0x34\nj  {java}.put(Ljava/lang/Runnable;)V+2\n\n"
            )
        };
        let failure = read(&frames("com.sun.glass.ui.mac.MacApplication"));
        let told = explain(&failure);
        assert_eq!(failure.symbol.as_deref(), Some("libglass.dylib"));
        assert!(
            told.root_cause.contains("JavaFX ran (`~StubRoutines::SafeOak`, called by `libglass.dylib`)"),
            "{told:?}"
        );
        assert!(told.fixes[0].starts_with("Update JavaFX") && !told.fixes.iter().any(|fix| fix.contains("memory")));
        let told = explain(&read(&frames("com.example.Oak")));
        assert!(told.root_cause.contains("`-[GlassShelf fill]` of `libglass.dylib`"), "{told:?}");
    }

    #[test]
    fn a_crash_without_a_foreign_library_is_the_virtual_machines() {
        let (failure, cause, _) = whole(
            "libjvm.so",
            "JavaThread \"C2 CompilerThread0\" daemon",
            &[
                "V  [libjvm.so+0x66161b]  PhaseOak::grow(Node*)+0x30",
                "",
                "Current CompileTask:",
                "C2:  13579  678   !   4       com.example.Shelf::fill (123 bytes)",
            ],
        );
        assert_eq!(failure.symbol.as_deref(), Some("libjvm.so"));
        assert!(
            cause.contains("in its JIT compiler (thread `C2 CompilerThread0`")
                && cause.contains("com.example.Shelf::fill"),
            "{cause}"
        );
        let (_, cause, _) = whole("libc.so.6", "GCTaskThread \"GC Thread#1\"", &["V  [libjvm.so+0x66161b]"]);
        assert!(cause.contains("garbage collector") || cause.contains("libjvm.so` of the Java runtime"), "{cause}");
        let (_, cause, fix) = whole(
            "libc.so.6",
            "JavaThread \"main\"",
            &["C  [libzip.so+0x7f3]  newEntry+0x62", "j  java.util.zip.ZipFile.getEntry(J[BZ)J+0"],
        );
        assert!(cause.contains("`libzip.so` of the Java runtime itself, which reads jars"), "{cause}");
        assert!(fix.contains("--stop"), "{fix}");
    }

    #[test]
    fn a_library_below_java_called_nobody_on_top() {
        let (failure, ..) = whole(
            "libc.so.6",
            "JavaThread \"main\"",
            &["j  com.example.Shelf.run()V+29", "C  [liboak.so+0x7f3]  main+0x183"],
        );
        assert_eq!(failure.symbol.as_deref(), Some("libc.so.6"));
    }

    #[test]
    fn the_report_that_was_saved_is_named() {
        let head =
            report("SIGSEGV (0xb) at pc=0x00007ffb", "C  [libsystem_platform.dylib+0x42]  _platform_memmove+0x3");
        let saved = format!(
            "{head}# An error report file with more information is saved as:\n# /home/dev/basket/hs_err_pid4242.log\n"
        );
        assert!(explain(&read(&saved)).fixes[0].contains("`/home/dev/basket/hs_err_pid4242.log`"));
        assert!(explain(&read(&head)).fixes[0].contains("hs_err_pid….log"));
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
