//! What follows in a build from what failed before it: a script that stopped at a line did not configure its project, a
//! second try is made because the first one failed, and one library that is missing lacks all its names.

use std::collections::HashMap;

use super::{Tie, why};
use crate::Category;
use crate::facts::libraries::home_of_resource;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `A problem occurred evaluating project ':till'.`, `A problem occurred configuring root project 'basket'.`
static PROBLEM: Pattern =
    Pattern::new(r"A problem occurred (?P<doing>evaluating|configuring) (?P<project>(?:root )?project '[^']*')");

/// With this script Flutter builds a plugin once more, as an AAR, after the build with the app has failed.
const RETRY: &str = "aar_init_script.gradle";

/// The failures that others of the build follow from.
#[derive(Default)]
pub struct Builds<'f> {
    /// Scripts that stopped at a line, by their project.
    stopped: HashMap<&'f str, usize>,
    /// The first failure that is not of Flutter's second try.
    first: Option<usize>,
    /// The first name of each library that is missing.
    libraries: HashMap<&'f str, usize>,
    /// The first layout that data binding did not process.
    unprocessed: Option<usize>,
}

impl<'f> Builds<'f> {
    pub fn new(failures: &[&'f Failure]) -> Builds<'f> {
        let mut builds = Builds::default();
        for (at, failure) in failures.iter().copied().enumerate() {
            if let Some(("evaluating", project)) = problem(failure).filter(|_| failure.line.is_some()) {
                builds.stopped.entry(project).or_insert(at);
            }
            if !is_retry(failure) {
                builds.first.get_or_insert(at);
            }
            if failure.details.contains_key("unprocessed") {
                builds.unprocessed.get_or_insert(at);
            }
            if let Some(library) = library(failure) {
                builds.libraries.entry(library).or_insert(at);
            }
        }
        builds
    }

    /// What the failure follows from.
    pub fn tie(&self, failure: &Failure, at: usize) -> Option<Tie> {
        let tie = |cause: usize, why| (cause != at).then_some(Tie { cause, again: false, why });
        if is_retry(failure) {
            return self.first.and_then(|cause| tie(cause, why::RETRY));
        }
        if let Some(("configuring", project)) = problem(failure).filter(|_| failure.line.is_none())
            && let Some(cause) = self.stopped.get(project)
        {
            return tie(*cause, why::STOPPED);
        }
        let attribute = failure.category == Category::XmlAttributeNotFound && !failure.message.contains("android:");
        if let Some(cause) = self.unprocessed.filter(|_| attribute || failure.details.contains_key("unprocessed")) {
            return tie(cause, why::UNPROCESSED);
        }
        self.libraries.get(library(failure)?).and_then(|cause| tie(*cause, why::SAME_LIBRARY))
    }
}

/// What Gradle was doing with which project.
fn problem(failure: &Failure) -> Option<(&str, &str)> {
    let found = failure.evidence.iter().find_map(|line| PROBLEM.captures(&line.text))?;
    let part = |name: &str| found.name(name).map(|part| part.as_str());
    Some((part("doing")?, part("project")?))
}

fn is_retry(failure: &Failure) -> bool {
    failure.file.as_deref().is_some_and(|file| file.ends_with(RETRY))
}

/// The library whose style or attribute is missing.
fn library(failure: &Failure) -> Option<&'static str> {
    let missing = matches!(failure.category, Category::XmlResourceNotFound | Category::XmlAttributeNotFound);
    let symbol = failure.symbol.as_deref().filter(|_| missing)?;
    let attribute = failure.category == Category::XmlAttributeNotFound && !symbol.contains(['/', ':']);
    let name = if attribute { format!("attr/{symbol}") } else { symbol.to_owned() };
    home_of_resource(&name)
}

#[cfg(test)]
mod tests {
    use crate::model::failure::Role;
    use crate::parse::parse;

    fn roles(text: &str) -> Vec<Role> {
        parse(text).failures.into_iter().map(|failure| failure.role).collect()
    }

    fn two(second: &str) -> String {
        format!(
            "FAILURE: Build completed with 2 failures.\n\n1: Task failed with an exception.\n-----------\n* Where:\nBuild file '/p/app/build.gradle' line: 9\n\n* What went wrong:\nA problem occurred evaluating project ':app'.\n> Could not get unknown property 'shelfKey' for root project 'basket' of type org.gradle.api.Project.\n\n* Try:\n> Run with --stacktrace\n==============\n\n2: Task failed with an exception.\n-----------\n* What went wrong:\nA problem occurred configuring project '{second}'.\n> compileSdkVersion is not specified.\n\n* Try:\n> Run with --stacktrace\n"
        )
    }

    #[test]
    fn a_script_that_stopped_configures_nothing_in_its_project() {
        assert_eq!(roles(&two(":app")), [Role::Root, Role::Consequence]);
        assert_eq!(roles(&two(":till")), [Role::Root, Role::Independent]);
    }

    #[test]
    fn one_library_that_is_missing_lacks_all_its_names() {
        let log = |second: &str| {
            format!(
                "/p/res/values/a.xml:3: error: resource style/Theme.MaterialComponents.Light (aka com.example:style/Theme.MaterialComponents.Light) not found.\n/p/res/values/a.xml:5: error: style attribute 'attr/{second} ...' not found.\n"
            )
        };
        assert_eq!(roles(&log("colorOnPrimary")), [Role::Root, Role::Consequence]);
        assert_eq!(roles(&log("shelfTint")), [Role::Root, Role::Independent]);
        let said = crate::explain::answer(&log("colorOnPrimary"));
        assert!(said.contains("material:1.1.0"), "{said}");
    }

    #[test]
    fn the_second_try_of_flutter_follows_from_the_first() {
        let log = "* What went wrong:\nExecution failed for task ':lamp:verifyReleaseResources'.\n> Android resource linking failed\n     /c/core-1.1.0/res/values/values.xml:57:5-88:25: AAPT: error: resource android:attr/fontStyle not found.\n\n* Try:\nRun with --info\n\nFAILURE: Build failed with an exception.\n\n* Where:\nInitialization script '/f/packages/flutter_tools/gradle/aar_init_script.gradle' line: 122\n\n* What went wrong:\nCould not get unknown property 'runtimeShelf' for object of type com.example.Basket.\n";
        assert_eq!(roles(log), [Role::Root, Role::Consequence]);
    }
}
