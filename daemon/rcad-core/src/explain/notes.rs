//! Sentences from the project's files and the tables of facts that are added to an explanation, and how they are chosen.

pub mod evidence;
mod note;
mod together;

use note::{AT_RUN_TIME, CLASSES, COORDINATES, NAMES, NoteTemplate, RESOURCES};

use crate::template::fill;
use crate::{Category as C, Failure};

/// Most notes that are added; a cause has at most three sentences.
const MOST: usize = 2;

/// Those of `together` come before them. The most useful first; of those about the same detail the first that can be filled.
const NOTES: &[NoteTemplate] = &[
    NoteTemplate { detail: "bindings", about: &[C::KaptKsp], cause: "It is bound by: {bindings}.", fix: "" },
    NoteTemplate {
        detail: "warning",
        about: &[C::KotlinDeprecatedError, C::JavaOther],
        cause: "The first warning is: {warning}. Others, which stop the build as well: {warnings_too}.",
        fix: "",
    },
    NoteTemplate {
        detail: "warning",
        about: &[C::KotlinDeprecatedError, C::JavaOther],
        cause: "The first warning is: {warning}.",
        fix: "",
    },
    NoteTemplate {
        detail: "conflict_at",
        about: &[],
        cause: "The file holds an unresolved merge conflict: {conflict_at} is a mark that git wrote into it (`{conflict_marker}`).",
        fix: "Resolve the conflict at {conflict_at}: keep one of the two sides, or put both together, and remove the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`; `git status` lists all files that still have one.",
    },
    NoteTemplate {
        detail: "signature",
        about: &[],
        cause: "`{signature_of}` is declared as `{signature}` ({signature_at}).",
        fix: "",
    },
    NoteTemplate {
        detail: "tested",
        about: &[C::TestFailure],
        cause: "The failing line checks {tested}, which calls {tested_calls}.",
        fix: "",
    },
    NoteTemplate { detail: "tested", about: &[C::TestFailure], cause: "The failing line checks {tested}.", fix: "" },
    NoteTemplate {
        detail: "minified",
        about: &[],
        cause: "The exception is `{exception}`, which a shrinker renamed to `{minified}`; its message tells that.",
        fix: "",
    },
    NoteTemplate { detail: "cycle", about: &[C::SpringStartup], cause: "The circle is {cycle}.", fix: "" },
    NoteTemplate {
        detail: "component",
        about: &[C::RuntimeJavascript],
        cause: "It happens while the component `{component}` is rendered ({component_used}).",
        fix: "",
    },
    NoteTemplate {
        detail: "component",
        about: &[C::RuntimeJavascript],
        cause: "It happens while the component `{component}` is rendered.",
        fix: "",
    },
    NoteTemplate {
        detail: "answered_status",
        about: &[],
        cause: "Shortly before, a request was answered with the status {answered_status} ({answered_url}), so the data may be missing or be that error.",
        fix: "Begin with the answer {answered_status}: see in its body, or in the server's log, why; and read a body as data only if the status is 2xx.",
    },
    NoteTemplate {
        detail: "answered_status",
        about: &[],
        cause: "Shortly before, a request was answered with the status {answered_status}, so the data may be missing or be that error.",
        fix: "Begin with the answer {answered_status}: see in its body, or in the server's log, why; and read a body as data only if the status is 2xx.",
    },
    NoteTemplate { detail: "differs", about: &[C::RuntimeSqliteRoom], cause: "What differs here: {differs}.", fix: "" },
    NoteTemplate {
        detail: "field_type",
        about: &[C::KaptKsp],
        cause: "The field is `{field}` of the type `{field_type}`.",
        fix: "",
    },
    NoteTemplate {
        detail: "cycle",
        about: &[C::KaptKsp],
        cause: "It goes, each injected into the next: {cycle}.",
        fix: "",
    },
    NoteTemplate { detail: "asked_by", about: &[C::KaptKsp], cause: "It is asked for by `{asked_by}`.", fix: "" },
    NoteTemplate { detail: "used_at", about: &[], cause: "{used_at} names it.", fix: "" },
    NoteTemplate {
        detail: "nearest",
        about: &[],
        cause: "{nearest_place} has `{nearest}`, which may be meant.",
        fix: "If `{nearest}` is meant, write that instead of `{symbol}`.",
    },
    NoteTemplate {
        detail: "nearest",
        about: &[],
        cause: "`{nearest}` exists, which may be meant.",
        fix: "If `{nearest}` is meant, write that instead of `{symbol}`.",
    },
    NoteTemplate {
        detail: "declared_place",
        about: NAMES,
        cause: "`{declared_name}` is declared at {declared_place}.",
        fix: "Import `{declared_name}`; if it is in another module, add a dependency on that module.",
    },
    NoteTemplate {
        detail: "declared_place",
        about: NAMES,
        cause: "The resource is defined at {declared_place}.",
        fix: "Check which `R` is imported: it must be that of the module's `namespace`.",
    },
    NoteTemplate {
        detail: "declared_place",
        about: CLASSES,
        cause: "The project has `{declared_name}` at {declared_place}.",
        fix: "Write the name in full, `{declared_name}`; if it is so written already, check that the class is in this variant and kept by R8.",
    },
    NoteTemplate {
        detail: "declared_place",
        about: &[C::ManifestPermission, C::RuntimeSecurity],
        cause: "The manifest declares it ({declared_place}), so it was not granted.",
        fix: "Ask for `{symbol}` at run time before it is used.",
    },
    NoteTemplate {
        detail: "manifest",
        about: &[C::ManifestActivityNotDeclared],
        cause: "It belongs into {manifest}; the class is at {declared_place}.",
        fix: "Declare `{declared_name}` inside `<application>` of {manifest}.",
    },
    NoteTemplate {
        detail: "declared_place",
        about: &[C::ManifestActivityNotDeclared],
        cause: "The class is at {declared_place}.",
        fix: "Declare `{declared_name}` inside `<application>` of AndroidManifest.xml.",
    },
    NoteTemplate {
        detail: "manifest",
        about: &[C::ManifestPermission, C::RuntimeSecurity],
        cause: "{manifest} does not ask for it.",
        fix: "",
    },
    NoteTemplate {
        detail: "graph_owner",
        about: &[],
        cause: "{graph_place} has it, as an action of `{graph_owner}`, which was not the current destination.",
        fix: "Navigate by an action of the current destination, or make `{symbol}` a global action of its graph.",
    },
    NoteTemplate { detail: "graph_place", about: &[], cause: "{graph_place} has it.", fix: "" },
    NoteTemplate {
        detail: "declared_place",
        about: RESOURCES,
        cause: "It is defined at {declared_place}, which this variant or module may not use.",
        fix: "Move it to `src/main/res` of the failing module, or add a dependency on the module that has it.",
    },
    NoteTemplate {
        detail: "declared_place",
        about: COORDINATES,
        cause: "It is declared at {declared_place}.",
        fix: "",
    },
    NoteTemplate {
        detail: "asked_module",
        about: &[C::GradleDependencyNotFound, C::GradleNetworkTls],
        cause: "The build file of the module `{asked_module}` asks for it.",
        fix: "",
    },
    NoteTemplate {
        detail: "artifact_declared_at",
        about: &[],
        cause: "Its library `{declared_artifact}` is a dependency already ({artifact_declared_at}).",
        fix: "",
    },
    NoteTemplate {
        detail: "desugared_below",
        about: &[],
        cause: "Android has it from API {desugared_below} on; below that it needs core library desugaring.",
        fix: "Raise `minSdk` to {desugared_below}, or set `isCoreLibraryDesugaringEnabled = true` in `compileOptions` and add `coreLibraryDesugaring(\"com.android.tools:desugar_jdk_libs:<version>\")`.",
    },
    NoteTemplate {
        detail: "gone_in_jdk",
        about: &[],
        cause: "The JDK has it no longer since Java {gone_in_jdk}.",
        fix: "Add `{artifact}` as a dependency, or run with a JDK before {gone_in_jdk}.",
    },
    NoteTemplate {
        detail: "system_app",
        about: &[C::Anr],
        cause: "`{system_app}` is an app of Android or of the device's maker, not yours (system app).",
        fix: "If a test or build shows it, wait until the device has settled (`adb shell getprop sys.boot_completed`), close the dialog and run again; your own code matters only if it keeps the device busy or `{system_app}` waits for it.",
    },
    NoteTemplate {
        detail: "device_busy",
        about: &[C::Anr],
        cause: "The device was overloaded: {device_busy}.",
        fix: "Give the device less to do at that time: an emulator more cores and memory, fewer jobs beside it, no test before booting and optimising apps have ended; then see whether it happens again.",
    },
    NoteTemplate {
        detail: "storage_busy",
        about: &[C::Anr],
        cause: "Storage or memory held it up: {storage_busy}.",
        fix: "Look for files and databases that the main thread reads or writes, and for a device that is short of memory or storage.",
    },
    NoteTemplate {
        detail: "computed",
        about: &[C::Anr],
        cause: "The process itself used {computed} meanwhile, so it most probably computed and did not wait.",
        fix: "",
    },
    NoteTemplate {
        detail: "waited_idle",
        about: &[C::Anr],
        cause: "The process used {waited_idle} meanwhile, so its main thread most probably did not compute: it slept or waited for a lock, for I/O or for another process.",
        fix: "",
    },
    NoteTemplate { detail: "inflated_at", about: &[], cause: "The layout is {inflated_at} (`<{view}>`).", fix: "" },
    NoteTemplate { detail: "inflated_at", about: &[], cause: "The layout is {inflated_at}.", fix: "" },
    NoteTemplate {
        detail: "made_from",
        about: &[],
        cause: "The file that is named is made from {made_from}.",
        fix: "",
    },
    NoteTemplate {
        detail: "framework_since",
        about: &[],
        cause: "Android has it from API {framework_since} on, so the `compileSdk` of the module (or library) is lower.",
        fix: "Set `compileSdk` to {framework_since} or later, or use an older version of the library whose resources name `{symbol}`.",
    },
    NoteTemplate {
        detail: "generator",
        about: &[],
        cause: "Classes of such names are usually generated by {generator}.",
        fix: "{generate}",
    },
    NoteTemplate {
        detail: "removed_by",
        about: &[],
        cause: "`{symbol}` was removed by {removed_by}.",
        fix: "{instead}",
    },
    NoteTemplate {
        detail: "moved_to",
        about: &[],
        cause: "It is of the support library, which became `{moved_to}` in AndroidX.",
        fix: "Use `{moved_to}` of `{moved_artifact}` instead.",
    },
    NoteTemplate {
        detail: "no_such_name",
        about: AT_RUN_TIME,
        cause: "No version of its library known to rcad has `{no_such_name}`; `{now_in}` has `{now}`.",
        fix: "Use `{now}` (`{now_in}`) instead.",
    },
    NoteTemplate {
        detail: "gone_with",
        about: AT_RUN_TIME,
        cause: "`{artifact}` {gone_after} still has it, {gone_with} no longer does; `{now_in}` has `{now}`.",
        fix: "Use `{now}` of `{now_in}` instead; if a library asks for the old name, use a version of that library for {gone_with}, or keep `{artifact}` at {gone_after}.",
    },
    NoteTemplate {
        detail: "gone_with",
        about: AT_RUN_TIME,
        cause: "`{artifact}` {gone_after} still has it, {gone_with} no longer does.",
        fix: "Update what still uses it (your code, or the library or plugin that asks for it) to {gone_with}, or keep `{artifact}` at {gone_after}.",
    },
    NoteTemplate {
        detail: "came_with",
        about: AT_RUN_TIME,
        cause: "`{artifact}` {came_after} does not have it yet, {came_with} does.",
        fix: "Use `{artifact}` {came_with} or newer.",
    },
    NoteTemplate {
        detail: "tool_gone_with",
        about: &[],
        cause: "It is gone from {api_of}: {tool_gone_after} still has it, {tool_gone_with} does not.",
        fix: "Update the plugin or script that asks for it to a version that no longer does (the upgrade guide of {api_of} says what stands in its place), or go back to {api_of} {tool_gone_after}.",
    },
    NoteTemplate {
        detail: "tool_came_with",
        about: &[],
        cause: "It is new in {api_of}: {tool_came_after} does not have it yet, {tool_came_with} does.",
        fix: "Raise {api_of} to {tool_came_with} or newer, or take a version of what asks for it that fits the one of this build.",
    },
    NoteTemplate {
        detail: "member_gone_with",
        about: &[],
        cause: "`{member_artifact}` {member_gone_after} still has it, {member_gone_with} no longer does.",
        fix: "Update what still uses it (your code, or the library or plugin that asks for it) to {member_gone_with}, or keep `{member_artifact}` at {member_gone_after}.",
    },
    NoteTemplate {
        detail: "member_came_with",
        about: &[],
        cause: "`{member_artifact}` {member_came_after} does not have it yet, {member_came_with} does.",
        fix: "Use `{member_artifact}` {member_came_with} or newer.",
    },
    NoteTemplate {
        detail: "unused_resource",
        about: &[],
        cause: "Nothing uses `{unused_resource}` ({unused_place}): it may be the new name.",
        fix: "If `{unused_resource}` is meant, write that; else define what is missing.",
    },
    NoteTemplate {
        detail: "unused_resources",
        about: &[],
        cause: "Nothing uses {unused_resources}: one of them may be the new name.",
        fix: "",
    },
    NoteTemplate {
        detail: "like_resource",
        about: &[],
        cause: "The project has `{like_resource}` ({like_place}).",
        fix: "If `{like_resource}` is meant, write that; else define what is missing.",
    },
    NoteTemplate {
        detail: "resources_are",
        about: &[],
        cause: "Of this type the project has {resources_are}.",
        fix: "",
    },
    NoteTemplate {
        detail: "cached_maybe",
        about: NAMES,
        cause: "Gradle's cache has `{cached_maybe}` in `{cached_in}`.",
        fix: "If that is meant, add `{cached_import}` in `{name}`; if it is not found then either, add `{cached_line}` to the `dependencies` of {cached_file} (below line {cached_below}).",
    },
    NoteTemplate {
        detail: "cached_choices",
        about: NAMES,
        cause: "Gradle's cache has {cached_choices}.",
        fix: "If one of these is meant, import it, and declare its library in this module's build file: {cached_choices}.",
    },
    NoteTemplate {
        detail: "artifact",
        about: &[],
        cause: "The library `{artifact}` has it.",
        fix: "Add the dependency `{artifact}` to this module's build file.",
    },
    NoteTemplate {
        detail: "gradle_for_jdk",
        about: &[C::GradleJdkIncompatible],
        cause: "Gradle {gradle_version} ({gradle_version_declared_at}) runs on Java {jdk_for_gradle} at most; Java {jdk_for_class} needs Gradle {gradle_for_jdk}.",
        fix: "",
    },
    NoteTemplate {
        detail: "gradle_version_declared_at",
        about: &[C::GradleJdkIncompatible, C::GradleVersionIncompatible],
        cause: "The project's wrapper is at Gradle {gradle_version} ({gradle_version_declared_at}).",
        fix: "",
    },
    NoteTemplate {
        detail: "agp_for_compile_sdk",
        about: &[],
        cause: "",
        fix: "`compileSdk` {min_compile_sdk} needs the Android Gradle plugin {agp_for_compile_sdk} or later.",
    },
    NoteTemplate {
        detail: "gradle_for_min_agp",
        about: &[],
        cause: "",
        fix: "Android Gradle plugin {min_agp} itself needs Gradle {gradle_for_min_agp} or later.",
    },
    NoteTemplate {
        detail: "kotlin_version_declared_at",
        about: &[C::ComposeCompilerVersion, C::KotlinMetadataVersion],
        cause: "The project sets Kotlin {kotlin_version} at {kotlin_version_declared_at}.",
        fix: "",
    },
    NoteTemplate {
        detail: "module_package",
        about: &[C::AgpNamespace],
        cause: "",
        fix: "Add `namespace '{module_package}'`, the manifest's old `package`, to the `android` block of {module_build_file}.",
    },
    NoteTemplate {
        detail: "module_compile_sdk_declared_at",
        about: &[C::AgpCompileSdk],
        cause: "The module sets `compileSdk` {module_compile_sdk} at {module_compile_sdk_declared_at}.",
        fix: "",
    },
    NoteTemplate {
        detail: "module_min_sdk_declared_at",
        about: &[C::AgpDesugaring, C::AgpDexLimit, C::ManifestMerger, C::RuntimeNoClassDef],
        cause: "The module sets `minSdk` {module_min_sdk} at {module_min_sdk_declared_at}.",
        fix: "",
    },
    NoteTemplate {
        detail: "refused_since",
        about: &[C::KotlinDeprecatedError],
        cause: "It is an error since {refused_since}.",
        fix: "",
    },
    NoteTemplate {
        detail: "origin_library",
        about: &[C::AgpDexMerge, C::AgpDesugaring],
        cause: "It is in the library {origin_library}.",
        fix: "",
    },
    NoteTemplate {
        detail: "also_declared_at",
        about: &[C::KotlinRedeclaration, C::JavaOther],
        cause: "The other declaration is at {also_declared_at}.",
        fix: "",
    },
    // Where a stack trace leads through.
    NoteTemplate { detail: "called_by", about: &[], cause: "It was called by {called_by}.", fix: "" },
    NoteTemplate {
        detail: "entry",
        about: &[C::NativeCrash],
        cause: "Java came into it by the native method `{entry}` (`{entry_library}`).",
        fix: "",
    },
    NoteTemplate {
        detail: "packed",
        about: &[C::NativeCrash],
        cause: "`{packed}` is no library of Android: it stands for a native library that is loaded out of the app's own APK, and the offset says which.",
        fix: "Find the library by its offset in the APK (`zipinfo -v base.apk`, or the BuildId against your `.so` files), or let the installer unpack them, so that the next report names it: `android:extractNativeLibs=\"true\"` (`packaging.jniLibs.useLegacyPackaging = true`).",
    },
    NoteTemplate { detail: "logged_above", about: &[], cause: "The log line above it: “{logged_above}”.", fix: "" },
    NoteTemplate {
        detail: "layout",
        about: &[C::XmlInflation, C::XmlClassNotFound, C::RuntimeResourcesNotFound],
        cause: "The layout is {layout}, line {xml_line} (`{inflated}`).",
        fix: "",
    },
    NoteTemplate { detail: "view_seen", about: &[C::TestFailure], cause: "In the report {view_seen}.", fix: "" },
    NoteTemplate { detail: "component", about: &[], cause: "It happened in `{component}`.", fix: "" },
    NoteTemplate { detail: "at", about: &[], cause: "The call is in `{at}`, {moment}.", fix: "" },
    NoteTemplate { detail: "at", about: &[], cause: "The call is in `{at}`.", fix: "" },
    NoteTemplate { detail: "moment", about: &[], cause: "It happens {moment}.", fix: "" },
    NoteTemplate { detail: "thread", about: &[], cause: "The thread was {thread}.", fix: "" },
];

/// Adds the notes that fit to a cause and its steps; where the code is not `editable`, only what they say.
pub fn add(failure: &Failure, editable: bool, cause: &mut String, fixes: &mut Vec<String>) {
    let (mut used_details, mut added) = (Vec::new(), 0);
    // A class that is there twice needs no library.
    let twice = matches!(failure.category, C::GradleDuplicateClass | C::AgpDexMerge);
    let fits = |note: &&NoteTemplate| {
        (note.about.is_empty() || note.about.contains(&failure.category)) && !(twice && note.detail == "artifact")
    };
    for note in together::NOTES.iter().chain(NOTES).filter(fits) {
        let Some(value) = failure.details.get(note.detail).filter(|_| !used_details.contains(&note.detail)) else {
            continue;
        };
        let known = |text: &str| note.detail != "system_app" && text.contains(value.as_str());
        let (Some(sentence), Some(step)) = (fill(note.cause, failure), fill(note.fix, failure)) else { continue };
        // Who knows why they are missing guesses no more.
        let explained = note.detail == "missing_packages" && failure.details.contains_key("known");
        let said = sentence.split_once("; this module").map(|(said, _)| format!("{said}."));
        let sentence = said.filter(|_| explained).unwrap_or(sentence);
        used_details.push(note.detail);
        if known(cause) || (!editable && sentence.is_empty()) || fixes.iter().any(|fix| known(fix)) {
            continue;
        }
        if !sentence.is_empty() {
            end_sentence(cause);
            cause.push_str(&sentence);
        }
        if !step.is_empty() && editable {
            // A step without a sentence goes with the first one; who knows the failure knows better than to add a library.
            let first = if note.detail == "artifact" && has_own_steps(failure) { fixes.len() } else { 0 };
            fixes.insert(first.max(usize::from(sentence.is_empty())).min(fixes.len()), step);
        }
        added += 1;
        if added == MOST {
            break;
        }
    }
}

/// Whether a known failure has steps that helped others.
pub fn is_learnt(failure: &Failure) -> bool {
    failure.details.get("learnt").is_some_and(|thread| !thread.contains("/blob/"))
}

/// Whether a rule for this failure says what to do.
fn has_own_steps(failure: &Failure) -> bool {
    failure.details.contains_key("known") && failure.wording.as_ref().is_some_and(|words| !words.fixes.is_empty())
}

pub fn end_sentence(text: &mut String) {
    if !text.ends_with(['.', '!', '?', '…']) {
        text.push('.');
    }
    text.push(' ');
}

#[cfg(test)]
mod tests;
