//! What a script that Groovy cannot run asked for: a configuration of a `dependencies` block, a block of a plugin, the
//! beginning of a class's name, a name that a plugin's own code uses.

use super::receiver;
use super::tasks::distance;
use super::words::put;
use crate::facts::builds::{configuration_maker, new_configuration};
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Beginnings of packages: as a property such a name is that of a class which was not found.
const PACKAGES: &[&str] = &["java", "javax", "org", "com", "net", "io", "groovy", "kotlin", "jdk", "jakarta"];

/// Packages of what a plugin is made for.
const HOSTS: &[(&str, &str)] = &[
    ("com.android.", "the Android Gradle plugin"),
    ("org.gradle.", "Gradle"),
    ("org.jetbrains.kotlin.", "the Kotlin Gradle plugin"),
];

/// `[com.example:basket:1.0]`, `[project ':shelf']`, `[file collection]`
static DEPENDENCY: Pattern = Pattern::new(
    r"^\[(?:(?P<coordinate>[A-Za-z0-9_.$-]+:[A-Za-z0-9_.$-]+(?::[^\s,\]]+)?)|project '(?P<project>[^']+)'|(?P<files>(?:file collection|ZIP|fixed|map\()[^\]]*))",
);

/// Reads what the sentence's arguments and owner tell.
pub fn read(text: &str, failure: &mut Failure) {
    let plugin = failure.details.get("plugin").cloned();
    if let Some(plugin) = plugin.filter(|_| text.contains("apply")) {
        let kind = failure.details.get("type").or_else(|| failure.details.get("owner")).cloned().unwrap_or_default();
        if let Some((_, host)) = HOSTS.iter().find(|(package, _)| kind.starts_with(package)) {
            return inside_plugin(&plugin, host, failure);
        }
    }
    let symbol = failure.symbol.clone().unwrap_or_default();
    if failure.details.contains_key("property") && PACKAGES.contains(&symbol.as_str()) {
        return failure.say("`{symbol}` is the beginning of a class's full name (`{symbol}.…`) that Groovy cannot resolve, so it takes it for a property: that class is in neither the JDK that runs Gradle nor on the class path of the script, or it is misspelt.",
            &[
                "See which class line {line} of `{name}` names: if it is one of a newer JDK (such as java.time of Java 8), run Gradle with that JDK; if it is a library's or plugin's, put its artifact on the script's class path (`buildscript {{ dependencies {{ classpath … }} }}`) or apply the plugin.",
                "See which class the script names: if it is one of a newer JDK, run Gradle with that JDK; if it is a library's or plugin's, put its artifact on the script's class path.",
            ],
        );
    }
    if failure.wording.is_none() && receiver::read(failure) {
        return;
    }
    let method = failure.details.contains_key("method");
    if let Some(meant) =
        meant(&symbol, failure.details.get("candidates")).filter(|_| method && failure.wording.is_none())
    {
        put(failure, "meant", meant);
        return failure.say("The build script calls `{method}()`, which {owner} does not have for these arguments; it has `{meant}`, so the name is probably misspelt.",
            &["Write `{meant}` for `{method}` at line {line} of `{name}`, with the arguments that the log lists.", "Write `{meant}` for `{method}`, with the arguments that the log lists."][..1 + usize::from(failure.line.is_none())],
        );
    }
    if failure.details.contains_key("property") && failure.wording.is_none() {
        if let Some(meant) = meant(&symbol, failure.details.get("candidates")) {
            put(failure, "meant", meant);
            return failure.say("The build script uses a property `{property}` that {owner} does not have; it has `{meant}`, so the name is probably misspelt.",
                &["Write `{meant}` for `{property}` at line {line} of `{name}`.", "Write `{meant}` for `{property}`."][..1 + usize::from(failure.line.is_none())],
            );
        }
        if is_constant(&symbol) {
            return failure.say("The build script reads the Gradle property `{property}`, which is set nowhere on this machine. Values with such names usually stand in gradle.properties (of the project, or the `~/.gradle/gradle.properties` of whoever built it before) or in the CI's variables, and are not in version control.",
                &[
                    "Set it: `{property}=…` in gradle.properties (secrets in `~/.gradle/gradle.properties`), `-P{property}=…` on the command line, or the environment variable `ORG_GRADLE_PROJECT_{property}` on CI.",
                    "If builds are to work without it, read it with `findProperty(\"{property}\")`, and see to the case that it is null.",
                ],
            );
        }
    }
    let arguments = failure.details.get("arguments").cloned().unwrap_or_default();
    if text.contains("DependencyHandler") {
        dependency(&symbol, &arguments, failure);
    } else if arguments.contains("_closure") && failure.wording.is_none() {
        block(&symbol, failure);
    }
}

/// `SHELF_STORE_FILE`: how people name properties that each machine sets.
fn is_constant(name: &str) -> bool {
    name.contains('_') && name.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == b'_')
}

/// The candidate that differs from the name by a letter or two.
fn meant(name: &str, candidates: Option<&String>) -> Option<String> {
    let near = |one: &&str| one.len() > 2 && distance(one, name) <= if name.len() > 4 { 2 } else { 1 };
    let names = candidates?.split([',', ')']).map(|one| one.split('(').next().unwrap_or(one).trim());
    names.into_iter().find(|one| near(one) && *one != name).map(str::to_owned)
}

/// The plugin's own code uses what its host no longer has, or does not have yet.
fn inside_plugin(plugin: &str, host: &str, failure: &mut Failure) {
    put(failure, "plugin", plugin);
    put(failure, "host", host);
    let kind = failure.details.get("type").or_else(|| failure.details.get("owner")).cloned().unwrap_or_default();
    put(failure, "host_class", kind);
    failure.say("The plugin `{plugin}` fails while it is applied: its own code uses `{symbol}` of `{host_class}`, which this version of {host} does not have. The plugin is made for another version.",
        &[
            "Take a release of `{plugin}` that is made for your version of {host} (its release notes say which), or a maintained fork; if there is none, remove the plugin or go back to the version of {host} with which it worked.",
        ],
    );
}

fn dependency(name: &str, arguments: &str, failure: &mut Failure) {
    let Some(found) = DEPENDENCY.captures(arguments) else { return };
    let of = match (found.name("coordinate"), found.name("project")) {
        (Some(coordinate), _) => format!(" (for `{}`)", coordinate.as_str()),
        (None, Some(project)) => format!(" (for the project `{}`)", project.as_str()),
        _ => String::new(),
    };
    put(failure, "configuration", name);
    let library =
        failure.file.as_deref().is_some_and(|file| file.contains("node_modules") || file.contains(".pub-cache"));
    if let Some((now, by)) = new_configuration(name) {
        put(failure, "instead", now);
        put(failure, "removed_by", by);
        return failure.say(&format!(
                "The `dependencies` block uses the configuration `{name}`{of}, which was removed by {{removed_by}}; it is called `{{instead}}` now."
            ),
            &[if library {
                "Take a newer release of the package to which `{name}` belongs: its script is made for older versions of the plugin; until then an older Gradle."
            } else {
                "Write `{instead}` for `{symbol}` in the script, also in the modules beside it (`api` or its like where other modules use the dependency's classes)."
            }],
        );
    }
    if let Some((by, id)) = configuration_maker(name) {
        put(failure, "made_by", by);
        put(failure, "maker_id", id);
        let old = by.contains("since");
        let cause = format!(
            "There is no configuration `{name}`{of} here: it is made by {{made_by}}, which is not applied to this project before that line, or the `dependencies` block is the wrong one."
        );
        let apply = "Apply it above the block: {maker_id}. In the root build file's `allprojects`/`subprojects` and in `buildscript {{ dependencies }}` there is no such configuration: put the dependency into the module's own build file.";
        let update = "If the plugin is applied, it is too old for this name: raise the Android Gradle plugin (3.0 or later) and the Gradle wrapper.";
        return match (library, old) {
            (true, _) => failure.say(&cause,
                &[
                    "The script belongs to a package: raise the Android Gradle plugin and the Gradle wrapper to what this release of the package asks for, or take an older release of it.",
                ],
            ),
            (false, true) => failure.say(&cause, &[apply, update]),
            (false, false) => failure.say(&cause, &[apply]),
        };
    }
    let kinds = ["Implementation", "CompileOnly", "RuntimeOnly", "Api", "AnnotationProcessor"];
    let set = kinds.iter().find_map(|kind| name.strip_suffix(kind)).unwrap_or("");
    let cause = format!("There is no configuration `{name}`{of} in this project.");
    if let Some(meant) = misspelt(name) {
        put(failure, "meant", meant);
        put(failure, "arguments_shown", arguments.trim_matches(['[', ']']));
        return failure.say("The `dependencies` block uses `{symbol}`, which is no configuration of this project; by its letters `{meant}` is meant.",
            &["Write `{meant} '{arguments_shown}'` in place of `{symbol} '{arguments_shown}'`."],
        );
    }
    if set.is_empty() {
        return failure.say(&cause,
            &[
                "Correct the name `{symbol}`, or apply the plugin that makes a configuration of that name above the `dependencies` block; `./gradlew dependencies` lists those that exist.",
            ],
        );
    }
    put(failure, "source_set", set);
    failure.say(&format!(
            "{cause} Such a name stands for the flavour, build type or source set `{{source_set}}`, which is not declared (yet)."
        ),
        &[
            "Declare `{source_set}` (`productFlavors`, `buildTypes` or `sourceSets`) above the `dependencies` block, or correct the name; for a combination of flavour and build type declare the configuration first: `configurations.create(\"{symbol}\")`.",
        ],
    );
}

/// Configurations that most scripts use.
const COMMON: &[&str] = &[
    "androidTestImplementation",
    "annotationProcessor",
    "api",
    "compileOnly",
    "coreLibraryDesugaring",
    "debugImplementation",
    "implementation",
    "kapt",
    "ksp",
    "releaseImplementation",
    "runtimeOnly",
    "testImplementation",
];

/// The common configuration that a name differs from by a letter or two, or by its capitals.
fn misspelt(name: &str) -> Option<&'static str> {
    let small = name.to_lowercase();
    let near = |known: &&&str| {
        let known_small = known.to_lowercase();
        known_small == small || known.len() > 6 && distance(&known_small, &small) <= 2
    };
    COMMON.iter().find(near).copied()
}

/// `basket { … }`: a block whose name nobody has registered.
fn block(name: &str, failure: &mut Failure) {
    put(failure, "block", name);
    failure.say("The script opens a block `{block} {{ }}`, and on {owner} nothing of that name is registered: the plugin that brings it is not applied before that line, or it registers the block under another name or later.",
        &[
            "Apply the plugin that brings `{block}` above the block, or correct the name; if the plugin is your own, let it register the block at once (`project.extensions.create(\"{block}\", …)`), not in `afterEvaluate`.",
            "If the block stands inside another one, see whether it belongs there in this version.",
        ],
    );
}
