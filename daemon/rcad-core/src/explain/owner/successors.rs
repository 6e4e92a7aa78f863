//! Packages that are no longer developed: a step that looks for another version of one gives way to its successor.

use super::kinds::SourcePackage;
use crate::facts::libraries::successor;

/// How steps begin that are about another version of the package whose name they have.
const OF_VERSIONS: &[&str] = &["Upgrade ", "Update ", "Let ", "Take ", "A Flutter plugin: upgrade "];

/// How steps go on from one of those.
const OTHERWISE: &[&str] = &[
    "If there is no newer release, ",
    "If there is no newer one, ",
    "If there is no such release, ",
    "If there is none, ",
    "If it is abandoned, ",
];

/// Puts the successor in place of the first step about another version, and takes out the others.
pub fn prefer(package: &SourcePackage, fixes: &mut Vec<String>) {
    let SourcePackage { kind, name, .. } = package;
    let Some(next) = successor(kind, name) else { return };
    let of_version =
        |step: &String| step.contains(name.as_str()) && OF_VERSIONS.iter().any(|begin| step.starts_with(begin));
    let Some(at) = fixes.iter().position(of_version) else { return };
    fixes.retain(|step| !of_version(step));
    let (change, shows) = match *kind {
        "npm package" => (format!("`npm uninstall {name}`, `npm install {next}`"), format!("npm ls {name}")),
        _ => (format!("`flutter pub remove {name}`, `flutter pub add {next}`"), "flutter pub deps".to_owned()),
    };
    fixes.insert(at, format!("`{name}` is no longer developed: replace it by `{next}` ({change}) and adapt the code that uses it. If another package brings it (`{shows}`), upgrade that one."));
    for step in fixes.iter_mut() {
        if let Some(rest) = OTHERWISE.iter().find_map(|begin| step.strip_prefix(begin)) {
            *step = format!("Until then {rest}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::packages::of_pub;
    use super::prefer;

    fn steps(name: &str, steps: &[&str]) -> Vec<String> {
        let mut fixes: Vec<String> = steps.iter().map(|step| (*step).to_owned()).collect();
        prefer(&of_pub(name, String::new()), &mut fixes);
        fixes
    }

    #[test]
    fn a_successor_stands_for_another_version() {
        let fixes = steps(
            "uni_links",
            &["Upgrade `uni_links` (`flutter pub upgrade uni_links`).", "If there is none, set it from outside."],
        );
        assert!(fixes[0].contains("replace it by `app_links`"), "{fixes:?}");
        assert_eq!(fixes[1], "Until then set it from outside.");
    }

    #[test]
    fn packages_that_live_and_steps_about_something_else_stay() {
        let upgrade = ["Upgrade `app_links` (`flutter pub upgrade app_links`)."];
        assert_eq!(steps("app_links", &upgrade), upgrade);
        let other = ["Raise `compileSdk` to 36."];
        assert_eq!(steps("uni_links", &other), other);
    }
}
