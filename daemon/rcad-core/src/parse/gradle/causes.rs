//! What Gradle, the Android and the Kotlin Gradle plugins say went wrong, matched against a whole block. Data only; the
//! first match wins, so the narrow ones stand before the wide ones.

use super::super::pattern::{Rules, rule};
use crate::Category;

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    // JDK and versions.
    rule(Category::GradleJdkIncompatible, r"Unsupported class file major version (?P<major>[0-9]+)"),
    rule(
        Category::GradleJdkIncompatible,
        r"Android Gradle plugin requires Java (?P<required>[0-9]+) to run\. You are currently using Java (?P<found>[0-9.]+)",
    ),
    rule(
        Category::GradleJdkIncompatible,
        r"(?:No (?:matching|locally installed) toolchains?|No compatible toolchains found|Cannot find a Java installation)[^\n]*?(?:languageVersion=(?P<required>[0-9]+)|$)",
    ),
    rule(
        Category::GradleJdkIncompatible,
        r"(?:error: )?invalid (?:source|target) release: (?P<requested>[0-9.]+)|release version (?P<release>[0-9]+) not supported",
    ),
    rule(
        Category::GradleJdkIncompatible,
        r"Dependency requires at least JVM runtime version (?P<required>[0-9]+)\. This build uses a Java (?P<found>[0-9]+) JVM",
    ),
    rule(
        Category::GradleJdkIncompatible,
        r"has been compiled by a more recent version of the Java Runtime \(class file version (?P<requested>[0-9.]+)\)",
    ),
    rule(
        Category::GradleJdkIncompatible,
        r"Could not initialize class org\.codehaus\.groovy\.runtime\.InvokerHelper|Value given for org\.gradle\.java\.home|Could not determine java version from '(?P<found>[^']+)'|JAVA_HOME is set to an invalid directory",
    ),
    rule(
        Category::GradleVersionIncompatible,
        r"Minimum supported Gradle version is (?P<required>[0-9][^\s]*[0-9])\. Current version is (?P<found>[0-9][^\s]*[0-9])",
    ),
    rule(
        Category::GradleVersionIncompatible,
        r"The current Gradle version (?P<found>\S+) is not compatible with the (?P<symbol>[^\n]+?) plugin",
    ),
    rule(
        Category::GradleVersionIncompatible,
        r"(?:module|requires|with) (?:at least )?Gradle (?:version )?(?P<required>[0-9.]+) (?:or|and) (?:later|higher|newer)",
    ),
    rule(
        Category::KotlinJvmTargetMismatch,
        r"Inconsistent JVM[- ][Tt]arget [Cc]ompatibility [Dd]etected for tasks '(?P<java_task>[^']+)' \((?P<java>[^)]+)\) and '(?P<symbol>(?P<kotlin_task>[^']+))' \((?P<kotlin>[^)]+)\)",
    ),
    rule(
        Category::KotlinJvmTargetMismatch,
        r"'(?P<java_task>[^']+)' task \(current target is (?P<java>[^)]+)\) and '(?P<symbol>(?P<kotlin_task>[^']+))' task \(current target is (?P<kotlin>[^)]+)\) jvm target compatibility should be set to the same Java version",
    ),
    // Plugins and scripts.
    rule(
        Category::GradlePluginNotFound,
        r"Plugin \[id: '(?P<symbol>[^']+)'(?:, version: '(?P<version>[^']+)')?[^\]]*\] was not found",
    ),
    rule(Category::GradlePluginNotFound, r"Plugin with id '(?P<symbol>[^']+)' not found"),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"Could not (?:get unknown|set unknown|find) property '(?P<symbol>(?P<property>[^']+))' (?:for|on) (?P<owner>[^\n]+?)(?: of type (?P<type>[^\s]+?))?\.?\n",
    ),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"Could not find method (?P<symbol>(?P<method>[^\s(]+))\(\) for arguments (?P<arguments>\[[^\n]*\]) on (?P<owner>[^\n]+?)(?: of type (?P<type>[^\s]+?))?\.?\n",
    ),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"No such property: (?P<symbol>(?P<property>\S+)) for class: (?P<type>\S+)",
    ),
    rule(
        Category::GradleUnknownPropertyOrMethod,
        r"No signature of method: (?P<owner>\S+)\.(?P<symbol>(?P<method>[^.\s(]+))\(\) is applicable for argument types",
    ),
    rule(Category::GradleUnknownPropertyOrMethod, r"Could not set unknown property '(?P<symbol>(?P<property>[^']+))'"),
    rule(
        Category::GradleScriptCompile,
        r"(?:build|settings|initialization|init)? ?(?:file|script) '(?P<file>[^']+)': (?P<line>[0-9]+): (?P<reason>[^\n]+?)(?: @ line [0-9]+, column (?P<column>[0-9]+)\.?)?\n",
    ),
    rule(
        Category::GradleScriptCompile,
        r"Script compilation errors?:\s+Line (?P<line>[0-9]+):[^\n]*\n[^\n]*\^ (?P<reason>[^\n]+)",
    ),
    rule(
        Category::GradleScriptCompile,
        r"Could not compile (?:build|settings|initialization|init)? ?(?:file|script) '(?P<file>[^']+)'",
    ),
    // Tasks.
    rule(
        Category::GradleTaskNotFound,
        r"Task '(?P<symbol>[^']+)' (?:not found in|is ambiguous in) (?P<owner>(?:root )?project '[^']*')(?: and its subprojects)?\.(?: Some candidates are: (?P<candidates>[^\n]+?)\.)?\n",
    ),
    rule(Category::GradleTaskNotFound, r"Cannot locate tasks that match '(?P<symbol>[^']+)' as (?P<why>[^\n]+?)\.?\n"),
    rule(
        Category::GradleTaskNotFound,
        r"(?:Project|project) '(?P<symbol>[^']+)' not found in (?P<owner>[^\n]+?)\.(?: Some candidates are: (?P<candidates>[^\n]+?)\.)?\n",
    ),
    rule(Category::GradleTaskNotFound, r"Project with path '(?P<symbol>[^']+)' could not be found"),
    rule(
        Category::GradleTaskNotFound,
        r"Task with (?:name|path) '(?P<symbol>[^']+)' not found in (?P<owner>[^\n]+?)\.\n",
    ),
    rule(
        Category::GradleCircularDependency,
        r"Circular dependency between the following (?P<kind>tasks|projects):\s+(?P<symbol>:[^\s]+)(?P<cycle>(?:\n[^\n]*(?:\\---|\+---)[^\n]*)*)",
    ),
    rule(Category::GradleCircularDependency, r"Circular (?:dependency|evaluation|reference)"),
    rule(
        Category::GradleImplicitTaskDependency,
        r"Task '(?P<symbol>[^']+)' uses this output of task '(?P<producer>[^']+)' without declaring an explicit or implicit dependency",
    ),
    // Dependencies.
    rule(
        Category::GradleChecksumVerification,
        r"Dependency verification failed for configuration '(?P<configuration>[^']+)'",
    ),
    rule(
        Category::GradleNetworkTls,
        r"(?s)Could not resolve (?P<symbol>[A-Za-z0-9_.-]+:[^\s]+?)\.\n.{0,2000}?Could not (?:GET|HEAD) '(?P<url>[^']+)'\.[^\n]*(?:\n\s*> (?P<why>[^\n]+))?",
    ),
    rule(
        Category::GradleNetworkTls,
        r"Could not (?:GET|HEAD|get resource|resolve) '?(?P<url>https?://[^'\s]+)'?[^\n]*(?:\n\s*> (?P<why>[^\n]+))?",
    ),
    rule(
        Category::GradleNetworkTls,
        r"(?:PKIX path building failed|(?:Connect|Read|Connection) timed out|UnknownHostException: (?P<host>\S+)|Connection refused|No such host is known \((?P<name>[^)]+)\))",
    ),
    rule(
        Category::GradleDependencyNotFound,
        r"Could not find (?:any (?:matches for|version that matches) )?(?P<symbol>[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+(?::[^\s:]*[^\s:.])?)\.?(?: \([^)]*\)\.?)?(?: as no versions of [^\n]+)?\n",
    ),
    rule(
        Category::GradleDependencyNotFound,
        r"Cannot resolve external dependency (?P<symbol>\S+) because (?P<no_repositories>no repositories are defined)",
    ),
    rule(
        Category::GradleDependencyNotFound,
        r"No cached version of (?P<symbol>(?P<offline>\S+)) available for offline mode",
    ),
    rule(Category::GradleDependencyNotFound, r"Could not find (?P<symbol>\S+\.(?:jar|aar|pom)) \((?P<module>[^)]+)\)"),
    rule(
        Category::GradleDependencyConflict,
        r"Cannot find a version of '(?P<symbol>[^']+)' that satisfies the version constraints",
    ),
    rule(
        Category::GradleDependencyConflict,
        r"Conflicts? found for the following modules?:\s+- (?P<symbol>[^\s]+) between versions (?P<versions>[^\n]+)",
    ),
    rule(
        Category::GradleDependencyConflict,
        r"A conflict was found between the following modules:\s+- (?P<symbol>[^\s]+):(?P<first>[^\s:]+)\s+- [^\s]+:(?P<second>[^\s:]+)",
    ),
    rule(Category::GradleDependencyConflict, r"Cannot select module with conflict on capability '(?P<symbol>[^']+)'"),
    rule(
        Category::GradleVariantAmbiguity,
        r"(?:No matching (?:variant|configuration) of|Cannot choose between the following (?:variants|configurations) of) (?P<symbol>(?:project )?[^\s]+)",
    ),
    rule(
        Category::GradleVariantAmbiguity,
        r"(?:Unable to find a matching (?:variant|configuration) of|variant resolution failed|consumer was configured to find)[^\n]*",
    ),
    // The rest of Gradle.
    rule(
        Category::GradleConfigurationCache,
        r"[Cc]onfiguration cache (?:problems found|state could not be cached)[^\n]*(?:\n[^\n]*){0,4}?\n- Task `(?P<task>[^`]+)` of type `(?P<symbol>[^`]+)`: (?P<reason>[^\n]+)",
    ),
    rule(
        Category::GradleConfigurationCache,
        r"[Cc]onfiguration cache problems found[^\n]*\n(?:[^\n]*\n){0,4}?- (?P<origin>[^\n`]+?): (?P<reason>(?:invocation|cannot|registration|read|value|external|error)[^\n]+?)\.?\n",
    ),
    rule(Category::GradleConfigurationCache, r"[Cc]onfiguration cache (?:problems found|state could not be cached)"),
    rule(
        Category::GradleDaemonOom,
        r"Gradle build daemon (?P<died>disappeared) |Java heap space|GC overhead limit exceeded|OutOfMemoryError: ?(?P<space>\S+)|> Metaspace",
    ),
    rule(Category::GradleDaemonOom, r"Unable to start the daemon process"),
    rule(
        Category::GradleLock,
        r"Timeout waiting to lock (?P<symbol>[^\n]+?)(?: \((?P<path>[^)]+)\))?\. It is currently in use by another (?:Gradle instance|process)",
    ),
    rule(Category::GradleWrapper, r"org\.gradle\.wrapper|Unable to access jarfile (?P<symbol>\S*gradle-wrapper\.jar)"),
    rule(
        Category::LintFailure,
        r"Lint found (?:fatal )?errors|Analysis failed with (?P<count>[0-9]+) weighted issues|KtLint found code style violations|Checkstyle rule violations were found",
    ),
]);

/// Sentences that say only that something failed, and leave the rest to another line; the widest last.
pub static HEADLINES: Rules = Rules::new(&[
    rule(Category::TestFailure, r"There were failing tests\.(?: See the (?:report|results) at: (?P<report>\S+))?"),
    rule(Category::JavaOther, r"Compilation failed; see the compiler (?:error )?output"),
    rule(Category::Other, r"Compilation error\. See log for more details"),
    rule(
        Category::GradleTaskFailed,
        r"Process 'command '(?P<symbol>(?P<command>[^']+))'' finished with non-zero exit value (?P<exit>-?[0-9]+)",
    ),
    rule(
        Category::GradleTaskFailed,
        r"A problem occurred starting process 'command '(?P<symbol>(?P<missing_command>[^']+))''",
    ),
    rule(Category::GradleTaskFailed, r"Execution failed for task '(?P<symbol>:[^']+)'\.\n\s*> (?P<reason>[^\n]+)"),
    rule(Category::GradleTaskFailed, r"Execution failed for task '(?P<symbol>:[^']+)'"),
    rule(
        Category::GradleScriptEvaluation,
        r"A problem occurred (?:evaluating|configuring) (?P<symbol>(?P<owner>[^\n]+?))\.\n\s*> (?P<reason>[^\n]+)",
    ),
    rule(
        Category::GradleScriptEvaluation,
        r"A problem occurred (?:evaluating|configuring) (?P<symbol>(?P<owner>[^\n]+?))\.\n",
    ),
]);
