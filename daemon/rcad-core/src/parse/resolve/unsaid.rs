//! Logs of builds that failed, which do not hold Gradle's own sentence about it: what is left in them says why, or where it went.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::readers::headings;
use crate::pattern::Pattern;

/// `Failed to get resource: GET. [HTTP HTTP/1.1 401 Unauthorized: https://repo.example.com/till-1.0.pom]`: what `--info` and
/// `--debug` log of a request. That something is in one of several repositories not found (404) is usual.
static REFUSED: Pattern = Pattern::new(
    r"Failed to get resource: (?:GET|HEAD)\. \[HTTP HTTP/[0-9.]+ (?P<status>40[137]|429|5[0-9]{2}) ?(?P<why>[^:\]]*): (?P<url>https?://(?:[^/@\s]+@)?(?P<host>[^/\s\]]+)[^\s\]]*)\]",
);

/// `Finished executing task ':till:compileJava'`, `:till:compileJava (Thread[main,5,main]) completed. Took 1.082 secs.`
static ENDED: Pattern =
    Pattern::new(r"(?:Finished executing task '(?P<task>:[^']+)'|^(?P<task2>:[^ ]+) \(Thread\[[^\]]*\]\) completed\.)");

/// Lines below a refused request in which the task ends that made it.
const ENDS: usize = 40;

/// Says what server refused the last request of the log, if one did.
pub fn refused(lines: &Lines, failure: &mut Failure) -> bool {
    let found = (0..lines.len()).rev().find_map(|at| Some((at, REFUSED.captures(lines.get(at))?)));
    let Some((at, found)) = found else { return false };
    let below = (at..lines.len().min(at + ENDS)).find_map(|below| ENDED.captures(lines.get(below)));
    let task = below.and_then(|found| Some(found.name("task").or_else(|| found.name("task2"))?.as_str().to_owned()));
    failure.task = failure.task.take().or(task);
    failure.category = Category::GradleNetworkTls;
    failure.symbol = Some(found["host"].to_owned());
    lines.get(at).trim().clone_into(&mut failure.message);
    for name in ["status", "why", "url", "host"] {
        failure.details.insert(name.to_owned(), found[name].trim().to_owned());
    }
    failure.evidence.push(lines.evidence(at));
    let cause = "The log ends without Gradle's own words on why it failed; the last request in it that failed is for {url}, which the server {host} refuses with status {status} ({why}).";
    let fix = match &found["status"] {
        "401" | "403" => {
            "Give the repository at {host} a login that may read it: `credentials {{ username = …; password = … }}` in its `maven {{ }}` block (the values from ~/.gradle/gradle.properties or the CI's secrets, not from the build script). If it has one, see that it arrives and has not expired; where the server does not ask for it (no challenge), send it unasked: `authentication {{ create<BasicAuthentication>(\"basic\") }}`."
        }
        "407" => {
            "Give Gradle the proxy's login: `systemProp.https.proxyUser` and `systemProp.https.proxyPassword` (for http `systemProp.http.…`) in ~/.gradle/gradle.properties."
        }
        _ => "Such a status is the server's and passes: run it again later, or use a mirror of {host}.",
    };
    let whole = "Look below it in the whole log for `* What went wrong:`, which says whether it is this.";
    failure.say(cause, &[fix, whole]);
    true
}

/// Whether the log goes to Gradle's end and has a failed task, but none of what Gradle and compilers write to standard error.
pub fn is_without_errors(lines: &Lines) -> bool {
    let on_error = |line: &str| {
        ["FAILURE: Build ", "BUILD FAILED", "* What went wrong:"].iter().any(|words| line.starts_with(words))
    };
    (0..lines.len()).any(|at| headings::counts_tasks(lines.get(at)))
        && !(0..lines.len()).any(|at| on_error(lines.get(at)))
}

/// Says where the message is that the log does not hold.
pub fn tell_without_errors(failure: &mut Failure) {
    failure.say(
        "The task `{task}` failed, and the text does not say why: Gradle and the compilers write errors to standard error, and only standard output is in the text (not even `BUILD FAILED` is).",
        &["Run it again with both in one file, `./gradlew {task} > build.log 2>&1` (PowerShell: `*> build.log`), and read the first error in it."],
    );
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn where_standard_error_is_missing_the_text_says_so() {
        let log = |script: &str| {
            format!(
                "> Task :processResources NO-SOURCE\n\n> Task :till:compileJava FAILED\n\n[Incubating] Problems report is available at: file:///p/build/reports/problems/problems-report.html\n1 actionable task: 1 executed\n{script}"
            )
        };
        for script in [
            "",
            "Error: Process completed with exit code 1.\n",
            "\nC:\\till>if 1 EQU 0 goto mainEnd \n\nC:\\till>rem the _cmd.exe /c_ return code! \n\nC:\\till>exit /b 1 \n",
        ] {
            let failure = parse(&log(script)).failures.remove(0);
            assert_eq!(
                (failure.category, failure.task.as_deref()),
                (Category::GradleTaskFailed, Some(":till:compileJava"))
            );
            assert!(explain(&failure).root_cause.contains("only standard output"), "{failure:?}");
        }
        let whole = parse(&log("\nBUILD FAILED in 1s\n")).failures.remove(0);
        assert!(!explain(&whole).root_cause.contains("only standard output"), "{whole:?}");
    }

    #[test]
    fn a_request_that_a_server_refused_is_why_the_log_ends() {
        let log = |status: &str| {
            format!(
                "10:52:03.391 [INFO] [org.gradle.internal.resource.transport.http.HttpClientHelper] Failed to get resource: GET. [HTTP HTTP/1.1 {status}: http://repo.example.com/libs/com/example/till/1.5/till-1.5.pom]\n10:52:03.402 [DEBUG] [org.gradle.api.internal.tasks.execution.ExecuteAtMostOnceTaskExecuter] Finished executing task ':till:compileJava'\n10:52:03.418 [LIFECYCLE] [org.gradle.BuildResultLogger] BUILD FAILED\n"
            )
        };
        for (status, step) in [
            ("401 Unauthorized", "credentials"),
            ("403 Forbidden", "credentials"),
            ("407 Proxy Authentication Required", "proxyUser"),
            ("503 Service Unavailable", "run it again later"),
        ] {
            let failure = parse(&log(status)).failures.remove(0);
            assert_eq!(failure.category, Category::GradleNetworkTls, "{failure:?}");
            assert_eq!(failure.symbol.as_deref(), Some("repo.example.com"));
            assert_eq!(failure.task.as_deref(), Some(":till:compileJava"));
            assert!(explain(&failure).fixes[0].contains(step), "{status}");
        }
        let missing = parse(&log("404 Not Found")).failures.remove(0);
        assert_eq!(missing.category, Category::GradleTaskFailed, "{missing:?}");
    }
}
