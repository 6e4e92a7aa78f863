//! A tool that Kotlin/Native runs (the linker, LLVM's optimiser, Xcode's programs) ended with an error. What it printed
//! stands above the compiler's own message, and is the reason.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `Compilation failed: The /p/.konan/dependencies/llvm-8.0/bin/llvm-lto command returned non-zero exit code: 127.`
static ENDED: Pattern =
    Pattern::new(r"The (?P<path>\S*?(?P<tool>[^/\\\s]+)) command returned non-zero exit code: (?P<code>[0-9]+)");

/// `/p/bin/llvm-lto: error while loading shared libraries: libshelf.so.5: cannot open shared object file: No such file …`,
/// `dyld[71]: Library not loaded: /usr/local/opt/shelf/lib/libshelf.5.dylib`
static NOT_LOADED: Pattern = Pattern::new(
    r"(?:error while loading shared libraries: |Library not loaded: (?:\S*/)?)(?P<library>[A-Za-z0-9_+.-]+\.(?:so|dylib)[0-9.]*)",
);

/// Lines above the message that are the tool's.
const ABOVE: usize = 8;

/// Libraries of old ncurses, which new systems no longer install, and the packages that have them.
const NCURSES: &[&str] = &["libtinfo.so.5", "libncurses.so.5"];

/// Words the failure by what the tool printed. Whether a tool ended.
pub fn tell(lines: &Lines, at: usize, message: &str, failure: &mut Failure) -> bool {
    let Some(found) = ENDED.captures(message) else { return false };
    let tool = found["tool"].trim_end_matches(".exe").to_owned();
    failure.category = Category::KotlinNativeLink;
    failure.details.insert("tool".to_owned(), tool.clone());
    failure.details.insert("exit_code".to_owned(), found["code"].to_owned());
    failure.symbol = Some(tool.clone());
    let above = || (at.saturating_sub(ABOVE)..at).rev().take_while(|index| !lines.get(*index).starts_with("> Task "));
    if let Some((index, library)) =
        above().find_map(|index| Some((index, NOT_LOADED.captures(lines.get(index))?["library"].to_owned())))
    {
        failure.evidence.push(lines.evidence(index));
        not_loaded(&library, failure);
        return true;
    }
    // What other readers find there says it better.
    failure.details.insert("headline".to_owned(), "yes".to_owned());
    let prints = |line: &str| line.contains(&format!("{tool}: ")) || line.contains("error: ");
    match above().find(|index| prints(lines.get(*index)) && !lines.get(*index).starts_with("e: ")) {
        Some(index) => {
            failure.evidence.push(lines.evidence(index));
            failure.details.insert("printed".to_owned(), lines.get(index).trim().to_owned());
            failure.say(
                "`{tool}`, which Kotlin/Native runs, ended with exit code {exit_code}; above it says why: {printed}.",
                &["Mend what `{tool}` complains of in that line; the compiler's own trace below only reports that it ended."],
            );
        }
        None => failure.say(
            "`{tool}`, which Kotlin/Native runs, ended with exit code {exit_code}; what it printed is not in this text.",
            &["Read what `{tool}` printed above in the whole output (`--info` shows its command, which can be run by hand): that is the reason, the compiler's own trace only reports it."],
        ),
    }
    true
}

/// The tool does not start, for the system lacks a library.
fn not_loaded(library: &str, failure: &mut Failure) {
    failure.symbol = Some(library.to_owned());
    let install = if NCURSES.contains(&library) {
        "Install the old ncurses beside the new one: `sudo apt install libtinfo5 libncurses5` on Debian and Ubuntu (up to 23.10; later ones need the package of an older release), `ncurses-compat-libs` on Fedora, `ncurses5-compat-libs` of the AUR on Arch."
    } else {
        "Install the package that has `{symbol}`: `apt-file search {symbol}` (Debian, Ubuntu), `dnf provides '*/{symbol}'` (Fedora) or, on macOS, `brew` name it."
    };
    failure.say(
        "`{tool}`, which Kotlin/Native runs, does not start: the system has no library `{symbol}`. Nothing is wrong with the sources or the compiler.",
        &[
            install,
            "If it is installed in another directory, put that on `LD_LIBRARY_PATH` for Gradle's daemon (`./gradlew --stop` first).",
        ],
    );
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::explain::answer;
    use crate::parse::parse;

    fn log(printed: &str) -> String {
        format!(
            "> Task :till:linkReleaseExecutableLinux\n{printed}e: Compilation failed: The /home/dev/.konan/dependencies/llvm-8.0/bin/llvm-lto command returned non-zero exit code: 127.\n\n * Source files: Till.kt\n * Compiler version info: Konan: 1.3.2 / Kotlin: 1.3.50\n * Output kind: PROGRAM\n\ne: org.jetbrains.kotlin.konan.KonanExternalToolFailure: The /home/dev/.konan/dependencies/llvm-8.0/bin/llvm-lto command returned non-zero exit code: 127.\n\tat org.jetbrains.kotlin.konan.exec.Command.handleExitCode(ExecuteCommand.kt:105)\n"
        )
    }

    #[test]
    fn a_tool_that_does_not_start_names_the_library() {
        let missing = log(
            "/home/dev/.konan/dependencies/llvm-8.0/bin/llvm-lto: error while loading shared libraries: libtinfo.so.5: cannot open shared object file: No such file or directory\n",
        );
        let failure = parse(&missing).failures.remove(0);
        assert_eq!(failure.category, Category::KotlinNativeLink);
        assert_eq!(failure.symbol.as_deref(), Some("libtinfo.so.5"));
        let told = answer(&missing);
        assert!(told.contains("libtinfo5") && !told.contains("--no-build-cache"), "{told}");
        let other = answer(&missing.replace("libtinfo.so.5", "libshelf.so.2"));
        assert!(other.contains("apt-file search libshelf.so.2") && !other.contains("libtinfo5"), "{other}");
    }

    #[test]
    fn what_the_tool_printed_is_the_reason() {
        let told = answer(&log("llvm-lto: Shelf.bc: file too small to be an archive\n"));
        assert!(told.contains("file too small"), "{told}");
        let silent = answer(&log(""));
        assert!(silent.contains("is not in this text"), "{silent}");
    }
}
