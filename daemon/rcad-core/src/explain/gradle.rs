//! What Gradle's categories mean. Data only.

use super::meaning::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::GradleDependencyNotFound,
        causes: &[
            "`{symbol}` cannot be resolved: {no_repositories}.",
            "`{offline}` is not in the local cache, and Gradle runs in offline mode (`--offline`), so it cannot be downloaded.",
            "No version of `{symbol}` that fits is published; the repositories have {available}.",
            "`{symbol}`, which `{required_by}` depends on, is in none of the declared repositories (not found at {searched} and after).",
            "`{symbol}` is in none of the declared repositories (not found at {searched} and after).",
            "`{symbol}`, which `{required_by}` depends on, is in none of the declared repositories.",
            "`{symbol}` is in none of the declared repositories.",
            "A dependency cannot be resolved: {message}.",
        ],
        fixes: &[
            &[
                "Run once without `--offline` (in the IDE: switch off offline mode) so that `{offline}` is downloaded.",
                "Declare a repository ({no_repositories}): `repositories {{ mavenCentral(); google() }}` in `dependencyResolutionManagement` of the settings file, or in the build script (`buildscript {{ repositories }}` for plugins).",
                "Check that version {wanted} of `{group}:{module_name}` was ever published, and in which repository (https://mvnrepository.com/artifact/{group}/{module_name}); correct the version in the build script or version catalog.",
                "Check group, name and version of `{symbol}`; the version may never have been published.",
                "Check group, name and version of the dependency.",
            ],
            &[
                "It is not declared in this build but comes with `{required_by}`: raise or lower that one, or exclude `{symbol}` from it.",
            ],
            &[
                "Declare the repository that has it (`mavenCentral()`, `google()`, JitPack, or your own) in `dependencyResolutionManagement` of the settings file or in `repositories`; artifacts of the closed JCenter need a newer version that is on Maven Central.",
            ],
        ],
        link: Some("https://docs.gradle.org/current/userguide/declaring_repositories.html"),
    },
    Meaning {
        category: Category::GradleDependencyConflict,
        causes: &[
            "Versions of `{symbol}` conflict: the build fails on a conflict, and both {versions} are asked for.",
            "Versions of `{symbol}` conflict: one path requires {first}, another {second}, and they exclude each other.",
            "Two dependencies require versions of `{symbol}` that exclude each other.",
            "Versions of a dependency conflict: {message}.",
        ],
        fixes: &[
            &[
                "See who asks for which version: `./gradlew dependencyInsight --dependency {symbol}`.",
                "See who asks for which version with `./gradlew dependencyInsight --dependency <name>`.",
            ],
            &[
                "Align the versions: one constraint or BOM (`platform(…)`) for all, raise the `strictly` one, or exclude the dependency that brings the other.",
            ],
        ],
        link: Some("https://docs.gradle.org/current/userguide/dependency_constraints_conflicts.html"),
    },
    Meaning {
        category: Category::GradleDuplicateClass,
        causes: &[
            "`{symbol}` is in both {both} (duplicate class): these two are alternatives with the same classes, and only one of them may be there. Keep {kept}.",
            "The class `{symbol}` is in {same_namespace}, both of this build (duplicate class). The Android Gradle plugin makes it for each module in its `namespace`, so both modules have the same one.",
            "The class `{symbol}` is in the local file `{local_file}` and in the library {local_library} (duplicate class): the file is that library once more, or was packed with a copy of it.",
            "The class `{symbol}` is in {own_modules}, both of this build, so it would be in the app twice (duplicate class): both compile or generate it.",
            "The class `{symbol}` is in the app twice (duplicate class), though both copies are of the same library, {same_library}: either Gradle's cache of transformed libraries is stale, or the library comes in under two names (such as once more as a local file).",
            "The class `{symbol}` is in both {forks} (duplicate class). One artifact name in two groups is a library and its fork, or its older name; bringing them to one version changes nothing, one of the two must go.",
            "The class `{symbol}` is in {two_versions}, two versions of one library (duplicate class).",
            "The class `{symbol}` is in both {editions} (duplicate class). One group and one version: as a rule these are editions of one library (full and lite, with and without a part), of which an app takes one.",
            "The class `{symbol}` is in both {places} (duplicate class).",
            "The class `{symbol}` is in both {first} and {second}.",
            "The class `{symbol}` comes from two modules, so it would be in the app twice (duplicate class).",
            "The same class comes from two modules: {message}.",
        ],
        fixes: &[
            &[
                "Exclude `{goes}` where it comes from: `exclude(group = \"{goes_group}\", module = \"{goes}\")` on that dependency, or once for all: `configurations.all {{ exclude(group = \"{goes_group}\", module = \"{goes}\") }}`.",
                "Set another `namespace` in the `android` block of one of them ({same_namespace}), and correct the imports of its `R` and `BuildConfig`.",
                "If `{local_file}` is the same library, remove it from `libs` (and from `dependencies`) and keep {local_library}; if it contains a copy beside classes of its own, exclude the library where it comes from: `{exclude_line}`.",
                "Let only one of the modules ({own_modules}) have `{symbol}`: remove the second copy of the source, give each module a `namespace` of its own, or switch off the generator (annotation processor, compiler plugin) in one of them.",
                "Stop the daemons (`./gradlew --stop`), delete `transforms-*` below `~/.gradle/caches` and the `build` directories, and build again; if it stays, look for {same_library} under two names with `./gradlew :app:dependencies`, also as `files(…)`.",
                "Keep one: `configurations.all {{ exclude(group = \"{fork_group}\") }}` if the other has all that is used, or let one stand for the other: `configurations.all {{ resolutionStrategy.dependencySubstitution {{ substitute(module(\"{fork_out}\")).using(module(\"{fork_in}\")) }} }}`; better upgrade the libraries that bring them to versions that use the same one.",
                "Bring both to one version of the library: {two_versions}; `./gradlew :app:dependencies` shows who asks for which.",
                "Keep the edition that the app needs ({editions}) and exclude the other one: remove it from `dependencies`, or, where a library or package brings it, `exclude(group = …, module = …)` on that dependency.",
                "See who brings each of {places} (`./gradlew :app:dependencies --configuration debugRuntimeClasspath`) and leave one out, e.g. `{exclude_line}` on the dependency that brings it. If one is packed with a copy of the other (an SDK, a fat jar), exclude the other; if it is the newer name of the other, exclude the old one.",
                "See who brings them (`./gradlew :app:dependencies --configuration debugRuntimeClasspath`) and leave one out: `exclude(group = …, module = …)` on the dependency that brings it. If one is packed with a copy of the other, exclude the other; if it is the newer name of the other, exclude the old one.",
            ],
            &["Newer releases of {places} often no longer overlap: raise what asks for the older one."],
        ],
        link: Some("https://developer.android.com/build/dependencies#duplicate_classes"),
    },
    Meaning {
        category: Category::GradlePluginNotFound,
        causes: &[
            "The plugin `{symbol}` was removed by {removed_by}.",
            "The Gradle plugin `{symbol}` version {version} is not found in any of the plugin repositories that are searched ({repository}): its id or version does not exist there, or the repository cannot be reached.",
            "The Gradle plugin `{symbol}` version {version} is not found in any of the plugin repositories: its id or version does not exist there, or they cannot be reached.",
            "The Gradle plugin `{symbol}` cannot be found.",
            "A Gradle plugin cannot be found: {message}.",
        ],
        fixes: &[
            &[
                "{instead}",
                "Check the id `{symbol}` and that version {version} exists: https://plugins.gradle.org/plugin/{symbol}.",
                "Check the id `{symbol}`, and give it a version in `plugins {{ }}`, or put its artifact on the class path with `buildscript {{ dependencies {{ classpath … }} }}`.",
                "Check the plugin's id and version.",
            ],
            &[
                "Declare the repository that has it (`gradlePluginPortal()`, `google()`, `mavenCentral()`) in `pluginManagement {{ repositories {{ … }} }}` of the settings file, and see that it can be reached (offline mode, proxy).",
            ],
        ],
        link: Some("https://docs.gradle.org/current/userguide/plugins.html#sec:custom_plugin_repositories"),
    },
    Meaning {
        category: Category::GradleTaskNotFound,
        causes: &[
            "There is no task or project `{symbol}` in {owner}; near names are {candidates}.",
            "There is no task or project `{symbol}` in {owner}: not found.",
            "`{symbol}` does not exist in this build.",
            "No such task or project: {message}.",
        ],
        fixes: &[
            &[
                "Use one of: {candidates}.",
                "Correct the name `{symbol}`, or apply the plugin that makes that task; `./gradlew tasks --all` and `./gradlew projects` list what exists.",
                "List what exists: `./gradlew tasks --all` or `./gradlew projects`.",
            ],
            &["Check the settings file: a project that is not included has no tasks."],
        ],
        link: None,
    },
    Meaning {
        category: Category::GradleTaskFailed,
        causes: &[
            "The task `{task}` could not start `{missing_command}`: the command is not installed or not on the `PATH`.",
            "The command `{command}` that `{task}` runs ended with exit code {exit}. What it printed says more.",
            "The task `{task}` failed: {reason}",
            "The task `{task}` failed, and the text does not say why.",
            "A task failed: {message}.",
        ],
        fixes: &[&[
            "Install `{missing_command}` or correct its path; a Gradle daemon keeps the `PATH` with which it was started (`./gradlew --stop`).",
            "Run `{command}` by hand with the same arguments and read its output.",
            "Look at {name}:{line}, where the script fails: {reason}",
            "Run `./gradlew {task} --stacktrace` and look at the lowest `Caused by`.",
            "Run `./gradlew {task} --stacktrace --info` and look for the first error.",
            "Run the build with `--stacktrace --info` and look for the first error.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::GradleScriptCompile,
        causes: &[
            "The build script does not compile: `{symbol}`: {reason}.",
            "The build script does not compile: {reason}.",
            "The build script does not compile: {message}.",
        ],
        fixes: &[
            &[
                "{convert}",
                "Correct line {line} of `{name}`.",
                "Correct the line of the script that the message names.",
            ],
            &[
                "An unresolved name (Unresolved reference) needs its import or the plugin that brings it in this script's `plugins {{ }}` block; an unexpected symbol is mostly a brace too many or too few above it.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::GradleScriptEvaluation,
        causes: &[
            "A build script failed while {owner} was configured: {reason}",
            "The plugin `{plugin}` failed while it was applied: {reason}",
            "A build script failed while {owner} was configured.",
            "A build script failed: {message}.",
        ],
        fixes: &[&[
            "Look at line {line} of `{name}`: {reason}",
            "Look at line {line} of `{name}`: {message}.",
            "Look at the script of {owner}.",
            "Run with `--stacktrace` to see the script line that fails.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::GradleUnknownPropertyOrMethod,
        causes: &[
            "The build script uses `{symbol}`, which was removed by {removed_by}.",
            "The build script uses a property `{property}` that {owner} does not have.",
            "The build script uses a property `{property}` that the class {type} does not have; it has: {candidates}.",
            "The build script uses a property `{property}` that the class {type} does not have.",
            "The build script calls a method `{method}()` that {owner} does not have for these arguments: neither {owner} nor a plugin's extension is of that name.",
            "The build script uses a property `{property}` that does not exist.",
            "The build script uses a property or method that does not exist: {message}.",
        ],
        fixes: &[
            &["Did you mean one of these: {candidates}?"],
            &[
                "{instead}",
                "Define `{property}` before line {line} of `{name}` reads it (`ext.{property} = …` in the root build file, or `{property}=…` in gradle.properties), or correct its spelling.",
                "Define `{property}` before the script reads it (`ext.{property} = …` in the root build file, or `{property}=…` in gradle.properties), or correct its spelling.",
                "Look at line {line} of `{name}`, which calls `{method}()`: correct the name, or move the line into the block that has it.",
                "Find the line that calls `{method}()` (`--stacktrace` shows it): correct the name, or move the line into the block that has it.",
                "Correct the name `{symbol}`, or move it into the block that has it.",
                "Correct the name that the message gives, or move it into the block that has it.",
            ],
            &[
                "If `{symbol}` comes from a plugin, apply that plugin above the line; if the script worked before Gradle or the plugin was changed, `{symbol}` was removed there, and its upgrade guide names what replaces it.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::GradleVersionIncompatible,
        causes: &[
            "`{symbol}` needs Gradle {min_gradle} or later, but Gradle {gradle_version} runs.",
            "A plugin needs Gradle {min_gradle} or later, but Gradle {gradle_version} runs.",
            "A plugin does not work with this Gradle: it needs Gradle {min_gradle} or later.",
            "A plugin needs the Android Gradle plugin (AGP) {min_agp} or later, and the build has {agp_version}.",
            "A plugin needs the Android Gradle plugin (AGP) {min_agp} or later.",
            "The versions of Gradle and a plugin do not fit (`{symbol}`): {message}.",
            "The versions of Gradle and a plugin do not fit: {message}.",
        ],
        fixes: &[&[
            "Raise the Gradle wrapper: `./gradlew wrapper --gradle-version {min_gradle}` (`distributionUrl` in gradle/wrapper/gradle-wrapper.properties), or use an older plugin.",
            "Raise the Android Gradle plugin to {min_agp} or later, and the Gradle wrapper to {gradle_for_min_agp} with it, or use an older plugin.",
            "Raise the Android Gradle plugin to {min_agp} or later, or use an older plugin.",
            "Raise the plugin or the Gradle wrapper so that both fit; the Android, Kotlin and KSP plugins have versions that go together.",
        ]],
        link: Some("https://docs.gradle.org/current/userguide/compatibility.html"),
    },
    Meaning {
        category: Category::GradleJdkIncompatible,
        causes: &[
            "Gradle {gradle_version} runs on Java {jdk_for_gradle} at most, and the JDK that runs it is Java {jdk_for_class} (class files of major version {class_major}), which is too new for it; Java {jdk_for_class} needs Gradle {gradle_for_jdk} or later.",
            "Class files of major version {class_major} are Java {jdk_for_class}'s, which this Gradle cannot read: the JDK that runs it (JDK {jdk_for_class}) is too new; Java {jdk_for_class} needs Gradle {gradle_for_jdk} or later.",
            "Class files of major version {class_major} cannot be read: the JDK that runs Gradle is newer than this Gradle supports.",
            "Java {min_jdk} is required, but Java {jdk_version} runs.",
            "No installed JDK offers Java {min_jdk}.",
            "The JDK in use cannot compile for Java {requested}.",
            "The JDK does not fit: {message}.",
        ],
        fixes: &[
            &[
                "Run Gradle {gradle_version} with JDK {jdk_for_gradle} or older (`JAVA_HOME` or `org.gradle.java.home`; in an IDE its Gradle JDK), or raise Gradle to {gradle_for_jdk} or later: the wrapper's `distributionUrl`, or the version in what starts Gradle (Maven's plugin, Cordova, a CI's tool).",
                "Raise the wrapper, `./gradlew wrapper --gradle-version {gradle_for_jdk}` or later, or run Gradle with a JDK older than {jdk_for_class} (`JAVA_HOME` or `org.gradle.java.home`; in an IDE its Gradle JDK).",
                "Run Gradle with an older JDK (`JAVA_HOME` or `org.gradle.java.home`), or raise the Gradle wrapper to a version that supports class files {class_major}.",
                "Point `JAVA_HOME` or `org.gradle.java.home` to a JDK {min_jdk}.",
                "Use a JDK that can compile for Java {requested}, or change `sourceCompatibility`, `targetCompatibility` or `release`.",
                "Point `JAVA_HOME` or `org.gradle.java.home` to a JDK that this Gradle and its plugins support.",
            ],
            &["See what runs now: `./gradlew --version`."],
        ],
        link: Some("https://docs.gradle.org/current/userguide/compatibility.html"),
    },
    Meaning {
        category: Category::GradleCircularDependency,
        causes: &[
            "`{symbol}` depends on itself, a circular dependency between {kind}: {circle}.",
            "`{symbol}` depends on `{next}`, and that one through `{third}` on it again: a circular dependency between {kind}.",
            "`{symbol}` depends on `{next}`, and that one on it again: a circular dependency between {kind}.",
            "`{symbol}` depends on itself through other {kind} (circular dependency).",
            "`{symbol}` is part of a circle: {message}.",
            "There is a circular dependency: {message}.",
        ],
        fixes: &[&[
            "Break the circle of `{symbol}`: remove one of its edges (`dependsOn`, `mustRunAfter`, an input that is another's output, `implementation(project(…))`), or move what both need into a third.",
            "Remove one of the dependencies in the circle.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::GradleVariantAmbiguity,
        causes: &[
            "Several variants of `{symbol}` fit what is asked for, among them `{first}` and `{second}`, and no attribute decides between them (ambiguous).",
            "No matching variant of `{symbol}`: the consumer asks for the attribute value `{required}`, which no variant offers.",
            "No variant of `{symbol}` has the configuration `{wanted}` that is asked for.",
            "No variant of `{symbol}`, or more than one, fits what is asked for.",
            "No variant fits, or several do: {message}.",
        ],
        fixes: &[
            &[
                "Compare the attributes that the message lists with those asked for (platform, JVM version, build type, flavour, category), and add the missing one or the variant that has it.",
            ],
            &[
                "See the candidates with `./gradlew dependencyInsight --dependency <name>`, or `outgoingVariants` in the other project; a task that resolves every configuration must leave those out that are not meant for it.",
            ],
        ],
        link: Some("https://docs.gradle.org/current/userguide/variant_model.html"),
    },
    Meaning {
        category: Category::GradleConfigurationCache,
        causes: &[
            "`{task}` ({symbol}) does what the configuration cache forbids: {reason}",
            "`{task}` does what the configuration cache forbids: it uses `{api}` at execution time.",
            "{origin} does what the configuration cache forbids: {reason}",
            "`{symbol}` cannot be stored in the configuration cache: {reason}",
            "The build does what the configuration cache forbids: {message}.",
        ],
        fixes: &[
            &[
                "Read what `{symbol}` needs at configuration time into inputs, and do not use `Project` while it runs; if it is a plugin's, update the plugin.",
                "Do not use `Project`, tasks or the script while tasks run; update the plugin that does.",
            ],
            &[
                "Until then run with `--no-configuration-cache`, or mark the task `notCompatibleWithConfigurationCache(\"…\")`.",
            ],
        ],
        link: Some("https://docs.gradle.org/current/userguide/configuration_cache.html"),
    },
    Meaning {
        category: Category::GradleDaemonOom,
        causes: &[
            "Gradle ran out of memory ({space}) while it transformed `{transformed}`: the daemon's heap is too small.",
            "Gradle ran out of memory: {space} is exhausted while `{task}` runs.",
            "Gradle ran out of memory: {space}.",
            "The Gradle daemon could not be started or reached, or it ended: {message}. Memory is one reason among others; the innermost message below says more.",
        ],
        fixes: &[
            &[
                "Raise the heap in gradle.properties ({space}): `org.gradle.jvmargs=-Xmx4g -XX:MaxMetaspaceSize=1g`, then `./gradlew --stop`; for tests `maxHeapSize` of the test task.",
                "Read the innermost message of the block (`Caused by`, the daemon's log in `~/.gradle/daemon`): a forbidden or taken port, a JVM option, a JDK; only for a full heap raise `org.gradle.jvmargs`.",
            ],
            &[
                "If the daemon vanished without words, look for `hs_err_pid*.log` and for the system's out-of-memory killer.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::GradleNetworkTls,
        causes: &[
            "`{symbol}` could not be downloaded from {url}: {why}.",
            "{url} could not be fetched: {why}.",
            "{url} could not be fetched.",
            "`{symbol}` could not be downloaded: {message}.",
            "A download failed: {message}.",
        ],
        fixes: &[
            &[
                "Open {url} from this machine; check network, proxy (`systemProp.https.proxyHost`) and certificates.",
                "Check network, proxy (`systemProp.https.proxyHost`) and certificates.",
            ],
            &["Run again; if it stays, use another mirror of the repository."],
        ],
        link: None,
    },
    Meaning {
        category: Category::GradleChecksumVerification,
        causes: &[
            "Dependency verification failed: `{symbol}` of configuration `{configuration}` has no checksum or signature that fits in `gradle/verification-metadata.xml`.",
            "Dependency verification failed: artifacts of configuration `{configuration}` do not match the checksums in `gradle/verification-metadata.xml`.",
            "Dependency verification failed: {message}.",
        ],
        fixes: &[&[
            "If the artifacts are legitimate, record them: `./gradlew --write-verification-metadata sha256 help`, and review the change of gradle/verification-metadata.xml.",
        ]],
        link: Some("https://docs.gradle.org/current/userguide/dependency_verification.html"),
    },
    Meaning {
        category: Category::GradleLock,
        causes: &[
            "Gradle process {pid} holds the lock on {symbol}; this build waited for it and gave up (timeout).",
            "Another Gradle process holds the lock on {symbol}, or died with it; this build waited and gave up (timeout).",
            "Another process holds a lock of Gradle: {message}.",
        ],
        fixes: &[
            &[
                "Wait for the other build, or stop it: `./gradlew --stop`, or end process {pid}.",
                "Wait for the other build, or stop it: `./gradlew --stop`, also the IDE's and the CI's that share this Gradle home.",
            ],
            &[
                "If no Gradle runs, delete the stale lock file `{file}` and run again.",
                "If no Gradle runs, delete the stale `.lock` file in {path} and run again.",
                "If none runs, delete the `.lock` file that the message names.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::GradleWrapper,
        causes: &[
            "The wrapper could not get Gradle from {url}: {message}.",
            "The Gradle wrapper is missing or damaged: {message}.",
        ],
        fixes: &[&[
            "Open {url} from this machine; if it cannot be reached, set the proxy (`systemProp.https.proxyHost`) or a mirror in `distributionUrl` of gradle/wrapper/gradle-wrapper.properties, and delete the incomplete directory below `~/.gradle/wrapper/dists`.",
            "Restore `gradle/wrapper/gradle-wrapper.jar` from version control (check that `.gitignore` does not exclude it), or run `gradle wrapper`, and commit it.",
        ]],
        link: Some("https://docs.gradle.org/current/userguide/gradle_wrapper.html"),
    },
    Meaning {
        category: Category::GradleImplicitTaskDependency,
        causes: &[
            "`{consumer}` reads what `{producer}` writes, without depending on it (no declared dependency between the tasks).",
            "A task reads another's output without depending on it: {message}.",
        ],
        fixes: &[
            &[
                "Connect them: use `{producer}`'s output as the input of `{consumer}`, or let it depend: `tasks.named(\"…\") {{ dependsOn(\"{producer}\") }}` (or `mustRunAfter`).",
                "Use the producer's output as input, or add `dependsOn`.",
            ],
            &["If both tasks are plugins', update them; the missing dependency is theirs to declare."],
        ],
        link: Some("https://docs.gradle.org/current/userguide/validation_problems.html#implicit_dependency"),
    },
    Meaning {
        category: Category::GradleExternalProcess,
        causes: &[
            "The task `{task}` could not start `{missing_command}`: the command is not installed or not on the `PATH`.",
            "The program that the task `{task}` runs failed: {message}.",
            "A program that the build runs failed: {message}.",
        ],
        fixes: &[&[
            "Install `{missing_command}` or correct its path; a Gradle daemon keeps the `PATH` with which it was started (`./gradlew --stop`).",
            "Correct what the program says; Gradle fails only because of it. Run the same command by hand to see all of its output.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::GradlePublish,
        causes: &["The task `{task}` could not publish: {message}.", "Publishing failed: {message}."],
        fixes: &[&["Check the repository's address, its credentials and what it requires of a publication."]],
        link: Some("https://docs.gradle.org/current/userguide/publishing_maven.html"),
    },
    Meaning {
        category: Category::LintFailure,
        causes: &[
            "{tool} reports `{symbol}`: {reason}",
            "Lint reports `{symbol}`: {reason}",
            "A check (`{symbol}`) found errors: {message}.",
            "A check (lint) found errors: {message}.",
        ],
        fixes: &[
            &[
                "Correct what `{symbol}` reports at line {line} of `{name}`, or suppress that check there with a reason (`@SuppressLint(\"{symbol}\")`, `@Suppress`, `// ktlint-disable`), or in the tool's configuration (lint.xml, detekt.yml, .editorconfig).",
                "Correct what `{symbol}` reports, or suppress that check in the tool's configuration.",
                "Open the report that the message names and fix the findings.",
            ],
            &[
                "Findings that are known may be recorded in a baseline (`lint {{ baseline = file(\"lint-baseline.xml\") }}`, `detektBaseline`); `abortOnError = false` only hides them.",
            ],
        ],
        link: None,
    },
];
