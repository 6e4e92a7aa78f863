//! What the Android Gradle plugin says went wrong, matched against a whole block or an exception's message. Data only; the
//! first match wins, so the narrow ones stand before the wide ones.

use super::super::pattern::{Rules, rule};
use crate::Category;

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    rule(Category::AgpSdkLocation, r"SDK location not found\.[^\n]* at '(?P<file>[^'\n]+)'"),
    rule(Category::AgpSdkLocation, r"SDK location not found"),
    rule(
        Category::AgpSdkLicense,
        r"(?:Failed to install the following Android SDK packages as some licences have not been accepted|You have not accepted the license agreements of the following SDK components)",
    ),
    rule(
        Category::AgpNamespace,
        r"(?:project '(?P<symbol>[^']+)'[^\n]*\n(?:[^\n]*\n)*?)?[^\n]*Namespace not specified\. (?:Please s|S)pecify a namespace in the module's build[^\n]*? file:? (?P<file>\S+\.gradle(?:\.kts)?)",
    ),
    rule(Category::AgpNamespace, r"Namespace not specified"),
    rule(
        Category::AgpCompileSdk,
        r"Dependency '(?P<symbol>[^']+)' requires libraries and applications that\s+depend on it to compile against version (?P<required>[0-9]+) or later",
    ),
    rule(Category::AgpCompileSdk, r"Failed to find target with hash string '(?P<symbol>[^']+)'"),
    rule(Category::AgpDexLimit, r"Cannot fit requested classes in a single dex file"),
    rule(
        Category::AgpDesugaring,
        r"(?P<feature>(?:Static|Default|Private) interface methods?|Invoke-customs) are only supported starting with Android \S+ \(--min-api (?P<required>[0-9]+)\)(?:: (?P<symbol>[^\n]+))?",
    ),
    rule(Category::AgpBuildConfig, r"defaultConfig contains custom BuildConfig fields, but the feature is disabled"),
    rule(Category::AgpPackaging, r"[0-9]+ files found with path '(?P<symbol>[^']+)'"),
    rule(Category::AgpGoogleServices, r"File google-services\.json is missing"),
    rule(Category::AgpGoogleServices, r"No matching client found for package name '(?P<symbol>[^']+)'"),
    rule(
        Category::AgpSigning,
        r"Keystore file '(?P<symbol>[^']+)' not found|Failed to read key (?P<key>\S+) from store|[Kk]eystore was tampered with",
    ),
    rule(
        Category::AgpNdkCmake,
        r"\[CXX[0-9]+\]|NDK (?:is )?not configured|NDK at .* did not have a source\.properties",
    ),
    rule(
        Category::GradleDuplicateClass,
        r"Duplicate class (?P<symbol>\S+) found in modules (?P<first>.+?) and (?P<second>[^\n]+)",
    ),
    rule(Category::AgpR8MissingClass, r"Missing class(?:es detected| (?P<symbol>[^\s(]+))"),
    rule(
        Category::ManifestExported,
        r"android:exported needs to be explicitly specified for (?:element )?<(?P<symbol>[^>]+)>",
    ),
    rule(Category::ManifestMerger, r"Manifest merger failed(?: : (?P<why>[^\n]+))?"),
]);
