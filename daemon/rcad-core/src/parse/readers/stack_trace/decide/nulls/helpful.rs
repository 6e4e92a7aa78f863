//! What the JVM's helpful messages name: a field, a local variable, a parameter, the result of a call.

use super::super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;

/// Functions whose result is null where nothing is found, and what that means.
const RESULTS: &[(&[&str], &str, &str)] = &[
    (
        &["Map.get(Object)", "Map.remove(Object)", "Properties.getProperty(String)"],
        "there is no entry under the key that it is asked for",
        "Log the key at {name}:{line} and compare it with the keys that are there (spelling, case, type of the key); where it may be missing use `getOrDefault` or check the result.",
    ),
    (
        &["System.getenv(String)", "System.getProperty(String)"],
        "the environment variable or system property is not set in this process",
        "Set it where the program starts (shell, run configuration, container, CI job; `-D…` for a property), or give a default at {name}:{line}.",
    ),
    (
        &["getResourceAsStream(String)", "getResource(String)"],
        "no such resource is on the class path: another path or case, a missing or additional `/` at its beginning, or the file is not packaged",
        "Put the file into `src/main/resources` under just the path that {name}:{line} asks for, and look whether it is in the jar.",
    ),
    (
        &["File.listFiles()", "File.list()", "File.getParentFile()"],
        "the directory does not exist, is none, or may not be read",
        "Check at {name}:{line} that the directory exists and is the meant one (a relative path counts from the working directory).",
    ),
    (
        &["ResponseEntity.getBody()", "Response.body()"],
        "the answer has no body (an error status, 204)",
        "Check the status before {name}:{line} uses the body.",
    ),
];

/// Says what kind of thing is null.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let Some(symbol) = failure.symbol.clone().filter(|_| failure.category == Category::RuntimeNpe) else { return };
    if !failure.message.starts_with("Cannot ") || !failure.details.contains_key("action") || scene.own.is_none() {
        return;
    }
    let kind = |start: &str| symbol.starts_with(start);
    let returned = failure.message.contains("because the return value of");
    if returned {
        let found = RESULTS.iter().find(|(ends, ..)| ends.iter().any(|end| symbol.ends_with(end)));
        let Some((_, why, fix)) = found else { return };
        failure.say(
            &format!(
                "`{{symbol}}` returned null in `{{at}}`: {why}. The code goes on to use the result: cannot {{action}}."
            ),
            &[fix],
        );
    } else if kind("this.") && scene.own().is_some_and(|frame| frame.method == "<init>") {
        failure.say(
            "The field `{symbol}` is null in `{at}`: the object is still being made there, and nothing has assigned the field yet. The constructor uses it (or a function that uses it, which a super class's constructor may call) before the line that sets it. Cannot {action}.",
            &["Set `{symbol}` where it is declared, or before {name}:{line} in the constructor; let a super class's constructor call no function that is overridden here."],
        );
    } else if kind("this.") {
        failure.say(
            "The field `{symbol}` is null in `{at}`: nothing has assigned it before (a constructor or set-up that did not run, an injection that does not reach this object because it was made by `new`, a local variable of the same name that was assigned in its place). Cannot {action}.",
            &["Search for what assigns `{symbol}`, and let it run before {name}:{line}; if the object is one that a framework should fill (`@Autowired`, `@Inject`, `@Mock`), let the framework make it."],
        );
    } else if kind("<local") || kind("<parameter") {
        let what = if kind("<local") { "A local variable" } else { "A parameter" };
        failure.say(
            &format!("{what} of `{{at}}` is null (`{{symbol}}`: the class was compiled without the names of variables). Cannot {{action}}."),
            &["Look at {name}:{line} for what is used so, and see where it is assigned or who passes it; compiled with `-g` the message names it."],
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn the_kind_of_the_null_thing_is_told() {
        for (because, says) in [
            ("\"this.shelf\" is null", "The field `this.shelf`"),
            ("\"<local4>\" is null", "A local variable"),
            ("the return value of \"java.util.Map.get(Object)\" is null", "no entry under the key"),
            ("\"name\" is null", "`name` is null"),
        ] {
            let log = format!(
                "Exception in thread \"main\" java.lang.NullPointerException: Cannot invoke \"Object.toString()\" because {because}\n\tat net.oak.basket.Main.main(Main.java:4)\n"
            );
            let told = explain(&parse(&log).failures[0]);
            assert!(told.root_cause.contains(says) && !told.fixes.is_empty(), "{told:?}");
        }
    }
}
