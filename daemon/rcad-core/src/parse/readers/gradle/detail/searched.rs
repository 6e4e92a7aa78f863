//! The places that were searched for an artifact or a plugin, held against the repository in which it is published.

pub mod no_library;
pub mod stored;

use super::elsewhere::{self, IN_PROJECT, IN_SCRIPT, hosts, is_of_script};
use super::words::put;
use crate::facts::builds::{RepositoryHome, home_of_group, home_of_plugin, plugin_artifact};
use crate::facts::version::Version;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Headings of the lists.
const LISTS: &[&str] = &["Searched in the following locations:", "Searched in the following repositories:"];

/// The places of a list below its heading.
fn places(text: &str) -> Vec<&str> {
    let mut lines = text.lines().skip_while(|line| !LISTS.iter().any(|list| line.trim_end().ends_with(list)));
    lines.next();
    let entry = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with(['>', '*']) && !line.ends_with(':') && !line.starts_with("project ")
    };
    lines.take_while(entry).map(|line| line.trim().trim_start_matches("- ")).collect()
}

/// The directories in which a local repository was searched: the places without the artifact's own path.
fn directories(places: &[&str], group: &str) -> Option<String> {
    let path = group.replace('.', "/");
    let mut all: Vec<&str> = Vec::new();
    for place in places {
        let place = place.strip_prefix("file:").or_else(|| place.starts_with('/').then_some(place))?;
        let end = place.find(&format!("/{path}/")).or_else(|| place.rfind('/'))?;
        let directory = &place[..end];
        let directory =
            directory.strip_prefix("//").map_or(directory, |rest| if rest.starts_with('/') { rest } else { directory });
        if !all.contains(&directory) {
            all.push(directory);
        }
    }
    all.truncate(2);
    (!all.is_empty()).then(|| all.join(" and "))
}

const VERSION: &str = "Check that version {wanted} of `{group}:{module_name}` exists there (https://mvnrepository.com/artifact/{group}/{module_name}), and correct it in the build script or version catalog.";
const EXISTS: &str = "Check that group, name and version of `{symbol}` are right and that this version exists.";

/// An artifact that is nowhere.
pub fn artifact(text: &str, failure: &mut Failure) {
    let symbol = failure.symbol.clone().unwrap_or_default();
    let mut parts = symbol.split(':');
    let (Some(group), Some(name)) = (parts.next().filter(|group| !group.is_empty()), parts.next()) else { return };
    if failure.details.contains_key("offline") || failure.details.contains_key("no_repositories") {
        return;
    }
    if super::unfilled::read(failure) {
        return;
    }
    let places = places(text);
    if let Some(directory) = directories(&places, group) {
        return local(&directory, failure);
    }
    if places.iter().any(|place| place.contains("jitpack.io")) && failure.details.contains_key("account") {
        return on_jitpack(failure);
    }
    if !failure.details.contains_key("archive") && super::snapshots::read(failure, &hosts(&places)) {
        return;
    }
    let known = home_of_group(group, name);
    let only_closed = !places.is_empty() && places.iter().all(|place| is_closed(place));
    if only_closed {
        put(failure, "home_declared", known.map_or("mavenCentral()", |home| home.declared));
        return closed(known, failure);
    }
    let Some(home) = known else { return elsewhere::read(text, &places, failure) };
    put(failure, "home", home.name);
    put(failure, "home_declared", home.declared);
    let add = if is_of_script(failure) { IN_SCRIPT } else { IN_PROJECT };
    let file = failure.details.contains_key("archive");
    if places.is_empty() {
        if !file && failure.wording.is_none() {
            failure.say("`{symbol}` is in none of the declared repositories; artifacts of this group are published in {home}, so probably that one is not declared here, or it has no such version.",
                &[add, EXISTS],
            );
            support_library(&symbol, failure);
        }
        return;
    }
    put(failure, "searched_hosts", hosts(&places));
    if places.iter().any(|place| home.has(place)) {
        if !file {
            failure.say("`{symbol}` is in none of the declared repositories. {home}, where artifacts of this group are published, was searched: it probably has no such artifact or version.",
                &[
                    VERSION,
                    EXISTS,
                    "If it comes with another dependency, raise or lower that one: `./gradlew dependencyInsight --dependency {module_name}` shows who asks for it.",
                ],
            );
        }
        return;
    }
    match file {
        true => failure.say("The metadata of `{symbol}` was found, but not its file `{archive}` at {searched_hosts}. Artifacts of this group are published in {home}, which was not searched for it.",
            &[
                "Put `{home_declared}` before all other repositories, in the build script's `repositories` and in each `buildscript {{ repositories }}` (for a Flutter app also that of Flutter's own script: `flutter upgrade`): the first repository that has the metadata must have the file too.",
                "Then build with `--refresh-dependencies`.",
            ],
        ),
        false => {
            failure.say("`{symbol}` is in none of the declared repositories: artifacts of this group are published in {home}, and that one was not searched (searched: {searched_hosts}).",
                &[add, VERSION],
            );
            support_library(&symbol, failure);
        }
    }
}

/// Artifacts of the old support library were in a part of the SDK before Google's Maven repository had them.
fn support_library(symbol: &str, failure: &mut Failure) {
    if let Some(wording) = failure.wording.as_mut().filter(|_| symbol.starts_with("com.android.support:")) {
        wording.fixes.push("A build with tools of before 2017 takes it from the SDK: install “Android Support Repository” (`sdkmanager \"extras;android;m2repository\"`); Gradle before 4.0 does not know `google()`, there it is `maven {{ url \"https://maven.google.com\" }}`.".to_owned());
    }
}

/// Whether the place is in JCenter, which is shut down.
fn is_closed(place: &str) -> bool {
    place.contains("jcenter.bintray.com") || place.contains("dl.bintray.com") || place == "BintrayJCenter"
}

fn closed(home: Option<RepositoryHome>, failure: &mut Failure) {
    if failure.details.contains_key("archive") && home.is_some() {
        put(failure, "home", home.map_or("", |home| home.name));
        return failure.say("The metadata of `{symbol}` was found, but its file `{archive}` was looked for in JCenter (bintray.com) only, which is shut down. Artifacts of this group are published in {home}.",
            &[
                "Put `{home_declared}` in the place of `jcenter()`, in the build script's `repositories` and in each `buildscript {{ repositories }}` (for a Flutter app also that of Flutter's own script: `flutter upgrade`).",
            ],
        );
    }
    let cause = "`{symbol}` is in none of the declared repositories: only JCenter (bintray.com) was searched, which is shut down.";
    failure.say(cause,
        &[
            "Declare `{home_declared}` in place of `jcenter()`; what was only on JCenter needs another artifact or version.",
            VERSION,
        ],
    );
}

/// Everything that was searched is on this machine.
fn local(directory: &str, failure: &mut Failure) {
    put(failure, "local_only", directory);
    let lock = if directory.contains("/nix/store/") {
        "Add `{symbol}` to the offline repository {local_only}: write Nix's lock of the Gradle dependencies again, with the task `{task}` among those that are recorded."
    } else if directory.contains("node_modules") {
        "Install the npm packages again (`npm ci`): {local_only} belongs to one of them; if its version there is another, declare that one."
    } else {
        "Put `{symbol}` into {local_only}, or declare a repository on the net that has it."
    };
    failure.say("`{symbol}` (configuration `{configuration}`) is not in {local_only}, and no other place was searched: the build knows only repositories on this machine, so nothing is downloaded.",
        &[
            lock,
            "Put `{symbol}` into {local_only}, or declare a repository on the net that has it.",
            "Or leave out `{task}`, which needs it: `./gradlew build -x {task}`.",
        ],
    );
    if let Some(wording) = failure.wording.as_mut() {
        if !failure.details.contains_key("configuration") {
            wording.cause = wording.cause.replace(" (configuration `{configuration}`)", "");
        }
        wording.fixes.dedup();
    }
}

fn on_jitpack(failure: &mut Failure) {
    failure.say("`{symbol}` is in none of the declared repositories. JitPack was searched: it has no such release, or could not build it.",
        &[
            "Open https://jitpack.io/#{account}/{module_name}: its list shows the releases and the log of each build; correct name and version ({wanted}) by it.",
            "If JitPack's build of it failed, take another release or commit, or build it yourself (`publishToMavenLocal`).",
        ],
    );
}

/// `2.7.5`, `2.1.0.RELEASE`
static RELEASE: Pattern = Pattern::new(r"^[0-9]+(?:\.[0-9]+)+(?:[.-](?:RELEASE|Final|GA))?$");

/// A plugin that is nowhere.
pub fn plugin(text: &str, failure: &mut Failure) {
    let Some(id) = failure.symbol.clone() else { return };
    if text.contains("Plugin with id '") && text.contains("' not found") {
        return applied(&id, failure);
    }
    let Some(version) = failure.details.get("version").cloned().filter(|_| failure.wording.is_none()) else {
        return unversioned(&id, failure);
    };
    if id == "org.jetbrains.kotlin.plugin.compose" && version.starts_with("1.") {
        return failure.say("The Gradle plugin `{symbol}` has no version {version}: it exists from Kotlin 2.0.0 on and has Kotlin's own version. Before, the Compose compiler was set by `composeOptions`.",
            &[
                "Raise Kotlin and this plugin to 2.0.0 or later, or remove the plugin and set `composeOptions {{ kotlinCompilerExtensionVersion = … }}` to the one for Kotlin {version}.",
            ],
        );
    }
    if id == "com.google.devtools.ksp" && !version.contains('-') && is_before_ksp_2_3(&version) {
        return failure.say("The Gradle plugin `{symbol}` has no version {version}: up to 2.2 a KSP version is Kotlin's and KSP's own joined by `-`, so {version} alone is only a Kotlin version.",
            &["Write both parts, the first one your Kotlin version (as `2.0.21-1.0.28` for Kotlin 2.0.21): https://github.com/google/ksp/releases lists the one for {version}."],
        );
    }
    let Some(home) = home_of_plugin(&id) else { return };
    put(failure, "home", home.name);
    put(failure, "home_declared", home.declared);
    let places = places(text);
    let searched = places.iter().any(|place| home.has(place))
        || home.declared == "mavenCentral()" && places.iter().any(|place| place.starts_with("Gradle Central"));
    let add = "Add `{home_declared}` to `pluginManagement {{ repositories {{ … }} }}` of the settings file.";
    if !places.is_empty() && !searched {
        put(failure, "searched_hosts", places.iter().take(3).copied().collect::<Vec<_>>().join(", "));
        return failure.say("The Gradle plugin `{symbol}` {version} is not found: it is published in {home}, which is not among the repositories that were searched ({searched_hosts}).",
            &[add, "If a mirror of yours is to stand for it, see why that one lacks `{symbol}` {version}."],
        );
    }
    let release = RELEASE.is_match(&version);
    put(failure, "marker_path", format!("{}/{id}.gradle.plugin/{version}/", id.replace('.', "/")));
    let open = match home.name {
        "the Gradle plugin portal" => {
            "Open https://plugins.gradle.org/m2/{marker_path} on this machine: if it does not open, set the proxy (`systemProp.https.proxyHost`, `systemProp.https.proxyPort`) or a mirror in `pluginManagement {{ repositories }}`, and see that the build does not run with `--offline`; if it says 404, correct the version."
        }
        _ => {
            "See whether {home} can be reached from this machine (proxy, `--offline`), and that version {version} of `{symbol}` exists."
        }
    };
    match (release, searched) {
        (true, true) => failure.say("The Gradle plugin `{symbol}` {version} is not found. The id is a real one, and {home}, which has it, was searched: so probably {home} cannot be reached from here (offline mode, proxy, firewall, certificates), or there is no version {version}.",
            &[open, "`./gradlew help --info` shows the requests and what was answered."],
        ),
        (true, false) => failure.say("The Gradle plugin `{symbol}` {version} is not found. The id is a real one, published in {home}: so probably that cannot be reached from here (offline mode, proxy, certificates), is not declared for plugins, or has no version {version}.",
            &[open, add],
        ),
        _ => failure.say("The Gradle plugin `{symbol}` is published in {home}, but version {version} is not found in the repositories that were searched: it probably does not exist there.",
            &[
                "Check which versions there are (https://plugins.gradle.org/plugin/{symbol}) and correct the version; snapshots and milestones are mostly in a repository of their own.",
                add,
            ],
        ),
    }
}

/// Whether a version is of the time when KSP's began with Kotlin's.
fn is_before_ksp_2_3(version: &str) -> bool {
    Version::parse(version).zip(Version::parse("2.3")).is_some_and(|(version, limit)| version < limit)
}

/// A well-known plugin that is asked for without a version: nothing else in the build says which.
fn unversioned(id: &str, failure: &mut Failure) {
    // The row's words leave open whether it is a published plugin or one of the project's own.
    let open = failure.wording.is_none() || failure.details.contains_key("no_version");
    let Some(home) = home_of_plugin(id).filter(|_| open) else { return };
    put(failure, "home", home.name);
    put(failure, "home_declared", home.declared);
    let of_kotlin = if id == "com.google.devtools.ksp" {
        " Its version must fit that of Kotlin; up to KSP 2.2 it begins with it: `2.0.21-1.0.28`."
    } else {
        ""
    };
    failure.say("The script asks for the Gradle plugin `{symbol}` without a version, and nothing else in the build gives it one, so Gradle does not know which to load (not found). The id is a real one, published in {home}.",
        &[
            &format!("Declare it with a version in the root build file: `plugins {{{{ id(\"{{symbol}}\") version \"…\" apply false }}}}` (or in `pluginManagement {{{{ plugins {{{{ … }}}} }}}}` of the settings file); the module's line may then stay as it is.{of_kotlin}"),
            "`{home_declared}` must be among `pluginManagement {{ repositories }}` of the settings file. If the root build file has that line, see that the directory is opened whose settings file includes this module.",
        ],
    );
}

/// `apply plugin:` looks only at the script's class path.
fn applied(id: &str, failure: &mut Failure) {
    if failure.wording.is_some() {
        return;
    }
    let Some((full, artifact)) = plugin_artifact(id) else { return };
    put(failure, "full_id", full);
    put(failure, "plugin_artifact", artifact);
    failure.say("The script applies the plugin `{symbol}` by its id (`apply plugin:`), and the artifact that has it, `{plugin_artifact}`, is not on the class path of the build scripts.",
        &[
            "In the root build file put it there: `plugins {{ id(\"{full_id}\") version \"…\" apply false }}` (older: `buildscript {{ dependencies {{ classpath(\"{plugin_artifact}:…\") }} }}`). If the module was opened alone, open the build that includes it.",
            "Or remove the line that applies it, if this module does not need it.",
        ],
    );
}
