//! What Gradle's categories mean. Data only.

use super::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::GradleDependencyNotFound,
        causes: &[
            "`{symbol}` cannot be resolved: {no_repositories}.",
            "`{offline}` is not in the local cache, and Gradle runs with `--offline`.",
            "`{symbol}` is in none of the declared repositories.",
            "A dependency cannot be resolved: {message}.",
        ],
        fixes: &[
            &[
                "Run once without `--offline` so that `{offline}` is downloaded.",
                "Check group, name and version of `{symbol}`; the version may never have been published.",
                "Check group, name and version of the dependency.",
            ],
            &[
                "Declare the repository that has it (`mavenCentral()`, `google()`, or your own) in `repositories` or `dependencyResolutionManagement`.",
            ],
        ],
        link: Some("https://docs.gradle.org/current/userguide/declaring_repositories.html"),
    },
    Meaning {
        category: Category::GradleDependencyConflict,
        causes: &[
            "Two dependencies require versions of `{symbol}` that exclude each other.",
            "Versions of a dependency conflict: {message}.",
        ],
        fixes: &[
            &[
                "See who asks for which version: `./gradlew dependencyInsight --dependency {symbol}`.",
                "See who asks for which version with `./gradlew dependencyInsight --dependency <name>`.",
            ],
            &["Align the versions (a BOM, one `strictly`), or exclude one of them."],
        ],
        link: Some("https://docs.gradle.org/current/userguide/dependency_constraints_conflicts.html"),
    },
    Meaning {
        category: Category::GradleDuplicateClass,
        causes: &[
            "The class `{symbol}` is in both {first} and {second}.",
            "The same class comes from two modules: {message}.",
        ],
        fixes: &[
            &["Exclude one of the two modules, or raise both to versions that no longer overlap."],
            &["Find out who brings them: `./gradlew :app:dependencies`."],
        ],
        link: None,
    },
    Meaning {
        category: Category::GradlePluginNotFound,
        causes: &[
            "The plugin `{symbol}` was removed by {removed_by}.",
            "The Gradle plugin `{symbol}` version {version} is in none of the plugin repositories.",
            "The Gradle plugin `{symbol}` cannot be found.",
            "A Gradle plugin cannot be found: {message}.",
        ],
        fixes: &[
            &[
                "{instead}",
                "Check the id `{symbol}` and that version {version} exists.",
                "Check the id `{symbol}`, and give it a version or put its artifact on the `buildscript` class path.",
                "Check the plugin's id and version.",
            ],
            &[
                "Declare the repository that has it in `pluginManagement {{ repositories {{ … }} }}` of the settings file.",
            ],
        ],
        link: Some("https://docs.gradle.org/current/userguide/plugins.html#sec:custom_plugin_repositories"),
    },
    Meaning {
        category: Category::GradleTaskNotFound,
        causes: &[
            "There is no `{symbol}` in {owner}; near names are {candidates}.",
            "There is no `{symbol}` in {owner}.",
            "`{symbol}` does not exist in this build.",
            "No such task or project: {message}.",
        ],
        fixes: &[
            &["Use one of: {candidates}.", "List what exists: `./gradlew tasks --all` or `./gradlew projects`."],
            &["Check the settings file: a project that is not included has no tasks."],
        ],
        link: None,
    },
    Meaning {
        category: Category::GradleTaskFailed,
        causes: &[
            "The task `{task}` could not start `{missing_command}`.",
            "The command `{command}` that `{task}` runs ended with exit code {exit}. What it printed says more.",
            "The task `{task}` failed: {reason}",
            "The task `{task}` failed, and the text does not say why.",
            "A task failed: {message}.",
        ],
        fixes: &[&[
            "Install `{missing_command}` or correct its path.",
            "Run `{command}` by hand with the same arguments and read its output.",
            "Look at {name}:{line}, where the script fails.",
            "Run `./gradlew {task} --stacktrace --info` and look for the first error.",
            "Run the build with `--stacktrace --info` and look for the first error.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::GradleScriptCompile,
        causes: &["The build script does not compile: {reason}.", "The build script does not compile: {message}."],
        fixes: &[
            &["Correct line {line} of `{name}`.", "Correct the line of the script that the message names."],
            &["After a Gradle update look up the changed syntax in its upgrade guide."],
        ],
        link: None,
    },
    Meaning {
        category: Category::GradleScriptEvaluation,
        causes: &[
            "A build script failed while {owner} was configured: {reason}",
            "A build script failed while {owner} was configured.",
            "A build script failed: {message}.",
        ],
        fixes: &[&[
            "Look at line {line} of `{name}`.",
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
            "The build script calls a method `{method}()` that {owner} does not have for these arguments.",
            "The build script uses a property `{property}` that does not exist.",
            "The build script uses a property or method that does not exist: {message}.",
        ],
        fixes: &[
            &[
                "{instead}",
                "Check the spelling of `{symbol}` and in which block it stands.",
                "Check the spelling and in which block it stands.",
            ],
            &[
                "If a plugin brings `{symbol}`, apply that plugin before; if Gradle or the plugin was updated, look for its replacement.",
                "If a plugin brings it, apply that plugin before.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::GradleVersionIncompatible,
        causes: &[
            "A plugin needs Gradle {required} or later, but Gradle {found} runs.",
            "A plugin does not work with this Gradle: it needs Gradle {required} or later.",
            "The plugin {symbol} does not work with Gradle {found}.",
            "The versions of Gradle and a plugin do not fit: {message}.",
        ],
        fixes: &[&[
            "Raise the wrapper: `./gradlew wrapper --gradle-version {required}`, or use an older plugin.",
            "Raise the plugin or the Gradle wrapper so that both fit.",
        ]],
        link: Some("https://docs.gradle.org/current/userguide/compatibility.html"),
    },
    Meaning {
        category: Category::GradleJdkIncompatible,
        causes: &[
            "Class files of major version {class_major} are Java {jdk_for_class}'s, which this Gradle cannot read: the JDK that runs it is too new; Java {jdk_for_class} needs Gradle {gradle_for_jdk} or later.",
            "Class files of major version {major} cannot be read: the JDK that runs Gradle is newer than this Gradle supports.",
            "Java {required} is required, but Java {found} runs.",
            "No installed JDK offers Java {required}.",
            "The JDK in use cannot compile for Java {requested}.",
            "The JDK does not fit: {message}.",
        ],
        fixes: &[
            &[
                "Raise the wrapper, `./gradlew wrapper --gradle-version {gradle_for_jdk}` or later, or run Gradle with a JDK older than {jdk_for_class} (`JAVA_HOME` or `org.gradle.java.home`).",
                "Run Gradle with an older JDK (`JAVA_HOME` or `org.gradle.java.home`), or raise the Gradle wrapper to a version that supports class files {major}.",
                "Point `JAVA_HOME` or `org.gradle.java.home` to a JDK {required}.",
                "Use a JDK that can compile for Java {requested}, or change `sourceCompatibility`, `targetCompatibility` or `release`.",
                "Point `JAVA_HOME` or `org.gradle.java.home` to a JDK that this Gradle and its plugins support.",
            ],
            &["See what runs now: `./gradlew --version`."],
        ],
        link: Some("https://docs.gradle.org/current/userguide/compatibility.html"),
    },
    Meaning {
        category: Category::GradleCircularDependency,
        causes: &["`{symbol}` depends on itself through other {kind}.", "There is a circular dependency: {message}."],
        fixes: &[&[
            "Remove one of the dependencies in the circle of `{symbol}` (`dependsOn`, `mustRunAfter`, or an input that is another's output).",
            "Remove one of the dependencies in the circle.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::GradleVariantAmbiguity,
        causes: &[
            "No variant of `{symbol}`, or more than one, fits what is asked for.",
            "No variant fits, or several do: {message}.",
        ],
        fixes: &[
            &[
                "Compare the attributes that the message lists with those asked for: platform, JVM version, build type, flavour.",
            ],
            &[
                "See the candidates with `./gradlew dependencyInsight --dependency <name>`, or `outgoingVariants` in the other project.",
            ],
        ],
        link: Some("https://docs.gradle.org/current/userguide/variant_model.html"),
    },
    Meaning {
        category: Category::GradleConfigurationCache,
        causes: &[
            "`{task}` ({symbol}) does what the configuration cache forbids: {reason}",
            "{origin} does what the configuration cache forbids: {reason}",
            "The build does what the configuration cache forbids: {message}.",
        ],
        fixes: &[
            &[
                "Read what `{symbol}` needs at configuration time into inputs, and do not use `Project` while it runs.",
                "Do not use `Project`, tasks or the script while tasks run.",
            ],
            &["Until then run with `--no-configuration-cache`."],
        ],
        link: Some("https://docs.gradle.org/current/userguide/configuration_cache.html"),
    },
    Meaning {
        category: Category::GradleDaemonOom,
        causes: &[
            "Gradle's daemon {died} in the middle of the build: it was killed, or crashed, or ran out of memory.",
            "Gradle ran out of memory: {space}.",
            "Gradle ran out of memory, or its daemon died: {message}.",
        ],
        fixes: &[
            &["Raise `org.gradle.jvmargs=-Xmx4g -XX:MaxMetaspaceSize=1g` in gradle.properties."],
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
            "Artifacts of configuration `{configuration}` do not match `gradle/verification-metadata.xml`.",
            "Dependency verification failed: {message}.",
        ],
        fixes: &[&[
            "If the artifacts are legitimate, record them: `./gradlew --write-verification-metadata sha256 help`, and review the change.",
        ]],
        link: Some("https://docs.gradle.org/current/userguide/dependency_verification.html"),
    },
    Meaning {
        category: Category::GradleLock,
        causes: &["Another Gradle holds the lock on {symbol}.", "Another process holds a lock of Gradle: {message}."],
        fixes: &[
            &["Wait for the other build or stop it: `./gradlew --stop`."],
            &["If none runs, delete the `.lock` file that the message names."],
        ],
        link: None,
    },
    Meaning {
        category: Category::GradleWrapper,
        causes: &[
            "The Gradle wrapper is incomplete: {symbol} is missing or damaged.",
            "The Gradle wrapper is missing or damaged: {message}.",
        ],
        fixes: &[&[
            "Restore `gradle/wrapper/gradle-wrapper.jar` from version control (check that `.gitignore` does not exclude it), or run `gradle wrapper`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::GradleImplicitTaskDependency,
        causes: &[
            "`{symbol}` reads what `{producer}` writes, without depending on it.",
            "A task reads another's output without depending on it: {message}.",
        ],
        fixes: &[&[
            "Connect them: use `{producer}`'s output as the input of `{symbol}`, or add `dependsOn('{producer}')`.",
            "Use the producer's output as input, or add `dependsOn`.",
        ]],
        link: Some("https://docs.gradle.org/current/userguide/validation_problems.html#implicit_dependency"),
    },
    Meaning {
        category: Category::LintFailure,
        causes: &["A check found errors: {message}."],
        fixes: &[&["Open the report that the message names and fix the findings, or record them in a baseline."]],
        link: None,
    },
];
