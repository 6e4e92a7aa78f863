//! Which tasks run which tool, to match failures with failed tasks.

use std::collections::BTreeSet;

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::reader::{ReaderKind, TakenFailure};
use crate::pattern::Pattern;

/// ``fails at `:app:kspDebugKotlin`:``, `Could not create task ':shelf:compileJava'`, `` `:app:compileJava FAILED` ``
static MENTIONED: Pattern = Pattern::new(concat!(
    r"(?:\b(?:at|in|on|[Tt]ask:?) [`'\x22]?(?P<of>:[A-Za-z0-9_.-]+(?::[A-Za-z0-9_.-]+)*)[`'\x22]?(?:$|[ .,:;)])",
    r"|(?:^|[^A-Za-z0-9_:.-])(?P<failed>:[A-Za-z0-9_.-]+(?::[A-Za-z0-9_.-]+)*)[`'\x22]? FAILED)",
));

/// Lines around a failure in which a task that is mentioned is the one that failed.
const AROUND: u32 = 30;

/// Gives what failed in a build the one task that is mentioned around it, where no reader found it.
pub fn from_words(lines: &Lines, failures: &mut [Failure]) {
    let Some(first) = failures.first_mut().filter(|first| first.task.is_none() && first.process.is_none()) else {
        return;
    };
    let Some(there) = first.evidence.first().map(|line| line.line).filter(|_| first.exception.is_none()) else {
        return;
    };
    let near = || (0..lines.len()).filter(|at| lines.number(*at).abs_diff(there) <= AROUND);
    // A whole build names its task itself.
    if near().any(|at| lines.get(at).starts_with("BUILD FAILED")) {
        return;
    }
    let named = near().filter(|at| !lines.get(*at).starts_with("> Task ")).filter_map(|at| {
        let found = MENTIONED.captures(lines.get(at))?;
        let task = found.name("of").or_else(|| found.name("failed"))?;
        Some(task.as_str().trim_end_matches(['.', '-']).to_owned())
    });
    let named: BTreeSet<String> = named.collect();
    if let [task] = Vec::from_iter(named).as_slice() {
        first.task = Some(task.clone());
    }
}

/// Whether a task of this name runs the tool that reported `one`, in the module in which its file lies.
pub fn fits(task: &str, one: &TakenFailure) -> bool {
    runs(task, one) && lies_in(task, one)
}

/// What the names of the tasks that run a tool hold, for tools whose files lie in the task's module.
const TASKS: &[(ReaderKind, &[&str])] = &[
    (ReaderKind::Kotlinc, &["kotlin", "kapt", "ksp", "link"]),
    (ReaderKind::Javac, &["java", "kapt", "compile"]),
    (ReaderKind::Aapt2, &["resource", "manifest", "res"]),
    (ReaderKind::ManifestMerger, &["manifest"]),
    (
        ReaderKind::NativeBuild,
        &["native", "cmake", "ndk", "cxx", "cpp", "link", "cinterop", "konan", "framework", "xcode"],
    ),
    (ReaderKind::DataBinding, &["databinding", "java", "kotlin", "kapt", "ksp", "resource"]),
    (ReaderKind::R8, &["r8", "proguard", "minify", "dex", "desugar", "transform", "synthetics"]),
];

/// Whether a task of this name runs the tool that reported `one`.
pub fn runs(task: &str, one: &TakenFailure) -> bool {
    let name = task.rsplit(':').next().unwrap_or(task).to_lowercase();
    if one.reader.kind == ReaderKind::Junit {
        return name.contains("test") && !name.ends_with("classes");
    }
    // A processor's message names no compiler: javac runs processors as well (`hiltJavaCompileDebug`).
    if one.found.failure.category == Category::KaptKsp && name.contains("java") {
        return true;
    }
    let words = TASKS.iter().find(|(kind, _)| *kind == one.reader.kind).map(|(_, words)| *words);
    words.is_none_or(|words| words.iter().any(|word| name.contains(word)))
}

/// Whether a tool said it that tasks of certain names run.
pub fn is_of_a_tool(one: &TakenFailure) -> bool {
    TASKS.iter().any(|(kind, _)| *kind == one.reader.kind)
}

/// Whether the file of `one` can lie in the task's module.
pub fn lies_in(task: &str, one: &TakenFailure) -> bool {
    // Native sources may lie anywhere, in a package's directory or in the NDK, a module merges others' manifests, and R8
    // reads others' rules.
    let anywhere = matches!(one.reader.kind, ReaderKind::NativeBuild | ReaderKind::ManifestMerger | ReaderKind::R8);
    if anywhere || TASKS.iter().all(|(kind, _)| *kind != one.reader.kind) {
        return true;
    }
    let modules: Vec<&str> = task.split(':').filter(|part| !part.is_empty()).collect();
    let Some(file) = one.found.failure.file.as_deref().filter(|file| file.contains(['/', '\\'])) else { return true };
    // A library lies in a cache, not in a module.
    // `…/Basket.kt`: the path was cut when it was pasted.
    let cut = file.starts_with(['…', '<']) || file.starts_with("...");
    if cut || file.contains(".gradle/caches") || file.contains(".gradle\\caches") || file.ends_with(".jar") {
        return true;
    }
    match modules.as_slice() {
        [.., module, _] => is_below(file, module),
        _ => true,
    }
}

/// Whether a file lies in the directory of a module. That of a Flutter plugin has its version (`shelf_view-1.2.0`), and
/// that of a scoped npm package is two (`@shelf/view` for `:shelf_view`).
fn is_below(file: &str, module: &str) -> bool {
    let mut scope = None;
    file.split(['/', '\\']).any(|part| {
        let rest = part.strip_prefix(module);
        let of_version = rest
            .and_then(|rest| rest.strip_prefix('-'))
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let scoped =
            scope.is_some_and(|scope| module.strip_prefix(scope).and_then(|rest| rest.strip_prefix('_')) == Some(part));
        scope = part.strip_prefix('@');
        rest == Some("") || of_version || scoped
    })
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn a_packages_directory_is_that_of_its_module() {
        let root = |task: &str, error: &str| {
            let block = format!(
                "* What went wrong:\nExecution failed for task '{task}'.\n> Compilation failed; see the compiler error output for details.\n"
            );
            parse(&format!("{error}\n\nFAILURE: Build failed with an exception.\n\n{block}")).failures.remove(0)
        };
        for (module, directory) in [
            (":shelf_view", "/home/dev/.pub-cache/hosted/pub.dev/shelf_view-1.2.0"),
            (":shelf_view", "/home/dev/basket/node_modules/@shelf/view"),
            (":shelf", "/home/dev/basket/shelf"),
        ] {
            let error = format!(
                "{directory}/android/src/main/java/Shelf.java:6: error: cannot find symbol\n  symbol: class Basket"
            );
            let task = format!("{module}:compileDebugJavaWithJavac");
            let failure = root(&task, &error);
            assert_eq!((failure.line, failure.task), (Some(6), Some(task)), "{directory}");
        }
        let other = root(
            ":shelf:compileDebugJavaWithJavac",
            "/home/dev/shelf-view/src/Shelf.java:6: error: cannot find symbol",
        );
        assert_eq!(other.line, None);
    }

    #[test]
    fn the_only_task_that_a_paste_mentions_is_the_one_that_failed() {
        let task = |text: &str| parse(text).failures.remove(0).task;
        let error = "e: Shelf.kt:3:5 Unresolved reference 'basket'.";
        assert_eq!(task(&format!("fails at `:app:kspDebugKotlin`:\n{error}")).as_deref(), Some(":app:kspDebugKotlin"));
        assert_eq!(task(&format!("`:app:kspDebugKotlin FAILED`\n{error}")).as_deref(), Some(":app:kspDebugKotlin"));
        assert_eq!(task(&format!("I ran ./gradlew :app:assembleDebug\n{error}")), None);
        assert_eq!(task(&format!("at :app:a, later at :app:b\n{error}\nand at :lib:c")), None);
    }
}
