//! An artifact of a group whose repository is not known, held against the places that were searched.

use super::words::put;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// What of Maven Central and of its mirrors stands in an address.
const CENTRAL: &[&str] =
    &["repo.maven.apache.org", "maven.org/maven2", "maven-central", "maven.aliyun.com", "repo.huaweicloud.com"];

/// `project :app > project :shelf_player`: the module whose build file asks for it.
static ASKER: Pattern =
    Pattern::new(r"Required by:\s+(?:root )?project [^\n]*> project (?P<module>:[A-Za-z0-9_.:@-]+)\s*(?:\n|$)");

/// `https://repo.example.com/…`: the server.
static HOST: Pattern = Pattern::new(r"://(?:[^/@\s]+@)?(?P<host>[A-Za-z0-9.-]+)");

/// The servers of the places, each once, at most three.
pub fn hosts(places: &[&str]) -> String {
    let mut hosts: Vec<String> = Vec::new();
    for found in places.iter().filter_map(|place| HOST.captures(place)) {
        if !hosts.iter().any(|host| *host == found["host"]) {
            hosts.push(found["host"].to_owned());
        }
    }
    let more = if hosts.len() > 3 { " …" } else { "" };
    hosts.truncate(3);
    hosts.join(", ") + more
}

/// Whether the configuration is one of build scripts: their repositories are declared elsewhere.
pub fn is_of_script(failure: &Failure) -> bool {
    let configuration = failure.details.get("configuration").map_or("", String::as_str);
    configuration.trim_start_matches(':').rsplit(':').next() == Some("classpath")
}

/// The step that declares a repository for projects.
pub const IN_PROJECT: &str = "Add `{home_declared}` to the repositories: `dependencyResolutionManagement {{ repositories {{ … }} }}` of the settings file, or `repositories` of the module (older builds: `allprojects` of the root build file).";
/// The step that declares it for build scripts.
pub const IN_SCRIPT: &str = "Add `{home_declared}` to the repositories of build scripts: `pluginManagement {{ repositories {{ … }} }}` of the settings file, and each `buildscript {{ repositories {{ … }} }}`.";
/// Words the failure by the places.
pub fn read(text: &str, places: &[&str], failure: &mut Failure) {
    if failure.wording.is_some() || failure.details.contains_key("archive") {
        return;
    }
    if failure.details.get("wanted").is_some_and(|version| version == "unspecified") {
        return unspecified(failure);
    }
    let servers = hosts(places);
    if servers.is_empty() {
        return;
    }
    let vendor = failure.details.get("group").and_then(|group| group.split('.').nth(1)).unwrap_or("").to_owned();
    let at_vendor = vendor.len() > 3 && servers.contains(&vendor);
    put(failure, "searched_hosts", servers);
    if let Some(found) = ASKER.captures(text) {
        put(failure, "asker", &found["module"]);
    }
    let central = places.iter().any(|place| CENTRAL.iter().any(|mark| place.contains(mark)));
    const PAGE: &str = "Look at https://mvnrepository.com/artifact/{group}/{module_name}: it lists the versions and the repository of each. Correct {wanted}, or declare that repository beside the others.";
    if !central && !at_vendor {
        put(failure, "home_declared", "mavenCentral()");
        let add = if is_of_script(failure) { IN_SCRIPT } else { IN_PROJECT };
        return failure.say("`{symbol}` is in none of the declared repositories (searched: {searched_hosts}). Maven Central, where most libraries are published, is not among them.",
            &[add, PAGE],
        );
    }
    if at_vendor {
        return failure.say("`{symbol}` is in none of the declared repositories (searched: {searched_hosts}). By its name the publisher's own repository is among them, so probably it has no such artifact or version.",
            &["See in the publisher's documentation or release notes which versions and artifact names there are, and correct `{symbol}` (upper and lower case count)."],
        );
    }
    let cause = "`{symbol}` is in none of the declared repositories (searched: {searched_hosts}). Maven Central does not have it: usually such a library is in a repository of its own (the vendor's, JitPack), was only in JCenter, which is shut down, or the version is written wrong.";
    if failure.details.contains_key("asker") {
        return failure.say(cause,
            &[
                "The build file of `{asker}` asks for it. If that is a package's module, upgrade the package: newer releases ask for what can still be had.",
                PAGE,
            ],
        );
    }
    failure.say(cause, &[PAGE]);
}

/// A module that was published, or named, without a version.
fn unspecified(failure: &mut Failure) {
    failure.say("`{symbol}` is what Gradle calls a module of a build without a version (`unspecified`): no repository has it. Either something was published from a build that sets no `version`, or a module that is no part of this build is asked for by its coordinate.",
        &[
            "In the build that publishes it set `group` and `version` in the module (or in `allprojects {{ }}`), publish again, and ask for that version.",
            "If it is a module of this build, depend on it by its path, `implementation(project(\":{module_name}\"))`; of another build include that one: `includeBuild(\"…\")` in the settings file.",
        ],
    );
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    fn cause(coordinate: &str, host: &str) -> String {
        let log = format!(
            "* What went wrong:\nCould not resolve all files for configuration ':app:debugRuntimeClasspath'.\n> Could not find {coordinate}.\n  Searched in the following locations:\n    - https://{host}/a.pom\n  Required by:\n      project :app > project :shelf_player\n"
        );
        parse(&log).failures[0].wording.clone().map(|wording| wording.cause).unwrap_or_default()
    }

    #[test]
    fn what_was_searched_says_what_is_missing() {
        assert!(cause("com.example.oak:tiles:1.0", "dl.google.com/dl/android/maven2").contains("is not among them"));
        assert!(cause("com.example.oak:tiles:1.0", "repo.maven.apache.org/maven2").contains("does not have it"));
        assert!(
            cause("com.example.oak:tiles:unspecified", "repo.maven.apache.org/maven2").contains("without a version")
        );
    }
}
