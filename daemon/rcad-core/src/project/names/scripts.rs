//! What build scripts name and nobody declares: plugins, configurations, properties, tasks.

use crate::Failure;
use crate::project::build::scripts_of;
use crate::project::contents::ProjectContents;
use crate::project::details::add;
use crate::project::nearest::nearest;

/// Most names that are listed.
const LISTED: usize = 8;

/// Ids of plugins that come with Gradle or that most projects use.
const PLUGINS: &[&str] = &[
    "antlr",
    "application",
    "checkstyle",
    "com.android.application",
    "com.android.dynamic-feature",
    "com.android.library",
    "com.android.test",
    "com.google.dagger.hilt.android",
    "com.google.devtools.ksp",
    "com.google.gms.google-services",
    "com.gradle.plugin-publish",
    "codenarc",
    "cpp-application",
    "cpp-library",
    "distribution",
    "eclipse",
    "groovy",
    "groovy-gradle-plugin",
    "idea",
    "io.spring.dependency-management",
    "ivy-publish",
    "jacoco",
    "java",
    "java-gradle-plugin",
    "java-library",
    "java-platform",
    "java-test-fixtures",
    "jvm-test-suite",
    "kotlin-android",
    "kotlin-dsl",
    "kotlin-kapt",
    "kotlin-parcelize",
    "maven-publish",
    "org.jetbrains.compose",
    "org.jetbrains.kotlin.android",
    "org.jetbrains.kotlin.jvm",
    "org.jetbrains.kotlin.kapt",
    "org.jetbrains.kotlin.multiplatform",
    "org.jetbrains.kotlin.plugin.compose",
    "org.jetbrains.kotlin.plugin.parcelize",
    "org.jetbrains.kotlin.plugin.serialization",
    "org.springframework.boot",
    "pmd",
    "scala",
    "signing",
    "swift-application",
    "swift-library",
    "version-catalog",
    "war",
];

/// Configurations, the plugins that bring them as people know them, and what shows that one is applied.
const CONFIGURATIONS: &[(&str, &str, &[&str])] = &[
    ("api", "`java-library`, Kotlin, Android", &["java-library", "kotlin", "com.android", "java-test-fixtures"]),
    ("compileOnlyApi", "`java-library`, Android", &["java-library", "com.android"]),
    ("implementation", "`java`, Kotlin, Android", JVM),
    ("compileOnly", "`java`, Kotlin, Android", JVM),
    ("runtimeOnly", "`java`, Kotlin, Android", JVM),
    ("testImplementation", "`java`, Kotlin, Android", JVM),
    ("testRuntimeOnly", "`java`, Kotlin, Android", JVM),
    ("annotationProcessor", "`java`, Android", JVM),
    ("kapt", "`org.jetbrains.kotlin.kapt`", &["kapt"]),
    ("ksp", "`com.google.devtools.ksp`", &["ksp"]),
    ("debugImplementation", "Android", &["com.android"]),
    ("androidTestImplementation", "Android", &["com.android"]),
    ("testFixturesImplementation", "`java-test-fixtures`", &["java-test-fixtures"]),
];

const JVM: &[&str] = &["java", "kotlin", "com.android", "application", "groovy", "scala", "war"];

/// Words by which plugins are applied from elsewhere, so that a script alone tells nothing.
const ELSEWHERE: &[&str] = &["apply from", "apply(from", "alias(", "convention", "libs.plugins"];

/// Adds the plugin that a misspelt id nearly is.
pub fn plugin(symbol: &str, failure: &mut Failure) {
    if let Some(near) = nearest(symbol, PLUGINS.iter().copied()) {
        add(failure, "known_plugin", near);
    }
}

/// Whether it is the name of a configuration that a plugin brings.
pub fn is_configuration(symbol: &str) -> bool {
    CONFIGURATIONS.iter().any(|(name, ..)| *name == symbol)
}

/// Adds which plugins bring a configuration, where the failing module's script applies none of them.
pub fn configuration(project: &ProjectContents, module: &str, symbol: &str, failure: &mut Failure) {
    let Some((_, plugins, signs)) = CONFIGURATIONS.iter().find(|(name, ..)| *name == symbol) else { return };
    if !failure.message.contains("DefaultDependencyHandler") {
        return;
    }
    let script = scripts_of(module).iter().find_map(|path| Some((path.clone(), project.files.read(path)?)));
    let Some((path, text)) = script else { return };
    let root = scripts_of("").iter().find_map(|path| project.files.read(path)).unwrap_or_default();
    let is_sign = |line: &&str| signs.iter().any(|sign| line.contains(sign));
    let is_applied = |line: &str| {
        let line = line.trim();
        !line.contains("apply false")
            && ["id", "apply", "kotlin(", "alias", "`"].iter().any(|word| line.starts_with(word))
            || line.starts_with("plugins")
    };
    let applies = |text: &str| text.lines().filter(|line| is_applied(line)).any(|line| is_sign(&line));
    let from_above =
        ["subprojects", "allprojects", "configure("].iter().any(|word| root.contains(word)) && applies(&root);
    let is_elsewhere = ELSEWHERE.iter().any(|word| text.contains(word)) || from_above;
    if !is_elsewhere && !applies(&text) {
        add(failure, "wanted_plugins", *plugins);
        add(failure, "wanted_in", path);
    }
}

/// Adds the properties and tasks that the build declares, where a script asks for another.
pub fn declared(project: &ProjectContents, symbol: &str, failure: &mut Failure) {
    let Some(owner) = failure.details.get("owner").or(failure.details.get("project")).cloned() else { return };
    // Objects of Gradle's own have members of their own.
    if !["project ", "task ", "root project", "settings ", ":"].iter().any(|start| owner.starts_with(start)) {
        return;
    }
    let build = project.build();
    let all: Vec<(&str, &str)> = build
        .tasks
        .iter()
        .chain(&build.properties)
        .map(|one| (one.text.as_str(), one.location.as_str()))
        .filter(|(name, _)| !name.contains('.'))
        .collect();
    if all.iter().any(|(name, _)| *name == symbol) || symbol.contains(':') {
        return;
    }
    let mut names: Vec<(f64, &str)> = Vec::new();
    for (name, _) in &all {
        if !names.iter().any(|(_, known)| known == name) {
            names.push((strsim::sorensen_dice(&symbol.to_lowercase(), &name.to_lowercase()), name));
        }
    }
    names.sort_by(|a, b| b.0.total_cmp(&a.0));
    let near = nearest(symbol, names.iter().map(|(_, name)| *name))
        .or_else(|| names.first().filter(|(alike, _)| *alike >= 0.45).map(|(_, name)| *name));
    // Without a name that may be meant the list says less than the tool.
    let Some((near, place)) = near.and_then(|near| all.iter().find(|(name, _)| *name == near)) else { return };
    add(failure, "meant", *near);
    add(failure, "meant_place", *place);
    let list: Vec<String> = names.iter().take(LISTED).map(|(_, name)| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(list.len());
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let owner = owner.replace('\'', "`");
    let mut letters = owner.chars();
    let capital = letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>());
    add(failure, "property_owner", capital.unwrap_or_default());
    add(failure, "script_has", format!("{}{more}", list.join(", ")));
}
