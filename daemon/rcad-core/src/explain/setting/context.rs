//! In which setting a failure happened, as its details say.

use super::places::{PROJECTS, SettingPlaces};
use crate::model::failure::Failure;

/// Where something failed.
pub struct Setting<'f> {
    /// What the project is.
    pub project: Option<&'f str>,
    /// The CI system or container that ran it.
    pub machine: Option<&'f str>,
    /// Whether Android has no part in it.
    pub plain: bool,
    /// Whether it failed in another module than the app, or in a package: its files are not the app's.
    pub in_module: bool,
    /// Whether the module is by its name a package's.
    pub of_package: bool,
    /// Whether the source is compiled for platforms without Android, too.
    pub common: bool,
}

/// Projects of Java and Kotlin without Android.
const PLAIN: &[&str] = &["JVM", "Maven", "Minecraft mod", "IntelliJ plugin"];

/// What frameworks call the module of the app.
const APPS: &[&str] = &["", ":app", ":launcher", ":unityLibrary", ":composeApp", ":androidApp"];

/// Source sets whose code other platforms compile.
const SHARED: &[&str] = &[
    "/commonMain/",
    "/commonTest/",
    "/iosMain/",
    "/nativeMain/",
    "/jsMain/",
    "/wasmJsMain/",
    "/desktopMain/",
    "/jvmMain/",
];

impl Setting<'_> {
    /// As the parser has told it.
    pub fn of(failure: &Failure) -> Setting<'_> {
        let detail = |name: &str| failure.details.get(name).map(String::as_str);
        let project = detail("project_kind");
        let android = failure.message.to_ascii_lowercase().contains("android")
            || ["agp_", "manifest_", "xml_", "aapt", "databinding"]
                .iter()
                .any(|start| failure.category.id().starts_with(start));
        let plain = project.is_some_and(|project| PLAIN.contains(&project)) || detail("plain_java").is_some();
        let module = failure.task.as_deref().and_then(|task| task.rsplit_once(':')).map(|(module, _)| module);
        let of_package = detail("package_module").is_some();
        let in_module = of_package || module.is_some_and(|module| !APPS.contains(&module));
        let path = failure.file.as_deref().unwrap_or_default().replace('\\', "/");
        let common = SHARED.iter().any(|part| path.contains(part));
        Setting { project, machine: detail("machine"), plain: plain && !android, in_module, of_package, common }
    }

    /// Where the project keeps things.
    pub fn places(&self) -> Option<&'static SettingPlaces> {
        PROJECTS.iter().find(|places| Some(places.setting) == self.project)
    }
}
