//! Coordinates in which the script's variable stands instead of its value. No repository can have them.

use super::words::put;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `$room_version`, `${versions.room}`, `@room.version@`: a variable that nothing replaced
static VARIABLE: Pattern =
    Pattern::new(r"\$\{?(?P<dollar>[A-Za-z_][A-Za-z0-9_.]*)\}?|@(?P<at>[A-Za-z_][A-Za-z0-9_.]*)@");

/// What scripts write for a value that is not there.
const NOTHING: &[&str] = &["null", "undefined"];

/// Words the failure by the variable in its coordinates, and returns whether there is one.
pub fn read(failure: &mut Failure) -> bool {
    let Some(symbol) = failure.symbol.clone() else { return false };
    if let Some(found) = VARIABLE.captures(&symbol) {
        let variable = found.name("dollar").or_else(|| found.name("at")).map_or("", |name| name.as_str());
        put(failure, "variable", variable);
        let fix = if found.name("dollar").is_some() { DOLLAR } else { FILTER };
        failure.say(
            "The build looks for `{symbol}` word for word: `{variable}` is the name of a variable, and its value was never put in. Which repositories are declared does not matter.",
            fix,
        );
        return true;
    }
    let Some(version) = symbol.split(':').nth(2).filter(|version| NOTHING.contains(version)) else { return false };
    put(failure, "nothing", version);
    failure.say(
        "The version in `{symbol}` is no version: what the script computes for it, a property, a map's entry or an environment variable, is `{nothing}`. Which repositories are declared does not matter.",
        &[
            "Find the line that declares `{group}:{module_name}`, and set what its version is read from (`ext`, gradle.properties, a version map, a `-P` option or a variable of the CI), or write the version there.",
        ],
    );
    true
}

const DOLLAR: &[&str] = &[
    "In a Groovy script put the coordinates into double quotes, `\"…:${variable}\"`: in single quotes `${variable}` is only text. In a file that is not a script (a version catalog, JSON, properties) write the value out, or for a catalogue use `version.ref`.",
    "If the quotes are double already, look for a backslash before the `$`, and for a template that writes this line.",
];

const FILTER: &[&str] = &[
    "`@…@` is filled in by a step that copies the file (`expand`, `filter`, Maven's resources): run that step, or write the value out.",
];

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    fn told(version: &str) -> String {
        let text = format!(
            "* What went wrong:\nCould not resolve all files for configuration ':app:debugRuntimeClasspath'.\n> Could not find androidx.example:shelf:{version}.\n  Required by:\n      project :app\n"
        );
        answer(&text)
    }

    #[test]
    fn a_variable_without_its_value_is_told() {
        for version in ["$shelf_version", "${versions.shelf}", "${shelfVersion}"] {
            let said = told(version);
            assert!(said.contains("never put in") && said.contains("double quotes"), "{version}: {said}");
        }
        assert!(told("@shelf.version@").contains("a step that copies the file"));
        assert!(told("null").contains("set what its version is read from"));
        assert!(!told("1.0.null-beta").contains("no version"));
    }
}
