//! Finds incompatible versions in a build by the tables of `facts`. Unknown combinations are accepted.

use super::tools::{
    agp_for_compile_sdk, compile_sdk_for_agp, gradle_for_agp, gradle_for_jdk, jdk_for_agp, jdk_for_gradle,
    kotlin_for_compose_compiler, kotlin_support, ksp_for_kotlin, oldest_jdk_for_gradle,
};
use super::version::Version;

/// Versions of one build; unknown ones are absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Versions<'v> {
    /// Gradle.
    pub gradle: Option<&'v str>,
    /// The Android Gradle plugin.
    pub agp: Option<&'v str>,
    /// The Kotlin plugin.
    pub kotlin: Option<&'v str>,
    /// KSP.
    pub ksp: Option<&'v str>,
    /// `kotlinCompilerExtensionVersion`.
    pub compose: Option<&'v str>,
    /// The Java that runs Gradle.
    pub java: Option<&'v str>,
    /// The highest `compileSdk` of the modules.
    pub compile_sdk: Option<&'v str>,
}

/// Two incompatible versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionConflict {
    /// `Android Gradle plugin 8.5.2 with Gradle 8.2`
    pub what: String,
    /// `Gradle 8.7 or newer`
    pub needs: String,
}

/// The incompatible versions.
pub fn conflicts(versions: &Versions) -> Vec<VersionConflict> {
    let pairs =
        [gradle_and_agp, java_and_agp, java_and_gradle, kotlin_and_gradle, kotlin_and_compose, kotlin_and_ksp, sdk];
    pairs.iter().filter_map(|pair| pair(versions)).collect()
}

fn older(version: &str, than: &str) -> bool {
    Version::parse(version).zip(Version::parse(than)).is_some_and(|(version, than)| version < than)
}

fn clash(what: String, needs: String) -> Option<VersionConflict> {
    Some(VersionConflict { what, needs })
}

fn gradle_and_agp(v: &Versions) -> Option<VersionConflict> {
    let (gradle, agp) = (v.gradle?, v.agp?);
    let oldest = gradle_for_agp(agp).filter(|oldest| older(gradle, oldest))?;
    clash(format!("Android Gradle plugin {agp} with Gradle {gradle}"), format!("Gradle {oldest} or newer"))
}

fn java_and_agp(v: &Versions) -> Option<VersionConflict> {
    let (java, agp) = (v.java?, v.agp?);
    let oldest = jdk_for_agp(agp).filter(|oldest| older(feature(java), oldest))?;
    clash(format!("Android Gradle plugin {agp} on Java {java}"), format!("Java {oldest} or newer"))
}

fn java_and_gradle(v: &Versions) -> Option<VersionConflict> {
    let (java, gradle) = (v.java?, v.gradle?);
    let what = || format!("Gradle {gradle} on Java {java}");
    if let Some(oldest) = oldest_jdk_for_gradle(gradle).filter(|oldest| older(feature(java), oldest)) {
        return clash(what(), format!("Java {oldest} or newer"));
    }
    let newest = jdk_for_gradle(gradle).filter(|newest| older(newest, feature(java)))?;
    let or = gradle_for_jdk(java).map(|gradle| format!(", or Gradle {gradle} or newer")).unwrap_or_default();
    clash(what(), format!("Java {newest} or older{or}"))
}

fn kotlin_and_gradle(v: &Versions) -> Option<VersionConflict> {
    let (kotlin, gradle) = (v.kotlin?, v.gradle?);
    let oldest = kotlin_support(kotlin)?.gradle.0;
    let needs = older(gradle, oldest).then(|| format!("Gradle {oldest} or newer"))?;
    clash(format!("Kotlin {kotlin} with Gradle {gradle}"), needs)
}

fn kotlin_and_compose(v: &Versions) -> Option<VersionConflict> {
    let (kotlin, compose) = (v.kotlin?, v.compose?);
    let what = format!("Compose compiler {compose} with Kotlin {kotlin}");
    if Version::parse(kotlin)?.major() >= 2 {
        let needs = format!("the plugin org.jetbrains.kotlin.plugin.compose {kotlin} in place of a compiler version");
        return clash(what, needs);
    }
    let right = kotlin_for_compose_compiler(compose).filter(|right| *right != kotlin)?;
    clash(what, format!("Kotlin {right}"))
}

fn kotlin_and_ksp(v: &Versions) -> Option<VersionConflict> {
    let (kotlin, ksp) = (v.kotlin?, v.ksp?);
    let named = ksp_for_kotlin(kotlin)?;
    // Only where the name holds Kotlin's version can it be wrong.
    let begin = named.strip_suffix('*').filter(|begin| !ksp.starts_with(begin))?;
    clash(format!("KSP {ksp} with Kotlin {kotlin}"), format!("a KSP version that begins with {begin}"))
}

fn sdk(v: &Versions) -> Option<VersionConflict> {
    let (agp, sdk) = (v.agp?, v.compile_sdk?);
    let what = || format!("compileSdk {sdk} with Android Gradle plugin {agp}");
    if let Some(oldest) = agp_for_compile_sdk(sdk) {
        let needs = older(agp, oldest).then(|| format!("Android Gradle plugin {oldest} or newer"))?;
        return clash(what(), needs);
    }
    let newest = compile_sdk_for_agp(agp).filter(|newest| older(newest, sdk))?;
    clash(what(), format!("compileSdk {newest} or lower, or a newer Android Gradle plugin"))
}

/// Only the feature release decides: `8` for `1.8.0_292`.
fn feature(java: &str) -> &str {
    super::tools::feature(java).unwrap_or(java)
}

#[cfg(test)]
mod tests {
    use super::{Versions, conflicts};

    fn described(versions: &Versions) -> Vec<String> {
        conflicts(versions).into_iter().map(|clash| format!("{}: {}", clash.what, clash.needs)).collect()
    }

    #[test]
    fn what_does_not_fit_is_told_with_what_does() {
        let all = Versions {
            gradle: Some("8.2"),
            agp: Some("8.5.2"),
            kotlin: Some("1.9.24"),
            ksp: Some("1.9.0-1.0.13"),
            compose: Some("1.5.3"),
            java: Some("21.0.1"),
            compile_sdk: Some("35"),
        };
        assert_eq!(
            described(&all),
            [
                "Android Gradle plugin 8.5.2 with Gradle 8.2: Gradle 8.7 or newer",
                "Gradle 8.2 on Java 21.0.1: Java 19 or older, or Gradle 8.5 or newer",
                "Compose compiler 1.5.3 with Kotlin 1.9.24: Kotlin 1.9.10",
                "KSP 1.9.0-1.0.13 with Kotlin 1.9.24: a KSP version that begins with 1.9.24-",
                "compileSdk 35 with Android Gradle plugin 8.5.2: Android Gradle plugin 8.6.0 or newer",
            ]
        );
        let old = Versions { agp: Some("8.1.4"), java: Some("1.8.0_292"), ..Versions::default() };
        assert_eq!(described(&old), ["Android Gradle plugin 8.1.4 on Java 1.8.0_292: Java 17 or newer"]);
        let two = Versions { kotlin: Some("2.0.21"), compose: Some("1.5.14"), ..Versions::default() };
        assert!(described(&two)[0].contains("org.jetbrains.kotlin.plugin.compose 2.0.21"));
    }

    #[test]
    fn what_fits_and_what_is_not_known_is_not_complained_of() {
        let fits = Versions {
            gradle: Some("8.7"),
            agp: Some("8.5.2"),
            kotlin: Some("1.9.24"),
            ksp: Some("1.9.24-1.0.20"),
            compose: Some("1.5.14"),
            java: Some("17.0.9"),
            compile_sdk: Some("34"),
        };
        assert_eq!(described(&fits), [""; 0]);
        let unknown = Versions { gradle: Some("77"), agp: Some("99.1"), java: Some("odd"), ..Versions::default() };
        assert_eq!(described(&unknown), [""; 0]);
        assert_eq!(described(&Versions::default()), [""; 0]);
    }
}
