//! Under which names a log's surroundings are known, and whether a condition on them holds: `on_jdk >= 16`,
//! `on_os == Windows`. What a log does not show is neither true nor false.
//!
//! | name | what it says |
//! |---|---|
//! | `on_jdk` | the Java release that ran it |
//! | `on_gradle`, `on_agp`, `on_kotlin` | their versions |
//! | `on_android` | the API level of the device |
//! | `on_os` | `Windows`, `macOS` or `Linux`, of the machine that built it |
//! | `on_place` | `device`, `unit_test`, `instrumented_test` or `desktop` |
//!
//! A version may be known as a range: `9..`, `..30`, `9..17`.

use super::libraries::api_of_android;
use super::version::Version;
use crate::model::environment::Environment;
use crate::pattern::Pattern;

/// How all names begin.
pub const START: &str = "on_";

/// The names, and whether each is a version.
pub const NAMES: &[(&str, bool)] = &[
    ("on_jdk", true),
    ("on_gradle", true),
    ("on_agp", true),
    ("on_kotlin", true),
    ("on_android", true),
    ("on_os", false),
    ("on_place", false),
];

/// What is known of a captured build, by name.
pub fn of_build(environment: &Environment) -> Vec<(&'static str, String)> {
    let java = environment.java.as_deref().and_then(|java| {
        let release = java.strip_prefix("1.").unwrap_or(java).split(['.', '_', '+', '-']).next()?;
        release.parse::<u32>().ok()
    });
    let system = environment.os.as_deref().and_then(|os| {
        let named = if os.starts_with("Mac") { "macOS" } else { os };
        SYSTEMS.iter().find(|system| named.starts_with(**system))
    });
    let version = |version: &Option<String>| version.clone().filter(|version| Version::parse(version).is_some());
    let known = [
        ("on_jdk", java.map(|release| release.to_string())),
        ("on_gradle", version(&environment.gradle)),
        ("on_agp", version(&environment.agp)),
        ("on_kotlin", version(&environment.kotlin)),
        ("on_os", system.map(|system| (*system).to_owned())),
    ];
    known.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// The operators of conditions.
pub const OPERATORS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];

/// Whether the text is a condition on the surroundings: one of the names, an operator, a value.
pub fn is_condition(text: &str) -> bool {
    let Some([name, operator, value]) = words(text) else { return false };
    let Some((_, version)) = NAMES.iter().find(|(known, _)| *known == name) else { return false };
    OPERATORS.contains(&operator)
        && if *version { Version::parse(value).is_some() } else { operator == "==" || operator == "!=" }
}

/// Whether the condition holds, by what is `shown` under its name; `None` where that does not decide it.
pub fn holds<'s>(condition: &str, shown: impl Fn(&str) -> Option<&'s str>) -> Option<bool> {
    let [name, operator, value] = words(condition)?;
    let shown = shown(name)?;
    if let Some(wanted) = Version::parse(value) {
        let range = VersionRange::parse(shown)?;
        return match operator {
            ">=" => range.at_least(&wanted),
            "<" => range.at_least(&wanted).map(|at_least| !at_least),
            ">" => range.above(&wanted),
            "<=" => range.above(&wanted).map(|above| !above),
            "==" => range.equals(&wanted),
            _ => range.equals(&wanted).map(|equals| !equals),
        };
    }
    Some((shown == value) == (operator == "=="))
}

/// `On JDK 16 and later …`, `Since Android 12 …`, `(before AGP 7)`, `On Linux and macOS …`: for whom something is said
static PHRASE: Pattern = Pattern::new(
    r"^(?:[Oo]r |[Aa]nd |[Bb]ut )?(?:(?P<how>[Oo]n|[Ii]n|[Ww]ith|[Ff]or|[Uu]nder|[Ff]rom|[Ss]ince|[Bb]efore|[Bb]elow|[Uu]ntil|[Uu]p to) )?(?:an? |the )?(?P<what>JDK|Java|Android|API level|API|AGP|Gradle|Kotlin|Windows|macOS|Mac|Linux)(?: (?:and|or) (?P<also>Windows|macOS|Linux))?(?: (?P<from>[0-9]+(?:\.[0-9]+)*)(?P<more>\+| (?:and|or) (?:later|newer|above)\b| on\b)?(?P<less> (?:and|or) (?:older|below|earlier)\b)?(?:(?:-|–| to )(?P<to>[0-9]+(?:\.[0-9]+)*))?)?(?P<end>[^.0-9A-Za-z]|$)",
);

/// The systems.
const SYSTEMS: &[&str] = &["Windows", "macOS", "Linux"];

/// Of which fact a phrase speaks.
const SUBJECTS: &[(&str, &str)] = &[
    ("JDK", "on_jdk"),
    ("Java", "on_jdk"),
    ("Android", "on_android"),
    ("API", "on_android"),
    ("API level", "on_android"),
    ("AGP", "on_agp"),
    ("Gradle", "on_gradle"),
    ("Kotlin", "on_kotlin"),
];

/// Whether a text begins with for whom it is said, and the log shows that it is not written there: `On Windows …` where the
/// paths are Linux's. The name of what it speaks of.
pub fn ruled_out<'s>(text: &str, shown: impl Fn(&str) -> Option<&'s str>) -> Option<&'static str> {
    let found = PHRASE.captures(text)?;
    let group = |name: &str| found.name(name).map(|group| group.as_str());
    let (what, rest) = (group("what")?, found.get(0)?.end());
    let Some((_, name)) = SUBJECTS.iter().find(|(known, _)| *known == what) else {
        let system = if what == "Mac" { "macOS" } else { what };
        let on = shown("on_os")?;
        // `On Windows and with a proxy …` is not for Windows alone.
        let more = group("also").is_none() && text[rest.saturating_sub(1)..].starts_with(" and with");
        let named = on == system || Some(on) == group("also");
        // `Windows locks …` is a sentence, `Windows: …` a heading.
        // `(macOS, Windows)`
        let listed = SYSTEMS.iter().any(|system| text[rest..].starts_with(&format!(" {system}")));
        let heading = !(listed && group("end") == Some(","))
            && (group("how").is_some() || [",", ":", ";", ""].contains(&group("end").unwrap_or_default()));
        return (!named && !more && heading && group("from").is_none()).then_some("on_os");
    };
    let of = |version: &str| match what {
        "Android" => api_of_android(version).map(str::to_owned),
        _ => Some(version.to_owned()),
    };
    let from = of(group("from")?)?;
    let fails = |operator: &str, version: &str| holds(&format!("{name} {operator} {version}"), &shown) == Some(false);
    let how = group("how").unwrap_or_default().to_ascii_lowercase();
    let bare = how.is_empty() && ["more", "less", "to"].iter().all(|name| group(name).is_none());
    let out = match how.as_str() {
        // `Gradle 8 makes an error of it`
        _ if bare => false,
        "before" | "below" => fails("<", &from),
        "until" | "up to" => fails("<", &after(&from)),
        _ if group("less").is_some() => fails("<", &after(&from)),
        "since" | "from" => fails(">=", &from),
        _ if group("more").is_some() => fails(">=", &from),
        _ => fails(">=", &from) || fails("<", &after(&group("to").map_or(Some(from.clone()), of)?)),
    };
    out.then_some(*name)
}

/// The next version with as many numbers: `9` after `8`, `7.5` after `7.4`.
fn after(version: &str) -> String {
    let (before, last) = version.rsplit_once('.').map_or(("", version), |(before, last)| (before, last));
    let next = last.parse::<u32>().map_or_else(|_| last.to_owned(), |last| (last + 1).to_string());
    if before.is_empty() { next } else { format!("{before}.{next}") }
}

fn words(text: &str) -> Option<[&str; 3]> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.try_into().ok()
}

/// From which version to which, both included.
struct VersionRange {
    from: Option<Version>,
    to: Option<Version>,
}

impl VersionRange {
    fn parse(text: &str) -> Option<VersionRange> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let range = VersionRange { from: Version::parse(from), to: Version::parse(to) };
        (range.from.is_some() || range.to.is_some()).then_some(range)
    }

    fn at_least(&self, wanted: &Version) -> Option<bool> {
        let surely = self.from.as_ref().is_some_and(|from| from >= wanted);
        let never = self.to.as_ref().is_some_and(|to| to < wanted);
        (surely || never).then_some(surely)
    }

    fn above(&self, wanted: &Version) -> Option<bool> {
        let surely = self.from.as_ref().is_some_and(|from| from > wanted);
        let never = self.to.as_ref().is_some_and(|to| to <= wanted);
        (surely || never).then_some(surely)
    }

    fn equals(&self, wanted: &Version) -> Option<bool> {
        match (self.at_least(wanted), self.above(wanted)) {
            (Some(false), _) | (_, Some(true)) => Some(false),
            (Some(true), Some(false)) => Some(true),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::of_build;
    use crate::model::environment::Environment;

    #[test]
    fn a_captured_build_tells_what_it_ran_on() {
        let build = |java: &str, os: &str| Environment {
            gradle: Some("8.2.1".to_owned()),
            java: Some(java.to_owned()),
            os: Some(os.to_owned()),
            ..Environment::default()
        };
        let known = |java: &str, os: &str| of_build(&build(java, os)).into_iter().map(|one| one.1).collect::<Vec<_>>();
        assert_eq!(known("17.0.15", "Linux"), ["17", "8.2.1", "Linux"]);
        assert_eq!(known("1.8.0_292", "Mac OS X"), ["8", "8.2.1", "macOS"]);
        assert_eq!(known("21-ea+3", "Windows 11"), ["21", "8.2.1", "Windows"]);
        assert_eq!(known("shelf", "Plan 9"), ["8.2.1"]);
    }

    use super::{holds, is_condition, ruled_out};

    fn on(shown: &'static str, condition: &str) -> Option<bool> {
        holds(condition, |_| Some(shown).filter(|shown| !shown.is_empty()))
    }

    #[test]
    fn what_the_log_does_not_decide_is_neither_true_nor_false() {
        for (shown, condition, expected) in [
            ("8", "on_jdk >= 16", Some(false)),
            ("17", "on_jdk >= 16", Some(true)),
            ("9..", "on_jdk >= 16", None),
            ("9..", "on_jdk < 9", Some(false)),
            ("9..17", "on_jdk > 17", Some(false)),
            ("..30", "on_android < 31", Some(true)),
            ("..30", "on_android <= 30", Some(true)),
            ("..30", "on_android == 31", Some(false)),
            ("..30", "on_android == 29", None),
            ("8.2.1", "on_gradle != 8.2.1", Some(false)),
            ("Linux", "on_os == Windows", Some(false)),
            ("Linux", "on_os != Windows", Some(true)),
            ("", "on_os == Windows", None),
        ] {
            assert_eq!(on(shown, condition), expected, "{shown}: {condition}");
        }
    }

    #[test]
    fn what_is_said_for_others_is_ruled_out() {
        for (shown, text, expected) in [
            ("on_jdk 8", "On JDK 16 and later it is closed", true),
            ("on_jdk 8", "on Java 8 it is open", false),
            ("on_jdk 9..", "on Java 8 it is open", true),
            ("on_jdk 17", "JDK 11-16", true),
            ("on_jdk 12", "JDK 11 to 16", false),
            ("on_jdk 11", "Before JDK 18 the default differs", false),
            ("on_jdk 21", "before JDK 18 the default differs", true),
            ("on_jdk 9..", "Since Java 16 it is closed", false),
            ("on_android ..30", "Since Android 12 that is refused", true),
            ("on_android 31..", "from API 26 on take it", false),
            ("on_android ..25", "Android 8+", true),
            ("on_agp 8.1.1", "with AGP 7.4 use 2", true),
            ("on_agp 7.4.2", "with AGP 7.4 use 2", false),
            ("on_gradle 7.6", "Up to Gradle 6 that was a warning", true),
            ("on_gradle 6.9", "Up to Gradle 6 that was a warning", false),
            ("on_gradle 8.5", "in Gradle `java` it is", false),
            ("on_os Linux", "On Windows a process has it open", true),
            ("on_os Linux", "on Linux and macOS check its owner", false),
            ("on_os macOS", "on Linux and macOS check its owner", false),
            ("on_os Windows", "on Linux and macOS check its owner", true),
            ("on_os Linux", "On Windows and with VPNs a firewall", false),
            ("on_os Linux", "On Android nearly all libraries", false),
            ("on_os Linux", "Windowsill", false),
            ("on_gradle 8.5", "Gradle 7 only warned", false),
            ("on_os Linux", "Windows locks it", false),
            ("on_os Linux", "Windows: `dir`", true),
            ("on_os Linux", "macOS, Windows", false),
        ] {
            let (name, value) = shown.split_once(' ').unwrap();
            let out = ruled_out(text, |asked| Some(value).filter(|_| asked == name));
            assert_eq!(out, expected.then_some(name), "{shown}: {text}");
        }
    }

    #[test]
    fn only_conditions_on_known_names_are_some() {
        assert!(is_condition("on_jdk >= 16") && is_condition("on_os == Windows"));
        for text in ["on_jdk >= new", "on_os > Windows", "on_shelf == 1", "on_jdk 16", "jdk >= 16"] {
            assert!(!is_condition(text), "{text}");
        }
    }
}
