//! What sets the JDK on a machine that nobody sits at. Data only.

/// Of the machines that nobody sits at, what sets the JDK; of several wordings the first whose `{value}` is known.
pub static MACHINES: &[(&str, &[&str])] = &[
    (
        "GitHub Actions",
        &[
            "by `actions/setup-java` in the workflow (`distribution: temurin`, `java-version: '{value}'`) before the step that runs Gradle",
            "by `actions/setup-java` in the workflow (`java-version`) before the step that runs Gradle",
        ],
    ),
    (
        "GitLab CI",
        &["by the job's `image` in .gitlab-ci.yml: one with JDK {value}", "by the job's `image` in .gitlab-ci.yml"],
    ),
    (
        "Jenkins",
        &[
            "by `tools { jdk '…' }` in the Jenkinsfile (a JDK {value} that is set up in Manage Jenkins > Tools), or by the agent's image",
            "by `tools { jdk '…' }` in the Jenkinsfile, or by the agent's image",
        ],
    ),
    (
        "CircleCI",
        &[
            "by the executor's image in .circleci/config.yml (`cimg/openjdk:{value}.0`, or a `cimg/android` with that JDK)",
            "by the executor's image in .circleci/config.yml",
        ],
    ),
    (
        "Bitrise",
        &[
            "by the step `set-java-version` (to {value}) before the one that runs Gradle",
            "by the step `set-java-version` before the one that runs Gradle",
        ],
    ),
    (
        "Azure Pipelines",
        &[
            "by the task `JavaToolInstaller` (`versionSpec: '{value}'`), or the Gradle task's `jdkVersionOption`",
            "by the task `JavaToolInstaller`, or the Gradle task's `jdkVersionOption`",
        ],
    ),
    (
        "Codemagic",
        &[
            "by `java: {value}` under `environment` in codemagic.yaml",
            "by `java` under `environment` in codemagic.yaml",
        ],
    ),
    ("Travis CI", &["by `jdk: openjdk{value}` in .travis.yml", "by `jdk` in .travis.yml"]),
    ("EAS Build", &["by `image` of the profile in eas.json (newer images have newer JDKs)"]),
    (
        "Docker",
        &[
            "by the base image in the Dockerfile (`FROM eclipse-temurin:{value}-jdk`, or an image with the Android SDK and that JDK)",
            "by the base image in the Dockerfile",
        ],
    ),
    ("JitPack", &["by `jdk: [openjdk{value}]` in jitpack.yml", "by `jdk` in jitpack.yml"]),
    (
        "Heroku",
        &["by `java.runtime.version={value}` in system.properties", "by `java.runtime.version` in system.properties"],
    ),
];
