//! Failures in the module of a package that the build includes (a Flutter plugin, an npm package): its build file is not
//! the reader's to edit.

use super::kinds::SourcePackage;
use super::packages;
use crate::Category as C;
use crate::model::failure::Failure;

/// Categories of what a module's own build file or sources are at fault for, and whether another version of the package is
/// the first thing to try.
const ABOUT: &[(C, bool)] = &[
    (C::AgpBuildConfig, true),
    (C::AgpCompileSdk, false),
    (C::AgpDesugaring, false),
    (C::AgpNamespace, true),
    (C::AgpNdkCmake, false),
    (C::AaptLink, false),
    (C::GradleJdkIncompatible, false),
    (C::GradleScriptCompile, true),
    (C::GradleScriptEvaluation, true),
    (C::GradleTaskFailed, false),
    (C::GradleUnknownPropertyOrMethod, true),
    (C::GradleVariantAmbiguity, false),
    (C::GradleVersionIncompatible, true),
    (C::KotlinJvmTargetMismatch, true),
    (C::KotlinMetadataVersion, false),
    (C::XmlAttributeNotFound, false),
    (C::XmlResourceNotFound, false),
    (C::JavaCannotFindSymbol, true),
    (C::JavaOther, true),
];

/// Words of causes that say already whose module it is.
const TELLING: &[&str] = &["that plugin", "pub cache", "node_modules", "the package", "Flutter's Gradle plugin"];

/// Whether a rule for just this failure says that something else is at fault than the module's own files.
fn is_elsewhere(failure: &Failure) -> bool {
    failure.details.contains_key("known")
        && failure.details.get("fault_of").is_some_and(|owner| !["own", "library"].contains(&owner.as_str()))
}

/// The package whose module failed, where that matters.
pub fn owner(failure: &Failure) -> Option<SourcePackage> {
    let about = |category: C| category.id().starts_with("kotlin_") || ABOUT.iter().any(|(one, _)| *one == category);
    let kind = failure.details.get("package_kind").filter(|_| about(failure.category))?;
    let name = failure.details.get("package_name")?.clone();
    Some(match kind.as_str() {
        "Flutter plugin" => packages::of_pub(&name, String::new()),
        "Capacitor plugin" => SourcePackage {
            kind: "Capacitor plugin",
            upgrade: "`npm outdated` shows newer releases; then `npx cap sync`".to_owned(),
            name,
            version: String::new(),
        },
        "Cordova plugin" => packages::of_cordova(&name),
        _ => packages::of_npm(&name, String::new(), failure),
    })
}

/// Whether the cause says already whose module it is.
fn is_told(failure: &Failure, package: &SourcePackage) -> bool {
    let module = failure.details.get("package_module").map_or("", String::as_str);
    let tells = |text: &str| TELLING.iter().chain([&package.kind, &module]).any(|word| text.contains(word));
    failure.wording.as_ref().is_some_and(|wording| tells(&wording.cause))
}

/// Says whose module it is, unless the cause does.
pub fn sentence(failure: &Failure, package: &SourcePackage) -> Option<String> {
    let module = failure.details.get("package_module").filter(|_| !is_told(failure, package))?;
    let SourcePackage { kind, name, .. } = package;
    Some(format!("`{module}` is by its name the {kind} `{name}`, not a module of your own."))
}

/// Puts another version of the package first where its build file is at fault, and the ways around it behind.
pub fn direct(failure: &Failure, package: &SourcePackage, fixes: &mut Vec<String>) {
    let SourcePackage { name, upgrade, .. } = package;
    let told = |fix: &String| fix.contains(name.as_str()) && (fix.contains("pgrade") || fix.contains("install"));
    if fixes.iter().any(told) || is_elsewhere(failure) || is_told(failure, package) {
        return;
    }
    let known = failure.details.contains_key("known");
    if failure.category == C::KotlinJvmTargetMismatch && !known {
        *fixes = vec![
            format!("Upgrade `{name}` ({upgrade}): newer releases usually set both targets alike."),
            "If there is none, set both from the root build.gradle (android/build.gradle, before any `evaluationDependsOn`), in `subprojects { afterEvaluate { … } }`: `compileOptions` and Kotlin's `jvmTarget` to one version; as a stopgap `kotlin.jvm.target.validation.mode=IGNORE` in gradle.properties.".to_owned(),
        ];
        return;
    }
    if failure.category == C::AgpCompileSdk
        && let Some(api) = failure.details.get("min_compile_sdk")
    {
        fixes.retain(|fix| !fix.starts_with("Set `compileSdk`"));
        fixes.insert(0, format!("Upgrade `{name}` ({upgrade}) to a release with `compileSdk` {api} or later. Until there is one, raise it from outside, in the root build.gradle (android/build.gradle, above any `evaluationDependsOn`): `subprojects {{ afterEvaluate {{ if (it.hasProperty('android')) it.android.compileSdkVersion {api} }} }}`."));
        return;
    }
    let first = ABOUT.iter().any(|(category, first)| *category == failure.category && *first);
    let step =
        format!("Upgrade `{name}` ({upgrade}): its build file and sources are made for other versions of your tools.");
    match first {
        true => fixes.insert(0, step),
        false if failure.category == C::AgpNdkCmake && !known => {
            fixes.push(format!("Or take a release of `{name}` that is made for this NDK and framework ({upgrade})."));
        }
        false if failure.category == C::GradleVariantAmbiguity => {
            if let Some(install) = fixes.iter().position(|fix| fix.contains("package manager's install")) {
                fixes.swap(0, install);
            }
        }
        false if failure.category == C::AgpCompileSdk => {
            fixes.insert(fixes.len().min(1), format!("It is the build file of `{name}` that asks for it; another release ({upgrade}) may ask for one that is installed."));
        }
        false => {}
    }
}
