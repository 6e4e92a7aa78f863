//! Compatible versions of Gradle, its Android and Kotlin plugins, the Compose compiler, KSP and the JDK.

use super::table::{VERSIONS, cell, rows, value};
use super::version::Version;

/// Oldest Gradle for this Android Gradle plugin.
pub fn gradle_for_agp(agp: &str) -> Option<&'static str> {
    value(&VERSIONS, "gradle_for_agp", &Version::parse(agp)?.minor())
}

/// Oldest Java for this Android Gradle plugin.
pub fn jdk_for_agp(agp: &str) -> Option<&'static str> {
    value(&VERSIONS, "jdk_for_agp", &Version::parse(agp)?.minor())
}

/// Oldest Android Gradle plugin for this `compileSdk`.
pub fn agp_for_compile_sdk(api: &str) -> Option<&'static str> {
    value(&VERSIONS, "agp_for_compile_sdk", api.strip_prefix("android-").unwrap_or(api))
}

/// Newest `compileSdk` that this Android Gradle plugin supports.
pub fn compile_sdk_for_agp(agp: &str) -> Option<&'static str> {
    let agp = Version::parse(agp)?;
    if let Some(tested) = value(&VERSIONS, "compile_sdk_for_agp", &agp.minor()) {
        return Some(tested);
    }
    // Older ones follow from what each API level needs, between the levels of which that is known.
    let rows = rows(&VERSIONS, "agp_for_compile_sdk");
    let needs = |row: &'static [String]| cell(row, 1).and_then(Version::parse);
    let at = rows.iter().rposition(|row| needs(row).is_some_and(|needed| needed <= agp))?;
    rows.get(at + 1).and_then(|_| cell(rows.get(at)?, 0))
}

/// Java that wrote class files of this major version, `17` for `61` and `61.0`.
pub fn jdk_for_class(major: &str) -> Option<&'static str> {
    value(&VERSIONS, "jdk_for_class", major.split('.').next()?)
}

/// Oldest Gradle that runs on this Java.
pub fn gradle_for_jdk(jdk: &str) -> Option<&'static str> {
    value(&VERSIONS, "gradle_for_jdk", feature(jdk)?)
}

/// Newest Java that this Gradle runs on. Not known for a Gradle younger than the table's last row.
pub fn jdk_for_gradle(gradle: &str) -> Option<&'static str> {
    let gradle = Version::parse(gradle)?.release();
    let rows = rows(&VERSIONS, "gradle_for_jdk");
    let from = |row: &'static [String]| cell(row, 1).and_then(Version::parse);
    let known = from(rows.last()?)?.minor();
    if Version::parse(&gradle.minor()) > Version::parse(&known) {
        return None;
    }
    let newest = rows.iter().rfind(|row| from(row).is_some_and(|from| from <= gradle))?;
    cell(newest, 0)
}

/// Oldest Java that this Gradle runs on, where a table says so.
pub fn oldest_jdk_for_gradle(gradle: &str) -> Option<&'static str> {
    let minor = Version::parse(&Version::parse(gradle)?.minor())?;
    let rows = rows(&VERSIONS, "gradle_for_jdk");
    let ended = |row: &'static [String]| cell(row, 2).and_then(Version::parse).is_some_and(|last| last < minor);
    // Only where an older one has come to its end: what Gradle 5 and older need is in no row.
    let last = rows.iter().rposition(|row| ended(row))?;
    cell(rows.get(last + 1)?, 0)
}

/// The feature release of a Java version: `8` for `1.8.0_292`, `17` for `17.0.9`.
pub fn feature(jdk: &str) -> Option<&str> {
    let jdk = jdk.strip_prefix("1.").unwrap_or(jdk);
    let end = jdk.find(|c: char| !c.is_ascii_digit()).unwrap_or(jdk.len());
    (end > 0).then(|| &jdk[..end])
}

/// What a Kotlin Gradle plugin supports fully.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KotlinSupport {
    /// Oldest and newest Gradle.
    pub gradle: (&'static str, &'static str),
    /// Oldest and newest Android Gradle plugin.
    pub agp: (&'static str, &'static str),
}

/// What this Kotlin supports.
pub fn kotlin_support(kotlin: &str) -> Option<KotlinSupport> {
    let kotlin = Version::parse(kotlin)?.release();
    let holds = |row: &'static [String]| {
        let (Some(from), Some(to)) = (cell(row, 0).and_then(Version::parse), cell(row, 1).and_then(Version::parse))
        else {
            return false;
        };
        from <= kotlin && kotlin <= to
    };
    let row = rows(&VERSIONS, "kotlin_support").iter().find(|row| holds(row))?;
    Some(KotlinSupport { gradle: (cell(row, 2)?, cell(row, 3)?), agp: (cell(row, 4)?, cell(row, 5)?) })
}

/// Oldest Android Gradle plugin of which D8 and R8 read class files of this Kotlin.
pub fn agp_for_kotlin(kotlin: &str) -> Option<&'static str> {
    value(&VERSIONS, "agp_for_kotlin", &Version::parse(kotlin)?.minor())
}

/// The newest Compose compiler for this Kotlin, a release where there is one. From Kotlin 2.0.0 on it is Kotlin's own
/// version.
pub fn compose_compiler_for_kotlin(kotlin: &str) -> Option<String> {
    let version = Version::parse(kotlin)?;
    if version.major() >= 2 {
        return Some(kotlin.to_owned());
    }
    let rows = rows(&VERSIONS, "compose_compiler").iter().filter(|row| cell(row, 1) == Some(kotlin));
    let best = rows.max_by_key(|row| {
        let compiler = cell(row, 0).and_then(Version::parse);
        (compiler.as_ref().is_some_and(|compiler| *compiler == compiler.release()), compiler)
    })?;
    cell(best, 0).map(str::to_owned)
}

/// The one Kotlin that this Compose compiler works with.
pub fn kotlin_for_compose_compiler(compiler: &str) -> Option<&'static str> {
    value(&VERSIONS, "compose_compiler", compiler)
}

/// How the KSP versions for this Kotlin are called: `1.9.24-*`, or `2.3.0 or later`.
pub fn ksp_for_kotlin(kotlin: &str) -> Option<String> {
    let version = Version::parse(kotlin)?;
    let from = |row: &'static [String]| cell(row, 0).and_then(Version::parse);
    let rows = rows(&VERSIONS, "ksp_for_kotlin");
    let row = rows.iter().rfind(|row| from(row).is_some_and(|from| from <= version))?;
    cell(row, 1).map(|pattern| pattern.replace("{kotlin}", kotlin))
}

#[cfg(test)]
mod tests {
    use super::{
        agp_for_compile_sdk, agp_for_kotlin, compile_sdk_for_agp, compose_compiler_for_kotlin, feature, gradle_for_agp,
        gradle_for_jdk, jdk_for_agp, jdk_for_class, jdk_for_gradle, kotlin_for_compose_compiler, kotlin_support,
        ksp_for_kotlin, oldest_jdk_for_gradle,
    };

    #[test]
    fn android_plugins() {
        assert_eq!(gradle_for_agp("8.1.4"), Some("8.0"));
        assert_eq!(gradle_for_agp("8.13.0-alpha01"), Some("8.13"));
        assert_eq!(jdk_for_agp("7.4.2"), Some("11"));
        assert_eq!(agp_for_compile_sdk("android-35"), Some("8.6.0"));
        assert_eq!(compile_sdk_for_agp("8.2.0"), Some("34"));
        assert_eq!(compile_sdk_for_agp("9.0.1"), Some("36.1"));
        assert_eq!(agp_for_kotlin("2.1.20"), Some("8.6"));
        for unknown in ["5.0", "99.1", "latest", ""] {
            assert_eq!((gradle_for_agp(unknown), jdk_for_agp(unknown)), (None, None), "{unknown}");
        }
        assert_eq!((agp_for_compile_sdk("99"), compile_sdk_for_agp("8.12.0")), (None, None));
        assert_eq!((compile_sdk_for_agp("7.1"), compile_sdk_for_agp("99.0")), (None, None));
    }

    #[test]
    fn java() {
        assert_eq!(jdk_for_class("65"), Some("21"));
        assert_eq!(jdk_for_class("55.0"), Some("11"));
        assert_eq!(jdk_for_class("44"), None);
        assert_eq!(gradle_for_jdk("17.0.9"), Some("7.3"));
        assert_eq!(gradle_for_jdk("1.8.0_292"), Some("2.0"));
        assert_eq!((gradle_for_jdk("7"), gradle_for_jdk("99")), (None, None));
        assert_eq!(jdk_for_gradle("7.2"), Some("16"));
        assert_eq!(jdk_for_gradle("8.5-rc-1"), Some("21"));
        assert_eq!((jdk_for_gradle("9.4.1"), jdk_for_gradle("9.5")), (Some("26"), None));
        assert_eq!(oldest_jdk_for_gradle("9.1.0"), Some("17"));
        assert_eq!(oldest_jdk_for_gradle("8.14.3"), None);
        assert_eq!((feature("21"), feature("x")), (Some("21"), None));
    }

    #[test]
    fn kotlin() {
        let support = kotlin_support("1.9.24").expect("1.9.24 is in the table");
        assert_eq!((support.gradle, support.agp), (("6.8.3", "8.1.1"), ("4.2.2", "8.1.0")));
        assert!(kotlin_support("1.5.31").is_none() && kotlin_support("9.0").is_none());
        assert_eq!(compose_compiler_for_kotlin("1.9.23").as_deref(), Some("1.5.13"));
        assert_eq!(compose_compiler_for_kotlin("1.6.21").as_deref(), Some("1.2.0-rc02"));
        assert_eq!(compose_compiler_for_kotlin("2.0.21").as_deref(), Some("2.0.21"));
        assert_eq!(compose_compiler_for_kotlin("1.9.24-dev"), None);
        assert_eq!(kotlin_for_compose_compiler("1.5.3"), Some("1.9.10"));
        assert_eq!(kotlin_for_compose_compiler("1.5.99"), None);
        assert_eq!(ksp_for_kotlin("1.9.24").as_deref(), Some("1.9.24-*"));
        assert_eq!(ksp_for_kotlin("2.3.10").as_deref(), Some("2.3.0 or later"));
        assert_eq!(ksp_for_kotlin("1.3.72"), None);
    }
}
