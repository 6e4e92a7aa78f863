//! Gradle's messages about plugins that it cannot find or apply. Data only; the narrow ones first.

use crate::Category;
use crate::pattern::{Rules, rule};

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    rule(
        Category::GradlePluginNotFound,
        r"Plugin \[id: '(?P<symbol>[^']+)'(?:, version: '(?P<version>[^']+)')?(?:, artifact: '[^']*')?(?:, apply: (?:true|false))?\] was not found in any of the following sources:(?s:.*?)plugin dependency must include a (?P<no_version>version number) for this source",
    )
    .means("The Gradle plugin `{symbol}` is asked for without a version, so no plugin repository can be searched for it; neither Gradle itself nor the settings nor an included build provides it.")
    .fix(&[
        "Give it a version: `id(\"{symbol}\") version \"…\"`, in the module, in the root project with `apply false`, or in `pluginManagement {{ plugins {{ … }} }}` of the settings file.",
        "If it is a plugin of the project's own (`buildSrc`, an included build), check that `includeBuild(…)` stands in `pluginManagement` and that its id is spelled so.",
    ]),
    rule(
        Category::GradlePluginNotFound,
        r"Plugin \[id: '(?P<symbol>[^']+)'(?:, version: '(?P<version>[^']+)')?(?:, artifact: '(?P<marker>[^']*)')?(?:, apply: (?:true|false))?\] was not found(?s:.*?Searched in the following repositories:\s+(?P<repository>[^\n]+))?",
    ),
    rule(
        Category::GradleVersionIncompatible,
        r"The request for this plugin could not be satisfied because the plugin is already on the classpath with (?:an unknown version|a different version \((?P<found>[^)]+)\))",
    )
    .means("The plugin `{symbol}` is requested with a version ({plugin_version}), but it is already on the class path (from `buildSrc`, the root project's `buildscript` or `plugins` block), so the version cannot be chosen here.")
    .fix(&["Remove the version from the request for `{symbol}` in this script; leave it in the one place that puts the plugin on the class path (or declare all versions in the root project with `apply false`)."]),
    rule(Category::GradleScriptEvaluation, r"Plugin request for plugin already on the classpath must not include a version")
        .means("The plugin `{symbol}` is requested with a version, but it is already on the class path (from `buildSrc` or the root project's `buildscript` block).")
        .fix(&["Remove the version from the request for `{symbol}` in this script."]),
    rule(
        Category::GradlePluginNotFound,
        r"Could not apply requested plugin \[id: '(?P<symbol>[^']+)'[^\]]*\] as it does not provide a plugin with id '",
    )
    .means("The artifact that was found for the plugin `{symbol}` holds no plugin of that id: the file that describes it (META-INF/gradle-plugins/{symbol}.properties) is not in it.")
    .fix(&[
        "In the build that provides it declare the id: `gradlePlugin {{ plugins {{ … {{ id = \"{symbol}\"; implementationClass = \"…\" }} }} }}` (a precompiled script plugin must be called `{symbol}.gradle.kts`), and include that build by `pluginManagement {{ includeBuild(…) }}`.",
        "If it is somebody else's plugin, its artifact was published incompletely or the id changed: take another version.",
    ]),
    rule(Category::GradlePluginNotFound, r"Could not find implementation class '(?P<class>[^']+)' for plugin '(?P<symbol>[^']+)' specified in (?P<jar>[^\s]+)")
        .means("The plugin `{symbol}` names `{class}` as its implementation, and that class is not in its artifact.")
        .fix(&["Correct `implementationClass` of the plugin (`gradlePlugin {{ plugins {{ … }} }}`), package and class name included, or use a version of `{symbol}` that was built completely."]),
    rule(Category::GradlePluginNotFound, r"Plugin with (?:id|name) '(?P<symbol>[^']+)' not found"),
    rule(Category::GradlePluginNotFound, r"Plugin with (?:class|type) '?(?P<symbol>[^'\s]+)'? (?:not found|does not exist)|Cannot find (?:a )?plugin (?:with id )?'(?P<symbol2>[^']+)'"),
    rule(Category::GradlePluginNotFound, r"plugin (?:id|version) '(?P<symbol>[^']*)' is invalid: (?P<why>[^\n]+)"),
    // The marker of an id: `Could not find com.example.shelf:com.example.shelf.gradle.plugin:1.0.`
    rule(Category::GradlePluginNotFound, r"Could not (?:find|resolve) [A-Za-z0-9_.-]+:(?P<symbol>[A-Za-z0-9_.-]+)\.gradle\.plugin:(?P<version>[^\s]*[^\s.:])\.?(?:\s+(?:Searched|Required)|\s*$)"),
    rule(Category::GradleScriptEvaluation, r"Plugin with id '(?P<symbol>[^']+)' was already requested at line (?P<other_line>[0-9]+)")
        .means("The plugin `{symbol}` is requested twice in one `plugins` block; the first request is at line {other_line}.")
        .fix(&["Remove one of the two `id(\"{symbol}\")` lines."]),
    rule(Category::GradleVersionIncompatible, r"Cannot add extension with name 'kotlin', as there is an extension already registered")
        .means("A Kotlin plugin (`{plugin}`) is applied where Kotlin already is: the extension `kotlin` is registered twice. AGP 9 brings its own, built-in Kotlin, and the plugins for Android, JVM and multiplatform exclude each other.")
        .fix(&["With AGP 9 remove `org.jetbrains.kotlin.android` from the module's `plugins` block (or set `android.builtInKotlin=false` in gradle.properties for now).", "Else apply only one Kotlin plugin, once."]),
    rule(Category::GradleScriptEvaluation, r"Cannot add extension with name '(?P<symbol>[^']+)', as there is an extension already registered with that name")
        .means("Two plugins register an extension `{symbol}` on the same project: a plugin is applied twice, or two that exclude each other are.")
        .fix(&["Apply only one of them. For `kotlin`: `org.jetbrains.kotlin.android`, `….jvm` and `….multiplatform` exclude each other, and AGP 9 brings Kotlin itself (remove `org.jetbrains.kotlin.android`)."]),
    rule(Category::GradleScriptEvaluation, r"Cannot apply plugin (?:with id|of class) '(?P<symbol>[^']+)' to '"),
]);
