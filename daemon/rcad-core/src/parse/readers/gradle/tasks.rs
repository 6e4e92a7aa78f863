//! Gradle's messages about tasks and projects that it cannot find or cannot put in order. Data only; the narrow ones
//! first.

use crate::Category;
use crate::pattern::{Rules, rule};

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    rule(
        Category::GradleTaskNotFound,
        r"(?P<what>Task|Project) '(?P<symbol>[^']+)' is ambiguous in (?P<owner>(?:root )?project '[^']*')(?: and its subprojects)?\. Candidates are: (?P<candidates>[^\n]+?)\.\s*(?:\n|$)",
    )
    .means("The name `{symbol}` fits more than one in {owner}: {candidates}.")
    .fix(&["Write the whole name of the one that is meant: {candidates}."]),
    rule(
        Category::GradleTaskNotFound,
        r"Cannot locate (?:tasks|projects) that match '(?P<path>[^']+)' as (?P<what>task|project) '(?P<symbol>[^']+)' is ambiguous in (?P<owner>(?:root )?project '[^']*')\. Candidates are: (?P<candidates>[^\n]+?)\.?\s*(?:\n|$)",
    )
    .means("The name `{symbol}` is ambiguous in {owner}: several {what}s fit, one for each flavour and build type (variant): {candidates}.")
    .fix(&["Name the variant that is meant, with its flavour: one of {candidates}. In React Native: `npx react-native run-android --mode=<variant>`."]),
    rule(Category::GradleTaskNotFound, r"Task ['‘](?P<symbol>wrapper)['’] not found in (?P<owner>project ['‘][^'’]*['’])")
        .means("The task `{symbol}` exists only in the root project of a build, and {owner} is not the root: a settings.gradle above it includes it.")
        .fix(&["Run `gradle {symbol}` in the root directory, the one with settings.gradle.", "If {owner} is meant to be a build of its own, give its directory a settings.gradle, or take its `include` line out of the one above."]),
    rule(Category::GradleTaskNotFound, r"Task '(?P<symbol>testClasses)' not found in (?P<owner>project '[^']*')|Cannot locate tasks that match '[^']*' as task '(?P<symbol2>testClasses)' not found in (?P<owner2>project '[^']*')")
        .means("Android Studio asks {owner} for the task `{symbol}`, which only Java projects have; a Kotlin Multiplatform module has none.")
        .fix(&["Register it in the build file of {owner}: `tasks.register(\"{symbol}\")`, or update Android Studio; or build with `./gradlew assemble` in place of the IDE's Make Project."]),
    // `Task '.js.compiler=legacy' not found`: PowerShell splits `-Pkotlin.js.compiler=legacy` at the dot.
    rule(Category::GradleTaskNotFound, r"Task '(?P<symbol>\.[a-z][A-Za-z0-9.]*(?:=[^']*)?)' not found in")
        .means("There is no task `{symbol}`: it is the end of an option (`-P…` or `-D…`) that PowerShell splits at the first dot when it is not in quotation marks.")
        .fix(&["Quote the whole option: `./gradlew <task> \"-P…{symbol}\"`."]),
    rule(
        Category::GradleTaskNotFound,
        r"(?:Task|Project|project) '(?P<symbol>[^']+)' not found in (?P<owner>(?:root )?project '[^']*'|build '[^']*')(?: and its subprojects)?\.(?: Some candidates are: (?P<candidates>[^\n]+?)\.(?:\s|$))?",
    ),
    rule(
        Category::GradleTaskNotFound,
        r"(?:Task|Project|project) ['‘](?P<symbol>[^'’]+)['’] not found in (?P<owner>(?:root )?project ['‘][^'’]*['’])\.",
    ),
    rule(
        Category::GradleTaskNotFound,
        r"Cannot locate (?:tasks|projects) that match '(?P<path>[^']+)' as (?:task|project) '(?P<symbol>[^']+)' (?:not found in|is ambiguous in|does not exist in) (?P<owner>(?:root )?project '[^']*')(?:\.(?: (?:Some c|C)andidates are: (?P<candidates>[^\n]+?)\.)?)?(?:\s|$)",
    ),
    rule(Category::GradleTaskNotFound, r"Cannot locate (?:tasks|projects|[^\n]*) that match '(?P<symbol>[^']+)'(?: as (?P<why>[^\n]+?))?\.(?:\s|$)"),
    rule(
        Category::GradleTaskNotFound,
        r"Project with path '(?P<symbol>[^']+)' could not be found(?: in (?P<owner>[^\n]+?))?\.(?:\s|$)",
    )
    .means("There is no project `{symbol}`: the settings file does not include it, or its path is different.")
    .fix(&["Add `include(\"{symbol}\")` to the settings file, or correct the path in `project(\"{symbol}\")`; `./gradlew projects` lists what there is.", "In React Native, Capacitor and Flutter projects the packages' modules are included by their own scripts: install the packages and sync again."]),
    rule(
        Category::GradleTaskNotFound,
        r"Task with (?:name|path) '(?P<symbol>[^']+)' not found in (?P<owner>[^\n]+?)\.(?:\s|$)",
    ),
    rule(
        Category::GradleTaskNotFound,
        r"(?:Project directory|Build file) '(?P<symbol>[^']+)' is not part of the build defined by settings file '(?P<settings>[^']+)'",
    )
    .means("`{symbol}` belongs to no project of the build that {settings} defines.")
    .fix(&["Add it with `include(…)` to {settings}; if it is a build of its own, give it a settings.gradle, even an empty one."]),
    rule(Category::GradleTaskNotFound, r"Directory '(?P<directory>(?:[^'\n]*[/\\])?(?P<symbol>[^'/\\\n]+))' does not contain a Gradle build")
        .means("There is no Gradle build in `{directory}`: neither settings.gradle nor build.gradle.")
        .fix(&["Run the command in the project's root directory (in Flutter, React Native and Capacitor projects `android/`), or give it with `-p`."]),
    rule(
        Category::GradleTaskNotFound,
        r"Configuring project '(?P<symbol>[^']+)' without an existing directory is not allowed\. The configured projectDirectory '(?P<directory>[^']+)' does not exist",
    )
    .means("The settings file includes the project `{symbol}`, and its directory {directory} does not exist.")
    .fix(&["Remove its `include` line, or correct `projectDir`; a directory from a package manager or a git submodule needs `npm install` or `git submodule update --init` first."]),
    rule(Category::GradleTaskNotFound, r"(?:Problem configuring task (?P<task>:[^\s]+) from command line\.\s*> )?Unknown command-line option '(?P<symbol>(?P<option>[^']+))'")
        .means("`{task}` has no command-line option `{option}`.")
        .fix(&["See which options it has: `./gradlew help --task {task}`. In an Android module `--tests` belongs to the variant's test task, e.g. `testDebugUnitTest --tests …`."]),
    rule(Category::GradleTaskNotFound, r"Problem configuring task (?P<symbol>:[^\s]+) from command line|Unknown command-line option '(?P<symbol2>[^']+)'")
        .means("The command line holds something that Gradle does not know: {message}.")
        .fix(&["Check the spelling of the options and tasks; `./gradlew help --task <task>` lists a task's options."]),
    rule(
        Category::GradleCircularDependency,
        r"Circular dependency between the following (?P<kind>tasks|projects):\s+(?P<symbol>:[^\s]+)(?:\s+[\\+]---+ (?P<next>:[^\s]+))?(?:\s+[\\+]---+ (?P<third>:[^\s(]+)\n)?",
    ),
    rule(Category::GradleCircularDependency, r"Circular (?P<kind>evaluation|referencing|reference|dependency)(?: (?:during evaluation|detected))? (?:for|in|between|while)?[^\n']*?'(?P<symbol>[^']+)'"),
    rule(Category::GradleCircularDependency, r"Circular (?:dependency|dependsOn|evaluation|referenc)"),
    rule(
        Category::GradleImplicitTaskDependency,
        r"Task '(?P<task>(?P<consumer>[^']+))' uses this output of task '(?P<symbol>(?P<producer>[^']+))' without declaring an explicit or implicit dependency",
    ),
    // `A problem was found with the configuration of task ':processDebugMainManifest' …` of a root project, then of a module
    rule(
        Category::ManifestOther,
        r"configuration of task ':(?P<name_of_task>[A-Za-z]+)'(?s:.{0,400}?)(?:property 'mainManifest' specifies file '(?P<wanted>[^']*?(?P<symbol>[^'\\/]+\.xml))' which doesn't exist|File '(?P<wanted2>[^']*?(?P<symbol2>[^'\\/]+\.xml))' specified for property 'mainManifest' does not exist)",
    )
    .means("The Android plugin is applied to the root project (`:{name_of_task}` is a task of it), and the root project has no manifest: {wanted} does not exist. Either the plugin belongs into a module (`app/`), or this manifest lies elsewhere or is not in the checkout.")
    .fix(&["If the sources lie in a module (`app/src/main`): apply `com.android.application` and the `android {{ }}` block in that module's build file, `include(\":app\")` in the settings file, and leave both out of the root's (there `apply false`).", "If the root project is the app: create or commit {wanted} (`git status --ignored` shows whether it is left out), or name where it is: `android {{ sourceSets {{ main {{ manifest.srcFile 'path/AndroidManifest.xml' }} }} }}`."]),
    rule(
        Category::ManifestOther,
        r"(?:property 'mainManifest' specifies file '(?P<wanted>[^']*?(?P<symbol>[^'\\/]+\.xml))' which doesn't exist|File '(?P<wanted2>[^']*?(?P<symbol2>[^'\\/]+\.xml))' specified for property 'mainManifest' does not exist)",
    )
    .means("The module has no manifest where the Android plugin looks for it: {wanted} does not exist. It is not in the checkout, lies in another source set or directory, or the plugin is applied to a directory that is no Android module.")
    .fix(&["Create or commit {wanted} (`git status --ignored` shows whether it is left out), or name where it is: `android {{ sourceSets {{ main {{ manifest.srcFile 'path/AndroidManifest.xml' }} }} }}` (in Kotlin Multiplatform often src/androidMain/AndroidManifest.xml).", "A library's manifest may be an empty `<manifest />` when its build file sets `namespace`."]),
    // `A problem was found with the configuration of task ':app:pack' (type 'Zip').` and what was wrong with it
    rule(
        Category::GradleTaskFailed,
        r"(?P<what>[Pp]roperty '(?P<symbol>[^']+)') specifies (?P<kind>file|directory) '(?P<wanted>[^']+)' which doesn't exist",
    )
    .means("The task `{task}` needs the {kind} {wanted} (its property `{symbol}`), which does not exist.")
    .fix(&["Create the file, correct the path of `{symbol}`, or, if another task makes it, let `{task}` depend on that task's output."]),
    rule(Category::GradleTaskFailed, r"(?P<kind>File|Directory) '(?P<wanted>[^']+)' specified for property '(?:\$[0-9]+|(?P<symbol>[^']+))' does not exist")
        .means("The task `{task}` needs the {kind} {wanted}, which does not exist.")
        .fix(&["Create the file, correct the path, or, if another task makes it, let `{task}` depend on that task's output."]),
    rule(Category::GradleTaskFailed, r"(?:No value has been specified for property '(?P<symbol>[^']+)'|[Pp]roperty '(?P<symbol2>[^']+)' (?:doesn't have a configured value|has no value))")
        .means("The task `{task}` has no value for its property `{symbol}`.")
        .fix(&["Set `{symbol}` in the build script where the task or its plugin is configured."]),
    rule(Category::GradleTaskFailed, r"(?:In plugin '(?P<plugin>[^']+)' t|T)ype '(?P<type>[^']+)' property '(?P<symbol>[^']+)' (?P<reason>[^\n]+)")
        .means("The property `{symbol}` of {type} breaks a rule of Gradle's for tasks: {reason}")
        .fix(&["Correct the annotations of that task or plugin, or update the plugin."]),
]);

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn a_project_without_manifest_may_be_the_root() {
        let said = |task: &str, property: &str| {
            answer(&format!(
                "* What went wrong:\nA problem was found with the configuration of task '{task}' (type 'Shelf').\n  - Type 'Shelf' property '{property}' specifies file '/p/src/main/AndroidManifest.xml' which doesn't exist.\n"
            ))
        };
        let root = said(":processDebugMainManifest", "mainManifest");
        assert!(root.contains("applied to the root project"), "{root}");
        let module = said(":till:processDebugMainManifest", "mainManifest");
        assert!(module.contains("The module has no manifest") && !module.contains("root project"), "{module}");
        assert!(said(":shelf", "lamp").contains("Create the file"));
    }
}
