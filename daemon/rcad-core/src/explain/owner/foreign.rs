//! The one stage that every step for a place of somebody else's passes, a rule's as well as a category's: the first says what
//! is done about the owner, and what would change that place is the last resort or goes.

use super::kinds::{GeneratedFile, GeneratedKind, SourcePackage};
use crate::Category as C;
use crate::model::failure::Failure;
use crate::rules;

/// Categories of which every general step changes the source that failed.
const EDITS: &[C] = &[
    C::ComposeComposableContext,
    C::JavaCannotFindSymbol,
    C::JavaOther,
    C::KotlinAbstractNotImplemented,
    C::KotlinCoroutine,
    C::KotlinDeprecatedError,
    C::KotlinExpectActual,
    C::KotlinMissingSupertype,
    C::KotlinNullSafety,
    C::KotlinOptIn,
    C::KotlinOverload,
    C::KotlinSmartCast,
    C::KotlinSyntax,
    C::KotlinTypeMismatch,
    C::KotlinUnresolvedReference,
    C::KotlinValReassign,
    C::KotlinVisibility,
    C::KotlinWhenExhaustive,
    C::LintFailure,
    C::Other,
];

/// Beginnings of further categories that are about the text of a file; some of their steps are about the project.
const OF_TEXT: &[&str] = &["aapt_", "compose_", "databinding", "xml_"];

/// Categories whose failure is not in the file that they name: what tasks write and read, what is fetched, what machines lack.
const IN_NO_SOURCE: &[C] = &[
    C::AgpDexMerge,
    C::AgpGoogleServices,
    C::AgpPackaging,
    C::AgpSdkLicense,
    C::AgpSdkLocation,
    C::AgpSigning,
    C::GradleChecksumVerification,
    C::GradleConfigurationCache,
    C::GradleDaemonOom,
    C::GradleDependencyNotFound,
    C::GradleDuplicateClass,
    C::GradleExternalProcess,
    C::GradleImplicitTaskDependency,
    C::GradleLock,
    C::GradleNetworkTls,
    C::GradlePluginNotFound,
    C::GradlePublish,
    C::GradleTaskFailed,
    C::GradleWrapper,
    C::TestFailure,
];

/// Scripts of a package: what they ask of Gradle or of a plugin is not there.
const SCRIPTS: &[C] = &[C::GradleUnknownPropertyOrMethod, C::GradleScriptEvaluation, C::GradleScriptCompile];

/// How steps begin that change a version, and no source.
const OF_VERSIONS: &[&str] = &[
    "Bring ",
    "Change the Kotlin version",
    "Downgrade ",
    "Go back ",
    "Install ",
    "Lower ",
    "Raise ",
    "Set Kotlin ",
    "Set `ext.kotlin_version",
    "Update ",
    "Upgrade ",
    "Use a version ",
];

/// Categories about a name, which is wrong wherever it stands.
const OF_NAMES: &[C] = &[C::AaptLink, C::XmlAttributeNotFound, C::XmlDuplicateResource, C::XmlResourceNotFound];

/// What steps name that get packages in another version.
const COMMANDS: &[&str] =
    &["pubspec.yaml", "package.json", "npm install", "yarn ", "npx expo install", "pub upgrade", "cordova plugin"];

/// What steps name that change the project's own settings, or its machine's.
const SETTINGS: &[&str] = &[
    "gradle.properties",
    "app.json",
    "distributionUrl",
    "local.properties",
    "settings.gradle",
    "sdkmanager",
    "JAVA_HOME",
    "node_modules` and",
    "tools:node",
    "tools:override",
    "tools:replace",
    "subprojects",
    "resolutionStrategy",
    "./gradlew --stop",
    "flutter clean",
];

/// The same, where the file that fails is in no module of the build.
const OF_MODULES: &[&str] = &["compileSdk", "minSdk", "targetSdk", "buildFeatures", "implementation(", "dependenc"];

/// How steps begin that only go on from the one before, or say what to look at.
const ASIDE: &[&str] = &["If ", "Or ", "Otherwise", "Until ", "See ", "Open ", "On ", "In ", "With ", "For "];

/// Words of steps that are about what a file is generated from.
const OF_GENERATORS: &[&str] = &["generat", "rocessor", "kapt", "KSP", "Hilt", "Dagger", "Room", "codegen"];

/// Most steps about the project that follow the one about the owner.
const FURTHER: usize = 2;

/// Whether the steps are written for a place of somebody else's: a rule's, one of the reader's own rules', or those of a fact
/// about the package that the path names.
pub fn is_for_elsewhere(failure: &Failure) -> bool {
    if failure.details.contains_key("for_elsewhere") {
        return true;
    }
    let rule = failure.details.get("known");
    rule.is_some_and(|name| rules::is_for_elsewhere(name) != Some(false))
}

/// Whether the linker says it: the file that it names only uses what is missing elsewhere.
fn is_linkers(failure: &Failure) -> bool {
    failure.category == C::AgpNdkCmake && failure.message.starts_with("undefined ")
}

/// Whether the failure is in the text of the file that it names.
pub fn is_in_source(failure: &Failure) -> bool {
    !is_linkers(failure) && !IN_NO_SOURCE.contains(&failure.category) || edits(failure)
}

/// Whether the general steps for the failure change the source that it names.
pub fn edits(failure: &Failure) -> bool {
    let ends = |all: &[&str]| failure.file.as_deref().is_some_and(|file| all.iter().any(|end| file.ends_with(end)));
    EDITS.contains(&failure.category)
        || failure.category == C::AgpNdkCmake && !is_linkers(failure) && ends(&[".h", ".hpp", ".c", ".cc", ".cpp"])
        || failure.category == C::GradleExternalProcess && ends(&[".dart", ".ts", ".tsx", ".proto"])
}

/// Whether the failure is about the text of a file, of which steps about the project may be true as well.
fn is_of_text(failure: &Failure) -> bool {
    let id = failure.category.id();
    edits(failure)
        || OF_TEXT.iter().any(|begin| id.starts_with(begin))
        || id.starts_with("manifest_")
        || SCRIPTS.contains(&failure.category)
        || [C::KotlinInternalCompilerError, C::KotlinRedeclaration, C::KaptKsp].contains(&failure.category)
}

/// Whether a step changes a version, and no source.
fn is_of_versions(step: &str) -> bool {
    OF_VERSIONS.iter().any(|begin| step.starts_with(begin)) || COMMANDS.iter().any(|command| step.contains(command))
}

/// Whether a step is about the project, its versions and settings, and not about the text that fails.
fn is_of_project(step: &str) -> bool {
    is_of_versions(step) || SETTINGS.iter().any(|text| step.contains(text))
}

/// Whether a step can be taken without an edit of the source that fails: it is about the project, or the rule that knows the
/// failure was written for other people's code.
fn is_without_edit(failure: &Failure, known: bool, step: &str) -> bool {
    let of_others = failure.details.get("fault_of").is_some_and(|owner| !["own", "tool"].contains(&owner.as_str()));
    known && of_others || is_of_project(step) && (known || !edits(failure))
}

/// Whether a step is about a module of the reader's, which needs something for a file that is in none.
fn is_of_module(step: &str) -> bool {
    is_of_project(step) || OF_MODULES.iter().any(|text| step.contains(text))
}

fn is_aside(step: &str) -> bool {
    ASIDE.iter().any(|begin| step.starts_with(begin))
}

/// Puts the steps for a file of a package right.
pub fn of_package(package: &SourcePackage, failure: &Failure, known: bool, fixes: &mut Vec<String>) {
    let SourcePackage { name, upgrade, kind, .. } = package;
    if !is_in_source(failure) {
        if !known {
            fixes.push(format!("If it is a fault of `{name}`, another version may not have it ({upgrade})."));
        }
        return;
    }
    let ignored = failure.details.get("ignored_path");
    if ignored.is_some_and(|path| fixes.iter().any(|step| step.contains(path.as_str()))) {
        return; // The words of lint's reader are for this package already.
    }
    let cached = *kind == "library" && !edits(failure);
    let stays = |step: &String| is_without_edit(failure, known, step) || cached && is_of_module(step);
    let by_rule = failure.details.contains_key("known");
    let begins = fixes.first().is_some_and(|step| {
        is_without_edit(failure, known, step) && (known || !is_of_text(failure)) || by_rule && stays(step)
    });
    let (mut stay, in_source): (Vec<String>, Vec<String>) =
        fixes.drain(..).partition(|step| stays(step) || begins && is_aside(step));
    if begins && !known {
        stay.push(format!("If it is a fault of `{name}`, another version may not have it ({upgrade})."));
    } else if !begins {
        stay.truncate(FURTHER);
        stay.insert(0, other_version(package, failure));
    }
    let patch = in_source.first().map(|step| format!("For a patch of `{name}`, or a report to its authors: {step}"));
    *fixes = stay.into_iter().chain(patch).collect();
}

/// Puts the package's name into steps that do not know it.
pub fn name_package(package: &SourcePackage, fixes: &mut [String]) {
    let named = format!("{} ({})", package.titled(), package.upgrade);
    fixes.iter_mut().for_each(|step| *step = step.replace("the package that the path names", &named));
}

/// Puts the steps for a file that a step of the build writes right.
pub fn of_generated(made: &GeneratedFile, failure: &Failure, known: bool, fixes: &mut Vec<String>) {
    if made.kind != GeneratedKind::Made && made.kind != GeneratedKind::ByVersion {
        return of_copy(made, failure, known, fixes);
    }
    let first = fixes.first().map(String::as_str).unwrap_or_default();
    let of_generator = |step: &str| OF_GENERATORS.iter().any(|word| step.contains(word));
    let told = known && (is_of_versions(first) || of_generator(first) || !is_of_text(failure));
    if told || failure.category == C::KaptKsp || failure.details.contains_key("generated_at") {
        return;
    }
    if known && is_of_project(first) {
        fixes.insert(1, made.step.clone());
        return;
    }
    if failure.category == C::KotlinRedeclaration {
        *fixes = vec![format!(
            "Build once with `clean`: a generated file that is stale stays beside the new one. If it stays, one of the two declarations is generated ({}): give the other one, or what that is made from, another name.",
            made.by
        )];
        return;
    }
    // What is said of generated code by its generator's name edits nothing of it.
    let named = edits(failure) && failure.details.contains_key("generated_by") && !known;
    if edits(failure) {
        fixes.truncate(usize::from(named));
    } else if is_of_text(failure) {
        fixes.retain(|step| is_of_project(step) || of_generator(step));
    }
    fixes.insert(fixes.len().min(usize::from(named)), made.step.clone());
}

/// Puts the steps for a copy right: what they say of its text is to be done in what it is copied from.
fn of_copy(made: &GeneratedFile, failure: &Failure, known: bool, fixes: &mut Vec<String>) {
    let first = fixes.first().map(String::as_str).unwrap_or_default();
    let merged = made.kind == GeneratedKind::Merged;
    let id = failure.category.id();
    let of_names = OF_NAMES.contains(&failure.category) || id.starts_with("manifest_") || id.starts_with("agp_");
    if merged && (is_of_module(first) || of_names && failure.details.contains_key("known")) {
        return;
    }
    // Where a project keeps its own manifest, the setting tells.
    let of_manifest = id.starts_with("manifest_");
    if merged && known && of_names || of_manifest || is_of_module(first) || is_without_edit(failure, known, first) {
        fixes.insert(1, made.step.clone());
        return;
    }
    let (stay, in_source): (Vec<String>, Vec<String>) =
        fixes.drain(..).partition(|step| is_of_module(step) || is_aside(step));
    let there = in_source.first().map(|step| format!("What is to be changed there: {step}"));
    *fixes = std::iter::once(made.step.clone()).chain(there).chain(stay.into_iter().take(FURTHER)).collect();
}

/// Puts the steps for a file of a tool right.
pub fn of_tool(step: &str, failure: &Failure, known: bool, fixes: &mut Vec<String>) {
    if known && !is_in_source(failure) {
        return;
    }
    if known && fixes.first().is_some_and(|step| is_without_edit(failure, known, step)) {
        return;
    }
    if is_of_text(failure) {
        fixes.retain(|step| known && is_of_project(step));
    } else if known {
        fixes.retain(|step| is_without_edit(failure, known, step) || is_aside(step));
    }
    fixes.insert(0, step.to_owned());
}

/// What a package's sources must fit, by the language of the file that fails.
fn tools(failure: &Failure) -> &'static str {
    let ends = |ends: &[&str]| failure.file.as_deref().is_some_and(|file| ends.iter().any(|end| file.ends_with(end)));
    if ends(&[".dart"]) {
        "Flutter"
    } else if failure.category == C::AgpNdkCmake {
        "NDK or framework (React Native, Flutter)"
    } else if ends(&[".ts", ".tsx", ".js"]) {
        "framework or TypeScript"
    } else {
        "Kotlin, `compileSdk` or framework"
    }
}

/// The framework in whose packages the name is looked for that a package's source does not find.
fn framework(failure: &Failure) -> Option<&'static str> {
    let keys = ["package_there", "package", "import", "decoded", "qualified", "owner", "location"];
    let names = keys.iter().filter_map(|key| failure.details.get(*key)).chain(&failure.symbol);
    let own = &[("com.facebook.", "React Native"), ("expo.modules.", "Expo SDK"), ("io.flutter.", "Flutter")];
    let within = |name: &String| own.iter().find(|(begin, _)| name.contains(begin)).map(|(_, framework)| *framework);
    names.filter_map(within).next()
}

/// What to do with the package.
fn other_version(package: &SourcePackage, failure: &Failure) -> String {
    let SourcePackage { name, upgrade, kind, .. } = package;
    let titled = package.titled();
    let has = |detail: &str| failure.details.contains_key(detail);
    let id = failure.category.id();
    match failure.category {
        C::KotlinRedeclaration if has("compiled_twice") => format!(
            "Upgrade {titled} ({upgrade}) to a release that fits your Android Gradle plugin and Kotlin; if it compiled before with the same versions, the duplicate is a stale one: delete the `build` directories and build again."
        ),
        C::KotlinRedeclaration => format!(
            "Two versions of `{name}`, or its source directory twice, are compiled together: remove the duplicate from the caches and the generated list of plugins ({}), and build again.",
            if *kind == "Flutter plugin" { format!("`flutter clean`, then {upgrade}") } else { upgrade.clone() }
        ),
        C::LintFailure => of_check(package, failure),
        category if SCRIPTS.contains(&category) => format!(
            "Let {titled} ({upgrade}) and the framework, Gradle and plugins of this project be of versions that are made for each other; its script is not yours to edit."
        ),
        C::XmlResourceNotFound | C::XmlAttributeNotFound | C::AaptLink => format!(
            "Take another version of {titled}, newer or older ({upgrade}): it refers to something that it expects of a library it depends on, or of a newer `compileSdk`, and that is not there in the versions of this build."
        ),
        C::XmlDuplicateResource => format!(
            "Take another version of {titled} ({upgrade}); if the other definition is yours, rename yours, and if it is another library's, leave one of the two out."
        ),
        _ if id.starts_with("manifest_") => format!(
            "The manifest is that of {titled}: take another version of it ({upgrade}), or override the element in your app's own manifest (`tools:replace`, `tools:node=\"remove\"`)."
        ),
        _ if id.starts_with("xml_") || id.starts_with("aapt_") || id == "databinding" => format!(
            "Take another version of {titled}, newer or older ({upgrade}): your tools do not accept this file of it. If they do elsewhere, this copy is damaged: delete it and let it be fetched again."
        ),
        _ if has("moved_to") && *kind == "npm package" => format!(
            "Upgrade {titled} ({upgrade}) to a version that uses AndroidX; until then `npx jetify`, or `android.enableJetifier=true` for what is compiled already."
        ),
        _ if has("moved_to") => format!("Upgrade {titled} ({upgrade}) to a version that uses AndroidX."),
        C::KotlinDeprecatedError => format!(
            "Upgrade {titled} ({upgrade}) to a release that no longer uses what this Kotlin refuses; until there is one, stay with the Kotlin that still allowed it."
        ),
        _ if has("removed_by") => {
            format!("Upgrade {titled} ({upgrade}) to a release that no longer uses what was removed.")
        }
        C::KotlinSyntax => format!(
            "Raise this build's Kotlin (`ext.kotlin_version` or the version of the Kotlin plugin in the project's own Gradle files) to the one that {titled} is written for, or take an older release of it. If Kotlin is new, this copy of the package is changed or damaged: delete it and have it fetched again."
        ),
        C::KotlinNullSafety => format!(
            "Upgrade {titled} ({upgrade}): it was written before the value that it uses here was marked as one that may be null (by a newer `compileSdk`, framework or Kotlin), and later releases usually check it."
        ),
        C::KotlinSmartCast | C::KotlinValReassign => format!(
            "Upgrade {titled} ({upgrade}): what it uses here is declared otherwise in the framework, SDK or library that it is compiled with now (nullable, or without a setter), and later releases usually follow that."
        ),
        C::KotlinAbstractNotImplemented => format!(
            "Upgrade {titled} ({upgrade}): it overrides something as an older Android SDK, framework or library declared it, and later releases usually follow the change."
        ),
        C::KotlinOverload | C::KotlinTypeMismatch => of_signature(&titled, upgrade),
        C::JavaOther if is_of_signature(&failure.message) => of_signature(&titled, upgrade),
        _ if has("overridden_at") => format!(
            "Upgrade {titled} ({upgrade}) to a release that is made for the `compileSdk` and the libraries in use here."
        ),
        _ if EDITS.contains(&failure.category) && framework(failure).is_some() => format!(
            "Take the release of {titled} that is made for the {0} of this project ({upgrade}; its README or release notes say which): what it does not find is {0}'s own, which renames, moves and removes such names between releases.",
            framework(failure).unwrap_or_default()
        ),
        _ => format!(
            "Let {titled} and what it is compiled with fit each other: usually another version of it does ({upgrade}), or, if it is newer than your {}, that is to be raised.",
            tools(failure)
        ),
    }
}

/// Whether javac says that a call or a value does not fit a declaration.
fn is_of_signature(message: &str) -> bool {
    ["incompatible types", "no suitable ", "method ", "constructor "].iter().any(|begin| message.starts_with(begin))
}

/// What to do with a package that calls something as it is not declared.
fn of_signature(titled: &str, upgrade: &str) -> String {
    format!(
        "Take another release of {titled}, usually a newer one ({upgrade}): it was written for another version of the library, framework or SDK that it calls here. If it is the newest already, raise what it calls to the version that its README or changelog asks for."
    )
}

/// What to do about a check's finding in a package.
fn of_check(package: &SourcePackage, failure: &Failure) -> String {
    let SourcePackage { name, upgrade, .. } = package;
    let around = match failure.details.get("tool").map(String::as_str) {
        Some("Android lint") | None => format!(
            "run lint for your own modules only (`./gradlew app:lint`), or let it pass over this one in lint.xml: `<issue id=\"{}\"><ignore path=\"**/{name}/**\"/></issue>`",
            failure.symbol.as_deref().unwrap_or("all")
        ),
        Some(tool) => format!("leave its directory out of what {tool} checks (`exclude(\"**/{name}/**\")`)"),
    };
    format!(
        "It is found in the code of {}, which is not yours to correct: take another version of it ({upgrade}), or {around}.",
        package.titled()
    )
}
