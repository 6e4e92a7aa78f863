//! Whose code failed: decided once from the path, the frames, the process, the plugin and the matched rule, and used by
//! every step. Nobody is advised to edit what is not theirs.

mod frames;
mod kinds;
mod modules;
mod sources;

use crate::Category as C;
use crate::model::failure::Failure;
pub use kinds::{CodeOwner, ForeignFrame, SourcePackage};

/// Categories of which every step changes the source that failed.
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
    C::Other,
];

/// What steps name that change the project's own settings.
const SETTINGS: &[&str] = &["gradle.properties", "pubspec.yaml", "package.json", "app.json", "npx expo install"];

/// Categories whose general steps say no more than to look at the place.
const NAMELESS: &[C] = &[
    C::KotlinCoroutine,
    C::Other,
    C::RuntimeClassCast,
    C::RuntimeConcurrentModification,
    C::RuntimeIllegalArgument,
    C::RuntimeIllegalState,
    C::RuntimeIndex,
    C::RuntimeIoNetwork,
    C::RuntimeLateinit,
    C::RuntimeNpe,
    C::RuntimeSecurity,
    C::RuntimeStackOverflow,
];

/// Those of them whose general steps change the code that failed.
const OWN_ONLY: &[C] = &[
    C::RuntimeClassCast,
    C::RuntimeConcurrentModification,
    C::RuntimeIndex,
    C::RuntimeLateinit,
    C::RuntimeNpe,
    C::RuntimeStackOverflow,
];

/// Categories of programs that run, whose frames say whose code failed.
fn is_run(category: C) -> bool {
    let id = category.id();
    category == C::Other
        || category == C::KotlinCoroutine
        || ["runtime_", "compose_"].iter().any(|start| id.starts_with(start))
}

impl CodeOwner {
    /// The owner of the code that failed.
    pub fn of(failure: &Failure) -> CodeOwner {
        if let Some(owner) = failure.file.as_deref().and_then(sources::owner)
            // What a task writes is only the place at which two tasks meet, not a source that fails.
            && !(matches!(owner, CodeOwner::Generated(..)) && IN_NO_SOURCE.contains(&failure.category))
        {
            return owner;
        }
        if let Some(process) = failure.process.as_deref().filter(|process| frames::is_system_process(process)) {
            return CodeOwner::System(process.to_owned());
        }
        if let Some(frame) = failure.details.get("foreign_frame").filter(|_| is_run(failure.category)) {
            let caller = failure.details.get("foreign_caller");
            let packed = failure.details.get("foreign_library");
            let frame = frames::called(frame, caller, failure.process.as_deref(), packed);
            return CodeOwner::Frame(match failure.details.get("managed") {
                Some(managed) => frames::of_managed(frame, managed),
                None => frame,
            });
        }
        match failure.details.get("plugin") {
            Some(plugin) if failure.category == C::GradleScriptEvaluation => CodeOwner::Plugin(plugin.clone()),
            _ => modules::owner(failure).map_or(CodeOwner::Own, CodeOwner::Module),
        }
    }

    /// Whether the place that the log names is one that the reader can change.
    pub fn is_editable(&self) -> bool {
        matches!(self, CodeOwner::Own | CodeOwner::Plugin(_) | CodeOwner::Module(_))
    }

    /// Says behind the cause whose code it is.
    pub fn sentence(&self, failure: &Failure) -> Option<String> {
        Some(match self {
            CodeOwner::Own => {
                // A compiler's message without a place: the task says at least whose code it is.
                let unplaced = failure.file.is_none() && failure.category.id().starts_with("kotlin_");
                format!("It comes from task `{}`.", failure.task.as_deref().filter(|_| unplaced)?)
            }
            CodeOwner::Generated(by, _) => format!("The file is generated: {by}."),
            CodeOwner::Package(SourcePackage { kind, name, version, .. }) => {
                format!("The file belongs to the {kind} `{name}`{version}, not to your own code.")
            }
            CodeOwner::Tool(name, _) => format!("The file belongs to {name}, not to your own code."),
            CodeOwner::Plugin(_) => return None,
            CodeOwner::Module(package) => modules::sentence(failure, package)?,
            CodeOwner::Frame(ForeignFrame { name, minified: true, .. }) => {
                format!("The names in the trace are minified (`{name}`), so it does not show whose code it is.")
            }
            CodeOwner::Frame(_) if failure.details.contains_key("managed") => format!(
                "The Java frames of the app are stubs that the build makes of its C# classes: `{}` is what runs there.",
                failure.details.get("managed")?
            ),
            CodeOwner::Frame(ForeignFrame { name, caller: Some((caller, of)), .. }) => {
                format!("No frame of your own code is in the trace: `{name}` is called by `{caller}` of {of}.")
            }
            CodeOwner::Frame(ForeignFrame { name, of, .. }) => {
                format!("No frame of your own code is in the trace; on top is `{name}` of {of}.")
            }
            // A note says it.
            CodeOwner::System(_) if failure.details.contains_key("system_app") => return None,
            CodeOwner::System(process) => {
                format!("The process `{process}` is a part or an app of Android or of the device's maker.")
            }
        })
    }

    /// Puts the steps right: what can be done about code that is not the reader's own comes first, and what would change
    /// that code goes. `known` says that the steps are a rule's for just this failure.
    pub fn direct(&self, failure: &Failure, known: bool, fixes: &mut Vec<String>) {
        match self {
            CodeOwner::Own if !known && NAMELESS.contains(&failure.category) => {
                fixes.extend(failure.details.get("own_unsure").map(|package| format!(
                    "If `{package}` is a library and not yours, update it instead, and look at the first frame below it that is yours: what that passes on."
                )));
            }
            CodeOwner::Own => (),
            CodeOwner::Generated(_, step)
                if known && sources::is_of_generator(step) && fixes.first().is_some_and(|fix| is_of_versions(fix)) => {}
            CodeOwner::Generated(_, step) | CodeOwner::Tool(_, step) => {
                let edits = edits(failure);
                // What is said of generated code by its generator's name edits nothing of it.
                let of_generator = edits && failure.details.contains_key("generated_by") && !known;
                if edits {
                    fixes.truncate(usize::from(of_generator));
                }
                if edits || !known {
                    fixes.insert(fixes.len().min(usize::from(of_generator)), (*step).to_owned());
                }
            }
            CodeOwner::Package(package) => package.direct(failure, known, fixes),
            CodeOwner::Module(package) if edits(failure) => package.direct(failure, known, fixes),
            CodeOwner::Module(package) => modules::direct(failure, package, fixes),
            CodeOwner::Plugin(name) if !known => {
                fixes.insert(0, format!("The message is `{name}`'s own: do what it says, or let its version fit your Gradle, Android Gradle plugin and Kotlin (its release notes say which); `--stacktrace` shows which of its classes fails."));
            }
            CodeOwner::Frame(frame) if !known && NAMELESS.contains(&failure.category) => {
                if OWN_ONLY.contains(&failure.category) && !frame.minified {
                    fixes.clear();
                }
                fixes.insert(0, frame.step.clone());
            }
            CodeOwner::System(process) => {
                if !known && OWN_ONLY.contains(&failure.category) {
                    fixes.clear();
                }
                // Steps for a fault of the system say already what its builder or user can do.
                let of_system = known && failure.details.get("fault_of").is_some_and(|owner| owner == "system");
                fixes.insert(if of_system { fixes.len() } else { 0 }, format!("If you do not build `{process}` yourself, you cannot correct it: update or reset what it belongs to, or report it to its maker. It is your app's matter only if it happens when your app calls it."));
            }
            CodeOwner::Plugin(_) | CodeOwner::Frame(_) => (),
        }
        let hedged = failure.details.contains_key("own_unsure");
        for (frame, without, unsure) in OWN_FRAME {
            let instead = if matches!(self, CodeOwner::Frame(_)) { *without } else { *unsure };
            if hedged || matches!(self, CodeOwner::Frame(_)) {
                fixes.iter_mut().for_each(|step| *step = step.replace(frame, instead));
            }
        }
    }
}

/// What stands in the steps for a place that leads to a failure and is not in the trace.
const NOT_SHOWN: &str = "the place in your own code that leads to it (the trace does not show it)";

/// What rules call a frame of the reader's own; what stands for it where the trace has none, and where nothing shows that it
/// is the reader's.
const OWN_FRAME: &[(&str, &str, &str)] = &[
    ("the first frame of your own code", NOT_SHOWN, "the first frame that is of no known library"),
    ("the top frame of your own code", NOT_SHOWN, "the first frame that is of no known library"),
    (
        "the first line of your own code in the trace",
        NOT_SHOWN,
        "the first line in the trace that is of no known library",
    ),
    (
        "the first function of your own code in the trace",
        NOT_SHOWN,
        "the first function in the trace that is of no known library",
    ),
];

/// Categories whose file is an output that tasks read or write, not a source with an error in it.
const IN_NO_SOURCE: &[C] = &[
    C::GradleImplicitTaskDependency,
    C::GradleTaskFailed,
    C::GradleLock,
    C::GradleExternalProcess,
    C::GradleConfigurationCache,
    C::GradleDependencyNotFound,
    C::TestFailure,
];

/// Whether the steps for the failure change the source that it names.
fn edits(failure: &Failure) -> bool {
    let compiled = |file: &str| [".dart", ".ts", ".tsx", ".proto"].iter().any(|end| file.ends_with(end));
    let native = |file: &str| [".h", ".hpp", ".c", ".cc", ".cpp"].iter().any(|end| file.ends_with(end));
    EDITS.contains(&failure.category)
        || failure.category == C::AgpNdkCmake && failure.file.as_deref().is_some_and(native)
        || failure.category == C::GradleExternalProcess && failure.file.as_deref().is_some_and(compiled)
}

/// Whether a step changes a version, and no source.
fn is_of_versions(step: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "Upgrade ",
        "Raise ",
        "Update ",
        "Use a version ",
        "Change the Kotlin version",
        "Install ",
        "Set Kotlin ",
        "Set `ext.kotlin_version",
    ];
    const COMMANDS: &[&str] =
        &["pubspec.yaml", "package.json", "npm install", "yarn ", "npx expo install", "pub upgrade"];
    BEGINNINGS.iter().any(|begin| step.starts_with(begin)) || COMMANDS.iter().any(|command| step.contains(command))
}

/// Whether a step of a known failure can be taken without an edit of the source that fails: the rule was written for other
/// people's code, or the step is about a version or a setting of the project.
fn is_without_edit(failure: &Failure, fix: &str) -> bool {
    let of_others = failure.details.get("fault_of").is_some_and(|owner| owner != "own");
    let of_project = is_of_versions(fix) || SETTINGS.iter().any(|text| fix.contains(text));
    failure.details.contains_key("known") && (of_others || of_project)
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

impl SourcePackage {
    fn direct(&self, failure: &Failure, known: bool, fixes: &mut Vec<String>) {
        let SourcePackage { name, upgrade, .. } = self;
        match failure.category {
            C::KotlinRedeclaration => fixes.insert(0, format!("Two versions of `{name}`, or its source directory twice, are compiled together: remove the duplicate from the caches and the generated plugin list (`flutter clean`, then {upgrade}), and build again.")),
            _ if edits(failure) => {
                let (mut first, in_source): (Vec<_>, Vec<_>) = fixes.drain(..).partition(|fix| is_without_edit(failure, fix));
                if first.is_empty() {
                    first.push(match failure.details.get("moved_to") {
                    Some(_) => format!("Upgrade `{name}` ({upgrade}) to a version that uses AndroidX; until then `npx jetify`, or `android.enableJetifier=true` for what is compiled already."),
                    None if failure.category == C::KotlinDeprecatedError => format!("Upgrade `{name}` ({upgrade}) to a release that no longer uses what this Kotlin refuses; until there is one, stay with the Kotlin that still allowed it."),
                    None if failure.details.contains_key("removed_by") => format!("Upgrade `{name}` ({upgrade}) to a release that no longer uses what was removed."),
                    None => format!("Let `{name}` and what it is compiled with fit each other: usually another version of it does ({upgrade}), or, if it is newer than your {}, that is to be raised.", tools(failure)),
                });
                }
                let patch = in_source.first().map(|fix| format!("For a patch of `{name}`, or a report to its authors: {fix}"));
                let named = |fix: String| fix.replace("the package that the path names", &format!("`{name}` ({upgrade})"));
                *fixes = first.into_iter().map(named).chain(patch).collect();
            }
            C::GradleUnknownPropertyOrMethod | C::GradleScriptEvaluation | C::GradleScriptCompile if !known => fixes.insert(0, format!("Let `{name}` ({upgrade}) and the framework, Gradle and plugins of this project be of versions that are made for each other; its script is not yours to edit.")),
            _ if !known => fixes.push(format!("If it is a fault of `{name}`, another version may not have it ({upgrade}).")),
            _ => (),
        }
    }
}
