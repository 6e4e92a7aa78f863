//! Compares the versions of two builds.
//!
//! A version that is known of one build only counts as unknown: the stored answer is not used, and the version is shown as
//! "not known". A version that is known of neither is left out.

use crate::model::environment::Environment;
use crate::model::memory::{Agreement, VersionComparison};

impl VersionComparison {
    /// `Kotlin 2.2.21 instead of 1.9.0`, where both are known and differ.
    pub fn instead(&self) -> Option<String> {
        let (before, now) = (self.before.as_deref()?, self.now.as_deref()?);
        (self.agreement == Agreement::Differs).then(|| format!("{} {now} instead of {before}", self.what))
    }
}

/// `Kotlin 1.9.0 then, 2.2.21 now`
pub fn describe(one: &VersionComparison) -> String {
    let shown = |version: &Option<String>| version.clone().unwrap_or_else(|| "not known".to_owned());
    match one.agreement {
        Agreement::Same => format!("{} {}", one.what, shown(&one.now)),
        _ => format!("{} {} then, {} now", one.what, shown(&one.before), shown(&one.now)),
    }
}

const JDK: &str = "JDK";

/// Compares the versions that decide whether an answer is still valid. Of the JDK only the major version counts: its
/// updates come with the system's and change no compiler message, while a patch of Gradle, AGP, Kotlin or Compose may fix
/// failures.
pub fn compare(before: &Environment, now: &Environment) -> Vec<VersionComparison> {
    let rows = [
        ("Gradle", &before.gradle, &now.gradle),
        ("AGP", &before.agp, &now.agp),
        ("Kotlin", &before.kotlin, &now.kotlin),
        ("Compose compiler", &before.compose, &now.compose),
        (JDK, &before.java, &now.java),
        ("dependency", &before.dependency, &now.dependency),
    ];
    let known = rows.into_iter().filter(|(_, before, now)| before.is_some() || now.is_some());
    let compared = known.map(|(what, before, now)| {
        let counts = |version: &str| if what == JDK { major(version) } else { version.trim().to_owned() };
        let agreement = match (before, now) {
            (Some(before), Some(now)) if counts(before) == counts(now) => Agreement::Same,
            (Some(_), Some(_)) => Agreement::Differs,
            _ => Agreement::Unknown,
        };
        VersionComparison { what: what.to_owned(), before: before.clone(), now: now.clone(), agreement }
    });
    compared.collect()
}

/// Versions for people: `Gradle 8.2.1`, `Kotlin 2.2.21`, `JDK 17.0.15`.
pub fn versions(environment: &Environment) -> Vec<String> {
    compare(environment, environment).iter().map(describe).collect()
}

/// Whether all versions agree, Gradle's among them; the error says which do not.
pub fn agrees(compared: &[VersionComparison]) -> Result<(), String> {
    let different: Vec<String> = compared.iter().filter(|one| one.agreement != Agreement::Same).map(describe).collect();
    if !different.is_empty() {
        return Err(format!("the environment does not agree ({})", different.join("; ")));
    }
    if !compared.iter().any(|one| one.what == "Gradle") {
        return Err("the environment is not known".to_owned());
    }
    Ok(())
}

/// `17` of `17.0.15`, `8` of `1.8.0_392`
fn major(version: &str) -> String {
    let mut numbers = version.trim().split(['.', '_', '-', '+']);
    let first = numbers.next().unwrap_or_default();
    let major = if first == "1" { numbers.next().unwrap_or(first) } else { first };
    major.to_owned()
}

#[cfg(test)]
mod tests {
    use super::{agrees, compare, describe, major};
    use crate::model::environment::Environment;
    use crate::model::memory::Agreement;

    fn environment(gradle: &str, java: &str) -> Environment {
        Environment { gradle: Some(gradle.into()), java: Some(java.into()), ..Environment::default() }
    }

    #[test]
    fn an_update_of_the_jdk_is_none_of_gradle_is() {
        let compared = compare(&environment("8.2.1", "17.0.14"), &environment("8.2.1", "17.0.15"));
        assert_eq!(agrees(&compared), Ok(()));
        let compared = compare(&environment("8.2.1", "17.0.14"), &environment("8.2.2", "21"));
        let different: Vec<String> = compared.iter().map(describe).collect();
        assert_eq!(different, ["Gradle 8.2.1 then, 8.2.2 now", "JDK 17.0.14 then, 21 now"]);
        assert!(agrees(&compared).is_err());
        assert_eq!((major("1.8.0_392").as_str(), major("21-ea+5").as_str()), ("8", "21"));
    }

    #[test]
    fn what_neither_knows_is_left_out_and_what_one_knows_is_no_agreement() {
        let one = environment("8.2.1", "17");
        let more = Environment { agp: Some("8.1.4".into()), os: Some("Linux".into()), ..one.clone() };
        let compared = compare(&one, &more);
        assert_eq!(compared.len(), 3);
        assert_eq!(compared[1].agreement, Agreement::Unknown);
        assert_eq!(agrees(&compared).unwrap_err(), "the environment does not agree (AGP not known then, 8.1.4 now)");
    }

    #[test]
    fn a_difference_is_told_as_what_came_instead() {
        let compared = compare(&environment("8.2.1", "17"), &environment("8.5", "17"));
        let told: Vec<_> = compared.iter().map(crate::model::memory::VersionComparison::instead).collect();
        assert_eq!(told, [Some("Gradle 8.5 instead of 8.2.1".to_owned()), None]);
    }
}
