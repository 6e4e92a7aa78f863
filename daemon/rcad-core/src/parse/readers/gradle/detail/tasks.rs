//! A task or project that is not there: whose task it is, what Gradle's candidates are worth, where the command ran.

use super::words::put;
use crate::facts::builds::task_maker;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Tasks that every root project has: as candidates they tell nothing.
const BUILT_IN: &[&str] = &[
    "init",
    "wrapper",
    "help",
    "tasks",
    "projects",
    "properties",
    "dependencies",
    "dependencyInsight",
    "buildEnvironment",
    "components",
    "model",
    "javaToolchains",
    "outgoingVariants",
    "resolvableConfigurations",
    "prepareKotlinBuildScriptModel",
    "updateDaemonJvm",
    "artifactTransforms",
    "kotlinDslAccessorsReport",
];

/// `root project 'shop'`, `project ':shop:basket'`
static OWNER: Pattern = Pattern::new(r"^(?P<root>root )?project '(?P<project>[^']*)'");

/// Words the failure by what the name tells.
pub fn read(text: &str, failure: &mut Failure) {
    if failure.wording.is_some() {
        return;
    }
    let Some(name) = failure.symbol.clone() else { return };
    let owner = failure.details.get("owner").cloned().unwrap_or_default();
    let is_project = ["roject '", "roject ‘"].iter().any(|start| text.contains(&format!("{start}{name}")))
        && !text.contains(&format!("ask '{name}'"));
    let root =
        OWNER.captures(&owner).filter(|found| found.name("root").is_some()).map(|found| found["project"].to_owned());
    if is_project {
        return project(&name, root.as_deref(), failure);
    }
    let candidates = likely(&name, failure.details.get("candidates").map_or("", String::as_str));
    if name.starts_with(['–', '—', '−']) {
        return failure.say("`{symbol}` is taken for a task, because it begins with a typographic dash in place of two hyphens; there is no such task in {owner}.",
            &["Write the option with plain hyphens (`--…`); the dash comes from a text that was copied."],
        );
    }
    if let Some((verb, variant)) = variant(&name).filter(|(verb, _)| candidates.is_empty() && verb.contains("install"))
    {
        return not_installed(verb, variant, failure);
    }
    if let Some((verb, variant)) = variant(&name)
        && candidates.split(", ").all(|one| one.is_empty() || one.trim_matches('\'') == verb)
        && task_maker(&name).is_none_or(|_| !candidates.is_empty())
    {
        return no_variant(&candidates, verb, variant, failure);
    }
    if !candidates.is_empty() {
        put(failure, "candidates", candidates);
        return;
    }
    let had = failure.details.remove("candidates").is_some();
    if lifecycle(&name, root.as_deref(), failure) {
        return;
    }
    let Some((maker, id)) = task_maker(&name) else {
        if had {
            failure.say("There is no task or project `{symbol}` in {owner}: not found. What Gradle offers as candidates is not like it.",
                &[
                    "Correct the name `{symbol}`, or apply the plugin that makes that task; `./gradlew tasks --all` and `./gradlew projects` list what exists.",
                    "Check the settings file: a project that is not included has no tasks.",
                ],
            );
        }
        return;
    };
    put(failure, "maker", maker);
    let apply = match id {
        Some(id) => {
            put(failure, "maker_id", id);
            "Apply it in {owner}: `plugins {{ id(\"{maker_id}\") … }}`, or run the task in the project that applies it (`:<module>:{symbol}`)."
        }
        None => "Apply it in {owner}, or run the task in the project that applies it (`:<module>:{symbol}`).",
    };
    failure.say(
        "There is no task `{symbol}` in {owner}: not found. It is a task of {maker}, which is not applied there.",
        &[apply, "Or leave `{symbol}` out of the command (of the CI's script) for this project."],
    );
}

/// Tasks that every project has which applies a plugin that builds something.
const LIFECYCLE: &[&str] = &["assemble", "build", "buildDependents", "buildNeeded", "check", "clean", "test"];

/// Words a task whose name is right: what is missing is the module that has it. Whether it is one.
fn lifecycle(name: &str, root: Option<&str>, failure: &mut Failure) -> bool {
    if !LIFECYCLE.contains(&name) {
        return false;
    }
    if root.is_none() {
        failure.say(
            "There is no task `{symbol}` in {owner}: not found. Every module has it that applies a plugin which builds something (Android, Java, Kotlin), so this one applies none: its build file is missing, has another name, or was not read.",
            &[
                "See that the directory of {owner} has a `build.gradle` or `build.gradle.kts` which applies its plugin; a directory that is empty may be a submodule (`git submodule update --init --recursive`).",
                "If it only groups other modules, run the task in those, or without a path from the root: `./gradlew {symbol}`.",
            ],
        );
        return true;
    }
    failure.say(
        "There is no task `{symbol}` in {owner}: not found. The name is right: every module has it that applies a plugin which builds something (Android, Java, Kotlin), and from the root it runs in all of them. So the build that ran has no such module: its settings file was not read or includes none, because another directory was opened, or the checkout or import is incomplete.",
        &[
            "Run `./gradlew projects` in the directory that has `settings.gradle` or `settings.gradle.kts`: it must list the modules. In the IDE open that directory (not its parent and not a module), and sync again.",
            "If modules are missing from the list, see the `include` lines of the settings file and that the directories are there and not empty (`git submodule update --init --recursive`).",
            "If the project has no modules, its own build file must apply the plugin: `plugins {{ java }}`, `kotlin(\"jvm\")`, `com.android.application`.",
        ],
    );
    true
}

/// Words with which the Android plugin begins the names of a variant's tasks.
const OF_VARIANTS: &[&str] = &["assemble", "bundle", "install", "uninstall"];

/// What else has tasks of such names.
const NO_VARIANTS: &[&str] =
    &["Framework", "Aar", "Dist", "Archive", "AndroidTest", "UnitTest", "Jar", "Plugin", "App"];

/// `assemble` and `freeDebug` of `assembleFreeDebug`.
fn variant(task: &str) -> Option<(&'static str, String)> {
    OF_VARIANTS.iter().find_map(|verb| {
        let rest =
            task.strip_prefix(verb).filter(|rest| rest.starts_with(|letter: char| letter.is_ascii_uppercase()))?;
        let other = NO_VARIANTS.iter().any(|end| rest.ends_with(end)) || rest.starts_with("Js");
        let mut letters = rest.chars();
        let first = letters.next()?.to_ascii_lowercase();
        (!other).then(|| (*verb, std::iter::once(first).chain(letters).collect()))
    })
}

/// An APK is installed by its variant's task alone: with flavours none is called after the build type.
fn not_installed(verb: &str, variant: String, failure: &mut Failure) {
    put(failure, "verb", verb);
    let begins = |letter: char| letter.is_ascii_uppercase();
    let type_alone = !variant.contains(begins);
    let mut letters = variant.chars();
    let kind: String = letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect();
    put(failure, "variant", variant);
    put(failure, "build_type", kind);
    let cause = if type_alone {
        "There is no task `{symbol}` in {owner}: not found. The Android plugin makes one for each variant that can be installed: with product flavours it is `{verb}<Flavour>{build_type}` and there is none for the build type alone; a variant without a signing configuration (as a rule `release`) has none; a library module has none."
    } else {
        "There is no task `{symbol}` in {owner}: not found. The Android plugin makes one for each variant that can be installed, and `{variant}` is no variant of this module, or has no signing configuration."
    };
    failure.say(cause, &[
        "See which there are: `./gradlew :app:tasks --all` lists them below “Install tasks” (`{verb}…`), and run that of a flavour. React Native: `npx react-native run-android --mode=<flavour>Debug` (`--variant` before 0.71, with `--appId` if the id differs); Flutter: `--flavor`.",
        "If there is none at all, the command ran in a module or directory without the Android app (`./gradlew projects`), or `{variant}` needs `signingConfig` in its build type.",
    ]);
}

/// A task of a variant where no task of any variant is near.
fn no_variant(candidates: &str, verb: &str, variant: String, failure: &mut Failure) {
    failure.details.remove("candidates");
    put(failure, "verb", verb);
    let has = if candidates.is_empty() {
        ""
    } else {
        " It has `{verb}`, which every project has that builds something, and nothing like `{verb}Debug`: so probably no Android module is in the build that ran."
    };
    let each = matches!(variant.as_str(), "debug" | "release");
    put(failure, "variant", variant);
    if each {
        return failure.say(
            &format!("There is no task `{{symbol}}` in {{owner}}: not found. It is a task of the Android plugin for the build type `{{variant}}`.{has}"),
            &[
                "Run it in the directory whose settings file includes the Android module (in Flutter, React Native and Capacitor projects `android/`), and see with `./gradlew projects` that it is included.",
                "If the module is there, see that it applies `com.android.application` or `com.android.library`; with flavours the name has them: `{verb}<Flavour>Debug`.",
            ],
        );
    }
    failure.say(
        &format!("There is no task `{{symbol}}` in {{owner}}: not found. Such a name is the Android plugin's, for the flavour or build type `{{variant}}`: none of that name is declared in the build that ran.{has}"),
        &[
            "Look in the Android module's `productFlavors` and `buildTypes` for `{variant}` and declare it or correct the name (`./gradlew tasks --all` lists `{verb}…`).",
            "See with `./gradlew projects` that the Android module is included by the settings file of the directory in which the command ran (in Flutter, React Native and Capacitor projects `android/`).",
        ],
    );
}

/// A project that the build does not have.
fn project(name: &str, root: Option<&str>, failure: &mut Failure) {
    if root == Some(name.trim_start_matches(':')) {
        put(failure, "asked", failure.details.get("path").cloned().unwrap_or_else(|| name.to_owned()));
        return failure.say("`{asked}` names a project `{symbol}` inside of {owner}, but that is the root project itself: it has no sub-project of its own name (not found). Probably the directory is opened as a build of its own, while the command or IDE speaks of it as a part of a larger build.",
            &[
                "Run the task without the prefix (`./gradlew testClasses` in place of `{symbol}:testClasses`), or run it in the directory of the larger build.",
                "In the IDE unlink this Gradle project and open the larger build, whose settings file has `include(\"{symbol}\")`.",
            ],
        );
    }
    failure.say("There is no project `{symbol}` in {owner}: not found, the settings file of the build that ran does not include it.",
        &[
            "Add `include(\":{symbol}\")` to that settings file, or correct the path; `./gradlew projects` lists what there is.",
            "See that the command runs in the right directory: modules of npm and Flutter packages are included by the settings file of `android/`, after the packages are installed.",
        ],
    );
}

/// Those candidates that are like the name, quoted as Gradle does.
fn likely(name: &str, candidates: &str) -> String {
    let (all, name) = (words(name), name.to_lowercase());
    let like = |candidate: &str| {
        let (few, candidate) = (words(candidate), candidate.to_lowercase());
        let has_words = all.iter().all(|word| candidate.contains(word.as_str()));
        // `assembleDebug` for `assembleStagingDebug`: a flavour or build type that is not there.
        let shorter = few.len() > 1
            && few.first() == all.first()
            && few.last() == all.last()
            && few.iter().all(|one| all.contains(one));
        has_words || shorter || candidate.len() > 3 && name.contains(&candidate) || distance(&name, &candidate) <= 2
    };
    let names = candidates.split(',').map(|one| one.trim().trim_matches('\''));
    let good: Vec<String> = names
        .filter(|one| !one.is_empty() && !BUILT_IN.contains(one) && like(one))
        .map(|one| format!("'{one}'"))
        .collect();
    good.join(", ")
}

/// `install` and `debug` of `installDebug`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for letter in name.chars() {
        if letter.is_uppercase() || words.is_empty() {
            words.push(String::new());
        }
        words.last_mut().into_iter().for_each(|word| word.extend(letter.to_lowercase()));
    }
    words
}

/// Letters that must be changed, added or left out.
pub fn distance(first: &str, second: &str) -> usize {
    let second: Vec<char> = second.chars().collect();
    let mut row: Vec<usize> = (0..=second.len()).collect();
    for (at, letter) in first.chars().enumerate() {
        let mut before = at;
        row[0] = at + 1;
        for (index, other) in second.iter().enumerate() {
            let change = before + usize::from(letter != *other);
            before = row[index + 1];
            row[index + 1] = change.min(before + 1).min(row[index] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{likely, variant};

    #[test]
    fn a_task_that_all_modules_have_is_not_misspelt() {
        let told = |owner: &str, task: &str| {
            let log = format!("* What went wrong:\nTask '{task}' not found in {owner}.\n\n* Try:\n");
            crate::explain::answer(&log)
        };
        let root = told("root project 'shelf'", "assemble");
        assert!(root.contains("The name is right") && root.contains("./gradlew projects"), "{root}");
        assert!(told("project ':oak'", "build").contains("its build file is missing"));
        assert!(!told("root project 'shelf'", "shelve").contains("The name is right"));
    }

    #[test]
    fn tasks_of_variants_are_known_by_their_names() {
        for (task, expected) in [
            ("assembleFreeDebug", Some(("assemble", "freeDebug"))),
            ("bundleStaging", Some(("bundle", "staging"))),
            ("assemble", None),
            ("installDist", None),
            ("assembleShelfXCFramework", None),
            ("bundleJsAndAssets", None),
            ("bundleReleaseAar", None),
        ] {
            let found = variant(task);
            assert_eq!(found.as_ref().map(|(verb, name)| (*verb, name.as_str())), expected, "{task}");
        }
    }

    #[test]
    fn only_like_names_are_offered() {
        assert_eq!(likely("lint", "'init'"), "");
        assert_eq!(likely("asembleDebug", "'assembleDebug', 'assembleRelease'"), "'assembleDebug'");
        assert_eq!(likely("installDebug", "'installFreeDebug', 'projects'"), "'installFreeDebug'");
        assert_eq!(likely("installDebug", "'installRelease'"), "");
        assert_eq!(likely("assembleStagingDebug", "'assembleDebug', 'assembleRelease'"), "'assembleDebug'");
        assert_eq!(likely("testDebug", "'testDebugUnitTest'"), "'testDebugUnitTest'");
    }
}
