//! The list of problems that the configuration cache found: one bullet a place.

use super::words::put;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `- Build file 'app/build.gradle': line 20: external process started 'git describe'`
static BULLET: Pattern = Pattern::new(
    r"- (?:Build file|Settings file|Script|Initialization script) '(?P<file>[^']+)': (?:line (?P<line>[0-9]+): )?external process started '(?P<command>[^\n]*?)'(?:\n|$|\s+See )",
);

/// Programs that the scripts of app frameworks start.
const FRAMEWORKS: &[&str] = &["node", "npx", "npm", "yarn", "pnpm", "bun", "expo", "flutter", "dart"];

/// Places that are named besides the first.
const NAMED: usize = 4;

/// Script, line and command of each; several may stand in one line.
fn bullets(mut text: &str) -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    while let Some(found) = BULLET.captures(text) {
        let line = found.name("line").map_or("", |line| line.as_str());
        all.push((found["file"].to_owned(), line.to_owned(), found["command"].to_owned()));
        text = &text[found.get(0).map_or(text.len(), |all| all.end())..];
    }
    all
}

/// The first problem of the list that is of another kind, as Gradle prints it.
fn another(text: &str) -> Option<&str> {
    let problems = text.lines().filter_map(|line| line.trim_start().strip_prefix("- "));
    problems.map(str::trim_end).find(|problem| !problem.is_empty() && !problem.contains("external process started"))
}

/// Reads what scripts start while they are configured; other problems are worded by their rows.
pub fn read(text: &str, failure: &mut Failure) {
    let all = bullets(text);
    let own = |(file, ..): &&(String, String, String)| {
        !["node_modules", ".pub-cache", "Pub/Cache"].iter().any(|part| file.contains(part))
    };
    let Some((file, line, command)) = all.iter().find(own).or_else(|| all.first()) else { return };
    failure.file = Some(file.clone());
    failure.line = line.parse().ok();
    let short: String = command.chars().take(60).collect();
    let more = if short.len() < command.len() { "…" } else { "" };
    failure.symbol = Some(command.clone());
    put(failure, "command", format!("{short}{more}"));
    let others: Vec<String> = all
        .iter()
        .filter(|one| (&one.0, &one.1) != (file, line))
        .map(|(file, line, _)| format!("{file}:{line}"))
        .collect();
    let mut cause = "The script {file} starts `{command}` while it is configured, which the configuration cache forbids: Gradle could not know when the output changes.".to_owned();
    if !others.is_empty() {
        let rest = if others.len() > NAMED { " and more" } else { "" };
        put(failure, "other_places", others.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ") + rest);
        cause.push_str(" The same is done at {other_places}.");
    }
    if let Some(problem) = another(text) {
        put(failure, "other_problem", problem.trim_end_matches('.').to_owned());
        cause.push_str(" The list has another problem, too, with a cause of its own: {other_problem}.");
    }
    let program = command.split_whitespace().next().unwrap_or("").rsplit('/').next().unwrap_or("").to_owned();
    const OFF: &str = "Switch the configuration cache off (`org.gradle.configuration-cache=false` in gradle.properties, no `--configuration-cache`): scripts of React Native, Expo and Flutter start such programs while they are configured, and only newer versions of these do not.";
    const PROVIDER: &str = "Read the output through a provider: `providers.exec {{ commandLine(\"{program}\", …) }}.standardOutput.asText`; Gradle runs it again on each build and keeps the cache if the text is the same. In a package's script (node_modules, .pub-cache) upgrade the package.";
    put(failure, "program", program.clone());
    if FRAMEWORKS.contains(&program.as_str()) {
        return failure.say(&cause, &[OFF, PROVIDER]);
    }
    failure.say(&cause,
        &[
            PROVIDER,
            "Until then run with `--no-configuration-cache`, or set `org.gradle.configuration-cache=false` in gradle.properties.",
        ],
    );
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn problems_of_two_kinds_are_not_mixed() {
        let list = |second: &str| {
            answer(&format!(
                "* What went wrong:\nConfiguration cache problems found in this build.\n\n2 problems were found storing the configuration cache.\n- Build file 'app/build.gradle': line 22: external process started 'git rev-parse --short HEAD'\n  See https://docs.gradle.org/8.9/userguide/configuration_cache.html#config_cache:requirements:external_processes\n{second}"
            ))
        };
        let mixed =
            list("- Plugin 'com.example.weaver': registration of listener on 'Gradle.buildFinished' is unsupported\n");
        assert!(mixed.contains("starts `git rev-parse --short HEAD`") && mixed.contains("another problem"), "{mixed}");
        assert!(!list("").contains("another problem"), "{}", list(""));
    }
}
