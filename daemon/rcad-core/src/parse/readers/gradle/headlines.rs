//! Sentences that say only that something failed, and leave the rest to another line; the widest last. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

/// What to do where tests cover too little.
const COVER: &str = "See in JaCoCo's report (`./gradlew jacocoTestReport`, then `build/reports/jacoco`) what no test runs in `{symbol}`, and write tests for that.";

/// What to do where they need not cover more.
const LIMIT: &str = "Or change the limit in `jacocoTestCoverageVerification {{ violationRules {{ … }} }}`, or exclude from it what nobody tests (generated code, `main`).";

/// The table.
pub static HEADLINES: Rules = Rules::new(&[
    rule(Category::TestFailure, r"There were failing tests\.(?: See the (?:report|results) at: (?P<report>[^\s]+))?"),
    rule(Category::TestFailure, r"There are test sources present and no filters are applied, but the (?P<symbol>test task) did not discover any tests")
        .means("The test task found no tests though there are test sources: the framework that it uses does not know their annotations.")
        .fix(&["Let it use the framework of the tests: `tasks.withType<Test> {{ useJUnitPlatform() }}` for JUnit 5, with the engine on `testRuntimeOnly`; JUnit 4 tests need `useJUnit()` or the vintage engine.", "Where a module is to have none: `failOnNoDiscoveredTests = false`."]),
    rule(Category::TestFailure, r"No tests found for given includes: \[?(?P<filter>(?P<symbol>[^\],\n(]+)[^\]\n(]*)\]?(?:\.? ?\((?:filter|--tests)[^\n]*)?(?:\n|$)")
        .means("No test matches the filter `{filter}`: the name (package, class, method, source set) is wrong, or the test task runs another framework than the tests are written for and sees none of them.")
        .fix(&["JUnit 5 tests (`org.junit.jupiter`) need `tasks.test {{ useJUnitPlatform() }}` and the engine on the class path (`junit-jupiter`, `junit-platform-launcher`); JUnit 4 tests under JUnit 5 the vintage engine.", "Check the filter (`--tests`): full class name, `Class.method` or `*Part*`; in a build of several modules call the module's task (`:app:test --tests …`), or set `filter {{ isFailOnNoMatchingTests = false }}`."]),
    rule(Category::TestFailure, r"Process '(?P<symbol>Gradle Test Executor [0-9]+)' finished with non-zero exit value (?P<exit>-?[0-9]+)")
        .means("The JVM that runs the tests (`{symbol}`) ended with exit value {exit}: it crashed, ran out of memory, or a test called `System.exit`.")
        .fix(&["Look for `hs_err_pid*.log` and the last test that had started; raise `maxHeapSize` of the test task.", "Exit value 1 at the start is often an option in `jvmArgs` that this JVM does not know."]),
    rule(Category::TestFailure, r"(?:Test process encountered an unexpected problem|Could not execute test class '(?P<symbol>[^']+)'|Failed to load JUnit Platform|Could not complete execution for Gradle Test Executor [0-9]+)")
        .means("The tests could not be started: {message}.")
        .fix(&["Check that the versions of the JUnit platform, engine and launcher fit (`testRuntimeOnly(\"org.junit.platform:junit-platform-launcher\")`), and that the tests compile against them."]),
    // `Rule violated for bundle till: lines covered ratio is 0.15, but expected minimum is 0.50`, each in a line of its own
    rule(Category::TestFailure, r"Rule violated for (?P<of>[a-z]+) (?P<symbol>[^\n:]+): (?P<counted>[a-z]+) (?P<value>covered|missed) (?P<unit>ratio|count) is (?P<found>[0-9.]+), but expected (?P<bound>minimum|maximum) is (?P<wanted>[0-9.]*[0-9])\.?\s+Rule violated for (?P<further>[a-z]+ [^\n:]+):")
        .means("JaCoCo: in the {of} `{symbol}` the {unit} of {value} {counted} is {found}, where a rule of `violationRules` wants a {bound} of {wanted} (coverage). Rules are violated for more than that: {further}, and what stands below it.")
        .fix(&[COVER, LIMIT]),
    rule(Category::TestFailure, r"Rule violated for (?P<of>[a-z]+) (?P<symbol>[^\n:]+): (?P<counted>[a-z]+) (?P<value>covered|missed) (?P<unit>ratio|count) is (?P<found>[0-9.]+), but expected (?P<bound>minimum|maximum) is (?P<wanted>[0-9.]*[0-9])")
        .means("JaCoCo: in the {of} `{symbol}` the {unit} of {value} {counted} is {found}, where a rule of `violationRules` wants a {bound} of {wanted} (coverage).")
        .fix(&[COVER, LIMIT]),
    rule(Category::TestFailure, r"Rule violated for (?P<symbol>[^\n:]+): (?P<reason>[^\n]+)")
        .means("The code coverage is below the required minimum for {symbol}: {reason}.")
        .fix(&["Add tests for it, or change the limit in `jacocoTestCoverageVerification`."]),
    rule(Category::LintFailure, r"Lint found (?:fatal )?(?P<count>[0-9]+ )?errors?"),
    rule(Category::LintFailure, r"Analysis failed with (?P<count>[0-9]+) (?:weighted )?issues|Build failed with (?P<count2>[0-9]+) weighted issues"),
    rule(Category::LintFailure, r"(?:(?P<symbol>KtLint) found code style violations|(?P<symbol2>ktlint) (?:found|check failed)|Kotlin source failed lint check|lint(?:ing)? failed)[^\n]*"),
    rule(Category::LintFailure, r"The following files? had format violations:\s+(?P<file>[^\n]+?)(?:\n|$)")
        .means("`{file}` is not formatted as the formatter (Spotless) wants it.")
        .fix(&["Let it be formatted: `./gradlew spotlessApply`, and commit the result."]),
    // The end of Spotless' list, its beginning cut off.
    rule(Category::LintFailure, r"Run '[^'\n]*gradlew(?:\.bat)? (?P<apply>[^'\s]*spotlessApply)' to fix these violations")
        .means("Source files are not formatted as the formatter (Spotless) wants them.")
        .fix(&["Let them be formatted: `./gradlew {apply}`, and commit the result."]),
    rule(Category::LintFailure, r"Step '(?P<symbol>[^']+)' found problem in '(?P<file>[^']+)':(?:\s+(?P<reason>[^\n]+))?"),
    rule(Category::LintFailure, r"(?P<symbol>Checkstyle|PMD|SpotBugs|FindBugs|CodeNarc) (?:rule )?(?:violations|ended with|failed)[^\n]*"),
    rule(Category::LintFailure, r"[0-9]+ (?P<symbol>PMD|CodeNarc) rule violations were found"),
    rule(Category::LintFailure, r"Rule sets? [^\n]*(?P<symbol>PMD|Checkstyle)"),
    rule(Category::LintFailure, r"API check failed for project (?P<symbol>(?P<project>[^\s.]+))")
        .means("The public API of project {project} differs from the recorded `.api` file (binary compatibility validator).")
        .fix(&["If the change is meant, record it: `./gradlew :{project}:apiDump`, and commit the `.api` file; else restore the declaration."]),
    rule(
        Category::LintFailure,
        r"(?s)Unexpected failure during lint analysis(?: of (?P<file>[^\s]+\.[a-z]+))?.{0,2000}?detector [`\x5c]*(?P<detector>[A-Za-z0-9_.$]+)[`\x5c]*.{0,300}?disable \x22(?P<symbol>[A-Za-z0-9]+)\x22",
    )
    .means("Lint itself crashed, not on a finding: its check `{symbol}` ({detector}) fails with this Kotlin, AGP or library version.")
    .fix(&["Switch that check off for now: `android {{ lint {{ disable += \"{symbol}\" }} }}`.", "Raise the library that brings the check (for `androidx.compose.*` the Compose version) and the Android Gradle plugin to versions that fit the Kotlin version."]),
    rule(Category::LintFailure, r"Unexpected failure during lint analysis(?: of (?P<file>[^\s]+\.[a-z]+))?")
        .means("Lint itself crashed, not on a finding: {message}.")
        .fix(&["Raise the Android Gradle plugin and the library that brings the check (`lint.jar`), or switch the check off: `android {{ lint {{ disable += \"…\" }} }}`; `--stacktrace` shows it."]),
    // `> src/docker/Dockerfile:5 DL3045 warning: …` of hadolint
    rule(Category::LintFailure, r"(?:^|> )(?P<file>[^\s:>][^:\n>]*):(?P<line>[0-9]+) (?P<symbol>(?:DL|SC)[0-9]{4}) (?:error|warning|info|style): (?P<reason>[^\n]+)")
        .means("hadolint reports `{symbol}` in {name}: {reason}")
        .fix(&["Correct line {line} of {name}, or ignore the check: `# hadolint ignore={symbol}` above the line."]),
    rule(Category::JavaOther, r"Compilation failed; see the compiler (?:error )?output")
        .means("javac refused the sources; its own messages, which Gradle prints above its summary, are not in this part of the log: {message}.")
        .fix(&["Look above for the lines `<file>.java:<line>: error: …` of `{task}`, or run `./gradlew {task}` alone: the first of them is the cause.", "Look above for the lines `<file>.java:<line>: error: …`: the first of them is the cause."]),
    rule(Category::Other, r"Compilation error\. See log for more details|Compilation finished with errors|Kotlin Gradle Plugin reported errors\. Check the log for details"),
    rule(Category::AgpR8MissingClass, r"Execution failed for task '(?P<symbol>:[^']*:?minify[^']+)'\.?[^\n]*(?:\n\s*> [^\n]+){0,4}?\n\s*> (?:com\.android\.tools\.r8\.CompilationFailedException: )?Compilation failed to complete\s*(?:\n|$)")
        .means("R8 stopped in `{symbol}`; this is only the summary, and what it refuses (a line with `R8:` or `Missing class`) is not in this part of the log.")
        .fix(&[
            "Look further up for the first line with `R8:`, `ERROR:` or `Missing class`, or run `./gradlew {symbol}` alone and read from the top.",
            "If classes are missing, R8 has written the rules that it proposes to build/outputs/mapping/<variant>/missing_rules.txt of that module.",
        ]),
    rule(Category::AgpDexMerge, r"Execution failed for task '(?P<symbol>:[^']+)'\.?[^\n]*(?:\n\s*> [^\n]+){0,4}?\n\s*> (?:com\.android\.tools\.r8\.CompilationFailedException: )?Compilation failed to complete\s*(?:\n|$)")
        .means("R8 or D8 stopped in `{symbol}`; this is only the summary, and what it refuses (a line with `R8:`, `D8:` or `Missing class`) is not in this part of the log.")
        .fix(&[
            "Look further up for the first line with `R8:`, `D8:`, `ERROR:` or `Missing class`, or run `./gradlew {symbol}` alone and read from the top.",
            "If classes are missing, R8 has written the rules that it proposes to build/outputs/mapping/<variant>/missing_rules.txt of that module.",
        ]),
    rule(Category::GradleExternalProcess, r"Process 'command '(?P<symbol>(?P<command>[^']+))'' finished with non-zero exit value (?P<exit>137|9)\b")
        .means("The command `{command}` that `{task}` runs was killed (exit value {exit}, SIGKILL), as a rule by the system or container (Docker, CI) for lack of memory.")
        .fix(&["Give the machine or container more memory or swap, or let fewer things run at once (`org.gradle.workers.max`, a smaller `-Xmx` in `org.gradle.jvmargs`).", "For Node.js limit its heap so that it fits: `NODE_OPTIONS=--max-old-space-size=2048`."]),
    rule(Category::GradleExternalProcess, r"Process 'command '(?P<symbol>(?P<command>[^']+))'' finished with non-zero exit value (?P<exit>134|139|-1073741819|-1073740791|-1073741571|-1073741515)\b")
        .means("The command `{command}` that `{task}` runs crashed (exit value {exit}); 134 is an abort, as Node.js does when its heap is full, 139 and -1073741819 are accesses to wrong memory.")
        .fix(&["Read the lines above; for Node.js raise its heap: `NODE_OPTIONS=--max-old-space-size=4096`.", "Update or reinstall `{command}`; run it by hand with the same arguments."]),
    rule(Category::GradleExternalProcess, r"Process 'command '(?P<symbol>(?P<command>[^']+))'' finished with non-zero exit value (?P<exit>127|9009)\b")
        .means("The command `{command}` that `{task}` runs, or a program that it calls, is not found (exit value {exit}): not installed or not on the `PATH` of the Gradle daemon.")
        .fix(&["Install what is missing; the lines above name it. A daemon keeps the `PATH` with which it was started: `./gradlew --stop`."]),
    rule(Category::AgpNdkCmake, r"Process 'command '(?P<command>[^']*?(?P<symbol>(?:cmake|ninja|ndk-build|clang(?:\+\+)?)(?:\.exe|\.cmd)?))'' finished with non-zero exit value (?P<exit>-?[0-9]+)")
        .means("`{symbol}`, which `{task}` runs for the native build, ended with exit code {exit}; what it said is not in this part of the log.")
        .fix(&["Look above for the first `CMake Error`, `error:` or `ninja: error:` in the output of `{task}`; everything below follows from it.", "Look above for the first `CMake Error`, `error:` or `ninja: error:`."]),
    // React Native's bundle
    rule(
        Category::GradleTaskFailed,
        r"for task '(?P<task>:[^'\n]*(?:[bB]undle[A-Za-z0-9]*JsAndAssets|createBundle[A-Za-z0-9]*JsAndAssets))'\.\s+> Process 'command '(?P<symbol>(?P<command>[^']*?(?:node|npx|yarn|cmd|bun|nohup)(?:\.exe|\.cmd)?))'' finished with non-zero exit value (?P<exit>-?[0-9]+)",
    )
    .fix(&[
        "Bundle the JavaScript by hand in the app's root directory; it prints the module, file and line that it cannot take: `npx react-native bundle --platform android --dev false --entry-file index.js --bundle-output index.android.bundle` (with Expo: `npx expo export --platform android`).",
        "The usual causes: a package that is not installed (`npm install`), a syntax error or a wrong import in the app's code, a Node.js version that the React Native version does not support (`node --version`).",
    ]),
    // React Native's code generator
    rule(
        Category::GradleTaskFailed,
        r"for task '(?P<task>:[^'\n]*generateCodegen(?:SchemaFromJavaScript|ArtifactsFromSchema))'\.\s+> Process 'command '(?P<symbol>(?P<command>[^']*?(?:node|cmd|bash)(?:\.exe|\.cmd)?))'' finished with non-zero exit value (?P<exit>-?[0-9]+)",
    )
    .fix(&[
        "See that the npm packages are whole and that Node.js is new enough for this React Native: `node --version`, then delete node_modules and install again (`npm ci`, `yarn install --frozen-lockfile`).",
        "Run `{task}` with `--info`: the command and what it printed stand there. If the module is a package's, its specs and `codegenConfig` may be for another React Native: take the release that its table of versions names.",
    ]),
    // Expo's configuration
    rule(
        Category::GradleTaskFailed,
        r"for task '(?P<task>:[^'\n]*createExpoConfig)'\.\s+> Process 'command '(?P<symbol>(?P<command>[^']*?(?:node|cmd|bash)(?:\.exe|\.cmd)?))'' finished with non-zero exit value (?P<exit>-?[0-9]+)",
    )
    .fix(&[
        "Evaluate the app's configuration by hand in the project's root; it prints what fails: `npx expo config --type public`. As a rule app.json or app.config.js is wrong, or a config plugin that it names is not installed.",
        "Then compare the versions: `npx expo install --check`.",
    ]),
    rule(
        Category::GradleTaskFailed,
        r"Process 'command '(?P<symbol>(?P<command>[^']+))'' finished with non-zero exit value (?P<exit>-?[0-9]+)",
    ),
    rule(
        Category::AgpNdkCmake,
        r"A problem occurred starting process 'command '(?P<missing_command>[^']*[\\/]cmake[\\/](?P<version>[0-9][0-9.]*)[\\/]bin[\\/](?P<symbol>cmake|ninja)(?:\.exe)?)''",
    )
    .means("The native build starts `{symbol}` of the SDK's CMake {version}, and that file is not there or cannot be run: {missing_command}. This CMake is not installed, or only in part.")
    .fix(&["Install it again: `sdkmanager --uninstall \"cmake;{version}\"`, then `sdkmanager \"cmake;{version}\"` (in Android Studio: SDK Manager > SDK Tools > CMake); then delete the module's `.cxx` directory."]),
    rule(
        Category::GradleExternalProcess,
        r"A problem occurred starting process 'command '(?P<symbol>(?P<missing_command>/[^']*/(?P<program>[^'/]+)\.(?P<ending>cmd|bat|exe)))''",
    )
    .means("The task `{task}` starts `{missing_command}`: `.{ending}` is the ending of a program for Windows, and the path is one of Linux or macOS, where that file does not exist.")
    .fix(&["Choose the name by the system in the script that starts it: `Os.isFamily(Os.FAMILY_WINDOWS) ? \"{program}.{ending}\" : \"{program}\"` (with `org.apache.tools.ant.taskdefs.condition.Os`).", "For a native build use `externalNativeBuild` in place of a task that starts `ndk-build` or `cmake` itself."]),
    rule(
        Category::GradleExternalProcess,
        r"A problem occurred starting process 'command '(?P<symbol>(?P<missing_command>[^']+))''",
    ),
    rule(Category::GradleScriptEvaluation, r"Could not create task '(?P<symbol>:[^']+)'\.?\n\s*> (?P<reason>[^\n]+)")
        .means("The task `{symbol}` could not be created while the build was configured: {reason}")
        .fix(&["Run the build with `--stacktrace`: the lowest `Caused by` and the package of its first frames show which plugin or script line makes `{symbol}`; a value that it reads (a property, an environment variable, a file) may be missing, or it is too old for this Gradle."]),
    rule(Category::GradleTaskFailed, r"Execution failed for task '(?P<symbol>:[^']+)'\.?\n\s*> (?:A failure occurred while executing [^\n]+\n\s*> )?(?P<reason>[^\n]+)"),
    rule(Category::GradleTaskFailed, r"Execution failed for task '(?P<symbol>:[^']+)'"),
    rule(
        Category::GradleScriptEvaluation,
        r"A problem occurred (?:evaluating|configuring) (?P<symbol>(?P<owner>[^\n]+?))\.\n\s*> (?P<reason>[^\n]+)",
    ),
    rule(
        Category::GradleScriptEvaluation,
        r"A problem occurred (?:evaluating|configuring) (?P<symbol>(?P<owner>[^\n]+?))\.(?:\n|$)",
    ),
]);
