//! Where artifacts and plugins are published, and which plugin makes a configuration or a task.

use super::table::{GRADLE, cell, longest, rows};

/// A repository that has what is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepositoryHome {
    /// What people call it, `Google's Maven repository`.
    pub name: &'static str,
    /// How it is declared, `google()`.
    pub declared: &'static str,
    marks: &'static str,
}

impl RepositoryHome {
    /// Whether a place that was searched (an address, or a repository's name) is in it.
    pub fn has(&self, place: &str) -> bool {
        // A plugin repository's name has blanks itself.
        let whole = place.contains(self.marks);
        whole || place.contains("://") && self.marks.split(' ').any(|mark| place.contains(mark))
    }

    fn of(row: &'static [String]) -> Option<RepositoryHome> {
        Some(RepositoryHome { name: cell(row, 1)?, declared: cell(row, 2)?, marks: cell(row, 3)? })
    }
}

/// The repository in which artifacts of the group are published; `firebase-admin` and other parts of a group that are
/// elsewhere have none.
pub fn home_of_group(group: &str, artifact: &str) -> Option<RepositoryHome> {
    let elsewhere = [("com.google.firebase", "firebase-admin")];
    if elsewhere.contains(&(group, artifact)) {
        return None;
    }
    RepositoryHome::of(longest(&GRADLE, "group_homes", group)?)
}

/// The repository that has a plugin of a well-known id.
pub fn home_of_plugin(id: &str) -> Option<RepositoryHome> {
    RepositoryHome::of(longest(&GRADLE, "plugin_homes", id)?)
}

/// A plugin's id for `plugins { }`, and its artifact for `buildscript { }`.
pub fn plugin_artifact(id: &str) -> Option<(&'static str, &'static str)> {
    let row = rows(&GRADLE, "plugin_artifacts").iter().find(|row| row.first().is_some_and(|known| known == id))?;
    Some((cell(row, 1)?, cell(row, 2)?))
}

/// What a configuration that was removed is called now, and who removed it.
pub fn new_configuration(old: &str) -> Option<(&'static str, &'static str)> {
    let row = fitting("old_configurations", old)?;
    Some((cell(row, 1)?, cell(row, 2)?))
}

/// The plugin that makes a configuration, and how it is applied.
pub fn configuration_maker(name: &str) -> Option<(&'static str, &'static str)> {
    let row = fitting("configuration_makers", name)?;
    Some((cell(row, 1)?, cell(row, 2)?))
}

/// The plugin that makes a task, and its id where there is one.
pub fn task_maker(task: &str) -> Option<(&'static str, Option<&'static str>)> {
    let row = fitting("task_makers", task)?;
    Some((cell(row, 1)?, cell(row, 2)))
}

/// The plugin whose task writes what another reads.
pub fn output_maker(task: &str) -> Option<&'static str> {
    cell(fitting("output_makers", task)?, 1)
}

/// Of two artifacts with the same classes, by their names without group: which to keep and why, and which one goes.
pub fn alternative(first: &str, second: &str) -> Option<(&'static str, &'static str)> {
    let mut both = [first, second];
    both.sort_unstable();
    let key = both.join(" ");
    let row = rows(&GRADLE, "alternatives").iter().find(|row| row.first().is_some_and(|known| *known == key))?;
    Some((cell(row, 1)?, cell(row, 2)?))
}

/// The row of the longest name, `*` in it for any letters, that `name` is.
fn fitting(table: &str, name: &str) -> Option<&'static [String]> {
    let found = rows(&GRADLE, table).iter().filter(|row| row.first().is_some_and(|known| fits(known, name)));
    found.max_by_key(|row| row.first().map_or(0, String::len)).map(Vec::as_slice)
}

fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((begin, rest)) => name.strip_prefix(begin).is_some_and(|name| {
            let end = rest.trim_end_matches('*');
            if rest.ends_with('*') { name.contains(end) } else { name.ends_with(end) }
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{alternative, configuration_maker, fits, home_of_group, home_of_plugin, output_maker, task_maker};

    #[test]
    fn groups_and_plugins_have_homes() {
        let google = home_of_group("androidx.core", "core-ktx").expect("a home");
        assert_eq!(google.declared, "google()");
        assert!(google.has("https://dl.google.com/dl/android/maven2/androidx/core/a.pom"));
        assert!(!google.has("https://repo.maven.apache.org/maven2/androidx/core/a.pom"));
        assert_eq!(home_of_group("com.google.firebase", "firebase-admin"), None);
        assert_eq!(home_of_group("com.example.basket", "basket"), None);
        let portal = home_of_plugin("org.springframework.boot").expect("a home");
        assert!(portal.has("Gradle Central Plugin Repository") && !portal.has("Google"));
        assert_eq!(home_of_plugin("org.springframework.bootleg"), None);
    }

    #[test]
    fn stars_stand_for_any_letters() {
        for (pattern, name, expected) in [
            ("kapt*", "kaptTest", true),
            ("kapt*", "kapt", true),
            ("connected*AndroidTest", "connectedFreeDebugAndroidTest", true),
            ("connected*AndroidTest", "connectedCheck", false),
            ("copy*Fonts*", "copyReactNativeFontsDebug", true),
            ("copy*Fonts*", "copyFiles", false),
            ("lint", "lintDebug", false),
        ] {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
        assert_eq!(task_maker("shadowJar").and_then(|(_, id)| id), Some("com.gradleup.shadow"));
        assert!(configuration_maker("kaptTest").is_some() && configuration_maker("basket").is_none());
        assert!(output_maker("processFreeDebugGoogleServices").is_some());
    }

    #[test]
    fn alternatives_are_found_in_either_order() {
        let pair = alternative("protobuf-javalite", "protobuf-java");
        assert_eq!(pair.map(|(_, goes)| goes), Some("protobuf-java"));
        assert_eq!(pair, alternative("protobuf-java", "protobuf-javalite"));
        assert_eq!(alternative("protobuf-java", "guava"), None);
    }
}
