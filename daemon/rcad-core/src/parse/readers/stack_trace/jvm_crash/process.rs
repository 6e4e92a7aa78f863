//! Which process the report of a Java virtual machine is about, by the command line that it prints, and where that one's
//! memory is set. Data, and its use.

use crate::Category;
use crate::model::failure::{Failure, Wording};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// A process that many people have running.
struct Process {
    /// What its command line has, any of them.
    signs: &'static [&'static str],
    /// Its name, at the beginning of a sentence.
    name: &'static str,
    /// Where its memory is set.
    setting: &'static str,
    /// Whether it is a part of a build.
    builds: bool,
}

/// The most particular first.
const PROCESSES: &[Process] = &[
    Process {
        signs: &["org.gradle.launcher.daemon"],
        name: "Gradle's daemon",
        setting: "Lower `-Xmx` in `org.gradle.jvmargs` (gradle.properties, also `~/.gradle/gradle.properties`) and `org.gradle.workers.max`",
        builds: true,
    },
    Process {
        signs: &["org.gradle.process.internal.worker", "worker.org.gradle.process"],
        name: "A process that Gradle started for tests or a compiler",
        setting: "Lower `maxParallelForks` and `maxHeapSize` of the test task, `options.forkOptions` of the compiling one, or `org.gradle.workers.max`",
        builds: true,
    },
    Process {
        signs: &["org.jetbrains.kotlin.daemon"],
        name: "The Kotlin daemon",
        setting: "Lower `-Xmx` in `kotlin.daemon.jvmargs` (gradle.properties)",
        builds: true,
    },
    Process {
        signs: &["surefire"],
        name: "Maven's process for tests",
        setting: "Lower `-Xmx` in the `argLine` of the Surefire plugin, and its `forkCount`",
        builds: true,
    },
    Process {
        signs: &["org.codehaus.plexus.classworlds"],
        name: "Maven",
        setting: "Lower `-Xmx` in `MAVEN_OPTS` or `.mvn/jvm.config`",
        builds: true,
    },
    Process {
        signs: &["org.eclipse.jdt.ls"],
        name: "The Java language server of an editor (VS Code and the like)",
        setting: "Lower `-Xmx` in the editor's setting `java.jdt.ls.vmargs`, or open fewer projects at once",
        builds: false,
    },
    Process {
        signs: &["org.eclipse.equinox.launcher"],
        name: "Eclipse, or a program that is built on it,",
        setting: "Lower `-Xmx` in its `eclipse.ini` (or the `.ini` beside the program)",
        builds: false,
    },
    Process {
        signs: &["com.intellij.idea.Main", "-Didea.paths.selector"],
        name: "The IDE (IntelliJ IDEA, Android Studio)",
        setting: "Lower its heap by “Help | Change Memory Settings”",
        builds: false,
    },
    Process {
        signs: &["KnotClient", "--gameDir", "net.minecraft.client"],
        name: "The Minecraft client",
        setting: "Lower the memory that the launcher gives this instance",
        builds: false,
    },
    Process {
        signs: &[" nogui", "KnotServer", "net.minecraft.server", "paperclip"],
        name: "The Minecraft server",
        setting: "Lower `-Xmx` in its start script or `user_jvm_args.txt`",
        builds: false,
    },
];

/// `Command Line: -Xmx2G -jar shelf.jar`, `java_command: com.example.Shelf`, `jvm_args: -Xmx2G`
static COMMAND: Pattern = Pattern::new(r"^(?:Command Line|java_command|jvm_args): (?P<command>.+)$");

/// `-Xmx2G`
static HEAP: Pattern = Pattern::new(r"(?:^|\s)(?P<heap>-Xmx[0-9]+[A-Za-z]?)(?:\s|$)");

/// Lines of a report.
const REPORT: usize = 3000;

/// Tells whose memory could not be had, and where it is set; `false` where no command line is there. That line is no
/// evidence to quote: it is long, and names the reader's own directories.
pub fn tell(lines: &Lines, report: usize, failure: &mut Failure) -> bool {
    let commands: Vec<String> = (report..(report + REPORT).min(lines.len()))
        .filter_map(|at| Some(COMMAND.captures(lines.get(at))?["command"].to_owned()))
        .collect();
    if commands.is_empty() {
        return false;
    }
    let whole = commands.join(" ");
    let process = PROCESSES.iter().find(|process| process.signs.iter().any(|sign| whole.contains(sign)));
    let (name, setting) = process.map_or(
        ("The program of the report's command line", "Lower `-Xmx` in the command that starts it"),
        |process| (process.name, process.setting),
    );
    if !process.is_some_and(|process| process.builds) {
        failure.category = Category::RuntimeOom;
    }
    let heap = HEAP.captures(&whole).map(|found| format!(" (`{}`)", &found["heap"])).unwrap_or_default();
    failure.wording = Some(Wording {
        cause: format!(
            "{name} ended because the system gave its Java virtual machine no more memory: {{message}}. The machine's memory (or the container's limit, or the page file) ran out, not the Java heap{heap}."
        ),
        fixes: vec![
            "Close other programs, or give the machine (the container) more memory, swap or page file.".to_owned(),
            format!("{setting}: what the heap may take is missing elsewhere."),
        ],
    });
    true
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::explain::explain;
    use crate::parse::parse;

    fn told(command: &str) -> (Category, String) {
        let head = "#\n# There is insufficient memory for the Java Runtime Environment to continue.\n# Native memory allocation (malloc) failed to allocate 65536 bytes. Error detail: AllocateHeap\n#\n";
        let failure =
            parse(&format!("{head}\n---------------  S U M M A R Y ------------\n\nCommand Line: {command}\n"))
                .failures
                .remove(0);
        let answer = explain(&failure);
        (failure.category, format!("{} {}", answer.root_cause, answer.fixes.join(" ")))
    }

    #[test]
    fn each_process_has_its_own_setting() {
        for (command, category, setting) in [
            (
                "-Xmx2g org.gradle.launcher.daemon.bootstrap.GradleDaemon 8.5",
                Category::GradleDaemonOom,
                "org.gradle.jvmargs",
            ),
            (
                "-Xmx2g org.jetbrains.kotlin.daemon.KotlinCompileDaemon",
                Category::GradleDaemonOom,
                "kotlin.daemon.jvmargs",
            ),
            ("-Declipse.product=org.eclipse.jdt.ls.core.product -Xmx2G", Category::RuntimeOom, "java.jdt.ls.vmargs"),
            ("-Xmx8G -jar shelf.jar nogui", Category::RuntimeOom, "user_jvm_args.txt"),
            ("-Xmx8G -jar shelf.jar", Category::RuntimeOom, "the command that starts it"),
        ] {
            let (found, words) = told(command);
            assert_eq!(found, category, "{command}");
            assert!(words.contains(setting), "{command}: {words}");
            assert_eq!(words.contains("org.gradle.jvmargs"), setting == "org.gradle.jvmargs", "{command}: {words}");
        }
    }
}
