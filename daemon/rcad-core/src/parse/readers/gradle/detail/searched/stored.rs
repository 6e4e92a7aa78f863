//! Artifacts that are asked for because the configuration cache stores what a task has.

use super::super::words::put;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// ``Configuration cache state could not be cached: field `classes` of task `:till:pack` of type …``
static STORED: Pattern = Pattern::new(
    r"[Cc]onfiguration cache state could not be cached: (?:field [`'](?P<field>[^`']+)[`'] of )?(?:task )?[`'](?P<owner>:[^`']+)[`']",
);

/// Says who asks for the artifact, and when it would not be asked for.
pub fn read(text: &str, failure: &mut Failure) {
    let Some(found) = STORED.captures(text) else { return };
    put(failure, "stored_task", &found["owner"]);
    let field = found.name("field").map(|field| field.as_str().to_owned());
    let of = if field.is_some() { "`{stored_field}` of `{stored_task}`" } else { "`{stored_task}`" };
    failure.details.extend(field.map(|field| ("stored_field".to_owned(), field)));
    let Some(wording) = failure.wording.as_mut() else { return };
    wording.cause.push_str(&format!(
        " Gradle asks for it already now because it stores {of} in the configuration cache; without the cache it would only when that task runs."
    ));
    wording.fixes.push(
        "If nobody needs what `{stored_task}` makes: `--no-configuration-cache` shows whether the build does without it; then leave that task (or the plugin that adds it) out.".to_owned(),
    );
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn what_the_configuration_cache_asks_for_is_said() {
        let cause = |head: &str| {
            let log = format!(
                "* What went wrong:\n{head}\n> Could not resolve all files for configuration ':detachedConfiguration1'.\n   > Could not find com.example:lamp-bridge_2.9:1.6.1.\n     Searched in the following locations:\n       - https://repo.maven.apache.org/maven2/com/example/lamp-bridge_2.9/1.6.1/lamp-bridge_2.9-1.6.1.pom\n     Required by:\n         project :\n"
            );
            explain(&parse(&log).failures[0]).root_cause
        };
        let stored = cause(
            "Configuration cache state could not be cached: field `lampClasspath` of task `:compileLamp` of type `com.example.CompileLamp`: error writing value of type 'com.example.LampRuntime$1'",
        );
        assert!(stored.contains("`lampClasspath` of `:compileLamp`"), "{stored}");
        let runs = cause("Execution failed for task ':compileLamp'.");
        assert!(!runs.contains("configuration cache"), "{runs}");
    }
}
