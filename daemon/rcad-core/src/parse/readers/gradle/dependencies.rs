//! Gradle's messages about modules that it cannot find, that exclude each other or that are not what they should be.
//! Data only; the narrow ones first.

use crate::Category;
use crate::pattern::{Rules, rule};

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    // Verification.
    rule(
        Category::GradleChecksumVerification,
        r"(?s)Dependency verification failed for configuration '(?P<configuration>[^']+)'.*?\((?P<symbol>[^()\s]+:[^()\s]+)\)[^\n]*?expected a '(?P<algorithm>[^']+)' checksum of '(?P<expected>[^']+)' but was '(?P<found>[^']+)'",
    )
    .means("Dependency verification failed for `{symbol}`: its {algorithm} checksum is {found}, and `gradle/verification-metadata.xml` says {expected}.")
    .fix(&[
        "Find out why the artifact changed: a new build under the same version, another repository or proxy, a damaged download (delete it from `~/.gradle/caches/modules-2` and run again).",
        "If the new artifact is legitimate, correct the checksum in `gradle/verification-metadata.xml`: `./gradlew --write-verification-metadata {algorithm} help`, and review the change.",
    ]),
    rule(
        Category::GradleChecksumVerification,
        r"(?s)Dependency verification failed for configuration '(?P<configuration>[^']+)'.*?(?:[Oo]n artifact (?P<archive>[^\s]+) \((?P<symbol>[^)]+)\)|artifacts? failed verification:?\s+(?:- )?(?P<archive2>[^\s]+) \((?P<symbol2>[^)]+)\))",
    ),
    // `One artifact failed verification: basket-1.0.pom`, without the module's name behind it
    rule(
        Category::GradleChecksumVerification,
        r"(?s)Dependency verification failed for configuration '(?P<configuration>[^']+)'.{0,200}?artifacts? failed verification:?\s+(?:- )?(?P<symbol>(?P<archive>[^\s()]+\.[a-z]+))",
    )
    .means("Dependency verification failed: `{archive}` (asked for as configuration `{configuration}`) has no checksum or signature in `gradle/verification-metadata.xml`, or another than is recorded there.")
    .fix(&["If the new artifact is legitimate (a version was raised), record it: `./gradlew --write-verification-metadata sha256 help`, and review the change of gradle/verification-metadata.xml.", "It is an artifact of the plugin `{plugin}` {plugin_version}."]),
    rule(
        Category::GradleChecksumVerification,
        r"Dependency verification failed for configuration '(?P<configuration>[^']+)'",
    ),
    rule(Category::GradleChecksumVerification, r"Dependency verification failed|Unable to read dependency verification metadata from (?P<file>[^\s']+)"),
    // Offline.
    rule(
        Category::GradleDependencyNotFound,
        r"No cached version (?:listing )?(?:of|for) (?P<symbol>(?P<offline>[^\s]+)) available for offline mode",
    ),
    rule(Category::GradleDependencyNotFound, r"No cached resource '(?P<symbol>(?P<offline>[^']+))' available for offline mode"),
    rule(
        Category::GradleDependencyNotFound,
        r"Cannot resolve external dependency (?P<symbol>[^\s]+) because (?P<no_repositories>no repositories are defined)",
    )
    .means("`{symbol}` cannot be resolved: {no_repositories} for this project, neither in its build script nor in the settings file, so Gradle has nowhere to look.")
    .fix(&[
        "Declare them for all projects in settings.gradle(.kts): `dependencyResolutionManagement {{ repositories {{ mavenCentral(); google() }} }}` (before Gradle 6.8 in each build script: `repositories {{ mavenCentral() }}`).",
        "For a plugin or `classpath` line: `pluginManagement {{ repositories {{ gradlePluginPortal() }} }}` in the settings file, or `buildscript {{ repositories {{ … }} }}`; buildSrc and included builds need their own.",
    ]),
    // Metadata that cannot be used.
    rule(Category::GradleDependencyNotFound, r"Could not parse (?P<format>POM|Ivy|Gradle module metadata|module metadata) (?P<metadata>[^\s]+)(?:\n\s*> (?P<why>[^\n]+?)\.?(?:\n|$))?")
        .means("The {format} of `{module}` at {metadata} cannot be parsed ({why}). A server that answers with an error page in place of the file, or a damaged download, does this.")
        .fix(&[
            "Open {metadata}: an HTML page or an empty file there means that the repository, a proxy or a mirror is at fault; remove it from `repositories` or put the right one before it.",
            "Delete the damaged copy and download again: `./gradlew --refresh-dependencies`.",
        ]),
    rule(Category::GradleDependencyNotFound, r"inconsistent module metadata found\. Descriptor: (?P<found>[^\s]+) Errors: (?P<why>[^\n]+)")
        .means("The metadata in the repository does not belong to the module: it describes {found} ({why}).")
        .fix(&["Ask for the version under which it was published, or have its POM corrected."]),
    // Strict versions and conflicts.
    rule(
        Category::GradleDependencyConflict,
        r"(?s)Cannot find a version of '(?P<symbol>[^']+)' that satisfies the version constraints.*?\{strictly (?P<strict>[^}]+)\}'?(?: because of the following reason: (?P<reason>[^\n]+))?",
    )
    .means("`{symbol}` is pinned strictly to version {strict} by one path, and another requires a version outside of that; Gradle cannot choose a version.")
    .fix(&[
        "The strict constraint comes from this: {reason}. Bring both class paths to one version of `{symbol}`.",
        "Raise or remove the `strictly` (`!!`) constraint on `{symbol}`, or exclude the dependency that asks for another version.",
        "See who asks for which version: `./gradlew dependencyInsight --dependency {symbol}`.",
    ]),
    rule(
        Category::GradleDependencyConflict,
        r"(?s)Cannot find a version of '(?P<symbol>[^']+)' that satisfies the version constraints.*?--> '[^']*?:(?P<first>[0-9][^':]*)'.*?(?:--> '[^']*?:|rejects )(?P<second>[0-9][^':]*)'",
    ),
    rule(
        Category::GradleDependencyConflict,
        r"Cannot find a version of '(?P<symbol>[^']+)' that satisfies the version constraints",
    ),
    rule(Category::GradleDependencyConflict, r"(?s)Could not resolve (?P<symbol>[^\s]+?)\.\n.*?Component is the target of multiple version constraints with conflicting requirements"),
    rule(
        Category::GradleDependencyConflict,
        r"Conflicts? found for (?:the following modules?|module):?\s+(?:- )?(?P<symbol>[^\s]+)(?: between versions (?P<versions>[^\n]+))?",
    ),
    rule(
        Category::GradleDependencyConflict,
        r"A conflict was found between the following modules:\s+- (?P<symbol>[^\s]+):(?P<first>[^\s:]+)\s+- [^\s]+:(?P<second>[^\s:]+)",
    ),
    rule(
        Category::GradleDependencyConflict,
        r"Cannot select module with conflict on capability '(?P<symbol>(?P<capability>[^']+))' also provided by \[?'?(?P<provider>[^\]'\n]+)",
    )
    .means("Two modules provide the same capability `{capability}`, and only one may be on the class path; the other is {provider}.")
    .fix(&[
        "Exclude one of them: `exclude(group = …, module = …)` on the dependency that brings it.",
        "Or choose: `configurations.all {{ resolutionStrategy.capabilitiesResolution.withCapability(\"{capability}\") {{ selectHighestVersion() }} }}`.",
    ]),
    rule(Category::GradleDependencyConflict, r"Cannot select module with conflict on capability '(?P<symbol>(?P<capability>[^']+))'"),
    rule(
        Category::GradleDependencyConflict,
        r"Conflict with dependency '(?P<symbol>[^']+)' in project '(?P<owner>[^']+)'\. Resolved versions for (?P<first_path>[^(\n]+) \((?P<first>[^)]+)\) and (?P<second_path>[^(\n]+) \((?P<second>[^)]+)\) differ",
    )
    .means("`{symbol}` resolves to {first} for {first_path} and to {second} for {second_path} of {owner}; both run in one process and must be the same version.")
    .fix(&["Declare one version for both, e.g. `implementation \"{symbol}:{second}\"` in {owner}, or add a `constraints` block or BOM that sets it."]),
    rule(Category::GradleDependencyConflict, r"Conflict with dependency '(?P<symbol>[^']+)' in project '(?P<owner>[^']+)'(?s:.{0,80}?Resolved\s+versions\s+for[^(]{1,60}\((?P<first>[^)]+)\)\s+and[^(]{1,60}\((?P<second>[^)]+)\))?"),
    rule(
        Category::GradleDependencyConflict,
        r"(?:The library|Dependency) (?P<symbol>[A-Za-z0-9_.:-]+) is being requested by various other libraries at \[\[?(?P<versions>[^\]]+)\]+, but resolves to (?P<found>[0-9][A-Za-z0-9.+-]*[A-Za-z0-9])",
    )
    .means("`{symbol}` is required at exactly {versions} by other libraries, and Gradle chose {found}.")
    .fix(&["Align the Google Play services and Firebase libraries, e.g. with the Firebase BOM, so that all ask for one version of `{symbol}`: `./gradlew :app:dependencies` shows who asks."]),
    rule(Category::GradleDependencyConflict, r"a resolved Google Play services library dependency depends on another at an exact version \(e\.g\. \x22?(?P<versions>[^)\x22]+)"),
    rule(
        Category::GradleDependencyConflict,
        r"(?:Did not resolve|Resolved) '(?P<symbol>[^']+)' which is (?P<locked>(?:not )?part of the dependency lock state)",
    )
    .means("`{symbol}` does not agree with the lock file: it is {locked}.")
    .fix(&["If the change is meant, write the lock state again: `./gradlew dependencies --write-locks`, and commit the lock file."]),
    rule(Category::GradleDependencyConflict, r"(?:Dependency lock state out of date|Dependency lock state for (?:configuration )?'(?P<symbol>[^']+)' is out of date|Invalid lock state for |is locked but does not have lock state)")
        .means("The dependency lock file does not fit the dependencies: {message}.")
        .fix(&["Write the lock state again: `./gradlew dependencies --write-locks`, and commit the lock file."]),
    rule(Category::GradleDependencyConflict, r"dependency was locked to version '(?P<locked>[^']+)'"),
    // Modules that are nowhere.
    // `Could not find any matches for a:b:1.+ as no versions of a:b are available.`
    // `Could not find any version that matches a:b:[5.0, 6.0).\n     Versions that do not match:\n         4.9.2`
    rule(
        Category::GradleDependencyNotFound,
        r"Could not find any (?:matches for|version that matches) (?P<symbol>(?P<group>[A-Za-z0-9_.-]+):(?P<module_name>[A-Za-z0-9_.-]+):(?P<wanted>[\[\](][^\n\])(]*[\])\[]|[^\s]*[^\s.,]))\.[^\n]*\n\s*Versions that do not match:\s+(?:- )?(?P<available>[^\s]+)",
    )
    .means("No version of `{group}:{module_name}` that fits {wanted} is published in the repositories that were searched; the list of those that they have begins with {available}.")
    .fix(&[
        "Ask for a version that is there (`{group}:{module_name}:{available}`), or declare the repository that has the wanted one (a private one, one of snapshots or pre-releases).",
        "It is not declared in this build but comes with `{required_by}`: take a release of that one which asks for a published version.",
    ]),
    rule(
        Category::GradleDependencyNotFound,
        r"Could not find any (?:matches for|version that matches) (?P<symbol>[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+:(?:[\[\](][^\n\])(]*[\])\[]|[^\s]*[^\s.,]))(?: as no versions of [^\n]+|\.)",
    ),
    // `Could not find com.android.support:appcompat-v7:28.0.0.`, `Could not find :shelf:.` of a directory of archives
    rule(Category::GradleDependencyNotFound, r"Could not find (?P<symbol>:(?P<archive>[A-Za-z0-9_.-]+):[^\s]*?)\.?(?:\s|$)")
        .means("The local archive `{archive}` is in none of the directories (`flatDir`) that are searched.")
        .fix(&[
            "Put `{archive}.aar` or `{archive}.jar` into the directory that `flatDir {{ dirs … }}` names; every module that depends on it needs that repository, also indirectly.",
            "Better: `implementation(files(\"libs/{archive}.aar\"))`, or publish it to a repository.",
        ]),
    // Packages of npm that bring a repository of their own.
    rule(Category::GradleDependencyNotFound, r"Could not find (?P<symbol>org\.asyncstorage\.[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+:[^\s]*[^\s:.,])\.?(?:\s|$)")
        .means("`{symbol}` is in none of the declared repositories: it comes in a local repository inside the npm package `@react-native-async-storage/async-storage`, which the root build file must name.")
        .fix(&["Add `maven {{ url(\"$rootDir/../node_modules/@react-native-async-storage/async-storage/android/local_repo\") }}` to `allprojects {{ repositories {{ … }} }}` in android/build.gradle, and run `npm install`."]),
    rule(Category::GradleDependencyNotFound, r"Could not find (?P<symbol>(?:com\.github|io\.github|io\.gitlab|com\.gitlab)\.(?P<account>[A-Za-z0-9_-]+):(?P<module_name>[A-Za-z0-9_.-]+):(?P<wanted>[^\s:]*[^\s:.,]))\.?(?:\s|$)")
        .means("`{symbol}` is in none of the declared repositories. Artifacts of such a group usually come from JitPack.")
        .fix(&[
            "Add JitPack to the repositories: `maven {{ url = uri(\"https://jitpack.io\") }}` in `dependencyResolutionManagement` of the settings file (or `allprojects`).",
            "Check that release {wanted} of {module_name} exists and was built: open https://jitpack.io/#{account}/{module_name}.",
        ]),
    rule(
        Category::GradleDependencyNotFound,
        r"Could not find (?P<symbol>(?P<group>[A-Za-z0-9_.-]+):(?P<module_name>[A-Za-z0-9_.-]+):(?P<wanted>[^\s:]*[^\s:.,)]))\.?(?: \([^)]*\)\.?)?(?:\s|$)",
    ),
    rule(Category::GradleDependencyNotFound, r"Could not find (?P<symbol>[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+):?\.?(?: \([^)]*\)\.?)?(?:\s|$)")
        .means("`{symbol}` is asked for without a version, and nothing (a BOM, a plugin, a constraint) gives it one; no repository can be searched.")
        .fix(&[
            "Give it a version: `implementation(\"{symbol}:<version>\")`, or import the BOM that sets it: `implementation(platform(…))`.",
            "If the artifact has been removed from the BOM, use its replacement.",
        ]),
    // `Could not find basket-1.0.jar (com.example:basket:1.0).`
    rule(
        Category::GradleDependencyNotFound,
        r"(?:Could not find (?P<archive>[^\s]+) \((?P<symbol>[^)]+)\)|Artifact '(?P<archive2>[^\s']+) \((?P<module>[^)]+)\)' not found)",
    )
    .means("The metadata of `{symbol}` is in the repository, its file `{archive}` is not.")
    .fix(&[
        "Another repository that holds only the POM answers first: put the one that has the file before it, or limit them with `content {{ includeGroup(…) }}`.",
        "If the module has no jar (a BOM, an AAR), depend on it as what it is: `platform(…)`, `@aar`.",
    ]),
    // Nothing more is said.
    rule(Category::GradleDependencyNotFound, r"Could not (?:resolve|download) (?P<symbol>[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+(?::[A-Za-z0-9_.+-]*[A-Za-z0-9_+-])?)\.?\s*(?:\n\s*Required by:(?:\n\s+(?:root )?project[^\n]*)+\s*)?$"),
]);
