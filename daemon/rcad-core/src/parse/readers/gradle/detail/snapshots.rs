//! A version that ends with `-SNAPSHOT`: it is in no repository of releases, and often gone.

use super::words::put;
use crate::model::failure::Failure;

const OF_OTHERS: &str = "Declare the repository of snapshots of that project (for what is published by Sonatype `maven {{ url = uri(\"https://central.sonatype.com/repository/maven-snapshots/\") }}`), if it still has {version_told}.";

/// Words a snapshot that was found nowhere. Whether it was one.
pub fn read(failure: &mut Failure, hosts: &str) -> bool {
    let symbol = failure.symbol.clone().unwrap_or_default();
    let version = symbol.split(':').nth(2).unwrap_or_default();
    let Some(released) = version.strip_suffix("-SNAPSHOT").filter(|released| !released.is_empty()) else {
        return false;
    };
    put(failure, "version_told", version);
    put(failure, "released", released);
    let looked = if hosts.is_empty() { "" } else { " (searched: {searched_hosts})" };
    put(failure, "searched_hosts", hosts);
    let own = !failure.details.contains_key("required_by");
    let cause = if own {
        "`{symbol}` is in none of the declared repositories{looked}. It is a snapshot: repositories of releases such as Maven Central never have one, and snapshots are deleted after a time."
    } else {
        "`{symbol}`, which `{required_by}` depends on, is in none of the declared repositories{looked}. It is a snapshot: repositories of releases such as Maven Central never have one, and snapshots are deleted after a time. This build does not declare it itself."
    };
    let cause = cause.replace("{looked}", looked);
    let build = "Or build it yourself: in a checkout of that library at that version `./gradlew publishToMavenLocal` (Maven: `mvn install`), and here `mavenLocal()` among the repositories.";
    if own {
        let release = "Take a release in place of the snapshot, {released} or a later one, if it exists (https://mvnrepository.com/artifact/{group}/{module_name}).";
        failure.say(&cause, &[release, OF_OTHERS, build]);
    } else {
        let other = "Take another version of `{required_by}`, one that depends on a release; or let this build choose a release: `configurations.all {{ resolutionStrategy.force(\"{group}:{module_name}:{released}\") }}`, if {released} or another was published (https://mvnrepository.com/artifact/{group}/{module_name}).";
        failure.say(&cause, &[other, build, OF_OTHERS]);
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    fn told(version: &str, by: &str) -> (String, Vec<String>) {
        let log = format!(
            "* What went wrong:\nCould not resolve all files for configuration ':compileClasspath'.\n> Could not find com.example.shelf:board:{version}.\n  Searched in the following locations:\n    - https://repo.maven.apache.org/maven2/com/example/shelf/board/{version}/board-{version}.pom\n  Required by:\n      project :{by}\n"
        );
        let answer = analyze(parse(&log), None);
        (answer.root_cause.unwrap_or_default(), answer.fix_guidelines)
    }

    #[test]
    fn a_snapshot_is_not_in_central() {
        let (cause, fixes) = told("2.1-SNAPSHOT", "app > com.example:basket:1.4");
        assert!(cause.contains("It is a snapshot") && cause.contains("`com.example:basket:1.4`"), "{cause}");
        assert!(fixes[0].starts_with("Take another version of `com.example:basket:1.4`"), "{fixes:?}");
        let (cause, fixes) = told("2.1-SNAPSHOT", "app");
        assert!(cause.contains("It is a snapshot") && fixes[0].contains("2.1 or a later one"), "{cause} {fixes:?}");
        assert!(!told("2.1", "app").0.contains("snapshot"));
    }
}
