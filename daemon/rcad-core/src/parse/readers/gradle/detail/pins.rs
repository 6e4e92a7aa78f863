//! Which path asks for which version, where versions exclude each other.

use super::words::put;
use crate::facts::version::Version;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `Dependency path ':app:unspecified' --> 'a:b:1.0' (runtime) --> 'c:d:2.0'`
static PATH: Pattern = Pattern::new(
    r"Dependency path '[^']+'(?: \([^)]*\))?(?P<between>(?: --> '[^']+'(?: \([^)]*\))?)*?) --> '(?P<module>[^':]+:[^':]+):(?P<wanted>[0-9][^':{}]*)'(?: \([^)]*\))?\s*$",
);

/// `Dependency path 'shop:app:unspecified' --> …`: the project whose class path it is
static PROJECT: Pattern =
    Pattern::new(r"(?:Dependency|Constraint) path '(?P<root>[^':]*)(?P<module>(?::[^':]+)*):[^':]*' -->");

/// `'a:b:{strictly 1.0}' because of the following reason: debugRuntimeClasspath uses version 1.0`
static PINNED: Pattern = Pattern::new(
    r"strictly '?(?P<strict>[^'}\s]+)(?:'|\})?'? because of the following reason: (?P<pinned_by>[A-Za-z]+[cC]lasspath) uses version (?P<pin>[^\s]+)",
);

/// `Resolved versions for app (1.0) and test app (2.0) differ`, with anything between the words
static SIDES: Pattern = Pattern::new(
    r"Conflict with dependency '(?P<symbol>[^']+)' in project '(?P<owner>[^']+)'\.\s+Resolved\s+versions\s+for\s+(?P<first_path>[^(]{1,60}?)\s+\((?P<first>[^)]+)\)\s+and\s+(?P<second_path>[^(]{1,60}?)\s+\((?P<second>[^)]+)\)\s+differ",
);

/// `adding this snippet to /p/app/build.gradle:`
static SNIPPET: Pattern = Pattern::new(r"snippet to (?P<file>\S+\.gradle(?:\.kts)?)");

/// Requests that are named.
const NAMED: usize = 3;

/// Reads both kinds of AGP's conflicts between class paths.
pub fn read(text: &str, failure: &mut Failure) {
    if let Some(pinned) = PINNED.captures(text) {
        put(failure, "pin", pinned["pin"].trim_end_matches(['.', ',']));
        put(failure, "pinned_by", &pinned["pinned_by"]);
        pinned_by_agp(text, failure);
    } else if let Some(sides) = SIDES.captures(text) {
        for name in ["owner", "first_path", "first", "second_path", "second"] {
            put(failure, name, &sides[name]);
        }
        failure.symbol = Some(sides["symbol"].to_owned());
        failure.file = failure.file.take().or_else(|| snippet(text));
        differ(failure);
    }
}

/// The build file into which AGP advises to put a line.
pub fn snippet(text: &str) -> Option<String> {
    SNIPPET.captures(text).map(|found| found["file"].to_owned())
}

fn differ(failure: &mut Failure) {
    let versions = ["first", "second"].map(|name| failure.details[name].clone());
    let higher = versions.iter().max_by_key(|version| Version::parse(version)).cloned().unwrap_or_default();
    put(failure, "higher", higher);
    let test = failure.task.as_deref().is_some_and(|task| task.contains("AndroidTest"));
    put(failure, "declare", if test { "androidTestImplementation" } else { "implementation" });
    failure.say("`{symbol}` resolves to {first} for the {first_path} and to {second} for the {second_path} of {owner}; AGP refuses class paths that differ, because that may crash at run time.",
        &[
            "Declare one version for both in the build file of {owner}: `{declare}(\"{symbol}:{higher}\")`, or a `constraints` block or BOM that sets it.",
            "`./gradlew {owner}:dependencies` shows who brings which.",
        ],
    );
}

/// Who asks for other versions than the pinned one: the module before it in the path, or the project itself.
fn requests(text: &str, module: &str, pin: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for found in text.lines().filter_map(|line| PATH.captures(line)) {
        let by = found["between"].rsplit("--> '").next().and_then(|last| last.split('\'').next()).unwrap_or("");
        let by = if by.trim().is_empty() { "this module itself" } else { by };
        let one = (by.to_owned(), found["wanted"].to_owned());
        if found["module"] == *module && found["wanted"] != *pin && !all.contains(&one) {
            all.push(one);
        }
    }
    all
}

/// Adds whose class path it is, and what asks for the pinned version on it.
fn at_home(text: &str, failure: &mut Failure) {
    let module = failure.details["module"].clone();
    let pin = failure.details["pin"].clone();
    if let Some(found) = PROJECT.captures(text).filter(|found| !found["module"].is_empty()) {
        put(failure, "pinned_project", &found["module"]);
    }
    let paths = text.lines().filter_map(|line| PATH.captures(line));
    let bringing = paths.filter(|path| path["module"] == *module && path["wanted"] == *pin);
    let first = bringing.filter_map(|path| Some(path["between"].split("--> '").nth(1)?.split('\'').next()?.to_owned()));
    if let Some(first) = first.into_iter().next() {
        put(failure, "pin_from", format!("`{first}`"));
    }
}

/// ` in the module :app`, where the paths name it.
fn of_project(failure: &Failure) -> String {
    failure.details.get("pinned_project").map_or(String::new(), |module| format!(" in the module `{module}`"))
}

fn pinned_by_agp(text: &str, failure: &mut Failure) {
    let module = failure.symbol.clone().unwrap_or_default();
    let module: String = module.splitn(3, ':').take(2).collect::<Vec<_>>().join(":");
    let pin = failure.details["pin"].clone();
    let asked = requests(text, &module, &pin);
    let Some(highest) = asked.iter().max_by_key(|(_, version)| Version::parse(version)) else { return };
    let (by, wanted) = highest.clone();
    let told = |(by, version): &(String, String)| match by.contains(':') {
        true => format!("`{by}` asks for {version}"),
        false => format!("{by} asks for {version}"),
    };
    put(failure, "asked", asked.iter().take(NAMED).map(told).collect::<Vec<_>>().join(", "));
    put(failure, "wanted", &wanted);
    put(failure, "asked_by", by.clone());
    put(failure, "module_name", module.rsplit(':').next().unwrap_or(""));
    put(failure, "module_group", module.split(':').next().unwrap_or(""));
    put(failure, "module", module);
    at_home(text, failure);
    let of = failure.details.get("gradle_module").map(|of| format!(":{of}"));
    let of = of.or_else(|| failure.details.get("pinned_project").cloned()).map_or(String::new(), |of| of + ":");
    put(failure, "insight", format!("./gradlew {of}dependencyInsight"));
    let place = if failure.details.contains_key("configuration") { " in `{configuration}`" } else { "{of_project}" };
    let place = place.replace("{of_project}", &of_project(failure));
    let brings =
        if failure.details.contains_key("pin_from") { " (on this class path it comes with {pin_from})" } else { "" };
    let cause = &format!(
        "AGP pins `{{module}}`{place} strictly to {{pin}}, the version that the run-time class path `{{pinned_by}}` has{brings}, so that both class paths agree; but {{asked}}. No version fits both."
    );
    let see = "See what brings {pin} into the app: `{insight} --configuration {pinned_by} --dependency {module}`; a test library that stands under `implementation` belongs into `testImplementation` or `androidTestImplementation`.";
    let raise = "Raise it for both: `implementation(\"{module}:{wanted}\")` in this module (`implementation` is for compiling and for running), or a `constraints` block or BOM that sets all artifacts of `{module_group}` to one version.";
    let exclude = "Exclude it where the other version comes from: `exclude(group = \"{module_group}\", module = \"{module_name}\")` on `{asked_by}`, or take another version of that library.";
    let lower = Version::parse(&wanted) < Version::parse(&pin);
    match (lower, by.contains(':')) {
        (true, true) => failure.say(cause, &[exclude, see]),
        (true, false) => failure.say(
            cause,
            &["Declare `{module}` in this module with the version {pin} (or leave its version to the BOM).", see],
        ),
        (false, _) => failure.say(cause, &[raise, see]),
    }
}
