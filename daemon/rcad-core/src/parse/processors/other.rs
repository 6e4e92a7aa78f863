//! Messages of Moshi's, Glide's and other processors.

use super::super::pattern::{Rules, rule};
use crate::Category;

/// The table.
pub static RULES: Rules = Rules::new(&[
    rule(
        Category::KaptKsp,
        r"@JsonClass (?:with 'generateAdapter = \x22true\x22' )?can't be applied to (?P<symbol>[^\s:]+): (?P<why>.+?)\.?$",
    )
    .means("Moshi cannot generate an adapter for `{symbol}`: {why}.")
    .fix(&["Make `{symbol}` a public or internal, non-abstract, non-inner Kotlin class with a primary constructor; leave `@JsonClass` off enums, sealed and Java classes, or write the adapter by hand."]),
    rule(
        Category::KaptKsp,
        r"No default value for transient/ignored property (?P<symbol>\S+)|property (?P<property>\S+) is not visible|JsonQualifier @?(?P<qualifier>\S+) must have RUNTIME retention|No property for required constructor parameter (?P<parameter>\S+)|Kapt support in Moshi",
    )
    .means("Moshi cannot generate the adapter: {message}.")
    .fix(&["Give ignored properties a default value, make the properties public or internal, and the qualifier `@Retention(RUNTIME)`."]),
    rule(
        Category::KaptKsp,
        r"You cannot have more than one AppGlideModule|@GlideModule can only be applied to|@GlideOption methods|@GlideType methods|RequestOptionsExtensions must be public|Cannot process annotations after writing AppGlideModule",
    )
    .means("Glide's processor does not accept the module or extension: {message}.")
    .fix(&["Keep one public `AppGlideModule` annotated with `@GlideModule` in the application; libraries use `LibraryGlideModule`."]),
    rule(
        Category::KaptKsp,
        r"^No providers found in processor classpath",
    )
    .means("KSP is applied but there is no symbol processor on its class path.")
    .fix(&["Add the processor: `ksp(\"group:artifact-compiler:version\")`; a kapt-only processor cannot run in KSP."]),
    rule(
        Category::KaptKsp,
        r"^(?P<symbol>ksp)-(?P<ksp_version>\S+) is too (?P<how>old|new) for kotlin-(?P<kotlin_version>\S+?)\. Please upgrade (?P<advice>.+?)\.?$",
    )
    .means("KSP {ksp_version} is too {how} for Kotlin {kotlin_version}; a KSP version works with the Kotlin version that its name begins with.")
    .fix(&["Use the KSP release whose version begins with `{kotlin_version}-` (from Kotlin 2.3 on: KSP 2.3 or later), or change the Kotlin plugin: upgrade {advice}."]),
    rule(Category::KaptKsp, r"^(?:Current processing rounds exceeds 100|KSP is re-entered unexpectedly|Unable to process:\s*(?P<symbol>\S*)|KSP failed with exit code: (?P<code>\S+))")
        .means("KSP gave up: {message}.")
        .fix(&["Look at the processor's message above; bring KSP and its processors to versions made for this Kotlin version."]),
]);
